//! Two capsules.
//!
//! ```text
//!    .------------------------.        Define    a, b, the segments of the capsules
//!   |  X---------------------Y |                 overlap(n) = max a.n - min b.n + r1 + r2
//!    '------P0----------P1----'
//!         .-|------------|-----.       Solution  the direction n whose overlap is least;
//!        |  U---------------V   |                parallel and side by side:  n across both,  and P0 and P1
//!         '--------------------'                   at the ends of the interval that both have in common
//! ```
//!
//! The differences `b - a` form a parallelogram with the sides of both segments. Where the segments cross, the
//! origin is inside of it, and the nearest of its sides is the shortest way out; where they do not, the
//! nearest of its points is on a side, or is the difference of two ends. That is what two [convex
//! polygons](super#) of two vertices have: the radii are added to the depth, and the point between both
//! borders is moved by `(r1 - r2) n / 2`.
//!
//! Two segments are parallel if the cross product of their directions is zero, which is exact as products of
//! `f32` values are in `f64`. Then `e x XU` is the height of one above the other, and `e.XU`, `e.XV` are the
//! ends of its shadow, from 0 to `e.e` on the other one.

use super::polygon::{self, Polygon};
use super::{Contact, Wide, cross, dot, wide};
use crate::contact::{Core, concentric};
use crate::dim2::Capsule;
use crate::float::sqrt64;

/// The contact of two capsules: two points of equal depth where they are parallel and lie side by side over an
/// interval, else one. See [the module](super) for its meaning and bounds.
///
/// All is in the unit of the coordinates. Both touch where the depth is 0. Which end of a capsule is its start
/// changes nothing, where both are `f32` values. Where the segments cross, the normal is across one of them.
/// Of directions that are equally short the choice is one that depends on the two capsules alone. A capsule of
/// zero direction is a disk; of concentric disks the normal is (1, 0), or (-1, 0) if the first one is the
/// smaller one. Radii may be zero.
///
/// ```
/// use scalar::dim2::{Capsule, contact::capsule_capsule::contact};
///
/// let lying = Capsule { start: [0.0, 0.0], direction: [8.0, 0.0], radius: 1.0 };
/// let above = Capsule { start: [10.0, 2.5], direction: [-5.0, 0.0], radius: 2.0 };
/// let found = contact(&lying, &above);
/// assert_eq!((found.normal, found.depth, found.depth1), ([0.0, 1.0], 0.5, 0.5));
/// assert_eq!(found.points, [[5.0, 0.75], [8.0, 0.75]]);
///
/// let crossing = Capsule { start: [6.0, -1.0], direction: [0.0, 9.0], radius: 1.0 };
/// let found = contact(&lying, &crossing);
/// assert_eq!((found.normal, found.depth, found.points[0]), ([0.0, 1.0], 3.0, [6.0, -0.5]));
/// assert!(found.depth1.is_nan());
///
/// let apart = Capsule { start: [11.0, 4.0], direction: [1.0, 7.0], radius: 1.0 };
/// let found = contact(&lying, &apart);
/// assert_eq!((found.normal, found.depth, found.points[0]), ([0.6, 0.8], -3.0, [9.5, 2.0]));
/// ```
pub fn contact(a: &Capsule, b: &Capsule) -> Contact {
    let columns = |c: &Capsule| -> [f32; 5] {
        let ([x, y], [dx, dy]) = (c.start, c.direction);
        [x, y, dx, dy, c.radius]
    };
    let [of_a, of_b] = [a, b].map(|c| Core::new(wide(c.start), wide(c.direction), c.radius.into()));
    let found = if of_b.is_before(&of_a) { ordered(&of_b, &of_a).negated() } else { ordered(&of_a, &of_b) };
    found.rounded([columns(a), columns(b)].as_flattened())
}

fn ordered(a: &Core<2>, b: &Core<2>) -> Wide {
    let (origin, r1, r2) = (a.ends[0], a.radius, b.radius);
    let [u, v] = b.ends.map(|end| end.from(&origin));
    let (e, length2) = (a.e, dot(a.e, a.e));
    let (low, high) = a.interval_beside(u, v);

    if cross(e, b.e) == 0.0 && low < high {
        let (height, inverse) = (cross(e, u), 1.0 / sqrt64(length2));
        let normal =
            if height < 0.0 { [e[1] * inverse, -e[0] * inverse] } else { [-e[1] * inverse, e[0] * inverse] };
        let depth = r1 + r2 - height.abs() * inverse;
        // From the first segment to the middle between both borders.
        let out = r1 - depth * 0.5;
        let at = |along: f64| {
            let t = along / length2;
            [0, 1].map(|k| e[k] * t + out * normal[k])
        };
        return Wide { normal, depth, point: at(low), second: Some((at(high), depth)) }.moved(origin.at);
    }
    let mut found = polygon::contact(&Polygon::core(a), &Polygon::segment(u, v));
    found.second = None;
    if length2 == 0.0 && dot(b.e, b.e) == 0.0 && dot(u, u) == 0.0 {
        found.normal = concentric(r1, r2);
    }
    found.grown(r1, r2).moved(origin.at)
}
