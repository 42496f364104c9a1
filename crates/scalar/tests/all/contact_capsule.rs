//! Contacts of capsules against signed distances from whole numbers: what is parallel, crosses or has no length,
//! far from zero and of all sizes at once, of which `f64` holds no product.

use std::array::from_fn;

use scalar::dim2::contact::{CONTACT_ERROR, capsule_capsule, disk_capsule};
use scalar::dim2::{Capsule, Contact, Disk};
use scalar::dim3::contact::{capsule_capsule as capsule_capsule3, sphere_capsule};
use scalar::dim3::{Capsule3, Contact3, Sphere};

use crate::common::{Rng, replaced, values};
use crate::whole::{dot, sub, whole};

/// One rounding to `f32`.
const U: f64 = f32::EPSILON as f64 / 2.0;

type Whole<const N: usize> = [i128; N];

fn length<const N: usize>(v: Whole<N>) -> f64 {
    v.iter().fold(0.0, |length: f64, &x| length.hypot(x as f64))
}

fn cross(u: Whole<2>, v: Whole<2>) -> i128 {
    u[0] * v[1] - u[1] * v[0]
}

fn cross3(u: Whole<3>, v: Whole<3>) -> Whole<3> {
    [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]
}

/// A segment and a radius; a disk has no direction.
#[derive(Clone, Copy, Debug)]
struct Rod<const N: usize> {
    start: [f32; N],
    direction: [f32; N],
    radius: f32,
}

impl<const N: usize> Rod<N> {
    fn ends(&self) -> [Whole<N>; 2] {
        let (start, e) = (whole(self.start), whole(self.direction));
        [start, from_fn(|k| start[k] + e[k])]
    }

    /// From its other end, if that is an `f32`.
    fn turned(&self) -> Option<Self> {
        let [_, end] = self.ends();
        let start = end.map(|x| x as f32);
        let is_same = (0..N).all(|k| start[k] as i128 == end[k]);
        is_same.then(|| Self { start, direction: self.direction.map(|x| -x), ..*self })
    }
}

fn plane(rod: &Rod<2>) -> Capsule {
    Capsule { start: rod.start, direction: rod.direction, radius: rod.radius }
}

fn space(rod: &Rod<3>) -> Capsule3 {
    Capsule3 { start: rod.start, direction: rod.direction, radius: rod.radius }
}

/// What the contacts of the plane and of space have in common.
struct Seen<const N: usize> {
    normal: [f64; N],
    depth: f64,
    points: Vec<[f64; N]>,
}

impl From<Contact> for Seen<2> {
    fn from(contact: Contact) -> Self {
        let count = if contact.depth1.is_nan() { 1 } else { 2 };
        assert!(count == 1 || contact.depth1 == contact.depth, "{contact:?}");
        assert!(contact.points[1][0].is_nan() == (count == 1), "{contact:?}");
        Self {
            normal: contact.normal.map(f64::from),
            depth: contact.depth.into(),
            points: contact.points[..count].iter().map(|p| p.map(f64::from)).collect(),
        }
    }
}

impl From<Contact3> for Seen<3> {
    fn from(Contact3 { normal, depth, point }: Contact3) -> Self {
        Self { normal: normal.map(f64::from), depth: depth.into(), points: vec![point.map(f64::from)] }
    }
}

/// The distance of a point from a segment.
fn to_segment<const N: usize>(
    p: Whole<N>,
    [x, y]: [Whole<N>; 2],
    area: impl Fn(Whole<N>, Whole<N>) -> f64,
) -> f64 {
    let (w, e) = (sub(p, x), sub(y, x));
    if dot(w, e) <= 0 {
        length(w)
    } else if dot(sub(p, y), e) >= 0 {
        length(sub(p, y))
    } else {
        area(w, e) / length(e)
    }
}

/// The least distance of an end from the other segment.
fn of_ends<const N: usize>(
    a: [Whole<N>; 2],
    b: [Whole<N>; 2],
    area: impl Fn(Whole<N>, Whole<N>) -> f64,
) -> f64 {
    let to_b = a.map(|p| to_segment(p, b, &area));
    let to_a = b.map(|p| to_segment(p, a, &area));
    to_a.into_iter().chain(to_b).fold(f64::INFINITY, f64::min)
}

/// The signed distance of two segments of the plane: minus the way out where they cross.
fn distance2(a: &Rod<2>, b: &Rod<2>) -> f64 {
    let ends @ [[p, q], [s, t]] = [a.ends(), b.ends()];
    let sides = |[x, y]: [Whole<2>; 2], of: [Whole<2>; 2]| of.map(|p| cross(sub(y, x), sub(p, x)));
    let (of_b, of_a) = (sides([p, q], [s, t]), sides([s, t], [p, q]));
    let is_apart = |sides: [i128; 2]| sides[0].signum() * sides[1].signum() >= 0;
    if is_apart(of_a) || is_apart(of_b) {
        return of_ends(ends[0], ends[1], |u, v| cross(u, v).abs() as f64);
    }
    let way = |sides: [i128; 2], e: Whole<2>| sides[0].abs().min(sides[1].abs()) as f64 / length(e);
    -way(of_b, sub(q, p)).min(way(of_a, sub(t, s)))
}

/// The distance of two segments of space.
fn distance3(a: &Rod<3>, b: &Rod<3>) -> f64 {
    let [[p, q], [s, t]] = [a.ends(), b.ends()];
    let (d, u, v) = (sub(s, p), sub(q, p), sub(t, s));
    let n = cross3(u, v);
    let (along_a, along_b) = (dot(cross3(d, v), n), dot(cross3(d, u), n));
    let is_within = |x: i128| x > 0 && x < dot(n, n);
    if is_within(along_a) && is_within(along_b) {
        return dot(d, n).abs() as f64 / length(n);
    }
    of_ends([p, q], [s, t], |u, v| length(cross3(u, v)))
}

/// Whether two segments are parallel, and if so the length, times that of the first one, in which they lie side
/// by side.
fn beside<const N: usize>(a: &Rod<N>, b: &Rod<N>) -> Option<i128> {
    let ([x, y], [s, t]) = (a.ends(), b.ends());
    let (u, v) = (sub(y, x), sub(t, s));
    let is_parallel = (0..N).all(|k| (0..N).all(|l| u[k] * v[l] == u[l] * v[k]));
    let (from, to) = (dot(u, sub(s, x)), dot(u, sub(t, x)));
    is_parallel.then(|| from.max(to).min(dot(u, u)) - from.min(to).max(0))
}

#[derive(Debug, Default)]
struct Met {
    overlap: usize,
    apart: usize,
    touching: usize,
    crossing: usize,
    /// Where the distance is zero.
    meeting: usize,
    beside: usize,
    one_point: usize,
    deep: usize,
    worst: [f64; 3],
}

impl Met {
    /// Compares a contact with the definitions. `most` is by how much the overlap may be more, in units of `u`
    /// times the size.
    fn check<const N: usize>(
        &mut self,
        a: &Rod<N>,
        b: &Rod<N>,
        distance: f64,
        seen: &Seen<N>,
        [most, off]: [f64; 2],
    ) {
        let (r1, r2) = (f64::from(a.radius), f64::from(b.radius));
        let depth = r1 + r2 - distance;
        let (of_a, of_b) = (a.ends(), b.ends());
        let all = [of_a, of_b].concat();
        let far = all.iter().flat_map(|&p| all.iter().map(move |&q| length(sub(p, q)))).fold(0.0, f64::max);
        let size = far + 2.0 * (r1 + r2);
        let Seen { normal: n, .. } = *seen;
        let say = |of: &str, error: f64| {
            format!(
                "{of} off by {error:e}: {a:?} {b:?} {n:?} {:e} {:?}, depth {depth:e}",
                seen.depth, seen.points
            )
        };
        let bound = U * depth.abs() + CONTACT_ERROR * size;
        let error = (seen.depth - depth).abs() / bound.max(1e-300);
        assert!(error <= 1.0, "{}", say("depth", error));
        self.worst[0] = self.worst[0].max(error);

        let norm = n.iter().fold(0.0, |norm: f64, &x| norm.hypot(x));
        assert!((norm - 1.0).abs() <= 2.0 * U, "{}", say("length", norm));
        let along = |v: Whole<N>| v.iter().zip(n).map(|(&x, n)| x as f64 * n).sum::<f64>();
        let reach =
            of_a.iter().flat_map(|&p| of_b.map(|q| -along(sub(q, p)))).fold(f64::NEG_INFINITY, f64::max);
        let more = (r1 + r2 + reach - depth) / (most * U * size).max(1e-300);
        assert!(more <= 1.0, "{}", say("overlap", more));
        self.worst[1] = self.worst[1].max(more);

        for point in &seen.points {
            let coordinate = point.iter().fold(0.0, |far: f64, x| far.max(x.abs()));
            let bound = off * U * (coordinate + size);
            for (rod, side) in [(a, 1.0), (b, -1.0)] {
                let on: [f64; N] = from_fn(|k| point[k] + side * seen.depth / 2.0 * n[k]);
                let [x, y] = rod.ends();
                // In `f64`, relative to an end.
                let w: [f64; N] = from_fn(|k| on[k] - x[k] as f64);
                let e = sub(y, x).map(|x| x as f64);
                let dot = |u: [f64; N], v: [f64; N]| u.iter().zip(v).map(|(u, v)| u * v).sum::<f64>();
                let t = if dot(e, e) == 0.0 { 0.0 } else { (dot(w, e) / dot(e, e)).clamp(0.0, 1.0) };
                let from: [f64; N] = from_fn(|k| w[k] - t * e[k]);
                let error = (dot(from, from).sqrt() - f64::from(rod.radius)) / bound.max(1e-300);
                assert!(error <= 1.0, "{}", say("point", error));
                self.worst[2] = self.worst[2].max(error);
                // On the border, from which the shape goes back only.
                let ahead = dot(e, n) * side;
                let border = side * dot(w, n) - (ahead.max(0.0) + f64::from(rod.radius));
                assert!(border.abs() <= 2.0 * bound, "{}", say("border", border / bound));
            }
        }
        self.overlap += usize::from(depth > 0.0);
        self.apart += usize::from(depth < 0.0);
        self.touching += usize::from(depth == 0.0);
        self.crossing += usize::from(distance < 0.0);
        self.meeting += usize::from(distance == 0.0);
        self.deep += usize::from(depth > far / 2.0 && far > 0.0);
        self.beside += usize::from(beside(a, b).is_some_and(|length| length > 0));
        self.one_point += usize::from(far == 0.0);
    }

    /// All classes were met, and rounding was seen.
    fn is_full(&self, of: &str, crossing: bool, beside: bool) {
        println!("{of}: {self:?}");
        let Self { overlap, apart, touching, meeting, one_point, deep, worst, .. } = *self;
        for met in [overlap, apart, touching, meeting, one_point, deep] {
            assert!(met > 100, "{of}: {self:?}");
        }
        assert!((self.crossing > 1000) == crossing && (self.beside > 1000) == beside, "{of}: {self:?}");
        assert!(worst[0] > 0.5 && worst[1] > 0.02 && worst[2] > 0.02, "{of}: {self:?}");
    }
}

/// Rods whose numbers are whole: small ones, of which many touch, large ones, and all sizes at once.
struct Rods {
    rng: Rng,
    /// The largest power of two.
    most: u64,
    sizes: u64,
}

impl Rods {
    fn new(seed: u64, most: u64) -> Self {
        Self { rng: Rng::new(seed), most, sizes: 0 }
    }

    fn next(&mut self) {
        self.sizes = self.rng.below(6);
    }

    fn number(&mut self) -> f32 {
        let size = match self.sizes {
            0 => 1.0,
            1 => 2.0,
            2 => 6.0,
            3 => 1000.0,
            4 => (self.most as f32).exp2(),
            _ => (self.rng.below(self.most + 1) as f32).exp2(),
        };
        (self.rng.signed() * size * 1.25).round().clamp(-size, size)
    }

    fn vector<const N: usize>(&mut self) -> [f32; N] {
        from_fn(|_| self.number())
    }

    fn rod<const N: usize>(&mut self) -> Rod<N> {
        let direction = match self.rng.below(8) {
            0 => [0.0; N],
            1 => {
                let mut axis = [0.0; N];
                axis[0] = self.number();
                axis
            }
            _ => self.vector(),
        };
        let radius = if self.rng.below(4) == 0 { 0.0 } else { self.number().abs() };
        Rod { start: self.vector(), direction, radius }
    }

    /// A point on the rod or near it, as far as whole numbers are.
    fn near<const N: usize>(&mut self, rod: &Rod<N>) -> [f32; N] {
        let (t, off) = ([0.0, 1.0, 0.5, self.rng.unit()][self.rng.below(4) as usize], self.rng.below(2));
        from_fn(|k| {
            let step = (self.rng.below(2 * off + 1) as i32 - off as i32) as f32;
            (rod.start[k] + (t * rod.direction[k]).round() + step).round()
        })
    }

    /// Any two; or parallel, or crossing, or nearly so.
    fn pair<const N: usize>(&mut self) -> [Rod<N>; 2] {
        self.next();
        let (a, mut b) = (self.rod::<N>(), self.rod::<N>());
        let is_near = self.rng.below(2) == 0;
        if self.rng.below(3) == 0 {
            let times = [1.0, -1.0, 2.0, -0.5, 0.25][self.rng.below(5) as usize];
            let direction = a.direction.map(|x| (x * times).round());
            b.direction = direction;
            if is_near && self.rng.below(2) == 0 {
                b.start = from_fn(|k| a.start[k] + (times * a.direction[k]).round());
                return [a, b];
            }
        }
        if is_near {
            let near = self.near(&a);
            let back = [0.0, 0.5, 1.0][self.rng.below(3) as usize];
            b.start = from_fn(|k| (near[k] - (back * b.direction[k]).round()).round());
        }
        [a, b]
    }
}

const PAIRS: usize = 300_000;

#[test]
fn contacts_of_capsules_in_the_plane_are_the_least_translation() {
    let (mut rods, mut disks, mut capsules) = (Rods::new(1, 36), Met::default(), Met::default());
    let (mut turns, mut unsure) = (0, 0);
    for _ in 0..PAIRS {
        let [a, b] = rods.pair::<2>();
        let found = capsule_capsule::contact(&plane(&a), &plane(&b));
        let seen = Seen::from(found);
        // Two points just where both are side by side; either number where rounding decides.
        let long = beside(&a, &b).unwrap_or(-i128::MAX);
        let rounded = (length(sub(a.ends()[1], a.ends()[0])) * extent(&a, &b) / 50.0_f64.exp2()) as i128;
        let is_as_expected = seen.points.len() == 1 + usize::from(long > 0);
        assert!(is_as_expected || long.abs() <= rounded, "{a:?} {b:?} {found:?}");
        unsure += usize::from(long.abs() <= rounded && rounded > 0);
        capsules.check(&a, &b, distance2(&a, &b), &seen, [2.0, 2.0]);
        let back = capsule_capsule::contact(&plane(&b), &plane(&a));
        let is_same = bits(back) == bits(found);
        assert!(is_same || bits(back) == bits(found.exchanged()), "{a:?} {b:?} {found:?} {back:?}");
        assert!(!is_same || is_equal(&a, &b), "{a:?} {b:?} {found:?}");

        let center = if rods.rng.below(2) == 0 { rods.near(&b) } else { a.start };
        let rod = Rod { start: center, direction: [0.0; 2], radius: a.radius };
        let disk = Disk { center, radius: a.radius };
        let of_disk = disk_capsule::contact(&disk, &plane(&b));
        disks.check(&rod, &b, distance2(&rod, &b), &Seen::from(of_disk), [2.0, 2.0]);
        if let Some(turned) = b.turned() {
            assert_eq!(
                bits(capsule_capsule::contact(&plane(&a), &plane(&turned))),
                bits(found),
                "{a:?} {b:?}"
            );
            assert_eq!(bits(disk_capsule::contact(&disk, &plane(&turned))), bits(of_disk), "{a:?} {b:?}");
            turns += 1;
        }
    }
    assert!(turns > PAIRS / 2 && unsure < PAIRS / 50, "{turns} {unsure}");
    capsules.is_full("capsules", true, true);
    disks.is_full("disks", false, false);
}

#[test]
fn contacts_of_capsules_in_space_are_the_least_translation() {
    let (mut rods, mut spheres, mut capsules) = (Rods::new(2, 27), Met::default(), Met::default());
    let mut turns = 0;
    for _ in 0..PAIRS {
        let [a, b] = rods.pair::<3>();
        let found = capsule_capsule3::contact(&space(&a), &space(&b));
        capsules.check(&a, &b, distance3(&a, &b), &Seen::from(found), [4.0, 4.0]);
        let back = capsule_capsule3::contact(&space(&b), &space(&a));
        let is_same = bits3(back) == bits3(found);
        assert!(is_same || bits3(back) == bits3(found.exchanged()), "{a:?} {b:?} {found:?} {back:?}");
        assert!(!is_same || is_equal(&a, &b), "{a:?} {b:?} {found:?}");

        let center = if rods.rng.below(2) == 0 { rods.near(&b) } else { a.start };
        let rod = Rod { start: center, direction: [0.0; 3], radius: a.radius };
        let sphere = Sphere { center, radius: a.radius };
        let of_sphere = sphere_capsule::contact(&sphere, &space(&b));
        spheres.check(&rod, &b, distance3(&rod, &b), &Seen::from(of_sphere), [2.0, 4.0]);
        if let Some(turned) = b.turned() {
            assert_eq!(
                bits3(capsule_capsule3::contact(&space(&a), &space(&turned))),
                bits3(found),
                "{a:?} {b:?}"
            );
            assert_eq!(
                bits3(sphere_capsule::contact(&sphere, &space(&turned))),
                bits3(of_sphere),
                "{a:?} {b:?}"
            );
            turns += 1;
        }
    }
    assert!(turns > PAIRS / 2, "{turns}");
    capsules.is_full("capsules", false, true);
    spheres.is_full("spheres", false, false);
}

/// A center near a segment, but not on it, down to `2^-37` of the segment's length: up to `2^-26` of it the normal is
/// the cross product with an axis, on the side of the segment, and beyond it leads to the segment.
#[test]
fn contacts_of_spheres_very_near_to_a_segment_are_the_least_translation() {
    let (mut rng, mut met, mut count) = (Rng::new(4), Met::default(), [0; 2]);
    for _ in 0..PAIRS {
        let (size, off) = (((20 + rng.below(17)) as f32).exp2(), (rng.below(16) as f32).exp2());
        // Around zero, near which centers have digits to spare.
        let direction: [f32; 3] = from_fn(|_| 2.0 * (rng.signed() * size).round());
        let rod = Rod { start: direction.map(|x| -x / 2.0), direction, radius: 1.0 };
        let center = from_fn(|_| (rng.signed() * off).round());
        let ball = Rod { start: center, direction: [0.0; 3], radius: rng.below(2) as f32 };
        let distance = distance3(&ball, &rod);
        let seen = Seen::from(sphere_capsule::contact(&Sphere { center, radius: ball.radius }, &space(&rod)));
        met.check(&ball, &rod, distance, &seen, [2.0, 4.0]);

        let (e, w) = (whole(direction), sub(whole(center), rod.ends()[0]));
        // From the center to the line.
        let to = cross3(cross3(w, e), e).map(|x| x as f64);
        let to_length = to.iter().fold(0.0, |length: f64, &x| length.hypot(x));
        let along = |n: [f64; 3]| n.iter().zip(seen.normal).map(|(x, n)| x * n).sum::<f64>();
        let least = (0..3).min_by_key(|&k| e[k].abs()).unwrap();
        let mut axis = [0; 3];
        axis[least] = 1;
        let across = cross3(e, axis);
        let part = distance / length(e);
        if part > (-25.5_f64).exp2() {
            assert!(along(to) >= 0.999_999 * to_length, "{ball:?} {rod:?} {:?}", seen.normal);
            count[0] += 1;
        } else if part > 0.0 && part < (-26.5_f64).exp2() {
            let is_across = along(across.map(|x| x as f64)).abs() >= 0.999_999 * length(across);
            assert!(is_across, "{ball:?} {rod:?} {:?}", seen.normal);
            assert!(along(to) >= -1e-6 * to_length, "{ball:?} {rod:?} {:?}", seen.normal);
            count[1] += 1;
        }
    }
    println!("{met:?}");
    assert!(count.iter().all(|&count| count > 10_000), "{count:?}");
}

/// The bits of a contact, zeros without their signs.
fn bits(mut contact: Contact) -> Vec<u32> {
    values(&mut contact).iter().map(|&x| if x == 0.0 { 0 } else { x.to_bits() }).collect()
}

fn bits3(mut contact: Contact3) -> Vec<u32> {
    values(&mut contact).iter().map(|&x| if x == 0.0 { 0 } else { x.to_bits() }).collect()
}

/// Whether both are the same set of points.
fn is_equal<const N: usize>(a: &Rod<N>, b: &Rod<N>) -> bool {
    let (mut p, mut q) = (a.ends(), b.ends());
    p.sort_unstable();
    q.sort_unstable();
    p == q && a.radius == b.radius
}

#[test]
fn contacts_of_capsules_without_length_or_direction_are_finite() {
    let rod = |start: [f32; 2], direction: [f32; 2], radius: f32| Capsule { start, direction, radius };
    let rod3 = |start: [f32; 3], direction: [f32; 3], radius: f32| Capsule3 { start, direction, radius };
    // Of one center: as disks and spheres.
    let of_two = |r1: f32, r2: f32| {
        let (a, b) = (rod([1.0; 2], [0.0; 2], r1), rod([1.0; 2], [-0.0; 2], r2));
        let (s, t) = (rod3([1.0; 3], [0.0; 3], r1), rod3([1.0; 3], [-0.0; 3], r2));
        let (disk, sphere) = (Disk { center: [1.0; 2], radius: r1 }, Sphere { center: [1.0; 3], radius: r1 });
        let found = [capsule_capsule::contact(&a, &b), disk_capsule::contact(&disk, &b)];
        let found3 = [capsule_capsule3::contact(&s, &t), sphere_capsule::contact(&sphere, &t)];
        for contact in found {
            assert_eq!((contact.depth, contact.depth1.is_nan()), (r1 + r2, true));
        }
        let all = found.map(|contact| contact.normal[0]).into_iter();
        let all: Vec<f32> = all.chain(found3.map(|contact| contact.normal[0])).collect();
        assert!(all.iter().all(|&x| x == all[0]) && found3.iter().all(|contact| contact.depth == r1 + r2));
        all[0]
    };
    assert_eq!(
        [of_two(2.0, 1.0), of_two(1.0, 2.0), of_two(1.0, 1.0), of_two(0.0, 0.0)],
        [1.0, -1.0, 1.0, 1.0]
    );

    // On the segment, and on one line: across it.
    let lying = rod([0.0; 2], [8.0, 0.0], 1.0);
    let on = disk_capsule::contact(&Disk { center: [8.0, 0.0], radius: 2.0 }, &lying);
    assert_eq!((on.normal, on.depth, on.points[0]), ([0.0, 1.0], 3.0, [8.0, 0.5]));
    let along = capsule_capsule::contact(&lying, &rod([9.0, 0.0], [-3.0, 0.0], 2.0));
    assert_eq!((along.normal, along.depth, along.points), ([0.0, 1.0], 3.0, [[6.0, -0.5], [8.0, -0.5]]));
    let lying = rod3([0.0; 3], [8.0, 0.0, 0.0], 1.0);
    let along = capsule_capsule3::contact(&lying, &rod3([9.0, 0.0, 0.0], [-3.0, 0.0, 0.0], 2.0));
    assert_eq!((along.normal, along.depth, along.point), ([0.0, 0.0, 1.0], 3.0, [7.0, 0.0, -0.5]));
    let cross = capsule_capsule3::contact(&lying, &rod3([7.0, -3.0, 0.0], [0.0, 9.0, 0.0], 1.0));
    assert_eq!((cross.normal, cross.depth, cross.point), ([0.0, 0.0, 1.0], 2.0, [7.0, 0.0, 0.0]));
}

#[test]
fn contacts_of_capsules_of_the_largest_and_smallest_numbers_are_finite() {
    let [max, tiny] = [f32::MAX, f32::from_bits(1)];
    for x in [max, tiny] {
        let (a, b) = ([-x / 2.0, 0.0], [0.0, -x / 2.0]);
        let rod = |start: [f32; 2], direction: [f32; 2]| Capsule { start, direction, radius: x / 4.0 };
        let rod3 = |[x, y]: [f32; 2], [u, v]: [f32; 2]| Capsule3 {
            start: [x, y, 0.0],
            direction: [u, v, 0.0],
            radius: x.abs() / 4.0,
        };
        let seen = Seen::from(capsule_capsule::contact(&rod(a, [x, 0.0]), &rod(b, [0.0, x])));
        assert!(seen.depth.is_finite() && seen.points[0].iter().chain(&seen.normal).all(|x| x.is_finite()));
        assert!((seen.normal[0].hypot(seen.normal[1]) - 1.0).abs() < 1e-6);
        let seen = Seen::from(capsule_capsule3::contact(&rod3(a, [x, 0.0]), &rod3(b, [0.0, x])));
        assert_eq!(seen.normal.map(f64::abs), [0.0, 0.0, 1.0]);
        let disk = Disk { center: [x, x], radius: x };
        let seen = Seen::from(disk_capsule::contact(&disk, &rod(a, [x, 0.0])));
        assert!(seen.depth.is_finite() && seen.points[0].iter().all(|x| x.is_finite()));
    }

    // An end that no f64 is: 2^100 - 8.
    let far = 100.0_f32.exp2();
    let capsule = Capsule { start: [far, 0.0], direction: [-8.0, 0.0], radius: 1.0 };
    let found = disk_capsule::contact(&Disk { center: [far, 3.0], radius: 1.0 }, &capsule);
    assert_eq!((found.normal, found.depth, found.points[0]), ([0.0, -1.0], -1.0, [far, 1.5]));
    let other = Capsule { start: [far, 3.0], direction: [0.0, -2.0], radius: 1.0 };
    let found = capsule_capsule::contact(&other, &capsule);
    assert_eq!((found.normal, found.depth, found.points[0]), ([0.0, -1.0], 1.0, [far, 0.5]));
    let capsule = Capsule3 { start: [far, 0.0, 0.0], direction: [-8.0, 0.0, 0.0], radius: 1.0 };
    let found = sphere_capsule::contact(&Sphere { center: [far, 0.0, 3.0], radius: 1.0 }, &capsule);
    assert_eq!((found.normal, found.depth), ([0.0, 0.0, -1.0], -1.0));
    let other = Capsule3 { start: [far, 3.0, 4.0], direction: [-5.0, 0.0, 0.0], radius: 1.0 };
    let found = capsule_capsule3::contact(&capsule, &other);
    assert_eq!((found.normal, found.depth), ([0.0, 0.6, 0.8], -3.0));

    // From one of these ends to where both start, and from there: only the starts are near each other.
    let expected = (2.0 - 24.0 / 68.0_f64.sqrt()) as f32;
    let back = Capsule { start: [far, 0.0], direction: [-8.0, 0.0], radius: 1.0 };
    let on = Capsule { start: [far, 3.0], direction: [8.0, -2.0], radius: 1.0 };
    assert_eq!(capsule_capsule::contact(&back, &on).depth, expected);
    let on = Capsule { direction: [8.0, 0.0], ..on };
    let found = capsule_capsule::contact(&back, &on);
    assert!(found.depth == -1.0 && found.depth1.is_nan(), "{found:?}");
    let back = Capsule3 { start: [far, 0.0, 0.0], direction: [-8.0, 0.0, 0.0], radius: 1.0 };
    let on = Capsule3 { start: [far, 3.0, 0.0], direction: [8.0, -2.0, 0.0], radius: 1.0 };
    assert_eq!(capsule_capsule3::contact(&back, &on).depth, expected);

    // A value that is not finite.
    for bad in [f32::NAN, f32::INFINITY, -f32::INFINITY] {
        let good = Capsule { start: [0.0; 2], direction: [1.0, 2.0], radius: 1.0 };
        let disk = Disk { center: [0.0; 2], radius: 1.0 };
        for capsule in replaced(good, bad) {
            let all = [
                capsule_capsule::contact(&good, &capsule),
                capsule_capsule::contact(&capsule, &good),
                disk_capsule::contact(&disk, &capsule),
            ];
            assert!(all.iter().all(|contact| bits(*contact).iter().all(|&x| f32::from_bits(x).is_nan())));
        }
        let good = Capsule3 { start: [0.0; 3], direction: [1.0, 2.0, 3.0], radius: 1.0 };
        let sphere = Sphere { center: [0.0; 3], radius: 1.0 };
        for capsule in replaced(good, bad) {
            let all = [
                capsule_capsule3::contact(&good, &capsule),
                capsule_capsule3::contact(&capsule, &good),
                sphere_capsule::contact(&sphere, &capsule),
            ];
            assert!(all.iter().all(|contact| bits3(*contact).iter().all(|&x| f32::from_bits(x).is_nan())));
        }
    }
}

/// Directions one after the other, none of which is shorter than the depth.
#[test]
fn no_other_direction_is_shorter() {
    let mut rods = Rods::new(3, 12);
    let (mut least, mut count) = ([f64::INFINITY; 2], 0);
    for _ in 0..2_000 {
        let [a, b] = rods.pair::<2>();
        let [s, t] = rods.pair::<3>();
        let depth: f64 = capsule_capsule::contact(&plane(&a), &plane(&b)).depth.into();
        let depth3: f64 = capsule_capsule3::contact(&space(&s), &space(&t)).depth.into();
        for i in 0..200 {
            let (sine, cosine) = (f64::from(i) * std::f64::consts::TAU / 200.0).sin_cos();
            least[0] = least[0].min((overlap(&a, &b, [cosine, sine]) - depth) / extent(&a, &b));
            // A spiral around the sphere.
            let z = (f64::from(2 * i) - 199.0) / 200.0;
            let (sine, cosine) = (2.4 * f64::from(i)).sin_cos();
            let r = (1.0 - z * z).sqrt();
            least[1] = least[1].min((overlap(&s, &t, [r * cosine, r * sine, z]) - depth3) / extent(&s, &t));
            count += 1;
        }
    }
    // Of some, one of these directions is the shortest: the bound can fail.
    assert!(count == 400_000 && least.iter().all(|&x| x.abs() < 2.0 * U), "{least:?}");
}

/// How far the second one must move along a unit vector until a line or plane across separates it.
fn overlap<const N: usize>(a: &Rod<N>, b: &Rod<N>, n: [f64; N]) -> f64 {
    let along = |v: Whole<N>| v.iter().zip(n).map(|(&x, n)| x as f64 * n).sum::<f64>();
    let [of_a, of_b] = [a, b].map(|rod| rod.ends().map(along));
    of_a[0].max(of_a[1]) - of_b[0].min(of_b[1]) + f64::from(a.radius) + f64::from(b.radius)
}

/// No less than a distance of two points.
fn extent<const N: usize>(a: &Rod<N>, b: &Rod<N>) -> f64 {
    let ([p, q], [s, t]) = (a.ends(), b.ends());
    let far = [sub(p, s), sub(p, t), sub(q, s), sub(q, t)].map(length).into_iter().fold(0.0, f64::max);
    (far + 2.0 * f64::from(a.radius) + 2.0 * f64::from(b.radius)).max(1e-300)
}
