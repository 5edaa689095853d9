//! Sets of positions: sorted lists of keys, one list for each ply.

use bagh::{Game, Points, Position, Side};
use rayon::prelude::*;

/// A position at a known ply as a number: tigers in the high half, goats in the low one. Who
/// moves, and how many goats are in hand, is the same for all positions of a ply.
pub fn key_of(position: &Position) -> u64 {
    u64::from(position.tigers().bits()) << 32 | u64::from(position.goats().bits())
}

/// What is the same for all positions of a ply.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ply {
    /// Plies of the game.
    pub number: i32,
    /// Who moves.
    pub turn: Side,
    /// Goats in hand.
    pub in_hand: u8,
}

impl Ply {
    /// The ply of a position.
    pub fn of(game: &Game, position: &Position) -> Ply {
        Ply {
            number: crate::claim::ply_of(game, position),
            turn: position.turn(),
            in_hand: position.goats_in_hand(),
        }
    }

    /// The ply that follows.
    pub fn next(self) -> Ply {
        let placed = u8::from(self.turn == Side::Goat && self.in_hand > 0);
        Ply { number: self.number + 1, turn: self.turn.other(), in_hand: self.in_hand - placed }
    }

    /// The position of a key.
    pub fn position(self, game: &Game, key: u64) -> Position {
        let (tigers, goats) =
            (Points::from_bits((key >> 32) as u32), Points::from_bits(key as u32));
        let captured = game.goats() - self.in_hand - goats.len() as u8;
        Position::from_parts(tigers, goats, self.turn, self.in_hand, captured)
    }
}

/// How many keys are expanded before what came of them is sorted.
const CHUNK: usize = 1 << 19;

/// The sorted set of all keys that `expand` makes of the given ones, or the first error.
pub fn expanded<E: Send>(
    keys: &[u64],
    expand: impl Fn(usize, u64, &mut Vec<u64>) -> Result<(), E> + Sync,
    progress: impl Fn(u64) + Sync,
) -> Result<Vec<u64>, E> {
    let mut runs: Vec<Vec<u64>> = Vec::new();
    for (number, chunk) in keys.chunks(CHUNK).enumerate() {
        let pieces: Vec<Vec<u64>> = chunk
            .par_chunks(4096)
            .enumerate()
            .map(|(piece, keys)| {
                let mut out = Vec::new();
                for (i, &key) in keys.iter().enumerate() {
                    expand(number * CHUNK + piece * 4096 + i, key, &mut out)?;
                }
                out.sort_unstable();
                out.dedup();
                progress(keys.len() as u64);
                Ok(out)
            })
            .collect::<Result<_, E>>()?;
        runs.push(union(pieces));
        // Runs that are merged early keep memory near what the set itself takes.
        while runs.len() >= 2 && runs[runs.len() - 1].len() * 2 >= runs[runs.len() - 2].len() {
            let last = runs.pop().expect("there are two");
            let before = runs.pop().expect("there are two");
            runs.push(union(vec![before, last]));
        }
    }
    Ok(union(runs))
}

fn union(lists: Vec<Vec<u64>>) -> Vec<u64> {
    if lists.len() == 1 {
        return lists.into_iter().next().expect("there is one");
    }
    let mut all = lists.concat();
    drop(lists);
    all.par_sort_unstable();
    all.dedup();
    all
}
