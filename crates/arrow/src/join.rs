//! Joins, with the result in Arrow arrays.

use std::sync::Arc;

use arrow_array::types::UInt32Type;
use arrow_array::{Array, BooleanArray, ListArray, PrimitiveArray, RecordBatch, UInt32Array};
use arrow_buffer::{OffsetBuffer, ScalarBuffer};
use arrow_schema::{ArrowError, DataType, Field, Schema};
use soa::Pairs;
use soa::join::AnyJoin;

use crate::error::Error;
use crate::query::booleans;
use crate::shapes::Shapes;

/// Every left row against every right row, with a method for each form of the result. Rows are numbered as
/// in the arrays that were given; a null row is in no pair.
///
/// ```
/// use arrow_array::{FixedSizeListArray, types::Float32Type};
/// use octet_arrow::{Join, ShapeKind, Shapes};
///
/// let lists = |rows: &[Option<[f32; 3]>]| {
///     let rows = rows.iter().map(|row| row.map(|row| row.map(Some)));
///     FixedSizeListArray::from_iter_primitive::<Float32Type, _, _>(rows, 3)
/// };
/// let disks = Shapes::read_as(ShapeKind::Disk, &lists(&[None, Some([0.0, 0.0, 1.0])]))?;
/// let pairs = Join::new(&disks, &disks)?.pairs()?;
/// assert_eq!(pairs.column(0).as_ref(), &arrow_array::UInt32Array::from(vec![1]));
/// # Ok::<(), octet_arrow::Error>(())
/// ```
#[derive(Debug)]
pub struct Join<'a> {
    left: &'a Shapes,
    right: &'a Shapes,
    pairs: AnyJoin<'a>,
}

impl<'a> Join<'a> {
    /// The join of these rows.
    ///
    /// # Errors
    /// Two shapes without an intersection test.
    pub fn new(left: &'a Shapes, right: &'a Shapes) -> Result<Self, Error> {
        Ok(Self { left, right, pairs: AnyJoin::of_any(&left.view()?, &right.view()?)? })
    }

    /// With options of [`soa::Join`]: a limit, a progress bar, a level.
    #[must_use]
    pub fn with(self, options: impl FnOnce(AnyJoin<'a>) -> AnyJoin<'a>) -> Self {
        Self { pairs: options(self.pairs), ..self }
    }

    /// The number of pairs.
    pub fn count(&self) -> u64 {
        self.pairs.count()
    }

    /// Whether there is no pair. Stops at the first.
    pub fn is_empty(&self) -> bool {
        self.pairs.is_empty()
    }

    /// Which left rows are in a pair; null where the row is.
    ///
    /// # Errors
    /// No memory for the result.
    pub fn matched_left(&self) -> Result<BooleanArray, Error> {
        Ok(booleans(self.pairs.matched_left()?, self.left.nulls().cloned()))
    }

    /// All pairs, sorted by left row, then right row: the columns `left` and `right`, of `UInt32`.
    ///
    /// # Errors
    /// More pairs than the limit; no memory for them.
    pub fn pairs(&self) -> Result<RecordBatch, Error> {
        self.batch(self.pairs.pairs()?)
    }

    /// The right rows of each left row, ascending; null where the left row is.
    ///
    /// # Errors
    /// More pairs than the limit, or than 2^31; no memory for them.
    pub fn lists(&self) -> Result<ListArray, Error> {
        let (ends, right) = self.pairs.csr()?.into_columns();
        let too_many = |_| Error::from(ArrowError::OffsetOverflowError(right.len()));
        let mut offsets =
            ends.iter().map(|&end| i32::try_from(end)).collect::<Result<Vec<_>, _>>().map_err(too_many)?;
        if let Some(valid) = self.left.nulls() {
            // The list of a null is empty: it ends where the last valid one does.
            let mut lists = offsets[1..].iter();
            let mut end = 0;
            let ends = valid.iter().map(|is_valid| {
                end = if is_valid { lists.next().copied().unwrap_or(end) } else { end };
                end
            });
            offsets = [0].into_iter().chain(ends).collect();
        }
        let field = Arc::new(Field::new_list_field(DataType::UInt32, false));
        let offsets = OffsetBuffer::new(ScalarBuffer::from(offsets));
        Ok(ListArray::try_new(
            field,
            offsets,
            numbers(self.right.to_given(right)),
            self.left.nulls().cloned(),
        )?)
    }

    /// [`Join::pairs`] block by block, each of some left rows, without a limit for all.
    ///
    /// # Errors
    /// No memory for a block; the first error of the callback.
    pub fn for_each_block(
        &self,
        mut take: impl FnMut(RecordBatch) -> Result<(), Error>,
    ) -> Result<(), Error> {
        use std::ops::ControlFlow::{Break, Continue};
        let last =
            self.pairs.try_for_each_block(|pairs| match self.batch(pairs.clone()).and_then(&mut take) {
                Ok(()) => Continue(()),
                Err(error) => Break(error),
            })?;
        if let Break(error) = last { Err(error) } else { Ok(()) }
    }

    fn batch(&self, pairs: Pairs) -> Result<RecordBatch, Error> {
        let (left, right) = pairs.into_columns();
        let field = |name| Field::new(name, DataType::UInt32, false);
        let schema = Arc::new(Schema::new(vec![field("left"), field("right")]));
        let columns = vec![numbers(self.left.to_given(left)), numbers(self.right.to_given(right))];
        Ok(RecordBatch::try_new(schema, columns)?)
    }
}

fn numbers(rows: Vec<u32>) -> Arc<dyn Array> {
    let rows: UInt32Array = PrimitiveArray::<UInt32Type>::from(rows);
    Arc::new(rows)
}

/// All pairs of rows that intersect, sorted by left row, then right row: [`Join::pairs`].
///
/// # Errors
/// Two shapes without an intersection test; more than 2^28 pairs; no memory for them.
pub fn join(left: &Shapes, right: &Shapes) -> Result<RecordBatch, Error> {
    Join::new(left, right)?.pairs()
}
