//! `summary.svg`: nanoseconds a pair of every query on uniform rows, by level, with the scalar function, the
//! fastest other library and reading the same columns; the smaller number of rows beside the larger one.

use anyhow::Result;
use commands::grouped;
use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use record::{ROWS, Record};

use super::cases::{Case, Kind, cases, levels, library};

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

const INK: RGBColor = RGBColor(0x22, 0x25, 0x2a);
const GRID: RGBColor = RGBColor(0xdc, 0xdc, 0xd6);

// In pixels.
const NAMES: i32 = 250;
const PANEL: i32 = 430;
const GAP: i32 = 24;
const LINE: i32 = 24;
const TOP: i32 = 68;
const BOTTOM: i32 = 48;

/// The picture; empty but for its paper if no such query was timed at [`ROWS`].
pub fn picture(records: &[Record]) -> Result<String> {
    let (levels, mut cases) = (levels(records), cases(records));
    cases.retain(|case| case.kind() == Kind::Pairs && ROWS.contains(&case.rows));
    let mut benches: Vec<&str> = Vec::new();
    for case in &cases {
        if !benches.contains(&case.bench) {
            benches.push(case.bench);
        }
    }
    let all = || cases.iter().flat_map(|case| marks(case, &levels));
    // One scale for both numbers of rows, with some room around the marks.
    let low = all().map(|record| record.ns).fold(f64::MAX, f64::min) / 1.25;
    let high = all().map(|record| record.ns).fold(f64::MIN_POSITIVE, f64::max) * 1.25;
    let ticks = (-4..10).flat_map(|power| [1.0, 2.0, 5.0].map(|step| step * 10_f64.powi(power)));
    let ticks: Vec<f64> = ticks.filter(|tick| (low..=high).contains(tick)).collect();
    let line = |number: i32| TOP + LINE * number + LINE / 2;
    let end = TOP + LINE * i32::try_from(benches.len())?;

    let mut svg = String::new();
    let size = ((NAMES + 2 * (PANEL + GAP)) as u32, (end + BOTTOM) as u32);
    let area = SVGBackend::with_string(&mut svg, size).into_drawing_area();
    area.fill(&WHITE)?;
    key(&area, all())?;
    for (number, bench) in (0..).zip(&benches) {
        text(&area, bench, (NAMES - 14, line(number)), HPos::Right)?;
    }
    for (panel, rows) in (0..).zip(ROWS) {
        let left = NAMES + panel * (PANEL + GAP);
        let at = |ns: f64| left + ((ns / low).ln() / (high / low).ln() * f64::from(PANEL)) as i32;
        text(&area, &format!("{} rows", grouped(rows as u64)), (left + PANEL / 2, TOP - 12), HPos::Center)?;
        text(&area, "ns a pair", (left + PANEL / 2, end + 34), HPos::Center)?;
        for &tick in &ticks {
            area.draw(&PathElement::new([(at(tick), TOP), (at(tick), end)], GRID))?;
            text(&area, &((tick * 1e4).round() / 1e4).to_string(), (at(tick), end + 14), HPos::Center)?;
        }
        for (number, bench) in (0..).zip(&benches) {
            area.draw(&PathElement::new([(left, line(number)), (left + PANEL, line(number))], GRID))?;
            let case = cases.iter().find(|case| case.bench == *bench && case.rows == rows);
            for record in case.into_iter().flat_map(|case| marks(case, &levels)) {
                mark(&area, &record.who, (at(record.ns), line(number)))?;
            }
        }
    }
    area.present()?;
    drop(area);
    Ok(svg)
}

fn text(area: &Area, text: &str, at: (i32, i32), align: HPos) -> Result<()> {
    let style = TextStyle::from(("system-ui, sans-serif", 13)).color(&INK).pos(Pos::new(align, VPos::Center));
    Ok(area.draw_text(text, &style, at)?)
}

/// The records of one bench that have a mark; those that matter most are drawn last.
fn marks<'a>(case: &Case<'a>, levels: &[String]) -> impl Iterator<Item = &'a Record> {
    let levels: Vec<_> = levels.iter().map(|level| case.of(&format!("soa/{level}"))).collect();
    [case.of("limit/read"), case.peer(), case.of("scalar")].into_iter().chain(levels).flatten()
}

/// Draws the marks that occur, with what they mean, levels first.
fn key<'a>(area: &Area, records: impl Iterator<Item = &'a Record>) -> Result<()> {
    let mut key: Vec<(String, &str)> = Vec::new();
    for record in records {
        let name = match library(record) {
            "soa" => record.who.trim_start_matches("soa/").to_owned(),
            "scalar" => "scalar function".to_owned(),
            "limit" => "reading the same columns".to_owned(),
            peer => format!("fastest peer: {}", peer.trim_end_matches(['2', '3', 'd'])),
        };
        if !key.iter().any(|(known, _)| *known == name) {
            key.push((name, &record.who));
        }
    }
    key.sort_by_key(|(_, who)| !who.starts_with("soa"));
    let (mut x, y) = (20, 22);
    for (name, who) in key {
        mark(area, who, (x, y))?;
        text(area, &name, (x + 14, y), HPos::Left)?;
        x += 44 + 7 * i32::try_from(name.len())?;
    }
    Ok(())
}

/// The mark of a contender, in Okabe and Ito's palette, which suits any colour vision.
fn mark(area: &Area, who: &str, (x, y): (i32, i32)) -> Result<()> {
    match who.split('/').next().unwrap_or_default() {
        "soa" => {
            let color = match who {
                "soa/avx512" => RGBColor(204, 121, 167),
                "soa/avx2" => RGBColor(0, 114, 178),
                _ => RGBColor(86, 180, 233),
            };
            area.draw(&Circle::new((x, y), 6, color.filled()))?;
        }
        "limit" => area.draw(&PathElement::new([(x, y - 9), (x, y + 9)], INK.stroke_width(3)))?,
        "scalar" => {
            let grey = RGBColor(138, 138, 138);
            area.draw(&Rectangle::new([(x - 4, y - 4), (x + 4, y + 4)], grey.filled()))?;
        }
        peer => {
            let color = if peer == "geo" { RGBColor(0, 158, 115) } else { RGBColor(213, 94, 0) };
            area.draw(&Polygon::new([(x, y - 6), (x + 6, y), (x, y + 6), (x - 6, y)], color.filled()))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contenders_are_in_the_key_and_rows_side_by_side() {
        let whos = ["scalar", "f32/avx2", "soa/portable", "soa/avx2", "parry2d/intersects", "limit/read"];
        let record = |bench: &str, who: &str, rows| Record { ns: 2.0, ..Record::new(bench, who, rows) };
        let mut records: Vec<Record> =
            ROWS.iter().flat_map(|&rows| whos.map(|who| record("disk_disk", who, rows))).collect();
        records.push(record("exactness/map/disk_triangle", "soa/avx2", ROWS[0]));
        let svg = picture(&records).unwrap();
        for text in ["4,096 rows", "1,000,000 rows", "portable", "avx2", "reading the same columns"] {
            assert_eq!(svg.matches(text).count(), 1, "{text}: {svg}");
        }
        assert!(svg.contains("fastest peer: parry") && svg.contains("scalar function"), "{svg}");
        assert!(svg.contains("disk_disk") && !svg.contains("disk_triangle"), "{svg}");
        // A circle for each level in each panel and in the key.
        assert_eq!(svg.matches("<circle").count(), 2 * 3);
        assert!(picture(&[]).unwrap().starts_with("<svg"));
    }
}
