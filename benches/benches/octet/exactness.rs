//! The cost of exactness: exact kernels beside the published ones on rows that are hard, which
//! `benches::exactness` explains. The first numbers in brackets are the exact hits in 4,096 and in 1,000,000
//! rows, the second those of the published algorithm in `f32`. Where the two differ, `f32` is wrong.

use benches::exactness::mesh::{self, BUNNY, FLAT_BUNNY, MAP};
use benches::exactness::touching;
use benches::exactness::{generated, integer_triangles, repeated};
use benches::predicate;
use benches::workload::Sample;
use record::ROWS;
use scalar::dim2::{Disk, Point, Triangle};
use scalar::dim3::{Segment3, Sphere, Triangle3};
use soa::dim2::{disk_triangle, point_triangle, triangle_triangle};
use soa::dim3::{segment_triangle, sphere_triangle, triangle_triangle as triangles_of_space};
use soa::kernel::Compiled;
use touching::Contact::{Nearly, Touching};

use crate::Run;

/// Checks and times every pair on every workload.
pub fn run(run: &mut Run) {
    // Each triangle of the bunny with each that shares a vertex or an edge, in the plane and in space. Balls
    // about a vertex reach another one to within the rounding of their radius.
    triangles(run, "bunny", [ROWS, ROWS], |rows| repeated(&FLAT_BUNNY, rows));
    let hits = [[2_916, 708_707], [3_473, 845_886]];
    disks(run, "bunny", hits, |rows| repeated(&mesh::disks(&FLAT_BUNNY), rows));
    let hits = [[3_084, 749_902], [3_573, 866_277]];
    spheres(run, "bunny", hits, |rows| repeated(&mesh::spheres(&BUNNY), rows));

    triangles3(run, "bunny", [ROWS, [3_988, 974_716]], |rows| repeated(&BUNNY, rows));

    // The triangles of the world's countries whose boxes meet: neighbours that share vertices, and others.
    triangles(run, "map", [[2_136, 522_284], [2_136, 522_283]], |rows| repeated(&MAP, rows));

    // Every pair touches in one point.
    let hits = [ROWS, [3_979, 973_486]];
    triangles(run, "touching", hits, |rows| generated(rows, |u| touching::triangles(u, Touching)));
    points(run, "touching", [ROWS; 2], |rows| generated(rows, |u| touching::points(u, Touching)));
    disks(run, "touching", [ROWS; 2], |rows| generated(rows, |u| touching::disks(u, Touching)));
    let hits = [ROWS, [4_094, 999_360]];
    spheres(run, "touching", hits, |rows| generated(rows, |u| touching::spheres(u, Touching)));
    triangles3(run, "touching", [ROWS, ROWS], |rows| generated(rows, |u| touching::triangles3(u, Touching)));
    segments3(run, "touching", [ROWS, [4_096, 999_960]], |rows| {
        generated(rows, |u| touching::segments3(u, Touching))
    });

    // Every pair is off by one unit in the last place.
    let hits = [[1_732, 410_420], [2_239, 539_688]];
    triangles(run, "nearly", hits, |rows| generated(rows, |u| touching::triangles(u, Nearly)));
    let hits = [[1_489, 364_859], [1_857, 455_548]];
    points(run, "nearly", hits, |rows| generated(rows, |u| touching::points(u, Nearly)));
    let hits = [[2_097, 500_526], [2_219, 528_442]];
    disks(run, "nearly", hits, |rows| generated(rows, |u| touching::disks(u, Nearly)));
    let hits = [[2_000, 500_712], [2_378, 587_012]];
    spheres(run, "nearly", hits, |rows| generated(rows, |u| touching::spheres(u, Nearly)));
    triangles3(run, "nearly", [[1_194, 296_984], [1_669, 409_160]], |rows| {
        generated(rows, |u| touching::triangles3(u, Nearly))
    });
    segments3(run, "nearly", [[999, 247_651], [1_021, 252_612]], |rows| {
        generated(rows, |u| touching::segments3(u, Nearly))
    });

    // Whole coordinates, where `geo` answers exactly, too.
    triangles(run, "grid_8", [[2_711, 650_386]; 2], |rows| generated(rows, |u| integer_triangles(u, 8)));
    triangles(run, "grid_512", [[2_660, 636_656]; 2], |rows| generated(rows, |u| integer_triangles(u, 512)));
}

/// Exact hits, and those of the published algorithm.
type HitCounts = [[usize; 2]; 2];

/// Makes the rows of both sides, given their number.
type Rows<A, B> = fn(usize) -> (Vec<A>, Vec<B>);

fn triangles(run: &mut Run, workload: &str, hits: HitCounts, rows: Rows<Triangle, Triangle>) {
    hard::<triangle_triangle::Exact, triangle_triangle::EdgeFunctions>(run, workload, hits, rows);
}

fn points(run: &mut Run, workload: &str, hits: HitCounts, rows: Rows<Point, Triangle>) {
    hard::<point_triangle::Exact, point_triangle::EdgeFunctions>(run, workload, hits, rows);
}

fn disks(run: &mut Run, workload: &str, hits: HitCounts, rows: Rows<Disk, Triangle>) {
    hard::<disk_triangle::Exact, disk_triangle::SevenRegions>(run, workload, hits, rows);
}

fn spheres(run: &mut Run, workload: &str, hits: HitCounts, rows: Rows<Sphere, Triangle3>) {
    hard::<sphere_triangle::Exact, sphere_triangle::SquaredDistance>(run, workload, hits, rows);
}

fn triangles3(run: &mut Run, workload: &str, hits: HitCounts, rows: Rows<Triangle3, Triangle3>) {
    hard::<triangles_of_space::Exact, triangles_of_space::Edges>(run, workload, hits, rows);
}

fn segments3(run: &mut Run, workload: &str, hits: HitCounts, rows: Rows<Segment3, Triangle3>) {
    hard::<segment_triangle::Exact<Segment3>, segment_triangle::MollerTrumbore<Segment3>>(
        run, workload, hits, rows,
    );
}

fn hard<E: Compiled, P: Compiled<A = E::A, B = E::B>>(
    run: &mut Run,
    workload: &str,
    [exact, published]: HitCounts,
    rows: Rows<E::A, E::B>,
) where
    E::A: Sample,
    E::B: Sample,
{
    let stem = E::NAME.trim_end_matches("/exact");
    let name = format!("exactness/{workload}/{stem}");
    let group = predicate::<E>(&name, exact).published::<P>(published).rows(rows);
    run.group(&if workload.starts_with("grid") { group.peers(stem) } else { group });
}
