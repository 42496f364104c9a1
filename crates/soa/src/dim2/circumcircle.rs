//! The circumcircle of a triangle (Marupeke A). Derivation: `scalar::dim2::circumcircle`.

use scalar::dim2::{Disk, Triangle, circumcircle};

use super::vector::{cross, dot, sub};
use crate::data::shape::Nothing;
use crate::kernel::Measure;
use crate::lanes::{Lanes, select};

/// Center and radius of the circumcircle; where the area is zero, of the circle whose diameter is the longest
/// side.
#[derive(Debug)]
pub struct Circumcircle;

impl Measure for Circumcircle {
    const NAME: &'static str = "circumcircle";
    type A = Triangle;
    type B = Nothing;
    type Out = Disk;

    fn reference(t: &Triangle, _: &Nothing) -> Disk {
        circumcircle::circumcircle(t)
    }

    #[inline(always)]
    fn lanes<L: Lanes>(&[ax, ay, bx, by, cx, cy]: &[L; 6], _: &[L; 0]) -> [L; 3] {
        let (a, b, c) = ([ax, ay], [bx, by], [cx, cy]);
        let (u, v, w) = (sub(b, a), sub(c, a), sub(c, b));
        let (uu, vv, ww) = (dot(u, u), dot(v, v), dot(w, w));
        let (half, two) = (ax.splat(0.5), ax.splat(2.0));
        let d = two * cross(u, v);

        // Zero area: the circle whose diameter is the longest side.
        let u_longest = uu.ge(vv) & uu.ge(ww);
        let v_longest = vv.ge(ww);
        let [to_x, to_y, longest] = select(
            u_longest,
            [u[0], u[1], uu],
            select(v_longest, [v[0], v[1], vv], [u[0] + v[0], u[1] + v[1], ww]),
        );
        let (flat_x, flat_y, flat_radius) = (half * to_x, half * to_y, half * longest.sqrt());

        let round_x = (v[1] * uu - u[1] * vv) / d;
        let round_y = (u[0] * vv - v[0] * uu) / d;
        let round_radius = dot([round_x, round_y], [round_x, round_y]).sqrt();

        let flat = d.eq(ax.splat(0.0));
        [
            ax + L::select(flat, flat_x, round_x),
            ay + L::select(flat, flat_y, round_y),
            L::select(flat, flat_radius, round_radius),
        ]
    }
}
