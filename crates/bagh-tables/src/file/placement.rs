//! Layers of the placement phase in a file: packed block by block, and read back.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::Instant;

use bagh::Game;
use rayon::prelude::*;

use super::chunks::{Counts, MAX_CLASSES, PIECES, Packer, Shape};
use super::codes;
use super::extract::extract;
use super::format::{Codec, Contents, Header};
use super::reader::TableFile;
use super::streams::{BLOCK_WORDS, StreamLayout, WORD};
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
    method: Method,
    nanoseconds: AtomicU64,
}

/// How a layer is compressed.
enum Method {
    /// In frames, which are smaller where there is time to look for repetitions.
    Zstandard(Effort),
    /// In pieces. A sample of the groups is counted first, and makes the codebook.
    Chunks { counts: Mutex<Counts>, codebook: OnceLock<(Packer, Vec<u8>)> },
}

/// The bytes of a group, before compression.
pub(crate) struct GroupBuffer {
    bytes: Vec<u8>,
    compressor: Option<Compressor>,
    counts: Option<Counts>,
}

/// What came of a group.
pub(crate) enum PackedGroup {
    /// Its compressed blocks.
    Blocks(Vec<Vec<u8>>),
    /// Its bytes: it is one of the sample, and there was no codebook yet.
    Sample(Vec<u8>),
}

/// One group of this many is part of the sample.
const SAMPLE: usize = 16;

impl<'a> LayerPacker<'a> {
    pub(crate) fn new(space: &Space, twins: &'a Twins, placed: u8, effort: Effort) -> Self {
        let layout = StreamLayout::new(space.game(), space.blocks(), u32::from(placed));
        let mut header = Header::new(space.game(), Contents::Placement { placed }, 0);
        let method = match effort {
            Effort::Hard | Effort::Medium => Method::Zstandard(effort),
            Effort::Quick => {
                header.codec = Codec::Chunks;
                let counts = Counts::new(header.chunk_shape(), classes(&layout));
                Method::Chunks { counts: Mutex::new(counts), codebook: OnceLock::new() }
            }
        };
        LayerPacker {
            layout,
            header,
            twins,
            placed,
            placements: space.blocks(),
            method,
            nanoseconds: AtomicU64::new(0),
        }
    }

    /// Whether a group is to be packed before the others.
    pub(crate) fn is_first(&self, group: usize) -> bool {
        // Of few groups all are part of the sample.
        let all = self.placements.div_ceil(self.layout.group());
        matches!(self.method, Method::Chunks { .. })
            && (all <= SAMPLE || group % SAMPLE == SAMPLE / 2)
    }

    /// All groups that come first were packed: their counts make the codebook.
    pub(crate) fn end_first(&self) {
        let start = Instant::now();
        if let Method::Chunks { counts, codebook } = &self.method {
            let book = counts.lock().unwrap_or_else(PoisonError::into_inner).codebook();
            let is_new = codebook.set((Packer::new(&book), book.bytes())).is_ok();
            assert!(is_new, "there is one sample");
        }
        self.took(start);
    }

    /// A buffer for one group after the other.
    pub(crate) fn buffer(&self) -> GroupBuffer {
        let bytes = vec![0; self.layout.group_blocks() * self.header.block_bytes()];
        let (compressor, counts) = match &self.method {
            Method::Zstandard(effort) => (Some(Compressor::new(*effort)), None),
            Method::Chunks { codebook, .. } => {
                let new = || Counts::new(self.header.chunk_shape(), classes(&self.layout));
                (None, codebook.get().is_none().then(new))
            }
        };
        GroupBuffer { bytes, compressor, counts }
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
    pub(crate) fn finish_group(&self, buffer: &mut GroupBuffer, number: usize) -> PackedGroup {
        let start = Instant::now();
        let GroupBuffer { bytes, compressor, counts } = buffer;
        // The last group may have fewer members than the buffer has room for.
        let group = self.layout.group();
        let members = group.min(self.placements - number * group);
        if members < group {
            bytes[members * self.placement_bytes()..].fill(0);
        }
        let packed = match (compressor, counts) {
            (Some(compressor), _) => {
                let blocks = bytes.chunks_exact(self.header.block_bytes());
                PackedGroup::Blocks(blocks.map(|block| compressor.compress(block)).collect())
            }
            (None, Some(counts)) => {
                for (at, piece) in bytes.chunks_exact(self.piece_bytes()).enumerate() {
                    counts.add(self.class(at), piece);
                }
                PackedGroup::Sample(bytes.clone())
            }
            (None, None) => PackedGroup::Blocks(self.pack_chunks(bytes)),
        };
        self.took(start);
        packed
    }

    /// Adds what a thread counted in the groups that come first.
    pub(crate) fn finish_sample(&self, buffer: GroupBuffer) {
        if let (Method::Chunks { counts, .. }, Some(more)) = (&self.method, buffer.counts) {
            counts.lock().unwrap_or_else(PoisonError::into_inner).merge(&more);
        }
    }

    fn piece_bytes(&self) -> usize {
        self.header.block_bytes() / PIECES
    }

    /// The class of a piece of a group: how many captures there were where it begins.
    fn class(&self, piece: usize) -> usize {
        let captured = self.layout.captured_at(piece * BLOCK_WORDS / PIECES);
        (captured as usize).min(MAX_CLASSES - 1)
    }

    /// Packs the bytes of a group by the codebook.
    fn pack_chunks(&self, bytes: &[u8]) -> Vec<Vec<u8>> {
        let Method::Chunks { codebook, .. } = &self.method else {
            unreachable!("frames need no codebook");
        };
        let (packer, _) = codebook.get().expect("the sample comes first");
        let blocks = bytes.chunks_exact(self.header.block_bytes()).enumerate();
        let class = |number: usize| move |piece| self.class(number * PIECES + piece);
        blocks.map(|(number, block)| packer.pack(block, class(number))).collect()
    }

    /// The file, from its groups in order, and the seconds that all threads spent packing.
    pub(crate) fn finish(self, groups: Vec<PackedGroup>) -> (Packed, f64) {
        let pack = |group| match group {
            PackedGroup::Blocks(blocks) => blocks,
            PackedGroup::Sample(bytes) => {
                let start = Instant::now();
                let blocks = self.pack_chunks(&bytes);
                self.took(start);
                blocks
            }
        };
        let groups: Vec<Vec<Vec<u8>>> = groups.into_par_iter().map(pack).collect();
        let mut blocks: Vec<Vec<u8>> = groups.into_iter().flatten().collect();
        if let Method::Chunks { codebook, .. } = self.method {
            blocks.extend(codebook.into_inner().map(|(_, bytes)| bytes));
        }
        let seconds = self.nanoseconds.into_inner() as f64 / 1e9;
        (Packed::new(self.header, blocks), seconds)
    }

    fn took(&self, start: Instant) {
        self.nanoseconds.fetch_add(start.elapsed().as_nanos() as u64, Relaxed);
    }
}

/// Bytes of memory that codebooks and the counts for them take, with this many threads.
pub(crate) fn packing_bytes(game: &Game, threads: u64) -> u64 {
    let planes = codes::planes(game.captures());
    let shape = Shape { width: codes::width(planes), planes };
    let classes = usize::from(game.captures()).clamp(1, MAX_CLASSES);
    // Counts of each thread and of all together, and the packer's codes.
    Counts::bytes(shape, classes) * (threads + 2)
}

/// Classes of pieces: one for each number of captures, up to a few.
fn classes(layout: &StreamLayout) -> usize {
    (layout.streams() as usize).clamp(1, MAX_CLASSES)
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
