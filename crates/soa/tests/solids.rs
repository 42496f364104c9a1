//! Inside, outside and on the faces of closed meshes, against another definition: unions of cubes, of which a point
//! lies inside exactly if all cubes around it are there.

use soa::{Error, Mesh, Place, Points3};

mod common;
use common::Random;

const SIDE: i32 = 5;

/// Cubes of a grid, each there or not.
struct Cubes(Vec<bool>);

impl Cubes {
    fn new(random: &mut Random, share: usize) -> Self {
        Self((0..SIDE.pow(3)).map(|_| random.below(8) < share).collect())
    }

    fn has(&self, cube: [i32; 3]) -> bool {
        let [x, y, z] = cube;
        cube.iter().all(|i| (0..SIDE).contains(i)) && self.0[((x * SIDE + y) * SIDE + z) as usize]
    }

    /// Where a point lies, in halves of a side.
    fn place(&self, p: [i32; 3]) -> Place {
        let around = |k: usize| (p[k] - 1).div_euclid(2)..=p[k].div_euclid(2);
        let (mut all, mut none) = (true, true);
        for x in around(0) {
            for y in around(1) {
                for z in around(2) {
                    let has = self.has([x, y, z]);
                    (all, none) = (all && has, none && !has);
                }
            }
        }
        match (all, none) {
            (true, _) => Place::Inside,
            (_, true) => Place::Outside,
            _ => Place::Boundary,
        }
    }

    /// Two triangles for each side of a cube with no cube behind it. Corners are of their own in each face, in any
    /// order, and every diagonal may go either way.
    fn faces(&self, random: &mut Random) -> Vec<[[i32; 3]; 3]> {
        let mut faces = Vec::new();
        for cube in (0..SIDE.pow(3)).map(|i| [i / SIDE / SIDE, i / SIDE % SIDE, i % SIDE]) {
            for (axis, up) in [0, 1, 2].into_iter().flat_map(|axis| [(axis, 0), (axis, 1)]) {
                let mut behind = cube;
                behind[axis] += 2 * up - 1;
                if !self.has(cube) || self.has(behind) {
                    continue;
                }
                let corner = |u: i32, v: i32| {
                    let mut corner = cube;
                    corner[axis] += up;
                    corner[(axis + 1) % 3] += u;
                    corner[(axis + 2) % 3] += v;
                    corner
                };
                let [a, b, c, d] = [corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)];
                let halves =
                    if random.below(2) == 0 { [[a, b, c], [a, d, c]] } else { [[b, c, d], [b, a, d]] };
                for mut face in halves {
                    face.rotate_left(random.below(3));
                    faces.push(face);
                }
            }
        }
        faces
    }
}

/// A map of whole numbers to whole numbers, which no plane of the grid survives, and then a size.
fn mapped([x, y, z]: [i32; 3], [a, b, c]: [i32; 3], unit: f32) -> [f32; 3] {
    let y = y + a * x;
    let z = z + b * x + c * y;
    [x + a * z, y, z].map(|x| x as f32 * unit)
}

#[test]
fn points_of_a_grid_in_unions_of_cubes() {
    let mut random = Random::new(11);
    let mut met = [0; 3];
    let points: Vec<[i32; 3]> = (-1..=2 * SIDE + 1)
        .flat_map(|x| (-1..=2 * SIDE + 1).flat_map(move |y| (-1..=2 * SIDE + 1).map(move |z| [x, y, z])))
        .collect();
    for round in 0..240 {
        let cubes = Cubes::new(&mut random, 1 + round % 7);
        let shear = [0; 3].map(|_| [-2, -1, 0, 1, 2][random.below(5)]);
        let unit = [1.0, 0.1, 1e-20, 1e30, f32::from_bits(1)][round % 5];
        // Where the size is no power of two, points are rounded: then only those of the cubes' corners.
        let is_exact = round % 5 == 0 || round % 5 == 4;
        let corners = cubes.faces(&mut random);
        let vertices: Vec<[f32; 3]> =
            corners.as_flattened().iter().map(|corner| mapped(corner.map(|x| 2 * x), shear, unit)).collect();
        let faces: Vec<[u32; 3]> = (0..corners.len() as u32).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
        let mesh = Mesh::new(&vertices, &faces).unwrap();
        let solid = mesh.solid().unwrap();
        let points: Vec<[i32; 3]> = points
            .iter()
            .copied()
            .filter(|p| is_exact || p.iter().all(|x| x % 2 == 0) && cubes.place(*p) == Place::Boundary)
            .collect();
        let rows: Vec<[f32; 3]> = points.iter().map(|&p| mapped(p, shear, unit)).collect();
        let found = solid.inside(&Points3::from_shapes(&rows).unwrap()).unwrap();
        for (row, &p) in points.iter().enumerate() {
            let place = cubes.place(p);
            met[place as usize] += 1;
            let bits = [&found.inside, &found.boundary].map(|hits| hits.get(row).unwrap());
            let expected = [place == Place::Inside, place == Place::Boundary];
            assert_eq!(bits, expected, "{p:?} {shear:?} {unit}");
            if row % 7 == 0 {
                assert_eq!(solid.place(rows[row]).unwrap(), place, "{p:?} {shear:?} {unit}");
            }
        }
        // A few points descend the tree one by one.
        let few = solid.inside(&Points3::from_shapes(&rows[..rows.len().min(20)]).unwrap()).unwrap();
        assert!(few.inside.iter().eq(found.inside.iter().take_while(|&row| row < few.inside.len())));
        assert!(few.boundary.iter().eq(found.boundary.iter().take_while(|&row| row < few.boundary.len())));
    }
    assert!(met.iter().all(|&met| met > 10_000), "{met:?}");
}

/// A sphere of random corners, no four of which lie in a plane: points within a smaller sphere are inside, beyond
/// the corners outside. Rays and parities find the same crossings.
#[test]
fn parity_is_that_of_the_faces_that_a_ray_meets() {
    let mut random = Random::new(3);
    let (rings, steps) = (40, 60);
    let mut vertices = vec![[0.0, 0.0, -1.0], [0.0, 0.0, 1.0]];
    for ring in 1..rings {
        for step in 0..steps {
            let (a, b) = (
                (ring as f32 + 0.3 * random.signed()) / rings as f32 * std::f32::consts::PI,
                step as f32 / steps as f32 * std::f32::consts::TAU,
            );
            let r = 1.0 - 0.3 * random.unit();
            vertices.push([r * a.sin() * b.cos(), r * a.sin() * b.sin(), -r * a.cos()]);
        }
    }
    let at = |ring: u32, step: u32| 2 + (ring - 1) * steps as u32 + step % steps as u32;
    let mut faces = Vec::new();
    for step in 0..steps as u32 {
        faces.push([0, at(1, step), at(1, step + 1)]);
        faces.push([1, at(rings as u32 - 1, step), at(rings as u32 - 1, step + 1)]);
        for ring in 1..rings as u32 - 1 {
            faces.push([at(ring, step), at(ring, step + 1), at(ring + 1, step)]);
            faces.push([at(ring, step + 1), at(ring + 1, step), at(ring + 1, step + 1)]);
        }
    }
    let mesh = Mesh::new(&vertices, &faces).unwrap();
    let solid = mesh.solid().unwrap();
    let mut points: Vec<[f32; 3]> = (0..20_000).map(|_| random.vector(1.1)).collect();
    // On the corners, and straight below them.
    points.extend(&vertices);
    points.extend(vertices.iter().map(|&[x, y, z]| [x, y, z - 0.5 * random.unit()]));
    let rows = Points3::from_shapes(&points).unwrap();
    let found = solid.inside(&rows).unwrap();
    for (row, &[x, y, z]) in points.iter().enumerate().take(20_000) {
        let up = soa::Ray3 { start: [x, y, z], direction: [0.0, 0.0, 1.0] };
        let crossed = solid.faces().cast_all(&up).unwrap().len();
        assert_eq!(found.inside.get(row), Some(crossed % 2 == 1), "{:?}", points[row]);
    }
    let boundary: Vec<usize> = found.boundary.iter().collect();
    assert_eq!(boundary, (20_000..20_000 + vertices.len()).collect::<Vec<_>>());
    // Rays to the sides: where a vertical ray meets edges and corners, a slanted one meets none of them.
    for (row, &[x, y, z]) in points.iter().enumerate().skip(20_000 + vertices.len()) {
        let aside = soa::Ray3 { start: [x, y, z], direction: [0.123, 0.457, 0.891] };
        let crossed = solid.faces().cast_all(&aside).unwrap().len();
        assert_eq!(found.inside.get(row), Some(crossed % 2 == 1), "{:?}", points[row]);
    }
    assert!((5_000..15_000).contains(&found.inside.count()), "{}", found.inside.count());
}

#[test]
fn a_mesh_that_is_open_is_refused_with_an_edge_of_the_hole() {
    let cube = |x: f32, y: f32, z: f32| [x, y, z];
    let vertices: Vec<[f32; 3]> =
        (0..8).map(|i| cube((i & 1) as f32, (i >> 1 & 1) as f32, (i >> 2) as f32)).collect();
    let faces: Vec<[u32; 3]> =
        [[0, 1, 3, 2], [4, 5, 7, 6], [0, 1, 5, 4], [2, 3, 7, 6], [0, 2, 6, 4], [1, 3, 7, 5]]
            .iter()
            .flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]])
            .collect();
    assert!(Mesh::new(&vertices, &faces).unwrap().solid().is_ok());
    for hole in 0..faces.len() {
        let mut rest = faces.clone();
        let missing = rest.remove(hole);
        let refused = Mesh::new(&vertices, &rest).unwrap().solid().unwrap_err();
        let Error::OpenMesh { face, corner, on: 1 } = refused else { panic!("{refused}") };
        let edge = [rest[face][corner], rest[face][(corner + 1) % 3]];
        assert!(edge.iter().all(|vertex| missing.contains(vertex)), "{refused}");
    }
    // A fin: an edge on three faces.
    let mut with_fin = faces.clone();
    with_fin.push([0, 1, 7]);
    assert!(matches!(
        Mesh::new(&vertices, &with_fin).unwrap().solid(),
        Err(Error::OpenMesh { on: 1 | 3, .. })
    ));
    // Both signs of zero are one place, and a face with two equal corners closes nothing and opens nothing.
    let mut signed = vertices.clone();
    signed.extend(vertices.iter().map(|p| p.map(|x| if x == 0.0 { -0.0 } else { x })));
    let mut faces: Vec<[u32; 3]> =
        faces.iter().enumerate().map(|(i, face)| face.map(|vertex| vertex + 8 * (i as u32 % 2))).collect();
    faces.push([0, 1, 1]);
    let solid = Mesh::new(&signed, &faces).unwrap().solid().unwrap();
    assert_eq!(solid.place([0.5; 3]), Ok(Place::Inside));
    assert_eq!(solid.place([0.0, 0.5, 0.5]), Ok(Place::Boundary));
    assert!(matches!(solid.place([f32::NAN, 0.0, 0.0]), Err(Error::InvalidValue { .. })));
    // No faces: nothing is inside.
    let nothing = Mesh::new(&[], &[]).unwrap().solid().unwrap();
    assert_eq!(nothing.place([0.0; 3]), Ok(Place::Outside));
    assert_eq!(nothing.inside(&Points3::from_shapes(&[[0.0; 3]; 50]).unwrap()).unwrap().inside.count(), 0);
}
