//! `octet-worker`: runs the tasks of queries that `octet-sql --worker URL` asks.
#![forbid(unsafe_code)]

use std::net::SocketAddr;
use std::sync::Arc;

use anyhow::{Context, Result};
use clap::Parser;
use datafusion::execution::memory_pool::FairSpillPool;
use datafusion::execution::runtime_env::RuntimeEnvBuilder;
use tokio::net::TcpListener;
use tokio_stream::wrappers::TcpListenerStream;
use tonic::transport::Server;

/// Runs the tasks of queries that octet-sql --worker URL asks.
///
/// A worker reads the files that a query names by itself, so each needs the same paths or URLs. It asks
/// nobody who they are: listen where only your machines are.
#[derive(Parser)]
#[command(version)]
struct Args {
    /// Where to listen; port 0 is any that is free
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8080")]
    listen: SocketAddr,
    /// The memory that queries may take, in MiB; what is more is spilled to disk, or refused
    #[arg(long, value_name = "MIB")]
    memory: Option<usize>,
}

#[tokio::main]
async fn main() -> Result<()> {
    let args = Args::parse();
    let mut runtime = RuntimeEnvBuilder::new();
    if let Some(mib) = args.memory {
        runtime = runtime.with_memory_pool(Arc::new(FairSpillPool::new(mib << 20)));
    }
    let worker = octet_cluster::worker(Arc::new(runtime.build()?));
    let listener = TcpListener::bind(args.listen).await.with_context(|| format!("{}", args.listen))?;
    println!("octet-worker listens on http://{}", listener.local_addr()?);
    let service = Server::builder().add_service(worker.into_worker_server());
    Ok(service.serve_with_incoming(TcpListenerStream::new(listener)).await?)
}
