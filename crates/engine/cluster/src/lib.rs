//! Octet's SQL on several machines, by datafusion-distributed.
//!
//! Each machine runs `octet-worker`. A [`Cluster`] plans a query here, its tasks run there, and where a
//! worker is lost the whole query runs anew on those that are left: the engine reports a loss as an error,
//! and nothing is given out before a query is complete, so no row comes twice and none is missing.
#![forbid(unsafe_code)]

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
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
use datafusion_distributed::grpc::{BoxCloneSyncChannel, create_worker_client};
use datafusion_distributed::{
    DesiredTaskCountEvent, DesiredTaskCountEventResponse, DistributedExt, GetWorkerInfoRequest,
    SessionStateBuilderExt, Worker, WorkerQueryContext, WorkerResolver,
};
use futures::future::join_all;
use octet_datafusion::{Codec, Mode, ModeOption, OctetJoinExec, OctetOptions};
use tonic::transport::Endpoint;
use url::Url;

/// How often a query runs at most.
const TRIES: usize = 3;
/// How long a worker may take to answer, before it counts as lost.
const PATIENCE: Duration = Duration::from_secs(10);
/// How long a machine may take to accept a connection, which it does even if its worker is busy.
const CONNECTED: Duration = Duration::from_secs(2);
/// What our workers say of themselves.
const VERSION: &str = concat!("octet ", env!("CARGO_PKG_VERSION"));
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
    /// A worker without octet's functions and joins.
    #[error("function octet_intersects is not known to worker {worker}: start octet-worker there")]
    NotOctet {
        /// The worker.
        worker: Url,
    },
    /// A worker that may read plans differently.
    #[error("worker {worker} is {theirs}, but this is {VERSION}: start octet-worker of the same version")]
    OtherVersion {
        /// The worker.
        worker: Url,
        /// What it says of itself.
        theirs: String,
    },
    /// A worker that has not ended, but does not answer.
    #[error("worker {worker} gave no answer for {patience:?}")]
    Hangs {
        /// The worker.
        worker: String,
        /// How long it was waited for.
        patience: Duration,
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
    /// Asks each worker who it is. Those that are lost now and were not before.
    ///
    /// # Errors
    /// A worker that is not one of ours.
    async fn look(&self, patience: Duration) -> Result<Vec<Url>, Error> {
        let known = self.lost().clone();
        let answers = join_all(self.urls.iter().map(|url| {
            // One that was lost before is not waited for again and again.
            let is_lost = known.contains(url);
            version_of(url, if is_lost { patience.min(CONNECTED) } else { patience })
        }));
        let answers = answers.await;
        let mut lost = BTreeSet::new();
        for (worker, answer) in self.urls.iter().cloned().zip(answers) {
            match answer {
                None => {
                    lost.insert(worker);
                }
                Some(version) if version == VERSION => {}
                Some(theirs) if theirs.starts_with("octet ") => {
                    return Err(Error::OtherVersion { worker, theirs });
                }
                Some(_) => return Err(Error::NotOctet { worker }),
            }
        }
        let new = lost.difference(&known).cloned().collect();
        *self.lost() = lost;
        Ok(new)
    }

    /// Waits until a worker gives no answer, and counts it as lost.
    async fn first_to_hang(&self, patience: Duration) -> Vec<Url> {
        loop {
            tokio::time::sleep(patience / 2).await;
            let urls = self.get_urls().unwrap_or_default();
            let answers = join_all(urls.iter().map(|url| version_of(url, patience))).await;
            let silent = urls.into_iter().zip(answers).filter(|(_, answer)| answer.is_none());
            let silent: Vec<Url> = silent.map(|(url, _)| url).collect();
            if !silent.is_empty() {
                self.lost().extend(silent.iter().cloned());
                return silent;
            }
        }
    }

    fn lost(&self) -> MutexGuard<'_, BTreeSet<Url>> {
        self.lost.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn names(urls: &[Url]) -> String {
        urls.iter().map(Url::as_str).collect::<Vec<_>>().join(", ")
    }
}

/// What a worker says of itself; None if it gives no answer in time. It is asked on a connection of its own:
/// one that was kept may be that of a worker that has ended.
async fn version_of(url: &Url, patience: Duration) -> Option<String> {
    let answer = async {
        let endpoint = Endpoint::from_shared(url.to_string()).ok()?.connect_timeout(CONNECTED.min(patience));
        let channel = BoxCloneSyncChannel::new(endpoint.connect().await.ok()?);
        let answer = create_worker_client(channel).get_worker_info(GetWorkerInfoRequest {}).await;
        Some(answer.ok()?.version)
    };
    tokio::time::timeout(patience, answer).await.ok().flatten()
}

impl WorkerResolver for Workers {
    fn get_urls(&self) -> Result<Vec<Url>> {
        let lost = self.lost();
        let urls: Vec<Url> = self.urls.iter().filter(|url| !lost.contains(url)).cloned().collect();
        if urls.is_empty() {
            let workers = Self::names(&self.urls);
            return Err(external(Error::NoWorkers { workers }));
        }
        Ok(urls)
    }
}

/// A session whose queries run on workers.
#[derive(Clone)]
pub struct Cluster {
    context: SessionContext,
    workers: Workers,
    patience: Duration,
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
        Ok(Self { context: SessionContext::new_with_state(state.build()), workers, patience: PATIENCE })
    }

    /// How long a worker may give no answer before it counts as lost: 10 seconds if not given.
    #[must_use]
    pub fn with_patience(self, patience: Duration) -> Self {
        Self { patience, ..self }
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
        let look = || async { self.workers.look(self.patience).await.map_err(external) };
        look().await?;
        let mut tries = 0;
        loop {
            tries += 1;
            let rows = self.context.sql(sql).await?;
            // What writes is not done again: a part of it may be there.
            let only_reads = !matches!(
                rows.logical_plan(),
                LogicalPlan::Copy(_) | LogicalPlan::Dml(_) | LogicalPlan::Ddl(_) | LogicalPlan::Statement(_)
            );
            // A query that is dropped is cancelled on all workers that answer.
            let (error, lost) = tokio::select! {
                outcome = collect(rows) => match outcome {
                    Ok((schema, batches)) => return Ok(Answer { schema, batches, tries }),
                    Err(error) if !only_reads => return Err(error),
                    Err(error) => {
                        // A process that ends closes its connections before the address that it listens at.
                        tokio::time::sleep(SETTLED).await;
                        (error, look().await?)
                    }
                },
                silent = self.workers.first_to_hang(self.patience) => {
                    let (worker, patience) = (Workers::names(&silent), self.patience);
                    let error = external(Error::Hangs { worker, patience });
                    if !only_reads {
                        return Err(error);
                    }
                    (error, silent)
                }
            };
            if lost.is_empty() && !is_of_transport(&error) {
                return Err(error);
            }
            if tries == TRIES {
                let worker = Workers::names(if lost.is_empty() { &self.workers.urls } else { &lost });
                return Err(external(Error::WorkersLost { tries, worker, source: Box::new(error) }));
            }
        }
    }
}

fn external(error: Error) -> DataFusionError {
    DataFusionError::External(Box::new(error))
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
    Worker::from_session_builder(session).with_runtime_env(runtime).with_version(VERSION)
}
