//! Memory for results, or [`Error::OutOfMemory`].

use alloc::vec::Vec;

use bytemuck::Zeroable;

use crate::data::error::Error;

/// A list of zeros.
pub(crate) fn zeroed<T: Zeroable + Copy>(len: usize) -> Result<Vec<T>, Error> {
    /// Up to this many bytes are cleared here: an allocator takes longer to return few zeros than few bytes.
    const SMALL_BYTES: usize = 1024;
    if len.saturating_mul(size_of::<T>()) <= SMALL_BYTES {
        let mut list = with_capacity(len)?;
        list.resize(len, T::zeroed());
        return Ok(list);
    }
    bytemuck::try_zeroed_vec(len).map_err(|()| out_of_memory::<T>(len))
}

/// Makes room for more items.
pub(crate) fn reserve<T>(list: &mut Vec<T>, more: usize) -> Result<(), Error> {
    list.try_reserve(more).map_err(|_| out_of_memory::<T>(list.len().saturating_add(more)))
}

/// An empty list with exactly this capacity.
pub(crate) fn with_capacity<T>(len: usize) -> Result<Vec<T>, Error> {
    let mut list = Vec::new();
    list.try_reserve_exact(len).map_err(|_| out_of_memory::<T>(len))?;
    Ok(list)
}

fn out_of_memory<T>(len: usize) -> Error {
    Error::OutOfMemory { bytes: len.saturating_mul(size_of::<T>()) }
}

#[cfg(test)]
mod tests {
    use alloc::vec;

    use super::*;

    /// No machine has as much as this.
    #[test]
    fn too_much_is_an_error() {
        const MOST: usize = isize::MAX as usize;
        let error = Some(Error::OutOfMemory { bytes: usize::MAX - 1 });
        let mut list = vec![7_u16];
        assert_eq!(reserve(&mut list, MOST - 1).err(), error);
        assert_eq!(reserve(&mut list, 2), Ok(()));
        assert!(list == [7] && list.capacity() > 2);
        assert_eq!((zeroed::<u16>(MOST).err(), with_capacity::<u16>(MOST).err()), (error.clone(), error));
        let overflow = reserve(&mut vec![7_u64], usize::MAX);
        assert_eq!(overflow.err(), Some(Error::OutOfMemory { bytes: usize::MAX }));
    }
}
