//! `cargo xtask engine` and `cargo xtask cluster`: what is in the workspace `crates/engine`.

use std::process::{Command, ExitCode};
use std::{fs, thread};

use anyhow::Result;
use commands::{cargo, repository, target_directory};

use crate::program::check;
use crate::wheel::{BIN, environment, pip};

/// Compiles and tests joins in SQL, in one process and on workers
///
/// The first time this compiles a database engine, which takes ten minutes or more.
#[derive(clap::Args)]
pub struct Args {
    /// Test Ballista as well, which compiles all again and a hundred crates more: another fifteen minutes
    #[arg(long)]
    ballista: bool,
    /// Then print times of joins in SQL beside those of octet-arrow, and of two workers beside one process;
    /// compiles all again, optimised
    #[arg(long)]
    bench: bool,
    /// Then print those of `SedonaDB` and `DuckDB`, installed from the package index, on the same rows and on
    /// two queries of `SpatialBench`
    #[arg(long, requires = "bench")]
    peers: bool,
    /// The rows of each table of the bench
    #[arg(long, value_name = "N", default_value_t = 1_000_000, requires = "bench")]
    rows: usize,
}

/// Asks two workers in SQL, and kills one in the middle
#[derive(clap::Args)]
pub struct ClusterArgs {
    /// What runs the tasks of a query
    #[arg(long, value_enum, default_value = "distributed")]
    engine: Engine,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum Engine {
    /// datafusion-distributed
    Distributed,
    /// Ballista, which compiles for fifteen minutes the first time
    Ballista,
}

const PEERS: &[&str] = &[
    "sedonadb==0.5.0",
    "duckdb==1.5.5",
    "duckdb-extension-spatial==1.5.5",
    "spatialbench-cli==0.2.0",
    "numpy",
    "pyarrow",
    "shapely",
];

/// Runs the command.
pub fn run(args: &Args) -> Result<ExitCode> {
    // All default members each time: cargo would compile the engine again for the features of a part.
    check(&mut in_engine(&["test", "--quiet"])?)?;
    if args.ballista {
        check(&mut in_engine(&["test", "--quiet", "--workspace"])?)?;
    }
    if args.bench {
        check(&mut in_engine(&["build", "--quiet", "--release", "--bins", "--examples"])?)?;
        let engine = target_directory()?.join("engine");
        let columns = engine.join("columns");
        fs::create_dir_all(&columns)?;
        check(example("release/examples/beside_arrow")?.arg(args.rows.to_string()).arg(&columns))?;
        if cfg!(target_os = "linux") {
            check(&mut example("release/examples/two_workers")?)?;
        }
        if args.peers {
            let tools = engine.join("peers");
            environment("python3", &tools)?;
            pip(&tools, &["install", "--quiet"], PEERS)?;
            let bin = tools.join(BIN);
            let threads = thread::available_parallelism()?.to_string();
            let python = |script| {
                let mut python = Command::new(bin.join("python"));
                // Without a folder of compiled modules beside them.
                python.arg("-B").arg(repository("crates/engine/bench").join(script));
                python
            };
            check(python("peers.py").arg(&columns).arg(&threads))?;
            let programs = [engine.join("release/octet-sql"), bin.join("spatialbench-cli")];
            check(python("spatialbench.py").arg(engine.join("spatialbench")).args(programs).arg(&threads))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Runs the demonstration of a cluster: two workers, three questions, and one worker killed in the middle.
pub fn cluster(args: &ClusterArgs) -> Result<ExitCode> {
    let build = ["build", "--quiet", "--bins", "--examples"];
    match args.engine {
        Engine::Distributed => {
            check(&mut in_engine(&build)?)?;
            check(&mut example("debug/examples/lost_worker")?)?;
        }
        Engine::Ballista => {
            check(&mut in_engine(&[&build[..], &["--workspace"]].concat())?)?;
            check(&mut example("debug/examples/lost_executor")?)?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// A program that was built. `cargo run` takes no `--workspace`.
fn example(name: &str) -> Result<Command> {
    Ok(Command::new(target_directory()?.join("engine").join(name)))
}

fn in_engine(arguments: &[&str]) -> Result<Command> {
    let mut command = cargo();
    let target = target_directory()?.join("engine");
    command.args(arguments).current_dir(repository("crates/engine")).env("CARGO_TARGET_DIR", target);
    Ok(command)
}
