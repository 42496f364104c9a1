//! Joins beside the indexes of other libraries: `benches::join` has the workloads and the contenders.

use benches::{Clock, Run, join};

/// Samples of a measurement: the fewest that criterion takes, since a pass takes up to half a minute.
const SAMPLES: usize = 10;

/// Checks and times every contender.
pub fn run(run: &mut Run) {
    for contender in join::contenders(&run.levels, run.quick) {
        let mut group = run.criterion.benchmark_group(&contender.bench);
        group.sample_size(SAMPLES);
        let record = contender.record();
        Clock { group: &mut group }.time(record, || (contender.expected, 0), &contender.prepare);
        group.finish();
    }
}
