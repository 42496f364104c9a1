//! Point and triangle in space: the closest point of the triangle (DX tutorial). Derivation: `scalar::dim3::point_triangle`.

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

    fn reference(p: &Point3, triangle: &Triangle3) -> Point3 {
        point_triangle::closest_point_cross(*p, triangle)
    }

    #[inline(always)]
    fn lanes<L: Lanes>(&p: &[L; 3], triangle: &[L; 9]) -> [L; 3] {
        let Sides { edges, abab, caca, .. } = longest_in_the_middle(p, triangle);
        let [ab, bc, ca] = &edges;
        let (ap, bp) = (sub(p, ab.x), sub(p, bc.x));

        let n = cross(ca.e, ab.e);
        let nn = dot(n, n);
        let w = dot(n, cross(ab.e, ap));
        let v = dot(n, cross(ca.e, ap));
        let u = dot(n, cross(bc.e, bp));
        let flat = nn.le(p[0].splat(FLAT_CROSS) * (abab * caca));
        let (inside, edge) = nearest_edge(&edges, [u, v, w], flat);

        let k = dot(n, ap) / nn;
        let foot = [p[0] - n[0] * k, p[1] - n[1] * k, p[2] - n[2] * k];
        let Edge { x, e, t, .. } = edge;
        let on_edge = edge.clamped([x[0] + e[0] * t, x[1] + e[1] * t, x[2] + e[2] * t]);
        let numbers = no_nan([u, v, w, ab.at_x, ab.at_y, bc.at_x, bc.at_y, ca.at_x, ca.at_y]);
        select(numbers, select(inside, foot, on_edge), [k.splat(f32::NAN); 3])
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

    fn reference(p: &Point3, triangle: &Triangle3) -> Point3 {
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
    let Sides { edges, abab, abca, caca } = longest_in_the_middle(p, triangle);
    let [ab, bc, ca] = &edges;

    let nn = abab * caca - abca * abca;
    let w = abca * ab.at_x - abab * ca.at_y;
    let v = caca * ab.at_x - abca * ca.at_y;
    let u = nn - v - w;
    let flat = nn.le(nn.splat(FLAT) * (abab * caca));
    let (inside, edge) = nearest_edge(&edges, [u, v, w], flat);

    // A + t AB on the border, A + (v AB - w CA) inside: the same but for one term.
    let (t, s) = (L::select(inside, v / nn, edge.t), w / nn);
    let (Edge { x, e, .. }, f) = (edge, ca.e);
    let along = [e[0] * t, e[1] * t, e[2] * t];
    let across = [along[0] - f[0] * s, along[1] - f[1] * s, along[2] - f[2] * s];
    let way = select(inside, across, along);
    let point = [x[0] + way[0], x[1] + way[1], x[2] + way[2]];
    // The numbers that u is not made of.
    let numbers = no_nan([u, ab.at_y, bc.at_x, bc.at_y, ca.at_x]);
    select(numbers, select(inside, point, edge.clamped(point)), [t.splat(f32::NAN); 3])
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
    fn new([x, y]: [[L; 3]; 2], [at_x, at_y]: [L; 2]) -> Self {
        Self { x, y, e: sub(y, x), at_x, at_y, t: at_x / (at_x - at_y) }
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

/// The edges `AB`, `BC` and `CA` of a triangle, and products of those at `A`.
struct Sides<L> {
    edges: [Edge<L>; 3],
    abab: L,
    abca: L,
    caca: L,
}

/// The edges of the triangle with its vertices named anew: `BC` is the longest one.
///
/// All products are formed under the old names and then renamed, so that none of them waits for the comparisons.
#[inline(always)]
fn longest_in_the_middle<L: Lanes>(p: [L; 3], &[ax, ay, az, bx, by, bz, cx, cy, cz]: &[L; 9]) -> Sides<L> {
    let (a, b, c) = ([ax, ay, az], [bx, by, bz], [cx, cy, cz]);
    let (ab, bc, ca) = (sub(b, a), sub(c, b), sub(a, c));
    let (ap, bp, cp) = (sub(p, a), sub(p, b), sub(p, c));
    let squares = [dot(ab, ab), dot(bc, bc), dot(ca, ca)];
    let corners = [dot(ab, ca), dot(bc, ab), dot(ca, bc)];
    let at_x = [dot(ab, ap), dot(bc, bp), dot(ca, cp)];
    let at_y = [dot(ab, bp), dot(bc, cp), dot(ca, ap)];

    let bc_longest = squares[1].ge(squares[0]) & squares[1].ge(squares[2]);
    let ca_longest = squares[2].ge(squares[0]);
    let [[ax, bx, cx], [ay, by, cy], [az, bz, cz]] = [
        renamed([ax, bx, cx], bc_longest, ca_longest),
        renamed([ay, by, cy], bc_longest, ca_longest),
        renamed([az, bz, cz], bc_longest, ca_longest),
    ];
    let (a, b, c) = ([ax, ay, az], [bx, by, bz], [cx, cy, cz]);
    let [abab, _, caca] = renamed(squares, bc_longest, ca_longest);
    let [abca, ..] = renamed(corners, bc_longest, ca_longest);
    let at_x = renamed(at_x, bc_longest, ca_longest);
    let at_y = renamed(at_y, bc_longest, ca_longest);
    let edges = [
        Edge::new([a, b], [at_x[0], at_y[0]]),
        Edge::new([b, c], [at_x[1], at_y[1]]),
        Edge::new([c, a], [at_x[2], at_y[2]]),
    ];
    Sides { edges, abab, abca, caca }
}

/// What belongs to `A`, `B` and `C` under their new names.
#[inline(always)]
fn renamed<L: Lanes>([a, b, c]: [L; 3], bc_longest: L::Mask, ca_longest: L::Mask) -> [L; 3] {
    select(bc_longest, [a, b, c], select(ca_longest, [b, c, a], [c, a, b]))
}

/// Whether the closest point is the foot on the plane, and else the edge that it lies on; `AB` if it is the foot. The
/// regions are those of the scalar's branches, from the last to the first.
///
/// Several conditions are one comparison of a smallest or largest number, and the choice is a number that each region
/// overwrites: AVX-512 has few units for masks. A NaN may end anywhere here; the caller refuses it.
#[inline(always)]
fn nearest_edge<L: Lanes>(
    &[ab, bc, ca]: &[Edge<L>; 3],
    [u, v, w]: [L; 3],
    flat: L::Mask,
) -> (L::Mask, Edge<L>) {
    let zero = u.splat(0.0);
    let (is_inside, is_ab, is_bc, is_ca) = (zero, u.splat(1.0), u.splat(2.0), u.splat(3.0));

    // Where rounding denies all regions. Beyond both AB and CA, the edge that does not end in A decides.
    let rather_ab = w.max(-ab.at_x).lt(zero);
    let mut choice = L::select(u.lt(zero), is_bc, is_inside);
    choice = L::select(w.lt(zero), is_ab, choice);
    choice = L::select(v.lt(zero), L::select(rather_ab, is_ab, is_ca), choice);

    choice = L::select(flat, is_bc, choice);
    choice = L::select(bc.has_foot_beyond(u), is_bc, choice);
    choice = L::select(ca.has_foot_beyond(v), is_ca, choice);
    choice = L::select(ab.has_foot_beyond(w), is_ab, choice);

    let behind_b = ab.at_y.min(-bc.at_x);
    let behind_c = bc.at_y.min(-ca.at_x);
    choice = L::select(behind_b.max(behind_c).ge(zero), is_bc, choice);
    choice = L::select(ca.at_y.min(-ab.at_x).ge(zero), is_ab, choice);
    (choice.eq(is_inside), Edge::select(choice.eq(is_bc), bc, Edge::select(choice.eq(is_ca), ca, ab)))
}
