//! The circumcircle of a triangle (Marupeke A): a bounding circle for a quick rejection test of moving
//! triangles ([`super::disk_disk`]). It is computed once and then moves with the triangle
//! ([`Disk::translated`]).
//!
//! Marupeke weights each vertex by `a^2 (b^2 + c^2 - a^2)`, where `a` is the side opposite to it, and has the
//! radius `abc / 4S`. With `A` as the origin, `u = B - A` and `v = C - A`, one of the three terms is zero and
//! a common factor cancels. That leaves degree 3 instead of 6, so that coordinates up to `10^12` do not
//! overflow:
//!
//! ```text
//! D = 2 (u x v)     o = ( vy |u|^2 - uy |v|^2 ,  ux |v|^2 - vx |u|^2 ) / D     center = A + o,  radius = |o|
//! ```
//!
//! Corrected here: a triangle of zero area (`D = 0`) has no circumcircle. It gets the circle whose diameter
//! is its longest side. That is the smallest circle around it, so the rejection test stays right.

use super::vector::{cross, dot, sub};
use super::{Disk, Triangle};
use crate::float::{canonical, canonical_all, sqrt};

/// How far a vertex may lie from the circle that [`circumcircle`] returns: `CIRCUMCIRCLE_ERROR (f r + m)`,
/// where `f` is the square of the longest side over twice the area, `r` the radius and `m` the largest
/// coordinate, as long as nothing overflows or underflows and `f` stays below 1000.
///
/// The numerators are off by some units of `2^-24` times the cube of the longest side, `D` by some units of
/// the square. The division by `D` multiplies that by `f`; the addition of `A` rounds once more. Flat
/// triangles in the tests reach more than a twentieth of the bound.
pub const CIRCUMCIRCLE_ERROR: f32 = 8.0 * f32::EPSILON / 2.0;

/// The circle through the three vertices; for zero area the smallest circle around them.
///
/// The vertices lie on the returned circle up to [`CIRCUMCIRCLE_ERROR`].
///
/// ```
/// use scalar::dim2::{Disk, Triangle, circumcircle::circumcircle};
///
/// let right_angled = Triangle { a: [1.0, 1.0], b: [1.0, 4.0], c: [5.0, 1.0] };
/// assert_eq!(circumcircle(&right_angled), Disk { center: [3.0, 2.5], radius: 2.5 });
/// let flat = Triangle { a: [0.0, 0.0], b: [6.0, 8.0], c: [3.0, 4.0] };
/// assert_eq!(circumcircle(&flat), Disk { center: [3.0, 4.0], radius: 5.0 });
/// ```
pub fn circumcircle(t: &Triangle) -> Disk {
    let (u, v) = (sub(t.b, t.a), sub(t.c, t.a));
    let (uu, vv) = (dot(u, u), dot(v, v));
    let d = 2.0 * cross(u, v);
    let (o, radius) = if d == 0.0 {
        let w = sub(t.c, t.b);
        let ww = dot(w, w);
        if uu >= vv && uu >= ww {
            (half(u), 0.5 * sqrt(uu))
        } else if vv >= ww {
            (half(v), 0.5 * sqrt(vv))
        } else {
            (half([u[0] + v[0], u[1] + v[1]]), 0.5 * sqrt(ww))
        }
    } else {
        let o = [(v[1] * uu - u[1] * vv) / d, (u[0] * vv - v[0] * uu) / d];
        (o, sqrt(dot(o, o)))
    };
    Disk { center: canonical_all([t.a[0] + o[0], t.a[1] + o[1]]), radius: canonical(radius) }
}

fn half(v: [f32; 2]) -> [f32; 2] {
    [0.5 * v[0], 0.5 * v[1]]
}
