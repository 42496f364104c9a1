//! Every exact kernel by itself, in registers of one lane that know how wrong their number may be: against
//! the function that resolves what it leaves undecided, with bounds that hold and are not much larger than
//! they need be. How kernels run in the registers of each level, and the published algorithms, are the part
//! of `tests/queries`.

#[path = "../common/mod.rs"]
mod common;
mod one;
mod verdict;

use common::{CLASSES, Class, GRID, Random, pairs};
use one::{One, OneMask, one};
use soa::Shape;
use soa::kernel::{Compiled, CompiledMeasure, Predicate};
use soa::registry::{Visitor, visit_all};
use soa::verdict::{Certified, CommonUlp, Rounding};

/// Rows of each kernel in each class.
const ROWS: usize = 1000;

/// Pairs of rows of a class.
fn rows<A: Shape, B: Shape>(class: &Class, random: &mut Random) -> Vec<(A, B)> {
    let rows = pairs([A::KIND, B::KIND], class, ROWS, random).into_iter();
    rows.map(|[a, b]| (A::from_values(|k| a[k]), B::from_values(|k| b[k]))).collect()
}

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

/// Whether a corner of one is a corner of the other; of segments, the start.
fn has_corner_in_common<S: Shape, T: Shape>(a: &S, b: &T) -> bool {
    let (a, b) = (positions(a), positions(b));
    let dim = if S::COLUMNS.iter().any(|column| column.ends_with('z')) { 3 } else { 2 };
    a.chunks(dim).any(|p| b.chunks(dim).any(|q| p == q))
}

/// Whether columns take the row.
fn is_valid<S: Shape>(row: &S) -> bool {
    row.values().iter().all(|x| x.is_finite()) && row.broken_rule().is_none()
}

/// Whether a valid row has integers only.
fn is_integral<S: Shape>(row: &S) -> bool {
    is_valid(row) && row.values().iter().all(|x| x.fract() == 0.0)
}

/// The grid of integers, with this many bits.
fn integers(bits: u32) -> Class {
    Class { name: "integers", scale: (1 << (bits - 2)) as f32 - 1.0, ..GRID }
}

/// The least of the bounds that a verdict rests on, in errors of their margins.
fn least(verdict: Certified<OneMask>) -> f64 {
    match verdict {
        Certified { hit: OneMask(true, least), .. } | Certified { miss: OneMask(true, least), .. } => least,
        _ => f64::INFINITY,
    }
}

/// The verdicts of one precision in a class.
#[derive(Clone, Copy, Debug)]
struct Verdicts {
    undecided: usize,
    of: usize,
    /// The least bound, in errors of its margin.
    least: f64,
}

impl Verdicts {
    const NONE: Self = Self { undecided: 0, of: 0, least: f64::INFINITY };

    /// Counts a verdict, which must be true where it is sure, by bounds that are no less than the errors.
    fn check(&mut self, verdict: Certified<OneMask>, hit: bool, pair: &dyn Fn() -> String) {
        assert!(if hit { !verdict.miss.0 } else { !verdict.hit.0 }, "{}: {verdict:?}", pair());
        let least = least(verdict);
        assert!(least >= 1.0, "{}: a bound is {least} times the error that its margin may have", pair());
        self.least = self.least.min(least);
        self.undecided += verdict.undecided() as usize;
        self.of += 1;
    }
}

/// The checks are methods of the kernel's type: so the compiler has a unit for each, and compiles again only
/// that of a kernel which has changed.
trait Check: Predicate {
    fn check() {
        let (mut random, mut met) = (Random::new(Self::NAME.len() as u64), [0; 2]);
        for class in &CLASSES {
            let [mut single, mut double, mut with_ulp] = [Verdicts::NONE; 3];
            let pairs = rows::<Self::A, Self::B>(class, &mut random);
            for (a, b) in pairs.into_iter().filter(|(a, b)| is_valid(a) && is_valid(b)) {
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
                        "{}: the quick reject",
                        pair()
                    );
                    continue;
                }
                single.check(verdict, hit, &pair);

                // Away from zeros, beside which a difference is not rounded.
                if class.name == "grid" {
                    let [here, there] = [[16.0, 8.0, -32.0], [8.0, -16.0, 64.0]].map(|by| {
                        let (a, b) = (moved(&a, by), moved(&b, by));
                        let verdict = Self::decide(&a, &b, &Rounding::double(None, one(0.0)));
                        (Self::size::<One<f64>>(&a, &b).0, least(verdict))
                    });
                    assert_eq!(here, there, "{}: size and bounds of a pair are the same everywhere", pair());
                    assert!(here.0 >= longest(&a).max(longest(&b)).into(), "{}: {}", pair(), here.0);
                }
                let (a, b) = (lanes::<_, f64>(&a), lanes::<_, f64>(&b));
                double.check(Self::decide(&a, &b, &Rounding::double(None, one(0.0))), hit, &pair);
                let ulp = CommonUlp::new(Self::size(&a, &b), a.as_ref(), b.as_ref());
                with_ulp.check(Self::decide(&a, &b, &Rounding::double(Some(ulp), one(0.0))), hit, &pair);
            }
            // Undecided pairs take longer: bounds must not be much larger than they need be.
            let few = match class.name {
                "uniform" => {
                    100 * single.undecided <= single.of && double.undecided == 0 && single.least < 12.0
                }
                "thin" => double.undecided == 0 || NEARLY_FLAT.contains(&Self::NAME),
                "grid" => 20 * with_ulp.undecided <= with_ulp.of,
                _ => true,
            };
            let verdicts = [single, double, with_ulp];
            assert!(few, "{}, {}: many are undecided: {verdicts:?}", Self::NAME, class.name);
        }
        assert!(met.iter().all(|&n| n > 30), "{}: misses, hits: {met:?}", Self::NAME);
    }

    /// How many bits integer coordinates may have so that no pair, however it touches, is left undecided in
    /// `f64`.
    fn bits() -> u32 {
        let is_decided = |a: &Self::A, b: &Self::B| {
            let (a, b) = (lanes::<_, f64>(a), lanes::<_, f64>(b));
            let size = Self::size(&a, &b);
            let ulp = CommonUlp::new(size, a.as_ref(), b.as_ref());
            size.0 == 0.0 || Self::decide(&a, &b, &Rounding::double(Some(ulp), one(0.0))).undecided() == 0
        };
        let all_are_decided = |&bits: &u32| {
            let pairs = rows(&integers(bits), &mut Random::new(7)).into_iter();
            pairs.filter(|(a, b)| is_integral(a) && is_integral(b)).all(|(a, b)| is_decided(&a, &b))
        };
        (3..=24).take_while(all_are_decided).last().unwrap_or(0)
    }
}

impl<P: Predicate> Check for P {}

/// What is less than the 24 bits of `f32`: margins of degree 4 leave half of them, those of degree 6 a third,
/// and constant factors take one or two.
const BITS: [(&str, u32); 17] = [
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
    ("aabb3_triangle3/exact", 15),
    ("segment3_triangle3/exact", 15),
    ("ray3_triangle3/exact", 15),
    ("line3_triangle3/exact", 15),
    ("triangle3_triangle3/exact", 15),
];

/// Kernels whose margins are determinants of three vectors: those of points that are nearly on one line vanish
/// with the square of its width, below the bound of `f64`.
const NEARLY_FLAT: [&str; 4] = [
    "triangle3_triangle3/exact",
    "segment3_triangle3/exact",
    "ray3_triangle3/exact",
    "line3_triangle3/exact",
];

struct CheckAll;

impl Visitor for CheckAll {
    fn predicate<P: Compiled>(&mut self) {
        if P::EXACT {
            P::check();
            let listed = BITS.iter().find(|(name, _)| *name == P::NAME);
            assert_eq!(P::bits(), listed.map_or(24, |&(_, bits)| bits), "{}", P::NAME);
        }
    }

    fn measure<M: CompiledMeasure>(&mut self) {}
}

#[test]
fn every_exact_kernel_is_sure_of_the_truth_within_its_bounds() {
    visit_all(&mut CheckAll);
}
