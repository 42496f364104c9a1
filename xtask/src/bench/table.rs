//! The measurements as one table, for the terminal and for the report.

use comfy_table::{CellAlignment, ContentArrangement, Table, TableComponent, presets};

use super::summary::{Case, Entry, cases, levels};

/// Everything that the terminal and the report show.
pub struct Cells {
    /// The head of each column.
    pub head: Vec<String>,
    /// One row a bench and number of rows; a cell may have several lines, those of one cell beside those of another.
    pub rows: Vec<Vec<Vec<String>>>,
}

/// The table of these measurements.
pub fn cells(entries: &[Entry]) -> Cells {
    let levels = levels(entries);
    let threads: Vec<String> = levels.iter().map(|level| format!("soa/{level}/threads")).collect();
    let mut head: Vec<String> = ["bench", "rows", "hits", "scalar"].map(str::to_owned).into();
    head.extend(levels.iter().map(|level| format!("soa/{level}")));
    head.extend(["threads", "x scalar", "others", "ns", "x others", "GB/s"].map(str::to_owned));

    let rows = cases(entries).iter().map(|case| row(case, &levels, &threads)).collect();
    Cells { head, rows }
}

fn row(case: &Case<'_>, levels: &[String], threads: &[String]) -> Vec<Vec<String>> {
    let best = case.best(levels);
    let scalar = case.of("scalar");
    let (times_scalar, bandwidth) = (ratio(scalar, best), best.and_then(|best| best.bytes_per_second));
    let hits = best.or(scalar).or(case.entries.first().copied()).map_or(0, |entry| entry.hits);

    let mut row = vec![vec![case.bench.to_owned()], vec![grouped(case.rows)], vec![grouped(hits)]];
    row.push(vec![ns(scalar)]);
    row.extend(levels.iter().map(|level| vec![ns(case.of(&format!("soa/{level}")))]));
    row.push(vec![ns(threads.iter().rev().find_map(|who| case.of(who)))]);
    row.push(vec![times_scalar]);
    row.push(case.others(levels).map(|entry| entry.who.clone()).collect());
    row.push(case.others(levels).map(|entry| ns(Some(entry))).collect());
    row.push(case.others(levels).map(|entry| ratio(Some(entry), best)).collect());
    row.push(vec![bandwidth.map_or(String::new(), |bytes| format!("{:.1}", bytes / 1e9))]);
    row
}

/// The table for the terminal.
pub fn terminal(entries: &[Entry]) -> String {
    let Cells { head, rows } = cells(entries);
    let mut table = Table::new();
    table.load_preset(presets::NOTHING).set_content_arrangement(ContentArrangement::Disabled);
    table
        .set_style(TableComponent::HeaderLines, '─')
        .set_style(TableComponent::MiddleHeaderIntersections, '─');
    let is_text = |head: &str| ["bench", "others"].contains(&head);
    let text: Vec<bool> = head.iter().map(|head| is_text(head)).collect();
    table.set_header(head);
    table.add_rows(rows.into_iter().map(|row| row.into_iter().map(|lines| lines.join("\n"))));
    for (column, text) in table.column_iter_mut().zip(text) {
        column.set_cell_alignment(if text { CellAlignment::Left } else { CellAlignment::Right });
        column.set_padding((0, 1));
    }
    format!("Nanoseconds a pair, medians; x: how many times the best level is as fast.\n{table}")
}

/// Nanoseconds with three digits.
pub fn digits(ns: f64) -> String {
    let places = if ns < 10.0 { 2 } else { usize::from(ns < 100.0) };
    format!("{ns:.places$}")
}

fn ns(entry: Option<&Entry>) -> String {
    entry.map_or(String::new(), |entry| digits(entry.ns))
}

/// How many times as fast the second is.
fn ratio(slow: Option<&Entry>, fast: Option<&Entry>) -> String {
    slow.zip(fast).map_or(String::new(), |(slow, fast)| format!("{:.1}", slow.ns / fast.ns))
}

/// `1000000` as `1,000,000`.
pub fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    pub fn entry(who: &str, rows: usize, ns: f64) -> Entry {
        Entry {
            bench: "disk_triangle".to_owned(),
            rows,
            who: who.to_owned(),
            ns,
            hits: 502,
            bytes_per_second: who.starts_with("soa").then_some(2e9),
        }
    }

    #[test]
    fn a_row_holds_everyone() {
        let entries = [
            entry("scalar", 4_096, 8.0),
            entry("parry2d/intersection_test", 4_096, 32.0),
            entry("geo/intersects", 4_096, 64.0),
            entry("soa/portable", 4_096, 2.5),
            entry("soa/avx2", 4_096, 2.0),
        ];
        let Cells { head, rows } = cells(&entries);
        assert_eq!(head[3..6], ["scalar", "soa/portable", "soa/avx2"]);
        assert_eq!(rows.len(), 1);
        let joined: Vec<String> = rows[0].iter().map(|lines| lines.join(" ")).collect();
        let others = "parry2d/intersection_test geo/intersects";
        let expected = [
            "disk_triangle",
            "4,096",
            "502",
            "8.00",
            "2.50",
            "2.00",
            "",
            "4.0",
            others,
            "32.0 64.0",
            "16.0 32.0",
            "2.0",
        ];
        assert_eq!(joined, expected);
        assert!(terminal(&entries).contains("parry2d/intersection_test"));
    }

    #[test]
    fn numbers_are_short() {
        assert_eq!([0.123, 9.87, 12.34, 123.4].map(digits), ["0.12", "9.87", "12.3", "123"]);
        assert_eq!([7, 999, 4_096, 1_000_000].map(grouped), ["7", "999", "4,096", "1,000,000"]);
    }
}
