//! Oriented box and triangle in the frame of the box, where a point `p` has the coordinates
//!
//! ```text
//! p' = ((p - center).u, (p - center).v)      v = (-uy, ux)
//! ```
//!
//! and the box is, by definition, the one from `-h` to `h`. To pass to the frame is to rotate and to scale by
//! `|u|`, so a triangle keeps its winding, whatever the length of `u`. (If `u` is zero, all points map to the
//! origin, which lies in the box: the box is the whole plane.) The two are disjoint if their bounding boxes
//! in the frame are, which covers the edges of the box and all pairs on one line, or if the box lies outside
//! an edge of the triangle ([`super::edge`]).
//!
//! Across the edge `e' = b' - a'`, a point `p'` lies at `e' x (p' - a') = e' x p' + a' x e'`. Of the points
//! of the box, `e' x p' = e'x p'y - e'y p'x` is at most `|e'x| hy + |e'y| hx` and at least the opposite, so
//! the box lies from one to the other of
//!
//! ```text
//! a' x e'  -+  (hx |e'y| + hy |e'x|)      a' x e' = a' x b'
//! ```
//!
//! of degree 4. `e'` is computed as `((b - a).u, (b - a).v)`, which rounds less than `b' - a'`.

use core::cmp::Ordering;

use super::edge::{all_outside, edges, winding};
use crate::dim2::{OrientedBox, Triangle};
use crate::exact::kleene::{all, and, any, not, or};
use crate::exact::number::Number;
use crate::exact::vector::{between, cross, dot, vector};
use crate::exact::{Exact, decided_by};

/// Whether the box, with its axis as stored, and the triangle have a point in common.
///
/// ```
/// use scalar::{dim2::{OrientedBox, Triangle}, exact::oriented_box_triangle};
///
/// // |x + y| <= 2 and |y - x| <= 2: reaches to x = 2.
/// let diamond = OrientedBox { center: [0.0, 0.0], half_extents: [2.0, 2.0], axis: [1.0, 1.0] };
/// let touching = Triangle { a: [2.0, 0.0], b: [3.0, 1.0], c: [3.0, -1.0] };
/// assert!(oriented_box_triangle(&diamond, &touching));
/// assert!(!oriented_box_triangle(&diamond, &Triangle { a: [2.000_000_2, 0.0], ..touching }));
/// ```
pub fn oriented_box_triangle(oriented: &OrientedBox, triangle: &Triangle) -> bool {
    oriented.decide(triangle).hit
}
decided_by!(intersect(OrientedBox, Triangle));

fn intersect<N: Number>(oriented: &OrientedBox, t: &Triangle) -> Option<bool> {
    let (u, h) = (vector::<N, 2>(oriented.axis), vector::<N, 2>(oriented.half_extents));
    let in_frame = |v: [N; 2]| [dot(&u, &v), cross(&u, &v)];
    let vertices = [t.a, t.b, t.c].map(|p| in_frame(between(oriented.center, p)));
    and(bounds_intersect(&h, &vertices), || {
        let edges = edges(t).map(|(a, b)| in_frame(between(a, b)));
        not(outside_an_edge(&h, &vertices, &edges, winding::<N>(t)))
    })
}

/// Whether the box from `-h` to `h` and the bounding box of a triangle have a point in common.
pub fn bounds_intersect<N: Number, const D: usize>(h: &[N; D], vertices: &[[N; D]; 3]) -> Option<bool> {
    all((0..D).map(|k| {
        let above = || all(vertices.iter().map(|p| h[k].below(&p[k])));
        let below = all(vertices.iter().map(|p| p[k].plus(&h[k]).sign().map(Ordering::is_lt)));
        not(or(below, above))
    }))
}

/// Whether the box from `-h` to `h` lies strictly outside an edge of a triangle, whose winding is `own`. Each
/// edge begins at the vertex of its place.
pub fn outside_an_edge<N: Number>(
    h: &[N; 2],
    vertices: &[[N; 2]; 3],
    edges: &[[N; 2]; 3],
    own: Option<Ordering>,
) -> Option<bool> {
    any(vertices.iter().zip(edges).map(|(vertex, e)| {
        let middle = cross(vertex, e);
        let reach = h[0].times(&e[1].abs()).plus(&h[1].times(&e[0].abs()));
        all_outside(own, 2, |i| [N::plus, N::minus][i](&middle, &reach).sign())
    }))
}
