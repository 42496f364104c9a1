//! Point and sphere: `|CP|^2 <= r^2`, of degree 2.

use crate::dim3::{Point3, Sphere};
use crate::exact::number::Number;
use crate::exact::vector::{between, squared};
use crate::exact::{Exact, decided_by};

/// Whether the point lies in the sphere or on its surface.
///
/// ```
/// use scalar::{dim3::Sphere, exact::point3_sphere};
///
/// let sphere = Sphere { center: [0.0, 0.0, 0.0], radius: 7.0 };
/// assert!(point3_sphere(&[2.0, 3.0, 6.0], &sphere)); // on the surface
/// assert!(!point3_sphere(&[2.000_000_2, 3.0, 6.0], &sphere));
/// ```
pub fn point3_sphere(point: &Point3, sphere: &Sphere) -> bool {
    point.decide(sphere).hit
}
decided_by!(intersect(Point3, Sphere) at once);

fn intersect<N: Number>(p: &Point3, sphere: &Sphere) -> Option<bool> {
    let cp = between::<N, 3>(sphere.center, *p);
    squared(&cp).at_most(&N::from_f32(sphere.radius).squared())
}
