//! What the joins of a run met.

use core::ops::AddAssign;

use serde::{Deserialize, Serialize};
use soa::{Level, Query};

use super::forms::{At, Form, THREADS, refit, runnable};
use super::sets::{Drawn, Length, Spread};

/// Counters of one join.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tally {
    /// Sets that were drawn.
    pub sets: u64,
    /// Pairs that brute force answered.
    pub pairs: u64,
    /// Those of them that hit.
    pub hits: u64,
    /// Answers that were compared.
    pub answers: u64,
    /// Sets without a hit.
    pub without_hits: u64,
    /// Sets with rows that are not finite.
    pub broken: u64,
    /// Sets whose index kept its order when it was refit, after all rows moved or one did.
    pub kept: u64,
    /// Sets whose index was built anew.
    pub anew: u64,
    /// Sets with hits, by [`Spread::ALL`].
    pub spreads: [u64; Spread::ALL.len()],
    /// Sets by [`Length::ALL`].
    pub lengths: [u64; Length::ALL.len()],
    /// Answers by [`Level::NAMES`].
    pub levels: [u64; Level::NAMES.len()],
    /// Answers by [`THREADS`].
    pub threads: [u64; THREADS.len()],
    /// Answers by [`Form::ALL`].
    pub forms: [u64; Form::ALL.len()],
}

impl Tally {
    /// One more set.
    pub(super) fn count(&mut self, drawn: &Drawn) {
        let case = &drawn.case;
        self.sets += 1;
        self.pairs += case.compared;
        self.hits += case.hits.len() as u64;
        self.without_hits += u64::from(case.hits.is_empty());
        self.broken += u64::from(drawn.broken);
        self.spreads[drawn.spread as usize] += u64::from(!case.hits.is_empty());
        self.lengths[drawn.length as usize] += 1;
        if case.kind.forms().contains(&Form::Refit) {
            let query = Query::new().sequential();
            let anew =
                [Form::Refit, Form::Moved].map(|form| refit(case, form, query).is_ok_and(|(_, anew)| anew));
            self.anew += u64::from(anew.contains(&true));
            self.kept += u64::from(anew.contains(&false));
        }
    }

    /// One more answer.
    pub(super) fn answered(&mut self, form: Form, at: At) {
        self.answers += 1;
        self.threads[at.threads] += 1;
        self.forms[form as usize] += 1;
        let names = Level::NAMES.iter().zip(&mut self.levels);
        names.filter(|(name, _)| **name == at.level.name()).for_each(|(_, count)| *count += 1);
    }

    /// The classes that can be met in these forms at these levels, and were not.
    pub fn missing(&self, forms: &[Form], levels: &[Level]) -> Vec<String> {
        let chosen = |name: &str| levels.iter().any(|level| level.name() == name);
        let refits = forms.contains(&Form::Refit);
        let table = [
            ("hits", true, self.hits),
            ("sets without hits", true, self.without_hits),
            ("rows that are not finite", true, self.broken),
            ("index that kept its order", refits, self.kept),
            ("index that was built anew", refits, self.anew),
        ];
        let spreads = Spread::ALL.iter().zip(self.spreads).map(|(spread, n)| (spread.name(), true, n));
        let lengths = Length::ALL.iter().zip(self.lengths).map(|(length, n)| (length.name(), true, n));
        let names = Level::NAMES.iter().zip(self.levels).map(|(&name, n)| (name, chosen(name), n));
        let forms = Form::ALL.iter().zip(self.forms).map(|(form, n)| (form.name(), forms.contains(form), n));
        let threads = THREADS.iter().zip(self.threads).take(runnable()).filter(|&(_, n)| n == 0);
        let unmet = table.into_iter().chain(spreads).chain(lengths).chain(names).chain(forms);
        let unmet = unmet.filter(|&(_, can, met)| can && met == 0).map(|(name, ..)| name.to_owned());
        unmet.chain(threads.map(|(threads, _)| format!("{threads} threads"))).collect()
    }
}

impl AddAssign<&Self> for Tally {
    fn add_assign(&mut self, other: &Self) {
        fn add<const N: usize>(counts: &mut [u64; N], others: &[u64; N]) {
            counts.iter_mut().zip(others).for_each(|(count, other)| *count += other);
        }
        self.sets += other.sets;
        self.pairs += other.pairs;
        self.hits += other.hits;
        self.answers += other.answers;
        self.without_hits += other.without_hits;
        self.broken += other.broken;
        self.kept += other.kept;
        self.anew += other.anew;
        add(&mut self.spreads, &other.spreads);
        add(&mut self.lengths, &other.lengths);
        add(&mut self.levels, &other.levels);
        add(&mut self.threads, &other.threads);
        add(&mut self.forms, &other.forms);
    }
}
