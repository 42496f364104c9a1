//! Queries: which kernel, on which threads, block by block, until every lane is decided.

pub(crate) mod by_value;
pub(crate) mod clip;
pub(crate) mod closest;
pub(crate) mod contacts;
pub(crate) mod driver;
pub(crate) mod functions;
pub(crate) mod join_within;
pub(crate) mod manifolds;
pub(crate) mod passing;
pub(crate) mod plan;
pub(crate) mod query;
pub(crate) mod resolve;
pub(crate) mod rows_or_pairs;
pub(crate) mod sweep;
pub(crate) mod threads;
pub(crate) mod with;
pub(crate) mod within;
