//! Contacts in the plane against another algorithm: the signed distance of the origin from the convex hull of
//! all differences of vertices, exact in `f64` up to the last square root as coordinates are whole numbers.

use scalar::dim2::contact::{
    CONTACT_ERROR, aabb_aabb, aabb_oriented_box, aabb_triangle, capsule_aabb, capsule_capsule,
    capsule_oriented_box, capsule_triangle, disk_aabb, disk_capsule, disk_disk, disk_oriented_box,
    disk_triangle, oriented_box_oriented_box, oriented_box_triangle, triangle_triangle,
};
use scalar::dim2::{Aabb, Capsule, Contact, Disk, OrientedBox, Triangle};

use crate::common::{Rng, hull, replaced};

/// One rounding to `f32`.
const U: f64 = f32::EPSILON as f64 / 2.0;

type Vector = [f64; 2];

fn sub(p: Vector, q: Vector) -> Vector {
    [p[0] - q[0], p[1] - q[1]]
}

fn plus(p: Vector, t: f64, v: Vector) -> Vector {
    [p[0] + t * v[0], p[1] + t * v[1]]
}

fn dot(u: Vector, v: Vector) -> f64 {
    u[0] * v[0] + u[1] * v[1]
}

fn cross(u: Vector, v: Vector) -> f64 {
    u[0] * v[1] - u[1] * v[0]
}

fn length(v: Vector) -> f64 {
    dot(v, v).sqrt()
}

/// The points within a radius of a convex polygon.
#[derive(Clone, Debug)]
struct Round {
    vertices: Vec<Vector>,
    radius: f64,
}

impl From<Disk> for Round {
    fn from(disk: Disk) -> Self {
        Self { vertices: vec![disk.center.map(f64::from)], radius: disk.radius.into() }
    }
}

impl From<Capsule> for Round {
    fn from(c: Capsule) -> Self {
        let (start, direction) = (c.start.map(f64::from), c.direction.map(f64::from));
        Self { vertices: vec![start, plus(start, 1.0, direction)], radius: c.radius.into() }
    }
}

impl From<Triangle> for Round {
    fn from(t: Triangle) -> Self {
        Self { vertices: [t.a, t.b, t.c].map(|p| p.map(f64::from)).to_vec(), radius: 0.0 }
    }
}

impl From<Aabb> for Round {
    fn from(b: Aabb) -> Self {
        let ([x0, y0], [x1, y1]) = (b.min.map(f64::from), b.max.map(f64::from));
        Self { vertices: vec![[x0, y0], [x1, y0], [x1, y1], [x0, y1]], radius: 0.0 }
    }
}

impl From<OrientedBox> for Round {
    fn from(b: OrientedBox) -> Self {
        let (c, [hx, hy], u) =
            (b.center.map(f64::from), b.half_extents.map(f64::from), b.axis.map(f64::from));
        let (k, v) = (dot(u, u), [-u[1], u[0]]);
        let corner = |sx: f64, sy: f64| plus(plus(c, sx * hx / k, u), sy * hy / k, v);
        Self {
            vertices: vec![corner(-1.0, -1.0), corner(1.0, -1.0), corner(1.0, 1.0), corner(-1.0, 1.0)],
            radius: 0.0,
        }
    }
}

impl Round {
    /// How far the shape reaches along a vector of length 1.
    fn support(&self, n: Vector) -> f64 {
        self.vertices.iter().map(|&p| dot(n, p)).fold(f64::NEG_INFINITY, f64::max) + self.radius
    }

    /// How far a point is outside.
    fn outside(&self, p: Vector) -> f64 {
        let differences: Vec<_> = self.vertices.iter().map(|&q| sub(q, p)).collect();
        (-signed_distance(&differences) - self.radius).max(0.0)
    }
}

/// How far the origin is inside of the convex hull of these points; minus the distance if it is outside.
fn signed_distance(points: &[Vector]) -> f64 {
    let hull = hull(points.to_vec());
    let (mut inside, mut nearest) = (hull.len() > 2, f64::INFINITY);
    for (i, &x) in hull.iter().enumerate() {
        let e = sub(hull[(i + 1) % hull.len()], x);
        let (across, along, length2) = (cross(x, e), -dot(x, e), dot(e, e));
        inside &= across >= 0.0;
        nearest = nearest.min(if along <= 0.0 || length2 == 0.0 {
            length(x)
        } else if along >= length2 {
            length(sub(x, [-e[0], -e[1]]))
        } else {
            across.abs() / length2.sqrt()
        });
    }
    if inside { nearest } else { -nearest }
}

/// The least overlap of two shapes.
fn true_depth(a: &Round, b: &Round) -> f64 {
    let differences: Vec<_> =
        a.vertices.iter().flat_map(|&p| b.vertices.iter().map(move |&q| sub(q, p))).collect();
    a.radius + b.radius + signed_distance(&differences)
}

/// The largest distance between two points of the shapes.
fn size(a: &Round, b: &Round) -> f64 {
    let all: Vec<_> = a.vertices.iter().chain(&b.vertices).collect();
    let far = all.iter().flat_map(|&p| all.iter().map(|&q| length(sub(*p, *q)))).fold(0.0, f64::max);
    far + 2.0 * (a.radius + b.radius)
}

/// What was met, and the worst of each bound.
#[derive(Debug, Default)]
struct Met {
    overlap: usize,
    apart: usize,
    touching: usize,
    two_points: usize,
    worst_depth: f64,
    worst_overlap: f64,
    worst_point: f64,
}

impl Met {
    /// Compares a contact with the definitions.
    fn check(&mut self, a: &Round, b: &Round, contact: &Contact, what: &dyn std::fmt::Debug) {
        let (depth, size) = (true_depth(a, b), size(a, b));
        let say =
            |of: &str, error: f64| format!("{of} off by {error:e}: {what:?} {contact:?}, depth {depth:e}");
        let found = f64::from(contact.depth);
        let bound = U * depth.abs() + CONTACT_ERROR * size;
        let error = (found - depth).abs();
        assert!(error <= bound, "{}", say("depth", error / bound));
        self.worst_depth = self.worst_depth.max(error / bound.max(1e-300));

        let n = contact.normal.map(f64::from);
        assert!((length(n) - 1.0).abs() <= 2.0 * U, "{}", say("length", length(n)));
        // Relative to a point of the shapes, as the normal is rounded.
        let moved = |of: &Round| Round {
            vertices: of.vertices.iter().map(|&p| sub(p, a.vertices[0])).collect(),
            radius: of.radius,
        };
        let overlap = moved(a).support(n) + moved(b).support([-n[0], -n[1]]);
        let bound = 2.0 * U * size;
        assert!(overlap - depth <= bound, "{}", say("overlap", (overlap - depth) / bound));
        self.worst_overlap = self.worst_overlap.max((overlap - depth) / bound.max(1e-300));

        let mut points = vec![(contact.points[0], contact.depth)];
        if !contact.depth1.is_nan() {
            assert!(contact.depth1 <= contact.depth, "{}", say("depth1", contact.depth1.into()));
            points.push((contact.points[1], contact.depth1));
            self.two_points += 1;
        }
        for (point, depth) in points {
            let (p, half) = (point.map(f64::from), f64::from(depth) / 2.0);
            let far = p[0].abs().max(p[1].abs());
            let bound = 2.0 * U * (far + size);
            for (shape, side) in [(a, 1.0), (b, -1.0)] {
                let on = plus(p, side * half, n);
                let error = shape.outside(on);
                assert!(error <= bound, "{}", say("point", error / bound));
                self.worst_point = self.worst_point.max(error / bound.max(1e-300));
                let at_border = shape.support([side * n[0], side * n[1]]) - side * dot(n, on);
                if depth == contact.depth {
                    assert!(at_border.abs() <= 2.0 * bound, "{}", say("border", at_border / bound));
                }
            }
        }
        self.overlap += usize::from(depth > 0.0);
        self.apart += usize::from(depth < 0.0);
        self.touching += usize::from(depth == 0.0);
    }
}

/// Numbers of all columns scaled by a power of two: contacts scale with them, and with nothing lost.
fn scaled(contact: &Contact, scale: f32) -> Contact {
    let by = |x: f32| x * scale;
    Contact {
        normal: contact.normal,
        depth: by(contact.depth),
        points: contact.points.map(|p| p.map(by)),
        depth1: by(contact.depth1),
    }
}

/// The bits of a contact, zeros without their signs.
fn bits(contact: &Contact) -> [u32; 8] {
    let Contact { normal: [nx, ny], depth, points: [[x0, y0], [x1, y1]], depth1 } = *contact;
    [nx, ny, depth, x0, y0, x1, y1, depth1].map(|x| if x == 0.0 { 0 } else { x.to_bits() })
}

/// Whole numbers: small ones, of which many touch or are flat, and large ones.
struct Numbers {
    rng: Rng,
    size: i32,
}

impl Numbers {
    fn next_pair(&mut self) {
        self.size = [2, 3, 6, 100, 1 << 12, 1 << 22][self.rng.below(6) as usize];
    }

    fn number(&mut self) -> f32 {
        (self.rng.below(2 * self.size as u64 + 1) as i32 - self.size) as f32
    }

    fn point(&mut self) -> [f32; 2] {
        [self.number(), self.number()]
    }

    fn disk(&mut self) -> Disk {
        Disk { center: self.point(), radius: self.number().abs() }
    }

    /// Any one, or one that has no length, or the direction of an axis.
    fn capsule(&mut self) -> Capsule {
        let [x, y] = self.point();
        let direction = match self.rng.below(8) {
            0 => [0.0; 2],
            1 | 2 => [x, 0.0],
            _ => [x, y],
        };
        Capsule { start: self.point(), direction, radius: self.number().abs() }
    }

    /// Any two, or two that are parallel, on one line often.
    fn capsules(&mut self) -> (Capsule, Capsule) {
        let (a, mut b) = (self.capsule(), self.capsule());
        if self.rng.below(2) == 0 {
            let (times, steps) = (self.rng.below(5) as f32 - 2.0, self.rng.below(7) as f32 - 3.0);
            b.direction = a.direction.map(|x| x * times);
            if self.rng.below(2) == 0 {
                b.start = [0, 1].map(|k| a.start[k] + steps * a.direction[k]);
            }
        }
        (a, b)
    }

    fn aabb(&mut self) -> Aabb {
        let (p, q) = (self.point(), self.point());
        Aabb { min: [p[0].min(q[0]), p[1].min(q[1])], max: [p[0].max(q[0]), p[1].max(q[1])] }
    }

    fn triangle(&mut self) -> Triangle {
        let [a, b] = [self.point(), self.point()];
        let c = match self.rng.below(8) {
            0 => [2.0 * b[0] - a[0], 2.0 * b[1] - a[1]],
            1 => a,
            _ => self.point(),
        };
        Triangle { a, b, c }
    }

    fn oriented_box(&mut self) -> OrientedBox {
        // Axes of whole numbers are not of length 1, and quotients by their squares not whole: these are.
        let axis = [[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [1.0, 1.0], [-1.0, 1.0], [0.0, -2.0]];
        let axis = axis[self.rng.below(6) as usize];
        let even = |x: f32| 4.0 * x.abs();
        let [hx, hy] = self.point();
        let [x, y] = self.point();
        OrientedBox { center: [2.0 * x, 2.0 * y], half_extents: [even(hx), even(hy)], axis }
    }
}

const PAIRS: usize = 300_000;

/// Checks pairs of two shapes, and that powers of two change nothing.
fn check_pairs<A: Copy + Into<Round> + std::fmt::Debug, B: Copy + Into<Round> + std::fmt::Debug>(
    seed: u64,
    pair: impl Fn(&mut Numbers) -> (A, B),
    contact: impl Fn(&A, &B) -> Contact,
    scale_a: fn(A, f32) -> A,
    scale_b: fn(B, f32) -> B,
) -> Met {
    let (mut numbers, mut met) = (Numbers { rng: Rng::new(seed), size: 1 }, Met::default());
    for i in 0..PAIRS {
        numbers.next_pair();
        let (a, b) = pair(&mut numbers);
        let found = contact(&a, &b);
        met.check(&a.into(), &b.into(), &found, &(a, b));
        let by = [(-60.0_f32).exp2(), 60.0_f32.exp2(), 0.5][i % 3];
        let again = contact(&scale_a(a, by), &scale_b(b, by));
        assert_eq!(bits(&again), bits(&scaled(&found, by)), "{a:?} {b:?} times {by:e}");
    }
    println!("{met:?}");
    assert!(met.overlap > 1000 && met.apart > 1000 && met.touching > 100, "{met:?}");
    // A rounding to f32 is half of its bound at least, once in a while.
    assert!(met.worst_depth > 0.5 && met.worst_overlap > 0.05 && met.worst_point > 0.05, "{met:?}");
    met
}

fn scale_disk(disk: Disk, by: f32) -> Disk {
    Disk { center: disk.center.map(|x| x * by), radius: disk.radius * by }
}

fn scale_capsule(c: Capsule, by: f32) -> Capsule {
    let [start, direction] = [c.start, c.direction].map(|v| v.map(|x| x * by));
    Capsule { start, direction, radius: c.radius * by }
}

fn scale_aabb(aabb: Aabb, by: f32) -> Aabb {
    Aabb { min: aabb.min.map(|x| x * by), max: aabb.max.map(|x| x * by) }
}

fn scale_triangle(t: Triangle, by: f32) -> Triangle {
    Triangle { a: t.a.map(|x| x * by), b: t.b.map(|x| x * by), c: t.c.map(|x| x * by) }
}

fn scale_oriented_box(b: OrientedBox, by: f32) -> OrientedBox {
    let (center, half_extents) = (b.center.map(|x| x * by), b.half_extents.map(|x| x * by));
    OrientedBox { center, half_extents, axis: b.axis }
}

#[test]
fn contacts_of_disks_are_the_least_translation() {
    let met = check_pairs(1, |n| (n.disk(), n.disk()), disk_disk::contact, scale_disk, scale_disk);
    assert_eq!(met.two_points, 0);
    let met = check_pairs(2, |n| (n.disk(), n.aabb()), disk_aabb::contact, scale_disk, scale_aabb);
    assert_eq!(met.two_points, 0);
    let met = check_pairs(10, |n| (n.disk(), n.capsule()), disk_capsule::contact, scale_disk, scale_capsule);
    assert_eq!(met.two_points, 0);
    let met =
        check_pairs(3, |n| (n.disk(), n.triangle()), disk_triangle::contact, scale_disk, scale_triangle);
    assert_eq!(met.two_points, 0);
    let met = check_pairs(
        12,
        |n| (n.disk(), n.oriented_box()),
        disk_oriented_box::contact,
        scale_disk,
        scale_oriented_box,
    );
    assert_eq!(met.two_points, 0);
}

#[test]
fn contacts_of_capsules_are_the_least_translation() {
    let met = check_pairs(11, Numbers::capsules, capsule_capsule::contact, scale_capsule, scale_capsule);
    assert!(met.two_points > 10_000, "{met:?}");
    let with_boxes =
        check_pairs(13, |n| (n.capsule(), n.aabb()), capsule_aabb::contact, scale_capsule, scale_aabb);
    let with_oriented_boxes = check_pairs(
        14,
        |n| (n.capsule(), n.oriented_box()),
        capsule_oriented_box::contact,
        scale_capsule,
        scale_oriented_box,
    );
    let with_triangles = check_pairs(
        15,
        |n| (n.capsule(), n.triangle()),
        capsule_triangle::contact,
        scale_capsule,
        scale_triangle,
    );
    for met in [with_boxes, with_oriented_boxes, with_triangles] {
        assert!(met.two_points > 10_000, "{met:?}");
    }
}

#[test]
fn contacts_of_polygons_are_the_least_translation() {
    let met = check_pairs(
        4,
        |n| (n.triangle(), n.triangle()),
        triangle_triangle::contact,
        scale_triangle,
        scale_triangle,
    );
    assert!(met.two_points > 10_000, "{met:?}");
    let met = check_pairs(5, |n| (n.aabb(), n.aabb()), aabb_aabb::contact, scale_aabb, scale_aabb);
    assert!(met.two_points > 10_000, "{met:?}");
    let met = check_pairs(
        6,
        |n| (n.oriented_box(), n.oriented_box()),
        oriented_box_oriented_box::contact,
        scale_oriented_box,
        scale_oriented_box,
    );
    assert!(met.two_points > 10_000, "{met:?}");
}

#[test]
fn contacts_of_two_kinds_of_polygons_are_the_least_translation() {
    let all = [
        check_pairs(
            16,
            |n| (n.aabb(), n.oriented_box()),
            aabb_oriented_box::contact,
            scale_aabb,
            scale_oriented_box,
        ),
        check_pairs(17, |n| (n.aabb(), n.triangle()), aabb_triangle::contact, scale_aabb, scale_triangle),
        check_pairs(
            18,
            |n| (n.oriented_box(), n.triangle()),
            oriented_box_triangle::contact,
            scale_oriented_box,
            scale_triangle,
        ),
    ];
    for met in all {
        assert!(met.two_points > 10_000, "{met:?}");
    }
}

/// A capsule that lies on a side of a box, and a box that lies on the side of a capsule.
#[test]
fn capsules_along_an_edge_have_two_points() {
    let (mut numbers, mut count) = (Numbers { rng: Rng::new(19), size: 1 }, 0);
    for _ in 0..PAIRS {
        numbers.next_pair();
        let (aabb, capsule) = (numbers.aabb(), numbers.capsule());
        let capsule = Capsule { direction: [capsule.direction[0], 0.0], ..capsule };
        let found = capsule_aabb::contact(&capsule, &aabb);
        let ends = [capsule.start[0], capsule.start[0] + capsule.direction[0]];
        let (low, high) = (ends[0].min(ends[1]).max(aabb.min[0]), ends[0].max(ends[1]).min(aabb.max[0]));
        if found.normal[0] != 0.0 || low >= high {
            continue;
        }
        assert_eq!(found.depth1, found.depth, "{capsule:?} {aabb:?} {found:?}");
        let mut along = found.points.map(|p| p[0]);
        along.sort_by(f32::total_cmp);
        let size = size(&capsule.into(), &aabb.into());
        let is_end = |(x, end): (&f32, f32)| (f64::from(*x) - f64::from(end)).abs() <= 2.0 * U * size;
        assert!(along.iter().zip([low, high]).all(is_end), "{capsule:?} {aabb:?} {found:?}");
        count += 1;
    }
    assert!(count > 10_000, "{count}");
}

/// Shapes around boxes are as far from zero as these are, and lose nothing.
#[test]
fn oriented_boxes_far_from_zero_have_the_contacts_of_those_near() {
    let mut rng = Rng::new(20);
    for _ in 0..PAIRS {
        // Of few digits, but for the axis, so that to move them by 2^20 rounds nothing.
        let mut number = || (rng.signed() * 64.0).round() / 8.0;
        let mut point = || [number(), number()];
        let (a, b, c) = (point(), point(), point());
        let [center, other, half, half2] = [point(), point(), point(), point()];
        let radius = point()[0].abs();
        let mut turned =
            |center, half: [f32; 2]| OrientedBox::from_angle(center, half.map(f32::abs), 6.3 * rng.unit());
        let (s, t) = (turned(center, half), turned(other, half2));
        let all = |by: f32| {
            let moved = |p: [f32; 2]| p.map(|x| x + by);
            let [s, t] = [s, t].map(|of| OrientedBox { center: moved(of.center), ..of });
            let aabb = Aabb { min: moved(a.map(|x| -x.abs())), max: moved(b.map(f32::abs)) };
            let (disk, capsule) =
                (Disk { center: moved(a), radius }, Capsule { start: moved(a), direction: b, radius });
            [
                disk_oriented_box::contact(&disk, &s),
                capsule_oriented_box::contact(&capsule, &s),
                aabb_oriented_box::contact(&aabb, &s),
                oriented_box_oriented_box::contact(&s, &t),
                oriented_box_triangle::contact(&s, &Triangle { a: moved(a), b: moved(b), c: moved(c) }),
            ]
        };
        for (near, far) in all(0.0).into_iter().zip(all(20.0_f32.exp2())) {
            let [near, far] = [near, far].map(|contact| bits(&Contact { points: [[0.0; 2]; 2], ..contact }));
            assert_eq!(far, near, "{s:?} {t:?} {a:?} {b:?} {c:?} {radius}");
        }
    }
}

#[test]
fn contacts_of_turned_boxes_and_slivers_are_the_least_translation() {
    let mut rng = Rng::new(7);
    let mut met = Met::default();
    for _ in 0..PAIRS {
        let mut turned = || {
            let angle = 6.3 * rng.unit();
            let center = [4.0 * rng.unit(), 4.0 * rng.unit()];
            OrientedBox::from_angle(center, [2.0 * rng.unit(), rng.unit().powi(8)], angle)
        };
        let (a, mut b) = (turned(), turned());
        if rng.below(4) == 0 {
            // Corner to corner, or nearly so, with parallel sides.
            b.axis = a.axis;
            let ([ux, uy], near) = (a.axis, [1.0, 1.0 - f32::EPSILON, 0.999][rng.below(3) as usize]);
            let x = (a.half_extents[0] + b.half_extents[0]) * (1.0 + rng.unit());
            let y = (a.half_extents[1] + b.half_extents[1]) * near;
            b.center = [a.center[0] + x * ux - y * uy, a.center[1] + x * uy + y * ux];
        }
        met.check(&a.into(), &b.into(), &oriented_box_oriented_box::contact(&a, &b), &(a, b));
        // Flat up to rounding, and near each other's line.
        let (p, d) = ([rng.unit(), rng.unit()], [rng.unit(), rng.unit()]);
        let mut on_line = || {
            let t = 4.0 * rng.unit();
            [p[0] + t * d[0], p[1] + t * d[1]]
        };
        let (s, t) = (
            Triangle { a: on_line(), b: on_line(), c: on_line() },
            Triangle { a: on_line(), b: on_line(), c: on_line() },
        );
        met.check(&s.into(), &t.into(), &triangle_triangle::contact(&s, &t), &(s, t));
        let disk = Disk { center: on_line(), radius: rng.unit().powi(4) };
        met.check(&disk.into(), &s.into(), &disk_triangle::contact(&disk, &s), &(disk, s));
        met.check(&disk.into(), &a.into(), &disk_oriented_box::contact(&disk, &a), &(disk, a));
        met.check(&b.into(), &s.into(), &oriented_box_triangle::contact(&b, &s), &(b, s));
        let ([x0, y0], [x1, y1]) = (disk.center, s.b);
        let aabb = Aabb { min: [x0.min(x1), y0.min(y1)], max: [x0.max(x1), y0.max(y1)] };
        met.check(&aabb.into(), &s.into(), &aabb_triangle::contact(&aabb, &s), &(aabb, s));
        met.check(&aabb.into(), &b.into(), &aabb_oriented_box::contact(&aabb, &b), &(aabb, b));
        // Along the line, or along a side of the box.
        let direction = if rng.below(2) == 0 { a.axis } else { [d[0] / 2.0, d[1] / 2.0] };
        let capsule = Capsule { start: disk.center, direction, radius: disk.radius };
        met.check(&capsule.into(), &s.into(), &capsule_triangle::contact(&capsule, &s), &(capsule, s));
        met.check(&capsule.into(), &aabb.into(), &capsule_aabb::contact(&capsule, &aabb), &(capsule, aabb));
        met.check(&capsule.into(), &a.into(), &capsule_oriented_box::contact(&capsule, &a), &(capsule, a));
    }
    println!("{met:?}");
    assert!(met.overlap > 10_000 && met.apart > 10_000, "{met:?}");
}

/// The same capsule from its other end, if that is an `f32`; else as it is.
fn turned(c: Capsule) -> Capsule {
    let start = [0, 1].map(|k| c.start[k] + c.direction[k]);
    let is_whole = (0..2).all(|k| f64::from(start[k]) == f64::from(c.start[k]) + f64::from(c.direction[k]));
    if is_whole { Capsule { start, direction: c.direction.map(|x| -x), ..c } } else { c }
}

#[test]
fn an_exchange_negates_the_normal_alone_and_vertices_have_no_order() {
    fn exchanged<S: Copy + Into<Round> + std::fmt::Debug>(contact: fn(&S, &S) -> Contact, a: &S, b: &S) {
        let (there, back) = (contact(a, b), contact(b, a));
        let [s, t] = [*a, *b].map(|shape| {
            let mut shape: Round = shape.into();
            shape.vertices.sort_by(|p, q| p.partial_cmp(q).unwrap());
            shape
        });
        let is_same = s.vertices == t.vertices && s.radius == t.radius;
        // Boxes may be the same set of points with other columns.
        let expected = if is_same && bits(&there) == bits(&back) { there } else { there.exchanged() };
        assert_eq!(bits(&back), bits(&expected), "{a:?} {b:?}");
    }
    let mut numbers = Numbers { rng: Rng::new(8), size: 1 };
    for _ in 0..PAIRS {
        numbers.next_pair();
        let n = &mut numbers;
        exchanged(disk_disk::contact, &n.disk(), &n.disk());
        exchanged(aabb_aabb::contact, &n.aabb(), &n.aabb());
        let (a, b) = n.capsules();
        exchanged(capsule_capsule::contact, &a, &b);
        let disk = n.disk();
        let with_b = [bits(&capsule_capsule::contact(&a, &b)), bits(&disk_capsule::contact(&disk, &b))];
        let b = turned(b);
        assert_eq!(bits(&capsule_capsule::contact(&a, &b)), with_b[0], "{a:?} {b:?}");
        assert_eq!(bits(&disk_capsule::contact(&disk, &b)), with_b[1], "{disk:?} {b:?}");
        exchanged(oriented_box_oriented_box::contact, &n.oriented_box(), &n.oriented_box());
        let (disk, s, t) = (n.disk(), n.triangle(), n.triangle());
        exchanged(triangle_triangle::contact, &s, &t);
        let (with_disk, with_t) = (disk_triangle::contact(&disk, &s), triangle_triangle::contact(&s, &t));
        let Triangle { a, b, c } = s;
        for [a, b, c] in [[a, c, b], [b, a, c], [b, c, a], [c, a, b], [c, b, a]] {
            let s = Triangle { a, b, c };
            assert_eq!(bits(&disk_triangle::contact(&disk, &s)), bits(&with_disk), "{disk:?} {s:?}");
            assert_eq!(bits(&triangle_triangle::contact(&s, &t)), bits(&with_t), "{s:?} {t:?}");
        }
        let (capsule, aabb, turned_box) = (n.capsule(), n.aabb(), n.oriented_box());
        let of = |capsule: &Capsule, s: &Triangle| {
            [
                bits(&capsule_aabb::contact(capsule, &aabb)),
                bits(&capsule_oriented_box::contact(capsule, &turned_box)),
                bits(&capsule_triangle::contact(capsule, s)),
                bits(&aabb_triangle::contact(&aabb, s)),
                bits(&oriented_box_triangle::contact(&turned_box, s)),
            ]
        };
        let expected = of(&capsule, &s);
        for [a, b, c] in [[a, c, b], [b, a, c], [b, c, a], [c, a, b], [c, b, a]] {
            let s = Triangle { a, b, c };
            assert_eq!(of(&turned(capsule), &s), expected, "{capsule:?} {s:?} {aabb:?} {turned_box:?}");
        }
    }
}

/// A box as two shapes that have contacts of their own.
#[test]
fn boxes_have_one_depth_in_both_forms() {
    let mut numbers = Numbers { rng: Rng::new(9), size: 1 };
    for _ in 0..PAIRS {
        numbers.next_pair();
        let (a, b) = (numbers.aabb(), numbers.aabb());
        let [s, t] = [a, b].map(|aabb| OrientedBox {
            center: [0, 1].map(|k| f32::midpoint(aabb.min[k], aabb.max[k])),
            half_extents: [0, 1].map(|k| (aabb.max[k] - aabb.min[k]) / 2.0),
            axis: [1.0, 0.0],
        });
        let (upright, turned) = (aabb_aabb::contact(&a, &b), oriented_box_oriented_box::contact(&s, &t));
        assert_eq!(upright.depth.to_bits() << 1, turned.depth.to_bits() << 1, "{a:?} {b:?}");
    }
}

#[test]
fn contacts_without_area_or_direction_are_finite() {
    let origin = [0.0, -0.0];
    let point = Triangle { a: origin, b: origin, c: origin };
    let disk = |radius: f32| Disk { center: [0.0; 2], radius };
    let flat = Aabb { min: [0.0; 2], max: [0.0; 2] };
    let dot = OrientedBox { center: [0.0; 2], half_extents: [0.0; 2], axis: [0.6, 0.8] };
    let none = |contact: Contact, depth: f32| {
        assert_eq!((contact.normal, contact.depth, contact.depth1.is_nan()), ([1.0, 0.0], depth, true));
        contact.points[0]
    };
    assert_eq!(none(disk_disk::contact(&disk(2.0), &disk(1.0)), 3.0), [0.5, 0.0]);
    assert_eq!(none(disk_disk::contact(&disk(0.0), &disk(0.0)), 0.0), [0.0, 0.0]);
    assert_eq!(none(disk_triangle::contact(&disk(2.0), &point), 2.0), [1.0, 0.0]);
    assert_eq!(none(disk_aabb::contact(&disk(2.0), &flat), 2.0), [1.0, 0.0]);
    assert_eq!(none(triangle_triangle::contact(&point, &point), 0.0), [0.0, 0.0]);
    assert_eq!(none(aabb_aabb::contact(&flat, &flat), 0.0), [0.0, 0.0]);
    assert_eq!(none(oriented_box_oriented_box::contact(&dot, &dot), 0.0), [0.0, 0.0]);
    let rod = |radius: f32| Capsule { start: [0.0; 2], direction: [0.0; 2], radius };
    assert_eq!(none(capsule_aabb::contact(&rod(2.0), &flat), 2.0), [1.0, 0.0]);
    assert_eq!(none(capsule_oriented_box::contact(&rod(2.0), &dot), 2.0), [1.0, 0.0]);
    assert_eq!(none(capsule_triangle::contact(&rod(2.0), &point), 2.0), [1.0, 0.0]);
    assert_eq!(none(aabb_oriented_box::contact(&flat, &dot), 0.0), [0.0, 0.0]);
    assert_eq!(none(aabb_triangle::contact(&flat, &point), 0.0), [0.0, 0.0]);
    assert_eq!(none(oriented_box_triangle::contact(&dot, &point), 0.0), [0.0, 0.0]);
    let along_axis = disk_oriented_box::contact(&disk(2.0), &dot);
    assert_eq!((along_axis.normal, along_axis.depth, along_axis.points[0]), ([0.6, 0.8], 2.0, [0.6, 0.8]));
    let smaller_first = disk_disk::contact(&disk(1.0), &disk(2.0));
    assert_eq!((smaller_first.normal, smaller_first.points[0]), ([-1.0, 0.0], [0.5, 0.0]));

    // Two collinear segments that are apart, and that overlap by a part of both.
    let segment = |from: f32, to: f32| Triangle { a: [from, from], b: [to, to], c: [from, from] };
    let apart = triangle_triangle::contact(&segment(0.0, 2.0), &segment(5.0, 9.0));
    assert!((apart.depth + 18.0_f32.sqrt()).abs() < 1e-6 && apart.points[0] == [3.5, 3.5], "{apart:?}");
    let along = triangle_triangle::contact(&segment(0.0, 4.0), &segment(3.0, 9.0));
    assert_eq!((along.depth, along.depth1), (0.0, 0.0));
    let mut ends = along.points;
    ends.sort_by(|p, q| p.partial_cmp(q).unwrap());
    assert_eq!(ends, [[3.0, 3.0], [4.0, 4.0]]);
}

#[test]
fn contacts_of_the_largest_and_smallest_numbers_are_finite() {
    let [max, tiny] = [f32::MAX, f32::from_bits(1)];
    let disk = |x: f32, radius: f32| Disk { center: [x, x], radius };
    let far = disk_disk::contact(&disk(-max, max), &disk(max, max));
    assert_eq!((far.points[0], far.normal), ([0.0; 2], [0.5_f32.sqrt(); 2]));
    assert!(far.depth < -0.8 * max && far.depth.is_finite(), "{far:?}");
    let near = disk_disk::contact(&disk(0.0, tiny), &disk(tiny, tiny));
    assert_eq!((near.normal, near.depth), ([0.5_f32.sqrt(); 2], tiny));
    let triangle = |x: f32| Triangle { a: [x, 0.0], b: [0.0, x], c: [-x, -x] };
    for x in [max, tiny] {
        let contact = triangle_triangle::contact(&triangle(x), &triangle(-x));
        assert!(contact.depth > 0.0 && contact.depth.is_finite(), "{contact:?}");
        assert!(contact.points[0].iter().chain(&contact.normal).all(|x| x.is_finite()), "{contact:?}");
    }
    for x in [max, tiny] {
        let (disk, rod) = (disk(x, x), Capsule { start: [-x / 2.0; 2], direction: [x, x / 2.0], radius: x });
        let aabb = Aabb { min: [-x, -x], max: [x, x / 2.0] };
        // A box with a short axis is larger than its half extents.
        let last = [0.0, if x == max { 20.0_f32.exp2() } else { -20.0_f32.exp2().recip() }];
        for axis in [[1.0, 0.0], [-0.6, 0.8], last] {
            let turned = OrientedBox { center: [x, -x], half_extents: [x, x / 2.0], axis };
            let all = [
                disk_oriented_box::contact(&disk, &turned),
                capsule_aabb::contact(&rod, &aabb),
                capsule_oriented_box::contact(&rod, &turned),
                capsule_triangle::contact(&rod, &triangle(-x)),
                aabb_oriented_box::contact(&aabb, &turned),
                aabb_triangle::contact(&aabb, &triangle(-x)),
                oriented_box_triangle::contact(&turned, &triangle(x)),
            ];
            for contact in all {
                // A depth of two of the largest ones is beyond f32.
                assert!(!contact.depth.is_nan(), "{contact:?}");
                let n = contact.normal.map(f64::from);
                assert!((length(n) - 1.0).abs() <= 2.0 * U, "{contact:?}");
                assert!(contact.points[0].iter().all(|x| x.is_finite()), "{contact:?}");
            }
        }
    }
    // Farther apart than any f32.
    let box_at = |x: f32| Aabb { min: [x, x], max: [x, x] };
    assert_eq!(aabb_aabb::contact(&box_at(-max), &box_at(max)).depth, f32::NEG_INFINITY);

    let nan = f32::NAN;
    for bad in [nan, f32::INFINITY, -f32::INFINITY] {
        let all_nan =
            |contact: Contact| assert!(bits(&contact).iter().all(|&x| x == nan.to_bits()), "{contact:?}");
        all_nan(disk_disk::contact(&disk(bad, 1.0), &disk(0.0, 1.0)));
        all_nan(disk_disk::contact(&disk(0.0, 1.0), &disk(0.0, bad)));
        all_nan(triangle_triangle::contact(&triangle(1.0), &Triangle { c: [0.0, bad], ..triangle(1.0) }));
        all_nan(disk_aabb::contact(&disk(0.0, 1.0), &box_at(bad)));
        all_nan(aabb_aabb::contact(&box_at(bad), &box_at(0.0)));

        let aabb = Aabb { min: [0.0; 2], max: [1.0; 2] };
        let turned = OrientedBox { center: [0.0; 2], half_extents: [1.0, 2.0], axis: [0.6, 0.8] };
        let rod = Capsule { start: [0.0; 2], direction: [1.0, 2.0], radius: 1.0 };
        for aabb in replaced(aabb, bad) {
            all_nan(capsule_aabb::contact(&rod, &aabb));
            all_nan(aabb_oriented_box::contact(&aabb, &turned));
            all_nan(aabb_triangle::contact(&aabb, &triangle(1.0)));
        }
        for turned in replaced(turned, bad) {
            all_nan(disk_oriented_box::contact(&disk(0.0, 1.0), &turned));
            all_nan(capsule_oriented_box::contact(&rod, &turned));
            all_nan(aabb_oriented_box::contact(&aabb, &turned));
            all_nan(oriented_box_triangle::contact(&turned, &triangle(1.0)));
        }
        for triangle in replaced(triangle(1.0), bad) {
            all_nan(capsule_triangle::contact(&rod, &triangle));
            all_nan(aabb_triangle::contact(&aabb, &triangle));
            all_nan(oriented_box_triangle::contact(&turned, &triangle));
        }
        for rod in replaced(rod, bad) {
            all_nan(capsule_aabb::contact(&rod, &aabb));
            all_nan(capsule_oriented_box::contact(&rod, &turned));
            all_nan(capsule_triangle::contact(&rod, &triangle(1.0)));
        }
        for disk in replaced(disk(0.0, 1.0), bad) {
            all_nan(disk_oriented_box::contact(&disk, &turned));
        }
    }
}

#[test]
fn what_is_farther_apart_than_the_margin_is_not_a_number() {
    let a = Aabb { min: [0.0; 2], max: [4.0; 2] };
    let contact = aabb_aabb::contact(&a, &Aabb { min: [5.0, 1.0], max: [9.0, 9.0] });
    assert_eq!(contact.within(1.0), contact);
    assert!(!contact.within(0.75).is_some() && contact.within(f32::INFINITY).is_some());
    // A triangle on its tip has a second point far above the floor.
    let floor = Triangle { a: [-8.0, 0.0], b: [8.0, 0.0], c: [0.0, -9.0] };
    let tip = Triangle { a: [0.0, -1.0], b: [1.0, 5.0], c: [-1.0, 6.0] };
    let contact = triangle_triangle::contact(&floor, &tip);
    assert_eq!((contact.depth, contact.depth1), (1.0, -5.0));
    let near = contact.within(4.0);
    assert!(near.depth == 1.0 && near.depth1.is_nan() && near.points[1][1].is_nan(), "{near:?}");
    assert_eq!(contact.within(5.0), contact);
}
