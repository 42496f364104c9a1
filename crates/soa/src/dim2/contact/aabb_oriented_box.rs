//! Axis-aligned box and oriented box. Derivation: `scalar::dim2::contact::aabb_oriented_box`.

use scalar::dim2::contact::aabb_oriented_box::contact;
use scalar::dim2::{self, Aabb, OrientedBox};

use super::polygon::{self, Polygon};
use crate::contact::Place;
use crate::kernel::Measure;
use crate::lanes::Lanes;

/// The contact: up to two points.
#[derive(Debug)]
pub struct Contact;

impl Measure for Contact {
    const NAME: &'static str = "aabb_oriented_box/contact";
    const IN_F64: bool = true;
    type A = Aabb;
    type B = OrientedBox;
    type Out = dim2::Contact;

    fn reference(aabb: &Aabb, oriented_box: &OrientedBox) -> dim2::Contact {
        contact(aabb, oriented_box)
    }

    #[inline(always)]
    fn lanes<L: Lanes>(aabb: &[L; 4], oriented_box: &[L; 6]) -> [L; 8] {
        let origin = [oriented_box[0], oriented_box[1]];
        let first = Polygon::aabb(aabb).relative_to(&Place::new(origin));
        let second = Polygon::oriented_box(oriented_box, [origin[0].splat(0.0); 2]);
        polygon::contact(&first, &second).moved(origin).columns(aabb, oriented_box)
    }
}
