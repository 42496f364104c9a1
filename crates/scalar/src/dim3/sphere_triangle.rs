//! Sphere and triangle by the squared distance of the center to the closest point (DX tutorial).
//!
//! ```text
//!       ___
//!     /  T--\-- r      Define    T, the center;  Q, the point of the triangle closest to T
//!    |   |   |         Solution  a hit exactly if |QT|^2 <= r^2
//!     \__|__/
//!   -----Q---------
//! ```
//!
//! `Q` is computed by the form of [`super::point_triangle`] with dot products.

use super::vector::{dot, sub};
use super::{Sphere, Triangle3, point_triangle};
use crate::float::no_nan;

/// Whether the sphere and the triangle have a point in common, in `f32`.
///
/// Touching counts. A triangle of zero area is its segment or its point, a sphere of radius zero its center.
/// The squared distance carries the error of the closest point
/// ([`CLOSEST_POINT_ERROR`](point_triangle::CLOSEST_POINT_ERROR)).
///
/// ```
/// use scalar::dim3::{Sphere, Triangle3, sphere_triangle::squared_distance};
///
/// let triangle = Triangle3 { a: [0.0, 0.0, 0.0], b: [4.0, 0.0, 0.0], c: [0.0, 4.0, 0.0] };
/// assert!(squared_distance(&Sphere { center: [1.0, 1.0, 2.0], radius: 2.0 }, &triangle)); // touches
/// assert!(!squared_distance(&Sphere { center: [1.0, 1.0, 2.0], radius: 1.75 }, &triangle));
/// ```
pub fn squared_distance(sphere: &Sphere, triangle: &Triangle3) -> bool {
    let (t, r, Triangle3 { a, b, c }) = (sphere.center, sphere.radius, triangle);
    if !no_nan(&[t[0], t[1], t[2], r, a[0], a[1], a[2], b[0], b[1], b[2], c[0], c[1], c[2]]) {
        return false;
    }
    let qt = sub(t, point_triangle::by_lagrange(t, triangle));
    dot(qt, qt) <= r * r
}
