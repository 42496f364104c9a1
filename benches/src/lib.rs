//! What the benches are made of: workloads, contenders, and a record of what was measured.
//!
//! A [`Group`] is one kernel with everything that is timed beside it on the same rows, in the same process:
//!
//! | who | what |
//! |---|---|
//! | `scalar` | the kernel's scalar twin, one pair at a time over a slice of structs |
//! | `soa/<level>` | the batched kernel on one thread, through the public query, its result made anew each time |
//! | `soa/<level>/threads` | the same on rayon's pool, at the larger number of rows |
//! | `<crate>/<call>` | another library, its shapes built beforehand |
//!
//! Nothing is timed before its hits were counted: the expected number stands in the definition of the group, and a
//! wrong one stops the run. Every timed pass is counted, too.
//!
//! Everyone runs at both numbers of [`ROWS`]. Read the smaller one with care for code that branches on data (scalar
//! twins, other libraries): passing over the same few rows again and again, it takes 2 to 5 times less than on a
//! million. The likely reason is that the branch predictor learns the rows by heart, which no user's rows let it do
//! (the jump comes between 16,384 and 65,536 rows, where kernels without branches on data show none).
#![forbid(unsafe_code)]

mod clock;
mod group;
mod record;
pub mod workload;

pub use clock::{Clock, Pass};
pub use group::{Contender, Group, measure, measure_unary, predicate};
pub use record::{LEVEL_VARIABLE, RECORDS_VARIABLE, Record, levels, read_records};

/// The two sizes of every group: within the first cache levels, and far beyond.
pub const ROWS: [usize; 2] = [4_096, 1_000_000];

/// Criterion as the benches want it: half a second of warming up and one and a half of measuring for each
/// measurement unless the command line says otherwise, and no plots.
pub fn criterion() -> criterion::Criterion {
    use std::time::Duration;
    criterion::Criterion::default()
        .sample_size(30)
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_millis(1500))
        // Only the median is reported, which needs no more.
        .nresamples(2_000)
        .without_plots()
        .configure_from_args()
}
