//! Calls of few rows, beside one call of parry a row: `small/<query>/<pair>/<rows of a call>`.
//!
//! The rows of a pass are in cache, and so few that a processor learns the branches of a scalar function by
//! heart: a peer is at its fastest here.

use std::hint::black_box;

use benches::peers::parry3::{self, closest_distance, depth, intersection_test, time_of_impact};
use benches::workload::{Sample, columns, rows};
use benches::{Contender, Pass, repeat};
use parry3d::math::{Pose, Vector};
use parry3d::shape::Shape;
use record::Record;
use scalar::dim3::{Aabb3, Capsule3, Point3, Sphere, Triangle3};
use soa::kernel::{Closest, Contacts, Intersects};
use soa::{ClosestPair3, Columns, Contact3, Contacts3, Level, Points3, Query, Sweep};

/// Rows of a pass.
const ROWS: usize = 64;
/// Rows of a call.
const CALLS: [usize; 3] = [1, 8, 64];
/// By how many hits parry may be off.
const TOLERANCE: usize = 1;
/// Why a query does not refuse its columns.
const EQUAL: &str = "a call has as many rows on either side, and all are finite";

/// All queries of all pairs.
pub fn contenders(levels: &[Level]) -> Vec<Contender> {
    use parry3::{aabb, capsule, sphere, triangle};
    let mut all = of::<Sphere, Sphere, _, _>("sphere_sphere", [32, 35], levels, sphere, sphere);
    all.extend(of::<Aabb3, Triangle3, _, _>("aabb3_triangle3", [10, 14], levels, aabb, triangle));
    all.extend(of::<Capsule3, Triangle3, _, _>("capsule3_triangle3", [12, 16], levels, capsule, triangle));
    all.extend(of::<Triangle3, Triangle3, _, _>("triangle3_triangle3", [4, 11], levels, triangle, triangle));
    all
}

/// The columns of a call.
struct Call<A: soa::Shape, B: soa::Shape> {
    a: Columns<A>,
    motions: Points3,
    b: Columns<B>,
}

/// What parry holds of a row: a shape, its motion, and another shape.
type Held<X, Y> = ((Pose, X), Vector, (Pose, Y));

/// All queries of a pair, of which this many rows touch, and this many on their way.
fn of<A, B, X, Y>(
    pair: &str,
    [touch, meet]: [usize; 2],
    levels: &[Level],
    left: fn(&A) -> (Pose, X),
    right: fn(&B) -> (Pose, Y),
) -> Vec<Contender>
where
    A: Intersects<B> + Contacts<B, Contact = Contact3> + Closest<B, Pair = ClosestPair3> + Sample,
    A: Sweep<B, Motion = Point3>,
    B: Sample,
    X: Shape,
    Y: Shape,
{
    let mut all = Vec::new();
    for rows in CALLS {
        let mut add = |name: &str, who: &str, hits: usize, prepare: Box<dyn Fn() -> Pass>| {
            let tolerance = if who.starts_with("parry") { TOLERANCE } else { 0 };
            let record = Record::new(format!("small/{name}/{pair}/{rows}"), who, ROWS);
            all.push(Contender { tolerance, ..Contender::new(record, hits, prepare) });
        };
        let parry = |test: fn(&Held<X, Y>) -> bool| -> Box<dyn Fn() -> Pass> {
            Box::new(move || by_parry(left, right, test))
        };
        add("intersects", "parry3d/intersection_test", touch, parry(|(a, _, b)| intersection_test(a, b)));
        add("contacts", "parry3d/contact", touch, parry(|(a, _, b)| depth(a, b) >= 0.0));
        add("closest", "parry3d/closest_points", touch, parry(|(a, _, b)| closest_distance(a, b) == 0.0));
        add(
            "sweep",
            "parry3d/cast_shapes",
            meet,
            parry(|(a, motion, b)| !time_of_impact(a, *motion, b).is_nan()),
        );
        for &level in levels {
            let (query, who) = (Query::new().with_level(level).sequential(), format!("soa/{level}"));
            let intersects = move |of: &Call<A, B>| query.intersects(&of.a, &of.b).expect(EQUAL).count();
            add("intersects", &who, touch, Box::new(move || pass(rows, intersects)));
            let contacts = move || {
                let mut found = Contacts3::default();
                pass(rows, move |of: &Call<A, B>| {
                    query.contacts_into(&of.a, &of.b, 0.0, &mut found).expect(EQUAL);
                    count(found.column("depth"), |depth| depth >= 0.0)
                })
            };
            add("contacts", &who, touch, Box::new(contacts));
            let closest = move || {
                let mut found = Columns::<ClosestPair3>::default();
                pass(rows, move |of: &Call<A, B>| {
                    query.closest_into(&of.a, &of.b, &mut found).expect(EQUAL);
                    count(found.column("distance"), |distance| distance == 0.0)
                })
            };
            add("closest", &who, touch, Box::new(closest));
            let sweep =
                move |of: &Call<A, B>| query.sweep(&of.a, &of.motions, &of.b).expect(EQUAL).hits.count();
            add("sweep", &who, meet, Box::new(move || pass(rows, sweep)));
        }
    }
    all
}

fn count(column: Option<&[f32]>, is_hit: impl Fn(f32) -> bool) -> usize {
    column.map_or(0, |column| column.iter().filter(|&&x| is_hit(x)).count())
}

/// Calls of `of` rows each, of which `hits` makes one and returns how many of its rows hit.
fn pass<A, B>(of: usize, mut hits: impl FnMut(&Call<A, B>) -> usize + 'static) -> Pass
where
    A: Sample,
    B: Sample,
{
    let (a, motions, b) = sampled::<A, B>();
    let parts = a.chunks(of).zip(motions.chunks(of)).zip(b.chunks(of));
    let calls: Vec<Call<A, B>> = parts
        .map(|((a, motions), b)| Call { a: columns(a), motions: columns(motions), b: columns(b) })
        .collect();
    let mut all = move || calls.iter().map(|call| hits(black_box(call))).sum();
    Box::new(move |passes| repeat(passes, &mut all, |hits| *hits))
}

fn by_parry<A: Sample, B: Sample, X: Shape, Y: Shape>(
    left: fn(&A) -> (Pose, X),
    right: fn(&B) -> (Pose, Y),
    test: fn(&Held<X, Y>) -> bool,
) -> Pass {
    let (a, motions, b) = sampled::<A, B>();
    let rows = a.iter().zip(&motions).zip(&b);
    let held: Vec<Held<X, Y>> =
        rows.map(|((a, motion), b)| (left(a), parry3::point(motion), right(b))).collect();
    let all = move || held.iter().filter(|row| test(black_box(row))).count();
    Box::new(move |passes| repeat(passes, &all, |hits| *hits))
}

fn sampled<A: Sample, B: Sample>() -> (Vec<A>, Vec<Point3>, Vec<B>) {
    (rows(1, ROWS, 1.0), rows(3, ROWS, 1.0), rows(2, ROWS, 1.0))
}
