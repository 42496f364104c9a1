//! Contacts, row by row and of the pairs that a join found.

use core::ops::Range;

use scalar::dim2::Contact;
use scalar::dim3::Contact3;
use scalar::float::canonical;

use crate::data::columns::Columns;
use crate::data::error::Error;
use crate::data::pairs::Pairs;
use crate::data::shape::ShapeKind;
use crate::data::view::Rows;
use crate::kernel::operand::Operands;
use crate::kernel::{ContactShape, Contacts, MeasurePair, Pair};
use crate::lanes::level::Level;
use crate::run::driver;
use crate::run::query::Query;
use crate::run::rows_or_pairs::{BLOCK, Numbers, Source, Task, clear_others};

/// Columns of the contacts of an `A` with a `B`.
type ContactColumns<A, B> = Columns<<A as Contacts<B>>::Contact>;

/// How to push row `i` of `a` and row `i` of `b` apart, for every row: the unit normal from `a` to `b`, the
/// depth, which is the least translation after which they only touch, and a point midway between their
/// borders, or up to two in the plane. In space [`manifolds`](crate::manifolds()) finds up to four.
///
/// In the plane any two of disks, capsules, axis-aligned boxes, oriented boxes and triangles have contacts,
/// in space any two of spheres, capsules, boxes of both kinds and triangles.
///
/// Where two shapes are disjoint, the depth is minus their distance, and there is a contact if it is at least
/// `-margin`: a margin of zero has those that touch, `f32::INFINITY` all, a negative one those that overlap
/// by more than that. Otherwise all columns are NaN. So are those of a second point that is not there, or is
/// beyond the margin. No answer is infinite or NaN for another reason, unless a depth is beyond `f32`, or the
/// axes of an oriented box of space lie in one plane.
///
/// At a margin of zero whether there is a contact is exact: it is where [`intersects`](crate::intersects())
/// says yes. Only those rows are measured, so that rows that are apart take no longer than that test. With a
/// larger margin the measure decides, which may be off by its rounding.
///
/// An exchange of the operands negates the normal and changes nothing else, bit for bit, unless two shapes
/// are equal; the order of a triangle's vertices changes nothing, nor which end of a capsule is its start.
/// What the numbers are where several directions are equally short, at zero area and for concentric shapes,
/// and how far they may be off (about one rounding to `f32`), is said at [`scalar::dim2::contact`] and
/// [`scalar::dim3::contact`]. How far any two shapes are apart, and where, is what
/// [`closest`](crate::closest()) finds.
///
/// ```
/// use soa::{Aabb, Aabbs, Disk, Disks};
///
/// let disks = Disks::from_shapes(&[Disk { center: [3.0, 5.0], radius: 2.0 }; 2])?;
/// let floor = Aabb { min: [0.0, 0.0], max: [8.0, 4.0] };
/// let below = Aabb { max: [8.0, 2.0], ..floor };
/// let contacts = soa::contacts(&disks, &Aabbs::from_shapes(&[floor, below])?, 0.5)?;
///
/// let contact = contacts.get(0).unwrap();
/// assert_eq!((contact.normal, contact.depth), ([0.0, -1.0], 1.0));
/// assert_eq!(contact.points[0], [3.0, 3.5]);
/// assert!(contact.points[1][0].is_nan()); // a disk has one point
/// assert!(!contacts.get(1).unwrap().is_some()); // apart by 1, more than the margin
/// # Ok::<(), soa::Error>(())
/// ```
///
/// # Errors
/// Unequal numbers of rows; a margin that is NaN; no memory for the result.
#[doc(alias = "collide")]
#[doc(alias = "manifold")]
#[doc(alias = "penetration")]
pub fn contacts<A: Rows, B: Rows>(
    a: &A,
    b: &B,
    margin: f32,
) -> Result<ContactColumns<A::Shape, B::Shape>, Error>
where
    A::Shape: Contacts<B::Shape>,
{
    Query::new().contacts(a, b, margin)
}

/// The contacts of pairs, as [`contacts`]: row `i` is that of row `pairs.left()[i]` of `a` and row
/// `pairs.right()[i]` of `b`.
///
/// ```
/// use soa::{Disk, Disks};
///
/// let disk = |x| Disk { center: [x, 0.0], radius: 1.0 };
/// let disks = Disks::from_shapes(&[disk(0.0), disk(9.0), disk(1.5)])?;
/// let pairs = soa::self_join(&disks)?;
/// let contacts = soa::contacts_of_pairs(&disks, &disks, &pairs, 0.0)?;
/// assert_eq!(pairs.iter().collect::<Vec<_>>(), [(0, 2)]);
/// assert_eq!((contacts.len(), contacts.get(0).unwrap().depth), (1, 0.5));
/// # Ok::<(), soa::Error>(())
/// ```
///
/// # Errors
/// A pair with a row that there is not; a margin that is NaN; no memory for the result.
pub fn contacts_of_pairs<A: Rows, B: Rows>(
    a: &A,
    b: &B,
    pairs: &Pairs,
    margin: f32,
) -> Result<ContactColumns<A::Shape, B::Shape>, Error>
where
    A::Shape: Contacts<B::Shape>,
{
    Query::new().contacts_of_pairs(a, b, pairs, margin)
}

impl Query {
    /// The contact of each row of `a` with the same row of `b`: see [`contacts`].
    ///
    /// # Errors
    /// Unequal numbers of rows; a margin that is NaN; no memory for the result.
    pub fn contacts<A: Rows, B: Rows>(
        self,
        a: &A,
        b: &B,
        margin: f32,
    ) -> Result<ContactColumns<A::Shape, B::Shape>, Error>
    where
        A::Shape: Contacts<B::Shape>,
    {
        let mut columns = Columns::default();
        self.contacts_into(a, b, margin, &mut columns)?;
        Ok(columns)
    }

    /// [`Query::contacts`] into columns that are kept: their old rows are lost, their memory is used again.
    ///
    /// # Errors
    /// Unequal numbers of rows or a margin that is NaN, and `out` is as it was; no memory for the result, and
    /// it is empty.
    pub fn contacts_into<A: Rows, B: Rows>(
        self,
        a: &A,
        b: &B,
        margin: f32,
        out: &mut ContactColumns<A::Shape, B::Shape>,
    ) -> Result<(), Error>
    where
        A::Shape: Contacts<B::Shape>,
    {
        self.fill_contacts(a, b, Source::rows(a, b)?, margin, out)
    }

    /// The contacts of pairs: see [`contacts_of_pairs`].
    ///
    /// # Errors
    /// A pair with a row that there is not; a margin that is NaN; no memory for the result.
    pub fn contacts_of_pairs<A: Rows, B: Rows>(
        self,
        a: &A,
        b: &B,
        pairs: &Pairs,
        margin: f32,
    ) -> Result<ContactColumns<A::Shape, B::Shape>, Error>
    where
        A::Shape: Contacts<B::Shape>,
    {
        let mut columns = Columns::default();
        self.contacts_of_pairs_into(a, b, pairs, margin, &mut columns)?;
        Ok(columns)
    }

    /// [`Query::contacts_of_pairs`] into columns that are kept: their old rows are lost, their memory is used
    /// again.
    ///
    /// # Errors
    /// A pair with a row that there is not or a margin that is NaN, and `out` is as it was; no memory for the
    /// result, and it is empty.
    pub fn contacts_of_pairs_into<A: Rows, B: Rows>(
        self,
        a: &A,
        b: &B,
        pairs: &Pairs,
        margin: f32,
        out: &mut ContactColumns<A::Shape, B::Shape>,
    ) -> Result<(), Error>
    where
        A::Shape: Contacts<B::Shape>,
    {
        self.fill_contacts(a, b, Source::pairs(a, b, pairs)?, margin, out)
    }

    fn fill_contacts<A: Rows, B: Rows>(
        self,
        a: &A,
        b: &B,
        source: Source,
        margin: f32,
        out: &mut ContactColumns<A::Shape, B::Shape>,
    ) -> Result<(), Error>
    where
        A::Shape: Contacts<B::Shape>,
    {
        let (pair, touching) = (A::Shape::contact_pair(), A::Shape::touching());
        self.fill(&WithinMargin::new(self, pair, touching, margin)?, a, b, source, out)
    }
}

/// Contacts within a margin.
pub(super) struct WithinMargin {
    pair: MeasurePair,
    /// Which rows touch, if all others have no contact.
    touching: Option<Pair>,
    query: Query,
    /// As in [`ContactShape`].
    normal: usize,
    second_point: Range<usize>,
    /// The least depth that is kept.
    least: f32,
}

impl WithinMargin {
    pub(super) fn new(query: Query, pair: MeasurePair, touching: Pair, margin: f32) -> Result<Self, Error> {
        if margin.is_nan() {
            return Err(Error::BadMargin);
        }
        let (normal, second_point) = match pair.kernel.out {
            ShapeKind::Contact3 => (Contact3::NORMAL, Contact3::SECOND_POINT),
            _ => (Contact::NORMAL, Contact::SECOND_POINT),
        };
        let touching = (margin <= 0.0).then_some(touching);
        Ok(Self { pair, touching, query, normal, second_point, least: -margin })
    }

    /// Which of at most [`BLOCK`] rows are as deep as the least depth: all bits of these are set.
    fn kept(&self, depths: &[f32]) -> [u32; BLOCK] {
        let mut kept = [0; BLOCK];
        for (kept, &depth) in kept.iter_mut().zip(depths) {
            *kept = u32::from(depth >= self.least).wrapping_neg();
        }
        kept
    }
}

impl Task for WithinMargin {
    fn pair(&self) -> MeasurePair {
        self.pair
    }

    fn chooses(&self) -> bool {
        self.touching.is_some()
    }

    fn choose(&self, _: usize, operands: &Operands, out: &mut [u8]) {
        if let Some(pair) = self.touching {
            let [a, b] = pair.order(operands.a, operands.b);
            self.query.test_here(pair.kernel, &Operands { a, b, rows: operands.rows }, out);
        }
    }

    fn measure(&self, _: Numbers, level: Level, operands: &Operands, out: &mut [&mut [f32]]) {
        driver::measure(self.pair.kernel, level, operands, out);
        if self.pair.is_swapped {
            for x in out[..self.normal].iter_mut().flat_map(|column| column.iter_mut()) {
                *x = canonical(-*x);
            }
        }
        let second = &mut out[self.second_point.clone()];
        if let Some(depths) = second.last() {
            clear_others(level, &self.kept(depths), second);
        }
        if self.touching.is_some() {
            // What touches is not apart, though a measure is off by its rounding.
            for depth in &mut *out[self.normal] {
                *depth = if *depth < 0.0 { 0.0 } else { *depth };
            }
            if self.least <= 0.0 {
                return;
            }
        }
        clear_others(level, &self.kept(out[self.normal]), out);
    }
}
