//! Point and triangle in space: the closest point of the triangle (s3). Derivation: `scalar::dim3::point_triangle`.

use scalar::dim3::point_triangle::{self, FLAT, FLAT_CROSS};
use scalar::dim3::{Point3, Triangle3};

use super::vector::{cross, dot, sub};
use crate::kernel::Measure;
use crate::lanes::{Lanes, select};

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
        let [a, b, c] = longest_last(triangle);
        let (ap, bp, cp) = (sub(p, a), sub(p, b), sub(p, c));
        let edges = [Edge::new((a, ap), (b, bp)), Edge::new((a, ap), (c, cp)), Edge::new((b, bp), (c, cp))];
        let [ab, ac, bc] = &edges;

        let n = cross(ab.e, ac.e);
        let nn = dot(n, n);
        let w = dot(n, cross(ab.e, ap));
        let v = dot(n, cross(ap, ac.e));
        let u = dot(n, cross(bc.e, bp));
        let flat = nn.le(p[0].splat(FLAT_CROSS) * (dot(ab.e, ab.e) * dot(ac.e, ac.e)));
        let k = dot(n, ap) / nn;
        let foot = [p[0] - n[0] * k, p[1] - n[1] * k, p[2] - n[2] * k];
        on_border_or(foot, &edges, [u, v, w], flat)
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
    let [a, b, c] = longest_last(triangle);
    let (ap, bp, cp) = (sub(p, a), sub(p, b), sub(p, c));
    let edges = [Edge::new((a, ap), (b, bp)), Edge::new((a, ap), (c, cp)), Edge::new((b, bp), (c, cp))];
    let [ab, ac, _] = &edges;

    let (abab, abac, acac) = (dot(ab.e, ab.e), dot(ab.e, ac.e), dot(ac.e, ac.e));
    let nn = abab * acac - abac * abac;
    let w = abab * ac.at_x - abac * ab.at_x;
    let v = acac * ab.at_x - abac * ac.at_x;
    let u = nn - v - w;
    let flat = nn.le(nn.splat(FLAT) * (abab * acac));
    let (v1, w1) = (v / nn, w / nn);
    let foot = [
        a[0] + (ab.e[0] * v1 + ac.e[0] * w1),
        a[1] + (ab.e[1] * v1 + ac.e[1] * w1),
        a[2] + (ab.e[2] * v1 + ac.e[2] * w1),
    ];
    on_border_or(foot, &edges, [u, v, w], flat)
}

/// An edge from `x` to `y` along `e`, with the two products that place `P` along it.
#[derive(Clone, Copy)]
struct Edge<L> {
    x: [L; 3],
    y: [L; 3],
    e: [L; 3],
    at_x: L,
    at_y: L,
}

impl<L: Lanes> Edge<L> {
    #[inline(always)]
    fn new((x, xp): ([L; 3], [L; 3]), (y, yp): ([L; 3], [L; 3])) -> Self {
        let e = sub(y, x);
        Self { x, y, e, at_x: dot(e, xp), at_y: dot(e, yp) }
    }

    #[inline(always)]
    fn has_foot(&self) -> L::Mask {
        let zero = self.at_x.splat(0.0);
        self.at_x.gt(zero) & self.at_y.lt(zero)
    }

    #[inline(always)]
    fn closest_point(&self) -> [L; 3] {
        let (x, y, e, zero) = (self.x, self.y, self.e, self.at_x.splat(0.0));
        let t = self.at_x / (self.at_x - self.at_y);
        let foot = [x[0] + e[0] * t, x[1] + e[1] * t, x[2] + e[2] * t];
        select(self.at_x.le(zero), x, select(self.at_y.ge(zero), y, foot))
    }

    #[inline(always)]
    fn select(mask: L::Mask, yes: Self, no: Self) -> Self {
        Self {
            x: select(mask, yes.x, no.x),
            y: select(mask, yes.y, no.y),
            e: select(mask, yes.e, no.e),
            at_x: L::select(mask, yes.at_x, no.at_x),
            at_y: L::select(mask, yes.at_y, no.at_y),
        }
    }
}

/// The vertices named anew: `BC` is the longest edge.
#[inline(always)]
fn longest_last<L: Lanes>(&[ax, ay, az, bx, by, bz, cx, cy, cz]: &[L; 9]) -> [[L; 3]; 3] {
    let (a, b, c) = ([ax, ay, az], [bx, by, bz], [cx, cy, cz]);
    let square = |e: [L; 3]| dot(e, e);
    let (ab, bc, ca) = (square(sub(b, a)), square(sub(c, b)), square(sub(a, c)));
    let bc_longest = bc.ge(ab) & bc.ge(ca);
    let ca_longest = ca.ge(ab);
    let named = |bc, ca, ab| select(bc_longest, bc, select(ca_longest, ca, ab));
    [named(a, b, c), named(b, c, a), named(c, a, b)]
}

/// The closest point if it lies on the border, else `foot`. The scalar's branches in reverse; the edge is chosen
/// first, so that there is one division for all three.
#[inline(always)]
fn on_border_or<L: Lanes>(
    foot: [L; 3],
    &[ab, ac, bc]: &[Edge<L>; 3],
    [u, v, w]: [L; 3],
    flat: L::Mask,
) -> [L; 3] {
    let zero = u.splat(0.0);
    let behind_a = ab.at_x.le(zero) & ac.at_x.le(zero);
    let behind_b = ab.at_y.ge(zero) & bc.at_x.le(zero);
    let behind_c = ac.at_y.ge(zero) & bc.at_y.ge(zero);
    let (beyond_bc, beyond_ca, beyond_ab) = (u.le(zero), v.le(zero), w.le(zero));
    let (on_ab, on_ac) = (beyond_ab & ab.has_foot(), beyond_ca & ac.has_foot());
    let on_bc = (beyond_bc & bc.has_foot()) | flat;

    // Where rounding denies all regions. Beyond both AB and CA, the edge that does not end in A decides.
    let rather_ab = beyond_ab & (v.gt(zero) | ab.at_x.gt(zero));
    let edge = Edge::select(rather_ab, ab, Edge::select(beyond_ca, ac, bc));
    let edge = Edge::select(on_ab, ab, Edge::select(on_ac, ac, Edge::select(on_bc, bc, edge)));

    let inside = !(on_ab | on_ac | on_bc | rather_ab | beyond_ca | beyond_bc);
    let point = select(inside, foot, edge.closest_point());
    select(behind_a, ab.x, select(behind_b, bc.x, select(behind_c, bc.y, point)))
}
