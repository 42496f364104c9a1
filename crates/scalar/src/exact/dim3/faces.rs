//! Two faces of a mesh: whether they have more in common than the corners and the edge that they share.
//!
//! ```text
//!        p ______ q            Define  0, the corner in common;  p, q and r, s, the others
//!         \      /                     A = p.(q x r),  B = p.(q x s),  C = r.(s x p),  D = r.(s x q)
//!          \ r--/----s         Solution  the faces have more in common than 0 exactly if
//!           \| /  ,                      A, -B, -C, D >= 0, or all <= 0
//!            0'
//! ```
//!
//! Corners are shared where their coordinates are equal. A face of zero area is in no pair.
//!
//! **No corner in common**: the closed triangles have a point in common.
//!
//! **One.** From a common point other than 0 the ray away from 0 leaves one of the faces first, through its edge
//! opposite 0, within the other one. So an edge opposite 0 meets the other face. The edge from `p` to `q` is
//! at the sides `C` and `D` of the plane of the other face, and passes its edges on the sides `A`, `-B` and
//! `V = D - C + B - A`: it meets that face if `A, -B, -C, D` and `V` have one sign. The edge from `r` to `s`
//! meets the face of `p` and `q` if `A, -B, -C, D` and `-V` have one sign. As `V` has the one or the other,
//! it need not be known. If all four are zero, the faces lie in one plane, and an edge of one of the two
//! cones at 0 lies in the other.
//!
//! **Two.** Beside their edge the faces have a point in common only if they lie in one plane, on the same side.
//!
//! **Three**: it is the same face.

use core::cmp::Ordering;

use super::triangle_triangle::intersect;
use crate::dim3::Triangle3;
use crate::exact::kleene::{all, and, any, not, or};
use crate::exact::number::Number;
use crate::exact::operand::{Operand, have_no_points};
use crate::exact::vector::{between, cross3, dot};
use crate::exact::{Decision, by_stage};

/// Whether two faces of a mesh have more in common than the corners and the edge that they share.
///
/// ```
/// use scalar::{dim3::Triangle3, exact::faces_intersect};
///
/// let face = Triangle3 { a: [0.0, 0.0, 0.0], b: [4.0, 0.0, 0.0], c: [0.0, 4.0, 0.0] };
/// let beside = Triangle3 { c: [0.0, -4.0, 0.0], ..face };
/// assert!(!faces_intersect(&face, &beside)); // a flat pair of neighbours
/// assert!(faces_intersect(&face, &Triangle3 { c: [9.0, 1.0, 0.0], ..face })); // folded over
/// let through = Triangle3 { a: [0.0, 0.0, 0.0], b: [9.0, 9.0, 1.0], c: [9.0, 9.0, -1.0] };
/// assert!(faces_intersect(&face, &through)); // from a corner through the opposite edge
/// assert!(!faces_intersect(&face, &Triangle3 { c: [9.0, 9.0, 0.5], ..through }));
/// ```
pub fn faces_intersect(s: &Triangle3, t: &Triangle3) -> bool {
    decide_faces(s, t).hit
}

/// [`faces_intersect`], and the stage that decided it.
pub fn decide_faces(s: &Triangle3, t: &Triangle3) -> Decision {
    if have_no_points(s, t) {
        return Decision::NOTHING;
    }
    Decision::of(|stage| by_stage!(stage, N => more_in_common::<N>(s, t)))
}

/// Whether the triangle is a segment or a point. False of one that is not finite.
///
/// ```
/// use scalar::{dim3::Triangle3, exact::has_zero_area};
///
/// let line = Triangle3 { a: [0.1; 3], b: [0.2; 3], c: [0.4; 3] };
/// assert!(has_zero_area(&line));
/// assert!(!has_zero_area(&Triangle3 { c: [0.4, 0.4, 0.400_000_04], ..line }));
/// ```
pub fn has_zero_area(t: &Triangle3) -> bool {
    t.is_nonempty() && Decision::of(|stage| by_stage!(stage, N => is_flat::<N>(t))).hit
}

fn is_flat<N: Number>(t: &Triangle3) -> Option<bool> {
    let normal = cross3(&between::<N, 3>(t.a, t.b), &between(t.a, t.c));
    all(normal.map(|x| x.sign().map(Ordering::is_eq)))
}

fn more_in_common<N: Number>(s: &Triangle3, t: &Triangle3) -> Option<bool> {
    let have_areas = and(not(is_flat::<N>(s)), || not(is_flat::<N>(t)));
    let (s_corners, t_corners) = ([s.a, s.b, s.c], [t.a, t.b, t.c]);
    let shared = |i: usize| t_corners.iter().position(|corner| *corner == s_corners[i]);
    let count = (0..3).filter(|&i| shared(i).is_some()).count();
    and(have_areas, || {
        let Some((i, j)) = (0..3).find_map(|i| shared(i).map(|j| (i, j))) else {
            return intersect::<N>(s, t);
        };
        let from = s_corners[i];
        let others = |corners: [[f32; 3]; 3], at: usize| [1, 2].map(|k| corners[(at + k) % 3]);
        let (pq, rs) = (others(s_corners, i), others(t_corners, j));
        match count {
            1 => cones_intersect::<N>(pq.map(|p| between(from, p)), rs.map(|p| between(from, p))),
            2 => {
                let edge = if rs.contains(&pq[0]) { pq[0] } else { pq[1] };
                let third = |[p, q]: [[f32; 3]; 2]| between::<N, 3>(from, if p == edge { q } else { p });
                folds_over(&between(from, edge), &third(pq), &third(rs))
            }
            _ => Some(true),
        }
    })
}

/// Whether two cones with the apex 0, each between two vectors that are not parallel, have more in common.
fn cones_intersect<N: Number>([p, q]: [[N; 3]; 2], [r, s]: [[N; 3]; 2]) -> Option<bool> {
    let (n, m) = (cross3(&p, &q), cross3(&r, &s));
    let signs = [dot(&n, &r), dot(&n, &s), dot(&m, &p), dot(&m, &q)].map(|x| x.sign());
    let turned = [false, true, true, false];
    let all_are = |side: fn(Ordering) -> bool| {
        all(signs
            .iter()
            .zip(turned)
            .map(|(sign, turn)| sign.map(|sign| side(if turn { sign.reverse() } else { sign }))))
    };
    let in_line = or(all_are(Ordering::is_ge), || all_are(Ordering::is_le));
    let in_one_plane = all(signs.map(|sign| sign.map(Ordering::is_eq)));
    let left =
        |normal: &[N; 3], u: &[N; 3], v: &[N; 3]| dot(normal, &cross3(u, v)).sign().map(Ordering::is_ge);
    let within =
        |x: &[N; 3], normal: &[N; 3], u: &[N; 3], v: &[N; 3]| and(left(normal, u, x), || left(normal, x, v));
    let overlap = || {
        any([within(&r, &n, &p, &q), within(&s, &n, &p, &q), within(&p, &m, &r, &s), within(&q, &m, &r, &s)])
    };
    and(in_line, || or(not(in_one_plane), overlap))
}

/// Whether the faces with an edge in common, from 0 to `edge`, lie in one plane and on the same side of it.
fn folds_over<N: Number>(edge: &[N; 3], x: &[N; 3], y: &[N; 3]) -> Option<bool> {
    let n = cross3(edge, x);
    and(dot(&n, y).sign().map(Ordering::is_eq), || dot(&n, &cross3(edge, y)).is_positive())
}
