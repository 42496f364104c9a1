//! Mass collision queries: which of millions of triangles, disks, segments and boxes touch which.
//!
//! Shapes live in *columns*, one `f32` slice a coordinate, owned ([`Columns`]) or borrowed ([`View`]).
//! A *query* takes columns, runs a *kernel* (for one shape pair, eight or sixteen pairs at a time) and
//! returns [`Hits`], [`Pairs`] or columns of values.
//!
//! ```
//! use soa::{Disks, Triangles};
//!
//! let triangles = Triangles::new([
//!     vec![0.0, 5.0], vec![0.0, 5.0], // ax, ay
//!     vec![4.0, 9.0], vec![0.0, 5.0], // bx, by
//!     vec![0.0, 5.0], vec![3.0, 8.0], // cx, cy
//! ])?;
//! let disks = Disks::new([vec![2.0, 2.0], vec![-1.0, -1.0], vec![1.0, 1.0]])?; // x, y, radius
//!
//! let hits = soa::intersects(&disks, &triangles)?; // row by row
//! assert_eq!(hits.to_bools(), [true, false]);
//!
//! let pairs = soa::intersecting_pairs(&disks, &triangles)?; // every disk with every triangle
//! assert_eq!(pairs.iter().collect::<Vec<_>>(), [(0, 0), (1, 0)]);
//! # Ok::<(), soa::Error>(())
//! ```
//!
//! Two shapes need no columns: [`pair`] has the same answers for them.
//!
//! All shapes are closed sets: touching is a hit. Intersection queries are exact: the answer is that of real
//! arithmetic on the `f32` coordinates given, for every finite input ([`verdict`] describes how). Answers
//! have the same bits for any batch length, place of a row in its batch, and number of threads. Bad input (a
//! NaN, a negative radius, columns of unequal length) is refused with an [`Error`] that names the column and
//! the row when the columns are made, so queries need not check again.
//!
//! # Limits
//!
//! | what | at most | beyond |
//! |---|---|---|
//! | rows of a query row by row, of one against all | as many as fit in memory | |
//! | rows of a side of a join, an index, or a list of pairs | [`u32::MAX`] | [`Error::TooManyRows`] |
//! | pairs of a join's list | 2^28, or [`Join::limit`](join::Join::limit) | [`Error::TooManyPairs`], as soon as more are found |
//! | memory for a result | what the system gives | [`Error::OutOfMemory`] |
//!
//! **Memory.** A query row by row takes no more than its result: a bit a row, or a float a row and column.
//! The module [`join`](mod@join#limits) describes what joins take, and what to call when all pairs would be
//! too many. Only results are reported as lacking memory, by calls that return a `Result`; anything else that
//! finds none ends the program, as a `Vec` does. Some systems promise more than they have, and end the
//! program when it is used: there [`Join::limit`](join::Join::limit) is what helps.
//!
//! **Threads.** Large calls run on rayon's current pool: `pool.install(|| soa::join(&a, &b))` runs on yours,
//! of one thread or of many, and a call within a task runs on the pool of that task. [`Query::sequential`]
//! stays on the calling thread and creates no pool. Columns, views and indexes may be shared by threads. As
//! with all work on rayon, a thread that waits for its tasks may take up another one meanwhile, so hold no
//! lock during a call that such a task needs.
//!
//! **Panics.** No input makes a call panic. A panic in your callback leaves the call once all of its tasks
//! have ended. Nothing is poisoned: the same columns, index, join and pool can be used again.
//!
//! Features: `std`, `rayon` (large calls run on rayon's current pool) are on by default; `serde` is not.
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;
#[cfg(any(feature = "std", feature = "rayon"))]
extern crate std;

mod closest;
mod contact;
mod data;
pub mod dim2;
pub mod dim3;
mod impact;
pub mod join;
pub mod kernel;
pub mod lanes;
mod mesh;
pub mod pair;
pub mod registry;
mod run;
pub mod scene;
mod vector;

pub use data::any::AnyView;
pub use data::columns::Columns;
pub use data::csr::Csr;
pub use data::error::{Error, Rule};
pub use data::hits::Hits;
pub use data::pairs::Pairs;
pub use data::shape::ShapeKind;
pub use data::shape::{Element, MAX_COLUMNS, Nothing, Shape};
pub use data::view::{RowIter, Rows, View};
pub use join::{Index, Join, RayHit, join, self_join};
pub use kernel::verdict;
pub use lanes::level::{Level, LevelError};
pub use mesh::solid::{Inside, Place, Solid};
pub use mesh::{Mesh, SelfIntersections};
pub use run::clip::{clip, clip_of_pairs};
pub use run::closest::{closest, closest_of_pairs, distances, distances_of_pairs};
pub use run::contacts::{contacts, contacts_of_pairs};
pub use run::functions::{
    circumcircles, closest_points, count_pairs, cross_products, intersecting_pairs, intersects,
    intersects_one, signed_areas, squared_distances, unit_normals,
};
pub use run::join_within::JoinWithin;
pub use run::manifolds::{manifolds, manifolds_of_pairs};
pub use run::query::Query;
pub use run::resolve::Stages;
pub use run::sweep::index::SweepHit;
pub use run::sweep::join::{JoinSweep, join_sweep};
pub use run::sweep::{Impacts, Moving, Sweep, SweepsCapsule, sweep, swept, swept_any};
pub use run::with::{measure_with, test_with};
pub use run::within::{Grow, MaxDistance, Within, grow, grow_any, join_within, self_join_within, within};
pub use scalar::dim2::{
    Aabb, Capsule, Clip, ClosestPair, Contact, Disk, Line, OrientedBox, Point, Ray, RoundedAabb,
    RoundedCapsule, RoundedDisk, RoundedOrientedBox, RoundedTriangle, Segment, Triangle,
};
pub use scalar::dim3::{
    Aabb3, Capsule3, Clip3, ClipPoint3, ClosestPair3, Contact3, ContactFace3, ContactPoint3, Line3,
    Manifold3, OrientedBox3, Point3, Ray3, RoundedAabb3, RoundedCapsule3, RoundedSphere, RoundedTriangle3,
    Segment3, Sphere, Triangle3,
};
pub use scene::Scene;

/// Defines the collection names: `Disks` for `Columns<Disk>`.
macro_rules! collections {
    ($($name:ident = $shape:ty;)*) => {
        $(
            #[doc = concat!("Columns of [`", stringify!($shape), "`].")]
            pub type $name = Columns<$shape>;
        )*
    };
}

collections! {
    Points = scalar::dim2::Point;
    Segments = scalar::dim2::Segment;
    Rays = scalar::dim2::Ray;
    Lines = scalar::dim2::Line;
    Disks = scalar::dim2::Disk;
    Aabbs = scalar::dim2::Aabb;
    OrientedBoxes = scalar::dim2::OrientedBox;
    Triangles = scalar::dim2::Triangle;
    Capsules = scalar::dim2::Capsule;
    RoundedCapsules = scalar::dim2::RoundedCapsule;
    RoundedDisks = scalar::dim2::RoundedDisk;
    RoundedAabbs = scalar::dim2::RoundedAabb;
    RoundedOrientedBoxes = scalar::dim2::RoundedOrientedBox;
    RoundedTriangles = scalar::dim2::RoundedTriangle;
    Clips = scalar::dim2::Clip;
    ClosestPairs = scalar::dim2::ClosestPair;
    Contacts = scalar::dim2::Contact;
    Points3 = scalar::dim3::Point3;
    Segments3 = scalar::dim3::Segment3;
    Rays3 = scalar::dim3::Ray3;
    Lines3 = scalar::dim3::Line3;
    Spheres = scalar::dim3::Sphere;
    Aabbs3 = scalar::dim3::Aabb3;
    OrientedBoxes3 = scalar::dim3::OrientedBox3;
    Triangles3 = scalar::dim3::Triangle3;
    Capsules3 = scalar::dim3::Capsule3;
    RoundedSpheres = scalar::dim3::RoundedSphere;
    RoundedCapsules3 = scalar::dim3::RoundedCapsule3;
    RoundedAabbs3 = scalar::dim3::RoundedAabb3;
    RoundedTriangles3 = scalar::dim3::RoundedTriangle3;
    Clips3 = scalar::dim3::Clip3;
    ClipPoints3 = scalar::dim3::ClipPoint3;
    ClosestPairs3 = scalar::dim3::ClosestPair3;
    Contacts3 = scalar::dim3::Contact3;
    Manifolds3 = scalar::dim3::Manifold3;
}

/// The example of the README is a test.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct ReadMe;
