//! The pairs of shapes that have an overlap test, by the names of their files: `disk_triangle`.

use scalar::dim2::{Aabb, Disk, Line, OrientedBox, Point, Ray, Segment, Triangle};
use scalar::dim3::{Line3, OrientedBox3, Ray3, Segment3, Sphere, Triangle3};
use soa::kernel::Overlap;

use crate::oracle::Oracle;

/// Something to do with every pair of shapes.
pub trait PairVisitor {
    /// Called once a pair, with the left and the right shape of the file's name.
    fn pair<A: Overlap<B> + Oracle<B>, B: Overlap<A> + Oracle<A>>(&mut self, stem: &'static str);
}

/// Declares the list of pairs.
macro_rules! pairs {
    ($($stem:literal: $a:ty, $b:ty;)*) => {
        /// The names of all pairs: the stems of the files in `corpora`.
        pub const STEMS: &[&str] = &[$($stem),*];

        /// Shows every pair to the visitor, in the order of [`STEMS`].
        pub fn visit<V: PairVisitor>(visitor: &mut V) {
            $(visitor.pair::<$a, $b>($stem);)*
        }
    };
}

pairs! {
    "point_disk": Point, Disk;
    "point_triangle": Point, Triangle;
    "segment_segment": Segment, Segment;
    "segment_disk": Segment, Disk;
    "segment_oriented_box": Segment, OrientedBox;
    "ray_oriented_box": Ray, OrientedBox;
    "line_oriented_box": Line, OrientedBox;
    "segment_triangle": Segment, Triangle;
    "disk_disk": Disk, Disk;
    "disk_aabb": Disk, Aabb;
    "disk_triangle": Disk, Triangle;
    "aabb_aabb": Aabb, Aabb;
    "aabb_triangle": Aabb, Triangle;
    "oriented_box_oriented_box": OrientedBox, OrientedBox;
    "oriented_box_triangle": OrientedBox, Triangle;
    "triangle_triangle": Triangle, Triangle;
    "segment3_oriented_box3": Segment3, OrientedBox3;
    "ray3_oriented_box3": Ray3, OrientedBox3;
    "line3_oriented_box3": Line3, OrientedBox3;
    "sphere_triangle3": Sphere, Triangle3;
}
