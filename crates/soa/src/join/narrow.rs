//! The narrow phase: candidates copied side by side, and the query that anyone can call.

use alloc::vec::Vec;

use super::bounds::Bounded;
use super::index::Index;
use crate::kernel::Overlap;
use crate::query::Query;
use crate::shape::{Shape, put};
use crate::view::View;

/// A block of candidates.
pub(crate) struct Narrow<A: Shape, B: Shape> {
    a: A::Of<Vec<f32>>,
    b: B::Of<Vec<f32>>,
    /// The left rows.
    pub(crate) left: Vec<u32>,
    /// The right rows.
    pub(crate) right: Vec<u32>,
    /// One bit a candidate.
    pub(crate) bits: Vec<u8>,
}

impl<A: Overlap<B> + Bounded, B: Bounded> Narrow<A, B> {
    pub(crate) fn new() -> Self {
        Self {
            a: A::build(|_| Vec::new()),
            b: B::build(|_| Vec::new()),
            left: Vec::new(),
            right: Vec::new(),
            bits: Vec::new(),
        }
    }

    /// Takes candidates, which are places of two indexes, as far as they are wanted: by their shapes and rows.
    pub(crate) fn copy(
        &mut self,
        (left, lefts): (&Index<A>, &[u32]),
        (right, rights): (&Index<B>, &[u32]),
        wanted: impl Fn(&A, &B, u32, u32) -> bool,
    ) {
        let most = lefts.len();
        self.left.resize(most, 0);
        self.right.resize(most, 0);
        let mut a = resized::<A>(&mut self.a, most);
        let mut b = resized::<B>(&mut self.b, most);
        let mut len = 0;
        for (&place, &other) in lefts.iter().zip(rights) {
            let (s, row) = left.at(place);
            let (t, other) = right.at(other);
            put::<A, _>(&mut a, len, &s);
            put::<B, _>(&mut b, len, &t);
            (self.left[len], self.right[len]) = (row, other);
            len += usize::from(wanted(&s, &t, row, other));
        }
        self.left.truncate(len);
        self.right.truncate(len);
    }

    /// Tests the candidates.
    pub(crate) fn test(&mut self, query: Query) {
        let len = self.left.len();
        self.bits.clear();
        self.bits.resize(len.div_ceil(8), 0);
        let a = View::<A>::trusted(A::build(|k| &self.a.as_ref()[k][..len]), len);
        let b = View::<B>::trusted(B::build(|k| &self.b.as_ref()[k][..len]), len);
        query.test_here::<A::Kernel>(&a, &b, len, &mut self.bits);
    }
}

/// Columns of this length.
fn resized<S: Shape>(columns: &mut S::Of<Vec<f32>>, len: usize) -> S::Of<&mut [f32]> {
    let mut columns = columns.as_mut().iter_mut();
    S::build(|_| {
        columns.next().map_or(&mut [][..], |column| {
            column.resize(len, 0.0);
            &mut column[..]
        })
    })
}
