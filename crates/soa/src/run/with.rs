//! Kernels on lanes of the caller's own.

use crate::data::columns::Columns;
use crate::data::error::Error;
use crate::data::hits::Hits;
use crate::data::shape::Shape;
use crate::data::view::Rows;
use crate::kernel::blocks::{Blocks, MeasureBlocks, at};
use crate::kernel::operand::{Operand, Operands};
use crate::kernel::{Measure, Predicate};
use crate::lanes::Simd;
use crate::registry::KernelInfo;
use crate::run::driver;
use crate::run::query::{equal_rows, measured_rows};

/// [`crate::Query::test`] on lanes of your own instead of a [`crate::Level`], on the calling thread: for a
/// lane type that this crate does not have, or one that counts or breaks operations to test the tests.
///
/// ```
/// use soa::{Disk, Disks, Triangle, Triangles, dim2::disk_triangle::SevenRegions, lanes::portable::Portable};
///
/// let disks = Disks::from_shapes(&[Disk { center: [1.0, -1.0], radius: 1.0 }])?;
/// let triangles = Triangles::from_shapes(&[Triangle { a: [0.0, 0.0], b: [2.0, 0.0], c: [0.0, 2.0] }])?;
/// assert!(soa::test_with::<_, SevenRegions>(Portable, &disks, &triangles)?.any());
/// # Ok::<(), soa::Error>(())
/// ```
///
/// # Errors
/// Unequal numbers of rows; no memory for the result.
pub fn test_with<T: Simd, P: Predicate>(
    simd: T,
    a: &impl Rows<Shape = P::A>,
    b: &impl Rows<Shape = P::B>,
) -> Result<Hits, Error> {
    let (a, b) = (a.view(), b.view());
    let rows = equal_rows(a.len(), b.len())?;
    let mut hits = Hits::none(rows)?;
    let operands = Operands { a: Operand::rows(&a), b: Operand::rows(&b), rows };
    test_here(&KernelInfo::of::<P>(), &at::<P, T>(simd), &operands, hits.bytes_mut());
    Ok(hits)
}

/// [`crate::Query::measure`] on lanes of your own; see [`test_with`]. A right operand that has no columns
/// ([`crate::Nothing`]) has as many rows as the left one.
///
/// # Errors
/// Unequal numbers of rows; no memory for the result.
pub fn measure_with<T: Simd, M: Measure>(
    simd: T,
    a: &impl Rows<Shape = M::A>,
    b: &impl Rows<Shape = M::B>,
) -> Result<Columns<M::Out>, Error> {
    let (a, b) = (a.view(), b.view());
    let rows = measured_rows(M::B::KIND, a.len(), b.len())?;
    let mut columns = Columns::<M::Out>::default();
    columns.make_room(rows)?;
    let operands = Operands { a: Operand::rows(&a), b: Operand::rows(&b), rows };
    measure_here(&at::<M, T>(simd), &operands, columns.results(rows).as_mut());
    Ok(columns)
}

// Not generic, so that the driver is compiled in this crate, once.

fn test_here(kernel: &KernelInfo, blocks: &dyn Blocks, operands: &Operands, out: &mut [u8]) {
    driver::test(kernel, blocks, operands, out);
}

fn measure_here(blocks: &dyn MeasureBlocks, operands: &Operands, out: &mut [&mut [f32]]) {
    driver::measure_registers(blocks, operands, out);
}
