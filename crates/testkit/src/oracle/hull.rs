//! Convex hulls of a few points of the plane: points, segments, boxes, triangles.
//!
//! Two hulls have a point in common if and only if the origin is a difference of a point of one and a point
//! of the other, so if and only if it lies in the hull of all differences of their corners. By Caratheodory's
//! theorem it then lies in the hull of at most three of these. With `p x q` the cross product, three
//! differences `p`, `q`, `r` hold the origin if and only if some weights, none negative and not all zero,
//! make `l p + m q + n r = 0`. Two cases are all:
//!
//! - two of them alone: `p x q = 0` and `p . q <= 0`, on one line through the origin and on both sides of it
//!   (a difference that is zero is such a pair with itself);
//! - `l, m, n = q x r, r x p, p x q`, the solution for three that are not on one line: none of the three
//!   negative or none positive, and not all zero. Their sum is twice the signed area, so it is not zero then.
//!
//! A difference may be longer or shorter, by a positive factor, without changing any of this.

use num_bigint::{BigInt, Sign};
use scalar::dim2::{Aabb, OrientedBox, Point, Segment, Triangle};
use soa::Shape;

use super::integer::{Unit, Vector, add, dot, sub, times};
use super::lengths;

/// The hull of `corners`, each divided by `weight`, which is above zero.
#[derive(Clone, Debug)]
pub struct Corners {
    /// Multiples of the unit, times `weight`.
    pub at: Vec<Vector<2>>,
    /// The common denominator.
    pub weight: BigInt,
}

/// A shape that is the hull of its corners.
pub trait Hull: Shape {
    /// The corners, as multiples of a unit that suits all lengths.
    fn corners(&self, unit: Unit) -> Corners;
}

/// Corners that are numbers of the shape.
fn whole(unit: Unit, corners: &[[f32; 2]]) -> Corners {
    Corners { at: corners.iter().map(|&corner| unit.counts(corner)).collect(), weight: 1.into() }
}

impl Hull for Point {
    fn corners(&self, unit: Unit) -> Corners {
        whole(unit, &[*self])
    }
}

impl Hull for Segment {
    fn corners(&self, unit: Unit) -> Corners {
        let mut corners = whole(unit, &[self.start]);
        corners.at.push(add(&corners.at[0], &unit.counts(self.direction)));
        corners
    }
}

impl Hull for Aabb {
    fn corners(&self, unit: Unit) -> Corners {
        let Self { min: [x0, y0], max: [x1, y1] } = *self;
        whole(unit, &[[x0, y0], [x1, y0], [x1, y1], [x0, y1]])
    }
}

impl Hull for Triangle {
    fn corners(&self, unit: Unit) -> Corners {
        whole(unit, &[self.a, self.b, self.c])
    }
}

impl Hull for OrientedBox {
    /// With `p = center + s u + t v`, the slabs are `|s| u.u <= hx` and `|t| u.u <= hy`.
    fn corners(&self, unit: Unit) -> Corners {
        let axes = Axes::new([self.axis]);
        let [u] = &axes.at;
        let v = [-&u[1], u[0].clone()];
        let weight = dot(u, u);
        let center = times(&unit.counts(self.center), &weight);
        let [hx, hy] = self.half_extents.map(|h| unit.count(h) * &axes.weight);
        let (along, across) = (times(u, &hx), times(&v, &hy));
        let (front, back) = (add(&center, &along), sub(&center, &along));
        let at = [&front, &back].into_iter().flat_map(|end| [add(end, &across), sub(end, &across)]).collect();
        Corners { at, weight }
    }
}

/// Axes as integers over a common denominator, a power of two.
#[derive(Clone, Debug)]
pub struct Axes<const M: usize, const N: usize> {
    /// The axes times `weight`.
    pub at: [Vector<N>; M],
    /// The common denominator.
    pub weight: BigInt,
}

impl<const M: usize, const N: usize> Axes<M, N> {
    /// The axes as stored.
    pub fn new(axes: [[f32; N]; M]) -> Self {
        // No unit above 1, so that the denominator is a whole number.
        let unit = Unit::of(axes.into_iter().flatten().chain([1.0]));
        Self { at: axes.map(|axis| unit.counts(axis)), weight: BigInt::from(1) << -unit.exponent }
    }
}

/// Whether two hulls have a point in common.
pub fn meet<A: Hull, B: Hull>(a: &A, b: &B) -> bool {
    let unit = Unit::of(lengths(a).chain(lengths(b)));
    hulls_meet(&a.corners(unit), &b.corners(unit))
}

/// Whether two hulls have a point in common.
pub fn hulls_meet(a: &Corners, b: &Corners) -> bool {
    let scaled = |corners: &Corners, factor: &BigInt| -> Vec<Vector<2>> {
        corners.at.iter().map(|corner| times(corner, factor)).collect()
    };
    let (left, right) = (scaled(a, &b.weight), scaled(b, &a.weight));
    let differences: Vec<_> = left.iter().flat_map(|p| right.iter().map(|q| sub(p, q))).collect();
    holds_origin(&differences)
}

/// Whether the hull of these points holds the origin.
fn holds_origin(points: &[Vector<2>]) -> bool {
    let n = points.len();
    let mut turns = vec![0; n * n];
    for (i, p) in points.iter().enumerate() {
        for (j, q) in points[..=i].iter().enumerate() {
            let turn = sign(&(&p[0] * &q[1] - &p[1] * &q[0]));
            if turn == 0 && sign(&dot(p, q)) <= 0 {
                return true;
            }
            turns[i * n + j] = turn;
            turns[j * n + i] = -turn;
        }
    }
    let turn = |i: usize, j: usize| turns[i * n + j];
    (0..n).any(|i| {
        (0..i).any(|j| {
            (0..j).any(|k| {
                let weights: [i8; 3] = [turn(i, j), turn(j, k), turn(k, i)];
                let one_sign = weights.iter().all(|&w| w >= 0) || weights.iter().all(|&w| w <= 0);
                one_sign && weights != [0; 3]
            })
        })
    })
}

fn sign(x: &BigInt) -> i8 {
    match x.sign() {
        Sign::Minus => -1,
        Sign::NoSign => 0,
        Sign::Plus => 1,
    }
}
