//! Makes conformance files: cases of every family with their true answers, and cases searched for where the answer turns.
//!
//! | source | cases |
//! |---|---|
//! | a [`Family`] | random pairs, as many hits as misses where the family has both |
//! | `bisected` | a hit and a miss that differ in one coordinate, or in how far one shape was moved along an axis, brought together until the two floats are neighbours; both are kept |
//! | `squeezed` | the same, then again in coordinates that were zero, where floats are finest: after each turn the shapes are closer to touching by another few powers of ten, below what `f64` can tell |
//!
//! The same seed makes the same cases on every machine.

use std::collections::HashSet;
use std::fmt::Write;
use std::path::{Path, PathBuf};

use soa::Shape;

use crate::conformance::Pair;
use crate::families::Family;
use crate::generate::Generator;
use crate::layout::{Kind, Layout};
use crate::oracle::Oracle;
use crate::rng::Rng;

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

    /// Its part of so many cases: the searched ones are the hardest, so they have two parts in five.
    pub fn share(self, cases: usize) -> usize {
        match self {
            Self::Drawn(_) => (cases * 3).div_ceil(5 * Family::ALL.len()),
            Self::Bisected | Self::Squeezed => cases.div_ceil(5),
        }
    }
}

/// A case that was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Made {
    /// Its source's name.
    pub family: &'static str,
    /// The true answer.
    pub answer: bool,
    /// The bits of every column.
    pub words: Vec<u32>,
}

/// The conformance files of this repository.
pub fn directory() -> PathBuf {
    // Two directories up, without the dots that would stand in every message.
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap_or(Path::new("")).join("corpora")
}

/// A file's text: a head that says how it was made, then the cases of each source.
pub fn text(pair: &dyn Pair, seed: u64, cases: usize, made: &[Made]) -> String {
    let mut text = format!(
        "# {}: family, 1 if they have a point in common and 0 if not, then the bits of: {}\n\
         # Made by `cargo xtask corpora --seed {seed} --cases {cases}`; answered in exact arithmetic by testkit::oracle.\n",
        pair.stem(),
        pair.describe()
    );
    for Made { family, answer, words } in made {
        text += family;
        text += if *answer { " 1" } else { " 0" };
        for word in words {
            let _ = write!(text, " {word:08x}");
        }
        text.push('\n');
    }
    text
}

/// Pairs of a source, no two the same.
pub fn make<A: Oracle<B>, B: Shape>(seed: u64, stem: &str, source: Source, cases: usize) -> Vec<Made> {
    let rng = Rng::stream(seed, stem, 0);
    let rng = Rng::stream(seed ^ rng.clone().bits(), source.name(), 0);
    let generator = Generator::new::<A, B>(rng);
    let ask = |row: &[f32]| {
        let (left, right) = row.split_at(A::COLUMNS.len());
        A::from_values(|k| left[k]).truth(&B::from_values(|k| right[k]))
    };
    let valid = |row: &[f32]| {
        let (left, right) = row.split_at(A::COLUMNS.len());
        let rules = A::from_values(|k| left[k]).broken_rule().is_none()
            && B::from_values(|k| right[k]).broken_rule().is_none();
        rules && row.iter().all(|x| x.is_finite())
    };
    let search = Search { generator, ask: &ask, valid: &valid, left: A::COLUMNS.len() };
    let mut sheet = Sheet { source, cases, made: Vec::new(), seen: HashSet::new(), hits: 0 };
    match source {
        Source::Drawn(family) => search.draw(family, &mut sheet),
        Source::Bisected => search.bisect_until_full(&mut sheet),
        Source::Squeezed => search.squeeze_until_full(&mut sheet),
    }
    sheet.made
}

/// Leaves each case to the last source that made it: pairs of neighbours, which come last, stay whole.
pub fn unique(of_sources: &mut [Vec<Made>]) {
    let mut seen = HashSet::new();
    for made in of_sources.iter_mut().rev() {
        made.retain(|made| seen.insert(made.words.clone()));
    }
}

/// The cases so far.
struct Sheet {
    source: Source,
    cases: usize,
    made: Vec<Made>,
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
            self.made.push(Made { family: self.source.name(), answer, words });
        }
    }
}

/// How many pairs are drawn for each case that is wanted before the rarer answer is given up.
const PATIENCE: usize = 60;
/// Coordinates of other pairs that are tried as the far end of a bisection.
const ENDS: usize = 6;

/// A number that decides about a pair.
#[derive(Clone, Copy)]
enum Turn {
    /// The value of a column.
    Column(usize),
    /// How far one shape (the left one if true) is moved along an axis.
    Move(bool, usize),
}

struct Search<'a> {
    generator: Generator,
    ask: &'a dyn Fn(&[f32]) -> bool,
    valid: &'a dyn Fn(&[f32]) -> bool,
    /// Columns of the left shape.
    left: usize,
}

impl Search<'_> {
    fn pair(&mut self, family: Family) -> Vec<f32> {
        let mut row = vec![0.0; self.left + self.generator.right().columns];
        let (a, b) = row.split_at_mut(self.left);
        self.generator.pair(family, a, b);
        row
    }

    /// As many hits as misses; then, if one of them is too rare, whatever comes.
    fn draw(mut self, family: Family, sheet: &mut Sheet) {
        let mut spare = Vec::new();
        for _ in 0..PATIENCE * sheet.cases {
            if sheet.full() {
                return;
            }
            let row = self.pair(family);
            let answer = (self.ask)(&row);
            if 2 * sheet.count(answer) < sheet.cases {
                sheet.push(&row, answer);
            } else if spare.len() < sheet.cases {
                spare.push((row, answer));
            }
        }
        sheet.push_all(&spare);
    }

    fn bisect_until_full(mut self, sheet: &mut Sheet) {
        for n in 0..PATIENCE * sheet.cases {
            if sheet.full() {
                return;
            }
            let family = Family::ALL[n % Family::ALL.len()];
            let row = self.pair(family);
            let turn = self.turn(&row);
            if let Some(sides) = self.edge(family, &row, turn) {
                sheet.push_all(&sides);
            }
        }
    }

    fn squeeze_until_full(mut self, sheet: &mut Sheet) {
        // The families whose numbers are of one size, so that zeros are fine beside them.
        let families =
            [Family::Uniform, Family::Grid, Family::Touching, Family::Collinear, Family::Shared, Family::Far];
        for n in 0..PATIENCE * sheet.cases {
            if sheet.full() {
                return;
            }
            let family = families[n % families.len()];
            let mut row = self.pair(family);
            let mut zeroed: Vec<usize> = Vec::new();
            for _ in 0..=self.generator.rng().below(3) {
                zeroed.push(self.generator.rng().below(row.len()));
            }
            zeroed.sort_unstable();
            zeroed.dedup();
            for &k in &zeroed {
                row[k] = 0.0;
            }
            let column = self.generator.rng().below(row.len());
            if !(self.valid)(&row) || zeroed.contains(&column) {
                continue;
            }
            let Some(mut sides) = self.edge(family, &row, Turn::Column(column)) else { continue };
            let mut turns = 0;
            for k in zeroed {
                let side = self.generator.rng().below(2);
                if let Some(finer) = self.edge(family, &sides[side].0, Turn::Column(k)) {
                    (sides, turns) = (finer, turns + 1);
                }
            }
            if turns > 0 {
                sheet.push_all(&sides);
            }
        }
    }

    /// A random number of the pair that may decide.
    fn turn(&mut self, row: &[f32]) -> Turn {
        let rng = self.generator.rng();
        if rng.one_in(3) {
            let (left, bits) = (rng.one_in(2), rng.below(6));
            let layout = if left { self.generator.left() } else { self.generator.right() };
            Turn::Move(left, bits % layout.fields[0].dim)
        } else {
            Turn::Column(rng.below(row.len()))
        }
    }

    /// The pair with another value of the number.
    fn set(&self, row: &[f32], turn: Turn, value: f32) -> Vec<f32> {
        let mut row = row.to_vec();
        match turn {
            Turn::Column(k) => row[k] = value,
            Turn::Move(left, axis) => {
                let (layout, start): (&Layout, _) =
                    if left { (self.generator.left(), 0) } else { (self.generator.right(), self.left) };
                let places = |kind| matches!(kind, Kind::Point | Kind::Min | Kind::Max);
                for field in layout.fields.iter().filter(|field| places(field.kind)) {
                    row[start + field.start + axis] += value;
                }
            }
        }
        row
    }

    /// The two pairs on either side of where the number turns the answer, at neighbouring floats; None if it does not, or if
    /// the pair on the way is none.
    fn edge(&mut self, family: Family, row: &[f32], turn: Turn) -> Option<[(Vec<f32>, bool); 2]> {
        let from = if let Turn::Column(k) = turn { row[k] } else { 0.0 };
        let here = (self.ask)(row);
        let other = |search: &Self, value: f32| {
            let row = search.set(row, turn, value);
            (search.valid)(&row) && (search.ask)(&row) != here
        };
        let mut end = None;
        for _ in 0..ENDS {
            let drawn = self.pair(family);
            let value = match turn {
                Turn::Column(k) => drawn[k],
                Turn::Move(true, axis) => drawn[axis] - row[axis],
                Turn::Move(false, axis) => drawn[self.left + axis] - row[self.left + axis],
            };
            if other(self, value) {
                end = Some(value);
                break;
            }
        }
        let far = || [1.0, -1.0, f32::MAX, -f32::MAX].into_iter().find(|&value| other(self, value));
        let (mut near, mut far) = (key(from), key(end.or_else(far)?));
        while near.abs_diff(far) > 1 {
            let middle = i32::midpoint(near, far);
            let row = self.set(row, turn, value(middle));
            if !(self.valid)(&row) {
                return None;
            }
            *(if (self.ask)(&row) == here { &mut near } else { &mut far }) = middle;
        }
        let side = |key, answer| (self.set(row, turn, value(key)), answer);
        Some([side(near, here), side(far, !here)])
    }
}

/// The number of a float in the order of floats; -0 comes before 0.
fn key(x: f32) -> i32 {
    let bits = x.to_bits().cast_signed();
    if bits < 0 { !(bits & i32::MAX) } else { bits }
}

/// The float with this number.
fn value(key: i32) -> f32 {
    f32::from_bits(if key < 0 { !key | i32::MIN } else { key }.cast_unsigned())
}

#[cfg(test)]
mod tests;
