//! Closest points and distances of rows and of pairs: those of the reference, in either order of the
//! operands.

use scalar::ClosestTo;
use scalar::dim2::{Aabb, Capsule, Disk, OrientedBox, Point, Segment, Triangle};
use scalar::dim3::{Aabb3, Capsule3, Point3, Segment3, Sphere, Triangle3};
use soa::kernel::Closest;
use soa::{ClosestPair, ClosestPairs, Columns, Disks, Error, Pairs, Query, Shape, Triangles};

use crate::common::{Random, queries};

/// More than a block, and no whole number of registers.
const ROWS: usize = 1_043;
/// More rows than one thread takes.
const MANY: usize = 300_007;

/// The words of all rows.
fn bits<C: Shape>(rows: impl Iterator<Item = C>) -> Vec<u32> {
    rows.flat_map(|row| row.values().iter().map(|x| x.to_bits()).collect::<Vec<_>>()).collect()
}

/// A shape of small random numbers, of which pairs touch, overlap and are apart.
fn make<S: Shape>(random: &mut Random) -> S {
    let numbers: [f32; 9] = random.vector(1.0);
    let is_box = S::COLUMNS.contains(&"min_x");
    let half = S::COLUMNS.len() / 2;
    S::from_values(|k| match S::COLUMNS[k] {
        "radius" | "hx" | "hy" => numbers[k].abs() / 2.0,
        _ if is_box && k >= half => numbers[k - half] + numbers[k].abs(),
        _ => numbers[k],
    })
}

/// Checks the closest points of two shapes, in both orders, at every level.
fn check<A, B>()
where
    A: Closest<B> + ClosestTo<B, Pair = <A as Closest<B>>::Pair>,
    B: Closest<A, Pair = <A as Closest<B>>::Pair> + ClosestTo<A, Pair = <A as Closest<B>>::Pair>,
{
    let mut random = Random::new((A::NAME.len() * B::NAME.len()) as u64);
    let (rows, others): (Vec<A>, Vec<B>) =
        (0..ROWS).map(|_| (make::<A>(&mut random), make::<B>(&mut random))).unzip();
    let (a, b) = (Columns::from_shapes(&rows).unwrap(), Columns::from_shapes(&others).unwrap());
    let there: Vec<_> = rows.iter().zip(&others).map(|(a, b)| a.closest_to(b)).collect();
    let back: Vec<_> = rows.iter().zip(&others).map(|(a, b)| b.closest_to(a)).collect();
    let distances: Vec<u32> = there.iter().map(|pair| pair.values()[0].to_bits()).collect();
    let (there, back) = (bits(there.into_iter()), bits(back.into_iter()));
    // So many pairs that they are spread over threads, of rows whose shapes need not touch.
    let around = |random: &mut Random| {
        let disks: Vec<_> = (0..ROWS).map(|_| make::<Disk>(random)).collect();
        Disks::from_shapes(&disks).unwrap()
    };
    let many = soa::intersecting_pairs(&around(&mut random), &around(&mut random)).unwrap();
    assert!(many.len() > 1 << 15, "{}", many.len());
    for query in queries() {
        assert!(bits(query.closest(&a, &b).unwrap().iter()) == there, "{query:?}");
        assert!(bits(query.closest(&b, &a).unwrap().iter()) == back, "{query:?}");
        assert!(bits(query.distances(&a, &b).unwrap().iter()) == distances, "{query:?}");
        assert!(bits(query.distances(&b, &a).unwrap().iter()) == distances, "{query:?}");
        for pairs in [&many, &Pairs::default()] {
            let expected: Vec<_> =
                pairs.iter().map(|(i, j)| rows[i as usize].closest_to(&others[j as usize])).collect();
            let found = query.closest_of_pairs(&a, &b, pairs).unwrap();
            let distances = expected.iter().map(|pair| pair.values()[0]);
            assert!(bits(query.distances_of_pairs(&a, &b, pairs).unwrap().iter()) == bits(distances));
            assert!(bits(found.iter()) == bits(expected.into_iter()), "{query:?}");
        }
    }
}

#[test]
fn closest_points_in_the_plane_are_those_of_the_reference() {
    check::<Point, Disk>();
    check::<Point, Triangle>();
    check::<Segment, Segment>();
    check::<Segment, Disk>();
    check::<Disk, Aabb>();
    check::<Aabb, OrientedBox>();
    check::<Aabb, Triangle>();
    check::<OrientedBox, Triangle>();
    check::<Triangle, Triangle>();
    check::<Capsule, Segment>();
    check::<Capsule, OrientedBox>();
}

#[test]
fn closest_points_in_space_are_those_of_the_reference() {
    check::<Point3, Segment3>();
    check::<Segment3, Sphere>();
    check::<Segment3, Triangle3>();
    check::<Sphere, Aabb3>();
    check::<Sphere, Triangle3>();
    check::<Triangle3, Triangle3>();
    check::<Capsule3, Capsule3>();
    check::<Segment3, Aabb3>();
    check::<Aabb3, Triangle3>();
}

#[test]
fn many_rows_are_spread_over_threads() {
    let mut random = Random::new(6);
    let shapes: Vec<Disk> = (0..2 * MANY).map(|_| make(&mut random)).collect();
    let (a, b) = shapes.split_at(MANY);
    let expected: Vec<_> = a.iter().zip(b).map(|(a, b)| a.closest_to(b)).collect();
    let (a, b) = (Disks::from_shapes(a).unwrap(), Disks::from_shapes(b).unwrap());
    let (mut kept, mut distances) = (ClosestPairs::default(), Columns::default());
    for query in queries() {
        query.closest_into(&a, &b, &mut kept).unwrap();
        assert!(bits(kept.iter()) == bits(expected.iter().copied()), "{query:?}");
        query.distances_into(&a, &b, &mut distances).unwrap();
        assert!(distances.iter().eq(expected.iter().map(|pair| pair.distance)), "{query:?}");
    }
}

#[test]
fn rows_that_are_not_there_are_refused() {
    let disks =
        |rows: usize| Disks::from_shapes(&vec![Disk { center: [0.0; 2], radius: 1.0 }; rows]).unwrap();
    let (few, many) = (disks(2), disks(3));
    let mut kept = soa::closest(&few, &few).unwrap();
    let before = bits(kept.iter());
    let pairs = soa::intersecting_pairs(&few, &many).unwrap();
    let query = Query::new();
    let (unequal, no_row) = (Error::UnequalRows { left: 2, right: 3 }, Error::NoSuchRow { row: 2, rows: 2 });
    assert_eq!(query.closest_into(&few, &many, &mut kept), Err(unequal.clone()));
    assert_eq!(query.closest_of_pairs_into(&few, &few, &pairs, &mut kept), Err(no_row.clone()));
    assert!(bits(kept.iter()) == before);
    assert_eq!(soa::distances(&few, &many).err(), Some(unequal));
    assert_eq!(soa::distances_of_pairs(&few, &few, &pairs).err(), Some(no_row));
}

#[test]
fn an_exchange_or_another_order_of_vertices_changes_no_bit() {
    let mut random = Random::new(5);
    let (a, b): (Vec<Triangle>, Vec<Triangle>) =
        (0..ROWS).map(|_| (make::<Triangle>(&mut random), make::<Triangle>(&mut random))).unzip();
    let turned: Vec<_> = a.iter().map(|t| Triangle { a: t.c, b: t.a, c: t.b }).collect();
    let [a, b, turned] = [&a, &b, &turned].map(|rows| Triangles::from_shapes(rows).unwrap());
    let there = soa::closest(&a, &b).unwrap();
    assert!(bits(soa::closest(&turned, &b).unwrap().iter()) == bits(there.iter()));
    let back = soa::closest(&b, &a).unwrap();
    assert!(bits(back.iter().map(ClosestPair::exchanged)) == bits(there.iter()));
}
