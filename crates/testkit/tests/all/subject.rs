//! What is said of an answer that is not the reference's.

use soa::dim2::{disk_disk, point_segment};
use soa::kernel::{Compiled, CompiledMeasure};
use soa::{Level, ShapeKind, Stages};
use testkit::rows::{Columns, Row};
use testkit::subject::{Answer, At, Numbers, Subject, Wrong};

const ROWS: usize = 21;

fn wrong(row: usize, got: &str) -> Result<(), Wrong> {
    Err(Wrong { row, got: got.into() })
}

fn numbers(values: &[f32]) -> Answer {
    Answer::Numbers(Numbers::new(values))
}

#[test]
fn a_wrong_yes_or_no_is_named_by_its_row() {
    let kernel = Subject::YesNo(disk_disk::Exact::kernel());
    let disk = |x: usize| vec![x as f32, 0.0, 1.0];
    let lefts: Vec<Row> = (0..ROWS).map(disk).collect();
    let rights: Vec<Row> = (0..ROWS).map(|i| disk(2 * i)).collect();
    let (a, b) = (Columns::of(ShapeKind::Disk, &lefts), Columns::of(ShapeKind::Disk, &rights));
    let (a, b) = (a.checked().unwrap(), b.checked().unwrap());
    let engine = At::new(Level::PORTABLE);
    let other = |answer: Answer| Answer::YesNo(!answer.hit());

    let mut expected: Vec<_> = lefts.iter().zip(&rights).map(|(a, b)| kernel.reference(a, b)).collect();
    assert!([true, false].iter().all(|&hit| expected.contains(&hit.into())));
    let stages = kernel.rows(&engine, &a, &b, &expected).unwrap();
    assert_eq!(stages.rows(), ROWS as u64);
    for row in 0..ROWS {
        expected[row] = other(expected[row]);
        let got = if expected[row].hit() { "no" } else { "yes" };
        assert_eq!(kernel.rows(&engine, &a, &b, &expected).map(|_| ()), wrong(row, got));
        expected[row] = other(expected[row]);
    }
    assert_eq!(kernel.rows(&engine, &a, &b, &expected[1..]).map(|_| ()), wrong(0, "21 rows"));

    let one = &lefts[7];
    let mut expected: Vec<_> = rights.iter().map(|b| kernel.reference(one, b)).collect();
    assert_eq!(kernel.one(&engine, one, &b, &expected), Ok(()));
    expected[4] = other(expected[4]);
    assert_eq!(kernel.one(&engine, one, &b, &expected), wrong(4, "yes"));

    let mut expected: Vec<_> =
        lefts.iter().flat_map(|a| rights.iter().map(move |b| kernel.reference(a, b))).collect();
    assert_eq!(kernel.all(&engine, &a, &b, &expected), Ok(()));
    for pair in 0..expected.len() {
        expected[pair] = other(expected[pair]);
        let got = if expected[pair].hit() { "no, or out of order" } else { "yes, or out of order" };
        assert_eq!(kernel.all(&engine, &a, &b, &expected), wrong(pair, got));
        expected[pair] = other(expected[pair]);
    }

    let values = kernel.rows(&engine, &Columns::zeros(ShapeKind::Value, 3).view(0, 3), &b, &[]);
    assert_eq!(values.unwrap_err().got, "the kernel takes disks, but values were given");
}

#[test]
fn a_wrong_number_is_named_by_its_row() {
    let kernel = Subject::Computes(point_segment::SquaredDistance::kernel());
    let points: Vec<Row> = (0..ROWS).map(|i| vec![i as f32, 1.0]).collect();
    let segment = vec![0.0, 0.0, 2.0, 0.0];
    let (a, b) = (
        Columns::of(ShapeKind::Point, &points),
        Columns::of(ShapeKind::Segment, &vec![segment.clone(); ROWS]),
    );
    let (a, b) = (a.checked().unwrap(), b.checked().unwrap());
    let engine = At::new(Level::PORTABLE);

    let mut expected: Vec<_> = points.iter().map(|point| kernel.reference(point, &segment)).collect();
    assert_eq!(kernel.rows(&engine, &a, &b, &expected), Ok(Stages::default()));
    expected[3] = numbers(&[2.5]);
    assert_eq!(kernel.rows(&engine, &a, &b, &expected).map(|_| ()), wrong(3, "2e0 (0x40000000)"));
    assert_eq!(kernel.rows(&engine, &a, &b, &expected[1..]).map(|_| ()), wrong(0, "21 rows"));
    let mut expected = vec![kernel.reference(&points[3], &segment); ROWS];
    assert_eq!(kernel.one(&engine, &points[3], &b, &expected), Ok(()));
    expected[20] = numbers(&[-2.0]);
    assert_eq!(kernel.one(&engine, &points[3], &b, &expected), wrong(20, "2e0 (0x40000000)"));
}

#[test]
fn numbers_hit_if_none_is_nan_and_touch_where_one_is_zero() {
    let disk = |x: f32, y: f32, radius: f32| numbers(&[x, y, radius]);
    assert!(disk(1.0, -2.0, 0.0).hit() && !disk(1.0, f32::NAN, 0.0).hit());
    let signatures =
        [disk(1.0, 2.0, 3.0), disk(1.0, 2.0, 0.0), disk(1.0, -0.0, 3.0), disk(f32::NAN, 0.0, 1.0)];
    assert_eq!(signatures.map(|answer| answer.signature()), [0, 0b1, 0b100, 0b10_0100]);
    assert_eq!(disk(1.0, 0.5, -0.0).show(), "1e0 (0x3f800000), 5e-1 (0x3f000000), -0e0 (0x80000000)");
    let [yes, no] = [true, false].map(Answer::from);
    assert_eq!([yes.word(), no.word(), disk(0.0, 0.0, 0.0).word()], ["1", "0", "-"]);
    assert_eq!([yes.signature(), no.signature()], [1, 0]);
    assert_eq!([yes.show(), no.show()], ["yes", "no"]);
}

#[test]
fn answers_are_equal_by_their_bits() {
    let nan = f32::from_bits(0x7fc0_0001);
    assert_eq!(numbers(&[1.0, nan]), numbers(&[1.0, nan]));
    assert_ne!(numbers(&[f32::NAN]), numbers(&[nan]));
    assert_ne!(numbers(&[0.0]), numbers(&[-0.0]));
    assert_ne!(numbers(&[0.0]), numbers(&[0.0, 0.0]));
    assert_ne!(Answer::from(false), numbers(&[0.0]));
}
