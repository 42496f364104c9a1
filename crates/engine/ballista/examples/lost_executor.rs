//! A scheduler and two executors on the loopback interface answer the questions of the demo in SQL as
//! `soa::join` does, and a join in the middle of which one of them is killed. Run, after the binaries are
//! built, by `cargo xtask cluster --engine ballista`.

#[path = "../../cluster/examples/questions/mod.rs"]
mod questions;

use std::time::Duration;

use octet_ballista::Cluster;
use questions::{Outcome, demonstrate, program, register, start, write_tables};
use url::Url;

#[tokio::main]
async fn main() -> Outcome<()> {
    let folder = tempfile::tempdir()?;
    let expected = write_tables(folder.path()).await?;
    let (_scheduler, address) =
        start(&program("octet-scheduler")?, &["--listen", "127.0.0.1:0", "--patience", "4"])?;
    let url: Url = address.parse()?;
    let octet_executor = program("octet-executor")?;
    let executor = || start(&octet_executor, &["--listen", "127.0.0.1:0", "--scheduler", url.as_str()]);
    let ((_first, _), (second, _)) = (executor()?, executor()?);
    let config = octet_ballista::config().with_target_partitions(4);
    let cluster = Cluster::connect(url.clone(), config).await?.with_patience(Duration::from_secs(4));
    register(cluster.context(), folder.path()).await?;
    while cluster.executors().await?.len() < 2 {
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    let ask = |sql: String| {
        let cluster = cluster.clone();
        async move {
            let answer = cluster.sql(&sql).await?;
            Ok((answer.batches, answer.tries))
        }
    };
    demonstrate(folder.path(), expected, ask, second).await
}
