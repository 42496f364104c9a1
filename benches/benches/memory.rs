//! The peak memory of joins, ours and other libraries': `cargo bench -p benches --bench memory`, or
//! `cargo xtask bench` for a table. Arguments are the ids to measure, `bench/who/rows`; without one, all are.
//!
//! It is a program of its own since its allocator counts, which takes time. A block that is made larger is
//! held twice while it is copied. Every contender makes one pass, whose hits are checked.

use benches::{Contender, join};
use clap::Parser;
use peak_alloc::PeakAlloc;
use record::{MEMORY_FILE, Record};

#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

/// Bytes of a hitting pair: two row numbers.
const PAIR_BYTES: usize = 8;

/// The peak memory of joins, ours and other libraries'
#[derive(Parser)]
struct Args {
    /// The joins to measure, as bench/who/rows; all, if none is given
    ids: Vec<String>,
    // Cargo passes it to every bench.
    #[arg(long = "bench", hide = true)]
    _bench: bool,
}

fn main() {
    let Args { ids, .. } = Args::parse();
    for contender in join::contenders(&benches::wanted_levels(), benches::is_quick()) {
        if ids.is_empty() || ids.contains(&contender.record.id()) {
            measure(contender);
        }
    }
}

/// Records the peak of one pass.
fn measure(Contender { record, input, prepare, .. }: Contender) {
    let mut pass = prepare();
    // Threads allocate when they start.
    let before = ALLOCATOR.current_usage();
    ALLOCATOR.reset_peak_usage();
    let (_, hits) = pass(1);
    let peak = input + ALLOCATOR.peak_usage() - before;
    assert_eq!(hits, record.hits, "{}: hits", record.id());
    let memory = peak as f64 / (input + PAIR_BYTES * hits) as f64;
    println!("{}: {memory:.2}", record.id());
    record::append(&Record { peak_bytes: Some(peak), memory: Some(memory), ..record }, MEMORY_FILE);
}
