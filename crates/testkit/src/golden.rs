//! What every kernel and every join says of fixed random rows, hashed.
//!
//! `corpora/golden.txt` has a line for each kernel and join, which is the same on every machine, at every
//! level, for every length of a batch and on any number of threads. The rows have a hash of their own, so
//! that a difference in drawing them is not taken for one in the answers.
//!
//! | of | what is hashed |
//! |---|---|
//! | a yes/no kernel | the masks of row by row and of one against all, the list of all pairs |
//! | a computing kernel | the bits of every number, row by row and of one against all |
//! | a join | its answers in every form to sets of every spread |
//! | `nearest` | the row and the bits of its distance, for points of every family |

use core::fmt;
use core::hash::Hasher;

use fnv::FnvHasher;
use soa::join::Index;
use soa::{AnyView, Error, ShapeKind};

use crate::families::Family;
use crate::generate::Generator;
use crate::joins::Kind;
use crate::joins::forms::{Answer, answer};
use crate::joins::sets::Sets;
use crate::places::At;
use crate::rng::Rng;
use crate::rows::{Columns, Row};
use crate::subject::{self, Call, Engine, Subject};

/// Rows of a kernel: several blocks, and a tail at every level.
pub const ROWS: usize = 4_099;
/// Left and right rows of an all-pairs call: more than one tile on either side.
const LEFTS: usize = 70;
const RIGHTS: usize = 1_043;
/// The left row of one against all.
const ONE: usize = 7;
/// One row of this many is not finite.
const BROKEN: usize = 16;
/// Sets of a join. Joins begin at different places of the turn of lengths and spreads, so that all are met.
const SETS: usize = 4;
/// Rows of an index that is searched for the nearest, and points from which it is.
const NEAREST: usize = 1_000;
/// The seed of all rows.
const SEED: u64 = 2026;

/// How the rows of a kernel come.
#[derive(Clone, Copy, Debug)]
pub struct Batch {
    /// Rows of a call.
    pub len: usize,
    /// How often all rows are repeated: often enough, and a call is split over threads.
    pub times: usize,
}

impl Batch {
    /// All rows in one call.
    pub const ALL: Self = Self { len: ROWS, times: 1 };
}

const HEAD: &str = "\
# What every kernel and join says of fixed random rows, hashed (FNV-1a, 64 bits, little-endian words). The lines are the
# same on every machine, at every level, for batches of every length, on any number of threads; `cargo test` checks that.
# Made by `cargo run --release -p testkit --example golden`, which prints them.
#
# kernel or join: rows or sets, hits, hash of the rows, hash of the answers
";

/// What one kernel or join says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    name: String,
    rows: usize,
    hits: usize,
    given: u64,
    answers: u64,
}

impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, rows, hits, given, answers } = self;
        write!(f, "{name}: {rows} rows, {hits} hits, {given:016x}, {answers:016x}")
    }
}

/// The entries as they are committed, with a head and a hash of them all.
pub fn text(entries: &[Entry]) -> String {
    let lines: Vec<String> = entries.iter().map(|entry| format!("{entry}\n")).collect();
    let lines = lines.concat();
    let mut all = FnvHasher::default();
    all.write(lines.as_bytes());
    format!("{HEAD}{lines}all: {:016x}\n", all.finish())
}

/// The lines in which two texts differ, from each.
pub fn differences<'a>(a: &'a str, b: &'a str) -> Vec<(&'a str, &'a str)> {
    let lines = a.lines().count().max(b.lines().count());
    let line = |text: &'a str| text.lines().map(Some).chain(core::iter::repeat(None)).take(lines);
    let pairs = line(a).zip(line(b)).filter(|(a, b)| a != b);
    pairs.map(|(a, b)| (a.unwrap_or("nothing"), b.unwrap_or("nothing"))).collect()
}

/// The answers of all kernels at each of these places, in each of these batches.
pub fn kernels(places: &[At], batches: &[Batch]) -> Vec<Entry> {
    let of_kernel = |subject: Subject| {
        let rows = Rows::draw([subject.left(), subject.right()], subject.name());
        let given = hash(&rows.bits());
        let at = |at: &At| at.run(|| kernel(subject, &rows, given, *at, batches));
        places.iter().flat_map(at).collect::<Vec<_>>()
    };
    subject::all().flat_map(of_kernel).collect()
}

fn kernel(subject: Subject, rows: &Rows, given: u64, at: At, batches: &[Batch]) -> Vec<Entry> {
    let ask = |call, a: &AnyView, b: &AnyView| match at.answer(subject, call, a, b) {
        Some(Ok((words, _))) => words,
        Some(Err(error)) => refused(&error),
        None => Vec::new(),
    };
    let one = rows.a.view(ONE..ONE + 1);
    // The list of pairs does not depend on the batch.
    let mut pairs = Vec::new();
    if !subject.computes() {
        let all = ask(Call::All, &rows.a.view(0..LEFTS), &rows.b.view(0..RIGHTS));
        let hits = (0..).zip(all).filter(|&(_, word)| word == 1);
        pairs.extend(hits.flat_map(|(pair, _)| [pair / RIGHTS as u32, pair % RIGHTS as u32]));
    }
    let entry = |batch: &Batch| {
        let mut answers = rows.words(*batch, |a, b| ask(Call::Rows, a, b));
        let hits = answers.chunks(subject.words()).filter(|words| subject.is_hit(words)).count();
        answers.extend(rows.words(*batch, |_, b| ask(Call::One, &one, b)));
        answers.extend(&pairs);
        Entry { name: subject.name().into(), rows: ROWS, hits, given, answers: hash(&answers) }
    };
    batches.iter().map(entry).collect()
}

/// The answers of all joins, and the nearest rows, at each of these places.
pub fn joins(places: &[At]) -> Vec<Entry> {
    let joins = Kind::all().flat_map(|kind| join(kind, places));
    let shapes = MEASURED.into_iter().filter_map(|name| name.parse().ok());
    joins.chain(shapes.flat_map(|shape| nearest(shape, places))).collect()
}

fn join(kind: Kind, places: &[At]) -> Vec<Entry> {
    let name = kind.name();
    // Of the name alone, so that a pair that is new changes no other one.
    let start = name.bytes().map(u64::from).sum();
    let mut sets = Sets::new(kind, SEED, &name, start);
    let drawn: Vec<_> = (0..SETS).map(|_| sets.draw().case).collect();
    let given: Vec<u32> = drawn.iter().flat_map(|case| [bits(&case.a), bits(&case.b)].concat()).collect();
    let hits = drawn.iter().map(|case| case.hits.len()).sum();
    let each = drawn.iter().flat_map(|case| kind.forms().iter().map(move |&form| (case, form)));
    let answers = |at: At| each.clone().flat_map(|(case, form)| words(answer(case, form, at))).collect();
    let entry = |&at: &At| {
        let answers: Vec<u32> = at.run(|| answers(at));
        Entry { name: name.clone(), rows: SETS, hits, given: hash(&given), answers: hash(&answers) }
    };
    places.iter().map(entry).collect()
}

fn nearest(shape: ShapeKind, places: &[At]) -> Vec<Entry> {
    let name = format!("nearest/{}", shape.name());
    let is_in_space = shape >= ShapeKind::Point3;
    let point = if is_in_space { ShapeKind::Point3 } else { ShapeKind::Point };
    let (points, shapes) = draw([point, shape], &name, NEAREST);
    let given = hash(&[bits(&points), bits(&shapes)].concat());
    let shapes = Columns::of(shape, &shapes);
    let ask = |at: At| -> Result<(usize, Vec<u32>), Error> {
        let index = Index::builder().query(at.query()).build_any(&shapes.view(0..NEAREST))?;
        let (mut hits, mut answers) = (0, Vec::new());
        for within in [f32::INFINITY, 0.5] {
            for point in &points {
                let Some(found) = index.nearest_any(point, within)? else {
                    answers.push(u32::MAX);
                    continue;
                };
                hits += 1;
                let distance = found.distance.to_bits();
                answers.extend([found.row, (distance >> 32) as u32, distance as u32]);
            }
        }
        Ok((hits, answers))
    };
    let entry = |&at: &At| {
        let (hits, answers) = at.run(|| ask(at)).unwrap_or_else(|error| (0, refused(&error)));
        Entry { name: name.clone(), rows: NEAREST, hits, given, answers: hash(&answers) }
    };
    places.iter().map(entry).collect()
}

/// The shapes whose distance to a point is known, those of the plane first.
const MEASURED: [&str; 26] = [
    "points",
    "segments",
    "rays",
    "lines",
    "disks",
    "aabbs",
    "oriented_boxes",
    "triangles",
    "capsules",
    "rounded_disks",
    "rounded_aabbs",
    "rounded_oriented_boxes",
    "rounded_triangles",
    "rounded_capsules",
    "points3",
    "segments3",
    "rays3",
    "lines3",
    "spheres",
    "aabbs3",
    "triangles3",
    "capsules3",
    "rounded_spheres",
    "rounded_capsules3",
    "rounded_aabbs3",
    "rounded_triangles3",
];

/// The rows of a kernel.
struct Rows {
    a: Columns,
    b: Columns,
}

impl Rows {
    /// Pairs of every family, one after the other, some of which are not finite.
    fn draw(shapes: [ShapeKind; 2], name: &str) -> Self {
        let (mut a, b) = draw(shapes, name, ROWS);
        for (i, row) in a.iter_mut().enumerate().skip(BROKEN / 2).step_by(BROKEN) {
            let (broken, bad) = (i / BROKEN % row.len(), [f32::NAN, f32::INFINITY][i / BROKEN % 2]);
            row[broken] = bad;
        }
        Self { a: Columns::of(shapes[0], &a), b: Columns::of(shapes[1], &b) }
    }

    fn bits(&self) -> Vec<u32> {
        [bits(&self.a.rows(0..ROWS)), bits(&self.b.rows(0..ROWS))].concat()
    }

    /// The words of all rows, in order; of repeated rows with equal answers, once.
    fn words(&self, batch: Batch, query: impl Fn(&AnyView, &AnyView) -> Vec<u32>) -> Vec<u32> {
        let (rows, Batch { len, times }) = (ROWS * batch.times, batch);
        let (a, b) = (self.a.repeat(times), self.b.repeat(times));
        let parts = (0..rows).step_by(len).map(|start| start..rows.min(start + len));
        let words: Vec<u32> = parts.flat_map(|part| query(&a.view(part.clone()), &b.view(part))).collect();
        let once = words[..words.len() / times].to_vec();
        if once.repeat(times) == words { once } else { words }
    }
}

/// Pairs of every family, one after the other.
fn draw([left, right]: [ShapeKind; 2], name: &str, rows: usize) -> (Vec<Row>, Vec<Row>) {
    let mut generator = Generator::new(Rng::stream(SEED, name, 0), left, right);
    let (mut a, mut b) = (vec![0.0; left.columns().len()], vec![0.0; right.columns().len()]);
    let pair = |i| {
        generator.pair(Family::ALL[i % Family::ALL.len()], &mut a, &mut b);
        (a.clone(), b.clone())
    };
    (0..rows).map(pair).unzip()
}

fn bits(rows: &[Row]) -> Vec<u32> {
    rows.iter().flatten().map(|x| x.to_bits()).collect()
}

/// An answer that is an error, which differs from all others.
fn refused(error: &Error) -> Vec<u32> {
    error.to_string().bytes().map(u32::from).collect()
}

/// An answer, with its length ahead.
fn words(answer: Answer) -> Vec<u32> {
    let words = answer.unwrap_or_else(|why| why.bytes().map(u32::from).collect());
    [vec![words.len() as u32], words].concat()
}

fn hash(words: &[u32]) -> u64 {
    let mut hasher = FnvHasher::default();
    for word in words {
        hasher.write(&word.to_le_bytes());
    }
    hasher.finish()
}
