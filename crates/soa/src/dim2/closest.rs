//! The closest points of two shapes of the plane, in lanes of `f64`. What they mean, with derivations and
//! bounds: [`scalar::dim2::closest`].

use scalar::ClosestTo;
use scalar::dim2::{Aabb, Capsule, ClosestPair, Disk, OrientedBox, Point, Segment, Triangle};

use super::vector::dot;
pub use crate::closest::ClosestPoints;
use crate::closest::{
    Block, Outline, closest_points, inverse, of_boxes, of_exchanged_outlines, of_like_outlines, of_outlines,
};
use crate::data::shape::Shape;
use crate::kernel::Measure;
use crate::lanes::Lanes;

closest_points! { ClosestPair, 5, is short: true;
    "point_point/closest_points": Point, Point => of_boxes(point_block, point_block);
    "point_disk/closest_points": Point, Disk => of_boxes(point_block, disk_block);
    "point_aabb/closest_points": Point, Aabb => of_boxes(point_block, aabb_block);
    "disk_disk/closest_points": Disk, Disk => of_boxes(disk_block, disk_block);
    "disk_aabb/closest_points": Disk, Aabb => of_boxes(disk_block, aabb_block);
    "aabb_aabb/closest_points": Aabb, Aabb => of_boxes(aabb_block, aabb_block);
}
closest_points! { ClosestPair, 5, is short: false;
    "point_segment/closest_points": Point, Segment => of_outlines(point, segment);
    "point_oriented_box/closest_points": Point, OrientedBox => of_outlines(point, oriented_box);
    "point_triangle/closest_points": Point, Triangle => of_outlines(point, triangle);
    "segment_segment/closest_points": Segment, Segment => of_like_outlines(segment, segment);
    "segment_disk/closest_points": Segment, Disk => of_exchanged_outlines(segment, disk);
    "segment_aabb/closest_points": Segment, Aabb => of_outlines(segment, aabb);
    "segment_oriented_box/closest_points": Segment, OrientedBox => of_outlines(segment, oriented_box);
    "segment_triangle/closest_points": Segment, Triangle => of_outlines(segment, triangle);
    "disk_oriented_box/closest_points": Disk, OrientedBox => of_outlines(disk, oriented_box);
    "disk_triangle/closest_points": Disk, Triangle => of_outlines(disk, triangle);
    "aabb_oriented_box/closest_points": Aabb, OrientedBox => of_like_outlines(aabb, oriented_box);
    "aabb_triangle/closest_points": Aabb, Triangle => of_exchanged_outlines(aabb, triangle);
    "oriented_box_oriented_box/closest_points":
        OrientedBox, OrientedBox => of_like_outlines(oriented_box, oriented_box);
    "oriented_box_triangle/closest_points":
        OrientedBox, Triangle => of_exchanged_outlines(oriented_box, triangle);
    "triangle_triangle/closest_points": Triangle, Triangle => of_like_outlines(triangle, triangle);
    "point_capsule/closest_points": Point, Capsule => of_outlines(point, capsule);
    "segment_capsule/closest_points": Segment, Capsule => of_like_outlines(segment, capsule);
    "disk_capsule/closest_points": Disk, Capsule => of_outlines(disk, capsule);
    "capsule_capsule/closest_points": Capsule, Capsule => of_like_outlines(capsule, capsule);
    "capsule_aabb/closest_points": Capsule, Aabb => of_outlines(capsule, aabb);
    "capsule_oriented_box/closest_points": Capsule, OrientedBox => of_outlines(capsule, oriented_box);
    "capsule_triangle/closest_points": Capsule, Triangle => of_outlines(capsule, triangle);
}

#[inline(always)]
fn point_block<L: Lanes>(&p: &[L; 2]) -> Block<L, 2> {
    Block::round(p, None)
}

#[inline(always)]
fn disk_block<L: Lanes>(&[x, y, r]: &[L; 3]) -> Block<L, 2> {
    Block::round([x, y], Some(r))
}

#[inline(always)]
fn aabb_block<L: Lanes>(&[x0, y0, x1, y1]: &[L; 4]) -> Block<L, 2> {
    Block::new([x0, y0], [x1, y1])
}

#[inline(always)]
fn point<L: Lanes>(&p: &[L; 2]) -> Outline<L, 2, 1> {
    Outline::round(p, None)
}

#[inline(always)]
fn disk<L: Lanes>(&[x, y, r]: &[L; 3]) -> Outline<L, 2, 1> {
    Outline::round([x, y], Some(r))
}

#[inline(always)]
fn segment<L: Lanes>(&[x, y, dx, dy]: &[L; 4]) -> Outline<L, 2, 2> {
    Outline::segment([x, y], [dx, dy])
}

#[inline(always)]
fn capsule<L: Lanes>(&[x, y, dx, dy, r]: &[L; 5]) -> Outline<L, 2, 2> {
    segment(&[x, y, dx, dy]).rounded(r)
}

#[inline(always)]
fn triangle<L: Lanes>(&[ax, ay, bx, by, cx, cy]: &[L; 6]) -> Outline<L, 2, 3> {
    Outline::triangle([[ax, ay], [bx, by], [cx, cy]])
}

#[inline(always)]
fn aabb<L: Lanes>(&[x0, y0, x1, y1]: &[L; 4]) -> Outline<L, 2, 4> {
    let (w, h, zero) = (x1 - x0, y1 - y0, x0.splat(0.0));
    Outline { origin: [x0, y0], vertices: [[zero, zero], [w, zero], [w, h], [zero, h]], radius: None }
}

#[inline(always)]
fn oriented_box<L: Lanes>(&[cx, cy, hx, hy, ux, uy]: &[L; 6]) -> Outline<L, 2, 4> {
    let scale = inverse(dot([ux, uy], [ux, uy]));
    let (along, across) = (hx * scale, hy * scale);
    let (p, q) = ([ux * along, uy * along], [-uy * across, ux * across]);
    let vertices = [
        [-p[0] - q[0], -p[1] - q[1]],
        [p[0] - q[0], p[1] - q[1]],
        [p[0] + q[0], p[1] + q[1]],
        [q[0] - p[0], q[1] - p[1]],
    ];
    Outline { origin: [cx, cy], vertices, radius: None }
}
