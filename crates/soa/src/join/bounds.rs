//! The bounding box of a shape: what a broad phase knows of it.

use core::ops::Range;

use scalar::dim2::{
    Aabb, Capsule, Disk, Line, OrientedBox, Point, Ray, RoundedAabb, RoundedCapsule, RoundedDisk,
    RoundedOrientedBox, RoundedTriangle, Segment, Triangle,
};
use scalar::dim3::{
    Aabb3, Capsule3, Line3, OrientedBox3, Point3, Ray3, RoundedAabb3, RoundedCapsule3, RoundedSphere,
    RoundedTriangle3, Segment3, Sphere, Triangle3,
};

use scalar::float::{max, min};

use super::Distance;
use super::boxes::Boxes;
use super::groups::{Group, Numbered, WIDTH, bounds_of_group, columns};
use crate::data::shape::{Shape, write_row};
use crate::data::view::View;
use crate::lanes::Simd;
use crate::lanes::level::{Level, at_level};

/// A shape with a box around it.
pub trait Bounded: Shape {
    /// The box, with sides parallel to the axes: [`Aabb`] in the plane, [`Aabb3`] in space.
    type Bounds: Shape;

    /// A box that the shape, in real arithmetic, does not leave: the smallest one, or where its corners are
    /// no floats one whose sides are at most a few units in the last place farther out. Infinite where the
    /// shape is.
    fn bounds(&self) -> Self::Bounds;

    /// [`Distance::squared_distance`](super::Distance::squared_distance) to the point with these coordinates;
    /// infinite of a shape without.
    #[doc(hidden)]
    fn squared_distance_to(&self, _point: &[f32]) -> f64 {
        f64::INFINITY
    }
}

/// Makes the boxes of the rows of some groups, which begin at `starts`, and with `with_groups` the boxes
/// around the groups.
///
/// This and [`boxes_of_view`] are all that joins compile for each shape and instruction set.
#[inline(never)]
pub(crate) fn boxes_of_groups<S: Bounded>(
    level: Level,
    rows: &[Numbered<S>],
    starts: &[u32],
    groups: Chosen,
    boxes: &mut Boxes<S::Bounds>,
    with_groups: bool,
) {
    /// How far ahead memory is prefetched.
    const AHEAD: usize = 8;
    let (len, chosen) = match groups {
        Chosen::All => (starts.len() - 1, &[][..]),
        Chosen::These(groups) => (groups.len(), groups),
    };
    let rows_of = |group: usize| &rows[starts[group] as usize..starts[group + 1] as usize];
    boxes.resize(len);
    if with_groups {
        boxes.resize_groups(len);
    }
    at_level!(level, simd => {
        for i in 0..len {
            // Chosen groups are anywhere in memory; all of them follow each other.
            if let Some(&group) = chosen.get(i + AHEAD) {
                prefetch(simd, rows_of(group as usize));
            }
            let rows = rows_of(chosen.get(i).map_or(i, |&group| group as usize));
            let mut group = boxes_of_rows::<S>(&columns(rows));
            if rows.len() < WIDTH {
                for column in group.as_mut() {
                    column[rows.len()..].fill(f32::NAN);
                }
            }
            boxes.rows.set_group(i, &group);
            if with_groups {
                boxes.groups.set(i, &bounds_of_group::<S::Bounds>(&group));
            }
        }
    });
}

/// Which groups.
#[derive(Clone, Copy)]
pub(crate) enum Chosen<'a> {
    All,
    These(&'a [u32]),
}

/// Makes the boxes of the rows of a view, sixteen at a time. Places beyond the last row have the box of
/// zeros.
#[inline(never)]
pub(crate) fn boxes_of_view<S: Bounded>(
    level: Level,
    rows: &View<S>,
    groups: Range<usize>,
    boxes: &mut Boxes<S::Bounds>,
) {
    boxes.resize(groups.len());
    at_level!(level, _simd => {
        for (i, group) in groups.enumerate() {
            boxes.rows.set_group(i, &boxes_of_rows::<S>(&rows.group(group)));
        }
    });
}

/// The boxes of sixteen rows: the same operations on all at once.
#[inline(always)]
fn boxes_of_rows<S: Bounded>(rows: &Group<S>) -> Group<S::Bounds> {
    let mut boxes = S::Bounds::build(
        #[inline(always)]
        |_| [0.0; WIDTH],
    );
    for i in 0..WIDTH {
        let row = S::from_values(
            #[inline(always)]
            |k| rows.as_ref()[k][i],
        );
        write_row::<S::Bounds, _>(&mut boxes, i, &row.bounds());
    }
    boxes
}

/// Prefetches the rows of a group.
#[inline(always)]
pub(crate) fn prefetch<T: Simd, S: Shape>(simd: T, rows: &[Numbered<S>]) {
    const LINE: usize = 64;
    for (row, _) in rows.iter().step_by((LINE / size_of::<Numbered<S>>()).max(1)) {
        simd.prefetch(row.values());
    }
}

/// Half the centers of the boxes.
#[inline(always)]
pub(crate) fn centers<B: Shape, const DIM: usize>(boxes: &Group<B>) -> [[f32; WIDTH]; DIM] {
    let mut centers = [[0.0; WIDTH]; DIM];
    let (min, max) = boxes.as_ref().split_at(DIM);
    for k in 0..DIM {
        for i in 0..WIDTH {
            centers[k][i] = middle(min[k][i], max[k][i]);
        }
    }
    centers
}

/// Half of the middle between two sides of a box, so that differences do not overflow; of an unbounded box,
/// some place.
#[inline(always)]
fn middle(low: f32, high: f32) -> f32 {
    0.25 * max(low, -f32::MAX) + 0.25 * min(high, f32::MAX)
}

/// Implements [`Bounded`] for shapes with a [`Distance`], by the two sides of their box in direction `k`. A
/// formula holds for a shape of the plane and for the one of space.
macro_rules! bounded {
    ($($plane:ty $(, $space:ty)?: |$s:ident| $sides:expr;)*) => {$(
        bounded! { Aabb, $plane, |$s| $sides }
        $(bounded! { Aabb3, $space, |$s| $sides })?
    )*};
    ($bounds:ident, $shape:ty, |$s:ident| $sides:expr) => {
        impl Bounded for $shape {
            type Bounds = $bounds;

            #[inline(always)]
            fn bounds(&self) -> $bounds {
                let $s = self;
                let sides = $sides;
                $bounds { min: core::array::from_fn(|k| sides(k).0), max: core::array::from_fn(|k| sides(k).1) }
            }

            #[inline]
            fn squared_distance_to(&self, point: &[f32]) -> f64 {
                self.squared_distance(&Shape::from_values(|k| point[k]))
            }
        }
    };
}

bounded! {
    Point, Point3: |s| |k: usize| (s[k], s[k]);
    Triangle, Triangle3: |s| |k: usize| (min(min(s.a[k], s.b[k]), s.c[k]), max(max(s.a[k], s.b[k]), s.c[k]));
    Aabb, Aabb3: |s| |k: usize| (s.min[k], s.max[k]);
    Disk, Sphere: |s| |k: usize| grown((s.center[k], s.center[k]), s.radius);
    Segment, Segment3: |s| |k: usize| to_end(s.start[k], s.direction[k]);
    Capsule, Capsule3: |s| |k: usize| grown(to_end(s.start[k], s.direction[k]), s.radius);
    RoundedDisk, RoundedSphere: |s| |k: usize| {
        grown(grown((s.center[k], s.center[k]), s.radius), s.border_radius)
    };
    RoundedCapsule, RoundedCapsule3: |s| |k: usize| {
        grown(grown(to_end(s.start[k], s.direction[k]), s.radius), s.border_radius)
    };
    RoundedAabb, RoundedAabb3: |s| |k: usize| grown((s.min[k], s.max[k]), s.border_radius);
    RoundedOrientedBox: |s| {
        let bounds = s.oriented_box().bounds();
        move |k: usize| grown((bounds.min[k], bounds.max[k]), s.border_radius)
    };
    RoundedTriangle, RoundedTriangle3: |s| {
        let bounds = s.triangle().bounds();
        move |k: usize| grown((bounds.min[k], bounds.max[k]), s.border_radius)
    };
    Ray, Ray3: |s| |k: usize| {
        let (start, direction) = (s.start[k], s.direction[k]);
        (
            if direction < 0.0 { f32::NEG_INFINITY } else { start },
            if direction > 0.0 { f32::INFINITY } else { start },
        )
    };
    Line, Line3: |s| |k: usize| {
        let is_parallel = s.direction[k] == 0.0;
        (
            if is_parallel { s.start[k] } else { f32::NEG_INFINITY },
            if is_parallel { s.start[k] } else { f32::INFINITY },
        )
    };
    OrientedBox: |s| {
        let extents = extents(s);
        move |k: usize| interval(s.center[k], extents[k])
    };
}

impl Bounded for OrientedBox3 {
    type Bounds = Aabb3;

    #[inline(always)]
    fn bounds(&self) -> Aabb3 {
        let extents = extents3(self);
        let side = |k: usize| interval(self.center[k], extents[k]);
        Aabb3 { min: core::array::from_fn(|k| side(k).0), max: core::array::from_fn(|k| side(k).1) }
    }
}

/// The interval that reaches this far from a center.
#[inline(always)]
fn interval(center: f32, extent: f64) -> (f32, f32) {
    let center = f64::from(center);
    (((center - extent) as f32).next_down(), ((center + extent) as f32).next_up())
}

/// No larger than any real number that is rounded to this sum or difference of two floats: one or two units
/// in the last place below. Among subnormal numbers sums are not rounded.
#[inline(always)]
fn below(sum: f32) -> f32 {
    let sum = min(sum, f32::MAX);
    sum - sum.abs() * f32::EPSILON
}

/// No smaller than any real number that is rounded to this sum or difference of two floats.
#[inline(always)]
fn above(sum: f32) -> f32 {
    -below(-sum)
}

/// The interval from a start to an end, which is a sum.
#[inline(always)]
pub(crate) fn to_end(start: f32, direction: f32) -> (f32, f32) {
    let end = start + direction;
    (min(start, below(end)), max(start, above(end)))
}

/// An interval that has grown by a radius on both sides.
#[inline(always)]
fn grown((low, high): (f32, f32), radius: f32) -> (f32, f32) {
    (below(low - radius), above(high + radius))
}

/// A factor larger than all roundings of an extent: a hundred units in the last place of `f64`, of which the
/// formulas below lose ten.
const LARGER: f64 = 1.0 + 100.0 * f64::EPSILON;

/// How far an oriented box reaches from its center in x and y.
///
/// `p - c = (a u + b v) / (u.u)` with `|a| <= h_x`, `|b| <= h_y` and `v` perpendicular to `u`, as long. In
/// `f64` the products of two `f32` are exact and nothing leaves the range.
#[inline(always)]
fn extents(b: &OrientedBox) -> [f64; 2] {
    let [hx, hy] = b.half_extents.map(f64::from);
    let [ux, uy] = b.axis.map(|x| f64::from(x).abs());
    let square = ux * ux + uy * uy;
    [hx * ux + hy * uy, hx * uy + hy * ux].map(|reach| reach / square * LARGER)
}

/// How far an oriented box reaches from its center in x, y and z.
///
/// `|(p - c) . u_i| <= h_i` for three axes: by Cramer's rule `p - c` is the sum of `t_i (u_j x u_k) / det`,
/// `|t_i| <= h_i`. The products of two `f32` are exact, so a component of `u_j x u_k` is rounded once. But
/// the axes are as stored, and the sum for `det` may cancel: its terms are rounded four times, which is half
/// of what is taken from it. If nothing is left, the box is taken for unbounded.
fn extents3(b: &OrientedBox3) -> [f64; 3] {
    let [u, v, w] = b.axes.map(|axis| axis.map(f64::from));
    let cross = |s: [f64; 3], t: [f64; 3]| -> [f64; 3] {
        core::array::from_fn(|k| {
            let (i, j) = ((k + 1) % 3, (k + 2) % 3);
            s[i] * t[j] - s[j] * t[i]
        })
    };
    let normals = [cross(v, w), cross(w, u), cross(u, v)];
    let [x, y, z]: [f64; 3] = core::array::from_fn(|k| u[k] * normals[0][k]);
    let least = (x + y + z).abs() - (x.abs() + y.abs() + z.abs()) * (4.0 * f64::EPSILON);
    core::array::from_fn(|k| {
        if least <= 0.0 {
            return f64::INFINITY;
        }
        let reach: f64 = (0..3).map(|i| f64::from(b.half_extents[i]) * normals[i][k].abs()).sum();
        reach / least * LARGER
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// From `far` to a little more, by a factor.
    fn assert_reaches(reach: f64, far: f64, what: &dyn core::fmt::Debug) {
        assert!(far <= reach && reach < far * (1.0 + 1e-12), "{what:?}: {reach}, not {far}");
    }

    #[test]
    fn a_box_is_a_few_units_larger_than_its_disk() {
        for (center, radius) in [([1.0, -2.0], 3.0), ([1e30, 0.1], 1e-3), ([0.0, 0.3], 1e-30)] {
            let Aabb { min, max } = Disk { center, radius }.bounds();
            for k in 0..2 {
                let [low, high] = [-1.0, 1.0].map(|side| f64::from(center[k]) + side * f64::from(radius));
                let few = 2.0 * f64::from(f32::EPSILON);
                let (below, above) = (low - f64::from(min[k]), f64::from(max[k]) - high);
                assert!(0.0 <= below && below <= few * low.abs(), "{center:?} {radius}: {below}");
                assert!(0.0 <= above && above <= few * high.abs(), "{center:?} {radius}: {above}");
            }
        }
    }

    #[test]
    fn an_oriented_box_reaches_to_its_corners() {
        for axis in [[1.0, 0.0], [0.6, 0.8], [-3.0, 4.0], [0.5, -0.25]] {
            let b = OrientedBox { center: [7.0, -5.0], half_extents: [2.0, 0.5], axis };
            let [ux, uy] = axis.map(f64::from);
            let square = ux * ux + uy * uy;
            let corners = [0.5, -0.5].map(|y| [(2.0 * ux - y * uy) / square, (2.0 * uy + y * ux) / square]);
            for k in 0..2 {
                assert_reaches(extents(&b)[k], corners[0][k].abs().max(corners[1][k].abs()), &b);
            }
        }
    }

    /// The same in space, for axes that are not perpendicular: a corner solves `u_i . p = +-h_i`.
    #[test]
    fn an_oriented_box_of_space_reaches_to_its_corners() {
        // Lower triangular, so that a corner can be found by substitution; then with its axes exchanged.
        let axes = [[2.0, 0.0, 0.0], [0.5, -1.5, 0.0], [-0.25, 3.0, 0.75]];
        let half = [3.0, 0.5, 1.25];
        let mut far = [0.0_f64; 3];
        for signs in 0..8 {
            let h: [f64; 3] =
                core::array::from_fn(|i| f64::from(half[i]) * if signs >> i & 1 == 1 { 1.0 } else { -1.0 });
            let x = h[0] / 2.0;
            let y = (h[1] - 0.5 * x) / -1.5;
            let z = (h[2] + 0.25 * x - 3.0 * y) / 0.75;
            far = [far[0].max(x.abs()), far[1].max(y.abs()), far[2].max(z.abs())];
        }
        for order in [[0, 1, 2], [1, 2, 0], [2, 0, 1], [1, 0, 2]] {
            let b = OrientedBox3 {
                center: [0.0; 3],
                half_extents: order.map(|i| half[i]),
                axes: order.map(|i| axes[i]),
            };
            (0..3).for_each(|k| assert_reaches(extents3(&b)[k], far[k], &b));
        }
        for axes in [[[1.0, 2.0, 3.0], [2.0, 4.0, 6.0], [0.0, 0.0, 1.0]], [[0.0; 3]; 3]] {
            let flat = OrientedBox3 { axes, ..Default::default() };
            assert_eq!(extents3(&flat), [f64::INFINITY; 3]);
        }
    }

    /// Axes that nearly lie in a plane, in integers: what is left of the determinant has a few good digits.
    #[test]
    fn an_oriented_box_with_a_determinant_that_cancels_is_not_too_small() {
        let mut state = 1_u64;
        let mut random = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            i128::from(state >> 41) - (1 << 22)
        };
        let (mut bounded, mut wrong) = (0, 0);
        for case in 0..10_000 {
            let [u, v]: [[i128; 3]; 2] = core::array::from_fn(|_| core::array::from_fn(|_| random()));
            let beside = 1 << (case % 4);
            let axes = [u, v, [u[0] + v[0], u[1] + v[1], u[2] + v[2] + beside]];
            let normal = |i: usize, k: usize| {
                let (s, t) = (axes[(i + 1) % 3], axes[(i + 2) % 3]);
                s[(k + 1) % 3] * t[(k + 2) % 3] - s[(k + 2) % 3] * t[(k + 1) % 3]
            };
            let det: i128 = (0..3).map(|k| u[k] * normal(0, k)).sum();
            let axes = axes.map(|axis| axis.map(|x| x as f32));
            let b = OrientedBox3 { center: [0.0; 3], half_extents: [1.0; 3], axes };
            let reach = extents3(&b);
            for k in 0..3 {
                let far = (0..3).map(|i| normal(i, k).abs()).sum::<i128>() as f64 / det.abs() as f64;
                assert!(reach[k] >= far, "{b:?}: {reach:?}, {far}");
                bounded += usize::from(reach[k] < 2.0 * far);
                wrong += usize::from(reach[k] > far * (1.0 + 1e-9));
            }
        }
        assert!(bounded > 20_000 && wrong > 10_000, "{bounded}, {wrong}");
    }
}
