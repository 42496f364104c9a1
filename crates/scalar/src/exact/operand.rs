//! Which structs are sets that a formula may be asked about.

use bytemuck::Pod;

use crate::dim2::{Aabb, Disk, OrientedBox, Point, Segment, Triangle};
use crate::dim3::{OrientedBox3, Sphere, Triangle3};

/// A shape, as an operand.
pub trait Operand {
    /// Whether all coordinates are finite and the set is not empty.
    fn has_points(&self) -> bool;
}

/// Whether a struct of `f32` holds no NaN and no infinite value.
pub fn finite<T: Pod>(shape: &T) -> bool {
    bytemuck::try_cast_slice::<T, f32>(core::slice::from_ref(shape))
        .is_ok_and(|numbers| numbers.iter().all(|x| x.is_finite()))
}

/// Implements `Operand` for shapes, with what besides finite coordinates gives them points.
macro_rules! operand {
    ($($shape:ty: $has_points:expr;)*) => {$(
        impl Operand for $shape {
            fn has_points(&self) -> bool {
                let also: fn(&Self) -> bool = $has_points;
                finite(self) && also(self)
            }
        }
    )*};
}
operand! {
    Point: |_| true;
    Segment: |_| true;
    Disk: |disk| disk.radius >= 0.0;
    Aabb: |aabb| aabb.min[0] <= aabb.max[0] && aabb.min[1] <= aabb.max[1];
    OrientedBox: |oriented| oriented.half_extents.iter().all(|&h| h >= 0.0);
    Triangle: |_| true;
    Sphere: |sphere| sphere.radius >= 0.0;
    OrientedBox3: |oriented| oriented.half_extents.iter().all(|&h| h >= 0.0);
    Triangle3: |_| true;
}
