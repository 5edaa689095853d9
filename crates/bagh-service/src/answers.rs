//! What the service says, in the words that `bagh probe --json` uses.

use bagh::notation::{self, Format, ReadPosition};
use bagh::{Game, Outcome, Position};
use bagh_tables::{MoveVerdict, Verdict};
use serde::Serialize;
use utoipa::ToSchema;

use crate::error::ApiError;

/// What a position is worth, and each of its moves.
#[derive(Serialize, ToSchema, Debug)]
pub struct ProbeAnswer {
    /// The position, in OBX 1.0.
    #[schema(example = "T3T/5/5/5/T3T g g20 c0 - 0")]
    pub position: String,
    /// Whether the tables say what it is worth. If not, `unknown` says why.
    pub known: bool,
    /// Who wins if both sides play their best: `tiger-win`, `draw` or `goat-win`.
    #[schema(value_type = Option<String>, example = "draw")]
    pub outcome: Option<Outcome>,
    /// Goats captured in the end: once the game is over, those that were captured; before that, in
    /// a draw those of best play, in a win of the tigers the captures that win, and `null` in a
    /// win of the goats.
    pub captures: Option<u8>,
    /// Moves of either side to the end of the game (wins) or to the next capture (draws that still
    /// hold one). Known in the sliding phase.
    pub plies: Option<u16>,
    /// The legal moves, the best first; each is told by the position that it leads to. Left out if
    /// nobody asked for them, and empty if they are not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<MoveAnswer>>,
    /// Why the tables do not say.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unknown: Option<Unknown>,
}

/// A move, told by the position that it leads to.
#[derive(Serialize, ToSchema, Debug)]
pub struct MoveAnswer {
    /// The move.
    #[schema(example = "C1")]
    pub r#move: String,
    /// Who wins after it.
    #[schema(value_type = String, example = "draw")]
    pub outcome: Outcome,
    /// Goats captured in the end; nothing if the goats win.
    pub captures: Option<u8>,
    /// Plies from the position after the move.
    pub plies: Option<u16>,
}

/// Best play from a position on.
#[derive(Serialize, ToSchema, Debug)]
pub struct LineAnswer {
    /// The position, in OBX 1.0.
    pub position: String,
    /// Whether the tables say what it is worth. If not, `unknown` says why.
    pub known: bool,
    /// Who wins if both sides play their best.
    #[schema(value_type = Option<String>, example = "draw")]
    pub outcome: Option<Outcome>,
    /// Goats captured in the end.
    pub captures: Option<u8>,
    /// Moves of either side to the end of the game, or to the next capture.
    pub plies: Option<u16>,
    /// The moves, one after the other.
    pub moves: Vec<MoveAnswer>,
    /// Where the line ends.
    pub end: Option<LineEnd>,
    /// Why the tables do not say.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unknown: Option<Unknown>,
}

/// Where a line ends.
#[derive(Serialize, ToSchema, Debug)]
pub struct LineEnd {
    /// The last position.
    pub position: String,
    /// Why the game is over, or `settled`: neither side can get any further.
    #[schema(example = "settled")]
    pub reason: String,
}

/// Why the tables do not say what a position is worth.
#[derive(Serialize, ToSchema, Debug, Clone)]
pub struct Unknown {
    /// `solving`, `waiting` (its turn comes), `unsolved` (nobody asked for it), `failed`, or
    /// `untabled` (no game comes to this position, and no table holds it).
    #[schema(example = "solving")]
    pub reason: String,
    /// The same for people.
    pub message: String,
    /// The part of the solution that would answer.
    #[schema(example = "placement-12")]
    pub part: Option<String>,
    /// Seconds until the whole game is solved, about.
    pub seconds_left: Option<u32>,
}

/// A verdict in the words of the interface.
pub struct Words {
    pub outcome: Outcome,
    pub captures: Option<u8>,
    pub plies: Option<u16>,
}

impl Words {
    pub fn new(game: &Game, position: &Position, verdict: Verdict) -> Words {
        let Verdict { value, plies } = verdict;
        Words { outcome: value.outcome(), captures: value.captures(game, position), plies }
    }
}

impl MoveAnswer {
    /// What is said of a move of this position.
    pub fn new(game: &Game, before: &Position, verdict: &MoveVerdict) -> MoveAnswer {
        let after = game.after(before, verdict.mv);
        let Words { outcome, captures, plies } = Words::new(game, &after, verdict.after);
        MoveAnswer { r#move: game.move_text(before, verdict.mv), outcome, captures, plies }
    }
}

impl ProbeAnswer {
    /// What the tables say.
    pub fn known(
        game: &Game,
        read: &ReadPosition,
        verdict: Verdict,
        moves: Option<Vec<MoveVerdict>>,
    ) -> Result<ProbeAnswer, ApiError> {
        let Words { outcome, captures, plies } = Words::new(game, &read.position, verdict);
        let moves = moves
            .map(|moves| moves.iter().map(|m| MoveAnswer::new(game, &read.position, m)).collect());
        Ok(ProbeAnswer {
            position: obx(game, read)?,
            known: true,
            outcome: Some(outcome),
            captures,
            plies,
            moves,
            unknown: None,
        })
    }

    /// That the tables do not say.
    pub fn unknown(
        game: &Game,
        read: &ReadPosition,
        why: Unknown,
        moves: bool,
    ) -> Result<ProbeAnswer, ApiError> {
        Ok(ProbeAnswer {
            position: obx(game, read)?,
            known: false,
            outcome: None,
            captures: None,
            plies: None,
            moves: moves.then(Vec::new),
            unknown: Some(why),
        })
    }
}

/// A position as OBX 1.0 writes it.
pub fn obx(game: &Game, read: &ReadPosition) -> Result<String, ApiError> {
    notation::write(game, read, Format::Obx1)
        .map_err(|error| ApiError::parameter("position", error.to_string()))
}
