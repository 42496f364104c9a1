//! Every kernel with its scalar twin and other libraries beside it: `cargo bench -p benches`, or `cargo xtask bench`
//! for a table and a report. A filter is a regular expression over `bench/who/rows`.

mod all_pairs;
mod dim2;
mod dim3;
mod peers;
mod threads;

fn main() {
    let mut criterion = benches::criterion();
    dim2::run(&mut criterion);
    dim3::run(&mut criterion);
    all_pairs::run(&mut criterion);
    threads::run(&mut criterion);
    criterion.final_summary();
}
