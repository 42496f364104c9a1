//! Two triangles. Derivation: `scalar::dim3::contact::triangle_triangle`.

use scalar::dim3::contact::triangle_triangle::contact;
use scalar::dim3::{Contact3, Triangle3};

use super::polyhedron::{self, Sides, Triangle};
use super::vertices;
use crate::contact::Place;
use crate::kernel::Measure;
use crate::lanes::{Lanes, select};
use crate::vector::first_difference;

/// The contact.
#[derive(Debug)]
pub struct Contact;

impl Measure for Contact {
    const NAME: &'static str = "triangle3_triangle3/contact";
    const IN_F64: bool = true;
    type A = Triangle3;
    type B = Triangle3;
    type Out = Contact3;

    fn reference(a: &Triangle3, b: &Triangle3) -> Contact3 {
        contact(a, b)
    }

    #[inline(always)]
    fn lanes<L: Lanes>(a: &[L; 9], b: &[L; 9]) -> [L; 7] {
        let (p, q) = (vertices(a), vertices(b));
        let zero = a[0].splat(0.0);
        let first = first_difference(q[0], p[0], zero);
        let first = first_difference(q[1], p[1], first);
        let swap = first_difference(q[2], p[2], first).lt(zero);
        let (x, y) = (choose(swap, q, p), choose(swap, p, q));
        let origin = Place::new(x[0]);
        let (first, second) = (Sides::new(&x), Sides::new(&y));
        let found =
            polyhedron::contact(&Triangle::new(x, &first, &origin), &Triangle::new(y, &second, &origin));
        found.moved(&origin).negated_where(swap).columns(a, b)
    }
}

#[inline(always)]
fn choose<L: Lanes>(mask: L::Mask, yes: [[L; 3]; 3], no: [[L; 3]; 3]) -> [[L; 3]; 3] {
    [select(mask, yes[0], no[0]), select(mask, yes[1], no[1]), select(mask, yes[2], no[2])]
}
