//! Every kernel by itself, in registers of one lane: the published algorithms against their references, bit for
//! bit, the exact ones against what settles them. No query stands between, so this is small and compiled
//! fast. How kernels run in the registers of each level is the part of the fuzzer.

#[path = "../common/classes.rs"]
mod classes;
mod one;
mod verdict;

use classes::{CLASSES, Class, Random, rows};
use one::{One, Yes, one};
use scalar::dim2::{OrientedBox, Segment};
use scalar::dim3::{OrientedBox3, Segment3};
use scalar::float::canonical;
use soa::kernel::{Compiled, CompiledMeasure, Measure, Predicate};
use soa::lanes::Lanes;
use soa::registry::{Visitor, visit_all};
use soa::verdict::{Certified, CommonUlp, Rounding};
use soa::{Columns, Shape};

/// Rows of each kernel in each class.
const ROWS: usize = 1000;

/// A row in lanes.
fn lanes<S: Shape, F: From<f32> + Send + Sync>(row: &S) -> S::Of<One<F>>
where
    One<F>: From<F>,
{
    S::build(|k| one(row.values()[k].into()))
}

/// The axis of a column of positions; None for directions and lengths.
fn axis(column: &str) -> Option<usize> {
    match column.split_at(column.rfind(['x', 'y', 'z'])?) {
        ("" | "min_" | "max_" | "a" | "b" | "c", axis) => Some(usize::from(axis.as_bytes()[0] - b'x')),
        _ => None,
    }
}

/// A row somewhere else.
fn moved<S: Shape>(row: &S, by: [f64; 3]) -> S::Of<One<f64>> {
    S::build(|k| one(f64::from(row.values()[k]) + axis(S::COLUMNS[k]).map_or(0.0, |axis| by[axis])))
}

/// The largest of its directions and lengths.
fn longest<S: Shape>(row: &S) -> f32 {
    let lengths = row.values().iter().zip(S::COLUMNS).filter(|(_, column)| axis(column).is_none());
    lengths.fold(0.0, |longest, (x, _)| x.abs().max(longest))
}

/// The values of its positions.
fn positions<S: Shape>(row: &S) -> Vec<f32> {
    let columns = row.values().iter().zip(S::COLUMNS);
    columns.filter(|(_, column)| axis(column).is_some()).map(|(&x, _)| x).collect()
}

/// Whether a corner of one is a corner of the other, in the plane; of segments, the start.
fn has_corner_in_common<S: Shape, T: Shape>(a: &S, b: &T) -> bool {
    let (a, b) = (positions(a), positions(b));
    a.chunks(2).any(|p| b.chunks(2).any(|q| p == q))
}

fn is_finite<S: Shape>(row: &S) -> bool {
    row.values().iter().all(|x| x.is_finite())
}

/// Whether an exact query takes the row.
fn is_good<S: Shape>(row: &S) -> bool {
    is_finite(row) && row.broken_rule().is_none()
}

/// The grid in whole numbers of so many bits.
fn whole(bits: u32) -> Class {
    Class { name: "whole", scale: (1 << (bits - 2)) as f32 - 1.0, ..CLASSES[1] }
}

/// Whether a good row has whole numbers only.
fn is_whole<S: Shape>(row: &S) -> bool {
    is_good(row) && row.values().iter().all(|x| x.fract() == 0.0)
}

/// The least of the bounds that a verdict rests on, in errors of their margins.
fn least(verdict: Certified<Yes>) -> f64 {
    match verdict {
        Certified { hit: Yes(true, least), .. } | Certified { miss: Yes(true, least), .. } => least,
        _ => f64::INFINITY,
    }
}

/// What a precision tells of a class.
#[derive(Clone, Copy, Debug)]
struct Told {
    open: usize,
    of: usize,
    /// The least bound, in errors of its margin.
    least: f64,
}

impl Told {
    const NOTHING: Self = Self { open: 0, of: 0, least: f64::INFINITY };

    /// Counts a verdict, which must be true where it is sure, by bounds that are no less than the errors.
    fn check(&mut self, verdict: Certified<Yes>, hit: bool, pair: &dyn Fn() -> String) {
        assert!(if hit { !verdict.miss.0 } else { !verdict.hit.0 }, "{}: {verdict:?}", pair());
        let least = least(verdict);
        assert!(least >= 1.0, "{}: a bound is {least} times the error that its margin may have", pair());
        self.least = self.least.min(least);
        self.open += verdict.undecided() as usize;
        self.of += 1;
    }
}

/// The checks are methods of the kernel's own type: so the compiler puts each apart, and compiles again only
/// that of a kernel which has changed.
trait CheckPredicate: Predicate {
    fn check_published() {
        let (mut random, mut met) = (Random::new(Self::NAME.len() as u64), [0; 2]);
        for class in &CLASSES {
            for (a, b) in rows::<Self::A, Self::B>(class, ROWS, &mut random) {
                let hit = Self::reference(&a, &b);
                if Self::FINITE_ONLY && !(is_finite(&a) && is_finite(&b)) {
                    assert!(!hit, "{}, {}: {a:?} {b:?}", Self::NAME, class.name);
                    continue;
                }
                let Yes(answer, _) = Self::with_quick_reject::<One<f32>>(&lanes(&a), &lanes(&b));
                assert_eq!(answer, hit, "{}, {}: {a:?} {b:?}", Self::NAME, class.name);
                assert!(
                    !Self::HAS_QUICK_REJECT
                        || !hit
                        || Self::quick_reject::<One<f32>>(&lanes(&a), &lanes(&b)).0
                );
                met[usize::from(hit)] += 1;
            }
        }
        assert!(met.iter().all(|&n| n > 30), "{}: misses, hits: {met:?}", Self::NAME);
    }

    fn check_exact() {
        let (mut random, mut met) = (Random::new(Self::NAME.len() as u64), [0; 2]);
        for class in &CLASSES {
            let [mut single, mut double, mut grained] = [Told::NOTHING; 3];
            let pairs = rows::<Self::A, Self::B>(class, ROWS, &mut random);
            for (a, b) in pairs.into_iter().filter(|(a, b)| is_good(a) && is_good(b)) {
                let pair = || format!("{}, {}: {a:?} {b:?}", Self::NAME, class.name);
                let hit = Self::resolve(&a, &b).hit;
                assert_eq!(Self::reference(&a, &b), hit, "{}", pair());
                met[usize::from(hit)] += 1;

                let (narrow_a, narrow_b) = (lanes::<_, f32>(&a), lanes::<_, f32>(&b));
                let verdict = Self::decide(&narrow_a, &narrow_b, &Rounding::single(one(0.0)));
                assert_eq!(Self::hits::<One<f32>>(&narrow_a, &narrow_b).0, verdict.hit.0, "{}", pair());
                if Self::HAS_QUICK_ACCEPT {
                    let contact = Self::quick_accept::<One<f32>>(&narrow_a, &narrow_b).0;
                    assert_eq!(contact, has_corner_in_common(&a, &b), "{}", pair());
                    assert!(hit || !contact, "{}", pair());
                }
                if Self::HAS_QUICK_REJECT && !Self::quick_reject::<One<f32>>(&narrow_a, &narrow_b).0 {
                    assert!(
                        !(hit || Self::IMPLIES_QUICK_REJECT && verdict.hit.0),
                        "{}: the first test",
                        pair()
                    );
                    continue;
                }
                single.check(verdict, hit, &pair);

                if class.name == "grid" {
                    let [here, there] = [[0.0; 3], [8.0, -16.0, 4.0]].map(|by| {
                        let (a, b) = (moved(&a, by), moved(&b, by));
                        let verdict = Self::decide(&a, &b, &Rounding::double(None, one(0.0)));
                        (Self::size::<One<f64>>(&a, &b).0, least(verdict))
                    });
                    assert_eq!(here, there, "{}: size and bounds of a pair are the same everywhere", pair());
                    assert!(here.0 >= longest(&a).max(longest(&b)).into(), "{}: {}", pair(), here.0);
                }
                let (a, b) = (lanes::<_, f64>(&a), lanes::<_, f64>(&b));
                double.check(Self::decide(&a, &b, &Rounding::double(None, one(0.0))), hit, &pair);
                let grain = CommonUlp::new(Self::size(&a, &b), a.as_ref(), b.as_ref());
                grained.check(Self::decide(&a, &b, &Rounding::double(Some(grain), one(0.0))), hit, &pair);
            }
            // What is open takes longer: the bounds are not only large enough.
            let few = match class.name {
                "uniform" => 100 * single.open <= single.of && double.open == 0 && single.least < 12.0,
                "thin" => double.open == 0,
                "grid" => 20 * grained.open <= grained.of,
                _ => true,
            };
            let told = [single, double, grained];
            assert!(few, "{}, {}: many are open: {told:?}", Self::NAME, class.name);
        }
        assert!(met.iter().all(|&n| n > 30), "{}: misses, hits: {met:?}", Self::NAME);
    }

    /// Up to how many bits whole coordinates may have so that no pair, however it touches, is left open in
    /// `f64`.
    fn bits() -> u32 {
        let settled = |a: &Self::A, b: &Self::B| {
            let (a, b) = (lanes::<_, f64>(a), lanes::<_, f64>(b));
            let size = Self::size(&a, &b);
            let grain = CommonUlp::new(size, a.as_ref(), b.as_ref());
            size.0 == 0.0 || Self::decide(&a, &b, &Rounding::double(Some(grain), one(0.0))).undecided() == 0
        };
        let all_settled = |&bits: &u32| {
            let pairs = rows(&whole(bits), ROWS, &mut Random::new(7)).into_iter();
            pairs.filter(|(a, b)| is_whole(a) && is_whole(b)).all(|(a, b)| settled(&a, &b))
        };
        (3..=24).take_while(all_settled).last().unwrap_or(0)
    }
}

impl<P: Predicate> CheckPredicate for P {}

trait CheckMeasure: Measure {
    fn check() {
        let (mut random, mut met) = (Random::new(Self::NAME.len() as u64), [0; 2]);
        for class in &CLASSES {
            for (a, b) in rows::<Self::A, Self::B>(class, ROWS, &mut random) {
                let expected = Self::reference(&a, &b);
                let numbers = Self::lanes::<One<f32>>(&lanes(&a), &lanes(&b));
                for (number, &expected) in numbers.as_ref().iter().zip(expected.values()) {
                    let same = number.canonical().0.to_bits() == canonical(expected).to_bits();
                    assert!(same, "{}, {}: {a:?} {b:?}: {:?}", Self::NAME, class.name, numbers.as_ref());
                    met[usize::from(expected.is_nan())] += 1;
                }
            }
        }
        assert!(met.iter().all(|&n| n > 30), "{}: numbers, NaN: {met:?}", Self::NAME);
    }
}

impl<M: Measure> CheckMeasure for M {}

/// Checks all kernels.
struct Check;

impl Visitor for Check {
    fn predicate<P: Compiled>(&mut self) {
        if P::EXACT { P::check_exact() } else { P::check_published() }
    }

    fn measure<M: CompiledMeasure>(&mut self) {
        M::check();
    }
}

#[test]
fn every_kernel_answers_as_its_twin() {
    visit_all(&mut Check);
}

/// What is less than the 24 bits of `f32`: margins of degree 4 leave half of them, those of degree 6 a third,
/// and constant factors take one or two.
const BITS: [(&str, u32); 12] = [
    ("disk_triangle/exact", 11),
    ("line_oriented_box/exact", 11),
    ("line3_oriented_box3/exact", 11),
    ("oriented_box_oriented_box/exact", 11),
    ("oriented_box_triangle/exact", 11),
    ("ray_oriented_box/exact", 11),
    ("ray3_oriented_box3/exact", 11),
    ("segment_disk/exact", 12),
    ("segment_oriented_box/exact", 11),
    ("segment3_oriented_box3/exact", 11),
    ("segment_triangle/exact", 23),
    ("sphere_triangle3/exact", 7),
];

/// Compares what is settled in `f64` with the table.
struct Bits;

impl Visitor for Bits {
    fn predicate<P: Compiled>(&mut self) {
        let listed = BITS.iter().find(|(name, _)| *name == P::NAME);
        if P::EXACT {
            assert_eq!(P::bits(), listed.map_or(24, |&(_, bits)| bits), "{}", P::NAME);
        }
    }

    fn measure<M: CompiledMeasure>(&mut self) {}
}

#[test]
fn whole_numbers_are_settled_up_to_the_bits_that_are_stated() {
    visit_all(&mut Bits);
}

#[test]
fn rows_that_pass_through_their_boxes_have_a_common_point() {
    let start = |hit: bool| if hit { 0.0 } else { 3.0 };
    let rows = [true, false, true];
    let segments = rows.map(|hit| Segment { start: [start(hit), 0.0], direction: [1.0, 0.0] });
    let unit = OrientedBox { center: [0.0; 2], half_extents: [1.0; 2], axis: [1.0, 0.0] };
    let (a, b) = (Columns::from_shapes(&segments).unwrap(), Columns::from_shapes(&[unit; 3]).unwrap());
    assert_eq!(soa::clip(&a, &b).unwrap().hits().to_bools(), rows);

    let segments = rows.map(|hit| Segment3 { start: [start(hit), 0.0, 0.0], direction: [1.0, 0.0, 0.0] });
    let axes = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    let unit = OrientedBox3 { center: [0.0; 3], half_extents: [1.0; 3], axes };
    let (a, b) = (Columns::from_shapes(&segments).unwrap(), Columns::from_shapes(&[unit; 3]).unwrap());
    assert_eq!(soa::clip(&a, &b).unwrap().hits().to_bools(), rows);
}
