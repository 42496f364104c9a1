//! Boxes, triangles and capsules that move: which columns their kernels take, and boxes around what they
//! sweep.

use alloc::vec::Vec;
use core::ops::Range;

use scalar::float::{max, min};

use crate::data::any::AnyView;
use crate::data::error::Error;
use crate::data::memory::{reserve, with_capacity, zeroed};
use crate::data::pairs::Pairs;
use crate::data::shape::{MAX_COLUMNS, Shape, ShapeKind};
use crate::impact::hull::{ATTEMPTS, COLUMNS, Columns, Hulls, NEVER, ROWS, Sides, times};
use crate::impact::near::near;
use crate::join::bounds::to_end;
use crate::join::each_row::read_finite;
use crate::join::swept::OF_MANY;
use crate::join::table::{AnyOps, ops};
use crate::join::{self, Options};
use crate::kernel::blocks::is_most;
use crate::kernel::operand::Operand;
use crate::lanes::MAX_LANES;
use crate::lanes::level::Level;
use crate::run::query::{Query, equal_rows, no_kernel, pair_of};
use crate::run::rows_or_pairs::Source;

/// The time of one row, of a shape, its motion and another shape; None if there is none.
pub(super) type Time = fn(&[f32], &[f32], &[f32]) -> Option<f32>;

/// The columns of a triangle of space, which has most.
const MOST: usize = 9;
static ZEROS: [f32; ROWS] = [0.0; ROWS];

/// Columns of shapes that move, of their motions and of other shapes.
#[derive(Clone, Copy)]
pub(super) struct HullSweep<'a> {
    sides: [&'a AnyView<'a>; 3],
    shapes: HullShapes,
}

/// What moves, its motion, what it may touch, and the time of one row.
#[derive(Clone, Copy)]
pub(super) struct HullShapes {
    pub(super) kinds: [ShapeKind; 3],
    pub(super) time: Time,
}

/// Which rows of these are measured: all, or those of pairs.
#[derive(Clone, Copy)]
pub(super) struct Part<'a> {
    pub(super) operands: [Operand<'a>; 3],
    pub(super) source: Source<'a>,
    /// Whether these are known to be on the way, as those that an index hands out.
    pub(super) are_near: bool,
}

impl<'a> HullSweep<'a> {
    /// Of shapes, as many motions, and others. The first two are checked here, the others by what follows.
    pub(super) fn new([moving, motions, other]: [&'a AnyView<'a>; 3], time: Time) -> Result<Self, Error> {
        equal_rows(moving.len(), motions.len())?;
        let shapes = HullShapes { kinds: [moving.kind(), motions.kind(), other.kind()], time };
        Ok(Self { sides: [moving.checked()?, motions.checked()?, other], shapes })
    }

    /// The times of rows or pairs, NaN where nothing is touched.
    pub(super) fn times(&self, query: Query, source: Source) -> Result<Vec<f32>, Error> {
        let mut all = zeroed(source.len())?;
        let operands = self.sides.map(Operand::any);
        let part = Part { operands, source, are_near: false };
        self.shapes.fill(query, part, &mut all);
        Ok(all)
    }

    /// The pairs that touch, and when: those of the boxes around both that do, block by block.
    pub(super) fn pairs(&self, options: Options) -> Result<(Pairs, Vec<f32>), Error> {
        let (dim, [moving, motions, other]) = (self.shapes.dim(), self.sides);
        let kind = if dim == 2 { ShapeKind::Aabb } else { ShapeKind::Aabb3 };
        let (left, right) = (bounds(moving, Some(motions))?, bounds(other, None)?);
        // Those of what moves were checked.
        let sides = [(&left, moving, true), (&right, other, other.is_validated())];
        let [left, right] = sides.map(|(columns, shapes, is_validated)| {
            let slices: Vec<&[f32]> = columns.iter().map(Vec::as_slice).collect();
            AnyView::of(kind, &slices, shapes.len(), is_validated)
        });
        let core = join::Core::new(pair_of(kind, kind)?, &left, &right)?.with_options(options);
        let (mut touching, mut error) = (Touching::default(), None);
        core.for_each_block(&mut |near| {
            let times = self.times(options.query, Source::Pairs([near.left(), near.right()]));
            error = times.and_then(|times| touching.add(near, &times, options.limit)).err();
            error.is_none()
        })?;
        match error {
            Some(error) => Err(error),
            None => Ok((Pairs::from_columns(touching.left, touching.right), touching.times)),
        }
    }
}

impl HullShapes {
    fn dim(&self) -> usize {
        self.kinds[MOTION].columns().len()
    }

    /// All rows, on threads if that pays.
    pub(super) fn fill(&self, query: Query, part: Part, out: &mut [f32]) {
        let Some(at) = query.cut(out.len()) else {
            // Room for few rows is cleared in less time than for many.
            return if out.len() <= MAX_LANES {
                self.fill_here::<MAX_LANES>(query.level(), part, out);
            } else if out.len() <= OF_MANY {
                self.fill_here::<OF_MANY>(query.level(), part, out);
            } else {
                self.fill_here::<ROWS>(query.level(), part, out);
            };
        };
        let ([before, after], (first, second)) = (part.split(at), out.split_at_mut(at));
        query.threads().both(|| self.fill(query, before, first), || self.fill(query, after, second));
    }

    /// All rows, in blocks of `N`.
    fn fill_here<const N: usize>(&self, level: Level, part: Part, out: &mut [f32]) {
        let (dim, level) = (self.dim(), level.for_wide_rows(out.len()));
        let (hulls, sources) = columns(self.kinds);
        let is_few = out.len() <= level.lanes();
        let first = hulls.first_attempt(is_few);
        let mut lanes = HullLanes { shapes: self, part, level, hulls, sources: &sources, first };
        let (mut rows, mut waiting) = ([[[0.0; N]; MOST]; 3], [const { None::<Waiting<N>> }; ATTEMPTS]);
        let [mut near, mut numbers] = [core::array::from_fn::<usize, N, _>(|k| k); 2];
        for start in (0..out.len()).step_by(N) {
            let len = N.min(out.len() - start);
            numbers.iter_mut().enumerate().for_each(|(k, number)| *number = start + k);
            // Whole blocks of rows are read where they are.
            let in_place = [MOVING, MOTION, OTHER].map(|side| {
                part.block(side, start..start + N).filter(|_| !(sources.is_exchanged && side == MOTION))
            });
            for side in [MOVING, MOTION, OTHER] {
                if in_place[side].is_none() {
                    part.copy(side, start, len, &mut rows[side]);
                }
            }
            if sources.is_exchanged {
                rows[MOTION][..dim].as_flattened_mut().iter_mut().for_each(|x| *x = -*x);
            }
            let sides = sources.columns.map(|source| match source {
                Some((side, k)) => match in_place[side] {
                    Some((columns, row)) => &columns[k][row..row + N],
                    None => &rows[side][k][..],
                },
                None => &ZEROS[..N],
            });
            let count = if part.are_near { len } else { lanes.near(&sides, len, &mut near) };
            let waiting = &mut waiting[lanes.first..];
            // Of less than a register nothing is saved, unless none is near.
            if (is_most(count, len) || count > 0 && is_few)
                && waiting[0].as_ref().is_none_or(Waiting::is_empty)
            {
                lanes.measure(&sides, &numbers[..len], lanes.first, &mut waiting[1..], out);
            } else {
                out[start..start + len].fill(f32::NAN);
                lanes.wait(&sides, &numbers, &near[..count], lanes.first, waiting, out);
            }
        }
        for attempt in 0..ATTEMPTS {
            lanes.measure_waiting(attempt, &mut waiting[attempt..], out);
        }
    }

    /// The time of one row by itself.
    fn time_of(&self, part: &Part, row: usize) -> f32 {
        let [moving, motion, other] =
            [MOVING, MOTION, OTHER].map(|side| part.operands[side].values(part.row(side, row)));
        (self.time)(&moving, &motion, &other).unwrap_or(f32::NAN)
    }
}

/// Pairs that touch, and when.
#[derive(Default)]
struct Touching {
    left: Vec<u32>,
    right: Vec<u32>,
    times: Vec<f32>,
}

impl Touching {
    /// Adds those of these pairs that have a time.
    fn add(&mut self, pairs: &Pairs, times: &[f32], limit: u64) -> Result<(), Error> {
        let count = times.iter().filter(|time| !time.is_nan()).count();
        if (self.times.len() + count) as u64 > limit {
            return Err(Error::TooManyPairs { at_most: limit });
        }
        reserve(&mut self.left, count)?;
        reserve(&mut self.right, count)?;
        reserve(&mut self.times, count)?;
        for ((left, right), &time) in pairs.iter().zip(times).filter(|(_, time)| !time.is_nan()) {
            self.left.push(left);
            self.right.push(right);
            self.times.push(time);
        }
        Ok(())
    }
}

/// The lanes of a sweep, of some rows.
struct HullLanes<'a, const N: usize> {
    shapes: &'a HullShapes,
    part: Part<'a>,
    level: Level,
    hulls: Hulls,
    sources: &'a Sources,
    /// The first attempt: the second one, where after the first most rows were not certain.
    first: usize,
}

impl<const N: usize> HullLanes<'_, N> {
    /// Which of the first rows of these columns are near each other, and how many.
    fn near(&self, columns: &Sides, len: usize, out: &mut [usize; N]) -> usize {
        near(self.level, self.hulls, self.shapes.dim(), columns, len, out)
    }

    /// The times of the first rows of these columns, which have these numbers. Those that are not certain
    /// wait for the next attempt; after the last one they are measured one by one.
    fn measure(
        &mut self,
        columns: &Sides,
        numbers: &[usize],
        attempt: usize,
        later: &mut [Option<Waiting<N>>],
        out: &mut [f32],
    ) {
        // Half of a register's lanes are whole registers of `f64` at every level.
        let (mut found, rows) = ([0.0; N], numbers.len().next_multiple_of(self.level.lanes() / 2));
        times(self.level, self.hulls, self.shapes.dim(), &Columns { columns, attempt }, rows, &mut found);
        let (mut unsure, mut count) = ([0; N], 0);
        for (i, (&number, time)) in numbers.iter().zip(found).enumerate() {
            out[number] = if time == NEVER { f32::NAN } else { time };
            unsure[count] = i;
            count += usize::from(time.is_nan());
        }
        let unsure = &unsure[..count];
        if attempt + 1 < self.hulls.attempts() {
            if attempt == 0 {
                self.first = usize::from(count > numbers.len() / 2);
            }
            self.wait(columns, numbers, unsure, attempt + 1, later, out);
        } else {
            for &i in unsure {
                out[numbers[i]] = self.shapes.time_of(&self.part, numbers[i]);
            }
        }
    }

    /// Some rows of these columns wait for an attempt, the first of `waiting`. It is made where there is no
    /// room for more.
    fn wait(
        &mut self,
        columns: &Sides,
        numbers: &[usize],
        mut rows: &[usize],
        attempt: usize,
        waiting: &mut [Option<Waiting<N>>],
        out: &mut [f32],
    ) {
        while !rows.is_empty() {
            let now = waiting[0].get_or_insert_with(Waiting::new);
            rows = now.take(self.sources, columns, numbers, rows);
            if now.len == N {
                self.measure_waiting(attempt, waiting, out);
            }
        }
    }

    /// The times of all rows that wait for an attempt, the first of `waiting`.
    fn measure_waiting(&mut self, attempt: usize, waiting: &mut [Option<Waiting<N>>], out: &mut [f32]) {
        if let Some((Some(now), later)) = waiting.split_first_mut()
            && !now.is_empty()
        {
            self.measure(&now.columns(self.sources), &now.numbers[..now.len], attempt, later, out);
            now.len = 0;
        }
    }
}

/// Rows that wait for an attempt, side by side, and their numbers.
struct Waiting<const N: usize> {
    columns: [[f32; N]; COLUMNS],
    numbers: [usize; N],
    len: usize,
}

impl<const N: usize> Waiting<N> {
    fn new() -> Self {
        Self { columns: [[0.0; N]; COLUMNS], numbers: [0; N], len: 0 }
    }

    fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The columns of a kernel.
    fn columns(&self, sources: &Sources) -> Sides<'_> {
        let mut columns = [&ZEROS[..N]; COLUMNS];
        for (k, column) in self.columns.iter().enumerate().filter(|(k, _)| sources.columns[*k].is_some()) {
            columns[k] = column;
        }
        columns
    }

    /// Copies these rows of columns until there is no room. What is left.
    fn take<'a>(
        &mut self,
        sources: &Sources,
        columns: &Sides,
        numbers: &[usize],
        rows: &'a [usize],
    ) -> &'a [usize] {
        let (rows, left) = rows.split_at(rows.len().min(N - self.len));
        for ((slots, column), source) in self.columns.iter_mut().zip(columns).zip(&sources.columns) {
            if source.is_some() {
                slots[self.len..].iter_mut().zip(rows).for_each(|(slot, &row)| *slot = column[row]);
            }
        }
        self.numbers[self.len..].iter_mut().zip(rows).for_each(|(slot, &row)| *slot = numbers[row]);
        self.len += rows.len();
        left
    }
}

impl Part<'_> {
    fn split(self, at: usize) -> [Self; 2] {
        let [before, after] = self.source.split(at);
        let later = match self.source {
            Source::Rows(_) => self.operands.map(|operand| operand.from(at)),
            Source::Pairs(_) => self.operands,
        };
        [Self { source: before, ..self }, Self { operands: later, source: after, ..self }]
    }

    /// The row of one side.
    fn row(&self, side: usize, row: usize) -> usize {
        match self.source {
            Source::Rows(_) => row,
            Source::Pairs([left, right]) => (if side == OTHER { right[row] } else { left[row] }) as usize,
        }
    }

    /// The columns of a side and the row of them where these rows start, if there are all.
    fn block(&self, side: usize, numbers: Range<usize>) -> Option<(&[&[f32]], usize)> {
        match (self.source, &self.operands[side]) {
            (Source::Rows(rows), &Operand::Rows { columns, start, .. }) if numbers.end <= rows => {
                Some((columns, start + numbers.start))
            }
            _ => None,
        }
    }

    /// Copies the columns of a side.
    fn copy<const N: usize>(&self, side: usize, start: usize, len: usize, columns: &mut [[f32; N]; MOST]) {
        let operand = self.operands[side];
        match self.source {
            Source::Rows(_) => operand.from(start).copy_first(len, columns),
            Source::Pairs([left, right]) => {
                let numbers = if side == OTHER { right } else { left };
                operand.gather(&numbers[start..start + len], columns);
            }
        }
    }
}

/// The number of each side.
const MOVING: usize = 0;
const MOTION: usize = 1;
const OTHER: usize = 2;

/// Where the columns of a kernel come from.
struct Sources {
    /// A side and a column of it; zeros where there is none.
    columns: [Option<(usize, usize)>; COLUMNS],
    /// Whether the other shape moves by the motion the other way, which is the same.
    is_exchanged: bool,
}

/// What the columns of a shape are, the last of which is a radius if it is round.
#[derive(Clone, Copy, PartialEq)]
enum Core {
    /// A center.
    Point,
    /// A start and a direction.
    Segment,
    /// Two corners.
    Box,
    /// A center, two half extents and an axis of the plane.
    OrientedBox,
    /// Three vertices.
    Triangle,
}

impl Core {
    /// The core of a shape, and whether it is round.
    fn of(kind: ShapeKind) -> (Self, bool) {
        match kind {
            ShapeKind::Point | ShapeKind::Point3 => (Self::Point, false),
            ShapeKind::Disk | ShapeKind::Sphere => (Self::Point, true),
            ShapeKind::Segment | ShapeKind::Segment3 => (Self::Segment, false),
            ShapeKind::Capsule | ShapeKind::Capsule3 => (Self::Segment, true),
            ShapeKind::Aabb | ShapeKind::Aabb3 => (Self::Box, false),
            ShapeKind::OrientedBox => (Self::OrientedBox, false),
            _ => (Self::Triangle, false),
        }
    }
}

/// What a kernel takes of a shape.
#[derive(Clone, Copy)]
enum Value {
    Vertex(usize),
    /// From the start of a segment to its end.
    Direction,
    Radius,
}

impl Value {
    /// The column of a coordinate of it, if the shape has one.
    fn column(self, kind: ShapeKind, coordinate: usize, dim: usize) -> Option<usize> {
        let (core, is_round) = Core::of(kind);
        match (self, core) {
            (Self::Radius, _) => is_round.then(|| kind.columns().len() - 1),
            (Self::Direction, Core::Segment) => Some(dim + coordinate),
            (Self::Direction, _) => None,
            (Self::Vertex(_), Core::Point | Core::Segment) => Some(coordinate),
            (Self::Vertex(i), _) => Some(i * dim + coordinate),
        }
    }

    /// How many columns a kernel has of it.
    fn columns(self, dim: usize) -> usize {
        if matches!(self, Self::Radius) { 1 } else { dim }
    }
}

/// What kernels take of a shape that moves, of another one and of the motion.
fn values(hulls: Hulls) -> &'static [(usize, &'static [Value])] {
    const A: usize = 0;
    const B: usize = 1;
    const M: usize = 2;
    const VECTOR: &[Value] = &[Value::Vertex(0)];
    const RADIUS: &[Value] = &[Value::Radius];
    const SEGMENT: &[Value] = &[Value::Vertex(0), Value::Direction];
    const BOX: &[Value] = &[Value::Vertex(0), Value::Vertex(1)];
    const TRIANGLE: &[Value] = &[Value::Vertex(0), Value::Vertex(1), Value::Vertex(2)];
    // Or a segment, as one with two equal vertices and the vector to its end.
    const OUTLINE: &[Value] = &[Value::Vertex(0), Value::Vertex(1), Value::Vertex(2), Value::Direction];
    // The center, half extents and axis.
    const ORIENTED: &[Value] = TRIANGLE;
    match hulls {
        Hulls::Boxes => &[(A, BOX), (B, BOX), (M, VECTOR)],
        Hulls::BoxAndTriangle => &[(A, BOX), (B, OUTLINE), (M, VECTOR)],
        Hulls::Triangles => &[(A, TRIANGLE), (B, OUTLINE), (M, VECTOR)],
        Hulls::OrientedAndBox => &[(A, ORIENTED), (B, BOX), (M, VECTOR)],
        Hulls::OrientedAndTriangle => &[(A, ORIENTED), (B, OUTLINE), (M, VECTOR)],
        Hulls::OrientedBoxes => &[(A, ORIENTED), (B, ORIENTED), (M, VECTOR)],
        Hulls::RoundAndBox => &[(A, SEGMENT), (M, VECTOR), (A, RADIUS), (B, RADIUS), (B, BOX)],
        Hulls::RoundAndSegment => &[(A, SEGMENT), (M, VECTOR), (A, RADIUS), (B, RADIUS), (B, SEGMENT)],
        Hulls::RoundAndTriangle => &[(A, SEGMENT), (M, VECTOR), (A, RADIUS), (B, RADIUS), (B, TRIANGLE)],
        Hulls::RoundAndOriented => &[(A, SEGMENT), (M, VECTOR), (A, RADIUS), (B, RADIUS), (B, ORIENTED)],
    }
}

/// The hulls of two shapes, and where the columns of these come from.
fn columns([moving, motion, other]: [ShapeKind; 3]) -> (Hulls, Sources) {
    let [(a, a_is_round), (b, b_is_round)] = [moving, other].map(Core::of);
    let is_round = a_is_round || b_is_round;
    // What moves is round if one of both is, else an oriented box if one is, and else a box.
    let rank = |core: Core, is_round| match core {
        _ if is_round => 3,
        Core::OrientedBox => 2,
        Core::Point | Core::Box => 1,
        Core::Segment | Core::Triangle => 0,
    };
    let is_exchanged = rank(b, b_is_round) > rank(a, a_is_round);
    let ([a, b], sides) = if is_exchanged {
        ([b, a], [(OTHER, other), (MOVING, moving), (MOTION, motion)])
    } else {
        ([a, b], [(MOVING, moving), (OTHER, other), (MOTION, motion)])
    };
    let hulls = match (is_round, a, b) {
        (true, _, Core::OrientedBox) => Hulls::RoundAndOriented,
        (true, _, Core::Point | Core::Box) => Hulls::RoundAndBox,
        (true, _, Core::Segment) => Hulls::RoundAndSegment,
        (true, ..) => Hulls::RoundAndTriangle,
        (false, Core::OrientedBox, Core::OrientedBox) => Hulls::OrientedBoxes,
        (false, Core::OrientedBox, Core::Point | Core::Box) => Hulls::OrientedAndBox,
        (false, Core::OrientedBox, _) => Hulls::OrientedAndTriangle,
        (false, Core::Point | Core::Box, Core::Point | Core::Box) => Hulls::Boxes,
        (false, Core::Point | Core::Box, _) => Hulls::BoxAndTriangle,
        (false, ..) => Hulls::Triangles,
    };
    let dim = motion.columns().len();
    let mut columns = [None; COLUMNS];
    let mut slots = columns.iter_mut();
    let all = values(hulls).iter().flat_map(|&(side, values)| values.iter().map(move |value| (side, value)));
    for (side, value) in all {
        let (number, kind) = sides[side];
        for (k, slot) in (0..value.columns(dim)).zip(&mut slots) {
            *slot = value.column(kind, k, dim).map(|column| (number, column));
        }
    }
    (hulls, Sources { columns, is_exchanged })
}

/// Boxes around shapes, those of joins, and around what they sweep if they move: the columns of
/// [`ShapeKind::Aabb`] or [`ShapeKind::Aabb3`]. Sums are rounded outward, and not beyond the largest number,
/// which is no less of both sides of a join.
fn bounds(shapes: &AnyView, motions: Option<&AnyView>) -> Result<Vec<Vec<f32>>, Error> {
    match ops(shapes.kind()).ok_or_else(|| no_kernel(shapes.kind(), ShapeKind::Aabb))? {
        AnyOps::Plane(ops) => swept_boxes(shapes, motions, |row| (ops.probe)(row).bounds),
        AnyOps::Space(ops) => swept_boxes(shapes, motions, |row| (ops.probe)(row).bounds),
    }
}

fn swept_boxes<B: Shape>(
    shapes: &AnyView,
    motions: Option<&AnyView>,
    of_row: impl Fn(&[f32]) -> B,
) -> Result<Vec<Vec<f32>>, Error> {
    let sides = B::COLUMNS.len();
    let mut columns = (0..sides).map(|_| with_capacity(shapes.len())).collect::<Result<Vec<_>, _>>()?;
    let mut values = [0.0; MAX_COLUMNS];
    for row in 0..shapes.len() {
        let is_finite = read_finite(shapes, row, &mut values);
        let bounds = of_row(&values);
        let (low, high) = bounds.values().split_at(sides / 2);
        for (k, (&low, &high)) in low.iter().zip(high).enumerate() {
            let (low, high) = match motions.and_then(|motions| motions.column(k)) {
                Some(motion) => (to_end(low, motion[row]).0, to_end(high, motion[row]).1),
                None => (low, high),
            };
            // A row that is not finite touches nothing.
            columns[k].push(if is_finite { max(low, f32::MIN) } else { f32::NAN });
            columns[sides / 2 + k].push(if is_finite { min(high, f32::MAX) } else { f32::NAN });
        }
    }
    Ok(columns)
}
