//! Shapes of `parry3d`, each with its pose.

use std::hint::black_box;

use parry3d::bounding_volume::Aabb;
use parry3d::math::{Mat3, Pose, Rot3, Vector};
use parry3d::query::{self, ClosestPoints, Ray, ShapeCastOptions};
use parry3d::shape::{Ball, Capsule, Cuboid, Segment, Shape, Triangle};
use scalar::dim3;

/// A point or a vector.
pub fn point(p: &dim3::Point3) -> Vector {
    Vector::from_array(*p)
}

/// A triangle; it holds its own place.
pub fn triangle(t: &dim3::Triangle3) -> (Pose, Triangle) {
    (Pose::identity(), Triangle::new(point(&t.a), point(&t.b), point(&t.c)))
}

/// A sphere.
pub fn sphere(s: &dim3::Sphere) -> (Pose, Ball) {
    (Pose::from_translation(point(&s.center)), Ball::new(s.radius))
}

/// A segment; it holds its own place.
pub fn segment(s: &dim3::Segment3) -> (Pose, Segment) {
    let end = std::array::from_fn(|k| s.start[k] + s.direction[k]);
    (Pose::identity(), Segment::new(point(&s.start), point(&end)))
}

/// A capsule; it holds its own place.
pub fn capsule(c: &dim3::Capsule3) -> (Pose, Capsule) {
    let end = std::array::from_fn(|k| c.start[k] + c.direction[k]);
    (Pose::identity(), Capsule::new(point(&c.start), point(&end), c.radius))
}

/// A sphere that has grown, without its growth, and that.
pub fn rounded_sphere(s: &dim3::RoundedSphere) -> ((Pose, Ball), f32) {
    (sphere(&s.sphere()), s.border_radius)
}

/// A capsule that has grown, likewise.
pub fn rounded_capsule(c: &dim3::RoundedCapsule3) -> ((Pose, Capsule), f32) {
    (capsule(&c.capsule()), c.border_radius)
}

/// A box with round edges, without them, and their radius.
pub fn rounded_aabb(b: &dim3::RoundedAabb3) -> ((Pose, Cuboid), f32) {
    (aabb(&b.aabb()), b.border_radius)
}

/// A triangle with a round border, likewise.
pub fn rounded_triangle(t: &dim3::RoundedTriangle3) -> ((Pose, Triangle), f32) {
    (triangle(&t.triangle()), t.border_radius)
}

/// A segment as a ray that ends at parameter 1.
pub fn ray(s: &dim3::Segment3) -> Ray {
    Ray::new(point(&s.start), point(&s.direction))
}

/// A box along the axes as a volume.
pub fn volume(b: &dim3::Aabb3) -> Aabb {
    Aabb::new(point(&b.min), point(&b.max))
}

/// An axis-aligned box.
pub fn aabb(b: &dim3::Aabb3) -> (Pose, Cuboid) {
    let middle = std::array::from_fn(|k| 0.5 * (b.min[k] + b.max[k]));
    let half = std::array::from_fn(|k| 0.5 * (b.max[k] - b.min[k]));
    (Pose::from_translation(point(&middle)), Cuboid::new(point(&half)))
}

/// An oriented box.
pub fn oriented_box(b: &dim3::OrientedBox3) -> (Pose, Cuboid) {
    let [u, v, w] = b.axes.map(Vector::from_array);
    let rotation = Rot3::from_mat3(&Mat3::from_cols(u, v, w));
    (Pose::from_parts(point(&b.center), rotation), Cuboid::new(point(&b.half_extents)))
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

/// Whether two shapes are within a radius of each other, by `distance`; no for a pair that it does not
/// support.
pub fn within(a: &(Pose, impl Shape), (b, radius): &((Pose, impl Shape), f32)) -> bool {
    query::distance(&a.0, &a.1, &b.0, &b.1).is_ok_and(|shortest| shortest.distance <= *radius)
}
