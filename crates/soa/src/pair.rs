//! Two shapes, without columns: what a call for one row answers, with the same bits, in the time of a
//! function.
//!
//! A call that takes columns has a price of its own, some hundred nanoseconds, which only many rows pay for.
//! These are the functions of the crate `scalar`, for all pairs of shapes in either order.
//!
//! Nothing is checked before: a shape with a NaN or infinite value, or a negative radius, touches nothing and
//! is within no distance.

use crate::data::shape::Shape;
use crate::kernel::{Closest, ContactShape as _, Contacts, Intersects};
use crate::run::sweep::Sweep;
use crate::run::within::Within;

/// Whether two shapes have a point in common: exact, as [`intersects`](crate::intersects()) of rows.
///
/// ```
/// use soa::{Disk, Triangle, pair};
///
/// let triangle = Triangle::new([0.0, 0.0], [4.0, 0.0], [0.0, 3.0]);
/// assert!(pair::intersects(&Disk::new([2.0, -1.0], 1.0), &triangle)); // touching
/// assert!(!pair::intersects(&triangle, &Disk::new([2.0, -1.000_000_1], 1.0)));
/// ```
#[inline]
pub fn intersects<A: Intersects<B>, B: Shape>(a: &A, b: &B) -> bool {
    a.touches(b)
}

/// Whether two shapes are at most a distance apart: exact, as [`within`](crate::within()) of rows. A distance
/// that is negative or NaN is none.
///
/// ```
/// use soa::{Segment, pair};
///
/// let road = Segment::new([0.0, 0.0], [4.0, 0.0]);
/// assert!(pair::within(&[1.0, 3.0], &road, 3.0));
/// assert!(!pair::within(&road, &[1.0, 3.0], 2.999_999_8));
/// ```
#[inline]
pub fn within<A: Within<B>, B: Shape>(a: &A, b: &B, distance: f32) -> bool {
    a.is_within(b, distance)
}

/// How to push two shapes apart, if they are at most `margin` apart: as [`contacts`](crate::contacts()) of
/// rows.
///
/// At a margin of zero there is a contact exactly where [`intersects`] says yes. There is none with a margin
/// of NaN.
///
/// ```
/// use soa::{Aabb, Disk, pair};
///
/// let floor = Aabb::new([0.0, 0.0], [8.0, 4.0]);
/// let disk = Disk::new([3.0, 5.0], 2.0);
/// let contact = pair::contact(&disk, &floor, 0.0).unwrap();
/// assert_eq!((contact.normal, contact.depth, contact.points[0]), ([0.0, -1.0], 1.0, [3.0, 3.5]));
/// assert_eq!(pair::contact(&floor, &Disk::new([3.0, 9.0], 2.0), 1.0), None);
/// ```
pub fn contact<A: Contacts<B> + Intersects<B>, B: Shape>(a: &A, b: &B, margin: f32) -> Option<A::Contact> {
    if margin <= 0.0 && !a.touches(b) { None } else { a.contact_with(b).kept_within(margin) }
}

/// How far apart two shapes are, and the closest point of each: as [`closest`](crate::closest()) of rows.
///
/// ```
/// use soa::{Disk, Segment, pair};
///
/// let found = pair::closest(&Segment::new([0.0, 0.0], [4.0, 0.0]), &Disk::new([2.0, 5.0], 2.0));
/// assert_eq!((found.distance, found.on_a, found.on_b), (3.0, [2.0, 0.0], [2.0, 3.0]));
/// ```
#[inline]
pub fn closest<A: Closest<B>, B: Shape>(a: &A, b: &B) -> A::Pair {
    a.closest_with(b)
}

/// How much of its motion a shape makes before it touches another one, never late; None if it never does: as
/// [`sweep`](crate::sweep()) of rows.
///
/// ```
/// use soa::{Disk, Segment, pair};
///
/// let bullet = Disk::new([0.0, 0.0], 1.0);
/// let wall = Segment::new([5.0, -9.0], [0.0, 18.0]);
/// let time = pair::sweep(&bullet, &[16.0, 0.0], &wall).unwrap();
/// assert!(time <= 0.25 && time > 0.249_999);
/// assert_eq!(pair::sweep(&bullet, &[3.9, 0.0], &wall), None);
/// ```
pub fn sweep<A: Sweep<B>, B: Shape>(a: &A, motion: &A::Motion, b: &B) -> Option<f32> {
    a.time(motion, b)
}
