//! Frames of a simulation: an index that follows its rows and answers what touches, with no new memory.
//!
//! It is a program of its own, without the harness of tests: another test beside it, or the harness, whose
//! thread waits for the test's and is slow where a machine is busy, would allocate as well.

mod common;

use std::alloc::System;

use common::Random;
use soa::join::Scratch;
use soa::{Disk, Disks, Index, Join, Pairs, Query};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// Disks in a square, one in each unit of it, a little further along each frame.
fn moved(rows: usize, frame: u32) -> Disks {
    let (mut random, side) = (Random::new(7), (rows as f32).sqrt());
    let disks = (0..rows).map(|_| {
        let center = [side * random.unit(), side * random.unit()];
        let by = random.vector::<2>(0.1 * frame as f32);
        Disk::new([center[0] + by[0], center[1] + by[1]], 0.3 + 0.3 * random.unit())
    });
    Disks::try_from_iter(disks).unwrap()
}

fn main() {
    a_frame_on_one_thread_allocates_nothing_once_its_memory_has_grown();
    println!("a frame on one thread allocates nothing once its memory has grown ... ok");
}

fn a_frame_on_one_thread_allocates_nothing_once_its_memory_has_grown() {
    // The ends of few lists are counted at once; of many lists bucket by bucket.
    for (rows, others) in [(3_000, 500), (150_000, 2_000)] {
        let frames = [0, 1, 0, 1].map(|frame| (moved(rows, frame), moved(others, frame)));
        let build = |rows: &Disks| Index::builder().query(Query::new().sequential()).build(rows).unwrap();
        let (mut disks, mut walls) = (build(&frames[0].0), build(&frames[0].1));
        let (mut own, mut pairs, mut scratch) = (Pairs::default(), Pairs::default(), Scratch::default());
        let mut hits = 0;
        for (frame, (moved, others)) in frames.iter().enumerate() {
            let few = others.as_view().slice(0..9).unwrap();
            let memory = Region::new(ALLOCATOR);
            assert!(!disks.refit(moved).unwrap() && !walls.refit(others).unwrap());
            disks.self_join_into(&mut own, &mut scratch).unwrap();
            walls.join_index(&disks).pairs_into(&mut pairs, &mut scratch).unwrap();
            let is_found = own.len() + pairs.len();
            disks.join(&few).unwrap().pairs_into(&mut pairs, &mut scratch).unwrap();
            let change = memory.change();
            assert!(
                frame < 2 || change.allocations + change.reallocations == 0,
                "{rows}, {frame}: {change:?}"
            );
            hits += is_found + pairs.len();
            // On this thread, too: one that is started allocates when it likes.
            let alone = Query::new().sequential();
            assert_eq!(own, Join::self_join(moved).unwrap().query(alone).pairs().unwrap());
            assert_eq!(pairs, Join::new(&few, moved).unwrap().query(alone).pairs().unwrap());
        }
        assert!(hits > rows, "{hits}");
    }
}
