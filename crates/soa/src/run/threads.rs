//! Work on one thread or on rayon's current pool: the only place that knows rayon.
//!
//! What rayon makes of a closure takes long to compile, and queries have a closure a kernel and level. So rayon is shown the same
//! two functions always, which call whatever is behind a reference, and what is compiled for each closure are plain loops.

use alloc::vec::Vec;
use core::ops::Range;
#[cfg(feature = "rayon")]
use std::sync::Mutex;

/// Whether work is spread over threads.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Threads(bool);

#[cfg_attr(not(feature = "rayon"), allow(clippy::unused_self, reason = "there are no threads to ask for"))]
impl Threads {
    /// Tasks a thread, so that none waits long for the last one.
    const TASKS: usize = 8;
    /// Rows or hits of a task, at least: to hand it over costs as much as some hundred of them.
    const LEAST: usize = 1024;

    /// As a query says.
    pub(crate) fn new(wanted: bool) -> Self {
        Self(cfg!(feature = "rayon") && wanted)
    }

    /// Whether there may be more than one.
    pub(crate) fn is_some(self) -> bool {
        self.0
    }

    /// The number of threads.
    pub(crate) fn count(self) -> usize {
        #[cfg(feature = "rayon")]
        if self.0 {
            return rayon::current_num_threads();
        }
        1
    }

    /// Tasks that work on so many rows or hits is cut into.
    pub(crate) fn tasks(self, items: usize) -> usize {
        if self.count() == 1 { 1 } else { (self.count() * Self::TASKS).min(items / Self::LEAST).max(1) }
    }

    /// What comes of each thing, in order.
    pub(crate) fn map<T: Send, R: Send>(self, things: Vec<T>, work: impl Fn(T) -> R + Sync) -> Vec<R> {
        let mut results = Vec::with_capacity(things.len());
        #[cfg(feature = "rayon")]
        if self.0 && things.len() > 1 {
            let mut slots = Vec::with_capacity(things.len());
            for thing in things {
                slots.push(Mutex::new((Some(thing), None)));
            }
            each(slots.len(), &|i| {
                // Nobody else has this slot; a panic in here ends the whole call.
                if let Ok(mut slot) = slots[i].lock() {
                    slot.1 = slot.0.take().map(&work);
                }
            });
            for slot in slots {
                if let Ok((_, Some(result))) = slot.into_inner() {
                    results.push(result);
                }
            }
            return results;
        }
        for thing in things {
            results.push(work(thing));
        }
        results
    }

    /// Runs both.
    pub(crate) fn both(self, left: impl FnOnce() + Send, right: impl FnOnce() + Send) {
        #[cfg(feature = "rayon")]
        if self.0 {
            let (mut left, mut right) = (Some(left), Some(right));
            join(&mut || once(&mut left), &mut || once(&mut right));
            return;
        }
        left();
        right();
    }
}

#[cfg(feature = "rayon")]
fn each(count: usize, work: &(dyn Fn(usize) + Sync)) {
    use rayon::prelude::*;
    (0..count).into_par_iter().with_max_len(1).for_each(work);
}

#[cfg(feature = "rayon")]
fn once(work: &mut Option<impl FnOnce()>) {
    work.take().into_iter().for_each(|work| work());
}

#[cfg(feature = "rayon")]
fn join(left: &mut (dyn FnMut() + Send), right: &mut (dyn FnMut() + Send)) {
    rayon::join(left, right);
}

/// `items` items as even ranges for at most this many tasks.
pub(crate) fn split(items: usize, tasks: usize) -> Vec<Range<usize>> {
    let tasks = tasks.clamp(1, items.max(1));
    (0..tasks).map(|task| items * task / tasks..items * (task + 1) / tasks).collect()
}

// There are no threads on WebAssembly.
#[cfg(all(test, feature = "rayon", not(target_family = "wasm")))]
mod tests {
    use rayon::{ThreadPoolBuilder, current_thread_index};

    use super::*;

    #[test]
    fn work_is_cut_for_the_threads_there_are() {
        let (spread, alone) = (Threads::new(true), Threads::new(false));
        let tasks = |threads: Threads| [0, 1_024, 4_096, 1_000_000].map(|items| threads.tasks(items));
        for (count, expected) in [(1, [1; 4]), (3, [1, 1, 4, 24])] {
            let pool = ThreadPoolBuilder::new().num_threads(count).build().unwrap();
            assert_eq!(pool.install(|| (spread.count(), tasks(spread))), (count, expected));
            assert_eq!(pool.install(|| (alone.count(), tasks(alone))), (1, [1; 4]));
        }
    }

    #[test]
    fn one_thing_is_not_handed_over() {
        let where_each_is_done = |threads: Threads, things: usize| {
            threads.map((0..things).collect(), |thing| (thing, current_thread_index().is_some()))
        };
        assert_eq!(where_each_is_done(Threads::new(true), 1), [(0, false)]);
        assert_eq!(where_each_is_done(Threads::new(true), 3), [(0, true), (1, true), (2, true)]);
        assert_eq!(where_each_is_done(Threads::new(false), 2), [(0, false), (1, false)]);
    }
}
