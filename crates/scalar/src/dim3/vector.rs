//! Cross product, signed area and unit normal (cross-product article, A to C), with the differences and dot
//! products that other files share, each in one fixed order of operations.
//!
//! `u x v` is perpendicular to both. Its length is the area of the parallelogram that they span,
//! `|u| |v| sin T`, and it reverses if the operands are exchanged. In left-handed coordinates, as in the
//! article, it points along the middle finger of the left hand if the thumb points along `u` and the index
//! along `v`; in right-handed ones, of the right hand.

use super::{Point3, Triangle3};
use crate::dim2::{self, Triangle};
use crate::float::{canonical, canonical_all, sqrt};

/// The vector from `from` to `to`.
pub fn sub(to: [f32; 3], from: [f32; 3]) -> [f32; 3] {
    [to[0] - from[0], to[1] - from[1], to[2] - from[2]]
}

/// The dot product `ux vx + uy vy + uz vz`, summed from the left.
pub fn dot(u: [f32; 3], v: [f32; 3]) -> f32 {
    u[0] * v[0] + u[1] * v[1] + u[2] * v[2]
}

/// The cross product `u x v = (uy vz - uz vy, uz vx - ux vz, ux vy - uy vx)`; zero for parallel vectors.
///
/// ```
/// use scalar::dim3::vector::cross;
/// assert_eq!(cross([0.0, 0.0, 2.0], [3.0, 0.0, 1.0]), [0.0, 6.0, 0.0]); // figure 2 of the article
/// assert_eq!(cross([3.0, 0.0, 1.0], [0.0, 0.0, 2.0]), [0.0, -6.0, 0.0]);
/// ```
pub fn cross(u: Point3, v: Point3) -> Point3 {
    canonical_all([u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]])
}

/// The signed area of a triangle of the XY plane: half the z coordinate of `AB x AC`, which the article calls
/// `delta(AB x AC)`. Positive if the vertices run counter-clockwise (y up), zero if they are collinear.
///
/// ```
/// use scalar::{dim2::Triangle, dim3::vector::signed_area};
/// assert_eq!(signed_area(&Triangle { a: [0.0, 0.0], b: [4.0, 0.0], c: [0.0, 3.0] }), 6.0);
/// assert_eq!(signed_area(&Triangle { a: [0.0, 0.0], b: [0.0, 3.0], c: [4.0, 0.0] }), -6.0);
/// ```
pub fn signed_area(t: &Triangle) -> f32 {
    canonical(0.5 * dim2::vector::cross(dim2::vector::sub(t.b, t.a), dim2::vector::sub(t.c, t.a)))
}

/// The unit normal `AB x AC / |AB x AC|` of a triangle; zero if the triangle has zero area, where the article
/// divides by zero. NaN where the product overflows.
///
/// ```
/// use scalar::dim3::{Triangle3, vector::unit_normal};
/// let floor = Triangle3 { a: [0.0, 0.0, 0.0], b: [2.0, 0.0, 0.0], c: [0.0, 0.0, -2.0] };
/// assert_eq!(unit_normal(&floor), [0.0, 1.0, 0.0]);
/// assert_eq!(unit_normal(&Triangle3::default()), [0.0, 0.0, 0.0]);
/// ```
pub fn unit_normal(t: &Triangle3) -> Point3 {
    let n = cross(sub(t.b, t.a), sub(t.c, t.a));
    let length = sqrt(dot(n, n));
    if length == 0.0 { [0.0; 3] } else { canonical_all(n.map(|x| x / length)) }
}
