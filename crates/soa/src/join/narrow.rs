//! The narrow phase: candidates copied side by side, and the query that anyone can call.

use alloc::boxed::Box;

use super::bounds::Bounded;
use super::candidates::MOST;
use super::region::Numbered;
use crate::kernel::Overlap;
use crate::query::Query;
use crate::shape::Shape;
use crate::view::View;

/// A column of a block of candidates.
type Column<T> = Box<[T; MOST]>;

/// A block of candidates.
pub(crate) struct Narrow<A: Shape, B: Shape> {
    a: A::Of<Column<f32>>,
    b: B::Of<Column<f32>>,
    left: Column<u32>,
    right: Column<u32>,
    bits: Column<u8>,
    len: usize,
}

impl<A: Overlap<B> + Bounded, B: Bounded> Narrow<A, B> {
    pub(crate) fn new() -> Self {
        Self {
            a: A::build(|_| bytemuck::zeroed_box()),
            b: B::build(|_| bytemuck::zeroed_box()),
            left: bytemuck::zeroed_box(),
            right: bytemuck::zeroed_box(),
            bits: bytemuck::zeroed_box(),
            len: 0,
        }
    }

    /// Takes up to [`MOST`] candidates, which are places of both sides, as far as they are wanted: by their shapes and rows,
    /// with the rows that they are to be called.
    #[inline(always)]
    pub(crate) fn copy(
        &mut self,
        (left, lefts): (&[Numbered<A>], &[u32]),
        (right, rights): (&[Numbered<B>], &[u32]),
        wanted: impl Fn(&A, &B, u32, u32) -> Option<(u32, u32)>,
    ) {
        let mut len = 0;
        for (&place, &other) in lefts.iter().zip(rights) {
            let (s, row) = &left[place as usize];
            let (t, other) = &right[other as usize];
            // The place is never beyond the last; so it is seen.
            let at = len % MOST;
            for (column, &x) in self.a.as_mut().iter_mut().zip(s.values()) {
                column[at] = x;
            }
            for (column, &x) in self.b.as_mut().iter_mut().zip(t.values()) {
                column[at] = x;
            }
            let pair = wanted(s, t, *row, *other);
            (self.left[at], self.right[at]) = pair.unwrap_or_default();
            len += usize::from(pair.is_some());
        }
        self.len = len;
    }

    /// Tests the candidates: left rows, right rows, and one bit for each pair that hits.
    pub(crate) fn test(&mut self, query: Query) -> (&[u32], &[u32], &[u8]) {
        let len = self.len;
        let bits = &mut self.bits[..len.div_ceil(8)];
        bits.fill(0);
        let a = View::<A>::trusted(A::build(|k| &self.a.as_ref()[k][..len]), len);
        let b = View::<B>::trusted(B::build(|k| &self.b.as_ref()[k][..len]), len);
        query.test_here::<A::Kernel>(&a, &b, len, bits);
        (&self.left[..len], &self.right[..len], bits)
    }
}
