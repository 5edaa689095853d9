//! Tables on disk: what a file holds and where, reading and writing.

pub(crate) mod chunks;
pub(crate) mod codes;
pub(crate) mod extract;
#[cfg(target_arch = "x86_64")]
mod extract_avx512;
pub(crate) mod format;
mod huffman;
pub(crate) mod placement;
pub(crate) mod reader;
pub(crate) mod sliding;
pub(crate) mod source;
pub(crate) mod streams;
#[cfg(test)]
mod tests;
pub(crate) mod writer;
