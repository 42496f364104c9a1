//! Segment and segment. Derivation: `scalar::dim2::segment_segment`.

use scalar::dim2::{Segment, segment_segment};
use scalar::exact::{Decision, Exact as _};

use super::shadow::{common, highest, told_apart};
use super::vector::{cross, sub};
use crate::kernel::verdict::{Certified, Rounding};
use crate::kernel::{Predicate, Published};
use crate::lanes::{Lanes, no_nan};

/// Each straddles the other's line, and their bounding boxes meet.
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
            & !told_apart([zero], [across_s, across_s + both])
            & !told_apart([zero], [across_t, across_t - both])
            & !told_apart([zero, ux], [w[0], w[0] + vx])
            & !told_apart([zero, uy], [w[1], w[1] + vy])
    }
}

/// The exact answer: how far the shadows have points in common, across both segments and on the coordinate axes.
///
/// Let `X` and `Y` be sums of the sizes of `w`, `u` and `v`. A product with `w` carries two units of `X Y`, a cross product five, an
/// end's place across a segment twelve; on an axis an end carries two units of `X`, and a common length five.
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
        highest([(tx - sx).abs(), (ty - sy).abs(), ux.abs(), uy.abs(), vx.abs(), vy.abs()])
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

        let across =
            common([zero], [across_s, across_s + both]).min(common([zero], [across_t, across_t - both]));
        let along = common([zero, ux], [w[0], w[0] + vx]).min(common([zero, uy], [w[1], w[1] + vy]));
        Certified::at_least_zero(across, rounding.bound(16.0, x * y, 25))
            & Certified::at_least_zero(along, rounding.bound(8.0, x + y, 26))
    }

    const HAS_QUICK_ACCEPT: bool = true;

    #[inline(always)]
    fn quick_accept<L: Lanes>(&[sx, sy, ..]: &[L; 4], &[tx, ty, ..]: &[L; 4]) -> L::Mask {
        sx.eq(tx) & sy.eq(ty)
    }
}
