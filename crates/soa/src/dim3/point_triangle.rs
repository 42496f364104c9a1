//! Point and triangle in space: the closest point of the triangle (s3). Derivation: `scalar::dim3::point_triangle`.

use scalar::dim3::point_triangle::{self, FLAT, FLAT_CROSS};
use scalar::dim3::{Point3, Triangle3};

use super::vector::{cross, dot, sub};
use crate::kernel::Measure;
use crate::lanes::{Lanes, no_nan, select};

/// The closest point by cross products.
#[derive(Debug)]
pub struct ClosestPointCross;

impl Measure for ClosestPointCross {
    const NAME: &'static str = "point_triangle3/closest_point_cross";
    type A = Point3;
    type B = Triangle3;
    type Out = Point3;

    fn twin(p: &Point3, triangle: &Triangle3) -> Point3 {
        point_triangle::closest_point_cross(*p, triangle)
    }

    #[inline(always)]
    fn lanes<L: Lanes>(&p: &[L; 3], triangle: &[L; 9]) -> [L; 3] {
        let Named { a, b, c, abab, acac } = longest_last(triangle);
        let (ap, bp, cp) = (sub(p, a), sub(p, b), sub(p, c));
        let edges = [Edge::new((a, ap), (b, bp)), Edge::new((a, ap), (c, cp)), Edge::new((b, bp), (c, cp))];
        let [ab, ac, bc] = &edges;

        let n = cross(ab.e, ac.e);
        let nn = dot(n, n);
        let w = dot(n, cross(ab.e, ap));
        let v = dot(n, cross(ap, ac.e));
        let u = dot(n, cross(bc.e, bp));
        let flat = nn.le(p[0].splat(FLAT_CROSS) * (abab * acac));
        let (inside, edge) = nearest_edge(&edges, [u, v, w], flat);

        let k = dot(n, ap) / nn;
        let foot = [p[0] - n[0] * k, p[1] - n[1] * k, p[2] - n[2] * k];
        let Edge { x, e, t, .. } = edge;
        let on_edge = edge.clamped([x[0] + e[0] * t, x[1] + e[1] * t, x[2] + e[2] * t]);
        let nan = k.splat(f32::NAN);
        select(are_numbers(&edges, [u, v, w]), select(inside, foot, on_edge), [nan; 3])
    }
}

/// The closest point by Lagrange's identity: dot products only.
#[derive(Debug)]
pub struct ClosestPoint;

impl Measure for ClosestPoint {
    const NAME: &'static str = "point_triangle3/closest_point";
    type A = Point3;
    type B = Triangle3;
    type Out = Point3;

    fn twin(p: &Point3, triangle: &Triangle3) -> Point3 {
        point_triangle::closest_point(*p, triangle)
    }

    #[inline(always)]
    fn lanes<L: Lanes>(&p: &[L; 3], triangle: &[L; 9]) -> [L; 3] {
        by_lagrange(p, triangle)
    }
}

/// [`ClosestPoint`] for other kernels.
#[inline(always)]
pub(crate) fn by_lagrange<L: Lanes>(p: [L; 3], triangle: &[L; 9]) -> [L; 3] {
    let Named { a, b, c, abab, acac } = longest_last(triangle);
    let (ap, bp, cp) = (sub(p, a), sub(p, b), sub(p, c));
    let edges = [Edge::new((a, ap), (b, bp)), Edge::new((a, ap), (c, cp)), Edge::new((b, bp), (c, cp))];
    let [ab, ac, _] = &edges;

    let abac = dot(ab.e, ac.e);
    let nn = abab * acac - abac * abac;
    let w = abab * ac.at_x - abac * ab.at_x;
    let v = acac * ab.at_x - abac * ac.at_x;
    let u = nn - v - w;
    let flat = nn.le(nn.splat(FLAT) * (abab * acac));
    let (inside, edge) = nearest_edge(&edges, [u, v, w], flat);

    // A + t AB on the border, A + (v AB + w AC) inside: the same but for one term.
    let (t, s) = (L::select(inside, v / nn, edge.t), w / nn);
    let (Edge { x, e, .. }, f) = (edge, ac.e);
    let along = [e[0] * t, e[1] * t, e[2] * t];
    let across = [along[0] + f[0] * s, along[1] + f[1] * s, along[2] + f[2] * s];
    let way = select(inside, across, along);
    let point = [x[0] + way[0], x[1] + way[1], x[2] + way[2]];
    let nan = t.splat(f32::NAN);
    select(are_numbers(&edges, [u, v, w]), select(inside, point, edge.clamped(point)), [nan; 3])
}

/// An edge from `x` to `y` along `e`, with the two products that place `P` along it.
#[derive(Clone, Copy)]
struct Edge<L> {
    x: [L; 3],
    y: [L; 3],
    e: [L; 3],
    at_x: L,
    at_y: L,
    /// Where the foot lies on the line, 0 at `x` and 1 at `y`.
    t: L,
}

impl<L: Lanes> Edge<L> {
    #[inline(always)]
    fn new((x, xp): ([L; 3], [L; 3]), (y, yp): ([L; 3], [L; 3])) -> Self {
        let e = sub(y, x);
        let (at_x, at_y) = (dot(e, xp), dot(e, yp));
        Self { x, y, e, at_x, at_y, t: at_x / (at_x - at_y) }
    }

    /// Whether `P` lies beyond the edge, which `side` tells by its sign, and its foot on the line between the ends.
    #[inline(always)]
    fn has_foot_beyond(&self, side: L) -> L::Mask {
        self.at_y.max(side).max(-self.at_x).lt(side.splat(0.0))
    }

    /// The edge's closest point, from the foot on its line.
    #[inline(always)]
    fn clamped(&self, foot: [L; 3]) -> [L; 3] {
        let zero = self.at_x.splat(0.0);
        select(self.at_x.le(zero), self.x, select(self.at_y.ge(zero), self.y, foot))
    }

    #[inline(always)]
    fn select(mask: L::Mask, yes: Self, no: Self) -> Self {
        Self {
            x: select(mask, yes.x, no.x),
            y: select(mask, yes.y, no.y),
            e: select(mask, yes.e, no.e),
            at_x: L::select(mask, yes.at_x, no.at_x),
            at_y: L::select(mask, yes.at_y, no.at_y),
            t: L::select(mask, yes.t, no.t),
        }
    }
}

/// A triangle with its vertices named anew, and two squared lengths.
struct Named<L> {
    a: [L; 3],
    b: [L; 3],
    c: [L; 3],
    abab: L,
    acac: L,
}

/// The vertices named anew: `BC` is the longest edge.
#[inline(always)]
fn longest_last<L: Lanes>(&[ax, ay, az, bx, by, bz, cx, cy, cz]: &[L; 9]) -> Named<L> {
    let (a, b, c) = ([ax, ay, az], [bx, by, bz], [cx, cy, cz]);
    let (ab, bc, ca) = (sub(b, a), sub(c, b), sub(a, c));
    let (ab, bc, ca) = (dot(ab, ab), dot(bc, bc), dot(ca, ca));
    let bc_longest = bc.ge(ab) & bc.ge(ca);
    let ca_longest = ca.ge(ab);
    Named {
        a: select(bc_longest, a, select(ca_longest, b, c)),
        b: select(bc_longest, b, select(ca_longest, c, a)),
        c: select(bc_longest, c, select(ca_longest, a, b)),
        abab: L::select(bc_longest, ab, L::select(ca_longest, bc, ca)),
        acac: L::select(bc_longest, ca, L::select(ca_longest, ab, bc)),
    }
}

/// Whether the closest point is the foot on the plane, and else the edge that it lies on; `AB` if it is the foot. The
/// regions are those of the scalar's branches, from the last to the first.
///
/// Several conditions are one comparison of a smallest or largest number, and the choice is a number that each region
/// overwrites: AVX-512 has few units for masks. A NaN may end anywhere here; the caller refuses it.
#[inline(always)]
fn nearest_edge<L: Lanes>(
    &[ab, ac, bc]: &[Edge<L>; 3],
    [u, v, w]: [L; 3],
    flat: L::Mask,
) -> (L::Mask, Edge<L>) {
    let zero = u.splat(0.0);
    let (is_inside, is_ab, is_ac, is_bc) = (zero, u.splat(1.0), u.splat(2.0), u.splat(3.0));

    // Where rounding denies all regions. Beyond both AB and CA, the edge that does not end in A decides.
    let rather_ab = w.max(-ab.at_x).lt(zero);
    let mut choice = L::select(u.lt(zero), is_bc, is_inside);
    choice = L::select(w.lt(zero), is_ab, choice);
    choice = L::select(v.lt(zero), L::select(rather_ab, is_ab, is_ac), choice);

    choice = L::select(flat, is_bc, choice);
    choice = L::select(bc.has_foot_beyond(u), is_bc, choice);
    choice = L::select(ac.has_foot_beyond(v), is_ac, choice);
    choice = L::select(ab.has_foot_beyond(w), is_ab, choice);

    let behind_b = ab.at_y.min(-bc.at_x);
    let behind_c = ac.at_y.min(bc.at_y);
    choice = L::select(behind_b.max(behind_c).ge(zero), is_bc, choice);
    choice = L::select(ab.at_x.max(ac.at_x).le(zero), is_ab, choice);
    (choice.eq(is_inside), Edge::select(choice.eq(is_bc), bc, Edge::select(choice.eq(is_ac), ac, ab)))
}

/// The lanes in which every number that the choice rests on is one.
#[inline(always)]
fn are_numbers<L: Lanes>([ab, ac, bc]: &[Edge<L>; 3], [u, v, w]: [L; 3]) -> L::Mask {
    no_nan([u, v, w, ab.at_x, ab.at_y, ac.at_x, ac.at_y, bc.at_x, bc.at_y])
}
