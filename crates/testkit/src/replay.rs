//! Cases of a file in every place of batches of every length.

use std::path::Path;

use soa::{AnyView, Error, Level};

use crate::corpus::{Case, CorpusError};
use crate::families::Family;
use crate::places::At;
use crate::rng::Rng;
use crate::rows::{Columns, is_valid, row_of};
use crate::runner::LONGEST;
use crate::search::Search;
use crate::subject::{Call, Engine, REFERENCE, Subject};

/// Lanes of the longest register.
const LANES: usize = 16;

/// In which places a case is queried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Places {
    /// In its place of one batch of all cases.
    Once,
    /// There, and in every place of every query:
    ///
    /// | query | the place of each case |
    /// |---|---|
    /// | [`Call::Rows`] | every place of batches of 1 to 33 rows: every lane of full registers and of every tail |
    /// | [`Call::One`] | the lanes 0 to 15 of batches of 17 to 32 rows |
    /// | [`Call::All`] | every place of the diagonal of 33 rows against 33 rows |
    Every,
}

/// How often a case was answered wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong {
    /// Which of the cases.
    pub case: usize,
    /// The first call in which it was wrong.
    pub call: Call,
    /// How often it was answered wrong.
    pub wrong: usize,
}

/// Queries each pair of rows, and returns those whose words are not as expected; and how often each was
/// queried. The other rows of a batch are the pairs behind it, in a circle.
///
/// # Errors
/// One of the engine.
pub fn check(
    engine: &dyn Engine,
    subject: Subject,
    rows: [&Columns; 2],
    expected: &[u32],
    places: Places,
) -> Result<(Vec<Wrong>, usize), Error> {
    let words = subject.words();
    let n = expected.len() / words;
    let [a, b] = rows.map(|columns| columns.repeat(1 + LONGEST.div_ceil(n)));
    let (a, b) = (a.all(), b.all());
    let mut wrong: Vec<Option<Wrong>> = vec![None; n];
    let mut queries = 0;
    // The answers of cases one behind the other.
    let mut note = |call, first: usize, answers: &[u32]| {
        for (i, answer) in answers.chunks(words).enumerate() {
            let case = (first + i) % n;
            if *answer != expected[case * words..][..words] {
                wrong[case].get_or_insert(Wrong { case, call, wrong: 0 }).wrong += 1;
            }
            queries += 1;
        }
    };
    let ask = |call, a: &AnyView, b: &AnyView| engine.answer(subject, call, a, b).transpose();

    let whole = [(0, n)].into_iter();
    let short = (0..n).flat_map(|first| (1..=LONGEST).map(move |len| (first, len)));
    for (first, len) in whole.chain(short.filter(|_| places == Places::Every)) {
        if let Some((answers, _)) = ask(Call::Rows, &window(&a, first, len), &window(&b, first, len))? {
            note(Call::Rows, first, &answers);
        }
    }
    for first in (0..n).filter(|_| places == Places::Every) {
        let one = window(&a, first, 1);
        // One against many refuses a left shape that is not valid; columns were checked before.
        for lane in (0..LANES).filter(|_| is_valid(a.kind(), &row_of(&one, 0))) {
            let rights = window(&b, (first + n * LANES - lane) % n, LANES + 1 + first % LANES);
            if let Some((answers, _)) = ask(Call::One, &one, &rights)? {
                note(Call::One, first, &answers[lane * words..][..words]);
            }
        }
        if let Some((answers, _)) = ask(Call::All, &window(&a, first, LONGEST), &window(&b, first, LONGEST))?
        {
            let diagonal: Vec<u32> = answers.into_iter().step_by(LONGEST + 1).collect();
            note(Call::All, first, &diagonal);
        }
    }
    Ok((wrong.into_iter().flatten().collect(), queries / n))
}

fn window<'a>(view: &AnyView<'a>, first: usize, len: usize) -> AnyView<'a> {
    view.slice(first..first + len).unwrap_or(*view)
}

/// Runs the cases of a corpus of regressions in every place, at each of these levels, and returns how often
/// each was queried.
///
/// # Errors
/// A case that was answered wrong, or that expects another answer than the contract does.
pub fn regressions(
    subject: Subject,
    levels: &[Level],
    file: &Path,
    cases: &[Case],
) -> Result<usize, CorpusError> {
    let refuse = |line, reason| CorpusError { file: file.into(), line, reason };
    let left = subject.left().columns().len();
    let (mut a, mut b) = (Columns::new(subject.left()), Columns::new(subject.right()));
    let mut expected = Vec::new();
    let mut push = |row: &[f32]| {
        let (left, right) = row.split_at(left);
        a.push(left);
        b.push(right);
        let words = subject.expected(left, right);
        expected.extend(&words);
        words
    };
    for case in cases {
        let wanted = subject.corpus_word(&push(bytemuck::cast_slice(&case.words)));
        let found = case.word();
        if found != wanted {
            return Err(refuse(case.line, format!("the case expects {found}, the reference says {wanted}")));
        }
    }
    // Cases lie among others.
    let mut search = Search::new(Rng::new(1), [subject.left(), subject.right()], |_, _| false);
    for _ in 0..LONGEST {
        push(&search.pair(Family::Uniform));
    }
    let places = levels.iter().map(|&level| At::sequential(level)).collect::<Vec<_>>();
    let engines = places.iter().map(|at| at as &dyn Engine).chain([&REFERENCE as &dyn Engine]);
    let mut queried = 0;
    for engine in engines {
        let outcome = check(engine, subject, [&a, &b], &expected, Places::Every);
        let (wrong, n) = outcome.map_err(|error| refuse(0, error.to_string()))?;
        if let Some(Wrong { case, call, wrong }) = wrong.first() {
            let line = cases.get(*case).map_or(0, |case| case.line);
            let name = engine.name();
            return Err(refuse(
                line,
                format!("{name} answers wrong in {wrong} of {n} places, first {call:?}"),
            ));
        }
        queried += n;
    }
    Ok(queried)
}
