//! The slots of a transposition table that threads share without locks.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// A slot: a position's key of `K` words, and one word of data about the position.
///
/// The key is stored mixed with the data. When two threads write a slot at the same time, the key and the
/// data no longer match, so no position is found in the slot (Hyatt and Mann, *A lock-less
/// transposition-table implementation for parallel search*, 2002).
pub(super) struct Slot<const K: usize> {
    key: [AtomicU64; K],
    data: AtomicU64,
}

impl<const K: usize> Default for Slot<K> {
    fn default() -> Slot<K> {
        Slot { key: [const { AtomicU64::new(0) }; K], data: AtomicU64::new(0) }
    }
}

impl<const K: usize> Slot<K> {
    /// Returns the key and the data, which are all zero in an empty slot.
    #[inline(always)]
    pub(super) fn read(&self) -> ([u64; K], u64) {
        let data = self.data.load(Relaxed);
        let mut key = [0; K];
        for (word, stored) in key.iter_mut().zip(&self.key) {
            *word = stored.load(Relaxed) ^ spread(data);
        }
        (key, data)
    }

    #[inline(always)]
    pub(super) fn write(&self, key: [u64; K], data: u64) {
        for (word, stored) in key.into_iter().zip(&self.key) {
            stored.store(word ^ spread(data), Relaxed);
        }
        self.data.store(data, Relaxed);
    }
}

/// Mixes the bits of the data. The stored key is combined with the result by XOR, so a slot with the writes
/// of two threads seldom has a valid key.
#[inline(always)]
fn spread(data: u64) -> u64 {
    data.wrapping_mul(0x9E37_79B9_7F4A_7C15)
}
