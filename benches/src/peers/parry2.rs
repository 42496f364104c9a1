//! Shapes of `parry2d`, each with its pose.

use std::hint::black_box;

use parry2d::bounding_volume::Aabb;
use parry2d::math::{Pose, Rot2, Vector};
use parry2d::query::{self, ClosestPoints, Ray, ShapeCastOptions};
use parry2d::shape::{Ball, Capsule, Cuboid, Segment, Shape, Triangle};
use scalar::dim2;

/// A point.
pub fn point(p: &dim2::Point) -> Vector {
    Vector::from_array(*p)
}

/// A disk.
pub fn disk(d: &dim2::Disk) -> (Pose, Ball) {
    (Pose::from_translation(point(&d.center)), Ball::new(d.radius))
}

/// A segment; it holds its own place.
pub fn segment(s: &dim2::Segment) -> (Pose, Segment) {
    let start = point(&s.start);
    (Pose::identity(), Segment::new(start, start + point(&s.direction)))
}

/// A capsule; it holds its own place.
pub fn capsule(c: &dim2::Capsule) -> (Pose, Capsule) {
    let start = point(&c.start);
    (Pose::identity(), Capsule::new(start, start + point(&c.direction), c.radius))
}

/// A box with round corners, without them, and their radius.
pub fn rounded_aabb(b: &dim2::RoundedAabb) -> ((Pose, Cuboid), f32) {
    (aabb(&b.aabb()), b.border_radius)
}

/// An oriented box with round corners, without them, and their radius.
pub fn rounded_oriented_box(b: &dim2::RoundedOrientedBox) -> ((Pose, Cuboid), f32) {
    (oriented_box(&b.oriented_box()), b.border_radius)
}

/// A triangle with round corners, without them, and their radius.
pub fn rounded_triangle(t: &dim2::RoundedTriangle) -> ((Pose, Triangle), f32) {
    (triangle(&t.triangle()), t.border_radius)
}

/// A segment as a ray that ends at parameter 1.
pub fn ray(s: &dim2::Segment) -> Ray {
    Ray::new(point(&s.start), point(&s.direction))
}

/// A box along the axes as a volume.
pub fn volume(b: &dim2::Aabb) -> Aabb {
    Aabb::new(point(&b.min), point(&b.max))
}

/// A box along the axes as a shape.
pub fn aabb(b: &dim2::Aabb) -> (Pose, Cuboid) {
    let volume = volume(b);
    (Pose::from_translation(volume.center()), Cuboid::new(volume.half_extents()))
}

/// An oriented box.
pub fn oriented_box(b: &dim2::OrientedBox) -> (Pose, Cuboid) {
    let rotation = Rot2::from_cos_sin_unchecked(b.axis[0], b.axis[1]);
    (Pose::from_parts(point(&b.center), rotation), Cuboid::new(point(&b.half_extents)))
}

/// A triangle; it holds its own place.
pub fn triangle(t: &dim2::Triangle) -> (Pose, Triangle) {
    (Pose::identity(), Triangle::new(point(&t.a), point(&t.b), point(&t.c)))
}

/// The depth by `contact`; NaN where it finds none, or does not support the pair.
pub fn depth(a: &(Pose, impl Shape), b: &(Pose, impl Shape)) -> f32 {
    let contact = black_box(query::contact(&a.0, &a.1, &b.0, &b.1, 0.0));
    contact.ok().flatten().map_or(f32::NAN, |contact| -contact.dist)
}

/// The distance by `distance`: 0 where it finds that they meet, NaN if it does not support the pair.
pub fn distance(a: &(Pose, impl Shape), b: &(Pose, impl Shape)) -> f32 {
    black_box(query::distance(&a.0, &a.1, &b.0, &b.1)).map_or(f32::NAN, |found| found.distance)
}

/// The distance of the points by `closest_points`: 0 where it finds that shapes meet, NaN if it does not
/// support the pair.
pub fn closest_distance(a: &(Pose, impl Shape), b: &(Pose, impl Shape)) -> f32 {
    match black_box(query::closest_points(&a.0, &a.1, &b.0, &b.1, f32::MAX)) {
        Ok(ClosestPoints::WithinMargin(p, q)) => p.distance(q),
        Ok(_) => 0.0,
        Err(_) => f32::NAN,
    }
}

/// How much of its motion a shape makes before it touches another one, by `cast_shapes`; NaN where it finds
/// that it never does, or does not support the pair.
pub fn time_of_impact(a: &(Pose, impl Shape), motion: Vector, b: &(Pose, impl Shape)) -> f32 {
    let options = ShapeCastOptions::with_max_time_of_impact(1.0);
    let hit = black_box(query::cast_shapes(&a.0, motion, &a.1, &b.0, Vector::ZERO, &b.1, options));
    hit.ok().flatten().map_or(f32::NAN, |hit| hit.time_of_impact)
}

/// `intersection_test` for shapes with poses; no for a pair that it does not support, so that the count is
/// wrong.
pub fn intersection_test(a: &(Pose, impl Shape), b: &(Pose, impl Shape)) -> bool {
    query::intersection_test(&a.0, &a.1, &b.0, &b.1).is_ok_and(|answer| answer.intersecting)
}

/// `distance` of shapes with poses, at most a radius; no for a pair that it does not support.
pub fn within(a: &(Pose, impl Shape), (b, radius): &((Pose, impl Shape), f32)) -> bool {
    query::distance(&a.0, &a.1, &b.0, &b.1).is_ok_and(|shortest| shortest.distance <= *radius)
}
