//! The algorithms of the plane against integer arithmetic on small grids, where `f32` makes no rounding
//! error: every answer must be the true one, touching and zero-area shapes included.
//!
//! The truth (`truth.rs`) is written from the definitions (a point in common: crossing edges or containment)
//! and shares no code and no method with the algorithms.

use crate::truth::{
    Grid, P, cross, disk_meets, dot, in_polygon, near_segment, polygons_meet, segments_meet, sub, turn,
};
use scalar::dim2::{Aabb, Disk, OrientedBox, Segment, Triangle};
use scalar::dim2::{
    aabb_aabb, aabb_triangle, disk_aabb, disk_disk, disk_triangle, oriented_box_triangle, point_disk,
    point_triangle, segment_disk, segment_segment, segment_triangle, triangle_triangle,
};

fn float(p: P) -> [f32; 2] {
    p.map(|x| x as f32)
}

fn triangle([a, b, c]: [P; 3]) -> Triangle {
    Triangle { a: float(a), b: float(b), c: float(c) }
}

fn segment([a, b]: [P; 2]) -> Segment {
    Segment { start: float(a), direction: float(sub(b, a)) }
}

/// Cases of each size of grid.
const CASES: usize = 60_000;

/// Runs a comparison on grids of several sizes, and demands that hits, misses and zero-area cases were met.
/// `case` returns the truth, the answers that must equal it, and whether a shape had zero area.
fn check<const N: usize>(name: &str, mut case: impl FnMut(&mut Grid) -> (bool, [bool; N], bool, String)) {
    let mut met = [0; 3];
    for size in [2, 3, 5, 9, 17, 60] {
        let mut grid = Grid::of(size);
        for _ in 0..CASES {
            let (truth, answers, flat, what) = case(&mut grid);
            assert_eq!(answers, [truth; N], "{name}: {what}");
            met[usize::from(truth)] += 1;
            met[2] += usize::from(flat);
        }
    }
    assert!(met.iter().all(|&n| n > CASES / 60), "{name}: met {met:?} misses, hits and zero-area cases");
}

fn flat([a, b, c]: [P; 3]) -> bool {
    turn(a, b, c) == 0
}

#[test]
fn triangle_and_triangle() {
    check("triangle_triangle", |grid| {
        let (s, t) = (grid.points::<3>(), grid.points::<3>());
        let (a, b) = (triangle(s), triangle(t));
        let answers = [
            triangle_triangle::separating_axis(&a, &b),
            triangle_triangle::edge_functions(&a, &b),
            triangle_triangle::edge_functions_early(&a, &b),
        ];
        (polygons_meet(&s, &t), answers, flat(s) || flat(t), format!("{s:?} {t:?}"))
    });
}

#[test]
fn point_and_triangle() {
    check("point_triangle", |grid| {
        let (p, t) = (grid.point(), grid.points::<3>());
        let answer = point_triangle::edge_functions(float(p), &triangle(t));
        (in_polygon(p, &t), [answer], flat(t), format!("{p:?} {t:?}"))
    });
}

#[test]
fn segment_and_segment() {
    check("segment_segment", |grid| {
        let (s, t) = (grid.points::<2>(), grid.points::<2>());
        let answer = segment_segment::straddle(&segment(s), &segment(t));
        let parallel = cross(sub(s[1], s[0]), sub(t[1], t[0])) == 0;
        (segments_meet(s[0], s[1], t[0], t[1]), [answer], parallel, format!("{s:?} {t:?}"))
    });
}

#[test]
fn segment_and_triangle() {
    check("segment_triangle", |grid| {
        let (s, t) = (grid.points::<2>(), grid.points::<3>());
        let answer = segment_triangle::edge_functions(&segment(s), &triangle(t));
        (polygons_meet(&s, &t), [answer], flat(t) || s[0] == s[1], format!("{s:?} {t:?}"))
    });
}

#[test]
fn disk_and_triangle_and_segment() {
    check("disk_triangle", |grid| {
        let (p, r, t) = (grid.point(), grid.number(4), grid.points::<3>());
        let answer = disk_triangle::seven_regions(&Disk { center: float(p), radius: r as f32 }, &triangle(t));
        (disk_meets(p, r, &t), [answer], flat(t), format!("{p:?} {r} {t:?}"))
    });
    check("segment_disk", |grid| {
        let (p, r, t) = (grid.point(), grid.number(6), grid.points::<2>());
        let answer =
            segment_disk::squared_distance(&segment(t), &Disk { center: float(p), radius: r as f32 });
        (near_segment(p, r, t[0], t[1]), [answer], t[0] == t[1] || r == 0, format!("{p:?} {r} {t:?}"))
    });
}

#[test]
fn enlarged_triangle_a_hundredth_away_from_touching() {
    // A disk that touches exactly is decided by the rounding of roots; one a hundredth smaller or larger is
    // not.
    for hundredth in [-1, 1] {
        check("enlarged_triangle", |grid| {
            let (p, r, t) = (grid.point(), grid.number(4) + 1, grid.points::<3>());
            let disk = Disk { center: float(p), radius: (100 * r + hundredth) as f32 / 100.0 };
            let hundredfold = |p: P| [100 * p[0], 100 * p[1]];
            let truth = disk_meets(hundredfold(p), 100 * r + hundredth, &t.map(hundredfold));
            let answer = disk_triangle::enlarged_triangle(&disk, &triangle(t));
            (truth, [answer], flat(t), format!("{disk:?} {t:?}"))
        });
    }
}

#[test]
fn boxes_and_triangle() {
    check("aabb_triangle", |grid| {
        let ((min, max, corners), t) = (aabb(grid), grid.points::<3>());
        let (aabb, tri) = (Aabb { min: float(min), max: float(max) }, triangle(t));
        let answers = [aabb_triangle::two_triangles(&aabb, &tri), aabb_triangle::nine_regions(&aabb, &tri)];
        (polygons_meet(&corners, &t), answers, flat(t) || min == max, format!("{min:?} {max:?} {t:?}"))
    });
    check("oriented_box_triangle", |grid| {
        let (center, h, t) = (grid.point(), [grid.number(12), grid.number(12)], grid.points::<3>());
        // Any axis of integers: the box is its slabs with the axis as stored, so all is exact in its frame.
        let u = [[1, 0], [0, 1], [2, 1], [1, -3], [-2, 2]][grid.number(5) as usize];
        let frame = |p: P| [dot(sub(p, center), u), dot(sub(p, center), [-u[1], u[0]])];
        let corners = [[-h[0], -h[1]], [-h[0], h[1]], h, [h[0], -h[1]]];
        let oriented = OrientedBox { center: float(center), half_extents: float(h), axis: float(u) };
        let answers = [
            oriented_box_triangle::two_triangles(&oriented, &triangle(t)),
            oriented_box_triangle::nine_regions(&oriented, &triangle(t)),
        ];
        (polygons_meet(&corners, &t.map(frame)), answers, flat(t), format!("{oriented:?} {t:?}"))
    });
}

/// A box's lower and upper corner, and its four corners in turn.
fn aabb(grid: &mut Grid) -> (P, P, [P; 4]) {
    let [p, q] = grid.points::<2>();
    let (min, max) = ([p[0].min(q[0]), p[1].min(q[1])], [p[0].max(q[0]), p[1].max(q[1])]);
    (min, max, [min, [min[0], max[1]], max, [max[0], min[1]]])
}

#[test]
fn aabb_and_aabb() {
    check("aabb_aabb", |grid| {
        let ((min, max, s), (other_min, other_max, t)) = (aabb(grid), aabb(grid));
        let [a, b] =
            [(min, max), (other_min, other_max)].map(|(min, max)| Aabb { min: float(min), max: float(max) });
        let answers = [aabb_aabb::intervals(&a, &b), aabb_aabb::intervals(&b, &a)];
        (polygons_meet(&s, &t), answers, min == max, format!("{a:?} {b:?}"))
    });
}

#[test]
fn disks_and_points() {
    check("disk_disk", |grid| {
        let ([p, q], r, s) = (grid.points::<2>(), grid.number(6), grid.number(6));
        let (a, b) =
            (Disk { center: float(p), radius: r as f32 }, Disk { center: float(q), radius: s as f32 });
        let answers = [disk_disk::squared_distance(&a, &b), disk_disk::squared_distance(&b, &a)];
        (dot(sub(p, q), sub(p, q)) <= (r + s) * (r + s), answers, r == 0 || s == 0, format!("{a:?} {b:?}"))
    });
    check("point_disk", |grid| {
        let ([p, q], r) = (grid.points::<2>(), grid.number(6));
        let answer = point_disk::squared_distance(float(p), &Disk { center: float(q), radius: r as f32 });
        (dot(sub(p, q), sub(p, q)) <= r * r, [answer], r == 0, format!("{p:?} {q:?} {r}"))
    });
}

#[test]
fn disk_and_aabb() {
    check("disk_aabb", |grid| {
        let ((min, max, corners), c, r) = (aabb(grid), grid.point(), grid.number(6));
        let disk = Disk { center: float(c), radius: r as f32 };
        let answer = disk_aabb::nearest_point(&disk, &Aabb { min: float(min), max: float(max) });
        (disk_meets(c, r, &corners), [answer], min == max || r == 0, format!("{c:?} {r} {min:?} {max:?}"))
    });
}
