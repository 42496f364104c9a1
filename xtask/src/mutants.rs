//! `cargo xtask mutants`: whether the tests notice when the code is changed. The changes are those of cargo-mutants; what is kept
//! here is the smallest set of tests that must notice them, area by area, and what was found so far.

use std::process::{ExitCode, Stdio};
use std::str::FromStr;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use commands::cargo;

mod accepted;
mod area;
mod ledger;
mod mutant;
mod table;
mod tree;

use accepted::Accepted;
use area::{AREAS, Area};
use ledger::{Ledger, Outcome};
use mutant::Mutant;

/// Mutants of one call of cargo-mutants, which begins with the tests of the code as it is. Each call runs those of struct fields
/// too, which its version 27 does not choose by name.
const BATCH: usize = 200;
/// The share of viable mutants, in percent, that the tests of an area must catch.
const ENOUGH: f64 = 95.0;

/// Change the code in thousands of places, one at a time, and see whether the tests notice: by cargo-mutants, area by area, each
/// with the few tests that must notice
///
/// What was found is kept in xtask/src/mutants/found, so a run can be broken off and continued, on another machine too: mutants
/// that were caught are not run again unless their code has changed, those that an earlier run has missed are, last. Areas may be run at the same time, each by a call of its own. Whoever doubts an area removes its file and runs it
/// anew.
///
/// A mutant that no test can catch, or none should, is listed with its reason in xtask/src/mutants/accepted.txt; it counts as
/// missed.
///
/// Exits with 0 if of each area at least 95 % of the viable mutants that were run are caught, and the others are listed; with 1
/// if not, or if a line of the list is void; with 2 for bad arguments.
#[derive(clap::Args)]
pub struct Args {
    /// Only areas whose name starts with this, such as `soa` or `soa/join`
    #[arg(value_name = "AREA")]
    areas: Vec<String>,
    /// Only each Nth mutant, from the Kth on: `1/4` to `4/4` are all
    #[arg(long, value_name = "K/N", default_value = "1/1")]
    shard: Shard,
    /// Begin nothing new after so many minutes
    #[arg(long, value_name = "N")]
    minutes: Option<u64>,
    /// Run nothing: print what is known
    #[arg(long)]
    list: bool,
}

/// A part of the mutants.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Shard {
    k: usize,
    n: usize,
}

impl FromStr for Shard {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let numbers = text.split_once('/').and_then(|(k, n)| Some((k.parse().ok()?, n.parse().ok()?)));
        match numbers {
            Some((k, n)) if 0 < k && k <= n => Ok(Self { k, n }),
            _ => Err("a shard is K/N with K from 1 to N"),
        }
    }
}

/// What is known of an area.
struct State {
    area: &'static Area,
    mutants: Vec<Mutant>,
    ledger: Ledger,
}

impl State {
    fn outcomes(&self) -> impl Iterator<Item = (&Mutant, Option<Outcome>)> {
        self.mutants.iter().map(|mutant| (mutant, self.ledger.get(mutant)))
    }

    /// Those of a shard with this outcome that are not accepted.
    fn wanted(&self, shard: Shard, outcome: Option<Outcome>, accepted: &Accepted) -> Vec<Mutant> {
        let shard = self.outcomes().skip(shard.k - 1).step_by(shard.n);
        let wanted = shard.filter(|(mutant, is)| *is == outcome && (is.is_none() || !accepted.has(mutant)));
        wanted.map(|(mutant, _)| mutant.clone()).collect()
    }
}

/// Runs the command.
pub fn run(args: &Args) -> Result<ExitCode> {
    let areas = chosen(&args.areas)?;
    let present = cargo().args(["mutants", "--version"]).stdout(Stdio::null()).stderr(Stdio::null()).status();
    ensure!(
        present.is_ok_and(|status| status.success()),
        "this needs cargo-mutants: `cargo install cargo-mutants`"
    );
    let accepted = Accepted::read()?;
    let end = args.minutes.map(|minutes| Instant::now() + Duration::from_secs(60 * minutes));
    let mut states = Vec::new();
    for area in areas {
        let mut state = State { area, mutants: list(area)?, ledger: Ledger::open(area)? };
        if !args.list {
            work(&mut state, args.shard, &accepted, end)?;
        }
        states.push(state);
    }
    Ok(if table::report(&states, &accepted) { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The areas whose names start with one of these; all of them if none is given.
fn chosen(prefixes: &[String]) -> Result<Vec<&'static Area>> {
    if let Some(prefix) = prefixes.iter().find(|prefix| !AREAS.iter().any(|area| area.is_named(prefix))) {
        let names: Vec<_> = AREAS.iter().map(|area| area.name).collect();
        bail!("no area is called `{prefix}`; there are:\n  {}", names.join("\n  "));
    }
    let chosen = |area: &&Area| prefixes.is_empty() || prefixes.iter().any(|prefix| area.is_named(prefix));
    Ok(AREAS.iter().filter(chosen).collect())
}

/// The mutants of an area.
fn list(area: &Area) -> Result<Vec<Mutant>> {
    let out = area.command(&tree::root()?).args(["--list", "--json"]).stderr(Stdio::inherit()).output()?;
    ensure!(out.status.success(), "cargo-mutants cannot list {}", area.name);
    mutant::parse(&out.stdout)
}

/// Runs what is wanted of an area, as long as there is time, and keeps what was found: first what never was run, then what an
/// earlier run has missed.
fn work(state: &mut State, shard: Shard, accepted: &Accepted, end: Option<Instant>) -> Result<()> {
    let area = state.area;
    let tree = tree::Copy::of(area)?;
    state.ledger.take(&state.mutants)?;
    for wanted in [None, Some(Outcome::Missed)].map(|outcome| state.wanted(shard, outcome, accepted)) {
        run_all(state, &tree, &wanted, end)?;
    }
    Ok(())
}

/// Runs these mutants of an area, as long as there is time.
fn run_all(state: &mut State, tree: &tree::Copy, wanted: &[Mutant], end: Option<Instant>) -> Result<()> {
    let area = state.area;
    for (n, batch) in wanted.chunks(BATCH).enumerate() {
        if end.is_some_and(|end| Instant::now() >= end) {
            break;
        }
        println!("{}: {} of {} mutants to run", area.name, wanted.len() - n * BATCH, state.mutants.len());
        state.ledger.begin(batch)?;
        let status = area
            .command(&tree.path)
            .args(["--in-place", "--profile", "mutants", "--colors", "never"])
            // A machine that is busy with something else is no mutant that runs for ever.
            .args(["--minimum-test-timeout", "20"])
            .arg("--output")
            .arg(area.directory()?)
            .args(batch.iter().map(|mutant| format!("--re={}", mutant.expression())))
            .args(area.test_arguments())
            .status()
            .context("cannot run cargo-mutants")?;
        // 2: some were missed, 3: some took too long.
        ensure!(matches!(status.code(), Some(0 | 2 | 3)), "cargo-mutants failed on {}: {status}", area.name);
        state.ledger.take(&state.mutants)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shard_is_a_part_of_the_whole() {
        assert_eq!("2/3".parse(), Ok(Shard { k: 2, n: 3 }));
        for wrong in ["0/3", "4/3", "1", "1/0", "a/b", ""] {
            assert!(wrong.parse::<Shard>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn what_was_missed_is_run_again_unless_there_is_a_reason() {
        let titles = ["a.rs: 0", "a.rs: 1", "a.rs: 2", "a.rs: 3", "a.rs: 4"];
        let mutant =
            |(n, title): (u32, &str)| Mutant { name: title.into(), title: title.into(), fingerprint: n };
        let mutants = (0..).zip(titles).map(mutant).collect();
        let found = [(0, Outcome::Caught), (1, Outcome::Missed), (2, Outcome::Missed)];
        let state = State { area: &AREAS[0], mutants, ledger: Ledger::holding(found.into()) };
        let accepted = Accepted::parse("# Equal.\na.rs: 2\na.rs: 4").unwrap();
        let wanted = |shard: &str, outcome| -> Vec<String> {
            let wanted = state.wanted(shard.parse().unwrap(), outcome, &accepted);
            wanted.into_iter().map(|mutant| mutant.title).collect()
        };
        assert_eq!(wanted("1/1", None), ["a.rs: 3", "a.rs: 4"]);
        assert_eq!(wanted("1/1", Some(Outcome::Missed)), ["a.rs: 1"]);
        assert_eq!(wanted("1/2", None), ["a.rs: 4"]);
        assert_eq!(wanted("2/2", Some(Outcome::Missed)), ["a.rs: 1"]);
    }

    #[test]
    fn areas_are_found_by_their_first_letters() {
        assert_eq!(chosen(&[]).unwrap().len(), AREAS.len());
        let some = chosen(&["scalar".to_owned()]).unwrap();
        assert!(some.len() > 1 && some.iter().all(|area| area.name.starts_with("scalar/")));
        assert!(chosen(&["sclar".to_owned()]).is_err());
    }
}
