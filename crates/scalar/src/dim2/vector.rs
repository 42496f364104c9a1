//! Differences and products of plane vectors, each in one fixed order of operations.

/// The vector from `from` to `to`.
pub fn sub(to: [f32; 2], from: [f32; 2]) -> [f32; 2] {
    [to[0] - from[0], to[1] - from[1]]
}

/// The dot product `ux vx + uy vy`.
pub fn dot(u: [f32; 2], v: [f32; 2]) -> f32 {
    u[0] * v[0] + u[1] * v[1]
}

/// The cross product `ux vy - uy vx`: twice the signed area of the triangle `0 u v`, positive if `v` lies to
/// the left of `u`. The cross-product article, D, calls it the edge function, with the operands in the other
/// order.
pub fn cross(u: [f32; 2], v: [f32; 2]) -> f32 {
    u[0] * v[1] - u[1] * v[0]
}
