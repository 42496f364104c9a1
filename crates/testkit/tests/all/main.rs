//! All tests of this crate in one program: each program would compile and link the kernels once more.

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
mod sixteen;
mod subject;
mod tally;

/// The rows of a view.
fn rows_of(view: &soa::AnyView) -> Vec<testkit::rows::Row> {
    let columns: Vec<&[f32]> = (0..).map_while(|k| view.column(k)).collect();
    (0..view.len()).map(|row| columns.iter().map(|column| column[row]).collect()).collect()
}
