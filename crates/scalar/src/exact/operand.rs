//! The shapes that a formula may be evaluated for.

use bytemuck::Pod;

use crate::dim2::{
    Aabb, Capsule, Disk, Line, OrientedBox, Point, Ray, RoundedAabb, RoundedCapsule, RoundedDisk,
    RoundedTriangle, Segment, Triangle,
};
use crate::dim3::{
    Aabb3, Capsule3, Line3, OrientedBox3, Point3, Ray3, RoundedAabb3, RoundedCapsule3, RoundedSphere,
    RoundedTriangle3, Segment3, Sphere, Triangle3,
};

/// A shape, as an operand of a predicate.
pub trait Operand {
    /// Whether all coordinates are finite and the set is not empty.
    fn is_nonempty(&self) -> bool;
}

/// Whether a struct of `f32` holds no NaN and no infinite value.
fn is_finite<T: Pod>(shape: &T) -> bool {
    bytemuck::try_cast_slice::<T, f32>(core::slice::from_ref(shape))
        .is_ok_and(|numbers| numbers.iter().all(|x| x.is_finite()))
}

/// Implements `Operand` for shapes, each with the condition under which finite coordinates describe a set
/// with points.
macro_rules! operand {
    ($($shape:ty: $condition:expr;)*) => {$(
        impl Operand for $shape {
            fn is_nonempty(&self) -> bool {
                let condition: fn(&Self) -> bool = $condition;
                is_finite(self) && condition(self)
            }
        }
    )*};
}
operand! {
    Point: |_| true;
    Segment: |_| true;
    Ray: |_| true;
    Line: |_| true;
    Disk: |disk| disk.radius >= 0.0;
    Capsule: |capsule| capsule.radius >= 0.0;
    RoundedDisk: |disk| disk.radius >= 0.0 && disk.border_radius >= 0.0;
    RoundedCapsule: |capsule| capsule.radius >= 0.0 && capsule.border_radius >= 0.0;
    RoundedAabb: |rounded| rounded.border_radius >= 0.0 && rounded.aabb().is_nonempty();
    RoundedTriangle: |rounded| rounded.border_radius >= 0.0;
    Aabb: |aabb| aabb.min[0] <= aabb.max[0] && aabb.min[1] <= aabb.max[1];
    OrientedBox: |oriented| oriented.half_extents.iter().all(|&h| h >= 0.0);
    Triangle: |_| true;
    Point3: |_| true;
    Segment3: |_| true;
    Ray3: |_| true;
    Line3: |_| true;
    Capsule3: |capsule| capsule.radius >= 0.0;
    Sphere: |sphere| sphere.radius >= 0.0;
    Aabb3: |aabb| (0..3).all(|k| aabb.min[k] <= aabb.max[k]);
    OrientedBox3: |oriented| oriented.half_extents.iter().all(|&h| h >= 0.0);
    Triangle3: |_| true;
    RoundedSphere: |sphere| sphere.radius >= 0.0 && sphere.border_radius >= 0.0;
    RoundedCapsule3: |capsule| capsule.radius >= 0.0 && capsule.border_radius >= 0.0;
    RoundedAabb3: |rounded| rounded.border_radius >= 0.0 && rounded.aabb().is_nonempty();
    RoundedTriangle3: |rounded| rounded.border_radius >= 0.0;
}
