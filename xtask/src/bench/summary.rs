//! The measurements of a run: times from criterion joined with hits from the benches.

use std::collections::BTreeMap;

use anyhow::{Context, bail};
use record::{Limits, Memory, Record, Shares};
use serde::{Deserialize, Serialize};

/// One entry of `summary.json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    /// The shape pair, or whatever else was timed.
    pub bench: String,
    /// Rows of the workload.
    pub rows: usize,
    /// Who was timed: `scalar`, `scalar/exact`, `soa/<level>`, `plain/<level>`, or another library with its call; or
    /// `limit/<name>`.
    pub who: String,
    /// Nanoseconds a pair, the median.
    pub ns: f64,
    /// Hits in one pass.
    pub hits: usize,
    /// Bytes of columns read and written in a second.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bytes_per_second: Option<f64>,
    /// The shares of its rows that the stages of an exact query settled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stages: Option<Shares>,
    /// Peak memory as a multiple of input and result.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub memory: Option<f64>,
}

/// Joins what was counted with how long a pass took. Either without the other is an error: something was lost.
pub fn join(records: &[Record], times: &BTreeMap<String, f64>) -> anyhow::Result<Vec<Entry>> {
    if let Some(id) = times.keys().find(|id| !records.iter().any(|record| record.id() == **id)) {
        bail!("{id} has a time but its hits were not recorded");
    }
    records.iter().map(|record| entry(record, times)).collect()
}

fn entry(record: &Record, times: &BTreeMap<String, f64>) -> anyhow::Result<Entry> {
    let pass = *times
        .get(&record.id())
        .with_context(|| format!("{} was counted but criterion has no time for it", record.id()))?;
    Ok(Entry {
        bench: record.bench.clone(),
        rows: record.rows,
        who: record.who.clone(),
        ns: pass / record.pairs as f64,
        hits: record.hits,
        bytes_per_second: record.bytes.map(|bytes| bytes as f64 / pass * 1e9),
        stages: record.stages,
        memory: None,
    })
}

/// The measurements with the limits behind them.
pub fn with_limits(mut entries: Vec<Entry>, limits: &Limits) -> Vec<Entry> {
    entries.extend(limits.records().into_iter().map(|(record, ns)| Entry {
        bench: record.bench,
        rows: record.rows,
        who: record.who,
        ns,
        hits: record.hits,
        bytes_per_second: None,
        stages: None,
        memory: None,
    }));
    entries
}

/// The measurements with the memory that they took, where that was measured.
pub fn with_memory(mut entries: Vec<Entry>, memory: &[Memory]) -> Vec<Entry> {
    for entry in &mut entries {
        let same = |m: &&Memory| m.bench == entry.bench && m.who == entry.who && m.rows == entry.rows;
        entry.memory = memory.iter().find(same).map(Memory::ratio);
    }
    entries
}

/// One bench at one number of rows: everyone who was timed on it.
pub struct Case<'a> {
    /// The bench.
    pub bench: &'a str,
    /// Rows of the workload.
    pub rows: usize,
    /// Who was timed, in order.
    pub entries: Vec<&'a Entry>,
}

impl<'a> Case<'a> {
    /// The entry of someone.
    pub fn of(&self, who: &str) -> Option<&'a Entry> {
        self.entries.iter().copied().find(|entry| entry.who == who)
    }

    /// The best level that was timed on one thread: `levels` has the best last.
    pub fn best(&self, levels: &[String]) -> Option<&'a Entry> {
        levels.iter().rev().find_map(|level| self.of(&format!("soa/{level}")))
    }

    /// The fastest of the other libraries.
    pub fn peer(&self) -> Option<&'a Entry> {
        let ours = ["scalar", "soa", "plain", "limit"];
        self.fastest(|name| !ours.contains(&name))
    }

    /// The fastest call of a library.
    pub fn call_of(&self, library: &str) -> Option<&'a Entry> {
        self.fastest(|name| name == library)
    }

    fn fastest(&self, of: impl Fn(&str) -> bool) -> Option<&'a Entry> {
        let entries = self.entries.iter().copied().filter(|entry| of(entry.crate_name()));
        entries.min_by(|a, b| a.ns.total_cmp(&b.ns))
    }

    /// Whether it belongs to the sweep over numbers of rows.
    pub fn is_sweep(&self) -> bool {
        self.bench.starts_with("threads/")
    }

    /// Whether it was made to show the price of exactness: its rows are harder than anyone's are.
    pub fn is_price(&self) -> bool {
        self.bench.starts_with("price/")
    }

    /// Whether it is a join, or a part of one.
    pub fn is_join(&self) -> bool {
        self.bench.starts_with("join/")
    }

    /// The limit that is nearest: the largest. The copy is none, since a kernel that only reads can be faster.
    pub fn limit(&self) -> Option<&'a Entry> {
        let is_limit = |entry: &&Entry| entry.crate_name() == "limit" && entry.call() != "copy";
        let limits = self.entries.iter().copied().filter(is_limit);
        limits.max_by(|a, b| a.ns.total_cmp(&b.ns))
    }
}

impl Entry {
    /// Who it is without the call, the level or the name of the limit.
    pub fn crate_name(&self) -> &str {
        self.who.split('/').next().unwrap_or_default()
    }

    /// What follows.
    pub fn call(&self) -> &str {
        self.who.split_once('/').map_or("", |(_, call)| call)
    }
}

/// The cases in the order in which they were measured.
pub fn cases(entries: &[Entry]) -> Vec<Case<'_>> {
    let mut cases: Vec<Case<'_>> = Vec::new();
    for entry in entries {
        match cases.iter_mut().find(|case| case.bench == entry.bench && case.rows == entry.rows) {
            Some(case) => case.entries.push(entry),
            None => cases.push(Case { bench: &entry.bench, rows: entry.rows, entries: vec![entry] }),
        }
    }
    cases
}

/// The levels that were timed on one thread, in the order of measurement, which has the best last.
pub fn levels(entries: &[Entry]) -> Vec<String> {
    let mut levels = Vec::new();
    for level in entries.iter().filter_map(|entry| entry.who.strip_prefix("soa/")) {
        if !level.contains('/') && !levels.iter().any(|known| known == level) {
            levels.push(level.to_owned());
        }
    }
    levels
}

#[cfg(test)]
mod tests {
    use super::*;
    use record::{Cost, Operations, Peaks};

    fn record(who: &str) -> Record {
        Record { hits: 502, bytes: Some(40_960), ..Record::new("disk_triangle", who, 4_096) }
    }

    #[test]
    fn times_are_divided_by_pairs() {
        let times = BTreeMap::from([("disk_triangle/soa/portable/4096".to_owned(), 8_192.0)]);
        let entries = join(&[record("soa/portable")], &times).unwrap();
        assert_eq!((entries[0].ns, entries[0].bytes_per_second), (2.0, Some(5e9)));
        let json = serde_json::to_string(&entries[0]).unwrap();
        assert!(
            json.starts_with(
                r#"{"bench":"disk_triangle","rows":4096,"who":"soa/portable","ns":2.0,"hits":502"#
            )
        );
        assert_eq!(serde_json::from_str::<Entry>(&json).unwrap(), entries[0]);
    }

    #[test]
    fn stages_are_shares() {
        let stages = Shares { single: 0.75, double: 0.25, rounded: 0.0, integer: 0.0 };
        let record = Record { stages: Some(stages), ..record("soa/portable") };
        let entries =
            join(&[record], &BTreeMap::from([("disk_triangle/soa/portable/4096".to_owned(), 8_192.0)]));
        let json = serde_json::to_string(&entries.unwrap()[0]).unwrap();
        let expected = r#""stages":{"single":0.75,"double":0.25,"rounded":0.0,"integer":0.0}}"#;
        assert!(json.ends_with(expected), "{json}");
    }

    #[test]
    fn a_half_of_a_measurement_is_refused() {
        let lost_time = join(&[record("scalar")], &BTreeMap::new()).unwrap_err().to_string();
        assert_eq!(lost_time, "disk_triangle/scalar/4096 was counted but criterion has no time for it");
        let times = BTreeMap::from([("disk_triangle/scalar/4096".to_owned(), 1.0)]);
        let lost_hits = join(&[], &times).unwrap_err().to_string();
        assert_eq!(lost_hits, "disk_triangle/scalar/4096 has a time but its hits were not recorded");
    }

    #[test]
    fn levels_are_told_from_other_ways_to_run() {
        let times = ["soa/portable", "soa/avx2", "soa/avx2/threads", "soa/avx2/two_tasks", "geo/intersects"];
        let entries: Vec<Entry> = times
            .iter()
            .map(|who| {
                let record = record(who);
                entry(&record, &BTreeMap::from([(record.id(), 1.0)])).unwrap()
            })
            .collect();
        let levels = levels(&entries);
        assert_eq!(levels, ["portable", "avx2"]);
        let cases = cases(&entries);
        assert_eq!(cases.len(), 1);
        assert_eq!(cases[0].best(&levels).unwrap().who, "soa/avx2");
        assert_eq!(cases[0].peer().unwrap().who, "geo/intersects");
        assert_eq!(cases[0].limit(), None);
    }

    #[test]
    fn the_fastest_peer_and_the_nearest_limit_are_found() {
        let times = [
            ("scalar", 3.0),
            ("scalar/early_out", 2.0),
            ("plain/portable", 0.5),
            ("soa/portable", 1.0),
            ("parry2d/intersects_ray", 9.0),
            ("parry2d/cast_ray", 8.0),
            ("geo/intersects", 10.0),
            ("limit/copy", 0.75),
            ("limit/memory", 0.25),
            ("limit/ports", 0.5),
        ];
        let entries = times.map(|(who, pass)| {
            let record = record(who);
            entry(&record, &BTreeMap::from([(record.id(), pass)])).unwrap()
        });
        let case = &cases(&entries)[0];
        assert_eq!(case.peer().map(Entry::call), Some("cast_ray"));
        assert_eq!(case.call_of("geo").map(|entry| entry.ns), Some(10.0 / 4_096.0));
        assert_eq!(case.limit().map(Entry::call), Some("ports"));
    }

    #[test]
    fn limits_stand_beside_the_measurements() {
        let cost = Cost {
            bench: "disk_triangle".to_owned(),
            rows: 4_096,
            hits: 502,
            bytes: None,
            kernel: Operations { additions: 16, ..Operations::default() },
            first: Operations::default(),
            left: 1.0,
        };
        let peaks = Peaks { lanes: 16, additions: 8.0, ..Peaks::default() };
        let limits = Limits { levels: vec![peaks], benches: vec![cost], ..Limits::default() };
        let entries = with_limits(Vec::new(), &limits);
        assert_eq!(
            serde_json::to_string(&entries).unwrap(),
            r#"[{"bench":"disk_triangle","rows":4096,"who":"limit/ports","ns":0.125,"hits":502}]"#
        );
    }
}
