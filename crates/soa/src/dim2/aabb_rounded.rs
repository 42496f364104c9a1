//! An axis-aligned box and a box or triangle that has grown.

use scalar::dim2::{Aabb, RoundedAabb, RoundedTriangle};
use scalar::exact::{Decision, Exact as _};

use super::aabb_triangle;
use super::interval::{max_of, min_of};
use super::point_disk::within;
use super::point_segment::margin_across;
use super::vector::{dot, sub};
use crate::kernel::Predicate;
use crate::kernel::verdict::{Certified, Rounding};
use crate::lanes::Lanes;

/// The exact answer for a rounded box.
///
/// ```text
/// Define    d = max(min - max', min' - max, 0) in each coordinate, the way between the boxes
/// Solution  a hit exactly if  r^2 - d.d >= 0
/// ```
///
/// `d` is one difference in each coordinate, so the error budget is that of
/// [`point_disk::Exact`](super::point_disk::Exact).
#[derive(Debug)]
pub struct AabbExact;

impl Predicate for AabbExact {
    const NAME: &'static str = "aabb_rounded_aabb/exact";
    type A = Aabb;
    type B = RoundedAabb;

    fn resolve(aabb: &Aabb, rounded: &RoundedAabb) -> Decision {
        aabb.decide(rounded)
    }

    #[inline(always)]
    fn size<L: Lanes>(aabb: &[L; 4], &[x0, y0, x1, y1, r]: &[L; 5]) -> L {
        let d = way(aabb, [x0, y0], [x1, y1]);
        d[0].max(d[1]).max(r)
    }

    #[inline(always)]
    fn decide<L: Lanes>(
        aabb: &[L; 4],
        &[x0, y0, x1, y1, r]: &[L; 5],
        rounding: &Rounding<L>,
    ) -> Certified<L::Mask> {
        let d = way(aabb, [x0, y0], [x1, y1]);
        within(dot(d, d), r * r, rounding)
    }
}

/// How far a box is from another one, which has these corners, in x and in y.
#[inline(always)]
fn way<L: Lanes>(&[x0, y0, x1, y1]: &[L; 4], min: [L; 2], max: [L; 2]) -> [L; 2] {
    let zero = x0.splat(0.0);
    [(min[0] - x1).max(x0 - max[0]).max(zero), (min[1] - y1).max(y0 - max[1]).max(zero)]
}

/// The exact answer for a rounded triangle.
///
/// ```text
/// Define    rr, the squared radius;  Q, the foot of the perpendicular from a corner of the box on an edge
/// Solution  a hit exactly if
///             meet      box and triangle have a point in common,
///   or        vertices  a vertex is within the radius of its nearest point of the box,
///   or        feet      Q lies between the ends of the edge, and is within the radius of the corner
/// ```
///
/// Two shapes that are disjoint are nearest to each other at a vertex of the triangle or a corner of the box.
/// "Meet" is [`aabb_triangle::Exact`] where the bounding boxes intersect, with its own bounds.
///
/// # Error budget
///
/// Define `W` as `rr` and the squares of all differences between `x0`, `x1` and the `x` of a vertex, and
/// between `y0`, `y1` and its `y`. So it is at least `rr` and the squares of the ways from each vertex to two
/// opposite corners. Of a corner and an edge of the length `l`, with `p` and `q` the ways to the ends of the
/// edge, it is at least `p^2 + q^2 + l^2 / 2 + rr`, as the other corner adds half of `l^2`. What the errors of
/// `margin_across` sum up to is at most `1.8 W^2`, for any angle of `p` and the edge.
///
/// | quantity | at most | error | in `S` |
/// |---|---|---|---|
/// | `outside`, the differences of a vertex and of an edge | | 1 | `S` |
/// | `rr - dot(d, d)`, `d` from the box to a vertex | `W` | 4 `d.d` + `rr`, and 1; `W >= 6 d.d + rr`: 2 `W` | `2 S^2` |
/// | its bound | | **2.25** `W`, for 2 | (53 - 1) / 2: **26** bits |
/// | `along`, `across` of a corner and an edge, sums of two products | `p l` | products 3 `p l`, sum 1 | `2 S^2` |
/// | `length2` of the edge; `rr * length2` | `l^2`; `rr l^2` | 4; 1 + 4 + 1 = 6 | `2 S^2`; `2 S^4` |
/// | `across^2` | `p^2 l^2` | 6 `across p l` + 3 `across^2` | `4 S^4` |
/// | `margin_across` | | 6 `rr l^2`, that, and 1 of the larger one: 1.8 `W^2` | |
/// | the bound of `feet` | | **2** `W^2`, for 1.8 | (53 - 2) / 4: **12** bits |
#[derive(Debug)]
pub struct TriangleExact;

impl Predicate for TriangleExact {
    const NAME: &'static str = "aabb_rounded_triangle/exact";
    type A = Aabb;
    type B = RoundedTriangle;

    fn resolve(aabb: &Aabb, rounded: &RoundedTriangle) -> Decision {
        aabb.decide(rounded)
    }

    #[inline(always)]
    fn size<L: Lanes>(aabb: &[L; 4], &[ax, ay, bx, by, cx, cy, r]: &[L; 7]) -> L {
        aabb_triangle::Exact::size(aabb, &[ax, ay, bx, by, cx, cy]).max(r)
    }

    #[inline(always)]
    fn decide<L: Lanes>(
        aabb: &[L; 4],
        &[ax, ay, bx, by, cx, cy, r]: &[L; 7],
        rounding: &Rounding<L>,
    ) -> Certified<L::Mask> {
        let (a, b, c, triangle) = ([ax, ay], [bx, by], [cx, cy], [ax, ay, bx, by, cx, cy]);
        let rr = r * r;
        let (at_a, at_b, at_c) = (Corners::new(aabb, a), Corners::new(aabb, b), Corners::new(aabb, c));
        let w = rounding.square((at_a.squares() + at_b.squares()) + (at_c.squares() + rr));

        let vertices = rr - min_of([at_a.distance2(), at_b.distance2(), at_c.distance2()]);
        let feet = max_of([at_a.feet(sub(b, a), rr), at_a.feet(sub(c, a), rr), at_b.feet(sub(c, b), rr)]);
        let in_reach = Certified::sure(aabb_triangle::bounds_intersect(aabb, &triangle));
        (in_reach & aabb_triangle::Exact::decide(aabb, &triangle, rounding))
            | Certified::at_least_zero(vertices, rounding.bound(2.25, w, 26))
            | Certified::at_least_zero(feet, rounding.bound(2.0, w * w, 12))
    }

    const HAS_QUICK_REJECT: bool = true;

    /// In neither coordinate the bounding boxes are farther apart than the radius. A rounded difference is not
    /// above a float if the real one is not.
    #[inline(always)]
    fn quick_reject<L: Lanes>(aabb: &[L; 4], &[ax, ay, bx, by, cx, cy, r]: &[L; 7]) -> L::Mask {
        let (x, y) = ([ax, bx, cx], [ay, by, cy]);
        let [x, y] = way(aabb, [min_of(x), min_of(y)], [max_of(x), max_of(y)]);
        x.le(r) & y.le(r)
    }

    const IMPLIES_QUICK_REJECT: bool = true;
}

/// The corners of a box, as seen from a vertex.
struct Corners<L> {
    x: [L; 2],
    y: [L; 2],
}

impl<L: Lanes> Corners<L> {
    #[inline(always)]
    fn new(&[x0, y0, x1, y1]: &[L; 4], [x, y]: [L; 2]) -> Self {
        Self { x: [x0 - x, x1 - x], y: [y0 - y, y1 - y] }
    }

    /// The squares of the ways to two opposite corners.
    #[inline(always)]
    fn squares(&self) -> L {
        dot(self.x, self.x) + dot(self.y, self.y)
    }

    /// The squared distance of the vertex to the box.
    #[inline(always)]
    fn distance2(&self) -> L {
        let zero = self.x[0].splat(0.0);
        let d = [self.x[0].max(-self.x[1]).max(zero), self.y[0].max(-self.y[1]).max(zero)];
        dot(d, d)
    }

    /// The largest margin of the feet of the corners on an edge that begins at the vertex.
    #[inline(always)]
    fn feet(&self, edge: [L; 2], rr: L) -> L {
        let length2 = dot(edge, edge);
        let reach = rr * length2;
        let (x_along, y_along) = (times(self.x, edge[0]), times(self.y, edge[1]));
        let (x_across, y_across) = (times(self.x, edge[1]), times(self.y, edge[0]));
        max_of([
            margin_across(x_along[0] + y_along[0], length2, reach, x_across[0] - y_across[0]),
            margin_across(x_along[0] + y_along[1], length2, reach, x_across[0] - y_across[1]),
            margin_across(x_along[1] + y_along[0], length2, reach, x_across[1] - y_across[0]),
            margin_across(x_along[1] + y_along[1], length2, reach, x_across[1] - y_across[1]),
        ])
    }
}

#[inline(always)]
fn times<L: Lanes>(v: [L; 2], factor: L) -> [L; 2] {
    [v[0] * factor, v[1] * factor]
}
