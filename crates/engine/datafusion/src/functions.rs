//! The functions of SQL: constructors of every shape, and the queries of `octet_arrow` row by row.

use std::sync::Arc;

use datafusion::arrow::array::{Array, ArrayRef, AsArray, Float32Array, StructArray, new_empty_array};
use datafusion::arrow::buffer::NullBuffer;
use datafusion::arrow::datatypes::{DataType, Field, FieldRef, Float32Type};
use datafusion::common::{Result, exec_err, internal_err, plan_err};
use datafusion::logical_expr::{
    ColumnarValue, Expr, ReturnFieldArgs, ScalarFunctionArgs, ScalarUDF, ScalarUDFImpl, Signature,
    TypeSignature, Volatility,
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
            columns.push(Arc::new(Float32Array::new(values, None)));
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
    Within,
    Distance,
    ClosestPoints,
    Contact,
    Manifold,
    Grow,
    Sweep,
    Swept,
}

/// The function that joins are made of.
pub const INTERSECTS: &str = "octet_intersects";
/// Whether shapes are within a distance: one of them grows by it, and intersects the other one.
pub const WITHIN: &str = "octet_within";

/// `octet_intersects(a, b)` of expressions.
pub fn intersects(a: Expr, b: Expr) -> Expr {
    ScalarUDF::from(QueryFunction::of(Query::Intersects)).call(vec![a, b])
}

/// `octet_grow(shape, distance)` of expressions.
pub fn grow(shape: Expr, distance: Expr) -> Expr {
    ScalarUDF::from(QueryFunction::of(Query::Grow)).call(vec![shape, distance])
}

impl Query {
    const ALL: [Self; 16] = [
        Self::Intersects,
        Self::Clip,
        Self::SquaredDistance,
        Self::ClosestPoint,
        Self::SignedArea,
        Self::UnitNormal,
        Self::Circumcircle,
        Self::CrossProduct,
        Self::Within,
        Self::Distance,
        Self::ClosestPoints,
        Self::Contact,
        Self::Manifold,
        Self::Grow,
        Self::Sweep,
        Self::Swept,
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
            Self::Within => WITHIN,
            Self::Distance => "octet_distance",
            Self::ClosestPoints => "octet_closest_points",
            Self::Contact => "octet_contact",
            Self::Manifold => "octet_manifold",
            Self::Grow => "octet_grow",
            Self::Sweep => "octet_sweep",
            Self::Swept => "octet_swept",
        }
    }

    /// How many shapes it takes.
    fn shapes(self) -> usize {
        match self {
            Self::SignedArea | Self::UnitNormal | Self::Circumcircle | Self::Grow => 1,
            Self::Sweep => 3,
            _ => 2,
        }
    }

    /// The arguments that it takes: shapes, then a distance perhaps.
    fn signature(self) -> TypeSignature {
        let shapes = self.shapes();
        match self {
            Self::Within | Self::Grow => TypeSignature::Any(shapes + 1),
            Self::Contact | Self::Manifold => {
                TypeSignature::OneOf([shapes, shapes + 1].map(TypeSignature::Any).into())
            }
            _ => TypeSignature::Any(shapes),
        }
    }

    /// Answers for arrays of these fields.
    fn run(self, fields: &[FieldRef], arrays: &[ArrayRef]) -> Result<ArrayRef> {
        let (of_shapes, others) = arrays.split_at(self.shapes().min(arrays.len()));
        let shapes = fields
            .iter()
            .zip(of_shapes)
            .map(|(field, array)| shapes(field, array))
            .collect::<Result<Vec<_>>>()?;
        let valid =
            shapes.iter().fold(None, |valid, shapes| NullBuffer::union(valid.as_ref(), shapes.nulls()));
        let name = if matches!(self, Self::Contact | Self::Manifold) { "margin" } else { "distance" };
        let distances = others.iter().map(|array| floats(name, array, valid.as_ref()));
        let distances = distances.collect::<Result<Vec<_>>>()?;
        self.answer(&shapes, &distances)
    }

    fn answer(self, shapes: &[Shapes], distances: &[Float32Array]) -> Result<ArrayRef> {
        use octet_arrow as arrow;
        fn array<T: Array + 'static>(answer: T) -> ArrayRef {
            Arc::new(answer)
        }
        let answer = match (self, shapes, distances) {
            (Self::Intersects, [a, b], []) => arrow::intersects(a, b).map(array),
            (Self::Clip, [a, b], []) => arrow::clip(a, b).map(array),
            (Self::SquaredDistance, [a, b], []) => arrow::squared_distances(a, b).map(array),
            (Self::ClosestPoint, [a, b], []) => arrow::closest_points(a, b).map(array),
            (Self::CrossProduct, [a, b], []) => arrow::cross_products(a, b).map(array),
            (Self::SignedArea, [a], []) => arrow::signed_areas(a).map(array),
            (Self::UnitNormal, [a], []) => arrow::unit_normals(a).map(array),
            (Self::Circumcircle, [a], []) => arrow::circumcircles(a).map(array),
            (Self::Within, [a, b], [distances]) => arrow::within(a, b, distances).map(array),
            (Self::Distance, [a, b], []) => arrow::distances(a, b).map(array),
            (Self::ClosestPoints, [a, b], []) => arrow::closest(a, b).map(array),
            (Self::Contact, [a, b], []) => arrow::contacts(a, b, 0.0).map(array),
            (Self::Manifold, [a, b], []) => arrow::manifolds(a, b, 0.0).map(array),
            (Self::Contact, [a, b], [margins]) => {
                let contacts = arrow::contacts(a, b, widest(self, margins)?);
                return up_to(margins, contacts.map_err(external)?, "depth").map(array);
            }
            (Self::Manifold, [a, b], [margins]) => {
                let manifolds = arrow::manifolds(a, b, widest(self, margins)?);
                return points_up_to(margins, manifolds.map_err(external)?).map(array);
            }
            (Self::Grow, [a], [distances]) => {
                arrow::grow(a, distances).and_then(|grown| grown.to_array()).map(array)
            }
            (Self::Sweep, [a, motions, b], []) => arrow::sweep(a, motions, b).map(array),
            (Self::Swept, [a, motions], []) => {
                arrow::swept(a, motions).and_then(|swept| swept.to_array()).map(array)
            }
            _ => return exec_err!("{} takes other arguments", self.name()),
        };
        answer.map_err(external)
    }
}

/// The largest of the margins of all rows, at least 0.
fn widest(query: Query, margins: &Float32Array) -> Result<f32> {
    if margins.iter().flatten().any(f32::is_nan) {
        return exec_err!("{}: the margin is NaN", query.name());
    }
    Ok(margins.iter().flatten().fold(0.0, f32::max))
}

/// Where a column of depths is not below minus the margin of its row.
fn is_near(margins: &Float32Array, depths: &ArrayRef) -> NullBuffer {
    let depths = depths.as_primitive::<Float32Type>().values();
    depths.iter().zip(margins.values()).map(|(depth, margin)| *depth >= -*margin).collect()
}

/// Contacts of which the column of this name is the depth, NULL where that is below minus the margin of the row.
fn up_to(margins: &Float32Array, contacts: StructArray, depth: &str) -> Result<StructArray> {
    let (fields, columns, valid) = contacts.into_parts();
    let Some((place, _)) = fields.find(depth) else {
        return internal_err!("a contact has no {depth}");
    };
    let near = is_near(margins, &columns[place]);
    let valid = NullBuffer::union_many([valid.as_ref(), margins.nulls(), Some(&near)]);
    Ok(StructArray::try_new_with_length(fields, columns, valid, margins.len())?)
}

/// The same of contacts with several points, of which those are left out that are not as deep. The columns after
/// the normal are three coordinates and the depth of each.
fn points_up_to(margins: &Float32Array, contacts: StructArray) -> Result<StructArray> {
    let (fields, mut columns, valid) = up_to(margins, contacts, "depth0")?.into_parts();
    for point in columns[3..].chunks_exact_mut(4) {
        let near = is_near(margins, &point[3]);
        for column in point {
            let values = column.as_primitive::<Float32Type>();
            let known = NullBuffer::union(values.nulls(), Some(&near));
            *column = Arc::new(Float32Array::new(values.values().clone(), known));
        }
    }
    Ok(StructArray::try_new_with_length(fields, columns, valid, margins.len())?)
}

#[derive(Debug, PartialEq, Eq, Hash)]
struct QueryFunction {
    query: Query,
    signature: Signature,
}

impl QueryFunction {
    fn of(query: Query) -> Self {
        Self { query, signature: Signature::new(query.signature(), Volatility::Immutable) }
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
        let of_shapes = args.arg_fields.iter().take(self.query.shapes());
        if let Some(null) = of_shapes.into_iter().find(|field| field.data_type().is_null()) {
            return plan_err!("{}: {} is a NULL of no shape", self.name(), null.name());
        }
        let none = args.arg_fields.iter().map(|field| new_empty_array(field.data_type()));
        let answer = self.query.run(args.arg_fields, &none.collect::<Vec<_>>())?;
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
        let arrays =
            args.args.iter().map(|arg| arg.to_array(args.number_rows)).collect::<Result<Vec<_>>>()?;
        Ok(ColumnarValue::Array(self.query.run(&args.arg_fields, &arrays)?))
    }
}
