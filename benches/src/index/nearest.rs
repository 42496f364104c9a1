//! The distance of the nearest triangle of a mesh, of the nearest of many points, and of the nearest one to each
//! point of a set.

use std::ops::ControlFlow;
use std::rc::Rc;

use kiddo::{ImmutableKdTree, SquaredEuclidean};
use packed_spatial_index::{NeighborWorkspace, Point3D};
use parry3d::bounding_volume::Aabb;
use parry3d::partitioning::{Bvh, BvhBuildStrategy};
use parry3d::query::PointQuery;
use rstar::RTree;
use scalar::dim3::{Point3, Triangle3};
use soa::join::Distance;
use soa::{Columns, Level};

use super::mesh::Mesh;
use super::objects::{Object, packed_tree, squared_distance, trimesh};
use super::{QUERIES, contender, index};
use crate::contender::{Contender, Pass, repeat};
use crate::peers::parry3;
use crate::workload::{Uniform, columns};

/// Gives the distance of the nearest object to a point.
type Nearest = Box<dyn FnMut(&Point3) -> f32>;

/// Builds a tree of some objects.
type Build<S> = fn(&[S]) -> Nearest;

/// The same with a level of ours.
type Builder<S> = Box<dyn Fn(&[S]) -> Nearest>;

/// Gives the distance of the nearest of some points to each of others.
type NearestJoin = Box<dyn Fn(&[Point3], &[Point3]) -> Vec<f32>>;

/// The other libraries with triangles.
const TRIANGLES: [(&str, Build<Triangle3>); 4] = [
    ("parry3d/distance_to_local_point", parry),
    ("bvh/nearest_to", bvh),
    ("rstar/nearest_neighbor", rstar),
    ("packed_spatial_index/neighbors_each", packed),
];

/// The other libraries with points.
const POINTS: [(&str, Build<Point3>); 4] = [
    ("kiddo/nearest_one", kiddo),
    ("rstar/nearest_neighbor", rstar_points),
    ("parry3d/find_best", parry_points),
    ("packed_spatial_index/neighbors", packed_points),
];

type KdTree = ImmutableKdTree<f32, 3>;

/// Points that are searched.
const FOUND: usize = 100_000;

/// Points on each side of a nearest-neighbour join.
const JOINED: usize = 1_000_000;

/// The nearest triangle of a mesh.
pub fn to_triangles(mesh: &Mesh, levels: &[Level]) -> Vec<Contender> {
    let bench = format!("nearest/{}", mesh.name);
    let mesh = mesh.clone();
    contenders(&bench, levels, &TRIANGLES, move || (mesh.triangles.to_vec(), mesh.points(QUERIES)))
}

/// The nearest of many points in a cube.
pub fn to_points(levels: &[Level]) -> Vec<Contender> {
    contenders("nearest/points", levels, &POINTS, move || (cube(1, FOUND), cube(2, QUERIES)))
}

/// The nearest of many points in a cube to each of as many others. The trees are built anew in each pass.
pub fn join(levels: &[Level]) -> Vec<Contender> {
    let contender = |who: &str, nearest: NearestJoin| {
        let nearest = Rc::new(nearest);
        contender("nearest_join/points", who, JOINED, JOINED, move || {
            let [objects, points] = [1, 2].map(|seed| cube(seed, JOINED));
            let (nearest, expected) = (Rc::clone(&nearest), kiddo_join(&objects, &points));
            Box::new(move |passes| {
                repeat(passes, || nearest(&objects, &points), |found| equal(found, &expected, 1.0))
            })
        })
    };
    let ours = levels.iter().map(|&level| {
        let join = move |objects: &[Point3], points: &[Point3]| -> Vec<f32> {
            let points: Columns<Point3> = columns(points);
            let all = index(level, objects).nearest_join(&points, f32::INFINITY).expect("memory");
            all.iter().map(|near| near.expect("the index is not empty").distance as f32).collect()
        };
        contender(&format!("soa/{level}"), Box::new(join))
    });
    ours.chain([contender("kiddo/nearest_one", Box::new(kiddo_join))]).collect()
}

fn kiddo_join(objects: &[Point3], points: &[Point3]) -> Vec<f32> {
    let tree = KdTree::new_from_slice(objects).expect("a tree of these points");
    points.iter().map(|point| nearest_of(&tree, point)).collect()
}

/// Points in a cube with edges of 1.
fn cube(seed: u64, count: usize) -> Vec<Point3> {
    let mut uniform = Uniform::seeded(seed);
    (0..count).map(|_| uniform.place(1.0)).collect()
}

/// How many distances are the expected ones, but for rounding in `f32` of coordinates up to `largest`.
fn equal(found: &[f32], expected: &[f32], largest: f32) -> usize {
    let is_equal = |(found, expected): &(&f32, &f32)| (**found - **expected).abs() <= 1e-6 * largest;
    found.iter().zip(expected).filter(is_equal).count()
}

/// `make` makes the objects and the points that are asked for.
fn contenders<S: Distance<Point = Point3>>(
    bench: &str,
    levels: &[Level],
    peers: &[(&'static str, Build<S>)],
    make: impl Fn() -> (Vec<S>, Vec<Point3>) + 'static,
) -> Vec<Contender> {
    let make = Rc::new(make);
    let contender = |who: &str, build: Builder<S>| {
        let make = Rc::clone(&make);
        contender(bench, who, QUERIES, QUERIES, move || {
            let (objects, points) = make();
            pass_of(points.iter().map(soa(Level::PORTABLE, &objects)).collect(), points, build(&objects))
        })
    };
    let ours = levels
        .iter()
        .map(|&level| contender(&format!("soa/{level}"), Box::new(move |objects| soa(level, objects))));
    ours.chain(peers.iter().map(|&(who, build)| contender(who, Box::new(build)))).collect()
}

/// A hit is a distance that is the expected one, but for rounding in `f32`.
fn pass_of(expected: Vec<f32>, points: Vec<Point3>, mut nearest: Nearest) -> Pass {
    let mut found = vec![0.0; points.len()];
    let largest = points.iter().flatten().fold(0.0_f32, |largest, x| largest.max(x.abs()));
    Box::new(move |passes| {
        let mut all = || found.iter_mut().zip(&points).for_each(|(found, point)| *found = nearest(point));
        let (elapsed, _) = repeat(passes, &mut all, |()| 0);
        (elapsed, equal(&found, &expected, largest))
    })
}

fn soa<S: Distance<Point = Point3>>(level: Level, objects: &[S]) -> Nearest {
    let index = index(level, objects);
    Box::new(move |point| {
        let nearest = index.nearest(point, f32::INFINITY).expect("a point of the workload");
        nearest.expect("the index is not empty").distance as f32
    })
}

fn parry(triangles: &[Triangle3]) -> Nearest {
    let mesh = trimesh(triangles);
    Box::new(move |point| mesh.distance_to_local_point(parry3::point(point), true))
}

fn bvh(triangles: &[Triangle3]) -> Nearest {
    let mut objects = Object::all(triangles);
    let tree = bvh::bvh::Bvh::build(&mut objects);
    Box::new(move |&point| tree.nearest_to(point.into(), &objects).expect("some triangles").1)
}

fn rstar(triangles: &[Triangle3]) -> Nearest {
    let tree = RTree::bulk_load(Object::all(triangles));
    Box::new(move |point| tree.nearest_neighbor_with_distance_2(*point).expect("some triangles").1.sqrt())
}

/// Boxes in the order of their distance, until one is farther than a triangle.
fn packed(triangles: &[Triangle3]) -> Nearest {
    let triangles = triangles.to_vec();
    let tree = packed_tree(&triangles);
    Box::new(move |&point| {
        let mut least = f32::INFINITY;
        let _ = tree.neighbors_each(packed_point(point), f64::INFINITY, |row, distance2| {
            if distance2 > f64::from(least) {
                return ControlFlow::Break(());
            }
            least = least.min(squared_distance(point, &triangles[row]));
            ControlFlow::Continue(())
        });
        least.sqrt()
    })
}

fn kiddo(points: &[Point3]) -> Nearest {
    let tree = KdTree::new_from_slice(points).expect("a tree of these points");
    Box::new(move |point| nearest_of(&tree, point))
}

fn nearest_of(tree: &KdTree, point: &Point3) -> f32 {
    tree.query(point).nearest_one::<SquaredEuclidean<f32>>().execute().distance.sqrt()
}

fn rstar_points(points: &[Point3]) -> Nearest {
    let tree = RTree::bulk_load(points.to_vec());
    Box::new(move |point| tree.nearest_neighbor_with_distance_2(*point).expect("some points").1.sqrt())
}

fn parry_points(points: &[Point3]) -> Nearest {
    let points: Vec<_> = points.iter().map(parry3::point).collect();
    let boxes: Vec<_> = points.iter().map(|&point| Aabb::new(point, point)).collect();
    let tree = Bvh::from_leaves(BvhBuildStrategy::default(), &boxes);
    Box::new(move |point| {
        let point = parry3::point(point);
        let to_box =
            |node: &parry3d::partitioning::BvhNode, _| node.aabb().distance_to_local_point(point, true);
        let to_point = |row, _| Some(points[row as usize].distance(point));
        tree.find_best(f32::MAX, to_box, to_point).expect("some points").1
    })
}

fn packed_points(points: &[Point3]) -> Nearest {
    let points = points.to_vec();
    let (tree, mut workspace) = (packed_tree(&points), NeighborWorkspace::default());
    Box::new(move |&point| {
        let near = tree.neighbors_with(packed_point(point), 1, f64::INFINITY, &mut workspace);
        let near = points[near[0]];
        (0..3).map(|k| (point[k] - near[k]) * (point[k] - near[k])).sum::<f32>().sqrt()
    })
}

fn packed_point(point: Point3) -> Point3D {
    let [x, y, z] = point.map(f64::from);
    Point3D::new(x, y, z)
}
