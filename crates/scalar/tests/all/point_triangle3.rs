//! The closest point of a triangle: each mended fault, the error bounds against f64, and the sphere test
//! above it.

use crate::common::Rng;
use scalar::dim3::point_triangle::{
    CLOSEST_POINT_CROSS_ERROR, CLOSEST_POINT_ERROR, FLAT, FLAT_CROSS, closest_point, closest_point_cross,
};
use scalar::dim3::{Point3, Sphere, Triangle3, sphere_triangle};

type Vector = [f64; 3];

fn sub(u: Vector, v: Vector) -> Vector {
    [u[0] - v[0], u[1] - v[1], u[2] - v[2]]
}

fn dot(u: Vector, v: Vector) -> f64 {
    u[0] * v[0] + u[1] * v[1] + u[2] * v[2]
}

fn cross(u: Vector, v: Vector) -> Vector {
    [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]
}

fn length(u: Vector) -> f64 {
    dot(u, u).sqrt()
}

fn wide(p: Point3) -> Vector {
    p.map(f64::from)
}

/// Where the true closest point lies.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Place {
    Vertex,
    Edge,
    Face,
}

/// The closest point in f64: the foot on the plane if it lies inside, else the nearest of the edges' closest
/// points.
fn in_f64(p: Vector, [a, b, c]: [Vector; 3]) -> (Vector, Place) {
    let n = cross(sub(b, a), sub(c, a));
    let inside = |x, y| dot(n, cross(sub(y, x), sub(p, x))) > 0.0;
    if inside(a, b) && inside(b, c) && inside(c, a) {
        let k = dot(n, sub(p, a)) / dot(n, n);
        return ([p[0] - k * n[0], p[1] - k * n[1], p[2] - k * n[2]], Place::Face);
    }
    let on_edge = |x: Vector, y: Vector| {
        let e = sub(y, x);
        let t = if e == [0.0; 3] { 0.0 } else { (dot(e, sub(p, x)) / dot(e, e)).clamp(0.0, 1.0) };
        let place = if t > 0.0 && t < 1.0 { Place::Edge } else { Place::Vertex };
        ([x[0] + t * e[0], x[1] + t * e[1], x[2] + t * e[2]], place)
    };
    let edges = [on_edge(a, b), on_edge(b, c), on_edge(c, a)];
    let distance = |q: Vector| length(sub(p, q));
    edges.into_iter().min_by(|x, y| distance(x.0).total_cmp(&distance(y.0))).expect("three edges")
}

/// A power of two from 1 down to `2^-(n - 1)`.
fn scale(rng: &mut Rng, n: u64) -> f32 {
    (-(rng.below(n) as f32)).exp2()
}

fn plus(p: Point3, t: f32, d: Point3) -> Point3 {
    [p[0] + t * d[0], p[1] + t * d[1], p[2] + t * d[2]]
}

/// A point and a triangle: well shaped, a needle, a cap, collinear up to rounding or exactly, near the origin
/// or not.
fn example(rng: &mut Rng) -> (Point3, [Point3; 3]) {
    let offset = [0.0, 0.0, 8.0, 1000.0][rng.below(4) as usize];
    let a = plus(rng.vector(), offset, [1.0, -0.5, 0.75]);
    let b = plus(a, 1.0, rng.vector());
    let d = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
    let width = scale(rng, 28);
    let along = [0.0, 1.0, 0.5, rng.signed(), 2.0 * rng.signed()][rng.below(5) as usize];
    let c = match rng.below(4) {
        0 => plus(a, 1.0, rng.vector()),
        1 => plus(a, along, d),
        _ => plus(plus(a, along, d), width, rng.vector()),
    };
    let mut vertices = [a, b, c];
    vertices.rotate_left(rng.below(3) as usize);
    let [a, b, c] = vertices;
    // Above the triangle or its border, near or far.
    let [s, t] = [rng.signed(), rng.signed()];
    let q = [0, 1, 2].map(|k| a[k] + s * (b[k] - a[k]) + t * (c[k] - a[k]));
    let far = 1024.0 * scale(rng, 24);
    (plus(q, far, rng.vector()), vertices)
}

/// How many of each kind a bound was held against.
#[derive(Default, Debug)]
struct Met {
    vertex: usize,
    edge: usize,
    face: usize,
    flat: usize,
    thin: usize,
    worst: f64,
    worst_flat: f64,
}

/// The bound of a form, by its constants and the power of the condition.
fn holds_its_bound(form: fn(Point3, &Triangle3) -> Point3, error: f32, flat: f32, power: i32) -> Met {
    let (mut rng, mut met) = (Rng::new(3), Met::default());
    for _ in 0..1_000_000 {
        let (p, [a, b, c]) = example(&mut rng);
        let answer = wide(form(p, &Triangle3 { a, b, c }));
        let (p, vertices) = (wide(p), [a, b, c].map(wide));
        let (truth, place) = in_f64(p, vertices);
        let [a, b, c] = vertices;

        let mut edges = [sub(b, a), sub(c, b), sub(a, c)].map(length);
        edges.sort_by(f64::total_cmp);
        let area = length(cross(sub(b, a), sub(c, a)));
        let sine = if edges[0] == 0.0 { 0.0 } else { area / (edges[0] * edges[1]) };
        let height = if edges[2] == 0.0 { 0.0 } else { area / edges[2] };
        let d = vertices.map(|v| length(sub(p, v))).into_iter().fold(0.0, f64::max);
        let m = [a, b, c, p].map(length).into_iter().fold(0.0, f64::max);
        let (error, flat) = (f64::from(error), f64::from(flat));
        let bound = error * (sine.powi(-power) * d + m);
        let flat_bound = height + error * (d + m);
        // Near the limit rounding decides which triangles are flat.
        let bound = match sine * sine / flat {
            x if x > 2.0 => bound,
            x if x < 0.5 => flat_bound,
            _ => f64::max(bound, flat_bound),
        };
        let off = length(sub(answer, truth));
        assert!(
            off <= bound,
            "{off:e} > {bound:e}: {p:?} {vertices:?}: {answer:?}, truth {truth:?}, {sine:e}"
        );

        let is_flat = sine * sine < 2.0 * flat;
        let worst = if is_flat { &mut met.worst_flat } else { &mut met.worst };
        *worst = worst.max(off / bound);
        met.flat += usize::from(is_flat);
        met.thin += usize::from(sine < 0.05 && !is_flat);
        match place {
            Place::Vertex => met.vertex += 1,
            Place::Edge => met.edge += 1,
            Place::Face => met.face += 1,
        }
    }
    println!("{met:?}");
    let least = [met.vertex, met.edge, met.face, met.flat, met.thin].into_iter().min();
    assert!(least > Some(10_000), "{met:?}");
    met
}

#[test]
fn the_form_with_dot_products_keeps_its_bound() {
    let met = holds_its_bound(closest_point, CLOSEST_POINT_ERROR, FLAT, 2);
    assert!(met.worst > 1.0 / 256.0, "a bound this wide says nothing: {met:?}");
}

#[test]
fn the_form_with_cross_products_keeps_its_bound() {
    let met = holds_its_bound(closest_point_cross, CLOSEST_POINT_CROSS_ERROR, FLAT_CROSS, 1);
    assert!(met.worst > 1.0 / 256.0, "a bound this wide says nothing: {met:?}");
}

/// Asks both forms, for every naming of the vertices.
fn both_answer(p: Point3, [a, b, c]: [Point3; 3], expected: Point3) {
    for [a, b, c] in [[a, b, c], [b, c, a], [c, a, b], [a, c, b], [b, a, c], [c, b, a]] {
        let triangle = Triangle3 { a, b, c };
        for (form, answer) in
            [("dot", closest_point(p, &triangle)), ("cross", closest_point_cross(p, &triangle))]
        {
            let off = (0..3).map(|k| (answer[k] - expected[k]).abs()).fold(0.0, f32::max);
            assert!(off <= 1e-5, "{form}: {p:?} {triangle:?}: {answer:?}, not {expected:?}");
        }
    }
}

#[test]
fn every_region_has_its_answer() {
    let triangle = [[0.0, 0.0, 1.0], [4.0, 0.0, 1.0], [0.0, 4.0, 1.0]];
    for z in [-2.0, 1.0, 5.0] {
        both_answer([1.0, 2.0, z], triangle, [1.0, 2.0, 1.0]);
        both_answer([-1.0, -2.0, z], triangle, [0.0, 0.0, 1.0]);
        both_answer([9.0, -1.0, z], triangle, [4.0, 0.0, 1.0]);
        both_answer([-1.0, 9.0, z], triangle, [0.0, 4.0, 1.0]);
        both_answer([3.0, -1.0, z], triangle, [3.0, 0.0, 1.0]);
        both_answer([-1.0, 3.0, z], triangle, [0.0, 3.0, 1.0]);
        both_answer([3.0, 3.0, z], triangle, [2.0, 2.0, 1.0]);
        both_answer([2.0, 2.0, z], triangle, [2.0, 2.0, 1.0]);
        both_answer([4.0, 0.0, z], triangle, [4.0, 0.0, 1.0]);
    }
}

/// Without the conditions on the foot, the edge AB answers a point beyond its end.
#[test]
fn behind_an_obtuse_corner_the_other_edge_answers() {
    let obtuse = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [-4.0, 4.0, 0.0]];
    both_answer([-3.0, -1.0, 2.0], obtuse, [-1.0, 1.0, 0.0]);
    both_answer([-1.0, -2.0, 2.0], obtuse, [0.0, 0.0, 0.0]);
    both_answer([1.0, -2.0, 2.0], obtuse, [1.0, 0.0, 0.0]);
}

/// The source answers a vertex.
#[test]
fn collinear_vertices_are_their_segment() {
    let line = [[0.0, 0.0, 0.0], [2.0, 2.0, 2.0], [6.0, 6.0, 6.0]];
    both_answer([4.0, 4.0, 4.0], line, [4.0, 4.0, 4.0]);
    both_answer([5.0, 4.0, 3.0], line, [4.0, 4.0, 4.0]);
    both_answer([0.0, 1.5, 1.5], line, [1.0, 1.0, 1.0]);
    both_answer([7.0, 9.0, 7.0], line, [6.0, 6.0, 6.0]);
    both_answer([2.0, 3.0, 1.0], line, [2.0, 2.0, 2.0]);
    // Collinear in decimals, not in f32: the normal is nothing but rounding errors.
    let rounded = [[0.1, 0.2, 0.3], [0.3, 0.6, 0.9], [0.7, 1.4, 2.1]];
    both_answer([1.4, 0.55, 1.0], rounded, [0.392_857_15, 0.785_714_3, 1.178_571_5]);
}

#[test]
fn two_or_three_equal_vertices_are_their_segment_or_point() {
    let (a, b) = ([1.0, 2.0, 3.0], [5.0, 2.0, 3.0]);
    both_answer([3.0, 7.0, 3.0], [a, a, b], [3.0, 2.0, 3.0]);
    both_answer([0.0, 7.0, 3.0], [a, b, b], a);
    both_answer([3.0, 7.0, 3.0], [a, a, a], a);
    both_answer(a, [a, a, a], a);
}

/// How far the largest angle may be from 180 degrees, as documented.
#[test]
fn flat_triangles_have_a_limit() {
    assert_eq!([FLAT, FLAT_CROSS].map(f32::sqrt), [1.0 / 512.0, 1.0 / 4096.0]);
}

/// High above the face, the source's edge test by `AP x BP` has errors as large as the triangle.
#[test]
fn a_far_point_finds_its_foot() {
    let mut rng = Rng::new(13);
    for _ in 0..10_000 {
        let x = 0.5 * rng.signed();
        let [a, b, c] = [[0.0; 3], [1.0, 0.25 * x, -x], [x, 0.5 * x, 1.0]];
        let n = cross(wide(b), wide(c));
        let p = [0, 1, 2].map(|k| (b[k] + c[k]) / 3.0 + (16384.0 * n[k]) as f32);
        let (truth, place) = in_f64(wide(p), [a, b, c].map(wide));
        assert_eq!(place, Place::Face);
        for form in [closest_point, closest_point_cross] {
            let answer = wide(form(p, &Triangle3 { a, b, c }));
            assert!(length(sub(answer, truth)) < 0.01, "{p:?} {b:?} {c:?}: {answer:?}, not {truth:?}");
        }
    }
}

/// Beside the tip of a needle rounding may deny every region; a foot on the plane would be far outside.
#[test]
fn beside_a_sharp_tip_the_tip_answers() {
    let mut rng = Rng::new(11);
    for _ in 0..100_000 {
        let a = rng.vector();
        let [b, c] = [plus(a, 1.0, rng.vector()), plus(a, scale(&mut rng, 28), rng.vector())];
        let ab = sub(wide(b), wide(a));
        let side = cross(cross(ab, sub(wide(c), wide(a))), ab);
        if length(side) == 0.0 {
            continue;
        }
        let p = plus(b, rng.signed(), side.map(|x| (x / length(side)) as f32));
        let (truth, _) = in_f64(wide(p), [a, b, c].map(wide));
        // In both orders: each side of the tip has its turn.
        for t in [Triangle3 { a, b, c }, Triangle3 { a, b: c, c: b }] {
            for form in [closest_point, closest_point_cross] {
                let answer = wide(form(p, &t));
                assert!(length(sub(answer, truth)) < 1e-5, "{p:?} {t:?}: {answer:?}, not {truth:?}");
            }
        }
    }
}

/// The bounds claim edges from `2^-28` and distances up to `2^30`.
#[test]
fn the_range_of_the_bounds_is_the_one_stated() {
    let mut rng = Rng::new(17);
    for _ in 0..100_000 {
        let [p, a, b, c] = [rng.vector(), rng.vector(), rng.vector(), rng.vector()];
        let [a, b, c] = [plus(a, 15.0, a), plus(b, 15.0, b), plus(c, 15.0, c)];
        let edges = [sub(wide(b), wide(a)), sub(wide(c), wide(b)), sub(wide(a), wide(c))].map(length);
        if edges.iter().any(|&edge| edge < 1.0) {
            continue;
        }
        for form in [closest_point, closest_point_cross] {
            let expected = wide(form(p, &Triangle3 { a, b, c }));
            for exponent in [-28, 24] {
                let scale = 2f32.powi(exponent);
                let [p, a, b, c] = [p, a, b, c].map(|v| v.map(|x| scale * x));
                let answer = wide(form(p, &Triangle3 { a, b, c })).map(|x| x / f64::from(scale));
                assert!(length(sub(answer, expected)) < 1e-4, "{exponent}: {p:?} {a:?} {b:?} {c:?}");
            }
        }
    }
}

#[test]
fn nan_and_overflow_answer_nan_everywhere() {
    let triangle = Triangle3 { a: [0.0; 3], b: [1.0, 0.0, 0.0], c: [0.0, 1.0, 0.0] };
    let is_nan = |p: Point3| p.iter().all(|x| x.to_bits() == 0x7fc0_0000);
    for form in [closest_point, closest_point_cross] {
        assert!(is_nan(form([0.2, f32::NAN, 0.0], &triangle)));
        assert!(is_nan(form([0.2, 0.2, 0.0], &Triangle3 { c: [0.0, -f32::NAN, 0.0], ..triangle })));
    }
}

/// Spheres that are clear of touching by more than the bound, against f64.
#[test]
fn spheres_agree_with_f64() {
    let (mut rng, mut hits, mut misses) = (Rng::new(5), 0, 0);
    for _ in 0..300_000 {
        let [a, b, c] = [rng.vector(), rng.vector(), rng.vector()];
        let sphere = Sphere { center: rng.vector(), radius: rng.signed().abs() };
        let (q, _) = in_f64(wide(sphere.center), [a, b, c].map(wide));
        let (distance, r) = (length(sub(wide(sphere.center), q)), f64::from(sphere.radius));
        if (distance - r).abs() < 1e-4 {
            continue;
        }
        let hit = distance < r;
        assert_eq!(sphere_triangle::squared_distance(&sphere, &Triangle3 { a, b, c }), hit);
        *(if hit { &mut hits } else { &mut misses }) += 1;
    }
    assert!(hits > 10_000 && misses > 10_000, "{hits} hits, {misses} misses");
}

#[test]
fn touching_spheres_hit() {
    let triangle = Triangle3 { a: [0.0; 3], b: [4.0, 0.0, 0.0], c: [0.0, 4.0, 0.0] };
    let hit =
        |center, radius, triangle| sphere_triangle::squared_distance(&Sphere { center, radius }, &triangle);
    assert!(hit([1.0, 1.0, 3.0], 3.0, triangle));
    assert!(hit([-3.0, -4.0, 0.0], 5.0, triangle));
    assert!(hit([3.0, 0.0, 0.0], 0.0, triangle));
    assert!(!hit([3.0, 0.0, 1e-6], 0.0, triangle));
    assert!(!hit([1.0, f32::NAN, 3.0], 30.0, triangle));
    assert!(!hit([1.0, 1.0, 3.0], f32::NAN, triangle));
    // The nearest vertex of a collinear triangle is too far away, its segment is not.
    assert!(hit([4.0, 1.0, 0.0], 1.0, Triangle3 { c: [8.0, 0.0, 0.0], ..triangle }));
}
