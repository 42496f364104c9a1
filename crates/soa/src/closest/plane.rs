//! The closest points of two outlines in the plane: only edges that face the other outline are tried, which are
//! two of a triangle or a box. Derivation: `closest.rs` of the crate `scalar`.

use super::{Edge, Nearest, Outline, edge_count, nearest_of};
use crate::dim2::vector::cross;
use crate::lanes::{Lanes, select};
use crate::vector::{add, along, dot, length2, midway, scaled, sub};

/// The closest points of two outlines, the second one with an edge and no fewer vertices; one point of both where
/// they meet.
#[inline(always)]
pub(super) fn nearest<L: Lanes, const V: usize, const W: usize>(
    a: &Outline<L, 2, V>,
    b: &Outline<L, 2, W>,
) -> Nearest<L, 2> {
    // Two segments, or a point and a segment, have no inside.
    if W < 3 {
        return nearest_of(a, &a.edges()[..edge_count(V)], &b.edges()[..1]);
    }
    let (from, to) = (a.center(), b.center());
    let of_b = b.facing(sub(from, to));
    if V < 3 {
        let nearest = if V == 1 && W == 3 {
            // It takes as long to choose two edges as to try all three.
            nearest_of(a, &[], &b.edges())
        } else {
            nearest_of(a, &a.edges()[..edge_count(V)], &of_b.edges)
        };
        return common_where(of_b.reach.is_all(), from, nearest);
    }
    let way = sub(to, from);
    let of_a = a.facing(way);
    let (part_a, part_b, one) = (of_a.reach.part(), of_b.reach.part(), from[0].splat(1.0));
    let both = (one - part_b).max(one.splat(0.0)) + part_a.min(one);
    let between = along(from, both * one.splat(0.5), way);
    common_where((part_a + part_b).ge(one), between, nearest_of(a, &of_a.edges, &of_b.edges))
}

/// A point of both in some lanes, and two that are nearest in the others.
#[inline(always)]
fn common_where<L: Lanes>(meet: L::Mask, common: [L; 2], nearest: Nearest<L, 2>) -> Nearest<L, 2> {
    Nearest { p: select(meet, common, nearest.p), q: select(meet, common, nearest.q), ..nearest }
}

/// What of an outline with an inside faces a direction.
struct Facing<L> {
    edges: [Edge<L, 2>; 2],
    reach: Reach<L>,
}

/// Which part of a vector is inside if it starts at the center, as two quotients, of which the smaller one counts:
/// to the edge that it meets first, and to the vertex that is farthest along it.
struct Reach<L> {
    depth: L,
    facing: L,
    far: L,
    square: L,
}

impl<L: Lanes> Reach<L> {
    #[inline(always)]
    fn part(&self) -> L {
        let is_edge = (self.depth * self.square).lt(self.far * self.facing);
        let over = L::select(is_edge, self.depth, self.far);
        let under = L::select(is_edge, self.facing, self.square);
        L::select(under.gt(under.splat(0.0)), over / under, over.splat(1.0))
    }

    /// Whether no quotient is less than 1.
    #[inline(always)]
    fn is_all(&self) -> L::Mask {
        self.depth.ge(self.facing) & self.far.ge(self.square)
    }
}

impl<L: Lanes, const V: usize> Outline<L, 2, V> {
    /// A point of it. Its distance from an edge is a third of a triangle's height, or half of a box's.
    #[inline(always)]
    fn center(&self) -> [L; 2] {
        let of = &self.vertices;
        match V {
            1 => of[0],
            2 => midway(of[0], of[1 % V]),
            3 => scaled(add(add(of[0], of[1 % V]), of[2 % V]), third(of[0][0])),
            _ => midway(of[0], of[2 % V]),
        }
    }

    #[inline(always)]
    fn facing(&self, d: [L; 2]) -> Facing<L> {
        let (of, zero) = (&self.vertices, d[0].splat(0.0));
        let (ab, bc) = (Side::new(of[0], of[1 % V]), Side::new(of[1 % V], of[2 % V]));
        let (ca, da) = (Side::new(of[2 % V], of[3 % V]), Side::new(of[3 % V], of[0]));
        let (of_ab, of_bc) = (cross(d, ab.e), cross(d, bc.e));
        let (along0, along1) = (dot(ab.e, d), dot(bc.e, d));
        let area = cross(ab.e, bc.e);
        let (first, second, depth, facing, far);
        if V == 3 {
            let (of_ca, is_clockwise) = (cross(d, ca.e), area.lt(zero));
            let of_ab = L::select(is_clockwise, -of_ab, of_ab);
            let of_bc = L::select(is_clockwise, -of_bc, of_bc);
            let of_ca = L::select(is_clockwise, -of_ca, of_ca);
            first = Side::select(of_ab.le(of_bc.min(of_ca)), bc, ab);
            second = Side::select(of_ca.lt(of_ab.min(of_bc)), bc, ca);
            let (across, third) = (along0 + along1, third(zero));
            depth = area.abs() * third;
            facing = of_ab.max(of_bc).max(of_ca);
            far = along0.max(across).max(zero) - (along0 + across) * third;
        } else {
            first = Side::select(of_ab.gt(zero), ab, ca);
            second = Side::select(of_bc.gt(zero), bc, da);
            let half = zero.splat(0.5);
            depth = area.abs() * half;
            facing = of_ab.abs().max(of_bc.abs());
            far = (along0.abs() + along1.abs()) * half;
        }
        let edges = [Edge::along(first.x, first.e), Edge::along(second.x, second.e)];
        Facing { edges, reach: Reach { depth, facing, far, square: length2(d) } }
    }
}

/// An edge without its inverse.
#[derive(Clone, Copy)]
struct Side<L> {
    x: [L; 2],
    e: [L; 2],
}

impl<L: Lanes> Side<L> {
    #[inline(always)]
    fn new(x: [L; 2], y: [L; 2]) -> Self {
        Self { x, e: sub(y, x) }
    }

    #[inline(always)]
    fn select(mask: L::Mask, yes: Self, no: Self) -> Self {
        Self { x: select(mask, yes.x, no.x), e: select(mask, yes.e, no.e) }
    }
}

#[inline(always)]
fn third<L: Lanes>(x: L) -> L {
    x.splat(1.0) / x.splat(3.0)
}
