//! When a disk or sphere that moves along a vector first touches a shape that stands still.
//!
//! ```text
//!      .-----------------------.
//!     (  o ------------> |      )      the capsule that the disk sweeps, and where it is at the time of
//!      '-----------------------'       impact: it has moved by t of its motion
//! ```
//!
//! Whether it does so at all is the test of that capsule. The time is a multiple of `2^-24` of the motion: the
//! last one until which the sweep meets nothing, which is never late and less than `2^-24` early.
//!
//! # How
//!
//! Define `S(t)` as what is swept until `t` of the motion. For a multiple `t` of `2^-24` it is decided exactly
//! whether `S(t)` touches the shape, by the predicates of capsules: a product of `t` and a component of the
//! motion is a number like others. `S` grows, so the answer is no up to some `t`, and yes from then on. Where
//! that is, is guessed in `f64`, by the roots of quadratic equations: the center comes within the radius of a
//! corner or of the line of an edge. Two answers show that the guess is right; where they do not, the search
//! goes on from there, at last by halves. So no error of the guess matters.

use super::dim2::capsule_aabb::sides;
use super::dim2::capsule_capsule::segments_are_near;
use super::dim2::edge::{contains, edges};
use super::dim3::capsule_capsule::segments3_are_near;
use super::kleene::{any, or};
use super::near::{is_near, squared_reach};
use super::number::Number;
use super::operand::Operand as _;
use super::vector::{between, vector};
use super::{Decision, Stage};
use crate::dim2::{Aabb, Capsule, Disk, Point, Segment, Triangle};
use crate::dim3::{Capsule3, Point3, Segment3, Sphere};
use crate::float::sqrt64;
use crate::wide::{along, dot, sub, wide};

/// How many parts of a motion are told apart.
const PARTS: i64 = 1 << 24;
/// How often the search moves on from the guess, before it goes by halves.
const MOVES: u32 = 6;

/// What a moving disk or sphere sweeps, a capsule, and a shape that it may meet.
pub trait Sweep<B> {
    /// The answer of one stage to whether they have a point in common where only this share of the motion is
    /// swept, from 0 to 1. None if that stage leaves it undecided.
    fn attempt_until(&self, share: f32, other: &B, stage: Stage) -> Option<bool>;

    /// About the share of the motion after which they first touch, if they do.
    fn guess(&self, other: &B) -> f64;
}

/// How much of its motion a disk or sphere makes before it touches a shape, as the largest multiple of `2^-24`
/// until which it does not. Zero if it touches at the start; None if it never does.
///
/// ```
/// use scalar::dim2::{Aabb, Capsule};
/// use scalar::exact::time_of_impact;
///
/// let wall = Aabb { min: [7.0, -9.0], max: [8.0, 9.0] };
/// // A disk of radius 1 at (2, 0) moves by (16, 0): after 4 of 16 it touches the wall.
/// let swept = Capsule { start: [2.0, 0.0], direction: [16.0, 0.0], radius: 1.0 };
/// assert_eq!(time_of_impact(&swept, &wall), Some(0.25 - 1.0 / (1 << 24) as f32));
/// assert_eq!(time_of_impact(&Capsule { direction: [3.9, 0.0], ..swept }, &wall), None);
/// ```
pub fn time_of_impact<A: Sweep<B>, B>(swept: &A, other: &B) -> Option<f32> {
    let touches = |part: i64| {
        let of = |stage| swept.attempt_until(share(part), other, stage);
        Decision::of(|| of(Stage::Rounded), || of(Stage::Integer)).hit
    };
    if !touches(PARTS) {
        return None;
    }
    // Nothing is touched until `free`, something until `late`. A guess that is NaN becomes zero.
    let (mut free, mut late) = (-1, PARTS);
    let mut next = (swept.guess(other) * PARTS as f64) as i64;
    let (mut moves, mut step) = (0, 1);
    while late - free > 1 {
        if moves == MOVES {
            next = free + (late - free) / 2;
        }
        let part = next.clamp(free + 1, late - 1);
        if touches(part) {
            late = part;
            next = part - step;
        } else {
            free = part;
            next = part + step;
        }
        if moves < MOVES {
            (moves, step) = (moves + 1, step * 8);
        }
    }
    Some(share(free.max(0)))
}

/// A number of parts as a share of a motion.
fn share(part: i64) -> f32 {
    part as f32 / PARTS as f32
}

/// The share of a motion after which a point `p` comes within `r` of the origin: infinite if it does not.
fn entry<const D: usize>(p: [f64; D], motion: [f64; D], r: f64) -> f64 {
    let (a, b, c) = (dot(motion, motion), dot(p, motion), dot(p, p) - r * r);
    let discriminant = b * b - a * c;
    if c <= 0.0 {
        0.0
    } else if b >= 0.0 || discriminant < -1e-9 * b * b {
        f64::INFINITY
    } else {
        c / (sqrt64(discriminant.max(0.0)) - b)
    }
}

/// The same for a segment from the origin along `e`, of which it may be an end or the inside that is near.
fn entry_of_segment<const D: usize>(p: [f64; D], motion: [f64; D], e: [f64; D], r: f64) -> f64 {
    let ends = entry(p, motion, r).min(entry(sub(p, e), motion, r));
    let across = |v| along(v, -dot(v, e) / dot(e, e), e);
    let t = entry(across(p), across(motion), r);
    let foot = dot(along(p, t, motion), e);
    if 0.0 < foot && foot < dot(e, e) { ends.min(t) } else { ends }
}

/// The share of its motion after which the center of a capsule comes within `r` of a segment.
fn entry_from<const D: usize>(start: [f32; D], motion: [f32; D], [a, b]: [[f32; D]; 2], r: f64) -> f64 {
    entry_of_segment(sub(wide(start), wide(a)), wide(motion), sub(wide(b), wide(a)), r)
}

/// The end of a segment, nearly.
fn end<const D: usize>(start: [f32; D], direction: [f32; D]) -> [f32; D] {
    core::array::from_fn(|k| start[k] + direction[k])
}

/// The motion until a share of it.
fn part<N: Number, const D: usize>(motion: [f32; D], share: f32) -> [N; D] {
    vector::<N, D>(motion).map(|x| x.times(&N::from_f32(share)))
}

/// Implements [`Sweep`] for a capsule and a shape: whether they touch where a share of the motion is swept, for
/// any type of number `N`, and the guess.
macro_rules! sweep {
    ($swept:ident, $other:ty, |$capsule:ident, $shape:ident, $motion:ident| <$number:ident> $touches:expr, $guess:expr) => {
        impl Sweep<$other> for $swept {
            fn attempt_until(&self, share: f32, other: &$other, stage: Stage) -> Option<bool> {
                fn touches<$number: Number>($capsule: &$swept, share: f32, $shape: &$other) -> Option<bool> {
                    let $motion = part::<$number, _>($capsule.direction, share);
                    $touches
                }
                if !(self.is_nonempty() && other.is_nonempty()) {
                    return Some(false);
                }
                match stage {
                    Stage::Rounded => touches::<super::rounded::Rounded>(self, share, other),
                    Stage::Integer => touches::<super::dyadic::Dyadic>(self, share, other),
                }
            }

            fn guess(&self, other: &$other) -> f64 {
                let ($capsule, $shape) = (self, other);
                $guess
            }
        }
    };
}

sweep!(Capsule, Point, |capsule, point, motion| <N>
    is_near(&between::<N, 2>(capsule.start, *point), &motion, &squared_reach([capsule.radius])),
    entry(sub(wide(capsule.start), wide(*point)), wide(capsule.direction), capsule.radius.into()));

sweep!(Capsule, Disk, |capsule, disk, motion| <N>
    is_near(&between::<N, 2>(capsule.start, disk.center), &motion, &squared_reach([capsule.radius, disk.radius])),
    entry(sub(wide(capsule.start), wide(disk.center)), wide(capsule.direction), reach(capsule.radius, disk.radius)));

sweep!(Capsule, Segment, |capsule, segment, motion| <N>
    segments_are_near(
        &between::<N, 2>(capsule.start, segment.start), &motion, &vector(segment.direction), &squared_reach([capsule.radius]),
    ),
    entry_from(capsule.start, capsule.direction, [segment.start, end(segment.start, segment.direction)], capsule.radius.into()));

sweep!(Capsule, Capsule, |capsule, other, motion| <N>
segments_are_near(
    &between::<N, 2>(capsule.start, other.start), &motion, &vector(other.direction), &squared_reach([capsule.radius, other.radius]),
),
entry_from(
    capsule.start, capsule.direction, [other.start, end(other.start, other.direction)], reach(capsule.radius, other.radius),
));

sweep!(Capsule, Aabb, |capsule, aabb, motion| <N> {
        let (start, rr) = (capsule.start, squared_reach([capsule.radius]));
        let starts_inside = (0..2).all(|k| aabb.min[k] <= start[k] && start[k] <= aabb.max[k]);
        or(Some(starts_inside), || any(sides(aabb).into_iter().map(|[a, b]| {
            segments_are_near(&between::<N, 2>(start, a), &motion, &between(a, b), &rr)
        })))
    },
    first(sides(aabb).map(|side| entry_from(capsule.start, capsule.direction, side, capsule.radius.into()))));

sweep!(Capsule, Triangle, |capsule, triangle, motion| <N> {
        let (start, rr) = (capsule.start, squared_reach([capsule.radius]));
        or(contains::<N>(triangle, start), || any(edges(triangle).into_iter().map(|(a, b)| {
            segments_are_near(&between::<N, 2>(start, a), &motion, &between(a, b), &rr)
        })))
    },
    first(edges(triangle).map(|(a, b)| entry_from(capsule.start, capsule.direction, [a, b], capsule.radius.into()))));

sweep!(Capsule3, Point3, |capsule, point, motion| <N>
    is_near(&between::<N, 3>(capsule.start, *point), &motion, &squared_reach([capsule.radius])),
    entry(sub(wide(capsule.start), wide(*point)), wide(capsule.direction), capsule.radius.into()));

sweep!(Capsule3, Sphere, |capsule, sphere, motion| <N>
    is_near(&between::<N, 3>(capsule.start, sphere.center), &motion, &squared_reach([capsule.radius, sphere.radius])),
    entry(sub(wide(capsule.start), wide(sphere.center)), wide(capsule.direction), reach(capsule.radius, sphere.radius)));

sweep!(Capsule3, Segment3, |capsule, segment, motion| <N>
    segments3_are_near(
        &between::<N, 3>(capsule.start, segment.start), &motion, &vector(segment.direction), &squared_reach([capsule.radius]),
    ),
    entry_from(capsule.start, capsule.direction, [segment.start, end(segment.start, segment.direction)], capsule.radius.into()));

sweep!(Capsule3, Capsule3, |capsule, other, motion| <N>
segments3_are_near(
    &between::<N, 3>(capsule.start, other.start), &motion, &vector(other.direction), &squared_reach([capsule.radius, other.radius]),
),
entry_from(
    capsule.start, capsule.direction, [other.start, end(other.start, other.direction)], reach(capsule.radius, other.radius),
));

/// The sum of two radii.
fn reach(a: f32, b: f32) -> f64 {
    f64::from(a) + f64::from(b)
}

/// The least of several shares.
fn first<const E: usize>(shares: [f64; E]) -> f64 {
    shares.into_iter().fold(f64::INFINITY, f64::min)
}
