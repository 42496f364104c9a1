//! The closest point of a triangle: each mended fault, the error bounds against f64, and the sphere test
//! above it.

use scalar::dim3::point_triangle::{
    CLOSEST_POINT_CROSS_ERROR, CLOSEST_POINT_ERROR, FLAT, FLAT_CROSS, closest_point, closest_point_cross,
    squared_distance,
};
use scalar::dim3::{Point3, Sphere, Triangle3, sphere_triangle};

use crate::common::{Rng, orders};

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

/// A form of the closest point.
type Form = fn(Point3, &Triangle3) -> Point3;

/// Both forms, with their error bounds, the constants by which a triangle is flat, and the power of the
/// condition in the bound.
const FORMS: [(Form, f32, f32, i32); 2] = [
    (closest_point, CLOSEST_POINT_ERROR, FLAT, 2),
    (closest_point_cross, CLOSEST_POINT_CROSS_ERROR, FLAT_CROSS, 1),
];

#[test]
fn both_forms_keep_their_bounds() {
    for (form, error, flat, power) in FORMS {
        let (error, flat) = (f64::from(error), f64::from(flat));
        let (mut rng, mut worst) = (Rng::new(3), 0.0_f64);
        // By place of the true closest point; flat and thin triangles.
        let (mut places, mut flats, mut thin) = ([0; 3], 0, 0);
        for _ in 0..1_000_000 {
            let (given, [a, b, c]) = example(&mut rng);
            let triangle = Triangle3 { a, b, c };
            let answer = wide(form(given, &triangle));
            let (p, vertices) = (wide(given), [a, b, c].map(wide));
            let (truth, place) = in_f64(p, vertices);
            let [a, b, c] = vertices;

            let mut edges = [sub(b, a), sub(c, b), sub(a, c)].map(length);
            edges.sort_by(f64::total_cmp);
            let area = length(cross(sub(b, a), sub(c, a)));
            let sine = if edges[0] == 0.0 { 0.0 } else { area / (edges[0] * edges[1]) };
            let height = if edges[2] == 0.0 { 0.0 } else { area / edges[2] };
            let d = vertices.map(|v| length(sub(p, v))).into_iter().fold(0.0, f64::max);
            let m = [a, b, c, p].map(length).into_iter().fold(0.0, f64::max);
            let bound = error * (sine.powi(-power) * d + m);
            let flat_bound = height + error * (d + m);
            // Near the limit rounding decides which triangles are flat.
            let bound = match sine * sine / flat {
                x if x > 2.0 => bound,
                x if x < 0.5 => flat_bound,
                _ => f64::max(bound, flat_bound),
            };
            let off = length(sub(answer, truth));
            assert!(off <= bound, "{off:e} > {bound:e}: {p:?} {vertices:?}: {answer:?}, truth {truth:?}");

            if power == 2 {
                let square = f64::from(squared_distance(given, &triangle));
                let d = length(sub(p, truth));
                assert!((square - d * d).abs() <= bound * (2.0 * d + bound), "{p:?} {vertices:?}: {square}");
            }

            let is_flat = sine * sine < 2.0 * flat;
            worst = if is_flat { worst } else { worst.max(off / bound) };
            flats += usize::from(is_flat);
            thin += usize::from(sine < 0.05 && !is_flat);
            places[place as usize] += 1;
        }
        let met = (places, flats, thin, worst);
        println!("{met:?}");
        assert!(places.into_iter().chain([flats, thin]).all(|n| n > 10_000), "{met:?}");
        assert!(worst > 1.0 / 256.0, "a bound this wide says nothing: {met:?}");
    }
}

/// Both forms answer within `tolerance` of the truth.
fn both_find(p: Point3, triangle: [Point3; 3], truth: Vector, tolerance: f64) {
    let [a, b, c] = triangle;
    for (form, ..) in FORMS {
        let answer = wide(form(p, &Triangle3 { a, b, c }));
        assert!(length(sub(answer, truth)) < tolerance, "{p:?} {triangle:?}: {answer:?}, not {truth:?}");
    }
}

#[test]
fn examples_are_answered_in_every_order_of_the_corners() {
    let right = [[0.0, 0.0, 1.0], [4.0, 0.0, 1.0], [0.0, 4.0, 1.0]];
    let obtuse = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [-4.0, 4.0, 0.0]];
    let line = [[0.0, 0.0, 0.0], [2.0, 2.0, 2.0], [6.0, 6.0, 6.0]];
    // Collinear in decimals, not in f32: the normal is nothing but rounding errors.
    let rounded = [[0.1, 0.2, 0.3], [0.3, 0.6, 0.9], [0.7, 1.4, 2.1]];
    let (a, b) = ([1.0, 2.0, 3.0], [5.0, 2.0, 3.0]);
    let examples = [
        // Behind an obtuse corner the other edge answers: without the conditions on the foot it is AB, with a
        // point beyond its end.
        ([-3.0, -1.0, 2.0], obtuse, [-1.0, 1.0, 0.0]),
        ([-1.0, -2.0, 2.0], obtuse, [0.0, 0.0, 0.0]),
        ([1.0, -2.0, 2.0], obtuse, [1.0, 0.0, 0.0]),
        // Collinear corners are their segment. The source answers a vertex.
        ([4.0, 4.0, 4.0], line, [4.0, 4.0, 4.0]),
        ([5.0, 4.0, 3.0], line, [4.0, 4.0, 4.0]),
        ([0.0, 1.5, 1.5], line, [1.0, 1.0, 1.0]),
        ([7.0, 9.0, 7.0], line, [6.0, 6.0, 6.0]),
        ([2.0, 3.0, 1.0], line, [2.0, 2.0, 2.0]),
        ([1.4, 0.55, 1.0], rounded, [0.392_857_15, 0.785_714_3, 1.178_571_5]),
        // Two or three equal corners are their segment or point.
        ([3.0, 7.0, 3.0], [a, a, b], [3.0, 2.0, 3.0]),
        ([0.0, 7.0, 3.0], [a, b, b], a),
        ([3.0, 7.0, 3.0], [a, a, a], a),
        (a, [a, a, a], a),
    ];
    // Every region, above, in and below the plane.
    let regions = [
        ([1.0, 2.0], [1.0, 2.0]),
        ([-1.0, -2.0], [0.0, 0.0]),
        ([9.0, -1.0], [4.0, 0.0]),
        ([-1.0, 9.0], [0.0, 4.0]),
        ([3.0, -1.0], [3.0, 0.0]),
        ([-1.0, 3.0], [0.0, 3.0]),
        ([3.0, 3.0], [2.0, 2.0]),
        ([2.0, 2.0], [2.0, 2.0]),
        ([4.0, 0.0], [4.0, 0.0]),
    ];
    let regions = regions.into_iter().flat_map(|([x, y], [closest_x, closest_y])| {
        [-2.0, 1.0, 5.0].map(|z| ([x, y, z], right, [closest_x, closest_y, 1.0]))
    });
    for (p, triangle, closest) in regions.chain(examples) {
        for triangle in orders(triangle) {
            both_find(p, triangle, wide(closest), 1e-5);
        }
    }
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
        both_find(p, [a, b, c], truth, 0.01);
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
        both_find(p, [a, b, c], truth, 1e-5);
        both_find(p, [a, c, b], truth, 1e-5);
    }
}

/// The bounds hold for edges from `2^-28` and distances up to `2^30`: scaled by a power of two, nothing but
/// the range changes.
#[test]
fn the_range_of_the_bounds_is_the_one_stated() {
    let mut rng = Rng::new(17);
    for _ in 0..100_000 {
        let p = rng.vector();
        let [a, b, c] = [(); 3].map(|()| rng.vector::<3>().map(|x| 16.0 * x));
        let edges = [sub(wide(b), wide(a)), sub(wide(c), wide(b)), sub(wide(a), wide(c))].map(length);
        if edges.iter().any(|&edge| edge < 1.0) {
            continue;
        }
        for (form, ..) in FORMS {
            let expected = wide(form(p, &Triangle3 { a, b, c }));
            for scale in [2f32.powi(-28), 2f32.powi(24)] {
                let [p, a, b, c] = [p, a, b, c].map(|v| v.map(|x| scale * x));
                let answer = wide(form(p, &Triangle3 { a, b, c })).map(|x| x / f64::from(scale));
                assert!(length(sub(answer, expected)) < 1e-4, "{scale}: {p:?} {a:?} {b:?} {c:?}");
            }
        }
    }
}

#[test]
fn nan_and_overflow_answer_nan_everywhere() {
    let triangle = Triangle3 { a: [0.0; 3], b: [1.0, 0.0, 0.0], c: [0.0, 1.0, 0.0] };
    let is_nan = |p: Point3| p.iter().all(|x| x.to_bits() == 0x7fc0_0000);
    for (form, ..) in FORMS {
        assert!(is_nan(form([0.2, f32::NAN, 0.0], &triangle)));
        assert!(is_nan(form([0.2, 0.2, 0.0], &Triangle3 { c: [0.0, -f32::NAN, 0.0], ..triangle })));
    }
}

/// Spheres that are clear of touching by more than the bound, against f64.
#[test]
fn spheres_agree_with_f64() {
    let (mut rng, mut met) = (Rng::new(5), [0; 2]);
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
        met[usize::from(hit)] += 1;
    }
    assert!(met.iter().all(|&n| n > 10_000), "{met:?} misses and hits");
}

#[test]
fn touching_spheres_hit() {
    let triangle = Triangle3 { a: [0.0; 3], b: [4.0, 0.0, 0.0], c: [0.0, 4.0, 0.0] };
    // Its nearest vertex is too far away, its segment is not.
    let collinear = Triangle3 { c: [8.0, 0.0, 0.0], ..triangle };
    for (center, radius, triangle, expected) in [
        ([1.0, 1.0, 3.0], 3.0, triangle, true),
        ([-3.0, -4.0, 0.0], 5.0, triangle, true),
        ([3.0, 0.0, 0.0], 0.0, triangle, true),
        ([3.0, 0.0, 1e-6], 0.0, triangle, false),
        ([1.0, f32::NAN, 3.0], 30.0, triangle, false),
        ([1.0, 1.0, 3.0], f32::NAN, triangle, false),
        ([4.0, 1.0, 0.0], 1.0, collinear, true),
    ] {
        let hit = sphere_triangle::squared_distance(&Sphere { center, radius }, &triangle);
        assert_eq!(hit, expected, "{center:?} {radius}");
    }
}
