//! Point or sphere, and capsule: the center is within the radius, or within the sum of the radii, of the segment
//! of the capsule: an end is, or the foot of the perpendicular on the segment, of degree 4
//! ([`crate::exact::near`]).

use crate::dim3::{Capsule3, Point3, Sphere};
use crate::exact::near::{Edge, Reach, point_is_near};
use crate::exact::number::Number;
use crate::exact::{Exact, decided_by};

/// Whether the point lies in the capsule or on its surface.
///
/// ```
/// use scalar::{dim3::Capsule3, exact::point3_capsule3};
///
/// let capsule = Capsule3 { start: [0.0, 0.0, 0.0], direction: [3e5, 4e5, 0.0], radius: 6.0 };
/// assert!(point3_capsule3(&[15.0, 10.0, 0.0], &capsule)); // on the surface
/// assert!(!point3_capsule3(&[15.0, 10.0, 1e-20], &capsule));
/// ```
pub fn point3_capsule3(point: &Point3, capsule: &Capsule3) -> bool {
    point.decide(capsule).hit
}
decided_by!(point_intersects(Point3, Capsule3));

/// Whether the sphere and the capsule have a point in common.
///
/// ```
/// use scalar::{dim3::{Capsule3, Sphere}, exact::sphere_capsule3};
///
/// let capsule = Capsule3 { start: [0.0, 0.0, 0.0], direction: [8.0, 0.0, 0.0], radius: 2.0 };
/// assert!(sphere_capsule3(&Sphere { center: [4.0, 3.0, 4.0], radius: 3.0 }, &capsule)); // touching
/// assert!(!sphere_capsule3(&Sphere { center: [4.0, 3.0, 4.0], radius: 2.999_999_8 }, &capsule));
/// ```
pub fn sphere_capsule3(sphere: &Sphere, capsule: &Capsule3) -> bool {
    sphere.decide(capsule).hit
}
decided_by!(sphere_intersects(Sphere, Capsule3));

fn point_intersects<N: Number>(point: &Point3, capsule: &Capsule3) -> Option<bool> {
    sphere_intersects::<N>(&Sphere { center: *point, radius: 0.0 }, capsule)
}

fn sphere_intersects<N: Number>(sphere: &Sphere, capsule: &Capsule3) -> Option<bool> {
    let segment = Edge::along(capsule.start, capsule.direction);
    point_is_near::<N, 3>(sphere.center, &segment, Reach::of([sphere.radius, capsule.radius]))
}
