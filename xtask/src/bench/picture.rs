//! `summary.svg`: nanoseconds a pair of every query on uniform rows, by level, with the scalar function, the
//! fastest other library and reading the same columns; the smaller number of rows beside the larger one.

use plotters::coord::Shift;
use plotters::drawing::DrawingAreaErrorKind;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::summary::{Case, Entry, Kind, cases, levels};
use super::table::grouped;

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type Drawn = Result<(), DrawingAreaErrorKind<std::io::Error>>;

const INK: RGBColor = RGBColor(0x22, 0x25, 0x2a);
const GRID: RGBColor = RGBColor(0xdc, 0xdc, 0xd6);
const FONT: &str = "system-ui, sans-serif";

// In pixels.
const LABELS: i32 = 250;
const PANEL: i32 = 430;
const GAP: i32 = 24;
const KEY: i32 = 44;
const LINE: i32 = 24;
const FOOT: i32 = 44;

/// The picture; empty but for its paper if no such query was timed at [`record::ROWS`].
pub fn picture(entries: &[Entry]) -> anyhow::Result<String> {
    let (levels, mut cases) = (levels(entries), cases(entries));
    cases.retain(|case| case.kind() == Kind::Pairs && record::ROWS.contains(&case.rows));
    let mut labels: Vec<&str> = Vec::new();
    for case in &cases {
        if !labels.contains(&case.bench) {
            labels.push(case.bench);
        }
    }
    let mut sizes: Vec<usize> = cases.iter().map(|case| case.rows).collect();
    sizes.sort_unstable();
    sizes.dedup();
    let all: Vec<&Entry> = cases.iter().flat_map(|case| shown(case, &levels)).collect();

    let top = KEY + LINE;
    let bottom = top + LINE * i32::try_from(labels.len())? + 4;
    // No narrower than the key.
    let width = LABELS + (PANEL + GAP) * i32::try_from(sizes.len())?.max(2);
    let line = |i: i32| top + LINE * i + LINE / 2;
    let mut svg = String::new();
    {
        let size = (width.unsigned_abs(), (bottom + FOOT).unsigned_abs());
        let area = SVGBackend::with_string(&mut svg, size).into_drawing_area();
        area.fill(&WHITE)?;
        draw_key(&area, &all)?;
        for (i, label) in (0..).zip(&labels) {
            text(&area, label, (LABELS - 14, line(i)), HPos::Right, VPos::Center)?;
        }
        for (i, rows) in (0..).zip(&sizes) {
            let left = LABELS + (PANEL + GAP) * i;
            let scale = Scale::over(all.iter().map(|entry| entry.ns), left, left + PANEL);
            scale.draw(&area, top, bottom)?;
            let title = format!("{} rows", grouped(*rows));
            text(&area, &title, (left + PANEL / 2, top - LINE / 2), HPos::Center, VPos::Center)?;
            for (i, label) in (0..).zip(&labels) {
                area.draw(&PathElement::new([(left, line(i)), (left + PANEL, line(i))], GRID))?;
                for case in cases.iter().filter(|case| case.bench == *label && case.rows == *rows) {
                    for entry in shown(case, &levels) {
                        draw_mark(&area, &entry.who, (scale.at(entry.ns), line(i)))?;
                    }
                }
            }
        }
        area.present()?;
    }
    Ok(svg)
}

/// The entries of one bench that have a mark; those that matter most are drawn last.
fn shown<'a>(case: &Case<'a>, levels: &[String]) -> Vec<&'a Entry> {
    let levels = levels.iter().map(|level| case.of(&format!("soa/{level}")));
    [case.of("limit/read"), case.peer(), case.of("scalar")].into_iter().chain(levels).flatten().collect()
}

/// Marks and the names of what they mean, as far as they occur.
fn key(all: &[&Entry]) -> Vec<(String, String)> {
    let mut key: Vec<(String, String)> = Vec::new();
    for entry in all {
        let name = match (entry.crate_name(), entry.who.as_str()) {
            ("soa", who) => who.trim_start_matches("soa/").to_owned(),
            ("scalar", _) => "scalar function".to_owned(),
            ("limit", _) => "reading the same columns".to_owned(),
            (peer, _) => format!("fastest peer: {}", peer.trim_end_matches(['2', '3', 'd'])),
        };
        if !key.iter().any(|(known, _)| *known == name) {
            key.push((name, entry.who.clone()));
        }
    }
    // Levels first.
    key.sort_by_key(|(_, who)| !who.starts_with("soa"));
    key
}

fn draw_key(area: &Area<'_>, all: &[&Entry]) -> Drawn {
    let mut x = 20;
    for (name, who) in key(all) {
        draw_mark(area, &who, (x, KEY / 2))?;
        text(area, &name, (x + 14, KEY / 2), HPos::Left, VPos::Center)?;
        x += name.chars().fold(44, |width, _| width + 7);
    }
    Ok(())
}

/// The mark of a contender, in Okabe and Ito's palette, which suits any colour vision.
fn draw_mark(area: &Area<'_>, who: &str, (x, y): (i32, i32)) -> Drawn {
    match who.split('/').next().unwrap_or_default() {
        "soa" => {
            let color = match who {
                "soa/avx512" => RGBColor(204, 121, 167),
                "soa/avx2" => RGBColor(0, 114, 178),
                _ => RGBColor(86, 180, 233),
            };
            area.draw(&Circle::new((x, y), 6, color.filled()))
        }
        "limit" => area.draw(&PathElement::new([(x, y - 9), (x, y + 9)], INK.stroke_width(3))),
        "scalar" => {
            let grey = RGBColor(138, 138, 138);
            area.draw(&Rectangle::new([(x - 4, y - 4), (x + 4, y + 4)], grey.filled()))
        }
        peer => {
            let color = if peer == "geo" { RGBColor(0, 158, 115) } else { RGBColor(213, 94, 0) };
            area.draw(&Polygon::new([(x, y - 6), (x + 6, y), (x, y + 6), (x - 6, y)], color.filled()))
        }
    }
}

/// A logarithmic scale of nanoseconds between two places in pixels.
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

    fn draw(&self, area: &Area<'_>, top: i32, bottom: i32) -> Drawn {
        for tick in self.ticks() {
            let (x, number) = (self.at(tick), (tick * 1e4).round() / 1e4);
            area.draw(&PathElement::new([(x, top), (x, bottom)], GRID))?;
            text(area, &number.to_string(), (x, bottom + 6), HPos::Center, VPos::Top)?;
        }
        text(area, "ns a pair", (i32::midpoint(self.from, self.to), bottom + 24), HPos::Center, VPos::Top)
    }
}

fn text(area: &Area<'_>, text: &str, at: (i32, i32), h: HPos, v: VPos) -> Drawn {
    let style = TextStyle::from((FONT, 13)).color(&INK).pos(Pos::new(h, v));
    area.draw(&Text::new(text.to_owned(), at, style))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(bench: &str, who: &str, rows: usize) -> Entry {
        let (bench, who) = (bench.to_owned(), who.to_owned());
        Entry { bench, who, rows, ns: 2.0, hits: 1, ..Entry::default() }
    }

    #[test]
    fn a_scale_is_logarithmic() {
        let scale = Scale { low: 1.0, high: 100.0, from: 100, to: 300 };
        assert_eq!([1.0, 10.0, 100.0].map(|x| scale.at(x)), [100, 200, 300]);
        assert_eq!(scale.ticks(), [1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0]);
    }

    #[test]
    fn all_contenders_are_in_the_key() {
        let whos = ["scalar", "f32/avx2", "soa/portable", "soa/avx2", "parry2d/intersects", "limit/read"];
        let entries = whos.map(|who| entry("disk_disk", who, 4_096));
        let (levels, cases) = (levels(&entries), cases(&entries));
        let names: Vec<String> = key(&shown(&cases[0], &levels)).into_iter().map(|(name, _)| name).collect();
        let expected =
            ["portable", "avx2", "reading the same columns", "fastest peer: parry", "scalar function"];
        assert_eq!(names, expected);
        let svg = picture(&entries).unwrap();
        assert!(svg.starts_with("<svg") && expected.iter().all(|name| svg.contains(name)), "{svg}");
    }

    #[test]
    fn numbers_of_rows_are_side_by_side() {
        let entries = [4_096, 1_000_000].map(|rows| entry("disk_disk", "scalar", rows));
        let svg = picture(&entries).unwrap();
        assert!(svg.contains("4,096 rows") && svg.contains("1,000,000 rows"));
        assert_eq!(svg.matches("disk_disk").count(), 1);
        let others = [
            entry("threads/disk_triangle", "soa/avx2/threads", 4_096),
            entry("exactness/map/disk_triangle", "soa/avx2", 4_096),
        ];
        let svg = picture(&others).unwrap();
        assert!(svg.starts_with("<svg") && !svg.contains("disk_triangle"));
    }
}
