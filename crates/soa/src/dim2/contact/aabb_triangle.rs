//! Axis-aligned box and triangle. Derivation: `scalar::dim2::contact::aabb_triangle`.

use scalar::dim2::contact::aabb_triangle::contact;
use scalar::dim2::{self, Aabb, Triangle};

use super::polygon::{self, Polygon};
use super::vertices;
use crate::kernel::Measure;
use crate::lanes::Lanes;

/// The contact: up to two points.
#[derive(Debug)]
pub struct Contact;

impl Measure for Contact {
    const NAME: &'static str = "aabb_triangle/contact";
    const IN_F64: bool = true;
    type A = Aabb;
    type B = Triangle;
    type Out = dim2::Contact;

    fn reference(aabb: &Aabb, triangle: &Triangle) -> dim2::Contact {
        contact(aabb, triangle)
    }

    #[inline(always)]
    fn lanes<L: Lanes>(aabb: &[L; 4], triangle: &[L; 6]) -> [L; 8] {
        let polygon = Polygon::triangle(vertices(triangle));
        polygon::contact(&Polygon::aabb(aabb), &polygon).columns(aabb, triangle)
    }
}
