//! From how many rows on do threads pay? Rows from 2^12 to 2^20, disks with triangles and points with
//! triangles (an expensive kernel and a cheap one), on the best level:
//!
//! - `sequential`: one thread;
//! - `threads`: the query as it is, which uses threads from twice soa's `ROWS_PER_TASK` on;
//! - `two_tasks`: always cut in two halves, one handed to rayon, however few the rows are. Where this beats
//!   `sequential`, a task of half as many rows pays, and `ROWS_PER_TASK` should be about that.

use benches::workload::{Sample, columns, rows};
use benches::{Clock, Pass, Run, repeat};
use record::Record;
use soa::dim2::{disk_triangle, point_triangle};
use soa::kernel::Compiled;
use soa::{Hits, Query, Shape, View};

/// How far the places spread: that of the pairs' own benches.
const SPREAD: f32 = 2.0;

/// Checks and times both kernels at each number of rows.
pub fn run(run: &mut Run) {
    sweep::<disk_triangle::Exact>(run, "threads/disk_triangle");
    sweep::<point_triangle::Exact>(run, "threads/point_triangle");
}

fn sweep<P: Compiled>(run: &mut Run, name: &'static str)
where
    P::A: Sample,
    P::B: Sample,
{
    let level = run.best_level();
    let query = Query::new().with_level(level);
    let one = query.sequential();
    let mut group = run.criterion.benchmark_group(name);
    let mut clock = Clock { group: &mut group };
    for rows in (12..=20).map(|log| 1 << log) {
        let expected = || (reference::<P>(rows), 0);
        let record = |who: &str| Record::new(name, format!("soa/{level}/{who}"), rows);
        clock
            .time(record("sequential"), expected, || pass::<P>(rows, move |a, b| vec![test::<P>(one, a, b)]));
        clock.time(record("threads"), expected, || pass::<P>(rows, move |a, b| vec![test::<P>(query, a, b)]));
        clock.time(record("two_tasks"), expected, || {
            pass::<P>(rows, move |a, b| {
                let ((a0, a1), (b0, b1)) = (halves(a), halves(b));
                let (left, right) = rayon::join(|| test::<P>(one, &a0, &b0), || test::<P>(one, &a1, &b1));
                vec![left, right]
            })
        });
    }
    group.finish();
}

fn test<P: Compiled>(query: Query, a: &View<P::A>, b: &View<P::B>) -> Hits {
    query.test::<P>(a, b).expect("the workload has as many left rows as right ones")
}

fn halves<'a, S: Shape>(view: &View<'a, S>) -> (View<'a, S>, View<'a, S>) {
    let (middle, end) = (view.len() / 2, view.len());
    let half = |range| view.slice(range).expect("a half lies within");
    (half(0..middle), half(middle..end))
}

/// The hits of the scalar reference.
fn reference<P: Compiled>(count: usize) -> usize
where
    P::A: Sample,
    P::B: Sample,
{
    let (a, b) = (rows::<P::A>(1, count, SPREAD), rows::<P::B>(2, count, SPREAD));
    a.iter().zip(&b).filter(|(a, b)| P::reference(a, b)).count()
}

/// A pass over `count` rows by `run`, whose hits are counted when the clock has stopped.
fn pass<P: Compiled>(count: usize, run: impl Fn(&View<P::A>, &View<P::B>) -> Vec<Hits> + 'static) -> Pass
where
    P::A: Sample,
    P::B: Sample,
{
    let (a, b) = (columns(&rows::<P::A>(1, count, SPREAD)), columns(&rows::<P::B>(2, count, SPREAD)));
    let hits = |parts: &Vec<Hits>| parts.iter().map(Hits::count).sum();
    Box::new(move |passes| repeat(passes, || run(&a.as_view(), &b.as_view()), hits))
}
