//! The points of contacts in space, row by row and of the pairs that a join found.

use scalar::dim3::{Contact3, ContactFace3, Manifold3};

use crate::data::any::AnyView;
use crate::data::columns::Columns;
use crate::data::error::Error;
use crate::data::hits::write_numbers;
use crate::data::pairs::Pairs;
use crate::data::shape::{Shape, ShapeKind};
use crate::data::view::Rows;
use crate::dim3::contact::manifold::{Corners, Placed, face};
use crate::kernel::operand::{Operand, Operands, slices};
use crate::kernel::{CompiledMeasure, ContactShape, Contacts, MeasureKernel, MeasurePair};
use crate::lanes::level::Level;
use crate::run::driver;
use crate::run::query::{Query, equal_rows, no_kernel};
use crate::run::rows_or_pairs::{Numbers, Source, Task, part};

/// Rows whose faces and corners are kept on the stack, in the first-level cache.
const ROWS: usize = 128;

/// Where row `i` of `a` and row `i` of `b` lie on each other: up to four points of their contact, the deepest
/// one first, which is as deep as the contact is. The contacts are those of the same rows in the same order,
/// from [`contacts`](crate::contacts()); a physics engine holds a box by the four corners that it stands on.
///
/// A point is midway between the faces that the normal leaves the shapes by: a side of a box, a triangle, the
/// segment of a capsule. Its depth is how far they reach over each other there, and at least `-margin`: a
/// margin of zero has the points where they overlap or touch, a larger one also those that are about to.
/// Points that are not there are NaN, all four where there is no contact. Spheres have one, capsules at most
/// two.
///
/// An exchange of the operands changes nothing, nor does the order of a triangle's vertices. How points are
/// chosen, and how far they may be off (about one rounding to `f32` of the size of the shapes), is said at
/// [`scalar::dim3::contact::manifold`]. In the plane a [contact](crate::contacts()) has its two points
/// itself.
///
/// ```
/// use soa::{Aabb3, Aabbs3};
///
/// let block = |z: f32| Aabb3 { min: [2.0, 4.0, z], max: [3.0, 6.0, z + 1.0] };
/// let blocks = Aabbs3::from_shapes(&[block(-0.25), block(5.0)])?;
/// let floor = Aabbs3::from_shapes(&[Aabb3 { min: [-9.0, -9.0, -1.0], max: [9.0, 9.0, 0.0] }; 2])?;
/// let contacts = soa::contacts(&blocks, &floor, 0.0)?;
/// let manifolds = soa::manifolds(&blocks, &floor, &contacts, 0.0)?;
///
/// let corners: Vec<_> = manifolds.get(0).unwrap().iter().collect();
/// assert!(corners.len() == 4 && corners.iter().all(|corner| corner.depth == 0.25));
/// assert!(corners.iter().any(|corner| corner.at == [2.0, 4.0, -0.125]));
/// assert_eq!(manifolds.get(1).unwrap().iter().count(), 0); // in the air
/// # Ok::<(), soa::Error>(())
/// ```
///
/// # Errors
/// Unequal numbers of rows; a margin that is NaN; no memory for the result.
#[doc(alias = "contact_manifold")]
#[doc(alias = "contact_points")]
pub fn manifolds<A: Rows, B: Rows>(
    a: &A,
    b: &B,
    contacts: &impl Rows<Shape = Contact3>,
    margin: f32,
) -> Result<Columns<Manifold3>, Error>
where
    A::Shape: Contacts<B::Shape, Contact = Contact3>,
{
    Query::new().manifolds(a, b, contacts, margin)
}

/// The points of the contacts of pairs, as [`manifolds`]: row `i` is that of row `pairs.left()[i]` of `a` and
/// row `pairs.right()[i]` of `b`, whose contact is row `i` of `contacts`.
///
/// ```
/// use soa::{Aabb3, Aabbs3};
///
/// let block = |z: f32| Aabb3 { min: [0.0, 0.0, z], max: [1.0, 1.0, z + 1.0] };
/// let stack = Aabbs3::from_shapes(&[block(0.0), block(7.0), block(0.75)])?;
/// let pairs = soa::self_join(&stack)?;
/// let contacts = soa::contacts_of_pairs(&stack, &stack, &pairs, 0.0)?;
/// let manifolds = soa::manifolds_of_pairs(&stack, &stack, &pairs, &contacts, 0.0)?;
/// assert_eq!(pairs.iter().collect::<Vec<_>>(), [(0, 2)]);
/// assert_eq!(manifolds.get(0).unwrap().iter().count(), 4);
/// # Ok::<(), soa::Error>(())
/// ```
///
/// # Errors
/// A pair with a row that there is not; as many contacts as there are pairs are needed; a margin that is NaN;
/// no memory for the result.
pub fn manifolds_of_pairs<A: Rows, B: Rows>(
    a: &A,
    b: &B,
    pairs: &Pairs,
    contacts: &impl Rows<Shape = Contact3>,
    margin: f32,
) -> Result<Columns<Manifold3>, Error>
where
    A::Shape: Contacts<B::Shape, Contact = Contact3>,
{
    Query::new().manifolds_of_pairs(a, b, pairs, contacts, margin)
}

impl Query {
    /// The points of the contact of each row of `a` with the same row of `b`: see [`manifolds`].
    ///
    /// # Errors
    /// As [`manifolds`].
    pub fn manifolds<A: Rows, B: Rows>(
        self,
        a: &A,
        b: &B,
        contacts: &impl Rows<Shape = Contact3>,
        margin: f32,
    ) -> Result<Columns<Manifold3>, Error>
    where
        A::Shape: Contacts<B::Shape, Contact = Contact3>,
    {
        let mut columns = Columns::default();
        self.manifolds_into(a, b, contacts, margin, &mut columns)?;
        Ok(columns)
    }

    /// [`Query::manifolds`] into columns that are kept: their old rows are lost, their memory is used again.
    ///
    /// # Errors
    /// As [`manifolds`], and then `out` is as it was, or empty if there is no memory.
    pub fn manifolds_into<A: Rows, B: Rows>(
        self,
        a: &A,
        b: &B,
        contacts: &impl Rows<Shape = Contact3>,
        margin: f32,
        out: &mut Columns<Manifold3>,
    ) -> Result<(), Error>
    where
        A::Shape: Contacts<B::Shape, Contact = Contact3>,
    {
        self.fill_manifolds(a, b, Source::rows(a, b)?, contacts, margin, out)
    }

    /// The points of the contacts of pairs: see [`manifolds_of_pairs`].
    ///
    /// # Errors
    /// As [`manifolds_of_pairs`].
    pub fn manifolds_of_pairs<A: Rows, B: Rows>(
        self,
        a: &A,
        b: &B,
        pairs: &Pairs,
        contacts: &impl Rows<Shape = Contact3>,
        margin: f32,
    ) -> Result<Columns<Manifold3>, Error>
    where
        A::Shape: Contacts<B::Shape, Contact = Contact3>,
    {
        let mut columns = Columns::default();
        self.manifolds_of_pairs_into(a, b, pairs, contacts, margin, &mut columns)?;
        Ok(columns)
    }

    /// [`Query::manifolds_of_pairs`] into columns that are kept: their old rows are lost, their memory is
    /// used again.
    ///
    /// # Errors
    /// As [`manifolds_of_pairs`], and then `out` is as it was, or empty if there is no memory.
    pub fn manifolds_of_pairs_into<A: Rows, B: Rows>(
        self,
        a: &A,
        b: &B,
        pairs: &Pairs,
        contacts: &impl Rows<Shape = Contact3>,
        margin: f32,
        out: &mut Columns<Manifold3>,
    ) -> Result<(), Error>
    where
        A::Shape: Contacts<B::Shape, Contact = Contact3>,
    {
        self.fill_manifolds(a, b, Source::pairs(a, b, pairs)?, contacts, margin, out)
    }

    fn fill_manifolds(
        self,
        a: &impl Rows,
        b: &impl Rows,
        source: Source,
        contacts: &impl Rows<Shape = Contact3>,
        margin: f32,
        out: &mut Columns<Manifold3>,
    ) -> Result<(), Error> {
        let (left, right, contacts) = (a.view(), b.view(), contacts.view());
        let task = OfContacts::new([&left.any(), &right.any()], source, &contacts.any(), margin)?;
        self.fill(&task, a, b, source, out)
    }
}

/// The points of contacts that are given.
pub(super) struct OfContacts<'a> {
    /// Which find the faces of both shapes.
    faces: [&'static MeasureKernel; 2],
    contacts: [&'a [f32]; CONTACT],
    margin: f32,
}

/// The numbers of columns.
const CONTACT: usize = <Contact3 as Shape>::COLUMNS.len();
const FACE: usize = <ContactFace3 as Shape>::COLUMNS.len();
const POINTS: usize = <Manifold3 as Shape>::COLUMNS.len();

impl<'a> OfContacts<'a> {
    pub(super) fn new(
        [a, b]: [&AnyView; 2],
        source: Source,
        contacts: &AnyView<'a>,
        margin: f32,
    ) -> Result<Self, Error> {
        let face = |of: ShapeKind| face(of).ok_or(no_kernel(a.kind(), b.kind()));
        let faces = [face(a.kind())?, face(b.kind())?];
        equal_rows(source.len(), contacts.len())?;
        if contacts.kind() != ShapeKind::Contact3 {
            let expected = ShapeKind::Contact3.name();
            return Err(Error::WrongShape { shape: contacts.kind().name(), expected });
        }
        if margin.is_nan() {
            return Err(Error::BadMargin);
        }
        let columns = core::array::from_fn(|k| contacts.column(k).unwrap_or_default());
        Ok(Self { faces, contacts: columns, margin })
    }

    /// The points of at most [`ROWS`] rows, which have these contacts.
    fn measure_few(&self, contacts: [&[f32]; CONTACT], level: Level, of: &Operands, out: &mut [&mut [f32]]) {
        let rows = of.rows;
        let mut against = [[0.0; ROWS]; Contact3::NORMAL];
        for (negated, normal) in against.iter_mut().zip(contacts) {
            negated.iter_mut().zip(normal).for_each(|(negated, x)| *negated = -x);
        }
        let mut back = contacts;
        back.iter_mut().zip(&against).for_each(|(column, negated)| *column = &negated[..rows]);

        let mut faces = [[[0.0; ROWS]; FACE]; 2];
        for (side, (shape, contact)) in [(of.a, contacts), (of.b, back)].into_iter().enumerate() {
            let operands = Operands { a: shape, b: Operand::new(&contact), rows };
            let mut columns = faces[side].each_mut().map(|column| &mut column[..rows]);
            driver::measure(self.faces[side], level, &operands, &mut columns);
            // From its depth to how much less deep a point may be.
            for x in &mut *columns[FACE - 1] {
                *x += self.margin;
            }
        }
        let [a, b] = faces.each_ref().map(|face| slices(face));
        let operands = Operands { a: Operand::new(&a[..FACE]), b: Operand::new(&b[..FACE]), rows };
        let mut found = [[0.0; ROWS]; POINTS];
        let mut columns = found.each_mut().map(|column| &mut column[..rows]);
        driver::measure(Corners::kernel(), level, &operands, &mut columns);
        let found = slices(&found);
        let operands = Operands { a: Operand::new(&found[..POINTS]), b: Operand::new(&contacts), rows };
        driver::measure(Placed::kernel(), level, &operands, out);
    }
}

impl Task for OfContacts<'_> {
    fn pair(&self) -> MeasurePair {
        MeasurePair { kernel: Corners::kernel(), is_swapped: false }
    }

    fn chooses(&self) -> bool {
        true
    }

    fn choose(&self, first: usize, operands: &Operands, out: &mut [u8]) {
        write_numbers(&self.contacts[Contact3::NORMAL][first..first + operands.rows], out);
    }

    fn measure(&self, numbers: Numbers, level: Level, operands: &Operands, out: &mut [&mut [f32]]) {
        for start in (0..operands.rows).step_by(ROWS) {
            let rows = ROWS.min(operands.rows - start);
            let few = Operands { rows, ..operands.split(start)[1] };
            let part = &mut part(out, start..start + rows)[..POINTS];
            let mut copied;
            let contacts = match numbers {
                Numbers::From(first) => self.contacts.map(|column| &column[first + start..][..rows]),
                Numbers::These(first, numbers) => {
                    copied = [[0.0; ROWS]; CONTACT];
                    for (column, from) in copied.iter_mut().zip(self.contacts) {
                        let numbers = numbers[start..start + rows].iter();
                        column
                            .iter_mut()
                            .zip(numbers)
                            .for_each(|(slot, number)| *slot = from[first + number]);
                    }
                    copied.each_ref().map(|column| &column[..rows])
                }
            };
            self.measure_few(contacts, level, &few, part);
        }
    }
}
