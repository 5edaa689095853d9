//! The herds of one size, and sets of them: one bit for each, in vectors.
//!
//! A bit of a vector stands for an index, as in the placement phase, so that the moves of a whole
//! vector are those there. But only the vectors that have herds of the size are there: of Bagh
//! Chal's classes two fifths of a block at the most.

use crate::place::steps;
use crate::place::vector::{IN_VECTOR, LANES, Vector};
use crate::rank::Ranking;
use crate::space::Space;

/// The herds of one size on the free points of a block.
pub(crate) struct Herds {
    pub goats: u32,
    pub ranking: Ranking,
    /// The indices of all herds, by rank.
    pub subsets: Vec<u32>,
    /// The addresses of the vectors that have herds, in order.
    pub addresses: Vec<u32>,
    /// For each address, the number of its vector in a set; where it has no herds, that of an
    /// empty vector at the end.
    pub numbers: Vec<u32>,
    /// The herds of a vector whose address has this many bits set less than there are goats.
    within: [Vector; IN_VECTOR as usize + 1],
    /// The positions of a vector with each of the points inside it taken.
    pub taken: [Vector; IN_VECTOR as usize],
}

impl Herds {
    pub(crate) fn new(space: &Space, goats: u32) -> Herds {
        let free = space.free();
        let ranking = Ranking::new(free, goats);
        let all = 1u32 << (free.max(IN_VECTOR) - IN_VECTOR);
        // Small boards do not fill a vector.
        let inside = free.min(IN_VECTOR);
        let sizes = |address: u32| address.count_ones()..=address.count_ones() + inside;
        let addresses: Vec<u32> = (0..all).filter(|&a| sizes(a).contains(&goats)).collect();
        let mut numbers = vec![addresses.len() as u32; all as usize];
        for (number, &address) in addresses.iter().enumerate() {
            numbers[address as usize] = number as u32;
        }
        let real = Vector::first(1 << inside);
        let at_most = |n: i32| Vector::where_at_most(n).and(real);
        Herds {
            goats,
            subsets: ranking.subsets(),
            ranking,
            addresses,
            numbers,
            within: std::array::from_fn(|n| at_most(n as i32).and_not(at_most(n as i32 - 1))),
            taken: std::array::from_fn(|bit| Vector::where_bit(bit as u32, true)),
        }
    }

    /// How many herds there are.
    pub(crate) fn len(&self) -> usize {
        self.subsets.len()
    }

    /// How many vectors a set has, with the empty one at the end.
    pub(crate) fn vectors(&self) -> usize {
        self.addresses.len() + 1
    }

    /// The herds of the vector with this address, which has some.
    #[inline(always)]
    pub(crate) fn within(&self, address: u32) -> &Vector {
        &self.within[(self.goats - address.count_ones()) as usize]
    }

    /// The vectors that matter, as the steps of the placement phase ask for them.
    pub(crate) fn sizes(&self) -> steps::Herds {
        steps::Herds { least: self.goats as i32, most: self.goats as i32 }
    }

    /// The vector of a set that stands for an address.
    #[inline(always)]
    pub(crate) fn vector<'s>(&self, set: &'s [Vector], address: u32) -> &'s Vector {
        &set[self.numbers[address as usize] as usize]
    }

    /// Whether a herd is in a set.
    #[inline(always)]
    pub(crate) fn contains(&self, set: &[Vector], index: u32) -> bool {
        let (lane, bit) = place(index);
        self.vector(set, index >> IN_VECTOR).0[lane] & bit != 0
    }

    /// Adds a herd to a set, unless it is there: whether it was not.
    #[inline(always)]
    pub(crate) fn insert(&self, set: &mut [Vector], index: u32) -> bool {
        let (lane, bit) = place(index);
        let word = &mut set[self.numbers[(index >> IN_VECTOR) as usize] as usize].0[lane];
        let is_new = *word & bit == 0;
        *word |= bit;
        is_new
    }
}

/// Where an index stands in its vector.
#[inline(always)]
fn place(index: u32) -> (usize, u64) {
    ((index >> 6) as usize % LANES, 1 << (index & 63))
}

/// The indices of the herds in the vector with this address, in order.
#[inline(always)]
pub(crate) fn each(address: u32, vector: &Vector, mut f: impl FnMut(u32)) {
    for (lane, &word) in vector.0.iter().enumerate() {
        let first = address << IN_VECTOR | (lane as u32) << 6;
        let mut word = word;
        while word != 0 {
            f(first | word.trailing_zeros());
            word &= word - 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use bagh::Game;

    use super::*;
    use crate::testing::{Random, small_games};

    #[test]
    fn sets_hold_what_is_put_into_them() {
        let mut random = Random::new(47);
        let mut games = small_games(30, 5..=16, 43);
        games.extend([Game::bagh_chal(), Game::aadu_puli()].map(Clone::clone));
        for game in &games {
            let space = Space::new(game).unwrap();
            let herds = Herds::new(&space, random.below(usize::from(game.goats()) + 1) as u32);
            let mut set = vec![Vector::ZERO; herds.vectors()];
            let mut expected = Vec::new();
            for &index in &herds.subsets {
                assert!(!herds.contains(&set, index));
                if random.below(2) == 0 {
                    assert!(herds.insert(&mut set, index));
                    assert!(!herds.insert(&mut set, index));
                    expected.push(index);
                }
            }
            let mut found = Vec::new();
            let mut all = Vec::new();
            for (&address, vector) in herds.addresses.iter().zip(&set) {
                each(address, vector, |index| found.push(index));
                each(address, herds.within(address), |index| all.push(index));
            }
            assert_eq!(found, expected);
            assert_eq!(all, herds.subsets);
        }
    }
}
