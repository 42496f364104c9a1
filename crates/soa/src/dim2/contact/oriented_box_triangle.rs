//! Oriented box and triangle. Derivation: `scalar::dim2::contact::oriented_box_triangle`.

use scalar::dim2::contact::oriented_box_triangle::contact;
use scalar::dim2::{self, OrientedBox, Triangle};

use super::polygon::{self, Polygon};
use super::vertices;
use crate::contact::Place;
use crate::kernel::Measure;
use crate::lanes::Lanes;

/// The contact: up to two points.
#[derive(Debug)]
pub struct Contact;

impl Measure for Contact {
    const NAME: &'static str = "oriented_box_triangle/contact";
    const IN_F64: bool = true;
    type A = OrientedBox;
    type B = Triangle;
    type Out = dim2::Contact;

    fn reference(oriented_box: &OrientedBox, triangle: &Triangle) -> dim2::Contact {
        contact(oriented_box, triangle)
    }

    #[inline(always)]
    fn lanes<L: Lanes>(oriented_box: &[L; 6], triangle: &[L; 6]) -> [L; 8] {
        let origin = [oriented_box[0], oriented_box[1]];
        let first = Polygon::oriented_box(oriented_box, [origin[0].splat(0.0); 2]);
        let second = Polygon::triangle(vertices(triangle)).relative_to(&Place::new(origin));
        polygon::contact(&first, &second).moved(origin).columns(oriented_box, triangle)
    }
}
