//! Boxes and triangles that move, against whole numbers: whether what is swept holds a point of the other
//! shape, by the cone of all directions that separate the two.

use scalar::dim2::{Aabb, OrientedBox, Point, Segment, Triangle};
use scalar::dim3::{Aabb3, Point3, Segment3, Triangle3};
use scalar::exact::{MovingShape, Stage, Sweep, time_of_hit, time_of_impact};

use crate::common::{
    Rng, of_whole_numbers, orders, replaced, scaled, scaled_box, values, whole_corners, with_whole_corners,
};

const PARTS: i128 = 1 << 24;

type P = [i128; 3];

/// A shape of whole numbers.
trait Shape<const D: usize>: bytemuck::Pod + std::fmt::Debug {
    /// The points that it is the convex hull of.
    fn points(&self) -> Vec<P>;

    /// Puts numbers that were chosen at random in order.
    fn tidy(&mut self) {}

    /// With all lengths times a number.
    fn scaled(self, by: f32) -> Self {
        scaled(self, by)
    }
}

fn whole<const D: usize>(p: [f32; D]) -> P {
    core::array::from_fn(|k| p.get(k).map_or(0, |&x| x as i128))
}

/// The corners of a box.
fn corners(min: P, max: P) -> Vec<P> {
    (0..8).map(|i: usize| core::array::from_fn(|k| if i >> k & 1 == 0 { min[k] } else { max[k] })).collect()
}

macro_rules! shapes {
    ($($shape:ty: $dim:literal, |$s:ident| $points:expr;)*) => {$(
        impl Shape<$dim> for $shape {
            fn points(&self) -> Vec<P> {
                let $s = self;
                $points
            }
        }
    )*};
}
shapes! {
    Point: 2, |p| vec![whole(*p)];
    Segment: 2, |s| vec![whole(s.start), sum(whole(s.start), whole(s.direction))];
    Triangle: 2, |t| vec![whole(t.a), whole(t.b), whole(t.c)];
    Point3: 3, |p| vec![whole(*p)];
    Segment3: 3, |s| vec![whole(s.start), sum(whole(s.start), whole(s.direction))];
    Triangle3: 3, |t| vec![whole(t.a), whole(t.b), whole(t.c)];
}

impl Shape<2> for Aabb {
    fn points(&self) -> Vec<P> {
        corners(whole(self.min), whole(self.max))
    }

    fn tidy(&mut self) {
        (0..2).for_each(|k| self.max[k] = self.min[k] + self.max[k].abs());
    }
}

impl Shape<2> for OrientedBox {
    fn points(&self) -> Vec<P> {
        whole_corners(self).to_vec()
    }

    fn tidy(&mut self) {
        *self = with_whole_corners(*self);
    }

    fn scaled(self, by: f32) -> Self {
        scaled_box(self, by)
    }
}

impl Shape<3> for Aabb3 {
    fn points(&self) -> Vec<P> {
        corners(whole(self.min), whole(self.max))
    }

    fn tidy(&mut self) {
        (0..3).for_each(|k| self.max[k] = self.min[k] + self.max[k].abs());
    }
}

fn sum(a: P, b: P) -> P {
    [0, 1, 2].map(|k| a[k] + b[k])
}

fn dot(u: P, v: P) -> i128 {
    u[0] * v[0] + u[1] * v[1] + u[2] * v[2]
}

fn cross(u: P, v: P) -> P {
    [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]
}

/// Whether the convex hull of points does not hold the origin: some direction has a positive product with all
/// of them. If they span space, the directions with products that are not negative are a pointed cone. Its
/// rays are perpendicular to two of the points, and the sum of all rays is inside if anything is.
fn misses_origin(points: &[P]) -> bool {
    let is_ray = |n: &P| *n != [0; 3] && points.iter().all(|&p| dot(*n, p) >= 0);
    let is_positive = |n: P| points.iter().all(|&p| dot(n, p) > 0);
    let nonzero = points.iter().find(|p| **p != [0; 3]);
    let Some(&first) = nonzero.filter(|_| !points.contains(&[0; 3])) else { return false };
    let Some(normal) = points.iter().map(|&p| cross(first, p)).find(|n| *n != [0; 3]) else {
        return is_positive(first);
    };
    let both = |n: P| [n, n.map(|x| -x)];
    let mut inside = [0; 3];
    if points.iter().all(|&p| dot(normal, p) == 0) {
        // In the plane of all points a ray is perpendicular to one of them; the numbers of the normal
        // are made small.
        let divisor = normal.iter().fold(0, |a, b| gcd(a, b.abs()));
        let normal = normal.map(|x| x / divisor);
        let rays = points.iter().flat_map(|&p| both(cross(normal, p)));
        rays.filter(is_ray).for_each(|n| inside = sum(inside, n));
    } else {
        for (i, &p) in points.iter().enumerate() {
            let rays = points[..i].iter().flat_map(|&q| both(cross(p, q)));
            rays.filter(is_ray).for_each(|n| inside = sum(inside, n));
        }
    }
    is_positive(inside)
}

fn gcd(a: i128, b: i128) -> i128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// Where a hull is after some parts of a motion, in parts of the unit.
fn moved(points: &[P], motion: P, part: i128) -> Vec<P> {
    points.iter().map(|p| [0, 1, 2].map(|k| p[k] * PARTS + motion[k] * part)).collect()
}

/// Whether two hulls have a point in common.
fn meet(a: &[P], b: &[P]) -> bool {
    let mut all: Vec<P> =
        a.iter().flat_map(|p| b.iter().map(move |q| [0, 1, 2].map(|k| p[k] - q[k]))).collect();
    all.sort_unstable();
    all.dedup();
    !misses_origin(&all)
}

/// What a run has met.
#[derive(Debug, Default)]
struct Met {
    never: usize,
    at_start: usize,
    later: usize,
    /// It touches between two parts, and at neither.
    grazed: usize,
    /// A shape that has no area, or a box with a side of length zero.
    flat: usize,
    /// A motion of zero.
    still: usize,
}

fn is_flat(points: &[P], is_box: bool, dim: usize) -> bool {
    if is_box {
        (0..dim).any(|k| points.iter().all(|p| p[k] == points[0][k]))
    } else if points.len() == 4 {
        // An oriented box.
        points[0] == points[1] || points[0] == points[3]
    } else {
        let edge = |i: usize| [0, 1, 2].map(|k| points[i][k] - points[0][k]);
        points.len() == 3 && cross(edge(1), edge(2)) == [0; 3]
    }
}

fn random<S: Shape<D>, const D: usize>(rng: &mut Rng, size: u64) -> S {
    let mut shape: S = of_whole_numbers(rng, size);
    shape.tidy();
    shape
}

fn check<A: Shape<D>, B: Shape<D>, const D: usize>(seed: u64, cases: usize) -> Met
where
    MovingShape<A, D>: Sweep<B>,
{
    let (mut rng, mut met) = (Rng::new(seed), Met::default());
    for _ in 0..cases {
        let size = [1, 3, 8][rng.below(3) as usize];
        let (shape, other): (A, B) = (random(&mut rng, size), random(&mut rng, size));
        let motion = core::array::from_fn(|_| rng.below(2 * size + 1) as f32 - size as f32);
        let moving = MovingShape { shape, motion };
        let (a, b, m) = (shape.points(), moved(&other.points(), [0; 3], 0), whole(motion));
        let until = |part| meet(&[moved(&a, m, 0), moved(&a, m, part)].concat(), &b);
        let time = time_of_impact(&moving, &other);
        let what = || format!("{shape:?} {motion:?} {other:?}: {time:?}");
        met.flat += usize::from(is_flat(&a, a.len() == 8, D) || is_flat(&other.points(), b.len() == 8, D));
        met.still += usize::from(m == [0; 3]);
        let decided = [Stage::Rounded, Stage::Integer].map(|stage| moving.attempt_until(1.0, &other, stage));
        assert!(decided[0].is_none_or(|hit| decided[1] == Some(hit)), "{}", what());
        assert_eq!(decided[1], Some(time.is_some()), "{}", what());
        let at_start = moving.attempt_until(0.0, &other, Stage::Integer);
        assert_eq!(at_start, Some(meet(&moved(&a, m, 0), &b)), "{}", what());
        for by in [1.0 / 1_048_576.0, 3.0] {
            let moving = MovingShape { shape: shape.scaled(by), motion: scaled(motion, by) };
            assert_eq!(time_of_impact(&moving, &other.scaled(by)), time, "{} times {by}", what());
        }
        let Some(time) = time else {
            assert!(!until(PARTS), "{}", what());
            met.never += 1;
            continue;
        };
        assert_eq!(time_of_hit(&moving, &other), time);
        let part = (time * PARTS as f32) as i128;
        assert!((0..PARTS).contains(&part) && part as f32 / PARTS as f32 == time, "{}", what());
        assert!(until(part + 1), "{}", what());
        if until(0) {
            assert_eq!(part, 0, "{}", what());
            met.at_start += 1;
        } else {
            assert!(!until(part), "{}", what());
            met.later += 1;
            met.grazed += usize::from(!meet(&moved(&a, m, part + 1), &b));
        }
    }
    met
}

#[test]
fn times_are_never_late_and_at_most_a_part_early() {
    type Check = fn(u64, usize) -> Met;
    // A box that moves has 16 points, and another one 8: these take longer.
    let pairs: [(&str, Check, usize); 23] = [
        ("box, point", check::<Aabb, Point, 2>, 3000),
        ("box, segment", check::<Aabb, Segment, 2>, 3000),
        ("box, box", check::<Aabb, Aabb, 2>, 3000),
        ("box, triangle", check::<Aabb, Triangle, 2>, 3000),
        ("triangle, point", check::<Triangle, Point, 2>, 3000),
        ("triangle, segment", check::<Triangle, Segment, 2>, 3000),
        ("triangle, box", check::<Triangle, Aabb, 2>, 3000),
        ("triangle, triangle", check::<Triangle, Triangle, 2>, 3000),
        ("box of space, point", check::<Aabb3, Point3, 3>, 1500),
        ("box of space, segment", check::<Aabb3, Segment3, 3>, 1500),
        ("boxes of space", check::<Aabb3, Aabb3, 3>, 300),
        ("box of space, triangle", check::<Aabb3, Triangle3, 3>, 600),
        ("triangle of space, point", check::<Triangle3, Point3, 3>, 3000),
        ("triangle of space, segment", check::<Triangle3, Segment3, 3>, 3000),
        ("triangle of space, box", check::<Triangle3, Aabb3, 3>, 1000),
        ("triangles of space", check::<Triangle3, Triangle3, 3>, 3000),
        ("oriented box, point", check::<OrientedBox, Point, 2>, 3000),
        ("oriented box, segment", check::<OrientedBox, Segment, 2>, 3000),
        ("oriented box, box", check::<OrientedBox, Aabb, 2>, 3000),
        ("oriented boxes", check::<OrientedBox, OrientedBox, 2>, 3000),
        ("oriented box, triangle", check::<OrientedBox, Triangle, 2>, 3000),
        ("box, oriented box", check::<Aabb, OrientedBox, 2>, 3000),
        ("triangle, oriented box", check::<Triangle, OrientedBox, 2>, 3000),
    ];
    let mut grazed = 0;
    for (seed, (name, check, cases)) in pairs.into_iter().enumerate() {
        let met = check(seed as u64, cases);
        println!("{name}: {met:?}");
        assert!(met.never.min(met.later) * 50 > cases, "{name}: {met:?}");
        assert!(met.at_start.min(met.flat) * 100 > cases && met.still > 0, "{name}: {met:?}");
        grazed += met.grazed;
    }
    assert!(grazed > 100, "{grazed}");
}

/// The largest part until which nothing is touched, if the time is right.
fn is_last_free<A: Sweep<B>, B>(moving: &A, other: &B, time: f32) -> bool {
    let until = |share| moving.attempt_until(share, other, Stage::Integer) == Some(true);
    let next = time + 1.0 / PARTS as f32;
    until(next) && (time == 0.0 || !until(time))
}

/// Shapes of numbers with all digits, of many sizes: either may move, and the order of corners does not
/// matter.
fn check_exchanged<A: Shape<D>, B: Shape<D>, const D: usize>(
    seed: u64,
    orders_of: impl Fn(A) -> Vec<A>,
    orders_of_other: impl Fn(B) -> Vec<B>,
) where
    MovingShape<A, D>: Sweep<B>,
    MovingShape<B, D>: Sweep<A>,
{
    let (mut rng, mut hits) = (Rng::new(seed), 0);
    for i in 0..600 {
        let most = [0, 0, 0, 60][i % 4];
        let (mut shape, mut other) = (A::zeroed(), B::zeroed());
        for x in values(&mut shape) {
            *x = rng.of_size(most, true);
        }
        for x in values(&mut other) {
            *x = rng.of_size(most, true);
        }
        shape.tidy();
        other.tidy();
        let motion: [f32; D] = core::array::from_fn(|_| 2.0 * rng.of_size(most, true));
        let time = time_of_impact(&MovingShape { shape, motion }, &other);
        let exchanged = MovingShape { shape: other, motion: motion.map(|x| -x) };
        assert_eq!(time_of_impact(&exchanged, &shape), time, "{shape:?} {motion:?} {other:?}");
        for shape in orders_of(shape) {
            for other in orders_of_other(other) {
                assert_eq!(time_of_impact(&MovingShape { shape, motion }, &other), time, "{shape:?}");
            }
        }
        if let Some(time) = time {
            let moving = MovingShape { shape, motion };
            assert!(is_last_free(&moving, &other, time), "{shape:?} {motion:?} {other:?}: {time}");
            hits += 1;
        }
    }
    assert!((60..560).contains(&hits), "{hits}");
}

/// The same box with its axis turned by right angles.
fn turned(oriented: OrientedBox) -> Vec<OrientedBox> {
    let OrientedBox { half_extents: [hx, hy], axis: [ux, uy], .. } = oriented;
    let turned = [([hy, hx], [-uy, ux]), ([hx, hy], [-ux, -uy]), ([hy, hx], [uy, -ux])];
    turned.map(|(half_extents, axis)| OrientedBox { half_extents, axis, ..oriented }).to_vec()
}

#[test]
fn either_may_move_and_no_order_matters() {
    let plane = |t: Triangle| orders([t.a, t.b, t.c]).map(|[a, b, c]| Triangle { a, b, c }).to_vec();
    let space = |t: Triangle3| orders([t.a, t.b, t.c]).map(|[a, b, c]| Triangle3 { a, b, c }).to_vec();
    check_exchanged::<Aabb, Aabb, 2>(1, |_| vec![], |_| vec![]);
    check_exchanged::<Aabb, Triangle, 2>(2, |aabb| vec![aabb], plane);
    check_exchanged::<Triangle, Triangle, 2>(3, plane, |t| vec![t]);
    check_exchanged::<OrientedBox, Aabb, 2>(7, turned, |aabb| vec![aabb]);
    check_exchanged::<OrientedBox, Triangle, 2>(8, turned, plane);
    check_exchanged::<OrientedBox, OrientedBox, 2>(9, turned, turned);
    check_exchanged::<Aabb3, Aabb3, 3>(4, |_| vec![], |_| vec![]);
    check_exchanged::<Aabb3, Triangle3, 3>(5, |aabb| vec![aabb], space);
    check_exchanged::<Triangle3, Triangle3, 3>(6, space, |t| vec![t]);
}

#[test]
fn a_shape_that_is_not_finite_touches_nothing() {
    let shape = Triangle { a: [0.0, 0.0], b: [1.0, 0.0], c: [0.0, 1.0] };
    let moving = MovingShape { shape, motion: [1.0, 1.0] };
    let other = Aabb { min: [0.0, 0.0], max: [2.0, 2.0] };
    assert_eq!(time_of_impact(&moving, &other), Some(0.0));
    for by in [f32::NAN, f32::INFINITY] {
        for shape in replaced(shape, by) {
            assert_eq!(time_of_impact(&MovingShape { shape, ..moving }, &other), None);
        }
        for other in replaced(other, by) {
            assert_eq!(time_of_impact(&moving, &other), None);
        }
        assert_eq!(time_of_impact(&MovingShape { motion: [0.0, by], ..moving }, &other), None);
    }
    assert_eq!(time_of_impact(&moving, &Aabb { min: [2.0, 2.0], max: [0.0, 0.0] }), None);
}

#[test]
fn the_largest_numbers_have_times() {
    let (low, high) =
        (Aabb { min: [-f32::MAX; 2], max: [-1e38; 2] }, Aabb { min: [1e38; 2], max: [3e38; 2] });
    let time = time_of_impact(&MovingShape { shape: low, motion: [f32::MAX; 2] }, &high).unwrap();
    assert!((time - 2e38 / f32::MAX).abs() < 1e-6, "{time}");
    let least = f32::from_bits(1);
    let point = MovingShape { shape: Aabb { min: [0.0; 2], max: [0.0; 2] }, motion: [least, 0.0] };
    assert_eq!(time_of_impact(&point, &[least, 0.0]), Some(1.0 - 1.0 / PARTS as f32));
    assert_eq!(time_of_impact(&point, &[least, least]), None);
}
