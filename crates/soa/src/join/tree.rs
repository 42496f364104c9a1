//! A packed tree of boxes: sixteen rows to a group, sixteen groups to a group of the next level.
//!
//! ```text
//!    level 2   [ 0 .. 15 ]                                    boxes around groups of level 1
//!                 |
//!    level 1   [ 0 .. 15 ] [ 16 .. 31 ] ...                   boxes around groups of level 0
//!                 |
//!    level 0   [ 0 .. 15 ] [ 16 .. 31 ] [ 32 .. 47 ] ...      boxes of rows, in the order of `order`
//! ```
//!
//! Group `g` of a level is its boxes `16 g .. 16 g + 16`, and the box around it is number `g` of the next level. There are
//! no pointers.

use alloc::vec;
use alloc::vec::Vec;

use super::groups::{Groups, WIDTH};
use crate::lanes::{Lanes, Mask, Simd};
use crate::shape::Shape;

/// A packed tree of boxes `B`, whose columns are least coordinates and then largest ones.
pub(crate) struct Tree<B: Shape> {
    /// Two levels at least. A place without a row is NaN, which meets nothing.
    levels: Vec<Groups<B>>,
}

impl<B: Shape> Tree<B> {
    /// The tree of these boxes, group by group in this order.
    pub(crate) fn new(boxes: impl ExactSizeIterator<Item = B>) -> Self {
        let mut levels = vec![Groups::new(boxes)];
        while levels.len() < 2 || levels[levels.len() - 1].groups() > 1 {
            let around = Groups::new(levels[levels.len() - 1].iter().map(around::<B>));
            levels.push(around);
        }
        Self { levels }
    }

    /// The sum of the sides of the boxes around groups of rows, as far as they are finite: what a search has to pass by.
    pub(crate) fn width(&self) -> f64 {
        let dim = B::COLUMNS.len() / 2;
        let mut width = 0.0;
        for group in 0..self.levels[0].groups() {
            let around = self.levels[1].get(group);
            let (min, max) = around.values().split_at(dim);
            let sides = min.iter().zip(max).map(|(&min, &max)| f64::from(max) - f64::from(min));
            width += sides.filter(|side| side.is_finite()).sum::<f64>();
        }
        width
    }

    /// Which boxes of a group meet a box, as bits.
    #[inline(always)]
    fn meets<T: Simd>(&self, simd: T, level: usize, group: usize, of: &B::Of<T::Lanes>) -> u32 {
        let dim = B::COLUMNS.len() / 2;
        let (of_min, of_max) = of.as_ref().split_at(dim);
        let mut bits = 0;
        for at in (0..WIDTH).step_by(T::Lanes::LEN) {
            let boxes = self.levels[level].load(simd, group, at);
            let (min, max) = boxes.as_ref().split_at(dim);
            let mut meet = min[0].le(of_max[0]) & of_min[0].le(max[0]);
            for k in 1..dim {
                meet = meet & min[k].le(of_max[k]) & of_min[k].le(max[k]);
            }
            bits |= meet.bits() << at;
        }
        bits
    }

    /// Finds all groups of rows whose box meets this one.
    #[inline(always)]
    fn groups_that_meet<T: Simd>(
        &self,
        simd: T,
        of: &B::Of<T::Lanes>,
        stack: &mut Vec<(usize, usize)>,
        groups: &mut Vec<u32>,
    ) {
        groups.clear();
        stack.push((self.levels.len() - 1, 0));
        while let Some((level, group)) = stack.pop() {
            let children = bits(self.meets(simd, level, group, of)).map(|bit| group * WIDTH + bit);
            if level > 1 {
                stack.extend(children.map(|child| (level - 1, child)));
            } else {
                for child in children {
                    self.levels[0].prefetch(simd, child);
                    groups.push(child as u32);
                }
            }
        }
    }
}

/// The numbers of the bits that are set, ascending.
#[inline(always)]
fn bits(mut word: u32) -> impl Iterator<Item = usize> {
    core::iter::from_fn(
        #[inline(always)]
        move || {
            let bit = word.trailing_zeros();
            word &= word.wrapping_sub(1);
            (bit < u32::BITS).then_some(bit as usize)
        },
    )
}

#[inline(always)]
fn splat<T: Simd, B: Shape>(simd: T, of: &B) -> B::Of<T::Lanes> {
    let values = of.values();
    B::build(
        #[inline(always)]
        |k| simd.splat(values[k]),
    )
}

/// The box around a group, given column after column.
fn around<B: Shape>(group: &[f32]) -> B {
    let dim = B::COLUMNS.len() / 2;
    // No comparison takes NaN, and the first row of a group is one.
    B::from_values(|k| {
        let column = group[k * WIDTH..][..WIDTH].iter().copied();
        let min = |x: f32, y: f32| if y < x { y } else { x };
        let max = |x: f32, y: f32| if y > x { y } else { x };
        column.reduce(if k < dim { min } else { max }).unwrap_or(f32::NAN)
    })
}

/// The pairs of rows, one of each tree, whose boxes meet: by place, in no order, in blocks.
pub(crate) struct Candidates {
    left: Vec<u32>,
    right: Vec<u32>,
    stack: Vec<(usize, usize)>,
    /// Groups of the right tree that a group of the left one meets, and those that the next one does.
    groups: [Vec<u32>; 2],
    /// Rows of the left tree, each with a group of the right one.
    rows: Vec<[u32; 2]>,
}

impl Candidates {
    /// Candidates of one block at most.
    pub(crate) const MOST: usize = 2048;
    /// Groups between two reports.
    const REPORT: usize = (1 << 15) / WIDTH;

    pub(crate) fn new() -> Self {
        Self {
            left: vec![0; Self::MOST],
            right: vec![0; Self::MOST],
            stack: Vec::new(),
            groups: Default::default(),
            rows: Vec::new(),
        }
    }

    /// Hands all candidates to `take`, block by block, until it says stop, and returns whether it did not. Reports how many
    /// left places are done.
    ///
    /// For each group of the left tree: the groups of the right one that its box meets; then its rows that meet the boxes
    /// of those; then what each of these rows meets there. Each step makes a list, so that no loop ends by surprise.
    #[inline(always)]
    pub(crate) fn find<T: Simd, B: Shape>(
        &mut self,
        simd: T,
        left: &Tree<B>,
        right: &Tree<B>,
        take: &mut dyn FnMut(&[u32], &[u32]) -> bool,
        report: &mut dyn FnMut(usize),
    ) -> bool {
        let mut len = 0;
        if right.levels[0].groups() == 0 {
            return true;
        }
        let [groups, next] = &mut self.groups;
        next.clear();
        for group in 0..=left.levels[0].groups() {
            // Memory is asked for one group ahead.
            core::mem::swap(groups, next);
            if group < left.levels[0].groups() {
                let around = splat(simd, &left.levels[1].get(group));
                right.groups_that_meet(simd, &around, &mut self.stack, next);
            }
            let Some(group) = group.checked_sub(1) else { continue };
            if group > 0 && group.is_multiple_of(Self::REPORT) {
                report(group * WIDTH);
            }
            self.rows.clear();
            for &other in &*groups {
                let meets = left.meets(simd, 0, group, &splat(simd, &right.levels[1].get(other as usize)));
                self.rows.extend(bits(meets).map(|bit| [(group * WIDTH + bit) as u32, other]));
            }
            for &[row, other] in &self.rows {
                if len + WIDTH > Self::MOST {
                    if !take(&self.left[..len], &self.right[..len]) {
                        return false;
                    }
                    len = 0;
                }
                let mut meets =
                    right.meets(simd, 0, other as usize, &splat(simd, &left.levels[0].get(row as usize)));
                let (lefts, rights) = (&mut self.left[len..len + WIDTH], &mut self.right[len..len + WIDTH]);
                len += meets.count_ones() as usize;
                // Most rows meet one or two of a group: written whether they do or not.
                for i in 0..2 {
                    lefts[i] = row;
                    rights[i] = other * WIDTH as u32 + meets.trailing_zeros();
                    meets &= meets.wrapping_sub(1);
                }
                for i in 2..WIDTH {
                    if meets == 0 {
                        break;
                    }
                    lefts[i] = row;
                    rights[i] = other * WIDTH as u32 + meets.trailing_zeros();
                    meets &= meets - 1;
                }
            }
        }
        take(&self.left[..len], &self.right[..len])
    }
}
