//! A scheduler and two executors on the loopback interface answer three questions in SQL as one process does,
//! and a join in the middle of which one of them is killed. Run by `cargo xtask cluster --engine ballista`,
//! after the binaries are built.

#[path = "../../cluster/examples/questions/mod.rs"]
mod questions;

use std::time::{Duration, Instant};

use datafusion::arrow::util::pretty::pretty_format_batches;
use octet_ballista::Cluster;
use questions::{Outcome, QUESTIONS, register, start, write_tables};
use url::Url;

#[tokio::main]
async fn main() -> Outcome<()> {
    let folder = tempfile::tempdir()?;
    let rows = std::env::args().nth(1).map_or(Ok(20_000), |rows| rows.parse())?;
    write_tables(folder.path(), rows).await?;
    let (_scheduler, line) = start("octet-scheduler", &["--listen", "127.0.0.1:0", "--patience", "4"])?;
    let url: Url = line.rsplit(' ').next().unwrap_or_default().parse()?;
    let executor = || start("octet-executor", &["--listen", "127.0.0.1:0", "--scheduler", url.as_str()]);
    let ((_first, _), (second, _)) = (executor()?, executor()?);
    let config = octet_ballista::config().with_target_partitions(4);
    let cluster = Cluster::connect(url.clone(), config).await?.with_patience(Duration::from_secs(4));
    register(cluster.context(), folder.path()).await?;
    while cluster.executors().await?.len() < 2 {
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    let here = octet_datafusion::context();
    register(&here, folder.path()).await?;

    let (mut took, mut expected) = (Duration::ZERO, String::new());
    for sql in QUESTIONS {
        let began = Instant::now();
        let answer = pretty_format_batches(&cluster.sql(sql).await?.batches)?.to_string();
        took = began.elapsed();
        println!("\n{sql}\n{answer}\n{took:.2?} on two executors");
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
    println!("\nthe same again; an executor was killed after {:.2?}", took / 3);
    let answer = asked.await??;
    println!("{}\nafter {} runs", pretty_format_batches(&answer.batches)?, answer.tries);
    if pretty_format_batches(&answer.batches)?.to_string() != expected {
        return Err("but that is another answer".into());
    }
    Ok(())
}
