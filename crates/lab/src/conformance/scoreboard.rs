//! Who is wrong how often, by pair and by family.

use std::collections::BTreeMap;
use std::ops::AddAssign;

use anyhow::Result;
use comfy_table::{Table, presets};
use rayon::prelude::*;
use testkit::corpora::Source;
use testkit::corpus::Case;

use super::File;
use super::peers::{self, Letter};

/// Everyone, in the order of the columns.
const WHO: [&str; 5] = ["Octet", "scalar::exact", "f32 algorithm", "parry", "geo"];

/// How fair the tables are, for those who read them.
const FAIR: &str = "\
Two cases in five are searched for: pairs of neighbouring floats between which the answer turns. No user's data is
like that: the tables say what can go wrong, not how often it will. `Octet` is the batched queries, `scalar::exact` the
same answers one pair at a time, `f32 algorithm` the published algorithm in f32, as the crate `scalar` has it. parry is
a game library: it computes in f32 with absolute tolerances, for shapes near unit size, and promises nothing about
touching. Of its two tests for a point in a triangle it is `PointQuery::contains_local_point`, by projection, which is
wrong half as often as the inherent `Triangle::contains_point`. geo computes in f64, with exact predicates for polygons
and segments and rounded distances for disks, which it does not have. Both are asked only about cases that their own
types hold exactly (ends of segments, centers of boxes, axes of length 1 up to rounding),
hence the smaller totals. The versions are those of Cargo.lock.";

/// Wrong answers, and the number of answers.
#[derive(Clone, Copy, Default)]
struct Score {
    called: usize,
    wrong: usize,
    /// Of the wrong ones.
    panicked: usize,
}

impl AddAssign for Score {
    fn add_assign(&mut self, other: Self) {
        self.called += other.called;
        self.wrong += other.wrong;
        self.panicked += other.panicked;
    }
}

impl Score {
    fn of(said: Letter, expected: bool) -> Self {
        let is_called = said != b'-';
        Self {
            called: usize::from(is_called),
            wrong: usize::from(is_called && said != letter(expected)),
            panicked: usize::from(said == b'!'),
        }
    }

    fn show(self) -> String {
        match self {
            Self { called: 0, .. } => "-".to_owned(),
            Self { called, wrong, panicked: 0 } => format!("{wrong} of {called}"),
            Self { called, wrong, panicked } => format!("{wrong} of {called} ({panicked} panicked)"),
        }
    }
}

fn letter(answer: bool) -> Letter {
    if answer { b'1' } else { b'0' }
}

type Scores = [Score; WHO.len()];

/// Runs all libraries and prints both tables.
pub fn print(files: &[File], markdown: bool) -> Result<()> {
    let answers = peers::run(files)?;
    let scores: Vec<Vec<Scores>> =
        files.par_iter().zip(&answers).map(|(file, answers)| score(file, answers)).collect();

    let names: Vec<_> = Source::all().map(Source::name).collect();
    let (mut all, mut pairs) = (Scores::default(), Vec::new());
    let mut families: BTreeMap<usize, Scores> = BTreeMap::new();
    for (file, cases) in files.iter().zip(scores) {
        let mut sum = Scores::default();
        for (case, scores) in file.cases.iter().zip(cases) {
            let family = names.iter().position(|name| *name == case.family).unwrap_or(names.len());
            for total in [&mut sum, &mut all, families.entry(family).or_default()] {
                total.iter_mut().zip(scores).for_each(|(total, score)| *total += score);
            }
        }
        pairs.push((file.pair.stem, sum));
    }
    pairs.push(("all", all));
    let name = |k: usize| names.get(k).copied().unwrap_or("other");
    let families = families.into_iter().map(|(k, scores)| (name(k), scores));
    println!("\n{}\n\n{}\n", table("pair", pairs, markdown), table("family", families, markdown));
    println!("{FAIR}");
    Ok(())
}

/// Everyone's score of each case, of which other libraries have said this.
fn score(file: &File, answers: &[[Letter; 2]]) -> Vec<Scores> {
    let score = |(i, (case, &[parry, geo])): (usize, (&Case, &[Letter; 2]))| {
        let expected = case.expected.unwrap_or_default();
        let octet = expected != file.wrong.binary_search(&i).is_ok();
        // One entry a contender, as in `WHO`.
        let (a, b) = file.pair.rows(case);
        let published = file.pair.published().info.reference(a, b) == Ok(true);
        let [octet, exact, published] = [octet, file.pair.exact(a, b), published].map(letter);
        [octet, exact, published, parry, geo].map(|answer| Score::of(answer, expected))
    };
    file.cases.iter().zip(answers).enumerate().map(score).collect()
}

fn table<'a>(what: &str, rows: impl IntoIterator<Item = (&'a str, Scores)>, markdown: bool) -> Table {
    let header = [format!("wrong, by {what}")].into_iter().chain(WHO.map(str::to_owned));
    let row = |(name, scores): (&str, Scores)| [name.to_owned()].into_iter().chain(scores.map(Score::show));
    let mut table = crate::table::table(header, rows.into_iter().map(row));
    if markdown {
        table.load_preset(presets::ASCII_MARKDOWN);
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scoreboard_names_everyone() {
        let scores = [b'1', b'1', b'0', b'!', b'-'].map(|said| Score::of(said, true));
        let table = table("pair", [("disk_disk", scores)], true).to_string();
        let row = table.lines().find(|line| line.starts_with("| disk_disk")).unwrap();
        let cells: Vec<_> = row.split('|').map(str::trim).collect();
        assert_eq!(cells[1..7], ["disk_disk", "0 of 1", "0 of 1", "1 of 1", "1 of 1 (1 panicked)", "-"]);
        assert!(WHO.iter().all(|who| table.lines().next().unwrap().contains(who)), "{table}");
    }
}
