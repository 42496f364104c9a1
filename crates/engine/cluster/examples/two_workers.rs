//! How much sooner two workers answer than one process, where each has one core: the large join of the demo's
//! tables with disks six times as large, bound by its candidates. Each has its best time of three, and equal
//! answers, or it fails.
//!
//! ```text
//! cargo build --release --bins && cargo run --release --example two_workers
//! ```
//!
//! Needs `taskset`, which keeps a process on a core, and so Linux. One worker alone is no peer: the engine
//! runs its query in `octet-sql` itself.

#[expect(dead_code, reason = "it loses no worker")]
mod questions;

use std::process::Command;
use std::time::Instant;

use questions::{Outcome, large, program, start, write_tables};

/// What a program says, and how long it takes.
fn run(core: Option<&str>, arguments: &[String]) -> Outcome<(String, f64)> {
    let octet_sql = program("octet-sql")?;
    let mut command = core.map_or(Command::new(&octet_sql), |core| {
        let mut pinned = Command::new("taskset");
        pinned.args(["--cpu-list", core]).arg(&octet_sql);
        pinned
    });
    let began = Instant::now();
    let output = command.args(arguments).output()?;
    let seconds = began.elapsed().as_secs_f64();
    if !output.status.success() {
        return Err(String::from_utf8(output.stderr)?.into());
    }
    Ok((String::from_utf8(output.stdout)?, seconds))
}

#[tokio::main]
async fn main() -> Outcome<()> {
    let folder = tempfile::tempdir()?;
    write_tables(folder.path()).await?;
    let worker =
        |core| start("taskset", &["--cpu-list", core, &program("octet-worker")?, "--listen", "127.0.0.1:0"]);
    let workers = [worker("0")?, worker("1")?];

    let tables =
        ["cities", "land"].map(|name| format!("--table={name}={}", folder.path().join(name).display()));
    let partitioned = "--set=octet.join.mode=partitioned".into();
    let alone = [&tables[..], &[partitioned, large(192)]].concat();
    let small_tasks = "SET distributed.file_scan_config_bytes_per_partition = 1".into();
    let workers = workers.each_ref().map(|(_, address)| format!("--worker={address}"));
    let together = [&tables[..], &workers, &[small_tasks, large(192)]].concat();
    let mut best = [f64::INFINITY; 2];
    for _ in 0..3 {
        let ((answer, one), (of_two, two)) = (run(Some("0"), &alone)?, run(None, &together)?);
        if answer != of_two {
            return Err(format!("one process:\n{answer}\ntwo workers:\n{of_two}").into());
        }
        best = [best[0].min(one), best[1].min(two)];
    }
    let [one, two] = best;
    println!(
        "the large join: one core {one:.2} s, two workers of one core each {two:.2} s: {:.2} times",
        one / two
    );
    Ok(())
}
