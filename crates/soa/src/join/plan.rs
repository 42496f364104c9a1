//! A join: its sides, its options, and every form of its result. Compiled once, for all shapes.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::cell::OnceCell;
use core::ops::Range;
use core::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering::Relaxed};

use super::few::{FEW_ROWS, FewRows};
use super::groups::BLOCK;
use super::lists::{HitList, Lists, SortMemory};
use super::narrow::PairFilter;
use super::packed::{Build, Packed};
use super::progress::{Phase, PhaseClock, ProgressCounter, Report};
use super::search::{LeftSide, Memory, Search, Tasks, Wanted};
use super::table::{AnyOps, AnyPacked, AnyPackedRows, RowOps, ops};
use crate::data::any::AnyView;
use crate::data::check::check_rows;
use crate::data::csr::Csr;
use crate::data::error::Error;
use crate::data::hits::{Hits, count_bits, set_bits};
use crate::data::memory::with_capacity;
use crate::data::pairs::Pairs;
use crate::data::shape::{MAX_COLUMNS, Shape};
use crate::lanes::level::Level;
use crate::registry::Pair;
use crate::run::query::Query;

/// The default limit of pairs of a list.
const DEFAULT_LIMIT: u64 = 1 << 28;
/// Left rows of a block of pairs, at most.
const BLOCK_ROWS: usize = 1 << 20;
/// Pairs of a block, at most, unless a single left row has more.
const BLOCK_PAIRS: u64 = 1 << 22;

/// A join: its sides and its options.
pub(crate) struct Core<'a> {
    pub(crate) query: Query,
    /// Which candidates are hits.
    pub(crate) filter: PairFilter<'a>,
    /// The left rows; none if they are kept in an index.
    left: AnyView<'a>,
    /// The index of the left rows.
    kept: Option<&'a AnyPacked>,
    /// The number of left rows.
    rows: usize,
    right: RightSide<'a>,
    /// Left and right are one set: each pair of different rows once.
    is_self: bool,
    pub(crate) limit: u64,
    pub(crate) progress: Option<Report<'a>>,
    pub(crate) clock: PhaseClock<'a>,
}

/// What a caller may choose of a join that is made of another one.
#[derive(Clone, Copy)]
pub(crate) struct Options<'a> {
    pub(crate) query: Query,
    pub(crate) limit: u64,
    pub(crate) progress: Option<Report<'a>>,
}

impl Options<'_> {
    pub(crate) fn new() -> Self {
        Self { query: Query::new(), limit: DEFAULT_LIMIT, progress: None }
    }
}

/// Memory that joins use again: of the search, and of sorting.
///
/// One of it serves any number of joins, of any shapes, one after the other.
#[derive(Default)]
pub struct Scratch {
    memory: Memory,
    hits: HitList,
    sort: SortMemory,
}

impl core::fmt::Debug for Scratch {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Scratch").finish_non_exhaustive()
    }
}

/// The indexed side.
enum RightSide<'a> {
    /// Packed when it is first needed.
    Rows(Box<(AnyView<'a>, OnceCell<AnyPacked>)>),
    Index(&'a AnyPacked),
}

/// Makes a result of the hits of a task.
type Work<'a, R> = dyn Fn(&dyn Tasks, Range<usize>) -> R + Sync + 'a;

impl<'a> Core<'a> {
    pub(crate) fn new(pair: Pair, left: &AnyView<'a>, right: &AnyView<'a>) -> Result<Self, Error> {
        check_rows(left.len())?;
        check_rows(right.len())?;
        Ok(Self::with(Query::new(), pair, left, RightSide::Rows(Box::new((*right, OnceCell::new())))))
    }

    /// The join with an index.
    #[inline]
    pub(crate) fn with_index(
        query: Query,
        pair: Pair,
        left: &AnyView<'a>,
        right: &'a AnyPacked,
    ) -> Result<Self, Error> {
        check_rows(left.len())?;
        Ok(Self::with(query, pair, left, RightSide::Index(right)))
    }

    #[inline]
    fn with(query: Query, pair: Pair, left: &AnyView<'a>, right: RightSide<'a>) -> Self {
        Self {
            query,
            filter: PairFilter::of(pair),
            left: *left,
            kept: None,
            rows: left.len(),
            right,
            is_self: false,
            limit: DEFAULT_LIMIT,
            progress: None,
            clock: PhaseClock::default(),
        }
    }

    /// With these options.
    pub(crate) fn with_options(self, options: Options<'a>) -> Self {
        let Options { query, limit, progress } = options;
        Self { query, limit, progress, ..self }
    }

    /// The join of an index with itself.
    pub(crate) fn of_index(query: Query, pair: Pair, packed: &'a AnyPacked) -> Self {
        Self::of_indexes(query, pair, packed, packed).with_itself()
    }

    /// The join of two indexes.
    pub(crate) fn of_indexes(query: Query, pair: Pair, left: &'a AnyPacked, right: &'a AnyPacked) -> Self {
        let columns: [&[f32]; MAX_COLUMNS] = [&[]; MAX_COLUMNS];
        let none = AnyView::of(left.kind, &columns[..left.kind.columns().len()], 0, true);
        let core = Self::with(query, pair, &none, RightSide::Index(right));
        Self { rows: left.numbers, kept: Some(left), ..core }
    }

    /// Left and right are one set.
    pub(crate) fn with_itself(self) -> Self {
        Self { is_self: true, ..self }
    }

    fn right(&self) -> &AnyPacked {
        match &self.right {
            RightSide::Rows(rows) => {
                let (rows, packed) = &**rows;
                packed.get_or_init(|| {
                    AnyPacked::new(&Build::new(self.query, rows.len(), None, self.clock), rows)
                })
            }
            RightSide::Index(packed) => packed,
        }
    }

    /// The number of hitting pairs.
    pub(crate) fn count(&self) -> u64 {
        let progress = self.new_progress();
        if let Some(few) = self.few(0..self.rows, &progress) {
            return few.count();
        }
        let counts = self.search_all(&progress, &|search, task| {
            let mut count = 0;
            search.run(task, Wanted::All, &mut Memory::default(), &mut |tested| {
                count += count_bits(tested.bits()) as u64;
                true
            });
            count
        });
        counts.into_iter().sum()
    }

    /// Whether no pair intersects.
    pub(crate) fn is_empty(&self) -> bool {
        let progress = self.new_progress();
        if let Some(few) = self.few(0..self.rows, &progress) {
            return few.is_empty();
        }
        let found = AtomicBool::new(false);
        self.search_all(&progress, &|search, task| {
            search.run(task, Wanted::Any, &mut Memory::default(), &mut |tested| {
                found.fetch_or(count_bits(tested.bits()) > 0, Relaxed);
                !found.load(Relaxed)
            });
        });
        !found.into_inner()
    }

    /// The left rows that intersect at least one right row: one bit a row.
    pub(crate) fn matched_left(&self) -> Result<Hits, Error> {
        let progress = self.new_progress();
        if let Some(few) = self.few(0..self.rows, &progress) {
            return few.matched_left();
        }
        let matched = LeftBits::new(self.rows)?;
        self.search_all(&progress, &|search, task| {
            search.run(task, Wanted::Any, &mut Memory::default(), &mut |tested| {
                matched.set(tested.left(), tested.bits());
                true
            });
        });
        Ok(matched.into_hits())
    }

    /// The left rows that hit an odd number of right rows, and those that hit one by another kernel: one bit
    /// a row.
    pub(crate) fn odd_left(&self, or: Pair) -> Result<[Hits; 2], Error> {
        let progress = self.new_progress();
        if let Some(few) = self.few(0..self.rows, &progress) {
            return few.odd_left(or);
        }
        let (odd, matched) = (LeftBits::new(self.rows)?, LeftBits::new(self.rows)?);
        self.search_all(&progress, &|search, task| {
            search.run(task, Wanted::All, &mut Memory::default(), &mut |tested| {
                odd.turn(tested.left(), tested.bits());
                matched.set(tested.left(), &tested.test(or));
                true
            });
        });
        Ok([odd.into_hits(), matched.into_hits()])
    }

    /// All hitting pairs.
    pub(crate) fn pairs(&self) -> Result<Pairs, Error> {
        let progress = self.new_progress();
        if let Some(few) = self.few(0..self.rows, &progress) {
            return few.pairs(self.limit);
        }
        let pairs = self.lists(&progress)?.pairs();
        self.clock.end(Phase::Sort);
        pairs
    }

    /// All hitting pairs, in memory that is used again.
    pub(crate) fn pairs_into(&self, pairs: &mut Pairs, scratch: &mut Scratch) -> Result<(), Error> {
        let progress = self.new_progress();
        if let Some(few) = self.few(0..self.rows, &progress) {
            return few.pairs_into(self.limit, pairs);
        }
        if self.query.threads().count() > 1 {
            *pairs = self.pairs()?;
            return Ok(());
        }
        let (level, collector) = (self.query.level(), HitCollector::new(self.limit));
        let Scratch { memory, hits, sort } = scratch;
        let mut outcome = hits.start(0);
        self.search(0..self.rows, &progress, &mut |search| {
            outcome = collector.fill(level, search, search.whole(), memory, hits);
        });
        outcome?;
        hits.sort_into(level, self.rows, sort, pairs)
    }

    /// All hitting pairs as one list of right rows for each left row.
    pub(crate) fn csr(&self) -> Result<Csr, Error> {
        let progress = self.new_progress();
        match self.few(0..self.rows, &progress) {
            Some(few) => few.csr(self.limit),
            None => self.lists(&progress)?.csr(),
        }
    }

    fn lists(&self, progress: &ProgressCounter) -> Result<Lists, Error> {
        let (level, collector) = (self.query.level(), HitCollector::new(self.limit));
        let hits = self.search_all(progress, &|search, task| collector.collect(level, search, task));
        let hits = hits.into_iter().collect::<Result<_, _>>()?;
        Lists::new(self.query, hits, 0..self.rows)
    }

    /// Calls `sink` with all hitting pairs, in order and block by block, until it returns false.
    pub(crate) fn for_each_block(&self, sink: &mut dyn FnMut(&Pairs) -> bool) -> Result<(), Error> {
        if let (Some(left), RightSide::Index(right)) = (self.kept, &self.right) {
            // A block is of rows that follow each other, which an index does not keep together.
            let columns = left.columns();
            let columns: Vec<_> = columns.iter().map(Vec::as_slice).collect();
            let left = AnyView::of(left.kind, &columns, self.rows, false);
            let Self { query, filter, is_self, limit, progress, clock, .. } = *self;
            let core = Core::with(query, filter.pair, &left, RightSide::Index(right));
            return Core { filter, is_self, limit, progress, clock, ..core }.for_each_block(sink);
        }
        self.blocks(0..self.rows, &self.new_progress(), sink).map(|_| ())
    }

    /// Returns the last answer of `sink`.
    fn blocks(
        &self,
        rows: Range<usize>,
        progress: &ProgressCounter,
        sink: &mut dyn FnMut(&Pairs) -> bool,
    ) -> Result<bool, Error> {
        let before = progress.rows.load(Relaxed);
        if rows.len() <= BLOCK_ROWS {
            match self.block(rows.clone(), progress) {
                Ok(pairs) => return Ok(pairs.is_empty() || sink(&pairs)),
                Err(Error::TooManyPairs { .. }) => {}
                Err(error) => return Err(error),
            }
        }
        // The rows are searched again.
        progress.rows.store(before, Relaxed);
        let middle = rows.start + rows.len() / 2;
        Ok(self.blocks(rows.start..middle, progress, sink)?
            && self.blocks(middle..rows.end, progress, sink)?)
    }

    /// The pairs of some left rows, unless they are too many; of a single row, all of them.
    fn block(&self, rows: Range<usize>, progress: &ProgressCounter) -> Result<Pairs, Error> {
        let limit = if rows.len() == 1 { u64::MAX } else { BLOCK_PAIRS };
        if let Some(few) = self.few(rows.clone(), progress) {
            return few.pairs(limit);
        }
        let (level, collector) = (self.query.level(), HitCollector::new(limit));
        let hits = self.tasks(rows.clone(), progress, &|search, task| collector.collect(level, search, task));
        let hits = hits.into_iter().collect::<Result<_, _>>()?;
        Lists::new(self.query, hits, rows)?.pairs()
    }

    /// Some left rows, if they are so few that each descends the index by itself.
    fn few<'b>(&'b self, rows: Range<usize>, progress: &'b ProgressCounter<'b>) -> Option<FewRows<'b>> {
        let RightSide::Index(right) = self.right else { return None };
        let (query, left, filter) = (self.query, &self.left, self.filter);
        (self.kept.is_none() && !self.is_self && rows.len() <= FEW_ROWS).then_some(FewRows {
            query,
            filter,
            left,
            rows,
            right,
            progress,
        })
    }

    /// Only pairs whose masks have a bit in common.
    pub(crate) fn with_masks(mut self, left: &'a [u32], right: &'a [u32]) -> Result<Self, Error> {
        let right_rows = match &self.right {
            RightSide::Rows(rows) => rows.0.len(),
            RightSide::Index(packed) => packed.numbers,
        };
        for (masks, rows) in [(left.len(), self.rows), (right.len(), right_rows)] {
            if masks != rows {
                return Err(Error::MaskCount { masks, rows });
            }
        }
        self.filter.masks = Some([left, right]);
        Ok(self)
    }

    fn new_progress(&self) -> ProgressCounter<'_> {
        ProgressCounter::new(self.rows, self.progress, self.clock)
    }

    /// The result of each task, for all left rows.
    fn search_all<R: Send>(&self, progress: &ProgressCounter, work: &Work<R>) -> Vec<R> {
        self.tasks(0..self.rows, progress, work)
    }

    /// The result of each task, for some left rows.
    fn tasks<R: Send>(&self, rows: Range<usize>, progress: &ProgressCounter, work: &Work<R>) -> Vec<R> {
        let (threads, mut results) = (self.query.threads(), Vec::new());
        self.search(rows, progress, &mut |search| {
            results = threads.map(search.tasks(threads), |task| work(search, task));
        });
        results
    }

    /// Calls `run` with the search of some left rows, which are all of them where an index keeps them. It is
    /// not called where there is nothing to search.
    fn search(&self, rows: Range<usize>, progress: &ProgressCounter, run: &mut dyn FnMut(&dyn Tasks)) {
        let right = self.right();
        let left = if self.is_self && rows.len() == self.rows { Some(right) } else { self.kept };
        let left = left.map(|left| {
            // Rows that are not finite are in no group.
            progress.add(self.rows - left.len());
            &left.rows
        });
        match (&right.rows, left, ops(self.left.kind())) {
            (AnyPackedRows::Plane(right), Some(AnyPackedRows::Plane(left)), _) => {
                self.run_kept(left, right, progress, run);
            }
            (AnyPackedRows::Space(right), Some(AnyPackedRows::Space(left)), _) => {
                self.run_kept(left, right, progress, run);
            }
            (AnyPackedRows::Plane(right), None, Some(AnyOps::Plane(ops))) => {
                self.run_rows(ops, right, rows, progress, run);
            }
            (AnyPackedRows::Space(right), None, Some(AnyOps::Space(ops))) => {
                self.run_rows(ops, right, rows, progress, run);
            }
            // There is no kernel of these shapes.
            _ => {}
        }
    }

    fn run_kept<B: Shape>(
        &self,
        left: &Packed<B>,
        right: &Packed<B>,
        progress: &ProgressCounter,
        run: &mut dyn FnMut(&dyn Tasks),
    ) {
        let left = if self.is_self { LeftSide::Right } else { LeftSide::Kept(left) };
        self.run(left, right, progress, run);
    }

    fn run_rows<B: Shape>(
        &self,
        ops: &RowOps<B>,
        right: &Packed<B>,
        rows: Range<usize>,
        progress: &ProgressCounter,
        run: &mut dyn FnMut(&dyn Tasks),
    ) {
        let part = self.left.part(rows.clone());
        let (level, threads) = (self.query.level(), self.query.threads());
        let regions = (ops.scatter)(level, threads, progress.clock, &part, rows.start, Some(right));
        // Rows that are not finite, or near no right one, are in no region.
        progress.add(rows.len() - regions.len());
        self.run(LeftSide::Regions(regions), right, progress, run);
    }

    fn run<B: Shape>(
        &self,
        left: LeftSide<B>,
        right: &Packed<B>,
        progress: &ProgressCounter,
        run: &mut dyn FnMut(&dyn Tasks),
    ) {
        let columns = [self.left.kind(), self.right().kind].map(|kind| kind.columns().len());
        let (query, filter, is_self) = (self.query.sequential(), self.filter, self.is_self);
        run(&Search { query, left, right, filter, columns, is_self, progress });
    }
}

impl core::fmt::Debug for Core<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let right = match &self.right {
            RightSide::Rows(rows) => rows.0.kind(),
            RightSide::Index(packed) => packed.kind,
        };
        write!(f, "Join({} {} with {right})", self.rows, self.left.kind())
    }
}

/// A bit for each left row, which all tasks write.
struct LeftBits {
    bytes: Vec<AtomicU8>,
    rows: usize,
}

impl LeftBits {
    fn new(rows: usize) -> Result<Self, Error> {
        let len = rows.div_ceil(8);
        let mut bytes = with_capacity(len)?;
        bytes.resize_with(len, || AtomicU8::new(0));
        Ok(Self { bytes, rows })
    }

    /// Sets the bit of each row that hits.
    fn set(&self, left: &[u32; BLOCK], bits: &[u8]) {
        for i in set_bits(bits) {
            self.bytes[left[i] as usize / 8].fetch_or(1 << (left[i] % 8), Relaxed);
        }
    }

    /// Turns the bit of each row over, once for each hit.
    fn turn(&self, left: &[u32; BLOCK], bits: &[u8]) {
        for i in set_bits(bits) {
            self.bytes[left[i] as usize / 8].fetch_xor(1 << (left[i] % 8), Relaxed);
        }
    }

    fn into_hits(self) -> Hits {
        Hits::from_bytes(self.bytes.into_iter().map(AtomicU8::into_inner).collect(), self.rows)
    }
}

/// Collects the hits of all tasks, up to a limit.
struct HitCollector {
    /// The number of hits of all tasks.
    hits: AtomicU64,
    limit: u64,
    /// There are too many hits, or there is no memory for them.
    stop: AtomicBool,
}

impl HitCollector {
    fn new(limit: u64) -> Self {
        Self { hits: AtomicU64::new(0), limit, stop: AtomicBool::new(false) }
    }

    /// The hits of a task; only some of them if another task has an error.
    fn collect(&self, level: Level, search: &dyn Tasks, task: Range<usize>) -> Result<HitList, Error> {
        let mut hits = HitList::default();
        self.fill(level, search, task, &mut Memory::default(), &mut hits)?;
        Ok(hits)
    }

    /// Replaces the hits of a list by those of a task.
    fn fill(
        &self,
        level: Level,
        search: &dyn Tasks,
        task: Range<usize>,
        memory: &mut Memory,
        hits: &mut HitList,
    ) -> Result<(), Error> {
        let mut outcome = hits.start(search.rows(&task) * 3 / 2);
        search.run(task, Wanted::All, memory, &mut |tested| {
            let (left, right, bits) = (tested.left(), tested.right(), tested.bits());
            outcome = self.count(count_bits(bits)).and_then(|()| hits.append(level, left, right, bits));
            if outcome.is_err() {
                self.stop.store(true, Relaxed);
            }
            !self.stop.load(Relaxed)
        });
        outcome
    }

    fn count(&self, more: usize) -> Result<(), Error> {
        if self.hits.fetch_add(more as u64, Relaxed) + more as u64 > self.limit {
            return Err(Error::TooManyPairs { at_most: self.limit });
        }
        Ok(())
    }
}
