//! Packing blocks.

use super::super::huffman;
use super::codebook::Codebook;
use super::{FIRST_RUN, HEAD, Item, LENGTH_BITS, PIECES, RUNS, Shape, each_item};

/// Packs blocks.
pub(crate) struct Packer {
    shape: Shape,
    /// For each context and chunk, the code and above it its length; 0 if it is written out.
    chunks: Vec<u32>,
    /// For each context, the same for runs and for writing out.
    others: Vec<[u32; (RUNS + 1) as usize]>,
}

/// Bits of an entry that hold a code.
const CODE_BITS: u32 = 16;

impl Packer {
    pub(crate) fn new(codebook: &Codebook) -> Packer {
        let chunks = vec![0; codebook.contexts.len() << 16];
        let others = vec![[0; (RUNS + 1) as usize]; codebook.contexts.len()];
        let mut packer = Packer { shape: codebook.shape, chunks, others };
        for (number, context) in codebook.contexts.iter().enumerate() {
            let codes = huffman::codes(&context.lengths);
            for (&symbol, (code, length)) in context.symbols.iter().zip(codes) {
                let entry = length << CODE_BITS | code;
                match symbol.checked_sub(FIRST_RUN) {
                    None => packer.chunks[number << 16 | symbol as usize] = entry,
                    Some(other) => packer.others[number][other as usize] = entry,
                }
            }
        }
        packer
    }

    /// Packs a block. `class` tells the class of each piece.
    pub(crate) fn pack(&self, block: &[u8], class: impl Fn(usize) -> usize) -> Vec<u8> {
        let mut packed = Vec::with_capacity(HEAD + block.len() / 3);
        packed.resize(HEAD, 0);
        for (number, piece) in block.chunks_exact(block.len() / PIECES).enumerate() {
            let start = packed.len();
            let class = class(number);
            self.pack_piece(piece, class, &mut packed);
            if packed.len() - start >= piece.len() {
                packed.truncate(start);
                packed.extend(piece);
            }
            let head = (class << LENGTH_BITS | (packed.len() - start)) as u16;
            packed[2 * number..][..2].copy_from_slice(&head.to_le_bytes());
        }
        packed.shrink_to_fit();
        packed
    }

    #[inline(always)]
    fn pack_piece(&self, piece: &[u8], class: usize, packed: &mut Vec<u8>) {
        let first = class * self.shape.contexts();
        let start = packed.len();
        // At worst every chunk is written out, after a code that says so.
        packed.resize(start + 2 * piece.len() + 2 * size_of::<u64>(), 0);
        let mut text = Writer { bytes: &mut packed[start..], at: 0, held: 0, bits: 0 };
        each_item(self.shape, piece, |item| match item {
            Item::Word(chunks) => {
                let entries = chunks.map(|(context, chunk)| {
                    self.chunks[(first + context) << 16 | usize::from(chunk)]
                });
                if entries.contains(&0) {
                    for ((context, chunk), entry) in chunks.into_iter().zip(entries) {
                        if entry == 0 {
                            text.put(self.others[first + context][RUNS as usize]);
                            text.put(16 << CODE_BITS | u32::from(chunk));
                        } else {
                            text.put(entry);
                        }
                        text.flush();
                    }
                    return;
                }
                text.put(entries[0]);
                text.put(entries[1]);
                text.flush();
                text.put(entries[2]);
                text.put(entries[3]);
                text.flush();
            }
            Item::Run(context, power) => {
                text.put(self.others[first + context][power as usize]);
                text.flush();
            }
        });
        let end = start + text.end();
        packed.truncate(end);
    }
}

/// Bits that are written one after the other, the highest of each byte first.
struct Writer<'b> {
    bytes: &'b mut [u8],
    at: usize,
    /// The last bits, lowest last, and how many of them are not written yet.
    held: u64,
    bits: u32,
}

impl Writer<'_> {
    /// Adds a code of up to 31 bits. Between two flushes there is room for two of them.
    #[inline(always)]
    fn put(&mut self, entry: u32) {
        let length = entry >> CODE_BITS;
        self.held = self.held << length | u64::from(entry & ((1 << CODE_BITS) - 1));
        self.bits += length;
    }

    /// Writes whole bytes.
    #[inline(always)]
    fn flush(&mut self) {
        let next = self.held << (u64::BITS - 1 - self.bits) << 1;
        self.bytes[self.at..self.at + 8].copy_from_slice(&next.to_be_bytes());
        self.at += (self.bits / 8) as usize;
        self.bits %= 8;
    }

    /// How many bytes there are, with the last one filled up. Everything was flushed.
    fn end(&self) -> usize {
        self.at + usize::from(self.bits > 0)
    }
}
