//! Contacts with up to four points beside parry's manifolds: 4,096 pairs of shapes in space that touch, as a join
//! returns them. Octet finds the contacts first and then their points, both in the time that is measured.

use std::hint::black_box;
use std::rc::Rc;

use benches::peers::parry3;
use benches::workload::{Sample, Uniform, columns};
use benches::{Contender, Pass, repeat};
use parry3d::query::{ContactManifold, DefaultQueryDispatcher, PersistentQueryDispatcher};
use record::Record;
use scalar::dim3::contact::{
    aabb_triangle, capsule_aabb, oriented_box_oriented_box, oriented_box_triangle, triangle_triangle,
};
use scalar::dim3::{Aabb3, Capsule3, Contact3, OrientedBox3, Triangle3};
use soa::kernel::Contacts;
use soa::{Contacts3, Level, Manifolds3, Query};

const ROWS: usize = 4_096;
/// For how many pairs parry may find no point, of those that touch.
const TOLERANCE: usize = 64;

/// Pairs that touch.
type Rows<A, B> = Rc<(Vec<A>, Vec<B>)>;

/// All pairs.
pub fn contenders(levels: &[Level]) -> Vec<Contender> {
    use parry3::{aabb, capsule, oriented_box, triangle};
    let turned = oriented_box_oriented_box::contact;
    let mut all = of::<OrientedBox3, OrientedBox3>("oriented_box3_oriented_box3", levels, turned, |rows| {
        parry(rows, oriented_box, oriented_box)
    });
    let standing = oriented_box_triangle::contact;
    all.extend(of::<OrientedBox3, Triangle3>("oriented_box3_triangle3", levels, standing, |rows| {
        parry(rows, oriented_box, triangle)
    }));
    all.extend(of::<Aabb3, Triangle3>("aabb3_triangle3", levels, aabb_triangle::contact, |rows| {
        parry(rows, aabb, triangle)
    }));
    all.extend(of::<Capsule3, Aabb3>("capsule3_aabb3", levels, capsule_aabb::contact, |rows| {
        parry(rows, capsule, aabb)
    }));
    all.extend(of::<Triangle3, Triangle3>(
        "triangle3_triangle3",
        levels,
        triangle_triangle::contact,
        |rows| parry(rows, triangle, triangle),
    ));
    all
}

fn of<A, B>(
    pair: &str,
    levels: &[Level],
    contact: fn(&A, &B) -> Contact3,
    parry: fn(&Rows<A, B>) -> Pass,
) -> Vec<Contender>
where
    A: Contacts<B, Contact = Contact3> + Sample,
    B: Sample,
{
    let (mut lefts, mut rights) = (Uniform::seeded(1), Uniform::seeded(2));
    let pairs = std::iter::repeat_with(|| (A::sample(&mut lefts, 2.0), B::sample(&mut rights, 2.0)));
    let all: Rows<A, B> = Rc::new(pairs.filter(|(a, b)| contact(a, b).depth >= 0.0).take(ROWS).unzip());
    let contender = |who: String, prepare: Box<dyn Fn() -> Pass>| Contender {
        tolerance: if who.starts_with("parry") { TOLERANCE } else { 0 },
        ..Contender::new(Record::new(format!("{pair}/manifold"), who, ROWS), ROWS, prepare)
    };
    let rows = Rc::clone(&all);
    let mut contenders =
        vec![contender("parry3d/contact_manifold".to_owned(), Box::new(move || parry(&rows)))];
    for &level in levels {
        let (rows, query) = (Rc::clone(&all), Query::new().with_level(level).sequential());
        contenders.push(contender(format!("soa/{level}"), Box::new(move || found(&rows, query))));
    }
    contenders
}

fn found<A: Contacts<B, Contact = Contact3> + Sample, B: Sample>(rows: &Rows<A, B>, query: Query) -> Pass {
    let (a, b) = (columns(&rows.0), columns(&rows.1));
    Box::new(move |passes| {
        let (mut contacts, mut manifolds) = (Contacts3::default(), Manifolds3::default());
        let run = || {
            query
                .contacts_into(black_box(&a), black_box(&b), 0.0, &mut contacts)
                .and_then(|()| query.manifolds_into(&a, &b, &contacts, 0.0, black_box(&mut manifolds)))
        };
        let (elapsed, done) = repeat(passes, run, |outcome| usize::from(outcome.is_ok()));
        (elapsed, done * manifolds.iter().filter(|all| all.iter().next().is_some()).count())
    })
}

fn parry<A: Sample, B: Sample, X: parry3d::shape::Shape, Y: parry3d::shape::Shape>(
    rows: &Rows<A, B>,
    left: fn(&A) -> (parry3d::math::Pose, X),
    right: fn(&B) -> (parry3d::math::Pose, Y),
) -> Pass {
    let all: Vec<_> = rows.0.iter().map(left).zip(rows.1.iter().map(right)).collect();
    let points = move || -> usize {
        let mut manifold: ContactManifold<(), ()> = ContactManifold::new();
        let there = all.iter().map(|(a, b)| {
            // What it found of other shapes is not to be used again.
            manifold.clear();
            let between = a.0.inv_mul(&b.0);
            let outcome = DefaultQueryDispatcher.contact_manifold_convex_convex(
                &between,
                &a.1,
                &b.1,
                None,
                None,
                0.0,
                &mut manifold,
            );
            usize::from(outcome.is_ok() && !black_box(&manifold.points).is_empty())
        });
        there.sum()
    };
    Box::new(move |passes| repeat(passes, &points, |&count| count))
}
