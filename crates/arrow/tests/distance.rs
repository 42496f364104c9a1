//! Distances, contacts and sweeps: nulls, what is shared, and every refusal.
#![allow(clippy::unwrap_used, missing_docs)]

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::Float32Type;
use arrow_array::{Array, ArrayRef, BooleanArray, Float32Array, StructArray, UInt32Array};
use arrow_buffer::NullBuffer;
use arrow_schema::{DataType, Field};
use octet_arrow::{
    Error, ShapeKind, Shapes, closest, contacts, distances, grow, intersects, join, manifolds, sweep, swept,
    within,
};

/// Rows of a shape, of which some are null and have garbage.
fn rows(kind: ShapeKind, rows: &[Option<&[f32]>]) -> Shapes {
    Shapes::read_as(kind, &array(kind, rows)).unwrap()
}

/// The same row several times.
fn same(kind: ShapeKind, row: &[f32], count: usize) -> Shapes {
    rows(kind, &vec![Some(row); count])
}

fn array(kind: ShapeKind, rows: &[Option<&[f32]>]) -> StructArray {
    let column = |k| -> ArrayRef {
        let values = rows.iter().map(|row| row.map_or(f32::NAN, |row: &[f32]| row[k]));
        Arc::new(Float32Array::from_iter_values(values))
    };
    let fields = kind.columns().iter().map(|name| Field::new(*name, DataType::Float32, false)).collect();
    let nulls = NullBuffer::from(rows.iter().map(Option::is_some).collect::<Vec<_>>());
    let nulls = Some(nulls).filter(|nulls| nulls.null_count() > 0);
    StructArray::try_new(fields, (0..kind.columns().len()).map(column).collect(), nulls).unwrap()
}

fn column(array: &StructArray, name: &str) -> Float32Array {
    array.column_by_name(name).unwrap().as_primitive::<Float32Type>().clone()
}

fn message<T>(result: Result<T, Error>) -> String {
    result.err().unwrap().to_string()
}

/// Points and disks: rows 1 and 2 are null.
fn points_and_disks() -> (Shapes, Shapes) {
    let points = rows(ShapeKind::Point, &[Some(&[5.0, 0.0]), None, Some(&[9.0, 9.0]), Some(&[0.0, 1.0])]);
    let disk: &[f32] = &[0.0, 0.0, 2.0];
    (points, rows(ShapeKind::Disk, &[Some(disk), Some(disk), None, Some(disk)]))
}

#[test]
fn distances_answer_null_where_a_row_is() {
    let (points, disks) = points_and_disks();
    let expected = Float32Array::from(vec![Some(3.0), None, None, Some(0.0)]);
    assert_eq!(distances(&points, &disks).unwrap(), expected);
    assert_eq!(distances(&disks, &points).unwrap(), expected);
    let pairs = closest(&disks, &points).unwrap();
    assert_eq!(pairs.column_names(), ["distance", "ax", "ay", "bx", "by"]);
    assert_eq!(pairs.nulls(), expected.nulls());
    let first = pairs.columns().iter().map(|column| column.as_primitive::<Float32Type>().value(0));
    assert_eq!(first.collect::<Vec<_>>(), [3.0, 2.0, 0.0, 5.0, 0.0]);

    let hits = |hits: &[Option<bool>]| BooleanArray::from(hits.to_vec());
    let expected = hits(&[Some(true), None, None, Some(true)]);
    assert_eq!(within(&points, &disks, 3.0).unwrap(), expected);
    let each = Float32Array::from(vec![Some(2.5), Some(f32::NAN), Some(-1.0), None]);
    assert_eq!(within(&points, &disks, &each).unwrap(), hits(&[Some(false), None, None, None]));
    // Without nulls elsewhere, and as a slice.
    let (a, b) = (same(ShapeKind::Point, &[0.0; 2], 2), same(ShapeKind::Point, &[3.0, 4.0], 2));
    let sliced = Float32Array::from(vec![9.0, 5.0, 4.5]).slice(1, 2);
    assert_eq!(within(&a, &b, &sliced).unwrap(), hits(&[Some(true), Some(false)]));

    let none = rows(ShapeKind::Point, &[]);
    assert!(within(&none, &none, 1.0).unwrap().is_empty() && distances(&none, &none).unwrap().is_empty());
    assert!(closest(&none, &none).unwrap().is_empty());
}

#[test]
fn contacts_are_null_where_there_is_none() {
    let disks = rows(ShapeKind::Disk, &[Some(&[0.0, 0.0, 2.0]), Some(&[9.0, 0.0, 2.0]), None]);
    let boxes =
        rows(ShapeKind::Aabb, &[Some(&[1.0, -5.0, 9.0, 5.0]), Some(&[0.0, 0.0, 1.0, 1.0]), Some(&[0.0; 4])]);
    let found = contacts(&disks, &boxes, 0.0).unwrap();
    assert_eq!(found.column_names(), ShapeKind::Contact.columns());
    assert_eq!(found.nulls(), Some(&NullBuffer::from(vec![true, false, false])));
    assert_eq!((column(&found, "normal_x").value(0), column(&found, "depth").value(0)), (1.0, 1.0));
    // A disk touches at one point, boxes along an edge.
    assert!(column(&found, "x0").is_valid(0) && column(&found, "x1").is_null(0));
    let found = contacts(&disks, &boxes, 10.0).unwrap();
    assert_eq!(found.nulls(), Some(&NullBuffer::from(vec![true, true, false])));
    assert_eq!(column(&found, "depth").value(1), -6.0);
    let edge = contacts(&boxes, &boxes, 0.0).unwrap();
    assert!(edge.nulls().is_none() && column(&edge, "x1").is_valid(0));

    let spheres = rows(ShapeKind::Sphere, &[Some(&[0.0, 0.0, 0.0, 1.0]), Some(&[0.0, 0.0, 1.5, 1.0])]);
    let found = contacts(&spheres, &spheres, 0.0).unwrap();
    assert_eq!((found.column_names(), found.null_count()), (ShapeKind::Contact3.columns().to_vec(), 0));
    let none = rows(ShapeKind::Sphere, &[]);
    assert_eq!(contacts(&none, &none, 0.0).unwrap().data_type(), found.data_type());
    assert_eq!(message(contacts(&none, &none, f32::NAN)), soa::Error::BadMargin.to_string());

    let capsules =
        rows(ShapeKind::Capsule, &[Some(&[0.0, 0.0, 8.0, 0.0, 1.0]), Some(&[5.0, 2.0, 0.0, 9.0, 1.0])]);
    let beside = contacts(&capsules, &capsules, 0.0).unwrap();
    assert_eq!((beside.nulls(), column(&beside, "x1").null_count()), (None, 0));
    let two = rows(ShapeKind::Disk, &[Some(&[0.0, 0.0, 2.0]), Some(&[9.0, 0.0, 2.0])]);
    let found = contacts(&two, &capsules, 0.0).unwrap();
    assert_eq!((column(&found, "depth").value(0), found.is_null(1)), (3.0, true));
    let turned = rows(ShapeKind::OrientedBox, &[Some(&[4.0, 2.0, 2.0, 3.0, 0.0, 1.0]), None]);
    let found = contacts(&capsules, &turned, 0.0).unwrap();
    assert_eq!((column(&found, "depth").value(0), found.is_null(1)), (1.0, true));
    assert_eq!(column(&contacts(&turned, &capsules, 0.0).unwrap(), "normal_y").value(0), -1.0);
    let upright: &[f32] = &[0.0, 0.0, 2.5, 1.0, 1.0, 2.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0];
    let boxes3 = rows(ShapeKind::OrientedBox3, &[Some(upright), None]);
    let floor: &[f32] = &[-9.0, -9.0, 1.0, 9.0, -9.0, 1.0, 0.0, 9.0, 1.0];
    let floors = rows(ShapeKind::Triangle3, &[Some(floor); 2]);
    let found = contacts(&floors, &boxes3, 0.0).unwrap();
    assert_eq!((column(&found, "depth").value(0), found.is_null(1)), (0.5, true));
    assert_eq!(column(&found, "normal_z").value(0), 1.0);
    assert_eq!(column(&contacts(&boxes3, &floors, 0.0).unwrap(), "normal_z").value(0), -1.0);
    let capsule: &[f32] = &[0.0, 3.0, 0.0, 0.0, 0.0, 8.0, 3.0];
    let capsules = rows(ShapeKind::Capsule3, &[Some(capsule); 2]);
    for found in [contacts(&spheres, &capsules, 0.0), contacts(&capsules, &capsules, 0.0)] {
        let found = found.unwrap();
        assert_eq!((found.column_names(), found.null_count()), (ShapeKind::Contact3.columns().to_vec(), 0));
    }
}

#[test]
fn manifolds_are_the_points_of_contacts() {
    let floor: &[f32] = &[-9.0, -9.0, -1.0, 9.0, 9.0, 0.0];
    let floors = rows(ShapeKind::Aabb3, &[Some(floor), Some(floor), None, Some(floor)]);
    let boxes: [&[f32]; 2] = [&[0.0, 0.0, -0.25, 1.0, 1.0, 1.0], &[0.0, 0.0, 7.0, 1.0, 1.0, 8.0]];
    let boxes = rows(ShapeKind::Aabb3, &[Some(boxes[0]), Some(boxes[1]), Some(boxes[0]), Some(boxes[0])]);
    let found = manifolds(&floors, &boxes, 0.0).unwrap();
    assert_eq!(found.column_names()[..7], ["normal_x", "normal_y", "normal_z", "x0", "y0", "z0", "depth0"]);
    assert_eq!(found.nulls(), Some(&NullBuffer::from(vec![true, false, false, true])));
    assert_eq!((column(&found, "normal_z").value(3), column(&found, "depth3").value(3)), (1.0, 0.25));
    assert_eq!(column(&found, "z3").value(0), -0.125);

    // A capsule that lies has two points.
    let capsules = same(ShapeKind::Capsule3, &[0.0, 0.0, 0.5, 4.0, 0.0, 0.0, 1.0], 4);
    let found = manifolds(&capsules, &floors, 0.0).unwrap();
    assert!(column(&found, "x1").is_valid(0) && column(&found, "x2").is_null(0) && found.is_null(2));

    let disks = same(ShapeKind::Disk, &[0.0, 0.0, 1.0], 1);
    let refused = soa::Error::NoKernel { left: "disks", right: "disks" };
    assert_eq!(message(manifolds(&disks, &disks, 0.0)), refused.to_string());
    assert_eq!(message(manifolds(&floors, &boxes, f32::NAN)), soa::Error::BadMargin.to_string());
}

#[test]
fn sweeps_are_null_where_nothing_is_hit() {
    let bullet: &[f32] = &[2.0, 0.0, 1.0];
    let bullets = rows(ShapeKind::Disk, &[Some(bullet), Some(bullet), None, Some(bullet)]);
    let motions = rows(ShapeKind::Point, &[Some(&[16.0, 0.0]), Some(&[3.9, 0.0]), Some(&[1.0, 0.0]), None]);
    let walls = same(ShapeKind::Aabb, &[7.0, -9.0, 8.0, 9.0], 4);
    let times = sweep(&bullets, &motions, &walls).unwrap();
    assert_eq!(times.nulls(), Some(&NullBuffer::from(vec![true, false, false, false])));
    assert!((times.value(0) - 0.25).abs() < 1e-7);
    let paths = swept(&bullets, &motions).unwrap();
    assert_eq!((paths.kind(), paths.len()), (ShapeKind::Capsule, 4));
    let expected = BooleanArray::from(vec![Some(true), Some(false), None, None]);
    assert_eq!(intersects(&paths, &walls).unwrap(), expected);

    let crates: &[f32] = &[1.0, -1.0, 3.0, 1.0];
    let crates = rows(ShapeKind::Aabb, &[Some(crates), Some(crates), None, Some(crates)]);
    assert_eq!(sweep(&crates, &motions, &walls).unwrap(), times);

    // A capsule as wide as they are, and the walls towards it.
    let upright: &[f32] = &[2.0, -1.0, 0.0, 2.0, 1.0];
    let capsules = rows(ShapeKind::Capsule, &[Some(upright), Some(upright), None, Some(upright)]);
    assert_eq!(sweep(&capsules, &motions, &walls).unwrap(), times);
    let back = rows(ShapeKind::Point, &[Some(&[-16.0, 0.0]), Some(&[-3.9, 0.0]), Some(&[1.0, 0.0]), None]);
    assert_eq!(sweep(&walls, &back, &capsules).unwrap(), times);
    assert_eq!(sweep(&walls, &back, &bullets).unwrap(), times);
}

#[test]
fn what_grows_shares_its_columns() {
    let segments = array(ShapeKind::Segment, &[Some(&[0.0, 0.0, 4.0, 0.0]), Some(&[9.0, 0.0, 0.0, 4.0])]);
    let shapes = Shapes::new(&segments).unwrap();
    let each = Float32Array::from(vec![2.0, 0.5]);
    let near = grow(&shapes, &each).unwrap();
    assert_eq!((near.kind(), near.len()), (ShapeKind::Capsule, 2));
    let view = near.view().unwrap();
    let address = |column: &[f32]| column.as_ptr().addr();
    let shared = segments.columns().iter().map(|column| column.as_primitive::<Float32Type>().values());
    for (k, column) in shared.chain([each.values()]).enumerate() {
        assert_eq!(address(view.column(k).unwrap()), address(column));
    }
    let back = near.to_array().unwrap();
    assert_eq!((back.column_names(), back.null_count()), (ShapeKind::Capsule.columns().to_vec(), 0));
    let again = Shapes::new(&back).unwrap();
    assert_eq!(address(again.view().unwrap().column(0).unwrap()), address(view.column(0).unwrap()));

    // Rows of the join are those that were given.
    let points = rows(ShapeKind::Point, &[None, Some(&[2.0, 2.0])]);
    let pairs = join(&near, &points).unwrap();
    let row = |row: u32| UInt32Array::from(vec![row]);
    assert_eq!((pairs["left"].as_ref(), pairs["right"].as_ref()), (&row(0) as _, &row(1) as _));
    for distance in
        [Float32Array::from(vec![Some(f32::NAN), Some(1.0)]), Float32Array::from(vec![None, Some(1.0)])]
    {
        let disks = grow(&points, &distance).unwrap();
        assert_eq!((disks.given_rows(), disks.len()), (Some(&[1][..]), 2));
        let disks = disks.to_array().unwrap();
        assert_eq!(disks.nulls(), Some(&NullBuffer::from(vec![false, true])));
        assert_eq!((column(&disks, "x").value(1), column(&disks, "radius").value(1)), (2.0, 1.0));
    }
    let none = grow(&rows(ShapeKind::Point, &[]), 1.0).unwrap();
    assert!(none.is_empty() && none.to_array().unwrap().is_empty());
}

#[test]
fn what_is_refused_says_why() {
    let (points, disks) = points_and_disks();
    let rays = same(ShapeKind::Ray, &[0.0; 4], 4);
    let no_such = |left, right| soa::Error::NoKernel { left, right }.to_string();
    assert_eq!(message(distances(&points, &rays)), no_such("points", "rays"));
    assert_eq!(message(closest(&rays, &points)), no_such("rays", "points"));
    assert_eq!(message(within(&disks, &rays, 1.0)), no_such("disks", "rays"));
    assert_eq!(message(contacts(&points, &disks, 0.0)), no_such("points", "disks"));
    assert_eq!(message(sweep(&points, &points, &disks)), no_such("points", "disks"));
    assert_eq!(message(grow(&rays, 1.0)), no_such("rays", "distances"));
    assert_eq!(message(swept(&rays, &points)), no_such("rays", "points"));
    let wrong = soa::Error::WrongShape { shape: "disks", expected: "points" }.to_string();
    assert_eq!(
        (message(sweep(&disks, &disks, &points)), message(swept(&disks, &disks))),
        (wrong.clone(), wrong)
    );

    let two = same(ShapeKind::Point, &[0.0; 2], 2);
    let unequal = |left, right| soa::Error::UnequalRows { left, right }.to_string();
    assert_eq!(message(distances(&two, &points)), unequal(2, 4));
    assert_eq!(message(within(&two, &points, 1.0)), unequal(2, 4));
    assert_eq!(message(sweep(&disks, &points, &two)), unequal(4, 2));
    assert_eq!(message(swept(&disks, &two)), unequal(4, 2));
    let each = Float32Array::from(vec![1.0]);
    let count = soa::Error::DistanceCount { distances: 1, rows: 2 }.to_string();
    assert_eq!((message(within(&two, &two, &each)), message(grow(&two, &each))), (count.clone(), count));

    // Rows are those that were given: rows 1 and 2 are null, and their distances are not read.
    let each = Float32Array::from(vec![1.0, -1.0, -1.0, -2.0]);
    let negative = "distances: column distance, row 3: -2 is a negative distance";
    assert_eq!(message(within(&points, &disks, &each)), negative);
    let each = Float32Array::from(vec![1.0, -1.0, 1.0, -2.0]);
    assert_eq!(message(grow(&points, &each)), negative);
    assert!(message(grow(&points, f32::INFINITY)).contains("row 0: inf is not a finite number"));
}
