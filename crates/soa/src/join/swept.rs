//! The rows of an index that a moving shape may touch, nearest first.
//!
//! ```text
//!     .---.                 .------.
//!     |   | ---- m ---->    | .-.  |  .---.        the box around the shape enters the box of a group,
//!     '---'                 | '-'  |  |   |        and of the rows in it those that are on its way
//!                           '------'  '---'
//! ```
//!
//! The search goes depth first, to the box that is entered first of the sixteen of a group ([`slabs`](super::slabs)).
//! When no more boxes of rows of a group are entered, those that were are measured together, and the search goes on
//! as far as the first of them that is touched. Nothing is allocated.

use super::groups::WIDTH;
use super::packed::Packed;
use super::probe::padded;
use super::slabs::{Entered, Slabs, Step, above, scale_of};
use super::table::{AnyOps, AnyPacked, AnyPackedRows, ops};
use crate::data::shape::{MAX_COLUMNS, Shape, ShapeKind};
use crate::lanes::level::{Level, at_level};

/// Takes some rows, and says after which share of the motion nothing matters.
pub(crate) type SweptSink<'a> = dyn FnMut(&Sixteen) -> f64 + 'a;

impl AnyPacked {
    /// Hands the rows whose boxes a moving shape enters to `take`, each once, those of nearer groups first.
    pub(crate) fn search_swept(
        &self,
        level: Level,
        kind: ShapeKind,
        values: &[f32],
        motion: &[f32],
        take: &mut SweptSink,
    ) {
        let columns = self.kind.columns().len();
        match (ops(kind), &self.rows) {
            (Some(AnyOps::Plane(ops)), AnyPackedRows::Plane(packed)) => {
                search(level, packed, &(ops.probe)(values).bounds, motion, columns, take);
            }
            (Some(AnyOps::Space(ops)), AnyPackedRows::Space(packed)) => {
                search(level, packed, &(ops.probe)(values).bounds, motion, columns, take);
            }
            // There is no sweep of these shapes.
            _ => {}
        }
    }
}

fn search<B: Shape>(
    level: Level,
    packed: &Packed<B>,
    around: &B,
    motion: &[f32],
    columns: usize,
    take: &mut SweptSink,
) {
    let Some((boxes, top)) = packed.heights() else { return };
    let (low, high) = around.values().split_at(motion.len());
    let [low, high, motion] = [low, high, motion].map(padded);
    let scale = scale_of(motion);
    let slabs = Slabs::new([low, high], motion, scale);
    let mut limit = above(scale);
    let (mut rows, mut entered, mut step) = (Sixteen::new(columns), Entered::new(top), Step::Enter);
    at_level!(level, simd => loop {
        match step {
            Step::Enter => entered.enter(simd, &slabs, &boxes, limit),
            Step::Test => {
                let (group, place) = (entered.next() / WIDTH, entered.next() % WIDTH);
                rows.push(packed.side().starts[group] + place as u32);
            }
            Step::Nearest => {}
            Step::Nothing => break,
        }
        if !entered.has_rows() && rows.len > 0 {
            limit = limit.min(above(rows.measure(packed, take) * scale));
        }
        step = entered.take(limit);
    });
}

/// Up to sixteen rows whose boxes are entered.
pub(crate) struct Sixteen {
    places: [u32; WIDTH],
    numbers: [u32; WIDTH],
    len: usize,
    columns: [[f32; WIDTH]; MAX_COLUMNS],
    /// How many columns there are.
    count: usize,
}

impl Sixteen {
    fn new(count: usize) -> Self {
        Self { places: [0; WIDTH], numbers: [0; WIDTH], len: 0, columns: [[0.0; WIDTH]; MAX_COLUMNS], count }
    }

    /// Their numbers.
    pub(crate) fn numbers(&self) -> &[u32] {
        &self.numbers[..self.len]
    }

    /// Their columns, with copies of the first row after the last one.
    pub(crate) fn columns(&self) -> &[[f32; WIDTH]] {
        &self.columns[..self.count]
    }

    fn push(&mut self, place: u32) {
        self.places[self.len % WIDTH] = place;
        self.len += 1;
    }

    /// Hands on all rows, of which none is left.
    fn measure<B: Shape>(&mut self, packed: &Packed<B>, take: &mut SweptSink) -> f64 {
        let first = self.places[0];
        self.places[self.len..].fill(first);
        packed.side().rows.copy_sixteen(&self.places, &mut self.columns[..self.count], &mut self.numbers);
        let share = take(self);
        self.len = 0;
        share
    }
}
