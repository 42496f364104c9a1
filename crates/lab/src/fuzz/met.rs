//! What a run met, as tables.

use testkit::runner::STAGES;
use testkit::tally::Tally;

use super::progress::Progress;
use crate::table::table;

/// A kernel or join with what it met, and the classes that it must meet.
pub struct Met<'a> {
    pub name: &'a str,
    pub tally: &'a Tally,
    pub classes: Vec<String>,
}

/// What every kernel and join of a run met, kernels first.
pub fn all(progress: &Progress) -> Vec<Met<'_>> {
    // What a join can meet depends on the levels.
    let levels: Vec<_> = progress.levels.iter().filter_map(|name| name.parse().ok()).collect();
    let met = super::all(progress.is_search, 0, 0, &levels).into_iter().filter_map(|target| {
        let (name, tally) = progress.targets.get_key_value(target.name())?;
        Some(Met { name, tally, classes: target.classes() })
    });
    met.collect()
}

/// What is made for exact kernels alone.
const ATTACKS: &str = "climbed: pairs whose rounding errors\nwere made large. constructed: pairs of whole numbers \
                       whose margins are a unit or a few.";

/// Prints what the kernels met.
pub fn print_kernels(met: &[Met], is_search: bool) {
    if is_search {
        let classes = ["hits", "misses", "bisected", "squeezed", "climbed", "constructed"];
        print("kernel", &[&["comparisons", "cases", "oracle"], &classes[..]].concat(), met);
        println!(
            "bisected: pairs of cases whose answers differ though they are neighbouring floats. squeezed: the same after \
             two numbers\nor more were bisected in turn. {ATTACKS}"
        );
    } else {
        let classes = ["hits", "misses", "touching", "degenerate", "NaN lanes", "infinite lanes", "oracle"];
        let classes = [&classes[..], &["climbed", "constructed"]].concat();
        print("kernel", &[&["comparisons", "cases"], &classes[..]].concat(), met);
        println!(
            "hits and misses: for numbers, answers without and with a NaN. touching: of the cases that differ from the \
             one before\nby one unit in the last place of one coordinate (one in four), those that change the answer. \
             oracle: cases in which\nscalar::exact, the reference, was compared with the oracle. {ATTACKS}"
        );
    }
    let has_stages = |met: &&Met| met.classes.iter().any(|class| class == STAGES[0]);
    print("resolved in", &STAGES, met.iter().filter(has_stages));
}

/// Prints what the joins met: a line a join, and what all of them met together.
pub fn print_joins(met: &[Met]) {
    let columns = ["sets", "pairs", "hits", "answers", "no hits", "not finite", "kept", "rebuilt"];
    print("join", &columns, met);
    println!(
        "pairs and hits: of brute force, by scalar::exact. answers: those of joins that were compared with it. no hits, \
         not finite:\nsets without any, and with such rows. kept, rebuilt: indexes that were refit and kept their order, or \
         did not.\n"
    );
    let mut all = Tally::default();
    for met in met {
        all += met.tally;
    }
    for prefix in ["threads/", "hits in/", "length/"] {
        let counts: Vec<_> = all.group(prefix).map(|(class, n)| format!("{class} {n}")).collect();
        println!("{:8} {}", prefix.trim_end_matches('/'), counts.join(", "));
    }
}

/// Prints counts, a line a row; of a class that a row cannot meet, a dash.
fn print<'a>(title: &'a str, columns: &'a [&str], met: impl IntoIterator<Item = &'a Met<'a>>) {
    let rows = met.into_iter().map(|Met { name, tally, classes }| {
        let cell = |column: &&str| match tally.get(column) {
            0 if classes.iter().all(|class| class != column) => "-".into(),
            n => n.to_string(),
        };
        [(*name).to_owned()].into_iter().chain(columns.iter().map(cell)).collect::<Vec<_>>()
    });
    let rows: Vec<_> = rows.collect();
    if !rows.is_empty() {
        println!("\n{}", table([title].into_iter().chain(columns.iter().copied()), rows));
    }
}
