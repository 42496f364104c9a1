//! Meshes as surfaces: which points lie inside, and where a mesh intersects itself.

use std::hint::black_box;
use std::rc::Rc;
use std::time::Duration;

use demo::data::Mesh as Surface;
use obvhs::BvhBuildParams;
use obvhs::cwbvh::builder::build_cwbvh_from_tris;
use obvhs::ray::RayHit;
use parry3d::math::{Pose, Vector};
use parry3d::query::PointQuery;
use parry3d::shape::{TriMesh, TriMeshFlags};
use scalar::dim3::{Point3, Ray3};
use soa::{Level, Place, Points3, Query};

use super::contender;
use super::mesh::Mesh;
use super::rays::{obvhs_ray, obvhs_triangles};
use crate::contender::{Contender, Pass, repeat};
use crate::peers::parry3::intersection_test;
use crate::workload::columns;

/// Points of a pass.
const POINTS: usize = 100_000;
/// Of the points of the bunny's bounding box, those inside.
const INSIDE: usize = 27_066;

/// Whether a point lies inside.
type Inside = Box<dyn FnMut(Point3) -> bool>;

/// Builds a tree.
type Build = fn(&Surface) -> Inside;

/// Makes a pass over points.
type Prepare = Box<dyn Fn(&Surface, Vec<Point3>) -> Pass>;

/// The other libraries: a test of the nearest face's normal, and a count of the faces that a ray meets.
const PEERS: [(&str, Build); 2] =
    [("parry3d/contains_local_point", parry_inside), ("obvhs/cwbvh", obvhs_inside)];

/// By how many points an answer in `f32` may be another one.
const TOLERANCE: usize = 20;

/// All points in one call, one call a point, and the other libraries.
pub fn inside(mesh: &Mesh, levels: &[Level]) -> Vec<Contender> {
    let bench = format!("inside/{}", mesh.name);
    let contender = |who: &str, prepare: Prepare| {
        let mesh = mesh.clone();
        contender(&bench, who, POINTS, INSIDE, move || prepare(&mesh.surface, mesh.box_points(POINTS)))
    };
    let mut all = Vec::new();
    for &level in levels {
        let query = Query::new().with_level(level).sequential();
        let batch = move |mesh: &Surface, points: Vec<Point3>| -> Pass {
            let (solid, points): (_, Points3) = (solid(mesh, query), columns(&points));
            let all = move || black_box(solid.inside(&points)).expect("few points").inside.count();
            Box::new(move |passes| repeat(passes, &all, |inside| *inside))
        };
        all.push(contender(&format!("soa/{level}"), Box::new(batch)));
        let one = move |mesh: &Surface, points| {
            let solid = solid(mesh, query);
            pass_of(points, Box::new(move |point| solid.place(point) == Ok(Place::Inside)))
        };
        all.push(contender(&format!("soa_one/{level}"), Box::new(one)));
    }
    for (who, build) in PEERS {
        let prepare = move |mesh: &Surface, points| pass_of(points, build(mesh));
        all.push(Contender { tolerance: TOLERANCE, ..contender(who, Box::new(prepare)) });
    }
    all
}

/// One call a point.
fn pass_of(points: Vec<Point3>, mut is_inside: Inside) -> Pass {
    let mut all = move || points.iter().filter(|&&point| black_box(is_inside(point))).count();
    Box::new(move |passes| repeat(passes, &mut all, |hits| *hits))
}

fn parry_inside(mesh: &Surface) -> Inside {
    let mesh = trimesh(mesh, TriMeshFlags::ORIENTED);
    Box::new(move |point| mesh.contains_local_point(Vector::from_array(point)))
}

fn obvhs_inside(mesh: &Surface) -> Inside {
    let triangles = obvhs_triangles(&mesh.triangles());
    let tree = build_cwbvh_from_tris(&triangles, BvhBuildParams::medium_build(), &mut Duration::default());
    let triangles: Vec<_> = tree.primitive_indices.iter().map(|&row| triangles[row as usize]).collect();
    Box::new(move |start| {
        let (up, mut crossed) = (Ray3 { start, direction: [0.0, 0.0, 1.0] }, 0);
        tree.ray_traverse(obvhs_ray(&up), &mut RayHit::none(), |ray, at| {
            crossed += usize::from(triangles[at].intersect(ray).is_finite());
            f32::INFINITY
        });
        crossed % 2 == 1
    })
}

/// The pairs of faces of the mesh and of a copy that is moved by a tenth of its longest side. All is built anew.
pub fn self_intersections(mesh: &Mesh, levels: &[Level]) -> Vec<Contender> {
    let bench = format!("self_intersections/{}", mesh.name);
    let contender = |who: &str, pairs: Box<dyn Fn(&Surface) -> usize>| {
        let (of, pairs) = (mesh.clone(), Rc::new(pairs));
        let prepare = move || -> Pass {
            let (doubled, pairs) = (of.with_copy(), pairs.clone());
            Box::new(move |passes| repeat(passes, || pairs(&doubled), |pairs| *pairs))
        };
        contender(&bench, who, 2 * mesh.faces, mesh.crossed, prepare)
    };
    let ours = |&level: &Level| {
        let query = Query::new().with_level(level).sequential();
        let pairs = move |mesh: &Surface| {
            let found = view(mesh).query(query).self_intersections();
            black_box(found).expect("few pairs").pairs.len()
        };
        contender(&format!("soa/{level}"), Box::new(pairs))
    };
    // In the dragon, whose faces are a thousandth as long, parry finds forty times as many pairs as there are.
    let parry = (mesh.name == "bunny").then(|| Contender {
        tolerance: 1,
        ..contender("parry3d/intersection_test", Box::new(parry_self_intersections))
    });
    levels.iter().map(ours).chain(parry).collect()
}

/// Faces that share a vertex are left out: there is no test for them.
fn parry_self_intersections(mesh: &Surface) -> usize {
    let parry = trimesh(mesh, TriMeshFlags::empty());
    let (here, mut pairs) = (Pose::identity(), Vec::new());
    for (row, face) in mesh.faces.iter().enumerate() {
        let triangle = parry.triangle(row as u32);
        for other in parry.bvh().intersect_aabb(&triangle.local_aabb()) {
            let shares = || mesh.faces[other as usize].iter().any(|vertex| face.contains(vertex));
            let meets = || intersection_test(&(here, triangle), &(here, parry.triangle(other)));
            if row < other as usize && !shares() && meets() {
                pairs.push((row as u32, other));
            }
        }
    }
    black_box(pairs).len()
}

fn view(mesh: &Surface) -> soa::Mesh<'_> {
    soa::Mesh::new(&mesh.vertices, &mesh.faces).expect("a mesh of the bench")
}

fn solid(mesh: &Surface, query: Query) -> soa::Solid {
    view(mesh).query(query).solid().expect("a closed mesh")
}

fn trimesh(mesh: &Surface, flags: TriMeshFlags) -> TriMesh {
    let vertices = mesh.vertices.iter().copied().map(Vector::from_array).collect();
    TriMesh::with_flags(vertices, mesh.faces.clone(), flags).expect("a mesh of the bench")
}
