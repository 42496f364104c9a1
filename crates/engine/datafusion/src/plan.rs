//! From SQL to the node: a rule of the optimizer that finds joins on shapes, and the planner that decides how
//! they run.

use std::cmp::Ordering;
use std::collections::HashSet;
use std::fmt;
use std::sync::Arc;

use async_trait::async_trait;
use datafusion::catalog::Session;
use datafusion::common::tree_node::{Transformed, TransformedResult, TreeNode};
use datafusion::common::{
    Column, DFSchema, DFSchemaRef, JoinSide, JoinType, NullEquality, Result, ScalarValue, UnnestOptions,
    internal_err,
};
use datafusion::execution::context::QueryPlanner;
use datafusion::logical_expr::physical_planning_context::PhysicalPlanningContext;
use datafusion::logical_expr::utils::{conjunction, split_conjunction};
use datafusion::logical_expr::{
    BinaryExpr, Expr, ExprSchemable, Extension, LogicalPlan, LogicalPlanBuilder, Operator,
    UserDefinedLogicalNode, UserDefinedLogicalNodeCore, col, lit,
};
use datafusion::optimizer::optimizer::ApplyOrder;
use datafusion::optimizer::{OptimizerConfig, OptimizerRule};
use datafusion::physical_expr::PhysicalExpr;
use datafusion::physical_expr::expressions::Column as PhysicalColumn;
use datafusion::physical_expr::utils::collect_columns;
use datafusion::physical_plan::coalesce_partitions::CoalescePartitionsExec;
use datafusion::physical_plan::joins::utils::{ColumnIndex, JoinFilter};
use datafusion::physical_plan::repartition::RepartitionExec;
use datafusion::physical_plan::statistics::StatisticsContext;
use datafusion::physical_plan::{ExecutionPlan, ExecutionPlanProperties, StatisticsArgs};
use datafusion::physical_planner::{DefaultPhysicalPlanner, ExtensionPlanner, PhysicalPlanner};

use crate::error::Error;
use crate::exec::{Join, Mode, OctetJoinExec, region_partitioning};
use crate::functions::{INTERSECTS, WITHIN, grow, intersects};
use crate::layout::{SIDES, Side, keeps};
use crate::options::{JoinOptions, ModeOption, OctetOptions};
use crate::{functions, regions};

/// A join on `octet_intersects`, in a logical plan.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct OctetJoin {
    inputs: [LogicalPlan; 2],
    /// The shapes of the left and of the right rows.
    shapes: [Expr; 2],
    /// All other conditions.
    filter: Option<Expr>,
    join_type: JoinType,
    schema: DFSchemaRef,
}

impl PartialOrd for OctetJoin {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        (&self.shapes, &self.filter).partial_cmp(&(&other.shapes, &other.filter))
    }
}

impl UserDefinedLogicalNodeCore for OctetJoin {
    fn name(&self) -> &'static str {
        "OctetJoin"
    }

    fn inputs(&self) -> Vec<&LogicalPlan> {
        self.inputs.iter().collect()
    }

    fn schema(&self) -> &DFSchemaRef {
        &self.schema
    }

    fn expressions(&self) -> Vec<Expr> {
        self.shapes.iter().chain(&self.filter).cloned().collect()
    }

    fn fmt_for_explain(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let [left, right] = &self.shapes;
        write!(f, "OctetJoin: {}, on={INTERSECTS}({left}, {right})", self.join_type)?;
        self.filter.as_ref().map_or(Ok(()), |filter| write!(f, ", filter={filter}"))
    }

    fn with_exprs_and_inputs(&self, expressions: Vec<Expr>, inputs: Vec<LogicalPlan>) -> Result<Self> {
        let Ok(inputs) = <[_; 2]>::try_from(inputs) else {
            return internal_err!("an octet join has two inputs");
        };
        let mut expressions = expressions.into_iter();
        let (Some(left), Some(right)) = (expressions.next(), expressions.next()) else {
            return internal_err!("an octet join has two shapes");
        };
        Ok(Self { inputs, shapes: [left, right], filter: expressions.next(), ..self.clone() })
    }
}

/// Makes joins with `octet_intersects` or `octet_within` among their conditions joins of octet.
#[derive(Debug)]
pub struct OctetJoinRule;

impl OptimizerRule for OctetJoinRule {
    fn name(&self) -> &'static str {
        "octet_join"
    }

    fn apply_order(&self) -> Option<ApplyOrder> {
        Some(ApplyOrder::BottomUp)
    }

    fn rewrite(&self, plan: LogicalPlan, config: &dyn OptimizerConfig) -> Result<Transformed<LogicalPlan>> {
        let LogicalPlan::Join(join) = &plan else { return Ok(Transformed::no(plan)) };
        // NOT IN asks for nulls of its keys, which only the engine's own joins know.
        if join.null_aware || !OctetOptions::of(&config.options()).enable {
            return Ok(Transformed::no(plan));
        }
        let conditions = join.filter.as_ref().map(split_conjunction).unwrap_or_default();
        let schemas = [join.left.schema(), join.right.schema()];
        let found = conditions.iter().enumerate().find_map(|(i, e)| Some((i, shapes_of(e, schemas)?)));
        let Some((found, shapes)) = found else { return Ok(Transformed::no(plan)) };
        let equal = match join.null_equality {
            NullEquality::NullEqualsNothing => Operator::Eq,
            NullEquality::NullEqualsNull => Operator::IsNotDistinctFrom,
        };
        let on = join.on.iter().map(|(left, right)| {
            Expr::BinaryExpr(BinaryExpr::new(Box::new(left.clone()), equal, Box::new(right.clone())))
        });
        let others = conditions.iter().enumerate().filter(|(i, _)| *i != found).map(|(_, &e)| e.clone());
        let node = OctetJoin {
            inputs: [join.left.as_ref().clone(), join.right.as_ref().clone()],
            shapes,
            filter: conjunction(on.chain(others)),
            join_type: join.join_type,
            schema: join.schema.clone(),
        };
        Ok(Transformed::yes(LogicalPlan::Extension(Extension { node: Arc::new(node) })))
    }
}

/// The shapes of both sides that intersect where this condition holds, if each is an expression over one of
/// them.
fn shapes_of(condition: &Expr, schemas: [&DFSchemaRef; 2]) -> Option<[Expr; 2]> {
    let Expr::ScalarFunction(call) = condition else { return None };
    match call.args.as_slice() {
        _ if condition.is_volatile() => None,
        [a, b] if call.name() == INTERSECTS => in_order([a.clone(), b.clone()], schemas),
        [a, b, distance] if call.name() == WITHIN => grown([a, b], distance, schemas),
        _ => None,
    }
}

/// Two shapes that intersect where these are within a distance: one of them grows by it, and the other one by
/// nothing, if only what it becomes then has such a test. The distance must be known where the first one is.
fn grown([a, b]: [&Expr; 2], distance: &Expr, schemas: [&DFSchemaRef; 2]) -> Option<[Expr; 2]> {
    let both = schemas[0].join(schemas[1]).ok()?;
    let (by, by_nothing) =
        (|e: &Expr| grow(e.clone(), distance.clone()), |e: &Expr| grow(e.clone(), lit(0_f32)));
    let pairs = [[by(a), b.clone()], [a.clone(), by(b)], [by(a), by_nothing(b)], [by_nothing(a), by(b)]];
    let mut tested =
        pairs.into_iter().filter(|[a, b]| intersects(a.clone(), b.clone()).to_field(&both).is_ok());
    tested.find_map(|pair| in_order(pair, schemas))
}

/// The expression over the left side, then that over the right one.
fn in_order([a, b]: [Expr; 2], schemas: [&DFSchemaRef; 2]) -> Option<[Expr; 2]> {
    let is_of = |e: &Expr, schema: &DFSchemaRef| {
        let columns = e.column_refs();
        !columns.is_empty() && columns.iter().all(|column| schema.has_column(column))
    };
    match (is_of(&a, schemas[0]) && is_of(&b, schemas[1]), is_of(&b, schemas[0]) && is_of(&a, schemas[1])) {
        (true, _) => Some([a, b]),
        (_, true) => Some([b, a]),
        _ => None,
    }
}

/// Makes physical plans, with octet's joins among the engine's own nodes.
#[derive(Debug, Default)]
pub struct OctetPlanner;

#[async_trait]
impl QueryPlanner for OctetPlanner {
    async fn create_physical_plan(
        &self,
        plan: &LogicalPlan,
        session: &dyn Session,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        let planner = DefaultPhysicalPlanner::with_extension_planners(vec![Arc::new(Self)]);
        planner.create_physical_plan(plan, session).await
    }
}

#[async_trait]
impl ExtensionPlanner for OctetPlanner {
    async fn plan_extension(
        &self,
        planner: &dyn PhysicalPlanner,
        node: &dyn UserDefinedLogicalNode,
        _: &[&LogicalPlan],
        inputs: &[Arc<dyn ExecutionPlan>],
        session: &dyn Session,
        context: &PhysicalPlanningContext,
    ) -> Result<Option<Arc<dyn ExecutionPlan>>> {
        let Some(node) = node.as_any().downcast_ref::<OctetJoin>() else { return Ok(None) };
        let [left, right] = inputs else { return internal_err!("an octet join has two inputs") };
        if let Some(side) = (0..2).find(|&side| inputs[side].boundedness().is_unbounded()) {
            return Err(Error::Unbounded { side: ["left", "right"][side] }.into());
        }
        let are_repeatable = [0, 1].map(|side| is_repeatable(&node.inputs[side]));
        if node.join_type == JoinType::Full && are_repeatable == [true; 2] {
            return Ok(Some(planner.create_physical_plan(&full_as_union(node)?, session).await?));
        }
        let options = OctetOptions::of(session.config_options());
        let (mode, held) = choose(node.join_type, &options, [left, right], are_repeatable)?;
        let expression =
            |e: &Expr, schema: &DFSchema| planner.create_physical_expr(e, schema, session, context);
        let shapes = [
            expression(&node.shapes[0], node.inputs[0].schema())?,
            expression(&node.shapes[1], node.inputs[1].schema())?,
        ];
        let filter = match &node.filter {
            None => None,
            Some(filter) => {
                let both = node.inputs[0].schema().join(node.inputs[1].schema())?;
                Some(join_filter(&expression(filter, &both)?, [left, right])?)
            }
        };
        let join = Join { shapes, filter, join_type: node.join_type, mode, held, projection: None };
        let inputs = match mode {
            Mode::Partitioned => {
                let partitions = session.config().target_partitions().max(1);
                let owned = in_regions(node, held, held, partitions, &options)?;
                let others = in_regions(node, held, 1 - held, partitions, &options)?;
                let owned = exchange(planner.create_physical_plan(&owned, session).await?, partitions)?;
                let others = exchange(planner.create_physical_plan(&others, session).await?, partitions)?;
                if held == 0 { [owned, others] } else { [others, owned] }
            }
            Mode::Broadcast => {
                let mut both = [left.clone(), right.clone()];
                both[held] = one_partition(&both[held]);
                both
            }
            Mode::Single => [one_partition(left), one_partition(right)],
        };
        Ok(Some(Arc::new(OctetJoinExec::new(inputs, join)?)))
    }
}

/// How a join runs, and the side that is held.
fn choose(
    join_type: JoinType,
    options: &JoinOptions,
    inputs: [&Arc<dyn ExecutionPlan>; 2],
    are_repeatable: [bool; 2],
) -> Result<(Mode, Side)> {
    let bytes = [bytes_of(inputs[0])?, bytes_of(inputs[1])?];
    let kept = [0, 1].map(|side| keeps(join_type, side));
    // A size that is not known counts as large.
    let size = |side: Side| bytes[side].unwrap_or(usize::MAX);
    let smaller = Side::from(size(0) >= size(1));
    let (broadcast, owner) = match kept {
        [true, true] => return Ok((Mode::Single, smaller)),
        [true, false] => (1, 0),
        [false, true] => (0, 1),
        [false, false] if are_repeatable[1 - smaller] => (smaller, 1 - smaller),
        [false, false] => (smaller, smaller),
    };
    let is_broadcast = match options.mode {
        ModeOption::Auto => size(broadcast) <= options.broadcast_bytes,
        ModeOption::Broadcast => true,
        ModeOption::Partitioned => false,
    };
    // The owner is read again for the cuts.
    if is_broadcast || !are_repeatable[owner] {
        return Ok((Mode::Broadcast, broadcast));
    }
    Ok((Mode::Partitioned, owner))
}

/// About how many bytes an input has, where that is known before it runs.
fn bytes_of(input: &Arc<dyn ExecutionPlan>) -> Result<Option<usize>> {
    let statistics = StatisticsContext::new().compute(input.as_ref(), &StatisticsArgs::new())?;
    let schema = input.schema();
    let of_row = || -> usize {
        let widths = schema.fields().iter().map(|field| field.data_type().primitive_width().unwrap_or(24));
        widths.sum()
    };
    let bytes = statistics.total_byte_size.get_value().copied();
    Ok(bytes.or_else(|| statistics.num_rows.get_value().map(|rows| rows.saturating_mul(of_row()))))
}

/// Whether an input surely has the same rows when it is read again: a table, and what is made of each of its
/// rows alone.
fn is_repeatable(plan: &LogicalPlan) -> bool {
    let is_same = |e: &Expr| {
        let mut is_same = !e.is_volatile();
        let asks_more =
            e.exists(|e| Ok(matches!(e, Expr::ScalarSubquery(_) | Expr::Exists(_) | Expr::InSubquery(_))));
        is_same &= !asks_more.unwrap_or(true);
        is_same
    };
    let is_plain = match plan {
        LogicalPlan::TableScan(scan) => scan.fetch.is_none(),
        LogicalPlan::Projection(_)
        | LogicalPlan::Filter(_)
        | LogicalPlan::SubqueryAlias(_)
        | LogicalPlan::Union(_)
        | LogicalPlan::Values(_)
        | LogicalPlan::EmptyRelation(_) => true,
        _ => false,
    };
    is_plain && plan.expressions().iter().all(is_same) && plan.inputs().into_iter().all(is_repeatable)
}

/// FULL as LEFT and what of the right rows is left over: so each side is kept where its rows are owned.
fn full_as_union(node: &OctetJoin) -> Result<LogicalPlan> {
    let part = |join_type| -> Result<LogicalPlanBuilder> {
        let [left, right] = [0, 1].map(|side| node.inputs[side].schema());
        let schema = datafusion::logical_expr::build_join_schema(left, right, &join_type)?;
        let part = OctetJoin { join_type, schema: Arc::new(schema), ..node.clone() };
        Ok(LogicalPlanBuilder::from(LogicalPlan::Extension(Extension { node: Arc::new(part) })))
    };
    let aliased = |e: Expr, (qualifier, name): (Option<_>, String)| e.alias_qualified(qualifier, name);
    let names = || node.schema.iter().map(|(qualifier, field)| (qualifier.cloned(), field.name().clone()));
    let lefts = node.inputs[0].schema().fields().len();
    let nulls = node.schema.fields().iter().take(lefts).map(|field| -> Result<Expr> {
        let null = ScalarValue::try_from(field.data_type())?;
        let metadata = (!field.metadata().is_empty()).then(|| field.as_ref().into());
        Ok(Expr::Literal(null, metadata))
    });
    let rights = node.inputs[1].schema().columns().into_iter().map(Expr::Column);
    let rest = nulls.chain(rights.map(Ok)).zip(names()).map(|(e, name)| Ok(aliased(e?, name)));
    let rest = part(JoinType::RightAnti)?.project(rest.collect::<Result<Vec<_>>>()?)?.build()?;
    let inputs = vec![Arc::new(part(JoinType::Left)?.build()?), Arc::new(rest)];
    let union = datafusion::logical_expr::Union { inputs, schema: node.schema.clone() };
    Ok(LogicalPlan::Union(union))
}

/// The name of the column of regions.
const REGION: &str = "__octet_region";

/// A side with the region of each row: of an owned row its home, of another one each that it may meet.
fn in_regions(
    node: &OctetJoin,
    owner: Side,
    side: Side,
    partitions: usize,
    options: &JoinOptions,
) -> Result<LogicalPlan> {
    const CUTS: &str = "__octet_cuts";
    let cells = (partitions * options.regions_per_partition.max(1)) as u64;
    let cuts = regions::octet_cuts().call(vec![node.shapes[owner].clone(), lit(cells)]).alias(CUTS);
    let cuts = LogicalPlanBuilder::from(node.inputs[owner].clone())
        .aggregate(Vec::<Expr>::new(), vec![cuts])?
        .build()?;
    let [regions, home] = regions::scalar_functions();
    let function = if side == owner { home } else { regions };
    let region = function.call(vec![node.shapes[side].clone(), col(CUTS)]).alias(REGION);
    let input = node.inputs[side].clone();
    let columns = input.schema().columns().into_iter().map(Expr::Column).chain([region]);
    let columns = columns.collect::<Vec<_>>();
    let plan = LogicalPlanBuilder::from(cuts).cross_join(input)?.project(columns)?;
    if side == owner {
        return plan.build();
    }
    let options = UnnestOptions::new().with_preserve_nulls(false);
    plan.unnest_column_with_options(Column::from_name(REGION), options)?.build()
}

/// Rows of a region in one partition. The exchange is put here and not left to the optimizer, as distributed
/// planners do without that.
fn exchange(input: Arc<dyn ExecutionPlan>, partitions: usize) -> Result<Arc<dyn ExecutionPlan>> {
    let partitioning = region_partitioning(&input, partitions);
    Ok(Arc::new(RepartitionExec::try_new(input, partitioning)?))
}

fn one_partition(input: &Arc<dyn ExecutionPlan>) -> Arc<dyn ExecutionPlan> {
    match input.output_partitioning().partition_count() {
        1 => input.clone(),
        _ => Arc::new(CoalescePartitionsExec::new(input.clone())),
    }
}

/// A condition over the columns of both inputs, with only those that it needs.
fn join_filter(
    condition: &Arc<dyn PhysicalExpr>,
    inputs: [&Arc<dyn ExecutionPlan>; 2],
) -> Result<JoinFilter> {
    let lefts = inputs[0].schema().fields().len();
    let used: HashSet<usize> = collect_columns(condition).iter().map(PhysicalColumn::index).collect();
    let mut used: Vec<usize> = used.into_iter().collect();
    used.sort_unstable();
    let place = |i: usize| if i < lefts { (0, i) } else { (1, i - lefts) };
    let fields = used.iter().map(|&i| {
        let (side, index) = place(i);
        inputs[side].schema().field(index).clone()
    });
    let schema = datafusion::arrow::datatypes::Schema::new(fields.collect::<Vec<_>>());
    let columns = used.iter().map(|&i| {
        let (side, index) = place(i);
        ColumnIndex { index, side: SIDES[side] }
    });
    let columns: Vec<ColumnIndex> = columns.collect();
    debug_assert!(columns.iter().all(|column| column.side != JoinSide::None));
    let moved = condition.clone().transform(|e| {
        let Some(column) = e.downcast_ref::<PhysicalColumn>() else { return Ok(Transformed::no(e)) };
        let Ok(i) = used.binary_search(&column.index()) else {
            return internal_err!("a column of a condition is not among its columns");
        };
        Ok(Transformed::yes(Arc::new(PhysicalColumn::new(column.name(), i)) as _))
    });
    Ok(JoinFilter::new(moved.data()?, columns, Arc::new(schema)))
}

/// Every function of one row, with those that joins are made of.
pub(crate) fn scalar_functions() -> Vec<Arc<datafusion::logical_expr::ScalarUDF>> {
    functions::scalar_functions().into_iter().chain(regions::scalar_functions()).collect()
}
