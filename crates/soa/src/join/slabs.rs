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
//! `(side - o) * (1 / d)` has three roundings. The start is moved by one unit in its last place first, up for least
//! sides and down for largest ones: so it is within a box that it touches, and a path that is parallel to a slab
//! (`1 / 0` is infinite) is in it from minus to plus infinity, or in no part. Beside it by just that unit there is
//! a difference of zero, and a NaN: such a box is missed, or searched in vain. Where a difference overflows, the
//! parameter is beyond four times the largest number, as the component is below 1/4, and is taken for infinite.

use scalar::float::min;

use crate::data::shape::Shape;
use crate::join::groups::{Groups, WIDTH};
use crate::lanes::{Lanes, Register, Simd};

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
        let mut slabs = Self::default();
        for k in 0..3 {
            let d = f64::from(direction[k]) / scale;
            (slabs.up[k], slabs.down[k]) = (high[k].next_up(), low[k].next_down());
            // Without a sign: a component of -0 is parallel to the slab from either side.
            let mut inverse = (1.0 / d.abs()) as f32;
            if d != 0.0 && d.abs() < LEAST {
                inverse = 1.0;
                (slabs.up[k], slabs.down[k]) = (f32::INFINITY, f32::NEG_INFINITY);
            }
            slabs.inverse[k] = if d >= 0.0 { inverse } else { -inverse };
        }
        slabs
    }

    /// For each box of a group where the path enters it, rounded down, and in the last four bits the place of the
    /// box: so the least key says whose it is. Infinite where the path does not enter a box before the limit.
    #[inline(always)]
    pub(crate) fn keys<T: Simd, B: Shape>(
        &self,
        simd: T,
        boxes: &Groups<B>,
        group: usize,
        limit: f32,
        keys: &mut [f32; WIDTH],
    ) {
        /// More than the roundings of two parameters.
        const LARGER: f32 = 1.0 + 4.0 * f32::EPSILON;
        let dim = B::COLUMNS.len() / 2;
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
        }
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

/// Takes the box that is entered first out of some keys: its place, if that is no later than the limit.
#[inline(always)]
pub(crate) fn take_first(keys: &mut [f32; WIDTH], limit: f32) -> Option<usize> {
    let key = least(keys).to_bits();
    let (place, near) = (key as usize % WIDTH, f32::from_bits(key & ROUNDED));
    // The limit may be infinite, as what is not entered is.
    if near > min(limit, f32::MAX) {
        return None;
    }
    keys[place] = f32::INFINITY;
    Some(place)
}

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
