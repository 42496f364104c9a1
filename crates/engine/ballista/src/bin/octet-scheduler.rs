//! `octet-scheduler`: plans queries of Ballista clients, and gives their tasks to executors.
#![forbid(unsafe_code)]

use std::net::SocketAddr;
use std::time::Duration;

use anyhow::{Context, Result};
use clap::Parser;
use tokio::net::TcpListener;

/// Plans queries, and gives their tasks to those that run octet-executor.
///
/// A scheduler does not check who connects: listen where only your machines are.
#[derive(Parser)]
#[command(version)]
struct Args {
    /// Where to listen; port 0 is any that is free
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:50050")]
    listen: SocketAddr,
    /// How long an executor may be silent until it gets no more tasks
    #[arg(long, value_name = "SECONDS", default_value = "10")]
    patience: u64,
}

#[tokio::main]
async fn main() -> Result<()> {
    let args = Args::parse();
    let listener = TcpListener::bind(args.listen).await.with_context(|| format!("{}", args.listen))?;
    println!("octet-scheduler listens on http://{}", listener.local_addr()?);
    Ok(octet_ballista::schedule(listener, Duration::from_secs(args.patience)).await?)
}
