//! Joins against brute force: every pair of shapes, every form of result, every level and number of threads.
//!
//! A *round* is one [`sets::Sets`] of left and right rows, some of which may not be finite. `scalar::exact` answers every
//! pair of them once ([`case`]). Then the join is asked in every [`ask::Form`] at every level, on one of [`ask::THREADS`] by
//! turns, and each answer is compared with those pairs, which are sorted and without duplicates. Sets that are long enough
//! for threads cost more, and are asked at one level by turns.
//!
//! - [`sets`] draws the rows: pairs by [`crate::families`], put where a broad phase may stumble;
//! - [`case`] is two sets and the pairs that hit, [`ask`] the forms of an answer;
//! - [`mismatch`] removes rows while the answer stays wrong, and shows what is left;
//! - `faults` breaks answers on purpose, [`tally`] is what was met;
//! - `Target` is a join with all of that, without its shapes.

use core::marker::PhantomData;

use scalar::exact::Exact;
use soa::join::{Bounded, Join};
use soa::kernel::Overlap;
use soa::{Error, Level, View};

pub mod ask;
pub mod case;
#[cfg(feature = "fuzz")]
pub mod faults;
pub mod mismatch;
pub mod sets;
pub mod tally;
#[cfg(feature = "fuzz")]
mod target;

use ask::{At, Engine, Form};
use case::Case;
use sets::{Drawn, Length};
use tally::Tally;
#[cfg(feature = "fuzz")]
pub use target::{Target, targets};

/// Two kinds of rows, and how they are joined.
pub trait Kind: Send + 'static {
    /// The left shape.
    type A: Overlap<Self::B> + Bounded;
    /// The right shape.
    type B: Overlap<Self::A> + Bounded<Bounds = <Self::A as Bounded>::Bounds>;
    /// Both sides are one set, each pair of which is answered once.
    const OWN: bool;
    /// What the join can be asked.
    const FORMS: &'static [Form];

    /// Whether two finite rows have a point in common.
    fn hit(a: &Self::A, b: &Self::B) -> bool;

    /// The join.
    ///
    /// # Errors
    /// Those of the join.
    fn join<'a, 'v>(
        a: &'a View<'v, Self::A>,
        b: &'a View<'v, Self::B>,
    ) -> Result<Join<'a, Self::A, Self::B>, Error>;
}

/// Two sets.
#[derive(Debug)]
pub struct Two<A, B>(PhantomData<fn() -> (A, B)>);

impl<A, B> Kind for Two<A, B>
where
    A: Overlap<B> + Exact<B> + Bounded,
    B: Overlap<A> + Bounded<Bounds = A::Bounds>,
{
    type A = A;
    type B = B;
    const OWN: bool = false;
    const FORMS: &'static [Form] = &Form::ALL;

    fn hit(a: &A, b: &B) -> bool {
        a.decide(b).hit
    }

    fn join<'a, 'v>(a: &'a View<'v, A>, b: &'a View<'v, B>) -> Result<Join<'a, A, B>, Error> {
        Join::new(a, b)
    }
}

/// A set with itself.
#[derive(Debug)]
pub struct Own<S>(PhantomData<fn() -> S>);

impl<S: Overlap<S> + Exact<S> + Bounded> Kind for Own<S> {
    type A = S;
    type B = S;
    const OWN: bool = true;
    const FORMS: &'static [Form] = Form::OF_OWN;

    fn hit(a: &S, b: &S) -> bool {
        a.decide(b).hit
    }

    fn join<'a, 'v>(a: &'a View<'v, S>, _: &'a View<'v, S>) -> Result<Join<'a, S, S>, Error> {
        Join::own(a)
    }
}

/// Asks for everything.
///
/// # Errors
/// The first form whose answer is wrong, and where.
pub fn check<K: Kind>(
    engine: &impl Engine,
    drawn: &Drawn<K>,
    levels: &[Level],
    tally: &mut Tally,
) -> Result<(), (Form, At)> {
    tally.count(drawn);
    for at in places(drawn.number, drawn.length, levels) {
        at.run(|| wrong(engine, &drawn.case, at, tally)).map_err(|form| (form, at))?;
    }
    Ok(())
}

/// Where a set with this number is asked: at every level, on another number of threads each; a tall one at one of them.
pub fn places(number: u64, length: Length, levels: &[Level]) -> Vec<At> {
    let (number, threads) = (number as usize, ask::runnable());
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
fn wrong<K: Kind>(engine: &impl Engine, case: &Case<K>, at: At, tally: &mut Tally) -> Result<(), Form> {
    for &form in K::FORMS {
        if engine.ask(case, form, at) != ask::expected(case, form) {
            return Err(form);
        }
        tally.answered(form, at);
    }
    Ok(())
}
