//! Points and vectors of `f64`, made of `f32` coordinates, in the plane and in space.

/// The same point, without rounding.
pub(crate) fn wide<const N: usize>(p: [f32; N]) -> [f64; N] {
    p.map(f64::from)
}

#[inline(always)]
pub(crate) fn sub<const N: usize>(to: [f64; N], from: [f64; N]) -> [f64; N] {
    let mut difference = to;
    for k in 0..N {
        difference[k] -= from[k];
    }
    difference
}

#[inline(always)]
pub(crate) fn dot<const N: usize>(u: [f64; N], v: [f64; N]) -> f64 {
    let mut sum = u[0] * v[0];
    for k in 1..N {
        sum += u[k] * v[k];
    }
    sum
}

pub(crate) fn cross(u: [f64; 2], v: [f64; 2]) -> f64 {
    u[0] * v[1] - u[1] * v[0]
}

#[inline(always)]
pub(crate) fn cross3(u: [f64; 3], v: [f64; 3]) -> [f64; 3] {
    [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]
}

/// A vector over its length. A product with a quotient: in `f64` one rounding more is nothing.
pub(crate) fn unit<const N: usize>(v: [f64; N], length: f64) -> [f64; N] {
    let inverse = 1.0 / length;
    v.map(|x| x * inverse)
}

/// The point that is `far` from another one along a normal: on the border of a disk or sphere.
pub(crate) fn along<const N: usize>(p: [f64; N], far: f64, normal: [f64; N]) -> [f64; N] {
    core::array::from_fn(|k| p[k] + far * normal[k])
}

/// The point midway between two points.
pub(crate) fn midway<const N: usize>(p: [f64; N], q: [f64; N]) -> [f64; N] {
    core::array::from_fn(|k| (p[k] + q[k]) * 0.5)
}

/// The vertices of a triangle, sorted by x, then y, then z: in the same order, however they were given.
pub(crate) fn sorted<const N: usize>([a, b, c]: [[f64; N]; 3]) -> [[f64; N]; 3] {
    let [a, b] = in_order(a, b);
    let [b, c] = in_order(b, c);
    let [a, b] = in_order(a, b);
    [a, b, c]
}

fn in_order<const N: usize>(p: [f64; N], q: [f64; N]) -> [[f64; N]; 2] {
    if is_before(&q, &p) { [q, p] } else { [p, q] }
}

/// Whether the first value in which both differ is smaller in `p`.
pub(crate) fn is_before(p: &[f64], q: &[f64]) -> bool {
    let differences = p.iter().zip(q).map(|(p, q)| p - q);
    differences.into_iter().find(|&d| d != 0.0).is_some_and(|d| d < 0.0)
}

/// Whether all values are finite: then their sum in `f64` is.
pub(crate) fn is_finite(values: &[f32]) -> bool {
    let sum = values.iter().map(|&x| f64::from(x)).reduce(|sum, x| sum + x).unwrap_or(0.0);
    sum.abs() < f64::INFINITY
}
