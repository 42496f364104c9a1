#![doc = include_str!("../../../docs/arrow.md")]
#![forbid(unsafe_code)]

mod error;
mod join;
mod kind;
mod query;
mod shapes;

pub use error::Error;
pub use join::{Join, join};
pub use kind::{extension_name, field};
pub use query::{
    circumcircles, clip, closest_points, cross_products, intersects, signed_areas, squared_distances,
    unit_normals,
};
pub use shapes::Shapes;
pub use soa::ShapeKind;
