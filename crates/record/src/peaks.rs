//! What this machine can do at most: operations of one class after another from registers, reads from cache and memory,
//! copies in memory. Each number is the best of many short samples, since the kernels must not come out above it.

use std::hint::black_box;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use soa::Level;
use soa::lanes::{Lanes, MAX_LANES, Register, Simd, Work};

/// How long one loop is sampled.
const SAMPLING: Duration = Duration::from_millis(4);

/// Steps of one sample: some ten microseconds.
const STEPS: usize = 4_000;

/// The sizes of what is read, in bytes: those of the workload's columns lie about the last two of the first and of the
/// second number of rows.
const READ_BYTES: [usize; 5] = [32 << 10, 128 << 10, 256 << 10, 24 << 20, 64 << 20];

/// Bytes of one sample of reading, if the column is not larger.
const SAMPLE_BYTES: usize = 2 << 20;

/// The size of a copy in bytes, far beyond every cache.
const COPY_BYTES: usize = 128 << 20;

/// The peaks of one level, in registers a nanosecond.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Peaks {
    /// The level.
    pub level: String,
    /// Rows in one register.
    pub lanes: usize,
    /// Sums alone.
    pub additions: f64,
    /// Products alone.
    pub multiplications: f64,
    /// As many sums as products.
    pub additions_and_multiplications: f64,
    /// Minima and maxima alone.
    pub extrema: f64,
    /// Comparisons, each followed by a selection, which is not counted and may be what is slow.
    pub comparisons: f64,
    /// Quotients alone.
    pub divisions: f64,
    /// Square roots alone.
    pub roots: f64,
    /// Reading columns, from cache and from memory.
    pub reads: Vec<Reads>,
}

/// Reading columns again and again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Reads {
    /// The size of the columns.
    pub bytes: usize,
    /// Bytes a nanosecond.
    pub bytes_per_ns: f64,
}

impl Peaks {
    /// Measures a level.
    pub fn measure(level: Level) -> Self {
        Self {
            level: level.name().to_owned(),
            lanes: level.lanes(),
            additions: stream::<Additions>(level),
            multiplications: stream::<Multiplications>(level),
            additions_and_multiplications: stream::<AdditionsAndMultiplications>(level),
            extrema: stream::<Extrema>(level),
            comparisons: stream::<Comparisons>(level),
            divisions: stream::<Divisions>(level),
            roots: stream::<Roots>(level),
            reads: READ_BYTES
                .map(|bytes| Reads { bytes, bytes_per_ns: read_bytes_per_ns(level, bytes) })
                .into(),
        }
    }

    /// The best mixture of arithmetic: no class alone may be above it.
    pub fn mixture(&self) -> f64 {
        [self.additions, self.multiplications, self.comparisons()]
            .into_iter()
            .fold(self.additions_and_multiplications, f64::max)
    }

    /// Comparisons, which pass where minima and maxima do.
    pub fn comparisons(&self) -> f64 {
        self.comparisons.max(self.extrema)
    }

    /// How fast so many bytes are read: the measurement of the size nearest in ratio.
    pub fn reads_of(&self, bytes: usize) -> Option<Reads> {
        let distance = |reads: &Reads| (reads.bytes as f64 / bytes as f64).ln().abs();
        self.reads.iter().copied().min_by(|a, b| distance(a).total_cmp(&distance(b)))
    }

    /// The better of two measurements in everything.
    #[must_use]
    pub fn best(&self, other: &Self) -> Self {
        let both = |field: fn(&Self) -> f64| field(self).max(field(other));
        let reads = |(a, b): (&Reads, &Reads)| Reads {
            bytes: a.bytes,
            bytes_per_ns: a.bytes_per_ns.max(b.bytes_per_ns),
        };
        Self {
            level: self.level.clone(),
            lanes: self.lanes,
            additions: both(|peaks| peaks.additions),
            multiplications: both(|peaks| peaks.multiplications),
            additions_and_multiplications: both(|peaks| peaks.additions_and_multiplications),
            extrema: both(|peaks| peaks.extrema),
            comparisons: both(|peaks| peaks.comparisons),
            divisions: both(|peaks| peaks.divisions),
            roots: both(|peaks| peaks.roots),
            reads: self.reads.iter().zip(&other.reads).map(reads).collect(),
        }
    }
}

/// Bytes read and written a nanosecond, when a buffer in memory is copied to another by one thread.
pub fn copy_bytes_per_ns() -> f64 {
    // Both are written before, so that every page is there.
    let (from, mut to) = (vec![1_u8; COPY_BYTES], vec![2_u8; COPY_BYTES]);
    let best = best_of(Duration::from_millis(150), || to.copy_from_slice(black_box(&from)));
    black_box(&to);
    2.0 * COPY_BYTES as f64 / best
}

/// The shortest run in nanoseconds, of as many as fit in the time and three at least.
fn best_of<R>(time: Duration, mut run: impl FnMut() -> R) -> f64 {
    let (start, mut best, mut runs) = (Instant::now(), f64::MAX, 0);
    while runs < 3 || start.elapsed() < time {
        let begin = Instant::now();
        black_box(run());
        best = best.min(begin.elapsed().as_nanos() as f64);
        runs += 1;
    }
    best
}

/// Independent operations of one class: each step makes a new value of each register.
trait Stream {
    /// Operations of a step on one register.
    const OPERATIONS: usize;

    /// The step. Compilers do not know the constants, which are 1, 2 and 3, so that values stay as
    /// they are or grow to a few thousand.
    fn step<L: Lanes>(x: L, constants: [L; 3]) -> L;
}

/// Declares the streams: `Name operations |x, constants| expression`.
macro_rules! streams {
    ($($name:ident $operations:literal |$x:ident, $constants:pat_param| $step:expr;)*) => {
        $(
            struct $name;

            impl Stream for $name {
                const OPERATIONS: usize = $operations;

                #[inline(always)]
                fn step<L: Lanes>($x: L, $constants: [L; 3]) -> L {
                    $step
                }
            }
        )*
    };
}

streams! {
    Additions 1 |x, [one, _, _]| x + one;
    Multiplications 1 |x, [one, _, _]| x * one;
    AdditionsAndMultiplications 2 |x, [one, _, _]| (x + one) * one;
    Extrema 2 |x, [_, two, three]| x.min(three).max(two);
    Comparisons 1 |x, [one, two, three]| L::select(x.lt(two), three, one);
    Divisions 1 |x, [one, _, _]| x / one;
    Roots 1 |x, _| x.sqrt();
}

/// Operations a nanosecond. How many registers hide the latency and still fit differs between levels, so a few
/// numbers of them are tried.
fn stream<S: Stream>(level: Level) -> f64 {
    let per_ns = |registers: usize, ns: f64| (STEPS * registers * S::OPERATIONS) as f64 / ns;
    let seed = &black_box([1.5; 3 * MAX_LANES]);
    let constants = &black_box([1.0, 2.0, 3.0]);
    // With two constants beside them: 16 registers of half or of whole length, and 32.
    let seven = best_of(SAMPLING, || level.run(Steps::<S, 7>::new(seed, constants)));
    let fourteen = best_of(SAMPLING, || level.run(Steps::<S, 14>::new(seed, constants)));
    let many = best_of(SAMPLING, || level.run(Steps::<S, 28>::new(seed, constants)));
    per_ns(7, seven).max(per_ns(14, fourteen)).max(per_ns(28, many))
}

/// [`STEPS`] steps of a stream on `N` registers.
struct Steps<'a, S, const N: usize> {
    /// A register starts with the lanes from its own number.
    seed: &'a [f32; 3 * MAX_LANES],
    constants: &'a [f32; 3],
    stream: std::marker::PhantomData<S>,
}

impl<'a, S, const N: usize> Steps<'a, S, N> {
    fn new(seed: &'a [f32; 3 * MAX_LANES], constants: &'a [f32; 3]) -> Self {
        Self { seed, constants, stream: std::marker::PhantomData }
    }
}

impl<S: Stream, const N: usize> Work for Steps<'_, S, N> {
    type Out = [f32; MAX_LANES];

    #[inline(always)]
    fn run<T: Simd>(self, simd: T) -> [f32; MAX_LANES] {
        let [a, b, c] = *self.constants;
        let constants = [simd.splat(a), simd.splat(b), simd.splat(c)];
        let mut x = [constants[0]; N];
        for (k, x) in x.iter_mut().enumerate() {
            *x = simd.load(&self.seed[k..k + MAX_LANES]);
        }
        for _ in 0..STEPS {
            for x in &mut x {
                *x = S::step(*x, constants);
            }
        }
        total(x)
    }
}

/// Bytes a nanosecond, reading so many bytes again and again: the best of a few numbers of sums, in one column and in
/// eight side by side, which is faster from memory.
fn read_bytes_per_ns(level: Level, bytes: usize) -> f64 {
    let column = &vec![1.0_f32; bytes / size_of::<f32>()];
    let per_ns = |ns: f64| SAMPLE_BYTES.max(bytes) as f64 / ns;
    // Memory is shared with more neighbours than a core.
    let time = if bytes > SAMPLE_BYTES { 8 * SAMPLING } else { SAMPLING };
    let four = best_of(time, || level.run(Sums::<4>(black_box(column))));
    let eight = best_of(time, || level.run(Sums::<8>(black_box(column))));
    let sixteen = best_of(time, || level.run(Sums::<16>(black_box(column))));
    let columns = best_of(time, || level.run(ColumnSums(black_box(column))));
    [four, eight, sixteen, columns].map(per_ns).into_iter().fold(0.0, f64::max)
}

/// Adds a column up in `N` registers, until [`SAMPLE_BYTES`] are read at least.
struct Sums<'a, const N: usize>(&'a [f32]);

impl<const N: usize> Work for Sums<'_, N> {
    type Out = [f32; MAX_LANES];

    #[inline(always)]
    fn run<T: Simd>(self, simd: T) -> [f32; MAX_LANES] {
        let mut sums = [simd.splat(0.0); N];
        for _ in 0..(SAMPLE_BYTES / size_of_val(self.0)).max(1) {
            for batches in T::Lanes::batches(self.0).as_chunks::<N>().0 {
                for (sum, batch) in sums.iter_mut().zip(batches) {
                    *sum = *sum + simd.load(batch.as_ref());
                }
            }
        }
        total(sums)
    }
}

/// The same for the eighths of a column, side by side.
struct ColumnSums<'a>(&'a [f32]);

impl Work for ColumnSums<'_> {
    type Out = [f32; MAX_LANES];

    #[inline(always)]
    fn run<T: Simd>(self, simd: T) -> [f32; MAX_LANES] {
        let mut sums = [simd.splat(0.0); 8];
        let rows = self.0.len() / sums.len();
        let mut columns = [T::Lanes::batches(&self.0[..rows]); 8];
        for (k, column) in columns.iter_mut().enumerate() {
            *column = T::Lanes::batches(&self.0[k * rows..][..rows]);
        }
        for _ in 0..(SAMPLE_BYTES / size_of_val(self.0)).max(1) {
            for i in 0..rows / T::Lanes::LEN {
                for (sum, column) in sums.iter_mut().zip(&columns) {
                    *sum = *sum + simd.load(column[i].as_ref());
                }
            }
        }
        total(sums)
    }
}

/// The sum of some registers.
#[inline(always)]
fn total<L: Register, const N: usize>(registers: [L; N]) -> [f32; MAX_LANES] {
    let mut sum = registers[0];
    for &register in &registers[1..] {
        sum = sum + register;
    }
    let mut out = [0.0; MAX_LANES];
    sum.store(&mut out);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streams_compute_what_they_say() {
        let seed = [1.5; 3 * MAX_LANES];
        let first = |out: [f32; MAX_LANES]| out[0];
        for &level in Level::available() {
            macro_rules! of {
                ($stream:ty) => {
                    first(level.run(Steps::<$stream, 6>::new(&seed, &[1.0, 2.0, 3.0])))
                };
            }
            assert_eq!(of!(Additions), 6.0 * (1.5 + STEPS as f32));
            assert_eq!(of!(Multiplications), 6.0 * 1.5);
            assert_eq!(of!(AdditionsAndMultiplications), of!(Additions));
            assert_eq!(of!(Extrema), 12.0);
            // 1.5 becomes 3, then 1 and 3 in turn; the number of steps is even.
            assert_eq!(of!(Comparisons), 6.0);
            assert_eq!(of!(Divisions), 9.0);
            assert!((6.0..6.1).contains(&of!(Roots)));
            let column = [1.0; 4_096];
            let sum = first(level.run(Sums::<4>(&column)));
            assert_eq!(sum, first(level.run(ColumnSums(&column))));
            assert_eq!(sum, (SAMPLE_BYTES / size_of::<f32>() / level.lanes()) as f32);
        }
    }

    #[test]
    fn the_better_measurement_counts() {
        let reads = |bytes_per_ns| vec![Reads { bytes: 1, bytes_per_ns }];
        let early = Peaks { additions: 7.0, roots: 2.0, reads: reads(100.0), ..Peaks::default() };
        let late = Peaks { additions: 8.0, roots: 1.0, reads: reads(90.0), ..Peaks::default() };
        assert_eq!(early.best(&late), Peaks { additions: 8.0, ..early.clone() });
    }

    #[test]
    fn the_nearest_size_is_taken() {
        let reads = READ_BYTES.map(|bytes| Reads { bytes, bytes_per_ns: 1.0 });
        let peaks = Peaks { reads: reads.into(), ..Peaks::default() };
        let nearest = |bytes| peaks.reads_of(bytes).map(|reads| reads.bytes >> 10);
        assert_eq!([1, 80 << 10, 150 << 10, 300 << 10].map(nearest), [32, 128, 128, 256].map(Some));
        assert_eq!(Peaks::default().reads_of(1), None);
    }
}
