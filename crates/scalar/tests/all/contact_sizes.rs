//! Contacts of two kinds of convex shapes of all sizes at once, of which `f64` holds no product: tiny ones beside
//! large ones, slivers, and edges far shorter than the way to the other shape. The truth is the signed distance of
//! the origin from the hull of all differences of vertices, in whole numbers.

use scalar::dim2::contact::{
    CONTACT_ERROR, aabb_oriented_box, aabb_triangle, capsule_aabb, capsule_oriented_box, capsule_triangle,
    disk_oriented_box, oriented_box_oriented_box, oriented_box_triangle, triangle_triangle,
};
use scalar::dim2::{Aabb, Capsule, Contact, Disk, OrientedBox, Triangle};

use crate::common::{Rng, hull};
use crate::whole::{dot, sub, whole};

/// One rounding to `f32`.
const U: f64 = f32::EPSILON as f64 / 2.0;

type Whole = [i128; 2];

fn length([x, y]: Whole) -> f64 {
    (x as f64).hypot(y as f64)
}

fn cross(u: Whole, v: Whole) -> i128 {
    u[0] * v[1] - u[1] * v[0]
}

/// The vertices of a shape and the radius around it.
type Round = (Vec<Whole>, f64);

/// How far the origin is inside of the convex hull of these points; minus the distance if it is outside.
fn signed_distance(points: Vec<Whole>) -> f64 {
    let hull = hull(points);
    let (mut inside, mut nearest) = (hull.len() > 2, f64::INFINITY);
    for (i, &x) in hull.iter().enumerate() {
        let e = sub(hull[(i + 1) % hull.len()], x);
        let (across, along, length2) = (cross(x, e), -dot(x, e), dot(e, e));
        inside &= across >= 0;
        nearest = nearest.min(if along <= 0 {
            length(x)
        } else if along >= length2 {
            length([x[0] + e[0], x[1] + e[1]])
        } else {
            across.abs() as f64 / length(e)
        });
    }
    if inside { nearest } else { -nearest }
}

#[derive(Debug, Default)]
struct Met {
    overlap: usize,
    apart: usize,
    touching: usize,
    two_points: usize,
    /// Where no shape is larger than a thousandth of the largest distance.
    small: usize,
    worst: [f64; 3],
}

impl Met {
    fn check(&mut self, (a, r1): &Round, (b, r2): &Round, found: &Contact, what: &dyn std::fmt::Debug) {
        let differences = a.iter().flat_map(|&p| b.iter().map(move |&q| sub(q, p))).collect();
        let depth = r1 + r2 + signed_distance(differences);
        let all = [a.as_slice(), b.as_slice()].concat();
        let extent = |of: &[Whole]| {
            of.iter().flat_map(|&p| of.iter().map(move |&q| length(sub(p, q)))).fold(0.0, f64::max)
        };
        let size = extent(&all) + 2.0 * (r1 + r2);
        let say =
            |of: &str, error: f64| format!("{of} off by {error:e}: {what:?} {found:?}, depth {depth:e}");

        let bound = U * depth.abs() + CONTACT_ERROR * size;
        let error = (f64::from(found.depth) - depth).abs() / bound.max(1e-300);
        assert!(error <= 1.0, "{}", say("depth", error));
        self.worst[0] = self.worst[0].max(error);

        let n = found.normal.map(f64::from);
        assert!((n[0].hypot(n[1]) - 1.0).abs() <= 2.0 * U, "{}", say("length", n[0].hypot(n[1])));
        let along = |v: Whole| v[0] as f64 * n[0] + v[1] as f64 * n[1];
        let reach = a.iter().flat_map(|&p| b.iter().map(move |&q| sub(p, q)));
        let reach = reach.map(along).fold(f64::NEG_INFINITY, f64::max);
        let more = (r1 + r2 + reach - depth) / (2.0 * U * size).max(1e-300);
        assert!(more <= 1.0, "{}", say("overlap", more));
        self.worst[1] = self.worst[1].max(more);

        // The first point is as far ahead of either shape's border as it is deep.
        let p = found.points[0].map(f64::from);
        let bound = 4.0 * U * (p[0].abs().max(p[1].abs()) + size);
        for (of, r, side) in [(a, r1, 1.0), (b, r2, -1.0)] {
            let ahead = |q: &Whole| side * ((q[0] as f64 - p[0]) * n[0] + (q[1] as f64 - p[1]) * n[1]);
            let border = of.iter().map(ahead).fold(f64::NEG_INFINITY, f64::max) + r;
            let error = (border - f64::from(found.depth) / 2.0).abs() / bound.max(1e-300);
            assert!(error <= 1.0, "{}", say("border", error));
            self.worst[2] = self.worst[2].max(error);
        }
        self.overlap += usize::from(depth > 0.0);
        self.apart += usize::from(depth < 0.0);
        self.touching += usize::from(depth == 0.0);
        self.two_points += usize::from(!found.depth1.is_nan());
        self.small += usize::from(extent(a).max(extent(b)) < size / 1000.0);
    }
}

/// Shapes whose numbers are whole.
struct Shapes {
    rng: Rng,
    /// Each number has a size of its own, up to this power of two, or all have this one.
    most: u64,
    is_mixed: bool,
}

impl Shapes {
    fn next(&mut self) {
        self.most = [1, 3, 10, 24, 36][self.rng.below(5) as usize];
        self.is_mixed = self.rng.below(3) != 0;
    }

    fn number(&mut self) -> f32 {
        (self.rng.of_size(self.most, self.is_mixed) * 1.25).round()
    }

    fn point(&mut self) -> [f32; 2] {
        [self.number(), self.number()]
    }

    /// A point near another one.
    fn near(&mut self, p: [f32; 2]) -> [f32; 2] {
        let q = if self.rng.below(3) == 0 { [self.rng.signed() * 3.0; 2] } else { self.point() };
        [0, 1].map(|k| (p[k] + q[k]).round())
    }

    fn disk(&mut self) -> (Disk, Round) {
        let disk = Disk { center: self.point(), radius: self.number().abs() };
        (disk, (vec![whole(disk.center)], disk.radius.into()))
    }

    fn capsule(&mut self) -> (Capsule, Round) {
        let capsule = Capsule { start: self.point(), direction: self.point(), radius: self.number().abs() };
        let (start, e) = (whole(capsule.start), whole(capsule.direction));
        (capsule, (vec![start, [start[0] + e[0], start[1] + e[1]]], capsule.radius.into()))
    }

    fn aabb(&mut self) -> (Aabb, Round) {
        let p = self.point();
        let q = self.near(p);
        let aabb = Aabb { min: [p[0].min(q[0]), p[1].min(q[1])], max: [p[0].max(q[0]), p[1].max(q[1])] };
        let ([x0, y0], [x1, y1]) = (whole(aabb.min), whole(aabb.max));
        (aabb, (vec![[x0, y0], [x1, y0], [x1, y1], [x0, y1]], 0.0))
    }

    fn oriented_box(&mut self) -> (OrientedBox, Round) {
        let axis = [[1.0, 0.0], [0.0, -1.0], [1.0, 1.0], [-1.0, 1.0]][self.rng.below(4) as usize];
        let half_extents = self.point().map(|x| 2.0 * x.abs());
        let of = OrientedBox { center: self.point(), half_extents, axis };
        let (c, [hx, hy], [ux, uy]) = (whole(of.center), whole(half_extents), whole(axis));
        let k = dot([ux, uy], [ux, uy]);
        let corner = |x: i128, y: i128| [c[0] + (x * ux - y * uy) / k, c[1] + (x * uy + y * ux) / k];
        (of, (vec![corner(-hx, -hy), corner(hx, -hy), corner(hx, hy), corner(-hx, hy)], 0.0))
    }

    /// Any one, or a sliver, one with a short edge, or a small one that is far away.
    fn triangle(&mut self) -> (Triangle, Round) {
        let a = self.point();
        let b = if self.rng.below(2) == 0 { self.near(a) } else { self.point() };
        let c = self.near(b);
        (Triangle { a, b, c }, ([a, b, c].map(whole).to_vec(), 0.0))
    }
}

const PAIRS: usize = 300_000;

#[test]
fn contacts_of_all_sizes_are_the_least_translation() {
    let mut shapes = Shapes { rng: Rng::new(1), most: 1, is_mixed: false };
    let mut met: [Met; 9] = Default::default();
    for _ in 0..PAIRS {
        shapes.next();
        let ((disk, disk_w), (rod, rod_w), (aabb, aabb_w)) = (shapes.disk(), shapes.capsule(), shapes.aabb());
        let ((turned, turned_w), (triangle, triangle_w)) = (shapes.oriented_box(), shapes.triangle());
        let ((other, other_w), (second, second_w)) = (shapes.oriented_box(), shapes.triangle());
        let all: [(&Round, &Round, Contact); 9] = [
            (&disk_w, &turned_w, disk_oriented_box::contact(&disk, &turned)),
            (&rod_w, &aabb_w, capsule_aabb::contact(&rod, &aabb)),
            (&rod_w, &turned_w, capsule_oriented_box::contact(&rod, &turned)),
            (&rod_w, &triangle_w, capsule_triangle::contact(&rod, &triangle)),
            (&aabb_w, &turned_w, aabb_oriented_box::contact(&aabb, &turned)),
            (&aabb_w, &triangle_w, aabb_triangle::contact(&aabb, &triangle)),
            (&turned_w, &triangle_w, oriented_box_triangle::contact(&turned, &triangle)),
            (&turned_w, &other_w, oriented_box_oriented_box::contact(&turned, &other)),
            (&triangle_w, &second_w, triangle_triangle::contact(&triangle, &second)),
        ];
        for ((a, b, found), met) in all.into_iter().zip(&mut met) {
            met.check(a, b, &found, &(a, b));
        }
    }
    for (pair, met) in met.iter().enumerate() {
        println!("{pair}: {met:?}");
        assert!(met.overlap > 1000 && met.apart > 1000 && met.touching > 100, "{pair}: {met:?}");
        assert!(pair == 0 || (met.two_points > 1000 && met.small > 100), "{pair}: {met:?}");
        assert!(met.worst[0] > 0.5 && met.worst[1] > 0.05 && met.worst[2] > 0.05, "{pair}: {met:?}");
    }
}
