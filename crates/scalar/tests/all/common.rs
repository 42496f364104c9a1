//! Random numbers, and the shapes that several tests make.

use std::ops::{Mul, Sub};

use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng as _, SeedableRng};
use scalar::dim2::{OrientedBox, Point, Triangle};

/// A stream of random numbers, the same on every machine.
#[derive(Clone)]
pub struct Rng(SplitMix64);

impl Rng {
    pub fn new(seed: u64) -> Self {
        Self(SplitMix64::seed_from_u64(seed))
    }

    pub fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// An integer below `n`.
    pub fn below(&mut self, n: u64) -> u64 {
        self.bits() % n
    }

    /// A number in `[0, 1)`.
    pub fn unit(&mut self) -> f32 {
        (self.bits() >> 40) as f32 / 16_777_216.0
    }

    /// A number in `[-1, 1)`.
    pub fn signed(&mut self) -> f32 {
        2.0 * self.unit() - 1.0
    }

    /// A number up to a power of two, or to any power up to this one.
    pub fn of_size(&mut self, most: u64, is_mixed: bool) -> f32 {
        let power = if is_mixed { self.below(most + 1) } else { most };
        self.signed() * (power as f32).exp2()
    }

    pub fn vector<const N: usize>(&mut self) -> [f32; N] {
        std::array::from_fn(|_| self.signed())
    }
}

/// The values of a shape.
pub fn values<S: bytemuck::Pod>(shape: &mut S) -> &mut [f32] {
    bytemuck::cast_slice_mut(std::slice::from_mut(shape))
}

/// A shape whose values are whole numbers up to this one.
pub fn of_whole_numbers<S: bytemuck::Pod>(rng: &mut Rng, size: u64) -> S {
    let mut shape = S::zeroed();
    for x in values(&mut shape) {
        *x = rng.below(2 * size + 1) as f32 - size as f32;
    }
    shape
}

/// A shape of other values, each times a number.
pub fn scaled<S: bytemuck::Pod>(mut shape: S, by: f32) -> S {
    for x in values(&mut shape) {
        *x *= by;
    }
    shape
}

/// Every shape that has NaN, or another number, in the place of one value.
pub fn replaced<S: bytemuck::Pod>(shape: S, by: f32) -> impl Iterator<Item = S> {
    (0..size_of::<S>() / size_of::<f32>()).map(move |k| {
        let mut shape = shape;
        values(&mut shape)[k] = by;
        shape
    })
}

/// The six orders of three corners. The first three have the same winding.
pub fn orders<P: Copy>([a, b, c]: [P; 3]) -> [[P; 3]; 6] {
    [[a, b, c], [b, c, a], [c, a, b], [a, c, b], [c, b, a], [b, a, c]]
}

/// [`orders`] as triangles of the plane.
pub fn triangles(corners: [Point; 3]) -> [Triangle; 6] {
    orders(corners).map(|[a, b, c]| Triangle { a, b, c })
}

/// The convex hull, counter-clockwise (Andrew's monotone chain); two points or one if it has no area.
pub fn hull<T>(mut points: Vec<[T; 2]>) -> Vec<[T; 2]>
where
    T: Copy + Default + PartialOrd + Sub<Output = T> + Mul<Output = T>,
{
    let is_left = |[x0, y0]: [T; 2], [x1, y1]: [T; 2], [x2, y2]: [T; 2]| {
        (x1 - x0) * (y2 - y0) - (y1 - y0) * (x2 - x0) > T::default()
    };
    points.sort_by(|p, q| p.partial_cmp(q).unwrap());
    points.dedup();
    let mut hull: Vec<[T; 2]> = Vec::new();
    for pass in 0..2 {
        let start = hull.len();
        for &p in &points {
            while let [.., x, y] = hull[start..] {
                // As seen from `x`.
                if is_left(x, y, p) {
                    break;
                }
                hull.pop();
            }
            hull.push(p);
        }
        if pass == 0 || hull.len() > start + 1 {
            hull.pop();
        }
        points.reverse();
    }
    if hull.is_empty() { vec![points[0]] } else { hull }
}

/// The corners of an oriented box one after the other, which are whole numbers ([`with_whole_corners`]). A third
/// coordinate is zero.
pub fn whole_corners(oriented: &OrientedBox) -> [[i128; 3]; 4] {
    let whole = |v: [f32; 2]| v.map(|x| x as i128);
    let ([cx, cy], [hx, hy], [ux, uy]) =
        (whole(oriented.center), whole(oriented.half_extents), whole(oriented.axis));
    let k = ux * ux + uy * uy;
    [(-hx, -hy), (hx, -hy), (hx, hy), (-hx, hy)]
        .map(|(x, y)| [cx + (x * ux - y * uy) / k, cy + (x * uy + y * ux) / k, 0])
}

/// A box of whole numbers with an axis, and with corners of whole numbers.
pub fn with_whole_corners(OrientedBox { center, half_extents, mut axis }: OrientedBox) -> OrientedBox {
    axis[0] = if axis == [0.0; 2] { 1.0 } else { axis[0] };
    let k = axis.iter().map(|x| x * x).sum::<f32>();
    OrientedBox { center, half_extents: half_extents.map(|h| h.abs() * k), axis }
}

/// A box with all lengths times a number.
pub fn scaled_box(oriented: OrientedBox, by: f32) -> OrientedBox {
    OrientedBox { axis: oriented.axis, ..scaled(oriented, by) }
}
