//! Disk and oriented box by the point of the box nearest to the center, in the frame of the box.
//!
//! The frame turns the plane and scales it by the length of the axis, `|u|`. So the disk is one of radius `r
//! |u|` there. With `q` as its center, the way from the nearest point has the coordinates `q_k - h_k`, `q_k +
//! h_k` or zero, where `q_k` is above, below or between `-h_k` and `h_k`. The disk hits if the square of that
//! way is at most `r^2 u.u`, of degree 4.

use core::cmp::Ordering;

use super::point_oriented_box::in_frame;
use crate::dim2::{Disk, OrientedBox, RoundedDisk};
use crate::exact::near::Reach;
use crate::exact::number::Number;
use crate::exact::vector::{squared, vector};
use crate::exact::{Exact, decided_by};

/// Whether the disk and the box, with its axis as stored, have a point in common.
///
/// ```
/// use scalar::{dim2::{Disk, OrientedBox}, exact::disk_oriented_box};
///
/// // |x + y| <= 2 and |y - x| <= 2: reaches to x = 2.
/// let diamond = OrientedBox { center: [0.0, 0.0], half_extents: [2.0, 2.0], axis: [1.0, 1.0] };
/// assert!(disk_oriented_box(&Disk { center: [6.0, 3.0], radius: 5.0 }, &diamond)); // touches (2, 0)
/// assert!(!disk_oriented_box(&Disk { center: [6.0, 3.0], radius: 4.999_999_5 }, &diamond));
/// ```
pub fn disk_oriented_box(disk: &Disk, oriented: &OrientedBox) -> bool {
    disk.decide(oriented).hit
}
decided_by!(intersect(Disk, OrientedBox));

/// Whether the box, with its axis as stored, and the rounded disk have a point in common: as a disk with both
/// radii, of degree 4.
///
/// ```
/// use scalar::{dim2::{OrientedBox, RoundedDisk}, exact::oriented_box_rounded_disk};
///
/// let diamond = OrientedBox { center: [0.0, 0.0], half_extents: [2.0, 2.0], axis: [1.0, 1.0] };
/// let rounded = RoundedDisk { center: [6.0, 3.0], radius: 2.0, border_radius: 3.0 };
/// assert!(oriented_box_rounded_disk(&diamond, &rounded)); // touches (2, 0)
/// assert!(!oriented_box_rounded_disk(&diamond, &RoundedDisk { border_radius: 2.999_999_8, ..rounded }));
/// ```
pub fn oriented_box_rounded_disk(oriented: &OrientedBox, rounded: &RoundedDisk) -> bool {
    oriented.decide(rounded).hit
}
decided_by!(meets_rounded(OrientedBox, RoundedDisk));

fn intersect<N: Number>(disk: &Disk, oriented: &OrientedBox) -> Option<bool> {
    is_within::<N>(disk.center, oriented, Reach::of([disk.radius]))
}

fn meets_rounded<N: Number>(oriented: &OrientedBox, rounded: &RoundedDisk) -> Option<bool> {
    is_within::<N>(rounded.center, oriented, Reach::of([rounded.radius, rounded.border_radius]))
}

/// Whether a point is within a distance of the box.
fn is_within<N: Number>(p: [f32; 2], oriented: &OrientedBox, reach: Reach) -> Option<bool> {
    let (q, h) = (in_frame::<N>(oriented, p), vector::<N, 2>(oriented.half_extents));
    let way = [beyond(&q[0], &h[0])?, beyond(&q[1], &h[1])?];
    let k = squared(&vector::<N, 2>(oriented.axis));
    squared(&way).at_most(&reach.squared::<N>().times(&k))
}

/// How far a number is above `h` or below `-h`, or zero. None if that is not known.
pub fn beyond<N: Number>(q: &N, h: &N) -> Option<N> {
    let (above, below) = (q.minus(h), q.plus(h));
    Some(match (above.sign()?, below.sign()?) {
        (Ordering::Greater, _) => above,
        (_, Ordering::Less) => below,
        _ => N::from_f32(0.0),
    })
}
