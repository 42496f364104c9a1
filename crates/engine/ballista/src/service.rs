//! A scheduler and an executor with octet's functions and joins.

use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use ballista_core::config::TaskSchedulingPolicy;
use ballista_core::error::BallistaError;
use ballista_core::extension::SessionConfigExt;
use ballista_core::ids::new_instance_id;
use ballista_core::optimizer::ballista_default_optimizer_rules;
use ballista_core::registry::BallistaFunctionRegistry;
use ballista_executor::executor_process::{ExecutorProcessConfig, start_executor_process};
use ballista_scheduler::cluster::BallistaCluster;
use ballista_scheduler::config::SchedulerConfig;
use ballista_scheduler::scheduler_process::{create_scheduler, start_grpc_service_with_listener};
use datafusion::execution::{SessionState, SessionStateBuilder};
use datafusion::prelude::SessionConfig;
use datafusion_proto::protobuf::{LogicalPlanNode, PhysicalPlanNode};
use octet_datafusion::OctetOptions;
use tokio::net::TcpListener;
use url::Url;

use crate::{EXECUTOR, PlanCodec};

/// Seconds between two reports of an executor.
const REPORTED: u64 = 1;

/// The options that a client, a scheduler and an executor start from. Each must know all of them: an option
/// of a client that is not known to an executor is refused there.
pub fn config() -> SessionConfig {
    SessionConfig::new_with_ballista()
        .set_bool("datafusion.execution.parquet.skip_metadata", false)
        .with_option_extension(OctetOptions::default())
        .with_ballista_physical_extension_codec(Arc::new(PlanCodec::default()))
}

/// Plans what a client sends.
fn planning_session(config: SessionConfig) -> SessionState {
    let state = SessionStateBuilder::new().with_default_features().with_config(config);
    let state = state.with_optimizer_rules(ballista_default_optimizer_rules());
    octet_datafusion::register(state).build()
}

/// Runs a scheduler at this address. It gives no more tasks to an executor that has not reported for as long as
/// `patience`, at least two seconds.
///
/// # Errors
/// What Ballista refuses.
pub async fn schedule(listener: TcpListener, patience: Duration) -> Result<(), BallistaError> {
    let address = listener.local_addr()?;
    let config = SchedulerConfig {
        bind_host: address.ip().to_string(),
        external_host: address.ip().to_string(),
        bind_port: address.port(),
        scheduling_policy: TaskSchedulingPolicy::PushStaged,
        executor_timeout_seconds: patience.as_secs().max(2 * REPORTED),
        expire_dead_executor_interval_seconds: REPORTED,
        override_config_producer: Some(Arc::new(config)),
        override_session_builder: Some(Arc::new(|config| Ok(planning_session(config)))),
        override_physical_codec: Some(Arc::new(PlanCodec::default())),
        ..Default::default()
    };
    config.validate()?;
    let cluster = BallistaCluster::new_from_config(&config).await?;
    let scheduler = create_scheduler::<LogicalPlanNode, PhysicalPlanNode>(cluster, Arc::new(config)).await?;
    start_grpc_service_with_listener(listener, scheduler).await
}

/// What an executor is told when it starts.
#[derive(Clone, Debug)]
pub struct ExecutorOptions {
    /// The address at which others fetch rows from it; the next port is that of its tasks.
    pub listen: SocketAddr,
    /// The scheduler: `http://host:50050`.
    pub scheduler: Url,
    /// How many tasks it runs at a time.
    pub threads: usize,
    /// The memory that its tasks may take together, in bytes; 70 percent of the machine's if not given.
    pub memory: Option<u64>,
    /// Where rows wait for other tasks; a folder of the system's for temporary files if not given.
    pub folder: Option<PathBuf>,
}

/// Runs an executor.
///
/// # Errors
/// What Ballista refuses; no scheduler.
pub async fn execute(options: ExecutorOptions) -> Result<(), BallistaError> {
    let ExecutorOptions { listen, scheduler, threads, memory, folder } = options;
    let functions = BallistaFunctionRegistry::from(&octet_datafusion::context().state());
    let host = match listen.ip() {
        IpAddr::V6(ip) => format!("[{ip}]"),
        IpAddr::V4(ip) => ip.to_string(),
    };
    let config = ExecutorProcessConfig {
        executor_id: format!("{EXECUTOR}{}", new_instance_id()),
        bind_host: host.clone(),
        external_host: Some(host),
        port: listen.port(),
        grpc_port: listen.port().saturating_add(1),
        scheduler_host: scheduler.host_str().unwrap_or_default().into(),
        scheduler_port: scheduler.port().unwrap_or(50050),
        scheduler_connect_timeout_seconds: 10,
        vcores: threads,
        task_scheduling_policy: TaskSchedulingPolicy::PushStaged,
        work_dir: folder.map(|folder| folder.display().to_string()),
        executor_heartbeat_interval_seconds: REPORTED,
        memory_pool_size: memory,
        override_config_producer: Some(Arc::new(config)),
        override_function_registry: Some(Arc::new(functions)),
        override_physical_codec: Some(Arc::new(PlanCodec::default())),
        ..Default::default()
    };
    start_executor_process(Arc::new(config)).await
}
