//! Contacts in space, in lanes of `f64`: how to push two shapes apart. What they mean, with derivations
//! and bounds: [`scalar::dim3::contact`].

use crate::contact::{Core, Place};
use crate::lanes::{Lanes, select};
use crate::vector::{add, along, negated, sorted};

pub mod aabb_aabb;
pub mod aabb_oriented_box;
pub mod aabb_triangle;
pub mod capsule_aabb;
pub mod capsule_capsule;
pub mod capsule_oriented_box;
pub mod capsule_triangle;
pub mod manifold;
pub mod oriented_box_oriented_box;
pub mod oriented_box_triangle;

mod polyhedron;
pub mod sphere_aabb;
pub mod sphere_capsule;
pub mod sphere_oriented_box;
pub mod sphere_sphere;
pub mod sphere_triangle;
pub mod triangle_triangle;

/// The columns of a contact.
#[derive(Clone, Copy)]
struct Found<L> {
    normal: [L; 3],
    depth: L,
    point: [L; 3],
}

impl<L: Lanes> Found<L> {
    /// The contact with its normal negated in some lanes.
    #[inline(always)]
    fn negated_where(self, mask: L::Mask) -> Self {
        Self { normal: select(mask, negated(self.normal), self.normal), ..self }
    }

    /// All NaN in the lanes in which a number is zero.
    #[inline(always)]
    fn where_not_zero(self, number: Option<L>) -> Self {
        let Some(number) = number else { return self };
        let (is_zero, nan) = (number.eq(number.splat(0.0)), number.splat(f32::NAN));
        Self {
            normal: select(is_zero, [nan; 3], self.normal),
            depth: L::select(is_zero, nan, self.depth),
            point: select(is_zero, [nan; 3], self.point),
        }
    }

    /// The contact of what lies within a radius of the first shape.
    #[inline(always)]
    fn grown(self, radius: L) -> Self {
        let point = along(self.point, radius * radius.splat(0.5), self.normal);
        Self { depth: radius + self.depth, point, ..self }
    }

    /// The contact of shapes that are relative to an origin.
    #[inline(always)]
    fn moved(self, origin: &Place<L, 3>) -> Self {
        Self { point: add(origin.at, self.point), ..self }
    }

    /// The columns of the contact of shapes with these columns.
    #[inline(always)]
    fn columns<const N: usize, const M: usize>(self, a: &[L; N], b: &[L; M]) -> [L; 7] {
        columns(self.normal, self.depth, self.point, a, b)
    }
}

/// The vertices of a triangle, in the order of [`sorted`].
#[inline(always)]
fn vertices<L: Lanes>(&[ax, ay, az, bx, by, bz, cx, cy, cz]: &[L; 9]) -> [[L; 3]; 3] {
    sorted([[ax, ay, az], [bx, by, bz], [cx, cy, cz]])
}

/// A capsule, the same one whichever end is its start.
#[inline(always)]
fn core<L: Lanes>(&[x, y, z, dx, dy, dz, radius]: &[L; 7]) -> Core<L, 3> {
    Core::new([x, y, z], [dx, dy, dz], radius)
}

/// The columns of the contact of shapes with these columns: all NaN where one of their values is not finite.
#[inline(always)]
fn columns<L: Lanes, const N: usize, const M: usize>(
    [nx, ny, nz]: [L; 3],
    depth: L,
    [x, y, z]: [L; 3],
    a: &[L; N],
    b: &[L; M],
) -> [L; 7] {
    let finite = crate::dim2::contact::is_finite(a, b);
    select(finite, [nx, ny, nz, depth, x, y, z], [depth.splat(f32::NAN); 7])
}
