//! What each fault does to a kernel that has every operation once.

use std::collections::BTreeSet;

use faults::kernels::Marked;
use faults::lanes::FaultySimd;
use faults::plan::{Fault, FaultPlan, Precision, Site};
use scalar::dim3::{OrientedBox3, Segment3};
use soa::kernel::{Compiled, CompiledMeasure, Measure, Predicate};
use soa::lanes::Lanes;
use soa::registry::{Visitor, visit_all};
use soa::{Nothing, Shape, View};
use testkit::subject;

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

/// The output that the n-th use of an operation is in.
const USES: [(Fault, &[usize]); 16] = [
    (Fault::Strict, &[11]),
    (Fault::Lax, &[10]),
    (Fault::NanGuardLost, &[12]),
    (Fault::SelectSwapped, &[10, 11, 12]),
    (Fault::MinMaxSwapped, &[5, 6]),
    (Fault::SignLost, &[7, 8, 9]),
    (Fault::BitsLost, &[13, 13, 13]),
    (Fault::DifferenceReversed, &[0]),
    (Fault::SumRounded, &[1]),
    (Fault::ProductRounded, &[2]),
    (Fault::QuotientRounded, &[3]),
    (Fault::RootRounded, &[4]),
    (Fault::ConstantLost, &[14]),
    // A bound may be too small, and this kernel has none.
    (Fault::ConstantHalved, &[]),
    (Fault::ConstantQuartered, &[]),
    (Fault::ConstantEighth, &[]),
];

/// The row in which `x` is `y`, and the one in which it is NaN.
const SPECIAL: [usize; 2] = [11, 10];

/// One register.
fn rows() -> Vec<[f32; 6]> {
    let row = |i: usize| {
        let x = 1.3 + i as f32;
        let mut row = [x, if i == SPECIAL[0] { x } else { 4.7 }, 10.1 + x, -20.3 * x, 0.7 * x, -0.9 - x];
        if i == SPECIAL[1] {
            row[0] = f32::NAN;
        }
        row
    };
    (0..16).map(row).collect()
}

/// The bits of what the kernel says on these lanes.
fn run(plan: &FaultPlan, rows: &[[f32; 6]]) -> Vec<Vec<u32>> {
    let columns: [Vec<f32>; 6] = core::array::from_fn(|k| rows.iter().map(|row| row[k]).collect());
    let view = View::<Segment3>::new_unvalidated(core::array::from_fn(|k| &columns[k][..])).unwrap();
    let nothing = View::<Nothing>::new([]).unwrap();
    let answers = soa::measure_with::<_, Marked<Operations>>(FaultySimd(plan), &view, &nothing).unwrap();
    answers.iter().map(|row| row.values().iter().map(|x| x.to_bits()).collect()).collect()
}

#[test]
fn a_fault_breaks_its_use_and_no_other() {
    let (rows, sound) = (rows(), FaultPlan::new(6, false).recording());
    let right = run(&sound, &rows);
    assert_eq!(right[0][..3], [1.3 - 4.7, 1.3 + 4.7, 1.3 * 4.7].map(f32::to_bits));
    for (fault, outputs) in USES {
        let sites = sound.sites(fault, Precision::Single);
        assert_eq!(sites.len(), outputs.len(), "{fault:?}");
        for (site, &output) in sites.into_iter().zip(outputs) {
            let plan = FaultPlan::new(6, false).broken(fault, Precision::Single, site);
            let broken = run(&plan, &rows);
            let (mut differ, mut in_rows) = (BTreeSet::new(), Vec::new());
            for (row, (broken, right)) in broken.iter().zip(&right).enumerate() {
                differ.extend((0..15).filter(|&k| broken[k] != right[k]));
                in_rows.extend((broken != right).then_some(row));
            }
            assert!(differ.into_iter().eq([output]), "{fault:?} {site:?}");
            match fault {
                Fault::Strict | Fault::Lax => assert_eq!(in_rows, [SPECIAL[0]]),
                Fault::NanGuardLost => assert_eq!(in_rows, [SPECIAL[1]]),
                _ => assert!(in_rows.len() >= rows.len() - 2, "{fault:?}: {in_rows:?}"),
            }
            assert_eq!(plan.guarded(), fault == Fault::NanGuardLost, "{fault:?}");
            // In the other precision nothing is broken.
            let double = FaultPlan::new(6, false).broken(fault, Precision::Double, site);
            assert!(run(&double, &rows) == right && sound.sites(fault, Precision::Double).is_empty());
        }
    }
    let site = Site::Constant(3.0_f32.to_bits());
    for (fault, constant) in [(Fault::ConstantLost, 0.0_f32), (Fault::ConstantEighth, 3.0 / 8.0)] {
        let plan = FaultPlan::new(6, true).broken(fault, Precision::Single, site);
        assert_eq!(run(&plan, &rows)[0][14], constant.to_bits());
    }
    let exact = FaultPlan::new(6, true).recording();
    run(&exact, &rows);
    assert!(
        exact.sites(Fault::ConstantEighth, Precision::Single).contains(&site),
        "exact kernels have bounds"
    );
}

#[test]
fn faults_of_columns_are_in_what_is_loaded() {
    let rows = rows();
    for column in 0..6 {
        let broken = |fault| {
            let plan = FaultPlan::new(6, false).broken(fault, Precision::Single, Site::Column(column));
            run(&plan, &rows)
        };
        // Of the upper eight lanes.
        let [mut shuffled, mut replaced] = [rows.clone(), rows.clone()];
        for i in 0..8 {
            shuffled[8 + i][column] = rows[8 + (i + 1) % 8][column];
            replaced[8 + i][column] = if column == 0 { 0.0 } else { rows[8 + i][column - 1] };
        }
        let sound = |rows: &[[f32; 6]]| run(&FaultPlan::new(6, false), rows);
        assert_eq!(broken(Fault::LanesShuffled), sound(&shuffled), "column {column}");
        assert_eq!(broken(Fault::ColumnReplaced), sound(&replaced), "column {column}");
    }
}

/// What the query knows of a kernel.
#[derive(Default)]
struct Consts {
    kernels: usize,
}

impl Visitor for Consts {
    fn predicate<P: Compiled>(&mut self) {
        fn of<P: Predicate>() -> (&'static str, [bool; 6]) {
            (
                P::NAME,
                [
                    P::EXACT,
                    P::FINITE_ONLY,
                    P::HAS_QUICK_ACCEPT,
                    P::HAS_QUICK_REJECT,
                    P::IMPLIES_QUICK_REJECT,
                    P::IS_LONG,
                ],
            )
        }
        assert_eq!(of::<Marked<P>>(), of::<P>());
        self.kernels += 1;
    }

    fn measure<M: CompiledMeasure>(&mut self) {
        assert_eq!(<Marked<M> as Measure>::NAME, M::NAME);
        self.kernels += 1;
    }
}

#[test]
fn a_marked_kernel_is_run_as_the_kernel_is() {
    let mut consts = Consts::default();
    visit_all(&mut consts);
    assert_eq!(consts.kernels, subject::all().count());
}
