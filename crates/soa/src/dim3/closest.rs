//! The closest points of two shapes of space, in lanes of `f64`. What they mean, with derivations and bounds:
//! [`scalar::dim3::closest`].

use scalar::ClosestTo;
use scalar::dim3::{Aabb3, Capsule3, ClosestPair3, Point3, Segment3, Sphere, Triangle3};

pub use crate::closest::ClosestPoints;
use crate::closest::{
    Block, Outline, closest_points, of_box_and_outline, of_boxes, of_exchanged_outlines, of_like_outlines,
    of_outline_and_box, of_outlines,
};
use crate::data::shape::Shape;
use crate::kernel::Measure;
use crate::lanes::Lanes;

closest_points! { ClosestPair3, 7, is short: true;
    "point3_point3/closest_points": Point3, Point3 => of_boxes(point_block, point_block);
    "point_sphere/closest_points": Point3, Sphere => of_boxes(point_block, sphere_block);
    "point3_aabb3/closest_points": Point3, Aabb3 => of_boxes(point_block, aabb_block);
    "sphere_sphere/closest_points": Sphere, Sphere => of_boxes(sphere_block, sphere_block);
    "sphere_aabb3/closest_points": Sphere, Aabb3 => of_boxes(sphere_block, aabb_block);
    "aabb3_aabb3/closest_points": Aabb3, Aabb3 => of_boxes(aabb_block, aabb_block);
}
closest_points! { ClosestPair3, 7, is short: false;
    "point3_segment3/closest_points": Point3, Segment3 => of_outlines(point, segment);
    "point3_triangle3/closest_points": Point3, Triangle3 => of_outlines(point, triangle);
    "segment3_segment3/closest_points": Segment3, Segment3 => of_like_outlines(segment, segment);
    "segment3_sphere/closest_points": Segment3, Sphere => of_exchanged_outlines(segment, sphere);
    "segment3_triangle3/closest_points": Segment3, Triangle3 => of_outlines(segment, triangle);
    "sphere_triangle3/closest_points": Sphere, Triangle3 => of_outlines(sphere, triangle);
    "triangle3_triangle3/closest_points": Triangle3, Triangle3 => of_like_outlines(triangle, triangle);
    "point3_capsule3/closest_points": Point3, Capsule3 => of_outlines(point, capsule);
    "segment3_capsule3/closest_points": Segment3, Capsule3 => of_like_outlines(segment, capsule);
    "sphere_capsule3/closest_points": Sphere, Capsule3 => of_outlines(sphere, capsule);
    "capsule3_capsule3/closest_points": Capsule3, Capsule3 => of_like_outlines(capsule, capsule);
    "capsule3_triangle3/closest_points": Capsule3, Triangle3 => of_outlines(capsule, triangle);
    "segment3_aabb3/closest_points": Segment3, Aabb3 => of_outline_and_box(segment, aabb_block);
    "capsule3_aabb3/closest_points": Capsule3, Aabb3 => of_outline_and_box(capsule, aabb_block);
    "aabb3_triangle3/closest_points": Aabb3, Triangle3 => of_box_and_outline(aabb_block, triangle);
}

#[inline(always)]
fn point_block<L: Lanes>(&p: &[L; 3]) -> Block<L, 3> {
    Block::round(p, None)
}

#[inline(always)]
fn sphere_block<L: Lanes>(&[x, y, z, r]: &[L; 4]) -> Block<L, 3> {
    Block::round([x, y, z], Some(r))
}

#[inline(always)]
fn aabb_block<L: Lanes>(&[x0, y0, z0, x1, y1, z1]: &[L; 6]) -> Block<L, 3> {
    Block::new([x0, y0, z0], [x1, y1, z1])
}

#[inline(always)]
fn point<L: Lanes>(&p: &[L; 3]) -> Outline<L, 3, 1> {
    Outline::round(p, None)
}

#[inline(always)]
fn sphere<L: Lanes>(&[x, y, z, r]: &[L; 4]) -> Outline<L, 3, 1> {
    Outline::round([x, y, z], Some(r))
}

#[inline(always)]
fn segment<L: Lanes>(&[x, y, z, dx, dy, dz]: &[L; 6]) -> Outline<L, 3, 2> {
    Outline::segment([x, y, z], [dx, dy, dz])
}

#[inline(always)]
fn capsule<L: Lanes>(&[x, y, z, dx, dy, dz, r]: &[L; 7]) -> Outline<L, 3, 2> {
    segment(&[x, y, z, dx, dy, dz]).rounded(r)
}

#[inline(always)]
fn triangle<L: Lanes>(&[ax, ay, az, bx, by, bz, cx, cy, cz]: &[L; 9]) -> Outline<L, 3, 3> {
    Outline::triangle([[ax, ay, az], [bx, by, bz], [cx, cy, cz]])
}
