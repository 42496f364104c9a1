//! The demo's tables.

use std::collections::BTreeMap;

use comfy_table::{CellAlignment, ContentArrangement, Table, presets::ASCII_MARKDOWN};
use commands::grouped;

use crate::answers::{Answers, Place, Tally};

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
            tally
                .index
                .map_or_else(|| "kept".to_owned(), |time| format!("{:.1} ms", 1e3 * time.as_secs_f64())),
            format!("{:.1} ms", 1e3 * tally.join.as_secs_f64()),
        ]);
    }
    table
}

/// How many cities lie where, with the largest of each kind.
pub fn places(answers: &Answers) -> Table {
    let mut rows = BTreeMap::<Place, Vec<usize>>::new();
    for (row, &place) in answers.places.iter().enumerate() {
        rows.entry(place).or_default().push(row);
    }
    let mut table = table(&["cities", "share", "where", "largest"], 0..2);
    for (place, rows) in rows {
        let share = 100.0 * rows.len() as f64 / answers.cities.len() as f64;
        let within = |row: usize| match (place, answers.homes.of(row).next()) {
            (Place::Foreign(_), Some(country)) => {
                format!(" drawn in {}", answers.world.countries[country].name)
            }
            _ => String::new(),
        };
        let count = grouped(rows.len() as u64);
        table.add_row([count, format!("{share:.3} %"), place.to_string(), examples(answers, rows, within)]);
    }
    table
}

/// The largest cities whose disk touches another country.
pub fn abroad(answers: &Answers) -> String {
    let rows: Vec<usize> = answers.abroad().collect();
    let count = grouped(rows.len() as u64);
    let neighbours = |row: usize| {
        let names = answers.abroad[row].iter().map(|&country| answers.world.countries[country].name.as_str());
        format!(" touches {}", names.collect::<Vec<_>>().join(" and "))
    };
    format!("{count} disks touch another country; the largest: {}.", examples(answers, rows, neighbours))
}

fn examples(answers: &Answers, mut rows: Vec<usize>, more: impl Fn(usize) -> String) -> String {
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
    for column in table.column_iter_mut().take(numbers.end).skip(numbers.start) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
}
