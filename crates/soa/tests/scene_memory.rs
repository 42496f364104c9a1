//! Frames of a scene with no new memory.
//!
//! It is a program of its own, with one test: another one beside it would allocate as well.

mod common;

use std::alloc::System;

use common::Random;
use soa::scene::Filter;
use soa::{Disk, Disks, Index, Query, Scene};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

const ROWS: usize = 20_000;

/// Disks that go some way and come back, all of them or one in a hundred, some of which are removed and
/// inserted again.
#[test]
fn a_steady_frame_on_one_thread_allocates_nothing() {
    for every in [1, 100] {
        let mut random = Random::new(3);
        let side = (ROWS as f32).sqrt();
        let disk =
            |random: &mut Random| Disk::new([0; 2].map(|_| side * random.unit()), 0.2 + 0.4 * random.unit());
        let disks: Vec<Disk> = (0..ROWS).map(|_| disk(&mut random)).collect();
        let steps: Vec<[f32; 2]> = disks.iter().map(|_| random.vector(0.05)).collect();
        let walls = Disks::from_shapes(&disks[..ROWS / 10]).unwrap();
        let mut scene = Scene::new().query(Query::new().sequential());
        scene.set_fixed(Index::new(&walls).unwrap(), Filter::ALL);
        for disk in &disks {
            scene.insert(disk).unwrap();
        }
        let (mut met, mut changes) = ([0; 3], 0);
        for frame in 0..400 {
            let at = [0, 1, 2, 3, 4, 3, 2, 1][frame % 8] as f32;
            let before = Region::new(ALLOCATOR);
            for id in (0..ROWS).step_by(every) {
                let (Disk { center: [x, y], radius }, [dx, dy]) = (disks[id], steps[id]);
                if scene.contains(id as u32) {
                    scene.set(id as u32, &Disk::new([x + at * dx, y + at * dy], radius)).unwrap();
                }
            }
            // An id is free after the next update.
            for k in 0..20 {
                let (gone, id) = ((k * 7 + frame) % ROWS, (k * 7 + frame + 1) % ROWS);
                if frame % 2 == 0 {
                    scene.remove(id as u32).unwrap();
                } else {
                    assert!(scene.insert(&disks[gone]).is_ok());
                }
            }
            let now = scene.update().unwrap();
            changes += now.begun.len() + now.ended.len();
            let change = before.change();
            let (searched, all, sorted) = scene.searched();
            if frame >= 200 && !sorted {
                met[if all { 0 } else { 1 + usize::from(searched == 0) }] += 1;
                assert_eq!(change.allocations + change.reallocations, 0, "{every}, {frame}: {change:?}");
            }
        }
        assert!(met[0] + met[1] > 150 && changes > 10_000, "{met:?}, {changes}");
    }
}
