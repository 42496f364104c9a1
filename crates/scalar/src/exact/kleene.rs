//! Three-valued logic over `Option<bool>`: `None` is "undecided" (Kleene, Introduction to Metamathematics,
//! section 64).
//!
//! One false term decides a conjunction and one true term a disjunction, whatever the others are. So a stage
//! that leaves the sign of one number undecided often decides the pair by another one.

/// Whether both hold. The second is not evaluated if the first is false.
#[inline]
pub fn and(first: Option<bool>, second: impl FnOnce() -> Option<bool>) -> Option<bool> {
    match first {
        Some(false) => Some(false),
        Some(true) => second(),
        None => second().filter(|&holds| !holds),
    }
}

/// Whether at least one holds. The second is not evaluated if the first is true.
#[inline]
pub fn or(first: Option<bool>, second: impl FnOnce() -> Option<bool>) -> Option<bool> {
    not(and(not(first), || not(second())))
}

/// Whether it does not hold.
#[inline]
pub fn not(term: Option<bool>) -> Option<bool> {
    term.map(|holds| !holds)
}

/// Whether all hold, of terms that have been evaluated: without a branch, which takes less time than to stop
/// at the first that is false if that is as likely as not.
#[inline(always)]
pub fn all_of<const M: usize>(terms: [Option<bool>; M]) -> Option<bool> {
    let (mut all, mut none_fails) = (true, true);
    for term in terms {
        all &= term == Some(true);
        none_fails &= term != Some(false);
    }
    known(all, !none_fails)
}

/// Whether at least one holds, of terms that have been evaluated.
#[inline(always)]
pub fn any_of<const M: usize>(terms: [Option<bool>; M]) -> Option<bool> {
    not(all_of(terms.map(not)))
}

/// True or false, if one of these is known.
#[inline(always)]
pub fn known(is_true: bool, is_false: bool) -> Option<bool> {
    (is_true | is_false).then_some(is_true)
}

/// Whether all hold; true without any terms. Stops at the first that is false.
#[inline]
pub fn all(terms: impl IntoIterator<Item = Option<bool>>) -> Option<bool> {
    let mut answer = Some(true);
    for term in terms {
        match term {
            Some(false) => return term,
            Some(true) => {}
            None => answer = None,
        }
    }
    answer
}

/// Whether at least one holds; false without any terms. Stops at the first that is true.
#[inline]
pub fn any(terms: impl IntoIterator<Item = Option<bool>>) -> Option<bool> {
    not(all(terms.into_iter().map(not)))
}

#[cfg(test)]
mod tests {
    use super::{all, all_of, and, any, any_of, not, or};

    const TERMS: [Option<bool>; 3] = [Some(false), None, Some(true)];

    #[test]
    fn false_below_unknown_below_true() {
        // In this order conjunction is the minimum, disjunction the maximum and negation the reflection.
        for i in 0..3 {
            assert_eq!(not(TERMS[i]), TERMS[2 - i]);
            for j in 0..3 {
                let (s, t) = (TERMS[i], TERMS[j]);
                assert_eq!([and(s, || t), all([s, t]), all_of([s, t])], [TERMS[i.min(j)]; 3]);
                assert_eq!([or(s, || t), any([s, t]), any_of([s, t])], [TERMS[i.max(j)]; 3]);
            }
        }
        assert_eq!((all([]), any([])), (Some(true), Some(false)));
    }

    #[test]
    fn terms_that_cannot_change_the_answer_are_not_evaluated() {
        let mut evaluated = 0;
        let mut term = |value| {
            evaluated += 1;
            value
        };
        assert_eq!(all([None, Some(false), Some(true)].into_iter().map(&mut term)), Some(false));
        assert_eq!(any([None, Some(true), Some(true)].into_iter().map(&mut term)), Some(true));
        assert_eq!(and(Some(false), || term(None)), Some(false));
        assert_eq!(or(Some(true), || term(None)), Some(true));
        assert_eq!(evaluated, 4);
    }
}
