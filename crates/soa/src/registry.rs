//! Kernels as values, and the list of all of them.
//!
//! A [`Kernel`] is what a kernel's type says (name, shapes, reference function) with its loops compiled for
//! every instruction set. They are compiled once, here; queries, joins, fuzzing and benches work with the
//! values. [`kernel`] finds the one that [`crate::intersects`] runs for two shapes that are known only when
//! the program runs, [`named`] finds any by name.

use scalar::ClosestTo as _;
use scalar::dim2::{
    Aabb, Capsule, Disk, Line, OrientedBox, Point, Ray, RoundedAabb, RoundedCapsule, RoundedDisk,
    RoundedOrientedBox, RoundedTriangle, Segment, Triangle,
};
use scalar::dim3::{
    Aabb3, Capsule3, Line3, OrientedBox3, Point3, Ray3, RoundedAabb3, RoundedCapsule3, RoundedSphere,
    RoundedTriangle3, Segment3, Sphere, Triangle3,
};

use crate::closest::ClosestPoints;
use crate::data::shape::ShapeKind;
use crate::kernel::{Closest, Compiled, CompiledMeasure, Contacts, Intersects, Measure, Predicate};
pub use crate::kernel::{Kernel, KernelInfo, MeasureKernel, MeasurePair, Pair};
use crate::{dim2, dim3};

/// The kernel that [`crate::intersects`] runs for these shapes, in this order or exchanged; None if there is
/// none.
///
/// ```
/// use soa::{ShapeKind, registry::kernel};
///
/// let pair = kernel(ShapeKind::Triangle, ShapeKind::Disk).unwrap();
/// assert_eq!((pair.kernel.info.name, pair.is_swapped), ("disk_triangle/exact", true));
/// assert!(kernel(ShapeKind::Point, ShapeKind::Sphere).is_none());
/// ```
pub fn kernel(left: ShapeKind, right: ShapeKind) -> Option<Pair> {
    let found = |left: ShapeKind, right: ShapeKind, is_swapped| {
        let kernel = pairs().get(usize::from(PAIR_OF[left as usize][right as usize]))?;
        Some(Pair { kernel, is_swapped })
    };
    found(left, right, false).or_else(|| found(right, left, true))
}

/// The place in [`pairs`] of the kernel for two shapes in this order, or one that is not there: a search
/// would look at the names of ninety kernels.
static PAIR_OF: [[u8; ShapeKind::ALL.len()]; ShapeKind::ALL.len()] = {
    let mut places = [[u8::MAX; ShapeKind::ALL.len()]; ShapeKind::ALL.len()];
    let mut place = PAIRS;
    while place > 0 {
        place -= 1;
        let KernelInfo { left, right, .. } = KERNELS[place].info;
        places[left as usize][right as usize] = place as u8;
    }
    places
};
const _: () = assert!(PAIRS < u8::MAX as usize);

/// The kernel that [`crate::closest()`] and [`crate::distances`] run for these shapes, in this order or
/// exchanged; None if there is none.
///
/// ```
/// use soa::{ShapeKind, registry::closest};
///
/// let pair = closest(ShapeKind::Triangle, ShapeKind::Disk).unwrap();
/// assert_eq!((pair.kernel.out, pair.is_swapped), (ShapeKind::ClosestPair, true));
/// assert!(closest(ShapeKind::Point, ShapeKind::Sphere).is_none());
/// ```
pub fn closest(left: ShapeKind, right: ShapeKind) -> Option<MeasurePair> {
    measure_pair(&measures()[FIRST_CLOSEST..], left, right)
}

/// The kernel that [`crate::contacts`] runs for these shapes, in this order or exchanged; None if there is
/// none.
///
/// ```
/// use soa::{ShapeKind, registry::contacts};
///
/// let pair = contacts(ShapeKind::Aabb, ShapeKind::Disk).unwrap();
/// assert_eq!((pair.kernel.out, pair.is_swapped), (ShapeKind::Contact, true));
/// assert!(contacts(ShapeKind::Point, ShapeKind::Disk).is_none());
/// ```
pub fn contacts(left: ShapeKind, right: ShapeKind) -> Option<MeasurePair> {
    measure_pair(&measures()[FIRST_CONTACT..FIRST_CLOSEST], left, right)
}

/// The kernel that [`crate::clip`] runs for a segment, ray or line and this shape; None if there is none.
///
/// ```
/// use soa::{ShapeKind, registry::clip};
///
/// let kernel = clip(ShapeKind::Ray3, ShapeKind::Sphere).unwrap();
/// assert_eq!((kernel.name, kernel.out), ("ray3_sphere/clip", ShapeKind::Clip3));
/// assert!(clip(ShapeKind::Sphere, ShapeKind::Ray3).is_none());
/// ```
pub fn clip(path: ShapeKind, shape: ShapeKind) -> Option<&'static MeasureKernel> {
    let is_clip = |out| matches!(out, ShapeKind::Clip | ShapeKind::Clip3 | ShapeKind::ClipPoint3);
    let mut kernels = measures()[..FIRST_CONTACT].iter().copied();
    kernels.find(|kernel| (kernel.left, kernel.right) == (path, shape) && is_clip(kernel.out))
}

fn measure_pair(
    kernels: &[&'static MeasureKernel],
    left: ShapeKind,
    right: ShapeKind,
) -> Option<MeasurePair> {
    let of = |left, right, is_swapped| {
        let kernel = kernels.iter().copied().find(|kernel| (kernel.left, kernel.right) == (left, right))?;
        Some(MeasurePair { kernel, is_swapped })
    };
    of(left, right, false).or_else(|| of(right, left, true))
}

/// The yes/no kernel of this name.
///
/// ```
/// assert!(soa::registry::named("disk_triangle/seven_regions").is_some_and(|kernel| !kernel.info.is_exact));
/// ```
pub fn named(name: &str) -> Option<&'static Kernel> {
    kernels().iter().copied().find(|kernel| kernel.info.name == name)
}

/// Every yes/no kernel, those that [`kernel`] finds first.
#[inline(never)]
pub fn kernels() -> &'static [&'static Kernel] {
    KERNELS
}

/// The kernels that [`kernel`] finds, one a pair of shapes.
pub fn pairs() -> &'static [&'static Kernel] {
    &kernels()[..PAIRS]
}

/// Every computing kernel.
#[inline(never)]
pub fn measures() -> &'static [&'static MeasureKernel] {
    MEASURES
}

/// Generic code for the type of every kernel, for lanes of your own. It is compiled for each of them: prefer
/// the values, [`Kernel`], where they are enough.
pub trait Visitor {
    /// Called for each yes/no kernel.
    fn predicate<P: Compiled>(&mut self);
    /// Called for each computing kernel.
    fn measure<M: CompiledMeasure>(&mut self);
}

/// Declares the list of all kernels and the intersection test of each shape pair.
macro_rules! kernels {
    (
        same { $($kernel:ty : $a:ty;)* }
        mixed { $($mixed:ty : $left:ty, $right:ty;)* }
        published { $($published:ty;)* }
        of_meshes { $($of_mesh:ty;)* }
        measures { $($measure:ty;)* }
        contacts_of_same { $($contact:ty : $of:ty;)* }
        contacts_of_mixed { $($mixed_contact:ty : $first:ty, $second:ty;)* }
        closest_of_same { $($like:ty;)* }
        closest_of_mixed { $($one:ty, $other:ty;)* }
    ) => {
        /// Shows the type of every kernel of this crate to the visitor, in the order of [`kernels`] and then
        /// of [`measures`].
        pub fn visit_all<V: Visitor>(visitor: &mut V) {
            $(visitor.predicate::<$kernel>();)*
            $(visitor.predicate::<$mixed>();)*
            $(visitor.predicate::<$published>();)*
            $(visitor.predicate::<$of_mesh>();)*
            $(visitor.measure::<$measure>();)*
            $(visitor.measure::<$contact>();)*
            $(visitor.measure::<$mixed_contact>();)*
            $(visitor.measure::<ClosestPoints<$like, $like>>();)*
            $(visitor.measure::<ClosestPoints<$one, $other>>();)*
        }

        /// The kernels of pairs, then those that only [`named`] finds.
        ///
        /// A constant, as is all that lists kernels: the compiler makes the code that a static points to even
        /// for unit tests, which use next to none of it. No function that returns one is inlined, or it would
        /// be made again in the crate that calls it.
        const KERNELS: &[&Kernel] = &[
            $(&const { Kernel::of::<$kernel>() },)*
            $(&const { Kernel::of::<$mixed>() },)*
            $(&const { Kernel::of::<$published>() },)*
            $(&const { Kernel::of::<$of_mesh>() },)*
        ];
        const PAIRS: usize = [$(stringify!($kernel),)* $(stringify!($mixed),)*].len();
        /// The kernels that [`crate::Query::measure`] alone finds, those of contacts, and those of closest
        /// points.
        const MEASURES: &[&MeasureKernel] = &[
            $(&const { MeasureKernel::of::<$measure>() },)*
            $(&const { MeasureKernel::of::<$contact>() },)*
            $(&const { MeasureKernel::of::<$mixed_contact>() },)*
            $(&const { MeasureKernel::of::<ClosestPoints<$like, $like>>() },)*
            $(&const { MeasureKernel::of::<ClosestPoints<$one, $other>>() },)*
        ];
        const FIRST_CONTACT: usize = [$(stringify!($measure),)*].len();
        const FIRST_CLOSEST: usize =
            FIRST_CONTACT + [$(stringify!($contact),)* $(stringify!($mixed_contact),)*].len();

        $(compiled! { Compiled, Kernel, $kernel })*
        $(compiled! { Compiled, Kernel, $mixed })*
        $(compiled! { Compiled, Kernel, $published })*
        $(compiled! { Compiled, Kernel, $of_mesh })*
        $(compiled! { CompiledMeasure, MeasureKernel, $measure })*
        $(compiled! { CompiledMeasure, MeasureKernel, $contact })*
        $(compiled! { CompiledMeasure, MeasureKernel, $mixed_contact })*
        $(compiled! { CompiledMeasure, MeasureKernel, ClosestPoints<$like, $like> })*
        $(compiled! { CompiledMeasure, MeasureKernel, ClosestPoints<$one, $other> })*

        // A shape with itself.
        $(
            impl Intersects<$a> for $a {
                fn pair() -> Pair {
                    Pair { kernel: <$kernel>::kernel(), is_swapped: false }
                }
                fn touches(&self, other: &$a) -> bool {
                    <$kernel as Predicate>::reference(self, other)
                }
            }
        )*
        // Two shapes, in either order.
        $(
            impl Intersects<$right> for $left {
                fn pair() -> Pair {
                    Pair { kernel: <$mixed>::kernel(), is_swapped: false }
                }
                fn touches(&self, other: &$right) -> bool {
                    <$mixed as Predicate>::reference(self, other)
                }
            }
            impl Intersects<$left> for $right {
                fn pair() -> Pair {
                    Pair { kernel: <$mixed>::kernel(), is_swapped: true }
                }
                fn touches(&self, other: &$left) -> bool {
                    other.touches(self)
                }
            }
        )*
        $(
            impl Contacts<$of> for $of {
                type Contact = <$contact as Measure>::Out;
                fn contact_pair() -> MeasurePair {
                    MeasurePair { kernel: <$contact>::kernel(), is_swapped: false }
                }
                fn touching() -> Pair {
                    <$of as Intersects<$of>>::pair()
                }
                fn contact_with(&self, other: &$of) -> Self::Contact {
                    <$contact as Measure>::reference(self, other)
                }
            }
        )*
        $(
            impl Contacts<$second> for $first {
                type Contact = <$mixed_contact as Measure>::Out;
                fn contact_pair() -> MeasurePair {
                    MeasurePair { kernel: <$mixed_contact>::kernel(), is_swapped: false }
                }
                fn touching() -> Pair {
                    <$first as Intersects<$second>>::pair()
                }
                fn contact_with(&self, other: &$second) -> Self::Contact {
                    <$mixed_contact as Measure>::reference(self, other)
                }
            }
            impl Contacts<$first> for $second {
                type Contact = <$mixed_contact as Measure>::Out;
                fn contact_pair() -> MeasurePair {
                    MeasurePair { kernel: <$mixed_contact>::kernel(), is_swapped: true }
                }
                fn touching() -> Pair {
                    <$first as Intersects<$second>>::pair()
                }
                fn contact_with(&self, other: &$first) -> Self::Contact {
                    other.contact_with(self).exchanged()
                }
            }
        )*
        $(
            impl Closest<$like> for $like {
                type Pair = <ClosestPoints<$like, $like> as Measure>::Out;
                fn closest_pair() -> MeasurePair {
                    MeasurePair { kernel: <ClosestPoints<$like, $like>>::kernel(), is_swapped: false }
                }
                fn closest_with(&self, other: &$like) -> Self::Pair {
                    self.closest_to(other)
                }
            }
        )*
        $(
            impl Closest<$other> for $one {
                type Pair = <ClosestPoints<$one, $other> as Measure>::Out;
                fn closest_pair() -> MeasurePair {
                    MeasurePair { kernel: <ClosestPoints<$one, $other>>::kernel(), is_swapped: false }
                }
                fn closest_with(&self, other: &$other) -> Self::Pair {
                    self.closest_to(other)
                }
            }
            impl Closest<$one> for $other {
                type Pair = <ClosestPoints<$one, $other> as Measure>::Out;
                fn closest_pair() -> MeasurePair {
                    MeasurePair { kernel: <ClosestPoints<$one, $other>>::kernel(), is_swapped: true }
                }
                fn closest_with(&self, other: &$one) -> Self::Pair {
                    other.closest_with(self).exchanged()
                }
            }
        )*
    };
}

/// A kernel of the list, found by its type.
macro_rules! compiled {
    ($trait:ident, $value:ident, $kernel:ty) => {
        impl $trait for $kernel {
            #[inline(never)]
            fn kernel() -> &'static $value {
                &const { $value::of::<$kernel>() }
            }
        }
    };
}

kernels! {
    same {
        dim2::aabb_aabb::Intervals: Aabb;
        dim2::capsule_capsule::Exact: Capsule;
        dim2::disk_disk::Exact: Disk;
        dim2::oriented_box_oriented_box::Exact: OrientedBox;
        dim2::segment_segment::Exact: Segment;
        dim2::triangle_triangle::Exact: Triangle;
        dim3::aabb_aabb::Intervals: Aabb3;
        dim3::capsule_capsule::Exact: Capsule3;
        dim3::oriented_box_oriented_box::Exact: OrientedBox3;
        dim3::sphere_sphere::Exact: Sphere;
        dim3::triangle_triangle::Exact: Triangle3;
    }
    mixed {
        dim2::aabb_oriented_box::Exact: Aabb, OrientedBox;
        dim2::aabb_rounded::AabbExact: Aabb, RoundedAabb;
        dim2::aabb_rounded::TriangleExact: Aabb, RoundedTriangle;
        dim2::aabb_triangle::Exact: Aabb, Triangle;
        dim2::capsule_aabb::Exact: Capsule, Aabb;
        dim2::capsule_capsule::SegmentExact: Segment, Capsule;
        dim2::capsule_oriented_box::Exact: Capsule, OrientedBox;
        dim2::capsule_oriented_box::RoundedExact: OrientedBox, RoundedCapsule;
        dim2::capsule_rounded::AabbExact: Capsule, RoundedAabb;
        dim2::capsule_rounded::CapsuleExact: Capsule, RoundedCapsule;
        dim2::capsule_rounded::TriangleExact: Capsule, RoundedTriangle;
        dim2::capsule_triangle::Exact: Capsule, Triangle;
        dim2::disk_aabb::Exact: Disk, Aabb;
        dim2::disk_capsule::DiskExact: Disk, Capsule;
        dim2::disk_capsule::PointExact: Point, Capsule;
        dim2::disk_oriented_box::Exact: Disk, OrientedBox;
        dim2::disk_oriented_box::RoundedExact: OrientedBox, RoundedDisk;
        dim2::disk_rounded::AabbExact: Disk, RoundedAabb;
        dim2::disk_rounded::CapsuleExact: Disk, RoundedCapsule;
        dim2::disk_rounded::DiskExact: Disk, RoundedDisk;
        dim2::disk_rounded::TriangleExact: Disk, RoundedTriangle;
        dim2::disk_triangle::Exact: Disk, Triangle;
        dim2::oriented_box_rounded::AabbExact: OrientedBox, RoundedAabb;
        dim2::oriented_box_rounded::OrientedBoxExact: OrientedBox, RoundedOrientedBox;
        dim2::oriented_box_rounded::TriangleExact: OrientedBox, RoundedTriangle;
        dim2::oriented_box_triangle::Exact: OrientedBox, Triangle;
        dim2::point_aabb::Intervals: Point, Aabb;
        dim2::point_disk::Exact: Point, Disk;
        dim2::point_oriented_box::Exact: Point, OrientedBox;
        dim2::point_triangle::Exact: Point, Triangle;
        dim2::segment_aabb::Exact<Segment>: Segment, Aabb;
        dim2::segment_aabb::Exact<Ray>: Ray, Aabb;
        dim2::segment_aabb::Exact<Line>: Line, Aabb;
        dim2::segment_disk::Exact<Segment>: Segment, Disk;
        dim2::segment_disk::Exact<Ray>: Ray, Disk;
        dim2::segment_disk::Exact<Line>: Line, Disk;
        dim2::segment_oriented_box::Exact<Segment>: Segment, OrientedBox;
        dim2::segment_oriented_box::Exact<Ray>: Ray, OrientedBox;
        dim2::segment_oriented_box::Exact<Line>: Line, OrientedBox;
        dim2::segment_triangle::Exact<Segment>: Segment, Triangle;
        dim2::segment_triangle::Exact<Ray>: Ray, Triangle;
        dim2::segment_triangle::Exact<Line>: Line, Triangle;
        dim2::triangle_rounded_triangle::Exact: Triangle, RoundedTriangle;
        dim3::aabb_oriented_box::Exact: Aabb3, OrientedBox3;
        dim3::aabb_rounded::Exact: Aabb3, RoundedAabb3;
        dim3::aabb_rounded_triangle::Exact: Aabb3, RoundedTriangle3;
        dim3::aabb_triangle::Exact: Aabb3, Triangle3;
        dim3::capsule_aabb::Exact: Capsule3, Aabb3;
        dim3::capsule_capsule::SegmentExact: Segment3, Capsule3;
        dim3::capsule_oriented_box::Exact: Capsule3, OrientedBox3;
        dim3::capsule_rounded::AabbExact: Capsule3, RoundedAabb3;
        dim3::capsule_rounded::CapsuleExact: Capsule3, RoundedCapsule3;
        dim3::capsule_rounded::TriangleExact: Capsule3, RoundedTriangle3;
        dim3::capsule_triangle::Exact: Capsule3, Triangle3;
        dim3::oriented_box_triangle::Exact: OrientedBox3, Triangle3;
        dim3::point_aabb::Intervals: Point3, Aabb3;
        dim3::point_oriented_box::Exact: Point3, OrientedBox3;
        dim3::point_sphere::Exact: Point3, Sphere;
        dim3::segment_aabb::Exact<Segment3>: Segment3, Aabb3;
        dim3::segment_aabb::Exact<Ray3>: Ray3, Aabb3;
        dim3::segment_aabb::Exact<Line3>: Line3, Aabb3;
        dim3::segment_oriented_box::Exact<Segment3>: Segment3, OrientedBox3;
        dim3::segment_oriented_box::Exact<Ray3>: Ray3, OrientedBox3;
        dim3::segment_oriented_box::Exact<Line3>: Line3, OrientedBox3;
        dim3::segment_sphere::Exact<Segment3>: Segment3, Sphere;
        dim3::segment_sphere::Exact<Ray3>: Ray3, Sphere;
        dim3::segment_sphere::Exact<Line3>: Line3, Sphere;
        dim3::segment_triangle::Exact<Segment3>: Segment3, Triangle3;
        dim3::segment_triangle::Exact<Ray3>: Ray3, Triangle3;
        dim3::segment_triangle::Exact<Line3>: Line3, Triangle3;
        dim3::sphere_aabb::Exact: Sphere, Aabb3;
        dim3::sphere_capsule::PointExact: Point3, Capsule3;
        dim3::sphere_capsule::SphereExact: Sphere, Capsule3;
        dim3::sphere_oriented_box::Exact: Sphere, OrientedBox3;
        dim3::sphere_rounded::AabbExact: Sphere, RoundedAabb3;
        dim3::sphere_rounded::CapsuleExact: Sphere, RoundedCapsule3;
        dim3::sphere_rounded::SphereExact: Sphere, RoundedSphere;
        dim3::sphere_rounded::TriangleExact: Sphere, RoundedTriangle3;
        dim3::sphere_triangle::Exact: Sphere, Triangle3;
        dim3::triangle_rounded_triangle::Exact: Triangle3, RoundedTriangle3;
    }
    published {
        dim2::aabb_triangle::NineRegions;
        dim2::aabb_triangle::TwoTriangles;
        dim2::disk_aabb::NearestPoint;
        dim2::disk_disk::SquaredDistance;
        dim2::disk_oriented_box::NearestPoint;
        dim2::disk_triangle::EnlargedTriangle;
        dim2::disk_triangle::SevenRegions;
        dim2::oriented_box_oriented_box::SeparatingAxis;
        dim2::oriented_box_triangle::NineRegions;
        dim2::oriented_box_triangle::TwoTriangles;
        dim2::point_disk::SquaredDistance;
        dim2::point_triangle::EdgeFunctions;
        dim2::segment_aabb::Slabs<Segment>;
        dim2::segment_aabb::Slabs<Ray>;
        dim2::segment_aabb::Slabs<Line>;
        dim2::segment_disk::SquaredDistance;
        dim2::segment_oriented_box::Slabs<Segment>;
        dim2::segment_oriented_box::Slabs<Ray>;
        dim2::segment_oriented_box::Slabs<Line>;
        dim2::segment_segment::Straddle;
        dim2::segment_triangle::EdgeFunctions;
        dim2::triangle_triangle::EdgeFunctions;
        dim2::triangle_triangle::SeparatingAxis;
        dim3::aabb_triangle::SeparatingAxis;
        dim3::oriented_box_oriented_box::SeparatingAxis;
        dim3::oriented_box_triangle::SeparatingAxis;
        dim3::point_sphere::SquaredDistance;
        dim3::segment_aabb::Slabs<Segment3>;
        dim3::segment_aabb::Slabs<Ray3>;
        dim3::segment_aabb::Slabs<Line3>;
        dim3::segment_oriented_box::Slabs<Segment3>;
        dim3::segment_oriented_box::Slabs<Ray3>;
        dim3::segment_oriented_box::Slabs<Line3>;
        dim3::segment_triangle::MollerTrumbore<Segment3>;
        dim3::segment_triangle::MollerTrumbore<Ray3>;
        dim3::segment_triangle::MollerTrumbore<Line3>;
        dim3::sphere_aabb::NearestPoint;
        dim3::sphere_oriented_box::NearestPoint;
        dim3::sphere_sphere::SquaredDistance;
        dim3::sphere_triangle::SquaredDistance;
        dim3::triangle_triangle::Edges;
    }
    of_meshes {
        dim3::crossing::Crossing;
        dim3::crossing::OnFace;
        dim3::faces::Exact;
    }
    measures {
        dim2::circumcircle::Circumcircle;
        dim2::point_aabb::ClosestPoint;
        dim2::point_aabb::SquaredDistance;
        dim2::point_segment::ClosestPoint;
        dim2::point_segment::SquaredDistance;
        dim2::segment_aabb::Clip<Segment>;
        dim2::segment_aabb::Clip<Ray>;
        dim2::segment_aabb::Clip<Line>;
        dim2::segment_disk::Clip<Segment>;
        dim2::segment_disk::Clip<Ray>;
        dim2::segment_disk::Clip<Line>;
        dim2::segment_oriented_box::SlabsClip<Segment>;
        dim2::segment_oriented_box::SlabsClip<Ray>;
        dim2::segment_oriented_box::SlabsClip<Line>;
        dim3::point_aabb::ClosestPoint;
        dim3::point_aabb::SquaredDistance;
        dim3::point_segment::ClosestPoint;
        dim3::point_segment::SquaredDistance;
        dim3::point_triangle::ClosestPoint;
        dim3::point_triangle::ClosestPointCross;
        dim3::point_triangle::SquaredDistance;
        dim3::segment_aabb::Clip<Segment3>;
        dim3::segment_aabb::Clip<Ray3>;
        dim3::segment_aabb::Clip<Line3>;
        dim3::segment_oriented_box::SlabsClip<Segment3>;
        dim3::segment_oriented_box::SlabsClip<Ray3>;
        dim3::segment_oriented_box::SlabsClip<Line3>;
        dim3::segment_sphere::Clip<Segment3>;
        dim3::segment_sphere::Clip<Ray3>;
        dim3::segment_sphere::Clip<Line3>;
        dim3::segment_triangle::Clip<Segment3>;
        dim3::segment_triangle::Clip<Ray3>;
        dim3::segment_triangle::Clip<Line3>;
        dim3::vector::CrossProduct;
        dim3::vector::SignedArea;
        dim3::vector::UnitNormal;
    }
    contacts_of_same {
        dim2::contact::aabb_aabb::Contact: Aabb;
        dim2::contact::capsule_capsule::Contact: Capsule;
        dim2::contact::disk_disk::Contact: Disk;
        dim2::contact::oriented_box_oriented_box::Contact: OrientedBox;
        dim2::contact::triangle_triangle::Contact: Triangle;
        dim3::contact::aabb_aabb::Contact: Aabb3;
        dim3::contact::capsule_capsule::Contact: Capsule3;
        dim3::contact::oriented_box_oriented_box::Contact: OrientedBox3;
        dim3::contact::sphere_sphere::Contact: Sphere;
        dim3::contact::triangle_triangle::Contact: Triangle3;
    }
    contacts_of_mixed {
        dim2::contact::aabb_oriented_box::Contact: Aabb, OrientedBox;
        dim2::contact::aabb_triangle::Contact: Aabb, Triangle;
        dim2::contact::capsule_aabb::Contact: Capsule, Aabb;
        dim2::contact::capsule_oriented_box::Contact: Capsule, OrientedBox;
        dim2::contact::capsule_triangle::Contact: Capsule, Triangle;
        dim2::contact::disk_aabb::Contact: Disk, Aabb;
        dim2::contact::disk_capsule::Contact: Disk, Capsule;
        dim2::contact::disk_oriented_box::Contact: Disk, OrientedBox;
        dim2::contact::disk_triangle::Contact: Disk, Triangle;
        dim2::contact::oriented_box_triangle::Contact: OrientedBox, Triangle;
        dim3::contact::aabb_oriented_box::Contact: Aabb3, OrientedBox3;
        dim3::contact::aabb_triangle::Contact: Aabb3, Triangle3;
        dim3::contact::capsule_aabb::Contact: Capsule3, Aabb3;
        dim3::contact::capsule_oriented_box::Contact: Capsule3, OrientedBox3;
        dim3::contact::capsule_triangle::Contact: Capsule3, Triangle3;
        dim3::contact::oriented_box_triangle::Contact: OrientedBox3, Triangle3;
        dim3::contact::sphere_aabb::Contact: Sphere, Aabb3;
        dim3::contact::sphere_capsule::Contact: Sphere, Capsule3;
        dim3::contact::sphere_oriented_box::Contact: Sphere, OrientedBox3;
        dim3::contact::sphere_triangle::Contact: Sphere, Triangle3;
    }
    closest_of_same {
        Point;
        Segment;
        Disk;
        Aabb;
        OrientedBox;
        Triangle;
        Capsule;
        Point3;
        Segment3;
        Sphere;
        Aabb3;
        Triangle3;
        Capsule3;
    }
    closest_of_mixed {
        Point, Segment;
        Point, Disk;
        Point, Aabb;
        Point, OrientedBox;
        Point, Triangle;
        Segment, Disk;
        Segment, Aabb;
        Segment, OrientedBox;
        Segment, Triangle;
        Disk, Aabb;
        Disk, OrientedBox;
        Disk, Triangle;
        Aabb, OrientedBox;
        Aabb, Triangle;
        OrientedBox, Triangle;
        Point3, Segment3;
        Point3, Sphere;
        Point3, Aabb3;
        Point3, Triangle3;
        Segment3, Sphere;
        Segment3, Triangle3;
        Sphere, Aabb3;
        Sphere, Triangle3;
        Point, Capsule;
        Segment, Capsule;
        Disk, Capsule;
        Capsule, Aabb;
        Capsule, OrientedBox;
        Capsule, Triangle;
        Point3, Capsule3;
        Segment3, Capsule3;
        Sphere, Capsule3;
        Capsule3, Triangle3;
        Segment3, Aabb3;
        Capsule3, Aabb3;
        Aabb3, Triangle3;
    }
}
