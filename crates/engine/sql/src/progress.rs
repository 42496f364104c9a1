//! How far a query is, on a terminal.

use std::future::Future;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use datafusion::physical_plan::statistics::StatisticsContext;
use datafusion::physical_plan::{ExecutionPlan, StatisticsArgs};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use tokio::time::{Instant, MissedTickBehavior, interval_at};

/// How long a query may take before anything is shown of it, and between two looks at it.
const WAIT: Duration = Duration::from_millis(500);
const STEP: Duration = Duration::from_millis(100);

const OF_ROWS: &str = "{elapsed_precise} {wide_bar} {human_pos} of {human_len} rows read";
const OF_TIME: &str = "{elapsed_precise} {spinner} {msg}";

/// Runs a plan, and shows how many rows of its files are read.
pub async fn of_plan<T>(plan: &Arc<dyn ExecutionPlan>, is_quiet: bool, run: impl Future<Output = T>) -> T {
    let bar = if let Some(all) = rows_of_leaves(plan).filter(|&rows| rows > 0) {
        bar(ProgressBar::with_draw_target(Some(all), target(is_quiet)), OF_ROWS)
    } else {
        bar(ProgressBar::with_draw_target(None, target(is_quiet)), OF_TIME)
    };
    watched(&bar, || bar.set_position(rows_read(plan)), run).await
}

/// Runs what says nothing of itself, and shows how long it takes.
pub async fn of_time<T>(message: String, is_quiet: bool, run: impl Future<Output = T>) -> T {
    let bar = bar(ProgressBar::with_draw_target(None, target(is_quiet)), OF_TIME).with_message(message);
    watched(&bar, || bar.tick(), run).await
}

async fn watched<T>(bar: &ProgressBar, show: impl Fn(), run: impl Future<Output = T>) -> T {
    let mut run = pin!(run);
    let mut looks = interval_at(Instant::now() + WAIT, STEP);
    looks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            outcome = &mut run => {
                bar.finish_and_clear();
                return outcome;
            }
            _ = looks.tick() => show(),
        }
    }
}

/// The standard error stream, if it is a terminal.
fn target(is_quiet: bool) -> ProgressDrawTarget {
    if is_quiet { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() }
}

fn bar(bar: ProgressBar, template: &str) -> ProgressBar {
    match ProgressStyle::with_template(template) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

/// The rows that a plan reads, as far as that is known before; a file that it reads twice counts twice.
fn rows_of_leaves(plan: &Arc<dyn ExecutionPlan>) -> Option<u64> {
    let children = plan.children();
    if children.is_empty() {
        let statistics = StatisticsContext::new().compute(plan.as_ref(), &StatisticsArgs::new()).ok()?;
        return statistics.num_rows.get_value().map(|&rows| rows as u64);
    }
    children.into_iter().map(rows_of_leaves).sum()
}

/// The rows that leaves of a plan gave until now.
fn rows_read(plan: &Arc<dyn ExecutionPlan>) -> u64 {
    let children = plan.children();
    if children.is_empty() {
        return plan.metrics().and_then(|metrics| metrics.output_rows()).unwrap_or(0) as u64;
    }
    children.into_iter().map(rows_read).sum()
}

#[cfg(test)]
mod tests {
    use datafusion::physical_plan::collect;
    use datafusion::prelude::ParquetReadOptions;

    use super::*;

    #[tokio::test]
    async fn rows_of_files_are_counted_before_and_after() {
        let folder = tempfile::tempdir().unwrap();
        let ctx = octet_datafusion::context();
        for (name, rows) in [("a", 300), ("b", 200)] {
            let path = folder.path().join(name).with_extension("parquet").display().to_string();
            let shapes = format!("SELECT disk(value::real, 0, 1) AS s FROM range({rows})");
            ctx.sql(&format!("COPY ({shapes}) TO '{path}'")).await.unwrap().collect().await.unwrap();
            ctx.register_parquet(name, path, ParquetReadOptions::default()).await.unwrap();
        }
        // In mode partitioned the owner is read twice.
        for (mode, rows) in [("broadcast", 500), ("partitioned", 500 + 2 * 300)] {
            ctx.sql(&format!("SET octet.join.mode = '{mode}'")).await.unwrap();
            let query = "SELECT count(*) FROM a JOIN b ON octet_intersects(a.s, b.s)";
            let plan = ctx.sql(query).await.unwrap().create_physical_plan().await.unwrap();
            assert_eq!((rows_of_leaves(&plan), rows_read(&plan)), (Some(rows), 0), "{mode}");
            let run = collect(plan.clone(), ctx.task_ctx());
            of_plan(&plan, true, run).await.unwrap();
            assert_eq!(rows_read(&plan), rows, "{mode}");
        }
    }
}
