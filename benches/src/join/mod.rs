//! Joins, and broad phases of other libraries beside them: all on the same rows, with the same exact tests.
//!
//! The peers find pairs whose boxes meet, from boxes that are made in the pass. These pairs are copied into
//! columns a block at a time, unchecked, and tested by the kernel of the join. The peers' lists are in no
//! order, and ours are sorted. Peers run on one thread. Their pairs are compared with ours.
//!
//! A workload is timed as `join/<workload>`, all from the rows to the list of pairs, indexes included. Times
//! are of a left row. What each phase of it takes is `join/phases/<workload>`.

pub(crate) mod narrow;
pub(crate) mod peers;
mod phases;
mod workloads;

use std::time::Duration;

use rayon::ThreadPoolBuilder;
use record::Record;
use scalar::dim2::{Aabb, Disk, Triangle};
use scalar::dim3::Aabb3;
use soa::join::{Bounded, Join};
use soa::kernel::Intersects;
use soa::{Columns, Level, Pairs, Query, Shape};

use crate::contender::{Contender, repeat};
use crate::peers::boxes::Corners;
use crate::workload::columns;
use narrow::{Narrow, checksum};
use peers::{BroadPhase, GeoIndex, Obvhs, Packed, Parry2, Parry3, Rstar, StaticAabb};

/// Left rows of the workloads that can be made of any size.
const ROWS: [usize; 4] = [10_000, 100_000, 1_000_000, 10_000_000];

/// The pairs that hit in these rows; 0 where a workload is not timed.
type PairCounts = [usize; 4];

/// Makes the rows of both sides, given the number of left ones.
type Make<A, B> = fn(usize) -> (Vec<A>, Vec<B>);

/// Triangles with as many disks.
const PLANE: [(&str, Make<Triangle, Disk>, PairCounts); 8] = [
    ("uniform", workloads::uniform, [8_762, 86_448, 869_439, 8_700_556]),
    ("clustered", workloads::clustered, [8_398, 87_344, 878_068, 8_788_022]),
    ("skewed", workloads::skewed, [10_771, 115_854, 1_159_769, 11_663_682]),
    ("giants", workloads::giants, [2_254, 0, 1_237_207, 0]),
    ("far", workloads::far, [8_474, 0, 866_972, 0]),
    ("line", workloads::line, [6_614, 0, 659_279, 0]),
    ("crowded", workloads::crowded, [18_832, 0, 1_975_216, 0]),
    ("nested", workloads::nested, [55, 0, 1_588_436, 0]),
];
/// Triangles with a fiftieth as many disks, which are elsewhere.
const SPARSE: PairCounts = [0, 22, 161, 0];
/// Squares with as many squares.
const SQUARES: PairCounts = [3, 388, 39_974, 0];
/// Spheres with the triangles of the bunny.
const BUNNY: PairCounts = [6_080, 62_772, 628_360, 6_261_020];
const FACES: usize = 3_674;
/// Disks of cities with triangles of the map, and these with themselves.
const CITIES: usize = 135_233;
const REACHED: usize = 190_590;
const COUNTRIES: usize = 99_614;
const NEIGHBOURS: usize = 782_930;

/// All contenders, at these levels, of which the best is the last: the uniform workload at all of them. A
/// quick run has about 100,000 rows of each workload, and a million uniform ones with the peers that are
/// fastest there.
pub fn contenders(levels: &[Level], quick: bool) -> Vec<Contender> {
    let best = levels.last().copied().unwrap_or(Level::PORTABLE);
    let mut all = Vec::new();
    for (name, make, counts) in PLANE {
        for (rows, hits) in ROWS.into_iter().zip(counts).filter(|(_, hits)| *hits > 0) {
            let workload = Workload::new(name, [rows, rows], hits, make);
            let others = levels.iter().filter(|&&level| name == "uniform" && level != best);
            all.extend(others.map(|&level| workload.soa(level, 1)));
            all.extend(workload.in_the_plane(best));
        }
    }
    for (rows, hits) in ROWS.into_iter().zip(SPARSE).filter(|(_, hits)| *hits > 0) {
        all.extend(Workload::new("sparse", [rows, rows / 50], hits, workloads::sparse).in_the_plane(best));
    }
    for (rows, hits) in ROWS.into_iter().zip(SQUARES).filter(|(_, hits)| *hits > 0) {
        all.extend(
            Workload::new("swiftspatial", [rows, rows], hits, workloads::swiftspatial).in_the_plane(best),
        );
    }
    let map = Workload::new("map", [CITIES, COUNTRIES], REACHED, |_| workloads::map());
    all.extend(map.in_the_plane(best));
    for (rows, hits) in ROWS.into_iter().zip(BUNNY) {
        all.extend(Workload::new("bunny", [rows, FACES], hits, workloads::bunny).in_space(best));
    }
    let make = |_| (workloads::countries(), workloads::countries());
    let mut own = Workload::new("own", [COUNTRIES, COUNTRIES], NEIGHBOURS, make);
    own.own = Some(|rows, query| Join::self_join(rows)?.query(query).pairs());
    all.extend(own.in_the_plane(best));
    all.extend(phases::contenders(best));
    all.retain(|contender| !quick || is_quick(&contender.record));
    all
}

fn is_quick(record: &Record) -> bool {
    let is_fast = ["soa", "geo-index", "packed", "rstar"].iter().any(|name| record.who.starts_with(name));
    match record.rows {
        _ if record.bench.starts_with("join/phases") => false,
        50_000..1_000_000 => true,
        rows => rows == 1_000_000 && record.bench == "join/uniform" && is_fast,
    }
}

/// A pass that a pool of threads can run.
type SentPass = Box<dyn FnMut(u64) -> (Duration, usize) + Send>;

/// A join of rows with themselves.
type OwnJoin<A> = fn(&Columns<A>, Query) -> Result<Pairs, soa::Error>;

/// Rows of both sides, that are made when they are needed.
struct Workload<A: Shape, B> {
    name: &'static str,
    rows: [usize; 2],
    hits: usize,
    make: Make<A, B>,
    /// The join of the left rows with themselves, where the right ones are the same.
    own: Option<OwnJoin<A>>,
}

impl<A: Intersects<B>, B: Shape> Workload<A, B> {
    fn new(name: &'static str, rows: [usize; 2], hits: usize, make: fn(usize) -> (Vec<A>, Vec<B>)) -> Self {
        Self { name, rows, hits, make, own: None }
    }

    /// The contender that finds pairs by this function, from the rows on.
    fn contender(
        &self,
        who: String,
        threads: usize,
        prepare: impl Fn(Vec<A>, Vec<B>) -> SentPass + 'static,
    ) -> Contender {
        let ([left, right], make) = (self.rows, self.make);
        let record =
            Record { threads: Some(threads), ..Record::new(format!("join/{}", self.name), who, left) };
        let right_bytes = if self.own.is_some() { 0 } else { right * size_of::<B>() };
        let contender = Contender::new(record, self.hits, move || {
            let (a, b) = make(left);
            assert_eq!([a.len(), b.len()], [left, right], "as the workload says");
            let mut pass = prepare(a, b);
            let pool =
                ThreadPoolBuilder::new().num_threads(threads).build().expect("two threads can be started");
            Box::new(move |passes| pool.install(|| pass(passes)))
        });
        Contender { input: left * size_of::<A>() + right_bytes, ..contender }
    }

    /// The join.
    fn soa(&self, level: Level, threads: usize) -> Contender {
        let (own, query) = (self.own, Query::new().with_level(level));
        let (suffix, query) = if threads == 1 { ("", query.sequential()) } else { ("/two_threads", query) };
        self.contender(format!("soa/{level}{suffix}"), threads, move |a, b| {
            let (a, b) = (columns(&a), columns(&b));
            Box::new(move |passes| repeat(passes, || joined(&a, &b, own, query), Pairs::len))
        })
    }

    /// A peer, with the narrow phase of the join; `corners` are those of a box.
    fn peer<P: BroadPhase<N>, const N: usize>(
        &self,
        level: Level,
        corners: fn(A::Bounds) -> Corners<N>,
    ) -> Contender
    where
        A: Bounded,
        B: Bounded<Bounds = A::Bounds>,
    {
        let (query, own) = (Query::new().with_level(level).sequential(), self.own);
        let who = if own.is_some() { P::OWN_CALL } else { P::CALL };
        self.contender(who.to_owned(), 1, move |a, b| {
            let expected = checksum(joined(&columns(&a), &columns(&b), own, query).iter());
            Box::new(move |passes| {
                let pairs = || {
                    let mut narrow = Narrow::new(query, &a, &b);
                    let found = |i, j| narrow.add(i, j);
                    let left = a.iter().map(|row| corners(row.bounds()));
                    if own.is_some() {
                        P::own_pairs(left, found);
                    } else {
                        P::pairs(left, b.iter().map(|row| corners(row.bounds())), found);
                    }
                    narrow.finish()
                };
                repeat(passes, pairs, |pairs| {
                    assert_eq!(checksum(pairs.iter().copied()), expected, "{who}: the same pairs as ours");
                    pairs.len()
                })
            })
        })
    }
}

/// The pairs that the join finds.
fn joined<A: Intersects<B>, B: Shape>(
    a: &Columns<A>,
    b: &Columns<B>,
    own: Option<OwnJoin<A>>,
    query: Query,
) -> Pairs {
    let pairs = match own {
        Some(own) => own(a, query),
        None => Join::new(a, b).and_then(|join| join.query(query).pairs()),
    };
    pairs.expect("few pairs")
}

impl<A: Intersects<B> + Bounded<Bounds = Aabb>, B: Bounded<Bounds = Aabb>> Workload<A, B> {
    fn in_the_plane(&self, level: Level) -> [Contender; 8] {
        let corners = |bounds: Aabb| [bounds.min, bounds.max];
        [
            self.soa(level, 1),
            self.soa(level, 2),
            self.peer::<GeoIndex, 2>(level, corners),
            self.peer::<Rstar, 2>(level, corners),
            self.peer::<StaticAabb, 2>(level, corners),
            self.peer::<Packed, 2>(level, corners),
            self.peer::<Parry2, 2>(level, corners),
            self.peer::<Obvhs, 2>(level, corners),
        ]
    }
}

impl<A: Intersects<B> + Bounded<Bounds = Aabb3>, B: Bounded<Bounds = Aabb3>> Workload<A, B> {
    fn in_space(&self, level: Level) -> [Contender; 6] {
        let corners = |bounds: Aabb3| [bounds.min, bounds.max];
        [
            self.soa(level, 1),
            self.soa(level, 2),
            self.peer::<Rstar, 3>(level, corners),
            self.peer::<Parry3, 3>(level, corners),
            self.peer::<Obvhs, 3>(level, corners),
            self.peer::<Packed, 3>(level, corners),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn small_workloads_are_joined_alike() {
        let small = contenders(&[Level::PORTABLE], false).into_iter().filter(|c| c.record.rows == 10_000);
        let mut calls = HashSet::new();
        for Contender { record, prepare, .. } in small {
            assert_eq!(prepare()(1).1, record.hits, "{}", record.id());
            calls.insert(record.who);
        }
        assert_eq!(calls.len(), 2 + 7);
    }

    #[test]
    fn a_quick_run_is_a_part_of_a_full_one() {
        let ids = |quick| -> HashSet<_> {
            let all = contenders(Level::available(), quick);
            let ids: HashSet<_> = all.iter().map(|contender| contender.record.id()).collect();
            assert_eq!(ids.len(), all.len());
            ids
        };
        let (quick, full) = (ids(true), ids(false));
        assert!(quick.is_subset(&full) && quick.len() < full.len());
        for name in ["uniform", "clustered", "skewed", "sparse", "map", "bunny", "own"] {
            assert!(quick.iter().any(|id| id.starts_with(&format!("join/{name}/soa"))), "{name}");
        }
    }
}
