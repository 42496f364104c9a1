//! Contacts in space, in lanes of `f64`: how to push two shapes apart. What they mean, with derivations
//! and bounds: [`scalar::dim3::contact`].

use crate::lanes::{Lanes, select};

pub mod capsule_capsule;
pub mod sphere_aabb;
pub mod sphere_capsule;
pub mod sphere_sphere;
pub mod sphere_triangle;

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
