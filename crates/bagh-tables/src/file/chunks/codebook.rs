//! Codebooks: how often symbols came in a sample, and the codes that follow from that.

use rayon::prelude::*;

use super::super::huffman;
use super::{FIRST_RUN, Item, SYMBOLS, Shape, WRITTEN_OUT, each_item};

/// The most chunks of a context that get a code.
const MAX_CODED: usize = 1024;

/// Bytes of a context at most: how many chunks have a code, these chunks, and the lengths of their
/// codes and of those of runs and of writing out.
pub(super) const MOST_CONTEXT_BYTES: usize = 2 + 3 * MAX_CODED + SYMBOLS - FIRST_RUN as usize;

/// How often each symbol came in each context.
pub(crate) struct Counts {
    shape: Shape,
    counts: Vec<u32>,
}

impl Counts {
    /// Nothing so far. Pieces have one of this many classes.
    pub(crate) fn new(shape: Shape, classes: usize) -> Counts {
        Counts { shape, counts: vec![0; classes * shape.contexts() * SYMBOLS] }
    }

    /// Bytes that counts take in memory.
    pub(crate) fn bytes(shape: Shape, classes: usize) -> u64 {
        (classes * shape.contexts() * SYMBOLS * size_of::<u32>()) as u64
    }

    /// Counts the symbols of a piece.
    pub(crate) fn add(&mut self, class: usize, piece: &[u8]) {
        let start = class * self.shape.contexts();
        let mut count = |context: usize, symbol: u32| {
            self.counts[(start + context) * SYMBOLS + symbol as usize] += 1;
        };
        each_item(self.shape, piece, |item| match item {
            Item::Word(chunks) => {
                chunks.into_iter().for_each(|(context, chunk)| count(context, chunk.into()));
            }
            Item::Run(context, power) => count(context, FIRST_RUN + power),
        });
    }

    /// Adds other counts of the same table.
    pub(crate) fn merge(&mut self, other: &Counts) {
        self.counts.iter_mut().zip(&other.counts).for_each(|(a, b)| *a += b);
    }

    /// The codebook for these counts.
    pub(crate) fn codebook(&self) -> Codebook {
        let contexts = self.counts.par_chunks_exact(SYMBOLS).map(Context::from_counts);
        Codebook { shape: self.shape, contexts: contexts.collect() }
    }
}

/// The codes of one context.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Context {
    /// The symbols that have a code, ascending.
    pub(super) symbols: Vec<u32>,
    pub(super) lengths: Vec<u8>,
}

impl Context {
    fn from_counts(counts: &[u32]) -> Context {
        /// A chunk that comes once is better written out than listed.
        const FEWEST: u32 = 2;
        let chunks = &counts[..FIRST_RUN as usize];
        let mut coded: Vec<u32> =
            (0..FIRST_RUN).filter(|&symbol| chunks[symbol as usize] >= FEWEST).collect();
        // The most frequent ones; of those that come as often, the first.
        coded.sort_by_key(|&symbol| (std::cmp::Reverse(chunks[symbol as usize]), symbol));
        coded.truncate(MAX_CODED);
        coded.sort_unstable();
        let all: u64 = chunks.iter().map(|&count| u64::from(count)).sum();
        let has_code: u64 = coded.iter().map(|&s| u64::from(chunks[s as usize])).sum();
        let mut weights: Vec<u64> = coded.iter().map(|&s| chunks[s as usize].into()).collect();
        // What the sample did not show may still come, so that runs and writing out always can be.
        coded.extend(FIRST_RUN..WRITTEN_OUT);
        weights.extend(
            counts[FIRST_RUN as usize..WRITTEN_OUT as usize]
                .iter()
                .map(|&count| u64::from(count.max(1))),
        );
        coded.push(WRITTEN_OUT);
        weights.push((all - has_code).max(1));
        Context { lengths: huffman::code_lengths(&weights), symbols: coded }
    }

    fn write(&self, bytes: &mut Vec<u8>) {
        let coded = self.symbols.partition_point(|&symbol| symbol < FIRST_RUN);
        bytes.extend((coded as u16).to_le_bytes());
        self.symbols[..coded].iter().for_each(|&s| bytes.extend((s as u16).to_le_bytes()));
        bytes.extend(&self.lengths);
    }

    /// The context at the start of the bytes, and what follows it.
    pub(super) fn read(bytes: &[u8]) -> Option<(Context, &[u8])> {
        let (count, bytes) = bytes.split_first_chunk::<2>()?;
        let coded = usize::from(u16::from_le_bytes(*count));
        let (chunks, bytes) = bytes.split_at_checked(2 * coded)?;
        let symbols = chunks.chunks_exact(2).map(|s| u16::from_le_bytes([s[0], s[1]]).into());
        let symbols: Vec<u32> = symbols.chain(FIRST_RUN..=WRITTEN_OUT).collect();
        let (lengths, bytes) = bytes.split_at_checked(symbols.len())?;
        Some((Context { symbols, lengths: lengths.to_vec() }, bytes))
    }
}

/// The codes of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Codebook {
    pub(super) shape: Shape,
    pub(super) contexts: Vec<Context>,
}

impl Codebook {
    /// The bytes that stand in the file.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        let mut bytes = vec![(self.contexts.len() / self.shape.contexts()) as u8];
        self.contexts.iter().for_each(|context| context.write(&mut bytes));
        bytes
    }
}
