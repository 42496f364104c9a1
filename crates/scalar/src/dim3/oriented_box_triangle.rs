//! Oriented box and triangle in space, in the frame of the box.
//!
//! ```text
//!            c              Define    p' = ((p - center).axes[k]), k = 0, 1, 2, the coordinates of a point p in
//!      _____/ \_                      the frame of the box
//!     /  |_/__|_\           Solution  a hit exactly if the triangle a', b', c' and the axis-aligned box from
//!    a--/------/--b                   -half_extents to half_extents have a point in common
//!      /______/
//! ```
//!
//! To pass to the frame is a linear map: points of the triangle become points of the triangle `a', b', c'`.
//! That a point lies in the box is said of its `p'` alone. So nothing is assumed of the axes; they need be
//! neither of length 1 nor perpendicular. The rest is [`super::aabb_triangle`].

use super::vector::{dot, sub};
use super::{Aabb3, OrientedBox3, Triangle3, aabb_triangle};

/// Whether the box and the triangle have a point in common, in `f32`.
///
/// Touching counts. A triangle of zero area is its segment or its point; half extents of zero make the box a
/// rectangle, a segment or a point.
///
/// ```
/// use scalar::dim3::{OrientedBox3, Triangle3, oriented_box_triangle::separating_axis};
///
/// // Turned about z by 45 degrees: reaches to x = 1.414.
/// let (r, axis) = (0.5_f32.sqrt(), [0.0, 0.0, 1.0]);
/// let axes = [[r, r, 0.0], [-r, r, 0.0], axis];
/// let turned = OrientedBox3 { center: [0.0; 3], half_extents: [1.0; 3], axes };
/// let near = |x: f32| Triangle3 { a: [x, 0.0, 0.0], b: [3.0, 1.0, 1.0], c: [3.0, -1.0, 0.0] };
/// assert!(separating_axis(&turned, &near(1.25)));
/// assert!(!separating_axis(&turned, &near(1.5)));
/// ```
pub fn separating_axis(oriented: &OrientedBox3, t: &Triangle3) -> bool {
    let OrientedBox3 { center, half_extents: h, axes } = *oriented;
    let turn = |p| {
        let from_center = sub(p, center);
        axes.map(|axis| dot(from_center, axis))
    };
    let aabb = Aabb3 { min: h.map(|h| -h), max: h };
    aabb_triangle::separating_axis(&aabb, &Triangle3 { a: turn(t.a), b: turn(t.b), c: turn(t.c) })
}
