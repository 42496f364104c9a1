//! Other libraries on conformance cases, which the example `peers` reads.
//!
//! A library is given only cases that its own types hold exactly, so that its test is judged and not our
//! conversion: an end that is no number of its kind, a box that has no center, an axis that is no rotation
//! are left out. (An axis of length 1 up to rounding is in: it is the best that a user of any library can
//! have.)

use std::panic::{self, AssertUnwindSafe};

use ::geo::Intersects;
use ::geo::line_measures::{Distance, Euclidean};
use parry2d::bounding_volume::BoundingVolume;
use parry2d::query::{PointQuery, RayCast};
use parry3d::query::RayCast as _;
use scalar::dim2::{Aabb, Disk, OrientedBox, Point, Ray, Segment, Triangle};
use scalar::dim3::{OrientedBox3, Ray3, Segment3, Sphere, Triangle3};
use soa::Shape;

use super::{geo, parry2, parry3};

/// How far the square of an axis may be from 1, and the product of two axes from 0: a few units in the last
/// place.
const AXIS_ERROR: f64 = 4.0 * f32::EPSILON as f64;

/// The answer of a library to a case; None if its types cannot hold it.
type Test = Box<dyn Fn(&[f32]) -> Option<bool> + Send + Sync>;

/// A library's test for a pair of shapes.
pub struct Peer {
    /// The pair.
    pub stem: &'static str,
    /// The library.
    pub library: &'static str,
    test: Test,
}

/// The outcome of a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The library cannot hold it.
    LeftOut,
    /// Yes or no.
    Says(bool),
    /// It panicked.
    Panics,
}

impl Answer {
    /// The answer as one letter, which `cargo xtask conformance --peers` reads.
    pub fn letter(self) -> char {
        match self {
            Self::LeftOut => '-',
            Self::Says(false) => '0',
            Self::Says(true) => '1',
            Self::Panics => '!',
        }
    }
}

impl Peer {
    /// The answer to a case.
    pub fn answer(&self, words: &[u32]) -> Answer {
        let row: Vec<f32> = words.iter().map(|&word| f32::from_bits(word)).collect();
        match panic::catch_unwind(AssertUnwindSafe(|| (self.test)(&row))) {
            Ok(None) => Answer::LeftOut,
            Ok(Some(answer)) => Answer::Says(answer),
            Err(_) => Answer::Panics,
        }
    }
}

fn peer<A: Exact, B: Exact>(
    library: &'static str,
    stem: &'static str,
    test: impl Fn(&A, &B) -> bool + Send + Sync + 'static,
) -> Peer {
    let test = move |row: &[f32]| {
        let (left, right) = row.split_at(A::COLUMNS.len());
        let (a, b) = (A::from_values(|k| left[k]), B::from_values(|k| right[k]));
        let held = if library == "geo" { a.in_f64() && b.in_f64() } else { a.in_f32() && b.in_f32() };
        held.then(|| test(&a, &b))
    };
    Peer { stem, library, test: Box::new(test) }
}

/// Every test of every library.
pub fn all() -> Vec<Peer> {
    of_parry().into_iter().chain(of_geo()).collect()
}

/// `parry2d` and `parry3d` by `intersection_test` on two shapes, or by their calls for a point or a ray.
fn of_parry() -> Vec<Peer> {
    use parry2::intersection_test as test;
    const P: &str = "parry";
    vec![
        peer(P, "point_disk", |p: &Point, d| {
            let (at, ball) = parry2::disk(d);
            ball.contains_point(&at, parry2::point(p))
        }),
        // The trait's method, by projection. The inherent `contains_point` multiplies signs, which takes a
        // corner of a clockwise triangle for a point outside: it is wrong twice as often.
        peer(P, "point_triangle", |p: &Point, t| {
            parry2::triangle(t).1.contains_local_point(parry2::point(p))
        }),
        peer(P, "segment_segment", |a, b| test(&parry2::segment(a), &parry2::segment(b))),
        peer(P, "segment_disk", |a, b| test(&parry2::segment(a), &parry2::disk(b))),
        peer(P, "segment_oriented_box", |a, b| test(&parry2::segment(a), &parry2::oriented_box(b))),
        peer(P, "ray_oriented_box", |r: &Ray, b| {
            let (at, cuboid) = parry2::oriented_box(b);
            let ray = parry2::ray(&Segment { start: r.start, direction: r.direction });
            cuboid.intersects_ray(&at, &ray, f32::MAX)
        }),
        peer(P, "segment_triangle", |a, b| test(&parry2::segment(a), &parry2::triangle(b))),
        peer(P, "disk_disk", |a, b| test(&parry2::disk(a), &parry2::disk(b))),
        peer(P, "disk_aabb", |a, b| test(&parry2::disk(a), &parry2::aabb(b))),
        peer(P, "disk_triangle", |a, b| test(&parry2::disk(a), &parry2::triangle(b))),
        peer(P, "aabb_aabb", |a: &Aabb, b| parry2::volume(a).intersects(&parry2::volume(b))),
        peer(P, "aabb_triangle", |a, b| test(&parry2::aabb(a), &parry2::triangle(b))),
        peer(P, "oriented_box_oriented_box", |a, b| test(&parry2::oriented_box(a), &parry2::oriented_box(b))),
        peer(P, "oriented_box_triangle", |a, b| test(&parry2::oriented_box(a), &parry2::triangle(b))),
        peer(P, "triangle_triangle", |a, b| test(&parry2::triangle(a), &parry2::triangle(b))),
        peer(P, "segment3_oriented_box3", |s, b| {
            let (at, cuboid) = parry3::oriented_box(b);
            cuboid.intersects_ray(&at, &parry3::ray(s), 1.0)
        }),
        peer(P, "ray3_oriented_box3", |r: &Ray3, b| {
            let (at, cuboid) = parry3::oriented_box(b);
            let ray = parry3::ray(&Segment3 { start: r.start, direction: r.direction });
            cuboid.intersects_ray(&at, &ray, f32::MAX)
        }),
        peer(P, "sphere_triangle3", |a, b| {
            parry3::intersection_test(&parry3::sphere(a), &parry3::triangle(b))
        }),
    ]
}

/// `geo` in `f64` by `Intersects`, and by the Euclidean distance where there is a disk, which it does not
/// have.
fn of_geo() -> Vec<Peer> {
    const G: &str = "geo";
    vec![
        peer(G, "point_disk", |p: &Point, d| {
            let (center, radius) = geo::disk(d);
            Euclidean.distance(&geo::point(p), &center) <= radius
        }),
        peer(G, "point_triangle", |p: &Point, t| geo::triangle(t).intersects(&geo::point(p))),
        peer(G, "segment_segment", |a, b| geo::line(a).intersects(&geo::line(b))),
        peer(G, "segment_disk", |s, d| {
            let (center, radius) = geo::disk(d);
            Euclidean.distance(&center, &geo::line(s)) <= radius
        }),
        peer(G, "segment_oriented_box", |s, b| geo::line(s).intersects(&geo::box_polygon(b))),
        peer(G, "segment_triangle", |s, t| geo::line(s).intersects(&geo::triangle(t))),
        peer(G, "disk_disk", |a, b| {
            let ((c, r), (d, s)) = (geo::disk(a), geo::disk(b));
            Euclidean.distance(&c, &d) <= r + s
        }),
        peer(G, "disk_aabb", |d, b| {
            let (center, radius) = geo::disk(d);
            Euclidean.distance(&center, &geo::rect(b).to_polygon()) <= radius
        }),
        peer(G, "disk_triangle", |d, t| {
            let (center, radius) = geo::disk(d);
            Euclidean.distance(&center, &geo::polygon(t)) <= radius
        }),
        peer(G, "aabb_aabb", |a: &Aabb, b| geo::rect(a).intersects(&geo::rect(b))),
        peer(G, "aabb_triangle", |a, b| geo::rect(a).intersects(&geo::triangle(b))),
        peer(G, "oriented_box_oriented_box", |a, b| geo::box_polygon(a).intersects(&geo::box_polygon(b))),
        peer(G, "oriented_box_triangle", |a, b| geo::box_polygon(a).intersects(&geo::polygon(b))),
        peer(G, "triangle_triangle", |a, b| geo::triangle(a).intersects(&geo::triangle(b))),
    ]
}

/// Which shapes other libraries hold exactly, in their own parts: ends of segments, centers of boxes,
/// rotations.
trait Exact: Shape {
    /// In the `f32` of `parry`.
    fn in_f32(&self) -> bool {
        true
    }

    /// In the `f64` of `geo`.
    fn in_f64(&self) -> bool {
        true
    }
}

impl Exact for Point {}
impl Exact for Disk {}
impl Exact for Triangle {}
impl Exact for Sphere {}
impl Exact for Triangle3 {}
impl Exact for Ray {}
impl Exact for Ray3 {}
// As a ray that ends at 1.
impl Exact for Segment3 {}

impl Exact for Segment {
    fn in_f32(&self) -> bool {
        (0..2).all(|k| {
            let (start, way) = (self.start[k].into(), self.direction[k].into());
            is_f64(start, way) && f64::from((start + way) as f32) == start + way
        })
    }

    fn in_f64(&self) -> bool {
        (0..2).all(|k| is_f64(self.start[k].into(), self.direction[k].into()))
    }
}

// A center and half extents in `parry`; in `geo` its corners, which are numbers of the box.
impl Exact for Aabb {
    fn in_f32(&self) -> bool {
        let (at, cuboid) = parry2::aabb(self);
        (0..2).all(|k| {
            let (center, half) = (f64::from(at.translation[k]), f64::from(cuboid.half_extents[k]));
            is_f64(center, half)
                && is_f64(center, -half)
                && center - half == f64::from(self.min[k])
                && center + half == f64::from(self.max[k])
        })
    }
}

impl Exact for OrientedBox {
    fn in_f32(&self) -> bool {
        is_unit(&self.axis)
    }

    fn in_f64(&self) -> bool {
        is_unit(&self.axis)
    }
}

impl Exact for OrientedBox3 {
    fn in_f32(&self) -> bool {
        let [u, v, w] = self.axes.map(|axis| axis.map(f64::from));
        let dot = |a: [f64; 3], b: [f64; 3]| a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
        let third = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
        // Not a mirror: the third axis is where a rotation puts it.
        let turned = dot(third, w) > 0.0;
        let square = [dot(u, v), dot(v, w), dot(w, u)].iter().all(|x| x.abs() <= AXIS_ERROR);
        turned && square && self.axes.iter().all(|axis| is_unit(axis))
    }
}

fn is_unit(axis: &[f32]) -> bool {
    let square: f64 = axis.iter().map(|&x| f64::from(x) * f64::from(x)).sum();
    (square - 1.0).abs() <= AXIS_ERROR
}

/// Whether the real sum is an `f64`: the rounding error of Knuth's sum is zero.
fn is_f64(a: f64, b: f64) -> bool {
    let sum = a + b;
    let of_b = sum - a;
    (a - (sum - of_b)) + (b - of_b) == 0.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_cases_that_a_library_can_hold_are_given_to_it() {
        assert!(is_f64(1.0, 0.5) && !is_f64(1.0, 1e-300));
        let segment = |x, dx| Segment { start: [x, 0.0], direction: [dx, 1.0] };
        assert!(segment(1.0, 0.5).in_f32());
        assert!(!segment(1.0, f32::EPSILON / 4.0).in_f32() && segment(1.0, f32::EPSILON / 4.0).in_f64());
        assert!(!segment(f32::MAX, f32::MAX).in_f32() && !segment(1.0, 1e-30).in_f64());
        let square = Aabb { min: [0.0, 0.0], max: [2.0, 1.0] };
        assert!(square.in_f32() && !Aabb { min: [f32::EPSILON / 4.0, 0.0], ..square }.in_f32());
        let turned = |axis| OrientedBox { center: [0.0; 2], half_extents: [1.0; 2], axis };
        assert!(turned([0.6, 0.8]).in_f32() && !turned([0.6, 0.6]).in_f32());
    }

    #[test]
    fn a_panic_is_an_answer() {
        let peer = peer("geo", "point_disk", |_: &Point, _: &Disk| panic!("on purpose"));
        assert!(peer.answer(&[0; 5]) == Answer::Panics);
    }

    #[test]
    fn most_uniform_cases_are_answered_right() {
        for peer in all() {
            let file = demo::data::repository("corpora").join(peer.stem).with_extension("txt");
            let (mut given, mut wrong) = (0, 0);
            for line in demo::data::text(&file).unwrap().lines() {
                let mut words = line.split(' ');
                if words.next() != Some("uniform") {
                    continue;
                }
                let expected = Answer::Says(words.next() == Some("1"));
                let words: Vec<u32> = words.map(|word| u32::from_str_radix(word, 16).unwrap()).collect();
                let answer = peer.answer(&words);
                given += usize::from(answer != Answer::LeftOut);
                wrong += usize::from(answer != Answer::LeftOut && answer != expected);
            }
            // A conversion that is wrong would be right by chance only, half of the time. Far from all of
            // these cases are easy: one shape in eight takes over a corner of the other.
            assert!(
                given > 0 && wrong * 5 <= given * 2,
                "{} {}: {wrong} of {given}",
                peer.library,
                peer.stem
            );
        }
    }
}
