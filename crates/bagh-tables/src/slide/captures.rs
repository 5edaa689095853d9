//! What the best capture of every position of a class leads to.

use super::class::Class;
use super::entry::{Entry, MAX_PLIES};
use crate::index_map::IndexMap;
use crate::rank::Ranking;
use crate::space::{Space, TigerMove, spread, squeeze};

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

    /// What a capture is worth that leads to a position with this entry, goat to move. Plies count
    /// to the end of the game, but for draws to the capture itself.
    #[inline(always)]
    fn worth(&self, after: Entry) -> Worth {
        if after.code() == 0 || after.code() == self.win {
            // A line too long for an entry is found out when values spread.
            Worth::new(after.code(), (after.plies() + 1).min(MAX_PLIES))
        } else {
            Worth::new(after.code(), 1)
        }
    }
}

/// What a capture leads to, as a number that is the greater the better it is for Tiger: the value
/// first, then fewer plies, or more of them if it loses. 0 is no capture.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Worth(u16);

impl Worth {
    #[inline(always)]
    fn new(code: u8, plies: u16) -> Worth {
        Worth(Entry::new(code, if code == 0 { plies } else { MAX_PLIES - plies }).bits())
    }

    #[inline(always)]
    fn entry(self) -> Entry {
        let entry = Entry::from_bits(self.0);
        match entry.code() {
            0 if self.0 == 0 => Entry::UNKNOWN,
            0 => entry,
            code => Entry::new(code, MAX_PLIES - entry.plies()),
        }
    }
}

bagh_simd::dispatch! {
    /// For each herd of a block, with tiger to move: what the best capture leads to, as the bits of
    /// an entry, unknown where there is no capture.
    pub(crate) fn best_captures(
        captures: &Captures<'_>,
        block: u32,
        subsets: &[u32],
        best: &mut [u16],
    ) {
        avx2 => best_captures_with(captures, block, subsets, best),
        plain => best_captures_with(captures, block, subsets, best),
    }
}

/// A capture after the other for all herds, so that what is looked up, one block of the class
/// above, stays in the cache.
#[inline(always)]
fn best_captures_with(captures: &Captures<'_>, block: u32, subsets: &[u32], best: &mut [u16]) {
    let space = captures.space;
    let tigers = space.tigers(block);
    let index_bit = |label: u32| squeeze(1 << label, tigers);
    best.fill(0);
    for jump in space.tiger_moves(block) {
        let Some(over) = jump.over else { continue };
        let (over, to) = (index_bit(over), index_bit(jump.to));
        let Some((class, ranking)) = &captures.above else {
            let worth = captures.worth(Entry::new(captures.win, 0)).0;
            for (best, &index) in best.iter_mut().zip(subsets) {
                if index & (over | to) == over {
                    *best = worth;
                }
            }
            continue;
        };
        let map = IndexMap::new(space.free(), |index| after(space, &jump, spread(index, tigers)));
        let entries = &class.goat[jump.block as usize * ranking.len()..][..ranking.len()];
        for (best, &index) in best.iter_mut().zip(subsets) {
            if index & (over | to) == over {
                let entry = Entry::from_bits(entries[ranking.rank(map.of(index)) as usize]);
                *best = captures.worth(entry).0.max(*best);
            }
        }
    }
    for best in best {
        *best = Worth(*best).entry().bits();
    }
}

/// The index of a herd after a jump, in the block that it leads to.
fn after(space: &Space, jump: &TigerMove, herd: u32) -> u32 {
    let left = herd & !jump.over.map_or(0, |over| 1 << over);
    squeeze(space.map(jump.symmetry).set(left), space.tigers(jump.block))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Random, small_games};

    /// A herd at a time, with the words of the rules.
    fn plain(captures: &Captures<'_>, block: u32, index: u32) -> Entry {
        let space = captures.space;
        let herd = spread(index, space.tigers(block));
        let mut best = Entry::UNKNOWN;
        for mv in space.tiger_moves(block) {
            let Some(over) = mv.over else { continue };
            if herd >> mv.to & 1 == 1 || herd >> over & 1 == 0 {
                continue;
            }
            let entry = match &captures.above {
                None => Entry::new(captures.win, 0),
                Some((class, ranking)) => {
                    let rank = ranking.rank(after(space, &mv, herd)) as usize;
                    Entry::from_bits(class.goat[mv.block as usize * ranking.len() + rank])
                }
            };
            let ends = entry.code() == 0 || entry.code() == captures.win;
            let plies = if ends { (entry.plies() + 1).min(MAX_PLIES) } else { 1 };
            let is_better = !best.is_known()
                || entry.code() > best.code()
                || entry.code() == best.code()
                    && if best.code() == 0 { plies > best.plies() } else { plies < best.plies() };
            if is_better {
                best = Entry::new(entry.code(), plies);
            }
        }
        best
    }

    #[test]
    fn best_captures_equal_their_plain_twin() {
        let mut random = Random::new(23);
        for game in small_games(40, 5..=13, 29) {
            let space = Space::new(&game).unwrap();
            for goats in [1, u32::from(game.goats())] {
                let subsets = Ranking::new(space.free(), goats).subsets();
                let len = space.blocks() * space.herds(goats - 1);
                // Noise with all codes, and plies up to the most.
                let win = u32::from(game.captures()) + 1;
                let mut noise = || {
                    let plies = (random.next() as u16 & MAX_PLIES) >> random.below(11);
                    Entry::new(random.below(win as usize + 1) as u8, plies).bits()
                };
                let goat = (0..len).map(|_| noise()).collect();
                let above = Class { captured: 1, goats: goats - 1, tiger: Vec::new(), goat };
                for above in [None, Some(&above)] {
                    let captures = Captures::new(&space, above);
                    let block = random.below(space.blocks()) as u32;
                    let mut best = vec![7; subsets.len()];
                    best_captures(&captures, block, &subsets, &mut best);
                    for (&index, best) in subsets.iter().zip(best) {
                        assert_eq!(Entry::from_bits(best), plain(&captures, block, index));
                    }
                }
            }
        }
    }
}
