//! Hill climbing towards pairs whose rounding errors come near the forward error bound of an exact kernel.
//!
//! A pair beside which the answer turns ([`crate::search`]) has a margin of about zero, so what the kernel
//! computes for it is error alone. Its strain ([`crate::bounds`]) says how large a share of the bound that is.
//! The search changes some digits of such a pair, looks for the turn again nearby, and keeps the pair if its
//! strain is no smaller. Roundings are random in the digits, but a dozen of them can be made to conspire.

use std::fmt::Write;

use crate::bounds::{Examine, Examined, PRECISIONS, examine, is_proved};
use crate::corpus::{self, Case, file_name};
use crate::families::Family;
use crate::one_lane::Constants;
use crate::rng::Rng;
use crate::rows::Row;
use crate::search::{SQUEEZABLE, Search, Sides};
use crate::subject::Subject;

/// Steps without a gain after which the climb begins anew, where it is at [`HIGH`] or above; elsewhere an
/// eighth of them.
const PATIENCE: usize = 400;
/// The family of kept pairs that no climb has found, but a construction: a kernel with a smaller bound, or
/// exact lanes of more bits, would be wrong about them.
pub const CONSTRUCTED: &str = "constructed";
/// Kept pairs among those of a climb, at most; and as many of the kernel without growth.
const KEPT: usize = 4;
/// A strain that few random pairs have.
const HIGH: f64 = 0.05;

/// The climb in the lanes of one precision.
struct Climb {
    /// Numbers that are turned after the first: in `f64` the margin of neighbouring floats is not near
    /// enough to zero.
    more: usize,
    at: Option<Peak>,
    /// Steps since the last gain.
    idle: usize,
    /// The largest strain of all climbs.
    best: Option<Peak>,
}

/// A pair and the columns in which its answer turns.
#[derive(Clone)]
struct Peak {
    sides: Sides,
    columns: Vec<usize>,
    strain: f64,
}

/// The pair of least slack so far, in the lanes of one precision, and where the search for it is.
#[derive(Default)]
struct Descent {
    at: Option<(Row, f64)>,
    /// Steps since the last gain.
    idle: usize,
    /// The least slack of all descents.
    least: Option<f64>,
}

/// Climbs in the lanes of both precisions.
pub struct Climbs {
    examine: Examine,
    /// Columns of the left shape.
    left: usize,
    /// In the order of [`PRECISIONS`].
    both: [Climb; 2],
    /// The same towards pairs for which bounds are the least, of what their errors may be.
    slack: [Descent; 2],
    /// Those of the family [`CONSTRUCTED`].
    kept: Vec<Case>,
    /// Those of the kernel whose shape has not grown.
    before_growth: Vec<Case>,
}

impl Climbs {
    /// Climbs for an exact kernel, which begin with the pairs that are kept in
    /// [`corpus::strained`], if there are any. A shape that has grown is also what it was before: the
    /// constructed pairs of the kernel without growth are shown, too, with a radius of zero.
    pub fn new(subject: Subject) -> Option<Self> {
        let mut climbs = Self::from_nothing(subject)?;
        let cases = |name: &str| {
            let file = corpus::strained().join(file_name(name));
            corpus::read(&file).map(|(_, cases)| cases).unwrap_or_default()
        };
        let is_constructed = |case: &Case| case.family == CONSTRUCTED;
        let (kept, climbed): (Vec<_>, Vec<_>) = cases(subject.name()).into_iter().partition(is_constructed);
        climbs.kept = kept;
        if let Some((left, grown)) = subject.name().split_once("_rounded_") {
            // The kernel without growth may have the two shapes in the other order.
            let (right, exact) = grown.split_once('/').unwrap_or((grown, ""));
            let columns = subject.right().columns().len() - 1;
            let orders =
                [(format!("{left}_{right}/{exact}"), 0), (format!("{right}_{left}/{exact}"), columns)];
            let before_growth = orders.into_iter().flat_map(|(name, columns)| {
                let constructed = cases(&name).into_iter().filter(is_constructed);
                constructed.map(move |mut case| {
                    let columns = columns.min(case.words.len());
                    case.words.rotate_left(columns);
                    // The radius is the last column.
                    case.words.push(0);
                    case
                })
            });
            climbs.before_growth =
                before_growth.filter(|case| case.words.len() == subject.columns()).collect();
        }
        for two in climbed.chunks_exact(2) {
            climbs.begin_at(two);
        }
        Some(climbs)
    }

    /// Climbs for an exact kernel that begin anywhere.
    pub fn from_nothing(subject: Subject) -> Option<Self> {
        let climb = |more| Climb { more, at: None, idle: 0, best: None };
        let (examine, left) = (examine(subject)?, subject.left().columns().len());
        Some(Self {
            examine,
            left,
            both: [0, 2].map(climb),
            slack: Default::default(),
            kept: Vec::new(),
            before_growth: Vec::new(),
        })
    }

    /// Begins with a pair and its neighbour.
    fn begin_at(&mut self, two: &[Case]) {
        let Some(k) = PRECISIONS.iter().position(|name| *name == two[0].family) else { return };
        let side = |case: &Case| (row(case), case.expected == Some(true));
        let sides = [side(&two[0]), side(&two[1])];
        // The last column that was turned is the one in which they differ.
        let differs = |&column: &usize| two[0].words[column] != two[1].words[column];
        let Some(last) = (0..two[0].words.len()).find(differs) else { return };
        let strain = self.strain(k, &sides);
        let peak = Peak { sides, columns: vec![last], strain };
        self.both[k].best = Some(peak.clone());
        self.both[k].at = Some(peak);
    }

    /// The kept pairs as lines of a file, those that were climbed to with the best of now.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for (climb, family) in self.both.iter().zip(PRECISIONS) {
            let Some(Peak { sides, strain, .. }) = &climb.best else { continue };
            let _ = writeln!(text, "# {strain:.3} of the bound in {family}");
            for (row, hit) in sides {
                let words = row.iter().map(|x| x.to_bits()).collect();
                text += &Case { line: 0, family: family.into(), expected: Some(*hit), words }.text();
            }
        }
        if !self.kept.is_empty() {
            text += "# constructed: smaller bounds, or exact lanes of more bits, would be wrong\n";
        }
        text + &self.kept.iter().map(Case::text).collect::<String>()
    }

    /// Keeps further pairs of the family [`CONSTRUCTED`].
    pub fn keep(&mut self, cases: impl IntoIterator<Item = Case>) {
        let is_new = |kept: &[Case], case: &Case| kept.iter().all(|kept| kept.words != case.words);
        for case in cases {
            if is_new(&self.kept, &case) {
                self.kept.push(case);
            }
        }
    }

    /// Some steps of each, and the pairs that they have come to, with the best so far and some that are kept.
    pub fn climb(&mut self, search: &mut Search, steps: usize) -> Vec<Row> {
        let mut rows = Vec::new();
        for kept in [&self.kept, &self.before_growth].into_iter().filter(|kept| !kept.is_empty()) {
            rows.extend((0..KEPT).map(|_| row(&kept[search.generator.rng().below(kept.len())])));
        }
        for k in 0..self.both.len() {
            for _ in 0..steps {
                self.step(k, search);
                self.descend(k, search);
            }
            rows.extend(self.slack[k].at.iter().map(|(row, _)| row.clone()));
            let peaks = [&self.both[k].at, &self.both[k].best].into_iter().flatten();
            rows.extend(peaks.flat_map(|peak| peak.sides.clone()).map(|(row, _)| row));
        }
        rows
    }

    /// The largest strains so far.
    pub fn records(&self) -> [f64; 2] {
        [0, 1].map(|k| self.both[k].best.as_ref().map_or(0.0, |peak| peak.strain))
    }

    /// The least slacks so far: bounds over errors.
    pub fn slack(&self) -> [f64; 2] {
        self.slack.each_ref().map(|descent| descent.least.unwrap_or(f64::INFINITY))
    }

    /// With how many more bits an exact lane would be wrong about a pair: 1, 2, 3, or more.
    pub fn bits_to_spare(&self, row: &[f32]) -> u32 {
        let (a, b) = row.split_at(self.left);
        // Whether a number that was rounded is taken for exact does not depend on the true answer.
        let is_wrong = |bits: &u32| {
            let constants = [Constants::SOUND, Constants::of_more_bits(*bits)];
            !(self.examine)(a, b, false, constants).is_proved()
        };
        if is_wrong(&3) { (1..3).find(is_wrong).unwrap_or(3) } else { 4 }
    }

    fn strain(&self, precision: usize, sides: &Sides) -> f64 {
        let of = |(row, hit): &(Row, bool)| {
            let (a, b) = row.split_at(self.left);
            (self.examine)(a, b, *hit, [Constants::SOUND; 2]).strain()[precision]
        };
        sides.iter().map(of).fold(0.0, f64::max)
    }

    /// A step towards less slack. It needs no pair that nearly touches.
    fn descend(&mut self, k: usize, search: &mut Search) {
        let before = self.slack[k].at.take().filter(|_| self.slack[k].idle < PATIENCE);
        let row = step_down(search, before.as_ref().map(|(row, _)| row));
        let slack = if search.is_pair(&row) { self.slack_of(k, &row) } else { f64::INFINITY };
        let is_gain = before.as_ref().is_none_or(|(_, before)| slack < *before);
        let descent = &mut self.slack[k];
        descent.idle = if is_gain { 0 } else { descent.idle + 1 };
        descent.at = if is_gain { Some((row, slack)) } else { before };
        descent.least = Some(descent.least.map_or(slack, |least| least.min(slack)));
    }

    fn slack_of(&self, precision: usize, row: &[f32]) -> f64 {
        let (a, b) = row.split_at(self.left);
        // The slack does not depend on the true answer.
        let examined = (self.examine)(a, b, false, [Constants::SOUND; 2]);
        if examined.is_open() { examined.stages[precision].slack } else { f64::INFINITY }
    }

    fn step(&mut self, k: usize, search: &mut Search) {
        let Climb { more, ref at, idle, .. } = self.both[k];
        let is_high = at.as_ref().is_some_and(|peak| peak.strain >= HIGH);
        let is_patient = idle < if is_high { PATIENCE } else { PATIENCE / 8 };
        let next = match at {
            Some(peak) if is_patient => {
                let mut columns = peak.columns.clone();
                while columns.len() <= more.min(1) {
                    columns.insert(0, search.generator.rng().below(peak.sides[0].0.len()));
                }
                let row = changed(search.generator.rng(), &peak.sides[0].0, &columns);
                let sides = search.is_pair(&row).then(|| search.squeezed_near(&row, &columns)).flatten();
                sides.map(|sides| (sides, columns))
            }
            _ => {
                let family: Family = search.generator.rng().pick(&SQUEEZABLE);
                let row = search.pair(family);
                search.squeezed_of(family, row, more)
            }
        };
        let next = next.map(|(sides, columns)| {
            let strain = self.strain(k, &sides);
            Peak { sides, columns, strain }
        });
        let climb = &mut self.both[k];
        climb.idle += 1;
        let least = climb.at.as_ref().filter(|_| is_patient).map_or(0.0, |peak| peak.strain);
        let Some(peak) = next.filter(|peak| peak.strain >= least) else { return };
        if peak.strain > least || !is_patient {
            climb.idle = 0;
        }
        if climb.best.as_ref().is_none_or(|best| peak.strain > best.strain) {
            climb.best = Some(peak.clone());
        }
        climb.at = Some(peak);
    }
}

/// A pair for which bounds are not proved in the lanes of one precision, where constants are a share of
/// themselves: looked for in as many steps towards less slack, which begin anew where they gain nothing. A
/// bound that random pairs hardly ever show is found so, as it is then the least.
pub fn unproved(
    subject: Subject,
    search: &mut Search,
    precision: usize,
    constants: Constants,
    steps: usize,
) -> Option<Row> {
    let (examine, left) = (examine(subject)?, subject.left().columns().len());
    let mut both = [Constants::SOUND; 2];
    both[precision] = constants;
    let (mut at, mut idle): (Option<(Row, f64)>, _) = (None, 0);
    for _ in 0..steps {
        // Where nothing is decided there is no way down.
        let before = at.take().filter(|(_, slack)| slack.is_finite() && idle < PATIENCE);
        let row = step_down(search, before.as_ref().map(|(row, _)| row));
        let (a, b) = row.split_at(left);
        let examined = search.is_pair(&row).then(|| examine(a, b, false, both)).filter(Examined::is_open);
        let slack =
            examined.map_or(f64::INFINITY, |it| it.stages[precision].slack.min(it.stages[precision].least));
        if slack < 1.0 && !is_proved(examine, a, b, both) {
            return Some(row);
        }
        let is_gain = before.as_ref().is_none_or(|(_, before)| slack < *before);
        idle = if is_gain { 0 } else { idle + 1 };
        at = if is_gain { Some((row, slack)) } else { before };
    }
    None
}

/// A pair near this one, or a random one to begin with.
fn step_down(search: &mut Search, from: Option<&Row>) -> Row {
    match from {
        Some(row) if search.generator.rng().one_in(2) => changed(search.generator.rng(), row, &[]),
        Some(row) => resized(search.generator.rng(), row),
        None => {
            let family = search.generator.rng().pick(&Family::ALL);
            let row = search.pair(family);
            // Shapes of one plane have formulas of their own in space.
            let rng = search.generator.rng();
            let (is_flat, across) = (rng.one_in(4), rng.below(3));
            if is_flat { search.flattened(&row, across) } else { row }
        }
    }
}

/// The values of a case.
fn row(case: &Case) -> Row {
    case.words.iter().map(|&word| f32::from_bits(word)).collect()
}

/// The pair with numbers of neighbouring columns, such as all axes, smaller or larger by one power of two.
fn resized(rng: &mut Rng, row: &[f32]) -> Row {
    let ends = [rng.below(row.len()), rng.below(row.len())];
    let factor = (rng.below(16) as f32 - 8.0).exp2();
    let mut row = row.to_vec();
    row[ends[0].min(ends[1])..=ends[0].max(ends[1])].iter_mut().for_each(|x| *x *= factor);
    row
}

/// The pair with other digits in one number or several; or with a number that is halved, doubled, negated or
/// that of another column, so that what does not err takes no part in the bound.
fn changed(rng: &mut Rng, row: &[f32], turned: &[usize]) -> Row {
    let mut row = row.to_vec();
    for _ in 0..=rng.below(3) {
        let (one, other, bits) = (rng.below(row.len()), rng.below(row.len()), rng.below(24));
        // A zero stays one.
        let digits = |rng: &mut Rng, x: f32| {
            let changed = f32::from_bits(x.to_bits() ^ (rng.bits() >> 40 >> bits) as u32);
            if x == 0.0 { x } else { changed }
        };
        match rng.below(9) {
            // A vector or two are those of other columns: axes are parallel, corners meet.
            8 => {
                let (length, from) = (1 + rng.below(4), one.max(other));
                let end = row.len().min(from + length);
                row.copy_within(from..end, one.min(other));
            }
            0 => row[one] *= 2.0,
            1 => row[one] *= 0.5,
            2 => row[one] = -row[one],
            3 => row[one] = row[other],
            4 => {
                let all = row.iter_mut().enumerate().filter(|(k, _)| !turned.contains(k));
                all.for_each(|(_, x)| *x = digits(rng, *x));
            }
            _ => row[one] = digits(rng, row[one]),
        }
    }
    row
}
