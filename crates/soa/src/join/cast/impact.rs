//! Where some paths first meet a triangle each: [`Impact`] in lanes of `f64`.

use scalar::exact::cast::Impact;

use crate::dim3::orient::extent;
use crate::dim3::segment_triangle::{margin, volumes};
use crate::dim3::vector::{cross, dot, sub, sum_of_abs};
use crate::lanes::{Lanes, MAX_WIDE, Mask, Simd, select};

/// The unit roundoff of `f64`, `2^-53`.
const UNIT: f32 = (f64::EPSILON / 2.0) as f32;

/// A path and a triangle in each lane, column by column: start and direction, and the three corners.
pub(super) type Pairs = ([[f32; MAX_WIDE]; 6], [[f32; MAX_WIDE]; 9]);

/// What is known of them.
pub(super) struct Impacts {
    /// A bit for each path that meets its triangle.
    pub(super) hits: u32,
    /// A bit for each of which rounding errors leave open whether it does.
    pub(super) open: u32,
    /// The values, and then the errors.
    numbers: [[f64; MAX_WIDE]; 6],
}

impl Impacts {
    /// Of segments, or of rays.
    #[inline(always)]
    pub(super) fn new<T: Simd>(simd: T, (paths, triangles): &Pairs, are_segments: bool) -> Self {
        let [sx, sy, sz, dx, dy, dz] = load(simd, paths);
        let [ax, ay, az, bx, by, bz, cx, cy, cz] = load(simd, triangles);
        let (start, d) = ([sx, sy, sz], [dx, dy, dz]);
        let (a, b, c) = ([ax, ay, az], [bx, by, bz], [cx, cy, cz]);
        let [hits, open] = meets([sub(a, start), sub(b, start), sub(c, start)], d, are_segments);
        let impact = impact(sub(start, a), d, sub(b, a), sub(c, a));
        let mut numbers = [[0.0; MAX_WIDE]; 6];
        for k in 0..6 {
            simd.store_wide(impact[k], &mut numbers[k]);
        }
        Self { hits: hits.bits(), open: open.bits(), numbers }
    }

    /// That of a lane, if it is a hit.
    #[inline(always)]
    pub(super) fn get(&self, lane: usize) -> Impact {
        let mut impact = Impact { values: [0.0; 3], errors: [0.0; 3] };
        for k in 0..3 {
            impact.values[k] = self.numbers[k][lane % MAX_WIDE];
            impact.errors[k] = self.numbers[3 + k][lane % MAX_WIDE];
        }
        impact
    }
}

/// The first values of some columns, as many as a register holds.
#[inline(always)]
fn load<T: Simd, const N: usize>(simd: T, columns: &[[f32; MAX_WIDE]; N]) -> [T::Wide; N] {
    let mut lanes = [simd.load_wide(&columns[0]); N];
    for k in 1..N {
        lanes[k] = simd.load_wide(&columns[k]);
    }
    lanes
}

/// In which lanes a path along `d` from the origin meets a triangle, and in which that is open: with the
/// bound of [`Impact::of`].
#[inline(always)]
fn meets<L: Lanes>(corners: [[L; 3]; 3], d: [L; 3], are_segments: bool) -> [L::Mask; 2] {
    let [a, b, c] = corners;
    let [x, y, z] = extent([a, b, c, d]);
    let bound = x.splat(11.0 * UNIT) * (x * y * z);
    let (edges, height) = volumes(corners, d);
    let margin = margin(edges, height, true, are_segments);
    [bound.lt(margin), (-bound).le(margin) & margin.le(bound)]
}

/// The numbers of paths that meet their triangles, and their errors: [`Impact::of_hit`] with its names.
#[inline(always)]
fn impact<L: Lanes>(s: [L; 3], d: [L; 3], e: [L; 3], f: [L; 3]) -> [L; 6] {
    let (d_x_f, s_x_e) = (cross(d, f), cross(s, e));
    let det = dot(e, d_x_f);
    let [size_of_s, size_of_d, size_of_e, size_of_f] =
        [sum_of_abs(s), sum_of_abs(d), sum_of_abs(e), sum_of_abs(f)];
    let unit = det.splat(9.5 * UNIT);
    let bound_of_det = unit * (size_of_e * size_of_d * size_of_f);
    let bounds = [
        unit * (size_of_f * size_of_s * size_of_e),
        unit * (size_of_s * size_of_d * size_of_f),
        unit * (size_of_d * size_of_s * size_of_e),
    ];
    let least = det.abs() - bound_of_det;
    let one = det.splat(1.0);
    let (inverse, largest_inverse) = (one / det, one / least);
    let values = [dot(f, s_x_e) * inverse, dot(s, d_x_f) * inverse, dot(d, s_x_e) * inverse];
    let mut errors = bounds;
    for k in 0..3 {
        let size = values[k].abs();
        errors[k] = ((bounds[k] + size * bound_of_det) * largest_inverse + size * det.splat(4.0 * UNIT))
            * det.splat(1.0 + f32::EPSILON);
    }
    let known = bound_of_det.lt(least);
    let values = select(known, values, [det.splat(0.0); 3]);
    let errors = select(known, errors, [det.splat(f32::INFINITY); 3]);
    [values[0], values[1], values[2], errors[0], errors[1], errors[2]]
}

#[cfg(test)]
mod tests {
    use core::fmt::Debug;
    use core::marker::PhantomData;

    use rand_xoshiro::Xoshiro256PlusPlus;
    use rand_xoshiro::rand_core::{Rng, SeedableRng};
    use scalar::LinearComponent;
    use scalar::dim3::{Ray3, Segment3, Triangle3};
    use scalar::exact::Exact;

    use super::*;
    use crate::data::shape::{Shape, ShapeKind};
    use crate::lanes::Work;
    use crate::lanes::level::Level;

    /// Paths and triangles with random coordinates, and with small whole ones, for which margins are zero.
    fn pairs(random: &mut impl Rng) -> Pairs {
        let is_whole = random.next_u32().is_multiple_of(2);
        let mut coordinate = || {
            let bits = random.next_u32();
            if is_whole { (bits % 5) as f32 - 2.0 } else { bits as f32 / u32::MAX as f32 - 0.5 }
        };
        let mut pairs: Pairs = ([[0.0; MAX_WIDE]; 6], [[0.0; MAX_WIDE]; 9]);
        pairs.0.iter_mut().chain(&mut pairs.1).flatten().for_each(|x| *x = coordinate());
        pairs
    }

    struct Compared<'a, R> {
        pairs: &'a Pairs,
        path: PhantomData<R>,
        /// Certain hits, certain misses, and open ones.
        met: &'a mut [usize; 3],
    }

    impl<R: LinearComponent<3> + Exact<Triangle3> + Shape + Debug> Work for Compared<'_, R> {
        type Out = ();

        #[inline(always)]
        fn run<T: Simd>(self, simd: T) {
            let impacts = Impacts::new(simd, self.pairs, R::KIND == ShapeKind::Segment3);
            for lane in 0..T::Wide::LEN {
                let path = R::from_values(|k| self.pairs.0[k][lane]);
                let triangle = Triangle3::from_values(|k| self.pairs.1[k][lane]);
                let [hit, open] = [impacts.hits, impacts.open].map(|bits| bits >> lane & 1 == 1);
                self.met[if open { 2 } else { usize::from(!hit) }] += 1;
                match Impact::of(&path, &triangle) {
                    Some(impact) => {
                        assert!(hit || open, "{path:?} meets {triangle:?}");
                        let same = |x: [f64; 3], y: [f64; 3]| x.map(f64::to_bits) == y.map(f64::to_bits);
                        let got = impacts.get(lane);
                        assert!(
                            same(got.values, impact.values) && same(got.errors, impact.errors),
                            "{path:?}, {triangle:?}: {got:?}, but {impact:?} expected"
                        );
                    }
                    None => assert!(!hit, "{path:?} does not meet {triangle:?}"),
                }
            }
        }
    }

    #[test]
    fn lanes_have_the_bits_of_the_scalar_function() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut met = [[0; 3]; 2];
        for _ in 0..2_000 {
            let pairs = pairs(&mut random);
            for level in Level::available() {
                level.run(Compared::<Ray3> { pairs: &pairs, path: PhantomData, met: &mut met[0] });
                level.run(Compared::<Segment3> { pairs: &pairs, path: PhantomData, met: &mut met[1] });
            }
        }
        assert!(met.iter().flatten().all(|&count| count > 100), "hits, misses and open ones: {met:?}");
    }
}
