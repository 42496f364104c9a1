//! Two oriented boxes by separating axes. The derivation stands in [`crate::dim2::oriented_box_oriented_box`]: with
//! `k = u.u`, `C = |u1.u2|`, `S = |u1 x u2|` and `t = c2 - c1`, the boxes meet exactly if
//!
//! ```text
//! |t.u1| k2 <= hx1 k2 + (hx2 C + hy2 S)        |t.u2| k1 <= hx2 k1 + (hx1 C + hy1 S)
//! |t.v1| k2 <= hy1 k2 + (hx2 S + hy2 C)        |t.v2| k1 <= hy2 k1 + (hx1 S + hy1 C)
//! ```
//!
//! with axes of any length, as stored: of degree 4. A box with a zero axis is the whole plane, and meets all: with
//! `u2 = 0` the first two say `0 <= 0`, and the others have `t.u2 = t.v2 = 0` on the left.

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
decided_by!(meet(OrientedBox, OrientedBox));

fn meet<N: Number>(s: &OrientedBox, t: &OrientedBox) -> Option<bool> {
    let (u1, u2) = (vector::<N, 2>(s.axis), vector::<N, 2>(t.axis));
    let (h1, h2) = (vector::<N, 2>(s.half_extents), vector::<N, 2>(t.half_extents));
    let way = between::<N, 2>(s.center, t.center);
    let (cos, sin) = (dot(&u1, &u2).abs(), cross(&u1, &u2).abs());
    // Not apart along the axes of one box, of half extents `h`. The other has `other`, and an axis of square `k`.
    let covered = |u: &[N; 2], h: &[N; 2], other: &[N; 2], k: &N| {
        let centers = [dot(u, &way), cross(u, &way)];
        all((0..2).map(|i| {
            let reach = other[i].times(&cos).plus(&other[1 - i].times(&sin));
            centers[i].abs().times(k).at_most(&h[i].times(k).plus(&reach))
        }))
    };
    and(covered(&u1, &h1, &h2, &squared(&u2)), || covered(&u2, &h2, &h1, &squared(&u1)))
}
