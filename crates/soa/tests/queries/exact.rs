//! Exact queries: the places where rounding would decide. Random pairs and every family are the fuzzer's part.

use scalar::dim2::{Disk, Line, OrientedBox, Ray, Segment, Triangle};
use scalar::dim3::{OrientedBox3, Segment3, Sphere, Triangle3};
use soa::kernel::Intersects;
use soa::{Columns, Level, Query};

/// The smallest positive number.
const TINY: f32 = f32::from_bits(1);

/// Asks for one pair at every level, in every lane of a long call whose other rows are far apart, in either order.
fn ask<A: Intersects<B>, B: Intersects<A>>(a: &A, b: &B, expected: bool) {
    let (left, right) = (Columns::from_shapes(&[*a; 37]).unwrap(), Columns::from_shapes(&[*b; 37]).unwrap());
    for &level in Level::available() {
        let query = Query::new().with_level(level);
        for hits in [
            query.intersects(&left, &right),
            query.intersects_one(a, &right),
            query.intersects(&right, &left),
        ] {
            let hits = hits.unwrap();
            assert!(hits.to_bools().iter().all(|&hit| hit == expected), "{level}: {a:?} and {b:?}: {hits:?}");
        }
    }
}

fn triangle(a: [f32; 2], b: [f32; 2], c: [f32; 2]) -> Triangle {
    Triangle { a, b, c }
}

#[test]
fn the_smallest_numbers_keep_their_order() {
    let unit = triangle([0.0, 0.0], [4.0 * TINY, 0.0], [0.0, 4.0 * TINY]);
    ask(&[2.0 * TINY, 2.0 * TINY], &unit, true); // on the edge BC
    ask(&[2.0 * TINY, 3.0 * TINY], &unit, false); // one step beyond
    ask(&Disk { center: [7.0 * TINY, 8.0 * TINY], radius: 5.0 * TINY }, &unit, false);
    ask(&Disk { center: [7.0 * TINY, 4.0 * TINY], radius: 5.0 * TINY }, &unit, true); // touches B: 3, 4, 5
    ask(&Disk { center: [7.0 * TINY, 4.0 * TINY], radius: 4.0 * TINY }, &unit, false);
    ask(&unit, &triangle([2.0 * TINY, 2.0 * TINY], [9.0, 9.0], [9.0, 8.0]), true);
    ask(&unit, &triangle([3.0 * TINY, 2.0 * TINY], [9.0, 9.0], [9.0, 8.0]), false);
    ask(&Segment { start: [4.0 * TINY, TINY], direction: [0.0, -TINY] }, &unit, true);
    ask(&Segment { start: [4.0 * TINY, 2.0 * TINY], direction: [0.0, -TINY] }, &unit, false);
}

#[test]
fn the_largest_numbers_keep_their_order() {
    let max = f32::MAX;
    let below = max.next_down();
    let half = triangle([-max, -max], [max, -max], [-max, max]);
    ask(&[0.0, 0.0], &half, true); // on the longest edge
    ask(&[TINY, 0.0], &half, false);
    ask(&[-TINY, 0.0], &half, true);
    ask(&half, &triangle([TINY, 0.0], [max, 0.0], [max, max]), false);
    ask(&half, &triangle([0.0, 0.0], [max, 0.0], [max, max]), true);
    ask(&Disk { center: [-max, 0.0], radius: max }, &Disk { center: [max, 0.0], radius: max }, true);
    ask(&Disk { center: [-max, 0.0], radius: max }, &Disk { center: [max, 0.0], radius: below }, false);
    ask(&Disk { center: [-max, 0.0], radius: max }, &Disk { center: [max, TINY], radius: max }, false);
    ask(
        &Segment { start: [-max, 0.0], direction: [max, 0.0] },
        &[0.0, TINY].map(|y| [0.0, y]).into_segment(),
        true,
    );
    let cube = OrientedBox { center: [max, 0.0], half_extents: [max, 1.0], axis: [1.0, 0.0] };
    ask(&Ray { start: [-TINY, 1.0], direction: [TINY, 0.0] }, &cube, true);
    ask(&Ray { start: [-TINY, 1.0], direction: [-TINY, 0.0] }, &cube, false);
    ask(&Line { start: [-TINY, 1.0], direction: [-TINY, 0.0] }, &cube, true);
}

/// A segment from its two ends, which must be whole steps apart.
trait IntoSegment {
    fn into_segment(self) -> Segment;
}

impl IntoSegment for [[f32; 2]; 2] {
    fn into_segment(self) -> Segment {
        let [a, b] = self;
        Segment { start: a, direction: [b[0] - a[0], b[1] - a[1]] }
    }
}

#[test]
fn a_ray_of_the_smallest_direction_reaches_as_far_as_any() {
    let square = OrientedBox { center: [1e30, 0.0], half_extents: [1.0, 1.0], axis: [1.0, 0.0] };
    ask(&Ray { start: [0.0, 1.0], direction: [TINY, 0.0] }, &square, true);
    ask(&Ray { start: [0.0, 1.0], direction: [TINY, TINY] }, &square, false);
    ask(&Segment { start: [0.0, 1.0], direction: [TINY, 0.0] }, &square, false);
    let axes = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    let cube = OrientedBox3 { center: [0.0; 3], half_extents: [1.0; 3], axes };
    ask(&Segment3 { start: [1.0, 1.0, 1.0], direction: [TINY, 0.0, 0.0] }, &cube, true);
    ask(&Segment3 { start: [1.0_f32.next_up(), 1.0, 1.0], direction: [TINY, 0.0, 0.0] }, &cube, false);
}

#[test]
fn a_zero_of_either_sign_is_the_same_place() {
    let flat = triangle([-0.0, 0.0], [0.0, -0.0], [-0.0, -0.0]); // a point
    ask(&[0.0, -0.0], &flat, true);
    ask(&flat, &triangle([0.0, 0.0], [-0.0, 0.0], [0.0, 0.0]), true);
    ask(&flat, &triangle([-0.0, 0.0], [1.0, 0.0], [0.0, 1.0]), true);
    ask(&Disk { center: [-0.0, 0.0], radius: -0.0 }, &flat, true);
    ask(&Disk { center: [TINY, 0.0], radius: -0.0 }, &flat, false);
}

#[test]
fn equal_vertices_and_radius_zero_are_points() {
    let point = triangle([3.0, 4.0], [3.0, 4.0], [3.0, 4.0]);
    let near = 3.0_f32.next_up();
    ask(&[3.0, 4.0], &point, true);
    ask(&[near, 4.0], &point, false);
    ask(&Disk { center: [0.0, 0.0], radius: 5.0 }, &point, true);
    ask(&Disk { center: [0.0, 0.0], radius: 5.0_f32.next_down() }, &point, false);
    ask(&Disk { center: [3.0, 4.0], radius: 0.0 }, &point, true);
    ask(&Disk { center: [1.0, 1.0], radius: 0.0 }, &triangle([0.0, 0.0], [2.0, 2.0], [5.0, 5.0]), true);
    ask(
        &Disk { center: [1.0, 1.0_f32.next_up()], radius: 0.0 },
        &triangle([0.0, 0.0], [2.0, 2.0], [5.0, 5.0]),
        false,
    );
    let corner = Triangle3 { a: [1.0, 2.0, 3.0], b: [1.0, 2.0, 3.0], c: [1.0, 2.0, 3.0] };
    ask(&Sphere { center: [1.0, 2.0, 3.0], radius: 0.0 }, &corner, true);
    ask(&Sphere { center: [1.0, 2.0, 3.0_f32.next_down()], radius: 0.0 }, &corner, false);
    let face = Triangle3 { a: [0.0, 0.0, 7.0], b: [9.0, 0.0, 7.0], c: [0.0, 9.0, 7.0] };
    ask(&Sphere { center: [3.0, 3.0, 7.0], radius: 0.0 }, &face, true);
    ask(&Sphere { center: [3.0, 3.0, 12.0], radius: 5.0 }, &face, true);
    ask(&Sphere { center: [3.0, 3.0, 12.0], radius: 5.0_f32.next_down() }, &face, false);
}
