//! The codec of placement tables: values in pieces that are decoded one by one.
//!
//! A lookup needs one position of a block, or a few. So a block is cut into pieces of 2,048
//! positions, which can be decoded alone, in about a microsecond. In a piece, 16 bits of codes are a
//! *chunk*: four positions of Bagh Chal. Each chunk has a Huffman code that depends on its
//! *context*: the chunk before it, and how many captures there were. Chunks that are too rare for a
//! code are written out. Four chunks that repeat the position before are a *run*, and runs come
//! together: most of a table is runs, and looking for them in whole words leaves the processor few
//! branches to guess.
//!
//! The codes of a table stand in its *codebook*, made from a sample of the layer.

mod codebook;
mod packer;
#[cfg(test)]
mod tests;
mod unpacker;

pub(crate) use codebook::Counts;
pub(crate) use packer::Packer;
pub(crate) use unpacker::Unpacker;

/// Pieces of a block.
pub(crate) const PIECES: usize = 32;
/// Bytes before the pieces of a block: two for each.
const HEAD: usize = 2 * PIECES;
/// Bytes that a block has at most, by the lengths that its pieces can tell.
pub(crate) const MOST_BYTES: usize = HEAD + PIECES * ((1 << LENGTH_BITS) - 1);
/// Bits of those that tell the length of a piece; the others tell its class.
const LENGTH_BITS: u32 = 13;
/// Contexts distinguish up to this many numbers of captures.
pub(crate) const MAX_CLASSES: usize = 6;
/// Chunks of a word.
const WORD: usize = 4;
/// Runs of 1, 2, 4, … words, up to a whole piece of the widest codes.
const RUNS: u32 = 10;
/// The symbols after the chunks: runs, and a chunk that is written out.
const FIRST_RUN: u32 = 1 << 16;
const WRITTEN_OUT: u32 = FIRST_RUN + RUNS;
/// How many symbols there are.
const SYMBOLS: usize = WRITTEN_OUT as usize + 1;

/// How the values of a table are cut into chunks, and which contexts they have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Shape {
    /// Bits of a position: 2, 4 or 8.
    pub width: u8,
    /// Bits of a position that are used.
    pub planes: u8,
}

impl Shape {
    /// Bytes that a codebook has at most.
    pub(crate) fn most_codebook_bytes(self) -> usize {
        1 + MAX_CLASSES * self.contexts() * codebook::MOST_CONTEXT_BYTES
    }

    /// Contexts of a class: the values that the position before can have, and whether the whole
    /// chunk before has that value.
    fn contexts(self) -> usize {
        2 << self.planes
    }

    /// The context after a chunk.
    #[inline(always)]
    fn context(self, chunk: u16) -> usize {
        let code = usize::from(chunk >> (16 - self.width)) & ((1 << self.planes) - 1);
        code | usize::from(chunk == self.repeated(code)) << self.planes
    }

    /// The context at the start of a piece.
    fn first_context(self) -> usize {
        self.context(0)
    }

    /// The chunk in which every position has this code.
    #[inline(always)]
    fn repeated(self, code: usize) -> u16 {
        let ones: u16 = match self.width {
            2 => 0x5555,
            4 => 0x1111,
            _ => 0x0101,
        };
        code as u16 * ones
    }

    /// The word in which every position has the code of a context.
    #[inline(always)]
    fn run(self, context: usize) -> u64 {
        let chunk = self.repeated(context & ((1 << self.planes) - 1));
        u64::from(chunk) * 0x0001_0001_0001_0001
    }
}

/// A piece as words.
fn words(piece: &[u8]) -> impl ExactSizeIterator<Item = u64> {
    piece.chunks_exact(2 * WORD).map(|w| u64::from_le_bytes(w.try_into().expect("eight bytes")))
}

/// The chunks of a word.
#[inline(always)]
fn chunks(word: u64) -> [u16; WORD] {
    std::array::from_fn(|at| (word >> (16 * at)) as u16)
}

/// What a piece consists of.
enum Item {
    /// A word that is no run. Each chunk has its context.
    Word([(usize, u16); WORD]),
    /// A run of 2 to the power of this many words.
    Run(usize, u32),
}

/// Calls `f` with what a piece consists of.
#[inline(always)]
fn each_item(shape: Shape, piece: &[u8], mut f: impl FnMut(Item)) {
    let mut context = shape.first_context();
    let mut words = words(piece);
    let mut ahead = words.next();
    while let Some(word) = ahead {
        let run = shape.run(context);
        if word != run {
            let mut before = context;
            f(Item::Word(chunks(word).map(|chunk| {
                let its = before;
                before = shape.context(chunk);
                (its, chunk)
            })));
            context = before;
            ahead = words.next();
            continue;
        }
        let mut left = 1u32;
        loop {
            ahead = words.next();
            if ahead != Some(run) {
                break;
            }
            left += 1;
        }
        while left > 0 {
            let power = left.ilog2().min(RUNS - 1);
            f(Item::Run(context, power));
            left -= 1 << power;
            // Every run ends with a chunk of one code.
            context = shape.context(run as u16);
        }
    }
}
