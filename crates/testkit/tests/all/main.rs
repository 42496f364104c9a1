//! All tests of this crate in one program: each program would be linked by itself.

mod conformance;
mod corpora;
mod corpus;
mod differential;
mod generate;
mod golden;
mod integer;
mod joins;
mod layout;
mod levels;
mod oracle;
mod pairs;
mod properties;
mod replay;
mod runner;
mod search;
mod shrink;
mod subject;
mod tally;

/// The rows of a view.
fn rows_of(view: &soa::AnyView) -> Vec<testkit::rows::Row> {
    let columns: Vec<&[f32]> = (0..).map_while(|k| view.column(k)).collect();
    (0..view.len()).map(|row| columns.iter().map(|column| column[row]).collect()).collect()
}
