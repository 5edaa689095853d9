//! What the service says, in the words that `bagh probe --json` uses.

use bagh::notation::{self, Format, ReadPosition};
use bagh::{Game, Outcome};
use bagh_tables::answer::openapi::outcome_or_null;
use bagh_tables::answer::{LineEnd, MoveAnswer, VerdictAnswer};
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
    #[schema(schema_with = outcome_or_null, required = true)]
    pub outcome: Option<Outcome>,
    /// Goats captured in the end: once the game is over, those that were captured; before that, in
    /// a draw those of best play, in a win of the tigers the captures that win, and `null` in a
    /// win of the goats.
    #[schema(required = true)]
    pub captures: Option<u8>,
    /// Moves of either side to the end of the game (wins) or to the next capture (draws that still
    /// hold one). Known in the sliding phase.
    #[schema(required = true)]
    pub plies: Option<u16>,
    /// The legal moves, the best first; each is told by the position that it leads to. Left out if
    /// they were not asked for, and empty if they are not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub moves: Option<Vec<MoveAnswer>>,
    /// Why the tables do not say.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub unknown: Option<Unknown>,
}

/// Best play from a position on.
#[derive(Serialize, ToSchema, Debug)]
pub struct LineAnswer {
    /// The position, in OBX 1.0.
    pub position: String,
    /// Whether the tables say what it is worth. If not, `unknown` says why.
    pub known: bool,
    /// Who wins if both sides play their best.
    #[schema(schema_with = outcome_or_null, required = true)]
    pub outcome: Option<Outcome>,
    /// Goats captured in the end.
    #[schema(required = true)]
    pub captures: Option<u8>,
    /// Moves of either side to the end of the game, or to the next capture.
    #[schema(required = true)]
    pub plies: Option<u16>,
    /// The moves, one after the other.
    pub moves: Vec<MoveAnswer>,
    /// Where the line ends.
    #[schema(required = true)]
    pub end: Option<LineEnd>,
    /// Why the tables do not say.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub unknown: Option<Unknown>,
}

/// Why the tables do not say what a position is worth.
#[derive(Serialize, ToSchema, Debug, Clone)]
pub struct Unknown {
    /// What is in the way.
    pub reason: UnknownReason,
    /// The same for people.
    pub message: String,
    /// The part of the solution that would answer.
    #[schema(example = "placement-12", required = true)]
    pub part: Option<String>,
    /// Seconds until the whole game is solved, about.
    #[schema(required = true)]
    pub seconds_left: Option<u32>,
}

/// What keeps the tables from saying what a position is worth.
#[derive(Serialize, ToSchema, Debug, Clone, Copy, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
pub enum UnknownReason {
    /// The game is being solved.
    Solving,
    /// Other games are solved first.
    Waiting,
    /// The game is not solved, and nothing solves it.
    Unsolved,
    /// The game could not be solved.
    Failed,
    /// No game comes to this position, and no table holds it.
    Untabled,
}

impl ProbeAnswer {
    /// What the tables say.
    pub fn known(
        game: &Game,
        read: &ReadPosition,
        verdict: Verdict,
        moves: Option<Vec<MoveVerdict>>,
    ) -> Result<ProbeAnswer, ApiError> {
        let VerdictAnswer { outcome, captures, plies } =
            VerdictAnswer::new(game, &read.position, verdict);
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
