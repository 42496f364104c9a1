//! One run of the bench program: criterion, and the levels to time.

use std::env;

use criterion::Criterion;
use record::QUICK_VARIABLE;
use soa::Level;

/// The levels to time, the best last: the one that the environment names, or all.
///
/// # Errors
/// The environment names a level that the CPU lacks, or that does not exist.
pub fn wanted_levels() -> Result<Vec<Level>, soa::LevelError> {
    Ok(Level::from_env()?.map_or_else(|| Level::available().to_vec(), |level| vec![level]))
}

/// Whether [`QUICK_VARIABLE`] is set.
pub fn is_quick() -> bool {
    env::var_os(QUICK_VARIABLE).is_some()
}

/// One run of the bench program.
pub struct Run {
    /// Times every measurement.
    pub criterion: Criterion,
    /// The levels to time, the best last.
    pub levels: Vec<Level>,
    /// Whether the slowest contenders are left out where rows are many.
    pub quick: bool,
}

impl Run {
    /// A run as the command line and the environment want it.
    ///
    /// # Errors
    /// The environment names a level that the CPU lacks, or that does not exist.
    pub fn new() -> Result<Self, soa::LevelError> {
        Ok(Self { levels: wanted_levels()?, criterion: crate::criterion(), quick: is_quick() })
    }

    /// The best of the levels to time.
    pub fn best_level(&self) -> Level {
        self.levels.last().copied().unwrap_or(Level::PORTABLE)
    }
}
