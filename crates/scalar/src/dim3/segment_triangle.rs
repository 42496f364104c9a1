//! Segment, ray or line and a triangle in space (Möller and Trumbore, "Fast, Minimum Storage Ray/Triangle
//! Intersection", Journal of Graphics Tools 2(1), 1997).
//!
//! ```text
//!            C
//!           /|         Define    O and D, start and direction of the path
//!     O    / |                   E1 = AB,  E2 = AC,  T = AO
//!      \  /  |         Solution  the point O + t D of the path is the point A + u E1 + v E2 of the triangle
//!       \/---|                     t (-D) + u E1 + v E2 = T
//!       /\   |                   with u, v >= 0 and u + v <= 1, and t in the range of the path
//!      A--\--B
//!          D
//! ```
//!
//! Cramer's rule solves the three equations. With `P = D x E2` and `Q = T x E1`
//!
//! ```text
//! det = E1.P,    u = T.P / det,    v = D.Q / det,    t = E2.Q / det
//! ```
//!
//! The article divides by `det`, or leaves the division to rays that hit. Here the range is tested before
//! anything is divided: with the sign of `det` on both sides, `u` is compared with `|det|`.
//! [`moller_trumbore`] needs no more; [`clip`] divides.
//!
//! `det` is zero where the path is parallel to the plane of the triangle. The article answers no, also for a
//! path in that plane; so do both functions, and for a triangle of zero area, and for a zero direction. It is
//! [`crate::exact::segment3_triangle3`] that answers for those.

use super::vector::{cross, dot, sub};
use super::{ClipPoint3, Triangle3};
use crate::LinearComponent;

/// Whether the segment, ray or line and the triangle have a point in common, in `f32`; no where they are
/// parallel.
///
/// ```
/// use scalar::dim3::{Line3, Segment3, Triangle3, segment_triangle::moller_trumbore};
///
/// let triangle = Triangle3 { a: [0.0, 0.0, 0.0], b: [4.0, 0.0, 0.0], c: [0.0, 4.0, 0.0] };
/// let (start, direction) = ([2.0, 2.0, 3.0], [0.0, 0.0, -3.0]); // down to the middle of an edge
/// assert!(moller_trumbore(&Segment3 { start, direction }, &triangle));
/// assert!(!moller_trumbore(&Segment3 { start, direction: [0.0, 0.0, -2.75] }, &triangle));
/// assert!(moller_trumbore(&Line3 { start, direction: [0.0, 0.0, 1.0] }, &triangle));
/// assert!(!moller_trumbore(&Line3 { start: [1.0, 1.0, 0.0], direction: [1.0, 0.0, 0.0] }, &triangle));
/// ```
pub fn moller_trumbore<R: LinearComponent<3>>(path: &R, triangle: &Triangle3) -> bool {
    Determinants::of(path, triangle).meet(path)
}

/// How far the numbers of [`clip`] may be from the true ones: `t` by `CLIP_ERROR k (|AO| / |D| + |t|)`, `u`
/// by `CLIP_ERROR k (|AO| / |AB| + u)` and `v` by `CLIP_ERROR k (|AO| / |AC| + v)`, with the true `t`, `u`
/// and `v`.
///
/// `k` is `|AB| |AC| |D| / |det|`: 1 over the sine of the angle at `A` and the sine of the angle between the
/// path and the plane, 1 for a right angle that the path meets at a right angle. The bounds hold for `k` up
/// to `2^18`, and for lengths of `AB`, `AC`, `D` and `AO` from `2^-40` to `2^40`, also for `AO` of length
/// zero; so that nothing overflows and what underflows is small beside the other errors. Rounding decides
/// whether there is a common point where one of `t`, `u`, `v` and `1 - u - v` is as near to the end of its
/// range as its error may be large.
///
/// The six products of a determinant are together at most 1.155 times the product of the lengths of its
/// vectors, as the permanent of a matrix is at most `n! / n^(n/2)` times the lengths of its rows.
///
/// | quantity | units of `2^-24` of its six products |
/// |---|---|
/// | `E1`, `E2`, `T`; `D` is a column | 1; 0 |
/// | `P = D x E2`; `Q = T x E1` | 1 + 1 + 1 = 3; 4 |
/// | `det = E1.P`, `T.P`, `D.Q` | 7, of which products 1 and sums 2: 8.1 of the lengths |
/// | `E2.Q` | 8, likewise: 9.3 of the lengths |
/// | `t` | 9.3 `k |AO| / |D|` and 8.1 `k |t|`, divided by the 7/8 of `det` that are certain, and 1 `|t|`: 10.6 and 10.3 |
/// | `u`, `v` | 9.3 and 10.3 |
/// | the constant | **11**, with room for terms of second order |
pub const CLIP_ERROR: f32 = 11.0 * f32::EPSILON / 2.0;

/// Where the segment, ray or line meets the triangle, in `f32`: the parameter, and the weights of the
/// vertices `B` and `C`. None if `f32` finds no common point, if they are parallel, or if a product of three
/// lengths overflows.
///
/// A path in the plane of the triangle has no single point in common with it, and is none; so are a triangle
/// of zero area and a zero direction. The error bound is [`CLIP_ERROR`].
///
/// ```
/// use scalar::dim3::{ClipPoint3, Segment3, Triangle3, segment_triangle::clip};
///
/// let triangle = Triangle3 { a: [0.0, 0.0, 0.0], b: [4.0, 0.0, 0.0], c: [0.0, 4.0, 0.0] };
/// let down = Segment3 { start: [1.0, 2.0, 3.0], direction: [0.0, 0.0, -4.0] };
/// assert_eq!(clip(&down, &triangle), Some(ClipPoint3 { t: 0.75, u: 0.25, v: 0.5 }));
/// let within = Segment3 { start: [1.0, 1.0, 0.0], direction: [1.0, 0.0, 0.0] };
/// assert_eq!(clip(&within, &triangle), None); // parallel
/// ```
pub fn clip<R: LinearComponent<3>>(path: &R, triangle: &Triangle3) -> Option<ClipPoint3> {
    let determinants = Determinants::of(path, triangle);
    let Determinants { det, along, u, v } = determinants;
    let t = along / det;
    let is_finite = det < f32::INFINITY && t.abs() < f32::INFINITY;
    (determinants.meet(path) && is_finite).then(|| ClipPoint3 { t, u: u / det, v: v / det })
}

/// The determinants of Cramer's rule, all with the sign of `det`.
struct Determinants {
    /// Not negative.
    det: f32,
    /// `t det`.
    along: f32,
    /// `u det`.
    u: f32,
    /// `v det`.
    v: f32,
}

impl Determinants {
    fn of<R: LinearComponent<3>>(path: &R, triangle: &Triangle3) -> Self {
        let (o, d) = path.path();
        let (e1, e2) = (sub(triangle.b, triangle.a), sub(triangle.c, triangle.a));
        let t = sub(o, triangle.a);
        let (p, q) = (cross(d, e2), cross(t, e1));
        let det = dot(e1, p);
        let sign = 1.0_f32.copysign(det);
        Self { det: det.abs(), along: dot(e2, q) * sign, u: dot(t, p) * sign, v: dot(d, q) * sign }
    }

    /// Whether all are within their ranges.
    fn meet<R: LinearComponent<3>>(&self, path: &R) -> bool {
        let Self { det, along, u, v } = *self;
        let in_triangle = det != 0.0 && u >= 0.0 && v >= 0.0 && u + v <= det;
        let (start, end) = path.range();
        in_triangle && (start.is_infinite() || along >= 0.0) && (end.is_infinite() || along <= det)
    }
}
