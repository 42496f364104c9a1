//! Joins against brute force: every pair of shapes, every spread of rows, every level, any number of threads.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use scalar::dim2::{Disk, Point, Triangle};
use soa::join::{AnyJoin, Index, Join, Progress};
use soa::registry::pairs;
use soa::{Columns, Error, Level, Query, ShapeKind, Triangles, View, intersecting_pairs, self_join};

mod common;
use common::{Random, SPREADS, queries, rows, spread_columns, unchecked};

/// Every answer of a join against the pairs that brute force finds.
fn check<A, B>(join: &Join<A, B>, expected: &[(u32, u32)], left: usize, what: &str) {
    let found = join.pairs().unwrap();
    assert!(
        found.iter().eq(expected.iter().copied()),
        "{what}: {} pairs, not {}",
        found.len(),
        expected.len()
    );
    assert_eq!(join.count(), expected.len() as u64, "{what}");
    assert_eq!(join.is_empty(), expected.is_empty(), "{what}");
    let matched = join.matched_left().unwrap();
    assert_eq!(matched.len(), left, "{what}");
    let mut lefts: Vec<usize> = expected.iter().map(|&(left, _)| left as usize).collect();
    lefts.dedup();
    assert!(matched.iter().eq(lefts), "{what}: matched rows");
    let lists = join.csr().unwrap();
    assert_eq!(lists.len(), left, "{what}");
    let listed =
        lists.iter().zip(0..).flat_map(|(rights, left)| rights.iter().map(move |&right| (left, right)));
    assert!(listed.eq(expected.iter().copied()), "{what}: lists");
    let mut blocks = Vec::new();
    join.for_each_block(|pairs| blocks.extend(pairs)).unwrap();
    assert!(blocks == expected, "{what}: by blocks");
}

/// The pairs of all rows that intersect.
fn brute_force<A: soa::Rows, B: soa::Rows>(a: &A, b: &B) -> Vec<(u32, u32)>
where
    A::Shape: soa::kernel::Intersects<B::Shape>,
{
    intersecting_pairs(a, b).unwrap().iter().collect()
}

/// Calls this for every level with 1, 2 and 7 threads, and without.
fn everywhere(mut work: impl FnMut(Query, &str) + Send) {
    for &level in Level::available() {
        let query = Query::new().with_level(level);
        // There are no threads on WebAssembly.
        for threads in if cfg!(target_family = "wasm") { &[][..] } else { &[1, 2, 7] } {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(*threads).build().unwrap();
            pool.install(|| work(query, &format!("{level}, {threads} threads")));
        }
        work(query.sequential(), &format!("{level}, without threads"));
    }
}

#[test]
fn every_pair_of_shapes_and_every_spread_equals_brute_force() {
    let mut met = [0; SPREADS.len()];
    for [left, right] in pairs().iter().flat_map(|kernel| {
        let (left, right) = (kernel.info.left, kernel.info.right);
        // Both orders of the operands.
        [[left, right], [right, left]]
    }) {
        for (i, (name, spread)) in SPREADS.iter().enumerate() {
            let a = spread_columns(left, 300, *spread, 1);
            let b = spread_columns(right, 307, *spread, 2);
            let (a, b) = (unchecked(left, &a), unchecked(right, &b));
            let query = Query::new();
            let expected: Vec<_> = query.intersecting_pairs_any(&a, &b).unwrap().iter().collect();
            let what = format!("{left} and {right}, {name}");
            check(&AnyJoin::of_any(&a, &b).unwrap(), &expected, 300, &what);
            met[i] += usize::from(!expected.is_empty());
            if left == right {
                let mut expected: Vec<_> = query.intersecting_pairs_any(&a, &a).unwrap().iter().collect();
                expected.retain(|(left, right)| left < right);
                check(&AnyJoin::self_join_any(&a).unwrap(), &expected, 300, &format!("{what}, with itself"));
            }
        }
    }
    for ((name, _), met) in SPREADS.iter().zip(met) {
        assert!(met > pairs().len(), "{name}: only {met} pairs of shapes have hits");
    }
}

/// A few rows, and more of which some are long and thin, descend the tree of a larger index one by one, and
/// so does a single shape.
#[test]
fn few_rows_and_single_shapes_of_every_kind_descend_an_index() {
    let mut hits = 0;
    let mut levels = Level::available().iter().cycle();
    for [left, right] in pairs().iter().flat_map(|kernel| {
        let (left, right) = (kernel.info.left, kernel.info.right);
        [[left, right], [right, left]]
    }) {
        for (name, spread) in SPREADS {
            let (a, b) = (spread_columns(left, 70, spread, 1), spread_columns(right, 1_200, spread, 2));
            let (rows, b) = (unchecked(left, &a), unchecked(right, &b));
            let few = rows.slice(0..9).unwrap();
            let all: Vec<_> = Query::new().intersecting_pairs_any(&rows, &b).unwrap().iter().collect();
            let expected: Vec<_> = all.iter().copied().filter(|pair| pair.0 < 9).collect();
            hits += expected.len();
            // One level after the other: what a level tests is boxes, whatever the shapes.
            let level = *levels.next().unwrap();
            let what = format!("{left} and {right}, {name}, {level}");
            let query = Query::new().with_level(level).sequential();
            let builder = Index::builder().query(query);
            let indexes = [builder, builder.for_joins()].map(|builder| builder.build_any(&b).unwrap());
            for index in &indexes {
                check(&index.join_any(&rows).unwrap(), &all, 70, &what);
                check(&index.join_any(&few).unwrap(), &expected, 9, &what);
                for row in 0..9 {
                    let shape: Vec<f32> = a.iter().map(|column| column[row as usize]).collect();
                    let rights: Vec<_> =
                        expected.iter().filter(|pair| pair.0 == row).map(|pair| pair.1).collect();
                    assert_eq!(index.intersects_one_any(left, &shape).unwrap(), rights, "{what}, row {row}");
                }
            }
        }
    }
    assert!(hits > 10_000, "{hits}");
}

#[test]
fn every_level_length_and_number_of_threads_gives_the_same() {
    let spread = SPREADS[2].1;
    for n in [0, 1, 2, 15, 16, 17, 33, 256, 257, 1000] {
        let (a, b) = (rows::<Triangle>(n, spread, 3), rows::<Disk>(n, spread, 4));
        let expected = brute_force(&a, &b);
        assert!(n < 33 || !expected.is_empty(), "{n}");
        everywhere(|query, what| {
            check(&Join::new(&a, &b).unwrap().query(query), &expected, n, &format!("{n} rows, {what}"));
        });
    }
}

/// A few regions and many, of the plane and of space, and of a set with itself.
#[test]
fn twenty_thousand_rows_equal_brute_force() {
    use ShapeKind::{Disk, Point, Sphere, Triangle, Triangle3};
    for (name, spread) in SPREADS {
        for (left, right, most) in
            [(Triangle, Disk, 20_000), (Sphere, Triangle3, 5_000), (Disk, Disk, 5_000), (Point, Disk, 2_100)]
        {
            let n = match name {
                "one place" => most.min(1_000),
                // The lanes of `f64` leave these undecided: brute force takes a hundred times as long.
                "largest numbers" => most.min(1_500),
                _ => most,
            };
            let (a, b) = (spread_columns(left, n, spread, 5), spread_columns(right, n, spread, 6));
            let (a, b) = (unchecked(left, &a), unchecked(right, &b));
            let is_own = left == right;
            let b = if is_own { a } else { b };
            let mut expected: Vec<_> = Query::new().intersecting_pairs_any(&a, &b).unwrap().iter().collect();
            expected.retain(|(left, right)| !is_own || left < right);
            assert!(left == Sphere || !expected.is_empty(), "{name}, {left}");
            everywhere(|query, what| {
                let join = if is_own { AnyJoin::self_join_any(&a) } else { AnyJoin::of_any(&a, &b) };
                let pairs = join.unwrap().query(query).pairs().unwrap();
                assert!(pairs.iter().eq(expected.iter().copied()), "{name}, {left}, {what}");
            });
        }
    }
}

/// Many left rows, of which most are near none of few right ones; and a right one at the place of each
/// hundredth left one, so that some touch in every spread.
#[test]
fn rows_that_are_near_nothing_are_left_out_and_no_others() {
    use ShapeKind::{Disk, Ray, Sphere, Triangle, Triangle3};
    for (name, spread) in SPREADS {
        for (left, right) in [(Triangle, Disk), (Disk, Ray), (Sphere, Triangle3)] {
            let (n, few) = (17_000, if name == "largest numbers" { 10 } else { 60 });
            let a = spread_columns(left, n, spread, 51);
            let mut b = spread_columns(right, n, spread, 52);
            // The first columns are a point of either shape.
            for (b, a) in b.iter_mut().zip(&a).take(if left == Sphere { 3 } else { 2 }) {
                (0..few / 3).for_each(|row| b[row] = a[100 * row]);
            }
            for column in &mut b {
                column.truncate(few);
            }
            let (a, b) = (unchecked(left, &a), unchecked(right, &b));
            let expected: Vec<_> = Query::new().intersecting_pairs_any(&a, &b).unwrap().iter().collect();
            assert!(!expected.is_empty(), "{name}, {left}");
            for query in queries().chain([Query::new().sequential()]) {
                let what = format!("{name}, {left} and {right}, {query:?}");
                let pairs = AnyJoin::of_any(&a, &b).unwrap().query(query).pairs().unwrap();
                assert!(pairs.iter().eq(expected.iter().copied()), "{what}");
                let index = Index::builder().query(query).build_any(&b).unwrap();
                let matched = index.join_any(&a).unwrap().matched_left().unwrap();
                let mut rows: Vec<usize> = expected.iter().map(|pair| pair.0 as usize).collect();
                rows.dedup();
                assert!(matched.iter().eq(rows), "{what}, index");
            }
        }
    }
}

/// The boxes of removed rows are not of rows.
#[test]
fn rows_are_near_those_of_an_index_whose_rows_were_removed() {
    let left: Vec<Disk> = (0..20_000)
        .map(|i| Disk { center: [(i % 997) as f32, (i * 13 % 997) as f32], radius: 0.25 })
        .collect();
    let left = Columns::from_shapes(&left).unwrap();
    let disk = |x| Disk { center: [x, 2.0 * x], radius: 9.0 };
    let mut index = Index::new(&Columns::from_shapes(&[disk(500.0), disk(1.0)]).unwrap()).unwrap();
    for refits in [false, true] {
        index.remove(0).unwrap();
        index.set(0, &disk(100.0)).unwrap();
        index.insert(&disk(300.0)).unwrap();
        index.remove(1).unwrap();
        index.set(1, &disk(200.0)).unwrap();
        let right = Columns::from_shapes(&[disk(100.0), disk(200.0), disk(300.0), disk(300.0)]).unwrap();
        let right = right.as_view().slice(0..index.len()).unwrap();
        if refits {
            index.refit(&right).unwrap();
        }
        let expected = brute_force(&left, &right);
        assert!(expected.len() >= 10, "{}", expected.len());
        check(&index.join(&left).unwrap(), &expected, 20_000, &format!("{refits}"));
    }
}

#[test]
fn neighbours_in_a_mesh_can_be_left_out() {
    // A strip of squares, each of two triangles: only those without a corner in common are far from each
    // other.
    let corner = |i: usize, j: usize| [i as f32, j as f32];
    let mesh: Vec<Triangle> = (0..1000)
        .flat_map(|i| {
            let [p, q, r, s] = [corner(i, 0), corner(i + 1, 0), corner(i, 1), corner(i + 1, 1)];
            [Triangle { a: p, b: q, c: r }, Triangle { a: q, b: s, c: r }]
        })
        .chain([Triangle { a: [10.25, 0.25], b: [10.5, 0.25], c: [10.25, 0.5] }])
        .collect();
    let mesh = Triangles::from_shapes(&mesh).unwrap();
    assert!(self_join(&mesh).unwrap().len() > 3000);
    check(&Join::self_join(&mesh).unwrap().exclude_shared_corners(), &[(20, 2000)], 2001, "with itself");
    let join = Join::new(&mesh, &mesh).unwrap().exclude_shared_corners();
    check(&join, &[(20, 2000), (2000, 20)], 2001, "both");
    let index = Index::new(&mesh).unwrap();
    let few = mesh.as_view().slice(1998..2001).unwrap();
    check(&index.join(&few).unwrap().exclude_shared_corners(), &[(2, 20)], 3, "a few, with an index");
    check(&index.join(&mesh).unwrap().exclude_shared_corners(), &[(20, 2000), (2000, 20)], 2001, "index");
}

/// Several groups of large rows: what they meet is searched for each group by itself, and in several lists.
#[test]
fn large_meet_more_groups_than_one_list_holds() {
    let small = rows::<Point>(5_000, SPREADS[0].1, 29);
    let disk = |i: usize| Disk { center: small.get(100 * i).unwrap(), radius: 50.0 };
    let large = Columns::from_shapes(&(0..40).map(disk).collect::<Vec<_>>()).unwrap();
    let expected = brute_force(&large, &small);
    assert!(expected.len() > 20 * 5_000, "{}", expected.len());
    check(&Join::new(&large, &small).unwrap(), &expected, 40, "large");
}

#[test]
fn an_index_is_kept_for_many_joins_and_single_shapes() {
    let disks = rows::<Disk>(500, SPREADS[0].1, 8);
    let index = Index::new(&disks).unwrap();
    assert_eq!(format!("{index:?}"), "Index(500 disks)");
    for seed in 9..12 {
        let (triangles, points) =
            (rows::<Triangle>(400, SPREADS[0].1, seed), rows::<Point>(300, SPREADS[0].1, seed));
        let expected = brute_force(&triangles, &disks);
        check(&index.join(&triangles).unwrap(), &expected, 400, "triangles");
        assert!(expected.len() > 50);
        for (triangle, left) in triangles.iter().zip(0..) {
            let rights: Vec<u32> = expected.iter().filter(|pair| pair.0 == left).map(|pair| pair.1).collect();
            assert_eq!(index.intersects_one(&triangle).unwrap(), rights);
            assert_eq!(index.count_one(&triangle).unwrap(), rights.len());
            assert_eq!(index.any_one(&triangle).unwrap(), !rights.is_empty());
            assert_eq!(index.first_one(&triangle).unwrap(), rights.first().copied());
        }
        check(&index.join(&points).unwrap(), &brute_force(&points, &disks), 300, "points");
    }
    assert!(index.intersects_one(&Disk { center: [0.0, 0.0], radius: -1.0 }).is_err());
    let empty = Index::new(&Triangles::default()).unwrap();
    assert!(empty.is_empty() && empty.intersects_one(&Disk::default()).unwrap().is_empty());
}

/// A batch of any length gives what as many single calls give: a few rows descend the tree one by one, more
/// are put in order first.
#[test]
fn a_batch_of_every_length_against_an_index_equals_single_shapes() {
    let done = AtomicUsize::new(0);
    let report = |progress: Progress| {
        assert_eq!(done.fetch_max(progress.rows, Relaxed).max(progress.rows), progress.rows);
    };
    for (name, spread) in SPREADS {
        let (disks, triangles) = (rows::<Disk>(900, spread, 40), rows::<Triangle>(200, spread, 41));
        let index = Index::builder().query(Query::new().sequential()).build(&disks).unwrap();
        let ones: Vec<Vec<u32>> =
            triangles.iter().map(|triangle| index.intersects_one(&triangle).unwrap()).collect();
        for n in (0..45).chain([63, 64, 65, 128, 200]) {
            let what = format!("{name}, {n} rows");
            let some = triangles.as_view().slice(0..n).unwrap();
            let expected: Vec<_> = ones[..n]
                .iter()
                .zip(0..)
                .flat_map(|(rights, left)| rights.iter().map(move |&right| (left, right)))
                .collect();
            check(&index.join(&some).unwrap(), &expected, n, &what);
            let join = index.join(&some).unwrap().progress(&report);
            assert_eq!(join.count(), expected.len() as u64, "{what}");
            assert_eq!(done.swap(0, Relaxed), n, "{what}");
            let pairs = expected.len() as u64;
            assert_eq!(index.join(&some).unwrap().limit(pairs).csr().unwrap().len(), n, "{what}");
            if pairs > 0 {
                let join = index.join(&some).unwrap().limit(pairs - 1);
                let error = Error::TooManyPairs { at_most: pairs - 1 };
                assert_eq!(
                    (join.pairs().err(), join.csr().err()),
                    (Some(error.clone()), Some(error)),
                    "{what}"
                );
            }
        }
    }
}

#[test]
fn an_index_follows_rows_that_move() {
    let [even, clusters] = [SPREADS[0].1, SPREADS[1].1];
    let points = rows::<Point>(700, even, 20);
    let mut disks: Vec<Disk> = rows::<Disk>(600, even, 21).iter().collect();
    let mut index = Index::new(&Columns::from_shapes(&disks).unwrap()).unwrap();
    let mut random = Random::new(22);
    let mut hits = Vec::new();
    for step in 0..20 {
        for disk in &mut disks {
            let [x, y]: [f32; 2] = random.vector(0.02);
            *disk = disk.translated([x, y]);
        }
        let moved = Columns::from_shapes(&disks).unwrap();
        assert!(!index.refit(&moved).unwrap(), "step {step}: they moved by less than their size");
        let expected = brute_force(&points, &moved);
        check(&index.join(&points).unwrap(), &expected, 700, &format!("step {step}"));
        hits.push(expected.len());
    }
    hits.dedup();
    assert!(hits.len() > 5, "the hits change: {hits:?}");

    // All are somewhere else: the old order is worth nothing.
    let elsewhere = rows::<Disk>(600, clusters, 23);
    assert!(index.refit(&elsewhere).unwrap(), "neighbours are in different clusters");
    let expected = brute_force(&points, &elsewhere);
    check(&index.join(&points).unwrap(), &expected, 700, "elsewhere");

    assert_eq!(index.self_join().unwrap(), self_join(&elsewhere).unwrap());

    for (n, rebuilt) in [(599, true), (0, true), (0, false), (700, true), (700, false)] {
        let others = rows::<Disk>(n, even, 24);
        assert_eq!(index.refit(&others).unwrap(), rebuilt, "{n}");
        assert_eq!((index.len(), index.is_empty()), (n, n == 0));
        check(&index.join(&points).unwrap(), &brute_force(&points, &others), 700, "another number of rows");
        assert_eq!(index.self_join().unwrap(), self_join(&others).unwrap(), "{n}");
    }
}

#[test]
fn an_index_is_rebuilt_when_its_boxes_are_more_than_twice_as_large() {
    let disks: Vec<Disk> = rows::<Disk>(600, SPREADS[0].1, 28).iter().collect();
    let mut index = Index::new(&Columns::from_shapes(&disks).unwrap()).unwrap();
    let mut refit = |factor: f32| {
        let larger = disks
            .iter()
            .map(|disk| Disk { center: disk.center.map(|x| factor * x), radius: factor * disk.radius });
        index.refit(&Columns::from_shapes(&larger.collect::<Vec<_>>()).unwrap()).unwrap()
    };
    assert_eq!([1.5, 2.0, 4.5, 8.0, 9.5].map(&mut refit), [false, false, true, false, true]);
}

#[test]
fn an_index_loses_and_regains_rows_that_are_not_finite() {
    let points = Columns::<Point>::from_shapes(&[[0.0, 0.0]]).unwrap();
    let good = rows::<Disk>(50, |_, _| ([0.0; 3], 1.0), 25);
    let mut bad = good.clone().into_columns();
    bad[1][30] = f32::NAN;
    let bad = View::<Disk>::new_unvalidated(bad.each_ref().map(Vec::as_slice)).unwrap();
    let mut index = Index::new(&bad).unwrap();
    assert_eq!((index.len(), index.join(&points).unwrap().count()), (50, 49));
    assert!(index.refit(&good).unwrap());
    assert_eq!(index.join(&points).unwrap().count(), 50);
    assert!(index.refit(&bad).unwrap());
    assert_eq!(index.join(&points).unwrap().count(), 49);
}

#[test]
#[cfg_attr(target_family = "wasm", ignore = "WebAssembly has no threads")]
fn progress_is_reported_to_the_end_by_the_threads_that_work() {
    let spread = SPREADS[0].1;
    // Most points are near some disk, so they are not left out at once.
    let (a, b) = (rows::<Point>(150_000, spread, 28), rows::<Disk>(50_000, spread, 29));
    let caller = std::thread::current().id();
    let reports = Mutex::new(Vec::new());
    let report = |progress: Progress| {
        reports.lock().unwrap().push((progress, std::thread::current().id() == caller));
    };
    let reported = |query: Query| {
        Join::new(&a, &b).unwrap().query(query).progress(&report).count();
        let reports = core::mem::take(&mut *reports.lock().unwrap());
        assert!(reports.len() >= 5, "{reports:?}");
        assert!(reports.iter().all(|(progress, _)| progress.of == 150_000));
        assert_eq!(reports.iter().map(|(progress, _)| progress.rows).max(), Some(150_000));
        reports
    };
    for _ in 0..20 {
        let reports = reported(Query::new().sequential());
        assert!(reports.iter().all(|&(_, by_caller)| by_caller), "without threads the caller does it all");
    }
    let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
    let reports = pool.install(|| reported(Query::new()));
    assert!(reports.iter().all(|&(_, by_caller)| !by_caller), "the pool does it");
}

#[test]
fn blocks_are_of_a_size_that_can_be_held() {
    let n = 3000;
    let disks = rows::<Disk>(n as usize, |_, _| ([0.0; 3], 1.0), 30);
    let done = AtomicUsize::new(0);
    let report = |progress: Progress| {
        done.fetch_max(progress.rows, Relaxed);
    };
    let (mut next, mut blocks) = ((0, 0), 0);
    let join = Join::new(&disks, &disks).unwrap().progress(&report);
    let all = join.for_each_block(|pairs| {
        assert!(pairs.len() <= 1 << 22);
        for pair in pairs {
            assert_eq!(pair, next);
            next = if pair.1 == n - 1 { (pair.0 + 1, 0) } else { (pair.0, pair.1 + 1) };
        }
        blocks += 1;
    });
    assert_eq!(all, Ok(()));
    assert_eq!(next, (n, 0));
    assert_eq!(blocks, 4);
    assert_eq!(done.into_inner(), n as usize);
    // No block is empty.
    let there = rows::<Disk>(100, |_, _| ([1e6; 3], 1.0), 44);
    let join = Join::new(&disks, &there).unwrap();
    assert_eq!(format!("{join:?}"), "Join(3000 disks with disks)");
    assert_eq!(join.for_each_block(|pairs| panic!("{pairs:?}")), Ok(()));
}

#[test]
fn more_pairs_than_the_limit_are_an_error_and_can_be_counted() {
    let n = 3000;
    let disks = rows::<Disk>(n as usize, |_, _| ([0.0; 3], 1.0), 13);
    let join = Join::self_join(&disks).unwrap();
    let pairs = n * (n - 1) / 2;
    assert_eq!(join.count(), pairs);
    assert_eq!(Join::self_join(&disks).unwrap().limit(pairs).pairs().unwrap().len() as u64, pairs);
    let join = join.limit(pairs - 1);
    assert!(join.csr().is_err());
    let error = join.pairs().unwrap_err();
    assert_eq!(error, Error::TooManyPairs { at_most: pairs - 1 });
    assert!(error.to_string().contains(&format!("more than {} pairs", pairs - 1)), "{error}");
}

/// Among as many rows as make many regions.
#[test]
fn rows_that_are_not_finite_are_left_out_of_thousands() {
    let mut disks = rows::<Disk>(9000, SPREADS[0].1, 37).into_columns();
    let points = rows::<Point>(5000, SPREADS[0].1, 38);
    for (i, row) in (5..9000).step_by(7).enumerate() {
        disks[i % 3][row] = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY][i / 3 % 3];
    }
    let disks = View::<Disk>::new_unvalidated(disks.each_ref().map(Vec::as_slice)).unwrap();
    let expected = brute_force(&points, &disks);
    assert!(expected.len() > 3000, "{}", expected.len());
    let done = AtomicUsize::new(0);
    let report = |progress: Progress| {
        done.fetch_max(progress.rows, Relaxed);
    };
    everywhere(|query, what| {
        check(&Join::new(&points, &disks).unwrap().query(query), &expected, 5000, what);
        let swapped = Join::new(&disks, &points).unwrap().query(query).progress(&report);
        assert_eq!(swapped.count(), expected.len() as u64, "{what}");
        assert_eq!(done.swap(0, Relaxed), 9000, "{what}");
        Join::self_join(&disks).unwrap().query(query).progress(&report).matched_left().unwrap();
        assert_eq!(done.swap(0, Relaxed), 9000, "with itself, {what}");
    });
    let (index, some) = (Index::new(&points).unwrap(), |n| disks.slice(0..n).unwrap());
    for n in [1, 6, 30, 300] {
        check(
            &index.join(&some(n)).unwrap(),
            &brute_force(&some(n), &points),
            n,
            &format!("{n} with an index"),
        );
    }
    // Some thousand rows between two reports: once what is not finite, once at the start, once the rest.
    let reports = AtomicUsize::new(0);
    let report = |_| {
        reports.fetch_add(1, Relaxed);
    };
    let one_set = Join::self_join(&disks).unwrap().query(Query::new().sequential());
    one_set.progress(&report).matched_left().unwrap();
    assert_eq!(reports.into_inner(), 3);
    // A row alone on its side, too.
    let one = Columns::<Point>::from_shapes(&[disks.get(1).unwrap().center]).unwrap();
    assert_eq!(soa::join(&one, &disks).unwrap().right(), soa::join(&disks, &one).unwrap().left());
}
