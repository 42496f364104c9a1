//! Makes conformance files: cases of every family with their true answers, and cases searched for where the
//! answer turns.
//!
//! | source | cases |
//! |---|---|
//! | a [`Family`] | random pairs, as many hits as misses where the family has both |
//! | `bisected` | both sides of where one number turns the answer, at neighbouring floats ([`crate::search`]) |
//! | `squeezed` | the same where several do, one after the other: closer to touching than `f64` resolves |
//!
//! The same seed makes the same cases on every machine.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use crate::corpus::Case;
use crate::families::Family;
use crate::pairs::Pair;
use crate::rng::Rng;
use crate::search::{SQUEEZABLE, Search, Sides};

/// Where the cases of a file come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// Random pairs.
    Drawn(Family),
    /// Where one coordinate turns the answer.
    Bisected,
    /// Where several do, one after the other.
    Squeezed,
}

impl Source {
    /// Every source, in the order of a file.
    pub fn all() -> impl Iterator<Item = Self> {
        Family::ALL.into_iter().map(Self::Drawn).chain([Self::Bisected, Self::Squeezed])
    }

    /// The name that files use.
    pub fn name(self) -> &'static str {
        match self {
            Self::Drawn(family) => family.name(),
            Self::Bisected => "bisected",
            Self::Squeezed => "squeezed",
        }
    }

    /// Its part of `cases`: the searched ones are the hardest, so they have two parts in five.
    pub fn share(self, cases: usize) -> usize {
        match self {
            Self::Drawn(_) => (cases * 3).div_ceil(5 * Family::ALL.len()),
            Self::Bisected | Self::Squeezed => cases.div_ceil(5),
        }
    }
}

/// The conformance files of this repository.
pub fn directory() -> PathBuf {
    // Two directories up, without dots in every message.
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap_or(Path::new("")).join("corpora")
}

/// A file's text: a head that says how it was made, then the cases of each source.
pub fn text(pair: &Pair, seed: u64, cases: usize, made: &[Case]) -> String {
    let mut text = format!(
        "# {}: family, 1 if they have a point in common and 0 if not, then the bits of: {}\n\
         # Made by `cargo xtask corpora --seed {seed} --cases {cases}`; answered in exact arithmetic by testkit::oracle.\n",
        pair.stem,
        pair.describe()
    );
    for case in made {
        text += &case.text();
    }
    text
}

/// Pairs of a source, no two the same.
pub fn make(pair: &'static Pair, seed: u64, source: Source, cases: usize) -> Vec<Case> {
    let rng = Rng::stream(seed, pair.stem, 0);
    let rng = Rng::stream(seed ^ rng.clone().bits(), source.name(), 0);
    let search = Search::new(rng, [pair.left, pair.right], |a, b| pair.truth(a, b));
    let mut sheet = Sheet { source, cases, made: Vec::new(), seen: HashSet::new(), hits: 0 };
    match source {
        Source::Drawn(family) => draw(search, family, &mut sheet),
        Source::Bisected => search_until_full(search, &Family::ALL, Search::bisected, &mut sheet),
        Source::Squeezed => search_until_full(search, &SQUEEZABLE, Search::squeezed, &mut sheet),
    }
    sheet.made
}

/// The cases of a file by [`Source::all`]. Each is left to the last source that made it: pairs of neighbours,
/// which come last, stay whole.
pub fn of_sources(pair: &'static Pair, seed: u64, cases: usize) -> Vec<Vec<Case>> {
    let mut all: Vec<_> = Source::all().map(|source| make(pair, seed, source, source.share(cases))).collect();
    let mut seen = HashSet::new();
    for made in all.iter_mut().rev() {
        made.retain(|case| seen.insert(case.words.clone()));
    }
    all
}

/// The cases so far.
struct Sheet {
    source: Source,
    cases: usize,
    made: Vec<Case>,
    seen: HashSet<Vec<u32>>,
    hits: usize,
}

impl Sheet {
    fn full(&self) -> bool {
        self.made.len() >= self.cases
    }

    /// How many have this answer.
    fn count(&self, answer: bool) -> usize {
        if answer { self.hits } else { self.made.len() - self.hits }
    }

    fn push_all(&mut self, rows: &[(Vec<f32>, bool)]) {
        for (row, answer) in rows {
            self.push(row, *answer);
        }
    }

    fn push(&mut self, row: &[f32], answer: bool) {
        let words: Vec<u32> = row.iter().map(|x| x.to_bits()).collect();
        if !self.full() && self.seen.insert(words.clone()) {
            self.hits += usize::from(answer);
            let family = self.source.name().into();
            self.made.push(Case { line: 0, family, expected: Some(answer), words });
        }
    }
}

/// How many pairs are drawn for each case that is wanted before the rarer answer is given up.
const PATIENCE: usize = 60;

/// As many hits as misses; then, if one of them is too rare, whatever comes.
fn draw(mut search: Search, family: Family, sheet: &mut Sheet) {
    let mut spare = Vec::new();
    for _ in 0..PATIENCE * sheet.cases {
        if sheet.full() {
            return;
        }
        let row = search.pair(family);
        let answer = search.hit(&row);
        if 2 * sheet.count(answer) < sheet.cases {
            sheet.push(&row, answer);
        } else if spare.len() < sheet.cases {
            spare.push((row, answer));
        }
    }
    sheet.push_all(&spare);
}

/// Both sides of each change that is found in these families, one after the other.
fn search_until_full(
    mut search: Search,
    families: &[Family],
    find: fn(&mut Search, Family) -> Option<Sides>,
    sheet: &mut Sheet,
) {
    for &family in families.iter().cycle().take(PATIENCE * sheet.cases) {
        if sheet.full() {
            return;
        }
        if let Some(sides) = find(&mut search, family) {
            sheet.push_all(&sides);
        }
    }
}
