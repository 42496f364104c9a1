//! The bunny: triangles in space.

use std::fmt::Write;
use std::path::Path;

use scalar::dim3::Triangle3;

use super::DataError;

/// Triangles that share vertices.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Mesh {
    /// Corners.
    pub vertices: Vec<[f32; 3]>,
    /// Three vertices each, counter-clockwise from outside, counted from 0.
    pub faces: Vec<[u32; 3]>,
}

impl Mesh {
    /// The mesh as Wavefront OBJ.
    pub fn to_obj(&self) -> String {
        let mut text = String::from("# The Stanford bunny, decimated; see data/README.md\n");
        for [x, y, z] in &self.vertices {
            let _ = writeln!(text, "v {x} {y} {z}"); // writing to a String cannot fail
        }
        for face in &self.faces {
            let [a, b, c] = face.map(|vertex| vertex + 1); // OBJ counts from 1
            let _ = writeln!(text, "f {a} {b} {c}");
        }
        text
    }

    /// Reads the part of Wavefront OBJ that [`Mesh::to_obj`] writes: `v x y z` and `f a b c`.
    ///
    /// # Errors
    /// No such file, a line that is neither, or no face.
    pub fn read(file: &Path) -> Result<Self, DataError> {
        Self::parse(file, &super::text(file)?)
    }

    /// Reads the text of a file.
    ///
    /// # Errors
    /// A line that is neither, or no face.
    pub fn parse(file: &Path, text: &str) -> Result<Self, DataError> {
        let mut mesh = Self::default();
        for (line, number) in text.lines().zip(1..) {
            let wrong = |expected: &str| DataError::line(file, number, expected, line);
            let mut fields = line.split_ascii_whitespace();
            match fields.next() {
                Some("v") => mesh.vertices.push(
                    three(fields)
                        .filter(|v: &[f32; 3]| v.iter().all(|x| x.is_finite()))
                        .ok_or_else(|| wrong("v and three finite coordinates"))?,
                ),
                Some("f") => {
                    let known = 1..=mesh.vertices.len() as u32;
                    let face = three(fields)
                        .filter(|f: &[u32; 3]| f.iter().all(|vertex| known.contains(vertex)))
                        .ok_or_else(|| wrong(&format!("f and three vertices from {known:?}")))?;
                    mesh.faces.push(face.map(|vertex| vertex - 1));
                }
                None => {}
                Some(word) if word.starts_with('#') => {}
                Some(_) => return Err(wrong("a line that starts with v, f or #")),
            }
        }
        if mesh.faces.is_empty() {
            return Err(DataError::line(file, text.lines().count(), "a face before the end of the file", ""));
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

/// Exactly three values.
fn three<'a, T: std::str::FromStr>(fields: impl Iterator<Item = &'a str>) -> Option<[T; 3]> {
    let values: Result<Vec<T>, _> = fields.map(str::parse).collect();
    values.ok()?.try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::{BUNNY, shipped};
    use tempfile::TempDir;

    fn read_text(text: &str) -> Result<Mesh, String> {
        let dir = TempDir::new().unwrap();
        let file = dir.path().join("bunny.obj");
        std::fs::write(&file, text).unwrap();
        Mesh::read(&file).map_err(|error| error.to_string().split_once("bunny.obj").unwrap().1.to_owned())
    }

    #[test]
    fn what_is_written_is_read_back() {
        let mesh = Mesh {
            vertices: vec![[0.1, -2.5e-7, 3.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]],
            faces: vec![[0, 1, 2], [2, 1, 0]],
        };
        assert_eq!(read_text(&mesh.to_obj()).unwrap(), mesh);
    }

    #[test]
    fn bad_lines_are_named() {
        let corners = "v 0 0 0\nv 1 0 0\nv 0 1 0\n";
        for (bad, expected) in [
            ("f 0 1 2", r#", line 4: expected f and three vertices from 1..=3, found "f 0 1 2""#),
            ("f 1 2 4", r#", line 4: expected f and three vertices from 1..=3, found "f 1 2 4""#),
            ("f 1 2", r#", line 4: expected f and three vertices from 1..=3, found "f 1 2""#),
            ("f 1 2 3 1", r#", line 4: expected f and three vertices from 1..=3, found "f 1 2 3 1""#),
            ("v 0 NaN 0", r#", line 4: expected v and three finite coordinates, found "v 0 NaN 0""#),
            ("v 0 1e39 0", r#", line 4: expected v and three finite coordinates, found "v 0 1e39 0""#),
            ("v 0 x 0", r#", line 4: expected v and three finite coordinates, found "v 0 x 0""#),
            ("vt 0 0", r#", line 4: expected a line that starts with v, f or #, found "vt 0 0""#),
            ("", r#", line 4: expected a face before the end of the file, found """#),
        ] {
            assert_eq!(read_text(&format!("{corners}{bad}\n")).unwrap_err(), expected);
        }
    }

    #[test]
    fn a_missing_file_is_named() {
        let message = Mesh::read(Path::new("nowhere/bunny.obj")).unwrap_err().to_string();
        assert!(message.starts_with("nowhere/bunny.obj cannot be read"), "{message}");
    }

    #[test]
    fn the_shipped_bunny_is_closed() {
        let mesh = Mesh::read(&shipped().join(BUNNY)).unwrap();
        assert_eq!((mesh.vertices.len(), mesh.faces.len()), (1839, 3674));
        let edge = |face: &[u32; 3], k: usize| (face[k], face[(k + 1) % 3]);
        let edges: std::collections::HashSet<_> =
            mesh.faces.iter().flat_map(|face| [0, 1, 2].map(|k| edge(face, k))).collect();
        assert_eq!(edges.len(), 3 * mesh.faces.len());
        assert!(edges.iter().all(|&(a, b)| edges.contains(&(b, a))));
    }
}
