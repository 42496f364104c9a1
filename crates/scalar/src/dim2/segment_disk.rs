//! Segment and disk: the squared distance of the center to the segment (Redpoll) and the squared radius; and
//! where a segment, ray or line passes through a disk.
//!
//! ```text
//!          ,---.           Define    s, from the center to the start;  d, the direction
//!        ,       .         Solution  |s + t d|^2 = r^2  for the parameters
//!    ---e----+----x--->              t = (-s.d -+ sqrt(r^2 d.d - (s x d)^2)) / d.d
//!        `       '
//!          `---'           as (s.d)^2 + (s x d)^2 = s.s d.d (Lagrange), which leaves no difference of squares of s
//! ```

use super::point_segment::within;
use super::vector::sub;
use super::{Clip, Disk, Segment};
use crate::LinearComponent;
use crate::float::{no_nan, sqrt64};
use crate::wide::{self, dot, wide};

/// Whether the segment and the disk have a point in common.
///
/// ```
/// use scalar::dim2::{Disk, Segment, segment_disk::squared_distance};
///
/// let segment = Segment { start: [0.0, 0.0], direction: [4.0, 0.0] };
/// assert!(squared_distance(&segment, &Disk { center: [2.0, 1.0], radius: 1.0 })); // touching
/// assert!(!squared_distance(&segment, &Disk { center: [5.0, 1.0], radius: 1.0 }));
/// ```
pub fn squared_distance(segment: &Segment, disk: &Disk) -> bool {
    let Segment { start: s, direction: d } = *segment;
    let ([x, y], r) = (disk.center, disk.radius);
    let ap = sub(disk.center, s);
    no_nan(&[s[0], s[1], d[0], d[1], x, y, r]) && within(ap, d, sub(ap, d), r * r)
}

/// How far a parameter of [`clip`] may be from the true one: `CLIP_ERROR (|t| + m / |d|)`, where `m` is the
/// larger of the radius and the distance from start to center.
///
/// All is in `f64`, where with `u = 2^-53` the cross product errs by `5 u |s| |d|` at most, in space, and
/// what is below the root by `20 u m^2 d.d`. So the root errs by no more than the root of that, `2^-24.3 m
/// |d|`, where the path nearly misses, and by much less elsewhere. The result is rounded once.
pub const CLIP_ERROR: f32 = f32::EPSILON / 2.0;

/// Where the segment, ray or line passes through the disk: the parameters of the first and the last common
/// point, in lengths of `direction`, and the first common point. None if there is no common point, or a
/// parameter is beyond all floats. The error bound is [`CLIP_ERROR`]; paths that touch or miss the disk by
/// less may be answered either way.
///
/// A path that starts within has `t_enter = 0`, unless it is a line. A zero direction in the disk is
/// `t_enter = t_exit = 0` at `start`.
///
/// ```
/// use scalar::dim2::{Disk, Line, Ray, segment_disk::clip};
///
/// let disk = Disk { center: [0.0, 3.0], radius: 5.0 };
/// let (start, direction) = ([-6.0, 0.0], [2.0, 0.0]);
/// let through = clip(&Ray { start, direction }, &disk).unwrap();
/// assert_eq!((through.t_enter, through.t_exit, through.entry), (1.0, 5.0, [-4.0, 0.0]));
/// assert!(clip(&Line { start: [-6.0, -2.1], direction }, &disk).is_none());
/// ```
pub fn clip<R: LinearComponent<2>>(path: &R, disk: &Disk) -> Option<Clip> {
    let ([t_enter, t_exit], entry) = in_and_out(path, disk.center, disk.radius)?;
    Some(Clip { t_enter, t_exit, entry })
}

/// The parameters in and out of a disk or sphere, and the first common point.
pub(crate) fn in_and_out<R: LinearComponent<D>, const D: usize>(
    path: &R,
    center: [f32; D],
    radius: f32,
) -> Option<([f32; 2], [f32; D])> {
    let (start, direction) = path.path();
    let (start, d, r) = (wide(start), wide(direction), f64::from(radius));
    let s = wide::sub(start, wide(center));
    let (along, length2) = (dot(s, d), dot(d, d));
    let mut across2 = 0.0;
    for i in 0..D {
        for j in i + 1..D {
            let across = s[i] * d[j] - s[j] * d[i];
            across2 += across * across;
        }
    }
    let rest = r * r * length2 - across2;
    let [mut enter, mut exit] = [0.0; 2];
    if length2 == 0.0 {
        // A direction of zero is the point `start`.
        let is_inside = dot(s, s) <= r * r;
        if !is_inside {
            return None;
        }
    } else {
        let (root, [first, last]) = (sqrt64(rest), [R::START, R::END].map(f64::from));
        [enter, exit] = [(-along - root) / length2, (root - along) / length2];
        enter = if enter > first { enter } else { first };
        exit = if exit < last { exit } else { last };
        let most = f64::from(f32::MAX);
        let passes = rest >= 0.0 && enter <= exit && enter.abs() <= most && exit.abs() <= most;
        if !passes {
            return None;
        }
    }
    let entry = core::array::from_fn(|k| (start[k] + enter * d[k]) as f32);
    Some(([enter as f32, exit as f32], entry))
}
