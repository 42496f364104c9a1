//! Shapes of `parry3d`, each with its pose.

use parry3d::math::{Pose, Vector};
use parry3d::shape::Triangle;
use scalar::dim3;

/// A point or a vector.
pub fn point(p: &dim3::Point3) -> Vector {
    Vector::from_array(*p)
}

/// A triangle; it holds its own place.
pub fn triangle(t: &dim3::Triangle3) -> (Pose, Triangle) {
    (Pose::identity(), Triangle::new(point(&t.a), point(&t.b), point(&t.c)))
}
