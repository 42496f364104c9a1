//! The differential loop notices broken lanes, and reports what it notices in a form that replays.

use std::time::Duration;

use faults::halves::Halves;
use faults::lanes::{Fault, FaultPlan, Precision, Site};
use faults::selfcheck::{Caught, Excuse, FaultReport, Report, UNITS, self_check_within};
use rayon::prelude::*;
use soa::dim2::disk_triangle::{Exact, SevenRegions};
use soa::kernel::Compiled;
use soa::lanes::portable::Portable;
use soa::lanes::{Lanes, Simd};
use soa::registry::{Kernel, MeasureKernel};
use soa::{AnyView, Error, Hits, Level, Stages};
use testkit::corpus;
use testkit::mismatch::Mismatch;
use testkit::rng::Rng;
use testkit::runner::{Differential, ROWS};
use testkit::shrink::shrink;
use testkit::subject::{self, Engine, Subject};
use testkit::target::targets;

use crate::sixteen::Sixteen;

/// Rounds that each site is shown: a sixth of those of the whole table.
const ROUNDS: usize = 100;

#[test]
fn every_fault_is_noticed_in_every_kernel_that_can_show_it() {
    let subjects: Vec<_> = subject::all().collect();
    let in_double = subjects.into_par_iter().map(|subject| {
        // The whole table is `cargo xtask fuzz --self-check`; these every kernel can show that uses them.
        let report = self_check_within(
            subject,
            &[Fault::DifferenceReversed, Fault::ColumnReplaced, Fault::LanesShuffled, Fault::ConstantLost],
            ROUNDS,
        );
        assert!(report.sound, "{} fails with nothing broken", subject.name());
        for fault in &report.faults {
            let (name, precision) = (fault.fault.name(), fault.precision);
            assert!(!fault.failed(), "{} does not notice {name} {precision:?}: {fault:?}", subject.name());
            let unit = (fault.fault == Fault::ConstantLost && subject.name().ends_with("/exact"))
                .then(|| Site::Constant(UNITS[precision as usize].to_bits()));
            assert_eq!(fault.must, unit, "{} {name} {precision:?}", subject.name());
            for caught in fault.sites.iter().filter_map(|(_, caught)| *caught) {
                assert!(caught.cases > 0 && caught.cases.is_multiple_of(ROWS as u64), "{caught:?}");
                assert!(caught.time > Duration::ZERO);
            }
            if fault.fault == Fault::ColumnReplaced && subject.name().starts_with("disk_triangle") {
                let columns = if precision == Precision::Single { 9 } else { 0 };
                assert_eq!(fault.sites.len(), columns);
            }
        }
        let is_double = |fault: &&FaultReport| fault.precision == Precision::Double && fault.caught() > 0;
        report.faults.iter().filter(is_double).count()
    });
    let double: usize = in_double.sum();
    let exact = subject::all().filter(|subject| subject.is_exact()).count();
    assert!(exact == 19 && double >= 2 * exact, "{double} faults were noticed in f64");
}

#[test]
fn a_fault_in_the_upper_half_alone_is_noticed_in_every_kernel() {
    for subject in subject::all() {
        let noticed = |sixteen: &Sixteen| {
            let mut differential = Differential::new(subject, Rng::stream(0, subject.name(), 0));
            (0..12).any(|_| differential.round(&[&sixteen.engine()]).is_err())
        };
        let sound = Sixteen::sound(subject);
        assert!(!noticed(&sound), "{} fails with nothing broken", subject.name());
        // Lanes of which the upper eight load rows in another order: of one column, that is every column.
        let high = FaultPlan::broken(Fault::LanesShuffled, Precision::Single, Site::Column(0), 1);
        let broken = Sixteen { high, ..sound };
        assert!(noticed(&broken), "{} does not notice its upper half", subject.name());
    }
}

/// Says yes in one lane of each register, where the left row's x is above 10.
struct OneLane<T> {
    simd: T,
    lane: usize,
}

impl<T: Simd> Engine for OneLane<T> {
    fn lanes(&self) -> usize {
        T::Lanes::LEN
    }

    fn test(&self, _: &'static Kernel, a: &AnyView, b: &AnyView) -> Result<(Hits, Stages), Error> {
        let (left, right) = (a.typed().unwrap(), b.typed().unwrap());
        let hits = soa::test_with::<_, SevenRegions>(self.simd, &left, &right)?;
        let x = a.column(0).unwrap();
        let wrong = |row: usize| row % T::Lanes::LEN == self.lane && x[row] > 10.0;
        let hits =
            Hits::from_bools(hits.to_bools().into_iter().enumerate().map(|(row, hit)| hit | wrong(row)));
        Ok((hits, Stages::default()))
    }

    fn measure(&self, _: &'static MeasureKernel, _: &AnyView, _: &AnyView) -> Result<Vec<Vec<f32>>, Error> {
        unreachable!("a yes/no kernel")
    }
}

/// What the loop finds wrong with one lane, made small.
fn found<T: Simd>(simd: T, lane: usize) -> Mismatch {
    let engine = OneLane { simd, lane };
    let mut differential = Differential::new(Subject::YesNo(SevenRegions::kernel()), Rng::new(1));
    let found = loop {
        if let Err(found) = differential.round(&[&engine]) {
            break found;
        }
    };
    let trial = shrink(&engine, found.trial);
    let rows = lane + 1;
    assert_eq!((trial.a.len(), trial.b.len()), (rows, rows), "lane {lane} needs {rows} rows");
    let failure = trial.failure(&engine).unwrap();
    assert_eq!((failure.left, failure.expected.as_str(), failure.got.as_str()), (lane, "no", "yes"));
    // A handful of bits: everything else was shrunk away.
    let x = trial.a[lane][0];
    assert!(x > 10.0 && x.to_bits().trailing_zeros() >= 16, "{x:e}");
    Mismatch::new(Level::PORTABLE, found.family, &trial, &failure)
}

#[test]
fn one_lane_of_sixteen_is_noticed() {
    let mismatch = found(Halves { low: Portable, high: Portable }, 13);
    assert!(mismatch.summary.contains("test, left row 13 of 14, right row 13 of 14"), "{}", mismatch.summary);
}

#[test]
#[cfg_attr(target_family = "wasm", ignore = "there is no directory for temporary files")]
fn a_mismatch_is_shrunk_and_its_line_replays() {
    let mismatch = found(Portable, 3);
    assert!(
        mismatch.summary.starts_with("disk_triangle/seven_regions at level portable, test, left row 3 of 4")
    );
    assert!(mismatch.snippet.contains("type Kernel = soa::dim2::disk_triangle::SevenRegions;"));
    assert!(
        mismatch
            .snippet
            .contains(".with_level(\"portable\".parse().unwrap()).test::<Kernel>(&a, &b).unwrap();")
    );

    let directory = std::env::temp_dir().join(format!("octet-self-check-{}", std::process::id()));
    let file = corpus::append(&directory, &mismatch).unwrap();
    corpus::append(&directory, &mismatch).unwrap(); // once is enough
    assert!(file.ends_with("disk_triangle.seven_regions.txt"));
    let cases = corpus::read(&file, 9).unwrap();
    std::fs::remove_dir_all(&directory).unwrap();
    assert_eq!(cases.len(), 1);
    let targets = targets(0, 0, Level::available());
    let target = targets.iter().find(|target| target.name() == mismatch.kernel).unwrap();
    assert!(target.replay(&file, &cases[0]).is_ok(), "the sound queries answer it as the reference does");
}

#[test]
fn a_lost_bound_is_searched_for() {
    // After one round or two, which do not show it.
    let cases = [1, 2].map(|rounds| {
        let report = self_check_within(Subject::YesNo(Exact::kernel()), &[Fault::ConstantLost], rounds);
        assert!(report.sound);
        let cases = report.faults.iter().map(|fault| {
            let (_, caught) = fault.sites.iter().find(|(site, _)| Some(*site) == fault.must).unwrap();
            caught.unwrap().cases
        });
        cases.collect::<Vec<_>>()
    });
    let rows = ROWS as u64;
    assert!(
        cases[0].len() == 2 && cases[0].iter().all(|&cases| cases > rows && cases < 100 * rows),
        "{cases:?}"
    );
    let one_later: Vec<_> = cases[0].iter().map(|cases| cases + rows).collect();
    assert_eq!(cases[1], one_later);
}

#[test]
fn a_fault_that_nobody_notices_fails_the_check_unless_it_is_excused() {
    let caught = |seconds| Some(Caught { cases: 8, time: Duration::from_secs(seconds) });
    let report = |caught: &[Option<Caught>], excuse, must| FaultReport {
        fault: Fault::Strict,
        precision: Precision::Single,
        sites: caught.iter().enumerate().map(|(column, &caught)| (Site::Column(column), caught)).collect(),
        excuse,
        must,
    };
    let found = [caught(1), None, caught(3), caught(2)];
    assert_eq!(report(&found, None, None).caught(), 3);
    assert_eq!(report(&found, None, None).hardest(), caught(3));
    assert_eq!((report(&[], None, None).caught(), report(&[None], None, None).hardest()), (0, None));

    let (equivalent, absorbed) = (Some(Excuse::Equivalent("reason")), Some(Excuse::Absorbed("reason")));
    let failed = |caught: &[_], excuse| report(caught, excuse, None).failed();
    assert_eq!([None, equivalent, absorbed].map(|excuse| failed(&found, excuse)), [false, true, false]);
    assert_eq!([None, equivalent, absorbed].map(|excuse| failed(&[None], excuse)), [true, false, false]);
    assert_eq!([None, equivalent, absorbed].map(|excuse| failed(&[], excuse)), [false; 3]);
    for (site, fails) in [(0, false), (1, true), (2, false), (4, true)] {
        assert_eq!(report(&found, absorbed, Some(Site::Column(site))).failed(), fails, "{site}");
    }

    let check = |sound, faults: &[&FaultReport]| {
        let faults = faults.iter().copied().cloned().collect();
        Report { sound, faults }.failed()
    };
    let (good, silent, bad) =
        (report(&found, None, None), report(&[None], absorbed, None), report(&[None], None, None));
    assert!(!check(true, &[&good]) && !check(true, &[&silent, &good]));
    assert!(check(false, &[&good]), "something is wrong where nothing is broken");
    assert!(check(true, &[&silent]) && check(true, &[]), "nothing was noticed at all");
    assert!(check(true, &[&good, &bad]));
}
