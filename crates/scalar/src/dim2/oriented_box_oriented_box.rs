//! Two oriented boxes by separating axes.
//!
//! ```text
//!        .-----------.
//!        |     u2    |       Define    the normals of the edges, u1, v1, u2, v2
//!     v1 |    /      |                 the radius of a box on an axis: half the length of its projection
//!     ^  .---/-------.
//!     |   \ /                Solution  a hit exactly if on no normal the projected centers are farther apart
//!     +--> u1                          than both radii together
//! ```
//!
//! Two convex polygons are disjoint exactly if the normal of an edge is a separating axis.
//!
//! A box is the set of the `p` in its slabs, `|(p - c).u| <= hx` and `|(p - c).v| <= hy`, with `u` as stored
//! and `v` the same turned by 90 degrees. With `k = u.u`, which is 1 only up to rounding, its corners are
//! `c +- (hx / k) u +- (hy / k) v`. So on the axis `u1` the first box has the radius `hx1`, by definition,
//! and the second one `(hx2 |u2.u1| + hy2 |v2.u1|) / k2`. Both sides are multiplied by `k2` instead of
//! dividing. The products of the axes are only two numbers, a cosine and a sine:
//!
//! ```text
//!     C = |u1.u2| = |v1.v2|      S = |u1 x u2| = |u1.v2| = |v1.u2|      t = c2 - c1
//!
//!     |t.u1| k2 <= hx1 k2 + (hx2 C + hy2 S)        |t.u2| k1 <= hx2 k1 + (hx1 C + hy1 S)
//!     |t.v1| k2 <= hy1 k2 + (hx2 S + hy2 C)        |t.v2| k1 <= hy2 k1 + (hx1 S + hy1 C)
//! ```
//!
//! Source: Gottschalk, Lin and Manocha, OBB-Tree (SIGGRAPH 1996), section 5, and Ericson, Real-Time Collision
//! Detection, section 4.4.1, for the plane. They add an epsilon to the products for cross products of edges
//! that are parallel; the plane has none.

use super::OrientedBox;
use super::vector::{cross, dot, sub};
use crate::float::no_nan;

/// Whether two oriented boxes have a point in common, in `f32`.
///
/// Touching counts. A half extent of zero makes a box a segment, two make it a point.
///
/// ```
/// use scalar::dim2::{OrientedBox, oriented_box_oriented_box::separating_axis};
///
/// let square = OrientedBox { center: [0.0, 0.0], half_extents: [1.0, 1.0], axis: [1.0, 0.0] };
/// let diamond = |x| OrientedBox::along([x, x], [1.0, 1.0], [1.0, 1.0]).unwrap();
/// assert!(separating_axis(&square, &diamond(1.5)));
/// assert!(!separating_axis(&square, &diamond(1.75))); // the axis of the diamond alone separates them
/// ```
pub fn separating_axis(a: &OrientedBox, b: &OrientedBox) -> bool {
    let (u1, [hx1, hy1]) = (a.axis, a.half_extents);
    let (u2, [hx2, hy2]) = (b.axis, b.half_extents);
    let (c1, c2) = (a.center, b.center);
    if !no_nan(&[c1[0], c1[1], hx1, hy1, u1[0], u1[1], c2[0], c2[1], hx2, hy2, u2[0], u2[1]]) {
        return false;
    }
    let t = sub(c2, c1);
    let (k1, k2) = (dot(u1, u1), dot(u2, u2));
    let (cos, sin) = (dot(u1, u2).abs(), cross(u1, u2).abs());
    dot(t, u1).abs() * k2 <= hx1 * k2 + (hx2 * cos + hy2 * sin)
        && cross(u1, t).abs() * k2 <= hy1 * k2 + (hx2 * sin + hy2 * cos)
        && dot(t, u2).abs() * k1 <= hx2 * k1 + (hx1 * cos + hy1 * sin)
        && cross(u2, t).abs() * k1 <= hy2 * k1 + (hx1 * sin + hy1 * cos)
}
