//! The measurements of a run: times from criterion joined with hits and memory from the benches.

use std::collections::BTreeMap;

use anyhow::{Context, bail};
use record::{Memory, Record, Shares};
use serde::{Deserialize, Serialize};

/// One entry of `summary.json`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    /// The shape pair, or whatever else was timed.
    pub bench: String,
    /// Rows of the workload.
    pub rows: usize,
    /// The contender: `scalar`, `scalar/exact`, `soa/<level>`, `f32/<level>`, another library with its call,
    /// or `limit/read`.
    pub who: String,
    /// Nanoseconds a pair, the median.
    pub ns: f64,
    /// Hits in one pass.
    pub hits: usize,
    /// The shares of its rows that the stages of an exact query decided.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stages: Option<Shares>,
    /// Threads of a join.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub threads: Option<usize>,
    /// Peak memory of a join in bytes, input and result among them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub peak_bytes: Option<usize>,
    /// Peak memory of a join as a multiple of input and result.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub memory: Option<f64>,
}

/// Joins the records of the benches with criterion's times of a pass, and with memory where it was measured.
/// A record without a time or a time without a record is an error: something was lost.
pub fn join(
    records: &[Record],
    times: &BTreeMap<String, f64>,
    memory: &[Memory],
) -> anyhow::Result<Vec<Entry>> {
    if let Some(id) = times.keys().find(|id| !records.iter().any(|record| record.id() == **id)) {
        bail!("{id} has a time but its hits were not recorded");
    }
    let entry = |record: &Record| {
        let id = record.id();
        let pass =
            times.get(&id).with_context(|| format!("{id} was counted but criterion has no time for it"))?;
        let memory = memory.iter().find(|memory| memory.id == id);
        Ok(Entry {
            bench: record.bench.clone(),
            rows: record.rows,
            who: record.who.clone(),
            ns: pass / record.pairs as f64,
            hits: record.hits,
            stages: record.stages,
            threads: record.threads,
            peak_bytes: memory.map(Memory::peak),
            memory: memory.map(Memory::ratio),
        })
    };
    records.iter().map(entry).collect()
}

/// The kind of a bench, by the beginning of its name: each has a table of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A query on uniform rows.
    Pairs,
    /// The sweep over numbers of rows, on one thread and on more.
    Threads,
    /// Rows that are hard to answer exactly.
    Exactness,
    /// A join, or a part of one.
    Join,
}

/// One bench at one number of rows.
pub struct Case<'a> {
    /// The bench.
    pub bench: &'a str,
    /// Rows of the workload.
    pub rows: usize,
    /// The contenders, in the order in which they were measured.
    pub entries: Vec<&'a Entry>,
}

impl<'a> Case<'a> {
    /// The kind of the bench.
    pub fn kind(&self) -> Kind {
        match self.bench.split_once('/').map(|(start, _)| start) {
            Some("threads") => Kind::Threads,
            Some("exactness") => Kind::Exactness,
            Some("join") => Kind::Join,
            _ => Kind::Pairs,
        }
    }

    /// Hits of the contender that was measured first.
    pub fn hits(&self) -> usize {
        self.entries.first().map_or(0, |entry| entry.hits)
    }

    /// The entry of a contender.
    pub fn of(&self, who: &str) -> Option<&'a Entry> {
        self.entries.iter().copied().find(|entry| entry.who == who)
    }

    /// The batched kernel at the best level that was timed in this way: `suffix` is empty for one thread,
    /// else `/threads` or `/two_threads`; `levels` has the best last.
    pub fn best(&self, levels: &[String], suffix: &str) -> Option<&'a Entry> {
        levels.iter().rev().find_map(|level| self.of(&format!("soa/{level}{suffix}")))
    }

    /// The fastest of the other libraries.
    pub fn peer(&self) -> Option<&'a Entry> {
        let ours = ["scalar", "soa", "f32", "limit"];
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
}

impl Entry {
    /// The contender without the call or the level.
    pub fn crate_name(&self) -> &str {
        self.who.split('/').next().unwrap_or_default()
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

    fn record(who: &str) -> Record {
        Record { hits: 502, ..Record::new("disk_triangle", who, 4_096) }
    }

    /// Entries with these times of a pass.
    fn entries(times: &[(&str, f64)]) -> Vec<Entry> {
        let records: Vec<Record> = times.iter().map(|(who, _)| record(who)).collect();
        let times = records.iter().zip(times).map(|(record, (_, pass))| (record.id(), *pass)).collect();
        join(&records, &times, &[]).unwrap()
    }

    #[test]
    fn times_are_divided_by_pairs() {
        let entries = entries(&[("soa/portable", 8_192.0)]);
        let json = serde_json::to_string(&entries[0]).unwrap();
        let expected = r#"{"bench":"disk_triangle","rows":4096,"who":"soa/portable","ns":2.0,"hits":502}"#;
        assert_eq!(json, expected);
        assert_eq!(serde_json::from_str::<Entry>(&json).unwrap(), entries[0]);
    }

    #[test]
    fn stages_threads_and_memory_are_there_where_they_were_recorded() {
        let stages = Shares { single: 0.75, double: 0.25, rounded: 0.0, integer: 0.0 };
        let record = Record { stages: Some(stages), threads: Some(2), ..record("soa/portable") };
        let memory = Memory { id: record.id(), hits: 502, input: 1_000, added: 9_032 };
        let times = BTreeMap::from([(record.id(), 8_192.0)]);
        let json = serde_json::to_string(&join(&[record], &times, &[memory]).unwrap()[0]).unwrap();
        let stages = r#""stages":{"single":0.75,"double":0.25,"rounded":0.0,"integer":0.0}"#;
        assert!(
            json.ends_with(&format!(r#"{stages},"threads":2,"peak_bytes":10032,"memory":2.0}}"#)),
            "{json}"
        );
    }

    #[test]
    fn a_half_of_a_measurement_is_refused() {
        let lost_time = join(&[record("scalar")], &BTreeMap::new(), &[]).unwrap_err().to_string();
        assert_eq!(lost_time, "disk_triangle/scalar/4096 was counted but criterion has no time for it");
        let times = BTreeMap::from([("disk_triangle/scalar/4096".to_owned(), 1.0)]);
        let lost_hits = join(&[], &times, &[]).unwrap_err().to_string();
        assert_eq!(lost_hits, "disk_triangle/scalar/4096 has a time but its hits were not recorded");
    }

    #[test]
    fn levels_differ_from_other_ways_to_run() {
        let times = ["soa/portable", "soa/avx2", "soa/avx2/threads", "soa/avx2/two_tasks", "geo/intersects"];
        let entries = entries(&times.map(|who| (who, 1.0)));
        let levels = levels(&entries);
        assert_eq!(levels, ["portable", "avx2"]);
        let cases = cases(&entries);
        assert_eq!(cases.len(), 1);
        assert_eq!(cases[0].best(&levels, "").unwrap().who, "soa/avx2");
        assert_eq!(cases[0].best(&levels, "/threads").unwrap().who, "soa/avx2/threads");
        assert_eq!(cases[0].peer().unwrap().who, "geo/intersects");
    }

    #[test]
    fn the_fastest_peer_is_found() {
        let entries = entries(&[
            ("scalar", 3.0),
            ("scalar/early_out", 2.0),
            ("f32/portable", 0.5),
            ("soa/portable", 1.0),
            ("parry2d/intersects_ray", 9.0),
            ("parry2d/cast_ray", 8.0),
            ("geo/intersects", 10.0),
            ("limit/read", 0.25),
        ]);
        let case = &cases(&entries)[0];
        assert_eq!(case.peer().map(|peer| peer.who.as_str()), Some("parry2d/cast_ray"));
        assert_eq!(case.call_of("geo").map(|entry| entry.ns), Some(10.0 / 4_096.0));
    }
}
