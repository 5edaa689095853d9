//! Tables on disk.

pub(crate) mod format;
pub(crate) mod reader;
pub(crate) mod source;
pub(crate) mod writer;
