//! The swarm of spheres around the bunny.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use scalar::dim3::Sphere;

use super::Mesh;

/// Spheres around the mesh: the same for the same seed, on every machine.
///
/// Each center is a random step from a random vertex: up to 0.5 of the box's longest side in each direction, short
/// steps more often. Radii lie between 0.006 and 0.026 of that side, small ones more often.
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
    fn a_swarm_follows_its_seed() {
        let mesh = Mesh { vertices: vec![[0.0; 3], [1.0, 2.0, 3.0]], faces: Vec::new() };
        assert_eq!(swarm(&mesh, 10, 7), swarm(&mesh, 10, 7));
        assert_ne!(swarm(&mesh, 10, 7), swarm(&mesh, 10, 8));
    }
}
