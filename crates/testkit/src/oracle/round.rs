//! Disks and spheres: the squared distance of the closest point, a fraction, against the square of the
//! radius.

use num_bigint::BigInt;
use scalar::dim2::{Disk, Point};
use scalar::dim3::{Aabb3, Point3, RoundedAabb3, RoundedTriangle3, Segment3, Sphere, Triangle3};
use soa::Shape;

use super::hull::{Corners, corners, hulls_meet, ways};
use super::integer::{Unit, Vector, add, dot, square, sub, times};
use super::lengths;
use super::slabs::Range;
use super::space::{box_meets_triangle, faces, path_meets_triangle, point_in_box, triangles_meet};

/// Whether two disks have a point in common: `|c - d| <= r + s`.
pub fn disks_meet(a: &Disk, b: &Disk) -> bool {
    let unit = Unit::of(lengths(a).chain(lengths(b)));
    let way = sub(&unit.counts(a.center), &unit.counts(b.center));
    dot(&way, &way) <= square(&(unit.count(a.radius) + unit.count(b.radius)))
}

/// Whether two spheres have a point in common, as for [disks](disks_meet).
pub fn spheres_meet(a: &Sphere, b: &Sphere) -> bool {
    let unit = Unit::of(lengths(a).chain(lengths(b)));
    let way = sub(&unit.counts(a.center), &unit.counts(b.center));
    dot(&way, &way) <= square(&(unit.count(a.radius) + unit.count(b.radius)))
}

/// Whether the point lies in the sphere, or on its surface.
pub fn point_in_sphere(point: &Point3, sphere: &Sphere) -> bool {
    spheres_meet(&Sphere { center: *point, radius: 0.0 }, sphere)
}

/// Whether the point lies in the disk, or on its circle.
pub fn point_in_disk(point: &Point, disk: &Disk) -> bool {
    disks_meet(&Disk { center: *point, radius: 0.0 }, disk)
}

/// [`disk_meets_hull`] with its operands exchanged.
pub fn hull_meets_disk<H: Shape>(hull: &H, disk: &Disk) -> bool {
    disk_meets_hull(disk, hull)
}

/// Whether a disk and the hull of some corners have a point in common: the center lies in the hull, or within
/// the radius of the segment between some two corners. All these segments lie in the hull, and its edges are
/// among them.
pub fn disk_meets_hull<H: Shape>(disk: &Disk, hull: &H) -> bool {
    let unit = Unit::of(lengths(disk).chain(lengths(hull)));
    let hull = corners(hull, unit);
    let center = unit.counts(disk.center);
    if hulls_meet(&Corners { at: vec![center.clone()], weight: 1.into() }, &hull) {
        return true;
    }
    let (center, radius) = (times(&center, &hull.weight), unit.count(disk.radius) * &hull.weight);
    let mut segments =
        hull.at.iter().enumerate().flat_map(|(i, a)| hull.at[..=i].iter().map(move |b| (a, b)));
    segments.any(|(a, b)| near_segment(&center, &radius, a, b))
}

/// Whether two sets have a point in common, each of which is what is within a radius of the hull of some
/// corners, which may be zero: disks, capsules, boxes, and shapes with round corners.
///
/// All differences of points of the hulls are the hull of the differences of corners. So the origin is within
/// the sum of the radii of one of them, if it lies in that hull or near a segment between two of its points.
pub fn rounded_meet<A: Shape, B: Shape>(a: &A, b: &B) -> bool {
    let unit = Unit::of(lengths(a).chain(lengths(b)));
    let (left, right) = (corners(a, unit), corners(b, unit));
    if hulls_meet(&left, &right) {
        return true;
    }
    let radius: BigInt = radii(a).chain(radii(b)).map(|radius| unit.count(radius)).sum();
    let radius = radius * &left.weight * &right.weight;
    let (ways, origin) = (ways(&left, &right), [BigInt::ZERO, BigInt::ZERO]);
    let mut segments = ways.iter().enumerate().flat_map(|(i, a)| ways[..=i].iter().map(move |b| (a, b)));
    segments.any(|(a, b)| near_segment(&origin, &radius, a, b))
}

/// The radii of a shape.
fn radii<S: Shape>(shape: &S) -> impl Iterator<Item = f32> {
    let columns = shape.values().iter().zip(S::COLUMNS);
    columns.filter(|(_, name)| name.ends_with("radius")).map(|(&radius, _)| radius)
}

/// Whether some point between `a` and `b` is within the radius of `q`.
fn near_segment<const N: usize>(q: &Vector<N>, radius: &BigInt, a: &Vector<N>, b: &Vector<N>) -> bool {
    near_path(q, radius, a, &sub(b, a), [true, true])
}

/// Whether some point `a + t d` is within the radius of `q`, for `t` from zero or from anywhere, to one or to
/// anywhere.
///
/// The closest one has `t = (q - a).d / d.d`, or it is the end that is nearest to it.
fn near_path<const N: usize>(
    q: &Vector<N>,
    radius: &BigInt,
    a: &Vector<N>,
    d: &Vector<N>,
    [has_start, has_end]: [bool; 2],
) -> bool {
    let way = sub(q, a);
    let (t, whole) = (dot(&way, d), dot(d, d));
    if (has_start && t <= BigInt::ZERO) || whole == BigInt::ZERO {
        return dot(&way, &way) <= square(radius);
    }
    if has_end && t >= whole {
        let way = sub(&way, d);
        return dot(&way, &way) <= square(radius);
    }
    // Times `whole`: the way from the foot to q.
    let way = sub(&times(&way, &whole), &times(d, &t));
    dot(&way, &way) <= square(&(radius * whole))
}

/// Whether a segment, ray or line and a disk or sphere of `N` dimensions have a point in common.
pub fn path_meets_ball<P: Shape, B: Shape, const N: usize>(path: &P, ball: &B) -> bool {
    let unit = Unit::of(lengths(path).chain(lengths(ball)));
    let vector =
        |values: &[f32], k: usize| unit.counts(core::array::from_fn::<_, N, _>(|i| values[N * k + i]));
    let [start, direction] = [0, 1].map(|k| vector(path.values(), k));
    let (center, radius) = (vector(ball.values(), 0), unit.count(ball.values()[N]));
    near_path(&center, &radius, &start, &direction, Range::of(P::KIND).has_ends())
}

/// Whether a sphere and a triangle in space have a point in common: some point of an edge, or the foot of the
/// center on the triangle's plane if it lies in the triangle, is within the radius.
pub fn sphere_meets_triangle(sphere: &Sphere, triangle: &Triangle3) -> bool {
    let unit = Unit::of(lengths(sphere).chain(lengths(triangle)));
    let (center, radius) = (unit.counts(sphere.center), unit.count(sphere.radius));
    let [a, b, c] = [triangle.a, triangle.b, triangle.c].map(|corner| unit.counts(corner));
    is_near_triangle(&center, &radius, [&a, &b, &c])
}

/// Whether some point of the triangle is within the radius of `q`.
fn is_near_triangle(q: &Vector<3>, radius: &BigInt, [a, b, c]: [&Vector<3>; 3]) -> bool {
    [(a, b), (b, c), (c, a)].into_iter().any(|(a, b)| near_segment(q, radius, a, b))
        || foot_is_near(q, radius, [a, b, c])
}

/// Whether a shape of space and another one have a point in common, each of which is a point or segment with
/// or without a radius.
///
/// All differences of points of the segments are a parallelogram, two triangles. So the origin is within the
/// sum of the radii of one of them, if that is true of a triangle, as of a [sphere](sphere_meets_triangle).
pub fn capsules_meet<A: Shape, B: Shape>(a: &A, b: &B) -> bool {
    let unit = Unit::of(lengths(a).chain(lengths(b)));
    let radius: BigInt = radii(a).chain(radii(b)).map(|radius| unit.count(radius)).sum();
    let ([a, b], [c, d]) = (ends(a, unit), ends(b, unit));
    let [ac, ad, bc, bd] = [sub(&c, &a), sub(&d, &a), sub(&c, &b), sub(&d, &b)];
    let origin = [BigInt::ZERO, BigInt::ZERO, BigInt::ZERO];
    is_near_triangle(&origin, &radius, [&ac, &ad, &bd]) || is_near_triangle(&origin, &radius, [&ac, &bc, &bd])
}

/// Whether a sphere or capsule and a triangle in space, with or without round corners, have a point in
/// common: segment and triangle do, or they are within the sum of the radii of each other.
pub fn capsule_meets_triangle<A: Shape, B: Shape>(a: &A, b: &B) -> bool {
    is_near_face(a, b, &Triangle3::from_values(|k| b.values()[k]))
}

/// Whether a sphere or capsule and an axis-aligned box, with or without round corners, have a point in
/// common: its segment starts in the box, or it meets one of the faces, which are two triangles each.
pub fn capsule_meets_box<A: Shape, B: Shape>(a: &A, b: &B) -> bool {
    let aabb = Aabb3::from_values(|k| b.values()[k]);
    point_in_box(&Point3::from_values(|k| a.values()[k]), &aabb)
        || faces(&aabb).into_iter().any(|[p, q, r]| is_near_face(a, b, &Triangle3 { a: p, b: q, c: r }))
}

/// Whether the segment of `a` and a triangle, which is a face of `b`, are within the sum of the radii of `a`
/// and `b` of each other.
fn is_near_face<A: Shape, B: Shape>(a: &A, b: &B, face: &Triangle3) -> bool {
    let value = |k: usize| if A::COLUMNS.len() < 6 && k > 2 { 0.0 } else { a.values()[k] };
    let unit = Unit::of(lengths(a).chain(lengths(b)));
    let radius: BigInt = radii(a).chain(radii(b)).map(|radius| unit.count(radius)).sum();
    path_meets_triangle(&Segment3::from_values(value), face)
        || segment_is_near(&ends(a, unit), &corners3(face, unit), &radius)
}

fn corners3(t: &Triangle3, unit: Unit) -> [Vector<3>; 3] {
    [t.a, t.b, t.c].map(|corner| unit.counts(corner))
}

/// Whether a segment and a triangle that are disjoint are within the radius of each other.
///
/// All differences of points of both are a prism. The point nearest to the origin lies on a face: on one of
/// two triangles, or on a parallelogram, which is two.
fn segment_is_near(ends: &[Vector<3>; 2], corners: &[Vector<3>; 3], radius: &BigInt) -> bool {
    let [low, high] = ends.each_ref().map(|end| corners.each_ref().map(|corner| sub(corner, end)));
    let origin = [BigInt::ZERO, BigInt::ZERO, BigInt::ZERO];
    let is_near = |triangle: [&Vector<3>; 3]| is_near_triangle(&origin, radius, triangle);
    let is_near_side = |i: usize| {
        let j = (i + 1) % 3;
        is_near([&low[i], &low[j], &high[j]]) || is_near([&low[i], &high[i], &high[j]])
    };
    [&low, &high].into_iter().any(|[a, b, c]| is_near([a, b, c])) || (0..3).any(is_near_side)
}

/// Whether two triangles in space are within the radius of the second one of each other: they meet, an edge
/// of the first one is near the second one, or a vertex of that is near the first one.
pub fn triangles_are_near(triangle: &Triangle3, rounded: &RoundedTriangle3) -> bool {
    let (unit, t) = (Unit::of(lengths(triangle).chain(lengths(rounded))), rounded.triangle());
    let ([a, b, c], right) = (corners3(triangle, unit), corners3(&t, unit));
    let radius = unit.count(rounded.border_radius);
    let edges = [[&a, &b], [&b, &c], [&c, &a]];
    triangles_meet(triangle, &t)
        || edges.iter().any(|edge| segment_is_near(&edge.map(Clone::clone), &right, &radius))
        || right.iter().any(|vertex| is_near_triangle(vertex, &radius, [&a, &b, &c]))
}

/// Whether an axis-aligned box and a triangle are within the radius of the triangle of each other: they meet,
/// a vertex is near the box, or an edge of the box is near the triangle.
pub fn box_is_near_triangle(aabb: &Aabb3, rounded: &RoundedTriangle3) -> bool {
    let (unit, t) = (Unit::of(lengths(aabb).chain(lengths(rounded))), rounded.triangle());
    let (vertices, radius) = (corners3(&t, unit), unit.count(rounded.border_radius));
    let near_box = |&point: &Point3| {
        let [min, max] = [point; 2];
        boxes_are_near(aabb, &RoundedAabb3 { min, max, border_radius: rounded.border_radius })
    };
    // From each corner along the axes on which it is the lower one.
    let an_edge_is_near = |n: usize, axis: usize| {
        let corner = |n: usize| unit.counts([0, 1, 2].map(|k: usize| [aabb.min, aabb.max][n >> k & 1][k]));
        n >> axis & 1 == 0 && segment_is_near(&[corner(n), corner(n | 1 << axis)], &vertices, &radius)
    };
    box_meets_triangle(aabb, &t)
        || [t.a, t.b, t.c].iter().any(near_box)
        || (0..8).any(|n| (0..3).any(|axis| an_edge_is_near(n, axis)))
}

/// Whether two axis-aligned boxes are within the radius of the second one of each other: by the gap between
/// them in each coordinate.
pub fn boxes_are_near(aabb: &Aabb3, rounded: &RoundedAabb3) -> bool {
    let unit = Unit::of(lengths(aabb).chain(lengths(rounded)));
    let gap = |k: usize| {
        let counts = |corner: [f32; 3]| unit.count(corner[k]);
        let after = counts(rounded.min) - counts(aabb.max);
        let before = counts(aabb.min) - counts(rounded.max);
        after.max(before).max(BigInt::ZERO)
    };
    let gaps: Vector<3> = [gap(0), gap(1), gap(2)];
    dot(&gaps, &gaps) <= square(&unit.count(rounded.border_radius))
}

/// The ends of a segment or capsule, or twice the point or center.
fn ends<S: Shape>(shape: &S, unit: Unit) -> [Vector<3>; 2] {
    let values = shape.values();
    let vector = |k: usize| unit.counts([values[k], values[k + 1], values[k + 2]]);
    let end = if values.len() < 6 { vector(0) } else { add(&vector(0), &vector(3)) };
    [vector(0), end]
}

/// Whether a sphere and an axis-aligned box have a point in common: the center lies in the box, or the sphere
/// meets one of its faces, which are two triangles each.
pub fn sphere_meets_box(sphere: &Sphere, aabb: &Aabb3) -> bool {
    point_in_box(&sphere.center, aabb)
        || faces(aabb).into_iter().any(|[a, b, c]| sphere_meets_triangle(sphere, &Triangle3 { a, b, c }))
}

/// Whether the foot of `q` on the plane of a triangle lies in the triangle, and within the radius.
///
/// The foot `a + s e + t f`, with `e = b - a` and `f = c - a`, is where the rest of the way is perpendicular
/// to both:
///
/// ```text
/// s e.e + t e.f = w.e        with w = q - a, solved by Cramer's rule over the determinant  e.e f.f -
/// (e.f)^2,
/// s e.f + t f.f = w.f        which is zero for a triangle of zero area: that one is its edges.
/// ```
fn foot_is_near(q: &Vector<3>, radius: &BigInt, [a, b, c]: [&Vector<3>; 3]) -> bool {
    let (e, f, w) = (sub(b, a), sub(c, a), sub(q, a));
    let (ee, ef, ff) = (dot(&e, &e), dot(&e, &f), dot(&f, &f));
    let (we, wf) = (dot(&w, &e), dot(&w, &f));
    let whole = &ee * &ff - &ef * &ef;
    let (s, t) = (&we * &ff - &wf * &ef, &wf * &ee - &we * &ef);
    if whole == BigInt::ZERO || s < BigInt::ZERO || t < BigInt::ZERO || &s + &t > whole {
        return false;
    }
    let way = sub(&sub(&times(&w, &whole), &times(&e, &s)), &times(&f, &t));
    dot(&way, &way) <= square(&(radius * whole))
}
