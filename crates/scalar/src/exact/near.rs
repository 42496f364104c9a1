//! Distances of segments, against a radius: what shapes with round corners are made of.
//!
//! Two convex sets of the plane that are disjoint are nearest to each other at a corner of one of them. So
//! their distance is at most `r` exactly if they have a point in common, or a corner of one is within `r` of
//! an edge of the other ([`is_near`]).

use super::kleene::{and, any, or};
use super::number::Number;
use super::vector::{between, dot, squared, sub, vector};

/// Whether the point `P` is within a distance of the segment `AB`, whose square is `rr`: of degree 4. See
/// [`super::dim2::segment_disk`].
pub fn is_near<N: Number, const D: usize>(ap: &[N; D], ab: &[N; D], rr: &N) -> Option<bool> {
    let an_end = or(squared(ap).at_most(rr), || squared(&sub(ap, ab)).at_most(rr));
    or(an_end, || foot_hits(ap, ab, rr))
}

/// Whether the foot of the perpendicular from `P` on `AB` lies strictly between the ends, at a squared distance
/// of at most `rr`.
///
/// The square of that distance is `|AP|^2 - (AP.AB)^2 / |AB|^2`, so both sides are multiplied by `|AB|^2`.
pub fn foot_hits<N: Number, const D: usize>(ap: &[N; D], ab: &[N; D], rr: &N) -> Option<bool> {
    let (along, length2) = (dot(ap, ab), squared(ab));
    and(and(along.is_positive(), || along.below(&length2)), || {
        squared(ap).minus(rr).times(&length2).at_most(&along.squared())
    })
}

/// Whether an end of one of two segments is within a distance of the other segment, whose square is `rr`. `w`
/// goes from start to start, `u` and `v` are the directions.
pub fn ends_are_near<N: Number, const D: usize>(w: &[N; D], u: &[N; D], v: &[N; D], rr: &N) -> Option<bool> {
    let back = sub(&vector([0.0; D]), w);
    // From the start of the first to the end of the second, and the other way about.
    let (to_end, to_other_end) = (sub(v, &back), sub(u, w));
    or(any([w, &to_end].into_iter().map(|way| is_near(way, u, rr))), || {
        any([&back, &to_other_end].into_iter().map(|way| is_near(way, v, rr)))
    })
}

/// Whether two axis-aligned boxes, by their lower and upper corners, are within a distance of each other,
/// whose square is `rr`: of degree 2.
///
/// In each coordinate comparisons decide how the intervals lie: the way between them is from the end of one
/// to the start of the other, or zero.
pub fn boxes_are_near<N: Number, const D: usize>(
    [min, max]: [[f32; D]; 2],
    [other_min, other_max]: [[f32; D]; 2],
    rr: &N,
) -> Option<bool> {
    let (mut from, mut to) = ([0.0; D], [0.0; D]);
    for k in 0..D {
        if max[k] < other_min[k] {
            (from[k], to[k]) = (max[k], other_min[k]);
        } else if other_max[k] < min[k] {
            (from[k], to[k]) = (other_max[k], min[k]);
        }
    }
    squared(&between::<N, D>(from, to)).at_most(rr)
}

/// The square of a sum of radii.
pub fn squared_reach<N: Number, const R: usize>(radii: [f32; R]) -> N {
    let mut sum = N::from_f32(0.0);
    for radius in radii {
        sum = sum.plus(&N::from_f32(radius));
    }
    sum.squared()
}
