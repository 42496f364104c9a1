//! Point and oriented box, of the plane and of space.

use scalar::dim2::{OrientedBox, Point};
use scalar::exact::{Decision, Exact as _};

use super::interval::max_of;
use super::vector::{cross, dot, sub};
use crate::kernel::Predicate;
use crate::kernel::verdict::{Certified, Rounding};
use crate::lanes::Lanes;

/// The exact answer.
///
/// ```text
///      ____        Define    q, the point in the frame of the box: from its center, along the axes
///     / . /        Solution  a hit exactly if  h_k - |q_k| >= 0  for each k
///    /___/
/// ```
///
/// # Error budget
///
/// Of the plane and of space. Define `h` as the largest half extent, and `w`, in the plane, as `|q_0| + |q_1|`:
/// with `q_0^2 + q_1^2 = |p - center|^2 |axis|^2` that is at least the absolute products of either coordinate
/// together. In space `w` is the sum of the absolute components of `p - center` times that of the longest axis.
///
/// | quantity | at most | error in the plane | error in space | in `S` |
/// |---|---|---|---|---|
/// | `q` | `w` | difference 1, product 1, sum 1: 3 | one more sum: 4 | `2 S^2`, `3 S^2` |
/// | `h[k] - q[k].abs()` | | 4 `w`, 1 `h` | 5 `w`, 1 `h` | |
/// | the bound | | **4.25** `(w + h)`, for 4 | **5.25**, for 5 | (53 - 1) / 2: **26** bits, in space **25** |
#[derive(Debug)]
pub struct Exact;

impl Predicate for Exact {
    const NAME: &'static str = "point_oriented_box/exact";
    type A = Point;
    type B = OrientedBox;

    fn resolve(point: &Point, oriented: &OrientedBox) -> Decision {
        point.decide(oriented)
    }

    #[inline(always)]
    fn size<L: Lanes>(&[x, y]: &[L; 2], &[cx, cy, hx, hy, ux, uy]: &[L; 6]) -> L {
        max_of([(x - cx).abs(), (y - cy).abs(), hx, hy, ux.abs(), uy.abs()])
    }

    #[inline(always)]
    fn decide<L: Lanes>(&p: &[L; 2], oriented: &[L; 6], rounding: &Rounding<L>) -> Certified<L::Mask> {
        let frame = Frame::of(oriented);
        let (q, w) = frame.point(p, rounding);
        in_slabs(q, frame.h, w, rounding)
    }
}

/// An oriented box of the plane as a frame in which it is the box from `-h` to `h`: points from its center,
/// turned, and scaled by the length of its axis.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame<L: Lanes> {
    center: [L; 2],
    /// The half extents.
    pub h: [L; 2],
    /// The axis as stored.
    pub u: [L; 2],
}

impl<L: Lanes> Frame<L> {
    /// The frame of a box.
    #[inline(always)]
    pub(crate) fn of(&[cx, cy, hx, hy, ux, uy]: &[L; 6]) -> Self {
        Self { center: [cx, cy], h: [hx, hy], u: [ux, uy] }
    }

    /// A point, which errs by 3 `w`, and `w`, at least the sum of its absolute coordinates.
    #[inline(always)]
    pub(crate) fn point(&self, p: [L; 2], rounding: &Rounding<L>) -> ([L; 2], L) {
        self.vector(sub(p, self.center), rounding)
    }

    /// The squared distance of a point, by the vector from the center, times the square of the axis.
    #[inline(always)]
    pub(crate) fn distance2(&self, from_center: [L; 2]) -> L {
        self.beyond2([dot(self.u, from_center), cross(self.u, from_center)])
    }

    /// The squared way from the box to a point of the frame.
    #[inline(always)]
    pub(crate) fn beyond2(&self, q: [L; 2]) -> L {
        way2(q, self.h)
    }

    /// A vector, which errs by 2 `w` if its columns are exact, and `w`, at least the sum of its absolute
    /// coordinates. As `dot^2 + cross^2 = |u|^2 |v|^2`, that is also at least the absolute products of either
    /// of them together; and where these overflow, one of the two is infinite, so that `w` is infinite or NaN.
    #[inline(always)]
    pub(crate) fn vector(&self, v: [L; 2], rounding: &Rounding<L>) -> ([L; 2], L) {
        let q = [dot(self.u, v), cross(self.u, v)];
        (q, rounding.square(q[0].abs() + q[1].abs()))
    }
}

/// The squared way from the box from `-h` to `h` to a point.
#[inline(always)]
pub(super) fn way2<L: Lanes>(q: [L; 2], h: [L; 2]) -> L {
    let zero = q[0].splat(0.0);
    let e = [(q[0].abs() - h[0]).max(zero), (q[1].abs() - h[1]).max(zero)];
    dot(e, e)
}

/// Whether a point of the frame of a box lies in all its slabs: the budget of [`Exact`].
#[inline(always)]
pub(crate) fn in_slabs<L: Lanes, const N: usize>(
    q: [L; N],
    h: [L; N],
    w: L,
    rounding: &Rounding<L>,
) -> Certified<L::Mask> {
    let mut inside = h[0] - q[0].abs();
    for k in 1..N {
        inside = inside.min(h[k] - q[k].abs());
    }
    let (units, bits) = if N == 2 { (4.25, 26) } else { (5.25, 25) };
    Certified::at_least_zero(inside, rounding.bound(units, w + rounding.length(max_of(h)), bits))
}
