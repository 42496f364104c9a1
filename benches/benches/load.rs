//! Calls that are as large as they may be: `cargo xtask load`, or `cargo bench -p benches --bench load`.
//!
//! 2^27 rows at once, row by row and joined, joins whose pairs would fill any memory, and 10^8 rays at edges and
//! corners of a closed mesh. The rows are made so that every answer can be checked by counting. `--quick` takes a
//! thirty-second of the rows.
//!
//! It is a program of its own since its allocator counts, as that of `memory.rs`.

use std::ops::ControlFlow::{Break, Continue};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::Parser;
use demo::data::Mesh;
use peak_alloc::PeakAlloc;
use scalar::dim2::{Disk, Point, Segment};
use scalar::dim3::{Point3, Ray3};
use soa::join::Join;
use soa::{Disks, Error, Hits, Points3, Rays3, Shape, View};

#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

/// Runs calls as large as they may be and checks every answer: time, and memory beside the input
///
/// 2^27 rows at once, row by row and joined, joins whose pairs would fill any memory, and 10^8 rays at edges and
/// corners of a closed mesh, none of which may leak. It takes up to 8 GiB.
#[derive(Parser)]
#[command(name = "cargo xtask load", bin_name = "cargo xtask load")]
struct Args {
    /// A thirty-second of the rows, in some seconds
    #[arg(long)]
    quick: bool,
    // Cargo passes it to every bench.
    #[arg(long = "bench", hide = true)]
    _bench: bool,
}

fn main() -> ExitCode {
    let Args { quick, .. } = Args::parse();
    println!("{:42} {:>11} {:>9} {:>9} {:>9}", "", "left rows", "seconds", "ns/row", "MiB more");
    let mut load = Load { failed: 0 };
    let shift = if quick { 5 } else { 0 };
    row_by_row(&mut load, (1 << 27) >> shift);
    joins(&mut load, 1 << (14 - shift), 1 << 13);
    heaps(&mut load, if quick { [1 << 13; 2] } else { [1_000_000, 1 << 16] });
    rays(&mut load, 100_000_000 >> shift);
    match load.failed {
        0 => ExitCode::SUCCESS,
        wrong => {
            eprintln!("error: {wrong} answers are wrong");
            ExitCode::FAILURE
        }
    }
}

/// Times some work, and measures the memory that it takes, its result among it.
fn measure<R>(what: &str, rows: usize, work: impl FnOnce() -> R) -> R {
    let before = ALLOCATOR.current_usage();
    ALLOCATOR.reset_peak_usage();
    let start = Instant::now();
    let result = work();
    let time: Duration = start.elapsed();
    let more = ALLOCATOR.peak_usage().saturating_sub(before) as f64 / f64::from(1 << 20);
    let (seconds, per_row) = (time.as_secs_f64(), time.as_nanos() as f64 / rows as f64);
    println!("{what:42} {rows:11} {seconds:9.2} {per_row:9.2} {more:9.1}");
    result
}

/// Counts the wrong answers.
struct Load {
    failed: usize,
}

impl Load {
    /// Whether the last result is right.
    fn check(&mut self, is_right: bool) {
        if !is_right {
            println!("WRONG: the result of that");
            self.failed += 1;
        }
    }
}

/// Places from 0 to 4095, again and again.
fn row_by_row(load: &mut Load, rows: usize) {
    const PERIOD: usize = 1 << 12;
    let place = |row: usize| row % PERIOD;
    let x: Vec<f32> = (0..rows).map(|row| place(row) as f32).collect();
    let middle = vec![(PERIOD / 2) as f32; rows];
    let radius = vec![1000.5; rows];
    let points = view::<Point>(&[&x, &middle]);
    let disks = view::<Disk>(&[&middle, &middle, &radius]);
    // Places are whole numbers, so it does not matter how the half is rounded.
    let near = |row: usize| place(row).abs_diff(PERIOD / 2) <= 1000;
    let are_near = |hits: Hits| (0..rows).all(|row| hits.get(row) == Some(near(row)));
    let hits = measure("points with disks", rows, || soa::intersects(&points, &disks));
    load.check(hits.is_ok_and(are_near));
    let disk = Disk { center: [(PERIOD / 2) as f32; 2], radius: 1000.5 };
    let what = "intersects_one of a disk with points";
    let hits = measure(what, rows, || soa::intersects_one(&disk, &points));
    load.check(hits.is_ok_and(are_near));

    let zero = vec![0.0; rows];
    let segments = view::<Segment>(&[&zero, &zero, &zero, &middle]);
    let points = view::<Point>(&[&x, &radius]);
    // Segments along the y axis: the distance is x, whose square is exact.
    let squared = |row: usize| (place(row) * place(row)) as f32;
    let squares = measure("squared distances", rows, || soa::squared_distances(&points, &segments));
    load.check(squares.is_ok_and(|squares| squares.iter().zip(0..).all(|(x, row)| x == squared(row))));
}

/// A grid of places, which come in no order.
fn joins(load: &mut Load, width: usize, height: usize) {
    let rows = width * height;
    // An odd number times all numbers below a power of two are those numbers again.
    let cell = |row: usize| row.wrapping_mul(0x9e37_79b1) % rows;
    let place = |row: usize| [cell(row) % width, cell(row) / width];
    let [x, y] = [0, 1].map(|k| (0..rows).map(|row| place(row)[k] as f32).collect::<Vec<_>>());
    let points = view::<Point>(&[&x, &y]);
    // Wide apart: x^2 + y^2 <= 6.25 holds for 21 pairs of whole numbers.
    let centers =
        (0..height).step_by(64).flat_map(|y| (0..width).step_by(128).map(move |x| [x + 64, y + 32]));
    let few: Vec<Disk> =
        centers.map(|center| Disk { center: center.map(|x| x as f32), radius: 2.5 }).collect();
    let few = Disks::from_shapes(&few).expect("they are finite");
    let joined = Join::new(&points, &few).expect("few enough rows");
    let near = |row: usize| {
        let [x, y] = place(row);
        (x % 128).abs_diff(64).pow(2) + (y % 64).abs_diff(32).pow(2) <= 6
    };
    let count = measure("join with few: count", rows, || joined.count());
    load.check(count == 21 * few.len() as u64);
    let hits = measure("join with few: rows", rows, || joined.matched_left());
    load.check(hits.is_ok_and(|hits| (0..rows).all(|row| hits.get(row) == Some(near(row)))));
    let pairs = measure("join with few: pairs", rows, || joined.pairs());
    let disk = |[x, y]: [usize; 2]| y / 64 * (width / 128) + x / 128;
    let expected = (0..rows).filter(|&row| near(row)).map(|row| (row as u32, disk(place(row)) as u32));
    load.check(pairs.is_ok_and(|pairs| pairs.iter().eq(expected)));

    // Each touches the next ones in its row and in its column.
    let radius = vec![0.625; rows];
    let disks = view::<Disk>(&[&x, &y, &radius]);
    let own = Join::self_join(&disks).expect("few enough rows");
    let count = measure("join of a set with itself: count", rows, || own.count());
    load.check(count == ((width - 1) * height + width * (height - 1)) as u64);
}

/// Rays from within a closed mesh, aimed at its corners and at places on its edges, without a rounding. Each must
/// meet the mesh, where it is aimed at or before.
fn rays(load: &mut Load, count: usize) {
    /// What corners are multiples of; places on edges are multiples of an eighth of it.
    const STEP: f32 = 1.0 / 8192.0;
    let mesh = Mesh::bunny().expect("the shipped bunny can be read");
    let Mesh { mut vertices, faces } = mesh.clone();
    vertices.as_flattened_mut().iter_mut().for_each(|x| *x = (*x / STEP).round() * STEP);
    let solid = soa::Mesh::new(&vertices, &faces).and_then(|mesh| mesh.solid()).expect("a closed mesh");

    let corners = vertices.iter().copied();
    let edges = faces.iter().flat_map(|&[a, b, c]| [[a, b], [b, c], [c, a]]).filter(|[a, b]| a < b);
    let on_edges = edges.flat_map(|edge| {
        let [a, b] = edge.map(|vertex| vertices[vertex as usize]);
        (1..8).map(move |k| std::array::from_fn(|i| a[i] + (b[i] - a[i]) * (k as f32 / 8.0)))
    });
    let targets: Vec<Point3> = corners.chain(on_edges).collect();
    let (min, max) = mesh.bounds();
    let grid = (0..40 * 40 * 40).map(|i| {
        let cell = [i / 1600, i / 40 % 40, i % 40];
        [0, 1, 2].map(|k| ((min[k] + (max[k] - min[k]) * (cell[k] as f32 / 40.0)) / STEP).round() * STEP)
    });
    let grid: Vec<Point3> = grid.collect();
    let inside = solid.inside(&Points3::from_shapes(&grid).expect("finite")).expect("few points").inside;
    let starts: Vec<Point3> = inside.iter().map(|row| grid[row]).collect();

    let (mut leaks, mut left) = (0, count);
    let mut batches = starts.iter().cycle();
    measure("rays at edges and corners of the bunny", count, || {
        while let (1.., Some(&start)) = (left, batches.next()) {
            let aimed = targets[..targets.len().min(left)]
                .iter()
                .map(|target| Ray3 { start, direction: std::array::from_fn(|k| target[k] - start[k]) });
            let rays = Rays3::from_shapes(&aimed.collect::<Vec<_>>()).expect("finite");
            let hits = solid.faces().cast(&rays).expect("few rays");
            leaks += hits.iter().filter(|hit| hit.is_none_or(|hit| hit.t > 1.0)).count();
            left -= rays.len();
        }
    });
    load.check(leaks == 0 && starts.len() > 1000);
}

/// Disks in one place: a join of them is all pairs.
fn heaps(load: &mut Load, [many, fewer]: [usize; 2]) {
    const BLOCK: usize = 1 << 22;
    let heap =
        |rows| Disks::new([vec![0.0; rows], vec![0.0; rows], vec![1.0; rows]]).expect("they are finite");
    let (disks, others) = (heap(many), heap(fewer));
    let joined = Join::new(&disks, &disks).expect("few enough rows");
    // The index is made once.
    let any = measure("all touch: any", many, || !joined.is_empty());
    load.check(any);
    let at_most = 1 << 20;
    let limited = Join::new(&disks, &disks).expect("few enough rows").limit(at_most);
    let pairs = measure("all touch: pairs, of which 2^20 are wanted", many, || limited.pairs());
    load.check(pairs == Err(Error::TooManyPairs { at_most }));
    let at_most = 1 << 28;
    if (many as u64).pow(2) > at_most {
        let pairs = measure("all touch: pairs, no limit set", many, || joined.pairs());
        load.check(pairs == Err(Error::TooManyPairs { at_most }));
    }
    let mut blocks = 0;
    let end = measure("all touch: ten blocks, and stop", many, || {
        joined.try_for_each_block(|block| {
            blocks += 1;
            assert!(block.len() <= BLOCK, "a block can be held");
            if blocks == 10 { Break(blocks) } else { Continue(()) }
        })
    });
    load.check(end == Ok(Break(10)));

    let joined = Join::new(&others, &others).expect("few enough rows");
    let all = (fewer as u64).pow(2);
    let count = measure(&format!("all touch: count {all}"), fewer, || joined.count());
    load.check(count == all);
    let mut next = 0;
    let end = measure(&format!("all touch: blocks of {all}"), fewer, || {
        joined.for_each_block(|block| {
            // A few of them, and that none is missing.
            for i in (0..block.len()).step_by(1021) {
                let pair = next + i as u64;
                let rows = (u64::from(block.left()[i]), u64::from(block.right()[i]));
                assert_eq!(rows, (pair / fewer as u64, pair % fewer as u64), "pairs come in order");
            }
            next += block.len() as u64;
        })
    });
    load.check(end == Ok(()) && next == all);
}

fn view<'a, S: Shape>(columns: &S::Of<&'a Vec<f32>>) -> View<'a, S> {
    View::new(S::build(|k| columns.as_ref()[k].as_slice())).expect("they are finite")
}
