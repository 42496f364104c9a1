//! `octet-sql`: SQL with exact spatial joins over Parquet files.
#![forbid(unsafe_code)]

mod progress;

use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use anstream::eprintln;
use anyhow::{Context, Result, anyhow};
use clap::{Parser, ValueEnum};
use datafusion::arrow::array::RecordBatch;
use datafusion::arrow::datatypes::SchemaRef;
use datafusion::arrow::util::pretty::pretty_format_batches_with_schema;
use datafusion::arrow::{csv, json};
use datafusion::execution::memory_pool::FairSpillPool;
use datafusion::execution::runtime_env::RuntimeEnvBuilder;
use datafusion::physical_plan::collect;
use datafusion::prelude::{ParquetReadOptions, SessionConfig, SessionContext};
use octet_cluster::Cluster;
use octet_datafusion::OctetOptions;
use url::Url;

/// Asks SQL with exact spatial joins of Parquet files.
#[derive(Parser)]
#[command(version, after_help = EXAMPLE)]
struct Args {
    /// A table: a Parquet file, or a folder of them
    #[arg(long = "table", value_name = "NAME=PATH", value_parser = pair)]
    tables: Vec<(String, String)>,
    /// How rows are written
    #[arg(long, value_enum, default_value = "table")]
    format: Format,
    /// An option of the engine: octet.join.mode=partitioned
    #[arg(long = "set", value_name = "OPTION=VALUE", value_parser = pair)]
    options: Vec<(String, String)>,
    /// The address of a machine that runs octet-worker; each of them once
    #[arg(long = "worker", value_name = "URL")]
    workers: Vec<Url>,
    /// How long a worker may give no answer before it counts as lost
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds)]
    patience: Duration,
    /// Show no progress; none is shown either where the error stream is no terminal
    #[arg(long)]
    quiet: bool,
    /// The memory that queries may take, in MiB; what is more is spilled to disk, or refused
    #[arg(long, value_name = "MIB")]
    memory: Option<usize>,
    /// The queries, one after the other
    #[arg(required = true)]
    queries: Vec<String>,
}

const EXAMPLE: &str = r#"Example:
  octet-sql --table disks=disks.parquet --table tris=tris.parquet \
    "SELECT d.id, t.id FROM disks d JOIN tris t ON octet_intersects(disk(d.x, d.y, d.r), t.shape)""#;

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    Table,
    Csv,
    Json,
}

fn pair(text: &str) -> Result<(String, String)> {
    let (name, value) = text.split_once('=').ok_or_else(|| anyhow!("there is no = in {text}"))?;
    Ok((name.into(), value.into()))
}

fn seconds(text: &str) -> Result<Duration> {
    Duration::try_from_secs_f64(text.parse()?)
        .ok()
        .filter(|patience| !patience.is_zero())
        .ok_or_else(|| anyhow!("{text} is no time"))
}

#[tokio::main]
async fn main() -> ExitCode {
    match run(&Args::parse()).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(2)
        }
    }
}

async fn run(args: &Args) -> Result<()> {
    let session = Session::new(args)?;
    let ctx = session.context();
    for (name, path) in &args.tables {
        // As the session says, and not as the options of one file do by default: with the metadata.
        let options = ParquetReadOptions::default().skip_metadata(false);
        ctx.register_parquet(name, path, options).await.with_context(|| format!("table {name}"))?;
    }
    for query in &args.queries {
        // Nothing is shown before a query is complete.
        let (schema, batches) = session.answer(query, args.quiet).await?;
        if !schema.fields().is_empty() {
            write(args.format, schema, &batches)?;
        }
    }
    Ok(())
}

/// Here, or on workers.
enum Session {
    Here(SessionContext),
    Cluster(Cluster),
}

impl Session {
    fn new(args: &Args) -> Result<Self> {
        let mut config = SessionConfig::new().with_option_extension(OctetOptions::default());
        for (option, value) in &args.options {
            config.options_mut().set(option, value)?;
        }
        let mut runtime = RuntimeEnvBuilder::new();
        if let Some(mib) = args.memory {
            runtime = runtime.with_memory_pool(Arc::new(FairSpillPool::new(mib << 20)));
        }
        let runtime = Arc::new(runtime.build()?);
        if args.workers.is_empty() {
            return Ok(Self::Here(octet_datafusion::context_on(config, runtime)));
        }
        let cluster = Cluster::new(args.workers.iter().cloned(), config, runtime)?;
        Ok(Self::Cluster(cluster.with_patience(args.patience)))
    }

    fn context(&self) -> &SessionContext {
        match self {
            Self::Here(ctx) => ctx,
            Self::Cluster(cluster) => cluster.context(),
        }
    }

    async fn answer(&self, query: &str, is_quiet: bool) -> Result<(SchemaRef, Vec<RecordBatch>)> {
        match self {
            Self::Here(ctx) => {
                let rows = ctx.sql(query).await?;
                let (schema, task) = (SchemaRef::new(rows.schema().as_arrow().clone()), rows.task_ctx());
                let plan = rows.create_physical_plan().await?;
                let run = collect(plan.clone(), Arc::new(task));
                Ok((schema, progress::of_plan(&plan, is_quiet, run).await?))
            }
            Self::Cluster(cluster) => {
                let answer = progress::of_time("on workers".into(), is_quiet, cluster.sql(query)).await?;
                if answer.tries > 1 {
                    eprintln!("a worker was lost: the query ran {} times", answer.tries);
                }
                Ok((answer.schema, answer.batches))
            }
        }
    }
}

fn write(format: Format, schema: SchemaRef, batches: &[RecordBatch]) -> Result<()> {
    let mut out = Vec::new();
    match format {
        Format::Table => writeln!(out, "{}", pretty_format_batches_with_schema(schema, batches)?)?,
        Format::Csv => {
            let mut writer = csv::Writer::new(&mut out);
            writer.write(&RecordBatch::new_empty(schema))?;
            batches.iter().try_for_each(|batch| writer.write(batch))?;
        }
        Format::Json => {
            let mut writer = json::LineDelimitedWriter::new(&mut out);
            batches.iter().try_for_each(|batch| writer.write(batch))?;
            writer.finish()?;
        }
    }
    match io::stdout().write_all(&out) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        written => Ok(written?),
    }
}
