//! Capsule and axis-aligned box. Derivation: `scalar::dim2::contact::capsule_aabb`.

use scalar::dim2::contact::capsule_aabb::contact;
use scalar::dim2::{self, Aabb, Capsule};

use super::core;
use super::polygon::{self, Polygon};
use crate::kernel::Measure;
use crate::lanes::Lanes;

/// The contact: up to two points.
#[derive(Debug)]
pub struct Contact;

impl Measure for Contact {
    const NAME: &'static str = "capsule_aabb/contact";
    const IN_F64: bool = true;
    type A = Capsule;
    type B = Aabb;
    type Out = dim2::Contact;

    fn reference(capsule: &Capsule, aabb: &Aabb) -> dim2::Contact {
        contact(capsule, aabb)
    }

    #[inline(always)]
    fn lanes<L: Lanes>(capsule: &[L; 5], aabb: &[L; 4]) -> [L; 8] {
        let core = core(capsule);
        let origin = core.ends[0];
        let polygon = Polygon::aabb(aabb).relative_to(&origin);
        let found = polygon::contact(&Polygon::core(&core), &polygon);
        let zero = core.radius.splat(0.0);
        found.grown(core.radius, zero).moved(origin.at).columns(capsule, aabb)
    }
}
