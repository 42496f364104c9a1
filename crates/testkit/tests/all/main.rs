//! All tests of this crate in one program: what needs the kernels takes long to compile, and would be compiled once more with
//! tests inside of the library.

mod conformance;
mod corpora;
mod corpus;
mod differential;
mod faults;
mod generate;
mod golden;
mod integer;
mod joins;
mod layout;
mod levels;
mod machines;
mod oracle;
mod pairs;
mod progress;
mod properties;
mod replay;
mod runner;
mod search;
mod self_check;
mod shrink;
mod subject;
mod tally;
