//! What was met, as tables.

use soa::Level;
use testkit::families::Family;
use testkit::joins;
use testkit::joins::forms::{Form, THREADS};
use testkit::joins::sets::{Length, Spread};
use testkit::tally::{Classes, STAGES, Share, Tally, counts};

/// A kernel and what it met.
pub type Row = (&'static str, Classes, Tally);

fn width<'a>(rows: impl IntoIterator<Item = &'a Row>) -> usize {
    rows.into_iter().map(|(name, ..)| name.len()).max().unwrap_or(0).max(6)
}

/// Prints a line a kernel; a class that the kernel cannot meet is a dash.
pub fn met(rows: &[Row]) {
    let width = width(rows);
    println!(
        "{:width$} {:>14} {:>12} {:>12} {:>12} {:>10} {:>11} {:>11} {:>11} {:>10}",
        "kernel",
        "comparisons",
        "cases",
        "hits",
        "misses",
        "touching",
        "degenerate",
        "NaN lanes",
        "inf lanes",
        "oracle"
    );
    for (name, classes, tally) in rows {
        let count = |can: bool, n: u64| if can || n > 0 { n.to_string() } else { "-".into() };
        println!(
            "{name:width$} {:>14} {:>12} {:>12} {:>12} {:>10} {:>11} {:>11} {:>11} {:>10}",
            tally.comparisons,
            tally.cases,
            tally.hits,
            count(classes.misses, tally.misses),
            if classes.touching { tally.touching.to_string() } else { "-".into() },
            count(classes.degenerate, tally.degenerate),
            tally.nan,
            tally.infinite,
            count(classes.promised, tally.oracle),
        );
    }
    println!(
        "hits and misses: for numbers, answers without and with a NaN. touching: of the cases that differ from the \
         one before\nby one unit in the last place of one coordinate (one in four), those that change the answer. \
         oracle: cases in which\nscalar::exact, the reference, was compared with the oracle."
    );
}

/// Prints what a search met: a line a kernel.
pub fn searched(rows: &[Row]) {
    let width = width(rows);
    println!(
        "{:width$} {:>14} {:>12} {:>12} {:>12} {:>12} {:>10} {:>10}",
        "kernel", "comparisons", "cases", "oracle", "hits", "misses", "bisected", "squeezed"
    );
    for (name, _, tally) in rows {
        println!(
            "{name:width$} {:>14} {:>12} {:>12} {:>12} {:>12} {:>10} {:>10}",
            tally.comparisons,
            tally.cases,
            tally.oracle,
            tally.hits,
            tally.misses,
            tally.bisected,
            tally.squeezed
        );
    }
    println!(
        "bisected: pairs of cases whose answers differ though they are neighbouring floats. squeezed: the same after \
         two numbers\nor more were bisected in turn."
    );
}

/// Prints which stage resolved how many lanes of the exact kernels.
pub fn stages(rows: &[Row]) {
    let exact: Vec<_> = rows.iter().filter(|(_, classes, _)| classes.stages).collect();
    if exact.is_empty() {
        return;
    }
    let width = width(exact.iter().copied());
    let [single, double, rounded, integer] = STAGES;
    println!("\n{:width$} {single:>14} {double:>14} {rounded:>14} {integer:>14}", "resolved in");
    for (name, _, tally) in exact {
        let [single, double, rounded, integer] = counts(tally.stages);
        println!("{name:width$} {single:>14} {double:>14} {rounded:>14} {integer:>14}");
    }
}

/// Prints how often the published algorithms differ from the truth.
pub fn differences(rows: &[Row]) {
    let published: Vec<_> = rows.iter().filter(|(_, classes, _)| classes.published).collect();
    if published.is_empty() {
        return;
    }
    let width = width(published.iter().copied()).max("differ, per thousand".len());
    print!("\n{:width$} {:>9} {:>6}", "differ, per thousand", "cases", "all");
    for family in Family::ALL {
        print!(" {:>6}", short(family.name()));
    }
    println!();
    for (name, _, tally) in published {
        let mut all = Share::default();
        tally.published.iter().for_each(|&share| all += share);
        print!("{name:width$} {:>9} {:>6}", all.cases, per_thousand(all));
        tally.published.iter().for_each(|&share| print!(" {:>6}", per_thousand(share)));
        println!();
    }
    println!(
        "of the cases that were compared with scalar::exact, those that the published algorithm in f32 answers \
         otherwise. The families\nare made to be hard; one case in four is a neighbour of another."
    );
}

/// A join and what it met.
pub type Joined = (joins::Target, joins::tally::Tally);

/// Prints what the joins met: a line a join, and what all of them met together.
pub fn joins(rows: &[Joined]) {
    if rows.is_empty() {
        return;
    }
    let width = rows.iter().map(|(join, _)| join.name().len()).max().unwrap_or(0);
    println!(
        "\n{:width$} {:>9} {:>12} {:>12} {:>9} {:>9} {:>10} {:>8} {:>8}",
        "join", "sets", "pairs", "hits", "answers", "no hits", "not finite", "kept", "anew"
    );
    let mut all = joins::tally::Tally::default();
    for (join, tally) in rows {
        println!(
            "{:width$} {:>9} {:>12} {:>12} {:>9} {:>9} {:>10} {:>8} {:>8}",
            join.name(),
            tally.sets,
            tally.pairs,
            tally.hits,
            tally.answers,
            tally.without_hits,
            tally.broken,
            tally.kept,
            tally.anew
        );
        all += tally;
    }
    println!(
        "pairs and hits: of brute force, by scalar::exact. answers: those of joins that were compared with it. no hits, \
         not finite:\nsets without any, and with such rows. kept, anew: indexes that were refit and kept their order, or \
         did not.\n"
    );
    counted("answers", Form::ALL.map(Form::name).into_iter().zip(all.forms));
    counted("at levels", Level::NAMES.into_iter().zip(all.levels));
    counted(
        "on threads",
        THREADS.map(|threads| threads.to_string()).iter().map(String::as_str).zip(all.threads),
    );
    counted("sets with hits", Spread::ALL.map(Spread::name).into_iter().zip(all.spreads));
    counted("lengths", Length::ALL.map(Length::name).into_iter().zip(all.lengths));
}

/// Prints a line of counts by name.
fn counted<'a>(title: &str, counts: impl Iterator<Item = (&'a str, u64)>) {
    let counts: Vec<_> = counts.map(|(name, n)| format!("{name} {n}")).collect();
    println!("{title:14} {}", counts.join(", "));
}

/// The first letters of a family's name.
fn short(name: &str) -> &str {
    &name[..name.len().min(6)]
}

fn per_thousand(Share { cases, differ }: Share) -> String {
    let share = differ as f64 * 1000.0 / cases.max(1) as f64;
    match differ {
        _ if cases == 0 => "-".into(),
        0 => "0".into(),
        _ if share < 0.1 => "<0.1".into(),
        _ if share < 100.0 => format!("{share:.1}"),
        _ => format!("{share:.0}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_compact_and_never_rounded_to_none() {
        let shown = [(0, 0), (7, 0), (100_000, 1), (1000, 1), (3, 2)]
            .map(|(cases, differ)| per_thousand(Share { cases, differ }));
        assert_eq!(shown, ["-", "0", "<0.1", "1.0", "667"]);
    }
}
