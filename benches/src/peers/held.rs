//! Which shapes other libraries hold exactly, in their own parts: ends of segments, centers of boxes,
//! rotations.

use scalar::dim2::{Aabb, Disk, OrientedBox, Point, Ray, Segment, Triangle};
use scalar::dim3::{OrientedBox3, Ray3, Segment3, Sphere, Triangle3};
use soa::Shape;

use super::parry2;

/// How far the square of an axis may be from 1, and the product of two axes from 0: a few units in the last
/// place.
const AXIS_ERROR: f64 = 4.0 * f32::EPSILON as f64;

/// A shape that other libraries have.
pub trait Held: Shape {
    /// In the `f32` of `parry`.
    fn in_f32(&self) -> bool {
        true
    }

    /// In the `f64` of `geo`.
    fn in_f64(&self) -> bool {
        true
    }
}

impl Held for Point {}
impl Held for Disk {}
impl Held for Triangle {}
impl Held for Sphere {}
impl Held for Triangle3 {}
impl Held for Ray {}
impl Held for Ray3 {}
// As a ray that ends at 1.
impl Held for Segment3 {}

impl Held for Segment {
    fn in_f32(&self) -> bool {
        (0..2).all(|k| {
            let (start, way) = (self.start[k].into(), self.direction[k].into());
            is_f64(start, way) && f64::from((start + way) as f32) == start + way
        })
    }

    fn in_f64(&self) -> bool {
        (0..2).all(|k| is_f64(self.start[k].into(), self.direction[k].into()))
    }
}

// A center and half extents in `parry`; in `geo` its corners, which are numbers of the box.
impl Held for Aabb {
    fn in_f32(&self) -> bool {
        let (at, cuboid) = parry2::aabb(self);
        (0..2).all(|k| {
            let (center, half) = (f64::from(at.translation[k]), f64::from(cuboid.half_extents[k]));
            is_f64(center, half)
                && is_f64(center, -half)
                && center - half == f64::from(self.min[k])
                && center + half == f64::from(self.max[k])
        })
    }
}

impl Held for OrientedBox {
    fn in_f32(&self) -> bool {
        is_unit(&self.axis)
    }

    fn in_f64(&self) -> bool {
        is_unit(&self.axis)
    }
}

impl Held for OrientedBox3 {
    fn in_f32(&self) -> bool {
        let [u, v, w] = self.axes.map(|axis| axis.map(f64::from));
        let dot = |a: [f64; 3], b: [f64; 3]| a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
        let third = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
        // Not a mirror: the third axis is where a rotation puts it.
        let turned = dot(third, w) > 0.0;
        let square = [dot(u, v), dot(v, w), dot(w, u)].iter().all(|x| x.abs() <= AXIS_ERROR);
        turned && square && self.axes.iter().all(|axis| is_unit(axis))
    }
}

fn is_unit(axis: &[f32]) -> bool {
    let square: f64 = axis.iter().map(|&x| f64::from(x) * f64::from(x)).sum();
    (square - 1.0).abs() <= AXIS_ERROR
}

/// Whether the real sum is an `f64`: the rounding error of Knuth's sum is zero.
fn is_f64(a: f64, b: f64) -> bool {
    let sum = a + b;
    let of_b = sum - a;
    (a - (sum - of_b)) + (b - of_b) == 0.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_cases_that_a_library_can_hold_are_given_to_it() {
        assert!(is_f64(1.0, 0.5) && !is_f64(1.0, 1e-300));
        let segment = |x, dx| Segment { start: [x, 0.0], direction: [dx, 1.0] };
        assert!(segment(1.0, 0.5).in_f32());
        assert!(!segment(1.0, f32::EPSILON / 4.0).in_f32() && segment(1.0, f32::EPSILON / 4.0).in_f64());
        assert!(!segment(f32::MAX, f32::MAX).in_f32() && !segment(1.0, 1e-30).in_f64());
        let square = Aabb { min: [0.0, 0.0], max: [2.0, 1.0] };
        assert!(square.in_f32() && !Aabb { min: [f32::EPSILON / 4.0, 0.0], ..square }.in_f32());
        let turned = |axis| OrientedBox { center: [0.0; 2], half_extents: [1.0; 2], axis };
        assert!(turned([0.6, 0.8]).in_f32() && !turned([0.6, 0.6]).in_f32());
    }
}
