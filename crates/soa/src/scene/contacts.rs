//! The pairs that touch, and what a frame changes of them.

use alloc::vec::Vec;

use super::Changes;
use crate::data::error::Error;
use crate::data::memory::reserve;
use crate::data::pairs::Pairs;
use crate::join::lists::{Hit, HitList, SortMemory, hit, split};
use crate::join::neighbours::Neighbours;
use crate::lanes::level::Level;

/// The pairs of a scene's rows, or of its rows and those of an index.
#[derive(Default)]
pub(crate) struct Contacts {
    pub(crate) candidates: Neighbours,
    pub(crate) begun: Pairs,
    pub(crate) ended: Pairs,
    pub(crate) touching: Pairs,
    /// The next list of touching pairs, if it is another one.
    next: Pairs,
    is_other: bool,
    /// Pairs that touch and did not, or were candidates anew; and those that did and do not, or were none any
    /// more.
    pub(crate) gained: Vec<Hit>,
    pub(crate) lost: Vec<Hit>,
    /// All hits, where all candidates are new.
    pub(crate) hits: HitList,
    sort: SortMemory,
}

impl Contacts {
    /// Begins a frame.
    pub(crate) fn start(&mut self) {
        self.gained.clear();
        self.lost.clear();
    }

    /// Finds what began and ended in a frame in which some pairs changed.
    ///
    /// # Errors
    /// No memory.
    pub(crate) fn find_changes(&mut self) -> Result<(), Error> {
        self.gained.sort_unstable();
        self.lost.sort_unstable();
        let (gained, lost) = (self.gained.iter().copied(), self.lost.iter().copied());
        compare(lost, gained, [&mut self.ended, &mut self.begun])?;
        self.is_other = !(self.begun.is_empty() && self.ended.is_empty());
        if self.is_other {
            splice(&self.touching, &self.begun, &self.ended, &mut self.next)?;
        }
        Ok(())
    }

    /// The same in a frame in which all hits of `rows` left rows were found anew.
    ///
    /// # Errors
    /// No memory.
    pub(crate) fn compare_hits(&mut self, level: Level, rows: usize) -> Result<(), Error> {
        self.is_other = true;
        self.hits.sort_into(level, rows, &mut self.sort, &mut self.next)?;
        let [before, after] = [&self.touching, &self.next]
            .map(|pairs| pairs.left().iter().zip(pairs.right()).map(|(&left, &right)| hit(left, right)));
        compare(before, after, [&mut self.ended, &mut self.begun])
    }

    /// What the last frame changed.
    pub(crate) fn changes(&self) -> Changes<'_> {
        Changes { begun: &self.begun, ended: &self.ended, touching: &self.touching }
    }

    /// Ends a frame: the pairs that touch are those that were found.
    pub(crate) fn end(&mut self) {
        if self.is_other {
            core::mem::swap(&mut self.touching, &mut self.next);
        }
    }
}

/// Writes what is in one of two sorted lists only.
fn compare(
    before: impl Iterator<Item = Hit>,
    after: impl Iterator<Item = Hit>,
    [ended, begun]: [&mut Pairs; 2],
) -> Result<(), Error> {
    clear(ended);
    clear(begun);
    let (mut before, mut after) = (before.peekable(), after.peekable());
    loop {
        match (before.peek().copied(), after.peek().copied()) {
            (Some(a), Some(b)) if a == b => {
                before.next();
                after.next();
            }
            (Some(a), b) if b.is_none_or(|b| a < b) => {
                push(ended, a)?;
                before.next();
            }
            (_, Some(b)) => {
                push(begun, b)?;
                after.next();
            }
            _ => return Ok(()),
        }
    }
}

fn clear(pairs: &mut Pairs) {
    pairs.columns_mut().into_iter().for_each(Vec::clear);
}

fn push(pairs: &mut Pairs, pair: Hit) -> Result<(), Error> {
    for (column, row) in pairs.columns_mut().into_iter().zip(<[u32; 2]>::from(split(pair))) {
        if column.len() == column.capacity() {
            reserve(column, 1)?;
        }
        column.push(row);
    }
    Ok(())
}

/// Writes the pairs of a list with those that began and without those that ended.
fn splice(pairs: &Pairs, begun: &Pairs, ended: &Pairs, to: &mut Pairs) -> Result<(), Error> {
    clear(to);
    let from = [pairs.left(), pairs.right()];
    let [left, right] = to.columns_mut();
    for column in [&mut *left, &mut *right] {
        reserve(column, pairs.len() + begun.len())?;
    }
    let at = |i: usize| hit(from[0][i], from[1][i]);
    let (mut start, mut begun, mut ended) = (0, begun.iter().peekable(), ended.iter().peekable());
    loop {
        let (next, is_new) = match (begun.peek(), ended.peek()) {
            (Some(&new), Some(&old)) => (new.min(old), new < old),
            (Some(&new), None) => (new, true),
            (None, Some(&old)) => (old, false),
            (None, None) => break,
        };
        let end = lower_bound(start, pairs.len(), |i| at(i) < hit(next.0, next.1));
        left.extend_from_slice(&from[0][start..end]);
        right.extend_from_slice(&from[1][start..end]);
        start = end;
        if is_new {
            left.push(next.0);
            right.push(next.1);
            begun.next();
        } else {
            start += usize::from(start < pairs.len());
            ended.next();
        }
    }
    left.extend_from_slice(&from[0][start..]);
    right.extend_from_slice(&from[1][start..]);
    Ok(())
}

/// The first number from `start` that is not less, in steps that double: most changes are near each other.
fn lower_bound(start: usize, end: usize, is_less: impl Fn(usize) -> bool) -> usize {
    let (mut low, mut step) = (start, 1);
    while low + step <= end && is_less(low + step - 1) {
        low += step;
        step *= 2;
    }
    let mut high = end.min(low + step);
    while low < high {
        let middle = low + (high - low) / 2;
        if is_less(middle) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    low
}

#[cfg(test)]
mod tests {
    use alloc::collections::BTreeSet;

    use super::*;

    #[test]
    fn changes_and_hits_are_the_differences_of_sets() {
        let (mut contacts, mut model, mut state) = (Contacts::default(), BTreeSet::new(), 1_u64);
        let mut met = [0; 3];
        for frame in 0..300 {
            let before = model.clone();
            contacts.start();
            let mut all = BTreeSet::new();
            for _ in 0..state >> 60 {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let pair = ((state >> 40) as u32 & 15, (state >> 50) as u32 & 15);
                if !all.insert(pair) {
                    continue;
                }
                // Some of those that are there are lost and gained again.
                let was = model.contains(&pair);
                if was {
                    contacts.lost.push(hit(pair.0, pair.1));
                }
                if !was || state >> 20 & 1 == 1 {
                    contacts.gained.push(hit(pair.0, pair.1));
                    model.insert(pair);
                } else {
                    model.remove(&pair);
                }
            }
            state = state.wrapping_add(0x9e37_79b9_7f4a_7c15).rotate_left(21);
            if frame % 10 == 9 {
                contacts.hits.start(0).unwrap();
                model.iter().rev().for_each(|&(left, right)| contacts.hits.push(left, right));
                contacts.compare_hits(Level::PORTABLE, 16).unwrap();
            } else {
                contacts.find_changes().unwrap();
            }
            contacts.end();
            assert!(contacts.touching.iter().eq(model.iter().copied()), "{frame}");
            assert!(contacts.begun.iter().eq(model.difference(&before).copied()), "{frame}");
            assert!(contacts.ended.iter().eq(before.difference(&model).copied()), "{frame}");
            met[0] += contacts.begun.len();
            met[1] += contacts.ended.len();
            met[2] += contacts.touching.len();
        }
        assert!(met.iter().all(|&met| met > 100), "{met:?}");
    }
}
