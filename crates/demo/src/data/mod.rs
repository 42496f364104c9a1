//! The files in `data/` that are shapes.

pub mod cities;
pub mod mercator;
mod mesh;
pub mod world;

pub use cities::City;
pub use mesh::{Mesh, swarm};
pub use world::World;
