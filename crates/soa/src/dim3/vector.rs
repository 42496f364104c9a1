//! Cross product, signed area and unit normal in lanes (cross-product article, A to C), and the differences
//! and products that other kernels share, in the order of operations of `scalar::dim3::vector`.

use scalar::dim2::Triangle;
use scalar::dim3::{Point3, Triangle3, vector};

use crate::data::shape::Nothing;
use crate::dim2;
use crate::dim2::interval::max_of;
use crate::kernel::Measure;
use crate::lanes::{Lanes, select};

/// The vectors from `from` to `to`.
#[inline(always)]
pub fn sub<L: Lanes>(to: [L; 3], from: [L; 3]) -> [L; 3] {
    [to[0] - from[0], to[1] - from[1], to[2] - from[2]]
}

/// The sums `u + v`.
#[inline(always)]
pub fn add<L: Lanes>(u: [L; 3], v: [L; 3]) -> [L; 3] {
    [u[0] + v[0], u[1] + v[1], u[2] + v[2]]
}

/// The products of the components.
#[inline(always)]
pub(crate) fn times<L: Lanes>(u: [L; 3], v: [L; 3]) -> [L; 3] {
    [u[0] * v[0], u[1] * v[1], u[2] * v[2]]
}

/// The sums of the absolute components.
#[inline(always)]
pub(crate) fn sum_of_abs<L: Lanes>(v: [L; 3]) -> L {
    v[0].abs() + v[1].abs() + v[2].abs()
}

/// The largest absolute components.
#[inline(always)]
pub(crate) fn largest_of_abs<L: Lanes>(v: [L; 3]) -> L {
    max_of([v[0].abs(), v[1].abs(), v[2].abs()])
}

/// The dot products `ux vx + uy vy + uz vz`.
#[inline(always)]
pub fn dot<L: Lanes>(u: [L; 3], v: [L; 3]) -> L {
    u[0] * v[0] + u[1] * v[1] + u[2] * v[2]
}

/// The cross products `u x v`.
#[inline(always)]
pub fn cross<L: Lanes>(u: [L; 3], v: [L; 3]) -> [L; 3] {
    [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]
}

/// The cross product of two vectors.
#[derive(Debug)]
pub struct CrossProduct;

impl Measure for CrossProduct {
    const NAME: &'static str = "vector3/cross";
    type A = Point3;
    type B = Point3;
    type Out = Point3;

    fn reference(u: &Point3, v: &Point3) -> Point3 {
        vector::cross(*u, *v)
    }

    #[inline(always)]
    fn lanes<L: Lanes>(&u: &[L; 3], &v: &[L; 3]) -> [L; 3] {
        cross(u, v)
    }
}

/// The signed area of a triangle of the plane.
#[derive(Debug)]
pub struct SignedArea;

impl Measure for SignedArea {
    const NAME: &'static str = "vector3/signed_area";
    type A = Triangle;
    type B = Nothing;
    type Out = f32;

    fn reference(t: &Triangle, _: &Nothing) -> f32 {
        vector::signed_area(t)
    }

    #[inline(always)]
    fn lanes<L: Lanes>(&[ax, ay, bx, by, cx, cy]: &[L; 6], _: &[L; 0]) -> [L; 1] {
        let (a, b, c) = ([ax, ay], [bx, by], [cx, cy]);
        [ax.splat(0.5) * dim2::vector::cross(dim2::vector::sub(b, a), dim2::vector::sub(c, a))]
    }
}

/// The unit normal of a triangle in space; zero where the area is zero.
#[derive(Debug)]
pub struct UnitNormal;

impl Measure for UnitNormal {
    const NAME: &'static str = "vector3/unit_normal";
    type A = Triangle3;
    type B = Nothing;
    type Out = Point3;

    fn reference(t: &Triangle3, _: &Nothing) -> Point3 {
        vector::unit_normal(t)
    }

    #[inline(always)]
    fn lanes<L: Lanes>(&[ax, ay, az, bx, by, bz, cx, cy, cz]: &[L; 9], _: &[L; 0]) -> [L; 3] {
        let a = [ax, ay, az];
        let n = cross(sub([bx, by, bz], a), sub([cx, cy, cz], a));
        let length = dot(n, n).sqrt();
        let zero = ax.splat(0.0);
        let flat = length.eq(zero);
        select(flat, [zero; 3], [n[0] / length, n[1] / length, n[2] / length])
    }
}
