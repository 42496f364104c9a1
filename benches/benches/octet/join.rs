//! Triangles with as many disks in a square whose side is the root of their number: all hitting pairs, the index built in
//! each pass. Times are of a row of one side.
//!
//! The peers find pairs whose boxes meet, from boxes that are made in the pass; what they find is copied into columns
//! and tested by the same query, so that only the broad phases differ. Their lists are in no order and are not sorted.

use std::hint::black_box;
use std::time::Instant;

use benches::workload::rows;
use benches::{Clock, Pass, Record, Run};
use geo_index::rtree::sort::HilbertSort;
use geo_index::rtree::{RTree, RTreeBuilder, RTreeIndex};
use rstar::primitives::{GeomWithData, Rectangle};
use scalar::dim2::{Aabb, Disk, Triangle};
use soa::join::{Bounded, Join};
use soa::{Columns, Disks, Query, Triangles};

/// Rows of a side, with the pairs that hit.
const SIZES: [(usize, usize); 2] = [(100_000, 86_448), (1_000_000, 869_439)];

/// Candidates that are tested at once: as many as the join tests.
const BLOCK: usize = 2048;

/// Checks and times the join at each level, and with threads, beside the other indexes.
pub fn run(run: &mut Run) {
    let (levels, best) = (run.levels().to_vec(), run.best_level());
    let mut group = run.criterion.benchmark_group("join/uniform");
    let mut clock = Clock { group: &mut group };
    for (n, hits) in SIZES {
        let record = |who: &str| Record::new("join/uniform", who, n);
        let expected = || (hits, 0);
        for &level in &levels {
            let query = Query::new().level(level);
            let one = (format!("soa/{level}"), query.sequential());
            let all = (format!("soa/{level}/threads"), query);
            for (who, query) in [Some(one), (level == best).then_some(all)].into_iter().flatten() {
                clock.time(record(&who), expected, || joined(n, query));
            }
        }
        let peer = Query::new().level(best).sequential();
        clock.time(record("geo-index/intersection_candidates"), expected, || geo_index(n, peer));
        clock.time(record("rstar/intersection_candidates"), expected, || rstar(n, peer));
    }
    group.finish();
}

fn shapes(n: usize) -> (Vec<Triangle>, Vec<Disk>) {
    let side = (n as f32).sqrt();
    (rows(1, n, side), rows(2, n, side))
}

fn joined(n: usize, query: Query) -> Pass {
    let (triangles, disks) = shapes(n);
    let triangles = Columns::from_shapes(&triangles).expect("a workload breaks no rule of its shape");
    let disks = Columns::from_shapes(&disks).expect("a workload breaks no rule of its shape");
    Box::new(move |passes| {
        let start = Instant::now();
        let mut hits = 0;
        for _ in 0..passes {
            let pairs = Join::new(&triangles, &disks).and_then(|join| join.query(query).pairs());
            hits = black_box(pairs).expect("few rows").len();
        }
        (start.elapsed(), hits)
    })
}

fn geo_index(n: usize, query: Query) -> Pass {
    fn tree(boxes: impl ExactSizeIterator<Item = Aabb>) -> RTree<f32> {
        let mut builder = RTreeBuilder::<f32>::new(boxes.len() as u32);
        for Aabb { min, max } in boxes {
            builder.add(min[0], min[1], max[0], max[1]);
        }
        builder.finish::<HilbertSort>()
    }
    peer(n, query, |triangles, disks, found| {
        let left = tree(triangles.iter().map(Bounded::bounds));
        let right = tree(disks.iter().map(Bounded::bounds));
        for (i, j) in left.intersection_candidates_with_other_tree(&right) {
            found(i as usize, j as usize);
        }
    })
}

fn rstar(n: usize, query: Query) -> Pass {
    type Row = GeomWithData<Rectangle<[f32; 2]>, u32>;
    fn tree(boxes: impl Iterator<Item = Aabb>) -> rstar::RTree<Row> {
        let rows = boxes.zip(0..);
        rstar::RTree::bulk_load(
            rows.map(|(b, row)| GeomWithData::new(Rectangle::from_corners(b.min, b.max), row)).collect(),
        )
    }
    peer(n, query, |triangles, disks, found| {
        let left = tree(triangles.iter().map(Bounded::bounds));
        let right = tree(disks.iter().map(Bounded::bounds));
        for (s, t) in left.intersection_candidates_with_other_tree(&right) {
            found(s.data as usize, t.data as usize);
        }
    })
}

/// A pass of a peer that hands over candidates.
fn peer(
    n: usize,
    query: Query,
    candidates: impl Fn(&[Triangle], &[Disk], &mut dyn FnMut(usize, usize)) + 'static,
) -> Pass {
    let (triangles, disks) = shapes(n);
    Box::new(move |passes| {
        let start = Instant::now();
        let mut hits = 0;
        for _ in 0..passes {
            let mut narrow = Narrow { query, ..Narrow::default() };
            candidates(&triangles, &disks, &mut |i, j| narrow.add(i, j, &triangles[i], &disks[j]));
            narrow.test();
            hits = black_box(narrow.pairs).len();
        }
        (start.elapsed(), hits)
    })
}

/// The narrow phase of the peers, which is that of the join.
#[derive(Default)]
struct Narrow {
    query: Query,
    candidates: Vec<(usize, usize)>,
    triangles: Triangles,
    disks: Disks,
    pairs: Vec<(usize, usize)>,
}

impl Narrow {
    fn add(&mut self, i: usize, j: usize, triangle: &Triangle, disk: &Disk) {
        self.candidates.push((i, j));
        self.triangles.push(*triangle).expect("a row of the workload");
        self.disks.push(*disk).expect("a row of the workload");
        if self.candidates.len() == BLOCK {
            self.test();
        }
    }

    fn test(&mut self) {
        let hits = self.query.overlap(&self.triangles, &self.disks).expect("as many of both");
        self.pairs.extend(hits.iter().map(|i| self.candidates[i]));
        self.candidates.clear();
        self.triangles.clear();
        self.disks.clear();
    }
}
