//! The points of contacts in space: they lie on both shapes, as deep as they say, and span what the faces
//! have in common, which is found here by clipping one polygon by the other.

use scalar::dim3::contact::manifold::{ContactPoint3, HasFace, Manifold3, SLACK, manifold};
use scalar::dim3::contact::{
    aabb_aabb, aabb_oriented_box, aabb_triangle, capsule_aabb, capsule_capsule, capsule_oriented_box,
    capsule_triangle, oriented_box_oriented_box, oriented_box_triangle, sphere_aabb, sphere_triangle,
    triangle_triangle,
};
use scalar::dim3::{Aabb3, Capsule3, Contact3, OrientedBox3, Triangle3};

use crate::common::orders;
use crate::contact_hulls::{Round, Shapes, Vector, distance};

/// One rounding to `f32`.
const U: f64 = f32::EPSILON as f64 / 2.0;

fn dot(u: Vector, v: Vector) -> f64 {
    u[0] * v[0] + u[1] * v[1] + u[2] * v[2]
}

fn sub(u: Vector, v: Vector) -> Vector {
    [u[0] - v[0], u[1] - v[1], u[2] - v[2]]
}

fn cross(u: Vector, v: Vector) -> Vector {
    [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]
}

fn norm(v: Vector) -> f64 {
    dot(v, v).sqrt()
}

fn along(p: Vector, far: f64, n: Vector) -> Vector {
    [0, 1, 2].map(|k| p[k] + far * n[k])
}

#[derive(Debug, Default)]
struct Met {
    /// By the number of points.
    counts: [usize; 5],
    /// With an area, of which at least a quarter is spanned.
    areas: usize,
    /// Of faces that have some of their corners in common.
    shallow: usize,
    /// The largest error of a place, of what it may be.
    worst: f64,
    /// The least part of an area.
    least: f64,
}

/// The faces that the normal may leave a shape by: more than one if they are nearly as steep.
fn faces(of: &Round, n: Vector) -> Vec<Vec<Vector>> {
    let v: Vec<Vector> = of.vertices.iter().map(|v| v.map(|x| x as f64)).collect();
    let steepness = |face: &[Vector]| {
        let m = cross(sub(face[1], face[0]), sub(face[2], face[0]));
        dot(m, n) / norm(m).max(1e-300)
    };
    match v.len() {
        3 if steepness(&v).abs() > 0.708 => vec![v],
        8 => {
            let sides = [[0, 1, 3, 2], [4, 5, 7, 6], [0, 1, 5, 4], [2, 3, 7, 6], [0, 2, 6, 4], [1, 3, 7, 5]];
            let sides: Vec<Vec<Vector>> = sides.iter().map(|side| side.map(|k| v[k]).to_vec()).collect();
            let height = |side: &Vec<Vector>| side.iter().map(|&p| dot(p, n)).sum::<f64>();
            let best = sides.iter().map(|side| steepness(side).abs()).fold(0.0, f64::max);
            let top = sides.iter().filter(|side| steepness(side).abs() > best - 1e-5);
            let all: Vec<Vec<Vector>> = top.cloned().collect();
            if sides.iter().any(|side| is_flat(side)) {
                return Vec::new();
            }
            // Of two opposite sides the one ahead.
            let pairs = all.chunks(2).filter(|pair| pair.len() == 2);
            pairs
                .map(|pair| if height(&pair[0]) > height(&pair[1]) { &pair[0] } else { &pair[1] }.clone())
                .collect()
        }
        _ => Vec::new(),
    }
}

fn is_flat(face: &[Vector]) -> bool {
    cross(sub(face[1], face[0]), sub(face[2], face[0])) == [0.0; 3]
}

/// The part of a polygon that is beside each edge of another one, seen along a normal (Sutherland and
/// Hodgman).
fn clipped(of: &[Vector], by: &[Vector], n: Vector) -> Vec<Vector> {
    let area: f64 = (2..by.len()).map(|k| dot(n, cross(sub(by[k - 1], by[0]), sub(by[k], by[0])))).sum();
    let mut left = of.to_vec();
    for k in 0..by.len() {
        let (p, q) = (by[k], by[(k + 1) % by.len()]);
        let inner = |x: Vector| dot(n, cross(sub(q, p), sub(x, p))) * area.signum();
        let mut next = Vec::new();
        for i in 0..left.len() {
            let (x, y) = (left[i], left[(i + 1) % left.len()]);
            let (s, t) = (inner(x), inner(y));
            if s >= 0.0 {
                next.push(x);
            }
            if (s < 0.0) != (t < 0.0) {
                next.push(along(x, s / (s - t), sub(y, x)));
            }
        }
        left = next;
    }
    left
}

/// The area of a polygon, seen along a normal.
fn area(of: &[Vector], n: Vector) -> f64 {
    (2..of.len()).map(|k| dot(n, cross(sub(of[k - 1], of[0]), sub(of[k], of[0])))).sum::<f64>().abs() / 2.0
}

impl Met {
    fn check<A: HasFace, B: HasFace>(
        &mut self,
        (a, of_a): (&A, &Round),
        (b, of_b): (&B, &Round),
        contact: &Contact3,
        what: &dyn std::fmt::Debug,
    ) {
        let say = |of: &str| format!("{of}: {what:?} {contact:?}");
        let vertices = [of_a, of_b].map(|of| of.vertices.iter().map(|v| v.map(|x| x as f64)));
        let all: Vec<Vector> = vertices.into_iter().flatten().collect();
        let span = all.iter().flat_map(|&p| all.iter().map(move |&q| norm(sub(p, q)))).fold(0.0, f64::max);
        let size = span + 2.0 * (of_a.radius + of_b.radius);
        let n = contact.normal.map(f64::from);
        let every = manifold(a, b, contact, f32::INFINITY);
        let touching = manifold(a, b, contact, 0.0);

        if contact.depth < 0.0 {
            assert_eq!(touching.iter().count(), 0, "{}", say("apart"));
        }
        for (points, least) in [(&every, f32::NEG_INFINITY), (&touching, 0.0)] {
            let found: Vec<ContactPoint3> = points.iter().collect();
            assert!(points.points[found.len()..].iter().all(|p| p.at.iter().all(|x| x.is_nan())));
            if found.is_empty() {
                continue;
            }
            assert_eq!(found[0].depth, contact.depth, "{}", say("the first point"));
            for point in &found {
                assert!(point.depth <= contact.depth && point.depth >= least, "{}", say("depth"));
                // Where it meets the borders, less the radius.
                let p = point.at.map(f64::from);
                let far = p.iter().fold(0.0, |far: f64, x| far.max(x.abs()));
                let bound = 4.0 * U * (far + size) + (16.0 * U + SLACK) * size;
                for (of, side) in [(of_a, 1.0), (of_b, -1.0)] {
                    let at = along(p, side * (f64::from(point.depth) / 2.0 - of.radius), n);
                    let error = distance(at, &of.vertices) / bound.max(1e-300);
                    self.worst = self.worst.max(error);
                    assert!(error <= 1.0, "{} {error} {point:?}", say("beside"));
                }
            }
            self.counts[found.len()] += 1;
        }
        self.shallow += usize::from((1..every.iter().count()).contains(&touching.iter().count()));
        self.check_area(&[faces(of_a, n), faces(of_b, n.map(|x| -x))], n, &every, &say("area"));
    }

    fn check_area(&mut self, faces: &[Vec<Vec<Vector>>; 2], n: Vector, found: &Manifold3, what: &str) {
        let [a, b] = faces;
        let common = a.iter().flat_map(|a| b.iter().map(move |b| area(&clipped(a, b, n), n)));
        let Some(common) = common.reduce(f64::min) else { return };
        // Of what is narrower than a thousand roundings of coordinates, corners are lost.
        let reach = |face: &Vec<Vector>| face.iter().map(|&p| norm(sub(p, face[0]))).fold(0.0, f64::max);
        let length =
            faces.iter().map(|of| of.iter().map(reach).fold(0.0, f64::max)).fold(f64::INFINITY, f64::min);
        let far = faces.iter().flatten().flatten().flatten().fold(0.0, |far: f64, x| far.max(x.abs()));
        if common < 1000.0 * U * far * length {
            return;
        }
        let corners: Vec<Vector> = found.iter().map(|point| point.at.map(f64::from)).collect();
        // The first two are opposite each other.
        let spanned = match corners[..] {
            [p, q, r, s] => area(&[p, r, q, s], n),
            _ => area(&corners, n),
        };
        let part = spanned / common;
        assert!(part > 0.249, "{part} of the area of {common}: {found:?} {what}");
        self.least = if self.areas == 0 { part } else { self.least.min(part) };
        self.areas += 1;
    }
}

fn check<A: HasFace + std::fmt::Debug, B: HasFace + std::fmt::Debug>(
    of: &str,
    make: impl Fn(&mut Shapes) -> ((A, Round), (B, Round)),
    contact: fn(&A, &B) -> Contact3,
) -> Met {
    let mut shapes = Shapes::new(of.len() as u64);
    let mut met = Met::default();
    for _ in 0..10_000 {
        shapes.next();
        let ((a, of_a), (b, of_b)) = make(&mut shapes);
        met.check((&a, &of_a), (&b, &of_b), &contact(&a, &b), &(&a, &b));
    }
    println!("{of}: {met:?}");
    met
}

#[test]
fn points_are_on_both_shapes_and_span_what_faces_have_in_common() {
    let boxes = [
        check("upright", |s| (s.aabb(), s.aabb()), aabb_aabb::contact),
        check("both", |s| (s.aabb(), s.oriented_box()), aabb_oriented_box::contact),
        check("turned", |s| (s.oriented_box(), s.oriented_box()), oriented_box_oriented_box::contact),
        check("box, triangle", |s| (s.aabb(), s.triangle()), aabb_triangle::contact),
        check("turned, triangle", |s| (s.oriented_box(), s.triangle()), oriented_box_triangle::contact),
        check("triangles", |s| (s.triangle(), s.triangle()), triangle_triangle::contact),
    ];
    for (k, met) in boxes.into_iter().enumerate() {
        // Two upright boxes have rectangles in common, whose corners are level.
        let [_, one, two, three, four] = met.counts;
        assert!(met.areas > 100 && one.min(two).min(four) > 100, "{met:?}");
        assert!((three > 100 && met.shallow > 20) || k == 0, "{met:?}");
        assert!(met.worst > 0.02 && met.least < 1.0, "{met:?}");
    }
    let capsules = [
        check("capsules", |s| (s.capsule(), s.capsule()), capsule_capsule::contact),
        check("capsule, box", |s| (s.capsule(), s.aabb()), capsule_aabb::contact),
        check("capsule, turned", |s| (s.capsule(), s.oriented_box()), capsule_oriented_box::contact),
        check("capsule, triangle", |s| (s.capsule(), s.triangle()), capsule_triangle::contact),
    ];
    for met in capsules {
        assert!(met.counts[1] > 100 && met.counts[2] > 20 && met.counts[3..] == [0; 2], "{met:?}");
    }
    let spheres = [
        check("sphere", |s| (s.sphere(), s.aabb()), sphere_aabb::contact),
        check("sphere", |s| (s.sphere(), s.triangle()), sphere_triangle::contact),
    ];
    for met in spheres {
        assert!(met.counts[1] > 10_000 && met.counts[2..] == [0; 3], "{met:?}");
    }
}

/// Points as bits, zeros without their signs.
fn bits(points: &Manifold3) -> Vec<u32> {
    let numbers = points.points.iter().flat_map(|point| [point.at[0], point.at[1], point.at[2], point.depth]);
    numbers.map(|x| if x == 0.0 { 0 } else { x.to_bits() }).collect()
}

#[test]
fn an_exchange_changes_nothing_and_vertices_have_no_order() {
    fn exchanged<A: HasFace + std::fmt::Debug, B: HasFace + std::fmt::Debug>(
        a: &A,
        b: &B,
        contact: &Contact3,
    ) -> Vec<u32> {
        let there = bits(&manifold(a, b, contact, 0.5));
        assert_eq!(bits(&manifold(b, a, &contact.exchanged(), 0.5)), there, "{a:?} {b:?}");
        there
    }
    let mut shapes = Shapes::new(41);
    for _ in 0..20_000 {
        shapes.next();
        let (aabb, turned, triangle) = (shapes.aabb().0, shapes.oriented_box().0, shapes.triangle().0);
        let (other, capsule, sphere) = (shapes.oriented_box().0, shapes.capsule().0, shapes.sphere().0);
        exchanged(&aabb, &turned, &aabb_oriented_box::contact(&aabb, &turned));
        exchanged(&turned, &other, &oriented_box_oriented_box::contact(&turned, &other));
        exchanged(&sphere, &aabb, &sphere_aabb::contact(&sphere, &aabb));
        // Equal faces, in the mirror of each other.
        let h = turned.half_extents[2];
        let above = OrientedBox3 {
            center: [0, 1, 2].map(|k| turned.center[k] + 2.0 * h * turned.axes[2][k]),
            ..turned
        };
        exchanged(&turned, &above, &oriented_box_oriented_box::contact(&turned, &above));

        let contact = oriented_box_triangle::contact(&turned, &triangle);
        let expected = exchanged(&turned, &triangle, &contact);
        for [a, b, c] in orders([triangle.a, triangle.b, triangle.c]) {
            assert_eq!(bits(&manifold(&turned, &Triangle3 { a, b, c }, &contact, 0.5)), expected);
        }
        let contact = capsule_aabb::contact(&capsule, &aabb);
        let expected = exchanged(&capsule, &aabb, &contact);
        let end = [0, 1, 2].map(|k| capsule.start[k] + capsule.direction[k]);
        let back = Capsule3 { start: end, direction: capsule.direction.map(|x| -x), ..capsule };
        if (0..3).all(|k| f64::from(end[k]) == f64::from(capsule.start[k]) + f64::from(capsule.direction[k]))
        {
            assert_eq!(bits(&manifold(&back, &aabb, &contact, 0.5)), expected);
        }
    }
}

#[test]
fn points_scale_with_the_shapes() {
    let mut shapes = Shapes::new(42);
    for i in 0..10_000 {
        shapes.next();
        let (turned, triangle) = (shapes.oriented_box().0, shapes.triangle().0);
        let by = [(-60.0_f32).exp2(), 60.0_f32.exp2(), 0.5][i % 3];
        let times = |v: [f32; 3]| v.map(|x| x * by);
        let large = OrientedBox3 {
            center: times(turned.center),
            half_extents: times(turned.half_extents),
            axes: turned.axes,
        };
        let triangle_by = Triangle3 { a: times(triangle.a), b: times(triangle.b), c: times(triangle.c) };
        let near =
            manifold(&turned, &triangle, &oriented_box_triangle::contact(&turned, &triangle), f32::INFINITY);
        let contact = oriented_box_triangle::contact(&large, &triangle_by);
        let far = manifold(&large, &triangle_by, &contact, f32::INFINITY);
        let expected = near.points.map(|p| ContactPoint3 { at: times(p.at), depth: p.depth * by });
        assert_eq!(bits(&far), bits(&Manifold3 { points: expected }), "{turned:?} {triangle:?}");
    }
}

/// The points, sorted.
fn sorted_points(points: &Manifold3) -> Vec<([f32; 3], f32)> {
    let mut all: Vec<_> = points.iter().map(|point| (point.at, point.depth)).collect();
    all.sort_by(|p, q| p.partial_cmp(q).unwrap());
    all
}

#[test]
fn what_lies_stands_or_crosses_has_the_points_of_that() {
    let floor = Aabb3 { min: [-8.0, -8.0, -4.0], max: [8.0, 8.0, 0.0] };
    let on_floor = |capsule: Capsule3, margin: f32| {
        sorted_points(&manifold(&capsule, &floor, &capsule_aabb::contact(&capsule, &floor), margin))
    };
    // A capsule that lies, stands, leans within the margin and beyond it.
    let lying = Capsule3 { start: [-1.0, 2.0, 0.5], direction: [4.0, 0.0, 0.0], radius: 1.0 };
    assert_eq!(on_floor(lying, 0.0), [([-1.0, 2.0, -0.25], 0.5), ([3.0, 2.0, -0.25], 0.5)]);
    let standing = Capsule3 { direction: [0.0, 0.0, 4.0], ..lying };
    assert_eq!(on_floor(standing, 9.0), [([-1.0, 2.0, -0.25], 0.5)]);
    let leaning = Capsule3 { direction: [4.0, 0.0, 1.0], ..lying };
    assert_eq!(on_floor(leaning, 0.5), [([-1.0, 2.0, -0.25], 0.5), ([3.0, 2.0, 0.25], -0.5)]);
    assert_eq!(on_floor(leaning, 0.25), [([-1.0, 2.0, -0.25], 0.5)]);
    // One that hangs over the edge ends there.
    let beyond = Capsule3 { direction: [0.0, 40.0, 0.0], ..lying };
    assert_eq!(on_floor(beyond, 0.0), [([-1.0, 2.0, -0.25], 0.5), ([-1.0, 8.0, -0.25], 0.5)]);
    // Along an edge that it is no farther beside than rounding.
    let along = Capsule3 { start: [8.000_001, -2.0, 1.0], direction: [0.0, 4.0, 0.0], radius: 1.0 };
    assert_eq!(on_floor(along, 0.1).len(), 2);

    // Capsules side by side, and across each other.
    let above = Capsule3 { start: [0.0, 2.0, 2.25], direction: [9.0, 0.0, 0.0], radius: 1.0 };
    let both = |b: Capsule3| sorted_points(&manifold(&lying, &b, &capsule_capsule::contact(&lying, &b), 0.0));
    assert_eq!(both(above), [([0.0, 2.0, 1.375], 0.25), ([3.0, 2.0, 1.375], 0.25)]);
    let across = Capsule3 { start: [1.0, 0.0, 2.25], direction: [0.0, 9.0, 0.0], radius: 1.0 };
    assert_eq!(both(across), [([1.0, 2.0, 1.375], 0.25)]);

    // A triangle on the floor, and one that stands on an edge, and on a vertex.
    let on_floor = |a, b, c| {
        let triangle = Triangle3 { a, b, c };
        sorted_points(&manifold(&floor, &triangle, &aabb_triangle::contact(&floor, &triangle), 0.0))
    };
    let flat = on_floor([0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0]);
    assert_eq!(flat, [([0.0, 0.0, 0.0], 0.0), ([0.0, 4.0, 0.0], 0.0), ([4.0, 0.0, 0.0], 0.0)]);
    let edge = on_floor([0.0, 1.0, -0.5], [4.0, 1.0, -0.5], [0.0, 1.0, 4.0]);
    assert_eq!(edge, [([0.0, 1.0, -0.25], 0.5), ([4.0, 1.0, -0.25], 0.5)]);
    let vertex = on_floor([0.0, 1.0, -0.5], [1.0, 1.0, 4.0], [-1.0, 1.0, 4.0]);
    assert_eq!(vertex, [([0.0, 1.0, -0.25], 0.5)]);

    // Two boxes of one size on each other: four corners, whichever comes first.
    let cube = |z: f32| Aabb3 { min: [0.0, 0.0, z], max: [1.0, 1.0, z + 1.0] };
    let stacked = manifold(&cube(0.0), &cube(0.75), &aabb_aabb::contact(&cube(0.0), &cube(0.75)), 0.0);
    let corners = [[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]].map(|[x, y]| ([x, y, 0.875], 0.25));
    assert_eq!(sorted_points(&stacked), corners);

    // No contact, no points; numbers that are not finite, none either.
    let none = Contact3 { depth: f32::NAN, ..Contact3::default() };
    assert_eq!(manifold(&floor, &lying, &none, 1.0).iter().count(), 0);
    let broken = Capsule3 { radius: f32::INFINITY, ..lying };
    assert_eq!(manifold(&floor, &broken, &capsule_aabb::contact(&broken, &floor), 1.0).iter().count(), 0);
}
