//! Triangles of space with segments, rays and lines, and with each other; axis-aligned boxes.
//!
//! A path is `start + t direction` for all `t` of a range, and a triangle is what some linear conditions on a
//! point say: it is on the plane, and on the inner side of each edge. So each condition is one on `t`, and
//! clips the range ([`super::slabs::Range`]). With `n` the normal, of a point `P`:
//!
//! | triangle | conditions |
//! |---|---|
//! | with an area | `n.(P - A) = 0`; for each edge from `V` along `e`: `(n x e).(P - V) >= 0` |
//! | of zero area, with a longest edge from `V` along `e` | `e x (P - V) = 0`; `0 <= e.(P - V) <= e.e` |
//! | a point `A` | `P - A = 0` |
//!
//! Two triangles have a point in common if and only if an edge of one has one with the other triangle: the
//! points in common are a convex set, and one of them that is on no edge of either is within a segment of
//! them that ends on edges.

use num_bigint::BigInt;
use scalar::dim2::Triangle;
use scalar::dim3::{Aabb3, Point3, Triangle3};
use soa::Shape;

use super::integer::{Unit, Vector, add, cross, dot, sub, times};
use super::lengths;
use super::slabs::{Fraction, Range};

/// Whether a segment, ray or line and a triangle have a point in common.
pub fn path_meets_triangle<P: Shape>(path: &P, triangle: &Triangle3) -> bool {
    let unit = Unit::of(lengths(path).chain(lengths(triangle)));
    let vector = |k: usize| unit.counts([0, 1, 2].map(|i: usize| path.values()[3 * k + i]));
    clip(Range::of(P::KIND), &vector(0), &vector(1), &corners(triangle, unit))
}

/// The same in the plane, as a plane of space.
pub fn path_meets_triangle_of_plane<P: Shape>(path: &P, triangle: &Triangle) -> bool {
    let unit = Unit::of(lengths(path).chain(lengths(triangle)));
    let vector = |[x, y]: [f32; 2]| unit.counts([x, y, 0.0]);
    let &[x, y, dx, dy] = path.values() else { return false };
    let corners = [triangle.a, triangle.b, triangle.c].map(vector);
    clip(Range::of(P::KIND), &vector([x, y]), &vector([dx, dy]), &corners)
}

/// The first point that a path and a triangle with an area have in common: its parameter, and its weights `u`
/// and `v` of the corners `b` and `c`.
///
/// With `p` from the corner `a`, the weights solve `p.e = u e.e + v e.f` and `p.f = u e.f + v f.f`, where `e`
/// and `f` are the edges from `a`.
pub fn first_common_point<P: Shape>(path: &P, triangle: &Triangle3) -> Option<[Fraction; 3]> {
    let unit = Unit::of(lengths(path).chain(lengths(triangle)));
    let vector = |k: usize| unit.counts([0, 1, 2].map(|i: usize| path.values()[3 * k + i]));
    let (start, direction, corners) = (vector(0), vector(1), corners(triangle, unit));
    let range = clipped(Range::of(P::KIND), &start, &direction, &corners);
    let t = range.first()?;
    let (e, f) = (sub(&corners[1], &corners[0]), sub(&corners[2], &corners[0]));
    let p = add(&times(&sub(&start, &corners[0]), &t.under), &times(&direction, &t.over));
    let (ee, ef, ff) = (dot(&e, &e), dot(&e, &f), dot(&f, &f));
    let area = (&ee * &ff - &ef * &ef) * &t.under;
    let (pe, pf) = (dot(&p, &e), dot(&p, &f));
    if area == BigInt::ZERO {
        return Some([t.clone(), Fraction::new(0.into(), 1.into()), Fraction::new(0.into(), 1.into())]);
    }
    let (u, v) = (&pe * &ff - &pf * &ef, &pf * &ee - &pe * &ef);
    Some([t.clone(), Fraction::new(u, area.clone()), Fraction::new(v, area)])
}

/// Whether two triangles have a point in common.
pub fn triangles_meet(a: &Triangle3, b: &Triangle3) -> bool {
    let unit = Unit::of(lengths(a).chain(lengths(b)));
    let (a, b) = (corners(a, unit), corners(b, unit));
    an_edge_meets(&a, &b) || an_edge_meets(&b, &a)
}

/// Whether two axis-aligned boxes have a point in common: in each coordinate, the lower ends are all at most
/// the upper ends.
pub fn boxes_meet(a: &Aabb3, b: &Aabb3) -> bool {
    (0..3).all(|k| {
        let (low, high) = ([a.min[k], b.min[k]], [a.max[k], b.max[k]]);
        low.iter().all(|low| high.iter().all(|high| low <= high))
    })
}

/// Whether the point lies in the box or on its surface.
pub fn point_in_box(point: &Point3, aabb: &Aabb3) -> bool {
    boxes_meet(&Aabb3 { min: *point, max: *point }, aabb)
}

/// Whether a segment, ray or line and an axis-aligned box of `N` dimensions have a point in common: each side
/// of the box clips the parameter.
pub fn path_meets_box<P: Shape, B: Shape, const N: usize>(path: &P, aabb: &B) -> bool {
    let unit = Unit::of(lengths(path).chain(lengths(aabb)));
    let vector =
        |values: &[f32], k: usize| unit.counts(core::array::from_fn::<_, N, _>(|i| values[N * k + i]));
    let [start, direction] = [0, 1].map(|k| vector(path.values(), k));
    let [min, max] = [0, 1].map(|k| vector(aabb.values(), k));
    let mut range = Range::of(P::KIND);
    for k in 0..N {
        range.keep(&(&start[k] - &min[k]), &direction[k]);
        range.keep(&(&max[k] - &start[k]), &-&direction[k]);
    }
    range.is_some()
}

/// Whether an axis-aligned box and a triangle have a point in common: the triangle meets a face of the box,
/// or lies within it as its first corner does.
pub fn box_meets_triangle(aabb: &Aabb3, triangle: &Triangle3) -> bool {
    point_in_box(&triangle.a, aabb)
        || faces(aabb).into_iter().any(|[a, b, c]| triangles_meet(&Triangle3 { a, b, c }, triangle))
}

/// The faces of a box, as two triangles each.
pub fn faces(aabb: &Aabb3) -> Vec<[Point3; 3]> {
    let ends = [aabb.min, aabb.max];
    let face = |axis: usize, side: usize| {
        let corner = |i: usize, j: usize| {
            let mut corner = ends[side];
            corner[(axis + 1) % 3] = ends[i][(axis + 1) % 3];
            corner[(axis + 2) % 3] = ends[j][(axis + 2) % 3];
            corner
        };
        [[corner(0, 0), corner(0, 1), corner(1, 1)], [corner(0, 0), corner(1, 0), corner(1, 1)]]
    };
    (0..3).flat_map(|axis| [face(axis, 0), face(axis, 1)]).flatten().collect()
}

/// Whether an edge of `a` has a point in common with `b`.
fn an_edge_meets(a: &[Vector<3>; 3], b: &[Vector<3>; 3]) -> bool {
    (0..3).any(|i| {
        let (from, to) = (&a[i], &a[(i + 1) % 3]);
        clip(Range::segment(), from, &sub(to, from), b)
    })
}

fn corners(triangle: &Triangle3, unit: Unit) -> [Vector<3>; 3] {
    [triangle.a, triangle.b, triangle.c].map(|corner| unit.counts(corner))
}

/// Whether some `start + t direction`, with `t` in the range, lies in the triangle of these corners.
fn clip(range: Range, start: &Vector<3>, direction: &Vector<3>, corners: &[Vector<3>; 3]) -> bool {
    clipped(range, start, direction, corners).is_some()
}

/// The `t` of the range for which `start + t direction` lies in the triangle of these corners.
fn clipped(mut range: Range, start: &Vector<3>, direction: &Vector<3>, corners: &[Vector<3>; 3]) -> Range {
    let edges = [0, 1, 2].map(|i: usize| sub(&corners[(i + 1) % 3], &corners[i]));
    let zero = BigInt::ZERO;
    // `axis . (P - from) >= 0`, and `= 0`.
    let at_least = |range: &mut Range, axis: &Vector<3>, from: &Vector<3>| {
        range.keep(&dot(axis, &sub(start, from)), &dot(axis, direction));
    };
    let equal = |range: &mut Range, axis: &Vector<3>, from: &Vector<3>| {
        at_least(range, axis, from);
        at_least(range, &negative(axis), from);
    };
    let n = cross(&edges[0], &edges[1]);
    if dot(&n, &n) != zero {
        equal(&mut range, &n, &corners[0]);
        for (corner, edge) in corners.iter().zip(&edges) {
            at_least(&mut range, &cross(&n, edge), corner);
        }
        return range;
    }
    let longest = (0..3).max_by_key(|&i| dot(&edges[i], &edges[i])).unwrap_or(0);
    let (from, to, edge) = (&corners[longest], &corners[(longest + 1) % 3], &edges[longest]);
    let is_point = dot(edge, edge) == zero;
    for k in 0..3 {
        let axis = [0, 1, 2].map(|i: usize| BigInt::from(u8::from(i == k)));
        // The components of e x (P - V) are those of P - V across the axes that e turns to.
        equal(&mut range, &if is_point { axis } else { cross(edge, &axis) }, from);
    }
    at_least(&mut range, edge, from);
    at_least(&mut range, &negative(edge), to);
    range
}

fn negative(v: &Vector<3>) -> Vector<3> {
    [-&v[0], -&v[1], -&v[2]]
}
