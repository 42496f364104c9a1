//! What a run must have met.

use soa::Stages;
use testkit::tally::{Classes, Tally};

#[test]
fn only_classes_that_can_be_met_are_missed() {
    let unary = Classes {
        misses: false,
        touching: false,
        degenerate: true,
        promised: false,
        published: false,
        stages: false,
    };
    let pair = Classes { misses: true, touching: true, ..unary };
    let exact = Classes { promised: true, stages: true, ..unary };
    let met = Tally { hits: 1, degenerate: 1, nan: 1, infinite: 1, lattice: 1, ..Tally::default() };
    assert!(met.missing(unary).is_empty());
    assert_eq!(met.missing(pair), ["misses", "touching"]);
    assert_eq!(Tally::default().missing(pair).len(), 7);
    let stages = Stages { single: 1, rounded: 1, integer: 1, ..Stages::default() };
    assert_eq!(Tally { stages, ..met }.missing(exact), ["comparisons with the oracle", "f64 lanes"]);
    let published = Classes { published: true, ..unary };
    assert_eq!(met.missing(published), ["comparisons with the truth"]);
    let searched = Tally { misses: 1, oracle: 1, bisected: 1, stages, ..met };
    assert_eq!(searched.missing_in_search(exact), ["squeezed pairs", "f64 lanes"]);
}
