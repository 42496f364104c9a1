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
use std::sync::{Mutex, PoisonError};

use fnv::FnvHasher;
use soa::join::Index;
use soa::registry::{self, Kernel, MeasureKernel};
use soa::{AnyView, Error, Hits, Pairs, ShapeKind};

use crate::families::Family;
use crate::generate::Generator;
use crate::joins::Kind;
use crate::joins::forms::{Answer, At, Engine, Sound};
use crate::joins::sets::Sets;
use crate::rng::Rng;
use crate::rows::{Columns, Row};

/// Rows of a kernel: several blocks, and a tail at every level.
pub const ROWS: usize = 4_099;
/// Left and right rows of an all-pairs call: more than one tile on either side.
const LEFTS: usize = 70;
const RIGHTS: usize = 1_043;
/// The left row of one against all.
const ONE: usize = 7;
/// One row of this many is not finite.
const BROKEN: usize = 16;
/// Sets of a join: every length and spread.
const SETS: usize = 20;
/// Rows of an index that is searched for the nearest, and points from which it is.
const NEAREST: usize = 1_000;
/// The seed of all rows.
const SEED: u64 = 2026;

/// How the questions are put. The answers must not depend on it.
#[derive(Clone, Copy, Debug)]
pub struct How {
    /// The level, and the number of threads.
    pub at: At,
    /// How the rows of a kernel come.
    pub batch: Batch,
}

impl How {
    /// All rows in one call.
    pub fn whole(at: At) -> Self {
        Self { at, batch: Batch::Of(ROWS) }
    }
}

/// How the rows of a kernel come.
#[derive(Clone, Copy, Debug)]
pub enum Batch {
    /// This number of rows a call.
    Of(usize),
    /// All rows, repeated this often in one call, which may be long enough for threads.
    Again(usize),
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

/// The answers of all kernels, queried in each of these ways.
pub fn kernels(hows: &[How]) -> Vec<Vec<Entry>> {
    let mut golden = Golden::new(hows);
    for kernel in registry::kernels() {
        golden.kernel(kernel);
    }
    for kernel in registry::measures() {
        golden.measure(kernel);
    }
    golden.entries
}

/// The answers of all joins, and the nearest rows, at each of these places.
pub fn joins(places: &[At]) -> Vec<Vec<Entry>> {
    let hows: Vec<How> = places.iter().map(|&at| How::whole(at)).collect();
    let mut golden = Golden::new(&hows);
    for kind in Kind::all() {
        golden.join(kind);
    }
    for shape in MEASURED {
        golden.nearest(shape);
    }
    golden.entries
}

/// The entries so far, for each way.
struct Golden<'a> {
    hows: &'a [How],
    entries: Vec<Vec<Entry>>,
}

impl<'a> Golden<'a> {
    fn new(hows: &'a [How]) -> Self {
        Self { hows, entries: vec![Vec::new(); hows.len()] }
    }

    /// Runs a query in every way.
    fn each(
        &mut self,
        name: &str,
        rows: usize,
        given: &[u32],
        run: impl Fn(How) -> (usize, Vec<u32>) + Sync,
    ) {
        let given = hash(given);
        for (how, entries) in self.hows.iter().zip(&mut self.entries) {
            let (hits, answers) = how.at.run(|| run(*how));
            entries.push(Entry { name: name.into(), rows, hits, given, answers: hash(&answers) });
        }
    }

    fn join(&mut self, kind: Kind) {
        let name = kind.name();
        let mut sets = Sets::new(kind, SEED, &name, 0);
        let drawn: Vec<_> = (0..SETS).map(|_| sets.draw().case).collect();
        let (mut given, mut hits) = (Vec::new(), 0);
        for case in &drawn {
            given.extend(bits(&case.a));
            given.extend(bits(&case.b));
            hits += case.hits.len();
        }
        self.each(&name, SETS, &given, |how| {
            let mut answers = Vec::new();
            for case in &drawn {
                for &form in kind.forms() {
                    answers.extend(words(Sound.answer(case, form, how.at)));
                }
            }
            (hits, answers)
        });
    }

    fn nearest(&mut self, shape: ShapeKind) {
        let name = format!("nearest/{}", shape.name());
        let point = if is_in_space(shape) { ShapeKind::Point3 } else { ShapeKind::Point };
        let (points, shapes) = draw([point, shape], &name, NEAREST);
        let given = [bits(&points), bits(&shapes)].concat();
        let shapes = Columns::of(shape, &shapes);
        let shapes = shapes.view(0, NEAREST);
        self.each(&name, NEAREST, &given, |how| {
            let index = match Index::builder().query(how.at.query()).build_any(&shapes) {
                Ok(index) => index,
                Err(error) => return (0, refused(&error)),
            };
            let (mut hits, mut answers) = (0, Vec::new());
            for within in [f32::INFINITY, 0.5] {
                for point in &points {
                    match index.nearest_any(point, within) {
                        Ok(Some(found)) => {
                            hits += 1;
                            let distance = found.distance.to_bits();
                            answers.extend([found.row, (distance >> 32) as u32, distance as u32]);
                        }
                        Ok(None) => answers.push(u32::MAX),
                        Err(error) => answers.extend(refused(&error)),
                    }
                }
            }
            (hits, answers)
        });
    }

    fn kernel(&mut self, kernel: &'static Kernel) {
        let rows = Rows::draw([kernel.info.left, kernel.info.right], kernel.info.name);
        // The list of pairs does not depend on the batch: it is computed once for each place.
        let last: Mutex<Option<(At, Vec<u32>)>> = Mutex::default();
        self.each(kernel.info.name, ROWS, &rows.bits(), |how| {
            let query = how.at.query();
            let mut answers =
                rows.words(how.batch, |a, b| mask(query.test_any(kernel, a, b).map(|(hits, _)| hits)));
            let hits = answers.iter().filter(|&&word| word == 1).count();
            answers.extend(rows.words(how.batch, |_, b| mask(query.test_one_any(kernel, &rows.one, b))));
            let mut last = last.lock().unwrap_or_else(PoisonError::into_inner);
            if last.as_ref().is_none_or(|(at, _)| *at != how.at) {
                let (lefts, rights) = (rows.a.view(0, LEFTS), rows.b.view(0, RIGHTS));
                *last = Some((how.at, list(query.test_all_any(kernel, &lefts, &rights))));
            }
            answers.extend(last.iter().flat_map(|(_, pairs)| pairs));
            (hits, answers)
        });
    }

    fn measure(&mut self, kernel: &'static MeasureKernel) {
        let rows = Rows::draw([kernel.left, kernel.right], kernel.name);
        self.each(kernel.name, ROWS, &rows.bits(), |how| {
            let query = how.at.query();
            let mut answers = rows.words(how.batch, |a, b| numbers(query.measure_any(kernel, a, b)));
            let is_nan = |row: &[u32]| row.iter().any(|&word| f32::from_bits(word).is_nan());
            let hits = answers.chunks(kernel.out.columns().len()).filter(|row| !is_nan(row)).count();
            if kernel.right != ShapeKind::Nothing {
                let one = |_: &AnyView, b: &AnyView| numbers(query.measure_one_any(kernel, &rows.one, b));
                answers.extend(rows.words(how.batch, one));
            }
            (hits, answers)
        });
    }
}

/// The shapes whose distance to a point is known.
const MEASURED: [ShapeKind; 15] = [
    ShapeKind::Point,
    ShapeKind::Segment,
    ShapeKind::Ray,
    ShapeKind::Line,
    ShapeKind::Disk,
    ShapeKind::Aabb,
    ShapeKind::OrientedBox,
    ShapeKind::Triangle,
    ShapeKind::Point3,
    ShapeKind::Segment3,
    ShapeKind::Ray3,
    ShapeKind::Line3,
    ShapeKind::Sphere,
    ShapeKind::Aabb3,
    ShapeKind::Triangle3,
];

/// Whether a shape of [`MEASURED`] lies in space: those of the plane come first.
fn is_in_space(shape: ShapeKind) -> bool {
    shape >= ShapeKind::Point3
}

/// The rows of a kernel.
struct Rows {
    a: Columns,
    b: Columns,
    /// A left row that is finite.
    one: Row,
}

impl Rows {
    /// Pairs of every family, one after the other, some of which are not finite.
    fn draw(shapes: [ShapeKind; 2], name: &str) -> Self {
        let (mut a, b) = draw(shapes, name, ROWS);
        for (i, row) in a.iter_mut().enumerate().skip(BROKEN / 2).step_by(BROKEN) {
            let (broken, bad) = (i / BROKEN % row.len(), [f32::NAN, f32::INFINITY][i / BROKEN % 2]);
            row[broken] = bad;
        }
        Self { a: Columns::of(shapes[0], &a), b: Columns::of(shapes[1], &b), one: a.swap_remove(ONE) }
    }

    fn bits(&self) -> Vec<u32> {
        [bits(&self.a.rows(0..ROWS)), bits(&self.b.rows(0..ROWS))].concat()
    }

    /// The words of all rows, in order; of repeated rows with equal answers, once.
    fn words(&self, batch: Batch, query: impl Fn(&AnyView, &AnyView) -> Vec<u32>) -> Vec<u32> {
        match batch {
            Batch::Of(rows) => {
                let mut words = Vec::new();
                for start in (0..ROWS).step_by(rows) {
                    let rows = rows.min(ROWS - start);
                    words.extend(query(&self.a.view(start, rows), &self.b.view(start, rows)));
                }
                words
            }
            Batch::Again(times) => {
                let (a, b) = (self.a.repeat(times), self.b.repeat(times));
                let words = query(&a.view(0, ROWS * times), &b.view(0, ROWS * times));
                let once = words[..words.len() / times].to_vec();
                if once.repeat(times) == words { once } else { words }
            }
        }
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

fn mask(hits: Result<Hits, Error>) -> Vec<u32> {
    hits.map_or_else(|error| refused(&error), |hits| hits.to_bools().into_iter().map(u32::from).collect())
}

fn list(pairs: Result<Pairs, Error>) -> Vec<u32> {
    pairs.map_or_else(|error| refused(&error), |pairs| pairs.iter().flat_map(|(a, b)| [a, b]).collect())
}

fn numbers(columns: Result<Vec<Vec<f32>>, Error>) -> Vec<u32> {
    let rows = |columns: Vec<Vec<f32>>| {
        let mut words = Vec::new();
        for row in 0..columns.first().map_or(0, Vec::len) {
            words.extend(columns.iter().map(|column| column[row].to_bits()));
        }
        words
    };
    columns.map_or_else(|error| refused(&error), rows)
}

/// An answer that is an error, which differs from all others.
fn refused(error: &Error) -> Vec<u32> {
    error.to_string().bytes().map(u32::from).collect()
}

/// An answer, with its length ahead.
fn words(answer: Answer) -> Vec<u32> {
    let words = match answer {
        Answer::Number(n) => vec![(n >> 32) as u32, n as u32],
        Answer::Yes(yes) => vec![u32::from(yes)],
        Answer::Rows(rows) => rows,
        Answer::Pairs(pairs) => pairs.into_iter().flat_map(|(left, right)| [left, right]).collect(),
        Answer::Refused(why) => why.bytes().map(u32::from).collect(),
    };
    [vec![words.len() as u32], words].concat()
}

fn hash(words: &[u32]) -> u64 {
    let mut hasher = FnvHasher::default();
    for word in words {
        hasher.write(&word.to_le_bytes());
    }
    hasher.finish()
}
