//! Segment and segment. Derivation: `scalar::dim2::segment_segment`.

use scalar::dim2::{Segment, segment_segment};
use scalar::exact::{Decision, Exact as _};

use super::interval::{disjoint_unless_nan, max_of, signed_overlap};
use super::vector::{cross, sub};
use crate::kernel::verdict::{Certified, Rounding};
use crate::kernel::{Predicate, Published};
use crate::lanes::{Lanes, no_nan};

/// Each segment straddles the line of the other, and their bounding boxes intersect.
#[derive(Debug)]
pub struct Straddle;

impl Published for Straddle {
    const NAME: &'static str = "segment_segment/straddle";
    type A = Segment;
    type B = Segment;

    fn reference(s: &Segment, t: &Segment) -> bool {
        segment_segment::straddle(s, t)
    }

    #[inline(always)]
    fn lanes<L: Lanes>(&[sx, sy, ux, uy]: &[L; 4], &[tx, ty, vx, vy]: &[L; 4]) -> L::Mask {
        let zero = sx.splat(0.0);
        let (u, v, w) = ([ux, uy], [vx, vy], sub([tx, ty], [sx, sy]));
        let (across_s, across_t, both) = (cross(u, w), cross(w, v), cross(u, v));
        no_nan([sx, sy, ux, uy, tx, ty, vx, vy])
            & !disjoint_unless_nan([zero], [across_s, across_s + both])
            & !disjoint_unless_nan([zero], [across_t, across_t - both])
            & !disjoint_unless_nan([zero, ux], [w[0], w[0] + vx])
            & !disjoint_unless_nan([zero, uy], [w[1], w[1] + vy])
    }
}

/// The exact answer.
///
/// ```text
/// Define    A and u, start and direction of one segment;  C and v, of the other;  w = C - A
/// Solution  a hit exactly if the projections of the two segments intersect
///             across u       0           and  u x w .. u x w + u x v
///             across v       0           and  w x v .. w x v - u x v
///             on x and on y  0 .. u      and  w .. w + v
/// ```
///
/// # Error budget
///
/// Define `X` and `Y` as the sums of the absolute components of `w`, `u` and `v`, in x and in y. So the
/// absolute products of all cross products together are at most `X Y`.
///
/// | quantity | at most | error | in `S` |
/// |---|---|---|---|
/// | `w`; `u` and `v` are columns | `X`, `Y` | 1; 0 | `S` |
/// | `across_s = cross(u, w)` | its products | products 2, difference 1: 3 | `2 S^2` |
/// | `both = cross(u, v)` | its products | products 1, difference 1: 2 | `2 S^2` |
/// | `across_s + both` | `X Y` | 3 and 2 of different products, and 1: 4 `X Y` | `4 S^2` |
/// | `across` | `X Y` | 4 `X Y`; the difference from 0 rounds nothing | `4 S^2` |
/// | its bound | | **4.25** `X Y`, for 4 | (53 - 1) / 2, as the last sum adds `2 S^2` and `2 S^2`: **26** bits |
/// | `w[0] + vx` | `X` | 1 `w` + 1: 2 `X` | `2 S` |
/// | `on_axes` | `X`, `Y` | 2 + 1: 3 `X` or 3 `Y` | `3 S` |
/// | its bound | | **3.25** `(X + Y)`, for 3 | (53 - 2) / 1, which is above **26** bits |
#[derive(Debug)]
pub struct Exact;

impl Predicate for Exact {
    const NAME: &'static str = "segment_segment/exact";
    type A = Segment;
    type B = Segment;

    fn resolve(s: &Segment, t: &Segment) -> Decision {
        s.decide(t)
    }

    #[inline(always)]
    fn size<L: Lanes>(&[sx, sy, ux, uy]: &[L; 4], &[tx, ty, vx, vy]: &[L; 4]) -> L {
        max_of([(tx - sx).abs(), (ty - sy).abs(), ux.abs(), uy.abs(), vx.abs(), vy.abs()])
    }

    #[inline(always)]
    fn decide<L: Lanes>(
        &[sx, sy, ux, uy]: &[L; 4],
        &[tx, ty, vx, vy]: &[L; 4],
        rounding: &Rounding<L>,
    ) -> Certified<L::Mask> {
        let zero = sx.splat(0.0);
        let (u, v, w) = ([ux, uy], [vx, vy], sub([tx, ty], [sx, sy]));
        let (across_s, across_t, both) = (cross(u, w), cross(w, v), cross(u, v));
        let x = rounding.length(w[0].abs() + ux.abs() + vx.abs());
        let y = rounding.length(w[1].abs() + uy.abs() + vy.abs());

        let across = signed_overlap([zero], [across_s, across_s + both])
            .min(signed_overlap([zero], [across_t, across_t - both]));
        let on_axes =
            signed_overlap([zero, ux], [w[0], w[0] + vx]).min(signed_overlap([zero, uy], [w[1], w[1] + vy]));
        Certified::at_least_zero(across, rounding.bound(4.25, x * y, 26))
            & Certified::at_least_zero(on_axes, rounding.bound(3.25, x + y, 26))
    }

    const HAS_QUICK_ACCEPT: bool = true;

    #[inline(always)]
    fn quick_accept<L: Lanes>(&[sx, sy, ..]: &[L; 4], &[tx, ty, ..]: &[L; 4]) -> L::Mask {
        sx.eq(tx) & sy.eq(ty)
    }
}
