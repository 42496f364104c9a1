//! Capsule and oriented box in the frame of the box: the segment meets the box, by
//! [slabs](super::segment_oriented_box), or an end of it is within the radius of a side, or a corner of the
//! box within the radius of it ([`crate::exact::near`]).
//!
//! The frame scales by the length of the axis, `|u|`, so the square of the radius is `r^2 u.u` there. A foot
//! on the segment is of degree 8: of degree 4 in the axis, which is moderate, or else all is in integers, and
//! of degree 4 in all else.

use super::point_oriented_box::turned;
use super::segment_oriented_box::{Ends, intersects_slabs};
use crate::dim2::{Capsule, OrientedBox, RoundedCapsule};
use crate::exact::kleene::{any, or};
use crate::exact::near::{Edge, Reach, ends_are_near};
use crate::exact::number::Number;
use crate::exact::operand::are_apart;
use crate::exact::rounded::is_moderate;
use crate::exact::vector::{squared, sub, vector};
use crate::exact::{Exact, Stage, by_stage};

/// Whether the capsule and the box, with its axis as stored, have a point in common.
///
/// ```
/// use scalar::{dim2::{Capsule, OrientedBox}, exact::capsule_oriented_box};
///
/// // |x + y| <= 2 and |y - x| <= 2: reaches to x = 2.
/// let diamond = OrientedBox { center: [0.0, 0.0], half_extents: [2.0, 2.0], axis: [1.0, 1.0] };
/// let capsule = Capsule { start: [6.0, 3.0], direction: [1.0, 7.0], radius: 5.0 };
/// assert!(capsule_oriented_box(&capsule, &diamond)); // touches (2, 0)
/// assert!(!capsule_oriented_box(&Capsule { radius: 4.999_999_5, ..capsule }, &diamond));
/// ```
pub fn capsule_oriented_box(capsule: &Capsule, oriented: &OrientedBox) -> bool {
    capsule.decide(oriented).hit
}

impl Exact<OrientedBox> for Capsule {
    fn attempt(&self, other: &OrientedBox, stage: Stage) -> Option<bool> {
        if are_apart(self, other) {
            return Some(false);
        }
        is_within(&Edge::along(self.start, self.direction), other, Reach::of([self.radius]), stage)
    }
}

/// Whether the box, with its axis as stored, and the rounded capsule have a point in common: as a capsule
/// with both radii.
///
/// ```
/// use scalar::{dim2::{OrientedBox, RoundedCapsule}, exact::oriented_box_rounded_capsule};
///
/// let diamond = OrientedBox { center: [0.0, 0.0], half_extents: [2.0, 2.0], axis: [1.0, 1.0] };
/// let (start, direction) = ([6.0, 3.0], [1.0, 7.0]);
/// let rounded = RoundedCapsule { start, direction, radius: 2.0, border_radius: 3.0 };
/// assert!(oriented_box_rounded_capsule(&diamond, &rounded)); // touches (2, 0)
/// assert!(!oriented_box_rounded_capsule(&diamond, &RoundedCapsule { border_radius: 2.999_999_8, ..rounded }));
/// ```
pub fn oriented_box_rounded_capsule(oriented: &OrientedBox, rounded: &RoundedCapsule) -> bool {
    oriented.decide(rounded).hit
}

impl Exact<RoundedCapsule> for OrientedBox {
    fn attempt(&self, other: &RoundedCapsule, stage: Stage) -> Option<bool> {
        if are_apart(self, other) {
            return Some(false);
        }
        let reach = Reach::of([other.radius, other.border_radius]);
        is_within(&Edge::along(other.start, other.direction), self, reach, stage)
    }
}

/// Whether a segment is within a distance of the box, in numbers of a stage.
pub fn is_within(segment: &Edge<2>, oriented: &OrientedBox, reach: Reach, stage: Stage) -> Option<bool> {
    let is_in_range = oriented.axis.iter().all(|&x| is_moderate(x));
    by_stage!(stage, if is_in_range, N => intersect::<N>(segment, oriented, reach))
}

fn intersect<N: Number>(segment: &Edge<2>, oriented: &OrientedBox, reach: Reach) -> Option<bool> {
    let [s, d] = [segment.start_from::<N>(oriented.center), segment.vector()].map(|v| turned(oriented, &v));
    let h = vector::<N, 2>(oriented.half_extents);
    let ends = Ends { has_start: true, has_end: true };
    or(intersects_slabs(ends, &s, &d, &h), || {
        let rr = reach.squared::<N>().times(&squared(&vector::<N, 2>(oriented.axis)));
        let zero = N::from_f32(0.0);
        let minus_h = sub(&[zero.clone(), zero.clone()], &h);
        let [x, y] = [0, 1].map(|k: usize| h[k].plus(&h[k]));
        let (along, across) = ([x, zero.clone()], [zero, y]);
        let upper = [minus_h[0].clone(), h[1].clone()];
        let right = [h[0].clone(), minus_h[1].clone()];
        // Each side from a corner.
        let sides = [(&minus_h, &along), (&minus_h, &across), (&upper, &along), (&right, &across)];
        any(sides.map(|(corner, side)| ends_are_near(&[sub(corner, &s), d.clone(), side.clone()], &rr)))
    })
}
