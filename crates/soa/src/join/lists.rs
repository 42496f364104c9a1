//! Sorts hits: into buckets of neighbouring left rows, then by left row within a bucket.

use alloc::vec::Vec;
use core::ops::Range;

use super::scatter::{MAX_BUCKETS, Scattered, Share, starts};
use crate::data::csr::Csr;
use crate::data::error::Error;
use crate::data::memory::zeroed;
use crate::data::pairs::Pairs;
use crate::run::threads::Threads;

/// The least number of left rows of a bucket, as a power of two.
const MIN_SHIFT: u32 = 9;

/// A hit: the left row in the upper half, the right one in the lower.
pub(crate) type Hit = u64;

#[inline(always)]
pub(crate) fn hit(left: u32, right: u32) -> Hit {
    (u64::from(left) << 32) + u64::from(right)
}

#[inline(always)]
fn left(hit: Hit) -> usize {
    (hit >> 32) as usize
}

/// Hits by bucket.
pub(crate) struct Lists {
    hits: Scattered<Hit>,
    /// All left rows.
    rows: Range<usize>,
    /// Left rows of a bucket, as a power of two.
    shift: u32,
    threads: Threads,
}

/// The places of a bucket's hits in the lists.
struct Bucket<'a, T> {
    left: &'a mut [T],
    right: &'a mut [u32],
}

impl Lists {
    /// The lists of some left rows, from the hits of each task.
    ///
    /// # Errors
    /// No memory for them.
    pub(crate) fn new(threads: Threads, hits: Vec<Vec<Hit>>, rows: Range<usize>) -> Result<Self, Error> {
        let fits = |shift: &u32| rows.len() >> shift < MAX_BUCKETS;
        let shift = (MIN_SHIFT..usize::BITS).find(fits).unwrap_or(MIN_SHIFT);
        let buckets = (rows.len() >> shift) + 1;
        let shares = threads.map(hits, |hits| {
            if buckets == 1 {
                return Ok(Share::of_one_bucket(hits));
            }
            Ok(Share::new(
                buckets,
                zeroed(hits.len())?,
                #[inline(always)]
                |i| (left(hits[i]) - rows.start) >> shift,
                #[inline(always)]
                |i| hits[i],
            ))
        });
        let shares = shares.into_iter().collect::<Result<_, _>>()?;
        Ok(Self { hits: Scattered::new(shares, buckets), rows, shift, threads })
    }

    /// The left rows of a bucket.
    fn rows(&self, bucket: usize) -> Range<usize> {
        let start = self.rows.start + (bucket << self.shift);
        start..self.rows.end.min(start + (1 << self.shift))
    }

    /// All pairs.
    pub(crate) fn pairs(&self) -> Result<Pairs, Error> {
        let (mut lefts, mut rights) = (zeroed(self.hits.len())?, zeroed(self.hits.len())?);
        let len = |bucket| self.hits.count(bucket);
        self.write(len, &mut lefts, &mut rights, |sorter, bucket, part, _| {
            sorter.sort(self.hits.pieces(bucket), part.right, |slot, row| part.left[slot] = row);
        });
        Ok(Pairs::from_columns(lefts, rights))
    }

    /// One list a left row.
    pub(crate) fn csr(&self) -> Result<Csr, Error> {
        let (mut offsets, mut rights) = (zeroed(self.rows.len() + 1)?, zeroed(self.hits.len())?);
        let len = |bucket| self.rows(bucket).len();
        self.write(len, &mut offsets[1..], &mut rights, |sorter, bucket, part, before| {
            sorter.sort(self.hits.pieces(bucket), part.right, |_, _| ());
            for (offset, end) in part.left.iter_mut().zip(&sorter.ends) {
                *offset = (before + end) as u64;
            }
        });
        Ok(Csr::from_columns(offsets, rights))
    }

    /// Calls `write` for every bucket with its places, `len` of them on the left, and with the number of hits
    /// before them.
    fn write<T: Send>(
        &self,
        len: impl Fn(usize) -> usize,
        mut lefts: &mut [T],
        mut rights: &mut [u32],
        write: impl Fn(&mut Sorter, usize, Bucket<T>, usize) + Sync + Send,
    ) {
        let mut before = 0;
        let tasks = self.hits.tasks(self.threads).into_iter().map(|buckets| {
            let parts = buckets.map(|bucket| {
                let count = self.hits.count(bucket);
                let left = lefts.split_off_mut(..len(bucket)).unwrap_or_default();
                let right = rights.split_off_mut(..count).unwrap_or_default();
                before += count;
                (bucket, before - count, Bucket { left, right })
            });
            parts.collect::<Vec<_>>()
        });
        self.threads.map(tasks.collect(), |parts| {
            let mut sorter = Sorter::default();
            for (bucket, before, part) in parts {
                sorter.rows = self.rows(bucket);
                write(&mut sorter, bucket, part, before);
            }
        });
    }
}

/// Sorts the hits of a bucket.
#[derive(Default)]
struct Sorter {
    /// The left rows.
    rows: Range<usize>,
    /// Where the list of each left row ends.
    ends: Vec<usize>,
}

impl Sorter {
    /// Writes the right rows of these hits by left row, ascending within each, and calls `write_left` with
    /// each place and its left row.
    fn sort<'a>(
        &mut self,
        hits: impl Iterator<Item = &'a [Hit]> + Clone,
        right: &mut [u32],
        mut write_left: impl FnMut(usize, u32),
    ) {
        self.ends.clear();
        self.ends.resize(self.rows.len(), 0);
        for piece in hits.clone() {
            for &hit in piece {
                self.ends[left(hit) - self.rows.start] += 1;
            }
        }
        starts(&mut self.ends);
        for piece in hits {
            for &hit in piece {
                let slot = &mut self.ends[left(hit) - self.rows.start];
                right[*slot] = hit as u32;
                write_left(*slot, left(hit) as u32);
                *slot += 1;
            }
        }
        let mut start = 0;
        for &end in &self.ends {
            right[start..end].sort_unstable();
            start = end;
        }
    }
}
