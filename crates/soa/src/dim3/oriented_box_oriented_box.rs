//! Two oriented boxes in space by separating axes. Derivation: `scalar::dim3::oriented_box_oriented_box`.

use scalar::dim3::{OrientedBox3, oriented_box_oriented_box};
use scalar::exact::{Decision, Exact as _};

use super::vector::{cross, dot, largest_of_abs, sub, sum_of_abs};
use crate::dim2::interval::max_of;
use crate::kernel::verdict::{Certified, HEADROOM, Rounding};
use crate::kernel::{Predicate, Published};
use crate::lanes::{Lanes, no_nan};

/// The 15 axes of the boxes, their faces' and their edges', all of which must fail to separate them.
#[derive(Debug)]
pub struct SeparatingAxis;

impl Published for SeparatingAxis {
    const NAME: &'static str = "oriented_box3_oriented_box3/separating_axis";
    type A = OrientedBox3;
    type B = OrientedBox3;

    fn reference(a: &OrientedBox3, b: &OrientedBox3) -> bool {
        oriented_box_oriented_box::separating_axis(a, b)
    }

    #[inline(always)]
    fn lanes<L: Lanes>(a: &[L; 15], b: &[L; 15]) -> L::Mask {
        let ((c1, g, u), (c2, h, v)) = (parts(a), parts(b));
        let way = sub(c2, c1);
        let t = [dot(way, u[0]), dot(way, u[1]), dot(way, u[2])];
        let r = [products(u[0], v), products(u[1], v), products(u[2], v)];
        let s = [abs(r[0]), abs(r[1]), abs(r[2])];
        let mut separated = t[0].abs().gt(g[0] + dot(h, s[0]));
        for i in 1..3 {
            separated = separated | t[i].abs().gt(g[i] + dot(h, s[i]));
        }
        for j in 0..3 {
            let (r, s) = ([r[0][j], r[1][j], r[2][j]], [s[0][j], s[1][j], s[2][j]]);
            separated = separated | dot(t, r).abs().gt(dot(g, s) + h[j]);
        }
        for i in 0..3 {
            let (i1, i2) = ((i + 1) % 3, (i + 2) % 3);
            for j in 0..3 {
                let (j1, j2) = ((j + 1) % 3, (j + 2) % 3);
                let of_a = g[i1] * s[i2][j] + g[i2] * s[i1][j];
                let of_b = h[j1] * s[i][j2] + h[j2] * s[i][j1];
                separated = separated | (t[i2] * r[i1][j] - t[i1] * r[i2][j]).abs().gt(of_a + of_b);
            }
        }
        !separated & no_nan(*a) & no_nan(*b)
    }
}

/// Center, half extents and axes.
#[inline(always)]
pub(super) fn parts<L: Lanes>(oriented: &[L; 15]) -> ([L; 3], [L; 3], [[L; 3]; 3]) {
    let [cx, cy, cz, hx, hy, hz, ux, uy, uz, vx, vy, vz, wx, wy, wz] = *oriented;
    ([cx, cy, cz], [hx, hy, hz], [[ux, uy, uz], [vx, vy, vz], [wx, wy, wz]])
}

/// The dot products of a vector and of each of three.
#[inline(always)]
pub(super) fn products<L: Lanes>(u: [L; 3], v: [[L; 3]; 3]) -> [L; 3] {
    [dot(u, v[0]), dot(u, v[1]), dot(u, v[2])]
}

#[inline(always)]
pub(super) fn abs<L: Lanes>(v: [L; 3]) -> [L; 3] {
    [v[0].abs(), v[1].abs(), v[2].abs()]
}

/// The cross products of the axes of a box: the directions of its edges.
#[inline(always)]
pub(super) fn edges<L: Lanes>(u: [[L; 3]; 3]) -> [[L; 3]; 3] {
    [cross(u[1], u[2]), cross(u[2], u[0]), cross(u[0], u[1])]
}

/// The exact answer.
///
/// ```text
/// Define    t, from center to center;  u_i and v_k, the axes of the boxes;  g and h, their half extents
///           e_i and f_k, the edges, cross products of two axes in turn;  U = |u_0.e_0|, V = |v_0.f_0|
///           p_ik = |u_i.f_k|,  q_ki = |v_k.e_i|,  x_i = t.u_i,  y_k = t.v_k
/// Solution  a hit exactly if no face and no two edges separate the boxes. With i, j, n in turn and k, l, m:
///             faces of one    V g_i + (p_i0 h_0 + p_i1 h_1 + p_i2 h_2) - V |x_i| >= 0
///             of the other    U h_k + (q_k0 g_0 + q_k1 g_1 + q_k2 g_2) - U |y_k| >= 0
///             edges n and m   (p_jm g_i + p_im g_j) + (q_ln h_k + q_kn h_l) - |(u_j.f_m) x_i - (u_i.f_m) x_j| >= 0
/// ```
///
/// `scalar::exact::oriented_box3_oriented_box3` derives it, for axes of any length and angle that span space
/// together. They do where a determinant is not zero; other lanes are undecided.
///
/// # Parallel edges
///
/// Where two edges are parallel, all terms of their margin are zero, and where they nearly are, all of them
/// are too small to know its sign. Boxes with an axis in common, as those that stand on a floor, or with the
/// same orientation, are like that. Then the faces are enough, if they have a margin. Define `F` as the least
/// margin of a face. Edges `n` and `m` do not separate if
///
/// ```text
/// F p_nm >= max(p_im, p_jm) (p_n0 h_0 + p_n1 h_1 + p_n2 h_2)    and    F >= max(q_kn, q_ln) (g_n + |x_n|)
/// ```
///
/// Proof for `n = m = 2`, with axes turned around so that the direction on which the edges would separate is
/// `d = a_0 u_0 + a_1 u_1 = b_0 v_0 + b_1 v_1` with no factor below zero. Project `v_0`, `v_1`, `v_2` to the
/// plane of `u_0` and `u_1` in the direction of `u_2`. The projections `v_0'` and `v_1'` are turned by
/// little, and `d = b_0 v_0' + b_1 v_1'`, too, as `d` lies in that plane. In a plane, what lies in the angle
/// of `u_0` and `u_1` and also in that of `v_0'` and `v_1'` lies between two of these four, each of which is
/// in the other angle. So `d` is the sum of two of them with factors of zero or more, and the margin of `d`
/// the sum of theirs, if theirs are not below zero:
///
/// ```text
/// v_k' = s_0 u_0 + s_1 u_1, no s below zero:  h_k + s_0 g_0 + s_1 g_1 - t.v_k' >= 0, which is the margin of the
///             face v_k over U, but for the part of v_k along u_2, q_k2 / U, times g_2 and x_2
/// u_i = s_0 v_0' + s_1 v_1', likewise:        g_i + s_0 h_0 + s_1 h_1 - t.u_i >= 0, which is the margin of the face
///             u_i over V, but for the part p_i2 / V along v_2', which is -p_20 / p_22 v_0' - p_21 / p_22 v_1'
/// ```
///
/// (these are Cramer's rule in the plane). Then the face itself is the margin, as it is in no lane below `F`.
///
/// # Error budget
///
/// Define `a` as the largest absolute component of the axes, `T = |tx| + |ty| + |tz|`, `H` as the sum of all
/// half extents, and the size `a^3 (H + 2 a T)`. Determinants are at most `4 a^3` (Hadamard).
///
/// | quantity | at most | error | in `S` |
/// |---|---|---|---|
/// | `t`; all else is a column | | 1 | `S` |
/// | `e`, `f` | `2 a^2` | products 2 `a^2`, difference 2 `a^2`: 4 `a^2` | `2 S^2` |
/// | `p`, `q`, `U`, `V` | `4 a^3` | three products of 4 + 2 = 6 `a^3`, sums 4 + 4: 26 `a^3` | `6 S^3` |
/// | `x`, `y` | `a T` | 1, products 1, sums 2: 4 | `3 S^2` |
/// | `p * h`, `V * g` | `4 a^3 h` | 26 + 4 = 30 `a^3 h` | `4 S^4` |
/// | their sums | `4 a^3 H` | 30 `a^3 H`, three sums of 4: 42 `a^3 H` | `16 S^4` |
/// | `V * x`, `p * x` | `4 a^4 T` | 26 + 16 + 4 = 46 `a^4 T` | `12 S^5` |
/// | `p * x - p * x` | `8 a^4 T` | 46 + 46 + 8 = 100 `a^4 T` | `24 S^5` |
/// | `margin` | | 42 `a^3 H` + 100 `a^4 T`, and 4 of the first or 8 of the second: 54 sizes | |
/// | the bound | | **56.5** sizes, for 54 | (53 - 4.6) / 5: **9** bits |
///
/// That edges are parallel enough are comparisons of numbers with errors, too. In the first one `F`, which is at
/// most `4 a^3 H`, is off by a bound, `p` by 26 `u a^3`, and the sum by 38 `u a^3 H`: with the products and the
/// difference 608 `u a^3` sizes, **11.5** bounds times `a^3`; in the second one all is off by 92 `u` sizes,
/// **1.75** bounds. The products of the first one may underflow in `f32`: so it has the floor of a cube more. In
/// `f64` a determinant that is not zero is at least `2^-447`, and the product of two and a length `2^-1043`.
#[derive(Debug)]
pub struct Exact;

impl Predicate for Exact {
    const NAME: &'static str = "oriented_box3_oriented_box3/exact";
    type A = OrientedBox3;
    type B = OrientedBox3;

    fn resolve(a: &OrientedBox3, b: &OrientedBox3) -> Decision {
        a.decide(b)
    }

    #[inline(always)]
    fn size<L: Lanes>(a: &[L; 15], b: &[L; 15]) -> L {
        let mut size = largest_of_abs([b[0] - a[0], b[1] - a[1], b[2] - a[2]]);
        for k in 3..15 {
            size = max_of([size, a[k].abs(), b[k].abs()]);
        }
        size
    }

    #[inline(always)]
    fn decide<L: Lanes>(a: &[L; 15], b: &[L; 15], rounding: &Rounding<L>) -> Certified<L::Mask> {
        let ((c1, g, u), (c2, h, v)) = (parts(a), parts(b));
        let t = sub(c2, c1);
        let mut axis = largest_of_abs(u[0]);
        for w in [u[1], u[2], v[0], v[1], v[2]] {
            axis = axis.max(largest_of_abs(w));
        }
        let axis = rounding.length(axis);
        let (cube, way) = (axis * axis * axis, axis * sum_of_abs(t));
        let size = cube * rounding.length(((g[0] + g[1] + g[2]) + (h[0] + h[1] + h[2])) + (way + way));
        // Where a determinant overflows, lengths may be too small for their product to do so.
        let bound = rounding.bound(56.5, size, 9).if_finite(cube * cube.splat(HEADROOM));

        let (e, f) = (edges(u), edges(v));
        let (det_u, det_v) = (dot(u[0], e[0]).abs(), dot(v[0], f[0]).abs());
        let (x, y) = ([dot(t, u[0]), dot(t, u[1]), dot(t, u[2])], [dot(t, v[0]), dot(t, v[1]), dot(t, v[2])]);
        let p = [products(u[0], f), products(u[1], f), products(u[2], f)];
        let p_abs = [abs(p[0]), abs(p[1]), abs(p[2])];
        let q = [abs(products(v[0], e)), abs(products(v[1], e)), abs(products(v[2], e))];

        let (x_abs, y_abs) = (abs(x), abs(y));
        let reach = [dot(p_abs[0], h), dot(p_abs[1], h), dot(p_abs[2], h)];
        let mut faces = axis.splat(f32::INFINITY);
        for i in 0..3 {
            faces = faces.min((det_v * g[i] + reach[i]) - det_v * x_abs[i]);
            faces = faces.min((det_u * h[i] + dot(q[i], g)) - det_u * y_abs[i]);
        }
        let (mut margin, zero) = (faces, axis.splat(0.0));
        let limit = bound.limit();
        let least = [cube * limit * axis.splat(11.5) + rounding.cube(zero), limit * axis.splat(1.75)];
        for n in 0..3 {
            let (i, j) = ((n + 1) % 3, (n + 2) % 3);
            for m in 0..3 {
                let (k, l) = ((m + 1) % 3, (m + 2) % 3);
                let of_a = p_abs[j][m] * g[i] + p_abs[i][m] * g[j];
                let of_b = q[l][n] * h[k] + q[k][n] * h[l];
                let edges = (of_a + of_b) - (p[j][m] * x[i] - p[i][m] * x[j]).abs();
                let by_reach = faces * p_abs[n][m] - p_abs[i][m].max(p_abs[j][m]) * reach[n];
                let by_way = faces - q[k][n].max(q[l][n]) * (g[n] + x_abs[n]);
                let is_parallel = by_reach.gt(least[0]) & by_way.gt(least[1]);
                margin = margin.min(L::select(is_parallel, faces, edges));
            }
        }
        let Certified { hit, miss } = Certified::at_least_zero(margin, bound);
        Certified { hit: hit & det_u.max(det_v).gt(zero), miss }
    }
}
