//! Which instruction set a query runs on.

use core::fmt;

/// An instruction set that the queries can run on. The answers have the same bits at every level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Level {
    /// What the whole build targets, eight lanes: SSE2 on x86-64, NEON on aarch64, simd128 on wasm.
    Portable,
}

impl Level {
    /// The best level that this CPU has.
    pub fn detect() -> Self {
        Self::Portable
    }

    /// Every level that this CPU has, the best last.
    pub fn available() -> &'static [Self] {
        &[Self::Portable]
    }

    /// Pairs in one register.
    pub fn lanes(self) -> usize {
        match self {
            Self::Portable => 8,
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Portable => "portable",
        })
    }
}

/// Evaluates an expression with `$simd` bound to the level's token.
macro_rules! at_level {
    ($level:expr, $simd:ident => $body:expr) => {
        match $level {
            $crate::Level::Portable => {
                let $simd = $crate::lanes::portable::Portable;
                $body
            }
        }
    };
}
pub(crate) use at_level;
