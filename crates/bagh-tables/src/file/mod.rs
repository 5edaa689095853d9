//! Tables on disk.

pub(crate) mod format;
pub(crate) mod reader;
pub(crate) mod source;
#[cfg(test)]
mod tests;
pub(crate) mod writer;
