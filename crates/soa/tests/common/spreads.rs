//! Random sets of shapes that a broad phase may stumble over.

use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng as _, SeedableRng};
use scalar::dim2::{Aabb, Disk, Line, OrientedBox, Point, Ray, Segment, Triangle};
use scalar::dim3::{Aabb3, Line3, OrientedBox3, Point3, Ray3, Segment3, Sphere, Triangle3};
use soa::Columns;
use soa::join::Bounded;

/// A stream of random numbers, the same on every machine.
pub struct Random(SplitMix64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(SplitMix64::seed_from_u64(seed))
    }

    pub fn unit(&mut self) -> f32 {
        (self.0.next_u64() >> 40) as f32 / 16_777_216.0
    }

    pub fn below(&mut self, n: usize) -> usize {
        (self.unit() * n as f32) as usize
    }

    pub fn each<const N: usize>(&mut self, mut f: impl FnMut(f32) -> f32) -> [f32; N] {
        core::array::from_fn(|_| f(self.unit()))
    }

    /// A vector of components from -size to size.
    pub fn vector<const N: usize>(&mut self, size: f32) -> [f32; N] {
        self.each(|x| size * (2.0 * x - 1.0))
    }
}

/// Where a row lies, and how large it is.
pub type Spread = fn(&mut Random, usize) -> ([f32; 3], f32);

/// Spreads that a broad phase may stumble over.
pub const SPREADS: [(&str, Spread); 10] = [
    ("even", |r, n| (r.each(|x| x * (n as f32).sqrt()), 1.0)),
    ("clusters", |r, n| {
        let center: [f32; 3] = [r.below(5), r.below(5), 0].map(|x| 1000.0 * x as f32);
        let near: [f32; 3] = r.vector((n as f32).sqrt() * 0.1);
        (core::array::from_fn(|k| center[k] + near[k]), 0.2)
    }),
    ("sizes over six orders", |r, _| (r.each(|x| 100.0 * x), 0.3 * 10.0_f32.powf(2.0 - 6.0 * r.unit()))),
    ("one large among small", |r, n| {
        let is_large = r.below(n) < 2;
        (r.each(|x| 1000.0 * x), if is_large { 700.0 } else { 0.5 })
    }),
    ("one place", |r, _| ([3.0, 4.0, 5.0], if r.below(2) == 0 { 1.0 } else { 0.0 })),
    ("a line", |r, n| ([r.unit() * n as f32, 7.0, 7.0], 1.0)),
    ("far outside the rest", |r, n| {
        let far = if r.below(n) < 3 { 1e30 } else { 1.0 };
        (r.each(|x| 30.0 * x * far), 0.5)
    }),
    ("whole numbers", |r, _| ([r.below(20), r.below(20), r.below(20)].map(|x| x as f32), 1.0)),
    ("smallest numbers", |r, n| (r.each(|x| x * (n as f32).sqrt() * 1e-38), 1e-38)),
    ("largest numbers", |r, _| (r.vector(3e38), 1e37)),
];

/// A shape near a center.
pub trait Near: Bounded {
    fn near(center: [f32; 3], size: f32, r: &mut Random) -> Self;
}

/// Implements [`Near`] in the plane and in space: the first coordinates of the center, and vectors of the
/// shape's size.
macro_rules! near {
    ($($shape:ident, $dim:literal, |$c:ident, $size:ident, $r:ident| $value:expr;)*) => {$(
        impl Near for $shape {
            fn near(center: [f32; 3], $size: f32, $r: &mut Random) -> Self {
                let $c: [f32; $dim] = core::array::from_fn(|k| center[k]);
                $value
            }
        }
    )*};
}

pub fn add<const N: usize>(a: [f32; N], b: [f32; N]) -> [f32; N] {
    core::array::from_fn(|k| (a[k] + b[k]).clamp(-f32::MAX, f32::MAX))
}

near! {
    Point, 2, |c, _size, _r| c;
    Point3, 3, |c, _size, _r| c;
    Segment, 2, |c, size, r| Segment { start: c, direction: r.vector(size) };
    Ray, 2, |c, size, r| Ray { start: c, direction: r.vector(size) };
    Line, 2, |c, size, r| Line { start: c, direction: r.vector(size) };
    Disk, 2, |c, size, r| Disk { center: c, radius: size * r.unit() };
    Aabb, 2, |c, size, r| Aabb { min: c, max: add(c, r.each(|x| x * size)) };
    OrientedBox, 2, |c, size, r| OrientedBox {
        center: c,
        half_extents: r.each(|x| x * size),
        axis: [1.0 + r.unit(), 2.0 * r.unit() - 1.0],
    };
    Triangle, 2, |c, size, r| Triangle {
        a: add(c, r.vector(size)),
        b: add(c, r.vector(size)),
        c: add(c, r.vector(size)),
    };
    Aabb3, 3, |c, size, r| Aabb3 { min: c, max: add(c, r.each(|x| x * size)) };
    Segment3, 3, |c, size, r| Segment3 { start: c, direction: r.vector(size) };
    Ray3, 3, |c, size, r| Ray3 { start: c, direction: r.vector(size) };
    Line3, 3, |c, size, r| Line3 { start: c, direction: r.vector(size) };
    Sphere, 3, |c, size, r| Sphere { center: c, radius: size * r.unit() };
    OrientedBox3, 3, |c, size, r| OrientedBox3 {
        center: c,
        half_extents: r.each(|x| x * size),
        // Neither of length 1 nor perpendicular, and sometimes in one plane.
        axes: [
            add([1.0, 0.0, 0.0], r.vector(0.3)),
            add([0.0, 1.0, 0.0], r.vector(0.3)),
            if r.below(20) == 0 { [1.0, 0.0, 0.0] } else { add([0.0, 0.0, 2.0], r.vector(0.3)) },
        ],
    };
    Triangle3, 3, |c, size, r| Triangle3 {
        a: add(c, r.vector(size)),
        b: add(c, r.vector(size)),
        c: add(c, r.vector(size)),
    };
}

pub fn rows<S: Near>(n: usize, spread: Spread, seed: u64) -> Columns<S> {
    let mut random = Random::new(seed);
    let shapes: Vec<S> = (0..n)
        .map(|_| {
            let (center, size) = spread(&mut random, n);
            S::near(center, size, &mut random)
        })
        .collect();
    Columns::from_shapes(&shapes).unwrap()
}
