//! Large zeroed memory, in large pages where the system has them.

use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};

use bytemuck::Pod;
use memmap2::MmapMut;

use crate::error::TableError;

/// A large slice of zeros to begin with.
pub(crate) struct Slab<T> {
    map: MmapMut,
    len: usize,
    of: PhantomData<T>,
}

impl<T: Pod> Slab<T> {
    /// Zeros of this length, unless the system refuses.
    pub(crate) fn new(len: usize) -> Result<Slab<T>, TableError> {
        let bytes = len.saturating_mul(size_of::<T>()).max(1);
        let map =
            MmapMut::map_anon(bytes).map_err(|_| TableError::Memory { bytes: bytes as u64 })?;
        // Before the first touch, or the pages are small ones already.
        #[cfg(target_os = "linux")]
        let _ = map.advise(memmap2::Advice::HugePage);
        Ok(Slab { map, len, of: PhantomData })
    }
}

impl<T: Pod> Deref for Slab<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        bytemuck::cast_slice(&self.map[..self.len * size_of::<T>()])
    }
}

impl<T: Pod> DerefMut for Slab<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        bytemuck::cast_slice_mut(&mut self.map[..self.len * size_of::<T>()])
    }
}
