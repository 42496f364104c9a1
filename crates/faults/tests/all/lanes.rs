//! What each fault does to a kernel that has every operation once, against the same in plain `f32`.

use std::cell::Cell;

use faults::lanes::{Fault, FaultPlan, FaultySimd, Instrumented, Marked, Part, Precision, Site};
use scalar::dim3::{OrientedBox3, Segment3};
use soa::dim2::{disk_triangle, triangle_triangle};
use soa::kernel::{Compiled, CompiledMeasure, Measure, Predicate};
use soa::lanes::Lanes;
use soa::registry::{Kernel, MeasureKernel, Visitor, visit_all};
use soa::{AnyView, Columns, Error, Hits, Nothing, Shape, Stages, View};
use testkit::rng::Rng;
use testkit::rows::{self, Row};
use testkit::runner::{Differential, ROWS};
use testkit::subject::{self, Engine, Subject};

/// Every operation, one an output.
struct Operations;

impl Measure for Operations {
    const NAME: &'static str = "operations";
    type A = Segment3;
    type B = Nothing;
    type Out = OrientedBox3;

    fn reference(_: &Segment3, _: &Nothing) -> OrientedBox3 {
        unreachable!("the reference is not called")
    }

    fn lanes<L: Lanes>(&[x, y, z, u, v, w]: &[L; 6], _: &[L; 0]) -> [L; 15] {
        // They have nothing to lose, so there is no fault to put into them.
        let _ = (x.splat(0.0), x.splat(f32::INFINITY));
        [
            x - y,
            x + y,
            x * y,
            x / y,
            v.sqrt(),
            x.min(y),
            x.max(y),
            w.abs(),
            -x,
            x.flip_sign(w),
            L::select(x.lt(y), z, u),
            L::select(x.le(y), z, u),
            L::select(x.eq(x), z, u),
            x.bits_and(y).bits_or(z).bits_xor(u),
            x.splat(3.0),
        ]
    }
}

/// The same of one row, with a fault at its n-th use.
fn plain([x, y, z, u, v, w]: [f32; 6], broken: Option<(Fault, usize)>) -> [f32; 15] {
    let is = |fault, use_| broken == Some((fault, use_));
    let up = |number: f32, fault| if is(fault, 0) { number.next_up() } else { number };
    let either = |wrong, other: f32, number: f32| if wrong { other } else { number };
    let choose = |yes: bool, use_| if yes == is(Fault::SelectSwapped, use_) { u } else { z };
    let bits = |a: f32, b: f32, use_, of: fn(u32, u32) -> u32| {
        either(is(Fault::BitsLost, use_), a, f32::from_bits(of(a.to_bits(), b.to_bits())))
    };
    let (smaller, larger) = (if x < y { x } else { y }, if x < y { y } else { x });
    let flipped = f32::from_bits(x.to_bits() ^ (w.to_bits() & (1 << 31)));
    let [sum, product, quotient, root] = [x + y, x * y, x / y, v.sqrt()];
    [
        either(is(Fault::DifferenceReversed, 0), y - x, x - y),
        up(sum, Fault::SumRounded),
        up(product, Fault::ProductRounded),
        up(quotient, Fault::QuotientRounded),
        up(root, Fault::RootRounded),
        either(is(Fault::MinMaxSwapped, 0), larger, smaller),
        either(is(Fault::MinMaxSwapped, 1), smaller, larger),
        either(is(Fault::SignLost, 0), w, w.abs()),
        either(is(Fault::SignLost, 1), x, -x),
        either(is(Fault::SignLost, 2), x, flipped),
        choose(x < y || is(Fault::Lax, 0) && x == y, 0),
        choose(x < y || !is(Fault::Strict, 0) && x == y, 1),
        choose(!x.is_nan() || is(Fault::NanGuardLost, 0), 2),
        bits(bits(bits(x, y, 0, |a, b| a & b), z, 1, |a, b| a | b), u, 2, |a, b| a ^ b),
        match broken {
            Some((Fault::ConstantLost, 0)) => 0.0,
            Some((Fault::ConstantSmall, 0)) => 3.0 / 16.0,
            _ => 3.0,
        },
    ]
}

/// Two registers. In the fourth row `x` is `y`.
fn rows() -> Vec<[f32; 6]> {
    let row = |i: u8| {
        let x = 1.3 + f32::from(i);
        [x, if i == 3 { x } else { 4.7 }, 10.1 + x, -20.3 * x, 0.7 * x, -0.9 - x]
    };
    (0..16).map(row).collect()
}

fn columns(rows: &[[f32; 6]]) -> Columns<Segment3> {
    Columns::from_shapes(&rows.iter().map(|row| Segment3::from_values(|k| row[k])).collect::<Vec<_>>())
        .unwrap()
}

/// What the kernel says on these lanes.
fn run(plan: &FaultPlan, rows: &View<Segment3>) -> Vec<OrientedBox3> {
    let nothing = vec![Nothing; rows.len()];
    let nothing = Columns::from_shapes(&nothing).unwrap();
    let answers =
        soa::measure_with::<_, Marked<Operations>>(FaultySimd(plan), rows, &nothing.as_view()).unwrap();
    answers.iter().collect()
}

/// How often a fault can be put into the kernel, and which of its uses that is.
fn uses(fault: Fault) -> usize {
    match fault {
        Fault::MinMaxSwapped => 2,
        Fault::SignLost | Fault::BitsLost | Fault::SelectSwapped => 3,
        Fault::ColumnReplaced | Fault::LanesShuffled => 6,
        // A bound may be too small, and this kernel has none.
        Fault::ConstantSmall => 0,
        _ => 1,
    }
}

fn same(answer: &OrientedBox3, expected: [f32; 15]) -> bool {
    answer.values().iter().zip(expected).all(|(x, y)| x.to_bits() == y.to_bits())
}

#[test]
fn a_sound_bench_computes_as_it_should_and_notes_every_use() {
    let rows = rows();
    let plan = FaultPlan::sound(6, false);
    let answers = run(&plan, &columns(&rows).as_view());
    assert!(answers.iter().zip(&rows).all(|(answer, row)| same(answer, plain(*row, None))));
    for fault in Fault::ALL {
        assert_eq!(plan.sites(fault, Precision::Single).len(), uses(fault), "{fault:?}");
        assert!(plan.sites(fault, Precision::Double).is_empty(), "{fault:?}");
    }
    let exact = FaultPlan::sound(6, true);
    run(&exact, &columns(&rows).as_view());
    assert!(!exact.sites(Fault::ConstantSmall, Precision::Single).is_empty(), "exact kernels have bounds");
}

#[test]
fn a_fault_breaks_its_use_and_no_other() {
    let rows = rows();
    let columns = columns(&rows);
    let in_columns = [Fault::ColumnReplaced, Fault::LanesShuffled];
    for fault in Fault::ALL.into_iter().filter(|fault| !in_columns.contains(fault)) {
        for number in 0..uses(fault).max(1) {
            let site = match fault {
                Fault::ConstantLost | Fault::ConstantSmall => Site::Constant(3.0_f32.to_bits()),
                _ => Site::Use(Part::Kernel, number),
            };
            let plan = FaultPlan::broken(fault, Precision::Single, site, 6);
            let mut differ = 0;
            for (row, answer) in rows.iter().zip(run(&plan, &columns.as_view())) {
                let expected = plain(*row, Some((fault, number)));
                assert!(same(&answer, expected), "{fault:?} {number}: {answer:?}, not {expected:?}");
                differ += usize::from(!same(&answer, plain(*row, None)));
            }
            let wanted = match fault {
                Fault::Strict | Fault::Lax => 1..=1,
                Fault::NanGuardLost => 0..=0,
                _ => 1..=rows.len(),
            };
            assert!(wanted.contains(&differ), "{fault:?} {number}: {differ} rows differ");
            // In the other precision nothing is broken.
            let plan = FaultPlan::broken(fault, Precision::Double, site, 6);
            let answers = run(&plan, &columns.as_view());
            assert!(answers.iter().zip(&rows).all(|(answer, row)| same(answer, plain(*row, None))));
        }
    }
}

#[test]
fn a_guard_is_one_where_a_nan_was_compared() {
    let mut broken = columns(&rows()).into_columns();
    let site = Site::Use(Part::Kernel, 0);
    let plan = FaultPlan::broken(Fault::NanGuardLost, Precision::Single, site, 6);
    run(&plan, &View::new(core::array::from_fn(|k| &broken[k][..])).unwrap());
    assert!(!plan.guarded());
    broken[0][2] = f32::NAN;
    let answers = run(&plan, &View::new_unvalidated(core::array::from_fn(|k| &broken[k][..])).unwrap());
    assert!(plan.guarded());
    assert_eq!(answers[2].values()[12].to_bits(), broken[2][2].to_bits(), "a NaN equals itself");
}

#[test]
fn faults_of_columns_are_in_what_is_loaded() {
    let rows = rows();
    let columns = columns(&rows);
    for column in 0..6 {
        let broken = |fault| {
            let plan = FaultPlan::broken(fault, Precision::Single, Site::Column(column), 6);
            run(&plan, &columns.as_view())
        };
        // A register of eight lanes, turned by one.
        let shuffled = broken(Fault::LanesShuffled);
        for i in 0..8 {
            let mut row = rows[i];
            row[column] = rows[(i + 1) % 8][column];
            assert!(same(&shuffled[i], plain(row, None)), "column {column}, row {i}");
        }
        let replaced = broken(Fault::ColumnReplaced);
        for i in 0..8 {
            let mut row = rows[i];
            row[column] = if column == 0 { 0.0 } else { rows[i][column - 1] };
            let expected = plain(row, None).map(scalar::float::canonical);
            assert!(same(&replaced[i], expected), "column {column}, row {i}");
        }
    }
}

/// Answers of a yes/no kernel on a plan.
fn test(plan: &FaultPlan, subject: Subject, a: &[Row], b: &[Row]) -> Vec<bool> {
    let Subject::YesNo(kernel) = subject else { panic!("{subject:?}") };
    let (a, b) = (rows::Columns::of(subject.left(), a), rows::Columns::of(subject.right(), b));
    let (hits, _) = Instrumented(plan).test(kernel, &a.checked().unwrap(), &b.checked().unwrap()).unwrap();
    hits.to_bools()
}

#[test]
fn an_undecided_plan_leaves_everything_to_double_precision() {
    let disks = vec![vec![0.0, 0.0, 1.0]; 9];
    let far = vec![vec![50.0, 0.0, 51.0, 0.0, 50.0, 1.0]; 9];
    let double = |plan: &FaultPlan| {
        let exact = Subject::YesNo(disk_triangle::Exact::kernel());
        assert_eq!(test(plan, exact, &disks, &far), [false; 9]);
        plan.sites(Fault::ProductRounded, Precision::Double).len()
    };
    assert_eq!(double(&FaultPlan::sound(9, true)), 0);
    assert!(double(&FaultPlan::sound(9, true).undecided()) > 5);
}

/// What the query knows of a kernel.
struct Consts {
    kernels: usize,
    implying: Vec<&'static str>,
}

impl Visitor for Consts {
    fn predicate<P: Compiled>(&mut self) {
        fn of<P: Predicate>() -> (&'static str, [bool; 5]) {
            (
                P::NAME,
                [P::EXACT, P::FINITE_ONLY, P::HAS_QUICK_ACCEPT, P::HAS_QUICK_REJECT, P::IMPLIES_QUICK_REJECT],
            )
        }
        assert_eq!(of::<Marked<P>>(), of::<P>());
        self.kernels += 1;
        self.implying.extend(P::IMPLIES_QUICK_REJECT.then_some(P::NAME));
    }

    fn measure<M: CompiledMeasure>(&mut self) {
        assert_eq!(<Marked<M> as Measure>::NAME, M::NAME);
        self.kernels += 1;
    }
}

#[test]
fn a_marked_kernel_is_run_as_the_kernel_is() {
    let mut consts = Consts { kernels: 0, implying: Vec::new() };
    visit_all(&mut consts);
    assert_eq!(consts.kernels, subject::all().count());
    assert_eq!(consts.implying, ["triangle_triangle/exact"]);
}

/// A sound plan, and how many calls of whole registers were answered without the first test, but for a look.
#[derive(Default)]
struct WithoutFirst {
    calls: Cell<usize>,
}

impl Engine for WithoutFirst {
    fn lanes(&self) -> usize {
        8
    }

    fn test(&self, kernel: &'static Kernel, a: &AnyView, b: &AnyView) -> Result<(Hits, Stages), Error> {
        let plan = FaultPlan::sound(12, true);
        let registers = a.len() / 8;
        let answer = Instrumented(&plan).test(kernel, a, b);
        // Probing the first registers, and a second run over a block with an undecided lane, run the first
        // test, too.
        let (first, kernel) = (plan.begun(Part::First), plan.begun(Part::Kernel));
        let is_without = first == registers || first == 2 * registers && kernel >= 2 * registers;
        self.calls.update(|calls| calls + usize::from(is_without && a.len() == ROWS));
        answer
    }

    fn measure(&self, _: &'static MeasureKernel, _: &AnyView, _: &AnyView) -> Result<Vec<Vec<f32>>, Error> {
        unreachable!("a yes/no kernel")
    }
}

#[test]
fn the_loop_meets_calls_without_the_first_test() {
    let subject = Subject::YesNo(triangle_triangle::Exact::kernel());
    let engine = WithoutFirst::default();
    let mut differential = Differential::new(subject, Rng::stream(0, subject.name(), 0));
    (0..24).for_each(|_| assert!(differential.round(&[&engine]).is_ok()));
    assert!(engine.calls.get() > 24, "{:?}", engine.calls);
}
