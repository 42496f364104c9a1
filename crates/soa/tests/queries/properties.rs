//! Properties of the queries that hold whatever the kernels answer, at every level.

use proptest::collection::vec;
use proptest::prelude::*;
use scalar::dim2::{Disk, Point, Segment, Triangle};
use soa::{Columns, Shape};

use crate::common::queries;

/// The same cases on every run.
fn config() -> ProptestConfig {
    ProptestConfig { cases: 128, rng_seed: proptest::test_runner::RngSeed::Fixed(2026), ..Default::default() }
}

/// Whole numbers for touching, fractions for the rest.
fn coordinate() -> impl Strategy<Value = f32> {
    prop_oneof![(-4_i8..=4).prop_map(f32::from), -4.0_f32..4.0]
}

fn point() -> impl Strategy<Value = Point> {
    [coordinate(), coordinate()]
}

fn disk() -> impl Strategy<Value = Disk> {
    (point(), coordinate()).prop_map(|(center, radius)| Disk { center, radius: radius.abs() })
}

fn triangle() -> impl Strategy<Value = Triangle> {
    [point(), point(), point()].prop_map(|[a, b, c]| Triangle { a, b, c })
}

fn columns<S: Shape>(shapes: &[S]) -> Columns<S> {
    Columns::from_shapes(shapes).unwrap()
}

fn bits<S: Shape>(rows: &Columns<S>) -> Vec<Vec<u32>> {
    rows.iter().map(|row| row.values().iter().map(|x| x.to_bits()).collect()).collect()
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn operands_can_be_exchanged(disks in vec(disk(), 0..80), triangles in vec(triangle(), 0..80)) {
        let (disks, triangles) = (columns(&disks), columns(&triangles));
        let rows = disks.len().min(triangles.len());
        let slices = (disks.as_view().slice(0..rows).unwrap(), triangles.as_view().slice(0..rows).unwrap());
        for query in queries() {
            let there = query.intersecting_pairs(&disks, &triangles).unwrap();
            let back = query.intersecting_pairs(&triangles, &disks).unwrap();
            let mut back: Vec<_> = back.iter().map(|(left, right)| (right, left)).collect();
            back.sort_unstable();
            prop_assert_eq!(there.iter().collect::<Vec<_>>(), back);
            prop_assert!(there.iter().is_sorted());
            prop_assert_eq!(query.intersects(&slices.0, &slices.1), query.intersects(&slices.1, &slices.0));
        }
    }

    #[test]
    fn every_query_tells_the_same_at_every_level(
        disks in vec(disk(), 0..40),
        triangles in vec(triangle(), 0..40),
    ) {
        let (disks, triangles) = (columns(&disks), columns(&triangles));
        // What a user calls, at whatever level it runs.
        let pairs = soa::intersecting_pairs(&disks, &triangles).unwrap();
        prop_assert_eq!(soa::count_pairs(&disks, &triangles), pairs.len() as u64);
        for query in queries() {
            prop_assert_eq!(query.count_pairs(&disks, &triangles), pairs.len() as u64);
            prop_assert_eq!(&query.intersecting_pairs(&disks, &triangles).unwrap(), &pairs);
            prop_assert_eq!(&query.sequential().intersecting_pairs(&disks, &triangles).unwrap(), &pairs);
            let mut by_one = Vec::new();
            for (left, disk) in disks.iter().enumerate() {
                let hits = query.intersects_one(&disk, &triangles).unwrap();
                prop_assert_eq!(hits.count(), hits.iter().count());
                by_one.extend(hits.iter().map(|right| (left as u32, right as u32)));
            }
            prop_assert_eq!(pairs.iter().collect::<Vec<_>>(), by_one);
        }
    }

    #[test]
    fn a_row_does_not_depend_on_the_others(
        disks in vec(disk(), 1..40),
        triangle in triangle(),
        others in vec(triangle(), 40),
        place in any::<prop::sample::Index>(),
    ) {
        let place = place.index(disks.len());
        let same = vec![triangle; disks.len()];
        let mut mixed = others[..disks.len()].to_vec();
        mixed[place] = triangle;
        let (disks, same, mixed) = (columns(&disks), columns(&same), columns(&mixed));
        for query in queries() {
            let one = query.intersects(&disks, &same).unwrap();
            let other = query.intersects(&disks, &mixed).unwrap();
            prop_assert_eq!(one.get(place), other.get(place));
        }
    }

    #[test]
    fn a_slice_answers_as_the_whole(
        points in vec(point(), 1..70),
        direction in point(),
        start in any::<prop::sample::Index>(),
        end in any::<prop::sample::Index>(),
    ) {
        let rows = points.len();
        let (start, end) = (start.index(rows), end.index(rows) + 1);
        let (start, end) = (start.min(end), end.max(start));
        let triangles: Vec<_> = points
            .iter()
            .map(|&a| Triangle { a, b: direction, c: [a[1], direction[0]] })
            .collect();
        let segments: Vec<_> = points.iter().map(|p| Segment { start: direction, direction: [p[1], p[0]] }).collect();
        let (points, triangles, segments) = (columns(&points), columns(&triangles), columns(&segments));
        let hits = soa::intersects(&points, &triangles).unwrap().to_bools();
        let distances = bits(&soa::squared_distances(&points, &segments).unwrap());
        let circles = bits(&soa::circumcircles(&triangles).unwrap());
        let slice_p = points.as_view().slice(start..end).unwrap();
        let slice_t = triangles.as_view().slice(start..end).unwrap();
        let slice_s = segments.as_view().slice(start..end).unwrap();
        for query in queries() {
            let distances_here = query.squared_distances(&slice_p, &slice_s).unwrap();
            prop_assert_eq!(query.intersects(&slice_p, &slice_t).unwrap().to_bools(), &hits[start..end]);
            prop_assert_eq!(bits(&distances_here), &distances[start..end]);
            prop_assert_eq!(bits(&query.circumcircles(&slice_t).unwrap()), &circles[start..end]);
        }
    }
}
