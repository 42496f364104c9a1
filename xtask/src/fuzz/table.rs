//! What was met, as a table.

use testkit::tally::{Classes, Tally};

/// Prints a line a kernel; a class that the kernel cannot meet is a dash.
pub fn print(rows: &[(&'static str, Classes, Tally)]) {
    let width = rows.iter().map(|(name, ..)| name.len()).max().unwrap_or(0).max(6);
    println!(
        "{:width$} {:>14} {:>12} {:>12} {:>12} {:>10} {:>11} {:>11} {:>11}",
        "kernel",
        "comparisons",
        "cases",
        "hits",
        "misses",
        "touching",
        "degenerate",
        "NaN lanes",
        "inf lanes"
    );
    for (name, classes, tally) in rows {
        let count = |can: bool, n: u64| if can || n > 0 { n.to_string() } else { "-".into() };
        println!(
            "{name:width$} {:>14} {:>12} {:>12} {:>12} {:>10} {:>11} {:>11} {:>11}",
            tally.comparisons,
            tally.cases,
            tally.hits,
            count(classes.misses, tally.misses),
            if classes.touching { tally.touching.to_string() } else { "-".into() },
            count(classes.degenerate, tally.degenerate),
            tally.nan,
            tally.infinite,
        );
    }
    println!(
        "hits and misses: for numbers, answers without and with a NaN. touching: of the cases that differ from the \
         one before\nby one unit in the last place of one coordinate (one in four), those that change the answer."
    );
}
