//! One kernel and everything that is timed beside it.

use std::cell::LazyCell;
use std::hint::black_box;
use std::rc::Rc;

use record::{ROWS, Record, Shares};
use soa::kernel::{Compiled, CompiledMeasure, Contacts, Measure};
use soa::{Columns, Hits, Level, Query, Shape, View};

use crate::contender::{Contender, Pass, repeat};
use crate::peers::Peer;
use crate::read;
use crate::workload::{Sample, columns, rows};

/// Why a query does not refuse its columns.
const EQUAL: &str = "the workload has as many left rows as right ones";

/// Makes the rows of both sides, given their number.
type Make<A, B> = Rc<dyn Fn(usize) -> (Vec<A>, Vec<B>)>;

/// Builds a contender's own shapes, which is not timed, and returns its pass over them. Of a scalar function
/// or another library the query has no meaning.
type Prepare<A, B> = Rc<dyn Fn(&Work<A, B>, Query) -> Pass>;

/// The rows of a group, as structs and as columns, made when the first measurement needs them.
type Work<A, B> = Rc<LazyCell<Rows<A, B>, Box<dyn FnOnce() -> Rows<A, B>>>>;

struct Rows<A: Shape, B: Shape> {
    a: Vec<A>,
    b: Vec<B>,
    columns: (Columns<A>, Columns<B>),
}

/// Runs a query once, for the shares of its stages.
type Stages<A, B> = fn(Query, &Rows<A, B>) -> Shares;

/// One kernel and everything that is timed beside it.
pub struct Group<A: Shape, B: Shape> {
    name: String,
    /// In the rows of [`ROWS`].
    hits: [usize; 2],
    make: Make<A, B>,
    /// The rows are those of the uniform workload.
    uniform: bool,
    /// `soa`, and `f32` if there is a published algorithm beside an exact kernel.
    batched: Vec<Entry<A, B>>,
    /// Scalar functions and other libraries.
    others: Vec<Entry<A, B>>,
}

struct Entry<A: Shape, B: Shape> {
    who: String,
    hits: [usize; 2],
    /// By how many hits it may be off in a million rows.
    tolerance: usize,
    prepare: Prepare<A, B>,
    /// The shares of an exact query's stages.
    stages: Option<Stages<A, B>>,
}

/// The group of a yes/no kernel with every library that has the same test. `hits` are those of the workload's
/// first 4,096 and 1,000,000 rows. Its scalar reference is timed as `scalar/exact` if the kernel is exact,
/// else as `scalar`.
pub fn predicate<P: Compiled>(name: &str, hits: [usize; 2]) -> Group<P::A, P::B>
where
    P::A: Sample,
    P::B: Sample,
{
    let mut group = Group::new(name, hits, tested::<P>());
    group.batched[0].stages = P::EXACT.then_some(shares::<P>);
    group.form(if P::EXACT { "scalar/exact" } else { "scalar" }, P::reference).peers(name)
}

fn shares<P: Compiled>(query: Query, rows: &Rows<P::A, P::B>) -> Shares {
    let (a, b) = (rows.columns.0.as_view(), rows.columns.1.as_view());
    let stages = query.test_staged::<P>(&a, &b).expect(EQUAL).1;
    let share = |decided: u64| decided as f64 / stages.rows().max(1) as f64;
    Shares {
        single: share(stages.single),
        double: share(stages.double),
        rounded: share(stages.rounded),
        integer: share(stages.integer),
    }
}

/// A yes/no kernel through the public query.
fn tested<P: Compiled>() -> Prepare<P::A, P::B> {
    Rc::new(|work, query| {
        let work = Rc::clone(work);
        Box::new(move |passes| {
            let (a, b) = (work.columns.0.as_view(), work.columns.1.as_view());
            repeat(passes, || query.test::<P>(black_box(&a), black_box(&b)).expect(EQUAL), Hits::count)
        })
    })
}

/// The group of a computing kernel. `hit` picks the results that are counted, so that the numbers are
/// checked. The columns of results are kept from pass to pass.
pub fn measure<M: CompiledMeasure>(
    name: &str,
    hits: [usize; 2],
    hit: impl Fn(&M::Out) -> bool + Copy + 'static,
) -> Group<M::A, M::B>
where
    M::A: Sample,
    M::B: Sample,
{
    measured::<M>(name, hits, hit, |query, a, b, out| query.measure_into::<M>(a, b, out))
}

/// The group of a kernel of contacts through the query that finds those of shapes that touch: its hits.
pub fn contacts<M: CompiledMeasure>(
    name: &str,
    hits: [usize; 2],
    hit: impl Fn(&M::Out) -> bool + Copy + 'static,
) -> Group<M::A, M::B>
where
    M::A: Sample + Contacts<M::B, Contact = M::Out>,
    M::B: Sample,
{
    measured::<M>(name, hits, hit, |query, a, b, out| query.contacts_into(a, b, 0.0, out))
}

/// Measures the rows of both sides.
type Fill<M> = fn(
    Query,
    &View<<M as Measure>::A>,
    &View<<M as Measure>::B>,
    &mut Columns<<M as Measure>::Out>,
) -> Result<(), soa::Error>;

fn measured<M: CompiledMeasure>(
    name: &str,
    hits: [usize; 2],
    hit: impl Fn(&M::Out) -> bool + Copy + 'static,
    fill: Fill<M>,
) -> Group<M::A, M::B>
where
    M::A: Sample,
    M::B: Sample,
{
    let kernel: Prepare<M::A, M::B> = Rc::new(move |work, query| {
        let (work, mut out) = (Rc::clone(work), Columns::<M::Out>::default());
        Box::new(move |passes| {
            let (a, b) = (work.columns.0.as_view(), work.columns.1.as_view());
            let run = || fill(query, black_box(&a), black_box(&b), black_box(&mut out));
            let (elapsed, done) = repeat(passes, run, |outcome| usize::from(outcome.is_ok()));
            (elapsed, done * out.iter().filter(hit).count())
        })
    });
    // All of the result must be computed, not only what the hit depends on.
    Group::new(name, hits, kernel).form("scalar", move |a, b| hit(&black_box(M::reference(a, b))))
}

impl<A: Sample, B: Sample> Group<A, B> {
    fn new(name: &str, hits: [usize; 2], kernel: Prepare<A, B>) -> Self {
        let group = Self {
            name: name.to_owned(),
            hits,
            make: Rc::new(|_| (Vec::new(), Vec::new())),
            uniform: true,
            batched: Vec::new(),
            others: Vec::new(),
        };
        group.with_batched("soa", hits, kernel).spread(2.0)
    }

    fn with_batched(mut self, who: &str, hits: [usize; 2], prepare: Prepare<A, B>) -> Self {
        self.batched.push(Entry { who: who.to_owned(), hits, tolerance: 0, prepare, stages: None });
        self
    }

    /// Lower corners lie in `[0, spread)` instead of `[0, 2)`, for shapes that would seldom meet.
    #[must_use]
    pub fn spread(mut self, spread: f32) -> Self {
        self.make = Rc::new(move |count| (rows(1, count, spread), rows(2, count, spread)));
        self
    }

    /// Other rows than those of the uniform workload. Fewer rows should be the first of more. Neither threads
    /// nor the time of reading are measured for them: they are those of the uniform rows.
    #[must_use]
    pub fn rows(mut self, make: impl Fn(usize) -> (Vec<A>, Vec<B>) + 'static) -> Self {
        self.make = Rc::new(make);
        self.uniform = false;
        self
    }

    /// The published algorithm in `f32` beside an exact kernel: its scalar function as `scalar`, its batched
    /// form as `f32/<level>`. It finds these hits, which may be other ones where rounding decides.
    #[must_use]
    pub fn published<P: Compiled<A = A, B = B>>(mut self, hits: [usize; 2]) -> Self {
        let prepare: Prepare<A, B> =
            Rc::new(|work, _| one_by_one(&work.a, &work.b, |a| *a, |b| *b, P::reference));
        self.others.insert(0, Entry { who: "scalar".to_owned(), hits, tolerance: 0, prepare, stages: None });
        self.with_batched("f32", hits, tested::<P>())
    }

    /// A function of the crate `scalar`, over a slice of structs a side, which must give the same hits.
    #[must_use]
    pub fn form(self, who: &str, test: impl Fn(&A, &B) -> bool + Copy + 'static) -> Self {
        self.peer(who, 0, |a| *a, |b| *b, test)
    }

    /// The tests of other libraries for a pair of shapes.
    #[must_use]
    pub fn peers(mut self, stem: &str) -> Self {
        for peer in Peer::all().into_iter().filter(|peer| peer.stem == stem) {
            let (who, tolerance) = (peer.who.to_owned(), peer.tolerance);
            let prepare: Prepare<A, B> = Rc::new(move |work, _| peer.pass(&work.a, &work.b));
            self.others.push(Entry { who, hits: self.hits, tolerance, prepare, stages: None });
        }
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
        let prepare: Prepare<A, B> =
            Rc::new(move |work, _| one_by_one(&work.a, &work.b, &left, &right, test));
        let who = who.to_owned();
        self.others.push(Entry { who, hits: self.hits, tolerance, prepare, stages: None });
        self
    }

    /// All that is timed, at both sizes. A quick run leaves out the exact scalar function where rows are
    /// many.
    pub fn contenders(&self, levels: &[Level], quick: bool) -> Vec<Contender> {
        let mut all = Vec::new();
        for (size, count) in ROWS.into_iter().enumerate() {
            let make = Rc::clone(&self.make);
            let work: Work<A, B> = Rc::new(LazyCell::new(Box::new(move || {
                let (a, b) = make(count);
                let columns = (columns(&a), columns(&b));
                Rows { a, b, columns }
            })));
            let contender = |who: String, entry: &Entry<A, B>, query| {
                let (rows, prepare) = (Rc::clone(&work), Rc::clone(&entry.prepare));
                let record = Record::new(&self.name, who, count);
                let mut contender = Contender::new(record, entry.hits[size], move || prepare(&rows, query));
                contender.tolerance = (entry.tolerance * count).div_ceil(ROWS[1]);
                if let Some(stages) = entry.stages {
                    let rows = Rc::clone(&work);
                    contender.stages = Some(Box::new(move || stages(query, &rows)));
                }
                contender
            };
            let is_slow = |entry: &Entry<A, B>| quick && size > 0 && entry.who == "scalar/exact";
            let others = self.others.iter().filter(|entry| !is_slow(entry));
            all.extend(others.map(|entry| contender(entry.who.clone(), entry, Query::new())));
            for &level in levels {
                let query = Query::new().with_level(level);
                let one = |entry: &Entry<A, B>| {
                    contender(format!("{}/{level}", entry.who), entry, query.sequential())
                };
                all.extend(self.batched.iter().map(one));
                if levels.last() == Some(&level) && self.uniform {
                    if size == 1 {
                        // Small calls stay on one thread anyway, and one level shows what threads are worth.
                        all.push(contender(format!("soa/{level}/threads"), &self.batched[0], query));
                    }
                    let rows = Rc::clone(&work);
                    let record = Record::new(&self.name, "limit/read", count);
                    all.push(Contender::new(record, 0, move || read_pass(level, &rows)));
                }
            }
        }
        all
    }
}

/// A pass over structs, one pair at a time.
pub(crate) fn one_by_one<A, B, X: 'static, Y: 'static>(
    a: &[A],
    b: &[B],
    left: impl Fn(&A) -> X,
    right: impl Fn(&B) -> Y,
    test: impl Fn(&X, &Y) -> bool + Copy + 'static,
) -> Pass {
    let x: Vec<X> = a.iter().map(left).collect();
    let y: Vec<Y> = b.iter().map(right).collect();
    let count = move || {
        let (x, y) = (black_box(x.as_slice()), black_box(y.as_slice()));
        x.iter().zip(y).filter(|(x, y)| test(x, y)).count()
    };
    Box::new(move |passes| repeat(passes, &count, |hits| *hits))
}

/// Reads every column of both sides, which finds no hits.
fn read_pass<A: Shape, B: Shape>(level: Level, work: &Work<A, B>) -> Pass {
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
