//! The nearest row of an index against all rows, for every shape.

use scalar::dim2::{Aabb, Disk, Line, OrientedBox, Point, Ray, Segment, Triangle};
use scalar::dim3::{Aabb3, Line3, Point3, Ray3, Segment3, Sphere, Triangle3};
use soa::join::{Distance, Index, Nearest};
use soa::{Columns, Error, Shape};

mod common;
use common::{Random, SPREADS, queries, rows};

/// The nearest row by looking at all of them.
fn nearest_of_all<S: Distance>(rows: &Columns<S>, point: &S::Point, within: f32) -> Option<Nearest> {
    let within = f64::from(within).powi(2);
    let all = rows.iter().zip(0..).map(|(shape, row)| (shape.squared_distance(point), row));
    let nearest =
        all.filter(|&(distance, _)| distance <= within).reduce(|a, b| if b.0 < a.0 { b } else { a });
    nearest.map(|(distance, row)| Nearest { row, distance: distance.sqrt() })
}

/// Rows of a set.
const ROWS: usize = 3000;
/// Points that are searched for.
const POINTS: usize = 40;

/// The nearest `k` rows, each point's nearest, and the nearest of every second row, at every level.
#[test]
fn more_than_one_and_of_many_points_and_of_some_rows_are_found() {
    fn check<S: Distance>() {
        for (name, spread) in SPREADS {
            let (rows_of, points) = (rows::<S>(700, spread, 34), rows::<S::Point>(POINTS, spread, 35));
            let apart = spread(&mut Random::new(36), ROWS).1;
            for query in queries() {
                let index = Index::builder().query(query).build(&rows_of).unwrap();
                let what = format!("{}, {name}, {query:?}", S::NAME);
                let all = index.nearest_join(&points, apart).unwrap();
                for (point, nearest) in points.iter().zip(all) {
                    assert_eq!(nearest, nearest_of_all(&rows_of, &point, apart), "{what}");
                    let mut by_distance: Vec<(f64, u32)> = rows_of
                        .iter()
                        .zip(0..)
                        .map(|(shape, row)| (shape.squared_distance(&point), row))
                        .collect();
                    by_distance.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
                    let nearest = |(distance, row): (f64, u32)| Nearest { row, distance: distance.sqrt() };
                    for k in [0, 1, 7, 800] {
                        let expected: Vec<_> = by_distance.iter().take(k).copied().map(nearest).collect();
                        assert_eq!(
                            index.nearest_k(&point, k, f32::INFINITY).unwrap(),
                            expected,
                            "{what}, {k}"
                        );
                    }
                    let odd = by_distance.iter().copied().find(|(_, row)| row % 2 == 1).map(nearest);
                    assert_eq!(
                        index.nearest_where(&point, f32::INFINITY, |row| row % 2 == 1).unwrap(),
                        odd,
                        "{what}"
                    );
                }
            }
        }
    }
    check::<Point>();
    check::<OrientedBox>();
    check::<Triangle3>();
    check::<Sphere>();
}

#[test]
fn the_nearest_row_is_found() {
    fn check<S: Distance>(found: &mut [usize; 2]) {
        for (name, spread) in SPREADS {
            let rows_of = rows::<S>(ROWS, spread, 34);
            let index = Index::new(&rows_of).unwrap();
            let apart = spread(&mut Random::new(36), ROWS).1;
            for point in &rows::<S::Point>(POINTS, spread, 35) {
                for within in [f32::INFINITY, f32::MAX, apart, 0.0] {
                    let expected = nearest_of_all(&rows_of, &point, within);
                    assert_eq!(
                        index.nearest(&point, within).unwrap(),
                        expected,
                        "{}, {name}, {point:?} {within}",
                        S::NAME
                    );
                    found[usize::from(expected.is_some())] += 1;
                }
                assert_eq!(index.nearest(&point, -1.0).unwrap(), None);
                assert_eq!(index.nearest(&point, f32::NAN), Err(Error::BadDistance));
            }
        }
        let empty = Index::new(&Columns::<S>::default()).unwrap();
        assert_eq!(empty.nearest(&S::Point::from_values(|_| 0.0), 1.0).unwrap(), None);
    }
    let mut found = [0; 2];
    check::<Point>(&mut found);
    check::<Segment>(&mut found);
    check::<Ray>(&mut found);
    check::<Line>(&mut found);
    check::<Disk>(&mut found);
    check::<Aabb>(&mut found);
    check::<OrientedBox>(&mut found);
    check::<Triangle>(&mut found);
    check::<Point3>(&mut found);
    check::<Segment3>(&mut found);
    check::<Ray3>(&mut found);
    check::<Line3>(&mut found);
    check::<Sphere>(&mut found);
    check::<Aabb3>(&mut found);
    check::<Triangle3>(&mut found);
    assert!(found.iter().all(|&times| times > 50 * POINTS), "not found, and found: {found:?}");
    let index = Index::new(&rows::<Point>(3, SPREADS[0].1, 1)).unwrap();
    assert!(matches!(index.nearest(&[f32::NAN, 0.0], 1.0), Err(Error::InvalidValue { row: 0, .. })));
}

#[test]
fn distances_are_those_of_the_definitions() {
    let distance = |found: f64, expected: f64| assert_eq!(found, expected * expected);
    distance([3.0, 4.0].squared_distance(&[0.0, 0.0]), 5.0);
    let segment = Segment { start: [0.0, 0.0], direction: [4.0, 0.0] };
    distance(segment.squared_distance(&[2.0, 3.0]), 3.0);
    distance(segment.squared_distance(&[7.0, 4.0]), 5.0);
    distance(segment.squared_distance(&[-3.0, 4.0]), 5.0);
    distance(Segment { start: [3.0, 4.0], direction: [0.0; 2] }.squared_distance(&[0.0; 2]), 5.0);
    let Segment { start, direction } = segment;
    distance(Ray { start, direction }.squared_distance(&[700.0, 4.0]), 4.0);
    distance(Ray { start, direction }.squared_distance(&[-3.0, 4.0]), 5.0);
    distance(Line { start, direction }.squared_distance(&[-300.0, 4.0]), 4.0);
    distance(Line { start, direction: [0.0; 2] }.squared_distance(&[-3.0, 4.0]), 5.0);
    let disk = Disk { center: [0.0, 0.0], radius: 2.0 };
    distance(disk.squared_distance(&[3.0, 4.0]), 3.0);
    distance(disk.squared_distance(&[1.0, 1.0]), 0.0);
    let aabb = Aabb { min: [0.0, 0.0], max: [2.0, 1.0] };
    distance(aabb.squared_distance(&[5.0, 5.0]), 5.0);
    distance(aabb.squared_distance(&[1.0, -2.0]), 2.0);
    distance(aabb.squared_distance(&[1.0, 1.0]), 0.0);
    let oriented = OrientedBox { center: [1.0, 1.0], half_extents: [2.0, 1.0], axis: [0.0, 1.0] };
    distance(oriented.squared_distance(&[1.0, 7.0]), 4.0);
    distance(oriented.squared_distance(&[5.0, 7.0]), 5.0);
    distance(oriented.squared_distance(&[2.0, 3.0]), 0.0);
    for corners in [[[0.0, 0.0], [4.0, 0.0], [0.0, 4.0]], [[0.0, 0.0], [0.0, 4.0], [4.0, 0.0]]] {
        let [a, b, c] = corners;
        distance(Triangle { a, b, c }.squared_distance(&[1.0, 1.0]), 0.0);
        distance(Triangle { a, b, c }.squared_distance(&[1.0, -3.0]), 3.0);
        distance(Triangle { a, b, c }.squared_distance(&[7.0, -4.0]), 5.0);
    }
    let flat = Triangle { a: [0.0, 0.0], b: [4.0, 0.0], c: [2.0, 0.0] };
    distance(flat.squared_distance(&[3.0, 2.0]), 2.0);
    let triangle = Triangle3 { a: [0.0; 3], b: [4.0, 0.0, 0.0], c: [0.0, 4.0, 0.0] };
    distance(triangle.squared_distance(&[1.0, 1.0, -7.0]), 7.0);
    distance(triangle.squared_distance(&[-3.0, 1.0, 4.0]), 5.0);
    distance(triangle.squared_distance(&[-2.0, -3.0, 6.0]), 7.0);
}
