//! Spheres and a triangle mesh in space: which of them touch, which triangle is nearest to a point, and which
//! spheres touch after the mesh has moved.
//!
//! `cargo run --release -p octet-soa --example spheres_on_mesh`

use std::error::Error;

use glam::Vec3;
use soa::{Index, Sphere, Spheres, Triangles3};

/// As most programs hold a mesh: vertices, and three of their numbers a triangle.
#[derive(Default)]
struct Mesh {
    vertices: Vec<Vec3>,
    triangles: Vec<[usize; 3]>,
}

impl Mesh {
    /// Reads lines `v x y z` and `f a b c`, where vertices are counted from 1.
    fn parse(obj: &str) -> Result<Self, Box<dyn Error>> {
        let mut mesh = Self::default();
        for line in obj.lines() {
            match line.split_whitespace().collect::<Vec<_>>()[..] {
                ["v", x, y, z] => mesh.vertices.push(Vec3::new(x.parse()?, y.parse()?, z.parse()?)),
                ["f", a, b, c] => mesh.triangles.push([a.parse()?, b.parse()?, c.parse()?]),
                _ => {}
            }
        }
        Ok(mesh)
    }

    /// The columns that Octet works on: row `i` is triangle `i`.
    fn columns(&self) -> Result<Triangles3, soa::Error> {
        Triangles3::try_from_iter(self.triangles.iter().map(|corners| corners.map(|i| self.vertices[i - 1])))
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/bunny.obj");
    let mut bunny = Mesh::parse(&std::fs::read_to_string(file)?)?;
    let mut index = Index::new(&bunny.columns()?)?;

    // Spheres in a lattice of 20 x 20 x 20 around the bunny.
    let low = bunny.vertices.iter().copied().fold(Vec3::INFINITY, Vec3::min);
    let high = bunny.vertices.iter().copied().fold(Vec3::NEG_INFINITY, Vec3::max);
    let step = (high - low) / 19.0;
    let at = |i: usize| low + step * Vec3::new((i % 20) as f32, (i / 20 % 20) as f32, (i / 400) as f32);
    let spheres = Spheres::try_from_iter((0..8000).map(|i| Sphere::new(at(i), 0.25)))?;

    // Which spheres touch the bunny? One bit a sphere.
    let touching = index.join(&spheres)?.matched_left()?;
    println!("{} of {} spheres touch the {} triangles", touching.count(), spheres.len(), index.len());

    // Which triangles does each of them touch? One list a sphere. `pairs` has the same as pairs of rows.
    let lists = index.join(&spheres)?.csr()?;
    for sphere in touching.iter().take(3) {
        println!("sphere {sphere} touches triangles {:?}", lists.row(sphere).unwrap_or_default());
    }
    assert!(lists.iter().map(|list| !list.is_empty()).eq(touching.to_bools()));

    // The triangle nearest to a point. A sphere around the point touches the mesh if its radius reaches it.
    let eye = high + Vec3::ONE;
    let nearest = index.nearest(&eye.to_array(), f32::INFINITY)?.ok_or("a mesh without triangles")?;
    println!("triangle {} is nearest to {eye}, {:.3} away", nearest.row, nearest.distance);
    let reach = nearest.distance as f32;
    assert!(index.intersects_one(&Sphere::new(eye, 0.999 * reach))?.is_empty());
    assert!(index.intersects_one(&Sphere::new(eye, 1.001 * reach))?.contains(&nearest.row));

    // The bunny moves by half of its length. A refit takes a fraction of the time of a new index.
    for vertex in &mut bunny.vertices {
        vertex.x += (high.x - low.x) / 2.0;
    }
    let was_rebuilt = index.refit(&bunny.columns()?)?;
    let moved = index.join(&spheres)?.matched_left()?;
    println!("{} spheres touch it after it has moved", moved.count());
    assert_eq!((touching.count(), moved.count(), was_rebuilt), (1042, 650, false));
    Ok(())
}
