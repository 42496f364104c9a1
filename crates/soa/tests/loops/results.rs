//! Results in columns that are kept.

use scalar::dim2::{Disk, Point, Segment, Triangle};
use soa::dim2::{circumcircle::Circumcircle, point_segment::SquaredDistance};
use soa::{Columns, Disks, Error, Level, Nothing, Points, Query, Segments, Triangles, View};

/// More rows than one thread takes, and no whole number of registers.
const MANY: usize = 140_003;

fn points(rows: usize) -> Points {
    let point = |i: usize| -> Point { [i as f32, 1.0 / (i + 1) as f32] };
    Points::from_shapes(&(0..rows).map(point).collect::<Vec<_>>()).unwrap()
}

fn segments(rows: usize) -> Segments {
    let segment = |i: usize| Segment { start: [i as f32, 0.0], direction: [1.0, (i % 7) as f32] };
    Segments::from_shapes(&(0..rows).map(segment).collect::<Vec<_>>()).unwrap()
}

#[test]
fn kept_columns_hold_what_fresh_ones_do() {
    let (points, segments) = (points(MANY), segments(MANY));
    for &level in Level::available() {
        let query = Query::new().level(level);
        let mut out = Columns::default();
        // Fewer rows, more, the same: what stood there before does not matter.
        for rows in [0, 5, MANY, 17, MANY] {
            let a = points.as_view().slice(0..rows).unwrap();
            let b = segments.as_view().slice(0..rows).unwrap();
            query.measure_into::<SquaredDistance>(&a, &b, &mut out).unwrap();
            assert_eq!(out, query.measure::<SquaredDistance>(&a, &b).unwrap(), "{level}, {rows} rows");
        }
    }
}

#[test]
fn memory_is_used_again() {
    let (points, segments) = (points(1_000), segments(1_000));
    let mut out = Columns::<f32>::default();
    let mut place = || {
        let (a, b) = (points.as_view(), segments.as_view());
        Query::new().measure_into::<SquaredDistance>(&a, &b, &mut out).unwrap();
        out.as_view().columns()[0].as_ptr()
    };
    assert_eq!(place(), place());
}

#[test]
fn refused_rows_leave_the_results_as_they_were() {
    let (points, segments) = (points(3), segments(2));
    let mut out = Columns::<f32>::from_shapes(&[7.0]).unwrap();
    let refused =
        Query::new().measure_into::<SquaredDistance>(&points.as_view(), &segments.as_view(), &mut out);
    assert_eq!(refused, Err(Error::UnequalRows { left: 3, right: 2 }));
    assert_eq!(out, Columns::from_shapes(&[7.0]).unwrap());
}

#[test]
fn a_kernel_of_one_operand_takes_as_many_rows_as_there_are() {
    let triangle = Triangle { a: [0.0, 0.0], b: [4.0, 0.0], c: [0.0, 4.0] };
    let triangles = Triangles::from_shapes(&vec![triangle; MANY]).unwrap();
    let mut out = Disks::default();
    let nothing = View::<Nothing>::new([]).unwrap();
    Query::new().measure_into::<Circumcircle>(&triangles.as_view(), &nothing, &mut out).unwrap();
    assert_eq!(out.len(), MANY);
    assert!(out.iter().all(|circle| circle == Disk { center: [2.0, 2.0], radius: 8.0_f32.sqrt() }));
}
