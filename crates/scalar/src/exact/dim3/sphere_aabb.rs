//! Sphere and axis-aligned box by the point of the box nearest to the center, as for
//! [disks](crate::exact::disk_aabb), of degree 2.

use crate::dim3::{Aabb3, Sphere};
use crate::exact::near::Reach;
use crate::exact::number::Number;
use crate::exact::vector::{between, squared};
use crate::exact::{Exact, decided_by};
use crate::float::{max, min};

/// Whether the sphere and the box have a point in common.
///
/// ```
/// use scalar::{dim3::{Aabb3, Sphere}, exact::sphere_aabb3};
///
/// let aabb = Aabb3 { min: [0.0; 3], max: [2.0, 1.0, 1.0] };
/// assert!(sphere_aabb3(&Sphere { center: [4.0, 4.0, 7.0], radius: 7.0 }, &aabb)); // touches (2, 1, 1)
/// assert!(!sphere_aabb3(&Sphere { center: [4.0, 4.0, 7.0], radius: 6.999_999_5 }, &aabb));
/// ```
pub fn sphere_aabb3(sphere: &Sphere, aabb: &Aabb3) -> bool {
    sphere.decide(aabb).hit
}
decided_by!(intersect(Sphere, Aabb3) at once);

fn intersect<N: Number>(sphere: &Sphere, aabb: &Aabb3) -> Option<bool> {
    is_within::<N>(sphere.center, aabb, Reach::of([sphere.radius]))
}

/// Whether a point is within a distance of a box.
pub fn is_within<N: Number>(c: [f32; 3], aabb: &Aabb3, reach: Reach) -> Option<bool> {
    let nearest = [0, 1, 2].map(|k: usize| min(max(c[k], aabb.min[k]), aabb.max[k]));
    squared(&between::<N, 3>(nearest, c)).at_most(&reach.squared())
}
