//! Closest points, spheres and oriented boxes: every kernel against its reference, bit for bit and at every level,
//! over the inputs that such code breaks on. What the kernels mean is tested in `crates/scalar/tests`.

use scalar::dim2::{Line, OrientedBox, Ray, Segment};
use scalar::dim3::{Line3, Ray3, Segment3};
use soa::kernel::{Compiled, CompiledMeasure};
use soa::{Shape, View, dim2, dim3};

use crate::classes::{CLASSES, Random, rows};
use crate::common::queries;

/// Rows of each kernel in each class: not a multiple of any number of lanes.
const ROWS: usize = 40_009;

fn columns<R, S: Shape>(rows: &[R], of: fn(&R) -> S) -> S::Of<Vec<f32>> {
    S::build(|k| rows.iter().map(|row| of(row).values()[k]).collect())
}

fn view<S: Shape>(columns: &S::Of<Vec<f32>>) -> View<'_, S> {
    View::new_unvalidated(S::build(|k| columns.as_ref()[k].as_slice())).expect("columns of one length")
}

fn has_nan<A: Shape, B: Shape>(a: &A, b: &B) -> bool {
    a.values().iter().chain(b.values()).any(|x| x.is_nan())
}

fn check_predicate<P: Compiled>() {
    let mut random = Random::new(P::NAME.len() as u64);
    for class in &CLASSES {
        let rows = rows::<P::A, P::B>(class, ROWS, &mut random);
        let (a, b) = (columns(&rows, |row| row.0), columns(&rows, |row| row.1));
        let expected: Vec<bool> = rows.iter().map(|(a, b)| P::reference(a, b)).collect();
        for query in queries() {
            let hits = query.test::<P>(&view(&a), &view(&b)).expect("as many rows");
            for (row, (a, b)) in rows.iter().enumerate() {
                let same = hits.get(row) == Some(expected[row]);
                assert!(same, "{}, {}, {query:?}: {a:?} {b:?}", P::NAME, class.name);
            }
        }
        for ((a, b), hit) in rows.iter().zip(&expected) {
            assert!(!(*hit && has_nan(a, b)), "{}, {}: a NaN hits: {a:?} {b:?}", P::NAME, class.name);
        }
        let count = expected.iter().filter(|&&hit| hit).count();
        assert!(count > 0 && count < ROWS, "{}, {}: {count} hits of {ROWS}", P::NAME, class.name);
    }
}

fn check_measure<M: CompiledMeasure>() {
    let mut random = Random::new(M::NAME.len() as u64);
    for class in &CLASSES {
        let rows = rows::<M::A, M::B>(class, ROWS, &mut random);
        let (a, b) = (columns(&rows, |row| row.0), columns(&rows, |row| row.1));
        let expected: Vec<M::Out> = rows.iter().map(|(a, b)| M::reference(a, b)).collect();
        for query in queries() {
            let out = query.measure::<M>(&view(&a), &view(&b)).expect("as many rows");
            for (((a, b), expected), out) in rows.iter().zip(&expected).zip(out.iter()) {
                let same = out
                    .values()
                    .iter()
                    .zip(expected.values())
                    .all(|(x, y)| x.to_bits() == scalar::float::canonical(*y).to_bits());
                let class = class.name;
                assert!(
                    same,
                    "{}, {class}, {query:?}: {a:?} {b:?}: {out:?}, reference {expected:?}",
                    M::NAME
                );
            }
        }
        let mut numbers = 0;
        for ((a, b), expected) in rows.iter().zip(&expected) {
            let lost = has_nan(a, b) && !expected.values().iter().all(|x| x.is_nan());
            assert!(!lost, "{}, {}: a NaN is lost: {a:?} {b:?} {expected:?}", M::NAME, class.name);
            numbers += usize::from(expected.values().iter().all(|x| x.is_finite()));
        }
        assert!(numbers > 0, "{}, {}: no numbers", M::NAME, class.name);
    }
}

#[test]
fn closest_points_have_the_bits_of_their_twins() {
    check_measure::<dim3::point_triangle::ClosestPoint>();
    check_measure::<dim3::point_triangle::ClosestPointCross>();
}

#[test]
fn spheres_and_boxes_have_the_bits_of_their_twins() {
    check_predicate::<dim3::sphere_triangle::SquaredDistance>();
    check_predicate::<dim2::oriented_box_oriented_box::SeparatingAxis>();
}

#[test]
fn slabs_of_the_plane_have_the_bits_of_their_twins() {
    use dim2::segment_oriented_box::{Slabs, SlabsClip};
    check_predicate::<Slabs<Segment>>();
    check_predicate::<Slabs<Ray>>();
    check_predicate::<Slabs<Line>>();
    check_measure::<SlabsClip<Segment>>();
    check_measure::<SlabsClip<Ray>>();
    check_measure::<SlabsClip<Line>>();
}

#[test]
fn slabs_of_space_have_the_bits_of_their_twins() {
    use dim3::segment_oriented_box::{Slabs, SlabsClip};
    check_predicate::<Slabs<Segment3>>();
    check_predicate::<Slabs<Ray3>>();
    check_predicate::<Slabs<Line3>>();
    check_measure::<SlabsClip<Segment3>>();
    check_measure::<SlabsClip<Ray3>>();
    check_measure::<SlabsClip<Line3>>();
}

/// The queries run the kernels, in either order of the operands, and agree with each other at every level.
#[test]
fn queries_agree_with_each_other() {
    let rows = rows::<Segment, OrientedBox>(&CLASSES[0], ROWS, &mut Random::new(7));
    let (a, b) = (columns(&rows, |row| row.0), columns(&rows, |row| row.1));
    let (segments, boxes) = (view::<Segment>(&a), view::<OrientedBox>(&b));
    let best = soa::intersects(&segments, &boxes).expect("as many rows");
    for query in queries() {
        let hits = query.intersects(&segments, &boxes).expect("as many rows");
        assert_eq!(hits, best);
        assert_eq!(hits, query.intersects(&boxes, &segments).expect("as many rows"));
        let clips = query.clip(&segments, &boxes).expect("as many rows");
        assert_eq!(hits, clips.hits());

        let ray_hits = query.intersects(&segments.as_rays(), &boxes).expect("as many rows");
        let line_hits = query.intersects(&segments.as_lines(), &boxes).expect("as many rows");
        assert!(hits.iter().all(|row| ray_hits.get(row) == Some(true)));
        assert!(ray_hits.iter().all(|row| line_hits.get(row) == Some(true)));
        assert!(hits.count() < ray_hits.count() && ray_hits.count() < line_hits.count());
    }
}
