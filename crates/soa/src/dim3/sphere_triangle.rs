//! Sphere and triangle by the squared distance of the center to the closest point (s3). Derivation:
//! `scalar::dim3::sphere_triangle`.

use scalar::dim3::{Sphere, Triangle3, sphere_triangle};

use super::point_triangle;
use super::vector::{dot, sub};
use crate::kernel::Predicate;
use crate::lanes::{Lanes, no_nan};

/// The squared distance of the center to the triangle against the squared radius.
#[derive(Debug)]
pub struct SquaredDistance;

impl Predicate for SquaredDistance {
    const NAME: &'static str = "sphere_triangle3/squared_distance";
    type A = Sphere;
    type B = Triangle3;

    fn twin(sphere: &Sphere, triangle: &Triangle3) -> bool {
        sphere_triangle::squared_distance(sphere, triangle)
    }

    #[inline(always)]
    fn lanes<L: Lanes>(&[tx, ty, tz, r]: &[L; 4], triangle: &[L; 9]) -> L::Mask {
        let t = [tx, ty, tz];
        let qt = sub(t, point_triangle::by_lagrange(t, triangle));
        let [ax, ay, az, bx, by, bz, cx, cy, cz] = *triangle;
        dot(qt, qt).le(r * r) & no_nan([tx, ty, tz, r, ax, ay, az, bx, by, bz, cx, cy, cz])
    }
}
