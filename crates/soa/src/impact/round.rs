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
//! Guess     the t at which d(t) = r, by Newton's method from t = 0: as d' = -n.m, the next t is
//!           t + (d - r) / n.m, which is never beyond the root. Where n.m is not above zero, the next t is
//!           where it would be zero if it was linear between the last t in front and this one
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
//! The plane is the plane `z = 0` of space, a segment a triangle with two equal vertices, a point a box. A
//! disk is a capsule of length zero.
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
//! each product and their sum, by 3 for the length and 1 for the quotient: by 6 of the absolute coordinates
//! of `x` together, which are at most 1.5 times those in the frame. So the segment and the motion are off by
//! 9 and not 0, a vertex by 11 and not 2, and the numbers above that are to be compared by 38 and 19 of
//! `S + r`; **64** are taken.

use crate::closest::{Block, Edge, Nearest, Triangle, inverse};
use crate::dim2::vector::cross;
use crate::impact::hull::{At, NEVER, absolute, larger, nan_unless_finite};
use crate::impact::{part_before, share};
use crate::lanes::{Lanes, Simd, select};
use crate::vector::{add, dot, length2, scaled, sub};

// Columns of both kernels.
const START: usize = 0;
const DIRECTION: usize = 3;
const MOTION: usize = 6;
const RADII: usize = 9;
/// The corners of a box; or three vertices and a vector that is added to the second; or a center, half
/// extents and an axis.
const OTHER: usize = 11;

/// What numbers that are compared are off by, see the budget.
const UNITS: f32 = 32.0;

/// The rounds of a guess: of random rows some 2 in 1,000 are not certain after six, 4 in 10,000 after eight.
const ROUNDS: usize = 8;

/// A capsule that moves, from its start.
struct Moving<L> {
    segment: Edge<L, 3>,
    direction: [L; 3],
    motion: [L; 3],
    /// The sum of the radii of both.
    reach: L,
}

impl<L: Lanes> Moving<L> {
    /// What is left of the radii between two points, when the first has moved by a share of the motion.
    #[inline(always)]
    fn left(&self, way: [L; 3], share: L) -> L {
        self.reach - length2(sub(way, scaled(self.motion, share))).sqrt()
    }
}

/// The core of the other shape, from the start of the capsule.
trait Core<L> {
    /// Points of both that are nearest to each other.
    fn nearest_to(&self, segment: &Edge<L, 3>) -> Nearest<L, 3>;

    /// The lower end of its projection.
    fn least(&self, n: [L; 3]) -> L;

    /// The largest absolute values of its vertices.
    fn size(&self) -> [L; 3];
}

/// A box.
impl<L: Lanes> Core<L> for Block<L, 3> {
    #[inline(always)]
    fn nearest_to(&self, segment: &Edge<L, 3>) -> Nearest<L, 3> {
        self.nearest_to(segment)
    }

    #[inline(always)]
    fn least(&self, n: [L; 3]) -> L {
        let mut least = n;
        for (k, x) in least.iter_mut().enumerate() {
            *x = (*x * self.min[k]).min(*x * self.max[k]);
        }
        least[0] + least[1] + least[2]
    }

    #[inline(always)]
    fn size(&self) -> [L; 3] {
        larger(self.min, self.max)
    }
}

/// A triangle.
struct Corners<L> {
    vertices: [[L; 3]; 3],
    triangle: Triangle<L>,
}

impl<L: Lanes> Core<L> for Corners<L> {
    #[inline(always)]
    fn nearest_to(&self, segment: &Edge<L, 3>) -> Nearest<L, 3> {
        self.triangle.nearest_to(segment)
    }

    #[inline(always)]
    fn least(&self, n: [L; 3]) -> L {
        let [a, b, c] = self.vertices;
        dot(n, a).min(dot(n, b)).min(dot(n, c))
    }

    #[inline(always)]
    fn size(&self) -> [L; 3] {
        let [a, b, c] = self.vertices;
        larger(larger(a, b), c)
    }
}

/// Of a capsule and a box.
#[inline(always)]
pub(super) fn with_box<T: Simd>(row: &At<T>) -> T::Wide {
    let start = row.vector::<3>(START);
    let (min, max) = (row.vector::<3>(OTHER), row.vector::<3>(OTHER + 3));
    let other = Block { min, max, radius: None }.relative_to(start);
    time(&moving(row), &other, UNITS) + nan_unless_finite([min, max])
}

/// Of a capsule and an oriented box of the plane.
#[inline(always)]
pub(super) fn with_oriented<T: Simd>(row: &At<T>) -> T::Wide {
    let (center, half) = (row.vector::<3>(OTHER), row.vector::<3>(OTHER + 3));
    let axis = row.vector::<3>(OTHER + 6);
    let (u, zero) = ([axis[0], axis[1]], axis[2].splat(0.0));
    let length = dot(u, u).sqrt();
    let Moving { direction, motion, reach, .. } = moving(row);
    let way = sub(row.vector::<3>(START), center);
    let start = in_frame(u, length, way);
    let (direction, motion) = (in_frame(u, length, direction), in_frame(u, length, motion));
    let half = [half[0] / length, half[1] / length, zero];
    let other = Block { min: [-half[0], -half[1], zero], max: half, radius: None }.relative_to(start);
    let moving = Moving { segment: Edge::along([zero; 3], direction), direction, motion, reach };
    time(&moving, &other, 2.0 * UNITS) + nan_unless_finite([center, half, axis])
}

/// A vector of the plane in the frame of an axis of this length.
#[inline(always)]
fn in_frame<L: Lanes>(u: [L; 2], length: L, v: [L; 3]) -> [L; 3] {
    let v = [v[0], v[1]];
    [dot(u, v) / length, cross(u, v) / length, length.splat(0.0)]
}

/// Of a capsule and a triangle.
#[inline(always)]
pub(super) fn with_triangle<T: Simd>(row: &At<T>) -> T::Wide {
    let start = row.vector::<3>(START);
    let (a, b) = (row.vector::<3>(OTHER), row.vector::<3>(OTHER + 3));
    let (c, along) = (row.vector::<3>(OTHER + 6), row.vector::<3>(OTHER + 9));
    let vertices = [sub(a, start), add(sub(b, start), along), sub(c, start)];
    let other = Corners { vertices, triangle: Triangle::new(vertices) };
    time(&moving(row), &other, UNITS) + nan_unless_finite([a, b, c, along])
}

#[inline(always)]
fn moving<T: Simd>(row: &At<T>) -> Moving<T::Wide> {
    let (direction, motion) = (row.vector::<3>(DIRECTION), row.vector::<3>(MOTION));
    let [a, b] = row.vector::<2>(RADII);
    let origin = [a.splat(0.0); 3];
    Moving { segment: Edge::along(origin, direction), direction, motion, reach: a + b }
}

/// The time, where two numbers are compared that are off by less than these units of all sizes.
#[inline(always)]
fn time<L: Lanes>(moving: &Moving<L>, other: &impl Core<L>, units: f32) -> L {
    let &Moving { segment, direction, motion, reach } = moving;
    let (zero, one, half) = (reach.splat(0.0), reach.splat(1.0), reach.splat(0.5));
    // Points of both at one time, the way between these, and its direction; the next time.
    let (mut way, mut n, mut at, mut t) = ([zero; 3], [zero; 3], zero, zero);
    // The last time in front of the other one, and one at which it is touched or left behind, and how fast
    // the distance falls and rises then.
    let ([mut front, mut falls], [mut behind, mut rises]) = ([zero; 2], [one, zero]);
    for _ in 0..ROUNDS {
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

    let mut extent = add(other.size(), add(absolute(direction), absolute(motion)));
    extent[0] = extent[0] + extent[1] + extent[2];
    let bound = (extent[0] + reach) * reach.splat(units * (f64::EPSILON / 2.0) as f32); // a power of two
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
