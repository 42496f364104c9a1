//! Left rows that are near no right row, found before the left rows are put in order.
//!
//! ```text
//!    right boxes          their cells                 occupied cells before a corner
//!    +--+                 # # . . . .                 of the grid, in all directions:
//!    |  |      +-+        # # . . # .                 a left box whose cells hold none
//!    +--+      +-+        . . . . . .                 of them intersects no right one
//! ```
//!
//! The cells of a box are those from its least to its largest corner. A larger coordinate is in no earlier
//! cell, however it is rounded, so boxes that intersect have a cell in common.
//!
//! The number of occupied cells of a block of them is a sum over its corners, of a summed-area table (Crow
//! 1984), which takes as long for large blocks as for small ones.

use alloc::vec;
use alloc::vec::Vec;

use scalar::float::{max, min};

use super::groups::{Group, Groups, WIDTH, intersects_mask, splat};
use super::packed::Packed;
use super::probe::Probe;
use super::region::quantize;
use super::tree::{Stack, Tree};
use crate::data::shape::Shape;
use crate::lanes::level::{Level, at_level};

/// Left rows for which a grid is worth its time, at least.
const MIN_ROWS: usize = 1 << 14;
/// Left rows that are asked whether a grid would leave most of them out.
const ASKED: usize = 256;

/// The cells that the boxes of some rows are in.
pub(crate) struct Occupied<const DIM: usize> {
    /// Halves of the least coordinates.
    low: [f32; DIM],
    /// Cells for half a unit.
    scale: [f32; DIM],
    /// For each corner of the grid, the number of occupied cells before it.
    before: Vec<u16>,
}

impl<const DIM: usize> Occupied<DIM> {
    /// Corners each way: fewer than `2^16` cells, in 128 KiB.
    const SIDE: usize = if DIM == 2 { 256 } else { 40 };
    /// The last cell each way. It and the first one are for what is outside of all boxes. Corner 0 is before
    /// cell 0, and the last corner is after all cells.
    const LAST: u32 = Self::SIDE as u32 - 3;

    /// The cells of the right rows, if there are many left rows and most of them, by these boxes of some, are
    /// near none.
    pub(crate) fn of_sparse<B: Shape>(
        level: Level,
        right: &Packed<B>,
        rows: usize,
        sample: &[B],
    ) -> Option<Self> {
        let asked = &sample[..sample.len().min(ASKED)];
        if rows < MIN_ROWS {
            return None;
        }
        let mut stack = Stack::new();
        let is_near = |one: &&B| {
            at_level!(level, simd => {
                let of = splat(simd, *one);
                !right.tree.visit(simd, &Probe::of_box(**one), &mut stack, |group| {
                    right.boxes.as_ref().is_some_and(|boxes| intersects_mask(simd, boxes, group, &of) == 0)
                })
            })
        };
        let near = asked.iter().filter(is_near).count();
        // The boxes of rows if they are kept and not too many, or those of groups of rows.
        let boxes = right.boxes.as_ref().filter(|boxes| boxes.len() * WIDTH <= rows);
        (2 * near < asked.len()).then(|| Self::new(&right.tree, boxes.unwrap_or(right.tree.level(0))))
    }

    /// The cells of boxes, which are in the tree.
    fn new<B: Shape>(tree: &Tree<B>, boxes: &Groups<B>) -> Self {
        let (mut low, mut high) = ([f32::INFINITY; DIM], [f32::NEG_INFINITY; DIM]);
        if let Some((level, root)) = tree.root() {
            let around = tree.level(level).group(root);
            for i in Self::places::<B>(&around) {
                for k in 0..DIM {
                    let sides = [around.as_ref()[k][i], around.as_ref()[DIM + k][i]];
                    for side in sides.into_iter().filter(|side| side.is_finite()) {
                        // Halves, as the difference of two may be more than the largest number.
                        (low[k], high[k]) = (min(0.5 * side, low[k]), max(0.5 * side, high[k]));
                    }
                }
            }
        }
        let mut scale = [0.0; DIM];
        for k in 0..DIM {
            // Where it is infinite, all is in the first cell or in the last one.
            scale[k] = (Self::LAST - 2) as f32 / (high[k] - low[k]);
        }
        let mut grid = Self { low, scale, before: Vec::new() };
        grid.before = grid.count::<B>((0..boxes.len()).map(|group| boxes.group(group)));
        grid
    }

    /// The places of a group that have a box. Without a row they are NaN, and of a row that was removed the
    /// least coordinate may be larger than the largest.
    fn places<B: Shape>(group: &Group<B>) -> impl Iterator<Item = usize> {
        let (low, high) = group.as_ref().split_at(DIM);
        (0..WIDTH).filter(|&i| (0..DIM).all(|k| low[k][i] <= high[k][i]))
    }

    /// The numbers of occupied cells of these boxes.
    fn count<B: Shape>(&self, groups: impl Iterator<Item = Group<B>>) -> Vec<u16> {
        // The boxes that are in a cell, less those that are in the one before, in each direction.
        let mut more = vec![0_i32; Self::SIDE.pow(DIM as u32)];
        for group in groups {
            let cells = self.cells::<B>(&group);
            for i in Self::places::<B>(&group) {
                Self::each_corner(&cells, i, |corner, is_odd| more[corner] += if is_odd { -1 } else { 1 });
            }
        }
        Self::sum(&mut more, |a, b| a + b);
        // Cell (x, y) is at (x, y) now, and its far corner, which it is before, at (x + 1, y + 1).
        let step: usize = (0..DIM).map(|k| Self::SIDE.pow(k as u32)).sum();
        let mut before: Vec<u16> = vec![0; more.len()];
        for (before, &boxes) in before[step..].iter_mut().zip(&more) {
            *before = u16::from(boxes > 0);
        }
        Self::sum(&mut before, u16::wrapping_add);
        before
    }

    /// Sums up in each direction.
    fn sum<T: Copy>(numbers: &mut [T], add: impl Fn(T, T) -> T) {
        for k in 0..DIM {
            let step = Self::SIDE.pow(k as u32);
            for block in numbers.chunks_mut(step * Self::SIDE) {
                for i in step..block.len() {
                    block[i] = add(block[i], block[i - step]);
                }
            }
        }
    }

    /// The first cells of sixteen boxes in each direction, and those after the last ones.
    #[inline(always)]
    fn cells<B: Shape>(&self, boxes: &Group<B>) -> [[[u32; WIDTH]; 2]; DIM] {
        let mut cells = [[[0; WIDTH]; 2]; DIM];
        for k in 0..DIM {
            for i in 0..WIDTH {
                let cell = |x: f32| quantize((0.5 * x - self.low[k]) * self.scale[k] + 1.0, Self::LAST);
                cells[k][0][i] = cell(boxes.as_ref()[k][i]);
                cells[k][1][i] = cell(boxes.as_ref()[DIM + k][i]) + 1;
            }
        }
        cells
    }

    /// Calls `work` with each corner of the cells of a box, and whether it is before an odd number of sides.
    #[inline(always)]
    fn each_corner(cells: &[[[u32; WIDTH]; 2]; DIM], i: usize, mut work: impl FnMut(usize, bool)) {
        for corner in 0..1_usize << DIM {
            let mut place = 0;
            for k in 0..DIM {
                place = place * Self::SIDE + cells[k][corner >> k & 1][i] as usize;
            }
            work(place, corner.count_ones() % 2 == 1);
        }
    }

    /// Which of sixteen boxes may intersect the box of a row: a cell of theirs is occupied.
    #[inline(always)]
    pub(crate) fn may_intersect<B: Shape>(&self, boxes: &Group<B>) -> [bool; WIDTH] {
        let cells = self.cells::<B>(boxes);
        let mut may = [false; WIDTH];
        for i in 0..WIDTH {
            let mut occupied = 0_u16;
            Self::each_corner(&cells, i, |corner, is_odd| {
                let before = self.before[corner];
                occupied = occupied.wrapping_add(if is_odd { before.wrapping_neg() } else { before });
            });
            may[i] = occupied != 0;
        }
        may
    }
}

#[cfg(test)]
mod tests {
    use scalar::dim2::{Aabb, Point};
    use scalar::dim3::Aabb3;

    use super::*;
    use crate::Columns;
    use crate::data::view::Rows;
    use crate::join::groups::sixteen_times;
    use crate::join::packed::Build;
    use crate::join::progress::PhaseClock;
    use crate::join::region::scatter;
    use crate::join::table::{AnyPacked, AnyPackedRows};
    use crate::run::query::Query;

    /// A number in `[0, 1)` for each `i`, spread evenly.
    fn unit(i: u32, step: u32) -> f32 {
        (i.wrapping_mul(step) >> 8) as f32 / (1 << 24) as f32
    }

    /// How many points of a square of this side stay beside boxes in the unit square.
    fn stay(points: u32, side: f32, keeps_boxes: bool) -> usize {
        let place = |i| [unit(i, 0xc13f_a9a9), unit(i, 0x91e1_0da5)];
        let boxes = (0..1_000).map(|i| Aabb { min: place(i), max: place(i).map(|x| x + 0.1) });
        let boxes = Columns::<Aabb>::try_from_iter(boxes).unwrap();
        let points = (0..points).map(|i| place(i).map(|x| side * x));
        let points = Columns::<Point>::try_from_iter(points).unwrap();
        let build = Build::new(Query::new(), boxes.len(), None, PhaseClock::default());
        let build = if keeps_boxes { build.keeping_boxes(true) } else { build };
        let AnyPacked { rows: AnyPackedRows::Plane(right), .. } = AnyPacked::new(&build, &boxes.view().any())
        else {
            panic!("boxes of the plane");
        };
        let (clock, points) = (PhaseClock::default(), points.view().any());
        scatter::<Point>(build.level, build.threads, clock, &points, 0, Some(&right)).len()
    }

    #[test]
    fn most_rows_that_are_near_nothing_are_left_out() {
        for keeps_boxes in [false, true] {
            // Some six hundred are between the boxes.
            let few = stay(50_000, 10.0, keeps_boxes);
            assert!((500..700).contains(&few), "{few}");
            assert_eq!(stay(50_000, 1.0, keeps_boxes), 50_000, "all are near some");
            assert_eq!(stay(MIN_ROWS as u32 - 1, 10.0, keeps_boxes), MIN_ROWS - 1, "too few for a grid");
        }
    }

    /// Asks a grid of some boxes for others, and compares with all boxes, one by one. Returns how many are
    /// near none, and how many may intersect some.
    fn ask<B: Shape, const DIM: usize>(boxes: &[B], asked: &[B]) -> [usize; 2] {
        let meet = |a: &B, b: &B| {
            let (a, b) = (a.values(), b.values());
            (0..DIM).all(|k| a[k] <= b[DIM + k] && b[k] <= a[DIM + k])
        };
        let tree = Tree::new(boxes.iter().copied());
        let grid = Occupied::<DIM>::new(&tree, tree.level(0));
        let mut met = [0; 2];
        for one in asked {
            let may = grid.may_intersect::<B>(&sixteen_times(one))[0];
            assert!(may || !boxes.iter().any(|other| meet(one, other)), "{one:?}");
            met[usize::from(may)] += 1;
        }
        met
    }

    /// Boxes whose sides are integers times a size: many touch.
    fn boxes<B: Shape>(len: u32, cells: u32, size: f32, seed: u32) -> Vec<B> {
        let dim = B::COLUMNS.len() / 2;
        let integer = |i: u32, k: usize, most: u32| {
            (unit(i.wrapping_add(seed), 0x9e37_79b9 ^ (k as u32 + 1).wrapping_mul(0x85eb_ca6b)) * most as f32)
                .floor()
        };
        let side =
            |i, k| size * (integer(i, k % dim, cells) + if k < dim { 0.0 } else { integer(i, k + dim, 3) });
        (0..len).map(|i| B::from_values(|k| side(i, k))).collect()
    }

    #[test]
    fn no_box_that_intersects_one_is_left_out_at_any_scale() {
        let mut met = [0; 2];
        let mut count = |more: [usize; 2]| met = [met[0] + more[0], met[1] + more[1]];
        for exponent in [-149, -100, 0, 60, 117] {
            let size = f64::from(exponent).exp2() as f32;
            let (few, asked) = (boxes::<Aabb>(40, 1_000, size, 1), boxes(2_000, 1_000, size, 99));
            count(ask::<_, 2>(&few, &asked));
            count(ask::<_, 2>(&boxes(7, 1, size, 3), &asked));
            count(ask::<_, 2>(&few, &boxes(200, 1_000, -2.0 * size, 5)));
            let everywhere = Aabb { min: [f32::NEG_INFINITY; 2], max: [f32::INFINITY; 2] };
            let half = Aabb { min: [size, f32::NEG_INFINITY], max: [f32::INFINITY, 3.0 * size] };
            count(ask::<_, 2>(&[&few[..], &[half]].concat(), &asked));
            count(ask::<_, 2>(&few, &[everywhere, half, few[0]]));
            count(ask::<_, 2>(&[everywhere], &asked));
            count(ask::<_, 3>(&boxes::<Aabb3>(40, 100, size, 1), &boxes(2_000, 100, size, 77)));
        }
        count(ask::<Aabb, 2>(&[], &boxes(10, 9, 1.0, 1)));
        assert!(met.iter().all(|&met| met > 10_000), "{met:?}");
        assert_eq!(ask::<Aabb, 2>(&[], &boxes(10, 9, 1.0, 1)), [10, 0], "without boxes");
    }
}
