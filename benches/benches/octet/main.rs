//! Every kernel with scalar functions and other libraries beside it: `cargo bench -p benches`, or
//! `cargo xtask bench` for a table and a picture. A filter is a regular expression over `bench/who/rows`.

mod all_pairs;
mod dim2;
mod dim3;
mod exactness;
mod join;
mod threads;

use std::process::ExitCode;

use benches::Run;

fn main() -> ExitCode {
    let mut run = match Run::new() {
        Ok(run) => run,
        Err(error) => {
            eprintln!("error: {}: {error}", soa::Level::VARIABLE);
            return ExitCode::from(2);
        }
    };
    dim2::run(&mut run);
    dim3::run(&mut run);
    exactness::run(&mut run);
    all_pairs::run(&mut run);
    join::run(&mut run);
    threads::run(&mut run);
    run.criterion.final_summary();
    ExitCode::SUCCESS
}
