//! The triangles of a mesh that a sphere touches.

use std::hint::black_box;
use std::ops::ControlFlow;
use std::time::Duration;

use obvhs::BvhBuildParams;
use obvhs::bvh2::builder::build_bvh2;
use parry3d::bounding_volume::Aabb;
use parry3d::math::Vector;
use parry3d::query::PointQuery;
use rstar::RTree;
use scalar::dim3::sphere_triangle::squared_distance;
use scalar::dim3::{Sphere, Triangle3};
use soa::join::Bounded;
use soa::{Level, Spheres};

use super::mesh::Mesh;
use super::objects::{Object, packed_tree, trimesh};
use super::{QUERIES, contender, index};
use crate::contender::{Contender, Pass, repeat};
use crate::peers::boxes::{self, corners};
use crate::peers::parry3;
use crate::workload::columns;

/// Puts the triangles that a sphere touches into the list, in any order, in place of what it holds.
type Touching = Box<dyn FnMut(&Sphere, &mut Vec<u32>)>;

/// Builds a tree.
type Build = fn(&[Triangle3]) -> Touching;

/// The other libraries.
const PEERS: [(&str, Build); 5] = [
    ("parry3d/intersect_aabb", parry),
    ("obvhs/aabb_traverse", obvhs),
    ("bvh/traverse_iterator", bvh),
    ("rstar/locate_within_distance", rstar),
    ("packed_spatial_index/visit", packed),
];

/// A pass of a bench of ours.
type PassAt = fn(Level, &Mesh) -> Pass;

/// The benches; the other libraries have no joins of a few spheres, and have one call a sphere in both.
const OURS: [(&str, PassAt); 2] = [("one", one), ("batch10", batch10)];

/// By how many pairs a test in `f32` may be off.
const TOLERANCE: usize = 5;

/// One by one, and ten in a join.
pub fn contenders(mesh: &Mesh, levels: &[Level]) -> Vec<Contender> {
    let mut all = Vec::new();
    for (bench, pass) in OURS {
        let bench = format!("{bench}/{}", mesh.name);
        let contender = |who: &str, prepare: Box<dyn Fn(&Mesh) -> Pass>| {
            let mesh = mesh.clone();
            contender(&bench, who, QUERIES, mesh.touched, move || prepare(&mesh))
        };
        for &level in levels {
            all.push(contender(&format!("soa/{level}"), Box::new(move |mesh| pass(level, mesh))));
        }
        for (who, build) in PEERS {
            let prepare = move |mesh: &Mesh| {
                let (spheres, mut peer) = (mesh.spheres(QUERIES), build(&mesh.triangles));
                let off = different(&spheres, soa(Level::PORTABLE, &mesh.triangles), &mut peer);
                assert!(off <= TOLERANCE, "{who}: {off} pairs are other ones than ours");
                pass_of(spheres, peer)
            };
            all.push(Contender { tolerance: TOLERANCE, ..contender(who, Box::new(prepare)) });
        }
    }
    all
}

fn one(level: Level, mesh: &Mesh) -> Pass {
    pass_of(mesh.spheres(QUERIES), soa(level, &mesh.triangles))
}

fn batch10(level: Level, mesh: &Mesh) -> Pass {
    let index = index(level, &mesh.triangles);
    let batches: Vec<Spheres> = mesh.spheres(QUERIES).chunks(10).map(columns).collect();
    let pairs =
        move |spheres: &Spheres| index.join(spheres).and_then(|join| join.pairs()).expect("few pairs");
    let all = move || batches.iter().map(|spheres| black_box(pairs(spheres)).len()).sum();
    Box::new(move |passes| repeat(passes, &all, |hits| *hits))
}

/// One call a sphere.
fn pass_of(spheres: Vec<Sphere>, mut touching: Touching) -> Pass {
    let mut rows = Vec::new();
    let mut all = move || {
        let mut hits = 0;
        for sphere in &spheres {
            touching(sphere, &mut rows);
            hits += black_box(&rows).len();
        }
        hits
    };
    Box::new(move |passes| repeat(passes, &mut all, |hits| *hits))
}

/// How many pairs only one of the two finds.
fn different(spheres: &[Sphere], mut ours: Touching, theirs: &mut Touching) -> usize {
    let [mut a, mut b] = [Vec::new(), Vec::new()];
    let different = |sphere| {
        ours(sphere, &mut a);
        theirs(sphere, &mut b);
        let common = b.iter().filter(|row| a.contains(row)).count();
        a.len() + b.len() - 2 * common
    };
    spheres.iter().map(different).sum()
}

fn soa(level: Level, triangles: &[Triangle3]) -> Touching {
    let index = index(level, triangles);
    Box::new(move |sphere, rows| index.intersects_one_into(sphere, rows).expect("a sphere of the workload"))
}

fn parry(triangles: &[Triangle3]) -> Touching {
    let mesh = trimesh(triangles);
    Box::new(move |sphere, rows| {
        rows.clear();
        let center = parry3::point(&sphere.center);
        let bounds = Aabb::from_half_extents(center, Vector::splat(sphere.radius));
        let near = mesh.bvh().intersect_aabb(&bounds);
        rows.extend(
            near.filter(|&row| mesh.triangle(row).distance_to_local_point(center, true) <= sphere.radius),
        );
    })
}

fn obvhs(triangles: &[Triangle3]) -> Touching {
    let triangles = triangles.to_vec();
    let boxes: Vec<_> = triangles.iter().map(|t| boxes::obvhs(corners(t.bounds()))).collect();
    // With up to eight triangles a leaf, whose boxes are then not tested, the bunny takes twice as long.
    let params = BvhBuildParams { max_prims_per_leaf: 1, ..BvhBuildParams::medium_build() };
    let tree = build_bvh2(&boxes, params, &mut Duration::default());
    Box::new(move |sphere, rows| {
        rows.clear();
        tree.aabb_traverse(boxes::obvhs(corners(sphere.bounds())), |tree, leaf| {
            let near = boxes::rows_of_leaf(tree, leaf).iter().copied();
            rows.extend(near.filter(|&row| squared_distance(sphere, &triangles[row as usize])));
            true
        });
    })
}

fn bvh(triangles: &[Triangle3]) -> Touching {
    let mut objects = Object::all(triangles);
    let tree = bvh::bvh::Bvh::build(&mut objects);
    Box::new(move |sphere, rows| {
        rows.clear();
        let ball = bvh::ball::Ball::new(sphere.center.into(), sphere.radius);
        let near = tree.traverse_iterator(&ball, &objects);
        rows.extend(near.filter(|near| squared_distance(sphere, &near.triangle)).map(|near| near.row));
    })
}

fn rstar(triangles: &[Triangle3]) -> Touching {
    let tree = RTree::bulk_load(Object::all(triangles));
    Box::new(move |sphere, rows| {
        rows.clear();
        let near = tree.locate_within_distance(sphere.center, sphere.radius * sphere.radius);
        rows.extend(near.map(|object| object.row));
    })
}

fn packed(triangles: &[Triangle3]) -> Touching {
    let triangles = triangles.to_vec();
    let tree = packed_tree(&triangles);
    Box::new(move |sphere, rows| {
        rows.clear();
        let _: ControlFlow<()> = tree.visit(boxes::space(corners(sphere.bounds())), |row| {
            if squared_distance(sphere, &triangles[row]) {
                rows.push(row as u32);
            }
            ControlFlow::Continue(())
        });
    })
}
