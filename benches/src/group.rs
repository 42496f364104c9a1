//! One kernel and everything that is timed beside it.

use std::cell::{LazyCell, RefCell};
use std::hint::black_box;
use std::rc::Rc;
use std::time::{Duration, Instant};

use record::{Cost, Operations, ROWS, Record, Shares};
use soa::kernel::{Compiled, CompiledMeasure, Predicate};
use soa::lanes::portable::Portable;
use soa::lanes::{Lanes, Mask, Simd};
use soa::{Columns, Error, Hits, Level, Query, Shape, View};

use crate::clock::{Clock, Pass};
use crate::run::Run;
use crate::workload::{Sample, rows};

/// Whoever is timed on rows of structs: a scalar twin, another scalar form, another library.
pub struct Contender<A, B> {
    who: String,
    expected: Expected,
    /// A quick run leaves it out where rows are many.
    slow: bool,
    prepare: Prepare<A, B>,
}

/// The hits that someone must find.
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

/// The share of registers that a first test leaves for its kernel.
type Left<A, B> = fn(Level, &View<'_, A>, &View<'_, B>) -> f64;

/// What the stages of an exact query settle.
type Staged<A, B> = fn(Query, &View<'_, A>, &View<'_, B>) -> Shares;

/// Makes so many rows.
type Make<A, B> = Rc<dyn Fn(usize) -> (Vec<A>, Vec<B>)>;

/// The published algorithm in `f32` beside an exact kernel.
struct Plain<A: Shape, B: Shape> {
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
    bits_written: usize,
    kernel: Operations,
    first: Operations,
    left: Left<A, B>,
    batched: Batched<A, B>,
    /// Of an exact kernel.
    staged: Option<Staged<A, B>>,
    plain: Option<Plain<A, B>>,
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

/// The group of a yes/no kernel. `hits` are those of the workload's first 4,096 and 1,000,000 rows. The twin is timed as
/// `scalar/exact` if the kernel is exact, else as `scalar`.
pub fn predicate<P: Compiled>(name: &'static str, hits: [usize; 2]) -> Group<P::A, P::B>
where
    P::A: Sample,
    P::B: Sample,
{
    let twin =
        Contender::scalar(if P::EXACT { "scalar/exact" } else { "scalar" }, Expected::Near(0), P::twin);
    Group {
        name,
        hits,
        make: uniform(2.0),
        given: false,
        bits_written: 1,
        kernel: Operations::of_predicate::<P>(),
        first: Operations::of_first::<P>(),
        left: left::<P>,
        batched: tested::<P>(),
        staged: P::EXACT.then_some(shares::<P>),
        plain: None,
        contenders: vec![Contender { slow: P::EXACT, ..twin }],
    }
}

/// A yes/no kernel through the public query.
fn tested<P: Compiled>() -> Batched<P::A, P::B> {
    Rc::new(|query, a, b, passes| repeat(passes, || query.test::<P>(black_box(a), black_box(b)), Hits::count))
}

fn shares<P: Compiled>(query: Query, a: &View<'_, P::A>, b: &View<'_, P::B>) -> Shares {
    query.test_staged::<P>(a, b).expect("equally many rows").1.into()
}

/// Rows of the uniform workload.
fn uniform<A: Sample, B: Sample>(spread: f32) -> Make<A, B> {
    Rc::new(move |count| (rows(1, count, spread), rows(2, count, spread)))
}

/// The group of a computing kernel. `hit` picks the results that are counted, so that the numbers are checked. The columns
/// of results are kept from pass to pass.
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
        bits_written: 32 * M::Out::COLUMNS.len(),
        kernel: Operations::of_measure::<M>(),
        first: Operations::default(),
        left: |_, _, _| 1.0,
        batched: Rc::new(move |query, a, b, passes| {
            let mut out = kept.borrow_mut();
            let run = || query.measure_into::<M>(black_box(a), black_box(b), black_box(&mut out));
            let (elapsed, _) = repeat(passes, run, |()| 0);
            (elapsed, out.iter().filter(hit).count())
        }),
        staged: None,
        plain: None,
        // All of the result must be computed, not only what the hit depends on.
        contenders: vec![Contender::scalar("scalar", Expected::Near(0), move |a, b| {
            hit(&black_box(M::twin(a, b)))
        })],
    }
}

/// The share of a level's registers in which the first test finds a pair. The test has the same bits in lanes of any level, and
/// the rows fill whole registers.
fn left<P: Predicate>(level: Level, a: &View<'_, P::A>, b: &View<'_, P::B>) -> f64 {
    type Eight = <Portable as Simd>::Lanes;
    if !P::HAS_FIRST {
        return 1.0;
    }
    let (left, right) = (a.columns(), b.columns());
    let finds = |row: usize| {
        let a = P::A::build(|k| Portable.load(&left.as_ref()[k][row..]));
        let b = P::B::build(|k| Portable.load(&right.as_ref()[k][row..]));
        P::first::<Eight>(&a, &b).bits() != 0
    };
    let registers = a.len() / level.lanes();
    let first_rows = (0..registers).map(|register| register * level.lanes());
    let passed = first_rows.filter(|&row| (row..row + level.lanes()).step_by(Eight::LEN).any(finds));
    passed.count() as f64 / registers as f64
}

/// Runs a query again and again. Every result is made in full; the last one is counted when the clock has stopped.
fn repeat<T>(
    passes: u64,
    mut run: impl FnMut() -> Result<T, Error>,
    count: impl Fn(&T) -> usize,
) -> (Duration, usize) {
    let start = Instant::now();
    let mut last = None;
    for _ in 0..passes {
        last = Some(black_box(run().expect("the workload has as many left rows as right ones")));
    }
    let elapsed = start.elapsed();
    (elapsed, last.as_ref().map_or(0, count))
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
            Box::new(move |passes| {
                let start = Instant::now();
                let mut hits = 0;
                for _ in 0..passes {
                    let (x, y) = (black_box(x.as_slice()), black_box(y.as_slice()));
                    hits += black_box(x.iter().zip(y).filter(|(x, y)| test(x, y)).count());
                }
                (start.elapsed(), hits / passes.max(1) as usize)
            })
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

    /// Other rows than those of the uniform workload. Fewer rows should be the first of more. Neither limits nor threads are
    /// shown for them: those of the uniform rows tell.
    #[must_use]
    pub fn rows(mut self, make: impl Fn(usize) -> (Vec<A>, Vec<B>) + 'static) -> Self {
        self.make = Rc::new(make);
        self.given = true;
        self
    }

    /// The published algorithm in `f32` beside an exact kernel: its scalar twin as `scalar`, its batched form as
    /// `plain/<level>`. It finds `hits` in 4,096 and in 1,000,000 rows, which rounding makes differ from the exact ones.
    #[must_use]
    pub fn plain<P: Compiled<A = A, B = B>>(mut self, hits: [usize; 2]) -> Self {
        self.contenders.insert(0, Contender::scalar("scalar", Expected::These(hits), P::twin));
        self.plain = Some(Plain { hits, batched: tested::<P>() });
        self
    }

    /// Another scalar form of the same test, which must give the same hits.
    #[must_use]
    pub fn form(mut self, who: &str, test: impl Fn(&A, &B) -> bool + Copy + 'static) -> Self {
        self.contenders.push(Contender::scalar(who, Expected::Near(0), test));
        self
    }

    /// Another library, named by crate and call: `left` and `right` build its shapes beforehand, `test` is timed. Its
    /// hits may be `tolerance` off in a million rows. A result that is more than a bool must go through `black_box`
    /// before it becomes one, or parts of it are not computed.
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

    /// Checks and times everyone at both sizes.
    pub fn run(&self, run: &mut Run) {
        let mut costs = Vec::new();
        let (levels, quick) = (run.levels().to_vec(), run.is_quick());
        let mut group = run.criterion.benchmark_group(self.name);
        for (size, rows) in ROWS.into_iter().enumerate() {
            let make = Rc::clone(&self.make);
            let work: LazyWork<A, B> = Rc::new(LazyCell::new(Box::new(move || Work::new(make(rows)))));
            let mut clock = Clock { group: &mut group };
            let timed = self.run_contenders(&mut clock, size, quick, &work)
                | self.run_levels(&mut clock, size, &levels, &work);
            if timed && !self.given {
                costs.push(self.cost(size, &levels, &work));
            }
        }
        group.finish();
        run.add_costs(costs);
    }

    fn run_contenders(&self, clock: &mut Clock, size: usize, quick: bool, work: &LazyWork<A, B>) -> bool {
        let mut timed = false;
        for contender in self.contenders.iter().filter(|c| !(c.slow && quick && size > 0)) {
            timed |= clock.time(
                Record::new(self.name, contender.who.clone(), ROWS[size]),
                || contender.expected.hits(&self.hits, size),
                || (contender.prepare)(&work.a, &work.b),
            );
        }
        timed
    }

    fn run_levels(&self, clock: &mut Clock, size: usize, levels: &[Level], work: &LazyWork<A, B>) -> bool {
        let record =
            |who| Record { bytes: Some(self.bytes(size)), ..Record::new(self.name, who, ROWS[size]) };
        let mut timed = false;
        for &level in levels {
            let query = Query::new().level(level);
            if let Some(plain) = &self.plain {
                timed |= clock.time(
                    record(format!("plain/{level}")),
                    || (plain.hits[size], 0),
                    || batched_pass(&plain.batched, query.sequential(), work),
                );
            }
            let one = (format!("soa/{level}"), query.sequential());
            let all = (format!("soa/{level}/threads"), query);
            // Small calls stay on one thread anyway, and one level shows what threads are worth.
            let threads = size == 1 && Some(&level) == levels.last() && !self.given;
            for (who, query) in [Some(one), threads.then_some(all)].into_iter().flatten() {
                timed |= clock.time_staged(
                    record(who),
                    || (self.hits[size], 0),
                    || batched_pass(&self.batched, query, work),
                    || {
                        self.staged
                            .map(|shares| shares(query, &work.columns.0.as_view(), &work.columns.1.as_view()))
                    },
                );
            }
        }
        timed
    }

    /// Bytes of columns read and of bits or columns written in one pass.
    fn bytes(&self, size: usize) -> usize {
        ROWS[size] * (4 * (A::COLUMNS.len() + B::COLUMNS.len()) * 8 + self.bits_written) / 8
    }

    fn cost(&self, size: usize, levels: &[Level], work: &LazyWork<A, B>) -> Cost {
        let best = levels.last().copied().unwrap_or(Level::PORTABLE);
        Cost {
            bench: self.name.to_owned(),
            rows: ROWS[size],
            hits: self.hits[size],
            bytes: Some(self.bytes(size)),
            kernel: self.kernel,
            first: self.first,
            left: (self.left)(best, &work.columns.0.as_view(), &work.columns.1.as_view()),
        }
    }
}

fn batched_pass<A: Shape, B: Shape>(batched: &Batched<A, B>, query: Query, work: &LazyWork<A, B>) -> Pass {
    let (batched, work) = (Rc::clone(batched), Rc::clone(work));
    Box::new(move |passes| {
        let (a, b) = &work.columns;
        batched(query, &a.as_view(), &b.as_view(), passes)
    })
}

impl Expected {
    /// How many hits, and how many it may be off, if the group has these.
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

/// Columns of the shapes; none for [`soa::Nothing`].
fn columns<S: Shape>(shapes: &[S]) -> Columns<S> {
    if S::COLUMNS.is_empty() {
        return Columns::default();
    }
    Columns::from_shapes(shapes).expect("a workload breaks no rule of its shape")
}
