//! Segments, rays and lines clipped by axis-aligned boxes of space, against `f64`.

use scalar::LinearComponent;
use scalar::dim3::segment_aabb::{CLIP_ERROR, clip};
use scalar::dim3::{Aabb3, Line3, Ray3, Segment3};

use crate::common::Rng;

/// The parameters of each slab in `f64`, which has no error worth naming here.
fn enter_and_exit<R: LinearComponent<3>>(path: &R, aabb: &Aabb3) -> [f64; 2] {
    let (start, direction) = path.path();
    let (from, to) = path.range();
    let mut inside = [f64::from(from), f64::from(to)];
    for k in 0..3 {
        let [s, d, low, high] = [start[k], direction[k], aabb.min[k], aabb.max[k]].map(f64::from);
        let mut ends = [(low - s) / d, (high - s) / d];
        if d == 0.0 {
            ends = if low <= s && s <= high { [f64::NEG_INFINITY, f64::INFINITY] } else { [1.0, -1.0] };
        }
        inside = [inside[0].max(ends[0].min(ends[1])), inside[1].min(ends[0].max(ends[1]))];
        if d == 0.0 && !(low <= s && s <= high) {
            return [1.0, -1.0];
        }
    }
    inside
}

/// Returns whether it hits.
fn check<R: LinearComponent<3> + std::fmt::Debug>(path: &R, aabb: &Aabb3) -> bool {
    let [enter, exit] = enter_and_exit(path, aabb);
    let error = |t: f64| f64::from(CLIP_ERROR) * t.abs();
    let Some(found) = clip(path, aabb) else {
        assert!(enter + error(enter) >= exit - error(exit), "{path:?} {aabb:?}: {enter} {exit}");
        return false;
    };
    assert!(enter - error(enter) <= exit + error(exit), "{path:?} {aabb:?}: {enter} {exit}");
    for (found, t) in [(found.t_enter, enter), (found.t_exit, exit)] {
        assert!((f64::from(found) - t).abs() <= error(t), "{path:?} {aabb:?}: {found} for {t}");
    }
    true
}

#[test]
fn parameters_keep_their_bound() {
    const ROUNDS: usize = 200_000;
    let (mut rng, mut hits) = (Rng::new(1), [0; 3]);
    for round in 0..ROUNDS {
        let (p, q): ([f32; 3], [f32; 3]) = (rng.vector(), rng.vector());
        let aabb = Aabb3 {
            min: std::array::from_fn(|k| p[k].min(q[k])),
            max: std::array::from_fn(|k| p[k].max(q[k])),
        };
        let (start, mut direction): ([f32; 3], [f32; 3]) = (rng.vector(), rng.vector());
        if round % 3 == 0 {
            direction[round % 9 / 3] = 0.0;
        }
        hits[0] += usize::from(check(&Segment3 { start, direction }, &aabb));
        hits[1] += usize::from(check(&Ray3 { start, direction }, &aabb));
        hits[2] += usize::from(check(&Line3 { start, direction }, &aabb));
    }
    assert!(hits.iter().all(|&hits| hits > ROUNDS / 20 && hits < ROUNDS * 9 / 10), "{hits:?}");
}

#[test]
fn touching_parallel_and_still_paths() {
    let cube = Aabb3 { min: [-1.0; 3], max: [1.0; 3] };
    let (start, direction) = ([-3.0, 1.0, -1.0], [4.0, 0.0, 0.0]); // along an edge
    let along = clip(&Segment3 { start, direction }, &cube).unwrap();
    assert_eq!((along.t_enter, along.t_exit, along.entry), (0.5, 1.0, [-1.0, 1.0, -1.0]));
    assert!(clip(&Segment3 { start: [-3.0, 1.000_000_1, -1.0], direction }, &cube).is_none());
    assert!(clip(&Ray3 { start, direction: [-4.0, 0.0, 0.0] }, &cube).is_none());
    let behind = clip(&Line3 { start, direction: [-4.0, 0.0, 0.0] }, &cube).unwrap();
    assert_eq!((behind.t_enter, behind.t_exit), (-1.0, -0.5));
    let corner = Ray3 { start: [-2.0, 0.0, 0.0], direction: [1.0, 1.0, -1.0] };
    assert_eq!(clip(&corner, &cube).map(|c| (c.t_enter, c.t_exit)), Some((1.0, 1.0)));
    for start in [[1.0; 3], [0.5, -1.0, 0.0]] {
        let still = clip(&Line3 { start, direction: [0.0, -0.0, 0.0] }, &cube).unwrap();
        assert_eq!((still.t_enter, still.t_exit, still.entry), (0.0, 0.0, start));
    }
    assert!(clip(&Line3 { start: [2.0, 0.0, 0.0], direction: [0.0; 3] }, &cube).is_none());
    // A parameter that is no float; a row that is not finite.
    assert!(clip(&Ray3 { start: [1e38, 0.0, 0.0], direction: [-1e-9, 0.0, 0.0] }, &cube).is_none());
    assert!(clip(&Ray3 { start: [0.0, f32::NAN, 0.0], direction }, &cube).is_none());
    assert!(clip(&Ray3 { start: [0.0; 3], direction: [f32::NAN, 1.0, 0.0] }, &cube).is_none());
}
