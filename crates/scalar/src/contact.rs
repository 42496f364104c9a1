//! What contacts of the plane and of space have in common: the segment of a capsule, what is perpendicular to it,
//! and the normals where a direction is lost.

use crate::closest::Of;
use crate::dim3::contact::sphere_triangle;
use crate::exact::two_sum;
use crate::float::sqrt64;
use crate::wide::{cross, cross3, dot, is_before, sub, unit};

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

    /// The sum `p + v`, without error.
    pub(crate) fn sum(p: [f64; N], v: [f64; N]) -> Self {
        let (mut at, mut rest) = (p, v);
        for k in 0..N {
            (at[k], rest[k]) = two_sum(p[k], v[k]);
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

/// A capsule, the same one whichever end of its segment is the start.
#[derive(Clone, Copy)]
pub(crate) struct Core<const N: usize> {
    /// The end that comes first by x, then y, then z, and the other one.
    pub ends: [Place<N>; 2],
    /// From the first end to the other one: the direction or its negative, without error.
    pub e: [f64; N],
    /// The radius around the segment.
    pub radius: f64,
}

impl<const N: usize> Core<N> {
    pub(crate) fn new(start: [f64; N], direction: [f64; N], radius: f64) -> Self {
        let (start, end) = (Place::new(start), Place::sum(start, direction));
        if is_before(&direction, &[0.0; N]) {
            Self { ends: [end, start], e: direction.map(|x| -x), radius }
        } else {
            Self { ends: [start, end], e: direction, radius }
        }
    }

    /// Whether it comes first of two, so that an exchange of both changes nothing.
    pub(crate) fn is_before(&self, other: &Self) -> bool {
        let key = |of: &Self| {
            let mut key = [of.ends[0].at, of.ends[0].rest, of.e, [0.0; N]];
            key[3][0] = of.radius;
            key
        };
        is_before(key(self).as_flattened(), key(other).as_flattened())
    }

    /// The part of the segment that lies beside another one, which is parallel to it and leads from `u` to `v`,
    /// relative to the first end: how far along the segment it begins and ends, times the segment's length. It is
    /// empty unless the first number is less.
    pub(crate) fn interval_beside(&self, u: [f64; N], v: [f64; N]) -> (f64, f64) {
        let (from, to, length2) = (dot(self.e, u), dot(self.e, v), dot(self.e, self.e));
        (if from > 0.0 { from } else { 0.0 }, if to < length2 { to } else { length2 })
    }
}

/// The normal where shapes have one center: of two disks or spheres.
pub(crate) fn concentric<const N: usize>(r1: f64, r2: f64) -> [f64; N] {
    let mut normal = [0.0; N];
    normal[0] = if r1 < r2 { -1.0 } else { 1.0 };
    normal
}

/// The unit vector along another one or against it, whichever is on the side of `to`: the normal where the direction
/// of `to` is lost.
pub(crate) fn toward<const N: usize>(across: [f64; N], to: [f64; N]) -> [f64; N] {
    let toward = if dot(across, to) < 0.0 { across.map(|x| -x) } else { across };
    unit(toward, sqrt64(dot(toward, toward)))
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
    const NEAR: f64 = sphere_triangle::NEAR;

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
