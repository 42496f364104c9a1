//! The inside of closed meshes.
//!
//! ```text
//!             ^
//!        _____|_____        The ray that goes up from a point within crosses an odd number of faces.
//!       /     |     \
//!      |      P      |      Its bounding box has no width: the join of such boxes with the faces finds the
//!       \___________/       candidates, a kernel of degree 2 and 3 the crossings, and each is one bit to turn.
//! ```

use alloc::vec::Vec;

use scalar::dim3::{Point3, Triangle3};

use super::Mesh;
use crate::data::any::AnyView;
use crate::data::check::check_row;
use crate::data::error::Error;
use crate::data::hits::Hits;
use crate::data::memory::with_capacity;
use crate::data::shape::ShapeKind;
use crate::data::view::Rows;
use crate::dim3::crossing::{Crossing, OnFace};
use crate::join::Index;
use crate::kernel::Compiled as _;

/// A closed mesh, which has an inside: [`Mesh::solid`].
#[derive(Debug)]
pub struct Solid {
    faces: Index<Triangle3>,
    /// The largest z.
    top: f32,
}

/// Which points lie inside, and which on a face: [`Solid::inside`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inside {
    /// The points inside that lie on no face.
    pub inside: Hits,
    /// The points on a face, an edge or a corner.
    pub boundary: Hits,
}

/// Where a point lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// Inside, on no face.
    Inside,
    /// On a face, an edge or a corner.
    Boundary,
    /// Outside.
    Outside,
}

impl Mesh<'_> {
    /// The mesh as a solid, with an index of its faces.
    ///
    /// A mesh is closed if each of its edges is on an even number of faces. Corners are one where their coordinates
    /// are equal, whatever their numbers are. Which way the faces turn does not matter. Where parts of a mesh
    /// overlap, inside is what lies in an odd number of them.
    ///
    /// ```
    /// use soa::{Mesh, Place};
    ///
    /// let vertices = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0], [0.0, 0.0, 4.0]];
    /// let faces = [[0, 1, 2], [0, 1, 3], [0, 2, 3], [1, 2, 3]];
    /// let tetrahedron = Mesh::new(&vertices, &faces)?.solid()?;
    /// assert_eq!(tetrahedron.place([1.0, 1.0, 1.0])?, Place::Inside);
    /// assert_eq!(tetrahedron.place([1.0, 1.0, 2.0])?, Place::Boundary);
    /// assert_eq!(tetrahedron.place([1.0, 1.0, 2.000_000_2])?, Place::Outside);
    ///
    /// let refused = Mesh::new(&vertices, &faces[1..])?.solid().unwrap_err();
    /// assert_eq!(
    ///     refused.to_string(),
    ///     "the mesh is not closed: the edge at corner 0 of face 0 is on an odd number of faces, 1",
    /// );
    /// # Ok::<(), soa::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::OpenMesh`]; more than `u32::MAX` faces; no memory to look at the edges.
    pub fn solid(&self) -> Result<Solid, Error> {
        self.check_closed()?;
        let [_, _, az, _, _, bz, _, _, cz] = self.triangles().as_view().columns();
        let top = [az, bz, cz].into_iter().flatten().fold(f32::NEG_INFINITY, |top, &z| top.max(z));
        Ok(Solid { faces: Index::builder().query(self.query).build(self)?, top })
    }

    /// Refuses a mesh with an edge on an odd number of faces.
    fn check_closed(&self) -> Result<(), Error> {
        let number = self.numbers_of_places()?;
        // None where both ends are in one place.
        let edge = |(face, corner): (usize, usize)| {
            let end = |corner: usize| u64::from(number[self.faces()[face][corner % 3] as usize]);
            let [a, b] = [end(corner), end(corner + 1)];
            (a != b).then(|| a.min(b) << 32 | a.max(b))
        };
        let corners = || (0..self.faces().len()).flat_map(|face| (0..3).map(move |corner| (face, corner)));
        let mut edges = with_capacity(3 * self.faces().len())?;
        edges.extend(corners().filter_map(edge));
        edges.sort_unstable();
        let Some(open) = edges.chunk_by(u64::eq).find(|same| same.len() % 2 == 1) else { return Ok(()) };
        let (face, corner) = corners().find(|&at| edge(at) == Some(open[0])).unwrap_or_default();
        Err(Error::OpenMesh { face, corner, on: open.len() })
    }

    /// For each vertex a number that those with the same coordinates have.
    fn numbers_of_places(&self) -> Result<Vec<u32>, Error> {
        // To add zero makes one of both zeros.
        let place = |&row: &u32| self.vertices()[row as usize].map(|x| (x + 0.0).to_bits());
        let mut order = with_capacity(self.vertices().len())?;
        order.extend(0..self.vertices().len() as u32);
        order.sort_unstable_by_key(place);
        let mut numbers = with_capacity(order.len())?;
        numbers.resize(order.len(), 0);
        for same in order.chunk_by(|a, b| place(a) == place(b)) {
            for &row in same {
                numbers[row as usize] = same[0];
            }
        }
        Ok(numbers)
    }
}

impl Solid {
    /// The faces.
    pub fn faces(&self) -> &Index<Triangle3> {
        &self.faces
    }

    /// Which points lie inside, and which on a face, by exact tests. Large sets run on rayon's current pool.
    /// Points that are not finite lie outside.
    ///
    /// ```
    /// use soa::{Mesh, Points3};
    ///
    /// let vertices = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0], [0.0, 0.0, 4.0]];
    /// let solid = Mesh::new(&vertices, &[[0, 1, 2], [0, 1, 3], [0, 2, 3], [1, 2, 3]])?.solid()?;
    /// let points = Points3::from_shapes(&[[1.0, 1.0, 1.0], [0.0, 1.0, 1.0], [1.0, 1.0, 9.0], [0.0, 0.0, -1.0]])?;
    /// let found = solid.inside(&points)?;
    /// assert_eq!(found.inside.to_bools(), [true, false, false, false]);
    /// assert_eq!(found.boundary.to_bools(), [false, true, false, false]);
    /// # Ok::<(), soa::Error>(())
    /// ```
    ///
    /// # Errors
    /// More than `u32::MAX` points; no memory for the result.
    pub fn inside(&self, points: &impl Rows<Shape = Point3>) -> Result<Inside, Error> {
        self.inside_any(&points.view().any())
    }

    /// As [`Solid::inside`], for points whose shape is known only when the program runs.
    ///
    /// # Errors
    /// Rows that are no points of space; more than `u32::MAX`; no memory for the result.
    pub fn inside_any(&self, points: &AnyView) -> Result<Inside, Error> {
        let (shape, expected, rows) = (points.kind(), ShapeKind::Point3, points.len());
        let [Some(x), Some(y), Some(z)] = [0, 1, 2].map(|k| points.column(k).filter(|_| shape == expected))
        else {
            return Err(Error::WrongShape { shape: shape.name(), expected: expected.name() });
        };
        let mut top = with_capacity(rows)?;
        top.extend(z.iter().map(|z| z.max(self.top)));
        let boxes = AnyView::of(ShapeKind::Aabb3, &[x, y, z, x, y, &top], rows, points.is_validated());
        let join = self.faces.core(Crossing::kernel().in_order(), &boxes)?;
        let [crossed, boundary] = join.odd_left(OnFace::kernel().in_order())?;
        let inside = crossed.as_bytes().iter().zip(boundary.as_bytes()).map(|(crossed, on)| crossed & !on);
        Ok(Inside { inside: Hits::from_bytes(inside.collect(), rows), boundary })
    }

    /// Where a point lies.
    ///
    /// # Errors
    /// A point that is not finite.
    pub fn place(&self, point: Point3) -> Result<Place, Error> {
        check_row(&point, 0)?;
        let ([x, y, z], packed) = (point, &self.faces.packed);
        let [around, up] = [[x, y, z, x, y, z], [x, y, z, x, y, z.max(self.top)]];
        if packed.any_one(self.faces.one(OnFace::kernel().in_order(), ShapeKind::Aabb3, &around)?) {
            return Ok(Place::Boundary);
        }
        let crossed =
            packed.count_one(self.faces.one(Crossing::kernel().in_order(), ShapeKind::Aabb3, &up)?);
        Ok(if crossed % 2 == 1 { Place::Inside } else { Place::Outside })
    }
}
