//! The frame of a simulation: disks that have moved a little, and all pairs of them that touch.
//!
//! Our index, and the trees that can do so, are refitted; the others are built anew each frame. The peers'
//! pairs of boxes go through the narrow phase of the joins.

use std::hint::black_box;
use std::rc::Rc;
use std::time::Duration;

use obvhs::BvhBuildParams;
use obvhs::bvh2::builder::build_bvh2;
use parry2d::bounding_volume::Aabb;
use parry2d::math::Vector;
use parry2d::partitioning::{Bvh, BvhBuildStrategy, BvhWorkspace};
use scalar::dim2::{Disk, Point};
use soa::join::{Bounded, Scratch};
use soa::{Disks, Level, Pairs, Query};

use super::{contender, index};
use crate::contender::{Contender, Pass, repeat};
use crate::join::narrow::{Narrow, checksum};
use crate::join::peers::{BroadPhase, GeoIndex, Packed, Rstar, StaticAabb};
use crate::peers::boxes::{self, Corners};
use crate::workload::{Uniform, columns};

/// Disks.
const DISKS: usize = 100_000;
/// Frames of a pass: the disks go some way and come back, as these places along the way say.
const WAY: [usize; 8] = [0, 1, 2, 3, 4, 3, 2, 1];
/// Touching pairs of all frames of a pass.
const HITS: usize = 482_380;

/// Finds pairs of boxes that meet in a frame, of which these rows have moved: each once, the smaller row
/// first.
pub type BroadPhaseOfFrame = Box<dyn FnMut(&[Corners<2>], &[u32], &mut dyn FnMut(u32, u32))>;

/// Builds the tree of the first frame, if it is kept.
pub type Build = fn(&[Corners<2>]) -> BroadPhaseOfFrame;

/// The other libraries.
const PEERS: [(&str, Build); 6] = [
    ("parry2d/refit", parry),
    ("obvhs/refit_all", obvhs),
    ("geo-index/build", |_| built::<GeoIndex>()),
    ("rstar/bulk_load", |_| built::<Rstar>()),
    ("static_aabb2d_index/build", |_| built::<StaticAabb>()),
    ("packed_spatial_index/build", |_| built::<Packed>()),
];

/// A frame each, and all peers.
pub fn contenders(levels: &[Level]) -> Vec<Contender> {
    let best = levels.last().copied().unwrap_or(Level::PORTABLE);
    let contender =
        |who: &str, prepare: Box<dyn Fn() -> Pass>| contender("frame", who, WAY.len(), HITS, prepare);
    let ours = levels.iter().map(|&level| contender(&format!("soa/{level}"), Box::new(move || soa(level))));
    ours.chain(PEERS.iter().map(|&(who, build)| contender(who, Box::new(move || peer(best, build)))))
        .collect()
}

/// The disks at each place of the way: of ten disks about six pairs touch.
fn places() -> Vec<Vec<Disk>> {
    let side = (DISKS as f32).sqrt();
    let mut uniform = Uniform::seeded(9);
    let mut step = || -> Point { [(); 2].map(|()| uniform.between(-0.05, 0.05)) };
    let disks: Vec<Disk> = crate::workload::rows(1, DISKS, side);
    let steps: Vec<Point> = disks.iter().map(|_| step()).collect();
    let at = |place: usize| {
        let moved = |(disk, step): (&Disk, &Point)| Disk {
            center: std::array::from_fn(|k| disk.center[k] + place as f32 * step[k]),
            ..*disk
        };
        disks.iter().zip(&steps).map(moved).collect()
    };
    (0..=WAY.into_iter().max().unwrap_or(0)).map(at).collect()
}

fn soa(level: Level) -> Pass {
    let places = places();
    let mut index = index(level, &places[0]);
    let (mut pairs, mut scratch) = (Pairs::default(), Scratch::default());
    let places: Vec<Disks> = places.iter().map(|disks| columns(disks)).collect();
    let mut all = move || -> usize {
        let frame = |place: usize| {
            index.refit(&places[place]).expect("as many rows");
            index.self_join_into(&mut pairs, &mut scratch).expect("few pairs");
            black_box(&pairs).len()
        };
        WAY.into_iter().map(frame).sum()
    };
    Box::new(move |passes| repeat(passes, &mut all, |hits| *hits))
}

fn peer(level: Level, build: Build) -> Pass {
    let query = Query::new().with_level(level).sequential();
    let places = Rc::new(places());
    let of_ours = Rc::clone(&places);
    let corners = |disks: &[Disk]| -> Vec<Corners<2>> {
        disks.iter().map(|disk| [disk.bounds().min, disk.bounds().max]).collect()
    };
    let mut tree = build(&corners(&places[0]));
    let all: Vec<u32> = (0..DISKS as u32).collect();
    let mut frame = move |place: usize| {
        let disks = &places[place];
        let mut narrow = Narrow::new(query, disks, disks);
        tree(&corners(disks), &all, &mut |i, j| narrow.add(i, j));
        (place, narrow.finish())
    };
    for (place, pairs) in WAY.map(&mut frame) {
        let ours = index(level, &of_ours[place]).self_join().expect("few pairs");
        assert_eq!(checksum(pairs), checksum(ours.iter()), "{place}: the same pairs as ours");
    }
    Box::new(move |passes| {
        repeat(passes, || WAY.into_iter().map(|place| black_box(frame(place)).1.len()).sum(), |hits| *hits)
    })
}

/// A tree that is built in every frame.
fn built<P: BroadPhase<2>>() -> BroadPhaseOfFrame {
    Box::new(|boxes, _, found| P::own_pairs(boxes.iter().copied(), found))
}

/// The tree is refitted where rows have moved, and descended together with itself.
pub fn parry(boxes: &[Corners<2>]) -> BroadPhaseOfFrame {
    let bounds = |&[min, max]: &Corners<2>| Aabb::new(Vector::from_array(min), Vector::from_array(max));
    let leaves: Vec<Aabb> = boxes.iter().map(bounds).collect();
    let (mut tree, mut work) =
        (Bvh::from_leaves(BvhBuildStrategy::default(), &leaves), BvhWorkspace::default());
    Box::new(move |boxes, moved, found| {
        for &row in moved {
            tree.insert_or_update_partially(bounds(&boxes[row as usize]), row, 0.0);
        }
        tree.refit(&mut work);
        tree.traverse_bvtt_single_tree::<false>(&mut work, &mut |i, j| found(i.min(j), i.max(j)));
    })
}

/// The boxes of leaves are replaced, then the tree is asked for each box.
pub fn obvhs(boxes: &[Corners<2>]) -> BroadPhaseOfFrame {
    let leaves: Vec<_> = boxes.iter().map(|&corners| boxes::obvhs(corners)).collect();
    let mut tree = build_bvh2(&leaves, BvhBuildParams::fastest_build(), &mut Duration::default());
    tree.init_primitives_to_nodes_if_uninit();
    Box::new(move |boxes, moved, found| {
        for &row in moved {
            let leaf = tree.primitives_to_nodes[row as usize];
            tree.nodes[leaf as usize].set_aabb(boxes::obvhs(boxes[row as usize]));
        }
        tree.refit_all();
        for (&corners, i) in boxes.iter().zip(0..) {
            tree.aabb_traverse(boxes::obvhs(corners), |tree, leaf| {
                boxes::rows_of_leaf(tree, leaf).iter().filter(|&&j| i < j).for_each(|&j| found(i, j));
                true
            });
        }
    })
}
