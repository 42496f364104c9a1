//! A segment, ray or line and an oriented box, in the plane and in space.
//!
//! The path is `start + t direction` for all `t` of a range. It meets the box if some `t` of the range keeps
//! every slab, `-h <= s + t d <= h` with `s = (start - center).axis` and `d = direction.axis`. Each slab
//! clips the range by two quotients, which stay fractions; if `d` is zero the condition is `|s| <= h`, and of
//! a direction of zero nothing else is left.

use core::cmp::Ordering;

use num_bigint::BigInt;
use soa::{Shape, ShapeKind};

use super::hull::Axes;
use super::integer::{Unit, dot, sub};
use super::lengths;

/// A fraction; its denominator is above zero.
#[derive(Clone, Debug)]
struct Fraction {
    over: BigInt,
    under: BigInt,
}

impl Fraction {
    fn new(over: BigInt, under: BigInt) -> Self {
        if under < BigInt::ZERO { Self { over: -over, under: -under } } else { Self { over, under } }
    }

    fn compare(&self, other: &Self) -> Ordering {
        (&self.over * &other.under).cmp(&(&other.over * &self.under))
    }
}

/// Whether a path and an oriented box of `N` dimensions have a point in common. The path's columns are start
/// and direction, the box's are center, half extents and axes as stored.
pub fn crosses<P: Shape, B: Shape, const N: usize>(path: &P, slabs: &B) -> bool {
    let unit = Unit::of(lengths(path).chain(lengths(slabs)));
    let vector = |values: &[f32], k: usize| -> [f32; N] { core::array::from_fn(|i| values[k * N + i]) };
    let [start, direction] = [0, 1].map(|k| unit.counts(vector(path.values(), k)));
    let [center, extents] = [0, 1].map(|k| unit.counts(vector(slabs.values(), k)));
    let axes = Axes::new(axes::<N>(&slabs.values()[2 * N..]));
    let way = sub(&start, &center);
    // The first and the last parameter; None where there is no end.
    let [mut first, mut last] = match P::KIND {
        ShapeKind::Segment | ShapeKind::Segment3 => [Some(0), Some(1)],
        ShapeKind::Ray | ShapeKind::Ray3 => [Some(0), None],
        _ => [None, None],
    }
    .map(|end: Option<i32>| end.map(|t| Fraction::new(t.into(), 1.into())));
    for (axis, extent) in axes.at.iter().zip(extents) {
        let (s, d) = (dot(&way, axis), dot(&direction, axis));
        let h = extent * &axes.weight;
        if d == BigInt::ZERO {
            if s > h || s < -h {
                return false;
            }
            continue;
        }
        let (low, high) = (Fraction::new(-&h - &s, d.clone()), Fraction::new(h - s, d));
        let (near, far) = if low.compare(&high).is_le() { (low, high) } else { (high, low) };
        if first.as_ref().is_none_or(|t| t.compare(&near).is_lt()) {
            first = Some(near);
        }
        if last.as_ref().is_none_or(|t| t.compare(&far).is_gt()) {
            last = Some(far);
        }
    }
    first.zip(last).is_none_or(|(first, last)| first.compare(&last).is_le())
}

/// The axes of a box: in the plane one is stored, and the other is perpendicular to it.
fn axes<const N: usize>(stored: &[f32]) -> Vec<[f32; N]> {
    let all = if N == 2 { vec![stored[0], stored[1], -stored[1], stored[0]] } else { stored.to_vec() };
    all.chunks(N).map(|axis| core::array::from_fn(|k| axis[k])).collect()
}
