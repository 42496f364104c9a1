//! One shape against the rows of an index: down the tree to the boxes of rows, and the kernel on the few
//! whose boxes it meets.
//!
//! Nothing is allocated, and nothing is put in order but the result.

use alloc::vec::Vec;

use super::groups::{FEW, WIDTH, bits, splat};
use super::narrow::PairFilter;
use super::packed::Packed;
use super::probe::Probe;
use super::table::{AnyOps, AnyPacked, AnyPackedRows, ops};
use super::tree::Stack;
use crate::data::error::Error;
use crate::data::memory::reserve;
use crate::data::shape::{MAX_COLUMNS, Shape, ShapeKind};
use crate::kernel::operand::{Operand, slices};
use crate::lanes::level::at_level;
use crate::run::query::Query;

/// A shape, the kernel for it and the rows, and how to run.
#[derive(Clone, Copy)]
pub(crate) struct One<'a> {
    pub(crate) query: Query,
    pub(crate) filter: PairFilter<'a>,
    /// Its number, for the filter.
    pub(crate) row: u32,
    pub(crate) kind: ShapeKind,
    pub(crate) values: &'a [f32],
}

/// Takes the numbers of up to [`FEW`] rows and the bits of those that hit, and says whether to go on.
pub(crate) type RowSink<'a> = dyn FnMut(&[u32], u64) -> bool + 'a;

/// The numbers of rows that hit.
pub(crate) fn hitting(numbers: &[u32], mut bits: u64) -> impl Iterator<Item = u32> {
    core::iter::from_fn(move || {
        let bit = bits.trailing_zeros();
        bits &= bits.wrapping_sub(1);
        numbers.get(bit as usize).copied()
    })
}

impl AnyPacked {
    /// How many rows the shape touches.
    pub(crate) fn count_one(&self, one: One) -> usize {
        let mut count = 0;
        self.search_one(one, &mut |_, bits| {
            count += bits.count_ones() as usize;
            true
        });
        count
    }

    /// Whether the shape touches any row.
    pub(crate) fn any_one(&self, one: One) -> bool {
        let mut any = false;
        self.search_one(one, &mut |_, bits| {
            any = bits != 0;
            !any
        });
        any
    }

    /// Appends the rows that the shape touches, ascending.
    ///
    /// # Errors
    /// More than `limit` rows with those that are there; no memory for them. Then some may be appended.
    pub(crate) fn append_one(&self, one: One, limit: u64, rows: &mut Vec<u32>) -> Result<(), Error> {
        let (start, mut outcome) = (rows.len(), Ok(()));
        self.search_one(one, &mut |numbers, bits| {
            let hits = bits.count_ones() as usize;
            outcome = if (rows.len() + hits) as u64 > limit {
                Err(Error::TooManyPairs { at_most: limit })
            } else {
                reserve(rows, hits)
            };
            if outcome.is_ok() {
                // There is room.
                for row in hitting(numbers, bits) {
                    rows.push(row);
                }
            }
            outcome.is_ok()
        });
        rows[start..].sort_unstable();
        outcome
    }

    /// Hands the rows that the shape may touch, each once and in no order, to `take`.
    pub(crate) fn search_one(&self, one: One, take: &mut RowSink) {
        match (ops(one.kind), &self.rows) {
            (Some(AnyOps::Plane(ops)), AnyPackedRows::Plane(packed)) => {
                one.search(self.kind, packed, &(ops.probe)(one.values), take);
            }
            (Some(AnyOps::Space(ops)), AnyPackedRows::Space(packed)) => {
                one.search(self.kind, packed, &(ops.probe)(one.values), take);
            }
            // There is no kernel of these shapes.
            _ => {}
        }
    }
}

impl One<'_> {
    fn search<B: Shape>(self, kind: ShapeKind, packed: &Packed<B>, probe: &Probe<B>, take: &mut RowSink) {
        let Some(boxes) = &packed.boxes else { return };
        let side = packed.side();
        let mut few = Few { one: self, columns: kind.columns().len(), places: [0; FEW], len: 0 };
        at_level!(self.query.level(), simd => {
            let of = splat(simd, &probe.bounds);
            // By itself: in a tuple it would be copied.
            let mut stack = Stack::new();
            let to_the_end = packed.tree.visit(simd, probe, &mut stack, #[inline(always)] |group| {
                let start = side.starts[group];
                for bit in bits(probe.mask(simd, boxes, group, &of)) {
                    few.places[few.len % FEW] = start + bit as u32;
                    few.len += 1;
                }
                few.len <= FEW - WIDTH || few.test(packed, take)
            });
            if to_the_end {
                few.test(packed, take);
            }
        });
    }
}

/// Rows whose boxes the shape meets.
struct Few<'a> {
    one: One<'a>,
    /// Columns of a row.
    columns: usize,
    places: [u32; FEW],
    len: usize,
}

impl Few<'_> {
    fn test<B: Shape>(&mut self, packed: &Packed<B>, take: &mut RowSink) -> bool {
        // To clear columns takes as long as to test a few rows.
        match (self.columns, self.len) {
            (_, 0) => true,
            (0..=4, ..=WIDTH) => self.test_sixteen::<4, B>(packed, take),
            (5..=9, ..=WIDTH) => self.test_sixteen::<9, B>(packed, take),
            (_, ..=WIDTH) => self.test_sixteen::<MAX_COLUMNS, B>(packed, take),
            (0..=9, _) => self.test_more::<9, B>(packed, take),
            _ => self.test_more::<MAX_COLUMNS, B>(packed, take),
        }
    }

    #[inline(never)]
    fn test_sixteen<const COLUMNS: usize, B: Shape>(
        &mut self,
        packed: &Packed<B>,
        take: &mut RowSink,
    ) -> bool {
        let (mut columns, mut numbers) = ([[0.0; WIDTH]; COLUMNS], [0; WIDTH]);
        let columns = &mut columns[..self.columns];
        packed.side().rows.copy_sixteen(self.whole_registers(), columns, &mut numbers);
        self.answer(&slices(columns), &numbers, take)
    }

    #[inline(never)]
    fn test_more<const COLUMNS: usize, B: Shape>(&mut self, packed: &Packed<B>, take: &mut RowSink) -> bool {
        let (mut columns, mut numbers) = ([[0.0; FEW]; COLUMNS], [0; FEW]);
        let columns = &mut columns[..self.columns];
        packed.side().rows.copy_few(self.whole_registers(), columns, &mut numbers);
        self.answer(&slices(columns), &numbers, take)
    }

    /// The places, and the first one again until whole registers are full.
    fn whole_registers(&mut self) -> &[u32] {
        let (first, rows) = (self.places[0], self.rows());
        self.places[self.len..rows].fill(first);
        &self.places[..rows]
    }

    fn rows(&self) -> usize {
        if self.len <= WIDTH / 2 { WIDTH / 2 } else { self.len.next_multiple_of(WIDTH) }
    }

    /// Tests the rows that were copied, and hands them on.
    fn answer(&mut self, columns: &[&[f32]], numbers: &[u32], take: &mut RowSink) -> bool {
        let One { query, filter, row, values, .. } = self.one;
        // Stages count rows, and those after the last one are no rows.
        let rows = if filter.stages.is_some() { self.len } else { self.rows() };
        let len = core::mem::take(&mut self.len);
        let columns = Operand::new(&columns[..self.columns]);
        // Those after the last one are the first one again.
        let mut bits =
            filter.test_word(query, Operand::Broadcast(values), columns, rows) & (u64::MAX >> (FEW - len));
        if !filter.takes_all() {
            let mut bytes = bits.to_le_bytes();
            filter.choose(|_| row, numbers, &mut bytes);
            bits = u64::from_le_bytes(bytes);
        }
        take(&numbers[..len], bits)
    }
}
