//! Distances, contacts and sweeps of shapes that are values have the answers of those that are types, bit for
//! bit, and so have two shapes without columns; all other pairs of shapes are refused.

mod common;

use std::collections::HashSet;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use common::{SPREADS, queries};
use soa::join::Progress;
use soa::kernel::{Closest, Contacts, Intersects};
use soa::{
    Aabb, Aabb3, AnyView, Capsule, Capsule3, Columns, Disk, Error, Grow, Index, JoinSweep, JoinWithin, Line,
    Line3, OrientedBox, OrientedBox3, Pairs, Point, Point3, Query, Ray, Ray3, Rule, Segment, Segment3, Shape,
    ShapeKind, Sphere, Sweep, SweepsCapsule, Triangle, Triangle3, Within, pair,
};

/// More than a block, and no whole number of registers.
const ROWS: usize = 613;

/// Pairs of shapes that have an answer.
type Answered = HashSet<(ShapeKind, ShapeKind)>;

/// Rows of integers, or of no pattern, and of the first ones some that are not finite.
fn rows<S: Shape>(n: usize, seed: u64, spread: usize) -> Columns<S> {
    let mut rows = common::rows::<S>(n, SPREADS[[7, 0][spread]].1, seed);
    for (k, bad) in [f32::NAN, f32::INFINITY].into_iter().enumerate() {
        rows.column_mut(S::COLUMNS[k]).unwrap()[3 * k + spread] = bad;
    }
    rows
}

/// Some pairs of rows.
fn some_pairs() -> Pairs {
    let disks = |seed| common::rows::<Disk>(ROWS, SPREADS[0].1, seed);
    let pairs = soa::join(&disks(1), &disks(2)).unwrap();
    assert!(pairs.len() > 600);
    pairs
}

fn bits<S: Shape>(rows: &Columns<S>) -> Vec<Vec<u32>> {
    (0..S::COLUMNS.len()).map(|k| rows.iter().map(|row| row.values()[k].to_bits()).collect()).collect()
}

/// Whether a row of columns has the bits of this one.
fn is_row<S: Shape>(found: &S, columns: &[Vec<u32>], row: usize) -> bool {
    found.values().iter().zip(columns).all(|(x, column)| x.to_bits() == column[row])
}

fn bits_of(columns: &[Vec<f32>]) -> Vec<Vec<u32>> {
    columns.iter().map(|column| column.iter().map(|x| x.to_bits()).collect()).collect()
}

fn bits_of_view(view: &AnyView) -> Vec<Vec<u32>> {
    let columns = (0..).map_while(|k| view.column(k));
    columns.map(|column| column.iter().map(|x| x.to_bits()).collect()).collect()
}

/// All pairs of shapes without an answer are refused by their names, and no others.
fn refuses_others<T>(answered: &Answered, ask: impl Fn(&AnyView, &AnyView) -> Result<T, Error>) {
    let none: [&[f32]; soa::MAX_COLUMNS] = [&[]; soa::MAX_COLUMNS];
    let view = |kind: ShapeKind| AnyView::new(kind, &none[..kind.columns().len()]).unwrap();
    for left in ShapeKind::ALL {
        for right in ShapeKind::ALL {
            let refused = ask(&view(left), &view(right)).err();
            let expected = Error::NoKernel { left: left.name(), right: right.name() };
            let is_answered = answered.contains(&(left, right));
            assert_eq!(refused, (!is_answered).then_some(expected), "{left} {right}");
        }
    }
}

/// Calls a check for both orders of each pair of shapes.
macro_rules! both_orders {
    ($check:ident($answered:ident): $($a:ty: $($b:ty),*;)*) => {
        $($(
            $check::<$a, $b>(&mut $answered);
            if <$a as Shape>::KIND != <$b as Shape>::KIND {
                $check::<$b, $a>(&mut $answered);
            }
        )*)*
    };
}

// Within a distance.

#[inline(never)]
fn within<A: Within<B>, B: Shape>(answered: &mut Answered) {
    let mut hits_of_all = 0;
    for spread in 0..2 {
        let (a, b) = (rows::<A>(ROWS, 1, spread), rows::<B>(ROWS, 2, spread));
        let (left, right) = (a.as_view(), b.as_view());
        let (left, right) = (left.any(), right.any());
        let each: Vec<f32> = (0..ROWS).map(|i| (i % 9) as f32).collect();
        for query in queries() {
            let hits = query.within(&a, &b, 5.0).unwrap();
            hits_of_all += hits.count();
            assert_eq!(query.within_any(&left, &right, 5.0).unwrap(), hits);
            let hits = query.within(&a, &b, &each).unwrap();
            assert_eq!(query.within_any(&left, &right, &each).unwrap(), hits);
            for (row, &distance) in each.iter().enumerate() {
                let (a, b) = (a.get(row).unwrap(), b.get(row).unwrap());
                assert_eq!(Some(pair::within(&a, &b, distance)), hits.get(row), "{a:?} {b:?} {distance}");
                assert!(!pair::within(&a, &b, f32::NAN) && !pair::within(&a, &b, -1.0));
            }
        }
        let query = Query::new();
        let pairs = query.join_within(&a, &b, 2.0).unwrap();
        assert_eq!(query.join_within_any(&left, &right, 2.0).unwrap(), pairs);
        let pairs = query.join_within(&a, &b, &each).unwrap();
        assert!(!pairs.is_empty());
        assert_eq!(query.join_within_any(&left, &right, &each).unwrap(), pairs);
    }
    assert!(hits_of_all > 0);
    answered.insert((A::KIND, B::KIND));
}

#[inline(never)]
fn self_within<A: Within<A>>(_: &mut Answered) {
    let a = rows::<A>(ROWS, 3, 0);
    let pairs = soa::self_join_within(&a, 2.0).unwrap();
    assert!(!pairs.is_empty());
    assert_eq!(Query::new().self_join_within_any(&a.as_view().any(), 2.0).unwrap(), pairs);
}

#[test]
fn shapes_within_a_distance() {
    let mut answered = Answered::new();
    both_orders! { within(answered):
        Point: Point, Segment, Ray, Line, Disk, Aabb, OrientedBox, Triangle, Capsule;
        Segment: Segment, Disk, Aabb, OrientedBox, Triangle, Capsule;
        Disk: Disk, OrientedBox;
        Capsule: Capsule, Disk, OrientedBox;
        OrientedBox: OrientedBox;
        Aabb: Aabb, Disk, OrientedBox, Capsule;
        Triangle: Triangle, Disk, Aabb, OrientedBox, Capsule;
        Point3: Point3, Ray3, Line3, Sphere, Aabb3, OrientedBox3, Triangle3, Capsule3;
        Segment3: Segment3, Point3, Sphere, Aabb3, OrientedBox3, Triangle3, Capsule3;
        Sphere: Sphere;
        Capsule3: Capsule3, Sphere;
        Aabb3: Aabb3, Sphere, Capsule3;
        Triangle3: Triangle3, Sphere, Aabb3, Capsule3;
    }
    refuses_others(&answered, |a, b| Query::new().within_any(a, b, 1.0));
    refuses_others(&answered, |a, b| Query::new().join_within_any(a, b, 1.0));
    self_within::<Point>(&mut answered);
    self_within::<Segment>(&mut answered);
    self_within::<Disk>(&mut answered);
    self_within::<Aabb>(&mut answered);
    self_within::<OrientedBox>(&mut answered);
    self_within::<Triangle>(&mut answered);
    self_within::<Point3>(&mut answered);
    self_within::<Segment3>(&mut answered);
    self_within::<Capsule>(&mut answered);
    self_within::<Sphere>(&mut answered);
    self_within::<Capsule3>(&mut answered);
    self_within::<Aabb3>(&mut answered);
    self_within::<Triangle3>(&mut answered);
}

/// Grown rows that are finite.
#[inline(never)]
fn grow<S: Grow>() {
    let a = common::rows::<S>(ROWS, SPREADS[7].1, 1);
    let each: Vec<f32> = (0..ROWS).map(|i| (i % 9) as f32).collect();
    let typed = soa::grow(&a, &each).unwrap();
    let view = a.as_view().any();
    let grown = soa::grow_any(&view, &each).unwrap();
    assert_eq!((grown.kind(), grown.len()), (<S::Grown as Shape>::KIND, ROWS));
    assert_eq!(bits_of_view(&grown), bits(&typed));
    // The columns are the same memory.
    let address = |view: &AnyView, k| view.column(k).unwrap().as_ptr().addr();
    let columns = S::COLUMNS.len();
    assert!((0..columns).all(|k| address(&grown, k) == address(&view, k)));
    assert_eq!(address(&grown, columns), each.as_ptr().addr());
    let part = soa::grow_any(&view.slice(5..9).unwrap(), &each[5..9]).unwrap();
    assert_eq!(bits_of_view(&part), bits_of_view(&grown.slice(5..9).unwrap()));
}

#[test]
fn shapes_that_grow() {
    use ShapeKind as Kind;
    grow::<Point>();
    grow::<Segment>();
    grow::<Disk>();
    grow::<Aabb>();
    grow::<OrientedBox>();
    grow::<Triangle>();
    grow::<Point3>();
    grow::<Segment3>();
    grow::<Capsule>();
    grow::<Sphere>();
    grow::<Capsule3>();
    grow::<Aabb3>();
    grow::<Triangle3>();
    let plane = [Kind::Point, Kind::Segment, Kind::Disk, Kind::Capsule, Kind::Aabb, Kind::Triangle];
    let space = [Kind::Point3, Kind::Segment3, Kind::Sphere, Kind::Capsule3, Kind::Aabb3, Kind::Triangle3];
    let growing = [&plane[..], &space, &[Kind::OrientedBox]].concat();
    for kind in ShapeKind::ALL {
        let none: [&[f32]; soa::MAX_COLUMNS] = [&[]; soa::MAX_COLUMNS];
        let view = AnyView::new(kind, &none[..kind.columns().len()]).unwrap();
        let refused = soa::grow_any(&view, &[]).err();
        let expected = Error::NoKernel { left: kind.name(), right: "distances" };
        assert_eq!(refused, (!growing.contains(&kind)).then_some(expected), "{kind}");
    }
    let two = AnyView::new_unvalidated(Kind::Point, &[&[0.0, f32::NAN], &[0.0; 2]]).unwrap();
    let count = Error::DistanceCount { distances: 1, rows: 2 };
    assert_eq!(soa::grow_any(&two, &[1.0]).unwrap_err(), count);
    let refused = soa::grow_any(&two, &[1.0, -1.0]).unwrap_err();
    assert!(matches!(refused, Error::InvalidValue { row: 1, rule: Rule::NegativeDistance, .. }));
    let refused = soa::grow_any(&two, &[1.0; 2]).unwrap_err();
    assert!(matches!(refused, Error::InvalidValue { shape: "disks", column: "x", row: 1, .. }));
}

#[test]
fn distances_are_checked() {
    let view = |columns| AnyView::new(ShapeKind::Point, columns).unwrap();
    let (two, three) = (view(&[&[0.0; 2], &[0.0; 2]]), view(&[&[0.0; 3], &[0.0; 3]]));
    let query = Query::new();
    assert_eq!(query.within_any(&two, &three, 1.0), Err(Error::UnequalRows { left: 2, right: 3 }));
    let count = Error::DistanceCount { distances: 1, rows: 2 };
    assert_eq!(query.within_any(&two, &two, &[1.0]), Err(count.clone()));
    assert_eq!(query.join_within_any(&two, &three, &[1.0]), Err(count));
    let bad =
        |row, value, rule| Error::InvalidValue { shape: "distances", column: "distance", row, value, rule };
    let negative = Err(bad(1, -1.0, Rule::NegativeDistance));
    assert_eq!(query.within_any(&two, &two, &[1.0, -1.0]), negative);
    let infinite = Err(bad(0, f32::INFINITY, Rule::NotFinite));
    assert_eq!(query.join_within_any(&two, &three, f32::INFINITY), infinite);
    assert_eq!(query.self_join_within_any(&two, f32::INFINITY), infinite);
}

#[test]
fn a_join_within_a_distance_has_options() {
    let (points, disks) = (rows::<Point>(ROWS, 1, 0), rows::<Disk>(ROWS, 2, 0));
    let pairs = soa::join_within(&disks, &points, 2.0).unwrap();
    let (at_most, most) = (pairs.len() as u64, AtomicUsize::new(0));
    let report = |done: Progress| {
        most.fetch_max(done.rows, Relaxed);
    };
    for query in queries() {
        let join = JoinWithin::new(&disks, &points, 2.0).query(query.sequential()).progress(&report);
        assert_eq!(join.limit(at_most).pairs().unwrap(), pairs);
    }
    assert_eq!(most.into_inner(), ROWS);
    let (left, right) = (disks.as_view().any(), points.as_view().any());
    let join = JoinWithin::of_any(&left, &right, 2.0).unwrap();
    assert_eq!(format!("{join:?}"), "JoinWithin(AnyView(613 disks) with AnyView(613 points))");
    let refused = join.limit(at_most - 1).pairs();
    assert_eq!(refused, Err(Error::TooManyPairs { at_most: at_most - 1 }));
}

// Distances and closest points.

#[inline(never)]
fn closest<A: Closest<B>, B: Shape>(answered: &mut Answered) {
    let pairs = some_pairs();
    for spread in 0..2 {
        let (a, b) = (rows::<A>(ROWS, 1, spread), rows::<B>(ROWS, 2, spread));
        let (left, right) = (a.as_view(), b.as_view());
        let (left, right) = (left.any(), right.any());
        for query in queries() {
            let typed = bits(&query.closest(&a, &b).unwrap());
            assert_eq!(bits_of(&query.closest_any(&left, &right).unwrap()), typed);
            assert_eq!(bits_of(&[query.distances_any(&left, &right).unwrap()]), typed[..1]);
            for row in 0..ROWS {
                let found = pair::closest(&a.get(row).unwrap(), &b.get(row).unwrap());
                assert!(is_row(&found, &typed, row), "{found:?} {row}");
            }
            let typed = bits(&query.closest_of_pairs(&a, &b, &pairs).unwrap());
            assert_eq!(bits_of(&query.closest_of_pairs_any(&left, &right, &pairs).unwrap()), typed);
            let distances = query.distances_of_pairs_any(&left, &right, &pairs).unwrap();
            assert_eq!(bits_of(&[distances]), typed[..1]);
        }
    }
    answered.insert((A::KIND, B::KIND));
}

#[test]
fn closest_points() {
    let mut answered = Answered::new();
    both_orders! { closest(answered):
        Point: Point, Segment, Disk, Aabb, OrientedBox, Triangle;
        Segment: Segment, Disk, Aabb, OrientedBox, Triangle;
        Disk: Disk, Aabb, OrientedBox, Triangle;
        Aabb: Aabb, OrientedBox, Triangle;
        OrientedBox: OrientedBox, Triangle;
        Triangle: Triangle;
        Capsule: Point, Segment, Disk, Capsule, Aabb, OrientedBox, Triangle;
        Point3: Point3, Segment3, Sphere, Aabb3, Triangle3;
        Segment3: Segment3, Sphere, Aabb3, Triangle3;
        Sphere: Sphere, Aabb3, Triangle3;
        Aabb3: Aabb3, Triangle3;
        Triangle3: Triangle3;
        Capsule3: Point3, Segment3, Sphere, Capsule3, Aabb3, Triangle3;
    }
    refuses_others(&answered, |a, b| Query::new().closest_any(a, b));
    refuses_others(&answered, |a, b| Query::new().distances_any(a, b));
    refuses_others(&answered, |a, b| Query::new().distances_of_pairs_any(a, b, &Pairs::default()));
}

// Whether shapes touch.

#[inline(never)]
fn intersects<A: Intersects<B>, B: Shape>(answered: &mut Answered) {
    let mut met = [0; 2];
    for spread in 0..2 {
        let (a, b) = (rows::<A>(ROWS, 1, spread), rows::<B>(ROWS, 2, spread));
        let hits = soa::intersects(&a, &b).unwrap();
        for row in 0..ROWS {
            let (a, b) = (a.get(row).unwrap(), b.get(row).unwrap());
            assert_eq!(Some(pair::intersects(&a, &b)), hits.get(row), "{a:?} {b:?}");
            met[usize::from(pair::intersects(&a, &b))] += 1;
        }
        // Hardly any row of space touches its own, but some others.
        for (left, right) in soa::join(&a, &b).unwrap().iter().take(200) {
            let (a, b) = (a.get(left as usize).unwrap(), b.get(right as usize).unwrap());
            assert!(pair::intersects(&a, &b), "{a:?} {b:?}");
            met[1] += 1;
        }
        // And a call of one row or of a few.
        for (row, rows) in (0..ROWS).zip([1, 2, 5, 9].into_iter().cycle()).take(100) {
            let [left, right] =
                [a.as_view().any(), b.as_view().any()].map(|all| all.slice(row..row + rows).unwrap());
            for query in queries() {
                let few = query.intersects_any(&left, &right).unwrap();
                assert!((0..rows).all(|k| few.get(k) == hits.get(row + k)), "{row} {rows}");
            }
        }
    }
    assert!(met.iter().all(|&n| n > 0), "met {met:?} misses and hits");
    answered.insert((A::KIND, B::KIND));
}

#[test]
fn shapes_that_touch() {
    let mut answered = Answered::new();
    both_orders! { intersects(answered):
        Point: Disk, Capsule, Aabb, OrientedBox, Triangle;
        Segment: Segment, Disk, Capsule, Aabb, OrientedBox, Triangle;
        Ray: Disk, Aabb, OrientedBox, Triangle;
        Line: Disk, Aabb, OrientedBox, Triangle;
        Disk: Disk, Capsule, Aabb, OrientedBox, Triangle;
        Capsule: Capsule, Aabb, OrientedBox, Triangle;
        Aabb: Aabb, OrientedBox, Triangle;
        OrientedBox: OrientedBox, Triangle;
        Triangle: Triangle;
        Point3: Sphere, Capsule3, Aabb3, OrientedBox3;
        Segment3: Sphere, Capsule3, Aabb3, OrientedBox3, Triangle3;
        Ray3: Sphere, Aabb3, OrientedBox3, Triangle3;
        Line3: Sphere, Aabb3, OrientedBox3, Triangle3;
        Sphere: Sphere, Capsule3, Aabb3, OrientedBox3, Triangle3;
        Capsule3: Capsule3, Aabb3, OrientedBox3, Triangle3;
        Aabb3: Aabb3, OrientedBox3, Triangle3;
        OrientedBox3: OrientedBox3, Triangle3;
        Triangle3: Triangle3;
    }
    let is_grown = |kind: ShapeKind| kind.columns().contains(&"border_radius");
    for left in ShapeKind::ALL {
        for right in ShapeKind::ALL.into_iter().filter(|&right| !is_grown(left) && !is_grown(right)) {
            let found = soa::registry::kernel(left, right);
            assert_eq!(found.is_some(), answered.contains(&(left, right)), "{left} {right}");
        }
    }
}

// Contacts.

#[inline(never)]
fn contacts<A: Contacts<B> + Intersects<B>, B: Shape>(answered: &mut Answered) {
    let (pairs, mut met) = (some_pairs(), [0; 2]);
    for spread in 0..2 {
        let (a, b) = (rows::<A>(ROWS, 1, spread), rows::<B>(ROWS, 2, spread));
        let (left, right) = (a.as_view(), b.as_view());
        let (left, right) = (left.any(), right.any());
        for (query, margin) in queries().flat_map(|query| [0.0, 3.0, -0.5].map(|margin| (query, margin))) {
            let typed = bits(&query.contacts(&a, &b, margin).unwrap());
            assert_eq!(bits_of(&query.contacts_any(&left, &right, margin).unwrap()), typed);
            for row in 0..ROWS {
                let found = pair::contact(&a.get(row).unwrap(), &b.get(row).unwrap(), margin);
                let none = typed.iter().all(|column| f32::from_bits(column[row]).is_nan());
                assert!(found.map_or(none, |found| is_row(&found, &typed, row)), "{found:?} {row}");
                met[usize::from(found.is_some())] += 1;
            }
            let typed = bits(&query.contacts_of_pairs(&a, &b, &pairs, margin).unwrap());
            let of_pairs = query.contacts_of_pairs_any(&left, &right, &pairs, margin).unwrap();
            assert_eq!(bits_of(&of_pairs), typed);
        }
    }
    assert!(met.iter().all(|&n| n > 0), "met {met:?} rows without and with a contact");
    answered.insert((A::KIND, B::KIND));
}

#[test]
fn contacts_of_shapes() {
    let mut answered = Answered::new();
    both_orders! { contacts(answered):
        Disk: Disk, Capsule, Aabb, OrientedBox, Triangle;
        Capsule: Capsule, Aabb, OrientedBox, Triangle;
        Aabb: Aabb, OrientedBox, Triangle;
        OrientedBox: OrientedBox, Triangle;
        Triangle: Triangle;
        Sphere: Sphere, Capsule3, Aabb3, OrientedBox3, Triangle3;
        Capsule3: Capsule3, Aabb3, OrientedBox3, Triangle3;
        Aabb3: Aabb3, OrientedBox3, Triangle3;
        OrientedBox3: OrientedBox3, Triangle3;
        Triangle3: Triangle3;
    }
    refuses_others(&answered, |a, b| Query::new().contacts_any(a, b, 0.0));
}

#[test]
fn rows_of_numbers_are_checked() {
    let view = |columns| AnyView::new(ShapeKind::Disk, columns).unwrap();
    let (two, three) = (view(&[&[0.0; 2][..]; 3]), view(&[&[0.0; 3][..]; 3]));
    let (query, unequal) = (Query::new(), Error::UnequalRows { left: 2, right: 3 });
    assert_eq!(query.distances_any(&two, &three), Err(unequal.clone()));
    assert_eq!(query.closest_any(&two, &three), Err(unequal.clone()));
    assert_eq!(query.contacts_any(&two, &three, 0.0), Err(unequal));
    assert_eq!(query.contacts_any(&two, &two, f32::NAN), Err(Error::BadMargin));
    let backwards = Pairs::new(vec![2, 0], vec![0, 1]).unwrap();
    assert_eq!(query.distances_of_pairs_any(&three, &two, &backwards).unwrap(), [0.0; 2]);
    assert_eq!(Pairs::new(vec![1, 2], vec![3]), Err(Error::UnequalRows { left: 2, right: 1 }));
    let pairs = query.intersecting_pairs_any(&two, &three).unwrap();
    let (missing, exchanged) = (Error::NoSuchRow { row: 2, rows: 2 }, [&three, &two]);
    let [a, b] = exchanged;
    assert_eq!(query.distances_of_pairs_any(a, b, &pairs), Err(missing.clone()));
    assert_eq!(query.closest_of_pairs_any(a, b, &pairs), Err(missing.clone()));
    assert_eq!(query.contacts_of_pairs_any(a, b, &pairs, 0.0), Err(missing));
}

// Sweeps.

#[inline(never)]
fn sweep<A: Sweep<B>, B: Shape>(answered: &mut Answered) {
    // Rows that are not finite are refused where something moves.
    let finite = |spread: usize| SPREADS[[7, 0][spread]].1;
    let mut hits_of_all = 0;
    for spread in 0..2 {
        let (a, b) = (common::rows::<A>(ROWS, finite(spread), 1), rows::<B>(ROWS, 2, spread));
        let motions = common::rows::<A::Motion>(ROWS, finite(spread), 3);
        let views = (a.as_view(), motions.as_view(), b.as_view());
        let (left, vectors, right) = (views.0.any(), views.1.any(), views.2.any());
        for query in queries() {
            let typed = query.sweep(&a, &motions, &b).unwrap();
            hits_of_all += typed.hits.count();
            let found = query.sweep_any(&left, &vectors, &right).unwrap();
            assert_eq!(found.hits, typed.hits);
            assert_eq!(bits_of(&[found.times]), bits_of(&[typed.times]));
        }
        let (pairs, times) = soa::join_sweep(&a, &motions, &b).unwrap();
        assert!(!pairs.is_empty());
        let join = JoinSweep::of_any(&left, &vectors, &right).unwrap();
        for ((left, right), time) in pairs.iter().zip(&times).take(500) {
            let [left, right] = [left, right].map(|row| row as usize);
            let (mover, motion) = (a.get(left).unwrap(), motions.get(left).unwrap());
            assert_eq!(
                pair::sweep(&mover, &motion, &b.get(right).unwrap()),
                Some(*time),
                "{mover:?} {motion:?}"
            );
        }
        let found = soa::sweep(&a, &motions, &b).unwrap();
        for row in 0..ROWS {
            let (mover, motion) = (a.get(row).unwrap(), motions.get(row).unwrap());
            let time = pair::sweep(&mover, &motion, &b.get(row).unwrap());
            assert_eq!(
                time.unwrap_or(f32::NAN).to_bits(),
                found.times[row].to_bits(),
                "{mover:?} {motion:?}"
            );
        }
        assert_eq!(join.pairs().unwrap(), (pairs, times));
        let first = Index::new(&b).unwrap().sweep(&a, &motions).unwrap();
        assert_eq!(Index::of_any(&right).unwrap().sweep_any(&left, &vectors).unwrap(), first);
    }
    // Hardly any row of space touches its own, but some of the pairs above.
    assert!(hits_of_all > 0 || A::Motion::KIND == ShapeKind::Point3, "{:?} {:?}", A::KIND, B::KIND);
    answered.insert((A::KIND, B::KIND));
}

#[inline(never)]
fn swept<A: SweepsCapsule>() {
    for spread in [7, 0] {
        let a = common::rows::<A>(ROWS, SPREADS[spread].1, 1);
        let motions = common::rows::<A::Motion>(ROWS, SPREADS[spread].1, 3);
        let (left, vectors) = (a.as_view().any(), motions.as_view().any());
        let paths = soa::swept_any(&left, &vectors).unwrap();
        assert_eq!(paths.kind(), <A::Swept as Shape>::KIND);
        assert_eq!(bits_of_view(&paths), bits(&soa::swept(&a, &motions).unwrap()));
    }
}

#[test]
fn sweeps() {
    let mut answered = Answered::new();
    sweep::<Disk, Point>(&mut answered);
    sweep::<Disk, Segment>(&mut answered);
    sweep::<Disk, Disk>(&mut answered);
    sweep::<Disk, Capsule>(&mut answered);
    sweep::<Disk, Aabb>(&mut answered);
    sweep::<Disk, OrientedBox>(&mut answered);
    sweep::<Disk, Triangle>(&mut answered);
    sweep::<OrientedBox, Point>(&mut answered);
    sweep::<OrientedBox, Segment>(&mut answered);
    sweep::<OrientedBox, Disk>(&mut answered);
    sweep::<OrientedBox, Capsule>(&mut answered);
    sweep::<OrientedBox, Aabb>(&mut answered);
    sweep::<OrientedBox, OrientedBox>(&mut answered);
    sweep::<OrientedBox, Triangle>(&mut answered);
    sweep::<Capsule, OrientedBox>(&mut answered);
    sweep::<Aabb, OrientedBox>(&mut answered);
    sweep::<Triangle, OrientedBox>(&mut answered);
    sweep::<Capsule, Point>(&mut answered);
    sweep::<Capsule, Segment>(&mut answered);
    sweep::<Capsule, Disk>(&mut answered);
    sweep::<Capsule, Capsule>(&mut answered);
    sweep::<Capsule, Aabb>(&mut answered);
    sweep::<Capsule, Triangle>(&mut answered);
    sweep::<Aabb, Point>(&mut answered);
    sweep::<Aabb, Segment>(&mut answered);
    sweep::<Aabb, Disk>(&mut answered);
    sweep::<Aabb, Capsule>(&mut answered);
    sweep::<Aabb, Aabb>(&mut answered);
    sweep::<Aabb, Triangle>(&mut answered);
    sweep::<Triangle, Point>(&mut answered);
    sweep::<Triangle, Segment>(&mut answered);
    sweep::<Triangle, Disk>(&mut answered);
    sweep::<Triangle, Capsule>(&mut answered);
    sweep::<Triangle, Aabb>(&mut answered);
    sweep::<Triangle, Triangle>(&mut answered);
    sweep::<Sphere, Point3>(&mut answered);
    sweep::<Sphere, Segment3>(&mut answered);
    sweep::<Sphere, Sphere>(&mut answered);
    sweep::<Sphere, Capsule3>(&mut answered);
    sweep::<Sphere, Aabb3>(&mut answered);
    sweep::<Sphere, Triangle3>(&mut answered);
    sweep::<Capsule3, Point3>(&mut answered);
    sweep::<Capsule3, Segment3>(&mut answered);
    sweep::<Capsule3, Sphere>(&mut answered);
    sweep::<Capsule3, Capsule3>(&mut answered);
    sweep::<Capsule3, Aabb3>(&mut answered);
    sweep::<Capsule3, Triangle3>(&mut answered);
    sweep::<Aabb3, Point3>(&mut answered);
    sweep::<Aabb3, Segment3>(&mut answered);
    sweep::<Aabb3, Sphere>(&mut answered);
    sweep::<Aabb3, Capsule3>(&mut answered);
    sweep::<Aabb3, Aabb3>(&mut answered);
    sweep::<Aabb3, Triangle3>(&mut answered);
    sweep::<Triangle3, Point3>(&mut answered);
    sweep::<Triangle3, Segment3>(&mut answered);
    sweep::<Triangle3, Sphere>(&mut answered);
    sweep::<Triangle3, Capsule3>(&mut answered);
    sweep::<Triangle3, Aabb3>(&mut answered);
    sweep::<Triangle3, Triangle3>(&mut answered);
    swept::<Disk>();
    swept::<Sphere>();
    let plane = AnyView::new(ShapeKind::Point, &[&[], &[]]).unwrap();
    let space = AnyView::new(ShapeKind::Point3, &[&[], &[], &[]]).unwrap();
    let moves_in_space = [ShapeKind::Sphere, ShapeKind::Capsule3, ShapeKind::Aabb3, ShapeKind::Triangle3];
    let of = |a: &AnyView| if moves_in_space.contains(&a.kind()) { space } else { plane };
    refuses_others(&answered, |a, b| Query::new().sweep_any(a, &of(a), b));
    refuses_others(&answered, |a, b| JoinSweep::of_any(a, &of(a), b)?.pairs());
    refuses_others(&answered, |a, b| Index::of_any(b)?.sweep_any(a, &of(a)));
    for kind in ShapeKind::ALL.into_iter().filter(|kind| ![Disk::KIND, Sphere::KIND].contains(kind)) {
        let none: [&[f32]; soa::MAX_COLUMNS] = [&[]; soa::MAX_COLUMNS];
        let view = AnyView::new(kind, &none[..kind.columns().len()]).unwrap();
        let expected = Error::NoKernel { left: kind.name(), right: "points" };
        assert_eq!(soa::swept_any(&view, &plane).unwrap_err(), expected);
    }
}

#[test]
fn motions_are_checked() {
    let disks = |columns| AnyView::new(ShapeKind::Disk, columns).unwrap();
    let (two, three) = (disks(&[&[0.0; 2][..]; 3]), disks(&[&[0.0; 3][..]; 3]));
    let motions = AnyView::new(ShapeKind::Point, &[&[0.0; 2][..]; 2]).unwrap();
    let infinite = AnyView::new_unvalidated(ShapeKind::Point, &[&[0.0, f32::INFINITY][..]; 2]).unwrap();
    let query = Query::new();
    let unequal = |left, right| Err(Error::UnequalRows { left, right });
    assert_eq!(query.sweep_any(&two, &motions, &three), unequal(2, 3));
    assert_eq!(query.sweep_any(&three, &motions, &three), unequal(3, 2));
    let join = JoinSweep::of_any(&three, &motions, &three).unwrap();
    assert_eq!(join.pairs(), Err(Error::UnequalRows { left: 3, right: 2 }));
    let wrong = Error::WrongShape { shape: "disks", expected: "points" };
    assert_eq!(query.sweep_any(&two, &two, &two), Err(wrong.clone()));
    assert_eq!(soa::swept_any(&two, &two).unwrap_err(), wrong);
    assert_eq!(soa::swept_any(&three, &motions).unwrap_err(), Error::UnequalRows { left: 3, right: 2 });
    let refused = soa::swept_any(&two, &infinite).unwrap_err();
    assert!(matches!(refused, Error::InvalidValue { shape: "capsules", column: "dx", row: 1, .. }));
    let refused = query.sweep_any(&two, &infinite, &two).unwrap_err();
    assert!(matches!(refused, Error::InvalidValue { shape: "capsules", column: "dx", row: 1, .. }));

    let boxes = AnyView::new(ShapeKind::Aabb, &[&[0.0; 2][..]; 4]).unwrap();
    let wrong = Error::WrongShape { shape: "aabbs", expected: "points" };
    assert_eq!(query.sweep_any(&boxes, &boxes, &boxes), Err(wrong));
    let refused = query.sweep_any(&boxes, &infinite, &boxes).unwrap_err();
    assert!(matches!(refused, Error::InvalidValue { shape: "points", column: "x", row: 1, .. }));
    let no_capsule = Error::NoKernel { left: "aabbs", right: "points" };
    assert_eq!(soa::swept_any(&boxes, &motions).unwrap_err(), no_capsule);
}
