//! The pairs of space.

pub mod segment_oriented_box;
pub mod sphere_triangle;
