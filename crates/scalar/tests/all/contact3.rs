//! Contacts in space against distances in integers.

use scalar::dim2::contact::CONTACT_ERROR;
use scalar::dim3::contact::{sphere_aabb, sphere_capsule, sphere_sphere, sphere_triangle};
use scalar::dim3::{Aabb3, Capsule3, Contact3, Sphere, Triangle3};

use crate::common::{Rng, orders};
use crate::whole::{dot, length, sub, whole};

/// One rounding to `f32`.
const U: f64 = f32::EPSILON as f64 / 2.0;

/// Corners of the second shape; the box is theirs, the sphere around its first one.
type Corners = Vec<[f32; 3]>;

fn norm(v: [f64; 3]) -> f64 {
    v.iter().map(|x| x * x).sum::<f64>().sqrt()
}

fn cross(u: [i128; 3], v: [i128; 3]) -> [i128; 3] {
    [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]
}

/// The distance of a point from a triangle: the least to those of its features that have a foot of it.
fn to_triangle(p: [f32; 3], triangle: [[f32; 3]; 3]) -> f64 {
    let (p, [a, b, c]) = (whole(p), triangle.map(whole));
    let m = cross(sub(b, a), sub(c, a));
    let mut nearest = f64::INFINITY;
    let mut is_above = m != [0; 3];
    for [x, y] in [[a, b], [b, c], [c, a]] {
        let (e, w) = (sub(y, x), sub(p, x));
        nearest = nearest.min(length(w));
        if dot(w, e) > 0 && dot(w, e) < dot(e, e) {
            nearest = nearest.min(length(cross(w, e)) / length(e));
        }
        is_above &= dot(m, cross(e, w)) >= 0;
    }
    if is_above { nearest.min(dot(m, sub(p, a)).abs() as f64 / length(m)) } else { nearest }
}

/// The distance of a point from a segment.
fn to_segment(p: [f32; 3], start: [f32; 3], direction: [f32; 3]) -> f64 {
    let [p, start, e] = [p, start, direction].map(whole);
    let w = sub(p, start);
    let along = dot(w, e);
    if along <= 0 {
        length(w)
    } else if along >= dot(e, e) {
        length(sub(w, e))
    } else {
        length(cross(w, e)) / length(e)
    }
}

/// The distance of a point from a box; minus that from its border if it is inside.
fn to_box(p: [f32; 3], min: [f32; 3], max: [f32; 3]) -> f64 {
    let [p, min, max] = [p, min, max].map(whole);
    let outside = [0, 1, 2].map(|k| (min[k] - p[k]).max(p[k] - max[k]));
    let deepest = outside.into_iter().max().unwrap();
    if deepest <= 0 { deepest as f64 } else { length(outside.map(|x| x.max(0))) }
}

/// What was met, and the worst of each bound.
#[derive(Debug, Default)]
struct Met {
    overlap: usize,
    apart: usize,
    touching: usize,
    worst: [f64; 3],
}

impl Met {
    /// Compares a contact of a sphere with a shape that is the hull of corners within a radius, at this
    /// distance of the center. Bounds are in units of `u` times the size, beside one rounding of the depth.
    fn check(
        &mut self,
        sphere: &Sphere,
        (corners, radius): (&[[f32; 3]], f64),
        distance: f64,
        contact: &Contact3,
        [depth_error, overlap_error]: [f64; 2],
    ) {
        let (center, r) = (sphere.center.map(f64::from), f64::from(sphere.radius));
        let depth = r + radius - distance;
        let reach = |p: &[f32; 3]| [0, 1, 2].map(|k| center[k] - f64::from(p[k]));
        let all: Vec<[f64; 3]> = corners.iter().map(reach).collect();
        let far = all.iter().map(|&v| norm(v)).fold(0.0, f64::max);
        let size = 2.0 * (far + r + radius);
        let say = |of: &str, error: f64| {
            format!("{of} off by {error:e}: {sphere:?} {corners:?} {radius} {contact:?}, depth {depth:e}")
        };
        let bound = U * depth.abs() + depth_error * size;
        let error = (f64::from(contact.depth) - depth).abs() / bound.max(1e-300);
        assert!(error <= 1.0, "{}", say("depth", error));
        let n = contact.normal.map(f64::from);
        let along = |v: [f64; 3]| v[0] * n[0] + v[1] * n[1] + v[2] * n[2];
        assert!((norm(n) - 1.0).abs() <= 2.0 * U, "{}", say("length", norm(n)));
        let overlap = r + radius + all.iter().map(|&v| along(v)).fold(f64::NEG_INFINITY, f64::max);
        let more = (overlap - depth) / (overlap_error * size).max(1e-300);
        assert!(more <= 1.0, "{}", say("overlap", more));
        // The point is on the sphere's border, and on the supporting plane of the other shape.
        let half = f64::from(contact.depth) / 2.0;
        let point = contact.point.map(f64::from);
        let bound = 4.0 * U * (point.iter().fold(0.0, |far: f64, x| far.max(x.abs())) + size);
        let on_sphere = [0, 1, 2].map(|k| point[k] + half * n[k] - (center[k] + r * n[k]));
        let error = norm(on_sphere) / bound.max(1e-300);
        assert!(error <= 1.0, "{}", say("point", error));
        self.worst = [
            self.worst[0].max(
                (f64::from(contact.depth) - depth).abs() / (U * depth.abs() + depth_error * size).max(1e-300),
            ),
            self.worst[1].max(more),
            self.worst[2].max(error),
        ];
        self.overlap += usize::from(depth > 0.0);
        self.apart += usize::from(depth < 0.0);
        self.touching += usize::from(depth == 0.0);
    }
}

struct Numbers {
    rng: Rng,
    size: i32,
}

impl Numbers {
    fn number(&mut self) -> f32 {
        (self.rng.below(2 * self.size as u64 + 1) as i32 - self.size) as f32
    }

    fn point(&mut self) -> [f32; 3] {
        [(); 3].map(|()| self.number())
    }

    /// A point near where `p + t v` is, or far from it.
    fn near(&mut self, p: [f32; 3], q: [f32; 3]) -> [f32; 3] {
        let (t, off) = (self.rng.unit(), [0, 1, 2][self.rng.below(3) as usize]);
        [0, 1, 2].map(|k| {
            let error = (self.rng.below(2 * off + 1) as i32 - off as i32) as f32;
            (p[k] + t * (q[k] - p[k])).round() + error
        })
    }

    fn next_size(&mut self) {
        self.size = [1, 3, 6, 100, 1 << 12, 1 << 21][self.rng.below(6) as usize];
    }
}

const PAIRS: usize = 200_000;

#[test]
fn contacts_of_spheres_are_the_least_translation() {
    let mut numbers = Numbers { rng: Rng::new(1), size: 1 };
    let [mut spheres, mut capsules, mut boxes, mut triangles] = [(); 4].map(|()| Met::default());
    for _ in 0..PAIRS {
        numbers.next_size();
        let n = &mut numbers;
        let sphere = Sphere { center: n.point(), radius: n.number().abs() };
        let other = Sphere { center: n.point(), radius: n.number().abs() };
        let exact = [CONTACT_ERROR, 2.0 * U];
        let contact = sphere_sphere::contact(&sphere, &other);
        let distance = length(sub(whole(sphere.center), whole(other.center)));
        spheres.check(&sphere, (&[other.center], other.radius.into()), distance, &contact, exact);
        let back = sphere_sphere::contact(&other, &sphere);
        assert_eq!(back, if sphere == other { contact } else { contact.exchanged() });

        // Of no length, and near the center.
        let direction = if n.rng.below(8) == 0 { [0.0; 3] } else { n.point() };
        let end = [0, 1, 2].map(|k| other.center[k] + direction[k]);
        let center = if n.rng.below(3) == 0 { n.near(other.center, end) } else { sphere.center };
        let beside = Sphere { center, ..sphere };
        let capsule = Capsule3 { start: other.center, direction, radius: other.radius };
        let contact = sphere_capsule::contact(&beside, &capsule);
        let distance = to_segment(center, capsule.start, direction);
        let ends = [other.center, end];
        capsules.check(&beside, (&ends, other.radius.into()), distance, &contact, exact);
        let turned = Capsule3 { start: end, direction: direction.map(|x| -x), ..capsule };
        assert_eq!(sphere_capsule::contact(&beside, &turned), contact);

        let (p, q) = (n.point(), n.point());
        let (min, max) = ([0, 1, 2].map(|k| p[k].min(q[k])), [0, 1, 2].map(|k| p[k].max(q[k])));
        let contact = sphere_aabb::contact(&sphere, &Aabb3 { min, max });
        let corners: Corners =
            (0..8).map(|i| [0, 1, 2].map(|k| if i >> k & 1 == 0 { min[k] } else { max[k] })).collect();
        boxes.check(&sphere, (&corners, 0.0), to_box(sphere.center, min, max), &contact, exact);

        let [a, b] = [n.point(), n.point()];
        // Slivers, segments, points.
        let c = match n.rng.below(4) {
            0 => n.near(a, b),
            1 => [a, b][n.rng.below(2) as usize],
            _ => n.point(),
        };
        // Near an edge, and elsewhere.
        let center = if n.rng.below(3) == 0 { n.near(b, c) } else { sphere.center };
        let sphere = Sphere { center, ..sphere };
        let contact = sphere_triangle::contact(&sphere, &Triangle3 { a, b, c });
        let distance = to_triangle(center, [a, b, c]);
        triangles.check(&sphere, (&[a, b, c], 0.0), distance, &contact, [U, 4.0 * U]);
        for [a, b, c] in orders([a, b, c]) {
            assert_eq!(sphere_triangle::contact(&sphere, &Triangle3 { a, b, c }), contact);
        }
    }
    for met in [spheres, capsules, boxes, triangles] {
        println!("{met:?}");
        assert!(met.overlap > 1000 && met.apart > 1000 && met.touching > 100, "{met:?}");
        assert!(met.worst[0] > 0.1 && met.worst[1] > 0.02 && met.worst[2] > 0.02, "{met:?}");
    }
}

#[test]
fn contacts_in_space_without_direction_or_area_are_finite() {
    let sphere = |radius: f32| Sphere { center: [1.0; 3], radius };
    let concentric = sphere_sphere::contact(&sphere(1.0), &sphere(2.0));
    assert_eq!(
        (concentric.normal, concentric.depth, concentric.point),
        ([-1.0, 0.0, 0.0], 3.0, [1.5, 1.0, 1.0])
    );
    let flat = sphere_aabb::contact(&sphere(2.0), &Aabb3 { min: [1.0; 3], max: [1.0; 3] });
    assert_eq!((flat.normal, flat.depth, flat.point), ([1.0, 0.0, 0.0], 2.0, [2.0, 1.0, 1.0]));
    let triangle = |b: [f32; 3], c: [f32; 3]| Triangle3 { a: [1.0; 3], b, c };
    let point = sphere_triangle::contact(&sphere(2.0), &triangle([1.0; 3], [1.0; 3]));
    assert_eq!((point.normal, point.depth, point.point), ([1.0, 0.0, 0.0], 2.0, [2.0, 1.0, 1.0]));
    let segment = sphere_triangle::contact(&sphere(2.0), &triangle([0.0, 1.0, 1.0], [3.0, 1.0, 1.0]));
    assert!(segment.normal[0] == 0.0 && segment.depth == 2.0, "{segment:?}");
    let face = sphere_triangle::contact(&sphere(2.0), &triangle([9.0, 1.0, 1.0], [1.0, 9.0, 1.0]));
    assert_eq!((face.normal.map(f32::abs), face.depth), ([0.0, 0.0, 1.0], 2.0));

    let [max, tiny] = [f32::MAX, f32::from_bits(1)];
    for x in [max, tiny] {
        let sphere = Sphere { center: [x; 3], radius: x };
        let triangle = Triangle3 { a: [x, 0.0, 0.0], b: [0.0, -x, 0.0], c: [0.0, 0.0, -x] };
        let contact = sphere_triangle::contact(&sphere, &triangle);
        let Contact3 { normal, depth, point } = contact;
        assert!(depth.is_finite() && normal.iter().chain(&point).all(|x| x.is_finite()), "{contact:?}");
        assert!((norm(normal.map(f64::from)) - 1.0).abs() < 1e-6);
    }
    let bad = Sphere { center: [f32::NAN, 0.0, 0.0], radius: 1.0 };
    let contact = sphere_triangle::contact(&bad, &triangle([9.0, 1.0, 1.0], [1.0, 9.0, 1.0]));
    assert!(!contact.is_some() && contact.normal.iter().chain(&contact.point).all(|x| x.is_nan()));
    assert!(concentric.within(0.0).is_some() && concentric.within(-2.0).is_some());
    assert!(!concentric.within(-4.0).is_some());
}
