//! Are the forward error bounds of an exact kernel large enough for a pair, and how near do its rounding
//! errors come to them?
//!
//! Lanes of one number ([`crate::one_lane`]) run the kernel once in each precision, and say two things of its
//! bounds:
//!
//! - The *slack* of a pair is the least of the bounds that its verdict rests on, over the error that running
//!   error analysis finds possible for the number that is compared with it. Below 1 the bound is not proved
//!   for this pair, though the answer may be right. This needs no pair that nearly touches. Where constants are
//!   replaced, it is found of all bounds that these are part of, whether the verdict rests on them or not.
//! - The *strain* is the supremum of the `t` for which a kernel with bounds of `t` times their size would be
//!   certain of the wrong answer:
//!
//! ```text
//!    0      every number has the sign that it has in real arithmetic
//!    0.7    a number has the wrong sign, and is as large as 0.7 of its bound
//!    1      the bound is wrong
//! ```
//!
//! So a bound that is divided by 2 gives a wrong answer for pairs of a strain above 1/2, and is not proved for
//! pairs of a slack below 2.

use std::collections::HashMap;
use std::sync::LazyLock;

use soa::kernel::{Compiled, CompiledMeasure, Predicate};
use soa::registry::{Visitor, visit_all};
use soa::verdict::{Certified, CommonUlp, Rounding};
use soa::{AnyView, Shape, Stages};

use crate::one_lane::{Constants, OneLane, OneMask};
use crate::rows::row_of;
use crate::subject::{Call, Engine, Outcome, Subject};

/// What the lanes of each precision are called.
pub const PRECISIONS: [&str; 2] = ["f32", "f64"];

/// What the lanes of one precision make of a pair.
#[derive(Clone, Copy, Debug)]
pub struct Stage {
    /// The verdict, if there is one.
    pub verdict: Option<bool>,
    /// How near it comes to a wrong one.
    pub strain: f64,
    /// The least bound that it rests on, in errors.
    pub slack: f64,
    /// The least, in errors, of all bounds that are made of replaced constants, whether it rests on them or
    /// not.
    pub least: f64,
}

/// What an exact kernel makes of a pair.
#[derive(Clone, Copy, Debug)]
pub struct Examined {
    /// Whether the quick reject says that the two cannot touch.
    pub is_rejected: bool,
    /// Whether the quick accept says that they do.
    pub is_accepted: bool,
    /// What no operand of a bound exceeds.
    pub size: f64,
    /// The lanes of `f32`, and of `f64`.
    pub stages: [Stage; 2],
}

impl Examined {
    /// Whether lanes decide the pair, not a quick test.
    pub fn is_open(&self) -> bool {
        !(self.is_rejected || self.is_accepted)
    }

    /// The strain in each precision.
    pub fn strain(&self) -> [f64; 2] {
        self.stages.map(|stage| if self.is_open() { stage.strain } else { 0.0 })
    }

    /// Whether all bounds are proved for the pair.
    pub fn is_proved(&self) -> bool {
        !self.is_open() || self.stages.iter().all(|stage| stage.slack >= 1.0)
    }

    /// Whether the bounds that are made of replaced constants are no less than the errors of the numbers that
    /// are compared with them, in lanes that decide the pair, though the verdict may rest on others.
    fn is_covered(&self) -> bool {
        let covers = |stage: &Stage| stage.verdict.is_none() || stage.least >= 1.0;
        !self.is_open() || self.stages.iter().all(covers)
    }
}

/// Whether all bounds that the verdicts about a pair rest on are proved for it, and all bounds that are made
/// of replaced constants, if they are with these constants whole: some bounds hold only for pairs in which
/// something rests on them.
pub fn is_proved(examine: Examine, a: &[f32], b: &[f32], constants: [Constants; 2]) -> bool {
    // None of this depends on the true answer.
    let examined = examine(a, b, false, constants);
    let whole = || examine(a, b, false, constants.map(Constants::whole));
    examined.is_proved() && (examined.is_covered() || !whole().is_covered())
}

/// Examines a pair whose answer is known, with constants of each precision.
pub type Examine = fn(a: &[f32], b: &[f32], hit: bool, constants: [Constants; 2]) -> Examined;

/// The function that examines pairs for an exact kernel.
pub fn examine(subject: Subject) -> Option<Examine> {
    static TABLE: LazyLock<Table> = LazyLock::new(|| {
        let mut table = Table(HashMap::new());
        visit_all(&mut table);
        table
    });
    TABLE.0.get(subject.name()).copied()
}

struct Table(HashMap<&'static str, Examine>);

impl Visitor for Table {
    fn predicate<P: Compiled>(&mut self) {
        if P::EXACT {
            self.0.insert(P::NAME, examine_by::<P>);
        }
    }

    fn measure<M: CompiledMeasure>(&mut self) {}
}

fn examine_by<P: Predicate>(a: &[f32], b: &[f32], hit: bool, constants: [Constants; 2]) -> Examined {
    let single = |x: f32| OneLane::<f32>::new(x, constants[0]);
    let double = |x: f32| OneLane::<f64>::new(x.into(), constants[1]);
    let (narrow_a, narrow_b) = (P::A::build(|k| single(a[k])), P::B::build(|k| single(b[k])));
    let (a, b) = (P::A::build(|k| double(a[k])), P::B::build(|k| double(b[k])));
    let size = P::size(&a, &b);
    let ulp = CommonUlp::new(size, a.as_ref(), b.as_ref());
    Examined {
        is_rejected: P::HAS_QUICK_REJECT && !P::quick_reject::<OneLane<f32>>(&narrow_a, &narrow_b).is_set(),
        is_accepted: P::HAS_QUICK_ACCEPT && P::quick_accept::<OneLane<f32>>(&narrow_a, &narrow_b).is_set(),
        size: size.number,
        stages: [
            stage(P::decide(&narrow_a, &narrow_b, &Rounding::single(single(0.0))), hit),
            stage(P::decide(&a, &b, &Rounding::double(Some(ulp), double(0.0))), hit),
        ],
    }
}

fn stage(certified: Certified<OneMask>, hit: bool) -> Stage {
    let Certified { hit: yes, miss: no } = certified;
    let least = yes.least.min(no.least);
    let (verdict, slack) = match (yes.is_set(), no.is_set()) {
        (true, _) => (Some(true), yes.slack),
        (_, true) => (Some(false), no.slack),
        _ => (None, f64::INFINITY),
    };
    Stage { verdict, strain: if hit { no.below } else { yes.below }, slack, least }
}

/// Running error analysis as an engine: it answers as the reference does, and wrong where a bound is not
/// proved.
#[derive(Clone, Copy, Debug)]
pub struct Analysis {
    /// The constants of each precision.
    pub constants: [Constants; 2],
    /// Whether bounds that are made of replaced constants count, too, on which no verdict rests
    /// ([`is_proved`]).
    pub counts_all: bool,
}

/// That of the kernels as they are.
pub static ANALYSIS: Analysis = Analysis { constants: [Constants::SOUND; 2], counts_all: false };

impl Engine for Analysis {
    fn name(&self) -> String {
        "running error analysis (a bound is less than the error that its number may have, or a number that was \
         rounded is taken for exact: so not this answer)"
            .into()
    }

    fn lanes(&self) -> usize {
        1
    }

    fn answer(&self, subject: Subject, call: Call, a: &AnyView, b: &AnyView) -> Outcome {
        let examine = examine(subject).filter(|_| call == Call::Rows)?;
        let words = subject.pairs(call, a, b).into_iter().map(|(i, j)| {
            let (a, b) = (row_of(a, i), row_of(b, j));
            let words = subject.expected(&a, &b);
            let is_finite = a.iter().chain(&b).all(|x| x.is_finite());
            let is_proved = if self.counts_all {
                is_proved(examine, &a, &b, self.constants)
            } else {
                examine(&a, &b, words == [1], self.constants).is_proved()
            };
            let is_proved = !is_finite || is_proved;
            if is_proved { words[0] } else { 1 - words[0] }
        });
        Some(Ok((words.collect(), Stages::default())))
    }
}
