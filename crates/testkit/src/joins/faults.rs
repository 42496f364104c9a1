//! Is every comparison of joins made? Answers are broken on purpose, one fault in one form at a time.
//!
//! There is one fault for each kind. How well the tests cover the code of the joins is measured by
//! cargo-mutants.

use std::time::{Duration, Instant};

use soa::Level;
use soa::join::Join;

use super::Kind;
use super::case::{Case, Hit};
use super::forms::{Answer, At, Engine, Form, Sound, before, expected, of_pairs, runnable};
use super::sets::{Drawn, Sets};
use super::tally::Tally;
use crate::rows::Columns;

/// A way in which the answer of a join can be wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The last pair is lost.
    Lost,
    /// The first pair that does not hit is listed.
    Extra,
    /// The last pair is listed twice.
    Doubled,
    /// Two right rows of a left row are in the wrong order.
    Disordered,
    /// The last pair is listed at another left row.
    Misplaced,
    /// An index holds the rows from before it was refit.
    Stale,
    /// `at_most` is off by one.
    Limit,
}

use Form::{Any, AtMost, Blocks, Count, Csr, Kept, Moved, One, Pairs, Refit, Rows, Swapped, TooMany};

impl Fault {
    /// Every fault.
    pub const ALL: [Self; 7] =
        [Self::Lost, Self::Extra, Self::Doubled, Self::Disordered, Self::Misplaced, Self::Stale, Self::Limit];

    /// Its name in tables and reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Lost => "pair lost",
            Self::Extra => "pair too many",
            Self::Doubled => "pair twice",
            Self::Disordered => "right rows disordered",
            Self::Misplaced => "pair at another row",
            Self::Stale => "rows from before",
            Self::Limit => "limit off by one",
        }
    }

    /// Whether an answer of this form can show it.
    pub fn shows(self, kind: Kind, form: Form) -> bool {
        let can = match self {
            Self::Lost => true,
            Self::Extra => form != TooMany,
            Self::Doubled => ![Any, Rows, TooMany].contains(&form),
            Self::Disordered => ![Count, Any, Rows, TooMany].contains(&form),
            Self::Misplaced => ![Count, Any, TooMany].contains(&form),
            Self::Stale => [Refit, Moved].contains(&form),
            Self::Limit => [AtMost, TooMany].contains(&form),
        };
        can && kind.forms().contains(&form)
    }

    /// Breaks a correct list of pairs.
    fn apply(self, case: &Case, is_swapped: bool, pairs: &mut Vec<Hit>) {
        match self {
            Self::Lost => drop(pairs.pop()),
            Self::Extra => {
                let sizes = [case.a.len() as u32, case.b.len() as u32];
                let [lefts, rights] = if is_swapped { [sizes[1], sizes[0]] } else { sizes };
                let mut all = (0..lefts).flat_map(|i| (0..rights).map(move |j| (i, j)));
                let extra = all.find(|pair| pairs.binary_search(pair).is_err());
                pairs.extend(extra);
                pairs.sort_unstable();
            }
            Self::Doubled => pairs.extend(pairs.last().copied()),
            Self::Disordered => {
                if let Some(i) = pairs.windows(2).rposition(|two| two[0].0 == two[1].0) {
                    pairs.swap(i, i + 1);
                }
            }
            Self::Misplaced => {
                if let Some((left, _)) = pairs.last_mut() {
                    *left = left.checked_sub(1).unwrap_or(1);
                }
            }
            Self::Stale | Self::Limit => {}
        }
    }
}

/// The join with a fault in one form of its answers.
#[derive(Clone, Copy, Debug)]
pub struct Broken {
    /// The fault.
    pub fault: Fault,
    /// The form.
    pub form: Form,
}

impl Engine for Broken {
    fn answer(&self, case: &Case, form: Form, at: At) -> Answer {
        let listed = match (self.fault, form) {
            _ if form != self.form => return Sound.answer(case, form, at),
            (Fault::Limit, AtMost) => return expected(case, TooMany),
            (Fault::Limit, _) => return expected(case, Pairs),
            (Fault::Stale, _) => {
                let rows = Columns::of(case.kind.right(), &before(case, form));
                return Join::of_any(&case.left(), &rows.all()).and_then(|join| join.pairs()).into();
            }
            (_, Swapped | One | Csr | Blocks | Kept | Refit | Moved) => Sound.answer(case, form, at),
            _ => Sound.answer(case, Pairs, at),
        };
        let Answer::Pairs(mut pairs) = listed else { return listed };
        self.fault.apply(case, form == Swapped, &mut pairs);
        of_pairs(case, form, pairs)
    }
}

/// The result of checking one fault in one form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The fault.
    pub fault: Fault,
    /// The form.
    pub form: Form,
    /// What it took to notice it, or None.
    pub caught: Option<Caught>,
}

/// What it took to notice a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Caught {
    /// Sets.
    pub sets: u64,
    /// The time in which a run of this join alone, on one thread and at the portable level, checks these
    /// sets.
    pub time: Duration,
}

/// The result of the self-check of a join.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// Whether the loop is silent with nothing broken.
    pub sound: bool,
    /// One for each fault in each form that can show it.
    pub outcomes: Vec<Outcome>,
}

impl Report {
    /// The faults that were not noticed.
    pub fn silent(&self) -> impl Iterator<Item = &Outcome> {
        self.outcomes.iter().filter(|outcome| outcome.caught.is_none())
    }

    /// Whether something is wrong.
    pub fn failed(&self) -> bool {
        !self.sound || self.silent().count() > 0
    }
}

/// Sets after which a fault counts as not noticed.
const MAX_SETS: u64 = 512;

/// Breaks every form of answers in every way, and counts the sets until that is noticed.
pub(super) fn self_check(kind: Kind) -> Report {
    let faults = Fault::ALL.into_iter().flat_map(|fault| kind.forms().iter().map(move |&form| (fault, form)));
    let mut outcomes: Vec<Outcome> = faults
        .filter(|(fault, form)| fault.shows(kind, *form))
        .map(|(fault, form)| Outcome { fault, form, caught: None })
        .collect();
    let (mut sets, mut sound, mut time) = (Sets::new(kind, 0, &kind.name(), 0), true, Duration::ZERO);
    for n in 1..=MAX_SETS {
        let start = Instant::now();
        let drawn = sets.draw();
        sound &= super::check(&Sound, &drawn, &[Level::PORTABLE], &mut Tally::default()).is_ok();
        time += start.elapsed();
        for outcome in outcomes.iter_mut().filter(|outcome| outcome.caught.is_none()) {
            let caught = Caught { sets: n, time };
            outcome.caught = noticed(&drawn, outcome.fault, outcome.form).then_some(caught);
        }
        if outcomes.iter().all(|outcome| outcome.caught.is_some()) {
            break;
        }
    }
    Report { sound, outcomes }
}

fn noticed(drawn: &Drawn, fault: Fault, form: Form) -> bool {
    let at = At { level: Level::PORTABLE, threads: drawn.number as usize % runnable() };
    at.run(|| Broken { fault, form }.answer(&drawn.case, form, at) != expected(&drawn.case, form))
}
