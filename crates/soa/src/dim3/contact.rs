//! Contacts in space, in lanes of `f64`: how to push two shapes apart. What they mean, with derivations
//! and bounds: [`scalar::dim3::contact`].

use crate::lanes::{Lanes, select};

pub mod sphere_aabb;
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

/// Vectors over their lengths.
#[inline(always)]
fn unit<L: Lanes>(v: [L; 3], length: L) -> [L; 3] {
    let inverse = length.splat(1.0) / length;
    [v[0] * inverse, v[1] * inverse, v[2] * inverse]
}

/// The points midway between `q` and the sphere's border at `center + radius normal`.
#[inline(always)]
fn midway<L: Lanes>(center: [L; 3], radius: L, normal: [L; 3], q: [L; 3]) -> [L; 3] {
    let half = radius.splat(0.5);
    [
        ((center[0] + radius * normal[0]) + q[0]) * half,
        ((center[1] + radius * normal[1]) + q[1]) * half,
        ((center[2] + radius * normal[2]) + q[2]) * half,
    ]
}
