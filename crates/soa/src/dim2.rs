//! Kernels for shapes of the plane, one file a pair: the twins of `scalar::dim2`.

pub mod vector;

pub mod circumcircle;
pub mod disk_triangle;
pub mod point_segment;
pub mod point_triangle;
