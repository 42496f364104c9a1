//! When a capsule that moves along a vector first touches a shape, in lanes of `f64`; and when a box or a
//! triangle touches a round shape, which is when that one, moving the other way, touches it. What the time
//! is: [`scalar::exact::time_of_impact`] of a [`scalar::exact::MovingShape`].
//!
//! ```text
//!       t = 0        t1    t2 t           Define  A + t m, the segment of the capsule after t of the motion
//!      .----.      .----. .--.--.                 m, the motion;  B, the box or the triangle
//!     ( A    ) -> (      |    )   )| B            r, the sum of all radii
//!      '----'      '----' '--'--'                 d(t), the distance of A + t m and B, which is convex
//!                          P --> Q                P, Q, points of both that are nearest to each other then
//!                                                 n = PQ / |PQ|
//!
//! Guess     the t at which d(t) = r, by Newton's method from the last t at which a gap between the boxes around
//!           both closes: as d' = -n.m, the next t is t + (d - r) / n.m, which is never beyond the root. Where n.m
//!           is not above zero, the next t is where it would be zero if it was linear between the last t in front
//!           and this one
//! Shown     k = round(2^24 t - 1/2);  S(k), what is swept until k parts of 2^24 of the motion
//!           S(k) misses B: along n, the least of B is beyond the most of A and k m / 2^24 by more than r
//!           S(k + 1) hits B: the points P and Q, with P moved on to k + 1, are within r
//!           Then k is the answer.  S(0) hits B: then 0 is;  S(2^24) misses B: then there is none
//! ```
//!
//! Any direction proves a miss and any two points prove a hit, so nothing that led to them needs a bound: it
//! matters neither how near `P` and `Q` are to the nearest points nor how many rounds the guess had. A
//! convex distance is least where `n.m` changes its sign, so where the capsule passes by, the guess ends near
//! there, and `n` separates both at all times.
//!
//! A point is a box, a disk a capsule of length zero.
//!
//! # Error budget
//!
//! Define `u = 2^-53`, and for each coordinate `s = v + |e| + |m|`: the largest vertex of `B` from the start
//! of the capsule, its segment, and the motion; `S`, the sum of the three `s`.
//!
//! | quantity | error in `u` |
//! |---|---|
//! | a coordinate of a vertex: two sums of columns | 2 of `v` |
//! | an edge of the triangle, at most `2 v`: 2 + 2, and 2 for the difference | 6 of `v` |
//! | `Q`, a vertex and shares of two edges, at most `1 + u` together: 2 + 6 + 2, and 5 for sums | 15 of `v` |
//! | `P = t m + i e`: 1 + 2, and 1 for the sum | 4 of `e + m` |
//! | `PQ`; with `P` moved on by a share, at most 1: 1 + 1, and 1 for the difference | 16; 20 of `s` |
//! | its length: all three coordinates, and 3 | 23 of `S` |
//! | `r`: a sum; what is left of it | 1; 25 of `S + r`; **32** are taken |
//! | `n` times a vertex: 2 + 1 and 2 for the sums; times `e` | 5 of `v`; 3 of `e` |
//! | `n.m` times a share; `r` times the length of `n`: 1 + 3 and 1 | 4 of `m`; 5 of `r` |
//! | what is between both: three differences | 9 of `S + r`; **32** are taken |
//!
//! No coordinate of `n` is above 1 by more than its own rounding. A `Q` of a box has coordinates of `P` or of
//! the box. The length of `n` is above a half or the lane is not certain, so no product underflows that
//! matters beside `32 u` of coordinates and radii, of which those that are not zero are above `2^-150`.
//! Without a radius no hit is certain.
//!
//! **Oriented boxes** are boxes in their own frame: `x` becomes `(u.x, u x x) / |u|`, which is off by 2 for
//! each product and their sum, by 3 for the length and by 1 each for its inverse and the product with that: by 7 of
//! the absolute coordinates of `x` together, which are at most 1.5 times those in the frame. So the segment and the
//! motion are off by 11 and not 0, a vertex by 13 and not 2, and the numbers above that are to be compared by 42 and
//! 22 of `S + r`; **64** are taken.

use crate::closest::{Block, Edge, Nearest, Of, Space, Triangle, inverse};
use crate::dim2::vector::cross;
use crate::impact::hull::{At, NEVER, absolute, larger, nan_unless_finite};
use crate::impact::{part_before, share};
use crate::lanes::{Lanes, Simd, select};
use crate::vector::{add, dot, length2, scaled, sub};

/// What numbers that are compared are off by, see the budget.
const UNITS: f32 = 32.0;

/// The rounds of a first guess, and of those of rows that are not certain after it.
pub(super) const ROUNDS: [usize; 3] = [2, 5, 24];

/// A capsule that moves, from its start.
struct Moving<L, const D: usize> {
    segment: Edge<L, D>,
    direction: [L; D],
    motion: [L; D],
    /// The sum of the radii of both.
    reach: L,
}

impl<L: Lanes, const D: usize> Moving<L, D> {
    /// What is left of the radii between two points, when the first has moved by a share of the motion.
    #[inline(always)]
    fn left(&self, way: [L; D], share: L) -> L {
        self.reach - length2(sub(way, scaled(self.motion, share))).sqrt()
    }
}

/// The core of the other shape, from the start of the capsule.
trait Core<L: Lanes, const D: usize> {
    /// Points of both that are nearest to each other.
    fn nearest_to(&self, segment: &Edge<L, D>) -> Nearest<L, D>;

    /// Its vertices; of a box the lower and the upper one.
    fn vertices(&self) -> impl AsRef<[[L; D]]>;

    /// The lower end of its projection.
    #[inline(always)]
    fn least(&self, n: [L; D]) -> L {
        let vertices = self.vertices();
        let vertices = vertices.as_ref();
        let mut least = dot(n, vertices[0]);
        for &v in &vertices[1..] {
            least = least.min(dot(n, v));
        }
        least
    }

    /// The lower and the upper corner of the box around it.
    #[inline(always)]
    fn bounds(&self) -> [[L; D]; 2] {
        let vertices = self.vertices();
        let vertices = vertices.as_ref();
        let [mut low, mut high] = [vertices[0]; 2];
        for v in &vertices[1..] {
            for k in 0..D {
                (low[k], high[k]) = (low[k].min(v[k]), high[k].max(v[k]));
            }
        }
        [low, high]
    }
}

/// A box.
impl<L: Lanes, const D: usize> Core<L, D> for Block<L, D> {
    #[inline(always)]
    fn nearest_to(&self, segment: &Edge<L, D>) -> Nearest<L, D> {
        self.nearest_to(segment)
    }

    #[inline(always)]
    fn least(&self, n: [L; D]) -> L {
        let mut least = n;
        for (k, x) in least.iter_mut().enumerate() {
            *x = (*x * self.min[k]).min(*x * self.max[k]);
        }
        let mut sum = least[0];
        for &x in &least[1..] {
            sum = sum + x;
        }
        sum
    }

    #[inline(always)]
    fn vertices(&self) -> impl AsRef<[[L; D]]> {
        [self.min, self.max]
    }
}

impl<L: Lanes, const D: usize> Core<L, D> for Edge<L, D>
where
    Of<D>: Space<L, D>,
{
    #[inline(always)]
    fn nearest_to(&self, segment: &Edge<L, D>) -> Nearest<L, D> {
        self.nearest_to(segment)
    }

    #[inline(always)]
    fn vertices(&self) -> impl AsRef<[[L; D]]> {
        self.ends()
    }
}

impl<L: Lanes, const D: usize> Core<L, D> for Triangle<L, D>
where
    Of<D>: Space<L, D>,
{
    #[inline(always)]
    fn nearest_to(&self, segment: &Edge<L, D>) -> Nearest<L, D> {
        self.nearest_to(segment)
    }

    #[inline(always)]
    fn vertices(&self) -> impl AsRef<[[L; D]]> {
        self.vertices()
    }
}

/// Of a capsule and a box.
#[inline(always)]
pub(super) fn with_box<T: Simd, const D: usize>(row: &At<T>) -> T::Wide {
    let (min, max) = (row.vector::<D>(other(D)), row.vector::<D>(other(D) + D));
    let block = Block::new(min, max).relative_to(row.vector(0));
    time(&moving::<T, D>(row), &block, rounds(row), UNITS) + nan_unless_finite([min, max])
}

/// Of a capsule and an oriented box of the plane.
#[inline(always)]
pub(super) fn with_oriented<T: Simd>(row: &At<T>) -> T::Wide {
    let other = other(2);
    let (center, half, u) = (row.vector::<2>(other), row.vector::<2>(other + 2), row.vector::<2>(other + 4));
    let inverse = u[0].splat(1.0) / dot(u, u).sqrt();
    let Moving { direction, motion, reach, .. } = moving(row);
    let start = in_frame(u, inverse, sub(row.vector::<2>(0), center));
    let (direction, motion) = (in_frame(u, inverse, direction), in_frame(u, inverse, motion));
    let (max, zero) = (scaled(half, inverse), reach.splat(0.0));
    let block = Block::new([-max[0], -max[1]], max).relative_to(start);
    let moving = Moving { segment: Edge::along([zero; 2], direction), direction, motion, reach };
    time(&moving, &block, rounds(row), 2.0 * UNITS) + nan_unless_finite([center, half, u])
}

/// A vector of the plane in the frame of an axis, of whose length this is the inverse.
#[inline(always)]
fn in_frame<L: Lanes>(u: [L; 2], inverse: L, v: [L; 2]) -> [L; 2] {
    scaled([dot(u, v), cross(u, v)], inverse)
}

/// Of a capsule and a segment, the core of another capsule.
#[inline(always)]
pub(super) fn with_segment<T: Simd, const D: usize>(row: &At<T>) -> T::Wide
where
    Of<D>: Space<T::Wide, D>,
{
    let (start, direction) = (row.vector::<D>(other(D)), row.vector::<D>(other(D) + D));
    let other = Edge::along(sub(start, row.vector(0)), direction);
    time(&moving::<T, D>(row), &other, rounds(row), UNITS) + nan_unless_finite([start, direction])
}

/// Of a capsule and a triangle.
#[inline(always)]
pub(super) fn with_triangle<T: Simd, const D: usize>(row: &At<T>) -> T::Wide
where
    Of<D>: Space<T::Wide, D>,
{
    let (other, start) = (other(D), row.vector::<D>(0));
    let given = [row.vector::<D>(other), row.vector::<D>(other + D), row.vector::<D>(other + 2 * D)];
    let triangle = Triangle::new([sub(given[0], start), sub(given[1], start), sub(given[2], start)]);
    time(&moving::<T, D>(row), &triangle, rounds(row), UNITS) + nan_unless_finite(given)
}

#[inline(always)]
fn rounds<T: Simd>(row: &At<T>) -> usize {
    ROUNDS[row.attempt()]
}

/// The first column of the other shape, after those of the capsule, of the motion and of both radii.
pub(super) const fn other(dim: usize) -> usize {
    3 * dim + 2
}

#[inline(always)]
fn moving<T: Simd, const D: usize>(row: &At<T>) -> Moving<T::Wide, D> {
    let (direction, motion) = (row.vector::<D>(D), row.vector::<D>(2 * D));
    let [a, b] = row.vector::<2>(3 * D);
    let origin = [a.splat(0.0); D];
    Moving { segment: Edge::along(origin, direction), direction, motion, reach: a + b }
}

/// The time after some rounds, where two numbers are compared that are off by less than these units of all sizes.
#[inline(always)]
fn time<L: Lanes, const D: usize>(
    moving: &Moving<L, D>,
    other: &impl Core<L, D>,
    rounds: usize,
    units: f32,
) -> L {
    let &Moving { segment, direction, motion, reach } = moving;
    let (zero, one, half) = (reach.splat(0.0), reach.splat(1.0), reach.splat(0.5));
    let [low, high] = other.bounds();
    // Points of both at one time, the way between these, and its direction; the next time.
    let (mut way, mut n, mut at, mut t) = ([zero; D], [zero; D], zero, zero);
    for k in 0..D {
        let (ahead, behind) = (low[k] - direction[k].max(zero), direction[k].min(zero) - high[k]);
        let gap = L::select(motion[k].ge(zero), ahead, behind) - reach;
        let share = gap * inverse(motion[k].abs());
        t = L::select(gap.gt(zero), t.max(share), t);
    }
    t = t.min(one);
    // The last time in front of the other one, and one at which it is touched or left behind, and how fast
    // the distance falls and rises then.
    let ([mut front, mut falls], [mut behind, mut rises]) = ([zero; 2], [one, zero]);
    for _ in 0..rounds {
        let Nearest { p, q, .. } = other.nearest_to(&segment.moved_to(scaled(motion, t)));
        (way, at) = (sub(q, p), t);
        let distance = length2(way).sqrt();
        n = scaled(way, inverse(distance));
        let (gap, speed) = (distance - reach, dot(n, motion));
        let approaches = speed.gt(zero);
        [front, falls] = select(approaches & gap.gt(zero), [t, speed], [front, falls]);
        [behind, rises] = select(approaches, [behind, rises], [t, -speed]);
        let share = L::select(rises.gt(zero), falls * inverse(falls + rises), half);
        let (newton, between) = (t + gap * inverse(speed), front + (behind - front) * share);
        let next = L::select(approaches & newton.lt(behind), newton, between);
        let is_never = gap.gt((speed * (one - t)).max(-speed * t));
        t = L::select(is_never, t, next).max(zero);
    }

    let mut size = reach;
    for x in add(larger(low, high), add(absolute(direction), absolute(motion))) {
        size = size + x;
    }
    let bound = size * reach.splat(units * (f64::EPSILON / 2.0) as f32); // a power of two
    let nn = length2(n);
    let (along, speed) = (dot(n, direction).max(zero), dot(n, motion).max(zero));
    let between = (other.least(n) - along) - reach * nn.sqrt();
    let part = part_before(t);
    let [before, after] = [share(part), share(part + one)];
    let is_direction = nn.gt(half);
    let misses = (between - before * speed).gt(bound) & is_direction;
    let time = L::select(misses & moving.left(way, after - at).gt(bound), before, zero.splat(f32::NAN));
    let time = L::select(moving.left(way, -at).gt(bound), zero, time);
    L::select((between - speed).gt(bound) & is_direction, zero.splat(NEVER), time)
}
