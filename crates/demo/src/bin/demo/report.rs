//! The demo's tables.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use comfy_table::{CellAlignment, ContentArrangement, Table, presets::ASCII_MARKDOWN};
use commands::grouped;

use crate::answers::{Answers, Place, Tally};
use crate::frames::{Frames, WHO};

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

/// How many cities lie where, and whose disks touch another country, with the largest of each kind.
pub fn places(answers: &Answers) -> Table {
    let Answers { world, cities, homes, places, abroad, .. } = answers;
    let mut rows = BTreeMap::<Place, Vec<usize>>::new();
    for (row, &place) in places.iter().enumerate() {
        rows.entry(place).or_default().push(row);
    }
    let mut table = table(&["cities", "share", "where", "largest"], 0..2);
    let mut add = |about: String, mut rows: Vec<usize>, others: &dyn Fn(usize) -> Vec<usize>| {
        rows.sort_by_key(|&row| Reverse(cities[row].population));
        let largest = rows.iter().take(EXAMPLES).map(|&row| {
            let others =
                others(row).into_iter().map(|country| format!(", {}", world.countries[country].name));
            format!("{} ({}{})", cities[row].name, cities[row].code, others.collect::<String>())
        });
        let share = 100.0 * rows.len() as f64 / cities.len() as f64;
        let largest = largest.collect::<Vec<_>>().join("; ");
        table.add_row([grouped(rows.len() as u64), format!("{share:.3} %"), about, largest]);
    };
    for (place, rows) in rows {
        let drawn =
            |row| if let Place::Foreign(_) = place { homes.of(row).take(1).collect() } else { vec![] };
        add(place.to_string(), rows, &drawn);
    }
    add("disk touches another country".to_owned(), answers.abroad().collect(), &|row| abroad[row].clone());
    table
}

/// What a frame costs.
pub fn frames(frames: &Frames) -> Table {
    let header = [
        "7. what begins and ends to touch, on one thread",
        "disks",
        "walls",
        "touching",
        "began, ended",
        "first frame",
        "another one",
        "slowest",
    ];
    let mut table = table(&header, 1..8);
    let touching: usize = frames.touching.iter().map(Vec::len).sum();
    for (who, name) in WHO.into_iter().enumerate() {
        table.add_row([
            name.to_owned(),
            grouped(frames.disks.len() as u64),
            grouped(frames.walls.len() as u64),
            grouped(touching as u64),
            if who == 0 {
                frames.events.map(|events| grouped(events as u64)).join(", ")
            } else {
                String::new()
            },
            format!("{:.2} ms", 1e3 * frames.seconds[who][0]),
            format!("{:.2} ms", 1e3 * frames.median(who)),
            format!("{:.2} ms", 1e3 * frames.slowest(who)),
        ]);
    }
    table
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
