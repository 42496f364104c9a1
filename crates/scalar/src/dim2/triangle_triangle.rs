//! Triangle and triangle: by projections on separating axes (Marupeke B and C), and by edge functions
//! (cross-product article, E).
//!
//! ```text
//!           |
//!    /\     |   /|       Define    the normals of the six edges
//!   /  \    |  / |                 the projection intervals of both triangles on each of these
//!  /____\   | /__|
//!  ======   | ====       Solution  a hit exactly if on no normal the projection intervals are disjoint
//! ```
//!
//! Two convex shapes are disjoint exactly if a line separates them. For two triangles, one of their edges has
//! the direction of such a line, and its normal is a *separating axis*.
//!
//! **Projections** ([`separating_axis`]). The normal of an edge `e` is the axis `(ey, -ex)`; a vertex `p`
//! projects to `axis . p`. Both ends of the edge project to the same number, so two dot products are enough
//! for the triangle of the edge, and three for the other one. Marupeke normalizes the axis. Only the order of
//! the projections matters, which does not depend on its length, so here it is not. That is right also for an
//! edge of length zero, by which Marupeke would divide: all projects to 0, and the axis does not separate.
//!
//! **Edge functions** ([`edge_functions`]). With `A` as the origin, the cross product `P x AB` is the
//! distance of `P` to the line `AB`, times `|AB|`, and positive on the inner side if the vertices run
//! clockwise. The other triangle lies outside the edge if that is negative for all of its vertices. The third
//! edge needs no products of its own, because
//!
//! ```text
//! (P x AB) + (AC x P) = AC x AB  exactly if P lies on the line BC,   and more if P lies outside of it,
//! ```
//!
//! so a triangle takes 7 cross products instead of 9. The article assumes clockwise vertices; here `AB` and
//! `AC` change sign if `AC x AB` is negative. If it is zero, the three edges run along one line in both
//! directions, so both sides of that line are tested.
//!
//! Corrected in both: two triangles of zero area on one line project to one number on the normals of their
//! edges, so that no edge separates them. The directions x and y are added: the bounding boxes, compared
//! without rounding.

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
/// let disjoint = Triangle { a: [1.5, 1.0], b: [3.0, 1.0], c: [3.0, 3.0] };
/// assert!(separating_axis(&t, &touching));
/// assert!(!separating_axis(&t, &disjoint));
/// ```
pub fn separating_axis(s: &Triangle, t: &Triangle) -> bool {
    let values = [s.a, s.b, s.c, t.a, t.b, t.c];
    no_nan(values.as_flattened())
        && bounds_intersect(s, t)
        && !separated_by_projection(s, t)
        && !separated_by_projection(t, s)
}

/// Whether the triangles have a point in common, by edge functions: all three edges of a triangle, then one
/// test.
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
/// assert!(!edge_functions(&flat, &outer)); // on the line through its edge, but disjoint
/// ```
pub fn edge_functions(s: &Triangle, t: &Triangle) -> bool {
    bounds_intersect(s, t) && !separated_by_edge(s, t) && !separated_by_edge(t, s)
}

/// [`edge_functions`] in the other order of the article: a test after each edge. The answer is the same.
/// Which is faster depends on how often the first edges decide.
pub fn edge_functions_early(s: &Triangle, t: &Triangle) -> bool {
    bounds_intersect(s, t) && !separated_by_edge_early(s, t) && !separated_by_edge_early(t, s)
}

/// Whether the bounding boxes have a point in common.
fn bounds_intersect(s: &Triangle, t: &Triangle) -> bool {
    !disjoint([s.a[0], s.b[0], s.c[0]], [t.a[0], t.b[0], t.c[0]])
        && !disjoint([s.a[1], s.b[1], s.c[1]], [t.a[1], t.b[1], t.c[1]])
}

/// Whether the normal of an edge of `s` is a separating axis.
fn separated_by_projection(s: &Triangle, t: &Triangle) -> bool {
    let p = [s.a, s.b, s.c];
    (0..3).any(|i| {
        let (opposite, from, to) = (p[i], p[(i + 1) % 3], p[(i + 2) % 3]);
        let edge = sub(to, from);
        let axis = [edge[1], -edge[0]];
        disjoint_unless_nan([dot(axis, opposite), dot(axis, from)], [t.a, t.b, t.c].map(|p| dot(axis, p)))
    })
}

/// Whether `t` lies outside an edge of `s`: seven cross products, one test. Also true for a NaN: that of any
/// coordinate reaches `bc`, and `area` may overflow to a NaN, whose sign depends on the machine.
fn separated_by_edge(s: &Triangle, t: &Triangle) -> bool {
    let (u, v, area) = clockwise(s);
    let p = [sub(t.a, s.a), sub(t.b, s.a), sub(t.c, s.a)];
    let ab = p.map(|p| cross(p, u));
    let ca = p.map(|p| cross(v, p));
    let bc = [ab[0] + ca[0], ab[1] + ca[1], ab[2] + ca[2]];
    max_of(ab) < 0.0 || max_of(ca) < 0.0 || min_of(bc) > area || !no_nan(&[bc[0], bc[1], bc[2], area])
}

/// [`separated_by_edge`], which returns as soon as an edge separates.
fn separated_by_edge_early(s: &Triangle, t: &Triangle) -> bool {
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
