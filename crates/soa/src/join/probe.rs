//! What goes down a tree: a box, and for a segment, ray or line also its path, which may miss a box that its
//! bounds meet.
//!
//! A path `o + t d` and a box have no common point if their projections on some axis are disjoint. The
//! coordinate axes are those of the bounds: the box around a segment, the quadrant that a ray runs into. The
//! others are perpendicular to `d` and to a coordinate axis:
//!
//! ```text
//!    n = (d_j, -d_i)      f(p) = (p_i - o_i) d_j - (p_j - o_j) d_i        zero along the path
//!
//!    over a box:  (lo_i - o_i) d_j, (hi_i - o_i) d_j   and   (lo_j - o_j) d_i, (hi_j - o_j) d_i
//!    least f   =  the smaller of the first - the larger of the second       the path misses the box
//!    largest f =  the larger of the first - the smaller of the second       if least > 0 or largest < 0
//! ```
//!
//! A product has two roundings and the difference one more, so with `u = 2^-24` the rounding of `f` is below
//! `4 u` times the sum of the sizes of its products, and an underflow of two products below `2^-148`. Beyond
//! that bound the sign is certain; else the box is kept, as it is where a product overflows or is NaN.

use super::bounds::Bounded;
use super::groups::{Groups, WIDTH, intersects_mask};
use crate::data::shape::{Shape, ShapeKind};
use crate::lanes::{Lanes, Mask, Simd};

/// What goes down a tree of boxes `B`.
#[derive(Clone, Copy)]
pub(crate) struct Probe<B> {
    pub(crate) bounds: B,
    path: Option<Path>,
}

/// The start and the direction of a segment, ray or line; the last coordinates are zero in the plane.
#[derive(Clone, Copy)]
struct Path {
    start: [f32; 3],
    direction: [f32; 3],
}

impl<B: Shape> Probe<B> {
    /// A box, or a shape of which no more is known.
    pub(crate) fn of_box(bounds: B) -> Self {
        Self { bounds, path: None }
    }

    /// A shape.
    pub(crate) fn of<S: Bounded<Bounds = B>>(shape: &S) -> Self {
        use ShapeKind::{Line, Line3, Ray, Ray3, Segment, Segment3};
        let is_path = matches!(S::KIND, Segment | Ray | Line | Segment3 | Ray3 | Line3);
        let path = is_path.then(|| {
            let (start, direction) = shape.values().split_at(S::COLUMNS.len() / 2);
            Path { start: padded(start), direction: padded(direction) }
        });
        Self { bounds: shape.bounds(), path }
    }

    /// Which boxes of a group the shape may meet, as bits. `of` is its bounds in every lane.
    #[inline(always)]
    pub(crate) fn mask<T: Simd>(
        &self,
        simd: T,
        boxes: &Groups<B>,
        group: usize,
        of: &B::Of<T::Lanes>,
    ) -> u32 {
        let meet = intersects_mask(simd, boxes, group, of);
        match &self.path {
            Some(path) if meet != 0 => meet & !path.separated(simd, boxes, group),
            _ => meet,
        }
    }
}

/// The coordinates of a vector, the last of which is zero in the plane.
pub(crate) fn padded(v: &[f32]) -> [f32; 3] {
    core::array::from_fn(|k| v.get(k).copied().unwrap_or(0.0))
}

impl Path {
    /// Which boxes of a group the whole line surely misses, as bits.
    #[inline(always)]
    fn separated<T: Simd, B: Shape>(&self, simd: T, boxes: &Groups<B>, group: usize) -> u32 {
        /// Above the rounding of `f`, in units of the sizes of its products.
        const UNITS: f32 = 2.0 * f32::EPSILON;
        /// Above what two products lose by underflow.
        const UNDERFLOW: f32 = f32::MIN_POSITIVE;
        let dim = B::COLUMNS.len() / 2;
        let mut separated = 0;
        for at in (0..WIDTH).step_by(T::Lanes::LEN) {
            let boxes = boxes.load(simd, group, at);
            let (low, high) = boxes.as_ref().split_at(dim);
            let zero = simd.splat(0.0);
            let mut missed = zero.lt(zero);
            for i in 0..dim * (dim - 1) / 2 {
                let j = (i + 1) % dim;
                let (least, largest, size) = products([low[i], high[i]], self.start[i], self.direction[j]);
                let (least_j, largest_j, size_j) =
                    products([low[j], high[j]], self.start[j], self.direction[i]);
                let bound = (size + size_j) * simd.splat(UNITS) + simd.splat(UNDERFLOW);
                missed = missed | (least - largest_j).gt(bound) | (least_j - largest).gt(bound);
            }
            separated |= missed.bits() << at;
        }
        separated
    }
}

/// The smaller and the larger of the differences of a box's sides from `start`, times `by`, and the larger of
/// their sizes.
#[inline(always)]
fn products<L: Lanes>([low, high]: [L; 2], start: f32, by: f32) -> (L, L, L) {
    let (start, by) = (low.splat(start), low.splat(by));
    let (p, q) = ((low - start) * by, (high - start) * by);
    (p.min(q), p.max(q), p.abs().max(q.abs()))
}
