//! Segment, ray or line and a triangle in space.
//!
//! ```text
//! Define    a, b, c, from the start of the path to the vertices;  d, the direction
//!           ab = d.(a x b),  bc = d.(b x c),  ca = d.(c x a), of degree 3: on which side of the line of the
//!               path each edge passes
//!           n = AB x AC = a x b + b x c + c x a, so that d.n = ab + bc + ca
//!           height = a.(b x c) = a.n, and rest = d.n - height
//! Solution  where d.n is not 0, the line meets the plane at the parameter height / d.n, and a hit is
//!             line     ab, bc, ca >= 0, or all <= 0
//!             ray      the same with height
//!             segment  the same with height and rest
//! ```
//!
//! `d.n` is the sum of the first three, so it need not be known by itself: where these are `>= 0` and not all
//! zero, it is positive, and `0 <= height / d.n <= 1` says the same as `height >= 0` and `rest >= 0`. Where
//! they are `<= 0` all signs are reversed.
//!
//! If `d.n = 0` the conditions hold only where `ab`, `bc` and `ca` are zero. Then path and triangle lie in
//! one plane, or the path is a point off the plane, with a height that is not zero. In one plane their
//! projections along the axes decide ([`super::orient`]). Triangles of zero area, for which `n = 0`, lie in
//! one plane with the path if the three are zero, and are on different lines if they are not: as their sum is
//! zero, they then have both signs.

use core::cmp::Ordering;

use super::orient::{along, determinant, triangle_along};
use crate::LinearComponent;
use crate::dim3::Triangle3;
use crate::exact::dim2::segment_oriented_box::Ends;
use crate::exact::dim2::segment_triangle::path_intersects;
use crate::exact::kleene::{all, and, not, or};
use crate::exact::number::Number;
use crate::exact::vector::{between, vector};
use crate::exact::{Exact, decided_by};

/// Whether the segment, ray or line and the triangle have a point in common.
///
/// ```
/// use scalar::dim3::{Line3, Ray3, Segment3, Triangle3};
/// use scalar::exact::segment3_triangle3;
///
/// let triangle = Triangle3 { a: [0.0, 0.0, 3.0], b: [0.0, 3.0, 0.0], c: [3.0, 0.0, 0.0] };
/// // Through (1, 1, 1), and the same from there on.
/// let through = Segment3 { start: [2.0, 2.0, 2.0], direction: [-1.0, -1.0, -1.0] };
/// assert!(segment3_triangle3(&through, &triangle));
/// let short = [-0.999_999_94, -1.0, -1.0];
/// assert!(!segment3_triangle3(&Segment3 { direction: short, ..through }, &triangle));
/// assert!(segment3_triangle3(&Ray3 { start: through.start, direction: short }, &triangle));
/// // In its plane, beside a vertex.
/// let beside = Line3 { start: [0.0, 1.0, 3.0], direction: [1.0, 1.0, -2.0] };
/// assert!(!segment3_triangle3(&beside, &triangle));
/// assert!(segment3_triangle3(&Line3 { start: [0.0, 0.0, 3.0], ..beside }, &triangle));
/// ```
pub fn segment3_triangle3<R: LinearComponent<3>>(path: &R, triangle: &Triangle3) -> bool {
    path.decide(triangle).hit
}
decided_by!(intersect(R: LinearComponent<3>, Triangle3));

fn intersect<N: Number>(path: &impl LinearComponent<3>, t: &Triangle3) -> Option<bool> {
    let (start, direction) = path.path();
    let ends = Ends::of(path.range());
    let d = vector::<N, 3>(direction);
    let [a, b, c] = [t.a, t.b, t.c].map(|vertex| between::<N, 3>(start, vertex));

    let [ab, bc, ca] = [(&a, &b), (&b, &c), (&c, &a)].map(|(from, to)| determinant(&d, from, to));
    let height = determinant(&a, &b, &c);
    let rest = ab.plus(&bc).plus(&ca).minus(&height);
    let first = if ends.has_start { height.clone() } else { ab.clone() };
    let last = if ends.has_end { rest } else { ab.clone() };
    let in_line = N::have_one_sign(&[ab.clone(), bc.clone(), ca.clone(), first, last]);

    let is_zero = |x: &N| x.sign().map(Ordering::is_eq);
    let crosses_the_plane = || not(all([&ab, &bc, &ca].map(is_zero)));
    let in_one_plane = || {
        let along_axis =
            |k| path_intersects::<N>(ends, along(k, &start), along(k, &direction), &triangle_along(k, t));
        and(is_zero(&height), || all((0..3).map(along_axis)))
    };
    and(in_line, || or(crosses_the_plane(), in_one_plane))
}
