//! Tables of random shapes, and rows that can be compared.
#![allow(dead_code, reason = "each test uses a part")]

use std::sync::Arc;

use datafusion::arrow::array::{ArrayRef, Float32Array, Int64Array, RecordBatch, StructArray, UInt32Array};
use datafusion::arrow::buffer::NullBuffer;
use datafusion::arrow::compute::take_record_batch;
use datafusion::arrow::datatypes::{DataType, Field, Schema};
use datafusion::arrow::util::display::{ArrayFormatter, FormatOptions};
use datafusion::common::Result;
use datafusion::datasource::MemTable;
use datafusion::physical_plan::displayable;
use datafusion::prelude::{DataFrame, SessionConfig, SessionContext};
use octet_arrow::ShapeKind;
use octet_datafusion::OctetOptions;

/// Numbers that are the same each time.
pub struct Random(pub u64);

impl Random {
    /// One of `0..n`.
    pub fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }

    /// A multiple of a half, so that many shapes touch.
    fn coordinate(&mut self, reach: u64) -> f32 {
        self.below(4 * reach + 1) as f32 / 2.0 - reach as f32
    }
}

/// Rows of `id`, `k` and the shape `s`; every ninth shape is null.
pub fn rows(kind: ShapeKind, count: usize, random: &mut Random) -> RecordBatch {
    let names = kind.columns();
    let mut columns = vec![Vec::with_capacity(count); names.len()];
    for _ in 0..count {
        // Few are large, so that there are size classes.
        let extent = if random.below(12) == 0 { 30 } else { 2 };
        let mut row: Vec<f32> = names
            .iter()
            .map(|name| match *name {
                "x" | "y" | "z" | "cx" | "cy" | "cz" => random.coordinate(20),
                "radius" | "border_radius" | "hx" | "hy" | "hz" => random.below(2 * extent + 1) as f32 / 2.0,
                _ => random.coordinate(extent),
            })
            .collect();
        match kind {
            ShapeKind::Aabb | ShapeKind::RoundedAabb | ShapeKind::Aabb3 | ShapeKind::RoundedAabb3 => {
                let half = row.len() / 2;
                for k in 0..half {
                    let (low, size) = (random.coordinate(20), row[half + k].abs());
                    (row[k], row[half + k]) = (low, low + size);
                }
            }
            ShapeKind::OrientedBox | ShapeKind::RoundedOrientedBox => {
                row[4] = if row[4..6] == [0.0; 2] { 1.0 } else { row[4] };
            }
            ShapeKind::OrientedBox3 => {
                (6..15).step_by(3).for_each(|axis| {
                    if row[axis..axis + 3] == [0.0; 3] {
                        row[axis] = 1.0;
                    }
                });
            }
            ShapeKind::Triangle
            | ShapeKind::RoundedTriangle
            | ShapeKind::Triangle3
            | ShapeKind::RoundedTriangle3 => {
                let axes = row.len() / 3;
                let corner: Vec<f32> = (0..axes).map(|_| random.coordinate(20)).collect();
                row[..3 * axes].iter_mut().enumerate().for_each(|(i, x)| *x += corner[i % axes]);
            }
            _ => {}
        }
        columns.iter_mut().zip(row).for_each(|(column, x)| column.push(x));
    }
    let field = octet_arrow::field("s", kind);
    let DataType::Struct(fields) = field.data_type().clone() else { panic!("{field}") };
    let columns = columns.into_iter().map(|column| Arc::new(Float32Array::from(column)) as ArrayRef);
    let nulls = NullBuffer::from((0..count).map(|row| row % 9 != 4).collect::<Vec<_>>());
    let shapes = StructArray::try_new_with_length(fields, columns.collect(), Some(nulls), count).unwrap();
    let ids = Int64Array::from_iter_values((0..).take(count));
    let keys: Int64Array = (0..).take(count).map(|row| (row % 7 != 3).then_some(row % 5)).collect();
    let integer = |name| Field::new(name, DataType::Int64, true);
    let schema = Arc::new(Schema::new(vec![integer("id"), integer("k"), field]));
    RecordBatch::try_new(schema, vec![Arc::new(ids), Arc::new(keys), Arc::new(shapes)]).unwrap()
}

/// A table of these rows, with a number of partitions and of rows in a batch.
pub fn table(rows: &RecordBatch, partitions: usize, batch: usize) -> Arc<MemTable> {
    let mut parts = vec![Vec::new(); partitions];
    for (i, start) in (0..rows.num_rows()).step_by(batch).enumerate() {
        parts[i % partitions].push(rows.slice(start, batch.min(rows.num_rows() - start)));
    }
    Arc::new(MemTable::try_new(rows.schema(), parts).unwrap())
}

/// Every other row, from the last one to the first: the order must not matter.
pub fn reversed(rows: &RecordBatch) -> RecordBatch {
    let order = UInt32Array::from_iter_values((0..rows.num_rows() as u32).rev());
    take_record_batch(rows, &order).unwrap()
}

/// A session with these partitions and batches.
pub fn session(partitions: usize, batch: usize, mode: &str) -> SessionContext {
    let config = SessionConfig::new()
        .with_target_partitions(partitions)
        .with_batch_size(batch)
        .with_option_extension(OctetOptions::default());
    let mut config = config;
    if mode == "off" {
        config.options_mut().set("octet.join.enable", "false").unwrap();
    } else {
        config.options_mut().set("octet.join.mode", mode).unwrap();
    }
    config.options_mut().set("octet.join.batch_rows", "50").unwrap();
    octet_datafusion::context_on(config, Arc::default())
}

/// The rows of a query as text, sorted.
pub async fn sorted(rows: DataFrame) -> Result<Vec<String>> {
    let mut lines = Vec::new();
    for batch in rows.collect().await? {
        let options = FormatOptions::default().with_null("null");
        let columns = batch.columns().iter().map(|column| ArrayFormatter::try_new(column, &options));
        let columns = columns.collect::<Result<Vec<_>, _>>()?;
        for row in 0..batch.num_rows() {
            let values = columns.iter().map(|column| column.value(row).to_string());
            lines.push(values.collect::<Vec<_>>().join(" "));
        }
    }
    lines.sort();
    Ok(lines)
}

/// The physical plan of a query.
pub async fn plan(rows: DataFrame) -> Result<String> {
    let plan = rows.create_physical_plan().await?;
    Ok(displayable(plan.as_ref()).indent(false).to_string())
}
