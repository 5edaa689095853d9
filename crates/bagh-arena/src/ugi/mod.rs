//! The Universal Game Interface: UCI without the chess.
//!
//! [`UgiPlayer`] is a program that speaks it, as a player. [`serve`] is our engine on the other
//! side. `docs/BOTS.md` describes the protocol.

mod client;
mod leftovers;
mod options;
mod process;
pub(crate) mod running;
mod server;

pub use client::{Handshake, UgiPlayer};
pub use options::ServerSettings;
pub use server::serve;
