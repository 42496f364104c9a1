//! Every kernel with scalar functions and other libraries beside it: `cargo bench -p benches`, or
//! `cargo xtask bench` for tables and a picture. A filter is a regular expression over `bench/who/rows`.

mod all_pairs;
mod closest;
mod contacts;
mod exactness;
mod manifolds;
mod pairs;
mod small;
mod sweep;
mod values;

use benches::workload::Sample;
use benches::{Contender, Group, criterion, index, is_quick, join, note_levels, scene, wanted_levels};
use criterion::Criterion;
use soa::Level;

/// One run of the program.
struct Run {
    criterion: Criterion,
    /// The levels to time, the best last.
    levels: Vec<Level>,
    /// Whether the slowest contenders are left out where rows are many.
    quick: bool,
}

impl Run {
    fn time(&mut self, contenders: Vec<Contender>) {
        // One by one, so that the rows of a group are gone when it is done.
        for contender in contenders {
            contender.time(&mut self.criterion);
        }
    }

    fn group<A: Sample, B: Sample>(&mut self, group: &Group<A, B>) {
        self.time(group.contenders(&self.levels, self.quick));
    }
}

fn main() {
    let mut run = Run { criterion: criterion(), levels: wanted_levels(), quick: is_quick() };
    note_levels();
    pairs::run(&mut run);
    values::run(&mut run);
    closest::run(&mut run);
    contacts::run(&mut run);
    exactness::run(&mut run);
    run.time(all_pairs::contenders(&run.levels));
    run.time(sweep::contenders(&run.levels));
    run.time(manifolds::contenders(&run.levels));
    run.time(small::contenders(&run.levels));
    run.time(join::contenders(&run.levels, run.quick));
    index::note_missing();
    run.time(index::contenders(&run.levels));
    run.time(scene::contenders(&run.levels));
    run.criterion.final_summary();
}
