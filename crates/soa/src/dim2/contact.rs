//! Contacts in the plane, in lanes of `f64`: how to push two shapes apart. What they mean, with derivations
//! and bounds: [`scalar::dim2::contact`].

use crate::contact::Core;
use crate::lanes::{Lanes, select};
use crate::vector::{add, sorted};

pub mod aabb_aabb;
pub mod aabb_oriented_box;
pub mod aabb_triangle;
pub mod capsule_aabb;
pub mod capsule_capsule;
pub mod capsule_oriented_box;
pub mod capsule_triangle;
pub mod disk_aabb;
pub mod disk_capsule;
pub mod disk_disk;
pub mod disk_oriented_box;
pub mod disk_triangle;
pub mod oriented_box_oriented_box;
pub mod oriented_box_triangle;
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

    /// The contact of what lies within radii of both shapes.
    #[inline(always)]
    fn grown(self, r1: L, r2: L) -> Self {
        let (both, more, half) = (r1 + r2, r1 - r2, r1.splat(0.5));
        let Self { normal: [nx, ny], depth, point: [x0, y0], second: [x1, y1], depth1 } = self;
        let (x, y) = ((more * nx) * half, (more * ny) * half);
        Self {
            normal: [nx, ny],
            depth: both + depth,
            point: [x0 + x, y0 + y],
            second: [x1 + x, y1 + y],
            depth1: both + depth1,
        }
    }

    /// The contact of shapes that are relative to an origin.
    #[inline(always)]
    fn moved(self, origin: [L; 2]) -> Self {
        Self { point: add(origin, self.point), second: add(origin, self.second), ..self }
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

/// The lanes in which all values are finite.
#[inline(always)]
pub(crate) fn is_finite<L: Lanes, const N: usize, const M: usize>(a: &[L; N], b: &[L; M]) -> L::Mask {
    let zero = a[0].splat(0.0);
    zero_if_finite(a, b).eq(zero)
}

/// A positive zero where all values are finite, NaN elsewhere: so is their sum in `f64` without itself.
#[inline(always)]
#[expect(clippy::eq_op, reason = "infinity without itself, and NaN, are NaN")]
pub(crate) fn zero_if_finite<L: Lanes, const N: usize, const M: usize>(a: &[L; N], b: &[L; M]) -> L {
    let mut sum = a[0];
    for &x in &a[1..] {
        sum = sum + x;
    }
    for &x in b {
        sum = sum + x;
    }
    sum - sum
}

/// The vertices of a triangle of the plane, in the order of [`sorted`].
#[inline(always)]
fn vertices<L: Lanes>(&[ax, ay, bx, by, cx, cy]: &[L; 6]) -> [[L; 2]; 3] {
    sorted([[ax, ay], [bx, by], [cx, cy]])
}

/// A capsule of the plane, the same one whichever end is its start.
#[inline(always)]
fn core<L: Lanes>(&[x, y, dx, dy, radius]: &[L; 5]) -> Core<L, 2> {
    Core::new([x, y], [dx, dy], radius)
}
