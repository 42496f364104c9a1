//! Joins of octet against the engine's nested loops over every pair of rows.

mod common;

use common::{Random, plan, reversed, rows, session, sorted, table};
use datafusion::arrow::array::RecordBatch;
use datafusion::common::{JoinType, Result};
use datafusion::execution::FunctionRegistry;
use datafusion::prelude::{DataFrame, SessionContext, col, lit};
use octet_arrow::ShapeKind;
use soa::registry;

const JOIN_TYPES: [JoinType; 10] = [
    JoinType::Inner,
    JoinType::Left,
    JoinType::Right,
    JoinType::Full,
    JoinType::LeftSemi,
    JoinType::RightSemi,
    JoinType::LeftAnti,
    JoinType::RightAnti,
    JoinType::LeftMark,
    JoinType::RightMark,
];

const PARTITIONS: [usize; 5] = [1, 2, 3, 7, 16];
const BATCHES: [usize; 3] = [1, 7, 8192];

/// `a JOIN b ON octet_intersects(a.s, b.s)`, with other conditions or none.
async fn join(ctx: &SessionContext, join_type: JoinType, conditions: bool) -> Result<DataFrame> {
    let test = ctx.udf("octet_intersects")?.call(vec![col("a.s"), col("b.s")]);
    let mut on = vec![test];
    if conditions {
        on.push(col("a.k").eq(col("b.k")));
        on.push((col("a.id") + col("b.id")).gt(lit(20)).or(col("b.k").is_null()));
    }
    let rows = ctx.table("a").await?.join_on(ctx.table("b").await?, join_type, on)?;
    let ids = rows.schema().columns().into_iter().filter(|column| ["id", "mark"].contains(&column.name()));
    rows.clone().select(ids.map(datafusion::prelude::Expr::Column).collect::<Vec<_>>())
}

/// What the engine's nested loops find.
async fn expected(sides: [&RecordBatch; 2], join_type: JoinType, conditions: bool) -> Vec<String> {
    let ctx = session(1, 8192, "off");
    ctx.register_table("a", table(sides[0], 1, 8192)).unwrap();
    ctx.register_table("b", table(sides[1], 1, 8192)).unwrap();
    let rows = join(&ctx, join_type, conditions).await.unwrap();
    assert!(!plan(rows.clone()).await.unwrap().contains("OctetJoinExec"));
    sorted(rows).await.unwrap()
}

async fn check(
    sides: [&RecordBatch; 2],
    join_type: JoinType,
    conditions: bool,
    mode: &str,
    [partitions, batch]: [usize; 2],
    expected: &[String],
) {
    let ctx = session(partitions, batch, mode);
    ctx.register_table("a", table(sides[0], partitions, batch)).unwrap();
    ctx.register_table("b", table(sides[1], partitions, batch)).unwrap();
    let rows = join(&ctx, join_type, conditions).await.unwrap();
    let name = format!("{join_type} {mode} {partitions} partitions, batches of {batch}, {conditions}");
    let plan = plan(rows.clone()).await.unwrap();
    let shown = if mode == "broadcast" { "mode=Broadcast" } else { "mode=Partitioned" };
    assert!(plan.contains(&format!("OctetJoinExec: {shown}")), "{name}: the rule did not fire\n{plan}");
    assert!(!plan.contains("NestedLoopJoinExec"), "{name}: {plan}");
    let found = sorted(rows).await.unwrap();
    assert_eq!(found, expected, "{name}\n{plan}");
}

/// Every pair of shapes that has a test, in both orders.
fn families() -> Vec<[ShapeKind; 2]> {
    let pairs = registry::pairs().iter().map(|kernel| [kernel.info.left, kernel.info.right]);
    pairs.flat_map(|[a, b]| if a == b { vec![[a, b]] } else { vec![[a, b], [b, a]] }).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_family_and_join_type_equals_nested_loops() {
    let (mut random, mut cases, mut pairs) = (Random(1), 0, 0);
    for (i, [a, b]) in families().into_iter().enumerate() {
        let (a, b) = (rows(a, 60, &mut random), rows(b, 75, &mut random));
        for (j, join_type) in JOIN_TYPES.into_iter().enumerate() {
            let conditions = (i + j) % 3 == 0;
            let expected = expected([&a, &b], join_type, conditions).await;
            pairs += if join_type == JoinType::Inner { expected.len() } else { 0 };
            for (k, mode) in ["broadcast", "partitioned"].into_iter().enumerate() {
                let how = [PARTITIONS[(i + j) % 5], BATCHES[(i + 2 * j + k) % 3]];
                check([&a, &b], join_type, conditions, mode, how, &expected).await;
                cases += 1;
            }
        }
    }
    println!("{cases} cases, {pairs} pairs of inner joins");
    assert!(pairs > 1000, "{pairs}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_partitioning_and_batch_size_equals_nested_loops() {
    let mut random = Random(2);
    for [a, b] in [[ShapeKind::Disk, ShapeKind::Triangle], [ShapeKind::Segment3, ShapeKind::Triangle3]] {
        let (a, b) = (rows(a, 150, &mut random), rows(b, 120, &mut random));
        for join_type in JOIN_TYPES {
            for conditions in [false, true] {
                let expected = expected([&a, &b], join_type, conditions).await;
                for mode in ["broadcast", "partitioned"] {
                    for (i, partitions) in PARTITIONS.into_iter().enumerate() {
                        let batch = BATCHES[(i + usize::from(conditions)) % 3];
                        check([&a, &b], join_type, conditions, mode, [partitions, batch], &expected).await;
                    }
                }
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn empty_sides_and_sides_of_nulls_equal_nested_loops() {
    let mut random = Random(3);
    let some = rows(ShapeKind::Disk, 40, &mut random);
    let none = some.slice(0, 0);
    let nulls = RecordBatch::try_new(some.schema(), {
        let mut columns = some.columns().to_vec();
        columns[2] = datafusion::arrow::array::new_null_array(columns[2].data_type(), 40);
        columns
    })
    .unwrap();
    let all = [&some, &none, &nulls];
    for (a, b) in all.into_iter().flat_map(|a| all.map(|b| (a, b))) {
        for join_type in JOIN_TYPES {
            let expected = expected([a, b], join_type, false).await;
            for mode in ["broadcast", "partitioned"] {
                check([a, b], join_type, false, mode, [3, 7], &expected).await;
            }
        }
    }
}

/// Thousands of rows: size classes, cells, chunks of many batches, and the order of the rows.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_rows_equal_nested_loops_in_any_order() {
    let mut random = Random(4);
    let (a, b) = (rows(ShapeKind::Disk, 3000, &mut random), rows(ShapeKind::Segment, 2000, &mut random));
    for join_type in [JoinType::Inner, JoinType::Left, JoinType::Full, JoinType::RightAnti] {
        let expected = expected([&a, &b], join_type, true).await;
        for mode in ["broadcast", "partitioned"] {
            check([&a, &b], join_type, true, mode, [4, 100], &expected).await;
            check([&reversed(&a), &reversed(&b)], join_type, true, mode, [7, 1000], &expected).await;
        }
    }
}

fn tables(ctx: &SessionContext) {
    let mut random = Random(5);
    ctx.register_table("a", table(&rows(ShapeKind::Disk, 90, &mut random), 2, 20)).unwrap();
    ctx.register_table("b", table(&rows(ShapeKind::Aabb, 80, &mut random), 2, 20)).unwrap();
    ctx.register_table("c", table(&rows(ShapeKind::Triangle, 70, &mut random), 2, 20)).unwrap();
}

/// Whatever stands beside the test of shapes, and wherever it stands.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn other_conditions_never_lose_the_join() {
    let queries = [
        ("a.id, b.id FROM a JOIN b ON octet_intersects(b.s, a.s)", 1),
        ("a.id, b.id FROM a, b WHERE a.k = b.k AND octet_intersects(a.s, b.s)", 1),
        ("a.id, b.id FROM a JOIN b USING (k) WHERE octet_intersects(a.s, b.s) AND a.id < b.id", 1),
        ("a.id, b.id FROM a LEFT JOIN b ON octet_intersects(a.s, b.s) AND b.id > 20 AND a.id < 50", 1),
        ("a.id, b.id FROM a LEFT JOIN b ON octet_intersects(a.s, b.s) WHERE b.id IS NULL", 1),
        ("a.id, b.id FROM a FULL JOIN b ON octet_intersects(a.s, b.s) AND a.k IS NOT DISTINCT FROM b.k", 2),
        ("a.id, b.id FROM a JOIN b ON octet_intersects(a.s, b.s) AND (a.k = 1 OR b.k = 2)", 1),
        (
            "a.id, b.id FROM a JOIN b ON octet_intersects(a.s, b.s) AND octet_intersects(b.s, disk(0, 0, 9))",
            1,
        ),
        ("a.id FROM a WHERE EXISTS (SELECT 1 FROM b WHERE octet_intersects(a.s, b.s) AND a.k = b.k)", 1),
        ("a.id FROM a WHERE NOT EXISTS (SELECT 1 FROM b WHERE octet_intersects(a.s, b.s))", 1),
        ("a.id FROM a WHERE a.k = 1 OR EXISTS (SELECT 1 FROM b WHERE octet_intersects(a.s, b.s))", 1),
        (
            "a.id, b.id, c.id FROM a JOIN b ON octet_intersects(a.s, b.s) JOIN c ON octet_intersects(c.s, b.s)",
            2,
        ),
        ("l.id, r.id FROM a l JOIN a r ON octet_intersects(l.s, r.s) AND l.id < r.id", 1),
        ("a.id, b.id FROM a JOIN b ON octet_within(a.s, b.s, 1.5) AND a.k = b.k", 1),
        ("a.id, b.id FROM a LEFT JOIN b ON octet_within(b.s, a.s, b.k)", 1),
        ("a.id, c.id FROM a, c WHERE octet_within(c.s, a.s, CAST(c.k / 3.0 AS REAL))", 1),
        ("a.id FROM a WHERE NOT EXISTS (SELECT 1 FROM b WHERE octet_within(a.s, b.s, 0.5))", 1),
        ("a.id FROM a WHERE a.k = 1 OR EXISTS (SELECT 1 FROM b WHERE octet_within(a.s, b.s, 0.5))", 1),
        ("l.id, r.id FROM a l JOIN a r ON octet_within(l.s, r.s, r.k) AND l.id < r.id", 1),
        ("a.id, b.id FROM a JOIN b ON octet_intersects(octet_grow(b.s, 2), a.s)", 1),
        (
            "a.id, c.id, octet_distance(a.s, c.s), octet_contact(a.s, c.s)['depth'] FROM a FULL JOIN c
            ON octet_within(a.s, c.s, 1)",
            2,
        ),
        (
            "a.id, b.id, octet_sweep(a.s, point(a.k, 3), b.s) FROM a JOIN b
            ON octet_intersects(octet_swept(a.s, point(a.k, 3)), b.s)",
            1,
        ),
        ("a.id, b.id FROM a JOIN b ON octet_intersects(disk(a.s['x'], a.s['y'], 1), b.s)", 1),
        ("a.id, b.id FROM a LEFT JOIN b ON a.k = b.k WHERE octet_intersects(a.s, b.s)", 1),
        ("count(*) FROM a JOIN b ON octet_intersects(a.s, b.s)", 1),
        ("a.k, count(*), min(b.id) FROM a JOIN b ON octet_intersects(a.s, b.s) GROUP BY a.k", 1),
        ("a.s, b.s FROM a RIGHT JOIN b ON octet_intersects(a.s, b.s)", 1),
        ("l.id, b.id FROM (SELECT * FROM a ORDER BY id LIMIT 30) l JOIN b ON octet_intersects(l.s, b.s)", 1),
        (
            "b.k, a.id FROM (SELECT k, count(*) AS n FROM b GROUP BY k) b JOIN a ON octet_intersects(
            a.s, disk(b.n, 0, 3))",
            1,
        ),
    ];
    let brute = session(2, 50, "off");
    tables(&brute);
    for mode in ["auto", "broadcast", "partitioned"] {
        let ctx = session(2, 50, mode);
        tables(&ctx);
        for (query, joins) in queries {
            let query = format!("SELECT {query}");
            let plan = plan(ctx.sql(&query).await.unwrap()).await.unwrap();
            assert_eq!(plan.matches("OctetJoinExec").count(), joins, "{query}\n{plan}");
            let expected = sorted(brute.sql(&query).await.unwrap()).await.unwrap();
            let found = sorted(ctx.sql(&query).await.unwrap()).await.unwrap();
            assert!(!expected.is_empty(), "{query} tests nothing");
            assert_eq!(found, expected, "{mode}: {query}\n{plan}");
        }
    }
}

/// A condition that cannot be a join of octet is answered all the same.
#[tokio::test]
async fn what_is_no_join_of_two_sides_is_left_to_the_engine() {
    let queries = [
        "a.id, b.id FROM a JOIN b ON octet_intersects(a.s, b.s) OR a.id = b.id",
        "a.id, b.id FROM a JOIN b ON NOT octet_intersects(a.s, b.s)",
        "a.id FROM a WHERE octet_intersects(a.s, disk(0, 0, 5))",
        // No disk with a distance of its own is tested with boxes, and nothing with a distance of both sides.
        "a.id, b.id FROM a JOIN b ON octet_within(a.s, b.s, a.k)",
        "a.id, b.id FROM a JOIN b ON octet_within(a.s, b.s, a.k + b.k)",
    ];
    let ctx = session(2, 50, "auto");
    tables(&ctx);
    for query in queries {
        let rows = ctx.sql(&format!("SELECT {query}")).await.unwrap();
        assert!(!plan(rows.clone()).await.unwrap().contains("OctetJoinExec"), "{query}");
        assert!(!sorted(rows).await.unwrap().is_empty(), "{query}");
    }
}

/// Rows that two readings may not have in common are not cut into regions, which takes two.
#[tokio::test]
async fn an_owner_that_may_not_be_the_same_again_is_broadcast() {
    let ctx = session(3, 50, "partitioned");
    tables(&ctx);
    let query = "SELECT l.id FROM (SELECT * FROM a LIMIT 9) l LEFT JOIN b ON octet_intersects(l.s, b.s)";
    let plan = plan(ctx.sql(query).await.unwrap()).await.unwrap();
    assert!(plan.contains("OctetJoinExec: mode=Broadcast, held=right"), "{plan}");
    let full = query.replace("LEFT", "FULL");
    let plan = common::plan(ctx.sql(&full).await.unwrap()).await.unwrap();
    assert!(plan.contains("OctetJoinExec: mode=Single"), "{plan}");
    assert!(sorted(ctx.sql(query).await.unwrap()).await.unwrap().len() >= 9);
}
