//! Determinants of three vectors, and shapes of one plane.
//!
//! Two sets that lie in one plane have a point in common exactly if their projections along each of the three
//! coordinate axes have: a plane is not parallel to every axis, so that one of the projections is one to one
//! on it, and the others follow from it.

use crate::dim2::Triangle;
use crate::dim3::Triangle3;
use crate::exact::number::Number;
use crate::exact::vector::{cross3, dot};

/// The determinant `u . (v x w)`: six times the signed volume of the tetrahedron of the origin and the ends
/// of the three vectors; of degree 3.
pub fn determinant<N: Number>(u: &[N; 3], v: &[N; 3], w: &[N; 3]) -> N {
    dot(u, &cross3(v, w))
}

/// The projection along an axis.
pub fn along<T: Clone>(axis: usize, p: &[T; 3]) -> [T; 2] {
    [p[(axis + 1) % 3].clone(), p[(axis + 2) % 3].clone()]
}

/// The projection of a triangle along an axis.
pub fn triangle_along(axis: usize, t: &Triangle3) -> Triangle {
    let [a, b, c] = [t.a, t.b, t.c].map(|p| along(axis, &p));
    Triangle { a, b, c }
}
