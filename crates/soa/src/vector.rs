//! Vectors of the plane and of space alike, in lanes.

use crate::lanes::{Lanes, select};

/// The sums `u + v`.
#[inline(always)]
pub(crate) fn add<L: Lanes, const D: usize>(u: [L; D], v: [L; D]) -> [L; D] {
    let mut sum = u;
    for k in 0..D {
        sum[k] = sum[k] + v[k];
    }
    sum
}

/// The vectors from `from` to `to`.
#[inline(always)]
pub(crate) fn sub<L: Lanes, const D: usize>(to: [L; D], from: [L; D]) -> [L; D] {
    let mut difference = to;
    for k in 0..D {
        difference[k] = difference[k] - from[k];
    }
    difference
}

/// Vectors times numbers.
#[inline(always)]
pub(crate) fn scaled<L: Lanes, const D: usize>(v: [L; D], by: L) -> [L; D] {
    let mut scaled = v;
    for x in &mut scaled {
        *x = *x * by;
    }
    scaled
}

/// Vectors in the opposite direction.
#[inline(always)]
pub(crate) fn negated<L: Lanes, const D: usize>(v: [L; D]) -> [L; D] {
    let mut negated = v;
    for x in &mut negated {
        *x = -*x;
    }
    negated
}

/// The dot products.
#[inline(always)]
pub(crate) fn dot<L: Lanes, const D: usize>(u: [L; D], v: [L; D]) -> L {
    let mut sum = u[0] * v[0];
    for k in 1..D {
        sum = sum + u[k] * v[k];
    }
    sum
}

/// Vectors over their lengths.
#[inline(always)]
pub(crate) fn unit<L: Lanes, const N: usize>(v: [L; N], length: L) -> [L; N] {
    let (mut unit, inverse) = (v, length.splat(1.0) / length);
    for x in &mut unit {
        *x = *x * inverse;
    }
    unit
}

/// The squares of the lengths of vectors.
#[inline(always)]
pub(crate) fn length2<L: Lanes, const N: usize>(v: [L; N]) -> L {
    let mut sum = v[0] * v[0];
    for &x in &v[1..] {
        sum = sum + x * x;
    }
    sum
}

/// The points that are `far` from others along a normal: on the border of a disk or sphere.
#[inline(always)]
pub(crate) fn along<L: Lanes, const N: usize>(p: [L; N], far: L, normal: [L; N]) -> [L; N] {
    let mut point = p;
    for k in 0..N {
        point[k] = p[k] + far * normal[k];
    }
    point
}

/// The points midway between two points.
#[inline(always)]
pub(crate) fn midway<L: Lanes, const N: usize>(p: [L; N], q: [L; N]) -> [L; N] {
    let (mut middle, half) = (p, p[0].splat(0.5));
    for k in 0..N {
        middle[k] = (p[k] + q[k]) * half;
    }
    middle
}

/// The vertices of a triangle, sorted by x, then y, then z.
#[inline(always)]
pub(crate) fn sorted<L: Lanes, const N: usize>([a, b, c]: [[L; N]; 3]) -> [[L; N]; 3] {
    let [a, b] = in_order(a, b);
    let [b, c] = in_order(b, c);
    let [a, b] = in_order(a, b);
    [a, b, c]
}

#[inline(always)]
fn in_order<L: Lanes, const N: usize>(p: [L; N], q: [L; N]) -> [[L; N]; 2] {
    let swap = is_before(&q, &p);
    [select(swap, q, p), select(swap, p, q)]
}

/// The lanes in which the first value in which both differ is smaller in `p`.
#[inline(always)]
pub(crate) fn is_before<L: Lanes, const N: usize>(p: &[L; N], q: &[L; N]) -> L::Mask {
    let zero = p[0].splat(0.0);
    let mut first = p[N - 1] - q[N - 1];
    for k in 1..N {
        let difference = p[N - 1 - k] - q[N - 1 - k];
        first = L::select(difference.eq(zero), first, difference);
    }
    first.lt(zero)
}

/// The first difference that is not zero: this one, or else one of `p - q`.
#[inline(always)]
pub(crate) fn first_difference<L: Lanes, const N: usize>(p: [L; N], q: [L; N], first: L) -> L {
    let mut first = first;
    for k in 0..N {
        first = L::select(first.eq(first.splat(0.0)), p[k] - q[k], first);
    }
    first
}

/// Start and direction of a segment, ray or line, from its columns.
#[inline(always)]
#[expect(
    clippy::manual_memcpy,
    reason = "a copy of slices goes through memory in lanes without a type of the machine"
)]
pub(crate) fn start_and_direction<L: Lanes, const N: usize>(path: &[L]) -> [[L; N]; 2] {
    let (mut start, mut direction) = ([path[0]; N], [path[N]; N]);
    for k in 1..N {
        start[k] = path[k];
        direction[k] = path[N + k];
    }
    [start, direction]
}
