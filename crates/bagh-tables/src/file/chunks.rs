//! The codec of placement tables: values in pieces that are decoded one by one.
//!
//! A lookup needs one position of a block, or a few. So a block is cut into pieces of 4,096
//! positions, which can be decoded alone, in a few microseconds. In a piece, 16 bits of codes are a
//! *chunk*: four positions of Bagh Chal. Each chunk has a Huffman code that depends on its
//! *context*: the chunk before it, and how many captures there were. Chunks that are too rare for a
//! code are written out. Four chunks that repeat the position before are a *run*, and runs come
//! together: most of a table is runs, and looking for them in whole words leaves the processor few
//! branches to guess.
//!
//! The codes of a table stand in its *codebook*, made from a sample of the layer.

use super::huffman::{self, Decoder};

/// Pieces of a block.
pub(crate) const PIECES: usize = 16;
/// Bytes before the pieces of a block: two for each.
const HEAD: usize = 2 * PIECES;
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
/// The most chunks of a context that get a code.
const MAX_CODED: usize = 1024;

/// How the values of a table are cut into chunks, and which contexts they have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Shape {
    /// Bits of a position: 2, 4 or 8.
    pub width: u8,
    /// Bits of a position that are used.
    pub planes: u8,
}

impl Shape {
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
        let contexts = self.counts.chunks_exact(SYMBOLS).map(Context::from_counts);
        Codebook { shape: self.shape, contexts: contexts.collect() }
    }
}

/// The codes of one context.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Context {
    /// The symbols that have a code, ascending.
    symbols: Vec<u32>,
    lengths: Vec<u8>,
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
    fn read(bytes: &[u8]) -> Option<(Context, &[u8])> {
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
    shape: Shape,
    contexts: Vec<Context>,
}

impl Codebook {
    /// The bytes that stand in the file.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        let mut bytes = vec![(self.contexts.len() / self.shape.contexts()) as u8];
        self.contexts.iter().for_each(|context| context.write(&mut bytes));
        bytes
    }
}

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Random;

    const SHAPES: [Shape; 4] = [
        Shape { width: 2, planes: 2 },
        Shape { width: 4, planes: 3 },
        Shape { width: 4, planes: 4 },
        Shape { width: 8, planes: 5 },
    ];

    /// A block with runs of all lengths, and noise of different strength in each piece.
    fn block(shape: Shape, random: &mut Random) -> Vec<u8> {
        let positions = 1usize << 16;
        let per_byte = 8 / usize::from(shape.width);
        let mut bytes = vec![0u8; positions / per_byte];
        let (mut code, mut left) = (0, 0);
        for at in 0..positions {
            if left == 0 {
                let piece = at * PIECES / positions;
                code = random.next() as u8 & ((1 << shape.planes) - 1);
                left = 1 + random.below(1 << (piece % 14).min(12));
            }
            left -= 1;
            bytes[at / per_byte] |= code << (at % per_byte * usize::from(shape.width));
        }
        bytes
    }

    /// A codebook made of half of some blocks, so that some chunks have no code.
    fn made(shape: Shape, random: &mut Random) -> (Vec<Vec<u8>>, Codebook) {
        let blocks: Vec<Vec<u8>> = (0..4).map(|_| block(shape, random)).collect();
        let (mut counts, mut more) =
            (Counts::new(shape, MAX_CLASSES), Counts::new(shape, MAX_CLASSES));
        let pieces = |block: &Vec<u8>| block.len() / PIECES;
        for (number, piece) in blocks[0].chunks(pieces(&blocks[0])).enumerate() {
            counts.add(class(number), piece);
        }
        for (number, piece) in blocks[1].chunks(pieces(&blocks[1])).enumerate() {
            more.add(class(number), piece);
        }
        counts.merge(&more);
        (blocks, counts.codebook())
    }

    fn class(piece: usize) -> usize {
        piece / 3
    }

    #[test]
    fn blocks_and_pieces_read_back() {
        let mut random = Random::new(23);
        for shape in SHAPES {
            let (blocks, codebook) = made(shape, &mut random);
            let packer = Packer::new(&codebook);
            let unpacker = Unpacker::new(shape, &codebook.bytes()).unwrap();
            for block in &blocks {
                let packed = packer.pack(block, class);
                let mut again = vec![0xff; block.len()];
                assert!(unpacker.block(&packed, &mut again));
                assert_eq!(&again, block);
                let whole = block.len() / PIECES;
                for number in 0..PIECES {
                    for length in [8, 64, whole / 2, whole] {
                        let mut piece = vec![0xff; length];
                        assert!(unpacker.piece(&packed, number, whole, &mut piece));
                        assert_eq!(piece, block[number * whole..][..length]);
                    }
                }
            }
        }
    }

    #[test]
    fn damaged_blocks_and_codebooks_are_never_a_panic() {
        let mut random = Random::new(29);
        let mut refused = 0;
        for shape in SHAPES {
            let (blocks, codebook) = made(shape, &mut random);
            let (packed, book) = (Packer::new(&codebook).pack(&blocks[2], class), codebook.bytes());
            let unpacker = Unpacker::new(shape, &book).unwrap();
            let mut bytes = vec![0; blocks[2].len()];
            for length in [0, 1, HEAD - 1, HEAD, packed.len() / 2, packed.len() - 1] {
                assert!(!unpacker.block(&packed[..length], &mut bytes));
            }
            for _ in 0..60 {
                let mut broken = packed.clone();
                let at = random.below(broken.len());
                broken[at] ^= 1 << random.below(8);
                refused += u32::from(!unpacker.block(&broken, &mut bytes));
                let mut broken = book.clone();
                let at = random.below(broken.len());
                broken[at] ^= 1 << random.below(8);
                match Unpacker::new(shape, &broken) {
                    None => refused += 1,
                    Some(unpacker) => {
                        refused += u32::from(!unpacker.block(&packed, &mut bytes));
                    }
                }
            }
        }
        assert!(refused > 50, "{refused}");
    }
}
