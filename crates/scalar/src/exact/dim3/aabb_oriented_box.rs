//! Axis-aligned and oriented box in space: the slabs of [two oriented
//! boxes](super::oriented_box_oriented_box), the first three of which are twice as large, so that the center
//! of the first box is `min + max`. Its axes span space, so each four of the six slabs decide, of degree 4.

use super::oriented_box_oriented_box::{Sides, fours_meet};
use crate::dim3::{Aabb3, OrientedBox3};
use crate::exact::number::Number;
use crate::exact::vector::{add, between};
use crate::exact::{Exact, decided_by};

/// Whether the axis-aligned box and the oriented box, with its axes as stored, have a point in common.
///
/// ```
/// use scalar::{dim3::{Aabb3, OrientedBox3}, exact::aabb3_oriented_box3};
///
/// // |x + y| <= 2, |y - x| <= 2 and |z| <= 1: reaches to x = 2.
/// let axes = [[1.0, 1.0, 0.0], [-1.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
/// let turned = OrientedBox3 { center: [0.0; 3], half_extents: [2.0, 2.0, 1.0], axes };
/// let aabb = Aabb3 { min: [1.5, 0.5, 1.0], max: [3.0, 1.0, 2.0] };
/// assert!(aabb3_oriented_box3(&aabb, &turned)); // a corner is on an edge
/// assert!(!aabb3_oriented_box3(&Aabb3 { min: [1.5, 0.5, 1.000_000_1], ..aabb }, &turned));
/// ```
pub fn aabb3_oriented_box3(aabb: &Aabb3, oriented: &OrientedBox3) -> bool {
    aabb.decide(oriented).hit
}
decided_by!(intersect(Aabb3, OrientedBox3));

fn intersect<N: Number>(aabb: &Aabb3, oriented: &OrientedBox3) -> Option<bool> {
    fours_meet::<N, _>(aabb, oriented)
}

impl Sides for Aabb3 {
    fn scaled<N: Number>(length: N) -> N {
        length.plus(&length)
    }

    fn axes(&self) -> [[f32; 3]; 3] {
        [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]
    }

    fn half_extents<N: Number>(&self) -> [N; 3] {
        between(self.min, self.max)
    }

    fn way<N: Number>(&self, to: [f32; 3]) -> [N; 3] {
        add(&between::<N, 3>(self.min, to), &between(self.max, to))
    }
}
