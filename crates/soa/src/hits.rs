//! One bit a row.

use alloc::vec::Vec;

use crate::error::Error;
use crate::memory::zeroed;

/// The answers of a row query: one bit a row, least significant bit first, eight rows a byte (Arrow's layout).
///
/// ```
/// use soa::Hits;
/// let hits = Hits::from_bools([true, false, false, true, false, false, false, false, true]);
/// assert_eq!(hits.as_bytes(), [0b0000_1001, 0b0000_0001]);
/// assert_eq!((hits.len(), hits.count()), (9, 3));
/// assert_eq!(hits.iter().collect::<Vec<_>>(), [0, 3, 8]);
/// ```
#[derive(Clone, PartialEq, Eq, Default)]
pub struct Hits {
    bytes: Vec<u8>,
    rows: usize,
}

impl Hits {
    pub(crate) fn none(rows: usize) -> Result<Self, Error> {
        Ok(Self { bytes: zeroed(rows.div_ceil(8))?, rows })
    }

    /// Sets a bit a `true`.
    pub fn from_bools(bools: impl IntoIterator<Item = bool>) -> Self {
        let mut hits = Self::default();
        for bool in bools {
            if hits.rows.is_multiple_of(8) {
                hits.bytes.push(0);
            }
            hits.bytes[hits.rows / 8] |= u8::from(bool) << (hits.rows % 8);
            hits.rows += 1;
        }
        hits
    }

    /// So many rows with these bits; those beyond the last row are zero.
    pub(crate) fn from_bytes(bytes: Vec<u8>, rows: usize) -> Self {
        Self { bytes, rows }
    }

    pub(crate) fn bytes_mut(&mut self) -> &mut [u8] {
        &mut self.bytes
    }

    /// The number of rows, hit or not.
    pub fn len(&self) -> usize {
        self.rows
    }

    /// Whether there are no rows at all.
    pub fn is_empty(&self) -> bool {
        self.rows == 0
    }

    /// The number of hits.
    pub fn count(&self) -> usize {
        count_bits(&self.bytes)
    }

    /// Whether any row is a hit.
    pub fn any(&self) -> bool {
        self.bytes.iter().any(|&byte| byte != 0)
    }

    /// Whether this row is a hit; None beyond the last row.
    pub fn get(&self, row: usize) -> Option<bool> {
        (row < self.rows).then(|| self.bytes[row / 8] >> (row % 8) & 1 == 1)
    }

    /// The rows that are hits, ascending.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        set_bits(&self.bytes)
    }

    /// One bool a row.
    pub fn to_bools(&self) -> Vec<bool> {
        (0..self.rows).map(|row| self.bytes[row / 8] >> (row % 8) & 1 == 1).collect()
    }

    /// The bits; those beyond the last row are zero.
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The bits, given away.
    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }
}

/// The number of bits that are set.
pub(crate) fn count_bits(bytes: &[u8]) -> usize {
    words(bytes).map(|word| word.count_ones() as usize).sum()
}

/// The numbers of the bits that are set, ascending.
pub(crate) fn set_bits(bytes: &[u8]) -> impl Iterator<Item = usize> + '_ {
    let mut words = words(bytes);
    let (mut rest, mut next) = (0, 0);
    core::iter::from_fn(move || {
        while rest == 0 {
            rest = words.next()?;
            next += 64;
        }
        let bit = rest.trailing_zeros() as usize;
        rest &= rest - 1;
        Some(next - 64 + bit)
    })
}

/// Bytes as words, the last one filled up with zeros.
fn words(bytes: &[u8]) -> impl Iterator<Item = u64> + '_ {
    let (words, rest) = bytes.as_chunks();
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    words.iter().copied().chain([last]).map(u64::from_le_bytes)
}

impl core::fmt::Debug for Hits {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "Hits({} of {}: ", self.count(), self.rows)?;
        f.debug_list().entries(self.iter()).finish()?;
        f.write_str(")")
    }
}
