//! Sweeps beside parry's `cast_shapes`: 4,096 moving shapes, each with one that stands still.
//! Whether they touch is asked, and when.

use std::rc::Rc;

use benches::peers::{parry2, parry3};
use benches::workload::{Sample, columns, rows};
use benches::{Contender, Pass, repeat};
use record::Record;
use scalar::dim2::{Aabb, Capsule, Disk, OrientedBox, Point, Triangle};
use scalar::dim3::{Aabb3, Capsule3, Point3, Sphere, Triangle3};
use soa::{Level, Moving, Query, Sweep};

const ROWS: usize = 4_096;
/// By how many hits parry may be off.
const TOLERANCE: usize = 8;

/// Moving shapes, their motions, and what they may touch.
type Rows<A, B> = Rc<(Vec<A>, Vec<<A as Moving>::Motion>, Vec<B>)>;

/// All pairs.
pub fn contenders(levels: &[Level]) -> Vec<Contender> {
    let mut all =
        of::<Disk, Aabb>("sweep/disk_aabb", 1_528, levels, |rows| in_plane(rows, parry2::disk, parry2::aabb));
    all.extend(of::<Disk, Triangle>("sweep/disk_triangle", 1_591, levels, |rows| {
        in_plane(rows, parry2::disk, parry2::triangle)
    }));
    all.extend(of::<Disk, Disk>("sweep/disk_disk", 1_463, levels, |rows| {
        in_plane(rows, parry2::disk, parry2::disk)
    }));
    all.extend(of::<Aabb, Aabb>("sweep/aabb_aabb", 918, levels, |rows| {
        in_plane(rows, parry2::aabb, parry2::aabb)
    }));
    all.extend(of::<Aabb, Triangle>("sweep/aabb_triangle", 957, levels, |rows| {
        in_plane(rows, parry2::aabb, parry2::triangle)
    }));
    all.extend(of::<Triangle, Triangle>("sweep/triangle_triangle", 1_046, levels, |rows| {
        in_plane(rows, parry2::triangle, parry2::triangle)
    }));
    all.extend(of::<OrientedBox, Aabb>("sweep/oriented_box_aabb", 1_227, levels, |rows| {
        in_plane(rows, parry2::oriented_box, parry2::aabb)
    }));
    all.extend(of::<OrientedBox, OrientedBox>("sweep/oriented_box_oriented_box", 1_503, levels, |rows| {
        in_plane(rows, parry2::oriented_box, parry2::oriented_box)
    }));
    all.extend(of::<OrientedBox, Triangle>("sweep/oriented_box_triangle", 1_304, levels, |rows| {
        in_plane(rows, parry2::oriented_box, parry2::triangle)
    }));
    all.extend(of::<Capsule, OrientedBox>("sweep/capsule_oriented_box", 1_429, levels, |rows| {
        in_plane(rows, parry2::capsule, parry2::oriented_box)
    }));
    all.extend(of::<Sphere, Sphere>("sweep/sphere_sphere", 636, levels, |rows| {
        in_space(rows, parry3::sphere, parry3::sphere)
    }));
    all.extend(of::<Sphere, Aabb3>("sweep/sphere_aabb3", 613, levels, |rows| {
        in_space(rows, parry3::sphere, parry3::aabb)
    }));
    all.extend(of::<Sphere, Triangle3>("sweep/sphere_triangle3", 482, levels, |rows| {
        in_space(rows, parry3::sphere, parry3::triangle)
    }));
    all.extend(of::<Aabb3, Aabb3>("sweep/aabb3_aabb3", 301, levels, |rows| {
        in_space(rows, parry3::aabb, parry3::aabb)
    }));
    all.extend(of::<Aabb3, Triangle3>("sweep/aabb3_triangle3", 271, levels, |rows| {
        in_space(rows, parry3::aabb, parry3::triangle)
    }));
    all.extend(of::<Triangle3, Triangle3>("sweep/triangle3_triangle3", 235, levels, |rows| {
        in_space(rows, parry3::triangle, parry3::triangle)
    }));
    all.extend(of::<Capsule, Capsule>("sweep/capsule_capsule", 1_467, levels, |rows| {
        in_plane(rows, parry2::capsule, parry2::capsule)
    }));
    all.extend(of::<Capsule, Aabb>("sweep/capsule_aabb", 1_144, levels, |rows| {
        in_plane(rows, parry2::capsule, parry2::aabb)
    }));
    all.extend(of::<Capsule3, Capsule3>("sweep/capsule3_capsule3", 499, levels, |rows| {
        in_space(rows, parry3::capsule, parry3::capsule)
    }));
    all.extend(of::<Capsule3, Aabb3>("sweep/capsule3_aabb3", 449, levels, |rows| {
        in_space(rows, parry3::capsule, parry3::aabb)
    }));
    all.extend(of::<Capsule3, Triangle3>("sweep/capsule3_triangle3", 371, levels, |rows| {
        in_space(rows, parry3::capsule, parry3::triangle)
    }));
    all
}

fn of<A, B>(name: &str, hits: usize, levels: &[Level], parry: fn(&Rows<A, B>) -> Pass) -> Vec<Contender>
where
    A: Sweep<B, Motion: Sample> + Sample,
    B: Sample,
{
    let all: Rows<A, B> = Rc::new((rows(1, ROWS, 2.0), rows(3, ROWS, 2.0), rows(2, ROWS, 2.0)));
    let contender = |who: String, prepare: Box<dyn Fn() -> Pass>| Contender {
        tolerance: if who.starts_with("parry") { TOLERANCE } else { 0 },
        ..Contender::new(Record::new(name, who, ROWS), hits, prepare)
    };
    let rows = Rc::clone(&all);
    let mut contenders = vec![contender("parry/cast_shapes".to_owned(), Box::new(move || parry(&rows)))];
    for &level in levels {
        let (rows, query) = (Rc::clone(&all), Query::new().with_level(level).sequential());
        contenders.push(contender(format!("soa/{level}"), Box::new(move || swept(&rows, query))));
    }
    contenders
}

fn swept<A: Sweep<B>, B: Sample>(rows: &Rows<A, B>, query: Query) -> Pass {
    let (a, motions, b) = (columns(&rows.0), columns(&rows.1), columns(&rows.2));
    let sweep = move || query.sweep(&a, &motions, &b).expect("finite rows");
    Box::new(move |passes| repeat(passes, &sweep, |impacts| count(&impacts.times)))
}

fn in_plane<A: Moving<Motion = Point>, B, X: parry2d::shape::Shape, Y: parry2d::shape::Shape>(
    rows: &Rows<A, B>,
    moving: fn(&A) -> (parry2d::math::Pose, X),
    still: fn(&B) -> (parry2d::math::Pose, Y),
) -> Pass {
    let (movers, motions, others) = &**rows;
    let motions = motions.iter().map(|motion: &Point| parry2::point(motion));
    let all: Vec<_> = movers.iter().map(moving).zip(motions).zip(others.iter().map(still)).collect();
    let cast = move || -> Vec<f32> {
        all.iter().map(|((a, motion), b)| parry2::time_of_impact(a, *motion, b)).collect()
    };
    Box::new(move |passes| repeat(passes, &cast, |times| count(times)))
}

fn in_space<A: Moving<Motion = Point3>, B, X: parry3d::shape::Shape, Y: parry3d::shape::Shape>(
    rows: &Rows<A, B>,
    moving: fn(&A) -> (parry3d::math::Pose, X),
    still: fn(&B) -> (parry3d::math::Pose, Y),
) -> Pass {
    let (movers, motions, others) = &**rows;
    let motions = motions.iter().map(|motion: &Point3| parry3::point(motion));
    let all: Vec<_> = movers.iter().map(moving).zip(motions).zip(others.iter().map(still)).collect();
    let cast = move || -> Vec<f32> {
        all.iter().map(|((a, motion), b)| parry3::time_of_impact(a, *motion, b)).collect()
    };
    Box::new(move |passes| repeat(passes, &cast, |times| count(times)))
}

fn count(times: &[f32]) -> usize {
    times.iter().filter(|time| !time.is_nan()).count()
}
