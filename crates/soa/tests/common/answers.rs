//! Every answer of a join.

use soa::Pairs;
use soa::join::{Bounded, Join};
use soa::kernel::Intersects;

/// Every answer of a join against the pairs that brute force finds.
pub fn check<A, B>(join: &Join<A, B>, expected: &Pairs, left: usize, what: &str)
where
    A: Intersects<B> + Bounded,
    B: Bounded<Bounds = A::Bounds>,
{
    let found = join.pairs().unwrap();
    assert!(found == *expected, "{what}: {} pairs, not {}", found.len(), expected.len());
    assert_eq!(join.count(), expected.len() as u64, "{what}");
    assert_eq!(join.is_empty(), expected.is_empty(), "{what}");
    let rows = join.matched_left().unwrap();
    assert_eq!(rows.len(), left, "{what}");
    let mut touched: Vec<usize> = expected.left().iter().map(|&row| row as usize).collect();
    touched.dedup();
    assert_eq!(rows.iter().collect::<Vec<_>>(), touched, "{what}");
    let lists = join.csr().unwrap();
    assert_eq!(lists.len(), left, "{what}");
    assert!(lists.right() == expected.right(), "{what}: lists");
    let pairs =
        (0..left).flat_map(|row| lists.row(row).unwrap().iter().map(move |&right| (row as u32, right)));
    assert!(pairs.eq(expected.iter()), "{what}: lists");
    let mut blocks = (Vec::new(), Vec::new());
    join.for_each_block(|pairs| {
        blocks.0.extend_from_slice(pairs.left());
        blocks.1.extend_from_slice(pairs.right());
    })
    .unwrap();
    assert!(blocks.0 == expected.left() && blocks.1 == expected.right(), "{what}: by blocks");
}
