//! The node of octet's joins on its way to another process.

use std::sync::Arc;

use datafusion::arrow::datatypes::Schema;
use datafusion::common::{JoinSide, Result, internal_err};
use datafusion::execution::TaskContext;
use datafusion::physical_expr::PhysicalExpr;
use datafusion::physical_plan::ExecutionPlan;
use datafusion::physical_plan::joins::utils::{ColumnIndex, JoinFilter};
use datafusion_proto::physical_plan::{
    PhysicalExtensionCodec, PhysicalPlanDecodeContext, PhysicalProtoConverterExtension,
};
use datafusion_proto::protobuf::{self, PhysicalExprNode};
use prost::Message;

use crate::error::external;
use crate::exec::{Join, Mode, OctetJoinExec};

/// [`Join`] as a message.
#[derive(Clone, PartialEq, Message)]
struct JoinMessage {
    #[prost(message, repeated, tag = "1")]
    shapes: Vec<PhysicalExprNode>,
    #[prost(message, optional, tag = "2")]
    filter: Option<FilterMessage>,
    #[prost(string, tag = "3")]
    join_type: String,
    #[prost(string, tag = "4")]
    mode: String,
    #[prost(uint32, tag = "5")]
    held: u32,
    #[prost(message, optional, tag = "6")]
    projection: Option<ColumnsMessage>,
}

#[derive(Clone, PartialEq, Message)]
struct FilterMessage {
    #[prost(message, optional, tag = "1")]
    expression: Option<PhysicalExprNode>,
    #[prost(message, optional, tag = "2")]
    schema: Option<protobuf::Schema>,
    #[prost(uint32, repeated, tag = "3")]
    left: Vec<u32>,
    #[prost(uint32, repeated, tag = "4")]
    right: Vec<u32>,
}

/// Apart from no columns there may be none that are chosen.
#[derive(Clone, PartialEq, Message)]
struct ColumnsMessage {
    #[prost(uint32, repeated, tag = "1")]
    columns: Vec<u32>,
}

/// How messages of ours begin.
const MAGIC: &[u8] = b"octet.join.1:";
const MODES: [Mode; 3] = [Mode::Broadcast, Mode::Partitioned, Mode::Single];

/// Writes and reads [`OctetJoinExec`], for engines that send plans to other processes.
#[derive(Clone, Copy, Debug)]
pub struct Codec;

impl Codec {
    /// Whether these bytes begin as a join that this writes.
    pub fn is_ours(bytes: &[u8]) -> bool {
        bytes.starts_with(MAGIC)
    }
}

impl PhysicalExtensionCodec for Codec {
    fn try_decode(
        &self,
        bytes: &[u8],
        inputs: &[Arc<dyn ExecutionPlan>],
        context: &TaskContext,
        converter: &dyn PhysicalProtoConverterExtension,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        let (Some(bytes), [left, right]) = (bytes.strip_prefix(MAGIC), inputs) else {
            return internal_err!("this is no octet join of this version");
        };
        let message = JoinMessage::decode(bytes).map_err(external)?;
        let read = |node: &PhysicalExprNode, schema: &Schema| {
            let context = PhysicalPlanDecodeContext::new(context, self);
            converter.proto_to_physical_expr(node, schema, &context)
        };
        let [a, b] = message.shapes.as_slice() else { return internal_err!("an octet join has two shapes") };
        let shapes = [read(a, &left.schema())?, read(b, &right.schema())?];
        let filter = match &message.filter {
            None => None,
            Some(FilterMessage { expression: Some(expression), schema: Some(schema), left, right }) => {
                let schema = Schema::try_from(schema)?;
                let columns = JoinFilter::build_column_indices(numbers(left), numbers(right));
                Some(JoinFilter::new(read(expression, &schema)?, columns, Arc::new(schema)))
            }
            Some(_) => return internal_err!("a condition of an octet join is incomplete"),
        };
        let Some(mode) = MODES.into_iter().find(|mode| format!("{mode:?}") == message.mode) else {
            return internal_err!("an octet join has no mode {}", message.mode);
        };
        let join = Join {
            shapes,
            filter,
            join_type: message.join_type.parse()?,
            mode,
            held: message.held as usize,
            projection: message.projection.map(|projection| numbers(&projection.columns)),
        };
        Ok(Arc::new(OctetJoinExec::new([left.clone(), right.clone()], join)?))
    }

    fn try_encode(
        &self,
        node: Arc<dyn ExecutionPlan>,
        bytes: &mut Vec<u8>,
        converter: &dyn PhysicalProtoConverterExtension,
    ) -> Result<()> {
        let Some(node) = node.downcast_ref::<OctetJoinExec>() else {
            return internal_err!("{} is no octet join", node.name());
        };
        let Join { shapes, filter, join_type, mode, held, projection } = node.join();
        let write = |e: &Arc<dyn PhysicalExpr>| converter.physical_expr_to_proto(e, self);
        let message = JoinMessage {
            shapes: shapes.iter().map(write).collect::<Result<_>>()?,
            filter: filter.as_ref().map(|filter| filter_message(filter, write)).transpose()?,
            join_type: join_type.to_string(),
            mode: format!("{mode:?}"),
            held: *held as u32,
            projection: projection
                .as_ref()
                .map(|columns| ColumnsMessage { columns: columns.iter().map(|&i| i as u32).collect() }),
        };
        bytes.extend_from_slice(MAGIC);
        message.encode(bytes).map_err(external)
    }
}

/// The columns of a condition are those of the left side, then those of the right one.
fn filter_message(
    filter: &JoinFilter,
    write: impl Fn(&Arc<dyn PhysicalExpr>) -> Result<PhysicalExprNode>,
) -> Result<FilterMessage> {
    let of = |side: JoinSide| {
        let columns = filter.column_indices().iter().filter(move |column| column.side == side);
        columns.map(|column: &ColumnIndex| column.index as u32).collect::<Vec<_>>()
    };
    Ok(FilterMessage {
        expression: Some(write(filter.expression())?),
        schema: Some(filter.schema().as_ref().try_into()?),
        left: of(JoinSide::Left),
        right: of(JoinSide::Right),
    })
}

fn numbers(columns: &[u32]) -> Vec<usize> {
    columns.iter().map(|&i| i as usize).collect()
}
