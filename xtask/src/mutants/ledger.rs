//! What was found of an area, kept in a file.

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::area::Area;
use super::mutant::Mutant;

/// What came of a mutant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Outcome {
    /// A test failed.
    #[serde(alias = "CaughtMutant")]
    Caught,
    /// No test failed.
    #[serde(alias = "MissedMutant")]
    Missed,
    /// It does not compile.
    Unviable,
    /// The tests did not come to an end, which nobody overlooks.
    Timeout,
}

/// The outcomes of an area by the fingerprints of the mutants.
pub struct Ledger {
    directory: PathBuf,
    outcomes: BTreeMap<u64, Outcome>,
}

impl Ledger {
    /// What is known of an area; nothing if it was never run.
    pub fn open(area: &Area) -> Result<Self> {
        let directory = area.directory()?;
        let outcomes = read(&directory.join(LEDGER))?.unwrap_or_default();
        Ok(Self { directory, outcomes })
    }

    /// What came of a mutant; None if it was never run.
    pub fn get(&self, mutant: &Mutant) -> Option<Outcome> {
        self.outcomes.get(&mutant.fingerprint).copied()
    }

    /// Notes which mutants cargo-mutants is about to run.
    pub fn begin(&self, batch: &[Mutant]) -> Result<()> {
        let fingerprints: HashMap<&str, u64> =
            batch.iter().map(|mutant| (mutant.name.as_str(), mutant.fingerprint)).collect();
        write(&self.directory.join(BATCH), &fingerprints)
    }

    /// Adds what cargo-mutants has found of those, all of them or, if it was broken off, some.
    pub fn take(&mut self) -> Result<()> {
        let file = self.directory.join(BATCH);
        let Some(fingerprints): Option<HashMap<String, u64>> = read(&file)? else { return Ok(()) };
        if let Ok(report) = fs::read(self.directory.join("mutants.out/outcomes.json")) {
            for (name, outcome) in parse(&report)? {
                if let Some(&fingerprint) = fingerprints.get(&name) {
                    self.outcomes.insert(fingerprint, outcome);
                }
            }
        }
        write(&self.directory.join(LEDGER), &self.outcomes)?;
        fs::remove_file(&file).with_context(|| format!("cannot remove {}", file.display()))
    }
}

/// The file of all outcomes.
const LEDGER: &str = "ledger.json";
/// The file of the mutants that are run.
const BATCH: &str = "batch.json";

/// What this command has written to a file; None if it has not.
fn read<T: DeserializeOwned>(file: &Path) -> Result<Option<T>> {
    match fs::read(file) {
        Ok(json) => serde_json::from_slice(&json)
            .map(Some)
            .with_context(|| format!("{} is none of this command's files", file.display())),
        Err(_) => Ok(None),
    }
}

fn write(file: &Path, value: &impl Serialize) -> Result<()> {
    fs::write(file, serde_json::to_vec(value)?).with_context(|| format!("cannot write {}", file.display()))
}

/// The outcomes in a report of cargo-mutants by the names of the mutants.
fn parse(json: &[u8]) -> Result<HashMap<String, Outcome>> {
    #[derive(Deserialize)]
    struct Report {
        outcomes: Vec<Entry>,
    }
    #[derive(Deserialize)]
    struct Entry {
        scenario: Scenario,
        summary: serde_json::Value,
    }
    #[derive(Deserialize)]
    enum Scenario {
        Baseline,
        Mutant { name: String },
    }
    let report: Report = serde_json::from_slice(json).context("outcomes that are none")?;
    let mut outcomes = HashMap::new();
    for Entry { scenario, summary } in report.outcomes {
        if let Scenario::Mutant { name } = scenario {
            let outcome =
                serde_json::from_value(summary).with_context(|| format!("the outcome of {name}"))?;
            outcomes.insert(name, outcome);
        }
    }
    Ok(outcomes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_broken_run_has_found_is_kept() {
        let directory = tempfile::tempdir().unwrap();
        let mutant =
            |name: &str, fingerprint| Mutant { name: name.into(), title: String::new(), fingerprint };
        let [one, two, other] = [mutant("one", 1), mutant("two", 2), mutant("other", 3)];
        let mut ledger = Ledger { directory: directory.path().to_owned(), outcomes: BTreeMap::new() };
        ledger.take().unwrap();
        ledger.begin(&[one.clone(), two.clone()]).unwrap();
        fs::create_dir(directory.path().join("mutants.out")).unwrap();
        let report = br#"{"outcomes": [
            {"scenario": {"Mutant": {"name": "one"}}, "summary": "Timeout"},
            {"scenario": {"Mutant": {"name": "other"}}, "summary": "MissedMutant"}
        ]}"#;
        fs::write(directory.path().join("mutants.out/outcomes.json"), report).unwrap();
        ledger.take().unwrap();
        assert_eq!(
            [&one, &two, &other].map(|mutant| ledger.get(mutant)),
            [Some(Outcome::Timeout), None, None]
        );
        let kept: BTreeMap<u64, Outcome> = read(&directory.path().join(LEDGER)).unwrap().unwrap();
        assert_eq!(kept, ledger.outcomes);
        assert!(!directory.path().join(BATCH).exists());
    }

    #[test]
    fn outcomes_are_read_by_name() {
        let json = br#"{"outcomes": [
            {"scenario": "Baseline", "summary": "Success", "phase_results": []},
            {"scenario": {"Mutant": {"name": "a", "genre": "FnValue"}}, "summary": "CaughtMutant"},
            {"scenario": {"Mutant": {"name": "b"}}, "summary": "MissedMutant"},
            {"scenario": {"Mutant": {"name": "c"}}, "summary": "Unviable"},
            {"scenario": {"Mutant": {"name": "d"}}, "summary": "Timeout"}
        ], "total_mutants": 4}"#;
        let outcomes = parse(json).unwrap();
        let named = ["a", "b", "c", "d"].map(|name| outcomes[name]);
        assert_eq!(named, [Outcome::Caught, Outcome::Missed, Outcome::Unviable, Outcome::Timeout]);
        assert_eq!(outcomes.len(), 4);
        let odd = br#"{"outcomes": [{"scenario": {"Mutant": {"name": "a"}}, "summary": "Failure"}]}"#;
        assert!(format!("{:#}", parse(odd).unwrap_err()).starts_with("the outcome of a: "));
    }
}
