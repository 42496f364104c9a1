//! Whether a moving shape and another one can touch at all: whether the boxes around both meet, and their
//! projections along axes that are perpendicular to the motion, in lanes of `f32`. This is the quick reject
//! before the kernels of [`hull`](super::hull) and [`round`](super::round), and reads their columns.
//!
//! ```text
//!       .--------------.            low of A - r + min(m, 0),  high of A + r + max(m, 0)
//!       | A   m        |  .----.    low of B - r,              high of B + r
//!       | ()------->() |  | B  |
//!       '--------------'  '----'    gap = low of one - high of the other, the larger of both
//!
//!          .------.                 n = (m.y, -m.x), of each coordinate plane; n.m is zero, so what A projects
//!         /  A    /\                to does not move
//!        /   ()  /  \ .---.         low of n.A - r |n|,  high of n.A + r |n|
//!       /  m /  /    \| B |         low of n.B,          high of n.B
//!      /  ()   /      '---'         gap = low of one - high of the other
//! ```
//!
//! Of boxes a gap has six roundings at most: the end of a segment, the motion and the radius, those of the other
//! shape, and the difference. Each is off by 1 in `2^24` of a number that is no larger than the size: the sum
//! of the absolute values of all ends, the motion and the radii. So shapes are apart where a gap is more than
//! 16 of them, which leaves ten for the roundings of the size. Sums that underflow are exact. A sum that
//! overflows makes a gap of minus infinity, a NaN, or a gap that is as wide as it says.
//!
//! Along `n` a gap has ten at most, of the sizes times the absolute values of `n`: the end of a segment, a
//! product and the sum of two, or nine of half of them for an oriented box; the difference of two ends. For
//! the radii it has five: their sum, three for `|n|`, and the product; and the last difference. A product
//! that underflows is off by less than the least normal number, and a length by less than `2^-70`, even where
//! squares of its coordinates underflow; both are added. Where a product overflows, so does the size, and
//! there is no gap.

use crate::dim2::vector::cross;
use crate::impact::hull::{Hulls, ROWS, Sides};
use crate::impact::round;
use crate::lanes::level::{Level, at_level};
use crate::lanes::{Lanes, Mask, Simd};
use crate::vector::dot;

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
}

impl Layout {
    fn of(hulls: Hulls, dim: usize) -> Self {
        let flat = |a, b, vectors| Self { a, b, motion: vectors * dim, radii: None };
        let round = |of: fn(usize) -> Hull| Self {
            a: Hull::Segment(0),
            b: of(round::other(dim)),
            motion: 2 * dim,
            radii: Some(3 * dim),
        };
        match hulls {
            Hulls::Boxes => flat(Hull::Box(0), Hull::Box(2 * dim), 4),
            Hulls::BoxAndTriangle => flat(Hull::Box(0), Hull::Outline(2 * dim), 6),
            Hulls::Triangles => flat(Hull::Triangle(0), Hull::Outline(3 * dim), 7),
            Hulls::OrientedAndBox => flat(Hull::Oriented(0), Hull::Box(3 * dim), 5),
            Hulls::OrientedAndTriangle => flat(Hull::Oriented(0), Hull::Outline(3 * dim), 7),
            Hulls::OrientedBoxes => flat(Hull::Oriented(0), Hull::Oriented(3 * dim), 6),
            Hulls::RoundAndOriented => round(Hull::Oriented),
            Hulls::RoundAndBox => round(Hull::Box),
            Hulls::RoundAndSegment => round(Hull::Segment),
            Hulls::RoundAndTriangle => round(Hull::Triangle),
        }
    }
}

/// The rows whose boxes and projections meet, or nearly do, one after the other: how many, and their numbers. The
/// columns are whole registers.
pub(crate) fn near(
    level: Level,
    hulls: Hulls,
    dim: usize,
    columns: &Sides,
    rows: usize,
    out: &mut [usize],
) -> usize {
    let (layout, mut bits) = (Layout::of(hulls, dim), [0; ROWS / 8]);
    if dim == 2 {
        at_level!(level, simd => near_lanes::<_, 2>(simd, layout, columns, rows, &mut bits));
    } else {
        at_level!(level, simd => near_lanes::<_, 3>(simd, layout, columns, rows, &mut bits));
    }
    let mut count = 0;
    for row in 0..rows {
        // Without a branch, which a processor could not guess.
        out[count] = row;
        count += usize::from(bits[row / 8] >> (row % 8) & 1);
    }
    count
}

#[inline(always)]
fn near_lanes<T: Simd, const D: usize>(
    simd: T,
    layout: Layout,
    columns: &Sides,
    rows: usize,
    out: &mut [u8; ROWS / 8],
) {
    for at in (0..rows).step_by(T::Lanes::LEN) {
        let apart = apart::<T, D>(simd, layout, |column| simd.load(&columns[column][at..]));
        let bits = (!apart.gt(simd.splat(0.0))).bits().to_le_bytes();
        for (k, byte) in out[at / 8..][..T::Lanes::LEN / 8].iter_mut().enumerate() {
            *byte = bits[k];
        }
    }
}

/// The largest gap less its bound.
#[inline(always)]
fn apart<T: Simd, const D: usize>(
    simd: T,
    layout: Layout,
    load: impl Fn(usize) -> T::Lanes + Copy,
) -> T::Lanes {
    let (zero, unit) = (simd.splat(0.0), simd.splat(16.0 * (f32::EPSILON / 2.0)));
    let (least, short) = (simd.splat(f32::MIN_POSITIVE), simd.splat(1.0 / (1_u128 << 70) as f32));
    let [ra, rb] = match layout.radii {
        Some(radii) => [load(radii), load(radii + 1)],
        None => [zero; 2],
    };
    let (mut motion, mut size, mut apart) = ([zero; D], [zero; D], simd.splat(f32::NEG_INFINITY));
    let (mut a, mut b) = ([[zero; 3]; D], [[zero; 3]; D]);
    for k in 0..D {
        motion[k] = load(layout.motion + k);
        a[k] = layout.a.points::<_, D>(k, load);
        b[k] = layout.b.points::<_, D>(k, load);
        let ([a_low, a_high], [b_low, b_high]) = (ends(a[k]), ends(b[k]));
        let ahead = (b_low - rb) - ((a_high + ra) + motion[k].max(zero));
        let behind = ((a_low - ra) + motion[k].min(zero)) - (b_high + rb);
        let (of_a, of_b) = (a_low.abs() + a_high.abs(), b_low.abs() + b_high.abs());
        size[k] = of_a + of_b + motion[k].abs() + (ra + rb);
        apart = apart.max(ahead.max(behind) - size[k] * unit);
    }
    for k in 0..2 * D - 3 {
        let [i, j] = [k % D, (k + 1) % D];
        let n = [motion[j], -motion[i]];
        let [a_low, a_high] = layout.a.along(n, [a[i], a[j]], load);
        let [b_low, b_high] = layout.b.along(n, [b[i], b[j]], load);
        let mut gap = (b_low - a_high).max(a_low - b_high);
        if layout.radii.is_some() {
            gap = gap - (ra + rb) * (dot(n, n).sqrt() + short);
        }
        apart = apart.max(gap - ((n[0].abs() * size[i] + n[1].abs() * size[j]) * unit + least));
    }
    apart
}

/// The least and the largest of three numbers.
#[inline(always)]
fn ends<L: Lanes>([x, y, z]: [L; 3]) -> [L; 2] {
    [x.min(y).min(z), x.max(y).max(z)]
}

impl Hull {
    /// A coordinate of its vertices, which have `D`; of a box of its lower and upper corner.
    #[inline(always)]
    fn points<L: Lanes, const D: usize>(self, k: usize, load: impl Fn(usize) -> L) -> [L; 3] {
        let (Self::Segment(first)
        | Self::Box(first)
        | Self::Triangle(first)
        | Self::Outline(first)
        | Self::Oriented(first)) = self;
        let (start, next) = (load(first + k), load(first + D + k));
        match self {
            Self::Box(_) => [start, next, start],
            Self::Segment(_) => [start, start + next, start],
            Self::Triangle(_) => [start, next, load(first + 2 * D + k)],
            Self::Outline(_) => [start, next + load(first + 3 * D + k), load(first + 2 * D + k)],
            Self::Oriented(_) => {
                let other = load(first + D + (1 - k % 2));
                let axis = [load(first + 2 * D), load(first + 2 * D + 1)];
                let [low, high] = around(start, [next, other], axis, [axis[0].abs(), axis[1].abs()]);
                [low, high, low]
            }
        }
    }

    /// The ends of its projection along a vector of two coordinates, in which it has these points.
    #[inline(always)]
    fn along<L: Lanes>(self, n: [L; 2], [x, y]: [[L; 3]; 2], load: impl Fn(usize) -> L) -> [L; 2] {
        match self {
            Self::Box(_) => {
                let (x, y) = ([n[0] * x[0], n[0] * x[1]], [n[1] * y[0], n[1] * y[1]]);
                [x[0].min(x[1]) + y[0].min(y[1]), x[0].max(x[1]) + y[0].max(y[1])]
            }
            Self::Oriented(first) => {
                let vector = |k: usize| [load(first + 2 * k), load(first + 2 * k + 1)];
                let (center, half, axis) = (vector(0), vector(1), vector(2));
                let least = center[0].splat(f32::MIN_POSITIVE);
                let projections = [dot(n, axis).abs() + least, cross(axis, n).abs() + least];
                around(dot(n, center), half, axis, projections)
            }
            Self::Segment(_) | Self::Triangle(_) | Self::Outline(_) => {
                let mut points = x;
                for k in 0..3 {
                    points[k] = n[0] * x[k] + n[1] * y[k];
                }
                ends(points)
            }
        }
    }
}

/// The ends of an oriented box of this center along a vector, on which its axis `u` has the projection `s`,
/// and what is perpendicular to the axis `t`: the center less and plus `(h s + g t) / u.u`. That has nine
/// roundings at most, of half of the sizes of both ends together, and underflows by less than the least
/// normal number where the square of the axis is moderate. Elsewhere the box is endless.
#[inline(always)]
fn around<L: Lanes>(center: L, [h, g]: [L; 2], axis: [L; 2], [s, t]: [L; 2]) -> [L; 2] {
    const MOST: f32 = (1 << 20) as f32;
    let square = dot(axis, axis);
    let reach = (h * s + g * t) / square + center.splat(f32::MIN_POSITIVE);
    let is_moderate = square.ge(center.splat(1.0 / MOST)) & square.le(center.splat(MOST));
    let reach = L::select(is_moderate, reach, center.splat(f32::INFINITY));
    [center - reach, center + reach]
}
