//! Meshes, rays, triangles and a box in space.

use scalar::dim3::vector::{dot, sub};
use scalar::dim3::{ClipPoint3, OrientedBox3, Point3, Ray3, Segment3, Sphere, Triangle3};
use scalar::float::{max, sqrt};
use soa::join::{Index, RayHit};
use soa::{Columns, Rays3, Segments3, Triangles3};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::{Refusal, columns, refusal, shape};

/// The triangles of a surface, in an index.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Mesh {
    triangles: Vec<Triangle3>,
    normals: Vec<Point3>,
    index: Index<Triangle3>,
}

/// Where rays first meet a mesh.
#[wasm_bindgen]
#[derive(Debug, PartialEq)]
pub struct FirstHits {
    rows: Vec<u32>,
    parameters: Vec<f32>,
}

#[wasm_bindgen]
impl FirstHits {
    /// The triangle of each ray; the largest number where there is none.
    pub fn rows(&self) -> Vec<u32> {
        self.rows.clone()
    }

    /// The parameter of each ray; infinite where there is no triangle.
    pub fn parameters(&self) -> Vec<f32> {
        self.parameters.clone()
    }
}

/// How bright is what the lamp does not reach, where it faces the viewer; half of it at the rim.
const SHADOW: f32 = 0.35;
/// How far from the surface a ray to the lamp starts, so that it does not meet the triangle that it leaves.
const ABOVE: f32 = 1e-3;

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
        let normals = soa::unit_normals(&triangles).map_err(refusal)?.iter().collect();
        Ok(Self { triangles: triangles.iter().collect(), normals, index })
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

    /// The pairs of a triangle of another mesh, nine columns, and one of this that meet: row by row, left,
    /// right, left, right.
    ///
    /// # Errors
    /// Columns of unequal length, or a number that is not finite.
    pub fn meeting(&self, other: &[f32]) -> Result<Vec<u32>, Refusal> {
        let other = columns::<Triangle3>(other)?;
        let pairs = self.index.join(&other).and_then(|join| join.pairs()).map_err(refusal)?;
        Ok(pairs.iter().flat_map(|(left, right)| [left, right]).collect())
    }

    /// The segments that pairs of [`Mesh::meeting`] have in common, both ends of each; without those of one
    /// plane.
    ///
    /// # Errors
    /// Columns of unequal length, a number that is not finite, or a pair of no triangles.
    pub fn curve(&self, other: &[f32], pairs: &[u32]) -> Result<Vec<f32>, Refusal> {
        let other = columns::<Triangle3>(other)?;
        let (mut lefts, mut rights) = (Vec::new(), Vec::new());
        for pair in pairs.as_chunks::<2>().0 {
            let both = other.get(pair[0] as usize).zip(self.triangles.get(pair[1] as usize).copied());
            let (left, right) = both.ok_or_else(|| format!("{pair:?} are no triangles"))?;
            lefts.push(left);
            rights.push(right);
        }
        let mut curve = Vec::new();
        let (edges, points) = clip_edges(&lefts, &rights)?;
        for (edges, points) in edges.chunks(EDGES).zip(points.chunks(EDGES)) {
            let met = edges.iter().zip(points).filter(|(_, point)| !point.t.is_nan());
            let met: Vec<Point3> = met.map(|(edge, point)| at(edge.start, edge.direction, point.t)).collect();
            let ends = met.iter().flat_map(|&p| met.iter().map(move |&q| [p, q]));
            let length = |ends: &[Point3; 2]| dot(sub(ends[1], ends[0]), sub(ends[1], ends[0]));
            let longest = ends.max_by(|a, b| length(a).total_cmp(&length(b)));
            curve.extend(longest.iter().flatten().flatten());
        }
        Ok(curve)
    }

    /// Where each ray, six columns, first meets the mesh.
    ///
    /// # Errors
    /// Columns of unequal length, or a number that is not finite.
    pub fn cast(&self, rays: &[f32]) -> Result<FirstHits, Refusal> {
        let hits = self.index.cast(&columns::<Ray3>(rays)?).map_err(refusal)?;
        let rows = hits.iter().map(|hit| hit.map_or(u32::MAX, |hit| hit.row)).collect();
        let parameters = hits.iter().map(|hit| hit.map_or(f32::INFINITY, |hit| hit.t)).collect();
        Ok(FirstHits { rows, parameters })
    }

    /// A picture of the mesh by a ray a pixel and one from each point that is seen to the lamp: row by row a
    /// byte a pixel, 0 where there is nothing, else from dark to bright. The view is where the first ray
    /// starts, the steps to the next pixel and to the next row, and the direction of all rays.
    ///
    /// # Errors
    /// Another number of values, or one that is not finite.
    pub fn picture(&self, view: &[f32], width: u32, height: u32, lamp: &[f32]) -> Result<Vec<u8>, Refusal> {
        let (&[start, right, down, direction], []) = view.as_chunks::<3>() else {
            return Err(format!("a view is 12 values, not {}", view.len()));
        };
        let lamp = shape::<Point3>(lamp)?;
        let pixels = (0..height).flat_map(|y| (0..width).map(move |x| [x as f32, y as f32]));
        let start = |[x, y]: [f32; 2]| at(at(start, right, x), down, y);
        let rays: Vec<Ray3> = pixels.map(|pixel| Ray3 { start: start(pixel), direction }).collect();
        let hits = self.index.cast(&Rays3::from_shapes(&rays).map_err(refusal)?).map_err(refusal)?;
        // Those that are seen, from just above the surface to the lamp.
        let seen = rays.iter().zip(&hits).enumerate().filter_map(|(pixel, (ray, hit))| {
            let RayHit { row, t, .. } = (*hit)?;
            let normal = self.normals[row as usize];
            let towards = if dot(normal, direction) > 0.0 { normal.map(|x| -x) } else { normal };
            let start = at(at(ray.start, direction, t), towards, ABOVE);
            Some((pixel, towards, Segment3 { start, direction: sub(lamp, start) }))
        });
        let seen: Vec<_> = seen.collect();
        let to_lamp: Vec<Segment3> = seen.iter().map(|&(.., segment)| segment).collect();
        let to_lamp = Segments3::from_shapes(&to_lamp).map_err(refusal)?;
        let in_shadow = self.index.cast_any(&to_lamp).map_err(refusal)?.to_bools();
        let viewer = direction.map(|x| -x);
        let mut picture = vec![0; rays.len()];
        for ((pixel, normal, Segment3 { direction, .. }), in_shadow) in seen.into_iter().zip(in_shadow) {
            let [of_lamp, of_view] = [slant(normal, direction), slant(normal, viewer)];
            let light = if in_shadow { 0.0 } else { of_lamp };
            let brightness = SHADOW * (0.5 + 0.5 * of_view) + (1.0 - SHADOW) * light;
            picture[pixel] = 1 + (brightness * 254.0) as u8;
        }
        Ok(picture)
    }
}

/// Edges of two triangles.
const EDGES: usize = 6;

/// The three edges of each left triangle with the right one, then those of the right one with the left.
fn clip_edges(
    lefts: &[Triangle3],
    rights: &[Triangle3],
) -> Result<(Vec<Segment3>, Vec<ClipPoint3>), Refusal> {
    let (mut edges, mut others) = (Vec::new(), Vec::new());
    for (&left, &right) in lefts.iter().zip(rights) {
        for (Triangle3 { a, b, c }, other) in [(left, right), (right, left)] {
            for [from, to] in [[a, b], [b, c], [c, a]] {
                edges.push(Segment3 { start: from, direction: sub(to, from) });
                others.push(other);
            }
        }
    }
    let paths = Segments3::from_shapes(&edges).map_err(refusal)?;
    let points = soa::clip(&paths, &Triangles3::from_shapes(&others).map_err(refusal)?).map_err(refusal)?;
    Ok((edges, points.iter().collect()))
}

/// The edges of the left triangle with the right one, and those of the right one with the left: of each the
/// parameter of the common point, and the weights of the second and the third vertex; NaN where there is
/// none, or both are parallel.
///
/// # Errors
/// Values that are no triangle.
#[wasm_bindgen]
pub fn edges_through(left: &[f32], right: &[f32]) -> Result<Vec<f32>, Refusal> {
    let (_, points) = clip_edges(&[shape(left)?], &[shape(right)?])?;
    Ok(points.iter().flat_map(|point| [point.t, point.u, point.v]).collect())
}

/// How straight light from a direction falls on a face with this normal: 1 along it, 0 from beside or behind.
fn slant(normal: Point3, from: Point3) -> f32 {
    max(dot(normal, from) / sqrt(dot(from, from)), 0.0)
}

/// The point of a path at a parameter.
fn at(start: Point3, direction: Point3, t: f32) -> Point3 {
    [start[0] + t * direction[0], start[1] + t * direction[1], start[2] + t * direction[2]]
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

    /// Rows as columns, one after the other.
    fn columns_of<const N: usize>(rows: &[[f32; N]]) -> Vec<f32> {
        (0..N).flat_map(|k| rows.iter().map(move |row| row[k])).collect()
    }

    #[test]
    fn meshes_meet_in_a_curve() {
        let mesh = Mesh::new(&columns_of(&[TRIANGLE, TRIANGLE.map(|x| x + 4.0)])).unwrap();
        // One across the first triangle, in the plane y = 0.5, and one far away.
        let across = [-1.0, 0.5, 0.0, 3.0, 0.5, -1.0, 3.0, 0.5, 1.0];
        let other = columns_of(&[across.map(|x| x + 50.0), across]);
        let pairs = mesh.meeting(&other).unwrap();
        assert_eq!(pairs, [1, 0]);
        let curve = mesh.curve(&other, &pairs).unwrap();
        assert_eq!(curve.len(), 6);
        let mut ends = [curve[0], curve[3]];
        ends.sort_by(f32::total_cmp);
        assert_eq!((ends, [curve[1], curve[2], curve[4], curve[5]]), ([0.0, 1.5], [0.5, 0.0, 0.5, 0.0]));
        assert!(mesh.curve(&other, &[7, 0]).is_err());
        assert_eq!(mesh.meeting(&[]), Ok(vec![]));
    }

    #[test]
    fn edges_go_through_a_triangle() {
        let numbers = edges_through(&[1.0, 0.5, -1.0, 1.0, 0.5, 3.0, 9.0, 9.0, 3.0], &TRIANGLE).unwrap();
        assert_eq!(numbers.len(), 3 * EDGES);
        assert_eq!(numbers[..3], [0.25, 0.5, 0.25]);
        assert!(numbers[3..6].iter().all(|x| x.is_nan()));
        assert!(edges_through(&[0.0; 8], &TRIANGLE).is_err());
    }

    #[test]
    fn rays_find_the_first_triangle_and_a_lamp_lights_it() {
        // A floor, and a smaller one a length above a part of it.
        let above = [0.0, 0.0, 1.0, 0.5, 0.0, 1.0, 0.0, 0.5, 1.0];
        let mesh = Mesh::new(&columns_of(&[TRIANGLE, above])).unwrap();
        let down = |x: f32, y: f32| [x, y, 5.0, 0.0, 0.0, -2.0];
        let hits = mesh.cast(&columns_of(&[down(0.1, 0.1), down(1.0, 0.5), down(9.0, 9.0)])).unwrap();
        assert_eq!(hits.rows(), [1, 0, u32::MAX]);
        assert_eq!(hits.parameters(), [2.0, 2.5, f32::INFINITY]);
        // Seen from above in the same three places: the lamp is over the last one, which is nothing, and the
        // upper triangle stands between it and no other.
        let view = [0.1, 0.1, 5.0, 0.9, 0.4, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, -1.0];
        let picture = mesh.picture(&view, 3, 1, &[0.1, 0.1, 3.0]).unwrap();
        assert_eq!(picture.len(), 3);
        assert!(picture[0] == 255 && picture[1] > 150 && picture[1] < 255 && picture[2] == 0, "{picture:?}");
        // From under the floor no light comes through it.
        let dark = mesh.picture(&view, 3, 1, &[1.0, 0.5, -3.0]).unwrap();
        assert_eq!(dark[0], dark[1]);
        assert!(dark[1] < 100 && mesh.picture(&view[1..], 1, 1, &[0.0; 3]).is_err());
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
