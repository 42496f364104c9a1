//! Two oriented boxes in space, with their axes as stored: six slabs `|n_i.(p - c_i)| <= h_i`, where the
//! first three have the center of one box and the others that of the other.
//!
//! # When six slabs have no point in common
//!
//! By Farkas' lemma there is none exactly if some numbers `y_i` make
//!
//! ```text
//! sum of y_i n_i = 0    and    |sum of y_i (n_i.t), i = 3, 4, 5| > sum of |y_i| h_i        t = c_3 - c_0
//! ```
//!
//! (of the first sum, the product with any point `p` says what the slabs contradict). Every solution of the
//! equation is a sum of solutions that have as few numbers other than zero as can be, without any
//! cancellation (Rockafellar, The elementary vectors of a subspace, 1969). So one of those is a
//! contradiction, too. If the `n_i` span space, they are the solutions for four of the `n_i`: `y` of each is
//! the determinant of the other three, with alternating signs. There are 15 fours, with conditions of degree
//! 5:
//!
//! | four of the six | is the separating axis of |
//! |---|---|
//! | an axis of one box, all of the other | a face of the first: the other three are a base |
//! | two and two | an edge of each: `y` of an axis is its product with both edges' cross product |
//!
//! # Axes that do not span space
//!
//! Nothing is assumed of the axes. If all six lie in a plane, all determinants are zero, and the solutions
//! have three numbers, which are determinants of a projection of the plane: along a coordinate axis, of
//! degree 2. If the projection is no line, the equation for it is that of the plane; if it is a line, its
//! determinants are zero, and say nothing. So all three projections are tested. Likewise for axes of one
//! line, with two numbers each, which are coordinates. If all axes are zero, both boxes are all of space.

use core::array::from_fn;

use super::orient::{along, determinant};
use crate::dim3::OrientedBox3;
use crate::exact::frame::Frame;
use crate::exact::kleene::{all, and, any};
use crate::exact::number::{Number, Part};
use crate::exact::operand::have_no_points;
use crate::exact::vector::{between, cross, dot, vector};
use crate::exact::{Exact, Stage, by_stage};

/// Whether two oriented boxes, with their axes as stored, have a point in common.
///
/// ```
/// use scalar::{dim3::OrientedBox3, exact::oriented_box3_oriented_box3};
///
/// let upright = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
/// let cube = OrientedBox3 { center: [0.0; 3], half_extents: [1.0; 3], axes: upright };
/// // |x + y| <= 2, |y - x| <= 2 and |z| <= 1 from the center: reaches to x = 2.
/// let axes = [[1.0, 1.0, 0.0], [-1.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
/// let turned = |x| OrientedBox3 { center: [x, 0.0, 2.0], half_extents: [2.0, 2.0, 1.0], axes };
/// assert!(oriented_box3_oriented_box3(&cube, &turned(3.0))); // touches in (1, 0, 1)
/// assert!(!oriented_box3_oriented_box3(&cube, &turned(3.000_000_2)));
/// ```
pub fn oriented_box3_oriented_box3(s: &OrientedBox3, t: &OrientedBox3) -> bool {
    s.decide(t).hit
}

impl Exact<Self> for OrientedBox3 {
    fn attempt(&self, other: &Self, stage: Stage) -> Option<bool> {
        if have_no_points(self, other) {
            return Some(false);
        }
        if stage == Stage::Rounded
            && let (Some(a), Some(b)) = (Frame::of(self), Frame::of(other))
            && let Some(hit) = a.meets_box(&b).or_else(|| b.meets_box(&a))
        {
            return Some(hit);
        }
        by_stage!(stage, N => intersect::<N>(self, other))
    }
}

fn intersect<N: Number>(a: &OrientedBox3, b: &OrientedBox3) -> Option<bool> {
    let slabs = Slabs::<N>::new(a, b);
    let n = &slabs.n;
    let in_space = || fours_meet::<N, _>(a, b);
    let in_plane = |c: usize| {
        all(THREES.into_iter().map(|three| slabs.meet(three, |k| of_plane(n, without(three, k), c))))
    };
    let on_line = |c: usize| all(TWOS.into_iter().map(|two| slabs.meet(two, |k| n[two[1 - k]][c].clone())));
    let span_space = || any(THREES.into_iter().map(|three| is_nonzero(&of_space(n, three))));
    let span_plane =
        || any((0..3).flat_map(|c| TWOS.into_iter().map(move |two| is_nonzero(&of_plane(n, two, c)))));
    // What fewer numbers say is true only where the axes do not span more.
    and(in_space(), || {
        unless(span_space(), || {
            and(all((0..3).map(in_plane)), || unless(span_plane(), || all((0..3).map(on_line))))
        })
    })
}

/// True if the condition is, else the answer.
fn unless(condition: Option<bool>, answer: impl FnOnce() -> Option<bool>) -> Option<bool> {
    condition.and_then(|holds| if holds { Some(true) } else { answer() })
}

/// Whether each four of the slabs of two boxes have a point in common: if the axes span space, whether all
/// six have.
pub fn fours_meet<N: Number, A: Sides>(a: &A, b: &OrientedBox3) -> Option<bool> {
    if N::IS_LAST {
        return all(FOURS.into_iter().map(|four| N::decide(&FourMeet { a, b, four })));
    }
    let slabs = Slabs::<N>::new(a, b);
    // Each is of three fours.
    let volumes: [N; 20] = from_fn(|i| of_space(&slabs.n, THREES[i]));
    all((0..15).map(|i| slabs.meet(FOURS[i], |k| volumes[THREES_OF_FOURS[i][k]].clone())))
}

/// Whether four of the slabs of two boxes have a point in common, as far as they say by themselves.
struct FourMeet<'a, A> {
    a: &'a A,
    b: &'a OrientedBox3,
    four: [usize; 4],
}

impl<A: Sides> Part for FourMeet<'_, A> {
    type Answer = bool;

    fn answer<N: Number>(&self) -> Option<bool> {
        let slabs = Slabs::<N>::new(self.a, self.b);
        slabs.meet(self.four, |k| of_space(&slabs.n, without(self.four, k)))
    }
}

/// A box, by its sides: where `|n_i.(p - center)| <= h_i`. All lengths may be given some times as large as
/// they are, so that none is rounded.
pub trait Sides {
    /// A length of another box, as many times as large.
    fn scaled<N: Number>(length: N) -> N;

    /// The axes.
    fn axes(&self) -> [[f32; 3]; 3];

    /// The half extents.
    fn half_extents<N: Number>(&self) -> [N; 3];

    /// The way from the center to a point.
    fn way<N: Number>(&self, to: [f32; 3]) -> [N; 3];
}

impl Sides for OrientedBox3 {
    fn scaled<N: Number>(length: N) -> N {
        length
    }

    fn axes(&self) -> [[f32; 3]; 3] {
        self.axes
    }

    fn half_extents<N: Number>(&self) -> [N; 3] {
        vector(self.half_extents)
    }

    fn way<N: Number>(&self, to: [f32; 3]) -> [N; 3] {
        between(self.center, to)
    }
}

/// The slabs of two boxes.
struct Slabs<N> {
    /// The axes.
    n: [[N; 3]; 6],
    /// The half extents.
    h: [N; 6],
    /// The products of the axes of the second box and of the way from center to center.
    way: [N; 3],
}

impl<N: Number> Slabs<N> {
    fn new<A: Sides>(a: &A, b: &OrientedBox3) -> Self {
        let ([n0, n1, n2], [n3, n4, n5]) = (a.axes().map(vector::<N, 3>), b.axes.map(vector::<N, 3>));
        let [h0, h1, h2] = a.half_extents::<N>();
        let [h3, h4, h5] = vector(b.half_extents).map(A::scaled::<N>);
        let t = a.way::<N>(b.center);
        let way = [&n3, &n4, &n5].map(|n| dot(n, &t));
        Self { n: [n0, n1, n2, n3, n4, n5], h: [h0, h1, h2, h3, h4, h5], way }
    }

    /// Whether some slabs are not contradicted by the numbers `y`, given without their alternating signs.
    fn meet<const M: usize>(&self, set: [usize; M], y: impl Fn(usize) -> N) -> Option<bool> {
        let zero = N::from_f32(0.0);
        let (mut reach, mut way) = (zero.clone(), zero);
        for (k, i) in set.into_iter().enumerate() {
            let y = y(k);
            reach = reach.plus(&y.abs().times(&self.h[i]));
            if i >= 3 {
                let part = y.times(&self.way[i - 3]);
                way = if k % 2 == 0 { way.plus(&part) } else { way.minus(&part) };
            }
        }
        way.abs().at_most(&reach)
    }
}

const TWOS: [[usize; 2]; 15] = sets();
const THREES: [[usize; 3]; 20] = sets();
const FOURS: [[usize; 4]; 15] = sets();

/// Which threes the fours are without one slab.
const THREES_OF_FOURS: [[usize; 4]; 15] = {
    let (mut places, mut i) = ([[0; 4]; 15], 0);
    while i < 60 {
        let (four, k) = (FOURS[i / 4], i % 4);
        let mut place = 0;
        while place < 20 {
            let (three, mut l) = (THREES[place], 0);
            while l < 3 && three[l] == four[l + (l >= k) as usize] {
                l += 1;
            }
            if l == 3 {
                places[i / 4][k] = place;
            }
            place += 1;
        }
        i += 1;
    }
    places
};

/// The sets of `M` of the six slabs.
const fn sets<const M: usize, const COUNT: usize>() -> [[usize; M]; COUNT] {
    let (mut sets, mut len, mut bits) = ([[0; M]; COUNT], 0, 0_u32);
    while bits < 1 << 6 {
        if bits.count_ones() as usize == M {
            let (mut member, mut i) = (0, 0);
            while i < 6 {
                if bits >> i & 1 == 1 {
                    sets[len][member] = i;
                    member += 1;
                }
                i += 1;
            }
            len += 1;
        }
        bits += 1;
    }
    sets
}

/// A set without its `k`th slab.
fn without<const M: usize, const L: usize>(set: [usize; M], k: usize) -> [usize; L] {
    from_fn(|i| set[i + usize::from(i >= k)])
}

fn of_space<N: Number>(n: &[[N; 3]; 6], [i, j, k]: [usize; 3]) -> N {
    determinant(&n[i], &n[j], &n[k])
}

/// In the projection along the axis `c`.
fn of_plane<N: Number>(n: &[[N; 3]; 6], [i, j]: [usize; 2], c: usize) -> N {
    cross(&along(c, &n[i]), &along(c, &n[j]))
}

fn is_nonzero<N: Number>(x: &N) -> Option<bool> {
    x.sign().map(core::cmp::Ordering::is_ne)
}
