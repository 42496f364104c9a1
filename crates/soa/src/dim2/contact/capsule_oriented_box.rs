//! Capsule and oriented box. Derivation: `scalar::dim2::contact::capsule_oriented_box`.

use scalar::dim2::contact::capsule_oriented_box::contact;
use scalar::dim2::{self, Capsule, OrientedBox};

use super::core;
use super::polygon::{self, Polygon};
use crate::contact::Place;
use crate::kernel::Measure;
use crate::lanes::Lanes;

/// The contact: up to two points.
#[derive(Debug)]
pub struct Contact;

impl Measure for Contact {
    const NAME: &'static str = "capsule_oriented_box/contact";
    const IN_F64: bool = true;
    type A = Capsule;
    type B = OrientedBox;
    type Out = dim2::Contact;

    fn reference(capsule: &Capsule, oriented_box: &OrientedBox) -> dim2::Contact {
        contact(capsule, oriented_box)
    }

    #[inline(always)]
    fn lanes<L: Lanes>(capsule: &[L; 5], oriented_box: &[L; 6]) -> [L; 8] {
        let core = core(capsule);
        let origin = core.ends[0];
        let center = Place::new([oriented_box[0], oriented_box[1]]).from(&origin);
        let polygon = Polygon::oriented_box(oriented_box, center);
        let found = polygon::contact(&Polygon::core(&core), &polygon);
        let zero = core.radius.splat(0.0);
        found.grown(core.radius, zero).moved(origin.at).columns(capsule, oriented_box)
    }
}
