//! Every lane operation at every level of this CPU, in `f32` and in `f64`, against plain arithmetic, bit by
//! bit in every lane.

use core::fmt::LowerExp;
use core::hint::black_box;
use core::ops::{Add, Div, Mul, Neg, Sub};

use scalar::float::canonical;

use super::{InF64, Lanes, MAX_LANES, MAX_WIDE, Mask, Register, Simd, Work, no_nan, portable, select};
use crate::lanes::level::{Level, Token};

/// Each kind of number, and the places where rounding, overflow and underflow begin; the check has them with both signs.
const POSITIVE: [f32; 18] = [
    0.0,
    1.0,
    3.0,
    0.1,
    1.0 / 3.0,
    1.0 + f32::EPSILON,
    1.0 - f32::EPSILON / 2.0,
    16_777_215.0,
    1e-30,
    1.844_674_3e19, // its square is just above or below the largest number
    f32::from_bits(1),
    f32::MIN_POSITIVE.next_down(),
    f32::MIN_POSITIVE,
    f32::MAX / 2.0,
    f32::MAX,
    f32::INFINITY,
    f32::NAN,
    f32::from_bits(0x7fa0_1234), // a signalling NaN
];
const VALUES: usize = 2 * POSITIVE.len();

/// The values from number `start` on: as `start` runs through them, each value is in each lane, and two such
/// registers have each pair of values in each lane. Hidden from the compiler, which would compute at build
/// time.
fn turned(start: usize) -> [f32; MAX_LANES] {
    black_box(core::array::from_fn(|lane| {
        let i = (start + lane) % VALUES;
        if i.is_multiple_of(2) { POSITIVE[i / 2] } else { -POSITIVE[i / 2] }
    }))
}

/// A number of a lane.
trait Number:
    Copy
    + LowerExp
    + PartialOrd
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
{
    fn from_f32(x: f32) -> Self;
    fn bits(self) -> u64;
    fn sqrt(self) -> Self;

    fn is_nan(self) -> bool {
        self.partial_cmp(&self).is_none()
    }

    /// The same bits, but any NaN for a NaN: its sign and payload differ between machines.
    fn is(self, other: Self) -> bool {
        self.bits() == other.bits() || self.is_nan() && other.is_nan()
    }
}

impl Number for f32 {
    fn from_f32(x: f32) -> Self {
        x
    }

    fn bits(self) -> u64 {
        self.to_bits().into()
    }

    fn sqrt(self) -> Self {
        scalar::float::sqrt(self)
    }
}

impl Number for f64 {
    fn from_f32(x: f32) -> Self {
        x.into()
    }

    fn bits(self) -> u64 {
        self.to_bits()
    }

    fn sqrt(self) -> Self {
        scalar::float::sqrt64(self)
    }
}

/// Where the check runs, and the lanes that it has compared.
struct Check {
    level: Level,
    /// Those of a register of `f32` and of one of `f64`.
    lanes: usize,
    compared: usize,
}

impl Check {
    fn values<N: Number>(&mut self, op: &str, got: &[N], right: impl Fn(usize, N) -> bool) {
        for (lane, &x) in got.iter().enumerate() {
            assert!(right(lane, x), "{op} at level {}: {x:e} ({:x}) in lane {lane}", self.level, x.bits());
        }
        self.compared += got.len();
    }

    fn mask<L: Lanes>(&mut self, op: &str, mask: L::Mask, right: impl Fn(usize) -> bool) {
        let expected = (0..L::LEN).fold(0, |bits, lane| bits | u32::from(right(lane)) << lane);
        assert_eq!(
            mask.bits(),
            expected,
            "{op} at level {}: {:b}, not {expected:b}",
            self.level,
            mask.bits()
        );
        self.compared += L::LEN;
    }

    /// Every operation of registers that are loaded by `load` and read by `get`.
    #[inline(always)]
    fn operations<L: Lanes, N: Number>(
        &mut self,
        load: impl Fn(&[f32]) -> L,
        get: impl Fn(L) -> [N; MAX_LANES],
    ) {
        let get = |lanes: L| get(lanes).into_iter().take(L::LEN).collect::<alloc::vec::Vec<N>>();
        let pairs = (0..VALUES).flat_map(|a| (0..VALUES).map(move |b| (turned(a), turned(b))));
        for (a, b) in pairs {
            let (x, y) = (load(&a), load(&b));
            let (a, b) = (a.map(N::from_f32), b.map(N::from_f32));
            let zero = N::from_f32(0.0);
            let magnitude = |x: N| if x.bits() == (-zero).bits() || x < zero { -x } else { x };
            let is_negative = |x: N| x < zero || x.bits() == (-zero).bits();
            let nan = |i: usize| a[i].is_nan() || b[i].is_nan();
            self.values("load", &get(x), |i, got| got.is(a[i]));
            self.values("splat", &get(x.splat(-0.1)), |_, got| got.is(N::from_f32(-0.1)));
            self.values("neg", &get(-x), |i, got| got.is(-a[i]));
            self.values("abs", &get(x.abs()), |i, got| got.is(magnitude(a[i])));
            self.values("sqrt", &get(x.sqrt()), |i, got| got.is(a[i].sqrt()));
            self.values("+", &get(x + y), |i, got| got.is(a[i] + b[i]));
            self.values("-", &get(x - y), |i, got| got.is(a[i] - b[i]));
            self.values("*", &get(x * y), |i, got| got.is(a[i] * b[i]));
            self.values("/", &get(x / y), |i, got| got.is(a[i] / b[i]));
            self.values("a * b + a, not fused", &get(x * y + x), |i, got| got.is(a[i] * b[i] + a[i]));
            let flipped = |i: usize| if is_negative(b[i]) { -a[i] } else { a[i] };
            self.values("flip_sign", &get(x.flip_sign(y)), |i, got| b[i].is_nan() || got.is(flipped(i)));
            let bits = |i: usize| [a[i].bits(), b[i].bits()];
            self.values("bits_and", &get(x.bits_and(y)), |i, got| {
                nan(i) || got.bits() == bits(i)[0] & bits(i)[1]
            });
            self.values("bits_or", &get(x.bits_or(y)), |i, got| {
                nan(i) || got.bits() == bits(i)[0] | bits(i)[1]
            });
            self.values("bits_xor", &get(x.bits_xor(y)), |i, got| {
                nan(i) || got.bits() == bits(i)[0] ^ bits(i)[1]
            });
            // Either zero, and anything for a NaN: no more is promised.
            self.values("min", &get(x.min(y)), |i, got| {
                nan(i) || got == if a[i] < b[i] { a[i] } else { b[i] }
            });
            self.values("max", &get(x.max(y)), |i, got| {
                nan(i) || got == if a[i] > b[i] { a[i] } else { b[i] }
            });
            let smaller = |i: usize| if a[i] < b[i] { a[i] } else { b[i] };
            self.values("select", &get(L::select(x.lt(y), x, y)), |i, got| got.is(smaller(i)));
            let [_, second] = select(x.lt(y), [y, x], [x, y]);
            self.values("select of arrays", &get(second), |i, got| got.is(smaller(i)));

            self.mask::<L>("<", x.lt(y), |i| a[i] < b[i]);
            self.mask::<L>("<=", x.le(y), |i| a[i] <= b[i]);
            self.mask::<L>("==", x.eq(y), |i| a[i] == b[i]);
            self.mask::<L>(">", x.gt(y), |i| a[i] > b[i]);
            self.mask::<L>(">=", x.ge(y), |i| a[i] >= b[i]);
            self.mask::<L>("!", !x.eq(y), |i| a[i] != b[i]);
            self.mask::<L>("&", x.le(y) & y.le(x), |i| a[i] == b[i]);
            self.mask::<L>("|", x.lt(y) | y.lt(x), |i| a[i] != b[i] && !nan(i));
            self.mask::<L>("no NaN", no_nan([x, y]), |i| !(a[i] + b[i]).is_nan());
        }
    }

    /// What only registers of `f32` have: every bit of a value, a NaN's too, is loaded, kept and stored.
    #[inline(always)]
    fn registers<T: Simd>(&mut self, simd: T) {
        let get = |lanes: T::Lanes| {
            let mut values = [7.0; MAX_LANES + 1];
            lanes.store(&mut values);
            assert!(values[T::Lanes::LEN..].iter().all(|&x| x == 7.0), "stored beyond the register");
            values
        };
        let len = T::Lanes::LEN;
        let exact = |got: f32, expected: f32| got.to_bits() == expected.to_bits();
        for (a, b) in (0..VALUES).map(|start| (turned(start), turned(start + 5))) {
            let (x, y) = (simd.load(&a[..len]), simd.load(&b));
            let is_set = |i: usize| a[i] < b[i];
            self.values("load and store", &get(x)[..len], |i, got| exact(got, a[i]));
            self.values("splat", &get(simd.splat(a[0]))[..len], |_, got| exact(got, a[0]));
            self.values("abs", &get(x.abs())[..len], |i, got| exact(got, a[i].abs()));
            self.values("canonical", &get(x.canonical())[..len], |i, got| exact(got, canonical(a[i])));
            self.values("canonical /", &get((x / y).canonical())[..len], |i, got| {
                exact(got, canonical(a[i] / b[i]))
            });
            self.values("select", &get(T::Lanes::select(x.lt(y), x, y))[..len], |i, got| {
                exact(got, if is_set(i) { a[i] } else { b[i] })
            });
            // A product of two f32 is exact in f64: so it is rounded once, as in f32.
            let (wide, factor, mut narrow) = (simd.load_wide(&a), simd.load_wide(&b), [0.0; MAX_WIDE]);
            wide.store(&mut narrow);
            self.values("store f64", &narrow[..T::Wide::LEN], |i, got| got.is(a[i]));
            (wide * factor).store(&mut narrow);
            self.values("store f64 *", &narrow[..T::Wide::LEN], |i, got| got.is(a[i] * b[i]));
            (wide / factor).store_canonical(&mut narrow);
            self.values("store canonical f64", &narrow[..T::Wide::LEN], |i, got| {
                exact(got, canonical((f64::from(a[i]) / f64::from(b[i])) as f32))
            });
            let mut stored = [0.0; MAX_LANES];
            (x / y).store_canonical(&mut stored);
            self.values("store canonical", &stored[..len], |i, got| exact(got, canonical(a[i] / b[i])));
            let in_f64 = InF64(simd);
            in_f64.splat(a[0]).store(&mut narrow);
            self.values("splat f64", &narrow[..T::Wide::LEN], |_, got| got.is(a[0]));
            in_f64.load(&a).store(&mut narrow);
            self.values("load f64", &narrow[..T::Wide::LEN], |i, got| got.is(a[i]));
        }
        let rows: [f32; 2 * MAX_LANES + 1] = core::array::from_fn(|row| row as f32);
        for rows in (0..=rows.len()).map(|n| &rows[..n]) {
            let batches = T::Lanes::batches(rows).iter().map(AsRef::as_ref);
            assert!(batches.eq(rows.chunks_exact(len)));
        }
    }

    /// Everything, compiled for the level's instruction set as queries are.
    #[inline(always)]
    fn all<T: Simd>(&mut self, simd: T) {
        self.lanes = T::Lanes::LEN + T::Wide::LEN;
        assert_eq!(T::Lanes::LEN, self.level.lanes());
        self.registers(simd);
        self.operations(
            |values| simd.load(values),
            |lanes| {
                let mut values = [0.0; MAX_LANES];
                lanes.store(&mut values);
                values
            },
        );
        self.operations(
            |values| simd.load_wide(values),
            |lanes| {
                let mut values = [0.0; MAX_LANES];
                simd.store_wide(lanes, &mut values);
                values
            },
        );
    }
}

#[test]
fn every_operation_has_the_bits_of_plain_arithmetic() {
    for &level in Level::available() {
        let mut check = Check { level, lanes: 0, compared: 0 };
        match level.0 {
            Token::Portable => check.all(portable::Portable),
            #[cfg(x86_levels)]
            Token::Avx2(simd) => simd.vectorize(
                #[inline(always)]
                || check.all(simd),
            ),
            #[cfg(x86_levels)]
            Token::Avx512(simd) => simd.vectorize(
                #[inline(always)]
                || check.all(simd),
            ),
        }
        let least = 27 * VALUES * VALUES * check.lanes;
        assert!(check.compared > least, "{level}: only {} lanes were compared", check.compared);
    }
}

/// Every mask of sixteen lanes.
struct Compressed;

impl Work for Compressed {
    type Out = ();

    #[inline(always)]
    fn run<T: Simd>(self, simd: T) {
        let values = core::array::from_fn(|i| 1000 + 7 * i as u32);
        for bits in 0..1_u32 << MAX_LANES {
            let (mut numbers, mut compressed) = ([0; MAX_LANES], [0; MAX_LANES]);
            simd.write_set_bits(50, black_box(bits), &mut numbers);
            simd.compress(&values, black_box(bits), &mut compressed);
            for (at, i) in (0..MAX_LANES).filter(|i| bits >> i & 1 == 1).enumerate() {
                assert_eq!((numbers[at], compressed[at]), (50 + i as u32, values[i]), "{bits:b}");
            }
        }
    }
}

#[test]
fn set_bits_are_numbered_and_values_compressed() {
    for level in Level::available() {
        level.run(Compressed);
    }
}
