//! The functions of [`super`], which also say which stage settled the pair: for counters, tests and measurements.

use super::{Decision, Exact};
use crate::dim2::{self, Aabb, Disk, OrientedBox, Point, Segment, Triangle};
use crate::dim3::{self, OrientedBox3, Sphere, Triangle3};

/// Writes a function for each pair.
macro_rules! staged {
    ($($name:ident($left:ty, $right:ty);)*) => {$(
        #[doc = concat!("[`", stringify!($name), "`](super::", stringify!($name), "), with the stage.")]
        pub fn $name(left: &$left, right: &$right) -> Decision {
            left.decide(right)
        }
    )*};
}
staged! {
    point_disk(Point, Disk);
    point_triangle(Point, Triangle);
    segment_segment(Segment, Segment);
    segment_disk(Segment, Disk);
    segment_triangle(Segment, Triangle);
    disk_disk(Disk, Disk);
    disk_aabb(Disk, Aabb);
    disk_triangle(Disk, Triangle);
    aabb_aabb(Aabb, Aabb);
    aabb_triangle(Aabb, Triangle);
    oriented_box_oriented_box(OrientedBox, OrientedBox);
    oriented_box_triangle(OrientedBox, Triangle);
    triangle_triangle(Triangle, Triangle);
    sphere_triangle3(Sphere, Triangle3);
}

/// [`segment_oriented_box`](super::segment_oriented_box), with the stage.
pub fn segment_oriented_box<R: dim2::segment_oriented_box::Reading>(
    path: &R,
    oriented: &OrientedBox,
) -> Decision {
    path.decide(oriented)
}

/// [`segment3_oriented_box3`](super::segment3_oriented_box3), with the stage.
pub fn segment3_oriented_box3<R: dim3::segment_oriented_box::Reading>(
    path: &R,
    oriented: &OrientedBox3,
) -> Decision {
    path.decide(oriented)
}
