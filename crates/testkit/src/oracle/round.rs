//! Disks and spheres: the squared distance of the closest point, a fraction, against the square of the
//! radius.

use num_bigint::BigInt;
use scalar::dim2::{Disk, Point};
use scalar::dim3::{Aabb3, Capsule3, Point3, Segment3, Sphere, Triangle3};
use soa::Shape;

use super::hull::{Corners, corners, differences, hulls_meet};
use super::integer::{Unit, Vector, add, dot, square, sub, times};
use super::lengths;
use super::space::{faces, path_meets_triangle, point_in_box};

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
/// corners, which may be zero: disks, capsules, and shapes with round corners.
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
    let (ways, origin) = (differences(&left.at, &right.at), [BigInt::ZERO, BigInt::ZERO]);
    let mut segments = ways.iter().enumerate().flat_map(|(i, a)| ways[..=i].iter().map(move |b| (a, b)));
    segments.any(|(a, b)| near_segment(&origin, &radius, a, b))
}

/// The radii of a shape.
fn radii<S: Shape>(shape: &S) -> impl Iterator<Item = f32> {
    let columns = shape.values().iter().zip(S::COLUMNS);
    columns.filter(|(_, name)| name.ends_with("radius")).map(|(&radius, _)| radius)
}

/// Whether some point between `a` and `b` is within the radius of `q`.
///
/// The closest one is `a + t (b - a)` with `t = (q - a).(b - a) / (b - a).(b - a)`, or the end that is
/// nearest to it.
fn near_segment<const N: usize>(q: &Vector<N>, radius: &BigInt, a: &Vector<N>, b: &Vector<N>) -> bool {
    let (edge, way) = (sub(b, a), sub(q, a));
    let (t, whole) = (dot(&way, &edge), dot(&edge, &edge));
    if t <= BigInt::ZERO {
        return dot(&way, &way) <= square(radius);
    }
    if t >= whole {
        let way = sub(q, b);
        return dot(&way, &way) <= square(radius);
    }
    // Times `whole`: the way from the foot to q.
    let way = sub(&times(&way, &whole), &times(&edge, &t));
    dot(&way, &way) <= square(&(radius * whole))
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

/// Whether a shape of space and another one have a point in common, each of which is a point or segment with or
/// without a radius.
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

/// Whether a capsule and a triangle in space have a point in common: its segment and the triangle do, or they
/// are within the radius of each other.
///
/// All differences of points of both are a prism. If the origin is outside, the point nearest to it lies on a
/// face: on one of two triangles, or on a parallelogram, which is two.
pub fn capsule_meets_triangle(capsule: &Capsule3, triangle: &Triangle3) -> bool {
    if path_meets_triangle(&Segment3 { start: capsule.start, direction: capsule.direction }, triangle) {
        return true;
    }
    let unit = Unit::of(lengths(capsule).chain(lengths(triangle)));
    let (ends, radius) = (ends(capsule, unit), unit.count(capsule.radius));
    let corners = [triangle.a, triangle.b, triangle.c].map(|corner| unit.counts(corner));
    let [low, high] = ends.map(|end| corners.each_ref().map(|corner| sub(corner, &end)));
    let origin = [BigInt::ZERO, BigInt::ZERO, BigInt::ZERO];
    let is_near = |triangle: [&Vector<3>; 3]| is_near_triangle(&origin, &radius, triangle);
    let is_near_side = |i: usize| {
        let j = (i + 1) % 3;
        is_near([&low[i], &low[j], &high[j]]) || is_near([&low[i], &high[i], &high[j]])
    };
    [&low, &high].into_iter().any(|[a, b, c]| is_near([a, b, c])) || (0..3).any(is_near_side)
}

/// Whether a capsule and an axis-aligned box have a point in common: its segment starts in the box, or it
/// meets one of the faces, which are two triangles each.
pub fn capsule_meets_box(capsule: &Capsule3, aabb: &Aabb3) -> bool {
    point_in_box(&capsule.start, aabb)
        || faces(aabb).into_iter().any(|[a, b, c]| capsule_meets_triangle(capsule, &Triangle3 { a, b, c }))
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
