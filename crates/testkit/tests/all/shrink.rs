//! What is simpler.

use soa::dim2::disk_disk;
use soa::kernel::Compiled;
use soa::registry::{Kernel, MeasureKernel};
use soa::{AnyView, Error, Hits, Level, Pairs, Query, ShapeKind, Stages};
use testkit::rows::{Columns, Row};
use testkit::shrink::{cost, shrink, simpler};
use testkit::subject::{Engine, Subject};
use testkit::trial::{Call, Trial};

use crate::rows_of;

/// Queries that take some pairs for a right shape with itself, which touches itself.
struct Wrong {
    /// Whether a call with these numbers of left and right rows does.
    calls: fn(Call, usize, usize) -> bool,
    /// Which pairs are mistaken, by their x.
    pairs: fn(f32, f32) -> bool,
}

impl Wrong {
    fn left(&self, call: Call, a: &[Row], b: &AnyView) -> Columns {
        let (rights, is_wrong) = (rows_of(b), (self.calls)(call, a.len(), b.len()));
        let mut left = a.to_vec();
        for (a, b) in left.iter_mut().zip(&rights) {
            if is_wrong && (self.pairs)(a[0], b[0]) {
                a.clone_from(b);
            }
        }
        Columns::of(ShapeKind::Disk, &left)
    }
}

impl Engine for Wrong {
    fn lanes(&self) -> usize {
        8
    }

    fn test(&self, kernel: &'static Kernel, a: &AnyView, b: &AnyView) -> Result<(Hits, Stages), Error> {
        let left = self.left(Call::Rows, &rows_of(a), b);
        Query::new().with_level(Level::PORTABLE).test_any(kernel, &left.checked().unwrap(), b)
    }

    fn measure(
        &self,
        kernel: &'static MeasureKernel,
        a: &AnyView,
        b: &AnyView,
    ) -> Result<Vec<Vec<f32>>, Error> {
        Query::new().measure_any(kernel, a, b)
    }

    fn test_one(&self, kernel: &'static Kernel, a: &[f32], b: &AnyView) -> Option<Result<Hits, Error>> {
        let left = self.left(Call::One, &[a.to_vec()], b);
        Some(Query::new().test_one_any(kernel, &left.row(0), b))
    }

    fn test_all(&self, kernel: &'static Kernel, a: &AnyView, b: &AnyView) -> Option<Result<Pairs, Error>> {
        let left = self.left(Call::All, &rows_of(a), b);
        Some(Query::new().test_all_any(kernel, &left.checked().unwrap(), b))
    }
}

/// A call of disks with disks.
fn disks(call: Call, a: Vec<Row>, b: Vec<Row>) -> Trial {
    Trial { subject: Subject::YesNo(disk_disk::SquaredDistance::kernel()), call, a, b }
}

/// Disks that lie far apart, shrunk.
fn shrunk(call: Call, wrong: &Wrong) -> Trial {
    let disk = |x: f32, i: usize| vec![x + i as f32, 0.1 * i as f32, 0.3];
    let lefts = if call == Call::One { 1 } else { 20 };
    let a = (0..lefts).map(|i| disk(1.7, i)).collect();
    let b = (0..20).map(|i| disk(-50.6, i)).collect();
    let trial = disks(call, a, b);
    assert!(trial.failure(wrong).is_some());
    let shrunk = shrink(wrong, trial);
    assert!(shrunk.failure(wrong).is_some());
    shrunk
}

#[test]
fn a_trial_is_shrunk_to_the_rows_and_numbers_that_it_takes() {
    // One pair is enough, in any call; the right disk is anything that the left one does not touch.
    for call in [Call::Rows, Call::All] {
        let trial = shrunk(call, &Wrong { calls: |_, _, _| true, pairs: |a, _| a > 10.0 });
        assert_eq!((trial.call, trial.a.len(), trial.b.len()), (Call::Rows, 1, 1));
        assert_eq!((trial.a[0][1], trial.b[0][1]), (0.0, 0.0), "{trial:?}");
        assert!(trial.a[0][0] > 10.0 && cost(trial.a[0][0]) <= cost(11.7), "{trial:?}");
        assert_eq!((trial.a[0][2], &trial.b[0][..]), (0.0, &[0.0; 3][..]), "{trial:?}");
    }
    let trial = shrunk(Call::One, &Wrong { calls: |_, _, _| true, pairs: |a, _| a > 1.0 });
    assert_eq!((trial.call, trial.a.len(), trial.b.len()), (Call::Rows, 1, 1));

    // Where a call must have some rows it keeps them.
    let rows = Wrong { calls: |call, lefts, _| call == Call::Rows && lefts > 4, pairs: |a, _| a > 0.5 };
    let trial = shrunk(Call::Rows, &rows);
    assert_eq!((trial.call, trial.a.len(), trial.b.len()), (Call::Rows, 5, 5));
    let one = Wrong { calls: |call, _, rights| call == Call::One && rights > 6, pairs: |a, _| a > 0.5 };
    let trial = shrunk(Call::One, &one);
    assert_eq!((trial.call, trial.a.len(), trial.b.len()), (Call::One, 1, 7));
    let all = Wrong {
        calls: |call, lefts, rights| call == Call::All && lefts > 1 && rights > 2,
        pairs: |a, _| a > 0.5,
    };
    let trial = shrunk(Call::All, &all);
    assert_eq!((trial.call, trial.a.len(), trial.b.len()), (Call::All, 2, 3));
}

#[test]
fn a_trial_that_does_not_fail_comes_back() {
    let disk = |x: f32| vec![x, 0.7, 1.0];
    let trial = disks(Call::Rows, vec![disk(0.3); 3], vec![disk(0.9); 3]);
    let right = Wrong { calls: |_, _, _| false, pairs: |_, _| false };
    let back = shrink(&right, trial.clone());
    assert_eq!((back.a, back.b), (trial.a, trial.b));
}

#[test]
fn simpler_values_are_simpler_and_come_to_an_end() {
    for start in [f32::MAX, -1.234_567, 1e-40, -0.0, f32::NAN, f32::INFINITY, 3.0, 0.75] {
        let mut x = start;
        let mut steps = 0;
        while let Some(next) = simpler(x).last() {
            assert!(cost(next) < cost(x), "{x} to {next}");
            x = next;
            steps += 1;
            assert!(steps < 100, "{start} does not come to an end");
        }
        assert_eq!(x.to_bits(), 0, "from {start}");
    }
}
