//! Is every comparison of joins made? Answers are broken on purpose, one fault in one form at a time.
//!
//! There is one fault for each kind. How well the tests cover the code of the joins is measured by
//! cargo-mutants.

use std::time::{Duration, Instant};

use soa::Level;
use soa::join::Join;
use testkit::joins::case::{Case, Hit};
use testkit::joins::forms::{Answer, Form, answer, before, expected, of_pairs, pairs};
use testkit::joins::sets::Sets;
use testkit::joins::{Kind, check, is_wrong};
use testkit::places::{At, runnable};
use testkit::rows::Columns;
use testkit::tally::Tally;

use crate::report::{Caught, FaultReport, Report};

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
    /// The limit is off by one.
    Limit,
}

use Form::{Any, AtMost, Count, Moved, Refit, Rows, Swapped, TooMany};

impl Fault {
    /// Every fault.
    pub const ALL: [Self; 7] =
        [Self::Lost, Self::Extra, Self::Doubled, Self::Disordered, Self::Misplaced, Self::Stale, Self::Limit];

    /// Whether an answer of this form can show it.
    fn shows(self, form: Form) -> bool {
        match self {
            Self::Lost => true,
            Self::Extra => form != TooMany,
            Self::Doubled => ![Any, Rows, TooMany].contains(&form),
            Self::Disordered => ![Count, Any, Rows, TooMany].contains(&form),
            Self::Misplaced => ![Count, Any, TooMany].contains(&form),
            Self::Stale => [Refit, Moved].contains(&form),
            Self::Limit => [AtMost, TooMany].contains(&form),
        }
    }

    /// Breaks a correct list of pairs.
    pub fn apply(self, case: &Case, form: Form, pairs: &mut Vec<Hit>) {
        match self {
            Self::Lost => drop(pairs.pop()),
            Self::Extra => {
                let sizes = [case.a.len() as u32, case.b.len() as u32];
                let [lefts, rights] = if form == Swapped { [sizes[1], sizes[0]] } else { sizes };
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

    /// The answer with this fault.
    fn answer(self, case: &Case, form: Form) -> Answer {
        match self {
            Self::Limit if form == AtMost => expected(case, TooMany),
            Self::Limit => expected(case, Form::Pairs),
            Self::Stale => {
                let rows = Columns::of(case.kind.pair.right, &before(case, form));
                let join = Join::of_any(&case.left(), &rows.all()).and_then(|join| join.pairs());
                let pairs = join.map_err(|error| error.to_string())?;
                of_pairs(case, form, pairs.iter().collect())
            }
            _ => {
                let mut pairs = pairs(case, form);
                self.apply(case, form, &mut pairs);
                of_pairs(case, form, pairs)
            }
        }
    }
}

/// Sets after which a fault counts as not noticed.
const MAX_SETS: u64 = 512;

/// Breaks every form of answers in every way, and counts the sets until that is noticed, on the portable
/// level.
pub fn self_check(kind: Kind) -> Report {
    let forms = |fault: Fault| kind.forms().iter().filter(move |form| fault.shows(**form));
    let faults: Vec<_> =
        Fault::ALL.into_iter().flat_map(|fault| forms(fault).map(move |&form| (fault, form))).collect();
    let mut caught: Vec<Option<Caught>> = vec![None; faults.len()];
    let (mut sets, mut is_sound, mut time) = (Sets::new(kind, 0, &kind.name(), 0), true, Duration::ZERO);
    for cases in 1..=MAX_SETS {
        let start = Instant::now();
        let drawn = sets.draw();
        is_sound &= check(&answer, &drawn, &[Level::PORTABLE], &mut Tally::default()).is_ok();
        time += start.elapsed();
        let at = At { level: Level::PORTABLE, threads: drawn.number as usize % runnable() };
        for (caught, &(fault, form)) in caught.iter_mut().zip(&faults).filter(|(caught, _)| caught.is_none())
        {
            let broken = |case: &Case, form: Form, _: At| fault.answer(case, form);
            *caught = is_wrong(&broken, &drawn.case, form, at).then_some(Caught { cases, time });
        }
        if caught.iter().all(Option::is_some) {
            break;
        }
    }
    let report = |(caught, (fault, form))| FaultReport {
        name: format!("{fault:?}, {form:?}"),
        sites: vec![caught],
        excuse: None,
        wrong: Vec::new(),
    };
    let faults = caught.into_iter().zip(faults).map(report).collect();
    Report { name: kind.name(), is_sound, faults, slow: Vec::new() }
}
