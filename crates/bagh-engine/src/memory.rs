//! The transposition table: what was found out about positions before.
//!
//! Several threads may work on it at once, without locks: an entry is two words, and the first is
//! the key mixed with the second. If two threads write to one entry at the same time, the words
//! do not fit each other, and the entry counts as empty.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use bagh::{Game, Move, Point, Position, Symmetry};

/// What a stored score says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

/// A move in 11 bits: where from (32 for a piece that is placed) and where to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ShortMove(u16);

impl ShortMove {
    pub const NONE: ShortMove = ShortMove(u16::MAX);

    #[inline]
    pub fn new(mv: Move) -> ShortMove {
        let from = mv.from().map_or(32, |p| p.index() as u16);
        ShortMove(from << 5 | mv.to().index() as u16)
    }

    /// The place of the move in tables of all moves.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The move seen through a symmetry of the board.
    #[inline]
    pub fn through(self, symmetry: &Symmetry) -> ShortMove {
        let image = |index: u16| symmetry.point(Point::new(usize::from(index))).index() as u16;
        let (from, to) = (self.0 >> 5, self.0 & 31);
        ShortMove((if from == 32 { 32 } else { image(from) }) << 5 | image(to))
    }

    /// How many different ones there are.
    pub const COUNT: usize = 33 << 5;
}

/// What is stored of a position, in one word: points, move, depth, age and bound, from the upper
/// bits down. A bound is never 0, so 0 is no entry.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Entry(u64);

impl Entry {
    const EMPTY: Entry = Entry(0);

    fn new(remembered: Remembered, age: u8) -> Entry {
        let bound = match remembered.bound {
            Bound::Exact => 1,
            Bound::AtLeast => 2,
            Bound::AtMost => 3,
        };
        Entry(
            u64::from(remembered.points as u32) << 32
                | u64::from(remembered.mv.0) << 16
                | (remembered.depth.clamp(0, 127) as u64) << 8
                | u64::from(age) << 2
                | bound,
        )
    }

    fn remembered(self) -> Option<Remembered> {
        let bound = match self.0 & 3 {
            0 => return None,
            1 => Bound::Exact,
            2 => Bound::AtLeast,
            _ => Bound::AtMost,
        };
        let mv = ShortMove((self.0 >> 16) as u16);
        Some(Remembered { points: (self.0 >> 32) as i32, mv, depth: self.depth(), bound })
    }

    fn depth(self) -> i32 {
        i32::from((self.0 >> 8) as u8)
    }

    fn age(self) -> u8 {
        (self.0 >> 2) as u8 & 63
    }
}

/// Where an entry is kept.
#[derive(Default)]
struct Slot {
    /// The key, with the bits turned over that the entry has.
    lock: AtomicU64,
    entry: AtomicU64,
}

impl Slot {
    /// The entry, and the key that it is for.
    #[inline]
    fn read(&self) -> (u64, Entry) {
        let entry = self.entry.load(Relaxed);
        (self.lock.load(Relaxed) ^ entry, Entry(entry))
    }

    #[inline]
    fn write(&self, key: u64, entry: Entry) {
        self.lock.store(key ^ entry.0, Relaxed);
        self.entry.store(entry.0, Relaxed);
    }
}

/// What the table knows of a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Remembered {
    pub points: i32,
    pub mv: ShortMove,
    pub depth: i32,
    pub bound: Bound,
}

/// The table: buckets of two entries, the deeper or newer one stays.
pub(crate) struct Memory {
    buckets: Vec<[Slot; 2]>,
    age: u8,
}

impl Memory {
    /// A table of about this many bytes.
    pub fn new(bytes: usize) -> Memory {
        let buckets = (bytes / size_of::<[Slot; 2]>()).max(1).next_power_of_two();
        let buckets = if buckets * size_of::<[Slot; 2]>() > bytes { buckets / 2 } else { buckets };
        Memory { buckets: (0..buckets.max(1)).map(|_| Default::default()).collect(), age: 0 }
    }

    pub fn clear(&mut self) {
        for slot in self.buckets.iter().flatten() {
            slot.write(0, Entry::EMPTY);
        }
        self.age = 0;
    }

    pub fn new_search(&mut self) {
        self.age = (self.age + 1) & 63;
    }

    #[inline]
    fn bucket(&self, key: u64) -> &[Slot; 2] {
        &self.buckets[key as usize & (self.buckets.len() - 1)]
    }

    #[inline]
    pub fn recall(&self, key: u64) -> Option<Remembered> {
        let (_, entry) = self.bucket(key).iter().map(Slot::read).find(|&(of, _)| of == key)?;
        entry.remembered()
    }

    #[inline]
    pub fn store(&self, key: u64, remembered: Remembered) {
        let bucket = self.bucket(key);
        let there = [bucket[0].read(), bucket[1].read()];
        let slot = match there.iter().position(|&(of, _)| of == key) {
            Some(slot) => slot,
            // The one of an earlier search goes first, then the shallower one.
            None => {
                let worth = |(_, entry): (u64, Entry)| {
                    (entry.age() == self.age, entry != Entry::EMPTY, entry.depth())
                };
                usize::from(worth(there[1]) < worth(there[0]))
            }
        };
        bucket[slot].write(key, Entry::new(remembered, self.age));
    }
}

/// The key of a position: equal for all its images under the symmetries of the board. Also says
/// which symmetry leads to the image that the key is of.
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
    fn images_have_one_key_and_others_another() {
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
    fn what_is_stored_is_recalled() {
        let mut memory = Memory::new(1 << 12);
        assert!(memory.recall(0).is_none() && memory.recall(99).is_none());
        let mv = ShortMove(77);
        let what = Remembered { points: -5, mv, depth: 3, bound: Bound::AtMost };
        memory.store(99, what);
        let found = memory.recall(99).unwrap();
        assert_eq!((found.points, found.mv, found.depth, found.bound), (-5, mv, 3, Bound::AtMost));
        assert!(memory.recall(98).is_none());
        // Two words of different writers do not fit each other.
        memory.bucket(99)[0].entry.fetch_xor(1 << 40, Relaxed);
        assert!(memory.recall(99).is_none());
        memory.clear();
        assert!(memory.recall(99).is_none());
    }
}
