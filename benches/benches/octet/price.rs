//! The price of exactness: exact kernels beside the published ones on rows that are hard, which `benches::price` explains.
//! The first numbers in brackets are the exact hits in 4,096 and in 1,000,000 rows, the second those of the published
//! algorithm in `f32`. Where the two differ, `f32` is wrong.

use ::geo::Intersects;
use benches::price::mesh::{self, BUNNY, FLAT_BUNNY, MAP};
use benches::price::touching::{self, Contact};
use benches::price::{generated, grid, repeated};
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

/// Each triangle of the bunny with each that shares a vertex or an edge, in the plane and in space. Balls about a vertex reach
/// another as nearly as `f32` can say.
fn bunny(c: &mut Run) {
    predicate::<triangle_triangle::Exact>("price/bunny/triangle_triangle", ROWS)
        .plain::<triangle_triangle::EdgeFunctions>([4_096, 1_000_000])
        .rows(|rows| repeated(&FLAT_BUNNY, rows))
        .run(c);
    predicate::<point_triangle::Exact>("price/bunny/point_triangle", [1_720, 416_062])
        .plain::<point_triangle::EdgeFunctions>([1_720, 416_062])
        .rows(|rows| repeated(&mesh::corners(&FLAT_BUNNY), rows))
        .run(c);
    predicate::<disk_triangle::Exact>("price/bunny/disk_triangle", [2_916, 708_707])
        .plain::<disk_triangle::SevenRegions>([3_473, 845_886])
        .rows(|rows| repeated(&mesh::disks(&FLAT_BUNNY), rows))
        .run(c);
    predicate::<sphere_triangle::Exact>("price/bunny/sphere_triangle3", [3_084, 749_902])
        .plain::<sphere_triangle::SquaredDistance>([3_573, 866_277])
        .rows(|rows| repeated(&mesh::spheres(&BUNNY), rows))
        .run(c);
}

/// The triangles of the world's countries whose boxes meet: neighbours that share vertices, and others.
fn map(c: &mut Run) {
    predicate::<triangle_triangle::Exact>("price/map/triangle_triangle", [2_116, 522_023])
        .plain::<triangle_triangle::EdgeFunctions>([2_116, 522_022])
        .rows(|rows| repeated(&MAP, rows))
        .run(c);
    predicate::<point_triangle::Exact>("price/map/point_triangle", [842, 199_618])
        .plain::<point_triangle::EdgeFunctions>([842, 199_618])
        .rows(|rows| repeated(&mesh::corners(&MAP), rows))
        .run(c);
    predicate::<disk_triangle::Exact>("price/map/disk_triangle", [3_415, 827_722])
        .plain::<disk_triangle::SevenRegions>([3_748, 912_558])
        .rows(|rows| repeated(&mesh::disks(&MAP), rows))
        .run(c);
}

/// Every pair touches in one point.
fn touching(c: &mut Run) {
    predicate::<triangle_triangle::Exact>("price/touching/triangle_triangle", ROWS)
        .plain::<triangle_triangle::EdgeFunctions>([3_979, 973_486])
        .rows(|rows| generated(rows, |uniform| touching::triangles(uniform, Contact::Touching)))
        .run(c);
    predicate::<point_triangle::Exact>("price/touching/point_triangle", ROWS)
        .plain::<point_triangle::EdgeFunctions>([4_096, 1_000_000])
        .rows(|rows| generated(rows, |uniform| touching::points(uniform, Contact::Touching)))
        .run(c);
    predicate::<disk_triangle::Exact>("price/touching/disk_triangle", ROWS)
        .plain::<disk_triangle::SevenRegions>([4_096, 1_000_000])
        .rows(|rows| generated(rows, |uniform| touching::disks(uniform, Contact::Touching)))
        .run(c);
    predicate::<sphere_triangle::Exact>("price/touching/sphere_triangle3", ROWS)
        .plain::<sphere_triangle::SquaredDistance>([4_094, 999_360])
        .rows(|rows| generated(rows, |uniform| touching::spheres(uniform, Contact::Touching)))
        .run(c);
}

/// Every pair is off by one unit in the last place.
fn nearly(c: &mut Run) {
    predicate::<triangle_triangle::Exact>("price/nearly/triangle_triangle", [1_732, 410_420])
        .plain::<triangle_triangle::EdgeFunctions>([2_239, 539_688])
        .rows(|rows| generated(rows, |uniform| touching::triangles(uniform, Contact::Nearly)))
        .run(c);
    predicate::<point_triangle::Exact>("price/nearly/point_triangle", [1_489, 364_859])
        .plain::<point_triangle::EdgeFunctions>([1_857, 455_548])
        .rows(|rows| generated(rows, |uniform| touching::points(uniform, Contact::Nearly)))
        .run(c);
    predicate::<disk_triangle::Exact>("price/nearly/disk_triangle", [2_097, 500_526])
        .plain::<disk_triangle::SevenRegions>([2_219, 528_442])
        .rows(|rows| generated(rows, |uniform| touching::disks(uniform, Contact::Nearly)))
        .run(c);
    predicate::<sphere_triangle::Exact>("price/nearly/sphere_triangle3", [2_000, 500_712])
        .plain::<sphere_triangle::SquaredDistance>([2_378, 587_012])
        .rows(|rows| generated(rows, |uniform| touching::spheres(uniform, Contact::Nearly)))
        .run(c);
}

/// Whole coordinates, from -8 to 8 and from -512 to 512, where `geo` answers exactly, too.
fn integers(c: &mut Run) {
    let grids = [
        ("price/grid_8/triangle_triangle", 8, [2_711, 650_386]),
        ("price/grid_512/triangle_triangle", 512, [2_660, 636_656]),
    ];
    for (name, reach, hits) in grids {
        predicate::<triangle_triangle::Exact>(name, hits)
            .plain::<triangle_triangle::EdgeFunctions>(hits)
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
