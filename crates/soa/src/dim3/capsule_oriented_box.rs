//! Capsule and oriented box in space.

use scalar::dim3::{Capsule3, OrientedBox3};
use scalar::exact::{Decision, Exact as _};

use super::capsule_aabb::{Margins, margins};
use super::point_oriented_box::size;
use super::vector::{dot, largest_of_abs, sub, sum_of_abs};
use crate::dim2::interval::max_of;
use crate::dim2::point_segment::margin_across;
use crate::kernel::Predicate;
use crate::kernel::verdict::{Certified, Rounding};
use crate::lanes::Lanes;

/// The exact answer, of boxes whose axes are nearly of length 1 and perpendicular. Others are undecided.
///
/// In the frame of the box, whose coordinates are the products with its axes, the box reaches from `-h` to
/// `h` and the segment is a segment: as for [an axis-aligned box](super::capsule_aabb::Exact), but that its
/// coordinates are rounded.
///
/// ```text
/// Define    s and d, start and direction of the segment in the frame, mirrored so that d >= 0
///           p = -h - s and q = h - s, the ways to the lower and the upper corner;  rr, the squared radius
///           in each plane (j, k) of the frame:  o, the corners (p_j, q_k) and (q_j, p_k)
///                                               across = o_k d_j - o_j d_k
/// Solution  a hit exactly if
///           meet    q >= 0 and d >= p in each coordinate, and in each plane both corners lie on their side
///    or     ends    an end is within the radius of the nearest point of the box,
///    or     corners the foot of a corner lies between the ends, within the radius,
///    or     edges   in a plane the foot of an o lies between the ends, within the radius,
///                   and the third coordinate of that point is one of the box
/// ```
///
/// There only the o that is farther out is tried. Here both are: where the segment hardly moves in a plane,
/// rounded coordinates do not say which one that is.
///
/// # Slanting axes
///
/// Define `g_ij` as the products of the axes, and `slant` as the largest `|g_ii - 1|` and all `|g_ij|` with
/// `i < j` together: no eigenvalue of `g` is farther from 1. So in the frame a square of a length is between
/// `1 - slant` and `1 + slant` times as large: there is a hit if the frame has one for `(1 - slant) rr`, and
/// none if it has none for `(1 + slant) rr`. All margins are linear in `rr`, so their bounds grow by
/// `slant rr` times what `rr` is multiplied by. Whether the segment meets the box does not depend on lengths.
/// Lanes with a `slant` above 1/4 are undecided.
///
/// # Error budget
///
/// Define `w` and `v` as the sums of the absolute components of `C`, the way from the center to the start,
/// and of the direction, each times the largest component of an axis; `A` as at least `w` and all `h` and the
/// sum of the absolute components of each corner, `D` as at least `v` and the sum of `d`.
///
/// | quantity | at most | error |
/// |---|---|---|
/// | `s` | `w` each | `C` 1, products 1, sums 2: 4 `A` each |
/// | `d` | `v` each | products 1, sums 2: 3 `D` each |
/// | `p`, `q` | `A` together | 4 and 1: 5 `A` each |
/// | `d - p` | `A + D` | 5 `A`, 3 `D` and 1: 6 `A`, 4 `D` |
/// | the bound of `meet` in a coordinate | | **6.25** `(A + D)`, for 6 |
/// | `across`, `along` in a plane | `A D` | 5 + 3, products 1, sum 1: 10 `A D` |
/// | the bound of `meet` in a plane | | **10.5** `A D`, for 10 |
/// | `start`, `end`, from the nearest point to an end | `A + D` together | 6 `(A + D)` each |
/// | `dot(end, end)` | `(A + D)^2` | 2 x 6, products 1, sums 2: 15 |
/// | `slant` | | `g` 3 of 1.25, four of them, and 1: 16 |
/// | `ends` | | 15 + 1 `(A + D)^2`, 16 + 2 `rr`, and 1.5 `A D` for the choice |
/// | the bound of `ends` | | **18.75** `((A + D)^2 + rr)`, for 18 |
/// | `along` of a corner of the box | `A D` | 5 + 3, products 1, sums 2: 11 `A D` |
/// | `square` of a corner | `A^2` | 2 x 5, products 1, sums 2: 13 |
/// | `dd` | `D^2` | 2 x 3, products 1, sums 2: 9 |
/// | `rr - square` | `A^2 + rr` | 14 `A^2`, 16 + 2 `rr` |
/// | that times `dd`, and `along^2` | `D^2 (A^2 + rr)` | 14 + 9 + 1, 18 + 9 + 1; 2 x 11 + 1 of `A^2` |
/// | the bound of `corners` | | **49.75** `D^2 (A^2 + rr)`, for 24 + 23 + 1 and 29 |
/// | `length2`, and times `rr` | `D^2` | 2 x 3, products 1, sum 1: 8; 16 + 1 + 8 + 1 = 26 |
/// | `across * across` | `A^2 D^2` | 2 x 10 + 1 = 21 |
/// | the bound of `edges` | | **27.75** `D^2 (A^2 + rr)`, for 22 and 27 |
/// | `third`, `along * d - p * length2` | `A D^2` | 15, below |
/// | the bound of `third` | | **15.75** `A D^2`, for 15 |
///
/// Of `third`, let the components of `o` in the plane be `y A` together, and the other one of the corner the
/// rest; those of `d` in the plane `x D`, and the other one the rest. Then `along` errs by
/// `3 y + 5 x + 2 x y`, its product with `d` by `(1 - x)` times that and `3 x y` and `x y (1 - x)`, the other
/// product by `5 x^2 + (1 - y) (6 x + 3 x^2)`, and the difference by itself:
/// `3 y + 5 x + 4 x y (1 - x) + (1 - y) (6 x + 4 x^2)` in all, which is 15 at most, where `y` is 0 and `x` is
/// 1. The choice below adds `(1 - x) (3 y + 5 x + 2 x y)`, which leaves it at 15.
///
/// **The choices.** A rounded `along` may put a foot on the wrong side of an end, by `10 u A D` of `length2`. If it is
/// left out, the square of its distance from that end is at most `(10 u A D)^2 / length2`, and at most
/// `length2`: so less than the bound of `ends` leaves. If it is wrongly taken, `third` is certain only if the
/// third coordinate is one of the box at the end, too. A component of `d` whose sign is not that of the real
/// one is as wrong as its bound says already: it may as well be zero.
///
/// No lane is taken for exact: the box of such a lane is upright, and touches what `scalar::exact` says.
#[derive(Debug)]
pub struct Exact;

impl Predicate for Exact {
    const NAME: &'static str = "capsule3_oriented_box3/exact";
    type A = Capsule3;
    type B = OrientedBox3;

    fn resolve(capsule: &Capsule3, oriented: &OrientedBox3) -> Decision {
        capsule.decide(oriented)
    }

    #[inline(always)]
    fn size<L: Lanes>(&[sx, sy, sz, dx, dy, dz, r]: &[L; 7], oriented: &[L; 15]) -> L {
        let start = [sx - oriented[0], sy - oriented[1], sz - oriented[2]];
        size(oriented, max_of([r, largest_of_abs(start), largest_of_abs([dx, dy, dz])]))
    }

    #[inline(always)]
    fn decide<L: Lanes>(
        &[sx, sy, sz, dx, dy, dz, r]: &[L; 7],
        oriented: &[L; 15],
        rounding: &Rounding<L>,
    ) -> Certified<L::Mask> {
        let [cx, cy, cz, hx, hy, hz, ux, uy, uz, vx, vy, vz, wx, wy, wz] = *oriented;
        let (a, h) = ([[ux, uy, uz], [vx, vy, vz], [wx, wy, wz]], [hx, hy, hz]);
        let (from_center, direction) = (sub([sx, sy, sz], [cx, cy, cz]), [dx, dy, dz]);
        let (one, rr) = (r.splat(1.0), r * r);

        let [mut low, mut high, mut along] = [h; 3];
        for k in 0..3 {
            let s = dot(from_center, a[k]);
            (low[k], high[k], along[k]) = (-h[k] - s, h[k] - s, dot(direction, a[k]));
        }
        let Margins { d, p, q, dd, pd, qd, inside, ends, corners } = margins(low, high, along, rr);
        let g = [dot(a[1], a[2]), dot(a[2], a[0]), dot(a[0], a[1])];
        let off_one = [dot(a[0], a[0]) - one, dot(a[1], a[1]) - one, dot(a[2], a[2]) - one];
        let slant = largest_of_abs(off_one) + sum_of_abs(g);
        let axis = max_of([largest_of_abs(a[0]), largest_of_abs(a[1]), largest_of_abs(a[2])]);
        let far = [p[0].abs().max(q[0].abs()), p[1].abs().max(q[1].abs()), p[2].abs().max(q[2].abs())];
        let of_a = (axis * sum_of_abs(from_center) + max_of(h)).max(far[0] + far[1] + far[2]);
        let of_d = (axis * sum_of_abs(direction)).max(d[0] + d[1] + d[2]);
        let (of_a, of_d) = (rounding.length(of_a), rounding.length(of_d));

        let (length, motion, off_rr) = (of_a + of_d, of_d * of_d, slant * rr);
        let (reach, off) = (motion * (of_a * of_a + rr), off_rr * motion);
        let mut meet = Certified::at_least_zero(inside, rounding.bound_never_exact(6.25, length));
        let end_bound = rounding.bound_never_exact(18.75, length * length + rr).plus(off_rr);
        let corner_bound = rounding.bound_never_exact(49.75, reach).plus(off);
        let mut near =
            Certified::at_least_zero(ends, end_bound) | Certified::at_least_zero(corners, corner_bound);

        let side_bound = rounding.bound_never_exact(10.5, of_a * of_d);
        let third_bound = rounding.bound_never_exact(15.75, of_a * of_d * of_d);
        let edge_bound = rounding.bound_never_exact(27.75, reach).plus(off);
        for i in 0..3 {
            let (j, k) = ((i + 1) % 3, (i + 2) % 3);
            let length2 = dd[j] + dd[k];
            let (p_end, q_end, reach2) = (p[i] * length2, q[i] * length2, rr * length2);
            let upper = (q[k] * d[j] - p[j] * d[k], pd[j] + qd[k]);
            let lower = (q[j] * d[k] - p[k] * d[j], qd[j] + pd[k]);
            for (across, along) in [upper, lower] {
                let third = along * d[i];
                let third = (third - p_end).min(q_end - third);
                let margin = margin_across(along, length2, reach2, across);
                near = near
                    | (Certified::at_least_zero(third, third_bound)
                        & Certified::at_least_zero(margin, edge_bound));
            }
            // Without a motion in the plane, the coordinates say it.
            let side = L::select(length2.gt(r.splat(0.0)), upper.0.min(lower.0), r.splat(f32::MAX));
            meet = meet & Certified::at_least_zero(side, side_bound);
        }
        let found = near | meet;
        let is_upright = slant.le(r.splat(0.25));
        Certified { hit: found.hit & is_upright, miss: found.miss & is_upright }
    }
}
