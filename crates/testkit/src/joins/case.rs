//! Two sets of rows, and the pairs of them that hit.

use soa::{Shape, View};

use super::Kind;
use crate::trial::columns;

/// A left row and a right row.
pub type Hit = (u32, u32);

/// Two sets of rows, and the pairs of them that hit.
pub struct Case<K: Kind> {
    /// The left rows.
    pub a: Vec<K::A>,
    /// The right rows; of a set with itself, the same once more.
    pub b: Vec<K::B>,
    a_columns: <K::A as Shape>::Of<Vec<f32>>,
    b_columns: <K::B as Shape>::Of<Vec<f32>>,
    /// What brute force finds, sorted by left row, then right row.
    pub hits: Vec<Hit>,
    /// The pairs that brute force looked at.
    pub compared: u64,
}

impl<K: Kind> Case<K> {
    /// Answers every pair of rows.
    pub fn new(a: Vec<K::A>, b: Vec<K::B>) -> Self {
        let (mut hits, mut compared) = (Vec::new(), 0);
        let rights: Vec<usize> = (0..b.len()).filter(|&j| finite(&b[j])).collect();
        for i in (0..a.len()).filter(|&i| finite(&a[i])) {
            for &j in rights.iter().filter(|&&j| !K::OWN || i < j) {
                compared += 1;
                if K::hit(&a[i], &b[j]) {
                    hits.push((i as u32, j as u32));
                }
            }
        }
        Self { a_columns: columns(&a), b_columns: columns(&b), a, b, hits, compared }
    }

    /// These rows alone, which are ascending; of a set with itself, the same of both sides. A pair hits whatever others do.
    #[must_use]
    pub fn keep(&self, left: &[usize], right: &[usize]) -> Self {
        let a: Vec<K::A> = left.iter().map(|&row| self.a[row]).collect();
        let b: Vec<K::B> = right.iter().map(|&row| self.b[row]).collect();
        let place = |rows: &[usize], row: u32| rows.binary_search(&(row as usize)).ok().map(|i| i as u32);
        let kept = |&(i, j): &Hit| Some((place(left, i)?, place(right, j)?));
        let hits = self.hits.iter().filter_map(kept).collect();
        Self { a_columns: columns(&a), b_columns: columns(&b), a, b, hits, compared: 0 }
    }

    /// The left rows.
    pub fn left(&self) -> View<'_, K::A> {
        view(&self.a_columns)
    }

    /// The right rows.
    pub fn right(&self) -> View<'_, K::B> {
        view(&self.b_columns)
    }
}

/// Whether every value is.
pub fn finite<S: Shape>(row: &S) -> bool {
    row.values().iter().all(|x| x.is_finite())
}

/// A view that was validated, or one that was not because it cannot be.
pub fn view<S: Shape>(columns: &S::Of<Vec<f32>>) -> View<'_, S> {
    let slices = || S::build(|k| &columns.as_ref()[k][..]);
    let view = View::new(slices()).or_else(|_| View::new_unvalidated(slices()));
    view.unwrap_or_else(|error| unreachable!("equally long columns: {error}"))
}
