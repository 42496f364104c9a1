//! Capsule and oriented box in space, with the axes as stored, as for a [sphere](super::sphere_oriented_box).
//!
//! The points `P + t D` of the segment have the products `q_i + t p_i` with the axes, where
//! `q_i = a_i.(P - center)` and `p_i = a_i.D`. So all that follows needs these products alone, and those of
//! axes and of `D` with each other. Where the segment does not meet the box, and its nearest point is no end,
//! the way between the nearest points is perpendicular to `D`. It is a sum of multiples of independent axes,
//! those of the sides that the point of the box lies on:
//!
//! - *One*: then `D` is parallel to that side. Go on until the foot leaves another slab, on a line of two
//!   sides, or to an end.
//! - *Two*: the segment is nearest to the line of two sides at a `t` between its ends, or parallel to it. Then go
//!   on until the foot leaves the third slab, at a corner, or to an end.
//! - *Three*: a corner, whose foot on the segment it is.
//!
//! With the distances `d_i` from the sides, as for a sphere, the determinant `|a|` of the axes, and
//! `n = D x (a_i x a_j) = p_j a_i - p_i a_j`, the common perpendicular of the segment and a line of sides:
//!
//! | nearest to | if | in the capsule if | degree |
//! |---|---|---|---|
//! | an end | | as for a sphere | 8 |
//! | a line | `0 <= T <= n.n` with `T = t n.n = -(d_i a_j - d_j a_i).n`, and slab `l` holds `q_l n.n + T p_l - W a_l.n` over `n.n` | `W^2 <= r^2 n.n` with `W = d_i p_j - d_j p_i` | 8 |
//! | a corner | `0 <= -(v.D) \|a\| <= \|a\|^2 D.D`, with the way `v / \|a\|` from the corner to `P` | `(v x D)^2 <= r^2 \|a\|^2 D.D` | 10 |
//!
//! Each of these is a pair of points, so no more capsules hit than those that do.

use core::cell::OnceCell;

use super::sphere_oriented_box::{ALL_SIDES, Sides, Slabs, chosen};
use crate::dim3::{Capsule3, OrientedBox3};
use crate::exact::dim2::segment_oriented_box::{Ends, intersects_slabs};
use crate::exact::dyadic::Dyadic;
use crate::exact::filtered::Filtered;
use crate::exact::kleene::{all, and, any, or};
use crate::exact::number::Number;
use crate::exact::operand::are_apart;
use crate::exact::rounded::{Rounded, is_moderate};
use crate::exact::vector::{add, between, cross3, dot, squared, vector};
use crate::exact::{Exact, Stage};

/// Whether the capsule and the box, with its axes as stored, have a point in common.
///
/// ```
/// use scalar::{dim3::{Capsule3, OrientedBox3}, exact::capsule3_oriented_box3};
///
/// // |x + y| <= 2, |y - x| <= 2 and |z| <= 1: an edge stands at x = 2.
/// let axes = [[1.0, 1.0, 0.0], [-1.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
/// let turned = OrientedBox3 { center: [0.0; 3], half_extents: [2.0, 2.0, 1.0], axes };
/// let rod = |x| Capsule3 { start: [x, -5.0, -0.5], direction: [0.0, 10.0, 1.0], radius: 3.0 };
/// assert!(capsule3_oriented_box3(&rod(5.0), &turned)); // touches (2, 0, 0)
/// assert!(!capsule3_oriented_box3(&rod(5.000_000_5), &turned));
/// ```
pub fn capsule3_oriented_box3(capsule: &Capsule3, oriented: &OrientedBox3) -> bool {
    capsule.decide(oriented).hit
}

impl Exact<OrientedBox3> for Capsule3 {
    fn attempt(&self, other: &OrientedBox3, stage: Stage) -> Option<bool> {
        attempt(self, other, stage)
    }
}

/// The answer of a stage, for a sphere as well: a capsule of a segment that is a point.
///
/// Each part is evaluated in integers only where `f64` leaves it undecided.
pub fn attempt(capsule: &Capsule3, oriented: &OrientedBox3, stage: Stage) -> Option<bool> {
    if are_apart(capsule, oriented) {
        return Some(false);
    }
    let Capsule3 { start, direction, radius } = *capsule;
    let OrientedBox3 { center, half_extents, axes } = *oriented;
    let is_still = direction == [0.0; 3];
    // Of degree 8 or less, and of 2 in all that is not an axis, or of degree 10.
    let others = [start, direction, [radius; 3], center, half_extents];
    let are_moderate = |values: &[f32]| values.iter().all(|&x| is_moderate(x));
    let is_in_range = are_moderate(axes.as_flattened()) && (is_still || are_moderate(others.as_flattened()));
    let filtered = Terms::<Filtered>::of(capsule, oriented);
    let (rounded, integers) = (OnceCell::new(), OnceCell::new());
    let holds = |part: Part| {
        let in_f64 = is_in_range.then(|| {
            let rounded = || rounded.get_or_init(|| Terms::<Rounded>::of(capsule, oriented)).holds(&part);
            filtered.holds(&part).or_else(rounded)
        });
        in_f64.flatten().or_else(|| match stage {
            Stage::Rounded => None,
            Stage::Integer => integers.get_or_init(|| Terms::<Dyadic>::of(capsule, oriented)).holds(&part),
        })
    };
    if holds(Part::Separated) == Some(true) {
        return Some(false);
    }
    // The foot of a point on no side says it, too.
    let meets = if is_still { Some(false) } else { holds(Part::Meets) };
    or(meets, || {
        any(ALL_SIDES.into_iter().flat_map(|sides| {
            let feet = [Part::Foot(0, sides), Part::Foot(1, sides), Part::Between(sides)];
            feet.into_iter().take(if is_still { 1 } else { 3 }).map(holds)
        }))
    })
}

/// A part of the predicate.
enum Part {
    /// A side of the box separates the two.
    Separated,
    /// The segment meets the box.
    Meets,
    /// The foot on these sides of the start or the end is near.
    Foot(usize, Sides),
    /// The segment is near these sides at a point between its ends.
    Between(Sides),
}

/// What all parts are made of.
struct Terms<N> {
    slabs: Slabs<N>,
    /// The products of the axes with the ways from the center to the ends.
    ends: [[N; 3]; 2],
    /// Those with the direction.
    p: [N; 3],
    direction: [N; 3],
    rr: N,
    over: OnceCell<N>,
}

impl<N: Number> Terms<N> {
    fn of(capsule: &Capsule3, oriented: &OrientedBox3) -> Self {
        let (slabs, direction) = (Slabs::<N>::of(oriented), vector(capsule.direction));
        let q = slabs.products(&between(oriented.center, capsule.start));
        let p = slabs.products(&direction);
        let rr = N::from_f32(capsule.radius).squared();
        Self { slabs, ends: [q.clone(), add(&q, &p)], p, direction, rr, over: OnceCell::new() }
    }

    /// The squared determinant of the axes times the square of the direction, which feet of corners are over.
    fn over(&self) -> &N {
        self.over.get_or_init(|| self.slabs.corners().volume2.times(&squared(&self.direction)))
    }

    fn holds(&self, part: &Part) -> Option<bool> {
        let Self { slabs, ends, p, rr, .. } = self;
        match part {
            Part::Separated => slabs.side_separates(ends, rr),
            Part::Meets => {
                let ends_of_segment = Ends { has_start: true, has_end: true };
                intersects_slabs(ends_of_segment, &ends[0], p, &slabs.h)
            }
            Part::Foot(end, sides) => slabs.foot_is_near(sides, &ends[*end], rr),
            Part::Between(sides) => {
                let mut chosen = chosen(sides);
                match [(); 3].map(|()| chosen.next()) {
                    [Some(i), Some(j), None] => self.line_is_near(sides, [i, j]),
                    [.., Some(_)] => self.corner_is_near(sides),
                    // Go on to one of these.
                    _ => Some(false),
                }
            }
        }
    }

    fn line_is_near(&self, sides: &Sides, [i, j]: [usize; 2]) -> Option<bool> {
        let Self { slabs, ends: [q, _], p, rr, .. } = self;
        let (g, l) = (&slabs.g, 3 - i - j);
        let [d_i, d_j] = [i, j].map(|i| slabs.distance(i, sides, &q[i]));
        let cross_term = p[i].times(&p[j]).times(&g[i][j]);
        let nn = g[i][i].times(&p[j].squared()).plus(&g[j][j].times(&p[i].squared()));
        let nn = nn.minus(&cross_term).minus(&cross_term);
        let w = d_i.times(&p[j]).minus(&d_j.times(&p[i]));
        let is_near = || w.squared().at_most(&rr.times(&nn));
        and(and(nn.is_positive(), is_near), || {
            let along = g[i][j].times(&d_j.times(&p[i]).plus(&d_i.times(&p[j])));
            let along =
                along.minus(&g[i][i].times(&d_j.times(&p[j]))).minus(&g[j][j].times(&d_i.times(&p[i])));
            and(is_between(&along, &nn), || {
                let n_l = g[l][i].times(&p[j]).minus(&g[l][j].times(&p[i]));
                slabs.holds(l, &q[l].times(&nn).plus(&along.times(&p[l])).minus(&w.times(&n_l)), &nn)
            })
        })
    }

    fn corner_is_near(&self, sides: &Sides) -> Option<bool> {
        let Self { slabs, ends: [q, _], direction, rr, .. } = self;
        let over = self.over();
        let way = slabs.way_from_corner(sides, q);
        let is_near = || squared(&cross3(&way, direction)).at_most(&rr.times(over));
        and(and(over.is_positive(), is_near), || {
            let along = N::from_f32(0.0).minus(&dot(&way, direction)).times(&slabs.corners().volume);
            is_between(&along, over)
        })
    }
}

/// Whether a number is from 0 to another one.
fn is_between<N: Number>(x: &N, most: &N) -> Option<bool> {
    all([N::from_f32(0.0).at_most(x), x.at_most(most)])
}
