//! Questions about two meshes that pass through each other: which faces intersect, which points lie inside, what
//! rays meet.

use std::f32::consts::TAU;
use std::time::{Duration, Instant};

use demo::data::Mesh;
use scalar::dim3::{Ray3, Triangle3};
use soa::{Error, Hits, Index, Points3, Query, RayHit, Rays3, Triangles3};

use crate::answers::Tally;

/// Two meshes, their faces one after the other, and a floor below.
pub struct Scene {
    query: Query,
    /// The first mesh, and a ring around it.
    pub meshes: [Mesh; 2],
    /// Which faces of both intersect others.
    pub crossing: Hits,
    /// What rays meet: the faces, then two triangles of the floor.
    index: Index<Triangle3>,
    pub faces: usize,
    /// Middle, and half of the longest side, of the first mesh.
    pub middle: [f32; 3],
    pub reach: f32,
    /// The costs of: which faces intersect; which points lie inside; what rays meet.
    pub tallies: [Tally; 3],
}

/// Which points lie inside a mesh, or why none does.
pub type Inside = Result<Hits, Error>;

impl Scene {
    /// A mesh, with a ring through it, upright in y.
    pub fn new(query: Query, mesh: Mesh) -> Result<Self, Error> {
        let (min, max) = mesh.bounds();
        let middle = std::array::from_fn(|k| f32::midpoint(min[k], max[k]));
        let reach = (0..3).map(|k| (max[k] - min[k]) / 2.0).fold(0.0, f32::max);
        let meshes = [mesh, ring(middle, 0.6 * reach)];

        let (mut vertices, mut faces) = (Vec::new(), Vec::new());
        for mesh in &meshes {
            let first = vertices.len() as u32;
            vertices.extend(&mesh.vertices);
            faces.extend(mesh.faces.iter().map(|face| face.map(|vertex| first + vertex)));
        }
        let (both, copying) = timed(|| soa::Mesh::new(&vertices, &faces))?;
        let both = both.query(query);
        let (found, joining) = timed(|| both.self_intersections())?;
        let mut crossing = vec![false; faces.len()];
        for row in found.pairs.iter().flat_map(|(s, t)| [s, t]) {
            crossing[row as usize] = true;
        }
        let hits = found.pairs.len() as u64;
        let crossed =
            Tally { left: faces.len(), right: faces.len(), hits, index: Some(copying), join: joining };

        let floor = |[x, z]: [f32; 2]| [middle[0] + 40.0 * reach * x, min[1], middle[2] + 40.0 * reach * z];
        let [a, b, c, d] = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]].map(floor);
        let mut triangles: Triangles3 = both.triangles().clone();
        triangles.extend([Triangle3 { a, b, c }, Triangle3 { a, b: c, c: d }])?;
        let (index, indexing) = timed(|| Index::builder().query(query).build(&triangles))?;
        let cast = Tally { right: triangles.len(), index: Some(indexing), ..Tally::default() };
        let faces = faces.len();
        let within = Tally { right: faces, index: Some(Duration::ZERO), ..Tally::default() };
        let (crossing, tallies) = (Hits::from_bools(crossing), [crossed, within, cast]);
        Ok(Self { query, meshes, crossing, index, faces, middle, reach, tallies })
    }

    /// Which of the points lie inside each mesh.
    pub fn inside(&mut self, points: &Points3) -> [Inside; 2] {
        let inside = |mesh: &Mesh, tally: &mut Tally| {
            let (solid, building) =
                timed(|| soa::Mesh::new(&mesh.vertices, &mesh.faces)?.query(self.query).solid())?;
            let (found, joining) = timed(|| solid.inside(points))?;
            tally.index = tally.index.map(|time| time + building);
            tally.join += joining;
            tally.hits += found.inside.count() as u64;
            Ok(found.inside)
        };
        let tally = &mut self.tallies[1];
        tally.left = points.len();
        [0, 1].map(|i| inside(&self.meshes[i], tally))
    }

    /// What each ray meets first.
    pub fn cast(&mut self, rays: &[Ray3]) -> Result<Vec<Option<RayHit>>, Error> {
        let rays = Rays3::from_shapes(rays)?;
        let (met, time) = timed(|| self.index.cast(&rays))?;
        self.count(rays.len(), met.iter().flatten().count(), time);
        Ok(met)
    }

    /// Which rays meet anything.
    pub fn shadows(&mut self, rays: &[Ray3]) -> Result<Vec<bool>, Error> {
        let rays = Rays3::from_shapes(rays)?;
        let (met, time) = timed(|| self.index.cast_any(&rays))?;
        self.count(rays.len(), met.count(), time);
        Ok(met.to_bools())
    }

    fn count(&mut self, rays: usize, met: usize, time: Duration) {
        let tally = &mut self.tallies[2];
        tally.left += rays;
        tally.hits += met as u64;
        tally.join += time;
    }

    /// The corners of a row of the index that is a face.
    pub fn face(&self, row: usize) -> [[f32; 3]; 3] {
        let first = self.meshes[0].faces.len();
        let (mesh, row) = if row < first { (&self.meshes[0], row) } else { (&self.meshes[1], row - first) };
        mesh.faces[row].map(|vertex| mesh.vertices[vertex as usize])
    }
}

fn timed<T>(run: impl FnOnce() -> Result<T, Error>) -> Result<(T, Duration), Error> {
    let start = Instant::now();
    let done = run()?;
    Ok((done, start.elapsed()))
}

/// A torus about a tilted axis: its faces turn outwards.
fn ring(middle: [f32; 3], radius: f32) -> Mesh {
    const STEPS: [u32; 2] = [120, 24];
    let (sin, cos) = 0.5_f32.sin_cos();
    let vertices = (0..STEPS[0] * STEPS[1]).map(|i| {
        let [around, across] = [i / STEPS[1], i % STEPS[1]];
        let turn = |step: u32, of: u32| (TAU * step as f32 / of as f32).sin_cos();
        let ((s, c), (v, u)) = (turn(around, STEPS[0]), turn(across, STEPS[1]));
        let r = radius * (1.0 + 0.2 * u);
        let [x, y, z] = [r * c, radius * 0.2 * v, r * s];
        let [x, y] = [x * cos - y * sin, x * sin + y * cos];
        [middle[0] + x, middle[1] + y, middle[2] + z]
    });
    let at = |around: u32, across: u32| around % STEPS[0] * STEPS[1] + across % STEPS[1];
    let faces = (0..STEPS[0]).flat_map(|i| {
        (0..STEPS[1]).flat_map(move |j| {
            let [a, b, c, d] = [at(i, j), at(i, j + 1), at(i + 1, j + 1), at(i + 1, j)];
            [[a, b, c], [a, c, d]]
        })
    });
    Mesh { vertices: vertices.collect(), faces: faces.collect() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use soa::Level;

    #[test]
    fn all_levels_see_the_same_scene() {
        let rays: Vec<Ray3> = (0..2000)
            .map(|i| Ray3 {
                start: [0.0, 0.1, 1.0],
                direction: [(i % 50) as f32 / 250.0 - 0.1, (i / 50) as f32 / 250.0 - 0.1, -1.0],
            })
            .collect();
        let mut seen = Vec::new();
        for &level in Level::available() {
            let mut scene = Scene::new(Query::new().with_level(level), Mesh::bunny().unwrap()).unwrap();
            let points: Vec<[f32; 3]> = scene.meshes[1].vertices.clone();
            let [bunny, ring] = scene.inside(&Points3::from_shapes(&points).unwrap());
            let (bunny, ring) = (bunny.unwrap().count(), ring.unwrap().count());
            let met = scene.cast(&rays).unwrap();
            let crossing = scene.crossing.count();
            // Corners of the ring lie on it, and not inside.
            assert!(bunny > 100 && ring == 0 && crossing > 100, "{bunny} {ring} {crossing}");
            assert!(met.iter().flatten().any(|hit| (hit.row as usize) < scene.faces));
            seen.push((bunny, crossing, met, scene.tallies.map(|tally| tally.hits)));
        }
        assert!(seen.iter().all(|scene| *scene == seen[0]));
    }
}
