//! Registers of one lane that know how wrong their number may be, and on which bounds a decision rests.
//!
//! They do *running error analysis* (N. J. Higham, Accuracy and Stability of Numerical Algorithms, section
//! 3.3): each number has a bound of its difference from the result of the same operations in real numbers. The
//! forward error bound that a kernel has for a margin must be no less, for any pair: unlike a wrong answer, a
//! bound that is too small is visible in pairs that do not nearly touch. Where a lane is taken for exact, no
//! operation may have rounded, but the last one of a margin, which cannot turn its sign.
//!
//! The most frequent operations are calls: all of a kernel in one function takes ten times as long to compile.

use std::ops::{Add, BitAnd, BitOr, Div, Mul, Neg, Not, Sub};

use soa::lanes::{Lanes, Mask};

/// One lane.
#[derive(Clone, Copy, Debug)]
pub struct OneLane<F> {
    /// Its number.
    pub number: F,
    trace: Trace,
}

/// How a number was computed.
#[derive(Clone, Copy, Debug)]
struct Trace {
    /// The bound of its error.
    error: f64,
    /// Whether the unit roundoff is a factor: then the number is a bound of a kernel.
    is_bound: bool,
    rounded: Rounded,
    /// Whether it was made of bits: only of such numbers is it read whether lanes are exact.
    is_of_bits: bool,
    /// Whether it was made of constants that are replaced.
    is_replaced: bool,
    /// The least slack of such bounds that it was selected by.
    least: f64,
    constants: Constants,
}

/// Whether any operation rounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Rounded {
    No,
    /// The last one alone.
    Last,
    /// One before the last one.
    Before,
}

/// Constants of a kernel that are replaced by a share of themselves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Constants {
    /// The least and the largest of them.
    pub between: [f32; 2],
    /// What is left of each.
    pub share: f32,
}

impl Constants {
    /// None is replaced.
    pub const SOUND: Self = Self { between: [0.0; 2], share: 1.0 };

    /// The same constants, each by itself.
    #[must_use]
    pub fn whole(self) -> Self {
        Self { share: 1.0, ..self }
    }

    /// Those that say up to how many bits lanes of `f64` are taken for exact, for up to three bits more: they are
    /// `2^27` and above, and no others are.
    pub fn of_more_bits(bits: u32) -> Self {
        Self { between: [(1 << 27) as f32, (1_u64 << 52) as f32], share: 1.0 / (1 << bits) as f32 }
    }

    /// Whether this constant is one of them.
    fn replaces(self, constant: f32) -> bool {
        let [least, most] = self.between;
        (least..=most).contains(&constant) && constant != 0.0
    }

    fn value(self, constant: f32) -> f32 {
        if self.replaces(constant) { constant * self.share } else { constant }
    }
}

impl Trace {
    /// That of a number which no operation made.
    fn new(constants: Constants) -> Self {
        Self {
            error: 0.0,
            is_bound: false,
            rounded: Rounded::No,
            is_of_bits: false,
            is_replaced: false,
            least: f64::INFINITY,
            constants,
        }
    }

    /// That of a zero by which this and another one are multiplied.
    fn of_zero(self, other: Self) -> Self {
        Self { rounded: Rounded::No, ..self.either(other, 0.0) }
    }

    /// That of the result of an operation.
    fn of(self, other: Self, error: f64, rounds: bool) -> Self {
        let rounded = match self.rounded.max(other.rounded) {
            Rounded::No if rounds => Rounded::Last,
            Rounded::No => Rounded::No,
            _ => Rounded::Before,
        };
        Self {
            error,
            is_bound: self.is_bound || other.is_bound,
            rounded,
            is_of_bits: self.is_of_bits || other.is_of_bits,
            is_replaced: self.is_replaced || other.is_replaced,
            least: self.least.min(other.least),
            constants: self.constants,
        }
    }

    /// That of one of two numbers, whichever it is.
    fn either(self, other: Self, error: f64) -> Self {
        Self {
            error,
            is_bound: self.is_bound || other.is_bound,
            rounded: self.rounded.max(other.rounded),
            is_of_bits: self.is_of_bits || other.is_of_bits,
            is_replaced: self.is_replaced || other.is_replaced,
            least: self.least.min(other.least),
            ..self
        }
    }
}

/// Its mask.
#[derive(Clone, Copy, Debug)]
pub struct OneMask {
    /// It is set if all bounds are multiplied by less than this.
    pub below: f64,
    /// The least of the bounds that it rests on, in errors of what was compared with each; zero if a number
    /// that was rounded is taken for exact.
    pub slack: f64,
    /// The same of all bounds that are made of replaced constants, whether it rests on them or not.
    pub least: f64,
    /// Whether it says that a number is beyond its bound, or not, which was rounded before its last operation.
    is_of_rounded: bool,
    /// Whether it is set only in lanes that are taken for exact.
    is_exact: bool,
}

impl OneMask {
    /// A mask that comes of no bound.
    pub fn of(is_set: bool) -> Self {
        let below = if is_set { f64::INFINITY } else { 0.0 };
        Self { below, slack: f64::INFINITY, least: f64::INFINITY, is_of_rounded: false, is_exact: false }
    }

    /// Whether it is set with bounds as they are.
    pub fn is_set(self) -> bool {
        self.below > 1.0
    }

    /// The slack of a combination of two: where both masks are alike, one is enough or both are needed.
    fn slack(self, other: Self, enough: bool) -> f64 {
        match (self.is_set(), other.is_set()) {
            (one, two) if one != two => {
                if one == enough {
                    self.slack
                } else {
                    other.slack
                }
            }
            (both, _) if both == enough => self.slack.max(other.slack),
            _ => self.slack.min(other.slack),
        }
    }
}

impl Mask for OneMask {
    const LANES: usize = 1;

    fn bits(self) -> u32 {
        self.is_set().into()
    }
}

impl BitAnd for OneMask {
    type Output = Self;

    #[inline(never)]
    fn bitand(self, other: Self) -> Self {
        Self {
            below: self.below.min(other.below),
            slack: self.slack(other, false),
            least: self.least.min(other.least),
            is_of_rounded: false,
            is_exact: self.is_exact || other.is_exact,
        }
    }
}

impl BitOr for OneMask {
    type Output = Self;

    #[inline(never)]
    fn bitor(self, other: Self) -> Self {
        // Beyond its bound, or exact.
        let is_taken_for_exact = self.is_of_rounded && other.is_exact && other.is_set();
        let [slack, least] = if is_taken_for_exact {
            [0.0; 2]
        } else {
            [self.slack(other, true), self.least.min(other.least)]
        };
        let below = self.below.max(other.below);
        Self { below, slack, least, is_of_rounded: false, is_exact: self.is_exact }
    }
}

impl Not for OneMask {
    type Output = Self;

    /// Kernels negate only masks that come of no bound.
    fn not(self) -> Self {
        Self { below: if self.below == 0.0 { f64::INFINITY } else { 0.0 }, ..self }
    }
}

/// Whether a sum of two is rounded: the error-free transform of the sum has a second part.
fn rounds_sum(a: f64, b: f64) -> bool {
    let sum = a + b;
    let b_of_sum = sum - a;
    (a - (sum - b_of_sum)) + (b - b_of_sum) != 0.0
}

/// Whether a product of two is.
fn rounds_product(a: f64, b: f64) -> bool {
    a.mul_add(b, -(a * b)) != 0.0
}

/// Implements lanes of one float, given the most by which a product that underflows is wrong.
macro_rules! one_lane {
    ($float:ident, $underflow:expr) => {
        impl OneLane<$float> {
            /// A lane of this number, for a kernel with these constants.
            pub fn new(number: $float, constants: Constants) -> Self {
                Self { number, trace: Trace::new(constants) }
            }

            /// The size of the number, with its error.
            fn most(self) -> f64 {
                f64::from(self.number.abs()) + self.trace.error
            }

            /// The result of an operation, which is wrong by this already where its operands are.
            fn rounded(self, other: Self, number: $float, error: f64, rounds: bool) -> Self {
                let rounding = f64::from(number.abs()) * f64::from($float::EPSILON / 2.0);
                Self { number, trace: self.trace.of(other.trace, error + rounding, rounds) }
            }

            /// The first, which is the smaller or the larger one, but for their errors.
            fn rather(self, other: Self) -> Self {
                let [one, two] = [self.trace.error, other.trace.error];
                let apart = f64::from((self.number - other.number).abs());
                let error = if apart > one + two { one } else { one.max(two) };
                Self { trace: self.trace.either(other.trace, error), ..self }
            }

            /// The same bits changed.
            fn with_bits(self, other: Self, bits: impl Fn(u64, u64) -> u64) -> Self {
                let bits = bits(self.number.to_bits().into(), other.number.to_bits().into());
                let trace = Trace { is_of_bits: true, ..self.trace };
                Self { number: $float::from_bits(bits as _), trace }
            }
        }

        impl From<$float> for OneLane<$float> {
            fn from(number: $float) -> Self {
                Self::new(number, Constants::SOUND)
            }
        }

        impl Add for OneLane<$float> {
            type Output = Self;

            #[inline(never)]
            fn add(self, other: Self) -> Self {
                let (a, b) = (self.number, other.number);
                let error = self.trace.error + other.trace.error;
                // A zero that is added is no operation.
                let is_same = self.most() == 0.0 || other.most() == 0.0;
                if is_same {
                    Self { number: a + b, trace: self.trace.either(other.trace, error) }
                } else {
                    self.rounded(other, a + b, error, rounds_sum(a.into(), b.into()))
                }
            }
        }

        impl Sub for OneLane<$float> {
            type Output = Self;

            #[inline(never)]
            fn sub(self, other: Self) -> Self {
                self + -other
            }
        }

        impl Mul for OneLane<$float> {
            type Output = Self;

            #[inline(never)]
            fn mul(self, other: Self) -> Self {
                let (a, b) = (self.number, other.number);
                // The product with a zero is one, however wrong the other operand is.
                if self.most() == 0.0 || other.most() == 0.0 {
                    return Self { number: a * b, trace: self.trace.of_zero(other.trace) };
                }
                let error = self.most() * other.trace.error + self.trace.error * f64::from(b.abs());
                self.rounded(other, a * b, error + $underflow, rounds_product(a.into(), b.into()))
            }
        }

        impl Div for OneLane<$float> {
            type Output = Self;

            /// No exact kernel divides.
            fn div(self, other: Self) -> Self {
                self.rounded(other, self.number / other.number, f64::INFINITY, true)
            }
        }

        impl Neg for OneLane<$float> {
            type Output = Self;

            fn neg(self) -> Self {
                Self { number: -self.number, ..self }
            }
        }

        impl Lanes for OneLane<$float> {
            type Mask = OneMask;
            const LEN: usize = 1;

            #[inline(never)]
            fn splat(self, value: f32) -> Self {
                let constants = self.trace.constants;
                let mut lane = Self::new($float::from(constants.value(value)), constants);
                lane.trace.is_replaced = constants.replaces(value);
                // No other constant of a kernel is the unit roundoff.
                lane.trace.is_bound = $float::from(value) == $float::EPSILON / 2.0;
                lane
            }

            /// A bound is on the left: a number exceeds it, or exceeds a share of it.
            #[inline(never)]
            fn lt(self, other: Self) -> OneMask {
                let least = self.trace.least.min(other.trace.least);
                if !self.trace.is_bound {
                    return OneMask { least, ..OneMask::of(self.number < other.number) };
                }
                let share = f64::from(other.number) / f64::from(self.number);
                let below = if share > 0.0 { share } else { 0.0 };
                let is_needed = self.number.is_finite() && other.trace.error > 0.0;
                let slack =
                    if is_needed { f64::from(self.number) / other.trace.error } else { f64::INFINITY };
                // A verdict rests on no finite bound with which a number is compared that overflows. Other bounds
                // such a number may exceed.
                let counts = self.trace.is_replaced && other.trace.error.is_finite();
                let least = if counts { least.min(slack) } else { least };
                let is_of_rounded = other.trace.rounded == Rounded::Before;
                OneMask { below, slack, least, is_of_rounded, is_exact: false }
            }

            fn le(self, other: Self) -> OneMask {
                let least = self.trace.least.min(other.trace.least);
                let is_exact = self.trace.is_of_bits || other.trace.is_of_bits;
                OneMask { least, is_exact, ..OneMask::of(self.number <= other.number) }
            }

            fn eq(self, other: Self) -> OneMask {
                let is_exact = self.trace.is_of_bits || other.trace.is_of_bits;
                OneMask { is_exact, ..OneMask::of(self.number == other.number) }
            }

            #[inline(never)]
            fn select(mask: OneMask, yes: Self, no: Self) -> Self {
                let mut one = if mask.is_set() { yes } else { no };
                one.trace.least = one.trace.least.min(mask.least);
                one
            }

            #[inline(never)]
            fn min(self, other: Self) -> Self {
                if self.number < other.number { self.rather(other) } else { other.rather(self) }
            }

            #[inline(never)]
            fn max(self, other: Self) -> Self {
                if self.number > other.number { self.rather(other) } else { other.rather(self) }
            }

            fn abs(self) -> Self {
                Self { number: self.number.abs(), ..self }
            }

            fn flip_sign(self, by: Self) -> Self {
                if by.number.is_sign_negative() { -self } else { self }
            }

            fn bits_and(self, other: Self) -> Self {
                self.with_bits(other, |a, b| a & b)
            }

            fn bits_or(self, other: Self) -> Self {
                self.with_bits(other, |a, b| a | b)
            }

            fn bits_xor(self, other: Self) -> Self {
                self.with_bits(other, |a, b| a ^ b)
            }

            /// Exact kernels take roots of sizes alone, of which no error counts.
            fn sqrt(self) -> Self {
                self.rounded(self, self.number.sqrt(), f64::INFINITY, true)
            }
        }
    };
}

// Half of the least subnormal number; in `f64` no product of a kernel comes near it.
one_lane!(f32, f64::from(f32::from_bits(1)) / 2.0);
one_lane!(f64, 0.0);
