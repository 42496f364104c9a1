//! What was found of an area, kept in a file.

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result};
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
    file: PathBuf,
    outcomes: BTreeMap<u64, Outcome>,
}

impl Ledger {
    /// What is known of an area; nothing if it was never run.
    pub fn open(area: &Area) -> Result<Self> {
        let file = area.directory()?.join("ledger.json");
        let outcomes = match fs::read(&file) {
            Ok(json) => serde_json::from_slice(&json)
                .with_context(|| format!("{} is none of this command's files", file.display()))?,
            Err(_) => BTreeMap::new(),
        };
        Ok(Self { file, outcomes })
    }

    /// What came of a mutant; None if it was never run.
    pub fn get(&self, mutant: &Mutant) -> Option<Outcome> {
        self.outcomes.get(&mutant.fingerprint).copied()
    }

    /// Adds what cargo-mutants has just found of these mutants.
    pub fn take(&mut self, area: &Area, mutants: &[Mutant]) -> Result<()> {
        let report = area.directory()?.join("mutants.out/outcomes.json");
        let json = fs::read(&report).with_context(|| format!("cannot read {}", report.display()))?;
        let found = parse(&json)?;
        for mutant in mutants {
            if let Some(&outcome) = found.get(&mutant.name) {
                self.outcomes.insert(mutant.fingerprint, outcome);
            }
        }
        fs::write(&self.file, serde_json::to_vec(&self.outcomes)?)
            .with_context(|| format!("cannot write {}", self.file.display()))
    }
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
