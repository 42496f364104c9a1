//! Work on one thread or on rayon's current pool.

use alloc::vec::Vec;

use crate::query::Query;

/// Whether work is spread over threads.
#[derive(Clone, Copy)]
pub(crate) struct Threads(bool);

impl Threads {
    /// Tasks a thread, so that none waits long for the last one.
    const TASKS: usize = 8;
    /// Rows or hits of a task, at least: to hand it over costs as much as some hundred of them.
    const LEAST: usize = 1024;

    /// As a query says.
    pub(crate) fn of(query: Query) -> Self {
        Self(cfg!(feature = "rayon") && !query.is_sequential())
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
    pub(crate) fn map<T: Send, R: Send>(self, things: Vec<T>, work: impl Fn(T) -> R + Sync + Send) -> Vec<R> {
        #[cfg(feature = "rayon")]
        if self.0 && things.len() > 1 {
            use rayon::prelude::*;
            return things.into_par_iter().with_max_len(1).map(work).collect();
        }
        things.into_iter().map(work).collect()
    }
}
