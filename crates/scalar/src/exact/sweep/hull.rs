//! When a box or a triangle that moves along a vector first touches a shape that stands still and has no
//! radius.
//!
//! ```text
//!      .-----.............-----.
//!      |  A  | --------> |  A  |    B        what the box sweeps is the convex hull of where it starts and
//!      '-----'...........'-----'             where it ends
//! ```
//!
//! All of these shapes are convex hulls of a few points, and so is `S(t)`, what the moving one has swept
//! after `t` of its motion `m`: the sum `A + [0, t m]`. It misses `B` exactly if some axis separates them
//! strictly: if their projections on it have no point in common. These axes are enough:
//!
//! ```text
//! Define    G, a set of directions: x, y and z, those of the edges of A and of B, and m
//! Space     the axes g x h of all g and h in G
//! Plane     the axes g x z of all g in G, which are perpendicular to g
//! ```
//!
//! # Why these axes are enough
//!
//! They have a point in common if the difference `D = S(t) - B` holds the origin. The edges of `D` have
//! directions of `G`. If `D` has a volume and does not hold the origin, then the plane of one of its faces
//! separates them, whose normal is `g x h` of two edges of that face.
//!
//! If `D` lies in a plane and not on a line, then either its normal, which is `g x h` of two edges, separates
//! the origin from that plane. Or the origin is in the plane. Then the projection along a coordinate axis `k`
//! that is not parallel to the plane maps it one to one to a coordinate plane, where the normal of an edge of
//! the projected polygon separates the origin from it; that is `g x k` of an edge `g`. If `D` is a segment of
//! direction `g` or a point, and the origin is not on its line, then a coordinate axis `k` that is not
//! parallel to the plane of both maps the line and the origin apart, and `g x k` separates them. Else the
//! origin is on the line, or `D` is a point, and a coordinate axis, which is the product of two others,
//! separates them.
//!
//! So the axes with one coordinate axis are of use only where a box has edges in that direction, or `D` has
//! no volume.
//!
//! # Projections
//!
//! ```text
//!     low      0      high         gap + low                gap + high
//!  ----|-------A-------|--------------|-----------B------------|-------->  n
//!                      |-- ahead -----|
//! ```
//!
//! `A` and `B` are a vertex of each, `low` and `high` the ends of the projection of the other ones, from
//! there, and `gap = n.(B - A)`. A hull moves by `n.m`, so until `t` the upper end has reached
//! `high + max(0, t n.m)`, and the lower end `low + min(0, t n.m)`. All numbers have degree 3, or 4 with the
//! factor `t`.
//!
//! A box with an axis `u` of its own has corners that are divided by `u.u`. So all numbers of an axis are
//! multiplied by that, the weight of the box, and its vertex is its center.
//!
//! # The guess
//!
//! Along an axis that separates them at the start they touch when `ahead / n.m` of the motion has passed. The
//! last of these is when they touch, if they do; of axes that do not involve `m`, as these do not change.

use core::array::from_fn;
use core::cmp::Ordering;

use super::super::extent::Extent;
use super::super::kleene::{any, not, or};
use super::super::number::{Number, Part};
use super::super::operand::{Operand, are_apart};
use super::super::rounded::is_moderate;
use super::super::vector::{between, cross3, dot, squared, vector};
use super::super::{Stage, by_stage, filtered::Filtered};
use super::Sweep;
use crate::dim2::{Aabb, OrientedBox, Point, Segment, Triangle};
use crate::dim3::{Aabb3, Point3, Segment3, Triangle3};

/// A box, a triangle or a capsule, or another shape without a radius, and the vector that it moves along.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MovingShape<S, const D: usize> {
    /// Where it starts.
    pub shape: S,
    /// The whole motion.
    pub motion: [f32; D],
}

impl<S: Operand, const D: usize> Operand for MovingShape<S, D> {
    fn is_nonempty(&self) -> bool {
        self.motion.iter().all(|x| x.is_finite()) && self.shape.is_nonempty()
    }

    fn extent(&self) -> Extent {
        self.shape.extent().swept(self.motion)
    }
}

/// A shape that is the convex hull of a few points.
pub trait Polytope<const D: usize>: Operand {
    /// As a value. That of the plane has a third coordinate of zero.
    fn hull(&self) -> Hull;
}

/// A convex hull of a few points of space.
#[derive(Clone, Copy, Debug)]
pub struct Hull {
    vertex: [f32; 3],
    others: Others,
}

/// The other vertices of a hull.
#[derive(Clone, Copy, Debug)]
enum Others {
    None,
    /// From the vertex along a vector.
    Along([f32; 3]),
    Two([[f32; 3]; 2]),
    /// Those of the axis-aligned box up to this one.
    Box([f32; 3]),
    /// Those of a box of the plane around the vertex.
    Oriented {
        half_extents: [f32; 2],
        axis: [f32; 2],
    },
}

/// Implements [`Polytope`].
macro_rules! polytopes {
    ($($shape:ty: $dim:literal, |$s:ident| $vertex:expr, $others:expr;)*) => {$(
        impl Polytope<$dim> for $shape {
            fn hull(&self) -> Hull {
                let $s = self;
                Hull { vertex: in_space($vertex), others: $others }
            }
        }
    )*};
}
polytopes! {
    Point: 2, |point| *point, Others::None;
    Segment: 2, |segment| segment.start, Others::Along(in_space(segment.direction));
    Triangle: 2, |triangle| triangle.a, Others::Two([in_space(triangle.b), in_space(triangle.c)]);
    Aabb: 2, |aabb| aabb.min, Others::Box(in_space(aabb.max));
    OrientedBox: 2, |b| b.center, Others::Oriented { half_extents: b.half_extents, axis: b.axis };
    Point3: 3, |point| *point, Others::None;
    Segment3: 3, |segment| segment.start, Others::Along(segment.direction);
    Triangle3: 3, |triangle| triangle.a, Others::Two([triangle.b, triangle.c]);
    Aabb3: 3, |aabb| aabb.min, Others::Box(aabb.max);
}

/// The same point or vector, with a third coordinate of zero if it has none.
fn in_space<const D: usize>(p: [f32; D]) -> [f32; 3] {
    from_fn(|k| p.get(k).copied().unwrap_or(0.0))
}

impl Hull {
    /// The number of edges with a direction that is not a coordinate axis.
    fn edges(&self) -> usize {
        match self.others {
            Others::None | Others::Box(_) => 0,
            Others::Along(_) => 1,
            Others::Oriented { .. } => 2,
            Others::Two(_) => 3,
        }
    }

    /// The vector of an edge.
    fn edge<N: Number>(&self, i: usize) -> [N; 3] {
        match (self.others, i) {
            (Others::Along(vector_of_edge), _) => vector(vector_of_edge),
            (Others::Oriented { axis, .. }, 0) => vector(in_space(axis)),
            (Others::Oriented { axis: [x, y], .. }, _) => vector([-y, x, 0.0]),
            (Others::Two([b, c]), 2) => between(b, c),
            (Others::Two(others), _) => between(self.vertex, others[i]),
            (Others::None | Others::Box(_), _) => vector([0.0; 3]),
        }
    }

    fn is_box(&self) -> bool {
        matches!(self.others, Others::Box(_))
    }

    /// What its projections are multiplied by, if it is not 1.
    fn weight<N: Number>(&self) -> Option<N> {
        match self.others {
            Others::Oriented { axis, .. } => Some(squared(&vector::<N, 2>(axis))),
            _ => None,
        }
    }

    /// Whether products of all numbers and shares are in the range of [`Rounded`].
    fn is_moderate(&self) -> bool {
        match self.others {
            Others::Oriented { axis, .. } => axis.into_iter().all(is_moderate),
            _ => true,
        }
    }

    /// The ends of the projection on an axis, from the vertex, times the weight.
    fn projection<N: Number>(&self, n: &[N; 3]) -> [N; 2] {
        let zero = N::from_f32(0.0);
        match self.others {
            Others::None => [zero.clone(), zero],
            Others::Box(max) => {
                let way = between::<N, 3>(self.vertex, max);
                let mut ends = [zero.clone(), zero.clone()];
                for k in 0..3 {
                    let x = n[k].times(&way[k]);
                    ends = [ends[0].plus(&x.min(&zero)), ends[1].plus(&x.max(&zero))];
                }
                ends
            }
            Others::Oriented { half_extents, .. } => {
                let parts = [0, 1].map(|i| dot(n, &self.edge(i)).abs().times(&N::from_f32(half_extents[i])));
                let reach = parts[0].plus(&parts[1]);
                [zero.minus(&reach), reach]
            }
            Others::Along(_) | Others::Two(_) => {
                let [x, y] = [dot(n, &self.edge(0)), dot(n, &self.edge(self.edges().min(2) - 1))];
                [x.min(&y).min(&zero), x.max(&y).max(&zero)]
            }
        }
    }
}

/// A direction, of which two make an axis.
#[derive(Clone, Copy, PartialEq)]
enum Direction {
    Coordinate(usize),
    /// An edge of one of the hulls.
    Edge(usize, usize),
    Motion,
}

/// The direction that is perpendicular to a plane.
const ACROSS: Direction = Direction::Coordinate(2);

/// A hull that moves, and one that stands still.
#[derive(Clone, Copy)]
struct Hulls {
    sides: [Hull; 2],
    motion: [f32; 3],
    is_plane: bool,
}

impl Hulls {
    /// Whether they touch until a share of the motion, in numbers of one stage: compiled once, in this crate.
    fn attempt_until(&self, share: f32, stage: Stage) -> Option<bool> {
        by_stage!(stage, if self.sides.iter().all(Hull::is_moderate), N => self.touch::<N>(share))
    }

    fn touch<N: Number>(&self, share: f32) -> Option<bool> {
        // The edges of what is swept do not have the direction of the motion if nothing is.
        not(any(self.axes(share > 0.0).map(|axis| N::decide(&Separates { hulls: self, axis, share }))))
    }

    /// About the share of the motion after which they touch, if they do.
    fn guess(&self) -> f64 {
        let shares = self.axes(false).map(|axis| {
            let projected = self.project::<Filtered>(axis);
            let [ahead, behind, way] = [projected.ahead, projected.behind, projected.way].map(|x| x.value());
            if ahead > 0.0 && way > 0.0 {
                ahead / way
            } else if behind > 0.0 && way < 0.0 {
                -behind / way
            } else {
                0.0
            }
        });
        shares.fold(0.0, f64::max)
    }

    /// All directions that make axes.
    fn directions(&self, with_motion: bool) -> impl Iterator<Item = Direction> + Clone + use<> {
        let edges = self.sides.map(|hull| hull.edges());
        let coordinates = (0..3).map(Direction::Coordinate);
        let edges_of = move |side: usize| (0..edges[side]).map(move |i| Direction::Edge(side, i));
        let motion = with_motion.then_some(Direction::Motion);
        coordinates.chain(edges_of(0)).chain(edges_of(1)).chain(motion)
    }

    /// Enough axes, those first that cost least, with those that the motion makes or without.
    fn axes(&self, with_motion: bool) -> impl Iterator<Item = [Direction; 2]> + use<> {
        let is_plane = self.is_plane;
        let needs_coordinates =
            is_plane || self.sides.iter().any(Hull::is_box) || !self.has_volume(with_motion);
        let is_coordinate = |g| matches!(g, Direction::Coordinate(_));
        let directions = self.directions(with_motion);
        let pairs = directions
            .clone()
            .enumerate()
            .flat_map(move |(i, g)| directions.clone().skip(i + 1).map(move |h| [g, h]));
        pairs.filter(move |&[g, h]| {
            let is_of_use = match (g, h) {
                // The edges of one triangle are all perpendicular to its normal.
                (Direction::Edge(s, i), Direction::Edge(t, j)) => s != t || i + j == 1,
                _ => is_coordinate(g) == is_coordinate(h) || needs_coordinates,
            };
            is_of_use && (!is_plane || g == ACROSS || h == ACROSS)
        })
    }

    /// Whether three edges of the difference of both are known not to lie in a plane.
    fn has_volume(&self, with_motion: bool) -> bool {
        let edges = || self.directions(with_motion).filter(|g| !matches!(g, Direction::Coordinate(_)));
        let across = |g, h| cross3(&self.vector::<Filtered>(g), &self.vector(h));
        edges().enumerate().any(|(i, g)| {
            edges().enumerate().skip(i + 1).any(|(j, h)| {
                let n = across(g, h);
                edges().skip(j + 1).any(|f| dot(&n, &self.vector(f)).sign().is_some_and(Ordering::is_ne))
            })
        })
    }

    fn vector<N: Number>(&self, direction: Direction) -> [N; 3] {
        match direction {
            Direction::Coordinate(k) => vector(from_fn(|j| if j == k { 1.0 } else { 0.0 })),
            Direction::Edge(side, i) => self.sides[side].edge(i),
            Direction::Motion => vector(self.motion),
        }
    }

    /// Projections on an axis.
    fn project<N: Number>(&self, [g, h]: [Direction; 2]) -> Projected<N> {
        let n = cross3(&self.vector::<N>(g), &self.vector(h));
        let [[low, high], [other_low, other_high]] = self.sides.map(|hull| hull.projection(&n));
        let [a, b] = self.sides.map(|hull| hull.vertex);
        let [weight, other_weight] = self.sides.map(|hull| hull.weight());
        let times = |x: N, weight: &Option<N>| match weight {
            Some(weight) => x.times(weight),
            None => x,
        };
        let times_both = |x| times(times(x, &weight), &other_weight);
        let gap = times_both(dot(&n, &between(a, b)));
        let [low, high] = [low, high].map(|x| times(x, &other_weight));
        let [other_low, other_high] = [other_low, other_high].map(|x| times(x, &weight));
        Projected {
            ahead: gap.plus(&other_low).minus(&high),
            behind: low.minus(&gap.plus(&other_high)),
            way: times_both(dot(&n, &vector(self.motion))),
        }
    }
}

/// Where both hulls are along an axis.
struct Projected<N> {
    /// How far the one that stands still is ahead of the moving one at the start; below zero if it is not.
    ahead: N,
    /// How far it is behind.
    behind: N,
    /// The motion.
    way: N,
}

/// Whether an axis separates both where this share of the motion is swept.
struct Separates<'a> {
    hulls: &'a Hulls,
    axis: [Direction; 2],
    share: f32,
}

impl Part for Separates<'_> {
    type Answer = bool;

    fn answer<N: Number>(&self) -> Option<bool> {
        let Projected { ahead, behind, way } = self.hulls.project::<N>(self.axis);
        let (way, zero) = (way.times(&N::from_f32(self.share)), N::from_f32(0.0));
        or(ahead.minus(&way.max(&zero)).is_positive(), || behind.plus(&way.min(&zero)).is_positive())
    }
}

impl<A: Polytope<D>, B: Polytope<D>, const D: usize> Sweep<B> for MovingShape<A, D> {
    fn attempt_until(&self, share: f32, other: &B, stage: Stage) -> Option<bool> {
        if are_apart(self, other) {
            return Some(false);
        }
        self.hulls(other).attempt_until(share, stage)
    }

    fn guess(&self, other: &B) -> f64 {
        self.hulls(other).guess()
    }
}

impl<A: Polytope<D>, const D: usize> MovingShape<A, D> {
    fn hulls<B: Polytope<D>>(&self, other: &B) -> Hulls {
        Hulls { sides: [self.shape.hull(), other.hull()], motion: in_space(self.motion), is_plane: D == 2 }
    }
}
