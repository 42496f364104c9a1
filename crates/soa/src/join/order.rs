//! Sorts the rows of a region so that neighbours in the list are neighbours in space: by the cells of a grid
//! over the centers, along Hilbert's curve, and within a cell with many rows by a grid of its own.
//!
//! So the spread of the rows does not matter: a row may be far outside all others, coordinates may be 2^-149
//! or the largest. Rows with equal centers are not sorted.

use alloc::vec::Vec;
use core::ops::Range;

use scalar::float::{max, min};

use super::bounds::{Bounded, Chosen, boxes_of_groups, centers};
use super::boxes::Boxes;
use super::groups::{Numbered, WIDTH, starts_of};
use super::region::quantize;
use crate::data::shape::Shape;
use crate::lanes::level::{Level, at_level};

/// Rows of a cell that are not sorted further, at most.
const SMALL_CELL: usize = 32;
/// Grids smaller than this are enlarged: 2^-64.
const SMALL: f32 = 1.0 / (1_u128 << 64) as f32;
/// Bits of a number on the curve at most.
const BITS: u32 = 12;
/// Cells of the finest grid.
const CELLS: usize = 1 << BITS;

/// Sorts rows, and keeps its memory from one region to the next.
pub(crate) struct HilbertSort<B: Shape> {
    /// Places of the rows in the region, in order.
    rows: Vec<u32>,
    /// A part of [`HilbertSort::rows`], sorted.
    sorted: Vec<u32>,
    /// Half the centers, one column a direction.
    centers: [Vec<f32>; 3],
    /// The number of each row's cell on the curve.
    cells: Vec<u16>,
    /// Where the rows of each cell begin, and then where they end.
    ends: Vec<u32>,
    /// Parts of the list that are not sorted yet.
    pending: Vec<Range<usize>>,
    /// The boxes of some rows, and where their groups begin.
    boxes: Boxes<B>,
    starts: Vec<u32>,
}

impl<B: Shape> HilbertSort<B> {
    pub(crate) fn new() -> Self {
        Self {
            rows: Vec::new(),
            sorted: Vec::new(),
            centers: Default::default(),
            cells: Vec::new(),
            ends: Vec::new(),
            pending: Vec::new(),
            boxes: Boxes::new(),
            starts: Vec::new(),
        }
    }

    /// Writes the rows of a region to `to`, sorted.
    pub(crate) fn sort_into<S: Bounded<Bounds = B>>(
        &mut self,
        level: Level,
        rows: &[Numbered<S>],
        to: &mut [Numbered<S>],
    ) {
        let chunk = Boxes::<B>::CHUNK * WIDTH;
        for column in &mut self.centers {
            column.resize(rows.len().next_multiple_of(WIDTH), 0.0);
        }
        for (n, rows) in rows.chunks(chunk).enumerate() {
            starts_of(rows.len(), &mut self.starts);
            boxes_of_groups(level, rows, &self.starts, Chosen::All, &mut self.boxes, false);
            self.find_centers(level, n * chunk);
        }
        self.find_order(level, rows.len());
        for (slot, &row) in to.iter_mut().zip(&self.rows) {
            *slot = rows[row as usize];
        }
    }

    /// The centers of the boxes, of rows from `first`.
    fn find_centers(&mut self, level: Level, first: usize) {
        if B::COLUMNS.len() == 4 {
            at_level!(level, _simd => self.centers_of::<2>(first));
        } else {
            at_level!(level, _simd => self.centers_of::<3>(first));
        }
    }

    #[inline(always)]
    fn centers_of<const DIM: usize>(&mut self, first: usize) {
        for group in 0..self.starts.len() - 1 {
            let centers = centers::<B, DIM>(&self.boxes.rows.group(group));
            for k in 0..DIM {
                self.centers[k][first + group * WIDTH..][..WIDTH].copy_from_slice(&centers[k]);
            }
        }
    }

    /// Sorts the numbers of the first `rows` rows.
    fn find_order(&mut self, level: Level, rows: usize) {
        if B::COLUMNS.len() == 4 {
            at_level!(level, _simd => self.along_curve::<2>(rows, &PLANE));
        } else {
            at_level!(level, _simd => self.along_curve::<3>(rows, &SPACE));
        }
    }

    #[inline(always)]
    fn along_curve<const DIM: usize>(&mut self, rows: usize, curve: &[u16; CELLS]) {
        self.rows.clear();
        self.rows.extend(0..rows as u32);
        self.sorted.resize(rows, 0);
        self.cells.resize(rows, 0);
        if rows > SMALL_CELL {
            self.sort::<DIM, true>(0..rows, curve);
        }
        while let Some(range) = self.pending.pop() {
            self.sort::<DIM, false>(range, curve);
        }
    }

    /// Sorts a part of the list, unless all its centers are equal. The first call is for all rows, which are
    /// not sorted yet.
    #[inline(always)]
    fn sort<const DIM: usize, const FIRST: bool>(&mut self, range: Range<usize>, curve: &[u16; CELLS]) {
        let rows = &mut self.rows[range.clone()];
        let (mut low, mut high) = ([f32::INFINITY; DIM], [f32::NEG_INFINITY; DIM]);
        for k in 0..DIM {
            if FIRST {
                (low[k], high[k]) = limits(&self.centers[k][..rows.len()]);
            } else {
                for &row in &*rows {
                    let x = self.centers[k][row as usize];
                    low[k] = min(x, low[k]);
                    high[k] = max(x, high[k]);
                }
            }
        }
        let side = (0..DIM).fold(0.0, |side: f32, k| side.max(high[k] - low[k]));
        if side <= 0.0 {
            return;
        }
        // About as many cells as rows.
        let bits = ((rows.len().ilog2() + 1) / DIM as u32).min(BITS / DIM as u32);
        let last = (1_u32 << bits) - 1;
        // Two factors: a single one would be infinite among the smallest numbers.
        let up = if side < SMALL { 1.0 / SMALL } else { 1.0 };
        let scale = last as f32 / (side * up);
        // A coarser curve is the finer one with its last bits left out.
        let coarser = BITS / DIM as u32 - bits;
        let ends = &mut self.ends;
        ends.clear();
        ends.resize(1 << (bits * DIM as u32), 0);
        for (n, (rows, cells)) in rows.chunks(WIDTH).zip(self.cells.chunks_mut(WIDTH)).enumerate() {
            let mut places = [0; WIDTH];
            for k in 0..DIM {
                let mut centers = [0.0; WIDTH];
                if FIRST {
                    centers.copy_from_slice(&self.centers[k][n * WIDTH..][..WIDTH]);
                } else {
                    for (center, &row) in centers.iter_mut().zip(rows) {
                        *center = self.centers[k][row as usize];
                    }
                }
                for i in 0..WIDTH {
                    let cell = quantize((centers[i] - low[k]) * up * scale, last);
                    places[i] = (places[i] << (BITS / DIM as u32)) + (cell << coarser);
                }
            }
            for (cell, place) in cells.iter_mut().zip(places).take(rows.len()) {
                *cell = curve[place as usize % CELLS] >> (coarser * DIM as u32);
                ends[usize::from(*cell)] += 1;
            }
        }
        let mut sum = 0;
        for count in &mut *ends {
            if *count > SMALL_CELL as u32 {
                let start = range.start + sum as usize;
                self.pending.push(start..start + *count as usize);
            }
            sum += core::mem::replace(count, sum);
        }
        for (&row, &cell) in rows.iter().zip(&self.cells) {
            let slot = &mut ends[usize::from(cell)];
            self.sorted[*slot as usize] = row;
            *slot += 1;
        }
        if FIRST {
            core::mem::swap(&mut self.rows, &mut self.sorted);
        } else {
            rows.copy_from_slice(&self.sorted[..rows.len()]);
        }
    }
}

/// The smallest and the largest number.
#[inline(always)]
fn limits(numbers: &[f32]) -> (f32, f32) {
    let (mut low, mut high) = ([f32::INFINITY; WIDTH], [f32::NEG_INFINITY; WIDTH]);
    let (chunks, rest) = numbers.as_chunks::<WIDTH>();
    for chunk in chunks {
        for i in 0..WIDTH {
            low[i] = min(chunk[i], low[i]);
            high[i] = max(chunk[i], high[i]);
        }
    }
    let low = low.iter().chain(rest).fold(f32::INFINITY, |low, &x| min(x, low));
    let high = high.iter().chain(rest).fold(f32::NEG_INFINITY, |high, &x| max(x, high));
    (low, high)
}

/// Hilbert's curve in the plane.
static PLANE: [u16; CELLS] = curve::<2>();
/// Hilbert's curve in space.
static SPACE: [u16; CELLS] = curve::<3>();

/// The number of each cell on Hilbert's curve, cells in the order of their coordinates' bits, the first
/// coordinate's highest (Skilling 2004, "Programming the Hilbert curve").
const fn curve<const DIM: usize>() -> [u16; CELLS] {
    let bits = BITS / DIM as u32;
    let mut numbers = [0; CELLS];
    let mut i = 0;
    while i < CELLS {
        let mut cell = [0; DIM];
        let mut k = 0;
        while k < DIM {
            cell[k] = i as u32 >> ((DIM - 1 - k) as u32 * bits) & ((1 << bits) - 1);
            k += 1;
        }
        numbers[i] = hilbert(cell, bits);
        i += 1;
    }
    numbers
}

/// The number of a cell on the curve through `2^bits` cells each way.
const fn hilbert<const DIM: usize>(mut cell: [u32; DIM], bits: u32) -> u16 {
    // Undo the turns of the sub-cubes.
    let mut level = bits;
    while level > 0 {
        level -= 1;
        let (bit, below) = (1 << level, (1 << level) - 1);
        let mut k = 0;
        while k < DIM {
            if cell[k] & bit != 0 {
                cell[0] ^= below;
            } else {
                let exchanged = (cell[0] ^ cell[k]) & below;
                cell[0] ^= exchanged;
                cell[k] ^= exchanged;
            }
            k += 1;
        }
    }
    // Gray code.
    let mut k = 1;
    while k < DIM {
        cell[k] ^= cell[k - 1];
        k += 1;
    }
    let mut turns = 0;
    let mut level = bits;
    while level > 0 {
        level -= 1;
        if cell[DIM - 1] & (1 << level) != 0 {
            turns ^= (1 << level) - 1;
        }
    }
    let mut number = 0;
    let mut level = bits;
    while level > 0 {
        level -= 1;
        let mut k = 0;
        while k < DIM {
            number = 2 * number + ((cell[k] ^ turns) >> level & 1) as u16;
            k += 1;
        }
    }
    number
}

#[cfg(test)]
mod tests {
    use alloc::vec;

    use scalar::dim2::Point;

    use super::*;

    /// Sorts these rows, which are numbered from 0, and counts those whose next one is more than four units
    /// away.
    fn far_neighbours(rows: &[Numbered<Point>], unit: f32) -> usize {
        let mut to = rows.to_vec();
        HilbertSort::new().sort_into(Level::PORTABLE, rows, &mut to);
        let mut numbers: Vec<u32> = to.iter().map(|&(_, number)| number).collect();
        numbers.sort_unstable();
        assert!(numbers.iter().copied().eq(0..rows.len() as u32), "all rows are there: {unit}");
        let step = |a: Point, b: Point| (a[0] - b[0]).abs().max((a[1] - b[1]).abs()) / unit;
        to.windows(2).filter(|pair| step(pair[0].0, pair[1].0) > 4.0).count()
    }

    #[test]
    fn neighbours_are_sorted_beside_each_other_at_every_scale_and_in_clusters() {
        // Grids of every size of which a quarter is no smaller than 2^-149.
        for exponent in -147..120 {
            let unit = f64::from(exponent).exp2() as f32;
            let row = |i: u32| ([(i * 37 % 100) as f32 * unit, (i / 100) as f32 * unit], i);
            let far = far_neighbours(&(0..10_000).map(row).collect::<Vec<_>>(), unit);
            assert!(far < 10, "2^{exponent}: {far}");
        }
        // Clusters in a few cells, which get grids of their own.
        let cluster = |i: u32| 1e6 * (i % 3) as f32;
        let row = |i: u32| ([cluster(i) + (i * 37 % 50) as f32, cluster(i) / 2.0 + (i / 180) as f32], i);
        let far = far_neighbours(&(0..9_000).map(row).collect::<Vec<_>>(), 1.0);
        assert!(far < 20, "{far}");
    }

    /// Every cell once, and each next to the one before; of coarser curves as well.
    #[test]
    fn the_curve_goes_from_cell_to_cell() {
        fn check<const N: usize>(curve: &[u16; CELLS]) {
            let most = BITS / N as u32;
            for coarser in 0..most {
                let bits = most - coarser;
                let mut cells = vec![None; 1 << (bits * N as u32)];
                for (i, &number) in curve.iter().enumerate() {
                    let cell: [usize; N] = core::array::from_fn(|k| {
                        (i >> ((N - 1 - k) as u32 * most) & ((1 << most) - 1)) >> coarser
                    });
                    let slot = &mut cells[usize::from(number >> (coarser * N as u32))];
                    assert!(slot.is_none_or(|before| before == cell));
                    *slot = Some(cell);
                }
                for cells in cells.windows(2) {
                    let [Some(a), Some(b)] = [cells[0], cells[1]] else { panic!("a number is missing") };
                    let steps: usize = a.iter().zip(&b).map(|(a, b)| a.abs_diff(*b)).sum();
                    assert_eq!(steps, 1, "{a:?} {b:?}");
                }
            }
        }
        check::<2>(&PLANE);
        check::<3>(&SPACE);
    }
}
