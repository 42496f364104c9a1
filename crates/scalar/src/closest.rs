//! The closest points of two convex shapes of the plane or of space. What they mean, and bounds:
//! [`crate::dim2::closest`].
//!
//! A shape is the points within a radius of its *core*: a point, a segment, a triangle or a box. The closest
//! points of two cores come first, then those of the shapes.
//!
//! **Two boxes** (a point is a box): along each axis the nearer ends of the two intervals, or one coordinate
//! that both have.
//!
//! **Two outlines**, of one to four vertices:
//!
//! ```text
//!      X------P------>X + u      Define    for each edge of one and each of the other:  D = Y - X
//!       \     :                  Solution  s = D x v / u x v, where the lines are nearest to each other
//!        D    :                            t = nearest point of Y + t v to X + s u
//!         \   :                            s = nearest point of X + s u to Y + t v
//!          Y--Q--->Y + v                   each clamped to [0, 1]
//! ```
//!
//! (Ericson, Real-Time Collision Detection, section 5.1.9.) All candidates are points of the cores, so an `s`
//! that is lost in rounding, as of parallel edges, costs accuracy only where it hardly moves the distance. In the
//! plane, edges that are not parallel cross where neither `s` nor `t` was clamped: then the distance is 0. In
//! space, each edge's point that is nearest to the plane of a face is one more candidate, with its foot.
//!
//! **In the plane two edges of each are enough**, those that face the other outline:
//!
//! ```text
//!        .-------.      .----.     Define    A and B inside of the outlines, D = B - A,
//!        |       |     /      '.             E and F, where the way from A to B leaves one and enters the other
//!        |   A---E----F----B    \  Solution  the edges whose outward normal n has n.D > 0;
//!        |       |     \      .'             if the way enters before it leaves, a point between F and E
//!        '-------'      '----'
//! ```
//!
//! Let the outlines be apart, and `w = PQ`. No point of the first one is beyond `P` along `w`, none of the second
//! one is back beyond `Q`, so `w.D` is at least `|w|^2`. As `w` is a sum of multiples of the normals of the edges
//! at `P`, one of these has `n.D > 0`; so has one at `Q` in the other direction.
//!
//! Let them meet beside the way only. Then the borders from `E` and from `F` on, on one side of it, cross. If they
//! do so first at `X`, on an edge of the first outline with `n.D <= 0`, the line from `X` to `F` is in the second
//! one and begins inside of the first one, as `n.(F - X) < 0`. It leaves it through the border between `E` and
//! `X`, which therefore crosses that of the second one before `X`: a contradiction.
//!
//! Of a triangle, the edge with the least `n.D` is left out: the sum of all three is zero. Of a box, one of each
//! two that are opposite is taken. An outline without area is covered by what is left of it. The center has the
//! same distance from each edge, times its length, so the edge with the largest `n.D` is where the way leaves.
//! It ends at the vertex farthest along `D` in any case, as the sides of a sharp corner say little of where that is.
//!
//! **An outline and a box of space:**
//!
//! ```text
//!      X--.                       Define    Q(P), the point of the box that is nearest to P: P, clamped
//!          '-P---.                          f(t) = |P - Q(P)|^2 for P = X + t e
//!            :    '----->X + e    Solution  the t where its slope 2 e.(P - Q) is zero
//!      .-----Q---------.
//!      |               |
//! ```
//!
//! The slope grows along the edge, and between the planes of the box it is linear. So it is found at each plane,
//! and `t` divides the part in which its sign changes. If it is zero from one plane to another, `t` is the middle.
//! (Ericson, section 5.1.2, has `Q`.) For a face, `P` is the foot of the point of the box's diagonal that is
//! nearest to its plane: of the corner nearest to it, or of a point on both.
//!
//! **Where they meet, in space.** Let `P` and `Q` be the nearest candidates, and `w = PQ`. If the cores are disjoint,
//! no vertex of the first one is beyond `P` along `w`, and none of the second one is back beyond `Q`. If the
//! first one contains the second, it has a vertex beyond `P` by `|w|` at least, and `Q` is common to both. If
//! the second one contains the first, it has a vertex as far back beyond `Q`, and `P` is common. If borders
//! cross, `P` and `Q` are equal up to rounding. So vertices are compared with half of `|w|`, which is as far
//! from one case as from the other: a wrong choice is off by `|w|`, and made only where that is rounding.

use crate::dim2::point_aabb::clamp_each;
use crate::float::{canonical, sqrt64};
use crate::wide::{along, cross, cross3, dot, is_before, is_finite, midway, sub};

/// Distance and closest points in `f64`.
#[derive(Clone, Copy)]
pub(crate) struct Found<const D: usize> {
    pub distance: f64,
    pub on_a: [f64; D],
    pub on_b: [f64; D],
}

impl<const D: usize> Found<D> {
    fn exchanged(self) -> Self {
        Self { on_a: self.on_b, on_b: self.on_a, ..self }
    }

    /// Rounded to `f32`: all NaN if one of the columns of the shapes is not finite. Zeros are positive.
    pub(crate) fn rounded(self, [a, b]: [&[f32]; 2]) -> (f32, [f32; D], [f32; D]) {
        let finite = is_finite(a) && is_finite(b);
        let round = |x: f64| canonical(if finite { (x + 0.0) as f32 } else { f32::NAN });
        (round(self.distance), self.on_a.map(round), self.on_b.map(round))
    }
}

/// A core that is an axis-aligned box or a point, and the radius around it.
#[derive(Clone, Copy)]
pub(crate) struct Block<const D: usize> {
    pub min: [f64; D],
    pub max: [f64; D],
    pub radius: f64,
}

impl<const D: usize> Block<D> {
    /// A point, a disk or a sphere.
    pub(crate) fn round(center: [f64; D], radius: f64) -> Self {
        Self { min: center, max: center, radius }
    }

    /// The same box, relative to a point.
    fn relative_to(self, origin: [f64; D]) -> Self {
        Self { min: sub(self.min, origin), max: sub(self.max, origin), ..self }
    }

    /// A point with the nearest one of the box.
    fn nearest(&self, p: [f64; D]) -> Nearest<D> {
        Nearest::new(p, clamp_each(p, self.min, self.max))
    }

    /// The point of an edge that is nearest to the box; the middle of all that are.
    fn nearest_to(&self, edge: &Edge<D>) -> Nearest<D> {
        let planes = (0..D).flat_map(|k| [self.min[k], self.max[k]].map(|plane| (k, plane)));
        let crossings = planes.map(|(k, plane)| clamp((plane - edge.x[k]) * inverse(edge.e[k]), 1.0));
        // The last share at which the slope is not positive, and the first at which it is not negative.
        let ([mut low, mut high], [mut at_low, mut at_high]) = ([0.0, 1.0], [0.0; 2]);
        for t in [0.0, 1.0].into_iter().chain(crossings) {
            let Nearest { p, q, .. } = self.nearest(edge.at(t));
            let slope = dot(sub(p, q), edge.e);
            if slope <= 0.0 && t >= low {
                (low, at_low) = (t, slope);
            }
            if slope >= 0.0 && t <= high {
                (high, at_high) = (t, slope);
            }
        }
        let rise = at_high - at_low;
        let part = if rise > 0.0 { -at_low / rise } else { 0.5 };
        self.nearest(edge.at(low + (high - low) * part))
    }

    /// From the corner that is least along a vector to the one opposite.
    fn diagonal(&self, m: [f64; D]) -> Edge<D> {
        let corner = |is_far: bool| {
            core::array::from_fn(|k| if (m[k] > 0.0) == is_far { self.max[k] } else { self.min[k] })
        };
        Edge::new(corner(false), corner(true))
    }
}

/// A shape whose core is a box.
pub(crate) trait Boxed<const D: usize> {
    fn block(&self) -> Block<D>;
}

/// A shape whose core is an outline.
pub(crate) trait Outlined<const D: usize> {
    fn outline(&self) -> Outline<D>;
}

/// A core that is an outline of one to four vertices, and the radius around it.
#[derive(Clone, Copy)]
pub(crate) struct Outline<const D: usize> {
    /// Vertices are relative to it, so that shapes far from zero lose nothing.
    pub origin: [f64; D],
    /// All of them, or as many as `count`.
    pub vertices: [[f64; D]; 4],
    pub count: usize,
    pub radius: f64,
}

impl<const D: usize> Outline<D> {
    /// A point, a disk or a sphere.
    pub(crate) fn round(center: [f64; D], radius: f64) -> Self {
        Self { origin: center, vertices: [[0.0; D]; 4], count: 1, radius }
    }

    /// The same segment, whichever end is its start.
    pub(crate) fn segment(start: [f64; D], direction: [f64; D]) -> Self {
        let is_turned = is_before(&direction, &[0.0; D]);
        let end = core::array::from_fn(|k| start[k] + direction[k]);
        let (origin, along) = if is_turned { (end, direction.map(|x| -x)) } else { (start, direction) };
        Self { origin, vertices: [[0.0; D], along, along, along], count: 2, radius: 0.0 }
    }

    /// The points within a radius.
    pub(crate) fn rounded(self, radius: f32) -> Self {
        Self { radius: radius.into(), ..self }
    }

    /// A triangle whose vertices are sorted.
    pub(crate) fn triangle([a, b, c]: [[f64; D]; 3]) -> Self {
        let (ab, ac) = (sub(b, a), sub(c, a));
        Self { origin: a, vertices: [[0.0; D], ab, ac, ac], count: 3, radius: 0.0 }
    }

    pub(crate) fn four(origin: [f64; D], vertices: [[f64; D]; 4]) -> Self {
        Self { origin, vertices, count: 4, radius: 0.0 }
    }

    fn vertices(&self) -> &[[f64; D]] {
        &self.vertices[..self.count]
    }

    fn edges(&self) -> Edges<D> {
        let count = if self.count < 3 { self.count - 1 } else { self.count };
        self.chosen(&[0, 1, 2, 3][..count])
    }

    /// The edges that start at some vertices.
    fn chosen(&self, starts: &[usize]) -> Edges<D> {
        let mut edges = Edges { all: [Edge::NONE; 4], count: starts.len() };
        for (edge, &i) in edges.all.iter_mut().zip(starts) {
            let after = if i + 1 < self.count { i + 1 } else { 0 };
            *edge = Edge::new(self.vertices[i], self.vertices[after]);
        }
        edges
    }

    /// The same outline, relative to another point.
    fn relative_to(self, origin: [f64; D]) -> Self {
        let offset = sub(self.origin, origin);
        let vertices = self.vertices.map(|v| core::array::from_fn(|k| offset[k] + v[k]));
        Self { origin, vertices, ..self }
    }

    /// Whether it comes first of two outlines of one kind, so that an exchange of both changes nothing.
    pub(crate) fn is_before(&self, other: &Self) -> bool {
        let key = |of: &Self| {
            let mut key = [[0.0; D]; 5];
            key[0] = of.origin;
            key[1..4].copy_from_slice(&of.vertices[1..]);
            key[4][0] = of.radius;
            key
        };
        is_before(key(self).as_flattened(), key(other).as_flattened())
    }
}

/// The points `x + t e` for `t` from 0 to 1.
#[derive(Clone, Copy)]
struct Edge<const D: usize> {
    x: [f64; D],
    e: [f64; D],
    /// `1 / e.e`, or 0.
    inverse: f64,
}

impl<const D: usize> Edge<D> {
    const NONE: Self = Self { x: [0.0; D], e: [0.0; D], inverse: 0.0 };

    fn new(x: [f64; D], y: [f64; D]) -> Self {
        let e = sub(y, x);
        Self { x, e, inverse: inverse(dot(e, e)) }
    }

    fn at(&self, t: f64) -> [f64; D] {
        along(self.x, t, self.e)
    }
}

/// Up to four edges.
struct Edges<const D: usize> {
    all: [Edge<D>; 4],
    count: usize,
}

impl<const D: usize> Edges<D> {
    fn iter(&self) -> core::slice::Iter<'_, Edge<D>> {
        self.all[..self.count].iter()
    }
}

/// Two points, one of each core, and their squared distance.
#[derive(Clone, Copy)]
pub(crate) struct Nearest<const D: usize> {
    p: [f64; D],
    q: [f64; D],
    squared: f64,
}

impl<const D: usize> Nearest<D> {
    fn new(p: [f64; D], q: [f64; D]) -> Self {
        let w = sub(q, p);
        Self { p, q, squared: dot(w, w) }
    }

    /// Farther than any other.
    fn none(p: [f64; D]) -> Self {
        Self { p, q: p, squared: f64::INFINITY }
    }

    fn exchanged(self) -> Self {
        Self { p: self.q, q: self.p, ..self }
    }

    /// The nearer pair; the first of equal ones.
    fn nearer(self, other: Self) -> Self {
        if other.squared < self.squared { other } else { self }
    }
}

/// What differs between the plane and space.
pub(crate) trait Space<const D: usize> {
    /// Where a line along `u` is nearest to one along `v`, from whose point it is seen along `d`, as a
    /// quotient.
    fn meeting(d: [f64; D], u: [f64; D], v: [f64; D]) -> (f64, f64);

    /// The closest points of two outlines, at least one of them with an edge; one point of both where they
    /// meet.
    fn nearest(a: &Outline<D>, b: &Outline<D>) -> Nearest<D>;
}

/// The plane and space.
pub(crate) struct Of<const D: usize>;

impl Space<2> for Of<2> {
    fn meeting(d: [f64; 2], u: [f64; 2], v: [f64; 2]) -> (f64, f64) {
        (cross(d, v), cross(u, v))
    }

    fn nearest(a: &Outline<2>, b: &Outline<2>) -> Nearest<2> {
        if b.count < 3 {
            return nearest_of(a, &a.edges(), &b.edges());
        }
        let (from, to) = (a.center(), b.center());
        let there = sub(to, from);
        let (of_b, reach_b) = b.facing(sub(from, to));
        if a.count < 3 && reach_b.is_all() {
            return Nearest::new(from, from);
        }
        // For a point and a triangle it takes as long to choose two edges as to try all three.
        let of_b = if (a.count, b.count) == (1, 3) { b.edges() } else { b.chosen(&of_b) };
        if a.count < 3 {
            return nearest_of(a, &a.edges(), &of_b);
        }
        let (of_a, reach_a) = a.facing(there);
        let (part_a, part_b) = (reach_a.part(), reach_b.part());
        if part_a + part_b >= 1.0 {
            let entered = if part_b < 1.0 { 1.0 - part_b } else { 0.0 };
            let left = if part_a < 1.0 { part_a } else { 1.0 };
            let common = along(from, (entered + left) * 0.5, there);
            return Nearest::new(common, common);
        }
        nearest_of(a, &a.chosen(&of_a), &of_b)
    }
}

impl Space<3> for Of<3> {
    fn meeting(d: [f64; 3], u: [f64; 3], v: [f64; 3]) -> (f64, f64) {
        let n = cross3(u, v);
        (dot(cross3(d, v), n), dot(n, n))
    }

    fn nearest(a: &Outline<3>, b: &Outline<3>) -> Nearest<3> {
        let of_edges = nearest_of(a, &a.edges(), &b.edges());
        let with_faces =
            [with_face(a, b), if a.count == 3 { with_face(b, a).map(Nearest::exchanged) } else { None }];
        common(a, b, with_faces.into_iter().flatten().fold(of_edges, Nearest::nearer))
    }
}

/// The nearest candidates of some edges of each, or of a vertex and some edges.
fn nearest_of<const D: usize>(a: &Outline<D>, of_a: &Edges<D>, of_b: &Edges<D>) -> Nearest<D>
where
    Of<D>: Space<D>,
{
    let p = a.vertices[0];
    if a.count == 1 {
        return of_b.iter().map(|edge| of_vertex(p, edge)).fold(Nearest::none(p), Nearest::nearer);
    }
    let mut nearest = Nearest::none(p);
    for x in of_a.iter() {
        for y in of_b.iter() {
            let (found, cross) = of_edges(x, y);
            nearest = nearest.nearer(if D == 2 && cross { Nearest::new(found.p, found.p) } else { found });
        }
    }
    nearest
}

/// The candidates of a vertex or of edges with the other core's face.
fn with_face(a: &Outline<3>, b: &Outline<3>) -> Option<Nearest<3>> {
    if b.count != 3 {
        return None;
    }
    let face = Face::new(b);
    if a.count == 1 {
        return Some(face.with_foot(a.vertices[0]));
    }
    a.edges().iter().map(|edge| face.with_edge(edge)).reduce(Nearest::nearer)
}

impl Outline<2> {
    /// A point of it. Its distance from an edge is a third of a triangle's height, or half of a box's.
    fn center(&self) -> [f64; 2] {
        let [a, b, c, _] = self.vertices;
        match self.count {
            1 => a,
            2 => midway(a, b),
            3 => core::array::from_fn(|k| (a[k] + b[k] + c[k]) * THIRD),
            _ => midway(a, c),
        }
    }

    /// By their starts the two edges that may face a direction, and how much of it is inside. Of a triangle or a
    /// box.
    fn facing(&self, d: [f64; 2]) -> ([usize; 2], Reach) {
        let max = |x: f64, y: f64| if x > y { x } else { y };
        let [a, b, c, _] = self.vertices;
        let (ab, bc, ca) = (sub(b, a), sub(c, b), sub(a, c));
        let (area, along0, along1) = (cross(ab, bc), dot(ab, d), dot(bc, d));
        // n.d of the edges, where outward normals are as long as they.
        let [of_ab, of_bc, of_ca] = [ab, bc, ca].map(|e| cross(d, e));
        let (starts, depth, facing, far);
        if self.count == 3 {
            let outward = |x: f64| if area < 0.0 { -x } else { x };
            let [of_ab, of_bc, of_ca] = [of_ab, of_bc, of_ca].map(outward);
            let drops_ab = of_ab <= of_bc && of_ab <= of_ca;
            let drops_ca = of_ca < of_ab && of_ca < of_bc;
            starts = [usize::from(drops_ab), 2 - usize::from(drops_ca)];
            let across = along0 + along1;
            depth = area.abs() * THIRD;
            facing = max(max(of_ab, of_bc), of_ca);
            far = max(max(along0, across), 0.0) - (along0 + across) * THIRD;
        } else {
            starts = [if of_ab > 0.0 { 0 } else { 2 }, if of_bc > 0.0 { 1 } else { 3 }];
            depth = area.abs() * 0.5;
            facing = max(of_ab.abs(), of_bc.abs());
            far = (along0.abs() + along1.abs()) * 0.5;
        }
        (starts, Reach { depth, facing, far, square: dot(d, d) })
    }
}

/// Which part of a vector is inside if it starts at the center, as two quotients, of which the smaller one counts:
/// to the edge that it meets first, and to the vertex that is farthest along it.
struct Reach {
    depth: f64,
    facing: f64,
    far: f64,
    square: f64,
}

impl Reach {
    fn part(&self) -> f64 {
        let Self { depth, facing, far, square } = *self;
        let (over, under) = if depth * square < far * facing { (depth, facing) } else { (far, square) };
        if under > 0.0 { over / under } else { 1.0 }
    }

    /// Whether no quotient is less than 1.
    fn is_all(&self) -> bool {
        self.depth >= self.facing && self.far >= self.square
    }
}

const THIRD: f64 = 1.0 / 3.0;

/// The plane of a triangle in space.
struct Face {
    b0: [f64; 3],
    e1: [f64; 3],
    e2: [f64; 3],
    m: [f64; 3],
    /// By which a foot's weights of the two edges are found.
    to_i: [f64; 3],
    to_j: [f64; 3],
}

impl Face {
    fn new(of: &Outline<3>) -> Self {
        let [b0, b1, b2, _] = of.vertices;
        let (e1, e2) = (sub(b1, b0), sub(b2, b0));
        let m = cross3(e1, e2);
        let scale = inverse(dot(m, m));
        let (to_i, to_j) = (cross3(e2, m).map(|x| x * scale), cross3(m, e1).map(|x| x * scale));
        Self { b0, e1, e2, m, to_i, to_j }
    }

    /// With the foot `b0 + i e1 + j e2`, which is clamped into the face.
    fn with_foot(&self, p: [f64; 3]) -> Nearest<3> {
        let Self { b0, e1, e2, .. } = self;
        let y = sub(p, *b0);
        let i = clamp(dot(self.to_i, y), 1.0);
        let j = clamp(dot(self.to_j, y), 1.0 - i);
        Nearest::new(p, core::array::from_fn(|k| b0[k] + (e1[k] * i + e2[k] * j)))
    }

    /// With the point of an edge that is nearest to the plane.
    fn with_edge(&self, edge: &Edge<3>) -> Nearest<3> {
        let (from, slope) = (dot(self.m, sub(edge.x, self.b0)), dot(self.m, edge.e));
        self.with_foot(edge.at(clamp(-from * inverse(slope), 1.0)))
    }
}

/// Distance and closest points of two shapes whose cores are axis-aligned boxes.
pub(crate) fn of_boxes<const D: usize>(a: &Block<D>, b: &Block<D>) -> Found<D> {
    let (Block { min: min1, max: max1, .. }, Block { min: min2, max: max2, .. }) = (*a, *b);
    let (mut p, mut q) = (min1, min2);
    for k in 0..D {
        (p[k], q[k]) = if max1[k] < min2[k] {
            (max1[k], min2[k])
        } else if max2[k] < min1[k] {
            (min1[k], max2[k])
        } else if min1[k] < min2[k] {
            (min2[k], min2[k])
        } else {
            (min1[k], min1[k])
        };
    }
    with_radii([0.0; D], Nearest::new(p, q), [a.radius, b.radius])
}

/// Distance and closest points of two shapes whose cores are outlines, at least one of them with an edge.
pub(crate) fn of_outlines<const D: usize>(a: &Outline<D>, b: &Outline<D>) -> Found<D>
where
    Of<D>: Space<D>,
{
    // The one with fewer vertices first; of two of one kind the same one, in either order.
    let is_swapped = if a.count == b.count { b.is_before(a) } else { b.count < a.count };
    if is_swapped { ordered(b, a).exchanged() } else { ordered(a, b) }
}

fn ordered<const D: usize>(a: &Outline<D>, b: &Outline<D>) -> Found<D>
where
    Of<D>: Space<D>,
{
    let nearest = Of::<D>::nearest(a, &b.relative_to(a.origin));
    with_radii(a.origin, nearest, [a.radius, b.radius])
}

/// Distance and closest points of a segment or triangle of space, or what is within a radius, and a box.
pub(crate) fn of_outline_and_box(a: &Outline<3>, b: &Block<3>) -> Found<3> {
    let b = b.relative_to(a.origin);
    let of_edges = a.edges().iter().map(|edge| b.nearest_to(edge)).reduce(Nearest::nearer);
    let with_face = (a.count == 3).then(|| {
        let face = Face::new(a);
        b.nearest(face.with_edge(&b.diagonal(face.m)).q)
    });
    // There always is an edge.
    let of_edges = of_edges.unwrap_or(b.nearest(a.vertices[0]));
    with_radii(a.origin, with_face.into_iter().fold(of_edges, Nearest::nearer), [a.radius, b.radius])
}

/// The same in the other order.
pub(crate) fn of_box_and_outline(a: &Block<3>, b: &Outline<3>) -> Found<3> {
    of_outline_and_box(b, a).exchanged()
}

fn of_vertex<const D: usize>(p: [f64; D], edge: &Edge<D>) -> Nearest<D> {
    let t = clamp(dot(sub(p, edge.x), edge.e) * edge.inverse, 1.0);
    Nearest::new(p, edge.at(t))
}

/// The nearest points of two edges, and, in the plane, whether they cross.
fn of_edges<const D: usize>(x: &Edge<D>, y: &Edge<D>) -> (Nearest<D>, bool)
where
    Of<D>: Space<D>,
{
    let d = sub(y.x, x.x);
    let (over, under) = Of::<D>::meeting(d, x.e, y.e);
    let (along_x, along_y, both) = (dot(d, x.e), dot(d, y.e), dot(x.e, y.e));
    let at_line = over * inverse(under);
    let s = clamp(at_line, 1.0);
    let foot = (s * both - along_y) * y.inverse;
    let t = clamp(foot, 1.0);
    let cross = under != 0.0 && s == at_line && t == foot;
    let s = clamp((t * both + along_x) * x.inverse, 1.0);
    (Nearest::new(x.at(s), y.at(t)), cross)
}

/// The points of two segments that are nearest to each other: of one from the origin along `u`, and of one from
/// `x` to `y`.
pub(crate) fn of_segments<const D: usize>(u: [f64; D], x: [f64; D], y: [f64; D]) -> [[f64; D]; 2]
where
    Of<D>: Space<D>,
{
    let (Nearest { p, q, .. }, _) = of_edges(&Edge::new([0.0; D], u), &Edge::new(x, y));
    [p, q]
}

/// One common point where the cores meet.
fn common<const D: usize>(a: &Outline<D>, b: &Outline<D>, nearest: Nearest<D>) -> Nearest<D> {
    let Nearest { p, q, squared } = nearest;
    let w = sub(q, p);
    let half = squared * 0.5;
    let is_around = a.vertices().iter().any(|&v| dot(w, sub(v, p)) > half);
    let is_within = b.vertices().iter().any(|&v| dot(w, sub(v, q)) < -half);
    if is_around {
        Nearest { p: q, ..nearest }
    } else if is_within {
        Nearest { q: p, ..nearest }
    } else {
        nearest
    }
}

/// Distance and closest points of the shapes within radii of two cores. Points are relative to the origin.
///
/// Where both meet, the point divides `PQ` as the radii do, so it is in both.
fn with_radii<const D: usize>(origin: [f64; D], nearest: Nearest<D>, [r1, r2]: [f64; 2]) -> Found<D> {
    let Nearest { p, q, .. } = nearest;
    let w = sub(q, p);
    let (length, reach) = (sqrt64(dot(w, w)), r1 + r2);
    let is_apart = length > reach;
    let inverse = inverse(if is_apart { length } else { reach });
    let (from_p, from_q) = (r1 * inverse, r2 * inverse);
    let (on_a, on_b) = (along(p, from_p, w), along(q, -from_q, w));
    let middle = midway(on_a, on_b);
    let [on_a, on_b] = if is_apart { [on_a, on_b] } else { [middle, middle] };
    let distance = if is_apart { length - reach } else { 0.0 };
    Found { distance, on_a: along(origin, 1.0, on_a), on_b: along(origin, 1.0, on_b) }
}

/// `1 / x`, or 0 for 0: for a quotient that may then be any number.
pub(crate) fn inverse(x: f64) -> f64 {
    if x == 0.0 { 0.0 } else { 1.0 / x }
}

/// The nearest number from 0 to `most`.
fn clamp(x: f64, most: f64) -> f64 {
    if x > most {
        most
    } else if x > 0.0 {
        x
    } else {
        0.0
    }
}

/// A shape that has closest points with another one, in this order or exchanged: see
/// [`dim2::closest`](crate::dim2::closest) and [`dim3::closest`](crate::dim3::closest).
pub trait ClosestTo<B> {
    /// Distance and points of this shape and of the other one.
    type Pair;

    /// The closest points of this shape and another one.
    ///
    /// ```
    /// use scalar::ClosestTo;
    /// use scalar::dim2::{Disk, Triangle};
    ///
    /// let triangle = Triangle { a: [0.0, 0.0], b: [4.0, 0.0], c: [0.0, 4.0] };
    /// let found = Disk { center: [1.0, -5.0], radius: 2.0 }.closest_to(&triangle);
    /// assert_eq!((found.distance, found.on_a, found.on_b), (3.0, [1.0, -3.0], [1.0, 0.0]));
    /// ```
    fn closest_to(&self, other: &B) -> Self::Pair;
}

/// Implements [`ClosestTo`] for pairs of shapes by one of the algorithms.
macro_rules! closest_to {
    ($pair:ident, $algorithm:ident($left:ident, $right:ident): $($a:ty, $b:ty;)*) => {$(
        impl ClosestTo<$b> for $a {
            type Pair = $pair;

            fn closest_to(&self, other: &$b) -> $pair {
                let columns: [&[f32]; 2] = [cast_slice(from_ref(self)), cast_slice(from_ref(other))];
                let found = $algorithm(&self.$left(), &other.$right());
                let (distance, on_a, on_b) = found.rounded(columns);
                $pair { distance, on_a, on_b }
            }
        }
    )*};
}
pub(crate) use closest_to;
