//! Random pairs of rows of any two shapes, by classes that kernels break on.

use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng as _, SeedableRng};
use soa::Shape;

/// A stream of random numbers, the same on every machine.
pub struct Random(SplitMix64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(SplitMix64::seed_from_u64(seed))
    }

    fn below(&mut self, n: usize) -> usize {
        (self.0.next_u64() >> 32) as usize % n
    }

    fn uniform(&mut self) -> f32 {
        (self.0.next_u64() >> 40) as f32 / (1 << 23) as f32 - 1.0
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

/// A class of inputs.
pub struct Class {
    pub name: &'static str,
    /// Fills the values of a row, which are points of `dim` coordinates.
    pub fill: fn(&mut Random, dim: usize, row: &mut [f32]),
    /// What the values are multiplied by.
    pub scale: f32,
}

const fn class(name: &'static str, fill: fn(&mut Random, usize, &mut [f32])) -> Class {
    Class { name, fill, scale: 1.0 }
}

pub const CLASSES: [Class; 9] = [
    class("uniform", |random, _, row| row.fill_with(|| random.uniform())),
    class("grid", |random, _, row| row.fill_with(|| random.grid())),
    // Touching pairs of the grid, but for rounding.
    class("rounded grid", |random, _, row| row.fill_with(|| 0.1 * random.grid())),
    class("shared vertices", |random, dim, row| {
        let pool: [f32; 9] = core::array::from_fn(|_| random.uniform());
        for point in row.chunks_mut(dim) {
            let vertex = dim * random.below(3);
            point.copy_from_slice(&pool[vertex..vertex + point.len()]);
        }
    }),
    class("collinear", |random, dim, row| {
        let line: [f32; 6] = core::array::from_fn(|_| random.grid());
        for point in row.chunks_mut(dim) {
            let t = 0.5 * random.grid();
            for (k, x) in point.iter_mut().enumerate() {
                *x = line[k] + t * line[3 + k];
            }
        }
    }),
    class("thin", |random, dim, row| {
        let line: [f32; 6] = core::array::from_fn(|_| random.uniform());
        let width = (-(random.below(30) as f32)).exp2();
        for point in row.chunks_mut(dim) {
            let t = random.uniform();
            for (k, x) in point.iter_mut().enumerate() {
                *x = line[k] + t * line[3 + k] + width * random.uniform();
            }
        }
    }),
    class("mixed exponents", |random, _, row| {
        row.fill_with(|| f32::from_bits((random.0.next_u64() >> 32) as u32));
    }),
    class("two exponents", |random, _, row| {
        let scales = [0, 1].map(|_| (random.below(250) as f32 - 125.0).exp2());
        row.fill_with(|| random.grid() * scales[random.below(2)]);
    }),
    class("special", |random, _, row| {
        let usual = random.below(9);
        row.fill_with(|| {
            if random.below(8) < usual { random.grid() } else { SPECIAL[random.below(SPECIAL.len())] }
        });
    }),
];

/// So many rows of `A` and `B` of a class. Radii and half extents are not negative, and no box is inverted;
/// half the oriented boxes have axes of length 1.
pub fn rows<A: Shape, B: Shape>(class: &Class, rows: usize, random: &mut Random) -> Vec<(A, B)> {
    let n = A::COLUMNS.len();
    let dim = if A::COLUMNS.iter().any(|name| name.ends_with('z')) { 3 } else { 2 };
    let mut row = vec![0.0; n + B::COLUMNS.len()];
    (0..rows)
        .map(|_| {
            (class.fill)(random, dim, &mut row);
            for x in &mut row {
                *x *= class.scale;
            }
            let tilt = (random.below(2) == 0).then(|| 3.0 * random.uniform() * random.below(2) as f32);
            shape_up(A::COLUMNS, &mut row[..n], tilt);
            shape_up(B::COLUMNS, &mut row[n..], tilt);
            (A::from_values(|k| row[k]), B::from_values(|k| row[n + k]))
        })
        .collect()
}

fn shape_up(columns: &[&str], values: &mut [f32], tilt: Option<f32>) {
    if columns.contains(&"min_x") {
        let (min, max) = values.split_at_mut(columns.len() / 2);
        let inverted = min.iter_mut().zip(max).filter(|(min, max)| min > max);
        inverted.for_each(|(min, max)| std::mem::swap(min, max));
    }
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
