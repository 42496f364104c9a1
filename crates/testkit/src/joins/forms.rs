//! The forms of result of a join, and their answers by brute force.

use std::collections::BTreeSet;

use soa::join::{AnyIndex, Index, Join, Scratch};
use soa::scene::AnyScene;
use soa::{Error, Pairs, Query};

use super::case::{Case, Hit};
use crate::places::At;
use crate::rows::{Columns, Row, is_finite};

/// A form of result, and the calls that give it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// The number of pairs.
    Count,
    /// Whether there is a pair.
    Any,
    /// The left rows that touch anything.
    Rows,
    /// All pairs.
    Pairs,
    /// A list for each left row.
    Csr,
    /// All pairs, block by block.
    Blocks,
    /// All pairs, where the limit is their number.
    AtMost,
    /// All pairs, where the limit is one less: an error.
    TooMany,
    /// All pairs whose masks have a bit in common.
    Masked,
    /// All pairs that a function of their rows keeps.
    Filtered,
    /// All pairs of two indexes, or of one with itself, twice into the same memory.
    Indexes,
    /// All pairs, with left and right exchanged.
    Swapped,
    /// All pairs with an index that was kept.
    Kept,
    /// The same where all rows of the index lay elsewhere before.
    Refit,
    /// The same where one row of the index did.
    Moved,
    /// The same where the rows of the index were set, appended and removed one by one.
    Edited,
    /// Some left rows, one at a time.
    One,
    /// All pairs of a scene whose rows lay elsewhere in the frame before.
    Scene,
}

impl Form {
    /// The forms that a join of two sets has.
    pub const ALL: [Self; 17] = [
        Self::Count,
        Self::Any,
        Self::Rows,
        Self::Pairs,
        Self::Csr,
        Self::Blocks,
        Self::AtMost,
        Self::TooMany,
        Self::Masked,
        Self::Filtered,
        Self::Indexes,
        Self::Swapped,
        Self::Kept,
        Self::Refit,
        Self::Moved,
        Self::Edited,
        Self::One,
    ];

    /// The forms that the join of a set with itself has.
    pub const OF_OWN: [Self; 12] = [
        Self::Count,
        Self::Any,
        Self::Rows,
        Self::Pairs,
        Self::Csr,
        Self::Blocks,
        Self::AtMost,
        Self::TooMany,
        Self::Masked,
        Self::Filtered,
        Self::Indexes,
        Self::Scene,
    ];

    /// Whether the words of an answer are pairs of rows.
    pub fn lists_pairs(self) -> bool {
        !matches!(self, Self::Count | Self::Any | Self::Rows)
    }
}

/// An answer: a number in two words, 1 or 0 for yes or no, left rows, or pairs of rows in the order of the
/// answer. Or an error.
pub type Answer = Result<Vec<u32>, String>;

/// What answers for a join: [`answer`], or something that is broken on purpose.
pub type Answering<'a> = &'a (dyn Fn(&Case, Form, At) -> Answer + Sync);

fn of_list(pairs: impl IntoIterator<Item = Hit>) -> Vec<u32> {
    pairs.into_iter().flat_map(|(left, right)| [left, right]).collect()
}

/// The join's answer.
///
/// # Errors
/// An error of the join.
pub fn answer(case: &Case, form: Form, at: At) -> Answer {
    words(case, form, at.query()).map_err(|error| error.to_string())
}

/// A word that brute force does not have, where an answer has another number of rows than it should.
fn check_len(len: usize, expected: usize) -> Option<u32> {
    (len != expected).then_some(u32::MAX)
}

fn words(case: &Case, form: Form, query: Query) -> Result<Vec<u32>, Error> {
    let (a, b) = (case.left(), case.right());
    let listed = |pairs: Pairs| of_list(pairs.iter());
    let by_index = |index: &AnyIndex| index.join_any(&a)?.query(query).pairs().map(listed);
    match form {
        Form::Swapped => return Join::of_any(&b, &a)?.query(query).pairs().map(listed),
        Form::Kept => return by_index(&Index::builder().query(query).build_any(&b)?),
        Form::Refit | Form::Moved => return by_index(&refit(case, form, query)?.0),
        Form::Indexes => return by_indexes(case, query),
        Form::Edited => return by_index(&edited(case, query)?),
        Form::One => return one_by_one(case, query),
        Form::Scene => return in_scene(case, query),
        _ => {}
    }
    let masks = [&case.a, &case.b].map(|rows| (0..rows.len() as u32).map(mask).collect::<Vec<_>>());
    if form == Form::Masked && !case.kind.own && case.b.len() % 2 == 1 {
        let index = Index::builder().query(query).build_any(&b)?;
        return index.join_any(&a)?.query(query).masks(&masks[0], &masks[1])?.pairs().map(listed);
    }
    let join = if case.kind.own { Join::self_join_any(&a)? } else { Join::of_any(&a, &b)? }.query(query);
    Ok(match form {
        Form::Count => of_number(join.count()),
        Form::Any => vec![u32::from(!join.is_empty())],
        Form::Rows => {
            let rows = join.matched_left()?;
            rows.iter().map(|row| row as u32).chain(check_len(rows.len(), a.len())).collect()
        }
        Form::Csr => {
            let lists = join.csr()?;
            let rights = |row: usize| lists.row(row).unwrap_or_default().iter();
            let rows = 0..lists.len();
            let pairs = rows.flat_map(|row| rights(row).map(move |&right| (row as u32, right)));
            of_list(pairs).into_iter().chain(check_len(lists.len(), a.len())).collect()
        }
        Form::Blocks => {
            let mut words = Vec::new();
            join.for_each_block(|block| words.extend(of_list(block.iter())))?;
            words
        }
        Form::Masked => listed(join.masks(&masks[0], &masks[usize::from(!case.kind.own)])?.pairs()?),
        Form::Filtered => listed(join.filter(&is_kept).pairs()?),
        Form::AtMost | Form::TooMany => listed(join.limit(limit(case, form)).pairs()?),
        _ => listed(join.pairs()?),
    })
}

fn of_number(n: u64) -> Vec<u32> {
    vec![(n >> 32) as u32, n as u32]
}

/// The limit of pairs.
fn limit(case: &Case, form: Form) -> u64 {
    (case.hits.len() as u64).saturating_sub(u64::from(form == Form::TooMany))
}

/// The mask of a row: none, one or two of three bits.
fn mask(row: u32) -> u32 {
    [0b001, 0b010, 0b110, 0, 0b101][row as usize % 5]
}

/// What a filter keeps.
fn is_kept(left: u32, right: u32) -> bool {
    (left ^ right) % 3 != 1
}

fn by_indexes(case: &Case, query: Query) -> Result<Vec<u32>, Error> {
    let build = |rows| Index::builder().query(query).build_any(&rows);
    let (left, right) = (build(case.left())?, build(case.right())?);
    let join = if case.kind.own { left.self_join_any()? } else { right.join_index_any(&left)? };
    let (mut pairs, mut scratch) = (Pairs::default(), Scratch::default());
    // Once with all pairs, and once with other ones.
    let join = join.query(query);
    join.pairs_into(&mut pairs, &mut scratch)?;
    let first = pairs.clone();
    if let Ok(other) = right.self_join_any() {
        other.query(query).limit(9).pairs_into(&mut pairs, &mut scratch).ok();
    }
    join.pairs_into(&mut pairs, &mut scratch)?;
    let (mut words, mut blocks) = (of_list(pairs.iter()), Vec::new());
    join.for_each_block(|block| blocks.extend(of_list(block.iter())))?;
    words.extend((first != pairs || blocks != words).then_some(u32::MAX));
    Ok(words)
}

/// An index of the right rows of a case, which began as half of them in other places.
fn edited(case: &Case, query: Query) -> Result<AnyIndex, Error> {
    let mut half = before(case, Form::Refit);
    half.truncate(case.b.len().div_ceil(2));
    let mut index =
        Index::builder().query(query).build_any(&Columns::of(case.kind.pair.right, &half).all())?;
    for (row, shape) in (0_u32..).zip(&case.b) {
        if index.len() <= row as usize {
            index.insert_any(&vec![1.0; shape.len()])?;
        }
        if row.is_multiple_of(3) || !is_finite(shape) {
            index.remove(row)?;
        }
        if is_finite(shape) {
            index.set_any(row, shape)?;
        }
    }
    if case.b.len().is_multiple_of(2) {
        index.refit_any(&case.right())?;
    }
    Ok(index)
}

/// An index of rows that came to be the right ones of a case, and whether it was rebuilt for that.
///
/// # Errors
/// Those of the index.
pub fn refit(case: &Case, form: Form, query: Query) -> Result<(AnyIndex, bool), Error> {
    let before = Columns::of(case.kind.pair.right, &before(case, form));
    let mut index = Index::builder().query(query).build_any(&before.all())?;
    let is_rebuilt = index.refit_any(&case.right())?;
    Ok((index, is_rebuilt))
}

/// The right rows before they moved: each in the place of another one, or a single one.
pub fn before(case: &Case, form: Form) -> Vec<Row> {
    let mut rows = case.b.clone();
    let middle = rows.len() / 2;
    if form == Form::Refit {
        rows.rotate_left(middle);
    } else if let Some(last) = rows.last().cloned() {
        rows[middle] = last;
    }
    rows
}

/// What touches in a scene of the rows, each of which was all ones first, then in the place of another one.
/// What begins and ends in each frame must be what it changes.
fn in_scene(case: &Case, query: Query) -> Result<Vec<u32>, Error> {
    let mut scene = AnyScene::of_kind(case.kind.pair.left)?.query(query);
    let (mut touching, mut is_right) = (BTreeSet::new(), true);
    // All ones touch each other: of many rows that is too much.
    let are_many = case.b.len() > MOST_AT_ONE_PLACE;
    for frame in usize::from(are_many)..3 {
        let rows = if frame == 1 { before(case, Form::Refit) } else { case.b.clone() };
        for (id, row) in (0..).zip(&rows) {
            if !scene.contains(id) {
                is_right &= scene.insert_any(&vec![1.0; row.len()])? == id;
            }
            if frame > 0 && is_finite(row) {
                scene.set_any(id, row)?;
            } else if frame == 2 || are_many {
                scene.remove(id)?;
            }
        }
        let changes = scene.update()?;
        let now: BTreeSet<Hit> = changes.touching.iter().collect();
        is_right &= changes.begun.iter().eq(now.difference(&touching).copied())
            && changes.ended.iter().eq(touching.difference(&now).copied());
        touching = now;
    }
    let words = of_list(scene.changes().touching.iter());
    Ok(words.into_iter().chain((!is_right).then_some(u32::MAX)).collect())
}

/// Rows of a scene that begin at one place, at most.
const MOST_AT_ONE_PLACE: usize = 300;

/// Left rows that are queried one at a time, at most.
const ALONE: usize = 32;

fn is_queried_alone(row: usize, rows: usize) -> bool {
    row.is_multiple_of(rows.div_ceil(ALONE).max(1))
}

/// Rows that are not finite must be refused.
fn one_by_one(case: &Case, query: Query) -> Result<Vec<u32>, Error> {
    let index = Index::builder().query(query).build_any(&case.right())?;
    let mut words = Vec::new();
    for (row, shape) in case.a.iter().enumerate().filter(|(row, _)| is_queried_alone(*row, case.a.len())) {
        let rights = index.intersects_one_any(case.kind.pair.left, shape);
        match (rights, is_finite(shape)) {
            (Ok(rights), true) => words.extend(of_list(rights.into_iter().map(|right| (row as u32, right)))),
            (Ok(_), false) => words.push(u32::MAX),
            (Err(error), true) => return Err(error),
            (Err(_), false) => {}
        }
    }
    Ok(words)
}

/// The pairs that an answer of this form is made of, as brute force finds them.
pub fn pairs(case: &Case, form: Form) -> Vec<Hit> {
    let mut pairs = case.hits.clone();
    match form {
        Form::Swapped => {
            pairs = pairs.into_iter().map(|(left, right)| (right, left)).collect();
            pairs.sort_unstable();
        }
        Form::Masked => pairs.retain(|&(left, right)| mask(left) & mask(right) != 0),
        Form::Filtered => pairs.retain(|&(left, right)| is_kept(left, right)),
        Form::One => pairs.retain(|&(left, _)| is_queried_alone(left as usize, case.a.len())),
        _ => {}
    }
    pairs
}

/// The answer that these pairs make.
///
/// # Errors
/// That of the join where they are more than the limit.
pub fn of_pairs(case: &Case, form: Form, pairs: Vec<Hit>) -> Answer {
    Ok(match form {
        Form::Count => of_number(pairs.len() as u64),
        Form::Any => vec![u32::from(!pairs.is_empty())],
        Form::Rows => {
            let mut rows: Vec<u32> = pairs.into_iter().map(|(left, _)| left).collect();
            rows.sort_unstable();
            rows.dedup();
            rows
        }
        Form::AtMost | Form::TooMany if pairs.len() as u64 > limit(case, form) => {
            return Err(Error::TooManyPairs { at_most: limit(case, form) }.to_string());
        }
        _ => of_list(pairs),
    })
}

/// The answer of brute force.
///
/// # Errors
/// As [`of_pairs`].
pub fn expected(case: &Case, form: Form) -> Answer {
    of_pairs(case, form, pairs(case, form))
}
