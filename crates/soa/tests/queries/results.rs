//! Results in columns that are kept.

use scalar::dim2::{Disk, OrientedBox, Point, Segment, Triangle};
use scalar::dim3::Triangle3;
use soa::dim2::{circumcircle::Circumcircle, point_disk, point_segment::SquaredDistance};
use soa::lanes::portable::Portable;
use soa::{
    Columns, Disks, Error, Hits, Level, Nothing, OrientedBoxes, Points, Points3, Query, Segments, Triangles,
    Triangles3, View,
};

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
        let query = Query::new().with_level(level);
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
fn large_calls_answer_as_small_ones() {
    let (points, segments) = (points(MANY), segments(MANY));
    let disks: Vec<_> = segments
        .iter()
        .map(|segment| Disk { center: segment.start, radius: segment.direction[1] / 8.0 })
        .collect();
    let disks = Disks::from_shapes(&disks).unwrap();
    let query = Query::new();
    let (hits, stages) = query.intersects_staged(&points, &disks).unwrap();
    assert_eq!((hits.clone(), stages), query.sequential().intersects_staged(&points, &disks).unwrap());
    assert_eq!(stages.rows(), MANY as u64);
    let few = |hits: &Hits| (0..64).map(|row| hits.get(MANY - 64 + row).unwrap()).collect::<Vec<_>>();
    let (points, disks) = (points.as_view(), disks.as_view());
    let (a, b) = (points.slice(MANY - 64..MANY).unwrap(), disks.slice(MANY - 64..MANY).unwrap());
    assert_eq!(few(&hits), query.intersects(&a, &b).unwrap().to_bools());
    assert!(few(&hits).contains(&true) && few(&hits).contains(&false));
    // By tiles: pairs are in order, each left row's as it has them by itself.
    let (a, b) = (points.slice(MANY - 70..MANY).unwrap(), disks.slice(MANY - 3_000..MANY).unwrap());
    let pairs = query.intersecting_pairs(&a, &b).unwrap();
    let expected = a.iter().enumerate().flat_map(|(left, point)| {
        let hits = query.intersects_one(&point, &b).unwrap();
        hits.iter().map(|right| (left as u32, right as u32)).collect::<Vec<_>>()
    });
    assert!(pairs.iter().eq(expected));
    assert!(pairs.right().iter().any(|&right| right > 2_048));
    for &level in Level::available() {
        let query = query.with_level(level);
        for query in [query, query.sequential()] {
            assert_eq!(query.intersecting_pairs(&a, &b).unwrap(), pairs, "{level}");
            assert_eq!(query.count_pairs(&a, &b), pairs.len() as u64, "{level}");
        }
    }
    assert_eq!(soa::count_pairs(&b, &a), pairs.len() as u64);
}

#[test]
fn each_row_is_measured() {
    let triangles = [[[0.0, 0.0, 0.0], [2.0, 0.0, 0.0], [0.0, 2.0, 0.0]], [[0.0; 3]; 3]];
    let triangles = triangles.map(|[a, b, c]| Triangle3 { a, b, c });
    let columns = Triangles3::from_shapes(&triangles).unwrap();
    let query = Query::new();
    let points = Points3::from_shapes(&[[1.0, -1.0, 3.0], [5.0; 3]]).unwrap();
    let closest = query.closest_points(&points, &columns).unwrap();
    assert!(closest.iter().eq([[1.0, 0.0, 0.0], [0.0; 3]]));
    assert!(query.unit_normals(&columns).unwrap().iter().eq([[0.0, 0.0, 1.0], [0.0; 3]]));
    let others = Points3::from_shapes(&triangles.map(|triangle| triangle.b)).unwrap();
    let crossed = query.cross_products(&points, &others).unwrap();
    assert!(crossed.iter().eq([[0.0, 6.0, 2.0], [0.0; 3]]), "{crossed:?}");

    let segments = segments(3);
    let unit = OrientedBox { center: [0.0; 2], half_extents: [1.0; 2], axis: [1.0, 0.0] };
    let boxes = OrientedBoxes::from_shapes(&[unit; 3]).unwrap();
    let clips: Vec<_> = query.clip(&segments, &boxes).unwrap().iter().collect();
    let [through, at_corner, beside] = clips[..] else { panic!("{clips:?}") };
    assert_eq!([through, at_corner].map(|c| [c.t_enter, c.t_exit]), [[0.0, 1.0], [0.0, 0.0]]);
    assert!(beside.t_enter.is_nan());
    assert_eq!(query.clip(&segments, &boxes).unwrap().hits().to_bools(), [true, true, false]);
    let distances = query.measure_one::<SquaredDistance>(&[2.0, 1.0], &segments.as_view()).unwrap();
    assert!(distances.iter().eq([2.0, 0.0, 0.2]), "{distances:?}");
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

#[test]
fn lanes_of_the_callers_own_answer_as_a_query() {
    let (points, segments) = (points(101), segments(101));
    let disks: Vec<_> =
        segments.iter().map(|s| Disk { center: s.start, radius: s.direction[1] / 8.0 }).collect();
    let disks = Disks::from_shapes(&disks).unwrap();
    let hits = soa::test_with::<_, point_disk::Exact>(Portable, &points.as_view(), &disks.as_view()).unwrap();
    assert_eq!(hits, Query::new().intersects(&points, &disks).unwrap());
    assert!((1..101).contains(&hits.count()));
    let (a, b) = (points.as_view(), segments.as_view());
    let distances = soa::measure_with::<_, SquaredDistance>(Portable, &a, &b).unwrap();
    assert_eq!(distances, Query::new().measure::<SquaredDistance>(&a, &b).unwrap());
    assert_eq!(distances.len(), 101);

    let b = b.slice(0..100).unwrap();
    let unequal = Error::UnequalRows { left: 101, right: 100 };
    assert_eq!(soa::measure_with::<_, SquaredDistance>(Portable, &a, &b), Err(unequal));
}
