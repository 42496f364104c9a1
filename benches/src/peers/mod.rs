//! Our shapes as those of other libraries, and the answers of these.

pub mod cases;
pub mod geo;
pub mod parry2;
pub mod parry3;
