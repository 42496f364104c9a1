//! One measurement: counted first, then timed, then counted again.

use std::cell::OnceCell;
use std::hint::black_box;
use std::time::{Duration, Instant};

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, BenchmarkId, SamplingMode};
use record::{Record, Shares};

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

/// Times passes in one criterion group and records what was counted.
pub struct Clock<'a, 'c> {
    /// The criterion group, named as the bench.
    pub group: &'a mut BenchmarkGroup<'c, WallTime>,
}

impl Clock<'_, '_> {
    /// Times a pass. `prepare` is called only if the command line's filter lets the measurement through.
    ///
    /// `expected` gives the hits that a pass must find, and by how many it may be off. If the number is wrong
    /// the whole process stops with a message, rather than report the measurement.
    pub fn time(
        &mut self,
        record: Record,
        expected: impl Fn() -> (usize, usize),
        prepare: impl Fn() -> Pass,
    ) {
        self.time_staged(record, expected, prepare, || None);
    }

    /// [`Clock::time`], and records the shares of an exact query's stages: `stages` is called once, after
    /// `prepare`.
    pub fn time_staged(
        &mut self,
        mut record: Record,
        expected: impl Fn() -> (usize, usize),
        prepare: impl Fn() -> Pass,
        stages: impl Fn() -> Option<Shares>,
    ) {
        let id = BenchmarkId::new(&record.who, record.rows);
        let flat = record.pairs > 100_000;
        // Many rows take long enough for ten samples of one pass each.
        self.group.sampling_mode(if flat { SamplingMode::Flat } else { SamplingMode::Auto });
        let ready: OnceCell<usize> = OnceCell::new();
        let mut pass = None;
        self.group.bench_function(id, |bencher| {
            let pass = pass.get_or_insert_with(&prepare);
            let hits = *ready.get_or_init(|| {
                record.hits = pass(1).1;
                check(&record, expected()).unwrap_or_else(|wrong| stop(&wrong));
                record.stages = stages();
                record.append();
                record.hits
            });
            bencher.iter_custom(|passes| {
                let (elapsed, again) = pass(passes);
                if again != hits {
                    stop(&format!("{}: {again} hits in a timed pass, {hits} before", record.id()));
                }
                elapsed
            });
        });
    }
}

fn stop(message: &str) -> ! {
    eprintln!("error: {message}");
    std::process::exit(1);
}

/// Refuses a wrong number of hits, and prints a note of one that is off but tolerated.
fn check(record: &Record, (expected, tolerance): (usize, usize)) -> Result<(), String> {
    let (id, hits, pairs) = (record.id(), record.hits, record.pairs);
    let off = hits.abs_diff(expected);
    if off > tolerance {
        let allowance = if tolerance > 0 { format!(", give or take {tolerance}") } else { String::new() };
        return Err(format!(
            "{id}: {hits} hits in {pairs} pairs, but {expected} are expected{allowance}; nothing was timed"
        ));
    }
    if off > 0 {
        eprintln!("note: {id}: {hits} hits in {pairs} pairs, {off} off the {expected} expected");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::check;
    use record::Record;

    fn check_hits(hits: usize, tolerance: usize) -> Result<(), String> {
        check(&Record { hits, ..Record::new("disk_triangle", "scalar", 4_096) }, (502, tolerance))
    }

    #[test]
    fn only_tolerated_counts_pass() {
        assert_eq!(check_hits(502, 0), Ok(()));
        assert_eq!(check_hits(501, 1), Ok(()));
        assert_eq!(check_hits(503, 1), Ok(()));
        assert!(check_hits(504, 1).unwrap_err().contains("give or take 1;"));
    }

    #[test]
    fn a_wrong_count_is_named() {
        assert_eq!(
            check_hits(501, 0).unwrap_err(),
            "disk_triangle/scalar/4096: 501 hits in 4096 pairs, but 502 are expected; nothing was timed"
        );
    }
}
