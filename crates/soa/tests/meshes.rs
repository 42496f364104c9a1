//! Self-intersections of meshes against the definition, in integers: small faces on a grid, by another method.
//! The kernels of meshes against their references, at every level, on what kernels break on.

use soa::dim3::crossing::{Crossing, OnFace};
use soa::dim3::faces;
use soa::kernel::Compiled;
use soa::{Mesh, Shape, Stages};

mod common;
use common::{CLASSES, Random, columns, pairs, queries, unchecked};

type P = [i128; 3];

fn sub(a: P, b: P) -> P {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

fn cross(u: P, v: P) -> P {
    [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]
}

fn dot(u: P, v: P) -> i128 {
    u[0] * v[0] + u[1] * v[1] + u[2] * v[2]
}

/// Whether `p / w` with `w > 0`, in the plane of a triangle with an area, lies in it.
fn contains(t: [P; 3], p: P, w: i128) -> bool {
    let n = cross(sub(t[1], t[0]), sub(t[2], t[0]));
    (0..3).all(|i| {
        let (a, b) = (t[i], t[(i + 1) % 3]);
        dot(n, cross(sub(b, a), sub(p, a.map(|x| x * w)))) >= 0
    })
}

/// All ends of the common set of two triangles with areas, as fractions: where an edge of one meets the plane
/// of the other, and, in one plane, the corners and where edges cross.
fn ends(s: [P; 3], t: [P; 3]) -> Vec<(P, i128)> {
    let mut all = Vec::new();
    let mut offer = |p: P, w: i128| {
        let (p, w) = if w < 0 { (p.map(|x| -x), -w) } else { (p, w) };
        let plane =
            |t: [P; 3]| dot(cross(sub(t[1], t[0]), sub(t[2], t[0])), sub(p, t[0].map(|x| x * w))) == 0;
        if w != 0 && plane(s) && plane(t) && contains(s, p, w) && contains(t, p, w) {
            all.push((p, w));
        }
    };
    for (s, t) in [(s, t), (t, s)] {
        let n = cross(sub(t[1], t[0]), sub(t[2], t[0]));
        for i in 0..3 {
            let (a, b) = (s[i], s[(i + 1) % 3]);
            let (ha, hb) = (dot(n, sub(a, t[0])), dot(n, sub(b, t[0])));
            offer(a, 1);
            offer([0, 1, 2].map(|k| a[k] * hb - b[k] * ha), hb - ha);
            for j in 0..3 {
                let (c, d) = (t[j], t[(j + 1) % 3]);
                let (across, n) = (cross(n, sub(d, c)), sub(b, a));
                let (w, to) = (dot(across, n), dot(across, sub(c, a)));
                offer([0, 1, 2].map(|k| a[k] * w + n[k] * to), w);
            }
        }
    }
    all
}

fn expected(s: [P; 3], t: [P; 3]) -> bool {
    let shared: Vec<P> = s.into_iter().filter(|p| t.contains(p)).collect();
    // The common set is convex, so that it is more than a shared edge only if it has an end off its ends.
    shared.len() == 3
        || ends(s, t).iter().any(|&(p, w)| !shared.iter().any(|corner| corner.map(|x| x * w) == p))
}

#[test]
fn pairs_of_faces_on_a_grid_equal_the_definition() {
    let mut random = Random::new(5);
    let mut met = [[0; 2]; 4];
    for round in 0..200_000 {
        let size = [2, 3, 5][round % 3];
        let flat = round % 5 == 0;
        let mut pool: [P; 6] = std::array::from_fn(|_| [0; 3].map(|_: i128| random.below(size) as i128));
        if flat {
            for p in &mut pool {
                p[2] = p[0] + p[1];
            }
        }
        let kept = random.below(4);
        let s = [pool[0], pool[1], pool[2]];
        let mut t = [pool[3], pool[4], pool[5]];
        let turn = random.below(3);
        (0..kept).for_each(|i| t[(i + turn) % 3] = s[i]);
        let vertices: Vec<[f32; 3]> = s.iter().chain(&t).map(|p| p.map(|x| x as f32)).collect();
        let found = Mesh::new(&vertices, &[[0, 1, 2], [3, 4, 5]]).unwrap().self_intersections().unwrap();
        let zero = [s, t].map(|t| cross(sub(t[1], t[0]), sub(t[2], t[0])) == [0; 3]);
        let rows: Vec<u32> = (0..2).filter(|&i| zero[i as usize]).collect();
        assert_eq!(found.zero_area, rows, "{s:?} {t:?}");
        let hit = !zero[0] && !zero[1] && expected(s, t);
        assert_eq!(found.pairs.len(), usize::from(hit), "{s:?} {t:?}");
        if rows.is_empty() {
            met[s.iter().filter(|p| t.contains(p)).count()][usize::from(hit)] += 1;
        }
    }
    // The same face twice always counts.
    assert!(met[..3].as_flattened().iter().all(|&met| met > 1000) && met[3][1] > 1000, "{met:?}");
}

/// Compares a kernel with its reference on pairs of every class, changed by `change`, and returns what each stage
/// decided, and how many pairs hit.
fn check_kernel<P: Compiled>(change: fn(&mut Random, &mut [Vec<f32>; 2])) -> (Stages, usize) {
    let mut random = Random::new(9);
    let (mut stages, mut hits) = (Stages::default(), 0);
    for class in &CLASSES {
        let mut rows = pairs([P::A::KIND, P::B::KIND], class, 20_000, &mut random);
        for pair in &mut rows {
            change(&mut random, pair);
        }
        let (left, right): (Vec<_>, Vec<_>) = rows.iter().map(|[a, b]| (a.clone(), b.clone())).unzip();
        let (left, right) = (columns(left[0].len(), &left), columns(right[0].len(), &right));
        let (a, b) = (unchecked(P::A::KIND, &left), unchecked(P::B::KIND, &right));
        let expected: Vec<bool> =
            rows.iter().map(|[a, b]| P::kernel().info.reference(a, b).unwrap()).collect();
        for query in queries() {
            let (found, by_stage) = query.test_any(P::kernel(), &a, &b).unwrap();
            stages += by_stage;
            for (row, (found, &expected)) in found.to_bools().into_iter().zip(&expected).enumerate() {
                assert_eq!(found, expected, "{} {} {:?}", P::kernel().info.name, class.name, rows[row]);
            }
        }
        hits += expected.iter().filter(|&&hit| hit).count();
    }
    (stages, hits)
}

/// Copies from none to three corners of the left triangle to the right one, in some order.
fn share_corners(random: &mut Random, [s, t]: &mut [Vec<f32>; 2]) {
    let (shared, [from, to]) = (random.below(4), [0; 2].map(|_| random.below(3)));
    let step = 1 + random.below(2);
    for i in 0..shared {
        let (i, j) = ((from + i) % 3, (to + step * i) % 3);
        t[3 * j..3 * j + 3].copy_from_slice(&s[3 * i..3 * i + 3]);
    }
    match random.below(6) {
        // A plane across an axis.
        0 => {
            let (axis, at) = (random.below(3), s[0]);
            s.iter_mut().chain(&mut *t).skip(axis).step_by(3).for_each(|x| *x = at);
        }
        // A slanted one.
        1 => {
            for p in s.chunks_mut(3).chain(t.chunks_mut(3)) {
                p[2] = p[0] - p[1];
            }
        }
        _ => {}
    }
}

#[test]
fn faces_are_tested_as_their_reference_says() {
    let (stages, hits) = check_kernel::<faces::Exact>(share_corners);
    let by_stage = [stages.single, stages.double, stages.rounded, stages.integer];
    assert!(hits > 10_000 && by_stage.iter().all(|&rows| rows > 1000), "{hits} hits, {stages:?}");
}

/// A face without an area, through a face whose first corner is so far away that differences from it are rounded.
#[test]
fn faces_without_an_area_stay_so_far_from_others() {
    fn thin(random: &mut Random, [s, t]: &mut [Vec<f32>; 2]) {
        for k in 0..3 {
            let (at, step) = (random.signed() * 0.001, random.below(8) as f32 / 1024.0);
            let start = (at * 1024.0).round() / 1024.0;
            (s[k], s[3 + k], s[6 + k]) = (start - step, start + step, start + 3.0 * step);
            let far = 3.0 + random.unit();
            (t[k], t[3 + k], t[6 + k]) =
                (far, -random.unit() - 1.0, if k == 0 { 4.0 } else { -random.unit() });
        }
    }
    let (_, hits) = check_kernel::<faces::Exact>(thin);
    assert_eq!(hits, 0);
}

#[test]
fn points_below_and_on_triangles_are_tested_as_their_references_say() {
    /// Puts the point on a corner, on an edge, in the plane, or above or below a place of the triangle.
    fn near(random: &mut Random, [aabb, t]: &mut [Vec<f32>; 2]) {
        let weights = match random.below(5) {
            0 => [1.0, 0.0, 0.0],
            1 => [0.5, 0.5, 0.0],
            2 => [0.25, 0.5, 0.25],
            _ => return,
        };
        let turn = random.below(3);
        for k in 0..3 {
            aabb[k] = (0..3).map(|i| weights[(i + turn) % 3] * t[3 * i + k]).sum();
        }
        if random.below(3) > 0 {
            aabb[2] += (random.below(5) as f32 - 2.0) * aabb[2].abs().max(1.0) * f32::EPSILON;
        }
        (0..3).for_each(|k| aabb[3 + k] = aabb[k]);
    }
    let (below, hits) = check_kernel::<Crossing>(near);
    assert!(hits > 10_000 && below.double.min(below.integer) > 1000, "{hits} hits, {below:?}");
    let (on, hits) = check_kernel::<OnFace>(near);
    assert!(hits > 10_000 && on.double.min(on.integer) > 1000, "{hits} hits, {on:?}");
}
