//! Two triangles. Derivation: `scalar::dim2::contact::triangle_triangle`.

use scalar::dim2::contact::triangle_triangle::contact;
use scalar::dim2::{self, Triangle};

use super::polygon::{self, Polygon};
use super::vertices;
use crate::kernel::Measure;
use crate::lanes::Lanes;
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
        let (p, q) = (Polygon::triangle(p), Polygon::triangle(q));
        let (first, second) = (Polygon::select(swap, &q, &p), Polygon::select(swap, &p, &q));
        polygon::contact(&first, &second).negated_where(swap).columns(a, b)
    }
}
