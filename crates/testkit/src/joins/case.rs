//! Two sets of rows, and the pairs of them that hit.

use soa::AnyView;

use super::Kind;
use crate::rows::{Columns, Row, is_finite, of_bits};

/// A left row and a right row.
pub type Hit = (u32, u32);

/// Two sets of rows, and the pairs of them that hit.
#[derive(Clone, Debug)]
pub struct Case {
    /// The shapes, and how they are joined.
    pub kind: Kind,
    /// The left rows.
    pub a: Vec<Row>,
    /// The right rows; of a set with itself, the same once more.
    pub b: Vec<Row>,
    left: Columns,
    right: Columns,
    /// What brute force finds, sorted by left row, then right row.
    pub hits: Vec<Hit>,
    /// The pairs that brute force compared.
    pub compared: u64,
}

impl Case {
    /// Answers every pair of rows.
    pub fn new(kind: Kind, a: Vec<Row>, b: Vec<Row>) -> Self {
        let (mut hits, mut compared) = (Vec::new(), 0);
        let rights: Vec<usize> = (0..b.len()).filter(|&j| is_finite(&b[j])).collect();
        for i in (0..a.len()).filter(|&i| is_finite(&a[i])) {
            for &j in rights.iter().filter(|&&j| !kind.own || i < j) {
                compared += 1;
                if kind.pair.exact(&a[i], &b[j]) {
                    hits.push((i as u32, j as u32));
                }
            }
        }
        Self { hits, compared, ..Self::unanswered(kind, a, b) }
    }

    /// Rows as bits, for the join of this name: what a mismatch is shown as.
    ///
    /// # Panics
    /// No join has this name.
    pub fn of_bits(join: &str, a: &[&[u32]], b: &[&[u32]]) -> Self {
        let kind = Kind::all().find(|kind| kind.name() == join).unwrap();
        Self::new(kind, of_bits(a), of_bits(b))
    }

    fn unanswered(kind: Kind, a: Vec<Row>, b: Vec<Row>) -> Self {
        let (left, right) = (Columns::of(kind.pair.left, &a), Columns::of(kind.pair.right, &b));
        Self { kind, a, b, left, right, hits: Vec::new(), compared: 0 }
    }

    /// These rows alone, which are ascending; of a set with itself, the same of both sides. A pair hits
    /// whatever others do.
    #[must_use]
    pub fn keep(&self, left: &[usize], right: &[usize]) -> Self {
        let a = left.iter().map(|&row| self.a[row].clone()).collect();
        let b = right.iter().map(|&row| self.b[row].clone()).collect();
        let place = |rows: &[usize], row: u32| rows.binary_search(&(row as usize)).ok().map(|i| i as u32);
        let kept = |&(i, j): &Hit| Some((place(left, i)?, place(right, j)?));
        let hits = self.hits.iter().filter_map(kept).collect();
        Self { hits, ..Self::unanswered(self.kind, a, b) }
    }

    /// The left rows.
    pub fn left(&self) -> AnyView<'_> {
        self.left.all()
    }

    /// The right rows.
    pub fn right(&self) -> AnyView<'_> {
        self.right.all()
    }
}
