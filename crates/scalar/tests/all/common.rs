//! What the tests share.

/// How many random cases a test takes of so many: a tenth where the tests run for each of a thousand mutants.
pub const fn cases(n: usize) -> usize {
    if cfg!(few) { n / 10 } else { n }
}

/// The next number of `SplitMix64` (Vigna): a small generator with a fixed seed, without a dependency.
pub fn splitmix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (*state ^ (*state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
