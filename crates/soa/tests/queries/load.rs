//! What happens at the limits: too many rows or pairs, no memory, a panic in a callback, any pool of threads.

use std::any::Any;
use std::env;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;

use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use scalar::dim2::{Aabb, Disk, Point, Segment};
use soa::dim2::point_segment::SquaredDistance;
use soa::join::{Index, Join, Progress};
use soa::{Columns, Disks, Error, Points, Query, View};
use std::ops::ControlFlow::{Break, Continue};

const MIB: usize = 1 << 20;

/// Disks that all touch each other.
fn pile(rows: usize) -> Disks {
    Disks::new([vec![0.0; rows], vec![0.0; rows], vec![1.0; rows]]).unwrap()
}

/// Disks along a line, each of which touches the next two.
fn chain(rows: usize) -> Disks {
    Disks::new([(0..rows).map(|i| i as f32).collect(), vec![0.0; rows], vec![1.0; rows]]).unwrap()
}

/// The pairs of a chain with itself, in order.
fn links(rows: u32) -> impl Iterator<Item = (u32, u32)> {
    (0..rows).flat_map(move |row| (row + 1..rows.min(row + 3)).map(move |next| (row, next)))
}

/// More rows than one task of a join takes, and than one thread takes row by row.
const MANY: u32 = 140_001;

fn pool(threads: usize) -> ThreadPool {
    ThreadPoolBuilder::new().num_threads(threads).thread_name(|_| "ours".into()).build().unwrap()
}

#[cfg(target_pointer_width = "64")]
#[test]
fn more_rows_than_a_u32_names_are_refused_by_lists_only() {
    // Memory that is not touched takes no room.
    let rows = u32::MAX as usize + 1;
    let Ok(zeros) = bytemuck::allocation::try_zeroed_vec::<f32>(rows) else {
        eprintln!("skipped: no 16 GiB of addresses");
        return;
    };
    let points = View::<Point>::new_unvalidated([&zeros, &zeros]).unwrap();
    let disks = pile(1);
    let refused = Error::TooManyRows { rows };
    assert_eq!(Join::new(&points, &disks).unwrap_err(), refused);
    assert_eq!(Join::new(&disks, &points).unwrap_err(), refused);
    assert_eq!(Index::new(&disks).unwrap().join(&points).unwrap_err(), refused);
    assert_eq!(Index::new(&points).unwrap_err(), refused);
    assert_eq!(soa::intersecting_pairs(&points, &disks).unwrap_err(), refused);
    assert_eq!(soa::intersecting_pairs(&disks, &points).unwrap_err(), refused);
    assert_eq!(refused.to_string(), "4294967296 rows are more than a pair list can name (4294967295)");
    assert_eq!(points.len(), rows);
    let largest = points.slice(1..rows).unwrap();
    assert!(Join::new(&largest, &disks).is_ok() && Join::new(&disks, &largest).is_ok());
}

#[cfg(target_pointer_width = "64")]
#[test]
#[ignore = "takes seconds, and 16 GiB of addresses"]
fn more_rows_than_a_u32_names_are_answered_row_by_row() {
    const OTHERS: [usize; 4] = [7, u32::MAX as usize, 1 << 32, (1 << 32) + 40];
    let mut column = vec![0.0; (1 << 32) + 64];
    for row in OTHERS {
        column[row] = 5.0;
    }
    let boxes = View::<Aabb>::new_unvalidated([&column; 4]).unwrap();
    let one = Aabb { min: [4.0; 2], max: [6.0; 2] };
    assert!(soa::intersects_one(&one, &boxes).unwrap().iter().eq(OTHERS));
    assert!(soa::intersects(&boxes, &boxes).unwrap().count() == column.len());
}

#[test]
fn blocks_end_when_the_callback_breaks() {
    let disks = pile(3000);
    let join = Join::new(&disks, &disks).unwrap();
    let (mut blocks, mut pairs) = (0, 0);
    let outcome = join.try_for_each_block(|block| {
        (blocks, pairs) = (blocks + 1, pairs + block.len());
        if blocks == 2 { Break(pairs) } else { Continue(()) }
    });
    assert_eq!((outcome, blocks), (Ok(Break(pairs)), 2));
    assert!(pairs < 9_000_000);
    let outcome = join.try_for_each_block::<()>(|block| {
        pairs += block.len();
        Continue(())
    });
    assert_eq!(outcome, Ok(Continue(())));
    assert!(pairs > 9_000_000);
}

/// What a panic said that was raised by [`resume_unwind`], which prints nothing.
fn caught(work: impl FnOnce()) -> &'static str {
    let payload: Box<dyn Any + Send> = catch_unwind(AssertUnwindSafe(work)).unwrap_err();
    payload.downcast_ref().copied().unwrap()
}

#[test]
fn a_panic_in_a_callback_arrives_and_breaks_nothing() {
    let disks = chain(MANY as usize);
    let index = Index::new(&disks).unwrap();
    let panics = AtomicBool::new(false);
    let report = |_: Progress| {
        if panics.load(Relaxed) {
            resume_unwind(Box::new("a report"));
        }
    };
    for threads in [1, 3] {
        let pool = pool(threads);
        pool.install(|| {
            let join = Join::self_join(&disks).unwrap().progress(&report);
            let kept = index.join(&disks).unwrap().progress(&report);
            for _ in 0..2 {
                panics.store(true, Relaxed);
                assert_eq!(caught(|| _ = join.count()), "a report");
                assert_eq!(caught(|| _ = kept.pairs()), "a report");
                panics.store(false, Relaxed);
                assert_eq!(
                    caught(|| _ = join.for_each_block(|_| resume_unwind(Box::new("a block")))),
                    "a block"
                );
                assert!(join.pairs().unwrap().iter().eq(links(MANY)), "{threads} threads");
                assert_eq!(kept.count(), u64::from(MANY) + 2 * links(MANY).count() as u64);
            }
        });
        // The pool has all its threads.
        assert_eq!(pool.broadcast(|_| ()).len(), threads);
    }
}

#[test]
fn the_pool_is_the_callers() {
    let disks = chain(MANY as usize);
    let places = Points::new([(0..MANY).map(|i| i as f32).collect(), vec![0.5; MANY as usize]]).unwrap();
    let segment = Segment { start: [0.0, 0.0], direction: [f32::from(u16::MAX), 0.0] };
    let segments = Columns::from_shapes(&vec![segment; MANY as usize]).unwrap();
    let names = Mutex::new(Vec::new());
    let report = |_: Progress| {
        names.lock().unwrap().push((thread::current().name().map(str::to_owned), thread::current().id()));
    };
    let everything = |query: Query| {
        let index = Index::builder().query(query).build(&disks).unwrap();
        let join = index.join(&disks).unwrap().progress(&report);
        assert_eq!(join.count(), u64::from(MANY) + 2 * links(MANY).count() as u64);
        let join = Join::self_join(&disks).unwrap().query(query).progress(&report);
        assert!(join.pairs().unwrap().iter().eq(links(MANY)));
        assert_eq!(query.intersects(&places, &disks).unwrap().count(), MANY as usize);
        let squares = query.squared_distances(&places, &segments).unwrap();
        assert!(squares.iter().take(1 << 16).all(|square| square == 0.25));
    };
    for threads in [1, 3] {
        let pool = pool(threads);
        pool.install(|| everything(Query::new()));
        // From tasks of the same pool: more than it has threads.
        pool.install(|| (0..2 * threads).into_par_iter().for_each(|_| everything(Query::new())));
        let names = core::mem::take(&mut *names.lock().unwrap());
        assert!(names.len() > 2 * threads);
        assert!(names.iter().all(|(name, _)| name.as_deref() == Some("ours")), "{threads} threads");
    }
    // Without threads all is done here, without a pool.
    everything(Query::new().sequential());
    let here = thread::current().id();
    assert!(names.lock().unwrap().iter().all(|&(_, thread)| thread == here));
}

#[test]
fn threads_share_columns_and_an_index() {
    let disks = chain(20_000);
    let index = Index::new(&disks).unwrap();
    let expected = soa::join(&disks, &disks).unwrap();
    thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                assert!(index.join(&disks).unwrap().pairs().unwrap() == expected);
                assert!(soa::join(&disks, &disks).unwrap() == expected);
                assert_eq!(index.intersects_one(&Disk { center: [7.5, 0.0], radius: 0.0 }).unwrap(), [7, 8]);
                assert_eq!(index.nearest(&[7.0, 3.0], 2.0).unwrap().map(|nearest| nearest.row), Some(7));
                assert_eq!(soa::intersects(&disks, &disks).unwrap().count(), 20_000);
            });
        }
    });
}

/// The variable of a process with little memory, which a test fills.
const SMALL: &str = "OCTET_TEST_SMALL";

/// Runs a test again in 1 GiB of addresses, where the shell can set such a limit.
fn run_small(test: &str) {
    if !cfg!(target_os = "linux") || env::var_os("OCTET_TEST_RUNNER").is_some() {
        eprintln!("skipped: no limit of memory is known for this system, or for its emulator");
        return;
    }
    let program = env::current_exe().unwrap();
    let script = format!("ulimit -v {} || exit 126; exec \"$@\"", (1 << 30) / 1024);
    let ran = Command::new("sh")
        .args(["-c", &script, "sh"])
        .arg(program)
        .args(["--exact", test, "--nocapture", "--test-threads", "1"])
        .env(SMALL, "")
        // Each would reserve addresses.
        .env("MALLOC_ARENA_MAX", "1")
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&ran.stdout) + String::from_utf8_lossy(&ran.stderr);
    if ran.status.code() == Some(126) {
        eprintln!("skipped: {said}");
        return;
    }
    assert!(ran.status.success() && said.contains("1 passed"), "{}: {said}", ran.status);
}

/// Takes all the memory but `spare` MiB.
fn hoard(spare: usize) -> Vec<Vec<u8>> {
    let mut hoard: Vec<Vec<u8>> = Vec::with_capacity(1 << 10);
    let mut chunk = Vec::new();
    while chunk.try_reserve_exact(MIB).is_ok() {
        hoard.push(core::mem::take(&mut chunk));
        assert!(hoard.len() < 1 << 10, "there is a limit");
    }
    hoard.truncate(hoard.len() - spare);
    hoard
}

#[track_caller]
fn lacks<R>(result: Result<R, Error>, least: usize) {
    match result {
        Err(Error::OutOfMemory { bytes }) => assert!(bytes >= least, "{bytes}"),
        Err(error) => panic!("{error}"),
        Ok(_) => panic!("there was memory"),
    }
}

#[test]
fn results_without_memory_are_errors() {
    if env::var_os(SMALL).is_none() {
        return run_small("load::results_without_memory_are_errors");
    }
    let query = Query::new().sequential();
    let column = vec![0.0; 1 << 26];
    let boxes = View::<Aabb>::new_unvalidated([&column[..]; 4]).unwrap();
    let column = &column[..1 << 22];
    let points = View::<Point>::new_unvalidated([column; 2]).unwrap();
    let segments = View::<Segment>::new_unvalidated([column; 4]).unwrap();
    let shapes = vec![[0.0; 2]; 1 << 22];
    let (disks, many) = (pile(3000), pile(2 * MIB));
    let index = Index::builder().query(query).build(&many).unwrap();
    let mut out = Columns::<f32>::from_shapes(&[7.0]).unwrap();

    // With less, it depends on the last part of a MiB, and so on the size of this program, how large a request
    // is the first that fails.
    let hoard = hoard(5);
    lacks(query.intersects(&boxes, &boxes), 1 << 23);
    lacks(query.intersects_one(&Aabb::default(), &boxes), 1 << 23);
    lacks(query.squared_distances(&points, &segments), 1 << 24);
    lacks(query.measure_into::<SquaredDistance>(&points, &segments, &mut out), 1 << 24);
    assert!(out.is_empty());
    lacks(Points::from_shapes(&shapes), 1 << 24);
    lacks(query.intersecting_pairs(&disks, &disks), 1);
    assert_eq!(query.count_pairs(&disks, &disks), 9_000_000);
    let join = Join::new(&disks, &disks).unwrap().query(query);
    lacks(join.pairs(), MIB);
    lacks(join.csr(), MIB);
    lacks(join.for_each_block(|_| ()), MIB);
    lacks(index.intersects_one(&Disk::default()), MIB);

    // The same, once there is some again.
    drop(hoard);
    assert_eq!(join.pairs().unwrap().len(), 9_000_000);
    assert_eq!(index.intersects_one(&Disk::default()).unwrap().len(), 2 * MIB);
    query.measure_into::<SquaredDistance>(&points, &segments, &mut out).unwrap();
    assert_eq!(out.len(), 1 << 22);
}

#[test]
fn a_join_that_lacks_memory_at_any_step_is_an_error() {
    if env::var_os(SMALL).is_none() {
        return run_small("load::a_join_that_lacks_memory_at_any_step_is_an_error");
    }
    let disks = pile(1000);
    let pool = pool(2);
    let mut found = [0; 2];
    pool.install(|| {
        let join = Join::new(&disks, &disks).unwrap();
        assert!(!join.is_empty(), "memory for all but the result");
        for spare in (4..44).step_by(2) {
            let hoard = hoard(spare);
            let lists = [join.pairs().map(|pairs| pairs.len()), join.csr().map(|lists| lists.right().len())];
            drop(hoard);
            for list in lists {
                match list {
                    Ok(len) => assert_eq!(len, 1_000_000),
                    Err(Error::OutOfMemory { .. }) => (),
                    Err(error) => panic!("{error}"),
                }
                found[usize::from(list.is_ok())] += 1;
            }
        }
    });
    assert!(found.iter().all(|&times| times > 5), "without and with memory: {found:?}");
}
