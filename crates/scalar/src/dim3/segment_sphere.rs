//! Where a segment, ray or line passes through a sphere: as through [a disk](crate::dim2::segment_disk).

use super::{Clip3, Sphere};
use crate::LinearComponent;
pub use crate::dim2::segment_disk::CLIP_ERROR;
use crate::dim2::segment_disk::in_and_out;

/// Where the segment, ray or line passes through the sphere: the parameters of the first and the last common
/// point, in lengths of `direction`, and the first common point. None if there is no common point, or a
/// parameter is beyond all floats. The error bound is [`CLIP_ERROR`]; paths that touch or miss the sphere by
/// less may be answered either way.
///
/// A path that starts within has `t_enter = 0`, unless it is a line. A zero direction in the sphere is
/// `t_enter = t_exit = 0` at `start`.
///
/// ```
/// use scalar::dim3::{Ray3, Sphere, segment_sphere::clip};
///
/// let sphere = Sphere { center: [0.0, 3.0, 0.0], radius: 5.0 };
/// let ray = Ray3 { start: [-6.0, 0.0, 0.0], direction: [2.0, 0.0, 0.0] };
/// let through = clip(&ray, &sphere).unwrap();
/// assert_eq!((through.t_enter, through.t_exit, through.entry), (1.0, 5.0, [-4.0, 0.0, 0.0]));
/// ```
pub fn clip<R: LinearComponent<3>>(path: &R, sphere: &Sphere) -> Option<Clip3> {
    let ([t_enter, t_exit], entry) = in_and_out(path, sphere.center, sphere.radius)?;
    Some(Clip3 { t_enter, t_exit, entry })
}
