//! `scalar::exact`: its two stages against each other on coordinates of all magnitudes, pairs that touch to
//! the last bit, the ends of the range, and what is refused. Its answers on grids are the part of
//! `integer_truth.rs`.

use std::fmt::Debug;

use bytemuck::Pod;
use scalar::dim2::{
    Aabb, Capsule, Disk, Line, OrientedBox, Point, Ray, RoundedAabb, RoundedCapsule, RoundedDisk,
    RoundedOrientedBox, RoundedTriangle, Segment, Triangle,
};
use scalar::dim3::{
    Aabb3, Capsule3, Line3, OrientedBox3, Point3, Ray3, RoundedAabb3, RoundedCapsule3, RoundedSphere,
    RoundedTriangle3, Segment3, Sphere, Triangle3,
};
use scalar::exact::{self, Decision, Exact, Stage};

use crate::common::{Rng, replaced, values};

const ROUNDED_MISS: Decision = Decision { hit: false, stage: Stage::Rounded };

/// A generator of numbers that meet each other: of one or a few magnitudes a case.
struct Numbers {
    rng: Rng,
    kind: u64,
}

impl Numbers {
    /// A small integer, of either sign.
    fn small(&mut self, n: u64) -> f32 {
        self.rng.below(2 * n + 1) as f32 - n as f32
    }

    fn number(&mut self) -> f32 {
        match self.kind {
            // Any finite bits.
            0 => loop {
                let x = f32::from_bits(self.rng.bits() as u32);
                if x.is_finite() {
                    return x;
                }
            },
            // Few values of distant magnitudes: their sums need more than 53 bits, and they touch.
            1 => {
                let scale = [1e-30, 1e-12, 1.0, 1.0, 1e12, 1e30][self.rng.below(6) as usize];
                self.small(2) * scale
            }
            // Tenths: collinear up to rounding, and some the least bit beside.
            2 => {
                let x = self.small(10) * 0.1;
                [x, x, x, x.next_up(), x.next_down()][self.rng.below(5) as usize]
            }
            // Integers with all bits of an f32, of like magnitude.
            3 => (self.rng.below(1 << 24) as f32) - 8_388_608.0,
            // The ends of the range, the least numbers and both zeros.
            4 => {
                let tiny = f32::from_bits(1);
                [f32::MAX, f32::MIN, tiny, -tiny, f32::MIN_POSITIVE, 0.0, -0.0, 1.0, -1.0]
                    [self.rng.below(9) as usize]
            }
            // Small integers, some a tiny bit beside.
            _ => {
                let x = self.small(3);
                if self.rng.below(8) == 0 { x.next_up() } else { x }
            }
        }
    }
}

/// Kinds of [`Numbers`].
const KINDS: u64 = 6;

/// A shape made of any finite numbers.
trait Valid: Pod + Debug {
    /// The shape with its rules kept.
    #[must_use]
    fn valid(self) -> Self {
        self
    }
}

impl Valid for Point {}
impl Valid for Segment {}
impl Valid for Ray {}
impl Valid for Line {}
impl Valid for Triangle {}
impl Valid for Point3 {}
impl Valid for Segment3 {}
impl Valid for Ray3 {}
impl Valid for Line3 {}
impl Valid for Triangle3 {}

impl Valid for Disk {
    fn valid(self) -> Self {
        Self { radius: self.radius.abs(), ..self }
    }
}

impl Valid for Capsule {
    fn valid(self) -> Self {
        Self { radius: self.radius.abs(), ..self }
    }
}

impl Valid for Capsule3 {
    fn valid(self) -> Self {
        Self { radius: self.radius.abs(), ..self }
    }
}

impl Valid for RoundedDisk {
    fn valid(self) -> Self {
        Self { radius: self.radius.abs(), border_radius: self.border_radius.abs(), ..self }
    }
}

impl Valid for RoundedCapsule {
    fn valid(self) -> Self {
        Self { radius: self.radius.abs(), border_radius: self.border_radius.abs(), ..self }
    }
}

impl Valid for RoundedSphere {
    fn valid(self) -> Self {
        Self { radius: self.radius.abs(), border_radius: self.border_radius.abs(), ..self }
    }
}

impl Valid for RoundedCapsule3 {
    fn valid(self) -> Self {
        Self { radius: self.radius.abs(), border_radius: self.border_radius.abs(), ..self }
    }
}

impl Valid for RoundedAabb3 {
    fn valid(self) -> Self {
        let Aabb3 { min, max } = self.aabb().valid();
        Self { min, max, border_radius: self.border_radius.abs() }
    }
}

impl Valid for RoundedTriangle3 {
    fn valid(self) -> Self {
        Self { border_radius: self.border_radius.abs(), ..self }
    }
}

impl Valid for RoundedAabb {
    fn valid(self) -> Self {
        let Aabb { min, max } = self.aabb().valid();
        Self { min, max, border_radius: self.border_radius.abs() }
    }
}

impl Valid for RoundedOrientedBox {
    fn valid(self) -> Self {
        let half_extents = self.half_extents.map(f32::abs);
        Self { half_extents, border_radius: self.border_radius.abs(), ..self }
    }
}

impl Valid for RoundedTriangle {
    fn valid(self) -> Self {
        Self { border_radius: self.border_radius.abs(), ..self }
    }
}

impl Valid for Sphere {
    fn valid(self) -> Self {
        Self { radius: self.radius.abs(), ..self }
    }
}

impl Valid for Aabb {
    fn valid(self) -> Self {
        let Self { min: p, max: q } = self;
        Self { min: [p[0].min(q[0]), p[1].min(q[1])], max: [p[0].max(q[0]), p[1].max(q[1])] }
    }
}

impl Valid for Aabb3 {
    fn valid(self) -> Self {
        let [min, max] = [f32::min, f32::max].map(|of| [0, 1, 2].map(|k| of(self.min[k], self.max[k])));
        Self { min, max }
    }
}

impl Valid for OrientedBox {
    fn valid(self) -> Self {
        Self { half_extents: self.half_extents.map(f32::abs), ..self }
    }
}

impl Valid for OrientedBox3 {
    fn valid(self) -> Self {
        Self { half_extents: self.half_extents.map(f32::abs), ..self }
    }
}

/// Calls `case` with pairs of every kind.
fn pairs<A: Valid, B: Valid>(mut case: impl FnMut(A, B)) {
    for kind in 0..KINDS {
        let mut numbers = Numbers { rng: Rng::new(kind), kind };
        for _ in 0..4_000 {
            let (mut a, mut b) = (A::zeroed(), B::zeroed());
            values(&mut a).fill_with(|| numbers.number());
            values(&mut b).fill_with(|| numbers.number());
            case(a.valid(), b.valid());
        }
    }
}

fn with_negative_zeros<A: Pod>(mut shape: A) -> A {
    for x in values(&mut shape) {
        *x = if *x == 0.0 { -0.0 } else { *x };
    }
    shape
}

/// Both stages agree wherever the first one decides; each was met, with hits and misses. -0 is 0. (The second
/// stage evaluates parts as the first one does: the truth is that of `integer_truth.rs`, the oracle of
/// `testkit`, and the tests of `Rounded` itself.) A pair that
/// hits no longer does when any number is replaced by one that is not finite.
fn check<A: Valid + Exact<B>, B: Valid>(function: fn(&A, &B) -> bool) {
    // By stage, then misses and hits.
    let (mut met, mut touching) = ([[0; 2]; 2], None);
    pairs(|a: A, b: B| {
        let truth = a.attempt(&b, Stage::Integer).expect("the last stage always decides");
        let rounded = a.attempt(&b, Stage::Rounded);
        assert!(rounded.is_none_or(|hit| hit == truth), "{a:?} {b:?}: {rounded:?}, in truth {truth}");
        let stage = if rounded.is_some() { Stage::Rounded } else { Stage::Integer };
        assert_eq!(a.decide(&b), Decision { hit: truth, stage }, "{a:?} {b:?}");
        assert_eq!(function(&a, &b), truth);
        assert_eq!(with_negative_zeros(a).decide(&with_negative_zeros(b)), a.decide(&b));
        met[usize::from(rounded.is_none())][usize::from(truth)] += 1;
        touching = touching.or(truth.then_some((a, b)));
    });
    let name = std::any::type_name::<(A, B)>();
    let compares = ["Aabb, scalar::dim2::shapes::Aabb", "([f32; 2], scalar::dim2::shapes::Aabb)"];
    let least = if compares.iter().any(|pair| name.contains(pair)) { [100, 0] } else { [100, 10] };
    for (met, least) in met.iter().zip(least) {
        assert!(met.iter().all(|&n| n >= least), "{name}: met {met:?} misses and hits by a stage");
    }
    let (a, b) = touching.expect("hits were met");
    for bad in [f32::NAN, -f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        for (a, b) in replaced(a, bad).map(|a| (a, b)).chain(replaced(b, bad).map(|b| (a, b))) {
            assert_eq!(a.decide(&b), ROUNDED_MISS, "{a:?} {b:?}");
            assert_eq!(a.attempt(&b, Stage::Integer), Some(false), "{a:?} {b:?}");
        }
    }
}

#[test]
fn stages_agree_and_nothing_touches_what_is_not_finite() {
    check::<Point, Disk>(exact::point_disk);
    check::<Point, Triangle>(exact::point_triangle);
    check::<Segment, Segment>(exact::segment_segment);
    check::<Segment, Disk>(exact::segment_disk);
    check::<Segment, OrientedBox>(exact::segment_oriented_box);
    check::<Ray, OrientedBox>(exact::segment_oriented_box);
    check::<Line, OrientedBox>(exact::segment_oriented_box);
    check::<Segment, Triangle>(exact::segment_triangle);
    check::<Disk, Disk>(exact::disk_disk);
    check::<Disk, Aabb>(exact::disk_aabb);
    check::<Disk, Triangle>(exact::disk_triangle);
    check::<Aabb, Aabb>(exact::aabb_aabb);
    check::<Aabb, Triangle>(exact::aabb_triangle);
    check::<OrientedBox, OrientedBox>(exact::oriented_box_oriented_box);
    check::<OrientedBox, Triangle>(exact::oriented_box_triangle);
    check::<Triangle, Triangle>(exact::triangle_triangle);
    check::<Point, Capsule>(exact::point_capsule);
    check::<Segment, Capsule>(exact::segment_capsule);
    check::<Disk, Capsule>(exact::disk_capsule);
    check::<Capsule, Capsule>(exact::capsule_capsule);
    check::<Capsule, Aabb>(exact::capsule_aabb);
    check::<Capsule, Triangle>(exact::capsule_triangle);
    check::<Disk, RoundedDisk>(exact::disk_rounded_disk);
    check::<Disk, RoundedAabb>(exact::disk_rounded_aabb);
    check::<Disk, RoundedTriangle>(exact::disk_rounded_triangle);
    check::<Aabb, RoundedAabb>(exact::aabb_rounded_aabb);
    check::<Aabb, RoundedTriangle>(exact::aabb_rounded_triangle);
    check::<Triangle, RoundedTriangle>(exact::triangle_rounded_triangle);
    check::<Disk, RoundedCapsule>(exact::disk_rounded_capsule);
    check::<Capsule, RoundedCapsule>(exact::capsule_rounded_capsule);
    check::<Capsule, RoundedAabb>(exact::capsule_rounded_aabb);
    check::<Capsule, RoundedTriangle>(exact::capsule_rounded_triangle);
    check::<Sphere, RoundedSphere>(exact::sphere_rounded_sphere);
    check::<Sphere, RoundedCapsule3>(exact::sphere_rounded_capsule3);
    check::<Sphere, RoundedAabb3>(exact::sphere_rounded_aabb3);
    check::<Sphere, RoundedTriangle3>(exact::sphere_rounded_triangle3);
    check::<Capsule3, RoundedCapsule3>(exact::capsule3_rounded_capsule3);
    check::<Capsule3, RoundedAabb3>(exact::capsule3_rounded_aabb3);
    check::<Capsule3, RoundedTriangle3>(exact::capsule3_rounded_triangle3);
    check::<Aabb3, RoundedAabb3>(exact::aabb3_rounded_aabb3);
    check::<Aabb3, RoundedTriangle3>(exact::aabb3_rounded_triangle3);
    check::<Triangle3, RoundedTriangle3>(exact::triangle3_rounded_triangle3);
    check::<Point3, Capsule3>(exact::point3_capsule3);
    check::<Segment3, Capsule3>(exact::segment3_capsule3);
    check::<Sphere, Capsule3>(exact::sphere_capsule3);
    check::<Capsule3, Capsule3>(exact::capsule3_capsule3);
    check::<Capsule3, Aabb3>(exact::capsule3_aabb3);
    check::<Capsule3, Triangle3>(exact::capsule3_triangle3);
    check::<Capsule3, OrientedBox3>(exact::capsule3_oriented_box3);
    check::<Sphere, Triangle3>(exact::sphere_triangle3);
    check::<Segment3, OrientedBox3>(exact::segment3_oriented_box3);
    check::<Ray3, OrientedBox3>(exact::segment3_oriented_box3);
    check::<Line3, OrientedBox3>(exact::segment3_oriented_box3);
    check::<Sphere, OrientedBox3>(exact::sphere_oriented_box3);
    check::<OrientedBox3, OrientedBox3>(exact::oriented_box3_oriented_box3);
    check::<OrientedBox3, Triangle3>(exact::oriented_box3_triangle3);
    check::<Segment3, Triangle3>(exact::segment3_triangle3);
    check::<Ray3, Triangle3>(exact::segment3_triangle3);
    check::<Line3, Triangle3>(exact::segment3_triangle3);
    check::<Triangle3, Triangle3>(exact::triangle3_triangle3);
    check::<Point3, Sphere>(exact::point3_sphere);
    check::<Sphere, Sphere>(exact::sphere_sphere);
    check::<Sphere, Aabb3>(exact::sphere_aabb3);
    check::<Aabb3, Triangle3>(exact::aabb3_triangle3);
    check::<Point, Aabb>(exact::point_aabb);
    check::<Point, OrientedBox>(exact::point_oriented_box);
    check::<Disk, OrientedBox>(exact::disk_oriented_box);
    check::<Capsule, OrientedBox>(exact::capsule_oriented_box);
    check::<Aabb, OrientedBox>(exact::aabb_oriented_box);
    check::<OrientedBox, RoundedDisk>(exact::oriented_box_rounded_disk);
    check::<OrientedBox, RoundedAabb>(exact::oriented_box_rounded_aabb);
    check::<OrientedBox, RoundedOrientedBox>(exact::oriented_box_rounded_oriented_box);
    check::<OrientedBox, RoundedTriangle>(exact::oriented_box_rounded_triangle);
    check::<OrientedBox, RoundedCapsule>(exact::oriented_box_rounded_capsule);
    check::<Ray, Disk>(exact::segment_disk);
    check::<Line, Disk>(exact::segment_disk);
    check::<Ray, Triangle>(exact::segment_triangle);
    check::<Line, Triangle>(exact::segment_triangle);
    check::<Point3, OrientedBox3>(exact::point3_oriented_box3);
    check::<Aabb3, OrientedBox3>(exact::aabb3_oriented_box3);
    check::<Segment3, Sphere>(exact::segment3_sphere);
    check::<Ray3, Sphere>(exact::segment3_sphere);
    check::<Line3, Sphere>(exact::segment3_sphere);
    check::<Segment, Aabb>(exact::segment_aabb);
    check::<Ray, Aabb>(exact::segment_aabb);
    check::<Line, Aabb>(exact::segment_aabb);
    check::<Segment3, Aabb3>(exact::segment3_aabb3);
    check::<Ray3, Aabb3>(exact::segment3_aabb3);
    check::<Line3, Aabb3>(exact::segment3_aabb3);
}

#[test]
fn an_empty_set_touches_nothing() {
    let (disk, triangle3) = (Disk { center: [0.0; 2], radius: 1.0 }, Triangle3::default());
    assert_eq!([0.0; 2].decide(&Disk { radius: -1.0, ..disk }), ROUNDED_MISS);
    assert_eq!(disk.decide(&Aabb { min: [1.0, 0.0], max: [0.0, 1.0] }), ROUNDED_MISS);
    assert_eq!(Sphere { center: [0.0; 3], radius: -1.0 }.decide(&triangle3), ROUNDED_MISS);
    let oriented = OrientedBox { center: [0.0; 2], half_extents: [1.0, -1.0], axis: [1.0, 0.0] };
    assert_eq!(Segment::default().decide(&oriented), ROUNDED_MISS);
    let oriented = OrientedBox3 { half_extents: [1.0, 1.0, -1.0], ..OrientedBox3::default() };
    assert_eq!(Segment3::default().decide(&oriented), ROUNDED_MISS);
}

/// All answers are hits at this number and at the neighbour on its inner side, and misses at the other
/// neighbour.
fn turns_at<const N: usize>(x: f32, inner: f32, answers: impl Fn(f32) -> [bool; N]) {
    assert!(inner == x.next_up() || inner == x.next_down());
    let outer = if inner > x { x.next_down() } else { x.next_up() };
    for (y, hit) in [(x, true), (inner, true), (outer, false)] {
        assert_eq!(answers(y), [hit; N], "{y:e} beside {x:e}");
    }
}

fn round(t: &Triangle, border_radius: f32) -> RoundedTriangle {
    RoundedTriangle { a: t.a, b: t.b, c: t.c, border_radius }
}

/// Shapes that touch in real arithmetic, of random sizes: one unit in the last place decides.
#[test]
fn one_unit_in_the_last_place_decides() {
    let mut rng = Rng::new(7);
    for i in 0..20_000 {
        let unit = [1.0, f32::from_bits(1), (-66_f32).exp2(), 70_f32.exp2()][i % 4];
        let s = 1.0 + rng.below(1 << 18) as f32;
        let m = s + rng.below(1 << 18) as f32;
        let scaled = |x: f32| x * unit;

        // (3 s, s) lies on the edge from the origin to (3 m, m). All else of the shapes lies above it.
        let [x, y, width, height] = [3.0 * s, s, s, 3.0 * m].map(scaled);
        let t = Triangle { a: [0.0, 0.0], b: [height, m * unit], c: [height, 0.0] };
        turns_at(y, y.next_down(), |y| {
            let p = [x, y];
            let path = Segment { start: p, direction: [-width, height] };
            [
                exact::point_triangle(&p, &t),
                exact::triangle_triangle(&Triangle { a: p, b: [x, height], c: [x - width, height] }, &t),
                exact::segment_triangle(&path, &t),
                exact::segment_segment(&path, &Segment { start: t.a, direction: t.b }),
                exact::aabb_triangle(&Aabb { min: [x - width, y], max: [x, height] }, &t),
            ]
        });

        // (s, 7 s) is 5 s away from (4 s, 3 s) on the edge to (4 m, 3 m), and from (-2 s, 3 s).
        let [x, y, radius, width, height] = [s, 7.0 * s, 5.0 * s, 4.0 * m, 3.0 * m].map(scaled);
        let t = Triangle { a: [0.0, 0.0], b: [width, height], c: [width, 0.0] };
        let p = [-2.0 * s, 3.0 * s].map(scaled);
        // The triangle in a plane z = const.
        let lift = |[x, y]: [f32; 2]| [x, y, p[0]];
        let space = Triangle3 { a: lift(t.a), b: lift(t.b), c: lift(t.c) };
        turns_at(radius, radius.next_up(), |radius| {
            let disk = Disk { center: [x, y], radius };
            let away = Segment { start: [x, y], direction: [0.0, width] };
            let capsule = Capsule { start: [x, y], direction: away.direction, radius };
            let above = Triangle { a: [x, 3.0 * y], b: [x, y], c: [-x, 3.0 * y] };
            let higher = Aabb { min: [-x, y], max: [x, 3.0 * y] };
            let at_p = Disk { center: p, radius: 0.0 };
            [
                exact::disk_triangle(&disk, &t),
                exact::segment_disk(&Segment { start: t.a, direction: t.b }, &disk),
                exact::point_disk(&p, &disk),
                exact::disk_aabb(&disk, &Aabb { min: [-5.0 * s * unit, 0.0], max: p }),
                exact::disk_disk(&disk, &Disk { center: p, radius: 0.0 }),
                exact::sphere_triangle3(&Sphere { center: lift(disk.center), radius }, &space),
                exact::point_capsule(&[x, y], &Capsule { start: t.a, direction: t.b, radius }),
                exact::segment_capsule(&away, &Capsule { start: t.a, direction: t.b, radius }),
                exact::disk_capsule(
                    &Disk { radius: 0.0, ..disk },
                    &Capsule { start: t.a, direction: t.b, radius },
                ),
                exact::capsule_capsule(&capsule, &Capsule { start: t.a, direction: t.b, radius: 0.0 }),
                exact::capsule_triangle(&capsule, &t),
                exact::capsule_aabb(&capsule, &Aabb { min: [-5.0 * s * unit, 0.0], max: p }),
                exact::disk_rounded_triangle(&Disk { radius: 0.0, ..disk }, &round(&t, radius)),
                exact::triangle_rounded_triangle(&above, &round(&t, radius)),
                exact::aabb_rounded_triangle(&higher, &round(&t, radius)),
                exact::disk_rounded_disk(
                    &at_p,
                    &RoundedDisk { center: [x, y], radius: 0.0, border_radius: radius },
                ),
            ]
        });

        // A center 3 s above the origin on the plane 2 x + y + 2 z = 0, whose normal is (2, 1, 2) / 3.
        let [one, two, three, ten, twenty] = [s, 2.0 * s, 3.0 * s, 10.0 * s, 20.0 * s].map(scaled);
        let t = Triangle3 { a: [ten, 0.0, -ten], b: [-ten, twenty, 0.0], c: [0.0, -twenty, ten] };
        turns_at(three, three.next_up(), |radius| {
            let (center, up) = ([two, one, two], [ten, one, three]);
            [
                exact::sphere_triangle3(&Sphere { center, radius }, &t),
                exact::capsule3_triangle3(&Capsule3 { start: center, direction: up, radius }, &t),
            ]
        });

        // |3 x + 4 y| <= 25 s and |3 y - 4 x| <= 25 s: the corner (-7 s, -s) has the least x.
        let [half, far, x] = [25.0 * s, 30.0 * s, -7.0 * s].map(scaled);
        let diamond = OrientedBox { center: [0.0, 0.0], half_extents: [half, half], axis: [3.0, 4.0] };
        turns_at(x, x.next_up(), |x| {
            let path = Segment { start: [x, -far], direction: [0.0, 2.0 * far] };
            let t = Triangle { a: [x, -far], b: [x, far], c: [-far, s * unit] };
            let wall = OrientedBox { center: [x, 0.0], half_extents: [0.0, far], axis: [1.0, 0.0] };
            [
                exact::segment_oriented_box(&path, &diamond),
                exact::segment_oriented_box(&Ray::from(path), &diamond),
                exact::segment_oriented_box(&Line::from(path), &diamond),
                exact::oriented_box_triangle(&diamond, &t),
                exact::oriented_box_oriented_box(&diamond, &wall),
            ]
        });
    }
}

#[test]
fn a_zero_axis_is_no_bound() {
    // |(p - c).u| <= hx holds for every p if u is zero.
    let plane = OrientedBox { center: [5.0, -7.0], half_extents: [0.0, 1.0], axis: [0.0, -0.0] };
    pairs(|s: OrientedBox, t: OrientedBox| {
        let plane = OrientedBox { axis: plane.axis, ..s };
        assert!(exact::oriented_box_oriented_box(&plane, &t) && exact::oriented_box_oriented_box(&t, &plane));
    });
    pairs(|s: Segment, t: Triangle| {
        assert!(exact::oriented_box_triangle(&plane, &t));
        assert!(exact::segment_oriented_box(&s, &plane));
        assert!(exact::segment_oriented_box(&Line::from(s), &plane));
    });
}
