//! Disk and triangle: seven regions, and the older enlarged triangle (both Redpoll).
//!
//! # Seven regions
//!
//! ```text
//!    .      [1] /         The lines through the edges cut the plane into seven regions. The number of a region has
//!     .  B     /          a bit an edge, AB BC CA from the left, set where the center T lies on the inner side:
//!  [3] . / \  / [5]
//!       /   \             [7]  the triangle itself: a hit
//!      / [7] \            [3] [5] [6]  beyond one edge: that edge decides
//!  ---A-------C---        [1] [2] [4]  beyond two edges, behind a vertex: these two edges decide
//!  [2]   [6]    [4]
//! ```
//!
//! From beyond a line the nearest point of the triangle is never on an edge that `T` lies on the inner side of: the
//! shortest way to such an edge would pass through the triangle. So the edges to test are those whose bit is not
//! set, and the disk hits if its squared distance to one of them ([`super::point_segment`]) is at most `r^2`.
//!
//! Mended here: the source assumes clockwise vertices; either winding is accepted, by the sign of the area. A triangle
//! of zero area has no inner side, so it has the region 0 that the source says does not exist: all edges decide.
//!
//! # Enlarged triangle
//!
//! ```text
//!            E                 Move each side out by r: the triangle DEF. The disk hits if T lies in DEF with its
//!           /.\                corners rounded off. The feet of the perpendiculars from A on the moved sides are
//!          / B \               away from D by a = r / tan(theta / 2) = r sin(theta) / (1 - cos(theta)), where theta
//!         / / \ \              is the angle at A. With u the unit vector of AB and w = u turned left (out of a
//!        / A---C \             clockwise triangle),  D = A + r w - a u.
//!       D---------F
//! ```
//!
//! The circle around `D` with radius `a` passes through both feet. Between the feet, DEF outside that circle lies
//! within `r` of `A`; so a `T` in DEF hits if it lies outside all three such circles, or else within `r` of a vertex.
//! Nine roots and nine divisions: the source calls it 2.5 times slower than the seven regions, `cargo xtask bench`
//! says what it is here.
//!
//! Mended here: counter-clockwise vertices are taken in the other order; zero area, where the angles and unit vectors
//! are undefined, is left to the three edges as in region 0. The source takes `sin` from `sqrt(1 - cos^2)` and divides by
//! `1 - cos`, which both cancel at a small angle; here `sin` is the cross product of the unit vectors, and the same
//! `1 / tan(theta / 2)` is taken as `(1 + cos) / sin`. Roots and divisions round, so that a touching disk may be
//! missed where the seven regions, in the same `f32`, still see it.

use super::vector::{cross, dot, sub};
use super::{Disk, Triangle, point_segment, point_triangle};
use crate::float::{no_nan, sqrt};

const AB: (usize, usize) = (0, 1);
const BC: (usize, usize) = (1, 2);
const CA: (usize, usize) = (2, 0);

/// The edges that decide, by region.
const DECIDING_EDGES: [&[(usize, usize)]; 8] =
    [&[AB, BC, CA], &[AB, BC], &[CA, AB], &[AB], &[BC, CA], &[BC], &[CA], &[]];

/// Whether the disk and the triangle have a point in common.
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
    region == 7 || touches_edge(disk, triangle, DECIDING_EDGES[region])
}

/// Whether the center's squared distance to one of the edges is at most `r^2`.
fn touches_edge(disk: &Disk, triangle: &Triangle, edges: &[(usize, usize)]) -> bool {
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

/// Whether the disk and the triangle have a point in common, by the older method.
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
        return touches_edge(disk, triangle, DECIDING_EDGES[0]);
    }
    let (b, c) = if area < 0.0 { (c, b) } else { (b, c) };
    let (ab, bc, ca) = (unit(sub(b, a)), unit(sub(c, b)), unit(sub(a, c)));
    let (d, a_d) = moved_corner(a, ab, ca, r);
    let (e, a_e) = moved_corner(b, bc, ab, r);
    let (f, a_f) = moved_corner(c, ca, bc, r);
    let distance = |p| length(sub(t, p));
    point_triangle::edge_functions(t, &Triangle { a: d, b: e, c: f })
        && ((distance(d) >= a_d && distance(e) >= a_e && distance(f) >= a_f)
            || (distance(a) <= r || distance(b) <= r || distance(c) <= r))
}

/// The corner of the enlarged triangle at a vertex, and its distance to the feet, from the unit vectors of the edge
/// that leaves the vertex and of the one that arrives.
fn moved_corner(vertex: [f32; 2], leaving: [f32; 2], arriving: [f32; 2], r: f32) -> ([f32; 2], f32) {
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
