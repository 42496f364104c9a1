//! Two triangles. Derivation: `scalar::dim2::contact::triangle_triangle`.

use scalar::dim2::contact::triangle_triangle::contact;
use scalar::dim2::{self, Triangle};

use super::{polygon, vertices};
use crate::dim2::vector::{cross, sub};
use crate::kernel::Measure;
use crate::lanes::{Lanes, select};
use crate::vector::is_before;

/// The contact: up to two points.
#[derive(Debug)]
pub struct Contact;

impl Measure for Contact {
    const NAME: &'static str = "triangle_triangle/contact";
    const IN_F64: bool = true;
    type A = Triangle;
    type B = Triangle;
    type Out = dim2::Contact;

    fn reference(a: &Triangle, b: &Triangle) -> dim2::Contact {
        contact(a, b)
    }

    #[inline(always)]
    fn lanes<L: Lanes>(a: &[L; 6], b: &[L; 6]) -> [L; 8] {
        let (p, q) = (vertices(a), vertices(b));
        let ([p0, p1, p2], [q0, q1, q2]) = (p, q);
        let swap = is_before(
            &[q0[0], q0[1], q1[0], q1[1], q2[0], q2[1]],
            &[p0[0], p0[1], p1[0], p1[1], p2[0], p2[1]],
        );
        let (p, q) = (counter_clockwise(p), counter_clockwise(q));
        let first = [select(swap, q[0], p[0]), select(swap, q[1], p[1]), select(swap, q[2], p[2])];
        let second = [select(swap, p[0], q[0]), select(swap, p[1], q[1]), select(swap, p[2], q[2])];
        polygon::contact(&first, &second).negated_where(swap).columns(a, b)
    }
}

/// The vertices of a triangle, which are sorted, counter-clockwise. One of zero area is the segment `AC`.
#[inline(always)]
fn counter_clockwise<L: Lanes>([a, b, c]: [[L; 2]; 3]) -> [[L; 2]; 3] {
    let (area, zero) = (cross(sub(b, a), sub(c, a)), a[0].splat(0.0));
    [a, select(area.gt(zero), b, c), select(area.lt(zero), b, c)]
}
