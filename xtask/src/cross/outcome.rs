//! What a target's tests and its golden program said.

/// What the golden program must print on every target; the last line is a hash of all answers.
pub const COMMITTED: &str = include_str!("../../../corpora/golden.txt");

/// What a target's tests and its golden program said.
pub struct Outcome {
    /// Whether cargo's tests succeeded.
    pub success: bool,
    /// What the golden program prints.
    pub golden: String,
    /// What else cargo, the golden program and the tests say.
    pub log: String,
}

impl Outcome {
    /// Whether all is as it should be.
    pub fn passed(&self) -> bool {
        let is_right = self.conformance().is_some_and(|(cases, wrong)| cases > 0 && wrong == 0);
        self.success && self.tests() > 0 && is_right && self.golden == COMMITTED
    }

    /// Levels, tests that passed, the golden hash, and conformance cases.
    pub fn cells(&self) -> [String; 4] {
        let lost = COMMITTED.lines().filter(|line| !self.golden.lines().any(|known| known == *line)).count();
        let golden = match lost {
            0 => hash(&self.golden).to_owned(),
            lost => format!("{lost} of {} differ", COMMITTED.lines().count()),
        };
        let corpora = self.conformance().map(|(cases, wrong)| format!("{cases}, {wrong} wrong"));
        let levels = self.log.lines().find_map(levels).unwrap_or_default().to_owned();
        [levels, self.tests().to_string(), golden, corpora.unwrap_or_else(|| "none".to_owned())]
    }

    /// Tests that passed, over all test programs.
    fn tests(&self) -> u64 {
        let passed = |line: &str| {
            line.strip_prefix("test result: ")?
                .split_once(" passed")?
                .0
                .rsplit_once(' ')?
                .1
                .parse::<u64>()
                .ok()
        };
        self.log.lines().filter_map(passed).sum()
    }

    /// What the golden program says of the conformance files: `conformance: 41629 cases, 0 wrong`.
    fn conformance(&self) -> Option<(u64, u64)> {
        let line = self.log.lines().find_map(|line| line.strip_prefix("conformance: "))?;
        let (cases, wrong) = line.strip_suffix(" wrong")?.split_once(" cases, ")?;
        Some((cases.parse().ok()?, wrong.parse().ok()?))
    }

    /// The lines that say why it failed.
    pub fn reasons(&self) -> String {
        let says = |line: &&str| {
            line.starts_with("error")
                || ["FAILED", "panicked at", "committed"].iter().any(|word| line.contains(word))
        };
        self.log.lines().filter(says).take(20).collect::<Vec<_>>().join("\n")
    }
}

/// The hash of all answers, in the last of the golden lines.
pub fn hash(golden: &str) -> &str {
    golden.trim_end().rsplit_once("all: ").map_or("none", |(_, hash)| hash)
}

/// What the golden program says of levels: `levels portable avx2 (this CPU lacks avx512)`.
fn levels(line: &str) -> Option<&str> {
    let names = line.strip_prefix("levels ").or_else(|| line.strip_prefix("level "))?;
    Some(names.split(" (").next().unwrap_or(names))
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOG: &str = "\
levels portable avx2 (this CPU lacks avx512)
conformance: 41629 cases, 0 wrong
running 3 tests
test result: ok. 3 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.01s
test result: ok. 40 passed; 0 failed; 0 ignored; 0 measured; 7 filtered out; finished in 1.50s

all doctests ran in 1.10s; merged doctests compilation took 0.90s
";

    fn outcome(golden: &str, log: &str) -> Outcome {
        Outcome { success: true, golden: golden.to_owned(), log: log.to_owned() }
    }

    #[test]
    fn each_fault_counts() {
        let right = outcome(COMMITTED, LOG);
        assert!(right.passed());
        assert_eq!(right.cells(), ["portable avx2", "43", hash(COMMITTED), "41629, 0 wrong"]);
        let other = COMMITTED.replacen(" rows", " row", 1);
        assert!(outcome(&other, LOG).cells()[2].starts_with("1 of "));
        assert!(!outcome(&other, LOG).passed() && !outcome("", LOG).passed());
        for (part, by) in [(" 0 wrong", " 3 wrong"), ("passed", "filtered"), ("conformance", "conform")] {
            assert!(!outcome(COMMITTED, &LOG.replace(part, by)).passed(), "{part}");
        }
        assert!(!Outcome { success: false, ..outcome(COMMITTED, LOG) }.passed());
    }
}
