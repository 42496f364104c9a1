//! Every kernel in every query, at every level and for batches of every length, against its reference. What
//! the references mean is tested in the crate `scalar`.

use std::ops::Range;

use scalar::float::canonical;
use soa::registry::{self, Kernel, Pair, kernels, measures};
use soa::{AnyView, Hits, Nothing, Shape, ShapeKind};

use crate::common::{CLASSES, Random, columns, pairs, queries, unchecked};

/// Rows of each kernel in each class: more than two blocks.
const ROWS: usize = 1_100;
/// Rows that are tested with every row.
const ONES: usize = 3;

/// Parts of all rows of every length up to two of the longest registers and one row, of about a block, and
/// all.
fn slices() -> impl Iterator<Item = Range<usize>> {
    let lengths = (0..=33).chain([511, 512, 513, ROWS]);
    lengths.enumerate().map(|(i, len)| {
        let start = (17 * i).min(ROWS - len);
        start..start + len
    })
}

fn has_nan(row: &[Vec<f32>; 2]) -> bool {
    row.iter().flatten().any(|x| x.is_nan())
}

/// Calls `work` with random pairs of rows of each class, and both sides in columns.
fn each_class(
    kinds: [ShapeKind; 2],
    name: &str,
    mut work: impl FnMut(&str, &[[Vec<f32>; 2]], &AnyView, &AnyView),
) {
    let mut random = Random::new(name.len() as u64);
    for class in &CLASSES {
        let rows = pairs(kinds, class, ROWS, &mut random);
        let side = |i: usize| {
            let rows: Vec<_> = rows.iter().map(|row| row[i].clone()).collect();
            columns(kinds[i].columns().len(), &rows)
        };
        let (a, b) = (side(0), side(1));
        let what = format!("{name}, {}", class.name);
        work(&what, &rows, &unchecked(kinds[0], &a), &unchecked(kinds[1], &b));
    }
}

#[test]
fn every_query_answers_as_the_reference() {
    for kernel in kernels() {
        let Kernel { info, .. } = *kernel;
        let mut met = [0; 2];
        each_class([info.left, info.right], info.name, |what, rows, a, b| {
            let reference = |i: usize, j: usize| info.reference(&rows[i][0], &rows[j][1]).unwrap();
            let expected: Vec<bool> = (0..ROWS).map(|row| reference(row, row)).collect();
            assert!(
                rows.iter().zip(&expected).all(|(row, hit)| !(*hit && has_nan(row))),
                "{what}: a NaN hits"
            );
            let ones: Vec<Vec<bool>> =
                (0..ONES).map(|left| (0..ROWS).map(|row| reference(left, row)).collect()).collect();
            let is_of_pair = registry::kernel(info.left, info.right)
                .is_some_and(|Pair { kernel, .. }| kernel.info.name == info.name);
            for query in queries() {
                for slice in slices() {
                    let (a, b) = (a.slice(slice.clone()).unwrap(), b.slice(slice.clone()).unwrap());
                    let part = Hits::from_bools(expected[slice.clone()].iter().copied());
                    assert_eq!(
                        query.test_any(kernel, &a, &b).unwrap().0,
                        part,
                        "{what}, {query:?} {slice:?}"
                    );
                    if is_of_pair {
                        assert_eq!(
                            query.intersects_any(&a, &b).unwrap(),
                            part,
                            "{what}, {query:?} {slice:?}"
                        );
                        assert_eq!(
                            query.intersects_any(&b, &a).unwrap(),
                            part,
                            "{what}, {query:?} {slice:?}"
                        );
                    }
                }
                for (left, expected) in ones.iter().enumerate() {
                    // A shape by itself is checked.
                    if let Ok(hits) = query.test_one_any(kernel, &rows[left][0], b) {
                        assert_eq!(hits.to_bools(), *expected, "{what}, {query:?}: {left} with all");
                    }
                }
                let pairs = query.test_all_any(kernel, &a.slice(0..ONES).unwrap(), b).unwrap();
                let hits = ones.iter().zip(0..).flat_map(|(row, left)| {
                    row.iter().zip(0..).filter(|(hit, _)| **hit).map(move |(_, right)| (left, right))
                });
                assert!(pairs.iter().eq(hits), "{what}, {query:?}: all with all");
            }
            met[0] += expected.iter().filter(|&&hit| !hit).count();
            met[1] += expected.iter().filter(|&&hit| hit).count();
        });
        assert!(met.iter().all(|&n| n > ROWS / 10), "{}: {met:?} misses and hits", info.name);
    }
}

#[test]
fn every_measure_has_the_bits_of_its_reference() {
    for kernel in measures() {
        let is_unary = kernel.right == Nothing::KIND;
        let mut numbers = 0;
        each_class([kernel.left, kernel.right], kernel.name, |what, rows, a, b| {
            let reference = |left: usize, right: usize| -> Vec<u32> {
                let mut out = vec![0.0; kernel.out.columns().len()];
                kernel.reference(&rows[left][0], &rows[right][1], &mut out).unwrap();
                out.into_iter().map(|x| canonical(x).to_bits()).collect()
            };
            let by_row = |out: &[Vec<f32>]| -> Vec<Vec<u32>> {
                (0..out[0].len())
                    .map(|row| out.iter().map(|column| column[row].to_bits()).collect())
                    .collect()
            };
            let expected: Vec<_> = (0..ROWS).map(|row| reference(row, row)).collect();
            for query in queries() {
                for slice in slices() {
                    let a = a.slice(slice.clone()).unwrap();
                    let b = if is_unary { *b } else { b.slice(slice.clone()).unwrap() };
                    let out = by_row(&query.measure_any(kernel, &a, &b).unwrap());
                    assert_eq!(out, expected[slice.clone()], "{what}, {query:?} {slice:?}");
                }
                for left in (0..ONES).filter(|_| !is_unary) {
                    // A shape by itself is checked.
                    if let Ok(out) = query.measure_one_any(kernel, &rows[left][0], b) {
                        let expected: Vec<_> = (0..ROWS).map(|row| reference(left, row)).collect();
                        assert_eq!(by_row(&out), expected, "{what}, {query:?}: {left} with all");
                    }
                }
            }
            // A contact may have one point.
            let columns = if kernel.out == ShapeKind::Contact { 5 } else { kernel.out.columns().len() };
            let is_finite = |row: &&Vec<u32>| row[..columns].iter().all(|&x| f32::from_bits(x).is_finite());
            numbers += expected.iter().filter(is_finite).count();
        });
        // Few paths go through a triangle: as of yes/no kernels, a tenth of the rows of a class is enough.
        let least = if kernel.out == ShapeKind::ClipPoint3 { ROWS / 10 } else { ROWS };
        assert!(numbers > least, "{}: {numbers} numbers", kernel.name);
    }
}
