//! The documented error bounds, held against the same formulas in `f64` or in integers.

use std::array::from_fn;

use scalar::dim2::circumcircle::{CIRCUMCIRCLE_ERROR, circumcircle};
use scalar::dim2::point_segment::{SQUARED_DISTANCE_ERROR, squared_distance};
use scalar::dim2::{Aabb, Segment, Triangle};
use scalar::dim3::vector::signed_area;
use scalar::dim3::{Aabb3, Segment3};
use scalar::{dim2, dim3};

use crate::common::Rng;
use crate::whole::{dot, length, point, sub, whole};

/// A number of either sign whose magnitude spans `2^-20` to `2^20`.
fn wide(rng: &mut Rng) -> f32 {
    (rng.unit() - 0.5) * (40.0 * rng.unit() - 20.0).exp2()
}

/// The true squared distance, the true `|AP|`, and which of the three cases it is.
fn exactly(p: [f32; 2], s: &Segment) -> (f64, f64, usize) {
    let [px, py] = p.map(f64::from);
    let ([ax, ay], [ux, uy]) = (s.start.map(f64::from), s.direction.map(f64::from));
    let (wx, wy) = (px - ax, py - ay);
    let (along, length2, ap2) = (wx * ux + wy * uy, ux * ux + uy * uy, wx * wx + wy * wy);
    if along <= 0.0 {
        (ap2, ap2.sqrt(), 0)
    } else if along >= length2 {
        ((wx - ux).powi(2) + (wy - uy).powi(2), ap2.sqrt(), 2)
    } else {
        ((wx * uy - wy * ux).powi(2) / length2, ap2.sqrt(), 1)
    }
}

#[test]
fn squared_distance_stays_within_its_bound() {
    let mut rng = Rng::new(7);
    let (mut met, mut closest) = ([0; 3], 0.0_f64);
    for i in 0..1_000_000 {
        let (start, direction) = ([wide(&mut rng), wide(&mut rng)], [wide(&mut rng), wide(&mut rng)]);
        let t = rng.unit();
        // Every other point almost on the segment, where the squares would cancel.
        let p = if i % 2 == 0 {
            [wide(&mut rng), wide(&mut rng)]
        } else {
            [start[0] + t * direction[0], start[1] + t * direction[1]]
        };
        let segment = Segment { start, direction };
        let (truth, ap, case) = exactly(p, &segment);
        let e = f64::from(SQUARED_DISTANCE_ERROR) * ap;
        let error = (f64::from(squared_distance(p, &segment)) - truth).abs();
        let bound = e * (truth.sqrt() + e);
        // Squares below the normal range of f32 round to its smallest number.
        assert!(error <= bound + f64::from(f32::MIN_POSITIVE), "{p:?} {segment:?}: {error} above {bound}");
        met[case] += 1;
        closest = closest.max(error / bound);
    }
    assert!(met.iter().all(|&n| n > 100_000), "cases met: {met:?}");
    assert!(closest > 0.1, "the bound is never approached ({closest}): it says too little");
}

#[test]
fn vertices_lie_on_the_circumcircle() {
    let mut rng = Rng::new(11);
    let (mut met, mut closest) = (0, 0.0_f64);
    for _ in 0..200_000 {
        let mut point = || [rng.unit(), rng.unit()];
        let t = Triangle { a: point(), b: point(), c: point() };
        let disk = circumcircle(&t);
        let side = |p: [f32; 2], q: [f32; 2]| f64::from(p[0] - q[0]).hypot(f64::from(p[1] - q[1]));
        let longest = side(t.a, t.b).max(side(t.b, t.c)).max(side(t.c, t.a));
        let flatness = longest.powi(2) / (2.0 * f64::from(signed_area(&t).abs()));
        if flatness > 1000.0 {
            continue;
        }
        met += usize::from(flatness > 20.0);
        let bound = f64::from(CIRCUMCIRCLE_ERROR) * (flatness * f64::from(disk.radius) + 1.0);
        for [x, y] in [t.a, t.b, t.c].map(|p| p.map(f64::from)) {
            let [ox, oy] = disk.center.map(f64::from);
            let error = ((x - ox).hypot(y - oy) - f64::from(disk.radius)).abs();
            assert!(error < bound, "{t:?} {disk:?}: off by {error}, bound {bound}");
            closest = closest.max(error / bound);
        }
    }
    assert!(met > 10_000, "flat triangles met: {met}");
    assert!(closest > 0.05, "the bound is never approached ({closest}): it says too little");
}

/// A point and a segment in whole numbers, which are near each other or far apart.
fn point_and_segment<const N: usize>(rng: &mut Rng) -> [[f32; N]; 3] {
    let plus = |p: [f32; N], x: f32, v: [f32; N]| from_fn(|k| (p[k] + x * v[k]).round());
    let (start, direction) = (point(rng, 28), point(rng, 28));
    let on_line = plus(start, 1.5 * rng.unit() - 0.25, direction);
    let away: [f32; N] = point(rng, 28);
    let p = if rng.below(4) == 0 { away } else { plus(on_line, rng.unit().powi(4), away) };
    [p, start, direction]
}

/// In integers: the closest point of a segment and its squared distance, the length of `AP`, and which of the
/// three cases it is.
fn closest_exactly<const N: usize>([p, a, d]: [[f32; N]; 3]) -> ([f64; N], f64, f64, usize) {
    let [p, a, d] = [p, a, d].map(whole);
    let ap = sub(p, a);
    let (along, length2) = (dot(ap, d), dot(d, d));
    let (num, den, case) = match along {
        ..=0 => (0, 1, 0),
        _ if along >= length2 => (1, 1, 2),
        _ => (along, length2, 1),
    };
    let closest = from_fn(|k| (a[k] * den + num * d[k]) as f64 / den as f64);
    // Of a foot by the cross product, whose components are whole numbers.
    let squared = if case == 1 {
        let mut across = 0.0;
        for i in 0..N {
            for j in 0..i {
                across += ((ap[i] * d[j] - ap[j] * d[i]) as f64).powi(2);
            }
        }
        across / length2 as f64
    } else {
        let offset: [i128; N] = from_fn(|k| ap[k] - num * d[k]);
        dot(offset, offset) as f64
    };
    (closest, squared, length(ap), case)
}

/// Holds both functions of a point and a segment against integers. Returns the worst error of each in bounds.
fn segment_bounds<const N: usize>(
    seed: u64,
    errors: [f32; 2],
    closest_point: fn([[f32; N]; 3]) -> [f32; N],
    squared_distance: fn([[f32; N]; 3]) -> f32,
) -> [f64; 2] {
    let [point_error, square_error] = errors.map(f64::from);
    let (mut rng, mut met, mut worst) = (Rng::new(seed), [0; 3], [0.0_f64; 2]);
    for _ in 0..500_000 {
        let example = point_and_segment::<N>(&mut rng);
        let (closest, squared, ap, case) = closest_exactly(example);
        let norm = |v: [f64; N]| v.iter().map(|x| x * x).sum::<f64>().sqrt();
        let found = closest_point(example).map(f64::from);
        let off = norm(from_fn(|k| found[k] - closest[k]));
        let bound = point_error * ap + f64::from(f32::EPSILON) / 2.0 * norm(closest);
        assert!(off <= bound, "{example:?}: {found:?} for {closest:?}, off by {off:e}, not {bound:e}");
        let e = square_error * ap;
        let error = (f64::from(squared_distance(example)) - squared).abs();
        let square_bound = e * (squared.sqrt() + e);
        assert!(error <= square_bound, "{example:?}: off by {error:e}, not {square_bound:e}");
        met[case] += 1;
        worst = [worst[0].max(off / bound.max(1e-30)), worst[1].max(error / square_bound.max(1e-30))];
    }
    println!("{met:?} {worst:?}");
    assert!(met.iter().all(|&n| n > 50_000), "cases met: {met:?}");
    worst
}

#[test]
fn points_and_segments_stay_within_their_bounds() {
    let worst = segment_bounds::<3>(
        1,
        [dim3::point_segment::CLOSEST_POINT_ERROR, dim3::point_segment::SQUARED_DISTANCE_ERROR],
        |[p, start, direction]| dim3::point_segment::closest_point(p, &Segment3 { start, direction }),
        |[p, start, direction]| dim3::point_segment::squared_distance(p, &Segment3 { start, direction }),
    );
    assert!(worst.iter().all(|&worst| worst > 0.1), "bounds this wide say nothing: {worst:?}");
    let worst = segment_bounds::<2>(
        2,
        [dim2::point_segment::CLOSEST_POINT_ERROR, dim2::point_segment::SQUARED_DISTANCE_ERROR],
        |[p, start, direction]| dim2::point_segment::closest_point(p, &Segment { start, direction }),
        |[p, start, direction]| dim2::point_segment::squared_distance(p, &Segment { start, direction }),
    );
    assert!(worst.iter().all(|&worst| worst > 0.1), "bounds this wide say nothing: {worst:?}");
}

/// What of a coordinate is outside of an interval, as an integer.
fn outside(p: i128, low: i128, high: i128) -> i128 {
    (low - p).max(p - high).max(0)
}

#[test]
fn points_and_boxes_are_exact_and_stay_within_their_bounds() {
    let (mut rng, mut inside, mut worst) = (Rng::new(3), [0; 2], [0.0_f64; 2]);
    for _ in 0..300_000 {
        let [p, a, b]: [[f32; 3]; 3] = [(); 3].map(|()| point(&mut rng, 24));
        let (min, max) = (from_fn(|k| a[k].min(b[k])), from_fn(|k| a[k].max(b[k])));
        let aabb = Aabb3 { min, max };
        let [wide, low, high] = [p, min, max].map(whole);
        let closest = dim3::point_aabb::closest_point(p, &aabb);
        let flat = Aabb { min: [min[0], min[1]], max: [max[0], max[1]] };
        let in_plane = dim2::point_aabb::closest_point([p[0], p[1]], &flat);
        assert_eq!(in_plane, [closest[0], closest[1]]);
        let gaps: [i128; 3] = from_fn(|k| outside(wide[k], low[k], high[k]));
        for k in 0..3 {
            // It is in the box, and as far from the point as the box is.
            let q = whole(closest)[k];
            assert!(
                low[k] <= q && q <= high[k] && (wide[k] - q).abs() == gaps[k],
                "{p:?} {aabb:?}: {closest:?}"
            );
        }
        let squared = [dim3::point_aabb::squared_distance(p, &aabb), {
            dim2::point_aabb::squared_distance([p[0], p[1]], &flat)
        }];
        let truths = [dot(gaps, gaps), gaps[0] * gaps[0] + gaps[1] * gaps[1]].map(|x| x as f64);
        let errors = [dim3::point_aabb::SQUARED_DISTANCE_ERROR, dim2::point_aabb::SQUARED_DISTANCE_ERROR];
        for k in 0..2 {
            let error = (f64::from(squared[k]) - truths[k]).abs();
            let bound = f64::from(errors[k]) * truths[k];
            assert!(error <= bound, "{p:?} {aabb:?}: {} for {}", squared[k], truths[k]);
            inside[k] += usize::from(truths[k] == 0.0);
            worst[k] = worst[k].max(error / bound.max(1.0));
        }
    }
    println!("{inside:?} {worst:?}");
    assert!(inside.iter().all(|&n| n > 3_000), "inside: {inside:?}");
    assert!(worst.iter().all(|&worst| worst > 0.3), "bounds this wide say nothing: {worst:?}");
}

#[test]
fn distances_of_what_has_no_length_or_no_number() {
    let still = Segment3 { start: [1.0, 2.0, 3.0], direction: [0.0, -0.0, 0.0] };
    assert_eq!(dim3::point_segment::closest_point([5.0, 2.0, 3.0], &still), still.start);
    assert_eq!(dim3::point_segment::squared_distance([5.0, 2.0, 3.0], &still), 16.0);
    // The square of its length is beyond all floats, and nothing is said.
    let endless = Segment3 { direction: [1e20, 0.0, 0.0], ..still };
    for p in [[0.0; 3], [1e19, 2.0, 3.0], [3e20, 1.0, 0.0]] {
        assert!(dim3::point_segment::closest_point(p, &endless).iter().all(|x| x.is_nan()));
        assert!(dim3::point_segment::squared_distance(p, &endless).is_nan());
    }
    let endless = Segment { start: [0.0; 2], direction: [1e20, 0.0] };
    assert!(dim2::point_segment::closest_point([1.0, 0.0], &endless).iter().all(|x| x.is_nan()));
    let segment = Segment3 { direction: [4.0, 0.0, 0.0], ..still };
    let aabb = Aabb3 { min: [0.0; 3], max: [2.0; 3] };
    assert_eq!(dim3::point_aabb::squared_distance([1e30, 0.0, 0.0], &aabb), f32::INFINITY);
    for k in 0..3 {
        let mut p = [1.0; 3];
        p[k] = f32::NAN;
        assert!(dim3::point_segment::closest_point(p, &segment).iter().all(|x| x.is_nan()), "{k}");
        assert!(dim3::point_segment::squared_distance(p, &segment).is_nan(), "{k}");
        assert!(dim3::point_aabb::closest_point(p, &aabb).iter().all(|x| x.is_nan()), "{k}");
        assert!(dim3::point_aabb::squared_distance(p, &aabb).is_nan(), "{k}");
    }
}
