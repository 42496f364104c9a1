//! Memory that is refused, rows that are spilled, and queries that are dropped.

mod common;

use std::sync::Arc;
use std::time::{Duration, Instant};

use common::{Random, rows, sorted, table};
use datafusion::arrow::array::RecordBatch;
use datafusion::execution::memory_pool::FairSpillPool;
use datafusion::execution::runtime_env::{RuntimeEnv, RuntimeEnvBuilder};
use datafusion::physical_plan::{ExecutionPlan, collect};
use datafusion::prelude::{SessionConfig, SessionContext};
use futures::StreamExt;
use octet_arrow::ShapeKind;
use octet_datafusion::OctetOptions;

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

/// Every row with every row, of which nobody reads more than the first.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_query_that_is_dropped_leaves_no_task_and_no_memory() {
    for mode in ["broadcast", "partitioned"] {
        let ctx = session(mode, limited(1 << 30));
        tables(&ctx, 50_000);
        let sql = "SELECT l.id, r.id FROM a l JOIN b r ON octet_intersects(
            disk(l.s['x'], l.s['y'], 1000), disk(r.s['x'], r.s['y'], 1000))";
        let start = Instant::now();
        let mut stream = ctx.sql(sql).await.unwrap().execute_stream().await.unwrap();
        assert!(stream.next().await.unwrap().unwrap().num_rows() > 0);
        drop(stream);
        let pool = ctx.runtime_env().memory_pool.clone();
        while pool.reserved() > 0 || tokio::runtime::Handle::current().metrics().num_alive_tasks() > 0 {
            assert!(start.elapsed() < Duration::from_mins(1), "{mode}: it goes on");
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        // As LIMIT does.
        let few = ctx.sql(&format!("{sql} LIMIT 3")).await.unwrap().collect().await.unwrap();
        assert_eq!(few.iter().map(RecordBatch::num_rows).sum::<usize>(), 3);
    }
}
