//! A short differential run of every kernel, with a fixed seed, and one call each that is large enough for threads
//! and for several tiles.

use bytemuck::Zeroable;
use soa::kernel::{Measure, Predicate, Visitor, visit_all};
use soa::{Level, Query, Shape};
use testkit::families::Family;
use testkit::generate::Generator;
use testkit::rng::Rng;
use testkit::subject::{Computes, Subject, YesNo};
use testkit::target::targets;
use testkit::trial::{columns, view};

#[test]
fn kernels_match_their_twins_and_every_class_is_met() {
    let mut kernels = 0;
    for mut target in targets(20_260_101, 0) {
        for _ in 0..480 {
            target.round().unwrap_or_else(|mismatch| panic!("{mismatch}"));
        }
        let missing = target.tally().missing(target.classes());
        assert!(missing.is_empty(), "{} met no {missing:?}: {:?}", target.name(), target.tally());
        kernels += 1;
    }
    assert!(kernels >= 7);
}

#[test]
fn the_same_seed_meets_the_same() {
    let run = |seed| {
        let mut all = targets(seed, 1);
        let target = all.first_mut().unwrap();
        (0..48).for_each(|_| target.round().unwrap_or_else(|mismatch| panic!("{mismatch}")));
        target.tally()
    };
    assert_eq!(run(3), run(3));
    assert_ne!(run(3), run(4));
}

/// Rows that are split over threads: more than twice what one thread takes, and no whole number of registers.
const THREADED: usize = 70_003;
/// Rows of an all-pairs call: more than one tile on either side.
const LEFTS: usize = 130;
const RIGHTS: usize = 2_053;

struct Large {
    kernels: usize,
    splits: usize,
}

impl Large {
    fn check<S: Subject>(&mut self) {
        let (a, b) = rows::<S>(THREADED);
        let (a_columns, b_columns) = (columns(&a), columns(&b));
        let views = |n: usize| (view::<S::A>(&a_columns, 0, n), view::<S::B>(&b_columns, 0, n));
        let expected: Vec<_> = a.iter().zip(&b).map(|(a, b)| S::twin(a, b)).collect();
        for &level in Level::available() {
            let queries = [Query::new().level(level), Query::new().level(level).sequential()];
            for query in queries {
                for n in [THREADED, 65_536, 65_535] {
                    let (a, b) = views(n);
                    assert_eq!(S::rows(&query, &a, &b, &expected[..n]), Ok(()), "{} {query:?}", S::NAME);
                }
                self.splits += 1;
                if S::B::COLUMNS.is_empty() {
                    continue;
                }
                let (_, right) = views(THREADED);
                let one: Vec<_> = b.iter().map(|b| S::twin(&a[7], b)).collect();
                assert_eq!(S::one(&query, &a[7], &right, &one), Ok(()), "{} {query:?}", S::NAME);
                let (left, right) = (view::<S::A>(&a_columns, 0, LEFTS), view::<S::B>(&b_columns, 0, RIGHTS));
                let pairs = a[..LEFTS].iter().flat_map(|a| b[..RIGHTS].iter().map(|b| S::twin(a, b)));
                assert_eq!(S::all(&query, &left, &right, &pairs.collect::<Vec<_>>()), Ok(()), "{}", S::NAME);
            }
        }
        self.kernels += 1;
    }
}

fn rows<S: Subject>(n: usize) -> (Vec<S::A>, Vec<S::B>) {
    let mut generator = Generator::new::<S::A, S::B>(Rng::stream(9, S::NAME, 0));
    let (mut x, mut y) = (vec![0.0; S::A::COLUMNS.len()], vec![0.0; S::B::COLUMNS.len()]);
    let (mut a, mut b) = (vec![S::A::zeroed(); n], vec![S::B::zeroed(); n]);
    for i in 0..n {
        generator.pair(Family::ALL[i % Family::ALL.len()], &mut x, &mut y);
        (a[i], b[i]) = (S::A::from_values(|k| x[k]), S::B::from_values(|k| y[k]));
    }
    (a, b)
}

impl Visitor for Large {
    fn predicate<P: Predicate>(&mut self) {
        self.check::<YesNo<P>>();
    }

    fn measure<M: Measure>(&mut self) {
        self.check::<Computes<M>>();
    }
}

#[test]
fn threads_and_tiles_change_nothing() {
    let mut large = Large { kernels: 0, splits: 0 };
    visit_all(&mut large);
    assert!(large.kernels >= 7);
    assert_eq!(large.splits, large.kernels * Level::available().len() * 2);
}
