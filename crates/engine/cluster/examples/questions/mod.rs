//! What the demonstrations of clusters share: processes, the tables of `cargo xtask demo`, and questions
//! about them.

use std::error::Error;
use std::future::Future;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use datafusion::arrow::array::{
    ArrayRef, AsArray, Float32Array, Int64Array, RecordBatch, StringArray, StructArray,
};
use datafusion::arrow::datatypes::{DataType, Field, Int64Type, Schema};
use datafusion::arrow::util::pretty::pretty_format_batches;
use datafusion::prelude::{ParquetReadOptions, SessionContext};
use demo::data::{City, Mesh, World, cities, mercator, swarm};
use soa::{Columns, Disks, Pairs, Points, Shape, Spheres, Triangles, Triangles3};

pub type Outcome<T> = Result<T, Box<dyn Error + Send + Sync>>;

/// A process that ends with this one.
pub struct Process(Child);

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A program that was built beside this one.
pub fn program(name: &str) -> Outcome<String> {
    let here = std::env::current_exe()?;
    let folder = here.ancestors().nth(2).ok_or("no folder of programs")?;
    Ok(folder.join(format!("{name}{}", std::env::consts::EXE_SUFFIX)).display().to_string())
}

/// Starts a program, prints its first line and returns the address at the end of it.
pub fn start(program: &str, arguments: &[&str]) -> Outcome<(Process, String)> {
    let mut process = Command::new(program).args(arguments).stdout(Stdio::piped()).spawn()?;
    let out = process.stdout.take().ok_or("no output")?;
    let process = Process(process);
    let mut line = String::new();
    BufReader::new(out).read_line(&mut line)?;
    print!("{line}");
    Ok((process, line.trim().rsplit(' ').next().unwrap_or_default().into()))
}

/// The three questions of the demo: which triangle of which country does each city lie in, which do the disks
/// of its people touch, and which spheres of a swarm touch the bunny?
pub const QUESTIONS: [&str; 3] = [
    "SELECT count(*) AS pairs, sum(c.id * 31 + l.id) AS rows FROM cities c JOIN land l
        ON octet_intersects(c.place, l.shape)",
    "SELECT count(*) AS pairs, sum(c.id * 31 + l.id) AS rows FROM cities c JOIN land l
        ON octet_intersects(c.people, l.shape)",
    "SELECT count(*) AS pairs, sum(s.id * 31 + b.id) AS rows FROM swarm s JOIN bunny b
        ON octet_intersects(s.shape, b.shape)",
];

/// The cities whose people live in the most countries.
pub const ABROAD: &str = "SELECT c.name, count(DISTINCT l.country) AS countries FROM cities c JOIN land l
        ON octet_intersects(c.people, l.shape) GROUP BY c.id, c.name ORDER BY countries DESC, c.id LIMIT 5";

/// A large one: the second question, where each radius is multiplied by this number.
pub fn large(times: u32) -> String {
    format!(
        "SELECT count(*), sum(c.id * 31 + l.id) FROM cities c JOIN land l
        ON octet_intersects(disk(c.people['x'], c.people['y'], c.people['radius'] * {times}), l.shape)"
    )
}

/// Tables of four files each, and what `soa::join` says to [`QUESTIONS`].
pub async fn write_tables(folder: &Path) -> Outcome<[[i64; 2]; 3]> {
    let (world, cities, bunny) = (World::shipped()?, cities::shipped()?, Mesh::bunny()?);
    let place = |city: &City| mercator::project(city.lon, city.lat);
    let places = Points::from_shapes(&cities.iter().map(place).collect::<Vec<_>>())?;
    let people = Disks::from_shapes(&cities.iter().map(City::people).collect::<Vec<_>>())?;
    let land = Triangles::from_shapes(&world.triangles())?;
    let spheres = Spheres::from_shapes(&swarm(&bunny, 100_000, 1))?;
    let faces = Triangles3::from_shapes(&bunny.triangles())?;

    let countries = world.lands.iter().flat_map(|land| {
        let name = world.countries[land.country].name.as_str();
        std::iter::repeat_n(name, land.triangles.len())
    });
    let names = cities.iter().map(|city| city.name.as_str());
    write(folder, "cities", vec![text("name", names), shapes("place", &places)?, shapes("people", &people)?])
        .await?;
    write(folder, "land", vec![text("country", countries), shapes("shape", &land)?]).await?;
    write(folder, "swarm", vec![shapes("shape", &spheres)?]).await?;
    write(folder, "bunny", vec![shapes("shape", &faces)?]).await?;
    Ok([
        answer(&soa::join(&places, &land)?)?,
        answer(&soa::join(&people, &land)?)?,
        answer(&soa::join(&spheres, &faces)?)?,
    ])
}

/// The number of pairs and the sum of their rows.
fn answer(pairs: &Pairs) -> Outcome<[i64; 2]> {
    Ok([i64::try_from(pairs.len())?, pairs.iter().map(|(a, b)| i64::from(a) * 31 + i64::from(b)).sum()])
}

type Column = (Field, ArrayRef);

fn text<'a>(name: &str, values: impl Iterator<Item = &'a str>) -> Column {
    let values: Vec<&str> = values.collect();
    (Field::new(name, DataType::Utf8, false), Arc::new(StringArray::from(values)))
}

fn shapes<S: Shape>(name: &str, shapes: &Columns<S>) -> Outcome<Column> {
    let field = octet_arrow::field(name, S::KIND);
    let DataType::Struct(fields) = field.data_type().clone() else { return Err("shapes are structs".into()) };
    let columns = shapes.as_view().columns();
    let columns = columns
        .as_ref()
        .iter()
        .map(|column| Arc::new(Float32Array::from(column.to_vec())) as ArrayRef)
        .collect();
    Ok((field, Arc::new(StructArray::try_new(fields, columns, None)?)))
}

/// Writes a table with its rows' numbers, `id`.
async fn write(folder: &Path, name: &str, columns: Vec<Column>) -> Outcome<()> {
    let rows = columns.first().map_or(0, |(_, column)| column.len());
    let ids = Int64Array::from_iter_values((0..).take(rows));
    let ids: Column = (Field::new("id", DataType::Int64, false), Arc::new(ids));
    let (fields, columns): (Vec<_>, Vec<_>) = std::iter::once(ids).chain(columns).unzip();
    let ctx = octet_datafusion::context();
    ctx.register_batch("all", RecordBatch::try_new(Arc::new(Schema::new(fields)), columns)?)?;
    for part in 0..4 {
        let path = folder.join(name).join(format!("{part}.parquet"));
        let sql = format!("COPY (SELECT * FROM \"all\" WHERE id % 4 = {part}) TO '{}'", path.display());
        ctx.sql(&sql).await?.collect().await?;
    }
    Ok(())
}

/// The tables in a session.
pub async fn register(ctx: &SessionContext, folder: &Path) -> Outcome<()> {
    for name in ["cities", "land", "swarm", "bunny"] {
        let path = folder.join(name).display().to_string();
        ctx.register_parquet(name, path, ParquetReadOptions::default()).await?;
    }
    Ok(())
}

/// Asks a cluster all questions, and kills one of its processes in the middle of the large one. Answers are
/// compared with those of `soa::join`, or of this process. `ask` returns the rows and how often the query
/// ran.
pub async fn demonstrate<F>(
    folder: &Path,
    expected: [[i64; 2]; 3],
    ask: impl Fn(String) -> F,
    second: Process,
) -> Outcome<()>
where
    F: Future<Output = Outcome<(Vec<RecordBatch>, usize)>> + Send + 'static,
{
    for (sql, expected) in QUESTIONS.into_iter().zip(expected) {
        let began = Instant::now();
        let (rows, _) = ask(sql.into()).await?;
        println!("\n{sql}\n{}\n{:.2?} on the cluster", pretty_format_batches(&rows)?, began.elapsed());
        let number = |column| rows[0].column(column).as_primitive::<Int64Type>().value(0);
        if [number(0), number(1)] != expected {
            return Err(format!("but soa::join says {expected:?}").into());
        }
    }

    let here = octet_datafusion::context();
    register(&here, folder).await?;
    let (mut took, mut of_large) = (Duration::ZERO, String::new());
    let large = large(32);
    for sql in [ABROAD, &large] {
        let began = Instant::now();
        let answer = pretty_format_batches(&ask(sql.into()).await?.0)?.to_string();
        took = began.elapsed();
        println!("\n{sql}\n{answer}\n{took:.2?} on the cluster");
        of_large = pretty_format_batches(&here.sql(sql).await?.collect().await?)?.to_string();
        if answer != of_large {
            return Err(format!("but in one process:\n{of_large}").into());
        }
    }

    let asked = tokio::spawn(ask(large));
    tokio::time::sleep(took / 3).await;
    drop(second);
    println!("\nthe same again; one was killed after {:.2?}", took / 3);
    let (rows, tries) = asked.await??;
    let answer = pretty_format_batches(&rows)?.to_string();
    println!("{answer}\nafter {tries} runs");
    if answer != of_large {
        return Err("but that is another answer".into());
    }
    Ok(())
}
