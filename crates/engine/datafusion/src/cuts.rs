//! Where the rows of a partitioned join go.
//!
//! One side *owns* its rows: each goes to one region, that of the lower corner of its box. The other side's
//! rows are *replicated*: each goes to every region in which an owned row that touches it may be. So each
//! pair is found once, and what an owned row touches is known where it is.
//!
//! A region is a cell of the owner's rows of one size. With `E` the largest extent of those rows, a box
//! `[min, max]` meets only rows whose lower corner is in `[min - E, max]`:
//!
//! ```text
//!      p.max >= q.min  and  p.max - p.min <= E   =>   p.min >= q.min - E
//!      p.min <= q.max
//! ```
//!
//! Sizes are apart so that one large row does not widen the range of all. Cells are halves of halves, cut
//! where a sample says. Whatever the cuts are, each pair is found once; they only decide how evenly.

use std::collections::BTreeMap;

use datafusion::common::{Result, exec_err};
use octet_arrow::Shapes;
use soa::ShapeKind;
use soa::join::Bounded;
use soa::{
    Aabb, Aabb3, Capsule, Capsule3, Disk, Line, Line3, OrientedBox, OrientedBox3, Point, Point3, Ray, Ray3,
    RoundedAabb, RoundedAabb3, RoundedCapsule, RoundedCapsule3, RoundedDisk, RoundedOrientedBox,
    RoundedSphere, RoundedTriangle, RoundedTriangle3, Segment, Segment3, Shape, Sphere, Triangle, Triangle3,
};

/// The box of a row: the lower corner, then the upper one. In the plane, z is zero.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Box3 {
    min: [f32; 3],
    max: [f32; 3],
}

impl Box3 {
    /// How far it extends, rounded up.
    fn extent(&self) -> [f64; 3] {
        std::array::from_fn(|k| {
            let (min, max) = (f64::from(self.min[k]), f64::from(self.max[k]));
            if min == max { 0.0 } else { (max - min).next_up() }
        })
    }
}

/// The boxes of the rows that are not null.
pub fn boxes(shapes: &Shapes) -> Result<Vec<Box3>> {
    fn of<S: Bounded>(columns: &[&[f32]], rows: usize) -> Vec<Box3> {
        let mut boxes = Vec::with_capacity(rows);
        boxes.extend((0..rows).map(|row| {
            let bounds = S::from_values(|k| columns[k][row]).bounds();
            let values = bounds.values();
            let (min, max) = values.split_at(values.len() / 2);
            let corner = |side: &[f32]| [side[0], side[1], side.get(2).copied().unwrap_or(0.0)];
            Box3 { min: corner(min), max: corner(max) }
        }));
        boxes
    }
    macro_rules! by_kind {
        ($kind:expr, $columns:expr, $rows:expr, $($shape:ident)*) => {
            match $kind {
                $(ShapeKind::$shape => of::<$shape>($columns, $rows),)*
                other => return exec_err!("{other} are no sets of points"),
            }
        };
    }
    let view = shapes.view().map_err(crate::error::external)?;
    let columns: Vec<&[f32]> = (0..view.kind().columns().len()).filter_map(|k| view.column(k)).collect();
    Ok(by_kind!(view.kind(), &columns, view.len(),
        Point Segment Ray Line Disk Aabb OrientedBox Triangle Capsule RoundedDisk RoundedCapsule RoundedAabb
        RoundedOrientedBox RoundedTriangle
        Point3 Segment3 Ray3 Line3 Sphere Aabb3 OrientedBox3 Triangle3 Capsule3 RoundedSphere RoundedCapsule3
        RoundedAabb3 RoundedTriangle3))
}

/// Rows of which each is in one cell.
#[derive(Clone, Debug, PartialEq)]
struct Class {
    /// The largest extent of its rows, on each axis.
    extent: [f64; 3],
    /// Its first region. The upper half of a region's number is a hash of all cuts, so that rows that went by
    /// different ones never meet unnoticed.
    first: u64,
    /// Where cells are halved, as a heap: `cuts[0]` in x, `cuts[1]` and `cuts[2]` in y, and so on. It is as
    /// long as a power of two less one.
    cuts: Vec<f64>,
}

impl Class {
    /// Whether a row of this extent may be in it.
    fn fits(&self, extent: &[f64; 3]) -> bool {
        (0..3).all(|k| extent[k] <= self.extent[k])
    }

    /// The cell of a lower corner.
    fn cell(&self, corner: &[f64; 3], axes: usize) -> u64 {
        let (mut node, mut axis) = (0, 0);
        while let Some(&cut) = self.cuts.get(node) {
            node = 2 * node + 1 + usize::from(corner[axis] >= cut);
            axis = next(axis, axes);
        }
        self.first + (node - self.cuts.len()) as u64
    }

    /// All cells that a range meets.
    fn cells(&self, low: &[f64; 3], high: &[f64; 3], axes: usize, cells: &mut Vec<u64>) {
        // Most ranges meet one cell, that of both ends, which is found without a branch on them.
        match [low, high].map(|end| self.cell(end, axes)) {
            [first, last] if first == last => cells.push(first),
            _ => self.cells_below(0, 0, low, high, axes, cells),
        }
    }

    fn cells_below(
        &self,
        node: usize,
        axis: usize,
        low: &[f64; 3],
        high: &[f64; 3],
        axes: usize,
        cells: &mut Vec<u64>,
    ) {
        let Some(&cut) = self.cuts.get(node) else {
            cells.push(self.first + (node - self.cuts.len()) as u64);
            return;
        };
        let next = next(axis, axes);
        if low[axis] < cut {
            self.cells_below(2 * node + 1, next, low, high, axes, cells);
        }
        if high[axis] >= cut {
            self.cells_below(2 * node + 2, next, low, high, axes, cells);
        }
    }
}

/// The axis after this one.
fn next(axis: usize, axes: usize) -> usize {
    if axis + 1 == axes { 0 } else { axis + 1 }
}

/// The regions of a join.
#[derive(Clone, Debug, PartialEq)]
pub struct Cuts {
    /// 2 in the plane, 3 in space.
    axes: usize,
    /// Small rows first.
    classes: Vec<Class>,
}

impl Cuts {
    /// The region of an owned row.
    ///
    /// # Errors
    /// The row is larger than any that the cuts were made of.
    pub fn home(&self, row: &Box3) -> Result<u64> {
        let extent = row.extent();
        let Some(class) = self.classes.iter().find(|class| class.fits(&extent)) else {
            return exec_err!(
                "the owner of a partitioned join gave other rows when it was read again: set \
                 octet.join.mode = 'broadcast', or write them to a table first"
            );
        };
        Ok(class.cell(&row.min.map(f64::from), self.axes))
    }

    /// Every region with owned rows that a row may touch.
    pub fn regions(&self, row: &Box3, regions: &mut Vec<u64>) {
        let high = row.max.map(f64::from);
        for class in &self.classes {
            // No larger than the real difference, whose magnitude a rounding may have made too small.
            let low: [f64; 3] =
                std::array::from_fn(|k| (f64::from(row.min[k]) - class.extent[k]).next_down());
            class.cells(&low, &high, self.axes, regions);
        }
    }

    /// Some region, for a row that touches nothing: by turns, so that those are spread evenly.
    pub fn some_region(&self, turn: usize) -> u64 {
        let first = self.classes.first().map_or(0, |class| class.first);
        first + (turn % self.len().max(1)) as u64
    }

    /// The number of regions.
    pub fn len(&self) -> usize {
        self.classes.iter().map(|class| class.cuts.len() + 1).sum()
    }

    /// As bytes.
    pub fn encode(&self) -> Vec<u8> {
        let mut words = vec![self.axes as u64];
        for class in &self.classes {
            words.extend(class.extent.map(f64::to_bits));
            words.extend([class.first, class.cuts.len() as u64]);
            words.extend(class.cuts.iter().map(|cut| cut.to_bits()));
        }
        to_bytes(&words)
    }

    /// From [`Cuts::encode`].
    ///
    /// # Errors
    /// Other bytes.
    pub fn decode(bytes: &[u8]) -> Result<Self> {
        let mut words = Words::of(bytes)?;
        let hash_of_all = hash(words.0.iter().copied()) >> 32 << 32;
        let (axes, mut classes) = (words.next()? as usize, Vec::new());
        if !(2..=3).contains(&axes) {
            return exec_err!("these are no cuts");
        }
        while !words.0.is_empty() {
            let extent = words.floats()?;
            let (first, len) = (hash_of_all | words.next()?, words.next()? as usize);
            let cuts = words.take(len)?.iter().map(|&bits| f64::from_bits(bits)).collect();
            classes.push(Class { extent, first, cuts });
        }
        Ok(Self { axes, classes })
    }
}

/// What the owner's rows are like: how many there are of each size, and a sample of their corners.
///
/// It is the same whatever the order of the rows, and whatever parts they were read in: the sample has the
/// corners whose hashes are smallest, each with the number of its rows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sketch {
    /// The number of cells that are wanted.
    pub cells: u64,
    axes: usize,
    sizes: BTreeMap<u64, Size>,
    sample: BTreeMap<(u64, u64, [u32; 3]), u64>,
    /// The largest hash of a sample that is full.
    largest: Option<u64>,
}

/// Rows of about one size.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Size {
    rows: u64,
    extent: [f64; 3],
}

/// Corners of a sample for each cell, and of all at most.
const SAMPLE_OF_CELL: usize = 32;
const SAMPLE: usize = 1 << 16;

/// The size of rows without a bound.
const UNBOUNDED: u64 = u64::MAX;

impl Sketch {
    /// Takes rows in.
    pub fn add(&mut self, kind: ShapeKind, boxes: &[Box3]) {
        self.axes = axes(kind);
        for row in boxes {
            let extent = row.extent();
            let largest = extent.into_iter().fold(0.0, f64::max);
            // Powers of four; all that is not normal is of one size.
            let size = match largest {
                x if x == f64::INFINITY => UNBOUNDED,
                x => x.to_bits() >> 53,
            };
            self.add_size(size, Size { rows: 1, extent });
            let corner = row.min.map(|x| (x + 0.0).to_bits());
            self.add_corner((hash(corner.map(u64::from)), size, corner), 1);
        }
    }

    /// Takes another sketch in.
    pub fn merge(&mut self, other: Self) {
        self.cells = self.cells.max(other.cells);
        self.axes = self.axes.max(other.axes);
        other.sizes.into_iter().for_each(|(size, rows)| self.add_size(size, rows));
        other.sample.into_iter().for_each(|(corner, rows)| self.add_corner(corner, rows));
    }

    fn add_size(&mut self, size: u64, more: Size) {
        let known = self.sizes.entry(size).or_default();
        known.rows += more.rows;
        known.extent = std::array::from_fn(|k| known.extent[k].max(more.extent[k]));
    }

    fn add_corner(&mut self, corner: (u64, u64, [u32; 3]), rows: u64) {
        if self.largest.is_some_and(|largest| corner.0 > largest) {
            return;
        }
        *self.sample.entry(corner).or_default() += rows;
        let most = (self.cells as usize).saturating_mul(SAMPLE_OF_CELL).clamp(SAMPLE / 64, SAMPLE);
        if self.sample.len() > most {
            self.sample.pop_last();
        }
        if self.sample.len() == most {
            self.largest = self.sample.last_key_value().map(|(last, _)| last.0);
        }
    }

    /// The cuts of these rows.
    pub fn cuts(&self) -> Cuts {
        let total: u64 = self.sizes.values().map(|size| size.rows).sum();
        let axes = self.axes.max(2);
        let mut classes: Vec<(Size, Vec<u64>)> = Vec::new();
        let small = self.cell_extent(axes).map(|x| x / 4.0);
        for (&name, size) in &self.sizes {
            // All rows that are small beside a cell are of one class; so are few rows and larger ones.
            let joins = classes.last().is_some_and(|(last, _)| {
                let is_small = (0..3).all(|k| size.extent[k] <= small[k]);
                name != UNBOUNDED && (is_small || last.rows * self.cells < total)
            });
            if joins && let Some((last, names)) = classes.last_mut() {
                last.rows += size.rows;
                last.extent = std::array::from_fn(|k| last.extent[k].max(size.extent[k]));
                names.push(name);
            } else {
                classes.push((*size, vec![name]));
            }
        }
        let mut cuts = Cuts { axes, classes: Vec::new() };
        for (size, names) in classes {
            let cells = match names.as_slice() {
                [UNBOUNDED] => 1,
                _ => (u128::from(self.cells) * u128::from(size.rows) / u128::from(total.max(1))) as usize,
            };
            let of_class = self.sample.iter().filter(|(corner, _)| names.contains(&corner.1));
            let mut points: Vec<([f64; 3], u64)> = of_class
                .map(|((_, _, corner), &rows)| (corner.map(|x| f64::from(f32::from_bits(x))), rows))
                .collect();
            let cells = cells.min(points.len()).max(1).next_power_of_two();
            let mut heap = vec![f64::INFINITY; cells - 1];
            halve(&mut points, 0, 0, axes, &mut heap);
            cuts.classes.push(Class { extent: size.extent, first: cuts.len() as u64, cuts: heap });
        }
        cuts
    }

    /// About how far a cell extends, were all as large.
    fn cell_extent(&self, axes: usize) -> [f64; 3] {
        let per_axis = (self.cells.max(1) as f64).powf(1.0 / axes as f64);
        std::array::from_fn(|k| {
            let values = self.sample.keys().map(|corner| f64::from(f32::from_bits(corner.2[k])));
            let values = values.filter(|x| x.is_finite());
            let (low, high) =
                values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| (low.min(x), high.max(x)));
            if low <= high { (high - low) / per_axis } else { 0.0 }
        })
    }

    /// Its memory, about.
    pub fn bytes(&self) -> usize {
        self.sample.len() * 64 + self.sizes.len() * 64
    }

    /// As bytes, for the state of an aggregate.
    pub fn encode(&self) -> Vec<u8> {
        let mut words = vec![self.cells, self.axes as u64, self.sizes.len() as u64];
        for (&name, size) in &self.sizes {
            words.extend([name, size.rows]);
            words.extend(size.extent.map(f64::to_bits));
        }
        for (&(hash, size, corner), &rows) in &self.sample {
            words.extend([hash, size, rows]);
            words.extend(corner.map(u64::from));
        }
        to_bytes(&words)
    }

    /// From [`Sketch::encode`].
    ///
    /// # Errors
    /// Other bytes.
    pub fn decode(bytes: &[u8]) -> Result<Self> {
        let mut words = Words::of(bytes)?;
        let mut sketch = Self { cells: words.next()?, axes: words.next()? as usize, ..Self::default() };
        for _ in 0..words.next()? {
            let (name, rows) = (words.next()?, words.next()?);
            sketch.sizes.insert(name, Size { rows, extent: words.floats()? });
        }
        while !words.0.is_empty() {
            let (hash, size, rows) = (words.next()?, words.next()?, words.next()?);
            let corner = [words.next()? as u32, words.next()? as u32, words.next()? as u32];
            sketch.add_corner((hash, size, corner), rows);
        }
        Ok(sketch)
    }
}

/// The coordinates of a corner of this shape's box: shapes of space have a column of a z.
fn axes(kind: ShapeKind) -> usize {
    if kind.columns().iter().any(|column| column.ends_with('z')) { 3 } else { 2 }
}

/// Cuts points in halves of as many rows, and those again.
fn halve(points: &mut [([f64; 3], u64)], node: usize, axis: usize, axes: usize, heap: &mut [f64]) {
    if node >= heap.len() || points.is_empty() {
        return;
    }
    // By all coordinates, so that the order does not depend on that before.
    points.sort_unstable_by(|(a, _), (b, _)| {
        let by_axis = a[axis].total_cmp(&b[axis]);
        by_axis.then_with(|| (0..3).map(|k| a[k].total_cmp(&b[k])).find(|o| o.is_ne()).unwrap_or(by_axis))
    });
    let (total, mut before): (u64, u64) = (points.iter().map(|point| point.1).sum(), 0);
    let middle = points.iter().position(|point| {
        before += point.1;
        2 * before > total
    });
    let cut = points[middle.unwrap_or(0)].0[axis];
    heap[node] = cut;
    let low = points.partition_point(|point| point.0[axis] < cut);
    let (low, high) = points.split_at_mut(low);
    halve(low, 2 * node + 1, next(axis, axes), axes, heap);
    halve(high, 2 * node + 2, next(axis, axes), axes, heap);
}

/// A hash whose small values are a fair sample: the finalizer of `SplitMix64` over the words.
fn hash(words: impl IntoIterator<Item = u64>) -> u64 {
    words.into_iter().fold(0, |state: u64, word| {
        let mut x = (state ^ word).wrapping_add(0x9e37_79b9_7f4a_7c15);
        x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ (x >> 31)
    })
}

fn to_bytes(words: &[u64]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

/// Numbers that are read one after the other.
struct Words(Vec<u64>);

impl Words {
    /// In reverse, so that the next one is the last.
    fn of(bytes: &[u8]) -> Result<Self> {
        let (words, rest) = bytes.as_chunks::<8>();
        if !rest.is_empty() {
            return exec_err!("these are no whole numbers of 64 bits");
        }
        Ok(Self(words.iter().rev().map(|word| u64::from_le_bytes(*word)).collect()))
    }

    fn next(&mut self) -> Result<u64> {
        self.0.pop().map_or_else(|| exec_err!("these bytes end too early"), Ok)
    }

    fn take(&mut self, len: usize) -> Result<Vec<u64>> {
        if len > self.0.len() {
            return exec_err!("these bytes end too early");
        }
        Ok(self.0.drain(self.0.len() - len..).rev().collect())
    }

    fn floats(&mut self) -> Result<[f64; 3]> {
        Ok([self.next()?, self.next()?, self.next()?].map(f64::from_bits))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Boxes of many sizes, some of them points, some without an end.
    fn random(count: usize, mut state: u64) -> Vec<Box3> {
        let mut next = |n: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % n
        };
        let boxes = (0..count).map(|_| {
            let size = [0, 1, 3, 40, 1000][next(5) as usize];
            let min: [f32; 3] = std::array::from_fn(|_| next(4000) as f32 / 7.0);
            let max = min.map(|x| x + next(size + 1) as f32 / 3.0);
            match next(50) {
                0 => Box3 { min: [f32::NEG_INFINITY, min[1], min[2]], max: [max[0], f32::INFINITY, max[2]] },
                _ => Box3 { min, max },
            }
        });
        boxes.collect()
    }

    fn touch(p: &Box3, q: &Box3) -> bool {
        (0..3).all(|k| p.min[k] <= q.max[k] && q.min[k] <= p.max[k])
    }

    #[test]
    fn whatever_touches_meets_in_the_home_of_the_owned_row_once() {
        for (kind, seed) in [(ShapeKind::Aabb3, 1), (ShapeKind::Triangle3, 2)] {
            let (owned, others) = (random(2000, seed), random(500, seed + 10));
            let mut sketch = Sketch { cells: 64, ..Sketch::default() };
            sketch.add(kind, &owned);
            let cuts = Cuts::decode(&sketch.cuts().encode()).unwrap();
            assert!(cuts.len() >= 32, "{}", cuts.len());
            let homes: Vec<u64> = owned.iter().map(|p| cuts.home(p).unwrap()).collect();
            let mut met = 0;
            for q in &others {
                let mut regions = Vec::new();
                cuts.regions(q, &mut regions);
                let count = regions.len();
                regions.sort_unstable();
                regions.dedup();
                assert_eq!(regions.len(), count, "a region twice");
                for (p, home) in owned.iter().zip(&homes).filter(|(p, _)| touch(p, q)) {
                    assert!(regions.binary_search(home).is_ok(), "{p:?} {q:?}");
                    met += 1;
                }
            }
            assert!(met > 1000, "{met}");
        }
    }

    #[test]
    fn cuts_do_not_depend_on_the_order_or_on_parts() {
        let rows = random(40_000, 3);
        let mut all = Sketch { cells: 256, ..Sketch::default() };
        all.add(ShapeKind::Aabb3, &rows);
        let mut parts = Sketch::default();
        for part in rows.chunks(777).rev() {
            let mut sketch = Sketch { cells: 256, ..Sketch::default() };
            sketch.add(ShapeKind::Aabb3, &part.iter().rev().copied().collect::<Vec<_>>());
            parts.merge(Sketch::decode(&sketch.encode()).unwrap());
        }
        assert_eq!(all.cuts().encode(), parts.cuts().encode());
        // Other rows have other cuts, and other numbers of regions.
        let mut fewer = Sketch { cells: 256, ..Sketch::default() };
        fewer.add(ShapeKind::Aabb3, &rows[1..]);
        let region = |sketch: &Sketch| Cuts::decode(&sketch.cuts().encode()).unwrap().classes[0].first >> 32;
        assert_eq!(region(&all), region(&parts));
        assert_ne!(region(&all), region(&Sketch { cells: 128, ..all.clone() }));
    }

    /// Half of the rows at a thousandth of the places: regions are as even as heaps allow.
    #[test]
    fn uneven_rows_are_cut_evenly() {
        let mut rows = random(30_000, 4);
        rows.retain(|row| row.min[0].is_finite() && row.max[0] - row.min[0] < 2.0);
        for row in &mut rows.iter_mut().step_by(2) {
            *row = Box3 { min: row.min.map(|x| x / 1000.0), max: row.min.map(|x| x / 1000.0) };
        }
        let mut sketch = Sketch { cells: 32, ..Sketch::default() };
        sketch.add(ShapeKind::Aabb3, &rows);
        let cuts = Cuts::decode(&sketch.cuts().encode()).unwrap();
        let mut counts = BTreeMap::new();
        for row in &rows {
            *counts.entry(cuts.home(row).unwrap()).or_insert(0) += 1;
        }
        let largest = counts.values().max().copied().unwrap_or(0);
        let mean = rows.len() / cuts.len();
        assert!(largest <= 2 * mean, "{largest}, mean {mean} of {}", cuts.len());
    }

    #[test]
    fn rows_that_no_cuts_were_made_of_are_refused() {
        let small = Box3 { min: [0.0; 3], max: [1.0; 3] };
        let mut sketch = Sketch { cells: 4, ..Sketch::default() };
        sketch.add(ShapeKind::Aabb3, &[small]);
        let cuts = sketch.cuts();
        assert!(cuts.home(&small).is_ok());
        let error = cuts.home(&Box3 { max: [2.0; 3], ..small }).unwrap_err();
        assert!(error.to_string().contains("other rows when it was read again"), "{error}");
        assert!(Cuts::decode(&[1, 2, 3]).is_err() && Cuts::decode(&[0; 16]).is_err());
        let bytes = cuts.encode();
        assert!(Cuts::decode(&bytes[..bytes.len() - 8]).is_err());
    }
}
