//! When a box or a triangle that moves along a vector first touches a shape without a radius, in lanes of
//! `f64`. What the time is: [`scalar::exact::time_of_impact`] of a [`scalar::exact::MovingShape`], whose page
//! says which axes separate the two.
//!
//! ```text
//! Define    A, B, the hull that moves by m and the one that stands still, with a vertex of each
//!           k, a number of parts of 2^24 of the motion;  S(k), what A has swept until then
//! An axis n ahead = lowest of B - highest of A, behind = lowest of A - highest of B, way = n.m
//!           gap, other = ahead, behind where way >= 0, else behind, ahead;  speed = |way|
//! Then      n separates S(k) from B exactly if gap - k speed / 2^24 > 0 or other > 0
//! Guess     t, the largest gap / speed of all axes that do not involve m;  k = round(2^24 t - 1/2)
//! Shown     S(k) misses B: an axis separates them, certainly;
//!           S(k + 1) hits B: no axis does, certainly.  Then k is the answer
//!           S(0) hits B: then 0 is;  S(2^24) misses B: then there is none
//! ```
//!
//! Two shapes of a coordinate plane and its axes, of a box, a segment or a triangle, are the projections of
//! those of space. So the axes that involve a coordinate axis are those of three planes, and one function
//! finds them for the plane and for space. A point is a box, and a segment is a triangle with two equal
//! vertices.
//!
//! # Error budget
//!
//! Define `u = 2^-53`, and for each coordinate `s = |d| + |a| + |b| + |m|`: the way between the two vertices,
//! the largest edges of both from there, and the motion. Define `N` as the axis with absolute values of all
//! products, so that `|n| <= N` in each coordinate. All numbers of one axis are at most `N.s`.
//!
//! | quantity | error in `u` |
//! |---|---|
//! | a coordinate of `d` or of an edge: a difference of two columns, or a column | 1 of it |
//! | `m`: a column | 0 |
//! | a coordinate of `n = g x h` | 1 + 1 + 1 and 1 for the difference: 4 of `N` |
//! | `n.e`, of `d` or an edge | 4 + 1 + 1 and 2 for the sums: 8 of `N.e` |
//! | an end of a projection: 0 or the least of such numbers, or a sum of three for a box | 8 of `N.a` or `N.b` |
//! | `ahead`, `behind`: two sums | 8 and 2: 10 of `N.s` |
//! | `way`; `k speed / 2^24`, where the share is exact | 7; 8 of `N.m` |
//! | `gap - k speed / 2^24` | 10 and 1: 11 of `N.s`; **16** are taken |
//!
//! `N` and `s` are off by some `12 u` of themselves, which the five units more exceed by far. No product of
//! four such numbers overflows or underflows in `f64`. Along a coordinate axis ends are compared as they are:
//! the difference has an error of 1 of itself, and that of the end of a segment, and its sign is right even
//! where its product with the motion is subtracted, because that is exact. An axis that is zero has a bound
//! of zero where each of its products is, as those of a motion or an edge along a coordinate axis are.
//!
//! An oriented box is its center with two half sides `hx u / u.u` and `hy v / u.u`. The square of the axis
//! has an error of 2, its inverse 3, and two products 5 of a coordinate. The axes of the plane are
//! perpendicular to an edge or to such an axis, whose coordinates have an error of 1 or 0, so `n.e` of a half
//! side is off by 1 + 5 + 1 + 1 = 8 of `N.e`, and the end of a projection, the sum of two, by 9. Then `ahead`
//! is off by 11, and the last difference by 12, of 16. Along its own axes the box reaches as far as its half
//! extents say, which round nothing. No such lane is taken for exact.
//!
//! **Exact lanes.** Where all columns are multiples of a power of two `q`, so are edges and ways, and numbers
//! of an axis are multiples of `q^2` in the plane and `q^3` in space. Define `S` as the largest `s`. An edge
//! is at most `S` or the difference of two that are, and both hulls together at most `S`, so `N.s` is at most
//! `4 S^2` in the plane and `6 S^3` in space. None is rounded where `S` is below `2^25 q` and `2^16 q`. Nor
//! is a share of a speed, which is a multiple of `2^-24` of that, or its difference from a gap, where `S` is
//! below `2^13 q` and `2^8 q`. Else the share is off by 1 of itself, and 2 of the speed are taken; the
//! difference has the right sign. Rows that are not certain are measured again with these bounds. That decides
//! shapes on a grid that touch at the start or graze each other.
//!
//! Two triangles of space need no coordinate axes unless all edges lie in a plane. They are known not to, if
//! one of them is known to be neither zero nor perpendicular along the normal of two others: a number as
//! above, with its bound.

use crate::dim3::vector::cross;
use crate::impact::{part_before, round, share};
use crate::kernel::verdict::CommonUlp;
use crate::lanes::level::{Level, at_level};
use crate::lanes::{Lanes, MAX_WIDE, Register, Simd};
use crate::vector::{add, dot, sub};

/// The most rows that are measured at once.
pub(crate) const ROWS: usize = 128;
/// The time of a row that touches nothing, which is none of the times that there are.
pub(crate) const NEVER: f32 = 2.0;
/// The most columns of both hulls and a motion.
pub(crate) const COLUMNS: usize = 24;

/// The most attempts.
pub(crate) const ATTEMPTS: usize = round::ROUNDS.len();

/// The columns of both hulls and a motion, whole registers of them.
pub(crate) type Sides<'a> = [&'a [f32]; COLUMNS];

/// The columns of some rows.
#[derive(Clone, Copy)]
pub(crate) struct Columns<'a> {
    pub(crate) columns: &'a Sides<'a>,
    /// How often they were measured before and were not certain: after that lanes are looked for in which nothing
    /// is rounded, and guesses are better.
    pub(crate) attempt: usize,
}

/// Which hulls the columns describe: in a space of `D` dimensions `D` columns a vector.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Hulls {
    /// The lower and upper corner of the box that moves, then those of the other one, then the motion.
    Boxes,
    /// The lower and upper corner of the box that moves; three vertices of a triangle and a vector that is
    /// added to the second; the motion.
    BoxAndTriangle,
    /// The vertices of the triangle that moves; those of the other one, with such a vector; the motion.
    Triangles,
    /// The center, half extents and axis of an oriented box of the plane that moves; the corners of a box;
    /// the motion.
    OrientedAndBox,
    /// Those of one that moves; three vertices of a triangle and a vector that is added to the second; the
    /// motion.
    OrientedAndTriangle,
    /// Those of two, and the motion.
    OrientedBoxes,
    /// The start of a moving capsule, the vector to its end, the motion, the radii of both shapes; the corners of a
    /// box.
    RoundAndBox,
    /// Those of a capsule; the center, half extents and axis of an oriented box of the plane.
    RoundAndOriented,
    /// Those of a capsule; a start and the vector to the end.
    RoundAndSegment,
    /// Those of a capsule; three vertices.
    RoundAndTriangle,
}

impl Hulls {
    /// The attempt that is made first: of a few round shapes some need the second one, and that takes as long for one
    /// as for all.
    pub(crate) fn first_attempt(self, is_few: bool) -> usize {
        usize::from(is_few && self.attempts() == ATTEMPTS)
    }

    /// How many attempts there are, of which each may be certain where the one before is not.
    pub(crate) fn attempts(self) -> usize {
        match self {
            Self::OrientedAndBox | Self::OrientedAndTriangle | Self::OrientedBoxes => 1,
            Self::Boxes | Self::BoxAndTriangle | Self::Triangles => 2,
            Self::RoundAndBox | Self::RoundAndOriented | Self::RoundAndSegment | Self::RoundAndTriangle => {
                ATTEMPTS
            }
        }
    }
}

/// How much of its motion each row makes before it touches the other shape; [`NEVER`], and NaN where that is
/// not certain. Rows are whole registers of `f64`.
pub(crate) fn times(level: Level, hulls: Hulls, dim: usize, columns: &Columns, rows: usize, out: &mut [f32]) {
    match (hulls, dim) {
        (Hulls::Boxes, 2) => boxes_of_plane(level, columns, rows, out),
        (Hulls::BoxAndTriangle, 2) => box_and_triangle_of_plane(level, columns, rows, out),
        (Hulls::Triangles, 2) => triangles_of_plane(level, columns, rows, out),
        (Hulls::Boxes, _) => boxes_of_space(level, columns, rows, out),
        (Hulls::BoxAndTriangle, _) => box_and_triangle_of_space(level, columns, rows, out),
        (Hulls::Triangles, _) => triangles_of_space(level, columns, rows, out),
        (Hulls::OrientedAndBox, _) => oriented_and_box(level, columns, rows, out),
        (Hulls::OrientedAndTriangle, _) => oriented_and_triangle(level, columns, rows, out),
        (Hulls::OrientedBoxes, _) => oriented_boxes(level, columns, rows, out),
        (Hulls::RoundAndOriented, _) => round_and_oriented(level, columns, rows, out),
        (Hulls::RoundAndBox, 2) => round_and_box_of_plane(level, columns, rows, out),
        (Hulls::RoundAndSegment, 2) => round_and_segment_of_plane(level, columns, rows, out),
        (Hulls::RoundAndTriangle, 2) => round_and_triangle_of_plane(level, columns, rows, out),
        (Hulls::RoundAndBox, _) => round_and_box_of_space(level, columns, rows, out),
        (Hulls::RoundAndSegment, _) => round_and_segment_of_space(level, columns, rows, out),
        (Hulls::RoundAndTriangle, _) => round_and_triangle_of_space(level, columns, rows, out),
    }
}

/// Makes the loop over rows of a kernel.
macro_rules! loops {
    ($($name:ident: $kernel:expr;)*) => {$(
        #[inline(never)]
        fn $name(level: Level, columns: &Columns, rows: usize, out: &mut [f32]) {
            at_level!(level, simd => {
                let batches = batches_mut(simd, out);
                for i in 0..rows / lanes_of(simd) {
                    let times = ($kernel)(&At { simd, columns, row: i * lanes_of(simd) });
                    times.store_canonical(batches[i].as_mut());
                }
            });
        }
    )*};
}
loops! {
    boxes_of_plane: boxes::<_, 2>;
    box_and_triangle_of_plane: box_and_triangle::<_, 2>;
    triangles_of_plane: triangles::<_, 2>;
    boxes_of_space: boxes::<_, 3>;
    box_and_triangle_of_space: box_and_triangle::<_, 3>;
    triangles_of_space: triangles::<_, 3>;
    oriented_and_box: with_box;
    oriented_and_triangle: with_triangle;
    oriented_boxes: with_oriented;
    round_and_oriented: round::with_oriented;
    round_and_box_of_plane: round::with_box::<_, 2>;
    round_and_segment_of_plane: round::with_segment::<_, 2>;
    round_and_triangle_of_plane: round::with_triangle::<_, 2>;
    round_and_box_of_space: round::with_box::<_, 3>;
    round_and_segment_of_space: round::with_segment::<_, 3>;
    round_and_triangle_of_space: round::with_triangle::<_, 3>;
}

#[inline(always)]
fn lanes_of<T: Simd>(_: T) -> usize {
    T::Wide::LEN
}

#[inline(always)]
fn batches_mut<T: Simd>(_: T, out: &mut [f32]) -> &mut [<T::Wide as Register>::Batch] {
    T::Wide::batches_mut(out)
}

/// A row of columns, and those after it.
pub(super) struct At<'a, T> {
    simd: T,
    columns: &'a Columns<'a>,
    row: usize,
}

impl<T: Simd> At<'_, T> {
    /// An empty tally, of hulls of these sizes and with these vectors.
    #[inline(always)]
    fn tally<const D: usize, const N: usize>(
        &self,
        size: [T::Wide; D],
        vectors: [[T::Wide; D]; N],
    ) -> Tally<T::Wide> {
        let mut tally = Tally::new(size[0]);
        if self.columns.attempt > 0 {
            let mut largest = size[0];
            for &x in &size[1..] {
                largest = largest.max(x);
            }
            let common_ulp = CommonUlp::new(largest, vectors.as_flattened(), &[]);
            let (zero, bits) = (largest.splat(0.0), if D == 2 { [25, 13] } else { [16, 8] });
            tally.exact = common_ulp.is_within(bits[0]);
            tally.speed_unit = T::Wide::select(common_ulp.is_within(bits[1]), zero, tally.speed_unit);
        }
        tally
    }

    /// How often the rows were measured before.
    #[inline(always)]
    pub(super) fn attempt(&self) -> usize {
        self.columns.attempt
    }

    /// The vector in some columns, from the first of them.
    #[inline(always)]
    pub(super) fn vector<const D: usize>(&self, first: usize) -> [T::Wide; D] {
        let mut vector = [self.simd.load_wide(&[0.0; MAX_WIDE]); D];
        for (k, x) in vector.iter_mut().enumerate() {
            *x = self.simd.load_wide(&self.columns.columns[first + k][self.row..]);
        }
        vector
    }
}

/// The most axes that involve no motion.
const STEPS: usize = 13;

/// What the axes so far have shown.
struct Tally<L: Lanes> {
    /// Of each axis without the motion the gap, the speed and the bound.
    steps: [[L; 3]; STEPS],
    len: usize,
    /// The latest time at which a gap closes, as a fraction.
    latest: [L; 2],
    /// The largest `other` less its bound, and with it: above zero, an axis separates the two at all times;
    /// not above zero, none does.
    other: [L; 2],
    /// The largest of all gaps at the start, with its bound.
    start: L,
    /// The largest of all gaps at the end, less its bound.
    end: L,
    /// The largest extent of both along a normal, less its bound, and the same of what is swept.
    volume: [L; 2],
    /// The lanes in which no number of an axis is rounded.
    exact: L::Mask,
    /// What a share of the speed may be off by there, as a multiple of the speed.
    speed_unit: L,
}

/// The ends of a projection.
#[derive(Clone, Copy)]
struct Interval<L> {
    low: L,
    high: L,
}

/// Two hulls relative to each other.
#[derive(Clone, Copy)]
struct Apart<L, const D: usize> {
    /// From the vertex of the moving one to that of the other one.
    way: [L; D],
    motion: [L; D],
    /// The sum of the absolute values of both, and of the edges of both.
    size: [L; D],
}

impl<L: Lanes, const D: usize> Apart<L, D> {
    /// Along two of the coordinate axes.
    #[inline(always)]
    fn projected(&self, axes: [usize; 2]) -> Apart<L, 2> {
        Apart { way: two(self.way, axes), motion: two(self.motion, axes), size: two(self.size, axes) }
    }
}

/// The numbers of an axis.
#[derive(Clone, Copy)]
struct Axis<L> {
    ahead: L,
    behind: L,
    way: L,
    bound: L,
}

impl<L: Lanes> Axis<L> {
    /// Along a vector, that with absolute values of all products, and the projections of both from their
    /// vertices.
    #[inline(always)]
    fn along<const D: usize>(n: [[L; D]; 2], apart: &Apart<L, D>, a: Interval<L>, b: Interval<L>) -> Self {
        let [n, absolute] = n;
        Self::of_gap(dot(n, apart.way), dot(n, apart.motion), dot(absolute, apart.size), a, b)
    }

    /// From the projections of the way between two vertices, of the motion and of the size, and those of both
    /// from their vertices.
    #[inline(always)]
    fn of_gap(gap: L, way: L, size: L, a: Interval<L>, b: Interval<L>) -> Self {
        let unit = gap.splat(16.0 * (f64::EPSILON / 2.0) as f32); // a power of two
        Self { ahead: (gap + b.low) - a.high, behind: a.low - (gap + b.high), way, bound: size * unit }
    }
}

impl<L: Lanes> Tally<L> {
    #[inline(always)]
    fn new(like: L) -> Self {
        let (zero, one, least) = (like.splat(0.0), like.splat(1.0), like.splat(f32::NEG_INFINITY));
        Self {
            steps: [[zero; 3]; STEPS],
            len: 0,
            latest: [zero, one],
            other: [least; 2],
            start: least,
            end: least,
            volume: [least; 2],
            exact: zero.lt(zero),
            speed_unit: like.splat(2.0 * (f64::EPSILON / 2.0) as f32),
        }
    }

    /// The bound of an axis, if it is rounded.
    #[inline(always)]
    fn bound(&self, axis: &Axis<L>) -> L {
        L::select(self.exact, axis.bound.splat(0.0), axis.bound)
    }

    /// An axis that does not involve the motion.
    #[inline(always)]
    fn step(&mut self, axis: Axis<L>) {
        let (Axis { ahead, behind, way, .. }, bound) = (axis, self.bound(&axis));
        let is_up = way.ge(way.splat(0.0));
        let (gap, other) = (L::select(is_up, ahead, behind), L::select(is_up, behind, ahead));
        let speed = way.abs();
        self.steps[self.len] = [gap, speed, L::select(self.exact, self.speed_unit * speed, bound)];
        self.len += 1;
        // gap / speed is larger, and no rounding.
        let is_later = (gap * self.latest[1]).gt(self.latest[0] * speed) & gap.gt(bound);
        self.latest = [L::select(is_later, gap, self.latest[0]), L::select(is_later, speed, self.latest[1])];
        self.other = [self.other[0].max(other - bound), self.other[1].max(other + bound)];
        self.start = self.start.max(gap.max(other) + bound);
        self.end = self.end.max((gap - speed) - bound);
    }

    /// An axis that is perpendicular to the motion.
    #[inline(always)]
    fn across(&mut self, axis: Axis<L>) {
        let (gap, bound) = (axis.ahead.max(axis.behind), self.bound(&axis));
        self.other = [self.other[0].max(gap - bound), self.other[1].max(gap + bound)];
    }

    /// An axis that is the normal of two edges or of an edge and the motion. Where the extent of both along
    /// it is not zero, there is a third edge that is not in their plane.
    #[inline(always)]
    fn normal(&mut self, axis: Axis<L>, is_step: bool) {
        let bound = self.bound(&axis);
        let extent = -(axis.ahead + axis.behind) - bound * bound.splat(3.0);
        if is_step {
            self.volume[0] = self.volume[0].max(extent);
            self.volume[1] = self.volume[1].max(axis.way.abs() - bound);
            self.step(axis);
        } else {
            self.volume[1] = self.volume[1].max(extent);
            self.across(axis);
        }
    }

    /// A coordinate axis: the gaps both ways, the motion, and the error of the end of a segment.
    #[inline(always)]
    fn coordinate(&mut self, ahead: L, behind: L, way: L, error: L) {
        let unit = ahead.splat(2.0 * (f64::EPSILON / 2.0) as f32);
        let bound = (ahead.abs().max(behind.abs()) + error) * unit;
        self.step(Axis { ahead, behind, way, bound });
    }

    /// The time, given that no lane needs a volume.
    #[inline(always)]
    fn time(self) -> L {
        let zero = self.start.splat(0.0);
        self.time_of(zero, zero)
    }

    /// The time, given that no lane needs a volume if these are not above zero: at the start, and of what is
    /// swept.
    #[inline(always)]
    fn time_of(&self, flat_at_start: L, flat: L) -> L {
        let (zero, one) = (self.start.splat(0.0), self.start.splat(1.0));
        let part = part_before(self.latest[0] / self.latest[1]);
        let shares = [share(part), share(part + one)];
        let (mut before, mut after) = (self.other[0], self.other[1].max(flat));
        for &[gap, speed, bound] in &self.steps[..self.len] {
            before = before.max((gap - shares[0] * speed) - bound);
            after = after.max((gap - shares[1] * speed) + bound);
        }
        let nan = zero.splat(f32::NAN);
        let time = L::select(before.gt(zero) & after.le(zero), shares[0], nan);
        let time = L::select(self.start.max(flat_at_start).le(zero), zero, time);
        L::select(self.other[0].max(self.end).gt(zero), zero.splat(NEVER), time)
    }

    /// The time of two triangles of space, which has none where all edges may lie in a plane.
    #[inline(always)]
    fn time_with_volume(self) -> L {
        let (zero, one) = (self.start.splat(0.0), self.start.splat(1.0));
        let [at_start, swept] = [self.volume[0], self.volume[0].max(self.volume[1])];
        let flat_at_start = L::select(at_start.gt(zero), zero, one);
        self.time_of(flat_at_start, L::select(swept.gt(zero), zero, one))
    }
}

/// Two coordinates of a vector.
#[inline(always)]
fn two<L: Lanes, const D: usize>(v: [L; D], [i, j]: [usize; 2]) -> [L; 2] {
    [v[i], v[j]]
}

/// The three coordinates of a vector of space.
#[inline(always)]
fn three<L: Lanes, const D: usize>(v: [L; D]) -> [L; 3] {
    [v[0], v[1], v[D - 1]]
}

/// The coordinate planes of a space of this many dimensions: the first of three.
const fn first_plane(dim: usize) -> usize {
    if dim == 2 { 2 } else { 0 }
}

#[inline(always)]
pub(super) fn absolute<L: Lanes, const D: usize>(v: [L; D]) -> [L; D] {
    let mut absolute = v;
    for x in &mut absolute {
        *x = x.abs();
    }
    absolute
}

/// The larger absolute values of two vectors.
#[inline(always)]
pub(super) fn larger<L: Lanes, const D: usize>(u: [L; D], v: [L; D]) -> [L; D] {
    let mut larger = u;
    for k in 0..D {
        larger[k] = u[k].abs().max(v[k].abs());
    }
    larger
}

/// The vector that is perpendicular to another one in the plane, and its absolute values.
#[inline(always)]
fn perpendicular<L: Lanes>([x, y]: [L; 2]) -> [[L; 2]; 2] {
    [[y, -x], [y.abs(), x.abs()]]
}

/// The cross product of two vectors, and the same with absolute values of all products.
#[inline(always)]
fn product<L: Lanes>(g: [L; 3], h: [L; 3]) -> [[L; 3]; 2] {
    let (a, b) = (absolute(g), absolute(h));
    let sums = [a[1] * b[2] + a[2] * b[1], a[2] * b[0] + a[0] * b[2], a[0] * b[1] + a[1] * b[0]];
    [cross(g, h), sums]
}

/// The projection of the origin.
#[inline(always)]
fn of_origin<L: Lanes>(like: L) -> Interval<L> {
    let zero = like.splat(0.0);
    Interval { low: zero, high: zero }
}

/// The projection of the origin and another point.
#[inline(always)]
fn of_point<L: Lanes, const D: usize>(n: [L; D], p: [L; D]) -> Interval<L> {
    let (x, zero) = (dot(n, p), n[0].splat(0.0));
    Interval { low: x.min(zero), high: x.max(zero) }
}

/// The projection of the origin and two other points.
#[inline(always)]
fn of_points<L: Lanes, const D: usize>(n: [L; D], p: [L; D], q: [L; D]) -> Interval<L> {
    let (p, q) = (of_point(n, p), of_point(n, q));
    Interval { low: p.low.min(q.low), high: p.high.max(q.high) }
}

/// The projection of the box between the origin and a corner with no coordinate below zero.
#[inline(always)]
fn of_box<L: Lanes, const D: usize>(n: [L; D], corner: [L; D]) -> Interval<L> {
    let zero = n[0].splat(0.0);
    let x = n[0] * corner[0];
    let mut interval = Interval { low: x.min(zero), high: x.max(zero) };
    for k in 1..D {
        let x = n[k] * corner[k];
        interval = Interval { low: interval.low + x.min(zero), high: interval.high + x.max(zero) };
    }
    interval
}

/// NaN where one of the coordinates is NaN or infinite, else zero.
#[inline(always)]
pub(super) fn nan_unless_finite<L: Lanes, const D: usize, const N: usize>(vectors: [[L; D]; N]) -> L {
    let mut sum = vectors[0];
    for vector in &vectors[1..] {
        sum = add(sum, *vector);
    }
    let mut all = sum[0];
    for &x in &sum[1..] {
        all = all + x;
    }
    all * all.splat(0.0)
}

/// Of two boxes.
#[inline(always)]
fn boxes<T: Simd, const D: usize>(row: &At<T>) -> T::Wide {
    let (a_min, a_max) = (row.vector::<D>(0), row.vector::<D>(D));
    let (b_min, b_max) = (row.vector::<D>(2 * D), row.vector::<D>(3 * D));
    let motion = row.vector::<D>(4 * D);
    let (way, a, b) = (sub(b_min, a_min), sub(a_max, a_min), sub(b_max, b_min));
    let size = add(add(absolute(way), absolute(motion)), add(a, b));
    let mut tally = row.tally(size, [a_min, a_max, b_min, b_max, motion]);
    let apart = Apart { way, motion, size };
    for k in 0..D {
        tally.coordinate(b_min[k] - a_max[k], a_min[k] - b_max[k], motion[k], motion[k].splat(0.0));
    }
    for k in first_plane(D)..3 {
        let plane = [(k + 1) % 3, (k + 2) % 3];
        let n = perpendicular(two(motion, plane));
        let (a, b) = (of_box(n[0], two(a, plane)), of_box(n[0], two(b, plane)));
        tally.across(Axis::along(n, &apart.projected(plane), a, b));
    }
    tally.time() + nan_unless_finite([b_min, b_max])
}

/// A triangle, or a segment or a point that is written as one.
#[derive(Clone, Copy)]
struct Corners<L, const D: usize> {
    vertices: [[L; D]; 3],
    edges: [[L; D]; 3],
    /// For each edge a vertex, from the first one: these two have the projection of all three, along what is
    /// perpendicular to the edge.
    others: [[L; D]; 3],
    /// The largest error of the second vertex, as a multiple of the unit.
    error: [L; D],
}

impl<L: Lanes, const D: usize> Corners<L, D> {
    /// With a vector that is added to the second vertex.
    #[inline(always)]
    fn new(a: [L; D], b: [L; D], c: [L; D], along: [L; D]) -> Self {
        let zero = a[0].splat(0.0);
        let (end, mut error) = (add(b, along), along);
        for k in 0..D {
            error[k] = L::select(along[k].eq(zero), zero, end[k].abs());
        }
        let edges = [add(sub(b, a), along), sub(c, a), sub(sub(c, b), along)];
        Self { vertices: [a, end, c], edges, others: [edges[1], edges[0], edges[0]], error }
    }

    /// The ends along a coordinate axis.
    #[inline(always)]
    fn ends(&self, k: usize) -> Interval<L> {
        let [a, b, c] = self.vertices;
        Interval { low: a[k].min(b[k]).min(c[k]), high: a[k].max(b[k]).max(c[k]) }
    }

    /// The projection of all vertices, from the first.
    #[inline(always)]
    fn along(&self, n: [L; D]) -> Interval<L> {
        of_points(n, self.edges[0], self.edges[1])
    }

    /// Along two of the coordinate axes.
    #[inline(always)]
    fn projected(&self, axes: [usize; 2]) -> Corners<L, 2> {
        let [a, b, c] = self.vertices;
        let [u, v, w] = self.edges;
        let edges = [two(u, axes), two(v, axes), two(w, axes)];
        Corners {
            vertices: [two(a, axes), two(b, axes), two(c, axes)],
            edges,
            others: [edges[1], edges[0], edges[0]],
            error: two(self.error, axes),
        }
    }
}

/// Of a box and a triangle.
#[inline(always)]
fn box_and_triangle<T: Simd, const D: usize>(row: &At<T>) -> T::Wide {
    let (min, max, motion) = (row.vector::<D>(0), row.vector::<D>(D), row.vector::<D>(6 * D));
    let given =
        [row.vector::<D>(2 * D), row.vector::<D>(3 * D), row.vector::<D>(4 * D), row.vector::<D>(5 * D)];
    let b = Corners::new(given[0], given[1], given[2], given[3]);
    let (way, corner) = (sub(given[0], min), sub(max, min));
    let size = add(add(absolute(way), absolute(motion)), add(corner, larger(b.edges[0], b.edges[1])));
    let mut tally = row.tally(size, [min, max, given[0], given[1], given[2], given[3], motion]);
    let apart = Apart { way, motion, size };
    for k in 0..D {
        let ends = b.ends(k);
        tally.coordinate(ends.low - max[k], min[k] - ends.high, motion[k], b.error[k]);
    }
    for k in first_plane(D)..3 {
        let plane = [(k + 1) % 3, (k + 2) % 3];
        let (apart, corner, b) = (apart.projected(plane), two(corner, plane), b.projected(plane));
        for i in 0..3 {
            let n = perpendicular(b.edges[i]);
            tally.step(Axis::along(n, &apart, of_box(n[0], corner), of_point(n[0], b.others[i])));
        }
        let n = perpendicular(apart.motion);
        tally.across(Axis::along(n, &apart, of_box(n[0], corner), b.along(n[0])));
    }
    if D == 3 {
        let apart = in_space(&apart);
        let (corner, b, others) = (three(corner), edges_in_space(&b.edges), edges_in_space(&b.others));
        let n = product(b[0], b[1]);
        tally.step(Axis::along(n, &apart, of_box(n[0], corner), of_origin(motion[0])));
        for i in 0..3 {
            let n = product(apart.motion, b[i]);
            tally.across(Axis::along(n, &apart, of_box(n[0], corner), of_point(n[0], others[i])));
        }
    }
    tally.time() + nan_unless_finite(given) + nan_unless_finite([min, max])
}

/// Of two triangles.
#[inline(always)]
fn triangles<T: Simd, const D: usize>(row: &At<T>) -> T::Wide {
    let motion = row.vector::<D>(7 * D);
    let zero = [motion[0].splat(0.0); D];
    let moving = [row.vector::<D>(0), row.vector::<D>(D), row.vector::<D>(2 * D)];
    let given =
        [row.vector::<D>(3 * D), row.vector::<D>(4 * D), row.vector::<D>(5 * D), row.vector::<D>(6 * D)];
    let way = sub(given[0], moving[0]);
    let a = Corners::new(moving[0], moving[1], moving[2], zero);
    let b = Corners::new(given[0], given[1], given[2], given[3]);
    let extents = add(larger(a.edges[0], a.edges[1]), larger(b.edges[0], b.edges[1]));
    let size = add(add(absolute(way), absolute(motion)), extents);
    let [p, q, r] = moving;
    let mut tally = row.tally(size, [p, q, r, given[0], given[1], given[2], given[3], motion]);
    let apart = Apart { way, motion, size };
    let nan = nan_unless_finite(given);
    if D == 2 {
        for (k, &way) in motion.iter().enumerate() {
            let (from, to) = (a.ends(k), b.ends(k));
            tally.coordinate(to.low - from.high, from.low - to.high, way, b.error[k]);
        }
        let plane = [0, 1];
        let (apart, a, b) = (apart.projected(plane), a.projected(plane), b.projected(plane));
        for i in 0..3 {
            let n = perpendicular(a.edges[i]);
            tally.step(Axis::along(n, &apart, of_point(n[0], a.others[i]), b.along(n[0])));
            let n = perpendicular(b.edges[i]);
            tally.step(Axis::along(n, &apart, a.along(n[0]), of_point(n[0], b.others[i])));
        }
        let n = perpendicular(apart.motion);
        tally.across(Axis::along(n, &apart, a.along(n[0]), b.along(n[0])));
        return tally.time() + nan;
    }
    let (apart, origin) = (in_space(&apart), of_origin(motion[0]));
    let (a, a_others) = (edges_in_space(&a.edges), edges_in_space(&a.others));
    let (b, b_others) = (edges_in_space(&b.edges), edges_in_space(&b.others));
    let n = product(a[0], a[1]);
    tally.normal(Axis::along(n, &apart, origin, of_points(n[0], b[0], b[1])), true);
    let n = product(b[0], b[1]);
    tally.normal(Axis::along(n, &apart, of_points(n[0], a[0], a[1]), origin), true);
    for i in 0..3 {
        for j in 0..3 {
            let n = product(a[i], b[j]);
            let (a, b) = (of_point(n[0], a_others[i]), of_point(n[0], b_others[j]));
            tally.normal(Axis::along(n, &apart, a, b), true);
        }
        let n = product(apart.motion, a[i]);
        let (a_end, b_end) = (of_point(n[0], a_others[i]), of_points(n[0], b[0], b[1]));
        tally.normal(Axis::along(n, &apart, a_end, b_end), false);
        let n = product(apart.motion, b[i]);
        let (a_end, b_end) = (of_points(n[0], a[0], a[1]), of_point(n[0], b_others[i]));
        tally.normal(Axis::along(n, &apart, a_end, b_end), false);
    }
    tally.time_with_volume() + nan
}

/// A box of the plane around its center, which is its vertex.
#[derive(Clone, Copy)]
struct Oriented<L> {
    center: [L; 2],
    /// The half extents: how far it reaches along its axis and across it, times the length of the axis.
    half: [L; 2],
    axis: [L; 2],
    /// Half of its sides as vectors: `hx u / u.u` and `hy v / u.u`.
    sides: [[L; 2]; 2],
    /// The sum of their absolute values: how far it reaches along x and y.
    size: [L; 2],
    /// Zero, or NaN if a column is not finite.
    nan: L,
}

impl<L: Lanes> Oriented<L> {
    #[inline(always)]
    fn new(center: [L; 2], half: [L; 2], axis: [L; 2]) -> Self {
        let [ux, uy] = axis;
        let inverse = ux.splat(1.0) / dot(axis, axis);
        let (along, across) = (half[0] * inverse, half[1] * inverse);
        let sides = [[along * ux, along * uy], [-(across * uy), across * ux]];
        let size = [sides[0][0].abs() + sides[1][0].abs(), sides[0][1].abs() + sides[1][1].abs()];
        Self { center, half, axis, sides, size, nan: nan_unless_finite([center, half, axis]) }
    }

    #[inline(always)]
    fn along(&self, n: [L; 2]) -> Interval<L> {
        around_origin(dot(n, self.sides[0]).abs() + dot(n, self.sides[1]).abs())
    }
}

/// The interval that reaches as far both ways.
#[inline(always)]
fn around_origin<L: Lanes>(reach: L) -> Interval<L> {
    Interval { low: -reach, high: reach }
}

impl<L: Lanes> Apart<L, 2> {
    /// From an oriented box to a vertex of a shape of this size.
    #[inline(always)]
    fn from_oriented(a: &Oriented<L>, vertex: [L; 2], motion: [L; 2], size: [L; 2]) -> Self {
        let way = sub(vertex, a.center);
        Self { way, motion, size: add(add(absolute(way), absolute(motion)), add(a.size, size)) }
    }

    /// Along a coordinate axis.
    #[inline(always)]
    fn coordinate(&self, k: usize, a: Interval<L>, b: Interval<L>) -> Axis<L> {
        Axis::of_gap(self.way[k], self.motion[k], self.size[k], a, b)
    }
}

/// The oriented box in some columns.
#[inline(always)]
fn oriented<T: Simd>(row: &At<T>, first: usize) -> Oriented<T::Wide> {
    Oriented::new(row.vector::<2>(first), row.vector::<2>(first + 2), row.vector::<2>(first + 4))
}

/// Of an oriented box and an axis-aligned one.
#[inline(always)]
fn with_box<T: Simd>(row: &At<T>) -> T::Wide {
    let (a, min, max, motion) =
        (oriented(row, 0), row.vector::<2>(6), row.vector::<2>(8), row.vector::<2>(10));
    let (corner, zero, mut tally) = (sub(max, min), motion[0].splat(0.0), Tally::new(motion[0]));
    let apart = Apart::from_oriented(&a, min, motion, corner);
    for (k, &high) in corner.iter().enumerate() {
        tally.step(apart.coordinate(k, around_origin(a.size[k]), Interval { low: zero, high }));
    }
    let (u, v) = ([a.axis, absolute(a.axis)], perpendicular(a.axis));
    tally.step(Axis::along(u, &apart, around_origin(a.half[0]), of_box(u[0], corner)));
    tally.step(Axis::along(v, &apart, around_origin(a.half[1]), of_box(v[0], corner)));
    let n = perpendicular(motion);
    tally.across(Axis::along(n, &apart, a.along(n[0]), of_box(n[0], corner)));
    tally.time() + a.nan + nan_unless_finite([min, max])
}

/// Of an oriented box and a triangle.
#[inline(always)]
fn with_triangle<T: Simd>(row: &At<T>) -> T::Wide {
    let (a, motion) = (oriented(row, 0), row.vector::<2>(14));
    let given = [row.vector::<2>(6), row.vector::<2>(8), row.vector::<2>(10), row.vector::<2>(12)];
    let (b, mut tally) = (Corners::new(given[0], given[1], given[2], given[3]), Tally::new(motion[0]));
    let apart = Apart::from_oriented(&a, given[0], motion, larger(b.edges[0], b.edges[1]));
    for k in 0..2 {
        let (x, y, zero) = (b.edges[0][k], b.edges[1][k], motion[0].splat(0.0));
        let ends = Interval { low: x.min(y).min(zero), high: x.max(y).max(zero) };
        tally.step(apart.coordinate(k, around_origin(a.size[k]), ends));
    }
    let (u, v) = ([a.axis, absolute(a.axis)], perpendicular(a.axis));
    tally.step(Axis::along(u, &apart, around_origin(a.half[0]), b.along(u[0])));
    tally.step(Axis::along(v, &apart, around_origin(a.half[1]), b.along(v[0])));
    for i in 0..3 {
        let n = perpendicular(b.edges[i]);
        tally.step(Axis::along(n, &apart, a.along(n[0]), of_point(n[0], b.others[i])));
    }
    let n = perpendicular(motion);
    tally.across(Axis::along(n, &apart, a.along(n[0]), b.along(n[0])));
    tally.time() + a.nan + nan_unless_finite(given)
}

/// Of two oriented boxes.
#[inline(always)]
fn with_oriented<T: Simd>(row: &At<T>) -> T::Wide {
    let (a, b, motion) = (oriented(row, 0), oriented(row, 6), row.vector::<2>(12));
    let mut tally = Tally::new(motion[0]);
    let apart = Apart::from_oriented(&a, b.center, motion, b.size);
    for k in 0..2 {
        tally.step(apart.coordinate(k, around_origin(a.size[k]), around_origin(b.size[k])));
    }
    let (u, v) = ([a.axis, absolute(a.axis)], perpendicular(a.axis));
    tally.step(Axis::along(u, &apart, around_origin(a.half[0]), b.along(u[0])));
    tally.step(Axis::along(v, &apart, around_origin(a.half[1]), b.along(v[0])));
    let (u, v) = ([b.axis, absolute(b.axis)], perpendicular(b.axis));
    tally.step(Axis::along(u, &apart, a.along(u[0]), around_origin(b.half[0])));
    tally.step(Axis::along(v, &apart, a.along(v[0]), around_origin(b.half[1])));
    let n = perpendicular(motion);
    tally.across(Axis::along(n, &apart, a.along(n[0]), b.along(n[0])));
    tally.time() + a.nan + b.nan
}

#[inline(always)]
fn in_space<L: Lanes, const D: usize>(apart: &Apart<L, D>) -> Apart<L, 3> {
    Apart { way: three(apart.way), motion: three(apart.motion), size: three(apart.size) }
}

#[inline(always)]
fn edges_in_space<L: Lanes, const D: usize>(edges: &[[L; D]; 3]) -> [[L; 3]; 3] {
    [three(edges[0]), three(edges[1]), three(edges[2])]
}
