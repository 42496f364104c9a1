//! Disk and capsule.
//!
//! ```text
//!          .---.                  Define    X and Y, the ends of the capsule's segment;  e = XY
//!         /  C  \                           Q, the point of the segment that is nearest to the center C:
//!    .---|---|---|----.                       X if CX.e >= 0,  Y if CY.e <= 0,
//!   |     \  |  /      |                       else the foot, with CQ = (e x CX) x e / e.e
//!   |   X--'-Q-'---Y   |
//!   |                  |          Solution  normal = CQ / |CQ|,  depth = r1 + r2 - |CQ|
//!    '----------------'                     midway between C + r1 n and Q - r2 n:
//!                                           point = C + (CQ + (r1 - r2) n) / 2
//! ```
//!
//! A segment has no inside, so the depth is never more than the sum of the radii. In the plane `e x CX` is a
//! number, and `CQ` is that number times `e` turned by 90 degrees: no rounding changes its direction. Whether
//! `Q` is `Y` is asked by `CY`, as the difference of `CX.e` and `e.e` is lost where `C` is near `Y`.
//!
//! The same holds in space, up to the direction of a foot: that of `(e x CX) x e` is off by 6 units of
//! `2^-53` times `|CX| / |CQ|`. Where `|CQ| <= 2^-26 |e|` it is replaced by a vector across `e`: the overlap is
//! more by up to `|CQ|`.

use super::{Contact, Wide, dot, unit, wide};
use crate::closest::Of;
use crate::contact::{Across, Core, Place, concentric, toward};
use crate::dim2::{Capsule, Disk};
use crate::float::sqrt64;

/// The contact of a disk and a capsule: one point. See [the module](super) for its meaning and bounds.
///
/// All is in the unit of the coordinates. Both touch where the depth is 0. Which end of the capsule is its
/// start changes nothing, where both are `f32` values. Where the center lies on the segment, the ways to both
/// of its sides are equally short: the disk leaves to the right of it, seen from its end with the smaller x
/// (then y). A capsule of zero direction is a disk; of concentric disks the normal is (1, 0), or (-1, 0) if the
/// first disk is the smaller one. Radii may be zero.
///
/// ```
/// use scalar::dim2::{Capsule, Disk, contact::disk_capsule::contact};
///
/// let capsule = Capsule { start: [0.0, 0.0], direction: [8.0, 0.0], radius: 1.0 };
/// let above = contact(&Disk { center: [3.0, 2.0], radius: 2.0 }, &capsule);
/// assert_eq!((above.normal, above.depth, above.points[0]), ([0.0, -1.0], 1.0, [3.0, 0.5]));
/// let inside = contact(&Disk { center: [3.0, 0.0], radius: 2.0 }, &capsule);
/// assert_eq!((inside.normal, inside.depth, inside.points[0]), ([0.0, 1.0], 3.0, [3.0, 0.5]));
/// let end = contact(&Disk { center: [11.0, 4.0], radius: 2.0 }, &capsule);
/// assert_eq!((end.normal, end.depth), ([-0.6, -0.8], -2.0)); // disjoint
/// ```
pub fn contact(disk: &Disk, capsule: &Capsule) -> Contact {
    let core = Core::new(wide(capsule.start), wide(capsule.direction), capsule.radius.into());
    let (normal, depth, point) = to_core(wide(disk.center), disk.radius.into(), &core);
    let ([x, y], [sx, sy], [dx, dy]) = (disk.center, capsule.start, capsule.direction);
    Wide::single(normal, depth, point).rounded(&[x, y, disk.radius, sx, sy, dx, dy, capsule.radius])
}

/// Normal, depth and point, in the plane or in space.
pub(crate) fn to_core<const N: usize>(c: [f64; N], r1: f64, core: &Core<N>) -> ([f64; N], f64, [f64; N])
where
    Of<N>: Across<N>,
{
    let [x, y] = core.ends.map(|end| end.from(&Place::new(c)));
    let (e, r2) = (core.e, core.radius);
    let length2 = dot(e, e);
    let (to, near) = if dot(x, e) >= 0.0 {
        (x, 0.0)
    } else if dot(y, e) <= 0.0 {
        (y, 0.0)
    } else {
        let inverse = 1.0 / length2;
        (Of::<N>::to_line(x, e).map(|x| x * inverse), Of::<N>::NEAR * length2)
    };
    let squared = dot(to, to);
    let distance = sqrt64(squared);
    let normal = if squared > near {
        unit(to, distance)
    } else if length2 > 0.0 {
        toward(Of::<N>::across(e), to)
    } else {
        concentric(r1, r2)
    };
    let more = r1 - r2;
    let point = core::array::from_fn(|k| c[k] + (to[k] + more * normal[k]) * 0.5);
    (normal, r1 + r2 - distance, point)
}
