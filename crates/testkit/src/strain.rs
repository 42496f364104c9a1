//! How near a pair comes to breaking a forward error bound: its *strain*.
//!
//! An exact kernel is wrong about a pair if its bounds are too small: if each of them, times some `t`, lets it
//! be certain of the wrong answer. The strain of a pair is the supremum of those `t`, the error that the pair
//! shows over the bound that the kernel has:
//!
//! ```text
//!    0      every number has the sign that it has in real arithmetic
//!    0.7    a number has the wrong sign, and is as large as 0.7 of its bound
//!    1      the bound is wrong
//! ```
//!
//! So a bound that is divided by 2 is noticed by pairs of a strain above 1/2, and by no other.
//!
//! Lanes of one number find the strain in one run of the kernel. Their masks are not yes or no, but the
//! supremum of the `t` up to which they are set. Bounds only make a kernel less certain, so AND is the
//! smaller, OR the larger of two.

use std::collections::HashMap;
use std::ops::{Add, BitAnd, BitOr, Div, Mul, Neg, Not, Sub};
use std::sync::LazyLock;

use soa::Shape;
use soa::kernel::{Compiled, CompiledMeasure, Predicate};
use soa::lanes::{Lanes, Mask};
use soa::registry::{Visitor, visit_all};
use soa::verdict::{Certified, CommonUlp, Rounding};

use crate::subject::Subject;

/// The strain of a pair in the lanes of `f32`, and in those of `f64`.
pub type Strain = [f64; 2];

type Strained = fn(a: &[f32], b: &[f32], hit: bool) -> Strain;

/// The function that tells the strain of pairs whose answer is known, for an exact kernel.
pub fn of(subject: Subject) -> Option<Strained> {
    static TABLE: LazyLock<Table> = LazyLock::new(|| {
        let mut table = Table(HashMap::new());
        visit_all(&mut table);
        table
    });
    TABLE.0.get(subject.name()).copied()
}

struct Table(HashMap<&'static str, Strained>);

impl Visitor for Table {
    fn predicate<P: Compiled>(&mut self) {
        if P::EXACT {
            self.0.insert(P::NAME, strain::<P>);
        }
    }

    fn measure<M: CompiledMeasure>(&mut self) {}
}

fn strain<P: Predicate>(a: &[f32], b: &[f32], hit: bool) -> Strain {
    let wrong = |verdict: Certified<Below>| if hit { verdict.miss.0 } else { verdict.hit.0 };
    let like = Lane { number: 0.0_f32, is_bound: false };
    let (narrow_a, narrow_b) = (row::<P::A, f32>(a), row::<P::B, f32>(b));
    let is_near = !P::HAS_QUICK_REJECT || P::quick_reject::<Lane<f32>>(&narrow_a, &narrow_b).is_set();
    let is_open = !P::HAS_QUICK_ACCEPT || !P::quick_accept::<Lane<f32>>(&narrow_a, &narrow_b).is_set();
    if !(is_near && is_open) {
        return [0.0; 2];
    }
    let single = wrong(P::decide(&narrow_a, &narrow_b, &Rounding::single(like)));
    let (a, b) = (row::<P::A, f64>(a), row::<P::B, f64>(b));
    let like = Lane { number: 0.0_f64, is_bound: false };
    let ulp = CommonUlp::new(P::size(&a, &b), a.as_ref(), b.as_ref());
    [single, wrong(P::decide(&a, &b, &Rounding::double(Some(ulp), like)))]
}

/// A row in lanes.
fn row<S: Shape, F: From<f32> + Copy + Send + Sync>(values: &[f32]) -> S::Of<Lane<F>> {
    S::build(|k| Lane { number: values[k].into(), is_bound: false })
}

/// One lane.
#[derive(Clone, Copy, Debug)]
struct Lane<F> {
    number: F,
    /// Whether the unit roundoff is a factor: then the number is a bound.
    is_bound: bool,
}

/// A mask that is set if all bounds are multiplied by less than this.
#[derive(Clone, Copy, Debug)]
struct Below(f64);

impl Below {
    fn always(is_set: bool) -> Self {
        Self(if is_set { f64::INFINITY } else { 0.0 })
    }

    /// Whether it is set with bounds as they are.
    fn is_set(self) -> bool {
        self.0 > 1.0
    }
}

impl Mask for Below {
    const LANES: usize = 1;

    fn bits(self) -> u32 {
        self.is_set().into()
    }
}

impl BitAnd for Below {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        Self(self.0.min(other.0))
    }
}

impl BitOr for Below {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0.max(other.0))
    }
}

impl Not for Below {
    type Output = Self;

    /// Kernels negate only masks that come of no bound.
    fn not(self) -> Self {
        Self::always(self.0 == 0.0)
    }
}

/// Implements lanes of one float.
macro_rules! lane {
    ($float:ty) => {
        impl Lane<$float> {
            fn of(self, other: Self, number: $float) -> Self {
                Self { number, is_bound: self.is_bound || other.is_bound }
            }
        }

        impl Add for Lane<$float> {
            type Output = Self;

            fn add(self, other: Self) -> Self {
                self.of(other, self.number + other.number)
            }
        }

        impl Sub for Lane<$float> {
            type Output = Self;

            fn sub(self, other: Self) -> Self {
                self.of(other, self.number - other.number)
            }
        }

        impl Mul for Lane<$float> {
            type Output = Self;

            fn mul(self, other: Self) -> Self {
                self.of(other, self.number * other.number)
            }
        }

        impl Div for Lane<$float> {
            type Output = Self;

            fn div(self, other: Self) -> Self {
                self.of(other, self.number / other.number)
            }
        }

        impl Neg for Lane<$float> {
            type Output = Self;

            fn neg(self) -> Self {
                self.of(self, -self.number)
            }
        }

        impl Lanes for Lane<$float> {
            type Mask = Below;
            const LEN: usize = 1;

            fn splat(self, value: f32) -> Self {
                let number = <$float>::from(value);
                // No other constant of a kernel is the unit roundoff.
                Self { number, is_bound: number == <$float>::EPSILON / 2.0 }
            }

            /// A bound is on the left: a number exceeds it, or exceeds a share of it.
            fn lt(self, other: Self) -> Below {
                if self.is_bound {
                    let share = f64::from(other.number) / f64::from(self.number);
                    Below(if share > 0.0 { share } else { 0.0 })
                } else {
                    Below::always(self.number < other.number)
                }
            }

            fn le(self, other: Self) -> Below {
                Below::always(self.number <= other.number)
            }

            fn eq(self, other: Self) -> Below {
                Below::always(self.number == other.number)
            }

            fn select(mask: Below, yes: Self, no: Self) -> Self {
                if mask.is_set() { yes } else { no }
            }

            fn min(self, other: Self) -> Self {
                self.of(other, if self.number < other.number { self.number } else { other.number })
            }

            fn max(self, other: Self) -> Self {
                self.of(other, if self.number > other.number { self.number } else { other.number })
            }

            fn abs(self) -> Self {
                self.of(self, self.number.abs())
            }

            fn flip_sign(self, by: Self) -> Self {
                if by.number.is_sign_negative() { -self } else { self }
            }

            fn bits_and(self, other: Self) -> Self {
                self.of(other, <$float>::from_bits(self.number.to_bits() & other.number.to_bits()))
            }

            fn bits_or(self, other: Self) -> Self {
                self.of(other, <$float>::from_bits(self.number.to_bits() | other.number.to_bits()))
            }

            fn bits_xor(self, other: Self) -> Self {
                self.of(other, <$float>::from_bits(self.number.to_bits() ^ other.number.to_bits()))
            }

            fn sqrt(self) -> Self {
                self.of(self, self.number.sqrt())
            }
        }
    };
}
lane!(f32);
lane!(f64);
