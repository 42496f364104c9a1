//! Joins in SQL beside the same joins of `octet_arrow`, in one process: each mode's best time of seven, its
//! ratio to that of `octet_arrow`, and equal counts, or it fails.
//!
//! ```text
//! cargo run --release --example beside_arrow -- [rows] [folder to write the columns to, for other engines]
//! ```

use std::error::Error;
use std::fmt::Write;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use datafusion::arrow::array::{
    Array, ArrayRef, AsArray, Float32Array, Int64Array, RecordBatch, StructArray,
};
use datafusion::arrow::datatypes::{DataType, Field, Int64Type, Schema};
use datafusion::datasource::MemTable;
use datafusion::prelude::{SessionConfig, SessionContext};
use octet_arrow::{Join, ShapeKind, Shapes};
use octet_datafusion::OctetOptions;

type Outcome<T> = Result<T, Box<dyn Error>>;

/// Numbers of `0..1`.
struct Random(u64);

impl Random {
    fn unit(&mut self) -> f32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 40) as f32 / (1 << 24) as f32
    }
}

/// Rows all over a square with as many units of area as there are rows.
fn columns(kind: ShapeKind, rows: usize, random: &mut Random) -> Vec<Vec<f32>> {
    let side = (rows as f32).sqrt();
    let mut columns = vec![Vec::with_capacity(rows); kind.columns().len()];
    for _ in 0..rows {
        let center = [side * random.unit(), side * random.unit()];
        for (k, column) in columns.iter_mut().enumerate() {
            column.push(match kind {
                ShapeKind::Triangle => center[k % 2] + 1.6 * (random.unit() - 0.5),
                _ if k == 2 => 0.5 * random.unit(),
                _ => center[k],
            });
        }
    }
    columns
}

struct Table {
    name: &'static str,
    kind: ShapeKind,
    shapes: StructArray,
}

impl Table {
    fn new(name: &'static str, kind: ShapeKind, rows: usize, random: &mut Random) -> Outcome<Self> {
        let columns = columns(kind, rows, random).into_iter();
        let columns: Vec<ArrayRef> = columns.map(|x| Arc::new(Float32Array::from(x)) as _).collect();
        let DataType::Struct(fields) = octet_arrow::field("s", kind).data_type().clone() else {
            return Err("".into());
        };
        Ok(Self { name, kind, shapes: StructArray::try_new(fields, columns, None)? })
    }

    fn register(&self, ctx: &SessionContext, partitions: usize) -> Outcome<()> {
        let ids = Int64Array::from_iter_values((0..).take(self.shapes.len()));
        let fields = vec![Field::new("id", DataType::Int64, false), octet_arrow::field("s", self.kind)];
        let schema = Arc::new(Schema::new(fields));
        let all = RecordBatch::try_new(schema.clone(), vec![Arc::new(ids), Arc::new(self.shapes.clone())])?;
        let mut parts = vec![Vec::new(); partitions];
        for (i, start) in (0..all.num_rows()).step_by(8192).enumerate() {
            parts[i % partitions].push(all.slice(start, 8192.min(all.num_rows() - start)));
        }
        ctx.register_table(self.name, Arc::new(MemTable::try_new(schema, parts)?))?;
        Ok(())
    }

    /// Each column as a file of `f32`: `t_ax.f32`.
    fn write(&self, folder: &Path) -> Outcome<()> {
        for (name, column) in self.shapes.column_names().iter().zip(self.shapes.columns()) {
            let values = column.as_primitive::<datafusion::arrow::datatypes::Float32Type>().values();
            let bytes: Vec<u8> = values.iter().flat_map(|x| x.to_le_bytes()).collect();
            std::fs::write(folder.join(format!("{}_{name}.f32", self.name)), bytes)?;
        }
        Ok(())
    }
}

/// How often each is run, by turns, so that whatever else runs meanwhile slows down all alike.
const ROUNDS: usize = 7;

/// Takes a time if it is the best.
fn keep_best(best: &mut f64, start: Instant) {
    *best = best.min(start.elapsed().as_secs_f64());
}

#[tokio::main]
async fn main() -> Outcome<()> {
    let mut args = std::env::args().skip(1);
    let rows: usize = args.next().map_or(Ok(1_000_000), |rows| rows.parse())?;
    let random = &mut Random(1);
    let tables = [
        Table::new("p", ShapeKind::Point, rows, random)?,
        Table::new("d", ShapeKind::Disk, rows, random)?,
        Table::new("t", ShapeKind::Triangle, rows, random)?,
        Table::new("u", ShapeKind::Triangle, rows, random)?,
    ];
    let folder = args.next();
    if let Some(folder) = &folder {
        tables.iter().try_for_each(|table| table.write(Path::new(folder)))?;
    }
    let mut counts = String::new();
    let partitions = std::thread::available_parallelism()?.get();
    let config = SessionConfig::new().with_target_partitions(partitions);
    let ctx =
        octet_datafusion::context_on(config.with_option_extension(OctetOptions::default()), Arc::default());
    tables.iter().try_for_each(|table| table.register(&ctx, partitions))?;
    println!("{rows} x {rows} rows, {partitions} threads; seconds, and times of octet_arrow");
    for [left, right] in [[0, 2], [1, 2], [3, 2]] {
        let (left, right) = (&tables[left], &tables[right]);
        let field = |table: &Table| octet_arrow::field("s", table.kind);
        let on = "ON octet_intersects(a.s, b.s)";
        let sql = |what| format!("SELECT {what} FROM {} a JOIN {} b {on}", left.name, right.name);
        let (mut arrow, mut count, mut times) = (f64::INFINITY, 0, [f64::INFINITY; 4]);
        for _ in 0..ROUNDS {
            let start = Instant::now();
            let a = Shapes::of_field(&field(left), &left.shapes)?;
            let b = Shapes::of_field(&field(right), &right.shapes)?;
            count = i64::try_from(Join::new(&a, &b)?.pairs()?.num_rows())?;
            keep_best(&mut arrow, start);
            for (i, time) in times.iter_mut().enumerate() {
                let mode = ["broadcast", "partitioned"][i / 2];
                ctx.sql(&format!("SET octet.join.mode = '{mode}'")).await?.collect().await?;
                let sql = sql(["count(*)", "count(*), sum(a.id + b.id)"][i % 2]);
                let start = Instant::now();
                let rows = ctx.sql(&sql).await?.collect().await?;
                keep_best(time, start);
                let found = rows[0].column(0).as_primitive::<Int64Type>().value(0);
                if found != count {
                    return Err(format!("{mode}: {sql}: {found}, not {count}").into());
                }
            }
        }
        let join = format!("{} with {}", left.kind, right.kind);
        writeln!(counts, "{join}: {count}")?;
        print!("{join}: {count} hits, octet_arrow {arrow:.3}");
        for (i, time) in times.into_iter().enumerate() {
            let what = ["broadcast", "broadcast with ids", "partitioned", "partitioned with ids"][i];
            print!(", {what} {time:.3} ({:.2})", time / arrow);
        }
        println!();
    }
    if let Some(folder) = folder {
        std::fs::write(Path::new(&folder).join("counts"), counts)?;
    }
    Ok(())
}
