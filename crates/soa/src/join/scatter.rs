//! Counting sort of items into buckets: those of one bucket are contiguous.
//!
//! Each thread scatters a share of the items, so a bucket is in as many pieces as there are shares.

use alloc::vec::Vec;
use core::ops::Range;

use bytemuck::Zeroable;

use crate::run::threads::{Threads, split};

/// Buckets at most, to which a scatter writes at once: the number of pages whose addresses a CPU caches.
pub(crate) const MAX_BUCKETS: usize = 1 << 11;

/// Items of all shares by bucket.
pub(crate) struct Scattered<T> {
    shares: Vec<Share<T>>,
    buckets: usize,
}

/// A share of the items by bucket.
#[derive(Default)]
pub(crate) struct Share<T> {
    pub(crate) items: Vec<T>,
    /// Where each bucket ends.
    ends: Vec<usize>,
}

impl<T: Copy> Share<T> {
    /// The items of all indexes of `room`, each in its bucket. An item whose bucket does not exist is left
    /// out.
    pub(crate) fn new(
        buckets: usize,
        room: Vec<T>,
        bucket: impl Fn(usize) -> usize,
        item: impl Fn(usize) -> T,
    ) -> Self {
        let mut share = Self { items: room, ends: Vec::new() };
        share.fill(buckets, bucket, item);
        share
    }

    /// Replaces the items by those of all their indexes, each in its bucket.
    #[inline(always)]
    pub(crate) fn fill(
        &mut self,
        buckets: usize,
        bucket: impl Fn(usize) -> usize,
        item: impl Fn(usize) -> T,
    ) {
        let Self { items, ends } = self;
        ends.clear();
        ends.resize(buckets + 1, 0);
        for i in 0..items.len() {
            ends[bucket(i).min(buckets)] += 1;
        }
        starts(ends);
        for i in 0..items.len() {
            let slot = &mut ends[bucket(i).min(buckets)];
            items[*slot] = item(i);
            *slot += 1;
        }
        ends.truncate(buckets);
    }
}

impl<T> Share<T> {
    pub(crate) fn bucket(&self, bucket: usize) -> &[T] {
        let start = if bucket == 0 { 0 } else { self.ends[bucket - 1] };
        &self.items[start..self.ends[bucket]]
    }
}

impl<T: Copy> Scattered<T> {
    /// Shares with this many buckets each.
    pub(crate) fn new(shares: Vec<Share<T>>, buckets: usize) -> Self {
        Self { shares, buckets }
    }

    /// The number of items in all buckets.
    pub(crate) fn len(&self) -> usize {
        self.shares.iter().map(|share| share.ends.last().copied().unwrap_or(0)).sum()
    }

    /// The number of items in a bucket.
    pub(crate) fn count(&self, bucket: usize) -> usize {
        self.pieces(bucket).map(<[T]>::len).sum()
    }

    /// The pieces of a bucket, one a share.
    pub(crate) fn pieces(&self, bucket: usize) -> impl Iterator<Item = &[T]> + Clone {
        self.shares.iter().map(move |share| share.bucket(bucket))
    }

    /// The number of buckets.
    pub(crate) fn buckets(&self) -> usize {
        self.buckets
    }

    /// Appends a bucket to a list.
    pub(crate) fn copy(&self, bucket: usize, to: &mut Vec<T>) {
        for piece in self.pieces(bucket) {
            to.extend_from_slice(piece);
        }
    }

    /// A bucket in one piece, which is copied to `scratch` if there are several shares.
    pub(crate) fn bucket<'a>(&'a self, bucket: usize, scratch: &'a mut Vec<T>) -> &'a [T] {
        if let [share] = &self.shares[..] {
            return share.bucket(bucket);
        }
        scratch.clear();
        self.copy(bucket, scratch);
        scratch
    }

    /// A list with room for all buckets, one after the other, and the shares that hold them. With one share
    /// the list holds them itself.
    pub(crate) fn gather(mut self) -> (Vec<T>, Option<Self>)
    where
        T: Zeroable,
    {
        let len = self.len();
        match self.shares.pop() {
            Some(mut share) if self.shares.is_empty() => {
                share.items.truncate(len);
                (share.items, None)
            }
            last => {
                self.shares.extend(last);
                (bytemuck::zeroed_vec(len), Some(self))
            }
        }
    }

    /// Neighbouring buckets for each task.
    pub(crate) fn tasks(&self, threads: Threads) -> Vec<Range<usize>> {
        split(self.buckets, threads.tasks(self.len()))
    }
}

/// Replaces the number of items in each bucket by the place where the bucket begins.
pub(crate) fn starts(counts: &mut [usize]) {
    let mut sum = 0;
    for count in counts {
        sum += core::mem::replace(count, sum);
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec;

    use super::*;

    /// Numbers by their last digit; 7 to 9 have no bucket.
    fn share(numbers: Range<u32>) -> Share<u32> {
        let number = |i: usize| numbers.start + i as u32;
        Share::new(7, vec![0; numbers.len()], |i| number(i) as usize % 10, number)
    }

    #[test]
    fn a_bucket_is_the_pieces_of_all_shares() {
        let one = || Scattered::new(vec![share(0..12)], 7);
        let two = || Scattered::new(vec![share(0..15), share(15..30)], 7);
        assert_eq!((two().len(), two().buckets(), two().count(3)), (21, 7, 3));
        let mut scratch = vec![99];
        assert_eq!(two().bucket(3, &mut scratch), [3, 13, 23]);
        assert_eq!(one().bucket(3, &mut scratch), [3]);
        let mut copy = vec![98];
        two().copy(6, &mut copy);
        assert_eq!(copy, [98, 6, 16, 26]);
        // One share is the room for all buckets.
        let (items, shares) = one().gather();
        assert_eq!((items, shares.is_none()), (vec![0, 10, 1, 11, 2, 3, 4, 5, 6], true));
        let (room, shares) = two().gather();
        assert_eq!((room, shares.map(|shares| shares.len())), (vec![0; 21], Some(21)));
        let (room, shares) = Scattered::<u32>::new(vec![], 0).gather();
        assert_eq!((room, shares.map(|shares| shares.len())), (vec![], Some(0)));
    }
}
