//! Searches for pairs that touch as closely as floats can say: two pairs that differ in one number by one
//! step, one of which is answered yes and one no.
//!
//! Bisected: from a random pair and another value of one of its numbers that turns the answer, half of the
//! floats between them are given up at a time, until two neighbours are left. The margin is then about one
//! unit in the last place of `f32`.
//!
//! Squeezed: the same; then again in coordinates that were zero, where floats are finest. After each turn the
//! shapes are closer to touching by another few powers of ten, below the resolution of `f64`.

use soa::ShapeKind;

use crate::families::Family;
use crate::generate::Generator;
use crate::layout::{Field, Kind, Layout};
use crate::rng::Rng;
use crate::rows::{self, Row};
use crate::subject::Subject;

/// The two pairs on either side of a turn, with their answers: the values of the left shape, then those of
/// the right one.
pub type Sides = [(Row, bool); 2];

/// The families whose numbers are of one size, so that zeros are fine beside them: those to squeeze.
pub const SQUEEZABLE: [Family; 6] =
    [Family::Uniform, Family::Grid, Family::Touching, Family::Collinear, Family::Shared, Family::Far];

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

/// The answer of two rows.
type Hit = Box<dyn Fn(&[f32], &[f32]) -> bool + Send>;

/// The search, and the source of the random pairs that it begins with.
pub struct Search {
    /// Draws the pairs.
    pub generator: Generator,
    hit: Hit,
    shapes: [ShapeKind; 2],
    /// Columns of the left shape.
    left: usize,
}

impl Search {
    /// A search among pairs of these shapes, where the answer of `hit` changes.
    pub fn new(
        rng: Rng,
        shapes: [ShapeKind; 2],
        hit: impl Fn(&[f32], &[f32]) -> bool + Send + 'static,
    ) -> Self {
        let [left, right] = shapes;
        let generator = Generator::new(rng, left, right);
        Self { generator, hit: Box::new(hit), shapes, left: left.columns().len() }
    }

    /// A search among pairs of a kernel's shapes, where the answer of its reference changes.
    pub fn of(subject: Subject, rng: Rng) -> Self {
        let hit = move |a: &[f32], b: &[f32]| subject.is_hit(&subject.reference(a, b));
        Self::new(rng, [subject.left(), subject.right()], hit)
    }

    /// The answer of a row.
    pub fn hit(&self, row: &[f32]) -> bool {
        let (a, b) = row.split_at(self.left);
        (self.hit)(a, b)
    }

    /// Whether a row is two shapes.
    pub fn is_pair(&self, row: &[f32]) -> bool {
        let ((a, b), [left, right]) = (row.split_at(self.left), self.shapes);
        rows::is_valid(left, a) && rows::is_valid(right, b)
    }

    /// A random pair.
    pub fn pair(&mut self, family: Family) -> Row {
        let mut row = vec![0.0; self.left + self.generator.right().columns];
        let (a, b) = row.split_at_mut(self.left);
        self.generator.pair(family, a, b);
        row
    }

    /// A random pair of whole numbers of many digits, or of few: touching as often as in [`Family::Grid`], of
    /// which it is a multiple. What computes without rounding as long as the digits have room must know when
    /// they have not. Some edges are many times longer than the others, from the same vertex in the same
    /// direction.
    pub fn lattice(&mut self) -> Row {
        let mut row = self.pair(Family::Grid);
        let rng = self.generator.rng();
        let factor = 1 + (rng.bits() >> 43 >> rng.below(21));
        // An edge of one shape, and how often longer it is.
        let (right, edge, longer) = (rng.one_in(2), rng.below(4), (rng.below(10) as f32).exp2());
        let (a, b) = row.split_at_mut(self.left);
        for (layout, row, one) in [(self.generator.left(), a, !right), (self.generator.right(), b, right)] {
            for field in layout.fields.iter().filter(|field| field.kind != Kind::Axis) {
                row[field.start..field.start + field.dim].iter_mut().for_each(|x| *x *= factor as f32);
            }
            if one && !layout.fields.is_empty() {
                lengthen(row, &layout.fields[edge % layout.fields.len()], longer);
            }
        }
        row
    }

    /// The same pair at another size: all positions and lengths times a power of two; or their first
    /// coordinates only, or the axes.
    pub fn scaled(&mut self, row: &[f32]) -> Option<Row> {
        let has_axes =
            [self.generator.left(), self.generator.right()].map(|shape| shape.first(Kind::Axis).is_some());
        if has_axes.contains(&true) && self.generator.rng().one_in(2) {
            return self.with_other_axes(row);
        }
        let which = self.generator.rng().below(4);
        let (left, right) = (self.generator.left(), self.generator.right());
        let columns = |layout: &Layout, start: usize| -> Vec<usize> {
            let is_of_axis = |field: &&Field| (field.kind == Kind::Axis) == (which == 0);
            let first = |field: &Field| if which == 1 { 1 } else { field.dim };
            let fields = layout.fields.iter().filter(is_of_axis);
            fields.flat_map(|f| start + f.start..start + f.start + first(f)).collect()
        };
        let columns = [columns(left, 0), columns(right, self.left)].concat();
        let size = columns.iter().map(|&k| row[k].abs()).fold(0.0, f32::max);
        let rng = self.generator.rng();
        // Where one number, products of two, of four or of six underflow; or anywhere.
        let (least, range) = rng.pick(&[(-130.0, 20), (-84.0, 24), (-46.0, 16), (-32.0, 12), (-130.0, 255)]);
        let exponent = least + rng.below(range) as f64 - f64::from(size.log2().clamp(-140.0, 127.0).trunc());
        let mut row = row.to_vec();
        for k in columns {
            row[k] = (f64::from(row[k]) * exponent.exp2()) as f32;
        }
        self.is_pair(&row).then_some(row)
    }

    /// The same pair, at another size, of boxes with longer or shorter axes: their half extents are in units
    /// of these. So there are products that are out of range, but not if they are multiplied by others.
    fn with_other_axes(&mut self, row: &[f32]) -> Option<Row> {
        let (left, right) = (self.generator.left(), self.generator.right());
        let fields =
            left.fields.iter().map(|field| (field, 0)).chain(right.fields.iter().map(|f| (f, self.left)));
        let columns = |kinds: fn(Kind) -> bool| -> Vec<usize> {
            let fields = fields.clone().filter(|(field, _)| kinds(field.kind));
            fields.flat_map(|(field, start)| (0..field.dim).map(move |k| start + field.start + k)).collect()
        };
        let groups = [
            columns(|kind| kind == Kind::Axis),
            columns(|kind| !matches!(kind, Kind::Axis | Kind::Extent)),
            columns(|kind| kind == Kind::Extent),
        ];
        let exponent_of = |columns: &[usize]| {
            let size = columns.iter().map(|&k| row[k].abs()).fold(0.0, f32::max);
            f64::from(size.log2().clamp(-140.0, 127.0).trunc())
        };
        let [of_axes, of_lengths] = [exponent_of(&groups[0]), exponent_of(&groups[1])];
        let rng = self.generator.rng();
        let axes = rng.below(129) as f64 - 64.0 - of_axes;
        let lengths = rng.below(220) as f64 - 120.0 - of_lengths;
        let mut row = row.to_vec();
        for (columns, exponent) in groups.iter().zip([axes, lengths, axes + lengths]) {
            for &k in columns {
                row[k] = (f64::from(row[k]) * exponent.exp2()) as f32;
            }
        }
        self.is_pair(&row).then_some(row)
    }

    /// The same pair in a plane across an axis: all points are moved into it, all directions turned.
    pub fn flattened(&self, row: &[f32], across: usize) -> Row {
        let mut row = row.to_vec();
        for (layout, start) in [(self.generator.left(), 0), (self.generator.right(), self.left)] {
            let is_flat = |kind| matches!(kind, Kind::Point | Kind::Min | Kind::Max | Kind::Direction);
            for field in layout.fields.iter().filter(|field| is_flat(field.kind) && across < field.dim) {
                row[start + field.start + across] = 0.0;
            }
        }
        row
    }

    /// Where one number of a random pair turns the answer, if it was found.
    pub fn bisected(&mut self, family: Family) -> Option<Sides> {
        let row = self.pair(family);
        let turn = self.turn(&row);
        self.edge(family, &row, turn)
    }

    /// Where two numbers or more of a random pair do, one after the other.
    pub fn squeezed(&mut self, family: Family) -> Option<Sides> {
        let row = self.pair(family);
        let more = 1 + self.generator.rng().below(3);
        let (sides, columns) = self.squeezed_of(family, row, more)?;
        (columns.len() > 1).then_some(sides)
    }

    /// Where a number of this pair turns the answer, and then up to `more` others, which are zero before; and
    /// the columns of all of them.
    pub fn squeezed_of(&mut self, family: Family, mut row: Row, more: usize) -> Option<(Sides, Vec<usize>)> {
        let mut zeroed: Vec<usize> = (0..more).map(|_| self.generator.rng().below(row.len())).collect();
        zeroed.sort_unstable();
        zeroed.dedup();
        for &k in &zeroed {
            row[k] = 0.0;
        }
        let column = self.generator.rng().below(row.len());
        if !self.is_pair(&row) || zeroed.contains(&column) {
            return None;
        }
        let mut sides = self.edge(family, &row, Turn::Column(column))?;
        let mut columns = vec![column];
        for k in zeroed {
            let side = self.generator.rng().below(2);
            if let Some(finer) = self.edge(family, &sides[side].0, Turn::Column(k)) {
                sides = finer;
                columns.push(k);
            }
        }
        Some((sides, columns))
    }

    /// Where the numbers in these columns turn the answer, one after the other, as near as may be to what they
    /// are.
    pub fn squeezed_near(&self, row: &[f32], columns: &[usize]) -> Option<Sides> {
        let mut sides = None;
        for &column in columns {
            let from = sides.as_ref().map_or(row, |sides: &Sides| &sides[0].0);
            sides = self.nearest_edge(from, column).or(sides);
        }
        sides
    }

    /// The two pairs on either side of where the number in a column turns the answer, near what it is. It is
    /// looked for in steps that double, up and down.
    fn nearest_edge(&self, row: &[f32], column: usize) -> Option<Sides> {
        let here = self.hit(row);
        let pair =
            |key| Some(self.set(row, Turn::Column(column), value(key))).filter(|row| self.is_pair(row));
        let start = key(row[column]);
        let mut last = [start; 2];
        for step in (0..30).map(|n| 1 << n) {
            for (last, next) in last.iter_mut().zip([start.checked_sub(step), start.checked_add(step)]) {
                match next.and_then(|next| Some((next, pair(next)?))) {
                    Some((next, row)) if self.hit(&row) == here => *last = next,
                    Some((next, _)) => return self.halved(here, *last, next, pair),
                    None => {}
                }
            }
        }
        None
    }

    /// The neighbours between which the answer turns: at the key `near` it is `here`, and at `far` it is not.
    fn halved(
        &self,
        here: bool,
        mut near: i32,
        mut far: i32,
        pair: impl Fn(i32) -> Option<Row>,
    ) -> Option<Sides> {
        while near.abs_diff(far) > 1 {
            let middle = i32::midpoint(near, far);
            *(if self.hit(&pair(middle)?) == here { &mut near } else { &mut far }) = middle;
        }
        Some([(pair(near)?, here), (pair(far)?, !here)])
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
    fn set(&self, row: &[f32], turn: Turn, value: f32) -> Row {
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

    /// The two pairs on either side of where the number turns the answer, at neighbouring floats; None if it
    /// does not, or if the pair on the way is none.
    fn edge(&mut self, family: Family, row: &[f32], turn: Turn) -> Option<Sides> {
        let from = if let Turn::Column(k) = turn { row[k] } else { 0.0 };
        let here = self.hit(row);
        let other = |search: &Self, value: f32| {
            let row = search.set(row, turn, value);
            search.is_pair(&row) && search.hit(&row) != here
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
        let far = key(end.or_else(far)?);
        self.halved(here, key(from), far, |key| {
            Some(self.set(row, turn, value(key))).filter(|row| self.is_pair(row))
        })
    }
}

/// Makes the edge from the first point to another, or along a direction, longer by a factor, as long as all
/// stays whole.
fn lengthen(row: &mut [f32], field: &Field, factor: f32) {
    let whole = |x: f32| x.abs() < 1.0 / f32::EPSILON;
    let long: Vec<f32> = match field.kind {
        Kind::Point => (0..field.dim).map(|k| row[k] + factor * (row[field.start + k] - row[k])).collect(),
        Kind::Direction => (0..field.dim).map(|k| factor * row[field.start + k]).collect(),
        _ => return,
    };
    if long.iter().copied().all(whole) {
        row[field.start..field.start + field.dim].copy_from_slice(&long);
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
