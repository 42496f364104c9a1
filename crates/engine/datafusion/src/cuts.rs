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
    Aabb, Aabb3, Disk, Line, Line3, OrientedBox, OrientedBox3, Point, Point3, Ray, Ray3, Segment, Segment3,
    Shape, Sphere, Triangle, Triangle3,
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
        for row in 0..rows {
            let bounds = S::from_values(|k| columns[k][row]).bounds();
            let values = bounds.values();
            let (min, max) = values.split_at(values.len() / 2);
            let corner = |side: &[f32]| [side[0], side[1], side.get(2).copied().unwrap_or(0.0)];
            boxes.push(Box3 { min: corner(min), max: corner(max) });
        }
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
        Point Segment Ray Line Disk Aabb OrientedBox Triangle
        Point3 Segment3 Ray3 Line3 Sphere Aabb3 OrientedBox3 Triangle3))
}

/// Rows of which each is in one cell.
#[derive(Clone, Debug, PartialEq)]
struct Class {
    /// The largest extent of its rows, on each axis.
    extent: [f64; 3],
    /// Its first region.
    first: u32,
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
    fn cell(&self, corner: &[f64; 3], axes: usize) -> u32 {
        let (mut node, mut axis) = (0, 0);
        while let Some(&cut) = self.cuts.get(node) {
            node = 2 * node + 1 + usize::from(corner[axis] >= cut);
            axis = (axis + 1) % axes;
        }
        self.first + (node - self.cuts.len()) as u32
    }

    /// All cells that a range meets.
    fn cells(&self, low: &[f64; 3], high: &[f64; 3], axes: usize, cells: &mut Vec<u32>) {
        self.cells_below(0, 0, low, high, axes, cells);
    }

    fn cells_below(
        &self,
        node: usize,
        axis: usize,
        low: &[f64; 3],
        high: &[f64; 3],
        axes: usize,
        cells: &mut Vec<u32>,
    ) {
        let Some(&cut) = self.cuts.get(node) else {
            cells.push(self.first + (node - self.cuts.len()) as u32);
            return;
        };
        let next = (axis + 1) % axes;
        if low[axis] < cut {
            self.cells_below(2 * node + 1, next, low, high, axes, cells);
        }
        if high[axis] >= cut {
            self.cells_below(2 * node + 2, next, low, high, axes, cells);
        }
    }
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
    pub fn home(&self, row: &Box3) -> Result<u32> {
        let extent = row.extent();
        match self.classes.iter().find(|class| class.fits(&extent)) {
            Some(class) => Ok(class.cell(&row.min.map(f64::from), self.axes)),
            None => exec_err!(
                "the owner of a partitioned join gave other rows when it was read again: set \
                 octet.join.mode = 'broadcast', or write them to a table first"
            ),
        }
    }

    /// Every region with owned rows that a row may touch.
    pub fn regions(&self, row: &Box3, regions: &mut Vec<u32>) {
        let high = row.max.map(f64::from);
        for class in &self.classes {
            // No larger than the real difference, whose magnitude a rounding may have made too small.
            let low: [f64; 3] =
                std::array::from_fn(|k| (f64::from(row.min[k]) - class.extent[k]).next_down());
            class.cells(&low, &high, self.axes, regions);
        }
    }

    /// The number of regions.
    pub fn len(&self) -> usize {
        self.classes.last().map_or(0, |class| class.first as usize + class.cuts.len() + 1)
    }

    /// As bytes.
    pub fn encode(&self) -> Vec<u8> {
        let mut words = vec![self.axes as u64];
        for class in &self.classes {
            words.extend(class.extent.map(f64::to_bits));
            words.extend([u64::from(class.first), class.cuts.len() as u64]);
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
        let (axes, mut classes) = (words.next()? as usize, Vec::new());
        if !(2..=3).contains(&axes) {
            return exec_err!("these are no cuts");
        }
        while !words.0.is_empty() {
            let extent = words.floats()?;
            let (first, len) = (words.next()? as u32, words.next()? as usize);
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
    sizes: BTreeMap<i64, Size>,
    sample: BTreeMap<(u64, i64, [u32; 3]), u64>,
}

/// Rows of about one size.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Size {
    rows: u64,
    extent: [f64; 3],
}

/// Corners of a sample: for 256 cells, 64 of each.
const SAMPLE: usize = 1 << 14;

/// The size of rows without a bound.
const UNBOUNDED: i64 = i64::MAX;

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
                x => (x.to_bits() >> 53) as i64,
            };
            self.add_size(size, Size { rows: 1, extent });
            let corner = row.min.map(|x| (x + 0.0).to_bits());
            self.add_corner((hash(corner), size, corner), 1);
        }
    }

    /// Takes another sketch in.
    pub fn merge(&mut self, other: Self) {
        self.cells = self.cells.max(other.cells);
        self.axes = self.axes.max(other.axes);
        other.sizes.into_iter().for_each(|(size, rows)| self.add_size(size, rows));
        other.sample.into_iter().for_each(|(corner, rows)| self.add_corner(corner, rows));
    }

    fn add_size(&mut self, size: i64, more: Size) {
        let known = self.sizes.entry(size).or_default();
        known.rows += more.rows;
        known.extent = std::array::from_fn(|k| known.extent[k].max(more.extent[k]));
    }

    fn add_corner(&mut self, corner: (u64, i64, [u32; 3]), rows: u64) {
        let is_full = self.sample.len() >= SAMPLE;
        if is_full && self.sample.last_key_value().is_some_and(|last| corner > *last.0) {
            return;
        }
        *self.sample.entry(corner).or_default() += rows;
        if self.sample.len() > SAMPLE {
            self.sample.pop_last();
        }
    }

    /// The cuts of these rows.
    pub fn cuts(&self) -> Cuts {
        let total: u64 = self.sizes.values().map(|size| size.rows).sum();
        let axes = self.axes.max(2);
        let mut classes: Vec<(Size, Vec<i64>)> = Vec::new();
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
            cuts.classes.push(Class { extent: size.extent, first: cuts.len() as u32, cuts: heap });
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
            words.extend([name as u64, size.rows]);
            words.extend(size.extent.map(f64::to_bits));
        }
        for (&(hash, size, corner), &rows) in &self.sample {
            words.extend([hash, size as u64, rows]);
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
            let (name, rows) = (words.next()? as i64, words.next()?);
            sketch.sizes.insert(name, Size { rows, extent: words.floats()? });
        }
        while !words.0.is_empty() {
            let (hash, size, rows) = (words.next()?, words.next()? as i64, words.next()?);
            let corner = [words.next()? as u32, words.next()? as u32, words.next()? as u32];
            sketch.sample.insert((hash, size, corner), rows);
        }
        Ok(sketch)
    }
}

/// The coordinates of a corner of this shape's box.
fn axes(kind: ShapeKind) -> usize {
    use ShapeKind::{Aabb3, Line3, OrientedBox3, Point3, Ray3, Segment3, Sphere, Triangle3};
    match kind {
        Point3 | Segment3 | Ray3 | Line3 | Sphere | Aabb3 | OrientedBox3 | Triangle3 => 3,
        _ => 2,
    }
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
    halve(low, 2 * node + 1, (axis + 1) % axes, axes, heap);
    halve(high, 2 * node + 2, (axis + 1) % axes, axes, heap);
}

/// A hash whose small values are a fair sample: the finalizer of `SplitMix64` over the three words.
fn hash(corner: [u32; 3]) -> u64 {
    corner.into_iter().fold(0, |state: u64, word| {
        let mut x = (state ^ u64::from(word)).wrapping_add(0x9e37_79b9_7f4a_7c15);
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
