//! The differential loop notices broken lanes, and reports what it notices in a form that replays.

use soa::kernel::{Measure, Predicate};
use soa::{Columns, Error, Hits, Level, View};
use testkit::corpus;
use testkit::faults::{Bench, Fault, Misbehaving};
use testkit::mismatch::Mismatch;
use testkit::rng::Rng;
use testkit::runner::Differential;
use testkit::shrink::shrink;
use testkit::subject::{Engine, YesNo};
use testkit::target::targets;

#[test]
fn every_fault_is_noticed_in_every_kernel_that_can_show_it() {
    for target in targets(0, 0) {
        assert!(target.sound(), "{} fails with nothing broken", target.name());
        // The whole table is `cargo xtask fuzz --self-check`; these four every kernel can show.
        for fault in
            [Fault::DifferenceReversed, Fault::ColumnReplaced, Fault::LanesShuffled, Fault::TailDropped]
        {
            let report = target.self_check(fault);
            assert!(!report.failed(), "{} does not notice {}", target.name(), fault.name());
        }
    }
}

/// Says yes in lane 3 of rows whose left x is above 10.
struct LaneThree;

impl Engine for LaneThree {
    fn test<P: Predicate>(&self, a: &View<P::A>, b: &View<P::B>) -> Result<Hits, Error> {
        let sound = Bench::sound();
        let hits = soa::test_with::<_, P>(Misbehaving(&sound), a, b)?;
        let columns = a.columns();
        let wrong = |row: usize| row % 8 == 3 && columns.as_ref()[0][row] > 10.0;
        Ok(Hits::from_bools(hits.to_bools().into_iter().enumerate().map(|(row, hit)| hit | wrong(row))))
    }

    fn measure<M: Measure>(&self, _: &View<M::A>, _: &View<M::B>) -> Result<Columns<M::Out>, Error> {
        unreachable!("a yes/no kernel")
    }
}

type Kernel = YesNo<soa::dim2::disk_triangle::SevenRegions>;

fn found() -> Mismatch {
    let mut differential = Differential::<Kernel>::new(Rng::new(1));
    let found = loop {
        if let Err(found) = differential.round(&[(Level::PORTABLE, LaneThree)]) {
            break found;
        }
    };
    let trial = shrink(&LaneThree, found.trial);
    assert_eq!((trial.a.len(), trial.b.len()), (4, 4), "lane 3 needs four rows");
    let failure = trial.failure(&LaneThree).unwrap();
    assert_eq!((failure.left, failure.expected.as_str(), failure.got.as_str()), (3, "no", "yes"));
    // Powers of two: everything else was shrunk away.
    assert!(trial.a[3].center[0] > 10.0 && trial.a[3].center[0].to_bits().trailing_zeros() >= 23);
    Mismatch::new(Level::PORTABLE, found.family.name(), &trial, &failure)
}

#[test]
fn a_mismatch_is_shrunk_and_its_line_replays() {
    let mismatch = found();
    assert!(
        mismatch.summary.starts_with("disk_triangle/seven_regions at level portable, test, left row 3 of 4")
    );
    assert!(mismatch.snippet.contains("type Kernel = soa::dim2::disk_triangle::SevenRegions;"));
    assert!(
        mismatch.snippet.contains(".level(\"portable\".parse().unwrap()).test::<Kernel>(&a, &b).unwrap();")
    );

    let directory = std::env::temp_dir().join(format!("octet-self-check-{}", std::process::id()));
    let file = corpus::append(&directory, &mismatch).unwrap();
    corpus::append(&directory, &mismatch).unwrap(); // once is enough
    assert!(file.ends_with("disk_triangle.seven_regions.txt"));
    let cases = corpus::read(&file, 9).unwrap();
    std::fs::remove_dir_all(&directory).unwrap();
    assert_eq!(cases.len(), 1);
    let targets = targets(0, 0);
    let target = targets.iter().find(|target| target.name() == mismatch.kernel).unwrap();
    assert!(target.replay(&file, &cases[0]).is_ok(), "the sound queries answer it as the twin does");
}
