//! Two shapes: do they touch, what does the published algorithm say in plain `f32`, and where does the answer
//! turn?

use soa::registry;
use soa::{AnyView, Query, ShapeKind};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::{Refusal, refusal};

/// Which two shapes.
#[wasm_bindgen]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A disk and a triangle: seven regions (Redpoll).
    DiskTriangle,
    /// Two triangles: separating axes (Marupeke).
    TriangleTriangle,
    /// A triangle and a rectangle: nine regions (cross-product article).
    TriangleBox,
    /// A segment and a rectangle: slabs (GRAM).
    SegmentBox,
    /// A sphere and a triangle in space: the squared distance (DX tutorial).
    SphereTriangle,
    /// A segment and a box in space: slabs (GRAM).
    SegmentBoxInSpace,
    /// Two triangles in space: the edges of each through the other (Ericson).
    TriangleTriangleInSpace,
}

/// Two answers about one pair.
#[wasm_bindgen]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Whether they touch, in real arithmetic.
    pub exact: bool,
    /// What the published algorithm says, computed in `f32`.
    pub published: bool,
}

/// Asks about a pair.
///
/// # Errors
/// Values that are no shape.
#[wasm_bindgen]
pub fn ask(kind: Kind, left: &[f32], right: &[f32]) -> Result<Answer, Refusal> {
    with(kind, left, right, &[[0.0; 3]]).map(|answers| answers[0])
}

/// The left shape at the place nearest to its own, to and fro along a direction, where the answer turns: of
/// two neighbouring floats of the way the farther one. If the published algorithm is wrong within some floats
/// of it, there. None if the answer does not turn within a hundred lengths of the direction.
///
/// # Errors
/// Values that are no shape.
#[wasm_bindgen]
pub fn turn(kind: Kind, left: &[f32], right: &[f32], direction: &[f32]) -> Result<Option<Vec<f32>>, Refusal> {
    let mut along = [0.0; 3];
    along.iter_mut().zip(direction).for_each(|(to, &from)| *to = from);
    let ask = |way: f32| with(kind, left, right, &[along.map(|x| x * way)]).map(|answers| answers[0].exact);
    let here = ask(0.0)?;
    for step in 0..60 {
        // By a quarter more each time, so that no thin shape is stepped over near by.
        let far = 0.001 * 1.25_f32.powi(step);
        for end in [far, -far] {
            if end.abs() <= 100.0 && ask(end)? != here {
                let way = bisect(end, |way| ask(way).map(|answer| answer == here))?;
                let there = moved(kind, left, along.map(|x| x * way));
                return nearby(kind, &there, right).map(Some);
            }
        }
    }
    Ok(None)
}

/// The first float from 0 towards `end` with another answer, by halving.
fn bisect(end: f32, is_as_here: impl Fn(f32) -> Result<bool, Refusal>) -> Result<f32, Refusal> {
    let (mut same, mut other) = (0.0_f32, end);
    loop {
        let middle = same + (other - same) / 2.0;
        if middle == same || middle == other {
            return Ok(other);
        }
        if is_as_here(middle)? { same = middle } else { other = middle }
    }
}

/// Floats to either side, in x and in y, among which a wrong answer of the published algorithm is looked for.
const NEAR: i8 = 8;

/// The left shape where the published algorithm is wrong, if that is near by, or here.
fn nearby(kind: Kind, left: &[f32], right: &[f32]) -> Result<Vec<f32>, Refusal> {
    let [x, y] = [left[0], left[1]].map(|x| x.abs().next_up() - x.abs());
    let steps = || (-NEAR..=NEAR).map(f32::from);
    let places: Vec<[f32; 3]> = steps().flat_map(|i| steps().map(move |j| [i * x, j * y, 0.0])).collect();
    let answers = with(kind, left, right, &places)?;
    let wrong = answers.iter().position(|answer| answer.exact != answer.published);
    Ok(wrong.map_or_else(|| left.to_vec(), |row| moved(kind, left, places[row])))
}

impl Kind {
    /// The shapes, and the published algorithm.
    fn shapes(self) -> (ShapeKind, ShapeKind, &'static str) {
        match self {
            Self::DiskTriangle => (ShapeKind::Disk, ShapeKind::Triangle, "disk_triangle/seven_regions"),
            Self::TriangleTriangle => {
                (ShapeKind::Triangle, ShapeKind::Triangle, "triangle_triangle/separating_axis")
            }
            Self::TriangleBox => {
                (ShapeKind::Triangle, ShapeKind::OrientedBox, "oriented_box_triangle/nine_regions")
            }
            Self::SegmentBox => (ShapeKind::Segment, ShapeKind::OrientedBox, "segment_oriented_box/slabs"),
            Self::SphereTriangle => {
                (ShapeKind::Sphere, ShapeKind::Triangle3, "sphere_triangle3/squared_distance")
            }
            Self::SegmentBoxInSpace => {
                (ShapeKind::Segment3, ShapeKind::OrientedBox3, "segment3_oriented_box3/slabs")
            }
            Self::TriangleTriangleInSpace => {
                (ShapeKind::Triangle3, ShapeKind::Triangle3, "triangle3_triangle3/edges")
            }
        }
    }
}

/// Answers about the left shape moved by each of these, in one batch.
fn with(kind: Kind, left: &[f32], right: &[f32], by: &[[f32; 3]]) -> Result<Vec<Answer>, Refusal> {
    let (left_shape, right_shape, published) = kind.shapes();
    let column = |k| by.iter().map(|by| moved_value(left_shape, left, k, *by)).collect();
    let lefts: Vec<Vec<f32>> = (0..left.len()).map(column).collect();
    let rights: Vec<Vec<f32>> = right.iter().map(|&x| vec![x; by.len()]).collect();
    let (a, b) = (view(left_shape, &lefts)?, view(right_shape, &rights)?);
    let exact = Query::new().intersects_any(&a, &b).map_err(refusal)?;
    let kernel = registry::named(published).ok_or_else(|| format!("no kernel {published}"))?;
    let (a, b) = if kernel.info.left == left_shape { (a, b) } else { (b, a) };
    let (published, _) = Query::new().test_any(kernel, &a, &b).map_err(refusal)?;
    let both = exact.to_bools().into_iter().zip(published.to_bools());
    Ok(both.map(|(exact, published)| Answer { exact, published }).collect())
}

/// The shapes of these columns, checked.
fn view(shape: ShapeKind, columns: &[Vec<f32>]) -> Result<AnyView<'_>, Refusal> {
    let columns: Vec<&[f32]> = columns.iter().map(Vec::as_slice).collect();
    AnyView::new(shape, &columns).map_err(refusal)
}

/// The values of the left shape, moved.
fn moved(kind: Kind, left: &[f32], by: [f32; 3]) -> Vec<f32> {
    (0..left.len()).map(|k| moved_value(kind.shapes().0, left, k, by)).collect()
}

/// A value of a shape that is moved: a coordinate of a place moves, a radius and a direction do not. Every
/// coordinate is rounded by itself; the plane has no third one.
fn moved_value(shape: ShapeKind, values: &[f32], k: usize, by: [f32; 3]) -> f32 {
    let (dimensions, coordinates) = match shape {
        ShapeKind::Triangle => (2, 6),
        ShapeKind::Triangle3 => (3, 9),
        ShapeKind::Sphere | ShapeKind::Segment3 => (3, 3),
        _ => (2, 2),
    };
    if k < coordinates { values[k] + by[k % dimensions] } else { values[k] }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TRIANGLE: [f32; 6] = [0.0, 0.0, 1.6, 3.6, 4.8, 0.0];

    #[test]
    fn touching_is_a_hit() {
        let ask = |x| ask(Kind::DiskTriangle, &[x, 0.0, 1.0], &TRIANGLE).unwrap();
        assert_eq!(ask(-1.0), Answer { exact: true, published: true });
        assert!(!ask((-1.0_f32).next_down()).exact);
    }

    /// Every kind with a pair that is apart, a direction towards each other, and one that is together.
    #[test]
    fn an_answer_turns_between_neighbours() {
        let rectangle = [0.0, 0.0, 2.0, 1.0, 0.8, 0.6];
        let cube = [0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0];
        let flat = [-1.0, -1.0, 0.0, 2.0, -1.0, 0.0, 0.0, 2.0, 0.5];
        let cases: [(Kind, &[f32], &[f32]); 6] = [
            (Kind::DiskTriangle, &[-4.0, 0.3, 1.0], &TRIANGLE),
            (Kind::TriangleTriangle, &[-5.0, 0.1, -4.0, 2.2, -3.0, 0.7], &TRIANGLE),
            (Kind::TriangleBox, &[-5.0, 0.1, -4.0, 2.2, -3.0, 0.7], &rectangle),
            (Kind::SegmentBox, &[-5.0, 0.1, 1.1, 0.3], &rectangle),
            (Kind::SphereTriangle, &[-5.0, 0.1, 0.3, 0.7], &flat),
            (Kind::SegmentBoxInSpace, &[-5.0, 0.1, 0.3, 1.1, 0.2, 0.3], &cube),
        ];
        for (kind, left, right) in cases {
            assert!(!ask(kind, left, right).unwrap().exact, "{kind:?}");
            let there = turn(kind, left, right, &[1.0, 0.0, 0.0]).unwrap().unwrap();
            assert!(there[0] > left[0], "{kind:?}: {there:?}");
            // Within some floats of it the answer is another one.
            let far = 32.0 * (there[0].abs().next_up() - there[0].abs());
            let ways: Vec<[f32; 3]> = (-32..=32_i8).map(|k| [f32::from(k) / 32.0 * far, 0.0, 0.0]).collect();
            let answers = with(kind, &there, right, &ways).unwrap();
            assert!(
                answers.iter().any(|a| a.exact) && answers.iter().any(|a| !a.exact),
                "{kind:?}: {there:?}"
            );
            assert_eq!(turn(kind, left, right, &[0.0; 3]), Ok(None), "{kind:?}");
        }
    }

    #[test]
    fn the_published_algorithm_is_wrong_near_some_turns() {
        let wrong = (0..50).filter(|&k| {
            let left = [-4.0, 0.1 + 0.03 * k as f32, 0.7];
            let there = turn(Kind::DiskTriangle, &left, &TRIANGLE, &[1.0, 0.0]).unwrap().unwrap();
            let answer = ask(Kind::DiskTriangle, &there, &TRIANGLE).unwrap();
            answer.exact != answer.published
        });
        assert!(wrong.count() > 5);
    }

    #[test]
    fn bad_shapes_are_refused() {
        let refused = ask(Kind::DiskTriangle, &[0.0, 0.0, -1.0], &TRIANGLE).unwrap_err();
        assert!(refused.contains("negative radius"), "{refused}");
        assert!(ask(Kind::SegmentBox, &[0.0], &TRIANGLE).is_err());
        assert!(ask(Kind::TriangleTriangle, &[f32::NAN; 6], &TRIANGLE).is_err());
    }
}
