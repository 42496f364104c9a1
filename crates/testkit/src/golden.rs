//! What every kernel and every join says of fixed random rows, hashed.
//!
//! A line a kernel or join stands in `corpora/golden.txt`: whatever machine, level, length of a batch and number of threads
//! answers, the lines are the same. The rows are hashed beside the answers, so that it can be told whether what draws the rows
//! differs, or what answers.
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
#[cfg(not(few))]
use scalar::dim2::{Aabb, Line, OrientedBox, Point, Ray, Segment};
use scalar::dim2::{Disk, Triangle};
use scalar::dim3::Triangle3;
#[cfg(not(few))]
use scalar::dim3::{Aabb3, Line3, Point3, Ray3, Segment3, Sphere};
use scalar::exact::Exact;
use soa::join::{Bounded, Distance, Index};
use soa::kernel::{Measure, Overlap, Predicate, Visitor};
use soa::{Columns, Error, Hits, Pairs, Shape, View};

use crate::families::Family;
use crate::generate::Generator;
use crate::joins::ask::{Answer, At, Engine, Sound};
use crate::joins::sets::Sets;
use crate::joins::{Kind, Own, Two};
use crate::oracle::Oracle;
use crate::pairs::{OwnVisitor, PairVisitor, visit, visit_own};
use crate::rng::Rng;
use crate::subject::visit_all;
use crate::trial::{columns, shape, view};

/// Rows of a kernel: several blocks, and a tail at every level.
pub const ROWS: usize = 4_099;
/// Left and right rows of an all-pairs call: more than one tile on either side.
const LEFTS: usize = 70;
const RIGHTS: usize = 1_043;
/// The left row that is asked against all.
const ONE: usize = 7;
/// One row of so many is not finite.
const BROKEN: usize = 16;
/// Sets of a join: every length and spread.
const SETS: usize = 20;
/// Rows of an index that is asked for the nearest, and points that ask.
const NEAREST: usize = 1_000;
/// All rows come of this seed.
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
    /// So many rows a call.
    Of(usize),
    /// All rows so many times in one call, which may be long enough for threads.
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

/// What the hash of all entries is called.
const WHOLE: &str = if cfg!(few) { "few" } else { "all" };

/// The entries as they are committed, with a head and a hash of them all.
pub fn text(entries: &[Entry]) -> String {
    let lines: Vec<String> = entries.iter().map(|entry| format!("{entry}\n")).collect();
    let lines = lines.concat();
    let mut all = FnvHasher::default();
    all.write(lines.as_bytes());
    format!("{HEAD}{lines}{WHOLE}: {:016x}\n", all.finish())
}

/// The lines in which two texts differ, from each.
pub fn differences<'a>(a: &'a str, b: &'a str) -> Vec<(&'a str, &'a str)> {
    let lines = a.lines().count().max(b.lines().count());
    let line = |text: &'a str| text.lines().map(Some).chain(core::iter::repeat(None)).take(lines);
    let pairs = line(a).zip(line(b)).filter(|(a, b)| a != b);
    pairs.map(|(a, b)| (a.unwrap_or("nothing"), b.unwrap_or("nothing"))).collect()
}

/// What all kernels say, asked in each of these ways.
pub fn kernels(hows: &[How]) -> Vec<Vec<Entry>> {
    let mut golden = Golden::new(hows);
    visit_all(&mut golden);
    golden.entries
}

/// What all joins say, and what is nearest, asked at each of these.
pub fn joins(places: &[At]) -> Vec<Vec<Entry>> {
    let hows: Vec<How> = places.iter().map(|&at| How::whole(at)).collect();
    let mut golden = Golden::new(&hows);
    visit(&mut golden);
    visit_own(&mut golden);
    golden.all_nearest();
    golden.entries
}

/// The entries so far, for each way to ask.
struct Golden<'a> {
    hows: &'a [How],
    entries: Vec<Vec<Entry>>,
}

impl<'a> Golden<'a> {
    fn new(hows: &'a [How]) -> Self {
        Self { hows, entries: vec![Vec::new(); hows.len()] }
    }

    /// Asks in every way.
    fn each(
        &mut self,
        name: &str,
        rows: usize,
        given: &[u32],
        ask: impl Fn(How) -> (usize, Vec<u32>) + Sync,
    ) {
        let given = hash(given);
        for (how, entries) in self.hows.iter().zip(&mut self.entries) {
            let (hits, answers) = how.at.run(|| ask(*how));
            entries.push(Entry { name: name.into(), rows, hits, given, answers: hash(&answers) });
        }
    }

    fn join<K: Kind>(&mut self, name: &str) {
        let mut sets = Sets::<K>::new(SEED, name, 0);
        let drawn: Vec<_> = (0..SETS).map(|_| sets.draw().case).collect();
        let (mut given, mut hits) = (Vec::new(), 0);
        for case in &drawn {
            given.extend(bits(&case.a));
            given.extend(bits(&case.b));
            hits += case.hits.len();
        }
        self.each(name, SETS, &given, |how| {
            let mut answers = Vec::new();
            for case in &drawn {
                for &form in K::FORMS {
                    answers.extend(words(Sound.ask(case, form, how.at)));
                }
            }
            (hits, answers)
        });
    }

    fn nearest<S: Distance>(&mut self) {
        let name = format!("nearest/{}", S::NAME);
        let (points, shapes) = draw::<S::Point, S>(&name, NEAREST);
        let given = [bits(&points), bits(&shapes)].concat();
        let shapes = columns(&shapes);
        let shapes = view::<S>(&shapes, 0, NEAREST);
        self.each(&name, NEAREST, &given, |how| {
            let index = match Index::with(how.at.query(), &shapes) {
                Ok(index) => index,
                Err(error) => return (0, refused(&error)),
            };
            let (mut hits, mut answers) = (0, Vec::new());
            for within in [f32::INFINITY, 0.5] {
                for point in &points {
                    match index.nearest(point, within) {
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

    fn all_nearest(&mut self) {
        #[cfg(not(few))]
        {
            self.nearest::<Point>();
            self.nearest::<Segment>();
            self.nearest::<Ray>();
            self.nearest::<Line>();
        }
        self.nearest::<Disk>();
        #[cfg(not(few))]
        {
            self.nearest::<Aabb>();
            self.nearest::<OrientedBox>();
        }
        self.nearest::<Triangle>();
        #[cfg(not(few))]
        {
            self.nearest::<Point3>();
            self.nearest::<Segment3>();
            self.nearest::<Ray3>();
            self.nearest::<Line3>();
            self.nearest::<Sphere>();
            self.nearest::<Aabb3>();
        }
        self.nearest::<Triangle3>();
    }
}

impl Visitor for Golden<'_> {
    fn predicate<P: Predicate>(&mut self) {
        let rows = Rows::<P::A, P::B>::draw(P::NAME);
        self.each(P::NAME, ROWS, &rows.bits(), |how| {
            let query = how.at.query();
            let mut answers = rows.ask(how.batch, |a, b| mask(query.test::<P>(a, b)));
            let hits = answers.iter().filter(|&&word| word == 1).count();
            answers.extend(rows.ask(how.batch, |_, b| mask(query.test_one::<P>(&rows.one, b))));
            answers.extend(list(query.test_all::<P>(&rows.left(0, LEFTS), &rows.right(0, RIGHTS))));
            (hits, answers)
        });
    }

    fn measure<M: Measure>(&mut self) {
        let rows = Rows::<M::A, M::B>::draw(M::NAME);
        self.each(M::NAME, ROWS, &rows.bits(), |how| {
            let query = how.at.query();
            let mut answers = rows.ask(how.batch, |a, b| numbers(query.measure::<M>(a, b)));
            let is_nan = |row: &[u32]| row.iter().any(|&word| f32::from_bits(word).is_nan());
            let hits = answers.chunks(M::Out::COLUMNS.len()).filter(|row| !is_nan(row)).count();
            if !M::B::COLUMNS.is_empty() {
                answers.extend(rows.ask(how.batch, |_, b| numbers(query.measure_one::<M>(&rows.one, b))));
            }
            (hits, answers)
        });
    }
}

impl PairVisitor for Golden<'_> {
    fn pair<A, B, P>(&mut self, stem: &'static str)
    where
        A: Overlap<B> + Oracle<B> + Exact<B> + Bounded,
        B: Overlap<A> + Oracle<A> + Bounded<Bounds = A::Bounds>,
        P: Predicate<A = A, B = B>,
    {
        self.join::<Two<A, B>>(&format!("join/{stem}"));
    }
}

impl OwnVisitor for Golden<'_> {
    fn own<S: Overlap<S> + Exact<S> + Bounded>(&mut self, stem: &'static str) {
        self.join::<Own<S>>(&format!("join/own/{stem}"));
    }
}

/// The rows of a kernel.
struct Rows<A: Shape, B: Shape> {
    a: A::Of<Vec<f32>>,
    b: B::Of<Vec<f32>>,
    /// A left row that is finite.
    one: A,
}

impl<A: Shape, B: Shape> Rows<A, B> {
    /// Pairs of every family, one after the other, some of which are not finite.
    fn draw(name: &str) -> Self {
        let (mut a, b) = draw::<A, B>(name, ROWS);
        for (i, row) in a.iter_mut().enumerate().skip(BROKEN / 2).step_by(BROKEN) {
            let (broken, bad) = (i / BROKEN % A::COLUMNS.len(), [f32::NAN, f32::INFINITY][i / BROKEN % 2]);
            *row = A::from_values(|k| if k == broken { bad } else { row.values()[k] });
        }
        Self { a: columns(&a), b: columns(&b), one: a[ONE] }
    }

    fn left(&self, start: usize, rows: usize) -> View<'_, A> {
        view(&self.a, start, rows)
    }

    fn right(&self, start: usize, rows: usize) -> View<'_, B> {
        view(&self.b, start, rows)
    }

    fn bits(&self) -> Vec<u32> {
        let mut bits = bits_of(self.left(0, ROWS).iter());
        bits.extend(bits_of(self.right(0, ROWS).iter()));
        bits
    }

    /// The words of all rows, in order. Where they are asked again and again, and answered alike, once.
    fn ask(&self, batch: Batch, ask: impl Fn(&View<A>, &View<B>) -> Vec<u32>) -> Vec<u32> {
        match batch {
            Batch::Of(rows) => {
                let mut words = Vec::new();
                for start in (0..ROWS).step_by(rows) {
                    let rows = rows.min(ROWS - start);
                    words.extend(ask(&self.left(start, rows), &self.right(start, rows)));
                }
                words
            }
            Batch::Again(times) => {
                let a = A::build(|k| self.a.as_ref()[k].repeat(times));
                let b = B::build(|k| self.b.as_ref()[k].repeat(times));
                let words = ask(&view(&a, 0, ROWS * times), &view(&b, 0, ROWS * times));
                let once = words[..words.len() / times].to_vec();
                if once.repeat(times) == words { once } else { words }
            }
        }
    }
}

/// Pairs of every family, one after the other.
fn draw<A: Shape, B: Shape>(name: &str, rows: usize) -> (Vec<A>, Vec<B>) {
    let mut generator = Generator::new::<A, B>(Rng::stream(SEED, name, 0));
    let (mut x, mut y) = (A::zeroed(), B::zeroed());
    let pair = |i| {
        let (mut a, mut b) = (x.values().to_vec(), y.values().to_vec());
        generator.pair(Family::ALL[i % Family::ALL.len()], &mut a, &mut b);
        (x, y) = (shape::<A>(&a), shape::<B>(&b));
        (x, y)
    };
    (0..rows).map(pair).unzip()
}

fn bits<S: Shape>(rows: &[S]) -> Vec<u32> {
    bytemuck::cast_slice(rows).to_vec()
}

fn bits_of<S: Shape>(rows: impl Iterator<Item = S>) -> Vec<u32> {
    let mut bits = Vec::new();
    for row in rows {
        bits.extend_from_slice(bytemuck::cast_slice(row.values()));
    }
    bits
}

fn mask(hits: Result<Hits, Error>) -> Vec<u32> {
    hits.map_or_else(|error| refused(&error), |hits| hits.to_bools().into_iter().map(u32::from).collect())
}

fn list(pairs: Result<Pairs, Error>) -> Vec<u32> {
    pairs.map_or_else(|error| refused(&error), |pairs| pairs.iter().flat_map(|(a, b)| [a, b]).collect())
}

fn numbers<S: Shape>(columns: Result<Columns<S>, Error>) -> Vec<u32> {
    columns.map_or_else(|error| refused(&error), |columns| bits_of(columns.iter()))
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
