//! The bunny and other meshes, and a swarm of spheres around one.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{BufReader, Read, Seek};
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use obj::ObjData;
use ply_rs_bw::parser::Parser;
use ply_rs_bw::ply::{PropertyAccess, PropertyAccessResult};
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
        Self::read(&commands::repository("data/bunny.obj"))
    }

    /// The mesh of a file: Wavefront OBJ, PLY or STL, in text or binary. Faces of more corners become fans of
    /// triangles. Numbers of `f64` are rounded.
    ///
    /// # Errors
    /// The name has another ending; the file cannot be read, or is no mesh.
    pub fn read(file: &Path) -> Result<Self> {
        let read = || {
            let mut content = BufReader::new(File::open(file)?);
            match file.extension().and_then(OsStr::to_str).map(str::to_ascii_lowercase).as_deref() {
                Some("obj") => Self::from_obj(content),
                Some("ply") => Self::from_ply(content),
                Some("stl") => Self::from_stl(&mut content),
                _ => bail!("the name of a mesh ends with .obj, .ply or .stl"),
            }
        };
        read().with_context(|| file.display().to_string())
    }

    fn from_obj(content: impl Read) -> Result<Self> {
        let data = ObjData::load_buf(content)?;
        let groups = data.objects.iter().flat_map(|object| &object.groups);
        let polygons = groups.flat_map(|group| &group.polys);
        let corners = polygons.map(|polygon| polygon.0.iter().map(|corner| corner.0 as u64).collect());
        Self::new(data.position, corners)
    }

    /// The mesh of a file in the format PLY.
    ///
    /// # Errors
    /// The content is no mesh.
    pub fn from_ply(content: impl Read) -> Result<Self> {
        let mut all = Parser::<PlyElement>::new().read_ply(&mut BufReader::new(content))?.payload;
        let mut take =
            |name: &str| all.swap_remove(name).with_context(|| format!("there is no element {name:?}"));
        let vertices = take("vertex")?.iter().map(|vertex| vertex.place).collect();
        Self::new(vertices, take("face")?.into_iter().map(|face| face.corners))
    }

    fn from_stl(content: &mut (impl Read + Seek)) -> Result<Self> {
        let mesh = stl_io::read_stl(content)?;
        let vertices = mesh.vertices.iter().map(|vertex| vertex.0).collect();
        Self::new(vertices, mesh.faces.iter().map(|face| face.vertices.map(|corner| corner as u64).to_vec()))
    }

    /// The mesh of vertices, and of faces by numbers of vertices.
    fn new(vertices: Vec<[f32; 3]>, faces: impl IntoIterator<Item = Vec<u64>>) -> Result<Self> {
        let mut mesh = Self { vertices, faces: Vec::new() };
        for (row, face) in faces.into_iter().enumerate() {
            let number = |corner: &u64| {
                let number =
                    u32::try_from(*corner).ok().filter(|&number| (number as usize) < mesh.vertices.len());
                number.with_context(|| format!("face {row}: there is no vertex {corner}"))
            };
            let face = face.iter().map(number).collect::<Result<Vec<u32>>>()?;
            ensure!(face.len() >= 3, "face {row} has {} corners", face.len());
            mesh.faces.extend(face[1..].windows(2).map(|edge| [face[0], edge[0], edge[1]]));
        }
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

/// A vertex or a face of a PLY file.
#[derive(Default)]
struct PlyElement {
    place: [f32; 3],
    corners: Vec<u64>,
}

impl PlyElement {
    fn set(&mut self, name: &str, value: f32) -> PropertyAccessResult {
        let Some(axis) = ["x", "y", "z"].iter().position(|axis| *axis == name) else {
            return PropertyAccessResult::Ignored;
        };
        self.place[axis] = value;
        PropertyAccessResult::Set
    }

    fn set_corners<T: TryInto<u64>>(&mut self, name: &str, corners: Vec<T>) -> PropertyAccessResult {
        if !matches!(name, "vertex_indices" | "vertex_index") {
            return PropertyAccessResult::Ignored;
        }
        // A number below zero becomes one that no vertex has.
        self.corners = corners.into_iter().map(|corner| corner.try_into().unwrap_or(u64::MAX)).collect();
        PropertyAccessResult::Set
    }
}

impl PropertyAccess for PlyElement {
    fn new() -> Self {
        Self::default()
    }

    fn set_float(&mut self, name: &str, value: f32) -> PropertyAccessResult {
        self.set(name, value)
    }

    fn set_double(&mut self, name: &str, value: f64) -> PropertyAccessResult {
        self.set(name, value as f32)
    }

    fn set_list_uchar(&mut self, name: &str, corners: Vec<u8>) -> PropertyAccessResult {
        self.set_corners(name, corners)
    }

    fn set_list_short(&mut self, name: &str, corners: Vec<i16>) -> PropertyAccessResult {
        self.set_corners(name, corners)
    }

    fn set_list_ushort(&mut self, name: &str, corners: Vec<u16>) -> PropertyAccessResult {
        self.set_corners(name, corners)
    }

    fn set_list_int(&mut self, name: &str, corners: Vec<i32>) -> PropertyAccessResult {
        self.set_corners(name, corners)
    }

    fn set_list_uint(&mut self, name: &str, corners: Vec<u32>) -> PropertyAccessResult {
        self.set_corners(name, corners)
    }
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

    /// A square and a triangle beside it, in each format.
    #[test]
    fn meshes_are_read() {
        let vertices = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 1.0, 0.5], [0.0, 1.0, 0.0]];
        let expected = Mesh { vertices: vertices.to_vec(), faces: vec![[0, 1, 2], [0, 2, 3], [1, 2, 3]] };
        let folder = tempfile::TempDir::new().unwrap();
        let read = |name: &str, content: &[u8]| {
            let file = folder.path().join(name);
            std::fs::write(&file, content).unwrap();
            Mesh::read(&file)
        };
        let obj = "# a comment\nv 0 0 0\nv 1 0 0\nv 1 1 .5\nv 0 1 0\nvn 0 0 1\nf 1//1 2//1 3//1 4//1\ng part\nf -3 -2 -1\n";
        assert_eq!(read("a.OBJ", obj.as_bytes()).unwrap(), expected);

        let head = |format: &str| {
            format!(
                "ply\nformat {format} 1.0\nelement vertex 4\nproperty float x\nproperty double y\nproperty float z\n\
                 property uchar red\nelement face 2\nproperty list uchar int vertex_indices\nend_header\n"
            )
        };
        let text = "0 0 0 1\n1 0 0 2\n1 1 0.5 3\n0 1 0 4\n4 0 1 2 3\n3 1 2 3\n";
        assert_eq!(read("a.ply", format!("{}{text}", head("ascii")).as_bytes()).unwrap(), expected);
        let mut binary = head("binary_little_endian").into_bytes();
        for [x, y, z] in vertices {
            binary.extend(x.to_le_bytes().iter().chain(&f64::from(y).to_le_bytes()).chain(&z.to_le_bytes()));
            binary.push(255);
        }
        for face in [&[0, 1, 2, 3][..], &[1, 2, 3]] {
            binary.push(face.len() as u8);
            binary.extend(face.iter().flat_map(|corner: &i32| corner.to_le_bytes()));
        }
        assert_eq!(read("b.ply", &binary).unwrap(), expected);

        let stl_face = |face: [u32; 3]| {
            let corner = |vertex: u32| {
                let [x, y, z] = vertices[vertex as usize];
                format!("vertex {x} {y} {z}\n")
            };
            format!("facet normal 0 0 1\nouter loop\n{}endloop\nendfacet\n", face.map(corner).concat())
        };
        let faces: String = expected.faces.iter().map(|&face| stl_face(face)).collect();
        let stl = read("a.stl", format!("solid s\n{faces}endsolid s\n").as_bytes()).unwrap();
        assert_eq!(stl, expected);

        for (name, content, message) in [
            ("a.txt", "", "ends with .obj, .ply or .stl"),
            ("b.obj", "v 0 0 0\nf 1 1 2\n", "face 0: there is no vertex 1"),
            ("c.obj", "v 0 0 0\nf 1 1\n", "face 0 has 2 corners"),
            (
                "c.ply",
                "ply\nformat ascii 1.0\nelement vertex 0\nproperty float x\nend_header\n",
                "no element \"face\"",
            ),
            (
                "d.ply",
                &format!("{}{}", head("ascii"), text.replace("3 1 2 3", "3 1 2 -3")),
                "face 1: there is no vertex",
            ),
        ] {
            let error = format!("{:#}", read(name, content.as_bytes()).unwrap_err());
            assert!(error.contains(message) && error.contains(name), "{error}");
        }
        assert!(
            read("e.stl", b"solid").is_err()
                && read("e.ply", b"plyy").is_err()
                && read("e.obj", b"f x").is_err()
        );
    }

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
