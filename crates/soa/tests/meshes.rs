//! Self-intersections of meshes against the definition, in integers: small faces on a grid, by another method.

use soa::Mesh;

mod common;
use common::Random;

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
