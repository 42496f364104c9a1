//! The kernels of closest points beside parry's `distance` and `closest_points`, on rows of the uniform
//! workload. Counted are the rows that are apart; rows that touch have the distance 0.

use benches::peers::{parry2, parry3};
use benches::workload::Sample;
use benches::{Group, measure};
use scalar::dim2::{Aabb, Capsule, ClosestPair, Disk, OrientedBox, Segment, Triangle};
use scalar::dim3::{Aabb3, Capsule3, ClosestPair3, Segment3, Sphere, Triangle3};
use soa::dim2::closest::ClosestPoints;
use soa::kernel::CompiledMeasure;

use crate::Run;

/// By how many hits in a million rows parry may be off.
const TOLERANCE: usize = 2_000;

/// What parry may find to be apart that meets: of segments that cross it computes both points and their
/// distance.
const APART: f32 = 1e-6;

/// Checks and times kernels.
pub fn run(run: &mut Run) {
    use parry2::{aabb, capsule, disk, oriented_box, segment, triangle};
    use parry3::sphere;
    run.group(&in_plane::<ClosestPoints<Disk, Disk>, _, _>([924, 221_930], disk, disk));
    run.group(&in_plane::<ClosestPoints<Disk, Triangle>, _, _>([502, 119_298], disk, triangle));
    run.group(&in_plane::<ClosestPoints<Aabb, Aabb>, _, _>([341, 80_739], aabb, aabb));
    run.group(&in_plane::<ClosestPoints<Segment, Segment>, _, _>([142, 32_898], segment, segment));
    run.group(&in_plane::<ClosestPoints<Segment, Triangle>, _, _>([259, 62_832], segment, triangle));
    let boxes = [844, 205_871];
    run.group(&in_plane::<ClosestPoints<OrientedBox, OrientedBox>, _, _>(boxes, oriented_box, oriented_box));
    run.group(&in_plane::<ClosestPoints<Triangle, Triangle>, _, _>([436, 100_511], triangle, triangle));
    run.group(&in_plane::<ClosestPoints<Capsule, Capsule>, _, _>([794, 183_177], capsule, capsule));
    run.group(&in_plane::<ClosestPoints<Capsule, Triangle>, _, _>([587, 142_271], capsule, triangle));

    run.group(&in_space::<ClosestPoints<Sphere, Aabb3>, _, _>([354, 85_182], sphere, parry3::aabb));
    run.group(&in_space::<ClosestPoints<Sphere, Triangle3>, _, _>([291, 68_691], sphere, parry3::triangle));
    run.group(&in_space::<ClosestPoints<Aabb3, Aabb3>, _, _>([429, 101_715], parry3::aabb, parry3::aabb));
    run.group(&in_space::<ClosestPoints<Segment3, Segment3>, _, _>([0, 0], parry3::segment, parry3::segment));
    run.group(&in_space::<ClosestPoints<Triangle3, Triangle3>, _, _>(
        [258, 62_875],
        parry3::triangle,
        parry3::triangle,
    ));
    let (boxes, triangles) = ([726, 170_499], [424, 103_118]);
    run.group(&in_space::<ClosestPoints<Segment3, Aabb3>, _, _>(
        [230, 54_765],
        parry3::segment,
        parry3::aabb,
    ));
    run.group(&in_space::<ClosestPoints<Capsule3, Aabb3>, _, _>(boxes, parry3::capsule, parry3::aabb));
    run.group(&in_space::<ClosestPoints<Aabb3, Triangle3>, _, _>(triangles, parry3::aabb, parry3::triangle));
}

/// A kernel of the plane beside parry, with the rows that meet at both sizes.
fn in_plane<K, X: parry2d::shape::Shape, Y: parry2d::shape::Shape>(
    meet: [usize; 2],
    left: fn(&K::A) -> (parry2d::math::Pose, X),
    right: fn(&K::B) -> (parry2d::math::Pose, Y),
) -> Group<K::A, K::B>
where
    K: CompiledMeasure<A: Sample, B: Sample, Out = ClosestPair>,
{
    measure::<K>(K::NAME, apart(meet), |pair| pair.distance > 0.0)
        .peer("parry2d/distance", TOLERANCE, left, right, |a, b| parry2::distance(a, b) > APART)
        .peer("parry2d/closest_points", TOLERANCE, left, right, |a, b| parry2::closest_distance(a, b) > APART)
}

/// The same in space, where shapes lie closer together.
fn in_space<K, X: parry3d::shape::Shape, Y: parry3d::shape::Shape>(
    meet: [usize; 2],
    left: fn(&K::A) -> (parry3d::math::Pose, X),
    right: fn(&K::B) -> (parry3d::math::Pose, Y),
) -> Group<K::A, K::B>
where
    K: CompiledMeasure<A: Sample, B: Sample, Out = ClosestPair3>,
{
    measure::<K>(K::NAME, apart(meet), |pair| pair.distance > 0.0)
        .spread(1.0)
        .peer("parry3d/distance", TOLERANCE, left, right, |a, b| parry3::distance(a, b) > APART)
        .peer("parry3d/closest_points", TOLERANCE, left, right, |a, b| parry3::closest_distance(a, b) > APART)
}

/// The rows that are apart, of [`record::ROWS`].
fn apart(meet: [usize; 2]) -> [usize; 2] {
    [record::ROWS[0] - meet[0], record::ROWS[1] - meet[1]]
}
