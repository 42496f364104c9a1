//! One measurement: counted first, then timed, and counted again.

use std::hint::black_box;
use std::time::{Duration, Instant};

use criterion::{BenchmarkId, Criterion, SamplingMode};
use record::{RECORDS_FILE, Record, Shares};

/// Passes over all rows, given their number: how long they took together, and how many hits one of them
/// found.
pub type Pass = Box<dyn FnMut(u64) -> (Duration, usize)>;

/// Runs something again and again. Every result is made in full; the hits of the last one are counted when
/// the clock has stopped.
pub fn repeat<T>(
    passes: u64,
    mut run: impl FnMut() -> T,
    hits: impl FnOnce(&T) -> usize,
) -> (Duration, usize) {
    let start = Instant::now();
    let mut last = None;
    for _ in 0..passes {
        last = Some(black_box(run()));
    }
    let elapsed = start.elapsed();
    (elapsed, last.as_ref().map_or(0, hits))
}

/// Something that is timed on the rows of a bench.
pub struct Contender {
    /// The measurement, with the hits that a pass must find.
    pub record: Record,
    /// By how many hits a pass may be off.
    pub tolerance: usize,
    /// Bytes of the rows of both sides, of a join.
    pub input: usize,
    /// Makes the rows, and all else that is not timed. It is called only if the command line's filter lets
    /// the measurement through.
    pub prepare: Box<dyn Fn() -> Pass>,
    /// The shares of an exact query's stages.
    pub stages: Option<Box<dyn Fn() -> Shares>>,
}

impl Contender {
    /// One that must find exactly these hits.
    pub fn new(record: Record, hits: usize, prepare: impl Fn() -> Pass + 'static) -> Self {
        let record = Record { hits, ..record };
        Self { record, tolerance: 0, input: 0, prepare: Box::new(prepare), stages: None }
    }

    /// Counts the hits of a pass and times others. If the number is wrong the whole process stops with a
    /// message, rather than report the measurement.
    pub fn time(self, criterion: &mut Criterion) {
        let Self { mut record, tolerance, prepare, stages, .. } = self;
        let mut group = criterion.benchmark_group(&record.bench);
        // Many rows, and many queries of an index, take long enough for samples of one pass each.
        let flat = record.pairs() > 100_000
            || ["index/", "scene/"].iter().any(|kind| record.bench.starts_with(kind));
        group.sampling_mode(if flat { SamplingMode::Flat } else { SamplingMode::Auto });
        if record.threads.is_some() {
            // The fewest that criterion takes, since a pass of a join takes up to half a minute.
            group.sample_size(10);
        }
        let mut ready = None;
        group.bench_function(BenchmarkId::new(&record.who, record.rows), |bencher| {
            let pass = ready.get_or_insert_with(|| {
                let mut pass = prepare();
                record.hits = counted(&record, tolerance, pass(1).1).unwrap_or_else(|wrong| stop(&wrong));
                record.stages = stages.as_ref().map(|stages| stages());
                record::append(&record, RECORDS_FILE);
                pass
            });
            bencher.iter_custom(|passes| {
                let (elapsed, again) = pass(passes);
                if again != record.hits {
                    let (id, before) = (record.id(), record.hits);
                    stop(&format!("{id}: {again} hits in a timed pass, {before} before"));
                }
                elapsed
            });
        });
        group.finish();
    }
}

fn stop(message: &str) -> ! {
    eprintln!("error: {message}");
    std::process::exit(1);
}

/// The hits of a pass. A wrong number is refused, and one that is off but tolerated printed.
fn counted(record: &Record, tolerance: usize, hits: usize) -> Result<usize, String> {
    let (id, pairs, expected) = (record.id(), record.pairs(), record.hits);
    let off = hits.abs_diff(expected);
    let allowance = if tolerance > 0 { format!(", give or take {tolerance}") } else { String::new() };
    let message = format!("{id}: {hits} hits in {pairs} pairs, but {expected} are expected{allowance}");
    if off > tolerance {
        return Err(format!("{message}; nothing was timed"));
    }
    if off > 0 {
        eprintln!("note: {message}");
    }
    Ok(hits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_tolerated_counts_pass() {
        let record = Record { hits: 502, ..Record::new("disk_triangle", "scalar", 4_096) };
        assert_eq!(counted(&record, 0, 502), Ok(502));
        assert_eq!([501, 503].map(|hits| counted(&record, 1, hits)), [Ok(501), Ok(503)]);
        assert!(counted(&record, 1, 504).unwrap_err().contains("give or take 1;"));
        assert_eq!(
            counted(&record, 0, 501).unwrap_err(),
            "disk_triangle/scalar/4096: 501 hits in 4096 pairs, but 502 are expected; nothing was timed"
        );
    }
}
