//! Every parser on its seeds, and on mutants by a fixed seed.

use std::sync::{Mutex, MutexGuard, PoisonError};

use parsers::mutate::mutate;
use parsers::{Parser, memory_of};
use serde::Deserialize;
use serde::de::value::{Error, MapDeserializer, SeqDeserializer};
use soa::Disks;
use testkit::rng::Rng;

/// Numbers behind a header that promises more than there is memory.
struct Promise(std::vec::IntoIter<f32>);

impl Iterator for Promise {
    type Item = f32;

    fn next(&mut self) -> Option<f32> {
        self.0.next()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (1 << 60, Some(1 << 60))
    }
}

#[test]
fn rows_that_are_promised_take_no_memory() {
    let _alone = alone();
    let column = |name| (name, SeqDeserializer::<_, Error>::new(Promise(vec![1.0, 2.0].into_iter())));
    let columns = MapDeserializer::new(["x", "y", "radius"].map(column).into_iter());
    let (disks, taken) = memory_of(|| Disks::deserialize(columns));
    assert_eq!(disks.unwrap().len(), 2);
    // serde reserves a mebibyte for a column at the most.
    assert!((1000..4 << 20).contains(&taken), "{taken} bytes");
}

/// Mutants of each parser.
const MUTANTS: usize = 3000;

/// One test runs at a time: memory is that of the whole program.
fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

#[test]
fn seeds_are_accepted() {
    let _alone = alone();
    for parser in Parser::ALL {
        for seed in parser.seeds() {
            assert!(parser.accepts(&seed), "{}: {}", parser.name, String::from_utf8_lossy(&seed));
        }
    }
}

#[test]
fn mutants_break_nothing_and_are_accepted_and_refused() {
    let _alone = alone();
    for parser in Parser::ALL {
        let seeds = parser.seeds();
        let mut rng = Rng::stream(1, parser.name, 0);
        let mut accepted = 0;
        for n in 0..MUTANTS {
            let mutant = mutate(&mut rng, &seeds[n % seeds.len()], &seeds[n * 7 % seeds.len()]);
            let outcome = std::panic::catch_unwind(|| parser.accepts(&mutant));
            let Ok(outcome) = outcome else {
                panic!("{}: {:?}", parser.name, String::from_utf8_lossy(&mutant));
            };
            accepted += usize::from(outcome);
        }
        let refused = MUTANTS - accepted;
        println!("{}: {accepted} accepted, {refused} refused", parser.name);
        assert!(accepted > MUTANTS / 500 && refused > MUTANTS / 5, "{}: {accepted} accepted", parser.name);
    }
}
