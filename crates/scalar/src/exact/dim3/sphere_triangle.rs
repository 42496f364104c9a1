//! Sphere and triangle in space: the point of the triangle nearest to the center `T` is a vertex, or the foot
//! of the perpendicular on an edge, or the foot on the face. So the sphere hits exactly if one of these lies
//! on the triangle and in the sphere:
//!
//! ```text
//! vertex  |AT|^2 <= r^2                                                                             degree 2
//! edge    0 < AT.AB < AB.AB  and  |AT x AB|^2 <= r^2 AB.AB                                          degree 4
//! face    n.(AB x AT) > 0, n.(BC x BT) > 0, n.(CA x CT) > 0  and  (n.AT)^2 <= r^2 n.n               degree 6
//! ```
//!
//! with `n = AB x AC`: `|AT x AB| / |AB|` is the distance to the line of an edge and `|n.AT| / |n|` that to
//! the plane. The foot on the plane lies on the inner side of the edge `AB` if `AB x AT` has a positive
//! component along `n`, as `AB x AC` has. Feet lie strictly inside: a foot at an end or on an edge is a
//! vertex or the foot on that edge. So an edge of length zero has no foot, and a triangle of zero area,
//! `n = 0`, no face, for which `0 <= r^2 0` would hold.

use crate::dim3::{Point3, Sphere, Triangle3};
use crate::exact::kleene::{all, and, any, or};
use crate::exact::near::Reach;
use crate::exact::number::{Number, Part};
use crate::exact::vector::{between, cross3, dot, squared};
use crate::exact::{Exact, decided_by};

/// Whether the sphere and the triangle have a point in common.
///
/// ```
/// use scalar::{dim3::{Sphere, Triangle3}, exact::sphere_triangle3};
///
/// let triangle = Triangle3 { a: [4.0, 0.0, 0.0], b: [0.0, 4.0, 0.0], c: [0.0, 0.0, 2.0] };
/// // The foot on the face is (1, 1, 1), at a distance of the root of 6, 2.4494897...
/// let above = |radius| Sphere { center: [2.0, 2.0, 3.0], radius };
/// assert!(sphere_triangle3(&above(2.449_489_8), &triangle));
/// assert!(!sphere_triangle3(&above(2.449_489_6), &triangle)); // one unit in the last place less
/// ```
pub fn sphere_triangle3(sphere: &Sphere, triangle: &Triangle3) -> bool {
    sphere.decide(triangle).hit
}
decided_by!(intersect(Sphere, Triangle3));

fn intersect<N: Number>(sphere: &Sphere, t: &Triangle3) -> Option<bool> {
    is_within::<N>(sphere.center, t, Reach::of([sphere.radius]))
}

/// Whether a point is within a distance of a triangle.
pub fn is_within<N: Number>(center: [f32; 3], t: &Triangle3, reach: Reach) -> Option<bool> {
    N::decide(&IsWithin { center, t, reach })
}

struct IsWithin<'a> {
    center: Point3,
    t: &'a Triangle3,
    reach: Reach,
}

impl Part for IsWithin<'_> {
    type Answer = bool;

    fn answer<N: Number>(&self) -> Option<bool> {
        let (vertices, rr) = ([self.t.a, self.t.b, self.t.c], self.reach.squared::<N>());
        // From the vertices to the center, and to the next vertex.
        let to_center = vertices.map(|v| between::<N, 3>(v, self.center));
        let edges = [0, 1, 2].map(|i: usize| between::<N, 3>(vertices[i], vertices[(i + 1) % 3]));
        let a_vertex = any(to_center.iter().map(|v| squared(v).at_most(&rr)));
        let an_edge = || {
            any((0..3).map(|i| {
                let (along, length2) = (dot(&to_center[i], &edges[i]), squared(&edges[i]));
                and(and(along.is_positive(), || along.below(&length2)), || {
                    squared(&cross3(&edges[i], &to_center[i])).at_most(&rr.times(&length2))
                })
            }))
        };
        or(or(a_vertex, an_edge), || foot_on_face_hits(&to_center, &edges, &rr))
    }
}

/// Whether one of some points is within a distance of a triangle.
pub fn one_is_within<N: Number, const P: usize>(
    points: [Point3; P],
    t: &Triangle3,
    reach: Reach,
) -> Option<bool> {
    any(points.into_iter().map(|point| is_within::<N>(point, t, reach)))
}

/// Whether the foot of the perpendicular from a point on the plane of a triangle lies strictly inside the
/// triangle, at a squared distance of at most `rr`: from the vectors from the vertices to the point, and
/// those from each vertex to the next.
pub fn foot_on_face_hits<N: Number>(to_point: &[[N; 3]; 3], edges: &[[N; 3]; 3], rr: &N) -> Option<bool> {
    let n = cross3(&edges[0], &edges[1]); // AB x BC = AB x AC
    let is_inside = |i: usize| dot(&n, &cross3(&edges[i], &to_point[i])).is_positive();
    and(all((0..3).map(is_inside)), || dot(&n, &to_point[0]).squared().at_most(&rr.times(&squared(&n))))
}
