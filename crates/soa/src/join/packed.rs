//! Rows sorted by region and along Hilbert's curve, with a tree of boxes above them.
//!
//! What depends on their shape is behind two traits, compiled once a shape: [`PackedRows`] for rows in
//! groups, and [`LeftRows`] for rows that are still by region. All else of a join knows only boxes.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::mem::take;
use core::ops::Range;

use bytemuck::Zeroable;

use super::bounds::{Bounded, Chosen, boxes_of_groups};
use super::boxes::Boxes;
use super::groups::{BLOCK, FEW, Groups, Numbered, starts_of};
use super::order::HilbertSort;
use super::probe::Probe;
use super::progress::{ProgressCounter, Report};
use super::scatter::Scattered;
use super::tree::Tree;
use crate::data::any::AnyView;
use crate::data::shape::Shape;
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

    /// What the row of a place sends down a tree.
    fn probe(&self, place: usize) -> Probe<B>;

    /// The numbers of up to [`BLOCK`] places.
    fn numbers(&self, places: &[u32], numbers: &mut [u32; BLOCK]);

    /// Makes the boxes of some groups and of their rows. All groups begin at `starts`.
    fn boxes(&self, level: Level, starts: &[u32], groups: &[u32], boxes: &mut Boxes<B>);

    /// The boxes of all groups. Those of their rows are appended to `rows`.
    fn group_boxes(&self, level: Level, starts: &[u32], rows: Option<&mut Groups<B>>) -> Vec<B>;

    /// Calls `take` with the number of each row of some places and its squared distance to a point.
    fn distances(&self, places: Range<usize>, point: &[f32], take: &mut dyn FnMut(u32, f64));

    /// Replaces each row by the one with its number.
    fn update(&mut self, rows: &AnyView);
}

impl<S: Bounded> PackedRows<S::Bounds> for Vec<Numbered<S>> {
    fn copy(&self, places: &[u32], columns: &mut [Column], numbers: &mut [u32; BLOCK]) {
        copy_rows(self, places, columns, numbers);
    }

    fn copy_few(&self, places: &[u32], columns: &mut [[f32; FEW]], numbers: &mut [u32; FEW]) {
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

    fn boxes(&self, level: Level, starts: &[u32], groups: &[u32], boxes: &mut Boxes<S::Bounds>) {
        boxes_of_groups(level, self, starts, Chosen::These(groups), boxes, true);
    }

    fn group_boxes(
        &self,
        level: Level,
        starts: &[u32],
        rows: Option<&mut Groups<S::Bounds>>,
    ) -> Vec<S::Bounds> {
        let mut all = Vec::with_capacity(starts.len() - 1);
        append_group_boxes(level, self, starts, &mut Boxes::new(), &mut all, rows);
        all
    }

    fn distances(&self, places: Range<usize>, point: &[f32], take: &mut dyn FnMut(u32, f64)) {
        for (row, number) in &self[places] {
            take(*number, row.squared_distance_to(point));
        }
    }

    fn update(&mut self, rows: &AnyView) {
        if let Some(rows) = rows.typed::<S>() {
            for (slot, number) in self {
                *slot = rows.at(*number as usize);
            }
        }
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
    for (at, &place) in places.iter().enumerate() {
        let (row, number) = &rows[place as usize];
        // It is less than that anyway; so the compiler knows it.
        let at = at % N;
        for (column, &x) in columns.iter_mut().zip(row.values()) {
            column[at] = x;
        }
        numbers[at] = *number;
    }
}

/// Appends the boxes of groups, and those of their rows.
fn append_group_boxes<S: Bounded>(
    level: Level,
    rows: &[Numbered<S>],
    starts: &[u32],
    boxes: &mut Boxes<S::Bounds>,
    all: &mut Vec<S::Bounds>,
    mut boxes_of_rows: Option<&mut Groups<S::Bounds>>,
) {
    let chunk = Boxes::<S::Bounds>::CHUNK;
    for first in (0..starts.len() - 1).step_by(chunk) {
        let starts = &starts[first..starts.len().min(first + chunk + 1)];
        boxes_of_groups(level, rows, starts, Chosen::All, boxes, true);
        all.extend((0..starts.len() - 1).map(|group| boxes.groups.get(group)));
        if let Some(of_rows) = &mut boxes_of_rows {
            of_rows.append(&boxes.rows, starts.len() - 1);
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
    keeps_boxes: bool,
    progress: ProgressCounter<'a>,
}

impl<'a> Build<'a> {
    pub(crate) fn new(query: Query, rows: usize, progress: Option<Report<'a>>) -> Self {
        let progress = ProgressCounter::new(rows, progress);
        Self { level: query.level(), threads: query.threads(), keeps_boxes: false, progress }
    }

    /// The same for rows that are kept for many queries.
    pub(crate) fn keeping_boxes(self) -> Self {
        Self { keeps_boxes: true, ..self }
    }
}

/// All rows of a side in groups, and a tree of the boxes around them.
pub(crate) struct Packed<B: Shape> {
    rows: Box<dyn PackedRows<B>>,
    /// The number of rows.
    len: usize,
    /// Where each group begins, and where the last one ends. Each region begins a group.
    starts: Vec<u32>,
    pub(crate) tree: Tree<B>,
    /// The boxes of the rows of each group, if they are kept.
    pub(crate) boxes: Option<Groups<B>>,
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
        let (mut rest, mut start) = (&mut rows[..], 0);
        let tasks = tasks.into_iter().map(|regions| {
            let len = counts[regions.clone()].iter().sum();
            start += len;
            PackTask { regions, start: start - len, rows: rest.split_off_mut(..len).unwrap_or_default() }
        });
        let grouped = threads.map(tasks.collect(), |task| task.run(build, &counts, from.as_ref()));
        let mut starts: Vec<u32> = grouped.iter().flat_map(|task| task.starts.iter().copied()).collect();
        starts.push(rows.len() as u32);
        let boxes = build.keeps_boxes.then(|| {
            let mut boxes = Groups::zeroed(0);
            for task in &grouped {
                boxes.append(&task.boxes_of_rows, task.boxes_of_rows.len());
            }
            boxes
        });
        let group_boxes: Vec<_> = grouped.into_iter().flat_map(|task| task.boxes).collect();
        Self {
            len: rows.len(),
            rows: Box::new(rows),
            starts,
            tree: Tree::new(group_boxes.into_iter()),
            boxes,
        }
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
        if let Some(boxes) = &mut self.boxes {
            boxes.clear();
        }
        self.tree = Tree::new(self.rows.group_boxes(level, &self.starts, self.boxes.as_mut()).into_iter());
    }
}

/// The regions that a task packs.
struct PackTask<'a, S> {
    regions: Range<usize>,
    /// The first place.
    start: usize,
    rows: &'a mut [Numbered<S>],
}

/// The groups of a task: where they begin, and their boxes.
struct Grouped<B> {
    starts: Vec<u32>,
    boxes: Vec<B>,
    boxes_of_rows: Groups<B>,
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
        let mut grouped = Grouped { starts: Vec::new(), boxes: Vec::new(), boxes_of_rows: Groups::zeroed(0) };
        let (mut rest, mut start, mut unreported) = (self.rows, self.start, 0);
        for region in self.regions {
            let rows = rest.split_off_mut(..counts[region]).unwrap_or_default();
            scratch.clear();
            match from {
                Some(from) => from.copy(region, &mut scratch),
                None => scratch.extend_from_slice(rows),
            }
            order.sort_into(build.level, &scratch, rows);
            starts_of(rows.len(), &mut starts);
            let of_rows = build.keeps_boxes.then_some(&mut grouped.boxes_of_rows);
            append_group_boxes(build.level, rows, &starts, &mut boxes, &mut grouped.boxes, of_rows);
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
