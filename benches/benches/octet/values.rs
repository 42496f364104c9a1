//! The kernels that compute numbers, on rows of the uniform workload. The numbers in brackets are the hits in
//! 4,096 and in 1,000,000 rows, by what is counted as one. The number after a library's call is by how many
//! hits in a million rows it may be off.

use std::hint::black_box;

use ::geo::Area;
use ::geo::line_measures::{Distance, Euclidean};
use benches::measure;
use benches::peers::{geo, parry2, parry3};
use parry2d::query::{PointQuery as _, RayCast as _};
use parry3d::query::{PointQuery as _, RayCast as _};
use scalar::dim2::Segment;
use scalar::dim3::Segment3;
use scalar::dim3::point_triangle::closest_point_cross;
use soa::Nothing;
use soa::dim2::{circumcircle, point_segment, segment_oriented_box};
use soa::dim3::segment_oriented_box as space;
use soa::dim3::{point_aabb, point_segment as to_segment, point_triangle, segment_triangle, vector};

use crate::Run;

/// Checks and times every kernel.
pub fn run(run: &mut Run) {
    plane(run);
    space(run);
}

fn plane(run: &mut Run) {
    let group = measure::<point_segment::SquaredDistance>("point_segment", [885, 208_060], |d| *d <= 0.25)
        .peer("parry2d/distance_to_local_point", 100, parry2::point, parry2::segment, |p, s| {
            s.1.distance_to_local_point(*p, true) <= 0.5
        })
        .peer("geo/euclidean_distance", 5, geo::point, geo::line, |p, s| Euclidean.distance(p, s) <= 0.5);
    run.group(&group);
    let name = "segment_oriented_box/crossing";
    let group =
        measure::<segment_oriented_box::SlabsClip<Segment>>(name, [269, 66_078], |clip| clip.t_enter <= 0.25)
            .peer("parry2d/cast_ray", 100, parry2::ray, parry2::oriented_box, |ray, (at, cuboid)| {
                cuboid.cast_ray(at, ray, 1.0, true).is_some_and(|t| t <= 0.25)
            });
    run.group(&group);
    let group = measure::<circumcircle::Circumcircle>("circumcircle", [2_663, 657_161], |d| d.radius <= 0.5)
        .peer(
            "parry2d/circumcircle",
            200,
            parry2::triangle,
            |_| (),
            |t, ()| black_box(t.1.circumcircle()).1 <= 0.5,
        );
    run.group(&group);
    let group = measure::<vector::SignedArea>("signed_area", [2_953, 712_165], |area| area.abs() <= 0.1)
        .peer("geo/unsigned_area", 5, geo::triangle, |_: &Nothing| (), |t, ()| t.unsigned_area() <= 0.1);
    run.group(&group);
}

fn space(run: &mut Run) {
    let hits = [900, 218_834];
    let group = measure::<point_triangle::ClosestPoint>("closest_point3", hits, |q| q[0] <= 0.75)
        .spread(1.0)
        .form("scalar/cross_products", |p, t| black_box(closest_point_cross(*p, t))[0] <= 0.75)
        .peer("parry3d/project_local_point", 100, parry3::point, parry3::triangle, |p, t| {
            black_box(t.1.project_local_point(*p, true)).point.x <= 0.75
        });
    run.group(&group);
    let name = "closest_point3/cross_products";
    let group = measure::<point_triangle::ClosestPointCross>(name, hits, |q| q[0] <= 0.75).spread(1.0);
    run.group(&group);
    let group =
        measure::<to_segment::ClosestPoint>("closest_point3_segment3", [995, 239_693], |q| q[0] <= 0.75)
            .spread(1.0)
            .peer("parry3d/project_local_point", 100, parry3::point, parry3::segment, |p, s| {
                black_box(s.1.project_local_point(*p, true)).point.x <= 0.75
            });
    run.group(&group);
    let group = measure::<to_segment::SquaredDistance>("point3_segment3", [1_013, 250_263], |d| *d <= 0.25)
        .spread(1.0)
        .peer("parry3d/distance_to_local_point", 100, parry3::point, parry3::segment, |p, s| {
            s.1.distance_to_local_point(*p, true) <= 0.5
        });
    run.group(&group);
    let group =
        measure::<point_aabb::SquaredDistance>("point3_aabb3/squared_distance", [1_486, 361_038], |d| {
            *d <= 0.25
        })
        .spread(1.0)
        .peer("parry3d/distance_to_point", 100, parry3::point, parry3::aabb, |p, (at, cuboid)| {
            cuboid.distance_to_point(at, *p, true) <= 0.5
        });
    run.group(&group);
    let name = "segment3_triangle3/clip";
    let group = measure::<segment_triangle::Clip<Segment3>>(name, [35, 10_486], |point| point.t <= 0.5)
        .spread(1.0)
        .peer("parry3d/cast_local_ray", 100, parry3::ray, parry3::triangle, |ray, t| {
            t.1.cast_local_ray(ray, 1.0, true).is_some_and(|t| t <= 0.5)
        });
    run.group(&group);
    let name = "segment3_oriented_box3/crossing";
    let group = measure::<space::SlabsClip<Segment3>>(name, [253, 63_359], |clip| clip.t_enter <= 0.25)
        .spread(1.0)
        .peer("parry3d/cast_ray", 100, parry3::ray, parry3::oriented_box, |ray, (at, cuboid)| {
            cuboid.cast_ray(at, ray, 1.0, true).is_some_and(|t| t <= 0.25)
        });
    run.group(&group);
    let group = measure::<vector::CrossProduct>("cross_product3", [2_046, 499_646], |v| v[2] > 0.0).peer(
        "parry3d/cross",
        0,
        parry3::point,
        parry3::point,
        |u, v| black_box(u.cross(*v)).z > 0.0,
    );
    run.group(&group);
    let group = measure::<vector::UnitNormal>("unit_normal3", [1_039, 255_280], |n| n[2] > 0.5).peer(
        "parry3d/normal",
        5,
        parry3::triangle,
        |_| (),
        |t, ()| black_box(t.1.normal()).is_some_and(|n| n.z > 0.5),
    );
    run.group(&group);
}
