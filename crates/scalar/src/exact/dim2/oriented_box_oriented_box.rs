//! Two oriented boxes by separating axes, as derived in [`crate::dim2::oriented_box_oriented_box`]: with
//! `k = u.u`, `C = |u1.u2|`, `S = |u1 x u2|` and `t = c2 - c1`, the boxes intersect exactly if
//!
//! ```text
//! |t.u1| k2 <= hx1 k2 + (hx2 C + hy2 S)        |t.u2| k1 <= hx2 k1 + (hx1 C + hy1 S)
//! |t.v1| k2 <= hy1 k2 + (hx2 S + hy2 C)        |t.v2| k1 <= hy2 k1 + (hx1 S + hy1 C)
//! ```
//!
//! with axes of any length, as stored: of degree 4. A box with a zero axis is the whole plane and intersects
//! every box: with `u2 = 0` the two on the left are `0 <= 0`, and those on the right have `t.u2 = t.v2 = 0`
//! on the left side.

use crate::dim2::OrientedBox;
use crate::exact::kleene::{all, and};
use crate::exact::number::Number;
use crate::exact::vector::{between, cross, dot, squared, vector};
use crate::exact::{Exact, decided_by};

/// Whether two oriented boxes, with their axes as stored, have a point in common.
///
/// ```
/// use scalar::{dim2::OrientedBox, exact::oriented_box_oriented_box};
///
/// let square = OrientedBox { center: [0.0, 0.0], half_extents: [1.0, 1.0], axis: [1.0, 0.0] };
/// // |x + y - 2 c| <= 2 and so on: reaches to x = 2 from its center.
/// let diamond = |x| OrientedBox { center: [x, x], half_extents: [2.0, 2.0], axis: [1.0, 1.0] };
/// assert!(oriented_box_oriented_box(&square, &diamond(2.0))); // touches in (1, 1)
/// assert!(!oriented_box_oriented_box(&square, &diamond(2.000_000_2)));
/// ```
pub fn oriented_box_oriented_box(s: &OrientedBox, t: &OrientedBox) -> bool {
    s.decide(t).hit
}
decided_by!(intersect(OrientedBox, OrientedBox));

fn intersect<N: Number>(a: &OrientedBox, b: &OrientedBox) -> Option<bool> {
    let (u1, u2) = (vector::<N, 2>(a.axis), vector::<N, 2>(b.axis));
    let (h1, h2) = (vector::<N, 2>(a.half_extents), vector::<N, 2>(b.half_extents));
    let t = between::<N, 2>(a.center, b.center);
    let (cos, sin) = (dot(&u1, &u2).abs(), cross(&u1, &u2).abs());
    // Whether neither axis of a box, with half extents `h`, separates it from the other one, with half
    // extents `other` and an axis of square `k`.
    let not_separated = |u: &[N; 2], h: &[N; 2], other: &[N; 2], k: &N| {
        let centers = [dot(u, &t), cross(u, &t)];
        all((0..2).map(|i| {
            let radius = other[i].times(&cos).plus(&other[1 - i].times(&sin));
            centers[i].abs().times(k).at_most(&h[i].times(k).plus(&radius))
        }))
    };
    and(not_separated(&u1, &h1, &h2, &squared(&u2)), || not_separated(&u2, &h2, &h1, &squared(&u1)))
}
