//! One run of the bench program: criterion, the levels, and the limits of what was timed.

use std::env;

use criterion::Criterion;
use record::{Cost, LIMITS_FILE, Limits, QUICK_VARIABLE, directory};
use soa::Level;

/// The levels to time, the best last: the one that the environment names, or all.
///
/// # Errors
/// The environment names a level that there is not.
pub fn wanted_levels() -> Result<Vec<Level>, soa::LevelError> {
    Ok(Level::from_env()?.map_or_else(|| Level::available().to_vec(), |level| vec![level]))
}

/// Whether [`QUICK_VARIABLE`] asks for a quick run.
pub fn is_quick() -> bool {
    env::var_os(QUICK_VARIABLE).is_some()
}

/// One run of the bench program.
pub struct Run {
    /// Where everything is timed.
    pub criterion: Criterion,
    levels: Vec<Level>,
    limits: Option<Limits>,
    quick: bool,
}

impl Run {
    /// A run as the command line and the environment want it.
    ///
    /// # Errors
    /// The environment names a level that there is not.
    pub fn new() -> Result<Self, soa::LevelError> {
        Ok(Self { levels: wanted_levels()?, criterion: crate::criterion(), limits: None, quick: is_quick() })
    }

    /// Whether the slowest contenders are left out where rows are many.
    pub fn is_quick(&self) -> bool {
        self.quick
    }

    /// The levels to time, the best last.
    pub fn levels(&self) -> &[Level] {
        &self.levels
    }

    /// The best of the levels to time.
    pub fn best_level(&self) -> Level {
        self.levels.last().copied().unwrap_or(Level::PORTABLE)
    }

    /// Takes note of what was timed. The machine is measured when the first of it is there.
    pub fn add_costs(&mut self, costs: Vec<Cost>) {
        if directory().is_some() && !costs.is_empty() {
            let levels = &self.levels;
            self.limits.get_or_insert_with(|| Limits::measure(levels)).benches.extend(costs);
        }
    }

    /// Measures the machine again, since it may have been slow before, and writes the limits to the directory that
    /// [`record::RECORDS_VARIABLE`] names, if it names one.
    ///
    /// # Panics
    /// The file cannot be written.
    pub fn finish(self) {
        self.criterion.final_summary();
        let (Some(limits), Some(directory)) = (self.limits, directory()) else { return };
        let written = limits.best(&Limits::measure(&self.levels)).write(&directory.join(LIMITS_FILE));
        assert!(written.is_ok(), "cannot write limits to {}: {written:?}", directory.display());
    }
}
