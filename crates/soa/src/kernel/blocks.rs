//! The loops over registers: all that is compiled for each kernel and level, and nothing else.
//!
//! A loop takes whole registers of borrowed columns ([`Operands`]) and writes a bit a row. It keeps nothing
//! from one call to the next: [`crate::run::driver`], which is compiled once, calls these and chooses the
//! next one.
//!
//! | loop | what it does | while |
//! |---|---|---|
//! | [`Blocks::quick_reject`] | the quick reject: the rows that pass are copied side by side | few rows pass |
//! | [`Blocks::fused`] | the kernel and, unless the kernel implies it, the quick reject at once | many rows pass |
//! | [`Blocks::quick_accept`] | the quick accept | a block has undecided lanes |
//! | [`Blocks::widen`] | the kernel in `f64` on the lanes that are left | |
//!
//! Each loop takes time to compile, once a kernel and level. So only the first two, and those of a short
//! measure, are compiled separately for rows with rows and for one shape with rows ([`with_stream`]), and only
//! where the columns of both fit in the registers of the CPU; the others load one shape from memory for each
//! register, as if it were rows.

use core::ops::Range;

use crate::data::shape::{Element, Shape};
use crate::kernel::operand::{BroadcastRegisters, Either, Load, Operands, Stream};
use crate::kernel::verdict::{CommonUlp, Rounding, lanes};
use crate::kernel::{Measure, Predicate};
use crate::lanes::{InF64, Lanes, MAX_LANES, Mask, Register, Simd};

/// Rows of a block, after which the driver may choose another loop: twelve columns of them are half of a
/// first-level cache.
pub(crate) const BLOCK_ROWS: usize = 512;

/// Bytes of one bit a row of a block.
pub(crate) const BLOCK_BYTES: usize = BLOCK_ROWS / 8;

/// The result of [`Blocks::fused`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    /// The first register that has no answer yet.
    pub(crate) next: usize,
    /// Whether any lane of the registers up to there, or of the block at `next`, is undecided.
    pub(crate) has_undecided: bool,
}

/// What is known of a block, counted in lanes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct BlockStats {
    /// All lanes.
    pub(crate) rows: usize,
    /// Lanes that are left undecided.
    pub(crate) undecided: usize,
    /// Lanes that the kernel does not decide, though a comparison may.
    pub(crate) undecided_by_kernel: usize,
    /// Lanes decided by the kernel alone.
    pub(crate) decided_by_kernel: usize,
}

impl BlockStats {
    /// True if over a third of the lanes are undecided: then resolving the block in place beats compacting
    /// it, as copying a lane takes about twice as long as resolving it.
    pub(crate) fn is_dense(self) -> bool {
        self.undecided > self.rows / 3
    }

    /// Whether the kernel in `f32` decided nothing, or nearly nothing.
    pub(crate) fn f32_was_useless(self) -> bool {
        self.is_dense()
            || (self.undecided_by_kernel > self.rows / 3 && self.decided_by_kernel < self.rows / 8)
    }
}

/// Whether it is more than three of four.
#[inline]
pub(crate) fn is_most(some: usize, all: usize) -> bool {
    some > all * 3 / 4
}

/// A yes/no kernel, compiled for one instruction set.
pub trait Blocks<E: Element = f32> {
    /// Lanes of a register: 8 or 16.
    fn lanes(&self) -> usize;

    /// Of 32 rows, how many pass the quick reject where to copy these side by side takes as long as to test
    /// all.
    fn break_even(&self) -> usize;

    /// Which rows of these registers pass the quick reject: a bit each, eight a byte.
    fn quick_reject(&self, operands: &Operands<E>, registers: Range<usize>, out: &mut [u8]);

    /// Which rows of these registers the quick accept accepts, likewise; none where the kernel has no such.
    fn quick_accept(&self, operands: &Operands<E>, registers: Range<usize>, out: &mut [u8]);

    /// Tests these registers, block by block: which rows hit, and which the kernel leaves undecided, likewise.
    /// Where `undecided` is empty, it stops before a block that has undecided lanes: that costs less than to
    /// say which. At most one side is one shape for all rows.
    fn fused(
        &self,
        operands: &Operands<E>,
        registers: Range<usize>,
        hits: &mut [u8],
        undecided: &mut [u8],
    ) -> Run;

    /// Decides the lanes of `undecided`, eight a byte from the first row, in `f64`: adds their hits, and says
    /// which are left.
    fn widen(&self, operands: &Operands<E>, undecided: &[u8], hits: &mut [u8], left: &mut [u8]);
}

/// A kernel for the instruction set of a token: what its loops are methods of.
///
/// The compiler works on several modules at once, and it takes a method of a tuple for one of the module that
/// the first type is from. As methods of a struct, all loops of all kernels would be in the module of that
/// struct.
pub(crate) type At<K, T> = ([K; 0], T);

/// That of this kernel and token.
pub(crate) fn at<K, T: Simd>(simd: T) -> At<K, T> {
    const { assert!(T::Lanes::LEN == 8 || T::Lanes::LEN == MAX_LANES, "a register fills whole bytes of hits") };
    ([], simd)
}

/// Evaluates an expression with a stream of both operands: compiled for rows with rows, for one left shape,
/// and for one right shape where the operands may be exchanged; or once for all, where two shapes have more
/// columns than the CPU has registers, so that one shape would be loaded from memory anyway.
macro_rules! with_stream {
    ($kernel:ident, $token:ident, $swaps:expr, $simd:ident, $operands:ident, |$stream:ident| $work:expr) => {{
        let (a, b, len) = (&$operands.a, &$operands.b, $operands.rows / $token::Lanes::LEN);
        if $kernel::A::COLUMNS.len() + $kernel::B::COLUMNS.len() > $token::REGISTERS {
            let mut broadcast = [None; 2];
            let $stream = either::<$token, $kernel::A, $kernel::B>($simd, $operands, &mut broadcast);
            $work
        } else if a.is_broadcast() {
            let $stream = Stream::new::<$token, $kernel::A, $kernel::B>(
                $operands,
                a.broadcast($simd),
                b.in_memory($simd, len),
            );
            $work
        } else if $swaps && b.is_broadcast() {
            let $stream = Stream::new::<$token, $kernel::A, $kernel::B>(
                $operands,
                a.in_memory($simd, len),
                b.broadcast($simd),
            );
            $work
        } else {
            let $stream = Stream::new::<$token, $kernel::A, $kernel::B>(
                $operands,
                a.in_memory($simd, len),
                b.in_memory($simd, len),
            );
            $work
        }
    }};
}

/// Whether the operands of a kernel may be exchanged: those of two shapes whose answers are exact, by bounds or by
/// comparisons.
const fn swaps<P: Predicate>() -> bool {
    P::FINITE_ONLY && P::A::KIND as usize != P::B::KIND as usize
}

impl<P: Predicate, T: Simd> Blocks<f32> for At<P, T> {
    fn lanes(&self) -> usize {
        T::Lanes::LEN
    }

    /// Measured with kernels of the plane and of space. To copy a row takes as long at all levels, to test it
    /// half as long with registers twice as wide.
    fn break_even(&self) -> usize {
        match T::Wide::LEN {
            _ if P::IS_LONG => 16,
            2 => 12,
            4 => 3,
            _ => 2,
        }
    }

    fn quick_reject(&self, operands: &Operands, registers: Range<usize>, out: &mut [u8]) {
        let simd = self.1;
        if !P::HAS_QUICK_REJECT {
            unreachable!("{} has no quick reject", P::NAME);
        }
        simd.vectorize(
            #[inline(always)]
            || {
                with_stream!(P, T, swaps::<P>(), simd, operands, |stream| compare::<T, P>(
                    &stream,
                    registers,
                    #[inline(always)]
                    |a, b| P::quick_reject::<T::Lanes>(a, b),
                    out
                ));
            },
        );
    }

    fn quick_accept(&self, operands: &Operands, registers: Range<usize>, out: &mut [u8]) {
        let simd = self.1;
        if !P::HAS_QUICK_ACCEPT {
            out.fill(0);
            return;
        }
        simd.vectorize(
            #[inline(always)]
            || {
                let mut broadcast = [None; 2];
                let stream = either::<T, P::A, P::B>(simd, operands, &mut broadcast);
                compare::<T, P>(
                    &stream,
                    registers,
                    #[inline(always)]
                    |a, b| P::quick_accept::<T::Lanes>(a, b),
                    out,
                );
            },
        );
    }

    fn fused(
        &self,
        operands: &Operands,
        registers: Range<usize>,
        hits: &mut [u8],
        undecided: &mut [u8],
    ) -> Run {
        let simd = self.1;
        simd.vectorize(
            #[inline(always)]
            || {
                with_stream!(P, T, swaps::<P>(), simd, operands, |stream| fused::<T, P>(
                    simd, &stream, registers, hits, undecided
                ))
            },
        )
    }

    fn widen(&self, operands: &Operands, undecided: &[u8], hits: &mut [u8], left: &mut [u8]) {
        let simd = self.1;
        if P::EXACT {
            simd.vectorize(
                #[inline(always)]
                || widen::<T, P>(simd, operands, undecided, hits, left),
            );
        }
    }
}

/// Both operands, whichever they are; one shape is kept in `broadcast`.
#[inline(always)]
fn either<'a, T: Simd, A: Shape, B: Shape>(
    simd: T,
    operands: &Operands<'a>,
    broadcast: &'a mut [Option<BroadcastRegisters>; 2],
) -> Stream<Either<'a, A, T>, Either<'a, B, T>> {
    let ([a, b], len) = (broadcast, operands.rows / T::Lanes::LEN);
    Stream::new::<T, A, B>(operands, operands.a.either(simd, len, a), operands.b.either(simd, len, b))
}

/// What a quick reject or a quick accept says of these registers, a bit a row. The test is a closure: the name of
/// a function is called through a shim, which is not inlined.
#[inline(always)]
fn compare<T: Simd, P: Predicate>(
    stream: &Stream<impl Load<P::A, T>, impl Load<P::B, T>>,
    registers: Range<usize>,
    test: impl Fn(&<P::A as Shape>::Of<T::Lanes>, &<P::B as Shape>::Of<T::Lanes>) -> <T::Lanes as Lanes>::Mask,
    out: &mut [u8],
) {
    let width = T::Lanes::LEN / 8;
    for (i, bytes) in registers.zip(out.chunks_exact_mut(width)) {
        let (a, b) = stream.load_without_prefetch(i);
        bytes.copy_from_slice(&test(&a, &b).bits().to_le_bytes()[..width]);
    }
}

#[inline(always)]
fn fused<T: Simd, P: Predicate>(
    simd: T,
    stream: &Stream<impl Load<P::A, T>, impl Load<P::B, T>>,
    registers: Range<usize>,
    hits: &mut [u8],
    undecided: &mut [u8],
) -> Run {
    let (width, block) = (T::Lanes::LEN / 8, BLOCK_ROWS / T::Lanes::LEN);
    let filters = P::HAS_QUICK_REJECT && !P::IMPLIES_QUICK_REJECT;
    let collects = !undecided.is_empty();
    let mut collected = undecided.chunks_exact_mut(width);
    let mut run = Run { next: registers.start, has_undecided: false };
    for hits in hits.chunks_mut(BLOCK_ROWS / 8) {
        let end = registers.end.min(run.next + block);
        let mut any = none(simd);
        for (i, hits) in (run.next..end).zip(hits.chunks_exact_mut(width)) {
            let (a, b) = stream.load(i);
            let verdict = P::decide::<T::Lanes>(&a, &b, &Rounding::single(a.as_ref()[0]));
            let (mut bits, mut undecided) = (verdict.hit.bits(), !(verdict.hit | verdict.miss));
            if filters {
                let passing = P::quick_reject::<T::Lanes>(&a, &b);
                bits &= passing.bits();
                undecided = undecided & passing;
            }
            hits.copy_from_slice(&bits.to_le_bytes()[..width]);
            if P::EXACT {
                any = any | undecided;
                if let Some(bytes) = collected.next() {
                    bytes.copy_from_slice(&undecided.bits().to_le_bytes()[..width]);
                }
            }
        }
        if P::EXACT && any.bits() != 0 {
            run.has_undecided = true;
            if !collects {
                break;
            }
        }
        run.next = end;
    }
    run
}

/// A lane is decided beyond the bound, or if nothing was rounded at all. To find out whether anything was
/// costs less than the kernel: so it is asked before, and the kernel is compiled and runs once.
#[inline(always)]
fn widen<T: Simd, P: Predicate>(
    simd: T,
    operands: &Operands,
    undecided: &[u8],
    hits: &mut [u8],
    left: &mut [u8],
) {
    let [mut of_a, mut of_b] = [None; 2];
    let a = operands.a.eights::<P::A>(undecided.len(), &mut of_a);
    let b = operands.b.eights::<P::B>(undecided.len(), &mut of_b);
    for (i, ((&undecided, hits), left)) in undecided.iter().zip(hits).zip(left).enumerate() {
        if undecided == 0 {
            continue;
        }
        let [mut hit, mut undecided_yet] = [0; 2];
        for at in (0..8).step_by(T::Wide::LEN) {
            let undecided = u32::from(undecided) >> at;
            if undecided & lanes(T::Wide::LEN) == 0 {
                continue;
            }
            let (a, b) = (a.load(simd, i, at), b.load(simd, i, at));
            let ulp = CommonUlp::new(P::size(&a, &b), a.as_ref(), b.as_ref());
            let verdict = P::decide(&a, &b, &Rounding::double(Some(ulp), a.as_ref()[0]));
            hit |= (verdict.hit.bits() & undecided) << at;
            undecided_yet |= (verdict.undecided() & undecided) << at;
        }
        *hits |= hit as u8;
        *left |= undecided_yet as u8;
    }
}

/// A mask that is set nowhere.
#[inline(always)]
fn none<T: Simd>(simd: T) -> <T::Lanes as Lanes>::Mask {
    let zero = simd.splat(0.0);
    zero.lt(zero)
}

/// A computing kernel, compiled for one instruction set.
pub trait MeasureBlocks<E: Element = f32> {
    /// Rows that are measured together, 2 to 16.
    fn lanes(&self) -> usize;

    /// Writes the numbers of all rows that fill these to the columns of `out`, every NaN in its canonical form.
    fn registers(&self, operands: &Operands<E>, out: &mut [&mut [E]]);
}

impl<M: Measure, T: Simd> MeasureBlocks<f32> for At<M, T> {
    fn lanes(&self) -> usize {
        at_once::<M>() * if M::IN_F64 { T::Wide::LEN } else { T::Lanes::LEN }
    }

    fn registers(&self, operands: &Operands, out: &mut [&mut [f32]]) {
        let simd = self.1;
        simd.vectorize(
            #[inline(always)]
            || {
                if M::IN_F64 {
                    let (simd, mut broadcast) = (InF64(simd), [None; 2]);
                    let stream = either::<InF64<T>, M::A, M::B>(simd, operands, &mut broadcast);
                    measure::<InF64<T>, M>(&stream, operands.rows, out);
                } else {
                    with_stream!(M, T, false, simd, operands, |stream| measure::<T, M>(
                        &stream,
                        operands.rows,
                        out
                    ));
                }
            },
        );
    }
}

/// All whole registers of these rows.
#[inline(always)]
fn measure<T: Simd, M: Measure>(
    stream: &Stream<impl Load<M::A, T>, impl Load<M::B, T>>,
    rows: usize,
    out: &mut [&mut [f32]],
) {
    let (mut columns, len) = (out.iter_mut(), rows / T::Lanes::LEN / at_once::<M>() * at_once::<M>());
    let mut registers = M::Out::build(
        #[inline(always)]
        |_| match columns.next() {
            Some(column) => &mut T::Lanes::batches_mut(column)[..len],
            None => &mut [],
        },
    );
    for i in (0..len).step_by(at_once::<M>()) {
        let (a, b) = stream.load(i);
        if at_once::<M>() == 2 {
            let (c, d) = stream.load(i + 1);
            let (values, next) = (M::lanes::<T::Lanes>(&a, &b), M::lanes::<T::Lanes>(&c, &d));
            let both = values.as_ref().iter().zip(next.as_ref());
            for (column, (value, next)) in registers.as_mut().iter_mut().zip(both) {
                value.store_canonical(column[i].as_mut());
                next.store_canonical(column[i + 1].as_mut());
            }
        } else {
            let values = M::lanes::<T::Lanes>(&a, &b);
            for (column, value) in registers.as_mut().iter_mut().zip(values.as_ref()) {
                value.store_canonical(column[i].as_mut());
            }
        }
    }
}

/// Registers that are measured together. There are more columns than the CPU has registers for their addresses.
/// To load these again for each register of rows is a quarter of the time of a short kernel.
const fn at_once<M: Measure>() -> usize {
    if M::IS_SHORT && M::IN_F64 { 2 } else { 1 }
}

#[cfg(test)]
pub(crate) mod tests {
    use scalar::dim2::{Aabb, Triangle};

    use super::*;
    use crate::Columns;
    use crate::dim2::{aabb_triangle, triangle_triangle};
    use crate::kernel::operand::Operand;
    use crate::lanes::portable::Portable;

    /// Triangles beside a shape, in four registers of eight: `i` have inner points in common with it, `v`
    /// also a vertex, `f` are far, `b` only have bounding boxes that meet, `c` have only a vertex in common,
    /// `t` touch an edge.
    const REGISTERS: [&[u8; 8]; 4] = [b"ivfbctib", b"iibffbiv", b"ffffffff", b"cctiibbb"];

    /// The lanes of two registers that are of one of these kinds, as bits.
    pub(crate) fn bits(start: usize, kinds: &[u8]) -> [u8; 2] {
        let of = |register: &[u8; 8]| (0..8).map(|i| u8::from(kinds.contains(&register[i])) << i).sum();
        [of(REGISTERS[start]), of(REGISTERS[start + 1])]
    }

    /// Calls `work` with one shape in every row, far from each other, and beside each a triangle of the
    /// registers.
    pub(crate) fn with_rows<S: Shape>(
        shape: S,
        beside: fn(u8) -> [[f32; 2]; 3],
        work: impl FnOnce(&Operands),
    ) {
        fn apart<S: Shape>(rows: impl Iterator<Item = S>) -> Columns<S> {
            let moved = rows.enumerate().map(|(i, row)| {
                let at = |k: usize| if S::COLUMNS[k].ends_with('x') { 8.0 * i as f32 } else { 0.0 };
                S::from_values(|k| row.values()[k] + at(k))
            });
            Columns::try_from_iter(moved).unwrap()
        }
        let triangles = REGISTERS.into_iter().flatten().map(|&kind| Triangle::from(beside(kind)));
        let (a, b) = (apart(core::iter::repeat_n(shape, 32)), apart(triangles));
        let (a, b) = (a.as_view(), b.as_view());
        work(&Operands { a: Operand::rows(&a), b: Operand::rows(&b), rows: 32 });
    }

    /// Beside the triangle from (0, 0) to (1, 0) and (0, 1).
    pub(crate) fn beside_triangle(kind: u8) -> [[f32; 2]; 3] {
        match kind {
            b'i' => [[0.25, 0.25], [2.0, 0.25], [0.25, 2.0]],
            b'v' => [[0.0, 0.0], [0.5, 0.0], [0.5, 2.0]],
            b'f' => [[2.0, 2.0], [3.0, 2.0], [2.0, 3.0]],
            b'b' => [[0.75, 0.75], [2.0, 0.75], [0.75, 2.0]],
            b'c' => [[0.0, 0.0], [-1.0, 0.0], [0.0, -1.0]],
            _ => [[0.25, 0.0], [0.0, -1.0], [0.5, -1.0]],
        }
    }

    /// Beside the box from (0, 0) to (1, 1).
    fn beside_box(kind: u8) -> [[f32; 2]; 3] {
        match kind {
            b'i' | b'v' => [[0.5, 0.5], [3.0, 0.5], [0.5, 3.0]],
            b'f' => [[2.0, 2.0], [3.0, 2.0], [2.0, 3.0]],
            b'b' => [[1.75, 0.5], [0.5, 1.75], [1.75, 1.75]],
            _ => [[2.0, 0.0], [0.0, 2.0], [2.0, 2.0]],
        }
    }

    pub(crate) const TRIANGLE: Triangle = Triangle { a: [0.0, 0.0], b: [1.0, 0.0], c: [0.0, 1.0] };

    #[test]
    fn undecided_lanes_are_collected_or_end_the_loop_before_their_block() {
        let check = |blocks: &dyn Blocks, operands: &Operands| {
            for start in 0..3 {
                let (registers, hits) = (start..start + 2, bits(start, b"iv"));
                let (mut out, mut undecided) = ([0xaa; 2], [0xaa; 2]);
                let run = blocks.fused(operands, registers.clone(), &mut out, &mut undecided);
                let has_undecided = bits(start, b"ct") != [0; 2];
                assert_eq!(run, Run { next: registers.end, has_undecided }, "{start}");
                assert_eq!((out, undecided), (hits, bits(start, b"ct")), "{start}");
                let run = blocks.fused(operands, registers.clone(), &mut out, &mut []);
                let next = if has_undecided { start } else { registers.end };
                assert_eq!((run, out), (Run { next, has_undecided }, hits), "{start}");
            }
        };
        let aabb = Aabb { min: [0.0; 2], max: [1.0; 2] };
        with_rows(aabb, beside_box, |operands| {
            check(&at::<aabb_triangle::Exact, _>(Portable), operands);
        });
        // A kernel that implies the quick reject runs alone.
        with_rows(TRIANGLE, beside_triangle, |operands| {
            check(&at::<triangle_triangle::Exact, _>(Portable), operands);
        });
    }

    #[test]
    fn the_quick_accept_finds_corners_in_common() {
        with_rows(TRIANGLE, beside_triangle, |operands| {
            let blocks: &dyn Blocks = &at::<triangle_triangle::Exact, _>(Portable);
            for start in 0..3 {
                let mut out = [0xaa; 2];
                blocks.quick_accept(operands, start..start + 2, &mut out);
                assert_eq!(out, bits(start, b"vc"), "{start}");
            }
        });
    }

    #[test]
    fn the_quick_reject_refuses_what_is_far_and_little_else() {
        let aabb = Aabb { min: [0.0; 2], max: [1.0; 2] };
        with_rows(aabb, beside_box, |operands| {
            let blocks: &dyn Blocks = &at::<aabb_triangle::Exact, _>(Portable);
            for start in 0..3 {
                let mut out = [0xaa; 2];
                blocks.quick_reject(operands, start..start + 2, &mut out);
                assert_eq!(out, bits(start, b"ivbct"), "{start}");
            }
        });
    }
}
