//! A mutant, as cargo-mutants lists it.

use std::collections::HashMap;
use std::hash::Hasher;

use anyhow::{Context, Result};
use fnv::FnvHasher;

/// A change of the code.
#[derive(Clone, Debug)]
pub struct Mutant {
    /// Its name for cargo-mutants, with line and column.
    pub name: String,
    /// The same without them: `crates/soa/src/csr.rs: replace < with > in Csr::row`.
    pub title: String,
    /// A number of the change and of the lines around it, wherever these stand in the file.
    pub fingerprint: u32,
}

/// What is read of a mutant.
#[derive(serde::Deserialize)]
struct Listed {
    name: String,
    file: String,
    diff: String,
}

/// The mutants of a list in JSON.
pub fn parse(json: &[u8]) -> Result<Vec<Mutant>> {
    let listed: Vec<Listed> = serde_json::from_slice(json).context("a list of mutants that is none")?;
    let mut times: HashMap<u64, u32> = HashMap::new();
    let mut mutant = |Listed { name, file, diff }: Listed| {
        // `file:line:column: change`
        let change = name.strip_prefix(&file).and_then(|rest| rest.splitn(4, ':').nth(3)).unwrap_or(&name);
        let title = format!("{file}:{change}");
        let mut hasher = FnvHasher::default();
        for line in [title.as_str()].into_iter().chain(diff.lines().filter(|line| !line.starts_with("@@"))) {
            hasher.write(line.as_bytes());
            hasher.write(b"\n");
        }
        // Lines that stand in a file twice are told apart by their order.
        let time = times.entry(hasher.finish()).or_default();
        *time += 1;
        hasher.write(&time.to_le_bytes());
        let hash = hasher.finish();
        Mutant { fingerprint: (hash ^ (hash >> 32)) as u32, name, title }
    };
    Ok(listed.into_iter().map(&mut mutant).collect())
}

impl Mutant {
    /// The file.
    pub fn file(&self) -> &str {
        self.title.split(": ").next().unwrap_or_default()
    }

    /// A regular expression that fits this mutant only.
    pub fn expression(&self) -> String {
        let mut expression = "^".to_owned();
        for c in self.name.chars() {
            if r"\.+*?()|[]{}^$#&-~".contains(c) {
                expression.push('\\');
            }
            expression.push(c);
        }
        expression + "$"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A list of one change at these lines of a file.
    fn at(lines: &[u32], after: &str) -> Vec<Mutant> {
        let listed = |line: &u32| {
            serde_json::json!({
                "name": format!("src/a.rs:{line}:7: replace * with + in <impl Add for A>::f"),
                "file": "src/a.rs",
                "diff": format!("--- src/a.rs\n+++ replace\n@@ -{line},1 +{line},1 @@\n-a * b\n+a + b\n {after}\n"),
            })
        };
        let list: serde_json::Value = lines.iter().map(listed).collect();
        parse(list.to_string().as_bytes()).unwrap()
    }

    #[test]
    fn a_mutant_is_the_same_on_another_line_and_another_one_with_other_code() {
        let [before, after] = [&at(&[3], "c")[0], &at(&[7], "c")[0]];
        assert_eq!(before.title, "src/a.rs: replace * with + in <impl Add for A>::f");
        assert_eq!((&before.title, before.fingerprint), (&after.title, after.fingerprint));
        assert_ne!(before.fingerprint, at(&[3], "d")[0].fingerprint);
        let twice = at(&[3, 7], "c");
        assert_ne!(twice[0].fingerprint, twice[1].fingerprint);
    }

    #[test]
    fn an_expression_means_the_letters_of_the_name() {
        let expression = at(&[3], "c")[0].expression();
        assert_eq!(expression, r"^src/a\.rs:3:7: replace \* with \+ in <impl Add for A>::f$");
    }
}
