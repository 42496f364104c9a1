//! The cost of exactness: exact kernels beside the published ones on rows that are hard, which
//! `benches::exactness` explains. The first numbers in brackets are the exact hits in 4,096 and in 1,000,000
//! rows, the second those of the published algorithm in `f32`. Where the two differ, `f32` is wrong.

use ::geo::Intersects;
use benches::exactness::mesh::{self, BUNNY, FLAT_BUNNY, MAP};
use benches::exactness::touching::{self, Contact};
use benches::exactness::{generated, grid, repeated};
use benches::{Run, predicate};
use record::ROWS;
use soa::dim2::{disk_triangle, point_triangle, triangle_triangle};
use soa::dim3::sphere_triangle;

use benches::peers::{geo, parry2};

/// Checks and times every pair on every workload.
pub fn run(c: &mut Run) {
    bunny(c);
    map(c);
    touching(c);
    nearly(c);
    integers(c);
}

/// Each triangle of the bunny with each that shares a vertex or an edge, in the plane and in space. Balls
/// about a vertex reach another one to within the rounding of their radius.
fn bunny(c: &mut Run) {
    predicate::<triangle_triangle::Exact>("exactness/bunny/triangle_triangle", ROWS)
        .published::<triangle_triangle::EdgeFunctions>([4_096, 1_000_000])
        .rows(|rows| repeated(&FLAT_BUNNY, rows))
        .run(c);
    predicate::<point_triangle::Exact>("exactness/bunny/point_triangle", [1_720, 416_062])
        .published::<point_triangle::EdgeFunctions>([1_720, 416_062])
        .rows(|rows| repeated(&mesh::corners(&FLAT_BUNNY), rows))
        .run(c);
    predicate::<disk_triangle::Exact>("exactness/bunny/disk_triangle", [2_916, 708_707])
        .published::<disk_triangle::SevenRegions>([3_473, 845_886])
        .rows(|rows| repeated(&mesh::disks(&FLAT_BUNNY), rows))
        .run(c);
    predicate::<sphere_triangle::Exact>("exactness/bunny/sphere_triangle3", [3_084, 749_902])
        .published::<sphere_triangle::SquaredDistance>([3_573, 866_277])
        .rows(|rows| repeated(&mesh::spheres(&BUNNY), rows))
        .run(c);
}

/// The triangles of the world's countries whose boxes meet: neighbours that share vertices, and others.
fn map(c: &mut Run) {
    predicate::<triangle_triangle::Exact>("exactness/map/triangle_triangle", [2_116, 522_023])
        .published::<triangle_triangle::EdgeFunctions>([2_116, 522_022])
        .rows(|rows| repeated(&MAP, rows))
        .run(c);
    predicate::<point_triangle::Exact>("exactness/map/point_triangle", [842, 199_618])
        .published::<point_triangle::EdgeFunctions>([842, 199_618])
        .rows(|rows| repeated(&mesh::corners(&MAP), rows))
        .run(c);
    predicate::<disk_triangle::Exact>("exactness/map/disk_triangle", [3_415, 827_722])
        .published::<disk_triangle::SevenRegions>([3_748, 912_558])
        .rows(|rows| repeated(&mesh::disks(&MAP), rows))
        .run(c);
}

/// Every pair touches in one point.
fn touching(c: &mut Run) {
    predicate::<triangle_triangle::Exact>("exactness/touching/triangle_triangle", ROWS)
        .published::<triangle_triangle::EdgeFunctions>([3_979, 973_486])
        .rows(|rows| generated(rows, |uniform| touching::triangles(uniform, Contact::Touching)))
        .run(c);
    predicate::<point_triangle::Exact>("exactness/touching/point_triangle", ROWS)
        .published::<point_triangle::EdgeFunctions>([4_096, 1_000_000])
        .rows(|rows| generated(rows, |uniform| touching::points(uniform, Contact::Touching)))
        .run(c);
    predicate::<disk_triangle::Exact>("exactness/touching/disk_triangle", ROWS)
        .published::<disk_triangle::SevenRegions>([4_096, 1_000_000])
        .rows(|rows| generated(rows, |uniform| touching::disks(uniform, Contact::Touching)))
        .run(c);
    predicate::<sphere_triangle::Exact>("exactness/touching/sphere_triangle3", ROWS)
        .published::<sphere_triangle::SquaredDistance>([4_094, 999_360])
        .rows(|rows| generated(rows, |uniform| touching::spheres(uniform, Contact::Touching)))
        .run(c);
}

/// Every pair is off by one unit in the last place.
fn nearly(c: &mut Run) {
    predicate::<triangle_triangle::Exact>("exactness/nearly/triangle_triangle", [1_732, 410_420])
        .published::<triangle_triangle::EdgeFunctions>([2_239, 539_688])
        .rows(|rows| generated(rows, |uniform| touching::triangles(uniform, Contact::Nearly)))
        .run(c);
    predicate::<point_triangle::Exact>("exactness/nearly/point_triangle", [1_489, 364_859])
        .published::<point_triangle::EdgeFunctions>([1_857, 455_548])
        .rows(|rows| generated(rows, |uniform| touching::points(uniform, Contact::Nearly)))
        .run(c);
    predicate::<disk_triangle::Exact>("exactness/nearly/disk_triangle", [2_097, 500_526])
        .published::<disk_triangle::SevenRegions>([2_219, 528_442])
        .rows(|rows| generated(rows, |uniform| touching::disks(uniform, Contact::Nearly)))
        .run(c);
    predicate::<sphere_triangle::Exact>("exactness/nearly/sphere_triangle3", [2_000, 500_712])
        .published::<sphere_triangle::SquaredDistance>([2_378, 587_012])
        .rows(|rows| generated(rows, |uniform| touching::spheres(uniform, Contact::Nearly)))
        .run(c);
}

/// Whole coordinates, from -8 to 8 and from -512 to 512, where `geo` answers exactly, too.
fn integers(c: &mut Run) {
    let grids = [
        ("exactness/grid_8/triangle_triangle", 8, [2_711, 650_386]),
        ("exactness/grid_512/triangle_triangle", 512, [2_660, 636_656]),
    ];
    for (name, reach, hits) in grids {
        predicate::<triangle_triangle::Exact>(name, hits)
            .published::<triangle_triangle::EdgeFunctions>(hits)
            .rows(move |rows| generated(rows, |uniform| grid::triangles(uniform, reach)))
            .peer(
                "parry2d/intersection_test",
                200,
                parry2::triangle,
                parry2::triangle,
                parry2::intersection_test,
            )
            .peer("geo/intersects", 0, geo::triangle, geo::triangle, Intersects::intersects)
            .peer("geo/intersects_polygon", 0, geo::polygon, geo::polygon, Intersects::intersects)
            .run(c);
    }
}
