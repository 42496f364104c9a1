//! All tests of this crate in one program, which is linked in a fraction of the time of seven.

mod clip_box;
mod clip_round;
mod clip_triangle;
mod closest;
mod common;
mod contact;
mod contact3;
mod contact_capsule;
mod contact_hulls;
mod contact_manifold;
mod contact_sizes;
mod definitions;
mod error_bounds;
mod exact;
mod integer_truth;
mod oriented_box;
mod point_triangle3;
mod sweep_capsules;
mod sweep_hulls;
mod truth;
mod whole;
