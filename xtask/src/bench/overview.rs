//! The summary plot: nanoseconds a pair of every bench, by level, with the scalar twin, the fastest other library and
//! the limit; the smaller number of rows beside the larger one.

use super::plot::{self, Dot, Mark, Panel, color};
use super::summary::{Case, Entry, cases, levels};
use super::table::grouped;

/// The plot within a page; None if there is nothing to show.
pub fn plot(entries: &[Entry]) -> anyhow::Result<Option<String>> {
    let (levels, all) = (levels(entries), cases(entries));
    let mut labels: Vec<String> = Vec::new();
    let mut sizes: Vec<usize> = Vec::new();
    // Benches of all numbers of rows; one that was only timed at another number is left to the tables.
    let shown = |case: &&Case| {
        !(case.is_sweep() || case.is_price() || case.is_join()) && record::ROWS.contains(&case.rows)
    };
    for case in all.iter().filter(shown) {
        if !labels.iter().any(|label| label == case.bench) {
            labels.push(case.bench.to_owned());
        }
        if !sizes.contains(&case.rows) {
            sizes.push(case.rows);
        }
    }
    if labels.is_empty() {
        return Ok(None);
    }
    sizes.sort_unstable();
    let panel = |&rows: &usize| {
        let line = |label: &String| {
            let case = all.iter().find(|case| case.bench == label && case.rows == rows);
            case.map_or(Vec::new(), |case| dots(case, &levels))
        };
        Panel { title: format!("{} rows", grouped(rows)), lines: labels.iter().map(line).collect() }
    };
    let panels: Vec<Panel> = sizes.iter().map(panel).collect();
    Ok(Some(plot::panels("ns a pair", &key(&all, &levels), &labels, &panels)?))
}

/// The plot as a picture of its own.
pub fn picture(entries: &[Entry]) -> anyhow::Result<String> {
    let svg = plot(entries)?.map_or_else(|| plot::panels("ns a pair", &[], &[], &[]), Ok)?;
    Ok(plot::alone(&svg))
}

/// The marks of one bench; those that matter most are drawn last.
fn dots(case: &Case<'_>, levels: &[String]) -> Vec<Dot> {
    let levels = levels.iter().map(|level| case.of(&format!("soa/{level}")));
    let entries = [case.limit(), case.peer(), case.of("scalar")].into_iter().chain(levels);
    entries.flatten().map(|entry| dot(&entry.who, entry.ns)).collect()
}

fn dot(who: &str, value: f64) -> Dot {
    let mark = match who.split('/').next().unwrap_or_default() {
        "soa" => Mark::Disk,
        "limit" => Mark::Stroke,
        "scalar" => Mark::Square,
        _ => Mark::Diamond,
    };
    Dot { value, color: color(who), mark }
}

/// What the marks mean, as far as they occur.
fn key(cases: &[Case<'_>], levels: &[String]) -> Vec<(String, Dot)> {
    let levels = levels.iter().map(|level| (level.clone(), dot(&format!("soa/{level}"), 1.0)));
    let mut key: Vec<(String, Dot)> = levels.collect();
    let others = [
        ("scalar", "scalar twin"),
        ("parry", "fastest peer: parry"),
        ("geo", "fastest peer: geo"),
        ("limit", "limit of the best level"),
    ];
    for (start, name) in others {
        let shown = |case: &Case<'_>| {
            [case.of("scalar"), case.peer(), case.limit()]
                .into_iter()
                .flatten()
                .map(|e| e.who.clone())
                .find(|who| who.starts_with(start))
        };
        if let Some(who) = cases.iter().find_map(shown) {
            key.push((name.to_owned(), dot(&who, 1.0)));
        }
    }
    key
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(bench: &str, who: &str, rows: usize) -> Entry {
        let (bench, who) = (bench.to_owned(), who.to_owned());
        Entry { bench, who, rows, ns: 2.0, hits: 1, bytes_per_second: None, stages: None, memory: None }
    }

    #[test]
    fn everyone_has_a_mark() {
        let everyone =
            ["scalar", "soa/portable", "soa/avx2", "parry2d/intersects", "limit/ports", "limit/cache"];
        let entries: Vec<Entry> = everyone.iter().map(|who| entry("disk_disk", who, 4_096)).collect();
        let (levels, cases) = (levels(&entries), cases(&entries));
        let marks: Vec<Mark> = dots(&cases[0], &levels).iter().map(|dot| dot.mark).collect();
        assert_eq!(marks, [Mark::Stroke, Mark::Diamond, Mark::Square, Mark::Disk, Mark::Disk]);
        let names: Vec<String> = key(&cases, &levels).into_iter().map(|(name, _)| name).collect();
        let expected = ["portable", "avx2", "scalar twin", "fastest peer: parry", "limit of the best level"];
        assert_eq!(names, expected);
    }

    #[test]
    fn numbers_of_rows_stand_side_by_side() {
        let entries = [4_096, 1_000_000].map(|rows| entry("disk_disk", "scalar", rows));
        let svg = picture(&entries).unwrap();
        assert!(svg.contains("4,096 rows") && svg.contains("1,000,000 rows"));
        assert_eq!(svg.matches("disk_disk").count(), 1);
        let sweep = [
            entry("threads/disk_triangle", "soa/avx2/threads", 4_096),
            entry("price/map/disk_triangle", "soa/avx2", 4_096),
        ];
        assert_eq!(plot(&sweep).unwrap(), None);
        assert!(picture(&sweep).unwrap().starts_with("<svg"));
    }
}
