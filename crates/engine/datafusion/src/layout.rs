//! What a join puts out: its columns, of which rows, and the conditions beside the shapes.

use std::sync::Arc;

use datafusion::arrow::array::{
    ArrayRef, AsArray, BooleanArray, RecordBatch, RecordBatchOptions, UInt32Array, new_null_array,
};
use datafusion::arrow::compute::{filter, take};
use datafusion::arrow::datatypes::{Schema, SchemaRef};
use datafusion::common::{JoinSide, JoinType, Result, internal_err};
use datafusion::physical_plan::joins::utils::{ColumnIndex, JoinFilter, build_join_schema};

/// A side of a join: 0 is the left one, 1 the right one.
pub type Side = usize;

/// Left, then right.
pub const SIDES: [JoinSide; 2] = [JoinSide::Left, JoinSide::Right];

/// Whether rows of a side are put out (or marked) by themselves, whatever they touch.
pub fn keeps(join_type: JoinType, side: Side) -> bool {
    use JoinType::{Full, Inner, Left, LeftAnti, LeftMark, LeftSemi};
    match join_type {
        Inner => false,
        Full => true,
        Left | LeftSemi | LeftAnti | LeftMark => side == 0,
        _ => side == 1,
    }
}

/// Whether pairs are put out.
pub fn has_pairs(join_type: JoinType) -> bool {
    matches!(join_type, JoinType::Inner | JoinType::Left | JoinType::Right | JoinType::Full)
}

/// The columns that a join puts out.
#[derive(Clone, Debug)]
pub struct Layout {
    /// Which join.
    pub join_type: JoinType,
    /// The schema of what is put out.
    pub schema: SchemaRef,
    /// Conditions beside the shapes.
    pub filter: Option<JoinFilter>,
    columns: Vec<ColumnIndex>,
}

impl Layout {
    /// The columns of these inputs, or some of them.
    ///
    /// # Errors
    /// A projection of columns that there are not.
    pub fn new(
        inputs: [&Schema; 2],
        join_type: JoinType,
        filter: Option<JoinFilter>,
        projection: Option<&[usize]>,
    ) -> Result<Self> {
        let (mut schema, mut columns) = build_join_schema(inputs[0], inputs[1], &join_type);
        if let Some(chosen) = projection {
            schema = schema.project(chosen)?;
            columns = chosen.iter().map(|&i| columns[i].clone()).collect();
        }
        Ok(Self { join_type, schema: Arc::new(schema), filter, columns })
    }

    /// Of pairs of rows, those that the other conditions allow.
    ///
    /// # Errors
    /// What the conditions refuse.
    pub fn allowed(&self, sides: [&RecordBatch; 2], rows: [UInt32Array; 2]) -> Result<[UInt32Array; 2]> {
        let Some(conditions) = &self.filter else { return Ok(rows) };
        let columns = conditions.column_indices().iter();
        let columns = columns.map(|column| column_of(column, sides, &rows)).collect::<Result<_>>()?;
        let batch = batch(conditions.schema(), columns, rows[0].len())?;
        let mask = conditions.expression().evaluate(&batch)?.into_array(batch.num_rows())?;
        let Some(mask) = mask.as_boolean_opt() else { return internal_err!("a condition is a BOOLEAN") };
        let [left, right] = rows.map(|rows| filter(&rows, mask));
        Ok([left?.as_primitive().clone(), right?.as_primitive().clone()])
    }

    /// These pairs as rows.
    ///
    /// # Errors
    /// What Arrow refuses.
    pub fn pairs(&self, sides: [&RecordBatch; 2], rows: &[UInt32Array; 2]) -> Result<RecordBatch> {
        let columns = self.columns.iter().map(|column| column_of(column, sides, rows));
        batch(&self.schema, columns.collect::<Result<_>>()?, rows[0].len())
    }

    /// What is put out of the rows of a side that is kept, once it is known which are in a pair: batches of
    /// at most this many rows.
    pub fn kept<'a>(
        &'a self,
        side: Side,
        rows: &'a RecordBatch,
        matched: &[bool],
        at_most: usize,
    ) -> impl Iterator<Item = Result<RecordBatch>> + use<'a> {
        use JoinType::{LeftMark, LeftSemi, RightMark, RightSemi};
        let wanted: Vec<(u32, bool)> = matched
            .iter()
            .enumerate()
            .filter(|&(_, &is_matched)| match self.join_type {
                LeftMark | RightMark => true,
                LeftSemi | RightSemi => is_matched,
                _ => !is_matched,
            })
            .map(|(row, &is_matched)| (row as u32, is_matched))
            .collect();
        let starts = (0..wanted.len()).step_by(at_most.max(1));
        starts.map(move |start| {
            let wanted = &wanted[start..wanted.len().min(start + at_most.max(1))];
            let taken = UInt32Array::from_iter_values(wanted.iter().map(|row| row.0));
            let fields = self.schema.fields().iter();
            let columns = self.columns.iter().zip(fields).map(|(column, field)| match column.side {
                JoinSide::None => {
                    let marks = wanted.iter().map(|row| Some(row.1));
                    Ok(Arc::new(marks.collect::<BooleanArray>()) as ArrayRef)
                }
                at if at == SIDES[side] => Ok(take(rows.column(column.index), &taken, None)?),
                _ => Ok(new_null_array(field.data_type(), wanted.len())),
            });
            batch(&self.schema, columns.collect::<Result<_>>()?, wanted.len())
        })
    }
}

fn column_of(column: &ColumnIndex, sides: [&RecordBatch; 2], rows: &[UInt32Array; 2]) -> Result<ArrayRef> {
    let side = match column.side {
        JoinSide::Left => 0,
        JoinSide::Right => 1,
        JoinSide::None => return internal_err!("a pair has no mark"),
    };
    Ok(take(sides[side].column(column.index), &rows[side], None)?)
}

fn batch(schema: &SchemaRef, columns: Vec<ArrayRef>, rows: usize) -> Result<RecordBatch> {
    let options = RecordBatchOptions::new().with_row_count(Some(rows));
    Ok(RecordBatch::try_new_with_options(schema.clone(), columns, &options)?)
}
