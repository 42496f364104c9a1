//! The list of pairs.

use scalar::exact::Exact;
use soa::join::Bounded;
use soa::kernel::Overlap;
use testkit::pairs::{OwnVisitor, STEMS, visit_own};

struct Names(Vec<&'static str>);

impl OwnVisitor for Names {
    fn own<S: Overlap<S> + Exact<S> + Bounded>(&mut self, stem: &'static str) {
        self.0.push(stem);
    }
}

#[test]
fn every_pair_of_one_kind_is_listed_as_such() {
    let mut own = Names(Vec::new());
    visit_own(&mut own);
    let of_one_kind = |stem: &&str| stem.split_at(stem.len() / 2).0 == &stem[stem.len() / 2 + 1..];
    assert_eq!(own.0, STEMS.iter().copied().filter(of_one_kind).collect::<Vec<_>>());
}
