//! Lanes that misbehave on purpose: they run the unchanged kernels and break one operation of them, to show that
//! the differential loop would notice.
//!
//! A *site* is one use of an operation in a kernel. Kernels are straight-line, so each run of one makes the same
//! operations in the same order, and counting them modulo their number a run tells the sites apart.

use core::ops::{Add, Div, Mul, Neg, Sub};
use core::sync::atomic::{AtomicU32, AtomicUsize, Ordering::Relaxed};

use soa::lanes::portable::Portable;
use soa::lanes::{Lanes, Register, Simd};
use wide::f32x8;

/// A way to misbehave.
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
    /// A column holds the values of the column before it: a vertex is taken for another.
    ColumnReplaced,
    /// The lanes of a column are loaded in another order.
    LanesShuffled,
    /// The last, partial batch is loaded as nothing.
    TailDropped,
}

impl Fault {
    /// Every fault.
    pub const ALL: [Self; 14] = [
        Self::Strict,
        Self::Lax,
        Self::NanGuardLost,
        Self::SelectSwapped,
        Self::MinMaxSwapped,
        Self::SignLost,
        Self::DifferenceReversed,
        Self::SumRounded,
        Self::ProductRounded,
        Self::QuotientRounded,
        Self::RootRounded,
        Self::ColumnReplaced,
        Self::LanesShuffled,
        Self::TailDropped,
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
            Self::DifferenceReversed => "a - b",
            Self::SumRounded => "a + b",
            Self::ProductRounded => "a * b",
            Self::QuotientRounded => "a / b",
            Self::RootRounded => "sqrt",
            Self::ColumnReplaced => "column",
            Self::LanesShuffled => "shuffle",
            Self::TailDropped => "tail",
        }
    }
}

/// What is broken, and a count of every operation that could be.
#[derive(Debug, Default)]
pub struct Bench {
    broken: Option<(Fault, usize)>,
    /// Uses of each operation in one run of the kernel.
    uses: [usize; Fault::ALL.len()],
    counts: [AtomicUsize; Fault::ALL.len()],
    /// How often the broken site compared a value with itself and met a NaN.
    self_compares: AtomicUsize,
    /// The lanes that were loaded last.
    before: [AtomicU32; 8],
}

impl Bench {
    /// A bench on which nothing is broken.
    pub fn sound() -> Self {
        Self::default()
    }

    /// A bench on which one site is broken, for a kernel that uses each operation so often.
    pub fn broken(fault: Fault, site: usize, uses: [usize; Fault::ALL.len()]) -> Self {
        Self { broken: Some((fault, site)), uses, ..Self::default() }
    }

    /// How often each operation was used, in the order of [`Fault::ALL`].
    pub fn counts(&self) -> [usize; Fault::ALL.len()] {
        core::array::from_fn(|i| self.counts[i].load(Relaxed))
    }

    /// Whether the broken site, a comparison for equality, ever guarded against NaN.
    pub fn guarded(&self) -> bool {
        self.self_compares.load(Relaxed) > 0
    }

    /// Counts a use and tells whether it is the broken one.
    fn hits(&self, fault: Fault) -> bool {
        let count = self.counts[fault as usize].fetch_add(1, Relaxed);
        self.broken
            .is_some_and(|(broken, site)| broken == fault && count % self.uses[fault as usize].max(1) == site)
    }

    fn replace_before(&self, lanes: f32x8) -> f32x8 {
        let lanes = lanes.to_array();
        f32x8::from(core::array::from_fn(|i| {
            f32::from_bits(self.before[i].swap(lanes[i].to_bits(), Relaxed))
        }))
    }
}

/// The portable instruction set, with the faults of a bench.
#[derive(Clone, Copy, Debug)]
pub struct Misbehaving<'a>(pub &'a Bench);

impl<'a> Simd for Misbehaving<'a> {
    type Lanes = Bent<'a>;
    /// What is open is settled by lanes that behave.
    type Wide = <Portable as Simd>::Wide;

    fn load(self, values: &[f32]) -> Bent<'a> {
        let Self(bench) = self;
        let mut lanes = Portable.load(values);
        if bench.hits(Fault::LanesShuffled) {
            let mut turned = lanes.to_array();
            turned.rotate_left(1);
            lanes = f32x8::from(turned);
        }
        let before = bench.replace_before(lanes);
        if bench.hits(Fault::ColumnReplaced) {
            lanes = before;
        }
        // Only a tail comes in a buffer that is longer than a register of this level.
        let tail = values.len() > <f32x8 as Lanes>::LEN;
        if bench.hits(Fault::TailDropped) && tail {
            lanes = f32x8::splat(f32::NAN);
        }
        Bent { lanes, bench }
    }

    fn splat(self, value: f32) -> Bent<'a> {
        Bent { lanes: f32x8::splat(value), bench: self.0 }
    }

    fn widen(self, lanes: Bent<'a>) -> [Self::Wide; 2] {
        Portable.widen(lanes.lanes)
    }
}

/// A register that may misbehave.
#[derive(Clone, Copy, Debug)]
pub struct Bent<'a> {
    lanes: f32x8,
    bench: &'a Bench,
}

impl Bent<'_> {
    fn with(self, lanes: f32x8) -> Self {
        Self { lanes, ..self }
    }

    /// One unit in the last place up, where the fault hits; zeros, infinities and NaN stay.
    fn rounded(self, fault: Fault) -> Self {
        if !self.bench.hits(fault) {
            return self;
        }
        let up = |x: f32| if x == 0.0 || !x.is_finite() { x } else { x.next_up() };
        self.with(f32x8::from(self.lanes.to_array().map(up)))
    }
}

impl Add for Bent<'_> {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        self.with(self.lanes + other.lanes).rounded(Fault::SumRounded)
    }
}

impl Sub for Bent<'_> {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        let reversed = self.bench.hits(Fault::DifferenceReversed);
        self.with(if reversed { other.lanes - self.lanes } else { self.lanes - other.lanes })
    }
}

impl Mul for Bent<'_> {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        self.with(self.lanes * other.lanes).rounded(Fault::ProductRounded)
    }
}

impl Div for Bent<'_> {
    type Output = Self;

    fn div(self, other: Self) -> Self {
        self.with(self.lanes / other.lanes).rounded(Fault::QuotientRounded)
    }
}

impl Neg for Bent<'_> {
    type Output = Self;

    fn neg(self) -> Self {
        if self.bench.hits(Fault::SignLost) { self } else { self.with(-self.lanes) }
    }
}

impl Lanes for Bent<'_> {
    type Mask = <f32x8 as Lanes>::Mask;
    const LEN: usize = <f32x8 as Lanes>::LEN;
    fn splat(self, value: f32) -> Self {
        self.with(f32x8::splat(value))
    }

    fn lt(self, other: Self) -> Self::Mask {
        let lax = self.bench.hits(Fault::Lax);
        if lax { self.lanes.le(other.lanes) } else { self.lanes.lt(other.lanes) }
    }

    fn le(self, other: Self) -> Self::Mask {
        let strict = self.bench.hits(Fault::Strict);
        if strict { self.lanes.lt(other.lanes) } else { self.lanes.le(other.lanes) }
    }

    fn eq(self, other: Self) -> Self::Mask {
        let bits = |lanes: f32x8| lanes.to_array().map(f32::to_bits);
        let equal = Lanes::eq(self.lanes, other.lanes);
        if self.bench.hits(Fault::NanGuardLost) && bits(self.lanes) == bits(other.lanes) {
            let met = usize::from(self.lanes.to_array().iter().any(|x| x.is_nan()));
            self.bench.self_compares.fetch_add(met, Relaxed);
            return equal | !equal;
        }
        equal
    }

    fn select(mask: Self::Mask, yes: Self, no: Self) -> Self {
        let swapped = yes.bench.hits(Fault::SelectSwapped);
        let (yes_lanes, no_lanes) = if swapped { (no.lanes, yes.lanes) } else { (yes.lanes, no.lanes) };
        yes.with(Lanes::select(mask, yes_lanes, no_lanes))
    }

    fn min(self, other: Self) -> Self {
        let swapped = self.bench.hits(Fault::MinMaxSwapped);
        self.with(if swapped { self.lanes.max(other.lanes) } else { Lanes::min(self.lanes, other.lanes) })
    }

    fn max(self, other: Self) -> Self {
        let swapped = self.bench.hits(Fault::MinMaxSwapped);
        self.with(if swapped {
            Lanes::min(self.lanes, other.lanes)
        } else {
            Lanes::max(self.lanes, other.lanes)
        })
    }

    fn flip_sign(self, by: Self) -> Self {
        if self.bench.hits(Fault::SignLost) { self } else { self.with(self.lanes.flip_sign(by.lanes)) }
    }

    fn abs(self) -> Self {
        if self.bench.hits(Fault::SignLost) { self } else { self.with(Lanes::abs(self.lanes)) }
    }

    fn sqrt(self) -> Self {
        self.with(Lanes::sqrt(self.lanes)).rounded(Fault::RootRounded)
    }

    // The query's own step, not the kernel's: not counted, never broken.
    fn canonical(self) -> Self {
        self.with(self.lanes.canonical())
    }
}

impl Register for Bent<'_> {
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
