//! `octet-executor`: runs the tasks that a scheduler gives it.
#![forbid(unsafe_code)]

use std::net::{SocketAddr, TcpListener};
use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use clap::Parser;
use octet_ballista::ExecutorOptions;
use url::Url;

/// Runs the tasks of queries that octet-scheduler plans.
///
/// An executor reads the files that a query names by itself, so each needs the same paths. It does not check
/// who connects: listen where only your machines are.
#[derive(Parser)]
#[command(version)]
struct Args {
    /// Where others fetch rows; the next port is that of tasks. Port 0 is any two that are free
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:50051")]
    listen: SocketAddr,
    /// The scheduler
    #[arg(long, value_name = "URL", default_value = "http://127.0.0.1:50050")]
    scheduler: Url,
    /// How many tasks run at a time [default: as the machine has threads]
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// The memory that tasks may take together, in MiB; what is more is spilled to disk, or refused [default:
    /// 70 percent of the machine's]
    #[arg(long, value_name = "MIB")]
    memory: Option<u64>,
    /// Where rows wait for other tasks [default: a new folder for temporary files]
    #[arg(long, value_name = "DIR")]
    folder: Option<PathBuf>,
}

#[tokio::main]
async fn main() -> Result<()> {
    let Args { listen, scheduler, threads, memory, folder } = Args::parse();
    let listen = if listen.port() == 0 { free_ports(listen)? } else { listen };
    let threads = match threads {
        Some(threads) => threads,
        None => std::thread::available_parallelism()?.get(),
    };
    println!("octet-executor listens on http://{listen} for {scheduler}");
    let memory = memory.map(|mib| mib << 20);
    Ok(octet_ballista::execute(ExecutorOptions { listen, scheduler, threads, memory, folder }).await?)
}

/// A port that is free, and the next one, too.
fn free_ports(at: SocketAddr) -> Result<SocketAddr> {
    for _ in 0..100 {
        let first = TcpListener::bind(at).with_context(|| format!("{at}"))?.local_addr()?;
        if let Some(next) = first.port().checked_add(1)
            && TcpListener::bind((first.ip(), next)).is_ok()
        {
            return Ok(first);
        }
    }
    bail!("no two ports that follow each other are free")
}
