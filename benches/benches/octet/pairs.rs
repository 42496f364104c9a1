//! The yes/no kernels on rows of the uniform workload. The numbers in brackets are the hits in 4,096 and in
//! 1,000,000 rows, of the exact kernel and of the published algorithm in `f32`: on these rows it happens to be right
//! as often. `benches::peers` has the other libraries.

use benches::predicate;
use benches::workload::Sample;
use scalar::dim2::{Line, Ray, Segment, triangle_triangle};
use scalar::dim3::{Line3, Ray3, Segment3};
use soa::dim2::{
    aabb_aabb, aabb_triangle, disk_aabb, disk_disk, disk_triangle, oriented_box_oriented_box,
    oriented_box_triangle, point_disk, point_triangle, segment_disk, segment_oriented_box, segment_segment,
    segment_triangle, triangle_triangle as lanes,
};
use soa::dim3::segment_oriented_box as space;
use soa::dim3::sphere_triangle;
use soa::kernel::Compiled;

use crate::Run;

/// Checks and times every kernel.
pub fn run(run: &mut Run) {
    let group = predicate::<lanes::Exact>("triangle_triangle", [436, 100_511])
        .published::<lanes::EdgeFunctions>()
        .form("scalar/early_out", triangle_triangle::edge_functions_early)
        .form("scalar/separating_axis", triangle_triangle::separating_axis);
    run.group(&group);
    // Far apart, as most pairs of most users are: the first test decides.
    exact::<lanes::Exact, lanes::EdgeFunctions>(run, "triangle_triangle/apart", 16.0, [8, 2_061]);
    exact::<segment_triangle::Exact, segment_triangle::EdgeFunctions>(
        run,
        "segment_triangle",
        2.0,
        [259, 62_832],
    );
    exact::<point_triangle::Exact, point_triangle::EdgeFunctions>(run, "point_triangle", 0.0, [309, 76_639]);
    exact::<aabb_triangle::Exact, aabb_triangle::NineRegions>(run, "aabb_triangle", 2.0, [405, 95_171]);
    exact::<oriented_box_triangle::Exact, oriented_box_triangle::NineRegions>(
        run,
        "oriented_box_triangle",
        2.0,
        [622, 153_386],
    );
    exact::<oriented_box_oriented_box::Exact, oriented_box_oriented_box::SeparatingAxis>(
        run,
        "oriented_box_oriented_box",
        2.0,
        [844, 205_871],
    );
    exact::<disk_triangle::Exact, disk_triangle::SevenRegions>(run, "disk_triangle", 2.0, [502, 119_298]);
    exact::<disk_disk::Exact, disk_disk::SquaredDistance>(run, "disk_disk", 2.0, [924, 221_930]);
    exact::<disk_aabb::Exact, disk_aabb::NearestPoint>(run, "disk_aabb", 2.0, [471, 114_159]);
    exact::<point_disk::Exact, point_disk::SquaredDistance>(run, "point_disk", 1.0, [300, 77_732]);
    exact::<segment_disk::Exact, segment_disk::SquaredDistance>(run, "segment_disk", 2.0, [356, 87_723]);
    exact::<segment_segment::Exact, segment_segment::Straddle>(run, "segment_segment", 1.0, [408, 93_646]);
    exact::<segment_oriented_box::Exact<Segment>, segment_oriented_box::Slabs<Segment>>(
        run,
        "segment_oriented_box",
        2.0,
        [445, 111_071],
    );
    exact::<segment_oriented_box::Exact<Ray>, segment_oriented_box::Slabs<Ray>>(
        run,
        "ray_oriented_box",
        2.0,
        [838, 200_194],
    );
    exact::<segment_oriented_box::Exact<Line>, segment_oriented_box::Slabs<Line>>(
        run,
        "line_oriented_box",
        2.0,
        [1_177, 289_325],
    );
    exact::<sphere_triangle::Exact, sphere_triangle::SquaredDistance>(
        run,
        "sphere_triangle3",
        1.0,
        [291, 68_691],
    );
    exact::<space::Exact<Segment3>, space::Slabs<Segment3>>(
        run,
        "segment3_oriented_box3",
        1.0,
        [485, 121_390],
    );
    exact::<space::Exact<Ray3>, space::Slabs<Ray3>>(run, "ray3_oriented_box3", 1.0, [616, 158_088]);
    exact::<space::Exact<Line3>, space::Slabs<Line3>>(run, "line3_oriented_box3", 1.0, [761, 194_712]);

    alone::<aabb_aabb::Intervals>(run, "aabb_aabb", [341, 80_739]);
    alone::<lanes::SeparatingAxis>(run, "triangle_triangle/separating_axis", [436, 100_511]);
    alone::<aabb_triangle::TwoTriangles>(run, "aabb_triangle/two_triangles", [405, 95_171]);
    let name = "oriented_box_triangle/two_triangles";
    alone::<oriented_box_triangle::TwoTriangles>(run, name, [622, 153_386]);
    alone::<disk_triangle::EnlargedTriangle>(run, "disk_triangle/enlarged_triangle", [502, 119_298]);
}

/// An exact kernel with the published one: the bench, how far places spread, and the hits.
fn exact<E: Compiled, P: Compiled<A = E::A, B = E::B>>(
    run: &mut Run,
    name: &str,
    spread: f32,
    hits: [usize; 2],
) where
    E::A: Sample,
    E::B: Sample,
{
    run.group(&predicate::<E>(name, hits).published::<P>().spread(spread));
}

/// A kernel without another one beside it.
fn alone<P: Compiled>(run: &mut Run, name: &str, hits: [usize; 2])
where
    P::A: Sample,
    P::B: Sample,
{
    run.group(&predicate::<P>(name, hits));
}
