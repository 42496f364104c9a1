//! Shapes of the plane and the algorithms for their pairs, one file a pair.

mod shapes;
pub mod vector;

pub mod circumcircle;
pub mod disk_triangle;
pub mod point_segment;
pub mod point_triangle;

pub use shapes::{Aabb, Crossing, Disk, Line, OrientedBox, Point, Ray, Segment, Triangle};
