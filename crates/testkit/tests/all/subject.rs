//! What is said of an answer that is not the twin's.

use scalar::dim2::{Crossing, Disk, Point, Segment};
use soa::dim2::{circumcircle, disk_disk, point_segment, segment_oriented_box};
use soa::lanes::portable::Portable;
use soa::{Columns, Level, Shape, Stages};
use testkit::halves::Halves;
use testkit::subject::{Answer, At, Computes, Engine, Numbers, Subject, With, Wrong, YesNo};

const ROWS: usize = 21;

fn wrong(row: usize, got: &str) -> Result<(), Wrong> {
    Err(Wrong { row, got: got.into() })
}

#[test]
fn a_wrong_yes_or_no_is_named_by_its_row() {
    type Kernel = YesNo<disk_disk::Exact>;
    let disk = |x: usize| Disk { center: [x as f32, 0.0], radius: 1.0 };
    let lefts: Vec<_> = (0..ROWS).map(disk).collect();
    let rights: Vec<_> = (0..ROWS).map(|i| disk(2 * i)).collect();
    let (a, b) = (Columns::from_shapes(&lefts).unwrap(), Columns::from_shapes(&rights).unwrap());
    let (a, b) = (a.as_view(), b.as_view());
    let engine = At::new(Level::PORTABLE);

    let mut expected: Vec<_> = lefts.iter().zip(&rights).map(|(a, b)| Kernel::twin(a, b)).collect();
    assert!(expected.contains(&true) && expected.contains(&false));
    let stages = Kernel::rows(&engine, &a, &b, &expected).unwrap();
    assert_eq!(stages.rows(), ROWS as u64);
    for row in 0..ROWS {
        expected[row] = !expected[row];
        let got = if expected[row] { "no" } else { "yes" };
        assert_eq!(Kernel::rows(&engine, &a, &b, &expected).map(|_| ()), wrong(row, got));
        expected[row] = !expected[row];
    }
    assert_eq!(Kernel::rows(&engine, &a, &b, &expected[1..]).map(|_| ()), wrong(0, "21 rows"));

    let one = lefts[7];
    let mut expected: Vec<_> = rights.iter().map(|b| Kernel::twin(&one, b)).collect();
    assert_eq!(Kernel::one(&engine, &one, &b, &expected), Ok(()));
    expected[4] = !expected[4];
    assert_eq!(Kernel::one(&engine, &one, &b, &expected), wrong(4, "yes"));

    let mut expected: Vec<_> =
        lefts.iter().flat_map(|a| rights.iter().map(move |b| Kernel::twin(a, b))).collect();
    assert_eq!(Kernel::all(&engine, &a, &b, &expected), Ok(()));
    for pair in 0..expected.len() {
        expected[pair] = !expected[pair];
        let got = if expected[pair] { "no, or out of order" } else { "yes, or out of order" };
        assert_eq!(Kernel::all(&engine, &a, &b, &expected), wrong(pair, got));
        expected[pair] = !expected[pair];
    }
}

#[test]
fn a_wrong_number_is_named_by_its_row() {
    type Kernel = Computes<point_segment::SquaredDistance>;
    let points: Vec<Point> = (0..ROWS).map(|i| [i as f32, 1.0]).collect();
    let segments = [Segment { start: [0.0, 0.0], direction: [2.0, 0.0] }; ROWS];
    let (a, b) = (Columns::from_shapes(&points).unwrap(), Columns::from_shapes(&segments).unwrap());
    let (a, b) = (a.as_view(), b.as_view());
    let engine = At::new(Level::PORTABLE);

    let mut expected: Vec<_> = points.iter().map(|point| Kernel::twin(point, &segments[0])).collect();
    assert_eq!(Kernel::rows(&engine, &a, &b, &expected), Ok(Stages::default()));
    expected[3] = Numbers(2.5);
    assert_eq!(Kernel::rows(&engine, &a, &b, &expected).map(|_| ()), wrong(3, "2e0 (0x40000000)"));
    assert_eq!(Kernel::rows(&engine, &a, &b, &expected[1..]).map(|_| ()), wrong(0, "21 rows"));
    let mut expected = vec![Kernel::twin(&points[3], &segments[0]); ROWS];
    assert_eq!(Kernel::one(&engine, &points[3], &b, &expected), Ok(()));
    expected[20] = Numbers(-2.0);
    assert_eq!(Kernel::one(&engine, &points[3], &b, &expected), wrong(20, "2e0 (0x40000000)"));
}

#[test]
fn numbers_hit_if_none_is_nan_and_touch_where_one_is_zero() {
    let disk = |x: f32, y: f32, radius: f32| Numbers(Disk { center: [x, y], radius });
    assert!(disk(1.0, -2.0, 0.0).hit() && !disk(1.0, f32::NAN, 0.0).hit());
    let signatures =
        [disk(1.0, 2.0, 3.0), disk(1.0, 2.0, 0.0), disk(1.0, -0.0, 3.0), disk(f32::NAN, 0.0, 1.0)];
    assert_eq!(signatures.map(Answer::signature), [0, 0b1, 0b100, 0b10_0100]);
    assert_eq!(disk(1.0, 0.5, -0.0).show(), "1e0 (0x3f800000), 5e-1 (0x3f000000), -0e0 (0x80000000)");
    assert_eq!([true.word(), false.word(), disk(0.0, 0.0, 0.0).word()], ["1", "0", "-"]);
    assert_eq!([true, false].map(Answer::signature), [1, 0]);
    assert_eq!([true, false].map(Answer::show), ["yes", "no"]);
}

#[test]
fn what_may_not_exist_can_miss() {
    assert!(YesNo::<disk_disk::Exact>::can_miss());
    assert!(Computes::<segment_oriented_box::SlabsCrossing<Segment>>::can_miss());
    assert!(!Computes::<circumcircle::Circumcircle>::can_miss());
    assert_eq!(Crossing::NAME, "crossings");
    let paths = [YesNo::<disk_disk::Exact>::path(), Computes::<circumcircle::Circumcircle>::path()];
    assert_eq!(paths, ["soa::dim2::disk_disk::Exact", "soa::dim2::circumcircle::Circumcircle"]);
}

#[test]
fn an_engine_knows_its_lanes() {
    for &level in Level::available() {
        assert_eq!(At::new(level).lanes(), level.lanes());
    }
    let sixteen = Halves { low: Portable, high: Portable };
    assert_eq!((With(Portable).lanes(), With(sixteen).lanes()), (8, 16));
}
