//! Yes/no kernels and computing kernels seen as one: a query call whose answers a reference knows.

use core::fmt::Debug;

use soa::registry::{self, Kernel, MeasureKernel};
use soa::{AnyView, Error, Hits, Level, MAX_COLUMNS, Pairs, Query, ShapeKind, Stages};

/// The queries that run a kernel: soa's own, or faulty ones. What an engine cannot do is
/// None.
pub trait Engine {
    /// Lanes of a register.
    fn lanes(&self) -> usize;
    /// As [`Query::test_any`]; an engine that does not count stages says none.
    ///
    /// # Errors
    /// Unequal numbers of rows.
    fn test(&self, kernel: &'static Kernel, a: &AnyView, b: &AnyView) -> Result<(Hits, Stages), Error>;
    /// As [`Query::measure_any`].
    ///
    /// # Errors
    /// Unequal numbers of rows.
    fn measure(
        &self,
        kernel: &'static MeasureKernel,
        a: &AnyView,
        b: &AnyView,
    ) -> Result<Vec<Vec<f32>>, Error>;
    /// As [`Query::test_one_any`].
    fn test_one(&self, _: &'static Kernel, _: &[f32], _: &AnyView) -> Option<Result<Hits, Error>> {
        None
    }
    /// As [`Query::test_all_any`].
    fn test_all(&self, _: &'static Kernel, _: &AnyView, _: &AnyView) -> Option<Result<Pairs, Error>> {
        None
    }
    /// As [`Query::measure_one_any`].
    fn measure_one(
        &self,
        _: &'static MeasureKernel,
        _: &[f32],
        _: &AnyView,
    ) -> Option<Result<Vec<Vec<f32>>, Error>> {
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
        Self { level, query: Query::new().with_level(level) }
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

    fn test(&self, kernel: &'static Kernel, a: &AnyView, b: &AnyView) -> Result<(Hits, Stages), Error> {
        self.query.test_any(kernel, a, b)
    }

    fn measure(
        &self,
        kernel: &'static MeasureKernel,
        a: &AnyView,
        b: &AnyView,
    ) -> Result<Vec<Vec<f32>>, Error> {
        self.query.measure_any(kernel, a, b)
    }

    fn test_one(&self, kernel: &'static Kernel, a: &[f32], b: &AnyView) -> Option<Result<Hits, Error>> {
        Some(self.query.test_one_any(kernel, a, b))
    }

    fn test_all(&self, kernel: &'static Kernel, a: &AnyView, b: &AnyView) -> Option<Result<Pairs, Error>> {
        Some(self.query.test_all_any(kernel, a, b))
    }

    fn measure_one(
        &self,
        kernel: &'static MeasureKernel,
        a: &[f32],
        b: &AnyView,
    ) -> Option<Result<Vec<Vec<f32>>, Error>> {
        Some(self.query.measure_one_any(kernel, a, b))
    }
}

/// One row's answer. Numbers are equal if all of their bits are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Of a yes/no kernel.
    YesNo(bool),
    /// Of a computing kernel.
    Numbers(Numbers),
}

/// The numbers of a row, by their bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Numbers {
    bits: [u32; MAX_COLUMNS],
    len: usize,
}

impl Numbers {
    /// Of at most as many numbers as a shape may have columns.
    pub fn new(values: &[f32]) -> Self {
        let mut bits = [0; MAX_COLUMNS];
        bits.iter_mut().zip(values).for_each(|(bits, x)| *bits = x.to_bits());
        Self { bits, len: values.len() }
    }

    fn bits(&self) -> &[u32] {
        &self.bits[..self.len]
    }

    fn values(&self) -> impl Iterator<Item = f32> {
        self.bits().iter().map(|&bits| f32::from_bits(bits))
    }
}

impl From<bool> for Answer {
    fn from(hit: bool) -> Self {
        Self::YesNo(hit)
    }
}

impl Answer {
    /// Yes, or numbers and no NaN.
    pub fn hit(&self) -> bool {
        match self {
            Self::YesNo(hit) => *hit,
            Self::Numbers(numbers) => numbers.values().all(|x| !x.is_nan()),
        }
    }

    /// What a step of one unit in the last place changes only where a pair touches: the answer itself; for
    /// numbers, which of them are zero and which are NaN.
    pub fn signature(&self) -> u64 {
        let add = |bits, x: f32| bits << 2 | u64::from(x == 0.0) | u64::from(x.is_nan()) << 1;
        match self {
            Self::YesNo(hit) => u64::from(*hit),
            Self::Numbers(numbers) => numbers.values().fold(0, add),
        }
    }

    /// For people: `yes`, or the numbers with their bits.
    pub fn show(&self) -> String {
        let show = |x: f32| format!("{x:e} (0x{:08x})", x.to_bits());
        match self {
            Self::YesNo(hit) => if *hit { "yes" } else { "no" }.into(),
            Self::Numbers(numbers) => numbers.values().map(show).collect::<Vec<_>>().join(", "),
        }
    }

    /// The expected answer in a corpus line: `1`, `0`, or `-` for numbers.
    pub fn word(&self) -> &'static str {
        match self {
            Self::YesNo(hit) => {
                if *hit {
                    "1"
                } else {
                    "0"
                }
            }
            Self::Numbers(_) => "-",
        }
    }
}

/// A row that a query answered otherwise than the reference.
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

impl From<Error> for Wrong {
    fn from(error: Error) -> Self {
        Self::new(0, error.to_string())
    }
}

/// A kernel and the ways to query it.
#[derive(Clone, Copy, Debug)]
pub enum Subject {
    /// A yes/no kernel.
    YesNo(&'static Kernel),
    /// A computing kernel.
    Computes(&'static MeasureKernel),
}

/// Every kernel, in soa's order.
pub fn all() -> impl Iterator<Item = Subject> {
    let yes_no = registry::kernels().iter().copied().map(Subject::YesNo);
    yes_no.chain(registry::measures().iter().copied().map(Subject::Computes))
}

impl Subject {
    /// The kernel's name.
    pub fn name(self) -> &'static str {
        match self {
            Self::YesNo(kernel) => kernel.info.name,
            Self::Computes(kernel) => kernel.name,
        }
    }

    /// Whether it computes numbers.
    pub fn computes(self) -> bool {
        matches!(self, Self::Computes(_))
    }

    /// Whether its query gives the answer of real arithmetic: it has stages.
    pub fn is_exact(self) -> bool {
        matches!(self, Self::YesNo(kernel) if kernel.info.is_exact)
    }

    /// The left shape.
    pub fn left(self) -> ShapeKind {
        match self {
            Self::YesNo(kernel) => kernel.info.left,
            Self::Computes(kernel) => kernel.left,
        }
    }

    /// The right shape.
    pub fn right(self) -> ShapeKind {
        match self {
            Self::YesNo(kernel) => kernel.info.right,
            Self::Computes(kernel) => kernel.right,
        }
    }

    /// Columns of both shapes.
    pub fn columns(self) -> usize {
        self.left().columns().len() + self.right().columns().len()
    }

    /// Whether it has one operand.
    pub fn is_unary(self) -> bool {
        self.right() == ShapeKind::Nothing
    }

    /// The path of the kernel's type.
    pub fn type_name(self) -> &'static str {
        match self {
            Self::YesNo(kernel) => kernel.info.type_name(),
            Self::Computes(kernel) => kernel.type_name(),
        }
    }

    /// Whether there are misses: of yes/no kernels, and of crossings that may not exist.
    pub fn can_miss(self) -> bool {
        match self {
            Self::YesNo(_) => true,
            Self::Computes(kernel) => kernel.out.name().starts_with("clips"),
        }
    }

    /// The reference's answer.
    ///
    /// # Panics
    /// Another number of values than the shapes have columns.
    pub fn reference(self, a: &[f32], b: &[f32]) -> Answer {
        match self {
            Self::YesNo(kernel) => Answer::YesNo(kernel.info.reference(a, b).unwrap()),
            Self::Computes(kernel) => {
                let mut out = [0.0; MAX_COLUMNS];
                let out = &mut out[..kernel.out.columns().len()];
                kernel.reference(a, b, out).unwrap();
                Answer::Numbers(Numbers::new(out))
            }
        }
    }

    /// Row by row. Returns how many rows each stage resolved; none if the kernel has no stages, or the engine
    /// does not count them.
    ///
    /// # Errors
    /// The first row that is not as expected.
    pub fn rows(
        self,
        engine: &dyn Engine,
        a: &AnyView,
        b: &AnyView,
        expected: &[Answer],
    ) -> Result<Stages, Wrong> {
        match self {
            Self::YesNo(kernel) => {
                let (hits, stages) = engine.test(kernel, a, b)?;
                same_hits(&hits, expected)?;
                Ok(if kernel.info.is_exact { stages } else { Stages::default() })
            }
            Self::Computes(kernel) => {
                same_numbers(&engine.measure(kernel, a, b)?, expected)?;
                Ok(Stages::default())
            }
        }
    }

    /// One against many; nothing where the engine has no such query.
    ///
    /// # Errors
    /// The first row that is not as expected.
    pub fn one(self, engine: &dyn Engine, a: &[f32], b: &AnyView, expected: &[Answer]) -> Result<(), Wrong> {
        match self {
            Self::YesNo(kernel) => match engine.test_one(kernel, a, b) {
                Some(hits) => same_hits(&hits?, expected),
                None => Ok(()),
            },
            Self::Computes(kernel) => match engine.measure_one(kernel, a, b) {
                Some(columns) => same_numbers(&columns?, expected),
                None => Ok(()),
            },
        }
    }

    /// All against all, `expected` by left row, then right row; nothing where there is no such query.
    ///
    /// # Errors
    /// The first pair that is not as expected.
    pub fn all(
        self,
        engine: &dyn Engine,
        a: &AnyView,
        b: &AnyView,
        expected: &[Answer],
    ) -> Result<(), Wrong> {
        let Self::YesNo(kernel) = self else { return Ok(()) };
        match engine.test_all(kernel, a, b) {
            Some(pairs) => same_pairs(&pairs?, b.len(), expected),
            None => Ok(()),
        }
    }
}

fn same_hits(hits: &Hits, expected: &[Answer]) -> Result<(), Wrong> {
    if hits.len() != expected.len() {
        return Err(Wrong::new(0, format!("{} rows", hits.len())));
    }
    for (i, (eight, &byte)) in expected.chunks(8).zip(hits.as_bytes()).enumerate() {
        let wanted = eight.iter().rev().fold(0, |byte, answer| byte << 1 | u8::from(answer.hit()));
        if wanted != byte {
            let row = 8 * i + (wanted ^ byte).trailing_zeros() as usize;
            // Bits beyond the last row must be zero: they are counted otherwise.
            return Err(expected.get(row).map_or(Wrong::new(0, "a bit beyond the last row"), |answer| {
                Wrong::new(row, Answer::YesNo(!answer.hit()).show())
            }));
        }
    }
    Ok(())
}

fn same_pairs(pairs: &Pairs, rights: usize, expected: &[Answer]) -> Result<(), Wrong> {
    let mut found = pairs.iter().map(|(left, right)| left as usize * rights + right as usize);
    let mut wanted = (0..expected.len()).filter(|&i| expected[i].hit());
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

fn same_numbers(got: &[Vec<f32>], expected: &[Answer]) -> Result<(), Wrong> {
    let rows = got.first().map_or(0, Vec::len);
    if rows != expected.len() {
        return Err(Wrong::new(0, format!("{rows} rows")));
    }
    for (k, column) in got.iter().enumerate() {
        for (row, (x, wanted)) in column.iter().zip(expected).enumerate() {
            let is_same =
                matches!(wanted, Answer::Numbers(numbers) if numbers.bits().get(k) == Some(&x.to_bits()));
            if !is_same {
                let row_values: Vec<f32> = got.iter().map(|column| column[row]).collect();
                return Err(Wrong::new(row, Answer::Numbers(Numbers::new(&row_values)).show()));
            }
        }
    }
    Ok(())
}
