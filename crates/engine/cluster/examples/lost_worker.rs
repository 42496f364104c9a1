//! Two workers on the loopback interface answer three questions in SQL as one process does, and a join in the
//! middle of which one of them is killed. Run by `cargo xtask cluster`, after the binaries are built.

mod questions;

use std::sync::Arc;
use std::time::{Duration, Instant};

use datafusion::arrow::util::pretty::pretty_format_batches;
use datafusion::prelude::SessionConfig;
use octet_cluster::Cluster;
use questions::{Outcome, Process, QUESTIONS, register, write_tables};

fn start() -> Outcome<(Process, url::Url)> {
    let (process, line) = questions::start("octet-worker", &["--listen", "127.0.0.1:0"])?;
    Ok((process, line.rsplit(' ').next().unwrap_or_default().parse()?))
}

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

    let (mut took, mut expected) = (Duration::ZERO, String::new());
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
