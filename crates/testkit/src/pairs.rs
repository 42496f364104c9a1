//! The pairs of shapes that have an intersection test, by the names of their files: `disk_triangle`.
//!
//! | of a pair | what it is | where |
//! |---|---|---|
//! | the oracle | the truth, from the definitions | [`crate::oracle`] |
//! | the exact answer | `scalar::exact`, the reference of the exact kernel | [`GroundTruth::exact`] |
//! | the published algorithm | one of the literature in `f32`, and the kernel that has its bits | [`Pair::published_kernel`] |

use core::any::type_name;

use scalar::dim2::{Aabb, Disk, Line, OrientedBox, Point, Ray, Segment, Triangle};
use scalar::dim3::{Line3, OrientedBox3, Ray3, Segment3, Sphere, Triangle3};
use scalar::exact::Exact;
use soa::kernel::Compiled;
use soa::registry::Kernel;
use soa::{Shape, ShapeKind, dim2, dim3};

use crate::oracle::Oracle;

/// Two shapes that have an intersection test. What needs their types is compiled here, as functions of rows.
#[derive(Clone, Copy, Debug)]
pub struct Pair {
    /// The name of its file, without `.txt`.
    pub stem: &'static str,
    /// The left shape.
    pub left: ShapeKind,
    /// The right shape.
    pub right: ShapeKind,
    published: fn() -> &'static Kernel,
    oracle: fn(&[f32], &[f32]) -> bool,
    exact: fn(&[f32], &[f32]) -> bool,
    type_names: [fn() -> &'static str; 2],
}

impl Pair {
    /// Of these shapes, and the kernel of the published algorithm.
    const fn of<A, B, P>(stem: &'static str) -> Self
    where
        A: Oracle<B> + Exact<B>,
        B: Shape,
        P: Compiled<A = A, B = B>,
    {
        Self {
            stem,
            left: A::KIND,
            right: B::KIND,
            published: P::kernel,
            oracle: |a, b| shape::<A>(a).truth(&shape::<B>(b)),
            exact: |a, b| shape::<A>(a).decide(&shape::<B>(b)).hit,
            type_names: [type_name::<A>, type_name::<B>],
        }
    }

    /// Whether it is two shapes of one kind, which a set can make with itself.
    pub fn is_own(&self) -> bool {
        self.left == self.right
    }

    /// The kernel of the published algorithm.
    pub fn published_kernel(&self) -> &'static Kernel {
        (self.published)()
    }

    /// Whether rows of these shapes have a point in common, by the oracle and by `scalar::exact`.
    pub fn ground_truth(&'static self) -> GroundTruth {
        GroundTruth { pair: self, is_swapped: false }
    }

    /// The paths of the shapes' types.
    pub fn type_names(&self) -> [&'static str; 2] {
        self.type_names.map(|name| name())
    }
}

/// The row as a shape.
fn shape<S: Shape>(row: &[f32]) -> S {
    S::from_values(|k| row[k])
}

/// Declares the list of pairs.
macro_rules! pairs {
    ($($stem:literal: $a:ty, $b:ty, $published:ty;)*) => {
        /// The names of all pairs: the stems of the files in `corpora`.
        pub const STEMS: &[&str] = &[$($stem),*];

        /// All pairs, in the order of [`STEMS`].
        pub static PAIRS: &[Pair] = &[$(Pair::of::<$a, $b, $published>($stem)),*];
    };
}

// Where there are two published algorithms, the one that costs less.
pairs! {
    "point_disk": Point, Disk, dim2::point_disk::SquaredDistance;
    "point_triangle": Point, Triangle, dim2::point_triangle::EdgeFunctions;
    "segment_segment": Segment, Segment, dim2::segment_segment::Straddle;
    "segment_disk": Segment, Disk, dim2::segment_disk::SquaredDistance;
    "segment_oriented_box": Segment, OrientedBox, dim2::segment_oriented_box::Slabs<Segment>;
    "ray_oriented_box": Ray, OrientedBox, dim2::segment_oriented_box::Slabs<Ray>;
    "line_oriented_box": Line, OrientedBox, dim2::segment_oriented_box::Slabs<Line>;
    "segment_triangle": Segment, Triangle, dim2::segment_triangle::EdgeFunctions;
    "disk_disk": Disk, Disk, dim2::disk_disk::SquaredDistance;
    "disk_aabb": Disk, Aabb, dim2::disk_aabb::NearestPoint;
    "disk_triangle": Disk, Triangle, dim2::disk_triangle::SevenRegions;
    "aabb_aabb": Aabb, Aabb, dim2::aabb_aabb::Intervals;
    "aabb_triangle": Aabb, Triangle, dim2::aabb_triangle::NineRegions;
    "oriented_box_oriented_box": OrientedBox, OrientedBox, dim2::oriented_box_oriented_box::SeparatingAxis;
    "oriented_box_triangle": OrientedBox, Triangle, dim2::oriented_box_triangle::NineRegions;
    "triangle_triangle": Triangle, Triangle, dim2::triangle_triangle::EdgeFunctions;
    "segment3_oriented_box3": Segment3, OrientedBox3, dim3::segment_oriented_box::Slabs<Segment3>;
    "ray3_oriented_box3": Ray3, OrientedBox3, dim3::segment_oriented_box::Slabs<Ray3>;
    "line3_oriented_box3": Line3, OrientedBox3, dim3::segment_oriented_box::Slabs<Line3>;
    "sphere_triangle3": Sphere, Triangle3, dim3::sphere_triangle::SquaredDistance;
}

/// Whether two shapes have a point in common, by the oracle and by `scalar::exact`.
#[derive(Clone, Copy, Debug)]
pub struct GroundTruth {
    pair: &'static Pair,
    /// Whether the left row is of the right shape.
    is_swapped: bool,
}

impl GroundTruth {
    /// What [`crate::oracle`] says.
    pub fn oracle(self, a: &[f32], b: &[f32]) -> bool {
        self.call(self.pair.oracle, a, b)
    }

    /// What `scalar::exact` says.
    pub fn exact(self, a: &[f32], b: &[f32]) -> bool {
        self.call(self.pair.exact, a, b)
    }

    fn call(self, f: fn(&[f32], &[f32]) -> bool, a: &[f32], b: &[f32]) -> bool {
        if self.is_swapped { f(b, a) } else { f(a, b) }
    }
}

/// The ground truth of two shapes in either order, looked up once for many rows; None for a pair that has no
/// intersection test.
///
/// ```
/// use soa::ShapeKind;
/// use testkit::pairs;
///
/// let ground_truth = pairs::ground_truth(ShapeKind::Disk, ShapeKind::Point).unwrap();
/// let disk = [0.0, 0.0, 5.0];
/// assert!(ground_truth.exact(&disk, &[3.0, 4.0]) && !ground_truth.exact(&disk, &[3.0, 4.0_f32.next_up()]));
/// assert!(pairs::ground_truth(ShapeKind::Value, ShapeKind::Disk).is_none(), "a number is not a set");
/// ```
pub fn ground_truth(left: ShapeKind, right: ShapeKind) -> Option<GroundTruth> {
    PAIRS.iter().find_map(|pair| match (pair.left, pair.right) {
        shapes if shapes == (left, right) => Some(pair.ground_truth()),
        shapes if shapes == (right, left) => Some(GroundTruth { pair, is_swapped: true }),
        _ => None,
    })
}

/// The names of the kernels that `soa::intersects` runs: their answers are promised to be the truth.
pub fn promised() -> Vec<&'static str> {
    soa::registry::pairs().iter().map(|kernel| kernel.info.name).collect()
}
