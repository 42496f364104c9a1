//! Threads of our own, and calls that can be interrupted.
//!
//! A forked child has none of its parent's threads, and waits for ever for those of rayon's global pool. So a
//! pool belongs to a process: a child makes its own, and leaks the one that it has inherited.

use std::any::Any;
use std::mem::forget;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::process;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use soa::join::Progress;

/// The pools of a process, by their number of threads.
struct Pools {
    process: u32,
    pools: Vec<(usize, Arc<ThreadPool>)>,
}

static POOLS: Mutex<Option<Pools>> = Mutex::new(None);

/// The pool with this many threads; with 0, as many as there are cores. If another thread had the lock at a fork,
/// the child would wait for it for ever: the call makes a pool for itself then.
fn pool(threads: usize) -> PyResult<Arc<ThreadPool>> {
    let make = || {
        let pool = ThreadPoolBuilder::new().num_threads(threads).thread_name(|_| "octet".into()).build();
        pool.map(Arc::new).map_err(|error| PyRuntimeError::new_err(error.to_string()))
    };
    let Ok(mut kept) = POOLS.try_lock() else { return make() };
    if kept.as_ref().is_some_and(|pools| pools.process != process::id()) {
        forget(kept.take());
    }
    let pools = &mut kept.get_or_insert_with(|| Pools { process: process::id(), pools: Vec::new() }).pools;
    if let Some((_, pool)) = pools.iter().find(|(n, _)| *n == threads) {
        return Ok(pool.clone());
    }
    let pool = make()?;
    pools.push((threads, pool.clone()));
    Ok(pool)
}

/// The payload of the panic that ends a call after Ctrl-C.
struct Interrupted;

/// How often Python's signals are looked at, and the progress is reported.
const TICK: Duration = Duration::from_millis(50);

/// Runs work on a pool, with the GIL released. The callback that it is given, and calls now and then, ends it
/// after a signal.
pub fn run<T: Send>(
    py: Python,
    threads: usize,
    progress: Option<&Py<PyAny>>,
    work: impl FnOnce(&(dyn Fn(Progress) + Sync)) -> T + Send,
) -> PyResult<T> {
    if threads > 1024 {
        return Err(PyValueError::new_err("threads must be at most 1024"));
    }
    let pool = pool(threads)?;
    let (rows, of, stop) = (AtomicUsize::new(0), AtomicUsize::new(0), AtomicBool::new(false));
    let report = &|done: Progress| {
        rows.fetch_max(done.rows, Relaxed);
        of.store(done.of, Relaxed);
        if stop.load(Relaxed) {
            resume_unwind(Box::new(Interrupted));
        }
    };
    let tick = || {
        Python::attach(|py| {
            py.check_signals()?;
            progress.map_or(Ok(()), |f| f.call1(py, (rows.load(Relaxed), of.load(Relaxed))).map(drop))
        })
    };
    let result = py.detach(|| {
        let (sender, receiver) = channel::<Result<T, Box<dyn Any + Send>>>();
        pool.in_place_scope(|scope| {
            scope.spawn(move |_| {
                let _ = sender.send(catch_unwind(AssertUnwindSafe(|| work(report))));
            });
            let mut failed = Ok(());
            loop {
                match receiver.recv_timeout(TICK) {
                    Ok(Ok(_)) if failed.is_err() => return failed.map(|()| None),
                    Ok(Ok(value)) => return Ok(Some(value)),
                    Ok(Err(panic)) if panic.is::<Interrupted>() => return failed.map(|()| None),
                    Ok(Err(panic)) => resume_unwind(panic),
                    Err(RecvTimeoutError::Disconnected) => return failed.map(|()| None),
                    Err(RecvTimeoutError::Timeout) if failed.is_ok() => {
                        failed = tick();
                        stop.store(failed.is_err(), Relaxed);
                    }
                    Err(RecvTimeoutError::Timeout) => {}
                }
            }
        })
    })?;
    if progress.is_some() {
        tick()?;
    }
    result.ok_or_else(|| PyRuntimeError::new_err("the call has ended without a result"))
}
