//! Point and triangle in space: the closest point of the triangle (DX tutorial) and its squared distance.
//! Derivation: `scalar::dim3::point_triangle`.

use scalar::dim3::point_triangle::{self, FLAT, FLAT_CROSS};
use scalar::dim3::{Point3, Triangle3};

use super::vector::{cross, dot, sub};
use crate::kernel::{self, Measure};
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
        let SortedEdges { edges, abab, caca, .. } = with_bc_longest(p, triangle);
        let [ab, bc, ca] = &edges;
        let (ap, bp) = (sub(p, ab.x), sub(p, bc.x));

        let n = cross(ca.e(), ab.e());
        let nn = dot(n, n);
        let w = dot(n, cross(ab.e(), ap));
        let v = dot(n, cross(ca.e(), ap));
        let u = dot(n, cross(bc.e(), bp));
        let flat = nn.le(p[0].splat(FLAT_CROSS) * (abab * caca));
        let (inside, edge) = nearest_edge(&edges, [u, v, w], flat);

        let k = dot(n, ap) / nn;
        let foot = [p[0] - n[0] * k, p[1] - n[1] * k, p[2] - n[2] * k];
        let (Edge { x, t, .. }, e) = (edge, edge.e());
        let on_line = [x[0] + e[0] * t, x[1] + e[1] * t, x[2] + e[2] * t];
        let numbers = no_nan([u, v, w, ab.at_x, ab.at_y, bc.at_x, bc.at_y, ca.at_x, ca.at_y]);
        let point = edge.clamped_unless(inside, select(inside, foot, on_line));
        select(numbers, point, [k.splat(f32::NAN); 3])
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

impl kernel::ClosestPoint<Triangle3> for Point3 {
    type Kernel = ClosestPoint;
}

/// The squared distance to the closest point.
#[derive(Debug)]
pub struct SquaredDistance;

impl Measure for SquaredDistance {
    const NAME: &'static str = "point_triangle3/squared_distance";
    type A = Point3;
    type B = Triangle3;
    type Out = f32;

    fn reference(p: &Point3, triangle: &Triangle3) -> f32 {
        point_triangle::squared_distance(*p, triangle)
    }

    #[inline(always)]
    fn lanes<L: Lanes>(&p: &[L; 3], triangle: &[L; 9]) -> [L; 1] {
        let offset = sub(p, by_lagrange(p, triangle));
        [dot(offset, offset)]
    }
}

impl kernel::SquaredDistance<Triangle3> for Point3 {
    type Kernel = SquaredDistance;
}

/// [`ClosestPoint`] for other kernels.
#[inline(always)]
pub(crate) fn by_lagrange<L: Lanes>(p: [L; 3], triangle: &[L; 9]) -> [L; 3] {
    let SortedEdges { edges, abab, abca, caca } = with_bc_longest(p, triangle);
    let [ab, bc, ca] = &edges;

    let nn = abab * caca - abca * abca;
    let w = abca * ab.at_x - abab * ca.at_y;
    let v = caca * ab.at_x - abca * ca.at_y;
    let u = nn - v - w;
    let flat = nn.le(nn.splat(FLAT) * (abab * caca));
    let (inside, edge) = nearest_edge(&edges, [u, v, w], flat);

    // A + t AB on the border, A + t AB - s CA inside, where the edge is AB.
    let (t, s) = (L::select(inside, v / nn, edge.t), w / nn);
    let (x, e, f) = (edge.x, edge.e(), ca.e());
    let across = select(inside, [f[0] * s, f[1] * s, f[2] * s], [s.splat(0.0); 3]);
    let point = [x[0] + (e[0] * t - across[0]), x[1] + (e[1] * t - across[1]), x[2] + (e[2] * t - across[2])];
    // u, and the products that do not enter it: a NaN in any coordinate makes one of these NaN.
    let numbers = no_nan([u, ab.at_y, bc.at_x, bc.at_y, ca.at_x]);
    select(numbers, edge.clamped_unless(inside, point), [t.splat(f32::NAN); 3])
}

/// An edge from `x` to `y`, `e` from one to the other, and where the foot of `P` lies on its line.
#[derive(Clone, Copy)]
struct Edge<L> {
    x: [L; 3],
    y: [L; 3],
    /// `e.XP`: positive if the foot lies after `x`.
    at_x: L,
    /// `e.YP`: negative if the foot lies before `y`.
    at_y: L,
    /// The parameter of the foot: 0 at `x`, 1 at `y`.
    t: L,
}

impl<L: Lanes> Edge<L> {
    #[inline(always)]
    fn new([x, y]: [[L; 3]; 2], [at_x, at_y]: [L; 2]) -> Self {
        Self { x, y, at_x, at_y, t: at_x / (at_x - at_y) }
    }

    /// Computed again where it is needed: that takes less time than to choose one of three.
    #[inline(always)]
    fn e(&self) -> [L; 3] {
        sub(self.y, self.x)
    }

    /// The lanes in which `P` lies outside the edge, `side < 0`, and its foot between the ends.
    #[inline(always)]
    fn has_foot_outside(&self, side: L) -> L::Mask {
        self.at_y.max(side).max(-self.at_x).lt(side.splat(0.0))
    }

    /// The closest point of the edge, from the foot of `P` on its line; `point` as it is where `P` is inside.
    #[inline(always)]
    fn clamped_unless(&self, inside: L::Mask, point: [L; 3]) -> [L; 3] {
        let zero = self.at_x.splat(0.0);
        let (before, after) = (self.at_x.le(zero) & !inside, self.at_y.ge(zero) & !inside);
        select(before, self.x, select(after, self.y, point))
    }

    #[inline(always)]
    fn select(mask: L::Mask, yes: Self, no: Self) -> Self {
        Self {
            x: select(mask, yes.x, no.x),
            y: select(mask, yes.y, no.y),
            at_x: L::select(mask, yes.at_x, no.at_x),
            at_y: L::select(mask, yes.at_y, no.at_y),
            t: L::select(mask, yes.t, no.t),
        }
    }
}

/// The edges `AB`, `BC` and `CA` of a triangle whose longest edge is `BC`, and the dot products of those at
/// `A`.
struct SortedEdges<L> {
    edges: [Edge<L>; 3],
    abab: L,
    abca: L,
    caca: L,
}

/// The edges of the triangle with its vertices rotated so that `BC` is the longest edge.
///
/// All products are computed in the given order and then rotated, so that none of them waits for the
/// comparisons.
#[inline(always)]
fn with_bc_longest<L: Lanes>(p: [L; 3], &[ax, ay, az, bx, by, bz, cx, cy, cz]: &[L; 9]) -> SortedEdges<L> {
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
        rotated([ax, bx, cx], bc_longest, ca_longest),
        rotated([ay, by, cy], bc_longest, ca_longest),
        rotated([az, bz, cz], bc_longest, ca_longest),
    ];
    let (a, b, c) = ([ax, ay, az], [bx, by, bz], [cx, cy, cz]);
    let [abab, _, caca] = rotated(squares, bc_longest, ca_longest);
    let [abca, ..] = rotated(corners, bc_longest, ca_longest);
    let at_x = rotated(at_x, bc_longest, ca_longest);
    let at_y = rotated(at_y, bc_longest, ca_longest);
    let edges = [
        Edge::new([a, b], [at_x[0], at_y[0]]),
        Edge::new([b, c], [at_x[1], at_y[1]]),
        Edge::new([c, a], [at_x[2], at_y[2]]),
    ];
    SortedEdges { edges, abab, abca, caca }
}

/// Values of the given `A`, `B` and `C`, rotated to those of `A`, `B` and `C` with `BC` the longest edge.
#[inline(always)]
fn rotated<L: Lanes>([a, b, c]: [L; 3], bc_longest: L::Mask, ca_longest: L::Mask) -> [L; 3] {
    select(bc_longest, [a, b, c], select(ca_longest, [b, c, a], [c, a, b]))
}

/// Whether the closest point is the foot of `P` on the plane, and the edge that it lies on if it is not, else
/// `AB`. The conditions are those of the branches of the reference, from the last to the first.
///
/// The choice is a number that each region overwrites, and several conditions are one comparison of a
/// smallest or largest number: AVX-512 has few units for masks. Lanes with a NaN may choose anything; the
/// caller clears them.
#[inline(always)]
fn nearest_edge<L: Lanes>(
    &[ab, bc, ca]: &[Edge<L>; 3],
    [u, v, w]: [L; 3],
    flat: L::Mask,
) -> (L::Mask, Edge<L>) {
    let zero = u.splat(0.0);
    let (is_inside, is_ab, is_bc, is_ca) = (zero, u.splat(1.0), u.splat(2.0), u.splat(3.0));

    // For points on a border, which rounding may put in no region. Outside both AB and CA the closest edge is
    // the one whose foot does not lie behind A.
    let prefer_ab = w.max(-ab.at_x).lt(zero);
    let mut choice = L::select(u.lt(zero), is_bc, is_inside);
    choice = L::select(w.lt(zero), is_ab, choice);
    choice = L::select(v.lt(zero), L::select(prefer_ab, is_ab, is_ca), choice);

    choice = L::select(flat, is_bc, choice);
    choice = L::select(bc.has_foot_outside(u), is_bc, choice);
    choice = L::select(ca.has_foot_outside(v), is_ca, choice);
    choice = L::select(ab.has_foot_outside(w), is_ab, choice);

    let behind_b = ab.at_y.min(-bc.at_x);
    let behind_c = bc.at_y.min(-ca.at_x);
    choice = L::select(behind_b.max(behind_c).ge(zero), is_bc, choice);
    choice = L::select(ca.at_y.min(-ab.at_x).ge(zero), is_ab, choice);
    (choice.eq(is_inside), Edge::select(choice.eq(is_bc), bc, Edge::select(choice.eq(is_ca), ca, ab)))
}
