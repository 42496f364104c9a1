//! The memory of a scene: none that is new in a steady frame, and not much in a crowd.
//!
//! It is a program of its own, with one test: another one beside it would allocate as well.

mod common;

use std::alloc::System;

use common::Random;
use soa::scene::Filter;
use soa::{Disk, Disks, Index, Query, Scene, Sphere};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

const ROWS: usize = 20_000;

#[test]
fn a_scene_takes_no_more_memory_than_it_needs() {
    a_steady_frame_on_one_thread_allocates_nothing();
    fast_rows_in_a_crowd_have_few_candidates();
}

/// Disks that go some way and come back, all of them or one in a hundred, some of which are removed and
/// inserted again.
fn a_steady_frame_on_one_thread_allocates_nothing() {
    for (every, are_even) in [(1, false), (1, true), (100, true)] {
        let mut random = Random::new(3);
        let side = (ROWS as f32).sqrt();
        let disk =
            |random: &mut Random| Disk::new([0; 2].map(|_| side * random.unit()), 0.2 + 0.4 * random.unit());
        let disks: Vec<Disk> = (0..ROWS).map(|_| disk(&mut random)).collect();
        let steps: Vec<[f32; 2]> = disks.iter().map(|_| random.vector(0.05)).collect();
        let walls = Disks::from_shapes(&disks[..ROWS / 10]).unwrap();
        let mut scene = Scene::new().query(Query::new().sequential()).even_frames(are_even);
        scene.set_fixed(Index::new(&walls).unwrap(), Filter::ALL);
        for disk in &disks {
            scene.insert(disk).unwrap();
        }
        let (mut met, mut renewed, mut changes) = ([0; 3], 0, 0);
        for frame in 0..1000 {
            let at = (frame % 48).min(48 - frame % 48) as f32;
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
            let searched = scene.searched();
            if frame >= 600 && !searched.sorted {
                met[if searched.all { 0 } else { 1 + usize::from(searched.rows == 0) }] += 1;
                renewed += usize::from(searched.groups);
                assert_eq!(change.allocations + change.reallocations, 0, "{every}, {frame}: {change:?}");
            }
        }
        assert!(met[0] + met[1] > 100 && changes > 10_000, "{met:?}, {changes}");
        assert_eq!(renewed > 100, are_even && every == 1, "{renewed}");
    }
}

/// Spheres that touch some four others each and go up to six of their lengths in a frame: fat boxes as long as
/// that would make thousands of candidates a row.
fn fast_rows_in_a_crowd_have_few_candidates() {
    const ROWS: usize = 8_000;
    let before = Region::new(ALLOCATOR);
    let mut random = Random::new(7);
    let mut scene = Scene::new().query(Query::new().sequential());
    let rows: Vec<([f32; 3], [f32; 3])> =
        (0..ROWS).map(|_| ([0; 3].map(|_| 20.0 * random.unit()), random.vector(6.0))).collect();
    for &(center, _) in &rows {
        scene.insert(&Sphere { center, radius: 0.5 }).unwrap();
    }
    let (mut most, mut all, mut touching) = (0, 0, 0);
    for frame in 0..12 {
        for (id, (center, step)) in rows.iter().enumerate() {
            let center = std::array::from_fn(|k| (center[k] + frame as f32 * step[k]).rem_euclid(20.0));
            scene.set(id as u32, &Sphere { center, radius: 0.5 }).unwrap();
        }
        touching += scene.update().unwrap().touching.len();
        let change = before.change();
        most = most.max(change.bytes_allocated - change.bytes_deallocated);
        all += usize::from(scene.searched().all);
    }
    println!("{} bytes a row, {} touching", most / ROWS, touching / 12);
    assert!(most < 2_000 * ROWS, "{most}");
    assert!(all > 10 && touching > 12 * ROWS, "{all} {touching}");
}
