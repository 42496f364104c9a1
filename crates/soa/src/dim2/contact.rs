//! Contacts in the plane, in lanes of `f64`: how to push two shapes apart. What they mean, with derivations
//! and bounds: [`scalar::dim2::contact`].

use crate::lanes::{Lanes, select};

pub mod aabb_aabb;
pub mod disk_aabb;
pub mod disk_disk;
pub mod disk_triangle;
pub mod oriented_box_oriented_box;
mod polygon;
pub mod triangle_triangle;

/// The columns of a contact.
#[derive(Clone, Copy)]
struct Found<L> {
    normal: [L; 2],
    depth: L,
    point: [L; 2],
    /// NaN if there is no second point.
    second: [L; 2],
    depth1: L,
}

impl<L: Lanes> Found<L> {
    /// One point.
    #[inline(always)]
    fn single(normal: [L; 2], depth: L, point: [L; 2]) -> Self {
        let nan = depth.splat(f32::NAN);
        Self { normal, depth, point, second: [nan; 2], depth1: nan }
    }

    #[inline(always)]
    fn select(mask: L::Mask, yes: Self, no: Self) -> Self {
        Self {
            normal: select(mask, yes.normal, no.normal),
            depth: L::select(mask, yes.depth, no.depth),
            point: select(mask, yes.point, no.point),
            second: select(mask, yes.second, no.second),
            depth1: L::select(mask, yes.depth1, no.depth1),
        }
    }

    /// The contact with its normal negated in some lanes.
    #[inline(always)]
    fn negated_where(self, mask: L::Mask) -> Self {
        let [x, y] = self.normal;
        Self { normal: select(mask, [-x, -y], self.normal), ..self }
    }

    /// The columns of the contact of shapes with these columns: all NaN where one of their values is not
    /// finite.
    #[inline(always)]
    fn columns<const N: usize, const M: usize>(self, a: &[L; N], b: &[L; M]) -> [L; 8] {
        let Self { normal: [nx, ny], depth, point: [x0, y0], second: [x1, y1], depth1 } = self;
        let all = [nx, ny, depth, x0, y0, x1, y1, depth1];
        select(is_finite(a, b), all, [depth.splat(f32::NAN); 8])
    }
}

/// The lanes in which all values are finite: then their sum in `f64` is.
#[inline(always)]
pub(crate) fn is_finite<L: Lanes, const N: usize, const M: usize>(a: &[L; N], b: &[L; M]) -> L::Mask {
    let mut sum = a[0];
    for &x in &a[1..] {
        sum = sum + x;
    }
    for &x in b {
        sum = sum + x;
    }
    sum.abs().lt(sum.splat(f32::INFINITY))
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

/// The vertices of a triangle of the plane, in the order of [`sorted`].
#[inline(always)]
fn vertices<L: Lanes>(&[ax, ay, bx, by, cx, cy]: &[L; 6]) -> [[L; 2]; 3] {
    sorted([[ax, ay], [bx, by], [cx, cy]])
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
