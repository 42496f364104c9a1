//! Joins against brute force: every pair of shapes, every form of result, every level and number of threads.
//!
//! A *round* is one [`sets::Sets`] of left and right rows, some of which may not be finite. `scalar::exact`
//! answers every pair of them once ([`case`]). Then the join runs in every [`forms::Form`] at every level, on
//! one of [`THREADS`] by turns, and each answer is compared with those pairs, which are sorted and
//! without duplicates. Sets that are long enough for threads cost more, and run at one level by turns.
//!
//! - [`sets`] draws the rows: pairs by [`crate::families`], put where a broad phase may stumble;
//! - [`case`] is two sets and the pairs that hit, [`forms`] the forms of an answer;
//! - [`mismatch`] removes rows while the answer stays wrong, and shows what is left.

use soa::{Level, Query};

use crate::mismatch::Mismatch;
use crate::pairs::{PAIRS, Pair};
use crate::places::{At, THREADS, runnable};
use crate::tally::Tally;
use crate::target::Target;

pub mod case;
pub mod forms;
pub mod mismatch;
pub mod sets;

use case::Case;
use forms::{Answering, Form, refit};
use sets::{Drawn, Length, Sets, Spread};

/// Two kinds of rows, and how they are joined.
#[derive(Clone, Copy, Debug)]
pub struct Kind {
    /// The shapes.
    pub pair: &'static Pair,
    /// Both sides are one set, each pair of which is answered once.
    pub own: bool,
}

impl Kind {
    /// Every join of two sets, then every one of a set with itself.
    pub fn all() -> impl Iterator<Item = Self> {
        let two = PAIRS.iter().map(|pair| Self { pair, own: false });
        two.chain(PAIRS.iter().filter(|pair| pair.is_own()).map(|pair| Self { pair, own: true }))
    }

    /// What it is called: `join/disk_triangle`, or `join/own/disk_disk` for a set with itself.
    pub fn name(self) -> String {
        format!("join/{}{}", if self.own { "own/" } else { "" }, self.pair.stem)
    }

    /// The forms of result that the join has.
    pub fn forms(self) -> &'static [Form] {
        if self.own { &Form::OF_OWN } else { &Form::ALL }
    }
}

/// Checks every form of result.
///
/// # Errors
/// The first form whose answer is wrong, and where.
pub fn check(
    answering: Answering,
    drawn: &Drawn,
    levels: &[Level],
    tally: &mut Tally,
) -> Result<(), (Form, At)> {
    let case = &drawn.case;
    for at in places(drawn.number, drawn.length, levels) {
        for &form in case.kind.forms() {
            if is_wrong(answering, case, form, at) {
                return Err((form, at));
            }
            tally.add("answers", 1);
        }
        tally.add(&format!("threads/{}", THREADS[at.threads]), 1);
    }
    Ok(())
}

/// Whether an answer differs from that of brute force.
pub fn is_wrong(answering: Answering, case: &Case, form: Form, at: At) -> bool {
    at.run(|| answering(case, form, at)) != forms::expected(case, form)
}

/// Where a set with this number runs: at every level, on another number of threads each; a tall one at one of
/// them.
pub fn places(number: u64, length: Length, levels: &[Level]) -> Vec<At> {
    let (number, threads) = (number as usize, runnable());
    if length != Length::Tall {
        let place = |(i, &level)| At { level, threads: (number + i) % threads };
        return levels.iter().enumerate().map(place).collect();
    }
    // The next number of threads comes after a whole turn of the lengths, the most first.
    let (turn, most) = (number / Length::TURN, threads - 1);
    let level = levels.iter().cycle().nth(turn);
    level.map(|&level| At { level, threads: most - turn % most.max(1) }).into_iter().collect()
}

/// A join to be tested.
pub struct JoinTarget {
    kind: Kind,
    name: String,
    sets: Sets,
    levels: Vec<Level>,
    tally: Tally,
}

impl JoinTarget {
    /// To run at these levels.
    pub fn new(kind: Kind, seed: u64, job: u64, levels: &[Level]) -> Self {
        let name = kind.name();
        let sets = Sets::new(kind, seed, &name, job);
        Self { kind, name, sets, levels: levels.to_vec(), tally: Tally::default() }
    }

    /// Counts a set.
    fn count(&mut self, drawn: &Drawn) {
        let (case, tally) = (&drawn.case, &mut self.tally);
        let has_hits = !case.hits.is_empty();
        tally.add("sets", 1);
        tally.add("pairs", case.compared);
        tally.add("hits", case.hits.len() as u64);
        tally.note("no hits", !has_hits);
        tally.note("not finite", drawn.broken);
        tally.note(&format!("hits in/{:?}", drawn.spread), has_hits);
        tally.add(&format!("length/{:?}", drawn.length), 1);
        if case.kind.forms().contains(&Form::Refit) {
            let query = Query::new().sequential();
            let outcomes =
                [Form::Refit, Form::Moved].map(|form| refit(case, form, query).map(|(_, new)| new));
            tally.note("rebuilt", outcomes.contains(&Ok(true)));
            tally.note("kept", outcomes.contains(&Ok(false)));
        }
    }
}

impl Target for JoinTarget {
    fn name(&self) -> &str {
        &self.name
    }

    fn tally(&self) -> &Tally {
        &self.tally
    }

    fn classes(&self) -> Vec<String> {
        let plain = ["hits", "no hits", "not finite"].map(str::to_owned);
        let refits = ["kept", "rebuilt"].map(str::to_owned).into_iter().filter(|_| !self.kind.own);
        let spreads = Spread::ALL.iter().map(|spread| format!("hits in/{spread:?}"));
        let lengths = Length::ALL.iter().map(|length| format!("length/{length:?}"));
        let threads = THREADS[..runnable()].iter().map(|threads| format!("threads/{threads}"));
        plain.into_iter().chain(refits).chain(spreads).chain(lengths).chain(threads).collect()
    }

    fn cost(&self) -> u64 {
        8
    }

    fn round(&mut self) -> Result<(), Box<Mismatch>> {
        let drawn = self.sets.draw();
        self.count(&drawn);
        check(&forms::answer, &drawn, &self.levels, &mut self.tally).map_err(|(form, at)| {
            let source = format!("seed {}, job {}", self.sets.seed, self.sets.job);
            Box::new(mismatch::describe(&forms::answer, &drawn, form, at, &source))
        })
    }
}
