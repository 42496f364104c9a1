//! Faulty lanes: they run the unchanged kernels and break one operation of them, to show that the
//! differential loop notices.
//!
//! A *site* is one use of an operation in a kernel. The parts of a kernel (first test, decision, contact, and
//! for exact kernels the same decision in `f64`) are straight-line: each run of one makes the same operations
//! in the same order, and their numbers identify the sites. [`Marked`] kernels mark for the lanes where a
//! part begins.
//!
//! A constant that is lost is lost wherever its value is used: its site is the value.

use core::marker::PhantomData;
use core::ops::{Add, Div, Mul, Neg, Sub};
use core::sync::atomic::{AtomicU32, AtomicUsize, Ordering::Relaxed};
use std::collections::{BTreeSet, HashMap};
use std::sync::{LazyLock, Mutex};

use scalar::exact::Decision;
use soa::kernel::{Compiled, CompiledMeasure, Measure, Predicate};
use soa::lanes::portable::Portable;
use soa::lanes::{Lanes, Register, Simd};
use soa::registry::{Kernel, MeasureKernel, Visitor, visit_all};
use soa::verdict::{Certified, Rounding};
use soa::{AnyView, Error, Hits, Shape, Stages, View};
use wide::{f32x8, f64x4};

use crate::habits::Habit;
use testkit::subject::Engine;

/// A way to break an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// `<=` says no where it should say "equal, yes".
    Strict,
    /// `<` says yes where it should say "equal, no".
    Lax,
    /// A comparison of a value with itself says yes to a NaN.
    NanGuardLost,
    /// A selection takes the other arm.
    SelectSwapped,
    /// `min` is `max` and the other way round.
    MinMaxSwapped,
    /// A negation, an absolute value or a flipped sign does nothing.
    SignLost,
    /// Bits of two numbers are those of the left one.
    BitsLost,
    /// A difference has its operands exchanged.
    DifferenceReversed,
    /// A sum is off by one unit in the last place.
    SumRounded,
    /// A product is off by one unit in the last place, as where it is fused with a sum.
    ProductRounded,
    /// A quotient is off by one unit in the last place, as from an approximate reciprocal.
    QuotientRounded,
    /// A square root is off by one unit in the last place.
    RootRounded,
    /// A finite constant other than zero is zero: a forward error bound vanishes.
    ConstantLost,
    /// A finite constant other than zero is a sixteenth of itself: a forward error bound is too small.
    ConstantSmall,
    /// A column holds the values of the column before it: a vertex is taken for another.
    ColumnReplaced,
    /// The lanes of a column are loaded in another order.
    LanesShuffled,
}

impl Fault {
    /// Every fault.
    pub const ALL: [Self; 16] = [
        Self::Strict,
        Self::Lax,
        Self::NanGuardLost,
        Self::SelectSwapped,
        Self::MinMaxSwapped,
        Self::SignLost,
        Self::BitsLost,
        Self::DifferenceReversed,
        Self::SumRounded,
        Self::ProductRounded,
        Self::QuotientRounded,
        Self::RootRounded,
        Self::ConstantLost,
        Self::ConstantSmall,
        Self::ColumnReplaced,
        Self::LanesShuffled,
    ];

    /// A short name for tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::Strict => "strict",
            Self::Lax => "lax",
            Self::NanGuardLost => "nan guard",
            Self::SelectSwapped => "select",
            Self::MinMaxSwapped => "min/max",
            Self::SignLost => "sign",
            Self::BitsLost => "bits",
            Self::DifferenceReversed => "a - b",
            Self::SumRounded => "a + b",
            Self::ProductRounded => "a * b",
            Self::QuotientRounded => "a / b",
            Self::RootRounded => "sqrt",
            Self::ConstantLost => "constant",
            Self::ConstantSmall => "const/16",
            Self::ColumnReplaced => "column",
            Self::LanesShuffled => "shuffle",
        }
    }
}

/// Which lanes are faulty. Columns are loaded in `f32` alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Precision {
    /// Those of `f32`, which every kernel has.
    Single,
    /// Those of `f64`, in which an exact kernel runs again on what `f32` leaves undecided.
    Double,
}

/// A part of a kernel that is straight-line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// What is not the kernel's: the query.
    Query,
    /// [`Predicate::quick_reject`].
    First,
    /// [`Predicate::decide`] or [`Measure::lanes`].
    Kernel,
    /// [`Predicate::quick_accept`].
    Contact,
    /// [`Predicate::size`], and the grain that the query makes of it.
    Size,
    /// [`Predicate::decide`] once more, with the grain.
    Grained,
}

impl Part {
    /// Every part.
    pub const ALL: [Self; 6] =
        [Self::Query, Self::First, Self::Kernel, Self::Contact, Self::Size, Self::Grained];

    /// Marks for lanes that this part begins. Faulty lanes that leave everything undecided answer with a
    /// zero, all others with a NaN.
    fn begin<L: Lanes>(self, like: L) -> L {
        like.splat(f32::from_bits(MARK + self as u32))
    }

    /// The part whose mark this is.
    fn of_mark(value: f32) -> Option<Self> {
        let number = value.to_bits().checked_sub(MARK)?;
        Self::ALL.get(number as usize).copied()
    }
}

/// The NaN that marks the first part; no kernel has it.
const MARK: u32 = 0x7fc0_ce00;

/// A use of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Site {
    /// The use with this number in a part.
    Use(Part, usize),
    /// Wherever a constant has these bits.
    Constant(u32),
    /// The column with this number, those of the left shape first.
    Column(usize),
}

/// The fault, and a count of every operation that could have it.
#[derive(Debug)]
pub struct FaultPlan {
    broken: Option<(Fault, Precision, Site)>,
    /// Columns of both shapes, which are loaded one after the other.
    columns: usize,
    /// Whether the kernel is exact: then its bounds are made of constants of the query, too.
    exact: bool,
    /// Whether lanes of `f32` leave everything undecided.
    is_undecided: bool,
    habit: Habit,
    part: AtomicUsize,
    /// How often each part began.
    begun: [AtomicUsize; Part::ALL.len()],
    /// Uses since the part began; for loads, since ever.
    counts: [AtomicUsize; Fault::ALL.len()],
    /// The most uses in one run of each part.
    uses: [[[AtomicUsize; Fault::ALL.len()]; Part::ALL.len()]; 2],
    /// The constants that were met; None if they are not recorded.
    constants: Option<Mutex<BTreeSet<(Precision, u32)>>>,
    /// How often the broken site compared a value with itself and met a NaN.
    self_compares: AtomicUsize,
    /// The lanes that were loaded last.
    before: [AtomicU32; 8],
}

impl FaultPlan {
    /// A plan without a fault, for a kernel with this number of columns. It records every site.
    pub fn sound(columns: usize, exact: bool) -> Self {
        Self { constants: Some(Mutex::default()), exact, ..Self::new(None, columns) }
    }

    /// A plan with one fault at one site.
    pub fn broken(fault: Fault, precision: Precision, site: Site, columns: usize) -> Self {
        Self::new(Some((fault, precision, site)), columns)
    }

    /// The same with every lane left undecided by `f32`, so that everything is resolved in `f64`.
    #[must_use]
    pub fn undecided(self) -> Self {
        Self { is_undecided: true, ..self }
    }

    /// The same with `min` and `max` of another machine.
    #[must_use]
    pub fn with(self, habit: Habit) -> Self {
        Self { habit, ..self }
    }

    fn new(broken: Option<(Fault, Precision, Site)>, columns: usize) -> Self {
        Self {
            broken,
            columns: columns.max(1),
            exact: false,
            is_undecided: false,
            habit: Habit::Own,
            part: AtomicUsize::default(),
            begun: Default::default(),
            counts: Default::default(),
            uses: Default::default(),
            constants: None,
            self_compares: AtomicUsize::default(),
            before: Default::default(),
        }
    }

    /// Every site of a fault that a sound plan met.
    pub fn sites(&self, fault: Fault, precision: Precision) -> Vec<Site> {
        match fault {
            // Only a bound has reason to be larger than it need be.
            Fault::ConstantSmall if !self.exact => Vec::new(),
            Fault::ConstantLost | Fault::ConstantSmall => {
                let constants = self
                    .constants
                    .iter()
                    .flat_map(|met| met.lock().map(|met| met.clone()).unwrap_or_default());
                constants.filter(|met| met.0 == precision).map(|met| Site::Constant(met.1)).collect()
            }
            Fault::ColumnReplaced | Fault::LanesShuffled if precision == Precision::Single => {
                (0..self.columns).map(Site::Column).collect()
            }
            _ => {
                let uses = &self.uses[precision as usize];
                let of = |part: Part| uses[part as usize][fault as usize].load(Relaxed);
                Part::ALL
                    .into_iter()
                    .flat_map(|part| (0..of(part)).map(move |n| Site::Use(part, n)))
                    .collect()
            }
        }
    }

    /// Whether the broken site, a comparison for equality, ever guarded against NaN.
    pub fn guarded(&self) -> bool {
        self.self_compares.load(Relaxed) > 0
    }

    /// The number of registers for which a part of a kernel ran.
    pub fn begun(&self, part: Part) -> usize {
        self.begun[part as usize].load(Relaxed)
    }

    fn breaks(&self, fault: Fault, precision: Precision, site: Site) -> bool {
        self.broken == Some((fault, precision, site))
    }

    /// Counts a use, and returns whether it is the broken one.
    fn hits(&self, fault: Fault, precision: Precision) -> bool {
        let part = Part::ALL[self.part.load(Relaxed)];
        if part == Part::Query {
            return false;
        }
        let count = self.counts[fault as usize].fetch_add(1, Relaxed);
        if self.constants.is_some() {
            self.uses[precision as usize][part as usize][fault as usize].fetch_max(count + 1, Relaxed);
        }
        self.breaks(fault, precision, Site::Use(part, count))
    }

    /// Counts a column that is loaded, and returns whether it is the broken one.
    fn hits_column(&self, fault: Fault) -> bool {
        let count = self.counts[fault as usize].fetch_add(1, Relaxed);
        self.breaks(fault, Precision::Single, Site::Column(count % self.columns))
    }

    /// The value of a constant with the fault, or the answer to a mark.
    fn constant(&self, value: f32, precision: Precision) -> f32 {
        if let Some(part) = Part::of_mark(value) {
            self.part.store(part as usize, Relaxed);
            self.begun[part as usize].fetch_add(1, Relaxed);
            let loads = [Fault::ColumnReplaced, Fault::LanesShuffled];
            for fault in Fault::ALL.into_iter().filter(|fault| !loads.contains(fault)) {
                self.counts[fault as usize].store(0, Relaxed);
            }
            return if self.is_undecided && precision == Precision::Single { 0.0 } else { value };
        }
        if value == 0.0 || !value.is_finite() {
            return value;
        }
        let bits = value.to_bits();
        if let Some(Ok(mut met)) = self.constants.as_ref().map(Mutex::lock)
            && (self.exact || self.part.load(Relaxed) != Part::Query as usize)
        {
            met.insert((precision, bits));
        }
        match self.broken {
            Some((Fault::ConstantLost, at, Site::Constant(lost))) if (at, lost) == (precision, bits) => 0.0,
            Some((Fault::ConstantSmall, at, Site::Constant(lost))) if (at, lost) == (precision, bits) => {
                value / 16.0
            }
            _ => value,
        }
    }

    fn replace_before(&self, lanes: f32x8) -> f32x8 {
        let lanes = lanes.to_array();
        f32x8::from(core::array::from_fn(|i| {
            f32::from_bits(self.before[i].swap(lanes[i].to_bits(), Relaxed))
        }))
    }
}

/// A kernel that marks for its lanes where each of its parts begins.
///
/// Its functions are not inlined: the query's loops call them from many places, and each would be compiled
/// again.
#[derive(Debug)]
pub struct Marked<K>(PhantomData<K>);

impl<P: Predicate> Predicate for Marked<P> {
    const NAME: &'static str = P::NAME;
    type A = P::A;
    type B = P::B;

    fn resolve(a: &P::A, b: &P::B) -> Decision {
        P::resolve(a, b)
    }

    const EXACT: bool = P::EXACT;
    const FINITE_ONLY: bool = P::FINITE_ONLY;

    #[inline(never)]
    fn decide<L: Lanes>(
        a: &<P::A as Shape>::Of<L>,
        b: &<P::B as Shape>::Of<L>,
        rounding: &Rounding<L>,
    ) -> Certified<L::Mask> {
        let part = if rounding.knows_common_ulp() { Part::Grained } else { Part::Kernel };
        let gate = part.begin(a.as_ref()[0]);
        let verdict = P::decide(a, b, rounding);
        Part::Query.begin(gate);
        let sure = !gate.eq(gate);
        Certified { hit: verdict.hit & sure, miss: verdict.miss & sure }
    }

    // The sums and comparisons of the query that follow belong to it, up to the decision.
    #[inline(never)]
    fn size<L: Lanes>(a: &<P::A as Shape>::Of<L>, b: &<P::B as Shape>::Of<L>) -> L {
        Part::Size.begin(a.as_ref()[0]);
        P::size(a, b)
    }

    const HAS_QUICK_ACCEPT: bool = P::HAS_QUICK_ACCEPT;

    #[inline(never)]
    fn quick_accept<L: Lanes>(a: &<P::A as Shape>::Of<L>, b: &<P::B as Shape>::Of<L>) -> L::Mask {
        Part::Contact.begin(a.as_ref()[0]);
        let contact = P::quick_accept::<L>(a, b);
        Part::Query.begin(a.as_ref()[0]);
        contact
    }

    const HAS_QUICK_REJECT: bool = P::HAS_QUICK_REJECT;
    const IMPLIES_QUICK_REJECT: bool = P::IMPLIES_QUICK_REJECT;

    #[inline(never)]
    fn quick_reject<L: Lanes>(a: &<P::A as Shape>::Of<L>, b: &<P::B as Shape>::Of<L>) -> L::Mask {
        Part::First.begin(a.as_ref()[0]);
        let first = P::quick_reject::<L>(a, b);
        Part::Query.begin(a.as_ref()[0]);
        first
    }
}

impl<M: Measure> Measure for Marked<M> {
    const NAME: &'static str = M::NAME;
    type A = M::A;
    type B = M::B;
    type Out = M::Out;

    fn reference(a: &M::A, b: &M::B) -> M::Out {
        M::reference(a, b)
    }

    #[inline(never)]
    fn lanes<L: Lanes>(a: &<M::A as Shape>::Of<L>, b: &<M::B as Shape>::Of<L>) -> <M::Out as Shape>::Of<L> {
        Part::Kernel.begin(a.as_ref()[0]);
        let out = M::lanes(a, b);
        Part::Query.begin(a.as_ref()[0]);
        out
    }
}

/// Lanes of the laboratory, for which every kernel of soa is compiled.
pub trait Machine: Sized + 'static {
    /// The instruction set.
    type Simd<'a>: Simd;

    /// Its token.
    fn simd(&self) -> Self::Simd<'_>;

    /// Every kernel on these lanes: a static of [`Table::new`].
    fn table() -> &'static Table<Self>;
}

impl Machine for FaultPlan {
    type Simd<'a> = FaultySimd<'a>;

    fn simd(&self) -> FaultySimd<'_> {
        FaultySimd(self)
    }

    fn table() -> &'static Table<Self> {
        static TABLE: LazyLock<Table<FaultPlan>> = LazyLock::new(Table::new);
        &TABLE
    }
}

type Test<M> = fn(&M, &AnyView, &AnyView) -> Result<Hits, Error>;
type Compute<M> = fn(&M, &AnyView, &AnyView) -> Result<Vec<Vec<f32>>, Error>;

/// Every kernel of soa, [`Marked`] and compiled for the lanes of a machine, by name. Nothing else here is
/// compiled for each kernel.
#[derive(Debug)]
pub struct Table<M> {
    tests: HashMap<&'static str, Test<M>>,
    computes: HashMap<&'static str, Compute<M>>,
}

impl<M: Machine> Table<M> {
    /// The kernels of soa's registry.
    #[expect(clippy::new_without_default, reason = "it is made once a machine")]
    pub fn new() -> Self {
        let mut table = Self { tests: HashMap::new(), computes: HashMap::new() };
        visit_all(&mut table);
        table
    }
}

impl<M: Machine> Visitor for Table<M> {
    fn predicate<P: Compiled>(&mut self) {
        self.tests.insert(P::NAME, |machine, a, b| {
            soa::test_with::<_, Marked<P>>(machine.simd(), &typed(a)?, &typed(b)?)
        });
    }

    fn measure<K: CompiledMeasure>(&mut self) {
        self.computes.insert(K::NAME, |machine, a, b| {
            let columns = soa::measure_with::<_, Marked<K>>(machine.simd(), &typed(a)?, &typed(b)?)?;
            Ok(columns.into_columns().as_mut().iter_mut().map(core::mem::take).collect())
        });
    }
}

fn typed<'a, S: Shape>(view: &AnyView<'a>) -> Result<View<'a, S>, Error> {
    view.typed().ok_or(Error::WrongShape { shape: view.kind().name(), expected: S::NAME })
}

/// The queries on the lanes of a machine.
#[derive(Clone, Copy, Debug)]
pub struct Instrumented<'a, M>(pub &'a M);

impl<M: Machine> Engine for Instrumented<'_, M> {
    fn lanes(&self) -> usize {
        <M::Simd<'static> as Simd>::Lanes::LEN
    }

    fn test(&self, kernel: &'static Kernel, a: &AnyView, b: &AnyView) -> Result<(Hits, Stages), Error> {
        let test = M::table().tests.get(kernel.info.name).ok_or(no_kernel(a, b))?;
        Ok((test(self.0, a, b)?, Stages::default()))
    }

    fn measure(
        &self,
        kernel: &'static MeasureKernel,
        a: &AnyView,
        b: &AnyView,
    ) -> Result<Vec<Vec<f32>>, Error> {
        let compute = M::table().computes.get(kernel.name).ok_or(no_kernel(a, b))?;
        compute(self.0, a, b)
    }
}

fn no_kernel(a: &AnyView, b: &AnyView) -> Error {
    Error::NoKernel { left: a.kind().name(), right: b.kind().name() }
}

/// The portable instruction set, with the fault of a plan.
#[derive(Clone, Copy, Debug)]
pub struct FaultySimd<'a>(pub &'a FaultPlan);

impl<'a> Simd for FaultySimd<'a> {
    type Lanes = FaultyLanes<'a, f32x8>;
    type Wide = FaultyLanes<'a, f64x4>;

    fn load(self, values: &[f32]) -> Self::Lanes {
        let Self(plan) = self;
        let mut lanes = Portable.load(values);
        if plan.hits_column(Fault::LanesShuffled) {
            let mut turned = lanes.to_array();
            turned.rotate_left(1);
            lanes = f32x8::from(turned);
        }
        let before = plan.replace_before(lanes);
        if plan.hits_column(Fault::ColumnReplaced) {
            lanes = before;
        }
        FaultyLanes { lanes, plan }
    }

    fn splat(self, value: f32) -> Self::Lanes {
        FaultyLanes { lanes: f32x8::splat(self.0.constant(value, Precision::Single)), plan: self.0 }
    }

    fn load_wide(self, values: &[f32]) -> Self::Wide {
        FaultyLanes { lanes: Portable.load_wide(values), plan: self.0 }
    }
}

/// A register of the portable level, in whose lanes a fault can be put.
pub trait Breakable: Lanes {
    /// What the lanes hold.
    const PRECISION: Precision;

    /// One unit in the last place up; zeros, infinities and NaN stay.
    #[must_use]
    fn up(self) -> Self;

    /// Whether both have the same bits.
    fn same(self, other: Self) -> bool;

    /// Whether a lane is NaN.
    fn has_nan(self) -> bool;
}

/// Implements `Breakable` for a register of `wide`.
macro_rules! breakable {
    ($lanes:ident, $float:ident, $precision:expr) => {
        impl Breakable for $lanes {
            const PRECISION: Precision = $precision;

            fn up(self) -> Self {
                let up = |x: $float| if x == 0.0 || !x.is_finite() { x } else { x.next_up() };
                Self::from(self.to_array().map(up))
            }

            fn same(self, other: Self) -> bool {
                self.to_array().map($float::to_bits) == other.to_array().map($float::to_bits)
            }

            fn has_nan(self) -> bool {
                self.to_array().iter().any(|x| x.is_nan())
            }
        }
    };
}
breakable!(f32x8, f32, Precision::Single);
breakable!(f64x4, f64, Precision::Double);

/// A register that may be faulty. Its operations are calls, so that kernels compile fast.
#[derive(Clone, Copy, Debug)]
pub struct FaultyLanes<'a, L> {
    lanes: L,
    plan: &'a FaultPlan,
}

impl<L: Breakable> FaultyLanes<'_, L> {
    fn with(self, lanes: L) -> Self {
        Self { lanes, ..self }
    }

    fn hits(self, fault: Fault) -> bool {
        self.plan.hits(fault, L::PRECISION)
    }

    /// One unit in the last place up, where the fault hits.
    fn rounded(self, fault: Fault) -> Self {
        if self.hits(fault) { self.with(self.lanes.up()) } else { self }
    }
}

impl<L: Breakable> Add for FaultyLanes<'_, L> {
    type Output = Self;

    #[inline(never)]
    fn add(self, other: Self) -> Self {
        self.with(self.lanes + other.lanes).rounded(Fault::SumRounded)
    }
}

impl<L: Breakable> Sub for FaultyLanes<'_, L> {
    type Output = Self;

    #[inline(never)]
    fn sub(self, other: Self) -> Self {
        let reversed = self.hits(Fault::DifferenceReversed);
        self.with(if reversed { other.lanes - self.lanes } else { self.lanes - other.lanes })
    }
}

impl<L: Breakable> Mul for FaultyLanes<'_, L> {
    type Output = Self;

    #[inline(never)]
    fn mul(self, other: Self) -> Self {
        self.with(self.lanes * other.lanes).rounded(Fault::ProductRounded)
    }
}

impl<L: Breakable> Div for FaultyLanes<'_, L> {
    type Output = Self;

    #[inline(never)]
    fn div(self, other: Self) -> Self {
        self.with(self.lanes / other.lanes).rounded(Fault::QuotientRounded)
    }
}

impl<L: Breakable> Neg for FaultyLanes<'_, L> {
    type Output = Self;

    #[inline(never)]
    fn neg(self) -> Self {
        if self.hits(Fault::SignLost) { self } else { self.with(-self.lanes) }
    }
}

impl<L: Breakable> Lanes for FaultyLanes<'_, L> {
    type Mask = L::Mask;
    const LEN: usize = L::LEN;

    #[inline(never)]
    fn splat(self, value: f32) -> Self {
        self.with(self.lanes.splat(self.plan.constant(value, L::PRECISION)))
    }

    #[inline(never)]
    fn lt(self, other: Self) -> Self::Mask {
        if self.hits(Fault::Lax) { self.lanes.le(other.lanes) } else { self.lanes.lt(other.lanes) }
    }

    #[inline(never)]
    fn le(self, other: Self) -> Self::Mask {
        if self.hits(Fault::Strict) { self.lanes.lt(other.lanes) } else { self.lanes.le(other.lanes) }
    }

    #[inline(never)]
    fn eq(self, other: Self) -> Self::Mask {
        let equal = self.lanes.eq(other.lanes);
        if self.hits(Fault::NanGuardLost) && self.lanes.same(other.lanes) {
            self.plan.self_compares.fetch_add(usize::from(self.lanes.has_nan()), Relaxed);
            return equal | !equal;
        }
        equal
    }

    #[inline(never)]
    fn select(mask: Self::Mask, yes: Self, no: Self) -> Self {
        let swapped = yes.hits(Fault::SelectSwapped);
        let (yes_lanes, no_lanes) = if swapped { (no.lanes, yes.lanes) } else { (yes.lanes, no.lanes) };
        yes.with(L::select(mask, yes_lanes, no_lanes))
    }

    #[inline(never)]
    fn min(self, other: Self) -> Self {
        let swapped = self.hits(Fault::MinMaxSwapped);
        let (habit, a, b) = (self.plan.habit, self.lanes, other.lanes);
        self.with(if swapped { habit.max(a, b) } else { habit.min(a, b) })
    }

    #[inline(never)]
    fn max(self, other: Self) -> Self {
        let swapped = self.hits(Fault::MinMaxSwapped);
        let (habit, a, b) = (self.plan.habit, self.lanes, other.lanes);
        self.with(if swapped { habit.min(a, b) } else { habit.max(a, b) })
    }

    #[inline(never)]
    fn flip_sign(self, by: Self) -> Self {
        if self.hits(Fault::SignLost) { self } else { self.with(self.lanes.flip_sign(by.lanes)) }
    }

    #[inline(never)]
    fn abs(self) -> Self {
        if self.hits(Fault::SignLost) { self } else { self.with(self.lanes.abs()) }
    }

    #[inline(never)]
    fn bits_and(self, other: Self) -> Self {
        if self.hits(Fault::BitsLost) { self } else { self.with(self.lanes.bits_and(other.lanes)) }
    }

    #[inline(never)]
    fn bits_or(self, other: Self) -> Self {
        if self.hits(Fault::BitsLost) { self } else { self.with(self.lanes.bits_or(other.lanes)) }
    }

    #[inline(never)]
    fn bits_xor(self, other: Self) -> Self {
        if self.hits(Fault::BitsLost) { self } else { self.with(self.lanes.bits_xor(other.lanes)) }
    }

    #[inline(never)]
    fn sqrt(self) -> Self {
        self.with(self.lanes.sqrt()).rounded(Fault::RootRounded)
    }

    #[inline(never)]
    // The query's own step, not the kernel's: not counted, never broken.
    fn canonical(self) -> Self {
        self.with(self.lanes.canonical())
    }
}

impl Register for FaultyLanes<'_, f32x8> {
    type Batch = <f32x8 as Register>::Batch;

    fn batches(values: &[f32]) -> &[Self::Batch] {
        <f32x8 as Register>::batches(values)
    }

    fn batches_mut(values: &mut [f32]) -> &mut [Self::Batch] {
        <f32x8 as Register>::batches_mut(values)
    }

    fn store(self, values: &mut [f32]) {
        self.lanes.store(values);
    }
}
