//! Rows to join. About one pair a row hits, whatever their number, or some more where rows are hard to
//! partition, and fewer between squares. They are the same on every machine, but for the map, whose
//! projection rounds as the machine's tangent does.
//!
//! | workload | left | right |
//! |---|---|---|
//! | uniform | triangles about one unit large, uniform in a square of one unit a row | disks, likewise |
//! | clustered | the same triangles in a hundred normally distributed clusters, 99 % of the square empty | disks, likewise |
//! | skewed | triangles whose sizes are spread over six orders, as many of each | disks, likewise |
//! | giants | uniform triangles half as large, but 1 in 1000 a twentieth of the square | disks, likewise |
//! | far | uniform triangles, but one in a thousand up to `1e30` away | disks, likewise |
//! | line | triangles along a diagonal | disks, likewise |
//! | crowded | small triangles, nine at each place of a grid | disks, likewise |
//! | nested | triangles `2^-60` to `2^60` from the origin, a 256th of that large | disks, likewise |
//! | sparse | the uniform triangles in a square a hundred times as large | a fiftieth as many disks, in the clusters |
//! | swiftspatial | squares of side 1, uniform in a square of side 10,000 | likewise |
//! | map | disks of the people of 135,233 cities | triangles of the world's countries |
//! | bunny | spheres around the bunny | its 3,674 triangles |
//! | own | triangles of the world's countries | the same: pairs of different rows |

use scalar::dim2::{Aabb, Disk, Point, Triangle};
use scalar::dim3::{Sphere, Triangle3};

use crate::workload::{Sample, Uniform, rows};
use demo::data::{self, City, Mesh, World, cities};

/// Clusters of the clustered workload.
const CLUSTERS: usize = 100;

/// Shapes about one unit large in a square of one unit a row.
pub fn uniform(n: usize) -> (Vec<Triangle>, Vec<Disk>) {
    let side = (n as f32).sqrt();
    (rows(1, n, side), rows(2, n, side))
}

/// The same shapes in clusters. A cluster is as wide as makes two of its rows meet as often as two uniform
/// ones do.
pub fn clustered(n: usize) -> (Vec<Triangle>, Vec<Disk>) {
    in_clusters(n, (n as f32).sqrt())
}

/// Shapes of which most are far from the few in the clusters.
pub fn sparse(n: usize) -> (Vec<Triangle>, Vec<Disk>) {
    let side = (n as f32).sqrt();
    (rows(1, n, 10.0 * side), in_clusters(n / 50, side).1)
}

fn in_clusters(n: usize, side: f32) -> (Vec<Triangle>, Vec<Disk>) {
    let mut uniform = Uniform::seeded(5);
    let centers: [Point; CLUSTERS] = [(); CLUSTERS].map(|()| uniform.place(10.0 * side));
    // Two normal variates differ by a density of 1 / (4 pi deviation^2) at their center.
    let deviation = side / (4.0 * std::f32::consts::PI * CLUSTERS as f32).sqrt();
    scattered(n, |uniform| (uniform.pick(&centers).map(|x| x + deviation * normal(uniform)), 1.0))
}

/// Shapes from `2^-17` to 8 units large, with as many between each power of two and the next, in a square of
/// one unit a row.
pub fn skewed(n: usize) -> (Vec<Triangle>, Vec<Disk>) {
    let side = (n as f32).sqrt();
    scattered(n, |uniform| {
        let at = uniform.place(side);
        (at, (1 << uniform.integer(0, 19)) as f32 * uniform.between(1.0, 2.0) / (1 << 17) as f32)
    })
}

/// Shapes of which a few are as large as a part of the square.
pub fn giants(n: usize) -> (Vec<Triangle>, Vec<Disk>) {
    let side = (n as f32).sqrt();
    scattered(n, |uniform| {
        (uniform.place(side), if uniform.integer(1, 1000) == 1 { side / 20.0 } else { 0.5 })
    })
}

/// Shapes of which a few lie far outside of all others.
pub fn far(n: usize) -> (Vec<Triangle>, Vec<Disk>) {
    let side = (n as f32).sqrt();
    scattered(n, |uniform| {
        let far = if uniform.integer(1, 1000) == 1 { 1e30 } else { side };
        (uniform.place(far), 1.0)
    })
}

/// Shapes along a diagonal.
pub fn line(n: usize) -> (Vec<Triangle>, Vec<Disk>) {
    scattered(n, |uniform| ([n as f32 * uniform.unit(); 2], 1.0))
}

/// Shapes with many at the same place.
pub fn crowded(n: usize) -> (Vec<Triangle>, Vec<Disk>) {
    let last = ((n as f32).sqrt() / 3.0) as i32;
    scattered(n, |uniform| ([(); 2].map(|()| uniform.integer(0, last) as f32), 0.25))
}

/// Shapes around the origin at every scale.
pub fn nested(n: usize) -> (Vec<Triangle>, Vec<Disk>) {
    scattered(n, |uniform| {
        let scale = 2.0_f32.powi(uniform.integer(-60, 60));
        (uniform.place(scale), scale / 256.0)
    })
}

/// The uniform boxes of `SwiftSpatial` (Jiang and Alonso), whose number does not change the square.
pub fn swiftspatial(n: usize) -> (Vec<Aabb>, Vec<Aabb>) {
    let boxes = |seed| {
        let mut uniform = Uniform::seeded(seed);
        let mut square = || {
            let min: Point = uniform.place(9_999.0);
            Aabb { min, max: min.map(|x| x + 1.0) }
        };
        (0..n).map(|_| square()).collect()
    };
    (boxes(1), boxes(2))
}

/// Nearly a standard normal variate, by sums alone: other functions differ between machines.
fn normal(uniform: &mut Uniform) -> f32 {
    (0..12).map(|_| uniform.unit()).sum::<f32>() - 6.0
}

/// Shapes, each at a place of its own and of a size of its own.
fn scattered(n: usize, place: impl Fn(&mut Uniform) -> (Point, f32)) -> (Vec<Triangle>, Vec<Disk>) {
    let moved = |[x, y]: Point, size: f32, by: Point| [x * size + by[0], y * size + by[1]];
    let mut uniform = Uniform::seeded(1);
    let triangle = |_| {
        let (by, size) = place(&mut uniform);
        let Triangle { a, b, c } = Triangle::sample(&mut uniform, 0.0);
        let [a, b, c] = [a, b, c].map(|corner| moved(corner, size, by));
        Triangle { a, b, c }
    };
    let triangles = (0..n).map(triangle).collect();
    let mut uniform = Uniform::seeded(2);
    let disk = |_| {
        let (by, size) = place(&mut uniform);
        let Disk { center, radius } = Disk::sample(&mut uniform, 0.0);
        Disk { center: moved(center, size, by), radius: radius * size }
    };
    (triangles, (0..n).map(disk).collect())
}

/// The cities' disks and the countries' triangles.
pub fn map() -> (Vec<Disk>, Vec<Triangle>) {
    let cities = cities::shipped().expect("the shipped cities can be read");
    (cities.iter().map(City::people).collect(), countries())
}

/// The countries' triangles.
pub fn countries() -> Vec<Triangle> {
    World::shipped().expect("the shipped map can be read").triangles()
}

/// A swarm around the bunny, and its triangles.
pub fn bunny(n: usize) -> (Vec<Sphere>, Vec<Triangle3>) {
    let mesh = Mesh::bunny().expect("the shipped bunny can be read");
    (data::swarm(&mesh, n, 1), mesh.triangles())
}
