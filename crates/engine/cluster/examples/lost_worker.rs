//! Two workers on the loopback interface answer three questions in SQL as one process does, and a join in the
//! middle of which one of them is killed. Run by `cargo xtask cluster`, after the binaries are built.

use std::error::Error;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::Instant;

use datafusion::arrow::util::pretty::pretty_format_batches;
use datafusion::prelude::{ParquetReadOptions, SessionConfig, SessionContext};
use octet_cluster::Cluster;

type Outcome<T> = Result<T, Box<dyn Error>>;

/// A worker process, which ends with this one.
struct WorkerProcess(Child);

impl Drop for WorkerProcess {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn start() -> Outcome<(WorkerProcess, url::Url)> {
    let here = std::env::current_exe()?;
    let folder = here.ancestors().nth(2).ok_or("no folder of programs")?;
    let program = folder.join(format!("octet-worker{}", std::env::consts::EXE_SUFFIX));
    let mut process =
        Command::new(program).args(["--listen", "127.0.0.1:0"]).stdout(Stdio::piped()).spawn()?;
    let out = process.stdout.take().ok_or("no output")?;
    let worker = WorkerProcess(process);
    let mut line = String::new();
    BufReader::new(out).read_line(&mut line)?;
    print!("{line}");
    Ok((worker, line.trim().rsplit(' ').next().unwrap_or_default().parse()?))
}

/// Tables of disks and triangles, four files each.
async fn write_tables(folder: &Path, rows: usize) -> Outcome<()> {
    let ctx = octet_datafusion::context();
    for (name, shape, p) in
        [("disks", "disk(x, y, r)", 7919), ("tris", "triangle(x, y, x + r, y, x, y + r)", 7907)]
    {
        for part in 0..4 {
            let path = folder.join(name).join(format!("{part}.parquet"));
            let sql = format!(
                "COPY (SELECT id, {shape} AS shape FROM (SELECT value AS id, (value * {p} % {rows})::real AS x,
                    (value * {p} * {p} % {rows})::real AS y, (value % 60)::real AS r
                FROM generate_series(1, {rows}) WHERE value % 4 = {part})) TO '{}' STORED AS PARQUET",
                path.display()
            );
            ctx.sql(&sql).await?.collect().await?;
        }
    }
    Ok(())
}

async fn register(ctx: &SessionContext, folder: &Path) -> Outcome<()> {
    for name in ["disks", "tris"] {
        let path = folder.join(name).display().to_string();
        ctx.register_parquet(name, path, ParquetReadOptions::default()).await?;
    }
    Ok(())
}

const QUESTIONS: [&str; 4] = [
    "SELECT count(*) AS touching FROM disks d JOIN tris t ON octet_intersects(d.shape, t.shape)",
    "SELECT count(*) AS lonely FROM disks d LEFT JOIN tris t ON octet_intersects(d.shape, t.shape) WHERE t.id IS NULL",
    "SELECT d.id, count(*) AS triangles FROM disks d JOIN tris t ON octet_intersects(d.shape, t.shape)
        GROUP BY d.id ORDER BY triangles DESC, d.id LIMIT 3",
    // The last one is asked twice, and the second time a worker is killed in the middle.
    "SELECT count(*), sum(d.id + t.id) FROM disks d JOIN tris t
        ON octet_intersects(disk(d.shape['x'], d.shape['y'], d.shape['radius'] * 8), t.shape)",
];

#[tokio::main]
async fn main() -> Outcome<()> {
    let folder = tempfile::tempdir()?;
    let rows = std::env::args().nth(1).map_or(Ok(20_000), |rows| rows.parse())?;
    write_tables(folder.path(), rows).await?;
    let ((_first, a), (second, b)) = (start()?, start()?);
    let cluster = Cluster::new([a, b], SessionConfig::new().with_target_partitions(3), Arc::default())?;
    register(cluster.context(), folder.path()).await?;
    cluster.sql("SET distributed.file_scan_config_bytes_per_partition = 1").await?;
    let here = octet_datafusion::context();
    register(&here, folder.path()).await?;

    let (mut took, mut expected) = (std::time::Duration::ZERO, String::new());
    for sql in QUESTIONS {
        let began = Instant::now();
        let answer = pretty_format_batches(&cluster.sql(sql).await?.batches)?.to_string();
        took = began.elapsed();
        println!("\n{sql}\n{answer}\n{took:.2?} on two workers");
        expected = pretty_format_batches(&here.sql(sql).await?.collect().await?)?.to_string();
        if answer != expected {
            return Err(format!("but in one process:\n{expected}").into());
        }
    }
    let asked = {
        let cluster = cluster.clone();
        tokio::spawn(async move { cluster.sql(QUESTIONS[3]).await })
    };
    tokio::time::sleep(took / 3).await;
    drop(second);
    println!("\nthe same again; a worker was killed after {:.2?}", took / 3);
    let answer = asked.await??;
    println!("{}\nafter {} runs", pretty_format_batches(&answer.batches)?, answer.tries);
    if pretty_format_batches(&answer.batches)?.to_string() != expected {
        return Err("but that is another answer".into());
    }
    Ok(())
}
