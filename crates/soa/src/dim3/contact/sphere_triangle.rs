//! Sphere and triangle. Derivation: `scalar::dim3::contact::sphere_triangle`.

use scalar::dim3::contact::sphere_triangle::{FLAT, NEAR, contact};
use scalar::dim3::{Contact3, Sphere, Triangle3};

use super::columns;
use crate::closest::Of;
use crate::contact::Across;
use crate::dim3::vector::{cross, dot, sub};
use crate::kernel::Measure;
use crate::lanes::{Lanes, select};
use crate::vector::{along, midway, sorted, unit};

/// The contact.
#[derive(Debug)]
pub struct Contact;

/// An edge's point that is nearest to the center.
#[derive(Clone, Copy)]
struct Nearest<L> {
    squared: L,
    /// From the center to it.
    to: [L; 3],
    /// The square of the distance up to which the direction to it is lost in rounding.
    near: L,
    e: [L; 3],
}

impl Measure for Contact {
    const NAME: &'static str = "sphere_triangle3/contact";
    const IN_F64: bool = true;
    type A = Sphere;
    type B = Triangle3;
    type Out = Contact3;

    fn reference(sphere: &Sphere, triangle: &Triangle3) -> Contact3 {
        contact(sphere, triangle)
    }

    #[inline(always)]
    fn lanes<L: Lanes>(sphere: &[L; 4], triangle: &[L; 9]) -> [L; 7] {
        let &[x, y, z, r] = sphere;
        let &[ax, ay, az, bx, by, bz, cx, cy, cz] = triangle;
        let (zero, one) = (r.splat(0.0), r.splat(1.0));
        let center = [x, y, z];
        let [a, b, c] = sorted([[ax, ay, az], [bx, by, bz], [cx, cy, cz]]);
        let (ab, bc, ca) = (sub(b, a), sub(c, b), sub(a, c));
        let m = cross(ab, sub(c, a));
        let (mm, height) = (dot(m, m), dot(m, sub(center, a)));

        let lengths2 = [dot(ab, ab), dot(bc, bc), dot(ca, ca)];
        let longest2 = L::select(lengths2[1].gt(lengths2[0]), lengths2[1], lengths2[0]);
        let longest2 = L::select(lengths2[2].gt(longest2), lengths2[2], longest2);
        let is_flat = mm.le(r.splat((FLAT * FLAT) as f32) * (longest2 * longest2));
        let is_above = !is_flat
            & is_inner(m, ab, sub(center, a))
            & is_inner(m, bc, sub(center, b))
            & is_inner(m, ca, sub(center, c));
        let nearest = nearest_point(center, a, b, ab, lengths2[0])
            .nearer(nearest_point(center, b, c, bc, lengths2[1]))
            .nearer(nearest_point(center, c, a, ca, lengths2[2]));

        // From the center to the face.
        let toward = select(height.lt(zero), m, [-m[0], -m[1], -m[2]]);
        let Nearest { squared, to, near, e } = nearest;
        let is_near = squared.le(near);
        let direction = select(is_near, Of::<3>::across(e), to);
        let direction = select(is_above | (is_near & !is_flat), toward, direction);
        let length = dot(direction, direction).sqrt();
        let normal = select(length.gt(zero), unit(direction, length), [one, zero, zero]);
        let distance = L::select(is_above, height.abs() * (one / length), squared.sqrt());
        let to = select(is_above, [normal[0] * distance, normal[1] * distance, normal[2] * distance], to);
        let q = [x + to[0], y + to[1], z + to[2]];
        columns(normal, r - distance, midway(along(center, r, normal), q), sphere, triangle)
    }
}

/// Whether the center is on the inner side of an edge.
#[inline(always)]
fn is_inner<L: Lanes>(m: [L; 3], e: [L; 3], p: [L; 3]) -> L::Mask {
    dot(m, cross(e, p)).ge(m[0].splat(0.0))
}

#[inline(always)]
fn nearest_point<L: Lanes>(center: [L; 3], x: [L; 3], y: [L; 3], e: [L; 3], length2: L) -> Nearest<L> {
    let p = sub(center, x);
    let along = dot(p, e);
    let zero = along.splat(0.0);
    let (at_x, at_y) = (along.le(zero), along.ge(length2));
    let v = cross(cross(p, e), e);
    let inverse = zero.splat(1.0) / length2;
    let foot = [v[0] * inverse, v[1] * inverse, v[2] * inverse];
    let to = select(at_x, sub(x, center), select(at_y, sub(y, center), foot));
    let near = L::select(at_x | at_y, zero, zero.splat(NEAR as f32) * length2);
    Nearest { squared: dot(to, to), to, near, e }
}

impl<L: Lanes> Nearest<L> {
    /// The nearer one; the first of equal ones.
    #[inline(always)]
    fn nearer(self, other: Self) -> Self {
        let mask = other.squared.lt(self.squared);
        Self {
            squared: L::select(mask, other.squared, self.squared),
            to: select(mask, other.to, self.to),
            near: L::select(mask, other.near, self.near),
            e: select(mask, other.e, self.e),
        }
    }
}
