//! What the contacts of capsules have in common, in the plane and in space: the segment of a capsule, and what is
//! perpendicular to it.

use crate::closest::Of;
use crate::wide::{cross, cross3, is_before, sub};

/// A point of the plane or of space as a sum of two numbers in each coordinate. An end of a segment,
/// `start + direction`, may have more digits than an `f64`.
#[derive(Clone, Copy)]
pub(crate) struct Place<const N: usize> {
    /// The point, rounded.
    pub at: [f64; N],
    /// What is lost in rounding.
    pub rest: [f64; N],
}

impl<const N: usize> Place<N> {
    pub(crate) fn new(at: [f64; N]) -> Self {
        Self { at, rest: [0.0; N] }
    }

    /// The sum `p + v`, without error (Knuth's sum of two numbers).
    fn sum(p: [f64; N], v: [f64; N]) -> Self {
        let (mut at, mut rest) = (p, v);
        for k in 0..N {
            at[k] = p[k] + v[k];
            let added = at[k] - p[k];
            rest[k] = (p[k] - (at[k] - added)) + (v[k] - added);
        }
        Self { at, rest }
    }

    /// The vector to it from another point: off by 2 units of `2^-53`, however far both are from zero.
    pub(crate) fn from(&self, other: &Self) -> [f64; N] {
        let (mut far, rest) = (sub(self.at, other.at), sub(self.rest, other.rest));
        for k in 0..N {
            far[k] += rest[k];
        }
        far
    }
}

/// The segment of a capsule, the same one whichever end is its start.
#[derive(Clone, Copy)]
pub(crate) struct Core<const N: usize> {
    /// The end that comes first by x, then y, then z, and the other one.
    pub ends: [Place<N>; 2],
    /// From the first end to the other one: the direction or its negative, without error.
    pub e: [f64; N],
}

impl<const N: usize> Core<N> {
    pub(crate) fn new(start: [f64; N], direction: [f64; N]) -> Self {
        let (start, end) = (Place::new(start), Place::sum(start, direction));
        if is_before(&direction, &[0.0; N]) {
            Self { ends: [end, start], e: direction.map(|x| -x) }
        } else {
            Self { ends: [start, end], e: direction }
        }
    }
}

/// The normal where shapes have one center: of two disks or spheres.
pub(crate) fn concentric<const N: usize>(r1: f64, r2: f64) -> [f64; N] {
    let mut normal = [0.0; N];
    normal[0] = if r1 < r2 { -1.0 } else { 1.0 };
    normal
}

/// Vectors that are perpendicular to a segment, in the plane and in space.
pub(crate) trait Across<const N: usize> {
    /// The square of the part of a segment up to which the direction to it is lost in rounding.
    const NEAR: f64;

    /// The vector from the origin to the line through `x` along `e`, times `e.e`.
    fn to_line(x: [f64; N], e: [f64; N]) -> [f64; N];

    /// A vector that is perpendicular to another one.
    fn across(e: [f64; N]) -> [f64; N];
}

impl Across<2> for Of<2> {
    const NEAR: f64 = 0.0;

    fn to_line(x: [f64; 2], e: [f64; 2]) -> [f64; 2] {
        let height = cross(e, x);
        [height * -e[1], height * e[0]]
    }

    fn across(e: [f64; 2]) -> [f64; 2] {
        [-e[1], e[0]]
    }
}

impl Across<3> for Of<3> {
    const NEAR: f64 = (f32::EPSILON as f64 / 8.0) * (f32::EPSILON as f64 / 8.0);

    /// `(e x x) x e`, which cancels less than `x - e x.e / e.e`.
    fn to_line(x: [f64; 3], e: [f64; 3]) -> [f64; 3] {
        cross3(cross3(e, x), e)
    }

    /// The cross product with the axis to which the vector is least parallel.
    fn across(e: [f64; 3]) -> [f64; 3] {
        let [x, y, z] = [e[0].abs(), e[1].abs(), e[2].abs()];
        if x <= y && x <= z {
            [0.0, e[2], -e[1]]
        } else if y <= z {
            [-e[2], 0.0, e[0]]
        } else {
            [e[1], -e[0], 0.0]
        }
    }
}
