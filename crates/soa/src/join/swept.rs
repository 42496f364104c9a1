//! The rows of an index that a moving shape may touch, nearest first.
//!
//! ```text
//!     .---.                 .------.
//!     |   | ---- m ---->    | .-.  |  .---.        the box around the shape enters the box of a group,
//!     '---'                 | '-'  |  |   |        and of the rows in it those that are on its way
//!                           '------'  '---'
//! ```
//!
//! The search goes depth first, to the box that is entered first of the sixteen of a group
//! ([`slabs`](super::slabs)). When no more boxes of rows of a group are entered, those that were are measured
//! together, and the search goes on as far as the first of them that is touched. These are few: so of many
//! shapes some are on their way at once, and the rows of all are measured together.

use alloc::vec::Vec;
use core::ops::Range;

use super::each_row::read_finite;
use super::groups::{FEW, Groups, WIDTH};
use super::packed::Packed;
use super::probe::padded;
use super::slabs::{Entered, HEIGHTS, Slabs, Step, above, scale_of};
use super::table::{AnyOps, AnyPacked, AnyPackedRows, RowOps, ops};
use crate::data::any::AnyView;
use crate::data::shape::{MAX_COLUMNS, Shape, ShapeKind};
use crate::lanes::level::{Level, at_level};

/// The values of a shape, and those of its motion.
pub(crate) type Moved<'a> = [&'a [f32]; 2];

/// Rows that are measured together, at most: of one shape, and of many.
pub(crate) const OF_ONE: usize = WIDTH;
pub(crate) const OF_MANY: usize = FEW;

/// Takes some rows, and says after which share of the motion nothing matters.
pub(crate) type TakeRows<'a> = dyn FnMut(&SweptRows<OF_ONE>) -> f64 + 'a;

/// Takes some rows of many shapes, and writes for each after which share of its shape's motion nothing
/// matters.
pub(crate) type TakeMany<'a> = dyn FnMut(&SweptRows<OF_MANY>, &mut [f64; OF_MANY]) + 'a;

impl AnyPacked {
    /// Hands the rows whose boxes a moving shape enters to `take`, each once, those of nearer groups first.
    pub(crate) fn search_swept(&self, level: Level, kind: ShapeKind, moved: Moved, take: &mut TakeRows) {
        let columns = self.kind.columns().len();
        match (ops(kind), &self.rows) {
            (Some(AnyOps::Plane(ops)), AnyPackedRows::Plane(packed)) => {
                search(level, packed, ops, moved, columns, take);
            }
            (Some(AnyOps::Space(ops)), AnyPackedRows::Space(packed)) => {
                search(level, packed, ops, moved, columns, take);
            }
            // There is no sweep of these shapes.
            _ => {}
        }
    }

    /// The same for some rows of shapes, which are finite, and their motions.
    pub(crate) fn search_swept_many(
        &self,
        level: Level,
        sides: [&AnyView; 2],
        numbers: Range<usize>,
        take: &mut TakeMany,
    ) {
        let columns = self.kind.columns().len();
        match (ops(sides[0].kind()), &self.rows) {
            (Some(AnyOps::Plane(ops)), AnyPackedRows::Plane(packed)) => {
                search_many(level, packed, ops, (sides, numbers), columns, take);
            }
            (Some(AnyOps::Space(ops)), AnyPackedRows::Space(packed)) => {
                search_many(level, packed, ops, (sides, numbers), columns, take);
            }
            // There is no sweep of these shapes.
            _ => {}
        }
    }
}

fn search<B: Shape>(
    level: Level,
    packed: &Packed<B>,
    ops: &RowOps<B>,
    moved: Moved,
    columns: usize,
    take: &mut TakeRows,
) {
    let Some((boxes, top)) = packed.heights() else { return };
    let (mut path, mut rows) = (Path::new(ops, moved, top), SweptRows::new(columns));
    while path.go_on(level, &boxes, packed.side().starts) {
        rows.add(&path, 0);
        rows.copy(|places, columns, numbers| packed.side().rows.copy_sixteen(places, columns, numbers));
        path.shorten(take(&rows));
        rows.len = 0;
    }
}

/// Shapes that are on their way at once.
const PATHS: usize = 32;

fn search_many<B: Shape>(
    level: Level,
    packed: &Packed<B>,
    ops: &RowOps<B>,
    (sides, mut numbers): ([&AnyView; 2], Range<usize>),
    columns: usize,
    take: &mut TakeMany,
) {
    let Some((boxes, top)) = packed.heights() else { return };
    let [of_shape, of_motion] = sides.map(|side| side.kind().columns().len());
    let (mut paths, mut rows) = (Vec::with_capacity(PATHS), SweptRows::new(columns));
    let mut measure = |paths: &mut [(u32, Path)], rows: &mut SweptRows<OF_MANY>| {
        let (mut shares, mut at) = ([1.0; OF_MANY], 0);
        rows.copy(|places, columns, numbers| packed.side().rows.copy_few(places, columns, numbers));
        take(rows, &mut shares);
        rows.len = 0;
        for (_, path) in paths {
            let of_path = &shares[at..at + path.len];
            at += path.len;
            path.shorten(of_path.iter().fold(1.0, |least, share| share.min(least)));
        }
    };
    loop {
        for number in numbers.by_ref().take(PATHS - paths.len()) {
            let mut values = [[0.0; MAX_COLUMNS]; 2];
            sides.iter().zip(&mut values).for_each(|(side, values)| {
                read_finite(side, number, values);
            });
            let path = Path::new(ops, [&values[0][..of_shape], &values[1][..of_motion]], top);
            paths.push((number as u32, path));
        }
        if paths.is_empty() {
            return;
        }
        // Those before the first one are measured, those from `next` on are still to go on.
        let (mut first, mut next) = (0, 0);
        while next < paths.len() {
            let (number, path) = &mut paths[next];
            if path.go_on(level, &boxes, packed.side().starts) {
                rows.add(path, *number);
                next += 1;
            } else {
                paths.swap_remove(next);
            }
            if rows.len + WIDTH > OF_MANY {
                measure(&mut paths[first..next], &mut rows);
                first = next;
            }
        }
        measure(&mut paths[first..next], &mut rows);
    }
}

/// What a moving shape enters, on its way down the tree.
struct Path {
    slabs: Slabs,
    entered: Entered,
    step: Step,
    /// No box that is entered after this matters, in the parameter of the scaled motion.
    limit: f32,
    /// The scaled parameter of the whole motion.
    scale: f64,
    /// The rows of a group whose boxes are entered.
    places: [u32; WIDTH],
    len: usize,
}

impl Path {
    /// At the root.
    fn new<B: Shape>(ops: &RowOps<B>, [shape, motion]: Moved, top: usize) -> Self {
        let around = (ops.probe)(shape).bounds;
        let (low, high) = around.values().split_at(motion.len());
        let [low, high, motion] = [low, high, motion].map(padded);
        let scale = scale_of(motion);
        Self {
            slabs: Slabs::new([low, high], motion, scale),
            entered: Entered::new(top),
            step: Step::Enter,
            limit: above(scale),
            scale,
            places: [0; WIDTH],
            len: 0,
        }
    }

    /// Goes on until no more boxes of rows of a group are entered. Returns whether any is; if not, this is
    /// the end.
    fn go_on<B: Shape>(&mut self, level: Level, boxes: &[&Groups<B>; HEIGHTS], starts: &[u32]) -> bool {
        self.len = 0;
        at_level!(level, simd => loop {
            match self.step {
                Step::Enter => self.entered.enter(simd, &self.slabs, boxes, self.limit),
                Step::Test => {
                    let (group, place) = (self.entered.next() / WIDTH, self.entered.next() % WIDTH);
                    self.places[self.len % WIDTH] = starts[group] + place as u32;
                    self.len += 1;
                }
                Step::Nearest => {}
                Step::Nothing => break false,
            }
            if !self.entered.has_rows() && self.len > 0 {
                break true;
            }
            self.step = self.entered.take(self.limit);
        })
    }

    /// Nothing matters after this share of the motion.
    fn shorten(&mut self, share: f64) {
        self.limit = self.limit.min(above(share * self.scale));
        self.step = self.entered.take(self.limit);
    }
}

/// Up to `N` rows whose boxes are entered.
pub(crate) struct SweptRows<const N: usize> {
    places: [u32; N],
    numbers: [u32; N],
    /// The number of the shape that enters each.
    shapes: [u32; N],
    len: usize,
    columns: [[f32; N]; MAX_COLUMNS],
    /// How many columns there are.
    count: usize,
}

impl<const N: usize> SweptRows<N> {
    fn new(count: usize) -> Self {
        Self {
            places: [0; N],
            numbers: [0; N],
            shapes: [0; N],
            len: 0,
            columns: [[0.0; N]; MAX_COLUMNS],
            count,
        }
    }

    /// Their numbers.
    pub(crate) fn numbers(&self) -> &[u32] {
        &self.numbers[..self.len]
    }

    /// The number of the shape that enters each.
    pub(crate) fn shapes(&self) -> &[u32] {
        &self.shapes[..self.len]
    }

    /// Their columns, with copies of the first row after the last one, as far as registers reach.
    pub(crate) fn columns(&self) -> &[[f32; N]] {
        &self.columns[..self.count]
    }

    /// Adds the rows that a shape enters.
    fn add(&mut self, path: &Path, number: u32) {
        let rows = self.len..self.len + path.len;
        self.places[rows.clone()].copy_from_slice(&path.places[..path.len]);
        self.shapes[rows.clone()].fill(number);
        self.len = rows.end;
    }

    /// Copies the rows to the columns by a function that takes their places.
    fn copy(&mut self, by: impl FnOnce(&[u32], &mut [[f32; N]], &mut [u32; N])) {
        let (first, end) = (self.places[0], self.len.next_multiple_of(WIDTH));
        self.places[self.len..end].fill(first);
        by(&self.places[..end], &mut self.columns[..self.count], &mut self.numbers);
    }
}
