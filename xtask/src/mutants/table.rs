//! What was found, as a table and a list of survivors.

use comfy_table::{CellAlignment, ContentArrangement, Table, TableComponent, presets};

use super::accepted::Accepted;
use super::ledger::Outcome;
use super::{ENOUGH, State};

const HEAD: [&str; 10] =
    ["area", "mutants", "left", "unviable", "viable", "caught", "timeout", "missed", "accepted", "score"];

/// The numbers of an area.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Count {
    mutants: usize,
    left: usize,
    unviable: usize,
    caught: usize,
    timeout: usize,
    missed: usize,
    accepted: usize,
}

impl Count {
    fn of(state: &State, accepted: &Accepted) -> Self {
        let mut count = Self { mutants: state.mutants.len(), ..Self::default() };
        for (mutant, outcome) in state.outcomes() {
            match outcome {
                None => count.left += 1,
                Some(Outcome::Unviable) => count.unviable += 1,
                Some(Outcome::Caught) => count.caught += 1,
                Some(Outcome::Timeout) => count.timeout += 1,
                Some(Outcome::Missed) => {
                    count.missed += 1;
                    count.accepted += usize::from(accepted.has(mutant));
                }
            }
        }
        count
    }

    fn plus(self, other: Self) -> Self {
        Self {
            mutants: self.mutants + other.mutants,
            left: self.left + other.left,
            unviable: self.unviable + other.unviable,
            caught: self.caught + other.caught,
            timeout: self.timeout + other.timeout,
            missed: self.missed + other.missed,
            accepted: self.accepted + other.accepted,
        }
    }

    /// Those that were run and compile.
    fn viable(self) -> usize {
        self.caught + self.timeout + self.missed
    }

    /// The viable ones that were noticed, in percent.
    fn score(self) -> f64 {
        100.0 * (self.caught + self.timeout) as f64 / self.viable().max(1) as f64
    }

    fn is_enough(self) -> bool {
        (self.viable() == 0 || self.score() >= ENOUGH) && self.missed == self.accepted
    }

    fn row(self, name: &str) -> [String; 10] {
        let score = if self.viable() == 0 { "-".to_owned() } else { format!("{:.1} %", self.score()) };
        let Self { mutants, left, unviable, caught, timeout, missed, accepted } = self;
        let [mutants, left, unviable, viable, caught, timeout, missed, accepted] =
            [mutants, left, unviable, self.viable(), caught, timeout, missed, accepted]
                .map(|n| n.to_string());
        [name.to_owned(), mutants, left, unviable, viable, caught, timeout, missed, accepted, score]
    }
}

/// Prints what is known of the areas. Returns whether that is good.
pub fn report(states: &[State], accepted: &Accepted) -> bool {
    let counts: Vec<Count> = states.iter().map(|state| Count::of(state, accepted)).collect();
    let all = counts.iter().fold(Count::default(), |sum, &count| sum.plus(count));
    let mut rows: Vec<_> =
        states.iter().zip(&counts).map(|(state, count)| count.row(state.area.name)).collect();
    rows.push(all.row("all"));
    println!("{}", table(rows));
    let mut good = counts.iter().all(|count| count.is_enough());
    for state in states {
        let outcomes: Vec<_> = state.outcomes().collect();
        for (mutant, outcome) in &outcomes {
            if *outcome == Some(Outcome::Missed) && !accepted.has(mutant) {
                println!("missed: {}", mutant.name);
            }
        }
        for (title, fault) in accepted.faults(&outcomes) {
            println!("accepted.txt: {fault}: {title}");
            good = false;
        }
    }
    good
}

fn table(rows: Vec<[String; 10]>) -> Table {
    let mut table = Table::new();
    table.load_preset(presets::NOTHING).set_content_arrangement(ContentArrangement::Disabled);
    table
        .set_style(TableComponent::HeaderLines, '─')
        .set_style(TableComponent::MiddleHeaderIntersections, '─');
    table.set_header(HEAD).add_rows(rows);
    for (number, column) in table.column_iter_mut().enumerate() {
        column.set_cell_alignment(if number == 0 { CellAlignment::Left } else { CellAlignment::Right });
        column.set_padding((0, 2));
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_score_is_over_viable_mutants() {
        let count =
            Count { mutants: 30, left: 5, unviable: 5, caught: 18, timeout: 1, missed: 1, accepted: 1 };
        assert_eq!((count.viable(), count.score()), (20, 95.0));
        assert!(count.is_enough());
        assert!(!Count { accepted: 0, ..count }.is_enough(), "a survivor without a reason");
        assert!(!Count { caught: 17, ..count }.is_enough(), "fewer than 95 %");
        let none = Count { mutants: 3, left: 3, ..Count::default() };
        assert!(none.is_enough() && none.row("a")[9] == "-");
        assert_eq!(count.plus(none).row("all").join(" "), "all 33 8 5 20 18 1 1 1 95.0 %");
    }
}
