//! The transposition table: what was found out about positions before.

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

#[derive(Clone, Copy)]
struct Entry {
    key: u64,
    points: i32,
    mv: ShortMove,
    depth: i8,
    /// The bound, and the age of the search that wrote it.
    flags: u8,
}

const EMPTY: Entry = Entry { key: 0, points: 0, mv: ShortMove::NONE, depth: -1, flags: 0 };

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
    entries: Vec<[Entry; 2]>,
    age: u8,
}

impl Memory {
    /// A table of about this many bytes.
    pub fn new(bytes: usize) -> Memory {
        let buckets = (bytes / size_of::<[Entry; 2]>()).max(1).next_power_of_two();
        let buckets = if buckets * size_of::<[Entry; 2]>() > bytes { buckets / 2 } else { buckets };
        Memory { entries: vec![[EMPTY; 2]; buckets.max(1)], age: 0 }
    }

    pub fn clear(&mut self) {
        self.entries.fill([EMPTY; 2]);
        self.age = 0;
    }

    pub fn new_search(&mut self) {
        self.age = (self.age + 1) & 63;
    }

    #[inline]
    fn bucket(&self, key: u64) -> usize {
        key as usize & (self.entries.len() - 1)
    }

    #[inline]
    pub fn recall(&self, key: u64) -> Option<Remembered> {
        let entry = self.entries[self.bucket(key)].iter().find(|e| e.key == key && e.depth >= 0)?;
        let bound = match entry.flags & 3 {
            0 => Bound::Exact,
            1 => Bound::AtLeast,
            _ => Bound::AtMost,
        };
        Some(Remembered { points: entry.points, mv: entry.mv, depth: entry.depth.into(), bound })
    }

    #[inline]
    pub fn store(&mut self, key: u64, remembered: Remembered) {
        let age = self.age;
        let at = self.bucket(key);
        let bucket = &mut self.entries[at];
        let slot = match bucket.iter().position(|e| e.key == key) {
            Some(slot) => slot,
            // The one of an earlier search goes first, then the shallower one.
            None => {
                let worth = |e: &Entry| (e.flags >> 2 == age, e.depth);
                usize::from(worth(&bucket[1]) < worth(&bucket[0]))
            }
        };
        let flags = match remembered.bound {
            Bound::Exact => 0,
            Bound::AtLeast => 1,
            Bound::AtMost => 2,
        };
        bucket[slot] = Entry {
            key,
            points: remembered.points,
            mv: remembered.mv,
            depth: remembered.depth.clamp(0, 127) as i8,
            flags: flags | age << 2,
        };
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
        let mv = ShortMove(77);
        let what = Remembered { points: -5, mv, depth: 3, bound: Bound::AtMost };
        memory.store(99, what);
        let found = memory.recall(99).unwrap();
        assert_eq!((found.points, found.mv, found.depth, found.bound), (-5, mv, 3, Bound::AtMost));
        assert!(memory.recall(98).is_none());
        memory.clear();
        assert!(memory.recall(99).is_none());
    }
}
