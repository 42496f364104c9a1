//! The ways in which a block of rows is tested, and the stages that resolve its rows.

use core::ops::Range;

use scalar::dim2::{Disk, Point, Triangle};
use scalar::exact::{self, Decision, Stage};
use soa::dim2::disk_triangle;
use soa::kernel::{Compiled, Predicate};
use soa::lanes::Lanes;
use soa::registry::Kernel;
use soa::verdict::{Certified, Rounding};
use soa::{Columns, Level, Query, Stages};

/// Disks beside triangles, by kind: far from touching, touching in whole numbers, off by one unit in the last
/// place, by less than the bound in `f64`, and with magnitudes that only integers hold.
fn row(kind: usize, i: usize) -> (Disk, Triangle) {
    let x = (i % 64) as f32;
    let right = |x: f32| Triangle { a: [x, 0.0], b: [x + 3.0, 0.0], c: [x, 4.0] };
    match kind {
        0 => (Disk { center: [x, if i.is_multiple_of(2) { 9.0 } else { 1.0 }], radius: 2.5 }, right(x)),
        1 => (Disk { center: [x - 5.0, 2.0], radius: 5.0 }, right(x)),
        2 => (Disk { center: [x - 5.0, 2.0], radius: 5.0_f32.next_down() }, right(x)),
        // Beside the corner at the origin by 2^-49, which is within the bound in f64, and with 27 bits.
        3 => (Disk { center: [-1.0, -(-24.0_f32).exp2()], radius: 1.0 }, right(0.0)),
        // On the edge from (2^100, 2^100) to (-1, -1): the differences have 200 bits.
        _ => {
            let (large, small) = (100.0_f32.exp2(), (-100.0_f32).exp2());
            let disk = Disk { center: [small, small], radius: 0.0 };
            (disk, Triangle { a: [large, large], b: [-1.0, -1.0], c: [large, -1.0] })
        }
    }
}

/// Queries runs of rows, each of a kind and a length, at every level, and returns the stages of the last one.
fn runs(runs: &[(usize, usize)]) -> Stages {
    let rows: Vec<_> = runs.iter().flat_map(|&(kind, n)| (0..n).map(move |i| row(kind, i))).collect();
    let (disks, triangles): (Vec<_>, Vec<_>) = rows.into_iter().unzip();
    let expected: Vec<_> = disks.iter().zip(&triangles).map(|(d, t)| exact::disk_triangle(d, t)).collect();
    let (a, b) = (Columns::from_shapes(&disks).unwrap(), Columns::from_shapes(&triangles).unwrap());
    let mut last = Stages::default();
    for &level in Level::available() {
        let (hits, stages) = Query::new().with_level(level).sequential().intersects_staged(&a, &b).unwrap();
        assert_eq!(stages.rows(), expected.len() as u64);
        assert!(hits.to_bools() == expected, "{level}");
        last = stages;
    }
    last
}

#[test]
fn each_stage_resolves_what_the_one_before_leaves_undecided() {
    let stages = |kind| runs(&[(kind, 10_000)]);
    assert_eq!(stages(0), Stages { single: 10_000, ..Stages::default() });
    // A touching pair in whole numbers is computed without rounding in f64.
    assert_eq!(stages(1), Stages { double: 10_000, ..Stages::default() });
    assert_eq!(stages(2), Stages { double: 10_000, ..Stages::default() });
    assert_eq!(stages(3), Stages { rounded: 10_000, ..Stages::default() });
    assert_eq!(stages(4), Stages { integer: 10_000, ..Stages::default() });
}

#[test]
fn every_sequence_of_blocks_gives_the_same_answers() {
    // From optimistic blocks to ones whose undecided lanes are collected, to ones without f32, and back; runs
    // that end within blocks; single undecided lanes.
    let mixed = runs(&[
        (0, 5_000),
        (1, 30),
        (0, 3_000),
        (2, 9_000),
        (0, 9_000),
        (4, 7),
        (0, 1_001),
        (1, 513),
        (0, 600),
    ]);
    assert!(mixed.single > 5_000 && mixed.double > 9_000 && mixed.integer == 7, "{mixed:?}");
    for lane in 0..40 {
        let sparse = runs(&[(0, lane), (1, 1), (0, 700), (4, 1), (0, 39 - lane)]);
        assert_eq!((sparse.double, sparse.integer), (1, 1), "{sparse:?}");
    }
}

#[test]
fn a_published_algorithm_decides_all_in_f32() {
    let (disks, triangles): (Vec<_>, Vec<_>) = (0..100).map(|i| row(2, i)).unzip();
    let (a, b) = (Columns::from_shapes(&disks).unwrap(), Columns::from_shapes(&triangles).unwrap());
    let query = Query::new();
    let (_, stages) = query.test_staged::<disk_triangle::SevenRegions>(&a.as_view(), &b.as_view()).unwrap();
    assert_eq!(stages, Stages { single: 100, ..Stages::default() });
    assert_eq!(query.intersects(&a, &b).unwrap().count(), 0);
}

/// Accepts what its quick reject refuses, though it says that it implies it: so hits show where the query
/// left the quick reject out.
struct Careless;

impl Predicate for Careless {
    const NAME: &'static str = "careless";
    type A = Point;
    type B = Point;

    fn resolve(_: &Point, _: &Point) -> Decision {
        Decision { hit: true, stage: Stage::Rounded }
    }

    #[inline(always)]
    fn decide<L: Lanes>(a: &[L; 2], _: &[L; 2], _: &Rounding<L>) -> Certified<L::Mask> {
        Certified::sure(a[0].le(a[0]))
    }

    const HAS_QUICK_REJECT: bool = true;

    #[inline(always)]
    fn quick_reject<L: Lanes>(a: &[L; 2], _: &[L; 2]) -> L::Mask {
        a[0].splat(0.0).lt(a[0])
    }

    const IMPLIES_QUICK_REJECT: bool = true;
}

impl Compiled for Careless {
    fn kernel() -> &'static Kernel {
        static CARELESS: Kernel = Kernel::of::<Careless>();
        &CARELESS
    }
}

#[test]
fn a_block_of_which_many_rows_pass_is_tested_whole_and_so_are_the_next_ones() {
    for &level in Level::available() {
        let (lanes, block) = (level.lanes(), 512 / level.lanes());
        // Of each of these registers, this number of rows passes the quick reject. The row after the last one
        // does not, and is a hit, as a kernel that implies the quick reject is run alone.
        let hits = |registers: usize, passing: &[(usize, usize)]| {
            let mut points = vec![[-1.0, 0.0]; registers * lanes + 1];
            for &(register, rows) in passing {
                points[register * lanes..][..rows].fill([1.0, 0.0]);
            }
            let points = Columns::from_shapes(&points).unwrap();
            let points = points.as_view();
            let query = Query::new().with_level(level).sequential();
            let hits = query.test::<Careless>(&points, &points).unwrap();
            assert_eq!(hits.get(registers * lanes), Some(true));
            hits.count() - 1
        };
        // Of 32 rows this many.
        let even = match level.name() {
            "avx512" => 2,
            "avx2" => 3,
            _ => 12,
        };
        let rows_of = |registers: Range<usize>, rows: usize| -> Vec<(usize, usize)> {
            let numbers = registers.enumerate();
            numbers.map(|(k, register)| (register, rows.saturating_sub(k * lanes).min(lanes))).collect()
        };
        let (in_all, most) = (17 * block, 8 * lanes * even / 32);
        // The first eight registers say that many pass: fifteen blocks are tested whole.
        assert_eq!(hits(in_all, &rows_of(0..8, most + 1)), 15 * 512, "{level}");
        assert_eq!(hits(in_all, &rows_of(0..8, most)), most, "{level}");
        // Those after them say it.
        let most = (block - 8) * lanes * even / 32;
        assert_eq!(hits(in_all, &rows_of(8..block, most + 1)), 15 * 512, "{level}");
        assert_eq!(hits(in_all, &rows_of(8..block, most)), most, "{level}");
        // Later blocks say it, of which four are looked at together: those before them are not tested whole.
        assert_eq!(hits(in_all, &rows_of(5 * block..9 * block, 2_048)), 12 * 512, "{level}");
        let most = 4 * 512 * even / 32;
        assert_eq!(hits(in_all, &rows_of(5 * block..9 * block, most + 1)), 12 * 512, "{level}");
        assert_eq!(hits(in_all, &rows_of(5 * block..9 * block, most)), most, "{level}");
        assert_eq!(hits(in_all, &[(0, 1), (block, 1), (16 * block, 3)]), 5, "{level}");
        assert_eq!(hits(in_all, &[]), 0, "{level}");
        assert_eq!(hits(8, &rows_of(0..8, 8 * lanes)), 8 * lanes, "{level}");
        // Of fewer registers each is tested at once.
        for registers in [0, 1, 3, 7] {
            let all = registers * lanes;
            assert_eq!(hits(registers, &rows_of(0..registers, registers)), all, "{level}, {registers}");
        }
    }
}

#[test]
fn stages_are_added_one_by_one() {
    let stages = Stages { single: 1, double: 3, rounded: 5, integer: 7 };
    let mut sum = stages + Stages { single: 10, double: 20, rounded: 30, integer: 40 };
    assert_eq!(sum, Stages { single: 11, double: 23, rounded: 35, integer: 47 });
    sum += stages;
    assert_eq!((sum.rounded, sum.rows()), (40, 132));
}
