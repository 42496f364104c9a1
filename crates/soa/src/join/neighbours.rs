//! For each place, the places that it is a candidate with, and whether the two rows touch.
//!
//! ```text
//!    place 0   [ 3 7* 9 . . . ]
//!    place 1   [ 4 . . . . . ] -> [ 8 2 5* 6 11 17 ]      * touches
//! ```
//!
//! Most places have a few, so the first six are in a cache line half; more of them are in nodes behind it.
//! They are in no order.

use alloc::vec::Vec;
use core::ops::Range;

/// Places of a node.
pub(crate) const LEN: usize = 6;
/// No node.
const NONE: u32 = u32::MAX;

#[derive(Clone, Copy)]
struct Node {
    others: [u32; LEN],
    next: u32,
    len: u8,
    /// A bit for each that touches.
    touching: u8,
}

impl Node {
    const EMPTY: Self = Self { others: [0; LEN], next: NONE, len: 0, touching: 0 };

    fn get(&self, i: usize) -> (u32, bool) {
        (self.others[i], self.touching >> i & 1 == 1)
    }

    fn set(&mut self, i: usize, (other, touches): (u32, bool)) {
        self.others[i] = other;
        self.touching = self.touching & !(1 << i) | u8::from(touches) << i;
    }

    fn position(&self, other: u32) -> Option<usize> {
        self.others[..usize::from(self.len)].iter().position(|&known| known == other)
    }
}

/// The candidates of each place.
#[derive(Default)]
pub(crate) struct Neighbours {
    /// The first node of each place; only it may have room.
    first: Vec<Node>,
    more: Vec<Node>,
    /// A node of `more` that is not in use, and by `next` all others.
    free: Option<u32>,
}

impl Neighbours {
    /// No candidates of this many places, with room for more.
    pub(crate) fn start(&mut self, places: usize, more: usize) {
        self.first.clear();
        self.first.reserve(places + more);
        self.more.clear();
        self.free = None;
        self.grow(places);
    }

    /// At least this many places.
    pub(crate) fn grow(&mut self, places: usize) {
        if self.first.len() < places {
            self.first.resize(places, Node::EMPTY);
        }
    }

    /// Adds a place to those of another one, which does not have it.
    pub(crate) fn push(&mut self, place: u32, other: (u32, bool)) {
        let first = &mut self.first[place as usize];
        if usize::from(first.len) == LEN {
            let full = core::mem::replace(first, Node::EMPTY);
            first.next = if let Some(free) = self.free {
                let node = &mut self.more[free as usize];
                self.free = (node.next != NONE).then_some(node.next);
                *node = full;
                free
            } else {
                self.more.push(full);
                self.more.len() as u32 - 1
            };
        }
        first.len += 1;
        first.set(usize::from(first.len) - 1, other);
    }

    /// Removes a place from those of another one.
    pub(crate) fn remove(&mut self, place: u32, other: u32) {
        let Some((node, i)) = self.find(place, other) else { return };
        let first = &mut self.first[place as usize];
        first.len -= 1;
        let last = first.get(usize::from(first.len));
        match node {
            None => first.set(i, last),
            Some(node) => self.more[node as usize].set(i, last),
        }
        let first = &mut self.first[place as usize];
        if first.len == 0 && first.next != NONE {
            let next = first.next;
            *first = self.more[next as usize];
            self.more[next as usize].next = self.free.unwrap_or(NONE);
            self.free = Some(next);
        }
    }

    /// Whether the rows of two places touch now, of which each has the other one, or of `place` alone.
    pub(crate) fn set(&mut self, place: u32, other: u32, touches: bool) {
        match self.find(place, other) {
            Some((None, i)) => self.first[place as usize].set(i, (other, touches)),
            Some((Some(node), i)) => self.more[node as usize].set(i, (other, touches)),
            None => {}
        }
    }

    /// Moves the places of one to a list.
    pub(crate) fn take(&mut self, place: u32, others: &mut Vec<(u32, bool)>) {
        others.clear();
        others.extend(self.iter(place));
        self.clear(place);
    }

    /// Removes the places of one.
    pub(crate) fn clear(&mut self, place: u32) {
        let mut next = core::mem::replace(&mut self.first[place as usize], Node::EMPTY).next;
        while next != NONE {
            let node = &mut self.more[next as usize];
            let after = core::mem::replace(&mut node.next, self.free.unwrap_or(NONE));
            self.free = Some(next);
            next = after;
        }
    }

    /// Removes the places of some, and these from those of all others.
    pub(crate) fn clear_all(&mut self, places: Range<u32>) {
        for place in places.clone() {
            let mut node = self.first[place as usize];
            loop {
                for &other in &node.others[..usize::from(node.len)] {
                    // Those among them have their turn.
                    if !places.contains(&other) {
                        self.remove(other, place);
                    }
                }
                let Some(&next) = self.more.get(node.next as usize) else { break };
                node = next;
            }
            self.clear(place);
        }
    }

    /// Calls `take` with the places of one, node by node: up to [`LEN`], their number, and a bit for each
    /// whose row touches.
    #[inline(always)]
    pub(crate) fn for_each_node(&self, place: u32, mut take: impl FnMut(&[u32; LEN], usize, u8)) {
        let mut node = Some(&self.first[place as usize]);
        while let Some(Node { others, next, len, touching }) = node {
            take(others, usize::from(*len), *touching);
            node = self.more.get(*next as usize);
        }
    }

    /// The places of one, and whether their rows touch.
    #[inline]
    pub(crate) fn iter(&self, place: u32) -> impl Iterator<Item = (u32, bool)> + '_ {
        let (mut node, mut i) = (&self.first[place as usize], 0);
        core::iter::from_fn(move || {
            if i == usize::from(node.len) {
                node = self.more.get(node.next as usize)?;
                i = 0;
            }
            i += 1;
            Some(node.get(i - 1))
        })
    }

    /// The node, None for the first one, and the place in it.
    fn find(&self, place: u32, other: u32) -> Option<(Option<u32>, usize)> {
        let (mut number, mut node) = (None, &self.first[place as usize]);
        loop {
            if let Some(i) = node.position(other) {
                return Some((number, i));
            }
            number = Some(node.next);
            node = self.more.get(node.next as usize)?;
        }
    }
}

#[cfg(test)]
mod tests {
    use alloc::collections::BTreeMap;
    use alloc::vec;

    use super::*;

    #[test]
    fn it_is_a_map_for_each_place() {
        let (mut lists, mut maps) = (Neighbours::default(), vec![BTreeMap::new(); 3]);
        lists.start(3, 0);
        let (mut state, mut longest) = (1_u32, 0);
        for step in 0..5_000 {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let (place, other, touches) = (state >> 8 & 1, state >> 16 & 31, state >> 24 & 1 == 1);
            let map: &mut BTreeMap<u32, bool> = &mut maps[place as usize];
            longest = longest.max(map.len());
            if step % 700 == 699 {
                let mut taken = Vec::new();
                lists.take(place, &mut taken);
                taken.sort_unstable();
                assert!(taken.into_iter().eq(core::mem::take(map)));
            } else if state >> 28 < 5 {
                map.remove(&other);
                lists.remove(place, other);
            } else if let Some(slot) = map.get_mut(&other) {
                *slot = touches;
                lists.set(place, other, touches);
            } else {
                map.insert(other, touches);
                lists.push(place, (other, touches));
            }
            let mut listed: Vec<_> = lists.iter(place).collect();
            listed.sort_unstable();
            assert!(listed.into_iter().eq(map.iter().map(|(&other, &touches)| (other, touches))));
        }
        assert!(longest > 3 * LEN && lists.iter(2).next().is_none());
        // Nodes are used again.
        assert!(lists.more.len() < 20, "{}", lists.more.len());
    }
}
