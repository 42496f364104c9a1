//! Oriented boxes: what touching, parallel, inside and degenerate mean, the bound of the parameters, and f64
//! answers for pairs that are clear of touching.

use crate::common::Rng;
use scalar::dim2::oriented_box_oriented_box::separating_axis;
use scalar::dim2::segment_oriented_box::{SLAB_ERROR, clip, slabs};
use scalar::dim2::{Clip, Line, OrientedBox, Ray, Segment};
use scalar::dim3::segment_oriented_box as space;
use scalar::dim3::{Line3, OrientedBox3, Ray3, Segment3};

const SQUARE: OrientedBox = OrientedBox { center: [0.0; 2], half_extents: [1.0, 1.0], axis: [1.0, 0.0] };
const CUBE: OrientedBox3 = OrientedBox3 {
    center: [0.0; 3],
    half_extents: [1.0; 3],
    axes: [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
};

fn oriented_box(rng: &mut Rng) -> OrientedBox {
    let (center, half_extents) = (rng.vector(), rng.vector().map(f32::abs));
    let direction = if rng.signed() < -0.5 { [1.0, 0.0] } else { rng.vector() };
    OrientedBox::along(center, half_extents, direction).expect("a direction")
}

fn readings(start: [f32; 2], direction: [f32; 2], b: &OrientedBox) -> [Option<(f32, f32)>; 3] {
    let parameters = |clip: Option<Clip>| clip.map(|c| (c.t_enter, c.t_exit));
    let found = [
        parameters(clip(&Segment { start, direction }, b)),
        parameters(clip(&Ray { start, direction }, b)),
        parameters(clip(&Line { start, direction }, b)),
    ];
    let hits = [
        slabs(&Segment { start, direction }, b),
        slabs(&Ray { start, direction }, b),
        slabs(&Line { start, direction }, b),
    ];
    assert_eq!(found.map(|c| c.is_some()), hits);
    found
}

/// The source's range for a line starts at the smallest positive number.
#[test]
fn a_line_enters_behind_its_start() {
    let entry = |t_enter, t_exit| Some((t_enter, t_exit));
    assert_eq!(readings([3.0, 0.0], [1.0, 0.0], &SQUARE), [None, None, entry(-4.0, -2.0)]);
    assert_eq!(
        readings([0.0, 0.0], [4.0, 0.0], &SQUARE),
        [entry(0.0, 0.25), entry(0.0, 0.25), entry(-0.25, 0.25)]
    );
    assert_eq!(readings([-3.0, 0.0], [1.0, 0.0], &SQUARE), [None, entry(2.0, 4.0), entry(2.0, 4.0)]);
}

#[test]
fn a_segment_inside_keeps_its_ends() {
    assert_eq!(readings([-0.5, 0.0], [1.0, 0.25], &SQUARE)[0], Some((0.0, 1.0)));
}

#[test]
fn touching_counts() {
    assert_eq!(readings([-2.0, 0.0], [1.0, 0.0], &SQUARE)[0], Some((1.0, 1.0)));
    assert_eq!(readings([0.0, 2.0], [1.0, -1.0], &SQUARE)[0], Some((1.0, 1.0))); // a corner, at its end
    assert_eq!(readings([-1.0, 3.0], [4.0, -4.0], &SQUARE)[0], Some((0.5, 0.5))); // a corner, in passing
    assert_eq!(readings([-1.0, 3.0], [4.0, -3.99], &SQUARE)[0], None);
    // A third of the way, in both slabs: the rounded quotients are the same.
    assert_eq!(readings([0.0, 2.0], [3.0, -3.0], &SQUARE)[0], Some((1.0 / 3.0, 1.0 / 3.0)));
}

#[test]
fn a_parallel_direction_is_inside_or_not() {
    for y in [-1.0, -0.0, 0.5, 1.0] {
        assert_eq!(readings([-2.0, y], [4.0, 0.0], &SQUARE)[0], Some((0.25, 0.75)));
        assert_eq!(readings([-2.0, y], [4.0, -0.0], &SQUARE)[0], Some((0.25, 0.75)));
        assert_eq!(readings([2.0, y], [-4.0, 0.0], &SQUARE)[0], Some((0.25, 0.75)));
    }
    assert_eq!(readings([-2.0, 1.0 + f32::EPSILON], [4.0, 0.0], &SQUARE), [None; 3]);
    // On the border of a box without width: 0 / 0 is not used.
    let flat = OrientedBox { half_extents: [1.0, 0.0], ..SQUARE };
    assert_eq!(readings([-2.0, 0.0], [4.0, 0.0], &flat)[0], Some((0.25, 0.75)));
    assert_eq!(readings([0.5, -1.0], [0.0, 4.0], &flat)[0], Some((0.25, 0.25)));
}

#[test]
fn a_zero_direction_is_a_point() {
    for start in [[0.0, 0.0], [1.0, -1.0], [0.5, 1.0]] {
        assert_eq!(readings(start, [0.0, -0.0], &SQUARE), [Some((0.0, 0.0)); 3]);
        let found = clip(&Line { start, direction: [0.0; 2] }, &SQUARE);
        assert_eq!(found.map(|c| c.entry), Some(start));
    }
    assert_eq!(readings([1.5, 0.0], [0.0, 0.0], &SQUARE), [None; 3]);
    let point = OrientedBox { half_extents: [0.0; 2], ..SQUARE };
    assert_eq!(readings([0.0, 0.0], [0.0, 0.0], &point), [Some((0.0, 0.0)); 3]);
}

#[test]
fn the_point_is_where_the_path_enters() {
    let path = Segment { start: [-3.0, 0.5], direction: [8.0, 0.25] };
    let found = clip(&path, &SQUARE).map(|c| (c.t_enter, c.t_exit, c.entry));
    assert_eq!(found, Some((0.25, 0.5, [-1.0, 0.5625])));
}

#[test]
fn what_is_farther_than_any_number_is_not_reached() {
    for x in [-3e38, 3e38] {
        assert_eq!(readings([x, 0.0], [1e-38, 0.0], &SQUARE), [None; 3]);
    }
}

#[test]
fn an_overflow_is_no_nan() {
    let (diagonal, far) = (OrientedBox { axis: [1.0, 1.0], ..SQUARE }, [3e38; 2]);
    // From the face behind, faster than any number.
    assert_eq!(readings([-0.5; 2], far, &diagonal), [Some((0.0, 0.0)); 3]);
    // From farther than any number, too: the slab asks for nothing.
    assert_eq!(readings(far, far, &diagonal)[0], Some((0.0, 1.0)));
}

/// The box is its slabs with the axis as stored, also where that is longer than 1; the second axis is (-uy,
/// ux).
#[test]
fn the_axis_is_used_as_stored() {
    let doubled = OrientedBox { axis: [2.0, 0.0], ..SQUARE };
    assert_eq!(readings([-1.0, 0.0], [2.0, 0.0], &doubled)[0], Some((0.25, 0.75)));
    let turned = OrientedBox { half_extents: [3.0, 1.0], axis: [0.0, 1.0], ..SQUARE };
    assert_eq!(readings([-2.0, 2.5], [4.0, 0.0], &turned)[0], Some((0.25, 0.75)));
    assert_eq!(readings([-2.0, 3.5], [4.0, 0.0], &turned)[0], None);
}

#[test]
fn nan_answers_no() {
    let nan = f32::NAN;
    for k in 0..4 {
        let mut path = [0.0, 0.0, 1.0, 0.0];
        path[k] = nan;
        assert_eq!(readings([path[0], path[1]], [path[2], path[3]], &SQUARE), [None; 3]);
    }
    for k in 0..6 {
        let mut b = [0.0, 0.0, 1.0, 1.0, 1.0, 0.0];
        b[k] = nan;
        let b = OrientedBox { center: [b[0], b[1]], half_extents: [b[2], b[3]], axis: [b[4], b[5]] };
        assert_eq!(readings([0.0, 0.0], [0.5, 0.25], &b), [None; 3]);
        assert_eq!(readings([0.0, 0.0], [0.0, 0.0], &b), [None; 3]);
        assert!(!separating_axis(&SQUARE, &b) && !separating_axis(&b, &SQUARE));
    }
}

#[test]
fn space_has_a_third_slab() {
    let (start, direction) = ([-3.0, 0.5, 1.0], [8.0, 0.0, 0.0]);
    let found = space::clip(&Segment3 { start, direction }, &CUBE).expect("along the upper side");
    assert_eq!((found.t_enter, found.t_exit, found.entry), (0.25, 0.5, [-1.0, 0.5, 1.0]));
    let above = [-3.0, 0.5, 1.5];
    assert!(space::slabs(&Line3 { start, direction }, &CUBE));
    assert!(!space::slabs(&Line3 { start: above, direction }, &CUBE));
    assert!(!space::slabs(&Ray3 { start, direction: [-8.0, 0.0, 0.0] }, &CUBE));
    let behind = space::clip(&Line3 { start, direction: [-8.0, 0.0, 0.0] }, &CUBE).expect("behind");
    assert_eq!((behind.t_enter, behind.t_exit), (-0.5, -0.25));
    let still = space::clip(&Line3 { start: [1.0; 3], direction: [0.0; 3] }, &CUBE).expect("a corner");
    assert_eq!((still.t_enter, still.t_exit, still.entry), (0.0, 0.0, [1.0; 3]));
    let corner = Segment3 { start: [0.0, 2.0, 0.0], direction: [2.0, -2.0, 2.0] };
    assert_eq!(space::clip(&corner, &CUBE).map(|c| (c.t_enter, c.t_exit)), Some((0.5, 0.5)));
}

/// A slab's parameters in f64 and their bound: `(near, far, bound of near, bound of far)`. None where the
/// direction is almost along it.
fn slab(s: f64, d: f64, h: f64, from_center: f64, direction: f64) -> Option<[f64; 4]> {
    if d.abs() < 64.0 * 2f64.powi(-24) * direction {
        return None;
    }
    let (near, far) = ((-h * d.signum() - s) / d, (h * d.signum() - s) / d);
    let bound = |t: f64| f64::from(SLAB_ERROR) * (h + from_center + t.abs() * direction) / d.abs();
    Some([near, far, bound(near), bound(far)])
}

/// The bound of `t_enter` and `t_exit`, and hit or not where they are clear of each other.
#[test]
fn parameters_keep_their_bound() {
    let (mut rng, mut hits, mut misses, mut inside, mut worst) = (Rng::new(1), 0, 0, 0, 0.0f64);
    for _ in 0..500_000 {
        let (b, start) = (oriented_box(&mut rng), rng.vector());
        let size = (8.0 * rng.signed()).exp2();
        let direction = rng.vector().map(|x| size * x);
        let wide = |v: [f32; 2]| v.map(f64::from);
        let (u, d, c) = (wide(b.axis), wide(direction), wide(b.center));
        let s = [f64::from(start[0]) - c[0], f64::from(start[1]) - c[1]];
        let frame = |v: [f64; 2]| [u[0] * v[0] + u[1] * v[1], u[0] * v[1] - u[1] * v[0]];
        let (sizes, [h0, h1]) = ((s[0].hypot(s[1]), d[0].hypot(d[1])), wide(b.half_extents));
        let (s, d) = (frame(s), frame(d));
        let (Some(x), Some(y)) =
            (slab(s[0], d[0], h0, sizes.0, sizes.1), slab(s[1], d[1], h1, sizes.0, sizes.1))
        else {
            continue;
        };
        let found = readings(start, direction, &b);
        for (found, (low, high)) in
            found.into_iter().zip([(0.0, 1.0), (0.0, f64::INFINITY), (f64::NEG_INFINITY, f64::INFINITY)])
        {
            let t_enter = [-1.0, 1.0].map(|e| (x[0] + e * x[2]).max(y[0] + e * y[2]).max(low));
            let t_exit = [-1.0, 1.0].map(|e| (x[1] + e * x[3]).min(y[1] + e * y[3]).min(high));
            if let Some((found_in, found_out)) = found {
                let (found_in, found_out) = (f64::from(found_in), f64::from(found_out));
                assert!(t_enter[0] <= found_in && found_in <= t_enter[1], "{start:?} {direction:?} {b:?}");
                assert!(t_exit[0] <= found_out && found_out <= t_exit[1], "{start:?} {direction:?} {b:?}");
                assert!(t_enter[0] <= t_exit[1], "{start:?} {direction:?} {b:?}");
                let middle = 0.5 * (t_enter[0] + t_enter[1]);
                if found_in > low {
                    worst = worst.max((found_in - middle).abs() / (t_enter[1] - middle));
                }
                hits += 1;
                inside += usize::from(found_in == low);
            } else {
                assert!(t_enter[1] > t_exit[0], "{start:?} {direction:?} {b:?}");
                misses += 1;
            }
        }
    }
    println!("{hits} hits, {inside} from inside, {misses} misses, worst {worst}");
    assert!(hits > 100_000 && misses > 100_000 && inside > 10_000);
    assert!(worst > 0.05, "a bound this wide says nothing: {worst}");
}

#[test]
fn boxes_touch_at_sides_and_corners() {
    let moved = |x, y| OrientedBox { center: [x, y], ..SQUARE };
    assert!(separating_axis(&SQUARE, &moved(2.0, 0.0)));
    assert!(separating_axis(&SQUARE, &moved(2.0, -2.0)));
    assert!(!separating_axis(&SQUARE, &moved(2.0 + 2.0 * f32::EPSILON, 0.0)));
    assert!(!separating_axis(&SQUARE, &moved(0.0, -2.5)));
    assert!(separating_axis(&SQUARE, &OrientedBox { half_extents: [0.25; 2], ..SQUARE })); // within
    let point = |x| OrientedBox { center: [x, 1.0], half_extents: [0.0; 2], axis: [0.6, 0.8] };
    assert!(separating_axis(&point(1.0), &SQUARE));
    assert!(!separating_axis(&point(1.25), &SQUARE));
    // Slabs of half width 1 along an axis of length 2 are half as wide.
    let doubled = OrientedBox { axis: [2.0, 0.0], ..SQUARE };
    assert!(separating_axis(&doubled, &moved(1.5, 0.0)));
    assert!(!separating_axis(&doubled, &moved(1.75, 0.0)));
    // The same shapes whatever the length of an axis, on both axes of either box.
    let longer = |b: OrientedBox, times: f32| OrientedBox {
        half_extents: b.half_extents.map(|h| h * times),
        axis: b.axis.map(|u| u * times),
        ..b
    };
    for (a_times, b_times) in [(1.0, 4.0), (4.0, 1.0), (2.0, 8.0)] {
        for (x, y, touch) in [(2.0, 1.0, true), (2.25, 1.0, false), (1.0, 2.0, true), (1.0, 2.25, false)] {
            let (a, b) = (longer(SQUARE, a_times), longer(moved(x, y), b_times));
            assert_eq!(separating_axis(&a, &b), touch, "{a:?}, {b:?}");
            assert_eq!(separating_axis(&b, &a), touch, "{b:?}, {a:?}");
        }
    }
}

/// Boxes that are clear of touching, by their corners in f64: apart if an edge's normal separates the
/// corners.
#[test]
fn boxes_agree_with_f64() {
    let corners = |b: &OrientedBox| {
        let [ux, uy] = b.axis.map(f64::from);
        let k = ux * ux + uy * uy;
        [(1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0)].map(|(i, j)| {
            let (x, y) = (i * f64::from(b.half_extents[0]) / k, j * f64::from(b.half_extents[1]) / k);
            [f64::from(b.center[0]) + x * ux - y * uy, f64::from(b.center[1]) + x * uy + y * ux]
        })
    };
    let (mut rng, mut hits, mut misses) = (Rng::new(2), 0, 0);
    for _ in 0..300_000 {
        let (mut a, mut b) = (oriented_box(&mut rng), oriented_box(&mut rng));
        (a.half_extents, b.half_extents) = (a.half_extents.map(|h| 0.5 * h), b.half_extents.map(|h| 0.5 * h));
        let mut gap = f64::NEG_INFINITY;
        for axis in [a.axis, b.axis] {
            let [x, y] = axis.map(f64::from);
            for n in [[x, y], [-y, x]] {
                let along = |b| corners(b).map(|p| p[0] * n[0] + p[1] * n[1]);
                let least = |b| along(b).into_iter().fold(f64::INFINITY, f64::min);
                let most = |b| along(b).into_iter().fold(f64::NEG_INFINITY, f64::max);
                gap = gap.max(least(&a) - most(&b)).max(least(&b) - most(&a));
            }
        }
        if gap.abs() > 1e-6 {
            assert_eq!(separating_axis(&a, &b), gap < 0.0, "{a:?} {b:?}: {gap:e}");
            *(if gap < 0.0 { &mut hits } else { &mut misses }) += 1;
        }
    }
    assert!(hits > 50_000 && misses > 50_000, "{hits} hits, {misses} misses");
}

#[test]
fn an_axis_of_any_length_is_the_same_box() {
    let (mut rng, mut hits) = (Rng::new(3), 0);
    for i in 0..20_000 {
        let (a, b) = (oriented_box(&mut rng), oriented_box(&mut rng));
        // Powers of two, so that nothing is rounded otherwise.
        let scaled = |b: &OrientedBox, k: f32| OrientedBox {
            center: b.center,
            half_extents: b.half_extents.map(|h| k * h),
            axis: b.axis.map(|x| k * x),
        };
        let hit = separating_axis(&a, &b);
        hits += usize::from(hit);
        let (k, l) = ([0.25, 2.0, 8.0][i % 3], [0.5, 4.0][i % 2]);
        for other in [(scaled(&a, k), b), (a, scaled(&b, l)), (scaled(&a, k), scaled(&b, l))] {
            assert_eq!(separating_axis(&other.0, &other.1), hit, "{other:?}");
        }
    }
    assert!((2_000..18_000).contains(&hits), "{hits}");
}
