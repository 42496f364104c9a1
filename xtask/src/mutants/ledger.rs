//! What was found of an area, kept in a file of the repository: a run takes hours, and goes on where the last one, on whatever
//! machine, has ended.

use std::collections::HashMap;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use serde::Deserialize;

use super::area::Area;
use super::mutant::Mutant;
use super::tree;

/// What came of a mutant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
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

impl Outcome {
    const ALL: [Self; 4] = [Self::Caught, Self::Missed, Self::Unviable, Self::Timeout];

    /// The word for it in the file.
    fn word(self) -> &'static str {
        match self {
            Self::Caught => "caught",
            Self::Missed => "missed",
            Self::Unviable => "unviable",
            Self::Timeout => "timeout",
        }
    }
}

/// The outcomes of an area by the fingerprints of the mutants.
pub struct Ledger {
    /// The file of all outcomes.
    file: PathBuf,
    /// The directory where cargo-mutants reports.
    directory: PathBuf,
    outcomes: HashMap<u32, Outcome>,
}

/// What stands at the top of a file.
const HEAD: &str = "# Written by `cargo xtask mutants`: the fingerprints of the mutants that it has run, by source file and outcome.\n";
/// Fingerprints on a line.
const WIDTH: usize = 12;
/// The file of the mutants that are run.
const BATCH: &str = "batch.json";

impl Ledger {
    /// What is known of an area; nothing if it was never run.
    pub fn open(area: &Area) -> Result<Self> {
        let name = format!("{}.txt", area.name.replace('/', "-"));
        let file = tree::root()?.join("xtask/src/mutants/found").join(name);
        let outcomes = match fs::read_to_string(&file) {
            Ok(text) => read(&text),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(HashMap::new()),
            Err(error) => Err(error.into()),
        };
        let outcomes = outcomes.with_context(|| format!("cannot read {}", file.display()))?;
        Ok(Self { file, directory: area.directory()?, outcomes })
    }

    /// A ledger without a file.
    #[cfg(test)]
    pub fn holding(outcomes: HashMap<u32, Outcome>) -> Self {
        Self { file: PathBuf::new(), directory: PathBuf::new(), outcomes }
    }

    /// What came of a mutant; None if it was never run.
    pub fn get(&self, mutant: &Mutant) -> Option<Outcome> {
        self.outcomes.get(&mutant.fingerprint).copied()
    }

    /// Notes which mutants cargo-mutants is about to run.
    pub fn begin(&self, batch: &[Mutant]) -> Result<()> {
        let fingerprints: HashMap<&str, u32> =
            batch.iter().map(|mutant| (mutant.name.as_str(), mutant.fingerprint)).collect();
        write(&self.directory.join(BATCH), serde_json::to_vec(&fingerprints)?)
    }

    /// Adds what cargo-mutants has found of those, all of them or, if it was broken off, some. Of what was known before, it keeps
    /// what is about one of the area's `mutants`.
    pub fn take(&mut self, mutants: &[Mutant]) -> Result<()> {
        let batch = self.directory.join(BATCH);
        let Ok(json) = fs::read(&batch) else { return Ok(()) };
        let fingerprints: HashMap<String, u32> =
            serde_json::from_slice(&json).with_context(|| format!("cannot read {}", batch.display()))?;
        if let Ok(report) = fs::read(self.directory.join("mutants.out/outcomes.json")) {
            for (name, outcome) in parse(&report)? {
                if let Some(&fingerprint) = fingerprints.get(&name) {
                    self.outcomes.insert(fingerprint, outcome);
                }
            }
        }
        write(&self.file, self.text(mutants))?;
        fs::remove_file(&batch).with_context(|| format!("cannot remove {}", batch.display()))
    }

    /// The content of the file, in the order of the mutants.
    fn text(&self, mutants: &[Mutant]) -> String {
        let of_file = |of_file: &[Mutant]| {
            let found = |outcome| {
                let is_it = |mutant: &&Mutant| self.get(mutant) == Some(outcome);
                of_file.iter().filter(is_it).map(|mutant| format!(" {:08x}", mutant.fingerprint)).collect()
            };
            let lines = Outcome::ALL.into_iter().flat_map(|outcome| {
                let found: Vec<String> = found(outcome);
                let line = |numbers: &[String]| format!("{}{}\n", outcome.word(), numbers.concat());
                found.chunks(WIDTH).map(line).collect::<Vec<_>>()
            });
            let lines: String = lines.collect();
            if lines.is_empty() { lines } else { format!("\n{}\n{lines}", of_file[0].file()) }
        };
        let files: String = mutants.chunk_by(|a, b| a.file() == b.file()).map(of_file).collect();
        format!("{HEAD}{files}")
    }
}

/// Reads the content of a file.
fn read(text: &str) -> Result<HashMap<u32, Outcome>> {
    let mut outcomes = HashMap::new();
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let mut words = line.split(' ');
        let first = words.next().unwrap_or_default();
        match Outcome::ALL.into_iter().find(|outcome| outcome.word() == first) {
            Some(outcome) => {
                for number in words {
                    let number = u32::from_str_radix(number, 16).with_context(|| format!("in `{line}`"))?;
                    outcomes.insert(number, outcome);
                }
            }
            None if line.starts_with("crates/") => {}
            None => bail!("`{line}` is neither a file nor an outcome"),
        }
    }
    Ok(outcomes)
}

fn write(file: &Path, content: impl AsRef<[u8]>) -> Result<()> {
    fs::write(file, content).with_context(|| format!("cannot write {}", file.display()))
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

    fn mutant(title: &str, fingerprint: u32) -> Mutant {
        Mutant { name: title.to_owned(), title: title.to_owned(), fingerprint }
    }

    #[test]
    fn what_a_broken_run_has_found_is_kept() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path();
        let [one, two, other] = [
            mutant("crates/a.rs: one", 1),
            mutant("crates/a.rs: two", 2),
            mutant("crates/b.rs: other", 0xabc),
        ];
        let mutants = [one.clone(), two.clone(), other.clone()];
        let outcomes = HashMap::from([(7, Outcome::Missed), (0xabc, Outcome::Caught)]);
        let mut ledger = Ledger { file: path.join("found.txt"), directory: path.to_owned(), outcomes };
        ledger.take(&mutants).unwrap();
        assert!(!ledger.file.exists(), "nothing was run");
        ledger.begin(&[one.clone(), two.clone()]).unwrap();
        fs::create_dir(path.join("mutants.out")).unwrap();
        let report = br#"{"outcomes": [
            {"scenario": {"Mutant": {"name": "crates/a.rs: one"}}, "summary": "Timeout"},
            {"scenario": {"Mutant": {"name": "crates/b.rs: other"}}, "summary": "MissedMutant"}
        ]}"#;
        fs::write(path.join("mutants.out/outcomes.json"), report).unwrap();
        ledger.take(&mutants).unwrap();
        let found = [&one, &two, &other].map(|mutant| ledger.get(mutant));
        assert_eq!(found, [Some(Outcome::Timeout), None, Some(Outcome::Caught)], "the other one was not run");
        assert!(!path.join(BATCH).exists());
        // A mutant that is no more is forgotten.
        let text = fs::read_to_string(&ledger.file).unwrap();
        assert_eq!(text, format!("{HEAD}\ncrates/a.rs\ntimeout 00000001\n\ncrates/b.rs\ncaught 00000abc\n"));
        assert_eq!(read(&text).unwrap(), HashMap::from([(1, Outcome::Timeout), (0xabc, Outcome::Caught)]));
    }

    #[test]
    fn what_is_committed_can_be_read() {
        let files = fs::read_dir(tree::root().unwrap().join("xtask/src/mutants/found")).unwrap();
        let found: usize =
            files.map(|file| read(&fs::read_to_string(file.unwrap().path()).unwrap()).unwrap().len()).sum();
        assert!(found > 1000, "{found}");
    }

    #[test]
    fn long_lists_are_on_several_lines() {
        let mutants: Vec<_> = (0..30).map(|n| mutant("crates/a.rs: f", n)).collect();
        let outcomes = (0..30).map(|n| (n, Outcome::ALL[n as usize % 2])).collect();
        let ledger = Ledger::holding(outcomes);
        let text = ledger.text(&mutants);
        assert_eq!(text.lines().filter(|line| line.starts_with("caught ")).count(), 2);
        assert_eq!(read(&text).unwrap(), ledger.outcomes);
    }

    #[test]
    fn a_line_that_says_nothing_is_refused() {
        for (line, why) in [
            ("found 00000001", "`found 00000001` is neither a file nor an outcome"),
            ("caught 0000000g", "in `caught 0000000g`: invalid digit found in string"),
        ] {
            assert_eq!(format!("{:#}", read(line).unwrap_err()), why);
        }
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
        assert_eq!(named, Outcome::ALL);
        assert_eq!(outcomes.len(), 4);
        let odd = br#"{"outcomes": [{"scenario": {"Mutant": {"name": "a"}}, "summary": "Failure"}]}"#;
        assert!(format!("{:#}", parse(odd).unwrap_err()).starts_with("the outcome of a: "));
    }
}
