//! The pairs of space.

mod orient;

pub mod segment_oriented_box;
pub mod segment_triangle;
pub mod sphere_triangle;
pub mod triangle_triangle;
