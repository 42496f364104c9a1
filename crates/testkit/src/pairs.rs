//! The pairs of shapes that have an overlap test, by the names of their files: `disk_triangle`.
//!
//! | of a pair | what it is | where |
//! |---|---|---|
//! | the oracle | the truth, from the definitions | [`crate::oracle`] |
//! | the exact answer | `scalar::exact`, the twin of the exact kernel | [`judges`] |
//! | the published algorithm | one of the literature in `f32`, and the kernel that has its bits | [`PairVisitor`] |

use core::any::Any;
use std::sync::LazyLock;

#[cfg(not(few))]
use scalar::dim2::{Aabb, Line, OrientedBox, Ray, Segment};
use scalar::dim2::{Disk, Point, Triangle};
#[cfg(not(few))]
use scalar::dim3::{Line3, OrientedBox3, Ray3, Segment3};
use scalar::dim3::{Sphere, Triangle3};
use scalar::exact::Exact;
use soa::join::Bounded;
use soa::kernel::{Overlap, Predicate};
use soa::{Shape, dim2, dim3};

use crate::oracle::Oracle;

/// Something to do with every pair of shapes.
pub trait PairVisitor {
    /// Called once a pair, with the left and the right shape of the file's name and the kernel of the published
    /// algorithm.
    fn pair<A, B, P>(&mut self, stem: &'static str)
    where
        A: Overlap<B> + Oracle<B> + Exact<B> + Bounded,
        B: Overlap<A> + Oracle<A> + Bounded<Bounds = A::Bounds>,
        P: Predicate<A = A, B = B>;
}

/// Something to do with every pair of two shapes of one kind, which a set can make with itself.
pub trait OwnVisitor {
    /// Called once a pair.
    fn own<S: Overlap<S> + Exact<S> + Bounded>(&mut self, stem: &'static str);
}

/// Declares the list of pairs, and which of them are of one kind.
macro_rules! pairs {
    ($($stem:literal: $a:ty, $b:ty, $published:ty;)* own $($own_stem:literal: $own:ty;)*) => {
        /// The names of all pairs: the stems of the files in `corpora`.
        pub const STEMS: &[&str] = &[$($stem),*];

        /// Shows every pair to the visitor, in the order of [`STEMS`].
        pub fn visit<V: PairVisitor>(visitor: &mut V) {
            $(visitor.pair::<$a, $b, $published>($stem);)*
        }

        /// Shows every pair of two shapes of one kind to the visitor.
        pub fn visit_own<V: OwnVisitor>(visitor: &mut V) {
            $(visitor.own::<$own>($own_stem);)*
        }
    };
}

// Where there are two published algorithms, the one that costs less.
#[cfg(not(few))]
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
    own
    "segment_segment": Segment;
    "disk_disk": Disk;
    "aabb_aabb": Aabb;
    "oriented_box_oriented_box": OrientedBox;
    "triangle_triangle": Triangle;
}

// What `cargo xtask mutants` can compile thousands of times.
#[cfg(few)]
pairs! {
    "point_disk": Point, Disk, dim2::point_disk::SquaredDistance;
    "point_triangle": Point, Triangle, dim2::point_triangle::EdgeFunctions;
    "disk_disk": Disk, Disk, dim2::disk_disk::SquaredDistance;
    "disk_triangle": Disk, Triangle, dim2::disk_triangle::SevenRegions;
    "sphere_triangle3": Sphere, Triangle3, dim3::sphere_triangle::SquaredDistance;
    own
    "disk_disk": Disk;
}

/// A yes or no of two shapes, as a function.
pub type Answer<A, B> = fn(&A, &B) -> bool;

/// Who knows whether two shapes have a point in common.
#[derive(Debug)]
pub struct Judges<A, B> {
    /// [`crate::oracle`].
    pub oracle: Answer<A, B>,
    /// `scalar::exact`.
    pub exact: Answer<A, B>,
}

// Not derived: that would ask the same of the shapes.
impl<A, B> Clone for Judges<A, B> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<A, B> Copy for Judges<A, B> {}

/// The judges of two shapes in either order, looked up once for many pairs; None for a pair that has no overlap test.
///
/// ```
/// use scalar::dim2::{Disk, Point};
/// use testkit::pairs;
///
/// let disk = Disk { center: [0.0, 0.0], radius: 5.0 };
/// let judges = pairs::judges::<Disk, Point>().unwrap();
/// assert!((judges.exact)(&disk, &[3.0, 4.0]) && !(judges.exact)(&disk, &[3.0, 4.0_f32.next_up()]));
/// assert!(pairs::judges::<f32, Disk>().is_none(), "a number is not a set");
/// ```
pub fn judges<A: Shape, B: Shape>() -> Option<Judges<A, B>> {
    static ALL: LazyLock<All> = LazyLock::new(|| {
        let mut all = All(Vec::new());
        visit(&mut all);
        all
    });
    ALL.0.iter().find_map(|judges| judges.downcast_ref().copied())
}

/// The judges of all pairs, in both orders.
struct All(Vec<Box<dyn Any + Send + Sync>>);

impl PairVisitor for All {
    fn pair<A, B, P>(&mut self, _: &'static str)
    where
        A: Overlap<B> + Oracle<B> + Exact<B> + Bounded,
        B: Overlap<A> + Oracle<A> + Bounded<Bounds = A::Bounds>,
        P: Predicate<A = A, B = B>,
    {
        self.0.push(Box::new(Judges::<A, B> { oracle: A::truth, exact: |a, b| a.decide(b).hit }));
        self.0.push(Box::new(Judges::<B, A> { oracle: B::truth, exact: |b, a| a.decide(b).hit }));
    }
}

/// The names of the kernels that `soa::overlap` runs: their answers are promised to be the truth.
pub fn promised() -> Vec<&'static str> {
    let mut names = Promised(Vec::new());
    visit(&mut names);
    names.0
}

struct Promised(Vec<&'static str>);

impl PairVisitor for Promised {
    fn pair<A, B, P>(&mut self, _: &'static str)
    where
        A: Overlap<B> + Oracle<B> + Exact<B> + Bounded,
        B: Overlap<A> + Oracle<A> + Bounded<Bounds = A::Bounds>,
        P: Predicate<A = A, B = B>,
    {
        self.0.push(<A as Overlap<B>>::Kernel::NAME);
    }
}
