//! Which shapes other libraries hold exactly, in their own parts: ends of segments, centers of boxes,
//! rotations.

use ::geo::coord;
use ::geo::kernels::{Kernel, Orientation, RobustKernel};
use scalar::dim2::Aabb;
use scalar::dim3::Aabb3;
use soa::{Shape, ShapeKind};

use super::{parry2, parry3};

/// How far the square of an axis may be from 1, and the product of two axes from 0: a few units in the last
/// place.
const AXIS_ERROR: f64 = 4.0 * f32::EPSILON as f64;

/// Whether the library of this call holds the shape of these values. `parry` computes in `f32`, and has a
/// segment in space as a ray that ends at 1, and an axis-aligned box as a center and half extents; the others
/// keep corners, or compute in `f64`. `rayx` has no triangles without area in space, and `manifold-rust`
/// leaves it to the caller to drop them.
pub fn is_held(who: &str, kind: ShapeKind, values: &[f32]) -> bool {
    let keeps_corners = !who.starts_with("parry");
    match kind {
        ShapeKind::Triangle3 => {
            let needs_area = ["manifold-rust", "rayx"].iter().any(|library| who.starts_with(library));
            !needs_area || has_area(values)
        }
        ShapeKind::Segment | ShapeKind::Capsule | ShapeKind::Capsule3 => {
            (0..kind.columns().len() / 2).all(|k| {
                let (start, way) = (f64::from(values[k]), f64::from(values[kind.columns().len() / 2 + k]));
                is_f64(start, way) && (keeps_corners || f64::from((start + way) as f32) == start + way)
            })
        }
        ShapeKind::Aabb | ShapeKind::RoundedAabb => {
            keeps_corners || {
                let (at, cuboid) = parry2::aabb(&Aabb::from_values(|k| values[k]));
                is_box(at.translation.as_ref(), cuboid.half_extents.as_ref(), values)
            }
        }
        ShapeKind::Aabb3 | ShapeKind::RoundedAabb3 => {
            keeps_corners || {
                let (at, cuboid) = parry3::aabb(&Aabb3::from_values(|k| values[k]));
                is_box(at.translation.as_ref(), cuboid.half_extents.as_ref(), values)
            }
        }
        ShapeKind::OrientedBox | ShapeKind::RoundedOrientedBox => is_unit(&values[4..6]),
        ShapeKind::OrientedBox3 => is_rotation([&values[6..9], &values[9..12], &values[12..]]),
        _ => true,
    }
}

/// Whether the box of these corners is its center and half extents, as `parry` computes them.
fn is_box<const N: usize>(center: &[f32; N], half: &[f32; N], corners: &[f32]) -> bool {
    (0..N).all(|k| {
        let (center, half) = (f64::from(center[k]), f64::from(half[k]));
        is_f64(center, half)
            && is_f64(center, -half)
            && center - half == f64::from(corners[k])
            && center + half == f64::from(corners[N + k])
    })
}

/// Whether the corners of a triangle in space are on no line: one of its three projections has an area.
fn has_area(corners: &[f32]) -> bool {
    [(0, 1), (1, 2), (2, 0)].into_iter().any(|(j, k)| {
        let corner = |i: usize| coord! { x: f64::from(corners[3 * i + j]), y: f64::from(corners[3 * i + k]) };
        RobustKernel::orient2d(corner(0), corner(1), corner(2)) != Orientation::Collinear
    })
}

fn is_rotation(axes: [&[f32]; 3]) -> bool {
    let [u, v, w]: [[f64; 3]; 3] = axes.map(|axis| std::array::from_fn(|k| f64::from(axis[k])));
    let dot = |a: [f64; 3], b: [f64; 3]| a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    let third = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    // Not a mirror: the third axis is where a rotation puts it.
    let turned = dot(third, w) > 0.0;
    let square = [dot(u, v), dot(v, w), dot(w, u)].iter().all(|x| x.abs() <= AXIS_ERROR);
    turned && square && axes.into_iter().all(is_unit)
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
        const TINY: f32 = f32::EPSILON / 4.0;
        let held = |kind, values: &[f32]| ["parry2d/", "geo/"].map(|who| is_held(who, kind, values));
        assert!(is_f64(1.0, 0.5) && !is_f64(1.0, 1e-300));
        assert_eq!(held(ShapeKind::Segment, &[1.0, 0.0, 0.5, 1.0]), [true, true]);
        assert_eq!(held(ShapeKind::Segment, &[1.0, 0.0, TINY, 1.0]), [false, true]);
        assert_eq!(held(ShapeKind::Segment, &[f32::MAX, 0.0, f32::MAX, 1.0]), [false, true]);
        assert_eq!(held(ShapeKind::Segment, &[1.0, 0.0, 1e-30, 1.0]), [false, false]);
        assert_eq!(held(ShapeKind::Aabb, &[0.0, 0.0, 2.0, 1.0]), [true, true]);
        assert_eq!(held(ShapeKind::Aabb, &[TINY, 0.0, 2.0, 1.0]), [false, true]);
        assert_eq!(held(ShapeKind::OrientedBox, &[0.0, 0.0, 1.0, 1.0, 0.6, 0.8]), [true, true]);
        assert_eq!(held(ShapeKind::OrientedBox, &[0.0, 0.0, 1.0, 1.0, 0.6, 0.6]), [false, false]);

        let triangle = |last: f32| [0.0, 0.0, 0.0, 1.0, 3.0, 3.0, 3.0, 9.0, last];
        let held = |last| {
            ["parry3d/", "manifold-rust/", "rayx/"]
                .map(|who| is_held(who, ShapeKind::Triangle3, &triangle(last)))
        };
        assert_eq!([9.0, 9.0_f32.next_up()].map(held), [[true, false, false], [true, true, true]]);
    }
}
