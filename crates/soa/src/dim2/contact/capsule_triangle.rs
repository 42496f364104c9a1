//! Capsule and triangle. Derivation: `scalar::dim2::contact::capsule_triangle`.

use scalar::dim2::contact::capsule_triangle::contact;
use scalar::dim2::{self, Capsule, Triangle};

use super::polygon::{self, Polygon};
use super::{core, vertices};
use crate::kernel::Measure;
use crate::lanes::Lanes;

/// The contact: up to two points.
#[derive(Debug)]
pub struct Contact;

impl Measure for Contact {
    const NAME: &'static str = "capsule_triangle/contact";
    const IN_F64: bool = true;
    type A = Capsule;
    type B = Triangle;
    type Out = dim2::Contact;

    fn reference(capsule: &Capsule, triangle: &Triangle) -> dim2::Contact {
        contact(capsule, triangle)
    }

    #[inline(always)]
    fn lanes<L: Lanes>(capsule: &[L; 5], triangle: &[L; 6]) -> [L; 8] {
        let core = core(capsule);
        let origin = core.ends[0];
        let polygon = Polygon::triangle(vertices(triangle)).relative_to(&origin);
        let found = polygon::contact(&Polygon::core(&core), &polygon);
        let zero = core.radius.splat(0.0);
        found.grown(core.radius, zero).moved(origin.at).columns(capsule, triangle)
    }
}
