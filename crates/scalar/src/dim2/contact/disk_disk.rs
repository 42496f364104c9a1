//! Two disks.
//!
//! ```text
//!      .---.  .---.           Define    d = C2 - C1
//!     /     \/     \
//!    |  C1--||--C2  |         Solution  normal = d / |d|,  depth = r1 + r2 - |d|
//!     \     /\     /                    midway between C1 + r1 n and C2 - r2 n:
//!      '---'  '---'                     point = (C1 + C2 + (r1 - r2) n) / 2
//! ```

use super::{Contact, Wide, dot, sub, unit, wide};
use crate::contact::concentric;
use crate::dim2::Disk;
use crate::float::sqrt64;

/// The contact of two disks: one point. See [the module](super) for its meaning and bounds.
///
/// Of concentric disks all directions are equally short: the normal is (1, 0), or (-1, 0) if the first disk
/// is the smaller one.
///
/// ```
/// use scalar::dim2::{Disk, contact::disk_disk::contact};
///
/// let a = Disk { center: [0.0, 0.0], radius: 2.0 };
/// let b = Disk { center: [3.0, 4.0], radius: 4.0 };
/// let found = contact(&a, &b);
/// assert_eq!((found.normal, found.depth), ([0.6, 0.8], 1.0));
/// assert_eq!(found.points[0], [0.9, 1.2]);
/// assert!(found.depth1.is_nan());
/// ```
pub fn contact(a: &Disk, b: &Disk) -> Contact {
    let (r1, r2) = (f64::from(a.radius), f64::from(b.radius));
    let (normal, depth, point) = of_two(wide(a.center), r1, wide(b.center), r2);
    Wide::single(normal, depth, point).rounded(&[
        a.center[0],
        a.center[1],
        a.radius,
        b.center[0],
        b.center[1],
        b.radius,
    ])
}

/// Normal, depth and point, in the plane or in space.
pub(crate) fn of_two<const N: usize>(
    c1: [f64; N],
    r1: f64,
    c2: [f64; N],
    r2: f64,
) -> ([f64; N], f64, [f64; N]) {
    let d = sub(c2, c1);
    let distance = sqrt64(dot(d, d));
    let normal = if distance > 0.0 { unit(d, distance) } else { concentric(r1, r2) };
    let more = r1 - r2;
    let point = core::array::from_fn(|k| ((c1[k] + c2[k]) + more * normal[k]) * 0.5);
    (normal, r1 + r2 - distance, point)
}
