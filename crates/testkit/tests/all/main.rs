//! All tests of this crate in one program: each program would be linked by itself.

mod attack;
mod bounds;
mod cast;
mod corpora;
mod corpus;
mod differential;
mod generate;
mod golden;
mod joins;
mod oracle;
mod runner;
mod scaling;
mod shrink;
mod verdict;
mod wild;
