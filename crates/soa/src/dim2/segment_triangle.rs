//! Segment and triangle by edge functions. Derivation: `scalar::dim2::segment_triangle`.

use scalar::dim2::{Segment, Triangle, segment_triangle};

use super::shadow::apart;
use super::vector::{cross, sub};
use crate::kernel::Predicate;
use crate::lanes::{Lanes, no_nan};

/// The triangle's edges, the segment's line and the bounding boxes.
#[derive(Debug)]
pub struct EdgeFunctions;

impl Predicate for EdgeFunctions {
    const NAME: &'static str = "segment_triangle/edge_functions";
    type A = Segment;
    type B = Triangle;

    fn twin(segment: &Segment, t: &Triangle) -> bool {
        segment_triangle::edge_functions(segment, t)
    }

    #[inline(always)]
    fn lanes<L: Lanes>(&[sx, sy, dx, dy]: &[L; 4], &[ax, ay, bx, by, cx, cy]: &[L; 6]) -> L::Mask {
        let (a, d, zero) = ([ax, ay], [dx, dy], ax.splat(0.0));
        let (u, v, p) = (sub([bx, by], a), sub([cx, cy], a), sub([sx, sy], a));
        let q = [p[0] + dx, p[1] + dy];
        let own = [zero, cross(v, u)];
        let ab = [cross(p, u), cross(q, u)];
        let ca = [cross(v, p), cross(v, q)];
        let bc = [ab[0] + ca[0], ab[1] + ca[1]];
        let across = cross(p, d);
        no_nan([sx, sy, dx, dy, ax, ay, bx, by, cx, cy])
            & !(apart(own, ab) | apart(own, ca) | apart(own, bc))
            & !apart([zero], [across, across + cross(d, u), across + cross(d, v)])
            & !apart([p[0], q[0]], [zero, u[0], v[0]])
            & !apart([p[1], q[1]], [zero, u[1], v[1]])
    }
}
