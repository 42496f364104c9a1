//! Disk and triangle by seven regions (s2).
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
//! Mended here: the text assumes clockwise vertices; either winding is accepted, by the sign of the area. A triangle
//! of zero area has no inner side, so it has the region [0] that the text says does not exist: all edges decide.

use super::vector::{cross, sub};
use super::{Disk, Triangle, point_segment};
use crate::float::no_nan;

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
/// assert!(seven_regions(&Disk { center: [5.0, 4.0], radius: 5.0 }, &triangle)); // touches C
/// assert!(!seven_regions(&Disk { center: [3.0, 1.0], radius: 1.25 }, &triangle));
/// ```
pub fn seven_regions(disk: &Disk, triangle: &Triangle) -> bool {
    let (t, r, Triangle { a, b, c }) = (disk.center, disk.radius, *triangle);
    if !no_nan(&[t[0], t[1], r, a[0], a[1], b[0], b[1], c[0], c[1]]) {
        return false;
    }
    let region = region(t, triangle);
    if region == 7 {
        return true;
    }
    let vertices = [a, b, c];
    DECIDING_EDGES[region].iter().any(|&(from, to)| {
        let (a, b) = (vertices[from], vertices[to]);
        point_segment::from_ends(sub(t, a), sub(b, a), sub(t, b)) <= r * r
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
