//! A mesh as other libraries take it: objects with traits of theirs, or boxes.

use bvh::aabb::Aabb;
use bvh::bounding_hierarchy::BHShape;
use packed_spatial_index::{Index3DBuilder, SimdIndex3D};
use parry3d::math::Vector;
use parry3d::shape::TriMesh;
use rstar::{AABB, RTreeObject};
use scalar::dim3::{Aabb3, Point3, Triangle3, point_triangle};
use soa::join::Bounded;

use crate::peers::boxes::{self, corners};

/// A triangle with its row.
pub struct Object {
    pub triangle: Triangle3,
    pub row: u32,
    /// The node of the tree of `bvh` that it is in.
    node: usize,
}

impl Object {
    /// The objects of these triangles.
    pub fn all(triangles: &[Triangle3]) -> Vec<Self> {
        triangles.iter().zip(0..).map(|(&triangle, row)| Self { triangle, row, node: 0 }).collect()
    }
}

/// The squared distance of a point to a triangle.
pub fn squared_distance(point: Point3, triangle: &Triangle3) -> f32 {
    let nearest = point_triangle::closest_point(point, triangle);
    (0..3).map(|k| (point[k] - nearest[k]) * (point[k] - nearest[k])).sum()
}

/// The mesh of `parry3d`, no two triangles of which share a vertex.
pub fn trimesh(triangles: &[Triangle3]) -> TriMesh {
    let corners = triangles.iter().flat_map(|t| [t.a, t.b, t.c].map(Vector::from_array)).collect();
    let faces = (0..triangles.len() as u32).map(|row| [3 * row, 3 * row + 1, 3 * row + 2]).collect();
    TriMesh::new(corners, faces).expect("some triangles")
}

/// The boxes of some objects in the tree of `packed_spatial_index`.
pub fn packed_tree<S: Bounded<Bounds = Aabb3>>(objects: &[S]) -> SimdIndex3D {
    let mut builder = Index3DBuilder::new(objects.len());
    for object in objects {
        builder.add(boxes::space(corners(object.bounds())));
    }
    builder.finish_simd().expect("as many boxes as were announced")
}

impl RTreeObject for Object {
    type Envelope = AABB<Point3>;

    fn envelope(&self) -> Self::Envelope {
        let bounds = self.triangle.bounds();
        AABB::from_corners(bounds.min, bounds.max)
    }
}

impl rstar::PointDistance for Object {
    fn distance_2(&self, point: &Point3) -> f32 {
        squared_distance(*point, &self.triangle)
    }

    /// By the box first.
    fn distance_2_if_less_or_equal(&self, point: &Point3, most: f32) -> Option<f32> {
        let is_near = self.envelope().distance_2(point) <= most;
        is_near.then(|| self.distance_2(point)).filter(|distance| *distance <= most)
    }
}

impl bvh::aabb::Bounded<f32, 3> for Object {
    fn aabb(&self) -> Aabb<f32, 3> {
        let bounds = self.triangle.bounds();
        Aabb::with_bounds(bounds.min.into(), bounds.max.into())
    }
}

impl BHShape<f32, 3> for Object {
    fn set_bh_node_index(&mut self, node: usize) {
        self.node = node;
    }

    fn bh_node_index(&self) -> usize {
        self.node
    }
}

impl bvh::point_query::PointDistance<f32, 3> for Object {
    fn distance_squared(&self, point: nalgebra::Point3<f32>) -> f32 {
        squared_distance(point.into(), &self.triangle)
    }
}
