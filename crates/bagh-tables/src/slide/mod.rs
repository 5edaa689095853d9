//! The sliding phase, solved backwards one class after the other.

mod captures;
pub(crate) mod class;
pub(crate) mod entry;
mod frontier;
mod goat_aim;
mod goat_slides;
mod herds;
pub(crate) mod slides;
mod tiger_aims;
