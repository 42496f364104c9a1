//! Faulty lanes: they run the unchanged kernels and break one operation of them.
//!
//! A register is two of the portable level, so that it has sixteen lanes on every machine: what only a longer
//! register can break is tested where there is none. What is loaded wrong is in the upper half alone.

use core::array::from_fn;
use core::ops::{Add, BitAnd, BitOr, Div, Mul, Neg, Not, Sub};
use core::sync::atomic::Ordering::Relaxed;

use soa::lanes::portable::Portable;
use soa::lanes::{Lanes, Mask, Register, Simd};
use wide::{f32x8, f64x2};

use crate::plan::{Fault, FaultPlan, Precision};

/// The portable instruction set, twice, with the fault of a plan.
#[derive(Clone, Copy, Debug)]
pub struct FaultySimd<'a>(pub &'a FaultPlan);

impl<'a> Simd for FaultySimd<'a> {
    type Lanes = FaultyLanes<'a, f32x8, 2>;
    type Wide = FaultyLanes<'a, f64x2, 4>;
    const REGISTERS: usize = 32;

    fn load(self, values: &[f32]) -> Self::Lanes {
        let Self(plan) = self;
        let mut values: [f32; 2 * f32x8::LEN] = from_fn(|i| values[i]);
        plan.load(&mut values[f32x8::LEN..]);
        let parts = values.as_chunks::<{ f32x8::LEN }>().0;
        FaultyLanes { lanes: [0, 1].map(|part| Portable.load(&parts[part])), plan }
    }

    /// A value of a shape that is held in all lanes: no constant of a kernel.
    fn splat(self, value: f32) -> Self::Lanes {
        FaultyLanes { lanes: [Portable.splat(value); 2], plan: self.0 }
    }

    fn load_wide(self, values: &[f32]) -> Self::Wide {
        let Self(plan) = self;
        let mut values: [f32; 4 * f64x2::LEN] = from_fn(|i| values[i]);
        if !plan.is_exact() {
            plan.load(&mut values[2 * f64x2::LEN..]);
        }
        let parts = values.as_chunks::<{ f64x2::LEN }>().0;
        FaultyLanes { lanes: [0, 1, 2, 3].map(|part| Portable.load_wide(&parts[part])), plan }
    }

    fn store_wide(self, wide: Self::Wide, values: &mut [f64]) {
        for (part, values) in wide.lanes.into_iter().zip(values.chunks_exact_mut(f64x2::LEN)) {
            Portable.store_wide(part, values);
        }
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
breakable!(f64x2, f64, Precision::Double);

/// A register that may be faulty: as many registers of the portable level, the lower lanes first.
#[derive(Clone, Copy, Debug)]
pub struct FaultyLanes<'a, L, const N: usize> {
    lanes: [L; N],
    plan: &'a FaultPlan,
}

impl<L: Breakable, const N: usize> FaultyLanes<'_, L, N> {
    fn with(self, lanes: [L; N]) -> Self {
        Self { lanes, ..self }
    }

    /// An operation on all parts, or another one where the fault hits. It is a call, as are the most frequent
    /// operations, so that kernels compile fast.
    #[inline(never)]
    fn apply<R>(
        self,
        other: Self,
        fault: Fault,
        sound: impl Fn(L, L) -> R,
        broken: impl Fn(L, L) -> R,
    ) -> [R; N] {
        let hits = self.plan.hits(fault, L::PRECISION);
        from_fn(|part| {
            let (a, b) = (self.lanes[part], other.lanes[part]);
            if hits { broken(a, b) } else { sound(a, b) }
        })
    }

    /// The same where a register comes of it.
    fn broken_by(
        self,
        fault: Fault,
        other: Self,
        sound: impl Fn(L, L) -> L,
        broken: impl Fn(L, L) -> L,
    ) -> Self {
        self.with(self.apply(other, fault, sound, broken))
    }

    /// The same that is off by one unit in the last place.
    fn rounded(self, fault: Fault, other: Self, sound: impl Fn(L, L) -> L) -> Self {
        self.broken_by(fault, other, &sound, |a, b| sound(a, b).up())
    }
}

impl<L: Breakable, const N: usize> Add for FaultyLanes<'_, L, N> {
    type Output = Self;

    #[inline(never)]
    fn add(self, other: Self) -> Self {
        self.rounded(Fault::SumRounded, other, L::add)
    }
}

impl<L: Breakable, const N: usize> Sub for FaultyLanes<'_, L, N> {
    type Output = Self;

    #[inline(never)]
    fn sub(self, other: Self) -> Self {
        self.broken_by(Fault::DifferenceReversed, other, L::sub, |a, b| b - a)
    }
}

impl<L: Breakable, const N: usize> Mul for FaultyLanes<'_, L, N> {
    type Output = Self;

    #[inline(never)]
    fn mul(self, other: Self) -> Self {
        self.rounded(Fault::ProductRounded, other, L::mul)
    }
}

impl<L: Breakable, const N: usize> Div for FaultyLanes<'_, L, N> {
    type Output = Self;

    fn div(self, other: Self) -> Self {
        self.rounded(Fault::QuotientRounded, other, L::div)
    }
}

impl<L: Breakable, const N: usize> Neg for FaultyLanes<'_, L, N> {
    type Output = Self;

    fn neg(self) -> Self {
        self.broken_by(Fault::SignLost, self, |a, _| -a, |a, _| a)
    }
}

impl<L: Breakable, const N: usize> Lanes for FaultyLanes<'_, L, N> {
    type Mask = Masks<L::Mask, N>;
    const LEN: usize = N * L::LEN;

    #[inline(never)]
    fn splat(self, value: f32) -> Self {
        let value = self.plan.constant(value, L::PRECISION);
        self.with(self.lanes.map(|part| part.splat(value)))
    }

    #[inline(never)]
    fn lt(self, other: Self) -> Self::Mask {
        Masks(self.apply(other, Fault::Lax, L::lt, L::le))
    }

    fn le(self, other: Self) -> Self::Mask {
        Masks(self.apply(other, Fault::Strict, L::le, L::lt))
    }

    fn eq(self, other: Self) -> Self::Mask {
        Masks(self.apply(other, Fault::NanGuardLost, L::eq, |a, b| {
            let equal = a.eq(b);
            if !a.same(b) {
                return equal;
            }
            self.plan.self_compares.fetch_add(usize::from(a.has_nan()), Relaxed);
            equal | !equal
        }))
    }

    #[inline(never)]
    fn select(mask: Self::Mask, yes: Self, no: Self) -> Self {
        let hits = yes.plan.hits(Fault::SelectSwapped, L::PRECISION);
        let (yes, no) = if hits { (no, yes) } else { (yes, no) };
        yes.with(from_fn(|part| L::select(mask.0[part], yes.lanes[part], no.lanes[part])))
    }

    #[inline(never)]
    fn min(self, other: Self) -> Self {
        let habit = self.plan.habit;
        self.broken_by(Fault::MinMaxSwapped, other, |a, b| habit.min(a, b), |a, b| habit.max(a, b))
    }

    #[inline(never)]
    fn max(self, other: Self) -> Self {
        let habit = self.plan.habit;
        self.broken_by(Fault::MinMaxSwapped, other, |a, b| habit.max(a, b), |a, b| habit.min(a, b))
    }

    fn flip_sign(self, by: Self) -> Self {
        self.broken_by(Fault::SignLost, by, L::flip_sign, |a, _| a)
    }

    fn abs(self) -> Self {
        self.broken_by(Fault::SignLost, self, |a, _| a.abs(), |a, _| a)
    }

    fn bits_and(self, other: Self) -> Self {
        self.broken_by(Fault::BitsLost, other, L::bits_and, |a, _| a)
    }

    fn bits_or(self, other: Self) -> Self {
        self.broken_by(Fault::BitsLost, other, L::bits_or, |a, _| a)
    }

    fn bits_xor(self, other: Self) -> Self {
        self.broken_by(Fault::BitsLost, other, L::bits_xor, |a, _| a)
    }

    fn sqrt(self) -> Self {
        self.rounded(Fault::RootRounded, self, |a, _| a.sqrt())
    }

    // The query's own step, not the kernel's: not counted, never broken.
    fn canonical(self) -> Self {
        self.with(self.lanes.map(L::canonical))
    }
}

/// Implements what ties a register to rows in memory.
macro_rules! register {
    ($part:ident, $parts:literal, $len:literal) => {
        impl Register for FaultyLanes<'_, $part, $parts> {
            type Batch = [f32; $len];

            fn batches(values: &[f32]) -> &[Self::Batch] {
                values.as_chunks().0
            }

            fn batches_mut(values: &mut [f32]) -> &mut [Self::Batch] {
                values.as_chunks_mut().0
            }

            fn store(self, values: &mut [f32]) {
                for (part, values) in self.lanes.into_iter().zip(values.chunks_mut($part::LEN)) {
                    part.store(values);
                }
            }
        }
    };
}
register!(f32x8, 2, 16);
register!(f64x2, 4, 8);

/// The masks of all parts.
#[derive(Clone, Copy, Debug)]
pub struct Masks<M, const N: usize>([M; N]);

impl<M: Mask, const N: usize> Mask for Masks<M, N> {
    const LANES: usize = N * M::LANES;

    fn bits(self) -> u32 {
        self.0.iter().rev().fold(0, |bits, part| bits << M::LANES | part.bits())
    }
}

impl<M: Mask, const N: usize> BitAnd for Masks<M, N> {
    type Output = Self;

    #[inline(never)]
    fn bitand(self, other: Self) -> Self {
        Self(from_fn(|part| self.0[part] & other.0[part]))
    }
}

impl<M: Mask, const N: usize> BitOr for Masks<M, N> {
    type Output = Self;

    #[inline(never)]
    fn bitor(self, other: Self) -> Self {
        Self(from_fn(|part| self.0[part] | other.0[part]))
    }
}

impl<M: Mask, const N: usize> Not for Masks<M, N> {
    type Output = Self;

    fn not(self) -> Self {
        Self(self.0.map(M::not))
    }
}
