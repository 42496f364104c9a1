//! Our shapes as those of other libraries, and what those say of them.

pub mod cases;
pub mod geo;
pub mod parry2;
pub mod parry3;
