//! When a disk or sphere that moves along a vector first touches a shape, in lanes of `f64`. What the time
//! is: [`scalar::exact::time_of_impact`]. Boxes and triangles that move are in [`hull`], and capsules in
//! [`round`].
//!
//! ```text
//! Define    p(k), the center after k parts of 2^24 of the motion m;  r, the radius;  B, the other shape
//! Guess     t, the least share of the motion after which the center comes within the radius of a vertex of B, of
//!           the line of an edge beside that edge, or of a plane beside that face;  k = round(2^24 t - 1/2)
//! Shown     B is not touched at k: the capsule from p(k - 1) to p(k), of a radius that is larger, misses it,
//!           B is touched by k + 1: the capsule from p(k) to p(k + 1), of a smaller radius, hits it,
//!                  or, where nothing is left of the radius, the one from p(0)
//!           both by the exact kernel of the pair: then k is the answer.  p(0) touches it: then 0 is
//! ```
//!
//! Both shapes are convex, so the times at which they touch are one interval: one that does not hold `k`, but
//! some time from there to `k + 1`, begins between them. The capsules are short, so the kernel sees small numbers,
//! and is certain of them, where a bullet comes from far away.
//!
//! A product of `k / 2^24` and a number of `f32` has 48 bits, so it is exact in `f64`; `p(k)` is a sum that is
//! rounded, by no more than `2^-53` of its coordinates. The radius is larger or smaller by four times that, of the
//! sum of their absolute values and of the radius, whose own rounding is in it. The bounds of the kernel are for
//! any columns, but for underflow: where the motion is below `2^-100`, the lane is not certain.
//!
//! The guess needs no bound: where it is wrong, or the kernel is not certain, the lane is NaN. The query asks
//! `scalar::exact` there, as for all lanes that a kernel leaves undecided.

pub(crate) mod hull;
pub(crate) mod near;
mod round;

use core::marker::PhantomData;

use scalar::dim2::{Aabb, Capsule, Disk, OrientedBox, Point, Segment, Triangle};
use scalar::dim3::{Aabb3, Capsule3, Point3, Segment3, Sphere, Triangle3};
use scalar::exact::time_of_impact;

use crate::data::shape::Shape;
use crate::dim2::vector::cross;
use crate::dim2::{capsule_aabb, capsule_capsule, capsule_oriented_box, capsule_triangle, disk_capsule};
use crate::dim3::vector::cross as cross3;
use crate::dim3::{
    capsule_aabb as capsule_box, capsule_capsule as capsules3, capsule_triangle as capsule_face,
    sphere_capsule,
};
use crate::kernel::verdict::{Certified, Rounding};
use crate::kernel::{CompiledMeasure, Measure, MeasureKernel, Predicate};
use crate::lanes::Lanes;
use crate::vector::{add, dot, length2, scaled, sub};

/// How much of its motion a disk or sphere makes, which sweeps an `S`, before it touches a `B`; NaN where
/// that is not certain.
#[derive(Debug)]
pub struct Impact<S, B>(PhantomData<(S, B)>);

/// The number of parts of a motion.
const PARTS: f32 = (1 << 24) as f32;
/// Numbers of `f64` around this are whole: what is added to it is rounded.
const WHOLE: f32 = 1.5 * (1_u64 << 52) as f32;

/// Makes the measures of pairs, each with a guess and the exact kernel of the capsule that is swept.
macro_rules! impacts {
    ($(
        $name:literal: $swept:ty, $other:ty
            => |$path:ident, $columns:ident, $capsule:ident| $guess:expr, $kernel:ty: $a:expr, $b:expr;
    )*) => {$(
        impl Measure for Impact<$swept, $other> {
            const NAME: &'static str = $name;
            const IN_F64: bool = true;
            type A = $swept;
            type B = $other;
            type Out = f32;

            // Which is certain of all rows.
            fn reference(swept: &$swept, other: &$other) -> f32 {
                time_of_impact(swept, other).unwrap_or(f32::NAN)
            }

            #[inline(always)]
            fn lanes<L: Lanes>(swept: &<$swept as Shape>::Of<L>, $columns: &<$other as Shape>::Of<L>) -> [L; 1] {
                let $path = Path::from(swept);
                let part = part_before($guess);
                let rounding = Rounding::double(None, part);
                let zero = part.splat(0.0);
                let mut shown = [Certified { hit: zero.lt(zero), miss: zero.lt(zero) }; 2];
                let capsules = [$path.before(part).capsule(), $path.after(part).capsule()];
                for k in 0..2 {
                    let $capsule = &capsules[k];
                    shown[k] = <$kernel>::decide::<L>($a, $b, &rounding);
                }
                let [before, after] = shown;
                let is_shown = before.miss & after.hit & $path.is_normal();
                let time = L::select(is_shown, share(part), zero.splat(f32::NAN));
                [L::select(before.hit & part.eq(zero), zero, time)]
            }
        }

        impl CompiledMeasure for Impact<$swept, $other> {
            #[inline(never)]
            fn kernel() -> &'static MeasureKernel {
                &const { MeasureKernel::of::<Impact<$swept, $other>>() }
            }
        }
    )*};
}

impacts! {
    "capsule_point/impact": Capsule, Point => |path, p, capsule|
        path.to_point(*p, None), disk_capsule::PointExact: p, capsule;
    "capsule_segment/impact": Capsule, Segment => |path, segment, capsule|
        path.to_segment(segment, None), capsule_capsule::SegmentExact: segment, capsule;
    "capsule_disk/impact": Capsule, Disk => |path, disk, capsule|
        path.to_point([disk[0], disk[1]], Some(disk[2])), disk_capsule::DiskExact: disk, capsule;
    "capsule_capsule/impact": Capsule, Capsule => |path, other, capsule|
        path.to_segment(&[other[0], other[1], other[2], other[3]], Some(other[4])),
        capsule_capsule::Exact: capsule, other;
    "capsule_aabb/impact": Capsule, Aabb => |path, aabb, capsule|
        path.to_aabb(aabb), capsule_aabb::Exact: capsule, aabb;
    "capsule_triangle/impact": Capsule, Triangle => |path, triangle, capsule|
        path.to_triangle(triangle), capsule_triangle::Exact: capsule, triangle;
    "capsule_oriented_box/impact": Capsule, OrientedBox => |path, oriented, capsule|
        path.to_oriented_box(oriented), capsule_oriented_box::Exact: capsule, oriented;
    "capsule3_point3/impact": Capsule3, Point3 => |path, p, capsule|
        path.to_point(*p, None), sphere_capsule::PointExact: p, capsule;
    "capsule3_segment3/impact": Capsule3, Segment3 => |path, segment, capsule|
        path.to_segment(segment, None), capsules3::SegmentExact: segment, capsule;
    "capsule3_sphere/impact": Capsule3, Sphere => |path, sphere, capsule|
        path.to_point([sphere[0], sphere[1], sphere[2]], Some(sphere[3])), sphere_capsule::SphereExact: sphere, capsule;
    "capsule3_capsule3/impact": Capsule3, Capsule3 => |path, other, capsule|
        path.to_segment(&[other[0], other[1], other[2], other[3], other[4], other[5]], Some(other[6])),
        capsules3::Exact: capsule, other;
    "capsule3_aabb3/impact": Capsule3, Aabb3 => |path, aabb, capsule|
        path.to_aabb(aabb), capsule_box::Exact: capsule, aabb;
    "capsule3_triangle3/impact": Capsule3, Triangle3 => |path, triangle, capsule|
        path.to_triangle(triangle), capsule_face::Exact: capsule, triangle;
}

/// The last part of the motion before a share of it, also where that is a multiple of a part, which a half
/// would round to the even one of two.
#[inline(always)]
fn part_before<L: Lanes>(t: L) -> L {
    let (parts, half, whole) = (t.splat(PARTS), t.splat(0.5 + 1.0 / (1 << 20) as f32), t.splat(WHOLE));
    let part = ((t * parts - half) + whole) - whole;
    part.max(t.splat(0.0)).min(parts - t.splat(1.0))
}

/// A number of parts as a share of the motion.
#[inline(always)]
fn share<L: Lanes>(part: L) -> L {
    part * part.splat(1.0 / PARTS)
}

/// The way of a center, and the radius around it.
#[derive(Clone, Copy)]
struct Path<L, const D: usize> {
    start: [L; D],
    motion: [L; D],
    radius: L,
}

impl<L: Lanes> From<&[L; 5]> for Path<L, 2> {
    #[inline(always)]
    fn from(&[x, y, dx, dy, radius]: &[L; 5]) -> Self {
        Self { start: [x, y], motion: [dx, dy], radius }
    }
}

impl<L: Lanes> From<&[L; 7]> for Path<L, 3> {
    #[inline(always)]
    fn from(&[x, y, z, dx, dy, dz, radius]: &[L; 7]) -> Self {
        Self { start: [x, y, z], motion: [dx, dy, dz], radius }
    }
}

impl<L: Lanes> Path<L, 2> {
    /// The columns of a capsule: what is swept.
    #[inline(always)]
    fn capsule(&self) -> [L; 5] {
        let Self { start: [x, y], motion: [dx, dy], radius } = *self;
        [x, y, dx, dy, radius]
    }

    #[inline(always)]
    fn to_segment(self, &[x, y, dx, dy]: &[L; 4], radius: Option<L>) -> L {
        let path = self.with(radius);
        let (p, e) = (sub(self.start, [x, y]), [dx, dy]);
        path.to_vertex(p).min(path.to_vertex(sub(p, e))).min(path.to_edge(p, e))
    }

    #[inline(always)]
    fn to_triangle(self, &[ax, ay, bx, by, cx, cy]: &[L; 6]) -> L {
        let from = [sub(self.start, [ax, ay]), sub(self.start, [bx, by]), sub(self.start, [cx, cy])];
        let zero = self.radius.splat(0.0);
        let mut nearest = zero.splat(f32::INFINITY);
        let (mut least, mut most) = (nearest, -nearest);
        for i in 0..3 {
            let (p, e) = (from[i], sub(from[i], from[(i + 1) % 3]));
            nearest = nearest.min(self.to_vertex(p)).min(self.to_edge(p, e));
            (least, most) = (least.min(cross(e, p)), most.max(cross(e, p)));
        }
        // It starts inside.
        L::select(least.gt(zero) | most.lt(zero), zero, nearest)
    }

    /// In the frame of the box, which scales by the length of its axis.
    #[inline(always)]
    fn to_oriented_box(self, &[cx, cy, hx, hy, ux, uy]: &[L; 6]) -> L {
        let (u, from_center) = ([ux, uy], sub(self.start, [cx, cy]));
        let start = [dot(u, from_center), cross(u, from_center)];
        let motion = [dot(u, self.motion), cross(u, self.motion)];
        let path = Self { start, motion, radius: self.radius * dot(u, u).sqrt() };
        path.to_aabb(&[-hx, -hy, hx, hy])
    }

    #[inline(always)]
    fn to_aabb(self, &[x0, y0, x1, y1]: &[L; 4]) -> L {
        let (low, high) = (sub([x0, y0], self.start), sub([x1, y1], self.start));
        let zero = self.radius.splat(0.0);
        let mut nearest = zero.splat(f32::INFINITY);
        for x in [low[0], high[0]] {
            for y in [low[1], high[1]] {
                nearest = nearest.min(self.to_vertex([-x, -y]));
            }
        }
        // The side that it reaches, or is near at the start.
        for (k, across) in [(0, 1), (1, 0)] {
            let (low_side, high_side) = (low[k] - self.radius, high[k] + self.radius);
            let is_near = low_side.le(zero) & high_side.ge(zero);
            let way = L::select(self.motion[k].gt(zero), low_side, high_side);
            let t = L::select(is_near, zero, way / self.motion[k]);
            let at = self.motion[across] * t;
            let reaches = t.ge(zero) & low[across].le(at) & high[across].ge(at);
            nearest = L::select(reaches, nearest.min(t), nearest);
        }
        nearest
    }

    /// An edge `e`, and from its start to that of the path; infinite where it is not beside the edge then.
    #[inline(always)]
    fn to_edge(self, p: [L; 2], e: [L; 2]) -> L {
        self.beside_edge(self.entry([cross(e, p)], [cross(e, self.motion)], length2(e)), p, e)
    }
}

impl<L: Lanes> Path<L, 3> {
    #[inline(always)]
    fn capsule(&self) -> [L; 7] {
        let Self { start: [x, y, z], motion: [dx, dy, dz], radius } = *self;
        [x, y, z, dx, dy, dz, radius]
    }

    #[inline(always)]
    fn to_segment(self, &[x, y, z, dx, dy, dz]: &[L; 6], radius: Option<L>) -> L {
        let path = self.with(radius);
        let (p, e) = (sub(self.start, [x, y, z]), [dx, dy, dz]);
        path.to_vertex(p).min(path.to_vertex(sub(p, e))).min(path.to_edge(p, e))
    }

    #[inline(always)]
    fn to_triangle(self, &[ax, ay, az, bx, by, bz, cx, cy, cz]: &[L; 9]) -> L {
        let start = self.start;
        let from = [sub(start, [ax, ay, az]), sub(start, [bx, by, bz]), sub(start, [cx, cy, cz])];
        let edges = [sub(from[0], from[1]), sub(from[1], from[2]), sub(from[2], from[0])];
        let (zero, infinity) = (self.radius.splat(0.0), self.radius.splat(f32::INFINITY));
        // The plane of the face.
        let n = cross3(edges[0], edges[1]);
        let height = dot(n, from[0]);
        let (way, speed) = (height.abs() - self.radius * length2(n).sqrt(), dot(n, self.motion));
        let to_plane = L::select(way.le(zero), zero, way / -speed.flip_sign(height));
        let (mut nearest, mut side) = (infinity, infinity);
        for i in 0..3 {
            nearest = nearest.min(self.to_vertex(from[i])).min(self.to_edge(from[i], edges[i]));
            let p = add(from[i], scaled(self.motion, to_plane));
            side = side.min(dot(n, cross3(edges[i], p)));
        }
        L::select(side.ge(zero) & to_plane.ge(zero), to_plane.min(nearest), nearest)
    }

    /// The part of the box that is nearest where the center comes within the radius of all three slabs: a
    /// face, or the edges and the vertex towards which it moves.
    #[inline(always)]
    fn to_aabb(self, &[x0, y0, z0, x1, y1, z1]: &[L; 6]) -> L {
        let (zero, infinity) = (self.radius.splat(0.0), self.radius.splat(f32::INFINITY));
        let mut d = self.motion;
        let (mut low, mut high) = (sub([x0, y0, z0], self.start), sub([x1, y1, z1], self.start));
        let mut near = zero;
        for k in 0..3 {
            // Mirrored, so that it moves up.
            let [one, other] = [low[k].flip_sign(d[k]), high[k].flip_sign(d[k])];
            (d[k], low[k], high[k]) = (d[k].abs(), one.min(other), one.max(other));
            let way = low[k] - self.radius;
            near = near.max(L::select(way.gt(zero), way / d[k], zero));
        }
        let (mut vertex, mut outside) = (high, zero);
        for k in 0..3 {
            let (at, one) = (d[k] * near, zero.splat(1.0));
            vertex[k] = L::select(at.lt(low[k]), low[k], high[k]);
            outside = outside + L::select(at.lt(low[k]) | at.gt(high[k]), one, zero);
        }
        let mut nearest = self.entry([-vertex[0], -vertex[1], -vertex[2]], d, zero.splat(1.0));
        for i in 0..3 {
            let (j, k) = ((i + 1) % 3, (i + 2) % 3);
            let t = self.entry([-vertex[j], -vertex[k]], [d[j], d[k]], zero.splat(1.0));
            let is_beside = low[i].le(d[i] * t) & high[i].ge(d[i] * t);
            nearest = nearest.min(L::select(is_beside, t, infinity));
        }
        L::select(outside.le(zero.splat(1.0)), near, nearest)
    }

    #[inline(always)]
    fn to_edge(self, p: [L; 3], e: [L; 3]) -> L {
        self.beside_edge(self.entry(cross3(e, p), cross3(e, self.motion), length2(e)), p, e)
    }
}

impl<L: Lanes, const D: usize> Path<L, D> {
    /// The center after a number of parts, and more than what rounding makes of it and of the radius.
    #[inline(always)]
    fn after_parts(&self, part: L) -> ([L; D], L) {
        let (center, mut size) = (add(self.start, scaled(self.motion, share(part))), self.radius);
        for x in &center {
            size = size + x.abs();
        }
        (center, size * size.splat(4.0 * (f64::EPSILON / 2.0) as f32))
    }

    /// What is swept in the part before, with a radius that is larger. Before the first one it is what is there at
    /// the start.
    #[inline(always)]
    fn before(&self, part: L) -> Self {
        let (zero, one) = (part.splat(0.0), part.splat(1.0));
        let is_later = part.gt(zero);
        let (start, off) = self.after_parts((part - one).max(zero));
        let motion = scaled(self.motion, L::select(is_later, share(one), zero));
        Self { start, motion, radius: self.radius + L::select(is_later, off, zero) }
    }

    /// What is swept in the part after, with a radius that is smaller; from the start where nothing is left of it.
    #[inline(always)]
    fn after(&self, part: L) -> Self {
        let (center, off) = self.after_parts(part);
        let (is_left, one) = (self.radius.gt(off), part.splat(1.0));
        let mut start = self.start;
        for k in 0..D {
            start[k] = L::select(is_left, center[k], start[k]);
        }
        let motion = scaled(self.motion, L::select(is_left, share(one), share(part + one)));
        Self { start, motion, radius: L::select(is_left, self.radius - off, self.radius) }
    }

    /// Whether a part of the motion is large enough for the products of a kernel.
    #[inline(always)]
    fn is_normal(&self) -> L::Mask {
        let mut largest = self.radius.splat(0.0);
        for k in 0..D {
            largest = largest.max(self.motion[k].abs());
        }
        largest.ge(largest.splat(1.0 / (1_u128 << 100) as f32))
    }

    /// With another radius around the other shape.
    #[inline(always)]
    fn with(self, radius: Option<L>) -> Self {
        match radius {
            Some(radius) => Self { radius: self.radius + radius, ..self },
            None => self,
        }
    }

    /// A point, with a radius around it.
    #[inline(always)]
    fn to_point(self, p: [L; D], radius: Option<L>) -> L {
        self.with(radius).to_vertex(sub(self.start, p))
    }

    /// A vertex, and from there to the start of the path.
    #[inline(always)]
    fn to_vertex(self, p: [L; D]) -> L {
        self.entry(p, self.motion, self.radius.splat(1.0))
    }

    /// The share after which what is at `p` and moves by `motion` comes within the radius, times a length
    /// whose square is given, of the origin: 0 if it is, infinite if it does not.
    #[inline(always)]
    fn entry<const N: usize>(&self, p: [L; N], motion: [L; N], length2: L) -> L {
        let (zero, infinity) = (length2.splat(0.0), length2.splat(f32::INFINITY));
        let (b, c) = (dot(p, motion), dot(p, p) - self.radius * self.radius * length2);
        let discriminant = b * b - dot(motion, motion) * c;
        let t = c / (discriminant.sqrt() - b);
        let t = L::select(b.lt(zero) & discriminant.ge(zero), t, infinity);
        L::select(c.le(zero), zero, t)
    }

    /// A share, but infinite where the center is not beside an edge then.
    #[inline(always)]
    fn beside_edge(&self, t: L, p: [L; D], e: [L; D]) -> L {
        let (zero, infinity) = (t.splat(0.0), t.splat(f32::INFINITY));
        let foot = dot(add(p, scaled(self.motion, t)), e);
        L::select(zero.lt(foot) & foot.lt(length2(e)), t, infinity)
    }
}
