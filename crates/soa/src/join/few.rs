//! A few left rows against an index: each descends the tree by itself, one after the other, as a single
//! shape does. To put so few rows in order first would take longer than to search them.

use alloc::vec::Vec;
use core::ops::Range;

use super::narrow::PairFilter;
use super::one::One;
use super::progress::ProgressCounter;
use super::table::AnyPacked;
use crate::data::any::AnyView;
use crate::data::csr::Csr;
use crate::data::error::Error;
use crate::data::hits::Hits;
use crate::data::memory::{reserve, zeroed};
use crate::data::pairs::Pairs;
use crate::data::shape::MAX_COLUMNS;
use crate::registry::Pair;
use crate::run::query::Query;

/// Left rows that are few, at most. With 64 a join takes from 0.7 to 1.4 times as long as single calls: less
/// where each row has few hits, more where it has hundreds.
pub(crate) const FEW_ROWS: usize = 32;

/// A few left rows, and an index.
pub(crate) struct FewRows<'a> {
    pub(crate) query: Query,
    pub(crate) filter: PairFilter<'a>,
    pub(crate) left: &'a AnyView<'a>,
    pub(crate) rows: Range<usize>,
    pub(crate) right: &'a AnyPacked,
    pub(crate) progress: &'a ProgressCounter<'a>,
}

impl FewRows<'_> {
    /// Calls `work` with each row that is finite, until it returns false.
    #[inline(always)]
    fn each(&self, mut work: impl FnMut(u32, One) -> bool) {
        let ((columns, start), mut values) = (self.left.raw(), [0.0; MAX_COLUMNS]);
        let values = &mut values[..columns.len()];
        for row in self.rows.clone() {
            for (value, column) in values.iter_mut().zip(columns) {
                *value = column[start + row];
            }
            let is_finite = self.left.is_validated() || values.iter().all(|x| x.is_finite());
            let row = row as u32;
            let one = One { query: self.query, filter: self.filter, row, kind: self.left.kind(), values };
            if is_finite && !work(row, one) {
                return;
            }
        }
        self.progress.add(self.rows.len());
    }

    /// The number of hitting pairs.
    pub(crate) fn count(&self) -> u64 {
        let mut count = 0;
        self.each(|_, one| {
            count += self.right.count_one(one) as u64;
            true
        });
        count
    }

    /// Whether no pair intersects.
    pub(crate) fn is_empty(&self) -> bool {
        let mut is_empty = true;
        self.each(|_, one| {
            is_empty = !self.right.any_one(one);
            is_empty
        });
        is_empty
    }

    /// The left rows that intersect at least one right row.
    pub(crate) fn matched_left(&self) -> Result<Hits, Error> {
        let mut bytes = zeroed(self.rows.len().div_ceil(8))?;
        self.each(|row, one| {
            self.put(&mut bytes, row, self.right.any_one(one));
            true
        });
        Ok(Hits::from_bytes(bytes, self.rows.len()))
    }

    /// The left rows that hit an odd number of right rows, and those that hit one by another kernel.
    pub(crate) fn odd_left(&self, or: Pair) -> Result<[Hits; 2], Error> {
        let len = self.rows.len().div_ceil(8);
        let mut bytes = [zeroed(len)?, zeroed(len)?];
        self.each(|row, one| {
            self.put(&mut bytes[0], row, self.right.count_one(one) % 2 == 1);
            self.put(&mut bytes[1], row, self.right.any_one(One { filter: PairFilter::of(or), ..one }));
            true
        });
        Ok(bytes.map(|bytes| Hits::from_bytes(bytes, self.rows.len())))
    }

    /// Sets the bit of a row.
    fn put(&self, bytes: &mut [u8], row: u32, bit: bool) {
        let place = row as usize - self.rows.start;
        bytes[place / 8] |= u8::from(bit) << (place % 8);
    }

    /// All hitting pairs, if they are no more than `limit`.
    pub(crate) fn pairs(&self, limit: u64) -> Result<Pairs, Error> {
        let mut pairs = Pairs::default();
        self.pairs_into(limit, &mut pairs)?;
        Ok(pairs)
    }

    /// The same into a list whose pairs before are removed.
    pub(crate) fn pairs_into(&self, limit: u64, pairs: &mut Pairs) -> Result<(), Error> {
        let [lefts, rights] = pairs.columns_mut();
        lefts.clear();
        rights.clear();
        self.lists(limit, rights, |row, len| {
            reserve(lefts, len)?;
            lefts.resize(lefts.len() + len, row);
            Ok(())
        })
    }

    /// The same as one list of right rows for each left row.
    pub(crate) fn csr(&self, limit: u64) -> Result<Csr, Error> {
        let mut offsets: Vec<u64> = zeroed(self.rows.len() + 1)?;
        let mut rights = Vec::new();
        self.lists(limit, &mut rights, |row, len| {
            offsets[row as usize - self.rows.start + 1] = len as u64;
            Ok(())
        })?;
        for row in 1..offsets.len() {
            offsets[row] += offsets[row - 1];
        }
        Ok(Csr::from_columns(offsets, rights))
    }

    /// The right rows of each left row, ascending. Calls `end` with each left row and the number of its hits.
    fn lists(
        &self,
        limit: u64,
        rights: &mut Vec<u32>,
        mut end: impl FnMut(u32, usize) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let mut outcome = Ok(());
        self.each(|row, one| {
            let start = rights.len();
            let appended = self.right.append_one(one, limit, rights);
            outcome = appended.and_then(|()| end(row, rights.len() - start));
            outcome.is_ok()
        });
        outcome
    }
}
