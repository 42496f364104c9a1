//! Would the differential loop notice? It is run on lanes with one broken site at a time.

use bytemuck::Zeroable;

use crate::faults::{Bench, Fault, Misbehaving};
use crate::rng::Rng;
use crate::runner::Differential;
use crate::subject::{Engine, Subject, With};
use crate::trial::{Call, Trial};

/// Rounds after which a fault counts as not noticed.
const PATIENCE: u64 = 600;

/// Faults that no answer of a kernel can show at any site, each with the reason. A kernel is named by the start of
/// its name. Whatever is not listed here and not caught fails the self-check.
const EQUIVALENT: &[(&str, Fault, &str)] = &[
    ("disk_disk/squared_distance", Fault::DifferenceReversed, SQUARED),
    ("point_disk/squared_distance", Fault::DifferenceReversed, SQUARED),
    ("segment_oriented_box/slabs", Fault::Lax, CHOICE),
    ("segment3_oriented_box3/slabs", Fault::Lax, CHOICE),
];

const SQUARED: &str = "every difference is squared, and (a - b)^2 has the bits of (b - a)^2";
const CHOICE: &str =
    "every `<` chooses the smaller or larger of two parameters; where they are equal either will do";

/// What came of one fault in one kernel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FaultReport {
    /// The fault.
    pub fault: Fault,
    /// Uses of the operation in one run of the kernel.
    pub sites: usize,
    /// For each site, the cases until it was noticed, or None.
    pub cases: Vec<Option<u64>>,
    /// Why it cannot be noticed, if it is listed as equivalent.
    pub equivalent: Option<&'static str>,
}

impl FaultReport {
    /// Sites that were noticed.
    pub fn caught(&self) -> usize {
        self.cases.iter().flatten().count()
    }

    /// The cases that the hardest noticed site took.
    pub fn hardest(&self) -> Option<u64> {
        self.cases.iter().flatten().copied().max()
    }

    /// Whether the kernel uses the operation, no site was noticed, and nothing says why; or it is listed as one that
    /// cannot be noticed, and was.
    pub fn failed(&self) -> bool {
        self.sites > 0 && (self.caught() == 0) != self.equivalent.is_some()
    }
}

/// Breaks every site of the fault, one after the other, and counts the cases until the loop notices.
pub fn self_check<S: Subject>(fault: Fault) -> FaultReport {
    let uses = uses::<S>();
    let outcomes = (0..uses[fault as usize]).map(|site| {
        let bench = Bench::broken(fault, site, uses);
        let mut cases = None;
        let mut differential = Differential::<S>::new(Rng::stream(0, S::NAME, site as u64));
        while cases.is_none() && differential.tally().rounds < PATIENCE {
            if differential.round(&[With(Misbehaving(&bench))]).is_err() {
                cases = Some(differential.tally().cases);
            }
        }
        (cases, fault != Fault::NanGuardLost || bench.guarded())
    });
    // Most comparisons for equality are no guards.
    let cases: Vec<_> = outcomes.filter(|&(_, is_use)| is_use).map(|(cases, _)| cases).collect();
    let equivalent = EQUIVALENT
        .iter()
        .find(|(kernel, listed, _)| S::NAME.starts_with(kernel) && *listed == fault)
        .map(|&(.., reason)| reason);
    FaultReport { fault, sites: cases.len(), cases, equivalent }
}

/// Whether the loop is silent on misbehaving lanes with nothing broken, for so many rounds.
pub fn sound<S: Subject>(rounds: u64) -> bool {
    let bench = Bench::sound();
    let mut differential = Differential::<S>::new(Rng::stream(0, S::NAME, 0));
    (0..rounds).all(|_| differential.round(&[With(Misbehaving(&bench))]).is_ok())
}

/// How often one run of the kernel uses each operation.
fn uses<S: Subject>() -> [usize; Fault::ALL.len()] {
    let bench = Bench::sound();
    let engine = With(Misbehaving(&bench));
    let rows = engine.lanes();
    let trial = Trial::<S> { call: Call::Rows, a: vec![S::A::zeroed(); rows], b: vec![S::B::zeroed(); rows] };
    let _ = trial.failure(&engine);
    bench.counts()
}
