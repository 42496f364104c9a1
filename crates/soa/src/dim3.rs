//! Kernels for shapes of space, one file a pair. Their references are in `scalar::dim3`.

pub mod vector;

pub mod point_triangle;
pub mod segment_oriented_box;
pub mod segment_triangle;
pub mod sphere_triangle;
pub mod triangle_triangle;

mod orient;
