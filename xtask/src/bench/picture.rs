//! `summary.svg`: nanoseconds a pair of every query on uniform rows, by level, with the scalar function, the
//! fastest other library and reading the same columns; the smaller number of rows beside the larger one.

use anyhow::Result;
use commands::grouped;
use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use record::{ROWS, Record};

use super::cases::{Case, Kind, cases, levels, library};

type Svg<'a> = SVGBackend<'a>;

const INK: RGBColor = RGBColor(0x22, 0x25, 0x2a);
const GRID: RGBColor = RGBColor(0xdc, 0xdc, 0xd6);
const FONT: (&str, i32) = ("system-ui, sans-serif", 13);

// In pixels.
const NAMES: u32 = 250;
const PANEL: u32 = 454;
const LINE: u32 = 24;
const KEY: u32 = 40;
const TITLE: u32 = 28;
const SCALE: u32 = 50;

/// The picture; empty but for its paper and its key if no such query was timed at [`ROWS`].
pub fn picture(records: &[Record]) -> Result<String> {
    let (levels, mut cases) = (levels(records), cases(records));
    cases.retain(|case| case.kind() == Kind::Pairs && ROWS.contains(&case.rows));
    let mut benches: Vec<&str> = cases.iter().map(|case| case.bench).collect();
    let mut seen = std::collections::HashSet::new();
    benches.retain(|bench| seen.insert(*bench));
    // Upwards, as the axis goes.
    benches.reverse();

    let height = KEY + TITLE + LINE * benches.len().max(1) as u32 + SCALE;
    let mut svg = String::new();
    {
        let area = Svg::with_string(&mut svg, (NAMES + 2 * PANEL, height)).into_drawing_area();
        area.fill(&WHITE)?;
        let (top, panels) = area.split_vertically(KEY);
        key(&top, cases.iter().flat_map(|case| marks(case, &levels)))?;
        let (left, right) = panels.split_horizontally(NAMES + PANEL);
        for (rows, panel, names) in [(ROWS[0], left, NAMES), (ROWS[1], right, 0)] {
            let shown = || cases.iter().filter(|case| case.rows == rows);
            let times = || shown().flat_map(|case| marks(case, &levels)).map(|record| record.ns);
            let (Some(low), Some(high)) = (times().min_by(f64::total_cmp), times().max_by(f64::total_cmp))
            else {
                continue;
            };
            let mut chart = ChartBuilder::on(&panel)
                .margin_right(24)
                .caption(format!("{} rows", grouped(rows as u64)), FONT)
                .x_label_area_size(SCALE)
                .y_label_area_size(names)
                .build_cartesian_2d(
                    (low / 1.25..high * 1.25).log_scale(),
                    -0.5..benches.len() as f64 - 0.5,
                )?;
            let mut mesh = chart.configure_mesh();
            mesh.bold_line_style(GRID).light_line_style(TRANSPARENT).axis_style(GRID).label_style(FONT);
            mesh.disable_y_mesh().y_labels(0).x_desc("ns a pair").axis_desc_style(FONT);
            mesh.x_label_formatter(&|ns| ((ns * 1e4).round() / 1e4).to_string()).draw()?;
            for (line, bench) in benches.iter().enumerate() {
                let line = line as f64;
                let ends = [low / 1.25, high * 1.25].map(|ns| chart.backend_coord(&(ns, line)));
                area.draw(&PathElement::new(ends, GRID))?;
                if names > 0 {
                    let style = TextStyle::from(FONT).color(&INK).pos(Pos::new(HPos::Right, VPos::Center));
                    area.draw_text(bench, &style, (ends[0].0 - 14, ends[0].1))?;
                }
                for record in
                    shown().filter(|case| case.bench == *bench).flat_map(|case| marks(case, &levels))
                {
                    mark(&area, &record.who, chart.backend_coord(&(record.ns, line)))?;
                }
            }
        }
        area.present()?;
    }
    Ok(svg)
}

/// The records of one bench that have a mark; those that matter most are drawn last.
fn marks<'a>(case: &Case<'a>, levels: &[String]) -> impl Iterator<Item = &'a Record> {
    let levels: Vec<_> = levels.iter().map(|level| case.of(&format!("soa/{level}"))).collect();
    [case.of("limit/read"), case.peer(), case.of("scalar")].into_iter().chain(levels).flatten()
}

/// Draws the marks that occur, with what they mean, levels first.
fn key<'a>(area: &DrawingArea<Svg, Shift>, records: impl Iterator<Item = &'a Record>) -> Result<()> {
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
    let (mut x, y) = (20, KEY as i32 / 2);
    let style = TextStyle::from(FONT).color(&INK).pos(Pos::new(HPos::Left, VPos::Center));
    for (name, who) in key {
        mark(area, who, (x, y))?;
        area.draw_text(&name, &style, (x + 14, y))?;
        x += 44 + 7 * name.len() as i32;
    }
    Ok(())
}

/// The mark of a contender, in Okabe and Ito's palette, which suits any colour vision.
fn mark(area: &DrawingArea<Svg, Shift>, who: &str, (x, y): (i32, i32)) -> Result<()> {
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
