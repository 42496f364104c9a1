//! Disk and triangle. Derivation: `scalar::dim2::contact::disk_triangle`.

use scalar::dim2::contact::disk_triangle::contact;
use scalar::dim2::{self, Disk, Triangle};

use super::{Found, vertices};
use crate::dim2::vector::{cross, dot, sub};
use crate::kernel::Measure;
use crate::lanes::{Lanes, select};
use crate::vector::{self, midway, unit};

/// The contact: one point.
#[derive(Debug)]
pub struct Contact;

/// The edge's point that is nearest to the center.
#[derive(Clone, Copy)]
struct Nearest<L> {
    squared: L,
    /// Where it is a vertex; any numbers at a foot.
    vertex: [L; 2],
    /// Whether it is a vertex: 1 or 0.
    is_vertex: L,
    x: [L; 2],
    e: [L; 2],
    along: L,
    /// Positive if the center is to the left of the edge.
    across: L,
    length2: L,
    /// Negative if the center is beyond the edge.
    inner: L,
}

impl Measure for Contact {
    const NAME: &'static str = "disk_triangle/contact";
    const IN_F64: bool = true;
    type A = Disk;
    type B = Triangle;
    type Out = dim2::Contact;

    fn reference(disk: &Disk, triangle: &Triangle) -> dim2::Contact {
        contact(disk, triangle)
    }

    #[inline(always)]
    fn lanes<L: Lanes>(disk: &[L; 3], triangle: &[L; 6]) -> [L; 8] {
        let &[cx, cy, r] = disk;
        let (zero, one) = (r.splat(0.0), r.splat(1.0));
        let center = [cx, cy];
        let [a, b, c] = vertices(triangle);
        let area = cross(sub(b, a), sub(c, a));

        let clockwise = area.lt(zero);
        let mut ab = Nearest::new(center, a, b, clockwise);
        let mut bc = Nearest::new(center, b, c, clockwise);
        let mut ca = Nearest::new(center, c, a, clockwise);
        let beyond_any = ab.inner.lt(zero) | bc.inner.lt(zero) | ca.inner.lt(zero);
        let inside = !area.eq(zero) & !beyond_any;
        ab = ab.if_beyond(beyond_any);
        bc = bc.if_beyond(beyond_any);
        ca = ca.if_beyond(beyond_any);
        let Nearest { vertex, is_vertex, x, e, along, across, length2, .. } = ab.nearer(bc).nearer(ca);

        let to_vertex = sub(vertex, center);
        let at_vertex = is_vertex.eq(one);
        let is_toward_vertex = at_vertex & dot(to_vertex, to_vertex).gt(zero);
        let toward = L::select(across.eq(zero), area, L::select(inside, across, -across));
        let perpendicular = select(toward.lt(zero), [e[1], -e[0]], [-e[1], e[0]]);
        let direction = select(is_toward_vertex, to_vertex, perpendicular);
        let length = dot(direction, direction).sqrt();
        let normal = select(length.gt(zero), unit(direction, length), [one, zero]);
        let to_foot = L::select(at_vertex, zero, across.abs() * (one / length));
        let distance = L::select(is_toward_vertex, length, to_foot);
        let t = along / length2;
        let q = select(at_vertex, vertex, [x[0] + e[0] * t, x[1] + e[1] * t]);
        let depth = L::select(inside, r + distance, r - distance);
        Found::single(normal, depth, midway(vector::along(center, r, normal), q)).columns(disk, triangle)
    }
}

impl<L: Lanes> Nearest<L> {
    #[inline(always)]
    fn new(center: [L; 2], x: [L; 2], y: [L; 2], clockwise: L::Mask) -> Self {
        let (e, p, q) = (sub(y, x), sub(center, x), sub(center, y));
        let (along, across, length2) = (dot(p, e), cross(e, p), dot(e, e));
        let (zero, one) = (along.splat(0.0), along.splat(1.0));
        let (at_x, at_y) = (along.le(zero), along.ge(length2));
        let foot = across * across / length2;
        let squared = L::select(at_x, dot(p, p), L::select(at_y, dot(q, q), foot));
        let is_vertex = L::select(at_x | at_y, one, zero);
        let inner = L::select(clockwise, -across, across);
        Self { squared, vertex: select(at_x, x, y), is_vertex, x, e, along, across, length2, inner }
    }

    /// Infinitely far where the center is beyond other edges, but not beyond this one.
    #[inline(always)]
    fn if_beyond(self, beyond_any: L::Mask) -> Self {
        let infinity = self.inner.splat(f32::INFINITY);
        let is_left_out = beyond_any & self.inner.ge(self.inner.splat(0.0));
        Self { squared: L::select(is_left_out, infinity, self.squared), ..self }
    }

    /// The nearer one; the first of equal ones.
    #[inline(always)]
    fn nearer(self, other: Self) -> Self {
        let mask = other.squared.lt(self.squared);
        Self {
            squared: L::select(mask, other.squared, self.squared),
            vertex: select(mask, other.vertex, self.vertex),
            is_vertex: L::select(mask, other.is_vertex, self.is_vertex),
            x: select(mask, other.x, self.x),
            e: select(mask, other.e, self.e),
            along: L::select(mask, other.along, self.along),
            across: L::select(mask, other.across, self.across),
            length2: L::select(mask, other.length2, self.length2),
            inner: self.inner,
        }
    }
}
