//! Point and oriented box of space: the slabs of [the plane](crate::exact::point_oriented_box), of degree 2.

use core::array::from_fn;

use crate::dim3::{OrientedBox3, Point3};
use crate::exact::dim2::point_oriented_box::in_slabs;
use crate::exact::number::Number;
use crate::exact::vector::{between, dot, vector};
use crate::exact::{Exact, decided_by};

/// Whether the point lies in the box, with its axes as stored, or on its surface.
///
/// ```
/// use scalar::{dim3::OrientedBox3, exact::point3_oriented_box3};
///
/// // |x + y| <= 2, |y - x| <= 2 and |z| <= 1.
/// let axes = [[1.0, 1.0, 0.0], [-1.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
/// let turned = OrientedBox3 { center: [0.0; 3], half_extents: [2.0, 2.0, 1.0], axes };
/// assert!(point3_oriented_box3(&[1.5, 0.5, -1.0], &turned)); // on an edge
/// assert!(!point3_oriented_box3(&[1.5, 0.500_000_06, -1.0], &turned));
/// ```
pub fn point3_oriented_box3(point: &Point3, oriented: &OrientedBox3) -> bool {
    point.decide(oriented).hit
}
decided_by!(intersect(Point3, OrientedBox3) at once);

fn intersect<N: Number>(point: &Point3, oriented: &OrientedBox3) -> Option<bool> {
    let from_center = between::<N, 3>(oriented.center, *point);
    let q = from_fn::<_, 3, _>(|k| dot(&vector(oriented.axes[k]), &from_center));
    in_slabs(&q, &vector(oriented.half_extents))
}
