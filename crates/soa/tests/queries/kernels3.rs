//! Closest points, spheres and oriented boxes: every kernel against its twin, bit for bit and at every level, over the
//! inputs that such code breaks on. What the kernels mean is tested in `crates/scalar/tests`.

use scalar::dim2::{Line, OrientedBox, Ray, Segment};
use scalar::dim3::{Line3, Ray3, Segment3};
use soa::kernel::{Measure, Predicate};
use soa::{Shape, View, dim2, dim3};

use crate::common::queries;

/// Rows of each kernel in each class: not a multiple of any number of lanes.
const ROWS: usize = 40_009;

/// A small generator (`SplitMix64`) with a fixed seed.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, n: usize) -> usize {
        (self.next() >> 32) as usize % n
    }

    fn uniform(&mut self) -> f32 {
        (self.next() >> 40) as f32 / (1 << 23) as f32 - 1.0
    }

    fn grid(&mut self) -> f32 {
        self.below(7) as f32 - 3.0
    }
}

/// The numbers that go wrong first.
const SPECIAL: [f32; 14] = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    f32::MIN_POSITIVE,
    1e-45,
    -1e-40,
    1e19,
    -1e-19,
    f32::MAX,
    -f32::MAX,
    f32::INFINITY,
    f32::NEG_INFINITY,
    f32::NAN,
];

/// A class of inputs: its name, and how it fills the values of a row, which are points of `dim` coordinates.
type Class = (&'static str, fn(&mut Random, dim: usize, row: &mut [f32]));

const CLASSES: [Class; 8] = [
    ("uniform", |random, _, row| row.fill_with(|| random.uniform())),
    ("grid", |random, _, row| row.fill_with(|| random.grid())),
    ("shared vertices", |random, dim, row| {
        let pool: [f32; 9] = core::array::from_fn(|_| random.uniform());
        for point in row.chunks_mut(dim) {
            let vertex = dim * random.below(3);
            point.copy_from_slice(&pool[vertex..vertex + point.len()]);
        }
    }),
    ("collinear", |random, dim, row| {
        let line: [f32; 6] = core::array::from_fn(|_| random.grid());
        for point in row.chunks_mut(dim) {
            let t = 0.5 * random.grid();
            for (k, x) in point.iter_mut().enumerate() {
                *x = line[k] + t * line[3 + k];
            }
        }
    }),
    ("thin", |random, dim, row| {
        let line: [f32; 6] = core::array::from_fn(|_| random.uniform());
        let width = (-(random.below(30) as f32)).exp2();
        for point in row.chunks_mut(dim) {
            let t = random.uniform();
            for (k, x) in point.iter_mut().enumerate() {
                *x = line[k] + t * line[3 + k] + width * random.uniform();
            }
        }
    }),
    ("mixed exponents", |random, _, row| {
        row.fill_with(|| f32::from_bits((random.next() >> 32) as u32));
    }),
    ("two exponents", |random, _, row| {
        let scales = [0, 1].map(|_| (random.below(250) as f32 - 125.0).exp2());
        row.fill_with(|| random.grid() * scales[random.below(2)]);
    }),
    ("special", |random, _, row| {
        let usual = random.below(9);
        row.fill_with(|| {
            if random.below(8) < usual { random.grid() } else { SPECIAL[random.below(SPECIAL.len())] }
        });
    }),
];

/// Rows of `A` and `B` of a class. Radii and half extents are not negative; half the boxes have axes of length 1.
fn rows<A: Shape, B: Shape>((_, fill): &Class, dim: usize, random: &mut Random) -> Vec<(A, B)> {
    let n = A::COLUMNS.len();
    let mut row = vec![0.0; n + B::COLUMNS.len()];
    (0..ROWS)
        .map(|_| {
            fill(random, dim, &mut row);
            let tilt = (random.below(2) == 0).then(|| 3.0 * random.uniform() * random.below(2) as f32);
            shape_up(A::COLUMNS, &mut row[..n], tilt);
            shape_up(B::COLUMNS, &mut row[n..], tilt);
            (A::from_values(|k| row[k]), B::from_values(|k| row[n + k]))
        })
        .collect()
}

fn shape_up(columns: &[&str], values: &mut [f32], tilt: Option<f32>) {
    let space = columns.contains(&"uz");
    for (name, value) in columns.iter().zip(values) {
        *value = match (*name, tilt.map(f32::sin_cos)) {
            ("hx" | "hy" | "hz" | "radius", _) => value.abs(),
            ("ux" | "vy", Some((_, cos))) => cos,
            ("uy", Some((sin, _))) => sin,
            ("vx", Some((sin, _))) => -sin,
            ("wz", Some(_)) => 1.0,
            ("uz" | "vz" | "wx" | "wy", Some(_)) if space => 0.0,
            _ => *value,
        };
    }
}

fn columns<R, S: Shape>(rows: &[R], of: fn(&R) -> S) -> S::Of<Vec<f32>> {
    S::build(|k| rows.iter().map(|row| of(row).values()[k]).collect())
}

fn view<S: Shape>(columns: &S::Of<Vec<f32>>) -> View<'_, S> {
    View::new_unvalidated(S::build(|k| columns.as_ref()[k].as_slice())).expect("columns of one length")
}

fn has_nan<A: Shape, B: Shape>(a: &A, b: &B) -> bool {
    a.values().iter().chain(b.values()).any(|x| x.is_nan())
}

fn check_predicate<P: Predicate>(dim: usize) {
    let mut random = Random(P::NAME.len() as u64);
    for class in &CLASSES {
        let rows = rows::<P::A, P::B>(class, dim, &mut random);
        let (a, b) = (columns(&rows, |row| row.0), columns(&rows, |row| row.1));
        let expected: Vec<bool> = rows.iter().map(|(a, b)| P::twin(a, b)).collect();
        for query in queries() {
            let hits = query.test::<P>(&view(&a), &view(&b)).expect("as many rows");
            for (row, (a, b)) in rows.iter().enumerate() {
                let same = hits.get(row) == Some(expected[row]);
                assert!(same, "{}, {}, {query:?}: {a:?} {b:?}", P::NAME, class.0);
            }
        }
        for ((a, b), hit) in rows.iter().zip(&expected) {
            assert!(!(*hit && has_nan(a, b)), "{}, {}: a NaN hits: {a:?} {b:?}", P::NAME, class.0);
        }
        let count = expected.iter().filter(|&&hit| hit).count();
        assert!(count > 0 && count < ROWS, "{}, {}: {count} hits of {ROWS}", P::NAME, class.0);
    }
}

fn check_measure<M: Measure>(dim: usize) {
    let mut random = Random(M::NAME.len() as u64);
    for class in &CLASSES {
        let rows = rows::<M::A, M::B>(class, dim, &mut random);
        let (a, b) = (columns(&rows, |row| row.0), columns(&rows, |row| row.1));
        let expected: Vec<M::Out> = rows.iter().map(|(a, b)| M::twin(a, b)).collect();
        for query in queries() {
            let out = query.measure::<M>(&view(&a), &view(&b)).expect("as many rows");
            for (((a, b), expected), out) in rows.iter().zip(&expected).zip(out.iter()) {
                let same = out
                    .values()
                    .iter()
                    .zip(expected.values())
                    .all(|(x, y)| x.to_bits() == scalar::float::canonical(*y).to_bits());
                let class = class.0;
                assert!(same, "{}, {class}, {query:?}: {a:?} {b:?}: {out:?}, twin {expected:?}", M::NAME);
            }
        }
        let mut numbers = 0;
        for ((a, b), expected) in rows.iter().zip(&expected) {
            let lost = has_nan(a, b) && !expected.values().iter().all(|x| x.is_nan());
            assert!(!lost, "{}, {}: a NaN is lost: {a:?} {b:?} {expected:?}", M::NAME, class.0);
            numbers += usize::from(expected.values().iter().all(|x| x.is_finite()));
        }
        assert!(numbers > 0, "{}, {}: no numbers", M::NAME, class.0);
    }
}

#[test]
fn closest_points_have_the_bits_of_their_twins() {
    check_measure::<dim3::point_triangle::ClosestPoint>(3);
    check_measure::<dim3::point_triangle::ClosestPointCross>(3);
}

#[test]
fn spheres_and_boxes_have_the_bits_of_their_twins() {
    check_predicate::<dim3::sphere_triangle::SquaredDistance>(3);
    check_predicate::<dim2::oriented_box_oriented_box::SeparatingAxis>(2);
}

#[test]
fn slabs_of_the_plane_have_the_bits_of_their_twins() {
    use dim2::segment_oriented_box::{Slabs, SlabsCrossing};
    check_predicate::<Slabs<Segment>>(2);
    check_predicate::<Slabs<Ray>>(2);
    check_predicate::<Slabs<Line>>(2);
    check_measure::<SlabsCrossing<Segment>>(2);
    check_measure::<SlabsCrossing<Ray>>(2);
    check_measure::<SlabsCrossing<Line>>(2);
}

#[test]
fn slabs_of_space_have_the_bits_of_their_twins() {
    use dim3::segment_oriented_box::{Slabs, SlabsCrossing};
    check_predicate::<Slabs<Segment3>>(3);
    check_predicate::<Slabs<Ray3>>(3);
    check_predicate::<Slabs<Line3>>(3);
    check_measure::<SlabsCrossing<Segment3>>(3);
    check_measure::<SlabsCrossing<Ray3>>(3);
    check_measure::<SlabsCrossing<Line3>>(3);
}

/// The queries run the kernels, in either order of the operands, and agree with each other at every level.
#[test]
fn queries_agree_with_each_other() {
    let rows = rows::<Segment, OrientedBox>(&CLASSES[0], 2, &mut Random(7));
    let (a, b) = (columns(&rows, |row| row.0), columns(&rows, |row| row.1));
    let (segments, boxes) = (view::<Segment>(&a), view::<OrientedBox>(&b));
    let best = soa::overlap(&segments, &boxes).expect("as many rows");
    for query in queries() {
        let hits = query.overlap(&segments, &boxes).expect("as many rows");
        assert_eq!(hits, best);
        assert_eq!(hits, query.overlap(&boxes, &segments).expect("as many rows"));
        let crossings = query.crossings(&segments, &boxes).expect("as many rows");
        assert_eq!(hits, crossings.hits());

        let ray_hits = query.overlap(&segments.as_rays(), &boxes).expect("as many rows");
        let line_hits = query.overlap(&segments.as_lines(), &boxes).expect("as many rows");
        assert!(hits.iter().all(|row| ray_hits.get(row) == Some(true)));
        assert!(ray_hits.iter().all(|row| line_hits.get(row) == Some(true)));
        assert!(hits.count() < ray_hits.count() && ray_hits.count() < line_hits.count());
    }
}
