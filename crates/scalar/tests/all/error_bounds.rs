//! The documented error bounds, held against the same formulas in `f64`.

use crate::common::Rng;
use scalar::dim2::circumcircle::{CIRCUMCIRCLE_ERROR, circumcircle};
use scalar::dim2::point_segment::{SQUARED_DISTANCE_ERROR, squared_distance};
use scalar::dim2::{Segment, Triangle};
use scalar::dim3::vector::signed_area;

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
