//! The list of pairs.

use soa::registry::{self, kernel, named};
use testkit::joins::Kind;
use testkit::pairs::{PAIRS, STEMS, promised};

#[test]
fn every_pair_of_one_kind_is_joined_with_itself() {
    let own: Vec<_> = Kind::all().filter(|kind| kind.own).map(|kind| kind.pair.stem).collect();
    let of_one_kind = |stem: &&str| stem.split_at(stem.len() / 2).0 == &stem[stem.len() / 2 + 1..];
    assert_eq!(own, STEMS.iter().copied().filter(of_one_kind).collect::<Vec<_>>());
    assert_eq!(own.len(), 5);
    let two: Vec<_> = Kind::all().filter(|kind| !kind.own).map(|kind| kind.pair.stem).collect();
    assert_eq!(two, STEMS);
}

#[test]
fn every_pair_has_a_kernel_and_a_published_algorithm() {
    for pair in PAIRS {
        let run = kernel(pair.left, pair.right).unwrap();
        assert!(run.kernel.info.name.starts_with(pair.stem) && !run.is_swapped, "{}", pair.stem);
        let published = pair.published_kernel();
        assert!(!published.info.is_exact && named(published.info.name).is_some(), "{}", pair.stem);
        assert_eq!((published.info.left, published.info.right), (pair.left, pair.right));
    }
    assert_eq!(PAIRS.len(), registry::pairs().len());
    assert_eq!(promised().len(), PAIRS.len());
}
