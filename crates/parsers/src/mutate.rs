//! Input that is nearly valid.

use testkit::rng::Rng;

/// Separators of most formats, and values at the ends of the range of a type, with a `~` between two.
const WORDS: &str = "\n~\r\n~ ~#~\"~,~:~[~]~{~}~-~0~1~null~NaN~inf~1e39~-1e-50~1e999~4294967296~18446744073709551616~\
    7fc00000~7f800000";

/// The input with a few changes.
pub fn mutate(rng: &mut Rng, seed: &[u8], other: &[u8]) -> Vec<u8> {
    let mut bytes = seed.to_vec();
    let words: Vec<&str> = WORDS.split('~').collect();
    for _ in 0..=rng.below(4) {
        change(rng, &mut bytes, other, &words);
    }
    bytes
}

fn change(rng: &mut Rng, bytes: &mut Vec<u8>, other: &[u8], words: &[&str]) {
    let at = rng.below(bytes.len() + 1);
    let end = at + rng.below((bytes.len() - at).min(24) + 1);
    match rng.below(8) {
        0 => bytes.truncate(at),
        1 => drop(bytes.drain(at..end)),
        2 => drop(bytes.splice(at..end, rng.pick(words).bytes())),
        3 => drop(bytes.splice(at..at, rng.pick(words).bytes())),
        4 => bytes.extend_from_within(at..end),
        5 => drop(bytes.splice(at..at, bytes[at..end].to_vec())),
        6 => {
            let from = rng.below(other.len() + 1);
            bytes.truncate(at);
            bytes.extend(&other[from..]);
        }
        _ => {
            if let Some(byte) = bytes.get_mut(at) {
                *byte ^= 1 << rng.below(8);
            }
        }
    }
}
