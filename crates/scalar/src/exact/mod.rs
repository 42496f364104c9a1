//! Exact answers: whether two closed sets have a point in common, in real arithmetic, for every finite `f32`
//! input.
//!
//! There is one function for each pair, named by its shapes. Touching counts. A triangle of zero area is its
//! segment or its point; with a radius of zero a disk is a point, with a half extent of zero a box is a
//! segment or a point. A segment ends in `start + direction` as a real number, which need not be an `f32`. A
//! shape with a NaN or infinite value intersects nothing, nor does the empty set: a negative radius or half
//! extent, or a box with `min` above `max`.
//!
//! # How
//!
//! An answer follows from the signs of a few polynomials in the coordinates, of degree 6 or less (8 for a
//! capsule and an oriented box of the plane, and a sphere and one of space). Each is written once, for any
//! type of number, and evaluated in [`Stage`]s until the signs that matter are known:
//!
//! 1. [`Stage::Rounded`]: `f64`, with a bound of the rounding error. A filter evaluates the formula with a bound that
//!    costs as much again as the value, which decides nearly all random pairs. What it leaves undecided is evaluated
//!    by error-free transforms, whose bound is 0 as long as nothing was rounded: touching shapes of moderate
//!    coordinates are decided here, too.
//! 2. [`Stage::Integer`]: integers of any length times a power of two. It decides every pair, and needs an
//!    allocator. A formula of many parts is evaluated part by part, in integers only where `f64` leaves a
//!    part undecided.
//!
//! Signs are combined in three-valued logic, so a stage may leave a sign undecided that does not matter.
//! [`Exact::decide`] also returns the stage that decided the pair, and serves generic code.
//!
//! ```
//! use scalar::dim2::{Disk, Triangle};
//! use scalar::exact::{self, Exact, Stage};
//!
//! let triangle = Triangle { a: [0.0, 0.0], b: [3.0, 4.0], c: [3.0, 0.0] };
//! assert!(exact::disk_triangle(&Disk { center: [0.0, 5.0], radius: 3.0 }, &triangle)); // touching
//! assert!(!exact::disk_triangle(&Disk { center: [0.0, 5.0], radius: 2.999_999_8 }, &triangle));
//!
//! // A point on an edge that spans more digits than f64 has.
//! let long = Triangle { a: [-1e-20, -1e-20], b: [1e20, 1e20], c: [1e20, 0.0] };
//! let decision = [1.0, 1.0].decide(&long);
//! assert_eq!((decision.hit, decision.stage), (true, Stage::Integer));
//! assert!(!exact::point_triangle(&[1.0, 1.000_000_1], &long));
//! ```

mod dim2;
mod dim3;
mod dyadic;
mod extent;
mod filtered;
mod frame;
mod kleene;
mod near;
mod number;
pub(crate) mod operand;
mod rounded;
mod sweep;
mod vector;

pub use dim2::aabb_aabb::aabb_aabb;
pub use dim2::aabb_oriented_box::aabb_oriented_box;
pub use dim2::aabb_rounded::{aabb_rounded_aabb, aabb_rounded_triangle};
pub use dim2::aabb_triangle::aabb_triangle;
pub use dim2::capsule_aabb::capsule_aabb;
pub use dim2::capsule_capsule::{capsule_capsule, segment_capsule};
pub use dim2::capsule_oriented_box::{capsule_oriented_box, oriented_box_rounded_capsule};
pub use dim2::capsule_rounded::{capsule_rounded_aabb, capsule_rounded_capsule, capsule_rounded_triangle};
pub use dim2::capsule_triangle::capsule_triangle;
pub use dim2::disk_aabb::disk_aabb;
pub use dim2::disk_capsule::{disk_capsule, point_capsule};
pub use dim2::disk_disk::disk_disk;
pub use dim2::disk_oriented_box::{disk_oriented_box, oriented_box_rounded_disk};
pub use dim2::disk_rounded::{
    disk_rounded_aabb, disk_rounded_capsule, disk_rounded_disk, disk_rounded_triangle,
};
pub use dim2::disk_triangle::disk_triangle;
pub use dim2::oriented_box_oriented_box::oriented_box_oriented_box;
pub use dim2::oriented_box_rounded::{
    oriented_box_rounded_aabb, oriented_box_rounded_oriented_box, oriented_box_rounded_triangle,
};
pub use dim2::oriented_box_triangle::oriented_box_triangle;
pub use dim2::point_aabb::point_aabb;
pub use dim2::point_disk::point_disk;
pub use dim2::point_oriented_box::point_oriented_box;
pub use dim2::point_triangle::point_triangle;
pub use dim2::segment_aabb::segment_aabb;
pub use dim2::segment_disk::segment_disk;
pub use dim2::segment_oriented_box::segment_oriented_box;
pub use dim2::segment_segment::segment_segment;
pub use dim2::segment_triangle::segment_triangle;
pub use dim2::triangle_rounded_triangle::triangle_rounded_triangle;
pub use dim2::triangle_triangle::triangle_triangle;
pub use dim3::aabb_aabb::aabb3_aabb3;
pub use dim3::aabb_oriented_box::aabb3_oriented_box3;
pub use dim3::aabb_rounded::{aabb3_rounded_aabb3, aabb3_rounded_triangle3};
pub use dim3::aabb_triangle::aabb3_triangle3;
pub use dim3::capsule_aabb::capsule3_aabb3;
pub use dim3::capsule_capsule::{capsule3_capsule3, segment3_capsule3};
pub use dim3::capsule_oriented_box::capsule3_oriented_box3;
pub use dim3::capsule_rounded::{
    capsule3_rounded_aabb3, capsule3_rounded_capsule3, capsule3_rounded_triangle3,
};
pub use dim3::capsule_triangle::capsule3_triangle3;
pub use dim3::cast;
pub use dim3::crossing::{decide_crossing, is_below};
pub use dim3::faces::{decide_faces, faces_intersect, has_zero_area};
pub use dim3::oriented_box_oriented_box::oriented_box3_oriented_box3;
pub use dim3::oriented_box_triangle::oriented_box3_triangle3;
pub use dim3::point_aabb::point3_aabb3;
pub use dim3::point_oriented_box::point3_oriented_box3;
pub use dim3::point_sphere::point3_sphere;
pub use dim3::segment_aabb::segment3_aabb3;
pub use dim3::segment_oriented_box::segment3_oriented_box3;
pub use dim3::segment_sphere::segment3_sphere;
pub use dim3::segment_triangle::segment3_triangle3;
pub use dim3::sphere_aabb::sphere_aabb3;
pub use dim3::sphere_capsule::{point3_capsule3, sphere_capsule3};
pub use dim3::sphere_oriented_box::sphere_oriented_box3;
pub use dim3::sphere_rounded::{
    sphere_rounded_aabb3, sphere_rounded_capsule3, sphere_rounded_sphere, sphere_rounded_triangle3,
};
pub use dim3::sphere_sphere::sphere_sphere;
pub use dim3::sphere_triangle::sphere_triangle3;
pub use dim3::triangle_rounded_triangle::triangle3_rounded_triangle3;
pub use dim3::triangle_triangle::triangle3_triangle3;
pub(crate) use rounded::two_sum;
pub use sweep::hull::MovingShape;
pub use sweep::{Sweep, time_of_hit, time_of_impact};

/// The numbers that a predicate is evaluated in, the cheapest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Stage {
    /// `f64`, filtered and then with error-free transforms: a value and a bound of its error, which stays 0
    /// while nothing is rounded. The sign of a value within its bound is undecided. Also the stage of pairs
    /// that need no formula: those that comparisons decide, such as shapes far apart, and shapes without
    /// points.
    Rounded,
    /// Integers of any length times a power of two, for those parts of the formula that the first stage
    /// leaves undecided: nothing is rounded.
    Integer,
}

/// An exact answer, and the stage that decided it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Decision {
    /// Whether the sets have a point in common.
    pub hit: bool,
    /// The first stage that decided the pair.
    pub stage: Stage,
}

/// A pair of shapes with an exact answer, in the order of the name of its function: `Disk: Exact<Triangle>`.
pub trait Exact<B> {
    /// The answer of one stage alone. None if that stage leaves the pair undecided; [`Stage::Integer`] never
    /// does.
    ///
    /// ```
    /// use scalar::dim2::Disk;
    /// use scalar::exact::{Exact, Stage};
    ///
    /// let near = Disk { center: [0.0, 0.0], radius: 1e-20 };
    /// let far = Disk { center: [1e20, 0.0], radius: 1e20 };
    /// assert_eq!(near.attempt(&far, Stage::Rounded), None);
    /// assert_eq!(near.attempt(&far, Stage::Integer), Some(true));
    /// ```
    fn attempt(&self, other: &B, stage: Stage) -> Option<bool>;

    /// Whether the sets have a point in common, by the first stage that decides it.
    fn decide(&self, other: &B) -> Decision {
        Decision::of(|stage| self.attempt(other, stage))
    }
}

impl Decision {
    /// No, for shapes that are not finite or have no points.
    const NOTHING: Self = Self { hit: false, stage: Stage::Rounded };

    /// By the first stage that decides it.
    fn of(attempt: impl Fn(Stage) -> Option<bool>) -> Self {
        match attempt(Stage::Rounded) {
            Some(hit) => Self { hit, stage: Stage::Rounded },
            None => Self { hit: attempt(Stage::Integer) == Some(true), stage: Stage::Integer },
        }
    }
}

/// Does work that is seldom needed, out of the way of the other: it takes a frame of some hundred bytes.
#[cold]
#[inline(never)]
fn seldom<R>(work: impl FnOnce() -> R) -> R {
    work()
}

/// Evaluates a formula in the numbers `N` of a stage. The first stage filters, and uses error-free transforms
/// only where the filter leaves the formula undecided; with a condition, it leaves those that do not meet it
/// to the next stage.
macro_rules! by_stage {
    ($stage:expr, $number:ident => $answer:expr) => {
        crate::exact::by_stage!($stage, if true, unless false, $number => $answer)
    };
    ($stage:expr, if $is_in_range:expr, $number:ident => $answer:expr) => {
        crate::exact::by_stage!($stage, if $is_in_range, unless false, $number => $answer)
    };
    // A filter may say anything of sets without points. If that is no, it is right.
    ($stage:expr, unless $has_no_points:expr, $number:ident => $answer:expr) => {
        crate::exact::by_stage!($stage, if true, unless $has_no_points, $number => $answer)
    };
    ($stage:expr, if $is_in_range:expr, unless $has_no_points:expr, $number:ident => $answer:expr) => {
        match $stage {
            crate::exact::Stage::Rounded if $is_in_range => {
                let filtered = {
                    type $number = crate::exact::filtered::Filtered;
                    $answer
                };
                if filtered == Some(false) || $has_no_points {
                    Some(false)
                } else {
                    filtered.or_else(|| {
                        type $number = crate::exact::rounded::Rounded;
                        crate::exact::seldom(|| $answer)
                    })
                }
            }
            crate::exact::Stage::Rounded => None,
            crate::exact::Stage::Integer if $has_no_points => Some(false),
            crate::exact::Stage::Integer => {
                type $number = crate::exact::dyadic::Dyadic;
                crate::exact::seldom(|| $answer)
            }
        }
    };
}
use by_stage;

/// Implements [`Exact`] for a pair of shapes, the left of which may be any shape of a trait, by a predicate
/// that is generic over [`number::Number`]. Boxes around both are compared before, as that takes less time
/// than any formula but the shortest, which are evaluated `at once`.
macro_rules! decided_by {
    ($predicate:ident($left:ty, $right:ty) $($at_once:tt)*) => {
        decided_by!($predicate, $left, $right, [$($at_once)*],);
    };
    ($predicate:ident($left:ident: $trait:path, $right:ty) $($at_once:tt)*) => {
        decided_by!($predicate, $left, $right, [$($at_once)*], <$left: $trait>);
    };
    ($predicate:ident, $left:ty, $right:ty, $at_once:tt, $($generics:tt)*) => {
        impl $($generics)* crate::exact::Exact<$right> for $left {
            fn attempt(&self, other: &$right, stage: crate::exact::Stage) -> Option<bool> {
                decided_by!($at_once $predicate, self, other, stage)
            }
        }
    };
    ([] $predicate:ident, $left:expr, $right:expr, $stage:expr) => {{
        if crate::exact::operand::are_apart($left, $right) {
            return Some(false);
        }
        crate::exact::by_stage!($stage, N => $predicate::<N>($left, $right))
    }};
    ([at once] $predicate:ident, $left:expr, $right:expr, $stage:expr) => {{
        let has_no_points = || crate::exact::operand::have_no_points($left, $right);
        crate::exact::by_stage!($stage, unless has_no_points(), N => $predicate::<N>($left, $right))
    }};
}
use decided_by;
