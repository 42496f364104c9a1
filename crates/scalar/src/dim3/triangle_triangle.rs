//! Triangle and triangle in space, by the edges of each through the other (Ericson, Real-Time Collision
//! Detection, 5.2.10).
//!
//! ```text
//!         /|
//!      __/_|__        Two triangles have a point in common exactly if an edge of one of them has one with the
//!     \ /  | /        other triangle: where they meet in a segment, each of its ends is on an edge; in one plane,
//!      X---|/         edges cross, or one triangle holds all edges of the other.
//!     /_\_/|
//!        V
//! ```
//!
//! Each edge is tested as in [`super::segment_triangle`], which answers no for an edge that is parallel to the
//! other triangle. So two triangles of one plane are answered no, and so are those of zero area. It is
//! [`crate::exact::triangle3_triangle3`] that answers for those.

use super::segment_triangle::moller_trumbore;
use super::vector::sub;
use super::{Segment3, Triangle3};
use crate::float::no_nan;

/// Whether the triangles have a point in common, in `f32`; no where they are parallel.
///
/// ```
/// use scalar::dim3::{Triangle3, triangle_triangle::edges};
///
/// let floor = Triangle3 { a: [0.0, 0.0, 0.0], b: [4.0, 0.0, 0.0], c: [0.0, 4.0, 0.0] };
/// let above = |z: f32| Triangle3 { a: [1.0, 1.0, z], b: [1.0, 1.0, 2.0], c: [9.0, 1.0, 2.0] };
/// assert!(edges(&floor, &above(-1.0)));
/// assert!(edges(&floor, &above(0.0))); // stands on it
/// assert!(!edges(&floor, &above(0.25)));
/// assert!(!edges(&floor, &floor)); // in one plane
/// ```
pub fn edges(s: &Triangle3, t: &Triangle3) -> bool {
    no_nan([s.a, s.b, s.c, t.a, t.b, t.c].as_flattened()) && (an_edge_meets(s, t) || an_edge_meets(t, s))
}

/// Whether an edge of `s` has a point in common with `t`.
fn an_edge_meets(s: &Triangle3, t: &Triangle3) -> bool {
    [(s.a, s.b), (s.b, s.c), (s.c, s.a)]
        .into_iter()
        .any(|(from, to)| moller_trumbore(&Segment3 { start: from, direction: sub(to, from) }, t))
}
