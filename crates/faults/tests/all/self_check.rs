//! The differential loop notices broken lanes.

use std::time::Duration;

use faults::plan::Fault;
use faults::report::{Caught, Excuse, FaultReport, Report};
use faults::selfcheck::self_check;
use rayon::prelude::*;
use soa::dim2::disk_triangle::Exact;
use soa::kernel::Compiled;
use testkit::runner::ROWS;
use testkit::subject::{self, Subject};

/// Rounds that each site is shown: a sixtieth of those of the whole table.
const ROUNDS: usize = 10;

#[test]
fn every_fault_is_noticed_in_every_kernel_that_can_show_it() {
    let subjects: Vec<_> = subject::all().collect();
    let in_double = subjects.into_par_iter().map(|subject| {
        // The whole table is `cargo xtask fuzz --self-check`; these every kernel can show that uses them.
        let faults = [Fault::DifferenceReversed, Fault::ColumnReplaced, Fault::LanesShuffled];
        let report = self_check(subject, &faults, ROUNDS);
        let name = &report.name;
        assert!(report.is_sound, "{name} fails with nothing broken");
        for fault in &report.faults {
            assert!(!fault.failed(), "{name} does not notice {fault:?}");
            for caught in fault.sites.iter().flatten() {
                assert!(caught.cases > 0 && caught.cases.is_multiple_of(ROWS as u64), "{caught:?}");
                assert!(caught.time > Duration::ZERO);
            }
        }
        let columns = &report.faults[1];
        assert_eq!((columns.name.as_str(), columns.sites.len()), ("ColumnReplaced", subject.columns()));
        report.faults.iter().skip(faults.len()).filter(|fault| fault.caught() > 0).count()
    });
    let double: usize = in_double.sum();
    let exact = subject::all().filter(|subject| subject.is_exact()).count();
    assert!(exact == 90 && double >= exact, "{double} faults were noticed in f64");
}

#[test]
fn a_lost_bound_is_searched_for() {
    let subject = Subject::YesNo(Exact::kernel());
    // After one round or two, which do not show it.
    let cases = [1, 2].map(|rounds| {
        let report = self_check(subject, &[Fault::ConstantLost], rounds);
        assert!(report.is_sound);
        assert!(report.faults.len() == 2 && report.faults.iter().all(|fault| !fault.failed()));
        // What took longest was noticed by a round that attacks.
        report.faults.iter().map(|fault| fault.hardest().unwrap().cases).collect::<Vec<_>>()
    });
    let rows = ROWS as u64;
    assert!(cases[0].iter().all(|&cases| cases > rows && cases < 100 * rows), "{cases:?}");
    assert!(cases[1].iter().eq(&cases[0].iter().map(|cases| cases + rows).collect::<Vec<_>>()), "{cases:?}");
}

#[test]
fn a_fault_that_is_not_noticed_fails_the_check_unless_it_is_excused() {
    let caught = |seconds| Some(Caught { cases: 8, time: Duration::from_secs(seconds) });
    let report = |sites: &[Option<Caught>], excuse| FaultReport {
        name: "a fault".into(),
        sites: sites.to_vec(),
        excuse,
        wrong: Vec::new(),
    };
    let found = [caught(1), None, caught(3), caught(2)];
    let good = report(&found, None);
    assert_eq!((good.caught(), good.hardest()), (3, caught(3)));

    let (equivalent, absorbed) = (Some(Excuse::Equivalent("reason")), Some(Excuse::Absorbed("reason")));
    for (sites, fails) in
        [(&found[..], [false, true, false]), (&[None], [true, false, false]), (&[], [false; 3])]
    {
        assert_eq!([None, equivalent, absorbed].map(|excuse| report(sites, excuse).failed()), fails);
    }
    let wrong = FaultReport { wrong: vec!["of 16".into()], ..report(&found, absorbed) };
    assert!(wrong.failed() && !report(&found, absorbed).failed());

    let check = |is_sound, faults: &[&FaultReport]| {
        let faults = faults.iter().copied().cloned().collect();
        Report { name: "a kernel".into(), is_sound, faults, slow: Vec::new() }.failed()
    };
    let (silent, bad) = (report(&[None], absorbed), report(&[None], None));
    assert!(!check(true, &[&good]) && !check(true, &[&silent, &good]));
    assert!(check(false, &[&good]), "something is wrong where nothing is broken");
    assert!(check(true, &[&silent]) && check(true, &[]), "nothing was noticed at all");
    assert!(check(true, &[&good, &bad]));
}
