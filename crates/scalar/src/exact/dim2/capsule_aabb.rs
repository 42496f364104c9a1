//! Capsule and axis-aligned box: the segment starts in the box, by comparisons, or is within the radius of a
//! side (of degree 4, [`crate::exact::near`]). A segment that starts outside meets the box at a side.

use super::capsule_capsule::segments_are_near;
use crate::dim2::{Aabb, Capsule, Segment};
use crate::exact::kleene::any;
use crate::exact::near::{Edge, Reach};
use crate::exact::number::Number;
use crate::exact::{Exact, decided_by};

/// Whether the capsule and the box have a point in common.
///
/// ```
/// use scalar::{dim2::{Aabb, Capsule}, exact::capsule_aabb};
///
/// let aabb = Aabb { min: [0.0, 0.0], max: [2.0, 1.0] };
/// let capsule = Capsule { start: [5.0, 5.0], direction: [1.0, 0.0], radius: 5.0 };
/// assert!(capsule_aabb(&capsule, &aabb)); // touches the corner (2, 1)
/// assert!(!capsule_aabb(&Capsule { radius: 4.999_999_5, ..capsule }, &aabb));
/// ```
pub fn capsule_aabb(capsule: &Capsule, aabb: &Aabb) -> bool {
    capsule.decide(aabb).hit
}
decided_by!(intersect(Capsule, Aabb));

fn intersect<N: Number>(capsule: &Capsule, aabb: &Aabb) -> Option<bool> {
    is_within::<N>(&capsule.segment(), aabb, Reach::of([capsule.radius]))
}

/// Whether a segment is within a distance of a box.
pub fn is_within<N: Number>(segment: &Segment, aabb: &Aabb, reach: Reach) -> Option<bool> {
    let (start, Aabb { min, max }) = (segment.start, *aabb);
    if (0..2).all(|k| min[k] <= start[k] && start[k] <= max[k]) {
        return Some(true);
    }
    let segment = Edge::along(start, segment.direction);
    any(sides(aabb).into_iter().map(|[a, b]| segments_are_near::<N>(&segment, &Edge::to(a, b), reach)))
}

/// The sides of a box, in turn.
pub fn sides(&Aabb { min: [x0, y0], max: [x1, y1] }: &Aabb) -> [[[f32; 2]; 2]; 4] {
    let (a, b, c, d) = ([x0, y0], [x1, y0], [x1, y1], [x0, y1]);
    [[a, b], [b, c], [c, d], [d, a]]
}
