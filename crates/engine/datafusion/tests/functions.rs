//! Functions row by row, what is refused, and files.

mod common;

use common::{plan, sorted};
use datafusion::common::{DataFusionError, Result};
use datafusion::prelude::{ParquetReadOptions, SessionContext};

async fn answer(ctx: &SessionContext, sql: &str) -> Result<Vec<String>> {
    sorted(ctx.sql(sql).await?).await
}

/// The whole message of a query that is refused.
async fn refused(ctx: &SessionContext, sql: &str) -> String {
    match answer(ctx, sql).await {
        Ok(rows) => panic!("{sql}: {rows:?}"),
        Err(error) => error.to_string(),
    }
}

#[tokio::test]
async fn functions_answer_as_their_names_say() {
    let ctx = octet_datafusion::context();
    for (e, expected) in [
        ("octet_intersects(disk(0, 0, 1), point(1, 0))", "true"),
        ("octet_intersects(point(1, 0), disk(0, 0, 1))", "true"),
        ("octet_intersects(disk(0, 0, 1), point(1, 1))", "false"),
        ("octet_intersects(sphere(0, 0, 0, 1), aabb3(1, 0, 0, 2, 2, 2))", "true"),
        ("octet_intersects(ray(0, 0, 1, 0), oriented_box(5, 0, 1, 1, 1, 0))", "true"),
        ("octet_intersects(segment(0, 0, 1, 0), oriented_box(5, 0, 1, 1, 1, 0))", "false"),
        ("octet_intersects(line(9, 0, 1, 0), oriented_box(5, 0, 1, 1, 1, 0))", "true"),
        ("octet_signed_area(triangle(0, 0, 4, 0, 0, 3))", "6.0"),
        ("octet_squared_distance(point(0, 2), segment(-1, 0, 2, 0))", "4.0"),
        ("octet_closest_point(point3(1, 1, 5), triangle3(0, 0, 0, 4, 0, 0, 0, 4, 0))['z']", "0.0"),
        ("octet_closest_point(point(3, 1), aabb(0, 0, 2, 2))['x']", "2.0"),
        ("octet_squared_distance(point3(0, 0, 5), aabb3(0, 0, 0, 2, 2, 2))", "9.0"),
        ("octet_squared_distance(point3(0, 0, 5), triangle3(0, 0, 0, 4, 0, 0, 0, 4, 0))", "25.0"),
        ("octet_clip(ray3(0, 0, 3, 1, 2, -2), triangle3(0, 0, 0, 6, 0, 0, 0, 6, 0))['v']", "0.5"),
        ("octet_clip(ray3(0, 0, 3, 1, 2, 0), triangle3(0, 0, 0, 6, 0, 0, 0, 6, 0)) IS NULL", "true"),
        ("octet_clip(segment(0, 0, 8, 0), oriented_box(4, 0, 1, 1, 1, 0))['t_enter']", "0.375"),
        ("octet_clip(segment(0, 5, 8, 0), oriented_box(4, 0, 1, 1, 1, 0)) IS NULL", "true"),
        ("octet_unit_normal(triangle3(0, 0, 0, 4, 0, 0, 0, 4, 0))['z']", "1.0"),
        ("octet_cross_product(point3(1, 0, 0), point3(0, 1, 0))['z']", "1.0"),
        ("octet_circumcircle(triangle(0, 0, 4, 0, 0, 3))['radius']", "2.5"),
        ("octet_distance(point(5, 0), disk(0, 0, 2))", "3.0"),
        ("octet_distance(triangle3(0, 0, 0, 4, 0, 0, 0, 4, 0), segment3(1, 1, 2, 0, 0, 9))", "2.0"),
        ("octet_within(disk(0, 0, 2), point(5, 0), 3)", "true"),
        ("octet_within(point(5, 0), disk(0, 0, 2), 2.5)", "false"),
        ("octet_within(point(5, 0), disk(0, 0, 2), NULL) IS NULL", "true"),
        ("octet_closest_points(disk(0, 0, 2), point(5, 0))['ax']", "2.0"),
        ("octet_contact(disk(0, 0, 2), aabb(1, -5, 9, 5))['depth']", "1.0"),
        ("octet_contact(disk(0, 0, 2), aabb(1, -5, 9, 5))['x1'] IS NULL", "true"),
        ("octet_contact(disk(0, 0, 2), aabb(5, -5, 9, 5)) IS NULL", "true"),
        ("octet_contact(disk(0, 0, 2), aabb(5, -5, 9, 5), 3)['depth']", "-3.0"),
        ("octet_contact(disk(0, 0, 2), aabb(5, -5, 9, 5), 2.75) IS NULL", "true"),
        ("octet_contact(disk(0, 0, 2), aabb(1, -5, 9, 5), -1)['depth']", "1.0"),
        ("octet_contact(disk(0, 0, 2), aabb(1, -5, 9, 5), -1.25) IS NULL", "true"),
        ("octet_contact(disk(0, 0, 2), aabb(1, -5, 9, 5), NULL) IS NULL", "true"),
        ("octet_contact(sphere(0, 0, 0, 1), sphere(0, 0, 1.5, 1))['normal_z']", "1.0"),
        ("octet_manifold(aabb3(0, 0, 3, 4, 4, 8), aabb3(-9, -9, -9, 9, 9, 4))['normal_z']", "-1.0"),
        ("octet_manifold(aabb3(0, 0, 3, 4, 4, 8), aabb3(-9, -9, -9, 9, 9, 4))['depth3']", "1.0"),
        ("octet_manifold(sphere(0, 0, 0, 1), sphere(0, 0, 1.5, 1))['depth0']", "0.5"),
        ("octet_manifold(sphere(0, 0, 0, 1), sphere(0, 0, 1.5, 1))['depth1'] IS NULL", "true"),
        ("octet_manifold(sphere(0, 0, 0, 1), sphere(0, 0, 4, 1)) IS NULL", "true"),
        ("octet_manifold(sphere(0, 0, 0, 1), sphere(0, 0, 4, 1), 2)['depth0']", "-2.0"),
        ("octet_manifold(sphere(0, 0, 0, 1), sphere(0, 0, 4, 1), 1) IS NULL", "true"),
        (
            "octet_manifold(capsule3(0, 0, 1, 8, 0, 1, 1), aabb3(-9, -9, -9, 9, 9, 0), 0.5)['depth1'] IS NULL",
            "true",
        ),
        ("octet_manifold(capsule3(0, 0, 1, 8, 0, 1, 1), aabb3(-9, -9, -9, 9, 9, 0), 1.5)['depth1']", "-1.0"),
        ("octet_contact(disk(4, 2, 2), capsule(0, 0, 8, 0, 1))['depth']", "1.0"),
        ("octet_contact(capsule(0, 0, 8, 0, 1), capsule(4, 1, 9, 0, 1))['x1']", "8.0"),
        ("octet_contact(capsule(0, 0, 8, 0, 1), aabb(2, 0.5, 9, 4))['x1'] IS NULL", "false"),
        ("octet_contact(oriented_box(4, 2, 2, 3, 0, 1), disk(4, 5, 2))['depth']", "1.0"),
        ("octet_contact(capsule(0, 0, 8, 0, 1), triangle(4, 0.5, 0, 9, 8, 9))['normal_y']", "1.0"),
        ("octet_contact(aabb(0, -2, 8, 1.5), oriented_box(4, 2, 2, 3, 0, 1))['depth']", "1.5"),
        ("octet_contact(sphere(0, 0, 2, 2), capsule3(0, 0, 0, 8, 0, 0, 1))['normal_z']", "-1.0"),
        ("octet_contact(capsule3(0, 0, 0, 8, 0, 0, 1), capsule3(4, -1, 1, 0, 9, 0, 1))['depth']", "1.0"),
        ("octet_contact(aabb3(0, 0, 0, 4, 4, 4), aabb3(1, 1, 3, 9, 9, 9))['normal_z']", "1.0"),
        ("octet_contact(capsule3(1, 1, 5, 2, 0, 0, 2), aabb3(0, 0, 0, 4, 4, 4))['depth']", "1.0"),
        (
            "octet_contact(triangle3(-9, -9, 1, 9, -9, 1, 0, 9, 1), \
             oriented_box3(0, 0, 2.5, 1, 1, 2, 1, 0, 0, 0, 1, 0, 0, 0, 1))['depth']",
            "0.5",
        ),
        ("octet_sweep(disk(0, 0, 1), point(8, 0), point(3, 0)) BETWEEN 0.2499999 AND 0.25", "true"),
        ("octet_sweep(disk(0, 0, 1), point(1, 0), point(3, 0)) IS NULL", "true"),
        ("octet_sweep(sphere(0, 0, 0, 1), point3(8, 0, 0), point3(0, 0, 0))", "0.0"),
        ("octet_grow(point(0, 0), 2)['radius']", "2.0"),
        ("octet_grow(point(0, 0), NULL) IS NULL", "true"),
        (
            "arrow_field(octet_grow(aabb(0, 0, 1, 1), 2))['metadata']['ARROW:extension:name']",
            "octet.rounded_aabb",
        ),
        // Points and circles of answers are shapes again, and what shapes become.
        ("octet_intersects(octet_grow(segment(0, 0, 4, 0), 2), point(2, 2))", "true"),
        ("octet_intersects(octet_swept(disk(0, 0, 1), point(8, 0)), point(4, 1))", "true"),
        ("octet_intersects(octet_circumcircle(triangle(0, 0, 6, 0, 0, 8)), point(6, 8))", "true"),
        ("disk(1, 2, NULL) IS NULL", "true"),
        ("octet_intersects(disk(1, 2, NULL), point(1, 0)) IS NULL", "true"),
        ("disk(1, 2.5, 3::smallint)['y']", "2.5"),
        ("arrow_field(ray(1, 2, 3, 4))['metadata']['ARROW:extension:name']", "octet.ray"),
    ] {
        assert_eq!(answer(&ctx, &format!("SELECT {e}")).await.unwrap(), [expected], "{e}");
        // The same of rows and not of constants.
        let of_rows = e.replace("(0, 0", "(zero, zero");
        let sql = format!("SELECT {of_rows} FROM (VALUES (0.0::double), (0.0::double)) AS t (zero)");
        assert_eq!(answer(&ctx, &sql).await.unwrap(), [expected; 2], "{of_rows}");
    }
}

#[tokio::test]
async fn margins_are_those_of_their_rows() {
    let ctx = octet_datafusion::context();
    for (of, margins) in [
        ("octet_contact(disk(0, 0, 2), aabb(5, -5, 9, 5), margin)", ["2.75", "3.0"]),
        (
            "octet_manifold(capsule3(0, 0, 1, 8, 0, 1, 1), aabb3(-9, -9, -9, 9, 9, 0), margin)['depth1']",
            ["0.5", "1.5"],
        ),
    ] {
        let [less, enough] = margins;
        let table = format!("(VALUES ({less}::double), ({enough}::double)) AS t (margin)");
        for (is, margin) in [("IS NULL", less), ("IS NOT NULL", enough)] {
            let sql = format!("SELECT margin FROM {table} WHERE {of} {is}");
            assert_eq!(answer(&ctx, &sql).await.unwrap(), [margin], "{sql}");
        }
    }
}

#[tokio::test]
async fn what_has_no_exact_answer_is_refused_by_name() {
    let ctx = octet_datafusion::context();
    let tables = [
        "CREATE TABLE d AS SELECT value::double AS x, 0.0::double AS y FROM generate_series(0, 9)",
        "CREATE TABLE bad AS SELECT CASE WHEN value = 7 THEN 0.1::double ELSE value::double END AS x
         FROM generate_series(0, 9)",
        "CREATE TABLE nan AS SELECT CASE WHEN value = 7 THEN 'NaN'::real ELSE value::real END AS x
         FROM generate_series(0, 9)",
        "CREATE TABLE t AS SELECT triangle(0, 0, 4, 0, 0, 3) AS s",
        "CREATE TABLE st AS SELECT named_struct('x', 0::real, 'y', 0::real, 'dx', 1::real, 'dy', 1::real) AS s",
        "CREATE TABLE names AS SELECT 'abc' AS x",
    ];
    for sql in tables {
        answer(&ctx, sql).await.unwrap();
    }
    let on = |point: &str, table: &str| {
        format!("SELECT count(*) FROM {table} JOIN t ON octet_intersects({point}, t.s)")
    };
    assert_eq!(answer(&ctx, &on("point(d.x, d.y)", "d")).await.unwrap(), ["5"]);
    for (sql, parts) in [
        (on("point(bad.x, 0)", "bad"), vec!["column x", "row 7", "0.1 is no f32", "CAST(x AS REAL)"]),
        (on("point(nan.x, 0)", "nan"), vec!["points: column x, row 7", "NaN"]),
        (
            "SELECT octet_intersects(disk(0, 0, -1), point(0, 0))".into(),
            vec!["negative radius", "column radius"],
        ),
        ("SELECT octet_intersects(point(0, 0), sphere(0, 0, 0, 1))".into(), vec!["points", "spheres"]),
        (on("st.s", "st"), vec!["segments, rays and lines", "segment(s['x'], s['y'], s['dx'], s['dy'])"]),
        (on("point(names.x, 0)", "names"), vec!["column x is Utf8", "REAL"]),
        (on("names.x", "names"), vec!["Utf8"]),
        ("SELECT point(16777217, 0)".into(), vec!["16777217 is no f32"]),
        ("SELECT octet_intersects(NULL, point(0, 0))".into(), vec!["NULL of no shape"]),
        ("SELECT octet_signed_area(disk(0, 0, 1))".into(), vec!["disks"]),
        (
            "SELECT octet_within(point(0, 0), disk(0, 0, 1), -1)".into(),
            vec!["distances: column distance, row 0", "-1"],
        ),
        ("SELECT octet_grow(point(0, 0), 0.1)".into(), vec!["0.1 is no f32", "CAST(distance AS REAL)"]),
        ("SELECT octet_grow(point(0, 0), 'far')".into(), vec!["column distance is Utf8"]),
        ("SELECT octet_grow(ray(0, 0, 1, 0), 1)".into(), vec!["rays", "distances"]),
        ("SELECT octet_within(disk(0, 0, 1), line(0, 0, 1, 0), 1)".into(), vec!["disks", "lines"]),
        (
            "SELECT octet_sweep(disk(0, 0, 1), disk(0, 0, 1), point(0, 0))".into(),
            vec!["takes points, but disks were given"],
        ),
        ("SELECT octet_contact(point(0, 0), disk(0, 0, 1))".into(), vec!["points", "disks"]),
        (
            "SELECT octet_contact(disk(0, 0, 1), disk(0, 0, 1), 'NaN'::real)".into(),
            vec!["octet_contact: the margin is NaN"],
        ),
        ("SELECT octet_contact(disk(0, 0, 1), disk(0, 0, 1), 0.1)".into(), vec!["margin", "0.1"]),
        ("SELECT octet_manifold(disk(0, 0, 1), disk(0, 0, 1))".into(), vec!["disks"]),
        ("SET octet.join.mode = 'fast'".into(), vec!["auto, broadcast or partitioned"]),
    ] {
        let error = refused(&ctx, &sql).await;
        assert!(parts.iter().all(|part| error.contains(part)), "{sql}: {error}");
    }
    for (mode, name) in [("broadcast", "Broadcast"), ("partitioned", "Partitioned")] {
        answer(&ctx, &format!("SET octet.join.mode = '{mode}'")).await.unwrap();
        let sql = on("point(nan.x, 0)", "nan");
        let plan = plan(ctx.sql(&sql).await.unwrap()).await.unwrap();
        assert!(plan.contains(&format!("mode={name}")), "{plan}");
        assert!(refused(&ctx, &sql).await.contains("NaN"));
    }
}

/// Rays stay rays in a Parquet file, and doubles that are no f32 are named there, too.
#[tokio::test]
async fn parquet_files_keep_their_shapes() {
    let folder = tempfile::tempdir().unwrap();
    let ctx = octet_datafusion::context();
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let write = format!(
        "COPY (SELECT value AS id, ray(0, value::real, 1, 0) AS s FROM generate_series(-5, 5)) TO '{}'",
        path("rays.parquet")
    );
    answer(&ctx, &write).await.unwrap();
    ctx.register_parquet("rays", path("rays.parquet"), ParquetReadOptions::default()).await.unwrap();
    let sql = "SELECT id FROM rays JOIN (VALUES (100.0), (200.0)) AS b (x)
               ON octet_intersects(rays.s, oriented_box(b.x, 0, 1, 2, 1, 0)) AND b.x < 150";
    for mode in ["broadcast", "partitioned"] {
        answer(&ctx, &format!("SET octet.join.mode = '{mode}'")).await.unwrap();
        assert_eq!(answer(&ctx, sql).await.unwrap(), ["-1", "-2", "0", "1", "2"]);
    }
    // Without the name they might be segments: refused, and not taken for these.
    answer(&ctx, "SET datafusion.execution.parquet.skip_metadata = true").await.unwrap();
    ctx.register_parquet("plain", path("rays.parquet"), ParquetReadOptions::default()).await.unwrap();
    let error = refused(&ctx, &sql.replace("rays", "plain")).await;
    assert!(error.contains("segments, rays and lines"), "{error}");
}

#[tokio::test]
async fn errors_keep_their_types() {
    let ctx = octet_datafusion::context();
    answer(&ctx, "CREATE TABLE bad AS SELECT 0.1::double AS x").await.unwrap();
    let rows = ctx.sql("SELECT point(x, 0) FROM bad").await.unwrap().collect().await;
    let Err(DataFusionError::External(error)) = rows.map_err(|error| match error {
        DataFusionError::Context(_, inner) => *inner,
        other => other,
    }) else {
        panic!("not an error of ours")
    };
    assert!(
        matches!(error.downcast_ref(), Some(octet_datafusion::Error::NotAnF32 { row: 0, .. })),
        "{error}"
    );
}
