//! The meshes that are queried, and places at their surface.

use std::cell::LazyCell;
use std::fs::File;
use std::io::Read;
use std::path::PathBuf;
use std::rc::Rc;

use flate2::read::GzDecoder;
use scalar::dim3::{Point3, Ray3, Sphere, Triangle3};

use crate::workload::Uniform;
use demo::data;

/// A mesh whose triangles are read when the first measurement needs them.
#[derive(Clone)]
pub struct Mesh {
    /// Its name in the names of benches.
    pub name: &'static str,
    /// Its pairs with a thousand of its spheres.
    pub touched: usize,
    /// How many of ten thousand of its rays hit it.
    pub hit: usize,
    /// Its triangles.
    pub triangles: Rc<LazyCell<Vec<Triangle3>>>,
}

impl Mesh {
    fn new(name: &'static str, touched: usize, hit: usize, read: fn() -> Vec<Triangle3>) -> Self {
        Self { name, touched, hit, triangles: Rc::new(LazyCell::new(read)) }
    }

    /// The bunny of this repository.
    pub fn bunny() -> Self {
        Self::new("bunny", 1_249, 7_992, || {
            data::Mesh::bunny().expect("the shipped bunny can be read").triangles()
        })
    }

    /// The Stanford dragon, if `cargo xtask dragon` has fetched it.
    pub fn dragon() -> Option<Self> {
        let read = || {
            let triangles = dragon();
            assert_eq!(triangles.len(), 871_414, "triangles of the dragon");
            triangles
        };
        dragon_file().exists().then(|| Self::new("dragon", 8_206, 7_821, read))
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

    /// A place on a triangle, up to rounding.
    fn place(&self, uniform: &mut Uniform) -> Point3 {
        let Triangle3 { a, b, c } = uniform.pick(&self.triangles);
        let (u, v) = (uniform.unit(), uniform.unit());
        let (u, v) = if u + v > 1.0 { (1.0 - u, 1.0 - v) } else { (u, v) };
        std::array::from_fn(|k| a[k] + u * (b[k] - a[k]) + v * (c[k] - a[k]))
    }

    fn longest_side(&self) -> f32 {
        let corners = || self.triangles.iter().flat_map(|t| [t.a, t.b, t.c]);
        let side = |k: usize| {
            let (min, max) = corners()
                .fold((f32::MAX, f32::MIN), |(min, max), corner| (min.min(corner[k]), max.max(corner[k])));
            max - min
        };
        (0..3).map(side).fold(0.0, f32::max)
    }
}

/// Where `cargo xtask dragon` puts it.
fn dragon_file() -> PathBuf {
    commands::target_directory().expect("cargo names its directory").join("dragon/dragon_vrip.ply.gz")
}

fn dragon() -> Vec<Triangle3> {
    let mut text = String::new();
    let file = File::open(dragon_file()).expect("the dragon can be opened");
    GzDecoder::new(file).read_to_string(&mut text).expect("the dragon can be unpacked");
    parse(&text).expect("the dragon is a mesh of triangles in text")
}

/// The triangles of a file in the format PLY, as text: `x y z` for each vertex, and `3 a b c` for each face.
fn parse(text: &str) -> Option<Vec<Triangle3>> {
    let (head, body) = text.split_once("end_header\n")?;
    let count = |name: &str| -> Option<usize> { head.split_once(name)?.1.lines().next()?.parse().ok() };
    let (vertices, faces) = (count("element vertex ")?, count("element face ")?);
    let mut lines = body.lines();
    let vertices = lines.by_ref().take(vertices).map(numbers).collect::<Option<Vec<Point3>>>()?;
    let triangle = |line: &str| {
        let [3, corners @ ..] = numbers::<usize, 4>(line)? else { return None };
        let [a, b, c] = corners.map(|corner| vertices.get(corner).copied());
        Some(Triangle3 { a: a?, b: b?, c: c? })
    };
    lines.take(faces).map(triangle).collect()
}

/// The numbers of a line, if there are `N`.
fn numbers<T: std::str::FromStr, const N: usize>(line: &str) -> Option<[T; N]> {
    let numbers: Option<Vec<T>> = line.split_ascii_whitespace().map(|number| number.parse().ok()).collect();
    numbers?.try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mesh_is_read_from_text() {
        let head = "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nelement face 1\nend_header\n";
        let read = |body: &str| parse(&format!("{head}{body}"));
        let triangle = Triangle3 { a: [0.0; 3], b: [1.0, 0.5, 0.0], c: [0.0, 1.0, -2.0] };
        let vertices = "0 0 0 \n1 0.5 0\n0 1 -2\n";
        assert_eq!(read(&format!("{vertices}3 0 1 2 \n")), Some(vec![triangle]));
        for face in ["3 0 1 3", "4 0 1 2", "3 0 1", "3 0 1 x"] {
            assert_eq!(read(&format!("{vertices}{face}\n")), None, "{face}");
        }
    }

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
