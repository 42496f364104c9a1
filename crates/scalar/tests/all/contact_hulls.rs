//! Contacts in space of points, segments, triangles and boxes. The truth is in whole numbers, by brute force
//! over all pairs, triples and pairs of pairs of vertices, whichever of these are edges and faces.

use scalar::dim3::contact::{
    aabb_aabb, aabb_oriented_box, aabb_triangle, capsule_aabb, capsule_oriented_box, capsule_triangle,
    oriented_box_oriented_box, oriented_box_triangle, sphere_oriented_box, triangle_triangle,
};
use scalar::dim3::{Aabb3, Capsule3, Contact3, OrientedBox3, Sphere, Triangle3};

use crate::common::{Rng, orders, replaced};
use crate::whole::{dot, sub, whole};

/// One rounding to `f32`.
const U: f64 = f32::EPSILON as f64 / 2.0;

pub type Whole = [i128; 3];
pub type Vector = [f64; 3];

fn cross(u: Whole, v: Whole) -> Whole {
    [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]
}

fn norm(v: Vector) -> f64 {
    v[0].hypot(v[1]).hypot(v[2])
}

fn length(v: Whole) -> f64 {
    norm(v.map(|x| x as f64))
}

/// Which features were met.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Class {
    FaceOfA,
    FaceOfB,
    Edges,
    ApartAtVertices,
    ApartAtVertexAndEdge,
    ApartAtVertexAndFace,
    ApartAtEdges,
}

const CLASSES: [Class; 7] = [
    Class::FaceOfA,
    Class::FaceOfB,
    Class::Edges,
    Class::ApartAtVertices,
    Class::ApartAtVertexAndEdge,
    Class::ApartAtVertexAndFace,
    Class::ApartAtEdges,
];

fn pairs(of: &[Whole]) -> Vec<[Whole; 2]> {
    (0..of.len()).flat_map(|i| (0..i).map(move |j| [of[i], of[j]])).filter(|[p, q]| p != q).collect()
}

fn triples(of: &[Whole]) -> Vec<[Whole; 3]> {
    let all =
        (0..of.len()).flat_map(|i| (0..i).flat_map(move |j| (0..j).map(move |k| [of[i], of[j], of[k]])));
    all.filter(|[p, q, r]| cross(sub(*q, *p), sub(*r, *p)) != [0; 3]).collect()
}

/// The least overlap along a vector or against it, times its length.
fn overlap(a: &[Whole], b: &[Whole], d: Whole) -> i128 {
    let range = |of: &[Whole]| {
        of.iter().map(|&p| dot(p, d)).fold((i128::MAX, i128::MIN), |(low, high), x| (low.min(x), high.max(x)))
    };
    let ((a0, a1), (b0, b1)) = (range(a), range(b));
    (a1 - b0).min(b1 - a0)
}

/// The distance of a point from a triangle's inside, and the direction.
fn to_face(p: Whole, [a, b, c]: [Whole; 3]) -> Option<(f64, Whole)> {
    let m = cross(sub(b, a), sub(c, a));
    let is_inner = |x: Whole, y: Whole| dot(m, cross(sub(y, x), sub(p, x))) >= 0;
    let is_above = is_inner(a, b) && is_inner(b, c) && is_inner(c, a);
    is_above.then(|| (dot(m, sub(p, a)).abs() as f64 / length(m), m))
}

/// The distance of a point from a segment's inside.
fn to_segment(p: Whole, [x, y]: [Whole; 2]) -> Option<(f64, Whole)> {
    let (e, w) = (sub(y, x), sub(p, x));
    let (along, length2) = (dot(w, e), dot(e, e));
    let across = cross(w, e);
    (along > 0 && along < length2).then(|| (length(across) / length(e), cross(e, across)))
}

/// The distance of two segments that are nearest inside of both.
fn of_segments([x, y]: [Whole; 2], [z, w]: [Whole; 2]) -> Option<(f64, Whole)> {
    let (e, f, d) = (sub(y, x), sub(w, z), sub(z, x));
    let n = cross(e, f);
    let under = dot(n, n);
    let (s, t) = (dot(cross(d, f), n), dot(cross(d, e), n));
    let is_inside = n != [0; 3] && s >= 0 && s <= under && t >= 0 && t <= under;
    is_inside.then(|| (dot(d, n).abs() as f64 / length(n), n))
}

/// The depth of two convex hulls, minus their distance if they are apart.
fn true_depth(a: &[Whole], b: &[Whole]) -> (f64, Class) {
    let ([edges_a, edges_b], [faces_a, faces_b]) = ([a, b].map(pairs), [a, b].map(triples));
    let mut nearest = (f64::INFINITY, [0; 3], Class::ApartAtVertices);
    let mut nearer = |found: Option<(f64, Whole)>, class: Class| {
        if let Some((distance, d)) = found
            && distance < nearest.0
        {
            nearest = (distance, d, class);
        }
    };
    for &p in a {
        for &q in b {
            let d = sub(q, p);
            nearer(Some((length(d), d)), Class::ApartAtVertices);
        }
    }
    for (vertices, edges, faces) in [(a, &edges_b, &faces_b), (b, &edges_a, &faces_a)] {
        for &p in vertices {
            for &edge in edges {
                nearer(to_segment(p, edge), Class::ApartAtVertexAndEdge);
            }
            for &face in faces {
                nearer(to_face(p, face), Class::ApartAtVertexAndFace);
            }
        }
    }
    for &x in &edges_a {
        for &y in &edges_b {
            nearer(of_segments(x, y), Class::ApartAtEdges);
        }
    }
    let (distance, w, class) = nearest;
    if distance > 0.0 && overlap(a, b, w) < 0 {
        return (-distance, class);
    }
    let mut depth = (f64::INFINITY, Class::Edges);
    let mut less = |d: Whole, class: Class| {
        let along = overlap(a, b, d) as f64 / length(d);
        assert!(along >= 0.0);
        if along < depth.0 {
            depth = (along, class);
        }
    };
    for (faces, class) in [(&faces_a, Class::FaceOfA), (&faces_b, Class::FaceOfB)] {
        for [p, q, r] in faces {
            less(cross(sub(*q, *p), sub(*r, *p)), class);
        }
    }
    for [p, q] in &edges_a {
        for [r, s] in &edges_b {
            let d = cross(sub(*q, *p), sub(*s, *r));
            if d != [0; 3] {
                less(d, Class::Edges);
            }
        }
    }
    // Points and segments of one line.
    if depth.0 < f64::INFINITY { depth } else { (0.0, Class::Edges) }
}

/// A shape as its vertices and the radius around them.
pub struct Round {
    pub vertices: Vec<Whole>,
    pub radius: f64,
}

#[derive(Debug, Default)]
struct Met {
    classes: [usize; 7],
    touching: usize,
    /// Shapes of which none is larger than a thousandth of the largest distance.
    small: usize,
    worst: [f64; 4],
    /// Points that are not on both borders.
    off: usize,
}

impl Met {
    fn check(&mut self, a: &Round, b: &Round, found: &Contact3, what: &dyn std::fmt::Debug) {
        let (signed, class) = true_depth(&a.vertices, &b.vertices);
        let depth = a.radius + b.radius + signed;
        let extent = |of: &[Whole]| {
            of.iter().flat_map(|&p| of.iter().map(move |&q| length(sub(p, q)))).fold(0.0, f64::max)
        };
        let size = extent(&[a.vertices.as_slice(), &b.vertices].concat()) + 2.0 * (a.radius + b.radius);
        let say = |of: &str, error: f64| {
            format!("{of} off by {error:e}: {what:?} {found:?}, depth {depth:e}, {class:?}, size {size:e}")
        };
        let bound = U * depth.abs() + U * size;
        let error = (f64::from(found.depth) - depth).abs() / bound.max(1e-300);
        assert!(error <= 1.0, "{}", say("depth", error));

        let n = found.normal.map(f64::from);
        assert!((norm(n) - 1.0).abs() <= 2.0 * U, "{}", say("length", norm(n)));
        let along = |v: Whole| v[0] as f64 * n[0] + v[1] as f64 * n[1] + v[2] as f64 * n[2];
        let reach = a.vertices.iter().flat_map(|&p| b.vertices.iter().map(move |&q| sub(p, q)));
        let reach = reach.map(along).fold(f64::NEG_INFINITY, f64::max);
        let more = (a.radius + b.radius + reach - depth) / (4.0 * U * size).max(1e-300);
        assert!(more <= 1.0, "{}", say("overlap", more));

        // The point is as far ahead of either shape's border as it is deep, and in both, or between them.
        let p = found.point.map(f64::from);
        let bound = 4.0 * U * (p.iter().fold(0.0, |far: f64, x| far.max(x.abs())) + size);
        let (mut border, mut outside) = (0.0_f64, 0.0_f64);
        for (of, side) in [(a, 1.0), (b, -1.0)] {
            let ahead = |q: &Whole| {
                let [x, y, z] = [0, 1, 2].map(|k| q[k] as f64 - p[k]);
                side * (x * n[0] + y * n[1] + z * n[2])
            };
            let reach = of.vertices.iter().map(ahead).fold(f64::NEG_INFINITY, f64::max) + of.radius;
            border = border.max((reach - f64::from(found.depth) / 2.0).abs() / bound.max(1e-300));
            // Where it meets the border, less the radius.
            let half = side * (f64::from(found.depth) / 2.0 - of.radius);
            let at = [0, 1, 2].map(|k| p[k] + half * n[k]);
            outside = outside.max(distance(at, &of.vertices) / bound.max(1e-300));
        }
        assert!(border <= 1.0, "{}", say("border", border));
        self.off += usize::from(outside > 1.0);
        for (worst, error) in self.worst.iter_mut().zip([error, more, border, outside]) {
            *worst = worst.max(error);
        }
        self.classes[class as usize] += 1;
        self.touching += usize::from(signed == 0.0);
        self.small += usize::from(extent(&a.vertices).max(extent(&b.vertices)) < size / 1000.0);
    }

    fn finish(&self, of: &str, classes: &[Class], touching: usize) {
        println!("{of}: {self:?}");
        for &class in classes {
            assert!(self.classes[class as usize] > 20, "{of}: {class:?} {self:?}");
        }
        // An edge along a face, or a face on a face, where the point may lie beside what both have in common.
        let count: usize = self.classes.iter().sum();
        assert!(self.off * 200 < count, "{of}: {self:?}");
        assert!(self.touching > touching && self.small > 5, "{of}: {self:?}");
        assert!(self.worst[0] > 0.3 && self.worst[1] > 0.02 && self.worst[2] > 0.02, "{of}: {self:?}");
    }
}

/// How far a point is outside of the hull of vertices: the largest gap along any normal of three vertices,
/// any perpendicular of two, or the way to one.
pub fn distance(p: Vector, vertices: &[Whole]) -> f64 {
    let at = |q: &Whole| [0, 1, 2].map(|k| q[k] as f64 - p[k]);
    let all: Vec<Vector> = vertices.iter().map(at).collect();
    let dot = |u: Vector, v: Vector| u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
    let cross = |u: Vector, v: Vector| {
        [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]
    };
    let mut directions = all.clone();
    for (i, &x) in all.iter().enumerate() {
        for (j, &y) in all.iter().enumerate().take(i) {
            let e = [0, 1, 2].map(|k| y[k] - x[k]);
            directions.push(cross(e, cross(x, e)));
            for &z in &all[..j] {
                let f = [0, 1, 2].map(|k| z[k] - x[k]);
                let m = cross(e, f);
                directions.extend([m, m.map(|x| -x)]);
            }
        }
    }
    let gap = |d: &Vector| {
        let length = norm(*d);
        let least = all.iter().map(|&x| dot(x, *d)).fold(f64::INFINITY, f64::min);
        if length > 0.0 { least / length } else { 0.0 }
    };
    directions.iter().map(gap).fold(0.0, f64::max)
}

/// Shapes whose numbers are whole.
pub struct Shapes {
    pub rng: Rng,
    /// Each number has a size of its own, up to this power of two, or all have this one.
    most: u64,
    is_mixed: bool,
}

impl Shapes {
    pub fn new(seed: u64) -> Self {
        Self { rng: Rng::new(seed), most: 1, is_mixed: false }
    }

    pub fn next(&mut self) {
        self.most = [0, 1, 2, 3, 8, 23][self.rng.below(6) as usize];
        self.is_mixed = self.rng.below(3) == 0;
    }

    fn number(&mut self) -> f32 {
        (self.rng.of_size(self.most, self.is_mixed) * 1.6).round()
    }

    fn point(&mut self) -> [f32; 3] {
        [self.number(), self.number(), self.number()]
    }

    fn near(&mut self, p: [f32; 3]) -> [f32; 3] {
        let q = if self.rng.below(3) == 0 { [(); 3].map(|()| self.rng.signed() * 3.0) } else { self.point() };
        [0, 1, 2].map(|k| (p[k] + q[k]).round())
    }

    pub fn sphere(&mut self) -> (Sphere, Round) {
        let sphere = Sphere { center: self.point(), radius: self.number().abs() };
        (sphere, Round { vertices: vec![whole(sphere.center)], radius: sphere.radius.into() })
    }

    /// Any one, or of no length, or along an axis, or nearly so.
    pub fn capsule(&mut self) -> (Capsule3, Round) {
        let mut direction = self.point();
        match self.rng.below(6) {
            0 => direction = [0.0; 3],
            1 => direction[self.rng.below(3) as usize] = 0.0,
            2 => direction = [0.0, direction[0], 0.0],
            3 => direction = [1.0, direction[0], 0.0],
            _ => {}
        }
        let capsule = Capsule3 { start: self.point(), direction, radius: self.number().abs() };
        let (start, e) = (whole(capsule.start), whole(direction));
        let end = [0, 1, 2].map(|k| start[k] + e[k]);
        (capsule, Round { vertices: vec![start, end], radius: capsule.radius.into() })
    }

    pub fn aabb(&mut self) -> (Aabb3, Round) {
        let p = self.point();
        let q = self.near(p);
        let (min, max) = ([0, 1, 2].map(|k| p[k].min(q[k])), [0, 1, 2].map(|k| p[k].max(q[k])));
        let (low, high) = (whole(min), whole(max));
        let vertices = (0..8).map(|i| [0, 1, 2].map(|k| if i >> k & 1 == 0 { low[k] } else { high[k] }));
        (Aabb3 { min, max }, Round { vertices: vertices.collect(), radius: 0.0 })
    }

    /// With perpendicular axes whose products with themselves are 1, 2 or 9.
    pub fn oriented_box(&mut self) -> (OrientedBox3, Round) {
        let frames: [[Vector; 3]; 5] = [
            [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
            [[0.0, 1.0, 0.0], [-1.0, 0.0, 0.0], [0.0, 0.0, 1.0]],
            [[1.0, 1.0, 0.0], [-1.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
            [[0.0, 1.0, 1.0], [1.0, 0.0, 0.0], [0.0, 1.0, -1.0]],
            [[2.0, 1.0, 2.0], [-2.0, 2.0, 1.0], [1.0, 2.0, -2.0]],
        ];
        let axes = frames[self.rng.below(5) as usize].map(|u| u.map(|x| x as f32));
        let half_extents = self.point().map(|x| (x / 4.0).round().abs() * 18.0);
        let of = OrientedBox3 { center: self.point().map(|x| 3.0 * x), half_extents, axes };
        let (c, h, u) = (whole(of.center), whole(half_extents), axes.map(whole));
        let vertices = (0..8).map(|i| {
            let mut at = c;
            for k in 0..3 {
                let sign = if i >> k & 1 == 0 { -1 } else { 1 };
                at = [0, 1, 2].map(|j| at[j] + sign * h[k] * u[k][j] / dot(u[k], u[k]));
            }
            at
        });
        (of, Round { vertices: vertices.collect(), radius: 0.0 })
    }

    /// Any one, or a sliver, one with a short edge, or a small one that is far away.
    pub fn triangle(&mut self) -> (Triangle3, Round) {
        let a = self.point();
        let b = if self.rng.below(2) == 0 { self.near(a) } else { self.point() };
        let c = match self.rng.below(8) {
            0 => [0, 1, 2].map(|k| 2.0 * b[k] - a[k]),
            1 => a,
            2 => [0, 1, 2].map(|k| 2.0 * b[k] - a[k] + (self.rng.signed() * 1.5).round()),
            _ => self.near(b),
        };
        (Triangle3 { a, b, c }, Round { vertices: [a, b, c].map(whole).to_vec(), radius: 0.0 })
    }
}

/// Runs one kind of pairs.
fn check<A: std::fmt::Debug, B: std::fmt::Debug>(
    of: &str,
    count: usize,
    make: impl Fn(&mut Shapes) -> ((A, Round), (B, Round)),
    contact: fn(&A, &B) -> Contact3,
) -> Met {
    let mut shapes = Shapes::new(of.len() as u64);
    let mut met = Met::default();
    for _ in 0..count {
        shapes.next();
        let ((a, of_a), (b, of_b)) = make(&mut shapes);
        met.check(&of_a, &of_b, &contact(&a, &b), &(&a, &b));
    }
    println!("{of}: {met:?}");
    met
}

const APART: [Class; 4] =
    [Class::ApartAtVertices, Class::ApartAtVertexAndEdge, Class::ApartAtVertexAndFace, Class::ApartAtEdges];

#[test]
fn contacts_of_spheres_and_oriented_boxes_are_the_least_translation() {
    let met = check("sphere, box", 20_000, |s| (s.sphere(), s.oriented_box()), sphere_oriented_box::contact);
    met.finish("sphere, box", &[Class::FaceOfB, APART[0], APART[1], APART[2]], 20);
}

#[test]
fn contacts_of_capsules_and_hulls_are_the_least_translation() {
    let all = [&APART[..], &[Class::FaceOfB, Class::Edges]].concat();
    let met = check("turned", 10_000, |s| (s.capsule(), s.oriented_box()), capsule_oriented_box::contact);
    met.finish("turned", &all, 20);
    let met = check("upright", 10_000, |s| (s.capsule(), s.aabb()), capsule_aabb::contact);
    met.finish("upright", &all, 20);
    let met = check("triangle", 40_000, |s| (s.capsule(), s.triangle()), capsule_triangle::contact);
    met.finish("triangle", &all, 20);
}

#[test]
fn contacts_of_triangles_are_the_least_translation() {
    let met = check("triangles", 40_000, |s| (s.triangle(), s.triangle()), triangle_triangle::contact);
    met.finish("triangles", &CLASSES, 20);
    let met = check("turned", 8_000, |s| (s.oriented_box(), s.triangle()), oriented_box_triangle::contact);
    met.finish("turned", &[&APART[..], &[Class::FaceOfA, Class::Edges]].concat(), 20);
    let met = check("upright", 8_000, |s| (s.aabb(), s.triangle()), aabb_triangle::contact);
    met.finish("upright", &[&APART[..], &[Class::FaceOfA, Class::Edges]].concat(), 20);
}

#[test]
fn contacts_of_boxes_are_the_least_translation() {
    let met = check("both", 4_000, |s| (s.aabb(), s.oriented_box()), aabb_oriented_box::contact);
    met.finish("both", &CLASSES, 20);
    let met =
        check("turned", 4_000, |s| (s.oriented_box(), s.oriented_box()), oriented_box_oriented_box::contact);
    met.finish("turned", &CLASSES, 20);
    let met = check("upright", 4_000, |s| (s.aabb(), s.aabb()), aabb_aabb::contact);
    met.finish("upright", &[Class::FaceOfA, APART[0]], 20);
}

/// The bits of a contact, zeros without their signs.
fn bits(contact: &Contact3) -> [u32; 7] {
    let Contact3 { normal: [nx, ny, nz], depth, point: [x, y, z] } = *contact;
    [nx, ny, nz, depth, x, y, z].map(|x| if x == 0.0 { 0 } else { x.to_bits() })
}

/// One of each kind, and another one.
#[derive(Clone, Copy, Debug)]
struct All {
    sphere: Sphere,
    capsule: Capsule3,
    aabbs: [Aabb3; 2],
    boxes: [OrientedBox3; 2],
    triangles: [Triangle3; 2],
}

impl All {
    fn new(s: &mut Shapes) -> Self {
        s.next();
        Self {
            sphere: s.sphere().0,
            capsule: s.capsule().0,
            aabbs: [s.aabb().0, s.aabb().0],
            boxes: [s.oriented_box().0, s.oriented_box().0],
            triangles: [s.triangle().0, s.triangle().0],
        }
    }

    /// Boxes with axes of any direction, rounded, and numbers of few digits.
    fn turned(rng: &mut Rng) -> Self {
        let mut point = || [(); 3].map(|()| (rng.signed() * 64.0).round() / 8.0);
        let [a, b, c, d, e, f] = [(); 6].map(|()| point());
        let low = |p: [f32; 3], q: [f32; 3]| [0, 1, 2].map(|k| p[k].min(q[k]));
        let high = |p: [f32; 3], q: [f32; 3]| [0, 1, 2].map(|k| p[k].max(q[k]));
        let radius = a[0].abs();
        let extents = [e, f].map(|p| p.map(f32::abs));
        Self {
            sphere: Sphere { center: a, radius },
            capsule: Capsule3 { start: b, direction: c, radius },
            aabbs: [[a, b], [c, d]].map(|[p, q]| Aabb3 { min: low(p, q), max: high(p, q) }),
            boxes: [0, 1].map(|i| OrientedBox3 {
                center: [d, e][i],
                half_extents: extents[i],
                axes: turned_axes(rng),
            }),
            triangles: [Triangle3 { a, b, c }, Triangle3 { a: d, b: e, c: f }],
        }
    }

    fn map(&self, point: impl Fn([f32; 3]) -> [f32; 3], vector: impl Fn([f32; 3]) -> [f32; 3]) -> Self {
        let number = |x: f32| vector([x; 3])[0];
        Self {
            sphere: Sphere { center: point(self.sphere.center), radius: number(self.sphere.radius) },
            capsule: Capsule3 {
                start: point(self.capsule.start),
                direction: vector(self.capsule.direction),
                radius: number(self.capsule.radius),
            },
            aabbs: self.aabbs.map(|of| Aabb3 { min: point(of.min), max: point(of.max) }),
            boxes: self.boxes.map(|of| OrientedBox3 {
                center: point(of.center),
                half_extents: vector(of.half_extents),
                axes: of.axes,
            }),
            triangles: self.triangles.map(|of| Triangle3 { a: point(of.a), b: point(of.b), c: point(of.c) }),
        }
    }

    fn contacts(&self) -> [Contact3; 10] {
        let Self { sphere, capsule, aabbs: [aabb, other], boxes: [turned, second], triangles: [s, t] } = self;
        [
            sphere_oriented_box::contact(sphere, turned),
            capsule_oriented_box::contact(capsule, turned),
            capsule_aabb::contact(capsule, aabb),
            capsule_triangle::contact(capsule, s),
            aabb_aabb::contact(aabb, other),
            aabb_oriented_box::contact(aabb, turned),
            aabb_triangle::contact(aabb, s),
            oriented_box_oriented_box::contact(turned, second),
            oriented_box_triangle::contact(turned, s),
            triangle_triangle::contact(s, t),
        ]
    }
}

/// A random rotation.
fn turned_axes(rng: &mut Rng) -> [[f32; 3]; 3] {
    let q: [f64; 4] = std::array::from_fn(|_| f64::from(rng.signed()) + 1e-3);
    let length = q.iter().map(|x| x * x).sum::<f64>().sqrt();
    let [w, x, y, z] = q.map(|x| x / length);
    [
        [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y + w * z), 2.0 * (x * z - w * y)],
        [2.0 * (x * y - w * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z + w * x)],
        [2.0 * (x * z + w * y), 2.0 * (y * z - w * x), 1.0 - 2.0 * (x * x + y * y)],
    ]
    .map(|u| u.map(|x| x as f32))
}

#[test]
fn an_exchange_negates_the_normal_and_vertices_have_no_order() {
    fn exchanged<S: PartialEq + std::fmt::Debug>(contact: fn(&S, &S) -> Contact3, [a, b]: &[S; 2]) {
        let (there, back) = (contact(a, b), contact(b, a));
        // Triangles may be the same set of points with other columns.
        let expected = if bits(&there) == bits(&back) { there } else { there.exchanged() };
        assert_eq!(bits(&back), bits(&expected), "{a:?} {b:?}");
        assert!(a == b || there.normal != back.normal || there.depth == 0.0, "{a:?} {b:?}");
    }
    let mut shapes = Shapes::new(31);
    for _ in 0..20_000 {
        let all = All::new(&mut shapes);
        exchanged(aabb_aabb::contact, &all.aabbs);
        exchanged(oriented_box_oriented_box::contact, &all.boxes);
        let expected = all.contacts().map(|contact| bits(&contact));
        let [Triangle3 { a, b, c }, t] = all.triangles;
        for [a, b, c] in orders([a, b, c]) {
            let again = All { triangles: [Triangle3 { a, b, c }, t], ..all };
            assert_eq!(again.contacts().map(|contact| bits(&contact)), expected, "{all:?}");
        }
        let Capsule3 { start, direction, radius } = all.capsule;
        let capsule = Capsule3 {
            start: [0, 1, 2].map(|k| start[k] + direction[k]),
            direction: direction.map(|x| -x),
            radius,
        };
        if [0, 1, 2]
            .iter()
            .all(|&k| f64::from(capsule.start[k]) == f64::from(start[k]) + f64::from(direction[k]))
        {
            let again = All { capsule, ..all };
            assert_eq!(again.contacts().map(|contact| bits(&contact)), expected, "{all:?}");
        }
        let [s, t] = all.triangles;
        let set = |t: Triangle3| {
            let mut set = [t.a, t.b, t.c];
            set.sort_by(|p, q| p.partial_cmp(q).unwrap());
            set
        };
        if set(s) != set(t) {
            exchanged(triangle_triangle::contact, &[s, t]);
        }
    }
}

/// The bits do not depend on the unit, and depth and normal not on the distance from zero.
#[test]
fn contacts_scale_and_move_with_the_shapes() {
    let mut shapes = Shapes::new(32);
    for i in 0..20_000 {
        let all = if i % 2 == 0 { All::new(&mut shapes) } else { All::turned(&mut shapes.rng) };
        let by = [(-60.0_f32).exp2(), 60.0_f32.exp2(), 0.5][i % 3];
        let times = |v: [f32; 3]| v.map(|x| x * by);
        for (near, scaled) in all.contacts().into_iter().zip(all.map(times, times).contacts()) {
            let expected = Contact3 { depth: near.depth * by, point: times(near.point), ..near };
            assert_eq!(bits(&scaled), bits(&expected), "{all:?} by {by:e}");
        }
        if i % 2 == 0 {
            continue;
        }
        let far = all.map(|p| p.map(|x| x + 20.0_f32.exp2()), |v| v);
        for (near, far) in all.contacts().into_iter().zip(far.contacts()) {
            let [near, far] = [near, far].map(|contact| bits(&Contact3 { point: [0.0; 3], ..contact }));
            assert_eq!(near, far, "{all:?}");
        }
    }
}

/// The overlap along any normal is that of the box as it is stored, whose axes are not quite perpendicular.
#[test]
fn turned_boxes_have_contacts_within_bounds() {
    let mut rng = Rng::new(33);
    let corners = |of: &OrientedBox3| -> Vec<Vector> {
        let u = of.axes.map(|u| u.map(f64::from));
        let cross = |u: Vector, v: Vector| {
            [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]
        };
        let v = [cross(u[1], u[2]), cross(u[2], u[0]), cross(u[0], u[1])];
        let volume = (0..3).map(|k| u[0][k] * v[0][k]).sum::<f64>();
        let corner = |i: usize| {
            let sign =
                |k: usize| f64::from(of.half_extents[k]) * if i >> k & 1 == 0 { -1.0 } else { 1.0 } / volume;
            [0, 1, 2].map(|j| f64::from(of.center[j]) + (0..3).map(|k| sign(k) * v[k][j]).sum::<f64>())
        };
        (0..8).map(corner).collect()
    };
    let (mut apart, mut overlap, mut worst) = (0, 0, 0.0_f64);
    for i in 0..60_000 {
        let all = All::turned(&mut rng);
        let [a, mut b] = all.boxes;
        if i % 3 == 0 {
            // The same axes, or those rounded otherwise, or turned by next to nothing.
            b.axes = a.axes;
            let k = rng.below(3) as usize;
            b.axes[k][0] *= 1.0 + f32::EPSILON * rng.below(3) as f32;
        }
        let found = oriented_box_oriented_box::contact(&a, &b);
        let n = found.normal.map(f64::from);
        let along = |p: &Vector| p[0] * n[0] + p[1] * n[1] + p[2] * n[2];
        let ([p, q], size) = ([&a, &b].map(corners), 64.0);
        let reach = p.iter().map(along).fold(f64::NEG_INFINITY, f64::max)
            - q.iter().map(along).fold(f64::INFINITY, f64::min);
        let error = (reach - f64::from(found.depth)).abs() / (U * size);
        assert!(error <= 4.0, "{error} {a:?} {b:?} {found:?}");
        worst = worst.max(error);
        apart += usize::from(found.depth < 0.0);
        overlap += usize::from(found.depth > 0.0);
        assert_eq!(
            scalar::exact::oriented_box3_oriented_box3(&a, &b),
            found.depth >= 0.0,
            "{a:?} {b:?} {found:?}"
        );
    }
    assert!(apart > 10_000 && overlap > 10_000 && worst > 0.1, "{apart} {overlap} {worst}");
}

/// A box whose top is tilted by an angle, and a point that is nearest to the edge of it: the distance is off
/// by the square of the angle, which is as much as a point that is not moved along the edge, times the angle.
#[test]
fn boxes_with_slanting_axes_are_off_by_the_square_of_the_angle() {
    for power in 4..20 {
        let a = f64::from(-power).exp2();
        let axes = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [a as f32, 0.0, 1.0]];
        let slanting = OrientedBox3 { center: [0.0; 3], half_extents: [8.0; 3], axes };
        let found =
            sphere_oriented_box::contact(&Sphere { center: [0.0, 11.0, 12.0], radius: 0.0 }, &slanting);
        // The edge has the points (x, 8, 8 - a x).
        let distance = (9.0 + 16.0 / (1.0 + a * a)).sqrt();
        let error = (f64::from(found.depth) + distance).abs();
        assert!(error <= 16.0 * a * a + 32.0 * U, "{power} {error} {found:?}");
    }
}

#[test]
fn hulls_without_area_or_direction_have_finite_contacts() {
    let point = Triangle3 { a: [1.0; 3], b: [1.0; 3], c: [1.0; 3] };
    let segment = |from: f32, to: f32| Triangle3 { a: [from; 3], b: [to; 3], c: [from; 3] };
    let rod = |direction: f32, radius: f32| Capsule3 { start: [1.0; 3], direction: [direction; 3], radius };
    let axes = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    let turned = |half_extents| OrientedBox3 { center: [1.0; 3], half_extents, axes };
    let aabb = Aabb3 { min: [1.0; 3], max: [1.0; 3] };
    let none = |contact: Contact3, depth: f32| {
        assert_eq!((contact.normal, contact.depth), ([1.0, 0.0, 0.0], depth), "{contact:?}");
        assert!(contact.point == [1.0 + depth / 2.0, 1.0, 1.0], "{contact:?}");
    };
    none(triangle_triangle::contact(&point, &point), 0.0);
    none(capsule_triangle::contact(&rod(0.0, 2.0), &point), 2.0);
    none(capsule_aabb::contact(&rod(0.0, 2.0), &aabb), 2.0);
    none(capsule_oriented_box::contact(&rod(0.0, 2.0), &turned([0.0; 3])), 2.0);
    none(sphere_oriented_box::contact(&Sphere { center: [1.0; 3], radius: 2.0 }, &turned([0.0; 3])), 2.0);
    none(aabb_aabb::contact(&aabb, &aabb), 0.0);
    none(aabb_oriented_box::contact(&aabb, &turned([0.0; 3])), 0.0);
    none(aabb_triangle::contact(&aabb, &point), 0.0);
    none(oriented_box_oriented_box::contact(&turned([0.0; 3]), &turned([0.0; 3])), 0.0);
    none(oriented_box_triangle::contact(&turned([0.0; 3]), &point), 0.0);

    // On one line: apart, and over each other.
    let apart = triangle_triangle::contact(&segment(0.0, 2.0), &segment(5.0, 9.0));
    assert!((apart.depth + 27.0_f32.sqrt()).abs() < 1e-6 && apart.point == [3.5; 3], "{apart:?}");
    let along = triangle_triangle::contact(&segment(0.0, 4.0), &segment(3.0, 9.0));
    let sum = along.normal.iter().sum::<f32>();
    assert!(along.depth == 0.0 && sum.abs() < 1e-6, "{along:?}");
    let along = capsule_triangle::contact(&rod(4.0, 2.0), &segment(3.0, 9.0));
    assert!(along.depth == 2.0 && along.normal.iter().sum::<f32>().abs() < 1e-6, "{along:?}");

    // A box that is a point, beside a segment: the way to its middle is the only direction between both.
    let origin = OrientedBox3 {
        center: [0.0; 3],
        half_extents: [0.0; 3],
        axes: [[2.0, 1.0, 2.0], [-2.0, 2.0, 1.0], [1.0, 2.0, -2.0]],
    };
    let beside = Triangle3 { a: [1.0, -1.0, -2.0], b: [-1.0, 1.0, 0.0], c: [-3.0, 3.0, 2.0] };
    let found = oriented_box_triangle::contact(&origin, &beside);
    assert!((found.depth + (2.0_f32 / 3.0).sqrt()).abs() < 1e-7, "{found:?}");

    // Axes that do not span space.
    let mut flat = turned([1.0; 3]);
    flat.axes[2] = [1.0, 1.0, 0.0];
    let all_nan =
        |contact: Contact3| assert!(bits(&contact).iter().all(|&x| x == f32::NAN.to_bits()), "{contact:?}");
    all_nan(oriented_box_oriented_box::contact(&flat, &turned([1.0; 3])));
    all_nan(oriented_box_oriented_box::contact(&turned([1.0; 3]), &flat));
    all_nan(sphere_oriented_box::contact(&Sphere { center: [1.0; 3], radius: 2.0 }, &flat));
}

#[test]
fn contacts_of_the_largest_and_smallest_hulls_are_finite() {
    let [max, tiny] = [f32::MAX, f32::from_bits(1)];
    let mut rng = Rng::new(34);
    for x in [max, tiny] {
        for _ in 0..2000 {
            let mut point = || [(); 3].map(|()| [x, -x, 0.0, x / 2.0][rng.below(4) as usize]);
            let [a, b, c, d, e, f] = [(); 6].map(|()| point());
            let [low, high] = [a, b].map(|p| p.map(f32::abs));
            let all = All {
                sphere: Sphere { center: a, radius: high[0] },
                capsule: Capsule3 { start: b, direction: c, radius: low[0] },
                aabbs: [Aabb3 { min: low.map(|x| -x), max: high }, Aabb3 { min: high.map(|x| -x), max: low }],
                boxes: [c, d].map(|center| {
                    let mut axes = turned_axes(&mut rng);
                    let by = [20.0_f32, 0.0, -20.0][rng.below(3) as usize].exp2();
                    axes[1] = axes[1].map(|x| x * by);
                    OrientedBox3 { center, half_extents: [low, high][rng.below(2) as usize], axes }
                }),
                triangles: [Triangle3 { a, b, c }, Triangle3 { a: d, b: e, c: f }],
            };
            for (k, contact) in all.contacts().iter().enumerate() {
                assert!(!contact.depth.is_nan(), "{k} {contact:?} {all:?}");
                let n = contact.normal.map(f64::from);
                assert!((norm(n) - 1.0).abs() <= 2.0 * U, "{k} {contact:?} {all:?}");
                assert!(contact.point.iter().all(|x| !x.is_nan()), "{k} {contact:?} {all:?}");
            }
        }
    }
    let all = All::turned(&mut Rng::new(35));
    let is_nan = |contact: &Contact3| bits(contact).iter().all(|&x| x == f32::NAN.to_bits());
    for bad in [f32::NAN, f32::INFINITY, -f32::INFINITY] {
        let expect = |all: All, which: &[usize]| {
            for (k, contact) in all.contacts().iter().enumerate() {
                assert_eq!(is_nan(contact), which.contains(&k), "{k} {contact:?}");
            }
        };
        replaced(all.sphere, bad).for_each(|sphere| expect(All { sphere, ..all }, &[0]));
        replaced(all.capsule, bad).for_each(|capsule| expect(All { capsule, ..all }, &[1, 2, 3]));
        replaced(all.aabbs[0], bad)
            .for_each(|x| expect(All { aabbs: [x, all.aabbs[1]], ..all }, &[2, 4, 5, 6]));
        replaced(all.boxes[0], bad)
            .for_each(|x| expect(All { boxes: [x, all.boxes[1]], ..all }, &[0, 1, 5, 7, 8]));
        replaced(all.boxes[1], bad).for_each(|x| expect(All { boxes: [all.boxes[0], x], ..all }, &[7]));
        replaced(all.triangles[0], bad)
            .for_each(|x| expect(All { triangles: [x, all.triangles[1]], ..all }, &[3, 6, 8, 9]));
    }
}
