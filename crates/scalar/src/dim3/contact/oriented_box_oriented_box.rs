//! Two oriented boxes: [convex hulls](super#), relative to the center of the first one.

use super::polyhedron::{self, Solid};
use super::{Contact3, Wide, wide};
use crate::contact::Place;
use crate::dim3::OrientedBox3;
use crate::wide::is_before;

/// The contact of two oriented boxes. See [the module](super) for its meaning and bounds.
///
/// All is in the unit of the coordinates. Both touch where the depth is 0. The axes are taken as stored: the
/// box is what lies between its three pairs of planes. They may have any length from `2^-20` to `2^20`, and
/// should be perpendicular up to rounding: where a vertex is nearest, an angle that is off costs its square
/// times the distance. A box whose axes do not span space has no contact: all numbers are NaN.
///
/// A half extent of zero makes a box a rectangle, two make it a segment, three a point. Boxes that are flat
/// and overlap in one plane leave it at once: their depth is 0. Of directions that are equally short, those
/// of faces come first. Where faces lie on each other, the point is below the middle of one of them, or as
/// near to that as both have something in common.
///
/// ```
/// use scalar::dim3::{OrientedBox3, contact::oriented_box_oriented_box::contact};
///
/// let axes = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
/// let a = OrientedBox3 { center: [0.0; 3], half_extents: [4.0, 4.0, 1.0], axes };
/// let turned = [[0.6, 0.8, 0.0], [-0.8, 0.6, 0.0], [0.0, 0.0, 1.0]];
/// let b = OrientedBox3 { center: [1.0, 2.0, 1.5], half_extents: [1.0; 3], axes: turned };
/// let found = contact(&a, &b);
/// assert_eq!((found.normal, found.depth, found.point), ([0.0, 0.0, 1.0], 0.5, [1.0, 2.0, 0.75]));
///
/// let apart = OrientedBox3 { center: [8.0, 9.0, 2.0], half_extents: [1.0; 3], axes };
/// let found = contact(&a, &apart);
/// assert_eq!((found.normal, found.depth), ([0.6, 0.8, 0.0], -5.0));
/// ```
pub fn contact(a: &OrientedBox3, b: &OrientedBox3) -> Contact3 {
    let columns =
        |of: &OrientedBox3| [of.center, of.half_extents, of.axes[0], of.axes[1], of.axes[2]].map(wide);
    let found = if is_before(columns(b).as_flattened(), columns(a).as_flattened()) {
        ordered(b, a).negated()
    } else {
        ordered(a, b)
    };
    found.rounded(a, b)
}

fn ordered(a: &OrientedBox3, b: &OrientedBox3) -> Wide {
    let origin = Place::new(wide(a.center));
    polyhedron::contact(&Solid::oriented_box(a, &origin), &Solid::oriented_box(b, &origin)).moved(&origin)
}
