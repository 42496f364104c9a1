//! Point and oriented box, in the plane and in space: the point lies in each slab,
//! `|(p - center).axis_k| <= h_k`, of degree 2.

use core::array::from_fn;

use crate::dim2::{OrientedBox, Point};
use crate::exact::kleene::all_of;
use crate::exact::number::Number;
use crate::exact::vector::{between, cross, dot, vector};
use crate::exact::{Exact, decided_by};

/// Whether the point lies in the box, with its axis as stored, or on its border.
///
/// ```
/// use scalar::{dim2::OrientedBox, exact::point_oriented_box};
///
/// // |x + y| <= 2 and |y - x| <= 2: reaches to x = 2.
/// let diamond = OrientedBox { center: [0.0, 0.0], half_extents: [2.0, 2.0], axis: [1.0, 1.0] };
/// assert!(point_oriented_box(&[1.5, 0.5], &diamond)); // on a side
/// assert!(!point_oriented_box(&[1.5, 0.500_000_06], &diamond));
/// ```
pub fn point_oriented_box(point: &Point, oriented: &OrientedBox) -> bool {
    point.decide(oriented).hit
}
decided_by!(intersect(Point, OrientedBox) at once);

#[expect(clippy::trivially_copy_pass_by_ref, reason = "all predicates take references")]
fn intersect<N: Number>(point: &Point, oriented: &OrientedBox) -> Option<bool> {
    in_slabs(&in_frame::<N>(oriented, *point), &vector(oriented.half_extents))
}

/// The coordinates of a point in the frame of a box, where a point is as far from another one as in the plane
/// times the length of the axis.
pub fn in_frame<N: Number>(oriented: &OrientedBox, point: [f32; 2]) -> [N; 2] {
    turned(oriented, &between(oriented.center, point))
}

/// A vector in the frame of a box.
pub fn turned<N: Number>(oriented: &OrientedBox, v: &[N; 2]) -> [N; 2] {
    let u = vector::<N, 2>(oriented.axis);
    [dot(&u, v), cross(&u, v)]
}

/// Whether all coordinates are at most as far from zero as the half extents.
pub fn in_slabs<N: Number, const D: usize>(q: &[N; D], h: &[N; D]) -> Option<bool> {
    all_of(from_fn::<_, D, _>(|k| q[k].abs().at_most(&h[k])))
}
