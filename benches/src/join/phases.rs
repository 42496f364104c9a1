//! The phases of a join: `join/phases/<workload>/<phase>`, each timed alone in passes of the whole join on
//! one thread.
//!
//! Times are of a left row, as in the other benches of joins. `join/phases/<workload>/limit` is that of
//! copying the rows of both sides to memory that exists. What the phases are is said by [`Phase`]; those
//! before the search are timed apart for the right side, which is packed first, and for the left one.

use std::hint::black_box;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use scalar::dim2::Triangle;
use soa::join::{Join, Phase};
use soa::kernel::Intersects;
use soa::{Columns, Level, Query, Shape};

use super::{BUNNY, CITIES, COUNTRIES, FACES, NEIGHBOURS, REACHED, Workload, workloads};
use crate::contender::{Contender, repeat};
use crate::workload::columns;
use Side::{Left, Right};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Right,
    Left,
}

/// The phases, of the right side first.
const PHASES: [(&str, Side, Phase); 15] = [
    ("right/sample", Right, Phase::Sample),
    ("right/regions", Right, Phase::Regions),
    ("right/scatter", Right, Phase::Scatter),
    ("right/order", Right, Phase::Order),
    ("right/groups", Right, Phase::Groups),
    ("right/tree", Right, Phase::Tree),
    ("left/sample", Left, Phase::Sample),
    ("left/regions", Left, Phase::Regions),
    ("left/scatter", Left, Phase::Scatter),
    ("left/order", Left, Phase::Order),
    ("search", Left, Phase::Search),
    ("copy", Left, Phase::Copy),
    ("kernel", Left, Phase::Kernel),
    ("collect", Left, Phase::Collect),
    ("sort", Left, Phase::Sort),
];

/// Makes the join of the rows.
type Make<A, B> = for<'a> fn(&'a Columns<A>, &'a Columns<B>) -> Result<Join<'a, A, B>, soa::Error>;

/// Every phase on the workloads that differ most.
pub(crate) fn contenders(level: Level) -> Vec<Contender> {
    let million = |name, make, hits| Workload::new(name, [1_000_000; 2], hits, make);
    let mut all =
        phases(&million("phases/uniform", workloads::uniform, 869_439), level, false, |a, b| Join::new(a, b));
    let skewed = million("phases/skewed", workloads::skewed, 1_159_769);
    all.extend(phases(&skewed, level, false, |a, b| Join::new(a, b)));
    let map = Workload::new("phases/map", [CITIES, COUNTRIES], REACHED, |_| workloads::map());
    all.extend(phases(&map, level, false, |a, b| Join::new(a, b)));
    let bunny = Workload::new("phases/bunny", [100_000, FACES], BUNNY[1], workloads::bunny);
    all.extend(phases(&bunny, level, false, |a, b| Join::new(a, b)));
    let make = |_| (workloads::countries(), workloads::countries());
    let own = Workload::<Triangle, _>::new("phases/own", [COUNTRIES; 2], NEIGHBOURS, make);
    all.extend(phases(&own, level, true, |a, _| Join::self_join(a)));
    all
}

fn phases<A: Intersects<B>, B: Shape>(
    workload: &Workload<A, B>,
    level: Level,
    is_own: bool,
    make: Make<A, B>,
) -> Vec<Contender> {
    let hits = workload.hits;
    let mut all: Vec<_> = PHASES
        .into_iter()
        .filter(|(name, ..)| !is_own || !name.starts_with("left/"))
        .map(|(name, side, phase)| {
            let contender = workload.contender(format!("soa/{level}"), 1, move |a, b| {
                let (a, b) = (columns(&a), columns(&b));
                Box::new(move |passes| spent(passes, (side, phase), (&a, &b), level, make))
            });
            of_phase(contender, name)
        })
        .collect();
    let limit = workload.contender("limit/copy".to_owned(), 1, move |a, b| {
        let mut copy = (a.clone(), b.clone());
        Box::new(move |passes| {
            let run = || {
                copy.0.copy_from_slice(&a);
                copy.1.copy_from_slice(&b);
                black_box(&mut copy);
            };
            repeat(passes, run, |()| hits)
        })
    });
    all.push(of_phase(limit, "limit"));
    all
}

/// A contender whose bench is a phase of its workload.
fn of_phase(mut contender: Contender, phase: &str) -> Contender {
    contender.record.bench += "/";
    contender.record.bench += phase;
    contender
}

/// The time that some passes spend in a phase, and the pairs of one.
fn spent<A: Intersects<B>, B: Shape>(
    passes: u64,
    wanted: (Side, Phase),
    (a, b): (&Columns<A>, &Columns<B>),
    level: Level,
    make: Make<A, B>,
) -> (Duration, usize) {
    let query = Query::new().with_level(level).sequential();
    let (mut total, mut pairs) = (Duration::ZERO, 0);
    for _ in 0..passes {
        let watch = Mutex::new(Stopwatch { side: Right, last: Instant::now(), total: Duration::ZERO });
        let ended = |phase| {
            if let Ok(mut watch) = watch.lock() {
                watch.end(phase, wanted);
            }
        };
        let join = make(a, b).map(|join| join.query(query).phases(&ended));
        pairs = black_box(join.and_then(|join| join.pairs()).expect("few pairs")).len();
        total += watch.lock().map_or(Duration::ZERO, |watch| watch.total);
    }
    (total, pairs)
}

struct Stopwatch {
    /// The side that is worked on.
    side: Side,
    /// The end of the phase before.
    last: Instant,
    total: Duration,
}

impl Stopwatch {
    fn end(&mut self, phase: Phase, wanted: (Side, Phase)) {
        let now = Instant::now();
        if (self.side, phase) == wanted {
            self.total += now - self.last;
        }
        if phase == Phase::Tree {
            self.side = Left;
        }
        self.last = Instant::now();
    }
}
