//! The parts of the benches: workloads, contenders, and a record of each measurement.
//!
//! A [`Group`] is one kernel with all that is timed beside it on the same rows, in the same process:
//!
//! | who | timed |
//! |---|---|
//! | `scalar` | the scalar function of the published algorithm, one pair at a time over a slice of structs |
//! | `scalar/exact` | the exact scalar function, if the kernel is exact |
//! | `soa/<level>` | the batched kernel on one thread, through the public query |
//! | `f32/<level>` | if that kernel is exact: the published algorithm in `f32`, through the same query |
//! | `soa/<level>/threads` | the best level on rayon's pool, at the larger number of rows |
//! | `<crate>/<call>` | another library, its shapes built beforehand: the table is [`peers`] |
//! | `limit/read` | reading the same columns at the best level, each added up: to compare with, see below |
//!
//! Hits are made anew in each pass, columns of numbers are kept.
//! Every level that the CPU has is timed, or the one that the environment variable [`soa::Level::VARIABLE`]
//! names.
//!
//! Nothing is timed before its hits were counted: the expected number is part of the definition of the group,
//! and a wrong one stops the run. Every timed pass is counted, too.
//!
//! All run at both numbers of [`record::ROWS`]. Read the smaller one with care for code that branches on data
//! (scalar functions, other libraries): passing over the same few rows again and again, it takes 2 to 5 times
//! less than on a million. The likely reason is that the branch predictor learns the rows by heart, which no
//! user's rows let it do (the jump comes between 16,384 and 65,536 rows, where kernels without branches on
//! data show none).
//!
//! # Joins
//!
//! [`join`] has the workloads of joins, and the indexes of other libraries that are timed beside: from 10,000
//! to ten million rows, on one thread and on two. Their peak memory is measured by a program of its own,
//! `benches/memory.rs`, as its allocator counts. A quick run takes 100,000 rows of each workload, and a
//! million uniform ones.
//!
//! # A kept index
//!
//! [`index`] has single queries, small joins and frames of a simulation with an index that is built before,
//! and trees of other libraries beside it. The dragon among its meshes is fetched by `cargo xtask dragon`;
//! without it a run says so and leaves its benches out.
//!
//! # Scenes
//!
//! [`scene`] has frames of rows that move, of which only the changes are reported, beside joins of the same
//! rows from nothing and trees of other libraries.
//!
//! # The cost of exactness
//!
//! The cost of an exact answer depends on how many rows `f32` can decide: nearly all of random ones, none of
//! those that touch. The groups `exactness/<workload>/<pair>` time the exact query beside the published
//! algorithm on rows that are hard, which [`exactness`] has, and every exact query records the share of its
//! rows that each stage decided ([`record::Shares`]). The published algorithm is right or wrong as rounding
//! has it; its hits are part of the definition beside the exact ones, and the difference is the least number
//! of its wrong answers.
//!
//! # Reading
//!
//! `limit/read` shows how near a kernel is to the speed of the cache (4,096 rows) or of memory (a million
//! rows): it reads the columns that the kernel reads, in the same process, one column after another with
//! prefetching, and adds each up. A kernel that writes columns has more to move. On a shared machine the
//! speed of memory changes from one moment to the next, so a kernel can come out a little below.
#![forbid(unsafe_code)]

mod contender;
pub mod exactness;
mod group;
pub mod index;
pub mod join;
pub mod peers;
mod read;
pub mod scene;
pub mod workload;

use std::env;
use std::time::Duration;

use criterion::Criterion;
use record::QUICK_VARIABLE;
use soa::Level;

pub use contender::{Contender, Pass, repeat};
pub use group::{Group, contacts, measure, predicate};

/// The levels to time, the best last: the one that the environment names, or all. A program whose environment
/// names one that the CPU lacks, or that does not exist, ends here.
pub fn wanted_levels() -> Vec<Level> {
    match Level::from_env() {
        Ok(level) => level.map_or_else(|| Level::available().to_vec(), |level| vec![level]),
        Err(error) => {
            eprintln!("error: {}: {error}", Level::VARIABLE);
            std::process::exit(2);
        }
    }
}

/// Records which levels this CPU has, and says which it lacks.
pub fn note_levels() {
    let levels = Level::available().iter().map(|level| level.name().to_owned()).collect();
    let missing: Vec<_> = Level::missing().map(str::to_owned).collect();
    if !missing.is_empty() {
        eprintln!("note: this CPU lacks {}: not measured", missing.join(", "));
    }
    record::append(&record::Levels { levels, missing }, record::LEVELS_FILE);
}

/// Whether [`QUICK_VARIABLE`] is set: then the slowest contenders are left out where rows are many.
pub fn is_quick() -> bool {
    env::var_os(QUICK_VARIABLE).is_some()
}

/// Criterion as the benches want it: half a second of warming up and one and a half of measuring for each
/// measurement unless the command line says otherwise, and no plots.
pub fn criterion() -> Criterion {
    Criterion::default()
        .sample_size(30)
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_millis(1500))
        // Only the median is reported, which needs no more.
        .nresamples(2_000)
        .without_plots()
        .configure_from_args()
}
