//! Differences and products of plane vectors in lanes, in the order of operations of `scalar::dim2::vector`.

use crate::lanes::Lanes;

/// The vectors from `from` to `to`.
#[inline(always)]
pub fn sub<L: Lanes>(to: [L; 2], from: [L; 2]) -> [L; 2] {
    [to[0] - from[0], to[1] - from[1]]
}

/// The dot products `ux vx + uy vy`.
#[inline(always)]
pub fn dot<L: Lanes>(u: [L; 2], v: [L; 2]) -> L {
    u[0] * v[0] + u[1] * v[1]
}

/// The cross products `ux vy - uy vx`.
#[inline(always)]
pub fn cross<L: Lanes>(u: [L; 2], v: [L; 2]) -> L {
    u[0] * v[1] - u[1] * v[0]
}
