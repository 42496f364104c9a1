//! A segment, ray or line and an oriented box, in the plane and in space; two oriented boxes, or one and a
//! triangle, a sphere or a capsule, in space.
//!
//! The path is `start + t direction` for all `t` of a range. It meets the box if some `t` of the range keeps
//! every slab, `-h <= s + t d <= h` with `s = (start - center).axis` and `d = direction.axis`. Each side of a
//! slab clips the range by a quotient, which stays a fraction; if `d` is zero the condition is one on `s`,
//! and of a direction of zero nothing else is left.

use core::cmp::Ordering;

use num_bigint::BigInt;
use scalar::dim3::{Aabb3, Capsule3, OrientedBox3, Point3, Sphere, Triangle3};
use soa::{Shape, ShapeKind};

use super::hull::Axes;
use super::integer::{Unit, Vector, add, cross, dot, split, square, sub, times};
use super::lengths;

/// A fraction; its denominator is above zero.
#[derive(Clone, Debug)]
pub struct Fraction {
    /// The numerator.
    pub over: BigInt,
    /// The denominator.
    pub under: BigInt,
}

impl Fraction {
    /// A quotient of whole numbers, the second of which is not zero.
    pub fn new(over: BigInt, under: BigInt) -> Self {
        if under < BigInt::ZERO { Self { over: -over, under: -under } } else { Self { over, under } }
    }

    /// The order of two fractions.
    pub fn compare(&self, other: &Self) -> Ordering {
        (&self.over * &other.under).cmp(&(&other.over * &self.under))
    }

    /// Whether the nearest `f32` is this one, or as near as another one.
    ///
    /// ```
    /// use testkit::oracle::slabs::Fraction;
    /// let third = Fraction::new(1.into(), 3.into());
    /// assert!(third.rounds_to(1.0 / 3.0));
    /// assert!(!third.rounds_to((1.0f32 / 3.0).next_up()));
    /// let huge = Fraction::new(num_bigint::BigInt::from(1) << 128, 1.into());
    /// assert!(huge.rounds_to(f32::INFINITY) && !huge.rounds_to(f32::MAX));
    /// assert!(!third.rounds_to(f32::INFINITY));
    /// ```
    pub fn rounds_to(&self, x: f32) -> bool {
        // Half way to a neighbour is the mean. After the last number comes 2^128, to which infinity is
        // rounded.
        let number = |x: f32| {
            let (odd, exponent) = if x.is_infinite() { (x.signum() as i32, 128) } else { split(x) };
            let power = |exponent: i32| BigInt::from(1) << exponent.max(0);
            Self { over: power(exponent) * odd, under: power(-exponent) }
        };
        let mean = |a: f32, b: f32| {
            let (a, b) = (number(a), number(b));
            Self { over: a.over * &b.under + b.over * &a.under, under: a.under * b.under * 2 }
        };
        let (down, up) = (x.next_down(), x.next_up());
        // Infinity is its own neighbour.
        (down == x || self.compare(&mean(x, down)).is_ge()) && (up == x || self.compare(&mean(x, up)).is_le())
    }
}

/// The parameters of a path.
#[derive(Clone, Debug)]
pub struct Range {
    /// The first and the last; None where there is no end.
    ends: [Option<Fraction>; 2],
    /// Whether no parameter is left.
    is_empty: bool,
}

impl Range {
    /// All parameters of a segment, ray or line.
    pub fn of(path: ShapeKind) -> Self {
        match path {
            ShapeKind::Segment | ShapeKind::Segment3 => Self::segment(),
            ShapeKind::Ray | ShapeKind::Ray3 => Self::between([Some(0), None]),
            _ => Self::between([None, None]),
        }
    }

    /// Whether there is a first parameter, and a last one.
    pub fn has_ends(&self) -> [bool; 2] {
        self.ends.each_ref().map(Option::is_some)
    }

    /// From 0 to 1.
    pub fn segment() -> Self {
        Self::between([Some(0), Some(1)])
    }

    fn between(ends: [Option<i32>; 2]) -> Self {
        Self { ends: ends.map(|end| Some(Fraction::new(end?.into(), 1.into()))), is_empty: false }
    }

    /// Keeps the parameters `t` with `s + t d >= 0`.
    pub fn keep(&mut self, s: &BigInt, d: &BigInt) {
        if *d == BigInt::ZERO {
            self.is_empty |= *s < BigInt::ZERO;
            return;
        }
        let turn = Fraction::new(-s, d.clone());
        let [first, last] = &mut self.ends;
        if *d > BigInt::ZERO {
            if first.as_ref().is_none_or(|t| t.compare(&turn).is_lt()) {
                *first = Some(turn);
            }
        } else if last.as_ref().is_none_or(|t| t.compare(&turn).is_gt()) {
            *last = Some(turn);
        }
    }

    /// The first parameter that is left, if there is one.
    pub fn first(&self) -> Option<&Fraction> {
        self.ends[0].as_ref().filter(|_| self.is_some())
    }

    /// Whether a parameter is left.
    pub fn is_some(&self) -> bool {
        let [first, last] = &self.ends;
        !self.is_empty
            && first.as_ref().zip(last.as_ref()).is_none_or(|(first, last)| first.compare(last).is_le())
    }
}

/// Whether a path and an oriented box of `N` dimensions have a point in common. The path's columns are start
/// and direction, the box's are center, half extents and axes as stored.
pub fn crosses<P: Shape, B: Shape, const N: usize>(path: &P, slabs: &B) -> bool {
    let unit = Unit::of(lengths(path).chain(lengths(slabs)));
    let vector = |values: &[f32], k: usize| -> [f32; N] { core::array::from_fn(|i| values[k * N + i]) };
    let [start, direction] = [0, 1].map(|k| unit.counts(vector(path.values(), k)));
    let [center, extents] = [0, 1].map(|k| unit.counts(vector(slabs.values(), k)));
    let axes = Axes::new(axes::<N>(&slabs.values()[2 * N..]));
    let way = sub(&start, &center);
    let mut range = Range::of(P::KIND);
    for (axis, extent) in axes.at.iter().zip(extents) {
        let (s, d) = (dot(&way, axis), dot(&direction, axis));
        let h = extent * &axes.weight;
        range.keep(&(&h + &s), &d);
        range.keep(&(h - s), &-d);
    }
    range.is_some()
}

/// An axis, and the least and the largest product with a point of a slab.
type Limits = (Vector<3>, [BigInt; 2]);

/// The slabs of an oriented box of space.
struct Slabs {
    center: Vector<3>,
    /// For each axis: the axis, and what its product with a point of the box, less the center, is at most.
    sides: Vec<(Vector<3>, BigInt)>,
}

impl Slabs {
    fn of(oriented: &OrientedBox3, unit: Unit) -> Self {
        let axes = Axes::new(oriented.axes.to_vec());
        let extents = unit.counts(oriented.half_extents).map(|extent| extent * &axes.weight);
        Self { center: unit.counts(oriented.center), sides: axes.at.into_iter().zip(extents).collect() }
    }

    /// Their limits.
    fn limits(self) -> Vec<Limits> {
        let limits = |(axis, h): (Vector<3>, BigInt)| {
            let middle = dot(&axis, &self.center);
            (axis, [&middle - &h, middle + h])
        };
        self.sides.into_iter().map(limits).collect()
    }
}

/// Whether an oriented box and a triangle of space have a point in common.
///
/// A point of the triangle is `a + s (b - a) + t (c - a)` with `s`, `t` and `1 - s - t` of zero or more, and
/// each side of a slab is one more such condition on `s` and `t`. If some `s` and `t` keep all of them, so do
/// some where two are zero and independent: corners of what is left of the triangle.
pub fn box_meets_triangle(oriented: &OrientedBox3, triangle: &Triangle3) -> bool {
    let unit = Unit::of(lengths(oriented).chain(lengths(triangle)));
    let [a, b, c] = [triangle.a, triangle.b, triangle.c].map(|corner| unit.counts(corner));
    let Slabs { center, sides } = Slabs::of(oriented, unit);
    let (from_center, ab, ac) = (sub(&a, &center), sub(&b, &a), sub(&c, &a));
    // `x s + y t + z >= 0`.
    let mut conditions: Vec<Vector<3>> =
        [[1, 0, 0], [0, 1, 0], [-1, -1, 1]].map(|x| x.map(BigInt::from)).into();
    for (axis, extent) in &sides {
        let [x, y, z] = [&ab, &ac, &from_center].map(|v| dot(v, axis));
        conditions.push([x.clone(), y.clone(), extent + &z]);
        conditions.push([-x, -y, extent - z]);
    }
    let corners =
        conditions.iter().enumerate().flat_map(|(i, p)| conditions[..i].iter().map(move |q| cross(p, q)));
    corners.filter(|corner| corner[2] != BigInt::ZERO).any(|[x, y, z]| {
        let corner = if z < BigInt::ZERO { [-x, -y, -z] } else { [x, y, z] };
        conditions.iter().all(|condition| dot(condition, &corner) >= BigInt::ZERO)
    })
}

/// Whether a point lies in an oriented box of space: its product with each axis is within the half extent.
pub fn box_holds_point(point: &Point3, oriented: &OrientedBox3) -> bool {
    let unit = Unit::of(lengths(point).chain(lengths(oriented)));
    let Slabs { center, sides } = Slabs::of(oriented, unit);
    let from_center = sub(&unit.counts(*point), &center);
    sides.iter().all(|(axis, extent)| dot(axis, &from_center).magnitude() <= extent.magnitude())
}

/// Whether two oriented boxes of space have a point in common.
///
/// If there are points in all slabs, some of them lie on sides of slabs that are independent, as many as
/// there can be: two or three, unless all axes are parallel. So some line in which sides of two slabs meet
/// has such points: each slab clips it. If all axes are parallel, planes across a coordinate axis serve as
/// the other sides.
pub fn boxes_meet(a: &OrientedBox3, b: &OrientedBox3) -> bool {
    let unit = Unit::of(lengths(a).chain(lengths(b)));
    slabs_meet(&[Slabs::of(a, unit).limits(), Slabs::of(b, unit).limits()].concat())
}

/// Whether an axis-aligned and an oriented box of space have a point in common, as for [two of
/// these](boxes_meet).
pub fn upright_box_meets(aabb: &Aabb3, oriented: &OrientedBox3) -> bool {
    let unit = Unit::of(lengths(aabb).chain(lengths(oriented)));
    let axes = [0, 1, 2].map(|k| core::array::from_fn(|i| BigInt::from(u8::from(i == k))));
    let [min, max] = [aabb.min, aabb.max].map(|corner| unit.counts(corner));
    let sides = axes.into_iter().zip(min.into_iter().zip(max)).map(|(axis, (low, high))| (axis, [low, high]));
    slabs_meet(&[sides.collect(), Slabs::of(oriented, unit).limits()].concat())
}

/// Whether slabs, an axis and the least and the largest product of each, have a point in common.
fn slabs_meet(slabs: &[Limits]) -> bool {
    let zero = BigInt::ZERO;
    let are_parallel = slabs.iter().all(|(u, _)| slabs.iter().all(|(v, _)| cross(u, v) == Vector::default()));
    let mut sides = slabs.to_vec();
    if are_parallel {
        let across = [0, 1, 2].map(|k| core::array::from_fn(|i| BigInt::from(u8::from(i == k))));
        sides.extend(across.map(|axis| (axis, [zero.clone(), zero.clone()])));
    }
    let pairs =
        sides.iter().enumerate().flat_map(|(i, side)| sides[..i].iter().map(move |other| (side, other)));
    pairs.into_iter().any(|((u, at_u), (v, at_v))| {
        let direction = cross(u, v);
        let weight = dot(&direction, &direction);
        // Times `weight`, the point of the line that is nearest to the origin.
        let [along_u, along_v] = [cross(v, &direction), cross(&direction, u)];
        weight != zero
            && at_u.iter().any(|x| {
                at_v.iter().any(|y| {
                    let start = add(&times(&along_u, x), &times(&along_v, y));
                    let mut range = Range::between([None, None]);
                    for (axis, [low, high]) in slabs {
                        let (s, d) = (dot(axis, &start), dot(axis, &direction));
                        range.keep(&(&s - low * &weight), &d);
                        range.keep(&(high * &weight - s), &-d);
                    }
                    range.is_some()
                })
            })
    })
}

/// Whether a sphere and an oriented box of space have a point in common: as a capsule of a segment that is a point.
pub fn sphere_meets_box(&Sphere { center, radius }: &Sphere, oriented: &OrientedBox3) -> bool {
    capsule_meets_box(&Capsule3 { start: center, direction: [0.0; 3], radius }, oriented)
}

/// Whether a capsule and an oriented box of space have a point in common: no plane separates them.
///
/// The normal of a plane that does is a sum of multiples `y_i` of the axes, and the box reaches as far from
/// its center on it as the sum of all `|y_i| h_i`. It points from the box's nearest point, where sides of one,
/// two or three slabs meet, to the nearest point of the segment. With the distances `d_i` of an end from these
/// sides, and the products `g_ij` of their axes, `y` is a multiple of the solution of `g y = d`, if there is
/// one. Where that point is no end, `g y = d + t p` with the products `p_i` of the axes and the direction, to which
/// the normal is perpendicular: `p.y = 0`. Whatever `y` is, a plane that separates them shows that they are
/// disjoint.
pub fn capsule_meets_box(capsule: &Capsule3, oriented: &OrientedBox3) -> bool {
    let unit = Unit::of(lengths(capsule).chain(lengths(oriented)));
    let Slabs { center, sides } = Slabs::of(oriented, unit);
    let (radius, from_center) = (unit.count(capsule.radius), sub(&unit.counts(capsule.start), &center));
    let direction = unit.counts(capsule.direction);
    let products = |v: &Vector<3>| -> Vector<3> { core::array::from_fn(|i| dot(&sides[i].0, v)) };
    let (start, along) = (products(&from_center), products(&direction));
    let ends = [start.clone(), add(&start, &along)];
    let zero = BigInt::ZERO;
    let separates = |y: &Vector<3>| {
        let reach: BigInt =
            y.iter().zip(&sides).map(|(y, (_, h))| BigInt::from(y.magnitude().clone()) * h).sum();
        let distance = dot(y, &ends[0]).min(dot(y, &ends[1])) - reach;
        let normal = (0..3).map(|i| times(&sides[i].0, &y[i])).reduce(|sum, part| add(&sum, &part));
        distance > zero && normal.is_some_and(|n| square(&distance) > square(&radius) * dot(&n, &n))
    };
    // Of each slab no side, the upper or the lower one.
    let choices = (1..27).map(|n: i32| [n % 3, n / 3 % 3, n / 9]);
    !choices.into_iter().any(|choice| {
        // A row for each slab: of one that is left out, y = 0.
        let row = |i: usize| -> Vector<3> {
            core::array::from_fn(|j| match (choice[i], choice[j]) {
                (0, _) => BigInt::from(u8::from(i == j)),
                (_, 0) => zero.clone(),
                _ => dot(&sides[i].0, &sides[j].0),
            })
        };
        let from_sides = |q: &Vector<3>| -> Vector<3> {
            core::array::from_fn(|i| match choice[i] {
                0 => zero.clone(),
                1 => &q[i] - &sides[i].1,
                _ => &q[i] + &sides[i].1,
            })
        };
        // The rows are symmetric, and so is their adjugate.
        let [a, b, c] = [row(0), row(1), row(2)];
        let solved = |d: &Vector<3>| [dot(&cross(&b, &c), d), dot(&cross(&c, &a), d), dot(&cross(&a, &b), d)];
        let at_ends = ends.each_ref().map(|end| solved(&from_sides(end)));
        let p: Vector<3> =
            core::array::from_fn(|i| if choice[i] == 0 { zero.clone() } else { along[i].clone() });
        let moved = solved(&p);
        let between = sub(&times(&at_ends[0], &dot(&p, &moved)), &times(&moved, &dot(&p, &at_ends[0])));
        at_ends.iter().chain([&between]).any(separates)
    })
}

/// The axes of a box: in the plane one is stored, and the other is perpendicular to it.
fn axes<const N: usize>(stored: &[f32]) -> Vec<[f32; N]> {
    let all = if N == 2 { vec![stored[0], stored[1], -stored[1], stored[0]] } else { stored.to_vec() };
    all.chunks(N).map(|axis| core::array::from_fn(|k| axis[k])).collect()
}
