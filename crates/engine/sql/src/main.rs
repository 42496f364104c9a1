//! `octet-sql`: SQL with exact spatial joins over Parquet files.
#![forbid(unsafe_code)]

use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::Arc;

use anstream::eprintln;
use anyhow::{Context, Result, anyhow};
use clap::{Parser, ValueEnum};
use datafusion::arrow::array::RecordBatch;
use datafusion::arrow::datatypes::SchemaRef;
use datafusion::arrow::util::pretty::pretty_format_batches_with_schema;
use datafusion::arrow::{csv, json};
use datafusion::execution::runtime_env::RuntimeEnvBuilder;
use datafusion::prelude::{DataFrame, ParquetReadOptions, SessionConfig, SessionContext};

/// Asks SQL with exact spatial joins of Parquet files.
///
/// octet-sql --table disks=disks.parquet --table tris=tris.parquet
///   "SELECT d.id, t.id FROM disks d JOIN tris t ON octet_intersects(disk(d.x, d.y, d.r), t.shape)"
#[derive(Parser)]
#[command(version)]
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
    /// The memory that queries may take, in MiB; what is more is spilled to disk, or refused
    #[arg(long, value_name = "MIB")]
    memory: Option<usize>,
    /// The queries, one after the other
    #[arg(required = true)]
    queries: Vec<String>,
}

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
    let ctx = session(args)?;
    for (name, path) in &args.tables {
        // As the session says, and not as the options of one file do by default: with the metadata.
        let options = ParquetReadOptions::default().skip_metadata(false);
        ctx.register_parquet(name, path, options).await.with_context(|| format!("table {name}"))?;
    }
    for query in &args.queries {
        let rows = ctx.sql(query).await?;
        show(args.format, rows).await?;
    }
    Ok(())
}

fn session(args: &Args) -> Result<SessionContext> {
    let mut config = SessionConfig::new().with_option_extension(octet_datafusion::OctetOptions::default());
    for (option, value) in &args.options {
        config.options_mut().set(option, value)?;
    }
    let mut runtime = RuntimeEnvBuilder::new();
    if let Some(mib) = args.memory {
        runtime = runtime.with_memory_limit(mib << 20, 1.0);
    }
    Ok(octet_datafusion::context_on(config, Arc::new(runtime.build()?)))
}

/// Nothing is shown before a query is complete.
async fn show(format: Format, rows: DataFrame) -> Result<()> {
    let schema = SchemaRef::new(rows.schema().as_arrow().clone());
    let batches = rows.collect().await?;
    write(format, schema, &batches)
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
