//! Vectors of the numbers of a stage, with the operations of `dim2::vector` and `dim3::vector`.

use core::array::from_fn;

use super::number::Number;

/// The vector with these components.
pub fn vector<N: Number, const D: usize>(v: [f32; D]) -> [N; D] {
    v.map(N::from_f32)
}

/// The vector from one point to another.
pub fn between<N: Number, const D: usize>(from: [f32; D], to: [f32; D]) -> [N; D] {
    from_fn(|k| N::from_f32(to[k]).minus(&N::from_f32(from[k])))
}

/// The difference `u - v`.
pub fn sub<N: Number, const D: usize>(u: &[N; D], v: &[N; D]) -> [N; D] {
    from_fn(|k| u[k].minus(&v[k]))
}

/// The sum `u + v`.
pub fn add<N: Number, const D: usize>(u: &[N; D], v: &[N; D]) -> [N; D] {
    from_fn(|k| u[k].plus(&v[k]))
}

/// The dot product.
pub fn dot<N: Number, const D: usize>(u: &[N; D], v: &[N; D]) -> N {
    let mut sum = u[0].times(&v[0]);
    for k in 1..D {
        sum = sum.plus(&u[k].times(&v[k]));
    }
    sum
}

/// The squared length.
pub fn squared<N: Number, const D: usize>(v: &[N; D]) -> N {
    dot(v, v)
}

/// The cross product `ux vy - uy vx` of the plane.
pub fn cross<N: Number>(u: &[N; 2], v: &[N; 2]) -> N {
    u[0].times(&v[1]).minus(&u[1].times(&v[0]))
}

/// The cross product of space.
pub fn cross3<N: Number>(u: &[N; 3], v: &[N; 3]) -> [N; 3] {
    let plane = |j: usize, k: usize| u[j].times(&v[k]).minus(&u[k].times(&v[j]));
    [plane(1, 2), plane(2, 0), plane(0, 1)]
}
