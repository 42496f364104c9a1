//! Joins on `octet_within` and on what shapes sweep against the engine's nested loops over every pair of
//! rows.

mod common;

use ShapeKind::{
    Aabb, Aabb3, Capsule, Capsule3, Disk, OrientedBox3, Point, Point3, Segment, Segment3, Sphere, Triangle,
    Triangle3,
};
use common::{Random, plan, rows, session, sorted, table};
use datafusion::arrow::array::RecordBatch;
use datafusion::common::Result;
use datafusion::prelude::{DataFrame, SessionContext};
use octet_arrow::ShapeKind;

/// A shape, and those beside which it may have distances of its own.
const GROW: [(ShapeKind, &[ShapeKind]); 12] = [
    (Point, &[Point, Segment, Disk, Aabb, Triangle, Capsule]),
    (Segment, &[Point, Segment, Disk, Aabb, Triangle, Capsule]),
    (Disk, &[Point, Disk]),
    (Capsule, &[Point, Segment, Disk, Capsule]),
    (Aabb, &[Point, Segment, Disk, Capsule, Aabb]),
    (Triangle, &[Point, Segment, Disk, Capsule, Aabb, Triangle]),
    (Point3, &[Point3, Segment3, Sphere, Aabb3, OrientedBox3, Triangle3, Capsule3]),
    (Segment3, &[Point3, Segment3, Sphere, Aabb3, OrientedBox3, Triangle3, Capsule3]),
    (Sphere, &[Point3, Sphere]),
    (Capsule3, &[Point3, Segment3, Sphere, Capsule3]),
    (Aabb3, &[Point3, Segment3, Sphere, Capsule3, Aabb3]),
    (Triangle3, &[Point3, Segment3, Sphere, Capsule3, Aabb3, Triangle3]),
];

const JOINS: [&str; 8] = [
    "a.id, b.id FROM a JOIN b ON",
    "a.id, b.id FROM a LEFT JOIN b ON",
    "a.id, b.id FROM a RIGHT JOIN b ON",
    "a.id, b.id FROM a FULL JOIN b ON",
    "a.id FROM a LEFT SEMI JOIN b ON",
    "b.id FROM a RIGHT SEMI JOIN b ON",
    "a.id FROM a LEFT ANTI JOIN b ON",
    "b.id FROM a RIGHT ANTI JOIN b ON",
];

async fn ask(
    ctx: &SessionContext,
    sides: [&RecordBatch; 2],
    [partitions, batch]: [usize; 2],
    sql: &str,
) -> Result<DataFrame> {
    for (name, rows) in ["a", "b"].into_iter().zip(sides) {
        ctx.register_table(name, table(rows, partitions, batch))?;
    }
    ctx.sql(sql).await
}

/// The number of rows of a join, which are the same in each mode; the rule must fire.
async fn check(sides: [&RecordBatch; 2], join: &str, condition: &str) -> usize {
    let sql = format!("SELECT {join} {condition}");
    let loops = ask(&session(1, 8192, "off"), sides, [1, 8192], &sql).await.unwrap();
    assert!(!plan(loops.clone()).await.unwrap().contains("OctetJoinExec"));
    let expected = sorted(loops).await.unwrap();
    for (mode, name, parts) in [("broadcast", "Broadcast", [2, 7]), ("partitioned", "Partitioned", [3, 8192])]
    {
        let rows = ask(&session(parts[0], parts[1], mode), sides, parts, &sql).await.unwrap();
        let plan = plan(rows.clone()).await.unwrap();
        let is_ours = plan.contains(&format!("OctetJoinExec: mode={name}"));
        assert!(is_ours && !plan.contains("NestedLoopJoinExec"), "{sql}: the rule did not fire\n{plan}");
        assert_eq!(sorted(rows).await.unwrap(), expected, "{sql} {mode}\n{plan}");
    }
    expected.len()
}

/// One distance for all rows, or one of the side that grows, which is the left one by turns.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_pair_of_shapes_within_a_distance_equals_nested_loops() {
    let (mut random, mut pairs) = (Random(6), 0);
    for (i, (grows, others)) in GROW.into_iter().enumerate() {
        for (j, &other) in others.iter().enumerate() {
            let (grown, still) = (rows(grows, 60, &mut random), rows(other, 75, &mut random));
            for (k, join) in JOINS.into_iter().enumerate() {
                let rest = if (i + j + k) % 3 == 0 { " AND a.id + b.id > 20" } else { "" };
                let is_left = (i + j + k) % 2 == 0;
                let (sides, side) = if is_left { ([&grown, &still], "a") } else { ([&still, &grown], "b") };
                let distance = if k % 4 == 1 { "1.5".to_owned() } else { format!("{side}.k") };
                let found = check(sides, join, &format!("octet_within(a.s, b.s, {distance}){rest}")).await;
                pairs += if k == 0 { found } else { 0 };
            }
        }
    }
    println!("{pairs} pairs of inner joins");
    assert!(pairs > 1000, "{pairs}");
}

/// With one distance for all rows every pair of shapes that has a test is joined, in both orders.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_test_of_distances_is_a_join() {
    let none: [&[f32]; soa::MAX_COLUMNS] = [&[]; soa::MAX_COLUMNS];
    let view = |kind: ShapeKind| soa::AnyView::new(kind, &none[..kind.columns().len()]).unwrap();
    let (mut random, mut count) = (Random(7), 0);
    for left in ShapeKind::ALL {
        for right in ShapeKind::ALL {
            if soa::Query::new().within_any(&view(left), &view(right), 0.0).is_ok() {
                let sides = [rows(left, 40, &mut random), rows(right, 50, &mut random)];
                check([&sides[0], &sides[1]], JOINS[0], "octet_within(a.s, b.s, 2.5)").await;
                count += 1;
            }
        }
    }
    assert!(count >= 40, "{count}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_moving_shapes_touch_equals_nested_loops() {
    let mut random = Random(8);
    let plane = [Point, Segment, Disk, Capsule, Aabb, Triangle].map(|other| (Disk, "point(a.k, 3)", other));
    let space = [Point3, Segment3, Sphere, Capsule3, Aabb3, Triangle3]
        .map(|other| (Sphere, "point3(a.k, -2, 1)", other));
    for (moving, motion, other) in plane.into_iter().chain(space) {
        let (moving, still) = (rows(moving, 90, &mut random), rows(other, 90, &mut random));
        for (k, join) in JOINS.into_iter().enumerate() {
            let swept = format!("octet_swept(a.s, {motion})");
            let [a, b] = if k % 2 == 0 { [swept.as_str(), "b.s"] } else { ["b.s", swept.as_str()] };
            let found = check([&moving, &still], join, &format!("octet_intersects({a}, {b})")).await;
            assert!(found > 0, "{join} {other}");
        }
    }
}
