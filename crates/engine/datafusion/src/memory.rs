//! Memory of the sorts of a join, each of which has a part of its own.
//!
//! A sort that merges what it spilled takes all memory that is left, to merge as many files at a time as it
//! can: another one, or a region that follows, would be refused.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use datafusion::common::tree_node::TreeNodeRecursion;
use datafusion::common::{Result, resources_err};
use datafusion::execution::memory_pool::{MemoryConsumer, MemoryLimit, MemoryPool, MemoryReservation};
use datafusion::execution::runtime_env::RuntimeEnv;
use datafusion::execution::{SendableRecordBatchStream, TaskContext};
use datafusion::physical_expr::PhysicalExpr;
use datafusion::physical_plan::{DisplayAs, DisplayFormatType, ExecutionPlan, PlanProperties};

/// All sorts of a join together may take this of its memory, and the regions what is left.
const OF_SORTS: f64 = 0.75;
/// Rows of fewer bytes are sorted at once, which is faster than to merge sorted batches.
const AT_ONCE: usize = 64 << 20;

/// The context of a sort, whose memory is an equal part of that of this number of sorts.
pub fn of_sort(whole: &Arc<TaskContext>, sorts: usize) -> Arc<TaskContext> {
    let mut runtime = whole.runtime_env();
    let mut config = whole.session_config().clone();
    let execution = &mut config.options_mut().execution;
    let mut at_once = AT_ONCE;
    if let MemoryLimit::Finite(all) = runtime.memory_pool.memory_limit() {
        let limit = (OF_SORTS * all as f64 / sorts.max(1) as f64) as usize;
        // Where there is little, most of it is for rows, and not for a copy or for merges.
        at_once = at_once.min(limit / 8);
        execution.sort_spill_reservation_bytes = execution.sort_spill_reservation_bytes.min(limit / 4);
        let part = Part { whole: whole.clone(), limit, used: AtomicUsize::new(0) };
        runtime = Arc::new(RuntimeEnv { memory_pool: Arc::new(part), ..(*runtime).clone() });
    }
    execution.sort_in_place_threshold_bytes = execution.sort_in_place_threshold_bytes.max(at_once);
    Arc::new(TaskContext::new(
        whole.task_id(),
        whole.session_id(),
        config,
        whole.scalar_functions().clone(),
        whole.higher_order_functions().clone(),
        whole.aggregate_functions().clone(),
        whole.window_functions().clone(),
        runtime,
    ))
}

/// A part of the memory of a context.
struct Part {
    whole: Arc<TaskContext>,
    limit: usize,
    used: AtomicUsize,
}

impl fmt::Debug for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Part({self})")
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} bytes of {}", self.limit, self.whole.memory_pool())
    }
}

impl MemoryPool for Part {
    fn name(&self) -> &'static str {
        "part of a join"
    }

    fn register(&self, consumer: &MemoryConsumer) {
        self.whole.memory_pool().register(consumer);
    }

    fn unregister(&self, consumer: &MemoryConsumer) {
        self.whole.memory_pool().unregister(consumer);
    }

    fn grow(&self, reservation: &MemoryReservation, additional: usize) {
        self.whole.memory_pool().grow(reservation, additional);
        self.used.fetch_add(additional, Relaxed);
    }

    fn shrink(&self, reservation: &MemoryReservation, shrink: usize) {
        self.whole.memory_pool().shrink(reservation, shrink);
        self.used.fetch_sub(shrink, Relaxed);
    }

    fn try_grow(&self, reservation: &MemoryReservation, additional: usize) -> Result<()> {
        let used = self.used.fetch_add(additional, Relaxed);
        let grown = if used.saturating_add(additional) > self.limit {
            resources_err!(
                "a sort of an octet join has {used} bytes, and may not have {additional} more: {self}"
            )
        } else {
            self.whole.memory_pool().try_grow(reservation, additional)
        };
        if grown.is_err() {
            self.used.fetch_sub(additional, Relaxed);
        }
        grown
    }

    fn reserved(&self) -> usize {
        self.used.load(Relaxed)
    }

    fn memory_limit(&self) -> MemoryLimit {
        MemoryLimit::Finite(self.limit)
    }
}

/// The input of a sort that has a [`Part`]: it has the whole memory itself.
#[derive(Debug)]
pub struct WholeMemory(pub Arc<dyn ExecutionPlan>);

impl DisplayAs for WholeMemory {
    fn fmt_as(&self, _: DisplayFormatType, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("WholeMemory")
    }
}

impl ExecutionPlan for WholeMemory {
    fn name(&self) -> &'static str {
        "WholeMemory"
    }

    fn properties(&self) -> &Arc<PlanProperties> {
        self.0.properties()
    }

    fn children(&self) -> Vec<&Arc<dyn ExecutionPlan>> {
        Vec::new()
    }

    fn apply_expressions(
        &self,
        _: &mut dyn FnMut(&Arc<dyn PhysicalExpr>) -> Result<TreeNodeRecursion>,
    ) -> Result<TreeNodeRecursion> {
        Ok(TreeNodeRecursion::Continue)
    }

    fn with_new_children(self: Arc<Self>, _: Vec<Arc<dyn ExecutionPlan>>) -> Result<Arc<dyn ExecutionPlan>> {
        Ok(self)
    }

    fn execute(&self, partition: usize, context: Arc<TaskContext>) -> Result<SendableRecordBatchStream> {
        let part = context.memory_pool().downcast_ref::<Part>();
        let whole = part.map_or(&context, |part| &part.whole).clone();
        self.0.execute(partition, whole)
    }
}

#[cfg(test)]
mod tests {
    use datafusion::execution::memory_pool::FairSpillPool;
    use datafusion::execution::runtime_env::RuntimeEnvBuilder;

    use super::*;

    /// A merge takes what it can get.
    #[test]
    fn a_sort_leaves_memory_for_others_and_for_regions() {
        let runtime = RuntimeEnvBuilder::new().with_memory_pool(Arc::new(FairSpillPool::new(1000)));
        let runtime = runtime.build_arc().unwrap();
        let whole = Arc::new(TaskContext::default().with_runtime(runtime));
        let pools = [whole.clone(), of_sort(&whole, 2), of_sort(&whole, 2)];
        let take_all = |context: &Arc<TaskContext>| {
            let merge = MemoryConsumer::new("merge").register(context.memory_pool());
            while merge.try_grow(1).is_ok() {}
            merge
        };
        let merges = [&pools[1], &pools[2], &pools[0]].map(take_all);
        assert_eq!(merges.each_ref().map(MemoryReservation::size), [375, 375, 250]);
        drop(merges);
        assert_eq!(pools.map(|context| context.memory_pool().reserved()), [0; 3]);
    }
}
