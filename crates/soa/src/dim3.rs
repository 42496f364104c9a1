//! Kernels for shapes of space, one file a pair. Their references are in `scalar::dim3`.

pub mod vector;

pub mod aabb_aabb;
pub mod aabb_oriented_box;
pub mod aabb_rounded;
pub mod aabb_rounded_triangle;
pub mod aabb_triangle;
pub mod capsule_aabb;
pub mod capsule_capsule;
pub mod capsule_oriented_box;
pub mod capsule_rounded;
pub mod capsule_triangle;
pub mod closest;
pub mod contact;
pub mod crossing;
pub mod faces;
pub mod oriented_box_oriented_box;
pub mod oriented_box_triangle;
pub mod point_aabb;
pub mod point_oriented_box;
pub mod point_segment;
pub mod point_sphere;
pub mod point_triangle;
pub mod segment_aabb;
pub mod segment_oriented_box;
pub mod segment_sphere;
pub mod segment_triangle;
pub mod sphere_aabb;
pub mod sphere_capsule;
pub mod sphere_oriented_box;
pub mod sphere_rounded;
pub mod sphere_sphere;
pub mod sphere_triangle;
pub mod triangle_rounded_triangle;
pub mod triangle_triangle;

pub(crate) mod orient;
