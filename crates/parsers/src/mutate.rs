//! Input that is nearly valid.

use testkit::rng::Rng;

/// Separators of most formats, and values at the ends of the range of a type.
const WORDS: [&[u8]; 24] = [
    b"\n",
    b"\r\n",
    b" ",
    b"#",
    b"\"",
    b",",
    b":",
    b"[",
    b"]",
    b"{",
    b"}",
    b"-",
    b"0",
    b"1",
    b"null",
    b"NaN",
    b"inf",
    b"1e39",
    b"-1e-50",
    b"1e999",
    b"4294967296",
    b"18446744073709551616",
    b"7fc00000",
    b"7f800000",
];

/// The input with a few changes.
pub fn mutate(rng: &mut Rng, seed: &[u8], other: &[u8]) -> Vec<u8> {
    let mut bytes = seed.to_vec();
    for _ in 0..=rng.below(4) {
        change(rng, &mut bytes, other);
    }
    bytes
}

fn change(rng: &mut Rng, bytes: &mut Vec<u8>, other: &[u8]) {
    let at = rng.below(bytes.len() + 1);
    let end = at + rng.below((bytes.len() - at).min(24) + 1);
    match rng.below(8) {
        0 => bytes.truncate(at),
        1 => drop(bytes.drain(at..end)),
        2 => drop(bytes.splice(at..end, rng.pick(&WORDS).iter().copied())),
        3 => drop(bytes.splice(at..at, rng.pick(&WORDS).iter().copied())),
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
