//! What `cargo xtask asm` has the compiler list: the row-by-row query of every kernel, and nothing else.
#![forbid(unsafe_code)]

use std::hint::black_box;

use soa::kernel::{Measure, Predicate, Visitor, visit_all};
use soa::{Query, Shape, View};

/// Runs each kernel on no rows, at a level that the compiler does not know.
struct Run(Query);

impl Visitor for Run {
    fn predicate<P: Predicate>(&mut self) {
        black_box(self.0.test::<P>(&none(), &none()).is_ok());
    }

    fn measure<M: Measure>(&mut self) {
        black_box(self.0.measure::<M>(&none(), &none()).is_ok());
    }
}

/// A view of no rows, as far as the compiler knows of any number.
fn none<S: Shape>() -> View<'static, S> {
    black_box(View::new(S::build(|_| &[][..])).unwrap())
}

fn main() {
    visit_all(&mut Run(black_box(Query::new())));
}
