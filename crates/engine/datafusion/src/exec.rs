//! The node of physical plans: a join on shapes, in one of three modes.

use std::fmt;
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex, PoisonError};

use datafusion::arrow::datatypes::{Schema, SchemaRef};
use datafusion::common::tree_node::TreeNodeRecursion;
use datafusion::common::{DataFusionError, JoinType, Result, internal_err};
use datafusion::execution::{SendableRecordBatchStream, TaskContext};
use datafusion::physical_expr::expressions::Column;
use datafusion::physical_expr::{
    Distribution, EquivalenceProperties, LexOrdering, PhysicalExpr, PhysicalSortExpr,
};
use datafusion::physical_plan::execution_plan::{Boundedness, EmissionType};
use datafusion::physical_plan::joins::utils::JoinFilter;
use datafusion::physical_plan::metrics::{ExecutionPlanMetricsSet, Metric, MetricValue, MetricsSet};
use datafusion::physical_plan::projection::{EmbeddedProjection, ProjectionExec, try_embed_projection};
use datafusion::physical_plan::sorts::sort::SortExec;
use datafusion::physical_plan::stream::RecordBatchReceiverStream;
use datafusion::physical_plan::{
    DisplayAs, DisplayFormatType, ExecutionPlan, ExecutionPlanProperties, InputDistributionRequirements,
    Partitioning, PlanProperties, apply_expression_roots,
};
use futures::FutureExt;
use futures::future::{BoxFuture, Shared};
use soa::Query;

use crate::layout::{Layout, Side, keeps};
use crate::memory::{WholeMemory, of_sort};
use crate::options::OctetOptions;
use crate::worker::{Held, Limit, Metrics, Rows, Worker};

/// How the rows of both sides meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// One side is held by all partitions together; each joins its part of the other one.
    Broadcast,
    /// Both sides are in regions, and sorted by them. One side owns its rows.
    Partitioned,
    /// All rows meet in one partition.
    Single,
}

/// What a join is, apart from its inputs.
#[derive(Clone, Debug)]
pub struct Join {
    /// The shapes of the left and of the right rows.
    pub shapes: [Arc<dyn PhysicalExpr>; 2],
    /// Conditions beside.
    pub filter: Option<JoinFilter>,
    /// Which rows are put out.
    pub join_type: JoinType,
    /// How they meet.
    pub mode: Mode,
    /// The side whose rows are held; in mode partitioned, the owner.
    pub held: Side,
    /// Of all columns of the join, those that are put out, if not all.
    pub projection: Option<Vec<usize>>,
}

type SharedHeld = Shared<BoxFuture<'static, Result<Arc<Held>, Arc<DataFusionError>>>>;

/// A join of two inputs on `octet_intersects`. In mode partitioned the last column of each is its region, and
/// rows of a region are in one partition.
#[derive(Debug)]
pub struct OctetJoinExec {
    inputs: [Arc<dyn ExecutionPlan>; 2],
    /// The inputs sorted by region, with spill, in mode partitioned. These are no nodes of the plan: an
    /// optimizer would move a sort below the exchange, and one that then puts a network there forgets the
    /// order.
    sorted: Option<[SortExec; 2]>,
    join: Join,
    layout: Arc<Layout>,
    properties: Arc<PlanProperties>,
    metrics: ExecutionPlanMetricsSet,
    held: OnceHeld,
    /// The pairs that all partitions found.
    found: Arc<AtomicU64>,
}

/// The rows that all partitions share in mode broadcast.
#[derive(Default)]
struct OnceHeld(Mutex<Option<SharedHeld>>);

impl fmt::Debug for OnceHeld {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("OnceHeld")
    }
}

impl OctetJoinExec {
    /// A join of these inputs.
    ///
    /// # Errors
    /// A side that is kept and is not where that is known: held by many, or replicated.
    pub fn new(inputs: [Arc<dyn ExecutionPlan>; 2], join: Join) -> Result<Self> {
        let is_wrong = match join.mode {
            Mode::Broadcast => keeps(join.join_type, join.held),
            Mode::Partitioned => keeps(join.join_type, 1 - join.held),
            Mode::Single => false,
        };
        if is_wrong {
            return internal_err!("an octet join of type {} cannot hold this side", join.join_type);
        }
        let schemas = [0, 1].map(|side| inputs[side].schema());
        let schemas = schemas.map(|schema| without_region(&schema, join.mode));
        let layout = Layout::new(
            [&schemas[0], &schemas[1]],
            join.join_type,
            join.filter.clone(),
            join.projection.as_deref(),
        )?;
        let streamed = &inputs[1 - join.held];
        let properties = PlanProperties::new(
            EquivalenceProperties::new(layout.schema.clone()),
            Partitioning::UnknownPartitioning(streamed.output_partitioning().partition_count()),
            EmissionType::Incremental,
            Boundedness::Bounded,
        );
        let sort = |input: &Arc<dyn ExecutionPlan>| {
            let order = LexOrdering::new([PhysicalSortExpr::new_default(region(input))])?;
            let input = Arc::new(WholeMemory(input.clone()));
            Some(SortExec::new(order, input).with_preserve_partitioning(true))
        };
        let sorted = match (join.mode, sort(&inputs[0]), sort(&inputs[1])) {
            (Mode::Partitioned, Some(left), Some(right)) => Some([left, right]),
            _ => None,
        };
        Ok(Self {
            inputs,
            sorted,
            join,
            layout: Arc::new(layout),
            properties: Arc::new(properties),
            metrics: ExecutionPlanMetricsSet::new(),
            held: OnceHeld::default(),
            found: Arc::default(),
        })
    }

    /// What it is, apart from its inputs.
    pub fn join(&self) -> &Join {
        &self.join
    }

    fn rows(&self, side: Side, partition: usize, context: &Arc<TaskContext>) -> Result<Rows> {
        let stream = match &self.sorted {
            Some(sorted) => {
                let sorts = sorted.len() * self.properties.output_partitioning().partition_count();
                sorted[side].execute(partition, of_sort(context, sorts))?
            }
            None => self.inputs[side].execute(partition, context.clone())?,
        };
        Ok(Rows::new(stream, self.sorted.is_some(), context.memory_pool()))
    }

    /// The rows that are held, which the first partition that asks begins to read.
    fn shared_held(&self, worker: Worker, context: &Arc<TaskContext>) -> Result<SharedHeld> {
        let mut shared = self.held.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(held) = &*shared {
            return Ok(held.clone());
        }
        let mut rows = self.rows(self.join.held, 0, context)?;
        let held = async move { worker.hold(&mut rows, 0, Query::new()).await.map_err(Arc::new) };
        Ok(shared.insert(held.boxed().shared()).clone())
    }
}

/// The column of the region of an input.
fn region(input: &Arc<dyn ExecutionPlan>) -> Arc<dyn PhysicalExpr> {
    let schema = input.schema();
    let last = schema.fields().len().saturating_sub(1);
    Arc::new(Column::new(schema.field(last).name(), last))
}

/// Rows of a region in one partition.
pub(crate) fn region_partitioning(input: &Arc<dyn ExecutionPlan>, partitions: usize) -> Partitioning {
    Partitioning::Hash(vec![region(input)], partitions)
}

fn is_spill(metric: &Metric) -> bool {
    matches!(
        metric.value(),
        MetricValue::SpillCount(_) | MetricValue::SpilledBytes(_) | MetricValue::SpilledRows(_)
    )
}

fn without_region(schema: &SchemaRef, mode: Mode) -> SchemaRef {
    let fields = schema.fields();
    match mode {
        Mode::Partitioned if !fields.is_empty() => {
            let fields = fields[..fields.len() - 1].to_vec();
            Arc::new(Schema::new_with_metadata(fields, schema.metadata().clone()))
        }
        _ => schema.clone(),
    }
}

impl DisplayAs for OctetJoinExec {
    fn fmt_as(&self, _: DisplayFormatType, f: &mut fmt::Formatter) -> fmt::Result {
        let Join { shapes: [left, right], filter, join_type, mode, held, projection } = &self.join;
        let side = ["left", "right"][*held];
        let role = if *mode == Mode::Partitioned { "owner" } else { "held" };
        write!(f, "OctetJoinExec: mode={mode:?}, {role}={side}, join_type={join_type}")?;
        write!(f, ", on=octet_intersects({left}, {right})")?;
        if let Some(filter) = filter {
            write!(f, ", filter={}", filter.expression())?;
        }
        if projection.is_some() {
            let names = self.layout.schema.fields().iter().map(|field| field.name().as_str());
            write!(f, ", projection=[{}]", names.collect::<Vec<_>>().join(", "))?;
        }
        Ok(())
    }
}

impl EmbeddedProjection for OctetJoinExec {
    fn with_projection(&self, projection: Option<Vec<usize>>) -> Result<Self> {
        // The columns of a projection are counted among those that are put out now.
        let projection = match (&self.join.projection, projection) {
            (Some(now), Some(chosen)) => Some(chosen.into_iter().map(|i| now[i]).collect()),
            (now, chosen) => chosen.or_else(|| now.clone()),
        };
        Self::new(self.inputs.clone(), Join { projection, ..self.join.clone() })
    }
}

impl ExecutionPlan for OctetJoinExec {
    fn name(&self) -> &'static str {
        "OctetJoinExec"
    }

    fn properties(&self) -> &Arc<PlanProperties> {
        &self.properties
    }

    fn children(&self) -> Vec<&Arc<dyn ExecutionPlan>> {
        self.inputs.iter().collect()
    }

    fn input_distribution_requirements(&self) -> InputDistributionRequirements {
        match self.join.mode {
            Mode::Partitioned => InputDistributionRequirements::co_partitioned(
                self.inputs.iter().map(|input| Distribution::KeyPartitioned(vec![region(input)])).collect(),
            ),
            Mode::Single => InputDistributionRequirements::new(vec![Distribution::SinglePartition; 2]),
            Mode::Broadcast => {
                let mut both = vec![Distribution::UnspecifiedDistribution; 2];
                both[self.join.held] = Distribution::SinglePartition;
                InputDistributionRequirements::new(both)
            }
        }
    }

    fn apply_expressions(
        &self,
        f: &mut dyn FnMut(&Arc<dyn PhysicalExpr>) -> Result<TreeNodeRecursion>,
    ) -> Result<TreeNodeRecursion> {
        let conditions = self.join.filter.as_ref().map(JoinFilter::expression);
        apply_expression_roots(self.join.shapes.iter().chain(conditions), f)
    }

    fn with_new_children(
        self: Arc<Self>,
        children: Vec<Arc<dyn ExecutionPlan>>,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        let Ok(inputs) = <[_; 2]>::try_from(children) else {
            return internal_err!("an octet join has two inputs");
        };
        Ok(Arc::new(Self::new(inputs, self.join.clone())?))
    }

    fn try_swapping_with_projection(
        &self,
        projection: &ProjectionExec,
    ) -> Result<Option<Arc<dyn ExecutionPlan>>> {
        try_embed_projection(projection, self)
    }

    fn metrics(&self) -> Option<MetricsSet> {
        let mut all = self.metrics.clone_inner();
        let of_sorts = self.sorted.iter().flatten().filter_map(SortExec::metrics);
        let spills = of_sorts
            .flat_map(|set| set.iter().filter(|metric| is_spill(metric)).cloned().collect::<Vec<_>>());
        spills.for_each(|metric| all.push(metric));
        Some(all)
    }

    fn execute(&self, partition: usize, context: Arc<TaskContext>) -> Result<SendableRecordBatchStream> {
        let config = context.session_config();
        let options = OctetOptions::of(config.options());
        let worker = Worker {
            layout: self.layout.clone(),
            shapes: self.join.shapes.clone(),
            held: self.join.held,
            batch_size: config.batch_size(),
            chunk: options.batch_rows.max(1),
            limit: Limit { at_most: options.at_most, found: self.found.clone() },
            pool: context.memory_pool().clone(),
            metrics: Metrics::new(&self.metrics, partition),
        };
        let mut streamed = self.rows(1 - self.join.held, partition, &context)?;
        let mut stream = RecordBatchReceiverStream::builder(self.schema(), 2);
        let out = stream.tx();
        if self.join.mode == Mode::Broadcast {
            // What is shared is counted beside what the partition has for itself.
            let of_held = Worker { metrics: Metrics::new(&self.metrics, partition), ..worker.clone() };
            let held = self.shared_held(of_held, &context)?;
            stream.spawn(async move {
                let held = held.await.map_err(DataFusionError::Shared)?;
                worker.stream(&held, 0, &mut streamed, 0, &out).await.map(|_| ())
            });
        } else {
            let held = self.rows(self.join.held, partition, &context)?;
            stream.spawn(async move { worker.join_regions(held, streamed, &out).await });
        }
        Ok(stream.build())
    }
}
