//! The functions that a partitioned join puts below itself: an aggregate that makes the cuts, and the regions
//! of a row.

use std::sync::Arc;

use datafusion::arrow::array::{Array, ArrayRef, AsArray, ListBuilder, UInt64Array, UInt64Builder};
use datafusion::arrow::datatypes::{DataType, Field, FieldRef, Int32Type};
use datafusion::common::{Result, ScalarValue, exec_err};
use datafusion::logical_expr::function::{AccumulatorArgs, StateFieldsArgs};
use datafusion::logical_expr::{
    Accumulator, AggregateUDF, AggregateUDFImpl, ColumnarValue, ScalarFunctionArgs, ScalarUDF, ScalarUDFImpl,
    Signature, Volatility,
};
use octet_arrow::Shapes;

use crate::cuts::{Cuts, Sketch, boxes};
use crate::shapes::shapes;

/// `octet_cuts(shape, cells)`: [`Cuts`] as bytes, of all rows.
pub fn octet_cuts() -> Arc<AggregateUDF> {
    Arc::new(AggregateUDF::from(CutsFunction { signature: Signature::any(2, Volatility::Immutable) }))
}

/// `octet_home(shape, cuts)`: the region of an owned row, and `octet_regions(shape, cuts)`: those of a
/// replicated one.
pub fn scalar_functions() -> [Arc<ScalarUDF>; 2] {
    [false, true].map(|is_owned| {
        Arc::new(ScalarUDF::from(Regions { is_owned, signature: Signature::any(2, Volatility::Immutable) }))
    })
}

/// A dictionary, because the row of the cuts is repeated beside each other row: so that only keys are.
fn cuts_type() -> DataType {
    DataType::Dictionary(Box::new(DataType::Int32), Box::new(DataType::Binary))
}

#[derive(Debug, PartialEq, Eq, Hash)]
struct CutsFunction {
    signature: Signature,
}

impl AggregateUDFImpl for CutsFunction {
    fn name(&self) -> &'static str {
        "octet_cuts"
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn return_type(&self, _: &[DataType]) -> Result<DataType> {
        Ok(cuts_type())
    }

    fn accumulator(&self, args: AccumulatorArgs) -> Result<Box<dyn Accumulator>> {
        Ok(Box::new(CutsAccumulator { shape: args.expr_fields[0].clone(), sketch: Sketch::default() }))
    }

    fn state_fields(&self, args: StateFieldsArgs) -> Result<Vec<FieldRef>> {
        Ok(vec![Arc::new(Field::new(format!("{}_sketch", args.name), DataType::Binary, true))])
    }
}

#[derive(Debug)]
struct CutsAccumulator {
    shape: FieldRef,
    sketch: Sketch,
}

impl Accumulator for CutsAccumulator {
    fn update_batch(&mut self, values: &[ArrayRef]) -> Result<()> {
        let shapes = shapes(&self.shape, &values[0])?;
        if let ScalarValue::UInt64(Some(cells)) = ScalarValue::try_from_array(&values[1], 0)? {
            self.sketch.cells = cells;
        }
        self.sketch.add(shapes.kind(), &boxes(&shapes)?);
        Ok(())
    }

    fn merge_batch(&mut self, states: &[ArrayRef]) -> Result<()> {
        let sketches = states[0].as_binary::<i32>();
        sketches.iter().flatten().try_for_each(|bytes| {
            self.sketch.merge(Sketch::decode(bytes)?);
            Ok(())
        })
    }

    fn state(&mut self) -> Result<Vec<ScalarValue>> {
        Ok(vec![ScalarValue::Binary(Some(self.sketch.encode()))])
    }

    fn evaluate(&mut self) -> Result<ScalarValue> {
        let cuts = ScalarValue::Binary(Some(self.sketch.cuts().encode()));
        Ok(ScalarValue::Dictionary(Box::new(DataType::Int32), Box::new(cuts)))
    }

    fn size(&self) -> usize {
        size_of_val(self) + self.sketch.bytes()
    }
}

#[derive(Debug, PartialEq, Eq, Hash)]
struct Regions {
    is_owned: bool,
    signature: Signature,
}

impl ScalarUDFImpl for Regions {
    fn name(&self) -> &str {
        if self.is_owned { "octet_home" } else { "octet_regions" }
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn return_type(&self, _: &[DataType]) -> Result<DataType> {
        let list = DataType::List(Arc::new(Field::new_list_field(DataType::UInt64, true)));
        Ok(if self.is_owned { DataType::UInt64 } else { list })
    }

    fn invoke_with_args(&self, args: ScalarFunctionArgs) -> Result<ColumnarValue> {
        let shapes = shapes(&args.arg_fields[0], &args.args[0].to_array(args.number_rows)?)?;
        let cuts = cuts_of(&args.args[1].to_array(args.number_rows)?)?;
        let regions: ArrayRef =
            if self.is_owned { homes(&shapes, cuts.as_ref())? } else { regions(&shapes, cuts.as_ref())? };
        Ok(ColumnarValue::Array(regions))
    }
}

/// The cuts, which are the same for all rows; None without a row.
fn cuts_of(column: &ArrayRef) -> Result<Option<Cuts>> {
    if column.is_empty() {
        return Ok(None);
    }
    let (values, first) = match column.as_any_dictionary_opt() {
        Some(_) => {
            let dictionary = column.as_dictionary::<Int32Type>();
            (dictionary.values().clone(), dictionary.key(0).unwrap_or(0))
        }
        None => (column.clone(), 0),
    };
    match values.as_binary_opt::<i32>() {
        Some(values) if values.is_valid(first) => Ok(Some(Cuts::decode(values.value(first))?)),
        _ => exec_err!("cuts are made by octet_cuts"),
    }
}

fn homes(shapes: &Shapes, cuts: Option<&Cuts>) -> Result<ArrayRef> {
    let Some(cuts) = cuts else { return Ok(Arc::new(UInt64Array::new_null(0))) };
    let mut homes: Vec<u64> = (0..shapes.len()).map(|row| cuts.some_region(row)).collect();
    for (i, row) in boxes(shapes)?.iter().enumerate() {
        homes[given(shapes, i)] = cuts.home(row)?;
    }
    Ok(Arc::new(UInt64Array::from(homes)))
}

/// A null row is in no region.
fn regions(shapes: &Shapes, cuts: Option<&Cuts>) -> Result<ArrayRef> {
    let mut lists = ListBuilder::new(UInt64Builder::with_capacity(shapes.len()));
    let (boxes, mut found) = (boxes(shapes)?, Vec::new());
    let mut next = 0;
    for row in 0..shapes.len() {
        if next < boxes.len() && given(shapes, next) == row {
            found.clear();
            if let Some(cuts) = cuts {
                cuts.regions(&boxes[next], &mut found);
            }
            lists.values().append_slice(&found);
            next += 1;
        }
        lists.append(true);
    }
    Ok(Arc::new(lists.finish()))
}

/// The given row of a valid one.
fn given(shapes: &Shapes, valid: usize) -> usize {
    shapes.given_rows().map_or(valid, |rows| rows[valid] as usize)
}
