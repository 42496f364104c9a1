//! Which kernel makes the contacts of two shapes, and what its columns are.

use core::ops::Range;

use scalar::dim2::Contact;
use scalar::dim3::Contact3;

use super::{MeasurePair, Pair};
use crate::data::shape::Shape;

/// A contact as columns: its normal first, then its depth, then its points. The trait is sealed, as [`Shape`]
/// is.
pub trait ContactShape: Shape {
    /// The columns of the normal are the first ones, and the next one is the depth.
    const NORMAL: usize;

    /// The columns of a second point, with its depth as the last of them; none if there never is one.
    const SECOND_POINT: Range<usize>;

    /// The contact without what is farther apart than `margin`, if anything is left.
    fn kept_within(self, margin: f32) -> Option<Self>;
}

impl ContactShape for Contact {
    const NORMAL: usize = 2;
    const SECOND_POINT: Range<usize> = 5..8;

    fn kept_within(self, margin: f32) -> Option<Self> {
        Some(self.within(margin)).filter(Self::is_some)
    }
}

impl ContactShape for Contact3 {
    const NORMAL: usize = 3;
    const SECOND_POINT: Range<usize> = 0..0;

    fn kept_within(self, margin: f32) -> Option<Self> {
        Some(self.within(margin)).filter(Self::is_some)
    }
}

/// The two shapes have a contact, in this order or exchanged.
#[diagnostic::on_unimplemented(
    message = "there is no contact of `{Self}` with `{B}`",
    label = "how to push these shapes apart is not known",
    note = "any two of disk, capsule, axis-aligned box, oriented box and triangle of the plane have a contact, and any \
            two of sphere, capsule, axis-aligned box, oriented box and triangle of space"
)]
pub trait Contacts<B: Shape>: Shape {
    /// The result.
    type Contact: ContactShape;

    /// The kernel that [`crate::contacts`] runs, and whether it takes the operands in the other order.
    fn contact_pair() -> MeasurePair;

    /// The test whether they touch, of the operands of that kernel.
    fn touching() -> Pair;

    /// The contact of this shape with another one, however far apart they are.
    fn contact_with(&self, other: &B) -> Self::Contact;
}
