//! Oriented box and a box or triangle with round corners: both have a point in common without the radius, or
//! an edge of the second is within it of the box ([`super::capsule_oriented_box`], of degree 8, of which four
//! are of the axis).

use super::capsule_aabb::sides;
use super::capsule_oriented_box::is_within;
use super::edge::edges;
use crate::dim2::{OrientedBox, RoundedAabb, RoundedTriangle};
use crate::exact::kleene::{any, or};
use crate::exact::near::{Edge, Reach};
use crate::exact::operand::Operand;
use crate::exact::{Exact, Stage};

/// Whether the oriented box, with its axis as stored, and the rounded box have a point in common.
///
/// ```
/// use scalar::{dim2::{OrientedBox, RoundedAabb}, exact::oriented_box_rounded_aabb};
///
/// // |x + y| <= 2 and |y - x| <= 2: reaches to x = 2.
/// let diamond = OrientedBox { center: [0.0, 0.0], half_extents: [2.0, 2.0], axis: [1.0, 1.0] };
/// let rounded = RoundedAabb { min: [6.0, 3.0], max: [7.0, 9.0], border_radius: 5.0 };
/// assert!(oriented_box_rounded_aabb(&diamond, &rounded)); // touches (2, 0)
/// assert!(!oriented_box_rounded_aabb(&diamond, &RoundedAabb { border_radius: 4.999_999_5, ..rounded }));
/// ```
pub fn oriented_box_rounded_aabb(oriented: &OrientedBox, rounded: &RoundedAabb) -> bool {
    oriented.decide(rounded).hit
}

/// Whether the oriented box, with its axis as stored, and the rounded triangle have a point in common.
///
/// ```
/// use scalar::{dim2::{OrientedBox, RoundedTriangle}, exact::oriented_box_rounded_triangle};
///
/// let diamond = OrientedBox { center: [0.0, 0.0], half_extents: [2.0, 2.0], axis: [1.0, 1.0] };
/// let rounded = RoundedTriangle { a: [6.0, 3.0], b: [9.0, 3.0], c: [9.0, 9.0], border_radius: 5.0 };
/// assert!(oriented_box_rounded_triangle(&diamond, &rounded)); // touches (2, 0)
/// assert!(!oriented_box_rounded_triangle(&diamond, &RoundedTriangle { border_radius: 4.999_999_5, ..rounded }));
/// ```
pub fn oriented_box_rounded_triangle(oriented: &OrientedBox, rounded: &RoundedTriangle) -> bool {
    oriented.decide(rounded).hit
}

impl Exact<RoundedAabb> for OrientedBox {
    fn attempt(&self, other: &RoundedAabb, stage: Stage) -> Option<bool> {
        if !(self.is_nonempty() && other.is_nonempty()) {
            return Some(false);
        }
        let (aabb, reach) = (other.aabb(), Reach::of([other.border_radius]));
        or(aabb.attempt(self, stage), || {
            any(sides(&aabb).into_iter().map(|[a, b]| is_within(&Edge::to(a, b), self, reach, stage)))
        })
    }
}

impl Exact<RoundedTriangle> for OrientedBox {
    fn attempt(&self, other: &RoundedTriangle, stage: Stage) -> Option<bool> {
        if !(self.is_nonempty() && other.is_nonempty()) {
            return Some(false);
        }
        let (triangle, reach) = (other.triangle(), Reach::of([other.border_radius]));
        or(self.attempt(&triangle, stage), || {
            any(edges(&triangle).into_iter().map(|(a, b)| is_within(&Edge::to(a, b), self, reach, stage)))
        })
    }
}
