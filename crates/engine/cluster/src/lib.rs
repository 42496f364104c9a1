//! Octet's SQL on several machines, by datafusion-distributed.
//!
//! Each machine runs `octet-worker`. A [`Cluster`] plans a query here, its tasks run there, and where a
//! worker is lost the whole query runs anew on those that are left: the engine reports a loss as an error,
//! and nothing is given out before a query is complete, so no row comes twice and none is missing.
#![forbid(unsafe_code)]

mod codec;

use std::collections::BTreeSet;
use std::net::{TcpStream, ToSocketAddrs};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use datafusion::arrow::array::RecordBatch;
use datafusion::arrow::datatypes::SchemaRef;
use datafusion::common::{DataFusionError, Result};
use datafusion::execution::SessionStateBuilder;
use datafusion::execution::runtime_env::RuntimeEnv;
use datafusion::logical_expr::LogicalPlan;
use datafusion::physical_expr::Distribution;
use datafusion::physical_plan::ExecutionPlan;
use datafusion::physical_plan::coalesce_partitions::CoalescePartitionsExec;
use datafusion::physical_plan::sorts::sort_preserving_merge::SortPreservingMergeExec;
use datafusion::prelude::{DataFrame, SessionConfig, SessionContext};
use datafusion_distributed::{
    DesiredTaskCountEvent, DesiredTaskCountEventResponse, DistributedExt, SessionStateBuilderExt, Worker,
    WorkerQueryContext, WorkerResolver,
};
use octet_datafusion::{Mode, ModeOption, OctetJoinExec, OctetOptions};
use url::Url;

pub use codec::Codec;

/// How often a query runs at most.
const TRIES: usize = 3;
/// How long a worker may take to accept a connection, before it counts as lost.
const PATIENCE: Duration = Duration::from_secs(2);

/// After an error, how long it takes until a worker that has ended does not answer any more.
const SETTLED: Duration = Duration::from_millis(200);

/// What a cluster cannot answer.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// No worker is left.
    #[error("no worker answers: {workers}; start `octet-worker` on each machine")]
    NoWorkers {
        /// All that were given.
        workers: String,
    },
    /// Workers were lost in each run.
    #[error("the query ran {tries} times and each time a worker was lost, last {worker}: {source}")]
    WorkersLost {
        /// How often the query ran.
        tries: usize,
        /// The worker that does not answer any more, or all if each does again.
        worker: String,
        /// What the engine said.
        source: Box<DataFusionError>,
    },
}

/// The workers of a cluster, and which of them were lost.
#[derive(Clone)]
struct Workers {
    urls: Vec<Url>,
    lost: Arc<Mutex<BTreeSet<Url>>>,
}

impl Workers {
    /// Asks each worker again. Those that are lost now and were not before.
    fn look(&self) -> Vec<Url> {
        let lost: BTreeSet<Url> = self.urls.iter().filter(|url| !answers(url)).cloned().collect();
        let mut known = self.lost.lock().unwrap_or_else(PoisonError::into_inner);
        let new = lost.difference(&known).cloned().collect();
        *known = lost;
        new
    }

    fn names(urls: &[Url]) -> String {
        urls.iter().map(Url::as_str).collect::<Vec<_>>().join(", ")
    }
}

fn answers(url: &Url) -> bool {
    let address = (url.host_str().unwrap_or_default(), url.port_or_known_default().unwrap_or_default());
    let addresses = address.to_socket_addrs().into_iter().flatten();
    addresses.into_iter().any(|address| TcpStream::connect_timeout(&address, PATIENCE).is_ok())
}

impl WorkerResolver for Workers {
    fn get_urls(&self) -> Result<Vec<Url>> {
        let lost = self.lost.lock().unwrap_or_else(PoisonError::into_inner);
        let urls: Vec<Url> = self.urls.iter().filter(|url| !lost.contains(url)).cloned().collect();
        if urls.is_empty() {
            let workers = Self::names(&self.urls);
            return Err(DataFusionError::External(Box::new(Error::NoWorkers { workers })));
        }
        Ok(urls)
    }
}

/// A session whose queries run on workers.
#[derive(Clone)]
pub struct Cluster {
    context: SessionContext,
    workers: Workers,
}

/// A complete answer.
#[derive(Debug)]
pub struct Answer {
    /// The schema of the rows.
    pub schema: SchemaRef,
    /// All rows.
    pub batches: Vec<RecordBatch>,
    /// How often the query ran.
    pub tries: usize,
}

impl Cluster {
    /// A session on these workers.
    ///
    /// # Errors
    /// Options that the engine refuses.
    pub fn new(
        urls: impl IntoIterator<Item = Url>,
        config: SessionConfig,
        runtime: Arc<RuntimeEnv>,
    ) -> Result<Self> {
        let workers = Workers { urls: urls.into_iter().collect(), lost: Arc::default() };
        let state = SessionStateBuilder::new().with_default_features().with_config(config);
        let mut state = octet_datafusion::register(state.with_runtime_env(runtime));
        let options = state.config().get_or_insert_default().options_mut();
        let mut octet = options.extensions.get::<OctetOptions>().cloned().unwrap_or_default();
        // What is broadcast is held in one task: regions are what many tasks can share.
        if octet.join.mode == ModeOption::Auto {
            octet.join.mode = ModeOption::Partitioned;
        }
        let state = state
            .with_distributed_option_extension(octet)
            .with_distributed_worker_resolver(workers.clone())
            .with_distributed_planner()
            .with_distributed_user_codec(Codec)
            .with_distributed_desired_task_count_handler(one_task_for_one_partition);
        Ok(Self { context: SessionContext::new_with_state(state.build()), workers })
    }

    /// The session, in which tables are registered. Queries that it runs itself are not run again.
    pub fn context(&self) -> &SessionContext {
        &self.context
    }

    /// Runs a query. After the loss of a worker it runs anew on those that are left, three times at most; one
    /// that writes does not.
    ///
    /// # Errors
    /// What the query refuses; [`Error`].
    pub async fn sql(&self, sql: &str) -> Result<Answer> {
        let mut tries = 0;
        loop {
            self.workers.look();
            tries += 1;
            let rows = self.context.sql(sql).await?;
            // What writes is not done again: a part of it may be there.
            let only_reads = !matches!(
                rows.logical_plan(),
                LogicalPlan::Copy(_) | LogicalPlan::Dml(_) | LogicalPlan::Ddl(_) | LogicalPlan::Statement(_)
            );
            let error = match collect(rows).await {
                Ok((schema, batches)) => return Ok(Answer { schema, batches, tries }),
                Err(error) if only_reads => error,
                Err(error) => return Err(error),
            };
            // A process that ends closes its connections before the address that it listens at.
            tokio::time::sleep(SETTLED).await;
            let lost = self.workers.look();
            if lost.is_empty() && !is_of_transport(&error) {
                return Err(error);
            }
            if tries == TRIES {
                let worker = Workers::names(if lost.is_empty() { &self.workers.urls } else { &lost });
                let error = Error::WorkersLost { tries, worker, source: Box::new(error) };
                return Err(DataFusionError::External(Box::new(error)));
            }
        }
    }
}

async fn collect(rows: DataFrame) -> Result<(SchemaRef, Vec<RecordBatch>)> {
    let schema = SchemaRef::new(rows.schema().as_arrow().clone());
    Ok((schema, rows.collect().await?))
}

/// Whether a connection has failed, and not the query. Of an error that has passed through a worker, only the
/// text is left.
fn is_of_transport(error: &DataFusionError) -> bool {
    const TEXTS: [&str; 4] =
        ["h2 protocol error", "transport error", "error trying to connect", "connection closed"];
    let mut next: Option<&(dyn std::error::Error + 'static)> = Some(error);
    while let Some(error) = next {
        if error.is::<tonic::Status>() || error.is::<tonic::transport::Error>() {
            return true;
        }
        next = error.source();
    }
    let text = error.to_string();
    TEXTS.iter().any(|of_transport| text.contains(of_transport))
}

/// Keeps to one task what must see all rows in one partition.
///
/// Rows of a join of ours that are held by all partitions together, or meet in one, are all rows only where
/// one task reads them. So are those of any node that asks for a single partition and gets one as it is: each
/// of two tasks would take its part of the file for all of it. Where partitions are gathered there is a
/// boundary, and the gathered rows are those of all tasks.
fn one_task_for_one_partition(
    event: DesiredTaskCountEvent<'_>,
) -> Option<Result<DesiredTaskCountEventResponse>> {
    let node = event.plan;
    let is_gathered = |child: &Arc<dyn ExecutionPlan>| {
        child.is::<CoalescePartitionsExec>() || child.is::<SortPreservingMergeExec>()
    };
    let requirements = node.input_distribution_requirements();
    let mut inputs = requirements.per_child_distributions().zip(node.children());
    let is_held =
        node.downcast_ref::<OctetJoinExec>().is_some_and(|node| node.join().mode != Mode::Partitioned);
    let needs_one =
        inputs.any(|(wanted, child)| matches!(wanted, Distribution::SinglePartition) && !is_gathered(child));
    (is_held || needs_one).then(|| Ok(DesiredTaskCountEventResponse::maximum(1)))
}

/// The service of a worker, with octet's functions and joins.
pub fn worker(runtime: Arc<RuntimeEnv>) -> Worker {
    let session = async |context: WorkerQueryContext| {
        let state = context.builder.with_distributed_user_codec(Codec);
        let state = state.with_distributed_option_extension_from_headers::<OctetOptions>(&context.headers)?;
        Ok(octet_datafusion::register(state).build())
    };
    Worker::from_session_builder(session).with_runtime_env(runtime)
}
