//! What one look ahead tells of every position of a class: slides to count, captures to value.

use super::class::Class;
use super::entry::{Entry, MAX_PLIES};
use crate::rank::Ranking;
use crate::space::{Space, TigerMove, bits, spread, squeeze};

/// Values captures: looks up positions with one goat less.
pub(crate) struct Captures<'a> {
    space: &'a Space,
    /// The class with one more capture, or nothing where that capture wins the game.
    above: Option<(&'a Class, Ranking)>,
    win: u8,
}

impl<'a> Captures<'a> {
    pub(crate) fn new(space: &'a Space, above: Option<&'a Class>) -> Captures<'a> {
        let above = above.map(|class| (class, Ranking::new(space.free(), class.goats)));
        Captures { space, above, win: space.game().captures() + 1 }
    }

    /// The entry of the position after a jump, with goat to move.
    fn after(&self, jump: &TigerMove, herd: u32) -> Entry {
        let Some((class, ranking)) = &self.above else {
            return Entry::new(self.win, 0);
        };
        let over = jump.over.expect("only jumps capture");
        let there = self.space.map(jump.symmetry).set(herd & !(1 << over));
        let index = squeeze(there, self.space.tigers(jump.block));
        let at = jump.block as usize * ranking.len() + ranking.rank(index) as usize;
        Entry::from_bits(class.goat[at])
    }

    /// What a position with tiger to move gets from its best capture: the greatest value with
    /// the plies to reach it, or, if every capture loses, the loss that takes longest.
    ///
    /// Plies count to the end of the game, but for draws to the capture itself.
    pub(crate) fn best(&self, jumps: &[TigerMove], herd: u32) -> Entry {
        let mut best = Entry::UNKNOWN;
        for jump in jumps {
            let over = jump.over.expect("only jumps capture");
            if herd >> over & 1 == 0 || herd >> jump.to & 1 == 1 {
                continue;
            }
            let after = self.after(jump, herd);
            let plies = if after.code() == 0 || after.code() == self.win {
                // A line too long for an entry is found out when values spread.
                (after.plies() + 1).min(MAX_PLIES)
            } else {
                1
            };
            let better = !best.is_known()
                || after.code() > best.code()
                || after.code() == best.code()
                    && (plies < best.plies()) == (after.code() != 0)
                    && plies != best.plies();
            if better {
                best = Entry::new(after.code(), plies);
            }
        }
        best
    }
}

/// The moves of one block's pieces, as far as they do not depend on the herd.
pub(crate) struct BlockMoves {
    tigers: u32,
    /// For each tiger, the labels next to it that no tiger holds.
    around: Vec<u32>,
    jumps: Vec<TigerMove>,
    /// For each free point, by index bit, the free points next to it.
    pub next_to: Vec<u32>,
}

impl BlockMoves {
    pub(crate) fn new(space: &Space, block: u32) -> BlockMoves {
        let tigers = space.tigers(block);
        let next_to = (0..space.free())
            .map(|bit| {
                let label = spread(1 << bit, tigers).trailing_zeros();
                squeeze(space.neighbours(label) & !tigers, tigers)
            })
            .collect();
        BlockMoves {
            tigers,
            around: bits(tigers).map(|t| space.neighbours(t) & !tigers).collect(),
            jumps: space.tiger_moves(block).into_iter().filter(|m| m.over.is_some()).collect(),
            next_to,
        }
    }

    /// How many slides the tigers have, and what their best capture gives.
    pub(crate) fn of_tiger(&self, captures: &Captures<'_>, index: u32) -> (u8, Entry) {
        let herd = spread(index, self.tigers);
        let slides: u32 = self.around.iter().map(|a| (a & !herd).count_ones()).sum();
        (slides as u8, captures.best(&self.jumps, herd))
    }

    /// How many slides the goats have.
    pub(crate) fn of_goat(&self, index: u32) -> u8 {
        let all = (1u32 << self.next_to.len()) - 1;
        // Each slide has a goat at one end and an empty point at the other.
        let slides: u32 = if index.count_ones() * 2 > self.next_to.len() as u32 {
            bits(all & !index).map(|e| (self.next_to[e as usize] & index).count_ones()).sum()
        } else {
            bits(index).map(|g| (self.next_to[g as usize] & !index & all).count_ones()).sum()
        };
        slides as u8
    }
}
