//! Segment, ray or line and an oriented box by slabs (GRAM): whether they intersect, the parameters in and
//! out, the first common point.
//!
//! ```text
//!                                   Define    the frame of the box: center at the origin, axes u and v
//!          |        |        /                the path p(t) = s + t d in it, with
//!      hy -+--------+-------/--                 s = (start - center).u, .v  and  d = direction.u, .v
//!          |        |      /
//!          |  box   |     /         Solution  p(t) lies in the slab of x between
//!          |        |    /                      t1 = (-hx - s) / d  and  t2 = (hx - s) / d
//!     -hy -+--------+---/-----                in order of size: near and far. It lies in the box where it
//!         -hx      hx  /                      lies in both slabs: from t_enter, the larger near, to t_exit,
//!                                             the smaller far, if t_enter <= t_exit.
//! ```
//!
//! `t_enter` and `t_exit` start as the range of the path ([`LinearComponent`]): 0 to 1 for a segment, 0 to
//! infinity for a ray, without ends for a line. So a segment or ray that starts inside has `t_enter` 0.
//!
//! Corrected here:
//!
//! - GRAM starts `tmin` for a line at `numeric_limits::min()`, the smallest positive number: that is half a
//!   line.
//! - GRAM rotates by the sine and cosine of `(-uy, ux)`. Here the axes are used as stored, with
//!   `v = (-uy, ux)`.
//! - A path that is parallel to a slab (`d = 0`) lies in it for every `t` or for none, by infinite quotients.
//!   Parameters beyond the range of `f32` are no hit.
//! - A zero direction is the point `start`: it has one parameter, 0, also for a ray and a line.
//! - Touching counts. Rounded quotients keep their order, so two equal parameters never seem to miss each
//!   other.
//!
//! Source: GRAM, third and fourth section; also Kay and Kajiya, Ray Tracing Complex Scenes (SIGGRAPH 1986).

use super::vector::{cross, dot, sub};
use super::{Clip, OrientedBox};
use crate::LinearComponent;
use crate::float::{canonical, canonical_all, max, min};

/// How far a slab's parameter `t` may be from the true one:
/// `SLAB_ERROR (h + |start - center| + |t| |direction|) / |d|`, for axes whose `d` is above
/// `64 * 2^-24 |direction|` and as long as nothing overflows or underflows.
///
/// Here `h` is the half extent of the slab and `d` the component of the direction along its axis, of length 1
/// up to rounding. `t_enter` and `t_exit` are each one of these parameters or an end of the range, chosen by
/// comparisons of parameters. The bound grows where the path is almost parallel to the slab, as the
/// parameters do.
///
/// `s` is off by four units of `2^-24` (one for the difference, at most three for the product), `h - s` by
/// one more, `d` by three and the quotient by one. 8 have room for an axis longer than 1 and terms of second
/// order.
pub const SLAB_ERROR: f32 = 8.0 * f32::EPSILON / 2.0;

/// Whether the segment, ray or line and the box have a point in common, in `f32`.
///
/// Touching counts. A zero direction is the point `start`, a half extent of zero makes the box a segment or a
/// point.
///
/// ```
/// use scalar::dim2::{Line, OrientedBox, Ray, Segment, segment_oriented_box::slabs};
///
/// let square = OrientedBox { center: [0.0, 0.0], half_extents: [1.0, 1.0], axis: [1.0, 0.0] };
/// let (start, direction) = ([3.0, 1.0], [1.0, 0.0]); // away from the square, along its upper side
/// assert!(!slabs(&Segment { start, direction }, &square));
/// assert!(!slabs(&Ray { start, direction }, &square));
/// assert!(slabs(&Line { start, direction }, &square));
/// ```
pub fn slabs<R: LinearComponent<2>>(path: &R, b: &OrientedBox) -> bool {
    parameters(path, b).is_some()
}

/// Where the segment, ray or line passes through the box: the parameters of the first and the last common
/// point, in lengths of `direction`, and the first common point. None if there is no common point.
///
/// The parameters keep the bound [`SLAB_ERROR`]; the point is `start + t_enter direction` with two roundings.
/// A zero direction in the box is `t_enter = t_exit = 0` at `start`.
///
/// ```
/// use scalar::dim2::{Clip, OrientedBox, Segment, segment_oriented_box::clip};
///
/// let square = OrientedBox { center: [0.0, 0.0], half_extents: [1.0, 1.0], axis: [1.0, 0.0] };
/// let through = Segment { start: [-3.0, 0.5], direction: [8.0, 0.0] };
/// assert_eq!(clip(&through, &square), Some(Clip { t_enter: 0.25, t_exit: 0.5, entry: [-1.0, 0.5] }));
/// let from_inside = Segment { start: [0.0, 0.5], direction: [8.0, 0.0] };
/// assert_eq!(clip(&from_inside, &square), Some(Clip { t_enter: 0.0, t_exit: 0.125, entry: [0.0, 0.5] }));
/// ```
pub fn clip<R: LinearComponent<2>>(path: &R, b: &OrientedBox) -> Option<Clip> {
    parameters(path, b).map(|parameters| between(path, parameters))
}

/// What lies between the parameters in and out.
pub(super) fn between<R: LinearComponent<2>>(path: &R, (t_enter, t_exit): (f32, f32)) -> Clip {
    let (start, direction) = path.path();
    let entry = [0, 1].map(|k| start[k] + direction[k] * t_enter);
    Clip { t_enter: canonical(t_enter), t_exit: canonical(t_exit), entry: canonical_all(entry) }
}

/// The parameters in and out, in the frame of the box.
fn parameters<R: LinearComponent<2>>(path: &R, b: &OrientedBox) -> Option<(f32, f32)> {
    let (start, direction) = path.path();
    let from_center = sub(start, b.center);
    let s = [dot(b.axis, from_center), cross(b.axis, from_center)];
    let d = [dot(b.axis, direction), cross(b.axis, direction)];
    clip_slabs(path.range(), s, d, b.half_extents)
}

/// The interval of `t`, within the range, in which `s + t d` lies in all slabs `|s + t d| <= h`; None if it
/// is empty or there is a NaN.
///
/// For a path parallel to a slab near and far are infinite: opposite infinities inside the slab, equal ones
/// outside. On its surface one of them is 0 / 0, a NaN, which `max` and `min` drop.
pub(crate) fn clip_slabs<const N: usize>(
    (start, end): (f32, f32),
    s: [f32; N],
    d: [f32; N],
    h: [f32; N],
) -> Option<(f32, f32)> {
    let (mut t_enter, mut t_exit) = if d == [0.0; N] { (0.0, 0.0) } else { (start, end) };
    // NaN if any of the operands is, else finite or infinite.
    let mut sum = 0.0;
    for k in 0..N {
        // The face ahead of the path, and the distance of the start from the face behind.
        let ahead = if d[k].is_sign_negative() { -h[k] } else { h[k] };
        let from_behind = ahead + s[k];
        let (near, far) = (from_behind / -d[k], (ahead - s[k]) / d[k]);
        (t_enter, t_exit) = (max(near, t_enter), min(far, t_exit));
        sum += from_behind + d[k];
    }
    let reached = t_enter < f32::INFINITY && t_exit > f32::NEG_INFINITY;
    (t_enter <= t_exit && reached && !sum.is_nan()).then_some((t_enter, t_exit))
}
