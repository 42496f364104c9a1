//! Disks and spheres: the squared distance of the closest point, a fraction, against the square of the
//! radius.

use num_bigint::BigInt;
use scalar::dim2::{Disk, Point};
use scalar::dim3::{Aabb3, Point3, Sphere, Triangle3};
use soa::Shape;

use super::hull::{Corners, corners, hulls_meet};
use super::integer::{Unit, Vector, dot, square, sub, times};
use super::lengths;
use super::space::{faces, point_in_box};

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
    [(&a, &b), (&b, &c), (&c, &a)].into_iter().any(|(a, b)| near_segment(&center, &radius, a, b))
        || foot_is_near(&center, &radius, [&a, &b, &c])
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
