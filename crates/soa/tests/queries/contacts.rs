//! Contacts of rows and of pairs: those of the reference within the margin, in either order of the operands.

use scalar::dim2::contact::{
    aabb_aabb, aabb_oriented_box, aabb_triangle, capsule_aabb, capsule_capsule, capsule_oriented_box,
    capsule_triangle, disk_aabb, disk_capsule, disk_disk, disk_oriented_box, disk_triangle,
    oriented_box_oriented_box, oriented_box_triangle, triangle_triangle,
};
use scalar::dim2::{Aabb, Capsule, Disk, OrientedBox, Triangle};
use scalar::dim3::contact::{
    self, sphere_aabb, sphere_capsule, sphere_oriented_box, sphere_sphere, sphere_triangle,
};
use scalar::dim3::{Aabb3, Capsule3, OrientedBox3, Sphere, Triangle3};
use soa::kernel::{ContactShape, Contacts};
use soa::{Columns, Contacts as Contacts2, Disks, Error, Pairs, Query, Triangles};

use crate::common::{Random, queries};

/// More than a block, and no whole number of registers.
pub const ROWS: usize = 1_043;
/// More pairs than one thread takes.
pub const PAIRS: usize = 70_001;
/// More rows than one thread takes.
const MANY: usize = 300_007;

/// The words of all contacts.
fn bits<C: ContactShape>(contacts: impl Iterator<Item = C>) -> Vec<u32> {
    contacts.flat_map(|contact| contact.values().iter().map(|x| x.to_bits()).collect::<Vec<_>>()).collect()
}

/// A contact of the exchanged operands.
fn exchanged<C: ContactShape>(contact: C) -> C {
    let is_negated = |k: usize| k < C::NORMAL && !contact.values()[k].is_nan();
    C::from_values(|k| if is_negated(k) { -contact.values()[k] } else { contact.values()[k] })
}

/// Checks the contacts of two shapes, in both orders, at every level, within margins.
fn check<A, B, C>(make: fn(&mut Random) -> (A, B), within: fn(&A, &B, f32) -> C)
where
    A: Contacts<B, Contact = C>,
    B: Contacts<A, Contact = C>,
    C: ContactShape,
{
    let mut random = Random::new(A::NAME.len() as u64);
    let (rows, others): (Vec<A>, Vec<B>) = (0..ROWS).map(|_| make(&mut random)).unzip();
    let (a, b) = (Columns::from_shapes(&rows).unwrap(), Columns::from_shapes(&others).unwrap());
    for margin in [0.0, 0.25, f32::INFINITY, -0.125] {
        let expected: Vec<C> = rows.iter().zip(&others).map(|(a, b)| within(a, b, margin)).collect();
        let there = expected.iter().filter(|contact| !contact.values()[C::NORMAL].is_nan()).count();
        assert!(
            there > ROWS / 20 && (there < ROWS) == margin.is_finite(),
            "{there} of {ROWS} within {margin}"
        );
        let back = bits(expected.iter().copied().map(exchanged));
        let expected = bits(expected.into_iter());
        for query in queries() {
            assert!(bits(query.contacts(&a, &b, margin).unwrap().iter()) == expected, "{query:?}");
            // Two shapes of one kind have a kernel that need not be exchanged.
            if A::KIND != B::KIND {
                assert!(bits(query.contacts(&b, &a, margin).unwrap().iter()) == back, "{query:?}");
            }
        }
    }
    // So many pairs that they are spread over threads.
    let row = |i: usize| (i % ROWS) as u32;
    let rows_of = |step: usize| (0..PAIRS).map(|i| row(i * step + i / ROWS)).collect();
    let pairs = Pairs::new(rows_of(1), rows_of(31)).unwrap();
    for (margin, pairs) in [(0.0, pairs), (f32::INFINITY, Pairs::default())] {
        let expected: Vec<C> =
            pairs.iter().map(|(i, j)| within(&rows[i as usize], &others[j as usize], margin)).collect();
        for query in queries() {
            let contacts = query.contacts_of_pairs(&a, &b, &pairs, margin).unwrap();
            assert!(bits(contacts.iter()) == bits(expected.iter().copied()), "{query:?}");
        }
    }
}

fn disk(random: &mut Random) -> Disk {
    Disk { center: random.vector(1.0), radius: random.unit() / 2.0 }
}

fn aabb(random: &mut Random) -> Aabb {
    let ([x, y], [w, h]): ([f32; 2], [f32; 2]) = (random.vector(1.0), random.vector(1.0));
    Aabb { min: [x, y], max: [x + w.abs(), y + h.abs()] }
}

fn triangle(random: &mut Random) -> Triangle {
    Triangle { a: random.vector(1.0), b: random.vector(1.0), c: random.vector(1.0) }
}

fn oriented_box(random: &mut Random) -> OrientedBox {
    OrientedBox::from_angle(
        random.vector(1.0),
        [random.unit() / 2.0, random.unit() / 2.0],
        6.3 * random.unit(),
    )
}

pub fn sphere(random: &mut Random) -> Sphere {
    Sphere { center: random.vector(1.0), radius: random.unit() }
}

fn aabb3(random: &mut Random) -> Aabb3 {
    let ([x, y, z], [w, h, d]): ([f32; 3], [f32; 3]) = (random.vector(1.0), random.vector(1.0));
    Aabb3 { min: [x, y, z], max: [x + w.abs(), y + h.abs(), z + d.abs()] }
}

fn triangle3(random: &mut Random) -> Triangle3 {
    Triangle3 { a: random.vector(1.0), b: random.vector(1.0), c: random.vector(1.0) }
}

/// So large that some pairs reach deep into each other.
pub fn large_aabb3(random: &mut Random) -> Aabb3 {
    let ([x, y, z], [w, h, d]): ([f32; 3], [f32; 3]) = (random.vector(1.0), random.vector(2.0));
    Aabb3 { min: [x, y, z], max: [x + w.abs(), y + h.abs(), z + d.abs()] }
}

pub fn large_triangle3(random: &mut Random) -> Triangle3 {
    Triangle3 { a: random.vector(2.0), b: random.vector(2.0), c: random.vector(2.0) }
}

/// Turned about an axis, or with axes of any angle; one in eight is flat.
pub fn oriented_box3(random: &mut Random) -> OrientedBox3 {
    let (sin, cos) = (6.3 * random.unit()).sin_cos();
    let axes = [[cos, sin, 0.0], [-sin, cos, 0.0], [0.0, 0.0, 1.0]];
    let [hx, hy, hz] = [random.unit(), random.unit(), random.unit()];
    let upright = OrientedBox3 { center: random.vector(1.0), half_extents: [hx, hy, hz], axes };
    let kind = random.unit();
    if kind < 0.5 {
        upright
    } else if kind < 0.625 {
        OrientedBox3 { half_extents: [hx, 0.0, hz], ..upright }
    } else {
        OrientedBox3 { axes: [axes[2], random.vector(1.0), axes[1]], ..upright }
    }
}

/// One in four has the direction of the x axis, and one in eight none.
fn capsule(random: &mut Random) -> Capsule {
    let [along, kind]: [f32; 2] = random.vector(1.0);
    let direction = [[along, 0.0], [0.0; 2], random.vector(0.5)][direction_of(kind)];
    Capsule { start: random.vector(1.0), direction, radius: random.unit() / 4.0 }
}

pub fn capsule3(random: &mut Random) -> Capsule3 {
    let [along, kind]: [f32; 2] = random.vector(1.0);
    let direction = [[along, 0.0, 0.0], [0.0; 3], random.vector(1.0)][direction_of(kind)];
    Capsule3 { start: random.vector(1.0), direction, radius: random.unit() / 2.0 }
}

/// Which direction a number from -1 to 1 stands for.
fn direction_of(kind: f32) -> usize {
    if kind < -0.5 {
        0
    } else if kind < -0.25 {
        1
    } else {
        2
    }
}

#[test]
fn contacts_in_the_plane_are_those_of_the_reference() {
    check(|r| (disk(r), disk(r)), |a, b, margin| disk_disk::contact(a, b).within(margin));
    check(|r| (disk(r), aabb(r)), |a, b, margin| disk_aabb::contact(a, b).within(margin));
    check(|r| (disk(r), capsule(r)), |a, b, margin| disk_capsule::contact(a, b).within(margin));
    check(|r| (capsule(r), capsule(r)), |a, b, margin| capsule_capsule::contact(a, b).within(margin));
    check(|r| (disk(r), triangle(r)), |a, b, margin| disk_triangle::contact(a, b).within(margin));
    check(|r| (aabb(r), aabb(r)), |a, b, margin| aabb_aabb::contact(a, b).within(margin));
    check(
        |r| (oriented_box(r), oriented_box(r)),
        |a, b, margin| oriented_box_oriented_box::contact(a, b).within(margin),
    );
    check(|r| (triangle(r), triangle(r)), |a, b, margin| triangle_triangle::contact(a, b).within(margin));
}

#[test]
fn contacts_of_two_kinds_of_polygons_are_those_of_the_reference() {
    check(|r| (disk(r), oriented_box(r)), |a, b, margin| disk_oriented_box::contact(a, b).within(margin));
    check(|r| (capsule(r), aabb(r)), |a, b, margin| capsule_aabb::contact(a, b).within(margin));
    check(
        |r| (capsule(r), oriented_box(r)),
        |a, b, margin| capsule_oriented_box::contact(a, b).within(margin),
    );
    check(|r| (capsule(r), triangle(r)), |a, b, margin| capsule_triangle::contact(a, b).within(margin));
    check(|r| (aabb(r), oriented_box(r)), |a, b, margin| aabb_oriented_box::contact(a, b).within(margin));
    check(|r| (aabb(r), triangle(r)), |a, b, margin| aabb_triangle::contact(a, b).within(margin));
    check(
        |r| (oriented_box(r), triangle(r)),
        |a, b, margin| oriented_box_triangle::contact(a, b).within(margin),
    );
}

#[test]
fn contacts_in_space_are_those_of_the_reference() {
    check(|r| (sphere(r), sphere(r)), |a, b, margin| sphere_sphere::contact(a, b).within(margin));
    check(|r| (sphere(r), aabb3(r)), |a, b, margin| sphere_aabb::contact(a, b).within(margin));
    check(|r| (sphere(r), capsule3(r)), |a, b, margin| sphere_capsule::contact(a, b).within(margin));
    check(
        |r| (capsule3(r), capsule3(r)),
        |a, b, margin| contact::capsule_capsule::contact(a, b).within(margin),
    );
    check(|r| (sphere(r), triangle3(r)), |a, b, margin| sphere_triangle::contact(a, b).within(margin));
}

#[test]
fn contacts_of_hulls_in_space_are_those_of_the_reference() {
    check(
        |r| (sphere(r), oriented_box3(r)),
        |a, b, margin| sphere_oriented_box::contact(a, b).within(margin),
    );
    check(
        |r| (capsule3(r), large_aabb3(r)),
        |a, b, margin| contact::capsule_aabb::contact(a, b).within(margin),
    );
    check(
        |r| (capsule3(r), oriented_box3(r)),
        |a, b, margin| contact::capsule_oriented_box::contact(a, b).within(margin),
    );
    check(
        |r| (capsule3(r), large_triangle3(r)),
        |a, b, margin| contact::capsule_triangle::contact(a, b).within(margin),
    );
    check(
        |r| (large_aabb3(r), large_aabb3(r)),
        |a, b, margin| contact::aabb_aabb::contact(a, b).within(margin),
    );
    check(
        |r| (large_aabb3(r), oriented_box3(r)),
        |a, b, margin| contact::aabb_oriented_box::contact(a, b).within(margin),
    );
    check(
        |r| (large_aabb3(r), large_triangle3(r)),
        |a, b, margin| contact::aabb_triangle::contact(a, b).within(margin),
    );
    check(
        |r| (oriented_box3(r), oriented_box3(r)),
        |a, b, margin| contact::oriented_box_oriented_box::contact(a, b).within(margin),
    );
    check(
        |r| (oriented_box3(r), large_triangle3(r)),
        |a, b, margin| contact::oriented_box_triangle::contact(a, b).within(margin),
    );
    check(
        |r| (large_triangle3(r), large_triangle3(r)),
        |a, b, margin| contact::triangle_triangle::contact(a, b).within(margin),
    );
}

#[test]
fn an_exchange_of_rows_negates_the_normals_alone() {
    let mut random = Random::new(5);
    let (a, b): (Vec<_>, Vec<_>) = (0..ROWS).map(|_| (triangle(&mut random), triangle(&mut random))).unzip();
    let (a, b) = (Triangles::from_shapes(&a).unwrap(), Triangles::from_shapes(&b).unwrap());
    let (there, back) = (soa::contacts(&a, &b, 0.5).unwrap(), soa::contacts(&b, &a, 0.5).unwrap());
    assert!(bits(there.iter().map(exchanged)) == bits(back.iter()));
}

#[test]
fn many_rows_are_spread_over_threads() {
    let mut random = Random::new(6);
    let disks: Vec<_> = (0..2 * MANY).map(|_| disk(&mut random)).collect();
    let (a, b) = disks.split_at(MANY);
    let expected = bits(a.iter().zip(b).map(|(a, b)| disk_disk::contact(a, b).within(0.0)));
    let (a, b) = (Disks::from_shapes(a).unwrap(), Disks::from_shapes(b).unwrap());
    let mut kept = Contacts2::default();
    for query in queries() {
        query.contacts_into(&a, &b, 0.0, &mut kept).unwrap();
        assert!(bits(kept.iter()) == expected, "{query:?}");
    }
}

/// Boxes whose axes lie in one plane have no contact, at every level.
#[test]
fn boxes_whose_axes_do_not_span_space_have_no_contact() {
    let mut random = Random::new(7);
    let (mut flat, mut others) = (Vec::new(), Vec::new());
    for i in 0..ROWS {
        let of = oriented_box3(&mut random);
        let [u, v, w] = [[1.0, 2.0, 0.0], [-2.0, 1.0, 0.0], [3.0, 1.0, 0.0]];
        flat.push(if i % 3 == 0 { OrientedBox3 { axes: [u, v, w], ..of } } else { of });
        others.push(oriented_box3(&mut random));
    }
    let expected = |swap: bool| {
        let of = |(a, b)| {
            let found = contact::oriented_box_oriented_box::contact(a, b);
            if swap { exchanged(found) } else { found }
        };
        bits(flat.iter().zip(&others).map(of))
    };
    let (a, b) = (Columns::from_shapes(&flat).unwrap(), Columns::from_shapes(&others).unwrap());
    for query in queries() {
        let found = query.contacts(&a, &b, f32::INFINITY).unwrap();
        assert!((0..ROWS).all(|i| found.get(i).unwrap().is_some() == (i % 3 != 0)), "{query:?}");
        assert!(bits(found.iter()) == expected(false), "{query:?}");
        assert!(bits(query.contacts(&b, &a, f32::INFINITY).unwrap().iter()) == expected(true), "{query:?}");
    }
}

#[test]
fn what_has_no_contact_is_refused() {
    let disks =
        |rows: usize| Disks::from_shapes(&vec![Disk { center: [0.0; 2], radius: 1.0 }; rows]).unwrap();
    let (few, many) = (disks(2), disks(3));
    let mut kept = soa::contacts(&few, &few, 0.0).unwrap();
    let before = kept.clone();
    let pairs = soa::intersecting_pairs(&few, &many).unwrap();
    let query = Query::new();
    let no_row = Error::NoSuchRow { row: 2, rows: 2 };
    for (outcome, error) in [
        (query.contacts_into(&few, &many, 0.0, &mut kept), Error::UnequalRows { left: 2, right: 3 }),
        (query.contacts_into(&few, &few, f32::NAN, &mut kept), Error::BadMargin),
        (query.contacts_of_pairs_into(&few, &few, &pairs, 0.0, &mut kept), no_row.clone()),
        (query.contacts_of_pairs_into(&few, &many, &pairs, f32::NAN, &mut kept), Error::BadMargin),
    ] {
        assert_eq!(outcome, Err(error));
    }
    assert!(bits(kept.iter()) == bits(before.iter()));
    let turned = soa::intersecting_pairs(&many, &few).unwrap();
    assert_eq!(soa::contacts_of_pairs(&few, &many, &turned, 0.0).err(), Some(no_row));
    assert_eq!(soa::contacts_of_pairs(&many, &few, &turned, 0.0).unwrap().len(), 6);
}
