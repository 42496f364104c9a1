//! Whether a moving shape and another one can touch at all: whether the boxes around both meet, in lanes of
//! `f32`. This is the quick reject before the kernels of [`hull`](super::hull) and [`round`](super::round),
//! and reads their columns.
//!
//! ```text
//!       .--------------.            low of A - r + min(m, 0),  high of A + r + max(m, 0)
//!       | A   m        |  .----.    low of B - r,              high of B + r
//!       | ()------->() |  | B  |
//!       '--------------'  '----'    gap = low of one - high of the other, the larger of both
//! ```
//!
//! A gap has six roundings at most: the end of a segment, the motion and the radius, those of the other
//! shape, and the difference. Each is off by 1 in `2^24` of a number that is no larger than the size: the sum
//! of the absolute values of all ends, the motion and the radii. So shapes are apart where a gap is more than
//! 16 of them, which leaves ten for the roundings of the size. Sums that underflow are exact. A sum that
//! overflows makes a gap of minus infinity, a NaN, or a gap that is as wide as it says.

use crate::impact::hull::{Columns, Hulls, ROWS};
use crate::lanes::level::{Level, at_level};
use crate::lanes::{Lanes, Mask, Simd};

/// What a hull is of, and its first column.
#[derive(Clone, Copy)]
enum Hull {
    /// A start and the vector to the end.
    Segment(usize),
    /// Two corners.
    Box(usize),
    /// Three vertices.
    Triangle(usize),
    /// Three vertices and a vector that is added to the second.
    Outline(usize),
    /// The center, the half extents and the axis of an oriented box of the plane.
    Oriented(usize),
}

/// Where the columns of a kernel are.
#[derive(Clone, Copy)]
struct Layout {
    a: Hull,
    b: Hull,
    motion: usize,
    /// The first of two.
    radii: Option<usize>,
    /// Columns of a vector.
    stride: usize,
}

impl Layout {
    fn of(hulls: Hulls, dim: usize) -> Self {
        let flat = |a, b, vectors| Self { a, b, motion: vectors * dim, radii: None, stride: dim };
        // Those of space.
        let round = |b| Self { a: Hull::Segment(0), b, motion: 6, radii: Some(9), stride: 3 };
        match hulls {
            Hulls::Boxes => flat(Hull::Box(0), Hull::Box(2 * dim), 4),
            Hulls::BoxAndTriangle => flat(Hull::Box(0), Hull::Outline(2 * dim), 6),
            Hulls::Triangles => flat(Hull::Triangle(0), Hull::Outline(3 * dim), 7),
            Hulls::OrientedAndBox => flat(Hull::Oriented(0), Hull::Box(3 * dim), 5),
            Hulls::OrientedAndTriangle => flat(Hull::Oriented(0), Hull::Outline(3 * dim), 7),
            Hulls::OrientedBoxes => flat(Hull::Oriented(0), Hull::Oriented(3 * dim), 6),
            Hulls::RoundAndOriented => round(Hull::Oriented(11)),
            Hulls::RoundAndBox => round(Hull::Box(11)),
            Hulls::RoundAndTriangle => round(Hull::Outline(11)),
        }
    }
}

/// The rows whose boxes meet, or nearly do, one after the other: how many, and their numbers. The columns are
/// whole registers.
pub(crate) fn near(
    level: Level,
    hulls: Hulls,
    dim: usize,
    columns: &Columns,
    rows: usize,
    out: &mut [usize; ROWS],
) -> usize {
    let (layout, mut bits) = (Layout::of(hulls, dim), [0; ROWS / 8]);
    at_level!(level, simd => near_lanes(simd, layout, dim, columns, rows, &mut bits));
    let mut count = 0;
    for row in 0..rows {
        // Without a branch, which a processor could not guess.
        out[count] = row;
        count += usize::from(bits[row / 8] >> (row % 8) & 1);
    }
    count
}

#[inline(always)]
fn near_lanes<T: Simd>(
    simd: T,
    layout: Layout,
    dim: usize,
    columns: &Columns,
    rows: usize,
    out: &mut [u8; ROWS / 8],
) {
    let width = T::Lanes::LEN / 8;
    let zero = simd.splat(0.0);
    let unit = simd.splat(16.0 * (f32::EPSILON / 2.0));
    for i in 0..rows.div_ceil(T::Lanes::LEN) {
        let at = i * T::Lanes::LEN;
        let (mut ra, mut rb) = (zero, zero);
        if let Some(radii) = layout.radii {
            ra = load(simd, columns, radii, at);
            rb = load(simd, columns, radii + 1, at);
        }
        let mut apart = simd.splat(f32::NEG_INFINITY);
        for k in 0..dim {
            let [a_low, a_high] = ends(simd, columns, layout.a, layout.stride, k, at);
            let [b_low, b_high] = ends(simd, columns, layout.b, layout.stride, k, at);
            let motion = load(simd, columns, layout.motion + k, at);
            let ahead = (b_low - rb) - ((a_high + ra) + motion.max(zero));
            let behind = ((a_low - ra) + motion.min(zero)) - (b_high + rb);
            let size = (a_low.abs() + a_high.abs()) + (b_low.abs() + b_high.abs()) + motion.abs() + (ra + rb);
            apart = apart.max(ahead.max(behind) - size * unit);
        }
        let bits = (!apart.gt(zero)).bits().to_le_bytes();
        for (k, byte) in out[i * width..][..width].iter_mut().enumerate() {
            *byte = bits[k];
        }
    }
}

/// The least and the largest coordinate of a hull, whose vectors have this many columns.
#[inline(always)]
fn ends<T: Simd>(
    simd: T,
    columns: &Columns,
    hull: Hull,
    stride: usize,
    k: usize,
    at: usize,
) -> [T::Lanes; 2] {
    let (Hull::Segment(first)
    | Hull::Box(first)
    | Hull::Triangle(first)
    | Hull::Outline(first)
    | Hull::Oriented(first)) = hull;
    let start = load(simd, columns, first + k, at);
    let next = load(simd, columns, first + stride + k, at);
    let (second, third) = match hull {
        Hull::Box(_) => return [start, next],
        Hull::Oriented(_) => {
            let other = load(simd, columns, first + stride + (1 - k % 2), at);
            let x = load(simd, columns, first + 2 * stride, at);
            let y = load(simd, columns, first + 2 * stride + 1, at);
            return ends_of_oriented(simd, start, [next, other], [x, y]);
        }
        Hull::Segment(_) => (start + next, start),
        Hull::Triangle(_) => (next, load(simd, columns, first + 2 * stride + k, at)),
        Hull::Outline(_) => {
            let third = load(simd, columns, first + 2 * stride + k, at);
            (next + load(simd, columns, first + 3 * stride + k, at), third)
        }
    };
    [start.min(second).min(third), start.max(second).max(third)]
}

#[inline(always)]
fn load<T: Simd>(simd: T, columns: &Columns, column: usize, at: usize) -> T::Lanes {
    simd.load(&columns.columns[column][at..])
}

/// The same of an oriented box of this center: it less and plus `(hx |ux| + hy |uy|) / u.u` along x, and with
/// the half extents exchanged along y. That has six roundings, of half of the sizes of both ends together,
/// and underflows by less than the least normal number where the square of the axis is moderate. Elsewhere
/// the box is endless.
#[inline(always)]
fn ends_of_oriented<T: Simd>(
    simd: T,
    center: T::Lanes,
    [h, g]: [T::Lanes; 2],
    [x, y]: [T::Lanes; 2],
) -> [T::Lanes; 2] {
    const MOST: f32 = (1 << 20) as f32;
    let square = x * x + y * y;
    let reach = (h * x.abs() + g * y.abs()) / square + simd.splat(f32::MIN_POSITIVE);
    let is_moderate = square.ge(simd.splat(1.0 / MOST)) & square.le(simd.splat(MOST));
    let reach = T::Lanes::select(is_moderate, reach, simd.splat(f32::INFINITY));
    [center - reach, center + reach]
}
