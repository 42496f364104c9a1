//! Plots as SVG. Within a page, ink and grid take the page's colours, so that they can be read on light and dark; a
//! picture of its own is light.

use plotters::coord::Shift;
use plotters::drawing::DrawingAreaErrorKind;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type Drawn = Result<(), DrawingAreaErrorKind<std::io::Error>>;

// Stand-ins that `themed` replaces.
const INK: RGBColor = RGBColor(1, 2, 3);
const GRID: RGBColor = RGBColor(4, 5, 6);
const PAPER: RGBColor = RGBColor(7, 8, 9);

const WIDTH: i32 = 860;
const LABELS: i32 = 250;
const RIGHT: i32 = 170;
const COLUMN: i32 = 80;
const LINE: i32 = 24;
const FOOT: i32 = 44;
const FONT: &str = "system-ui, sans-serif";

/// The colour of someone: each level and each library its own, the scalar twin grey, limits as ink. Okabe and Ito's
/// palette, which people with any colour vision can tell apart.
pub fn color(who: &str) -> RGBColor {
    let name = who.split('/').next().unwrap_or_default();
    match name {
        "soa" | "plain" if who.contains("avx512") => RGBColor(204, 121, 167),
        "soa" | "plain" if who.contains("avx2") => RGBColor(0, 114, 178),
        "soa" | "plain" => RGBColor(86, 180, 233),
        "parry2d" | "parry3d" => RGBColor(213, 94, 0),
        "geo" => RGBColor(0, 158, 115),
        "limit" => INK,
        _ => RGBColor(138, 138, 138),
    }
}

/// One value on a line.
pub struct Dot {
    /// Its place on the scale.
    pub value: f64,
    /// Its colour.
    pub color: RGBColor,
    /// Its form.
    pub mark: Mark,
}

/// The form of a dot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// A filled circle.
    Disk,
    /// A circle.
    Ring,
    /// A filled square on its corner.
    Diamond,
    /// A filled square.
    Square,
    /// An upright stroke.
    Stroke,
}

impl Dot {
    fn draw(&self, area: &Area<'_>, (x, y): (i32, i32)) -> Drawn {
        let color = self.color;
        match self.mark {
            Mark::Disk | Mark::Ring => {
                let inside = if self.mark == Mark::Disk { color } else { PAPER };
                area.draw(&Circle::new((x, y), 5, inside.filled()))?;
                area.draw(&Circle::new((x, y), 5, color.stroke_width(2)))
            }
            Mark::Diamond => {
                area.draw(&Polygon::new([(x, y - 6), (x + 6, y), (x, y + 6), (x - 6, y)], color.filled()))
            }
            Mark::Square => area.draw(&Rectangle::new([(x - 4, y - 4), (x + 4, y + 4)], color.filled())),
            Mark::Stroke => area.draw(&PathElement::new([(x, y - 9), (x, y + 9)], color.stroke_width(3))),
        }
    }
}

/// A line of a dot plot.
pub struct Line {
    /// What stands to its left.
    pub label: String,
    /// Its values.
    pub dots: Vec<Dot>,
    /// What stands to its right, a column each.
    pub numbers: Vec<String>,
}

/// Lines of dots over one logarithmic scale, which is called `title`; `columns` are the heads of the lines' numbers.
pub fn dots(title: &str, columns: &[String], lines: &[Line]) -> anyhow::Result<String> {
    let values = || lines.iter().flat_map(|line| line.dots.iter().map(|dot| dot.value));
    let scale = Scale::over(values(), LABELS, WIDTH - RIGHT);
    let top = if columns.is_empty() { 4 } else { LINE };
    let bottom = top + LINE * i32::try_from(lines.len())? + 4;
    let numbers = |area: &Area<'_>, numbers: &[String], y| {
        (1..).zip(numbers).try_for_each(|(i, number)| {
            text(area, number, (WIDTH - RIGHT + COLUMN * i, y), HPos::Right, VPos::Center)
        })
    };
    draw((WIDTH, bottom + FOOT), |area| {
        scale.draw_below(area, 4, bottom, title, &axis_number)?;
        numbers(area, columns, LINE / 2)?;
        for (i, line) in (0..).zip(lines) {
            let y = top + LINE * i + LINE / 2;
            text(area, &line.label, (LABELS - 14, y), HPos::Right, VPos::Center)?;
            area.draw(&PathElement::new([(LABELS, y), (WIDTH - RIGHT, y)], GRID))?;
            for dot in &line.dots {
                dot.draw(area, (scale.at(dot.value), y))?;
            }
            numbers(area, &line.numbers, y)?;
        }
        Ok(())
    })
}

/// One of the plots that stand side by side over the same lines.
pub struct Panel {
    /// What stands above it.
    pub title: String,
    /// The dots of each line, drawn in this order.
    pub lines: Vec<Vec<Dot>>,
}

/// Panels side by side, all on one logarithmic scale that is called `title`, with the lines' labels on the left and what
/// the dots mean above.
pub fn panels(
    title: &str,
    key: &[(String, Dot)],
    labels: &[String],
    panels: &[Panel],
) -> anyhow::Result<String> {
    const PANEL: i32 = 430;
    const GAP: i32 = 24;
    const KEY: i32 = 44;
    let values = || panels.iter().flat_map(|panel| panel.lines.iter().flatten()).map(|dot| dot.value);
    let top = KEY + LINE;
    let bottom = top + LINE * i32::try_from(labels.len())? + 4;
    let width = LABELS + (PANEL + GAP) * i32::try_from(panels.len())?;
    draw((width, bottom + FOOT), |area| {
        let mut x = 20;
        for (name, dot) in key {
            dot.draw(area, (x, KEY / 2))?;
            text(area, name, (x + 14, KEY / 2), HPos::Left, VPos::Center)?;
            x += name.chars().fold(44, |width, _| width + 7);
        }
        for (y, label) in (0..).map(|i| top + LINE * i + LINE / 2).zip(labels) {
            text(area, label, (LABELS - 14, y), HPos::Right, VPos::Center)?;
        }
        for (i, panel) in (0..).zip(panels) {
            let left = LABELS + (PANEL + GAP) * i;
            let scale = Scale::over(values(), left, left + PANEL);
            scale.draw_below(area, top, bottom, title, &axis_number)?;
            let middle = left + PANEL / 2;
            text(area, &panel.title, (middle, top - LINE / 2), HPos::Center, VPos::Center)?;
            for (y, line) in (0..).map(|i| top + LINE * i + LINE / 2).zip(&panel.lines) {
                area.draw(&PathElement::new([(left, y), (left + PANEL, y)], GRID))?;
                for dot in line {
                    dot.draw(area, (scale.at(dot.value), y))?;
                }
            }
        }
        Ok(())
    })
}

/// A curve with its name.
pub struct Curve {
    /// What stands at its right end.
    pub name: String,
    /// Its points, from left to right.
    pub points: Vec<(f64, f64)>,
    /// Its colour.
    pub color: RGBColor,
}

/// Curves over two logarithmic scales.
pub fn curves(x_title: &str, y_title: &str, curves: &[Curve]) -> anyhow::Result<String> {
    const HEIGHT: i32 = 240;
    let points = || curves.iter().flat_map(|curve| curve.points.iter());
    let x_scale = Scale::over(points().map(|point| point.0), 70, WIDTH - 130);
    let y_scale = Scale::over(points().map(|point| point.1), HEIGHT, 24);
    draw((WIDTH, HEIGHT + FOOT), |area| {
        x_scale.draw_below(area, 4, HEIGHT, x_title, &|x| super::table::grouped(x as usize))?;
        text(area, y_title, (8, 8), HPos::Left, VPos::Center)?;
        for tick in y_scale.ticks() {
            let y = y_scale.at(tick);
            area.draw(&PathElement::new([(70, y), (WIDTH - 130, y)], GRID))?;
            text(area, &axis_number(tick), (60, y), HPos::Right, VPos::Center)?;
        }
        // Names beside the ends, moved apart where these meet.
        let mut ends: Vec<(i32, &Curve)> = Vec::new();
        for curve in curves {
            let line: Vec<(i32, i32)> =
                curve.points.iter().map(|p| (x_scale.at(p.0), y_scale.at(p.1))).collect();
            area.draw(&PathElement::new(line.clone(), curve.color.stroke_width(2)))?;
            for at in &line {
                area.draw(&Circle::new(*at, 3, curve.color.filled()))?;
            }
            ends.extend(line.last().map(|end| (end.1, curve)));
        }
        ends.sort_by_key(|end| end.0);
        let mut lowest = i32::MIN / 2;
        for (y, curve) in ends {
            lowest = y.max(lowest + 16);
            area.draw(&Circle::new((WIDTH - 116, lowest), 4, curve.color.filled()))?;
            text(area, &curve.name, (WIDTH - 106, lowest), HPos::Left, VPos::Center)?;
        }
        Ok(())
    })
}

/// A logarithmic scale between two places in pixels.
struct Scale {
    low: f64,
    high: f64,
    from: i32,
    to: i32,
}

impl Scale {
    /// A scale with some room around the values.
    fn over(values: impl Iterator<Item = f64>, from: i32, to: i32) -> Self {
        let (low, high) =
            values.fold((f64::MAX, f64::MIN_POSITIVE), |(low, high), x| (low.min(x), high.max(x)));
        let (low, high) = if low > high { (1.0, 10.0) } else { (low / 1.25, high * 1.25) };
        Self { low, high, from, to }
    }

    fn at(&self, value: f64) -> i32 {
        let part = (value / self.low).ln() / (self.high / self.low).ln();
        self.from + (part * f64::from(self.to - self.from)).round() as i32
    }

    /// 1, 2 and 5 times the powers of ten that lie on the scale; the powers alone on a long one.
    fn ticks(&self) -> Vec<f64> {
        let steps: &[f64] = if self.high / self.low > 2e3 { &[1.0] } else { &[1.0, 2.0, 5.0] };
        (-4..10)
            .flat_map(|power| steps.iter().map(move |step| step * 10_f64.powi(power)))
            .filter(|tick| (self.low..=self.high).contains(tick))
            .collect()
    }

    fn draw_below(
        &self,
        area: &Area<'_>,
        top: i32,
        bottom: i32,
        title: &str,
        number: &dyn Fn(f64) -> String,
    ) -> Drawn {
        for tick in self.ticks() {
            let x = self.at(tick);
            area.draw(&PathElement::new([(x, top), (x, bottom)], GRID))?;
            text(area, &number(tick), (x, bottom + 6), HPos::Center, VPos::Top)?;
        }
        text(area, title, (i32::midpoint(self.from, self.to), bottom + 24), HPos::Center, VPos::Top)
    }
}

fn axis_number(tick: f64) -> String {
    format!("{}", (tick * 1e4).round() / 1e4)
}

fn text(area: &Area<'_>, text: &str, at: (i32, i32), h: HPos, v: VPos) -> Drawn {
    let style = TextStyle::from((FONT, 13)).color(&INK).pos(Pos::new(h, v));
    area.draw(&Text::new(text.to_owned(), at, style))
}

fn draw((width, height): (i32, i32), paint: impl Fn(&Area<'_>) -> Drawn) -> anyhow::Result<String> {
    let mut svg = String::new();
    {
        let size = (width.unsigned_abs(), height.unsigned_abs());
        let area = SVGBackend::with_string(&mut svg, size).into_drawing_area();
        paint(&area)?;
        area.present()?;
    }
    Ok(themed(&svg))
}

/// A plot as a picture of its own, on light paper.
pub fn alone(svg: &str) -> String {
    const LIGHT: &str =
        "<style>svg { --paper: #fff; --ink: #22252a; --grid: #dcdcd6; background: #fff; }</style>";
    match svg.find('>') {
        Some(end) => format!("{}{LIGHT}{}", &svg[..=end], &svg[end + 1..]),
        None => svg.to_owned(),
    }
}

/// Puts the page's colours in the places of the stand-ins.
fn themed(svg: &str) -> String {
    let attribute = |svg: String, color: RGBColor, variable: &str| {
        let hex = format!("#{:02X}{:02X}{:02X}", color.0, color.1, color.2);
        ["fill", "stroke"].iter().fold(svg, |svg, kind| {
            svg.replace(&format!("{kind}=\"{hex}\""), &format!("style=\"{kind}:var({variable})\""))
        })
    };
    let svg = attribute(svg.to_owned(), INK, "--ink");
    let svg = attribute(svg, GRID, "--grid");
    attribute(svg, PAPER, "--paper")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scale_is_logarithmic() {
        let scale = Scale { low: 1.0, high: 100.0, from: 100, to: 300 };
        assert_eq!([1.0, 10.0, 100.0].map(|x| scale.at(x)), [100, 200, 300]);
        assert_eq!(scale.ticks(), [1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0]);
    }

    #[test]
    fn plots_take_the_colours_of_the_page() {
        let dot = Dot { value: 2.0, color: color("scalar"), mark: Mark::Ring };
        let line = Line { label: "scalar".to_owned(), dots: vec![dot], numbers: vec!["2 <ns>".to_owned()] };
        let svg = dots("ns a pair", &["4,096".to_owned()], &[line]).unwrap();
        assert!(svg.starts_with("<svg") && svg.contains("var(--ink)") && svg.contains("var(--paper)"));
        assert!(svg.contains("2 &lt;ns&gt;"));
        assert!(!svg.contains("#010203"));
    }

    #[test]
    fn a_picture_brings_its_colours() {
        let stroke = |value| Dot { value, color: color("limit/ports"), mark: Mark::Stroke };
        let panel =
            |title: &str| Panel { title: title.to_owned(), lines: vec![vec![stroke(1.0), stroke(8.0)]] };
        let key = [("limit".to_owned(), stroke(1.0))];
        let both = [panel("4,096 rows"), panel("1,000,000 rows")];
        let svg = alone(&panels("ns a pair", &key, &["disk_disk".to_owned()], &both).unwrap());
        assert!(svg.starts_with("<svg") && svg.contains("--ink: #22252a"));
        assert!(["limit", "disk_disk", "4,096 rows", "1,000,000 rows"].iter().all(|text| svg.contains(text)));
    }
}
