//! One bit a row.

use alloc::vec::Vec;

use crate::data::error::Error;
use crate::data::memory::zeroed;

/// The answers of a row query: one bit a row, least significant bit first, eight rows a byte (Arrow's
/// layout).
///
/// ```
/// use soa::Hits;
/// let hits = Hits::from_bools([true, false, false, true, false, false, false, false, true]);
/// assert_eq!(hits.as_bytes(), [0b0000_1001, 0b0000_0001]);
/// assert_eq!((hits.len(), hits.count()), (9, 3));
/// assert_eq!(hits.iter().collect::<Vec<_>>(), [0, 3, 8]);
/// ```
#[derive(Clone)]
pub struct Hits {
    bytes: Bytes,
    rows: usize,
}

/// The bits of few rows are stored inline: a small query takes less time than an allocator.
#[derive(Clone)]
enum Bytes {
    Inline([u8; INLINE_BYTES]),
    Heap(Vec<u8>),
}

/// Bytes that are stored inline: as many as make [`Hits`] no larger than a `Vec` does.
const INLINE_BYTES: usize = 16;

impl Hits {
    pub(crate) fn none(rows: usize) -> Result<Self, Error> {
        let len = rows.div_ceil(8);
        let bytes =
            if len <= INLINE_BYTES { Bytes::Inline([0; INLINE_BYTES]) } else { Bytes::Heap(zeroed(len)?) };
        Ok(Self { bytes, rows })
    }

    /// Sets a bit a `true`.
    pub fn from_bools(bools: impl IntoIterator<Item = bool>) -> Self {
        let (mut bytes, mut rows) = (Vec::new(), 0);
        for bool in bools {
            if rows % 8 == 0 {
                bytes.push(0);
            }
            bytes[rows / 8] |= u8::from(bool) << (rows % 8);
            rows += 1;
        }
        Self::from_bytes(bytes, rows)
    }

    /// The hits of `rows` rows, whose bits these are; those beyond the last row are zero.
    pub(crate) fn from_bytes(bytes: Vec<u8>, rows: usize) -> Self {
        Self { bytes: Bytes::Heap(bytes), rows }
    }

    /// The hits of at most 16 rows, whose bits these are; those beyond the last row are zero.
    pub(crate) fn of_bits(bits: u16, rows: usize) -> Self {
        Self { bytes: Bytes::Inline(u128::from(bits).to_le_bytes()), rows }
    }

    pub(crate) fn bytes_mut(&mut self) -> &mut [u8] {
        match &mut self.bytes {
            Bytes::Inline(bytes) => &mut bytes[..self.rows.div_ceil(8)],
            Bytes::Heap(bytes) => bytes,
        }
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
        count_bits(self.as_bytes())
    }

    /// Whether any row is a hit.
    pub fn any(&self) -> bool {
        self.as_bytes().iter().any(|&byte| byte != 0)
    }

    /// Whether this row is a hit; None beyond the last row.
    pub fn get(&self, row: usize) -> Option<bool> {
        (row < self.rows).then(|| bit(self.as_bytes(), row))
    }

    /// The rows that are hits, ascending.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        set_bits(self.as_bytes())
    }

    /// One bool a row.
    pub fn to_bools(&self) -> Vec<bool> {
        (0..self.rows).map(|row| bit(self.as_bytes(), row)).collect()
    }

    /// The bits; those beyond the last row are zero.
    pub fn as_bytes(&self) -> &[u8] {
        match &self.bytes {
            Bytes::Inline(bytes) => &bytes[..self.rows.div_ceil(8)],
            Bytes::Heap(bytes) => bytes,
        }
    }

    /// The bits, given away.
    pub fn into_bytes(self) -> Vec<u8> {
        match self.bytes {
            Bytes::Inline(bytes) => bytes[..self.rows.div_ceil(8)].to_vec(),
            Bytes::Heap(bytes) => bytes,
        }
    }
}

impl Default for Hits {
    fn default() -> Self {
        Self { bytes: Bytes::Inline([0; INLINE_BYTES]), rows: 0 }
    }
}

impl PartialEq for Hits {
    fn eq(&self, other: &Self) -> bool {
        self.rows == other.rows && self.as_bytes() == other.as_bytes()
    }
}

impl Eq for Hits {}

/// Whether a bit is set.
fn bit(bytes: &[u8], i: usize) -> bool {
    bytes[i / 8] >> (i % 8) & 1 == 1
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

/// Sets the bit of each number that is not NaN, eight a byte, and clears the others.
pub(crate) fn write_numbers(numbers: &[f32], out: &mut [u8]) {
    for (byte, numbers) in out.iter_mut().zip(numbers.chunks(8)) {
        *byte = numbers.iter().enumerate().fold(0, |bits, (i, x)| bits | u8::from(!x.is_nan()) << i);
    }
}

/// Sets the bit of each of these rows whose place in `hits` has its bit set.
pub(crate) fn add_rows(rows: &[usize], hits: &[u8], out: &mut [u8]) {
    for i in set_bits(hits) {
        let row = rows[i];
        out[row / 8] |= 1 << (row % 8);
    }
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
