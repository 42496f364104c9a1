//! Boxes, rays and triangles of `bvh`, `obvhs` and `packed_spatial_index`.

use obvhs::bvh2::Bvh2;
use packed_spatial_index::{Box2D, Box3D, Point3D, Ray3D, Triangle3DF32};
use scalar::dim3::{Aabb3, Point3, Ray3, Triangle3};

/// The lower and the upper corner of a box.
pub type Corners<const N: usize> = [[f32; N]; 2];

/// The corners of a box in space.
pub fn corners(bounds: Aabb3) -> Corners<3> {
    [bounds.min, bounds.max]
}

/// A box of `obvhs`, which has those of space only: one of the plane is flat.
pub fn obvhs<const N: usize>(corners: Corners<N>) -> obvhs::aabb::Aabb {
    let [min, max] = corners.map(|p| std::array::from_fn(|k| p.get(k).copied().unwrap_or(0.0)));
    obvhs::aabb::Aabb::new(<[f32; 3]>::into(min), <[f32; 3]>::into(max))
}

/// The rows of a leaf of `obvhs`.
pub fn rows_of_leaf(tree: &Bvh2, leaf: u32) -> &[u32] {
    let leaf = &tree.nodes[leaf as usize];
    &tree.primitive_indices[leaf.first_index as usize..(leaf.first_index + leaf.prim_count) as usize]
}

/// A box of `packed_spatial_index` in the plane.
pub fn plane(corners: Corners<2>) -> Box2D {
    let [[a, b], [c, d]] = corners.map(|corner| corner.map(f64::from));
    Box2D::new(a, b, c, d)
}

/// A box of `packed_spatial_index` in space.
pub fn space(corners: Corners<3>) -> Box3D {
    let [[a, b, c], [d, e, f]] = corners.map(|corner| corner.map(f64::from));
    Box3D::new(a, b, c, d, e, f)
}

/// A ray of `packed_spatial_index` from parameter 0 to `end`.
pub fn space_ray([x, y, z]: Point3, direction: Point3, end: f64) -> Ray3D {
    let [u, v, w] = direction.map(f64::from);
    Ray3D::new(Point3D::new(x.into(), y.into(), z.into()), u, v, w, end)
}

/// A triangle of `packed_spatial_index`, as a slice of one.
pub fn space_triangle(t: &Triangle3) -> [Triangle3DF32; 1] {
    [Triangle3DF32::new(t.a, t.b, t.c)]
}

/// A ray of `obvhs` from parameter 0 to `end`.
pub fn obvhs_ray(start: Point3, direction: Point3, end: f32) -> obvhs::ray::Ray {
    obvhs::ray::Ray::new(start.into(), direction.into(), 0.0, end)
}

/// A triangle of `obvhs`.
pub fn obvhs_triangle(t: &Triangle3) -> obvhs::triangle::Triangle {
    obvhs::triangle::Triangle { v0: t.a.into(), v1: t.b.into(), v2: t.c.into() }
}

/// A ray of `bvh`, which makes its direction a unit vector.
pub fn bvh_ray(ray: &Ray3) -> bvh::ray::Ray<f32, 3> {
    bvh::ray::Ray::new(ray.start.into(), ray.direction.into())
}

/// A box of `bvh`.
pub fn bvh_aabb(b: &Aabb3) -> bvh::aabb::Aabb<f32, 3> {
    bvh::aabb::Aabb::with_bounds(b.min.into(), b.max.into())
}
