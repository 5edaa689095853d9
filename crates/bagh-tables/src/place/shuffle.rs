//! Plans for processors that permute the bytes of a register.
//!
//! A tiger move permutes the bits of an index (see [`plan`](super::plan)). Three of the nine bits
//! inside a vector number the bits of a byte, six the bytes. A permutation of the six is one
//! instruction, whatever it is, and takes bytes from two vectors at a time, so that a bit that
//! comes into the vector costs nothing more. The three within a byte are permuted by another
//! instruction. Only a bit that changes between the two kinds takes more: the target is put
//! together from *parts*, one for each value of (bit that comes into the byte) xor (bit that leaves
//! it), each with all its bits in the right byte, and picked from the parts by a mask.
//!
//! So a target vector is made from its sources in registers, in one to five instructions a plane
//! for nearly all moves; and since each target is made on its own, a block can be made piece by
//! piece (see [`tiles`](super::tiles)).

use super::parts::{Part, Ways};
use super::plan::{Bit, address_map};
use super::steps::Herds;
use super::vector::{IN_VECTOR, Vector};
use crate::space::{Space, TigerMove, bits};

/// Bits of the address of a vector inside a tile.
const IN_TILE: u32 = 6;

/// Carries codes of vectors of one block to those of another, under one tiger move.
#[derive(Clone, Debug)]
pub(crate) struct Shuffle {
    /// The block that codes come from.
    pub source: u32,
    /// Whether the move captures a goat.
    pub is_jump: bool,
    /// The positions of a target that the move applies to.
    pub valid: Vector,
    /// The sources of a target, as offsets from the first: one for each value of the bits that
    /// come into the vector.
    pub sources: Box<[u32]>,
    /// The targets that are made of the same sources, as offsets from the first: one for each
    /// value of the bits that leave the vector, as far as they stay in the tile.
    pub targets: Box<[u32]>,
    /// The parts of each target, and then those of the targets for the other values of bits that
    /// leave the vector and the tile.
    parts: Box<[Part]>,
    /// How many parts a target has.
    parts_each: usize,
    /// Bits of the own address above the tile that leave the vector.
    leaving: Box<[u32]>,
    /// Bits of the own address above the tile that are fixed, and their values.
    fixed: (u32, u32),
    /// What each bit of the own address above the tile adds to the source's.
    above: Box<[u32]>,
    /// The groups of a tile, those with few bits in their address first.
    groups: Box<[Group]>,
    /// Where the groups with each number of bits begin, and the end of the last.
    starts: [u8; IN_TILE as usize + 2],
}

/// Sources and targets that belong together: where the first of each stands in its tile.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Group(u32);

impl Group {
    fn new(own: u32, source: u32) -> Group {
        Group(source << IN_TILE | own)
    }

    /// The first target, in its tile.
    #[inline(always)]
    pub(crate) fn own(self) -> u32 {
        self.0 & ((1 << IN_TILE) - 1)
    }

    /// The first source, from where the tile's begin.
    #[inline(always)]
    pub(crate) fn source(self) -> u32 {
        self.0 >> IN_TILE
    }
}

/// What a shuffle does to one tile.
#[derive(Clone, Copy)]
pub(crate) struct Tile<'s> {
    pub shuffle: &'s Shuffle,
    /// Where the sources begin.
    pub from: u32,
    /// The parts of the targets.
    pub parts: &'s [Part],
    /// The groups that matter.
    pub groups: &'s [Group],
}

/// Bits of the address of a vector inside a tile, for blocks of this many vectors.
pub(crate) fn tile_bits(vectors: usize) -> u32 {
    IN_TILE.min(vectors.trailing_zeros())
}

impl Shuffle {
    /// The shuffle of a move of this block's tigers.
    pub(crate) fn new(space: &Space, block: u32, mv: &TigerMove, address_bits: u32) -> Shuffle {
        let map = address_map(space, block, mv, address_bits);
        let in_tile = tile_bits(1 << (address_bits - IN_VECTOR));
        let ways = Ways::new(&map);
        let is_in_tile = |own: u32| own - IN_VECTOR < in_tile;
        let (near, far): (Vec<u32>, Vec<u32>) =
            ways.leaving.iter().partition(|&&own| is_in_tile(own));
        let leaving: Vec<u32> = near.iter().chain(&far).copied().collect();
        let parts = (0..1u32 << leaving.len()).flat_map(|values| {
            let value = |own: u32| {
                let at = leaving.iter().position(|&l| l == own).expect("it leaves the vector");
                values >> at & 1
            };
            ways.parts(value)
        });

        let moved: Vec<&Bit> = map
            .iter()
            .filter(|b| b.fixed.is_none() && b.source >= IN_VECTOR && b.own >= IN_VECTOR)
            .collect();
        let source_of = |address: u32| -> u32 {
            moved
                .iter()
                .filter(|b| address >> (b.own - IN_VECTOR) & 1 == 1)
                .map(|b| 1 << (b.source - IN_VECTOR))
                .sum()
        };
        let fixed_bits = |in_this: &dyn Fn(u32) -> bool| -> (u32, u32) {
            map.iter()
                .filter(|b| b.own >= IN_VECTOR && in_this(b.own))
                .filter_map(|b| Some((1 << (b.own - IN_VECTOR), b.fixed?)))
                .fold((0, 0), |(set, ones), (bit, value)| {
                    (set | bit, ones | if value { bit } else { 0 })
                })
        };
        let (fixed, ones) = fixed_bits(&|own| is_in_tile(own));
        let offset = |own: &u32| 1u32 << (own - IN_VECTOR);
        let apart: u32 = fixed | near.iter().map(offset).sum::<u32>();
        let mut addresses: Vec<u32> =
            (0..1u32 << in_tile).filter(|a| a & apart == 0).map(|a| a | ones).collect();
        addresses.sort_by_key(|a| a.count_ones());
        let starts = std::array::from_fn(|ones| {
            addresses.partition_point(|a| a.count_ones() < ones as u32) as u8
        });
        Shuffle {
            source: mv.block,
            is_jump: mv.over.is_some(),
            valid: ways.valid,
            sources: sums(&ways.entering.iter().map(|s| 1 << (s - IN_VECTOR)).collect::<Vec<_>>()),
            targets: sums(&near.iter().map(offset).collect::<Vec<_>>()),
            parts: parts.collect(),
            parts_each: ways.parts_each(),
            leaving: far.iter().map(|own| own - IN_VECTOR).collect(),
            fixed: fixed_bits(&|own| !is_in_tile(own)),
            above: (in_tile..address_bits - IN_VECTOR).map(|bit| source_of(1 << bit)).collect(),
            groups: addresses.iter().map(|&a| Group::new(a, source_of(a))).collect(),
            starts,
        }
    }

    /// What happens to the tile that begins at an address, as far as herds matter.
    #[inline(always)]
    pub(crate) fn tile(&self, address: u32, in_tile: u32, herds: Herds) -> Tile<'_> {
        let (fixed, values) = self.fixed;
        let groups = match address & fixed == values {
            true => self.groups_that_matter(address, herds),
            false => &[],
        };
        let mut from = 0;
        let mut high = address >> in_tile;
        while high != 0 {
            from += self.above[high.trailing_zeros() as usize];
            high &= high - 1;
        }
        let mut mix = 0;
        for (at, &bit) in self.leaving.iter().enumerate() {
            mix |= (address as usize >> bit & 1) << at;
        }
        let parts = self.parts_each * self.targets.len();
        Tile { shuffle: self, from, parts: &self.parts[mix * parts..][..parts], groups }
    }

    #[inline(always)]
    fn groups_that_matter(&self, address: u32, herds: Herds) -> &[Group] {
        // A group's targets have as many bits set as the first, or up to this many more; and so
        // have the herds in a vector.
        let more = (self.targets.len().trailing_zeros() + IN_VECTOR) as i32;
        let ones = address.count_ones() as i32;
        let (least, most) = (herds.least - more - ones, herds.most - ones);
        let bound =
            |ones: i32| usize::from(self.starts[ones.clamp(0, IN_TILE as i32 + 1) as usize]);
        let (start, end) = (bound(least), bound(most + 1));
        &self.groups[start.min(end)..end]
    }

    /// How many parts a target has.
    #[inline(always)]
    pub(crate) fn parts_each(&self) -> usize {
        self.parts_each
    }

    /// Whether all bits keep their place in the byte, so that bytes are all that is permuted.
    #[inline(always)]
    pub(crate) fn keeps_bits(&self) -> bool {
        self.parts_each == 1 && self.parts[0].keeps_bits()
    }

    /// How many groups of all tiles of a block matter.
    pub(crate) fn groups_in_all(&self, vectors: usize, herds: Herds) -> u64 {
        let in_tile = tile_bits(vectors);
        let addresses = (0..vectors as u32).step_by(1 << in_tile);
        addresses.map(|address| self.tile(address, in_tile, herds).groups.len() as u64).sum()
    }

    /// Bytes that the shuffle takes, with its lists.
    #[cfg(test)]
    pub(crate) fn bytes(&self) -> usize {
        let numbers =
            self.sources.len() + self.targets.len() + self.leaving.len() + self.above.len();
        let lists = size_of_val(&*self.parts) + size_of_val(&*self.groups) + 4 * numbers;
        size_of::<Shuffle>() + lists
    }
}

/// The sums of all subsets of some numbers, in the order of the subsets' bit patterns.
fn sums(numbers: &[u32]) -> Box<[u32]> {
    (0..1u32 << numbers.len())
        .map(|subset| bits(subset).map(|at| numbers[at as usize]).sum())
        .collect()
}
