//! Work on one thread or on rayon's current pool: the only place that knows rayon.
//!
//! rayon's generic code takes long to compile, and queries have a closure for each form of result. So rayon
//! only ever gets the same two functions, which call through a reference, and plain loops are compiled for
//! each closure.

use alloc::vec::Vec;
use core::ops::Range;
#[cfg(feature = "rayon")]
use std::sync::Mutex;

/// Whether work is spread over threads.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Threads(bool);

#[cfg_attr(not(feature = "rayon"), allow(clippy::unused_self, reason = "there are no threads"))]
impl Threads {
    /// Tasks for each thread, so that no thread waits long for the last task.
    const TASKS: usize = 8;
    /// Rows or hits of a task, at least: to start it costs as much as some hundred of them.
    const LEAST: usize = 1024;

    pub(crate) fn new(is_parallel: bool) -> Self {
        Self(cfg!(feature = "rayon") && is_parallel)
    }

    /// Whether there may be more than one thread.
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

    /// The number of tasks for this many rows or hits.
    pub(crate) fn tasks(self, items: usize) -> usize {
        if self.count() == 1 { 1 } else { (self.count() * Self::TASKS).min(items / Self::LEAST).max(1) }
    }

    /// The result of `work` for each item, in order.
    pub(crate) fn map<T: Send, R: Send>(self, items: Vec<T>, work: impl Fn(T) -> R + Sync) -> Vec<R> {
        let mut results = Vec::with_capacity(items.len());
        #[cfg(feature = "rayon")]
        if self.0 && items.len() > 1 {
            let mut slots = Vec::with_capacity(items.len());
            for item in items {
                slots.push(Mutex::new((Some(item), None)));
            }
            each(slots.len(), &|i| {
                // No other task has this slot. A panic in here ends the whole call.
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
        for item in items {
            results.push(work(item));
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
    use rayon::ThreadPoolBuilder;

    use super::*;

    #[test]
    fn tasks_are_made_for_the_threads_of_the_pool() {
        let (spread, alone) = (Threads::new(true), Threads::new(false));
        let tasks = |threads: Threads| [0, 1_024, 4_096, 1_000_000].map(|items| threads.tasks(items));
        for (count, expected) in [(1, [1; 4]), (3, [1, 1, 4, 24])] {
            let pool = ThreadPoolBuilder::new().num_threads(count).build().unwrap();
            assert_eq!(pool.install(|| (spread.count(), tasks(spread))), (count, expected));
            assert_eq!(pool.install(|| (alone.count(), tasks(alone))), (1, [1; 4]));
        }
    }
}
