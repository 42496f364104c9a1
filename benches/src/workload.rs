//! The uniform row workload: shapes about one unit large, at random places of a small square or cube.
//!
//! A place is uniform in `[0, spread)` a coordinate, 2 unless a group says otherwise. Corners are uniform in
//! the unit square (cube) whose lower corner is that place; disks and spheres have their center there, with a
//! radius from 0.1 to 0.5. Radii of capsules and of round corners are from 0.05 to 0.25. Row `i` does not depend on the number of rows, so a longer workload starts with a
//! shorter one.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use scalar::dim2::{
    Aabb, Capsule, Disk, Line, OrientedBox, Point, Ray, RoundedAabb, RoundedOrientedBox, RoundedTriangle,
    Segment, Triangle,
};
use scalar::dim3::{
    Aabb3, Capsule3, Line3, OrientedBox3, Point3, Ray3, RoundedAabb3, RoundedCapsule3, RoundedSphere,
    RoundedTriangle3, Segment3, Sphere, Triangle3,
};
use soa::{Columns, Nothing, Shape};

/// A seeded stream of uniform numbers, the same on every machine.
pub struct Uniform(Xoshiro256PlusPlus);

impl Uniform {
    /// The stream of a seed.
    pub fn seeded(seed: u64) -> Self {
        Self(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// Uniform in `[0, 1)`, a multiple of `2^-24`.
    pub fn unit(&mut self) -> f32 {
        (self.0.next_u64() >> 40) as f32 / (1 << 24) as f32
    }

    /// Uniform from `low` to `high`.
    pub fn between(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * self.unit()
    }

    /// A whole number from `low` to `high`, both included.
    pub fn integer(&mut self, low: i32, high: i32) -> i32 {
        low + self.below((high - low + 1) as u64) as i32
    }

    /// A place in a list of this length.
    pub fn index(&mut self, len: usize) -> usize {
        self.below(len as u64) as usize
    }

    /// Below `end`, by the upper half of a product: as good as uniform for numbers that are not huge.
    fn below(&mut self, end: u64) -> u64 {
        ((u128::from(self.0.next_u64()) * u128::from(end)) >> 64) as u64
    }

    /// One of them.
    pub fn pick<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.index(of.len())]
    }

    /// A point of the square or cube whose lower corner is `corner`.
    fn corner<const N: usize>(&mut self, corner: [f32; N]) -> [f32; N] {
        corner.map(|x| x + self.unit())
    }

    /// A place: each coordinate uniform in `[0, spread)`.
    pub fn place<const N: usize>(&mut self, spread: f32) -> [f32; N] {
        std::array::from_fn(|_| spread * self.unit())
    }

    /// A vector of length 1 up to rounding, in a uniform direction.
    fn direction<const N: usize>(&mut self) -> [f32; N] {
        loop {
            let v: [f32; N] = std::array::from_fn(|_| self.between(-1.0, 1.0));
            let length2: f32 = v.iter().map(|x| x * x).sum();
            if (0.01..=1.0).contains(&length2) {
                return v.map(|x| x / length2.sqrt());
            }
        }
    }
}

/// A shape that the workload has rows of.
pub trait Sample: Shape {
    /// One row.
    fn sample(uniform: &mut Uniform, spread: f32) -> Self;
}

/// The first rows of the workload of a seed.
///
/// ```
/// use benches::workload::rows;
/// use scalar::dim2::Disk;
///
/// let disks = rows::<Disk>(1, 100, 2.0);
/// assert!(disks.iter().all(|disk| disk.center[0] < 2.0 && (0.1..=0.5).contains(&disk.radius)));
/// assert_eq!(rows::<Disk>(1, 10, 2.0), disks[..10]);
/// ```
pub fn rows<S: Sample>(seed: u64, rows: usize, spread: f32) -> Vec<S> {
    let mut uniform = Uniform::seeded(seed);
    (0..rows).map(|_| S::sample(&mut uniform, spread)).collect()
}

/// The columns of these rows; none for [`soa::Nothing`].
///
/// # Panics
/// A row breaks a rule of its shape: no workload has such rows.
pub fn columns<S: Shape>(rows: &[S]) -> Columns<S> {
    if S::COLUMNS.is_empty() {
        return Columns::default();
    }
    Columns::from_shapes(rows).expect("a workload breaks no rule of its shape")
}

impl Sample for Nothing {
    fn sample(_: &mut Uniform, _: f32) -> Self {
        Self
    }
}

impl<const N: usize> Sample for [f32; N]
where
    [f32; N]: Shape,
{
    fn sample(uniform: &mut Uniform, spread: f32) -> Self {
        let place = uniform.place(spread);
        uniform.corner(place)
    }
}

/// A shape of the plane or of space, from the stream and the place that it is made at.
macro_rules! sample {
    ($($shape:ty),*: |$uniform:ident, $place:ident| $made:expr) => {
        $(
            impl Sample for $shape {
                fn sample($uniform: &mut Uniform, spread: f32) -> Self {
                    let $place = $uniform.place(spread);
                    $made
                }
            }
        )*
    };
}
// From one corner to another.
sample!(Segment, Ray, Line, Segment3, Ray3, Line3: |uniform, place| {
    let (start, end) = (uniform.corner(place), uniform.corner(place));
    Self { start, direction: std::array::from_fn(|k| end[k] - start[k]) }
});
sample!(Triangle, Triangle3: |uniform, place| {
    let [a, b, c] = std::array::from_fn(|_| uniform.corner(place));
    Self { a, b, c }
});
sample!(Capsule, Capsule3: |uniform, place| {
    let (start, end) = (uniform.corner(place), uniform.corner(place));
    let direction = std::array::from_fn(|k| end[k] - start[k]);
    Self { start, direction, radius: uniform.between(0.05, 0.25) }
});
sample!(RoundedAabb: |uniform, place| {
    let Aabb { min, max } = around(uniform, place);
    Self { min, max, border_radius: uniform.between(0.05, 0.25) }
});
sample!(RoundedTriangle, RoundedTriangle3: |uniform, place| {
    let [a, b, c] = std::array::from_fn(|_| uniform.corner(place));
    Self { a, b, c, border_radius: uniform.between(0.05, 0.25) }
});
sample!(RoundedSphere: |uniform, place| {
    Self { center: place, radius: uniform.between(0.1, 0.5), border_radius: uniform.between(0.05, 0.25) }
});
sample!(RoundedCapsule3: |uniform, place| {
    let (start, end) = (uniform.corner(place), uniform.corner(place));
    let direction = std::array::from_fn(|k| end[k] - start[k]);
    let [radius, border_radius] = std::array::from_fn(|_| uniform.between(0.05, 0.25));
    Self { start, direction, radius, border_radius }
});
sample!(RoundedAabb3: |uniform, place| {
    let (p, q): (Point3, Point3) = (uniform.corner(place), uniform.corner(place));
    let [min, max] = [f32::min, f32::max].map(|of| std::array::from_fn(|k| of(p[k], q[k])));
    Self { min, max, border_radius: uniform.between(0.05, 0.25) }
});
sample!(Disk, Sphere: |uniform, place| Self { center: place, radius: uniform.between(0.1, 0.5) });
sample!(Aabb: |uniform, place| around(uniform, place));
sample!(Aabb3: |uniform, place| {
    let (p, q): (Point3, Point3) = (uniform.corner(place), uniform.corner(place));
    let [min, max] = [f32::min, f32::max].map(|of| std::array::from_fn(|k| of(p[k], q[k])));
    Self { min, max }
});
sample!(OrientedBox: |uniform, place| tilted(uniform, place));
sample!(RoundedOrientedBox: |uniform, place| {
    let OrientedBox { center, half_extents, axis } = tilted(uniform, place);
    Self { center, half_extents, axis, border_radius: uniform.between(0.05, 0.25) }
});
sample!(OrientedBox3: |uniform, place| {
    let half_extents = std::array::from_fn(|_| uniform.between(0.05, 0.5));
    Self { center: uniform.corner(place), half_extents, axes: rotation(uniform.direction()) }
});

/// A box near a place.
fn tilted(uniform: &mut Uniform, place: Point) -> OrientedBox {
    let half_extents = std::array::from_fn(|_| uniform.between(0.05, 0.5));
    OrientedBox { center: uniform.corner(place), half_extents, axis: uniform.direction() }
}

/// The box around two corners.
fn around(uniform: &mut Uniform, place: Point) -> Aabb {
    let (p, q) = (uniform.corner(place), uniform.corner(place));
    Aabb { min: [p[0].min(q[0]), p[1].min(q[1])], max: [p[0].max(q[0]), p[1].max(q[1])] }
}

/// The axes of the frame that a unit quaternion turns into.
fn rotation([w, x, y, z]: [f32; 4]) -> [Point3; 3] {
    [
        [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y + w * z), 2.0 * (x * z - w * y)],
        [2.0 * (x * y - w * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z + w * x)],
        [2.0 * (x * z + w * y), 2.0 * (y * z - w * x), 1.0 - 2.0 * (x * x + y * y)],
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keeps_the_rules<S: Sample>() {
        let shapes = rows::<S>(1, 1_000, 2.0);
        assert!(Columns::from_shapes(&shapes).is_ok());
        assert_ne!(shapes, rows::<S>(2, 1_000, 2.0));
    }

    #[test]
    fn every_shape_keeps_its_rules() {
        keeps_the_rules::<Segment>();
        keeps_the_rules::<Disk>();
        keeps_the_rules::<Aabb>();
        keeps_the_rules::<OrientedBox>();
        keeps_the_rules::<Triangle>();
        keeps_the_rules::<Capsule>();
        keeps_the_rules::<RoundedAabb>();
        keeps_the_rules::<RoundedOrientedBox>();
        keeps_the_rules::<RoundedTriangle>();
        keeps_the_rules::<RoundedSphere>();
        keeps_the_rules::<RoundedCapsule3>();
        keeps_the_rules::<RoundedAabb3>();
        keeps_the_rules::<RoundedTriangle3>();
        keeps_the_rules::<Point3>();
        keeps_the_rules::<Segment3>();
        keeps_the_rules::<Sphere>();
        keeps_the_rules::<Aabb3>();
        keeps_the_rules::<OrientedBox3>();
        keeps_the_rules::<Triangle3>();
    }

    #[test]
    fn axes_are_perpendicular_unit_vectors() {
        for shape in rows::<OrientedBox3>(1, 1_000, 2.0) {
            for i in 0..3 {
                for j in 0..3 {
                    let dot: f32 = (0..3).map(|k| shape.axes[i][k] * shape.axes[j][k]).sum();
                    assert!((dot - f32::from(u8::from(i == j))).abs() < 1e-5);
                }
            }
        }
    }
}
