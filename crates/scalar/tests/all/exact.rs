//! `scalar::exact` against integer arithmetic on small grids and on the same grids scaled by powers of two,
//! its two stages against each other on coordinates of all magnitudes, and its functions against one another.

use std::fmt::Debug;

use crate::common::Rng;
use crate::truth::{
    Grid, P, cross, disk_meets, dot, in_polygon, near_segment, polygons_meet, segments_meet, sub, turn,
};
use scalar::dim2::{Aabb, Disk, Line, OrientedBox, Point, Ray, Segment, Triangle};
use scalar::dim3::{Line3, OrientedBox3, Ray3, Segment3, Sphere, Triangle3};
use scalar::exact::{self, Decision, Exact, Stage};

const ROUNDED_HIT: Decision = Decision { hit: true, stage: Stage::Rounded };
const ROUNDED_MISS: Decision = Decision { hit: false, stage: Stage::Rounded };

// ---- Grids ----

/// The same grid with this unit: the least `f32`, others below and above the normal range's middle, and
/// large.
const UNITS: [f32; 5] = [1.0, f32::from_bits(1), f32::from_bits(1 << 9), 1.267_650_6e30, 1.661_535e35];

fn float<const D: usize>(p: [i64; D], unit: f32) -> [f32; D] {
    p.map(|x| x as f32 * unit)
}

fn triangle([a, b, c]: [P; 3], unit: f32) -> Triangle {
    Triangle { a: float(a, unit), b: float(b, unit), c: float(c, unit) }
}

fn segment([a, b]: [P; 2], unit: f32) -> Segment {
    Segment { start: float(a, unit), direction: float(sub(b, a), unit) }
}

fn disk(center: P, radius: i64, unit: f32) -> Disk {
    Disk { center: float(center, unit), radius: radius as f32 * unit }
}

/// A box of integers: its slabs have the axis as stored.
#[derive(Debug)]
struct GridBox {
    center: P,
    h: [i64; 2],
    u: P,
}

impl GridBox {
    fn random(grid: &mut Grid) -> Self {
        let u = [[1, 0], [0, -1], [2, 1], [1, -3], [-2, 2], [3, 2]][grid.number(6) as usize];
        let reach = 3 * grid.size;
        Self { center: grid.point(), h: [grid.number(reach), grid.number(reach)], u }
    }

    fn float(&self, unit: f32) -> OrientedBox {
        let (center, half_extents) = (float(self.center, unit), float(self.h, unit));
        OrientedBox { center, half_extents, axis: float(self.u, 1.0) }
    }

    fn in_frame(&self, p: P) -> P {
        let v = [-self.u[1], self.u[0]];
        [dot(sub(p, self.center), self.u), dot(sub(p, self.center), v)]
    }

    fn corners_in_frame(&self) -> [P; 4] {
        let h = self.h;
        [[-h[0], -h[1]], [-h[0], h[1]], h, [h[0], -h[1]]]
    }

    /// The corners `center +- hx / k u +- hy / k v` times `scale`, a multiple of `k = u.u`.
    fn corners(&self, scale: i64) -> [P; 4] {
        let per = scale / dot(self.u, self.u);
        let v = [-self.u[1], self.u[0]];
        self.corners_in_frame()
            .map(|h| [0, 1].map(|k: usize| scale * self.center[k] + per * (h[0] * self.u[k] + h[1] * v[k])))
    }
}

/// Compares with the truth on grids of several sizes, in all units. Everything is exact in `f64` there, so
/// the first stage must settle all, touching included. `case` returns the truth, the shapes, and whether one
/// had zero area.
fn check<A: Exact<B> + Debug, B: Debug>(mut case: impl FnMut(&mut Grid, f32) -> (bool, A, B, bool)) {
    let mut met = [0; 3];
    for size in [2, 3, 5, 9, 17, 60] {
        for unit in UNITS {
            let mut grid = Grid::of(size);
            for i in 0..4_000 {
                let (truth, a, b, flat) = case(&mut grid, unit);
                assert_eq!(a.decide(&b), Decision { hit: truth, stage: Stage::Rounded }, "{a:?} {b:?}");
                if i % 4 == 0 {
                    assert_eq!(a.attempt(&b, Stage::Integer), Some(truth), "{a:?} {b:?}");
                }
                met[usize::from(truth)] += 1;
                met[2] += usize::from(flat);
            }
        }
    }
    assert!(met.iter().all(|&n| n > 1000), "met {met:?} misses, hits and zero-area cases");
}

fn flat([a, b, c]: [P; 3]) -> bool {
    turn(a, b, c) == 0
}

/// Lower and upper corner, and all four in order.
fn grid_aabb(grid: &mut Grid) -> (P, P, [P; 4]) {
    let [p, q] = grid.points();
    let (min, max) = ([p[0].min(q[0]), p[1].min(q[1])], [p[0].max(q[0]), p[1].max(q[1])]);
    (min, max, [min, [min[0], max[1]], max, [max[0], min[1]]])
}

#[test]
fn points_on_grids() {
    check(|grid, unit| {
        let (p, c, r) = (grid.point(), grid.point(), grid.number(6));
        (near_segment(p, r, c, c), float(p, unit), disk(c, r, unit), r == 0)
    });
    check(|grid, unit| {
        let (p, t) = (grid.point(), grid.points::<3>());
        (in_polygon(p, &t), float(p, unit), triangle(t, unit), flat(t))
    });
}

#[test]
fn segments_on_grids() {
    check(|grid, unit| {
        let (s, t) = (grid.points::<2>(), grid.points::<2>());
        let parallel = cross(sub(s[1], s[0]), sub(t[1], t[0])) == 0;
        (segments_meet(s[0], s[1], t[0], t[1]), segment(s, unit), segment(t, unit), parallel)
    });
    check(|grid, unit| {
        let (s, c, r) = (grid.points::<2>(), grid.point(), grid.number(6));
        (near_segment(c, r, s[0], s[1]), segment(s, unit), disk(c, r, unit), s[0] == s[1] || r == 0)
    });
    check(|grid, unit| {
        let (s, t) = (grid.points::<2>(), grid.points::<3>());
        (polygons_meet(&s, &t), segment(s, unit), triangle(t, unit), flat(t) || s[0] == s[1])
    });
}

#[test]
fn disks_on_grids() {
    check(|grid, unit| {
        let ([c, d], r, s) = (grid.points::<2>(), grid.number(4), grid.number(4));
        (near_segment(c, r + s, d, d), disk(c, r, unit), disk(d, s, unit), r * s == 0)
    });
    check(|grid, unit| {
        let (c, r, (min, max, corners)) = (grid.point(), grid.number(6), grid_aabb(grid));
        let aabb = Aabb { min: float(min, unit), max: float(max, unit) };
        (disk_meets(c, r, &corners), disk(c, r, unit), aabb, min == max || r == 0)
    });
    check(|grid, unit| {
        let (c, r, t) = (grid.point(), grid.number(4), grid.points::<3>());
        (disk_meets(c, r, &t), disk(c, r, unit), triangle(t, unit), flat(t))
    });
}

#[test]
fn boxes_and_triangles_on_grids() {
    check(|grid, unit| {
        let ((min, max, s), (low, high, t)) = (grid_aabb(grid), grid_aabb(grid));
        let (a, b) = (float(min, unit), float(low, unit));
        let boxes = (Aabb { min: a, max: float(max, unit) }, Aabb { min: b, max: float(high, unit) });
        (polygons_meet(&s, &t), boxes.0, boxes.1, min == max || low == high)
    });
    check(|grid, unit| {
        let ((min, max, corners), t) = (grid_aabb(grid), grid.points::<3>());
        let aabb = Aabb { min: float(min, unit), max: float(max, unit) };
        (polygons_meet(&corners, &t), aabb, triangle(t, unit), flat(t) || min == max)
    });
    check(|grid, unit| {
        let (oriented, t) = (GridBox::random(grid), grid.points::<3>());
        let truth = polygons_meet(&oriented.corners_in_frame(), &t.map(|p| oriented.in_frame(p)));
        (truth, oriented.float(unit), triangle(t, unit), flat(t))
    });
    check(|grid, unit| {
        let (s, t) = (GridBox::random(grid), GridBox::random(grid));
        let scale = dot(s.u, s.u) * dot(t.u, t.u);
        let zero_area = s.h[0] * s.h[1] * t.h[0] * t.h[1] == 0;
        (polygons_meet(&s.corners(scale), &t.corners(scale)), s.float(unit), t.float(unit), zero_area)
    });
    check(|grid, unit| {
        let (s, t) = (grid.points::<3>(), grid.points::<3>());
        (polygons_meet(&s, &t), triangle(s, unit), triangle(t, unit), flat(s) || flat(t))
    });
}

#[test]
fn paths_and_oriented_boxes_on_grids() {
    // On these grids no path reaches a box after more than 1000 directions.
    let path = |grid: &mut Grid, from: i64, to: i64| {
        let (oriented, [p, q]) = (GridBox::random(grid), grid.points::<2>());
        let along = |t: i64| oriented.in_frame([0, 1].map(|k| p[k] + t * (q[k] - p[k])));
        let truth = polygons_meet(&oriented.corners_in_frame(), &[along(from), along(to)]);
        (truth, oriented, [p, q])
    };
    check(|grid, unit| {
        let (truth, oriented, path) = path(grid, 0, 1);
        (truth, segment(path, unit), oriented.float(unit), path[0] == path[1])
    });
    check(|grid, unit| {
        let (truth, oriented, path) = path(grid, 0, 1000);
        (truth, Ray::from(segment(path, unit)), oriented.float(unit), path[0] == path[1])
    });
    check(|grid, unit| {
        let (truth, oriented, path) = path(grid, -1000, 1000);
        (truth, Line::from(segment(path, unit)), oriented.float(unit), path[0] == path[1])
    });
}

type P3 = [i64; 3];

fn point3(grid: &mut Grid) -> P3 {
    [0, 1, 2].map(|_: usize| grid.number(grid.size))
}

fn sub3(p: P3, q: P3) -> P3 {
    [p[0] - q[0], p[1] - q[1], p[2] - q[2]]
}

fn dot3(u: P3, v: P3) -> i64 {
    u[0] * v[0] + u[1] * v[1] + u[2] * v[2]
}

/// Whether `s + t d` lies in all slabs for a `t` from `from` to `to`, by clipping with fractions.
fn slabs_meet(s: P3, d: P3, h: P3, (from, to): (i64, i64)) -> bool {
    // Fractions with positive denominators.
    let (mut enter, mut leave) = ((from, 1), (to, 1));
    for k in 0..3 {
        if d[k] == 0 {
            if s[k].abs() > h[k] {
                return false;
            }
            continue;
        }
        let (near, far) =
            ((-h[k] - s[k] * d[k].signum(), d[k].abs()), (h[k] - s[k] * d[k].signum(), d[k].abs()));
        if near.0 * enter.1 > enter.0 * near.1 {
            enter = near;
        }
        if far.0 * leave.1 < leave.0 * far.1 {
            leave = far;
        }
    }
    enter.0 * leave.1 <= leave.0 * enter.1
}

#[test]
fn paths_and_oriented_boxes_of_space_on_grids() {
    let path = |grid: &mut Grid, range: (i64, i64), unit: f32| {
        // Any three axes: perpendicular, slanting, in one plane, zero.
        let axis = |grid: &mut Grid| [0, 1, 2].map(|_: usize| grid.number(5) - 2);
        let axes = if grid.number(4) == 0 {
            [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
        } else {
            [0, 1, 2].map(|_| axis(grid))
        };
        let (center, start, end) = (point3(grid), point3(grid), point3(grid));
        let h = [0, 1, 2].map(|_: usize| grid.number(2 * grid.size));
        let direction = sub3(end, start);
        let (s, d) = (axes.map(|a| dot3(a, sub3(start, center))), axes.map(|a| dot3(a, direction)));
        let truth = slabs_meet(s, d, h, range);
        let (center, half_extents) = (float(center, unit), float(h, unit));
        let oriented = OrientedBox3 { center, half_extents, axes: axes.map(|a| float(a, 1.0)) };
        let path = Segment3 { start: float(start, unit), direction: float(direction, unit) };
        (truth, path, oriented, h.contains(&0) || direction == [0; 3])
    };
    check(|grid, unit| path(grid, (0, 1), unit));
    check(|grid, unit| {
        let (truth, segment, oriented, flat) = path(grid, (0, 1_000_000), unit);
        (truth, Ray3::from(segment), oriented, flat)
    });
    check(|grid, unit| {
        let (truth, segment, oriented, flat) = path(grid, (-1_000_000, 1_000_000), unit);
        (truth, Line3::from(segment), oriented, flat)
    });
}

/// Whether a part of the triangle is within `r` of `t`: the least of `|A + x u + y v - T|^2` over the
/// triangle, found from dot products alone: in the interior where both derivatives vanish, else on an edge.
fn near_triangle([a, b, c]: [P3; 3], t: P3, r: i64) -> bool {
    let near_edge = |a: P3, b: P3| {
        let (ab, at, bt) = (sub3(b, a), sub3(t, a), sub3(t, b));
        let (along, length2) = (dot3(at, ab), dot3(ab, ab));
        if along <= 0 {
            dot3(at, at) <= r * r
        } else if along >= length2 {
            dot3(bt, bt) <= r * r
        } else {
            dot3(at, at) * length2 - along * along <= r * r * length2
        }
    };
    let (u, v, w) = (sub3(b, a), sub3(c, a), sub3(t, a));
    let (uu, uv, vv, wu, wv) = (dot3(u, u), dot3(u, v), dot3(v, v), dot3(w, u), dot3(w, v));
    let det = uu * vv - uv * uv;
    let (x, y) = (wu * vv - wv * uv, wv * uu - wu * uv);
    let inside = x > 0 && y > 0 && x + y < det;
    let face = inside && dot3(w, w) * det - x * wu - y * wv <= r * r * det;
    face || near_edge(a, b) || near_edge(b, c) || near_edge(c, a)
}

#[test]
fn spheres_and_triangles_on_grids() {
    let mut touching_the_face = 0;
    check(|grid, unit| {
        let (c, r, t) = (point3(grid), grid.number(grid.size), [0, 1, 2].map(|_: usize| point3(grid)));
        let truth = near_triangle(t, c, r);
        touching_the_face += usize::from(truth && r > 0 && !near_triangle(t, c, r - 1));
        let [a, b, d] = t.map(|p| float(p, unit));
        let (u, v) = (sub3(t[1], t[0]), sub3(t[2], t[0]));
        let zero_area = dot3(u, u) * dot3(v, v) == dot3(u, v).pow(2);
        let sphere = Sphere { center: float(c, unit), radius: r as f32 * unit };
        (truth, sphere, Triangle3 { a, b, c: d }, zero_area)
    });
    assert!(touching_the_face > 1000);
}

// ---- All magnitudes ----

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

    fn point<const D: usize>(&mut self) -> [f32; D] {
        std::array::from_fn(|_| self.number())
    }

    fn extent(&mut self) -> f32 {
        self.number().abs()
    }
}

/// Kinds of [`Numbers`].
const KINDS: u64 = 6;

trait Random {
    fn random(n: &mut Numbers) -> Self;
}

/// Implements [`Random`].
macro_rules! random {
    ($($shape:ty: |$n:ident| $value:expr;)*) => {$(
        impl Random for $shape {
            fn random($n: &mut Numbers) -> Self {
                $value
            }
        }
    )*};
}
random! {
    Point: |n| n.point();
    Segment: |n| Segment { start: n.point(), direction: n.point() };
    Ray: |n| Segment::random(n).into();
    Line: |n| Segment::random(n).into();
    Disk: |n| Disk { center: n.point(), radius: n.extent() };
    Aabb: |n| {
        let (p, q) = (n.point::<2>(), n.point::<2>());
        Aabb { min: [p[0].min(q[0]), p[1].min(q[1])], max: [p[0].max(q[0]), p[1].max(q[1])] }
    };
    OrientedBox: |n| OrientedBox { center: n.point(), half_extents: [n.extent(), n.extent()], axis: n.point() };
    Triangle: |n| Triangle { a: n.point(), b: n.point(), c: n.point() };
    Segment3: |n| Segment3 { start: n.point(), direction: n.point() };
    Ray3: |n| Segment3::random(n).into();
    Line3: |n| Segment3::random(n).into();
    Sphere: |n| Sphere { center: n.point(), radius: n.extent() };
    OrientedBox3: |n| OrientedBox3 {
        center: n.point(),
        half_extents: [n.extent(), n.extent(), n.extent()],
        axes: [n.point(), n.point(), n.point()],
    };
    Triangle3: |n| Triangle3 { a: n.point(), b: n.point(), c: n.point() };
}

/// Calls `case` with pairs of every kind.
fn pairs<A: Random, B: Random>(mut case: impl FnMut(A, B)) {
    for kind in 0..KINDS {
        let mut numbers = Numbers { rng: Rng::new(kind), kind };
        for _ in 0..4_000 {
            case(A::random(&mut numbers), B::random(&mut numbers));
        }
    }
}

/// Both stages agree wherever the first can tell; each was met, with hits and misses. -0 is 0.
fn stages_agree<A, B>(function: fn(&A, &B) -> bool)
where
    A: Exact<B> + Random + Debug + bytemuck::Pod,
    B: Random + Debug + bytemuck::Pod,
{
    // By stage, then misses and hits.
    let mut met = [[0; 2]; 2];
    pairs(|a: A, b: B| {
        let truth = a.attempt(&b, Stage::Integer).expect("the last stage always tells");
        let rounded = a.attempt(&b, Stage::Rounded);
        assert!(rounded.is_none_or(|hit| hit == truth), "{a:?} {b:?}: {rounded:?}, in truth {truth}");
        let stage = if rounded.is_some() { Stage::Rounded } else { Stage::Integer };
        assert_eq!(a.decide(&b), Decision { hit: truth, stage }, "{a:?} {b:?}");
        assert_eq!(function(&a, &b), truth);
        assert_eq!(with_negative_zeros(a).decide(&with_negative_zeros(b)), a.decide(&b));
        met[usize::from(rounded.is_none())][usize::from(truth)] += 1;
    });
    let name = std::any::type_name::<(A, B)>();
    let least = if name.contains("Aabb, scalar::dim2::shapes::Aabb") { [100, 0] } else { [100, 10] };
    for (met, least) in met.iter().zip(least) {
        assert!(met.iter().all(|&n| n >= least), "{name}: met {met:?} misses and hits by a stage");
    }
}

fn with_negative_zeros<A: bytemuck::Pod>(mut shape: A) -> A {
    for x in numbers(&mut shape) {
        *x = if *x == 0.0 { -0.0 } else { *x };
    }
    shape
}

fn numbers<A: bytemuck::Pod>(shape: &mut A) -> &mut [f32] {
    bytemuck::cast_slice_mut(std::slice::from_mut(shape))
}

#[test]
fn stages_agree_on_all_magnitudes() {
    stages_agree::<Point, Disk>(exact::point_disk);
    stages_agree::<Point, Triangle>(exact::point_triangle);
    stages_agree::<Segment, Segment>(exact::segment_segment);
    stages_agree::<Segment, Disk>(exact::segment_disk);
    stages_agree::<Segment, OrientedBox>(exact::segment_oriented_box);
    stages_agree::<Ray, OrientedBox>(exact::segment_oriented_box);
    stages_agree::<Line, OrientedBox>(exact::segment_oriented_box);
    stages_agree::<Segment, Triangle>(exact::segment_triangle);
    stages_agree::<Disk, Disk>(exact::disk_disk);
    stages_agree::<Disk, Aabb>(exact::disk_aabb);
    stages_agree::<Disk, Triangle>(exact::disk_triangle);
    stages_agree::<Aabb, Aabb>(exact::aabb_aabb);
    stages_agree::<Aabb, Triangle>(exact::aabb_triangle);
    stages_agree(exact::oriented_box_oriented_box);
    stages_agree::<OrientedBox, Triangle>(exact::oriented_box_triangle);
    stages_agree::<Triangle, Triangle>(exact::triangle_triangle);
    stages_agree::<Sphere, Triangle3>(exact::sphere_triangle3);
    stages_agree::<Segment3, OrientedBox3>(exact::segment3_oriented_box3);
    stages_agree::<Ray3, OrientedBox3>(exact::segment3_oriented_box3);
    stages_agree::<Line3, OrientedBox3>(exact::segment3_oriented_box3);
}

// ---- Functions against one another ----

#[test]
fn a_point_is_a_shape_of_size_zero() {
    let mut hits = 0;
    pairs(|p: Point, t: Triangle| {
        let inside = exact::point_triangle(&p, &t);
        let (still, speck) = (Segment { start: p, direction: [0.0; 2] }, Triangle { a: p, b: p, c: p });
        let oriented = OrientedBox { center: p, half_extents: [0.0; 2], axis: [1.0, 0.0] };
        assert_eq!(exact::segment_triangle(&still, &t), inside, "{p:?} {t:?}");
        assert_eq!(exact::disk_triangle(&Disk { center: p, radius: 0.0 }, &t), inside, "{p:?} {t:?}");
        assert_eq!(exact::aabb_triangle(&Aabb { min: p, max: p }, &t), inside, "{p:?} {t:?}");
        assert_eq!(exact::oriented_box_triangle(&oriented, &t), inside, "{p:?} {t:?}");
        assert_eq!(exact::triangle_triangle(&speck, &t), inside, "{p:?} {t:?}");
        assert_eq!(exact::triangle_triangle(&t, &speck), inside, "{p:?} {t:?}");
        for vertex in [t.a, t.b, t.c] {
            assert!(exact::point_triangle(&vertex, &t), "{t:?}");
        }
        hits += usize::from(inside);
    });
    assert!(hits > 1000, "met {hits} hits");
    pairs(|p: Point, d: Disk| {
        let inside = exact::point_disk(&p, &d);
        let still = Segment { start: p, direction: [0.0; 2] };
        let speck = Triangle { a: p, b: p, c: p };
        assert_eq!(exact::disk_disk(&Disk { center: p, radius: 0.0 }, &d), inside, "{p:?} {d:?}");
        assert_eq!(exact::segment_disk(&still, &d), inside, "{p:?} {d:?}");
        assert_eq!(exact::disk_aabb(&d, &Aabb { min: p, max: p }), inside, "{p:?} {d:?}");
        assert_eq!(exact::disk_triangle(&d, &speck), inside, "{p:?} {d:?}");
    });
}

#[test]
fn a_flat_shape_is_its_segment() {
    let mut compared = 0;
    pairs(|p: Triangle, t: Triangle| {
        let (from, to) = (p.a, [p.b[0], p.a[1]]);
        let along_x = Segment { start: from, direction: [to[0] - from[0], 0.0] };
        // Only where `to` is the true end: where the difference was not rounded.
        let (direction, taken) = (along_x.direction[0], along_x.direction[0] - to[0]);
        let lost = (to[0] - (direction - taken)) - (from[0] + taken);
        if lost != 0.0 || !direction.is_finite() {
            return;
        }
        compared += 1;
        let flat = Triangle { a: from, b: to, c: from };
        let aabb = Aabb { min: [from[0].min(to[0]), from[1]], max: [from[0].max(to[0]), from[1]] };
        let hit = exact::segment_triangle(&along_x, &t);
        assert_eq!(exact::triangle_triangle(&flat, &t), hit, "{along_x:?} {t:?}");
        assert_eq!(exact::aabb_triangle(&aabb, &t), hit, "{along_x:?} {t:?}");
        let d = Disk { center: t.a, radius: t.b[0].abs() };
        let near = exact::segment_disk(&along_x, &d);
        assert_eq!((exact::disk_triangle(&d, &flat), exact::disk_aabb(&d, &aabb)), (near, near), "{d:?}");
    });
    assert!(compared > 10_000, "compared {compared}");
}

#[test]
fn order_does_not_matter() {
    let orders = |Triangle { a, b, c }: Triangle| {
        [[a, b, c], [b, c, a], [c, a, b], [a, c, b], [c, b, a], [b, a, c]].map(|[a, b, c]| Triangle {
            a,
            b,
            c,
        })
    };
    pairs(|s: Triangle, t: Triangle| {
        let (hit, disk) = (exact::triangle_triangle(&s, &t), Disk { center: s.a, radius: s.b[0].abs() });
        let near = exact::disk_triangle(&disk, &t);
        for u in orders(t) {
            assert_eq!(exact::triangle_triangle(&s, &u), hit, "{s:?} {u:?}");
            assert_eq!(exact::triangle_triangle(&u, &s), hit, "{u:?} {s:?}");
            assert_eq!(exact::disk_triangle(&disk, &u), near, "{disk:?} {u:?}");
        }
    });
    pairs(|s: Segment, t: Segment| {
        assert_eq!(exact::segment_segment(&s, &t), exact::segment_segment(&t, &s), "{s:?} {t:?}");
    });
    pairs(|s: OrientedBox, t: OrientedBox| {
        let hit = exact::oriented_box_oriented_box(&s, &t);
        assert_eq!(exact::oriented_box_oriented_box(&t, &s), hit, "{s:?} {t:?}");
        // The same box by its other side.
        let [[ux, uy], [hx, hy]] = [s.axis, s.half_extents];
        let turned = OrientedBox { center: s.center, half_extents: [hy, hx], axis: [-uy, ux] };
        assert_eq!(exact::oriented_box_oriented_box(&turned, &t), hit, "{turned:?} {t:?}");
    });
    pairs(|s: Sphere, Triangle3 { a, b, c }: Triangle3| {
        let hit = exact::sphere_triangle3(&s, &Triangle3 { a, b, c });
        for [a, b, c] in [[b, c, a], [c, b, a]] {
            assert_eq!(exact::sphere_triangle3(&s, &Triangle3 { a, b, c }), hit, "{s:?} {a:?} {b:?} {c:?}");
        }
    });
    pairs(|s: Segment, t: OrientedBox| {
        let hit = exact::segment_oriented_box(&s, &t);
        assert!(!hit || exact::segment_oriented_box(&Ray::from(s), &t), "{s:?} {t:?}");
        assert!(
            !exact::segment_oriented_box(&Ray::from(s), &t)
                || exact::segment_oriented_box(&Line::from(s), &t)
        );
        // In space, with a third slab that holds everything.
        let [ux, uy] = t.axis;
        let lift = |[x, y]: [f32; 2]| [x, y, 0.0];
        let (start, direction) = (lift(s.start), lift(s.direction));
        let (half_extents, axes) = (lift(t.half_extents), [[ux, uy, 7.0], [-uy, ux, -3.0], [0.0, 0.0, 1.0]]);
        let lifted = OrientedBox3 { center: lift(t.center), half_extents, axes };
        assert_eq!(
            exact::segment3_oriented_box3(&Segment3 { start, direction }, &lifted),
            hit,
            "{s:?} {t:?}"
        );
    });
}

// ---- One unit in the last place ----

/// Powers of two: one, the least `f32`, a small and a large one.
const POWERS: [f32; 4] = [1.0, f32::from_bits(1), 1.0 / (1_u128 << 66) as f32, (1_u128 << 70) as f32];

#[test]
fn one_unit_in_the_last_place_decides_on_an_edge() {
    let (mut rng, mut rounded) = (Rng::new(7), 0);
    for i in 0..20_000 {
        let unit = POWERS[i % 4];
        let mut random = |n: u64| rng.below(n) as f32;
        let s = 1.0 + random(1 << 20);
        let m = s + random(1 << 21);
        // (3 s, s) lies on the edge from the origin to (3 m, m), and all else of the shapes below lies above
        // it.
        let [x, y, width, height] = [3.0 * s, s, s, 3.0 * m].map(|x| x * unit);
        let t = Triangle { a: [0.0, 0.0], b: [height, m * unit], c: [height, 0.0] };
        for (y, hit) in [(y, true), (y.next_down(), true), (y.next_up(), false)] {
            let p = [x, y];
            let decision = p.decide(&t);
            assert_eq!(decision.hit, hit, "{p:?} {t:?}");
            rounded += usize::from(decision.stage == Stage::Rounded);
            let up = Triangle { a: p, b: [x, height], c: [x - width, height] };
            assert_eq!(exact::triangle_triangle(&up, &t), hit, "{up:?} {t:?}");
            let path = Segment { start: p, direction: [-width, height] };
            assert_eq!(exact::segment_triangle(&path, &t), hit, "{path:?} {t:?}");
            let edge = Segment { start: t.a, direction: t.b };
            assert_eq!(exact::segment_segment(&path, &edge), hit, "{path:?} {edge:?}");
            let above = Aabb { min: [x - width, y], max: [x, height] };
            assert_eq!(exact::aabb_triangle(&above, &t), hit, "{above:?} {t:?}");
        }
    }
    assert!(rounded > 50_000, "{rounded} settled in f64");
}

#[test]
fn one_unit_in_the_last_place_decides_around_a_disk() {
    let mut rng = Rng::new(11);
    for i in 0..20_000 {
        let unit = POWERS[i % 4];
        let mut random = |n: u64| rng.below(n) as f32;
        let s = 1.0 + random(1 << 20);
        let m = s + random(1 << 20);
        // (s, 7 s) is away from (4 s, 3 s) on the edge to (4 m, 3 m) by 5 s times the normal (-3, 4) / 5.
        let [x, y, radius, width, height] = [s, 7.0 * s, 5.0 * s, 4.0 * m, 3.0 * m].map(|x| x * unit);
        let triangle = Triangle { a: [0.0, 0.0], b: [width, height], c: [width, 0.0] };
        let edge = Segment { start: triangle.a, direction: triangle.b };
        // From (s, 7 s), (-2 s, 3 s) is away by (-3 s, -4 s).
        let (p, corner) = ([-2.0 * s * unit, 3.0 * s * unit], [-5.0 * s * unit, 0.0]);
        let aabb = Aabb { min: corner, max: p };
        // The triangle in the plane z = z, seen from the side.
        let lift = |[x, y]: [f32; 2], z: f32| [x, y, z];
        let space =
            Triangle3 { a: lift(triangle.a, p[0]), b: lift(triangle.b, p[0]), c: lift(triangle.c, p[0]) };
        for (radius, hit) in [(radius, true), (radius.next_up(), true), (radius.next_down(), false)] {
            let disk = Disk { center: [x, y], radius };
            assert_eq!(exact::disk_triangle(&disk, &triangle), hit, "{disk:?} {triangle:?}");
            assert_eq!(exact::segment_disk(&edge, &disk), hit, "{edge:?} {disk:?}");
            assert_eq!(exact::point_disk(&p, &disk), hit, "{p:?} {disk:?}");
            assert_eq!(exact::disk_aabb(&disk, &aabb), hit, "{disk:?} {aabb:?}");
            assert_eq!(exact::disk_disk(&disk, &Disk { center: p, radius: 0.0 }), hit, "{p:?} {disk:?}");
            let sphere = Sphere { center: lift(disk.center, p[0]), radius };
            assert_eq!(exact::sphere_triangle3(&sphere, &space), hit, "{sphere:?} {space:?}");
        }
    }
}

#[test]
fn one_unit_in_the_last_place_decides_on_a_face() {
    let mut rng = Rng::new(13);
    for i in 0..20_000 {
        let unit = POWERS[i % 4];
        let mut random = |n: u64| rng.below(n) as f32;
        let s = 1.0 + random(1 << 18);
        // The plane 2 x + y + 2 z = 0 with the normal (2, 1, 2) / 3, and a center 3 s above the origin,
        // within the face.
        let [one, two, ten, twenty] = [s, 2.0 * s, 10.0 * s, 20.0 * s].map(|x| x * unit);
        let t = Triangle3 { a: [ten, 0.0, -ten], b: [-ten, twenty, 0.0], c: [0.0, -twenty, ten] };
        let radius = 3.0 * s * unit;
        for (radius, hit) in [(radius, true), (radius.next_up(), true), (radius.next_down(), false)] {
            let sphere = Sphere { center: [two, one, two], radius };
            assert_eq!(exact::sphere_triangle3(&sphere, &t), hit, "{sphere:?} {t:?}");
        }
    }
}

#[test]
fn one_unit_in_the_last_place_decides_beside_an_oriented_box() {
    let mut rng = Rng::new(17);
    for i in 0..20_000 {
        let unit = POWERS[i % 4];
        let mut random = |n: u64| rng.below(n) as f32;
        let s = 1.0 + random(1 << 18);
        // |3 x + 4 y| <= 25 s and |3 y - 4 x| <= 25 s: the corner (7 s, s) is the one with the largest x.
        let half = 25.0 * s * unit;
        let diamond = OrientedBox { center: [0.0, 0.0], half_extents: [half, half], axis: [3.0, 4.0] };
        let (corner, y) = (7.0 * s * unit, s * unit);
        let x = -corner;
        for (x, hit) in [(x, true), (x.next_up(), true), (x.next_down(), false)] {
            // At (-7 s, -s), the corner opposite.
            let far = 30.0 * s * unit;
            let path = Segment { start: [x, -far], direction: [0.0, 2.0 * far] };
            assert_eq!(exact::segment_oriented_box(&path, &diamond), hit, "{path:?} {diamond:?}");
            assert_eq!(exact::segment_oriented_box(&Line::from(path), &diamond), hit, "{path:?} {diamond:?}");
            assert_eq!(exact::segment_oriented_box(&Ray::from(path), &diamond), hit, "{path:?} {diamond:?}");
            let t = Triangle { a: [x, -far], b: [x, far], c: [-far, y] };
            assert_eq!(exact::oriented_box_triangle(&diamond, &t), hit, "{t:?} {diamond:?}");
            let wall = OrientedBox { center: [x, 0.0], half_extents: [0.0, far], axis: [1.0, 0.0] };
            assert_eq!(exact::oriented_box_oriented_box(&diamond, &wall), hit, "{wall:?} {diamond:?}");
        }
    }
}

// ---- The ends of the range, and what is refused ----

#[test]
fn the_largest_coordinates() {
    let m = f32::MAX;
    let all = Triangle { a: [-m, -m], b: [m, -m], c: [-m, m] };
    let (on, beyond) = ([m.next_down(), -m.next_down()], [m.next_down(), -m.next_down().next_down()]);
    assert!(exact::point_triangle(&on, &all));
    assert!(!exact::point_triangle(&beyond, &all));
    assert!(exact::disk_triangle(
        &Disk { center: [m, m], radius: m },
        &Triangle { a: [0.0, m], b: [0.0, m], c: [0.0, m] }
    ));
    assert!(!exact::disk_triangle(
        &Disk { center: [m, m], radius: m },
        &Triangle { a: [-f32::from_bits(1), m], b: [-1.0, m], c: [-1.0, -m] }
    ));
    let speck = Triangle { a: beyond, b: beyond, c: beyond };
    assert!(!exact::triangle_triangle(&all, &speck));
    assert!(exact::triangle_triangle(&all, &Triangle { c: on, ..speck }));
    // A segment that ends at 2 f32::MAX.
    let path = Segment { start: [m, 0.0], direction: [m, 1.0] };
    assert!(exact::segment_segment(&path, &Segment { start: [m, -m], direction: [0.0, m] }));
    assert!(!exact::segment_segment(&path, &Segment { start: [m, -m], direction: [m, m] }));
    let corner = |x: f32| Triangle3 { a: [x, -m, -m], b: [x, m, -m], c: [x, 0.0, m] };
    assert!(exact::sphere_triangle3(&Sphere { center: [-m, 0.0, 0.0], radius: m }, &corner(0.0)));
    assert!(!exact::sphere_triangle3(
        &Sphere { center: [-m, 0.0, 0.0], radius: m },
        &corner(f32::from_bits(1))
    ));
    let wide = OrientedBox { center: [0.0, 0.0], half_extents: [m, m], axis: [m, m] };
    assert!(exact::oriented_box_oriented_box(&wide, &wide));
    assert!(exact::oriented_box_triangle(&wide, &Triangle { a: [1.0, 0.0], b: [m, m], c: [m, m] }));
    assert!(!exact::oriented_box_triangle(&wide, &Triangle { a: [1.0, 1.0], b: [m, m], c: [m, m] }));
}

/// A pair that hits no longer does when any number is replaced by NaN or an infinite one.
fn refuses<A: Exact<B> + bytemuck::Pod + Debug, B: bytemuck::Pod + Debug>(a: A, b: B) {
    assert_eq!(a.decide(&b), ROUNDED_HIT, "{a:?} {b:?}");
    for bad in [f32::NAN, -f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        for i in 0..numbers(&mut a.clone()).len() {
            let mut a = a;
            numbers(&mut a)[i] = bad;
            assert_eq!(a.decide(&b), ROUNDED_MISS, "{a:?} {b:?}");
            assert_eq!(a.attempt(&b, Stage::Integer), Some(false), "{a:?} {b:?}");
        }
        for i in 0..numbers(&mut b.clone()).len() {
            let mut b = b;
            numbers(&mut b)[i] = bad;
            assert_eq!(a.decide(&b), ROUNDED_MISS, "{a:?} {b:?}");
            assert_eq!(a.attempt(&b, Stage::Integer), Some(false), "{a:?} {b:?}");
        }
    }
}

#[test]
fn what_is_not_finite_or_empty_is_a_miss() {
    let point = [0.25, 0.25];
    let segment = Segment { start: [0.0, 0.0], direction: [1.0, 1.0] };
    let disk = Disk { center: [0.0, 0.0], radius: 1.0 };
    let aabb = Aabb { min: [0.0, 0.0], max: [1.0, 1.0] };
    let oriented = OrientedBox { center: [0.0, 0.0], half_extents: [1.0, 1.0], axis: [1.0, 0.0] };
    let triangle = Triangle { a: [0.0, 0.0], b: [1.0, 0.0], c: [0.0, 1.0] };
    refuses(point, disk);
    refuses(point, triangle);
    refuses(segment, segment);
    refuses(segment, disk);
    refuses(segment, triangle);
    refuses(segment, oriented);
    refuses(Ray::from(segment), oriented);
    refuses(Line::from(segment), oriented);
    refuses(disk, disk);
    refuses(disk, aabb);
    refuses(disk, triangle);
    refuses(aabb, aabb);
    refuses(aabb, triangle);
    refuses(oriented, oriented);
    refuses(oriented, triangle);
    refuses(triangle, triangle);

    let sphere = Sphere { center: [0.0; 3], radius: 1.0 };
    let triangle3 = Triangle3 { a: [0.0, 0.0, 0.0], b: [1.0, 0.0, 0.0], c: [0.0, 1.0, 0.0] };
    let segment3 = Segment3 { start: [0.0; 3], direction: [1.0; 3] };
    let axes = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    let cube = OrientedBox3 { center: [0.0; 3], half_extents: [1.0; 3], axes };
    refuses(sphere, triangle3);
    refuses(segment3, cube);
    refuses(Ray3::from(segment3), cube);
    refuses(Line3::from(segment3), cube);

    assert_eq!(point.decide(&Disk { radius: -1.0, ..disk }), ROUNDED_MISS);
    assert_eq!(disk.decide(&Aabb { min: [1.0, 0.0], max: [0.0, 1.0] }), ROUNDED_MISS);
    assert_eq!(segment.decide(&OrientedBox { half_extents: [1.0, -1.0], ..oriented }), ROUNDED_MISS);
    assert_eq!(segment3.decide(&OrientedBox3 { half_extents: [1.0, 1.0, -1.0], ..cube }), ROUNDED_MISS);
    assert_eq!(Sphere { radius: -1.0, ..sphere }.decide(&triangle3), ROUNDED_MISS);
}

#[test]
fn a_zero_axis_is_no_bound() {
    // |(p - c).u| <= hx holds for every p if u is zero.
    pairs(|s: OrientedBox, t: OrientedBox| {
        let plane = OrientedBox { axis: [0.0, -0.0], ..s };
        assert!(exact::oriented_box_oriented_box(&plane, &t) && exact::oriented_box_oriented_box(&t, &plane));
    });
    pairs(|s: OrientedBox, t: Triangle| {
        assert!(exact::oriented_box_triangle(&OrientedBox { axis: [0.0; 2], ..s }, &t));
    });
    pairs(|s: OrientedBox, t: Segment| {
        let plane = OrientedBox { axis: [0.0; 2], ..s };
        assert!(
            exact::segment_oriented_box(&t, &plane) && exact::segment_oriented_box(&Line::from(t), &plane)
        );
    });
}
