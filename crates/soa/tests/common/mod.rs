//! What test programs share: queries at every level, and random rows of any shape, made by the names of its
//! columns.
#![allow(dead_code, reason = "each program uses a part")]

use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng as _, SeedableRng};
use soa::{AnyView, Columns, Level, Query, Shape, ShapeKind};

/// A query at each level of this CPU: answers must not depend on it.
pub fn queries() -> impl Iterator<Item = Query> {
    Level::available().iter().map(|&level| Query::new().with_level(level))
}

/// A stream of random numbers, the same on every machine.
pub struct Random(SplitMix64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(SplitMix64::seed_from_u64(seed))
    }

    pub fn bits(&mut self) -> u32 {
        (self.0.next_u64() >> 32) as u32
    }

    pub fn below(&mut self, n: usize) -> usize {
        self.bits() as usize % n
    }

    /// A number in `[0, 1)`.
    pub fn unit(&mut self) -> f32 {
        (self.bits() >> 8) as f32 / 16_777_216.0
    }

    /// A number in `[-1, 1)`.
    pub fn signed(&mut self) -> f32 {
        2.0 * self.unit() - 1.0
    }

    /// An integer from -3 to 3.
    fn grid(&mut self) -> f32 {
        self.below(7) as f32 - 3.0
    }

    /// A vector of components from -size to size.
    pub fn vector<const N: usize>(&mut self, size: f32) -> [f32; N] {
        std::array::from_fn(|_| size * self.signed())
    }
}

/// The part of a column's name that says what it holds, and its axis: `min_` and 1 for `min_y`, `radius` and
/// 0.
fn parts(column: &str) -> (&str, usize) {
    match column.rfind(['x', 'y', 'z']) {
        Some(last) if last + 1 == column.len() => {
            (&column[..last], usize::from(column.as_bytes()[last] - b'x'))
        }
        _ => (column, 0),
    }
}

/// Coordinates of a point of this shape.
fn dimension(columns: &[&str]) -> usize {
    columns.iter().map(|column| parts(column).1 + 1).max().unwrap_or(1).max(2)
}

/// The columns of rows.
pub fn columns(width: usize, rows: &[Vec<f32>]) -> Vec<Vec<f32>> {
    (0..width).map(|k| rows.iter().map(|row| row[k]).collect()).collect()
}

/// Borrows columns without looking at their values.
pub fn unchecked(kind: ShapeKind, columns: &[Vec<f32>]) -> AnyView<'_> {
    let columns: Vec<&[f32]> = columns.iter().map(Vec::as_slice).collect();
    AnyView::new_unvalidated(kind, &columns).unwrap()
}

// ---- Pairs of rows that kernels break on ----

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

fn grid(random: &mut Random, _: usize, row: &mut [f32]) {
    row.fill_with(|| random.grid());
}

pub const GRID: Class = class("grid", grid);

pub const CLASSES: [Class; 11] = [
    class("uniform", |random, _, row| row.fill_with(|| random.signed())),
    GRID,
    // Touching pairs of the grid, but for rounding.
    Class { scale: 0.1, ..class("rounded grid", grid) },
    // Touching pairs at both ends of the range.
    Class { scale: f32::from_bits(1), ..class("smallest numbers", grid) },
    Class { scale: 1e38, ..class("largest numbers", grid) },
    class("shared vertices", |random, dim, row| {
        let pool: [f32; 9] = random.vector(1.0);
        for point in row.chunks_mut(dim) {
            let vertex = dim * random.below(3);
            point.copy_from_slice(&pool[vertex..vertex + point.len()]);
        }
    }),
    class("collinear", |random, dim, row| {
        let line: [f32; 6] = std::array::from_fn(|_| random.grid());
        for point in row.chunks_mut(dim) {
            let t = 0.5 * random.grid();
            for (k, x) in point.iter_mut().enumerate() {
                *x = line[k] + t * line[3 + k];
            }
        }
    }),
    class("thin", |random, dim, row| {
        let line: [f32; 6] = random.vector(1.0);
        let width = (-(random.below(30) as f32)).exp2();
        for point in row.chunks_mut(dim) {
            let t = random.signed();
            for (k, x) in point.iter_mut().enumerate() {
                *x = line[k] + t * line[3 + k] + width * random.signed();
            }
        }
    }),
    class("mixed exponents", |random, _, row| row.fill_with(|| f32::from_bits(random.bits()))),
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

/// Pairs of rows of a class, left and right. Radii and half extents are not negative, and no box is inverted;
/// half the oriented boxes have axes of length 1.
pub fn pairs(kinds: [ShapeKind; 2], class: &Class, rows: usize, random: &mut Random) -> Vec<[Vec<f32>; 2]> {
    let [left, right] = kinds.map(ShapeKind::columns);
    (0..rows)
        .map(|_| {
            let mut row = vec![0.0; left.len() + right.len()];
            (class.fill)(random, dimension(left), &mut row);
            for x in &mut row {
                *x *= class.scale;
            }
            let tilt = (random.below(2) == 0).then(|| 3.0 * random.signed() * random.below(2) as f32);
            let mut b = row.split_off(left.len());
            keep_rules(left, &mut row, tilt);
            keep_rules(right, &mut b, tilt);
            [row, b]
        })
        .collect()
}

fn keep_rules(columns: &[&str], values: &mut [f32], tilt: Option<f32>) {
    if columns.contains(&"min_x") {
        let (min, max) = values.split_at_mut(columns.len() / 2);
        let inverted = min.iter_mut().zip(max).filter(|(min, max)| min > max);
        inverted.for_each(|(min, max)| std::mem::swap(min, max));
    }
    let in_space = columns.contains(&"uz");
    for (name, value) in columns.iter().zip(values) {
        *value = match (*name, tilt.map(f32::sin_cos)) {
            ("hx" | "hy" | "hz" | "radius" | "border_radius", _) => value.abs(),
            ("ux" | "vy", Some((_, cos))) => cos,
            ("uy", Some((sin, _))) => sin,
            ("vx", Some((sin, _))) => -sin,
            ("wz", Some(_)) => 1.0,
            ("uz" | "vz" | "wx" | "wy", Some(_)) if in_space => 0.0,
            _ => *value,
        };
    }
}

// ---- Sets of rows that a broad phase may stumble over ----

/// The place and the size of a row in a set of `n`.
pub type Spread = fn(&mut Random, usize) -> ([f32; 3], f32);

fn within(random: &mut Random, size: f32) -> [f32; 3] {
    std::array::from_fn(|_| size * random.unit())
}

pub const SPREADS: [(&str, Spread); 10] = [
    ("even", |r, n| (within(r, (n as f32).sqrt()), 1.0)),
    ("clusters", |r, n| {
        let center: [f32; 3] = [r.below(5), r.below(5), 0].map(|x| 1000.0 * x as f32);
        let near: [f32; 3] = r.vector((n as f32).sqrt() * 0.1);
        (std::array::from_fn(|k| center[k] + near[k]), 0.2)
    }),
    ("sizes over six orders", |r, _| (within(r, 100.0), 0.3 * 10.0_f32.powf(2.0 - 6.0 * r.unit()))),
    ("one large among small", |r, n| (within(r, 1000.0), if r.below(n) < 2 { 700.0 } else { 0.5 })),
    ("one place", |r, _| ([3.0, 4.0, 5.0], if r.below(2) == 0 { 1.0 } else { 0.0 })),
    ("a line", |r, n| ([r.unit() * n as f32, 7.0, 7.0], 1.0)),
    ("far outside the rest", |r, n| {
        let size = if r.below(n) < 3 { 3e31 } else { 30.0 };
        (within(r, size), 0.5)
    }),
    ("integers", |r, _| ([r.below(20), r.below(20), r.below(20)].map(|x| x as f32), 1.0)),
    ("smallest numbers", |r, n| (within(r, (n as f32).sqrt() * 1e-38), 1e-38)),
    ("largest numbers", |r, _| (r.vector(3e38), 1e37)),
];

/// Sets the values of a row of a shape near a center.
fn near(columns: &[&str], center: [f32; 3], size: f32, r: &mut Random, row: &mut [f32]) {
    let is_box = columns.contains(&"hx");
    // Axes are neither of length 1 nor perpendicular, and sometimes in one plane.
    let in_one_plane = r.below(20) == 0;
    for (k, name) in columns.iter().enumerate() {
        let (what, axis) = parts(name);
        row[k] = match what {
            "" | "min_" => center[axis],
            "c" if is_box => center[axis],
            "a" | "b" | "c" => center[axis] + size * r.signed(),
            "max_" => row[axis] + size * r.unit(),
            "d" => size * r.signed(),
            "h" | "radius" | "border_radius" => size * r.unit(),
            "w" if in_one_plane => f32::from(axis == 0),
            _ => f32::from("uvw".find(what) == Some(axis)) + 0.5 * r.signed(),
        }
        .clamp(-f32::MAX, f32::MAX);
    }
}

/// Rows of a spread, column by column.
pub fn spread_columns(kind: ShapeKind, n: usize, spread: Spread, seed: u64) -> Vec<Vec<f32>> {
    let (mut random, width) = (Random::new(seed), kind.columns().len());
    let rows: Vec<Vec<f32>> = (0..n)
        .map(|_| {
            let (center, size) = spread(&mut random, n);
            let mut row = vec![0.0; width];
            near(kind.columns(), center, size, &mut random, &mut row);
            row
        })
        .collect();
    columns(width, &rows)
}

/// Rows of a spread.
pub fn rows<S: Shape>(n: usize, spread: Spread, seed: u64) -> Columns<S> {
    let mut columns = spread_columns(S::KIND, n, spread, seed);
    Columns::new(S::build(|k| std::mem::take(&mut columns[k]))).unwrap()
}
