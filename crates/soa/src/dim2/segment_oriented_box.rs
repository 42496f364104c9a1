//! Segment, ray or line and an oriented box by slabs (s4). Derivation: `scalar::dim2::segment_oriented_box`.

use core::marker::PhantomData;

use scalar::dim2::segment_oriented_box::{self, Reading};
use scalar::dim2::{Crossing, Line, OrientedBox, Ray, Segment};

use super::vector::{cross, dot, sub};
use crate::columns::Columns;
use crate::hits::Hits;
use crate::kernel::{Crosses, Measure, Predicate};
use crate::lanes::{Lanes, select};
use crate::shape::Shape;

/// What the kernels of a reading are called.
pub trait Named: Reading + Shape {
    /// The name of the yes/no kernel.
    const SLABS: &'static str;
    /// The name of the computing kernel.
    const CROSSING: &'static str;
}

/// Names the kernels of a reading, and makes them the ones that [`crate::crossings`] runs.
macro_rules! named {
    ($shape:ty, $name:literal) => {
        impl Named for $shape {
            const SLABS: &'static str = concat!($name, "/slabs");
            const CROSSING: &'static str = concat!($name, "/crossing");
        }

        impl Crosses<OrientedBox> for $shape {
            type Kernel = SlabsCrossing<Self>;
        }
    };
}
named!(Segment, "segment_oriented_box");
named!(Ray, "ray_oriented_box");
named!(Line, "line_oriented_box");

/// Hit or not, for a segment, ray or line `R`.
#[derive(Debug)]
pub struct Slabs<R>(PhantomData<R>);

impl<R: Named> Predicate for Slabs<R> {
    const NAME: &'static str = R::SLABS;
    type A = R;
    type B = OrientedBox;

    fn twin(path: &R, b: &OrientedBox) -> bool {
        segment_oriented_box::slabs(path, b)
    }

    #[inline(always)]
    fn lanes<L: Lanes>(path: &R::Of<L>, b: &[L; 6]) -> L::Mask {
        parameters::<R, L>(path.as_ref(), b).0
    }
}

/// Parameters in and out and the first common point, for a segment, ray or line `R`; all NaN without one.
#[derive(Debug)]
pub struct SlabsCrossing<R>(PhantomData<R>);

impl<R: Named> Measure for SlabsCrossing<R> {
    const NAME: &'static str = R::CROSSING;
    type A = R;
    type B = OrientedBox;
    type Out = Crossing;

    fn twin(path: &R, b: &OrientedBox) -> Crossing {
        let nan = f32::NAN;
        let none = Crossing { t_in: nan, t_out: nan, point: [nan; 2] };
        segment_oriented_box::crossing(path, b).unwrap_or(none)
    }

    #[inline(always)]
    fn lanes<L: Lanes>(path: &R::Of<L>, b: &[L; 6]) -> [L; 4] {
        let path = path.as_ref();
        let (hit, t_in, t_out) = parameters::<R, L>(path, b);
        let point = [path[0] + path[2] * t_in, path[1] + path[3] * t_in];
        let none = t_in.splat(f32::NAN);
        select(hit, [t_in, t_out, point[0], point[1]], [none; 4])
    }
}

/// Hit or not, and the parameters in and out, in the box's frame. `path` holds start and direction.
#[inline(always)]
fn parameters<R: Named, L: Lanes>(path: &[L], &[cx, cy, hx, hy, ux, uy]: &[L; 6]) -> (L::Mask, L, L) {
    let (u, direction) = ([ux, uy], [path[2], path[3]]);
    let from_center = sub([path[0], path[1]], [cx, cy]);
    let s = [dot(u, from_center), cross(u, from_center)];
    let d = [dot(u, direction), cross(u, direction)];
    clip((R::START, R::END), s, d, [hx, hy])
}

/// The part of the range in which `s + t d` lies in all slabs, `|s + t d| <= h`, and whether it is not empty.
#[inline(always)]
pub(crate) fn clip<L: Lanes, const N: usize>(
    (start, end): (f32, f32),
    s: [L; N],
    d: [L; N],
    h: [L; N],
) -> (L::Mask, L, L) {
    let zero = s[0].splat(0.0);
    let mut still = d[0].eq(zero);
    for &d in &d[1..] {
        still = still & d.eq(zero);
    }
    let mut t_in = L::select(still, zero, zero.splat(start));
    let mut t_out = L::select(still, zero, zero.splat(end));
    let mut sum = zero;
    for k in 0..N {
        let ahead = h[k].flip_sign(d[k]);
        let from_behind = ahead + s[k];
        let (near, far) = (from_behind / -d[k], (ahead - s[k]) / d[k]);
        t_in = L::select(near.gt(t_in), near, t_in);
        t_out = L::select(far.lt(t_out), far, t_out);
        sum = sum + (from_behind + d[k]);
    }
    let mut hit = t_in.le(t_out) & sum.eq(sum);
    if end == f32::INFINITY {
        hit = hit & t_in.lt(zero.splat(end));
    }
    if start == f32::NEG_INFINITY {
        hit = hit & t_out.gt(zero.splat(start));
    }
    (hit, t_in, t_out)
}

impl Columns<Crossing> {
    /// The rows that have a crossing: those whose parameters are numbers.
    ///
    /// ```
    /// use soa::{OrientedBoxes, Segments};
    ///
    /// let segments = Segments::new([vec![-3.0, 5.0], vec![0.5, 0.5], vec![8.0, 8.0], vec![0.0, 0.0]])?;
    /// let squares = OrientedBoxes::new([[0.0; 2], [0.0; 2], [1.0; 2], [1.0; 2], [1.0; 2], [0.0; 2]].map(Vec::from))?;
    /// let crossings = soa::crossings(&segments, &squares)?;
    /// assert_eq!(crossings.hits(), soa::overlap(&segments, &squares)?);
    /// assert_eq!(crossings.hits().to_bools(), [true, false]);
    /// # Ok::<(), soa::Error>(())
    /// ```
    pub fn hits(&self) -> Hits {
        let [t_in, ..] = self.as_view().columns();
        Hits::from_bools(t_in.iter().map(|t| !t.is_nan()))
    }
}
