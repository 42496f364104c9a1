//! Memory for results: it is there, or an error says that it is not.

use alloc::vec::Vec;

use bytemuck::Zeroable;

use crate::data::error::Error;

/// So many zeros.
pub(crate) fn zeroed<T: Zeroable + Copy>(len: usize) -> Result<Vec<T>, Error> {
    /// At most this many bytes are written here: an allocator takes longer to hand out few zeros than few bytes.
    const FEW: usize = 1024;
    if len.saturating_mul(size_of::<T>()) <= FEW {
        let mut list = room(len)?;
        list.resize(len, T::zeroed());
        return Ok(list);
    }
    bytemuck::try_zeroed_vec(len).map_err(|()| lacking::<T>(len))
}

/// Room for so many more.
pub(crate) fn reserve<T>(list: &mut Vec<T>, more: usize) -> Result<(), Error> {
    list.try_reserve(more).map_err(|_| lacking::<T>(list.len().saturating_add(more)))
}

/// No items, but room for exactly so many.
pub(crate) fn room<T>(len: usize) -> Result<Vec<T>, Error> {
    let mut list = Vec::new();
    list.try_reserve_exact(len).map_err(|_| lacking::<T>(len))?;
    Ok(list)
}

fn lacking<T>(len: usize) -> Error {
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
        let lacking = Some(Error::OutOfMemory { bytes: usize::MAX - 1 });
        let mut list = vec![7_u16];
        assert_eq!(reserve(&mut list, MOST - 1).err(), lacking);
        assert_eq!(reserve(&mut list, 2), Ok(()));
        assert!(list == [7] && list.capacity() > 2);
        assert_eq!((zeroed::<u16>(MOST).err(), room::<u16>(MOST).err()), (lacking.clone(), lacking));
        assert_eq!(
            reserve(&mut vec![7_u64], usize::MAX).err(),
            Some(Error::OutOfMemory { bytes: usize::MAX })
        );
    }
}
