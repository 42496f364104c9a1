//! Closest points against the definition: both lie in their shapes, and no distance is beyond the largest gap
//! between the two shapes along any direction, which is the true one. Directions are the vectors between
//! vertices, from a vertex straight to an edge, and across two edges; in whole numbers all of them are exact.

use std::fmt::Debug;

use bytemuck::Pod;
use scalar::ClosestTo;
use scalar::dim2::closest::CLOSEST_ERROR;
use scalar::dim2::{Aabb, Capsule, ClosestPair, Disk, OrientedBox, Point, Segment, Triangle};
use scalar::dim3::{Aabb3, Capsule3, ClosestPair3, Point3, Segment3, Sphere, Triangle3};

use crate::common::{Rng, orders, replaced, values};

/// One rounding to `f32`.
const U: f64 = f32::EPSILON as f64 / 2.0;
/// What the gap along a direction may be off by, as are the bounds relative to the size.
const GAP_ERROR: f64 = 8.0 * f64::EPSILON / 2.0;
const PAIRS: usize = 4_000;

fn sub<const D: usize>(p: [f64; D], q: [f64; D]) -> [f64; D] {
    std::array::from_fn(|k| p[k] - q[k])
}

fn plus<const D: usize>(p: [f64; D], t: f64, v: [f64; D]) -> [f64; D] {
    std::array::from_fn(|k| p[k] + t * v[k])
}

fn dot<const D: usize>(u: [f64; D], v: [f64; D]) -> f64 {
    (0..D).map(|k| u[k] * v[k]).sum()
}

fn length<const D: usize>(v: [f64; D]) -> f64 {
    dot(v, v).sqrt()
}

/// A vector across two, or across the first one in the plane.
fn across<const D: usize>(u: [f64; D], v: [f64; D]) -> [f64; D] {
    std::array::from_fn(|k| {
        if D == 2 {
            [-u[1], u[0]][k]
        } else {
            let (i, j) = ((k + 1) % D, (k + 2) % D);
            u[i] * v[j] - u[j] * v[i]
        }
    })
}

/// The points within a radius of the hull of up to three points, or of a box.
#[derive(Clone, Debug)]
struct Set<const D: usize> {
    vertices: Vec<[f64; D]>,
    /// Of a box: its middle and its half sides.
    sides: Option<([f64; D], Vec<[f64; D]>)>,
    radius: f64,
}

impl<const D: usize> Set<D> {
    fn hull(vertices: &[[f64; D]]) -> Self {
        Self { vertices: vertices.to_vec(), sides: None, radius: 0.0 }
    }

    fn around(middle: [f64; D], sides: Vec<[f64; D]>) -> Self {
        let mut vertices = vec![middle];
        for &side in &sides {
            vertices = vertices.iter().flat_map(|&p| [plus(p, -1.0, side), plus(p, 1.0, side)]).collect();
        }
        Self { vertices, sides: Some((middle, sides)), radius: 0.0 }
    }

    fn aligned(min: [f32; D], max: [f32; D]) -> Self {
        let (min, max) = (min.map(f64::from), max.map(f64::from));
        let side = |k: usize| std::array::from_fn(|i| if i == k { (max[k] - min[k]) / 2.0 } else { 0.0 });
        Self::around(plus(min, 0.5, sub(max, min)), (0..D).map(side).collect())
    }

    fn round(center: [f32; D], radius: f32) -> Self {
        Self { radius: radius.into(), ..Self::hull(&[center.map(f64::from)]) }
    }

    fn segment(start: [f32; D], direction: [f32; D]) -> Self {
        let start = start.map(f64::from);
        Self::hull(&[start, plus(start, 1.0, direction.map(f64::from))])
    }

    fn directions(&self) -> Vec<[f64; D]> {
        let vertices = &self.vertices;
        vertices
            .iter()
            .enumerate()
            .flat_map(|(i, &p)| vertices[..i].iter().map(move |&q| sub(p, q)))
            .collect()
    }

    /// Whether a point of the plane is inside of a triangle.
    fn is_around(&self, p: [f64; D]) -> bool {
        let [a, b, c] = self.vertices[..] else { return false };
        let side = |x: [f64; D], y: [f64; D]| dot(across(sub(y, x), p), sub(p, x));
        let sides = [side(a, b), side(b, c), side(c, a)];
        D == 2 && (sides.iter().all(|&side| side > 0.0) || sides.iter().all(|&side| side < 0.0))
    }

    /// At least how far a point is outside.
    fn outside(&self, p: [f64; D]) -> f64 {
        if self.is_around(p) {
            return 0.0;
        }
        let mut nearest = f64::INFINITY;
        let mut try_point = |q: [f64; D]| nearest = nearest.min(length(sub(p, q)));
        if let Some((middle, sides)) = &self.sides {
            let part = |side: &[f64; D]| (dot(sub(p, *middle), *side) / dot(*side, *side)).clamp(-1.0, 1.0);
            let inside = |q, side: &[f64; D]| if *side == [0.0; D] { q } else { plus(q, part(side), *side) };
            try_point(sides.iter().fold(*middle, inside));
        } else {
            for &x in &self.vertices {
                try_point(x);
                for &y in &self.vertices {
                    let (e, d) = (sub(y, x), sub(p, x));
                    try_point(plus(x, (dot(d, e) / dot(e, e).max(1e-300)).clamp(0.0, 1.0), e));
                    if let &[a, b, c] = &self.vertices[..] {
                        let (u, v, d) = (sub(b, a), sub(c, a), sub(p, a));
                        let (uu, uv, vv) = (dot(u, u), dot(u, v), dot(v, v));
                        let area = (uu * vv - uv * uv).max(1e-300);
                        let i = ((vv * dot(d, u) - uv * dot(d, v)) / area).clamp(0.0, 1.0);
                        let j = ((uu * dot(d, v) - uv * dot(d, u)) / area).clamp(0.0, 1.0 - i);
                        try_point(plus(plus(a, i, u), j, v));
                    }
                }
            }
        }
        (nearest - self.radius).max(0.0)
    }
}

/// The largest gap between two shapes along a direction, negative if there is none.
fn gap<const D: usize>(a: &Set<D>, b: &Set<D>) -> f64 {
    let (of_a, of_b) = (a.directions(), b.directions());
    let mut directions: Vec<[f64; D]> =
        a.vertices.iter().flat_map(|&p| b.vertices.iter().map(move |&q| sub(q, p))).collect();
    let between = directions.clone();
    for &e in of_a.iter().chain(&of_b) {
        directions.extend(between.iter().map(|&d| plus(d.map(|x| x * dot(e, e)), -dot(d, e), e)));
        directions.extend(of_a.iter().chain(&of_b).map(|&other| across(e, other)));
    }
    let origin = a.vertices[0];
    let apart = |n: [f64; D]| {
        let reach = |of: &Set<D>, n: [f64; D]| {
            of.vertices.iter().map(|&p| dot(n, sub(p, origin))).fold(f64::NEG_INFINITY, f64::max)
        };
        let back = n.map(|x| -x);
        (-reach(a, n) - reach(b, back)).max(-reach(b, n) - reach(a, back)) / length(n)
    };
    let wide = directions.into_iter().filter(|n| length(*n) > 0.0);
    wide.map(apart).fold(f64::NEG_INFINITY, f64::max).max(-1e300) - a.radius - b.radius
}

/// A shape as a set.
trait Solid<const D: usize>: Pod + Debug {
    fn set(&self) -> Set<D>;
}

impl Solid<2> for Point {
    fn set(&self) -> Set<2> {
        Set::round(*self, 0.0)
    }
}

impl Solid<2> for Segment {
    fn set(&self) -> Set<2> {
        Set::segment(self.start, self.direction)
    }
}

impl Solid<2> for Capsule {
    fn set(&self) -> Set<2> {
        Set { radius: self.radius.into(), ..Set::segment(self.start, self.direction) }
    }
}

impl Solid<2> for Disk {
    fn set(&self) -> Set<2> {
        Set::round(self.center, self.radius)
    }
}

impl Solid<2> for Aabb {
    fn set(&self) -> Set<2> {
        Set::aligned(self.min, self.max)
    }
}

impl Solid<2> for OrientedBox {
    fn set(&self) -> Set<2> {
        let ([hx, hy], u) = (self.half_extents.map(f64::from), self.axis.map(f64::from));
        let k = dot(u, u);
        Set::around(self.center.map(f64::from), vec![u.map(|x| x * hx / k), [-u[1] * hy / k, u[0] * hy / k]])
    }
}

impl Solid<2> for Triangle {
    fn set(&self) -> Set<2> {
        Set::hull(&[self.a, self.b, self.c].map(|p| p.map(f64::from)))
    }
}

impl Solid<3> for Point3 {
    fn set(&self) -> Set<3> {
        Set::round(*self, 0.0)
    }
}

impl Solid<3> for Segment3 {
    fn set(&self) -> Set<3> {
        Set::segment(self.start, self.direction)
    }
}

impl Solid<3> for Capsule3 {
    fn set(&self) -> Set<3> {
        Set { radius: self.radius.into(), ..Set::segment(self.start, self.direction) }
    }
}

impl Solid<3> for Sphere {
    fn set(&self) -> Set<3> {
        Set::round(self.center, self.radius)
    }
}

impl Solid<3> for Aabb3 {
    fn set(&self) -> Set<3> {
        Set::aligned(self.min, self.max)
    }
}

impl Solid<3> for Triangle3 {
    fn set(&self) -> Set<3> {
        Set::hull(&[self.a, self.b, self.c].map(|p| p.map(f64::from)))
    }
}

/// The result of the plane and that of space.
trait Found<const D: usize>: Copy + Debug {
    fn parts(self) -> (f32, [f32; D], [f32; D]);

    fn exchanged(self) -> Self;

    fn bits(self) -> Vec<u32> {
        let (distance, on_a, on_b) = self.parts();
        [distance].iter().chain(&on_a).chain(&on_b).map(|x| x.to_bits()).collect()
    }
}

impl Found<2> for ClosestPair {
    fn parts(self) -> (f32, [f32; 2], [f32; 2]) {
        (self.distance, self.on_a, self.on_b)
    }

    fn exchanged(self) -> Self {
        self.exchanged()
    }
}

impl Found<3> for ClosestPair3 {
    fn parts(self) -> (f32, [f32; 3], [f32; 3]) {
        (self.distance, self.on_a, self.on_b)
    }

    fn exchanged(self) -> Self {
        self.exchanged()
    }
}

/// What was met, and the worst of each bound.
#[derive(Debug, Default)]
struct Met {
    meet: usize,
    apart: usize,
    touching: usize,
    worst_distance: f64,
    worst_point: f64,
}

impl Met {
    /// Compares the closest points with the definition.
    fn check<const D: usize, A: Solid<D> + ClosestTo<B>, B: Solid<D>>(&mut self, a: &A, b: &B, error: f64)
    where
        A::Pair: Found<D>,
    {
        let found = a.closest_to(b);
        let (x, y, (distance, on_a, on_b)) = (a.set(), b.set(), found.parts());
        let all: Vec<_> = x.vertices.iter().chain(&y.vertices).collect();
        let far = all.iter().flat_map(|&p| all.iter().map(|&q| length(sub(*p, *q)))).fold(0.0, f64::max);
        let size = far + 2.0 * (x.radius + y.radius);
        let say = |of: &str, error: f64| format!("{of} off by {error:e}: {a:?} {b:?} {found:?}");

        let gap = gap(&x, &y);
        let bound = (U * gap.abs() + (error + GAP_ERROR) * size).max(1e-300);
        let error = (f64::from(distance) - gap.max(0.0)).abs() / bound;
        assert!(error <= 1.0, "{}, distance {gap:e}", say("distance", error));
        self.worst_distance = self.worst_distance.max(error);
        self.meet += usize::from(gap < 0.0);
        self.apart += usize::from(gap > 0.0);
        self.touching += usize::from(gap == 0.0);

        let mut bounds = 0.0;
        for (set, p) in [(&x, on_a), (&y, on_b)] {
            let p = p.map(f64::from);
            let bound = (U * length(p) + (CLOSEST_ERROR + GAP_ERROR) * size).max(1e-300);
            let error = set.outside(p) / bound;
            assert!(error <= 1.0, "{}", say("point", error));
            self.worst_point = self.worst_point.max(error);
            bounds += bound;
        }
        let between = length(sub(on_b.map(f64::from), on_a.map(f64::from)));
        let error = (between - f64::from(distance)).abs() / (bounds + bound);
        assert!(error <= 1.0, "{}", say("distance of the points", error));
        assert!(
            distance > 0.0 || on_a.map(f32::to_bits) == on_b.map(f32::to_bits),
            "{}",
            say("meeting", 0.0)
        );
    }
}

/// Random shapes, of whole numbers or of any.
struct Numbers {
    rng: Rng,
    /// The largest whole number; any numbers if it is 0.
    size: u64,
}

impl Numbers {
    fn number(&mut self) -> f32 {
        match self.size {
            0 => 4.0 * self.rng.signed(),
            size => self.rng.below(2 * size + 1) as f32 - size as f32,
        }
    }

    fn point<const D: usize>(&mut self) -> [f32; D] {
        std::array::from_fn(|_| self.number())
    }

    /// Lower and upper corner.
    fn corners<const D: usize>(&mut self) -> [[f32; D]; 2] {
        let [p, q] = [self.point::<D>(), self.point::<D>()];
        [std::array::from_fn(|k| p[k].min(q[k])), std::array::from_fn(|k| p[k].max(q[k]))]
    }

    /// Any one, or one near a line.
    fn triangle<const D: usize>(&mut self) -> [[f32; D]; 3] {
        let corners = [(); 3].map(|()| self.point());
        if self.rng.below(3) != 0 {
            return corners;
        }
        let (direction, width) = (self.point::<D>(), (-(self.rng.below(40) as f32)).exp2());
        let width = if self.size == 0 { width } else { 0.0 };
        let on_line = |numbers: &mut Self| {
            let t = numbers.number();
            std::array::from_fn(|k| corners[0][k] + t * direction[k] + width * numbers.rng.signed())
        };
        [on_line(self), on_line(self), on_line(self)]
    }
}

/// A shape of random numbers.
trait Make: Sized {
    fn make(numbers: &mut Numbers) -> Self;
}

impl<const D: usize> Make for [f32; D] {
    fn make(numbers: &mut Numbers) -> Self {
        numbers.point()
    }
}

impl Make for Segment {
    fn make(numbers: &mut Numbers) -> Self {
        Self { start: numbers.point(), direction: numbers.point() }
    }
}

impl Make for Capsule {
    fn make(numbers: &mut Numbers) -> Self {
        Self { start: numbers.point(), direction: numbers.point(), radius: numbers.number().abs() }
    }
}

impl Make for Disk {
    fn make(numbers: &mut Numbers) -> Self {
        Self { center: numbers.point(), radius: numbers.number().abs() }
    }
}

impl Make for Aabb {
    fn make(numbers: &mut Numbers) -> Self {
        let [min, max] = numbers.corners();
        Self { min, max }
    }
}

impl Make for OrientedBox {
    fn make(numbers: &mut Numbers) -> Self {
        let [x, y] = numbers.point::<2>();
        let half_extents = [x.abs(), y.abs()];
        if numbers.size == 0 {
            let angle = numbers.number();
            return Self::from_angle(numbers.point(), half_extents, angle);
        }
        let axis = [[1.0, 0.0], [0.0, -1.0], [1.0, 1.0], [-1.0, 1.0]][numbers.rng.below(4) as usize];
        Self { center: numbers.point(), half_extents, axis }
    }
}

impl Make for Triangle {
    fn make(numbers: &mut Numbers) -> Self {
        let [a, b, c] = numbers.triangle();
        Self { a, b, c }
    }
}

impl Make for Segment3 {
    fn make(numbers: &mut Numbers) -> Self {
        Self { start: numbers.point(), direction: numbers.point() }
    }
}

impl Make for Capsule3 {
    fn make(numbers: &mut Numbers) -> Self {
        Self { start: numbers.point(), direction: numbers.point(), radius: numbers.number().abs() }
    }
}

impl Make for Sphere {
    fn make(numbers: &mut Numbers) -> Self {
        Self { center: numbers.point(), radius: numbers.number().abs() }
    }
}

impl Make for Aabb3 {
    fn make(numbers: &mut Numbers) -> Self {
        let [min, max] = numbers.corners();
        Self { min, max }
    }
}

impl Make for Triangle3 {
    fn make(numbers: &mut Numbers) -> Self {
        let [a, b, c] = numbers.triangle();
        Self { a, b, c }
    }
}

/// The same set with its vertices or ends in other orders, if it has any and they are floats.
fn reordered<const D: usize, S: Solid<D>>(shape: &S) -> Vec<S> {
    let row: Vec<f32> = values(&mut { *shape }).to_vec();
    let with = |row: &[f32]| {
        let mut shape = *shape;
        values(&mut shape).copy_from_slice(row);
        shape
    };
    let vertices = shape.set().vertices;
    match vertices[..] {
        [start, end] => {
            let (direction, radius) = row[D..].split_at(D);
            let end_to_start = end.iter().map(|&x| x as f32).chain(direction.iter().map(|x| -x));
            let turned: Vec<f32> = end_to_start.chain(radius.iter().copied()).collect();
            let is_exact = (0..D).all(|k| f64::from(turned[k]) == end[k] && f64::from(row[k]) == start[k]);
            if is_exact { vec![with(&turned)] } else { Vec::new() }
        }
        [_, _, _] => {
            let corners = [0, 1, 2].map(|i| &row[D * i..][..D]);
            orders(corners).map(|corners| with(&corners.concat())).to_vec()
        }
        _ => Vec::new(),
    }
}

/// A pair of shapes: whole numbers of three sizes and any numbers, at other scales, in other orders.
fn check<const D: usize, A, B>(error: f64)
where
    A: Solid<D> + Make + ClosestTo<B>,
    B: Solid<D> + Make + ClosestTo<A, Pair = A::Pair>,
    A::Pair: Found<D>,
{
    let mut met = Met::default();
    let mut numbers = Numbers { rng: Rng::new(size_of::<(A, B)>() as u64), size: 0 };
    for i in 0..PAIRS {
        numbers.size = [2, 0, 5, 40][i % 4];
        let (a, b) = (A::make(&mut numbers), B::make(&mut numbers));
        met.check(&a, &b, error);
        let there = a.closest_to(&b);
        assert_eq!(b.closest_to(&a).exchanged().bits(), there.bits(), "exchanged {a:?} {b:?}");
        for other in reordered::<D, A>(&a) {
            assert_eq!(other.closest_to(&b).bits(), there.bits(), "{a:?} as {other:?}, {b:?}");
        }
        for other in reordered::<D, B>(&b) {
            assert_eq!(a.closest_to(&other).bits(), there.bits(), "{a:?}, {b:?} as {other:?}");
        }
    }
    println!("{} {}: {met:?}", std::any::type_name::<A>(), std::any::type_name::<B>());
    assert!(met.apart > PAIRS / 20 && met.meet + met.touching > 0, "{met:?}");

    // Sizes at which f32 would overflow or underflow, and what is not finite.
    for scale in [f32::MAX / 128.0, f32::from_bits(1)] {
        for _ in 0..100 {
            numbers.size = 5;
            let (mut a, mut b) = (A::make(&mut numbers), B::make(&mut numbers));
            for x in values(&mut a).iter_mut().chain(values(&mut b)) {
                *x *= scale;
            }
            let found = a.closest_to(&b);
            let (distance, on_a, on_b) = found.parts();
            let all = [distance].into_iter().chain(on_a).chain(on_b);
            assert!(all.clone().all(f32::is_finite), "{a:?} {b:?} {found:?}");
        }
    }
    for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        let (a, b) = (A::make(&mut numbers), B::make(&mut numbers));
        let found: Vec<A::Pair> = replaced(a, bad)
            .map(|a| a.closest_to(&b))
            .chain(replaced(b, bad).map(|b| a.closest_to(&b)))
            .collect();
        for found in found {
            assert!(found.bits().iter().all(|&x| x == 0x7fc0_0000), "{found:?}");
        }
    }
}

#[test]
fn boxes_and_disks_in_the_plane() {
    check::<2, Point, Point>(CLOSEST_ERROR);
    check::<2, Point, Disk>(CLOSEST_ERROR);
    check::<2, Point, Aabb>(CLOSEST_ERROR);
    check::<2, Disk, Disk>(CLOSEST_ERROR);
    check::<2, Disk, Aabb>(CLOSEST_ERROR);
    check::<2, Aabb, Aabb>(CLOSEST_ERROR);
}

#[test]
fn outlines_in_the_plane() {
    check::<2, Point, Segment>(CLOSEST_ERROR);
    check::<2, Point, OrientedBox>(CLOSEST_ERROR);
    check::<2, Point, Triangle>(CLOSEST_ERROR);
    check::<2, Segment, Segment>(CLOSEST_ERROR);
    check::<2, Segment, Disk>(CLOSEST_ERROR);
    check::<2, Segment, Aabb>(CLOSEST_ERROR);
    check::<2, Segment, OrientedBox>(CLOSEST_ERROR);
    check::<2, Segment, Triangle>(CLOSEST_ERROR);
    check::<2, Disk, OrientedBox>(CLOSEST_ERROR);
    check::<2, Disk, Triangle>(CLOSEST_ERROR);
    check::<2, Aabb, OrientedBox>(CLOSEST_ERROR);
    check::<2, Aabb, Triangle>(CLOSEST_ERROR);
    check::<2, OrientedBox, OrientedBox>(CLOSEST_ERROR);
    check::<2, OrientedBox, Triangle>(CLOSEST_ERROR);
    check::<2, Triangle, Triangle>(CLOSEST_ERROR);
}

#[test]
fn boxes_and_spheres_in_space() {
    check::<3, Point3, Point3>(CLOSEST_ERROR);
    check::<3, Point3, Sphere>(CLOSEST_ERROR);
    check::<3, Point3, Aabb3>(CLOSEST_ERROR);
    check::<3, Sphere, Sphere>(CLOSEST_ERROR);
    check::<3, Sphere, Aabb3>(CLOSEST_ERROR);
    check::<3, Aabb3, Aabb3>(CLOSEST_ERROR);
}

#[test]
fn outlines_in_space() {
    check::<3, Point3, Segment3>(CLOSEST_ERROR);
    check::<3, Segment3, Segment3>(CLOSEST_ERROR);
    check::<3, Segment3, Sphere>(CLOSEST_ERROR);
    check::<3, Point3, Triangle3>(U);
    check::<3, Segment3, Triangle3>(U);
    check::<3, Sphere, Triangle3>(U);
    check::<3, Triangle3, Triangle3>(U);
}

#[test]
fn capsules_in_the_plane() {
    check::<2, Capsule, Point>(CLOSEST_ERROR);
    check::<2, Capsule, Segment>(CLOSEST_ERROR);
    check::<2, Capsule, Disk>(CLOSEST_ERROR);
    check::<2, Capsule, Capsule>(CLOSEST_ERROR);
    check::<2, Capsule, Aabb>(CLOSEST_ERROR);
    check::<2, Capsule, OrientedBox>(CLOSEST_ERROR);
    check::<2, Capsule, Triangle>(CLOSEST_ERROR);
}

#[test]
fn capsules_in_space() {
    check::<3, Capsule3, Point3>(CLOSEST_ERROR);
    check::<3, Capsule3, Segment3>(CLOSEST_ERROR);
    check::<3, Capsule3, Sphere>(CLOSEST_ERROR);
    check::<3, Capsule3, Capsule3>(CLOSEST_ERROR);
    check::<3, Capsule3, Triangle3>(U);
}

#[test]
fn outlines_and_boxes_in_space() {
    check::<3, Segment3, Aabb3>(CLOSEST_ERROR);
    check::<3, Capsule3, Aabb3>(CLOSEST_ERROR);
    check::<3, Triangle3, Aabb3>(U);
}

#[test]
fn of_points_that_are_equally_near_to_a_box_the_middle_is_taken() {
    let unit = Aabb3 { min: [0.0; 3], max: [1.0; 3] };
    for (height, distance) in [(0.5, 0.0), (3.0, 2.0)] {
        let through = Segment3 { start: [-1.0, height, 0.25], direction: [4.0, 0.0, 0.0] };
        let found = through.closest_to(&unit);
        assert_eq!((found.distance, found.on_a), (distance, [0.5, height, 0.25]));
        assert_eq!(found.on_b, [0.5, f32::min(height, 1.0), 0.25]);
    }
}

/// The sides of a sharp corner leave open where it ends along a line to the other center.
#[test]
fn needles_that_point_at_something_near() {
    let (mut met, mut rng) = (Met::default(), Rng::new(7));
    for _ in 0..PAIRS {
        let along = [(); 2].map(|()| rng.below(1 << 23) as f32 + 1.0);
        let gap = (-(rng.below(24) as f32)).exp2() * if rng.below(4) == 0 { -0.25 } else { 1.0 };
        let tip = [(); 2].map(|()| rng.below(9) as f32 - 4.0);
        let near = plus(tip.map(f64::from), f64::from(gap / along[0].max(along[1])), along.map(f64::from));
        let near = near.map(|x| x as f32);
        let needle = |tip: [f32; 2], to: f32, width: [f32; 2]| {
            let b = [0, 1].map(|k| tip[k] + to * along[k]);
            Triangle { a: tip, b, c: [0, 1].map(|k| b[k] + width[k]) }
        };
        let width = [rng.below(2) as f32, rng.below(2) as f32];
        let (one, other) = (needle(tip, -1.0, width), needle(near, 0.5, width));
        met.check(&one, &near, CLOSEST_ERROR);
        met.check(&one, &other, CLOSEST_ERROR);
        met.check(&one, &Segment { start: near, direction: along }, CLOSEST_ERROR);
        met.check(&one, &Aabb { min: near, max: near.map(|x| x + 1.0) }, CLOSEST_ERROR);
    }
    println!("{met:?}");
    assert!(met.apart > PAIRS && met.meet + met.touching > PAIRS / 4, "{met:?}");
}
