//! Triangle and triangle: by projections on separating axes (Marupeke B and C), and by edge functions (cross-product article, E).
//!
//! ```text
//!           |            Two convex shapes have no point in common exactly if a line parts them, and for
//!    /\     |   /|       triangles one of their six edges shows its direction. Project both on a line across an
//!   /  \    |  / |       edge: if the shadows are apart, the edge's direction parts them.
//!  /____\   | /__|
//! ==========|=====  shadows
//! ```
//!
//! **Projections** ([`separating_axis`]). Across the edge `e` of one triangle lies the axis `(ey, -ex)`; a vertex
//! `p` falls on `axis . p`. Both ends of the edge fall on the same place, so three of the six dot products are those
//! of the other triangle and two are enough for its own. The source makes the axis a unit vector; only the order of
//! the shadows counts, which does not depend on its length, so it is left as it is here. That also mends an edge of
//! length zero, which the source would divide by: it casts all on 0 and parts nothing.
//!
//! **Edge functions** ([`edge_functions`]). With `A` as the origin, the cross product `P x AB` is how far `P` lies on
//! the inner side of the line `AB`, times `|AB|`, if the vertices run clockwise. The other triangle lies beyond the
//! edge if that is negative for all of its vertices. The source's saving is that the third edge needs no products of
//! its own, because
//!
//! ```text
//! (P x AB) + (AC x P) = AC x AB  exactly if P lies on the line BC,   and more if P lies beyond it,
//! ```
//!
//! so a side takes 7 cross products instead of 9. The source assumes clockwise vertices: here `AB` and `AC` change sign
//! if `AC x AB` is negative. If it is zero, the way around the triangle goes forth and back along one line, so that
//! its three edges ask about both sides of that line, as they must.
//!
//! Mended in both: two triangles of zero area on one line cast no shadow across their edges, so that no edge parts
//! them. The directions x and y are added to the candidates: the bounding boxes, compared without any rounding.

use super::Triangle;
use super::interval::{disjoint, disjoint_unless_nan, max_of, min_of};
use super::vector::{cross, dot, sub};
use crate::float::no_nan;

/// Whether the triangles have a point in common, by projections on the six axes.
///
/// ```
/// use scalar::dim2::{Triangle, triangle_triangle::separating_axis};
///
/// let t = Triangle { a: [0.0, 0.0], b: [0.0, 2.0], c: [2.0, 0.0] };
/// let touching = Triangle { a: [1.0, 1.0], b: [3.0, 1.0], c: [3.0, 3.0] };
/// let apart = Triangle { a: [1.5, 1.0], b: [3.0, 1.0], c: [3.0, 3.0] };
/// assert!(separating_axis(&t, &touching));
/// assert!(!separating_axis(&t, &apart));
/// ```
pub fn separating_axis(s: &Triangle, t: &Triangle) -> bool {
    let values = [s.a, s.b, s.c, t.a, t.b, t.c];
    no_nan(values.as_flattened()) && bounds_meet(s, t) && !parted_by_axis(s, t) && !parted_by_axis(t, s)
}

/// Whether the triangles have a point in common, by edge functions: all three edges of a triangle, then one test.
///
/// ```
/// use scalar::dim2::{Triangle, triangle_triangle::edge_functions};
///
/// let outer = Triangle { a: [0.0, 0.0], b: [9.0, 0.0], c: [0.0, 9.0] };
/// let inner = Triangle { a: [1.0, 1.0], b: [2.0, 1.0], c: [1.0, 2.0] };
/// assert!(edge_functions(&outer, &inner)); // no edges cross
///
/// let flat = Triangle { a: [-1.0, 0.0], b: [-3.0, 0.0], c: [-2.0, 0.0] };
/// let point = Triangle { a: [-3.0, 0.0], b: [-3.0, 0.0], c: [-3.0, 0.0] };
/// assert!(edge_functions(&flat, &point));
/// assert!(!edge_functions(&flat, &outer)); // on the line through its edge, but apart
/// ```
pub fn edge_functions(s: &Triangle, t: &Triangle) -> bool {
    bounds_meet(s, t) && !beyond_an_edge(s, t) && !beyond_an_edge(t, s)
}

/// [`edge_functions`] in the source's other order: a test after each edge. The same answer; which is faster depends
/// on how often the first edges decide.
pub fn edge_functions_early(s: &Triangle, t: &Triangle) -> bool {
    bounds_meet(s, t) && !beyond_an_edge_early(s, t) && !beyond_an_edge_early(t, s)
}

/// Whether the bounding boxes have a point in common.
fn bounds_meet(s: &Triangle, t: &Triangle) -> bool {
    !disjoint([s.a[0], s.b[0], s.c[0]], [t.a[0], t.b[0], t.c[0]])
        && !disjoint([s.a[1], s.b[1], s.c[1]], [t.a[1], t.b[1], t.c[1]])
}

/// Whether an edge of `s` is the direction of a line that parts the two, by projections.
fn parted_by_axis(s: &Triangle, t: &Triangle) -> bool {
    let p = [s.a, s.b, s.c];
    (0..3).any(|i| {
        let (opposite, from, to) = (p[i], p[(i + 1) % 3], p[(i + 2) % 3]);
        let edge = sub(to, from);
        let axis = [edge[1], -edge[0]];
        disjoint_unless_nan([dot(axis, opposite), dot(axis, from)], [t.a, t.b, t.c].map(|p| dot(axis, p)))
    })
}

/// Whether `t` lies beyond an edge of `s`: seven cross products, one test. Also true for a NaN, which every
/// coordinate would hand on to `bc`, and for an `area` that overflows to NaN, whose sign would be the machine's.
fn beyond_an_edge(s: &Triangle, t: &Triangle) -> bool {
    let (u, v, area) = clockwise(s);
    let p = [sub(t.a, s.a), sub(t.b, s.a), sub(t.c, s.a)];
    let ab = p.map(|p| cross(p, u));
    let ca = p.map(|p| cross(v, p));
    let bc = [ab[0] + ca[0], ab[1] + ca[1], ab[2] + ca[2]];
    max_of(ab) < 0.0 || max_of(ca) < 0.0 || min_of(bc) > area || !no_nan(&[bc[0], bc[1], bc[2], area])
}

/// [`beyond_an_edge`], leaving as soon as an edge decides.
fn beyond_an_edge_early(s: &Triangle, t: &Triangle) -> bool {
    let (u, v, area) = clockwise(s);
    let p = [sub(t.a, s.a), sub(t.b, s.a), sub(t.c, s.a)];
    let ab = p.map(|p| cross(p, u));
    if max_of(ab) < 0.0 {
        return true;
    }
    let ca = p.map(|p| cross(v, p));
    if max_of(ca) < 0.0 {
        return true;
    }
    let bc = [ab[0] + ca[0], ab[1] + ca[1], ab[2] + ca[2]];
    min_of(bc) > area || !no_nan(&[bc[0], bc[1], bc[2], area])
}

/// `AB`, `AC` and `AC x AB`, with the signs that they have for clockwise vertices.
fn clockwise(t: &Triangle) -> ([f32; 2], [f32; 2], f32) {
    let (u, v) = (sub(t.b, t.a), sub(t.c, t.a));
    let area = cross(v, u);
    let sign = 1.0_f32.copysign(area);
    (u.map(|x| x * sign), v.map(|x| x * sign), area * sign)
}
