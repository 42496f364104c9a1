//! Octet's SQL on several machines, by Ballista.
//!
//! `octet-scheduler` plans queries, and `octet-executor` runs their tasks on each machine; rows between tasks
//! wait on disks. A [`Cluster`] sends queries to them.
//!
//! Ballista 55 does not survive the loss of an executor: with its adaptive planner, the default, it waits for
//! ever, and with the static one it says success and gives wrong rows. So a [`Cluster`] watches the executors
//! through the scheduler's REST interface. If one that was there at the start of a query is gone before its
//! end, the job is cancelled, what it gave is thrown away, and the whole query runs anew.
#![forbid(unsafe_code)]

mod codec;
mod executors;
mod scheduler;
mod service;

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use ballista::prelude::SessionContextExt;
use ballista_core::config::BALLISTA_JOB_NAME;
use datafusion::arrow::array::RecordBatch;
use datafusion::arrow::datatypes::SchemaRef;
use datafusion::common::{DataFusionError, Result, not_impl_err};
use datafusion::execution::SessionStateBuilder;
use datafusion::logical_expr::{DdlStatement, LogicalPlan};
use datafusion::prelude::{DataFrame, SessionConfig, SessionContext};
use url::Url;

pub use codec::PlanCodec;
use executors::Watch;
use scheduler::{Executor, Scheduler, addresses};
pub use service::{ExecutorOptions, config, execute, schedule};

/// How often a query runs at most.
const TRIES: usize = 3;
/// How long an executor may not be heard of, before it counts as lost.
const PATIENCE: Duration = Duration::from_secs(10);
/// How the names of our executors begin.
const EXECUTOR: &str = concat!("octet-", env!("CARGO_PKG_VERSION"), "-");
/// Between two looks at the executors.
const STEP: Duration = Duration::from_millis(250);

/// What a cluster cannot answer.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// No scheduler answers.
    #[error("no scheduler answers at {scheduler}: start octet-scheduler ({source})")]
    NoScheduler {
        /// Its address.
        scheduler: Url,
        /// What failed.
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// A scheduler without executors.
    #[error("no executor is known to {scheduler}: start octet-executor --scheduler {scheduler}")]
    NoExecutors {
        /// The scheduler.
        scheduler: Url,
    },
    /// An executor without octet's functions and joins, or with others.
    #[error(
        "function octet_intersects of octet {} is not known to executor {executor}: start octet-executor of \
         this version there",
        env!("CARGO_PKG_VERSION")
    )]
    NotOctet {
        /// The host and port of the executor.
        executor: String,
    },
    /// An executor was lost in each run.
    #[error("the query ran {tries} times, and each time an executor was lost, last {executor}")]
    ExecutorsLost {
        /// How often the query ran: once, if it writes.
        tries: usize,
        /// The host and port of the executor.
        executor: String,
    },
}

impl From<Error> for DataFusionError {
    fn from(error: Error) -> Self {
        Self::External(Box::new(error))
    }
}

/// A session whose queries run on executors.
#[derive(Clone)]
pub struct Cluster {
    context: SessionContext,
    scheduler: Scheduler,
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

/// How a run ended.
enum Run {
    /// With these rows, or with what the query refuses.
    Ended(Result<(SchemaRef, Vec<RecordBatch>)>),
    /// These executors were lost before its end.
    Lost(Vec<Executor>),
}

impl Cluster {
    /// A session on the executors of a scheduler, `http://host:50050`, with the options of [`config`] and
    /// changes to them.
    ///
    /// # Errors
    /// Options that the engine refuses.
    pub async fn connect(scheduler: Url, config: SessionConfig) -> Result<Self> {
        let state = SessionStateBuilder::new().with_default_features().with_config(config).build();
        let context = SessionContext::remote_with_state(scheduler.as_str(), state).await?;
        // Not before: a remote session begins with functions of its own.
        octet_datafusion::register_functions(&mut *context.state_ref().write())?;
        Ok(Self { context, scheduler: Scheduler::new(scheduler), patience: PATIENCE })
    }

    /// How long an executor may not be heard of before it counts as lost: 10 seconds if not given. Executors
    /// report each second.
    #[must_use]
    pub fn with_patience(self, patience: Duration) -> Self {
        Self { patience, ..self }
    }

    /// The session, in which tables are registered. Queries that it runs itself are not watched, and may give
    /// wrong rows when an executor is lost.
    pub fn context(&self) -> &SessionContext {
        &self.context
    }

    /// Where the executors are that the scheduler knows now.
    ///
    /// # Errors
    /// No scheduler that answers.
    pub async fn executors(&self) -> Result<Vec<String>, Error> {
        Ok(self.scheduler.executors().await?.into_iter().map(|executor| executor.address).collect())
    }

    /// Runs a query. After the loss of an executor it runs anew on those that are left, three times at most;
    /// one that writes does not. It ends when each executor has reported once more, which takes a second.
    ///
    /// # Errors
    /// What the query refuses; [`Error`].
    pub async fn sql(&self, sql: &str) -> Result<Answer> {
        let plan = self.context.state().create_logical_plan(sql).await?;
        match &plan {
            LogicalPlan::Ddl(DdlStatement::CreateMemoryTable(_)) => {
                return not_impl_err!("a table of a query on executors: write it to files by COPY");
            }
            LogicalPlan::Statement(_) | LogicalPlan::Ddl(_) => {
                let (schema, batches) = collect(self.context.execute_logical_plan(plan).await?).await?;
                return Ok(Answer { schema, batches, tries: 1 });
            }
            _ => {}
        }
        let is_repeatable = !matches!(plan, LogicalPlan::Copy(_) | LogicalPlan::Dml(_));
        let mut tries = 0;
        loop {
            tries += 1;
            let lost = match self.run(&plan).await? {
                Run::Ended(rows) => {
                    let (schema, batches) = rows?;
                    return Ok(Answer { schema, batches, tries });
                }
                Run::Lost(lost) => lost,
            };
            if tries == TRIES || !is_repeatable {
                return Err(Error::ExecutorsLost { tries, executor: addresses(&lost) }.into());
            }
            self.scheduler.until_removed(&lost, self.patience).await?;
        }
    }

    /// Runs a plan once, on executors that are watched.
    async fn run(&self, plan: &LogicalPlan) -> Result<Run> {
        static JOBS: AtomicU64 = AtomicU64::new(0);
        let executors = self.scheduler.executors().await?;
        if executors.is_empty() {
            return Err(Error::NoExecutors { scheduler: self.scheduler.url().clone() }.into());
        }
        if let Some(other) = executors.iter().find(|executor| !executor.id.starts_with(EXECUTOR)) {
            return Err(Error::NotOctet { executor: other.address.clone() }.into());
        }
        let mut watch = Watch::new(executors, self.patience);
        let job = format!("octet-{}-{}", std::process::id(), JOBS.fetch_add(1, Relaxed));
        let mut state = self.context.state();
        state.config_mut().options_mut().set(BALLISTA_JOB_NAME, &job)?;
        let outcome = tokio::select! {
            outcome = collect(DataFrame::new(state, plan.clone())) => outcome,
            lost = watch.first_lost(&self.scheduler) => {
                let lost = lost?;
                self.scheduler.cancel(&job).await?;
                return Ok(Run::Lost(lost));
            }
        };
        // Success says nothing of the rows, and an error nothing of its reason, if an executor was lost.
        Ok(match watch.heard_again(&self.scheduler).await? {
            Some(lost) => Run::Lost(lost),
            None => Run::Ended(outcome),
        })
    }
}

async fn collect(rows: DataFrame) -> Result<(SchemaRef, Vec<RecordBatch>)> {
    let schema = SchemaRef::new(rows.schema().as_arrow().clone());
    Ok((schema, rows.collect().await?))
}
