//! Segment and segment. Derivation: `scalar::dim2::segment_segment`.

use scalar::dim2::{Segment, segment_segment};

use super::shadow::apart;
use super::vector::{cross, sub};
use crate::kernel::Predicate;
use crate::lanes::{Lanes, no_nan};

/// Each straddles the other's line, and their bounding boxes meet.
#[derive(Debug)]
pub struct Straddle;

impl Predicate for Straddle {
    const NAME: &'static str = "segment_segment/straddle";
    type A = Segment;
    type B = Segment;

    fn twin(s: &Segment, t: &Segment) -> bool {
        segment_segment::straddle(s, t)
    }

    #[inline(always)]
    fn lanes<L: Lanes>(&[sx, sy, ux, uy]: &[L; 4], &[tx, ty, vx, vy]: &[L; 4]) -> L::Mask {
        let zero = sx.splat(0.0);
        let (u, v, w) = ([ux, uy], [vx, vy], sub([tx, ty], [sx, sy]));
        let (across_s, across_t, both) = (cross(u, w), cross(w, v), cross(u, v));
        no_nan([sx, sy, ux, uy, tx, ty, vx, vy])
            & !apart([zero], [across_s, across_s + both])
            & !apart([zero], [across_t, across_t - both])
            & !apart([zero, ux], [w[0], w[0] + vx])
            & !apart([zero, uy], [w[1], w[1] + vy])
    }
}
