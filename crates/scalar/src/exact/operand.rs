//! The shapes that a formula may be evaluated for.

use bytemuck::Pod;

use super::extent::Extent;
use crate::dim2::{
    Aabb, Capsule, Disk, Line, OrientedBox, Point, Ray, RoundedAabb, RoundedCapsule, RoundedDisk,
    RoundedOrientedBox, RoundedTriangle, Segment, Triangle,
};
use crate::dim3::{
    Aabb3, Capsule3, Line3, OrientedBox3, Point3, Ray3, RoundedAabb3, RoundedCapsule3, RoundedSphere,
    RoundedTriangle3, Segment3, Sphere, Triangle3,
};

/// A shape, as an operand of a predicate.
pub trait Operand {
    /// Whether all coordinates are finite and the set is not empty.
    fn is_nonempty(&self) -> bool;

    /// A box around the set, or any box if it has no points.
    fn extent(&self) -> Extent {
        Extent::EVERYWHERE
    }
}

/// Whether two sets have no point in common for a simple reason: boxes around both have none, or one set has
/// none at all, which is looked at second, as few boxes meet.
#[inline]
pub fn are_apart(a: &impl Operand, b: &impl Operand) -> bool {
    a.extent().is_apart(&b.extent()) || have_no_points(a, b)
}

/// Whether one of two sets has no points.
#[inline]
pub fn have_no_points(a: &impl Operand, b: &impl Operand) -> bool {
    !(a.is_nonempty() && b.is_nonempty())
}

/// Whether a struct of `f32` holds no NaN and no infinite value.
#[inline]
fn is_finite<T: Pod>(shape: &T) -> bool {
    bytemuck::try_cast_slice::<T, u32>(core::slice::from_ref(shape)).is_ok_and(|numbers| {
        // Of all at once, without a branch: an exponent of ones and one more carries into the sign.
        let carried = numbers.iter().fold(0, |carried, bits| carried | ((bits & 0x7fff_ffff) + 0x80_0000));
        carried >> 31 == 0
    })
}

/// Implements `Operand` for shapes, each with the condition under which finite coordinates describe a set
/// with points, and a box around it where there is a simple one.
macro_rules! operand {
    ($($shape:ty: $condition:expr $(, $extent:expr)?;)*) => {$(
        impl Operand for $shape {
            #[inline]
            fn is_nonempty(&self) -> bool {
                let condition: fn(&Self) -> bool = $condition;
                is_finite(self) & condition(self)
            }
            $(
                #[inline]
                fn extent(&self) -> Extent {
                    let extent: fn(&Self) -> Extent = $extent;
                    extent(self)
                }
            )?
        }
    )*};
}
operand! {
    Point: |_| true, |&point| Extent::of_points([point]);
    Segment: |_| true, |s| Extent::of_segment(s.start, s.direction);
    Ray: |_| true, |ray| Extent::of_ray(ray.start, ray.direction, false);
    Line: |_| true, |line| Extent::of_ray(line.start, line.direction, true);
    Disk: |disk| disk.radius >= 0.0, |disk| Extent::of_points([disk.center]).grown([disk.radius]);
    Capsule: |capsule| capsule.radius >= 0.0, |capsule| capsule.segment().extent().grown([capsule.radius]);
    RoundedDisk: |disk| disk.radius >= 0.0 && disk.border_radius >= 0.0,
        |disk| Extent::of_points([disk.center]).grown([disk.radius, disk.border_radius]);
    RoundedCapsule: |capsule| capsule.radius >= 0.0 && capsule.border_radius >= 0.0,
        |rounded| rounded.capsule().extent().grown([rounded.border_radius]);
    RoundedAabb: |rounded| rounded.border_radius >= 0.0 && rounded.aabb().is_nonempty(),
        |rounded| rounded.aabb().extent().grown([rounded.border_radius]);
    RoundedOrientedBox: |rounded| rounded.border_radius >= 0.0 && rounded.oriented_box().is_nonempty(),
        |rounded| rounded.oriented_box().extent().grown([rounded.border_radius]);
    RoundedTriangle: |rounded| rounded.border_radius >= 0.0,
        |rounded| rounded.triangle().extent().grown([rounded.border_radius]);
    Aabb: |aabb| aabb.min[0] <= aabb.max[0] && aabb.min[1] <= aabb.max[1],
        |aabb| Extent::of_points([aabb.min, aabb.max]);
    OrientedBox: |oriented| oriented.half_extents.iter().all(|&h| h >= 0.0),
        |oriented| Extent::of_oriented_box(oriented);
    Triangle: |_| true, |t| Extent::of_points([t.a, t.b, t.c]);
    Point3: |_| true, |&point| Extent::of_points([point]);
    Segment3: |_| true, |s| Extent::of_segment(s.start, s.direction);
    Ray3: |_| true, |ray| Extent::of_ray(ray.start, ray.direction, false);
    Line3: |_| true, |line| Extent::of_ray(line.start, line.direction, true);
    Capsule3: |capsule| capsule.radius >= 0.0, |capsule| capsule.segment().extent().grown([capsule.radius]);
    Sphere: |sphere| sphere.radius >= 0.0, |sphere| Extent::of_points([sphere.center]).grown([sphere.radius]);
    Aabb3: |aabb| (0..3).all(|k| aabb.min[k] <= aabb.max[k]), |aabb| Extent::of_points([aabb.min, aabb.max]);
    OrientedBox3: |oriented| oriented.half_extents.iter().all(|&h| h >= 0.0),
        |oriented| Extent::of_oriented_box3(oriented);
    Triangle3: |_| true, |t| Extent::of_points([t.a, t.b, t.c]);
    RoundedSphere: |sphere| sphere.radius >= 0.0 && sphere.border_radius >= 0.0,
        |sphere| Extent::of_points([sphere.center]).grown([sphere.radius, sphere.border_radius]);
    RoundedCapsule3: |capsule| capsule.radius >= 0.0 && capsule.border_radius >= 0.0,
        |rounded| rounded.capsule().extent().grown([rounded.border_radius]);
    RoundedAabb3: |rounded| rounded.border_radius >= 0.0 && rounded.aabb().is_nonempty(),
        |rounded| rounded.aabb().extent().grown([rounded.border_radius]);
    RoundedTriangle3: |rounded| rounded.border_radius >= 0.0,
        |rounded| rounded.triangle().extent().grown([rounded.border_radius]);
}
