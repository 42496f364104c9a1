//! Segments, rays and lines clipped by disks and spheres, against integers of `i128`.

use std::fmt::Debug;

use scalar::LinearComponent;
use scalar::dim2::segment_disk::{CLIP_ERROR, clip};
use scalar::dim2::{Disk, Line, Ray, Segment};
use scalar::dim3::{Line3, Ray3, Segment3, Sphere, segment_sphere};

use crate::common::Rng;

/// The largest share of the bound that was met, and how many rows had a point in common, how many had none,
/// and how many touched within `f64`.
#[derive(Default)]
struct Met {
    worst: f64,
    rows: [usize; 3],
}

/// Compares what was found with the parameters of whole numbers, of which the products fit `i128`, so that
/// what is below the root is known but for its last rounding.
fn check<R: LinearComponent<D> + Debug, const D: usize>(
    path: &R,
    center: [f32; D],
    radius: f32,
    found: Option<([f32; 2], [f32; D])>,
    met: &mut Met,
) {
    let (start, direction) = path.path();
    let whole = |v: [f32; D]| v.map(|x| x as i128);
    let (start, d, c, r) = (whole(start), whole(direction), whole(center), radius as i128);
    let s: [i128; D] = std::array::from_fn(|k| start[k] - c[k]);
    let dot = |u: &[i128; D], v: &[i128; D]| u.iter().zip(v).map(|(x, y)| x * y).sum::<i128>();
    let (along, length2, from_center2) = (dot(&s, &d), dot(&d, &d), dot(&s, &s));
    let rest = along * along - length2 * (from_center2 - r * r);
    let [first, last] = [R::START, R::END].map(f64::from);
    let context = format!("{path:?} {center:?} {radius}");
    if length2 == 0 {
        assert_eq!(found.map(|found| found.0), (from_center2 <= r * r).then_some([0.0; 2]), "{context}");
        return;
    }
    let (length2, root) = (length2 as f64, (rest.max(0) as f64).sqrt());
    let far = (from_center2 as f64).sqrt().max(f64::from(radius)) / length2.sqrt();
    let error = |t: f64| f64::from(CLIP_ERROR) * (t.abs() + far);
    let [enter, exit] = [-along as f64 - root, -along as f64 + root].map(|t| t / length2);
    let [enter, exit] = [enter.max(first), exit.min(last)];
    met.rows[2] += usize::from(rest.abs() as f64 <= 1e-9 * length2 * from_center2 as f64);
    let Some(([t_enter, t_exit], entry)) = found else {
        // What is below the root may be rounded below zero.
        assert!(rest <= 0 || root / length2 <= error(0.0) || enter + error(enter) >= exit, "{context}");
        met.rows[1] += 1;
        return;
    };
    assert!(rest >= 0 || (-rest as f64).sqrt() / length2 <= error(0.0), "{context}");
    assert!(enter <= exit + error(exit), "{context}: {enter} {exit}");
    for (found, t) in [(t_enter, enter), (t_exit, exit)] {
        let off = (f64::from(found) - t).abs() / error(t);
        assert!(off <= 1.0, "{context}: {found} for {t}");
        met.worst = met.worst.max(off);
    }
    for k in 0..D {
        let true_entry = start[k] as f64 + enter * d[k] as f64;
        let off = (f64::from(entry[k]) - true_entry).abs();
        let bound = error(enter) * length2.sqrt() + f64::from(CLIP_ERROR) * true_entry.abs();
        assert!(off <= bound, "{context}: {entry:?}");
    }
    met.rows[0] += 1;
}

/// A whole number of at most this many bits.
fn whole(rng: &mut Rng, bits: i32) -> f32 {
    (rng.signed() * f64::from(bits).exp2() as f32).round()
}

/// A center, a radius, a start and a direction. Often the path nearly touches.
fn random<const D: usize>(rng: &mut Rng, round: usize) -> ([f32; D], f32, [f32; D], [f32; D]) {
    let bits = [4, 12, 20][round % 3];
    let mut vector = || std::array::from_fn(|_| whole(rng, bits));
    let (center, start): ([f32; D], [f32; D]) = (vector(), vector());
    let mut direction: [f32; D] = vector();
    if round.is_multiple_of(50) {
        direction = [0.0; D];
    }
    let mut radius = whole(rng, bits).abs();
    if round.is_multiple_of(2) {
        // The distance of the line, or a unit more or less.
        let (s, d): ([f64; D], [f64; D]) =
            (std::array::from_fn(|k| f64::from(start[k]) - f64::from(center[k])), direction.map(f64::from));
        let dot = |u: [f64; D], v: [f64; D]| u.iter().zip(v).map(|(x, y)| x * y).sum::<f64>();
        let foot = dot(s, d) / dot(d, d).max(1.0);
        let way: [f64; D] = std::array::from_fn(|k| s[k] - foot * d[k]);
        radius = (dot(way, way).sqrt() as f32).round() + (round / 2 % 3) as f32 - 1.0;
        radius = radius.abs();
    }
    (center, radius, start, direction)
}

const ROUNDS: usize = 150_000;

fn check_disk<R: LinearComponent<2> + Debug>(path: &R, disk: &Disk, met: &mut Met) {
    let found = clip(path, disk).map(|clip| ([clip.t_enter, clip.t_exit], clip.entry));
    check(path, disk.center, disk.radius, found, met);
}

#[test]
fn parameters_of_disks_are_within_their_bound() {
    let (mut rng, mut met) = (Rng::new(71), Met::default());
    for round in 0..ROUNDS {
        let (center, radius, start, direction) = random::<2>(&mut rng, round);
        let disk = Disk { center, radius };
        check_disk(&Segment { start, direction }, &disk, &mut met);
        check_disk(&Ray { start, direction }, &disk, &mut met);
        check_disk(&Line { start, direction }, &disk, &mut met);
    }
    assert!(met.rows[0] > 90_000 && met.rows[1] > 90_000 && met.rows[2] > 100, "{:?}", met.rows);
    assert!(met.worst > 0.3, "{}", met.worst);
}

fn check_sphere<R: LinearComponent<3> + Debug>(path: &R, sphere: &Sphere, met: &mut Met) {
    let found = segment_sphere::clip(path, sphere).map(|clip| ([clip.t_enter, clip.t_exit], clip.entry));
    check(path, sphere.center, sphere.radius, found, met);
}

#[test]
fn parameters_of_spheres_are_within_their_bound() {
    let (mut rng, mut met) = (Rng::new(72), Met::default());
    for round in 0..ROUNDS {
        let (center, radius, start, direction) = random::<3>(&mut rng, round);
        let sphere = Sphere { center, radius };
        check_sphere(&Segment3 { start, direction }, &sphere, &mut met);
        check_sphere(&Ray3 { start, direction }, &sphere, &mut met);
        check_sphere(&Line3 { start, direction }, &sphere, &mut met);
    }
    assert!(met.rows[0] > 90_000 && met.rows[1] > 90_000 && met.rows[2] > 100, "{:?}", met.rows);
    assert!(met.worst > 0.3, "{}", met.worst);
}

#[test]
fn what_is_not_finite_has_no_point_in_common() {
    let (start, direction) = ([-6.0, 0.0], [2.0, 0.0]);
    let disk = Disk { center: [0.0; 2], radius: 5.0 };
    for bad in [f32::NAN, f32::INFINITY] {
        assert!(clip(&Ray { start: [bad, 0.0], direction }, &disk).is_none());
        assert!(clip(&Ray { start, direction: [bad, 0.0] }, &disk).is_none());
        assert!(clip(&Ray { start, direction }, &Disk { center: [bad, 0.0], ..disk }).is_none());
    }
    assert!(clip(&Ray { start, direction }, &Disk { radius: f32::NAN, ..disk }).is_none());
    // A parameter that no float is near.
    assert!(clip(&Line { start: [3e38, 0.0], direction: [1e-5, 0.0] }, &disk).is_none());
}
