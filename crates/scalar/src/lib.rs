//! Reference algorithms for pairs of shapes, one pair at a time.
//!
//! Every function here is written to be read: above the code is its derivation, the code uses the same names,
//! and it branches as its source does. The crate `soa` has, in a file of the same name, the batched *kernel*
//! of each function: eight or sixteen pairs at a time without a branch, with the same bits for every input.
//!
//! All shapes are closed sets: touching counts as a hit. A triangle of zero area is its segment or its point,
//! a disk of radius zero is a point, a segment of zero direction is its start. With a NaN coordinate nothing
//! is a hit.
//!
//! Arithmetic is plain IEEE 754 binary32 in one fixed order, without fused multiply-add, so every function
//! gives the same bits on every machine. The yes/no answers of [`dim2`] and [`dim3`] are those of the
//! published algorithms *in `f32`*: pairs that touch or miss by less than the rounding error may be answered
//! wrongly. [`exact`] has the answer of real arithmetic for every pair of shapes and every finite input, and
//! takes longer.
//!
//! ```
//! use scalar::dim2::{Disk, Triangle, disk_triangle};
//!
//! let triangle = Triangle { a: [0.0, 0.0], b: [4.0, 0.0], c: [0.0, 3.0] };
//! let touching = Disk { center: [2.0, -1.0], radius: 1.0 };
//! let disjoint = Disk { center: [2.0, -1.5], radius: 1.0 };
//! assert!(disk_triangle::seven_regions(&touching, &triangle));
//! assert!(!disk_triangle::seven_regions(&disjoint, &triangle));
//! assert!(scalar::exact::disk_triangle(&touching, &triangle));
//! ```
//!
//! Sources, by the names that are used below; `docs/sources.md` has them in full, with the papers and books:
//!
//! - *Marupeke*: ゲームつくろー!, 2D衝突編 その13 三角形と三角形の衝突 (two triangles, separating axes);
//! - *cross-product article*: 外積 (cross products, edge functions, boxes with triangles);
//! - *Redpoll*: Redpoll's 60, 3Dプログラミング入門, section 2-23 (disk and triangle);
//! - *DX tutorial*: 【衝突判定 3D】 三角形と球体 (sphere and triangle);
//! - *GRAM*: 衝突判定:向きを持つ長方形と線と判定 (oriented boxes and lines).
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod closest;
mod contact;
pub mod dim2;
pub mod dim3;
pub mod exact;
pub mod float;
mod linear;
mod wide;

pub use closest::ClosestTo;
pub use linear::LinearComponent;

/// The example of the README is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadMe;
