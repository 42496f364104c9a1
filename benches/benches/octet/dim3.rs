//! The kernels of space. The numbers in brackets are the hits in 4,096 and in 1,000,000 rows, those of the
//! published algorithm after `published`.

use std::hint::black_box;

use benches::{Run, measure, predicate};
use parry3d::query::{PointQuery, RayCast};
use scalar::dim3::point_triangle::closest_point_cross;
use scalar::dim3::{Line3, Ray3, Segment3};
use soa::dim3::segment_oriented_box::{Exact, Slabs, SlabsClip};
use soa::dim3::{point_triangle, sphere_triangle, vector};

use benches::peers::parry3;

/// Checks and times every kernel of space.
pub fn run(c: &mut Run) {
    triangles(c);
    paths_and_oriented_boxes(c);
    vectors(c);
}

fn triangles(c: &mut Run) {
    predicate::<sphere_triangle::Exact>("sphere_triangle3", [291, 68_691])
        .published::<sphere_triangle::SquaredDistance>([291, 68_691])
        .spread(1.0)
        .peer("parry3d/intersection_test", 100, parry3::sphere, parry3::triangle, parry3::intersection_test)
        .run(c);
    measure::<point_triangle::ClosestPoint>("closest_point3", [900, 218_834], |q| q[0] <= 0.75)
        .spread(1.0)
        .form("scalar/cross_products", |p, t| black_box(closest_point_cross(*p, t))[0] <= 0.75)
        .peer("parry3d/project_local_point", 100, parry3::point, parry3::triangle, |p, t| {
            black_box(t.1.project_local_point(*p, true)).point.x <= 0.75
        })
        .run(c);
    measure::<point_triangle::ClosestPointCross>("closest_point3/cross_products", [900, 218_834], |q| {
        q[0] <= 0.75
    })
    .spread(1.0)
    .run(c);
}

fn paths_and_oriented_boxes(c: &mut Run) {
    predicate::<Exact<Segment3>>("segment3_oriented_box3", [485, 121_390])
        .published::<Slabs<Segment3>>([485, 121_390])
        .spread(1.0)
        .peer("parry3d/intersects_ray", 100, parry3::ray, parry3::oriented_box, |ray, (at, cuboid)| {
            cuboid.intersects_ray(at, ray, 1.0)
        })
        .run(c);
    predicate::<Exact<Ray3>>("ray3_oriented_box3", [616, 158_088])
        .published::<Slabs<Ray3>>([616, 158_088])
        .spread(1.0)
        .peer(
            "parry3d/intersects_ray",
            100,
            |r: &Ray3| parry3::ray(&Segment3 { start: r.start, direction: r.direction }),
            parry3::oriented_box,
            |ray, (at, cuboid)| cuboid.intersects_ray(at, ray, f32::MAX),
        )
        .run(c);
    predicate::<Exact<Line3>>("line3_oriented_box3", [761, 194_712])
        .published::<Slabs<Line3>>([761, 194_712])
        .spread(1.0)
        .run(c);
    measure::<SlabsClip<Segment3>>("segment3_oriented_box3/crossing", [253, 63_359], |clip| {
        clip.t_enter <= 0.25
    })
    .spread(1.0)
    .peer("parry3d/cast_ray", 100, parry3::ray, parry3::oriented_box, |ray, (at, cuboid)| {
        cuboid.cast_ray(at, ray, 1.0, true).is_some_and(|t| t <= 0.25)
    })
    .run(c);
}

fn vectors(c: &mut Run) {
    measure::<vector::CrossProduct>("cross_product3", [2_046, 499_646], |v| v[2] > 0.0)
        .peer("parry3d/cross", 0, parry3::point, parry3::point, |u, v| black_box(u.cross(*v)).z > 0.0)
        .run(c);
    measure::<vector::UnitNormal>("unit_normal3", [1_039, 255_280], |n| n[2] > 0.5)
        .peer(
            "parry3d/normal",
            5,
            parry3::triangle,
            |_| (),
            |t, ()| black_box(t.1.normal()).is_some_and(|n| n.z > 0.5),
        )
        .run(c);
}
