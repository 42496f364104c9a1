//! Pairs of triangles of real meshes, as a broad phase hands them on.

use std::sync::LazyLock;

use scalar::dim2::{Aabb, Disk, Triangle};
use scalar::dim3::{Sphere, Triangle3};
use soa::join::Bounded;

use super::shuffle;
use crate::workload::columns;
use demo::data::{Mesh, World};

/// The bunny's triangles, each with every one that shares a vertex or an edge.
pub static BUNNY: LazyLock<Vec<(Triangle3, Triangle3)>> = LazyLock::new(|| {
    let mesh = Mesh::bunny().expect("the shipped bunny can be read");
    let triangles = mesh.triangles();
    let mut pairs = sharing(&mesh.faces);
    shuffle(&mut pairs);
    pairs.into_iter().map(|(i, j)| (triangles[i], triangles[j])).collect()
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
    let triangles = World::shipped().expect("the shipped map can be read").triangles();
    let boxes: Vec<Aabb> = triangles.iter().map(Bounded::bounds).collect();
    let pairs = soa::self_join(&columns(&boxes)).expect("few enough pairs");
    let mut pairs: Vec<(u32, u32)> = pairs.iter().collect();
    shuffle(&mut pairs);
    pairs.truncate(MAP_ROWS);
    pairs.into_iter().map(|(i, j)| (triangles[i as usize], triangles[j as usize])).collect()
});

/// Pairs of the map that are kept: no bench has more rows.
const MAP_ROWS: usize = 1_000_000;

/// Pairs of faces that share a vertex, each once.
fn sharing(faces: &[[u32; 3]]) -> Vec<(usize, usize)> {
    let share = |i: usize, j: usize| faces[i].iter().any(|vertex| faces[j].contains(vertex));
    let after = |i: usize| (i + 1..faces.len()).filter(move |&j| share(i, j)).map(move |j| (i, j));
    (0..faces.len()).flat_map(after).collect()
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
