//! Exact spatial queries and joins on Arrow arrays: which of millions of triangles, disks, segments and boxes
//! touch.
//!
//! [`Shapes`] holds columns of any shape, shared with the array where it has no nulls. Queries return Arrow
//! arrays. A null row answers null and is in no pair.
//!
//! ```
//! use std::sync::Arc;
//! use arrow_array::{BooleanArray, Float32Array, RecordBatch, UInt32Array};
//! use octet_arrow::{Shapes, intersects, join};
//!
//! let column = |values: &[f32]| Arc::new(Float32Array::from(values.to_vec())) as _;
//! let (x, y, radius) = (column(&[0.0, 9.0]), column(&[0.0, 9.0]), column(&[1.0, 0.5]));
//! let disks = Shapes::of_batch(&RecordBatch::try_from_iter([("x", x), ("y", y), ("radius", radius)])?, "")?;
//! let (x, y) = (column(&[1.0, 0.0]), column(&[0.0, 0.5]));
//! let points = Shapes::of_batch(&RecordBatch::try_from_iter([("x", x), ("y", y)])?, "")?;
//!
//! assert_eq!(intersects(&disks, &points)?, BooleanArray::from(vec![true, false]));
//! let pairs = join(&disks, &points)?;
//! assert_eq!(pairs["left"].as_ref(), &UInt32Array::from(vec![0, 0]));
//! assert_eq!(pairs["right"].as_ref(), &UInt32Array::from(vec![0, 1]));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod distance;
mod error;
mod join;
mod kind;
mod query;
mod shapes;

pub use distance::{Distance, closest, contacts, distances, grow, manifolds, sweep, swept, within};
pub use error::Error;
pub use join::{Join, join};
pub use kind::{extension_name, field};
pub use query::{
    circumcircles, clip, closest_points, cross_products, intersects, signed_areas, squared_distances,
    unit_normals,
};
pub use shapes::Shapes;
pub use soa::ShapeKind;
