//! A segment, ray or line and an oriented box, in the plane and in space.
//!
//! The path is `start + t direction` for all `t` of a range. It meets the box if some `t` of the range keeps
//! every slab, `-h <= s + t d <= h` with `s = (start - center).axis` and `d = direction.axis`. Each slab
//! clips the range by two quotients, which stay fractions; if `d` is zero the condition is `|s| <= h`, and of
//! a direction of zero nothing else is left.

use core::cmp::Ordering;

use num_bigint::BigInt;
use scalar::dim2::{Line, OrientedBox, Ray, Segment};
use scalar::dim3::{Line3, OrientedBox3, Ray3, Segment3};
use soa::Shape;

use super::hull::Axes;
use super::integer::{Unit, dot, sub};
use super::lengths;

/// A start and a direction with a range of parameters.
pub trait Path<const N: usize>: Shape {
    /// The first and the last parameter; None where there is no end.
    const RANGE: [Option<i32>; 2];
    /// Start and direction.
    fn path(&self) -> [[f32; N]; 2];
}

/// A box as its slabs.
pub trait Slabs<const N: usize>: Shape {
    /// Center and half extents.
    fn place(&self) -> [[f32; N]; 2];
    /// The axes as stored.
    fn axes(&self) -> [[f32; N]; N];
}

/// Implements `Path`.
macro_rules! path {
    ($shape:ty, $n:literal, $range:expr) => {
        impl Path<$n> for $shape {
            const RANGE: [Option<i32>; 2] = $range;

            fn path(&self) -> [[f32; $n]; 2] {
                [self.start, self.direction]
            }
        }
    };
}

path!(Segment, 2, [Some(0), Some(1)]);
path!(Ray, 2, [Some(0), None]);
path!(Line, 2, [None, None]);
path!(Segment3, 3, [Some(0), Some(1)]);
path!(Ray3, 3, [Some(0), None]);
path!(Line3, 3, [None, None]);

impl Slabs<2> for OrientedBox {
    fn place(&self) -> [[f32; 2]; 2] {
        [self.center, self.half_extents]
    }

    fn axes(&self) -> [[f32; 2]; 2] {
        let [x, y] = self.axis;
        [[x, y], [-y, x]]
    }
}

impl Slabs<3> for OrientedBox3 {
    fn place(&self) -> [[f32; 3]; 2] {
        [self.center, self.half_extents]
    }

    fn axes(&self) -> [[f32; 3]; 3] {
        self.axes
    }
}

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

/// Whether the path and the box have a point in common.
pub fn crosses<P: Path<N>, B: Slabs<N>, const N: usize>(path: &P, slabs: &B) -> bool {
    let unit = Unit::of(lengths(path).chain(lengths(slabs)));
    let ([start, direction], [center, extents]) = (path.path(), slabs.place());
    let (way, direction) = (sub(&unit.counts(start), &unit.counts(center)), unit.counts(direction));
    let axes = Axes::new(slabs.axes());
    let [mut first, mut last] = P::RANGE.map(|end| end.map(|t| Fraction::new(t.into(), 1.into())));
    for (axis, extent) in axes.at.iter().zip(extents) {
        let (s, d) = (dot(&way, axis), dot(&direction, axis));
        let h = unit.count(extent) * &axes.weight;
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
