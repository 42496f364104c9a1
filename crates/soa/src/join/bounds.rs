//! The box around a shape: what a broad phase knows of it.

use scalar::dim2::{Aabb, Disk, Line, OrientedBox, Point, Ray, Segment, Triangle};
use scalar::dim3::{Aabb3, Line3, OrientedBox3, Point3, Ray3, Segment3, Sphere, Triangle3};

use scalar::float::{max, min};

use super::groups::{Group, WIDTH, columns};
use super::region::Numbered;
use crate::shape::{Shape, put};

/// A shape with a box around it.
pub trait Bounded: Shape {
    /// The box, with sides parallel to the axes: [`Aabb`] in the plane, [`Aabb3`] in space.
    type Bounds: Shape;

    /// A box that the shape, in real arithmetic, does not leave: the smallest one, or where its corners are no floats
    /// one whose sides are at most a few units in the last place farther out. Infinite where the shape is.
    fn bounds(&self) -> Self::Bounds;
}

/// The boxes of a group: the same operations on all rows at once.
#[inline(always)]
pub(crate) fn boxes<S: Bounded>(rows: &Group<S>) -> Group<S::Bounds> {
    let mut boxes = S::Bounds::build(
        #[inline(always)]
        |_| [0.0; WIDTH],
    );
    for i in 0..WIDTH {
        let row = S::from_values(
            #[inline(always)]
            |k| rows.as_ref()[k][i],
        );
        put::<S::Bounds, _>(&mut boxes, i, &row.bounds());
    }
    boxes
}

/// The boxes of up to sixteen rows, and NaN for those that are not there.
#[inline(always)]
pub(crate) fn boxes_of<S: Bounded>(rows: &[Numbered<S>]) -> Group<S::Bounds> {
    let mut boxes = boxes::<S>(&columns(rows));
    for column in boxes.as_mut() {
        for i in 0..WIDTH {
            column[i] = if i < rows.len() { column[i] } else { f32::NAN };
        }
    }
    boxes
}

/// Half the centers of boxes.
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

/// Half of the middle between two sides of a box, so that differences do not overflow; of an unbounded box, some place.
#[inline(always)]
fn middle(low: f32, high: f32) -> f32 {
    0.25 * max(low, -f32::MAX) + 0.25 * min(high, f32::MAX)
}

/// Implements [`Bounded`] for the shapes of the plane or of space.
macro_rules! bounded {
    (
        $bounds:ident, $n:literal;
        $point:ty, $segment:ty, $ray:ty, $line:ty, ($round:ty), $aabb:ty, $oriented:ty, $triangle:ty;
        $extents:ident
    ) => {
        impl Bounded for $point {
            type Bounds = $bounds;

            #[inline(always)]
            fn bounds(&self) -> $bounds {
                $bounds { min: *self, max: *self }
            }
        }

        impl Bounded for $triangle {
            type Bounds = $bounds;

            #[inline(always)]
            fn bounds(&self) -> $bounds {
                let Self { a, b, c } = self;
                $bounds {
                    min: core::array::from_fn(|k| min(min(a[k], b[k]), c[k])),
                    max: core::array::from_fn(|k| max(max(a[k], b[k]), c[k])),
                }
            }
        }

        impl Bounded for $aabb {
            type Bounds = $bounds;

            #[inline(always)]
            fn bounds(&self) -> $bounds {
                *self
            }
        }

        impl Bounded for $round {
            type Bounds = $bounds;

            #[inline(always)]
            fn bounds(&self) -> $bounds {
                let Self { center, radius } = self;
                $bounds {
                    min: core::array::from_fn(|k| below(center[k] - radius)),
                    max: core::array::from_fn(|k| above(center[k] + radius)),
                }
            }
        }

        impl Bounded for $segment {
            type Bounds = $bounds;

            #[inline(always)]
            fn bounds(&self) -> $bounds {
                let Self { start, direction } = self;
                $bounds {
                    min: core::array::from_fn(|k| min(start[k], below(start[k] + direction[k]))),
                    max: core::array::from_fn(|k| max(start[k], above(start[k] + direction[k]))),
                }
            }
        }

        impl Bounded for $ray {
            type Bounds = $bounds;

            #[inline(always)]
            fn bounds(&self) -> $bounds {
                let Self { start, direction } = self;
                let end = |k: usize, far: f32, goes: bool| if goes { far } else { start[k] };
                $bounds {
                    min: core::array::from_fn(|k| end(k, f32::NEG_INFINITY, direction[k] < 0.0)),
                    max: core::array::from_fn(|k| end(k, f32::INFINITY, direction[k] > 0.0)),
                }
            }
        }

        impl Bounded for $line {
            type Bounds = $bounds;

            #[inline(always)]
            fn bounds(&self) -> $bounds {
                let Self { start, direction } = self;
                let end = |k: usize, far: f32| if direction[k] == 0.0 { start[k] } else { far };
                $bounds {
                    min: core::array::from_fn(|k| end(k, f32::NEG_INFINITY)),
                    max: core::array::from_fn(|k| end(k, f32::INFINITY)),
                }
            }
        }

        impl Bounded for $oriented {
            type Bounds = $bounds;

            #[inline(always)]
            fn bounds(&self) -> $bounds {
                let extents = $extents(self);
                $bounds {
                    min: core::array::from_fn(|k| {
                        ((f64::from(self.center[k]) - extents[k]) as f32).next_down()
                    }),
                    max: core::array::from_fn(|k| {
                        ((f64::from(self.center[k]) + extents[k]) as f32).next_up()
                    }),
                }
            }
        }
    };
}

bounded! {
    Aabb, 2;
    Point, Segment, Ray, Line, (Disk), Aabb, OrientedBox, Triangle;
    extents
}
bounded! {
    Aabb3, 3;
    Point3, Segment3, Ray3, Line3, (Sphere), Aabb3, OrientedBox3, Triangle3;
    extents3
}

/// No larger than any real number that is rounded to this sum or difference of two floats: one or two units in the last
/// place below. Among subnormal numbers sums are not rounded.
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

/// What makes up for every rounding of an extent: a hundred units in the last place of `f64`, of which the formulas
/// below lose ten.
const LARGER: f64 = 1.0 + 100.0 * f64::EPSILON;

/// How far an oriented box reaches from its center in x and y.
///
/// `p - c = (a u + b v) / (u.u)` with `|a| <= h_x`, `|b| <= h_y` and `v` perpendicular to `u`, as long. In `f64` the products of
/// two `f32` are exact and nothing leaves the range.
#[inline(always)]
fn extents(b: &OrientedBox) -> [f64; 2] {
    let [hx, hy] = b.half_extents.map(f64::from);
    let [ux, uy] = b.axis.map(|x| f64::from(x).abs());
    let square = ux * ux + uy * uy;
    [hx * ux + hy * uy, hx * uy + hy * ux].map(|reach| reach / square * LARGER)
}

/// How far an oriented box reaches from its center in x, y and z.
///
/// `|(p - c) . u_i| <= h_i` for three axes: by Cramer's rule `p - c` is the sum of `t_i (u_j x u_k) / det`, `|t_i| <= h_i`. The axes
/// are as stored, so the cross products and the determinant may cancel: a bound on their error is added to the ones and taken
/// from the other. If nothing is left of the determinant, the box is taken for unbounded.
fn extents3(b: &OrientedBox3) -> [f64; 3] {
    let [u, v, w] = b.axes.map(|axis| axis.map(f64::from));
    // Each component with what rounding can have taken from it, in units of the size of its terms.
    let cross = |s: [f64; 3], t: [f64; 3]| -> [[f64; 2]; 3] {
        core::array::from_fn(|k| {
            let (i, j) = ((k + 1) % 3, (k + 2) % 3);
            let (p, q) = (s[i] * t[j], s[j] * t[i]);
            [p - q, (p.abs() + q.abs()) * f64::EPSILON]
        })
    };
    let normals = [cross(v, w), cross(w, u), cross(u, v)];
    let mut det = 0.0;
    let mut lost = 0.0;
    for k in 0..3 {
        let [x, error] = normals[0][k];
        det += u[k] * x;
        lost += u[k].abs() * (error + 4.0 * f64::EPSILON * x.abs());
    }
    let least = det.abs() - lost * LARGER;
    core::array::from_fn(|k| {
        if least <= 0.0 {
            return f64::INFINITY;
        }
        let reach: f64 =
            (0..3).map(|i| f64::from(b.half_extents[i]) * (normals[i][k][0].abs() + normals[i][k][1])).sum();
        reach / least * LARGER
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a box reaches, to a few roundings, by its corners.
    #[test]
    fn an_oriented_box_reaches_to_its_corners() {
        for axis in [[1.0, 0.0], [0.6, 0.8], [-3.0, 4.0], [0.5, -0.25]] {
            let b = OrientedBox { center: [7.0, -5.0], half_extents: [2.0, 0.5], axis };
            let [ux, uy] = axis.map(f64::from);
            let square = ux * ux + uy * uy;
            let reach = extents(&b);
            let corner = |x: f64, y: f64| [(x * ux - y * uy) / square, (x * uy + y * ux) / square];
            let corners = [corner(2.0, 0.5), corner(2.0, -0.5)];
            for k in 0..2 {
                let far = corners[0][k].abs().max(corners[1][k].abs());
                assert!(
                    far <= reach[k] && reach[k] < far * (1.0 + 1e-12),
                    "{axis:?}: {reach:?}, {corners:?}"
                );
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
        for [i, j, k] in [[0, 1, 2], [1, 2, 0], [2, 0, 1], [1, 0, 2]] {
            let b = OrientedBox3 {
                center: [0.0; 3],
                half_extents: [half[i], half[j], half[k]],
                axes: [axes[i], axes[j], axes[k]],
            };
            let reach = extents3(&b);
            for k in 0..3 {
                assert!(far[k] <= reach[k] && reach[k] < far[k] * (1.0 + 1e-12), "{b:?}: {reach:?}, {far:?}");
            }
        }
        let flat =
            OrientedBox3 { axes: [[1.0, 2.0, 3.0], [2.0, 4.0, 6.0], [0.0, 0.0, 1.0]], ..Default::default() };
        assert_eq!(extents3(&flat), [f64::INFINITY; 3]);
    }
}
