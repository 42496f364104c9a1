//! Segment, ray or line and sphere: as [in the plane](crate::exact::segment_disk), of degree 4.

use crate::LinearComponent;
use crate::dim3::Sphere;
use crate::exact::dim2::segment_disk::path_is_near;
use crate::exact::near::Reach;
use crate::exact::number::Number;
use crate::exact::{Exact, decided_by};

/// Whether the segment, ray or line and the sphere have a point in common.
///
/// ```
/// use scalar::dim3::{Line3, Ray3, Segment3, Sphere};
/// use scalar::exact::segment3_sphere;
///
/// // From (-9, 3, 4) along x: its line touches the sphere of radius 5 in (0, 3, 4).
/// let (start, direction) = ([-9.0, 3.0, 4.0], [1.0, 0.0, 0.0]);
/// let sphere = Sphere { center: [0.0; 3], radius: 5.0 };
/// assert!(!segment3_sphere(&Segment3 { start, direction }, &sphere));
/// assert!(segment3_sphere(&Ray3 { start, direction }, &sphere));
/// assert!(!segment3_sphere(&Line3 { start, direction }, &Sphere { radius: 4.999_999_5, ..sphere }));
/// ```
pub fn segment3_sphere<R: LinearComponent<3>>(path: &R, sphere: &Sphere) -> bool {
    path.decide(sphere).hit
}
decided_by!(intersect(R: LinearComponent<3>, Sphere));

fn intersect<N: Number>(path: &impl LinearComponent<3>, sphere: &Sphere) -> Option<bool> {
    path_is_near::<N, 3>(path, sphere.center, Reach::of([sphere.radius]))
}
