//! Every lane operation at every level of this CPU against plain `f32` arithmetic, bit by bit, in every lane.

use core::cmp::Ordering;
use core::hint::black_box;

use scalar::float::canonical;

use super::{Lanes, MAX_LANES, Mask, Register, Simd, no_nan, portable, select};
use crate::lanes::level::{Level, Token, at_level};

/// Each kind of number, and the places where rounding, overflow and underflow begin.
const VALUES: [f32; 29] = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    3.0,
    -0.1,
    1.0 / 3.0,
    1.0 + f32::EPSILON,
    1.0 - f32::EPSILON / 2.0,
    -16_777_215.0,
    16_777_216.0,
    1e-30,
    -1e19,
    1.844_674_3e19, // squared, it just overflows or just does not
    f32::from_bits(1),
    -f32::from_bits(1),
    f32::from_bits(0x007f_ffff),
    -1e-40,
    f32::MIN_POSITIVE,
    -f32::MIN_POSITIVE,
    f32::MAX,
    -f32::MAX,
    f32::MAX / 2.0,
    f32::INFINITY,
    f32::NEG_INFINITY,
    f32::NAN,
    -f32::NAN,
    f32::from_bits(0x7fa0_1234), // signalling
    f32::from_bits(0xffc0_5678),
];

/// Masks by their bits: none, all, each lane alone, each lane left out, and some patterns.
fn patterns() -> impl Iterator<Item = u32> + Clone {
    let alone = (0..MAX_LANES).map(|lane| 1 << lane);
    let left_out = alone.clone().map(|bit: u32| 0xffff ^ bit);
    [0, 0xffff, 0x5555, 0x3333, 0x0ff0, 0xff00, 0xb1e5].into_iter().chain(alone).chain(left_out)
}

/// The values from number `start` on: as `start` runs through them, each value stands in each lane, and two such
/// registers show each pair of values in each lane. Hidden from the compiler, which would compute at build time.
fn turned(start: usize) -> [f32; MAX_LANES] {
    black_box(core::array::from_fn(|lane| VALUES[(start + lane) % VALUES.len()]))
}

fn exact(got: f32, expected: f32) -> bool {
    got.to_bits() == expected.to_bits()
}

/// The same bits, but any NaN for a NaN: its sign and payload differ between machines.
fn number(got: f32, expected: f32) -> bool {
    exact(canonical(got), canonical(expected))
}

/// A register of `f64` as an array: only tests look into one.
trait ToArray<const N: usize>: Lanes {
    fn to_array(self) -> [f64; N];
}

impl ToArray<4> for wide::f64x4 {
    fn to_array(self) -> [f64; 4] {
        wide::f64x4::to_array(self)
    }
}

#[cfg(all(feature = "std", any(target_arch = "x86", target_arch = "x86_64")))]
mod x86 {
    use fearless_simd::x86::{Avx2, Avx512};
    use fearless_simd::{SimdBase, f64x4, f64x8};

    use super::ToArray;

    impl ToArray<4> for f64x4<Avx2> {
        fn to_array(self) -> [f64; 4] {
            core::array::from_fn(|i| self.as_slice()[i])
        }
    }

    impl ToArray<8> for f64x8<Avx512> {
        fn to_array(self) -> [f64; 8] {
            core::array::from_fn(|i| self.as_slice()[i])
        }
    }
}

/// Every operation of the `f64` lanes against plain `f64` arithmetic, bit by bit in every lane; returns the lanes compared.
#[inline(always)]
fn in_double<T: Simd, const N: usize>(simd: T) -> usize
where
    T::Wide: ToArray<N>,
{
    let same =
        |got: f64, expected: f64| got.to_bits() == expected.to_bits() || got.is_nan() && expected.is_nan();
    let mut compared = 0;
    for (a, b) in (0..VALUES.len()).flat_map(|a| (0..VALUES.len()).map(move |b| (turned(a), turned(b)))) {
        for half in 0..2 {
            let (x, y) = (simd.load_wide(&a[half * N..]), simd.load_wide(&b[half * N..]));
            let a = |i: usize| f64::from(a[half * N + i]);
            let b = |i: usize| f64::from(b[half * N + i]);
            let mut values = |op: &str, lanes: T::Wide, right: &dyn Fn(usize, f64) -> bool| {
                for (i, got) in lanes.to_array().into_iter().enumerate() {
                    assert!(right(i, got), "{op}: {got:e} in lane {i} of half {half}");
                    compared += 1;
                }
            };
            values("load_wide", x, &|i, got| same(got, a(i)));
            values("splat", x.splat(-0.1), &|_, got| same(got, (-0.1_f32).into()));
            values("+", x + y, &|i, got| same(got, a(i) + b(i)));
            values("-", x - y, &|i, got| same(got, a(i) - b(i)));
            values("*", x * y, &|i, got| same(got, a(i) * b(i)));
            values("/", x / y, &|i, got| same(got, a(i) / b(i)));
            values("a * b + a", x * y + x, &|i, got| same(got, a(i) * b(i) + a(i)));
            values("neg", -x, &|i, got| same(got, -a(i)));
            values("abs", x.abs(), &|i, got| same(got, a(i).abs()));
            values("flip_sign", x.flip_sign(y), &|i, got| {
                b(i).is_nan() || same(got, if b(i).is_sign_negative() { -a(i) } else { a(i) })
            });
            let nan = |i: usize| a(i).is_nan() || b(i).is_nan();
            let bits = |i: usize| [a(i).to_bits(), b(i).to_bits()];
            values("bits_and", x.bits_and(y), &|i, got| nan(i) || got.to_bits() == bits(i)[0] & bits(i)[1]);
            values("bits_or", x.bits_or(y), &|i, got| nan(i) || got.to_bits() == bits(i)[0] | bits(i)[1]);
            values("bits_xor", x.bits_xor(y), &|i, got| nan(i) || got.to_bits() == bits(i)[0] ^ bits(i)[1]);
            values("min", x.min(y), &|i, got| nan(i) || got == a(i).min(b(i)));
            values("max", x.max(y), &|i, got| nan(i) || got == a(i).max(b(i)));
            values("select", T::Wide::select(x.lt(y), x, y), &|i, got| {
                same(got, if a(i) < b(i) { a(i) } else { b(i) })
            });

            let mut mask = |op: &str, mask: <T::Wide as Lanes>::Mask, right: &dyn Fn(usize) -> bool| {
                let wanted = (0..N).fold(0, |bits, i| bits | u32::from(right(i)) << i);
                assert_eq!(mask.bits(), wanted, "{op} in half {half}");
                compared += N;
            };
            mask("<", x.lt(y), &|i| a(i) < b(i));
            mask("<=", x.le(y), &|i| a(i) <= b(i));
            mask("==", x.eq(y), &|i| a(i) == b(i));
            mask("!", !x.lt(y), &|i| a(i).partial_cmp(&b(i)) != Some(Ordering::Less));
            mask("&", x.le(y) & y.le(x), &|i| a(i) == b(i));
            mask("|", x.lt(y) | y.lt(x), &|i| a(i) < b(i) || a(i) > b(i));
        }
    }
    compared
}

#[test]
fn every_operation_in_double_has_the_bits_of_plain_arithmetic() {
    for level in Level::available() {
        let compared = match level.0 {
            Token::Portable => in_double::<_, 4>(portable::Portable),
            #[cfg(all(feature = "std", any(target_arch = "x86", target_arch = "x86_64")))]
            Token::Avx2(simd) => simd.vectorize(
                #[inline(always)]
                || in_double::<_, 4>(simd),
            ),
            #[cfg(all(feature = "std", any(target_arch = "x86", target_arch = "x86_64")))]
            Token::Avx512(simd) => simd.vectorize(
                #[inline(always)]
                || in_double::<_, 8>(simd),
            ),
        };
        assert_eq!(compared, 22 * VALUES.len() * VALUES.len() * level.lanes(), "{level}");
    }
}

/// Where the check runs, and the lanes that it has compared.
struct Check {
    level: Level,
    compared: usize,
}

impl Check {
    fn values<L: Register>(&mut self, op: &str, lanes: L, right: impl Fn(usize, f32) -> bool) {
        let mut got = [0.0; MAX_LANES];
        lanes.store(&mut got);
        for (lane, &got) in got.iter().enumerate().take(L::LEN) {
            let bits = got.to_bits();
            assert!(right(lane, got), "{op} at level {}: {got:e} ({bits:08x}) in lane {lane}", self.level);
        }
        self.compared += L::LEN;
    }

    fn mask<L: Lanes>(&mut self, op: &str, mask: L::Mask, expected: impl Fn(usize) -> bool) {
        let wanted = (0..L::LEN).fold(0, |bits, lane| bits | u32::from(expected(lane)) << lane);
        assert_eq!(mask.bits(), wanted, "{op} at level {}: {:b}, not {wanted:b}", self.level, mask.bits());
        self.compared += L::LEN;
    }

    #[inline(always)]
    fn moves<T: Simd>(&mut self, simd: T) {
        for start in 0..VALUES.len() {
            let x = turned(start);
            let lanes = simd.load(&x);
            self.values("load and store", lanes, |i, got| exact(got, x[i]));
            self.values("load of just a register", simd.load(&x[..T::Lanes::LEN]), |i, got| exact(got, x[i]));
            self.values("splat", simd.splat(x[0]), |_, got| exact(got, x[0]));
            self.values("splat of lanes", lanes.splat(x[0]), |_, got| exact(got, x[0]));
            let mut longer = [7.0; MAX_LANES + 1];
            lanes.store(&mut longer);
            assert!(longer[T::Lanes::LEN..].iter().all(|&x| x == 7.0), "stored beyond the register");
        }
        let rows: [f32; 2 * MAX_LANES + 1] = core::array::from_fn(|row| row as f32);
        for rows in (0..=rows.len()).map(|n| &rows[..n]) {
            let batches = T::Lanes::batches(rows);
            assert_eq!(batches.len(), rows.len() / T::Lanes::LEN);
            for (batch, expected) in batches.iter().zip(rows.chunks_exact(T::Lanes::LEN)) {
                assert_eq!(batch.as_ref(), expected);
            }
        }
    }

    #[inline(always)]
    fn of_one<T: Simd>(&mut self, simd: T) {
        for start in 0..VALUES.len() {
            let x = turned(start);
            let lanes = simd.load(&x);
            self.values("neg", -lanes, |i, got| number(got, -x[i]));
            self.values("abs", lanes.abs(), |i, got| exact(got, x[i].abs()));
            self.values("sqrt", lanes.sqrt(), |i, got| number(got, scalar::float::sqrt(x[i])));
            self.values("canonical", lanes.canonical(), |i, got| exact(got, canonical(x[i])));
            self.values("canonical root", lanes.sqrt().canonical(), |i, got| {
                exact(got, canonical(scalar::float::sqrt(x[i])))
            });
            self.mask::<T::Lanes>("equal to itself", lanes.eq(lanes), |i| !x[i].is_nan());
        }
    }

    #[inline(always)]
    fn of_two<T: Simd>(&mut self, simd: T) {
        let starts = (0..VALUES.len()).flat_map(|a| (0..VALUES.len()).map(move |b| (turned(a), turned(b))));
        for (a, b) in starts {
            let (x, y) = (simd.load(&a), simd.load(&b));
            self.values("+", x + y, |i, got| number(got, a[i] + b[i]));
            self.values("-", x - y, |i, got| number(got, a[i] - b[i]));
            self.values("*", x * y, |i, got| number(got, a[i] * b[i]));
            self.values("/", x / y, |i, got| number(got, a[i] / b[i]));
            self.values("a * b + a", x * y + x, |i, got| number(got, a[i] * b[i] + a[i])); // not fused
            self.values("bits_and", x.bits_and(y), |i, got| got.to_bits() == a[i].to_bits() & b[i].to_bits());
            self.values("bits_or", x.bits_or(y), |i, got| got.to_bits() == a[i].to_bits() | b[i].to_bits());
            self.values("bits_xor", x.bits_xor(y), |i, got| got.to_bits() == a[i].to_bits() ^ b[i].to_bits());
            self.values("canonical x - y", (x - y).canonical(), |i, got| exact(got, canonical(a[i] - b[i])));
            self.values("canonical x / y", (x / y).canonical(), |i, got| exact(got, canonical(a[i] / b[i])));
            self.mask::<T::Lanes>("<", x.lt(y), |i| a[i] < b[i]);
            self.mask::<T::Lanes>("<=", x.le(y), |i| a[i] <= b[i]);
            self.mask::<T::Lanes>("==", x.eq(y), |i| a[i] == b[i]);
            self.mask::<T::Lanes>(">", x.gt(y), |i| a[i] > b[i]);
            self.mask::<T::Lanes>(">=", x.ge(y), |i| a[i] >= b[i]);
            self.mask::<T::Lanes>("no NaN", no_nan([x, y]), |i| !(a[i] + b[i]).is_nan());
            // Either zero, and anything for a NaN: that is all they promise.
            let nan = |i: usize| a[i].is_nan() || b[i].is_nan();
            self.values("min", x.min(y), |i, got| nan(i) || got == a[i].min(b[i]));
            self.values("max", x.max(y), |i, got| nan(i) || got == a[i].max(b[i]));
            let flipped = |i: usize| if b[i].is_sign_negative() { -a[i] } else { a[i] };
            self.values("flip_sign", x.flip_sign(y), |i, got| b[i].is_nan() || exact(got, flipped(i)));
        }
    }

    #[inline(always)]
    fn of_masks<T: Simd>(&mut self, simd: T) {
        let set = |bits: u32, lane: usize| bits >> lane & 1 == 1;
        let mask = |bits: u32| {
            let ones = black_box(core::array::from_fn::<_, MAX_LANES, _>(|lane| f32::from(set(bits, lane))));
            simd.load(&ones).eq(simd.splat(1.0))
        };
        for p in patterns() {
            self.mask::<T::Lanes>("bits", mask(p), |i| set(p, i));
            self.mask::<T::Lanes>("!", !mask(p), |i| !set(p, i));
            for q in patterns() {
                self.mask::<T::Lanes>("&", mask(p) & mask(q), |i| set(p & q, i));
                self.mask::<T::Lanes>("|", mask(p) | mask(q), |i| set(p | q, i));
            }
            for start in 0..VALUES.len() {
                let (a, b) = (turned(start), turned(start + 5));
                let chosen = |i: usize| if set(p, i) { a[i] } else { b[i] };
                let (x, y) = (simd.load(&a), simd.load(&b));
                self.values("select", T::Lanes::select(mask(p), x, y), |i, got| exact(got, chosen(i)));
                let [_, second] = select(mask(p), [y, x], [x, y]);
                self.values("select of arrays", second, |i, got| exact(got, chosen(i)));
            }
        }
    }

    /// Everything, compiled for the level's instruction set as queries are.
    #[inline(always)]
    fn all<T: Simd>(&mut self, simd: T) {
        assert_eq!(T::Lanes::LEN, self.level.lanes());
        self.moves(simd);
        self.of_one(simd);
        self.of_two(simd);
        self.of_masks(simd);
    }
}

#[test]
fn every_operation_has_the_bits_of_plain_arithmetic() {
    for &level in Level::available() {
        let mut check = Check { level, compared: 0 };
        at_level!(level, simd => check.all(simd));
        let pairs = VALUES.len() * VALUES.len() * level.lanes();
        assert!(check.compared > 14 * pairs, "{level}: only {} lanes were compared", check.compared);
    }
}
