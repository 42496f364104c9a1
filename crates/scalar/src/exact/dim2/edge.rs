//! Shapes with straight edges: orientations, and the side of an edge that the other shape lies on.
//!
//! Two convex sets of the plane with straight edges are disjoint exactly if the origin lies outside their
//! Minkowski difference `{ p - q }`. That is a convex polygon, each edge of which is parallel to an edge of
//! one of the two sets. So if it has an area, the two are disjoint exactly if one lies strictly *outside* an
//! edge of the other. The outer side of an edge is the side without the rest of its shape; if its shape has
//! zero area, both sides are outer sides.
//!
//! If the difference has zero area, both shapes lie on parallel lines or are points. If these are two lines,
//! an edge separates them. Two shapes on one line, or two points, are disjoint exactly if their bounding
//! boxes are. So the bounding boxes are compared first, which needs no formula.

use core::cmp::Ordering;

use crate::dim2::{Aabb, Triangle, point_aabb};
use crate::exact::kleene::{all, not, or};
use crate::exact::number::{Number, Part};
use crate::exact::vector::{between, cross};
use crate::float::{max, min};

/// The bounding box.
#[inline]
pub fn bounding_box(Triangle { a, b, c }: &Triangle) -> Aabb {
    Aabb {
        min: [min(min(a[0], b[0]), c[0]), min(min(a[1], b[1]), c[1])],
        max: [max(max(a[0], b[0]), c[0]), max(max(a[1], b[1]), c[1])],
    }
}

/// The side of the line from `A` to `B` that `P` lies on, as the sign of the orientation `AB x AP`: above
/// zero on the left, zero on the line. Of degree 2.
pub fn side<N: Number>(a: [f32; 2], b: [f32; 2], p: [f32; 2]) -> Option<Ordering> {
    N::decide(&Side([a, b, p]))
}

struct Side([[f32; 2]; 3]);

impl Part for Side {
    type Answer = Ordering;

    fn answer<N: Number>(&self) -> Option<Ordering> {
        let [a, b, p] = self.0;
        cross::<N>(&between(a, b), &between(a, p)).sign()
    }
}

/// The sign of the area of the triangle: above zero if its vertices run counter-clockwise, zero if it has
/// none.
pub fn winding<N: Number>(t: &Triangle) -> Option<Ordering> {
    side::<N>(t.a, t.b, t.c)
}

/// The edges in turn. Each has the third vertex on the side of the sign of [`winding`].
pub fn edges(t: &Triangle) -> [([f32; 2], [f32; 2]); 3] {
    [(t.a, t.b), (t.b, t.c), (t.c, t.a)]
}

/// Whether all of `count` points lie strictly outside an edge. `side` computes the side of a point, when it
/// is needed. `own` is the side of the rest of the edge's shape; `Equal` without a rest.
pub fn all_outside(
    own: Option<Ordering>,
    count: usize,
    side: impl Fn(usize) -> Option<Ordering>,
) -> Option<bool> {
    let right = || all((0..count).map(|i| side(i).map(Ordering::is_lt)));
    let left = || all((0..count).map(|i| side(i).map(Ordering::is_gt)));
    on_an_outer_side(own, right, left)
}

/// Whether a set lies strictly to the right of an edge or strictly to the left, whichever is an outer side.
/// `own` is as for [`all_outside`].
pub fn on_an_outer_side(
    own: Option<Ordering>,
    right: impl FnOnce() -> Option<bool>,
    left: impl FnOnce() -> Option<bool>,
) -> Option<bool> {
    match own {
        Some(Ordering::Greater) => right(),
        Some(Ordering::Less) => left(),
        Some(Ordering::Equal) => or(right(), left),
        // One of the above: not outside if neither of them holds.
        None => or(right(), left).filter(|&either| !either),
    }
}

/// Whether a point lies in the triangle or on its edge: see [`super::point_triangle`].
#[inline]
pub fn contains<N: Number>(t: &Triangle, p: [f32; 2]) -> Option<bool> {
    if point_aabb::intervals(p, &bounding_box(t)) { N::decide(&IsOnOneSide(t, p)) } else { Some(false) }
}

/// Whether the point lies on one side of all edges, or on them.
struct IsOnOneSide<'a>(&'a Triangle, [f32; 2]);

impl Part for IsOnOneSide<'_> {
    type Answer = bool;

    #[inline]
    fn answer<N: Number>(&self) -> Option<bool> {
        let Self(t, p) = self;
        let (a, b, c) = (between::<N, 2>(*p, t.a), between(*p, t.b), between(*p, t.c));
        N::have_one_sign(&[cross(&a, &b), cross(&b, &c), cross(&c, &a)])
    }
}

/// Whether the intervals of the numbers `s` and of the numbers `t` have a point in common.
pub fn intervals_intersect<N: Number>(s: &[N], t: &[N]) -> Option<bool> {
    let before = |s: &[N], t: &[N]| all(s.iter().flat_map(|x| t.iter().map(|y| x.below(y))));
    not(or(before(s, t), || before(t, s)))
}
