//! Every kernel of soa on faulty lanes.

use core::marker::PhantomData;
use std::collections::HashMap;
use std::sync::LazyLock;

use scalar::exact::Decision;
use soa::kernel::{Compiled, CompiledMeasure, Measure, Predicate};
use soa::lanes::{Lanes, Simd};
use soa::registry::{Visitor, visit_all};
use soa::verdict::{Certified, Rounding};
use soa::{AnyView, Error, Shape, Stages, View};
use testkit::subject::{Call, Engine, Outcome, Subject, of_columns, of_hits};

use crate::lanes::FaultySimd;
use crate::plan::{FaultPlan, Part};

/// A kernel that marks for its lanes where each of its parts begins.
///
/// Its functions are not inlined: the query's loops call them from many places, and each would be compiled
/// again.
#[derive(Debug)]
pub struct Marked<K>(PhantomData<K>);

impl<P: Predicate> Predicate for Marked<P> {
    const NAME: &'static str = P::NAME;
    type A = P::A;
    type B = P::B;

    fn resolve(a: &P::A, b: &P::B) -> Decision {
        P::resolve(a, b)
    }

    const EXACT: bool = P::EXACT;
    const FINITE_ONLY: bool = P::FINITE_ONLY;

    #[inline(never)]
    fn decide<L: Lanes>(
        a: &<P::A as Shape>::Of<L>,
        b: &<P::B as Shape>::Of<L>,
        rounding: &Rounding<L>,
    ) -> Certified<L::Mask> {
        let part = if rounding.knows_common_ulp() { Part::Grained } else { Part::Kernel };
        let gate = part.begin(a.as_ref()[0]);
        let verdict = P::decide(a, b, rounding);
        Part::Query.begin(gate);
        let sure = !gate.eq(gate);
        Certified { hit: verdict.hit & sure, miss: verdict.miss & sure }
    }

    // The sums and comparisons of the query that follow belong to it, up to the decision.
    #[inline(never)]
    fn size<L: Lanes>(a: &<P::A as Shape>::Of<L>, b: &<P::B as Shape>::Of<L>) -> L {
        Part::Size.begin(a.as_ref()[0]);
        P::size(a, b)
    }

    const HAS_QUICK_ACCEPT: bool = P::HAS_QUICK_ACCEPT;

    #[inline(never)]
    fn quick_accept<L: Lanes>(a: &<P::A as Shape>::Of<L>, b: &<P::B as Shape>::Of<L>) -> L::Mask {
        Part::Contact.begin(a.as_ref()[0]);
        let contact = P::quick_accept::<L>(a, b);
        Part::Query.begin(a.as_ref()[0]);
        contact
    }

    const HAS_QUICK_REJECT: bool = P::HAS_QUICK_REJECT;
    const IMPLIES_QUICK_REJECT: bool = P::IMPLIES_QUICK_REJECT;
    const IS_LONG: bool = P::IS_LONG;

    #[inline(never)]
    fn quick_reject<L: Lanes>(a: &<P::A as Shape>::Of<L>, b: &<P::B as Shape>::Of<L>) -> L::Mask {
        Part::First.begin(a.as_ref()[0]);
        let first = P::quick_reject::<L>(a, b);
        Part::Query.begin(a.as_ref()[0]);
        first
    }
}

impl<M: Measure> Measure for Marked<M> {
    const NAME: &'static str = M::NAME;
    type A = M::A;
    type B = M::B;
    type Out = M::Out;
    const IN_F64: bool = M::IN_F64;
    const IS_SHORT: bool = M::IS_SHORT;

    fn reference(a: &M::A, b: &M::B) -> M::Out {
        M::reference(a, b)
    }

    #[inline(never)]
    fn lanes<L: Lanes>(a: &<M::A as Shape>::Of<L>, b: &<M::B as Shape>::Of<L>) -> <M::Out as Shape>::Of<L> {
        Part::Kernel.begin(a.as_ref()[0]);
        let out = M::lanes(a, b);
        Part::Query.begin(a.as_ref()[0]);
        out
    }
}

type Run = fn(&FaultPlan, &AnyView, &AnyView) -> Result<Vec<u32>, Error>;

/// Every kernel of soa, [`Marked`] and compiled for faulty lanes, by name. Nothing else here is compiled for
/// each kernel.
static TABLE: LazyLock<Table> = LazyLock::new(|| {
    let mut table = Table(HashMap::new());
    visit_all(&mut table);
    table
});

struct Table(HashMap<&'static str, Run>);

impl Visitor for Table {
    fn predicate<P: Compiled>(&mut self) {
        self.0.insert(P::NAME, |plan, a, b| {
            let hits = soa::test_with::<_, Marked<P>>(FaultySimd(plan), &typed(a)?, &typed(b)?)?;
            Ok(of_hits(&hits))
        });
    }

    fn measure<K: CompiledMeasure>(&mut self) {
        self.0.insert(K::NAME, |plan, a, b| {
            let columns = soa::measure_with::<_, Marked<K>>(FaultySimd(plan), &typed(a)?, &typed(b)?)?;
            let columns: Vec<_> = columns.into_columns().as_mut().iter_mut().map(core::mem::take).collect();
            Ok(of_columns(&columns))
        });
    }
}

fn typed<'a, S: Shape>(view: &AnyView<'a>) -> Result<View<'a, S>, Error> {
    view.typed().ok_or(Error::WrongShape { shape: view.kind().name(), expected: S::NAME })
}

/// Row queries on faulty lanes.
impl Engine for FaultPlan {
    fn name(&self) -> String {
        format!("{self:?}")
    }

    /// A batch is turned to have each pair in each lane. A broken operation is broken in all of them, so
    /// there one turn shows what sixteen do.
    fn lanes(&self) -> usize {
        if self.breaks_all_lanes() { 1 } else { <FaultySimd as Simd>::Lanes::LEN }
    }

    fn answer(&self, subject: Subject, call: Call, a: &AnyView, b: &AnyView) -> Outcome {
        let run = TABLE.0.get(subject.name()).filter(|_| call == Call::Rows)?;
        Some(run(self, a, b).map(|words| (words, Stages::default())))
    }
}
