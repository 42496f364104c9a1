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
//! - [`faults`] breaks answers on purpose, [`tally`] is what was met.

use core::marker::PhantomData;

use scalar::exact::Exact;
use soa::join::{Bounded, Join};
use soa::kernel::{Overlap, Predicate};
use soa::{Error, Level, View};

use crate::oracle::Oracle;
use crate::pairs::{OwnVisitor, PairVisitor, visit, visit_own};

pub mod ask;
pub mod case;
pub mod faults;
pub mod mismatch;
pub mod sets;
pub mod tally;

use ask::{At, Engine, Form, Sound};
use case::Case;
use faults::Report;
use mismatch::{Mismatch, Source};
use sets::{Drawn, Length, Sets};
use tally::Tally;

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

/// A join to be tested.
pub trait Target: Send {
    /// Its name: `join/disk_triangle`, or `join/own/disk_disk` for a set with itself.
    fn name(&self) -> &str;
    /// What was met so far.
    fn tally(&self) -> &Tally;
    /// The classes that it could have met at its levels and did not.
    fn missing(&self, tally: &Tally) -> Vec<String>;
    /// One round.
    ///
    /// # Errors
    /// The first answer that is not as brute force says, with as few rows as will do.
    fn round(&mut self) -> Result<(), Box<Mismatch>>;
    /// Breaks answers and counts the sets until that is noticed.
    fn self_check(&self) -> Report;
}

/// Every join, to run at these levels. Targets of the same seed and job draw the same sets.
pub fn targets(seed: u64, job: u64, levels: &[Level]) -> Vec<Box<dyn Target>> {
    let mut collect = Collect { seed, job, levels, targets: Vec::new() };
    visit(&mut collect);
    visit_own(&mut collect);
    collect.targets
}

struct Collect<'a> {
    seed: u64,
    job: u64,
    levels: &'a [Level],
    targets: Vec<Box<dyn Target>>,
}

impl Collect<'_> {
    fn add<K: Kind>(&mut self, name: String) {
        let sets = Sets::new(self.seed, &name, self.job);
        let levels = self.levels.to_vec();
        self.targets.push(Box::new(Typed::<K> { name, sets, levels, tally: Tally::default() }));
    }
}

impl PairVisitor for Collect<'_> {
    fn pair<A, B, P>(&mut self, stem: &'static str)
    where
        A: Overlap<B> + Oracle<B> + Exact<B> + Bounded,
        B: Overlap<A> + Oracle<A> + Bounded<Bounds = A::Bounds>,
        P: Predicate<A = A, B = B>,
    {
        self.add::<Two<A, B>>(format!("join/{stem}"));
    }
}

impl OwnVisitor for Collect<'_> {
    fn own<S: Overlap<S> + Exact<S> + Bounded>(&mut self, stem: &'static str) {
        self.add::<Own<S>>(format!("join/own/{stem}"));
    }
}

struct Typed<K: Kind> {
    name: String,
    sets: Sets<K>,
    levels: Vec<Level>,
    tally: Tally,
}

impl<K: Kind> Target for Typed<K> {
    fn name(&self) -> &str {
        &self.name
    }

    fn tally(&self) -> &Tally {
        &self.tally
    }

    fn missing(&self, tally: &Tally) -> Vec<String> {
        tally.missing(K::FORMS, &self.levels)
    }

    fn round(&mut self) -> Result<(), Box<Mismatch>> {
        let drawn = self.sets.draw();
        check(&Sound, &drawn, &self.levels, &mut self.tally).map_err(|(form, at)| {
            let source =
                Source { name: &self.name, seed: self.sets.seed, job: self.sets.job, set: drawn.number };
            Box::new(Mismatch::new(&Sound, &drawn, form, at, &source))
        })
    }

    fn self_check(&self) -> Report {
        faults::self_check::<K>(&self.name)
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
    let turn = drawn.number as usize;
    for (i, &level) in levels.iter().enumerate() {
        // The next number of threads comes after a whole turn of the levels.
        let threads = if drawn.length == Length::Tall {
            if i != turn / Length::TURN % levels.len() {
                continue;
            }
            let most = ask::runnable() - 1;
            most - turn / Length::TURN % most.max(1)
        } else {
            (turn + i) % ask::runnable()
        };
        let at = At { level, threads };
        at.run(|| wrong(engine, &drawn.case, at, tally)).map_err(|form| (form, at))?;
    }
    Ok(())
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
