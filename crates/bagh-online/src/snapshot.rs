//! The state as JSON, for clients that do not replay the log.

use bagh::{Game, Position, Side};
use serde::{Deserialize, Serialize};

use crate::Millis;
use crate::clock::Clocks;
use crate::ending::Ending;
use crate::event::is_zero;
use crate::game::OnlineGame;
use crate::pair::MatchGame;
use crate::setup::{Seats, Setup};

/// Everything a client shows, and what it needs to go on from here by events alone.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Snapshot {
    /// The number of the last event that is part of this.
    pub number: u32,
    /// When that event happened.
    pub at: Millis,
    /// The terms.
    pub setup: Setup,
    /// Who sits where.
    pub seats: Seats,
    /// The match that this game is part of.
    #[serde(rename = "match", default, skip_serializing_if = "Option::is_none")]
    pub part_of: Option<MatchGame>,
    /// The position in OBX.
    pub position: String,
    /// The moves so far in OBX.
    pub moves: Vec<String>,
    /// The number of moves, which is the `ply` that the next one carries.
    pub ply: u32,
    /// The side to move.
    pub turn: Side,
    /// When the turn began, without outages that were credited.
    pub turn_since: Millis,
    /// The most moves that ever stood in this game: a ply earns its increment once.
    pub furthest: u32,
    /// The end of the last outage that was credited.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub credited: Millis,
    /// The clocks, if the game has any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clocks: Option<Clocks>,
    /// When a flag falls or the game is aborted by itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deadline: Option<Millis>,
    /// The side whose draw offer stands.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub draw_offer: Option<Side>,
    /// The side whose request for a take-back stands.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub takeback: Option<Side>,
    /// Players who are away.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub absent: Vec<Away>,
    /// How the game ended, if it has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ending: Option<Ending>,
}

/// A player who is away.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Away {
    /// Which one.
    pub side: Side,
    /// Since when.
    pub since: Millis,
    /// From when on the opponent can claim the game, where that is possible.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub claimable: Option<Millis>,
}

impl OnlineGame {
    /// The state as a client sees it.
    pub fn snapshot(&self) -> Snapshot {
        let away = |side| {
            self.absence(side).map(|a| Away { side, since: a.since, claimable: a.claimable })
        };
        Snapshot {
            number: self.number,
            at: self.last_at,
            setup: self.setup.clone(),
            seats: self.seats.clone(),
            part_of: self.part_of.clone(),
            position: self.game().obx(self.position()),
            moves: self.move_texts(),
            ply: self.ply(),
            turn: self.turn(),
            turn_since: self.turn_since,
            furthest: self.furthest,
            credited: self.credited,
            clocks: self.clocks.clone(),
            deadline: self.deadline(),
            draw_offer: self.draw_offer,
            takeback: self.takeback,
            absent: [Side::Tiger, Side::Goat].into_iter().filter_map(away).collect(),
            ending: self.ending,
        }
    }

    /// The moves so far in OBX.
    pub fn move_texts(&self) -> Vec<String> {
        let game: &Game = self.game();
        let before: &[Position] = self.history.before();
        before.iter().zip(self.history.moves()).map(|(p, &mv)| game.move_text(p, mv)).collect()
    }
}
