//! Axis-aligned box and triangle in space: disjoint exactly if their projections along a coordinate axis are
//! (Schwarz and Seidel), or if the plane of the triangle does not meet the box.
//!
//! Of the directions that may separate the two ([`crate::dim3::aabb_triangle`]) all but the normal are
//! perpendicular to a coordinate axis, so that the projection along that axis has them: it is a box and a
//! triangle of the plane, and of degree 2.
//!
//! The plane meets the box if the distance of the middle of the box is at most what the corners reach in the
//! direction of the normal `n`. With the lower and upper corners `p` and `q`, and everything twice as large,
//! that is of degree 3:
//!
//! ```text
//! |n.(2 A - p - q)| <= (qx - px) |nx| + (qy - py) |ny| + (qz - pz) |nz|
//! ```
//!
//! In one plane the projections decide ([`super::orient`]).

use super::orient::{along, triangle_along};
use crate::dim2::Aabb;
use crate::dim3::{Aabb3, Triangle3};
use crate::exact::dim2::aabb_triangle as plane;
use crate::exact::kleene::{all, and};
use crate::exact::number::{Number, Part};
use crate::exact::vector::{add, between, cross3, dot};
use crate::exact::{Exact, decided_by};

/// Whether the box and the triangle have a point in common.
///
/// ```
/// use scalar::{dim3::{Aabb3, Triangle3}, exact::aabb3_triangle3};
///
/// let cube = Aabb3 { min: [-1.0; 3], max: [1.0; 3] };
/// let near = |x: f32| Triangle3 { a: [x, 0.0, 0.0], b: [0.0, x, 0.0], c: [0.0, 0.0, x] };
/// assert!(aabb3_triangle3(&cube, &near(3.0))); // through the corner (1, 1, 1)
/// assert!(!aabb3_triangle3(&cube, &near(3.000_000_2)));
/// ```
pub fn aabb3_triangle3(aabb: &Aabb3, triangle: &Triangle3) -> bool {
    aabb.decide(triangle).hit
}
decided_by!(intersect(Aabb3, Triangle3));

/// Whether a box and a triangle have a point in common, by the signs of numbers of any type.
pub fn intersect<N: Number>(aabb: &Aabb3, t: &Triangle3) -> Option<bool> {
    let along_axis = |k| {
        let projection = Aabb { min: along(k, &aabb.min), max: along(k, &aabb.max) };
        plane::intersect::<N>(&projection, &triangle_along(k, t))
    };
    and(all((0..3).map(along_axis)), || N::decide(&PlaneMeets { aabb, t }))
}

/// Whether the plane of the triangle meets the box.
struct PlaneMeets<'a> {
    aabb: &'a Aabb3,
    t: &'a Triangle3,
}

impl Part for PlaneMeets<'_> {
    type Answer = bool;

    fn answer<N: Number>(&self) -> Option<bool> {
        let (Aabb3 { min, max }, Triangle3 { a, b, c }) = (*self.aabb, *self.t);
        let n = cross3(&between::<N, 3>(a, b), &between::<N, 3>(a, c));
        let (low, high) = (between::<N, 3>(min, a), between::<N, 3>(max, a));
        let middle = add(&low, &high);
        let sides = between::<N, 3>(min, max);
        dot(&n, &middle).abs().at_most(&dot(&sides, &n.map(|x| x.abs())))
    }
}
