//! Times a join of columns from a file in Rust, and octet-arrow beside soa, for bench/beside_rust.py:
//! `rust_times FILE`, of 3 columns of disks and 6 of triangles in f32. Prints seconds and peak kB.
#![forbid(unsafe_code)]

use std::error::Error;
use std::fs;
use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;

use arrow_array::{ArrayRef, Float32Array, RecordBatch};
use octet_arrow::Shapes;
use soa::{Disks, Query, ShapeKind, Triangles};

fn main() -> Result<(), Box<dyn Error + Send + Sync>> {
    rayon::ThreadPoolBuilder::new().num_threads(1).build()?.install(times)
}

fn times() -> Result<(), Box<dyn Error + Send + Sync>> {
    let bytes = fs::read(std::env::args().nth(1).ok_or("no file")?)?;
    let floats: Vec<f32> =
        bytes.chunks_exact(4).map(|b| f32::from_le_bytes([b[0], b[1], b[2], b[3]])).collect();
    drop(bytes);
    let rows = floats.len() / 9;
    let column = |k: usize| floats[k * rows..(k + 1) * rows].to_vec();
    let disks = Disks::new(std::array::from_fn(column))?;
    let triangles = Triangles::new(std::array::from_fn(|k| column(3 + k)))?;
    let before = status("VmRSS:")?;
    let mut least = f64::INFINITY;
    let mut pairs = 0;
    for _ in 0..5 {
        let start = Instant::now();
        let found = soa::join(&disks, &triangles)?;
        least = least.min(start.elapsed().as_secs_f64());
        pairs = found.len();
    }
    println!("join {least} {} {pairs}", status("VmHWM:")? - before);

    for n in [4_096, rows] {
        let shapes = |kind: ShapeKind, first: usize| -> Result<Shapes, Box<dyn Error + Send + Sync>> {
            let columns = kind.columns().iter().enumerate();
            let named =
                columns.map(|(k, name)| (*name, Arc::new(Float32Array::from(column(first + k))) as ArrayRef));
            Ok(Shapes::of_batch(&RecordBatch::try_from_iter(named)?.slice(0, n), "")?)
        };
        let (a, b) = (shapes(ShapeKind::Disk, 0)?, shapes(ShapeKind::Triangle, 3)?);
        // Both from the same memory.
        let (va, vb) = (a.view()?, b.view()?);
        let calls = 2_000_000 / n + 1;
        let (mut plain, mut arrow) = (f64::INFINITY, f64::INFINITY);
        for _ in 0..60 {
            plain = plain.min(time(calls, || drop(black_box(Query::new().intersects_any(&va, &vb)))));
            arrow = arrow.min(time(calls, || drop(black_box(octet_arrow::intersects(&a, &b)))));
        }
        println!("intersects {n} {plain} {arrow}");
    }
    Ok(())
}

fn time(calls: usize, mut call: impl FnMut()) -> f64 {
    let start = Instant::now();
    (0..calls).for_each(|_| call());
    start.elapsed().as_secs_f64() / calls as f64
}

/// A line of this process's status, in kB.
fn status(name: &str) -> Result<u64, Box<dyn Error + Send + Sync>> {
    let status = fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find(|line| line.starts_with(name)).ok_or("no such line")?;
    Ok(line.split_whitespace().nth(1).ok_or("no number")?.parse()?)
}
