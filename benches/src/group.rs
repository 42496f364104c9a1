//! One kernel and everything that is timed beside it.

use std::cell::{LazyCell, RefCell};
use std::hint::black_box;
use std::rc::Rc;
use std::time::Duration;

use record::{ROWS, Record, Shares};
use soa::kernel::{Compiled, CompiledMeasure};
use soa::{Columns, Hits, Level, Query, Shape, View};

use crate::clock::{Clock, Pass, repeat};
use crate::read;
use crate::run::Run;
use crate::workload::{Sample, columns, rows};

/// Why a query does not refuse its columns.
const EQUAL: &str = "the workload has as many left rows as right ones";

/// A contender that is timed on rows of structs: a scalar function, or another library.
pub struct Contender<A, B> {
    who: String,
    expected: Expected,
    /// A quick run leaves it out where rows are many.
    slow: bool,
    prepare: Prepare<A, B>,
}

/// The hits that a contender must find.
#[derive(Clone, Copy)]
enum Expected {
    /// Those of the group, but for this many in a million rows.
    Near(usize),
    /// These, in 4,096 and in 1,000,000 rows.
    These([usize; 2]),
}

/// Builds a contender's own shapes, which is not timed, and returns its pass over them.
type Prepare<A, B> = Box<dyn Fn(&[A], &[B]) -> Pass>;

/// Runs a batched kernel some times on columns.
type Batched<A, B> = Rc<dyn Fn(Query, &View<'_, A>, &View<'_, B>, u64) -> (Duration, usize)>;

/// The shares of its rows that the stages of an exact query decide.
type Staged<A, B> = fn(Query, &View<'_, A>, &View<'_, B>) -> Shares;

/// Makes the rows of both sides, given their number.
type Make<A, B> = Rc<dyn Fn(usize) -> (Vec<A>, Vec<B>)>;

/// The published algorithm in `f32` beside an exact kernel.
struct Published<A: Shape, B: Shape> {
    hits: [usize; 2],
    batched: Batched<A, B>,
}

/// One kernel and everything that is timed beside it.
pub struct Group<A: Shape, B: Shape> {
    name: &'static str,
    hits: [usize; 2],
    make: Make<A, B>,
    /// The rows are not those of the uniform workload.
    given: bool,
    batched: Batched<A, B>,
    /// Set for an exact kernel.
    staged: Option<Staged<A, B>>,
    published: Option<Published<A, B>>,
    contenders: Vec<Contender<A, B>>,
}

/// The rows of a group, made when the first measurement needs them.
type LazyWork<A, B> = Rc<LazyCell<Work<A, B>, Box<dyn FnOnce() -> Work<A, B>>>>;

/// The rows of a group, as structs and as columns.
struct Work<A: Shape, B: Shape> {
    a: Vec<A>,
    b: Vec<B>,
    columns: (Columns<A>, Columns<B>),
}

/// The group of a yes/no kernel. `hits` are those of the workload's first 4,096 and 1,000,000 rows. Its
/// scalar reference is timed as `scalar/exact` if the kernel is exact, else as `scalar`.
pub fn predicate<P: Compiled>(name: &'static str, hits: [usize; 2]) -> Group<P::A, P::B>
where
    P::A: Sample,
    P::B: Sample,
{
    let who = if P::EXACT { "scalar/exact" } else { "scalar" };
    let reference = Contender::scalar(who, Expected::Near(0), P::reference);
    Group {
        name,
        hits,
        make: uniform(2.0),
        given: false,
        batched: tested::<P>(),
        staged: P::EXACT.then_some(shares::<P>),
        published: None,
        contenders: vec![Contender { slow: P::EXACT, ..reference }],
    }
}

/// A yes/no kernel through the public query.
fn tested<P: Compiled>() -> Batched<P::A, P::B> {
    Rc::new(|query, a, b, passes| {
        repeat(passes, || query.test::<P>(black_box(a), black_box(b)).expect(EQUAL), Hits::count)
    })
}

fn shares<P: Compiled>(query: Query, a: &View<'_, P::A>, b: &View<'_, P::B>) -> Shares {
    query.test_staged::<P>(a, b).expect(EQUAL).1.into()
}

/// Rows of the uniform workload.
fn uniform<A: Sample, B: Sample>(spread: f32) -> Make<A, B> {
    Rc::new(move |count| (rows(1, count, spread), rows(2, count, spread)))
}

/// The group of a computing kernel. `hit` picks the results that are counted, so that the numbers are
/// checked. The columns of results are kept from pass to pass.
pub fn measure<M: CompiledMeasure>(
    name: &'static str,
    hits: [usize; 2],
    hit: impl Fn(&M::Out) -> bool + Copy + 'static,
) -> Group<M::A, M::B>
where
    M::A: Sample,
    M::B: Sample,
{
    let kept = RefCell::new(Columns::<M::Out>::default());
    Group {
        name,
        hits,
        make: uniform(2.0),
        given: false,
        batched: Rc::new(move |query, a, b, passes| {
            let mut out = kept.borrow_mut();
            let run = || query.measure_into::<M>(black_box(a), black_box(b), black_box(&mut out));
            let (elapsed, done) = repeat(passes, run, |outcome| usize::from(outcome.is_ok()));
            (elapsed, done * out.iter().filter(hit).count())
        }),
        staged: None,
        published: None,
        // All of the result must be computed, not only what the hit depends on.
        contenders: vec![Contender::scalar("scalar", Expected::Near(0), move |a, b| {
            hit(&black_box(M::reference(a, b)))
        })],
    }
}

impl<A: Shape, B: Shape> Contender<A, B> {
    /// A function of the crate `scalar`, over a slice of structs a side.
    fn scalar(who: &str, expected: Expected, test: impl Fn(&A, &B) -> bool + Copy + 'static) -> Self {
        Self::new(who, expected, |a| *a, |b| *b, test)
    }

    /// Another library: `left` and `right` build its shapes beforehand, `test` is timed.
    fn new<X: 'static, Y: 'static>(
        who: &str,
        expected: Expected,
        left: impl Fn(&A) -> X + 'static,
        right: impl Fn(&B) -> Y + 'static,
        test: impl Fn(&X, &Y) -> bool + Copy + 'static,
    ) -> Self {
        let prepare = move |a: &[A], b: &[B]| -> Pass {
            let x: Vec<X> = a.iter().map(&left).collect();
            let y: Vec<Y> = b.iter().map(&right).collect();
            let count = move || {
                let (x, y) = (black_box(x.as_slice()), black_box(y.as_slice()));
                x.iter().zip(y).filter(|(x, y)| test(x, y)).count()
            };
            Box::new(move |passes| repeat(passes, &count, |hits| *hits))
        };
        Self { who: who.to_owned(), expected, slow: false, prepare: Box::new(prepare) }
    }
}

impl<A: Sample, B: Sample> Group<A, B> {
    /// Lower corners lie in `[0, spread)` instead of `[0, 2)`, for shapes that would seldom meet.
    #[must_use]
    pub fn spread(mut self, spread: f32) -> Self {
        self.make = uniform(spread);
        self
    }

    /// Other rows than those of the uniform workload. Fewer rows should be the first of more. Neither threads
    /// nor the time of reading are measured for them: they are those of the uniform rows.
    #[must_use]
    pub fn rows(mut self, make: impl Fn(usize) -> (Vec<A>, Vec<B>) + 'static) -> Self {
        self.make = Rc::new(make);
        self.given = true;
        self
    }

    /// The published algorithm in `f32` beside an exact kernel: its scalar function as `scalar`, its batched
    /// form as `f32/<level>`. It finds `hits` in 4,096 and in 1,000,000 rows, which rounding makes differ
    /// from the exact ones.
    #[must_use]
    pub fn published<P: Compiled<A = A, B = B>>(mut self, hits: [usize; 2]) -> Self {
        self.contenders.insert(0, Contender::scalar("scalar", Expected::These(hits), P::reference));
        self.published = Some(Published { hits, batched: tested::<P>() });
        self
    }

    /// Another scalar form of the same test, which must give the same hits.
    #[must_use]
    pub fn form(mut self, who: &str, test: impl Fn(&A, &B) -> bool + Copy + 'static) -> Self {
        self.contenders.push(Contender::scalar(who, Expected::Near(0), test));
        self
    }

    /// Another library, named by crate and call: `left` and `right` build its shapes beforehand, `test` is
    /// timed. Its hits may be `tolerance` off in a million rows. A result that is more than a bool must go
    /// through `black_box` before it becomes one, or parts of it are not computed.
    #[must_use]
    pub fn peer<X: 'static, Y: 'static>(
        mut self,
        who: &str,
        tolerance: usize,
        left: impl Fn(&A) -> X + 'static,
        right: impl Fn(&B) -> Y + 'static,
        test: impl Fn(&X, &Y) -> bool + Copy + 'static,
    ) -> Self {
        self.contenders.push(Contender::new(who, Expected::Near(tolerance), left, right, test));
        self
    }

    /// Checks and times every contender at both sizes.
    pub fn run(&self, run: &mut Run) {
        let (levels, quick) = (run.levels.clone(), run.quick);
        let mut group = run.criterion.benchmark_group(self.name);
        for (size, rows) in ROWS.into_iter().enumerate() {
            let make = Rc::clone(&self.make);
            let work: LazyWork<A, B> = Rc::new(LazyCell::new(Box::new(move || Work::new(make(rows)))));
            let mut clock = Clock { group: &mut group };
            self.run_contenders(&mut clock, size, quick, &work);
            self.run_levels(&mut clock, size, &levels, &work);
        }
        group.finish();
    }

    fn run_contenders(&self, clock: &mut Clock, size: usize, quick: bool, work: &LazyWork<A, B>) {
        for contender in self.contenders.iter().filter(|c| !(c.slow && quick && size > 0)) {
            clock.time(
                Record::new(self.name, contender.who.clone(), ROWS[size]),
                || contender.expected.hits(&self.hits, size),
                || (contender.prepare)(&work.a, &work.b),
            );
        }
    }

    fn run_levels(&self, clock: &mut Clock, size: usize, levels: &[Level], work: &LazyWork<A, B>) {
        let record = |who| Record::new(self.name, who, ROWS[size]);
        for &level in levels {
            let query = Query::new().with_level(level);
            if let Some(published) = &self.published {
                clock.time(
                    record(format!("f32/{level}")),
                    || (published.hits[size], 0),
                    || batched_pass(&published.batched, query.sequential(), work),
                );
            }
            let is_best = Some(&level) == levels.last();
            let one = (format!("soa/{level}"), query.sequential());
            let all = (format!("soa/{level}/threads"), query);
            // Small calls stay on one thread anyway, and one level shows what threads are worth.
            let threads = size == 1 && is_best && !self.given;
            for (who, query) in [Some(one), threads.then_some(all)].into_iter().flatten() {
                clock.time_staged(
                    record(who),
                    || (self.hits[size], 0),
                    || batched_pass(&self.batched, query, work),
                    || {
                        self.staged
                            .map(|shares| shares(query, &work.columns.0.as_view(), &work.columns.1.as_view()))
                    },
                );
            }
            if is_best && !self.given {
                clock.time(record("limit/read".to_owned()), || (0, 0), || read_pass(level, work));
            }
        }
    }
}

/// Reads every column of both sides, which finds no hits.
fn read_pass<A: Shape, B: Shape>(level: Level, work: &LazyWork<A, B>) -> Pass {
    let work = Rc::clone(work);
    Box::new(move |passes| {
        let (a, b) = (work.columns.0.as_view().columns(), work.columns.1.as_view().columns());
        let read = || {
            for column in a.as_ref().iter().chain(b.as_ref()) {
                black_box(read::sums(level, black_box(column)));
            }
        };
        repeat(passes, read, |()| 0)
    })
}

fn batched_pass<A: Shape, B: Shape>(batched: &Batched<A, B>, query: Query, work: &LazyWork<A, B>) -> Pass {
    let (batched, work) = (Rc::clone(batched), Rc::clone(work));
    Box::new(move |passes| {
        let (a, b) = &work.columns;
        batched(query, &a.as_view(), &b.as_view(), passes)
    })
}

impl Expected {
    /// The hits, and by how many a contender may be off, given the hits of the group.
    fn hits(self, group: &[usize; 2], size: usize) -> (usize, usize) {
        match self {
            Self::Near(tolerance) => (group[size], (tolerance * ROWS[size]).div_ceil(ROWS[1])),
            Self::These(hits) => (hits[size], 0),
        }
    }
}

impl<A: Shape, B: Shape> Work<A, B> {
    fn new((a, b): (Vec<A>, Vec<B>)) -> Self {
        let columns = (columns(&a), columns(&b));
        Self { a, b, columns }
    }
}
