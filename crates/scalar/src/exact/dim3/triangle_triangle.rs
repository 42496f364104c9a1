//! Triangle and triangle in space, by separating axes whose projections share ten determinants.
//!
//! Two convex polyhedra are disjoint exactly if a plane separates them that is parallel to a face of one of
//! them, or to an edge of each: such are the faces of their Minkowski difference. For two triangles that are
//! the directions `n`, `m` and `e x f` for each edge `e` of one and `f` of the other, where `n` and `m` are
//! the normals.
//!
//! ```text
//! Define    with D, the first vertex of the second triangle, as the origin:
//!           a0, a1, a2, the vertices of the first triangle;  e_i = a_(i+1) - a_i, its edges
//!           0, u, v, the vertices of the second one;  u, v and v - u, its edges;  n = u x v
//!           x_i = u.(a_i x a_(i+1)),  y_i = v.(a_i x a_(i+1)),  p_i = n.a_i,  volume = a0.(a1 x a2)
//!           X and Y, the sums of x_i and y_i;  q_i = p_(i+1) - p_i
//! Solution  disjoint exactly if the projections of the two triangles are, on
//!             n             p_0, p_1, p_2                               and  0
//!             m             volume                                      and  0, X, Y
//!             e_i x u       x_i, x_i - X                                and  0, q_i
//!             e_i x v       y_i, y_i - Y                                and  0, -q_i
//!             e_i x (v - u) y_i - x_i, (y_i - x_i) - (Y - X)            and  0, -q_i
//! ```
//!
//! An edge projects to a point on the directions that are perpendicular to it. On `e_i x u` the edge of `a_i`
//! is at `(e_i x u).a_i = u.(a_i x e_i) = x_i`. The third vertex `a_k` is at `u.(a_k x e_i)`, which is `x_i`
//! less `u.m`, where `m = a0 x a1 + a1 x a2 + a2 x a0` is the normal; so that `X = u.m` and `Y = v.m`. The
//! edge `u` is at 0, and `v` at `(e_i x u).v = e_i.n`.
//!
//! If all edges of both are parallel to one plane, the difference has no volume. If the triangles lie in two
//! parallel planes, one of these directions separates them; if in one plane, none may, and their projections
//! along the axes decide ([`super::orient`]). Where there is a volume, these follow from the others. So they
//! are always compared, and need no condition. This holds for triangles of zero area as well.

use super::orient::{determinant, triangle_along};
use crate::dim3::Triangle3;
use crate::exact::dim2::edge::intervals_intersect;
use crate::exact::dim2::triangle_triangle as plane;
use crate::exact::kleene::{all, and};
use crate::exact::number::{Number, Part};
use crate::exact::vector::{between, cross3, dot};
use crate::exact::{Exact, decided_by};

/// Whether the triangles have a point in common.
///
/// ```
/// use scalar::{dim3::Triangle3, exact::triangle3_triangle3};
///
/// let floor = Triangle3 { a: [0.0, 0.0, 0.0], b: [4.0, 0.0, 0.0], c: [0.0, 4.0, 0.0] };
/// let above = |z: f32| Triangle3 { a: [1.0, 1.0, z], b: [1.0, 1.0, 2.0], c: [9.0, 1.0, 2.0] };
/// assert!(triangle3_triangle3(&floor, &above(0.0))); // stands on it
/// assert!(!triangle3_triangle3(&floor, &above(f32::from_bits(1))));
/// let beside = Triangle3 { a: [2.0, 2.0, 0.0], b: [4.0, 4.0, 0.0], c: [4.0, 2.0, 0.0] };
/// assert!(triangle3_triangle3(&floor, &beside)); // in one plane, a corner on an edge
/// assert!(!triangle3_triangle3(&floor, &Triangle3 { a: [2.0, 2.000_000_2, 0.0], ..beside }));
/// ```
pub fn triangle3_triangle3(s: &Triangle3, t: &Triangle3) -> bool {
    s.decide(t).hit
}
decided_by!(intersect(Triangle3, Triangle3));

pub fn intersect<N: Number>(s: &Triangle3, t: &Triangle3) -> Option<bool> {
    let along_axis = |k| plane::intersect::<N>(&triangle_along(k, s), &triangle_along(k, t));
    and(all((0..3).map(along_axis)), || N::decide(&NoDirectionSeparates(s, t)))
}

/// Whether the projections of two triangles on each of the eleven directions have a point in common.
struct NoDirectionSeparates<'a>(&'a Triangle3, &'a Triangle3);

impl Part for NoDirectionSeparates<'_> {
    type Answer = bool;

    fn answer<N: Number>(&self) -> Option<bool> {
        let Self(s, t) = *self;
        let zero = N::from_f32(0.0);
        let a = [s.a, s.b, s.c].map(|vertex| between::<N, 3>(t.a, vertex));
        let [u, v] = [t.b, t.c].map(|vertex| between::<N, 3>(t.a, vertex));
        let next = |i: usize| (i + 1) % 3;

        let n = cross3(&u, &v);
        let p = [0, 1, 2].map(|i: usize| dot(&n, &a[i]));
        let [x, y] = [&u, &v].map(|edge| [0, 1, 2].map(|i: usize| determinant(edge, &a[i], &a[next(i)])));
        let volume = determinant(&a[0], &a[1], &a[2]);
        let sum = |of: &[N; 3]| of[0].plus(&of[1]).plus(&of[2]);
        let across_faces = and(intervals_intersect(&p, core::slice::from_ref(&zero)), || {
            intervals_intersect(&[volume], &[zero.clone(), sum(&x), sum(&y)])
        });
        let across_edges = |i: usize| {
            let q = p[next(i)].minus(&p[i]);
            let back = zero.minus(&q);
            let z = [0, 1, 2].map(|j: usize| y[j].minus(&x[j]));
            all([(&x, &q), (&y, &back), (&z, &back)].into_iter().map(|(of, q)| {
                intervals_intersect(&[of[i].clone(), of[i].minus(&sum(of))], &[zero.clone(), q.clone()])
            }))
        };
        and(across_faces, || all((0..3).map(across_edges)))
    }
}
