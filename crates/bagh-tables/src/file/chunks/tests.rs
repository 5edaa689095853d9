//! Blocks packed and read back; damaged ones.

use super::codebook::Codebook;
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
    let (mut counts, mut more) = (Counts::new(shape, MAX_CLASSES), Counts::new(shape, MAX_CLASSES));
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
    piece * MAX_CLASSES / PIECES
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
