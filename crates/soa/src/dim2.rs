//! Kernels for shapes of the plane, one file a pair. Their references are in `scalar::dim2`.

pub(crate) mod interval;
pub mod vector;

pub mod aabb_aabb;
pub mod aabb_oriented_box;
pub mod aabb_rounded;
pub mod aabb_triangle;
pub mod capsule_aabb;
pub mod capsule_capsule;
pub mod capsule_oriented_box;
pub mod capsule_rounded;
pub mod capsule_triangle;
pub mod circumcircle;
pub mod closest;
pub mod contact;
pub mod disk_aabb;
pub mod disk_capsule;
pub mod disk_disk;
pub mod disk_oriented_box;
pub mod disk_rounded;
pub mod disk_triangle;
pub mod oriented_box_oriented_box;
pub mod oriented_box_rounded;
pub mod oriented_box_triangle;
pub mod point_aabb;
pub mod point_disk;
pub mod point_oriented_box;
pub mod point_segment;
pub mod point_triangle;
pub mod segment_aabb;
pub mod segment_disk;
pub mod segment_oriented_box;
pub mod segment_segment;
pub mod segment_triangle;
pub mod triangle_rounded_triangle;
pub mod triangle_triangle;
