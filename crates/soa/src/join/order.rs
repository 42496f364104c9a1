//! Rows in an order in which neighbours in memory are neighbours in space.
//!
//! ```text
//!    by size          large and small rows apart, so that a giant does not widen the boxes of dwarfs
//!      |
//!    along a curve    the cells of a grid over the centers, in the order of Hilbert's curve
//!      |
//!    again            within a cell that holds many rows: a grid of its own
//! ```
//!
//! The last step makes any spread of rows as good as an even one: clusters, a row far outside all others, coordinates
//! from 2^-149 to the largest. It ends where the centers are equal.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

use super::bounds::Bounded;
use crate::level::{Level, at_level};
use crate::shape::{Shape, is_finite};
use crate::view::View;

/// Rows of one size class are at most so many times as long as others: three steps of a binary exponent.
const CLASS_EXPONENTS: u32 = 3;
/// The classes of the exponents of `f32`.
const CLASSES: usize = 256usize.div_ceil(CLASS_EXPONENTS as usize);
/// Rows of a cell that need no order among themselves.
const FEW: usize = 32;
/// Rows that are sorted by comparisons.
const SHORT: usize = 1024;
/// Bits that one pass of the radix sort takes.
const DIGIT: u32 = 11;

/// The rows of a view that are finite, neighbours next to each other.
pub(crate) fn order<S: Bounded>(level: Level, view: &View<S>) -> Vec<u32> {
    match S::Bounds::COLUMNS.len() / 2 {
        2 => by_size::<S, 2>(level, view),
        _ => by_size::<S, 3>(level, view),
    }
}

/// Rows by class, and each class along the curve.
fn by_size<S: Bounded, const DIM: usize>(level: Level, view: &View<S>) -> Vec<u32> {
    let rows = view.len();
    let mut starts = [0; CLASSES + 1];
    let mut centers: [Vec<f32>; DIM] = core::array::from_fn(|_| vec![0.0; rows]);
    let mut items = vec![0; rows];
    let mut len = 0;
    for (row, shape) in view.iter().enumerate() {
        let bounds = shape.bounds();
        let (min, max) = bounds.values().split_at(DIM);
        let mut side = 0.0;
        for k in 0..DIM {
            centers[k][row] = center(min[k], max[k]);
            side = scalar::float::max(max[k] - min[k], side);
        }
        let class = (side.to_bits() >> 23) / CLASS_EXPONENTS;
        items[len] = u64::from(class) << 32 | row as u64;
        let finite = is_finite(&shape);
        starts[class as usize + 1] += usize::from(finite);
        len += usize::from(finite);
    }
    items.truncate(len);
    for class in 0..CLASSES {
        starts[class + 1] += starts[class];
    }
    let mut scratch = vec![0; items.len()];
    if starts.windows(2).filter(|ends| ends[0] < ends[1]).count() > 1 {
        let mut next = starts;
        for &item in &items {
            let slot = &mut next[(item >> 32) as usize];
            scratch[*slot] = item;
            *slot += 1;
        }
        core::mem::swap(&mut items, &mut scratch);
    }
    let mut left: Vec<Range<usize>> = starts.windows(2).map(|ends| ends[0]..ends[1]).collect();
    while let Some(range) = left.pop() {
        let start = range.start;
        let (items, scratch) = (&mut items[range.clone()], &mut scratch[range]);
        if items.len() > FEW && along_curve(level, &centers, items, scratch) {
            left.extend(crowded_cells(items).map(|cell| start + cell.start..start + cell.end));
        }
    }
    items.into_iter().map(|item| item as u32).collect()
}

/// Half of the middle between two sides of a box, whose differences do not overflow; of an unbounded box, some place.
#[inline]
fn center(min: f32, max: f32) -> f32 {
    let finite = |x| scalar::float::max(scalar::float::min(x, f32::MAX), -f32::MAX);
    0.25 * finite(min) + 0.25 * finite(max)
}

/// Sorts items, whose lower halves are rows, along the curve, and puts their cells into the upper halves; unless all
/// centers are equal.
fn along_curve<const DIM: usize>(
    level: Level,
    centers: &[Vec<f32>; DIM],
    items: &mut [u64],
    scratch: &mut [u64],
) -> bool {
    let (mut low, mut high) = ([f32::INFINITY; DIM], [f32::NEG_INFINITY; DIM]);
    for &item in &*items {
        for k in 0..DIM {
            let x = centers[k][item as u32 as usize];
            low[k] = scalar::float::min(x, low[k]);
            high[k] = scalar::float::max(x, high[k]);
        }
    }
    let side = (0..DIM).fold(0.0, |side: f32, k| side.max(high[k] - low[k]));
    if side <= 0.0 {
        return false;
    }
    // Some cells a row, and a whole number of passes where there are many rows.
    let bits = ((items.len().ilog2() + 2).div_ceil(DIM as u32)).min(2 * DIGIT / DIM as u32);
    at_level!(level, _simd => set_keys(centers, items, low, side, bits));
    sort(items, scratch, bits * DIM as u32);
    true
}

/// Items of which numbers on the curve are found at once.
const BATCH: usize = 16;

/// Puts the number of the cell that each row's center lies in into the upper half of its item.
#[inline(always)]
fn set_keys<const DIM: usize>(
    centers: &[Vec<f32>; DIM],
    items: &mut [u64],
    low: [f32; DIM],
    side: f32,
    bits: u32,
) {
    let last = (1_u32 << bits) - 1;
    let scale = last as f32 / side;
    for items in items.chunks_mut(BATCH) {
        let mut rows = [0; BATCH];
        for (row, &item) in rows.iter_mut().zip(&*items) {
            *row = item as u32;
        }
        let mut cells = [[0; BATCH]; DIM];
        for k in 0..DIM {
            let center = rows.map(|row| centers[k][row as usize]);
            for (cell, x) in cells[k].iter_mut().zip(center) {
                *cell = (((x - low[k]) * scale) as u32).min(last);
            }
        }
        let keys = hilbert(cells, bits);
        for ((item, row), key) in items.iter_mut().zip(rows).zip(keys) {
            *item = u64::from(key) << 32 | u64::from(row);
        }
    }
}

/// The cells of more than a few rows.
fn crowded_cells(items: &[u64]) -> impl Iterator<Item = Range<usize>> {
    let mut end = 0;
    items
        .chunk_by(|a, b| a >> 32 == b >> 32)
        .map(move |cell| {
            end += cell.len();
            end - cell.len()..end
        })
        .filter(|cell| cell.len() > FEW)
}

/// Sorts items by their upper halves, numbers of so many bits.
fn sort(items: &mut [u64], scratch: &mut [u64], bits: u32) {
    if items.len() <= SHORT {
        items.sort_unstable();
        return;
    }
    let passes = bits.div_ceil(DIGIT);
    let (mut from, mut to) = (items, scratch);
    for pass in 0..passes {
        let digit = |item: u64| (item >> (32 + pass * DIGIT)) as usize & ((1 << DIGIT) - 1);
        let mut next = [0_u32; 1 << DIGIT];
        for &item in &*from {
            next[digit(item)] += 1;
        }
        let mut sum = 0;
        for count in &mut next {
            sum += core::mem::replace(count, sum);
        }
        for &item in &*from {
            let slot = &mut next[digit(item)];
            to[*slot as usize] = item;
            *slot += 1;
        }
        core::mem::swap(&mut from, &mut to);
    }
    if passes % 2 == 1 {
        to.copy_from_slice(from);
    }
}

/// The numbers of cells on Hilbert's curve through `2^bits` cells each way (Skilling 2004, "Programming the Hilbert
/// curve").
#[allow(clippy::needless_range_loop, reason = "one index for all registers")]
#[inline(always)]
fn hilbert<const DIM: usize>(mut cells: [[u32; BATCH]; DIM], bits: u32) -> [u32; BATCH] {
    // Undo the turns of the sub-cubes.
    for level in (1..bits).rev() {
        let below = (1 << level) - 1;
        let [first, others @ ..] = &mut cells[..] else { return [0; BATCH] };
        for x in first.iter_mut() {
            *x ^= below & is_set(*x, level);
        }
        for other in others {
            for i in 0..BATCH {
                let set = is_set(other[i], level);
                let exchanged = (first[i] ^ other[i]) & below & !set;
                first[i] ^= exchanged | (below & set);
                other[i] ^= exchanged;
            }
        }
    }
    // Gray code.
    for k in 1..DIM {
        for i in 0..BATCH {
            cells[k][i] ^= cells[k - 1][i];
        }
    }
    let mut turns = [0; BATCH];
    for level in (1..bits).rev() {
        for i in 0..BATCH {
            turns[i] ^= ((1 << level) - 1) & is_set(cells[DIM - 1][i], level);
        }
    }
    let mut keys = [0; BATCH];
    for level in (0..bits).rev() {
        for cells in &cells {
            for i in 0..BATCH {
                keys[i] = keys[i] << 1 | ((cells[i] ^ turns[i]) >> level & 1);
            }
        }
    }
    keys
}

/// All bits if this one is set, else none.
#[inline(always)]
fn is_set(x: u32, bit: u32) -> u32 {
    0_u32.wrapping_sub(x >> bit & 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every cell once, and each next to the one before.
    #[test]
    fn the_curve_goes_from_cell_to_cell() {
        fn check<const N: usize>(bits: u32) {
            let cells = 1_usize << (bits * N as u32);
            let mut curve = vec![None; cells];
            for i in 0..cells {
                let cell: [u32; N] =
                    core::array::from_fn(|k| (i >> (k as u32 * bits)) as u32 & ((1 << bits) - 1));
                let slot = &mut curve[hilbert(cell.map(|x| [x; BATCH]), bits)[0] as usize];
                assert_eq!(*slot, None);
                *slot = Some(cell);
            }
            for cells in curve.windows(2) {
                let [Some(a), Some(b)] = [cells[0], cells[1]] else { panic!("a number is missing") };
                let steps: u32 = a.iter().zip(&b).map(|(a, b)| a.abs_diff(*b)).sum();
                assert_eq!(steps, 1, "{a:?} {b:?}");
            }
        }
        for bits in 1..=5 {
            check::<2>(bits);
            check::<3>(bits);
        }
    }

    #[test]
    fn every_sort_sorts() {
        for len in [0, 1, 2, SHORT, SHORT + 1, 5000] {
            for bits in [1, 11, 12, 22] {
                let mut state = 1_u64;
                let mut next = || {
                    state =
                        state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                    state >> (64 - bits)
                };
                let mut items: Vec<u64> = (0..len as u64).map(|row| next() << 32 | row).collect();
                let mut expected = items.clone();
                expected.sort_unstable();
                sort(&mut items, &mut vec![0; len], bits);
                assert_eq!(items, expected);
            }
        }
    }
}
