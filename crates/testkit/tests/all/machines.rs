//! Kernels in lanes whose `min` and `max` give what other machines give of a NaN and of two zeros: where an answer depends
//! on that, it is seen on this machine.

use core::ops::{Add, Div, Mul, Neg, Sub};

use soa::lanes::portable::Portable;
use soa::lanes::{Lanes, MAX_LANES, Register, Simd};
use testkit::rng::Rng;
use testkit::runner::Differential;
use testkit::subject::{Each, Subject, With, for_each};

/// NEON takes NaN rather than a number, and orders zeros.
const NEON: u8 = 0;
/// Others take a number rather than NaN, and the first of two zeros. (x86 takes the second, whatever they are.)
const NUMBER: u8 = 1;

/// An instruction set or a register of one, and whose habits it has.
#[derive(Clone, Copy, Debug)]
struct Foreign<T, const HABIT: u8>(T);

/// Implements operators as they are.
macro_rules! operators {
    ($($trait:ident $method:ident($($other:ident)?);)*) => {
        $(
            impl<T: $trait<Output = T>, const HABIT: u8> $trait for Foreign<T, HABIT> {
                type Output = Self;

                fn $method(self $(, $other: Self)?) -> Self {
                    Self(self.0.$method($($other.0)?))
                }
            }
        )*
    };
}

operators! {
    Add add(other);
    Sub sub(other);
    Mul mul(other);
    Div div(other);
    Neg neg();
}

impl<T: Simd, const HABIT: u8> Simd for Foreign<T, HABIT> {
    type Lanes = Foreign<T::Lanes, HABIT>;
    type Wide = Foreign<T::Wide, HABIT>;

    fn load(self, values: &[f32]) -> Self::Lanes {
        Foreign(self.0.load(values))
    }

    fn splat(self, value: f32) -> Self::Lanes {
        Foreign(self.0.splat(value))
    }

    fn load_wide(self, values: &[f32]) -> Self::Wide {
        Foreign(self.0.load_wide(values))
    }
}

impl<L: Lanes, const HABIT: u8> Foreign<L, HABIT> {
    /// One of two numbers: the first where `first` says so, and `equal` where they are equal or zeros.
    fn choose(self, other: Self, first: L::Mask, equal: L) -> Self {
        let (a, b) = (self.0, other.0);
        let chosen = L::select(first, a, b);
        Self(match HABIT {
            NEON => L::select(a.eq(a), L::select(a.eq(b), equal, chosen), a),
            _ => L::select(b.eq(b) & !a.eq(b), chosen, a),
        })
    }
}

impl<L: Lanes, const HABIT: u8> Lanes for Foreign<L, HABIT> {
    type Mask = L::Mask;
    const LEN: usize = L::LEN;

    fn min(self, other: Self) -> Self {
        self.choose(other, self.0.lt(other.0), self.0.bits_or(other.0))
    }

    fn max(self, other: Self) -> Self {
        self.choose(other, other.0.lt(self.0), self.0.bits_and(other.0))
    }

    fn splat(self, value: f32) -> Self {
        Self(self.0.splat(value))
    }

    fn lt(self, other: Self) -> L::Mask {
        self.0.lt(other.0)
    }

    fn le(self, other: Self) -> L::Mask {
        self.0.le(other.0)
    }

    fn eq(self, other: Self) -> L::Mask {
        self.0.eq(other.0)
    }

    fn select(mask: L::Mask, yes: Self, no: Self) -> Self {
        Self(L::select(mask, yes.0, no.0))
    }

    fn bits_and(self, other: Self) -> Self {
        Self(self.0.bits_and(other.0))
    }

    fn bits_or(self, other: Self) -> Self {
        Self(self.0.bits_or(other.0))
    }

    fn bits_xor(self, other: Self) -> Self {
        Self(self.0.bits_xor(other.0))
    }

    fn abs(self) -> Self {
        Self(self.0.abs())
    }

    fn flip_sign(self, by: Self) -> Self {
        Self(self.0.flip_sign(by.0))
    }

    fn sqrt(self) -> Self {
        Self(self.0.sqrt())
    }

    fn canonical(self) -> Self {
        Self(self.0.canonical())
    }
}

impl<L: Register, const HABIT: u8> Register for Foreign<L, HABIT> {
    type Batch = L::Batch;

    fn batches(values: &[f32]) -> &[Self::Batch] {
        L::batches(values)
    }

    fn batches_mut(values: &mut [f32]) -> &mut [Self::Batch] {
        L::batches_mut(values)
    }

    fn store(self, values: &mut [f32]) {
        self.0.store(values);
    }
}

/// The differential loop in such lanes.
#[derive(Default)]
struct Kernels {
    asked: usize,
    found: Vec<&'static str>,
}

impl Each for Kernels {
    fn subject<S: Subject>(&mut self) {
        let mut differential = Differential::<S>::new(Rng::stream(20_261_123, S::NAME, 0));
        for _ in 0..240 {
            let neon = differential.round(&[With(Foreign::<_, NEON>(Portable))]);
            if neon.and(differential.round(&[With(Foreign::<_, NUMBER>(Portable))])).is_err() {
                self.found.push(S::NAME);
                break;
            }
        }
        assert!(differential.tally().hits > 0 && differential.tally().nan > 0, "{}", S::NAME);
        self.asked += 1;
    }
}

#[test]
fn kernels_match_their_twins_with_min_and_max_of_other_machines() {
    let mut kernels = Kernels::default();
    for_each(&mut kernels);
    assert!(kernels.asked >= 7);
    assert!(kernels.found.is_empty(), "{:?}", kernels.found);
}

#[test]
fn min_and_max_are_those_of_other_machines() {
    fn bits<const HABIT: u8>(a: f32, b: f32) -> [u32; 2] {
        let lanes = |x| Foreign::<_, HABIT>(Portable).splat(x);
        [lanes(a).min(lanes(b)), lanes(a).max(lanes(b))].map(|lanes| {
            let mut values = [0.0; MAX_LANES];
            lanes.store(&mut values);
            values[0].to_bits()
        })
    }
    let of = |a: f32, b: f32| [a.to_bits(), b.to_bits()];
    let nan = f32::NAN;
    for (a, b) in [(1.0, 2.0), (2.0, 1.0)] {
        assert_eq!([bits::<NEON>(a, b), bits::<NUMBER>(a, b)], [of(1.0, 2.0); 2]);
        assert_eq!([bits::<NEON>(a, nan), bits::<NEON>(nan, a)], [of(nan, nan); 2]);
        assert_eq!([bits::<NUMBER>(a, nan), bits::<NUMBER>(nan, a)], [of(a, a); 2]);
    }
    assert_eq!([bits::<NEON>(-0.0, 0.0), bits::<NEON>(0.0, -0.0)], [of(-0.0, 0.0); 2]);
    assert_eq!([bits::<NUMBER>(-0.0, 0.0), bits::<NUMBER>(0.0, -0.0)], [of(-0.0, -0.0), of(0.0, 0.0)]);
}
