//! Two workers on the loopback interface answer the questions of the demo in SQL as `soa::join` does, and a
//! join in the middle of which one of them is killed. Run by `cargo xtask cluster`, after the binaries are
//! built.

mod questions;

use std::sync::Arc;

use datafusion::prelude::SessionConfig;
use octet_cluster::Cluster;
use questions::{Outcome, Process, demonstrate, program, register, write_tables};

fn start() -> Outcome<(Process, url::Url)> {
    let (process, address) = questions::start(&program("octet-worker")?, &["--listen", "127.0.0.1:0"])?;
    Ok((process, address.parse()?))
}

#[tokio::main]
async fn main() -> Outcome<()> {
    let folder = tempfile::tempdir()?;
    let expected = write_tables(folder.path()).await?;
    let ((_first, a), (second, b)) = (start()?, start()?);
    let cluster = Cluster::new([a, b], SessionConfig::new().with_target_partitions(3), Arc::default())?;
    register(cluster.context(), folder.path()).await?;
    cluster.sql("SET distributed.file_scan_config_bytes_per_partition = 1").await?;
    let ask = |sql: String| {
        let cluster = cluster.clone();
        async move {
            let answer = cluster.sql(&sql).await?;
            Ok((answer.batches, answer.tries))
        }
    };
    demonstrate(folder.path(), expected, ask, second).await
}
