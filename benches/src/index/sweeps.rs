//! What a moving sphere or box touches first of a mesh: a shape cast.
//!
//! Each starts on a ball around the mesh and moves to a place near its surface, or half as far: one in three or so
//! passes the mesh by, or does not get there.

use std::hint::black_box;

use parry3d::math::{Pose, Vector};
use parry3d::query::{ShapeCastOptions, cast_shapes};
use parry3d::shape::Shape as ParryShape;
use scalar::dim3::{Aabb3, Point3, Sphere, Triangle3};
use soa::{Columns, Level, Sweep};

use super::mesh::Mesh;
use super::objects::trimesh;
use super::{QUERIES, contender, index};
use crate::contender::{Contender, Pass, repeat};
use crate::peers::parry3;
use crate::workload::columns;

/// Shapes and their motions.
type Moves<A> = Vec<(A, Point3)>;

/// When a moving shape touches the mesh, if it does.
type First<A> = Box<dyn FnMut(&A, &Point3) -> Option<f32>>;

/// By how many shapes an answer in `f32` may be another one.
const TOLERANCE: usize = 10;
/// By how much a time of parry may be off.
const TIME_TOLERANCE: f32 = 1e-3;

/// Spheres and boxes: all in one call, one call a shape, and parry.
pub fn contenders(mesh: &Mesh, levels: &[Level]) -> Vec<Contender> {
    let [spheres, boxes] = mesh.swept;
    let mut all = of(mesh, "sphere", spheres, levels, sphere, parry3::sphere);
    all.extend(of(mesh, "aabb3", boxes, levels, cube, parry3::aabb));
    all
}

fn sphere(center: Point3, size: f32) -> Sphere {
    Sphere { center, radius: size }
}

fn cube(center: Point3, size: f32) -> Aabb3 {
    Aabb3 { min: center.map(|x| x - size), max: center.map(|x| x + size) }
}

fn of<A, P>(
    mesh: &Mesh,
    name: &str,
    hits: usize,
    levels: &[Level],
    shape: fn(Point3, f32) -> A,
    to_parry: fn(&A) -> (Pose, P),
) -> Vec<Contender>
where
    A: Sweep<Triangle3, Motion = Point3> + 'static,
    P: ParryShape + 'static,
{
    let bench = format!("sweep_{name}/{}", mesh.name);
    let contender = |who: &str, prepare: Box<dyn Fn(&Mesh) -> Pass>| {
        let mesh = mesh.clone();
        contender(&bench, who, QUERIES, hits, move || prepare(&mesh))
    };
    let moves = move |mesh: &Mesh| -> Moves<A> {
        let size = mesh.longest_side() / 100.0;
        let rays = mesh.rays(QUERIES).into_iter().enumerate();
        rays.map(|(k, ray)| {
            let part = if k % 2 == 0 { 1.0 } else { 0.5 };
            (shape(ray.start, size), ray.direction.map(|x| part * x))
        })
        .collect()
    };
    let mut all = Vec::new();
    for &level in levels {
        let batch = move |mesh: &Mesh| batch(level, mesh, moves(mesh));
        all.push(contender(&format!("soa/{level}"), Box::new(batch)));
        let one = move |mesh: &Mesh| pass_of(moves(mesh), soa(level, &mesh.triangles));
        all.push(contender(&format!("soa_one/{level}"), Box::new(one)));
    }
    if mesh.name == "dragon" {
        // There one time in five of parry's is off by more, most of them late: the sphere is in the dragon by
        // an eighth of its radius.
        return all;
    }
    let prepare = move |mesh: &Mesh| {
        let (moves, mut peer) = (moves(mesh), parry(&mesh.triangles, to_parry));
        let mut ours = soa(Level::PORTABLE, &mesh.triangles);
        let off = moves.iter().filter(|(a, motion)| match (ours(a, motion), peer(a, motion)) {
            (Some(ours), Some(theirs)) => (ours - theirs).abs() > TIME_TOLERANCE,
            (ours, theirs) => ours.is_some() != theirs.is_some(),
        });
        let off = off.count();
        assert!(off <= TOLERANCE, "{off} shapes have other times than ours");
        pass_of(moves, peer)
    };
    all.push(Contender { tolerance: TOLERANCE, ..contender("parry3d/cast_shapes", Box::new(prepare)) });
    all
}

fn batch<A: Sweep<Triangle3, Motion = Point3> + 'static>(level: Level, mesh: &Mesh, moves: Moves<A>) -> Pass {
    let index = index(level, &mesh.triangles);
    let (shapes, motions): (Vec<A>, Vec<Point3>) = moves.into_iter().unzip();
    let (shapes, motions): (Columns<A>, Columns<Point3>) = (columns(&shapes), columns(&motions));
    let all =
        move || black_box(index.sweep(&shapes, &motions).expect("finite rows")).iter().flatten().count();
    Box::new(move |passes| repeat(passes, &all, |hits| *hits))
}

/// One call a shape.
fn pass_of<A: 'static>(moves: Moves<A>, mut first: First<A>) -> Pass {
    let mut all = move || moves.iter().filter(|(a, motion)| black_box(first(a, motion)).is_some()).count();
    Box::new(move |passes| repeat(passes, &mut all, |hits| *hits))
}

fn soa<A: Sweep<Triangle3, Motion = Point3> + 'static>(level: Level, triangles: &[Triangle3]) -> First<A> {
    let index = index(level, triangles);
    Box::new(move |a, motion| index.sweep_one(a, motion).expect("finite rows").map(|hit| hit.time))
}

fn parry<A: 'static, P: ParryShape + 'static>(
    triangles: &[Triangle3],
    shape: fn(&A) -> (Pose, P),
) -> First<A> {
    let (mesh, options) = (trimesh(triangles), ShapeCastOptions::with_max_time_of_impact(1.0));
    Box::new(move |a, &motion| {
        let (pose, shape) = shape(a);
        let motion = Vector::from_array(motion);
        let hit = cast_shapes(&pose, motion, &shape, &Pose::IDENTITY, Vector::ZERO, &mesh, options);
        hit.ok().flatten().map(|hit| hit.time_of_impact)
    })
}
