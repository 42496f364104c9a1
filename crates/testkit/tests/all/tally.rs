//! What a run must have met.

use core::fmt::Debug;
use core::ops::AddAssign;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use soa::Stages;
use testkit::joins;
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

/// Numbers the counts, each so much larger than the one before.
fn number(value: &mut Value, step: u64, last: &mut u64) {
    match value {
        Value::Array(values) => values.iter_mut().for_each(|value| number(value, step, last)),
        Value::Object(values) => values.values_mut().for_each(|value| number(value, step, last)),
        _ => {
            *last += step;
            *value = (*last).into();
        }
    }
}

/// A tally whose counts are all different.
fn numbered<T: Default + Serialize + DeserializeOwned>(step: u64) -> T {
    let (mut value, mut last) = (serde_json::to_value(T::default()).unwrap(), 0);
    number(&mut value, step, &mut last);
    assert!(last > 10 * step);
    serde_json::from_value(value).unwrap()
}

#[test]
fn every_count_is_added() {
    fn check<T>(add: fn(&mut T, T))
    where
        T: Default + Serialize + DeserializeOwned + PartialEq + Debug,
    {
        let mut sum = numbered::<T>(2);
        add(&mut sum, numbered(5));
        assert_eq!(sum, numbered(7));
    }
    check::<Tally>(AddAssign::add_assign);
    check::<joins::tally::Tally>(|sum, other| *sum += &other);
}
