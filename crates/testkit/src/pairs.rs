//! The pairs of shapes that have an intersection test, by the names of their files: `disk_triangle`.
//!
//! | of a pair | what it is |
//! |---|---|
//! | [`Pair::truth`] | the oracle's answer, from the definitions ([`crate::oracle`]) |
//! | [`Pair::exact`] | the answer of `scalar::exact`, the reference of the exact kernel |
//! | [`Pair::published`] | a kernel of the literature in `f32`, which rounds, if there is one |

use scalar::dim2::{
    Aabb, Capsule, Disk, Line, OrientedBox, Point, Ray, RoundedAabb, RoundedCapsule, RoundedDisk,
    RoundedOrientedBox, RoundedTriangle, Segment, Triangle,
};
use scalar::dim3::{
    Aabb3, Capsule3, Line3, OrientedBox3, Point3, Ray3, RoundedAabb3, RoundedCapsule3, RoundedSphere,
    RoundedTriangle3, Segment3, Sphere, Triangle3,
};
use soa::kernel::{Compiled, Intersects};
use soa::registry::{self, Kernel};
use soa::{Shape, ShapeKind, dim2, dim3};

use crate::oracle::{answer, hull, round, slabs, space};

/// Two shapes that have an intersection test. What needs their types is compiled here, as functions of rows.
#[derive(Clone, Copy, Debug)]
pub struct Pair {
    /// The name of its file, without `.txt`.
    pub stem: &'static str,
    /// The left shape.
    pub left: ShapeKind,
    /// The right shape.
    pub right: ShapeKind,
    published: Option<fn() -> &'static Kernel>,
    exact: fn() -> registry::Pair,
    oracle: fn(&[f32], &[f32]) -> bool,
}

impl Pair {
    /// Whether it is two shapes of one kind, which a set can make with itself.
    pub fn is_own(&self) -> bool {
        self.left == self.right
    }

    /// The kernel of the published algorithm, if there is one.
    pub fn published(&self) -> Option<&'static Kernel> {
        self.published.map(|kernel| kernel())
    }

    /// Whether two rows have a point in common, by the oracle.
    pub fn truth(&self, a: &[f32], b: &[f32]) -> bool {
        (self.oracle)(a, b)
    }

    /// The kernel that `soa::intersects` runs.
    pub fn kernel(&self) -> &'static Kernel {
        (self.exact)().kernel
    }

    /// The same by `scalar::exact`.
    ///
    /// # Panics
    /// Another number of values than the shapes have columns.
    pub fn exact(&self, a: &[f32], b: &[f32]) -> bool {
        self.kernel().info.reference(a, b).unwrap()
    }

    /// Columns of both shapes.
    pub fn columns(&self) -> usize {
        self.left.columns().len() + self.right.columns().len()
    }
}

/// One of the list of pairs.
macro_rules! pair {
    ($stem:literal, $a:ty, $b:ty, $published:expr, $truth:expr) => {
        Pair {
            stem: $stem,
            left: <$a as Shape>::KIND,
            right: <$b as Shape>::KIND,
            published: $published,
            exact: <$a as Intersects<$b>>::pair,
            oracle: |a, b| answer::<$a, $b>(a, b, $truth),
        }
    };
}

/// Declares the list of pairs: those with a published algorithm, and those without one.
macro_rules! pairs {
    (
        published { $($stem:literal: $a:ty, $b:ty, $published:ty, $truth:expr;)* }
        exact { $($exact_stem:literal: $left:ty, $right:ty, $exact_truth:expr;)* }
    ) => {
        /// All pairs, in the order of their files in messages and tables.
        pub static PAIRS: &[Pair] = &[
            $(pair!($stem, $a, $b, Some(<$published as Compiled>::kernel), $truth),)*
            $(pair!($exact_stem, $left, $right, None, $exact_truth),)*
        ];
    };
}

// Where there are two published algorithms, the one that costs less.
pairs! {
    published {
        "point_aabb": Point, Aabb, dim2::point_aabb::Intervals, hull::meet;
        "point_disk": Point, Disk, dim2::point_disk::SquaredDistance, round::point_in_disk;
        "point_triangle": Point, Triangle, dim2::point_triangle::EdgeFunctions, hull::meet;
        "segment_segment": Segment, Segment, dim2::segment_segment::Straddle, hull::meet;
        "segment_aabb": Segment, Aabb, dim2::segment_aabb::Slabs<Segment>, space::path_meets_box::<_, _, 2>;
        "ray_aabb": Ray, Aabb, dim2::segment_aabb::Slabs<Ray>, space::path_meets_box::<_, _, 2>;
        "line_aabb": Line, Aabb, dim2::segment_aabb::Slabs<Line>, space::path_meets_box::<_, _, 2>;
        "segment_disk": Segment, Disk, dim2::segment_disk::SquaredDistance, round::hull_meets_disk;
        "segment_oriented_box": Segment, OrientedBox, dim2::segment_oriented_box::Slabs<Segment>, slabs::crosses::<_, _, 2>;
        "ray_oriented_box": Ray, OrientedBox, dim2::segment_oriented_box::Slabs<Ray>, slabs::crosses::<_, _, 2>;
        "line_oriented_box": Line, OrientedBox, dim2::segment_oriented_box::Slabs<Line>, slabs::crosses::<_, _, 2>;
        "segment_triangle": Segment, Triangle, dim2::segment_triangle::EdgeFunctions, hull::meet;
        "disk_disk": Disk, Disk, dim2::disk_disk::SquaredDistance, round::disks_meet;
        "disk_aabb": Disk, Aabb, dim2::disk_aabb::NearestPoint, round::disk_meets_hull;
        "disk_oriented_box": Disk, OrientedBox, dim2::disk_oriented_box::NearestPoint, round::disk_meets_hull;
        "disk_triangle": Disk, Triangle, dim2::disk_triangle::SevenRegions, round::disk_meets_hull;
        "aabb_aabb": Aabb, Aabb, dim2::aabb_aabb::Intervals, hull::meet;
        "aabb_triangle": Aabb, Triangle, dim2::aabb_triangle::NineRegions, hull::meet;
        "oriented_box_oriented_box": OrientedBox, OrientedBox, dim2::oriented_box_oriented_box::SeparatingAxis, hull::meet;
        "oriented_box_triangle": OrientedBox, Triangle, dim2::oriented_box_triangle::NineRegions, hull::meet;
        "triangle_triangle": Triangle, Triangle, dim2::triangle_triangle::EdgeFunctions, hull::meet;
        "segment3_oriented_box3": Segment3, OrientedBox3, dim3::segment_oriented_box::Slabs<Segment3>, slabs::crosses::<_, _, 3>;
        "ray3_oriented_box3": Ray3, OrientedBox3, dim3::segment_oriented_box::Slabs<Ray3>, slabs::crosses::<_, _, 3>;
        "line3_oriented_box3": Line3, OrientedBox3, dim3::segment_oriented_box::Slabs<Line3>, slabs::crosses::<_, _, 3>;
        "oriented_box3_oriented_box3": OrientedBox3, OrientedBox3, dim3::oriented_box_oriented_box::SeparatingAxis, slabs::boxes_meet;
        "oriented_box3_triangle3": OrientedBox3, Triangle3, dim3::oriented_box_triangle::SeparatingAxis, slabs::box_meets_triangle;
        "sphere_oriented_box3": Sphere, OrientedBox3, dim3::sphere_oriented_box::NearestPoint, slabs::sphere_meets_box;
        "sphere_triangle3": Sphere, Triangle3, dim3::sphere_triangle::SquaredDistance, round::sphere_meets_triangle;
        "segment3_triangle3": Segment3, Triangle3, dim3::segment_triangle::MollerTrumbore<Segment3>, space::path_meets_triangle;
        "ray3_triangle3": Ray3, Triangle3, dim3::segment_triangle::MollerTrumbore<Ray3>, space::path_meets_triangle;
        "line3_triangle3": Line3, Triangle3, dim3::segment_triangle::MollerTrumbore<Line3>, space::path_meets_triangle;
        "triangle3_triangle3": Triangle3, Triangle3, dim3::triangle_triangle::Edges, space::triangles_meet;
        "point3_sphere": Point3, Sphere, dim3::point_sphere::SquaredDistance, round::point_in_sphere;
        "point3_aabb3": Point3, Aabb3, dim3::point_aabb::Intervals, space::point_in_box;
        "sphere_sphere": Sphere, Sphere, dim3::sphere_sphere::SquaredDistance, round::spheres_meet;
        "sphere_aabb3": Sphere, Aabb3, dim3::sphere_aabb::NearestPoint, round::sphere_meets_box;
        "aabb3_aabb3": Aabb3, Aabb3, dim3::aabb_aabb::Intervals, space::boxes_meet;
        "aabb3_triangle3": Aabb3, Triangle3, dim3::aabb_triangle::SeparatingAxis, space::box_meets_triangle;
        "segment3_aabb3": Segment3, Aabb3, dim3::segment_aabb::Slabs<Segment3>, space::path_meets_box::<_, _, 3>;
        "ray3_aabb3": Ray3, Aabb3, dim3::segment_aabb::Slabs<Ray3>, space::path_meets_box::<_, _, 3>;
        "line3_aabb3": Line3, Aabb3, dim3::segment_aabb::Slabs<Line3>, space::path_meets_box::<_, _, 3>;
    }
    exact {
        "point_oriented_box": Point, OrientedBox, hull::meet;
        "ray_disk": Ray, Disk, round::path_meets_ball::<_, _, 2>;
        "line_disk": Line, Disk, round::path_meets_ball::<_, _, 2>;
        "ray_triangle": Ray, Triangle, space::path_meets_triangle_of_plane;
        "line_triangle": Line, Triangle, space::path_meets_triangle_of_plane;
        "aabb_oriented_box": Aabb, OrientedBox, hull::meet;
        "capsule_oriented_box": Capsule, OrientedBox, round::rounded_meet;
        "oriented_box_rounded_disk": OrientedBox, RoundedDisk, round::rounded_meet;
        "oriented_box_rounded_aabb": OrientedBox, RoundedAabb, round::rounded_meet;
        "oriented_box_rounded_oriented_box": OrientedBox, RoundedOrientedBox, round::rounded_meet;
        "oriented_box_rounded_triangle": OrientedBox, RoundedTriangle, round::rounded_meet;
        "oriented_box_rounded_capsule": OrientedBox, RoundedCapsule, round::rounded_meet;
        "point3_oriented_box3": Point3, OrientedBox3, slabs::box_holds_point;
        "capsule3_oriented_box3": Capsule3, OrientedBox3, slabs::capsule_meets_box;
        "aabb3_oriented_box3": Aabb3, OrientedBox3, slabs::upright_box_meets;
        "segment3_sphere": Segment3, Sphere, round::path_meets_ball::<_, _, 3>;
        "ray3_sphere": Ray3, Sphere, round::path_meets_ball::<_, _, 3>;
        "line3_sphere": Line3, Sphere, round::path_meets_ball::<_, _, 3>;
        "point_capsule": Point, Capsule, round::rounded_meet;
        "segment_capsule": Segment, Capsule, round::rounded_meet;
        "disk_capsule": Disk, Capsule, round::rounded_meet;
        "capsule_capsule": Capsule, Capsule, round::rounded_meet;
        "capsule_aabb": Capsule, Aabb, round::rounded_meet;
        "capsule_triangle": Capsule, Triangle, round::rounded_meet;
        "disk_rounded_disk": Disk, RoundedDisk, round::rounded_meet;
        "disk_rounded_aabb": Disk, RoundedAabb, round::rounded_meet;
        "disk_rounded_triangle": Disk, RoundedTriangle, round::rounded_meet;
        "aabb_rounded_aabb": Aabb, RoundedAabb, round::rounded_meet;
        "aabb_rounded_triangle": Aabb, RoundedTriangle, round::rounded_meet;
        "disk_rounded_capsule": Disk, RoundedCapsule, round::rounded_meet;
        "capsule_rounded_capsule": Capsule, RoundedCapsule, round::rounded_meet;
        "capsule_rounded_aabb": Capsule, RoundedAabb, round::rounded_meet;
        "capsule_rounded_triangle": Capsule, RoundedTriangle, round::rounded_meet;
        "triangle_rounded_triangle": Triangle, RoundedTriangle, round::rounded_meet;
        "point3_capsule3": Point3, Capsule3, round::capsules_meet;
        "segment3_capsule3": Segment3, Capsule3, round::capsules_meet;
        "sphere_capsule3": Sphere, Capsule3, round::capsules_meet;
        "capsule3_capsule3": Capsule3, Capsule3, round::capsules_meet;
        "capsule3_aabb3": Capsule3, Aabb3, round::capsule_meets_box;
        "capsule3_triangle3": Capsule3, Triangle3, round::capsule_meets_triangle;
        "sphere_rounded_sphere": Sphere, RoundedSphere, round::capsules_meet;
        "sphere_rounded_capsule3": Sphere, RoundedCapsule3, round::capsules_meet;
        "sphere_rounded_aabb3": Sphere, RoundedAabb3, round::capsule_meets_box;
        "sphere_rounded_triangle3": Sphere, RoundedTriangle3, round::capsule_meets_triangle;
        "capsule3_rounded_capsule3": Capsule3, RoundedCapsule3, round::capsules_meet;
        "capsule3_rounded_aabb3": Capsule3, RoundedAabb3, round::capsule_meets_box;
        "capsule3_rounded_triangle3": Capsule3, RoundedTriangle3, round::capsule_meets_triangle;
        "aabb3_rounded_aabb3": Aabb3, RoundedAabb3, round::boxes_are_near;
        "aabb3_rounded_triangle3": Aabb3, RoundedTriangle3, round::box_is_near_triangle;
        "triangle3_rounded_triangle3": Triangle3, RoundedTriangle3, round::triangles_are_near;
    }
}

/// The pair of these shapes, in this order; None if they have no intersection test.
pub fn of(left: ShapeKind, right: ShapeKind) -> Option<&'static Pair> {
    PAIRS.iter().find(|pair| (pair.left, pair.right) == (left, right))
}

/// The names of all pairs: the stems of the files in `corpora`.
pub fn stems() -> impl Iterator<Item = &'static str> {
    PAIRS.iter().map(|pair| pair.stem)
}
