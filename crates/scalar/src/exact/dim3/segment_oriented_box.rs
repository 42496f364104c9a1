//! Segment, ray or line and an oriented box in space: the slabs of the plane, three of them
//! ([`crate::exact::dim2::segment_oriented_box`]). Of degree 4.
//!
//! The axes are used as stored: the set is that of the three slabs also where they are not perpendicular, or depend on
//! one another so that it is unbounded.

use crate::dim3::OrientedBox3;
use crate::dim3::segment_oriented_box::Reading;
use crate::exact::dim2::segment_oriented_box::{Ends, slabs};
use crate::exact::dyadic::Dyadic;
use crate::exact::number::Number;
use crate::exact::operand::{Operand, finite};
use crate::exact::rounded::Rounded;
use crate::exact::vector::{between, dot, vector};
use crate::exact::{Exact, Stage};

/// Whether the segment, ray or line and the box, with its axes as stored, have a point in common.
///
/// ```
/// use scalar::dim3::{Line3, OrientedBox3, Ray3, Segment3};
/// use scalar::exact::segment3_oriented_box3;
///
/// let axes = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
/// let cube = OrientedBox3 { center: [0.0; 3], half_extents: [1.0; 3], axes };
/// let (start, direction) = ([3.0, 1.0, 1.0], [1.0, 0.0, 0.0]); // away from the cube, along an edge
/// assert!(!segment3_oriented_box3(&Segment3 { start, direction }, &cube));
/// assert!(!segment3_oriented_box3(&Ray3 { start, direction }, &cube));
/// assert!(segment3_oriented_box3(&Line3 { start, direction }, &cube));
/// assert!(!segment3_oriented_box3(&Line3 { start: [3.0, 1.0, 1.000_000_1], direction }, &cube));
/// ```
pub fn segment3_oriented_box3<R: Reading>(path: &R, oriented: &OrientedBox3) -> bool {
    path.decide(oriented).hit
}

impl<R: Reading> Exact<OrientedBox3> for R {
    fn attempt(&self, other: &OrientedBox3, stage: Stage) -> Option<bool> {
        let (start, direction) = self.path();
        if !(finite(&start) && finite(&direction) && other.has_points()) {
            return Some(false);
        }
        match stage {
            Stage::Rounded => meet::<Rounded, R>(self, other),
            Stage::Integer => meet::<Dyadic, R>(self, other),
        }
    }
}

fn meet<N: Number, R: Reading>(path: &R, oriented: &OrientedBox3) -> Option<bool> {
    let (start, direction) = path.path();
    let (from_center, direction) = (between::<N, 3>(oriented.center, start), vector::<N, 3>(direction));
    let axes = oriented.axes.map(vector::<N, 3>);
    let s = [0, 1, 2].map(|k: usize| dot(&axes[k], &from_center));
    let d = [0, 1, 2].map(|k: usize| dot(&axes[k], &direction));
    slabs(Ends::of(R::START, R::END), &s, &d, &vector(oriented.half_extents))
}
