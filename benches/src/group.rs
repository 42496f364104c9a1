//! One kernel and everything that is timed beside it.

use std::cell::{LazyCell, RefCell};
use std::hint::black_box;
use std::marker::PhantomData;
use std::rc::Rc;
use std::time::{Duration, Instant};

use soa::kernel::{Measure, Predicate};
use soa::lanes::portable::Portable;
use soa::lanes::{Lanes, Mask, Simd};
use soa::{Columns, Error, Hits, Level, Query, Shape, View};

use crate::ROWS;
use crate::clock::{Clock, Pass};
use crate::limits::Cost;
use crate::operations::Operations;
use crate::record::Record;
use crate::run::Run;
use crate::workload::{Sample, rows};

/// Whoever is timed on rows of structs: the scalar twin, another scalar form, another library.
pub struct Contender<A, B> {
    who: String,
    /// Its hits may differ from the twin's by this many in a million rows.
    tolerance: usize,
    prepare: Prepare<A, B>,
}

/// Builds a contender's own shapes, which is not timed, and returns its pass over them.
type Prepare<A, B> = Box<dyn Fn(&[A], &[B]) -> Pass>;

/// Runs the batched kernel some times on columns.
type Batched<A, B> = Rc<dyn Fn(Query, &View<'_, A>, &View<'_, B>, u64) -> (Duration, usize)>;

/// The share of registers that a first test leaves for its kernel.
type Left<A, B> = fn(Level, &View<'_, A>, &View<'_, B>) -> f64;

/// One kernel and everything that is timed beside it.
pub struct Group<A: Shape, B: Shape> {
    name: &'static str,
    hits: [usize; 2],
    spread: f32,
    bits_written: usize,
    kernel: Operations,
    first: Operations,
    left: Left<A, B>,
    twin: Contender<A, B>,
    batched: Batched<A, B>,
    others: Vec<Contender<A, B>>,
}

/// The rows of a group, made when the first measurement needs them.
type LazyWork<A, B> = Rc<LazyCell<Work<A, B>, Box<dyn FnOnce() -> Work<A, B>>>>;

/// The rows of a group, as structs and as columns.
struct Work<A: Shape, B: Shape> {
    a: Vec<A>,
    b: Vec<B>,
    columns: (Columns<A>, Columns<B>),
}

/// The group of a yes/no kernel. `hits` are those of the workload's first 4,096 and 1,000,000 rows.
pub fn predicate<P: Predicate>(name: &'static str, hits: [usize; 2]) -> Group<P::A, P::B> {
    Group {
        name,
        hits,
        spread: 2.0,
        bits_written: 1,
        kernel: Operations::of_predicate::<P>(),
        first: Operations::of_first::<P>(),
        left: left::<P>,
        twin: Contender::scalar("scalar", P::twin),
        batched: Rc::new(|query, a, b, passes| {
            repeat(passes, || query.test::<P>(black_box(a), black_box(b)), Hits::count)
        }),
        others: Vec::new(),
    }
}

/// The group of a computing kernel. `hit` picks the results that are counted, so that the numbers are checked. The columns
/// of results are kept from pass to pass.
pub fn measure<M: Measure>(
    name: &'static str,
    hits: [usize; 2],
    hit: impl Fn(&M::Out) -> bool + Copy + 'static,
) -> Group<M::A, M::B> {
    let kept = RefCell::new(Columns::<M::Out>::default());
    Group {
        name,
        hits,
        spread: 2.0,
        bits_written: 32 * M::Out::COLUMNS.len(),
        kernel: Operations::of_measure::<M>(),
        first: Operations::default(),
        left: |_, _, _| 1.0,
        // All of the result must be computed, not only what the hit depends on.
        twin: Contender::scalar("scalar", move |a, b| hit(&black_box(M::twin(a, b)))),
        batched: Rc::new(move |query, a, b, passes| {
            let mut out = kept.borrow_mut();
            let run = || query.measure_into::<M>(black_box(a), black_box(b), black_box(&mut out));
            let (elapsed, _) = repeat(passes, run, |()| 0);
            (elapsed, out.iter().filter(hit).count())
        }),
        others: Vec::new(),
    }
}

/// A first test as a kernel of its own.
struct First<P>(PhantomData<P>);

impl<P: Predicate> Predicate for First<P> {
    const NAME: &'static str = P::NAME;
    type A = P::A;
    type B = P::B;

    fn twin(a: &P::A, b: &P::B) -> bool {
        let (a, b) = (a.values(), b.values());
        let (a, b) = (P::A::build(|k| Portable.splat(a[k])), P::B::build(|k| Portable.splat(b[k])));
        P::first::<<Portable as Simd>::Lanes>(&a, &b).bits() & 1 == 1
    }

    #[inline(always)]
    fn lanes<L: Lanes>(a: &<P::A as Shape>::Of<L>, b: &<P::B as Shape>::Of<L>) -> L::Mask {
        P::first::<L>(a, b)
    }
}

/// The share of a level's registers in which the first test finds a pair.
fn left<P: Predicate>(level: Level, a: &View<'_, P::A>, b: &View<'_, P::B>) -> f64 {
    if !P::HAS_FIRST {
        return 1.0;
    }
    let hits = Query::new().level(level).test::<First<P>>(a, b).expect("equally many rows");
    let registers = hits.as_bytes().chunks(level.lanes() / 8);
    let of = registers.len() as f64;
    registers.filter(|bytes| bytes.iter().any(|&byte| byte != 0)).count() as f64 / of
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
    pub fn scalar(who: &str, test: impl Fn(&A, &B) -> bool + Copy + 'static) -> Self {
        Self::new(who, 0, |a| *a, |b| *b, test)
    }

    /// Another library: `left` and `right` build its shapes beforehand, `test` is timed.
    pub fn new<X: 'static, Y: 'static>(
        who: &str,
        tolerance: usize,
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
        Self { who: who.to_owned(), tolerance, prepare: Box::new(prepare) }
    }
}

impl<A: Sample, B: Sample> Group<A, B> {
    /// Lower corners lie in `[0, spread)` instead of `[0, 2)`, for shapes that would seldom meet.
    #[must_use]
    pub fn spread(mut self, spread: f32) -> Self {
        self.spread = spread;
        self
    }

    /// Another scalar form of the same test, which must give the same hits.
    #[must_use]
    pub fn form(mut self, who: &str, test: impl Fn(&A, &B) -> bool + Copy + 'static) -> Self {
        self.others.push(Contender::scalar(who, test));
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
        self.others.push(Contender::new(who, tolerance, left, right, test));
        self
    }

    /// Checks and times everyone at both sizes.
    pub fn run(&self, run: &mut Run) {
        let (levels, best) = (run.levels().to_vec(), run.best_level());
        let mut costs = Vec::new();
        let mut group = run.criterion.benchmark_group(self.name);
        for (rows, hits) in ROWS.into_iter().zip(self.hits) {
            let spread = self.spread;
            let work: LazyWork<A, B> = Rc::new(LazyCell::new(Box::new(move || Work::new(rows, spread))));
            let mut clock = Clock { group: &mut group };
            let mut timed = false;
            for contender in std::iter::once(&self.twin).chain(&self.others) {
                timed |= clock.time(
                    Record::new(self.name, contender.who.clone(), rows),
                    || (hits, contender.allowed(rows)),
                    || (contender.prepare)(&work.a, &work.b),
                );
            }
            let bytes = rows * (4 * (A::COLUMNS.len() + B::COLUMNS.len()) * 8 + self.bits_written) / 8;
            let bytes = Some(bytes);
            for &level in &levels {
                let query = Query::new().level(level);
                let one = (format!("soa/{level}"), query.sequential());
                let all = (format!("soa/{level}/threads"), query);
                // Small calls stay on one thread anyway, and one level shows what threads are worth.
                let threads = rows == ROWS[1] && level == best;
                for (who, query) in [Some(one), threads.then_some(all)].into_iter().flatten() {
                    let record = Record { bytes, ..Record::new(self.name, who, rows) };
                    timed |= clock.time(record, || (hits, 0), || self.batched_pass(query, &work));
                }
            }
            if timed {
                let left = (self.left)(best, &work.columns.0.as_view(), &work.columns.1.as_view());
                let (bench, kernel, first) = (self.name.to_owned(), self.kernel, self.first);
                costs.push(Cost { bench, rows, hits, bytes, kernel, first, left });
            }
        }
        group.finish();
        run.add_costs(costs);
    }

    fn batched_pass(&self, query: Query, work: &LazyWork<A, B>) -> Pass {
        let (batched, work) = (Rc::clone(&self.batched), Rc::clone(work));
        Box::new(move |passes| {
            let (a, b) = &work.columns;
            batched(query, &a.as_view(), &b.as_view(), passes)
        })
    }
}

impl<A, B> Contender<A, B> {
    /// How many hits it may be off in so many rows.
    fn allowed(&self, rows: usize) -> usize {
        (self.tolerance * rows).div_ceil(ROWS[1])
    }
}

impl<A: Sample, B: Sample> Work<A, B> {
    fn new(rows_wanted: usize, spread: f32) -> Self {
        let (a, b) = (rows::<A>(1, rows_wanted, spread), rows::<B>(2, rows_wanted, spread));
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
