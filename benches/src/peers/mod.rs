//! Our shapes as those of other libraries.

pub mod geo;
pub mod parry2;
pub mod parry3;
