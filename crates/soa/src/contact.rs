//! What contacts of the plane and of space have in common. Derivation: `contact.rs` of the crate `scalar`.

use scalar::dim3::contact::sphere_triangle::NEAR;

use crate::closest::Of;
use crate::lanes::{Lanes, select};
use crate::vector::{dot, first_difference, is_before, negated, sub, unit};
use crate::{dim2, dim3};

/// A point of the plane or of space as a sum of two numbers in each coordinate.
#[derive(Clone, Copy)]
pub(crate) struct Place<L, const N: usize> {
    /// The point, rounded.
    pub at: [L; N],
    /// What is lost in rounding.
    pub rest: [L; N],
}

impl<L: Lanes, const N: usize> Place<L, N> {
    #[inline(always)]
    pub(crate) fn new(at: [L; N]) -> Self {
        Self { at, rest: [at[0].splat(0.0); N] }
    }

    /// The sum `p + v`, without error.
    #[inline(always)]
    pub(crate) fn sum(p: [L; N], v: [L; N]) -> Self {
        let (mut at, mut rest) = (p, v);
        for k in 0..N {
            at[k] = p[k] + v[k];
            let added = at[k] - p[k];
            rest[k] = (p[k] - (at[k] - added)) + (v[k] - added);
        }
        Self { at, rest }
    }

    /// The vector to it from another point.
    #[inline(always)]
    pub(crate) fn from(&self, other: &Self) -> [L; N] {
        let (mut far, rest) = (sub(self.at, other.at), sub(self.rest, other.rest));
        for k in 0..N {
            far[k] = far[k] + rest[k];
        }
        far
    }

    #[inline(always)]
    fn select(mask: L::Mask, yes: &Self, no: &Self) -> Self {
        Self { at: select(mask, yes.at, no.at), rest: select(mask, yes.rest, no.rest) }
    }
}

/// A capsule, the same one whichever end of its segment is the start.
#[derive(Clone, Copy)]
pub(crate) struct Core<L, const N: usize> {
    /// The end that comes first by x, then y, then z, and the other one.
    pub ends: [Place<L, N>; 2],
    /// From the first end to the other one.
    pub e: [L; N],
    /// The radius around the segment.
    pub radius: L,
}

impl<L: Lanes, const N: usize> Core<L, N> {
    #[inline(always)]
    pub(crate) fn new(start: [L; N], direction: [L; N], radius: L) -> Self {
        let (start, end) = (Place::new(start), Place::sum(start, direction));
        let is_turned = is_before(&direction, &[direction[0].splat(0.0); N]);
        Self {
            ends: [Place::select(is_turned, &end, &start), Place::select(is_turned, &start, &end)],
            e: select(is_turned, negated(direction), direction),
            radius,
        }
    }

    /// The lanes in which it comes first of two, so that an exchange of both changes nothing.
    #[inline(always)]
    pub(crate) fn is_before(&self, other: &Self) -> L::Mask {
        let (a, b, zero) = (self.ends[0], other.ends[0], self.radius.splat(0.0));
        let first = first_difference(a.at, b.at, zero);
        let first = first_difference(a.rest, b.rest, first);
        let first = first_difference(self.e, other.e, first);
        first_difference([self.radius], [other.radius], first).lt(zero)
    }

    #[inline(always)]
    pub(crate) fn select(mask: L::Mask, yes: &Self, no: &Self) -> Self {
        Self {
            ends: [
                Place::select(mask, &yes.ends[0], &no.ends[0]),
                Place::select(mask, &yes.ends[1], &no.ends[1]),
            ],
            e: select(mask, yes.e, no.e),
            radius: L::select(mask, yes.radius, no.radius),
        }
    }

    /// The part of the segment that lies beside another one, from `u` to `v`.
    #[inline(always)]
    pub(crate) fn interval_beside(&self, u: [L; N], v: [L; N]) -> (L, L) {
        let (from, to, length2) = (dot(self.e, u), dot(self.e, v), dot(self.e, self.e));
        let zero = from.splat(0.0);
        (L::select(from.gt(zero), from, zero), L::select(to.lt(length2), to, length2))
    }
}

/// The normal where shapes have one center: of two disks or spheres.
#[inline(always)]
pub(crate) fn concentric<L: Lanes, const N: usize>(r1: L, r2: L) -> [L; N] {
    let (zero, one) = (r1.splat(0.0), r1.splat(1.0));
    let mut normal = [zero; N];
    normal[0] = L::select(r1.lt(r2), -one, one);
    normal
}

/// The unit vectors along others or against them, whichever are on the side of `to`.
#[inline(always)]
pub(crate) fn toward<L: Lanes, const N: usize>(across: [L; N], to: [L; N]) -> [L; N] {
    let toward = select(dot(across, to).lt(to[0].splat(0.0)), negated(across), across);
    unit(toward, dot(toward, toward).sqrt())
}

/// Vectors that are perpendicular to a segment, in the plane and in space.
pub(crate) trait Across<L, const N: usize> {
    /// The square of the part of a segment up to which the direction to it is lost in rounding.
    const NEAR: f32;

    /// The vector from the origin to the line through `x` along `e`, times `e.e`.
    fn to_line(x: [L; N], e: [L; N]) -> [L; N];

    /// A vector that is perpendicular to another one.
    fn across(e: [L; N]) -> [L; N];
}

impl<L: Lanes> Across<L, 2> for Of<2> {
    const NEAR: f32 = 0.0;

    #[inline(always)]
    fn to_line(x: [L; 2], e: [L; 2]) -> [L; 2] {
        let height = dim2::vector::cross(e, x);
        [height * -e[1], height * e[0]]
    }

    #[inline(always)]
    fn across(e: [L; 2]) -> [L; 2] {
        [-e[1], e[0]]
    }
}

impl<L: Lanes> Across<L, 3> for Of<3> {
    const NEAR: f32 = NEAR as f32;

    #[inline(always)]
    fn to_line(x: [L; 3], e: [L; 3]) -> [L; 3] {
        dim3::vector::cross(dim3::vector::cross(e, x), e)
    }

    #[inline(always)]
    fn across(e: [L; 3]) -> [L; 3] {
        let [x, y, z] = [e[0].abs(), e[1].abs(), e[2].abs()];
        let zero = x.splat(0.0);
        let by_x = x.le(y) & x.le(z);
        let (of_x, of_y, of_z) = ([zero, e[2], -e[1]], [-e[2], zero, e[0]], [e[1], -e[0], zero]);
        select(by_x, of_x, select(y.le(z), of_y, of_z))
    }
}
