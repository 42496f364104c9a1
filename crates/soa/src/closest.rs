//! The closest points of two convex shapes of the plane or of space, in lanes of `f64`. Derivation:
//! `closest.rs` of the crate `scalar`; what they mean, and bounds: [`scalar::dim2::closest`].

use core::marker::PhantomData;

use crate::dim2::contact::zero_if_finite;
use crate::lanes::{Lanes, select};
use crate::vector::{
    add, along, dot, first_difference, is_before, length2, midway, negated, scaled, sorted, sub,
};
use crate::{dim2, dim3};

mod plane;

/// The closest points of two shapes, and their distance.
#[derive(Debug)]
pub struct ClosestPoints<A, B>(PhantomData<(A, B)>);

/// Makes the kernels of pairs of shapes, each by one of the algorithms for cores.
macro_rules! closest_points {
    (
        $pair:ident, $columns:literal, is short: $is_short:literal;
        $($name:literal: $a:ty, $b:ty => $algorithm:ident($left:ident, $right:ident);)*
    ) => {$(
        impl Measure for ClosestPoints<$a, $b> {
            const NAME: &'static str = $name;
            const IN_F64: bool = true;
            const IS_SHORT: bool = $is_short;
            type A = $a;
            type B = $b;
            type Out = $pair;

            fn reference(a: &$a, b: &$b) -> $pair {
                a.closest_to(b)
            }

            #[inline(always)]
            fn lanes<L: Lanes>(a: &<$a as Shape>::Of<L>, b: &<$b as Shape>::Of<L>) -> [L; $columns] {
                $algorithm(&$left(a), &$right(b)).columns(a, b)
            }
        }
    )*};
}
pub(crate) use closest_points;

/// A core that is an outline of `V` vertices, which are relative to the origin.
#[derive(Clone, Copy)]
pub(crate) struct Outline<L, const D: usize, const V: usize> {
    pub origin: [L; D],
    pub vertices: [[L; D]; V],
    /// None if it is 0.
    pub radius: Option<L>,
}

/// A core that is an axis-aligned box or a point.
#[derive(Clone, Copy)]
pub(crate) struct Block<L, const D: usize> {
    pub min: [L; D],
    pub max: [L; D],
    pub radius: Option<L>,
    /// Whether `min` is `max` for all.
    pub is_point: bool,
}

impl<L: Lanes, const D: usize> Block<L, D> {
    #[inline(always)]
    pub(crate) fn round(center: [L; D], radius: Option<L>) -> Self {
        Self { min: center, max: center, radius, is_point: true }
    }

    #[inline(always)]
    pub(crate) fn new(min: [L; D], max: [L; D]) -> Self {
        Self { min, max, radius: None, is_point: false }
    }

    #[inline(always)]
    pub(crate) fn relative_to(self, origin: [L; D]) -> Self {
        Self { min: sub(self.min, origin), max: sub(self.max, origin), ..self }
    }

    /// A point with the nearest one of the box.
    #[inline(always)]
    fn nearest(&self, p: [L; D]) -> Nearest<L, D> {
        let mut q = p;
        for k in 0..D {
            q[k] = p[k].max(self.min[k]).min(self.max[k]);
        }
        Nearest::new(p, q)
    }
}

impl<L: Lanes, const D: usize> Block<L, D> {
    /// The point of an edge that is nearest to the box; the middle of all that are.
    #[inline(always)]
    pub(crate) fn nearest_to(&self, edge: &Edge<L, D>) -> Nearest<L, D> {
        let (zero, one) = (edge.inverse.splat(0.0), edge.inverse.splat(1.0));
        let (mut low, mut high) = ([zero, zero], [one, zero]);
        self.narrow(edge, zero, &mut low, &mut high);
        self.narrow(edge, one, &mut low, &mut high);
        for k in 0..D {
            let inverse = inverse(edge.e[k]);
            let enters = clamp((self.min[k] - edge.x[k]) * inverse, one);
            let leaves = clamp((self.max[k] - edge.x[k]) * inverse, one);
            self.narrow(edge, enters, &mut low, &mut high);
            self.narrow(edge, leaves, &mut low, &mut high);
        }
        let rise = high[1] - low[1];
        let part = L::select(rise.gt(zero), -low[1] / rise, zero.splat(0.5));
        self.nearest(edge.at(low[0] + (high[0] - low[0]) * part))
    }

    /// Takes a share of an edge, with half the slope of the squared distance there, for the last one at which that
    /// is not positive, or for the first one at which it is not negative. A function, as the compiler copies an
    /// array that a loop takes them from.
    #[inline(always)]
    fn narrow(&self, edge: &Edge<L, D>, t: L, low: &mut [L; 2], high: &mut [L; 2]) {
        let (Nearest { p, q, .. }, zero) = (self.nearest(edge.at(t)), t.splat(0.0));
        let slope = dot(sub(p, q), edge.e);
        *low = select(slope.le(zero) & t.ge(low[0]), [t, slope], *low);
        *high = select(slope.ge(zero) & t.le(high[0]), [t, slope], *high);
    }
}

impl<L: Lanes> Block<L, 3> {
    /// From the corner that is least along a vector to the one opposite.
    #[inline(always)]
    fn diagonal(&self, m: [L; 3]) -> Edge<L, 3> {
        let (mut low, mut high) = (self.min, self.max);
        for k in 0..3 {
            let is_up = m[k].gt(m[k].splat(0.0));
            low[k] = L::select(is_up, self.min[k], self.max[k]);
            high[k] = L::select(is_up, self.max[k], self.min[k]);
        }
        Edge::new(low, high)
    }
}

impl<L: Lanes, const D: usize> Outline<L, D, 1> {
    #[inline(always)]
    pub(crate) fn round(center: [L; D], radius: Option<L>) -> Self {
        Self { origin: center, vertices: [[center[0].splat(0.0); D]], radius }
    }
}

impl<L: Lanes, const D: usize> Outline<L, D, 2> {
    #[inline(always)]
    pub(crate) fn segment(start: [L; D], direction: [L; D]) -> Self {
        let zeros = [start[0].splat(0.0); D];
        let is_turned = is_before(&direction, &zeros);
        let origin = select(is_turned, add(start, direction), start);
        Self { origin, vertices: [zeros, select(is_turned, negated(direction), direction)], radius: None }
    }

    /// The points within a radius.
    #[inline(always)]
    pub(crate) fn rounded(self, radius: L) -> Self {
        Self { radius: Some(radius), ..self }
    }
}

impl<L: Lanes, const D: usize> Outline<L, D, 3> {
    #[inline(always)]
    pub(crate) fn triangle(vertices: [[L; D]; 3]) -> Self {
        let [a, b, c] = sorted(vertices);
        Self { origin: a, vertices: [[a[0].splat(0.0); D], sub(b, a), sub(c, a)], radius: None }
    }
}

impl<L: Lanes, const D: usize, const V: usize> Outline<L, D, V> {
    #[inline(always)]
    fn edges(&self) -> Edges<L, D, V> {
        let of = &self.vertices;
        let mut edges = [Edge::new(of[0], of[1 % V]); V];
        for i in 1..V {
            edges[i] = Edge::new(of[i], of[(i + 1) % V]);
        }
        edges
    }

    #[inline(always)]
    fn relative_to(self, origin: [L; D]) -> Self {
        let (offset, mut vertices) = (sub(self.origin, origin), self.vertices);
        for v in &mut vertices {
            *v = add(offset, *v);
        }
        Self { origin, vertices, ..self }
    }

    #[inline(always)]
    fn select(mask: L::Mask, yes: &Self, no: &Self) -> Self {
        let mut chosen = *yes;
        chosen.origin = select(mask, yes.origin, no.origin);
        if yes.radius.is_some() || no.radius.is_some() {
            let zero = yes.origin[0].splat(0.0);
            let [of_yes, of_no] = [yes.radius.unwrap_or(zero), no.radius.unwrap_or(zero)];
            chosen.radius = Some(L::select(mask, of_yes, of_no));
        }
        for i in 0..V {
            chosen.vertices[i] = select(mask, yes.vertices[i], no.vertices[i]);
        }
        chosen
    }
}

/// The edges of an outline, of which [`edge_count`] are meant.
type Edges<L, const D: usize, const V: usize> = [Edge<L, D>; V];

const fn edge_count(vertices: usize) -> usize {
    if vertices < 3 { vertices - 1 } else { vertices }
}

/// The points `x + t e` for `t` from 0 to 1.
#[derive(Clone, Copy)]
pub(crate) struct Edge<L, const D: usize> {
    pub x: [L; D],
    pub e: [L; D],
    /// `1 / e.e`, or 0.
    inverse: L,
}

impl<L: Lanes, const D: usize> Edge<L, D> {
    #[inline(always)]
    fn new(x: [L; D], y: [L; D]) -> Self {
        Self::along(x, sub(y, x))
    }

    #[inline(always)]
    pub(crate) fn along(x: [L; D], e: [L; D]) -> Self {
        Self { x, e, inverse: inverse(length2(e)) }
    }

    /// The same from another point.
    #[inline(always)]
    pub(crate) fn moved_to(self, x: [L; D]) -> Self {
        Self { x, ..self }
    }

    #[inline(always)]
    pub(crate) fn at(&self, t: L) -> [L; D] {
        along(self.x, t, self.e)
    }

    #[inline(always)]
    pub(crate) fn ends(&self) -> [[L; D]; 2] {
        [self.x, add(self.x, self.e)]
    }

    /// The points of another edge and of this one that are nearest to each other.
    #[inline(always)]
    pub(crate) fn nearest_to(&self, edge: &Self) -> Nearest<L, D>
    where
        Of<D>: Space<L, D>,
    {
        of_edges(edge, &[*self])
    }
}

/// Two points, one of each core, and their squared distance.
#[derive(Clone, Copy)]
pub(crate) struct Nearest<L, const D: usize> {
    pub p: [L; D],
    pub q: [L; D],
    squared: L,
}

impl<L: Lanes, const D: usize> Nearest<L, D> {
    #[inline(always)]
    pub(crate) fn new(p: [L; D], q: [L; D]) -> Self {
        Self { p, q, squared: length2(sub(q, p)) }
    }

    /// Farther than any other.
    #[inline(always)]
    fn none(p: [L; D]) -> Self {
        Self { p, q: p, squared: p[0].splat(f32::INFINITY) }
    }

    #[inline(always)]
    fn exchanged(self) -> Self {
        Self { p: self.q, q: self.p, ..self }
    }

    /// The nearer pair; the first of equal ones.
    #[inline(always)]
    fn nearer(self, other: Self) -> Self {
        let mask = other.squared.lt(self.squared);
        Self {
            p: select(mask, other.p, self.p),
            q: select(mask, other.q, self.q),
            squared: L::select(mask, other.squared, self.squared),
        }
    }
}

/// What differs between the plane and space.
pub(crate) trait Space<L, const D: usize> {
    /// Where a line along `u` is nearest to one along `v`, from whose point it is seen along `d`, as a
    /// quotient.
    fn meeting(d: [L; D], u: [L; D], v: [L; D]) -> (L, L);

    /// The inside of the triangle with these vertices.
    fn face(vertices: [[L; D]; 3]) -> Face<L, D>;

    /// The closest points of two outlines, the second one with an edge and no fewer vertices; one point of both
    /// where they meet.
    fn nearest<const V: usize, const W: usize>(a: &Outline<L, D, V>, b: &Outline<L, D, W>) -> Nearest<L, D>;
}

/// The plane and space.
pub(crate) struct Of<const D: usize>;

impl<L: Lanes> Space<L, 2> for Of<2> {
    #[inline(always)]
    fn meeting(d: [L; 2], u: [L; 2], v: [L; 2]) -> (L, L) {
        (dim2::vector::cross(d, v), dim2::vector::cross(u, v))
    }

    #[inline(always)]
    fn face([b0, b1, b2]: [[L; 2]; 3]) -> Face<L, 2> {
        let (e1, e2) = (sub(b1, b0), sub(b2, b0));
        let scale = inverse(dim2::vector::cross(e1, e2));
        let (to_i, to_j) = (scaled([e2[1], -e2[0]], scale), scaled([-e1[1], e1[0]], scale));
        Face { b0, e1, e2, m: [scale.splat(0.0); 2], to_i, to_j }
    }

    #[inline(always)]
    fn nearest<const V: usize, const W: usize>(a: &Outline<L, 2, V>, b: &Outline<L, 2, W>) -> Nearest<L, 2> {
        plane::nearest(a, b)
    }
}

impl<L: Lanes> Space<L, 3> for Of<3> {
    #[inline(always)]
    fn meeting(d: [L; 3], u: [L; 3], v: [L; 3]) -> (L, L) {
        let n = dim3::vector::cross(u, v);
        (dim3::vector::dot(dim3::vector::cross(d, v), n), dim3::vector::dot(n, n))
    }

    #[inline(always)]
    fn face([b0, b1, b2]: [[L; 3]; 3]) -> Face<L, 3> {
        let (e1, e2) = (sub(b1, b0), sub(b2, b0));
        let m = dim3::vector::cross(e1, e2);
        let scale = inverse(dim3::vector::dot(m, m));
        let to_i = scaled(dim3::vector::cross(e2, m), scale);
        let to_j = scaled(dim3::vector::cross(m, e1), scale);
        Face { b0, e1, e2, m, to_i, to_j }
    }

    #[inline(always)]
    fn nearest<const V: usize, const W: usize>(a: &Outline<L, 3, V>, b: &Outline<L, 3, W>) -> Nearest<L, 3> {
        let mut nearest = nearest_of(a, &a.edges()[..edge_count(V)], &b.edges()[..edge_count(W)]);
        if W == 3 {
            nearest = nearest.nearer(with_face(a, b));
        }
        if V == 3 {
            nearest = nearest.nearer(with_face(b, a).exchanged());
        }
        common(a, b, nearest)
    }
}

/// The inside of a triangle.
#[derive(Clone, Copy)]
pub(crate) struct Face<L, const D: usize> {
    b0: [L; D],
    e1: [L; D],
    e2: [L; D],
    /// Perpendicular to it; zero in the plane.
    m: [L; D],
    /// By which a foot's weights of the two edges are found.
    to_i: [L; D],
    to_j: [L; D],
}

impl<L: Lanes> Face<L, 3> {
    #[inline(always)]
    fn of<const V: usize>(outline: &Outline<L, 3, V>) -> Self {
        let of = &outline.vertices;
        Of::<3>::face([of[0], of[1 % V], of[2 % V]])
    }
}

impl<L: Lanes, const D: usize> Face<L, D> {
    /// With the foot `b0 + i e1 + j e2`, which is clamped into the face.
    #[inline(always)]
    fn with_foot(&self, p: [L; D]) -> Nearest<L, D> {
        let (y, one) = (sub(p, self.b0), p[0].splat(1.0));
        let i = clamp(dot(self.to_i, y), one);
        let j = clamp(dot(self.to_j, y), one - i);
        let q = add(self.b0, add(scaled(self.e1, i), scaled(self.e2, j)));
        Nearest::new(p, q)
    }

    /// With the point of an edge that is nearest to the plane; in the plane with its start.
    #[inline(always)]
    fn with_edge(&self, edge: &Edge<L, D>) -> Nearest<L, D> {
        let from = dot(self.m, sub(edge.x, self.b0));
        let slope = dot(self.m, edge.e);
        self.with_foot(edge.at(clamp(-from * inverse(slope), from.splat(1.0))))
    }
}

/// The candidates of a vertex or of edges with the other core's face.
#[inline(always)]
fn with_face<L: Lanes, const V: usize, const W: usize>(
    a: &Outline<L, 3, V>,
    b: &Outline<L, 3, W>,
) -> Nearest<L, 3> {
    let face = Face::of(b);
    if V == 1 {
        return face.with_foot(a.vertices[0]);
    }
    let edges = a.edges();
    let mut nearest = face.with_edge(&edges[0]);
    for edge in &edges[1..edge_count(V)] {
        nearest = nearest.nearer(face.with_edge(edge));
    }
    nearest
}

/// Distance and closest points of two shapes whose cores are axis-aligned boxes.
#[inline(always)]
pub(crate) fn of_boxes<L: Lanes, const D: usize>(a: &Block<L, D>, b: &Block<L, D>) -> Found<L, D> {
    // The same numbers as below, with fewer operations.
    if a.is_point {
        let nearest = if b.is_point { Nearest::new(a.min, b.min) } else { b.nearest(a.min) };
        return with_radii(nearest, a.radius, b.radius);
    }
    let (mut p, mut q) = (a.min, b.min);
    for k in 0..D {
        let [min1, max1, min2, max2] = [a.min[k], a.max[k], b.min[k], b.max[k]];
        let both = L::select(min1.lt(min2), min2, min1);
        let (is_left, is_right) = (max1.lt(min2), max2.lt(min1));
        p[k] = L::select(is_left, max1, L::select(is_right, min1, both));
        q[k] = L::select(is_left, min2, L::select(is_right, max2, both));
    }
    with_radii(Nearest::new(p, q), a.radius, b.radius)
}

/// Distance and closest points of two shapes whose cores are outlines, the second one with an edge and no
/// fewer vertices.
#[inline(always)]
pub(crate) fn of_outlines<L: Lanes, const D: usize, const V: usize, const W: usize>(
    a: &Outline<L, D, V>,
    b: &Outline<L, D, W>,
) -> Found<L, D>
where
    Of<D>: Space<L, D>,
{
    let nearest = Of::<D>::nearest(a, &b.relative_to(a.origin));
    let Found { distance, on_a, on_b } = with_radii(nearest, a.radius, b.radius);
    Found { distance, on_a: add(a.origin, on_a), on_b: add(a.origin, on_b) }
}

/// The nearest candidates of some edges of each, or of a vertex and some edges.
#[inline(always)]
fn nearest_of<L: Lanes, const D: usize, const V: usize>(
    a: &Outline<L, D, V>,
    of_a: &[Edge<L, D>],
    of_b: &[Edge<L, D>],
) -> Nearest<L, D>
where
    Of<D>: Space<L, D>,
{
    if V == 1 {
        return of_vertex(a.vertices[0], of_b);
    }
    let mut nearest = Nearest::none(a.vertices[0]);
    for x in of_a {
        for y in of_b {
            let (mut next, cross) = of_two_edges(x, y);
            if D == 2 {
                next = Nearest::new(next.p, select(cross, next.p, next.q));
            }
            nearest = nearest.nearer(next);
        }
    }
    nearest
}

/// The same for outlines of which the first has more vertices.
#[inline(always)]
pub(crate) fn of_exchanged_outlines<L: Lanes, const D: usize, const V: usize, const W: usize>(
    a: &Outline<L, D, V>,
    b: &Outline<L, D, W>,
) -> Found<L, D>
where
    Of<D>: Space<L, D>,
{
    of_outlines(b, a).exchanged()
}

/// The same for two outlines of one kind: the same one comes first, in either order.
#[inline(always)]
pub(crate) fn of_like_outlines<L: Lanes, const D: usize, const V: usize>(
    a: &Outline<L, D, V>,
    b: &Outline<L, D, V>,
) -> Found<L, D>
where
    Of<D>: Space<L, D>,
{
    let mut first = first_difference(b.origin, a.origin, a.origin[0].splat(0.0));
    for i in 1..V {
        first = first_difference(b.vertices[i], a.vertices[i], first);
    }
    if let (Some(of_b), Some(of_a)) = (b.radius, a.radius) {
        first = first_difference([of_b], [of_a], first);
    }
    let swap = first.lt(first.splat(0.0));
    let (x, y) = (Outline::select(swap, b, a), Outline::select(swap, a, b));
    let Found { distance, on_a, on_b } = of_outlines(&x, &y);
    Found { distance, on_a: select(swap, on_b, on_a), on_b: select(swap, on_a, on_b) }
}

/// Distance and closest points of a segment or triangle of space, or what is within a radius, and a box.
#[inline(always)]
pub(crate) fn of_outline_and_box<L: Lanes, const V: usize>(
    a: &Outline<L, 3, V>,
    b: &Block<L, 3>,
) -> Found<L, 3> {
    let (b, edges) = (b.relative_to(a.origin), a.edges());
    let mut nearest = b.nearest_to(&edges[0]);
    for edge in &edges[1..edge_count(V)] {
        nearest = nearest.nearer(b.nearest_to(edge));
    }
    if V == 3 {
        let face = Face::of(a);
        nearest = nearest.nearer(b.nearest(face.with_edge(&b.diagonal(face.m)).q));
    }
    let Found { distance, on_a, on_b } = with_radii(nearest, a.radius, b.radius);
    Found { distance, on_a: add(a.origin, on_a), on_b: add(a.origin, on_b) }
}

/// The same in the other order.
#[inline(always)]
pub(crate) fn of_box_and_outline<L: Lanes, const V: usize>(
    a: &Block<L, 3>,
    b: &Outline<L, 3, V>,
) -> Found<L, 3> {
    of_outline_and_box(b, a).exchanged()
}

#[inline(always)]
fn of_vertex<L: Lanes, const D: usize>(p: [L; D], edges: &[Edge<L, D>]) -> Nearest<L, D> {
    let mut nearest = Nearest::none(p);
    for edge in edges {
        let t = clamp(dot(sub(p, edge.x), edge.e) * edge.inverse, p[0].splat(1.0));
        nearest = nearest.nearer(Nearest::new(p, edge.at(t)));
    }
    nearest
}

#[inline(always)]
fn of_edges<L: Lanes, const D: usize>(x: &Edge<L, D>, edges: &[Edge<L, D>]) -> Nearest<L, D>
where
    Of<D>: Space<L, D>,
{
    let mut nearest = Nearest::none(x.x);
    for y in edges {
        nearest = nearest.nearer(of_two_edges(x, y).0);
    }
    nearest
}

/// The nearest points of two edges, and, in the plane, whether they cross.
#[inline(always)]
fn of_two_edges<L: Lanes, const D: usize>(x: &Edge<L, D>, y: &Edge<L, D>) -> (Nearest<L, D>, L::Mask)
where
    Of<D>: Space<L, D>,
{
    let (zero, one) = (x.inverse.splat(0.0), x.inverse.splat(1.0));
    let d = sub(y.x, x.x);
    let (over, under) = Of::<D>::meeting(d, x.e, y.e);
    let (along_x, along_y, both) = (dot(d, x.e), dot(d, y.e), dot(x.e, y.e));
    let at_line = over * inverse(under);
    let s = clamp(at_line, one);
    let foot = (s * both - along_y) * y.inverse;
    let t = clamp(foot, one);
    let cross = under.abs().gt(zero) & s.eq(at_line) & t.eq(foot);
    let s = clamp((t * both + along_x) * x.inverse, one);
    (Nearest::new(x.at(s), y.at(t)), cross)
}

/// The points of two segments that are nearest to each other: of one from the origin along `u`, and of one from
/// `x` to `y`.
#[inline(always)]
pub(crate) fn of_segments<L: Lanes, const D: usize>(u: [L; D], x: [L; D], y: [L; D]) -> [[L; D]; 2]
where
    Of<D>: Space<L, D>,
{
    let origin = [u[0].splat(0.0); D];
    let Nearest { p, q, .. } = Edge::new(x, y).nearest_to(&Edge::new(origin, u));
    [p, q]
}

/// A triangle, to which segments are nearest.
#[derive(Clone, Copy)]
pub(crate) struct Triangle<L, const D: usize> {
    edges: [Edge<L, D>; 3],
    face: Face<L, D>,
}

impl<L: Lanes, const D: usize> Triangle<L, D>
where
    Of<D>: Space<L, D>,
{
    #[inline(always)]
    pub(crate) fn new([a, b, c]: [[L; D]; 3]) -> Self {
        let edges = [Edge::new(a, b), Edge::new(b, c), Edge::new(c, a)];
        Self { edges, face: Of::<D>::face([a, b, c]) }
    }

    #[inline(always)]
    pub(crate) fn vertices(&self) -> [[L; D]; 3] {
        [self.edges[0].x, self.edges[1].x, self.edges[2].x]
    }

    /// The candidate nearest to a segment.
    #[inline(always)]
    pub(crate) fn nearest_to(&self, segment: &Edge<L, D>) -> Nearest<L, D> {
        of_edges(segment, &self.edges).nearer(self.face.with_edge(segment))
    }
}

/// One common point where the cores meet.
#[inline(always)]
fn common<L: Lanes, const D: usize, const V: usize, const W: usize>(
    a: &Outline<L, D, V>,
    b: &Outline<L, D, W>,
    nearest: Nearest<L, D>,
) -> Nearest<L, D> {
    let Nearest { p, q, squared } = nearest;
    let w = sub(q, p);
    let half = squared * squared.splat(0.5);
    let (mut beyond, mut back) = (half.splat(f32::NEG_INFINITY), half.splat(f32::INFINITY));
    for &v in &a.vertices {
        beyond = beyond.max(dot(w, sub(v, p)));
    }
    for &v in &b.vertices {
        back = back.min(dot(w, sub(v, q)));
    }
    let (is_around, is_within) = (beyond.gt(half), back.lt(-half));
    Nearest { p: select(is_around, q, p), q: select(is_around, q, select(is_within, p, q)), squared }
}

/// Distance and closest points.
#[derive(Clone, Copy)]
pub(crate) struct Found<L, const D: usize> {
    distance: L,
    on_a: [L; D],
    on_b: [L; D],
}

impl<L: Lanes, const D: usize> Found<L, D> {
    #[inline(always)]
    fn exchanged(self) -> Self {
        Self { on_a: self.on_b, on_b: self.on_a, ..self }
    }

    /// The columns of `C` values for shapes with these columns: all NaN where one of their values is not
    /// finite. Zeros are positive.
    #[inline(always)]
    pub(crate) fn columns<const C: usize, const N: usize, const M: usize>(
        self,
        a: &[L; N],
        b: &[L; M],
    ) -> [L; C] {
        let mut all = [self.distance; C];
        all[1..=D].copy_from_slice(&self.on_a);
        all[1 + D..].copy_from_slice(&self.on_b);
        let zero = zero_if_finite(a, b);
        for x in &mut all {
            *x = *x + zero;
        }
        all
    }
}

/// Distance and closest points of the shapes within radii of two cores.
#[inline(always)]
fn with_radii<L: Lanes, const D: usize>(nearest: Nearest<L, D>, r1: Option<L>, r2: Option<L>) -> Found<L, D> {
    let Nearest { p, q, .. } = nearest;
    let w = sub(q, p);
    let length = length2(w).sqrt();
    if r1.is_none() && r2.is_none() {
        return Found { distance: length, on_a: p, on_b: q };
    }
    let zero = length.splat(0.0);
    let reach = match (r1, r2) {
        (Some(r1), Some(r2)) => r1 + r2,
        _ => r1.or(r2).unwrap_or(zero),
    };
    let is_apart = length.gt(reach);
    let inverse = inverse(L::select(is_apart, length, reach));
    let (mut on_a, mut on_b) = (p, q);
    if let Some(r1) = r1 {
        on_a = along(p, r1 * inverse, w);
    }
    if let Some(r2) = r2 {
        on_b = along(q, -(r2 * inverse), w);
    }
    let middle = midway(on_a, on_b);
    Found {
        distance: L::select(is_apart, length - reach, zero),
        on_a: select(is_apart, on_a, middle),
        on_b: select(is_apart, on_b, middle),
    }
}

/// `1 / x`, or 0 for 0.
#[inline(always)]
pub(crate) fn inverse<L: Lanes>(x: L) -> L {
    let (zero, one) = (x.splat(0.0), x.splat(1.0));
    L::select(x.eq(zero), zero, one / x)
}

/// The nearest number from 0 to `most`. Which zero it is, and what a NaN becomes, differs between machines:
/// no sum, product or comparison of finite numbers depends on it once zeros are positive, as
/// [`Found::columns`] makes them.
#[inline(always)]
pub(crate) fn clamp<L: Lanes>(x: L, most: L) -> L {
    x.max(x.splat(0.0)).min(most)
}
