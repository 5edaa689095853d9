//! Whole answers: a position with its moves, and best play from a position on. What tables know has
//! a form of its own; the answers of a service, which may not know, say so beside it.

use bagh::notation::{self, Format, NotationError, ReadPosition};
use bagh::{Game, Outcome};
use serde::Serialize;

use super::{LineEnd, LineEndReason, MoveAnswer, VerdictAnswer};
use crate::{MoveVerdict, Verdict};

/// What a position is worth, and each of its moves, where tables are at hand.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
pub struct KnownPosition {
    /// The position, in OBX 1.0.
    pub position: String,
    /// What it is worth.
    #[serde(flatten)]
    pub verdict: VerdictAnswer,
    /// The legal moves, the best first; left out if they were not asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<MoveAnswer>>,
}

/// Best play from a position on, where tables are at hand.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
pub struct KnownLine {
    /// The position, in OBX 1.0.
    pub position: String,
    /// What it is worth.
    #[serde(flatten)]
    pub verdict: VerdictAnswer,
    /// The moves, one after the other.
    pub moves: Vec<MoveAnswer>,
    /// Where the line ends.
    pub end: LineEnd,
}

/// What a position is worth, and each of its moves.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ProbeAnswer {
    /// The position, in OBX 1.0.
    #[cfg_attr(feature = "openapi", schema(example = "T3T/5/5/5/T3T g g20 c0 - 0"))]
    pub position: String,
    /// Whether the tables say what it is worth. If not, `unknown` says why.
    pub known: bool,
    /// Who wins if both sides play their best: `tiger-win`, `draw` or `goat-win`.
    #[cfg_attr(feature = "openapi", schema(schema_with = super::openapi::outcome_or_null, required = true))]
    pub outcome: Option<Outcome>,
    /// Goats captured in the end: once the game is over, those that were captured; before that, in
    /// a draw those of best play, in a win of the tigers the captures that win, and `null` in a
    /// win of the goats.
    #[cfg_attr(feature = "openapi", schema(required = true))]
    pub captures: Option<u8>,
    /// Moves of either side to the end of the game (wins) or to the next capture (draws that still
    /// hold one). Known in the sliding phase, and for wins in the placement phase if their plies
    /// were solved.
    #[cfg_attr(feature = "openapi", schema(required = true))]
    pub plies: Option<u16>,
    /// The legal moves, the best first; each is told by the position that it leads to. Left out if
    /// they were not asked for, and empty if they are not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub moves: Option<Vec<MoveAnswer>>,
    /// Why the tables do not say.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub unknown: Option<Unknown>,
}

/// Best play from a position on.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct LineAnswer {
    /// The position, in OBX 1.0.
    pub position: String,
    /// Whether the tables say what it is worth. If not, `unknown` says why.
    pub known: bool,
    /// Who wins if both sides play their best.
    #[cfg_attr(feature = "openapi", schema(schema_with = super::openapi::outcome_or_null, required = true))]
    pub outcome: Option<Outcome>,
    /// Goats captured in the end.
    #[cfg_attr(feature = "openapi", schema(required = true))]
    pub captures: Option<u8>,
    /// Moves of either side to the end of the game, or to the next capture.
    #[cfg_attr(feature = "openapi", schema(required = true))]
    pub plies: Option<u16>,
    /// The moves, one after the other.
    pub moves: Vec<MoveAnswer>,
    /// Where the line ends.
    #[cfg_attr(feature = "openapi", schema(required = true))]
    pub end: Option<LineEnd>,
    /// Why the tables do not say.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub unknown: Option<Unknown>,
}

/// Why the tables do not say what a position is worth.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Unknown {
    /// What is in the way.
    pub reason: UnknownReason,
    /// The same for people.
    pub message: String,
    /// The part of the solution that would answer.
    #[cfg_attr(feature = "openapi", schema(example = "placement-12", required = true))]
    pub part: Option<String>,
    /// Seconds until the whole game is solved, about.
    #[cfg_attr(feature = "openapi", schema(required = true))]
    pub seconds_left: Option<u32>,
}

/// What keeps the tables from saying what a position is worth.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
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

impl KnownPosition {
    /// What the tables say of a position, with its moves if there are some.
    pub fn new(
        game: &Game,
        read: &ReadPosition,
        verdict: Verdict,
        moves: Option<Vec<MoveVerdict>>,
    ) -> Result<KnownPosition, NotationError> {
        let answer = |verdict: &MoveVerdict| MoveAnswer::new(game, &read.position, verdict);
        Ok(KnownPosition {
            position: obx(game, read)?,
            verdict: VerdictAnswer::new(game, &read.position, verdict),
            moves: moves.map(|moves| moves.iter().map(answer).collect()),
        })
    }
}

impl KnownLine {
    /// Best play from a position on: the verdict, and the moves with the verdicts after each.
    pub fn new(
        game: &Game,
        read: &ReadPosition,
        verdict: Verdict,
        line: &[MoveVerdict],
    ) -> Result<KnownLine, NotationError> {
        let mut at = read.position;
        let mut moves = Vec::with_capacity(line.len());
        for verdict in line {
            moves.push(MoveAnswer::new(game, &at, verdict));
            game.play_unchecked(&mut at, verdict.mv);
        }
        let end = match line.last() {
            None => read.clone(),
            Some(last) => {
                let played = u32::try_from(line.len()).ok();
                let number = read.move_number.zip(played);
                ReadPosition {
                    last_move: Some(last.mv),
                    move_number: number.and_then(|(n, more)| n.checked_add(more)),
                    ..ReadPosition::new(game, at)
                }
            }
        };
        Ok(KnownLine {
            position: obx(game, read)?,
            verdict: VerdictAnswer::new(game, &read.position, verdict),
            moves,
            end: LineEnd { position: obx(game, &end)?, reason: LineEndReason::of(game, &at) },
        })
    }
}

impl From<KnownPosition> for ProbeAnswer {
    fn from(known: KnownPosition) -> ProbeAnswer {
        let KnownPosition { position, verdict, moves } = known;
        let VerdictAnswer { outcome, captures, plies } = verdict;
        let outcome = Some(outcome);
        ProbeAnswer { position, known: true, outcome, captures, plies, moves, unknown: None }
    }
}

impl From<KnownLine> for LineAnswer {
    fn from(known: KnownLine) -> LineAnswer {
        let KnownLine { position, verdict, moves, end } = known;
        let VerdictAnswer { outcome, captures, plies } = verdict;
        let (outcome, end) = (Some(outcome), Some(end));
        LineAnswer { position, known: true, outcome, captures, plies, moves, end, unknown: None }
    }
}

impl ProbeAnswer {
    /// What the tables say.
    pub fn known(
        game: &Game,
        read: &ReadPosition,
        verdict: Verdict,
        moves: Option<Vec<MoveVerdict>>,
    ) -> Result<ProbeAnswer, NotationError> {
        KnownPosition::new(game, read, verdict, moves).map(ProbeAnswer::from)
    }

    /// That the tables do not say.
    pub fn unknown(
        game: &Game,
        read: &ReadPosition,
        why: Unknown,
        moves: bool,
    ) -> Result<ProbeAnswer, NotationError> {
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

impl LineAnswer {
    /// Best play that the tables know: the verdict, and the moves with the verdicts after each.
    pub fn known(
        game: &Game,
        read: &ReadPosition,
        verdict: Verdict,
        line: &[MoveVerdict],
    ) -> Result<LineAnswer, NotationError> {
        KnownLine::new(game, read, verdict, line).map(LineAnswer::from)
    }

    /// That the tables do not say.
    pub fn unknown(
        game: &Game,
        read: &ReadPosition,
        why: Unknown,
    ) -> Result<LineAnswer, NotationError> {
        Ok(LineAnswer {
            position: obx(game, read)?,
            known: false,
            outcome: None,
            captures: None,
            plies: None,
            moves: Vec::new(),
            end: None,
            unknown: Some(why),
        })
    }
}

/// A position as OBX 1.0 writes it.
pub fn obx(game: &Game, read: &ReadPosition) -> Result<String, NotationError> {
    notation::write(game, read, Format::Obx1)
}
