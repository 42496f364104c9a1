//! Every disk with every triangle, 2,048 of each: about four million pairs a pass.

use std::rc::Rc;

use benches::peers::parry2;
use benches::workload::{columns, rows};
use benches::{Contender, Pass, repeat};
use record::{ALL_PAIRS, Record};
use scalar::dim2::{Disk, Triangle, disk_triangle};
use soa::dim2::disk_triangle::{Exact, SevenRegions};
use soa::kernel::Compiled;
use soa::{Level, Pairs, Query};

const ROWS: usize = 2_048;
const HITS: usize = 501_830;
/// By how many hits parry may be off, in four million pairs.
const PARRY_TOLERANCE: usize = 40;

/// The rows of both sides.
type Rows = Rc<(Vec<Disk>, Vec<Triangle>)>;

/// The query, the published algorithm, alone and in lanes, and `parry2d`.
pub fn contenders(levels: &[Level]) -> Vec<Contender> {
    let rows = Rc::new((rows::<Disk>(1, ROWS, 2.0), rows::<Triangle>(2, ROWS, 2.0)));
    let contender = |who: String, pass: fn(&Rows, Query) -> Pass, query: Query| {
        let rows = Rc::clone(&rows);
        Contender::new(Record::new(ALL_PAIRS, who, ROWS), HITS, move || pass(&rows, query))
    };
    let scalar: fn(&Rows, Query) -> Pass =
        |rows, _| loops(rows, |a| *a, |b| *b, disk_triangle::seven_regions);
    let parry: fn(&Rows, Query) -> Pass =
        |rows, _| loops(rows, parry2::disk, parry2::triangle, parry2::intersection_test);
    let mut all = vec![
        contender("scalar".to_owned(), scalar, Query::new()),
        Contender {
            tolerance: PARRY_TOLERANCE,
            ..contender("parry2d/intersection_test".to_owned(), parry, Query::new())
        },
    ];
    for level in levels {
        let query = Query::new().with_level(*level);
        all.push(contender(format!("f32/{level}"), batched::<SevenRegions>, query.sequential()));
        all.push(contender(format!("soa/{level}"), batched::<Exact>, query.sequential()));
        if levels.last() == Some(level) {
            all.push(contender(format!("soa/{level}/threads"), batched::<Exact>, query));
        }
    }
    all
}

/// Two loops over structs, which push each hitting pair to a list, as the query does.
fn loops<X: 'static, Y: 'static>(
    rows: &Rows,
    left: impl Fn(&Disk) -> X,
    right: impl Fn(&Triangle) -> Y,
    test: impl Fn(&X, &Y) -> bool + 'static,
) -> Pass {
    let disks: Vec<X> = rows.0.iter().map(left).collect();
    let triangles: Vec<Y> = rows.1.iter().map(right).collect();
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

fn batched<P: Compiled<A = Disk, B = Triangle>>(rows: &Rows, query: Query) -> Pass {
    let (disks, triangles) = (columns(&rows.0), columns(&rows.1));
    let all = move || query.test_all::<P>(&disks.as_view(), &triangles.as_view()).expect("few rows");
    Box::new(move |passes| repeat(passes, &all, Pairs::len))
}
