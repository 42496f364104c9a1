//! Joins, and broad phases of other libraries beside them: all on the same rows, with the same exact tests.
//!
//! The peers find pairs whose boxes meet, from boxes that are made in the pass. These pairs are copied into
//! columns and tested by the query that the join uses, but through its public interface: each row is
//! validated again on its way, and a block's hits are allocated, which the join does not need. Against that,
//! the peers' lists are in no order, and ours are sorted. Peers run on one thread.
//!
//! A workload is timed as `join/<workload>`, all from the rows to the list of pairs, and in two parts that
//! add up to that: `join/<workload>/build` is the index of the right rows, `join/<workload>/query` the rest,
//! with such an index at hand. Times are of a left row, of a right one for an index.

mod narrow;
mod peers;
mod workloads;

use std::hint::black_box;

use rayon::ThreadPoolBuilder;
use record::Record;
use scalar::dim2::{Aabb, Disk, Triangle};
use scalar::dim3::Aabb3;
use soa::join::{Bounded, Index, Join};
use soa::kernel::Intersects;
use soa::{Level, Query, Shape};

use crate::clock::{Pass, repeat};
use crate::workload::columns;
use narrow::Narrow;
use peers::{BroadPhase, Corners, GeoIndex, Obvhs, Parry2, Parry3, Rstar, StaticAabb};

/// Rows of a side and pairs that hit, of the workloads that can be made of any size.
type Sizes = [(usize, usize); 4];

const UNIFORM: Sizes = [(10_000, 8_762), (100_000, 86_448), (1_000_000, 869_439), (10_000_000, 8_700_556)];
const CLUSTERED: Sizes = [(10_000, 8_398), (100_000, 87_344), (1_000_000, 878_068), (10_000_000, 8_788_022)];
const SKEWED: Sizes =
    [(10_000, 10_771), (100_000, 115_854), (1_000_000, 1_159_769), (10_000_000, 11_663_682)];
/// Workloads that are hard to part, of two sizes, with their hits.
type Hard = (&'static str, fn(usize) -> (Vec<Triangle>, Vec<Disk>), [(usize, usize); 2]);
const HARD: [Hard; 5] = [
    ("giants", workloads::giants, [(10_000, 2_254), (1_000_000, 1_237_207)]),
    ("far", workloads::far, [(10_000, 8_474), (1_000_000, 866_972)]),
    ("line", workloads::line, [(10_000, 6_614), (1_000_000, 659_279)]),
    ("crowded", workloads::crowded, [(10_000, 18_832), (1_000_000, 1_975_216)]),
    ("nested", workloads::nested, [(10_000, 55), (1_000_000, 1_588_436)]),
];
const BUNNY: Sizes = [(10_000, 6_080), (100_000, 62_772), (1_000_000, 628_360), (10_000_000, 6_261_020)];
/// Triangles of the bunny, which is the same for any number of spheres.
const FACES: usize = 3_674;
/// Triangles of the map, and pairs of them that touch.
const COUNTRIES: usize = 99_614;
const NEIGHBOURS: usize = 782_930;
/// Cities, and pairs of a city's disk and a triangle of the map that touch.
const CITIES: usize = 135_233;
const REACHED: usize = 190_590;

/// One contender: a join of the rows of a workload, or a part of one.
pub struct Contender {
    /// The workload and the part.
    pub bench: String,
    /// Its name: `soa/<level>`, `soa/<level>/two_threads`, or another library with its call.
    pub who: String,
    /// Left rows.
    pub rows: usize,
    /// The count that a pass must give: pairs that hit, or rows where only an index is built.
    pub expected: usize,
    /// Bytes of the rows of both sides.
    pub input: usize,
    /// The part of the join that is timed.
    pub part: Part,
    /// Threads of the pass.
    pub threads: usize,
    /// Makes the rows, and all else that is not timed.
    pub prepare: Box<dyn Fn() -> Pass>,
}

/// The part of a join that is timed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// All from the rows to the pairs.
    Whole,
    /// The index of the right rows.
    Build,
    /// All but that index.
    Query,
}

/// All contenders, at these levels, of which the best is the last. A quick run has about 100,000 rows of each
/// workload, parts of the uniform one, and a million rows of that with the peers that are fastest there.
pub fn contenders(levels: &[Level], quick: bool) -> Vec<Contender> {
    let best = levels.last().copied().unwrap_or(Level::PORTABLE);
    let mut all = Vec::new();
    for (n, hits) in UNIFORM {
        let workload = Workload { name: "uniform", rows: [n, n], hits, make: workloads::uniform };
        let others = levels.iter().filter(|&&level| level != best);
        all.extend(others.map(|&level| workload.soa(Part::Whole, level, 1)));
        all.extend(workload.in_the_plane(best));
    }
    for (n, hits) in CLUSTERED {
        let workload = Workload { name: "clustered", rows: [n, n], hits, make: workloads::clustered };
        all.extend(workload.in_the_plane(best));
    }
    for (n, hits) in SKEWED {
        let workload = Workload { name: "skewed", rows: [n, n], hits, make: workloads::skewed };
        all.extend(workload.in_the_plane(best));
    }
    for (name, make, sizes) in HARD {
        for (n, hits) in sizes {
            all.extend(Workload { name, rows: [n, n], hits, make }.in_the_plane(best));
        }
    }
    let rows = [CITIES, COUNTRIES];
    all.extend(Workload { name: "map", rows, hits: REACHED, make: |_| workloads::map() }.in_the_plane(best));
    for (n, hits) in BUNNY {
        let workload = Workload { name: "bunny", rows: [n, FACES], hits, make: workloads::bunny };
        all.extend(workload.in_space(best));
    }
    let make = |_| (workloads::countries(), Vec::new());
    all.extend(Workload { name: "own", rows: [COUNTRIES, 0], hits: NEIGHBOURS, make }.alone(best));
    all.retain(|contender| !quick || contender.is_quick());
    all
}

impl Contender {
    /// The record of a measurement, of which the hits are not counted yet.
    pub fn record(&self) -> Record {
        Record { threads: Some(self.threads), ..Record::new(&self.bench, &self.who, self.rows) }
    }

    fn is_quick(&self) -> bool {
        let (uniform, whole) = (self.bench.starts_with("join/uniform"), self.part == Part::Whole);
        let fast = ["soa", "geo-index", "rstar"].iter().any(|name| self.who.starts_with(name));
        match self.rows {
            50_000..1_000_000 => uniform || whole,
            rows => rows == 1_000_000 && uniform && whole && fast,
        }
    }
}

/// Rows of both sides, left and right, that are made when they are needed.
struct Workload<A, B> {
    name: &'static str,
    rows: [usize; 2],
    hits: usize,
    make: fn(usize) -> (Vec<A>, Vec<B>),
}

impl<A: Shape, B: Shape> Workload<A, B> {
    /// The contender that makes this pass over the rows.
    fn contender(
        &self,
        part: Part,
        who: impl Into<String>,
        threads: usize,
        pass: impl Fn(Vec<A>, Vec<B>) -> Pass + 'static,
    ) -> Contender {
        let ([left, right], make) = (self.rows, self.make);
        let (suffix, expected) = match part {
            Part::Whole => ("", self.hits),
            Part::Build => ("/build", right),
            Part::Query => ("/query", self.hits),
        };
        Contender {
            bench: format!("join/{}{suffix}", self.name),
            who: who.into(),
            rows: left,
            expected,
            input: left * size_of::<A>() + right * size_of::<B>(),
            part,
            threads,
            prepare: Box::new(move || {
                let (a, b) = make(left);
                assert_eq!([a.len(), b.len()], [left, right], "as the workload says");
                pass(a, b)
            }),
        }
    }

    /// The parts to time: not only the whole where a pass takes neither too little nor too long.
    fn parts(&self) -> &'static [Part] {
        let [left, _] = self.rows;
        if (50_000..=1_000_000).contains(&left) {
            &[Part::Whole, Part::Build, Part::Query]
        } else {
            &[Part::Whole]
        }
    }
}

impl<A: Intersects<B>, B: Shape> Workload<A, B> {
    /// The join on one thread and on two.
    fn ours(&self, part: Part, level: Level) -> [Contender; 2] {
        [1, 2].map(|threads| self.soa(part, level, threads))
    }

    fn soa(&self, part: Part, level: Level, threads: usize) -> Contender {
        let query = query(level, threads);
        self.contender(part, soa(level, threads), threads, move |a, b| {
            let (a, b) = (columns(&a), columns(&b));
            match part {
                Part::Whole => repeated(threads, move || {
                    let pairs = Join::new(&a, &b).and_then(|join| join.query(query).pairs());
                    black_box(pairs.expect("few pairs")).len()
                }),
                Part::Build => repeated(threads, move || black_box(Index::new(&b).expect("few rows")).len()),
                Part::Query => {
                    let index = Index::new(&b).expect("few rows");
                    repeated(threads, move || {
                        let pairs = index.join(&a).and_then(|join| join.query(query).pairs());
                        black_box(pairs.expect("few pairs")).len()
                    })
                }
            }
        })
    }

    /// A peer, with the narrow phase of the join.
    fn peer<P: BroadPhase<N>, const N: usize>(&self, part: Part, level: Level) -> Contender
    where
        A: Boxed<N>,
        B: Boxed<N>,
    {
        let query = query(level, 1);
        let pairs = move |a: &[A], b: &[B], index: &P::Index| {
            let mut narrow = Narrow::new(query, a, b);
            P::candidates(boxes(a), index, |i, j| narrow.add(i, j));
            black_box(narrow.finish()).len()
        };
        self.contender(part, P::CALL, 1, move |a, b| match part {
            Part::Whole => repeated(1, move || pairs(&a, &b, &P::index(boxes(&b)))),
            Part::Build => repeated(1, move || {
                black_box(P::index(boxes(&b)));
                b.len()
            }),
            Part::Query => {
                let index = P::index(boxes(&b));
                repeated(1, move || pairs(&a, &b, &index))
            }
        })
    }
}

impl<A: Intersects<B> + Bounded<Bounds = Aabb>, B: Bounded<Bounds = Aabb>> Workload<A, B> {
    fn in_the_plane(&self, level: Level) -> Vec<Contender> {
        let contenders = |&part| {
            self.ours(part, level).into_iter().chain([
                self.peer::<GeoIndex, 2>(part, level),
                self.peer::<Rstar, 2>(part, level),
                self.peer::<StaticAabb, 2>(part, level),
                self.peer::<Parry2, 2>(part, level),
                self.peer::<Obvhs, 2>(part, level),
            ])
        };
        self.parts().iter().flat_map(contenders).collect()
    }
}

impl<A: Intersects<B> + Bounded<Bounds = Aabb3>, B: Bounded<Bounds = Aabb3>> Workload<A, B> {
    fn in_space(&self, level: Level) -> Vec<Contender> {
        let contenders = |&part| {
            self.ours(part, level).into_iter().chain([
                self.peer::<Rstar, 3>(part, level),
                self.peer::<Parry3, 3>(part, level),
                self.peer::<Obvhs, 3>(part, level),
            ])
        };
        self.parts().iter().flat_map(contenders).collect()
    }
}

/// Joins of the left rows with themselves.
impl Workload<Triangle, Triangle> {
    fn alone(&self, level: Level) -> Vec<Contender> {
        let ours = [1, 2].map(|threads| {
            let query = query(level, threads);
            self.contender(Part::Whole, soa(level, threads), threads, move |rows, _| {
                let rows = columns(&rows);
                repeated(threads, move || {
                    let pairs = Join::self_join(&rows).and_then(|join| join.query(query).pairs());
                    black_box(pairs.expect("few pairs")).len()
                })
            })
        });
        let peers = [
            self.peer_alone::<GeoIndex>(level),
            self.peer_alone::<Rstar>(level),
            self.peer_alone::<StaticAabb>(level),
            self.peer_alone::<Parry2>(level),
            self.peer_alone::<Obvhs>(level),
        ];
        ours.into_iter().chain(peers).collect()
    }

    fn peer_alone<P: BroadPhase<2>>(&self, level: Level) -> Contender {
        let query = query(level, 1);
        self.contender(Part::Whole, P::OWN_CALL, 1, move |rows, _| {
            repeated(1, move || {
                let mut narrow = Narrow::new(query, &rows, &rows);
                P::own_candidates(boxes(&rows), |i, j| narrow.add(i, j));
                black_box(narrow.finish()).len()
            })
        })
    }
}

/// A shape with a box whose corners have `N` coordinates.
trait Boxed<const N: usize>: Bounded {
    fn corners(&self) -> Corners<N>;
}

impl<S: Bounded<Bounds = Aabb>> Boxed<2> for S {
    fn corners(&self) -> Corners<2> {
        let Aabb { min, max } = self.bounds();
        [min, max]
    }
}

impl<S: Bounded<Bounds = Aabb3>> Boxed<3> for S {
    fn corners(&self) -> Corners<3> {
        let Aabb3 { min, max } = self.bounds();
        [min, max]
    }
}

fn boxes<S: Boxed<N>, const N: usize>(rows: &[S]) -> impl ExactSizeIterator<Item = Corners<N>> + Clone {
    rows.iter().map(S::corners)
}

fn query(level: Level, threads: usize) -> Query {
    let query = Query::new().with_level(level);
    if threads == 1 { query.sequential() } else { query }
}

fn soa(level: Level, threads: usize) -> String {
    let suffix = if threads == 1 { "" } else { "/two_threads" };
    format!("soa/{level}{suffix}")
}

/// A pass in a pool of this many threads.
fn repeated(threads: usize, mut pass: impl FnMut() -> usize + Send + 'static) -> Pass {
    let pool = ThreadPoolBuilder::new().num_threads(threads).build().expect("two threads can be started");
    Box::new(move |passes| pool.install(|| repeat(passes, &mut pass, |found| *found)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn small_workloads_are_joined_alike() {
        let small = contenders(&[Level::PORTABLE], false).into_iter().filter(|c| c.rows == 10_000);
        let mut calls = HashSet::new();
        for Contender { bench, who, expected, prepare, .. } in small {
            assert_eq!(prepare()(1).1, expected, "{bench} {who}");
            calls.insert(who);
        }
        assert_eq!(calls.len(), 2 + 6);
    }

    #[test]
    fn a_quick_run_is_a_part_of_a_full_one() {
        let ids = |quick| -> HashSet<_> {
            let all = contenders(Level::available(), quick);
            let ids: HashSet<_> = all.iter().map(|c| (c.bench.clone(), c.who.clone(), c.rows)).collect();
            assert_eq!(ids.len(), all.len());
            ids
        };
        let (quick, full) = (ids(true), ids(false));
        assert!(quick.is_subset(&full) && quick.len() < full.len());
        for name in ["uniform", "clustered", "skewed", "map", "bunny", "own"] {
            assert!(quick.iter().any(|(bench, ..)| *bench == format!("join/{name}")), "{name}");
        }
    }
}
