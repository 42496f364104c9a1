//! Rows that move, in groups under boxes with a margin: what [`Scene`](crate::Scene) knows of space.
//!
//! ```text
//!    rows, by id                            written by the user at any time
//!      |   copied to their places
//!    rows, by place                         in groups of sixteen neighbours
//!      |   a tight box each
//!    fat boxes, group by group              made when the tight box leaves the old one
//!      |
//!    tree of the boxes of groups
//! ```
//!
//! A fat box is the tight box, enlarged by what the row may move in some frames if it goes on as it did since
//! the fat box before. In a crowd, where that makes too many candidates, all margins become smaller. Places
//! are numbered so that place `p` is in group `p / 16`. A dead place has a box that meets nothing and that
//! enlarges no box around it.

use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;
use core::any::Any;
use core::ops::Range;

use super::bounds::Chosen;
use super::boxes::Boxes;
pub(crate) use super::groups::DEAD;
pub(crate) use super::groups::WIDTH;
use super::groups::{Group, Groups, bits, bounds_of_group, intersects_mask, merge, splat};
use super::neighbours::Neighbours;
use super::order::HilbertSort;
use super::packed::{Build, Packed};
use super::probe::Probe;
use super::progress::PhaseClock;
use super::table::{AnyOps, AnyPacked, AnyPackedRows, RowOps, ops};
use super::tree::{Stack, extent};
use crate::data::any::AnyView;
use crate::data::shape::{Shape, ShapeKind};
use crate::lanes::level::{Level, at_level};
use crate::registry::Pair;
use crate::run::query::Query;
use crate::run::threads::split;

mod fat_box;
mod worker;

pub(crate) use fat_box::FRAMES;
use fat_box::{dead_box, enlarged, finite_box, part_of_frame, shrunk, within_floats, within_mask};
use worker::{Sides, Work, Worker};

/// A box around a group is not enlarged beyond this many times the mean of all when they were sorted.
const MOST_EXTENT: f64 = 2.0;
/// All rows are sorted anew where the boxes around groups have grown by this factor,
const SORT_RATIO: f64 = 2.0;
/// or where more than this share of them is appended.
const MOST_APPENDED: usize = 32;
/// Appended rows that are no reason to sort all.
const FEW_APPENDED: usize = 64;

/// Room for rows that are appended before all are sorted anew, and for those of the last frame until then.
pub(crate) fn room(places: usize) -> usize {
    places / 8 + 4 * FEW_APPENDED
}

/// What a pair is tested by.
#[derive(Clone, Copy)]
pub(crate) struct Test {
    pub(crate) query: Query,
    pub(crate) pair: Pair,
}

/// Rows by id: their values one after the other, and the place of each.
pub(crate) struct RowsById<'a> {
    pub(crate) values: &'a [f32],
    /// [`DEAD`] for an id without a row.
    pub(crate) places: &'a mut [u32],
    /// Whether there is a row of this id.
    pub(crate) is_alive: &'a dyn Fn(usize) -> bool,
}

/// When fat boxes are made, and how.
#[derive(Clone, Copy)]
pub(crate) struct When {
    pub(crate) frame: u32,
    /// The share of their margins that they get.
    pub(crate) share: f32,
}

/// Which pairs may be candidates, by their ids; of all pairs if there is none.
pub(crate) type Allow<'a> = Option<&'a (dyn Fn(u32, u32) -> bool + Sync)>;

/// The left places whose candidates are tested.
#[derive(Clone, Copy)]
pub(crate) enum Lefts<'a> {
    /// All of them.
    All,
    /// These, which are marked.
    These(&'a [u32], &'a [u8]),
}

/// Takes candidates.
pub(crate) type Take<'a> = &'a mut dyn FnMut(Candidate);

/// A candidate: two places, or a place and one of another set, and whether its rows touch.
#[derive(Clone, Copy)]
pub(crate) struct Candidate {
    pub(crate) left: u32,
    pub(crate) right: u32,
    pub(crate) touches: bool,
}

/// The rows of a scene in the plane or in space.
pub(crate) trait Moving: Send + Sync {
    /// The id of each place; [`DEAD`] without a row.
    fn ids(&self) -> &[u32];

    /// The number of groups.
    fn groups(&self) -> usize {
        self.ids().len() / WIDTH
    }

    /// Sorts all rows anew and makes their fat boxes.
    fn sort(&mut self, query: Query, when: When, rows: RowsById);

    /// Whether to sort all rows before this many more of them are appended.
    fn is_full(&self, more: usize) -> bool;

    /// Whether the boxes around groups have grown so much that to sort all rows pays.
    fn is_worn(&self) -> bool;

    /// Writes a row that has a place. Returns whether its tight box is within its fat box.
    fn write(&mut self, place: u32, values: &[f32]) -> bool;

    /// Writes all rows. Appends the places whose tight box has left the fat box.
    fn write_all(&mut self, level: Level, values: &[f32], left: &mut Vec<u32>);

    /// Makes a new fat box for a row, which has a place or [`DEAD`]. Returns the place that it has then.
    fn put(&mut self, when: When, place: u32, id: u32, values: &[f32]) -> u32;

    /// Sorts the rows of some groups anew, which stay in these groups.
    fn sort_some(&mut self, level: Level, groups: Range<usize>, places: &mut [u32]);

    /// Makes new fat boxes for the rows of some groups.
    fn renew(&mut self, level: Level, when: When, groups: Range<usize>);

    /// Leaves a share of the margins of the fat boxes of some groups, which were made in this frame.
    fn shrink(&mut self, level: Level, share: f32, groups: Range<usize>);

    /// Removes a row.
    fn clear(&mut self, place: u32);

    /// Appends the places whose fat box meets that of a place, in no order, with the place itself.
    fn near(&mut self, level: Level, place: u32, near: &mut Vec<u32>);

    /// Appends the places of another set whose box meets the fat box of a place, in no order.
    fn near_in(&mut self, level: Level, place: u32, others: &AnyPacked, near: &mut Vec<u32>);

    /// Calls `take` with all candidates of the rows of some groups, each pair once, or with those of another
    /// set. Returns their number, or None, before it calls `take`, where they are more than `most`.
    fn search(
        &mut self,
        test: Test,
        groups: Range<usize>,
        others: Option<&AnyPacked>,
        allow: Allow,
        most: usize,
        take: Take,
    ) -> Option<usize>;

    /// Calls `take` with the candidates that touch and did not, or the other way round.
    fn test(
        &mut self,
        test: Test,
        others: Option<&AnyPacked>,
        candidates: &Neighbours,
        lefts: Lefts,
        take: Take,
    );
}

/// No rows of a shape.
pub(crate) fn moving(kind: ShapeKind) -> Box<dyn Moving> {
    match ops(kind) {
        Some(AnyOps::Plane(ops)) => Box::new(Rows::new(kind, ops)),
        Some(AnyOps::Space(ops)) => Box::new(Rows::new(kind, ops)),
        // It has no test with itself, so there will be none.
        None => moving(ShapeKind::Point),
    }
}

/// The rows of a set in the same space.
fn packed_of<B: Shape>(others: &AnyPacked) -> Option<&Packed<B>> {
    match &others.rows {
        AnyPackedRows::Plane(packed) => (packed as &dyn Any).downcast_ref(),
        AnyPackedRows::Space(packed) => (packed as &dyn Any).downcast_ref(),
        AnyPackedRows::None => None,
    }
}

struct Rows<B: Shape> {
    kind: ShapeKind,
    ops: &'static RowOps<B>,
    /// The rows by place. Its boxes are the fat ones.
    packed: Packed<B>,
    ids: Vec<u32>,
    /// The tight boxes from which the fat ones were made, and the frames in which.
    anchors: Groups<B>,
    since: Vec<u32>,
    /// Those of some places, before they are sorted, and what sorts them.
    last_anchors: Groups<B>,
    last_since: Vec<u32>,
    order: HilbertSort<B>,
    /// Places when the rows were sorted. Those after them are appended, up to the next one.
    sorted: usize,
    next: usize,
    /// [`Rows::total_extent`] when the rows were sorted.
    extent: f64,
    /// The tight boxes of some groups.
    tight: Boxes<B>,
    stack: Stack,
    workers: Vec<Worker<B>>,
}

impl<B: Shape> Rows<B> {
    fn new(kind: ShapeKind, ops: &'static RowOps<B>) -> Self {
        let columns: [&[f32]; crate::MAX_COLUMNS] = [&[]; crate::MAX_COLUMNS];
        let none = AnyView::of(kind, &columns[..kind.columns().len()], 0, true);
        let build = Build::new(Query::new().sequential(), 0, None, PhaseClock::default()).keeping_boxes(true);
        Self {
            kind,
            ops,
            packed: (ops.pack)(&build, &none),
            ids: Vec::new(),
            anchors: Groups::zeroed(0),
            since: Vec::new(),
            last_anchors: Groups::zeroed(0),
            last_since: Vec::new(),
            order: HilbertSort::new(),
            sorted: 0,
            next: 0,
            extent: 0.0,
            tight: Boxes::new(),
            stack: Stack::new(),
            workers: vec![Worker::new()],
        }
    }

    fn fat(&self) -> Option<&Groups<B>> {
        self.packed.boxes.as_ref()
    }

    /// The sum of the sides of the boxes around the tight boxes of groups.
    fn total_extent(&self) -> f64 {
        let around = |group| {
            let ids = &self.ids[group * WIDTH..(group + 1) * WIDTH];
            bounds_of_group::<B>(&alive::<B>(self.anchors.group(group), ids))
        };
        (0..self.groups()).map(|group| extent(&around(group))).sum()
    }

    /// Whether a box is within the fat box of a place.
    fn is_within(&self, place: usize, tight: &B) -> bool {
        let (tight, dim) = (finite_box(tight), B::COLUMNS.len() / 2);
        let fat = self.fat().map_or(tight, |fat| fat.get(place));
        let sides = tight.values().iter().zip(fat.values());
        sides.enumerate().all(|(k, (tight, fat))| if k < dim { fat <= tight } else { tight <= fat })
    }

    /// The fat box of a row with this tight box, whose fat box before was made at a place.
    fn enlarged(&self, when: When, place: usize, tight: &B) -> B {
        let anchor = if place < self.ids.len() { self.anchors.get(place) } else { *tight };
        let since = self.since.get(place).map_or(1, |&since| when.frame.wrapping_sub(since));
        let of = |one: &B| B::build(|k| [one.values()[k]; WIDTH]);
        let group = enlarged::<B>(&of(tight), &of(&anchor), &[part_of_frame(since); WIDTH], when.share);
        B::from_values(|k| group.as_ref()[k][0])
    }

    /// Writes a place, its fat box and the boxes around it.
    fn write_box(&mut self, place: usize, fat: &B) {
        let Some(boxes) = &mut self.packed.boxes else { return };
        boxes.set(place, fat);
        let around = bounds_of_group(&boxes.group(place / WIDTH));
        self.packed.tree.put(place / WIDTH, &around);
    }

    /// Whether a group's box stays small with one more box in it.
    fn fits(&self, group: usize, fat: &B) -> bool {
        let before = self.packed.tree.get(0, group);
        let most = MOST_EXTENT * self.extent * WIDTH as f64 / self.sorted.max(1) as f64;
        extent(&merge(&before, fat)) <= extent(&before).max(most)
    }

    /// A dead place in the group that a box enlarges least, going down the tree; None if it has none, or if
    /// its box became too large.
    fn dead_place(&self, fat: &B) -> Option<usize> {
        let (mut level, mut group) = self.packed.tree.root()?;
        loop {
            let (boxes, mut best) = (self.packed.tree.level(level), (f64::INFINITY, 0));
            for child in group * WIDTH..(group + 1) * WIDTH {
                let around = boxes.get(child);
                // One without rows has no sides, and one beyond the last is NaN.
                if around.values()[0] <= around.values()[B::COLUMNS.len() / 2] {
                    let more = extent(&merge(&around, fat)) - extent(&around);
                    if more < best.0 {
                        best = (more, child);
                    }
                }
            }
            group = best.1;
            if level == 0 {
                break;
            }
            level -= 1;
        }
        let places = group * WIDTH..((group + 1) * WIDTH).min(self.sorted);
        places.clone().find(|&place| self.ids[place] == DEAD).filter(|_| self.fits(group, fat))
    }

    /// The next place after all others, in a new group if need be.
    fn appended_place(&mut self) -> usize {
        if self.next == self.ids.len() {
            for place in self.next..self.next + WIDTH {
                self.packed.rows.set(place, None);
            }
            self.ids.resize(self.next + WIDTH, DEAD);
            self.since.resize(self.next + WIDTH, 0);
            self.packed.starts.push(self.ids.len() as u32);
            self.anchors.resize(self.groups());
            let groups = self.groups();
            if let Some(boxes) = &mut self.packed.boxes {
                boxes.resize(groups);
                for place in self.next..self.next + WIDTH {
                    boxes.set(place, &dead_box());
                }
            }
        }
        self.next += 1;
        self.next - 1
    }

    /// Splits some items over the tasks of some rows, and calls `take` with what all tasks find, in order.
    /// Returns its number, or None, before it calls `take`, where that is more than `most`.
    fn run(
        &mut self,
        test: Test,
        others: Option<&AnyPacked>,
        [rows, items]: [usize; 2],
        work: &Work<B>,
        most: usize,
        take: Take,
    ) -> Option<usize> {
        let columns = [self.kind, others.map_or(self.kind, |others| others.kind)];
        let others_packed = others.and_then(packed_of);
        if others.is_some() && others_packed.is_none() {
            return Some(0);
        }
        let columns = columns.map(|kind| kind.columns().len());
        let sides = Sides { test, packed: &self.packed, others: others_packed, columns };
        let (threads, workers) = (test.query.threads(), &mut self.workers);
        let tasks = threads.tasks(rows);
        if workers.len() < tasks {
            workers.resize_with(tasks, Worker::new);
        }
        if tasks == 1 {
            work(&mut workers[0], &sides, 0..items);
        } else {
            let parts = workers.iter_mut().zip(split(items, tasks)).collect();
            threads.map(parts, |(worker, part)| work(worker, &sides, part));
        }
        // There are fewer parts than tasks where there are few items.
        let workers = &workers[..tasks.min(items.max(1))];
        let found = workers.iter().map(|worker| worker.found.len()).sum();
        if found > most {
            return None;
        }
        workers.iter().flat_map(|worker| &worker.found).for_each(|&candidate| take(candidate));
        Some(found)
    }
}

impl<B: Shape> Moving for Rows<B> {
    fn ids(&self) -> &[u32] {
        &self.ids
    }

    fn sort(&mut self, query: Query, when: When, rows: RowsById) {
        let RowsById { values, places, is_alive } = rows;
        let width = self.kind.columns().len();
        // Rows that are not finite are left out.
        let column = |k: usize| -> Vec<f32> {
            let value = |id: usize| if is_alive(id) { values[id * width + k] } else { f32::NAN };
            (0..places.len()).map(value).collect()
        };
        let columns: Vec<Vec<f32>> = (0..width).map(column).collect();
        let columns: Vec<&[f32]> = columns.iter().map(Vec::as_slice).collect();
        let view = AnyView::of(self.kind, &columns, places.len(), false);
        let build = Build::new(query, places.len(), None, PhaseClock::default()).keeping_boxes(true);
        let mut packed = (self.ops.pack)(&build, &view);
        packed.rows = packed.rows.padded(&packed.starts, room(places.len()));
        let groups = packed.starts.len() - 1;
        packed.starts.clear();
        packed.starts.extend((0..=groups).map(|group| (group * WIDTH) as u32));
        let (mut anchors, mut since) = (Groups::zeroed(groups), vec![0; groups * WIDTH]);
        self.ids.clear();
        for place in 0..groups * WIDTH {
            let (values, id) = packed.rows.row(place);
            self.ids.push(id);
            if id == DEAD {
                continue;
            }
            let before = core::mem::replace(&mut places[id as usize], place as u32);
            if before == DEAD {
                anchors.set(place, &finite_box(&packed.rows.bounds_of(values)));
                since[place] = when.frame;
            } else {
                anchors.set(place, &self.anchors.get(before as usize));
                since[place] = self.since[before as usize];
            }
        }
        let more = room(groups * WIDTH);
        self.ids.reserve(more);
        since.reserve(more);
        anchors.reserve(more.div_ceil(WIDTH));
        packed.starts.reserve(more.div_ceil(WIDTH));
        packed.tree.reserve(more.div_ceil(WIDTH));
        if let Some(boxes) = &mut packed.boxes {
            boxes.reserve(more.div_ceil(WIDTH));
        }
        (self.packed, self.anchors, self.since) = (packed, anchors, since);
        (self.sorted, self.next) = (self.ids.len(), self.ids.len());
        self.renew(query.level(), when, 0..groups);
        self.extent = self.total_extent();
    }

    fn sort_some(&mut self, level: Level, groups: Range<usize>, places: &mut [u32]) {
        self.last_anchors.copy(&self.anchors, groups.clone());
        let range = groups.start * WIDTH..groups.end * WIDTH;
        self.last_since.clear();
        self.last_since.extend_from_slice(&self.since[range.clone()]);
        self.packed.rows.sort(level, range.clone(), &mut self.order);
        for place in range.clone() {
            let (_, id) = self.packed.rows.row(place);
            self.ids[place] = id;
            if id != DEAD {
                let before =
                    core::mem::replace(&mut places[id as usize], place as u32) as usize - range.start;
                self.anchors.set(place, &self.last_anchors.get(before));
                self.since[place] = self.last_since[before];
            }
        }
    }

    fn is_full(&self, more: usize) -> bool {
        self.next + more > self.sorted + self.sorted / MOST_APPENDED + FEW_APPENDED
    }

    fn is_worn(&self) -> bool {
        self.total_extent() > SORT_RATIO * self.extent
    }

    fn write(&mut self, place: u32, values: &[f32]) -> bool {
        let place = place as usize;
        let tight = self.packed.rows.set(place, Some((values, self.ids[place])));
        self.is_within(place, &tight)
    }

    fn write_all(&mut self, level: Level, values: &[f32], left: &mut Vec<u32>) {
        let chunk = Boxes::<B>::CHUNK;
        for first in (0..self.groups()).step_by(chunk) {
            let groups = first..self.groups().min(first + chunk);
            let starts = &self.packed.starts[groups.start..=groups.end];
            self.packed.rows.update_from(first * WIDTH..groups.end * WIDTH, values);
            self.packed.rows.boxes(level, starts, Chosen::All, &mut self.tight, false);
            let Some(fat) = self.fat() else { return };
            at_level!(level, simd => {
                for group in groups {
                    let within = within_mask(simd, (fat, group), (&self.tight.rows, group - first));
                    for bit in bits(!within & 0xffff) {
                        let place = group * WIDTH + bit;
                        let tight = self.tight.rows.get((group - first) * WIDTH + bit);
                        if self.ids[place] != DEAD && !self.is_within(place, &tight) {
                            left.push(place as u32);
                        }
                    }
                }
            });
        }
    }

    fn put(&mut self, when: When, place: u32, id: u32, values: &[f32]) -> u32 {
        let tight = finite_box(&self.packed.rows.bounds_of(values));
        let fat = self.enlarged(when, place as usize, &tight);
        let stays = place != DEAD && self.fits(place as usize / WIDTH, &fat);
        if !stays && place != DEAD {
            self.clear(place);
        }
        let place = if stays {
            place as usize
        } else {
            self.dead_place(&fat).unwrap_or_else(|| self.appended_place())
        };
        self.packed.rows.set(place, Some((values, id)));
        (self.ids[place], self.since[place]) = (id, when.frame);
        self.anchors.set(place, &tight);
        self.write_box(place, &fat);
        place as u32
    }

    fn renew(&mut self, level: Level, when: When, groups: Range<usize>) {
        let chunk = Boxes::<B>::CHUNK;
        for first in groups.clone().step_by(chunk) {
            let groups = first..groups.end.min(first + chunk);
            let starts = &self.packed.starts[groups.start..=groups.end];
            self.packed.rows.boxes(level, starts, Chosen::All, &mut self.tight, false);
            let Some(fat) = &mut self.packed.boxes else { return };
            let (ids, since, anchors, tight) = (&self.ids, &mut self.since, &mut self.anchors, &self.tight);
            let tree = &mut self.packed.tree;
            at_level!(level, _simd => for group in groups {
                let places = group * WIDTH..(group + 1) * WIDTH;
                let (mut tight, mut per_frame) = (tight.rows.group(group - first), [0.0; WIDTH]);
                for (slot, &since) in per_frame.iter_mut().zip(&since[places.clone()]) {
                    *slot = part_of_frame(when.frame.wrapping_sub(since));
                }
                for column in tight.as_mut() {
                    for side in column {
                        *side = within_floats(*side);
                    }
                }
                let boxes = enlarged::<B>(&tight, &anchors.group(group), &per_frame, when.share);
                let boxes = alive::<B>(boxes, &ids[places.clone()]);
                anchors.set_group(group, &tight);
                since[places].fill(when.frame);
                fat.set_group(group, &boxes);
                tree.set(group, &bounds_of_group::<B>(&boxes));
            });
        }
        self.packed.tree.refit();
    }

    fn shrink(&mut self, level: Level, share: f32, groups: Range<usize>) {
        let Some(fat) = &mut self.packed.boxes else { return };
        let (ids, anchors, tree) = (&self.ids, &self.anchors, &mut self.packed.tree);
        at_level!(level, _simd => for group in groups {
            let boxes = shrunk::<B>(&anchors.group(group), &fat.group(group), share);
            let boxes = alive::<B>(boxes, &ids[group * WIDTH..(group + 1) * WIDTH]);
            fat.set_group(group, &boxes);
            tree.set(group, &bounds_of_group::<B>(&boxes));
        });
        self.packed.tree.refit();
    }

    fn clear(&mut self, place: u32) {
        let place = place as usize;
        self.packed.rows.set(place, None);
        self.ids[place] = DEAD;
        self.write_box(place, &dead_box());
        if place + 1 == self.next && place >= self.sorted {
            self.next = place;
        }
    }

    fn near(&mut self, level: Level, place: u32, near: &mut Vec<u32>) {
        let Some(fat) = &self.packed.boxes else { return };
        let around = fat.get(place as usize);
        append_near(level, &self.packed, fat, around, &mut self.stack, near);
    }

    fn near_in(&mut self, level: Level, place: u32, others: &AnyPacked, near: &mut Vec<u32>) {
        let (Some(fat), Some(others)) = (&self.packed.boxes, packed_of::<B>(others)) else { return };
        let (Some(boxes), around) = (&others.boxes, fat.get(place as usize)) else { return };
        append_near(level, others, boxes, around, &mut self.stack, near);
    }

    fn search(
        &mut self,
        test: Test,
        groups: Range<usize>,
        others: Option<&AnyPacked>,
        allow: Allow,
        most: usize,
        take: Take,
    ) -> Option<usize> {
        let first = groups.start;
        let search = |worker: &mut Worker<B>, sides: &Sides<B>, part: Range<usize>| {
            worker.search(sides, allow, (first, first + part.start..first + part.end), most);
        };
        self.run(test, others, [groups.len() * WIDTH, groups.len()], &search, most, take)
    }

    fn test(
        &mut self,
        test: Test,
        others: Option<&AnyPacked>,
        candidates: &Neighbours,
        lefts: Lefts,
        take: Take,
    ) {
        let len = match lefts {
            Lefts::All => self.ids.len(),
            Lefts::These(places, _) => places.len(),
        };
        let search =
            |worker: &mut Worker<B>, sides: &Sides<B>, part| worker.test(sides, candidates, lefts, part);
        self.run(test, others, [len; 2], &search, usize::MAX, take);
    }
}

/// The boxes of a group, where dead places have boxes that meet nothing.
#[inline(always)]
fn alive<B: Shape>(mut boxes: Group<B>, ids: &[u32]) -> Group<B> {
    for (i, &id) in ids.iter().enumerate() {
        if id == DEAD {
            let dead: B = dead_box();
            for (column, &side) in boxes.as_mut().iter_mut().zip(dead.values()) {
                column[i] = side;
            }
        }
    }
    boxes
}

/// Appends the places whose box meets this one.
fn append_near<B: Shape>(
    level: Level,
    packed: &Packed<B>,
    boxes: &Groups<B>,
    around: B,
    stack: &mut Stack,
    near: &mut Vec<u32>,
) {
    let probe = Probe::of_box(around);
    at_level!(level, simd => {
        let of = splat(simd, &probe.bounds);
        packed.tree.visit(simd, &probe, stack, #[inline(always)] |group| {
            let start = packed.starts[group];
            for bit in bits(intersects_mask(simd, boxes, group, &of)) {
                near.push(start + bit as u32);
            }
            true
        });
    });
}
