//! When a capsule that moves along a vector first touches a shape that stands still, and when a box or a
//! triangle first touches a round shape: that is when the round shape, moving the other way, touches it.
//!
//! ```text
//!         C ---------- D          Define    e, the segment of the capsule, from A to B;  m, the motion
//!        /            /                     q = t m, the motion until t;  r, the sum of all radii
//!    t m/            /                      P, the parallelogram ABDC, which the segment has swept by then
//!      /            /             Solution  the capsule has touched the other shape by t exactly if
//!     A ---------- B                          an edge of P is within r of an edge of the shape,
//!            e              plane        or   A is inside the shape, or a vertex of the shape inside P,
//!                           space        or   an edge of P meets a face of the shape, or has an end within r
//!                                             of the face, above it,
//!                                        or   an edge of the shape meets P, or has an end within r of it,
//!                                             above it
//! ```
//!
//! # Why
//!
//! `P` and the core of the shape are convex. Where they are disjoint, they are nearest to each other at a
//! vertex of one and a vertex, an edge or a face of the other, or at two edges. Where they have a point in
//! common, borders meet, or one contains the other: in the plane two edges meet then, or a vertex of one is
//! in the other one; in space an edge of one meets the other. A parallelogram that is flat has edges only,
//! and its inside is empty. No candidate is nearer than the shapes are, so it does not matter if there are
//! more than needed.
//!
//! # Formulas
//!
//! Define `w` and `v`, from `A` to the start of an edge of the shape, and along it, and `n = e x q`. A point
//! `w = i e + j q + h n` is above the inside of `P` exactly if `i n.n = (w x q).n` and `j n.n = (e x w).n`
//! are above zero and below `n.n`, of degree 4 and two shares. Its squared distance is at most `rr` exactly
//! if `(w.n)^2 <= rr n.n`, of degree 6 and two shares. In the plane `n` is a number.
//!
//! The edge passes through the inside of `P` exactly if `w + k v = i e + j q` for `i`, `j` and `k` between
//! 0 and 1. By Cramer's rule `i v.n = (w x q).v`, `j v.n = (e x w).v` and `k v.n = -w.n`, of degree 3. On
//! the border of `P`, at an end, or in its plane others decide.
//!
//! # The guess
//!
//! The least share after which an end of `e` comes within `r` of an edge or a face, a vertex of the shape
//! within `r` of `e`, or two lines where they are nearest to each other between all ends.

use core::cmp::Ordering;

use super::super::dim2::capsule_capsule::segments_are_near;
use super::super::dim2::capsule_oriented_box::is_within;
use super::super::dim3::capsule_capsule::segments3_are_near;
use super::super::kleene::{all, and, any, or};
use super::super::near::{Edge, Reach};
use super::super::number::{Number, Part};
use super::super::operand::are_apart;
use super::super::vector::{add, cross, cross3, dot, squared};
use super::super::{Stage, by_stage};
use super::hull::MovingShape;
use super::{AreNear, Still, Sweep, entry, entry_of_segment, guess_in_frame};
use crate::dim2::{Aabb, Capsule, Disk, OrientedBox, Point, Segment, Triangle};
use crate::dim3::{Aabb3, Capsule3, Point3, Segment3, Sphere, Triangle3};
use crate::wide::{self, along, wide};

/// Whether an edge meets a parallelogram, or has an end within a distance of it, above it. Where the edge is
/// near the border, either answer may be given.
type IsNearInside<const D: usize> = fn(&Parallelogram<D>, &Edge<D>, Reach) -> Option<bool>;

/// Two edges from one point.
struct Parallelogram<const D: usize> {
    e: Edge<D>,
    q: Edge<D>,
}

impl<const D: usize> Parallelogram<D> {
    /// Its edges; the first two start where it does.
    fn edges(&self) -> [Edge<D>; 4] {
        let Self { e, q } = *self;
        [e, q, e.at_end_of(&q), q.at_end_of(&e)]
    }
}

/// The segment of a moving capsule, its motion and its radius.
struct Slide<const D: usize> {
    start: [f32; D],
    direction: [f32; D],
    motion: [f32; D],
    radius: f32,
}

impl<const D: usize> Slide<D> {
    /// Whether it touches a shape until a share of its motion.
    fn touches<N: Number>(
        &self,
        share: f32,
        other: &impl Still<D>,
        are_near: AreNear<D>,
        is_near_inside: IsNearInside<D>,
    ) -> Option<bool> {
        let swept = Parallelogram {
            e: Edge::along(self.start, self.direction),
            q: Edge::along_share(self.start, self.motion, share),
        };
        let (edges, reach) = (swept.edges(), Reach::of([self.radius, other.radius()]));
        // In the plane what starts outside and gets inside meets an edge.
        let around = if D == 2 { &edges[..1] } else { &edges[..] };
        let is_inside = any(around.iter().map(|edge| other.inside_is_near::<N>(edge, reach)));
        or(is_inside, || {
            any(other.edges().map(|other| {
                or(any(edges.iter().map(|edge| are_near(edge, &other, reach))), || {
                    is_near_inside(&swept, &other, reach)
                })
            }))
        })
    }

    /// The least share of its motion after which a part of it comes near one of a shape, nearly.
    fn guess(&self, other: &impl Still<D>) -> f64 {
        let radius = f64::from(self.radius) + f64::from(other.radius());
        let (start, e, motion) = (wide(self.start), wide(self.direction), wide(self.motion));
        let back = wide::sub([0.0; D], motion);
        let shares = other.edges().map(|edge| {
            let (from, v) = (wide::sub(start, wide(edge.start)), edge.rounded_vector());
            let to = wide::sub([0.0; D], from);
            let ends = [from, along(from, 1.0, e)].map(|p| entry_of_segment(p, motion, v, radius));
            let vertices = [to, along(to, 1.0, v)].map(|p| entry_of_segment(p, back, e, radius));
            ends.into_iter().chain(vertices).fold(entry_of_lines(from, motion, [e, v], radius), f64::min)
        });
        let ends = [start, along(start, 1.0, e)].map(|end| other.guess_inside(end, motion, radius));
        shares.chain(ends).fold(f64::INFINITY, f64::min)
    }
}

/// The share of a motion after which a segment `e` from `p` comes within `r` of one from the origin along
/// `v`, where both are nearest to each other between the ends.
fn entry_of_lines<const D: usize>(p: [f64; D], motion: [f64; D], [e, v]: [[f64; D]; 2], r: f64) -> f64 {
    let (ee, ev, vv) = (wide::dot(e, e), wide::dot(e, v), wide::dot(v, v));
    let beside = along(v, -ev / ee, e);
    let across = |x| {
        let x = along(x, -wide::dot(x, e) / ee, e);
        along(x, -wide::dot(x, beside) / wide::dot(beside, beside), beside)
    };
    let t = entry(across(p), across(motion), r);
    let way = along(p, t, motion);
    let (we, wv, nn) = (wide::dot(way, e), wide::dot(way, v), ee * vv - ev * ev);
    let [i, j] = [wv * ev - we * vv, wv * ee - we * ev];
    if 0.0 < i && i < nn && 0.0 < j && j < nn { t } else { f64::INFINITY }
}

/// Where an edge is relative to a parallelogram.
struct NearInside<'a, const D: usize> {
    swept: &'a Parallelogram<D>,
    edge: &'a Edge<D>,
    reach: Reach,
}

impl<const D: usize> NearInside<'_, D> {
    /// The vectors `e` and `q`, and from the start to the ends of the edge.
    fn vectors<N: Number>(&self) -> [[N; D]; 4] {
        let (Parallelogram { e, q }, v) = (self.swept, self.edge.vector());
        let w = self.edge.start_from(e.start);
        let end = add(&w, &v);
        [e.vector(), q.vector(), w, end]
    }
}

/// Whether numbers are all above zero and below another one, or the other way about.
fn are_between<N: Number, const K: usize>(numbers: &[N; K], most: &N) -> Option<bool> {
    let all_are = |side: fn(Ordering) -> bool| {
        all(numbers.iter().flat_map(|x| [x.sign(), most.minus(x).sign()]).map(|sign| sign.map(side)))
    };
    or(all_are(Ordering::is_gt), || all_are(Ordering::is_lt))
}

impl Part for NearInside<'_, 2> {
    type Answer = bool;

    /// Whether it starts in the parallelogram: if it does not, it meets an edge.
    fn answer<N: Number>(&self) -> Option<bool> {
        let [e, q, w, _] = self.vectors::<N>();
        are_between(&[cross(&w, &q), cross(&e, &w)], &cross(&e, &q))
    }
}

impl Part for NearInside<'_, 3> {
    type Answer = bool;

    fn answer<N: Number>(&self) -> Option<bool> {
        let ([e, q, w, end], rr) = (self.vectors::<N>(), self.reach.squared::<N>());
        let (v, n) = (self.edge.vector::<N>(), cross3(&e, &q));
        let nn = squared(&n);
        let is_above = |p: &[N; 3]| {
            let [i, j] = [dot(&cross3(p, &q), &n), dot(&cross3(&e, p), &n)];
            and(are_between(&[i, j], &nn), || dot(p, &n).squared().at_most(&rr.times(&nn)))
        };
        let passes = || {
            let k = N::from_f32(0.0).minus(&dot(&w, &n));
            are_between(&[dot(&cross3(&w, &q), &v), dot(&cross3(&e, &w), &v), k], &dot(&v, &n))
        };
        or(any([&w, &end].map(is_above)), passes)
    }
}

fn is_near_inside<N: Number>(swept: &Parallelogram<2>, edge: &Edge<2>, reach: Reach) -> Option<bool> {
    N::decide(&NearInside { swept, edge, reach })
}

fn is_near_inside3<N: Number>(swept: &Parallelogram<3>, edge: &Edge<3>, reach: Reach) -> Option<bool> {
    N::decide(&NearInside { swept, edge, reach })
}

/// Implements [`Sweep`] for moving capsules and shapes with an edge.
macro_rules! slides {
    ($($capsule:ident, $dim:literal, $are_near:ident, $is_near_inside:ident: $($other:ident),*;)*) => {$(
        $(impl Sweep<$other> for MovingShape<$capsule, $dim> {
            fn attempt_until(&self, share: f32, other: &$other, stage: Stage) -> Option<bool> {
                if are_apart(self, other) {
                    return Some(false);
                }
                let slide = Slide::from(self);
                by_stage!(stage, N => {
                    slide.touches::<N>(share, other, $are_near::<N>, $is_near_inside::<N>)
                })
            }

            fn guess(&self, other: &$other) -> f64 {
                Slide::from(self).guess(other)
            }
        })*

        impl From<&MovingShape<$capsule, $dim>> for Slide<$dim> {
            fn from(&MovingShape { shape, motion }: &MovingShape<$capsule, $dim>) -> Self {
                Self { start: shape.start, direction: shape.direction, motion, radius: shape.radius }
            }
        }
    )*};
}
slides! {
    Capsule, 2, segments_are_near, is_near_inside: Segment, Capsule, Aabb, Triangle;
    Capsule3, 3, segments3_are_near, is_near_inside3: Segment3, Capsule3, Aabb3, Triangle3;
}

/// In the frame of the box, which scales by the length of its axis. What the segment sweeps is within the
/// radius of the box if an edge of that is, or if it holds all of the box.
impl Sweep<OrientedBox> for MovingShape<Capsule, 2> {
    fn attempt_until(&self, share: f32, other: &OrientedBox, stage: Stage) -> Option<bool> {
        if are_apart(self, other) {
            return Some(false);
        }
        let Capsule { start, direction, radius } = self.shape;
        let e = Edge::along(start, direction);
        let swept = Parallelogram { e, q: Edge::along_share(start, self.motion, share) };
        let (reach, center) = (Reach::of([radius]), Edge::point(other.center));
        or(
            any(swept.edges().iter().map(|edge| is_within(edge, other, reach, stage))),
            || by_stage!(stage, N => is_near_inside::<N>(&swept, &center, reach)),
        )
    }

    fn guess(&self, other: &OrientedBox) -> f64 {
        let Capsule { start, direction, radius } = self.shape;
        guess_in_frame(other, [start, direction, self.motion], radius)
    }
}

/// A round shape, which moves in place of another one.
trait Round<const D: usize> {
    /// What it sweeps, or with its motion.
    type Moving;

    fn moving(&self, motion: [f32; D]) -> Self::Moving;
}

/// Implements [`Round`].
macro_rules! round {
    ($($shape:ty: $dim:literal, $moving:ty, |$s:ident, $motion:ident| $result:expr;)*) => {$(
        impl Round<$dim> for $shape {
            type Moving = $moving;

            fn moving(&self, $motion: [f32; $dim]) -> $moving {
                let $s = *self;
                $result
            }
        }
    )*};
}
round! {
    Point: 2, Capsule, |point, motion| Capsule { start: point, direction: motion, radius: 0.0 };
    Disk: 2, Capsule, |disk, motion| Capsule { start: disk.center, direction: motion, radius: disk.radius };
    Capsule: 2, MovingShape<Capsule, 2>, |shape, motion| MovingShape { shape, motion };
    Point3: 3, Capsule3, |point, motion| Capsule3 { start: point, direction: motion, radius: 0.0 };
    Sphere: 3, Capsule3, |sphere, motion| {
        Capsule3 { start: sphere.center, direction: motion, radius: sphere.radius }
    };
    Capsule3: 3, MovingShape<Capsule3, 3>, |shape, motion| MovingShape { shape, motion };
}

/// Implements [`Sweep`] for pairs of which the other shape moves the other way instead.
macro_rules! exchanged {
    ($($moving:ident, $dim:literal: $($other:ident),*;)*) => {$($(
        impl Sweep<$other> for MovingShape<$moving, $dim> {
            fn attempt_until(&self, share: f32, other: &$other, stage: Stage) -> Option<bool> {
                other.moving(self.motion.map(|x| -x)).attempt_until(share, &self.shape, stage)
            }

            fn guess(&self, other: &$other) -> f64 {
                other.moving(self.motion.map(|x| -x)).guess(&self.shape)
            }
        }
    )*)*};
}
exchanged! {
    Aabb, 2: Disk, Capsule;
    OrientedBox, 2: Disk, Capsule;
    Triangle, 2: Disk, Capsule;
    Capsule, 2: Point, Disk;
    Aabb3, 3: Sphere, Capsule3;
    Triangle3, 3: Sphere, Capsule3;
    Capsule3, 3: Point3, Sphere;
}
