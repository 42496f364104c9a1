//! Shapes, vectors, circles and distances by examples that can be checked by hand, and how numbers change
//! with their shapes.

use scalar::dim2::circumcircle::circumcircle;
use scalar::dim2::point_segment::squared_distance;
use scalar::dim2::{Aabb, Disk, Line, OrientedBox, Ray, Segment, Triangle, disk_aabb};
use scalar::dim3::vector::{cross, dot, signed_area, sub, unit_normal};
use scalar::dim3::{Line3, Ray3, Segment3, Triangle3};
use scalar::float::{canonical_all, sqrt, sqrt64};

use crate::common::{Rng, triangles};

#[test]
fn a_segment_can_be_read_as_a_ray_and_as_a_line() {
    let (start, direction) = ([1.0, -2.0], [3.0, 4.0]);
    assert_eq!(Ray::from(Segment { start, direction }), Ray { start, direction });
    assert_eq!(Line::from(Segment { start, direction }), Line { start, direction });
    let (start, direction) = ([1.0, -2.0, 3.0], [4.0, 5.0, 6.0]);
    assert_eq!(Ray3::from(Segment3 { start, direction }), Ray3 { start, direction });
    assert_eq!(Line3::from(Segment3 { start, direction }), Line3 { start, direction });
}

#[test]
fn a_disk_moves_by_its_offset() {
    let disk = Disk { center: [1.0, 2.0], radius: 3.0 };
    assert_eq!(disk.translated([10.0, -7.0]), Disk { center: [11.0, -5.0], radius: 3.0 });
}

#[test]
fn a_box_along_a_direction_has_an_axis_of_length_one_or_is_none() {
    let along = |direction| OrientedBox::along([5.0, 6.0], [2.0, 1.0], direction);
    let tilted = along([-6.0, 8.0]).unwrap();
    assert_eq!(tilted, OrientedBox { center: [5.0, 6.0], half_extents: [2.0, 1.0], axis: [-0.6, 0.8] });
    // The least length that is above zero, and the largest that is finite.
    let least = (-74.0_f32).exp2();
    assert_eq!(along([least, 0.0]).unwrap().axis, [1.0, 0.0]);
    assert_eq!(along([0.0, 63.0_f32.exp2()]).unwrap().axis, [0.0, 1.0]);
    for direction in [[0.0, 0.0], [least / 8.0, 0.0], [1e30, 1e30], [f32::INFINITY, 1.0], [f32::NAN, 1.0]] {
        assert_eq!(along(direction), None, "{direction:?}");
    }
}

#[test]
fn vectors_of_space() {
    let (u, v) = ([3.0, -2.0, 5.0], [7.0, 11.0, -13.0]);
    assert_eq!(sub(u, v), [-4.0, -13.0, 18.0]);
    assert_eq!(dot(u, v), 21.0 - 22.0 - 65.0);
    assert_eq!(cross(u, v), [26.0 - 55.0, 35.0 + 39.0, 33.0 + 14.0]);
    let at = |p: [f32; 3]| [p[0] + 1.0, p[1] + 2.0, p[2] + 4.0];
    let triangle = Triangle3 { a: at([0.0; 3]), b: at([3.0, -2.0, 0.0]), c: at([0.0, 2.0, -1.0]) };
    assert_eq!(unit_normal(&triangle), [2.0 / 7.0, 3.0 / 7.0, 6.0 / 7.0]);
    let flat = Triangle3 { a: at([0.0; 3]), b: at([1.0; 3]), c: at([3.0; 3]) };
    assert_eq!(unit_normal(&flat), [0.0; 3]);
}

#[test]
fn the_signed_area_is_that_of_the_winding() {
    let corners = [[1.0, 1.0], [6.0, 2.0], [3.0, 7.0]];
    for (i, triangle) in triangles(corners).iter().enumerate() {
        assert_eq!(signed_area(triangle), if i < 3 { 14.0 } else { -14.0 });
    }
}

#[test]
fn a_circumcircle_goes_through_the_corners() {
    // Corners at (3, 4), (-3, 4) and (4, -3) from the center, then a right angle.
    for corners in [[[10.0, 2.0], [4.0, 2.0], [11.0, -5.0]], [[10.0, 2.0], [4.0, -6.0], [11.0, -5.0]]] {
        for triangle in triangles(corners) {
            assert_eq!(circumcircle(&triangle), Disk { center: [7.0, -2.0], radius: 5.0 }, "{triangle:?}");
        }
    }
}

#[test]
fn without_area_the_longest_side_is_a_diameter() {
    // One corner between the others, at an end, and all in one place.
    for (corners, center, radius) in [
        ([[1.0, 2.0], [7.0, 10.0], [4.0, 6.0]], [4.0, 6.0], 5.0),
        ([[1.0, 2.0], [7.0, 10.0], [7.0, 10.0]], [4.0, 6.0], 5.0),
        ([[1.0, 2.0], [1.0, 2.0], [1.0, 2.0]], [1.0, 2.0], 0.0),
    ] {
        for triangle in triangles(corners) {
            assert_eq!(circumcircle(&triangle), Disk { center, radius }, "{triangle:?}");
        }
    }
}

#[test]
fn roots_and_the_one_nan() {
    assert_eq!((sqrt(6.25), sqrt64(6.25)), (2.5, 2.5));
    assert!(sqrt(-1.0).is_nan() && sqrt64(-1.0).is_nan());
    let [number, nan] = canonical_all([-3.0, -f32::NAN]);
    assert_eq!((number, nan.to_bits()), (-3.0, 0x7fc0_0000));
}

/// Unchecked rows reach the published algorithm, too: how far this center is outside is NaN.
#[test]
fn a_center_that_is_as_infinite_as_a_side_of_its_box_is_in_no_box() {
    for (side, infinity) in [(0, f32::NEG_INFINITY), (1, f32::INFINITY)] {
        for k in 0..2 {
            let (mut corners, mut center) = ([[-1.0, -1.0], [2.0, 2.0]], [0.5, 0.5]);
            corners[side][k] = infinity;
            let aabb = Aabb { min: corners[0], max: corners[1] };
            assert!(disk_aabb::nearest_point(&Disk { center, radius: 1.0 }, &aabb), "{aabb:?}");
            center[k] = infinity;
            assert!(!disk_aabb::nearest_point(&Disk { center, radius: 1.0 }, &aabb), "{aabb:?}");
        }
    }
}

/// Bounds that are wider than derived hold as well, and say less.
#[test]
fn bounds_are_as_derived() {
    use scalar::dim2::{self, circumcircle, point_segment, segment_oriented_box};
    use scalar::dim3::{self, point_triangle};
    let units = |bound: f32| bound * 24.0_f32.exp2();
    assert_eq!(units(point_segment::SQUARED_DISTANCE_ERROR), 24.0);
    assert_eq!(units(segment_oriented_box::SLAB_ERROR), 8.0);
    assert_eq!(units(circumcircle::CIRCUMCIRCLE_ERROR), 8.0);
    assert_eq!(units(point_triangle::CLOSEST_POINT_ERROR), 256.0);
    assert_eq!(units(point_triangle::CLOSEST_POINT_CROSS_ERROR), 64.0);
    assert_eq!(units(point_segment::CLOSEST_POINT_ERROR), 8.0);
    assert_eq!(units(dim3::point_segment::CLOSEST_POINT_ERROR), 10.0);
    assert_eq!(units(dim3::point_segment::SQUARED_DISTANCE_ERROR), 16.0);
    assert_eq!(units(dim2::point_aabb::SQUARED_DISTANCE_ERROR), 4.5);
    assert_eq!(units(dim3::point_aabb::SQUARED_DISTANCE_ERROR), 5.5);
    assert_eq!(units(dim3::segment_triangle::CLIP_ERROR), 11.0);
    // How far the largest angle may be from 180 degrees.
    assert_eq!([point_triangle::FLAT, point_triangle::FLAT_CROSS].map(sqrt), [1.0 / 512.0, 1.0 / 4096.0]);
}

/// On small grids, where nothing is rounded before a root or a quotient.
#[test]
fn numbers_move_and_scale_with_their_shapes() {
    let mut rng = Rng::new(2026);
    for _ in 0..20_000 {
        let size = [5, 1000][rng.below(2) as usize];
        let mut point = || [0, 1].map(|_| rng.below(size) as f32 - (size / 2) as f32);
        let ([a, b, c, p], s, by) =
            ([(); 4].map(|()| point()), Segment { start: point(), direction: point() }, point());
        let (circle, distance) = (circumcircle(&Triangle { a, b, c }), squared_distance(p, &s));

        let moved = |p: [f32; 2]| [p[0] + by[0], p[1] + by[1]];
        let there = circumcircle(&Triangle { a: moved(a), b: moved(b), c: moved(c) });
        assert_eq!(there.radius.to_bits(), circle.radius.to_bits(), "{a:?} {b:?} {c:?} {by:?}");
        let there = squared_distance(moved(p), &Segment { start: moved(s.start), ..s });
        assert_eq!(there.to_bits(), distance.to_bits(), "{p:?} {s:?} {by:?}");

        let scale = (rng.below(24) as f32 - 12.0).exp2();
        let up = |p: [f32; 2]| p.map(|x| scale * x);
        let larger = Disk { center: up(circle.center), radius: scale * circle.radius };
        assert_eq!(circumcircle(&Triangle { a: up(a), b: up(b), c: up(c) }), larger);
        let there = squared_distance(up(p), &Segment { start: up(s.start), direction: up(s.direction) });
        assert_eq!(there, scale * scale * distance);
    }
}
