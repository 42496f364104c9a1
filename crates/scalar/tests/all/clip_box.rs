//! Segments, rays and lines clipped by axis-aligned boxes, against `f64`.

use std::fmt::Debug;

use scalar::LinearComponent;
use scalar::dim2::{Aabb, Line, Ray, Segment, segment_aabb};
use scalar::dim3::segment_aabb::{CLIP_ERROR, clip};
use scalar::dim3::{Aabb3, Line3, Ray3, Segment3};

use crate::common::Rng;

/// The parameters of each slab in `f64`, which has no error worth naming here.
fn enter_and_exit<R: LinearComponent<D>, const D: usize>(path: &R, min: [f32; D], max: [f32; D]) -> [f64; 2] {
    let (start, direction) = path.path();
    let (from, to) = path.range();
    let mut inside = [f64::from(from), f64::from(to)];
    for k in 0..D {
        let [s, d, low, high] = [start[k], direction[k], min[k], max[k]].map(f64::from);
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

/// Compares parameters that were found. Returns whether it hits.
fn check<R: LinearComponent<D> + Debug, const D: usize>(
    path: &R,
    [min, max]: [[f32; D]; 2],
    found: Option<[f32; 2]>,
) -> bool {
    let [enter, exit] = enter_and_exit(path, min, max);
    let error = |t: f64| f64::from(CLIP_ERROR) * t.abs();
    let Some(found) = found else {
        assert!(enter + error(enter) >= exit - error(exit), "{path:?} {min:?} {max:?}: {enter} {exit}");
        return false;
    };
    assert!(enter - error(enter) <= exit + error(exit), "{path:?} {min:?} {max:?}: {enter} {exit}");
    for (found, t) in found.into_iter().zip([enter, exit]) {
        assert!((f64::from(found) - t).abs() <= error(t), "{path:?} {min:?} {max:?}: {found} for {t}");
    }
    true
}

const ROUNDS: usize = 200_000;

/// A box, the start of a path and its direction, which is often parallel to a side.
fn random<const D: usize>(rng: &mut Rng, round: usize) -> ([[f32; D]; 2], [f32; D], [f32; D]) {
    let (p, q): ([f32; D], [f32; D]) = (rng.vector(), rng.vector());
    let sides = [std::array::from_fn(|k| p[k].min(q[k])), std::array::from_fn(|k| p[k].max(q[k]))];
    let (start, mut direction): ([f32; D], [f32; D]) = (rng.vector(), rng.vector());
    if round.is_multiple_of(3) {
        direction[round / 3 % D] = 0.0;
    }
    (sides, start, direction)
}

fn are_some_of_each(hits: [usize; 3]) {
    assert!(hits.iter().all(|&hits| hits > ROUNDS / 20 && hits < ROUNDS * 9 / 10), "{hits:?}");
}

#[test]
fn parameters_keep_their_bound_in_the_plane() {
    fn hits<R: LinearComponent<2> + Debug>(path: &R, [min, max]: [[f32; 2]; 2]) -> usize {
        let found = segment_aabb::clip(path, &Aabb { min, max });
        usize::from(check(path, [min, max], found.map(|clip| [clip.t_enter, clip.t_exit])))
    }
    let (mut rng, mut met) = (Rng::new(2), [0; 3]);
    for round in 0..ROUNDS {
        let (sides, start, direction) = random::<2>(&mut rng, round);
        met[0] += hits(&Segment { start, direction }, sides);
        met[1] += hits(&Ray { start, direction }, sides);
        met[2] += hits(&Line { start, direction }, sides);
    }
    are_some_of_each(met);
}

#[test]
fn parameters_keep_their_bound_in_space() {
    fn hits<R: LinearComponent<3> + Debug>(path: &R, [min, max]: [[f32; 3]; 2]) -> usize {
        let found = clip(path, &Aabb3 { min, max });
        usize::from(check(path, [min, max], found.map(|clip| [clip.t_enter, clip.t_exit])))
    }
    let (mut rng, mut met) = (Rng::new(1), [0; 3]);
    for round in 0..ROUNDS {
        let (sides, start, direction) = random::<3>(&mut rng, round);
        met[0] += hits(&Segment3 { start, direction }, sides);
        met[1] += hits(&Ray3 { start, direction }, sides);
        met[2] += hits(&Line3 { start, direction }, sides);
    }
    are_some_of_each(met);
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
