//! The demo's tables.

use std::collections::BTreeMap;
use std::time::Duration;

use comfy_table::{CellAlignment, ContentArrangement, Table, presets::ASCII_MARKDOWN};

use crate::canvas::grouped;
use crate::map_frame::Answers;
use crate::questions::{Matches, Tally};
use crate::verdicts::Certified;

/// Cities shown as examples.
const EXAMPLES: usize = 3;

/// What each question cost.
pub fn costs(tallies: &[(&str, Tally)]) -> Table {
    let header = ["question", "left rows", "right rows", "pairs of rows", "that touch", "index", "join"];
    let mut table = table(&header, 1..7);
    for (question, tally) in tallies {
        table.add_row([
            (*question).to_owned(),
            grouped(tally.left as u64),
            grouped(tally.right as u64),
            grouped(tally.pairs()),
            grouped(tally.hits),
            tally.index.map_or_else(|| "kept".to_owned(), milliseconds),
            milliseconds(tally.join),
        ]);
    }
    table
}

/// A time as the tables have it.
pub fn milliseconds(time: Duration) -> String {
    format!("{:.1} ms", 1e3 * time.as_secs_f64())
}

/// How many cities lie where, with the largest of each kind.
pub fn reasons(answers: &Answers<'_>, homes: &Matches) -> Table {
    let mut rows = BTreeMap::<Certified, Vec<usize>>::new();
    for (row, &verdict) in answers.verdicts.iter().enumerate() {
        rows.entry(verdict).or_default().push(row);
    }
    let mut table = table(&["cities", "share", "where", "largest"], 0..2);
    for (verdict, rows) in rows {
        let share = 100.0 * rows.len() as f64 / answers.cities.len() as f64;
        let drawn = |row: usize| match (verdict, homes.of(row).next()) {
            (Certified::Agrees, _) | (_, None) => String::new(),
            (_, Some(country)) => format!(" in {}", answers.world.countries[country].name),
        };
        table.add_row([
            grouped(rows.len() as u64),
            format!("{share:.3} %"),
            verdict.to_string(),
            examples(answers, rows, drawn),
        ]);
    }
    table
}

/// The largest cities whose disk touches another country.
pub fn abroad(answers: &Answers<'_>) -> String {
    let rows: Vec<usize> = (0..answers.cities.len()).filter(|&row| !answers.abroad[row].is_empty()).collect();
    let count = grouped(rows.len() as u64);
    let neighbours = |row: usize| {
        let names = answers.abroad[row].iter().map(|&country| answers.world.countries[country].name.as_str());
        format!(" touches {}", names.collect::<Vec<_>>().join(" and "))
    };
    format!("{count} disks touch another country; the largest: {}.", examples(answers, rows, neighbours))
}

fn examples(answers: &Answers<'_>, mut rows: Vec<usize>, more: impl Fn(usize) -> String) -> String {
    rows.sort_by_key(|&row| std::cmp::Reverse(answers.cities[row].population));
    let name = |&row: &usize| {
        let city = &answers.cities[row];
        format!("{} ({}){}", city.name, city.code, more(row))
    };
    rows.iter().take(EXAMPLES).map(name).collect::<Vec<_>>().join("; ")
}

fn table(header: &[&str], numbers: std::ops::Range<usize>) -> Table {
    let mut table = Table::new();
    table.load_preset(ASCII_MARKDOWN).set_content_arrangement(ContentArrangement::Disabled);
    table.set_header(header);
    for number in numbers {
        if let Some(column) = table.column_mut(number) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table
}
