//! Shapes of space and the algorithms for their pairs, one file a pair.

mod construct;
mod shapes;
pub mod vector;

pub mod aabb_aabb;
pub mod aabb_triangle;
pub mod closest;
pub mod contact;
pub mod oriented_box_oriented_box;
pub mod oriented_box_triangle;
pub mod point_aabb;
pub mod point_segment;
pub mod point_sphere;
pub mod point_triangle;
pub mod segment_aabb;
pub mod segment_oriented_box;
pub mod segment_sphere;
pub mod segment_triangle;
pub mod sphere_aabb;
pub mod sphere_oriented_box;
pub mod sphere_sphere;
pub mod sphere_triangle;
pub mod triangle_triangle;

pub use closest::ClosestPair3;
pub use contact::Contact3;
pub use contact::manifold::{ContactFace3, ContactPoint3, Manifold3};
pub use shapes::{
    Aabb3, Capsule3, Clip3, ClipPoint3, Line3, OrientedBox3, Point3, Ray3, RoundedAabb3, RoundedCapsule3,
    RoundedSphere, RoundedTriangle3, Segment3, Sphere, Triangle3,
};
