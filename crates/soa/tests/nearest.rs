//! The nearest row of an index against all rows, for every shape.

use scalar::dim2::{Aabb, Disk, Line, OrientedBox, Point, Ray, Segment, Triangle};
use scalar::dim3::{Aabb3, Line3, Point3, Ray3, Segment3, Sphere, Triangle3};
use soa::join::{Distance, Index, Nearest};
use soa::{Columns, Error, Shape, View};

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
                // Of many points at once, which are searched in another order, and of each.
                let many = rows::<S::Point>(300, spread, 37);
                for within in [apart, f32::INFINITY, -1.0] {
                    let all = index.nearest_join(&many, within).unwrap();
                    for (point, nearest) in many.iter().zip(all) {
                        assert_eq!(nearest, index.nearest(&point, within).unwrap(), "{what}, {within}");
                    }
                }
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

/// Points that are far apart, beside the rows, and such that are close together.
#[test]
fn the_nearest_of_few_rows_and_of_many_are_found_for_all_points() {
    fn check<S: Distance>() {
        for (name, spread) in SPREADS {
            for [rows_of, points] in [[12_000, 300], [40, 2000]] {
                let (rows_of, points) =
                    (rows::<S>(rows_of, spread, 38), rows::<S::Point>(points, spread, 39));
                let one_by_one = Index::new(&rows_of).unwrap();
                let expected: Vec<_> =
                    points.iter().map(|point| one_by_one.nearest(&point, f32::INFINITY).unwrap()).collect();
                for query in queries() {
                    let index = Index::builder().query(query).build(&rows_of).unwrap();
                    let all = index.nearest_join(&points, f32::INFINITY).unwrap();
                    assert!(all == expected, "{}, {name}, {query:?}", S::NAME);
                }
            }
        }
    }
    check::<Point3>();
    check::<Segment>();
    check::<Triangle3>();
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

/// Many triangles have the corner that is a point, so the smallest row is the nearest of all that touch it.
#[test]
fn of_the_triangles_of_a_mesh_that_meet_in_a_point_the_first_is_nearest() {
    let mut random = Random::new(37);
    let heights: Vec<f32> = (0..61 * 61).map(|_| random.unit()).collect();
    let corner = |i: usize, j: usize| [i as f32, j as f32, heights[61 * i + j]];
    let mut mesh: Vec<Triangle3> = (0..3600)
        .flat_map(|k| {
            let (i, j) = (k / 60, k % 60);
            let [p, q, r, s] = [corner(i, j), corner(i + 1, j), corner(i, j + 1), corner(i + 1, j + 1)];
            [Triangle3 { a: p, b: q, c: r }, Triangle3 { a: q, b: s, c: r }]
        })
        .collect();
    for i in 0..mesh.len() {
        let other = random.below(mesh.len());
        mesh.swap(i, other);
    }
    let rows = Columns::from_shapes(&mesh).unwrap();
    let mut points = Vec::new();
    for triangle in mesh.iter().step_by(97) {
        let middle = std::array::from_fn(|k| triangle.a[k].midpoint(triangle.b[k]));
        let [x, y, z] = triangle.c;
        points.extend([triangle.a, middle, [x + 0.25, y, z + 0.001], [x, y - 0.5, z + 10.0]]);
    }
    for query in queries() {
        let index = Index::builder().query(query).build(&rows).unwrap();
        for point in &points {
            let nearest = nearest_of_all(&rows, point, f32::INFINITY).unwrap();
            assert_eq!(index.nearest(point, f32::INFINITY).unwrap(), Some(nearest), "{query:?}, {point:?}");
            let others = index.nearest_where(point, f32::INFINITY, |row| row > nearest.row).unwrap();
            let mut after = mesh.iter().zip(0..).filter(|(_, row)| *row > nearest.row);
            let is_tie =
                after.any(|(triangle, _)| triangle.squared_distance(point).sqrt() == nearest.distance);
            assert_eq!(others.is_some_and(|near| near.distance == nearest.distance), is_tie, "{point:?}");
            assert_eq!(index.nearest_where(point, f32::INFINITY, |_| false).unwrap(), None);
        }
    }
}

#[test]
fn rows_that_are_not_finite_are_nowhere_near() {
    let good = rows::<Disk>(700, SPREADS[0].1, 38);
    let mut columns = good.clone().into_columns();
    for (i, row) in (3..700).step_by(5).enumerate() {
        columns[i % 3][row] = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY][i / 3 % 3];
    }
    let bad = View::<Disk>::new_unvalidated(columns.each_ref().map(Vec::as_slice)).unwrap();
    let index = Index::new(&bad).unwrap();
    let all = Index::new(&good).unwrap();
    for point in &rows::<Point>(POINTS, SPREADS[0].1, 39) {
        let expected = all.nearest_where(&point, f32::INFINITY, |row| row % 5 != 3).unwrap();
        assert_eq!(index.nearest(&point, f32::INFINITY).unwrap(), expected, "{point:?}");
    }
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
