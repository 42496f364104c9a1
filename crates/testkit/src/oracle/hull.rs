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
use soa::{Shape, ShapeKind};

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

/// The corners of a shape that is their hull, or what is within a radius of it, as multiples of a unit that
/// suits all lengths.
pub fn corners<S: Shape>(shape: &S, unit: Unit) -> Corners {
    let values = shape.values();
    if matches!(S::KIND, ShapeKind::OrientedBox | ShapeKind::RoundedOrientedBox) {
        return corners_of_box(values, unit);
    }
    let vector = |k: usize| unit.counts([values[2 * k], values[2 * k + 1]]);
    let at = match (S::KIND, values) {
        (ShapeKind::Segment | ShapeKind::Capsule | ShapeKind::RoundedCapsule, _) => {
            vec![vector(0), add(&vector(0), &vector(1))]
        }
        (ShapeKind::RoundedDisk, _) => vec![vector(0)],
        (ShapeKind::Aabb | ShapeKind::RoundedAabb, &[x0, y0, x1, y1, ..]) => {
            [[x0, y0], [x1, y0], [x1, y1], [x0, y1]].map(|corner| unit.counts(corner)).to_vec()
        }
        _ => (0..values.len() / 2).map(vector).collect(),
    };
    Corners { at, weight: 1.into() }
}

/// With `p = center + s u + t v`, the slabs are `|s| u.u <= hx` and `|t| u.u <= hy`.
fn corners_of_box(values: &[f32], unit: Unit) -> Corners {
    let axes = Axes::new(vec![[values[4], values[5]]]);
    let u = &axes.at[0];
    let v = [-&u[1], u[0].clone()];
    let weight = dot(u, u);
    let center = times(&unit.counts([values[0], values[1]]), &weight);
    let [hx, hy] = [values[2], values[3]].map(|h| unit.count(h) * &axes.weight);
    let (along, across) = (times(u, &hx), times(&v, &hy));
    let (front, back) = (add(&center, &along), sub(&center, &along));
    let at = [&front, &back].into_iter().flat_map(|end| [add(end, &across), sub(end, &across)]).collect();
    Corners { at, weight }
}

/// Axes as integers over a common denominator, a power of two.
#[derive(Clone, Debug)]
pub struct Axes<const N: usize> {
    /// The axes times `weight`.
    pub at: Vec<Vector<N>>,
    /// The common denominator.
    pub weight: BigInt,
}

impl<const N: usize> Axes<N> {
    /// The axes as stored.
    pub fn new(axes: Vec<[f32; N]>) -> Self {
        // No unit above 1, so that the denominator is a whole number.
        let unit = Unit::of(axes.iter().flatten().copied().chain([1.0]));
        let at = axes.into_iter().map(|axis| unit.counts(axis)).collect();
        Self { at, weight: BigInt::from(1) << -unit.exponent }
    }
}

/// Whether two hulls have a point in common.
pub fn meet<A: Shape, B: Shape>(a: &A, b: &B) -> bool {
    let unit = Unit::of(lengths(a).chain(lengths(b)));
    hulls_meet(&corners(a, unit), &corners(b, unit))
}

/// Whether two hulls have a point in common.
pub fn hulls_meet(a: &Corners, b: &Corners) -> bool {
    holds_origin(&ways(a, b))
}

/// The differences of each corner of one hull and each of another one, times both weights.
pub fn ways(a: &Corners, b: &Corners) -> Vec<Vector<2>> {
    let scaled = |corners: &Corners, factor: &BigInt| -> Vec<Vector<2>> {
        corners.at.iter().map(|corner| times(corner, factor)).collect()
    };
    let (left, right) = (scaled(a, &b.weight), scaled(b, &a.weight));
    left.iter().flat_map(|p| right.iter().map(move |q| sub(p, q))).collect()
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
