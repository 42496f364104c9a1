//! Fat boxes: the box of a row with a margin, so that the row may move before it is searched again.
//!
//! ```text
//!    .---------------------.
//!    |  .----.             |       the tight box now, and the fat one: ahead, as far as the row comes in some
//!    |  |    |  ->         |       frames if it goes on as it did; aside, as far as in one frame
//!    |  '----'             |
//!    '---------------------'
//! ```

use scalar::float::{max, min};

use crate::data::shape::Shape;
use crate::join::groups::{Group, Groups, WIDTH};
use crate::lanes::{Lanes, Mask, Simd};

/// Frames that a row may go on as it did, before it leaves its fat box. More frames are fewer searches and
/// more candidates.
pub(crate) const FRAMES: u16 = 12;
/// Frames that it may move in another direction.
const FRAMES_ASIDE: f32 = 1.0;
/// A margin is not larger than this many times the longest side of the tight box: rows that are faster are
/// searched again in every frame, which costs less than all rows on their way.
const MOST_MARGIN: f32 = 4.0;

/// The boxes of a group that are within others, as bits.
#[inline(always)]
pub(super) fn within_mask<T: Simd, B: Shape>(
    simd: T,
    (fat, group): (&Groups<B>, usize),
    (tight, of): (&Groups<B>, usize),
) -> u32 {
    let (dim, mut bits) = (B::COLUMNS.len() / 2, 0);
    for at in (0..WIDTH).step_by(T::Lanes::LEN) {
        let (fat, tight) = (fat.load(simd, group, at), tight.load(simd, of, at));
        let (fat, tight) = (fat.as_ref(), tight.as_ref());
        let mut mask = fat[0].le(tight[0]) & tight[dim].le(fat[dim]);
        for k in 1..dim {
            mask = mask & fat[k].le(tight[k]) & tight[dim + k].le(fat[dim + k]);
        }
        bits |= mask.bits() << at;
    }
    bits
}

/// A box that meets nothing, and that enlarges no box around it.
pub(super) fn dead_box<B: Shape>() -> B {
    let dim = B::COLUMNS.len() / 2;
    B::from_values(|k| if k < dim { f32::INFINITY } else { f32::NEG_INFINITY })
}

/// A side of a box that may be infinite, as a float that is not: boxes that meet still do.
#[inline(always)]
pub(super) fn within_floats(side: f32) -> f32 {
    min(max(side, -f32::MAX), f32::MAX)
}

pub(super) fn finite_box<B: Shape>(tight: &B) -> B {
    B::from_values(|k| within_floats(tight.values()[k]))
}

/// The part that one frame is of some.
#[inline(always)]
pub(super) fn part_of_frame(frames: u32) -> f32 {
    1.0 / frames.max(1) as f32
}

/// The fat boxes of some rows, from their tight boxes now and at another time, the part that one frame is of
/// the time between, and the share of their margins that they get.
///
/// Differences are rounded to the nearest, so a side that is moved outwards is never moved inwards.
#[inline(always)]
pub(super) fn enlarged<B: Shape>(
    tight: &Group<B>,
    before: &Group<B>,
    part: &[f32; WIDTH],
    share: f32,
) -> Group<B> {
    let dim = B::COLUMNS.len() / 2;
    let (tight, before) = (tight.as_ref(), before.as_ref());
    let (mut longest, mut step) = ([0.0_f32; WIDTH], [0.0_f32; WIDTH]);
    for k in 0..dim {
        for i in 0..WIDTH {
            longest[i] = max(tight[dim + k][i] - tight[k][i], longest[i]);
        }
    }
    for k in 0..2 * dim {
        for i in 0..WIDTH {
            step[i] = max(((tight[k][i] - before[k][i]) * part[i]).abs(), step[i]);
        }
    }
    B::build(
        #[inline(always)]
        |k| {
            let mut sides = [0.0; WIDTH];
            for i in 0..WIDTH {
                let by = (tight[k][i] - before[k][i]) * part[i];
                let ahead = max(if k < dim { -by } else { by }, 0.0);
                let margin =
                    min(f32::from(FRAMES) * ahead + FRAMES_ASIDE * step[i], MOST_MARGIN * longest[i]);
                // A margin that is NaN is none.
                let margin = max(margin * share, 0.0);
                sides[i] = within_floats(if k < dim { tight[k][i] - margin } else { tight[k][i] + margin });
            }
            sides
        },
    )
}

/// Fat boxes with a share of their margins, around the same tight boxes.
#[inline(always)]
pub(super) fn shrunk<B: Shape>(tight: &Group<B>, fat: &Group<B>, share: f32) -> Group<B> {
    let (tight, fat) = (tight.as_ref(), fat.as_ref());
    B::build(
        #[inline(always)]
        |k| {
            let mut sides = [0.0; WIDTH];
            for i in 0..WIDTH {
                // Halves, which do not overflow.
                let half = fat[k][i] * 0.5 - tight[k][i] * 0.5;
                sides[i] = within_floats(tight[k][i] + half * (2.0 * share));
            }
            sides
        },
    )
}
