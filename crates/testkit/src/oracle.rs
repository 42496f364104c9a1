//! The true answer of every intersection test, in real arithmetic, for any finite `f32` coordinates.
//!
//! It is written from the definitions, with integers of any size, and shares neither code nor method with the
//! crates it checks: no separating axes, no edge functions, no error bounds. It is slow (microseconds a pair)
//! and plain.
//!
//! | question | method | where |
//! |---|---|---|
//! | two convex polygons, or segments, or points | the origin lies in the hull of all differences of their corners | [`hull`] |
//! | a disk or sphere and a shape of corners | the closest point, a fraction, against the radius | [`round`] |
//! | shapes of the plane that have grown, or one with another shape | the way from the origin to the hull of all differences of their corners, against the sum of the radii | [`round`] |
//! | capsules in space, or one and a point, segment or sphere | the same, of a parallelogram | [`round`] |
//! | a capsule in space and a triangle or an axis-aligned box | the same, of a prism; the faces of the box as triangles | [`round`] |
//! | a segment, ray or line and a disk or sphere | the closest point of the path, a fraction, against the radius | [`round`] |
//! | a ray or line and a triangle of the plane | as in space, of a plane there | [`space`] |
//! | a segment, ray or line and an oriented box | the range of its parameter, clipped by each slab | [`slabs`] |
//! | a segment, ray or line and a triangle in space | the range of its parameter, clipped by plane and edges | [`space`] |
//! | an axis-aligned box in space and another, a point, a sphere or a triangle | comparisons; its faces as triangles | [`space`], [`round`] |
//! | a segment, ray or line and an axis-aligned box in space | the range of its parameter, clipped by each side | [`space`] |
//! | an oriented box in space and a triangle | corners of what the slabs leave of the triangle | [`slabs`] |
//! | an oriented box in space and another or an axis-aligned one | the lines of two sides, clipped by each slab | [`slabs`] |
//! | a point and an oriented box in space | its products with the axes | [`slabs`] |
//! | a sphere and an oriented box in space | planes that may separate them | [`slabs`] |
//! | two triangles in space | each edge of one with the other | [`space`] |
//!
//! All shapes are closed sets, so touching is a hit. A triangle of zero area is its segment or its point, a
//! radius of zero is a point, a direction of zero is the point `start`, also for a ray and a line. A segment
//! ends at `start + direction` in real arithmetic, rounded nowhere. An oriented box is its slabs with the
//! axes as stored, of whatever length. A row that is no shape (a NaN, an infinity, a negative radius or half
//! extent, an inverted box, an axis of zero) is the empty set: it touches nothing.
//!
//! ```
//! use scalar::dim2::{Disk, Triangle};
//! use testkit::oracle::truth;
//!
//! let triangle = Triangle { a: [0.0, 0.0], b: [2.0, 2.0], c: [2.0, 0.0] };
//! let touching = Disk { center: [-3.0, -4.0], radius: 5.0 };
//! let short = Disk { radius: 5.0_f32.next_down(), ..touching };
//! assert_eq!((truth(&touching, &triangle), truth(&triangle, &short)), (Some(true), Some(false)));
//! assert_eq!(truth(&1.0_f32, &touching), None, "a number is not a set");
//! ```

use soa::Shape;

use crate::pairs;

pub mod hull;
pub mod integer;
pub mod round;
pub mod slabs;
pub mod space;

/// The true answer for two shapes in either order; None for a pair that has no intersection test.
///
/// Every pair of shapes that a yes/no kernel of soa takes has an answer.
pub fn truth<A: Shape, B: Shape>(a: &A, b: &B) -> Option<bool> {
    let (left, right) = (a.values(), b.values());
    let in_order = pairs::of(A::KIND, B::KIND).map(|pair| pair.truth(left, right));
    in_order.or_else(|| Some(pairs::of(B::KIND, A::KIND)?.truth(right, left)))
}

/// The answer of two rows by a function of two sets. A row that is no shape is the empty set.
pub(crate) fn answer<A: Shape, B: Shape>(a: &[f32], b: &[f32], truth: fn(&A, &B) -> bool) -> bool {
    fn set<S: Shape>(row: &[f32]) -> Option<S> {
        let shape = S::from_values(|k| row[k]);
        let is_finite = shape.values().iter().all(|x| x.is_finite());
        (is_finite && shape.broken_rule().is_none()).then_some(shape)
    }
    set(a).zip(set(b)).is_some_and(|(a, b)| truth(&a, &b))
}

/// The columns of a shape that are lengths: all but a box's axes.
fn lengths<S: Shape>(shape: &S) -> impl Iterator<Item = f32> {
    let columns = shape.values().iter().zip(S::COLUMNS);
    columns.filter(|(_, name)| !name.starts_with(['u', 'v', 'w'])).map(|(&x, _)| x)
}
