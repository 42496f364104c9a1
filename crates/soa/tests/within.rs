//! `within` and its joins against the definition: an exact distance, pair by pair, by `scalar::exact` of what has
//! grown.

use proptest::prelude::*;
use soa::registry;
use soa::{
    Aabb, Aabb3, Capsule, Capsule3, Columns, Disk, Error, Grow, Point, Point3, Rule, Segment, Segment3,
    Shape, Sphere, Triangle, Triangle3, Within,
};

/// Rows of small whole numbers, so that many are exactly the distance apart; of boxes, `min` first.
fn rows<S: Shape>(numbers: &[u8]) -> Columns<S> {
    let width = S::COLUMNS.len();
    let shapes: Vec<S> = numbers
        .chunks_exact(width)
        .map(|row| {
            S::from_values(|k| {
                let x = f32::from(row[k] % 12);
                if S::COLUMNS[k].starts_with("max") { x + 12.0 } else { x }
            })
        })
        .collect();
    Columns::from_shapes(&shapes).unwrap()
}

/// Every form of `within` says what `scalar::exact` says of left rows that have grown.
fn check<A, B>(a: &[u8], b: &[u8], distances: &[u8])
where
    A: Grow + Within<B>,
    B: Shape,
{
    let pair = registry::kernel(A::Grown::KIND, B::KIND).unwrap();
    let (a, b) = (rows::<A>(a), rows::<B>(b));
    let rows = a.len().min(b.len()).min(distances.len());
    let each: Vec<f32> = distances.iter().map(|&x| f32::from(x % 9)).collect();
    let is_near = |i: usize, j: usize, distance: f32| {
        let left = a.get(i).unwrap();
        let width = A::COLUMNS.len();
        let grown = A::Grown::from_values(|k| if k < width { left.values()[k] } else { distance });
        let right = b.get(j).unwrap();
        let [left, right] = [grown.values(), right.values()];
        let [left, right] = if pair.is_swapped { [right, left] } else { [left, right] };
        pair.kernel.info.reference(left, right).unwrap()
    };
    let (head_a, head_b) = (a.as_view().slice(0..rows).unwrap(), b.as_view().slice(0..rows).unwrap());
    let hits = soa::within(&head_a, &head_b, &each[..rows]).unwrap().to_bools();
    assert_eq!(hits, (0..rows).map(|i| is_near(i, i, each[i])).collect::<Vec<_>>());
    let back = soa::within(&head_a, &head_b, 5.0).unwrap().to_bools();
    assert_eq!(back, (0..rows).map(|i| is_near(i, i, 5.0)).collect::<Vec<_>>());

    let all = |distance: &dyn Fn(usize) -> f32| -> Vec<(u32, u32)> {
        let pairs = (0..a.len()).flat_map(|i| (0..b.len()).map(move |j| (i, j)));
        pairs.filter(|&(i, j)| is_near(i, j, distance(i))).map(|(i, j)| (i as u32, j as u32)).collect()
    };
    let pairs = soa::join_within(&a, &b, 5.0).unwrap();
    assert_eq!(pairs.iter().collect::<Vec<_>>(), all(&|_| 5.0));
    let each: Vec<f32> = (0..a.len()).map(|i| (i % 7) as f32).collect();
    let pairs = soa::join_within(&a, &b, &each).unwrap();
    assert_eq!(pairs.iter().collect::<Vec<_>>(), all(&|i| each[i]));
}

/// The same with the sides exchanged.
fn check_exchanged<A, B>(a: &[u8], b: &[u8])
where
    A: Within<B>,
    B: Within<A>,
{
    let (a, b) = (rows::<A>(a), rows::<B>(b));
    let exchanged = |pairs: soa::Pairs| {
        let mut pairs: Vec<(u32, u32)> = pairs.iter().map(|(i, j)| (j, i)).collect();
        pairs.sort_unstable();
        pairs
    };
    let pairs = soa::join_within(&a, &b, 4.0).unwrap();
    let back = soa::join_within(&b, &a, 4.0).unwrap();
    assert_eq!(pairs.iter().collect::<Vec<_>>(), exchanged(back));
    // One distance a row counts for the left row, whichever side has grown.
    let each: Vec<f32> = (0..b.len()).map(|j| (j % 5) as f32).collect();
    let back = soa::join_within(&b, &a, &each).unwrap();
    let wanted = (0..b.len()).flat_map(|j| {
        let one = b.as_view().slice(j..j + 1).unwrap();
        let pairs = soa::join_within(&one, &a, each[j]).unwrap();
        pairs.right().iter().map(|&i| (j as u32, i)).collect::<Vec<_>>()
    });
    assert_eq!(back.iter().collect::<Vec<_>>(), wanted.collect::<Vec<_>>());
}

fn check_self<A: Within<A>>(a: &[u8]) {
    let a = rows::<A>(a);
    let pairs = soa::self_join_within(&a, 3.0).unwrap();
    let both = soa::join_within(&a, &a, 3.0).unwrap();
    assert_eq!(pairs.iter().collect::<Vec<_>>(), both.iter().filter(|(i, j)| i < j).collect::<Vec<_>>());
}

fn numbers() -> impl Strategy<Value = Vec<u8>> {
    prop::collection::vec(any::<u8>(), 40..400)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn distances_are_those_of_the_definition(a in numbers(), b in numbers(), distances in numbers()) {
        check::<Point, Point>(&a, &b, &distances);
        check::<Point, Segment>(&a, &b, &distances);
        check::<Segment, Segment>(&a, &b, &distances);
        check::<Segment, Triangle>(&a, &b, &distances);
        check::<Disk, Disk>(&a, &b, &distances);
        check::<Aabb, Disk>(&a, &b, &distances);
        check::<Aabb, Aabb>(&a, &b, &distances);
        check::<Triangle, Disk>(&a, &b, &distances);
        check::<Triangle, Aabb>(&a, &b, &distances);
        check::<Triangle, Triangle>(&a, &b, &distances);
        check::<Segment, Capsule>(&a, &b, &distances);
        check::<Capsule, Capsule>(&a, &b, &distances);
        check::<Capsule, Disk>(&a, &b, &distances);
        check::<Aabb, Capsule>(&a, &b, &distances);
        check::<Triangle, Capsule>(&a, &b, &distances);
        check::<Point3, Sphere>(&a, &b, &distances);
        check::<Segment3, Segment3>(&a, &b, &distances);
        check::<Segment3, Aabb3>(&a, &b, &distances);
        check::<Segment3, Triangle3>(&a, &b, &distances);
        check::<Sphere, Sphere>(&a, &b, &distances);
        check::<Capsule3, Sphere>(&a, &b, &distances);
        check::<Capsule3, Capsule3>(&a, &b, &distances);
        check::<Aabb3, Sphere>(&a, &b, &distances);
        check::<Aabb3, Capsule3>(&a, &b, &distances);
        check::<Aabb3, Aabb3>(&a, &b, &distances);
        check::<Triangle3, Sphere>(&a, &b, &distances);
        check::<Triangle3, Aabb3>(&a, &b, &distances);
        check::<Triangle3, Triangle3>(&a, &b, &distances);
        check::<Triangle3, Capsule3>(&a, &b, &distances);
    }

    #[test]
    fn sides_are_exchanged(a in numbers(), b in numbers()) {
        check_exchanged::<Point, Triangle>(&a, &b);
        check_exchanged::<Triangle, Disk>(&a, &b);
        check_exchanged::<Aabb, Segment>(&a, &b);
        check_exchanged::<Aabb, Triangle>(&a, &b);
        check_exchanged::<Segment3, Point3>(&a, &b);
        check_exchanged::<Triangle3, Segment3>(&a, &b);
        check_exchanged::<Segment3, Aabb3>(&a, &b);
        check_exchanged::<Disk, Capsule>(&a, &b);
        check_exchanged::<Capsule3, Triangle3>(&a, &b);
        check_exchanged::<Aabb3, Triangle3>(&a, &b);
    }

    #[test]
    fn a_set_is_near_itself(a in numbers()) {
        check_self::<Point>(&a);
        check_self::<Segment>(&a);
        check_self::<Disk>(&a);
        check_self::<Aabb>(&a);
        check_self::<Triangle>(&a);
        check_self::<Segment3>(&a);
        check_self::<Capsule>(&a);
        check_self::<Sphere>(&a);
        check_self::<Capsule3>(&a);
        check_self::<Aabb3>(&a);
        check_self::<Triangle3>(&a);
    }
}

#[test]
fn bad_distances_are_refused() {
    let points = rows::<Point>(&[1; 6]);
    let refused = |result: Result<soa::Hits, Error>| match result {
        Err(Error::InvalidValue { row, rule, .. }) => (row, rule),
        other => panic!("{other:?}"),
    };
    assert_eq!(refused(soa::within(&points, &points, -1e-45)), (0, Rule::NegativeDistance));
    assert_eq!(refused(soa::within(&points, &points, f32::NAN)), (0, Rule::NotFinite));
    assert_eq!(refused(soa::within(&points, &points, f32::INFINITY)), (0, Rule::NotFinite));
    assert_eq!(refused(soa::within(&points, &points, &[1.0, 0.0, -1.0])), (2, Rule::NegativeDistance));
    assert!(soa::within(&points, &points, -0.0).is_ok());
    let error = soa::within(&points, &points, &[1.0]).unwrap_err();
    assert_eq!(error, Error::DistanceCount { distances: 1, rows: 3 });
    assert_eq!(error.to_string(), "there are 1 distances for 3 rows");
    let refused = soa::join_within(&points, &points, &[1.0, f32::NAN, 1.0]).unwrap_err();
    assert!(matches!(refused, Error::InvalidValue { row: 1, rule: Rule::NotFinite, .. }));
    assert!(soa::self_join_within(&points, -1.0).is_err());
    assert!(soa::grow(&points, -1.0).is_err());
    let other = rows::<Point>(&[1; 4]);
    assert_eq!(soa::within(&points, &other, 1.0), Err(Error::UnequalRows { left: 3, right: 2 }));
}

#[test]
fn rows_that_are_not_finite_are_near_nothing() {
    let (x, y) = ([0.0, f32::NAN, 0.0], [0.0, 0.0, f32::INFINITY]);
    let points = soa::View::<Point>::new_unvalidated([&x[..], &y]).unwrap();
    assert_eq!(soa::within(&points, &points, f32::MAX).unwrap().to_bools(), [true, false, false]);
    assert_eq!(soa::self_join_within(&points, f32::MAX).unwrap().len(), 0);
    let grown = soa::grow(&points, 1.0).unwrap_err();
    assert!(matches!(grown, Error::InvalidValue { row: 1, rule: Rule::NotFinite, .. }));
}
