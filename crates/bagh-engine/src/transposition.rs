//! The transposition table, shared by all threads of a search without locks.
//!
//! A slot is two words, and the first is the key XORed with the second (Hyatt's lockless hashing):
//! if two threads write to one slot at the same time, the words do not match, and the slot counts
//! as empty.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use bagh::{Game, Move, Point, Position, Symmetry};

/// Whether a stored score is exact or a bound.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bound {
    Exact,
    Lower,
    Upper,
}

/// A move in 11 bits: where from (32 for a piece that is placed) and where to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PackedMove(u16);

impl PackedMove {
    pub const NONE: PackedMove = PackedMove(u16::MAX);

    #[inline]
    pub fn new(mv: Move) -> PackedMove {
        let from = mv.from().map_or(32, |p| p.index() as u16);
        PackedMove(from << 5 | mv.to().index() as u16)
    }

    /// The index of the move in tables of all moves.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The image of the move under a symmetry of the board.
    #[inline]
    pub fn transformed(self, symmetry: &Symmetry) -> PackedMove {
        let image = |index: u16| symmetry.point(Point::new(usize::from(index))).index() as u16;
        let (from, to) = (self.0 >> 5, self.0 & 31);
        PackedMove((if from == 32 { 32 } else { image(from) }) << 5 | image(to))
    }

    /// How many different packed moves there are.
    pub const COUNT: usize = 33 << 5;
}

/// An entry in one word: score, move, depth, generation and bound, from the upper bits down. The
/// bits of a bound are never 0, so 0 is an empty slot.
#[derive(Clone, Copy, PartialEq, Eq)]
struct PackedEntry(u64);

impl PackedEntry {
    const EMPTY: PackedEntry = PackedEntry(0);

    fn new(entry: TtEntry, generation: u8) -> PackedEntry {
        let bound = match entry.bound {
            Bound::Exact => 1,
            Bound::Lower => 2,
            Bound::Upper => 3,
        };
        PackedEntry(
            u64::from(entry.score as u32) << 32
                | u64::from(entry.mv.0) << 16
                | (entry.depth.clamp(0, 127) as u64) << 8
                | u64::from(generation) << 2
                | bound,
        )
    }

    fn unpack(self) -> Option<TtEntry> {
        let bound = match self.0 & 3 {
            0 => return None,
            1 => Bound::Exact,
            2 => Bound::Lower,
            _ => Bound::Upper,
        };
        let mv = PackedMove((self.0 >> 16) as u16);
        Some(TtEntry { score: (self.0 >> 32) as i32, mv, depth: self.depth(), bound })
    }

    fn depth(self) -> i32 {
        i32::from((self.0 >> 8) as u8)
    }

    fn generation(self) -> u8 {
        (self.0 >> 2) as u8 & 63
    }
}

/// One slot of the table.
#[derive(Default)]
struct Slot {
    /// The key XOR the entry.
    key_xor_entry: AtomicU64,
    entry: AtomicU64,
}

impl Slot {
    /// The key and the entry.
    #[inline]
    fn read(&self) -> (u64, PackedEntry) {
        let entry = self.entry.load(Relaxed);
        (self.key_xor_entry.load(Relaxed) ^ entry, PackedEntry(entry))
    }

    #[inline]
    fn write(&self, key: u64, entry: PackedEntry) {
        self.key_xor_entry.store(key ^ entry.0, Relaxed);
        self.entry.store(entry.0, Relaxed);
    }
}

/// An entry of the table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TtEntry {
    pub score: i32,
    pub mv: PackedMove,
    pub depth: i32,
    pub bound: Bound,
}

/// The table: buckets of two slots; an entry of the current search outlives older ones, then the
/// deeper one stays.
pub(crate) struct TranspositionTable {
    buckets: Vec<[Slot; 2]>,
    generation: u8,
}

impl TranspositionTable {
    /// A table of about this many bytes.
    pub fn new(bytes: usize) -> TranspositionTable {
        let buckets = (bytes / size_of::<[Slot; 2]>()).max(1).next_power_of_two();
        let buckets = if buckets * size_of::<[Slot; 2]>() > bytes { buckets / 2 } else { buckets };
        TranspositionTable {
            buckets: (0..buckets.max(1)).map(|_| Default::default()).collect(),
            generation: 0,
        }
    }

    pub fn clear(&mut self) {
        for slot in self.buckets.iter().flatten() {
            slot.write(0, PackedEntry::EMPTY);
        }
        self.generation = 0;
    }

    /// Starts a new generation: entries of earlier searches are replaced first.
    pub fn new_search(&mut self) {
        self.generation = (self.generation + 1) & 63;
    }

    #[inline]
    fn bucket(&self, key: u64) -> &[Slot; 2] {
        &self.buckets[key as usize & (self.buckets.len() - 1)]
    }

    #[inline]
    pub fn probe(&self, key: u64) -> Option<TtEntry> {
        let (_, entry) = self.bucket(key).iter().map(Slot::read).find(|&(of, _)| of == key)?;
        entry.unpack()
    }

    #[inline]
    pub fn store(&self, key: u64, entry: TtEntry) {
        let bucket = self.bucket(key);
        let there = [bucket[0].read(), bucket[1].read()];
        let slot = match there.iter().position(|&(of, _)| of == key) {
            Some(slot) => slot,
            // Replace an entry of an earlier search first, then the shallower one.
            None => {
                let priority = |(_, entry): (u64, PackedEntry)| {
                    (
                        entry.generation() == self.generation,
                        entry != PackedEntry::EMPTY,
                        entry.depth(),
                    )
                };
                usize::from(priority(there[1]) < priority(there[0]))
            }
        };
        bucket[slot].write(key, PackedEntry::new(entry, self.generation));
    }
}

/// The hash key of a position, equal for all its images under the symmetries of the board, and the
/// number of the symmetry that leads to its canonical image.
#[inline]
pub(crate) fn key_of(game: &Game, position: &Position) -> (u64, usize) {
    let symmetries = game.board().symmetries();
    let mut best = (position.tigers(), position.goats());
    let mut which = 0;
    for (number, symmetry) in symmetries.iter().enumerate().skip(1) {
        // The tigers decide most comparisons, so the goats are rarely moved.
        let tigers = symmetry.points(position.tigers());
        if tigers <= best.0 {
            let image = (tigers, symmetry.points(position.goats()));
            if image < best {
                best = image;
                which = number;
            }
        }
    }
    let pieces = u64::from(best.0.bits()) | u64::from(best.1.bits()) << 32;
    let rest = u64::from(position.goats_in_hand()) << 1 | position.turn() as u64;
    // Multiplication and folding spread the bits; the odd constants are digits of pi and e.
    let mixed = (pieces ^ 0x243f_6a88_85a3_08d3).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mixed = (mixed ^ mixed >> 29 ^ rest.wrapping_mul(0xb7e1_5162_8aed_2a6b))
        .wrapping_mul(0xbf58_476d_1ce4_e5b9);
    (mixed ^ mixed >> 32, which)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn images_share_a_key_and_other_positions_do_not() {
        let game = Game::bagh_chal();
        let mut keys = std::collections::HashMap::new();
        let mut positions = vec![game.start()];
        for _ in 0..3 {
            positions = positions
                .iter()
                .flat_map(|p| game.moves(p).map(|m| game.after(p, m)).collect::<Vec<_>>())
                .collect();
            for position in &positions {
                let (key, which) = key_of(game, position);
                let canonical = game.canonical(position);
                assert_eq!(*keys.entry(key).or_insert(canonical), canonical);
                let image = position.transformed(&game.board().symmetries()[which]);
                assert_eq!(key_of(game, &image), (key, 0));
            }
        }
        assert_eq!(keys.len(), 5 + 33 + 354);
    }

    #[test]
    fn stored_entries_are_found() {
        let mut table = TranspositionTable::new(1 << 12);
        assert!(table.probe(0).is_none() && table.probe(99).is_none());
        let mv = PackedMove(77);
        let what = TtEntry { score: -5, mv, depth: 3, bound: Bound::Upper };
        table.store(99, what);
        let found = table.probe(99).unwrap();
        assert_eq!((found.score, found.mv, found.depth, found.bound), (-5, mv, 3, Bound::Upper));
        assert!(table.probe(98).is_none());
        // Two words of different writers do not match.
        table.bucket(99)[0].entry.fetch_xor(1 << 40, Relaxed);
        assert!(table.probe(99).is_none());
        table.clear();
        assert!(table.probe(99).is_none());
    }
}
