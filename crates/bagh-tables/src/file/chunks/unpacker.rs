//! Unpacking blocks, or pieces of them as far as they are needed.

use super::super::huffman::Decoder;
use super::codebook::Context;
use super::{FIRST_RUN, HEAD, LENGTH_BITS, MAX_CLASSES, PIECES, Shape, WORD, WRITTEN_OUT};

/// Bits of a symbol. A decoder has the next context above them.
const SYMBOL_BITS: u32 = 17;
const SYMBOL: u32 = (1 << SYMBOL_BITS) - 1;

/// Unpacks blocks and pieces of them.
pub(crate) struct Unpacker {
    shape: Shape,
    contexts: Vec<Decoder>,
}

impl Unpacker {
    /// From the bytes of a codebook; nothing if it makes no sense.
    pub(crate) fn new(shape: Shape, codebook: &[u8]) -> Option<Unpacker> {
        let (&classes, mut codebook) = codebook.split_first()?;
        // Each context takes some kilobytes of memory, and a few bytes of a codebook.
        if usize::from(classes) > MAX_CLASSES {
            return None;
        }
        let mut contexts = Vec::new();
        for _ in 0..usize::from(classes) * shape.contexts() {
            let (context, rest) = Context::read(codebook)?;
            // What is decoded tells the next context, too.
            let next = |symbol: u32| match u16::try_from(symbol) {
                Ok(chunk) => shape.context(chunk) as u32,
                Err(_) => 0,
            };
            let name = |&symbol: &u32| next(symbol) << SYMBOL_BITS | symbol;
            let names: Vec<u32> = context.symbols.iter().map(name).collect();
            contexts.push(Decoder::new(&context.lengths, &names)?);
            codebook = rest;
        }
        codebook.is_empty().then_some(Unpacker { shape, contexts })
    }

    /// Unpacks a whole block; false if it is damaged.
    pub(crate) fn block(&self, packed: &[u8], block: &mut [u8]) -> bool {
        let whole = block.len() / PIECES;
        let mut pieces = block.chunks_exact_mut(whole).enumerate();
        pieces.all(|(number, piece)| self.piece(packed, number, whole, piece))
            && Piece::find(packed, PIECES - 1).is_some_and(|last| last.end == packed.len())
    }

    /// Unpacks the beginning of a piece, of which the whole has `whole` bytes; false if it is
    /// damaged.
    pub(crate) fn piece(
        &self,
        block: &[u8],
        number: usize,
        whole: usize,
        bytes: &mut [u8],
    ) -> bool {
        let Some(Piece { class, start, end }) = Piece::find(block, number) else { return false };
        let packed = &block[start..end];
        if packed.len() == whole {
            bytes.copy_from_slice(&packed[..bytes.len()]);
            return true;
        }
        let contexts = self.shape.contexts();
        let Some(decoders) = self.contexts.get(class * contexts..(class + 1) * contexts) else {
            return false;
        };
        let mut text = Text::new(packed);
        let mut context = self.shape.first_context();
        let mut at = 0;
        while at < bytes.len() {
            text.refill();
            let Some(name) = text.symbol(&decoders[context]) else { return false };
            let symbol = name & SYMBOL;
            if (FIRST_RUN..WRITTEN_OUT).contains(&symbol) {
                // The position before stands in every place.
                let end = bytes.len().min(at + ((2 * WORD) << (symbol - FIRST_RUN)));
                let run = self.shape.run(context);
                bytes[at..end].fill(run as u8);
                context = self.shape.context(run as u16);
                at = end;
                continue;
            }
            let Some(word) = self.word(&mut text, decoders, name, &mut context) else {
                return false;
            };
            bytes[at..at + 2 * WORD].copy_from_slice(&word.to_le_bytes());
            at += 2 * WORD;
        }
        text.is_within()
    }

    /// The word that begins with a symbol, which is no run.
    #[inline(always)]
    fn word(
        &self,
        text: &mut Text<'_>,
        decoders: &[Decoder],
        first: u32,
        context: &mut usize,
    ) -> Option<u64> {
        let mut name = first;
        let mut word = 0;
        for at in 0..WORD {
            if at > 0 {
                // Two codes, or a code and a chunk that is written out, fit into what is there.
                if at == 2 {
                    text.refill();
                }
                name = text.symbol(&decoders[*context])?;
            }
            let mut chunk = name as u16;
            *context = (name >> SYMBOL_BITS) as usize;
            if name & SYMBOL >= FIRST_RUN {
                if name & SYMBOL != WRITTEN_OUT {
                    return None;
                }
                text.refill();
                chunk = text.chunk();
                *context = self.shape.context(chunk);
                text.refill();
            }
            word |= u64::from(chunk) << (16 * at);
        }
        Some(word)
    }
}

/// Where a piece stands in a packed block.
struct Piece {
    class: usize,
    start: usize,
    end: usize,
}

impl Piece {
    /// The piece with this number, if the block is long enough.
    #[inline]
    fn find(packed: &[u8], number: usize) -> Option<Piece> {
        let heads = packed.first_chunk::<HEAD>()?;
        let head = |number: usize| {
            usize::from(u16::from_le_bytes([heads[2 * number], heads[2 * number + 1]]))
        };
        let length = |number: usize| head(number) & ((1 << LENGTH_BITS) - 1);
        let start = HEAD + (0..number).map(length).sum::<usize>();
        let end = start + length(number);
        (end <= packed.len()).then_some(Piece { class: head(number) >> LENGTH_BITS, start, end })
    }
}

/// Bits that are read one after the other, the highest of each byte first.
struct Text<'b> {
    bytes: &'b [u8],
    next: usize,
    /// The next bits, from the highest on, and how many are there. After the end come zeros.
    bits: u64,
    held: u32,
}

impl<'b> Text<'b> {
    fn new(bytes: &'b [u8]) -> Text<'b> {
        Text { bytes, next: 0, bits: 0, held: 0 }
    }

    /// Gets at least 32 bits.
    #[inline(always)]
    fn refill(&mut self) {
        if self.held >= 32 {
            return;
        }
        let word = match self.bytes.get(self.next..self.next + 4) {
            Some(bytes) => u32::from_be_bytes(bytes.try_into().expect("four bytes")),
            None => {
                let mut word = [0; 4];
                let rest = self.bytes.get(self.next..).unwrap_or_default();
                word[..rest.len()].copy_from_slice(rest);
                u32::from_be_bytes(word)
            }
        };
        self.next += 4;
        self.bits |= u64::from(word) << (32 - self.held);
        self.held += 32;
    }

    /// The symbol that comes next. There must be bits for it.
    #[inline(always)]
    fn symbol(&mut self, decoder: &Decoder) -> Option<u32> {
        let (symbol, length) = decoder.symbol(self.bits)?;
        self.skip(length);
        Some(symbol)
    }

    #[inline(always)]
    fn skip(&mut self, length: u32) {
        self.bits <<= length;
        self.held -= length;
    }

    /// The next 16 bits.
    #[inline(always)]
    fn chunk(&mut self) -> u16 {
        let chunk = (self.bits >> 48) as u16;
        self.skip(16);
        chunk
    }

    /// Whether nothing was read beyond the end.
    fn is_within(&self) -> bool {
        8 * self.next as u64 <= 8 * self.bytes.len() as u64 + u64::from(self.held)
    }
}
