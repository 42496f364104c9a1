//! Triangle and triangle in space, by the edges of each through the other (Ericson). Derivation:
//! `scalar::dim3::triangle_triangle`.

use scalar::dim3::{Segment3, Triangle3, triangle_triangle};
use scalar::exact::{Decision, Exact as _};

use super::orient::{Projection, extent};
use super::segment_triangle::moller_trumbore;
use super::vector::{cross, dot, largest_of_abs, sub};
use crate::dim2::interval::{disjoint, max_of, min_of};
use crate::dim2::triangle_triangle as plane;
use crate::kernel::verdict::{Bound, Certified, Rounding};
use crate::kernel::{Predicate, Published};
use crate::lanes::{Lanes, no_nan, select};

/// The six edges, each with the other triangle; no where they are parallel.
#[derive(Debug)]
pub struct Edges;

impl Published for Edges {
    const NAME: &'static str = "triangle3_triangle3/edges";
    type A = Triangle3;
    type B = Triangle3;

    fn reference(s: &Triangle3, t: &Triangle3) -> bool {
        triangle_triangle::edges(s, t)
    }

    #[inline(always)]
    fn lanes<L: Lanes>(s: &[L; 9], t: &[L; 9]) -> L::Mask {
        let [ax, ay, az, bx, by, bz, cx, cy, cz] = *s;
        let [dx, dy, dz, ex, ey, ez, fx, fy, fz] = *t;
        no_nan([ax, ay, az, bx, by, bz, cx, cy, cz, dx, dy, dz, ex, ey, ez, fx, fy, fz])
            & (an_edge_meets(s, t) | an_edge_meets(t, s))
    }
}

/// The lanes in which an edge of `s` has a point in common with `t`.
#[inline(always)]
fn an_edge_meets<L: Lanes>(&[ax, ay, az, bx, by, bz, cx, cy, cz]: &[L; 9], t: &[L; 9]) -> L::Mask {
    let (a, b, c) = ([ax, ay, az], [bx, by, bz], [cx, cy, cz]);
    moller_trumbore::<Segment3, L>(a, sub(b, a), t)
        | moller_trumbore::<Segment3, L>(b, sub(c, b), t)
        | moller_trumbore::<Segment3, L>(c, sub(a, c), t)
}

/// The lanes in which the bounding boxes have a point in common.
#[inline(always)]
pub(crate) fn bounds_intersect<L: Lanes>(s: &[L; 9], t: &[L; 9]) -> L::Mask {
    !(disjoint([s[0], s[3], s[6]], [t[0], t[3], t[6]])
        | disjoint([s[1], s[4], s[7]], [t[1], t[4], t[7]])
        | disjoint([s[2], s[5], s[8]], [t[2], t[5], t[8]]))
}

/// The exact answer.
///
/// ```text
/// Define    with D, the first vertex of the second triangle, as the origin:
///           a0, a1, a2, the vertices of the first triangle;  e_i = a_(i+1) - a_i, its edges
///           0, u, v, the vertices of the second one;  n = u x v;  m, the normal of the first
///           x_i = u.(a_i x a_(i+1)),  y_i = v.(a_i x a_(i+1)),  p_i = n.a_i,  volume = a0.(a1 x a2)
///           X and Y, the sums of x_i and y_i;  q_i = p_(i+1) - p_i
/// Solution  a hit exactly if the projections of the two triangles intersect on
///             n             p_0, p_1, p_2                               and  0
///             m             volume                                      and  0, X, Y
///             e_i x u       x_i, x_i - X                                and  0, q_i
///             e_i x v       y_i, y_i - Y                                and  0, -q_i
///             e_i x (v - u) y_i - x_i, (y_i - x_i) - (Y - X)            and  0, -q_i
/// ```
///
/// `scalar::exact::triangle3_triangle3` derives it. It holds unless all edges are parallel to one plane. Then
/// no direction separates triangles of that plane, and all numbers are zero. `f32` leaves such lanes
/// undecided. In `f64`, where the numbers are certain to be zero, the projections of the triangles along an
/// axis decide, if one of them has an area.
///
/// # Error budget
///
/// Define `X`, `Y` and `Z` as the sums of the absolute components of `a0`, `a1`, `a2`, `u` and `v` in x, y
/// and z. The products of a determinant have one factor of each, from different vectors. No two of the ten
/// determinants are made of the same three vectors, so all products of all of them together are at most
/// `X Y Z`. The errors of `x_i` below are of its own products; each margin adds up those of three sums.
///
/// | quantity | at most | error | in `S` |
/// |---|---|---|---|
/// | `a`, `u`, `v` | `X`, `Y`, `Z` | 1 | `S` |
/// | `a_i x a_(i+1)`, `n = u x v` | its products | products 3, difference 1: 4 | `2 S^2` |
/// | `x_i`, `y_i`, `p_i`, `volume` | its products | products 4 + 1 + 1 = 6, sums 2: 8 | `6 S^3` |
/// | `sum_x`, `sum_y`, which are `u.m` and `v.m` | their products | 8 + 2 = 10 | `6 S^3` |
/// | `y_i - x_i`, which is `(v - u).(a_i x a_(i+1))` | their products | 8 + 1 = 9 | `6 S^3` |
/// | `sum_y - sum_x` | their products | 10 + 1 = 11 | `6 S^3` |
/// | `q_i`, which is `e_i.n` | their products | 8 + 1 = 9 | `6 S^3` |
/// | `high - low` | their products | 11 and 9 of different products, and 1: 12 | `12 S^3` |
/// | that and `y_i - x_i` | 2 `X Y Z` | 12 and 9 of the same products, 1 of 2: 23 `X Y Z` | |
/// | `volume - sum_x`, `max p_i`, and others | `X Y Z` | 8 and 10 of different products, and 1: 11 | |
/// | the bound of all | | **24** `X Y Z`, for 23 | (53 - 3.6) / 3: **16** bits |
/// | `a_1 - a_0`, `a_2 - a_0` | `X`, `Y`, `Z` | 1 `a_1` + 1 `a_0` + 1: 2 of their sizes together | `S` |
/// | `m`, with the largest size `s` | | products 5, difference 1: 10 `s^2`, see below | `2 S^2` |
/// | `n`, likewise | its products | products 3, difference 1: 4 | `2 S^2` |
/// | the bound of both | | **10.5** `s^2`, for 10 | (53 - 1) / 2, which is above **25** bits |
///
/// Where `f64` rounds nothing, partial sums count as what they are: `x_0 + x_1` is at most `12 S^3`.
///
/// Define `s A`, `s B` and `s C` as the sizes of `a0`, `a1` and `a2`, with `A + B + C <= 1`. The products of
/// `m` are at most `2 s^2 (A + B) (A + C) = 2 s^2 (A + B C)`, and `m` is at most `2 s^2 (A B + B C + C A)`.
/// Five of the first and one of the second are at most `s^2 (3 + 6 A + A^2)`.
#[derive(Debug)]
pub struct Exact;

impl Predicate for Exact {
    const NAME: &'static str = "triangle3_triangle3/exact";
    type A = Triangle3;
    type B = Triangle3;

    fn resolve(s: &Triangle3, t: &Triangle3) -> Decision {
        s.decide(t)
    }

    #[inline(always)]
    fn size<L: Lanes>(s: &[L; 9], t: &[L; 9]) -> L {
        let mut size = s[0].splat(0.0);
        for k in 0..3 {
            let all = [s[k], s[k + 3], s[k + 6], t[k], t[k + 3], t[k + 6]];
            size = size.max(max_of(all) - min_of(all));
        }
        size
    }

    #[inline(always)]
    fn decide<L: Lanes>(s: &[L; 9], t: &[L; 9], rounding: &Rounding<L>) -> Certified<L::Mask> {
        Determinants::new(s, t).intersect(s, t, rounding)
    }

    const HAS_QUICK_REJECT: bool = true;

    #[inline(always)]
    fn quick_reject<L: Lanes>(s: &[L; 9], t: &[L; 9]) -> L::Mask {
        bounds_intersect(s, t)
    }

    const IMPLIES_QUICK_REJECT: bool = true;
    const HAS_QUICK_ACCEPT: bool = true;

    #[inline(always)]
    fn quick_accept<L: Lanes>(s: &[L; 9], t: &[L; 9]) -> L::Mask {
        is_corner([s[0], s[1], s[2]], t) | is_corner([s[3], s[4], s[5]], t) | is_corner([s[6], s[7], s[8]], t)
    }
}

/// The determinants of two triangles, as [`Exact`] names them.
pub(crate) struct Determinants<L> {
    /// The vertices of the first triangle, from the first vertex of the second one.
    pub(crate) a: [[L; 3]; 3],
    /// The edges of the second triangle from that vertex, and its normal.
    pub(crate) u: [L; 3],
    pub(crate) v: [L; 3],
    pub(crate) n: [L; 3],
    pub(crate) p: [L; 3],
    pub(crate) x: [L; 3],
    pub(crate) y: [L; 3],
    volume: L,
}

impl<L: Lanes> Determinants<L> {
    #[inline(always)]
    pub(crate) fn new(s: &[L; 9], t: &[L; 9]) -> Self {
        let origin = [t[0], t[1], t[2]];
        let (u, v) = (sub([t[3], t[4], t[5]], origin), sub([t[6], t[7], t[8]], origin));
        let a = [
            sub([s[0], s[1], s[2]], origin),
            sub([s[3], s[4], s[5]], origin),
            sub([s[6], s[7], s[8]], origin),
        ];
        let n = cross(u, v);
        let [m0, m1, m2] = [cross(a[0], a[1]), cross(a[1], a[2]), cross(a[2], a[0])];
        Self {
            a,
            u,
            v,
            n,
            p: [dot(n, a[0]), dot(n, a[1]), dot(n, a[2])],
            x: [dot(u, m0), dot(u, m1), dot(u, m2)],
            y: [dot(v, m0), dot(v, m1), dot(v, m2)],
            volume: dot(a[0], m1),
        }
    }

    /// `X`, `Y` and `Z`.
    #[inline(always)]
    pub(crate) fn size(&self) -> [L; 3] {
        extent([self.a[0], self.a[1], self.a[2], self.u, self.v])
    }

    /// The bound of all.
    #[inline(always)]
    pub(crate) fn bound(&self, rounding: &Rounding<L>) -> Bound<L> {
        rounding.bound_of_volume(24.0, self.size(), 16)
    }

    /// The normal of the first triangle.
    #[inline(always)]
    pub(crate) fn m(&self) -> [L; 3] {
        cross(sub(self.a[1], self.a[0]), sub(self.a[2], self.a[0]))
    }

    /// Whether the triangles have a point in common.
    #[inline(always)]
    pub(crate) fn intersect(&self, s: &[L; 9], t: &[L; 9], rounding: &Rounding<L>) -> Certified<L::Mask> {
        let Self { p, x, y, volume, .. } = *self;
        let (bound, zero) = (self.bound(rounding), volume.splat(0.0));
        let (sum_x, sum_y) = (x[0] + x[1] + x[2], y[0] + y[1] + y[2]);

        let mut margin = max_of(p).min(-min_of(p));
        margin = margin.min(max_of([zero, sum_x, sum_y]) - volume).min(volume - min_of([zero, sum_x, sum_y]));
        let sum_z = sum_y - sum_x;
        for i in 0..3 {
            let q = p[(i + 1) % 3] - p[i];
            margin = margin.min(overlap(x[i], sum_x, q)).min(overlap(y[i], sum_y, -q)).min(overlap(
                y[i] - x[i],
                sum_z,
                -q,
            ));
        }
        let separated = Certified::at_least_zero(margin, bound);
        if !rounding.knows_common_ulp() {
            return separated;
        }

        let largest = max_of([max_of(p), -min_of(p), volume.abs(), sum_x.abs(), sum_y.abs()]);
        let m = self.m();
        let [m_size, n_size] = [largest_of_abs(m), largest_of_abs(self.n)];
        let projection = Projection::of_normal(select(m_size.gt(n_size), m, self.n));
        let [s, t] = [project(projection, s), project(projection, t)];
        let in_plane = plane::Exact::decide(&s, &t, rounding);
        let sides = max_of(self.size());
        let has_area = Certified::above_zero(m_size.max(n_size), rounding.bound(10.5, sides * sides, 25)).hit;
        let in_plane = Certified { hit: in_plane.hit & has_area, miss: in_plane.miss & has_area };
        Certified::select(largest.eq(zero), in_plane.where_sure(largest, bound), separated)
    }
}

/// The signed overlap of the intervals of `at`, `at - width` and of 0, `other`.
#[inline(always)]
fn overlap<L: Lanes>(at: L, width: L, other: L) -> L {
    let zero = at.splat(0.0);
    let (low, high) = ((-width).min(zero), (-width).max(zero));
    (at + (high - other.min(zero))).min((other.max(zero) - low) - at)
}

/// The projections of triangles.
#[inline(always)]
fn project<L: Lanes>(projection: Projection<L::Mask>, t: &[L; 9]) -> [L; 6] {
    let [a, b, c] = [
        projection.of([t[0], t[1], t[2]]),
        projection.of([t[3], t[4], t[5]]),
        projection.of([t[6], t[7], t[8]]),
    ];
    [a[0], a[1], b[0], b[1], c[0], c[1]]
}

/// The lanes in which the point is a corner of the triangle, by comparisons.
#[inline(always)]
pub(crate) fn is_corner<L: Lanes>(p: [L; 3], &[ax, ay, az, bx, by, bz, cx, cy, cz]: &[L; 9]) -> L::Mask {
    equal(p, [ax, ay, az]) | equal(p, [bx, by, bz]) | equal(p, [cx, cy, cz])
}

/// The lanes in which two points have the same coordinates.
#[inline(always)]
pub(crate) fn equal<L: Lanes>(p: [L; 3], q: [L; 3]) -> L::Mask {
    p[0].eq(q[0]) & p[1].eq(q[1]) & p[2].eq(q[2])
}
