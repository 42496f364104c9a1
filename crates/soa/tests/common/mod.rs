//! What the tests of queries share.

use soa::{Level, Query};

/// A query at each level of this CPU: answers must not depend on it.
pub fn queries() -> impl Iterator<Item = Query> {
    Level::available().iter().map(|&level| Query::new().with_level(level))
}
