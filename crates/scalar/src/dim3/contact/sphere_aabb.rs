//! Sphere and axis-aligned box: as [disk and box](crate::dim2::contact::disk_aabb), with six sides.

use super::{Contact3, dot, midway, rounded, sub, unit, wide};
use crate::dim3::{Aabb3, Sphere};
use crate::float::sqrt64;

/// The contact of a sphere and an axis-aligned box. See [the module](super) for its meaning and bounds.
///
/// The sphere's center may lie in the box: then the sphere leaves through the nearest side. Of sides that are
/// equally near the first one is taken of those at `min` x, `max` x, `min` y, `max` y, `min` z and `max` z. A
/// box may be flat.
///
/// ```
/// use scalar::dim3::{Aabb3, Sphere, contact::sphere_aabb::contact};
///
/// let aabb = Aabb3 { min: [0.0; 3], max: [8.0; 3] };
/// let above = contact(&Sphere { center: [3.0, 4.0, 9.0], radius: 2.0 }, &aabb);
/// assert_eq!((above.normal, above.depth, above.point), ([0.0, 0.0, -1.0], 1.0, [3.0, 4.0, 7.5]));
/// let inside = contact(&Sphere { center: [3.0, 4.0, 7.0], radius: 2.0 }, &aabb);
/// assert_eq!((inside.normal, inside.depth, inside.point), ([0.0, 0.0, -1.0], 3.0, [3.0, 4.0, 6.5]));
/// ```
pub fn contact(sphere: &Sphere, aabb: &Aabb3) -> Contact3 {
    let (c, r, min, max) = (wide(sphere.center), f64::from(sphere.radius), wide(aabb.min), wide(aabb.max));
    let clamped = [0, 1, 2].map(|k| {
        if c[k] < min[k] {
            min[k]
        } else if c[k] > max[k] {
            max[k]
        } else {
            c[k]
        }
    });
    let d = sub(clamped, c);
    let distance = sqrt64(dot(d, d));
    let (normal, depth, q) = if distance > 0.0 {
        (unit(d, distance), r - distance, clamped)
    } else {
        let sides = [(0, 1.0), (0, -1.0), (1, 1.0), (1, -1.0), (2, 1.0), (2, -1.0)];
        let (mut nearest, mut normal, mut foot) = (f64::INFINITY, [0.0; 3], c);
        for (k, inward) in sides {
            let (gap, at) = if inward > 0.0 { (c[k] - min[k], min[k]) } else { (max[k] - c[k], max[k]) };
            if gap < nearest {
                (nearest, normal, foot) = (gap, [0.0; 3], c);
                (normal[k], foot[k]) = (inward, at);
            }
        }
        (normal, r + nearest, foot)
    };
    let ([x, y, z], [x0, y0, z0], [x1, y1, z1]) = (sphere.center, aabb.min, aabb.max);
    let columns = [x, y, z, sphere.radius, x0, y0, z0, x1, y1, z1];
    rounded(normal, depth, midway(c, r, normal, q), &columns)
}
