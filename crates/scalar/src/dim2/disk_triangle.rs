//! Disk and triangle: seven regions, and the older enlarged triangle (both Redpoll).
//!
//! # Seven regions
//!
//! ```text
//!    .      [1] /         Define    T, the center of the disk;  r, its radius
//!     .  B     /                    the region of T: a bit for each of the edges AB BC CA from the left,
//!  [3] . / \  / [5]                 set if T lies on the inner side of it
//!       /   \
//!      / [7] \            Solution  [7]          a hit
//!  ---A-------C---                  [3] [5] [6]  outside one edge: test that edge
//!  [2]   [6]    [4]                 [1] [2] [4]  outside two edges: test these two
//! ```
//!
//! To test an edge is to compare the squared distance of `T` to it ([`super::point_segment`]) with `r^2`. If
//! `T` lies outside the triangle, the point of the triangle nearest to `T` is never on an edge of which `T`
//! lies on the inner side: the segment from `T` to such a point passes through the triangle first. So the
//! edges to test are those whose bit is not set.
//!
//! Corrected here: Redpoll assumes clockwise vertices; here the sign of the area makes either winding right.
//! A triangle of zero area has no inner side. It has the region 0, which Redpoll says does not exist: all
//! edges are tested.
//!
//! # Enlarged triangle
//!
//! ```text
//!            E           Define    DEF, the triangle whose sides are those of ABC moved out by r
//!           /.\                    theta, the angle at A;  a = r / tan(theta / 2)
//!          / B \                            = r sin(theta) / (1 - cos(theta))
//!         / / \ \                  u, the unit vector of AB;  w, u turned left, out of a clockwise triangle
//!        / A---C \                 D = A + r w - a u;  E and F likewise
//!       D---------F
//!                        Solution  a hit exactly if T lies in DEF, and either outside all three circles, of
//!                                  which that around D has the radius a, or within r of a vertex
//! ```
//!
//! DEF with rounded corners is the set of points within `r` of the triangle. `a` is the distance of `D` to
//! the feet of the perpendiculars from `A` on the moved sides, so the circle around `D` passes through both
//! feet. The part of DEF between the feet and outside that circle lies within `r` of `A`.
//!
//! That takes nine roots and nine divisions. Redpoll measures 2.5 times the time of the seven regions;
//! `cargo xtask bench` measures both here.
//!
//! Corrected here: counter-clockwise vertices are reversed. With zero area the angles and unit vectors are
//! undefined, and the three edges are tested as in region 0. Redpoll computes `sin` as `sqrt(1 - cos^2)` and
//! divides by `1 - cos`, which both cancel at a small angle. Here `sin` is the cross product of the unit
//! vectors, and `1 / tan(theta / 2)` is `(1 + cos) / sin`. Roots and divisions round, so a touching disk may
//! be missed that the seven regions, in the same `f32`, find.

use super::vector::{cross, dot, sub};
use super::{Disk, Triangle, point_segment, point_triangle};
use crate::float::{no_nan, sqrt};

const AB: (usize, usize) = (0, 1);
const BC: (usize, usize) = (1, 2);
const CA: (usize, usize) = (2, 0);

/// The edges to test, by region.
const TESTED_EDGES: [&[(usize, usize)]; 8] =
    [&[AB, BC, CA], &[AB, BC], &[CA, AB], &[AB], &[BC, CA], &[BC], &[CA], &[]];

/// Whether the disk and the triangle have a point in common, by the seven regions.
///
/// ```
/// use scalar::dim2::{Disk, Triangle, disk_triangle::seven_regions};
///
/// let triangle = Triangle { a: [0.0, 0.0], b: [0.0, 2.0], c: [2.0, 0.0] };
/// assert!(seven_regions(&Disk { center: [-1.0, 1.0], radius: 1.0 }, &triangle)); // touches AB
/// assert!(seven_regions(&Disk { center: [6.0, 3.0], radius: 5.0 }, &triangle)); // touches C
/// assert!(!seven_regions(&Disk { center: [3.0, 1.0], radius: 1.25 }, &triangle));
/// ```
pub fn seven_regions(disk: &Disk, triangle: &Triangle) -> bool {
    let (t, r, Triangle { a, b, c }) = (disk.center, disk.radius, *triangle);
    let (at, bt, ct) = (sub(t, a), sub(t, b), sub(t, c));
    if !no_nan(&[dot(at, at), dot(bt, bt), dot(ct, ct), r * r]) {
        return false;
    }
    let region = region(t, triangle);
    region == 7 || edge_hits(disk, triangle, TESTED_EDGES[region])
}

/// Whether the squared distance of the center to one of the edges is at most `r^2`.
fn edge_hits(disk: &Disk, triangle: &Triangle, edges: &[(usize, usize)]) -> bool {
    let (t, r, vertices) = (disk.center, disk.radius, [triangle.a, triangle.b, triangle.c]);
    edges.iter().any(|&(from, to)| {
        let (a, b) = (vertices[from], vertices[to]);
        point_segment::within(sub(t, a), sub(b, a), sub(t, b), r * r)
    })
}

/// The region of `t`, 0 to 7.
fn region(t: [f32; 2], Triangle { a, b, c }: &Triangle) -> usize {
    let area = cross(sub(*c, *a), sub(*b, *a)); // twice the area, positive if clockwise
    let inner = |edge: f32| usize::from((area > 0.0 && edge >= 0.0) || (area < 0.0 && edge <= 0.0));
    4 * inner(cross(sub(t, *a), sub(*b, *a)))
        + 2 * inner(cross(sub(t, *b), sub(*c, *b)))
        + inner(cross(sub(t, *c), sub(*a, *c)))
}

/// Whether the disk and the triangle have a point in common, by the enlarged triangle.
///
/// ```
/// use scalar::dim2::{Disk, Triangle, disk_triangle::enlarged_triangle};
///
/// let triangle = Triangle { a: [0.0, 0.0], b: [0.0, 2.0], c: [2.0, 0.0] };
/// assert!(enlarged_triangle(&Disk { center: [-0.75, 1.0], radius: 1.0 }, &triangle));
/// assert!(!enlarged_triangle(&Disk { center: [3.0, 1.0], radius: 1.25 }, &triangle));
/// ```
pub fn enlarged_triangle(disk: &Disk, triangle: &Triangle) -> bool {
    let (t, r, Triangle { a, b, c }) = (disk.center, disk.radius, *triangle);
    if !no_nan(&[t[0], t[1], r, a[0], a[1], b[0], b[1], c[0], c[1]]) {
        return false;
    }
    let area = cross(sub(c, a), sub(b, a)); // twice the area, positive if clockwise
    if area == 0.0 {
        return edge_hits(disk, triangle, TESTED_EDGES[0]);
    }
    let (b, c) = if area < 0.0 { (c, b) } else { (b, c) };
    let (ab, bc, ca) = (unit(sub(b, a)), unit(sub(c, b)), unit(sub(a, c)));
    let (d, a_d) = offset_corner(a, ab, ca, r);
    let (e, a_e) = offset_corner(b, bc, ab, r);
    let (f, a_f) = offset_corner(c, ca, bc, r);
    let distance = |p| length(sub(t, p));
    point_triangle::edge_functions(t, &Triangle { a: d, b: e, c: f })
        && ((distance(d) >= a_d && distance(e) >= a_e && distance(f) >= a_f)
            || (distance(a) <= r || distance(b) <= r || distance(c) <= r))
}

/// The corner of the enlarged triangle at a vertex, and its distance to the feet, from the unit vectors of
/// the edge that leaves the vertex and of the one that arrives.
fn offset_corner(vertex: [f32; 2], leaving: [f32; 2], arriving: [f32; 2], r: f32) -> ([f32; 2], f32) {
    let (sin, cos) = (cross(leaving, arriving), -dot(leaving, arriving));
    let foot = r * (1.0 + cos) / sin;
    let out = [-leaving[1], leaving[0]];
    ([vertex[0] + r * out[0] - foot * leaving[0], vertex[1] + r * out[1] - foot * leaving[1]], foot)
}

fn length(v: [f32; 2]) -> f32 {
    sqrt(dot(v, v))
}

fn unit(v: [f32; 2]) -> [f32; 2] {
    let length = length(v);
    [v[0] / length, v[1] / length]
}
