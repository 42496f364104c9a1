//! Exact queries: the places where rounding would decide, the stages that settle them, and the ways in which a block of rows is
//! tested. Random pairs and every family are the fuzzer's part.

use scalar::dim2::{Disk, Line, OrientedBox, Ray, Segment, Triangle};
use scalar::dim3::{OrientedBox3, Segment3, Sphere, Triangle3};
use scalar::exact;
use soa::dim2::disk_triangle;
use soa::kernel::Overlap;
use soa::{Columns, Level, Query, Shape, Stages, View};

/// The smallest positive number.
const TINY: f32 = f32::from_bits(1);

/// Asks for one pair at every level, in every lane of a long call whose other rows are far apart, in either order.
fn ask<A: Overlap<B>, B: Overlap<A>>(a: &A, b: &B, expected: bool) {
    let (left, right) = (Columns::from_shapes(&[*a; 37]).unwrap(), Columns::from_shapes(&[*b; 37]).unwrap());
    for &level in Level::available() {
        let query = Query::new().level(level);
        for hits in [query.overlap(&left, &right), query.overlap_one(a, &right), query.overlap(&right, &left)]
        {
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

/// Disks beside triangles, by kind: far from touching, touching in whole numbers, off by one unit in the last place, and with
/// magnitudes that only integers hold.
fn row(kind: usize, i: usize) -> (Disk, Triangle) {
    let x = (i % 64) as f32;
    let right = |x: f32| triangle([x, 0.0], [x + 3.0, 0.0], [x, 4.0]);
    match kind {
        0 => (Disk { center: [x, if i.is_multiple_of(2) { 9.0 } else { 1.0 }], radius: 2.5 }, right(x)),
        1 => (Disk { center: [x - 5.0, 2.0], radius: 5.0 }, right(x)),
        2 => (Disk { center: [x - 5.0, 2.0], radius: 5.0_f32.next_down() }, right(x)),
        // On the edge from (2^100, 2^100) to (-1, -1): the differences have 200 bits.
        _ => {
            let (large, small) = (100.0_f32.exp2(), (-100.0_f32).exp2());
            let disk = Disk { center: [small, small], radius: 0.0 };
            (disk, triangle([large, large], [-1.0, -1.0], [large, -1.0]))
        }
    }
}

/// Asks for rows of these kinds, each so many times in a row, at every level, and returns what the stages settled at the last one.
fn runs(runs: &[(usize, usize)]) -> Stages {
    let rows: Vec<_> = runs.iter().flat_map(|&(kind, n)| (0..n).map(move |i| row(kind, i))).collect();
    let (disks, triangles): (Vec<_>, Vec<_>) = rows.into_iter().unzip();
    let expected: Vec<_> = disks.iter().zip(&triangles).map(|(d, t)| exact::disk_triangle(d, t)).collect();
    let (a, b) = (Columns::from_shapes(&disks).unwrap(), Columns::from_shapes(&triangles).unwrap());
    let mut last = Stages::default();
    for &level in Level::available() {
        let (hits, stages) = Query::new().level(level).sequential().overlap_staged(&a, &b).unwrap();
        assert_eq!(stages.rows(), expected.len() as u64);
        assert!(hits.to_bools() == expected, "{level}");
        last = stages;
    }
    last
}

#[test]
fn each_stage_settles_what_the_one_before_leaves() {
    let stages = |kind| runs(&[(kind, 10_000)]);
    assert_eq!(stages(0), Stages { single: 10_000, ..Stages::default() });
    // A touching pair in whole numbers is computed without rounding in f64.
    assert_eq!(stages(1), Stages { double: 10_000, ..Stages::default() });
    assert_eq!(stages(2), Stages { double: 10_000, ..Stages::default() });
    assert_eq!(stages(3), Stages { integer: 10_000, ..Stages::default() });
}

#[test]
fn blocks_are_tested_otherwise_after_open_ones_and_answer_the_same() {
    // From sure blocks to noted ones, to straight ones, and back; runs that end within blocks; single open lanes.
    let mixed = runs(&[
        (0, 5_000),
        (1, 30),
        (0, 3_000),
        (2, 9_000),
        (0, 9_000),
        (3, 7),
        (0, 1_001),
        (1, 513),
        (0, 600),
    ]);
    assert!(mixed.single > 5_000 && mixed.double > 9_000 && mixed.integer == 7, "{mixed:?}");
    for lane in 0..40 {
        let sparse = runs(&[(0, lane), (1, 1), (0, 700), (3, 1), (0, 39 - lane)]);
        assert_eq!((sparse.double, sparse.integer), (1, 1), "{sparse:?}");
    }
}

#[test]
fn rows_that_are_not_finite_answer_no_whatever_is_beside_them() {
    for (kind, bad) in
        [0, 1, 3].into_iter().flat_map(|kind| [f32::NAN, f32::INFINITY, -f32::INFINITY].map(|x| (kind, x)))
    {
        let (disks, triangles): (Vec<_>, Vec<_>) = (0..3_000).map(|i| row(kind, i)).unzip();
        let mut columns: Vec<Vec<f32>> =
            (0..3).map(|k| disks.iter().map(|disk| disk.values()[k]).collect()).collect();
        for i in (0..3_000).step_by(7) {
            columns[i % 3][i] = bad;
        }
        let disks = View::<Disk>::new_unvalidated([&columns[0], &columns[1], &columns[2]]).unwrap();
        let b = Columns::from_shapes(&triangles).unwrap();
        let expected: Vec<_> =
            disks.iter().zip(&triangles).map(|(d, t)| exact::disk_triangle(&d, t)).collect();
        assert!(expected.iter().step_by(7).all(|hit| !hit) && expected.contains(&true));
        for &level in Level::available() {
            let hits = Query::new().level(level).overlap(&disks, &b).unwrap();
            assert!(hits.to_bools() == expected, "{level}, {bad}");
            let pairs = Query::new().level(level).all_pairs(&disks.slice(0..8).unwrap(), &b).unwrap();
            assert!(pairs.left().iter().all(|&left| left % 7 != 0) && !pairs.is_empty(), "{level}, {bad}");
        }
    }
}

#[test]
fn the_published_algorithm_is_still_there_and_settles_all_in_f32() {
    let (disks, triangles): (Vec<_>, Vec<_>) = (0..100).map(|i| row(2, i)).unzip();
    let (a, b) = (Columns::from_shapes(&disks).unwrap(), Columns::from_shapes(&triangles).unwrap());
    let query = Query::new();
    let (_, stages) = query.test_staged::<disk_triangle::SevenRegions>(&a.as_view(), &b.as_view()).unwrap();
    assert_eq!(stages, Stages { single: 100, ..Stages::default() });
    assert_eq!(query.overlap(&a, &b).unwrap().count(), 0);
}
