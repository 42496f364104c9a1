//! What a run of the benches writes down, and what reports read: hits, memory, operations, and what the machine allows.
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

mod limits;
mod memory;
mod operations;
mod peaks;
mod record;

pub use limits::{Cost, LIMITS_FILE, Limit, Limits};
pub use memory::{MEMORY_FILE, Memory, read_memory};
pub use operations::Operations;
pub use peaks::{Peaks, Reads};
pub use record::{
    LinesError, QUICK_VARIABLE, RECORDS_FILE, RECORDS_VARIABLE, Record, Shares, directory, parse_lines,
    read_records,
};

/// The two sizes of every group of benches: within the first cache levels, and far beyond.
pub const ROWS: [usize; 2] = [4_096, 1_000_000];
