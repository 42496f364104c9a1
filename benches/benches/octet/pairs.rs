//! The yes/no kernels on rows of the uniform workload. The numbers in brackets are the hits in 4,096 and in
//! 1,000,000 rows, of the exact kernel and of the published algorithm in `f32`: on these rows it happens to
//! be right as often. `benches::peers` has the other libraries.

use benches::predicate;
use benches::workload::Sample;
use scalar::dim2::{Line, Ray, Segment, triangle_triangle};
use scalar::dim3::{Line3, Ray3, Segment3};
use soa::dim2::{
    aabb_aabb, aabb_oriented_box, aabb_rounded, aabb_triangle, capsule_aabb, capsule_capsule,
    capsule_oriented_box, capsule_triangle, disk_aabb, disk_capsule, disk_disk, disk_oriented_box,
    disk_rounded, disk_triangle, oriented_box_oriented_box, oriented_box_rounded, oriented_box_triangle,
    point_aabb, point_disk, point_oriented_box, point_triangle, segment_aabb as plane_box, segment_disk,
    segment_oriented_box as plane, segment_segment, segment_triangle, triangle_rounded_triangle,
    triangle_triangle as triangles,
};
use soa::dim3::segment_oriented_box as space;
use soa::dim3::{
    aabb_aabb as boxes, aabb_oriented_box as aabb_oriented_box3, aabb_rounded as box_rounded,
    aabb_rounded_triangle, aabb_triangle as box_triangle, capsule_aabb as capsule_box,
    capsule_capsule as capsules3, capsule_oriented_box as capsule_oriented_box3, capsule_rounded,
    capsule_triangle as capsule_face, oriented_box_oriented_box as oriented_boxes,
    oriented_box_triangle as oriented_triangle, point_aabb as point_box,
    point_oriented_box as point_oriented_box3, point_sphere, segment_sphere,
    segment_triangle as path_triangle, sphere_aabb as sphere_box, sphere_capsule,
    sphere_oriented_box as sphere_oriented, sphere_rounded, sphere_sphere, sphere_triangle,
    triangle_rounded_triangle as triangle_rounded3, triangle_triangle as triangles3,
};
use soa::kernel::Compiled;

use crate::Run;

/// Checks and times every kernel.
pub fn run(run: &mut Run) {
    let group = predicate::<triangles::Exact>("triangle_triangle", [436, 100_511])
        .published::<triangles::EdgeFunctions>([436, 100_511])
        .form("scalar/early_out", triangle_triangle::edge_functions_early)
        .form("scalar/separating_axis", triangle_triangle::separating_axis);
    run.group(&group);
    // Far apart, as most pairs of most users are: the first test decides.
    let group = predicate::<triangles::Exact>("triangle_triangle/apart", [8, 2_061])
        .published::<triangles::EdgeFunctions>([8, 2_061])
        .spread(16.0);
    run.group(&group);
    exact::<segment_triangle::Exact<Segment>, segment_triangle::EdgeFunctions>(run, 2.0, [259, 62_832]);
    exact::<point_triangle::Exact, point_triangle::EdgeFunctions>(run, 0.0, [309, 76_639]);
    exact::<aabb_triangle::Exact, aabb_triangle::NineRegions>(run, 2.0, [405, 95_171]);
    exact::<oriented_box_triangle::Exact, oriented_box_triangle::NineRegions>(run, 2.0, [622, 153_386]);
    exact::<oriented_box_oriented_box::Exact, oriented_box_oriented_box::SeparatingAxis>(
        run,
        2.0,
        [844, 205_871],
    );
    exact::<disk_triangle::Exact, disk_triangle::SevenRegions>(run, 2.0, [502, 119_298]);
    exact::<disk_disk::Exact, disk_disk::SquaredDistance>(run, 2.0, [924, 221_930]);
    exact::<disk_aabb::Exact, disk_aabb::NearestPoint>(run, 2.0, [471, 114_159]);
    exact::<point_disk::Exact, point_disk::SquaredDistance>(run, 1.0, [300, 77_732]);
    exact::<disk_oriented_box::Exact, disk_oriented_box::NearestPoint>(run, 2.0, [680, 165_689]);
    exact::<segment_disk::Exact<Segment>, segment_disk::SquaredDistance>(run, 2.0, [356, 87_723]);
    exact::<segment_segment::Exact, segment_segment::Straddle>(run, 1.0, [408, 93_646]);
    exact::<plane_box::Exact<Segment>, plane_box::Slabs<Segment>>(run, 2.0, [251, 61_403]);
    exact::<plane_box::Exact<Ray>, plane_box::Slabs<Ray>>(run, 2.0, [501, 122_786]);
    exact::<plane_box::Exact<Line>, plane_box::Slabs<Line>>(run, 2.0, [765, 184_037]);
    exact::<plane::Exact<Segment>, plane::Slabs<Segment>>(run, 2.0, [445, 111_071]);
    exact::<plane::Exact<Ray>, plane::Slabs<Ray>>(run, 2.0, [838, 200_194]);
    exact::<plane::Exact<Line>, plane::Slabs<Line>>(run, 2.0, [1_177, 289_325]);
    exact::<sphere_triangle::Exact, sphere_triangle::SquaredDistance>(run, 1.0, [291, 68_691]);
    exact::<space::Exact<Segment3>, space::Slabs<Segment3>>(run, 1.0, [485, 121_390]);
    exact::<space::Exact<Ray3>, space::Slabs<Ray3>>(run, 1.0, [616, 158_088]);
    exact::<space::Exact<Line3>, space::Slabs<Line3>>(run, 1.0, [761, 194_712]);
    exact::<triangles3::Exact, triangles3::Edges>(run, 1.0, [258, 62_875]);
    exact::<path_triangle::Exact<Segment3>, path_triangle::MollerTrumbore<Segment3>>(run, 1.0, [79, 20_808]);
    exact::<path_triangle::Exact<Ray3>, path_triangle::MollerTrumbore<Ray3>>(run, 1.0, [136, 32_104]);
    exact::<path_triangle::Exact<Line3>, path_triangle::MollerTrumbore<Line3>>(run, 1.0, [180, 43_405]);
    exact::<box_triangle::Exact, box_triangle::SeparatingAxis>(run, 1.0, [424, 103_118]);
    exact::<sphere_oriented::Exact, sphere_oriented::NearestPoint>(run, 1.0, [600, 143_858]);
    exact::<oriented_triangle::Exact, oriented_triangle::SeparatingAxis>(run, 1.0, [752, 189_306]);
    exact::<oriented_boxes::Exact, oriented_boxes::SeparatingAxis>(run, 1.0, [1_236, 314_913]);
    exact::<sphere_box::Exact, sphere_box::NearestPoint>(run, 1.0, [354, 85_182]);
    exact::<sphere_sphere::Exact, sphere_sphere::SquaredDistance>(run, 1.0, [1_716, 421_655]);
    exact::<point_sphere::Exact, point_sphere::SquaredDistance>(run, 1.0, [74, 19_332]);
    distances(run);
    run.group(&predicate::<boxes::Intervals>("aabb3_aabb3", [429, 101_715]).spread(1.0));
    run.group(&predicate::<point_aabb::Intervals>("point_aabb", [235, 54_374]).spread(1.0));
    run.group(&predicate::<point_box::Intervals>("point3_aabb3", [39, 12_690]).spread(1.0));

    run.group(&predicate::<aabb_aabb::Intervals>("aabb_aabb", [341, 80_739]));
    alone::<triangles::SeparatingAxis>(run, [436, 100_511]);
    alone::<aabb_triangle::TwoTriangles>(run, [405, 95_171]);
    alone::<oriented_box_triangle::TwoTriangles>(run, [622, 153_386]);
    alone::<disk_triangle::EnlargedTriangle>(run, [502, 119_298]);
}

/// An exact kernel with the published one: how far places spread, and the hits.
fn exact<E: Compiled, P: Compiled<A = E::A, B = E::B>>(run: &mut Run, spread: f32, hits: [usize; 2])
where
    E::A: Sample,
    E::B: Sample,
{
    let name = E::NAME.trim_end_matches("/exact");
    run.group(&predicate::<E>(name, hits).published::<P>(hits).spread(spread));
}

/// Pairs without a published kernel, such as capsules, and shapes with round corners.
fn distances(run: &mut Run) {
    only_exact::<point_oriented_box::Exact>(run, [180, 49_941]);
    only_exact::<aabb_oriented_box::Exact>(run, [569, 143_954]);
    only_exact::<capsule_oriented_box::Exact>(run, [827, 194_579]);
    only_exact::<segment_disk::Exact<Ray>>(run, [623, 157_943]);
    only_exact::<segment_disk::Exact<Line>>(run, [926, 228_495]);
    only_exact::<segment_triangle::Exact<Ray>>(run, [589, 139_729]);
    only_exact::<segment_triangle::Exact<Line>>(run, [914, 217_091]);
    only_exact::<point_oriented_box3::Exact>(run, [36, 11_126]);
    only_exact::<aabb_oriented_box3::Exact>(run, [274, 61_386]);
    only_exact::<segment_sphere::Exact<Segment3>>(run, [77, 19_198]);
    only_exact::<segment_sphere::Exact<Ray3>>(run, [132, 33_058]);
    only_exact::<segment_sphere::Exact<Line3>>(run, [182, 47_082]);
    only_exact::<disk_capsule::PointExact>(run, [170, 41_466]);
    only_exact::<disk_capsule::DiskExact>(run, [658, 154_497]);
    only_exact::<capsule_capsule::SegmentExact>(run, [413, 99_393]);
    only_exact::<capsule_capsule::Exact>(run, [794, 183_177]);
    only_exact::<capsule_aabb::Exact>(run, [546, 134_135]);
    only_exact::<capsule_triangle::Exact>(run, [587, 142_271]);
    only_exact::<disk_rounded::AabbExact>(run, [772, 184_960]);
    only_exact::<disk_rounded::TriangleExact>(run, [839, 194_683]);
    only_exact::<aabb_rounded::AabbExact>(run, [634, 157_049]);
    only_exact::<aabb_rounded::TriangleExact>(run, [758, 177_404]);
    only_exact::<oriented_box_rounded::OrientedBoxExact>(run, [1_214, 297_649]);
    only_exact::<triangle_rounded_triangle::Exact>(run, [762, 189_824]);
    only_exact::<sphere_capsule::PointExact>(run, [23, 5_563]);
    only_exact::<sphere_capsule::SphereExact>(run, [194, 46_148]);
    only_exact::<capsules3::SegmentExact>(run, [74, 17_285]);
    only_exact::<capsules3::Exact>(run, [249, 52_560]);
    only_exact::<capsule_box::Exact>(run, [179, 40_873]);
    only_exact::<capsule_face::Exact>(run, [149, 30_691]);
    only_exact::<capsule_oriented_box3::Exact>(run, [323, 76_547]);
    only_exact::<sphere_rounded::SphereExact>(run, [597, 150_099]);
    only_exact::<sphere_rounded::CapsuleExact>(run, [365, 86_977]);
    only_exact::<sphere_rounded::AabbExact>(run, [297, 72_830]);
    only_exact::<sphere_rounded::TriangleExact>(run, [260, 63_470]);
    only_exact::<capsule_rounded::CapsuleExact>(run, [472, 106_011]);
    only_exact::<capsule_rounded::AabbExact>(run, [397, 88_240]);
    only_exact::<capsule_rounded::TriangleExact>(run, [326, 75_778]);
    only_exact::<box_rounded::Exact>(run, [228, 61_692]);
    only_exact::<aabb_rounded_triangle::Exact>(run, [246, 61_070]);
    only_exact::<triangle_rounded3::Exact>(run, [204, 49_437]);
}

/// An exact kernel for which there is no published algorithm.
fn only_exact<E: Compiled>(run: &mut Run, hits: [usize; 2])
where
    E::A: Sample,
    E::B: Sample,
{
    run.group(&predicate::<E>(E::NAME.trim_end_matches("/exact"), hits));
}

/// Another kernel for a pair, by itself.
fn alone<P: Compiled>(run: &mut Run, hits: [usize; 2])
where
    P::A: Sample,
    P::B: Sample,
{
    run.group(&predicate::<P>(P::NAME, hits));
}
