//! Moves that are marked.

use bagh::{Move, Position, Side};
use bagh_arena::Judgement;
use serde::Serialize;

use crate::asking::Fault;

/// A move of a game, and what it was worth.
pub struct Ply {
    /// Its number, from 1.
    pub number: u32,
    pub before: Position,
    /// The move of the record.
    pub played: Move,
    pub choice: Choice,
}

/// What is marked: the move of the record, or what a player would have played.
pub enum Choice {
    Judged(Judgement),
    /// The player failed, which loses the game.
    Failed {
        fault: Fault,
        /// The value lost, in goats.
        lost: u8,
    },
}

impl Ply {
    /// The move that was judged.
    pub fn judged(&self) -> Option<&Judgement> {
        match &self.choice {
            Choice::Judged(judged) => Some(judged),
            Choice::Failed { .. } => None,
        }
    }

    fn tally(&self) -> Tally {
        let (could_err, keeps, lost) = match &self.choice {
            Choice::Judged(judged) => (judged.could_err(), judged.keeps(), judged.lost),
            Choice::Failed { lost, .. } => (true, false, *lost),
        };
        Tally {
            moves: 1,
            could_err: could_err.into(),
            keeping: (could_err && keeps).into(),
            accuracy: None,
            thrown: lost.into(),
        }
    }
}

/// The moves of one side, counted.
#[derive(Serialize, Clone, Copy, Default, Debug, PartialEq)]
pub struct Tally {
    pub moves: u64,
    /// Moves that could have lost value.
    pub could_err: u64,
    /// Those of them that lost none.
    pub keeping: u64,
    /// The share of moves that keep the value, among those that could have lost it; `null` if
    /// there are none.
    pub accuracy: Option<f64>,
    /// Goats that mistakes cost.
    pub thrown: u64,
}

impl Tally {
    pub fn add(&mut self, other: Tally) {
        self.moves += other.moves;
        self.could_err += other.could_err;
        self.keeping += other.keeping;
        self.thrown += other.thrown;
        let share = || self.keeping as f64 / self.could_err as f64;
        self.accuracy = (self.could_err > 0).then(share);
    }
}

/// The marks of one side.
pub fn tally(plies: &[Ply], side: Side) -> Tally {
    let mut tally = Tally::default();
    for ply in plies.iter().filter(|ply| ply.before.turn() == side) {
        tally.add(ply.tally());
    }
    tally
}
