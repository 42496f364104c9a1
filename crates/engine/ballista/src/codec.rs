//! Plans with octet's joins on their way between scheduler and executors.

use std::sync::Arc;

use ballista_core::serde::BallistaPhysicalExtensionCodec;
use datafusion::common::Result;
use datafusion::execution::TaskContext;
use datafusion::physical_plan::ExecutionPlan;
use datafusion_proto::physical_plan::{PhysicalExtensionCodec, PhysicalProtoConverterExtension};
use octet_datafusion::{Codec, OctetJoinExec};

/// Writes and reads octet's joins by [`Codec`], and all else by Ballista's own.
#[derive(Debug, Default)]
pub struct PlanCodec(BallistaPhysicalExtensionCodec);

impl PhysicalExtensionCodec for PlanCodec {
    fn try_decode(
        &self,
        bytes: &[u8],
        inputs: &[Arc<dyn ExecutionPlan>],
        context: &TaskContext,
        converter: &dyn PhysicalProtoConverterExtension,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        if Codec::is_ours(bytes) {
            return Codec.try_decode(bytes, inputs, context, converter);
        }
        self.0.try_decode(bytes, inputs, context, converter)
    }

    fn try_encode(
        &self,
        node: Arc<dyn ExecutionPlan>,
        bytes: &mut Vec<u8>,
        converter: &dyn PhysicalProtoConverterExtension,
    ) -> Result<()> {
        if node.is::<OctetJoinExec>() {
            return Codec.try_encode(node, bytes, converter);
        }
        self.0.try_encode(node, bytes, converter)
    }
}
