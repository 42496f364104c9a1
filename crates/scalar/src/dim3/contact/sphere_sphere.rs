//! Two spheres: as [two disks](crate::dim2::contact::disk_disk).

use super::{Contact3, Wide, wide};
use crate::dim2::contact::disk_disk::of_two;
use crate::dim3::Sphere;

/// The contact of two spheres. See [the module](super) for its meaning and bounds.
///
/// Of concentric spheres all directions are equally short: the normal is (1, 0, 0), or (-1, 0, 0) if the
/// first sphere is the smaller one.
///
/// ```
/// use scalar::dim3::{Sphere, contact::sphere_sphere::contact};
///
/// let a = Sphere { center: [0.0, 0.0, 0.0], radius: 3.0 };
/// let b = Sphere { center: [2.0, 3.0, 6.0], radius: 5.0 };
/// let found = contact(&a, &b);
/// assert_eq!((found.depth, found.point), (1.0, [5.0 / 7.0, 7.5 / 7.0, 15.0 / 7.0]));
/// ```
pub fn contact(a: &Sphere, b: &Sphere) -> Contact3 {
    let (r1, r2) = (f64::from(a.radius), f64::from(b.radius));
    let (normal, depth, point) = of_two(wide(a.center), r1, wide(b.center), r2);
    Wide { normal, depth, point }.rounded(a, b)
}
