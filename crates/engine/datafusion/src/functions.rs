//! The functions of SQL: constructors of every shape, and the queries of `octet_arrow` row by row.

use std::sync::Arc;

use datafusion::arrow::array::{Array, ArrayRef, StructArray, new_empty_array};
use datafusion::arrow::buffer::NullBuffer;
use datafusion::arrow::datatypes::{DataType, Field, FieldRef};
use datafusion::common::{Result, exec_err, internal_err, plan_err};
use datafusion::logical_expr::{
    ColumnarValue, ReturnFieldArgs, ScalarFunctionArgs, ScalarUDF, ScalarUDFImpl, Signature, Volatility,
};
use octet_arrow::{ShapeKind, Shapes};

use crate::error::external;
use crate::shapes::{floats, kind, shapes};

/// Every function of one row.
pub fn scalar_functions() -> Vec<Arc<ScalarUDF>> {
    let constructors = ShapeKind::ALL.into_iter().filter_map(Constructor::of).map(ScalarUDF::from);
    let queries = Query::ALL.into_iter().map(|query| ScalarUDF::from(QueryFunction::of(query)));
    constructors.chain(queries).map(Arc::new).collect()
}

/// `disk(x, y, radius)`: a struct with these columns and the extension name `octet.disk`.
#[derive(Debug, PartialEq, Eq, Hash)]
struct Constructor {
    name: &'static str,
    kind: ShapeKind,
    signature: Signature,
}

impl Constructor {
    fn of(kind: ShapeKind) -> Option<Self> {
        let name = octet_arrow::extension_name(kind)?.strip_prefix("octet.")?;
        let signature = Signature::any(kind.columns().len(), Volatility::Immutable);
        Some(Self { name, kind, signature })
    }
}

impl ScalarUDFImpl for Constructor {
    fn name(&self) -> &str {
        self.name
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn return_type(&self, _: &[DataType]) -> Result<DataType> {
        Ok(octet_arrow::field(self.name, self.kind).data_type().clone())
    }

    fn return_field_from_args(&self, args: ReturnFieldArgs) -> Result<FieldRef> {
        for (name, field) in self.kind.columns().iter().zip(args.arg_fields) {
            floats(name, &new_empty_array(field.data_type()), None)?;
        }
        Ok(Arc::new(octet_arrow::field(self.name, self.kind)))
    }

    /// NULL in, NULL out.
    fn is_strict(&self) -> bool {
        true
    }

    fn invoke_with_args(&self, args: ScalarFunctionArgs) -> Result<ColumnarValue> {
        let arrays =
            args.args.iter().map(|arg| arg.to_array(args.number_rows)).collect::<Result<Vec<_>>>()?;
        let valid = arrays
            .iter()
            .fold(None, |valid, array| NullBuffer::union(valid.as_ref(), array.logical_nulls().as_ref()));
        let mut columns: Vec<ArrayRef> = Vec::with_capacity(arrays.len());
        for (name, array) in self.kind.columns().iter().zip(&arrays) {
            let column = floats(name, array, valid.as_ref())?;
            // The struct says which rows are null.
            let (_, values, _) = column.into_parts();
            columns.push(Arc::new(datafusion::arrow::array::Float32Array::new(values, None)));
        }
        let DataType::Struct(fields) = args.return_type().clone() else {
            return internal_err!("{} makes structs", self.name);
        };
        let array = StructArray::try_new_with_length(fields, columns, valid, args.number_rows)?;
        Ok(ColumnarValue::Array(Arc::new(array)))
    }
}

/// A query row by row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Query {
    Intersects,
    Clip,
    SquaredDistance,
    ClosestPoint,
    SignedArea,
    UnitNormal,
    Circumcircle,
    CrossProduct,
}

/// The function that joins are made of.
pub const INTERSECTS: &str = "octet_intersects";

impl Query {
    const ALL: [Self; 8] = [
        Self::Intersects,
        Self::Clip,
        Self::SquaredDistance,
        Self::ClosestPoint,
        Self::SignedArea,
        Self::UnitNormal,
        Self::Circumcircle,
        Self::CrossProduct,
    ];

    fn name(self) -> &'static str {
        match self {
            Self::Intersects => INTERSECTS,
            Self::Clip => "octet_clip",
            Self::SquaredDistance => "octet_squared_distance",
            Self::ClosestPoint => "octet_closest_point",
            Self::SignedArea => "octet_signed_area",
            Self::UnitNormal => "octet_unit_normal",
            Self::Circumcircle => "octet_circumcircle",
            Self::CrossProduct => "octet_cross_product",
        }
    }

    fn run(self, shapes: &[Shapes]) -> Result<ArrayRef> {
        let answer: Result<ArrayRef, octet_arrow::Error> = match (self, shapes) {
            (Self::Intersects, [a, b]) => octet_arrow::intersects(a, b).map(|hits| Arc::new(hits) as _),
            (Self::Clip, [a, b]) => octet_arrow::clip(a, b).map(|clips| Arc::new(clips) as _),
            (Self::SquaredDistance, [a, b]) => {
                octet_arrow::squared_distances(a, b).map(|squares| Arc::new(squares) as _)
            }
            (Self::ClosestPoint, [a, b]) => {
                octet_arrow::closest_points(a, b).map(|points| Arc::new(points) as _)
            }
            (Self::CrossProduct, [a, b]) => {
                octet_arrow::cross_products(a, b).map(|products| Arc::new(products) as _)
            }
            (Self::SignedArea, [a]) => octet_arrow::signed_areas(a).map(|areas| Arc::new(areas) as _),
            (Self::UnitNormal, [a]) => octet_arrow::unit_normals(a).map(|normals| Arc::new(normals) as _),
            (Self::Circumcircle, [a]) => octet_arrow::circumcircles(a).map(|circles| Arc::new(circles) as _),
            _ => return exec_err!("{} takes another number of shapes", self.name()),
        };
        answer.map_err(external)
    }
}

#[derive(Debug, PartialEq, Eq, Hash)]
struct QueryFunction {
    query: Query,
    signature: Signature,
}

impl QueryFunction {
    fn of(query: Query) -> Self {
        let arguments = match query {
            Query::SignedArea | Query::UnitNormal | Query::Circumcircle => 1,
            _ => 2,
        };
        Self { query, signature: Signature::any(arguments, Volatility::Immutable) }
    }
}

impl ScalarUDFImpl for QueryFunction {
    fn name(&self) -> &str {
        self.query.name()
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn return_type(&self, _: &[DataType]) -> Result<DataType> {
        internal_err!("{} has a type by the fields of its arguments", self.name())
    }

    /// The type of the answer for no rows: so shapes without this query are refused before it runs.
    fn return_field_from_args(&self, args: ReturnFieldArgs) -> Result<FieldRef> {
        if let Some(null) = args.arg_fields.iter().find(|field| field.data_type().is_null()) {
            return plan_err!("{}: {} is a NULL of no shape", self.name(), null.name());
        }
        let none = |field: &FieldRef| shapes(field, &new_empty_array(field.data_type()));
        let answer = self.query.run(&args.arg_fields.iter().map(none).collect::<Result<Vec<_>>>()?)?;
        let field = Field::new(self.name(), answer.data_type().clone(), true);
        // Points and circles are shapes again.
        Ok(Arc::new(match kind(&field) {
            Ok(kind) => octet_arrow::field(self.name(), kind),
            Err(_) => field,
        }))
    }

    /// NULL in, NULL out: so a left join whose rows must intersect is an inner one.
    fn is_strict(&self) -> bool {
        true
    }

    fn invoke_with_args(&self, args: ScalarFunctionArgs) -> Result<ColumnarValue> {
        let of = args.args.iter().zip(&args.arg_fields);
        let of = of.map(|(arg, field)| shapes(field, &arg.to_array(args.number_rows)?));
        Ok(ColumnarValue::Array(self.query.run(&of.collect::<Result<Vec<_>>>()?)?))
    }
}
