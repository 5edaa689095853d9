//! Herds that a symmetry of their tigers carries into others: of those only the first is stored.
//!
//! Where the tigers of a block stand symmetrically, a herd and its image are the same position.
//! Tables hold the value of the one with the least index; the others' places repeat the position
//! before, which costs next to nothing when compressed.

use rayon::prelude::*;

use crate::file::format::Header;
use crate::index_map::IndexMap;
use crate::rank::Ranking;
use crate::space::{LabelMap, Space, spread, squeeze};

/// The least index of a herd's images under the symmetries of its block's tigers.
#[inline]
pub(crate) fn first_twin(space: &Space, block: u32, index: u32) -> u32 {
    if !space.is_symmetric(block) {
        return index;
    }
    let tigers = space.tigers(block);
    let herd = spread(index, tigers);
    let images = space.stabiliser(block).map(|map| squeeze(map.set(herd), tigers));
    images.min().expect("the identity is among them")
}

/// For each symmetric block and each number of goats, the ranks of herds that are not the first
/// of their twins, one bit each.
pub(crate) struct Twins {
    later: Vec<Option<Vec<Vec<u64>>>>,
}

impl Twins {
    pub(crate) fn new(space: &Space) -> Twins {
        let most = u32::from(space.game().goats());
        let subsets: Vec<Vec<u32>> =
            (0..=most).map(|goats| Ranking::new(space.free(), goats).subsets()).collect();
        let later = (0..space.blocks() as u32)
            .into_par_iter()
            .map(|block| {
                if !space.is_symmetric(block) {
                    return None;
                }
                let images = Images::new(space, block);
                let of_size = |subsets: &Vec<u32>| {
                    let mut words = vec![0u64; subsets.len().div_ceil(64)];
                    for (rank, &index) in subsets.iter().enumerate() {
                        if images.any_before(index) {
                            words[rank / 64] |= 1 << (rank % 64);
                        }
                    }
                    words
                };
                Some(subsets.iter().map(of_size).collect())
            })
            .collect();
        Twins { later }
    }

    /// Lets the places of later twins repeat the position before. `start` is the first position
    /// of the block's herds of this size.
    pub(crate) fn blur(
        &self,
        block: u32,
        goats: u32,
        bytes: &mut [u8],
        header: &Header,
        start: usize,
    ) {
        if let Some(later) = &self.later[block as usize] {
            header.repeat_in(bytes, start, &later[goats as usize]);
        }
    }
}

impl Twins {
    /// Calls `f` with the rank of each herd of this size that is not the first of its twins.
    pub(crate) fn each_later(&self, block: u32, goats: u32, mut f: impl FnMut(usize)) {
        let Some(later) = &self.later[block as usize] else { return };
        for (number, &word) in later[goats as usize].iter().enumerate() {
            bits_of(word).for_each(|bit| f(64 * number + bit));
        }
    }
}

/// The places of a word's set bits, lowest first.
fn bits_of(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = word.trailing_zeros() as usize;
        let is_left = word != 0;
        word &= word.wrapping_sub(1);
        is_left.then_some(bit)
    })
}

/// The symmetries of a block's tigers as they act on indices.
struct Images(Vec<IndexMap>);

impl Images {
    fn new(space: &Space, block: u32) -> Images {
        let tigers = space.tigers(block);
        let of = |map: &LabelMap| {
            IndexMap::new(space.free(), |index| squeeze(map.set(spread(index, tigers)), tigers))
        };
        Images(space.stabiliser(block).map(of).collect())
    }

    /// Whether some image of a herd has a smaller index.
    #[inline(always)]
    fn any_before(&self, index: u32) -> bool {
        self.0.iter().any(|map| map.of(index) < index)
    }
}
