//! Joins of every pair of shapes against brute force.

use scalar::dim2::{Aabb, Disk, Line, OrientedBox, Point, Ray, Segment, Triangle};
use scalar::dim3::{Line3, OrientedBox3, Ray3, Segment3, Sphere, Triangle3};
use soa::intersecting_pairs;
use soa::join::{Bounded, Join};
use soa::kernel::Intersects;

use crate::answers::check;
use crate::spreads::{Near, SPREADS, rows};

/// Joins of two kinds of shapes, over all spreads; returns the hits of each spread.
fn pair_of_kinds<A, B>(n: usize) -> [usize; SPREADS.len()]
where
    A: Near + Intersects<B>,
    B: Near + Bounded<Bounds = A::Bounds>,
{
    SPREADS.map(|(name, spread)| {
        let (a, b) = (rows::<A>(n, spread, 1), rows::<B>(n + 7, spread, 2));
        let expected = intersecting_pairs(&a, &b).unwrap();
        let what = format!("{} and {}, {name}", A::NAME, B::NAME);
        check(&Join::new(&a, &b).unwrap(), &expected, a.len(), &what);
        expected.len()
    })
}

#[test]
fn every_pair_of_shapes_and_every_spread_equals_brute_force() {
    let hits = [
        pair_of_kinds::<Point, Disk>(300),
        pair_of_kinds::<Point, Triangle>(300),
        pair_of_kinds::<Segment, Segment>(300),
        pair_of_kinds::<Segment, Disk>(300),
        pair_of_kinds::<Segment, OrientedBox>(300),
        pair_of_kinds::<Ray, OrientedBox>(300),
        pair_of_kinds::<Line, OrientedBox>(300),
        pair_of_kinds::<Segment, Triangle>(300),
        pair_of_kinds::<Disk, Disk>(300),
        pair_of_kinds::<Disk, Aabb>(300),
        pair_of_kinds::<Disk, Triangle>(300),
        pair_of_kinds::<Triangle, Disk>(300),
        pair_of_kinds::<Aabb, Aabb>(300),
        pair_of_kinds::<Aabb, Triangle>(300),
        pair_of_kinds::<OrientedBox, OrientedBox>(300),
        pair_of_kinds::<OrientedBox, Triangle>(300),
        pair_of_kinds::<Triangle, Triangle>(300),
        pair_of_kinds::<Segment3, OrientedBox3>(300),
        pair_of_kinds::<Ray3, OrientedBox3>(300),
        pair_of_kinds::<Line3, OrientedBox3>(300),
        pair_of_kinds::<Sphere, Triangle3>(300),
        pair_of_kinds::<Triangle3, Sphere>(300),
    ];
    for (i, (name, _)) in SPREADS.iter().enumerate() {
        let met = hits.iter().filter(|hits| hits[i] > 0).count();
        assert!(met * 2 > hits.len(), "{name}: only {met} kinds of pairs have hits");
    }
}
