//! Pairs of triangles of real meshes, as a broad phase hands them on.

use std::sync::LazyLock;

use scalar::dim2::{Disk, Point, Triangle};
use scalar::dim3::{Sphere, Triangle3};

use super::shuffle;
use demo::data::{self, Mesh, World};

/// The bunny's triangles, each with every one that shares a vertex or an edge.
pub static BUNNY: LazyLock<Vec<(Triangle3, Triangle3)>> = LazyLock::new(|| {
    let mesh = Mesh::read(&data::shipped().join(data::BUNNY)).expect("the shipped bunny can be read");
    let triangles = mesh.triangles();
    let mut pairs = sharing(&mesh.faces);
    shuffle(&mut pairs);
    pairs.into_iter().map(|(i, j)| (triangles[i as usize], triangles[j as usize])).collect()
});

/// The pairs of [`BUNNY`], projected to the plane `z = 0`: what lies behind what lies before it, slivers at
/// the outline.
pub static FLAT_BUNNY: LazyLock<Vec<(Triangle, Triangle)>> = LazyLock::new(|| {
    let flat = |t: &Triangle3| {
        let [a, b, c] = [t.a, t.b, t.c].map(|[x, y, _]| [x, y]);
        Triangle { a, b, c }
    };
    BUNNY.iter().map(|(s, t)| (flat(s), flat(t))).collect()
});

/// The triangles of the world's countries, each with others whose box meets its own, for a million pairs in
/// all. Every pair that shares a vertex has boxes that meet.
///
/// The map's projection rounds as the machine's tangent does: another one may move a corner by a unit in the
/// last place.
pub static MAP: LazyLock<Vec<(Triangle, Triangle)>> = LazyLock::new(|| {
    let world = World::read(&data::shipped().join(data::COUNTRIES)).expect("the shipped map can be read");
    let triangles: Vec<Triangle> = world.lands.iter().flat_map(|land| land.triangles.iter()).collect();
    let mut pairs = meeting(&triangles);
    shuffle(&mut pairs);
    pairs.truncate(MAP_ROWS);
    pairs.into_iter().map(|(i, j)| (triangles[i as usize], triangles[j as usize])).collect()
});

/// Pairs of the map that are kept: no bench has more rows.
const MAP_ROWS: usize = 1_000_000;

/// Pairs of faces that share a vertex, each once.
fn sharing(faces: &[[u32; 3]]) -> Vec<(u32, u32)> {
    let vertices = faces.iter().flatten().max().map_or(0, |last| *last as usize + 1);
    let mut around = vec![Vec::new(); vertices];
    let mut pairs = Vec::new();
    for (face, vertices) in (0..).zip(faces) {
        for &vertex in vertices {
            let earlier: &mut Vec<u32> = &mut around[vertex as usize];
            pairs.extend(earlier.iter().map(|&other| (other, face)));
            earlier.push(face);
        }
    }
    // Two faces that share an edge were found at both its ends.
    pairs.sort_unstable();
    pairs.dedup();
    pairs
}

/// Pairs of triangles whose boxes meet, each once: a sweep along x.
fn meeting(triangles: &[Triangle]) -> Vec<(u32, u32)> {
    let extent = |t: &Triangle, k: usize| [t.a[k].min(t.b[k]).min(t.c[k]), t.a[k].max(t.b[k]).max(t.c[k])];
    let mut boxes: Vec<_> = (0..).zip(triangles).map(|(i, t)| (extent(t, 0), extent(t, 1), i)).collect();
    boxes.sort_unstable_by(|s, t| s.0[0].total_cmp(&t.0[0]).then(s.2.cmp(&t.2)));
    let mut pairs = Vec::new();
    for (n, (x, y, i)) in boxes.iter().enumerate() {
        for (_, other, j) in boxes[n + 1..].iter().take_while(|(other, ..)| other[0] <= x[1]) {
            if y[0] <= other[1] && other[0] <= y[1] {
                pairs.push((*i.min(j), *i.max(j)));
            }
        }
    }
    pairs
}

/// A corner of each left triangle, the first, second and third in turn, with the right one.
pub fn corners(pairs: &[(Triangle, Triangle)]) -> Vec<(Point, Triangle)> {
    pairs.iter().enumerate().map(|(row, (s, t))| ([s.a, s.b, s.c][row % 3], *t)).collect()
}

/// A disk about a corner of each left triangle whose radius is the rounded distance to the nearest corner of
/// the right one. Pairs with the same corners are left out.
pub fn disks(pairs: &[(Triangle, Triangle)]) -> Vec<(Disk, Triangle)> {
    let disk = |(s, t): &(Triangle, Triangle)| {
        let (center, radius) = reach([s.a, s.b, s.c], [t.a, t.b, t.c])?;
        Some((Disk { center, radius }, *t))
    };
    pairs.iter().filter_map(disk).collect()
}

/// [`disks`] in space.
pub fn spheres(pairs: &[(Triangle3, Triangle3)]) -> Vec<(Sphere, Triangle3)> {
    let sphere = |(s, t): &(Triangle3, Triangle3)| {
        let (center, radius) = reach([s.a, s.b, s.c], [t.a, t.b, t.c])?;
        Some((Sphere { center, radius }, *t))
    };
    pairs.iter().filter_map(sphere).collect()
}

/// The first point that is no corner of the other triangle, and how far it is from the nearest of them.
fn reach<const N: usize>(from: [[f32; N]; 3], to: [[f32; N]; 3]) -> Option<([f32; N], f32)> {
    let center = from.into_iter().find(|corner| !to.contains(corner))?;
    let distance2 = |corner: &[f32; N]| -> f64 {
        center.iter().zip(corner).map(|(x, y)| (f64::from(*x) - f64::from(*y)).powi(2)).sum()
    };
    let nearest = to.iter().map(distance2).fold(f64::INFINITY, f64::min);
    Some((center, nearest.sqrt() as f32))
}

#[cfg(test)]
mod tests {
    use super::*;
    use scalar::exact;

    #[test]
    fn neighbours_share_a_vertex() {
        assert_eq!(sharing(&[[0, 1, 2], [2, 1, 3], [4, 5, 6], [3, 7, 8]]), [(0, 1), (1, 3)]);
        assert_eq!(BUNNY.len(), 23_466);
        for (s, t) in &*BUNNY {
            assert!([s.a, s.b, s.c].iter().any(|corner| [t.a, t.b, t.c].contains(corner)));
        }
        assert!(FLAT_BUNNY.iter().all(|(s, t)| exact::triangle_triangle(s, t)));
    }

    #[test]
    fn a_sweep_finds_what_testing_every_pair_finds() {
        let triangles: Vec<Triangle> = crate::workload::rows(1, 300, 8.0);
        let meet = |s: &Triangle, t: &Triangle, k: usize| {
            let [s, t] = [s, t].map(|t| [t.a[k], t.b[k], t.c[k]]);
            let (low, high) = (f32::INFINITY, f32::NEG_INFINITY);
            s.into_iter().fold(low, f32::min) <= t.into_iter().fold(high, f32::max)
                && t.into_iter().fold(low, f32::min) <= s.into_iter().fold(high, f32::max)
        };
        let mut found = meeting(&triangles);
        found.sort_unstable();
        let mut expected = Vec::new();
        for j in 0..triangles.len() {
            let pairs = (0..j).filter(|&i| (0..2).all(|k| meet(&triangles[i], &triangles[j], k)));
            expected.extend(pairs.map(|i| (i as u32, j as u32)));
        }
        expected.sort_unstable();
        assert_eq!(found, expected);
    }

    #[test]
    fn the_map_has_pairs_that_touch_and_pairs_that_do_not() {
        assert_eq!(MAP.len(), MAP_ROWS);
        let hits = MAP[..10_000].iter().filter(|(s, t)| exact::triangle_triangle(s, t)).count();
        assert!((1_000..9_000).contains(&hits), "{hits}");
    }

    #[test]
    fn disks_reach_a_corner_or_just_do_not() {
        let disks = disks(&FLAT_BUNNY[..2_000]);
        let hits = disks.iter().filter(|(disk, t)| exact::disk_triangle(disk, t)).count();
        assert!((500..disks.len() - 200).contains(&hits), "{hits}");
        for (disk, t) in disks {
            let larger = Disk { radius: disk.radius.next_up().next_up(), ..disk };
            assert!(exact::disk_triangle(&larger, &t));
        }
    }
}
