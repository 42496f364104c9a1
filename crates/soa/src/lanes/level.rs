//! Which instruction set a query runs on.

use alloc::borrow::ToOwned;
use alloc::string::String;
use core::fmt;
use core::str::FromStr;

#[cfg(x86_levels)]
use fearless_simd::x86::{Avx2, Avx512};

use crate::data::error::list;
use crate::lanes::{Lanes, MAX_LANES, Simd, Work};

/// An instruction set that this CPU has, and that queries can run on. The answers have the same bits at every
/// level.
///
/// | level | pairs at a time | needs |
/// |---|---|---|
/// | `portable` | 8 | nothing: what the whole build targets, which is SSE2 for x86-64, NEON for aarch64 |
/// | `avx2` | 8 | x86-64-v3 (Intel since Haswell, AMD since Excavator), the feature `std`, an optimised build |
/// | `avx512` | 16 | the AVX-512 of Ice Lake (AMD since Zen 4), the same |
///
/// A build without optimisation (`opt-level = 0`) has the portable level alone: registers gain nothing there,
/// and the library compiles in a third of the time.
///
/// A level is a proof: there is no value of a level that the CPU lacks, and to parse its name is an error.
///
/// ```
/// use soa::{Level, LevelError};
///
/// assert_eq!(Some(&Level::detect()), Level::available().last());
/// assert_eq!("portable".parse(), Ok(Level::PORTABLE));
/// assert!(matches!("mmx".parse::<Level>(), Err(LevelError::Unknown { .. })));
/// ```
#[derive(Clone, Copy)]
pub struct Level(pub(crate) Token);

/// The proof.
#[derive(Clone, Copy)]
pub(crate) enum Token {
    Portable,
    #[cfg(x86_levels)]
    Avx2(Avx2),
    #[cfg(x86_levels)]
    Avx512(Avx512),
}

impl Level {
    /// The level that every CPU has.
    pub const PORTABLE: Self = Self(Token::Portable);

    /// The names of all levels, whether this CPU has them or not, the best last.
    pub const NAMES: [&str; 3] = ["portable", "avx2", "avx512"];

    /// The environment variable that chooses the level of [`Query::new`](crate::Query::new).
    pub const VARIABLE: &str = "OCTET_LEVEL";

    /// The best level that this CPU has.
    pub fn detect() -> Self {
        Self::available().last().copied().unwrap_or(Self::PORTABLE)
    }

    /// Every level that this CPU has, the best last.
    pub fn available() -> &'static [Self] {
        #[cfg(x86_levels)]
        {
            static LEVELS: std::sync::LazyLock<std::vec::Vec<Level>> = std::sync::LazyLock::new(|| {
                let cpu = fearless_simd::Level::new();
                [Some(Token::Portable), cpu.as_avx2().map(Token::Avx2), cpu.as_avx512().map(Token::Avx512)]
                    .into_iter()
                    .flatten()
                    .map(Level)
                    .collect()
            });
            &LEVELS
        }
        #[cfg(not(x86_levels))]
        &[Self::PORTABLE]
    }

    /// The names of the levels that this CPU, or this build, lacks.
    pub fn missing() -> impl Iterator<Item = &'static str> {
        let is_there = |name: &str| Self::available().iter().any(|level| level.name() == name);
        Self::NAMES.into_iter().filter(move |name| !is_there(name))
    }

    /// The level that the environment variable [`Level::VARIABLE`] names, None where it is not set or empty.
    ///
    /// # Errors
    /// The variable names no level, or one that this CPU lacks.
    #[cfg(feature = "std")]
    pub fn from_env() -> Result<Option<Self>, LevelError> {
        match std::env::var_os(Self::VARIABLE).filter(|name| !name.is_empty()) {
            Some(name) => name.to_string_lossy().parse().map(Some),
            None => Ok(None),
        }
    }

    /// What [`Query::new`](crate::Query::new) runs at: the level of the environment variable, else the best
    /// one.
    pub(crate) fn preferred() -> Self {
        #[cfg(feature = "std")]
        {
            static PREFERRED: std::sync::LazyLock<Level> =
                std::sync::LazyLock::new(|| Level::from_env().ok().flatten().unwrap_or_else(Level::detect));
            *PREFERRED
        }
        #[cfg(not(feature = "std"))]
        Self::detect()
    }

    /// The level's name.
    pub fn name(self) -> &'static str {
        match self.0 {
            Token::Portable => Self::NAMES[0],
            #[cfg(x86_levels)]
            Token::Avx2(_) => Self::NAMES[1],
            #[cfg(x86_levels)]
            Token::Avx512(_) => Self::NAMES[2],
        }
    }

    /// The level that this many rows run at: a register of sixteen lanes takes longer than one of eight,
    /// which the same CPU has.
    pub(crate) fn for_rows(self, rows: usize) -> Self {
        if rows <= MAX_LANES / 2 { self.of_eight_lanes() } else { self }
    }

    /// [`Level::for_rows`], in registers of `f64`, of half as many lanes.
    pub(crate) fn for_wide_rows(self, rows: usize) -> Self {
        self.for_rows(2 * rows)
    }

    fn of_eight_lanes(self) -> Self {
        #[cfg(x86_levels)]
        if let Token::Avx512(simd) = self.0 {
            return fearless_simd::Level::Avx512(simd).as_avx2().map_or(self, |simd| Self(Token::Avx2(simd)));
        }
        self
    }

    /// Pairs in one register.
    pub fn lanes(self) -> usize {
        self.run(CountLanes)
    }

    /// Runs your own code on the registers of this level, compiled for its instruction set.
    #[inline]
    pub fn run<W: Work>(self, work: W) -> W::Out {
        at_level!(self, simd => work.run(simd))
    }
}

struct CountLanes;

impl Work for CountLanes {
    type Out = usize;

    #[inline(always)]
    fn run<T: Simd>(self, _: T) -> usize {
        T::Lanes::LEN
    }
}

impl PartialEq for Level {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name()
    }
}

impl Eq for Level {}

impl core::hash::Hash for Level {
    fn hash<H: core::hash::Hasher>(&self, state: &mut H) {
        self.name().hash(state);
    }
}

impl fmt::Debug for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Level({})", self.name())
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// By name: `"avx2".parse::<Level>()`.
impl FromStr for Level {
    type Err = LevelError;

    fn from_str(name: &str) -> Result<Self, LevelError> {
        if let Some(level) = Self::available().iter().find(|level| level.name() == name) {
            return Ok(*level);
        }
        match Self::NAMES.into_iter().find(|known| *known == name) {
            Some(level) => Err(LevelError::Missing { level }),
            None => Err(LevelError::Unknown { name: name.to_owned() }),
        }
    }
}

/// A level that cannot be chosen.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LevelError {
    /// The name of no level.
    #[error("there is no level {name:?}; there are {}", list(Level::NAMES))]
    Unknown {
        /// The name.
        name: String,
    },
    /// A level that this CPU, or this build, does not have.
    #[error("this CPU or this build has no level {level}; it has {}", list(Level::available().iter().map(|level| level.name())))]
    Missing {
        /// Its name.
        level: &'static str,
    },
}

/// Evaluates an expression with `$simd` bound to the level's token.
macro_rules! with_token {
    ($level:expr, $simd:ident => $body:expr) => {
        match $level.0 {
            $crate::lanes::level::Token::Portable => {
                let $simd = $crate::lanes::portable::Portable;
                $body
            }
            #[cfg(x86_levels)]
            $crate::lanes::level::Token::Avx2($simd) => $body,
            #[cfg(x86_levels)]
            $crate::lanes::level::Token::Avx512($simd) => $body,
        }
    };
}
pub(crate) use with_token;

/// Evaluates an expression with `$simd` bound to the level's token, compiled for its instruction set.
macro_rules! at_level {
    ($level:expr, $simd:ident => $body:expr) => {
        $crate::lanes::level::with_token!($level, $simd => $crate::lanes::Simd::vectorize(
            $simd,
            #[inline(always)]
            || $body,
        ))
    };
}
pub(crate) use at_level;
