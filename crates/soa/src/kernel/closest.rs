//! Which kernel finds the closest points of two shapes.

use super::MeasurePair;
use crate::data::shape::Shape;

/// The two shapes have closest points and a distance, in this order or exchanged.
#[diagnostic::on_unimplemented(
    message = "there are no closest points of `{Self}` and `{B}`",
    label = "the distance of these shapes is not known",
    note = "any two of point, segment, disk, capsule, axis-aligned box, oriented box and triangle have closest points; \
            in space, any two of point, segment, sphere, capsule, axis-aligned box and triangle"
)]
pub trait Closest<B: Shape>: Shape {
    /// The result: [`crate::ClosestPair`] or [`crate::ClosestPair3`].
    type Pair: Shape;

    /// The kernel that [`crate::closest`](crate::closest()) runs, and whether it takes the operands in the
    /// other order.
    fn closest_pair() -> MeasurePair;

    /// The closest points of this shape and another one: [`crate::pair::closest`].
    fn closest_with(&self, other: &B) -> Self::Pair;
}
