//! Sphere and sphere: the distance of the centers and the sum of the radii, as for [disks](crate::dim2::disk_disk).

use super::Sphere;
use super::vector::{dot, sub};

/// Whether the spheres have a point in common. Squares are compared, so that no root is needed.
///
/// ```
/// use scalar::dim3::{Sphere, sphere_sphere::squared_distance};
///
/// let sphere = Sphere { center: [0.0, 0.0, 0.0], radius: 4.0 };
/// assert!(squared_distance(&sphere, &Sphere { center: [2.0, 3.0, 6.0], radius: 3.0 })); // touching
/// assert!(!squared_distance(&sphere, &Sphere { center: [2.0, 3.0, 6.0], radius: 2.75 }));
/// ```
pub fn squared_distance(s: &Sphere, t: &Sphere) -> bool {
    let d = sub(t.center, s.center);
    let reach = s.radius + t.radius;
    dot(d, d) <= reach * reach
}
