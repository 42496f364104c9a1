//! Every disk with every triangle, 2,048 of each: about four million pairs a pass.

use std::rc::Rc;

use benches::workload::{columns, rows};
use benches::{Clock, Pass, Run, repeat};
use record::Record;
use scalar::dim2::{Disk, Triangle, disk_triangle};
use soa::dim2::disk_triangle::{Exact, SevenRegions};
use soa::kernel::Compiled;
use soa::{Pairs, Query};

use benches::peers::parry2;

const ROWS: usize = 2_048;
const HITS: usize = 501_830;
/// By how many hits parry may be off, in four million pairs.
const PARRY_TOLERANCE: usize = 40;

/// Checks and times the query against the published algorithm, alone and in lanes, and against `parry2d`.
pub fn run(run: &mut Run) {
    let disks = Rc::new(rows::<Disk>(1, ROWS, 2.0));
    let triangles = Rc::new(rows::<Triangle>(2, ROWS, 2.0));
    let (levels, best) = (run.levels.clone(), run.best_level());
    let mut group = run.criterion.benchmark_group("intersecting_pairs");
    let mut clock = Clock { group: &mut group };
    let record = |who: &str| Record { pairs: ROWS * ROWS, ..Record::new("intersecting_pairs", who, ROWS) };

    let (a, b) = (Rc::clone(&disks), Rc::clone(&triangles));
    clock.time(
        record("scalar"),
        || (HITS, 0),
        || loops(&a, &b, |a| *a, |b| *b, disk_triangle::seven_regions),
    );
    clock.time(
        record("parry2d/intersection_test"),
        || (HITS, PARRY_TOLERANCE),
        || loops(&a, &b, parry2::disk, parry2::triangle, parry2::intersection_test),
    );
    for level in levels {
        let query = Query::new().with_level(level);
        clock.time(
            record(&format!("f32/{level}")),
            || (HITS, 0),
            || batched::<SevenRegions>(query.sequential(), &disks, &triangles),
        );
        let one = (format!("soa/{level}"), query.sequential());
        let all = (format!("soa/{level}/threads"), query);
        for (who, query) in [Some(one), (level == best).then_some(all)].into_iter().flatten() {
            clock.time(record(&who), || (HITS, 0), || batched::<Exact>(query, &disks, &triangles));
        }
    }
    group.finish();
}

/// Two loops over structs, which push each hitting pair to a list, as the query does.
fn loops<X: 'static, Y: 'static>(
    disks: &[Disk],
    triangles: &[Triangle],
    left: impl Fn(&Disk) -> X,
    right: impl Fn(&Triangle) -> Y,
    test: impl Fn(&X, &Y) -> bool + 'static,
) -> Pass {
    let disks: Vec<X> = disks.iter().map(left).collect();
    let triangles: Vec<Y> = triangles.iter().map(right).collect();
    let all = move || {
        let mut pairs = Vec::new();
        for (i, disk) in disks.iter().enumerate() {
            for (j, triangle) in triangles.iter().enumerate() {
                if test(disk, triangle) {
                    pairs.push((i as u32, j as u32));
                }
            }
        }
        pairs
    };
    Box::new(move |passes| repeat(passes, &all, Vec::len))
}

fn batched<P: Compiled<A = Disk, B = Triangle>>(
    query: Query,
    disks: &[Disk],
    triangles: &[Triangle],
) -> Pass {
    let (disks, triangles) = (columns(disks), columns(triangles));
    let all = move || query.test_all::<P>(&disks.as_view(), &triangles.as_view()).expect("few rows");
    Box::new(move |passes| repeat(passes, &all, Pairs::len))
}
