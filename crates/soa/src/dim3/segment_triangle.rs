//! Segment, ray or line and a triangle in space (Möller and Trumbore). Derivation:
//! `scalar::dim3::segment_triangle`.

use core::marker::PhantomData;

use scalar::LinearComponent;
use scalar::dim3::{ClipPoint3, Line3, Ray3, Segment3, Triangle3, segment_triangle};
use scalar::exact::{Decision, Exact as _};

use super::orient::{Projection, extent};
use super::triangle_triangle::is_corner;
use super::vector::{cross, dot, sub};
use crate::data::columns::Columns;
use crate::data::hits::Hits;
use crate::dim2::interval::{max_of, min_of, signed_overlap};
use crate::dim2::segment_oriented_box::{KernelNames, kernel_names};
use crate::dim2::vector::cross as cross2;
use crate::kernel::verdict::{Bound, Certified, Rounding};
use crate::kernel::{Measure, Predicate, Published};
use crate::lanes::{Lanes, select};

kernel_names! {
    Segment3, Triangle3, "segment3_triangle3", "moller_trumbore", "clip" => Clip;
    Ray3, Triangle3, "ray3_triangle3", "moller_trumbore", "clip" => Clip;
    Line3, Triangle3, "line3_triangle3", "moller_trumbore", "clip" => Clip;
}

/// The three equations by Cramer's rule, for a segment, ray or line `R`; no where they are parallel.
#[derive(Debug)]
pub struct MollerTrumbore<R>(PhantomData<R>);

impl<R: LinearComponent<3> + KernelNames<Triangle3>> Published for MollerTrumbore<R> {
    const NAME: &'static str = R::PUBLISHED;
    type A = R;
    type B = Triangle3;

    fn reference(path: &R, triangle: &Triangle3) -> bool {
        segment_triangle::moller_trumbore(path, triangle)
    }

    #[inline(always)]
    fn lanes<L: Lanes>(path: &R::Of<L>, triangle: &[L; 9]) -> L::Mask {
        let path = path.as_ref();
        moller_trumbore::<R, L>([path[0], path[1], path[2]], [path[3], path[4], path[5]], triangle)
    }
}

/// The lanes in which the path from `o` along `d` hits.
#[inline(always)]
pub(crate) fn moller_trumbore<R: LinearComponent<3>, L: Lanes>(
    o: [L; 3],
    d: [L; 3],
    triangle: &[L; 9],
) -> L::Mask {
    meet::<R, L>(&determinants(o, d, triangle))
}

/// The parameter and the weights of the point in which a segment, ray or line `R` meets the triangle; all NaN
/// without one.
#[derive(Debug)]
pub struct Clip<R>(PhantomData<R>);

impl<R: LinearComponent<3> + KernelNames<Triangle3>> Measure for Clip<R> {
    const NAME: &'static str = R::CLIP;
    type A = R;
    type B = Triangle3;
    type Out = ClipPoint3;

    fn reference(path: &R, triangle: &Triangle3) -> ClipPoint3 {
        let none = ClipPoint3 { t: f32::NAN, u: f32::NAN, v: f32::NAN };
        segment_triangle::clip(path, triangle).unwrap_or(none)
    }

    #[inline(always)]
    fn lanes<L: Lanes>(path: &R::Of<L>, triangle: &[L; 9]) -> [L; 3] {
        let path = path.as_ref();
        let determinants = determinants([path[0], path[1], path[2]], [path[3], path[4], path[5]], triangle);
        let [det, along, u, v] = determinants;
        let (t, infinity) = (along / det, det.splat(f32::INFINITY));
        let hit = meet::<R, L>(&determinants) & det.lt(infinity) & t.abs().lt(infinity);
        select(hit, [t, u / det, v / det], [det.splat(f32::NAN); 3])
    }
}

/// `|det|`, and `t det`, `u det` and `v det` with the sign of `det`. A NaN in any coordinate reaches `u`, `v`
/// or `det`, which [`meet`] compares.
#[inline(always)]
fn determinants<L: Lanes>(o: [L; 3], d: [L; 3], &[ax, ay, az, bx, by, bz, cx, cy, cz]: &[L; 9]) -> [L; 4] {
    let a = [ax, ay, az];
    let (e1, e2, t) = (sub([bx, by, bz], a), sub([cx, cy, cz], a), sub(o, a));
    let (p, q) = (cross(d, e2), cross(t, e1));
    let det = dot(e1, p);
    [det.abs(), dot(e2, q).flip_sign(det), dot(t, p).flip_sign(det), dot(d, q).flip_sign(det)]
}

/// The lanes in which all determinants are within their ranges.
#[inline(always)]
fn meet<R: LinearComponent<3>, L: Lanes>(&[det, along, u, v]: &[L; 4]) -> L::Mask {
    let zero = det.splat(0.0);
    let mut hit = !det.eq(zero) & zero.le(u) & zero.le(v) & (u + v).le(det);
    if R::START == 0.0 {
        hit = hit & zero.le(along);
    }
    if R::END == 1.0 {
        hit = hit & along.le(det);
    }
    hit
}

impl Columns<ClipPoint3> {
    /// The rows that have a common point, as of boxes ([`Columns<Clip3>::hits`](crate::Clips3::hits)).
    pub fn hits(&self) -> Hits {
        let [t, ..] = self.as_view().columns();
        Hits::from_bools(t.iter().map(|t| !t.is_nan()))
    }
}

/// The exact answer, for a segment, ray or line `R`.
///
/// ```text
/// Define    a, b, c, from the start of the path to the vertices;  d, the direction
///           ab = d.(a x b),  bc = d.(b x c),  ca = d.(c x a)
///           height = a.(b x c),  rest = (ab + bc + ca) - height
/// Solution  a hit exactly if
///             line     ab, bc, ca >= 0, or all <= 0
///             ray      the same with height
///             segment  the same with height and rest
/// ```
///
/// `scalar::exact::segment3_triangle3` derives it. It holds unless `ab`, `bc` and `ca` are all zero, as they
/// are in one plane. `f32` leaves such lanes undecided. In `f64`, where the three are certain to be zero and
/// the height is, the projections along an axis decide (`in_plane`).
///
/// # Error budget
///
/// Define `X`, `Y` and `Z` as the sums of the absolute components of `a`, `b`, `c` and `d` in x, y and z. The
/// products of a determinant have one factor of each, from different vectors. No two of the determinants are
/// made of the same three vectors, so all products of all of them together are at most `X Y Z`.
///
/// | quantity | at most | error | in `S` |
/// |---|---|---|---|
/// | `a`, `b`, `c`; `d` is a column | `X`, `Y`, `Z` | 1; 0 | `S` |
/// | `cross(d, a)` | its products | products 2, difference 1: 3 | `2 S^2` |
/// | `cross(b, c)` | its products | products 3, difference 1: 4 | `2 S^2` |
/// | `ab = dot(b, cross(d, a))`, `ca` | its products | products 3 + 1 + 1 = 5, sums 2: 7 | `6 S^3` |
/// | `bc = dot(d, cross(b, c))` | its products | products 4 + 1 = 5, sums 2: 7 | `6 S^3` |
/// | `height = dot(a, cross(b, c))` | its products | products 4 + 1 + 1 = 6, sums 2: 8 | `6 S^3` |
/// | `ab + ca + bc` | their products | 7 + 2 = 9 | `18 S^3` |
/// | `rest`, that less `height` | `X Y Z` | 9 and 8 of different products, and 1: 10 `X Y Z` | |
/// | the bound of a segment | | **10.5** `X Y Z`, for 10 | (53 - 4.2) / 3: **16** bits |
/// | that of a ray; of a line | | 8 or 7 of `X Y Z / 2`: **4.25**, for 4; **3.75**, for 3.5 | **16** bits |
/// | that of a height that is zero | | **8.5** `X Y Z`, for 8 | **16** bits |
///
/// The margin of a ray or line is one of the determinants, and another one is as large without its sign, or
/// they would not be on both sides of it. Of its six products let those of one sign sum up to `P` and those of
/// the other one to `p <= P`. Then the other determinant has products of `P - p` or more, and what is left of
/// `X Y Z`, products with two factors of one vector, is at least `2 p`: for any two products of different sign
/// there are two of these with the same product, so with a sum of twice the geometric mean. So `P + p` is at
/// most half of `X Y Z`.
#[derive(Debug)]
pub struct Exact<R>(PhantomData<R>);

impl<R: LinearComponent<3> + KernelNames<Triangle3>> Predicate for Exact<R> {
    const NAME: &'static str = R::EXACT;
    type A = R;
    type B = Triangle3;

    fn resolve(path: &R, triangle: &Triangle3) -> Decision {
        path.decide(triangle)
    }

    #[inline(always)]
    fn size<L: Lanes>(path: &R::Of<L>, &[ax, ay, az, bx, by, bz, cx, cy, cz]: &[L; 9]) -> L {
        let path = path.as_ref();
        let start = [path[0], path[1], path[2]];
        let [a, b, c] = [sub([ax, ay, az], start), sub([bx, by, bz], start), sub([cx, cy, cz], start)];
        let mut size = max_of([path[3].abs(), path[4].abs(), path[5].abs()]);
        for k in 0..3 {
            size = max_of([size, a[k].abs(), b[k].abs(), c[k].abs()]);
        }
        size
    }

    #[inline(always)]
    fn decide<L: Lanes>(
        path: &R::Of<L>,
        &[ax, ay, az, bx, by, bz, cx, cy, cz]: &[L; 9],
        rounding: &Rounding<L>,
    ) -> Certified<L::Mask> {
        let path = path.as_ref();
        let (start, d) = ([path[0], path[1], path[2]], [path[3], path[4], path[5]]);
        let (a, b, c) = (sub([ax, ay, az], start), sub([bx, by, bz], start), sub([cx, cy, cz], start));
        let extent = extent([a, b, c, d]);
        let bound = rounding.bound_of_volume(units::<R>(), extent, 16);

        let ([ab, bc, ca], height) = volumes([a, b, c], d);
        let margin = margin([ab, bc, ca], height, R::START == 0.0, R::END == 1.0);
        let across = Certified::at_least_zero(margin, bound);
        if !rounding.knows_common_ulp() {
            return across;
        }

        let zero = ab.splat(0.0);
        let edges = max_of([ab, bc, ca]).max(-min_of([ab, bc, ca]));
        let (u, v) = (sub([bx, by, bz], [ax, ay, az]), sub([cx, cy, cz], [ax, ay, az]));
        let projection = Projection::of_normal(cross(u, v));
        let from_a = projection.of(sub(start, [ax, ay, az]));
        let (d, u, v) = (projection.of(d), projection.of(u), projection.of(v));
        let in_plane = Certified::at_least_zero(-height.abs(), rounding.bound_of_volume(8.5, extent, 16))
            & in_plane::<R, L>(from_a, d, u, v, rounding);
        Certified::select(edges.eq(zero), in_plane.where_sure(edges, bound), across)
    }

    const HAS_QUICK_ACCEPT: bool = true;

    #[inline(always)]
    fn quick_accept<L: Lanes>(path: &R::Of<L>, triangle: &[L; 9]) -> L::Mask {
        let path = path.as_ref();
        is_corner([path[0], path[1], path[2]], triangle)
    }
}

/// The units of the bound of [`Exact`].
#[inline(always)]
const fn units<R: LinearComponent<3>>() -> f32 {
    match (R::START == 0.0, R::END == 1.0) {
        (_, true) => 10.5,
        (true, false) => 4.25,
        (false, false) => 3.75,
    }
}

/// The determinants `ab`, `bc` and `ca`, and `height`: the budget of [`Exact`].
#[inline(always)]
pub(crate) fn volumes<L: Lanes>([a, b, c]: [[L; 3]; 3], d: [L; 3]) -> ([L; 3], L) {
    let (d_x_a, b_x_c) = (cross(d, a), cross(b, c));
    ([dot(b, d_x_a), dot(d, b_x_c), -dot(c, d_x_a)], dot(a, b_x_c))
}

/// A number that is not below zero exactly if these hit, of paths that begin at their start or do not, and
/// that end at their end or do not: [`Exact`] derives it.
#[inline(always)]
pub(crate) fn margin<L: Lanes>([ab, bc, ca]: [L; 3], height: L, begins: bool, ends: bool) -> L {
    let (mut low, mut high) = (min_of([ab, bc, ca]), max_of([ab, bc, ca]));
    if begins {
        (low, high) = (low.min(height), high.max(height));
    }
    if ends {
        let rest = (ab + ca + bc) - height;
        (low, high) = (low.min(rest), high.max(rest));
    }
    low.max(-high)
}

/// A path and a triangle of one plane, projected: from the vertex `A` to the start, the direction, `AB` and
/// `AC`. Undecided if the area may be zero: then the projection may not be one to one.
///
/// ```text
/// Define    area = v x u
///           the edge functions of the start p, with the sign of the area so that they are positive on the
///           inner side:  ab = p x u,  ca = v x p,  bc = |area| - (ab + ca);  and their rates along d:
///           d x u,  v x d,  minus their sum
/// Solution  a hit exactly if
///             each edge function is >= 0 somewhere on the path:  segment  at the start or at the end
///                                                                ray      at the start, or its rate is > 0
///                                                                line     at the start, or its rate is not 0
///             and 0 lies between p x d, p x d + d x u and p x d + d x v, where the vertices are across d
/// ```
///
/// # Error budget
///
/// Define `X` and `Y` as the sums of the absolute components of `p`, `d`, `u` and `v`. So the absolute
/// products of all cross products together are at most `X Y`.
///
/// | quantity | at most | error | in `S` |
/// |---|---|---|---|
/// | `p`, `u`, `v`; `d` is a column | `X`, `Y` | 1; 0 | `S`; `u` and `v` `2 S` |
/// | `ab`, `ca`, `area` | their products | products 3, difference 1: 4 | `4 S^2`; `area` `8 S^2` |
/// | `bc`, of which `ab + ca` | `X Y` | 4 and 4 of different products, and 2: 6 | `8 S^2` |
/// | `ab_rate`, `ca_rate`, `line` | their products | products 2, difference 1: 3 | `4 S^2` |
/// | `bc_rate` | their products | 3 + 1 = 4 | `8 S^2` |
/// | `bc + bc_rate` | `X Y` | 6 and 4 of different products, and 1: 7 `X Y` | |
/// | `line + cross(d, u)` | `X Y` | 3 + 1 = 4 `X Y` | `8 S^2` |
/// | the bound of all | | **7.5** `X Y`, for 7 | (53 - 3) / 2: **25** bits |
///
/// `S` is that of the start: no vertex is farther from it, and two vertices are at most `2 S` apart. `bc` is
/// a cross product of two of them, at most `2 S^2`.
#[inline(always)]
fn in_plane<R: LinearComponent<3>, L: Lanes>(
    p: [L; 2],
    d: [L; 2],
    u: [L; 2],
    v: [L; 2],
    rounding: &Rounding<L>,
) -> Certified<L::Mask> {
    let zero = p[0].splat(0.0);
    let x = rounding.length(p[0].abs() + d[0].abs() + (u[0].abs() + v[0].abs()));
    let y = rounding.length(p[1].abs() + d[1].abs() + (u[1].abs() + v[1].abs()));
    let bound = rounding.bound(7.5, x * y, 25);

    let area = cross2(v, u);
    let (ab, ca) = (cross2(p, u).flip_sign(area), cross2(v, p).flip_sign(area));
    let (ab_rate, ca_rate) = (cross2(d, u).flip_sign(area), cross2(v, d).flip_sign(area));
    let bc = area.abs() - (ab + ca);
    let bc_rate = -(ab_rate + ca_rate);
    let line = cross2(p, d);
    let across = signed_overlap([zero], [line, line + cross2(d, u), line + cross2(d, v)]);
    let answer = reaches::<R, L>(ab, ab_rate, bound)
        & reaches::<R, L>(ca, ca_rate, bound)
        & reaches::<R, L>(bc, bc_rate, bound)
        & Certified::at_least_zero(across, bound);
    let has_area = Certified::above_zero(area.abs(), bound).hit;
    Certified { hit: answer.hit & has_area, miss: answer.miss & has_area }
}

/// Whether `number + t rate >= 0` for some parameter `t` of the path.
#[inline(always)]
fn reaches<R: LinearComponent<3>, L: Lanes>(number: L, rate: L, bound: Bound<L>) -> Certified<L::Mask> {
    if R::END == 1.0 {
        return Certified::at_least_zero(number.max(number + rate), bound);
    }
    let rate = if R::START == 0.0 { rate } else { rate.abs() };
    Certified::at_least_zero(number, bound) | Certified::above_zero(rate, bound)
}
