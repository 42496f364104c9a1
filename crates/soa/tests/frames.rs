//! An index whose rows come and go.

mod common;

use common::{Random, unchecked};
use soa::join::AnyIndex;
use soa::{AnyView, Disk, Disks, Error, Index, ShapeKind};

/// An index beside its rows, each as it is now: all NaN, if it was removed.
struct Model {
    index: AnyIndex,
    rows: Vec<Vec<f32>>,
}

impl Model {
    /// The answers must be those of an index of the rows that are there.
    fn check(&self, random: &mut Random, met: &mut [usize; 4]) {
        let kind = self.index.kind();
        let columns = common::columns(kind.columns().len(), &self.rows);
        let rows = unchecked(kind, &columns);
        let fresh = Index::of_any(&rows).unwrap();
        let pairs = |index: &AnyIndex| index.self_join_any().unwrap().pairs().unwrap();
        assert_eq!(pairs(&self.index), pairs(&fresh), "{kind}");
        met[0] += pairs(&fresh).len();
        assert_eq!(
            self.index.join_any(&rows).unwrap().pairs().unwrap(),
            fresh.join_any(&rows).unwrap().pairs().unwrap()
        );
        for shape in self.rows.iter().filter(|row| row[0].is_finite()).take(20) {
            let found = self.index.intersects_one_any(kind, shape).unwrap();
            assert_eq!(found, fresh.intersects_one_any(kind, shape).unwrap());
            met[1] += found.len();
            let point: Vec<_> =
                shape[..kind.columns().len().min(3)].iter().map(|x| x + random.signed()).collect();
            let point = if kind == ShapeKind::Triangle3 { &point[..] } else { &point[..2] };
            let nearest = self.index.nearest_any(point, 9.0).unwrap();
            assert_eq!(nearest, fresh.nearest_any(point, 9.0).unwrap());
            met[2] += usize::from(nearest.is_some());
        }
        if kind == ShapeKind::Triangle3 {
            let rays: Vec<Vec<f32>> =
                (0..50).map(|_| [random.vector::<3>(20.0), random.vector(1.0)].concat()).collect();
            let rays = common::columns(6, &rays);
            let rays = unchecked(ShapeKind::Ray3, &rays);
            let hits = self.index.cast_view(&rays).unwrap();
            assert_eq!(hits, fresh.cast_view(&rays).unwrap());
            met[3] += hits.iter().flatten().count();
        }
    }
}

/// A disk or a triangle of space somewhere in a square of side 40, or a cube.
fn shape(kind: ShapeKind, random: &mut Random) -> Vec<f32> {
    let center = random.vector::<3>(20.0);
    if kind == ShapeKind::Disk {
        return vec![center[0], center[1], random.unit()];
    }
    (0..9).map(|k| center[k % 3] + 2.0 * random.signed()).collect()
}

#[test]
fn rows_that_are_set_inserted_and_removed_are_as_those_of_a_new_index() {
    for kind in [ShapeKind::Disk, ShapeKind::Triangle3] {
        let (mut random, mut met) = (Random::new(3), [0; 4]);
        let rows: Vec<_> = (0..300).map(|_| shape(kind, &mut random)).collect();
        let columns = common::columns(kind.columns().len(), &rows);
        let index = Index::of_any(&unchecked(kind, &columns)).unwrap();
        let mut model = Model { index, rows };
        // Twice as many in the end: appended rows are sorted, and all rows.
        for step in 0..1_500 {
            let row = random.below(model.rows.len());
            let number = u32::try_from(row).unwrap();
            match random.below(10) {
                0 => {
                    let was_there = model.rows[row][0].is_finite();
                    assert_eq!(model.index.contains(number), was_there);
                    assert_eq!(model.index.remove(number), Ok(was_there));
                    model.rows[row].fill(f32::NAN);
                }
                1..=3 => {
                    let shape = shape(kind, &mut random);
                    assert_eq!(model.index.insert_any(&shape).unwrap() as usize, model.rows.len());
                    model.rows.push(shape);
                }
                4..=6 => {
                    let shape = shape(kind, &mut random);
                    model.index.set_any(number, &shape).unwrap();
                    model.rows[row] = shape;
                }
                _ if model.rows[row][0].is_finite() => {
                    // The same translation of all corners.
                    let by = random.vector::<3>(0.1);
                    let dim = if kind == ShapeKind::Disk { 2 } else { 3 };
                    let len = model.rows[row].len() / dim * dim;
                    (0..len).for_each(|k| model.rows[row][k] += by[k % dim]);
                    model.index.set_any(number, &model.rows[row]).unwrap();
                }
                _ => {}
            }
            assert_eq!(model.index.len(), model.rows.len());
            if step % 100 == 99 {
                model.check(&mut random, &mut met);
            }
            if step == 1_000 {
                // Removed rows stay so, whatever their columns say: there are only finite numbers.
                let mut rows = model.rows.clone();
                rows.iter_mut().filter(|row| row[0].is_nan()).for_each(|row| row.fill(1.0));
                let columns = common::columns(kind.columns().len(), &rows);
                let columns: Vec<&[f32]> = columns.iter().map(Vec::as_slice).collect();
                model.index.refit_any(&AnyView::new(kind, &columns).unwrap()).unwrap();
            }
        }
        assert!(model.rows.iter().filter(|row| row[0].is_nan()).count() > 20);
        assert!(
            met[..3].iter().all(|&met| met > 100) && (met[3] > 0) == (kind == ShapeKind::Triangle3),
            "{met:?}"
        );
    }
}

#[test]
fn bad_changes_are_refused_and_change_nothing() {
    let mut index = Index::new(&Disks::new([vec![0.0, 5.0], vec![0.0; 2], vec![1.0; 2]]).unwrap()).unwrap();
    let good = Disk::new([0.0, 0.0], 1.0);
    assert_eq!(index.set(2, &good), Err(Error::NoSuchRow { row: 2, rows: 2 }));
    assert_eq!(index.remove(2), Err(Error::NoSuchRow { row: 2, rows: 2 }));
    for bad in [Disk::new([f32::NAN, 0.0], 1.0), Disk::new([0.0, 0.0], -1.0)] {
        assert!(matches!(index.set(1, &bad), Err(Error::InvalidValue { row: 1, .. })));
        assert!(matches!(index.insert(&bad), Err(Error::InvalidValue { row: 2, .. })));
    }
    assert_eq!((index.len(), index.contains(2), index.intersects_one(&good)), (2, false, Ok(vec![0])));
    let (few, all) = ([1], [1, 1]);
    let disks = Disks::from_shapes(&[good; 2]).unwrap();
    let masked = |left, right| index.join(&disks).unwrap().masks(left, right).map(|join| join.count());
    assert_eq!(masked(&few[..], &all[..]), Err(Error::MaskCount { masks: 1, rows: 2 }));
    assert_eq!(masked(&all[..], &few[..]), Err(Error::MaskCount { masks: 1, rows: 2 }));
}

#[test]
fn an_empty_index_grows() {
    let mut index = Index::new(&Disks::default()).unwrap();
    assert!(index.is_empty());
    for row in 0..1_000_u32 {
        assert_eq!(index.insert(&Disk::new([row as f32, 0.0], 0.25)), Ok(row));
    }
    assert!(index.self_join().unwrap().is_empty());
    assert_eq!(index.intersects_one(&Disk::new([500.5, 0.0], 1.0)), Ok(vec![500, 501]));
    for row in 0..1_000 {
        assert_eq!(index.remove(row), Ok(true));
    }
    assert_eq!(index.intersects_one(&Disk::new([500.0, 0.0], 1e9)), Ok(vec![]));
    index.set(7, &Disk::new([3.0, 0.0], 1.0)).unwrap();
    assert_eq!(
        index.nearest(&[0.0, 0.0], 9.0).unwrap().map(|near| (near.row, near.distance)),
        Some((7, 2.0))
    );
}
