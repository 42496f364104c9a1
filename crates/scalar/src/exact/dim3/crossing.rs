//! The vertical ray that goes up from a point, and a triangle: what parity counts to tell inside from
//! outside.
//!
//! ```text
//!        C'_______ B'         seen from above, with P as the origin:
//!         \   P  /            ab = A x B,  bc = B x C,  ca = C x A    the edge functions of the plane
//!          \    /
//!           \  /              Solution  P' lies in the triangle, and
//!            A'               az bc + bz ca + cz ab  has the sign of  ab + bc + ca
//! ```
//!
//! **In the plane.** An edge counts if one of its ends lies above `P` in y and the other one does not, and if `P`
//! lies truly to the left of it, as it goes up. `P` lies in the triangle if an odd number of edges counts.
//! That is the answer for a point `P'` that lies beside `P` by next to nothing in x, and by next to nothing
//! of that in y: so it lies on no edge, and of the faces at an edge or a corner, those count that a ray from
//! `P'` crosses.
//!
//! **Up.** `ab`, `bc` and `ca`, divided by their sum, are the weights of the corners at `P`, and so the height of
//! the triangle above `P` is `(az bc + bz ca + cz ab) / (ab + bc + ca)`. Of the two edges that differ in y,
//! one function may be zero, and the other has the sign of the sum. Where the height is zero, `P` lies on the
//! triangle.
//!
//! The number of faces of a closed mesh above `P` is odd exactly if `P` lies inside, if it lies on no face.
//! Vertical faces count nothing: their projections have no inside.

use core::cmp::Ordering;

use crate::dim3::{Point3, Triangle3};
use crate::exact::number::Number;
use crate::exact::operand::have_no_points;
use crate::exact::vector::{between, cross, dot};
use crate::exact::{Decision, by_stage};

/// Whether the vertical ray that goes up from a point crosses the triangle: at an edge or a corner, exactly
/// those of its faces that a ray beside it crosses.
///
/// ```
/// use scalar::{dim3::Triangle3, exact::is_below};
///
/// let left = Triangle3 { a: [0.0, 0.0, 1.0], b: [4.0, 0.0, 1.0], c: [4.0, 4.0, 1.0] };
/// let right = Triangle3 { b: [4.0, 4.0, 1.0], c: [0.0, 4.0, 1.0], ..left };
/// assert!(is_below(&[3.0, 2.0, 0.0], &left));
/// assert!(!is_below(&[3.0, 2.0, 2.0], &left));
/// // Under their common edge: one of the two.
/// assert!(is_below(&[2.0, 2.0, 0.0], &left) != is_below(&[2.0, 2.0, 0.0], &right));
/// ```
pub fn is_below(point: &Point3, triangle: &Triangle3) -> bool {
    decide_crossing(point, triangle).hit
}

/// [`is_below`], and the stage that decided it.
pub fn decide_crossing(point: &Point3, triangle: &Triangle3) -> Decision {
    if have_no_points(point, triangle) {
        return Decision::NOTHING;
    }
    Decision::of(|stage| by_stage!(stage, N => crosses::<N>(*point, triangle)))
}

fn crosses<N: Number>(p: Point3, t: &Triangle3) -> Option<bool> {
    let corners = [t.a, t.b, t.c];
    let from_p = corners.map(|corner| between::<N, 3>(p, corner));
    let next = |i: usize| (i + 1) % 3;
    let functions = [0, 1, 2].map(|i: usize| {
        let [[ux, uy, _], [vx, vy, _]] = [&from_p[i], &from_p[next(i)]];
        cross(&[ux.clone(), uy.clone()], &[vx.clone(), vy.clone()])
    });
    let (mut odd, mut area) = (false, Ordering::Equal);
    for i in 0..3 {
        let is_above = |corner: [f32; 3]| corner[1] > p[1];
        let [goes_down, goes_up] = [is_above(corners[i]), is_above(corners[next(i)])];
        if goes_down != goes_up {
            let side = functions[i].sign()?;
            odd ^= if goes_up { side.is_gt() } else { side.is_lt() };
            area = area.then(side);
        }
    }
    if !odd {
        return Some(false);
    }
    let [ab, bc, ca] = functions;
    let height = dot(&from_p.map(|[_, _, z]| z), &[bc, ca, ab]).sign()?;
    Some(height.is_ne() && height == area)
}
