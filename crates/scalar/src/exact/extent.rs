//! Shapes that are far apart, without a formula.
//!
//! A set lies in an axis-aligned box whose bounds are `f64`. Each sum is rounded, so its lower bound is the
//! number below and its upper bound the number above. Where the boxes of two sets have a gap along an axis,
//! the sets have no point in common. Formulas of many terms, such as those of boxes and triangles within a
//! distance, cost a hundred times as much.

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
    pub fn of_points<const D: usize>(points: &[[f32; D]]) -> Self {
        let mut extent = Self::EVERYWHERE;
        for k in 0..D {
            let coordinates = points.iter().map(|point| f64::from(point[k]));
            extent.low[k] = coordinates.clone().fold(f64::INFINITY, f64::min);
            extent.high[k] = coordinates.fold(f64::NEG_INFINITY, f64::max);
        }
        extent
    }

    /// Around a segment from its start along its direction.
    pub fn of_segment<const D: usize>(start: [f32; D], direction: [f32; D]) -> Self {
        let mut extent = Self::EVERYWHERE;
        for k in 0..D {
            let from = f64::from(start[k]);
            let to = from + f64::from(direction[k]);
            extent.low[k] = from.min(to.next_down());
            extent.high[k] = from.max(to.next_up());
        }
        extent
    }

    /// Around the points within the sum of these radii.
    #[must_use]
    pub fn grown<const R: usize>(self, radii: [f32; R]) -> Self {
        let radius = radii.into_iter().fold(0.0, |sum: f64, radius| (sum + f64::from(radius)).next_up());
        Self {
            low: self.low.map(|x| (x - radius).next_down()),
            high: self.high.map(|x| (x + radius).next_up()),
        }
    }

    /// Whether there is a gap between both along an axis.
    pub fn is_apart(&self, other: &Self) -> bool {
        (0..3).any(|k| self.high[k] < other.low[k] || other.high[k] < self.low[k])
    }
}

#[cfg(test)]
mod tests {
    use super::Extent;
    use crate::exact::dyadic::Dyadic;
    use crate::exact::dyadic::tests::from_f64;
    use crate::exact::number::Number;

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

    #[test]
    fn a_gap_parts_and_touching_does_not() {
        let unit = Extent::of_points(&[[0.0, 0.0, 0.0], [1.0, 1.0, 1.0]]);
        for axis in 0..3 {
            let mut corner = [1.0, 0.5, 1.0];
            let point = |corner| Extent::of_points(&[corner]);
            assert!(!unit.is_apart(&point(corner)));
            corner[axis] = 1.0_f32.next_up();
            assert!(unit.is_apart(&point(corner)) && point(corner).is_apart(&unit));
            corner[axis] = 0.0_f32.next_down();
            assert!(unit.is_apart(&point(corner)) && point(corner).is_apart(&unit));
            assert!(!unit.is_apart(&point(corner).grown([1e-40])));
        }
        // The plane has no third coordinate.
        assert!(!unit.is_apart(&Extent::of_points(&[[0.5, 0.5]])));
        assert!(!unit.is_apart(&Extent::EVERYWHERE));
    }
}
