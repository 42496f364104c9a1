//! What the benches are made of: workloads, contenders, and a record of what was measured.
//!
//! A [`Group`] is one kernel with everything that is timed beside it on the same rows, in the same process:
//!
//! | who | what |
//! |---|---|
//! | `scalar` | the scalar twin of the published algorithm, one pair at a time over a slice of structs |
//! | `scalar/exact` | the exact scalar function, if the kernel is exact |
//! | `soa/<level>` | the batched kernel on one thread, through the public query; hits are made anew each time, columns of numbers are kept |
//! | `plain/<level>` | if that kernel is exact: the published algorithm in `f32`, through the same query |
//! | `soa/<level>/threads` | the best level on rayon's pool, at the larger number of rows |
//! | `<crate>/<call>` | another library, its shapes built beforehand |
//! | `limit/<name>` | not timed: what the machine allows, see below |
//!
//! Every level that the CPU has is timed, or the one that the environment variable [`soa::Level::VARIABLE`] names.
//!
//! Nothing is timed before its hits were counted: the expected number stands in the definition of the group, and a
//! wrong one stops the run. Every timed pass is counted, too.
//!
//! Everyone runs at both numbers of [`record::ROWS`]. Read the smaller one with care for code that branches on data (scalar
//! twins, other libraries): passing over the same few rows again and again, it takes 2 to 5 times less than on a
//! million. The likely reason is that the branch predictor learns the rows by heart, which no user's rows let it do
//! (the jump comes between 16,384 and 65,536 rows, where kernels without branches on data show none).
//!
//! # Joins
//!
//! [`join`] has the workloads of joins, and the indexes of other libraries that are timed beside: from 10,000 to ten million rows,
//! on one thread and on two, whole and in parts. Their peak memory is measured by a program of its own, `benches/memory.rs`, as
//! its allocator counts. A quick run takes 100,000 rows of each workload, and a million uniform ones.
//!
//! # The price of exactness
//!
//! What an exact answer costs depends on how many rows `f32` can decide: nearly all of random ones, none of those that touch.
//! The groups `price/<workload>/<pair>` time the exact query beside the published algorithm on rows that are hard, [`price`]
//! has them, and every exact query records which share of its rows each stage settled ([`record::Shares`]). The published algorithm
//! is right or wrong as rounding has it; its hits stand in the definition beside the exact ones, and the difference is what
//! it gets wrong at least.
//!
//! # Limits
//!
//! How much faster could a kernel be? The documentation of the crate [`record`] has the model. A run that records
//! ([`record::RECORDS_VARIABLE`]) measures what the machine can do at most, in the same process, once after the first kernel and
//! again after the last.
#![forbid(unsafe_code)]

mod clock;
mod group;
pub mod join;
pub mod peers;
pub mod price;
mod run;
pub mod workload;

use std::time::Duration;

use criterion::Criterion;

pub use clock::{Clock, Pass};
pub use group::{Contender, Group, measure, predicate};
pub use run::{Run, is_quick, wanted_levels};

/// Criterion as the benches want it: half a second of warming up and one and a half of measuring for each
/// measurement unless the command line says otherwise, and no plots.
fn criterion() -> Criterion {
    Criterion::default()
        .sample_size(30)
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_millis(1500))
        // Only the median is reported, which needs no more.
        .nresamples(2_000)
        .without_plots()
        .configure_from_args()
}
