//! Random sets of rows that a broad phase may stumble over.

use super::Kind;
use super::case::Case;
use crate::families::Family;
use crate::generate::{Generator, mend};
use crate::layout::{Field, Kind as Meaning, Layout};
use crate::rng::Rng;
use crate::rows::{Row, is_finite};

/// How the pairs of a set lie to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spread {
    /// Each where its family put it.
    AsDrawn,
    /// One pair again and again.
    OnePlace,
    /// One pair, each the same as the one before but for one unit in the last place.
    Neighbours,
    /// Each pair moved along an axis to where the answer turns: their boxes meet on a side, or nearly.
    Sides,
    /// On a line along x: the other coordinates are alike.
    Line,
    /// On a grid that is dense enough for neighbours to meet.
    Grid,
    /// In a few heaps that lie far from each other.
    Clusters,
    /// Of sizes over six orders.
    Sizes,
    /// One that is as large as the space that all others lie in.
    Giant,
    /// A few at 1e30.
    Outliers,
}

impl Spread {
    /// Every spread.
    pub const ALL: [Self; 10] = [
        Self::AsDrawn,
        Self::OnePlace,
        Self::Neighbours,
        Self::Sides,
        Self::Line,
        Self::Grid,
        Self::Clusters,
        Self::Sizes,
        Self::Giant,
        Self::Outliers,
    ];

    /// The scale and the offset of pair `i` of `n`.
    fn place(self, rng: &mut Rng, i: usize, n: usize) -> (f32, [f32; 3]) {
        let each = |size: f32, rng: &mut Rng| [(); 3].map(|()| size * rng.signed());
        match self {
            Self::AsDrawn | Self::OnePlace | Self::Neighbours | Self::Sides => (1.0, [0.0; 3]),
            Self::Line => (1.0, [2.0 * rng.below(n) as f32, 7.0, 7.0]),
            Self::Grid => {
                let side = n.isqrt() + 1;
                (1.0, [rng.below(side), rng.below(side), rng.below(2)].map(|x| 2.0 * x as f32))
            }
            Self::Clusters => {
                let center = [rng.whole(1), rng.whole(1), 0.0];
                let near = each(4.0, rng);
                (1.0, core::array::from_fn(|k| 1000.0 * center[k] + near[k]))
            }
            Self::Sizes => (rng.whole(10).exp2(), each(100.0, rng)),
            Self::Giant if i == n / 2 => (1024.0, [0.0; 3]),
            Self::Giant => (1.0, each(1000.0, rng)),
            Self::Outliers if rng.one_in(16) => (1.0, [(); 3].map(|()| 1e30 * rng.whole(1))),
            Self::Outliers => (1.0, each(30.0, rng)),
        }
    }
}

/// How many rows there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Length {
    /// None on a side or on both.
    Empty,
    /// Up to eight.
    Few,
    /// About a multiple of a register or a group.
    Around,
    /// Up to eighty.
    Some,
    /// A few thousand on a side.
    Many,
    /// Left rows for several threads.
    Tall,
}

impl Length {
    /// Every length.
    pub const ALL: [Self; 6] = [Self::Empty, Self::Few, Self::Around, Self::Some, Self::Many, Self::Tall];
    /// Sets until each length has had its turn.
    pub const TURN: usize = 32;

    /// The length of a set. The longest are drawn early and seldom.
    fn of(number: usize) -> Self {
        match number % Self::TURN {
            1 => Self::Tall,
            3 => Self::Many,
            n if n % 8 == 5 => Self::Empty,
            n if n % 4 == 2 => Self::Few,
            n if n % 8 == 7 => Self::Some,
            _ => Self::Around,
        }
    }

    /// The rows of both sides.
    fn rows(self, rng: &mut Rng) -> [usize; 2] {
        let around = |rng: &mut Rng| 16 * (1 + rng.below(4)) + rng.below(3) - 1;
        match self {
            Self::Empty => rng.pick(&[[0, 0], [0, 20], [20, 0]]),
            Self::Few => [1 + rng.below(8), 1 + rng.below(8)],
            Self::Around => [around(rng), around(rng)],
            Self::Some => [1 + rng.below(80), 1 + rng.below(80)],
            Self::Many => {
                let (long, short) = (1000 + rng.below(2000), 20 + rng.below(80));
                rng.pick(&[[long, short], [short, long]])
            }
            Self::Tall => [TALL * (1 + rng.below(2)) + rng.below(40), 1 + rng.below(8)],
        }
    }
}

/// Left rows of a tall set, at least: enough for threads in every step of a join.
const TALL: usize = 1 << 14;
/// Rows of a long set with itself that are finite, for shapes of up to [`FEW_COLUMNS`]: brute force tests the
/// square of that.
const OWN_FINITE: usize = 700;
/// A pair of shapes with more columns takes longer, by about the square of their number: there are fewer.
const FEW_COLUMNS: usize = 6;
/// Families of which `scalar::exact` answers nearly all pairs without integers: for long sets.
const EASY: [Family; 6] =
    [Family::Uniform, Family::Grid, Family::Shared, Family::Nudged, Family::Collinear, Family::Touching];
/// Pairs of a set that are moved to where their answer turns, which takes some thirty questions each.
const TURNED: usize = 32;
/// Draws until a set begins with a pair that hits, at most.
const TRIES: usize = 20;

/// A stream of sets.
pub struct Sets {
    kind: Kind,
    /// Its seed.
    pub seed: u64,
    /// Its job: each has sets of its own.
    pub job: u64,
    name: String,
    drawn: u64,
}

/// A set that was drawn.
pub struct Drawn {
    /// Which of its stream it is.
    pub number: u64,
    /// Where its rows come from.
    pub family: Family,
    /// How they lie.
    pub spread: Spread,
    /// How many they are.
    pub length: Length,
    /// Some are not finite.
    pub broken: bool,
    /// The rows, with what brute force says.
    pub case: Case,
}

impl Sets {
    /// The stream of this seed, of a target and a job.
    pub fn new(kind: Kind, seed: u64, name: &str, job: u64) -> Self {
        Self { kind, seed, job, name: name.into(), drawn: 0 }
    }

    /// The next set. It depends on its number and on the stream alone, not on those before.
    pub fn draw(&mut self) -> Drawn {
        let kind = self.kind;
        let drawn = self.drawn;
        self.drawn += 1;
        // Jobs begin at different places, so that many short ones meet as much as a few long ones.
        let number = drawn + self.job;
        let mut rng = Rng::stream(self.seed, &self.name, self.job << 32 | drawn);
        let turn = number as usize;
        // A step aside after each turn of the lengths, or a spread would meet every other length only.
        let spread = Spread::ALL[(turn + turn / Length::TURN) % Spread::ALL.len()];
        let length = Length::of(turn);
        let long = matches!(length, Length::Many | Length::Tall);
        let family = rng.pick(if long { &EASY[..] } else { &Family::ALL });
        let broken = (turn / 4).is_multiple_of(3);
        let [rows, others] = length.rows(&mut rng);
        let rows = if kind.own { rows.max(others) } else { rows };
        let mut draw = Draw::new(kind, rng, family, spread);
        let (mut a, mut b) = draw.rows(rows, others);
        let mut rng = draw.generator.rng().clone();
        if broken {
            break_some(&mut rng, &mut a);
            break_some(&mut rng, &mut b);
        }
        if kind.own && long {
            // Evenly over all rows, so that each thread has some.
            let most = OWN_FINITE * FEW_COLUMNS / kind.pair.left.columns().len().max(FEW_COLUMNS);
            let step = a.len().div_ceil(most);
            let far = a.iter_mut().enumerate().filter(|(i, _)| i % step != 0);
            far.for_each(|(_, row)| row[0] = f32::NAN);
        }
        let b = if kind.own { a.clone() } else { b };
        let broken = !a.iter().chain(&b).all(|row| is_finite(row));
        Drawn { number: drawn, family, spread, length, broken, case: Case::new(kind, a, b) }
    }
}

/// Puts something that is not finite into one row of four.
fn break_some(rng: &mut Rng, rows: &mut [Row]) {
    for row in rows {
        if rng.one_in(4) {
            let k = rng.below(row.len());
            row[k] = rng.pick(&[f32::NAN, f32::INFINITY, f32::NEG_INFINITY]);
        }
    }
}

/// The rows of one set in the making.
struct Draw {
    kind: Kind,
    generator: Generator,
    a: Layout,
    b: Layout,
    family: Family,
    spread: Spread,
    /// Whole offsets keep what touches exactly.
    whole: bool,
    /// Whether the first pair hits, if one is found that does.
    begins_with_hit: bool,
}

impl Draw {
    fn new(kind: Kind, rng: Rng, family: Family, spread: Spread) -> Self {
        let mut generator = Generator::new(rng, kind.pair.left, kind.pair.right);
        let (whole, begins_with_hit) = (generator.rng().one_in(2), !generator.rng().one_in(8));
        let (a, b) = (Layout::of(kind.pair.left), Layout::of(kind.pair.right));
        Self { kind, generator, a, b, family, spread, whole, begins_with_hit }
    }

    /// Rows of both sides, in random order; of a set with itself, all on the left.
    fn rows(&mut self, rows: usize, others: usize) -> (Vec<Row>, Vec<Row>) {
        let own = self.kind.own;
        let pairs = if own { rows.div_ceil(2) } else { rows.max(others) };
        let (mut a, mut b) = (Vec::with_capacity(rows), Vec::with_capacity(others));
        let (mut x, mut y) = (vec![0.0; self.a.columns], vec![0.0; self.b.columns]);
        for i in 0..pairs {
            match self.spread {
                Spread::OnePlace if i > 0 => {}
                Spread::Neighbours if i > 0 => self.generator.neighbour(&mut x, &mut y),
                Spread::Sides if i < TURNED => self.side(i, pairs, &mut x, &mut y),
                Spread::Sides => self.generator.neighbour(&mut x, &mut y),
                _ if i == 0 && self.begins_with_hit => self.hit(pairs, &mut x, &mut y),
                _ => self.pair(i, pairs, &mut x, &mut y),
            }
            a.push(x.clone());
            (if own { &mut a } else { &mut b }).push(y.clone());
        }
        a.truncate(rows);
        b.truncate(others);
        shuffle(self.generator.rng(), &mut a);
        shuffle(self.generator.rng(), &mut b);
        (a, b)
    }

    /// A pair that hits, if one is found soon.
    fn hit(&mut self, n: usize, x: &mut [f32], y: &mut [f32]) {
        for _ in 0..TRIES {
            self.pair(0, n, x, y);
            if self.kind.pair.exact(x, y) {
                return;
            }
        }
    }

    /// Pair `i` of `n`: as its family has it, then put where the spread says.
    fn pair(&mut self, i: usize, n: usize, x: &mut [f32], y: &mut [f32]) {
        self.generator.pair(self.family, x, y);
        let (scale, offset) = self.spread.place(self.generator.rng(), i, n);
        let offset = if self.whole { offset.map(f32::round) } else { offset };
        if (scale, offset) != (1.0, [0.0; 3]) {
            put(&self.a, x, scale, offset);
            put(&self.b, y, scale, offset);
        }
    }

    /// A pair whose right shape was moved along an axis until its answer turns, on either side of that.
    fn side(&mut self, i: usize, n: usize, x: &mut [f32], y: &mut [f32]) {
        self.pair(i, n, x, y);
        let rng = self.generator.rng();
        let (Some(p), Some(q)) = (position(&self.a, rng), position(&self.b, rng)) else { return };
        let (axis, way, hits) = (rng.below(p.dim), rng.pick(&[1.0, -1.0]), !rng.one_in(4));
        // A point of each has the same coordinates but for the axis.
        let mut level = [0.0; 3];
        (0..p.dim).filter(|&k| k != axis).for_each(|k| level[k] = x[p.start + k] - y[q.start + k]);
        put(&self.b, y, 1.0, level);

        let moved = |by: u32| {
            let mut offset = [0.0; 3];
            offset[axis] = way * f32::from_bits(by);
            let mut row = y.to_vec();
            put(&self.b, &mut row, 1.0, offset);
            row
        };
        let hit = |by: u32| self.kind.pair.exact(x, &moved(by));
        // Floats that are not negative are ordered as their bits.
        let (mut near, mut far) = (0, f32::MAX.to_bits());
        if !hit(near) || hit(far) {
            return;
        }
        while far - near > 1 {
            let middle = near + (far - near) / 2;
            *(if hit(middle) { &mut near } else { &mut far }) = middle;
        }
        let turned = moved(if hits { near } else { far });
        y.copy_from_slice(&turned);
    }
}

/// One of a row's points.
fn position(layout: &Layout, rng: &mut Rng) -> Option<Field> {
    let is_position = |field: &Field| matches!(field.kind, Meaning::Point | Meaning::Min | Meaning::Max);
    let positions: Vec<_> = layout.fields.iter().copied().filter(is_position).collect();
    (!positions.is_empty()).then(|| rng.pick(&positions))
}

/// Scales a row, then moves it; it stays valid.
fn put(layout: &Layout, row: &mut [f32], scale: f32, offset: [f32; 3]) {
    for field in &layout.fields {
        for k in 0..field.dim {
            let x = &mut row[field.start + k];
            match field.kind {
                Meaning::Point | Meaning::Min | Meaning::Max => *x = *x * scale + offset[k],
                Meaning::Direction | Meaning::Radius | Meaning::Extent => *x *= scale,
                Meaning::Axis | Meaning::Value => {}
            }
        }
    }
    mend(layout, row);
}

fn shuffle(rng: &mut Rng, rows: &mut [Row]) {
    for i in (1..rows.len()).rev() {
        rows.swap(i, rng.below(i + 1));
    }
}
