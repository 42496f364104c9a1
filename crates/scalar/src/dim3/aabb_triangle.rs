//! Axis-aligned box and triangle in space, by separating axes (Akenine-Möller, "Fast 3D Triangle-Box Overlap
//! Testing", Journal of Graphics Tools 6(1), 2001).
//!
//! ```text
//!        ________
//!       /|      /|      Define    v0, v1, v2, the vertices from the center of the box;  h, its half sides
//!      / |     / |                e0, e1, e2, the edges of the triangle;  n, its normal
//!     /__|____/  |  /|  Solution  disjoint exactly if the projections of the two are, on one of
//!     |  |____|__| / |              x, y, z         the bounding boxes
//!     | /     | / /  |              n               n.v0                and  -h.|n| .. h.|n|
//!     |/______|/ /___|              x x e0, ...     the vertices        and  -r .. r
//! ```
//!
//! These 13 directions are those of the faces of the Minkowski difference: the faces of the box, that of the
//! triangle, and an edge of each. The corners of a box project to at most `h.|a|` on a direction `a`, so `r` is
//! `h.|x x e0|`, which has two terms. Both ends of the edge project to one number on `x x e0`.

use super::vector::{cross, dot, sub};
use super::{Aabb3, Triangle3};
use crate::dim2::interval::{disjoint, disjoint_unless_nan};
use crate::float::no_nan;

/// Whether the box and the triangle have a point in common, in `f32`.
///
/// Touching counts. A triangle of zero area is its segment or its point; a box may be flat.
///
/// ```
/// use scalar::dim3::{Aabb3, Triangle3, aabb_triangle::separating_axis};
///
/// let cube = Aabb3 { min: [-1.0; 3], max: [1.0; 3] };
/// let near = |x: f32| Triangle3 { a: [x, 0.0, 0.0], b: [0.0, x, 0.0], c: [0.0, 0.0, x] };
/// assert!(separating_axis(&cube, &near(3.0))); // through the corner (1, 1, 1)
/// assert!(!separating_axis(&cube, &near(3.25)));
/// ```
pub fn separating_axis(aabb: &Aabb3, t: &Triangle3) -> bool {
    let center = [0, 1, 2].map(|k| 0.5 * (aabb.min[k] + aabb.max[k]));
    let h = [0, 1, 2].map(|k| 0.5 * (aabb.max[k] - aabb.min[k]));
    let v = [sub(t.a, center), sub(t.b, center), sub(t.c, center)];
    let e = [sub(t.b, t.a), sub(t.c, t.b), sub(t.a, t.c)];
    let n = cross(e[0], e[1]);
    let (height, reach) = (dot(n, v[0]), dot(h, n.map(f32::abs)));
    no_nan([aabb.min, aabb.max, t.a, t.b, t.c].as_flattened())
        && (0..3).all(|k| !disjoint([aabb.min[k], aabb.max[k]], [t.a[k], t.b[k], t.c[k]]))
        && !disjoint_unless_nan([height], [-reach, reach])
        && !(0..3).any(|i| (0..3).any(|k| separated(k, e[i], [v[i], v[(i + 2) % 3]], h)))
}

/// Whether the projections on the cross product of a coordinate axis and an edge are disjoint, by one end of
/// the edge and the vertex opposite to it.
fn separated(axis: usize, e: [f32; 3], v: [[f32; 3]; 2], h: [f32; 3]) -> bool {
    let (j, k) = ((axis + 1) % 3, (axis + 2) % 3);
    let [end, opposite] = v.map(|v| v[k] * e[j] - v[j] * e[k]);
    let r = h[k] * e[j].abs() + h[j] * e[k].abs();
    disjoint_unless_nan([end, opposite], [-r, r])
}
