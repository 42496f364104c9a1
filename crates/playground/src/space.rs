//! A mesh, a triangle and a box in space.

use scalar::dim3::{OrientedBox3, Point3, Segment3, Sphere, Triangle3};
use soa::Columns;
use soa::join::Index;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::{Refusal, columns, refusal, shape};

/// The triangles of a surface, in an index.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Mesh {
    triangles: Vec<Triangle3>,
    index: Index<Triangle3>,
}

#[wasm_bindgen]
impl Mesh {
    /// Of nine columns, one after the other.
    ///
    /// # Errors
    /// Columns of unequal length, or a number that is not finite.
    #[wasm_bindgen(constructor)]
    pub fn new(triangles: &[f32]) -> Result<Self, Refusal> {
        let triangles = columns::<Triangle3>(triangles)?;
        let index = Index::new(&triangles).map_err(refusal)?;
        Ok(Self { triangles: triangles.iter().collect(), index })
    }

    /// The triangles that a sphere touches, ascending.
    ///
    /// # Errors
    /// A radius that is negative, or numbers that are not finite.
    pub fn touched(&self, sphere: &[f32]) -> Result<Vec<u32>, Refusal> {
        self.index.intersects_one(&shape::<Sphere>(sphere)?).map_err(refusal)
    }

    /// The point of the surface that is closest to this one; none if there is no triangle.
    ///
    /// # Errors
    /// Numbers that are not finite.
    pub fn closest(&self, point: &[f32]) -> Result<Option<Vec<f32>>, Refusal> {
        let point = shape::<Point3>(point)?;
        let nearest = self.index.nearest(&point, f32::INFINITY).map_err(refusal)?;
        let row = nearest.and_then(|nearest| self.triangles.get(nearest.row as usize).copied());
        row.map(|triangle| closest(&point, triangle)).transpose()
    }
}

/// The point of a triangle that is closest to a point.
///
/// # Errors
/// Values that are no point or no triangle.
#[wasm_bindgen]
pub fn closest_point(point: &[f32], triangle: &[f32]) -> Result<Vec<f32>, Refusal> {
    closest(&shape(point)?, shape(triangle)?)
}

fn closest(point: &Point3, triangle: Triangle3) -> Result<Vec<f32>, Refusal> {
    let points = Columns::from_shapes(core::slice::from_ref(point)).map_err(refusal)?;
    let triangles = Columns::from_shapes(&[triangle]).map_err(refusal)?;
    let closest = soa::closest_points(&points, &triangles).map_err(refusal)?;
    Ok(closest.iter().flatten().collect())
}

/// Where a segment enters a box and leaves it, as parts of its length from 0 to 1; empty if it does not meet
/// it.
///
/// # Errors
/// Values that are no segment or no box.
#[wasm_bindgen]
pub fn crossing(segment: &[f32], oriented_box: &[f32]) -> Result<Vec<f32>, Refusal> {
    let segments = Columns::from_shapes(&[shape::<Segment3>(segment)?]).map_err(refusal)?;
    let boxes = Columns::from_shapes(&[shape::<OrientedBox3>(oriented_box)?]).map_err(refusal)?;
    let clips = soa::clip(&segments, &boxes).map_err(refusal)?;
    let met = clips.iter().zip(clips.hits().to_bools()).filter(|(_, hit)| *hit);
    Ok(met.flat_map(|(clip, _)| [clip.t_enter, clip.t_exit]).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    const TRIANGLE: [f32; 9] = [0.0, 0.0, 0.0, 2.0, 0.0, 0.0, 0.0, 2.0, 0.0];

    #[test]
    fn a_sphere_touches_triangles_of_a_mesh() {
        // Two triangles, one above the other: a column holds one coordinate of both.
        let rows = [TRIANGLE, TRIANGLE.map(|x| x + 4.0)];
        let columns: Vec<f32> = (0..9).flat_map(|k| rows.map(|row| row[k])).collect();
        let mesh = Mesh::new(&columns).unwrap();
        assert_eq!(mesh.touched(&[0.5, 0.5, 1.0, 1.0]), Ok(vec![0]));
        assert_eq!(mesh.touched(&[0.5, 0.5, 1.0, 0.5]), Ok(vec![]));
        assert_eq!(mesh.touched(&[2.0, 2.0, 2.0, 9.0]), Ok(vec![0, 1]));
        assert_eq!(mesh.closest(&[0.5, 0.5, 1.0]), Ok(Some(vec![0.5, 0.5, 0.0])));
        assert_eq!(Mesh::new(&[]).unwrap().closest(&[0.0; 3]), Ok(None));
        assert!(Mesh::new(&[0.0; 8]).is_err() && mesh.touched(&[0.0; 3]).is_err());
    }

    #[test]
    fn the_closest_point_may_be_a_corner() {
        assert_eq!(closest_point(&[-1.0, -1.0, 3.0], &TRIANGLE), Ok(vec![0.0; 3]));
        assert!(closest_point(&[f32::NAN; 3], &TRIANGLE).is_err());
    }

    #[test]
    fn a_segment_crosses_a_box_for_a_part_of_it() {
        let cube = [0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0];
        assert_eq!(crossing(&[-2.0, 0.0, 0.0, 4.0, 0.0, 0.0], &cube), Ok(vec![0.25, 0.75]));
        assert_eq!(crossing(&[-2.0, 3.0, 0.0, 4.0, 0.0, 0.0], &cube), Ok(vec![]));
        assert!(crossing(&[0.0; 6], &[0.0; 14]).is_err());
    }
}
