//! What the demonstrations of clusters ask: processes, tables, and questions.

use std::error::Error;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use datafusion::prelude::{ParquetReadOptions, SessionContext};

pub type Outcome<T> = Result<T, Box<dyn Error>>;

/// A process that ends with this one.
pub struct Process(Child);

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Starts a program that was built beside this one, prints its first line and returns it.
pub fn start(name: &str, arguments: &[&str]) -> Outcome<(Process, String)> {
    let here = std::env::current_exe()?;
    let folder = here.ancestors().nth(2).ok_or("no folder of programs")?;
    let program = folder.join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
    let mut process = Command::new(program).args(arguments).stdout(Stdio::piped()).spawn()?;
    let out = process.stdout.take().ok_or("no output")?;
    let process = Process(process);
    let mut line = String::new();
    BufReader::new(out).read_line(&mut line)?;
    print!("{line}");
    Ok((process, line.trim().into()))
}

/// Tables of disks and triangles, four files each.
pub async fn write_tables(folder: &Path, rows: usize) -> Outcome<()> {
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

pub async fn register(ctx: &SessionContext, folder: &Path) -> Outcome<()> {
    for name in ["disks", "tris"] {
        let path = folder.join(name).display().to_string();
        ctx.register_parquet(name, path, ParquetReadOptions::default()).await?;
    }
    Ok(())
}

/// Questions about the tables.
pub const QUESTIONS: [&str; 4] = [
    "SELECT count(*) AS touching FROM disks d JOIN tris t ON octet_intersects(d.shape, t.shape)",
    "SELECT count(*) AS lonely FROM disks d LEFT JOIN tris t ON octet_intersects(d.shape, t.shape) WHERE t.id IS NULL",
    "SELECT d.id, count(*) AS triangles FROM disks d JOIN tris t ON octet_intersects(d.shape, t.shape)
        GROUP BY d.id ORDER BY triangles DESC, d.id LIMIT 3",
    // The last one is asked twice, and the second time a worker is killed in the middle.
    "SELECT count(*), sum(d.id + t.id) FROM disks d JOIN tris t
        ON octet_intersects(disk(d.shape['x'], d.shape['y'], d.shape['radius'] * 8), t.shape)",
];
