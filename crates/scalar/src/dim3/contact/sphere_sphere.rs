//! Two spheres: as [two disks](crate::dim2::contact::disk_disk).

use super::{Contact3, dot, rounded, sub, unit, wide};
use crate::dim3::Sphere;
use crate::float::sqrt64;

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
    let (c1, r1, c2, r2) = (wide(a.center), f64::from(a.radius), wide(b.center), f64::from(b.radius));
    let d = sub(c2, c1);
    let distance = sqrt64(dot(d, d));
    let normal =
        if distance > 0.0 { unit(d, distance) } else { [if r1 < r2 { -1.0 } else { 1.0 }, 0.0, 0.0] };
    let (depth, more) = (r1 + r2 - distance, r1 - r2);
    let point = [0, 1, 2].map(|k| ((c1[k] + c2[k]) + more * normal[k]) * 0.5);
    let ([x1, y1, z1], [x2, y2, z2]) = (a.center, b.center);
    rounded(normal, depth, point, &[x1, y1, z1, a.radius, x2, y2, z2, b.radius])
}
