//! Other libraries: their tests of pairs of shapes, which are timed beside ours and judged on conformance
//! cases, and our shapes as theirs.
//!
//! On a case a library is given only what its own types hold exactly, so that its test is judged and not our
//! conversion: an end that is no number of its kind, a box that has no center, an axis that is no rotation
//! are left out. (An axis of length 1 up to rounding is in: it is the best that a user of any library can
//! have.)

pub mod boxes;
pub mod geo;
mod held;
pub mod parry2;
pub mod parry3;

use std::any::Any;
use std::panic::{self, AssertUnwindSafe};

use ::geo::Intersects;
use ::geo::line_measures::{Distance, Euclidean};
use manifold_rust::linalg::Vec3;
use manifold_rust::robust::tri_tri::{TriTriIsect, tri_tri_intersect};
use packed_spatial_index::{Ray3D, Triangle3DF32};
use parry2d::bounding_volume::BoundingVolume;
use parry2d::query::{PointQuery, RayCast};
use parry3d::query::PointQuery as _;
use parry3d::query::RayCast as _;
use scalar::dim2::{Ray, Segment};
use scalar::dim3::{Aabb3, Ray3, Segment3, Triangle3};
use soa::Shape;

use crate::contender::Pass;
use crate::group::one_by_one;
use held::is_held;

/// A test on a row of values.
type Test = Box<dyn Fn(&[f32]) -> Option<bool> + Send + Sync>;

/// A library's test for a pair of shapes.
pub struct Peer {
    /// The pair.
    pub stem: &'static str,
    /// The crate and its call.
    pub who: &'static str,
    /// By how many hits it may be off in a million uniform rows.
    pub tolerance: usize,
    /// The answer to a row of values; None if the library's types cannot hold it.
    answer: Test,
    /// A [`PassOver`] of the pair's shapes.
    pass: Box<dyn Any + Send + Sync>,
}

/// Builds the library's shapes, and returns a pass over them.
type PassOver<A, B> = Box<dyn Fn(&[A], &[B]) -> Pass + Send + Sync>;

/// `left` and `right` build the library's shapes, which is not timed.
fn peer<A: Shape, B: Shape, X: 'static, Y: 'static>(
    stem: &'static str,
    who: &'static str,
    tolerance: usize,
    left: impl Fn(&A) -> X + Copy + Send + Sync + 'static,
    right: impl Fn(&B) -> Y + Copy + Send + Sync + 'static,
    test: impl Fn(&X, &Y) -> bool + Copy + Send + Sync + 'static,
) -> Peer {
    let answer = move |row: &[f32]| {
        let (a, b) = row.split_at(A::COLUMNS.len());
        (is_held(who, A::KIND, a) && is_held(who, B::KIND, b))
            .then(|| test(&left(&A::from_values(|k| a[k])), &right(&B::from_values(|k| b[k]))))
    };
    let pass: PassOver<A, B> = Box::new(move |a, b| one_by_one(a, b, left, right, test));
    Peer { stem, who, tolerance, answer: Box::new(answer), pass: Box::new(pass) }
}

impl Peer {
    /// Every test of every library. Of several calls of one library for a pair the first is judged on cases.
    pub fn all() -> Vec<Self> {
        [of_parry2(), of_parry3(), distances_of_parry3(), of_geo(), of_trees(), of_rayx(), of_manifold()]
            .into_iter()
            .flatten()
            .collect()
    }

    /// The answer to a case as a letter: `1` for yes, `0` for no, `!` for a panic, `-` where the library
    /// cannot hold the case.
    pub fn letter(&self, words: &[u32]) -> char {
        let row: Vec<f32> = words.iter().map(|&word| f32::from_bits(word)).collect();
        match panic::catch_unwind(AssertUnwindSafe(|| (self.answer)(&row))) {
            Ok(None) => '-',
            Ok(Some(answer)) => char::from(b'0' + u8::from(answer)),
            Err(_) => '!',
        }
    }

    /// A pass over these rows.
    ///
    /// # Panics
    /// The test is for other shapes.
    pub fn pass<A: 'static, B: 'static>(&self, a: &[A], b: &[B]) -> Pass {
        let pass: Option<&PassOver<A, B>> = self.pass.downcast_ref();
        pass.unwrap_or_else(|| panic!("{} is no test of these shapes", self.stem))(a, b)
    }
}

/// `parry2d` by `intersection_test` on two shapes, or by their calls for a point or a ray. They have absolute
/// tolerances, so they find some pairs to touch that are apart by less. For a box and a triangle `parry2d`
/// answers yes for about 8,000 pairs in a million that are apart, on which `geo` and we agree; we have not
/// looked into why.
fn of_parry2() -> Vec<Peer> {
    use parry2::{
        aabb, capsule, disk, intersection_test as test, oriented_box, point, ray, rounded_aabb,
        rounded_oriented_box, rounded_triangle, segment, triangle, volume, within,
    };
    const TEST: &str = "parry2d/intersection_test";
    const DISTANCE: &str = "parry2d/distance";
    const RAY: &str = "parry2d/intersects_ray";
    let segment_of = |r: &Ray| Segment { start: r.start, direction: r.direction };
    vec![
        peer("point_aabb", "parry2d/contains_local_point", 0, point, volume, |p, b| {
            b.contains_local_point(*p)
        }),
        peer("point_disk", "parry2d/contains_point", 100, point, disk, |p, (at, ball)| {
            ball.contains_point(at, *p)
        }),
        // The trait's method, by projection. The inherent `contains_point` multiplies signs, which takes a
        // corner of a clockwise triangle for a point outside: it is wrong twice as often, but faster.
        peer("point_triangle", "parry2d/contains_local_point", 100, point, triangle, |p, t| {
            t.1.contains_local_point(*p)
        }),
        peer("point_triangle", "parry2d/contains_point", 100, point, triangle, |p, t| t.1.contains_point(*p)),
        peer("segment_segment", TEST, 200, segment, segment, test),
        peer("segment_aabb", RAY, 100, ray, volume, |ray, b| b.intersects_local_ray(ray, 1.0)),
        peer(
            "ray_aabb",
            RAY,
            100,
            move |r| ray(&segment_of(r)),
            volume,
            |ray, b| b.intersects_local_ray(ray, f32::MAX),
        ),
        peer("segment_disk", TEST, 100, segment, disk, test),
        peer("segment_disk", RAY, 100, ray, disk, |ray, (at, ball)| ball.intersects_ray(at, ray, 1.0)),
        peer(
            "ray_disk",
            RAY,
            100,
            move |r| ray(&segment_of(r)),
            disk,
            |ray, (at, ball)| ball.intersects_ray(at, ray, f32::MAX),
        ),
        peer(
            "ray_triangle",
            RAY,
            100,
            move |r| ray(&segment_of(r)),
            triangle,
            |ray, (at, triangle)| triangle.intersects_ray(at, ray, f32::MAX),
        ),
        peer("point_oriented_box", "parry2d/contains_point", 100, point, oriented_box, |p, (at, cuboid)| {
            cuboid.contains_point(at, *p)
        }),
        peer("segment_oriented_box", TEST, 100, segment, oriented_box, test),
        peer("segment_oriented_box", RAY, 100, ray, oriented_box, |ray, (at, cuboid)| {
            cuboid.intersects_ray(at, ray, 1.0)
        }),
        peer(
            "ray_oriented_box",
            RAY,
            100,
            move |r| ray(&segment_of(r)),
            oriented_box,
            |ray, (at, cuboid)| cuboid.intersects_ray(at, ray, f32::MAX),
        ),
        peer("segment_triangle", TEST, 100, segment, triangle, test),
        peer("disk_disk", TEST, 100, disk, disk, test),
        peer("disk_aabb", TEST, 100, disk, aabb, test),
        peer("disk_oriented_box", TEST, 100, disk, oriented_box, test),
        peer("disk_triangle", TEST, 100, disk, triangle, test),
        peer("aabb_aabb", "parry2d/intersects", 0, volume, volume, BoundingVolume::intersects),
        peer("aabb_triangle", TEST, 10_000, aabb, triangle, test),
        peer("aabb_oriented_box", TEST, 100, aabb, oriented_box, test),
        peer("capsule_oriented_box", TEST, 200, capsule, oriented_box, test),
        peer("oriented_box_oriented_box", TEST, 100, oriented_box, oriented_box, test),
        peer("oriented_box_triangle", TEST, 10_000, oriented_box, triangle, test),
        peer("triangle_triangle", TEST, 200, triangle, triangle, test),
        peer("point_capsule", "parry2d/contains_point", 100, point, capsule, |p, (at, capsule)| {
            capsule.contains_point(at, *p)
        }),
        peer("segment_capsule", TEST, 200, segment, capsule, test),
        peer("disk_capsule", TEST, 200, disk, capsule, test),
        peer("capsule_capsule", TEST, 200, capsule, capsule, test),
        peer("capsule_aabb", TEST, 200, capsule, aabb, test),
        peer("capsule_triangle", TEST, 200, capsule, triangle, test),
        peer("disk_rounded_aabb", DISTANCE, 200, disk, rounded_aabb, within),
        peer("disk_rounded_triangle", DISTANCE, 200, disk, rounded_triangle, within),
        peer("aabb_rounded_aabb", DISTANCE, 200, aabb, rounded_aabb, within),
        peer("aabb_rounded_triangle", DISTANCE, 200, aabb, rounded_triangle, within),
        peer("oriented_box_rounded_oriented_box", DISTANCE, 200, oriented_box, rounded_oriented_box, within),
        peer("triangle_rounded_triangle", DISTANCE, 200, triangle, rounded_triangle, within),
    ]
}

/// `parry3d` in the same way.
fn of_parry3() -> Vec<Peer> {
    use parry3::{
        aabb, capsule, intersection_test as test, oriented_box, point, ray, segment, sphere, triangle, volume,
    };
    const TEST: &str = "parry3d/intersection_test";
    const RAY: &str = "parry3d/intersects_ray";
    let segment_of = |r: &Ray3| Segment3 { start: r.start, direction: r.direction };
    vec![
        peer("segment3_oriented_box3", RAY, 100, ray, oriented_box, |ray, (at, cuboid)| {
            cuboid.intersects_ray(at, ray, 1.0)
        }),
        peer(
            "ray3_oriented_box3",
            RAY,
            100,
            move |r| ray(&segment_of(r)),
            oriented_box,
            |ray, (at, cuboid)| cuboid.intersects_ray(at, ray, f32::MAX),
        ),
        peer(
            "point3_oriented_box3",
            "parry3d/contains_point",
            100,
            point,
            oriented_box,
            |p, (at, cuboid)| cuboid.contains_point(at, *p),
        ),
        peer("aabb3_oriented_box3", TEST, 200, aabb, oriented_box, test),
        peer("segment3_sphere", RAY, 100, ray, sphere, |ray, (at, ball)| ball.intersects_ray(at, ray, 1.0)),
        peer(
            "ray3_sphere",
            RAY,
            100,
            move |r| ray(&segment_of(r)),
            sphere,
            |ray, (at, ball)| ball.intersects_ray(at, ray, f32::MAX),
        ),
        peer("segment3_triangle3", RAY, 100, ray, triangle, |ray, (at, triangle)| {
            triangle.intersects_ray(at, ray, 1.0)
        }),
        peer("segment3_triangle3", TEST, 200, segment, triangle, test),
        peer(
            "ray3_triangle3",
            RAY,
            100,
            move |r| ray(&segment_of(r)),
            triangle,
            |ray, (at, triangle)| triangle.intersects_ray(at, ray, f32::MAX),
        ),
        peer("triangle3_triangle3", TEST, 200, triangle, triangle, test),
        peer("aabb3_triangle3", TEST, 200, aabb, triangle, test),
        peer("sphere_oriented_box3", TEST, 100, sphere, oriented_box, test),
        peer("oriented_box3_triangle3", TEST, 200, oriented_box, triangle, test),
        peer("oriented_box3_oriented_box3", TEST, 200, oriented_box, oriented_box, test),
        peer("point3_sphere", "parry3d/contains_point", 100, point, sphere, |p, (at, ball)| {
            ball.contains_point(at, *p)
        }),
        peer("point3_aabb3", "parry3d/contains_local_point", 0, point, volume, |p, b| {
            b.contains_local_point(*p)
        }),
        peer("segment3_aabb3", RAY, 100, ray, volume, |ray, b| b.intersects_local_ray(ray, 1.0)),
        peer(
            "ray3_aabb3",
            RAY,
            100,
            move |r| ray(&segment_of(r)),
            volume,
            |ray, b| b.intersects_local_ray(ray, f32::MAX),
        ),
        peer(
            "aabb3_aabb3",
            "parry3d/intersects",
            0,
            volume,
            volume,
            parry3d::bounding_volume::BoundingVolume::intersects,
        ),
        peer("sphere_aabb3", TEST, 100, sphere, aabb, test),
        peer("sphere_sphere", TEST, 100, sphere, sphere, test),
        peer("sphere_triangle3", TEST, 100, sphere, triangle, test),
        peer("point3_capsule3", "parry3d/contains_point", 100, point, capsule, |p, (at, capsule)| {
            capsule.contains_point(at, *p)
        }),
        peer("segment3_capsule3", TEST, 200, segment, capsule, test),
        peer("sphere_capsule3", TEST, 200, sphere, capsule, test),
        peer("capsule3_capsule3", TEST, 200, capsule, capsule, test),
        peer("capsule3_aabb3", TEST, 200, capsule, aabb, test),
        peer("capsule3_triangle3", TEST, 200, capsule, triangle, test),
        peer("capsule3_oriented_box3", TEST, 200, capsule, oriented_box, test),
    ]
}

/// Its distances, against shapes that have grown.
fn distances_of_parry3() -> Vec<Peer> {
    use parry3::{
        aabb, capsule, rounded_aabb, rounded_capsule, rounded_sphere, rounded_triangle, sphere, triangle,
        within,
    };
    const DISTANCE: &str = "parry3d/distance";
    vec![
        peer("sphere_rounded_sphere", DISTANCE, 200, sphere, rounded_sphere, within),
        peer("sphere_rounded_capsule3", DISTANCE, 200, sphere, rounded_capsule, within),
        peer("sphere_rounded_aabb3", DISTANCE, 200, sphere, rounded_aabb, within),
        peer("sphere_rounded_triangle3", DISTANCE, 200, sphere, rounded_triangle, within),
        peer("capsule3_rounded_capsule3", DISTANCE, 500, capsule, rounded_capsule, within),
        peer("capsule3_rounded_aabb3", DISTANCE, 200, capsule, rounded_aabb, within),
        peer("capsule3_rounded_triangle3", DISTANCE, 500, capsule, rounded_triangle, within),
        peer("aabb3_rounded_aabb3", DISTANCE, 200, aabb, rounded_aabb, within),
        peer("aabb3_rounded_triangle3", DISTANCE, 200, aabb, rounded_triangle, within),
        peer("triangle3_rounded_triangle3", DISTANCE, 200, triangle, rounded_triangle, within),
    ]
}

/// What libraries of trees have for a ray and a triangle, and for boxes. The test of `bvh` for a triangle is
/// left out, as it takes no hit from behind for one.
fn of_trees() -> Vec<Peer> {
    use boxes::{bvh_aabb, bvh_ray, corners, obvhs_ray, obvhs_triangle, space, space_ray, space_triangle};
    let obvhs_box = |b: &Aabb3| boxes::obvhs(corners(*b));
    let to_end = |s: &Segment3| obvhs_ray(s.start, s.direction, 1.0);
    let endless = |r: &Ray3| obvhs_ray(r.start, r.direction, f32::INFINITY);
    let space_to_end = |s: &Segment3| space_ray(s.start, s.direction, 1.0);
    let space_endless = |r: &Ray3| space_ray(r.start, r.direction, f64::INFINITY);
    let closest = |ray: &Ray3D, t: &[Triangle3DF32; 1]| ray.closest_triangle(t).is_some();
    vec![
        peer("segment3_triangle3", "obvhs/triangle_intersect", 200, to_end, obvhs_triangle, |ray, t| {
            t.intersect(ray) < f32::INFINITY
        }),
        peer("ray3_triangle3", "obvhs/triangle_intersect", 200, endless, obvhs_triangle, |ray, t| {
            t.intersect(ray) < f32::INFINITY
        }),
        peer(
            "segment3_triangle3",
            "packed_spatial_index/closest_triangle",
            200,
            space_to_end,
            space_triangle,
            closest,
        ),
        peer(
            "ray3_triangle3",
            "packed_spatial_index/closest_triangle",
            200,
            space_endless,
            space_triangle,
            closest,
        ),
        peer("ray3_aabb3", "obvhs/intersect_ray", 200, endless, obvhs_box, |ray, b| {
            b.intersect_ray(ray) < f32::INFINITY
        }),
        peer(
            "aabb3_aabb3",
            "obvhs/intersect_aabb",
            0,
            obvhs_box,
            obvhs_box,
            obvhs::aabb::Aabb::intersect_aabb,
        ),
        peer("ray3_aabb3", "bvh/intersects_aabb", 200, bvh_ray, bvh_aabb, bvh::ray::Ray::intersects_aabb),
        peer(
            "aabb3_aabb3",
            "packed_spatial_index/overlaps",
            0,
            |b: &Aabb3| space(corners(*b)),
            |b: &Aabb3| space(corners(*b)),
            |a, b| a.overlaps(*b),
        ),
    ]
}

/// `rayx`, which computes what maps a triangle to a standard one, once, and has none of zero area.
fn of_rayx() -> Vec<Peer> {
    let triangle = |t: &Triangle3| rayx::Triangle::new(t.a, t.b, t.c).ok();
    let to_end = |s: &Segment3| (rayx::Ray::new(s.start, s.direction), 1.0);
    let endless = |r: &Ray3| (rayx::Ray::new(r.start, r.direction), f32::INFINITY);
    let test = |(ray, end): &(rayx::Ray, f32), triangle: &Option<rayx::Triangle>| {
        triangle.is_some_and(|triangle| triangle.intersect(*ray, 0.0, *end).is_some())
    };
    vec![
        peer("segment3_triangle3", "rayx/intersect", 200, to_end, triangle, test),
        peer("ray3_triangle3", "rayx/intersect", 200, endless, triangle, test),
    ]
}

/// `manifold-rust`, which is exact in `f64`, and builds what two triangles share. It reads a clock for each
/// pair.
fn of_manifold() -> Vec<Peer> {
    let corners = |t: &Triangle3| [t.a, t.b, t.c].map(|[x, y, z]| Vec3::new(x.into(), y.into(), z.into()));
    let test = |a: &[Vec3; 3], b: &[Vec3; 3]| tri_tri_intersect(*a, *b) != TriTriIsect::None;
    vec![peer("triangle3_triangle3", "manifold-rust/tri_tri_intersect", 0, corners, corners, test)]
}

/// `geo` in `f64` by `Intersects`, whose predicates are exact, and by the Euclidean distance where there is a
/// disk, which it does not have.
fn of_geo() -> Vec<Peer> {
    use geo::{box_polygon, disk, line, point, polygon, rect, triangle};
    const TEST: &str = "geo/intersects";
    const POLYGON: &str = "geo/intersects_polygon";
    const DISTANCE: &str = "geo/euclidean_distance";
    vec![
        peer("point_disk", DISTANCE, 5, point, disk, |p, (center, radius)| {
            Euclidean.distance(p, center) <= *radius
        }),
        peer("point_triangle", TEST, 0, point, triangle, |p, t| t.intersects(p)),
        peer("point_aabb", TEST, 0, point, rect, |p, b| b.intersects(p)),
        peer("segment_segment", TEST, 0, line, line, Intersects::intersects),
        peer("segment_aabb", TEST, 0, line, rect, Intersects::intersects),
        peer("segment_disk", DISTANCE, 5, line, disk, |s, (center, radius)| {
            Euclidean.distance(center, s) <= *radius
        }),
        peer("segment_oriented_box", POLYGON, 5, line, box_polygon, Intersects::intersects),
        peer("segment_triangle", TEST, 0, line, triangle, Intersects::intersects),
        peer("disk_disk", DISTANCE, 5, disk, disk, |a, b| Euclidean.distance(&a.0, &b.0) <= a.1 + b.1),
        peer(
            "disk_aabb",
            DISTANCE,
            5,
            disk,
            |b| rect(b).to_polygon(),
            |(center, radius), b| Euclidean.distance(center, b) <= *radius,
        ),
        peer("disk_triangle", DISTANCE, 5, disk, polygon, |(center, radius), t| {
            Euclidean.distance(center, t) <= *radius
        }),
        peer("aabb_aabb", TEST, 0, rect, rect, Intersects::intersects),
        peer("aabb_triangle", TEST, 0, rect, triangle, Intersects::intersects),
        peer("oriented_box_oriented_box", POLYGON, 5, box_polygon, box_polygon, Intersects::intersects),
        peer("oriented_box_triangle", POLYGON, 5, box_polygon, polygon, Intersects::intersects),
        peer("triangle_triangle", TEST, 0, triangle, triangle, Intersects::intersects),
        peer("triangle_triangle", POLYGON, 0, polygon, polygon, Intersects::intersects),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use scalar::dim2::{Disk, Point};

    #[test]
    fn a_panic_is_an_answer() {
        let peer = peer("point_disk", "geo", 0, |p: &Point| *p, |d: &Disk| *d, |_, _| panic!("on purpose"));
        assert_eq!(peer.letter(&[0; 5]), '!');
    }

    #[test]
    fn most_uniform_and_whole_cases_are_answered_right() {
        for peer in Peer::all() {
            let file = format!("{}/../corpora/{}.txt", env!("CARGO_MANIFEST_DIR"), peer.stem);
            let (mut given, mut wrong) = (0, 0);
            for line in std::fs::read_to_string(file).unwrap().lines() {
                let mut words = line.split(' ');
                if !matches!(words.next(), Some("uniform" | "grid")) {
                    continue;
                }
                let expected = words.next().unwrap();
                let words: Vec<u32> = words.map(|word| u32::from_str_radix(word, 16).unwrap()).collect();
                let answer = peer.letter(&words);
                given += usize::from(answer != '-');
                wrong += usize::from(answer != '-' && answer.to_string() != expected);
            }
            // A conversion that is wrong would be right by chance only, half of the time. Far from all of
            // these cases are easy: one shape in eight takes over a corner of the other.
            assert!(given > 0 && wrong * 5 <= given * 2, "{} {}: {wrong} of {given}", peer.who, peer.stem);
        }
    }
}
