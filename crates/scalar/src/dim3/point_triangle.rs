//! Point and triangle in space: the closest point of the triangle, in the two forms of the DX tutorial, and
//! its squared distance.
//!
//! ```text
//!            [A]                Define    Q, the foot of P on the plane of the triangle
//!      \            /
//!       \    A     /            Solution  the closest point is, in the region of Q
//!  [AB]    .   .      [CA]        [A]     AB.AP <= 0, CA.AP >= 0        A; B and C likewise
//!        .  [ABC]  .              [AB]    w < 0, AB.AP > 0, AB.BP < 0   A + t AB, BC and CA likewise,
//!  ----B---------------C----                                             t = AB.AP / (AB.AP - AB.BP)
//!  [B] |     [BC]      | [C]      [ABC]   u, v, w >= 0                  Q
//! ```
//!
//! `AB.AP - AB.BP` is `AB.AB`. Where it divides, both of its conditions hold, so it is not zero. There is no
//! square root.
//!
//! `n = AB x AC` is normal to the plane, and `AB x AP` has a positive component along it if `Q` lies on the
//! inner side of `AB`. So the sign of `w = n.(AB x AP)` is the side, and `w / n.n` is the barycentric
//! coordinate of `Q` that belongs to `C`. The edges `CA` and `BC` give `v`, which belongs to `B`, and `u`,
//! which belongs to `A`.
//!
//! [`closest_point_cross`] computes these cross products, and `Q = P - n (n.AP) / n.n`.
//! [`closest_point`] has none: by Lagrange's identity, `(K x L).(M x N) = (K.M)(L.N) - (K.N)(L.M)`,
//!
//! ```text
//!     w   = (AB.AB)(AC.AP) - (AB.AC)(AB.AP)        n.n = (AB.AB)(AC.AC) - (AB.AC)^2
//!     v   = (AC.AC)(AB.AP) - (AB.AC)(AC.AP)        u   = n.n - v - w,     Q = A + (v AB + w AC) / n.n
//! ```
//!
//! Corrected here:
//!
//! - In prose the tutorial tests the edge with `(AB x AC).(AP x BP) >= 0`, in code with `AB x CA`. The code
//!   is right.
//! - The conditions `AB.AP > 0` and `AB.BP < 0`, which the tutorial calls safer, are necessary: where `A` is
//!   obtuse, a point nearest to `CA` may lie outside `AB` too, behind `A`. They are strict, so that nothing
//!   is divided by the length of an edge of length zero.
//! - `AP x BP` is `AB x AP` in exact arithmetic, as `BP = AP - AB`. But its rounding errors grow with
//!   `|AP| |BP|` instead of `|AB| |AP|`, which puts far points into the wrong region. Likewise the dot
//!   products of the tutorial for `w`, `(AB.AP)(AC.BP) - (AB.BP)(AC.AP)`, multiply two numbers with errors of
//!   the size of `|AB| |AP|`; here one has such.
//! - The vertices are rotated so that `BC` is the longest edge. Then the angle at `A` is the largest, 60
//!   degrees at least, and `AB x AC` loses digits only where that angle is almost 180 degrees, not for every
//!   thin triangle.
//! - Where the vertices are collinear there is no normal, and the tutorial returns the nearest vertex. But
//!   the triangle is then its longest edge `BC`, and its closest point that of the edge. The tutorial tests
//!   for a normal of exactly (-1, -1, -1), which its library returns for the zero vector, and so misses
//!   normals that consist of rounding errors. Here a triangle is *flat* where `sin^2` of the angle at `A` is
//!   at most [`FLAT`] or [`FLAT_CROSS`].
//! - On the border of two regions rounding may put `Q` in neither. The tutorial then projects onto the plane,
//!   which is wrong near a sharp tip. Here the answer is `Q` only with `u, v, w >= 0`, else the closest point
//!   of an edge that `Q` lies outside of.
//!
//! Source of the second form: the closing listing of the DX tutorial, and Ericson, Real-Time Collision
//! Detection, section 5.1.5.

use super::vector::{cross, dot, sub};
use super::{Point3, Triangle3};
use crate::float::{canonical, canonical_all, no_nan};

/// [`closest_point`] takes a triangle for its longest edge if `n.n <= FLAT |AB|^2 |AC|^2`: if its largest
/// angle is within 1/512 of 180 degrees (in radians).
///
/// `n.n` is the difference of two numbers up to `|AB|^2 |AC|^2`, with 11 units of `2^-24` each and 1 for the
/// difference: at most 24 units are rounding error. At the limit of 64 that is 3/8 of `n.n`. A limit below 24
/// could return any point of a triangle with collinear vertices; a larger limit ignores the height of more
/// triangles.
pub const FLAT: f32 = 64.0 * f32::EPSILON / 2.0;

/// [`closest_point_cross`] takes a triangle for its longest edge if `n.n <= FLAT_CROSS |AB|^2 |AC|^2`: if its
/// largest angle is within 1/4096 of 180 degrees (in radians).
///
/// `n` is off by at most 8 units of `2^-24 |AB| |AC|`, so collinear vertices reach `64 * 2^-48` only. But the
/// error of the answer grows with the same quotient ([`CLOSEST_POINT_CROSS_ERROR`]): at this limit it is
/// about as large as the height that is ignored.
pub const FLAT_CROSS: f32 = f32::EPSILON / 2.0;

/// How far [`closest_point`] may be from the true closest point: `CLOSEST_POINT_ERROR (k^2 D + M)`, or for a
/// flat triangle ([`FLAT`]) `height + CLOSEST_POINT_ERROR (D + M)`.
///
/// `k` is 1 over the sine of the largest angle, at least 1; `height` the triangle's height over its longest
/// edge, below 1/512 of the shortest; `D` the largest distance of the point to a vertex; `M` the largest
/// distance of one of the four points to the origin. Holds for `D` and `M` up to `2^30` and edges longer than
/// `2^-28`, so that no product of four differences overflows and none that decides underflows.
///
/// | quantity | units of `2^-24` |
/// |---|---|
/// | `v`, `w` | 24 each, which move the point by `k^2 D` each |
/// | `n.n` | 24, which move it by `k^2` times the longest edge, at most `2 k^2 D` |
/// | the point | (24 + 24 + 2 x 24) `k^2 D`, divided by the 5/8 of `n.n` that are certain: 154 |
/// | a wrong region | the error of the number that chose it, 72 `k D` |
/// | the constant | **256**, with room for terms of second order |
pub const CLOSEST_POINT_ERROR: f32 = 256.0 * f32::EPSILON / 2.0;

/// How far [`closest_point_cross`] may be from the true closest point: `CLOSEST_POINT_CROSS_ERROR (k D + M)`,
/// or for a flat triangle ([`FLAT_CROSS`]) `height + CLOSEST_POINT_CROSS_ERROR (D + M)`; `k`, `D`, `M` and
/// their range as in [`CLOSEST_POINT_ERROR`], `height` below 1/4096 of the shortest edge.
///
/// | quantity | units of `2^-24` |
/// |---|---|
/// | the direction of `n` | 8 `k`, which enters twice |
/// | `n.AP / n.n` | 8 |
/// | the point | 8 + 8 + 8 = 24 `k D` |
/// | a wrong region | the error of the number that chose it, 24 `k D` |
/// | the constant | **64** |
pub const CLOSEST_POINT_CROSS_ERROR: f32 = 64.0 * f32::EPSILON / 2.0;

/// The squared distance of a point to a triangle, `f32` in units of length squared: that to
/// [`closest_point`].
///
/// With `e` the bound of the closest point ([`CLOSEST_POINT_ERROR`]) and `d` the true distance, the result is
/// within `e (2 d + e)` of `d^2`, as long as no square underflows: it is the square of a number within `e` of
/// `d`. Of the 256 units 226 are those of the point; the difference and the dot product have 5 of a square,
/// 2.5 of its root.
///
/// A triangle of zero area is its segment or its point. NaN for a NaN operand, and where a product of four
/// differences of coordinates overflows.
///
/// ```
/// use scalar::dim3::{Triangle3, point_triangle::squared_distance};
///
/// let triangle = Triangle3 { a: [0.0, 0.0, 0.0], b: [4.0, 0.0, 0.0], c: [0.0, 4.0, 0.0] };
/// assert_eq!(squared_distance([1.0, 1.0, 7.0], &triangle), 49.0); // above the face
/// assert_eq!(squared_distance([-3.0, 0.0, 4.0], &triangle), 25.0); // behind A
/// ```
pub fn squared_distance(p: Point3, triangle: &Triangle3) -> f32 {
    let offset = sub(p, by_lagrange(p, triangle));
    canonical(dot(offset, offset))
}

/// An edge from `x` to `y` along `e`, and where the foot of `P` lies on its line.
struct Edge {
    x: Point3,
    y: Point3,
    e: Point3,
    /// `e.XP`: positive if the foot lies after `x`.
    at_x: f32,
    /// `e.YP`: negative if the foot lies before `y`.
    at_y: f32,
}

impl Edge {
    fn new((x, xp): (Point3, Point3), (y, yp): (Point3, Point3)) -> Self {
        let e = sub(y, x);
        Self { x, y, e, at_x: dot(e, xp), at_y: dot(e, yp) }
    }

    /// Whether the foot lies between the ends.
    fn has_foot(&self) -> bool {
        self.at_x > 0.0 && self.at_y < 0.0
    }

    /// The closest point of the edge.
    fn closest_point(&self) -> Point3 {
        if self.at_x <= 0.0 {
            return self.x;
        }
        if self.at_y >= 0.0 {
            return self.y;
        }
        let t = self.at_x / (self.at_x - self.at_y);
        [self.x[0] + self.e[0] * t, self.x[1] + self.e[1] * t, self.x[2] + self.e[2] * t]
    }
}

/// The edges `AB`, `BC` and `CA` of the triangle with its vertices rotated so that `BC` is the longest edge.
fn with_bc_longest(p: Point3, &Triangle3 { a, b, c }: &Triangle3) -> [Edge; 3] {
    let [ab, bc, ca] = [sub(b, a), sub(c, b), sub(a, c)].map(|e| dot(e, e));
    let [a, b, c] = if bc >= ab && bc >= ca {
        [a, b, c]
    } else if ca >= ab {
        [b, c, a]
    } else {
        [c, a, b]
    };
    let (ap, bp, cp) = (sub(p, a), sub(p, b), sub(p, c));
    [Edge::new((a, ap), (b, bp)), Edge::new((b, bp), (c, cp)), Edge::new((c, cp), (a, ap))]
}

/// The edge that the closest point lies on, by the regions of the figure, or because the triangle is flat.
/// None if the closest point is the foot on the plane. The signs of `[u, v, w]` are the sides of `BC`, `CA`
/// and `AB`; none is NaN.
fn nearest_edge([ab, bc, ca]: &[Edge; 3], [u, v, w]: [f32; 3], flat: bool) -> Option<&Edge> {
    let behind_a = ca.at_y >= 0.0 && ab.at_x <= 0.0;
    let behind_b = ab.at_y >= 0.0 && bc.at_x <= 0.0;
    let behind_c = bc.at_y >= 0.0 && ca.at_x <= 0.0;
    if behind_a {
        return Some(ab);
    }
    if behind_b || behind_c {
        return Some(bc);
    }
    if w < 0.0 && ab.has_foot() {
        return Some(ab);
    }
    if v < 0.0 && ca.has_foot() {
        return Some(ca);
    }
    if u < 0.0 && bc.has_foot() || flat {
        return Some(bc);
    }
    // In exact arithmetic only the last line is left. For points on a border, which rounding may put in no
    // region: outside both AB and CA the closest edge is the one whose foot does not lie behind A.
    if v < 0.0 {
        return Some(if w < 0.0 && ab.at_x > 0.0 { ab } else { ca });
    }
    if w < 0.0 {
        return Some(ab);
    }
    if u < 0.0 {
        return Some(bc);
    }
    None
}

/// The point of a triangle that is closest to `p`, by dot products only; `p` itself, up to rounding, where it
/// lies on the triangle. The error bound is [`CLOSEST_POINT_ERROR`].
///
/// A triangle of zero area is its segment or its point. NaN in all coordinates for a NaN operand, and where a
/// product of four differences of coordinates overflows.
///
/// ```
/// use scalar::dim3::{Triangle3, point_triangle::closest_point};
///
/// let triangle = Triangle3 { a: [0.0, 0.0, 0.0], b: [4.0, 0.0, 0.0], c: [0.0, 4.0, 0.0] };
/// assert_eq!(closest_point([1.0, 1.0, 7.0], &triangle), [1.0, 1.0, 0.0]); // above the face
/// assert_eq!(closest_point([3.0, 3.0, 7.0], &triangle), [2.0, 2.0, 0.0]); // beyond BC
/// assert_eq!(closest_point([9.0, 1.0, 7.0], &triangle), [4.0, 0.0, 0.0]); // behind B
///
/// let flat = Triangle3 { c: [8.0, 0.0, 0.0], ..triangle };
/// assert_eq!(closest_point([6.0, 1.0, 0.0], &flat), [6.0, 0.0, 0.0]); // not a vertex
/// ```
pub fn closest_point(p: Point3, triangle: &Triangle3) -> Point3 {
    canonical_all(by_lagrange(p, triangle))
}

/// [`closest_point`] with any NaN.
pub(crate) fn by_lagrange(p: Point3, triangle: &Triangle3) -> Point3 {
    let edges = with_bc_longest(p, triangle);
    let [ab, bc, ca] = &edges;

    // With CA instead of AC, which changes signs only.
    let (abab, abca, caca) = (dot(ab.e, ab.e), dot(ab.e, ca.e), dot(ca.e, ca.e));
    let nn = abab * caca - abca * abca;
    let w = abca * ab.at_x - abab * ca.at_y;
    let v = caca * ab.at_x - abca * ca.at_y;
    let u = nn - v - w;
    let flat = nn <= FLAT * (abab * caca);
    // u, and the products that do not enter it: a NaN in any coordinate makes one of these NaN.
    if !no_nan(&[u, ab.at_y, bc.at_x, bc.at_y, ca.at_x]) {
        return [f32::NAN; 3];
    }
    if let Some(edge) = nearest_edge(&edges, [u, v, w], flat) {
        return edge.closest_point();
    }
    let (a, t, s) = (ab.x, v / nn, w / nn);
    [
        a[0] + (ab.e[0] * t - ca.e[0] * s),
        a[1] + (ab.e[1] * t - ca.e[1] * s),
        a[2] + (ab.e[2] * t - ca.e[2] * s),
    ]
}

/// The point of a triangle that is closest to `p`, by cross products: more operations than [`closest_point`],
/// and more digits where the largest angle is near 180 degrees. The error bound is
/// [`CLOSEST_POINT_CROSS_ERROR`].
///
/// A triangle of zero area is its segment or its point. NaN in all coordinates for a NaN operand, and where a
/// product of four differences of coordinates overflows.
///
/// ```
/// use scalar::dim3::{Triangle3, point_triangle::closest_point_cross};
///
/// let obtuse = Triangle3 { a: [0.0, 0.0, 0.0], b: [4.0, 0.0, 0.0], c: [-4.0, 4.0, 0.0] };
/// let p = [-3.0, -1.0, 0.0]; // outside AB and CA, nearest to CA
/// assert_eq!(closest_point_cross(p, &obtuse), [-1.0, 1.0, 0.0]);
/// ```
pub fn closest_point_cross(p: Point3, triangle: &Triangle3) -> Point3 {
    let edges = with_bc_longest(p, triangle);
    let [ab, bc, ca] = &edges;
    let (ap, bp) = (sub(p, ab.x), sub(p, bc.x));

    let n = cross(ca.e, ab.e);
    let nn = dot(n, n);
    let w = dot(n, cross(ab.e, ap));
    let v = dot(n, cross(ca.e, ap));
    let u = dot(n, cross(bc.e, bp));
    let flat = nn <= FLAT_CROSS * (dot(ab.e, ab.e) * dot(ca.e, ca.e));
    if !no_nan(&[u, v, w, ab.at_x, ab.at_y, bc.at_x, bc.at_y, ca.at_x, ca.at_y]) {
        return canonical_all([f32::NAN; 3]);
    }
    if let Some(edge) = nearest_edge(&edges, [u, v, w], flat) {
        return canonical_all(edge.closest_point());
    }
    let k = dot(n, ap) / nn;
    canonical_all([p[0] - n[0] * k, p[1] - n[1] * k, p[2] - n[2] * k])
}
