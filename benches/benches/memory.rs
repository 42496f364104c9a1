//! The peak memory of joins, ours and other libraries': `cargo bench -p benches --bench memory`, or
//! `cargo xtask bench` for a table. Arguments are the ids to measure, `bench/who/rows`; without one, all are.
//!
//! It is a program of its own since its allocator counts, which takes time. A block that is made larger is
//! held twice while it is copied. Every contender makes one pass, whose hits are checked.

use std::process::ExitCode;

use benches::join::{self, Contender, Part};
use clap::Parser;
use peak_alloc::PeakAlloc;
use record::Memory;

#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

/// The peak memory of joins, ours and other libraries'
#[derive(Parser)]
struct Args {
    /// The joins to measure, as bench/who/rows; all, if none is given
    ids: Vec<String>,
    // Cargo passes it to every bench.
    #[arg(long = "bench", hide = true)]
    _bench: bool,
}

fn main() -> ExitCode {
    let Args { ids, .. } = Args::parse();
    let levels = match benches::wanted_levels() {
        Ok(levels) => levels,
        Err(error) => {
            eprintln!("error: {}: {error}", soa::Level::VARIABLE);
            return ExitCode::from(2);
        }
    };
    let wanted = |contender: &Contender| {
        contender.part == Part::Whole && (ids.is_empty() || ids.contains(&contender.record().id()))
    };
    let contenders = join::contenders(&levels, benches::is_quick());
    for contender in contenders.iter().filter(|contender| wanted(contender)) {
        match measured(contender) {
            Ok(memory) => {
                println!("{}: {:.2}", memory.id, memory.ratio());
                memory.append();
            }
            Err(error) => {
                eprintln!("error: {error}");
                return ExitCode::FAILURE;
            }
        }
    }
    ExitCode::SUCCESS
}

/// The peak of one pass.
fn measured(contender: &Contender) -> Result<Memory, String> {
    let (id, expected, input) = (contender.record().id(), contender.expected, contender.input);
    let mut pass = (contender.prepare)();
    // Threads allocate when they start.
    let before = ALLOCATOR.current_usage();
    ALLOCATOR.reset_peak_usage();
    let (_, hits) = pass(1);
    let added = ALLOCATOR.peak_usage() - before;
    if hits != expected {
        return Err(format!("{id}: {hits} hits, but {expected} are expected"));
    }
    Ok(Memory { id, hits, input, added })
}
