//! Two workers on the loopback interface: the same rows as in one process, and as if nothing were when one is
//! killed or hangs.

mod common;

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use common::{LONG, QUERIES, here, register, text, write_tables};
use datafusion::execution::runtime_env::RuntimeEnv;
use datafusion::object_store::local::LocalFileSystem;
use datafusion::prelude::{ParquetReadOptions, SessionConfig};
use datafusion_distributed::{Worker, display_plan_ascii};
use octet_cluster::{Cluster, Error, worker};
use tokio::net::TcpListener;
use tokio_stream::wrappers::TcpListenerStream;
use tonic::transport::Server;
use url::Url;

/// A worker process, which ends with the test.
struct WorkerProcess {
    process: Child,
    url: Url,
}

impl WorkerProcess {
    fn start() -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_octet-worker"));
        let mut process = command.args(["--listen", "127.0.0.1:0"]).stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let url = line.trim().strip_prefix("octet-worker listens on ").unwrap();
        Self { process, url: url.parse().unwrap() }
    }

    fn kill(&mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }
}

#[cfg(unix)]
impl WorkerProcess {
    fn signal(&self, name: &str) {
        let mut kill = Command::new("kill");
        assert!(kill.args(["-s", name, &self.process.id().to_string()]).status().unwrap().success());
    }
}

impl Drop for WorkerProcess {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

async fn cluster(workers: &[&WorkerProcess], folder: &Path) -> Cluster {
    let urls = workers.iter().map(|worker| worker.url.clone());
    let config = SessionConfig::new().with_target_partitions(3);
    let cluster = Cluster::new(urls, config, Arc::default()).unwrap();
    register(cluster.context(), folder).await;
    // Small files are worth a task each here.
    cluster.sql("SET distributed.file_scan_config_bytes_per_partition = 1").await.unwrap();
    cluster
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_workers_answer_as_one_process() {
    let folder = tempfile::tempdir().unwrap();
    write_tables(folder.path(), 3000).await;
    let workers = [WorkerProcess::start(), WorkerProcess::start()];
    let cluster = cluster(&[&workers[0], &workers[1]], folder.path()).await;
    for mode in ["partitioned", "broadcast"] {
        cluster.sql(&format!("SET octet.join.mode = '{mode}'")).await.unwrap();
        for sql in QUERIES {
            let plan = cluster.context().sql(sql).await.unwrap().create_physical_plan().await.unwrap();
            let plan = display_plan_ascii(plan.as_ref(), false);
            assert!(plan.contains("OctetJoinExec"), "{sql}\n{plan}");
            if mode == "partitioned" {
                assert!(plan.contains("mode=Partitioned"), "{sql}\n{plan}");
                assert!(plan.matches("NetworkShuffleExec").count() >= 2, "{sql}\n{plan}");
            }
            let answer =
                cluster.sql(sql).await.unwrap_or_else(|error| panic!("{mode} {sql}: {error}\n{plan}"));
            assert_eq!(text(&answer.batches), here(folder.path(), sql).await, "{mode} {sql}\n{plan}");
            assert_eq!(answer.tries, 1);
        }
    }
    // What a query refuses is no loss, and is not asked again.
    let error =
        cluster.sql("SELECT octet_intersects(disk(id, 0, -id), point(0, 0)) FROM a").await.unwrap_err();
    assert!(error.to_string().contains("negative radius"), "{error}");
    // Options reach the workers.
    cluster.sql("SET octet.join.at_most = 3").await.unwrap();
    let error = cluster.sql(QUERIES[0]).await.unwrap_err();
    assert!(error.to_string().contains("octet.join.at_most"), "{error}");
}

/// A store that is registered on both sides under one URL, as that of a bucket is.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn workers_read_an_object_store_that_is_registered() {
    let folder = tempfile::tempdir().unwrap();
    write_tables(folder.path(), 3000).await;
    let runtime = || {
        let runtime = RuntimeEnv::default();
        let files = LocalFileSystem::new_with_prefix(folder.path()).unwrap();
        runtime.register_object_store(&"s3://bucket".parse().unwrap(), Arc::new(files));
        Arc::new(runtime)
    };
    let urls = [serve(worker(runtime())).await, serve(worker(runtime())).await];
    let config = SessionConfig::new().with_target_partitions(3);
    let cluster = Cluster::new(urls, config, runtime()).unwrap();
    for name in ["a", "b"] {
        let url = format!("s3://bucket/{name}/");
        cluster.context().register_parquet(name, url, ParquetReadOptions::default()).await.unwrap();
    }
    cluster.sql("SET distributed.file_scan_config_bytes_per_partition = 1").await.unwrap();
    let plan = cluster.context().sql(QUERIES[0]).await.unwrap().create_physical_plan().await.unwrap();
    let plan = display_plan_ascii(plan.as_ref(), false);
    assert!(plan.contains("NetworkShuffleExec"), "{plan}");
    let answer = cluster.sql(QUERIES[0]).await.unwrap();
    assert_eq!(text(&answer.batches), here(folder.path(), QUERIES[0]).await);
}

/// A worker that is stopped keeps its connections, and the machine accepts new ones in its name.
#[cfg(unix)]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_worker_that_hangs_counts_as_lost() {
    let folder = tempfile::tempdir().unwrap();
    write_tables(folder.path(), 20_000).await;
    let workers = [WorkerProcess::start(), WorkerProcess::start()];
    let patience = Duration::from_secs(3);
    let cluster = cluster(&[&workers[0], &workers[1]], folder.path()).await.with_patience(patience);
    let start = Instant::now();
    let expected = text(&cluster.sql(LONG).await.unwrap().batches);
    let whole = start.elapsed();

    let asked = {
        let cluster = cluster.clone();
        tokio::spawn(async move { cluster.sql(LONG).await })
    };
    tokio::time::sleep(whole / 3).await;
    workers[1].signal("STOP");
    let answer = asked.await.unwrap().unwrap();
    assert_eq!((text(&answer.batches), answer.tries), (expected.clone(), 2));

    // It is left out from the start, and taken again when it goes on.
    let answer = cluster.sql(LONG).await.unwrap();
    assert_eq!((text(&answer.batches), answer.tries), (expected, 1));
    workers[0].signal("STOP");
    let start = Instant::now();
    let error = cluster.sql(LONG).await.unwrap_err();
    assert!(error.to_string().contains("no worker answers"), "{error}");
    assert!(start.elapsed() < 3 * patience, "{:?}", start.elapsed());
    workers[1].signal("CONT");
    assert_eq!(cluster.sql(QUERIES[0]).await.unwrap().tries, 1);
}

/// A worker in this process.
async fn serve(worker: Worker) -> Url {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let service = Server::builder().add_service(worker.into_worker_server());
    tokio::spawn(service.serve_with_incoming(TcpListenerStream::new(listener)));
    url.parse().unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_worker_without_our_functions_is_refused_by_name() {
    let ours = WorkerProcess::start();
    for (theirs, is_plain) in
        [(Worker::default(), true), (Worker::default().with_version("octet 0.0.1"), false)]
    {
        let theirs = serve(theirs).await;
        let urls = [ours.url.clone(), theirs.clone()];
        let cluster = Cluster::new(urls, SessionConfig::new(), Arc::default()).unwrap();
        let error = cluster.sql("SELECT octet_intersects(point(0, 0), disk(0, 0, 1))").await.unwrap_err();
        let error = error.to_string();
        if is_plain {
            let message =
                format!("function octet_intersects is not known to worker {theirs}: start octet-worker");
            assert!(error.contains(&message), "{error}");
        } else {
            assert!(error.contains(theirs.as_str()) && error.contains("octet 0.0.1"), "{error}");
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_worker_that_is_killed_changes_no_row() {
    let folder = tempfile::tempdir().unwrap();
    write_tables(folder.path(), 20_000).await;
    let mut workers = [WorkerProcess::start(), WorkerProcess::start()];
    let cluster = cluster(&[&workers[0], &workers[1]], folder.path()).await;
    let sql = LONG;
    let start = Instant::now();
    let expected = text(&cluster.sql(sql).await.unwrap().batches);
    let whole = start.elapsed();
    assert_eq!(expected, here(folder.path(), sql).await);

    let mut most = 0;
    for part in [0.3, 0.5, 0.7] {
        let asked = {
            let cluster = cluster.clone();
            tokio::spawn(async move { cluster.sql(sql).await })
        };
        tokio::time::sleep(whole.mul_f64(part)).await;
        workers[1].kill();
        let answer = asked.await.unwrap().unwrap();
        assert_eq!(text(&answer.batches), expected, "killed after {part} of {whole:?}");
        most = most.max(answer.tries);
        if most > 1 {
            break;
        }
        // It was done too early: once more, with a new worker at another place.
        workers[1] = WorkerProcess::start();
        let urls = [&workers[0], &workers[1]];
        let again = self::cluster(&urls, folder.path()).await;
        assert_eq!(text(&again.sql(sql).await.unwrap().batches), expected);
    }
    assert!(most > 1, "no worker was killed in the middle");

    workers[0].kill();
    let start = Instant::now();
    let error = cluster.sql(sql).await.unwrap_err();
    assert!(start.elapsed() < Duration::from_secs(10), "{:?}", start.elapsed());
    assert!(error.to_string().contains("no worker answers"), "{error}");
    let of_ours = |error: &(dyn std::error::Error + 'static)| {
        let mut next = Some(error);
        std::iter::from_fn(|| {
            let now = next?;
            next = now.source();
            Some(now)
        })
        .any(|error| matches!(error.downcast_ref(), Some(Error::NoWorkers { .. })))
    };
    assert!(of_ours(&error), "{error:?}");
}
