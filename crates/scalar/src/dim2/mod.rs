//! Shapes of the plane and the algorithms for their pairs, one file a pair.

mod construct;
pub(crate) mod interval;
mod shapes;
pub mod vector;

pub mod aabb_aabb;
pub mod aabb_triangle;
pub mod circumcircle;
pub mod closest;
pub mod contact;
pub mod disk_aabb;
pub mod disk_disk;
pub mod disk_oriented_box;
pub mod disk_triangle;
pub mod oriented_box_oriented_box;
pub mod oriented_box_triangle;
pub mod point_aabb;
pub mod point_disk;
pub mod point_segment;
pub mod point_triangle;
pub mod segment_aabb;
pub mod segment_disk;
pub mod segment_oriented_box;
pub mod segment_segment;
pub mod segment_triangle;
pub mod triangle_triangle;

pub use closest::ClosestPair;
pub use contact::Contact;
pub use shapes::{
    Aabb, Capsule, Clip, Disk, Line, OrientedBox, Point, Ray, RoundedAabb, RoundedCapsule, RoundedDisk,
    RoundedOrientedBox, RoundedTriangle, Segment, Triangle,
};
