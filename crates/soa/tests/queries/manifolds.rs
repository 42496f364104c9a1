//! The points of contacts, of rows and of pairs: those of the reference, in either order of the operands.

use scalar::dim3::contact::manifold::{HasFace, manifold};
use scalar::dim3::contact::{
    aabb_aabb, aabb_oriented_box, aabb_triangle, capsule_aabb, capsule_capsule, capsule_oriented_box,
    capsule_triangle, oriented_box_oriented_box, oriented_box_triangle, sphere_aabb, sphere_capsule,
    sphere_oriented_box, sphere_sphere, sphere_triangle, triangle_triangle,
};
use scalar::dim3::{Aabb3, Contact3, Manifold3};
use soa::kernel::Contacts;
use soa::{AnyView, Columns, Contacts3, Error, Manifolds3, Pairs, Query, Rows, Shape, ShapeKind};

use super::contacts::{
    PAIRS, ROWS, at_margin, capsule3, large_aabb3, large_triangle3, oriented_box3, sphere,
};
use crate::common::{Random, queries};

fn bits(manifolds: impl Iterator<Item = Manifold3>) -> Vec<u32> {
    manifolds.flat_map(|all| all.values().iter().map(|x| x.to_bits()).collect::<Vec<_>>()).collect()
}

/// Checks the points of contacts of two shapes, in both orders, at every level, within margins.
fn check<A, B>(make: impl Fn(&mut Random) -> (A, B), contact: fn(&A, &B) -> Contact3, most: usize)
where
    A: HasFace + Contacts<B, Contact = Contact3>,
    B: HasFace + Contacts<A, Contact = Contact3>,
{
    let mut random = Random::new(A::NAME.len() as u64);
    let (rows, others): (Vec<A>, Vec<B>) = (0..ROWS).map(|_| make(&mut random)).unzip();
    let (a, b) = (Columns::from_shapes(&rows).unwrap(), Columns::from_shapes(&others).unwrap());
    for margin in [0.0, 0.25, f32::INFINITY] {
        let of = |(a, b)| manifold(a, b, &at_margin(a, b, contact(a, b), margin), margin);
        let expected: Vec<Manifold3> = rows.iter().zip(&others).map(of).collect();
        let with = |points: usize| expected.iter().filter(|all| all.iter().count() == points).count();
        // Of what only overlaps or touches few have each number.
        let most = if margin == f32::INFINITY { most } else { 1 };
        for points in 1..=most {
            assert!(with(points) > 3, "{} of {points} points within {margin}", with(points));
        }
        let expected = bits(expected.into_iter());
        for query in queries() {
            let contacts = query.contacts(&a, &b, margin).unwrap();
            assert!(
                bits(query.manifolds(&a, &b, &contacts, margin).unwrap().iter()) == expected,
                "{query:?}"
            );
            if A::KIND != B::KIND {
                let contacts = query.contacts(&b, &a, margin).unwrap();
                let found = query.manifolds(&b, &a, &contacts, margin).unwrap();
                assert!(bits(found.iter()) == expected, "{query:?}");
            }
        }
        // Few rows, which are padded.
        for few in 1..20 {
            let (a, b) = (Columns::from_shapes(&rows[..few]), Columns::from_shapes(&others[..few]));
            let (a, b) = (a.unwrap(), b.unwrap());
            let contacts = soa::contacts(&a, &b, margin).unwrap();
            let found = soa::manifolds(&a, &b, &contacts, margin).unwrap();
            assert!(bits(found.iter()) == expected[..few * Manifold3::COLUMNS.len()], "{few} rows");
        }
    }
    // So many pairs that they are spread over threads.
    let row = |i: usize| (i % ROWS) as u32;
    let rows_of = |step: usize| (0..PAIRS).map(|i| row(i * step + i / ROWS)).collect();
    let pairs = Pairs::new(rows_of(1), rows_of(31)).unwrap();
    let of = |(i, j): (u32, u32)| {
        let (a, b) = (&rows[i as usize], &others[j as usize]);
        manifold(a, b, &at_margin(a, b, contact(a, b), 0.0), 0.0)
    };
    let expected = bits(pairs.iter().map(of));
    let mut kept = Manifolds3::default();
    for query in queries() {
        let contacts = query.contacts_of_pairs(&a, &b, &pairs, 0.0).unwrap();
        query.manifolds_of_pairs_into(&a, &b, &pairs, &contacts, 0.0, &mut kept).unwrap();
        assert!(bits(kept.iter()) == expected, "{query:?}");
    }
}

/// A box of whole numbers, which often lies on another one.
fn whole_aabb3(random: &mut Random) -> Aabb3 {
    let ([x, y, z], [w, h, d]): ([f32; 3], [f32; 3]) = (random.vector(4.0), random.vector(4.0));
    let low = [x, y, z].map(f32::round);
    let size = [w, h, d].map(|x| x.abs().round());
    Aabb3 { min: low, max: [low[0] + size[0], low[1] + size[1], low[2] + size[2]] }
}

#[test]
fn points_of_contacts_of_boxes_are_those_of_the_reference() {
    check(|r| (whole_aabb3(r), whole_aabb3(r)), aabb_aabb::contact, 2);
    check(|r| (large_aabb3(r), oriented_box3(r)), aabb_oriented_box::contact, 4);
    check(|r| (large_aabb3(r), large_triangle3(r)), aabb_triangle::contact, 4);
    check(|r| (oriented_box3(r), oriented_box3(r)), oriented_box_oriented_box::contact, 4);
    check(|r| (oriented_box3(r), large_triangle3(r)), oriented_box_triangle::contact, 4);
    check(|r| (large_triangle3(r), large_triangle3(r)), triangle_triangle::contact, 3);
}

#[test]
fn points_of_contacts_of_what_is_round_are_those_of_the_reference() {
    check(|r| (capsule3(r), capsule3(r)), capsule_capsule::contact, 1);
    check(|r| (capsule3(r), large_aabb3(r)), capsule_aabb::contact, 2);
    check(|r| (capsule3(r), oriented_box3(r)), capsule_oriented_box::contact, 2);
    check(|r| (capsule3(r), large_triangle3(r)), capsule_triangle::contact, 2);
    check(|r| (sphere(r), sphere(r)), sphere_sphere::contact, 1);
    check(|r| (sphere(r), capsule3(r)), sphere_capsule::contact, 1);
    check(|r| (sphere(r), large_aabb3(r)), sphere_aabb::contact, 1);
    check(|r| (sphere(r), oriented_box3(r)), sphere_oriented_box::contact, 1);
    check(|r| (sphere(r), large_triangle3(r)), sphere_triangle::contact, 1);
}

#[test]
fn points_of_what_has_no_contact_are_refused() {
    let mut random = Random::new(3);
    let of = |rows: usize, random: &mut Random| {
        Columns::from_shapes(&(0..rows).map(|_| large_aabb3(random)).collect::<Vec<_>>()).unwrap()
    };
    let (few, many) = (of(2, &mut random), of(3, &mut random));
    let contacts = |rows: usize| Contacts3::from_shapes(&vec![Contact3::default(); rows]).unwrap();
    let query = Query::new();
    let mut kept = query.manifolds(&few, &few, &contacts(2), 0.0).unwrap();
    let before = bits(kept.iter());
    let unequal = |left, right| Err(Error::UnequalRows { left, right });
    assert_eq!(query.manifolds_into(&few, &many, &contacts(2), 0.0, &mut kept), unequal(2, 3));
    assert_eq!(query.manifolds_into(&few, &few, &contacts(3), 0.0, &mut kept), unequal(2, 3));
    assert_eq!(query.manifolds_into(&few, &few, &contacts(2), f32::NAN, &mut kept), Err(Error::BadMargin));
    let pairs = Pairs::new(vec![0, 1], vec![1, 2]).unwrap();
    let no_row = Err(Error::NoSuchRow { row: 2, rows: 2 });
    assert_eq!(query.manifolds_of_pairs_into(&few, &few, &pairs, &contacts(2), 0.0, &mut kept), no_row);
    assert_eq!(
        query.manifolds_of_pairs_into(&few, &many, &pairs, &contacts(3), 0.0, &mut kept),
        unequal(2, 3)
    );
    assert!(bits(kept.iter()) == before);

    // By value: another shape in place of contacts, and shapes without a face.
    let (x, boxes) = ([0.0; 2], few.view());
    let points = AnyView::new(ShapeKind::Point3, &[&x, &x, &x]).unwrap();
    let wrong = query.manifolds_any(&boxes.any(), &boxes.any(), None, &points, 0.0);
    assert_eq!(wrong.err(), Some(Error::WrongShape { shape: "points3", expected: "contacts3" }));
    let contacts = contacts(2);
    let refused = query.manifolds_any(&boxes.any(), &points, None, &contacts.view().any(), 0.0);
    assert_eq!(refused.err(), Some(Error::NoKernel { left: "aabbs3", right: "points3" }));
}
