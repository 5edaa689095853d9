//! The sliding phase, solved backwards one class of captures at a time.

pub(crate) mod class;
pub(crate) mod edges;
pub(crate) mod entry;
mod frontier;
mod start;
