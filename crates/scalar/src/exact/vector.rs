//! Vectors of the numbers of a stage, with the operations of `dim2::vector` and `dim3::vector`.

use core::array::from_fn;

use super::number::Number;

/// The vector with these components.
#[inline]
pub fn vector<N: Number, const D: usize>(v: [f32; D]) -> [N; D] {
    from_fn(|k| N::from_f32(v[k]))
}

/// The vector from one point to another.
#[inline]
pub fn between<N: Number, const D: usize>(from: [f32; D], to: [f32; D]) -> [N; D] {
    from_fn(|k| N::difference(to[k], from[k]))
}

/// The difference `u - v`.
#[inline]
pub fn sub<N: Number, const D: usize>(u: &[N; D], v: &[N; D]) -> [N; D] {
    from_fn(|k| u[k].minus(&v[k]))
}

/// The sum `u + v`.
#[inline]
pub fn add<N: Number, const D: usize>(u: &[N; D], v: &[N; D]) -> [N; D] {
    from_fn(|k| u[k].plus(&v[k]))
}

/// The dot product.
#[inline]
pub fn dot<N: Number, const D: usize>(u: &[N; D], v: &[N; D]) -> N {
    let mut sum = u[0].times(&v[0]);
    for k in 1..D {
        sum = sum.plus(&u[k].times(&v[k]));
    }
    sum
}

/// The squared length.
#[inline]
pub fn squared<N: Number, const D: usize>(v: &[N; D]) -> N {
    dot(v, v)
}

/// The cross product `ux vy - uy vx` of the plane.
#[inline]
pub fn cross<N: Number>(u: &[N; 2], v: &[N; 2]) -> N {
    u[0].times(&v[1]).minus(&u[1].times(&v[0]))
}

/// The cross product of space.
#[inline]
pub fn cross3<N: Number>(u: &[N; 3], v: &[N; 3]) -> [N; 3] {
    let plane = |j: usize, k: usize| u[j].times(&v[k]).minus(&u[k].times(&v[j]));
    [plane(1, 2), plane(2, 0), plane(0, 1)]
}
