//! Contacts in the plane: how to push two shapes apart.
//!
//! ```text
//!        .-------.
//!        |   a   |                 Define    n, a unit vector;  overlap(n), how far b must move along n
//!   .----|--p1---|----.                      until a line across n separates it from a:
//!   |    |  |    |    |                      overlap(n) = max a.n - min b.n
//!   |    '--|----'    |
//!   |       p2  b     |            Solution  depth = min over all n of overlap(n),  normal = its n
//!   '-----------------'                      p1 and p2 on the borders of a and b:  p1 - p2 = depth n
//! ```
//!
//! The normal points from the first shape to the second. To move the second one by `depth` along it, or the
//! first one by as much against it, is the shortest translation after which the two only touch. Where they
//! are disjoint, `overlap` is negative, and the same minimum is minus their distance: so one number goes from
//! one case to the other without a step.
//!
//! A contact has one point, or two where an edge lies against an edge. A point is midway between both
//! borders: `point + normal * depth / 2` is on the first shape, `point - normal * depth / 2` on the second.
//!
//! **Choice.** Several directions may be equally short. Which one is taken depends on the two shapes alone,
//! not on the order of operands or vertices: an exchange of operands negates the normal and leaves depth and
//! points as they are, unless both shapes are equal (then it leaves the normal, too). Where there is no
//! direction at all, as of two equal points, the normal is (1, 0).
//!
//! **Arithmetic.** All is computed in `f64` and rounded to `f32` at the end. No square or product of finite
//! `f32` overflows or underflows there, so there is a finite answer for all rows that are finite, however
//! large or small (a depth is infinite where it is beyond `f32`). Let `u = 2^-24`, and `S` the largest
//! distance between two points of the shapes:
//!
//! | number | may be off by |
//! |---|---|
//! | depth | `u` times itself `+` [`CONTACT_ERROR`] `S` |
//! | `overlap(normal)` | is at most the true depth `+` `2 u S` |
//! | length of the normal | `2 u` |
//! | a point | `2 u` times the sum of its largest coordinate and `S`, from midway between both borders |
//!
//! Where two directions differ by less than these, either may be taken, with its points.
//!
//! Sources: Ericson, Real-Time Collision Detection, section 5.1 (closest points); Catto, Contact Manifolds,
//! Game Developers Conference 2007 (the least overlap, an edge that is clipped by an edge).

use bytemuck::{Pod, Zeroable};

use super::Point;
use crate::float::canonical;
use crate::wide::{along, cross, dot, is_before, is_finite, midway, sorted, sub, unit, wide};

pub mod aabb_aabb;
pub mod aabb_oriented_box;
pub mod aabb_triangle;
pub mod capsule_aabb;
pub mod capsule_capsule;
pub mod capsule_oriented_box;
pub mod capsule_triangle;
pub mod disk_aabb;
pub mod disk_capsule;
pub mod disk_disk;
pub mod disk_oriented_box;
pub mod disk_triangle;
pub mod oriented_box_oriented_box;
pub mod oriented_box_triangle;
mod polygon;
pub mod triangle_triangle;

/// How far a depth may be off beside the rounding to `f32`, relative to the largest distance between two
/// points of the shapes.
///
/// A difference of coordinates is off by one unit of `2^-53`, a cross product with an edge by 5 of these
/// times both lengths, and its quotient by the edge's length by 3 more. Where two directions are nearly as short,
/// either may be taken: the depth is off by twice as much. 32 units have room for the corners of boxes, whose
/// quotients by the squared length of the axis have 4, and 3 more relative to an origin, for the ends of capsules,
/// which have 2 more than a difference, and for the 13 of the closest points of two segments of space.
pub const CONTACT_ERROR: f64 = 32.0 * f64::EPSILON / 2.0;

/// How to push two shapes apart: see [the module](self). All NaN where they are farther apart than the margin
/// of the query, and where a value is not finite.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Default, Pod, Zeroable)]
pub struct Contact {
    /// The direction in which the second shape leaves the first one soonest, of length 1.
    pub normal: [f32; 2],
    /// How far it must move along the normal until both only touch; minus their distance where they are
    /// disjoint.
    pub depth: f32,
    /// Where both meet, midway between their borders. NaN for a second point that is not there.
    pub points: [Point; 2],
    /// The depth at the second point, at most `depth`; NaN if there is none.
    pub depth1: f32,
}

impl Contact {
    /// The contact of the same shapes in the other order.
    ///
    /// ```
    /// use scalar::dim2::{Disk, contact::disk_disk::contact};
    ///
    /// let [a, b] = [0.0, 1.5].map(|x| Disk { center: [x, 0.0], radius: 1.0 });
    /// assert_eq!(contact(&a, &b).exchanged().normal, contact(&b, &a).normal);
    /// ```
    #[must_use]
    pub fn exchanged(self) -> Self {
        let [x, y] = self.normal;
        Self { normal: [canonical(-x), canonical(-y)], ..self }
    }

    /// Whether there is a contact: whether it has numbers.
    pub fn is_some(&self) -> bool {
        !self.depth.is_nan()
    }

    /// The contact without what is farther apart than `margin`: without the second point, or all NaN.
    ///
    /// ```
    /// use scalar::dim2::{Disk, contact::disk_disk::contact};
    ///
    /// let [a, b] = [0.0, 2.5].map(|x| Disk { center: [x, 0.0], radius: 1.0 });
    /// assert_eq!(contact(&a, &b).within(0.5).depth, -0.5);
    /// assert!(!contact(&a, &b).within(0.25).is_some());
    /// ```
    #[must_use]
    pub fn within(self, margin: f32) -> Self {
        let nan = f32::NAN;
        if self.depth1 >= -margin {
            self
        } else if self.depth >= -margin {
            Self { points: [self.points[0], [nan; 2]], depth1: nan, ..self }
        } else {
            Self { normal: [nan; 2], depth: nan, points: [[nan; 2]; 2], depth1: nan }
        }
    }
}

/// A contact in `f64`.
#[derive(Clone, Copy)]
struct Wide {
    normal: [f64; 2],
    depth: f64,
    point: [f64; 2],
    /// The second point, and its depth.
    second: Option<([f64; 2], f64)>,
}

impl Wide {
    /// One point.
    fn single(normal: [f64; 2], depth: f64, point: [f64; 2]) -> Self {
        Self { normal, depth, point, second: None }
    }

    fn negated(self) -> Self {
        Self { normal: [-self.normal[0], -self.normal[1]], ..self }
    }

    /// The contact of what lies within radii of both shapes.
    fn grown(self, r1: f64, r2: f64) -> Self {
        let (normal, both, more) = (self.normal, r1 + r2, r1 - r2);
        let moved = |p: [f64; 2]| [0, 1].map(|k| p[k] + (more * normal[k]) * 0.5);
        Self {
            normal,
            depth: both + self.depth,
            point: moved(self.point),
            second: self.second.map(|(p, depth)| (moved(p), both + depth)),
        }
    }

    /// The contact of shapes that are relative to an origin.
    fn moved(self, [x, y]: [f64; 2]) -> Self {
        let moved = |p: [f64; 2]| [x + p[0], y + p[1]];
        Self { point: moved(self.point), second: self.second.map(|(p, depth)| (moved(p), depth)), ..self }
    }

    /// The contact of shapes with these columns, rounded: all NaN if one of their values is not finite.
    fn rounded(self, columns: &[f32]) -> Contact {
        let [nan, x] = [f64::NAN, self.point[0]];
        let (second, depth1) = self.second.unwrap_or(([nan; 2], nan));
        let values =
            [self.normal[0], self.normal[1], self.depth, x, self.point[1], second[0], second[1], depth1];
        let finite = is_finite(columns);
        let [nx, ny, depth, x0, y0, x1, y1, depth1] =
            values.map(|x| canonical(if finite { x as f32 } else { f32::NAN }));
        Contact { normal: [nx, ny], depth, points: [[x0, y0], [x1, y1]], depth1 }
    }
}
