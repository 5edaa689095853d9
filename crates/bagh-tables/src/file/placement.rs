//! Layers of the placement phase in a file: packed block by block, and read back.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Instant;

use super::format::{Contents, Header};
use super::reader::TableFile;
use super::streams::{BLOCK_WORDS, StreamLayout, WORD, extract};
use super::writer::Packed;
use crate::compression::{Compressor, Effort};
use crate::error::TableError;
use crate::place::vector::Codes;
use crate::rank::Ranking;
use crate::space::Space;
use crate::twins::{Twins, first_twin};

/// Packs a layer with tiger to move. Tiger placements come in groups that share compressed blocks;
/// threads pack groups at the same time, each into a [`GroupBuffer`] of its own.
pub(crate) struct LayerPacker<'a> {
    layout: StreamLayout,
    header: Header,
    twins: &'a Twins,
    placed: u8,
    placements: usize,
    effort: Effort,
    nanoseconds: AtomicU64,
}

/// The bytes of a group, before compression.
pub(crate) struct GroupBuffer {
    bytes: Vec<u8>,
    compressor: Compressor,
}

impl<'a> LayerPacker<'a> {
    pub(crate) fn new(space: &Space, twins: &'a Twins, placed: u8, effort: Effort) -> Self {
        LayerPacker {
            layout: StreamLayout::new(space.game(), space.blocks(), u32::from(placed)),
            header: Header::new(space.game(), Contents::Placement { placed }, 0),
            twins,
            placed,
            placements: space.blocks(),
            effort,
            nanoseconds: AtomicU64::new(0),
        }
    }

    /// A buffer for one group after the other.
    pub(crate) fn buffer(&self) -> GroupBuffer {
        let bytes = vec![0; self.layout.group_blocks() * self.header.block_bytes()];
        GroupBuffer { bytes, compressor: Compressor::new(self.effort) }
    }

    /// Bytes of a tiger placement in its group.
    fn placement_bytes(&self) -> usize {
        self.layout.words() * self.header.block_bytes() / BLOCK_WORDS
    }

    /// Puts the codes of a tiger placement into the order of the file.
    pub(crate) fn add<const P: usize>(
        &self,
        buffer: &mut GroupBuffer,
        block: u32,
        codes: &[Codes<P>],
    ) {
        let start = Instant::now();
        let length = self.placement_bytes();
        let bytes = &mut buffer.bytes[block as usize % self.layout.group() * length..][..length];
        extract(codes, &self.layout, bytes);
        for captured in 0..self.layout.streams() {
            let goats = u32::from(self.placed) - captured;
            let start = self.layout.start(captured) * WORD;
            self.twins.blur(block, goats, bytes, &self.header, start);
        }
        self.took(start);
    }

    /// Compresses a group whose placements were all added.
    pub(crate) fn finish_group(&self, buffer: &mut GroupBuffer, number: usize) -> Vec<Vec<u8>> {
        let start = Instant::now();
        let GroupBuffer { bytes, compressor } = buffer;
        // The last group may have fewer members than the buffer has room for.
        let group = self.layout.group();
        let members = group.min(self.placements - number * group);
        if members < group {
            bytes[members * self.placement_bytes()..].fill(0);
        }
        let blocks = bytes.chunks_exact(self.header.block_bytes());
        let blocks = blocks.map(|block| compressor.compress(block)).collect();
        self.took(start);
        blocks
    }

    /// The file, from its groups in order, and the seconds that all threads spent packing.
    pub(crate) fn finish(self, groups: Vec<Vec<Vec<u8>>>) -> (Packed, f64) {
        let seconds = self.nanoseconds.into_inner() as f64 / 1e9;
        (Packed::new(self.header, groups.into_iter().flatten().collect()), seconds)
    }

    fn took(&self, start: Instant) {
        self.nanoseconds.fetch_add(start.elapsed().as_nanos() as u64, Relaxed);
    }
}

/// Reads a layer with tiger to move, a tiger placement at a time.
pub(crate) struct LayerReader<'a> {
    file: &'a TableFile,
    space: &'a Space,
    layout: StreamLayout,
    /// The herds for 0, 1, … captures.
    herds: Vec<(Ranking, Vec<u32>)>,
}

impl<'a> LayerReader<'a> {
    pub(crate) fn new(
        file: &'a TableFile,
        space: &'a Space,
        placed: u8,
    ) -> Result<LayerReader<'a>, TableError> {
        let placed = u32::from(placed);
        let layout = StreamLayout::new(space.game(), space.blocks(), placed);
        let groups = space.blocks().div_ceil(layout.group());
        if file.blocks() != groups * layout.group_blocks() {
            return Err(TableError::damaged(file.path(), "it has another number of positions"));
        }
        let herds = (0..layout.streams())
            .map(|captured| Ranking::new(space.free(), placed - captured))
            .map(|ranking| (ranking.clone(), ranking.subsets()))
            .collect();
        Ok(LayerReader { file, space, layout, herds })
    }

    /// Calls `f` with the index and the plane code of every herd: those for 0 captures first, each
    /// in the order of ranks.
    pub(crate) fn read(&self, block: u32, mut f: impl FnMut(u32, u8)) -> Result<(), TableError> {
        let header = self.file.header();
        let mut at_hand = (usize::MAX, vec![0; header.block_bytes()]);
        for (captured, (ranking, subsets)) in self.herds.iter().enumerate() {
            for &index in subsets {
                let rank = ranking.rank(first_twin(self.space, block, index));
                let (number, at) = self.layout.locate(block, captured as u32, rank);
                if at_hand.0 != number {
                    self.file.block_into(number, &mut at_hand.1)?;
                    at_hand.0 = number;
                }
                f(index, header.plane_code_in(&at_hand.1, at));
            }
        }
        Ok(())
    }
}
