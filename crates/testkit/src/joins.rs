//! Joins against brute force: every pair of shapes, every form of result, every level and number of threads.
//!
//! A *round* is one [`sets::Sets`] of left and right rows, some of which may not be finite. `scalar::exact`
//! answers every pair of them once ([`case`]). Then the join runs in every [`forms::Form`] at every level, on
//! one of [`forms::THREADS`] by turns, and each answer is compared with those pairs, which are sorted and
//! without duplicates. Sets that are long enough for threads cost more, and run at one level by turns.
//!
//! - [`sets`] draws the rows: pairs by [`crate::families`], put where a broad phase may stumble;
//! - [`case`] is two sets and the pairs that hit, [`forms`] the forms of an answer;
//! - [`mismatch`] removes rows while the answer stays wrong, and shows what is left;
//! - [`faults`] breaks answers on purpose, [`tally`] is what was met;
//! - [`Target`] is a join with all of that.

use soa::join::{AnyJoin, Join};
use soa::{AnyView, Error, Level, ShapeKind};

use crate::pairs::{PAIRS, Pair};

pub mod case;
pub mod faults;
pub mod forms;
pub mod mismatch;
pub mod sets;
pub mod tally;
mod target;

use case::Case;
use forms::{At, Engine, Form};
use sets::{Drawn, Length};
use tally::Tally;
pub use target::{Target, targets};

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

    /// The left shape.
    pub fn left(self) -> ShapeKind {
        self.pair.left
    }

    /// The right shape.
    pub fn right(self) -> ShapeKind {
        self.pair.right
    }

    /// The forms of result that the join has.
    pub fn forms(self) -> &'static [Form] {
        if self.own { Form::OF_OWN } else { &Form::ALL }
    }

    /// Whether two finite rows have a point in common.
    pub fn hit(self, a: &[f32], b: &[f32]) -> bool {
        self.pair.ground_truth().exact(a, b)
    }

    /// The join.
    ///
    /// # Errors
    /// Those of the join.
    pub fn join<'a>(self, a: &AnyView<'a>, b: &AnyView<'a>) -> Result<AnyJoin<'a>, Error> {
        if self.own { Join::self_join_any(a) } else { Join::of_any(a, b) }
    }
}

/// Checks every form of result.
///
/// # Errors
/// The first form whose answer is wrong, and where.
pub fn check(
    engine: &dyn Engine,
    drawn: &Drawn,
    levels: &[Level],
    tally: &mut Tally,
) -> Result<(), (Form, At)> {
    tally.count(drawn);
    for at in places(drawn.number, drawn.length, levels) {
        at.run(|| wrong(engine, &drawn.case, at, tally)).map_err(|form| (form, at))?;
    }
    Ok(())
}

/// Where a set with this number runs: at every level, on another number of threads each; a tall one at one of
/// them.
pub fn places(number: u64, length: Length, levels: &[Level]) -> Vec<At> {
    let (number, threads) = (number as usize, forms::runnable());
    if length != Length::Tall {
        let place = |(i, &level)| At { level, threads: (number + i) % threads };
        return levels.iter().enumerate().map(place).collect();
    }
    // The next number of threads comes after a whole turn of the lengths, the most first.
    let (turn, most) = (number / Length::TURN, threads - 1);
    let level = levels.iter().cycle().nth(turn);
    level.map(|&level| At { level, threads: most - turn % most.max(1) }).into_iter().collect()
}

/// The first form whose answer is wrong.
fn wrong(engine: &dyn Engine, case: &Case, at: At, tally: &mut Tally) -> Result<(), Form> {
    for &form in case.kind.forms() {
        if engine.answer(case, form, at) != forms::expected(case, form) {
            return Err(form);
        }
        tally.answered(form, at);
    }
    Ok(())
}
