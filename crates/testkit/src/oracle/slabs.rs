//! A segment, ray or line and an oriented box, in the plane and in space.
//!
//! The path is `start + t direction` for all `t` of a range. It meets the box if some `t` of the range keeps
//! every slab, `-h <= s + t d <= h` with `s = (start - center).axis` and `d = direction.axis`. Each side of a
//! slab clips the range by a quotient, which stays a fraction; if `d` is zero the condition is one on `s`, and
//! of a direction of zero nothing else is left.

use core::cmp::Ordering;

use num_bigint::BigInt;
use soa::{Shape, ShapeKind};

use super::hull::Axes;
use super::integer::{Unit, dot, split, sub};
use super::lengths;

/// A fraction; its denominator is above zero.
#[derive(Clone, Debug)]
pub struct Fraction {
    /// The numerator.
    pub over: BigInt,
    /// The denominator.
    pub under: BigInt,
}

impl Fraction {
    /// A quotient of whole numbers, the second of which is not zero.
    pub fn new(over: BigInt, under: BigInt) -> Self {
        if under < BigInt::ZERO { Self { over: -over, under: -under } } else { Self { over, under } }
    }

    /// The order of two fractions.
    pub fn compare(&self, other: &Self) -> Ordering {
        (&self.over * &other.under).cmp(&(&other.over * &self.under))
    }

    /// Whether the nearest `f32` is this one, or as near as another one.
    ///
    /// ```
    /// use testkit::oracle::slabs::Fraction;
    /// let third = Fraction::new(1.into(), 3.into());
    /// assert!(third.rounds_to(1.0 / 3.0));
    /// assert!(!third.rounds_to((1.0f32 / 3.0).next_up()));
    /// let huge = Fraction::new(num_bigint::BigInt::from(1) << 128, 1.into());
    /// assert!(huge.rounds_to(f32::INFINITY) && !huge.rounds_to(f32::MAX));
    /// assert!(!third.rounds_to(f32::INFINITY));
    /// ```
    pub fn rounds_to(&self, x: f32) -> bool {
        // Half way to a neighbour is the mean. After the last number comes 2^128, to which infinity is rounded.
        let number = |x: f32| {
            let (odd, exponent) = if x.is_infinite() { (x.signum() as i32, 128) } else { split(x) };
            let power = |exponent: i32| BigInt::from(1) << exponent.max(0);
            Self { over: power(exponent) * odd, under: power(-exponent) }
        };
        let mean = |a: f32, b: f32| {
            let (a, b) = (number(a), number(b));
            Self { over: a.over * &b.under + b.over * &a.under, under: a.under * b.under * 2 }
        };
        let (down, up) = (x.next_down(), x.next_up());
        // Infinity is its own neighbour.
        (down == x || self.compare(&mean(x, down)).is_ge()) && (up == x || self.compare(&mean(x, up)).is_le())
    }
}

/// The parameters of a path.
#[derive(Clone, Debug)]
pub struct Range {
    /// The first and the last; None where there is no end.
    ends: [Option<Fraction>; 2],
    /// Whether no parameter is left.
    is_empty: bool,
}

impl Range {
    /// All parameters of a segment, ray or line.
    pub fn of(path: ShapeKind) -> Self {
        match path {
            ShapeKind::Segment | ShapeKind::Segment3 => Self::segment(),
            ShapeKind::Ray | ShapeKind::Ray3 => Self::between([Some(0), None]),
            _ => Self::between([None, None]),
        }
    }

    /// From 0 to 1.
    pub fn segment() -> Self {
        Self::between([Some(0), Some(1)])
    }

    fn between(ends: [Option<i32>; 2]) -> Self {
        Self { ends: ends.map(|end| Some(Fraction::new(end?.into(), 1.into()))), is_empty: false }
    }

    /// Keeps the parameters `t` with `s + t d >= 0`.
    pub fn keep(&mut self, s: &BigInt, d: &BigInt) {
        if *d == BigInt::ZERO {
            self.is_empty |= *s < BigInt::ZERO;
            return;
        }
        let turn = Fraction::new(-s, d.clone());
        let [first, last] = &mut self.ends;
        if *d > BigInt::ZERO {
            if first.as_ref().is_none_or(|t| t.compare(&turn).is_lt()) {
                *first = Some(turn);
            }
        } else if last.as_ref().is_none_or(|t| t.compare(&turn).is_gt()) {
            *last = Some(turn);
        }
    }

    /// The first parameter that is left, if there is one.
    pub fn first(&self) -> Option<&Fraction> {
        self.ends[0].as_ref().filter(|_| self.is_some())
    }

    /// Whether a parameter is left.
    pub fn is_some(&self) -> bool {
        let [first, last] = &self.ends;
        !self.is_empty
            && first.as_ref().zip(last.as_ref()).is_none_or(|(first, last)| first.compare(last).is_le())
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
    let mut range = Range::of(P::KIND);
    for (axis, extent) in axes.at.iter().zip(extents) {
        let (s, d) = (dot(&way, axis), dot(&direction, axis));
        let h = extent * &axes.weight;
        range.keep(&(&h + &s), &d);
        range.keep(&(h - s), &-d);
    }
    range.is_some()
}

/// The axes of a box: in the plane one is stored, and the other is perpendicular to it.
fn axes<const N: usize>(stored: &[f32]) -> Vec<[f32; N]> {
    let all = if N == 2 { vec![stored[0], stored[1], -stored[1], stored[0]] } else { stored.to_vec() };
    all.chunks(N).map(|axis| core::array::from_fn(|k| axis[k])).collect()
}
