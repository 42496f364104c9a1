//! The REST interface of a scheduler: its executors, and its jobs.

use std::time::Duration;

use datafusion::common::Result;
use http_body_util::{BodyExt, Empty};
use hyper::body::Bytes;
use hyper::client::conn::http1::handshake;
use hyper::header::HOST;
use hyper::{Method, Request};
use hyper_util::rt::TokioIo;
use serde_json::Value;
use tokio::net::TcpStream;
use tokio::time::{Instant, sleep, timeout};
use url::Url;

use crate::{Error, STEP};

/// How long the scheduler may take to answer.
const ANSWERED: Duration = Duration::from_secs(10);

/// A scheduler.
#[derive(Clone, Debug)]
pub struct Scheduler {
    url: Url,
}

/// An executor, as the scheduler knows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Executor {
    /// The name that it gives itself when it starts.
    pub id: String,
    /// Its host and port.
    pub address: String,
    /// When the scheduler heard of it last, by the executor's clock, in milliseconds.
    pub heard: u64,
}

impl Scheduler {
    /// The scheduler at this address.
    pub fn new(url: Url) -> Self {
        Self { url }
    }

    /// Its address.
    pub fn url(&self) -> &Url {
        &self.url
    }

    /// The executors that it knows now.
    ///
    /// # Errors
    /// No scheduler that answers.
    pub async fn executors(&self) -> Result<Vec<Executor>, Error> {
        let list = self.ask(Method::GET, "/api/executors").await?;
        let list = list.as_array().ok_or_else(|| self.is_lost("it lists no executors"))?;
        Ok(list.iter().filter_map(executor_of).collect())
    }

    /// Cancels the job of this name, if it runs.
    ///
    /// # Errors
    /// No scheduler that answers.
    pub async fn cancel(&self, name: &str) -> Result<(), Error> {
        let jobs = self.ask(Method::GET, "/api/jobs").await?;
        let named = jobs.as_array().into_iter().flatten().filter(|job| job["job_name"] == name);
        for job in named {
            if let Some(id) = job["job_id"].as_str() {
                self.ask(Method::PATCH, &format!("/api/job/{id}")).await?;
            }
        }
        Ok(())
    }

    /// Waits until it has removed these executors: until then it gives them tasks.
    ///
    /// # Errors
    /// No scheduler that answers; one that keeps them for three times as long as an executor may be silent,
    /// and a while.
    pub async fn until_removed(&self, lost: &[Executor], patience: Duration) -> Result<(), Error> {
        let end = Instant::now() + 3 * patience + ANSWERED;
        while self.executors().await?.iter().any(|executor| lost.iter().any(|lost| lost.id == executor.id)) {
            if Instant::now() > end {
                let lost = addresses(lost);
                return Err(self.is_lost(format!("it does not notice that {lost} is lost")));
            }
            sleep(STEP).await;
        }
        Ok(())
    }

    async fn ask(&self, method: Method, path: &str) -> Result<Value, Error> {
        let host = self.url.host_str().unwrap_or_default();
        let authority = format!("{host}:{}", self.url.port().unwrap_or(50050));
        let answer = async {
            let stream = TcpStream::connect(&authority).await?;
            let (mut sender, connection) = handshake(TokioIo::new(stream)).await?;
            // It ends with its sender.
            tokio::spawn(connection);
            let request = Request::builder().method(method).uri(path).header(HOST, &authority);
            let response = sender.send_request(request.body(Empty::<Bytes>::new())?).await?;
            let body = response.into_body().collect().await?.to_bytes();
            Ok::<_, Box<dyn std::error::Error + Send + Sync>>(serde_json::from_slice(&body)?)
        };
        match timeout(ANSWERED, answer).await {
            Ok(Ok(value)) => Ok(value),
            Ok(Err(source)) => Err(self.is_lost(source)),
            Err(source) => Err(self.is_lost(source)),
        }
    }

    fn is_lost(&self, source: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Error {
        Error::NoScheduler { scheduler: self.url.clone(), source: source.into() }
    }
}

/// Where these executors are.
pub fn addresses(executors: &[Executor]) -> String {
    executors.iter().map(|executor| executor.address.as_str()).collect::<Vec<_>>().join(", ")
}

fn executor_of(value: &Value) -> Option<Executor> {
    Some(Executor {
        id: value["id"].as_str()?.into(),
        address: format!("{}:{}", value["host"].as_str()?, value["port"].as_u64()?),
        heard: value["last_seen"].as_u64().unwrap_or_default(),
    })
}
