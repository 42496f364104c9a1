//! Would the loop notice? Answers are broken on purpose, one fault in one form at a time.

use std::time::{Duration, Instant};

use soa::join::Join;
use soa::{Level, ShapeKind};

use super::Kind;
use super::ask::{Answer, At, Engine, Form, Sound, answer, before, expected, runnable};
use super::case::{Case, Hit};
use super::sets::{CHUNK, Drawn, Sets};
use super::tally::Tally;
use crate::layout::{Kind as Meaning, Layout};
use crate::rows::{self, Columns, Row, is_finite};

/// A way in which a join can be wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The last pair is lost.
    Lost,
    /// The last pair stands there twice.
    Doubled,
    /// Two right rows of a left row are in the wrong order.
    Disordered,
    /// The first pair comes last.
    Unsorted,
    /// Left and right are exchanged.
    Exchanged,
    /// Pairs are lost whose answer one unit in the last place would change.
    TouchingLost,
    /// Pairs are lost whose boxes do not meet if their sides are one unit in the last place farther in: `<` instead of `<=`,
    /// or sums that are not rounded outwards.
    BoxesTouchLost,
    /// Right rows are lost beyond the last whole sixteen.
    LastGroupLost,
    /// Pairs are lost beyond the first two thousand: a block is not taken.
    BlockLost,
    /// Rows of the second chunk are counted from its beginning.
    Renumbered,
    /// Rows that lie far outside are lost.
    OutliersLost,
    /// A row that is not finite touches something.
    BrokenTaken,
    /// An index holds the rows of before.
    Stale,
    /// `at_most` is off by one.
    Limit,
    /// A row of a set with itself touches itself.
    Diagonal,
    /// A row of a set with itself does not touch the next one.
    NextLost,
    /// Pairs of a set with itself are found both ways.
    BothWays,
}

use Form::{Any, AtMost, Blocks, Csr, Kept, Moved, One, Pairs, Refit, Rows, Swapped, TooMany};

/// Forms that list pairs as such.
const PAIRS: [Form; 7] = [Pairs, Blocks, AtMost, Swapped, Kept, Refit, Moved];
/// Pairs from which [`Fault::TouchingLost`] leaves a set alone, as it asks many questions of each pair.
const TOO_MANY_TO_TOUCH: usize = 4096;
/// Candidates that a join tests at a time.
const BLOCK: usize = 2048;
/// Rows of a group.
const GROUP: usize = 16;

impl Fault {
    /// Every fault.
    pub const ALL: [Self; 17] = [
        Self::Lost,
        Self::Doubled,
        Self::Disordered,
        Self::Unsorted,
        Self::Exchanged,
        Self::TouchingLost,
        Self::BoxesTouchLost,
        Self::LastGroupLost,
        Self::BlockLost,
        Self::Renumbered,
        Self::OutliersLost,
        Self::BrokenTaken,
        Self::Stale,
        Self::Limit,
        Self::Diagonal,
        Self::NextLost,
        Self::BothWays,
    ];

    /// What tables and reports call it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Lost => "pair lost",
            Self::Doubled => "pair twice",
            Self::Disordered => "right rows disordered",
            Self::Unsorted => "left rows disordered",
            Self::Exchanged => "left and right exchanged",
            Self::TouchingLost => "touching pairs lost",
            Self::BoxesTouchLost => "touching boxes lost",
            Self::LastGroupLost => "last group lost",
            Self::BlockLost => "second block lost",
            Self::Renumbered => "second chunk renumbered",
            Self::OutliersLost => "outliers lost",
            Self::BrokenTaken => "not finite, but taken",
            Self::Stale => "rows of before",
            Self::Limit => "limit off by one",
            Self::Diagonal => "own: a row with itself",
            Self::NextLost => "own: next row lost",
            Self::BothWays => "own: both ways",
        }
    }

    /// Whether this form of an answer can be broken so.
    pub fn shows(self, kind: Kind, form: Form) -> bool {
        let own = matches!(self, Self::Diagonal | Self::NextLost | Self::BothWays);
        let can = match self {
            Self::Lost | Self::TouchingLost | Self::BoxesTouchLost | Self::LastGroupLost | Self::NextLost => {
                true
            }
            Self::Doubled | Self::Diagonal | Self::BothWays => ![Any, Rows, TooMany].contains(&form),
            Self::Disordered => PAIRS.contains(&form) || [Csr, One].contains(&form),
            Self::Unsorted => PAIRS.contains(&form),
            Self::Exchanged => PAIRS.contains(&form) || form == Rows,
            Self::BlockLost => ![Any, One].contains(&form),
            Self::Renumbered => (PAIRS.contains(&form) && form != Swapped) || form == Rows,
            Self::OutliersLost => form != Any,
            Self::BrokenTaken => ![Any, TooMany].contains(&form),
            Self::Stale => [Refit, Moved].contains(&form),
            Self::Limit => [AtMost, TooMany].contains(&form),
        };
        // Sums of centers and radii or extents, rounded once, stay in order: where all sides are such sums, boxes of shapes
        // that touch meet even so.
        let round =
            |layout: Layout| layout.first(Meaning::Radius).or(layout.first(Meaning::Extent)).is_some();
        let in_order =
            self == Self::BoxesTouchLost && round(Layout::of(kind.left())) && round(Layout::of(kind.right()));
        can && kind.forms().contains(&form) && (!own || kind.own) && !in_order
    }

    /// Breaks pairs that are as they should be.
    fn apply(self, case: &Case, swapped: bool, pairs: &mut Vec<Hit>) {
        let exchange = |(left, right): Hit| (right, left);
        let given = |pair: Hit| if swapped { exchange(pair) } else { pair };
        let rows = |pair: &Hit| {
            let (i, j) = given(*pair);
            (&case.a[i as usize], &case.b[j as usize])
        };
        match self {
            Self::Lost => drop(pairs.pop()),
            Self::Doubled => pairs.extend(pairs.last().copied()),
            Self::Disordered => {
                if let Some(i) = pairs.windows(2).rposition(|pairs| pairs[0].0 == pairs[1].0) {
                    pairs.swap(i, i + 1);
                }
            }
            Self::Unsorted if !pairs.is_empty() => pairs.rotate_left(1),
            Self::Exchanged => pairs.iter_mut().for_each(|pair| *pair = exchange(*pair)),
            Self::TouchingLost if pairs.len() < TOO_MANY_TO_TOUCH => pairs.retain(|pair| {
                let (a, b) = rows(pair);
                !touch(case.kind, a, b)
            }),
            Self::BoxesTouchLost => pairs.retain(|pair| {
                let (a, b) = rows(pair);
                !boxes_touch(case.kind.pair.bounds(a, b))
            }),
            Self::LastGroupLost => {
                let whole = case.b.len() / GROUP * GROUP;
                pairs.retain(|pair| (given(*pair).1 as usize) < whole);
            }
            Self::BlockLost => pairs.truncate(BLOCK),
            Self::Renumbered => {
                let second = pairs.iter_mut().filter(|pair| pair.0 as usize >= CHUNK);
                second.for_each(|pair| pair.0 -= CHUNK as u32);
            }
            Self::OutliersLost => pairs.retain(|pair| {
                let (a, b) = rows(pair);
                a.iter().chain(b).all(|x| x.abs() < 1e29)
            }),
            Self::BrokenTaken => {
                let broken = case.a.iter().position(|row| !is_finite(row));
                let other = broken.map_or(0, |row| if case.kind.own { row + 1 } else { 0 });
                if let Some(row) = broken.filter(|_| other < case.b.len()) {
                    let pair = given((row as u32, other as u32));
                    pairs.insert(pairs.partition_point(|&before| before < pair), pair);
                }
            }
            Self::Diagonal if !case.a.is_empty() => pairs.insert(0, (0, 0)),
            Self::NextLost => pairs.retain(|&(left, right)| right != left + 1),
            Self::BothWays => {
                pairs.extend(pairs.clone().into_iter().map(exchange));
                pairs.sort_unstable();
            }
            _ => {}
        }
    }
}

/// Whether they hit, and one unit in the last place of one value is all that it takes to part them.
fn touch(kind: Kind, a: &[f32], b: &[f32]) -> bool {
    let left = neighbours(kind.left(), a).any(|a| !kind.hit(&a, b));
    left || neighbours(kind.right(), b).any(|b| !kind.hit(a, &b))
}

/// The valid rows that differ from this one in the last place of one value.
fn neighbours(shape: ShapeKind, row: &[f32]) -> impl Iterator<Item = Row> {
    let moved = move |k: usize, up: bool| {
        let mut row = row.to_vec();
        row[k] = if up { row[k].next_up() } else { row[k].next_down() };
        row
    };
    let both = (0..row.len()).flat_map(move |k| [moved(k, false), moved(k, true)]);
    both.filter(move |row| rows::is_valid(shape, row))
}

/// Whether two boxes part where their sides are one unit in the last place farther in.
fn boxes_touch([a, b]: [Row; 2]) -> bool {
    let (a_min, a_max) = a.split_at(a.len() / 2);
    let (b_min, b_max) = b.split_at(b.len() / 2);
    let part = |max: f32, min: f32| max.next_down() < min.next_up();
    (0..a_min.len()).any(|k| part(a_max[k], b_min[k]) || part(b_max[k], a_min[k]))
}

/// The join with a fault in one form of its answers.
#[derive(Clone, Copy, Debug)]
pub struct Broken {
    /// The fault.
    pub fault: Fault,
    /// The form.
    pub form: Form,
}

impl Engine for Broken {
    fn ask(&self, case: &Case, form: Form, at: At) -> Answer {
        let listed = match (self.fault, form) {
            _ if form != self.form => return Sound.ask(case, form, at),
            (Fault::Limit, AtMost) => return expected(case, TooMany),
            (Fault::Limit, _) => return expected(case, Pairs),
            (Fault::Stale, _) => {
                let rows = Columns::of(case.kind.right(), &before(case, form));
                return Join::of_any(&case.left(), &rows.all()).and_then(|join| join.pairs()).into();
            }
            (_, Swapped | One | Csr | Blocks | Kept | Refit | Moved) => Sound.ask(case, form, at),
            _ => Sound.ask(case, Pairs, at),
        };
        let Answer::Pairs(mut pairs) = listed else { return listed };
        self.fault.apply(case, form == Swapped, &mut pairs);
        answer(case, form, pairs)
    }
}

/// What came of a fault in a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The fault.
    pub fault: Fault,
    /// The form.
    pub form: Form,
    /// What it took to notice it, or None.
    pub caught: Option<Caught>,
}

/// What it took to notice a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Caught {
    /// Sets.
    pub sets: u64,
    /// The time of a plain run of the join alone, on one thread and at the portable level, for so many.
    pub time: Duration,
}

/// What came of the self-check of a join.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// Whether the loop is silent with nothing broken.
    pub sound: bool,
    /// Of each fault in each form that it can break.
    pub outcomes: Vec<Outcome>,
}

impl Report {
    /// The faults that were not noticed.
    pub fn silent(&self) -> impl Iterator<Item = &Outcome> {
        self.outcomes.iter().filter(|outcome| outcome.caught.is_none())
    }

    /// Whether something is wrong.
    pub fn failed(&self) -> bool {
        !self.sound || self.silent().count() > 0
    }
}

/// Sets after which a fault counts as not noticed.
const PATIENCE: u64 = 512;

/// Breaks every form of answers in every way, and counts the sets until that is noticed.
pub(super) fn self_check(kind: Kind) -> Report {
    let faults = Fault::ALL.into_iter().flat_map(|fault| kind.forms().iter().map(move |&form| (fault, form)));
    let mut outcomes: Vec<Outcome> = faults
        .filter(|(fault, form)| fault.shows(kind, *form))
        .map(|(fault, form)| Outcome { fault, form, caught: None })
        .collect();
    let (mut sets, mut sound, mut time) = (Sets::new(kind, 0, &kind.name(), 0), true, Duration::ZERO);
    for n in 1..=PATIENCE {
        let start = Instant::now();
        let drawn = sets.draw();
        sound &= super::check(&Sound, &drawn, &[Level::PORTABLE], &mut Tally::default()).is_ok();
        time += start.elapsed();
        for outcome in outcomes.iter_mut().filter(|outcome| outcome.caught.is_none()) {
            let caught = Caught { sets: n, time };
            outcome.caught = noticed(&drawn, outcome.fault, outcome.form).then_some(caught);
        }
        if outcomes.iter().all(|outcome| outcome.caught.is_some()) {
            break;
        }
    }
    Report { sound, outcomes }
}

fn noticed(drawn: &Drawn, fault: Fault, form: Form) -> bool {
    let at = At { level: Level::PORTABLE, threads: drawn.number as usize % runnable() };
    at.run(|| Broken { fault, form }.ask(&drawn.case, form, at) != expected(&drawn.case, form))
}
