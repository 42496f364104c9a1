//! Every yes/no algorithm against integer arithmetic on small grids. There the published algorithms, in
//! `f32`, make no rounding error, and `scalar::exact` makes none in `f64`, also on the same grids scaled by
//! powers of two. So every answer must be the true one, touching and zero-area shapes included.
//!
//! The truth (`truth.rs`) is written from the definitions and shares no code and no method with the
//! algorithms.

use std::fmt::Debug;

use bytemuck::Pod;
use scalar::dim2::{Aabb, Disk, Line, OrientedBox, Ray, Segment, Triangle};
use scalar::dim2::{
    aabb_aabb, aabb_triangle, disk_aabb, disk_disk, disk_triangle, oriented_box_oriented_box,
    oriented_box_triangle, point_disk, point_triangle, segment_disk, segment_segment, segment_triangle,
    triangle_triangle,
};
use scalar::dim3::{Line3, OrientedBox3, Ray3, Segment3, Sphere, Triangle3};
use scalar::exact::{Decision, Exact, Stage};

use crate::common::replaced;
use crate::truth::{
    Grid, P, cross, disk_meets, dot, feasible, in_polygon, near_segment, near_slabs, near_triangle,
    polygons_meet, slabs_meet, sub,
};

/// Cases of each size of grid.
const CASES: usize = 60_000;
/// The exact functions decide one case of this many in every unit, the integers of any length one of four
/// times as many.
const EXACT: usize = 15;
/// The least `f32`, others below and above the middle of the normal range, and large ones.
const UNITS: [f32; 5] = [1.0, f32::from_bits(1), f32::from_bits(1 << 9), 1.267_650_6e30, 4.153_837_5e34];

/// Compares published algorithms and the exact function of a pair of shapes with the truth, and demands that
/// hits, misses and degenerate shapes were met. `case` draws a pair and returns the truth, the shapes in the
/// given unit, and whether one is degenerate.
fn check<A, B>(published: &[fn(&A, &B) -> bool], mut case: impl FnMut(&mut Grid, f32) -> (bool, A, B, bool))
where
    A: Exact<B> + Pod + Debug,
    B: Pod + Debug,
{
    let step = if published.is_empty() { EXACT } else { 1 };
    let (mut met, mut hit) = ([0; 3], None);
    for size in [2, 3, 5, 9, 17, 60] {
        let mut grid = Grid::of(size);
        for i in (0..CASES).step_by(step) {
            let before = grid.clone();
            let (truth, a, b, degenerate) = case(&mut grid, 1.0);
            for (k, algorithm) in published.iter().enumerate() {
                assert_eq!(algorithm(&a, &b), truth, "algorithm {k}: {a:?} {b:?}");
            }
            for unit in UNITS.into_iter().filter(|_| i.is_multiple_of(EXACT)) {
                let (_, a, b, _) = case(&mut before.clone(), unit);
                assert_eq!(a.decide(&b), Decision { hit: truth, stage: Stage::Rounded }, "{a:?} {b:?}");
                if i.is_multiple_of(4 * EXACT) {
                    assert_eq!(a.attempt(&b, Stage::Integer), Some(truth), "{a:?} {b:?}");
                }
            }
            met[usize::from(truth)] += 1;
            met[2] += usize::from(degenerate);
            hit = hit.or(truth.then_some((a, b)));
        }
    }
    let least = CASES / step / 60;
    assert!(met.iter().all(|&n| n > least), "met {met:?} misses, hits and degenerate shapes");
    // A pair that hits no longer does with a NaN.
    let (a, b) = hit.expect("hits were met");
    for (a, b) in replaced(a, f32::NAN).map(|a| (a, b)).chain(replaced(b, f32::NAN).map(|b| (a, b))) {
        assert!(published.iter().all(|algorithm| !algorithm(&a, &b)), "{a:?} {b:?}");
    }
}

fn float<const D: usize>(p: [i64; D], unit: f32) -> [f32; D] {
    p.map(|x| x as f32 * unit)
}

fn disk(center: P, radius: i64, unit: f32) -> Disk {
    Disk { center: float(center, unit), radius: radius as f32 * unit }
}

fn segment([a, b]: [P; 2], unit: f32) -> Segment {
    Segment { start: float(a, unit), direction: float(sub(b, a), unit) }
}

fn triangle([a, b, c]: [P; 3], unit: f32) -> Triangle {
    Triangle { a: float(a, unit), b: float(b, unit), c: float(c, unit) }
}

/// Whether three points lie on a line, in the plane or in space.
fn flat<const D: usize>([a, b, c]: [[i64; D]; 3]) -> bool {
    let (u, v) = (sub(b, a), sub(c, a));
    dot(u, u) * dot(v, v) == dot(u, v).pow(2)
}

/// A box with sides parallel to the axes: its lower and upper corner.
fn sides(grid: &mut Grid) -> [P; 2] {
    let [p, q] = grid.points::<2, 2>();
    [[p[0].min(q[0]), p[1].min(q[1])], [p[0].max(q[0]), p[1].max(q[1])]]
}

/// The four corners of such a box in order.
fn corners([min, max]: [P; 2]) -> [P; 4] {
    [min, [min[0], max[1]], max, [max[0], min[1]]]
}

fn aabb([min, max]: [P; 2], unit: f32) -> Aabb {
    Aabb { min: float(min, unit), max: float(max, unit) }
}

/// An oriented box of integers: its slabs have the axis as stored.
struct GridBox {
    center: P,
    h: P,
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
        corners([self.h.map(|h| -h), self.h])
    }

    /// The corners `center +- hx / k u +- hy / k v` times `scale`, a multiple of `k = u.u`.
    fn corners(&self, scale: i64) -> [P; 4] {
        let per = scale / dot(self.u, self.u);
        let v = [-self.u[1], self.u[0]];
        self.corners_in_frame()
            .map(|h| [0, 1].map(|k: usize| scale * self.center[k] + per * (h[0] * self.u[k] + h[1] * v[k])))
    }
}

#[test]
fn point_and_disk() {
    check(&[|p, d| point_disk::squared_distance(*p, d)], |grid, unit| {
        let (p, c, r) = (grid.point(), grid.point(), grid.number(6));
        (near_segment(p, r, c, c), float(p, unit), disk(c, r, unit), r == 0)
    });
}

#[test]
fn point_and_triangle() {
    check(&[|p, t| point_triangle::edge_functions(*p, t)], |grid, unit| {
        let (p, t) = (grid.point(), grid.points());
        (in_polygon(p, &t), float(p, unit), triangle(t, unit), flat(t))
    });
}

#[test]
fn segment_and_segment() {
    check(&[segment_segment::straddle], |grid, unit| {
        let (s, t) = (grid.points(), grid.points());
        let parallel = cross(sub(s[1], s[0]), sub(t[1], t[0])) == 0;
        (polygons_meet(&s, &t), segment(s, unit), segment(t, unit), parallel)
    });
}

#[test]
fn segment_and_disk() {
    check(&[segment_disk::squared_distance], |grid, unit| {
        let (s, c, r) = (grid.points::<2, 2>(), grid.point(), grid.number(6));
        (near_segment(c, r, s[0], s[1]), segment(s, unit), disk(c, r, unit), s[0] == s[1] || r == 0)
    });
}

#[test]
fn segment_and_triangle() {
    check(&[segment_triangle::edge_functions], |grid, unit| {
        let (s, t) = (grid.points(), grid.points());
        (polygons_meet(&s, &t), segment(s, unit), triangle(t, unit), flat(t) || s[0] == s[1])
    });
}

#[test]
fn disk_and_disk() {
    check(&[disk_disk::squared_distance], |grid, unit| {
        let ([c, d], r, s) = (grid.points::<2, 2>(), grid.number(4), grid.number(4));
        (near_segment(c, r + s, d, d), disk(c, r, unit), disk(d, s, unit), r * s == 0)
    });
}

#[test]
fn disk_and_aabb() {
    check(&[disk_aabb::nearest_point], |grid, unit| {
        let (c, r, s) = (grid.point(), grid.number(6), sides(grid));
        (disk_meets(c, r, &corners(s)), disk(c, r, unit), aabb(s, unit), s[0] == s[1] || r == 0)
    });
}

#[test]
fn disk_and_triangle() {
    check(&[disk_triangle::seven_regions], |grid, unit| {
        let (c, r, t) = (grid.point(), grid.number(4), grid.points());
        (disk_meets(c, r, &t), disk(c, r, unit), triangle(t, unit), flat(t))
    });
    // The enlarged triangle has roots: it decides disks that are a hundredth smaller or larger than one that
    // touches.
    check(&[disk_triangle::enlarged_triangle], |grid, unit| {
        let (c, t) = (grid.point::<2>(), grid.points::<3, 2>());
        let r = 100 * (grid.number(4) + 1) + [-1, 1][grid.number(2) as usize];
        let (c, t) = (c.map(|x| 100 * x), t.map(|p| p.map(|x| 100 * x)));
        (disk_meets(c, r, &t), disk(c, r, unit), triangle(t, unit), flat(t))
    });
}

#[test]
fn aabb_and_aabb() {
    check(&[aabb_aabb::intervals], |grid, unit| {
        let (s, t) = (sides(grid), sides(grid));
        let truth = polygons_meet(&corners(s), &corners(t));
        (truth, aabb(s, unit), aabb(t, unit), s[0] == s[1] || t[0] == t[1])
    });
}

#[test]
fn aabb_and_triangle() {
    check(&[aabb_triangle::two_triangles, aabb_triangle::nine_regions], |grid, unit| {
        let (s, t) = (sides(grid), grid.points());
        (polygons_meet(&corners(s), &t), aabb(s, unit), triangle(t, unit), flat(t) || s[0] == s[1])
    });
}

#[test]
fn oriented_box_and_oriented_box() {
    check(&[oriented_box_oriented_box::separating_axis], |grid, unit| {
        let (s, t) = (GridBox::random(grid), GridBox::random(grid));
        let scale = dot(s.u, s.u) * dot(t.u, t.u);
        let zero_area = s.h[0] * s.h[1] * t.h[0] * t.h[1] == 0;
        (polygons_meet(&s.corners(scale), &t.corners(scale)), s.float(unit), t.float(unit), zero_area)
    });
}

#[test]
fn oriented_box_and_triangle() {
    check(&[oriented_box_triangle::two_triangles, oriented_box_triangle::nine_regions], |grid, unit| {
        let (oriented, t) = (GridBox::random(grid), grid.points());
        let truth = polygons_meet(&oriented.corners_in_frame(), &t.map(|p| oriented.in_frame(p)));
        (truth, oriented.float(unit), triangle(t, unit), flat(t))
    });
}

#[test]
fn triangle_and_triangle() {
    use triangle_triangle::{edge_functions, edge_functions_early, separating_axis};
    check(&[separating_axis, edge_functions, edge_functions_early], |grid, unit| {
        let (s, t) = (grid.points(), grid.points());
        (polygons_meet(&s, &t), triangle(s, unit), triangle(t, unit), flat(s) || flat(t))
    });
}

/// No path on these grids reaches a box after more directions than this.
const FAR: i64 = 1000;

#[test]
fn paths_and_oriented_box() {
    let path = |grid: &mut Grid, (from, to): (i64, i64), unit: f32| {
        let (oriented, [p, q]) = (GridBox::random(grid), grid.points::<2, 2>());
        let along = |t: i64| oriented.in_frame([0, 1].map(|k| p[k] + t * (q[k] - p[k])));
        let truth = polygons_meet(&oriented.corners_in_frame(), &[along(from), along(to)]);
        (truth, segment([p, q], unit), oriented.float(unit), p == q)
    };
    check(&[], |grid, unit| path(grid, (0, 1), unit));
    check(&[], |grid, unit| {
        let (truth, segment, oriented, still) = path(grid, (0, FAR), unit);
        (truth, Ray::from(segment), oriented, still)
    });
    check(&[], |grid, unit| {
        let (truth, segment, oriented, still) = path(grid, (-FAR, FAR), unit);
        (truth, Line::from(segment), oriented, still)
    });
}

#[test]
fn paths_and_oriented_box_of_space() {
    let path = |grid: &mut Grid, range: (i64, i64), unit: f32| {
        // Any three axes: perpendicular, slanting, in one plane, zero.
        let axis = |grid: &mut Grid| [0, 1, 2].map(|_: usize| grid.number(5) - 2);
        let axes = if grid.number(4) == 0 {
            [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
        } else {
            [0, 1, 2].map(|_| axis(grid))
        };
        let [center, start, end] = grid.points();
        let h = [0, 1, 2].map(|_: usize| grid.number(2 * grid.size));
        let direction = sub(end, start);
        let (s, d) = (axes.map(|a| dot(a, sub(start, center))), axes.map(|a| dot(a, direction)));
        let oriented = OrientedBox3 {
            center: float(center, unit),
            half_extents: float(h, unit),
            axes: axes.map(|a| float(a, 1.0)),
        };
        let path = Segment3 { start: float(start, unit), direction: float(direction, unit) };
        (slabs_meet(s, d, h, range), path, oriented, h.contains(&0) || direction == [0; 3])
    };
    check(&[], |grid, unit| path(grid, (0, 1), unit));
    check(&[], |grid, unit| {
        let (truth, segment, oriented, flat) = path(grid, (0, FAR), unit);
        (truth, Ray3::from(segment), oriented, flat)
    });
    check(&[], |grid, unit| {
        let (truth, segment, oriented, flat) = path(grid, (-FAR, FAR), unit);
        (truth, Line3::from(segment), oriented, flat)
    });
}

/// An oriented box of space of integers: upright, or with axes that need be neither perpendicular nor
/// independent, some of them zero.
struct GridBox3 {
    center: [i64; 3],
    h: [i64; 3],
    axes: [[i64; 3]; 3],
}

impl GridBox3 {
    fn random(grid: &mut Grid) -> Self {
        let axes = match grid.number(4) {
            0 => [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
            1 => [[2, -1, 2], [2, 2, -1], [-1, 2, 2]],
            _ => [0, 1, 2].map(|_| [0, 1, 2].map(|_: usize| grid.number(5) - 2)),
        };
        let reach = 2 * grid.size;
        Self { center: grid.point(), h: [0, 1, 2].map(|_: usize| grid.number(reach)), axes }
    }

    fn float(&self, unit: f32) -> OrientedBox3 {
        let (center, half_extents) = (float(self.center, unit), float(self.h, unit));
        OrientedBox3 { center, half_extents, axes: self.axes.map(|axis| float(axis, 1.0)) }
    }

    /// The sides of the box as conditions on the numbers `x` of `p = a + x0 u + x1 v + x2 w`.
    fn conditions(&self, a: [i64; 3], vectors: [[i64; 3]; 3]) -> Vec<[i64; 4]> {
        let side = |(axis, h): ([i64; 3], i64), sign: i64| {
            let [x, y, z] = vectors.map(|v| sign * dot(axis, v));
            [x, y, z, h + sign * dot(axis, sub(a, self.center))]
        };
        self.axes.into_iter().zip(self.h).flat_map(|of| [side(of, 1), side(of, -1)]).collect()
    }

    fn is_flat(&self) -> bool {
        self.h.contains(&0)
    }
}

#[test]
fn oriented_box_and_triangle_of_space() {
    check(&[], |grid, unit| {
        let (oriented, t) = (GridBox3::random(grid), grid.points());
        let [a, b, c] = t;
        // a + x (b - a) + y (c - a)
        let mut conditions = oriented.conditions(a, [sub(b, a), sub(c, a), [0; 3]]);
        conditions.extend([[1, 0, 0, 0], [0, 1, 0, 0], [-1, -1, 0, 1]]);
        let [a, b, c] = t.map(|p| float(p, unit));
        (feasible(&conditions), oriented.float(unit), Triangle3 { a, b, c }, oriented.is_flat() || flat(t))
    });
}

#[test]
fn sphere_and_oriented_box() {
    check(&[], |grid, unit| {
        let (oriented, c, r) = (GridBox3::random(grid), grid.point(), grid.number(grid.size));
        let q = oriented.axes.map(|axis| dot(axis, sub(c, oriented.center)));
        let sphere = Sphere { center: float(c, unit), radius: r as f32 * unit };
        (
            near_slabs(oriented.axes, q, oriented.h, r),
            sphere,
            oriented.float(unit),
            r == 0 || oriented.is_flat(),
        )
    });
}

#[test]
fn two_oriented_boxes_of_space() {
    check(&[], |grid, unit| {
        let (a, mut b) = (GridBox3::random(grid), GridBox3::random(grid));
        // Edges are parallel.
        match grid.number(6) {
            0 => b.axes = a.axes,
            1 => b.axes[1] = a.axes[2],
            2 => b.axes = [a.axes[1], b.axes[0], a.axes[1]],
            _ => {}
        }
        let base = [[1, 0, 0], [0, 1, 0], [0, 0, 1]];
        let conditions = [a.conditions([0; 3], base), b.conditions([0; 3], base)].concat();
        (feasible(&conditions), a.float(unit), b.float(unit), a.is_flat() || b.is_flat())
    });
}

#[test]
fn sphere_and_triangle() {
    let mut touching_the_face = 0;
    check(&[], |grid, unit| {
        let (c, r, t) = (grid.point(), grid.number(grid.size), grid.points());
        let truth = near_triangle(t, c, r);
        touching_the_face += usize::from(truth && r > 0 && !near_triangle(t, c, r - 1));
        let [a, b, d] = t.map(|p| float(p, unit));
        let sphere = Sphere { center: float(c, unit), radius: r as f32 * unit };
        (truth, sphere, Triangle3 { a, b, c: d }, flat(t))
    });
    assert!(touching_the_face > 1000);
}
