//! Rays and segments cast at triangles, against fractions of integers and all rows.

use std::cmp::Ordering;

use scalar::dim3::{Ray3, Segment3, Triangle3};
use soa::join::Cast;
use soa::{Columns, Index, Level, Query, RayHit, Rays3, Shape, ShapeKind, Triangles3};
use testkit::families::Family;
use testkit::generate::Generator;
use testkit::oracle::slabs::Fraction;
use testkit::oracle::space::first_common_point;
use testkit::rng::Rng;

/// What a test has met, each of which it must have met.
#[derive(Debug, Default)]
struct Met {
    misses: usize,
    hits: usize,
    /// Two rows are met at the same parameter.
    ties: usize,
    /// On an edge or in a corner.
    on_edges: usize,
    /// Path and triangle in one plane.
    coplanar: usize,
    zero_area: usize,
    at_the_start: usize,
    /// The parameter is a fraction.
    fractions: usize,
}

/// Rows and paths of one family.
fn draw<R: Cast>(family: Family, seed: u64, pairs: usize) -> (Vec<R>, Vec<Triangle3>) {
    let mut generator = Generator::new(Rng::new(seed), R::KIND, ShapeKind::Triangle3);
    let (mut a, mut b) = ([0.0; 6], [0.0; 9]);
    let mut pair = || {
        generator.pair(family, &mut a, &mut b);
        (R::from_values(|k| a[k]), Triangle3::from_values(|k| b[k]))
    };
    (0..pairs).map(|_| pair()).unzip()
}

/// All rows that the path meets, by parameter and row.
fn all_hits<R: Cast>(path: &R, triangles: &[Triangle3]) -> Vec<(u32, [Fraction; 3])> {
    let hits = (0..).zip(triangles).filter_map(|(row, t)| Some((row, first_common_point(path, t)?)));
    let mut hits: Vec<_> = hits.collect();
    hits.sort_by(|(i, s), (j, t)| s[0].compare(&t[0]).then(i.cmp(j)));
    hits
}

/// A normal of the triangle, up to rounding.
fn normal(t: &Triangle3) -> [f64; 3] {
    let [u, v]: [[f64; 3]; 2] =
        [t.b, t.c].map(|p| std::array::from_fn(|k| f64::from(p[k]) - f64::from(t.a[k])));
    [1, 2, 0].map(|i: usize| {
        let j = (i + 1) % 3;
        u[i] * v[j] - u[j] * v[i]
    })
}

fn normal_is_zero(t: &Triangle3) -> bool {
    normal(t) == [0.0; 3]
}

fn assert_is(hit: &RayHit, expected: &(u32, [Fraction; 3]), triangles: &[Triangle3], what: &str) {
    let (row, values) = expected;
    assert_eq!(hit.row, *row, "{what}");
    assert!(values[0].rounds_to(hit.t), "{what}: t {}", hit.t);
    // Of no area: the point is tested by its parameter, the weights by their range.
    if normal_is_zero(&triangles[*row as usize]) {
        assert!(hit.u >= 0.0 && hit.v >= 0.0 && hit.u + hit.v <= 1.0, "{what}: {hit:?}");
    } else {
        assert!(values[1].rounds_to(hit.u), "{what}: u {}", hit.u);
        assert!(values[2].rounds_to(hit.v), "{what}: v {}", hit.v);
    }
}

fn check<R: Cast>(met: &mut Met) {
    for (number, family) in (0..).zip(Family::ALL) {
        let (paths, triangles) = draw::<R>(family, 70 + number, 120);
        let columns = Columns::from_shapes(&paths).unwrap();
        let rows = Triangles3::from_shapes(&triangles).unwrap();
        let expected: Vec<_> = paths.iter().map(|path| all_hits(path, &triangles)).collect();
        for &level in Level::available() {
            let index = Index::builder().query(Query::new().with_level(level)).build(&rows).unwrap();
            let (first, any) = (index.cast(&columns).unwrap(), index.cast_any(&columns).unwrap());
            for (i, (path, expected)) in paths.iter().zip(&expected).enumerate() {
                let what = format!("{} {} {path:?} at {level}", R::NAME, family.name());
                let one = index.cast_one(path).unwrap();
                assert_eq!((one, Some(one.is_some())), (first[i], any.get(i)), "{what}");
                assert_eq!(one.is_some(), !expected.is_empty(), "{what}");
                if let (Some(hit), Some(expected)) = (one, expected.first()) {
                    assert_is(&hit, expected, &triangles, &what);
                }
                let all = index.cast_all(path).unwrap();
                assert_eq!(all.len(), expected.len(), "{what}");
                for (hit, expected) in all.iter().zip(expected) {
                    assert_is(hit, expected, &triangles, &what);
                }
                let odd = index.cast_where(path, |row| row % 2 == 1).unwrap();
                let first_odd = expected.iter().find(|(row, _)| row % 2 == 1);
                assert_eq!(odd.map(|hit| hit.row), first_odd.map(|(row, _)| *row), "{what}");
            }
        }
        for (path, hits) in paths.iter().zip(&expected) {
            met.count(path, hits, &triangles);
        }
    }
}

impl Met {
    fn count<R: Cast>(&mut self, path: &R, hits: &[(u32, [Fraction; 3])], triangles: &[Triangle3]) {
        self.misses += usize::from(hits.is_empty());
        self.hits += hits.len();
        self.ties += hits.windows(2).filter(|two| two[0].1[0].compare(&two[1].1[0]).is_eq()).count();
        let number = |x: i32| Fraction::new(x.into(), 1.into());
        let is = |x: &Fraction, n: i32| x.compare(&number(n)) == Ordering::Equal;
        for (row, [t, u, v]) in hits {
            let triangle = &triangles[*row as usize];
            let flat = normal_is_zero(triangle);
            let on_edge = is(u, 0) || is(v, 0);
            self.zero_area += usize::from(flat);
            self.on_edges += usize::from(on_edge && !flat);
            self.at_the_start += usize::from(is(t, 0));
            self.fractions += usize::from(&t.over % &t.under != 0.into());
            let across: f64 =
                normal(triangle).iter().zip(&path.values()[3..]).map(|(n, &d)| n * f64::from(d)).sum();
            let moves = path.values()[3..].iter().any(|&d| d != 0.0);
            self.coplanar += usize::from(across == 0.0 && moves && !flat);
        }
    }
}

#[test]
fn first_hits_and_all_hits_are_those_of_fractions() {
    let mut met = Met::default();
    check::<Ray3>(&mut met);
    check::<Segment3>(&mut met);
    let Met { misses, hits, ties, on_edges, coplanar, zero_area, at_the_start, fractions } = met;
    for class in [misses, hits, ties, on_edges, coplanar, zero_area, at_the_start, fractions] {
        assert!(class > 20, "{met:?}");
    }
}

/// Rays from within a closed mesh, aimed at its edges and vertices: each leaves it.
#[test]
fn no_ray_leaks_through_an_edge_or_a_vertex() {
    const RINGS: usize = 24;
    let mut rng = Rng::new(71);
    // A bumpy ball, whose corners are any floats.
    let corner = |i: usize, j: usize| -> [f32; 3] {
        let [polar, around] = [i as f64 / RINGS as f64 * 0.5, (j % RINGS) as f64 / RINGS as f64]
            .map(|turn| turn * std::f64::consts::TAU);
        let radius = 1.0 + 0.1 * (5.0 * polar).sin() * (3.0 * around).cos();
        if i == 0 || i == RINGS {
            return [0.0, 0.0, if i == 0 { 1.0 } else { -1.0 }];
        }
        [polar.sin() * around.cos(), polar.sin() * around.sin(), polar.cos()].map(|x| (radius * x) as f32)
    };
    let mut triangles = Vec::new();
    for i in 0..RINGS {
        for j in 0..RINGS {
            let [a, b, c, d] = [corner(i, j), corner(i + 1, j), corner(i + 1, j + 1), corner(i, j + 1)];
            triangles.push(Triangle3 { a, b, c });
            triangles.push(Triangle3 { a, b: c, c: d });
        }
    }
    let index = Index::new(&Triangles3::from_shapes(&triangles).unwrap()).unwrap();
    let mut ray = || {
        let t = &triangles[rng.below(triangles.len())];
        let ends = [t.a, t.b, t.c];
        let at = rng.below(3);
        let along = if rng.one_in(2) { 0.0 } else { f32::midpoint(rng.signed(), 1.0) };
        let (from, to) = (ends[at], ends[(at + 1) % 3]);
        let start: [f32; 3] = std::array::from_fn(|_| 0.3 * rng.signed());
        let target: [f32; 3] = std::array::from_fn(|k| from[k] + along * (to[k] - from[k]));
        Ray3 { start, direction: std::array::from_fn(|k| target[k] - start[k]) }
    };
    let rays: Vec<Ray3> = (0..40_000).map(|_| ray()).collect();
    let together = index.cast(&Rays3::from_shapes(&rays).unwrap()).unwrap();
    for (ray, hit) in rays.iter().zip(together) {
        assert!(hit.is_some_and(|hit| (hit.t - 1.0).abs() < 0.01), "{ray:?} leaks: {hit:?}");
        assert_eq!(index.cast_one(ray).unwrap(), hit, "{ray:?}");
    }
}
