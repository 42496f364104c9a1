//! Disk and triangle: the center lies in the triangle, or an edge has a point in the disk.
//!
//! The point of the triangle nearest to a center outside lies on an edge. So the disk hits exactly if its
//! center lies in the triangle ([`super::point_triangle`], of degree 2), or a vertex lies in the disk (degree
//! 2), or the foot of the perpendicular on an edge does, strictly between its ends ([`super::segment_disk`],
//! degree 4). A triangle of zero area consists of its edges.

use super::edge::{contains, edges};
use crate::dim2::{Disk, Triangle};
use crate::exact::kleene::{any, or};
use crate::exact::near::{Reach, foot_hits};
use crate::exact::number::{Number, Part};
use crate::exact::vector::{between, squared};
use crate::exact::{Exact, decided_by};

/// Whether the disk and the triangle have a point in common.
///
/// ```
/// use scalar::{dim2::{Disk, Triangle}, exact::disk_triangle};
///
/// let triangle = Triangle { a: [0.0, 0.0], b: [0.0, 2.0], c: [2.0, 0.0] };
/// assert!(disk_triangle(&Disk { center: [-1.0, 1.0], radius: 1.0 }, &triangle)); // touches AB
/// assert!(disk_triangle(&Disk { center: [6.0, 3.0], radius: 5.0 }, &triangle)); // touches C
/// assert!(!disk_triangle(&Disk { center: [6.0, 3.0], radius: 4.999_999_5 }, &triangle));
/// ```
pub fn disk_triangle(disk: &Disk, triangle: &Triangle) -> bool {
    disk.decide(triangle).hit
}
decided_by!(intersect(Disk, Triangle));

fn intersect<N: Number>(disk: &Disk, t: &Triangle) -> Option<bool> {
    is_within::<N>(disk.center, t, Reach::of([disk.radius]))
}

/// Whether a point is within a distance of the triangle.
pub fn is_within<N: Number>(center: [f32; 2], t: &Triangle, reach: Reach) -> Option<bool> {
    or(contains::<N>(t, center), || N::decide(&BorderIsNear { center, t, reach }))
}

/// Whether a vertex or an edge is within a distance of a point.
struct BorderIsNear<'a> {
    center: [f32; 2],
    t: &'a Triangle,
    reach: Reach,
}

impl Part for BorderIsNear<'_> {
    type Answer = bool;

    fn answer<N: Number>(&self) -> Option<bool> {
        let (t, rr) = (self.t, self.reach.squared::<N>());
        let from = |vertex| between::<N, 2>(vertex, self.center);
        let a_vertex = any([t.a, t.b, t.c].into_iter().map(|v| squared(&from(v)).at_most(&rr)));
        or(a_vertex, || any(edges(t).into_iter().map(|(a, b)| foot_hits(&from(a), &between(a, b), &rr))))
    }
}
