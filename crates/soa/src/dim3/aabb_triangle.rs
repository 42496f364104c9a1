//! Axis-aligned box and triangle in space, by separating axes (Akenine-Möller). Derivation:
//! `scalar::dim3::aabb_triangle`.

use scalar::dim3::{Aabb3, Triangle3, aabb_triangle};
use scalar::exact::{Decision, Exact as _};

use super::orient::extent;
use super::vector::{add, cross, dot, sub};
use crate::dim2::interval::{disjoint, disjoint_unless_nan, max_of, min_of};
use crate::kernel::verdict::{Certified, Rounding};
use crate::kernel::{Predicate, Published};
use crate::lanes::{Lanes, no_nan};

/// Projections on the 13 axes.
#[derive(Debug)]
pub struct SeparatingAxis;

impl Published for SeparatingAxis {
    const NAME: &'static str = "aabb3_triangle3/separating_axis";
    type A = Aabb3;
    type B = Triangle3;

    fn reference(aabb: &Aabb3, triangle: &Triangle3) -> bool {
        aabb_triangle::separating_axis(aabb, triangle)
    }

    #[inline(always)]
    fn lanes<L: Lanes>(&[x0, y0, z0, x1, y1, z1]: &[L; 6], triangle: &[L; 9]) -> L::Mask {
        let [ax, ay, az, bx, by, bz, cx, cy, cz] = *triangle;
        let half = x0.splat(0.5);
        let center = [half * (x0 + x1), half * (y0 + y1), half * (z0 + z1)];
        let h = [half * (x1 - x0), half * (y1 - y0), half * (z1 - z0)];
        let (a, b, c) = ([ax, ay, az], [bx, by, bz], [cx, cy, cz]);
        let v = [sub(a, center), sub(b, center), sub(c, center)];
        let e = [sub(b, a), sub(c, b), sub(a, c)];
        let n = cross(e[0], e[1]);
        let (height, reach) = (dot(n, v[0]), dot(h, [n[0].abs(), n[1].abs(), n[2].abs()]));
        let mut separated = disjoint_unless_nan([height], [-reach, reach]);
        for i in 0..3 {
            for axis in 0..3 {
                separated = separated | separated_across(axis, e[i], [v[i], v[(i + 2) % 3]], h);
            }
        }
        !separated & no_nan([x0, y0, z0, x1, y1, z1, ax, ay, az, bx, by, bz, cx, cy, cz])
    }

    const HAS_QUICK_REJECT: bool = true;

    #[inline(always)]
    fn quick_reject<L: Lanes>(aabb: &[L; 6], triangle: &[L; 9]) -> L::Mask {
        bounds_intersect(aabb, triangle)
    }
}

/// The lanes in which the projections on the cross product of a coordinate axis and an edge are disjoint.
#[inline(always)]
fn separated_across<L: Lanes>(axis: usize, e: [L; 3], [end, opposite]: [[L; 3]; 2], h: [L; 3]) -> L::Mask {
    let (j, k) = ((axis + 1) % 3, (axis + 2) % 3);
    let r = h[k] * e[j].abs() + h[j] * e[k].abs();
    let [end, opposite] = [end[k] * e[j] - end[j] * e[k], opposite[k] * e[j] - opposite[j] * e[k]];
    disjoint_unless_nan([end, opposite], [-r, r])
}

/// The lanes in which the box intersects the bounding box of the triangle.
#[inline(always)]
pub(super) fn bounds_intersect<L: Lanes>(aabb: &[L; 6], t: &[L; 9]) -> L::Mask {
    !(disjoint([aabb[0], aabb[3]], [t[0], t[3], t[6]])
        | disjoint([aabb[1], aabb[4]], [t[1], t[4], t[7]])
        | disjoint([aabb[2], aabb[5]], [t[2], t[5], t[8]]))
}

/// The exact answer.
///
/// ```text
/// Define    p and q, the lower and the upper corner of the box;  h = q - p
///           e, an edge of the triangle;  m, the middle of another one less that of the box, times two
///           n, the normal
/// Solution  a hit exactly if the bounding boxes intersect, and
///             for each edge and each two of the coordinates, here x and y:
///                                   hx |ey| + hy |ex| + |nz| - |mx ey - my ex| >= 0
///             for the plane:        hx |nx| + hy |ny| + hz |nz| - |n.m| >= 0
/// ```
///
/// On the direction `(ey, -ex, 0)` the edge projects to a point, and the opposite vertex is `nz` from there.
/// So the triangle is an interval of that width, and the middle of another edge its middle. The box is an
/// interval of the width `hx |ey| + hy |ex|`, and all margins are twice as large as they would be. Corners
/// are differences of columns, so that boxes that share a side are tested with the same numbers.
///
/// The bounding boxes are the first test ([`Predicate::quick_reject`]).
///
/// # Error budget
///
/// Define `h` and `r` as the sizes of the box and of the triangle along an axis; `X = h + 2 r`, `Y` and `Z`
/// likewise, where `2 r` is the sum of the three edges. `Q = X Y + Y Z + Z X`. In the table `r r` stands for
/// a product of two axes, `h r` for the sum of both such products; `r r r` and `h r r` likewise. As the
/// bounding boxes intersect, no vertex is farther from a corner of the box than `h + r`.
///
/// The products of a component of `n`, `P` together, and the component itself, `N`: `P + N <= 2 r r`, as each
/// product is at most `r r`, and where their signs differ `N`, which is twice an area, is `P` and at most
/// `r r`.
///
/// | quantity | at most | error | in `S` |
/// |---|---|---|---|
/// | `h`, `e` | `h`, `r` | 1 | `S` |
/// | `m = (a - p) + (c - q)` | `M = h + 2 r` | 1 + 1 of `h + r`, 1 `M`: `E = M + 2 (h + r)` | `2 S` |
/// | `m[0] * e[1]` | `M r` | `E r` + 2 `M r` = 5 `h r` + 8 `r r` | `2 S^2` |
/// | their difference | `h r` + 4 `r r` | 5 `h r` + 16 `r r`, and 1 of it: 6 `h r` + 20 `r r` | `4 S^2` |
/// | `h[0] * e[1].abs()` | `h r` | 1 + 1 + 1 = 3 | `S^2` |
/// | `n = cross(AB, BC)` | `N` | 3 `P` + `N` | `S^2` |
/// | the sum of two of these and `n[2].abs()` | `h r + N` | 3 `P` + 2 `N`, 5 `h r`: 5 `h r` + 6 `r r` | `3 S^2` |
/// | `edges` | `h r` + 4 `r r` | all that, and 1 of it: 12 `h r` + 30 `r r`, 7.5 `X Y` | |
/// | the bound of `edges` | | **8** `Q`, for 7.5 | (53 - 2) / 2: **25** bits |
/// | `n[0] * m[0]` | `N M` | `E N` + (3 `P` + `N`) `M` + `N M` | `2 S^3` |
/// | `h[0] * n[0].abs()` | `h N` | `h N` + (3 `P` + `N`) `h` + `h N` | `S^3` |
/// | all six of these products | | at most 14 `h r r` + 42 `r r r`, see below | |
/// | the sums of `dot(n, m)` | `h r r` + 6 `r r r` | 2 `h r r` + 10 `r r r` | `4 S^3` |
/// | the sums of `dot(h, n)` with absolute values | `h r r` | 2 `h r r` | `3 S^3` |
/// | `plane` | `h r r` + 6 `r r r` | all that, and 1 of it: 19 `h r r` + 58 `r r r`, 7.25 `X Y Z` | |
/// | the bound of `plane` | | **7.75** `X Y Z`, for 7.25 | (53 - 2) / 3: **17** bits |
///
/// Two products of an axis: `N (E + 2 M + 3 h) + 3 P (M + h)`, which with `P <= 2 r r - N` is at most
/// `N (E - M) + 6 r r (M + h)`, and that `14 r r (h + r)`.
///
/// In `S`: box and triangle lie in a cube with the side `S`. So the projections of the triangle have areas of
/// at most `S^2 / 2`, and `n` is twice those. `n.m` is twelve times the volume of a tetrahedron in the cube,
/// between the triangle and the middle of the box, and that is at most `S^3 / 3`.
#[derive(Debug)]
pub struct Exact;

impl Predicate for Exact {
    const NAME: &'static str = "aabb3_triangle3/exact";
    type A = Aabb3;
    type B = Triangle3;

    fn resolve(aabb: &Aabb3, triangle: &Triangle3) -> Decision {
        aabb.decide(triangle)
    }

    #[inline(always)]
    fn size<L: Lanes>(aabb: &[L; 6], t: &[L; 9]) -> L {
        let mut size = t[0].splat(0.0);
        for k in 0..3 {
            let all = [aabb[k], aabb[k + 3], t[k], t[k + 3], t[k + 6]];
            size = size.max(max_of(all) - min_of(all));
        }
        size
    }

    #[inline(always)]
    fn decide<L: Lanes>(aabb: &[L; 6], t: &[L; 9], rounding: &Rounding<L>) -> Certified<L::Mask> {
        let (p, q) = ([aabb[0], aabb[1], aabb[2]], [aabb[3], aabb[4], aabb[5]]);
        let (a, b, c) = ([t[0], t[1], t[2]], [t[3], t[4], t[5]], [t[6], t[7], t[8]]);
        let h = sub(q, p);
        let (ab, bc, ca) = (sub(b, a), sub(c, b), sub(a, c));
        let size = extent([h, ab, bc, ca]);
        let n = cross(ab, bc);
        let n_abs = [n[0].abs(), n[1].abs(), n[2].abs()];

        // Of AB and BC the middle of CA, of CA that of AB.
        let m = doubled_middle(a, c, p, q);
        let plane = dot(h, n_abs) - dot(n, m).abs();
        let edges = margin(ab, m, h, n_abs).min(margin(bc, m, h, n_abs)).min(margin(
            ca,
            doubled_middle(a, b, p, q),
            h,
            n_abs,
        ));

        let [x, y, z] = [rounding.length(size[0]), rounding.length(size[1]), rounding.length(size[2])];
        let squares = rounding.bound(8.0, x * y + y * z + z * x, 25);
        Certified::at_least_zero(edges, squares)
            & Certified::at_least_zero(plane, rounding.bound_of_volume(7.75, size, 17))
    }

    const HAS_QUICK_REJECT: bool = true;

    #[inline(always)]
    fn quick_reject<L: Lanes>(aabb: &[L; 6], triangle: &[L; 9]) -> L::Mask {
        bounds_intersect(aabb, triangle)
    }
}

/// The middle of `u` and `v` less that of `p` and `q`, times two.
#[inline(always)]
fn doubled_middle<L: Lanes>(u: [L; 3], v: [L; 3], p: [L; 3], q: [L; 3]) -> [L; 3] {
    add(sub(u, p), sub(v, q))
}

/// The least margin of the three directions that are perpendicular to an edge `e` and to an axis.
#[inline(always)]
fn margin<L: Lanes>(e: [L; 3], m: [L; 3], h: [L; 3], n_abs: [L; 3]) -> L {
    let m_x_e = cross(m, e);
    let e = [e[0].abs(), e[1].abs(), e[2].abs()];
    let along_x = (h[1] * e[2] + h[2] * e[1] + n_abs[0]) - m_x_e[0].abs();
    let along_y = (h[2] * e[0] + h[0] * e[2] + n_abs[1]) - m_x_e[1].abs();
    let along_z = (h[0] * e[1] + h[1] * e[0] + n_abs[2]) - m_x_e[2].abs();
    along_x.min(along_y).min(along_z)
}
