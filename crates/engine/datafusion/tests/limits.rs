//! Memory that is refused, rows that are spilled, pairs that are too many, and queries that are dropped.

mod common;

use std::sync::Arc;
use std::time::{Duration, Instant};

use common::{Random, rows, sorted, table};
use datafusion::arrow::array::RecordBatch;
use datafusion::common::DataFusionError;
use datafusion::execution::memory_pool::FairSpillPool;
use datafusion::execution::runtime_env::{RuntimeEnv, RuntimeEnvBuilder};
use datafusion::physical_plan::{ExecutionPlan, collect};
use datafusion::prelude::{ParquetReadOptions, SessionConfig, SessionContext};
use futures::StreamExt;
use octet_arrow::ShapeKind;
use octet_datafusion::{Error, OctetOptions};

const MIB: usize = 1 << 20;

fn session(mode: &str, runtime: Arc<RuntimeEnv>) -> SessionContext {
    let mut config = SessionConfig::new()
        .with_target_partitions(2)
        .with_batch_size(1024)
        .with_option_extension(OctetOptions::default())
        .with_sort_spill_reservation_bytes(MIB / 4);
    config.options_mut().set("octet.join.mode", mode).unwrap();
    config.options_mut().set("octet.join.batch_rows", "8192").unwrap();
    octet_datafusion::context_on(config, runtime)
}

fn limited(bytes: usize) -> Arc<RuntimeEnv> {
    let pool = Arc::new(FairSpillPool::new(bytes));
    Arc::new(RuntimeEnvBuilder::new().with_memory_pool(pool).build().unwrap())
}

fn tables(ctx: &SessionContext, count: usize) {
    for (name, seed) in [("a", 9), ("b", 10)] {
        let rows = rows(ShapeKind::Disk, count, &mut Random(seed));
        ctx.register_table(name, table(&rows, 2, 1024)).unwrap();
    }
}

/// Far from each other by their numbers, and larger than the shapes: a few hits a row.
const QUERY: &str = "SELECT count(*), sum(l.id + 3 * r.id), min(l.pad), max(r.pad)
    FROM (SELECT *, repeat('x', 60) AS pad FROM a) l JOIN (SELECT *, repeat('y', 60) AS pad FROM b) r
    ON octet_intersects(
        disk((l.s['x'] + (l.id % 300) * 100)::real, (l.s['y'] + (l.id / 300 % 300) * 100)::real, 5),
        disk((r.s['x'] + (r.id % 300) * 100)::real, (r.s['y'] + (r.id / 300 % 300) * 100)::real, 5))";

fn spills(plan: &Arc<dyn ExecutionPlan>) -> usize {
    let own = plan.metrics().and_then(|metrics| metrics.spill_count()).unwrap_or(0);
    own + plan.children().into_iter().map(spills).sum::<usize>()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_small_pool_spills_in_mode_partitioned_and_refuses_in_mode_broadcast() {
    let free = session("partitioned", Arc::default());
    tables(&free, 100_000);
    let expected = sorted(free.sql(QUERY).await.unwrap()).await.unwrap();

    let small = session("partitioned", limited(16 * MIB));
    tables(&small, 100_000);
    let plan = small.sql(QUERY).await.unwrap().create_physical_plan().await.unwrap();
    let found = collect(plan.clone(), small.task_ctx()).await.unwrap();
    assert!(spills(&plan) > 0, "nothing was spilled");
    drop(plan);
    let found = small.read_batches(found).unwrap();
    assert_eq!(sorted(found).await.unwrap(), expected);
    assert_eq!(small.runtime_env().memory_pool.reserved(), 0);

    let small = session("broadcast", limited(16 * MIB));
    tables(&small, 100_000);
    let error = small.sql(QUERY).await.unwrap().collect().await.unwrap_err().to_string();
    assert!(error.contains("an octet join holds") && error.contains("Resources exhausted"), "{error}");
    assert_eq!(small.runtime_env().memory_pool.reserved(), 0);
}

/// Disks of 40 MB with triangles under 8 MiB: while sorts merge what they have spilled, there is memory for a
/// region.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_five_times_as_large_as_the_pool_is_joined() {
    let folder = tempfile::tempdir().unwrap();
    let free = octet_datafusion::context();
    let tables = [
        ("a", 2_000_000, "disk(x, y, 0.25)"),
        ("b", 50_000, "triangle(x, y, (x + 0.5)::real, y, x, (y + 0.5)::real)"),
    ];
    for (name, rows, shape) in tables {
        let path = folder.path().join(name).with_extension("parquet");
        let sql = format!(
            "COPY (SELECT id, {shape} AS s FROM (SELECT value AS id, (value * 7919 % 1000003 / 700.0)::real AS x,
                (value * 104729 % 1000003 / 700.0)::real AS y FROM range({rows}))) TO '{}'",
            path.display()
        );
        free.sql(&sql).await.unwrap().collect().await.unwrap();
    }
    let query = "SELECT count(*), sum(a.id + 3 * b.id) FROM a JOIN b ON octet_intersects(a.s, b.s)";
    let mut answers = Vec::new();
    for (ctx, is_small) in [(free, false), (session("partitioned", limited(8 * MIB)), true)] {
        for (name, ..) in tables {
            let path = folder.path().join(name).with_extension("parquet").display().to_string();
            ctx.register_parquet(name, path, ParquetReadOptions::default()).await.unwrap();
        }
        ctx.sql("SET datafusion.execution.sort_spill_reservation_bytes = 65536").await.unwrap();
        ctx.sql("SET octet.join.regions_per_partition = 128").await.unwrap();
        let plan = ctx.sql(query).await.unwrap().create_physical_plan().await.unwrap();
        let found = collect(plan.clone(), ctx.task_ctx()).await.unwrap();
        assert_eq!(spills(&plan) > 0, is_small);
        answers.push(sorted(ctx.read_batches(found).unwrap()).await.unwrap());
    }
    assert_eq!(answers[0], answers[1]);
}

/// Waits until no task is left, and no memory is reserved.
async fn all_ends(ctx: &SessionContext, mode: &str) {
    let (start, pool) = (Instant::now(), ctx.runtime_env().memory_pool.clone());
    while pool.reserved() > 0 || tokio::runtime::Handle::current().metrics().num_alive_tasks() > 0 {
        assert!(start.elapsed() < Duration::from_mins(1), "{mode}: it goes on");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

/// Every row with every row, of which nobody reads more than the first.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_query_that_is_dropped_leaves_no_task_and_no_memory() {
    for mode in ["broadcast", "partitioned"] {
        let ctx = session(mode, limited(1 << 30));
        tables(&ctx, 50_000);
        let sql = "SELECT l.id, r.id FROM a l JOIN b r ON octet_intersects(
            disk(l.s['x'], l.s['y'], 1000), disk(r.s['x'], r.s['y'], 1000))";
        let mut stream = ctx.sql(sql).await.unwrap().execute_stream().await.unwrap();
        assert!(stream.next().await.unwrap().unwrap().num_rows() > 0);
        drop(stream);
        all_ends(&ctx, mode).await;
        // As LIMIT does.
        let few = ctx.sql(&format!("{sql} LIMIT 3")).await.unwrap().collect().await.unwrap();
        assert_eq!(few.iter().map(RecordBatch::num_rows).sum::<usize>(), 3);
    }
}

/// Whether an error of ours of this kind is below one of the engine's.
fn is_ours(error: &DataFusionError, is_wanted: impl Fn(&Error) -> bool) -> bool {
    let mut next: Option<&(dyn std::error::Error + 'static)> = Some(error);
    while let Some(error) = next {
        if error.downcast_ref().is_some_and(&is_wanted) {
            return true;
        }
        next = error.source();
    }
    false
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn more_pairs_than_a_limit_are_an_error_that_names_the_option() {
    for mode in ["broadcast", "partitioned"] {
        let ctx = session(mode, Arc::default());
        tables(&ctx, 3000);
        let ask = async |at_most: usize| {
            ctx.sql(&format!("SET octet.join.at_most = {at_most}")).await.unwrap();
            let join = "SELECT l.id FROM a l JOIN b r ON octet_intersects(l.s, r.s) AND l.id <> r.id";
            let rows = ctx.sql(join).await.unwrap().collect().await;
            rows.map(|batches| batches.iter().map(RecordBatch::num_rows).sum::<usize>())
        };
        let pairs = ask(usize::MAX).await.unwrap();
        assert!(pairs > 3000, "{pairs}");
        assert_eq!(ask(pairs).await.unwrap(), pairs, "{mode}");
        for at_most in [0, pairs - 1] {
            let error = ask(at_most).await.unwrap_err();
            let wanted =
                |error: &Error| matches!(error, Error::TooManyPairs { at_most: n } if *n == at_most as u64);
            assert!(is_ours(&error, wanted), "{error:?}");
            let wanted = format!(
                "an octet join found more than {at_most} pairs, which octet.join.at_most does not allow"
            );
            assert!(error.to_string().contains(&wanted), "{error}");
        }
    }
}

/// Every row with every row: 24 bytes for each of some million pairs at a time.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pairs_on_their_way_are_reserved() {
    for mode in ["broadcast", "partitioned"] {
        let ctx = session(mode, limited(64 * MIB));
        tables(&ctx, 20_000);
        // Of regions that are smaller, the pairs on their way are fewer.
        ctx.sql("SET octet.join.regions_per_partition = 16").await.unwrap();
        let all = |rows: &str| {
            format!(
                "SELECT count(l.id + r.id) FROM a l JOIN (SELECT * FROM b WHERE {rows}) r ON octet_intersects(
                    disk(l.s['x'], l.s['y'], 1000), disk(r.s['x'], r.s['y'], 1000))"
            )
        };
        let error = ctx.sql(&all("true")).await.unwrap().collect().await.unwrap_err().to_string();
        assert!(error.contains("octet.join.batch_rows") && error.contains("octet join: pairs"), "{error}");
        all_ends(&ctx, mode).await;

        let plan = ctx.sql(&all("id < 60")).await.unwrap().create_physical_plan().await.unwrap();
        collect(plan.clone(), ctx.task_ctx()).await.unwrap();
        let join = join_of(&plan).unwrap();
        let metric = |name| join.metrics().unwrap().sum_by_name(name).unwrap().as_usize();
        assert!(metric("peak_memory") > MIB, "{mode} {}", metric("peak_memory"));
        assert!(metric("candidates") >= metric("pairs"), "{mode}");
        assert_eq!(metric("undecided"), 0, "{mode}");
    }
}

fn join_of(plan: &Arc<dyn ExecutionPlan>) -> Option<Arc<dyn ExecutionPlan>> {
    if plan.name() == "OctetJoinExec" {
        return Some(plan.clone());
    }
    plan.children().into_iter().find_map(join_of)
}

/// Disks in a row, of which each touches the next: f32 does not decide that.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn candidates_that_f32_does_not_decide_are_counted() {
    for mode in ["broadcast", "partitioned"] {
        let ctx = session(mode, Arc::default());
        let disks = "(SELECT value AS id, disk(value::real, 0, 0.5) AS s FROM range(1000))";
        let query = format!("SELECT l.id, r.id FROM {disks} l JOIN {disks} r ON octet_intersects(l.s, r.s)");
        let plan = ctx.sql(&query).await.unwrap().create_physical_plan().await.unwrap();
        let rows = collect(plan.clone(), ctx.task_ctx()).await.unwrap();
        let Some(join) = join_of(&plan) else { panic!("{mode}: no join of ours") };
        let metric = |name| join.metrics().unwrap().sum_by_name(name).unwrap().as_usize();
        let pairs = rows.iter().map(RecordBatch::num_rows).sum::<usize>();
        assert_eq!((pairs, metric("pairs")), (1000 + 2 * 999, pairs), "{mode}");
        assert!(metric("candidates") >= pairs && metric("undecided") >= 2 * 999, "{mode}");
        assert!(metric("undecided") < metric("candidates"), "{mode}");
    }
}
