//! Yes/no kernels and computing kernels seen as one: a query call whose answers a twin knows.

use core::fmt::Debug;
use core::marker::PhantomData;

use soa::kernel::{Measure, Predicate, Visitor};
use soa::lanes::{Lanes, Simd};
use soa::{Columns, Error, Hits, Level, Pairs, Query, Shape, Stages, View};

#[cfg(not(few))]
pub use soa::kernel::visit_all;

/// Shows the visitor a kernel of each sort, and those that have regressions, instead of all: what `cargo xtask mutants` can
/// compile thousands of times.
#[cfg(few)]
pub fn visit_all<V: Visitor>(visitor: &mut V) {
    use scalar::dim2::Segment;
    use soa::{dim2, dim3};

    visitor.predicate::<dim2::point_disk::Exact>();
    visitor.predicate::<dim2::point_triangle::Exact>();
    visitor.predicate::<dim2::disk_disk::Exact>();
    visitor.predicate::<dim2::disk_triangle::Exact>();
    visitor.predicate::<dim3::sphere_triangle::Exact>();
    visitor.predicate::<dim2::disk_triangle::SevenRegions>();
    visitor.predicate::<dim2::point_triangle::EdgeFunctions>();
    visitor.measure::<dim2::circumcircle::Circumcircle>();
    visitor.measure::<dim2::point_segment::SquaredDistance>();
    visitor.measure::<dim2::segment_oriented_box::SlabsCrossing<Segment>>();
    visitor.measure::<dim3::vector::CrossProduct>();
    visitor.measure::<dim3::vector::SignedArea>();
    visitor.measure::<dim3::vector::UnitNormal>();
}

/// The queries that run a kernel: soa's own, or ones that misbehave on purpose. What an engine cannot do is None.
pub trait Engine {
    /// Lanes of a register.
    fn lanes(&self) -> usize;
    /// As [`Query::test_staged`]; an engine that does not count stages says none.
    ///
    /// # Errors
    /// Unequal numbers of rows.
    fn test<P: Predicate>(&self, a: &View<P::A>, b: &View<P::B>) -> Result<(Hits, Stages), Error>;
    /// As [`Query::measure`].
    ///
    /// # Errors
    /// Unequal numbers of rows.
    fn measure<M: Measure>(&self, a: &View<M::A>, b: &View<M::B>) -> Result<Columns<M::Out>, Error>;
    /// As [`Query::test_one`].
    fn test_one<P: Predicate>(&self, _: &P::A, _: &View<P::B>) -> Option<Result<Hits, Error>> {
        None
    }
    /// As [`Query::test_all`].
    fn test_all<P: Predicate>(&self, _: &View<P::A>, _: &View<P::B>) -> Option<Result<Pairs, Error>> {
        None
    }
    /// As [`Query::measure_one`].
    fn measure_one<M: Measure>(&self, _: &M::A, _: &View<M::B>) -> Option<Result<Columns<M::Out>, Error>> {
        None
    }
}

/// soa's queries at a level.
#[derive(Clone, Copy, Debug)]
pub struct At {
    /// The level.
    pub level: Level,
    query: Query,
}

impl At {
    /// The queries at this level, large ones on several threads.
    pub fn new(level: Level) -> Self {
        Self { level, query: Query::new().level(level) }
    }

    /// The same on the calling thread alone.
    #[must_use]
    pub fn sequential(self) -> Self {
        Self { query: self.query.sequential(), ..self }
    }
}

impl Engine for At {
    fn lanes(&self) -> usize {
        self.level.lanes()
    }

    fn test<P: Predicate>(&self, a: &View<P::A>, b: &View<P::B>) -> Result<(Hits, Stages), Error> {
        self.query.test_staged::<P>(a, b)
    }

    fn measure<M: Measure>(&self, a: &View<M::A>, b: &View<M::B>) -> Result<Columns<M::Out>, Error> {
        self.query.measure::<M>(a, b)
    }

    fn test_one<P: Predicate>(&self, a: &P::A, b: &View<P::B>) -> Option<Result<Hits, Error>> {
        Some(self.query.test_one::<P>(a, b))
    }

    fn test_all<P: Predicate>(&self, a: &View<P::A>, b: &View<P::B>) -> Option<Result<Pairs, Error>> {
        Some(self.query.test_all::<P>(a, b))
    }

    fn measure_one<M: Measure>(&self, a: &M::A, b: &View<M::B>) -> Option<Result<Columns<M::Out>, Error>> {
        Some(self.query.measure_one::<M>(a, b))
    }
}

/// The queries on lanes of the tests' own.
#[derive(Clone, Copy, Debug)]
pub struct With<T>(pub T);

impl<T: Simd> Engine for With<T> {
    fn lanes(&self) -> usize {
        T::Lanes::LEN
    }

    fn test<P: Predicate>(&self, a: &View<P::A>, b: &View<P::B>) -> Result<(Hits, Stages), Error> {
        Ok((soa::test_with::<_, P>(self.0, a, b)?, Stages::default()))
    }

    fn measure<M: Measure>(&self, a: &View<M::A>, b: &View<M::B>) -> Result<Columns<M::Out>, Error> {
        soa::measure_with::<_, M>(self.0, a, b)
    }
}

/// One row's answer.
pub trait Answer: Copy + Debug + Send + 'static {
    /// Yes, or numbers and no NaN.
    fn hit(self) -> bool;
    /// What a step of one unit in the last place changes only where a pair touches: the answer itself; for numbers,
    /// which of them are zero and which are NaN.
    fn signature(self) -> u64;
    /// For people: `yes`, or the numbers with their bits.
    fn show(self) -> String;
    /// The expected answer in a corpus line: `1`, `0`, or `-` for numbers.
    fn word(self) -> &'static str;
}

impl Answer for bool {
    fn hit(self) -> bool {
        self
    }

    fn signature(self) -> u64 {
        u64::from(self)
    }

    fn show(self) -> String {
        if self { "yes" } else { "no" }.into()
    }

    fn word(self) -> &'static str {
        if self { "1" } else { "0" }
    }
}

/// The answer of a computing kernel.
#[derive(Clone, Copy, Debug)]
pub struct Numbers<S>(pub S);

impl<S: Shape> Answer for Numbers<S> {
    fn hit(self) -> bool {
        self.0.values().iter().all(|x| !x.is_nan())
    }

    fn signature(self) -> u64 {
        self.0
            .values()
            .iter()
            .fold(0, |bits, x| bits << 2 | u64::from(*x == 0.0) | u64::from(x.is_nan()) << 1)
    }

    fn show(self) -> String {
        let show = |x: &f32| format!("{x:e} (0x{:08x})", x.to_bits());
        self.0.values().iter().map(show).collect::<Vec<_>>().join(", ")
    }

    fn word(self) -> &'static str {
        "-"
    }
}

/// A row that a query answered otherwise than the twin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong {
    /// The row, or pair of rows in canonical order.
    pub row: usize,
    /// What the query said.
    pub got: String,
}

impl Wrong {
    fn new(row: usize, got: impl Into<String>) -> Self {
        Self { row, got: got.into() }
    }
}

/// A kernel and the ways to query it.
pub trait Subject: Clone + Debug + 'static {
    /// As [`Predicate::NAME`].
    const NAME: &'static str;
    /// Whether it computes numbers.
    const COMPUTES: bool;
    /// As [`Predicate::EXACT`]: it has stages.
    const EXACT: bool;
    /// The left shape.
    type A: Shape;
    /// The right shape.
    type B: Shape;
    /// One row's answer.
    type Answer: Answer;

    /// The kernel's path in Rust.
    fn path() -> &'static str;
    /// Whether misses can be told from hits: yes/no kernels, and crossings that may not exist.
    fn can_miss() -> bool;
    /// The twin's answer.
    fn twin(a: &Self::A, b: &Self::B) -> Self::Answer;
    /// Row by row. Returns how many rows each stage settled; none if the kernel has no stages, or nobody counts them.
    ///
    /// # Errors
    /// The first row that is not as expected.
    fn rows<E: Engine>(
        engine: &E,
        a: &View<Self::A>,
        b: &View<Self::B>,
        expected: &[Self::Answer],
    ) -> Result<Stages, Wrong>;
    /// One against many; nothing where the engine has no such query.
    ///
    /// # Errors
    /// The first row that is not as expected.
    fn one<E: Engine>(
        engine: &E,
        a: &Self::A,
        b: &View<Self::B>,
        expected: &[Self::Answer],
    ) -> Result<(), Wrong>;
    /// All against all, `expected` by left row, then right row; nothing where there is no such query.
    ///
    /// # Errors
    /// The first pair that is not as expected.
    fn all<E: Engine>(
        engine: &E,
        a: &View<Self::A>,
        b: &View<Self::B>,
        expected: &[Self::Answer],
    ) -> Result<(), Wrong>;
}

/// What is to be done with every kernel.
pub trait Each {
    /// Called once a kernel.
    fn subject<S: Subject>(&mut self);
}

/// Shows every kernel, in soa's order.
pub fn for_each(each: &mut impl Each) {
    visit_all(&mut Show(each));
}

struct Show<'a, E>(&'a mut E);

impl<E: Each> Visitor for Show<'_, E> {
    fn predicate<P: Predicate>(&mut self) {
        self.0.subject::<YesNo<P>>();
    }

    fn measure<M: Measure>(&mut self) {
        self.0.subject::<Computes<M>>();
    }
}

/// A yes/no kernel.
pub struct YesNo<P>(PhantomData<P>);

impl<P> Debug for YesNo<P> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(core::any::type_name::<P>())
    }
}

impl<P> Clone for YesNo<P> {
    fn clone(&self) -> Self {
        Self(PhantomData)
    }
}

impl<P: Predicate> Subject for YesNo<P> {
    const NAME: &'static str = P::NAME;
    const COMPUTES: bool = false;
    const EXACT: bool = P::EXACT;
    type A = P::A;
    type B = P::B;
    type Answer = bool;

    fn path() -> &'static str {
        core::any::type_name::<P>()
    }

    fn can_miss() -> bool {
        true
    }

    fn twin(a: &P::A, b: &P::B) -> bool {
        P::twin(a, b)
    }

    fn rows<E: Engine>(e: &E, a: &View<P::A>, b: &View<P::B>, expected: &[bool]) -> Result<Stages, Wrong> {
        let (hits, stages) = e.test::<P>(a, b).map_err(|error| Wrong::new(0, error.to_string()))?;
        same_hits(Ok(hits), expected)?;
        Ok(if P::EXACT { stages } else { Stages::default() })
    }

    fn one<E: Engine>(e: &E, a: &P::A, b: &View<P::B>, expected: &[bool]) -> Result<(), Wrong> {
        e.test_one::<P>(a, b).map_or(Ok(()), |hits| same_hits(hits, expected))
    }

    fn all<E: Engine>(e: &E, a: &View<P::A>, b: &View<P::B>, expected: &[bool]) -> Result<(), Wrong> {
        e.test_all::<P>(a, b).map_or(Ok(()), |pairs| same_pairs(pairs, b.len(), expected))
    }
}

fn same_hits(hits: Result<Hits, Error>, expected: &[bool]) -> Result<(), Wrong> {
    let hits = hits.map_err(|error| Wrong::new(0, error.to_string()))?;
    if hits.len() != expected.len() {
        return Err(Wrong::new(0, format!("{} rows", hits.len())));
    }
    for (i, (eight, &byte)) in expected.chunks(8).zip(hits.as_bytes()).enumerate() {
        let wanted = eight.iter().rev().fold(0, |byte, &hit| byte << 1 | u8::from(hit));
        if wanted != byte {
            let row = 8 * i + (wanted ^ byte).trailing_zeros() as usize;
            // Bits beyond the last row must be zero: they are counted otherwise.
            return Err(expected
                .get(row)
                .map_or(Wrong::new(0, "a bit beyond the last row"), |&hit| Wrong::new(row, (!hit).show())));
        }
    }
    Ok(())
}

fn same_pairs(pairs: Result<Pairs, Error>, rights: usize, expected: &[bool]) -> Result<(), Wrong> {
    let pairs = pairs.map_err(|error| Wrong::new(0, error.to_string()))?;
    let mut found = pairs.iter().map(|(left, right)| left as usize * rights + right as usize);
    let mut wanted = (0..expected.len()).filter(|&i| expected[i]);
    loop {
        match (found.next(), wanted.next()) {
            (None, None) => return Ok(()),
            (found, wanted) if found == wanted => {}
            (Some(found), wanted) if wanted.is_none_or(|wanted| found < wanted) => {
                return Err(Wrong::new(found, "yes, or out of order"));
            }
            (_, wanted) => return Err(Wrong::new(wanted.unwrap_or(0), "no, or out of order")),
        }
    }
}

/// A computing kernel.
pub struct Computes<M>(PhantomData<M>);

impl<M> Debug for Computes<M> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(core::any::type_name::<M>())
    }
}

impl<M> Clone for Computes<M> {
    fn clone(&self) -> Self {
        Self(PhantomData)
    }
}

impl<M: Measure> Subject for Computes<M> {
    const NAME: &'static str = M::NAME;
    const COMPUTES: bool = true;
    const EXACT: bool = false;
    type A = M::A;
    type B = M::B;
    type Answer = Numbers<M::Out>;

    fn path() -> &'static str {
        core::any::type_name::<M>()
    }

    fn can_miss() -> bool {
        M::Out::NAME.starts_with("crossings")
    }

    fn twin(a: &M::A, b: &M::B) -> Numbers<M::Out> {
        Numbers(M::twin(a, b))
    }

    fn rows<E: Engine>(
        e: &E,
        a: &View<M::A>,
        b: &View<M::B>,
        expected: &[Self::Answer],
    ) -> Result<Stages, Wrong> {
        same_numbers(e.measure::<M>(a, b), expected).map(|()| Stages::default())
    }

    fn one<E: Engine>(e: &E, a: &M::A, b: &View<M::B>, expected: &[Self::Answer]) -> Result<(), Wrong> {
        e.measure_one::<M>(a, b).map_or(Ok(()), |columns| same_numbers(columns, expected))
    }

    fn all<E: Engine>(_: &E, _: &View<M::A>, _: &View<M::B>, _: &[Self::Answer]) -> Result<(), Wrong> {
        Ok(())
    }
}

fn same_numbers<S: Shape>(got: Result<Columns<S>, Error>, expected: &[Numbers<S>]) -> Result<(), Wrong> {
    let got = got.map_err(|error| Wrong::new(0, error.to_string()))?;
    if got.len() != expected.len() {
        return Err(Wrong::new(0, format!("{} rows", got.len())));
    }
    let view = got.as_view();
    for (k, column) in view.columns().as_ref().iter().enumerate() {
        for (row, (x, wanted)) in column.iter().zip(expected).enumerate() {
            if x.to_bits() != wanted.0.values()[k].to_bits() {
                return Err(Wrong::new(row, view.get(row).map_or(String::new(), |row| Numbers(row).show())));
            }
        }
    }
    Ok(())
}
