//! Two oriented boxes in space by separating axes (Gottschalk, Lin and Manocha, OBB-Tree, SIGGRAPH 1996,
//! section 5; Ericson, Real-Time Collision Detection, section 4.4.1).
//!
//! ```text
//!        ______             Define    u_i and v_j, the axes of the boxes;  g and h, their half extents
//!       /     /\                      t, from center to center;  r_ij = u_i.v_j
//!      /_____/  \           Solution  disjoint exactly if the projections of the boxes are, on one of
//!      \     \  /_____        u_i        |t.u_i| > g_i + (h_0 |r_i0| + h_1 |r_i1| + h_2 |r_i2|)
//!       \_____\/     /|       v_j        |t.v_j| > (g_0 |r_0j| + g_1 |r_1j| + g_2 |r_2j|) + h_j
//!             |_____|/        u_i x v_j  |t.(u_i x v_j)| > the radii of both
//! ```
//!
//! These 15 directions are the normals of the faces of the Minkowski difference: the faces of each box, and
//! an edge of each. Edges are parallel to axes. A box reaches as far from its center as the sum of its half
//! extents, each times the product of its axis and the direction. With the axes `u_i`, `u_j`, `u_k` in turn
//!
//! ```text
//! u_j.(u_i x v) = -u_k.v,    u_k.(u_i x v) = u_j.v,    t.(u_i x v) = (t.u_k) (u_j.v) - (t.u_j) (u_k.v)
//! ```
//!
//! so all of it is made of `r` and of `t.u_i`. Where two edges are parallel the direction is zero, and
//! nothing is beyond `0 > 0`; the source adds an epsilon to the `r` there.
//!
//! That the axes are perpendicular and of length 1 is used throughout.
//! `crate::exact::oriented_box3_oriented_box3` needs neither.

use super::OrientedBox3;
use super::vector::{dot, sub};
use crate::float::no_nan;

/// Whether two oriented boxes have a point in common, in `f32`, if their axes are perpendicular and of length
/// 1.
///
/// Touching counts. Half extents of zero make a box a rectangle, a segment or a point.
///
/// ```
/// use scalar::dim3::{OrientedBox3, oriented_box_oriented_box::separating_axis};
///
/// let upright = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
/// let cube = OrientedBox3 { center: [0.0; 3], half_extents: [1.0; 3], axes: upright };
/// // Turned about z by 45 degrees: reaches to x = 1.414 from its center.
/// let r = 0.5_f32.sqrt();
/// let axes = [[r, r, 0.0], [-r, r, 0.0], [0.0, 0.0, 1.0]];
/// let turned = |x| OrientedBox3 { center: [x, 0.5, 1.5], half_extents: [1.0; 3], axes };
/// assert!(separating_axis(&cube, &turned(2.25)));
/// assert!(!separating_axis(&cube, &turned(2.5)));
/// ```
pub fn separating_axis(a: &OrientedBox3, b: &OrientedBox3) -> bool {
    let (g, h) = (a.half_extents, b.half_extents);
    let t = sub(b.center, a.center);
    let t = a.axes.map(|u| dot(t, u));
    let r = a.axes.map(|u| b.axes.map(|v| dot(u, v)));
    let s = r.map(|row| row.map(f32::abs));
    let [a0, a1, a2] = a.axes;
    let [b0, b1, b2] = b.axes;
    no_nan([a.center, g, a0, a1, a2].as_flattened())
        && no_nan([b.center, h, b0, b1, b2].as_flattened())
        && !(0..3).any(|i| t[i].abs() > g[i] + dot(h, s[i]))
        && !(0..3).any(|j| {
            let [r, s] = [r, s].map(|r| [r[0][j], r[1][j], r[2][j]]);
            dot(t, r).abs() > dot(g, s) + h[j]
        })
        && !(0..9).any(|k| separated(k / 3, k % 3, (g, h), t, r))
}

/// Whether the projections on the cross product of an axis of each box are disjoint.
fn separated(i: usize, j: usize, (g, h): ([f32; 3], [f32; 3]), t: [f32; 3], r: [[f32; 3]; 3]) -> bool {
    let [i1, i2, j1, j2] = [(i + 1) % 3, (i + 2) % 3, (j + 1) % 3, (j + 2) % 3];
    let of_a = g[i1] * r[i2][j].abs() + g[i2] * r[i1][j].abs();
    let of_b = h[j1] * r[i][j2].abs() + h[j2] * r[i][j1].abs();
    (t[i2] * r[i1][j] - t[i1] * r[i2][j]).abs() > of_a + of_b
}
