//! Where a query runs: at which level, on how many threads.

use std::sync::LazyLock;

use rayon::{ThreadPool, ThreadPoolBuilder};
use soa::{Level, LevelError, Query};

/// How many threads a query may run on; none is [`Query::sequential`].
pub const THREADS: [usize; 4] = [0, 1, 2, 7];

/// Those of [`THREADS`] that this machine can run: on WebAssembly no thread can be started.
pub fn runnable() -> usize {
    1 + POOLS.len()
}

/// The pools of [`THREADS`] but the first.
static POOLS: LazyLock<Vec<ThreadPool>> = LazyLock::new(|| {
    let pool = |&threads: &usize| ThreadPoolBuilder::new().num_threads(threads).build().ok();
    THREADS[1..].iter().map_while(pool).collect()
});

/// A level, and a number of threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct At {
    /// The level.
    pub level: Level,
    /// Which of [`THREADS`], below [`runnable`].
    pub threads: usize,
}

impl At {
    /// Without threads.
    pub fn sequential(level: Level) -> Self {
        Self { level, threads: 0 }
    }

    /// Runs it there.
    pub fn run<R: Send>(self, work: impl FnOnce() -> R + Send) -> R {
        // One closure type for all: what a pool makes of each takes long to compile.
        let (mut work, mut result) = (Some(work), None);
        self.enter(&mut || result = work.take().map(|work| work()));
        result.unwrap_or_else(|| unreachable!("a pool runs what it is given"))
    }

    fn enter(self, work: &mut (dyn FnMut() + Send)) {
        if self.threads == 0 { work() } else { POOLS[self.threads - 1].install(work) }
    }

    /// The queries at this place.
    pub fn query(self) -> Query {
        let query = Query::new().with_level(self.level);
        if self.threads == 0 { query.sequential() } else { query }
    }
}

/// The levels that are given, each once and the best last; if none is, the one that the environment variable
/// [`Level::VARIABLE`] names; if it names none, every level of this CPU.
///
/// # Errors
/// The variable names no level, or one that this CPU lacks, even where levels are given.
pub fn choose(given: &[Level]) -> Result<Vec<Level>, LevelError> {
    let named = Level::from_env()?;
    let wanted = if given.is_empty() { named.as_slice() } else { given };
    let is_wanted = |level: &Level| wanted.is_empty() || wanted.contains(level);
    Ok(Level::available().iter().copied().filter(is_wanted).collect())
}

/// Levels for people, and what this CPU lacks: `levels portable avx2 (this CPU lacks avx512)`.
pub fn describe(levels: &[Level]) -> String {
    let names: Vec<_> = levels.iter().map(|level| level.name()).collect();
    let lacking: Vec<_> = Level::missing().collect();
    let lacks =
        if lacking.is_empty() { String::new() } else { format!(" (this CPU lacks {})", lacking.join(" ")) };
    format!("{} {}{lacks}", if names.len() == 1 { "level" } else { "levels" }, names.join(" "))
}
