//! The measurements of a run: times from criterion joined with hits from the benches.

use std::collections::BTreeMap;

use anyhow::{Context, bail};
use benches::Record;
use serde::{Deserialize, Serialize};

/// One entry of `summary.json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    /// The shape pair, or whatever else was timed.
    pub bench: String,
    /// Rows of the workload.
    pub rows: usize,
    /// Who was timed: `scalar`, `soa/<level>`, or another library with its call.
    pub who: String,
    /// Nanoseconds a pair, the median.
    pub ns: f64,
    /// Hits in one pass.
    pub hits: usize,
    /// Bytes of columns read and written in a second.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bytes_per_second: Option<f64>,
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
    })
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

    /// Everyone who is neither the scalar twin nor a level: other forms, other libraries.
    pub fn others(&self, levels: &[String]) -> impl Iterator<Item = &'a Entry> {
        self.entries.iter().copied().filter(move |entry| {
            let level = entry.who.strip_prefix("soa/").map(|who| who.strip_suffix("/threads").unwrap_or(who));
            entry.who != "scalar" && !level.is_some_and(|level| levels.iter().any(|known| known == level))
        })
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
        let others: Vec<&str> = cases[0].others(&levels).map(|entry| entry.who.as_str()).collect();
        assert_eq!(others, ["soa/avx2/two_tasks", "geo/intersects"]);
    }
}
