//! A partition of a join at work: rows of one side are held and indexed, those of the other stream by.

use std::ops::ControlFlow::{Break, Continue};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use datafusion::arrow::array::{Array, AsArray, RecordBatch, UInt32Array};
use datafusion::arrow::compute::concat_batches;
use datafusion::arrow::datatypes::{SchemaRef, UInt64Type};
use datafusion::common::runtime::SpawnedTask;
use datafusion::common::{DataFusionError, Result, exec_err, internal_err};
use datafusion::execution::SendableRecordBatchStream;
use datafusion::execution::memory_pool::{MemoryConsumer, MemoryPool, MemoryReservation};
use datafusion::physical_expr::PhysicalExpr;
use datafusion::physical_plan::metrics::{Count, ExecutionPlanMetricsSet, Gauge, MetricBuilder, Time};
use futures::StreamExt;
use octet_arrow::Shapes;
use soa::join::AnyIndex;
use soa::{Query, Stages};
use tokio::sync::mpsc::Sender;

use crate::error::{Error, external};
use crate::layout::{Layout, Side, has_pairs, keeps};
use crate::shapes::shapes;

/// Memory of the index and of the copy beside it, in tenths of that of the rows.
const INDEX_TENTHS: usize = 14;
/// Memory of a pair, in bytes: 16 until it is listed, and 8 in the list.
const PAIR_BYTES: usize = 24;

/// What a partition counts.
#[derive(Clone, Debug)]
pub struct Metrics {
    held_rows: Count,
    streamed_rows: Count,
    candidates: Count,
    undecided: Count,
    pairs: Count,
    regions: Count,
    largest_region: Gauge,
    peak_memory: Gauge,
    index_time: Time,
    join_time: Time,
    output_rows: Count,
}

impl Metrics {
    /// Of a partition.
    pub fn new(set: &ExecutionPlanMetricsSet, partition: usize) -> Self {
        let counter = |name: &'static str| MetricBuilder::new(set).counter(name, partition);
        let gauge = |name: &'static str| MetricBuilder::new(set).gauge(name, partition);
        let time = |name: &'static str| MetricBuilder::new(set).subset_time(name, partition);
        Self {
            held_rows: counter("held_rows"),
            streamed_rows: counter("streamed_rows"),
            candidates: counter("candidates"),
            undecided: counter("undecided"),
            pairs: counter("pairs"),
            regions: counter("regions"),
            largest_region: gauge("largest_region"),
            peak_memory: gauge("peak_memory"),
            index_time: time("index_time"),
            join_time: time("join_time"),
            output_rows: MetricBuilder::new(set).output_rows(partition),
        }
    }

    /// Candidates that a kernel tested; what `f32` decides is decided.
    fn add(&self, stages: Stages) {
        self.candidates.add(stages.rows() as usize);
        self.undecided.add((stages.rows() - stages.single) as usize);
    }
}

/// A limit of the pairs that the partitions of a join find.
#[derive(Clone, Debug)]
pub struct Limit {
    /// No more than this, if there is a limit.
    pub at_most: Option<u64>,
    /// The pairs until now.
    pub found: Arc<AtomicU64>,
}

impl Limit {
    /// Counts more pairs.
    fn add(&self, pairs: usize) -> Result<()> {
        let found = self.found.fetch_add(pairs as u64, Relaxed) + pairs as u64;
        match self.at_most {
            Some(at_most) if found > at_most => Err(Error::TooManyPairs { at_most }.into()),
            _ => Ok(()),
        }
    }
}

/// The rows of a side, region by region if they have regions.
pub struct Rows {
    stream: SendableRecordBatchStream,
    /// The column of regions, by which rows are sorted.
    region: Option<usize>,
    next: Option<RecordBatch>,
    /// The region of the row before: later ones are of no earlier region.
    reached: u64,
    schema: SchemaRef,
    memory: MemoryReservation,
}

impl Rows {
    /// The rows of a stream.
    pub fn new(stream: SendableRecordBatchStream, has_regions: bool, pool: &Arc<dyn MemoryPool>) -> Self {
        let schema = stream.schema();
        let region = has_regions.then(|| schema.fields().len() - 1);
        let memory = MemoryConsumer::new("octet join: rows on their way").register(pool);
        Self { stream, region, next: None, reached: 0, schema, memory }
    }

    /// The region of the next row; None at the end.
    async fn peek(&mut self) -> Result<Option<u64>> {
        while self.next.is_none() {
            match self.stream.next().await.transpose()? {
                None => return Ok(None),
                Some(batch) => self.next = Some(batch).filter(|batch| batch.num_rows() > 0),
            }
        }
        let region = self.next.as_ref().map(|batch| region_of(batch, self.region)).transpose()?;
        if region < Some(self.reached) {
            return internal_err!("rows of an octet join are not sorted by region");
        }
        self.reached = region.unwrap_or(self.reached);
        Ok(region)
    }

    /// Some of the next rows of a region; None if there are no more.
    async fn next_of(&mut self, region: u64) -> Result<Option<RecordBatch>> {
        if self.peek().await? != Some(region) {
            return Ok(None);
        }
        let Some(batch) = self.next.take() else { return Ok(None) };
        let Some(column) = self.region else { return Ok(Some(batch)) };
        let regions = batch.column(column).as_primitive::<UInt64Type>().values();
        let end = regions.partition_point(|&other| other <= region);
        if end < batch.num_rows() {
            self.next = Some(batch.slice(end, batch.num_rows() - end));
        }
        Ok(Some(batch.slice(0, end)))
    }

    /// The next rows of a region in one batch: at least this many, unless fewer are left or memory is
    /// refused. None if there are no more.
    async fn chunk_of(&mut self, region: u64, at_least: usize) -> Result<Option<RecordBatch>> {
        let (mut batches, mut rows) = (Vec::new(), 0);
        self.memory.free();
        while rows < at_least
            && let Some(batch) = self.next_of(region).await?
        {
            // The rows and their copy.
            let is_refused = self.memory.try_grow(2 * bytes_of(&batch)?).is_err();
            rows += batch.num_rows();
            batches.push(batch);
            if is_refused {
                break;
            }
        }
        match batches.as_slice() {
            [] => Ok(None),
            [batch] => Ok(Some(batch.clone())),
            _ => Ok(Some(concat_batches(&self.schema, &batches)?)),
        }
    }

    /// Passes by the rows of regions before; the region of the next row, if there is one.
    async fn skip_to(&mut self, region: u64) -> Result<Option<u64>> {
        while let Some(before) = self.peek().await?.filter(|&before| before < region) {
            if before >> 32 != region >> 32 {
                return Ok(Some(before));
            }
            self.next_of(before).await?;
        }
        self.peek().await
    }
}

fn region_of(batch: &RecordBatch, column: Option<usize>) -> Result<u64> {
    let Some(column) = column else { return Ok(0) };
    match batch.column(column).as_primitive_opt::<UInt64Type>() {
        Some(regions) if regions.is_valid(0) => Ok(regions.value(0)),
        _ => exec_err!("a row of a partitioned octet join has no region"),
    }
}

/// The memory of the rows of a batch, without what they share with others.
fn bytes_of(batch: &RecordBatch) -> Result<usize> {
    let columns = batch.columns().iter();
    columns.map(|column| Ok(column.to_data().get_slice_memory_size()?)).sum()
}

/// Rows of one side with an index of their shapes.
pub struct Held {
    rows: RecordBatch,
    shapes: Shapes,
    index: AnyIndex,
    memory: MemoryReservation,
}

/// What all tasks of a join know.
#[derive(Clone)]
pub struct Worker {
    /// What is put out.
    pub layout: Arc<Layout>,
    /// The shapes of the left and of the right rows.
    pub shapes: [Arc<dyn PhysicalExpr>; 2],
    /// The side whose rows are held.
    pub held: Side,
    /// Rows of a batch that is put out.
    pub batch_size: usize,
    /// Rows that are joined at a time.
    pub chunk: usize,
    /// How many pairs there may be.
    pub limit: Limit,
    /// Where memory comes from.
    pub pool: Arc<dyn MemoryPool>,
    /// What is counted.
    pub metrics: Metrics,
}

impl Worker {
    /// Reads all rows of a region and indexes them, on this query's threads.
    ///
    /// # Errors
    /// What the input or its shapes refuse; no memory for them.
    pub async fn hold(&self, rows: &mut Rows, region: u64, query: Query) -> Result<Arc<Held>> {
        let memory = MemoryConsumer::new("octet join: rows held").register(&self.pool);
        let (mut batches, mut count) = (Vec::new(), 0);
        while let Some(batch) = rows.next_of(region).await? {
            count += batch.num_rows();
            let bytes = bytes_of(&batch)?;
            let refused = |error: DataFusionError| {
                let region = region & 0xffff_ffff;
                error.context(match rows.region {
                    Some(_) => format!(
                        "an octet join holds {count} rows or more of region {region}: with a larger \
                         octet.join.regions_per_partition they are fewer"
                    ),
                    None => format!(
                        "an octet join holds {count} rows or more: octet.join.mode = 'partitioned' holds fewer"
                    ),
                })
            };
            memory.try_grow(bytes + bytes * INDEX_TENTHS / 10).map_err(refused)?;
            batches.push(batch);
        }
        self.metrics.held_rows.add(count);
        self.metrics.regions.add(1);
        self.metrics.largest_region.set_max(count);
        self.metrics.peak_memory.set_max(memory.size());
        let (this, schema) = (self.clone(), rows.schema.clone());
        in_background(move || {
            let _timer = this.metrics.index_time.timer();
            let rows = concat_batches(&schema, &batches)?;
            drop(batches);
            let shapes = this.shapes_of(this.held, &rows)?;
            let view = shapes.view().map_err(external)?;
            let index = AnyIndex::builder().query(query).for_joins().build_any(&view).map_err(external)?;
            Ok(Arc::new(Held { rows, shapes, index, memory }))
        })
        .await
    }

    /// Joins all rows of a region with those that are held, and puts out what is known then. Returns which
    /// of the held ones are in a pair, if they are kept; None once the output is closed. The peak of memory
    /// counts what is held for this partition alone, in bytes, and the rows and pairs on their way.
    ///
    /// # Errors
    /// What the input, its shapes or the conditions refuse.
    pub async fn stream(
        &self,
        held: &Arc<Held>,
        held_bytes: usize,
        rows: &mut Rows,
        region: u64,
        out: &Sender<Result<RecordBatch>>,
    ) -> Result<Option<Vec<bool>>> {
        let keeps_held = keeps(self.layout.join_type, self.held);
        let mut matched = vec![false; if keeps_held { held.rows.num_rows() } else { 0 }];
        while let Some(chunk) = rows.chunk_of(region, self.chunk).await? {
            self.metrics.streamed_rows.add(chunk.num_rows());
            let (this, held, out) = (self.clone(), held.clone(), out.clone());
            let bytes = held_bytes + rows.memory.size();
            matched = match in_background(move || this.probe(&held, &chunk, bytes, matched, &out)).await? {
                Some(matched) => matched,
                None => return Ok(None),
            };
        }
        Ok(Some(matched))
    }

    /// Puts out the held rows that are kept.
    ///
    /// # Errors
    /// What Arrow refuses.
    pub async fn finish(
        &self,
        held: &Held,
        matched: &[bool],
        out: &Sender<Result<RecordBatch>>,
    ) -> Result<()> {
        if !keeps(self.layout.join_type, self.held) {
            return Ok(());
        }
        for batch in self.layout.kept(self.held, &held.rows, matched, self.batch_size) {
            let batch = batch?;
            self.metrics.output_rows.add(batch.num_rows());
            if out.send(Ok(batch)).await.is_err() {
                break;
            }
        }
        Ok(())
    }

    /// Joins some rows. Where the receiver is gone, it ends with the next block and returns None.
    fn probe(
        &self,
        held: &Held,
        chunk: &RecordBatch,
        bytes: usize,
        mut held_matched: Vec<bool>,
        out: &Sender<Result<RecordBatch>>,
    ) -> Result<Option<Vec<bool>>> {
        let _timer = self.metrics.join_time.timer();
        let (layout, streamed) = (&*self.layout, 1 - self.held);
        let keeps_streamed = keeps(layout.join_type, streamed);
        let mut matched = vec![false; if keeps_streamed { chunk.num_rows() } else { 0 }];
        let of_chunk = self.shapes_of(streamed, chunk)?;
        let view = of_chunk.view().map_err(external)?;
        let add = |stages| self.metrics.add(stages);
        let join = held.index.join_any(&view).map_err(external)?;
        let join = join.query(Query::new().sequential()).stages(&add);
        let memory = MemoryConsumer::new("octet join: pairs").register(&self.pool);
        self.metrics.peak_memory.set_max(bytes);
        let mut sides = [&held.rows, chunk];
        if self.held == 1 {
            sides.reverse();
        }
        let send = |batch: RecordBatch| {
            self.metrics.output_rows.add(batch.num_rows());
            out.blocking_send(Ok(batch)).is_ok()
        };
        if layout.filter.is_none() && !has_pairs(layout.join_type) && keeps_streamed {
            let hits = join.matched_left().map_err(external)?;
            hits.iter().for_each(|row| matched[given(of_chunk.given_rows(), row)] = true);
        } else {
            let mut take = |streamed_rows: &[u32], held_rows: &[u32]| -> Result<bool> {
                let numbers = |rows: &[u32], of: &Shapes| {
                    let given = of.given_rows();
                    UInt32Array::from_iter_values(rows.iter().map(|&row| given_u32(given, row)))
                };
                let mut rows = [numbers(held_rows, &held.shapes), numbers(streamed_rows, &of_chunk)];
                if self.held == 1 {
                    rows.reverse();
                }
                let rows = layout.allowed(sides, rows)?;
                self.metrics.pairs.add(rows[0].len());
                self.limit.add(rows[0].len())?;
                for (side, matched) in [(self.held, &mut held_matched), (streamed, &mut matched)] {
                    if keeps(layout.join_type, side) {
                        rows[side].values().iter().for_each(|&row| matched[row as usize] = true);
                    }
                }
                if !has_pairs(layout.join_type) || rows[0].is_empty() {
                    return Ok(!out.is_closed());
                }
                Ok(send(layout.pairs(sides, &rows)?))
            };
            let last = join.try_for_each_block(|pairs| {
                if let Err(error) = memory.try_resize(pairs.len() * PAIR_BYTES) {
                    return Break(Err(error.context(format!(
                        "an octet join lists {} pairs at a time: with a smaller octet.join.batch_rows they \
                         are fewer",
                        pairs.len()
                    ))));
                }
                self.metrics.peak_memory.set_max(bytes + memory.size());
                let streamed_rows = pairs.left().chunks(self.batch_size);
                for (streamed_rows, held_rows) in streamed_rows.zip(pairs.right().chunks(self.batch_size)) {
                    match take(streamed_rows, held_rows) {
                        Ok(true) => {}
                        Ok(false) => return Break(Ok(())),
                        Err(error) => return Break(Err(error)),
                    }
                }
                Continue(())
            });
            if let Break(ended) = last.map_err(external)? {
                return ended.map(|()| None);
            }
        }
        if keeps_streamed {
            for batch in layout.kept(streamed, chunk, &matched, self.batch_size) {
                if !send(batch?) {
                    return Ok(None);
                }
            }
        }
        Ok(Some(held_matched).filter(|_| !out.is_closed()))
    }

    fn shapes_of(&self, side: Side, rows: &RecordBatch) -> Result<Shapes> {
        let field = self.shapes[side].return_field(rows.schema_ref())?;
        let array = self.shapes[side].evaluate(rows)?.into_array(rows.num_rows())?;
        shapes(&field, &array)
    }

    /// Joins two inputs region by region: those of the side that is held in turn, each with the rows that
    /// stream by. Without regions all rows are of one.
    ///
    /// # Errors
    /// What the inputs, their shapes or the conditions refuse; no memory for a region.
    pub async fn join_regions(
        &self,
        mut held_rows: Rows,
        mut streamed: Rows,
        out: &Sender<Result<RecordBatch>>,
    ) -> Result<()> {
        let has_regions = held_rows.region.is_some();
        let mut next = held_rows.peek().await?.or((!has_regions).then_some(0));
        while let Some(region) = next {
            let held = self.hold(&mut held_rows, region, Query::new().sequential()).await?;
            let other = streamed.skip_to(region).await?;
            if has_regions && other.is_some_and(|other| other >> 32 != region >> 32) {
                return exec_err!(
                    "both sides of a partitioned octet join were cut differently: its owner gave other \
                    rows when it was read again"
                );
            }
            let bytes = held.memory.size();
            let matched = self.stream(&held, bytes, &mut streamed, region, out).await?;
            let Some(matched) = matched else { return Ok(()) };
            self.finish(&held, &matched, out).await?;
            drop(held);
            next = held_rows.peek().await?;
        }
        Ok(())
    }
}

fn given(rows: Option<&[u32]>, row: usize) -> usize {
    rows.map_or(row, |rows| rows[row] as usize)
}

fn given_u32(rows: Option<&[u32]>, row: u32) -> u32 {
    rows.map_or(row, |rows| rows[row as usize])
}

/// Runs work that computes on a thread for it. If the task that waits is dropped, the work ends by itself.
async fn in_background<T: Send + 'static>(work: impl FnOnce() -> Result<T> + Send + 'static) -> Result<T> {
    let joined = SpawnedTask::spawn_blocking(work).join_unwind().await;
    joined.map_err(|error| DataFusionError::ExecutionJoin(Box::new(error)))?
}
