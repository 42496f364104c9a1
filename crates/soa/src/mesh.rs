//! Triangle meshes: vertices and the faces that number them.

use alloc::vec::Vec;

use scalar::dim3::Triangle3;
use scalar::exact::has_zero_area;

use crate::data::columns::Columns;
use crate::data::error::{Error, Rule};
use crate::data::pairs::Pairs;
use crate::data::view::{Rows, View};
use crate::dim3::faces;
use crate::join::{Core, Join};
use crate::kernel::Compiled as _;
use crate::run::query::Query;

pub(crate) mod solid;

/// A view of vertices and of faces, each three numbers of vertices, whose triangles are rows for every query
/// and join.
///
/// ```
/// use soa::{Mesh, Segment3, Segments3};
///
/// let vertices = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0], [4.0, 4.0, 1.0]];
/// let mesh = Mesh::new(&vertices, &[[0, 1, 2], [2, 1, 3]])?;
/// let path = Segment3 { start: [1.0, 1.0, -1.0], direction: [0.0, 0.0, 2.0] };
/// let pairs = soa::join(&Segments3::from_shapes(&[path])?, &mesh)?;
/// assert_eq!(pairs.iter().collect::<Vec<_>>(), [(0, 0)]);
///
/// let refused = Mesh::new(&vertices, &[[0, 1, 2], [2, 1, 4]]).unwrap_err();
/// assert_eq!(refused.to_string(), "face 1, corner 2: there is no vertex 4; there are 4 vertices");
/// # Ok::<(), soa::Error>(())
/// ```
#[derive(Debug)]
pub struct Mesh<'a> {
    vertices: &'a [[f32; 3]],
    faces: &'a [[u32; 3]],
    triangles: Columns<Triangle3>,
    query: Query,
}

/// Where a mesh intersects itself: [`Mesh::self_intersections`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SelfIntersections {
    /// The pairs of faces, each once, with the smaller row on the left.
    pub pairs: Pairs,
    /// The rows of faces of zero area, ascending. They are in no pair.
    pub zero_area: Vec<u32>,
}

impl<'a> Mesh<'a> {
    /// The mesh of these vertices and faces, whose corners are copied to columns.
    ///
    /// # Errors
    /// A vertex with a coordinate that is not finite; a face with the number of a vertex that does not exist.
    pub fn new(vertices: &'a [[f32; 3]], faces: &'a [[u32; 3]]) -> Result<Self, Error> {
        for (row, vertex) in vertices.iter().enumerate() {
            if let Some(k) = vertex.iter().position(|x| !x.is_finite()) {
                let (column, value) = (["x", "y", "z"][k], vertex[k]);
                return Err(Error::InvalidValue {
                    shape: "vertices",
                    column,
                    row,
                    value,
                    rule: Rule::NotFinite,
                });
            }
        }
        let corner = |face: usize, corner: usize| {
            let vertex = faces[face][corner];
            let error = Error::NoSuchVertex { face, corner, vertex, vertices: vertices.len() };
            vertices.get(vertex as usize).copied().ok_or(error)
        };
        let mut triangles = Columns::with_capacity(faces.len());
        for face in 0..faces.len() {
            triangles.push(Triangle3 { a: corner(face, 0)?, b: corner(face, 1)?, c: corner(face, 2)? })?;
        }
        Ok(Self { vertices, faces, triangles, query: Query::new() })
    }

    /// Runs at this query's level, and on its threads.
    #[must_use]
    pub fn query(self, query: Query) -> Self {
        Self { query, ..self }
    }

    /// The vertices.
    pub fn vertices(&self) -> &'a [[f32; 3]] {
        self.vertices
    }

    /// The faces.
    pub fn faces(&self) -> &'a [[u32; 3]] {
        self.faces
    }

    /// The faces as triangles, row by row.
    pub fn triangles(&self) -> &Columns<Triangle3> {
        &self.triangles
    }

    /// The join of the faces of two meshes: their pairs that have a point in common, how many, whether any.
    ///
    /// # Errors
    /// More than `u32::MAX` faces.
    pub fn intersections<'b>(&'b self, other: &'b Mesh) -> Result<Join<'b, Triangle3, Triangle3>, Error> {
        Ok(Join::new(&self.triangles, &other.triangles)?.query(self.query))
    }

    /// The pairs of faces that have more in common than the corners and the edge that they share; and apart
    /// from them the faces of zero area.
    ///
    /// Corners are shared where their coordinates are equal, whatever their numbers are: so seams with two
    /// vertices at a place, and files without numbers (STL), are as good as others.
    ///
    /// ```
    /// use soa::Mesh;
    ///
    /// let vertices = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0], [4.0, 4.0, 0.0], [9.0, 1.0, 0.0]];
    /// let flat = Mesh::new(&vertices, &[[0, 1, 2], [2, 1, 3], [0, 1, 1]])?.self_intersections()?;
    /// assert!(flat.pairs.is_empty());
    /// assert_eq!(flat.zero_area, [2]);
    /// let folded = Mesh::new(&vertices, &[[0, 1, 2], [1, 0, 4]])?.self_intersections()?;
    /// assert_eq!(folded.pairs.iter().collect::<Vec<_>>(), [(0, 1)]);
    /// # Ok::<(), soa::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`self_join`](crate::self_join).
    pub fn self_intersections(&self) -> Result<SelfIntersections, Error> {
        let rows = self.triangles.as_view();
        let zero_area =
            rows.iter().zip(0..).filter(|(face, _)| has_zero_area(face)).map(|(_, row)| row).collect();
        Ok(SelfIntersections { pairs: self.faces_join()?.pairs()?, zero_area })
    }

    /// Whether there are [`Mesh::self_intersections`]. The search ends at the first pair.
    ///
    /// ```
    /// use soa::Mesh;
    ///
    /// let vertices = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0], [1.0, 1.0, -1.0], [1.0, 1.0, 1.0]];
    /// assert!(!Mesh::new(&vertices, &[[0, 1, 2], [0, 1, 3]])?.intersects_itself()?);
    /// assert!(Mesh::new(&vertices, &[[0, 1, 2], [0, 3, 4]])?.intersects_itself()?);
    /// # Ok::<(), soa::Error>(())
    /// ```
    ///
    /// # Errors
    /// More than `u32::MAX` faces.
    pub fn intersects_itself(&self) -> Result<bool, Error> {
        Ok(!self.faces_join()?.is_empty())
    }

    /// The join of the faces with themselves by what they have in common beside corners and edges.
    fn faces_join(&self) -> Result<Core<'_>, Error> {
        let faces = self.triangles.as_view().any();
        let mut join = Core::new(faces::Exact::kernel().in_order(), &faces, &faces)?.with_itself();
        join.query = self.query;
        Ok(join)
    }
}

impl Rows for Mesh<'_> {
    type Shape = Triangle3;

    fn view(&self) -> View<'_, Triangle3> {
        self.triangles.as_view()
    }
}
