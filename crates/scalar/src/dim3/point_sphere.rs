//! Point and sphere: the distance to the center and the radius.

use super::vector::{dot, sub};
use super::{Point3, Sphere};

/// Whether the point lies in the sphere or on its surface. Squares are compared, so that no root is needed.
///
/// ```
/// use scalar::dim3::{Sphere, point_sphere::squared_distance};
///
/// let sphere = Sphere { center: [1.0, 1.0, 1.0], radius: 7.0 };
/// assert!(squared_distance([3.0, 4.0, 7.0], &sphere)); // on the surface
/// assert!(!squared_distance([3.0, 4.0, 7.5], &sphere));
/// ```
pub fn squared_distance(p: Point3, sphere: &Sphere) -> bool {
    let d = sub(p, sphere.center);
    dot(d, d) <= sphere.radius * sphere.radius
}
