//! Oriented box and a box or triangle with round corners: both have a point in common without the radius, or
//! an edge of the second is within it of the box ([`super::capsule_oriented_box`], of degree 8, of which four
//! are of the axis).
//!
//! Two oriented boxes that are disjoint are nearest to each other at a corner of one of them. With axes `u`
//! and `w` of any length, half extents `h` and `g`, and `t` from center to center, a corner of the second
//! one, times `w.w`, has in the frame of the first one the coordinates
//!
//! ```text
//! q = w.w (t.u, u x t)  +-  g_x (u.w, u x w)  +-  g_y (-(u x w), u.w)
//! ```
//!
//! and it is within `r` of the first one if the squared way from the box with the half extents `w.w h` to `q`
//! is at most `(w.w)^2 u.u r^2`: of degree 8, of which six factors are of axes.

use super::capsule_aabb::sides;
use super::capsule_oriented_box::is_within;
use super::disk_oriented_box::beyond;
use super::edge::edges;
use crate::dim2::{OrientedBox, RoundedAabb, RoundedOrientedBox, RoundedTriangle};
use crate::exact::kleene::{any, or};
use crate::exact::near::{Edge, Reach};
use crate::exact::number::Number;
use crate::exact::operand::are_apart;
use crate::exact::rounded::is_moderate;
use crate::exact::vector::{add, between, cross, dot, squared, sub, vector};
use crate::exact::{Exact, Stage, by_stage};

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

/// Whether two oriented boxes, with their axes as stored, of which the second one has round corners, have a
/// point in common.
///
/// ```
/// use scalar::{dim2::{OrientedBox, RoundedOrientedBox}, exact::oriented_box_rounded_oriented_box};
///
/// let diamond = OrientedBox { center: [0.0, 0.0], half_extents: [2.0, 2.0], axis: [1.0, 1.0] };
/// let [center, half_extents, axis] = [[7.0, 5.0], [1.0, 2.0], [1.0, 0.0]];
/// let rounded = RoundedOrientedBox { center, half_extents, axis, border_radius: 5.0 };
/// assert!(oriented_box_rounded_oriented_box(&diamond, &rounded)); // touches (2, 0)
/// let smaller = RoundedOrientedBox { border_radius: 4.999_999_5, ..rounded };
/// assert!(!oriented_box_rounded_oriented_box(&diamond, &smaller));
/// ```
pub fn oriented_box_rounded_oriented_box(oriented: &OrientedBox, rounded: &RoundedOrientedBox) -> bool {
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
        if are_apart(self, other) {
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
        if are_apart(self, other) {
            return Some(false);
        }
        let (triangle, reach) = (other.triangle(), Reach::of([other.border_radius]));
        or(self.attempt(&triangle, stage), || {
            any(edges(&triangle).into_iter().map(|(a, b)| is_within(&Edge::to(a, b), self, reach, stage)))
        })
    }
}

impl Exact<RoundedOrientedBox> for OrientedBox {
    fn attempt(&self, other: &RoundedOrientedBox, stage: Stage) -> Option<bool> {
        if are_apart(self, other) {
            return Some(false);
        }
        let (rounded, reach) = (other.oriented_box(), Reach::of([other.border_radius]));
        let is_in_range = [self.axis, rounded.axis].as_flattened().iter().all(|&x| is_moderate(x));
        or(
            self.attempt(&rounded, stage),
            || by_stage!(stage, if is_in_range, N => a_corner_is_near::<N>([self, &rounded], reach)),
        )
    }
}

/// Whether a corner of one of two boxes is within a distance of the other one.
fn a_corner_is_near<N: Number>([a, b]: [&OrientedBox; 2], reach: Reach) -> Option<bool> {
    let near = |to: &OrientedBox, of: &OrientedBox| {
        let (u, w) = (vector::<N, 2>(to.axis), vector::<N, 2>(of.axis));
        let (h, g) = (vector::<N, 2>(to.half_extents), vector::<N, 2>(of.half_extents));
        let t = between::<N, 2>(to.center, of.center);
        let (k, cos, sin) = (squared(&w), dot(&u, &w), cross(&u, &w));
        let center = [dot(&u, &t), cross(&u, &t)].map(|x| x.times(&k));
        let along = [g[0].times(&cos), g[0].times(&sin)];
        let across = [N::from_f32(0.0).minus(&g[1].times(&sin)), g[1].times(&cos)];
        let half = h.map(|x| x.times(&k));
        let most = reach.squared::<N>().times(&k).times(&k).times(&squared(&u));
        let sides = [add(&along, &across), sub(&along, &across)];
        any(sides.into_iter().flat_map(|side| [add(&center, &side), sub(&center, &side)]).map(|q| {
            let way = [beyond(&q[0], &half[0])?, beyond(&q[1], &half[1])?];
            squared(&way).at_most(&most)
        }))
    };
    or(near(a, b), || near(b, a))
}
