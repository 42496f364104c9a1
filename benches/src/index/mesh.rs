//! The meshes that are queried, and places at their surface.

use std::cell::LazyCell;
use std::fs::File;
use std::path::PathBuf;
use std::rc::Rc;

use flate2::read::GzDecoder;
use scalar::dim3::{Point3, Ray3, Sphere, Triangle3};

use crate::workload::Uniform;
use demo::data;

/// Triangles of the dragon.
const DRAGON: usize = 871_414;

/// Makes triangles when they are needed.
type Read = Box<dyn FnOnce() -> Vec<Triangle3>>;

/// A mesh whose triangles are read when the first measurement needs them.
#[derive(Clone)]
pub struct Mesh {
    /// Its name in the names of benches.
    pub name: &'static str,
    /// Its pairs with a thousand of its spheres.
    pub touched: usize,
    /// How many of ten thousand of its rays hit it.
    pub hit: usize,
    /// How many of a thousand of its moving spheres and boxes touch it.
    pub swept: [usize; 2],
    /// How many faces it has.
    pub faces: usize,
    /// The pairs of faces that it and its copy have in [`Mesh::with_copy`].
    pub crossed: usize,
    /// Its vertices and faces.
    pub surface: Rc<LazyCell<data::Mesh>>,
    /// The faces as triangles.
    pub triangles: Rc<LazyCell<Vec<Triangle3>, Read>>,
}

impl Mesh {
    fn new(name: &'static str, counts: [usize; 6], read: fn() -> data::Mesh) -> Self {
        let [faces, touched, hit, crossed, spheres, boxes] = counts;
        let surface = Rc::new(LazyCell::new(read));
        let of = surface.clone();
        let triangles = Rc::new(LazyCell::new(Box::new(move || of.triangles()) as Read));
        Self { name, touched, hit, swept: [spheres, boxes], faces, crossed, surface, triangles }
    }

    /// The bunny of this repository.
    pub fn bunny() -> Self {
        Self::new("bunny", [3_674, 1_249, 7_992, 454, 456, 469], || {
            data::Mesh::bunny().expect("the shipped bunny can be read")
        })
    }

    /// The Stanford dragon, if `cargo xtask dragon` has fetched it.
    pub fn dragon() -> Option<Self> {
        let read = || {
            let dragon = dragon();
            assert_eq!(dragon.faces.len(), DRAGON, "triangles of the dragon");
            dragon
        };
        dragon_file().exists().then(|| Self::new("dragon", [DRAGON, 8_206, 7_821, 15_278, 365, 379], read))
    }

    /// Spheres with their centers on the surface, a thousandth of the mesh's longest side in radius.
    pub fn spheres(&self, count: usize) -> Vec<Sphere> {
        let radius = self.longest_side() / 1000.0;
        let mut uniform = Uniform::seeded(7);
        (0..count).map(|_| Sphere { center: self.place(&mut uniform), radius }).collect()
    }

    /// Points off the surface by up to a hundredth of the mesh's longest side along each axis.
    pub fn points(&self, count: usize) -> Vec<Point3> {
        let step = self.longest_side() / 100.0;
        let mut uniform = Uniform::seeded(8);
        (0..count).map(|_| self.place(&mut uniform).map(|x| x + uniform.between(-step, step))).collect()
    }

    /// Rays from a ball around the mesh, of its longest side in radius, to places near the surface.
    pub fn rays(&self, count: usize) -> Vec<Ray3> {
        let (side, center) = (self.longest_side(), self.triangles[0].a);
        let mut uniform = Uniform::seeded(10);
        let mut ray = || {
            let out: Point3 = [(); 3].map(|()| uniform.between(-1.0, 1.0));
            let length = out.iter().map(|x| x * x).sum::<f32>().sqrt();
            let start: Point3 = std::array::from_fn(|k| center[k] + side * out[k] / length);
            let step = side / 10.0;
            let target = self.place(&mut uniform).map(|x| x + uniform.between(-step, step));
            Ray3 { start, direction: std::array::from_fn(|k| target[k] - start[k]) }
        };
        (0..count).map(|_| ray()).collect()
    }

    /// Points of the bounding box.
    pub fn box_points(&self, count: usize) -> Vec<Point3> {
        let (min, max) = self.surface.bounds();
        let mut uniform = Uniform::seeded(11);
        (0..count).map(|_| std::array::from_fn(|k| uniform.between(min[k], max[k]))).collect()
    }

    /// The mesh, and again moved by a tenth of the longest side along each axis.
    pub fn with_copy(&self) -> data::Mesh {
        let (step, mut both) = (self.longest_side() / 10.0, data::Mesh::clone(&self.surface));
        let first = both.vertices.len() as u32;
        both.vertices.extend(self.surface.vertices.iter().map(|vertex| vertex.map(|x| x + step)));
        both.faces.extend(self.surface.faces.iter().map(|face| face.map(|vertex| first + vertex)));
        both
    }

    /// A place on a triangle, up to rounding.
    fn place(&self, uniform: &mut Uniform) -> Point3 {
        let Triangle3 { a, b, c } = uniform.pick(&self.triangles);
        let (u, v) = (uniform.unit(), uniform.unit());
        let (u, v) = if u + v > 1.0 { (1.0 - u, 1.0 - v) } else { (u, v) };
        std::array::from_fn(|k| a[k] + u * (b[k] - a[k]) + v * (c[k] - a[k]))
    }

    /// The longest side of its bounding box.
    pub fn longest_side(&self) -> f32 {
        let (min, max) = self.surface.bounds();
        (0..3).map(|k| max[k] - min[k]).fold(0.0, f32::max)
    }
}

/// Where `cargo xtask dragon` puts it.
fn dragon_file() -> PathBuf {
    commands::target_directory().expect("cargo names its directory").join("dragon/dragon_vrip.ply.gz")
}

fn dragon() -> data::Mesh {
    let file = File::open(dragon_file()).expect("the dragon can be opened");
    data::Mesh::from_ply(GzDecoder::new(file)).expect("the dragon is a mesh")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_at_the_surface() {
        let bunny = Mesh::bunny();
        let far = |point: &Point3| {
            let distances = bunny.triangles.iter().map(|triangle| {
                let nearest = scalar::dim3::point_triangle::closest_point(*point, triangle);
                (0..3).map(|k| (point[k] - nearest[k]).powi(2)).sum::<f32>()
            });
            distances.fold(f32::MAX, f32::min).sqrt() / bunny.longest_side()
        };
        assert!(bunny.spheres(20).iter().all(|sphere| far(&sphere.center) < 1e-6));
        assert!(bunny.points(20).iter().map(far).all(|far| far < 0.018));
    }
}
