//! Shapes that are far apart, without a formula.
//!
//! A set lies in an axis-aligned box whose bounds are `f64`. Each sum is rounded, so its lower bound is a step
//! or two below it and its upper bound as much above. Where the boxes of two sets have a gap along an axis, the
//! sets have no point in common. Formulas of many terms, such as those of boxes and triangles within a
//! distance, cost many times as much.

use super::frame::Frame;
use crate::dim2::OrientedBox;
use crate::dim3::OrientedBox3;
use crate::wide::wide;

/// An axis-aligned box around a set. A set of the plane may have any third coordinate.
#[derive(Clone, Copy, Debug)]
pub struct Extent {
    low: [f64; 3],
    high: [f64; 3],
}

impl Extent {
    /// Around any set.
    pub const EVERYWHERE: Self = Self { low: [f64::NEG_INFINITY; 3], high: [f64::INFINITY; 3] };

    /// Around points, one or more.
    #[inline]
    pub fn of_points<const D: usize, const P: usize>(points: [[f32; D]; P]) -> Self {
        let mut extent = Self::EVERYWHERE;
        for k in 0..D {
            let (mut low, mut high) = (points[0][k], points[0][k]);
            for point in &points[1..] {
                (low, high) = (smaller(low, point[k]), larger(high, point[k]));
            }
            (extent.low[k], extent.high[k]) = (f64::from(low), f64::from(high));
        }
        extent
    }

    /// Around a segment from its start along its direction.
    #[inline]
    pub fn of_segment<const D: usize>(start: [f32; D], direction: [f32; D]) -> Self {
        Self::of_points([start]).swept(direction)
    }

    /// Around a ray, which goes on without end in each coordinate that it changes in, or a line, which does so
    /// both ways.
    #[inline]
    pub fn of_ray<const D: usize>(start: [f32; D], direction: [f32; D], is_line: bool) -> Self {
        let mut extent = Self::of_points([start]);
        for (k, &along) in direction.iter().enumerate() {
            let (down, up) = (along < 0.0, along > 0.0);
            if down || is_line && up {
                extent.low[k] = f64::NEG_INFINITY;
            }
            if up || is_line && down {
                extent.high[k] = f64::INFINITY;
            }
        }
        extent
    }

    /// Around an oriented box. A point with the products `q` with both axes is `(q_0 u + q_1 v) / u.u` from
    /// the center.
    #[inline]
    pub fn of_oriented_box(oriented: &OrientedBox) -> Self {
        let ([u, v], h) = (wide(oriented.axis), wide(oriented.half_extents));
        let over = u * u + v * v;
        let reach = |x: f64, y: f64| (h[0] * x.abs() + h[1] * y.abs()) / over * (1.0 + SLACK);
        Self::around(oriented.center, [reach(u, v), reach(v, u)])
    }

    /// Around an oriented box whose axes are nearly of length 1 and perpendicular, or around any set.
    #[inline]
    pub fn of_oriented_box3(oriented: &OrientedBox3) -> Self {
        Frame::of(oriented).map_or(Self::EVERYWHERE, |frame| Self::around(oriented.center, frame.extent()))
    }

    /// Around the points that are within these lengths of a point in each coordinate.
    #[inline]
    fn around<const D: usize>(point: [f32; D], reach: [f64; D]) -> Self {
        let mut extent = Self::EVERYWHERE;
        for k in 0..D {
            let (x, reach) = (f64::from(point[k]), reach[k] * (1.0 + SLACK));
            (extent.low[k], extent.high[k]) = (below(x - reach), above(x + reach));
        }
        extent
    }

    /// Around the points within the sum of these radii.
    #[must_use]
    #[inline]
    pub fn grown<const R: usize>(self, radii: [f32; R]) -> Self {
        let radius = radii.into_iter().fold(0.0, |sum, radius| above(sum + f64::from(radius)));
        Self { low: self.low.map(|x| below(x - radius)), high: self.high.map(|x| above(x + radius)) }
    }

    /// Around what it passes over on the way along a vector.
    #[must_use]
    #[inline]
    pub fn swept<const D: usize>(mut self, motion: [f32; D]) -> Self {
        for (k, way) in motion.map(f64::from).into_iter().enumerate() {
            self.low[k] = smaller(self.low[k], below(self.low[k] + way));
            self.high[k] = larger(self.high[k], above(self.high[k] + way));
        }
        self
    }

    /// Whether there is a gap between both along an axis.
    #[inline]
    pub fn is_apart(&self, other: &Self) -> bool {
        // The largest gap, without a branch a coordinate.
        let gap = |k: usize| larger(other.low[k] - self.high[k], self.low[k] - other.high[k]);
        larger(larger(gap(0), gap(1)), gap(2)) > 0.0
    }
}

/// More than all roundings of a number together, of some ten steps each, against the size of its terms.
pub const SLACK: f64 = 1e-14;

/// The smaller of two numbers. `f64::min` takes more instructions, as it leaves out a NaN.
#[inline]
pub fn smaller<T: PartialOrd>(x: T, y: T) -> T {
    if x < y { x } else { y }
}

/// The larger of two numbers.
#[inline]
pub fn larger<T: PartialOrd>(x: T, y: T) -> T {
    if x > y { x } else { y }
}

/// A number at least one step above `x`, a rounded sum: `2^-52 |x|` is one step or more. A sum of zero is not
/// rounded.
#[inline]
fn above(x: f64) -> f64 {
    x + x.abs() * f64::EPSILON
}

/// A number at least one step below `x`, likewise.
#[inline]
fn below(x: f64) -> f64 {
    x - x.abs() * f64::EPSILON
}

#[cfg(test)]
pub mod tests {
    use super::Extent;
    use crate::dim2::OrientedBox;
    use crate::dim3::OrientedBox3;
    use crate::exact::dyadic::Dyadic;
    use crate::exact::dyadic::tests::from_f64;
    use crate::exact::number::Number;
    use crate::exact::{point_oriented_box, point3_oriented_box3};
    use crate::wide::{cross3, dot, wide};

    /// Values that sums round off, one way or the other.
    const VALUES: [f32; 9] = [0.0, 1.0, -1.0, 3e-39, -1e-30, 1.000_000_1, -16_777_215.0, 1e20, f32::MAX];

    #[test]
    fn the_ends_of_a_grown_segment_lie_within() {
        // Where a sum that is rounded to nearest is too low.
        let mut rounded = 0;
        for start in VALUES {
            for direction in VALUES {
                for radius in VALUES.map(f32::abs) {
                    let extent = Extent::of_segment([start], [direction]).grown([radius, 1.0]);
                    let [low, high] = [extent.low[0], extent.high[0]].map(from_f64);
                    let [from, way, reach] = [start, direction, radius].map(Dyadic::from_f32);
                    let (to, reach) = (from.plus(&way), reach.plus(&Dyadic::from_f32(1.0)));
                    let [least, most] = if direction < 0.0 { [to, from] } else { [from, to] };
                    let (least, most) = (least.minus(&reach), most.plus(&reach));
                    assert_eq!([low.at_most(&least), most.at_most(&high)], [Some(true); 2]);

                    let size = from_f64(1.0 + extent.low[0].abs().max(extent.high[0].abs()));
                    let slack = size.times(&from_f64(1e-15));
                    let off = [least.minus(&low), high.minus(&most)];
                    assert_eq!(off.map(|off| off.at_most(&slack)), [Some(true); 2]);

                    let [start, direction, radius] = [start, direction, radius].map(f64::from);
                    let nearest = start.max(start + direction) + (radius + 1.0);
                    rounded += usize::from(from_f64(nearest).below(&most) == Some(true));
                }
            }
        }
        assert!(rounded > 50, "{rounded}");
    }

    /// `SplitMix64` (Vigna), from -1 to 1.
    pub fn number(state: &mut u64) -> f32 {
        *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (*state ^ (*state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z >> 40) as f32 - 8_388_608.0) / 8_388_608.0
    }

    #[test]
    fn points_of_oriented_boxes_lie_within() {
        let (mut state, mut corners, mut tight) = (1, [0; 2], 0);
        let holds =
            |extent: &Extent, k: usize, x: f32| (extent.low[k]..=extent.high[k]).contains(&f64::from(x));
        for i in 0..20_000 {
            let mut random = || number(&mut state);
            // Axes of any length.
            let [u, v] = [random(), random()].map(|x| x * 1e3);
            let half_extents = [random().abs(), random().abs()];
            let flat = OrientedBox { center: [random(), random()], half_extents, axis: [u, v] };
            let extent = Extent::of_oriented_box(&flat);
            for signs in 0..4 {
                let [x, y] =
                    [0, 1].map(|k: usize| half_extents[k] * if signs >> k & 1 == 0 { 1.0 } else { -1.0 });
                let over = u * u + v * v;
                let point = [0, 1]
                    .map(|k: usize| flat.center[k] + [x * u - y * v, x * v + y * u][k] / over * 0.999_99);
                if point_oriented_box(&point, &flat) {
                    corners[0] += 1;
                    assert!((0..2).all(|k| holds(&extent, k, point[k])), "{flat:?}");
                }
            }

            // Axes that slant up to what is nearly perpendicular, or are perpendicular up to rounding.
            let slant = if i % 2 == 0 { 0.08 } else { 1e-7 };
            let (turn, mut near) = (random(), |x: f32| x + slant * random());
            let (cos, sin) = (1.0 / (1.0 + turn * turn).sqrt(), turn / (1.0 + turn * turn).sqrt());
            let axes = [[cos, sin, 0.0], [-sin, cos, 0.0], [0.0, 0.0, 1.0]].map(|axis| axis.map(&mut near));
            let half_extents = [random().abs(), random().abs(), random().abs()];
            let solid = OrientedBox3 { center: [0.25; 3], half_extents, axes };
            let extent = Extent::of_oriented_box3(&solid);
            let [a, b, c] = axes.map(wide);
            let across = [cross3(b, c), cross3(c, a), cross3(a, b)];
            for signs in 0..8 {
                let q = [0, 1, 2].map(|k: usize| {
                    f64::from(half_extents[k]) * if signs >> k & 1 == 0 { 0.999_99 } else { -0.999_99 }
                });
                let point: [f32; 3] = core::array::from_fn(|k| {
                    let way = (0..3).map(|i| q[i] * across[i][k]).sum::<f64>() / dot(a, across[0]);
                    (0.25 + way) as f32
                });
                if point3_oriented_box3(&point, &solid) {
                    corners[1] += 1;
                    assert!((0..3).all(|k| holds(&extent, k, point[k])), "{solid:?} {point:?}");
                    tight +=
                        usize::from((0..3).any(|k| !holds(&extent, k, 0.25 + (point[k] - 0.25) * 1.001)));
                }
            }
        }
        assert!(corners.iter().all(|&n| n > 30_000), "{corners:?} corners met");
        assert!(tight > 50_000, "{tight}");
    }

    #[test]
    fn rays_and_lines_have_bounds_where_they_do_not_go() {
        let at = |x: f32, y: f32| Extent::of_points([[x, y]]);
        let (start, direction) = ([1.0, 2.0], [-0.5, 0.0]);
        let [ray, line] = [false, true].map(|is_line| Extent::of_ray(start, direction, is_line));
        for (point, from_ray, from_line) in [
            (at(1.0, 2.0), false, false),
            (at(-1e30, 2.0), false, false),
            (at(1.0_f32.next_up(), 2.0), true, false),
            (at(0.0, 2.0_f32.next_up()), true, true),
            (at(0.0, 2.0_f32.next_down()), true, true),
        ] {
            assert_eq!([ray.is_apart(&point), line.is_apart(&point)], [from_ray, from_line], "{point:?}");
            assert_eq!([point.is_apart(&ray), point.is_apart(&line)], [from_ray, from_line], "{point:?}");
        }
        let back = Extent::of_ray(start, [0.5, 0.0], false);
        assert!(back.is_apart(&at(0.5, 2.0)) && !back.is_apart(&at(1e30, 2.0)) && !back.is_apart(&ray));
        assert!(Extent::of_ray(start, [0.0; 2], true).is_apart(&at(1.5, 2.0)));
    }

    #[test]
    fn axes_that_are_far_from_perpendicular_have_no_box() {
        let axes = [[1.0, 0.0, 0.0], [0.3, 1.0, 0.0], [0.0, 0.0, 1.0]];
        let slanting = OrientedBox3 { center: [0.0; 3], half_extents: [1.0; 3], axes };
        let far = Extent::of_points([[1e30, 0.0, 0.0]]);
        assert!(!Extent::of_oriented_box3(&slanting).is_apart(&far));
        let flat = OrientedBox { center: [0.0; 2], half_extents: [0.0; 2], axis: [0.0; 2] };
        assert!(!Extent::of_oriented_box(&flat).is_apart(&far));
    }

    #[test]
    fn a_gap_parts_and_touching_does_not() {
        let unit = Extent::of_points([[0.0, 0.0, 0.0], [1.0, 1.0, 1.0]]);
        for axis in 0..3 {
            let mut corner = [1.0, 0.5, 1.0];
            let point = |corner| Extent::of_points([corner]);
            assert!(!unit.is_apart(&point(corner)));
            corner[axis] = 1.0_f32.next_up();
            assert!(unit.is_apart(&point(corner)) && point(corner).is_apart(&unit));
            corner[axis] = 0.0_f32.next_down();
            assert!(unit.is_apart(&point(corner)) && point(corner).is_apart(&unit));
            assert!(!unit.is_apart(&point(corner).grown([1e-40])));
        }
        // The plane has no third coordinate.
        assert!(!unit.is_apart(&Extent::of_points([[0.5, 0.5]])));
        assert!(!unit.is_apart(&Extent::EVERYWHERE));
    }
}
