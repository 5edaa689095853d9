//! The index space of a game: tiger placements up to symmetry, and herds on the points they leave.
//!
//! Inside this crate points carry *labels*: a numbering in which the points that symmetries carry
//! into each other stand together (see [`Space::order`]). A position is a *block*, the number of
//! the tiger placement's representative, and an *index*, the herd as a subset of the free points:
//! the labels with the tigers' left out and the rest moved together.

use bagh::{Game, Point, Points, Position, Side};

use crate::limits::{TooLarge, check_space};
use crate::rank::{Ranking, binomial};
use crate::twins::first_twin;

/// A permutation of labels, applied to sets by table.
#[derive(Clone)]
pub(crate) struct LabelMap {
    images: [u8; 32],
    octets: Box<[[u32; 256]; 4]>,
}

impl LabelMap {
    fn new(images: [u8; 32]) -> LabelMap {
        let mut octets = Box::new([[0u32; 256]; 4]);
        for (group, table) in octets.iter_mut().enumerate() {
            for (bits, entry) in table.iter_mut().enumerate() {
                *entry = (0..8)
                    .filter(|i| bits >> i & 1 == 1)
                    .fold(0, |set, i| set | 1 << images[8 * group + i]);
            }
        }
        LabelMap { images, octets }
    }

    #[inline(always)]
    pub(crate) fn label(&self, label: u32) -> u32 {
        u32::from(self.images[(label & 31) as usize])
    }

    #[inline(always)]
    pub(crate) fn set(&self, set: u32) -> u32 {
        self.octets[0][(set & 255) as usize]
            | self.octets[1][(set >> 8 & 255) as usize]
            | self.octets[2][(set >> 16 & 255) as usize]
            | self.octets[3][(set >> 24) as usize]
    }
}

/// A tiger move between blocks: `from` slides or jumps to `to`, over `over` if it jumps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TigerMove {
    /// The label that the tiger leaves.
    pub from: u32,
    /// The label where it ends.
    pub to: u32,
    /// The label of the goat that it captures.
    pub over: Option<u32>,
    /// The block that the tigers stand in afterwards.
    pub block: u32,
    /// The symmetry that carries the tigers to that block's representative.
    pub symmetry: u8,
}

/// The index space of one game.
pub struct Space {
    game: Game,
    order: Vec<Point>,
    /// From points to labels, on sets.
    to_labels: LabelMap,
    /// For each symmetry of the board, the same on labels; and its inverse.
    maps: Vec<LabelMap>,
    inverses: Vec<LabelMap>,
    /// Tigers of each block's representative, by label.
    blocks: Vec<u32>,
    /// The symmetries that keep a block's tigers where they are, for one block after the other.
    stabilisers: Vec<u8>,
    /// Where those of each block begin, and the end of the last.
    stabiliser_starts: Vec<usize>,
    tiger_ranking: Ranking,
    /// For each tiger placement, by rank: its block, and the symmetry that leads there.
    lookup: Vec<(u32, u8)>,
    neighbours: [u32; 32],
}

impl Space {
    /// The index space of this game, unless the game is too large to be numbered.
    pub fn new(game: &Game) -> Result<Space, TooLarge> {
        check_space(game)?;
        let board = game.board();
        let order = label_order(game);
        let mut labels = [0u8; 32];
        for (label, point) in order.iter().enumerate() {
            labels[point.index()] = label as u8;
        }
        let relabel = |points: Points| -> u32 {
            points.iter().fold(0, |set, p| set | 1 << labels[p.index()])
        };
        let on_labels = |symmetry: &bagh::Symmetry| {
            let mut images: [u8; 32] = std::array::from_fn(|i| i as u8);
            for (label, &point) in order.iter().enumerate() {
                images[label] = labels[symmetry.point(point).index()];
            }
            LabelMap::new(images)
        };
        let maps: Vec<LabelMap> = board.symmetries().iter().map(on_labels).collect();
        let inverses: Vec<LabelMap> =
            board.symmetries().iter().map(|s| on_labels(&s.inverse())).collect();
        let mut neighbours = [0u32; 32];
        for (label, &point) in order.iter().enumerate() {
            neighbours[label] = relabel(board.neighbours(point));
        }

        let tiger_ranking = Ranking::new(board.len() as u32, u32::from(game.tigers()));
        let placements = tiger_ranking.subsets();
        let mut lookup = vec![(u32::MAX, 0u8); placements.len()];
        let (mut blocks, mut stabilisers, mut stabiliser_starts) =
            (Vec::new(), Vec::new(), vec![0]);
        for &tigers in &placements {
            // The first placement of each orbit, in the order of ranks, represents it.
            if lookup[tiger_ranking.rank(tigers) as usize].0 != u32::MAX {
                continue;
            }
            let block = blocks.len() as u32;
            blocks.push(tigers);
            for (number, inverse) in inverses.iter().enumerate() {
                let image = inverse.set(tigers);
                if image == tigers {
                    stabilisers.push(number as u8);
                }
                let entry = &mut lookup[tiger_ranking.rank(image) as usize];
                if entry.0 == u32::MAX {
                    *entry = (block, number as u8);
                }
            }
            stabiliser_starts.push(stabilisers.len());
        }
        Ok(Space {
            game: game.clone(),
            order,
            to_labels: LabelMap::new(labels),
            maps,
            inverses,
            blocks,
            stabilisers,
            stabiliser_starts,
            tiger_ranking,
            lookup,
            neighbours,
        })
    }

    /// The game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The points in the order of their labels.
    pub fn order(&self) -> &[Point] {
        &self.order
    }

    /// How many blocks there are: tiger placements up to symmetry.
    pub fn blocks(&self) -> usize {
        self.blocks.len()
    }

    /// How many points the tigers leave free.
    pub fn free(&self) -> u32 {
        (self.game.board().len() - usize::from(self.game.tigers())) as u32
    }

    /// How many herds of this size a block has.
    pub fn herds(&self, goats: u32) -> usize {
        binomial(self.free(), goats) as usize
    }

    /// The labels of a block's tigers.
    #[inline(always)]
    pub fn tigers(&self, block: u32) -> u32 {
        self.blocks[block as usize]
    }

    /// The symmetries that keep a block's tigers, the identity among them.
    pub(crate) fn stabiliser(&self, block: u32) -> impl Iterator<Item = &LabelMap> {
        self.stabiliser_numbers(block).iter().map(|&n| &self.maps[usize::from(n)])
    }

    /// Whether some symmetry other than the identity keeps a block's tigers.
    #[inline(always)]
    pub(crate) fn is_symmetric(&self, block: u32) -> bool {
        self.stabiliser_numbers(block).len() > 1
    }

    #[inline(always)]
    fn stabiliser_numbers(&self, block: u32) -> &[u8] {
        let starts = &self.stabiliser_starts[block as usize..];
        &self.stabilisers[starts[0]..starts[1]]
    }

    /// The map of a symmetry on labels.
    #[inline(always)]
    pub(crate) fn map(&self, symmetry: u8) -> &LabelMap {
        &self.maps[usize::from(symmetry)]
    }

    /// The map of a symmetry's inverse on labels.
    #[inline(always)]
    pub(crate) fn inverse(&self, symmetry: u8) -> &LabelMap {
        &self.inverses[usize::from(symmetry)]
    }

    /// The labels next to a label.
    #[inline(always)]
    pub(crate) fn neighbours(&self, label: u32) -> u32 {
        self.neighbours[(label & 31) as usize]
    }

    /// The block of tigers on these labels, and the symmetry that leads to its representative.
    #[inline(always)]
    pub(crate) fn block_of(&self, tigers: u32) -> (u32, u8) {
        self.lookup[self.tiger_ranking.rank(tigers) as usize]
    }

    /// The labels of a set of points.
    #[inline(always)]
    pub fn labels_of(&self, points: Points) -> u32 {
        self.to_labels.set(points.bits())
    }

    /// The points of a set of labels.
    pub fn points_of(&self, labels: u32) -> Points {
        Points::from_bits(labels).iter().map(|l| self.order[l.index()]).collect()
    }

    /// Where a position with all tigers on the board stands: its block, and its herd as an index.
    pub fn locate(&self, position: &Position) -> (u32, u32) {
        let (block, symmetry) = self.block_of(self.labels_of(position.tigers()));
        let goats = self.map(symmetry).set(self.labels_of(position.goats()));
        (block, squeeze(goats, self.tigers(block)))
    }

    /// The position at this place of the index space.
    pub fn position(
        &self,
        block: u32,
        index: u32,
        turn: Side,
        in_hand: u8,
        captured: u8,
    ) -> Position {
        let tigers = self.tigers(block);
        Position::from_parts(
            self.points_of(tigers),
            self.points_of(spread(index, tigers)),
            turn,
            in_hand,
            captured,
        )
    }

    /// The least index of a herd's images under the symmetries of its block's tigers.
    #[inline]
    pub fn first_twin(&self, block: u32, index: u32) -> u32 {
        first_twin(self, block, index)
    }

    /// The labels of a herd, from its index in a block.
    #[inline]
    pub fn herd(&self, block: u32, index: u32) -> u32 {
        spread(index, self.tigers(block))
    }

    /// The index, in the block that a tiger move leads to, of a herd on these labels.
    #[inline]
    pub fn index_after(&self, tiger_move: &TigerMove, herd: u32) -> u32 {
        squeeze(self.map(tiger_move.symmetry).set(herd), self.tigers(tiger_move.block))
    }

    /// About how many moves [`Space::tiger_moves`] gives for all blocks together.
    ///
    /// The number for all placements is exact; blocks are taken to have their share of it.
    pub fn tiger_moves_in_all(&self) -> u64 {
        let board = self.game.board();
        let (points, tigers) = (board.len() as u32, u32::from(self.game.tigers()));
        // Placements with a tiger on the first point of a move and none on the others.
        let with = |others: u32| binomial(points.saturating_sub(1 + others), tigers - 1);
        let mut moves = 0;
        for from in board.all() {
            for over in board.neighbours(from) {
                moves += with(1) + board.landings(from, over).len() as u64 * with(2);
            }
        }
        let share = self.blocks.len() as f64 / self.lookup.len() as f64;
        (moves as f64 * share) as u64
    }

    /// All moves of a block's tigers, over goats or to empty points, whatever the herd.
    pub fn tiger_moves(&self, block: u32) -> Vec<TigerMove> {
        let tigers = self.tigers(block);
        let board = self.game.board();
        let mut moves = Vec::new();
        let mut push = |from: u32, to: u32, over: Option<u32>| {
            let (block, symmetry) = self.block_of(tigers ^ (1 << from) ^ (1 << to));
            moves.push(TigerMove { from, to, over, block, symmetry });
        };
        for from in bits(tigers) {
            let around = self.neighbours(from) & !tigers;
            for to in bits(around) {
                push(from, to, None);
            }
            for over in bits(around) {
                let landings = board.landings(self.order[from as usize], self.order[over as usize]);
                for to in bits(self.labels_of(landings) & !tigers) {
                    push(from, to, Some(over));
                }
            }
        }
        moves
    }
}

/// The points of the board in the order of their labels: orbit after orbit, smaller orbits first,
/// each in reading order.
///
/// A symmetry then moves the bits of an index about near where they were, so that moving a whole
/// block takes few passes: 3.7 a move on Bagh Chal.
pub(crate) fn label_order(game: &Game) -> Vec<Point> {
    let board = game.board();
    let orbit =
        |point: Point| -> Points { board.symmetries().iter().map(|s| s.point(point)).collect() };
    let mut order: Vec<Point> = board.all().iter().collect();
    order.sort_by_key(|&p| {
        let orbit = orbit(p);
        (orbit.len(), orbit.bits().trailing_zeros(), p)
    });
    order
}

/// The members of a set, lowest first.
pub(crate) fn bits(mut set: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        if set == 0 {
            return None;
        }
        let bit = set.trailing_zeros();
        set &= set - 1;
        Some(bit)
    })
}

/// Takes the tigers' bits out of a set of labels and moves the rest together.
#[inline(always)]
pub(crate) fn squeeze(set: u32, mut tigers: u32) -> u32 {
    let mut set = set;
    while tigers != 0 {
        let top = 31 - tigers.leading_zeros();
        let below = (1u32 << top) - 1;
        set = (set & below) | (set >> 1 & !below);
        tigers &= below;
    }
    set
}

/// Undoes [`squeeze`]: makes room for the tigers' bits.
#[inline(always)]
pub(crate) fn spread(index: u32, mut tigers: u32) -> u32 {
    let mut set = index;
    while tigers != 0 {
        let below = (1u32 << tigers.trailing_zeros()) - 1;
        set = (set & below) | (set & !below) << 1;
        tigers &= tigers - 1;
    }
    set
}

/// How bits are taken out of a set and put back: in a loop, or by one instruction.
pub(crate) trait BitMoves {
    /// See [`squeeze`].
    fn squeeze(set: u32, tigers: u32) -> u32;
    /// See [`spread`].
    fn spread(index: u32, tigers: u32) -> u32;
}

/// In a loop, on any processor.
pub(crate) struct Looped;

impl BitMoves for Looped {
    #[inline(always)]
    fn squeeze(set: u32, tigers: u32) -> u32 {
        squeeze(set, tigers)
    }

    #[inline(always)]
    fn spread(index: u32, tigers: u32) -> u32 {
        spread(index, tigers)
    }
}

/// By one instruction of BMI2. Only for functions that are called on processors with AVX-512: those
/// with BMI2 alone include some on which the instruction is slower than the loop.
#[cfg(target_arch = "x86_64")]
pub(crate) struct Instruction;

#[cfg(target_arch = "x86_64")]
impl BitMoves for Instruction {
    #[inline(always)]
    fn squeeze(set: u32, tigers: u32) -> u32 {
        // SAFETY: only used in functions that are called on processors with BMI2.
        unsafe { std::arch::x86_64::_pext_u32(set, !tigers) }
    }

    #[inline(always)]
    fn spread(index: u32, tigers: u32) -> u32 {
        // SAFETY: as above.
        unsafe { std::arch::x86_64::_pdep_u32(index, !tigers) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Random;

    #[test]
    fn bits_are_taken_out_and_put_back() {
        let mut random = Random::new(9);
        for _ in 0..1000 {
            let tigers = (1u32 << random.below(25)) | 1 << random.below(25) | 1 << random.below(25);
            let set = random.next() as u32 & 0x1ff_ffff & !tigers;
            let index = squeeze(set, tigers);
            assert_eq!(spread(index, tigers), set);
            assert_eq!(index.count_ones(), set.count_ones());
            assert!(index < 1 << (25 - tigers.count_ones()));
            #[cfg(target_arch = "x86_64")]
            if bagh_simd::Simd::Avx512.is_supported() {
                assert_eq!(Instruction::squeeze(set, tigers), index);
                assert_eq!(Instruction::spread(index, tigers), set);
            }
        }
    }
}
