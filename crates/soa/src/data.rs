//! Shapes in columns, what is refused, and what queries return.

pub(crate) mod any;
pub(crate) mod check;
pub(crate) mod columns;
pub(crate) mod csr;
pub(crate) mod error;
pub(crate) mod hits;
pub(crate) mod memory;
pub(crate) mod pairs;
#[cfg(feature = "serde")]
mod serde_impl;
pub(crate) mod shape;
pub(crate) mod view;
