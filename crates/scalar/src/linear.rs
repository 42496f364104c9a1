//! Segments, rays and lines as one kind of operand.

use crate::dim2::{Line, Ray, Segment};
use crate::dim3::{Line3, Ray3, Segment3};
use crate::exact::operand::Operand;

/// A segment, ray or line: the points `start + t direction` for the parameters `t` from `START` to `END`.
#[doc(alias = "Reading")]
pub trait LinearComponent<const D: usize>: Operand + Copy {
    /// The least parameter.
    const START: f32;
    /// The greatest parameter.
    const END: f32;

    /// Start and direction.
    fn path(&self) -> ([f32; D], [f32; D]);

    /// The least and the greatest parameter.
    fn range(&self) -> (f32, f32) {
        (Self::START, Self::END)
    }
}

/// Implements [`LinearComponent`] for a shape.
macro_rules! linear_component {
    ($($shape:ty: $d:literal, $start:expr, $end:expr;)*) => {$(
        impl LinearComponent<$d> for $shape {
            const START: f32 = $start;
            const END: f32 = $end;

            #[inline]
            fn path(&self) -> ([f32; $d], [f32; $d]) {
                (self.start, self.direction)
            }
        }
    )*};
}
linear_component! {
    Segment: 2, 0.0, 1.0;
    Ray: 2, 0.0, f32::INFINITY;
    Line: 2, f32::NEG_INFINITY, f32::INFINITY;
    Segment3: 3, 0.0, 1.0;
    Ray3: 3, 0.0, f32::INFINITY;
    Line3: 3, f32::NEG_INFINITY, f32::INFINITY;
}
