//! Sorts hits: into buckets of neighbouring left rows, then by left row within a bucket.

use alloc::vec::Vec;
use core::ops::Range;

use super::groups::{BLOCK, WIDTH};
use super::scatter::{MAX_BUCKETS, Scattered, Share, starts};
use crate::data::csr::Csr;
use crate::data::error::Error;
use crate::data::memory::{reserve, zeroed};
use crate::data::pairs::Pairs;
use crate::lanes::Simd;
use crate::lanes::level::{Level, at_level};
use crate::run::query::Query;
use crate::run::threads::Threads;

/// The least number of left rows of a bucket, as a power of two.
const MIN_SHIFT: u32 = 9;

/// Left rows that need no buckets, at most, if they have as many hits: the ends of their lists stay in a
/// second-level cache.
const NEAR_ROWS: usize = 1 << 17;

/// A hit: the left row in the upper half, the right one in the lower.
pub(crate) type Hit = u64;

#[inline(always)]
pub(crate) fn hit(left: u32, right: u32) -> Hit {
    (u64::from(left) << 32) + u64::from(right)
}

/// The left and the right row.
#[inline(always)]
pub(crate) fn split(hit: Hit) -> (u32, u32) {
    ((hit >> 32) as u32, hit as u32)
}

/// The hits of a task.
#[derive(Default)]
pub(crate) struct HitList {
    left: Vec<u32>,
    right: Vec<u32>,
}

impl HitList {
    /// Removes all hits, and makes room for this many. Memory that is not needed is not touched.
    pub(crate) fn start(&mut self, hits: usize) -> Result<(), Error> {
        for list in [&mut self.left, &mut self.right] {
            list.clear();
            reserve(list, hits)?;
        }
        Ok(())
    }

    /// Appends a hit.
    pub(crate) fn push(&mut self, left: u32, right: u32) {
        self.left.push(left);
        self.right.push(right);
    }

    /// Writes the hits of `rows` left rows to `pairs`, sorted.
    ///
    /// # Errors
    /// No memory for them.
    pub(crate) fn sort_into(
        &self,
        level: Level,
        rows: usize,
        memory: &mut SortMemory,
        pairs: &mut Pairs,
    ) -> Result<(), Error> {
        let [left, right] = pairs.columns_mut();
        for list in [&mut *left, &mut *right] {
            list.clear();
            reserve(list, self.left.len())?;
            list.resize(self.left.len(), 0);
        }
        let SortMemory { share, ends } = memory;
        let mut sorter = Sorter { level, rows: 0..rows, ends: core::mem::take(ends) };
        if self.are_near(rows) {
            let hits = self.left.iter().copied().zip(self.right.iter().copied());
            sorter.sort(hits, right, |slot, row| left[slot] = row);
        } else {
            let (shift, buckets) = buckets_of(rows);
            share.items.clear();
            reserve(&mut share.items, self.left.len())?;
            share.items.resize(self.left.len(), 0);
            share.fill(
                buckets,
                #[inline(always)]
                |i| self.left[i] as usize >> shift,
                #[inline(always)]
                |i| hit(self.left[i], self.right[i]),
            );
            let mut start = 0;
            for bucket in 0..buckets {
                let hits = share.bucket(bucket);
                sorter.rows = bucket << shift..rows.min((bucket + 1) << shift);
                let (left, right) = (&mut left[start..], &mut right[start..][..hits.len()]);
                sorter.sort(hits.iter().map(|&hit| split(hit)), right, |slot, row| left[slot] = row);
                start += hits.len();
            }
        }
        *ends = sorter.ends;
        Ok(())
    }

    /// Whether this many left rows need no buckets: their lists end in a second-level cache, and are no more
    /// than hits.
    fn are_near(&self, rows: usize) -> bool {
        rows <= NEAR_ROWS.min(self.left.len())
    }

    /// Appends the rows whose bits are set.
    pub(crate) fn append(
        &mut self,
        level: Level,
        left: &[u32; BLOCK],
        right: &[u32; BLOCK],
        bits: &[u8],
    ) -> Result<(), Error> {
        let mut len = self.left.len();
        // Registers are written as a whole.
        for list in [&mut self.left, &mut self.right] {
            reserve(list, BLOCK + WIDTH)?;
            list.resize(len + BLOCK + WIDTH, 0);
        }
        at_level!(level, simd => {
            let rows = left.as_chunks().0.iter().zip(right.as_chunks().0);
            for (bits, (left, right)) in bits.chunks(WIDTH / 8).zip(rows) {
                let bits = bits.iter().rev().fold(0, |bits, &byte| bits << 8 | u32::from(byte));
                for (list, rows) in [(&mut self.left, left), (&mut self.right, right)] {
                    if let Some(out) = list[len..].first_chunk_mut() {
                        simd.compress(rows, bits, out);
                    }
                }
                len += bits.count_ones() as usize;
            }
        });
        self.left.truncate(len);
        self.right.truncate(len);
        Ok(())
    }
}

/// Memory for the hits of one task while they are sorted, to use it again.
#[derive(Default)]
pub(crate) struct SortMemory {
    share: Share<Hit>,
    ends: Vec<usize>,
}

/// The left rows of a bucket, as a power of two, and the number of buckets.
fn buckets_of(rows: usize) -> (u32, usize) {
    let fits = |shift: &u32| rows >> shift < MAX_BUCKETS;
    let shift = (MIN_SHIFT..usize::BITS).find(fits).unwrap_or(MIN_SHIFT);
    (shift, (rows >> shift) + 1)
}

/// Hits by bucket.
pub(crate) struct Lists {
    hits: Scattered<Hit>,
    /// The lists of a single task. If the left rows are few they hold the hits, which are in no bucket;
    /// else their memory is used again.
    single: Option<HitList>,
    /// All left rows.
    rows: Range<usize>,
    /// Left rows of a bucket, as a power of two.
    shift: u32,
    threads: Threads,
    level: Level,
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
    pub(crate) fn new(query: Query, mut hits: Vec<HitList>, rows: Range<usize>) -> Result<Self, Error> {
        let (threads, level) = (query.threads(), query.level());
        let (shift, buckets) = buckets_of(rows.len());
        if let [_] = &hits[..]
            && let Some(single) = hits.pop_if(|hits| hits.are_near(rows.len()))
        {
            let hits = Scattered::new(Vec::new(), 0);
            return Ok(Self { hits, single: Some(single), rows, shift, threads, level });
        }
        let shares = threads.map(hits, |hits| {
            let share = Share::new(
                buckets,
                zeroed(hits.left.len())?,
                #[inline(always)]
                |i| (hits.left[i] as usize - rows.start) >> shift,
                #[inline(always)]
                |i| hit(hits.left[i], hits.right[i]),
            );
            Ok((share, hits))
        });
        let (shares, mut lists) = shares.into_iter().collect::<Result<(Vec<_>, Vec<_>), Error>>()?;
        let single = if lists.len() == 1 { lists.pop() } else { None };
        Ok(Self { hits: Scattered::new(shares, buckets), single, rows, shift, threads, level })
    }

    /// The left rows of a bucket.
    fn rows(&self, bucket: usize) -> Range<usize> {
        let start = self.rows.start + (bucket << self.shift);
        start..self.rows.end.min(start + (1 << self.shift))
    }

    /// Whether the hits are in no bucket.
    fn is_single(&self) -> bool {
        self.hits.buckets() == 0
    }

    /// Room for all hits.
    fn take_memory(&mut self) -> Result<HitList, Error> {
        let len = self.hits.len();
        match self.single.take() {
            Some(memory) => Ok(memory),
            None => Ok(HitList { left: zeroed(len)?, right: zeroed(len)? }),
        }
    }

    /// All pairs.
    pub(crate) fn pairs(mut self) -> Result<Pairs, Error> {
        let HitList { mut left, mut right } = self.take_memory()?;
        if self.is_single() {
            let (sorter, right) = self.sort_single(&left, &right)?;
            let mut start = 0;
            for (row, &end) in self.rows.zip(&sorter.ends) {
                left[start..end].fill(row as u32);
                start = end;
            }
            return Ok(Pairs::from_columns(left, right));
        }
        let len = |bucket| self.hits.count(bucket);
        self.write(len, &mut left, &mut right, |sorter, bucket, part, _| {
            sorter.sort(self.bucket(bucket), part.right, |slot, row| part.left[slot] = row);
        });
        Ok(Pairs::from_columns(left, right))
    }

    /// One list a left row.
    pub(crate) fn csr(mut self) -> Result<Csr, Error> {
        let mut offsets: Vec<u64> = zeroed(self.rows.len() + 1)?;
        let HitList { left, mut right } = self.take_memory()?;
        if self.is_single() {
            let (sorter, right) = self.sort_single(&left, &right)?;
            offsets[1..].iter_mut().zip(&sorter.ends).for_each(|(offset, &end)| *offset = end as u64);
            return Ok(Csr::from_columns(offsets, right));
        }
        let len = |bucket| self.rows(bucket).len();
        self.write(len, &mut offsets[1..], &mut right, |sorter, bucket, part, before| {
            sorter.sort(self.bucket(bucket), part.right, |_, _| ());
            for (offset, end) in part.left.iter_mut().zip(&sorter.ends) {
                *offset = (before + end) as u64;
            }
        });
        Ok(Csr::from_columns(offsets, right))
    }

    /// Sorts hits that are in no bucket: the right rows, and where the list of each left row ends.
    fn sort_single(&self, left: &[u32], right: &[u32]) -> Result<(Sorter, Vec<u32>), Error> {
        let mut sorter =
            Sorter { level: self.level, rows: self.rows.clone(), ends: zeroed(self.rows.len())? };
        let mut sorted = zeroed(right.len())?;
        sorter.sort(left.iter().copied().zip(right.iter().copied()), &mut sorted, |_, _| ());
        Ok((sorter, sorted))
    }

    /// The hits of a bucket: left and right rows.
    fn bucket(&self, bucket: usize) -> impl Iterator<Item = (u32, u32)> + Clone {
        self.hits.pieces(bucket).flatten().map(|&hit| split(hit))
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
            let mut sorter = Sorter { level: self.level, rows: 0..0, ends: Vec::new() };
            for (bucket, before, part) in parts {
                sorter.rows = self.rows(bucket);
                write(&mut sorter, bucket, part, before);
            }
        });
    }
}

/// Sorts a part of some numbers, of which no two are equal. If they are few, the place of each is the number
/// of smaller ones, which takes no branch that a processor could not predict.
#[inline(always)]
fn sort_distinct(numbers: &mut [u32], part: Range<usize>) {
    let len = part.len();
    match &mut numbers[part.start..] {
        _ if len < 2 => {}
        [a, b, ..] if len == 2 => (*a, *b) = ((*a).min(*b), (*a).max(*b)),
        rest => match rest.first_chunk_mut::<WIDTH>() {
            Some(first) if len <= WIDTH => {
                // The values after the part are compared in vain.
                let (values, mut smaller) = (*first, [0_u32; WIDTH]);
                for &value in &values[..len] {
                    for i in 0..WIDTH {
                        smaller[i] += u32::from(value < values[i]);
                    }
                }
                for (&value, &place) in values.iter().zip(&smaller).take(len) {
                    first[place as usize % WIDTH] = value;
                }
            }
            _ => rest[..len].sort_unstable(),
        },
    }
}

/// Sorts the hits of a bucket.
struct Sorter {
    level: Level,
    /// The left rows.
    rows: Range<usize>,
    /// Where the list of each left row ends.
    ends: Vec<usize>,
}

impl Sorter {
    /// Writes the right rows of these hits by left row, ascending within each, and calls `write_left` with
    /// each place and its left row.
    fn sort(
        &mut self,
        hits: impl Iterator<Item = (u32, u32)> + Clone,
        right: &mut [u32],
        mut write_left: impl FnMut(usize, u32),
    ) {
        let Self { level, rows, ends } = self;
        ends.clear();
        ends.resize(rows.len(), 0);
        hits.clone().for_each(|(left, _)| ends[left as usize - rows.start] += 1);
        starts(ends);
        hits.for_each(|(left, hit)| {
            let slot = &mut ends[left as usize - rows.start];
            right[*slot] = hit;
            write_left(*slot, left);
            *slot += 1;
        });
        at_level!(*level, _simd => {
            let mut start = 0;
            for &end in &*ends {
                sort_distinct(right, start..end);
                start = end;
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec;

    use super::*;

    /// Runs of all lengths from 0 to 20, and one of 40, in an order that mixes them.
    fn hits() -> Vec<(u32, u32)> {
        let mut hits: Vec<(u32, u32)> =
            (0..820).map(|i| (i % 41, i)).filter(|&(left, i)| i / 41 < left).collect();
        hits.extend((0..20).map(|i| (40, 10_000 - i)));
        hits.sort_by_key(|&(left, right)| left.wrapping_mul(0x9e37_79b9) ^ right.wrapping_mul(0x85eb_ca6b));
        hits
    }

    /// Appends hits among candidates that are none.
    fn list_of(level: Level, hits: &[(u32, u32)]) -> HitList {
        let mut list = HitList::default();
        let (mut left, mut right, mut bits) = ([7; BLOCK], [7; BLOCK], vec![]);
        for hits in hits.chunks(300) {
            bits.clear();
            bits.resize((3 * hits.len()).div_ceil(8), 0);
            for (i, &(l, r)) in hits.iter().enumerate() {
                (left[3 * i], right[3 * i]) = (l, r);
                bits[3 * i / 8] |= 1 << (3 * i % 8);
            }
            list.append(level, &left, &right, &bits).unwrap();
        }
        list
    }

    #[test]
    fn hits_are_sorted_in_buckets_and_without() {
        let hits = hits();
        let mut sorted = hits.clone();
        sorted.sort_unstable();
        for &level in Level::available() {
            let query = Query::new().with_level(level).sequential();
            let list = || list_of(level, &hits);
            assert!(list().left.iter().copied().zip(list().right.iter().copied()).eq(hits.iter().copied()));
            let (one, other) = (list_of(level, &hits[..99]), list_of(level, &hits[99..]));
            let two = vec![one, other];
            // A single task whose hits are many or few beside the rows, and two tasks.
            for (lists, rows) in [(vec![list()], 41), (vec![list()], 5_000), (two, 41)] {
                let lists = Lists::new(query, lists, 0..rows).unwrap();
                assert_eq!(lists.is_single(), rows == 41 && lists.single.is_some());
                assert!(lists.pairs().unwrap().iter().eq(sorted.iter().copied()), "{level}, {rows} rows");
                let csr = Lists::new(query, vec![list()], 0..rows).unwrap().csr().unwrap();
                let rows =
                    (0..rows).flat_map(|row| csr.row(row).unwrap().iter().map(move |&hit| (row as u32, hit)));
                assert!(rows.eq(sorted.iter().copied()), "{level}");
            }
        }
    }
}
