//! Code of our own at a level, and the levels that are measured.

use soa::Level;
use soa::lanes::Simd;
use soa::lanes::portable::Portable;

/// Something to do at a level.
pub(crate) trait Work {
    /// What comes of it.
    type Out;

    /// Does it. Must be `#[inline(always)]`, down to the last lane operation.
    fn run<T: Simd>(self, simd: T) -> Self::Out;
}

/// Does the work at the level, compiled for its instruction set.
///
/// # Panics
/// The level is one that this function does not know yet.
pub(crate) fn at<W: Work>(level: Level, work: W) -> W::Out {
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    {
        let cpu = fearless_simd::Level::new();
        if let (Some(simd), "avx512") = (cpu.as_avx512(), level.name()) {
            return Simd::vectorize(
                simd,
                #[inline(always)]
                || work.run(simd),
            );
        }
        if let (Some(simd), "avx2") = (cpu.as_avx2(), level.name()) {
            return Simd::vectorize(
                simd,
                #[inline(always)]
                || work.run(simd),
            );
        }
    }
    assert_eq!(level, Level::PORTABLE, "the benches have no token for this level");
    work.run(Portable)
}

/// The levels to measure: those of the CPU, or the one that [`Level::VARIABLE`] names.
///
/// # Errors
/// The variable names no level, or one that this CPU lacks.
pub fn levels() -> Result<Vec<Level>, soa::Error> {
    Ok(Level::from_env()?.map_or_else(|| Level::available().to_vec(), |level| vec![level]))
}

/// The names of the levels that this CPU lacks.
pub fn missing_levels() -> Vec<&'static str> {
    Level::NAMES.into_iter().filter(|name| name.parse::<Level>().is_err()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use soa::lanes::Lanes;

    struct Len;

    impl Work for Len {
        type Out = usize;

        #[inline(always)]
        fn run<T: Simd>(self, _: T) -> usize {
            T::Lanes::LEN
        }
    }

    #[test]
    fn every_level_of_this_cpu_has_its_token() {
        for &level in Level::available() {
            assert_eq!(at(level, Len), level.lanes());
        }
    }

    #[test]
    fn a_level_is_there_or_missing() {
        assert_eq!(Level::available().len() + missing_levels().len(), Level::NAMES.len());
        assert!(!missing_levels().contains(&"portable"));
    }
}
