//! Oriented boxes of space whose axes are nearly of length 1 and perpendicular, as those are that a program
//! has turned: what `f64` can say of them without the long formulas, which hold for any axes.
//!
//! ```text
//! Define    A, the matrix whose rows are the axes, so that the box is all points c + x with |A x|_i <= h_i
//!           slant, at least as far from 1 as any eigenvalue of A A^T is (Gershgorin): the sum of what the
//!               squared lengths of the axes differ from 1 at most, and of their products with each other
//! Then      (1 - slant) |v|^2 <= |A v|^2 <= (1 + slant) |v|^2                       for each vector v
//!           a point of the box is c + A^T w, where |w|_i <= h_i + slant / (1 - slant) |h|
//! ```
//!
//! The second, as `x = A^T (A A^T)^-1 z` with `|z|_i <= h_i`, and no eigenvalue of `(A A^T)^-1` is farther
//! from 1 than `slant / (1 - slant)`.
//!
//! Where this leaves a pair undecided, as it does those that touch, the formulas decide.

use super::extent::{SLACK, larger};
use crate::dim3::{OrientedBox3, Sphere};
use crate::wide::{dot, sub, wide};

/// The frame of an oriented box.
pub struct Frame {
    center: [f64; 3],
    axes: [[f64; 3]; 3],
    half_extents: [f64; 3],
    slant: f64,
}

impl Frame {
    /// That of a box, if its axes are near enough to those of one.
    #[inline]
    pub fn of(oriented: &OrientedBox3) -> Option<Self> {
        let axes @ [u, v, w] = oriented.axes.map(wide);
        let off_one = axes.map(|axis| (dot(axis, axis) - 1.0).abs());
        let slant = larger(larger(off_one[0], off_one[1]), off_one[2])
            + (dot(u, v).abs() + dot(v, w).abs() + dot(w, u).abs())
            + SLACK;
        let half_extents = wide(oriented.half_extents);
        (slant <= 0.25).then_some(Self { center: wide(oriented.center), axes, half_extents, slant })
    }

    /// The most that each `w_i` may be.
    #[inline]
    fn reach(&self) -> [f64; 3] {
        let h = self.half_extents;
        let off = 1.5 * self.slant * (h[0] + h[1] + h[2]);
        h.map(|h| h + off)
    }

    /// How far the box reaches from its center along each coordinate axis, at most.
    pub fn extent(&self) -> [f64; 3] {
        let ([u, v, w], [x, y, z]) = (self.axes, self.reach());
        [0, 1, 2].map(|k: usize| x * u[k].abs() + y * v[k].abs() + z * w[k].abs())
    }

    /// Whether a sphere and the box have a point in common. None where they nearly touch.
    ///
    /// `D`, the distance of `A (C - c)` from the box `|z|_i <= h_i`, is `|A v|` for the way `v` from `C` to a
    /// point of the box, and at most that for every other one. So the squared distance of `C` from the box is
    /// from `D^2 / (1 + slant)` to `D^2 / (1 - slant)`.
    pub fn meets_sphere(&self, sphere: &Sphere) -> Option<bool> {
        let to_center = sub(wide(sphere.center), self.center);
        let mut distance2 = 0.0;
        for (axis, h) in self.axes.into_iter().zip(self.half_extents) {
            let beyond = larger(dot(axis, to_center).abs() - h, 0.0);
            distance2 += beyond * beyond;
        }
        let rounded_off = SLACK * dot(to_center, to_center);
        let r2 = f64::from(sphere.radius) * f64::from(sphere.radius);
        if distance2 + rounded_off <= r2 * (1.0 - self.slant) {
            return Some(true);
        }
        (distance2 - rounded_off > r2 * (1.0 + self.slant)).then_some(false)
    }

    /// Whether two boxes have a point in common: not if a face of this one lies between both, and if it holds
    /// the center of the other one. None where that says nothing.
    ///
    /// Along an axis of this box the other one reaches from its center as far as the products of the axes with
    /// that axis do.
    pub fn meets_box(&self, other: &Self) -> Option<bool> {
        let way = sub(other.center, self.center);
        let rounded_off = SLACK * (way[0].abs() + way[1].abs() + way[2].abs());
        let (mut is_parted, mut holds_center) = (false, true);
        for (axis, h) in self.axes.into_iter().zip(self.half_extents) {
            let beyond = dot(axis, way).abs() - h;
            let reach = dot(other.axes.map(|other_axis| dot(axis, other_axis).abs()), other.reach());
            is_parted |= beyond - reach > rounded_off;
            holds_center &= beyond < -rounded_off;
        }
        (is_parted | holds_center).then_some(holds_center)
    }
}

#[cfg(test)]
mod tests {
    use super::Frame;
    use crate::dim3::{OrientedBox3, Sphere};
    use crate::exact::extent::tests::number;
    use crate::exact::{Exact, Stage};

    /// A box in the unit cube, whose axes are off by about `slant`.
    fn turned(state: &mut u64, slant: f32) -> OrientedBox3 {
        let mut random = || number(state);
        let (s, t) = (random(), random());
        // Two turns, by angles with the halves of these tangents.
        let turn = |t: f32| [(1.0 - t * t) / (1.0 + t * t), 2.0 * t / (1.0 + t * t)];
        let ([c, s], [d, t]) = (turn(s), turn(t));
        let axes = [[c, s, 0.0], [-s * d, c * d, t], [s * t, -c * t, d]];
        OrientedBox3 {
            axes: axes.map(|axis| axis.map(|x| x + slant * random())),
            half_extents: [random().abs(), random().abs(), random().abs()],
            center: [random(), random(), random()],
        }
    }

    /// Whether the filter says what is so; counts misses, hits and pairs that it leaves undecided.
    fn check(met: &mut [usize; 3], says: Option<bool>, truth: impl FnOnce() -> Option<bool>) {
        assert!(says.is_none() || says == truth(), "{says:?}");
        met[says.map_or(2, usize::from)] += 1;
    }

    /// Two numbers next to each other, from the left one to the right one, between which the answer turns to yes.
    fn where_it_turns(mut no: f32, mut yes: f32, answer: impl Fn(f32) -> bool) -> [f32; 2] {
        for _ in 0..26 {
            let middle = f32::midpoint(no, yes);
            *(if answer(middle) { &mut yes } else { &mut no }) = middle;
        }
        [no, yes]
    }

    #[test]
    fn what_a_frame_says_is_so() {
        let (mut state, mut spheres, mut boxes) = (7, [0; 3], [0; 3]);
        for i in 0..900 {
            let slant = [1e-7, 1e-3, 0.015][i % 3];
            let [a, mut b] = [(); 2].map(|()| turned(&mut state, slant));
            // A box is as likely to be a point: then it hits if its center does.
            b.half_extents = b.half_extents.map(|h| h * [0.0, 1.0][i / 3 % 2]);
            let center = [(); 3].map(|()| 3.0 * number(&mut state));

            let sphere = |radius| Sphere { center, radius };
            let truth = |radius| sphere(radius).attempt(&a, Stage::Integer);
            let frame = Frame::of(&a).expect("axes that are nearly so");
            let [no, yes] = where_it_turns(0.0, 8.0, |radius| truth(radius) == Some(true));
            for radius in [no, yes, yes * (1.0 - slant), yes * (1.0 + slant), yes * 0.5, yes * 2.0] {
                check(&mut spheres, frame.meets_sphere(&sphere(radius)), || truth(radius));
            }

            // From far away to the center.
            let moved = |share: f32| OrientedBox3 {
                center: [0, 1, 2].map(|k: usize| a.center[k] + share * (center[k] - a.center[k])),
                ..b
            };
            let truth = |share| moved(share).attempt(&a, Stage::Integer);
            let [no, yes] = where_it_turns(8.0, 0.0, |share| truth(share) == Some(true));
            for share in [no, yes, yes * (1.0 - slant), yes * (1.0 + slant), yes * 0.5, yes * 2.0] {
                let other = Frame::of(&moved(share)).expect("axes that are nearly so");
                check(&mut boxes, frame.meets_box(&other), || truth(share));
                check(&mut boxes, other.meets_box(&frame), || truth(share));
            }
        }
        for met in [spheres, boxes] {
            assert!(met.iter().all(|&n| n > 300), "{met:?} misses, hits and undecided");
        }
    }

    #[test]
    fn nothing_is_said_of_axes_that_slant() {
        let axes = [[1.0, 0.0, 0.0], [0.3, 1.0, 0.0], [0.0, 0.0, 1.0]];
        assert!(Frame::of(&OrientedBox3 { center: [0.0; 3], half_extents: [1.0; 3], axes }).is_none());
    }
}
