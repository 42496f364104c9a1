//! What needs the kernels. One program, so that they are compiled once and not again with the library's own tests.

mod conformance;
mod corpora;
mod differential;
mod oracle;
mod properties;
mod replay;
mod self_check;
