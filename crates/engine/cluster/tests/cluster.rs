//! Two workers on the loopback interface: the same rows as in one process, and as if nothing were when one is
//! killed.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use datafusion::arrow::array::RecordBatch;
use datafusion::arrow::util::pretty::pretty_format_batches;
use datafusion::prelude::{ParquetReadOptions, SessionConfig, SessionContext};
use datafusion_distributed::display_plan_ascii;
use octet_cluster::{Cluster, Error};
use url::Url;

/// A worker process, which ends with the test.
struct WorkerProcess {
    process: Child,
    url: Url,
}

impl WorkerProcess {
    fn start() -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_octet-worker"));
        let mut process = command.args(["--listen", "127.0.0.1:0"]).stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let url = line.trim().strip_prefix("octet-worker listens on ").unwrap();
        Self { process, url: url.parse().unwrap() }
    }

    fn kill(&mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }
}

impl Drop for WorkerProcess {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Disks and triangles in four files each, so that there are tasks for all.
async fn write_tables(folder: &Path, rows: usize) {
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

async fn register(ctx: &SessionContext, folder: &Path) {
    for name in ["a", "b"] {
        let path = folder.join(name).display().to_string();
        ctx.register_parquet(name, path, ParquetReadOptions::default()).await.unwrap();
    }
}

async fn cluster(workers: &[&WorkerProcess], folder: &Path) -> Cluster {
    let urls = workers.iter().map(|worker| worker.url.clone());
    let config = SessionConfig::new().with_target_partitions(3);
    let cluster = Cluster::new(urls, config, Arc::default()).unwrap();
    register(cluster.context(), folder).await;
    // Small files are worth a task each here.
    cluster.sql("SET distributed.file_scan_config_bytes_per_partition = 1").await.unwrap();
    cluster
}

fn text(batches: &[RecordBatch]) -> String {
    pretty_format_batches(batches).unwrap().to_string()
}

async fn here(folder: &Path, sql: &str) -> String {
    let ctx = octet_datafusion::context();
    register(&ctx, folder).await;
    text(&ctx.sql(sql).await.unwrap().collect().await.unwrap())
}

const QUERIES: [&str; 8] = [
    "SELECT count(*), sum(a.id * 31 + b.id) FROM a JOIN b ON octet_intersects(a.s, b.s) AND a.id <> b.id",
    "SELECT count(*), sum(a.id * 31 + coalesce(b.id, 5)) FROM a LEFT JOIN b ON octet_intersects(a.s, b.s)",
    "SELECT count(*), sum(coalesce(a.id, 7) + b.id) FROM a RIGHT JOIN b ON octet_intersects(a.s, b.s) AND a.k = b.k",
    "SELECT count(*), sum(coalesce(a.id, 7) * 31 + coalesce(b.id, 5)) FROM a FULL JOIN b ON octet_intersects(a.s, b.s)",
    "SELECT count(*), sum(id) FROM a WHERE EXISTS (SELECT 1 FROM b WHERE octet_intersects(a.s, b.s))",
    "SELECT count(*), sum(id) FROM a WHERE NOT EXISTS (SELECT 1 FROM b WHERE octet_intersects(a.s, b.s))",
    "SELECT count(*), sum(id) FROM b WHERE k = 1 OR EXISTS (SELECT 1 FROM a WHERE octet_intersects(a.s, b.s))",
    "SELECT a.k, count(*) AS n FROM a JOIN b ON octet_intersects(disk(a.s['x'], a.s['y'], 9), b.s) GROUP BY a.k ORDER BY a.k",
];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_workers_answer_as_one_process() {
    let folder = tempfile::tempdir().unwrap();
    write_tables(folder.path(), 3000).await;
    let workers = [WorkerProcess::start(), WorkerProcess::start()];
    let cluster = cluster(&[&workers[0], &workers[1]], folder.path()).await;
    for mode in ["partitioned", "broadcast"] {
        cluster.sql(&format!("SET octet.join.mode = '{mode}'")).await.unwrap();
        for sql in QUERIES {
            let plan = cluster.context().sql(sql).await.unwrap().create_physical_plan().await.unwrap();
            let plan = display_plan_ascii(plan.as_ref(), false);
            assert!(plan.contains("OctetJoinExec"), "{sql}\n{plan}");
            if mode == "partitioned" {
                assert!(plan.contains("mode=Partitioned"), "{sql}\n{plan}");
                assert!(plan.matches("NetworkShuffleExec").count() >= 2, "{sql}\n{plan}");
            }
            let answer =
                cluster.sql(sql).await.unwrap_or_else(|error| panic!("{mode} {sql}: {error}\n{plan}"));
            assert_eq!(text(&answer.batches), here(folder.path(), sql).await, "{mode} {sql}\n{plan}");
            assert_eq!(answer.tries, 1);
        }
    }
    // What a query refuses is no loss, and is not asked again.
    let error =
        cluster.sql("SELECT octet_intersects(disk(id, 0, -id), point(0, 0)) FROM a").await.unwrap_err();
    assert!(error.to_string().contains("negative radius"), "{error}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_worker_that_is_killed_changes_no_row() {
    let folder = tempfile::tempdir().unwrap();
    write_tables(folder.path(), 20_000).await;
    let mut workers = [WorkerProcess::start(), WorkerProcess::start()];
    let cluster = cluster(&[&workers[0], &workers[1]], folder.path()).await;
    // Some ten thousand hits a row of the large ones: a while.
    let sql = "SELECT count(*), sum(a.id * 31 + b.id) FROM a JOIN b
        ON octet_intersects(disk(a.s['x'], a.s['y'], a.s['radius'] * 8), b.s)";
    let start = Instant::now();
    let expected = text(&cluster.sql(sql).await.unwrap().batches);
    let whole = start.elapsed();
    assert_eq!(expected, here(folder.path(), sql).await);

    let mut most = 0;
    for part in [0.3, 0.5, 0.7] {
        let asked = {
            let cluster = cluster.clone();
            tokio::spawn(async move { cluster.sql(sql).await })
        };
        tokio::time::sleep(whole.mul_f64(part)).await;
        workers[1].kill();
        let answer = asked.await.unwrap().unwrap();
        assert_eq!(text(&answer.batches), expected, "killed after {part} of {whole:?}");
        most = most.max(answer.tries);
        if most > 1 {
            break;
        }
        // It was done too early: once more, with a new worker at another place.
        workers[1] = WorkerProcess::start();
        let urls = [&workers[0], &workers[1]];
        let again = self::cluster(&urls, folder.path()).await;
        assert_eq!(text(&again.sql(sql).await.unwrap().batches), expected);
    }
    assert!(most > 1, "no worker was killed in the middle");

    workers[0].kill();
    let start = Instant::now();
    let error = cluster.sql(sql).await.unwrap_err();
    assert!(start.elapsed() < Duration::from_secs(10), "{:?}", start.elapsed());
    assert!(error.to_string().contains("no worker answers"), "{error}");
    let of_ours = |error: &(dyn std::error::Error + 'static)| {
        let mut next = Some(error);
        std::iter::from_fn(|| {
            let now = next?;
            next = now.source();
            Some(now)
        })
        .any(|error| matches!(error.downcast_ref(), Some(Error::NoWorkers { .. })))
    };
    assert!(of_ours(&error), "{error:?}");
}
