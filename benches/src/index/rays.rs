//! What a ray meets first in a mesh.
//!
//! Each ray comes from a place on a ball around the mesh, and is aimed at a place near its surface: rays of one
//! call have nothing in common, and one in four or so passes the mesh by.

use std::hint::black_box;
use std::time::Duration;

use obvhs::BvhBuildParams;
use obvhs::bvh2::builder::build_bvh2_from_tris;
use obvhs::cwbvh::builder::build_cwbvh_from_tris;
use obvhs::ray::RayHit;
use obvhs::triangle::Triangle;
use parry3d::math::Vector;
use parry3d::shape::CompositeShapeRef;
use scalar::dim3::{Ray3, Triangle3};
use soa::join::Bounded;
use soa::{Level, Rays3};

use super::mesh::Mesh;
use super::objects::{Object, trimesh};
use super::{contender, index};
use crate::contender::{Contender, Pass, repeat};
use crate::peers::boxes::corners;
use crate::workload::columns;

/// Rays of a pass.
const RAYS: usize = 10_000;

/// The row that a ray meets first.
type First = Box<dyn FnMut(&Ray3) -> Option<u32>>;

/// Builds a tree.
type Build = fn(&[Triangle3]) -> First;

/// The other libraries.
const PEERS: [(&str, Build); 4] = [
    ("obvhs/cwbvh", cwbvh),
    ("obvhs/bvh2", bvh2),
    ("bvh/nearest_traverse_iterator", bvh),
    ("parry3d/cast_local_ray", parry),
];

/// By how many rays an answer in `f32` may be another one.
const TOLERANCE: usize = 60;

/// All rays in one call, one call a ray, and the other libraries.
pub fn contenders(mesh: &Mesh, levels: &[Level]) -> Vec<Contender> {
    let bench = format!("ray_first/{}", mesh.name);
    let contender = |who: &str, prepare: Box<dyn Fn(&Mesh) -> Pass>| {
        let mesh = mesh.clone();
        contender(&bench, who, RAYS, mesh.hit, move || prepare(&mesh))
    };
    let mut all = Vec::new();
    for &level in levels {
        all.push(contender(&format!("soa/{level}"), Box::new(move |mesh| batch(level, mesh))));
        let one = move |mesh: &Mesh| pass_of(mesh.rays(RAYS), soa(level, &mesh.triangles));
        all.push(contender(&format!("soa_one/{level}"), Box::new(one)));
    }
    for (who, build) in PEERS {
        let prepare = move |mesh: &Mesh| {
            let (rays, mut peer) = (mesh.rays(RAYS), build(&mesh.triangles));
            let mut ours = soa(Level::PORTABLE, &mesh.triangles);
            let off = rays.iter().filter(|ray| ours(ray) != peer(ray)).count();
            assert!(off <= TOLERANCE, "{who}: {off} rays meet other triangles than ours");
            pass_of(rays, peer)
        };
        all.push(Contender { tolerance: TOLERANCE, ..contender(who, Box::new(prepare)) });
    }
    all
}

fn batch(level: Level, mesh: &Mesh) -> Pass {
    let (index, rays): (_, Rays3) = (index(level, &mesh.triangles), columns(&mesh.rays(RAYS)));
    let all = move || black_box(index.cast(&rays).expect("few rays")).iter().flatten().count();
    Box::new(move |passes| repeat(passes, &all, |hits| *hits))
}

/// One call a ray.
fn pass_of(rays: Vec<Ray3>, mut first: First) -> Pass {
    let mut all = move || rays.iter().filter(|ray| black_box(first(ray)).is_some()).count();
    Box::new(move |passes| repeat(passes, &mut all, |hits| *hits))
}

fn soa(level: Level, triangles: &[Triangle3]) -> First {
    let index = index(level, triangles);
    Box::new(move |ray| index.cast_one(ray).expect("a ray of the workload").map(|hit| hit.row))
}

fn cwbvh(triangles: &[Triangle3]) -> First {
    let triangles = obvhs_triangles(triangles);
    let tree = build_cwbvh_from_tris(&triangles, BvhBuildParams::medium_build(), &mut Duration::default());
    obvhs(&triangles, tree.primitive_indices.clone(), move |ray, hit, triangles| {
        tree.ray_traverse(ray, hit, |ray, at| triangles[at].intersect(ray))
    })
}

fn bvh2(triangles: &[Triangle3]) -> First {
    let triangles = obvhs_triangles(triangles);
    let tree = build_bvh2_from_tris(&triangles, BvhBuildParams::medium_build(), &mut Duration::default());
    obvhs(&triangles, tree.primitive_indices.clone(), move |ray, hit, triangles| {
        tree.ray_traverse(ray, hit, |ray, at| triangles[at].intersect(ray))
    })
}

/// A tree of `obvhs`, which has triangles at places: in its order, as its examples have them.
fn obvhs(
    triangles: &[Triangle],
    rows: Vec<u32>,
    traverse: impl Fn(obvhs::ray::Ray, &mut RayHit, &[Triangle]) -> bool + 'static,
) -> First {
    let triangles: Vec<Triangle> = rows.iter().map(|&row| triangles[row as usize]).collect();
    Box::new(move |ray| {
        let mut hit = RayHit::none();
        let found = traverse(obvhs_ray(ray), &mut hit, &triangles);
        found.then(|| rows[hit.primitive_id as usize])
    })
}

pub(super) fn obvhs_ray(ray: &Ray3) -> obvhs::ray::Ray {
    let [start, direction] = [ray.start, ray.direction].map(Into::into);
    obvhs::ray::Ray::new_inf(start, direction)
}

pub(super) fn obvhs_triangles(triangles: &[Triangle3]) -> Vec<Triangle> {
    let triangle = |t: &Triangle3| {
        let [v0, v1, v2] = [t.a, t.b, t.c].map(Into::into);
        Triangle { v0, v1, v2 }
    };
    triangles.iter().map(triangle).collect()
}

/// With the triangles of `obvhs`: those of `bvh` take a determinant below a fixed epsilon for zero, and on the dragon
/// one ray in four passes through.
fn bvh(triangles: &[Triangle3]) -> First {
    let (mut objects, tested) = (Object::all(triangles), obvhs_triangles(triangles));
    let tree = bvh::bvh::Bvh::build(&mut objects);
    Box::new(move |ray| {
        let of_bvh = bvh::ray::Ray::new(ray.start.into(), ray.direction.into());
        let of_obvhs = obvhs_ray(ray);
        let mut first: Option<(f32, u32)> = None;
        for object in tree.nearest_traverse_iterator(&of_bvh, &objects) {
            // Boxes come in order, and what is in them need not.
            if first.is_some_and(|(least, _)| entry(ray, &object.triangle) > least) {
                break;
            }
            let t = tested[object.row as usize].intersect(&of_obvhs);
            if t.is_finite() && first.is_none_or(|(least, _)| t < least) {
                first = Some((t, object.row));
            }
        }
        first.map(|(_, row)| row)
    })
}

/// The parameter at which a ray enters the box of a triangle.
fn entry(ray: &Ray3, triangle: &Triangle3) -> f32 {
    let [min, max] = corners(triangle.bounds());
    let entry = |k: usize| {
        let [s, t] = [min[k], max[k]].map(|side| (side - ray.start[k]) / ray.direction[k]);
        s.min(t)
    };
    (0..3).map(entry).fold(0.0, f32::max)
}

fn parry(triangles: &[Triangle3]) -> First {
    let mesh = trimesh(triangles);
    Box::new(move |ray| {
        let ray = parry3d::query::Ray::new(Vector::from_array(ray.start), Vector::from_array(ray.direction));
        CompositeShapeRef(&mesh).cast_local_ray(&ray, f32::MAX, false).map(|(row, _)| row)
    })
}
