//! A player, and how one can fail.

use std::fmt;
use std::time::Duration;

use bagh::{History, Move};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::time::Budget;

/// Something that plays: an engine, tables, a program, an address.
pub trait Player {
    /// Its name in reports.
    fn name(&self) -> String;

    /// Prepares for a new game. Called before the first move of every game.
    fn new_game(&mut self) -> Result<(), Failure> {
        Ok(())
    }

    /// Whether a match makes a new one for each game, so that its moves depend on the number of
    /// the game and not on the games before. Programs are kept.
    fn is_per_game(&self) -> bool {
        true
    }

    /// What it said last, for messages; empty where it says nothing but moves.
    fn said(&self) -> String {
        String::new()
    }

    /// The move to play in a game that is not over.
    fn choose(&mut self, history: &History, budget: &Budget) -> Result<Choice, Failure>;
}

/// A move, and how long it took.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Choice {
    /// The move.
    pub mv: Move,
    /// The time from the question to the answer, where the player measured it itself. The referee
    /// measures the others.
    pub time: Option<Duration>,
}

impl From<Move> for Choice {
    fn from(mv: Move) -> Choice {
        Choice { mv, time: None }
    }
}

/// How a player forfeits a game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum ForfeitKind {
    /// It ended, or could not be started or reached.
    Crash,
    /// It did not answer at all.
    Stall,
    /// It answered after its time was up.
    Time,
    /// Its move is not legal.
    IllegalMove,
    /// It said something that the protocol does not allow.
    Protocol,
}

impl ForfeitKind {
    /// All kinds.
    pub const ALL: [ForfeitKind; 5] = [
        ForfeitKind::Crash,
        ForfeitKind::Stall,
        ForfeitKind::Time,
        ForfeitKind::IllegalMove,
        ForfeitKind::Protocol,
    ];

    /// The word for this.
    pub const fn word(self) -> &'static str {
        match self {
            ForfeitKind::Crash => "crash",
            ForfeitKind::Stall => "stall",
            ForfeitKind::Time => "time",
            ForfeitKind::IllegalMove => "illegal-move",
            ForfeitKind::Protocol => "protocol",
        }
    }
}

impl fmt::Display for ForfeitKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

/// Why a player gave no legal move in time.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum Failure {
    /// The player is at fault, and forfeits the game.
    #[error("{kind}: {message}")]
    Forfeit {
        /// In which way.
        kind: ForfeitKind,
        /// What happened.
        message: String,
        /// What the player said last.
        said: String,
    },
    /// We are at fault, such as tables that cannot be read: there is no result.
    #[error("{0}")]
    Broken(String),
    /// The user interrupted the program.
    #[error("interrupted")]
    Interrupted,
}

impl Failure {
    /// A forfeit of a player that said nothing of interest.
    pub fn forfeit(kind: ForfeitKind, message: impl Into<String>) -> Failure {
        Failure::Forfeit { kind, message: message.into(), said: String::new() }
    }
}
