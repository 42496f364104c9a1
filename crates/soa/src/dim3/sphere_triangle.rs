//! Sphere and triangle by the squared distance of the center to the closest point (DX tutorial). Derivation:
//! `scalar::dim3::sphere_triangle`.

use scalar::dim3::{Sphere, Triangle3, sphere_triangle};
use scalar::exact::{Decision, Exact as _};

use super::point_triangle;
use super::vector::{cross, dot, sub};
use crate::dim2::interval::max_of;
use crate::dim2::point_segment::margin_at_foot;
use crate::kernel::verdict::{Bound, Certified, Rounding};
use crate::kernel::{Predicate, Published};
use crate::lanes::{Lanes, no_nan};

/// The squared distance of the center to the triangle against the squared radius.
#[derive(Debug)]
pub struct SquaredDistance;

impl Published for SquaredDistance {
    const NAME: &'static str = "sphere_triangle3/squared_distance";
    type A = Sphere;
    type B = Triangle3;

    fn reference(sphere: &Sphere, triangle: &Triangle3) -> bool {
        sphere_triangle::squared_distance(sphere, triangle)
    }

    #[inline(always)]
    fn lanes<L: Lanes>(&[tx, ty, tz, r]: &[L; 4], triangle: &[L; 9]) -> L::Mask {
        let t = [tx, ty, tz];
        let qt = sub(t, point_triangle::by_lagrange(t, triangle));
        let [ax, ay, az, bx, by, bz, cx, cy, cz] = *triangle;
        dot(qt, qt).le(r * r) & no_nan([tx, ty, tz, r, ax, ay, az, bx, by, bz, cx, cy, cz])
    }
}

/// The exact answer.
///
/// ```text
/// Define    T, the center;  rr, the squared radius;  AT, BT, CT, from the vertices to T
///           AB, BC, CA, the edges;  n = AB x AC, the normal
///           u, v, w, the barycentric coordinates of the foot of T on the plane, times n.n
/// Solution  a hit exactly if
///                      vertex   rr - |AT|^2 >= 0, or the same with B or C,
///             or       foot     the foot Q of T on an edge lies between its ends, and rr - |QT|^2 >= 0,
///             or       face     u, v, w >= 0 and n.n > 0, and  rr n.n - (n.AT)^2 >= 0
/// ```
///
/// `scalar::dim3::point_triangle` derives `u`, `v` and `w` from dot products. A triangle of zero area has no
/// face.
///
/// # Error budget
///
/// Define `a`, `b` and `c` as the lengths of `AT`, `BT` and `CT`, `e` and `f` as those of `AB` and `CA`, and
/// `W = a^2 + b^2 + c^2 + rr`. As `e <= a + b` and `f <= a + c`:
///
/// - `e^2 <= 2 W`, and `F` of `margin_at_foot` is at most `1.46 W^2`;
/// - `e^2 f^2 <= 2.25 W^2` and `e f^2 a <= 1.65 W^2`.
///
/// | quantity | at most | error | in `S` |
/// |---|---|---|---|
/// | `at`, `ab` | | 1 | `S`, `2 S` |
/// | `atat = dot(at, at)`, any dot product | `W` | products 3, sums 2: 5 | `3 S^2` |
/// | `rr = reach * reach` | `W` | 1; 3 if `reach` is a sum of two radii | `S^2` |
/// | `margin_a = rr - atat` | | 5 `atat` + `rr` + 1: 6 `a^2` or 4 `a^2` + 2 `rr`; + 2 `rr` | `3 S^2` |
/// | the largest of the three | | `W` is at least 3 `a^2` + `rr`: 2 `W`; 4 `W` | |
/// | `vertices`: the bound | | **2.25** `W`, for 2; **4.25** for 4 | (53 - 1.6) / 2: **25** bits |
/// | `margin_at_foot` | `1.46 W^2` | 5 + 5 + 2 x 5 + 4 = 24 `F`: 35 `W^2` | `36 S^4` |
/// | `edges`: the bound | | **37** `W^2`, for 35 | (53 - 5.2) / 4: **11** bits |
/// | `nn`, with `k = AB.CA` | `2.25 W^2` | 11 `e^2 f^2` + 10 `k e f` + `k^2`, and 1: 23 of `e^2 f^2`, 52 `W^2` | `144 S^4` |
/// | `v`, `w_at_c` | `1.65 W^2` | products 11 each, difference 1: 23 of `1.65 W^2`, 38 `W^2` | `72 S^4` |
/// | `nn - v` | `3.9 W^2` | 52 + 38 + 4 = 94 `W^2` | `216 S^4` |
/// | `u = nn - v - w_at_c` | `1.65 W^2` | 94 + 38 + 2 = 134 `W^2` | `288 S^4` |
/// | `bound4` | | **140** `W^2`, for 134 | (53 - 8.2) / 4: **11** bits |
/// | `cross(ca, ab)` | | products 3, difference 1: 4 of the products | `8 S^2` |
/// | `height`, that and `at` | | 4 + 1 + 1, sums 2: 8 of the products, | `24 S^3` |
/// | | | which are at most `sqrt(2) e f a`: 11.4 `e f a` | |
/// | `height * height` | | 22.8 `height e f a`, and 1 | `576 S^6` |
/// | `rr * nn` | | `rr` times that of `nn`, 3 and 1 | `144 S^6` |
/// | their difference | | both, and 1 of the larger one: at most 7.4 `W^3`, at any angles | |
/// | `face`: the bound | | **9.75** `W^3`, for 7.4 and 2 of underflow | (53 - 9.2) / 6: **7** bits |
#[derive(Debug)]
pub struct Exact;

impl Predicate for Exact {
    const NAME: &'static str = "sphere_triangle3/exact";
    type A = Sphere;
    type B = Triangle3;

    fn resolve(sphere: &Sphere, triangle: &Triangle3) -> Decision {
        sphere.decide(triangle)
    }

    #[inline(always)]
    fn size<L: Lanes>(&[tx, ty, tz, r]: &[L; 4], &[ax, ay, az, bx, by, bz, cx, cy, cz]: &[L; 9]) -> L {
        let x = max_of([(tx - ax).abs(), (tx - bx).abs(), (tx - cx).abs()]);
        let y = max_of([(ty - ay).abs(), (ty - by).abs(), (ty - cy).abs()]);
        let z = max_of([(tz - az).abs(), (tz - bz).abs(), (tz - cz).abs()]);
        max_of([x, y, z, r])
    }

    #[inline(always)]
    fn decide<L: Lanes>(
        &[tx, ty, tz, r]: &[L; 4],
        triangle: &[L; 9],
        rounding: &Rounding<L>,
    ) -> Certified<L::Mask> {
        is_near([tx, ty, tz], triangle, r, 2.25, rounding)
    }
}

/// Whether a point is within `reach` of the triangle, which may be a sum of two radii: the budget of
/// [`Exact`]. `vertex_units` are those of the bound of `vertices`.
#[inline(always)]
pub(super) fn is_near<L: Lanes>(
    t: [L; 3],
    &[ax, ay, az, bx, by, bz, cx, cy, cz]: &[L; 9],
    reach: L,
    vertex_units: f32,
    rounding: &Rounding<L>,
) -> Certified<L::Mask> {
    let (a, b, c) = ([ax, ay, az], [bx, by, bz], [cx, cy, cz]);
    let (at, bt, ct) = (sub(t, a), sub(t, b), sub(t, c));
    let (ab, bc, ca) = (sub(b, a), sub(c, b), sub(a, c));
    let (rr, atat, btbt, ctct) = (reach * reach, dot(at, at), dot(bt, bt), dot(ct, ct));
    let w = rounding.square((atat + btbt) + (ctct + rr));
    let ww = w * w;

    let (margin_a, margin_b, margin_c) = (rr - atat, rr - btbt, rr - ctct);
    let vertices =
        Certified::at_least_zero(max_of([margin_a, margin_b, margin_c]), rounding.bound(vertex_units, w, 25));
    let (abab, caca, ab_at, ca_ct) = (dot(ab, ab), dot(ca, ca), dot(ab, at), dot(ca, ct));
    let feet = max_of([
        margin_at_foot(ab_at, abab, margin_a),
        margin_at_foot(dot(bc, bt), dot(bc, bc), margin_b),
        margin_at_foot(ca_ct, caca, margin_c),
    ]);
    let edges = Certified::at_least_zero(feet, rounding.bound(37.0, ww, 11));

    let bounds = [rounding.bound(140.0, ww, 11), rounding.bound(9.75, rounding.cube(w), 7)];
    let face = Face::new(&[ab, bc, ca], bounds);
    vertices | edges | face.is_near([ab_at, dot(ca, at), dot(face.n, at)], rr)
}

/// The least of the barycentric coordinates of the foot of a point on the plane of a triangle, times `n.n`:
/// from the dot products `AB.AB`, `AB.CA` and `CA.CA`, and those of `AB` and `CA` with the vector from `A` to
/// the point.
#[inline(always)]
pub(super) fn foot_on_face<L: Lanes>([abab, abca, caca]: [L; 3], nn: L, [ab_at, ca_at]: [L; 2]) -> L {
    let v = caca * ab_at - abca * ca_at;
    let w = abca * ab_at - abab * ca_at;
    let u = nn - v - w;
    u.min(v).min(w)
}

/// The face of a triangle.
pub(super) struct Face<L: Lanes> {
    pub(super) ab: [L; 3],
    pub(super) ca: [L; 3],
    /// The dot products `AB.AB`, `AB.CA` and `CA.CA`.
    squares: [L; 3],
    /// The normal, and its square.
    pub(super) n: [L; 3],
    nn: L,
    bound_inside: Bound<L>,
    bound: Bound<L>,
}

impl<L: Lanes> Face<L> {
    /// Of a triangle with these edges, and with the bounds of whether a foot is inside and is near.
    #[inline(always)]
    pub(super) fn new(&[ab, _, ca]: &[[L; 3]; 3], [bound_inside, bound]: [Bound<L>; 2]) -> Self {
        let squares = [dot(ab, ab), dot(ab, ca), dot(ca, ca)];
        let nn = squares[0] * squares[2] - squares[1] * squares[1];
        Self { ab, ca, squares, n: cross(ca, ab), nn, bound_inside, bound }
    }

    /// Whether the foot of a point lies on the face, within the radius: from the dot products of the way from
    /// `A` to the point with `AB`, `CA` and the normal.
    #[inline(always)]
    pub(super) fn is_near(&self, [ab_at, ca_at, height]: [L; 3], rr: L) -> Certified<L::Mask> {
        let inside = foot_on_face(self.squares, self.nn, [ab_at, ca_at]);
        Certified::at_least_zero(inside, self.bound_inside)
            & Certified::above_zero(self.nn, self.bound_inside)
            & Certified::at_least_zero(rr * self.nn - height * height, self.bound)
    }
}
