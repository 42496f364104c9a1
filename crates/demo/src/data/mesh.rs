//! The bunny, triangles in space, and a swarm of spheres around it.

use std::str::FromStr;

use anyhow::{Context, Result, bail, ensure};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use scalar::dim3::{Sphere, Triangle3};

/// Triangles that share vertices.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Mesh {
    /// Corners.
    pub vertices: Vec<[f32; 3]>,
    /// Three vertices each, counter-clockwise from outside, counted from 0.
    pub faces: Vec<[u32; 3]>,
}

impl Mesh {
    /// The mesh of `data/bunny.obj`.
    ///
    /// # Errors
    /// The file cannot be read, or is no mesh.
    pub fn bunny() -> Result<Self> {
        let file = commands::repository("data/bunny.obj");
        let read = || Self::parse(&std::fs::read_to_string(&file)?);
        read().with_context(|| file.display().to_string())
    }

    /// Reads a part of Wavefront OBJ: `v x y z` and `f a b c`, where vertices count from 1.
    fn parse(text: &str) -> Result<Self> {
        let mut mesh = Self::default();
        for line in text.lines() {
            match line.split_once(' ') {
                Some(("v", fields)) => mesh.vertices.push(three(fields)?),
                Some(("f", fields)) => {
                    mesh.faces.push(three(fields)?.map(|vertex: u32| vertex.wrapping_sub(1)));
                }
                _ if line.is_empty() || line.starts_with('#') => {}
                _ => bail!("neither a vertex nor a face: {line:?}"),
            }
        }
        let known = |vertex: &u32| (*vertex as usize) < mesh.vertices.len();
        ensure!(mesh.faces.iter().flatten().all(known), "a face has a vertex that is not there");
        Ok(mesh)
    }

    /// Each face as a triangle of its own.
    pub fn triangles(&self) -> Vec<Triangle3> {
        self.faces
            .iter()
            .map(|face| face.map(|vertex| self.vertices[vertex as usize]))
            .map(|[a, b, c]| Triangle3 { a, b, c })
            .collect()
    }

    /// Lower and upper corner of the box around the vertices.
    pub fn bounds(&self) -> ([f32; 3], [f32; 3]) {
        self.vertices.iter().fold(([f32::INFINITY; 3], [f32::NEG_INFINITY; 3]), |(min, max), v| {
            (std::array::from_fn(|k| min[k].min(v[k])), std::array::from_fn(|k| max[k].max(v[k])))
        })
    }
}

/// Exactly three numbers.
fn three<T: FromStr>(fields: &str) -> Result<[T; 3]> {
    let numbers: Option<Vec<T>> = fields.split_ascii_whitespace().map(|field| field.parse().ok()).collect();
    numbers
        .and_then(|numbers| numbers.try_into().ok())
        .with_context(|| format!("not three numbers: {fields:?}"))
}

/// Spheres around the mesh: the same for the same seed, on every machine.
///
/// Each center is a random step from a random vertex: up to 0.5 of the box's longest side in each direction,
/// short steps more often. Radii lie between 0.006 and 0.026 of that side, small ones more often.
pub fn swarm(mesh: &Mesh, spheres: usize, seed: u64) -> Vec<Sphere> {
    let (min, max) = mesh.bounds();
    let longest = (0..3).map(|k| max[k] - min[k]).fold(0.0, f32::max);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let sphere = |_| {
        let vertex = mesh.vertices[rng.random_range(0..mesh.vertices.len())];
        let mut unit = || rng.random_range(0.0_f32..1.0);
        let reach = unit();
        let center = vertex.map(|x| x + 0.5 * longest * reach * (2.0 * unit() - 1.0));
        let skew = unit();
        Sphere { center, radius: longest * (0.006 + 0.020 * skew * skew) }
    };
    (0..spheres).map(sphere).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shipped_bunny_is_closed() {
        let mesh = Mesh::bunny().unwrap();
        assert_eq!((mesh.vertices.len(), mesh.faces.len()), (1839, 3674));
        let edge = |face: &[u32; 3], k: usize| (face[k], face[(k + 1) % 3]);
        let edges: std::collections::HashSet<_> =
            mesh.faces.iter().flat_map(|face| [0, 1, 2].map(|k| edge(face, k))).collect();
        assert_eq!(edges.len(), 3 * mesh.faces.len());
        assert!(edges.iter().all(|&(a, b)| edges.contains(&(b, a))));
    }
}
