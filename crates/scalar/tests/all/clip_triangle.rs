//! Segments, rays and lines clipped by triangles of space, against integers.

use std::array::from_fn;

use scalar::LinearComponent;
use scalar::dim3::segment_triangle::{CLIP_ERROR, clip, moller_trumbore};
use scalar::dim3::{ClipPoint3, Line3, Point3, Ray3, Segment3, Triangle3};

use crate::common::Rng;
use crate::whole::{dot, length, point, sub, whole};

fn cross(u: [i128; 3], v: [i128; 3]) -> [i128; 3] {
    [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]
}

/// The true numbers, and how far those of `f32` may be from them.
struct Truth {
    t: [f64; 2],
    u: [f64; 2],
    v: [f64; 2],
}

/// The determinants in integers. None where the path is parallel, or more nearly so than the bounds allow.
fn exactly<R: LinearComponent<3>>(path: &R, triangle: &Triangle3) -> Option<Truth> {
    let (o, d) = path.path();
    let [a, b, c, o, d] = [triangle.a, triangle.b, triangle.c, o, d].map(whole);
    let (e, f, s) = (sub(b, a), sub(c, a), sub(o, a));
    let (p, q) = (cross(d, f), cross(s, e));
    let det = dot(e, p);
    let lengths = length(e) * length(f) * length(d);
    let unit = f64::from(CLIP_ERROR) * lengths / (det as f64).abs();
    if det == 0 || lengths > (det as f64).abs() * 18.0_f64.exp2() {
        return None;
    }
    let number = |numerator: i128, along: f64| {
        let x = numerator as f64 / det as f64;
        [x, unit * (length(s) / along + x.abs())]
    };
    let (t, u, v) = (dot(f, q), dot(s, p), dot(d, q));
    Some(Truth { t: number(t, length(d)), u: number(u, length(e)), v: number(v, length(f)) })
}

/// What was met: hits, misses, and the worst error of each number in bounds.
#[derive(Debug, Default)]
struct Met {
    hits: usize,
    misses: usize,
    worst: [f64; 3],
}

fn check<R: LinearComponent<3> + std::fmt::Debug>(path: &R, triangle: &Triangle3, met: &mut Met) {
    let found = clip(path, triangle);
    assert_eq!(found.is_some(), moller_trumbore(path, triangle), "{path:?} {triangle:?}");
    let Some(Truth { t, u, v }) = exactly(path, triangle) else { return };
    let (start, end) = path.range();
    // How far inside each end of its range a number is, and how far it may be off.
    let inside = [
        [t[0] - f64::from(start), t[1]],
        [f64::from(end) - t[0], t[1]],
        u,
        v,
        [1.0 - u[0] - v[0], u[1] + v[1]],
    ];
    let Some(ClipPoint3 { t: found_t, u: found_u, v: found_v }) = found else {
        assert!(inside.iter().any(|[x, error]| x < error), "{path:?} {triangle:?}: {inside:?}");
        met.misses += 1;
        return;
    };
    assert!(inside.iter().all(|[x, error]| *x >= -error), "{path:?} {triangle:?}: {inside:?}");
    for (k, (found, [x, error])) in [(found_t, t), (found_u, u), (found_v, v)].into_iter().enumerate() {
        let off = (f64::from(found) - x).abs();
        assert!(off <= error, "{path:?} {triangle:?}: {found} for {x}, off by {off:e}, not {error:e}");
        if error > 0.0 {
            met.worst[k] = met.worst[k].max(off / error);
        }
    }
    met.hits += 1;
}

/// A start, a direction and a triangle in whole numbers: of any size, thin, near each other or far; the path
/// aims at a point in the triangle or beside it, across its plane or nearly in it.
fn example(rng: &mut Rng) -> (Point3, Point3, Triangle3) {
    let plus = |p: Point3, x: f32, v: Point3| -> Point3 { from_fn(|k| (p[k] + x * v[k]).round()) };
    let a: Point3 = point(rng, 34);
    let (e, f): (Point3, Point3) = (point(rng, 30), point(rng, 30));
    let b = plus(a, 1.0, e);
    // Every other triangle is thin.
    let c = if rng.below(2) == 0 { plus(a, 1.0, f) } else { plus(plus(a, rng.signed(), e), 0.01, f) };
    let triangle = Triangle3 { a, b, c };
    let u = 1.1 * rng.unit() - 0.05;
    let v = (1.1 * rng.unit() - 0.05) * (1.0 - u);
    let aim = plus(plus(a, u, from_fn(|k| b[k] - a[k])), v, from_fn(|k| c[k] - a[k]));
    let away = point(rng, 34);
    let start = match rng.below(3) {
        0 => plus(plus(aim, 2.0 * rng.signed(), e), 1e-3 * rng.signed(), away),
        _ => plus(aim, 1.0, away),
    };
    let scale = [1.0, 1.0, 0.5, 3.0, 0.999][rng.below(5) as usize];
    let direction =
        if rng.below(16) == 0 { point(rng, 30) } else { from_fn(|k| ((aim[k] - start[k]) * scale).round()) };
    (start, direction, triangle)
}

#[test]
fn numbers_keep_their_bounds() {
    const ROUNDS: usize = 300_000;
    let mut rng = Rng::new(4);
    let mut met: [Met; 3] = Default::default();
    for _ in 0..ROUNDS {
        let (start, direction, triangle) = example(&mut rng);
        check(&Segment3 { start, direction }, &triangle, &mut met[0]);
        check(&Ray3 { start, direction }, &triangle, &mut met[1]);
        check(&Line3 { start, direction }, &triangle, &mut met[2]);
    }
    println!("{met:?}");
    for Met { hits, misses, worst } in met {
        assert!(hits > ROUNDS / 10 && misses > ROUNDS / 10, "{hits} {misses}");
        assert!(worst.iter().all(|&worst| worst > 0.1), "a bound this wide says nothing: {worst:?}");
    }
}

/// The ends of the range that the bounds state: scaled by powers of two, nothing but the range changes.
#[test]
fn the_range_of_the_bounds_is_the_one_stated() {
    let mut rng = Rng::new(5);
    for _ in 0..50_000 {
        let [o, d, a, b, c] = [(); 5].map(|()| rng.vector::<3>().map(|x| 2.0 * x));
        let line = |scale: f32, along: f32| {
            let [o, a, b, c] = [o, a, b, c].map(|p| p.map(|x| scale * x));
            let line = Line3 { start: o, direction: d.map(|x| along * x) };
            clip(&line, &Triangle3 { a, b, c })
        };
        let expected = line(1.0, 1.0);
        let is_near = |x: f32, y: f32| (x - y).abs() <= 1e-4 * (1.0 + y.abs());
        for power in [-40, 38] {
            let scale = 2_f32.powi(power);
            let found = line(scale, scale);
            assert_eq!(found.is_some(), expected.is_some(), "2^{power}: {o:?} {d:?} {a:?} {b:?} {c:?}");
            let Some((found, expected)) = found.zip(expected) else { continue };
            let pairs = [(found.t, expected.t), (found.u, expected.u), (found.v, expected.v)];
            assert!(pairs.iter().all(|&(x, y)| is_near(x, y)), "2^{power}: {found:?}, not {expected:?}");
        }
    }
}

#[test]
fn touching_parallel_flat_and_still() {
    let triangle = Triangle3 { a: [0.0; 3], b: [4.0, 0.0, 0.0], c: [0.0, 4.0, 0.0] };
    let at = |start, direction| clip(&Ray3 { start, direction }, &triangle);
    let down = [0.0, 0.0, -2.0];
    // A vertex, an edge, the start in the triangle.
    assert_eq!(at([4.0, 0.0, 2.0], down), Some(ClipPoint3 { t: 1.0, u: 1.0, v: 0.0 }));
    assert_eq!(at([2.0, 2.0, 1.0], down), Some(ClipPoint3 { t: 0.5, u: 0.5, v: 0.5 }));
    assert_eq!(at([1.0, 2.0, 0.0], down).map(|p| p.t.abs()), Some(0.0));
    assert_eq!(at([2.0, 2.25, 1.0], down), None);
    // From below, and behind the start.
    assert_eq!(at([1.0, 1.0, -2.0], down), None);
    let behind = clip(&Line3 { start: [1.0, 1.0, -2.0], direction: down }, &triangle);
    assert_eq!(behind, Some(ClipPoint3 { t: -1.0, u: 0.25, v: 0.25 }));
    // The end of a segment.
    let reaching = |z: f32| clip(&Segment3 { start: [1.0, 1.0, z], direction: down }, &triangle);
    assert_eq!(reaching(2.0).map(|p| p.t), Some(1.0));
    assert_eq!(reaching(2.000_000_2), None);
    // In the plane, beside it, and without a direction.
    assert_eq!(at([-1.0, 1.0, 0.0], [1.0, 0.0, 0.0]), None);
    assert_eq!(at([-1.0, 1.0, 1.0], [1.0, 0.0, 0.0]), None);
    assert_eq!(at([1.0, 1.0, 0.0], [0.0; 3]), None);
    let flat = Triangle3 { c: [8.0, 0.0, 0.0], ..triangle };
    assert_eq!(clip(&Ray3 { start: [2.0, 0.0, 1.0], direction: down }, &flat), None);
    // Nothing that is not a number leaves.
    assert_eq!(at([f32::NAN, 0.0, 1.0], down), None);
    assert_eq!(at([1.0, 1.0, 1.0], [0.0, f32::NAN, -1.0]), None);
    assert_eq!(at([1.0, 1.0, 1.0], [0.0, 0.0, f32::NEG_INFINITY]), None);
    // Products, or a parameter, beyond all floats.
    let large = Triangle3 { b: [1e20, 0.0, 0.0], c: [0.0, 1e20, 0.0], ..triangle };
    assert_eq!(clip(&Ray3 { start: [1.0, 1.0, 1.0], direction: down }, &large), None);
    assert_eq!(at([1.0, 1.0, 1e30], [0.0, 0.0, -1e-20]), None);
}
