//! What the tables say, as data for programs: the one form that the command line prints as JSON and
//! the service sends.
//!
//! ```
//! use bagh::Game;
//! use bagh_tables::answer::VerdictAnswer;
//! use bagh_tables::{Value, Verdict};
//!
//! let game = Game::bagh_chal();
//! let verdict = Verdict { value: Value::Draw(3), plies: None };
//! let answer = VerdictAnswer::new(game, &game.start(), verdict);
//! let json = r#"{"outcome":"draw","captures":3,"plies":null}"#;
//! assert_eq!(serde_json::to_string(&answer)?, json);
//! # Ok::<(), serde_json::Error>(())
//! ```

mod probe;

use bagh::{Game, Outcome, Position, Reason};
use serde::Serialize;

pub use self::probe::{
    KnownLine, KnownPosition, LineAnswer, ProbeAnswer, Unknown, UnknownReason, obx,
};
use crate::{MoveVerdict, Verdict};

/// What a position is worth.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct VerdictAnswer {
    /// Who wins if both sides play their best.
    #[cfg_attr(feature = "openapi", schema(schema_with = openapi::outcome))]
    pub outcome: Outcome,
    /// Goats captured in the end: once the game is over, those that were captured; before that, in
    /// a draw those of best play, in a win of the tigers the captures that win, and `null` in a
    /// win of the goats.
    #[cfg_attr(feature = "openapi", schema(required = true))]
    pub captures: Option<u8>,
    /// Moves of either side to the end of the game (wins) or to the next capture (draws that still
    /// hold one). Known in the sliding phase, where the game is over, and for wins in the placement
    /// phase if their plies were solved; `null` elsewhere.
    #[cfg_attr(feature = "openapi", schema(required = true))]
    pub plies: Option<u16>,
}

impl VerdictAnswer {
    /// The verdict on this position.
    pub fn new(game: &Game, position: &Position, verdict: Verdict) -> VerdictAnswer {
        let Verdict { value, plies } = verdict;
        VerdictAnswer { outcome: value.outcome(), captures: value.captures(game, position), plies }
    }
}

/// A move, told by the position that it leads to.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct MoveAnswer {
    /// The move.
    #[cfg_attr(feature = "openapi", schema(example = "C1"))]
    pub r#move: String,
    /// Who wins after it.
    #[cfg_attr(feature = "openapi", schema(schema_with = openapi::outcome))]
    pub outcome: Outcome,
    /// Goats captured in the end; `null` if the goats win.
    #[cfg_attr(feature = "openapi", schema(required = true))]
    pub captures: Option<u8>,
    /// Plies from the position after the move.
    #[cfg_attr(feature = "openapi", schema(required = true))]
    pub plies: Option<u16>,
}

impl MoveAnswer {
    /// What is said of a move of this position.
    pub fn new(game: &Game, before: &Position, verdict: &MoveVerdict) -> MoveAnswer {
        let after = game.after(before, verdict.mv);
        let VerdictAnswer { outcome, captures, plies } =
            VerdictAnswer::new(game, &after, verdict.after);
        MoveAnswer { r#move: game.move_text(before, verdict.mv), outcome, captures, plies }
    }
}

/// Where a line of best play ends.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct LineEnd {
    /// The last position.
    pub position: String,
    /// Why the game is over, or `settled`: neither side can get any further.
    #[cfg_attr(feature = "openapi", schema(schema_with = openapi::line_end_reason))]
    pub reason: LineEndReason,
}

/// Why a line of best play ends.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(untagged)]
#[non_exhaustive]
pub enum LineEndReason {
    /// The game is over.
    Over(Reason),
    /// Neither side can get any further.
    Settled(Settled),
}

/// The word `settled`.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum Settled {
    /// Neither side can get any further.
    Settled,
}

impl LineEndReason {
    /// Why a line ends in this position.
    pub fn of(game: &Game, position: &Position) -> LineEndReason {
        match game.result(position) {
            Some(result) => LineEndReason::Over(result.reason),
            None => LineEndReason::Settled(Settled::Settled),
        }
    }
}

/// Descriptions of types that are not ours to describe.
#[cfg(feature = "openapi")]
pub mod openapi {
    use bagh::{Outcome, Phase, Reason, Side};
    use utoipa::openapi::schema::{Object, ObjectBuilder, SchemaType, Type};

    const OUTCOMES: [Outcome; 3] = [Outcome::TigerWin, Outcome::Draw, Outcome::GoatWin];

    fn words<const N: usize>(words: [&'static str; N]) -> Object {
        ObjectBuilder::new().schema_type(Type::String).enum_values(Some(words)).build()
    }

    /// An outcome.
    pub fn outcome() -> Object {
        words(OUTCOMES.map(Outcome::word))
    }

    /// A side.
    pub fn side() -> Object {
        words([Side::Goat, Side::Tiger].map(Side::word))
    }

    /// A phase.
    pub fn phase() -> Object {
        words([Phase::Placement, Phase::Sliding].map(Phase::word))
    }

    /// An outcome, or `null`.
    pub fn outcome_or_null() -> Object {
        let values = OUTCOMES.map(|outcome| Some(outcome.word())).into_iter().chain([None]);
        ObjectBuilder::new()
            .schema_type(SchemaType::from_iter([Type::String, Type::Null]))
            .enum_values(Some(values))
            .build()
    }

    /// Why a line ends.
    pub fn line_end_reason() -> Object {
        let words = Reason::ALL.map(Reason::word).into_iter().chain(["settled"]);
        ObjectBuilder::new().schema_type(Type::String).enum_values(Some(words)).build()
    }
}
