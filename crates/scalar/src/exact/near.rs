//! Distances of segments, against a radius: what shapes with round corners are made of.
//!
//! Two convex sets of the plane that are disjoint are nearest to each other at a corner of one of them. So
//! their distance is at most `r` exactly if they have a point in common, or a corner of one is within `r` of
//! an edge of the other ([`EndsAreNear`]).

use core::array::from_fn;

use super::kleene::{all_of, any, any_of, or};
use super::number::{Number, Part};
use super::vector::{add, between, dot, squared, sub, vector};
use crate::wide::{self, wide};

/// A point, or a segment from there. It starts at `start`, or at the end of another edge from there.
#[derive(Clone, Copy)]
pub struct Edge<const D: usize> {
    pub start: [f32; D],
    offset: Way<D>,
    way: Way<D>,
}

/// Where a segment leads.
#[derive(Clone, Copy)]
enum Way<const D: usize> {
    Nowhere,
    Along([f32; D]),
    AlongShare([f32; D], f32),
    To([f32; D]),
}

impl<const D: usize> Edge<D> {
    /// A point.
    pub const fn point(start: [f32; D]) -> Self {
        Self { start, offset: Way::Nowhere, way: Way::Nowhere }
    }

    /// The segment from there to `start + direction`.
    pub const fn along(start: [f32; D], direction: [f32; D]) -> Self {
        Self { start, offset: Way::Nowhere, way: Way::Along(direction) }
    }

    /// The segment from there to `start + share * direction`.
    pub const fn along_share(start: [f32; D], direction: [f32; D], share: f32) -> Self {
        Self { start, offset: Way::Nowhere, way: Way::AlongShare(direction, share) }
    }

    /// The segment between two points.
    pub const fn to(start: [f32; D], end: [f32; D]) -> Self {
        Self { start, offset: Way::Nowhere, way: Way::To(end) }
    }

    /// The same edge from the end of another one, which starts at the same point.
    pub const fn at_end_of(self, other: &Self) -> Self {
        Self { offset: other.way, ..self }
    }

    /// Whether it is a point.
    pub fn is_point(&self) -> bool {
        matches!(self.way, Way::Nowhere)
    }

    /// The vector from start to end.
    pub fn vector<N: Number>(&self) -> [N; D] {
        self.way.vector(self.start)
    }

    /// The vector from a point to its start.
    pub fn start_from<N: Number>(&self, point: [f32; D]) -> [N; D] {
        let to_start = between(point, self.start);
        match self.offset {
            Way::Nowhere => to_start,
            offset => add(&to_start, &offset.vector(self.start)),
        }
    }

    /// The vector from its start to a point.
    pub fn start_to<N: Number>(&self, point: [f32; D]) -> [N; D] {
        let to_point = between(self.start, point);
        match self.offset {
            Way::Nowhere => to_point,
            offset => sub(&to_point, &offset.vector(self.start)),
        }
    }

    /// The vector from start to end, rounded.
    pub fn rounded_vector(&self) -> [f64; D] {
        match self.way {
            Way::Nowhere => [0.0; D],
            Way::Along(direction) => wide(direction),
            Way::AlongShare(direction, share) => wide(direction).map(|x| x * f64::from(share)),
            Way::To(end) => wide::sub(wide(end), wide(self.start)),
        }
    }
}

impl<const D: usize> Way<D> {
    fn vector<N: Number>(self, start: [f32; D]) -> [N; D] {
        match self {
            Self::Nowhere => vector([0.0; D]),
            Self::Along(direction) => vector(direction),
            Self::AlongShare(direction, share) => {
                let share = N::from_f32(share);
                direction.map(|x| N::from_f32(x).times(&share))
            }
            Self::To(end) => between(start, end),
        }
    }
}

/// A distance: the sum of some radii.
#[derive(Clone, Copy)]
pub struct Reach([f32; 3]);

impl Reach {
    /// The sum of these.
    pub fn of<const R: usize>(radii: [f32; R]) -> Self {
        Self(from_fn(|k| radii.get(k).copied().unwrap_or(0.0)))
    }

    /// The square of the sum.
    pub fn squared<N: Number>(self) -> N {
        let mut sum = N::from_f32(self.0[0]);
        for radius in self.0.into_iter().skip(1).filter(|&radius| radius > 0.0) {
            sum = sum.plus(&N::from_f32(radius));
        }
        sum.squared()
    }
}

/// Two edges and a distance. Only the first may start at the end of another edge.
#[derive(Clone, Copy)]
pub struct Pair<'a, const D: usize> {
    pub s: &'a Edge<D>,
    pub t: &'a Edge<D>,
    pub reach: Reach,
}

impl<const D: usize> Pair<'_, D> {
    /// The vector from start to start, and those of both edges.
    pub fn vectors<N: Number>(&self) -> [[N; D]; 3] {
        [self.s.start_to(self.t.start), self.s.vector(), self.t.vector()]
    }
}

/// Whether a point is within a distance of an edge.
pub fn point_is_near<N: Number, const D: usize>(
    point: [f32; D],
    edge: &Edge<D>,
    reach: Reach,
) -> Option<bool> {
    N::decide(&PointIsNear { point, edge, reach })
}

struct PointIsNear<'a, const D: usize> {
    point: [f32; D],
    edge: &'a Edge<D>,
    reach: Reach,
}

impl<const D: usize> Part for PointIsNear<'_, D> {
    type Answer = bool;

    fn answer<N: Number>(&self) -> Option<bool> {
        let ap = self.edge.start_to::<N>(self.point);
        is_near(&ap, &self.edge.vector(), &self.reach.squared())
    }
}

/// Whether the point `P` is within a distance of the segment `AB`, whose square is `rr`: of degree 4. See
/// [`super::dim2::segment_disk`].
fn is_near<N: Number, const D: usize>(ap: &[N; D], ab: &[N; D], rr: &N) -> Option<bool> {
    any_of([squared(ap).at_most(rr), squared(&sub(ap, ab)).at_most(rr), foot_hits(ap, ab, rr)])
}

/// Whether the foot of the perpendicular from `P` on `AB` lies strictly between the ends, at a squared
/// distance of at most `rr`.
pub fn foot_hits<N: Number, const D: usize>(ap: &[N; D], ab: &[N; D], rr: &N) -> Option<bool> {
    let (along, length2) = (dot(ap, ab), squared(ab));
    all_of([along.is_positive(), along.below(&length2), line_is_near(ap, &along, &length2, rr)])
}

/// Whether the squared distance of `P` from the line `AB` is at most `rr`, from `AP`, `along = AP.AB` and
/// `length2 = AB.AB`.
///
/// That square is `|AP|^2 - (AP.AB)^2 / |AB|^2`, so both sides are multiplied by `|AB|^2`.
pub fn line_is_near<N: Number, const D: usize>(ap: &[N; D], along: &N, length2: &N, rr: &N) -> Option<bool> {
    squared(ap).minus(rr).times(length2).at_most(&along.squared())
}

/// Whether an end of one of two edges is within a distance of the other one.
pub struct EndsAreNear<'a, const D: usize>(pub Pair<'a, D>);

impl<const D: usize> Part for EndsAreNear<'_, D> {
    type Answer = bool;

    fn answer<N: Number>(&self) -> Option<bool> {
        ends_are_near(&self.0.vectors::<N>(), &self.0.reach.squared())
    }
}

/// [`EndsAreNear`], from [`Pair::vectors`] and the square of the distance.
pub fn ends_are_near<N: Number, const D: usize>([w, u, v]: &[[N; D]; 3], rr: &N) -> Option<bool> {
    let back = sub(&vector([0.0; D]), w);
    // From the start of the first to the end of the second, and the other way about.
    let (to_end, to_other_end) = (add(w, v), sub(u, w));
    or(any([w, &to_end].into_iter().map(|way| is_near(way, u, rr))), || {
        any([&back, &to_other_end].into_iter().map(|way| is_near(way, v, rr)))
    })
}

/// Whether two axis-aligned boxes, by their lower and upper corners, are within a distance of each other:
/// of degree 2.
///
/// In each coordinate comparisons decide how the intervals lie: the way between them is from the end of one
/// to the start of the other, or zero.
pub fn boxes_are_near<N: Number, const D: usize>(
    [min, max]: [[f32; D]; 2],
    [other_min, other_max]: [[f32; D]; 2],
    reach: Reach,
) -> Option<bool> {
    let (mut from, mut to) = ([0.0; D], [0.0; D]);
    for k in 0..D {
        if max[k] < other_min[k] {
            (from[k], to[k]) = (max[k], other_min[k]);
        } else if other_max[k] < min[k] {
            (from[k], to[k]) = (other_max[k], min[k]);
        }
    }
    squared(&between::<N, D>(from, to)).at_most(&reach.squared())
}
