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
//! Everyone runs at both numbers of [`ROWS`]. Read the smaller one with care for code that branches on data (scalar
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
//! has them, and every exact query records which share of its rows each stage settled ([`Shares`]). The published algorithm
//! is right or wrong as rounding has it; its hits stand in the definition beside the exact ones, and the difference is what
//! it gets wrong at least.
//!
//! # Limits
//!
//! How much faster could a kernel be? A run that records ([`RECORDS_VARIABLE`]) measures what the machine can do at most,
//! in the same process, once after the first kernel and again after the last, and keeps the better number of each kind. From
//! these and from what a kernel asks for follow limits in nanoseconds a pair, for the best level that was run:
//!
//! | limit | rows | is |
//! |---|---|---|
//! | `limit/ports` | all | the operations on a register, over how many of them pass in a nanosecond, over its lanes |
//! | `limit/cache` | 4,096 | the bytes of a pair's columns, over the speed of reading a column of the nearest size |
//! | `limit/memory` | 1,000,000 | the same; the nearest size is then 24 or 64 MiB |
//! | `limit/copy` | 1,000,000 | the same bytes over the speed of a copy in memory, bytes read and written both counted |
//!
//! The first three are lower bounds: a kernel comes to 100 % of the largest only if nothing else is in its way, neither
//! latency, nor registers that spill, nor instructions that the model leaves out. (How fast memory is read changes with what
//! the neighbours on a shared machine do, so a kernel can come out above `limit/memory` on one.) `limit/copy` is no bound but a measure
//! to compare with: a copy writes as much as it reads, while a kernel that answers yes or no writes one bit a pair, and
//! some workloads of a million rows lie partly in the last cache. `limits.json` holds all the numbers that go in.
//!
//! **Operations.** [`Operations`] counts what a kernel asks of its lanes by running it on lanes that write down instead of
//! computing. What a compiler would not do is not counted: the same operation twice, one whose result is not used, one that
//! is the same for every row. A computing kernel's count includes the comparison and the selection a column by which the
//! query makes every NaN canonical. If there is a first test, its count is added, and the kernel's count is taken times the
//! share of registers that the test leaves.
//!
//! **Ports.** Operations of a class pass at the rate measured for that class alone, [`Peaks`]: independent streams in as
//! many registers as hide the latency. The time of a register is the largest of
//!
//! * additions, multiplications, minima and maxima, comparisons: each count over its own peak. A comparison cannot be
//!   measured without something that uses its mask, so its peak is that of minima and maxima if that is higher;
//! * divisions over their peak plus roots over theirs, since both wait for one divider;
//! * all of these together over the peak of the best mixture, as many sums as products.
//!
//! Selections, changed signs and masks are counted but are no part of the time, nor are loads and stores: a compiler can
//! make them part of another instruction (a masked sum, a difference, an operand in memory), and the bound would not be
//! one.
//!
//! **An example to check by hand.** `disk_disk` subtracts two centers (2 additions), adds the radii (1), sums the squares of
//! the differences (2 multiplications, 1 addition), squares the sum of the radii (1 multiplication), and compares: 4
//! additions, 3 multiplications, 1 comparison, 6 loads. On an AMD EPYC with Zen 5 cores at 4 GHz, AVX-512 registers pass
//! two a cycle of each class, 8 a nanosecond, and four a cycle if sums and products take turns, 16 a nanosecond. So the
//! additions take 4 / 8 = 0.5 ns, the multiplications 3 / 8, the comparison 1 / 8, and all together 8 / 16 = 0.5 ns for a
//! register of 16 pairs: `limit/ports` is 0.031 ns a pair. A pair is 6 columns of 4 bytes and one bit, 24.125 bytes; 4,096
//! rows are 97 KiB, and a column of 128 KiB is read at 250 bytes a nanosecond, so `limit/cache` is 24.125 / 250 = 0.097 ns
//! a pair. That is the larger one: at best, this kernel waits for the second-level cache. A million rows are 23 MiB;
//! copied at 37 bytes a nanosecond they give a `limit/copy` of 24.125 / 37 = 0.65 ns.
#![forbid(unsafe_code)]

#[cfg(feature = "measure")]
mod clock;
pub mod data;
#[cfg(feature = "measure")]
mod group;
#[cfg(feature = "measure")]
pub mod join;
mod limits;
mod memory;
mod operations;
mod peaks;
#[cfg(feature = "measure")]
pub mod peers;
#[cfg(feature = "measure")]
pub mod price;
mod record;
#[cfg(feature = "measure")]
mod run;
#[cfg(feature = "measure")]
pub mod workload;

#[cfg(feature = "measure")]
pub use clock::{Clock, Pass};
#[cfg(feature = "measure")]
pub use group::{Contender, Group, measure, predicate};
pub use limits::{Cost, LIMITS_FILE, Limit, Limits};
pub use memory::{MEMORY_FILE, Memory, read_memory};
pub use operations::Operations;
pub use peaks::{Peaks, Reads};
pub use record::{
    LinesError, QUICK_VARIABLE, RECORDS_FILE, RECORDS_VARIABLE, Record, Shares, parse_lines, read_records,
};
#[cfg(feature = "measure")]
pub use run::{Run, is_quick, wanted_levels};

/// The two sizes of every group: within the first cache levels, and far beyond.
pub const ROWS: [usize; 2] = [4_096, 1_000_000];

/// Criterion as the benches want it: half a second of warming up and one and a half of measuring for each
/// measurement unless the command line says otherwise, and no plots.
#[cfg(feature = "measure")]
fn criterion() -> criterion::Criterion {
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
