//! Frames of a scene, all rows joined from nothing in each frame beside it, and trees of other libraries.
//!
//! | bench | frames |
//! |---|---|
//! | `scene/all_1m` | 1,000,000 disks that all move, each in a direction of its own |
//! | `scene/some_100k` | 100,000 disks, of which one in a hundred moves |
//!
//! Times are of a frame on one thread: to set what has moved, and to list what touches. The disks are as in
//! `index/frame`: one in each unit of a square, with 1.2 others that each of them touches. They go on for
//! `WAY` frames by up to 0.05 in each coordinate, a twelfth of their mean diameter, and come back: so each
//! leaves its margin again and again. Only a scene says what has begun and ended.
//!
//! `soa_join` is [`soa::Join::self_join`] of the disks as they are. Trees of the peers are refitted to the
//! rows that have moved, and give the pairs of boxes that meet, which go through the same exact kernel. In
//! every frame of the first pass, the pairs of all are compared.

use std::hint::black_box;
use std::time::{Duration, Instant};

use record::Record;
use scalar::dim2::{Disk, Point};
use soa::join::Bounded;
use soa::{Disks, Join, Level, Query, Scene};

use crate::contender::{Contender, Pass};
use crate::index::frame::{Build, obvhs, parry};
use crate::join::narrow::{Narrow, checksum};
use crate::peers::boxes::Corners;
use crate::workload::{Uniform, columns, rows};

/// Frames in which the disks go on, and then as many in which they come back.
const WAY: usize = 24;
/// All frames of a pass.
const FRAMES: usize = 2 * WAY;

/// The other libraries.
const PEERS: [(&str, Build); 2] = [("parry2d/refit", parry), ("obvhs/refit_all", obvhs)];

/// Disks of which some move.
#[derive(Clone, Copy)]
struct Workload {
    bench: &'static str,
    disks: usize,
    /// One of this many moves.
    every: usize,
    /// Touching pairs of all frames of a pass.
    hits: usize,
}

const WORKLOADS: [Workload; 2] = [
    Workload { bench: "scene/all_1m", disks: 1_000_000, every: 1, hits: 29_089_950 },
    Workload { bench: "scene/some_100k", disks: 100_000, every: 100, hits: 2_897_841 },
];

/// All contenders, at these levels.
pub fn contenders(levels: &[Level]) -> Vec<Contender> {
    let best = levels.last().copied().unwrap_or(Level::PORTABLE);
    let of = |work: Workload| {
        let contender = move |who: &str, prepare: Box<dyn Fn() -> Pass>| {
            let record = Record { threads: Some(1), ..Record::new(work.bench, who, FRAMES) };
            Contender::new(record, work.hits, prepare)
        };
        let ours = levels
            .iter()
            .map(move |&level| contender(&format!("soa/{level}"), Box::new(move || scene(work, level))));
        let join = contender(&format!("soa_join/{best}"), Box::new(move || join(work, best)));
        let peers =
            PEERS.iter().map(move |&(who, build)| contender(who, Box::new(move || peer(work, best, build))));
        ours.chain([join]).chain(peers)
    };
    WORKLOADS.into_iter().flat_map(of).collect()
}

/// Disks on their way.
struct Moving {
    start: Vec<Disk>,
    steps: Vec<Point>,
    /// The rows that move.
    moved: Vec<u32>,
    now: Vec<Disk>,
    columns: Disks,
}

impl Moving {
    fn new(work: Workload) -> Self {
        let mut uniform = Uniform::seeded(9);
        let start: Vec<Disk> = rows(1, work.disks, (work.disks as f32).sqrt());
        let steps = start.iter().map(|_| [(); 2].map(|()| uniform.between(-0.05, 0.05))).collect();
        let moved = (0..work.disks as u32).step_by(work.every).collect();
        Self { now: start.clone(), columns: columns(&start), start, steps, moved }
    }

    /// Moves the disks to their places in a frame of the pass.
    fn go_to(&mut self, frame: usize) {
        let place = (frame + 1).min(FRAMES - 1 - frame) as f32;
        for &row in &self.moved {
            let (start, step) = (self.start[row as usize], self.steps[row as usize]);
            self.now[row as usize].center = std::array::from_fn(|k| start.center[k] + place * step[k]);
        }
        self.columns = columns(&self.now);
    }
}

/// Times each frame of the passes, but not how the disks came there.
fn pass(work: Workload, mut frame: impl FnMut(&Moving) -> usize + 'static) -> Pass {
    let mut disks = Moving::new(work);
    Box::new(move |passes| {
        let (mut elapsed, mut hits) = (Duration::ZERO, 0);
        for _ in 0..passes {
            hits = 0;
            for number in 0..FRAMES {
                disks.go_to(number);
                let start = Instant::now();
                hits += black_box(frame(&disks));
                elapsed += start.elapsed();
            }
        }
        (elapsed, hits)
    })
}

fn query(level: Level) -> Query {
    Query::new().with_level(level).sequential()
}

/// The pairs that touch, as a number, by a join from nothing.
fn expected(level: Level, disks: &Moving) -> u64 {
    let join = Join::self_join(&disks.columns).expect("few rows").query(query(level));
    checksum(join.pairs().expect("few pairs").iter())
}

fn scene(work: Workload, level: Level) -> Pass {
    let mut scene = Scene::new().query(query(level));
    for disk in Moving::new(work).now {
        scene.insert(&disk).expect("a valid disk");
    }
    let mut frames = 0;
    pass(work, move |disks| {
        for &row in &disks.moved {
            scene.set(row, &disks.now[row as usize]).expect("a valid disk");
        }
        let touching = scene.update().expect("few pairs").touching;
        frames += 1;
        if frames <= FRAMES {
            assert_eq!(checksum(touching.iter()), expected(level, disks), "frame {frames}");
        }
        touching.len()
    })
}

fn join(work: Workload, level: Level) -> Pass {
    pass(work, move |disks| {
        let join = Join::self_join(&disks.columns).expect("few rows").query(query(level));
        join.pairs().expect("few pairs").len()
    })
}

fn peer(work: Workload, level: Level, build: Build) -> Pass {
    let corners = |disk: &Disk| -> Corners<2> { [disk.bounds().min, disk.bounds().max] };
    let mut boxes: Vec<_> = Moving::new(work).now.iter().map(corners).collect();
    let (mut tree, mut frames) = (build(&boxes), 0);
    pass(work, move |disks| {
        for &row in &disks.moved {
            boxes[row as usize] = corners(&disks.now[row as usize]);
        }
        let mut narrow = Narrow::new(query(level), &disks.now, &disks.now);
        tree(&boxes, &disks.moved, &mut |i, j| narrow.add(i, j));
        let pairs = narrow.finish();
        frames += 1;
        if frames <= FRAMES {
            let len = pairs.len();
            assert_eq!(checksum(pairs), expected(level, disks), "frame {frames}");
            return len;
        }
        pairs.len()
    })
}
