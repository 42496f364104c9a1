//! Which levels run, by an argument or by the environment variable.

use soa::{Level, LevelError};

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
