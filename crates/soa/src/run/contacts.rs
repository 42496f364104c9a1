//! Contacts, row by row and of the pairs that a join found.

use alloc::vec::Vec;
use core::mem::take;
use core::ops::Range;

use scalar::float::canonical;

use crate::data::columns::Columns;
use crate::data::error::Error;
use crate::data::pairs::Pairs;
use crate::data::shape::{MAX_COLUMNS, Shape};
use crate::data::view::Rows;
use crate::kernel::blocks::MeasureBlocks;
use crate::kernel::operand::{Operand, Operands, slices};
use crate::kernel::{ContactPair, Contacts, Manifold};
use crate::run::driver;
use crate::run::query::{Query, equal_rows};

/// Rows that are measured and then cleared beyond the margin, while they are in cache.
const BLOCK: usize = 512;
/// Pairs whose rows are copied side by side before: few enough for the stack.
const PAIRS: usize = 128;

/// Columns of the contacts of an `A` with a `B`.
type ContactColumns<A, B> = Columns<<A as Contacts<B>>::Contact>;

/// How to push row `i` of `a` and row `i` of `b` apart, for every row: the unit normal from `a` to `b`, the
/// depth, which is the least translation after which they only touch, and up to two points midway between
/// their borders.
///
/// Where two shapes are disjoint, the depth is minus their distance, and there is a contact if it is at least
/// `-margin`: a margin of zero has those that touch, `f32::INFINITY` all, a negative one those that overlap
/// by more than that. Otherwise all columns are NaN. So are those of a second point that is not there, or is
/// beyond the margin. No answer is infinite or NaN for another reason, unless a depth is beyond `f32`.
///
/// An exchange of the operands negates the normal and changes nothing else, bit for bit, unless two shapes
/// are equal; the order of a triangle's vertices changes nothing. What the numbers are where several directions
/// are equally short, at zero area and for concentric shapes, and how far they may be off (about one rounding
/// to `f32`), is said at [`scalar::dim2::contact`]. Whether shapes touch is exact only by
/// [`intersects`](crate::intersects()).
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
        let (a, b) = (a.view(), b.view());
        let source = Source::Rows(equal_rows(a.len(), b.len())?);
        self.fill::<A::Shape, B::Shape>([Operand::rows(&a), Operand::rows(&b)], source, margin, out)
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
        let (a, b) = (a.view(), b.view());
        check_rows_of_pairs(pairs.left(), a.len())?;
        check_rows_of_pairs(pairs.right(), b.len())?;
        let source = Source::Pairs([pairs.left(), pairs.right()]);
        self.fill::<A::Shape, B::Shape>([Operand::rows(&a), Operand::rows(&b)], source, margin, out)
    }

    fn fill<A: Contacts<B>, B: Shape>(
        self,
        operands: [Operand; 2],
        source: Source,
        margin: f32,
        out: &mut Columns<A::Contact>,
    ) -> Result<(), Error> {
        if margin.is_nan() {
            return Err(Error::BadMargin);
        }
        let rows = source.len();
        out.make_room(rows)?;
        let task = Task {
            pair: A::contact_pair(),
            normal: A::Contact::NORMAL,
            second_point: A::Contact::SECOND_POINT,
            least: -margin,
        };
        self.contact_rows(&task, operands, source, out.results(rows).as_mut());
        Ok(())
    }

    /// All rows, on threads if that pays.
    fn contact_rows(self, task: &Task, operands: [Operand; 2], source: Source, out: &mut [&mut [f32]]) {
        if let Some(at) = self.cut(source.len()) {
            let (mut out0, mut out1): (Vec<_>, Vec<_>) =
                out.iter_mut().map(|column| take(column).split_at_mut(at)).unzip();
            let ([a, b], [before, after]) = (operands, source.split(at));
            let later = if matches!(source, Source::Rows(_)) { [a.from(at), b.from(at)] } else { operands };
            self.threads().both(
                || self.contact_rows(task, operands, before, &mut out0),
                || self.contact_rows(task, later, after, &mut out1),
            );
        } else {
            task.run(&*task.pair.kernel.at(self.level()), operands, source, out);
        }
    }
}

/// The rows of both sides.
#[derive(Clone, Copy)]
enum Source<'a> {
    /// Row `i` of both, this many.
    Rows(usize),
    /// The left and the right rows of pairs.
    Pairs([&'a [u32]; 2]),
}

impl Source<'_> {
    fn len(&self) -> usize {
        match self {
            Self::Rows(rows) => *rows,
            Self::Pairs([left, _]) => left.len(),
        }
    }

    fn split(self, at: usize) -> [Self; 2] {
        match self {
            Self::Rows(rows) => [Self::Rows(at), Self::Rows(rows - at)],
            Self::Pairs([left, right]) => {
                let ((left0, left1), (right0, right1)) = (left.split_at(at), right.split_at(at));
                [Self::Pairs([left0, right0]), Self::Pairs([left1, right1])]
            }
        }
    }
}

fn check_rows_of_pairs(numbers: &[u32], rows: usize) -> Result<(), Error> {
    match numbers.iter().max() {
        Some(&row) if row as usize >= rows => Err(Error::NoSuchRow { row: row as usize, rows }),
        _ => Ok(()),
    }
}

/// Makes the rows of these columns NaN that are less deep than the least depth.
fn clear_below(least: f32, depths: &[f32], columns: &mut [&mut [f32]]) {
    for column in columns {
        for (x, &depth) in column.iter_mut().zip(depths) {
            *x = if depth >= least { *x } else { f32::NAN };
        }
    }
}

/// What is done with each block of rows.
struct Task {
    pair: ContactPair,
    /// As in [`Manifold`].
    normal: usize,
    second_point: Range<usize>,
    /// The least depth that is kept.
    least: f32,
}

impl Task {
    fn run(&self, blocks: &dyn MeasureBlocks, [a, b]: [Operand; 2], source: Source, out: &mut [&mut [f32]]) {
        let mut gathered = [[[0.0; PAIRS]; MAX_COLUMNS]; 2];
        let columns = out.len();
        let block = if matches!(source, Source::Rows(_)) { BLOCK } else { PAIRS };
        for start in (0..source.len()).step_by(block) {
            let rows = block.min(source.len() - start);
            let mut block: [&mut [f32]; MAX_COLUMNS] = Default::default();
            for (block, column) in block.iter_mut().zip(&mut *out) {
                *block = &mut column[start..start + rows];
            }
            let block = &mut block[..columns];
            match source {
                Source::Rows(_) => self.measure(blocks, [a.from(start), b.from(start)], rows, block),
                Source::Pairs([left, right]) => {
                    let [left_columns, right_columns] = &mut gathered;
                    a.gather(&left[start..start + rows], left_columns);
                    b.gather(&right[start..start + rows], right_columns);
                    let (left, right) = (slices(left_columns), slices(right_columns));
                    let operands = [Operand::new(&left[..a.columns()]), Operand::new(&right[..b.columns()])];
                    self.measure(blocks, operands, rows, block);
                }
            }
        }
    }

    /// At most [`BLOCK`] rows.
    fn measure(&self, blocks: &dyn MeasureBlocks, [a, b]: [Operand; 2], rows: usize, out: &mut [&mut [f32]]) {
        let [a, b] = if self.pair.is_swapped { [b, a] } else { [a, b] };
        driver::measure(blocks, &Operands { a, b, rows }, out);
        if self.pair.is_swapped {
            for x in out[..self.normal].iter_mut().flat_map(|column| column.iter_mut()) {
                *x = canonical(-*x);
            }
        }
        let mut depths = [0.0; BLOCK];
        let second = &mut out[self.second_point.clone()];
        if let Some(column) = second.last() {
            depths[..rows].copy_from_slice(column);
            clear_below(self.least, &depths[..rows], second);
        }
        depths[..rows].copy_from_slice(out[self.normal]);
        clear_below(self.least, &depths[..rows], out);
    }
}
