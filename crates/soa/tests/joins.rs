//! Joins of few kinds of shapes against brute force: every spread of rows, every level, any number of
//! threads.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use scalar::dim2::{Disk, Point, Triangle};
use scalar::dim3::{Sphere, Triangle3};
use soa::join::{Index, Join, Progress};
use soa::{Columns, Error, Level, Query, Triangles, View, intersecting_pairs, join, self_join};

#[path = "common/answers.rs"]
mod answers;
#[path = "common/spreads.rs"]
mod spreads;
use answers::check;
use spreads::{Random, SPREADS, add, rows};

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
fn every_level_length_and_number_of_threads_gives_the_same() {
    let spread = SPREADS[2].1;
    for n in [0, 1, 2, 15, 16, 17, 33, 256, 257, 1000] {
        let (a, b) = (rows::<Triangle>(n, spread, 3), rows::<Disk>(n, spread, 4));
        let expected = intersecting_pairs(&a, &b).unwrap();
        assert!(n < 33 || !expected.is_empty(), "{n}");
        everywhere(|query, what| {
            check(&Join::new(&a, &b).unwrap().query(query), &expected, n, &format!("{n} rows, {what}"));
        });
    }
}

/// The spread whose pairs brute force settles one by one, as the lanes of `f64` leave them open: a hundred
/// times as slow.
const SLOW: &str = "largest numbers";

#[test]
fn twenty_thousand_rows_equal_brute_force() {
    for (name, spread) in SPREADS.iter().filter(|(name, _)| *name != "one place") {
        let n = if *name == SLOW { 2_000 } else { 20_000 };
        let (a, b) = (rows::<Triangle>(n, *spread, 5), rows::<Disk>(n, *spread, 6));
        let expected = intersecting_pairs(&a, &b).unwrap();
        assert!(!expected.is_empty(), "{name}");
        everywhere(|query, what| {
            assert!(Join::new(&a, &b).unwrap().query(query).pairs().unwrap() == expected, "{name}, {what}");
        });
    }
}

#[test]
fn a_few_regions_of_every_spread_equal_brute_force() {
    for (name, spread) in SPREADS {
        let n = if name == "one place" { 300 } else { 1500 };
        let (disks, points) = (rows::<Disk>(n, spread, 39), rows::<Point>(n + 601, spread, 40));
        let expected = intersecting_pairs(&points, &disks).unwrap();
        assert!(join(&points, &disks).unwrap() == expected, "{name}");
        let (spheres, triangles) = (rows::<Sphere>(n / 3, spread, 41), rows::<Triangle3>(n, spread, 42));
        let expected = intersecting_pairs(&spheres, &triangles).unwrap();
        assert!(join(&spheres, &triangles).unwrap() == expected, "{name}, in space");
        let expected = intersecting_pairs(&disks, &disks).unwrap();
        let own = self_join(&disks).unwrap();
        assert!(own.iter().eq(expected.iter().filter(|(left, right)| left < right)), "{name}, own");
    }
}

/// As many rows as make many regions in space, and of a set with itself.
#[test]
fn thousands_of_rows_in_space_and_of_one_set_equal_brute_force() {
    for (name, spread) in SPREADS {
        let n = match name {
            "one place" => 1000,
            SLOW => 1500,
            _ => 5000,
        };
        let (a, b) = (rows::<Sphere>(n, spread, 31), rows::<Triangle3>(n, spread, 32));
        let expected = intersecting_pairs(&a, &b).unwrap();
        let disks = rows::<Disk>(n, spread, 33);
        let all = intersecting_pairs(&disks, &disks).unwrap();
        let own: Vec<_> = all.iter().filter(|(left, right)| left < right).collect();
        assert!(!own.is_empty(), "{name}");
        everywhere(|query, what| {
            let joined = Join::new(&a, &b).unwrap().query(query).pairs().unwrap();
            assert!(joined == expected, "{name}, {what}");
            let joined = Join::self_join(&disks).unwrap().query(query);
            assert!(joined.pairs().unwrap().iter().eq(own.iter().copied()), "{name}, own, {what}");
            assert_eq!(joined.count(), own.len() as u64, "{name}, own, {what}");
        });
        let mut blocks = Vec::new();
        Join::self_join(&disks).unwrap().for_each_block(|pairs| blocks.extend(pairs.iter())).unwrap();
        assert!(blocks == own, "{name}, own, by blocks");
    }
}

#[test]
fn a_set_meets_itself_once() {
    for (name, spread) in SPREADS {
        let triangles = rows::<Triangle>(500, spread, 7);
        let all = intersecting_pairs(&triangles, &triangles).unwrap();
        let expected: Vec<_> = all.iter().filter(|(left, right)| left < right).collect();
        assert_eq!(self_join(&triangles).unwrap().iter().collect::<Vec<_>>(), expected, "{name}");
        let own = Join::self_join(&triangles).unwrap();
        assert_eq!(own.count(), expected.len() as u64, "{name}");
        let mut blocks = Vec::new();
        own.for_each_block(|pairs| blocks.extend(pairs.iter())).unwrap();
        assert!(blocks == expected, "{name}, by blocks");
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
    let join = Join::self_join(&mesh).unwrap().exclude_shared_corners();
    assert_eq!(join.pairs().unwrap().iter().collect::<Vec<_>>(), [(20, 2000)]);
    let join = Join::new(&mesh, &mesh).unwrap().exclude_shared_corners();
    assert_eq!(join.pairs().unwrap().iter().collect::<Vec<_>>(), [(20, 2000), (2000, 20)]);
}

/// Several groups of them: what they meet is searched for each group by itself, and in several lists.
#[test]
fn large_meet_more_groups_than_one_list_holds() {
    let small = rows::<Point>(5_000, SPREADS[0].1, 29);
    let disk = |i: usize| Disk { center: small.as_view().get(100 * i).unwrap(), radius: 50.0 };
    let large = Columns::from_shapes(&(0..40).map(disk).collect::<Vec<_>>()).unwrap();
    let expected = intersecting_pairs(&large, &small).unwrap();
    assert!(expected.len() > 20 * 5_000, "{}", expected.len());
    check(&Join::new(&large, &small).unwrap(), &expected, 40, "large");
}

#[test]
fn an_index_is_kept_for_many_joins() {
    let disks = rows::<Disk>(500, SPREADS[0].1, 8);
    let index = Index::new(&disks).unwrap();
    for seed in 9..12 {
        let (triangles, points) =
            (rows::<Triangle>(400, SPREADS[0].1, seed), rows::<Point>(300, SPREADS[0].1, seed));
        let expected = intersecting_pairs(&triangles, &disks).unwrap();
        check(&index.join(&triangles).unwrap(), &expected, 400, "triangles");
        let expected = intersecting_pairs(&points, &disks).unwrap();
        check(&index.join(&points).unwrap(), &expected, 300, "points");
    }
    assert_eq!(format!("{index:?}"), "Index(500 disks)");
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
            disk.center = add(disk.center, random.vector(0.02));
        }
        let moved = Columns::from_shapes(&disks).unwrap();
        assert!(!index.refit(&moved).unwrap(), "step {step}: they moved by less than their size");
        let expected = intersecting_pairs(&points, &moved).unwrap();
        check(&index.join(&points).unwrap(), &expected, 700, &format!("step {step}"));
        hits.push(expected.len());
    }
    hits.dedup();
    assert!(hits.len() > 5, "the hits change: {hits:?}");

    // All are somewhere else: the old order is worth nothing.
    let elsewhere = rows::<Disk>(600, clusters, 23);
    assert!(index.refit(&elsewhere).unwrap(), "neighbours are in different clusters");
    let expected = intersecting_pairs(&points, &elsewhere).unwrap();
    check(&index.join(&points).unwrap(), &expected, 700, "elsewhere");

    let fewer = rows::<Disk>(599, even, 24);
    assert_eq!(index.refit(&fewer).unwrap_err(), Error::RefitRows { expected: 600, rows: 599 });
    check(&index.join(&points).unwrap(), &expected, 700, "after an error");
    assert_eq!((index.len(), index.is_empty()), (600, false));
}

#[test]
fn an_index_is_made_anew_when_its_boxes_are_more_than_twice_as_large() {
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
    let bad = View::<Disk>::new_unvalidated(core::array::from_fn(|k| &bad[k][..])).unwrap();
    let mut index = Index::new(&bad).unwrap();
    assert_eq!((index.len(), index.join(&points).unwrap().count()), (50, 49));
    assert!(index.refit(&good).unwrap());
    assert_eq!(index.join(&points).unwrap().count(), 50);
    assert!(index.refit(&bad).unwrap());
    assert_eq!(index.join(&points).unwrap().count(), 49);
}

#[test]
fn one_shape_is_asked_of_an_index() {
    let triangles = rows::<Triangle>(500, SPREADS[0].1, 26);
    let index = Index::new(&triangles).unwrap();
    let mut met = 0;
    for disk in &rows::<Disk>(100, SPREADS[0].1, 27) {
        let expected: Vec<u32> =
            soa::intersects_one(&disk, &triangles).unwrap().iter().map(|row| row as u32).collect();
        met += expected.len();
        assert_eq!(index.intersects_one(&disk).unwrap(), expected);
    }
    assert!(met > 50, "{met}");
    assert!(index.intersects_one(&Disk { center: [0.0, 0.0], radius: -1.0 }).is_err());
    let empty = Index::new(&Triangles::default()).unwrap();
    assert!(empty.is_empty() && empty.intersects_one(&Disk::default()).unwrap().is_empty());
}

#[test]
fn progress_comes_to_the_end() {
    let spread = SPREADS[0].1;
    let (a, b) = (rows::<Point>(150_000, spread, 28), rows::<Disk>(1000, spread, 29));
    let reports = Mutex::new(Vec::new());
    let report = |progress: Progress| reports.lock().unwrap().push(progress);
    for query in [Query::new().sequential(), Query::new()] {
        reports.lock().unwrap().clear();
        Join::new(&a, &b).unwrap().query(query).progress(&report).count();
        let reports = reports.lock().unwrap();
        assert!(reports.len() >= 5, "{reports:?}");
        assert!(reports.iter().all(|progress| progress.of == 150_000));
        assert_eq!(reports.iter().map(|progress| progress.rows).max(), Some(150_000));
    }
}

#[test]
#[cfg_attr(target_family = "wasm", ignore = "WebAssembly has no threads")]
fn without_threads_all_is_done_by_the_caller() {
    let spread = SPREADS[0].1;
    let (a, b) = (rows::<Point>(150_000, spread, 28), rows::<Disk>(1000, spread, 29));
    let caller = std::thread::current().id();
    let elsewhere = AtomicUsize::new(0);
    let report = |_: Progress| {
        elsewhere.fetch_add(usize::from(std::thread::current().id() != caller), Relaxed);
    };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
    for _ in 0..20 {
        Join::new(&a, &b).unwrap().query(Query::new().sequential()).progress(&report).count();
    }
    assert_eq!(elsewhere.load(Relaxed), 0);
    pool.install(|| Join::new(&a, &b).unwrap().progress(&report).count());
    assert!(elsewhere.load(Relaxed) > 0, "a pool of others does it");
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
        for pair in pairs.iter() {
            assert_eq!(pair, next);
            next = if pair.1 == n - 1 { (pair.0 + 1, 0) } else { (pair.0, pair.1 + 1) };
        }
        blocks += 1;
    });
    assert_eq!(all, Ok(()));
    assert_eq!(next, (n, 0));
    assert_eq!(blocks, 4);
    assert_eq!(done.into_inner(), n as usize);
}

#[test]
fn nobody_is_called_for_no_pairs() {
    let here = rows::<Disk>(100, |_, _| ([0.0; 3], 1.0), 43);
    let there = rows::<Disk>(100, |_, _| ([1e6; 3], 1.0), 44);
    let join = Join::new(&here, &there).unwrap();
    assert_eq!(format!("{join:?}"), "Join(100 disks with disks)");
    assert_eq!(join.for_each_block(|pairs| panic!("{pairs:?}")), Ok(()));
    assert!(join.is_empty() && join.count() == 0);
    assert!(!Join::new(&here, &here).unwrap().is_empty());
}

#[test]
fn more_pairs_than_wanted_are_an_error_and_can_be_counted() {
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
    let bad = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY];
    for (i, row) in (5..9000).step_by(7).enumerate() {
        disks[i % 3][row] = bad[i / 3 % 3];
    }
    let disks = View::<Disk>::new_unvalidated(core::array::from_fn(|k| &disks[k][..])).unwrap();
    let expected = intersecting_pairs(&points, &disks).unwrap();
    assert!(expected.len() > 3000, "{}", expected.len());
    everywhere(|query, what| {
        assert!(Join::new(&points, &disks).unwrap().query(query).pairs().unwrap() == expected, "{what}");
        let swapped = Join::new(&disks, &points).unwrap().query(query);
        assert_eq!(swapped.count(), expected.len() as u64, "{what}");
        let done = AtomicUsize::new(0);
        let report = |progress: Progress| {
            done.fetch_max(progress.rows, Relaxed);
        };
        swapped.progress(&report).matched_left().unwrap();
        assert_eq!(done.swap(0, Relaxed), 9000, "{what}");
        Join::self_join(&disks).unwrap().query(query).progress(&report).matched_left().unwrap();
        assert_eq!(done.into_inner(), 9000, "own, {what}");
    });
    // Some thousand rows between two reports: once what is not finite, once the rest.
    let reports = AtomicUsize::new(0);
    let report = |_| {
        reports.fetch_add(1, Relaxed);
    };
    Join::self_join(&disks)
        .unwrap()
        .query(Query::new().sequential())
        .progress(&report)
        .matched_left()
        .unwrap();
    assert_eq!(reports.into_inner(), 2);
}

#[test]
fn rows_that_are_not_finite_touch_nothing() {
    let mut disks = rows::<Disk>(100, |_, _| ([0.0; 3], 1.0), 14).into_columns();
    disks[0][3] = f32::NAN;
    disks[1][40] = f32::INFINITY;
    disks[2][99] = f32::NEG_INFINITY;
    let disks = View::<Disk>::new_unvalidated(core::array::from_fn(|k| &disks[k][..])).unwrap();
    let points = Columns::<Point>::from_shapes(&[[0.0, 0.0]]).unwrap();
    let rights: Vec<u32> = (0..100).filter(|row| ![3, 40, 99].contains(row)).collect();
    assert_eq!(join(&points, &disks).unwrap().right(), rights);
    assert_eq!(join(&disks, &points).unwrap().left(), rights);
}
