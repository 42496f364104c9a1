//! Rows sorted by region and along Hilbert's curve, with a tree of boxes above them.
//!
//! What depends on their shape is behind two traits, compiled once a shape: [`PackedRows`] for rows in
//! groups, and [`LeftRows`] for rows that are still by region. All else of a join knows only boxes.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::any::Any;
use core::array::from_fn;
use core::mem::take;
use core::ops::Range;

use bytemuck::Zeroable;
use scalar::dim3::Triangle3;

use super::bounds::{Bounded, Chosen, boxes_of_groups};
use super::boxes::Boxes;
use super::groups::{BLOCK, DEAD, FEW, Groups, Numbered, WIDTH, bounds_of_group, merge, starts_of};
use super::nearest::Best;
use super::order::HilbertSort;
use super::probe::Probe;
use super::progress::{Phase, PhaseClock, ProgressCounter, Report};
use super::scatter::Scattered;
use super::slabs::HEIGHTS;
use super::tree::{Tree, extent};
use crate::data::any::AnyView;
use crate::data::shape::{MAX_COLUMNS, Shape};
use crate::lanes::level::Level;
use crate::run::query::Query;
use crate::run::threads::Threads;

/// A column of a block of candidates. Three cache lines longer than necessary: columns that are a power of
/// two long would all begin in the same sets of the cache.
pub(crate) type Column = [f32; BLOCK + 48];

/// Rows of one shape, each in one piece: a candidate is copied whole.
pub(crate) trait PackedRows<B: Shape>: Send + Sync {
    /// Copies the rows of up to [`BLOCK`] places to columns, and their numbers.
    fn copy(&self, places: &[u32], columns: &mut [Column], numbers: &mut [u32; BLOCK]);

    /// The same of up to [`FEW`] places.
    fn copy_few(&self, places: &[u32], columns: &mut [[f32; FEW]], numbers: &mut [u32; FEW]);

    /// The same of up to sixteen places.
    fn copy_sixteen(&self, places: &[u32], columns: &mut [[f32; WIDTH]], numbers: &mut [u32; WIDTH]);

    /// What the row of a place sends down a tree.
    fn probe(&self, place: usize) -> Probe<B>;

    /// The numbers of up to [`BLOCK`] places.
    fn numbers(&self, places: &[u32], numbers: &mut [u32; BLOCK]);

    /// Makes the boxes of the rows of some groups, and with `with_groups` those of the groups. All groups
    /// begin at `starts`.
    fn boxes(&self, level: Level, starts: &[u32], groups: Chosen, boxes: &mut Boxes<B>, with_groups: bool);

    /// Calls `take` with the box of each group. Those of its rows are written to `rows`, which has room for
    /// all.
    fn group_boxes(
        &self,
        level: Level,
        starts: &[u32],
        rows: Option<&mut [f32]>,
        scratch: &mut Boxes<B>,
        take: &mut dyn FnMut(B),
    );

    /// Offers the row of a place, whose squared distance to a point is at least `least`, if `keep` says yes
    /// to its number.
    fn offer(
        &self,
        place: usize,
        point: &[f32],
        least: f32,
        best: &mut Best,
        keep: &mut dyn FnMut(u32) -> bool,
    );

    /// The rows, if they are triangles in space: what rays are cast at.
    fn triangles(&self) -> Option<&[Numbered<Triangle3>]>;

    /// Replaces each row by the one with its number.
    fn update(&mut self, rows: &AnyView);

    /// Replaces the rows of some places by those with their numbers, of rows one after the other.
    fn update_from(&mut self, places: Range<usize>, rows: &[f32]);

    /// The rows in groups of sixteen places, the last of which are dead where a group is not full, with room
    /// for more rows.
    fn padded(&self, starts: &[u32], more: usize) -> Box<dyn PackedRows<B>>;

    /// The values of a row, and its number.
    fn row(&self, place: usize) -> (&[f32], u32);

    /// Writes a row and its number to a place, or to the one after the last; without a row the place is dead.
    /// Returns the row's box.
    fn set(&mut self, place: usize, row: Option<(&[f32], u32)>) -> B;

    /// The box of a row with these values.
    fn bounds_of(&self, values: &[f32]) -> B;

    /// Sorts the rows of some places; dead places become the last ones. For a while there are as many more
    /// rows behind the last.
    fn sort(&mut self, level: Level, places: Range<usize>, order: &mut HilbertSort<B>);
}

impl<S: Bounded> PackedRows<S::Bounds> for Vec<Numbered<S>> {
    fn copy(&self, places: &[u32], columns: &mut [Column], numbers: &mut [u32; BLOCK]) {
        copy_rows(self, places, columns, numbers);
    }

    fn copy_few(&self, places: &[u32], columns: &mut [[f32; FEW]], numbers: &mut [u32; FEW]) {
        copy_rows(self, places, columns, numbers);
    }

    fn copy_sixteen(&self, places: &[u32], columns: &mut [[f32; WIDTH]], numbers: &mut [u32; WIDTH]) {
        copy_rows(self, places, columns, numbers);
    }

    fn probe(&self, place: usize) -> Probe<S::Bounds> {
        Probe::of(&self[place].0)
    }

    fn numbers(&self, places: &[u32], numbers: &mut [u32; BLOCK]) {
        for (number, &place) in numbers.iter_mut().zip(places) {
            *number = self[place as usize].1;
        }
    }

    fn boxes(
        &self,
        level: Level,
        starts: &[u32],
        groups: Chosen,
        boxes: &mut Boxes<S::Bounds>,
        with_groups: bool,
    ) {
        boxes_of_groups(level, self, starts, groups, boxes, with_groups);
    }

    fn group_boxes(
        &self,
        level: Level,
        starts: &[u32],
        rows: Option<&mut [f32]>,
        scratch: &mut Boxes<S::Bounds>,
        take: &mut dyn FnMut(S::Bounds),
    ) {
        group_boxes(level, self, starts, scratch, take, rows);
    }

    fn offer(
        &self,
        place: usize,
        point: &[f32],
        least: f32,
        best: &mut Best,
        keep: &mut dyn FnMut(u32) -> bool,
    ) {
        let (row, number) = &self[place];
        if best.may_take(*number, f64::from(least)) {
            let distance = row.squared_distance_to(point);
            if best.may_take(*number, distance) && keep(*number) {
                best.offer(*number, distance);
            }
        }
    }

    fn triangles(&self) -> Option<&[Numbered<Triangle3>]> {
        (self as &dyn Any).downcast_ref::<Vec<_>>().map(Vec::as_slice)
    }

    fn update(&mut self, rows: &AnyView) {
        if let Some(rows) = rows.typed::<S>() {
            for (slot, number) in self.iter_mut().filter(|(_, number)| *number != DEAD) {
                *slot = rows.at(*number as usize);
            }
        }
    }

    fn update_from(&mut self, places: Range<usize>, rows: &[f32]) {
        let rows: &[S] = bytemuck::cast_slice(rows);
        for (slot, number) in &mut self[places] {
            // Dead places have a number that no row has.
            if let Some(&row) = rows.get(*number as usize) {
                *slot = row;
            }
        }
    }

    fn padded(&self, starts: &[u32], more: usize) -> Box<dyn PackedRows<S::Bounds>> {
        let dead = (S::from_values(|_| f32::NAN), DEAD);
        let mut padded = Self::with_capacity(WIDTH * starts.len() + more);
        for group in starts.windows(2) {
            padded.extend_from_slice(&self[group[0] as usize..group[1] as usize]);
            padded.resize(padded.len().next_multiple_of(WIDTH), dead);
        }
        Box::new(padded)
    }

    fn row(&self, place: usize) -> (&[f32], u32) {
        let (row, number) = &self[place];
        (row.values(), *number)
    }

    fn set(&mut self, place: usize, row: Option<(&[f32], u32)>) -> S::Bounds {
        let (row, bounds) = match row {
            Some((values, number)) => {
                let row = S::from_values(|k| values[k]);
                ((row, number), row.bounds())
            }
            None => ((S::from_values(|_| f32::NAN), DEAD), S::Bounds::from_values(|_| f32::NAN)),
        };
        match self.get_mut(place) {
            Some(slot) => *slot = row,
            None => self.push(row),
        }
        bounds
    }

    fn bounds_of(&self, values: &[f32]) -> S::Bounds {
        S::from_values(|k| values[k]).bounds()
    }

    fn sort(&mut self, level: Level, places: Range<usize>, order: &mut HilbertSort<S::Bounds>) {
        let len = self.len();
        for place in places.clone() {
            if self[place].1 != DEAD {
                self.push(self[place]);
            }
        }
        let (rows, alive) = self.split_at_mut(len);
        let (first, last) = rows[places].split_at_mut(alive.len());
        order.sort_into(level, alive, first);
        last.fill((S::from_values(|_| f32::NAN), DEAD));
        self.truncate(len);
    }
}

/// Copies the rows of some places to columns that are at least as long, and their numbers.
#[inline(always)]
fn copy_rows<S: Shape, const COLUMN: usize, const N: usize>(
    rows: &[Numbered<S>],
    places: &[u32],
    columns: &mut [[f32; COLUMN]],
    numbers: &mut [u32; N],
) {
    let columns = &mut columns[..S::COLUMNS.len()];
    // Four at a time: a quarter of the stores.
    let (fours, rest) = places.as_chunks::<4>();
    for (n, places) in fours.iter().enumerate() {
        // It is less than that anyway; so the compiler knows it.
        let n = n % (N / 4);
        let rows = places.map(|place| &rows[place as usize]);
        for (k, column) in columns.iter_mut().enumerate() {
            column.as_chunks_mut().0[n] = rows.map(|(row, _)| row.values()[k]);
        }
        numbers.as_chunks_mut().0[n] = rows.map(|&(_, number)| number);
    }
    for (at, &place) in (4 * fours.len()..).zip(rest) {
        let (row, number) = &rows[place as usize];
        let at = at % N;
        for (column, &x) in columns.iter_mut().zip(row.values()) {
            column[at] = x;
        }
        numbers[at] = *number;
    }
}

/// Calls `take` with the box of each group, and writes those of its rows, if there is room for them.
pub(crate) fn group_boxes<S: Bounded>(
    level: Level,
    rows: &[Numbered<S>],
    starts: &[u32],
    boxes: &mut Boxes<S::Bounds>,
    take: &mut dyn FnMut(S::Bounds),
    mut boxes_of_rows: Option<&mut [f32]>,
) {
    let chunk = Boxes::<S::Bounds>::CHUNK;
    for first in (0..starts.len() - 1).step_by(chunk) {
        let starts = &starts[first..starts.len().min(first + chunk + 1)];
        boxes_of_groups(level, rows, starts, Chosen::All, boxes, true);
        (0..starts.len() - 1).for_each(|group| take(boxes.groups.get(group)));
        if let Some(of_rows) = &mut boxes_of_rows {
            let values = boxes.rows.values(starts.len() - 1);
            of_rows[first * Groups::<S::Bounds>::VALUES..][..values.len()].copy_from_slice(values);
        }
    }
}

/// Rows in groups of neighbours.
#[derive(Clone, Copy)]
pub(crate) struct RowGroups<'a, B> {
    pub(crate) rows: &'a dyn PackedRows<B>,
    /// Where each group begins, and where the last one ends.
    pub(crate) starts: &'a [u32],
}

impl<B> RowGroups<'_, B> {
    /// The number of groups.
    pub(crate) fn groups(self) -> usize {
        self.starts.len() - 1
    }

    /// The places of a group.
    pub(crate) fn group(self, group: usize) -> Range<usize> {
        self.starts[group] as usize..self.starts[group + 1] as usize
    }

    /// Some groups, with the places that they have among all.
    pub(crate) fn part(self, groups: Range<usize>) -> Self {
        Self { starts: &self.starts[groups.start..=groups.end], ..self }
    }
}

/// Rows by region, not yet sorted within a region.
pub(crate) trait LeftRows<B: Shape>: Sync {
    /// The number of rows.
    fn len(&self) -> usize;

    /// Neighbouring regions for each task.
    fn tasks(&self, threads: Threads) -> Vec<Range<usize>>;

    /// The number of regions.
    fn regions(&self) -> usize;

    /// The number of rows of a task.
    fn rows(&self, task: &Range<usize>) -> usize;

    /// Reads regions, one after the other.
    fn reader(&self) -> Box<dyn Reader<B> + '_>;
}

/// Sorts the rows of one region after the other into groups.
pub(crate) trait Reader<B: Shape> {
    /// The rows of a region.
    fn read(&mut self, level: Level, region: usize) -> RowGroups<'_, B>;
}

impl<S: Bounded> LeftRows<S::Bounds> for Scattered<Numbered<S>> {
    fn len(&self) -> usize {
        Self::len(self)
    }

    fn tasks(&self, threads: Threads) -> Vec<Range<usize>> {
        Self::tasks(self, threads)
    }

    fn regions(&self) -> usize {
        self.buckets()
    }

    fn rows(&self, task: &Range<usize>) -> usize {
        task.clone().map(|region| self.count(region)).sum()
    }

    fn reader(&self) -> Box<dyn Reader<S::Bounds> + '_> {
        Box::new(RegionReader {
            from: self,
            order: HilbertSort::new(),
            scratch: Vec::new(),
            rows: Vec::new(),
            starts: Vec::new(),
        })
    }
}

struct RegionReader<'a, S: Bounded> {
    from: &'a Scattered<Numbered<S>>,
    order: HilbertSort<S::Bounds>,
    /// The pieces of a region.
    scratch: Vec<Numbered<S>>,
    rows: Vec<Numbered<S>>,
    starts: Vec<u32>,
}

impl<S: Bounded> Reader<S::Bounds> for RegionReader<'_, S> {
    fn read(&mut self, level: Level, region: usize) -> RowGroups<'_, S::Bounds> {
        let from = self.from.bucket(region, &mut self.scratch);
        self.rows.resize(from.len(), Zeroable::zeroed());
        self.order.sort_into(level, from, &mut self.rows);
        starts_of(self.rows.len(), &mut self.starts);
        RowGroups { rows: &self.rows, starts: &self.starts }
    }
}

/// How rows are packed.
pub(crate) struct Build<'a> {
    pub(crate) level: Level,
    pub(crate) threads: Threads,
    /// Whether the boxes of rows are kept, for queries with few shapes.
    pub(crate) keeps_boxes: bool,
    /// Whether rows that gain from it are sorted by halves.
    pub(crate) by_halves: bool,
    pub(crate) progress: ProgressCounter<'a>,
}

impl<'a> Build<'a> {
    pub(crate) fn new(
        query: Query,
        rows: usize,
        progress: Option<Report<'a>>,
        clock: PhaseClock<'a>,
    ) -> Self {
        let progress = ProgressCounter::new(rows, progress, clock);
        Self {
            level: query.level(),
            threads: query.threads(),
            keeps_boxes: false,
            by_halves: false,
            progress,
        }
    }

    /// The same for rows that are kept for many queries, of single shapes as well if they are sorted by
    /// halves.
    pub(crate) fn keeping_boxes(self, by_halves: bool) -> Self {
        Self { keeps_boxes: true, by_halves, ..self }
    }
}

/// All rows of a side in groups, and a tree of the boxes around them.
pub(crate) struct Packed<B: Shape> {
    pub(super) rows: Box<dyn PackedRows<B>>,
    /// The number of rows, without dead places.
    len: usize,
    /// Where each group begins, and where the last one ends. Each region begins a group.
    pub(super) starts: Vec<u32>,
    /// Groups that were built together. Those after them are appended.
    built: usize,
    /// The next place to append to.
    next: usize,
    pub(crate) tree: Tree<B>,
    /// The boxes of the rows of each group, if they are kept.
    pub(crate) boxes: Option<Groups<B>>,
    /// What [`Packed::refit`] works with.
    scratch: Boxes<B>,
}

impl<B: Shape> Packed<B> {
    /// All regions.
    pub(crate) fn new<S: Bounded<Bounds = B>>(build: &Build, regions: Scattered<Numbered<S>>) -> Self {
        let threads = build.threads;
        // Rows that are not finite are in no region.
        build.progress.add(build.progress.of() - regions.len());
        let counts: Vec<usize> = (0..regions.buckets()).map(|region| regions.count(region)).collect();
        let tasks = regions.tasks(threads);
        let (mut rows, from) = regions.gather();
        let groups_of = |counts: &[usize]| counts.iter().map(|count| count.div_ceil(WIDTH)).sum();
        let mut boxes = build.keeps_boxes.then(|| Groups::zeroed(groups_of(&counts)));
        let (mut rest, mut start) = (&mut rows[..], 0);
        let mut rest_of_boxes = boxes.as_mut().map(Groups::values_mut);
        let tasks = tasks.into_iter().map(|regions| {
            let counts = &counts[regions.clone()];
            let len = counts.iter().sum();
            start += len;
            let rows = rest.split_off_mut(..len).unwrap_or_default();
            let values = groups_of(counts) * Groups::<B>::VALUES;
            let boxes = rest_of_boxes.as_mut().and_then(|rest| rest.split_off_mut(..values));
            PackTask { regions, start: start - len, rows, boxes }
        });
        let grouped = threads.map(tasks.collect(), |task| task.run(build, &counts, from.as_ref()));
        let mut starts: Vec<u32> = grouped.iter().flat_map(|task| task.starts.iter().copied()).collect();
        starts.push(rows.len() as u32);
        let group_boxes: Vec<_> = grouped.into_iter().flat_map(|task| task.boxes).collect();
        let tree = Tree::new(group_boxes.into_iter());
        build.progress.clock.end(Phase::Tree);
        let (built, next) = (starts.len() - 1, rows.len());
        let rows = Box::new(rows);
        Self { len: next, rows, starts, built, next, tree, boxes, scratch: Boxes::new() }
    }

    /// Rows in full groups, with the boxes of the groups and of their rows.
    pub(crate) fn of_groups<S: Bounded<Bounds = B>>(
        rows: Vec<Numbered<S>>,
        group_boxes: Vec<B>,
        boxes: Groups<B>,
    ) -> Self {
        let mut starts = Vec::new();
        starts_of(rows.len(), &mut starts);
        let tree = Tree::new(group_boxes.into_iter());
        let (built, next) = (starts.len() - 1, rows.len());
        let (rows, boxes) = (Box::new(rows), Some(boxes));
        Self { len: next, rows, starts, built, next, tree, boxes, scratch: Boxes::new() }
    }

    /// The boxes of rows, those of each level of the tree above them, and which are those of the root; None
    /// without rows.
    pub(crate) fn heights(&self) -> Option<([&Groups<B>; HEIGHTS], usize)> {
        let ((top, _), of_rows) = (self.tree.root()?, self.boxes.as_ref()?);
        let boxes = |height: usize| match height {
            0 => of_rows,
            _ => self.tree.level(top.min(height - 1)),
        };
        Some((from_fn(boxes), top + 1))
    }

    pub(crate) fn side(&self) -> RowGroups<'_, B> {
        RowGroups { rows: &*self.rows, starts: &self.starts }
    }

    /// The number of rows.
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// Replaces each row by the one with its number, and makes new boxes.
    pub(crate) fn refit(&mut self, level: Level, rows: &AnyView) {
        self.rows.update(rows);
        let boxes = self.boxes.as_mut().map(Groups::values_mut);
        let mut group = 0;
        self.rows.group_boxes(level, &self.starts, boxes, &mut self.scratch, &mut |around| {
            self.tree.set(group, &around);
            group += 1;
        });
        self.tree.refit();
    }
}

/// Rows of an index that change one by one: in their groups, or in groups that are appended.
pub(crate) trait Edit {
    /// The values of a row and its number, or [`DEAD`].
    fn row(&self, place: usize) -> (&[f32], u32);

    /// The number of places when they were built, and with those that rows were appended to.
    fn places(&self) -> [usize; 2];

    /// Removes the row of a place, which the last row of its group takes: dead places are at the end of a
    /// group. Returns the number of that row, or [`DEAD`].
    fn remove(&mut self, place: usize) -> u32;

    /// Replaces the row of a place, unless the sides of the box around its group would grow beyond `most`.
    /// Returns whether it was replaced.
    fn replace(&mut self, place: usize, values: &[f32], most: f64) -> bool;

    /// Appends a row. Returns its place.
    fn push(&mut self, values: &[f32], number: u32) -> usize;

    /// Sorts the rows that were appended last: whole groups of them.
    fn sort_last(&mut self, level: Level, rows: usize);
}

impl<B: Shape> Packed<B> {
    /// Writes a place of a group, or the one after its last, and the boxes around it.
    fn write(&mut self, group: usize, place: usize, row: Option<(&[f32], u32)>) -> B {
        let bounds = self.rows.set(place, row);
        let Some(boxes) = &mut self.boxes else { return bounds };
        boxes.set(group * WIDTH + place - self.starts[group] as usize, &bounds);
        bounds_of_group(&boxes.group(group))
    }

    fn group_of(&self, place: usize) -> usize {
        self.starts.partition_point(|&start| start as usize <= place) - 1
    }
}

impl<B: Shape> Edit for Packed<B> {
    fn row(&self, place: usize) -> (&[f32], u32) {
        self.rows.row(place)
    }

    fn places(&self) -> [usize; 2] {
        [self.starts[self.built] as usize, self.next]
    }

    fn remove(&mut self, place: usize) -> u32 {
        let group = self.group_of(place);
        let places = self.starts[group] as usize..self.starts[group + 1] as usize;
        let rows = &self.rows;
        let last = places.rev().find(|&place| rows.row(place).1 != DEAD).unwrap_or(place);
        let (values, number) = self.rows.row(last);
        let mut copy = [0.0; MAX_COLUMNS];
        let copy = &mut copy[..values.len()];
        copy.copy_from_slice(values);
        self.write(group, place, Some((copy, number)));
        let around = self.write(group, last, None);
        self.tree.put(group, &around);
        self.len -= 1;
        if group >= self.built && last + 1 == self.next {
            self.next = last;
        }
        if last == place { DEAD } else { number }
    }

    fn replace(&mut self, place: usize, values: &[f32], most: f64) -> bool {
        let (group, number) = (self.group_of(place), self.rows.row(place).1);
        let before = self.tree.get(0, group);
        let around = merge(&before, &self.rows.bounds_of(values));
        let fits = extent(&around) <= extent(&before).max(most);
        if fits {
            let around = self.write(group, place, Some((values, number)));
            self.tree.put(group, &around);
        }
        fits
    }

    fn push(&mut self, values: &[f32], number: u32) -> usize {
        let groups = self.starts.len() - 1;
        if groups == self.built && groups > 0 {
            // Groups are full, so that a place in the last ones tells its group.
            let full = self.starts[groups - 1] + WIDTH as u32;
            for place in self.starts[groups]..full {
                self.rows.set(place as usize, None);
            }
            self.starts[groups] = full;
            self.next = full as usize;
        }
        let (place, end) = (self.next, self.starts[groups] as usize);
        if place == end && (groups == self.built || end - self.starts[groups - 1] as usize == WIDTH) {
            self.starts.push(end as u32 + 1);
            if let Some(boxes) = &mut self.boxes {
                boxes.resize(groups + 1);
            }
        } else if place == end {
            self.starts[groups] += 1;
        }
        let group = self.group_of(place);
        let around = self.write(group, place, Some((values, number)));
        self.tree.put(group, &around);
        self.len += 1;
        self.next += 1;
        place
    }

    fn sort_last(&mut self, level: Level, rows: usize) {
        let groups = [self.next - rows, self.next - 1].map(|place| self.group_of(place));
        self.rows.sort(level, self.next - rows..self.next, &mut HilbertSort::new());
        let Some(boxes) = &mut self.boxes else { return };
        let values = groups[0] * Groups::<B>::VALUES..(groups[1] + 1) * Groups::<B>::VALUES;
        let (starts, values) = (&self.starts[groups[0]..=groups[1] + 1], &mut boxes.values_mut()[values]);
        let mut group = groups[0];
        self.rows.group_boxes(level, starts, Some(values), &mut self.scratch, &mut |around| {
            self.tree.put(group, &around);
            group += 1;
        });
    }
}

/// The regions that a task packs.
struct PackTask<'a, S> {
    regions: Range<usize>,
    /// The first place.
    start: usize,
    rows: &'a mut [Numbered<S>],
    /// Room for the boxes of the rows, if they are kept.
    boxes: Option<&'a mut [f32]>,
}

/// The groups of a task: where they begin, and their boxes.
struct Grouped<B> {
    starts: Vec<u32>,
    boxes: Vec<B>,
}

impl<S: Bounded> PackTask<'_, S> {
    /// Sorts the rows of each region: those of a bucket of `from`, or rows that are in the region's places.
    fn run(
        self,
        build: &Build,
        counts: &[usize],
        from: Option<&Scattered<Numbered<S>>>,
    ) -> Grouped<S::Bounds> {
        let (mut order, mut scratch) = (HilbertSort::new(), Vec::new());
        let (mut boxes, mut starts) = (Boxes::new(), Vec::new());
        let mut grouped = Grouped { starts: Vec::new(), boxes: Vec::new() };
        let (mut rest, mut rest_of_boxes) = (self.rows, self.boxes);
        let (mut start, mut unreported) = (self.start, 0);
        for region in self.regions {
            let rows = rest.split_off_mut(..counts[region]).unwrap_or_default();
            scratch.clear();
            match from {
                Some(from) => from.copy(region, &mut scratch),
                None => scratch.extend_from_slice(rows),
            }
            order.sort_into(build.level, &scratch, rows);
            build.progress.clock.end(Phase::Order);
            starts_of(rows.len(), &mut starts);
            let values = (starts.len() - 1) * Groups::<S::Bounds>::VALUES;
            let of_rows = rest_of_boxes.as_mut().and_then(|rest| rest.split_off_mut(..values));
            let mut push = |around| grouped.boxes.push(around);
            group_boxes(build.level, rows, &starts, &mut boxes, &mut push, of_rows);
            build.progress.clock.end(Phase::Groups);
            grouped.starts.extend(starts[..starts.len() - 1].iter().map(|&place| start as u32 + place));
            start += rows.len();
            unreported += rows.len();
            if unreported >= ProgressCounter::STEP {
                build.progress.add(take(&mut unreported));
            }
        }
        build.progress.add(unreported);
        grouped
    }
}
