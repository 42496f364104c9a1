//! Where a ray, or a box that moves along a vector, enters the sixteen boxes of a group.
//!
//! ```text
//!          near            far
//!           |               |
//!    o------|====box========|-------->      the slabs: [near, far] is the part of the path within the sides of
//!           |               |               the box in x, in y and in z; none is left where it misses the box
//! ```
//!
//! A box that moves touches one that stands still from when its largest side reaches the least side of the other, to
//! when its least side leaves the largest one. A ray is a box that is a point.
//!
//! # Rounding
//!
//! The direction is scaled by a power of two, so that its largest component is from 1/8 to below 1/4. A parameter
//! `(side - o) * (1 / d)` has three roundings. The start is moved first, by at least one unit in its last place, up
//! for least sides and down for largest ones: so it is within a box that it touches, and a path that is parallel to a
//! slab (`1 / 0` is infinite) is in it from minus to plus infinity, or in no part. Beside it by just that much there
//! is a difference of zero, and a NaN: such a box is missed, or searched in vain. Where a difference overflows, the
//! parameter is beyond four times the largest number, as the component is below 1/4, and is taken for infinite.

use scalar::float::min;

use crate::data::shape::Shape;
use crate::join::groups::{Groups, WIDTH};
use crate::lanes::{Lanes, Mask, Register, Simd};

/// More levels, with that of the rows, than `2^32` rows need.
pub(crate) const HEIGHTS: usize = 8;

/// A path as boxes see it.
#[derive(Clone, Copy, Default)]
pub(crate) struct Slabs {
    /// The start of its largest sides, as seen from the least sides of a box.
    up: [f32; 3],
    /// The start of its least sides, as seen from the largest ones.
    down: [f32; 3],
    /// What makes a parameter of a difference.
    inverse: [f32; 3],
}

/// The scaled parameter of one unit of the parameter, of paths in this direction.
#[inline]
pub(crate) fn scale_of(direction: [f32; 3]) -> f64 {
    let longest = direction.iter().fold(0.0f32, |longest, x| longest.max(x.abs()));
    if longest == 0.0 { 1.0 } else { 8.0 * power_of_two_below(longest) }
}

/// The largest power of two that is no larger than a number above zero.
fn power_of_two_below(x: f32) -> f64 {
    // In `f64` no `f32` is subnormal.
    f64::from_bits(f64::from(x).to_bits() & f64::INFINITY.to_bits())
}

/// A float that is no smaller.
pub(crate) fn above(x: f64) -> f32 {
    (x as f32).next_up()
}

impl Slabs {
    /// Of a box with these least and largest coordinates, which moves in a direction with this scale; the
    /// last coordinates do not count in the plane.
    #[inline]
    pub(crate) fn new([low, high]: [[f32; 3]; 2], direction: [f32; 3], scale: f64) -> Self {
        /// A component that is less than this part of the largest one is not used.
        const LEAST: f64 = 1.0 / (1u128 << 100) as f64;
        let (mut slabs, unit) = (Self::default(), 1.0 / scale);
        for k in 0..3 {
            // A component of -0 becomes 0, which is parallel to the slab from either side.
            let d = f64::from(direction[k]) * unit + 0.0;
            slabs.up[k] = high[k] + at_least_a_unit(high[k]);
            slabs.down[k] = low[k] - at_least_a_unit(low[k]);
            slabs.inverse[k] = (1.0 / d) as f32;
            if d != 0.0 && d.abs() < LEAST {
                (slabs.up[k], slabs.down[k], slabs.inverse[k]) = (f32::INFINITY, f32::NEG_INFINITY, 1.0);
            }
        }
        slabs
    }

    /// For each box of a group where the path enters it, rounded down, and in the last four bits the place of the
    /// box: so the least key says whose it is. Infinite where the path does not enter a box before the limit.
    /// Returns how many it enters.
    #[inline(always)]
    fn keys<T: Simd, B: Shape>(
        &self,
        simd: T,
        boxes: &Groups<B>,
        group: usize,
        limit: f32,
        keys: &mut [f32; WIDTH],
    ) -> u32 {
        /// More than the roundings of two parameters.
        const LARGER: f32 = 1.0 + 4.0 * f32::EPSILON;
        let (dim, mut count) = (B::COLUMNS.len() / 2, 0);
        for at in (0..WIDTH).step_by(T::Lanes::LEN) {
            let sides = boxes.load(simd, group, at);
            let (least, largest) = sides.as_ref().split_at(dim);
            let (mut first, mut last) = (simd.splat(0.0), simd.splat(limit));
            for k in 0..dim {
                let inverse = simd.splat(self.inverse[k]);
                let low = (least[k] - simd.splat(self.up[k])) * inverse;
                let high = (largest[k] - simd.splat(self.down[k])) * inverse;
                first = first.max(low.min(high));
                last = last.min(low.max(high));
            }
            let last = last * simd.splat(LARGER) + simd.splat(f32::MIN_POSITIVE);
            let entered = first.le(last) & least[0].eq(least[0]);
            let rounded = first.min(simd.splat(f32::MAX)).bits_and(simd.splat(f32::from_bits(ROUNDED)));
            let key = rounded.bits_or(simd.load(&PLACES[at..]));
            T::Lanes::select(entered, key, simd.splat(f32::INFINITY)).store(&mut keys[at..]);
            count += entered.bits().count_ones();
        }
        count
    }
}

/// At least one unit in the last place of a finite number.
fn at_least_a_unit(x: f32) -> f32 {
    x.abs() * f32::EPSILON + f32::MIN_POSITIVE
}

/// The boxes that a path entered and that are not searched yet, by their height.
///
/// Which step comes next depends on data, and no processor can predict it. So there is no branch in it: it is a
/// number.
#[derive(Clone, Copy)]
pub(crate) struct Entered {
    /// The keys of those of a group at each height.
    keys: [[f32; WIDTH]; HEIGHTS],
    /// The number of the first box of each of these groups.
    first: [u32; HEIGHTS],
    /// How many are left.
    left: [u32; HEIGHTS],
    /// A bit for each height at which any are left.
    heights: u32,
    /// The height of what comes next, and its number: a group of boxes, or a row.
    height: u32,
    next: u32,
}

/// What comes next in a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Step {
    /// The boxes of a group.
    Enter,
    /// A row.
    Test,
    /// To look for what comes next again.
    Nearest,
    Nothing,
}

impl Entered {
    /// Before the group of the root, whose height is given.
    pub(crate) fn new(top: usize) -> Self {
        let keys = [[f32::INFINITY; WIDTH]; HEIGHTS];
        Self { keys, first: [0; HEIGHTS], left: [0; HEIGHTS], heights: 0, height: top as u32, next: 0 }
    }

    /// The same in memory that was used before.
    pub(crate) fn renew(&mut self, top: usize) {
        (self.heights, self.height, self.next) = (0, top as u32, 0);
    }

    /// The row or the group that comes next.
    #[inline(always)]
    pub(crate) fn next(&self) -> usize {
        self.next as usize
    }

    /// Whether boxes of rows are left.
    pub(crate) fn has_rows(&self) -> bool {
        self.heights & 1 != 0
    }

    /// The boxes that come next.
    #[inline(always)]
    pub(crate) fn boxes<'a, B>(&self, boxes: &[&'a Groups<B>; HEIGHTS]) -> &'a Groups<B> {
        boxes[self.height as usize % HEIGHTS]
    }

    /// Enters the boxes of the next group.
    #[inline(always)]
    pub(crate) fn enter<T: Simd, B: Shape>(
        &mut self,
        simd: T,
        slabs: &Slabs,
        boxes: &[&Groups<B>; HEIGHTS],
        limit: f32,
    ) {
        let height = self.height as usize % HEIGHTS;
        let left = slabs.keys(simd, boxes[height], self.next(), limit, &mut self.keys[height]);
        self.first[height] = self.next * WIDTH as u32;
        self.left[height] = left;
        self.heights |= u32::from(left > 0) << height;
    }

    /// Takes the box that was entered first, of those of the lowest height, if that is no later than the limit.
    #[inline(always)]
    pub(crate) fn take(&mut self, limit: f32) -> Step {
        const STEPS: [Step; 4] = [Step::Nearest, Step::Nearest, Step::Enter, Step::Test];
        if self.heights == 0 {
            return Step::Nothing;
        }
        let lowest = self.heights.trailing_zeros();
        let height = lowest as usize % HEIGHTS;
        let key = least(&self.keys[height]).to_bits();
        let (place, near) = (key as usize % WIDTH, f32::from_bits(key & ROUNDED));
        // The limit may be infinite, as what is not entered is.
        let taken = near <= min(limit, f32::MAX);
        self.keys[height][place] = f32::INFINITY;
        self.left[height] -= 1;
        // Later ones do not matter either.
        let more = u32::from(taken) & u32::from(self.left[height] > 0);
        self.heights ^= (1 - more) << height;
        self.next = self.first[height] + place as u32;
        self.height = lowest.wrapping_sub(1);
        STEPS[2 * usize::from(taken) + usize::from(height == 0)]
    }
}

/// The bits of a key that are those of a parameter, rounded down.
const ROUNDED: u32 = !(WIDTH as u32 - 1);

/// Numbers whose bits are 0, 1, 2 ...
static PLACES: [f32; WIDTH] = {
    let mut places = [0.0; WIDTH];
    let mut i = 0;
    while i < WIDTH {
        places[i] = f32::from_bits(i as u32);
        i += 1;
    }
    places
};

/// The least of some keys.
#[inline(always)]
fn least(keys: &[f32; WIDTH]) -> f32 {
    let keys: [f32; 8] = lesser(keys);
    let keys: [f32; 4] = lesser(&keys);
    let keys: [f32; 2] = lesser(&keys);
    min(keys[0], keys[1])
}

/// The lesser of each number of the first half and that of the second.
#[inline(always)]
fn lesser<const N: usize, const HALF: usize>(numbers: &[f32; N]) -> [f32; HALF] {
    let mut lesser = [0.0; HALF];
    for i in 0..HALF {
        lesser[i] = min(numbers[i], numbers[i + HALF]);
    }
    lesser
}
