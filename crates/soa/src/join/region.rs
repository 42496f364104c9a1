//! Rows scattered into regions of about a thousand neighbours each.
//!
//! ```text
//!    by size          size classes: large rows do not enlarge the boxes of small ones
//!      |
//!    by x             strips that hold as many rows each        +--+----+-+---+
//!      |                                                        |  |    +-+   |
//!    by y             the same within each strip                +--+    | +---+
//!      |                                                        |  +----+ |   |
//!    by z             in space, within each of these            +--+----+-+---+
//! ```
//!
//! Splitters come from a sample of the rows, as in sample sort, so the spread of the rows does not matter,
//! and one pass over the rows is enough.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

use scalar::float::{max, min};

use super::bounds::{Bounded, boxes_of_view, centers};
use super::boxes::Boxes;
use super::groups::{Group, Numbered, WIDTH, sixteen_times};
use super::occupied::Occupied;
use super::packed::Packed;
use super::progress::{Phase, PhaseClock};
use super::scatter::{MAX_BUCKETS, Scattered, Share};
use crate::data::any::AnyView;
use crate::data::shape::{Shape, is_finite};
use crate::data::view::View;
use crate::lanes::level::{Level, at_level};
use crate::lanes::{Lanes, MAX_LANES, Mask, Simd};
use crate::run::threads::{Threads, split};

/// Rows of a region, about, unless there are more than [`MAX_BUCKETS`] times as many.
const REGION_ROWS: usize = 1024;
/// Rows of the sample for each region: with 8 its number of rows is right within a third.
const SAMPLES: usize = 8;
/// Rows that a thread scatters, at least.
const MIN_SHARE: usize = 1 << 14;
/// Binary exponents of a size class: its longest rows are up to sixteen times as long as its shortest.
const CLASS_EXPONENTS: usize = 4;
/// The number of exponents of `f32`.
const EXPONENTS: usize = 256;
/// A class with less than one row for this many of the next larger class is merged with it.
const MERGE_RATIO: usize = 4;

/// The rows of a view that are finite, by region. Their numbers begin with `first`. Those whose boxes
/// intersect no box of the right rows, if these are given, may be left out.
pub(crate) fn scatter<S: Bounded>(
    level: Level,
    threads: Threads,
    clock: PhaseClock,
    rows: &AnyView,
    first: usize,
    right: Option<&Packed<S::Bounds>>,
) -> Scattered<Numbered<S>> {
    let Some(rows) = rows.typed::<S>() else { return Scattered::new(Vec::new(), 0) };
    match S::Bounds::COLUMNS.len() / 2 {
        2 => by_region::<S, 2>(level, threads, clock, &rows, first, right),
        _ => by_region::<S, 3>(level, threads, clock, &rows, first, right),
    }
}

fn by_region<S: Bounded, const DIM: usize>(
    level: Level,
    threads: Threads,
    clock: PhaseClock,
    rows: &View<S>,
    first: usize,
    right: Option<&Packed<S::Bounds>>,
) -> Scattered<Numbered<S>> {
    let mut sample = sample(rows);
    let (asked, occupied) =
        (sample.len(), right.and_then(|right| Occupied::of_sparse(level, right, rows.len(), &sample)));
    if let Some(occupied) = &occupied {
        sample.retain(|one| occupied.may_intersect::<S::Bounds>(&sixteen_times(one))[0]);
    }
    // Those that stay, about.
    let stay = rows.len() * sample.len() / asked.max(1);
    let regions = Regions::<DIM>::new(&sample, stay, occupied);
    clock.end(Phase::Sample);
    let shares = split(rows.len(), threads.count().min(rows.len() / MIN_SHARE));
    let shares = threads.map(shares, |share: Range<usize>| {
        let part = rows.part(share.clone());
        let regions_of = regions_of(level, &regions, &part);
        clock.end(Phase::Regions);
        let share = Share::new(
            regions.count,
            bytemuck::zeroed_vec(part.len()),
            #[inline(always)]
            |i| usize::from(regions_of[i]),
            #[inline(always)]
            |i| (part.at(i), (first + share.start + i) as u32),
        );
        clock.end(Phase::Scatter);
        share
    });
    Scattered::new(shares, regions.count)
}

/// The region of each row; [`NO_REGION`] for those that are not finite or left out.
fn regions_of<S: Bounded, const DIM: usize>(
    level: Level,
    regions: &Regions<DIM>,
    rows: &View<S>,
) -> Vec<u16> {
    let (mut boxes, mut regions_of) = (Boxes::new(), Vec::with_capacity(rows.len()));
    let unchecked = if rows.is_validated() { &[] } else { rows.slices() };
    let chunk = Boxes::<S::Bounds>::CHUNK * WIDTH;
    for start in (0..rows.len()).step_by(chunk) {
        let part = start..rows.len().min(start + chunk);
        boxes_of_view(level, rows, start / WIDTH..part.end.div_ceil(WIDTH), &mut boxes);
        regions.append::<S::Bounds>(level, &boxes, unchecked, part, &mut regions_of);
    }
    regions_of
}

/// The exponent of each of some boxes' longest side.
#[inline(always)]
fn exponents<B: Shape, const DIM: usize>(boxes: &Group<B>) -> [usize; WIDTH] {
    let (low, high) = boxes.as_ref().split_at(DIM);
    let mut sides = [0.0_f32; WIDTH];
    for k in 0..DIM {
        for i in 0..WIDTH {
            sides[i] = max(high[k][i] - low[k][i], sides[i]);
        }
    }
    let mut exponents = [0; WIDTH];
    for i in 0..WIDTH {
        exponents[i] = sides[i].to_bits() as usize >> 23;
    }
    exponents
}

/// Finds the region of a row.
struct Regions<const DIM: usize> {
    /// The number of regions.
    count: usize,
    /// The class of each exponent.
    class_of: [u8; EXPONENTS],
    classes: Vec<Class<DIM>>,
    bins: [Bins; DIM],
    /// Where rows must be that are not left out.
    occupied: Option<Occupied<DIM>>,
}

/// The regions of one size class.
struct Class<const DIM: usize> {
    /// The number of the first one.
    first: usize,
    /// Strips in the first direction, and in the next one for each strip.
    strips: usize,
    splitters: [Splitters; DIM],
}

/// The splitters of all strips in one direction.
#[derive(Default)]
struct Splitters {
    /// The splitters of each strip, and infinity; after the last strip, some more infinities.
    places: Vec<f32>,
    /// For each strip and bin, the number of splitters in earlier bins.
    before: Vec<u8>,
}

/// Bins of equal width in one direction, by which the splitters beside a place are found.
struct Bins {
    low: f32,
    /// Bins a unit.
    scale: f32,
}

/// The number of bins.
const BINS: usize = 1024;

/// A row of the sample: its exponent and half its center.
type Sample<const DIM: usize> = (usize, [f32; DIM]);

impl<const DIM: usize> Regions<DIM> {
    /// Regions for `rows` rows, from the boxes of a sample of them.
    fn new<B: Shape>(sample: &[B], rows: usize, occupied: Option<Occupied<DIM>>) -> Self {
        let sample: Vec<Sample<DIM>> = sample.iter().map(exponent_and_center).collect();
        let mut counts = [0; EXPONENTS];
        for &(exponent, _) in &sample {
            counts[exponent] += 1;
        }
        let class_of = classes(&counts);
        let mut centers = vec![Vec::new(); usize::from(class_of[EXPONENTS - 1]) + 1];
        for &(exponent, center) in &sample {
            centers[usize::from(class_of[exponent])].push(center);
        }
        let bins = core::array::from_fn(|k| Bins::new(sample.iter().map(|(_, center)| center[k])));
        let mut count = 0;
        let classes = centers
            .iter_mut()
            .map(|centers| {
                let regions = (rows / REGION_ROWS).min(MAX_BUCKETS) * centers.len() / sample.len().max(1);
                let class = Class::new(count, regions.min(centers.len() / SAMPLES), &bins, centers);
                count += class.strips.pow(DIM as u32);
                class
            })
            .collect();
        Self { count, class_of, classes, bins, occupied }
    }

    /// Appends the region of each of some rows, which have these boxes; [`NO_REGION`] for those that are left
    /// out, or not finite in `columns`.
    fn append<B: Shape>(
        &self,
        level: Level,
        boxes: &Boxes<B>,
        columns: &[&[f32]],
        rows: Range<usize>,
        regions: &mut Vec<u16>,
    ) {
        at_level!(level, simd => {
            for (group, start) in rows.clone().step_by(WIDTH).enumerate() {
                let rows = start..rows.end.min(start + WIDTH);
                let of = self.of::<_, B>(simd, &boxes.rows.group(group), columns, start);
                regions.extend_from_slice(&of[..rows.len()]);
            }
        });
    }

    #[inline(always)]
    fn of<T: Simd, B: Shape>(
        &self,
        simd: T,
        boxes: &Group<B>,
        columns: &[&[f32]],
        start: usize,
    ) -> [u16; WIDTH] {
        let (exponents, centers) = (exponents::<B, DIM>(boxes), centers::<B, DIM>(boxes));
        let mut bins = [[0; WIDTH]; DIM];
        for k in 0..DIM {
            bins[k] = self.bins[k].of(&centers[k]);
        }
        let mut stays = [true; WIDTH];
        if let Some(occupied) = &self.occupied {
            stays = occupied.may_intersect::<B>(boxes);
            if stays == [false; WIDTH] {
                return [NO_REGION; WIDTH];
            }
        }
        for column in columns {
            match column[start..].first_chunk::<WIDTH>() {
                Some(values) => {
                    for i in 0..WIDTH {
                        stays[i] &= values[i].is_finite();
                    }
                }
                None => {
                    stays.iter_mut().zip(&column[start..]).for_each(|(stays, x)| *stays &= x.is_finite());
                }
            }
        }
        let mut regions = [0; WIDTH];
        for i in 0..WIDTH {
            let class = &self.classes[usize::from(self.class_of[exponents[i] % EXPONENTS])];
            let mut strip = 0;
            if class.strips > 1 {
                for k in 0..DIM {
                    let next = class.splitters[k].find(simd, strip, class.strips, bins[k][i], centers[k][i]);
                    strip = strip * class.strips + next;
                }
            }
            regions[i] = if stays[i] { (class.first + strip) as u16 } else { NO_REGION };
        }
        regions
    }
}

impl<const DIM: usize> Class<DIM> {
    /// About this many regions, each with the same number of the centers.
    fn new(first: usize, regions: usize, bins: &[Bins; DIM], centers: &mut [[f32; DIM]]) -> Self {
        let power = |strips: &usize| strips.pow(DIM as u32);
        let strips = (1..MAX_BUCKETS).find(|strips| power(strips) >= regions).unwrap_or(1);
        let splitters = core::array::from_fn(|_| Splitters::default());
        let mut class = Self { first, strips, splitters };
        if strips > 1 {
            class.split(0, bins, centers);
            class.splitters.iter_mut().for_each(Splitters::finish);
        }
        class
    }

    /// Splits a strip, which has these centers, in direction `k` and then in the next ones.
    fn split(&mut self, k: usize, bins: &[Bins; DIM], centers: &mut [[f32; DIM]]) {
        if k == DIM {
            return;
        }
        centers.sort_unstable_by(|a, b| a[k].total_cmp(&b[k]));
        let strips = split(centers.len(), self.strips);
        self.splitters[k].add(&bins[k], strips[1..].iter().map(|strip| centers[strip.start][k]));
        for strip in strips {
            self.split(k + 1, bins, &mut centers[strip]);
        }
    }
}

impl Bins {
    fn new(places: impl Iterator<Item = f32>) -> Self {
        let (low, high) =
            places.fold((f32::INFINITY, f32::NEG_INFINITY), |(low, high), x| (min(x, low), max(x, high)));
        Self { low, scale: BINS as f32 / (high - low) }
    }

    /// The bins of some places, which are no smaller for larger places.
    #[inline(always)]
    fn of<const N: usize>(&self, places: &[f32; N]) -> [u32; N] {
        let mut bins = [0; N];
        for i in 0..N {
            bins[i] = quantize((places[i] - self.low) * self.scale, BINS as u32 - 1);
        }
        bins
    }
}

/// A number rounded to an integer from 0 to `max_value`. A larger number never becomes a smaller one. NaN
/// becomes 0.
#[inline(always)]
pub(crate) fn quantize(x: f32, max_value: u32) -> u32 {
    // The unit in the last place of a sum is 1. A conversion saturates, which takes longer.
    const SHIFT: f32 = (1 << (f32::MANTISSA_DIGITS - 1)) as f32;
    let within = min(max(x, 0.0), max_value as f32);
    (within + SHIFT).to_bits() & ((1 << (f32::MANTISSA_DIGITS - 1)) - 1)
}

impl Splitters {
    /// Adds the splitters of the next strip.
    fn add(&mut self, bins: &Bins, splitters: impl Iterator<Item = f32>) {
        let mut next = self.places.len();
        self.places.extend(splitters);
        let first = next;
        for bin in 0..BINS as u32 {
            while next < self.places.len() && bins.of(&[self.places[next]])[0] < bin {
                next += 1;
            }
            self.before.push((next - first) as u8);
        }
        self.places.push(f32::INFINITY);
    }

    /// After the last strip: registers may be loaded beyond its end.
    fn finish(&mut self) {
        self.places.resize(self.places.len() + MAX_LANES, f32::INFINITY);
    }

    /// The number of splitters of a strip up to a place, which is in this bin.
    #[inline(always)]
    fn find<T: Simd>(&self, simd: T, strip: usize, strips: usize, bin: u32, place: f32) -> usize {
        // Few splitters are a single register, and need no bins.
        let few = strips <= T::Lanes::LEN;
        let mut before = if few { 0 } else { usize::from(self.before[strip * BINS + bin as usize]) };
        let of = simd.splat(place);
        // A register at a time, as a processor cannot predict which splitter of a bin is the last one.
        while before < strips {
            let splitters = simd.load(&self.places[strip * strips + before..][..T::Lanes::LEN]);
            let up_to = splitters.le(of).bits().trailing_ones() as usize;
            before += up_to;
            if up_to < T::Lanes::LEN {
                break;
            }
        }
        // The infinity at the end may be reached by a row that is not finite.
        before.min(strips - 1)
    }
}

/// The region of a row that is in none. There are at most a few times [`MAX_BUCKETS`] regions.
const NO_REGION: u16 = u16::MAX;

/// The boxes of some rows from all parts of the list.
fn sample<S: Bounded>(rows: &View<S>) -> Vec<S::Bounds> {
    let regions = (rows.len() / REGION_ROWS).min(MAX_BUCKETS);
    let len = if regions > 1 { rows.len().min(regions * SAMPLES) } else { rows.len().min(1) };
    // Multiples of the golden ratio are far from each other, so the order of the rows does not matter.
    let row = |i: usize| (i as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
    let rows = (0..len).map(|i| rows.at(((row(i) * rows.len() as u64) >> 32) as usize));
    rows.filter(is_finite).map(|row| row.bounds()).collect()
}

/// The exponent and half the center of a box.
fn exponent_and_center<B: Shape, const DIM: usize>(one: &B) -> Sample<DIM> {
    let boxes = sixteen_times(one);
    (exponents::<B, DIM>(&boxes)[0], centers::<B, DIM>(&boxes).map(|x| x[0]))
}

/// The class of each exponent, from small to large. The median is in the middle of one. A class with few rows
/// is merged with the next larger one, whose boxes it does not enlarge.
fn classes(counts: &[usize; EXPONENTS]) -> [u8; EXPONENTS] {
    let rows: usize = counts.iter().sum();
    let mut sum = 0;
    let median = counts.iter().position(|count| {
        sum += count;
        2 * sum >= rows
    });
    let first = (median.unwrap_or(0) + CLASS_EXPONENTS / 2) % CLASS_EXPONENTS;
    let mut class_of = [0; EXPONENTS];
    let (mut class, mut held) = (0, 0);
    let mut start = 0;
    for end in (first..EXPONENTS).step_by(CLASS_EXPONENTS).chain([EXPONENTS]) {
        class_of[start..end].fill(class);
        held += counts[start..end].iter().sum::<usize>();
        let next: usize = counts[end..].iter().take(CLASS_EXPONENTS).sum();
        if held > 0 && MERGE_RATIO * held >= next {
            (class, held) = (class + 1, 0);
        }
        start = end;
    }
    class_of
}

#[cfg(test)]
mod tests {
    use scalar::dim2::Disk;

    use super::*;
    use crate::Columns;
    use crate::lanes::portable::Portable;

    #[test]
    fn a_size_has_a_class_if_its_rows_are_not_few() {
        let classes_of = |rows: &[(usize, usize)]| {
            let mut counts = [0; EXPONENTS];
            for &(exponent, rows) in rows {
                counts[exponent] = rows;
            }
            classes(&counts)
        };
        // From two below the median to two above, and every four from there.
        let one = classes_of(&[(100, 7)]);
        assert_eq!((one[0], one[97], one[98], one[101], one[102], one[255]), (0, 0, 0, 0, 1, 1));
        let two = classes_of(&[(100, 500), (110, 500)]);
        assert_eq!((two[0], two[101], two[102], two[110], two[113], two[114]), (0, 0, 1, 1, 1, 2));
        let two = classes_of(&[(100, 499), (110, 501)]);
        assert_eq!((two[0], two[103], two[104], two[110], two[111], two[112]), (0, 0, 1, 1, 1, 2));
        // A quarter of the rows of the next larger one is enough.
        let few = classes_of(&[(107, 249), (110, 999), (111, 1)]);
        assert_eq!((few[0], few[107], few[108], few[111], few[112]), (0, 0, 0, 0, 1));
        let enough = classes_of(&[(107, 250), (110, 999), (111, 1)]);
        assert_eq!((enough[0], enough[107], enough[108], enough[111], enough[112]), (0, 0, 1, 1, 2));
    }

    #[test]
    fn a_place_is_found_among_the_splitters() {
        let bins = Bins::new([2.0, 10.0, 3.0].into_iter());
        assert_eq!(bins.of(&[-9.0, 2.0, 3.0, 6.0, 10.0, 99.0]), [0, 0, 128, 512, 1023, 1023]);
        let mut splitters = Splitters::default();
        splitters.add(&bins, [3.0, 6.0].into_iter());
        splitters.add(&bins, [4.0, 4.0].into_iter());
        let before = |strip: usize, bin: usize| splitters.before[strip * BINS + bin];
        assert_eq!([0, 128, 129, 512, 513, 1023].map(|bin| before(0, bin)), [0, 0, 1, 1, 2, 2]);
        assert_eq!([0, 256, 257, 1023].map(|bin| before(1, bin)), [0, 0, 2, 2]);
        splitters.finish();
        let find = |strip, place| splitters.find(Portable, strip, 3, bins.of(&[place])[0], place);
        let found = [2.0, 2.999, 3.0, 5.999, 6.0, 99.0, f32::INFINITY].map(|place| find(0, place));
        assert_eq!(found, [0, 0, 1, 1, 2, 2, 2]);
        assert_eq!([2.0, 3.999, 4.0, f32::INFINITY].map(|place| find(1, place)), [0, 0, 2, 2]);
    }

    /// The regions of small rows in a square and of large ones in a larger square.
    #[test]
    fn each_region_has_rows_of_one_size_and_about_as_many() {
        const LEN: u32 = 20_000;
        let disk = |i: u32| {
            // Multiples of two irrational numbers are spread evenly. The square is sheared, so that strips
            // have different splitters.
            let at = |step: u32| i.wrapping_mul(step) as f32 / u32::MAX as f32;
            let (x, y) = (at(0xc13f_a9a9), at(0x91e1_0da5));
            let size = if i.is_multiple_of(2) { 1.0 } else { 1e4 };
            Disk { center: [size * x, size * (y + 2.0 * x)], radius: 1e-3 * size }
        };
        let disks = Columns::<Disk>::try_from_iter((0..LEN).map(disk)).unwrap();
        assert_eq!(sample(&disks.as_view()).len(), LEN as usize / REGION_ROWS * SAMPLES);
        assert_eq!(sample(&disks.as_view().part(0..2 * REGION_ROWS - 1)).len(), 1, "of a single region");
        let regions = Regions::<2>::new(&sample(&disks.as_view()), disks.len(), None);
        let of = regions_of(Level::PORTABLE, &regions, &disks.as_view());
        let mut rows = vec![[Vec::new(), Vec::new()]; regions.count];
        for (i, &region) in of.iter().enumerate() {
            rows[usize::from(region)][i % 2].push(disk(i as u32).center);
        }
        let mut met = [0; 2];
        for region in rows.iter().filter(|region| region.iter().any(|rows| !rows.is_empty())) {
            let large = usize::from(region[0].is_empty());
            met[large] += 1;
            let (rows, size) = (&region[large], [1.0, 1e4][large]);
            assert!(region[1 - large].is_empty(), "small rows beside large ones");
            assert!((REGION_ROWS / 4..2 * REGION_ROWS).contains(&rows.len()), "{} rows", rows.len());
            // Nine or sixteen, which are about a third of the square wide, or a quarter, and a little higher.
            for k in 0..2 {
                let side = |fold: fn(f32, f32) -> f32| rows.iter().map(|row| row[k]).reduce(fold).unwrap();
                let length = side(max) - side(min);
                assert!(length < [0.6, 1.0][k] * size, "{k}: {length} of {size}");
            }
        }
        assert!(met.iter().all(|met| (8..=16).contains(met)), "regions: {met:?}");
        // Classes of sizes that no row has are a region each.
        assert!((18..24).contains(&regions.count), "{met:?} of {}", regions.count);
    }
}
