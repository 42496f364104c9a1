//! A scheduler and two executors on the loopback interface: the same rows as in one process, also when one is
//! killed or hangs, and what Ballista does then by itself.

#[path = "../../cluster/tests/common/mod.rs"]
mod common;

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use ballista_core::config::TaskSchedulingPolicy;
use ballista_core::extension::SessionConfigExt;
use ballista_executor::executor_process::{ExecutorProcessConfig, start_executor_process};
use common::{LONG, QUERIES, here, register, text, write_tables};
use octet_ballista::Cluster;
use tokio::sync::Mutex;
use tokio::time::timeout;
use url::Url;

/// Tests that kill in the middle of a query take turns.
static TURN: Mutex<()> = Mutex::const_new(());

/// How long an executor may be silent.
const PATIENCE: Duration = Duration::from_secs(4);

/// A process of ours, which ends with the test.
struct Process(Child);

impl Process {
    /// Starts a program, and returns the words of its first line.
    fn start(program: &str, arguments: &[&str]) -> (Self, Vec<String>) {
        let mut process = Command::new(program).args(arguments).stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
        (Self(process), line.split_whitespace().map(str::to_owned).collect())
    }
}

#[cfg(unix)]
impl Process {
    fn signal(&self, name: &str) {
        let mut kill = Command::new("kill");
        assert!(kill.args(["-s", name, &self.0.id().to_string()]).status().unwrap().success());
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A scheduler with executors, and tables in a folder.
struct Machines {
    executors: Vec<Process>,
    _scheduler: Process,
    url: Url,
    folder: tempfile::TempDir,
}

impl Machines {
    async fn start(rows: usize) -> Self {
        let folder = tempfile::tempdir().unwrap();
        write_tables(folder.path(), rows).await;
        let patience = PATIENCE.as_secs().to_string();
        let (scheduler, words) = Process::start(
            env!("CARGO_BIN_EXE_octet-scheduler"),
            &["--listen", "127.0.0.1:0", "--patience", &patience],
        );
        let url: Url = words[3].parse().unwrap();
        let mut machines = Self { executors: Vec::new(), _scheduler: scheduler, url, folder };
        for _ in 0..2 {
            machines.start_executor();
        }
        machines
    }

    /// Each task of its own in a thread of its own.
    fn start_executor(&mut self) {
        let work = self.folder.path().join(format!("work-{}", self.executors.len()));
        std::fs::create_dir_all(&work).unwrap();
        let arguments = ["--listen", "127.0.0.1:0", "--scheduler", self.url.as_str(), "--threads", "2"];
        let folder = ["--folder", work.to_str().unwrap()];
        let program = env!("CARGO_BIN_EXE_octet-executor");
        self.executors.push(Process::start(program, &[&arguments[..], &folder].concat()).0);
    }

    async fn connect(&self, is_adaptive: bool) -> Cluster {
        let config = octet_ballista::config()
            .with_target_partitions(4)
            .with_ballista_adaptive_query_planner(is_adaptive);
        let cluster = Cluster::connect(self.url.clone(), config).await.unwrap().with_patience(PATIENCE);
        register(cluster.context(), self.folder.path()).await;
        // Until both executors are there, one of them answers.
        while cluster.executors().await.unwrap().len() < self.executors.len() {
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        cluster
    }

    fn folder(&self) -> &Path {
        self.folder.path()
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_executors_answer_as_one_process() {
    let _turn = TURN.lock().await;
    let machines = Machines::start(3000).await;
    for is_adaptive in [true, false] {
        let cluster = machines.connect(is_adaptive).await;
        for mode in ["partitioned", "broadcast"] {
            cluster.sql(&format!("SET octet.join.mode = '{mode}'")).await.unwrap();
            for sql in QUERIES {
                let answer = cluster.sql(sql).await;
                let answer = answer.unwrap_or_else(|error| panic!("{is_adaptive} {mode} {sql}: {error}"));
                let expected = here(machines.folder(), sql).await;
                assert_eq!(text(&answer.batches), expected, "{is_adaptive} {mode} {sql}");
                assert_eq!(answer.tries, 1);
            }
            let plan = cluster.sql(&format!("EXPLAIN ANALYZE {}", QUERIES[0])).await.unwrap();
            let plan = text(&plan.batches);
            let mode = format!("OctetJoinExec: mode={}{}", mode[..1].to_uppercase(), &mode[1..]);
            assert!(plan.contains(&mode), "{plan}");
        }
        // What a query refuses is no loss, and is not asked again.
        let wrong = "SELECT octet_intersects(disk(id, 0, -id), point(0, 0)) FROM a";
        let error = cluster.sql(wrong).await.unwrap_err();
        assert!(error.to_string().contains("NegativeRadius"), "{error}");
        // Options reach the executors.
        cluster.sql("SET octet.join.at_most = 3").await.unwrap();
        let error = cluster.sql(QUERIES[0]).await.unwrap_err();
        assert!(error.to_string().contains("TooManyPairs"), "{error}");
    }
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_executor_that_is_killed_or_hangs_changes_no_row() {
    let _turn = TURN.lock().await;
    let mut machines = Machines::start(20_000).await;
    let expected = here(machines.folder(), LONG).await;
    for (is_adaptive, signal) in [(true, "KILL"), (false, "KILL"), (true, "STOP")] {
        let mut most = 0;
        for part in [0.3, 0.5, 0.7] {
            let cluster = machines.connect(is_adaptive).await;
            let start = Instant::now();
            assert_eq!(text(&cluster.sql(LONG).await.unwrap().batches), expected);
            let whole = start.elapsed();
            let asked = tokio::spawn(async move { cluster.sql(LONG).await });
            tokio::time::sleep(whole.mul_f64(part)).await;
            // One that is stopped keeps its connections, but reports no more.
            let lost = machines.executors.pop().unwrap();
            lost.signal(signal);
            let answer = asked.await.unwrap().unwrap();
            assert_eq!(text(&answer.batches), expected, "{signal} after {part} of {whole:?}");
            drop(lost);
            most = most.max(answer.tries);
            machines.start_executor();
            if most > 1 {
                break;
            }
        }
        assert!(most > 1, "no executor was lost in the middle");
    }
    let cluster = machines.connect(true).await;
    machines.executors.clear();
    let start = Instant::now();
    let error = cluster.sql(QUERIES[0]).await.unwrap_err().to_string();
    assert!(error.contains("no executor is known to") && error.contains("octet-executor"), "{error}");
    assert!(start.elapsed() < Duration::from_secs(30), "{:?}", start.elapsed());
}

/// Ballista 55 by itself, with its static planner: it says success and gives other rows, as tasks that run
/// again read what some of the first ones wrote, or it does not end. To be turned round when
/// <https://github.com/apache/datafusion-ballista/issues/1986> is mended; then the guard can go.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_the_guard_a_killed_executor_changes_rows_or_the_query_hangs() {
    let _turn = TURN.lock().await;
    let mut machines = Machines::start(20_000).await;
    let expected = here(machines.folder(), LONG).await;
    for part in [0.5, 0.7, 0.3, 0.6, 0.4] {
        let cluster = machines.connect(false).await;
        let context = cluster.context();
        let start = Instant::now();
        let found = context.sql(LONG).await.unwrap().collect().await.unwrap();
        assert_eq!(text(&found), expected, "with all executors");
        let whole = start.elapsed();
        let rows = context.sql(LONG).await.unwrap();
        let asked = tokio::spawn(async move { rows.collect().await });
        tokio::time::sleep(whole.mul_f64(part)).await;
        machines.executors.pop();
        match timeout(10 * whole + Duration::from_secs(10), asked).await {
            Ok(rows) => match rows.unwrap() {
                Ok(rows) if text(&rows) != expected => return,
                Ok(_) => println!("killed too early or too late"),
                Err(error) => println!("{error}"),
            },
            Err(_) => return,
        }
        machines.start_executor();
    }
    panic!("it gave the right rows or an error each time: is it mended?");
}

/// An executor of Ballista's own making, beside two of ours.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_executor_without_our_functions_is_named() {
    let _turn = TURN.lock().await;
    let machines = Machines::start(300).await;
    let port = machines.url.port().unwrap();
    let first = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let config = ExecutorProcessConfig {
        port: first,
        grpc_port: first + 1,
        external_host: Some("127.0.0.1".into()),
        scheduler_host: "127.0.0.1".into(),
        scheduler_port: port,
        task_scheduling_policy: TaskSchedulingPolicy::PushStaged,
        executor_heartbeat_interval_seconds: 1,
        ..Default::default()
    };
    tokio::spawn(async move { start_executor_process(config.into()).await.unwrap() });
    let cluster = machines.connect(true).await;
    let name = format!("127.0.0.1:{first}");
    while !cluster.executors().await.unwrap().contains(&name) {
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    let error = cluster.sql(QUERIES[0]).await.unwrap_err().to_string();
    let message = format!("is not known to executor {name}: start octet-executor");
    assert!(error.contains("function octet_intersects") && error.contains(&message), "{error}");
}
