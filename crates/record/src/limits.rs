//! Below which time no kernel can come: the model, which the documentation of this crate explains.

use std::fs;
use std::io;
use std::path::Path;

use serde::{Deserialize, Serialize};
use soa::Level;

use crate::ROWS;
use crate::operations::Operations;
use crate::peaks::{Peaks, copy_bytes_per_ns};
use crate::record::Record;

/// The file of limits in the directory of records.
pub const LIMITS_FILE: &str = "limits.json";

/// What a bench asks of the machine at one number of rows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Cost {
    /// The bench.
    pub bench: String,
    /// Rows of the workload.
    pub rows: usize,
    /// Hits in one pass.
    pub hits: usize,
    /// Bytes of columns read and of bits or columns written in one pass; None where columns are read many times.
    pub bytes: Option<usize>,
    /// The kernel.
    pub kernel: Operations,
    /// Its first test, which runs on every register; all zero if there is none.
    pub first: Operations,
    /// The share of registers that the first test leaves for the kernel, at the best level that was run.
    pub left: f64,
}

/// A time below which a bench cannot come, or for `limit/copy` one to compare it with.
#[derive(Clone, Debug, PartialEq)]
pub struct Limit {
    /// `limit/ports`, `limit/cache`, `limit/memory` or `limit/copy`.
    pub who: &'static str,
    /// Nanoseconds a pair.
    pub ns: f64,
}

impl Cost {
    /// What the instructions take if nothing but the ports is in their way, in nanoseconds a pair.
    pub fn ports(&self, peaks: &Peaks) -> f64 {
        // Of one register, on average.
        let of = |class: fn(&Operations) -> u32| {
            f64::from(class(&self.first)) + self.left * f64::from(class(&self.kernel))
        };
        let ns = [
            of(|counted| counted.additions) / peaks.additions,
            of(|counted| counted.multiplications) / peaks.multiplications,
            of(|counted| counted.extrema) / peaks.extrema,
            of(|counted| counted.comparisons) / peaks.comparisons(),
            of(|counted| counted.divisions) / peaks.divisions + of(|counted| counted.roots) / peaks.roots,
            of(Operations::arithmetic) / peaks.mixture(),
        ];
        ns.into_iter().fold(0.0, f64::max) / peaks.lanes as f64
    }

    /// Nanoseconds a pair to move the bytes so fast.
    fn moving(&self, bytes_per_ns: f64) -> Option<f64> {
        self.bytes.map(|bytes| bytes as f64 / bytes_per_ns / self.rows as f64)
    }
}

/// Everything that limits are made of, as `limits.json` holds it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Limits {
    /// Bytes read and written a nanosecond when a buffer in memory is copied.
    pub copy_bytes_per_ns: f64,
    /// The peaks of each level that was run, the best last.
    pub levels: Vec<Peaks>,
    /// What each bench asks for.
    pub benches: Vec<Cost>,
}

impl Limits {
    /// Measures the machine.
    pub fn measure(levels: &[Level]) -> Self {
        Self {
            copy_bytes_per_ns: copy_bytes_per_ns(),
            levels: levels.iter().map(|&level| Peaks::measure(level)).collect(),
            benches: Vec::new(),
        }
    }

    /// The better of two measurements in everything; the benches of both.
    #[must_use]
    pub fn best(&self, other: &Self) -> Self {
        Self {
            copy_bytes_per_ns: self.copy_bytes_per_ns.max(other.copy_bytes_per_ns),
            levels: self.levels.iter().zip(&other.levels).map(|(a, b)| a.best(b)).collect(),
            benches: self.benches.iter().chain(&other.benches).cloned().collect(),
        }
    }

    /// The limits of a bench at the best level that was run: the ports, reading its columns from where they fit, and the
    /// copy for rows that fit no cache.
    pub fn of(&self, cost: &Cost) -> Vec<Limit> {
        let Some(peaks) = self.levels.last() else { return Vec::new() };
        let in_cache = cost.rows < ROWS[1];
        let reads = cost.bytes.and_then(|bytes| peaks.reads_of(bytes));
        let limits = [
            ("limit/copy", cost.moving(self.copy_bytes_per_ns).filter(|_| !in_cache)),
            (
                if in_cache { "limit/cache" } else { "limit/memory" },
                reads.and_then(|reads| cost.moving(reads.bytes_per_ns)),
            ),
            ("limit/ports", Some(cost.ports(peaks))),
        ];
        limits.into_iter().filter_map(|(who, ns)| ns.map(|ns| Limit { who, ns })).collect()
    }

    /// Every limit of every bench, as a record with its nanoseconds a pair.
    pub fn records(&self) -> Vec<(Record, f64)> {
        let record = |cost: &Cost, limit: Limit| {
            let record = Record { hits: cost.hits, ..Record::new(&cost.bench, limit.who, cost.rows) };
            (record, limit.ns)
        };
        let of = |cost| self.of(cost).into_iter().map(move |limit| record(cost, limit));
        self.benches.iter().flat_map(of).collect()
    }

    /// Reads what a run has written.
    ///
    /// # Errors
    /// No such file, or one that holds something else.
    pub fn read(path: &Path) -> io::Result<Self> {
        Ok(serde_json::from_str(&fs::read_to_string(path)?)?)
    }

    /// Writes the file that [`Limits::read`] reads.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn write(&self, path: &Path) -> io::Result<()> {
        fs::write(path, serde_json::to_string_pretty(self)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::peaks::Reads;
    use soa::dim2::disk_disk::SquaredDistance;

    fn peaks() -> Peaks {
        Peaks {
            level: "avx512".to_owned(),
            lanes: 16,
            additions: 8.0,
            multiplications: 8.0,
            additions_and_multiplications: 16.0,
            extrema: 8.0,
            comparisons: 8.0,
            divisions: 1.6,
            roots: 0.8,
            reads: [(128 << 10, 250.0), (24 << 20, 80.0)]
                .map(|(bytes, bytes_per_ns)| Reads { bytes, bytes_per_ns })
                .into(),
        }
    }

    fn cost(kernel: Operations) -> Cost {
        let first = Operations::default();
        Cost { bench: "b".to_owned(), rows: 4_096, hits: 924, bytes: None, kernel, first, left: 1.0 }
    }

    /// The example of the crate's documentation.
    #[test]
    fn disk_disk_by_hand() {
        let bytes = Some(4_096 * (24 * 8 + 1) / 8);
        let cost = Cost { bytes, ..cost(Operations::of_predicate::<SquaredDistance>()) };
        let limits = Limits { copy_bytes_per_ns: 40.0, levels: vec![peaks()], benches: vec![cost.clone()] };
        let ports = Limit { who: "limit/ports", ns: 8.0 / 16.0 / 16.0 };
        let cache = Limit { who: "limit/cache", ns: 24.125 / 250.0 };
        assert_eq!(limits.of(&cost), [cache, ports.clone()]);
        let many = Cost { rows: 1_000_000, bytes: Some(24_125_000), ..cost };
        let copy = Limit { who: "limit/copy", ns: 24.125 / 40.0 };
        let memory = Limit { who: "limit/memory", ns: 24.125 / 80.0 };
        assert_eq!(limits.of(&many), [copy, memory, ports]);
        let records = limits.records();
        assert_eq!((records[1].0.id().as_str(), records[1].0.hits), ("b/limit/ports/4096", 924));
    }

    #[test]
    fn the_narrowest_port_is_the_limit() {
        let ns = |kernel| cost(kernel).ports(&peaks()) * 16.0;
        let none = Operations::default();
        assert_eq!(ns(none), 0.0);
        assert_eq!(ns(Operations { additions: 16, multiplications: 4, ..none }), 2.0);
        assert_eq!(ns(Operations { additions: 16, multiplications: 16, ..none }), 2.0);
        assert_eq!(ns(Operations { additions: 16, multiplications: 16, comparisons: 16, ..none }), 3.0);
        assert_eq!(ns(Operations { extrema: 40, ..none }), 5.0);
        // Quotients and roots wait for one another.
        assert_eq!(ns(Operations { additions: 16, divisions: 8, roots: 4, ..none }), 10.0);
        // What may be part of another instruction is no limit.
        assert_eq!(
            ns(Operations { selections: 99, signs: 99, masks: 99, loads: 99, stores: 99, ..none }),
            0.0
        );
    }

    #[test]
    fn registers_that_the_first_test_leaves_out_cost_only_that() {
        let first = Operations { extrema: 8, ..Operations::default() };
        let kernel = Operations { multiplications: 32, ..Operations::default() };
        let ns = |left| Cost { first, left, ..cost(kernel) }.ports(&peaks()) * 16.0;
        assert_eq!([0.0, 0.5, 1.0].map(ns), [1.0, 2.0, 4.0]);
    }

    #[test]
    fn a_file_is_read_as_it_was_written() {
        let limits = Limits {
            copy_bytes_per_ns: 40.0,
            levels: vec![peaks()],
            benches: vec![cost(Operations::of_predicate::<SquaredDistance>())],
        };
        let json = serde_json::to_string(&limits).unwrap();
        assert_eq!(serde_json::from_str::<Limits>(&json).unwrap(), limits);
    }
}
