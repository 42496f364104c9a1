//! The faults of lane operations, and which of a kernel's operations has one.
//!
//! A *site* is one use of an operation in a kernel. The parts of a kernel (first test, decision, contact, and
//! for exact kernels the same decision in `f64`) are straight-line: each run of one makes the same operations
//! in the same order, and their numbers identify the sites. [`crate::kernels::Marked`] kernels mark for the
//! lanes where a part begins.
//!
//! A constant that is lost is lost wherever its value is used: its site is the value.

use core::sync::atomic::{AtomicU32, AtomicUsize, Ordering::Relaxed};
use std::collections::BTreeSet;
use std::sync::Mutex;

use soa::lanes::Lanes;
use testkit::subject::Subject;

use crate::habits::Habit;

/// A way to break an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
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
    /// A finite constant other than zero is half of itself: a forward error bound is too small, or more bits
    /// are taken for exact.
    ConstantHalved,
    /// It is a quarter of itself.
    ConstantQuartered,
    /// It is an eighth of itself.
    ConstantEighth,
    /// A column holds the values of the column before it: a vertex is taken for another.
    ColumnReplaced,
    /// The lanes of a column are loaded in another order.
    LanesShuffled,
}

impl Fault {
    /// Every fault.
    pub const ALL: [Self; 18] = [
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
        Self::ConstantHalved,
        Self::ConstantQuartered,
        Self::ConstantEighth,
        Self::ColumnReplaced,
        Self::LanesShuffled,
    ];

    /// The faults of constants, with the share that is left.
    const SHARES: [(Self, f32); 4] = [
        (Self::ConstantLost, 0.0),
        (Self::ConstantHalved, 0.5),
        (Self::ConstantQuartered, 0.25),
        (Self::ConstantEighth, 0.125),
    ];

    /// What is left of a constant.
    pub fn share(self) -> Option<f32> {
        Self::SHARES.into_iter().find(|(fault, _)| *fault == self).map(|(_, share)| share)
    }

    /// Whether it is in what is loaded, not in what is computed.
    fn is_of_columns(self) -> bool {
        matches!(self, Self::ColumnReplaced | Self::LanesShuffled)
    }
}

/// Which lanes are faulty. A fault in what is loaded is one of `f32`, whichever lanes it is loaded into.
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
    /// [`soa::kernel::Predicate::quick_reject`].
    First,
    /// [`soa::kernel::Predicate::decide`] or [`soa::kernel::Measure::lanes`].
    Kernel,
    /// [`soa::kernel::Predicate::quick_accept`].
    Contact,
    /// [`soa::kernel::Predicate::size`], and the common ulp that the query makes of it.
    Size,
    /// [`soa::kernel::Predicate::decide`] once more, with the common ulp.
    Grained,
}

impl Part {
    /// Every part.
    const ALL: [Self; 6] = [Self::Query, Self::First, Self::Kernel, Self::Contact, Self::Size, Self::Grained];

    /// Marks for lanes that this part begins. Faulty lanes that leave everything undecided answer with a
    /// zero, all others with a NaN.
    pub fn begin<L: Lanes>(self, like: L) -> L {
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

/// A fault at a site, if there is one, and a count of every operation that could have it.
#[derive(Debug)]
pub struct FaultPlan {
    broken: Option<(Fault, Precision, Site)>,
    /// Columns of both shapes, which are loaded one after the other.
    columns: usize,
    /// Whether the kernel is exact: then its bounds are made of constants of the query, too.
    is_exact: bool,
    /// Whether lanes of `f32` leave everything undecided.
    is_undecided: bool,
    pub(crate) habit: Habit,
    part: AtomicUsize,
    /// Uses since the part began; all columns are loaded before one does.
    counts: [AtomicUsize; Fault::ALL.len()],
    /// The sites that were met, if they are recorded.
    met: Option<Mutex<BTreeSet<(Fault, Precision, Site)>>>,
    /// How often the broken site compared a value with itself and met a NaN.
    pub(crate) self_compares: AtomicUsize,
    /// The lanes that were loaded last.
    before: [AtomicU32; 8],
}

impl FaultPlan {
    /// A plan without a fault, for a kernel with this number of columns.
    pub fn new(columns: usize, is_exact: bool) -> Self {
        Self {
            broken: None,
            columns: columns.max(1),
            is_exact,
            is_undecided: false,
            habit: Habit::Own,
            part: AtomicUsize::default(),
            counts: Default::default(),
            met: None,
            self_compares: AtomicUsize::default(),
            before: Default::default(),
        }
    }

    /// A plan without a fault in a kernel, whose lanes of this precision decide all that they can: for `f64`,
    /// those of `f32` leave everything undecided.
    pub fn of(subject: Subject, precision: Precision) -> Self {
        let is_undecided = precision == Precision::Double;
        Self { is_undecided, ..Self::new(subject.columns(), subject.is_exact()) }
    }

    /// The same with a fault.
    #[must_use]
    pub fn broken(self, fault: Fault, precision: Precision, site: Site) -> Self {
        Self { broken: Some((fault, precision, site)), ..self }
    }

    /// Whether it is the plan of an exact kernel.
    pub(crate) fn is_exact(&self) -> bool {
        self.is_exact
    }

    /// What is broken.
    pub fn broken_site(&self) -> Option<(Fault, Precision, Site)> {
        self.broken
    }

    /// Whether what is broken is so in every lane of a register.
    pub fn breaks_all_lanes(&self) -> bool {
        self.broken.is_some_and(|(fault, ..)| !fault.is_of_columns())
    }

    /// The same, recording every site that is met.
    #[must_use]
    pub fn recording(self) -> Self {
        Self { met: Some(Mutex::default()), ..self }
    }

    /// The same with `min` and `max` of another machine.
    #[must_use]
    pub fn with(self, habit: Habit) -> Self {
        Self { habit, ..self }
    }

    /// Every site of a fault that was met and recorded.
    pub fn sites(&self, fault: Fault, precision: Precision) -> Vec<Site> {
        let met = self.met.as_ref().and_then(|met| met.lock().ok()).map(|met| met.clone());
        let sites = met.into_iter().flatten().filter(|met| (met.0, met.1) == (fault, precision));
        sites.map(|(.., site)| site).collect()
    }

    /// Whether the broken site, a comparison for equality, ever guarded against NaN.
    pub fn guarded(&self) -> bool {
        self.self_compares.load(Relaxed) > 0
    }

    /// Records a site, and returns whether it is the broken one.
    fn is_broken(&self, fault: Fault, precision: Precision, site: Site) -> bool {
        if let Some(Ok(mut met)) = self.met.as_ref().map(Mutex::lock) {
            met.insert((fault, precision, site));
        }
        self.broken == Some((fault, precision, site))
    }

    /// Counts a use, and returns whether it is the broken one.
    pub(crate) fn hits(&self, fault: Fault, precision: Precision) -> bool {
        let part = Part::ALL[self.part.load(Relaxed)];
        if part == Part::Query {
            return false;
        }
        let count = self.counts[fault as usize].fetch_add(1, Relaxed);
        self.is_broken(fault, precision, Site::Use(part, count))
    }

    /// Takes the upper half of a column's lanes that are loaded, and changes it if that is broken.
    pub(crate) fn load(&self, upper: &mut [f32]) {
        if self.hits_column(Fault::LanesShuffled) {
            upper.rotate_left(1);
        }
        let is_replaced = self.hits_column(Fault::ColumnReplaced);
        for (x, before) in upper.iter_mut().zip(&self.before) {
            let before = f32::from_bits(before.swap(x.to_bits(), Relaxed));
            *x = if is_replaced { before } else { *x };
        }
    }

    /// Counts a column that is loaded, and returns whether it is the broken one.
    fn hits_column(&self, fault: Fault) -> bool {
        let column = self.counts[fault as usize].fetch_add(1, Relaxed) % self.columns;
        self.is_broken(fault, Precision::Single, Site::Column(column))
    }

    /// The value of a constant with the fault, or the answer to a mark.
    pub(crate) fn constant(&self, value: f32, precision: Precision) -> f32 {
        if let Some(part) = Part::of_mark(value) {
            self.part.store(part as usize, Relaxed);
            self.counts.iter().for_each(|count| count.store(0, Relaxed));
            return if self.is_undecided && precision == Precision::Single { 0.0 } else { value };
        }
        if value == 0.0 || !value.is_finite() {
            return value;
        }
        // The query's constants make the bounds of an exact kernel; and only a bound has reason to be larger
        // than it need be.
        let is_bound = self.is_exact;
        let site = Site::Constant(value.to_bits());
        let is_site = is_bound || self.part.load(Relaxed) != Part::Query as usize;
        let may_be = |fault| if fault == Fault::ConstantLost { is_site } else { is_bound };
        let is_broken = |&(fault, _): &(Fault, f32)| may_be(fault) && self.is_broken(fault, precision, site);
        value * Fault::SHARES.into_iter().find(is_broken).map_or(1.0, |(_, share)| share)
    }
}
