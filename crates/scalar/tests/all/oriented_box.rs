//! Clips by oriented boxes: what touching, parallel, inside and degenerate mean, and the bound of the
//! parameters.

use scalar::dim2::segment_oriented_box::{SLAB_ERROR, clip, slabs};
use scalar::dim2::{Line, OrientedBox, Ray, Segment};
use scalar::dim3::segment_oriented_box as space;
use scalar::dim3::{Line3, OrientedBox3, Ray3, Segment3};

use crate::common::{Rng, replaced};

const SQUARE: OrientedBox = OrientedBox { center: [0.0; 2], half_extents: [1.0, 1.0], axis: [1.0, 0.0] };
const CUBE: OrientedBox3 = OrientedBox3 {
    center: [0.0; 3],
    half_extents: [1.0; 3],
    axes: [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
};

/// The parameters of a path as a segment, a ray and a line.
fn parameters(path: Segment, b: &OrientedBox) -> [Option<(f32, f32)>; 3] {
    let (ray, line) = (Ray::from(path), Line::from(path));
    let found = [clip(&path, b), clip(&ray, b), clip(&line, b)].map(|c| c.map(|c| (c.t_enter, c.t_exit)));
    assert_eq!(found.map(|c| c.is_some()), [slabs(&path, b), slabs(&ray, b), slabs(&line, b)]);
    found
}

#[test]
fn examples_have_the_parameters_of_the_definitions() {
    /// The parameters of all readings: of a path that is inside for this part of them, and beyond.
    fn range(from: f32, to: f32) -> [Option<(f32, f32)>; 3] {
        let part = |least: f32, most: f32| {
            let (from, to) = (from.max(least), to.min(most));
            (from <= to).then_some((from, to))
        };
        [part(0.0, 1.0), part(0.0, f32::INFINITY), part(f32::NEG_INFINITY, f32::INFINITY)]
    }
    let point = [Some((0.0, 0.0)); 3];
    let flat = OrientedBox { half_extents: [1.0, 0.0], ..SQUARE };
    let doubled = OrientedBox { axis: [2.0, 0.0], ..SQUARE };
    let turned = OrientedBox { half_extents: [3.0, 1.0], axis: [0.0, 1.0], ..SQUARE };
    let diagonal = OrientedBox { axis: [1.0, 1.0], ..SQUARE };
    let speck = OrientedBox { half_extents: [0.0; 2], ..SQUARE };
    let beside = 1.0 + f32::EPSILON;
    for (start, direction, b, expected) in [
        // In front, around and behind. The source's range for a line starts at the smallest positive number.
        ([-3.0, 0.0], [1.0, 0.0], SQUARE, range(2.0, 4.0)),
        ([0.0, 0.0], [4.0, 0.0], SQUARE, range(-0.25, 0.25)),
        ([3.0, 0.0], [1.0, 0.0], SQUARE, range(-4.0, -2.0)),
        // Touching counts: a side at its end, a corner at its end and in passing, and just beside.
        ([-2.0, 0.0], [1.0, 0.0], SQUARE, range(1.0, 3.0)),
        ([0.0, 2.0], [1.0, -1.0], SQUARE, range(1.0, 1.0)),
        ([-1.0, 3.0], [4.0, -4.0], SQUARE, range(0.5, 0.5)),
        ([-1.0, 3.0], [4.0, -3.99], SQUARE, [None; 3]),
        // A third of the way, in both slabs: the rounded quotients are the same.
        ([0.0, 2.0], [3.0, -3.0], SQUARE, range(1.0 / 3.0, 1.0 / 3.0)),
        // A parallel direction is inside a slab, on its surface, or not at all.
        ([-2.0, -1.0], [4.0, -0.0], SQUARE, range(0.25, 0.75)),
        ([-2.0, -0.0], [4.0, 0.0], SQUARE, range(0.25, 0.75)),
        ([2.0, 0.5], [-4.0, 0.0], SQUARE, range(0.25, 0.75)),
        ([2.0, 1.0], [-4.0, -0.0], SQUARE, range(0.25, 0.75)),
        ([-2.0, beside], [4.0, 0.0], SQUARE, [None; 3]),
        // On the border of a box without width 0 / 0 is not used.
        ([-2.0, 0.0], [4.0, 0.0], flat, range(0.25, 0.75)),
        ([0.5, -1.0], [0.0, 4.0], flat, range(0.25, 0.25)),
        // A zero direction is a point.
        ([0.0, 0.0], [0.0, -0.0], SQUARE, point),
        ([1.0, -1.0], [0.0, 0.0], SQUARE, point),
        ([1.5, 0.0], [0.0, 0.0], SQUARE, [None; 3]),
        ([0.0, 0.0], [0.0, 0.0], speck, point),
        // What is farther than any number is not reached.
        ([-3e38, 0.0], [1e-38, 0.0], SQUARE, [None; 3]),
        ([3e38, 0.0], [1e-38, 0.0], SQUARE, [None; 3]),
        // An overflow is no NaN: from the face behind, faster than any number.
        ([-0.5, -0.5], [3e38, 3e38], diagonal, point),
        // The axis is used as stored, also where it is longer than 1. The second one is (-uy, ux).
        ([-1.0, 0.0], [2.0, 0.0], doubled, range(0.25, 0.75)),
        ([-2.0, 2.5], [4.0, 0.0], turned, range(0.25, 0.75)),
        ([-2.0, 3.5], [4.0, 0.0], turned, [None; 3]),
    ] {
        let path = Segment { start, direction };
        assert_eq!(parameters(path, &b), expected, "{path:?} {b:?}");
    }
    // From farther than any number: the slab is no bound.
    let far = Segment { start: [3e38; 2], direction: [3e38; 2] };
    assert_eq!(parameters(far, &diagonal)[0], Some((0.0, 1.0)));
    let entry = |path: &Segment| clip(path, &SQUARE).map(|c| c.entry);
    assert_eq!(entry(&Segment { start: [-3.0, 0.5], direction: [8.0, 0.25] }), Some([-1.0, 0.5625]));
    assert_eq!(entry(&Segment { start: [0.5, 1.0], direction: [0.0, 0.0] }), Some([0.5, 1.0]));
}

#[test]
fn nan_is_in_no_box() {
    let path = Segment { start: [0.0, 0.0], direction: [0.5, 0.25] };
    for path in replaced(path, f32::NAN) {
        assert_eq!(parameters(path, &SQUARE), [None; 3], "{path:?}");
    }
    for b in replaced(SQUARE, f32::NAN) {
        for direction in [path.direction, [0.0; 2]] {
            assert_eq!(parameters(Segment { direction, ..path }, &b), [None; 3], "{b:?}");
        }
    }
}

#[test]
fn space_has_a_third_slab() {
    let (start, direction) = ([-3.0, 0.5, 1.0], [8.0, 0.0, 0.0]);
    let found = space::clip(&Segment3 { start, direction }, &CUBE).expect("along the upper side");
    assert_eq!((found.t_enter, found.t_exit, found.entry), (0.25, 0.5, [-1.0, 0.5, 1.0]));
    assert!(space::slabs(&Line3 { start, direction }, &CUBE));
    assert!(!space::slabs(&Line3 { start: [-3.0, 0.5, 1.5], direction }, &CUBE));
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
        let axis = if rng.signed() < -0.5 { [1.0, 0.0] } else { rng.vector() };
        let b = OrientedBox::along(rng.vector(), rng.vector().map(f32::abs), axis).expect("an axis");
        let size = (8.0 * rng.signed()).exp2();
        let path = Segment { start: rng.vector(), direction: rng.vector().map(|x| size * x) };
        let wide = |v: [f32; 2]| v.map(f64::from);
        let (u, d, c, start) = (wide(b.axis), wide(path.direction), wide(b.center), wide(path.start));
        let s = [start[0] - c[0], start[1] - c[1]];
        let frame = |v: [f64; 2]| [u[0] * v[0] + u[1] * v[1], u[0] * v[1] - u[1] * v[0]];
        let (sizes, [h0, h1]) = ((s[0].hypot(s[1]), d[0].hypot(d[1])), wide(b.half_extents));
        let (s, d) = (frame(s), frame(d));
        let (Some(x), Some(y)) =
            (slab(s[0], d[0], h0, sizes.0, sizes.1), slab(s[1], d[1], h1, sizes.0, sizes.1))
        else {
            continue;
        };
        let ranges = [(0.0, 1.0), (0.0, f64::INFINITY), (f64::NEG_INFINITY, f64::INFINITY)];
        for (found, (low, high)) in parameters(path, &b).into_iter().zip(ranges) {
            let t_enter = [-1.0, 1.0].map(|e| (x[0] + e * x[2]).max(y[0] + e * y[2]).max(low));
            let t_exit = [-1.0, 1.0].map(|e| (x[1] + e * x[3]).min(y[1] + e * y[3]).min(high));
            let Some((found_in, found_out)) = found.map(|(t, u)| (f64::from(t), f64::from(u))) else {
                assert!(t_enter[1] > t_exit[0], "{path:?} {b:?}");
                misses += 1;
                continue;
            };
            assert!(t_enter[0] <= found_in && found_in <= t_enter[1], "{path:?} {b:?}");
            assert!(t_exit[0] <= found_out && found_out <= t_exit[1], "{path:?} {b:?}");
            assert!(t_enter[0] <= t_exit[1], "{path:?} {b:?}");
            let middle = 0.5 * (t_enter[0] + t_enter[1]);
            if found_in > low {
                worst = worst.max((found_in - middle).abs() / (t_enter[1] - middle));
            }
            hits += 1;
            inside += usize::from(found_in == low);
        }
    }
    println!("{hits} hits, {inside} from inside, {misses} misses, worst {worst}");
    assert!(hits > 100_000 && misses > 100_000 && inside > 10_000);
    assert!(worst > 0.05, "a bound this wide says nothing: {worst}");
}
