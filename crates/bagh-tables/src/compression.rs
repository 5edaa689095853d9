//! Zstandard: the library of the format's authors, and where C cannot be compiled (in the browser)
//! a decoder in Rust.

/// Unpacks a frame into memory of the right length. False if the frame is damaged, or of another
/// length.
pub(crate) fn unpack(packed: &[u8], bytes: &mut [u8]) -> bool {
    unpacked_length(packed, bytes) == Some(bytes.len())
}

/// Bytes of the frame of a block of this many bytes at most: what cannot be compressed is stored
/// with a few bytes for every 128 KiB, and its length.
pub(crate) fn most_packed(bytes: usize) -> usize {
    bytes + bytes / 128 + 128
}

#[cfg(not(target_family = "wasm"))]
fn unpacked_length(packed: &[u8], bytes: &mut [u8]) -> Option<usize> {
    use std::cell::RefCell;

    thread_local! {
        static DECOMPRESSOR: RefCell<zstd::bulk::Decompressor<'static>> =
            RefCell::new(zstd::bulk::Decompressor::new().expect("memory for a decompressor"));
    }
    DECOMPRESSOR.with_borrow_mut(|d| d.decompress_to_buffer(packed, bytes)).ok()
}

#[cfg(target_family = "wasm")]
fn unpacked_length(packed: &[u8], bytes: &mut [u8]) -> Option<usize> {
    unpacked_length_in_rust(packed, bytes)
}

#[cfg(any(target_family = "wasm", test))]
fn unpacked_length_in_rust(packed: &[u8], bytes: &mut [u8]) -> Option<usize> {
    ruzstd::decoding::FrameDecoder::new().decode_all(packed, bytes).ok()
}

/// How much time compression may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Effort {
    /// For tables that are made in a hurry.
    Quick,
    /// For small tables.
    Medium,
    /// For tables that are to be small: higher levels save a few per cent more, and take many
    /// times as long.
    Hard,
}

/// Compresses blocks.
#[cfg(not(target_family = "wasm"))]
pub(crate) struct Compressor(zstd::bulk::Compressor<'static>);

#[cfg(not(target_family = "wasm"))]
impl Compressor {
    pub(crate) fn new(effort: Effort) -> Compressor {
        use zstd::zstd_safe::CParameter::{HashLog, MinMatch, Strategy};
        use zstd::zstd_safe::Strategy::ZSTD_fast;
        let new = |level| zstd::bulk::Compressor::new(level).expect("the levels in use exist");
        let mut compressor = new(match effort {
            Effort::Quick => 1,
            Effort::Medium => 3,
            Effort::Hard => 9,
        });
        if effort == Effort::Quick {
            // Values are many short repetitions that are better coded one by one: ignoring those
            // makes placement tables 1.6 % smaller than level 1 does, and takes less time.
            for parameter in [Strategy(ZSTD_fast), MinMatch(7), HashLog(15)] {
                compressor.set_parameter(parameter).expect("the parameters in use exist");
            }
        }
        Compressor(compressor)
    }

    pub(crate) fn compress(&mut self, block: &[u8]) -> Vec<u8> {
        self.0.compress(block).expect("there is memory for a block")
    }
}

/// Compresses blocks, quickly, whatever the effort.
#[cfg(target_family = "wasm")]
pub(crate) struct Compressor;

#[cfg(target_family = "wasm")]
impl Compressor {
    pub(crate) fn new(_: Effort) -> Compressor {
        Compressor
    }

    pub(crate) fn compress(&mut self, block: &[u8]) -> Vec<u8> {
        ruzstd::encoding::compress_to_vec(block, ruzstd::encoding::CompressionLevel::Fastest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Random;

    #[test]
    fn both_decoders_say_the_same() {
        let mut random = Random::new(17);
        for effort in [Effort::Quick, Effort::Medium, Effort::Hard] {
            for length in [0usize, 1, 100, 32 << 10] {
                // Long runs with some noise, as values have them.
                let block: Vec<u8> =
                    (0..length)
                        .map(|at| {
                            if random.below(9) == 0 { random.next() as u8 } else { (at >> 8) as u8 }
                        })
                        .collect();
                let packed = Compressor::new(effort).compress(&block);
                let mut bytes = vec![0; length];
                assert!(unpack(&packed, &mut bytes));
                assert_eq!(bytes, block);
                bytes.fill(0);
                assert_eq!(unpacked_length_in_rust(&packed, &mut bytes), Some(length));
                assert_eq!(bytes, block);
                // Another length, or a frame that is cut off, is refused by both.
                let mut longer = vec![0; length + 1];
                assert!(!unpack(&packed, &mut longer));
                assert_ne!(unpacked_length_in_rust(&packed, &mut longer), Some(length + 1));
                let cut = &packed[..packed.len() - 1];
                assert!(!unpack(cut, &mut bytes));
                assert_ne!(unpacked_length_in_rust(cut, &mut bytes), Some(length));
            }
        }
    }
}
