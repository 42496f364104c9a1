//! Contacts of rows and of pairs: those of the reference within the margin, in either order of the operands.

use scalar::dim2::contact::{
    aabb_aabb, aabb_oriented_box, aabb_triangle, capsule_aabb, capsule_capsule, capsule_oriented_box,
    capsule_triangle, disk_aabb, disk_capsule, disk_disk, disk_oriented_box, disk_triangle,
    oriented_box_oriented_box, oriented_box_triangle, triangle_triangle,
};
use scalar::dim2::{Aabb, Capsule, Contact, Disk, OrientedBox, Triangle};
use scalar::dim3::contact::{
    self, sphere_aabb, sphere_capsule, sphere_oriented_box, sphere_sphere, sphere_triangle,
};
use scalar::dim3::{Aabb3, Capsule3, Contact3, OrientedBox3, Sphere, Triangle3};
use soa::kernel::{ContactShape, Contacts, Intersects};
use soa::{Columns, Contacts as Contacts2, Disks, Error, Pairs, Query, Shape, Triangles};

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

/// What a query makes of the contact that is measured: of what `scalar::exact` says is disjoint there is none
/// at a margin of zero or less, and what touches is not apart.
pub fn at_margin<A: Shape, B: Shape, C: ContactShape>(a: &A, b: &B, measured: C, margin: f32) -> C {
    let Some(pair) = soa::registry::kernel(A::KIND, B::KIND).filter(|_| margin <= 0.0) else {
        return measured;
    };
    let (left, right) = if pair.is_swapped { (b.values(), a.values()) } else { (a.values(), b.values()) };
    let touches = pair.kernel.info.reference(left, right).unwrap();
    let value = |k: usize| measured.values()[k];
    C::from_values(|k| match k {
        _ if !touches => f32::NAN,
        _ if k == C::NORMAL && value(k) < 0.0 => 0.0,
        _ => value(k),
    })
}

/// Checks the contacts of two shapes, in both orders, at every level, within margins.
fn check<A, B, C>(make: fn(&mut Random) -> (A, B), contact: fn(&A, &B) -> C, within: fn(C, f32) -> C)
where
    A: Contacts<B, Contact = C>,
    B: Contacts<A, Contact = C>,
    C: ContactShape,
{
    let within = |a: &A, b: &B, margin| within(at_margin(a, b, contact(a, b), margin), margin);
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
    check(|r| (disk(r), disk(r)), disk_disk::contact, Contact::within);
    check(|r| (disk(r), aabb(r)), disk_aabb::contact, Contact::within);
    check(|r| (disk(r), capsule(r)), disk_capsule::contact, Contact::within);
    check(|r| (capsule(r), capsule(r)), capsule_capsule::contact, Contact::within);
    check(|r| (disk(r), triangle(r)), disk_triangle::contact, Contact::within);
    check(|r| (aabb(r), aabb(r)), aabb_aabb::contact, Contact::within);
    check(|r| (oriented_box(r), oriented_box(r)), oriented_box_oriented_box::contact, Contact::within);
    check(|r| (triangle(r), triangle(r)), triangle_triangle::contact, Contact::within);
}

#[test]
fn contacts_of_two_kinds_of_polygons_are_those_of_the_reference() {
    check(|r| (disk(r), oriented_box(r)), disk_oriented_box::contact, Contact::within);
    check(|r| (capsule(r), aabb(r)), capsule_aabb::contact, Contact::within);
    check(|r| (capsule(r), oriented_box(r)), capsule_oriented_box::contact, Contact::within);
    check(|r| (capsule(r), triangle(r)), capsule_triangle::contact, Contact::within);
    check(|r| (aabb(r), oriented_box(r)), aabb_oriented_box::contact, Contact::within);
    check(|r| (aabb(r), triangle(r)), aabb_triangle::contact, Contact::within);
    check(|r| (oriented_box(r), triangle(r)), oriented_box_triangle::contact, Contact::within);
}

#[test]
fn contacts_in_space_are_those_of_the_reference() {
    check(|r| (sphere(r), sphere(r)), sphere_sphere::contact, Contact3::within);
    check(|r| (sphere(r), aabb3(r)), sphere_aabb::contact, Contact3::within);
    check(|r| (sphere(r), capsule3(r)), sphere_capsule::contact, Contact3::within);
    check(|r| (capsule3(r), capsule3(r)), contact::capsule_capsule::contact, Contact3::within);
    check(|r| (sphere(r), triangle3(r)), sphere_triangle::contact, Contact3::within);
}

#[test]
fn contacts_of_hulls_in_space_are_those_of_the_reference() {
    check(|r| (sphere(r), oriented_box3(r)), sphere_oriented_box::contact, Contact3::within);
    check(|r| (capsule3(r), large_aabb3(r)), contact::capsule_aabb::contact, Contact3::within);
    check(|r| (capsule3(r), oriented_box3(r)), contact::capsule_oriented_box::contact, Contact3::within);
    check(|r| (capsule3(r), large_triangle3(r)), contact::capsule_triangle::contact, Contact3::within);
    check(|r| (large_aabb3(r), large_aabb3(r)), contact::aabb_aabb::contact, Contact3::within);
    check(|r| (large_aabb3(r), oriented_box3(r)), contact::aabb_oriented_box::contact, Contact3::within);
    check(|r| (large_aabb3(r), large_triangle3(r)), contact::aabb_triangle::contact, Contact3::within);
    check(
        |r| (oriented_box3(r), oriented_box3(r)),
        contact::oriented_box_oriented_box::contact,
        Contact3::within,
    );
    check(
        |r| (oriented_box3(r), large_triangle3(r)),
        contact::oriented_box_triangle::contact,
        Contact3::within,
    );
    check(
        |r| (large_triangle3(r), large_triangle3(r)),
        contact::triangle_triangle::contact,
        Contact3::within,
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

/// Shapes with corners in small whole numbers, of which many touch in a point that no float is, and a measure
/// is off by its rounding.
#[test]
fn at_a_margin_of_zero_what_touches_has_a_contact_and_nothing_else() {
    /// How many touch, and how many of these are apart as measured.
    fn met<A, B, C>(make: impl Fn(&mut Random) -> (A, B), contact: fn(&A, &B) -> C) -> [usize; 2]
    where
        A: Contacts<B, Contact = C> + Intersects<B>,
        B: Shape,
        C: ContactShape,
    {
        let mut random = Random::new(8);
        let (mut rows, mut others): (Vec<A>, Vec<B>) = (0..20_000).map(|_| make(&mut random)).unzip();
        let columns = |rows: &[A], others: &[B]| {
            (Columns::from_shapes(rows).unwrap(), Columns::from_shapes(others).unwrap())
        };
        let (a, b) = columns(&rows, &others);
        // Of the last ones nearly all touch: they are measured where they are.
        let touching = soa::intersects(&a, &b).unwrap().iter().next().unwrap();
        for row in (16_000..20_000).filter(|row| row % 16 > 0) {
            (rows[row], others[row]) = (rows[touching], others[touching]);
        }
        let (a, b) = columns(&rows, &others);
        let hits = soa::intersects(&a, &b).unwrap();
        assert!((3_750..4_000).contains(&hits.iter().filter(|&row| row >= 16_000).count()));
        let all = Pairs::new((0..20_000).collect(), (0..20_000).collect()).unwrap();
        for query in queries() {
            let depth = |contact: C| contact.values()[C::NORMAL];
            let of_rows = query.contacts(&a, &b, 0.0).unwrap();
            let of_pairs = query.contacts_of_pairs(&a, &b, &all, 0.0).unwrap();
            assert!(bits(of_rows.iter()) == bits(of_pairs.iter()), "{query:?}");
            assert!(of_rows.iter().map(|of| depth(of) >= 0.0).eq(hits.to_bools()), "{query:?}");
            let of_all = query.contacts(&a, &b, f32::INFINITY).unwrap();
            for row in hits.iter() {
                let (found, measured) = (of_rows.get(row).unwrap(), of_all.get(row).unwrap());
                let no_less_than_touching =
                    |k: usize, x: f32| if k == C::NORMAL && x < 0.0 { 0.0 } else { x };
                let expected = measured.values().iter().enumerate();
                let expected = expected.map(|(k, &x)| no_less_than_touching(k, x).to_bits());
                let found = found.values().iter().map(|x| x.to_bits());
                let mut columns = expected.zip(found).enumerate();
                assert!(columns.all(|(k, (x, y))| x == y || C::SECOND_POINT.contains(&k)), "{query:?}");
            }
            let deep = query.contacts(&a, &b, -0.5).unwrap();
            let expected = of_rows.iter().map(|of| depth(of) >= 0.5);
            assert!(deep.iter().map(|of| !depth(of).is_nan()).eq(expected), "{query:?}");
        }
        let measured = rows.iter().zip(&others).map(|(a, b)| contact(a, b).values()[C::NORMAL]);
        let apart = measured.zip(hits.to_bools()).filter(|&(depth, hit)| hit && depth < 0.0);
        [hits.count(), apart.count()]
    }
    /// Corners in whole numbers.
    fn whole<const N: usize>(random: &mut Random) -> [f32; N] {
        random.vector(3.5).map(f32::round)
    }
    let triangle = |r: &mut Random| Triangle { a: whole(r), b: whole(r), c: whole(r) };
    let triangle3 = |r: &mut Random| Triangle3 { a: whole(r), b: whole(r), c: whole(r) };
    let disk = |r: &mut Random| Disk { center: whole(r), radius: whole::<1>(r)[0].abs() };
    let capsule3 = |r: &mut Random| Capsule3 {
        start: whole(r),
        direction: whole(r),
        radius: whole::<1>(r)[0].abs() / 2.0,
    };
    let turned = |r: &mut Random| OrientedBox3 {
        center: whole(r),
        half_extents: whole(r).map(f32::abs),
        axes: [[0.6, 0.8, 0.0], [-0.8, 0.6, 0.0], [0.0, 0.0, 1.0]],
    };
    let all = [
        met(|r| (triangle(r), triangle(r)), triangle_triangle::contact),
        met(|r| (disk(r), triangle(r)), disk_triangle::contact),
        met(|r| (triangle3(r), triangle3(r)), contact::triangle_triangle::contact),
        met(|r| (capsule3(r), triangle3(r)), contact::capsule_triangle::contact),
        met(|r| (turned(r), triangle3(r)), contact::oriented_box_triangle::contact),
        met(|r| (turned(r), turned(r)), contact::oriented_box_oriented_box::contact),
    ];
    assert!(all.iter().all(|[touch, _]| (2_000..18_000).contains(touch)), "{all:?}");
    assert!(all[2..].iter().all(|[_, apart]| *apart > 5), "{all:?}");
}

#[test]
fn many_rows_are_spread_over_threads() {
    let mut random = Random::new(6);
    let disks: Vec<_> = (0..2 * MANY).map(|_| disk(&mut random)).collect();
    let (a, b) = disks.split_at(MANY);
    let of = |(a, b)| at_margin(a, b, disk_disk::contact(a, b), 0.0).within(0.0);
    let expected = bits(a.iter().zip(b).map(of));
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
