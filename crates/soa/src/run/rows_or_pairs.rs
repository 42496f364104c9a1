//! Measures of rows or of the pairs that a join found: block by block, on threads if that pays.

use alloc::vec::Vec;
use core::mem::take;
use core::ops::Range;

use scalar::float::canonical;

use crate::data::any::AnyView;
use crate::data::columns::Columns;
use crate::data::error::Error;
use crate::data::hits::{count_bits, set_bits};
use crate::data::memory::zeroed;
use crate::data::pairs::Pairs;
use crate::data::shape::{MAX_COLUMNS, Shape};
use crate::data::view::Rows;
use crate::kernel::operand::{Operand, Operands, slices};
use crate::kernel::{MeasureKernel, MeasurePair};
use crate::lanes::MAX_LANES;
use crate::lanes::level::{Level, at_level};
use crate::run::driver;
use crate::run::query::{Query, equal_rows};

/// Rows of a block, which are measured and then worked on while they are in cache.
pub(crate) const BLOCK: usize = 512;
/// Pairs whose rows are copied side by side before: few enough for the stack.
const PAIRS: usize = 128;
/// Rows of which a task chooses those that are copied. If it chooses one in ten, they fill a dozen registers.
const CHOSEN_FROM: usize = 2_048;

/// The rows of both sides.
#[derive(Clone, Copy)]
pub(crate) enum Source<'a> {
    /// Row `i` of both, this many.
    Rows(usize),
    /// The left and the right rows of pairs.
    Pairs([&'a [u32]; 2]),
}

impl<'a> Source<'a> {
    /// All rows.
    pub(crate) fn rows(a: &impl Rows, b: &impl Rows) -> Result<Self, Error> {
        Self::of([a.view().len(), b.view().len()], None)
    }

    /// Pairs of rows that there are.
    pub(crate) fn pairs(a: &impl Rows, b: &impl Rows, pairs: &'a Pairs) -> Result<Self, Error> {
        Self::of([a.view().len(), b.view().len()], Some(pairs))
    }

    /// Pairs of sides of this many rows; all rows without pairs.
    pub(crate) fn of([left, right]: [usize; 2], pairs: Option<&'a Pairs>) -> Result<Self, Error> {
        let Some(pairs) = pairs else { return equal_rows(left, right).map(Self::Rows) };
        check_rows_of_pairs(pairs.left(), left)?;
        check_rows_of_pairs(pairs.right(), right)?;
        Ok(Self::Pairs([pairs.left(), pairs.right()]))
    }

    pub(crate) fn len(&self) -> usize {
        match self {
            Self::Rows(rows) => *rows,
            Self::Pairs([left, _]) => left.len(),
        }
    }

    /// Those before and from `at`.
    pub(crate) fn split(self, at: usize) -> [Self; 2] {
        match self {
            Self::Rows(rows) => [Self::Rows(at), Self::Rows(rows - at)],
            Self::Pairs([left, right]) => {
                let ((left0, left1), (right0, right1)) = (left.split_at(at), right.split_at(at));
                [Self::Pairs([left0, right0]), Self::Pairs([left1, right1])]
            }
        }
    }
}

fn check_rows_of_pairs(numbers: &[u32], rows: usize) -> Result<(), Error> {
    match numbers.iter().max() {
        Some(&row) if row as usize >= rows => Err(Error::NoSuchRow { row: row as usize, rows }),
        _ => Ok(()),
    }
}

/// What is done with each block of rows. Operands are in the order that the kernel takes.
pub(crate) trait Task: Sync {
    /// The kernel, and how it takes its operands.
    fn pair(&self) -> MeasurePair;

    /// Whether [`Task::choose`] says which rows have numbers.
    fn chooses(&self) -> bool {
        false
    }

    /// Sets the bit of each row that has numbers, and no other: these alone are measured, and the others are
    /// NaN. They start with the row `first` of all.
    fn choose(&self, _first: usize, _operands: &Operands, _out: &mut [u8]) {}

    /// At most [`BLOCK`] rows, which have these numbers among all, for a task that has columns of its own.
    fn measure(&self, numbers: Numbers, level: Level, operands: &Operands, out: &mut [&mut [f32]]);
}

/// The numbers of some rows.
#[derive(Clone, Copy)]
pub(crate) enum Numbers<'a> {
    /// One after the other, from this one on.
    From(usize),
    /// These after the first number.
    These(usize, &'a [usize]),
}

/// The numbers of a kernel that takes its operands in order, as they are.
pub(crate) struct AsMeasured(pub(crate) &'static MeasureKernel);

impl Task for AsMeasured {
    fn pair(&self) -> MeasurePair {
        MeasurePair { kernel: self.0, is_swapped: false }
    }

    fn measure(&self, _: Numbers, level: Level, operands: &Operands, out: &mut [&mut [f32]]) {
        driver::measure(self.0, level, operands, out);
    }
}

impl Query {
    /// Fills columns with what a task makes of all rows; their old rows are lost.
    pub(crate) fn fill<S: Shape>(
        self,
        task: &dyn Task,
        a: &impl Rows,
        b: &impl Rows,
        source: Source,
        out: &mut Columns<S>,
    ) -> Result<(), Error> {
        let rows = source.len();
        out.make_room(rows)?;
        let (a, b) = (a.view(), b.view());
        let operands = [Operand::rows(&a), Operand::rows(&b)];
        self.measure_blocks(task, operands, source, 0, out.results(rows).as_mut());
        Ok(())
    }

    /// The columns of what a task makes of all rows, of shapes that are values.
    pub(crate) fn columns_of(
        self,
        task: &dyn Task,
        [a, b]: [&AnyView; 2],
        source: Source,
        columns: usize,
    ) -> Result<Vec<Vec<f32>>, Error> {
        let mut all = (0..columns).map(|_| zeroed(source.len())).collect::<Result<Vec<Vec<f32>>, _>>()?;
        let mut out: Vec<&mut [f32]> = all.iter_mut().map(Vec::as_mut_slice).collect();
        self.measure_blocks(task, [Operand::any(a), Operand::any(b)], source, 0, &mut out);
        Ok(all)
    }

    /// All rows, on threads if that pays.
    fn measure_blocks(
        self,
        task: &dyn Task,
        operands: [Operand; 2],
        source: Source,
        first: usize,
        out: &mut [&mut [f32]],
    ) {
        if let Some(at) = self.cut(source.len()) {
            let (mut out0, mut out1): (Vec<_>, Vec<_>) =
                out.iter_mut().map(|column| take(column).split_at_mut(at)).unzip();
            let ([a, b], [before, after]) = (operands, source.split(at));
            let later = if matches!(source, Source::Rows(_)) { [a.from(at), b.from(at)] } else { operands };
            self.threads().both(
                || self.measure_blocks(task, operands, before, first, &mut out0),
                || self.measure_blocks(task, later, after, first + at, &mut out1),
            );
        } else if source.len() <= MAX_LANES {
            // Room for few rows is cleared in less time than for many.
            run::<MAX_LANES>(task, self.level(), operands, source, first, out);
        } else {
            run::<PAIRS>(task, self.level(), operands, source, first, out);
        }
    }
}

/// All rows, of which at most `N` are copied side by side.
fn run<const N: usize>(
    task: &dyn Task,
    level: Level,
    [a, b]: [Operand; 2],
    source: Source,
    first: usize,
    out: &mut [&mut [f32]],
) {
    let (mut gathered, mut sides, mut found) = (None, None, None);
    let mut chosen = Chosen::<N> { sides: &mut sides, found: &mut found };
    let (columns, is_swapped) = (out.len(), task.pair().is_swapped);
    let block = match source {
        Source::Pairs(_) => N,
        Source::Rows(_) if task.chooses() => CHOSEN_FROM,
        Source::Rows(_) => BLOCK,
    };
    for start in (0..source.len()).step_by(block) {
        let rows = block.min(source.len() - start);
        let mut measure = |[a, b]: [Operand; 2]| {
            let [a, b] = if is_swapped { [b, a] } else { [a, b] };
            let (operands, mut block) = (Operands { a, b, rows }, part(out, start..start + rows));
            let block = &mut block[..columns];
            if task.chooses() {
                chosen.measure(task, level, first + start, &operands, block);
            } else {
                task.measure(Numbers::From(first + start), level, &operands, block);
            }
        };
        match source {
            Source::Rows(_) => measure([a.from(start), b.from(start)]),
            Source::Pairs([left, right]) => {
                let [left_columns, right_columns] = gathered.get_or_insert([[[0.0; N]; MAX_COLUMNS]; 2]);
                a.gather(&left[start..start + rows], left_columns);
                b.gather(&right[start..start + rows], right_columns);
                let (left, right) = (slices(left_columns), slices(right_columns));
                measure([Operand::new(&left[..a.columns()]), Operand::new(&right[..b.columns()])]);
            }
        }
    }
}

/// These rows of some columns; empty columns after the last.
pub(crate) fn part<'a>(columns: &'a mut [&mut [f32]], rows: Range<usize>) -> [&'a mut [f32]; MAX_COLUMNS] {
    let mut part: [&mut [f32]; MAX_COLUMNS] = Default::default();
    part.iter_mut().zip(columns).for_each(|(part, column)| *part = &mut column[rows.clone()]);
    part
}

/// Makes the rows of these columns NaN that are not kept, of which all bits are zero; of the others all are
/// set.
pub(super) fn clear_others(level: Level, keep: &[u32], columns: &mut [&mut [f32]]) {
    let nan = canonical(f32::NAN).to_bits();
    at_level!(level, _simd => {
        for column in &mut *columns {
            for (x, &keep) in column.iter_mut().zip(keep) {
                *x = f32::from_bits(x.to_bits() & keep | nan & !keep);
            }
        }
    });
}

/// Whether to measure all rows takes less time than to copy those that are chosen, and to measure these.
fn all_are_faster(kernel: &MeasureKernel, level: Level, chosen: usize, rows: usize) -> bool {
    let lanes = kernel.at(level).lanes();
    let break_even = match lanes {
        _ if !kernel.is_short => 7,
        MAX_LANES => 2,
        8 => 3,
        _ => 5,
    };
    chosen * 8 > rows * break_even || chosen > 1 && rows <= lanes
}

/// Columns of a few rows.
type FewRows<const N: usize> = [[f32; N]; MAX_COLUMNS];

/// Rows that a task chose, side by side, and the numbers of their result: cleared once they are needed.
struct Chosen<'a, const N: usize> {
    sides: &'a mut Option<[FewRows<N>; 2]>,
    found: &'a mut Option<FewRows<N>>,
}

impl<const N: usize> Chosen<'_, N> {
    /// At most [`CHOSEN_FROM`] rows, those that the task chooses; the others are NaN.
    fn measure(
        &mut self,
        task: &dyn Task,
        level: Level,
        first: usize,
        operands: &Operands,
        out: &mut [&mut [f32]],
    ) {
        let (mut bits, columns) = ([0; CHOSEN_FROM / 8], out.len());
        let bits = &mut bits[..operands.rows.div_ceil(8)];
        task.choose(first, operands, bits);
        let count = count_bits(bits);
        if all_are_faster(task.pair().kernel, level, count, operands.rows) {
            for start in (0..operands.rows).step_by(BLOCK) {
                let rows = BLOCK.min(operands.rows - start);
                let of = Operands { rows, ..operands.split(start)[1] };
                let part = &mut part(out, start..start + rows)[..columns];
                task.measure(Numbers::From(first + start), level, &of, part);
                if count < operands.rows {
                    let mut keep = [0; BLOCK];
                    for (keep, byte) in keep.chunks_exact_mut(8).zip(&bits[start / 8..]) {
                        let bit = |i| u32::from(byte >> i) & 1;
                        keep.iter_mut().enumerate().for_each(|(i, keep)| *keep = bit(i).wrapping_neg());
                    }
                    clear_others(level, &keep, part);
                }
            }
            return;
        }
        let (mut rows, mut numbers, mut cleared) = (set_bits(bits), [0; N], 0);
        loop {
            let len = numbers.iter_mut().zip(&mut rows).map(|(number, row)| *number = row).count();
            // Rows are cleared just before some of them get numbers, and are in cache then.
            let end = if len < N { operands.rows } else { numbers[len - 1] + 1 };
            for column in &mut *out {
                column[cleared..end].fill(f32::NAN);
            }
            cleared = end;
            if len == 0 {
                return;
            }
            let [left, right] = self.sides.get_or_insert([[[0.0; N]; MAX_COLUMNS]; 2]);
            let found = self.found.get_or_insert([[0.0; N]; MAX_COLUMNS]);
            let numbers = &numbers[..len];
            let mut found = found.each_mut().map(|column| &mut column[..len]);
            let found = &mut found[..columns];
            operands.copied(numbers, [left, right], |copied| {
                let operands = Operands { rows: len, ..copied };
                task.measure(Numbers::These(first, numbers), level, &operands, found);
            });
            for (column, found) in out.iter_mut().zip(found) {
                numbers.iter().zip(&**found).for_each(|(&row, &x)| column[row] = x);
            }
        }
    }
}
