//! Oriented box and triangle in space, in the frame of the box. Derivation:
//! `scalar::dim3::oriented_box_triangle`.

use scalar::dim3::{OrientedBox3, Triangle3, oriented_box_triangle};
use scalar::exact::{Decision, Exact as _};

use super::aabb_triangle;
use super::vector::{add, cross, dot, largest_of_abs, sub, sum_of_abs};
use crate::dim2::interval::{max_of, min_of, overlap_around_zero};
use crate::kernel::verdict::{Certified, Rounding};
use crate::kernel::{Predicate, Published};
use crate::lanes::Lanes;

/// Projections on the 13 axes, in the frame of the box.
#[derive(Debug)]
pub struct SeparatingAxis;

impl Published for SeparatingAxis {
    const NAME: &'static str = "oriented_box3_triangle3/separating_axis";
    type A = OrientedBox3;
    type B = Triangle3;

    fn reference(oriented: &OrientedBox3, triangle: &Triangle3) -> bool {
        oriented_box_triangle::separating_axis(oriented, triangle)
    }

    // A NaN in the box becomes one in the box of its frame or in every vertex.
    #[inline(always)]
    fn lanes<L: Lanes>(oriented: &[L; 15], t: &[L; 9]) -> L::Mask {
        let center = [oriented[0], oriented[1], oriented[2]];
        let [hx, hy, hz] = [oriented[3], oriented[4], oriented[5]];
        let [ax, ay, az] = in_frame(oriented, sub([t[0], t[1], t[2]], center));
        let [bx, by, bz] = in_frame(oriented, sub([t[3], t[4], t[5]], center));
        let [cx, cy, cz] = in_frame(oriented, sub([t[6], t[7], t[8]], center));
        aabb_triangle::SeparatingAxis::with_quick_reject(
            &[-hx, -hy, -hz, hx, hy, hz],
            &[ax, ay, az, bx, by, bz, cx, cy, cz],
        )
    }
}

/// The components of a vector along the axes of the box.
#[inline(always)]
fn in_frame<L: Lanes>(oriented: &[L; 15], p: [L; 3]) -> [L; 3] {
    let [_, _, _, _, _, _, ux, uy, uz, vx, vy, vz, wx, wy, wz] = *oriented;
    [dot(p, [ux, uy, uz]), dot(p, [vx, vy, vz]), dot(p, [wx, wy, wz])]
}

/// The exact answer.
///
/// ```text
/// Define    A, B, C, the vertices in the frame of the box, which there is -h .. h;  AB, BC, CA, the edges
///           m, the sum of the ends of an edge, which is its middle times two;  n, the normal
/// Solution  a hit exactly if no axis of the box separates the two, nor the plane of the triangle, nor a
///           direction perpendicular to an axis and an edge:
///             axes    the projections of the triangle and -h .. h intersect, on x, y and z
///             plane   2 hx |nx| + 2 hy |ny| + 2 hz |nz| - |n.m| >= 0
///             edges   for each edge e and each two of the coordinates, here x and y, with m of another edge:
///                     2 hx |ey| + 2 hy |ex| - (|mx ey - my ex| - |nz|) >= 0
/// ```
///
/// The margins are those of [`aabb_triangle::Exact`], but what has a half extent for a factor is of a lower
/// degree here and kept apart up to the last difference, as the rules of exact lanes say.
///
/// # Error budget
///
/// Define `u` as the largest absolute component of the axes and `|v|` as the sum of the absolute components
/// of a vector. So `v` has a component of at most `u |v|` along an axis. `r` is the largest `u |e|` of an
/// edge, `t = u |A - c| + r`, which no component of a vertex exceeds in the frame, and `h` the largest half
/// extent.
///
/// The products of a component of `n`, `P` together, and the component itself, `N`: `P + N <= 2 r r`, as for
/// [`aabb_triangle::Exact`].
///
/// | quantity | at most | error | in `S` |
/// |---|---|---|---|
/// | `A - c`, `e` before it is turned | | 1 | `S` |
/// | `a`; `ab`, `bc`, `ca` | `t - r`; `r` | 1, products 1, sums 2: 4 | `3 S^2` |
/// | `b = a + ab`, `c = a - ca` | `t` | 4 (`t - r`) + 4 `r` + 1 `t`: 5 | `3 S^2` |
/// | `axes`, `hx - ax` | `t + h` | 5 `t`, and 1 of the result: 6 (`t + h`) | `3 S^2` |
/// | the bound of `axes` | | **6.25** (`t + h`), for 6 | (53 - 1.6) / 2: **25** bits |
/// | `m = a + c`, `a + b` | `2 t` | 4 + 5 of `t`, and 1 of `2 t`: 11 `t` | `6 S^2` |
/// | `m[0] * e[1]` | `2 t r` | 11 + 8 + 2 = 21 `t r` | `18 S^4` |
/// | their difference | `4 t r` | 21 + 21 + 4 = 46 `t r` | `36 S^4` |
/// | `sides[0] * e[1].abs()`, with `sides = 2 h` | `2 h r` | 4 + 1: 10 `h r` | `6 S^3` |
/// | `n = cross(ab, bc)` | `N` | (4 + 4 + 1) `P` + `N`: at most 18 `r r` | `9 S^4` |
/// | two of these products | `4 h r` | 10 + 10 + 4 = 24 `h r` | `12 S^3` |
/// | the difference of products less `n[2].abs()` | `4 t r` | 46 `t r` + 18 `r r` and 4 `t r`: 68 `t r` | `36 S^4` |
/// | `edges` | | 68 `t r` + 24 `h r`, and 4 of one of the two: 72 `r (t + h)` | |
/// | the bound of `edges` | | **75** `r (t + h)`, for 72 | (53 - 5.2) / 4: **11** bits |
/// | `n[0] * m[0]` | `2 N t` | (9 `P` + `N`) `2 t` + 11 `N t` + `2 N t`: at most 36 `r r t` | `20 S^6` |
/// | `dot(n, m)` | | three of these, sums 4 + 6: 118 `r r t` | `20 S^6`, and the sum of two |
/// | `sides[0] * n[0].abs()` | `2 h N` | (9 `P` + `N`) `2 h` + `2 h N`: at most 36 `h r r` | `18 S^5` |
/// | `dot(sides, n_abs)` | | three of these, sums 4 + 6: 118 `h r r` | `54 S^5` |
/// | `plane` | | 118 `r r (t + h)`, and 6 of one of the two: 124 | |
/// | the bound of `plane` | | **129** `r r (t + h)`, for 124 | (53 - 4.4) / 6: **8** bits |
///
/// `r` is at most `t`. `S` exceeds all differences of coordinates, so that edges are at most `3 S^2`. `20 S^6` is
/// the largest value of axes in a cube of side `2 S` and points in one of side `S`, found by hill climbing.
///
/// A product of axis and length is a length here, with the floor of one.
#[derive(Debug)]
pub struct Exact;

impl Predicate for Exact {
    const NAME: &'static str = "oriented_box3_triangle3/exact";
    type A = OrientedBox3;
    type B = Triangle3;

    fn resolve(oriented: &OrientedBox3, triangle: &Triangle3) -> Decision {
        oriented.decide(triangle)
    }

    #[inline(always)]
    fn size<L: Lanes>(oriented: &[L; 15], t: &[L; 9]) -> L {
        let mut size = oriented[3];
        for &x in &oriented[4..] {
            size = size.max(x.abs());
        }
        for k in 0..3 {
            let all = [oriented[k], t[k], t[k + 3], t[k + 6]];
            size = size.max(max_of(all) - min_of(all));
        }
        size
    }

    #[inline(always)]
    fn decide<L: Lanes>(oriented: &[L; 15], t: &[L; 9], rounding: &Rounding<L>) -> Certified<L::Mask> {
        let [cx, cy, cz, hx, hy, hz, ux, uy, uz, vx, vy, vz, wx, wy, wz] = *oriented;
        let (a, b, c) = ([t[0], t[1], t[2]], [t[3], t[4], t[5]], [t[6], t[7], t[8]]);
        let (from_center, ab, bc, ca) = (sub(a, [cx, cy, cz]), sub(b, a), sub(c, b), sub(a, c));
        let axis = max_of([
            largest_of_abs([ux, uy, uz]),
            largest_of_abs([vx, vy, vz]),
            largest_of_abs([wx, wy, wz]),
        ]);
        let r = rounding.length(axis * max_of([sum_of_abs(ab), sum_of_abs(bc), sum_of_abs(ca)]));
        let size = (axis * sum_of_abs(from_center) + r) + max_of([hx, hy, hz]);

        let (a, ab, bc, ca) = (
            in_frame(oriented, from_center),
            in_frame(oriented, ab),
            in_frame(oriented, bc),
            in_frame(oriented, ca),
        );
        let (b, c) = (add(a, ab), sub(a, ca));
        let axes = overlap_around_zero(hx, [a[0], b[0], c[0]])
            .min(overlap_around_zero(hy, [a[1], b[1], c[1]]))
            .min(overlap_around_zero(hz, [a[2], b[2], c[2]]));
        let n = cross(ab, bc);
        let n_abs = [n[0].abs(), n[1].abs(), n[2].abs()];
        let sides = [hx + hx, hy + hy, hz + hz];
        // Of AB and BC the middle of CA, of CA that of AB.
        let m = add(a, c);
        let plane = dot(sides, n_abs) - dot(n, m).abs();
        let edges = margin(ab, m, sides, n_abs).min(margin(bc, m, sides, n_abs)).min(margin(
            ca,
            add(a, b),
            sides,
            n_abs,
        ));

        Certified::at_least_zero(axes, rounding.bound(6.25, size, 25))
            & Certified::at_least_zero(edges, rounding.bound(75.0, r * size, 11))
            & Certified::at_least_zero(plane, rounding.bound(129.0, r * r * size, 8))
    }
}

/// The least margin of the three directions that are perpendicular to an edge `e` and to an axis.
#[inline(always)]
fn margin<L: Lanes>(e: [L; 3], m: [L; 3], sides: [L; 3], n_abs: [L; 3]) -> L {
    let m_x_e = cross(m, e);
    let e = [e[0].abs(), e[1].abs(), e[2].abs()];
    let along_x = (sides[1] * e[2] + sides[2] * e[1]) - (m_x_e[0].abs() - n_abs[0]);
    let along_y = (sides[2] * e[0] + sides[0] * e[2]) - (m_x_e[1].abs() - n_abs[1]);
    let along_z = (sides[0] * e[1] + sides[1] * e[0]) - (m_x_e[2].abs() - n_abs[2]);
    along_x.min(along_y).min(along_z)
}
