//! Tables in files, queries of them, and their rows in one process.

use std::path::Path;

use datafusion::arrow::array::RecordBatch;
use datafusion::arrow::util::pretty::pretty_format_batches;
use datafusion::prelude::{ParquetReadOptions, SessionContext};

/// Disks and triangles in four files each, so that there are tasks for all.
pub async fn write_tables(folder: &Path, rows: usize) {
    let ctx = octet_datafusion::context();
    let side = rows as f64;
    for (name, shape) in [("a", "disk(x, y, r)"), ("b", "triangle(x, y, x + r, y, x, y + r)")] {
        let (p, q) = if name == "a" { (7919, 104_729) } else { (7907, 104_723) };
        for part in 0..4 {
            let path = folder.join(name).join(format!("{part}.parquet"));
            let sql = format!(
                "COPY (SELECT id, id % 5 AS k, CASE WHEN id % 11 <> 3 THEN {shape} END AS s FROM (
                    SELECT value AS id, (value * {p} % {side})::real AS x, (value * {q} % {side})::real AS y,
                        (CASE WHEN value % 50 = 0 THEN 300 ELSE value % 30 END)::real AS r
                    FROM generate_series(1, {rows}) WHERE value % 4 = {part}
                )) TO '{}' STORED AS PARQUET",
                path.display()
            );
            ctx.sql(&sql).await.unwrap().collect().await.unwrap();
        }
    }
}

/// Registers the tables.
pub async fn register(ctx: &SessionContext, folder: &Path) {
    for name in ["a", "b"] {
        let path = folder.join(name).display().to_string();
        ctx.register_parquet(name, path, ParquetReadOptions::default()).await.unwrap();
    }
}

/// Rows as they are shown.
pub fn text(batches: &[RecordBatch]) -> String {
    pretty_format_batches(batches).unwrap().to_string()
}

/// The rows of a query in one process.
pub async fn here(folder: &Path, sql: &str) -> String {
    let ctx = octet_datafusion::context();
    register(&ctx, folder).await;
    text(&ctx.sql(sql).await.unwrap().collect().await.unwrap())
}

/// Each join that there is.
pub const QUERIES: [&str; 10] = [
    "SELECT count(*), sum(a.id * 31 + b.id) FROM a JOIN b ON octet_intersects(a.s, b.s) AND a.id <> b.id",
    "SELECT count(*), sum(a.id * 31 + coalesce(b.id, 5)) FROM a LEFT JOIN b ON octet_intersects(a.s, b.s)",
    "SELECT count(*), sum(coalesce(a.id, 7) + b.id) FROM a RIGHT JOIN b ON octet_intersects(a.s, b.s) AND a.k = b.k",
    "SELECT count(*), sum(coalesce(a.id, 7) * 31 + coalesce(b.id, 5)) FROM a FULL JOIN b ON octet_intersects(a.s, b.s)",
    "SELECT count(*), sum(id) FROM a WHERE EXISTS (SELECT 1 FROM b WHERE octet_intersects(a.s, b.s))",
    "SELECT count(*), sum(id) FROM a WHERE NOT EXISTS (SELECT 1 FROM b WHERE octet_intersects(a.s, b.s))",
    "SELECT count(*), sum(id) FROM b WHERE k = 1 OR EXISTS (SELECT 1 FROM a WHERE octet_intersects(a.s, b.s))",
    "SELECT a.k, count(*) AS n FROM a JOIN b ON octet_intersects(disk(a.s['x'], a.s['y'], 9), b.s) GROUP BY a.k ORDER BY a.k",
    "SELECT count(*), sum(a.id * 31 + b.id), sum(b.k) FROM a JOIN b ON octet_within(a.s, b.s, b.k)",
    "SELECT count(*), sum(a.id * 31 + coalesce(b.id, 5)) FROM a LEFT JOIN b ON octet_within(a.s, b.s, 3.5)",
];

/// Some ten thousand hits a row of the large ones: a while.
pub const LONG: &str = "SELECT count(*), sum(a.id * 31 + b.id) FROM a JOIN b
    ON octet_intersects(disk(a.s['x'], a.s['y'], a.s['radius'] * 8), b.s)";
