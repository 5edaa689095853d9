//! The transposition table: what the search knows of positions before the first database.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use bagh::Side;

use crate::error::ProofError;
use crate::ground::{Ground, Place};

/// Entries that are looked at for one key.
const BUCKET: usize = 4;
/// The two lowest bits of an entry: known, and whether the tigers reach their goal.
const KNOWN: u64 = 1;
const REACHED: u64 = 2;

/// A table of fixed size that threads share. Entries hold their keys whole, so that one position
/// is never taken for another.
pub struct Transposition {
    entries: Vec<AtomicU64>,
    free: u32,
    blocks: u32,
}

impl Transposition {
    /// Bytes of a table with room for at least this many entries.
    pub fn memory(entries: usize) -> u64 {
        (Self::rounded(entries) as u64).saturating_mul(size_of::<AtomicU64>() as u64)
    }

    fn rounded(entries: usize) -> usize {
        entries.max(BUCKET).checked_next_power_of_two().unwrap_or(usize::MAX)
    }

    /// A table with room for at least this many entries, unless the system has less memory.
    pub fn new(ground: &Ground, entries: usize) -> Result<Transposition, ProofError> {
        let space = ground.space();
        let (free, blocks) = (space.free(), usize::BITS - space.blocks().leading_zeros());
        // 6 bits for goats placed, one for the turn, two for the answer. The limits of an index
        // space leave as many.
        assert!(free + blocks + 6 + 1 + 2 <= u64::BITS);
        let rounded = Self::rounded(entries);
        let mut entries: Vec<AtomicU64> = Vec::new();
        entries
            .try_reserve_exact(rounded)
            .map_err(|_| ProofError::Memory { bytes: Self::memory(rounded) })?;
        entries.extend((0..rounded).map(|_| AtomicU64::new(0)));
        Ok(Transposition { entries, free, blocks })
    }

    fn key(&self, turn: Side, placed: u8, at: Place) -> u64 {
        let turn = u64::from(turn == Side::Goat);
        let place = u64::from(at.block) << self.free | u64::from(at.index);
        ((u64::from(placed) << 1 | turn) << (self.free + self.blocks) | place) << 2 | KNOWN
    }

    fn bucket(&self, key: u64) -> usize {
        let hash = (key >> 2).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        ((hash >> 20) as usize & (self.entries.len() - 1)) & !(BUCKET - 1)
    }

    /// What is known of a position.
    pub fn get(&self, turn: Side, placed: u8, at: Place) -> Option<bool> {
        let key = self.key(turn, placed, at);
        let bucket = self.bucket(key);
        let found = self.entries[bucket..bucket + BUCKET].iter().map(|e| e.load(Relaxed));
        found.filter(|entry| entry & !REACHED == key).map(|entry| entry & REACHED != 0).next()
    }

    /// Remembers a position, in the place of another if there is no room.
    pub fn set(&self, turn: Side, placed: u8, at: Place, reached: bool) {
        let key = self.key(turn, placed, at);
        self.put(key | if reached { REACHED } else { 0 });
    }

    fn put(&self, entry: u64) {
        let bucket = self.bucket(entry & !REACHED);
        let entries = &self.entries[bucket..bucket + BUCKET];
        let there = |e: &&AtomicU64| {
            let found = e.load(Relaxed);
            found == 0 || found & !REACHED == entry & !REACHED
        };
        // Positions nearer to the leaves are the cheaper ones to search again.
        let latest = || entries.iter().max_by_key(|e| e.load(Relaxed));
        if let Some(place) = entries.iter().find(there).or_else(latest) {
            place.store(entry, Relaxed);
        }
    }

    /// All entries, for a checkpoint.
    pub fn entries(&self) -> Vec<u64> {
        self.entries.iter().map(|e| e.load(Relaxed)).filter(|&e| e != 0).collect()
    }

    /// Takes entries back from a checkpoint.
    pub fn restore(&self, entries: &[u64]) {
        entries.iter().for_each(|&entry| self.put(entry));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_found_again_and_replaced_when_full() {
        let ground = Ground::new(bagh_tables::Space::new(bagh::Game::bagh_chal()).unwrap());
        let table = Transposition::new(&ground, 64).unwrap();
        let place = |i: u32| Place { block: i % 1666, index: i };
        for i in 0..1000 {
            table.set(Side::Goat, (i % 20) as u8, place(i), i % 3 == 0);
            assert_eq!(table.get(Side::Goat, (i % 20) as u8, place(i)), Some(i % 3 == 0));
            assert_eq!(table.get(Side::Tiger, (i % 20) as u8, place(i)), None);
        }
        let kept = table.entries();
        assert!(kept.len() <= 64);
        assert!(matches!(
            Transposition::new(&ground, usize::MAX),
            Err(ProofError::Memory { bytes: u64::MAX })
        ));
        let other = Transposition::new(&ground, 4096).unwrap();
        other.restore(&kept);
        assert_eq!(other.entries().len(), kept.len());
    }
}
