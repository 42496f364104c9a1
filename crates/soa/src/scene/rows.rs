//! A scene of a shape that is a value: its rows by id, and its frames. Compiled once.

use alloc::boxed::Box;
use alloc::collections::BinaryHeap;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::cmp::Reverse;
use core::ops::Range;

use super::Filter;
use super::contacts::Contacts;
use super::margins::Margins;
use crate::data::check::check_rows;
use crate::data::error::Error;
use crate::data::memory::reserve;
use crate::data::pairs::Pairs;
use crate::data::shape::ShapeKind;
use crate::join::Index;
use crate::join::lists::hit;
use crate::join::moving::{
    Allow, Candidate, DEAD, FRAMES, Lefts, Moving, RowsById, Test, WIDTH, When, moving, room,
};
use crate::join::table::AnyPacked;
use crate::registry::Pair;
use crate::run::query::Query;

/// There is a row of this id.
const ALIVE: u8 = 1;
/// It is in the list of rows that moved.
const MOVED: u8 = 2;
/// Its candidates are to be searched again.
const SEARCH: u8 = 4;

/// Where more than one row of this many has moved, all rows are written and all candidates tested.
const MOVED_SHARE: usize = 8;
/// All rows get new fat boxes and are searched together before more than one row of this many was searched
/// alone since the last time. To search all costs as much as to search one of about twenty alone, so whatever
/// rows do, they cost less than twice as much as if it had been known.
const SEARCHED_SHARE: usize = 32;
/// Candidates that are as much work as a search.
const CANDIDATES_A_SEARCH: usize = 32;
/// Rows that are searched one by one in any case.
const FEW_SEARCHED: usize = 64;
/// Margins become smaller while they make more than this many candidates a row.
const MOST_CANDIDATES: usize = 32;
/// Where frames are even, each group gets new fat boxes after as many frames as they are made for,
const PERIOD: usize = FRAMES as usize;
/// and is sorted in one of this number of rounds.
const SORT_CYCLES: usize = 4;

/// A set of rows that do not move.
pub(crate) trait Fixed: Send + Sync {
    fn packed(&self) -> &AnyPacked;
}

impl<S> Fixed for Index<S> {
    fn packed(&self) -> &AnyPacked {
        &self.packed
    }
}

/// The rows that do not move, and what touches them.
struct FixedSide {
    rows: Arc<dyn Fixed>,
    pair: Pair,
    filter: Filter,
}

/// A scene of a shape that is a value.
pub(crate) struct Core {
    pub(crate) kind: ShapeKind,
    /// The number of its columns.
    width: usize,
    pub(crate) query: Query,
    pair: Pair,
    /// The values of each id, one row after the other.
    pub(crate) values: Vec<f32>,
    flags: Vec<u8>,
    pub(crate) filters: Vec<Filter>,
    places: Vec<u32>,
    /// The number of rows.
    pub(crate) len: usize,
    /// Ids that may be given again.
    free: BinaryHeap<Reverse<u32>>,
    /// Rows that changed since the last frame, and ids whose row was removed.
    moved: Vec<u32>,
    pub(crate) removed: Vec<u32>,
    /// Whether any row had a filter that does not allow all.
    is_filtered: bool,
    moving: Box<dyn Moving>,
    pub(crate) own: Contacts,
    fixed: Option<FixedSide>,
    pub(crate) of_fixed: Contacts,
    frame: u32,
    /// Nothing is known of the candidates.
    is_stale: bool,
    pub(crate) margins: Margins,
    /// The first group whose fat boxes are made anew next, and how often all had their turn.
    next_group: usize,
    cycle: usize,
    /// The next frame sorts all rows.
    is_worn: bool,
    pub(crate) searched: Searched,
    /// Rows that were searched one by one since all were searched, and more where they have many candidates.
    since: usize,
    work: Work,
}

/// What an update searched.
#[derive(Clone, Copy, Debug, Default)]
pub struct Searched {
    /// Rows that were searched one by one.
    pub rows: usize,
    /// Whether some groups got new fat boxes.
    pub groups: bool,
    /// Whether all rows did.
    pub all: bool,
    /// Whether all rows were sorted, too.
    pub sorted: bool,
}

/// Memory of a frame.
#[derive(Default)]
struct Work {
    /// The ids of rows whose candidates are searched.
    searched: Vec<u32>,
    /// Places whose candidates are tested, with a mark for each, 2 if they were searched.
    tested: Vec<u32>,
    marks: Vec<u8>,
    places: Vec<u32>,
    taken: Vec<(u32, bool)>,
    changes: Vec<Candidate>,
}

impl Core {
    /// No rows of a shape, which this kernel tests with itself.
    pub(crate) fn new(kind: ShapeKind, pair: Pair) -> Self {
        Self {
            kind,
            width: kind.columns().len(),
            query: Query::new(),
            pair,
            values: Vec::new(),
            flags: Vec::new(),
            filters: Vec::new(),
            places: Vec::new(),
            len: 0,
            free: BinaryHeap::new(),
            moved: Vec::new(),
            removed: Vec::new(),
            is_filtered: false,
            moving: moving(kind),
            own: Contacts::default(),
            fixed: None,
            of_fixed: Contacts::default(),
            frame: 0,
            is_stale: true,
            margins: Margins::new(),
            next_group: 0,
            cycle: 0,
            is_worn: false,
            searched: Searched::default(),
            since: 0,
            work: Work::default(),
        }
    }

    /// Whether there is a row of this id.
    #[inline]
    pub(crate) fn contains(&self, id: u32) -> bool {
        self.flags.get(id as usize).is_some_and(|flags| flags & ALIVE != 0)
    }

    /// # Errors
    /// There is no row of this id.
    #[inline]
    pub(crate) fn check_id(&self, id: u32) -> Result<(), Error> {
        if self.contains(id) {
            Ok(())
        } else {
            Err(Error::NoSuchRow { row: id as usize, rows: self.flags.len() })
        }
    }

    /// One more than the largest id so far.
    pub(crate) fn ids(&self) -> usize {
        self.flags.len()
    }

    /// The id that the next row gets.
    pub(crate) fn next_id(&self) -> u32 {
        self.free.peek().map_or(self.flags.len() as u32, |&Reverse(id)| id)
    }

    /// The values of a row.
    pub(crate) fn row(&self, id: u32) -> &[f32] {
        let width = self.width;
        &self.values[id as usize * width..][..width]
    }

    /// The values of a row that is there, to be written.
    #[inline]
    pub(crate) fn row_mut(&mut self, id: u32) -> &mut [f32] {
        let flags = &mut self.flags[id as usize];
        if *flags & MOVED == 0 {
            *flags |= MOVED;
            self.moved.push(id);
        }
        let width = self.width;
        &mut self.values[id as usize * width..][..width]
    }

    /// Adds a row with these values, which are checked.
    pub(crate) fn insert(&mut self, values: &[f32], filter: Filter) -> Result<u32, Error> {
        let id = self.next_id();
        if id as usize == self.flags.len() {
            check_rows(self.flags.len() + 1)?;
            reserve(&mut self.values, values.len())?;
            reserve(&mut self.flags, 1)?;
            reserve(&mut self.filters, 1)?;
            reserve(&mut self.places, 1)?;
            self.values.resize(self.values.len() + values.len(), 0.0);
            self.flags.push(0);
            self.filters.push(filter);
            self.places.push(DEAD);
        } else {
            self.free.pop();
        }
        self.flags[id as usize] = ALIVE | SEARCH;
        self.filters[id as usize] = filter;
        self.is_filtered |= filter != Filter::ALL;
        self.len += 1;
        self.row_mut(id).copy_from_slice(values);
        Ok(id)
    }

    /// Replaces the filter of a row that is there.
    pub(crate) fn set_filter(&mut self, id: u32, filter: Filter) {
        if self.filters[id as usize] != filter {
            self.filters[id as usize] = filter;
            self.is_filtered |= filter != Filter::ALL;
            self.row_mut(id);
            self.flags[id as usize] |= SEARCH;
        }
    }

    /// Removes a row that is there.
    pub(crate) fn remove(&mut self, id: u32) {
        self.flags[id as usize] &= !ALIVE;
        self.removed.push(id);
        self.len -= 1;
    }

    /// Replaces the rows that do not move.
    pub(crate) fn set_fixed(&mut self, fixed: Option<(Arc<dyn Fixed>, Pair, Filter)>) {
        self.fixed = fixed.map(|(rows, pair, filter)| FixedSide { rows, pair, filter });
        self.is_stale = true;
    }

    /// Replaces all rows by none, and the pairs that touched in the frame before. The removed ids are
    /// ascending.
    ///
    /// # Errors
    /// No memory; all is as it was.
    pub(crate) fn restore(
        &mut self,
        ids: usize,
        removed: &[u32],
        touching: [&Pairs; 2],
    ) -> Result<(), Error> {
        let width = self.width;
        let more = ids.saturating_sub(self.flags.len());
        reserve(&mut self.values, more.saturating_mul(width))?;
        reserve(&mut self.flags, more)?;
        reserve(&mut self.filters, more)?;
        reserve(&mut self.places, more)?;
        self.values.clear();
        self.values.resize(ids * width, 0.0);
        self.flags.clear();
        self.flags.resize(ids, 0);
        self.filters.clear();
        self.filters.resize(ids, Filter::ALL);
        self.places.clear();
        self.places.resize(ids, DEAD);
        self.removed.clear();
        self.removed.extend_from_slice(removed);
        self.moved.clear();
        self.free.clear();
        self.len = 0;
        self.moving = moving(self.kind);
        for (contacts, touching) in [&mut self.own, &mut self.of_fixed].into_iter().zip(touching) {
            contacts.start();
            contacts.touching.clone_from(touching);
            contacts.begun = Pairs::default();
            contacts.ended = Pairs::default();
        }
        self.is_stale = true;
        Ok(())
    }

    /// A row of [`Core::restore`].
    pub(crate) fn restore_row(&mut self, id: u32, values: &[f32], filter: Filter) {
        self.flags[id as usize] = ALIVE | SEARCH;
        self.filters[id as usize] = filter;
        self.is_filtered |= filter != Filter::ALL;
        self.len += 1;
        self.row_mut(id).copy_from_slice(values);
    }

    /// Ends [`Core::restore`]: ids without a row may be given again, but for those that were removed.
    pub(crate) fn end_restore(&mut self) {
        let is_free = |id: &u32| self.flags[*id as usize] == 0 && self.removed.binary_search(id).is_err();
        self.free.extend((0..self.flags.len() as u32).filter(is_free).map(Reverse));
    }

    /// Ends a frame.
    pub(crate) fn update(&mut self) -> Result<(), Error> {
        self.frame = self.frame.wrapping_add(1);
        // An error on the way leaves candidates of which nothing is known.
        let is_stale = core::mem::replace(&mut self.is_stale, true);
        self.own.start();
        self.of_fixed.start();
        self.forget_removed(is_stale);
        let are_many = self.moved.len() > self.len / MOVED_SHARE;
        self.write_moved(are_many);
        self.searched = Searched::default();
        self.margins.start();
        self.since += self.work.searched.len();
        let have_left = self.since > FEW_SEARCHED + self.len / SEARCHED_SHARE;
        if have_left && !is_stale {
            self.margins.have_ended(self.len, self.own.touching.len() + self.of_fixed.touching.len());
        }
        if is_stale || have_left || self.is_worn || self.moving.is_full(0) {
            self.search_all()?;
        } else {
            self.search_some();
            self.test_some(are_many);
            self.own.find_changes()?;
            self.of_fixed.find_changes()?;
            if are_many && self.margins.are_renewed() {
                self.renew_some();
            }
        }
        self.own.end();
        self.of_fixed.end();
        self.is_stale = false;
        for id in self.removed.drain(..) {
            self.free.push(Reverse(id));
        }
        for id in self.moved.drain(..) {
            self.flags[id as usize] &= ALIVE;
        }
        Ok(())
    }

    fn forget_removed(&mut self, is_stale: bool) {
        for i in 0..self.removed.len() {
            let place = core::mem::replace(&mut self.places[self.removed[i] as usize], DEAD);
            if place != DEAD {
                if !is_stale {
                    self.forget_candidates(place);
                }
                self.moving.clear(place);
            }
        }
    }

    /// Removes the candidates of a place. Pairs that touched are lost, until they are found again.
    fn forget_candidates(&mut self, place: u32) {
        let (ids, taken) = (self.moving.ids(), &mut self.work.taken);
        let id = ids[place as usize];
        self.own.candidates.take(place, taken);
        for &(other, touches) in &*taken {
            self.own.candidates.remove(other, place);
            if touches {
                let other = ids[other as usize];
                self.own.lost.push(hit(id.min(other), id.max(other)));
            }
        }
        if let Some(fixed) = &self.fixed {
            let fixed = fixed.rows.packed();
            self.of_fixed.candidates.take(place, taken);
            let touched = taken.iter().filter(|(_, touches)| *touches);
            self.of_fixed.lost.extend(touched.map(|&(other, _)| hit(id, fixed.number(other))));
        }
    }

    /// Writes the rows that moved to their places, and lists those that are to be searched and tested.
    fn write_moved(&mut self, are_many: bool) {
        let width = self.width;
        let Work { searched, tested, marks, places, .. } = &mut self.work;
        searched.clear();
        tested.clear();
        if are_many {
            // Those that have a place and stay in their fat boxes are no news.
            let is_searched = |&&id: &&u32| {
                let id = id as usize;
                self.flags[id] & (ALIVE | SEARCH) == ALIVE | SEARCH
            };
            searched.extend(self.moved.iter().filter(is_searched));
            places.clear();
            self.moving.write_all(self.query.level(), &self.values, places);
            let ids = places.iter().map(|&place| self.moving.ids()[place as usize]);
            searched.extend(ids.filter(|&id| self.flags[id as usize] & SEARCH == 0));
            return;
        }
        for &id in &self.moved {
            let (flags, place) = (self.flags[id as usize], self.places[id as usize]);
            if flags & ALIVE == 0 {
                continue;
            }
            let is_within =
                place != DEAD && self.moving.write(place, &self.values[id as usize * width..][..width]);
            if is_within && flags & SEARCH == 0 {
                tested.push(place);
                marks[place as usize] = 1;
            } else {
                searched.push(id);
            }
        }
    }

    /// New fat boxes of some rows, and their candidates.
    fn search_some(&mut self) {
        self.searched.rows = self.work.searched.len();
        let first = self.work.tested.len();
        for i in 0..self.work.searched.len() {
            let id = self.work.searched[i];
            let before = self.places[id as usize];
            if before != DEAD {
                self.forget_candidates(before);
            }
            let width = self.width;
            let values = &self.values[id as usize * width..][..width];
            let place = self.moving.put(self.when(), before, id, values);
            self.places[id as usize] = place;
            let places = self.moving.ids().len();
            if self.work.marks.len() < places {
                self.work.marks.resize(places, 0);
                self.own.candidates.grow(places);
                self.of_fixed.candidates.grow(places);
            }
            self.work.marks[place as usize] = 2;
            self.work.tested.push(place);
        }
        let level = self.query.level();
        let Work { tested, marks, places, .. } = &mut self.work;
        for &place in &tested[first..] {
            let filter = self.filters[self.moving.ids()[place as usize] as usize];
            places.clear();
            self.moving.near(level, place, places);
            self.since += places.len() / CANDIDATES_A_SEARCH;
            for &other in &*places {
                // Of two that are searched, one finds the other.
                let is_found = other == place || marks[other as usize] == 2 && other < place;
                let other_id = self.moving.ids()[other as usize];
                if !is_found && filter.allows(self.filters[other_id as usize]) {
                    self.own.candidates.push(place, (other, false));
                    self.own.candidates.push(other, (place, false));
                }
            }
            if let Some(fixed) = self.fixed.as_ref().filter(|fixed| filter.allows(fixed.filter)) {
                places.clear();
                self.moving.near_in(level, place, fixed.rows.packed(), places);
                self.since += places.len() / CANDIDATES_A_SEARCH;
                for &other in &*places {
                    self.of_fixed.candidates.push(place, (other, false));
                }
            }
        }
    }

    /// Tests the candidates of all places or of some, and notes what changed.
    fn test_some(&mut self, are_many: bool) {
        let Work { tested, marks, changes, .. } = &mut self.work;
        let lefts = if are_many { Lefts::All } else { Lefts::These(tested, marks) };
        let test = Test { query: self.query, pair: self.pair };
        changes.clear();
        let candidates = &self.own.candidates;
        self.moving.test(test, None, candidates, lefts, &mut |change| changes.push(change));
        let ids = self.moving.ids();
        for &Candidate { left, right, touches } in &*changes {
            self.own.candidates.set(left, right, touches);
            self.own.candidates.set(right, left, touches);
            let (a, b) = (ids[left as usize], ids[right as usize]);
            let list = if touches { &mut self.own.gained } else { &mut self.own.lost };
            list.push(hit(a.min(b), a.max(b)));
        }
        if let Some(fixed) = &self.fixed {
            let (packed, test) = (fixed.rows.packed(), Test { pair: fixed.pair, ..test });
            let candidates = &self.of_fixed.candidates;
            changes.clear();
            self.moving.test(test, Some(packed), candidates, lefts, &mut |change| changes.push(change));
            let ids = self.moving.ids();
            for &Candidate { left, right, touches } in &*changes {
                self.of_fixed.candidates.set(left, right, touches);
                let list = if touches { &mut self.of_fixed.gained } else { &mut self.of_fixed.lost };
                list.push(hit(ids[left as usize], packed.number(right)));
            }
        }
        for &place in &*tested {
            marks[place as usize] = 0;
        }
    }

    fn when(&self) -> When {
        When { frame: self.frame, share: self.margins.share() }
    }

    /// New fat boxes of some groups, and their candidates: a part of all in each frame, so that no frame does it
    /// for all. Groups that follow each other lie side by side along Hilbert's curve, so few of their candidates
    /// are in others. All pairs that touch are known, so nothing begins or ends by it.
    fn renew_some(&mut self) {
        let (groups, level, when) = (self.moving.groups(), self.query.level(), self.when());
        let start = if self.next_group < groups { self.next_group } else { 0 };
        let len = groups.div_ceil(PERIOD).max(1);
        let end = groups.min(start + len);
        self.next_group = end;
        if end == groups {
            self.cycle = self.cycle.wrapping_add(1);
            self.since = 0;
            self.is_worn = self.moving.is_worn();
        }
        self.searched.groups = true;
        self.forget_some(start..end);
        if (self.cycle + start / len).is_multiple_of(SORT_CYCLES) {
            self.moving.sort_some(level, start..end, &mut self.places);
        }
        self.moving.renew(level, when, start..end);
        let most = MOST_CANDIDATES * ((end - start) * WIDTH + FEW_SEARCHED);
        while self.find(start..end, self.margins.limit(most), false).is_none() {
            self.forget_some(start..end);
            self.moving.shrink(level, self.margins.lower(), start..end);
        }
    }

    /// Removes the candidates of some groups.
    fn forget_some(&mut self, groups: Range<usize>) {
        let places = groups.start as u32 * WIDTH as u32..groups.end as u32 * WIDTH as u32;
        self.own.candidates.clear_all(places.clone());
        places.for_each(|place| self.of_fixed.candidates.clear(place));
    }

    /// New fat boxes of all rows, and all candidates.
    fn search_all(&mut self) -> Result<(), Error> {
        let (level, width) = (self.query.level(), self.width);
        let searched = &self.work.searched;
        let new = searched.iter().filter(|&&id| self.places[id as usize] == DEAD).count();
        let is_sorted = self.moving.is_full(new) || self.moving.is_worn();
        self.searched = Searched { all: true, sorted: is_sorted, ..Searched::default() };
        (self.since, self.is_worn) = (0, false);
        let when = self.when();
        if is_sorted {
            let flags = &self.flags;
            let is_alive = |id: usize| flags[id] & ALIVE != 0;
            let rows = RowsById { values: &self.values, places: &mut self.places, is_alive: &is_alive };
            self.moving.sort(self.query, when, rows);
        } else {
            for &id in searched {
                if self.places[id as usize] == DEAD {
                    let values = &self.values[id as usize * width..][..width];
                    self.places[id as usize] = self.moving.put(when, DEAD, id, values);
                }
            }
            self.moving.renew(level, when, 0..self.moving.groups());
        }
        let most = MOST_CANDIDATES * (self.len + FEW_SEARCHED);
        let found = loop {
            let places = self.moving.ids().len();
            for contacts in [&mut self.own, &mut self.of_fixed] {
                contacts.candidates.start(places, room(places));
                contacts.hits.start(0)?;
            }
            self.work.marks.clear();
            self.work.marks.reserve(places + room(places));
            self.work.marks.resize(places, 0);
            match self.find(0..self.moving.groups(), self.margins.limit(most), true) {
                Some(found) => break found,
                None => self.moving.shrink(level, self.margins.lower(), 0..self.moving.groups()),
            }
        };
        self.margins.searched(found, most);
        self.own.compare_hits(level, self.flags.len())?;
        let lefts = if self.fixed.is_some() { self.flags.len() } else { 0 };
        self.of_fixed.compare_hits(level, lefts)
    }

    /// Finds all candidates of some groups, of which none is known, and notes those that touch as hits if they
    /// are to be. Returns their number, or None where margins make more than `most`.
    fn find(&mut self, groups: Range<usize>, most: usize, with_hits: bool) -> Option<usize> {
        let changes = &mut self.work.changes;
        changes.clear();
        let filters = &self.filters;
        let allow = |a: u32, b: u32| filters[a as usize].allows(filters[b as usize]);
        let allow: Allow = if self.is_filtered { Some(&allow) } else { None };
        let test = Test { query: self.query, pair: self.pair };
        let candidates = &mut self.own.candidates;
        let mut found = self.moving.search(test, groups.clone(), None, allow, most, &mut |candidate| {
            let Candidate { left, right, touches } = candidate;
            candidates.push(left, (right, touches));
            candidates.push(right, (left, touches));
            if touches & with_hits {
                changes.push(candidate);
            }
        })?;
        let ids = self.moving.ids();
        for &Candidate { left, right, .. } in &*changes {
            let (a, b) = (ids[left as usize], ids[right as usize]);
            self.own.hits.push(a.min(b), a.max(b));
        }
        if let Some(fixed) = &self.fixed {
            let (packed, test) = (fixed.rows.packed(), Test { pair: fixed.pair, ..test });
            let allow = |a: u32, _: u32| filters[a as usize].allows(fixed.filter);
            let allow: Allow =
                if self.is_filtered || fixed.filter != Filter::ALL { Some(&allow) } else { None };
            changes.clear();
            let candidates = &mut self.of_fixed.candidates;
            found += self.moving.search(test, groups, Some(packed), allow, most, &mut |candidate| {
                let Candidate { left, right, touches } = candidate;
                candidates.push(left, (right, touches));
                if touches & with_hits {
                    changes.push(candidate);
                }
            })?;
            let ids = self.moving.ids();
            for &Candidate { left, right, .. } in &*changes {
                self.of_fixed.hits.push(ids[left as usize], packed.number(right));
            }
        }
        Some(found)
    }
}
