//! The order of ranks, in which the herds of a block stand on disk.
//!
//! In memory the index of a herd is its bit pattern, so herds of all sizes stand mixed. On disk
//! the herds of one size stand together, in the order of their patterns, which is the order of
//! their ranks. A word holds the patterns of its six low bits; sorted by their number of bits it
//! falls into seven runs, each of which goes to the stream of one size.

use bagh::Game;

use crate::place::vector::IN_WORD;
use crate::rank::binomial;

/// Positions in a word.
pub(crate) const WORD: usize = 64;

/// Where the herds of one block stand in a half-layer on disk: streams for 0, 1, … captures, each
/// filling whole words.
#[derive(Clone, Debug)]
pub(crate) struct StreamLayout {
    /// Address bits: on a small board, those of a word, with points that no goat ever stands on.
    bits: u32,
    /// Goats placed.
    placed: u32,
    /// First word of the stream for each number of captures, and the end of the last.
    starts: Vec<usize>,
    /// Tiger placements that share compressed blocks.
    group: usize,
}

/// Words of a compressed block.
pub(crate) const BLOCK_WORDS: usize = 1024;
/// A group has at least this many compressed blocks, so that padding does not count, …
const GROUP_BLOCKS: usize = 64;
/// … and at least this many tiger placements, so that groups are not too many.
const MIN_GROUP: usize = 8;

impl StreamLayout {
    /// The layout of the half-layer with tiger to move after `placed` goats, for a game with this
    /// many tiger placements up to symmetry.
    pub(crate) fn new(game: &Game, placements: usize, placed: u32) -> StreamLayout {
        let free = game.board().len() - usize::from(game.tigers());
        let layout = StreamLayout::of(free as u32, placed, u32::from(game.captures()));
        let group = (GROUP_BLOCKS * BLOCK_WORDS).div_ceil(layout.words().max(1));
        StreamLayout { group: group.max(MIN_GROUP).min(placements), ..layout }
    }

    pub(super) fn of(free: u32, placed: u32, captures_to_win: u32) -> StreamLayout {
        // The goat that was placed last is still there.
        let streams = captures_to_win.min(placed);
        let bits = free.max(IN_WORD);
        let mut starts = vec![0];
        for captured in 0..streams {
            let positions = binomial(bits, placed - captured) as usize;
            starts.push(starts[captured as usize] + positions.div_ceil(WORD));
        }
        StreamLayout { bits, placed, starts, group: 1 }
    }

    /// Words of one block, in each plane.
    pub(crate) fn words(&self) -> usize {
        *self.starts.last().expect("there is an end")
    }

    /// How many tiger placements share compressed blocks.
    pub(crate) fn group(&self) -> usize {
        self.group
    }

    /// Compressed blocks of a group.
    pub(crate) fn group_blocks(&self) -> usize {
        (self.group * self.words()).div_ceil(BLOCK_WORDS)
    }

    /// Where a position stands: its compressed block, and its place in there.
    pub(crate) fn locate(&self, block: u32, captured: u32, rank: u32) -> (usize, usize) {
        let (group, member) = (block as usize / self.group, block as usize % self.group);
        let word = member * self.words() + self.start(captured) + rank as usize / WORD;
        let number = group * self.group_blocks() + word / BLOCK_WORDS;
        (number, word % BLOCK_WORDS * WORD + rank as usize % WORD)
    }

    /// How many captures there were at a word of a group.
    pub(crate) fn captured_at(&self, word: usize) -> u32 {
        let word = word % self.words().max(1);
        let stream = self.starts.partition_point(|&start| start <= word) - 1;
        (stream as u32).min(self.streams().saturating_sub(1))
    }

    /// Words of a block in memory that hold positions.
    pub(crate) fn block_words(&self) -> usize {
        1 << (self.bits - IN_WORD)
    }

    /// How many numbers of captures there are.
    pub(crate) fn streams(&self) -> u32 {
        self.starts.len() as u32 - 1
    }

    /// Goats placed.
    pub(crate) fn placed(&self) -> u32 {
        self.placed
    }

    /// The first word of a stream.
    pub(crate) fn start(&self, captured: u32) -> usize {
        self.starts[captured as usize]
    }
}

/// Where the run of patterns with each number of bits starts in a sorted word.
pub(crate) const RUNS: [u32; 8] = [0, 1, 7, 22, 42, 57, 63, 64];
