//! What a column is made of, and what makes a struct of floats a row: its column names and the rules its
//! values keep.

use core::ops::Range;

use bytemuck::Pod;

use super::error::{Error, Rule};
use super::kind::ShapeKind;

/// What a column is made of: `f32`. The trait is sealed.
///
/// Columns, views, kernels as values and the driver are generic over it.
pub trait Element:
    sealed::Compiled + Pod + PartialOrd + core::fmt::Display + core::fmt::Debug + Send + Sync + 'static
{
    /// Whether it is neither infinite nor NaN.
    fn is_finite(self) -> bool;

    /// The nearest `f32`, which errors name.
    fn nearest_f32(self) -> f32;
}

impl Element for f32 {
    #[inline(always)]
    fn is_finite(self) -> bool {
        Self::is_finite(self)
    }

    #[inline(always)]
    fn nearest_f32(self) -> f32 {
        self
    }
}

/// A shape (or a result) that is stored as one column a coordinate.
///
/// The columns are the struct's fields in order, so a row and its columns convert by plain copies. The trait
/// is sealed, because a struct that is not just its floats would not.
pub trait Shape<E: Element = f32>: sealed::Sealed + Pod + Send + Sync + PartialEq + core::fmt::Debug {
    /// The shape as a value.
    const KIND: ShapeKind;
    /// What errors call the collection: `disks`.
    const NAME: &'static str;
    /// The columns in order: `["x", "y", "radius"]`.
    const COLUMNS: &'static [&'static str];
    /// One `T` a column: `[T; 3]`.
    type Of<T: Send + Sync>: AsRef<[T]> + AsMut<[T]> + Send + Sync;

    /// One `T` a column, each made from the column's number.
    fn build<T: Send + Sync>(make: impl FnMut(usize) -> T) -> Self::Of<T>;

    /// The rule beyond finite coordinates that this row breaks, and the column to blame.
    fn broken_rule(&self) -> Option<(usize, Rule)> {
        None
    }

    /// The row's values, one a column.
    #[inline(always)]
    fn values(&self) -> &[E] {
        bytemuck::cast_slice(core::slice::from_ref(self))
    }

    /// The row with these values, one a column.
    #[inline(always)]
    fn from_values(mut value: impl FnMut(usize) -> E) -> Self {
        let mut row = Self::zeroed();
        let values: &mut [E] = bytemuck::cast_slice_mut(core::slice::from_mut(&mut row));
        for (k, slot) in values.iter_mut().enumerate() {
            *slot = value(k);
        }
        row
    }
}

/// Columns of results, to be written.
pub(crate) type Results<'a, S, E = f32> = <S as Shape<E>>::Of<&'a mut [E]>;

/// The most columns that a shape has.
pub const MAX_COLUMNS: usize = 15;

/// Writes a row to place `i` of its columns.
#[inline(always)]
pub(crate) fn write_row<S: Shape, C: AsMut<[f32]> + Send + Sync>(columns: &mut S::Of<C>, i: usize, row: &S) {
    for (column, &x) in columns.as_mut().iter_mut().zip(row.values()) {
        column.as_mut()[i] = x;
    }
}

/// Whether no value of a row is infinite or NaN.
#[inline(always)]
pub(crate) fn is_finite<S: Shape>(row: &S) -> bool {
    row.values().iter().fold(true, |finite, x| finite & x.is_finite())
}

/// The operand of a kernel that has only one: no columns.
// Aligned as the floats that it has none of, or the empty slice of them in `Shape::values` would be
// misaligned.
#[repr(C, align(4))]
#[derive(Clone, Copy, Debug, PartialEq, Default, bytemuck::Pod, bytemuck::Zeroable)]
pub struct Nothing;

/// What is known of a shape beside its type.
pub struct ShapeInfo<E = f32> {
    pub(super) name: &'static str,
    pub(super) columns: &'static [&'static str],
    pub(super) broken_rule: fn(&[&[E]], Range<usize>) -> Option<Broken>,
}

/// The row, the column and the rule that it breaks.
pub(crate) type Broken = (usize, usize, Rule);

impl<E: Element> ShapeInfo<E> {
    pub(super) const fn of<S: Shape<E>>() -> Self {
        Self {
            name: S::NAME,
            columns: S::COLUMNS,
            broken_rule: |columns, mut rows| {
                rows.find_map(|row| {
                    let (k, rule) = S::from_values(|k| columns[k][row]).broken_rule()?;
                    Some((row, k, rule))
                })
            },
        }
    }
}

pub(super) mod sealed {
    use core::ops::Range;

    use super::{Error, ShapeInfo, ShapeKind};

    /// Keeps [`super::Shape`] to this crate.
    pub trait Sealed {}

    /// Keeps [`super::Element`] to this crate, and what generic code does with whole columns of it.
    ///
    /// No method has a body here: those of an impl are compiled in this crate, and not in each one that uses
    /// them.
    pub trait Compiled: Sized {
        /// What is wrong with bytes that are no whole, aligned elements.
        const BAD_BYTES: &'static str;

        /// The number of rows of columns that are equally long.
        fn rows(kind: ShapeKind, columns: &[&[Self]]) -> Result<usize, Error>;

        /// Refuses columns with a value that is not finite, or with a row that breaks a rule of its shape.
        fn check(kind: ShapeKind, columns: &[&[Self]], rows: Range<usize>) -> Result<(), Error>;

        /// What is known of a shape in such columns.
        fn shape(kind: ShapeKind) -> &'static ShapeInfo<Self>;
    }
}

#[cfg(test)]
mod tests {
    use super::{Nothing, Shape};

    #[test]
    fn nothing_has_no_values_at_any_address() {
        #[repr(C)]
        struct At<const N: usize>([u8; N], Nothing);
        assert_eq!(At([0; 1], Nothing).1.values(), [0.0; 0]);
        assert_eq!(At([0; 2], Nothing).1.values(), [0.0; 0]);
        assert_eq!(At([0; 3], Nothing).1.values(), [0.0; 0]);
    }
}
