//! Which levels are chosen.

use soa::Level;
use testkit::levels::{choose, describe};

#[test]
fn levels_are_chosen_once_and_in_order() {
    let all = Level::available();
    let twice_and_backwards: Vec<_> = all.iter().chain(all).rev().copied().collect();
    assert_eq!(choose(&twice_and_backwards).as_deref(), Ok(all));
    assert_eq!(choose(&[Level::PORTABLE]), Ok(vec![Level::PORTABLE]));
    assert_eq!(Level::missing().count() + all.len(), Level::NAMES.len());
    assert!(describe(&[Level::PORTABLE]).starts_with("level portable"));
    assert_eq!(describe(all).contains("lacks"), Level::missing().next().is_some());
}
