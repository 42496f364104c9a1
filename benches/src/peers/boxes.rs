//! Boxes of `obvhs` and `packed_spatial_index`.

use obvhs::bvh2::Bvh2;
use packed_spatial_index::{Box2D, Box3D};
use scalar::dim3::Aabb3;

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
